"""What the model that plays the phone answers to one call, and how that is read from its text."""

import json
import re
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from harness.contract import Json, Part, Patch

from ..phone.errors import Code


class Worked(Part):
    """The call was carried out. ``writes`` are the rows it changed."""

    status: Literal["ok"]
    payload: dict[str, Json]
    writes: tuple[Patch, ...] = ()


class Failed(Part):
    """The call failed; ``writes`` must then be empty, which the validator says in its own words."""

    status: Literal["error"]
    code: Code
    message: str
    accepted: Json = None
    writes: tuple[Patch, ...] = ()


Answer = Worked | Failed
_PARSER: TypeAdapter[Answer] = TypeAdapter(Annotated[Answer, Field(discriminator="status")])


class UnreadableError(Exception):
    """The text is no answer; the message says why, in words for the model."""


def read(text: str) -> Answer:
    """The answer in a model's text; a code fence or words around the object do not matter."""
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        raise UnreadableError("there is no JSON object in it")
    try:
        value = json.loads(text[start : end + 1], parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"it is not one valid JSON object: {error}") from None
    try:
        return _PARSER.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise UnreadableError(f"{place + ': ' if place else ''}{re.sub('^Value error, ', '', first['msg'])}") from None


def _refuse(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")
