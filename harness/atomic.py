"""Files that survive a kill: replaced whole or grown by whole pieces, and durable when the call returns."""

import os
import shutil
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from harness.errors import UserError


def check_folder(folder: Path) -> None:
    """Raises ``UserError`` where files cannot be written into a folder, which need not be there yet; it writes nothing."""
    try:
        place = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    except OSError as error:
        raise UserError(f"cannot write here: {error.strerror}", where=str(folder), expected="another folder") from None
    if "\0" in str(folder):
        raise UserError("cannot write here: no name holds a zero byte", where=repr(str(folder)), expected="another folder")
    if not place.is_dir():
        raise UserError(f"cannot write here: {kind_of(place)} stands there", where=str(place), expected="a folder")
    if not os.access(place, os.W_OK | os.X_OK):
        raise UserError("cannot write here: permission denied", where=str(place), expected="a folder that you may write in")


def kind_of(path: Path) -> str:
    """What stands at a path, in words."""
    return "a folder" if path.is_dir() else "a file" if path.is_file() else "a pipe or a device"


def replace_file(path: Path, chunks: Iterable[bytes]) -> None:
    """Writes the chunks aside, syncs and renames: whoever looks sees the old file or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.aside")
    try:
        with aside.open("wb") as file:
            for chunk in chunks:
                file.write(chunk)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
    sync_folder(path.parent)


def remove_asides(folder: Path) -> None:
    """Removes what killed writers left beside the files and folders of a folder, at any depth. Only for its sole owner."""
    for aside in list(folder.rglob(".*.aside")):
        if aside.is_dir():
            shutil.rmtree(aside)
        else:
            aside.unlink(missing_ok=True)


def append_durably(file: BinaryIO, data: bytes) -> None:
    """Writes all of ``data`` at the end of an unbuffered file, which may take it in parts, and syncs."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]
    os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Makes a new or renamed entry of the folder durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
