"""Alarms, and how they ring."""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ... import zones
from ...arguments import Days, Text, TimeOfDay
from ...errors import Code, missing
from ...phone import Phone
from ...rules import RULES, Schedule
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN


def next_time(phone: Phone, time: str, days: list[str], after: int) -> int:
    """The first epoch after ``after`` at which the phone's clock shows ``time`` on one of ``days`` (none: any day)."""
    return zones.next_time(time, phone.one("device", "clock")["zone"], after, days)


def _next_ring(phone: Phone, row: Row, after: int) -> int | None:
    return next_time(phone, row["time"], row["days"], after) if row["enabled"] else None


def _ring(phone: Phone, key: str, row: Row) -> None:
    phone.add("notifications", "nt", app="clock", title="Alarm", text=row["title"] or row["time"], time=phone.state.now)
    if not row["days"]:
        phone.put("alarms", key, enabled=False)


RULES.schedule(Schedule("alarms", _next_ring, _ring))


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS),
)
def manage_alarm(
    phone: Phone,
    action: Literal["create", "update", "enable", "disable", "delete", "list"],
    alarmId: str | None = None,
    time: TimeOfDay | None = None,
    title: Text | None = None,
    days: Days | None = None,
) -> Json:
    """Create, change, switch, delete or list alarms.

    alarmId: which alarm; without it, time and title say which one.
    time: when it rings; for update, the new time.
    days: weekdays on which it repeats; none means once.
    """
    if action == "list":
        names = ("id", "time", "title", "days", "enabled")
        return {"alarms": [{name: row[name] for name in names} for row in phone.state.rows("alarms").values()]}
    if action == "create":
        if time is None:
            raise missing("time", "24-hour HH:MM")
        same = phone.find("alarms", time=time, title=title or "", days=list(days or []))
        if same:
            changed = phone.put("alarms", same[0][0], enabled=True)
            return {"alarmId": same[0][0], "created": False, "changed": changed}
        key = phone.add("alarms", "al", time=time, title=title or "", days=list(days or []), enabled=True,
                        created=phone.state.now)  # fmt: skip
        return {"alarmId": key, "created": True}
    if action == "update":
        if alarmId is None:
            raise missing("alarmId", "id of the alarm to change")
        key = phone.resolve("alarms", "alarm", key=alarmId)
        fields: Row = {"time": time, "title": title, "days": list(days) if days is not None else None}
        given = {name: value for name, value in fields.items() if value is not None}
        if not given:
            raise missing("time", "a new time, title or days")
        return {"alarmId": key, "changed": phone.put("alarms", key, **given)}
    key = phone.resolve("alarms", "alarm", key=alarmId, show="time", time=time, title=title)
    if action == "delete":
        phone.remove("alarms", key)
        return {"alarmId": key, "deleted": True}
    return {"alarmId": key, "changed": phone.put("alarms", key, enabled=action == "enable")}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_alarm_preferences(
    phone: Phone,
    snoozeMinutes: Annotated[int, Field(ge=1, le=30)] | None = None,
    silenceAfterMinutes: Annotated[int, Field(ge=1, le=60)] | None = None,
    vibrate: bool | None = None,
    gradualVolume: bool | None = None,
) -> Json:
    """Set how every alarm rings: snooze length, when it gives up, vibration, slowly rising volume."""
    fields: Row = {
        "snooze_minutes": snoozeMinutes,
        "silence_after_minutes": silenceAfterMinutes,
        "vibrate": vibrate,
        "gradual_volume": gradualVolume,
    }
    given = {name: value for name, value in fields.items() if value is not None}
    if not given:
        raise missing("snoozeMinutes", "at least one preference")
    changed = phone.put("alarm_settings", "main", **given)
    return {"changed": changed, **phone.one("alarm_settings")}
