"""Argument types shared by tools: what is accepted, and the one form in which it is stored and compared.

A planner may write ``7:15`` or ``07:15``; the phone keeps ``07:15``. Verification therefore compares canonical values
and needs no tolerance of its own. ``sig`` is how the type reads in a compact signature.
"""

import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

FIRST_YEAR, LAST_YEAR = 1900, 2199
"""Years in which every date has an epoch in every zone, so that no arithmetic can overflow."""
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
WEEKDAYS: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAY_NAMES = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_GROUPS: dict[str, list[str]] = {
    "daily": list(WEEKDAYS), "everyday": list(WEEKDAYS), "weekdays": list(WEEKDAYS[:5]), "weekends": list(WEEKDAYS[5:]),
}  # fmt: skip


def _time(value: object) -> str:
    match = re.fullmatch(r"([01]?[0-9]|2[0-3]):([0-5][0-9])", value.strip()) if isinstance(value, str) else None
    if not match:
        raise ValueError("expected a 24-hour time such as 07:15")
    return f"{int(match[1]):02d}:{match[2]}"


def _date(value: object) -> str:
    try:
        day = date.fromisoformat(str(value).strip())
    except ValueError:
        raise ValueError("expected a date such as 2026-03-02") from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError(f"expected a year between {FIRST_YEAR} and {LAST_YEAR}")
    return day.isoformat()


def _moment(value: object) -> str:
    text = str(value).strip().replace(" ", "T")
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError("expected a local date and time such as 2026-03-02T18:30") from None
    if moment.tzinfo is not None or "T" not in text:
        raise ValueError("expected a local date and time without a zone, such as 2026-03-02T18:30")
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise ValueError(f"expected a year between {FIRST_YEAR} and {LAST_YEAR}")
    return moment.isoformat()[:16]


def _days(value: object) -> list[str]:
    items = value if isinstance(value, (list, tuple)) else [value]
    chosen: set[str] = set()
    for item in items:
        word = str(item).strip().casefold()
        if word in _GROUPS:
            chosen.update(_GROUPS[word])
        elif len(word) >= 3 and any(name.startswith(word) for name in _DAY_NAMES):
            chosen.add(word[:3])
        else:
            raise ValueError(f"expected days out of {list(WEEKDAYS)}, got {item!r}")
    return [day for day in WEEKDAYS if day in chosen]


def kept_days(days: Sequence[str]) -> list[str]:
    """Days as rows keep them where none means every day: all seven are none."""
    return [] if len(days) == len(WEEKDAYS) else list(days)


def _number(value: object) -> str:
    text = re.sub(r"[\s().-]", "", str(value))
    if not re.fullmatch(r"\+?[0-9]{3,15}", text):
        raise ValueError("expected a phone number of 3 to 15 digits, with or without a leading +")
    return text


TimeOfDay = Annotated[
    str, BeforeValidator(_time), WithJsonSchema({"type": "string", "description": "24-hour HH:MM", "sig": "HH:MM"})
]
Date = Annotated[str, BeforeValidator(_date), WithJsonSchema({"type": "string", "format": "date", "sig": "YYYY-MM-DD"})]
Moment = Annotated[
    str,
    BeforeValidator(_moment),
    WithJsonSchema({"type": "string", "description": "local date and time", "sig": "YYYY-MM-DDTHH:MM"}),
]
Days = Annotated[
    list[Weekday],
    BeforeValidator(_days),
    WithJsonSchema({"type": "array", "items": {"enum": list(WEEKDAYS)}, "sig": "[mon|tue|wed|thu|fri|sat|sun]"}),
]
PhoneNumber = Annotated[
    str, BeforeValidator(_number), WithJsonSchema({"type": "string", "description": "phone number", "sig": "number"})
]
Percent = Annotated[int, Field(ge=0, le=100)]
Text = Annotated[str, Field(min_length=1, max_length=4000)]
