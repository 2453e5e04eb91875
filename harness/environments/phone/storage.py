"""Space on the phone's storage, and files that other domains leave behind: a photo, a recording, a screenshot."""

from typing import Literal

from .errors import Code, PhoneError
from .phone import Phone, fold

FileType = Literal["image", "video", "audio", "document", "archive", "apk", "other"]
ENDINGS: dict[str, FileType] = {
    "jpg": "image", "png": "image", "heic": "image", "mp4": "video", "mov": "video", "mp3": "audio", "m4a": "audio",
    "wav": "audio", "pdf": "document", "docx": "document", "xlsx": "document", "pptx": "document", "txt": "document",
    "zip": "archive", "apk": "apk",
}  # fmt: skip


def file_type(name: str) -> FileType:
    """What kind of file a name's ending says."""
    return ENDINGS.get(name.rpartition(".")[2].casefold(), "other")


def free_space(phone: Phone) -> float:
    """Megabytes that are free."""
    return float(phone.one("device", "storage")["free_mb"])


def use_space(phone: Phone, megabytes: float) -> None:
    """Takes space, or gives it back when negative. Raises ``PhoneError`` NO_SPACE."""
    free = phone.one("device", "storage")["free_mb"]
    if megabytes > free:
        raise PhoneError(Code.NO_SPACE, f"{megabytes:g} MB are needed, {free:g} MB are free", accepted={"freeMb": free})
    phone.put("device", "storage", free_mb=round(free - megabytes, 1))


def add_file(phone: Phone, name: str, folder: str, size: float) -> str:
    """Puts a file into an existing folder, its space taken already, and returns its id."""
    return phone.add(
        "files", "fi", name=name, folder=folder, type=file_type(name), size_mb=size, modified=phone.state.now, trashed=False
    )


def leave_file(phone: Phone, name: str, folder: str, size: float) -> str:
    """Takes the space of a new file and puts it into a folder, made if it is missing; returns the id."""
    use_space(phone, size)
    if phone.state.get("folders", folder) is None:
        phone.put("folders", folder, id=folder, created=phone.state.now)
    return add_file(phone, name, folder, size)


def free_name(phone: Phone, stem: str, ending: str) -> str:
    """The first of stem + 001, 002, ... that no file has, the trash included."""
    taken = {fold(row["name"]) for row in phone.state.rows("files").values()}
    number = 1
    while fold(name := f"{stem}{number:03d}.{ending}") in taken:
        number += 1
    return name
