"""Reminders. Their time is the phone's local time, wherever the phone is."""

from datetime import date, timedelta
from typing import Literal

from harness.contract import Json

from ... import zones
from ...arguments import Moment, Text
from ...errors import Code, PhoneError, missing
from ...phone import Phone
from ...rules import RULES, Schedule
from ...state import Row
from ...tools import Risk, tool
from .recurrence import Repeat, dates
from .tables import DOMAIN

_LISTED = 10


def _next_due(phone: Phone, row: Row, after: int) -> int | None:
    """The next time an open reminder speaks up; one that does not repeat does so once."""
    if row["done"]:
        return None
    key = phone.one("device", "clock")["zone"]
    moment = zones.to_epoch(row["time"], key)
    if moment > after:
        return moment
    if row["repeat"] == "never":
        return None
    first, clock = date.fromisoformat(row["time"][:10]), row["time"][10:]
    today = date.fromisoformat(zones.to_local(after, key)[:10])
    for day in dates(first, row["repeat"], today):
        moment = zones.to_epoch(day.isoformat() + clock, key)
        if moment > after:
            return moment
    return None


def _remind(phone: Phone, key: str, row: Row) -> None:
    phone.add("notifications", "nt", app="reminders", title="Reminder", text=row["title"], time=phone.state.now)


RULES.schedule(Schedule("reminders", _next_due, _remind))


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS),
)
def manage_reminder(
    phone: Phone,
    action: Literal["create", "update", "complete", "delete", "list"],
    reminderId: str | None = None,
    title: Text | None = None,
    time: Moment | None = None,
    repeat: Repeat | None = None,
) -> Json:
    """Create, change, complete, delete or list reminders.

    reminderId: id of a reminder; complete and delete also accept its title instead.
    title: what to be reminded of; with reminderId and update, the new title.
    """
    if action == "list":
        rows = sorted(phone.state.rows("reminders").values(), key=lambda row: (row["time"], row["id"]))
        pending = [row for row in rows if not row["done"]]
        shown = [{name: row[name] for name in ("id", "title", "time", "repeat")} for row in pending[:_LISTED]]
        return {"total": len(pending), "reminders": shown}
    if time is not None and phone.to_epoch(time) <= phone.state.now:
        now = phone.to_local(phone.state.now)
        raise PhoneError(Code.INVALID_ARGUMENT, f"time: {time} is past, it is {now}", accepted={"time": f"after {now}"})
    if action == "create":
        if title is None:
            raise missing("title", "what to be reminded of")
        if time is None:
            raise missing("time", "local date and time such as 2026-03-02T18:30")
        same = phone.find("reminders", title=title, time=time, repeat=repeat or "never", done=False)
        if same:
            return {"reminderId": same[0][0], "created": False}
        key = phone.add("reminders", "rm", title=title, time=time, repeat=repeat or "never", done=False,
                        created=phone.state.now)  # fmt: skip
        return {"reminderId": key, "created": True}
    if action == "update":
        if reminderId is None:
            raise missing("reminderId", "id of the reminder to change")
        key = phone.resolve("reminders", "reminder", key=reminderId)
        fields: Row = {"title": title, "time": time, "repeat": repeat}
        given = {name: value for name, value in fields.items() if value is not None}
        if not given:
            raise missing("time", "a new title, time or repeat")
        if time is not None:
            given["done"] = False
        return {"reminderId": key, "changed": phone.put("reminders", key, **given)}
    key = _which(phone, reminderId, title, action)
    if action == "delete":
        phone.remove("reminders", key)
        return {"reminderId": key, "deleted": True}
    following = _following(phone, phone.row("reminders", key))
    if following is None:
        return {"reminderId": key, "changed": phone.put("reminders", key, done=True)}
    return {"reminderId": key, "changed": phone.put("reminders", key, time=following), "nextTime": following}


def _which(phone: Phone, key: str | None, title: str | None, action: str) -> str:
    """The reminder of that id or title; one to complete is looked for among the open ones first."""
    if key is None and title is not None and action == "complete":
        still_open = phone.find("reminders", title=title, done=False)
        if len(still_open) == 1:
            return still_open[0][0]
    return phone.resolve("reminders", "reminder", key=key, show="time", title=title)


def _following(phone: Phone, row: Row) -> str | None:
    """The time of the occurrence after the one that is completed, which is the one that fell due last or comes next."""
    first, clock = date.fromisoformat(row["time"][:10]), row["time"][10:]
    start = max(first + timedelta(days=1), phone.local.date())
    later = (day.isoformat() + clock for day in dates(first, row["repeat"], start))
    return next((time for time in later if phone.to_epoch(time) > phone.state.now), None)
