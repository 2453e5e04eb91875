"""The base of every record: frozen, strict, versioned, with one canonical form and one digest.

Records are data only. They are written by one stage and read by another, perhaps months later and on another machine,
so a record never carries behaviour and two equal records always have the same digest. On disk a record keeps the order of
its keys: a planner is trained on calls whose arguments stand in the order of the tool's signature.
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any, Final, Literal, Self

from pydantic import BaseModel, ConfigDict

Json = Any
"""A JSON value: None, bool, int, float, str, list or dict with string keys."""

SCHEMA_VERSION: Final = 1


def compact(value: Json) -> str:
    """A JSON value on one line: no spaces, UTF-8, whole floats written as integers, keys in their order."""
    return _spelled(value, _COMPACT)


def canonical(value: Json) -> str:
    """The one spelling of a JSON value: as ``compact``, with sorted keys."""
    return _spelled(value, _CANONICAL)


def digest(value: Json) -> str:
    """SHA-256 of the canonical form, as ``sha256:<hex>``."""
    return "sha256:" + hashlib.sha256(canonical(value).encode("utf-8", "surrogatepass")).hexdigest()


_COMPACT = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
_CANONICAL = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False, sort_keys=True).encode


def _spelled(value: Json, encode: Callable[[Json], str]) -> str:
    """Whole floats are rare, and to look for one in the text costs far less than to walk through every value."""
    text = encode(value)
    return encode(_integral(value)) if ".0" in text or "e+" in text else text


def _integral(value: Json) -> Json:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {key: item if type(item) in _FLOATLESS else _integral(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [item if type(item) in _FLOATLESS else _integral(item) for item in value]
    return value


_FLOATLESS = frozenset({str, int, bool, type(None)})
"""Most values are of these types, and to ask here saves a call for each."""


class Part(BaseModel):
    """A piece of a record that is never stored alone."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="constants", allow_inf_nan=False)


class Record(Part):
    """A piece of data that stages hand to each other and keep."""

    schema_version: Literal[1] = SCHEMA_VERSION

    def to_json(self) -> str:
        """The JSON of the record, one line."""
        return compact(self.model_dump(mode="json"))

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Reads what ``to_json`` wrote. Raises ``pydantic.ValidationError`` for anything else."""
        return cls.model_validate_json(text)

    def digest(self) -> str:
        """The identity of the record's content."""
        return digest(self.model_dump(mode="json"))
