"""Reading a file of a person's own requests: plain text, one a line, or JSON Lines."""

import json
import re
from pathlib import Path

from pydantic import Field, ValidationError

from harness.contract import Part
from harness.errors import UserError
from harness.validation import decode, parse_json

LONGEST = 2000
_CHINESE = re.compile("[\u3400-\u9fff]")
_STRANGE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_LINE_END = re.compile(r"\r\n?|\n")
_OTHER_SCRIPT = re.compile("[\u0400-\u052f\u0590-\u06ff\u0900-\u0dff\u0e00-\u0eff\u3040-\u30ff\uac00-\ud7af]")


class PersonRequest(Part):
    """One request as the person wrote it. Whatever else a JSON line holds is kept in ``given``."""

    id: str
    request: str
    given: dict[str, str] = Field(default_factory=dict)

    @property
    def language(self) -> str:
        """The language that the phone should speak: zh where there are Chinese signs, or else en."""
        return "zh" if _CHINESE.search(self.request) and not _OTHER_SCRIPT.search(self.request) else "en"

    @property
    def is_readable(self) -> bool:
        """Whether it is in a script that the plans read."""
        return not _OTHER_SCRIPT.search(self.request)


def read_requests(path: Path) -> list[PersonRequest]:
    """The requests of a file in order; blank lines and lines that begin with ``#`` are skipped.

    Raises ``UserError`` that names the line for a line that is neither text nor an object with ``request``, for two requests
    of one id, and for a file without any request.
    """
    if path.is_dir():
        raise UserError("that is a folder", where=str(path), expected="a file of requests, one a line, text or JSON Lines")
    if not path.is_file():
        raise UserError("no such file", where=str(path), expected="requests, one a line, text or JSON Lines")
    found: list[PersonRequest] = []
    seen: dict[str, int] = {}
    # `str.splitlines` would also cut at U+2028 and U+0085, which may stand in the middle of a JSON string
    for number, line in enumerate(_LINE_END.split(decode(path.read_bytes(), str(path))), start=1):
        text = line.strip().removeprefix("\ufeff")
        if not text or text.startswith("#"):
            continue
        request = _read_line(text, number, f"{path}, line {number}")
        if request.id in seen:
            place = f"{path}, line {number}"
            raise UserError(
                f"the id {request.id!r} stands in line {seen[request.id]} too", where=place, expected="one id a request"
            )
        seen[request.id] = number
        found.append(request)
    if not found:
        raise UserError("the file holds no request", where=str(path), expected="requests, one a line, text or JSON Lines")
    return found


def _read_line(text: str, number: int, place: str) -> PersonRequest:
    expected = 'plain text, or an object such as {"request": "Turn on the torch"}'
    values: object = text
    if text[0] in "{[":
        try:
            values = parse_json(text, place)
        except UserError as error:
            if text[0] == "{":
                raise UserError(error.message, where=place, expected=expected) from None
    if isinstance(values, list):
        raise UserError("a JSON list", where=place, expected="one object a line (JSON Lines), or plain text")
    if isinstance(values, str):
        values = {"request": values}
    if not isinstance(values, dict) or not isinstance(values.get("request"), str) or not values["request"].strip():
        raise UserError("request: a text is needed", where=place, expected=expected)
    if strange := _STRANGE.search(values["request"]):
        raise UserError(f"request: the sign {strange[0]!r} is no text", where=place, expected="text in UTF-8")
    if len(values["request"]) > LONGEST:
        raise UserError(f"request: {len(values['request'])} characters", where=place, expected=f"at most {LONGEST}")
    if not isinstance(values.get("id", ""), (str, int)) or isinstance(values.get("id"), bool):
        raise UserError("id: neither text nor a number", where=place, expected='an id such as "wish-7", or none')
    if strange := _STRANGE.search(str(values.get("id", ""))):
        raise UserError(f"id: the sign {strange[0]!r} is no text", where=place, expected='an id such as "wish-7", or none')
    given = {
        key: value if isinstance(value, str) else json.dumps(value)
        for key, value in values.items()
        if key not in ("id", "request")
    }
    try:
        return PersonRequest(id=str(values.get("id") or f"line-{number}"), request=values["request"].strip(), given=given)
    except ValidationError as error:
        raise UserError(str(error.errors()[0]["msg"]), where=place, expected=expected) from None
