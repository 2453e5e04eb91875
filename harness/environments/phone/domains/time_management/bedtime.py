"""The sleep schedule."""

from typing import Literal

from harness.contract import Json

from ...arguments import WEEKDAYS, Days, TimeOfDay
from ...errors import missing
from ...phone import Phone
from ...rules import RULES, Schedule
from ...state import Row
from ...tools import Risk, tool
from .alarms import next_time
from .tables import DOMAIN


def _next_bedtime(phone: Phone, row: Row, after: int) -> int | None:
    return next_time(phone, row["bedtime"], row["days"], after) if row["enabled"] else None


def _announce(phone: Phone, key: str, row: Row) -> None:
    text = f"wake up at {row['wake_time']}"
    phone.add("notifications", "nt", app="clock", title="Bedtime", text=text, time=phone.state.now)


RULES.schedule(Schedule("bedtime", _next_bedtime, _announce))


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"get": Risk.READ})
def manage_bedtime(
    phone: Phone,
    action: Literal["get", "set"],
    enabled: bool | None = None,
    bedtime: TimeOfDay | None = None,
    wakeTime: TimeOfDay | None = None,
    days: Days | None = None,
) -> Json:
    """Read or set the sleep schedule: bedtime, wake-up time and the days on which it holds.

    days: weekdays of the bedtime; an empty list means every day.
    """
    answer: Row = {}
    if action == "set":
        chosen = (list(days) or list(WEEKDAYS)) if days is not None else None
        fields: Row = {"enabled": enabled, "bedtime": bedtime, "wake_time": wakeTime, "days": chosen}
        given = {name: value for name, value in fields.items() if value is not None}
        if not given:
            raise missing("bedtime", "at least one of enabled, bedtime, wakeTime, days")
        answer = {"changed": phone.put("bedtime", "main", **given)}
    row = phone.one("bedtime")
    answer |= {"enabled": row["enabled"], "bedtime": row["bedtime"], "wakeTime": row["wake_time"], "days": row["days"]}
    answer["sleepMinutes"] = (_minutes(row["wake_time"]) - _minutes(row["bedtime"])) % 1440
    return answer


def _minutes(time: str) -> int:
    return int(time[:2]) * 60 + int(time[3:])
