"""Records on disk: written so that a kill leaves the old file or the new one, read so that an error names its place.

Writers replace whole files or append whole lines. Readers never write and never skip: malformed input is a
``UserError`` with file, line, field and expectation. A path may be given as text.

A *torn line* is what an append leaves that was stopped in the middle: a last line with no line feed that is not JSON.
Readers refuse a file that ends in one. The run that wrote the file calls ``drop_torn_line`` when it resumes, reports
what that returns, and does the lost piece of work again: a torn line was never acknowledged.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from io import BufferedReader
from pathlib import Path
from typing import BinaryIO

from pydantic import BaseModel

from harness.atomic import append_durably, replace_file, sync_folder
from harness.contract.record import Json, Record, compact
from harness.errors import UserError, path_of
from harness.validation import Model, validate_json

_WHOLE_LINES = "whole lines; resuming the run that wrote the file drops the torn one and does its work again"


def write_text_atomic(path: Path | str, text: str) -> None:
    """Replaces the file by ``text``."""
    replace_file(path_of(path, "the file"), [text.encode("utf-8")])


def write_json_atomic(path: Path | str, value: BaseModel | Json) -> None:
    """Replaces the file by one JSON document, indented and with sorted keys."""
    data = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    write_text_atomic(path, json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n")


def write_jsonl_atomic(path: Path | str, records: Iterable[Record | Json]) -> int:
    """Replaces the file by one compact JSON document a line, streaming; returns how many there are."""
    count = 0

    def lines() -> Iterator[bytes]:
        nonlocal count
        for record in records:
            count += 1
            yield _line(record)

    replace_file(path_of(path, "the file"), lines())
    return count


def append_jsonl(path: Path | str, records: Iterable[Record | Json]) -> int:
    """Adds one line a record and returns their number. When it returns, they outlive a crash of the machine."""
    path, lines = path_of(path, "the file"), [_line(record) for record in records]
    if not lines:
        return 0
    path.parent.mkdir(parents=True, exist_ok=True)
    created = not path.exists()
    with path.open("a+b", buffering=0) as file:
        tail = _unterminated_tail(file)
        if _is_torn(tail):
            raise UserError("nothing can follow a torn last line", where=str(path), expected=_WHOLE_LINES)
        append_durably(file, (b"\n" if tail else b"") + b"".join(lines))
    if created:
        sync_folder(path.parent)
    return len(lines)


def drop_torn_line(path: Path) -> str | None:
    """Cuts off the torn last line that a killed writer left. Only the resuming owner of the file may call this.

    Returns a sentence that says what was lost, or None. A last record that only lacks its line feed gets one.
    """
    if not path.exists():
        return None
    with path.open("r+b", buffering=0) as file:
        tail = _unterminated_tail(file)
        end = file.seek(0, os.SEEK_END)
        if not _is_torn(tail):
            append_durably(file, b"\n" if tail else b"")
            return None
        file.truncate(end - len(tail))
        os.fsync(file.fileno())
    return f"{path}: dropped a torn last line of {len(tail)} bytes; its work is done again"


def read_json(path: Path | str, model: type[Model]) -> Model:
    """The one record of a JSON file."""
    with open_for_reading(path) as file:
        return validate_json(file.read(), model, str(path))


def read_jsonl(path: Path | str, model: type[Model]) -> list[Model]:
    """Every record of a JSON Lines file."""
    return list(iter_jsonl(path, model))


def iter_jsonl(path: Path | str, model: type[Model]) -> Iterator[Model]:
    """The records of a JSON Lines file, one at a time."""
    with open_for_reading(path) as file:
        for number, line in enumerate(file, start=1):
            where = f"{path}, line {number}"
            if not line.strip():
                raise UserError("the line is empty", where=where, expected="one JSON object a line")
            if not line.endswith(b"\n") and _is_torn(line):
                raise UserError("the last line is torn: its writer was stopped", where=where, expected=_WHOLE_LINES)
            yield validate_json(line, model, where)


def file_digest(path: Path | str) -> str:
    """SHA-256 of the file's bytes, as ``sha256:<hex>``."""
    with open_for_reading(path) as file:
        return "sha256:" + hashlib.file_digest(file, "sha256").hexdigest()


def open_for_reading(path: Path | str) -> BufferedReader:
    """The file's bytes; what stands in the way is a ``UserError``."""
    path = path_of(path, "the file")
    try:
        return path.open("rb")
    except FileNotFoundError:
        raise UserError("there is no such file", where=str(path), expected="an existing file") from None
    except IsADirectoryError:
        raise UserError("this is a folder", where=str(path), expected="a file") from None
    except PermissionError:
        raise UserError("the file may not be read", where=str(path), expected="read permission") from None
    except OSError as error:
        raise UserError(f"the file cannot be opened: {error.strerror}", where=str(path), expected="a file") from None


def _line(record: Record | Json) -> bytes:
    text = record.to_json() if isinstance(record, Record) else compact(record)
    return text.encode("utf-8") + b"\n"


_TAIL_BLOCK = 1 << 16


def _unterminated_tail(file: BinaryIO) -> bytes:
    """What follows the last line feed."""
    end = file.seek(0, os.SEEK_END)
    tail = b""
    while end > 0 and b"\n" not in tail:
        start = max(0, end - _TAIL_BLOCK)
        file.seek(start)
        tail = file.read(end - start) + tail
        end = start
    return tail[tail.rfind(b"\n") + 1 :]


def _is_torn(tail: bytes) -> bool:
    """A record is an object, and no beginning of an object is JSON: so what parses is whole."""
    if not tail:
        return False
    try:
        json.loads(tail)
    except (ValueError, RecursionError):
        return True
    return False
