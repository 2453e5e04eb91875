"""Time management: alarms."""

from datetime import datetime, timedelta
from typing import Literal

from harness.contract import Json

from ..arguments import WEEKDAYS, Days, Text, TimeOfDay
from ..errors import Code, missing
from ..phone import Phone
from ..rules import RULES, Schedule
from ..state import Row
from ..tables import TABLES, Table
from ..tools import Risk, tool

DOMAIN = "Time Management"

TABLES.register([Table("alarms", "alarms of the clock app", prefix="al", volatile=("created",))])


def _next_ring(phone: Phone, row: Row, after: int) -> int | None:
    """The next time an enabled alarm rings: today or later on its days; a one-time alarm rings at its next occurrence."""
    if not row["enabled"]:
        return None
    start = datetime.fromtimestamp(after, phone.zone)
    hour, minute = map(int, row["time"].split(":"))
    for ahead in range(8):
        day = (start + timedelta(days=ahead)).date()
        moment = datetime(day.year, day.month, day.day, hour, minute, tzinfo=phone.zone)
        if moment.timestamp() > after and (not row["days"] or WEEKDAYS[day.weekday()] in row["days"]):
            return int(moment.timestamp())
    return None


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
        return {"alarms": [dict(row) for row in phone.state.rows("alarms").values()]}
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
        fields: Row = {"time": time, "title": title, "days": list(days) if days is not None else None}
        given = {name: value for name, value in fields.items() if value is not None}
        if not given:
            raise missing("time", "a new time, title or days")
        return {"alarmId": phone.resolve("alarms", "alarm", key=alarmId), "changed": phone.put("alarms", alarmId, **given)}
    key = phone.resolve("alarms", "alarm", key=alarmId, show="time", time=time, title=title)
    if action == "delete":
        phone.remove("alarms", key)
        return {"alarmId": key, "deleted": True}
    return {"alarmId": key, "changed": phone.put("alarms", key, enabled=action == "enable")}
