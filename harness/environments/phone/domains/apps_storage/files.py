"""Files and folders of the user, the trash, archives and downloads."""

from hashlib import blake2b
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import resolve_file
from ...phone import Phone, fold
from ...state import Row
from ...storage import FileType, add_file, file_type, use_space
from ...tools import Risk, tool
from .space import DOMAIN, Count


def _path(value: object) -> str:
    parts = [part.strip() for part in str(value).split("/") if part.strip()]
    if not parts or any(part in (".", "..") for part in parts):
        raise ValueError("expected a folder such as Documents or Documents/Work")
    return "/".join(parts)


def _file_name(value: object) -> str:
    text = str(value).strip()
    if not text or "/" in text or text in (".", ".."):
        raise ValueError("expected a file name such as report.pdf")
    return text


def _url(value: object) -> str:
    text = str(value).strip()
    scheme, _, rest = text.partition("://")
    if scheme not in ("http", "https") or not rest or " " in text:
        raise ValueError("expected a web address such as https://example.com/report.pdf")
    return text


Folder = Annotated[str, BeforeValidator(_path), WithJsonSchema({"type": "string", "sig": "path"})]
FileName = Annotated[str, BeforeValidator(_file_name), WithJsonSchema({"type": "string"})]
Url = Annotated[str, BeforeValidator(_url), WithJsonSchema({"type": "string", "format": "uri", "sig": "url"})]
FINDING = (Code.NOT_FOUND, Code.AMBIGUOUS, Code.PERMISSION_DENIED)


def file_line(phone: Phone, row: Row) -> Row:
    """A file as tools list it."""
    line = {"id": row["id"], "name": row["name"], "folder": row["folder"], "type": row["type"]}
    return {**line, "sizeMb": row["size_mb"], "modified": phone.to_local(row["modified"])}


def kept(phone: Phone) -> list[Row]:
    """All files that are not in the trash."""
    return [row for row in phone.state.rows("files").values() if not row["trashed"]]


def _known_folder(phone: Phone, folder: str) -> str:
    """The folder's own spelling. Raises ``PhoneError`` NOT_FOUND."""
    wanted = fold(folder)
    for key in phone.state.rows("folders"):
        if fold(key) == wanted:
            return key
    raise not_found("folder", folder, sorted(phone.state.rows("folders"))[:12])


def _require_free_name(phone: Phone, name: str, folder: str, besides: str | None = None) -> None:
    taken = [key for key, _ in phone.find("files", name=name, folder=folder, trashed=False) if key != besides]
    if taken:
        raise PhoneError(Code.ALREADY_EXISTS, f"{folder}/{name} exists already", accepted={"fileId": taken[0]})


@tool(DOMAIN, permission="files", errors=(Code.NOT_FOUND, Code.PERMISSION_DENIED))
def search_files(
    phone: Phone,
    query: Text | None = None,
    folder: Folder | None = None,
    type: FileType | None = None,
    largerThanMb: float | None = None,
    sortBy: Literal["name", "size", "modified"] = "modified",
    maxResults: Count = 8,
) -> Json:
    """Find files by name, folder, type or size.

    query: part of the file name.
    sortBy: size is largest first, modified is newest first.
    """
    inside = _known_folder(phone, folder) if folder is not None else None
    words = query.casefold().split() if query else []

    def fits(row: Row) -> bool:
        return (
            (inside is None or row["folder"] == inside or row["folder"].startswith(inside + "/"))
            and (type is None or row["type"] == type)
            and (largerThanMb is None or row["size_mb"] > largerThanMb)
            and all(word in row["name"].casefold() for word in words)
        )

    orders = {
        "name": lambda row: (fold(row["name"]), row["id"]),
        "size": lambda row: (-row["size_mb"], row["id"]),
        "modified": lambda row: (-row["modified"], row["id"]),
    }
    found = sorted((row for row in kept(phone) if fits(row)), key=orders[sortBy])
    return {"total": len(found), "files": [file_line(phone, row) for row in found[:maxResults]]}


@tool(DOMAIN, risk=Risk.REVERSIBLE, permission="files", errors=(Code.PERMISSION_DENIED,))
def create_folder(phone: Phone, path: Folder) -> Json:
    """Create a folder, with the folders above it.

    path: such as Documents/Work.
    """
    known = {str(fold(key)): key for key in phone.state.rows("folders")}
    built, created = "", []
    for part in path.split("/"):
        step = f"{built}/{part}" if built else part
        built = known.get(str(fold(step)), step)
        if built not in known.values():
            phone.put("folders", built, id=built, created=phone.state.now)
            created.append(built)
    return {"folder": built, "created": bool(created)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, permission="files", errors=(*FINDING, Code.ALREADY_EXISTS, Code.NO_SPACE))
