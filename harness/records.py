"""Records on disk: written so that a kill leaves the old file or the new one, read so that an error names its place.

Writers replace whole files (write aside, fsync, rename) or append whole lines (one write, fsync). Readers never write
and never skip: malformed input is a ``UserError`` with file, line, field and expectation.

A *torn line* is what an append leaves that was stopped in the middle: a last line with no line feed that is not JSON.
Readers refuse a file that ends in one. The run that wrote the file calls ``drop_torn_line`` when it resumes, reports
what that returns, and does the lost piece of work again: a torn line was never acknowledged.
"""

import difflib
import hashlib
import json
import os
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any, NoReturn, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from harness.contract.record import Json, Record, canonical
from harness.errors import UserError

Model = TypeVar("Model", bound=BaseModel)


# Writing ------------------------------------------------------------------------------------------------------------


def write_text_atomic(path: Path, text: str) -> None:
    """Replaces the file by ``text``; a kill at any moment leaves it whole, old or new."""
    _write_atomic(path, [text.encode("utf-8")])


def write_json_atomic(path: Path, value: Json | BaseModel) -> None:
    """Replaces the file by one JSON document, indented and with sorted keys."""
    data = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    write_text_atomic(path, json.dumps(data, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n")


def write_jsonl_atomic(path: Path, records: Iterable[Record | Json]) -> int:
    """Replaces the file by one canonical JSON document a line, streaming; returns how many there are."""
    count = 0

    def lines() -> Iterator[bytes]:
        nonlocal count
        for record in records:
            count += 1
            yield _line(record)

    _write_atomic(path, lines())
    return count


def append_jsonl(path: Path, records: Iterable[Record | Json]) -> int:
    """Adds one line a record and returns their number. When it returns, they outlive a crash of the machine."""
    lines = [_line(record) for record in records]
    if not lines:
        return 0
    path.parent.mkdir(parents=True, exist_ok=True)
    created = not path.exists()
    with path.open("a+b", buffering=0) as file:
        tail = _unterminated_tail(file)
        if _is_torn(tail):
            raise UserError("the last line is torn, so nothing can be appended", where=str(path), expected=_WHOLE_LINES)
        _write_all(file, (b"\n" if tail else b"") + b"".join(lines))
        os.fsync(file.fileno())
    if created:
        _sync_folder(path.parent)
    return len(lines)


def drop_torn_line(path: Path) -> str | None:
    """Cuts off the torn last line that a killed writer left; returns what was done, or None if the file is whole.

    Only the resuming owner of the file may call this.
    """
    if not path.exists():
        return None
    with path.open("r+b") as file:
        tail = _unterminated_tail(file)
        if not _is_torn(tail):
            return None
        file.truncate(file.seek(0, os.SEEK_END) - len(tail))
        os.fsync(file.fileno())
    return f"{path}: dropped a torn last line of {len(tail)} bytes; its work is done again"


def _line(record: Record | Json) -> bytes:
    text = record.to_json() if isinstance(record, Record) else canonical(record)
    return text.encode("utf-8") + b"\n"


def _write_atomic(path: Path, chunks: Iterable[bytes]) -> None:
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
    _sync_folder(path.parent)


def _write_all(file: IO[bytes], data: bytes) -> None:
    """An unbuffered file may take less than it was given."""
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


def _sync_folder(folder: Path) -> None:
    """Makes a new or renamed entry durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


_TAIL_BLOCK = 1 << 16


def _unterminated_tail(file: IO[bytes]) -> bytes:
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
    except ValueError:
        return True
    return False


# Reading ------------------------------------------------------------------------------------------------------------

_WHOLE_LINES = "whole lines; resuming the run that wrote the file drops the torn one and does its work again"


def read_jsonl(path: Path, model: type[Model]) -> list[Model]:
    """Every record of a JSON Lines file."""
    return list(iter_jsonl(path, model))


def iter_jsonl(path: Path, model: type[Model]) -> Iterator[Model]:
    """The records of a JSON Lines file, one at a time."""
    with _open(path) as file:
        for number, line in enumerate(file, start=1):
            where = f"{path}, line {number}"
            if not line.strip():
                raise UserError("the line is empty", where=where, expected="one JSON object a line")
            if not line.endswith(b"\n") and _is_torn(line):
                raise UserError("the last line is torn: its writer was stopped", where=where, expected=_WHOLE_LINES)
            yield _validate_json(line, model, where)


def read_json(path: Path, model: type[Model]) -> Model:
    """The one record of a JSON file."""
    with _open(path) as file:
        return _validate_json(file.read(), model, str(path))


def read_yaml(path: Path, model: type[Model]) -> Model:
    """The one record of a YAML file."""
    return validate(load_yaml(path), model, str(path))


def load_yaml(path: Path) -> Json:
    """The plain value of a YAML file, by the core schema of YAML 1.2: ``07:15``, ``on`` and dates stay text."""
    with _open(path) as file:
        text = _decode(file.read(), str(path))
    try:
        return yaml.load(text, Loader=_CoreYamlLoader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{path}, line {mark.line + 1}, column {mark.column + 1}" if mark else str(path)
        raise UserError(f"not valid YAML: {getattr(error, 'problem', error)}", where=where) from None


def validate(value: Json, model: type[Model], where: str) -> Model:
    """The record that a plain value stands for; ``where`` names its place in an error."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        _raise_user_error(error, model, where)


def file_digest(path: Path) -> str:
    """SHA-256 of the file's bytes, as ``sha256:<hex>``."""
    with _open(path) as file:
        return "sha256:" + hashlib.file_digest(file, "sha256").hexdigest()


def _open(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except FileNotFoundError:
        raise UserError("no such file", where=str(path)) from None
    except IsADirectoryError:
        raise UserError("this is a folder", where=str(path), expected="a file") from None
    except PermissionError:
        raise UserError("the file may not be read", where=str(path), expected="read permission") from None


def _decode(data: bytes, where: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"byte 0x{data[error.start]:02x} is not UTF-8"
        raise UserError(message, where=f"{where}, text line {line}", expected="UTF-8 text") from None


def _validate_json(data: bytes, model: type[Model], where: str) -> Model:
    text = _decode(data, where)
    try:
        json.loads(text, object_pairs_hook=_refuse_duplicates, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        place = f"{where}, column {error.colno}" if ", line " in where else f"{where}, line {error.lineno}"
        raise UserError(f"not valid JSON: {error.msg}", where=place, expected="a JSON object") from None
    except _MalformedJson as error:
        raise UserError(str(error), where=where, expected=error.expected) from None
    except RecursionError:
        raise UserError("nested too deeply", where=where, expected="a JSON object of sensible depth") from None
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        _raise_user_error(error, model, where)


class _MalformedJson(ValueError):
    """JSON that a lenient parser accepts and the standard does not."""

    def __init__(self, message: str, expected: str) -> None:
        super().__init__(message)
        self.expected = expected


def _refuse_duplicates(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for index, name in enumerate(names) if name in names[:index])
        raise _MalformedJson(f"field `{twice}` stands there twice", "each field once")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise _MalformedJson(f"{name} is not JSON", "a finite number or null")


def _raise_user_error(error: ValidationError, model: type[BaseModel], where: str) -> NoReturn:
    """Turns the first of pydantic's findings into ours and counts the others."""
    first, *others = error.errors(include_url=False)
    message, expected = _explain(dict(first), model)
    if others:
        message += f" (and {len(others)} more problem{'s' if len(others) > 1 else ''})"
    field = _field_path(first["loc"])
    raise UserError(message, where=f"{where}, field `{field}`" if field else where, expected=expected) from None


def _explain(finding: dict[str, Any], model: type[BaseModel]) -> tuple[str, str]:
    kind, text = finding["type"], finding["msg"]
    if kind == "missing":
        return "the field is missing", "a value: it is required"
    if kind == "extra_forbidden":
        return "the field is unknown", _known_fields(finding["loc"], model)
    if kind in {"value_error", "assertion_error"}:
        return text.split(", ", 1)[-1], ""
    if text.startswith("Input should be "):
        return f"the value is {_shortened(finding['input'])}", text.removeprefix("Input should be ")
    return f"the value is {_shortened(finding['input'])}", text


def _known_fields(location: tuple[int | str, ...], model: type[BaseModel]) -> str:
    if len(location) > 1:
        return "only fields that the schema names"
    known = list(model.model_fields)
    near = difflib.get_close_matches(str(location[0]), known, n=1)
    return f"`{near[0]}`, perhaps" if near else "one of " + ", ".join(f"`{name}`" for name in known)


def _shortened(value: object, limit: int = 60) -> str:
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _field_path(location: tuple[int | str, ...]) -> str:
    path = ""
    for part in location:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path


class _CoreYamlLoader(yaml.SafeLoader):
    """YAML 1.2's core schema, each key once."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Refuses a key that stands in a mapping twice; PyYAML would keep the last in silence."""
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode) and key.value in seen:
                raise yaml.constructor.ConstructorError(problem=f"key `{key.value}` twice", problem_mark=key.start_mark)
            seen.add(str(key.value))
        return super().construct_mapping(node, deep=deep)


_KEPT_TAGS = {"tag:yaml.org,2002:null", "tag:yaml.org,2002:merge"}
_CoreYamlLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag in _KEPT_TAGS]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _resolve(tag: str, pattern: str, first_characters: str) -> None:
    import re

    _CoreYamlLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), list(first_characters))


_resolve("bool", r"^(?:true|True|TRUE|false|False|FALSE)$", "tTfF")
_resolve("int", r"^[-+]?(?:0|[1-9][0-9]*)$", "-+0123456789")
_resolve("float", r"^[-+]?(?:[0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)(?:[eE][-+]?[0-9]+)?$", "-+.0123456789")
