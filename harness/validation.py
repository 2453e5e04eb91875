"""From data of unknown quality to a pydantic model, or to a ``UserError`` that a person can act on.

Beyond the model's own rules, JSON must be what the standard says: UTF-8, each field once, no NaN. Lenient parsers
pass over these, and a value would be lost in silence.
"""

import difflib
import json
import re
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from harness.contract.record import Json
from harness.errors import UserError

Model = TypeVar("Model", bound=BaseModel)
HALF = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, which JSON and YAML can spell and UTF-8 cannot hold."""


def validate(value: object, model: type[Model], where: str) -> Model:
    """The model that a plain value stands for; ``where`` names its place in an error."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise _user_error(error, model, where) from None


def validate_json(data: bytes, model: type[Model], where: str) -> Model:
    """The model that a JSON text stands for; ``where`` names its place in an error."""
    text = decode(data, where)
    _check_json(text, where)
    try:
        return model.model_validate_json(text)
    except ValidationError as error:
        raise _user_error(error, model, where) from None


def parse_json(text: str, where: str) -> Json:
    """The plain value of a JSON text, which has to be what the standard says, with no half of a surrogate pair."""
    _check_json(text, where)
    value = json.loads(text)
    if "\\u" in text and HALF.search(json.dumps(value, ensure_ascii=False)):
        raise UserError("half of a surrogate pair is no text", where=where, expected="whole characters")
    return value


def decode(data: bytes, where: str) -> str:
    """UTF-8 bytes as text."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        byte, line = data[error.start], data.count(b"\n", 0, error.start) + 1
        message = f"byte 0x{byte:02x} in text line {line} is not UTF-8"
        raise UserError(message, where=where, expected="UTF-8 text") from None


def _check_json(text: str, where: str) -> None:
    try:
        json.loads(text, object_pairs_hook=_refuse_repeated_fields, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        line = f"text line {error.lineno}, " if "\n" in text.strip() else ""
        message = f"not valid JSON: {error.msg} at {line}column {error.colno}"
        raise UserError(message, where=where, expected="a JSON object") from None
    except _LenientJsonError as error:
        raise UserError(error.problem, where=where, expected=error.expected) from None
    except ValueError:  # Python reads no whole number of thousands of digits
        raise UserError("a number has too many digits", where=where, expected="numbers of sensible size") from None
    except RecursionError:
        raise UserError("nested too deeply", where=where, expected="a JSON object of sensible depth") from None


class _LenientJsonError(Exception):
    """JSON that a lenient parser takes and the standard does not allow."""

    def __init__(self, problem: str, expected: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.expected = expected


def _refuse_repeated_fields(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        names = [name for name, _ in pairs]
        repeated = next(name for index, name in enumerate(names) if name in names[:index])
        raise _LenientJsonError(f"the field `{repeated}` stands there twice", "each field once")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise _LenientJsonError(f"{name} is not JSON", "a finite number or null")


def _user_error(error: ValidationError, model: type[BaseModel], where: str) -> UserError:
    """Says the first of pydantic's findings in our words and counts the others."""
    first, *others = error.errors(include_url=False)
    message, expected = _explain(dict(first), model)
    if others:
        message += f" (and {len(others)} more problem{'s' if len(others) > 1 else ''})"
    field = _field_path(first["loc"])
    return UserError(message, where=f"{where}, field `{field}`" if field else where, expected=expected)


def _explain(finding: dict[str, Any], model: type[BaseModel]) -> tuple[str, str]:
    kind, text = finding["type"], finding["msg"]
    if kind == "missing":
        return "the field is missing", "a value: it is required"
    if kind == "extra_forbidden":
        return "the field is unknown", _known_fields(finding["loc"], model)
    if kind in {"value_error", "assertion_error"}:
        return text.split(", ", 1)[-1], ""
    if kind == "model_type" and "instance of" in text:  # of YAML, whose authors know nothing of our classes
        text = "names and values"
    return f"the value is {_shortened(finding['input'])}", text.removeprefix("Input should be ")


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
