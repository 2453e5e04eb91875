"""Files that survive a kill: replaced whole or grown by whole pieces, and durable when the call returns."""

import os
import shutil
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO


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