def manage_file(
    phone: Phone,
    action: Literal["rename", "move", "copy"],
    fileId: str | None = None,
    fileName: FileName | None = None,
    newName: FileName | None = None,
    folder: Folder | None = None,
) -> Json:
    """Rename a file, or move or copy it into a folder.

    fileId: which file; or its fileName if that is the only one.
    newName: the name afterwards, with its ending.
    folder: where it goes, for move and copy.
    """
    row = resolve_file(phone, fileId, fileName)
    if action == "rename":
        if newName is None:
            raise missing("newName", "the name afterwards")
        if folder is not None:
            raise PhoneError(Code.INVALID_ARGUMENT, "rename takes no folder; use move", accepted={"action": "move"})
        target = row["folder"]
    elif folder is None:
        raise missing("folder", "the folder it goes to")
    else:
        target = _known_folder(phone, folder)
    name = newName or row["name"]
    if action == "copy":
        _require_free_name(phone, name, target)
        use_space(phone, row["size_mb"])
        key = add_file(phone, name, target, row["size_mb"])
        return {"fileId": key, "folder": target, "name": name, "created": True}
    _require_free_name(phone, name, target, besides=row["id"])
    changed = phone.put("files", row["id"], name=name, folder=target, type=file_type(name))
    return {"fileId": row["id"], "folder": target, "name": name, "changed": changed}


@tool(DOMAIN, risk=Risk.IRREVERSIBLE, permission="files", errors=FINDING)
def delete_file(phone: Phone, fileId: str | None = None, fileName: FileName | None = None, permanent: bool = False) -> Json:
    """Move a file to the trash, or delete it for good.

    fileId: which file; or its fileName if that is the only one.
    """
    if permanent and fileId is not None and phone.state.get("files", fileId) is not None:
        row = phone.row("files", fileId)  # a file in the trash can be deleted for good too
    else:
        row = resolve_file(phone, fileId, fileName)
    if permanent:
        phone.remove("files", row["id"])
        use_space(phone, -row["size_mb"])
    else:
        phone.put("files", row["id"], trashed=True)
    return {"fileId": row["id"], "deleted": True, "inTrash": not permanent}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ, "empty": Risk.IRREVERSIBLE}, permission="files",
      errors=(Code.NOT_FOUND, Code.PERMISSION_DENIED, Code.ALREADY_EXISTS))  # fmt: skip
def manage_trash(phone: Phone, action: Literal["list", "restore", "empty"], fileId: str | None = None) -> Json:
    """List the trash, restore a file to its folder, or delete everything in it for good."""
    trashed = [row for row in phone.state.rows("files").values() if row["trashed"]]
    if action == "list":
        return {"total": len(trashed), "files": [file_line(phone, row) for row in trashed[:20]]}
    if action == "empty":
        return {"deleted": len(trashed), "freedMb": empty_trash(phone)}
    if fileId is None:
        raise missing("fileId", "id of the file, from list")
    row = phone.state.get("files", fileId)
    if row is None or not row["trashed"]:
        raise not_found("file in the trash", fileId)
    _require_free_name(phone, row["name"], row["folder"])
    phone.put("files", fileId, trashed=False)
    return {"fileId": fileId, "folder": row["folder"], "restored": True}


def empty_trash(phone: Phone) -> float:
    """Deletes what is in the trash and returns the megabytes it frees."""
    trashed = [row for row in phone.state.rows("files").values() if row["trashed"]]
    for row in trashed:
        phone.remove("files", row["id"])
    freed = round(sum(row["size_mb"] for row in trashed), 1)
    use_space(phone, -freed)
    return freed


@tool(DOMAIN, risk=Risk.REVERSIBLE, permission="files", seconds=5,
      errors=(Code.NOT_FOUND, Code.ALREADY_EXISTS, Code.NO_SPACE, Code.PERMISSION_DENIED))  # fmt: skip
def compress_files(
    phone: Phone,
    fileIds: Annotated[list[str], Field(min_length=1, max_length=50)],
    archiveName: FileName,
    folder: Folder | None = None,
) -> Json:
    """Put files into one .zip archive; the originals stay.

    fileIds: ids from search_files.
    folder: where the archive goes; without it, next to the first file.
    """
    rows = [resolve_file(phone, key) for key in fileIds]
    target = _known_folder(phone, folder) if folder is not None else str(rows[0]["folder"])
    name = archiveName if archiveName.casefold().endswith(".zip") else archiveName + ".zip"
    _require_free_name(phone, name, target)
    size = round(0.8 * sum(row["size_mb"] for row in rows), 1)
    use_space(phone, size)
    return {"fileId": add_file(phone, name, target, size), "name": name, "folder": target, "sizeMb": size}


@tool(DOMAIN, risk=Risk.REVERSIBLE, permission="files", seconds=10,
      errors=(Code.NOT_FOUND, Code.ALREADY_EXISTS, Code.NO_SERVICE, Code.NO_SPACE, Code.PERMISSION_DENIED))  # fmt: skip
def download_file(phone: Phone, url: Url, folder: Folder = "Downloads", fileName: FileName | None = None) -> Json:
    """Download a file from the web.

    fileName: what it is called; without it, as in the address.
    """
    phone.require("internet")
    target = _known_folder(phone, folder)
    name = fileName or url.partition("?")[0].rstrip("/").rpartition("/")[2]
    _require_free_name(phone, name, target)
    size = 1 + blake2b(url.encode(), digest_size=2).digest()[0] / 4
    use_space(phone, size)
    return {"fileId": add_file(phone, name, target, size), "name": name, "folder": target, "sizeMb": size}
