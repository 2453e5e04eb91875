"""Monitors: prices and weather that the phone looks at every morning, to speak up when they cross a threshold."""

import datetime
from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ... import zones
from ...arguments import Text
from ...errors import Code, PhoneError, missing
from ...lookups import resolve_named
from ...phone import Phone
from ...rules import RULES, Schedule
from ...state import Row
from ...tools import Risk, tool
from .places import find_city
from .tables import DOMAIN, chance
from .wallet import currency
from .weather import local_date, weather_of

Kind = Literal["price", "temperature", "rain", "wind", "air_quality"]
CHECKED_AT = "08:00"
_FIELDS = {"rain": "rainChance", "wind": "windKmh", "air_quality": "airQuality"}
_UNITS = {"temperature": "°C", "rain": "%", "wind": "km/h", "air_quality": "AQI"}
_MOVES = (0, 0, 0, 0, -3, -5, 2, 4, -8, -12)
"""By how many percent a price may differ on one day."""
_LISTED = 10


def _next_check(phone: Phone, row: Row, after: int) -> int | None:
    return zones.next_time(CHECKED_AT, phone.one("device", "clock")["zone"], after) if row["active"] else None


def _check(phone: Phone, key: str, row: Row) -> None:
    """Speaks up if the condition holds; a morning without internet is skipped."""
    try:
        phone.require("internet")
    except PhoneError:
        return
    value = _value(phone, row["kind"], row["subject"], row["condition"])
    if _holds(row, value):
        text = f"{row['subject']}: {row['kind'].replace('_', ' ')} is {value:g}, {row['condition']} {row['threshold']:g}"
        phone.add("notifications", "nt", app="monitors", title="Monitor", text=text, time=phone.state.now)


RULES.schedule(Schedule("monitors", _next_check, _check))


def _holds(row: Row, value: float) -> bool:
    return bool(value > row["threshold"] if row["condition"] == "above" else value < row["threshold"])


def _value(phone: Phone, kind: str, subject: str, condition: str) -> float:
    """What is watched today: a price, or the city's weather. Temperatures above mean the high, below the low."""
    if kind == "price":
        return _price(resolve_named(phone, "products", "product", subject), phone.local.date())
    weather = weather_of(phone, subject, local_date(phone, subject))
    if kind == "temperature":
        return float(weather["highC" if condition == "above" else "lowC"])
    return float(weather[_FIELDS[kind]])


def _price(product: Row, day: datetime.date) -> float:
    fixed = product["dated"].get(day.isoformat())
    if fixed is not None:
        return float(fixed)
    move = _MOVES[chance(product["id"], day.isoformat()) % len(_MOVES)]
    return round(product["price"] * (100 + move) / 100, 2)


def _subject(phone: Phone, kind: str, name: str) -> str:
    """The product or city by its own name. Raises ``PhoneError`` NOT_FOUND or AMBIGUOUS."""
    return str(resolve_named(phone, "products", "product", name)["name"]) if kind == "price" else find_city(name)


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"check": Risk.READ, "list": Risk.READ},
    errors=(Code.NO_SERVICE, Code.NOT_FOUND, Code.AMBIGUOUS, Code.ALREADY_EXISTS),
    seconds=2,
)
def manage_monitor(
    phone: Phone,
    action: Literal["create", "update", "pause", "resume", "delete", "check", "list"],
    monitorId: str | None = None,
    kind: Kind | None = None,
    subject: Text | None = None,
    condition: Literal["above", "below"] | None = None,
    threshold: Annotated[float, Field(ge=-100, le=10_000_000, allow_inf_nan=False)] | None = None,
) -> Json:
    """Watch a price or the weather of a city and get an alert when it rises above or falls below a value.

    monitorId: which monitor; without it, kind and subject say which one.
    kind: price of a product, or temperature in °C, rain chance in percent, wind in km/h, air quality of a city.
    subject: the product or the city.
    """
    if action == "list":
        rows = [row for row in phone.state.rows("monitors").values() if kind in (None, row["kind"])]
        names = ("id", "kind", "subject", "condition", "threshold", "active")
        return {"total": len(rows), "monitors": [{name: row[name] for name in names} for row in rows[:_LISTED]]}
    if action in ("create", "check"):
        if kind is None:
            raise missing("kind", "price, temperature, rain, wind or air_quality")
        if subject is None:
            raise missing("subject", "a product or a city")
        phone.require("internet")
        named = _subject(phone, kind, subject)
        if action == "check":
            unit = currency(phone) if kind == "price" else _UNITS[kind]
            return {"kind": kind, "subject": named, "value": _value(phone, kind, named, condition or "above"), "unit": unit}
        return _create(phone, kind, named, condition, threshold)
    if monitorId is None and kind is not None and subject is not None:
        subject = _subject(phone, kind, subject)
    key = phone.resolve("monitors", "monitor", key=monitorId, show="subject", kind=kind, subject=subject)
    if action == "delete":
        phone.remove("monitors", key)
        return {"monitorId": key, "deleted": True}
    if action in ("pause", "resume"):
        return {"monitorId": key, "changed": phone.put("monitors", key, active=action == "resume")}
    given = {name: value for name, value in {"condition": condition, "threshold": threshold}.items() if value is not None}
    if not given:
        raise missing("threshold", "a new threshold or condition")
    return {"monitorId": key, "changed": phone.put("monitors", key, **given)}


def _create(phone: Phone, kind: str, subject: str, condition: str | None, threshold: float | None) -> Json:
    if condition is None:
        raise missing("condition", "above or below")
    if threshold is None:
        raise missing("threshold", "the value to compare with")
    same = phone.find("monitors", kind=kind, subject=subject)
    if same:
        old = {"monitorId": same[0][0], **{name: same[0][1][name] for name in ("condition", "threshold", "active")}}
        raise PhoneError(Code.ALREADY_EXISTS, f"{kind} of {subject} is monitored already; update that one", accepted=old)
    key = phone.add("monitors", "mo", kind=kind, subject=subject, condition=condition, threshold=threshold, active=True,
                    created=phone.state.now)  # fmt: skip
    return {"monitorId": key, "created": True, "now": _value(phone, kind, subject, condition)}
