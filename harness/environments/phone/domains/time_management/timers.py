"""Countdowns and the stopwatch. Both run only while the phone does."""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...phone import Phone
from ...rules import RULES, Schedule
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

Seconds = Annotated[int, Field(ge=1, le=360_000)]


def _ends(phone: Phone, row: Row, after: int) -> int | None:
    ends_at: int | None = row["ends_at"]
    return ends_at if ends_at is not None and ends_at > after else None


def _finish(phone: Phone, key: str, row: Row) -> None:
    phone.put("timers", key, state="done", ends_at=None)
    phone.add("notifications", "nt", app="clock", title="Timer", text=row["title"] or "time is up", time=phone.state.now)


RULES.schedule(Schedule("timers", _ends, _finish))


@RULES.effect("device", "power")
def switching_off_loses_timers_and_stopwatch(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Timers and the stopwatch are lost when the phone is switched off or restarted; alarms are kept."""
    assert after is not None
    if after["state"] == "on":
        return
    for key in list(phone.state.rows("timers")):
        phone.remove("timers", key)
    phone.put("stopwatch", "main", running=False, started_at=None, elapsed=0, laps=[])


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS),
)
def manage_timer(
    phone: Phone,
    action: Literal["start", "extend", "pause", "resume", "cancel", "list"],
    timerId: str | None = None,
    title: Text | None = None,
    seconds: Seconds | None = None,
) -> Json:
    """Start, extend, pause, resume, cancel or list countdown timers.

    timerId: which timer; without it, its title, or the only live one is meant.
    seconds: how long a new timer runs, or how much longer one that is extended.
    """
    now = phone.state.now
    if action == "list":
        return {"timers": [_show(row, now) for row in phone.state.rows("timers").values()]}
    if action == "start":
        if seconds is None:
            raise missing("seconds", "length of the timer in seconds")
        key = phone.add("timers", "tm", title=title or "", seconds=seconds, state="running", ends_at=now + seconds,
                        remaining=None, created=now)  # fmt: skip
        return {"timerId": key, "endsAt": phone.to_local(now + seconds)}
    key = _which_timer(phone, timerId, title)
    row = phone.row("timers", key)
    if action == "cancel":
        phone.remove("timers", key)
        return {"timerId": key, "cancelled": True}
    if row["state"] == "done":
        raise not_found("live timer", key)
    if action == "extend":
        if seconds is None:
            raise missing("seconds", "by how many seconds")
        if row["state"] == "running":
            changed = phone.put("timers", key, seconds=row["seconds"] + seconds, ends_at=row["ends_at"] + seconds)
        else:
            changed = phone.put("timers", key, seconds=row["seconds"] + seconds, remaining=row["remaining"] + seconds)
    elif action == "pause":
        changed = row["state"] == "running" and phone.put(
            "timers", key, state="paused", ends_at=None, remaining=row["ends_at"] - now
        )
    else:
        changed = row["state"] == "paused" and phone.put(
            "timers", key, state="running", ends_at=now + row["remaining"], remaining=None
        )
    return {"timerId": key, "changed": changed, "remaining": _show(phone.row("timers", key), now)["remaining"]}


def _show(row: Row, now: int) -> Row:
    remaining = row["ends_at"] - now if row["state"] == "running" else row["remaining"] or 0
    return {"id": row["id"], "title": row["title"], "state": row["state"], "remaining": remaining}


def _which_timer(phone: Phone, key: str | None, title: str | None) -> str:
    """The timer of that id or title; without either, the only one that has not finished."""
    if key is not None or title is not None:
        return phone.resolve("timers", "timer", key=key, show="state", title=title)
    live = [row for row in phone.state.rows("timers").values() if row["state"] != "done"]
    if not live:
        raise not_found("timer", "running or paused")
    if len(live) > 1:
        candidates = [{"id": row["id"], "title": row["title"]} for row in live[:8]]
        raise PhoneError(Code.AMBIGUOUS, f"{len(live)} timers are live", accepted=candidates)
    return str(live[0]["id"])


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"read": Risk.READ}, errors=(Code.CONFLICT,))
def manage_stopwatch(phone: Phone, action: Literal["start", "stop", "lap", "reset", "read"]) -> Json:
    """Start, stop, reset or read the stopwatch, or take a lap."""
    now = phone.state.now
    row = phone.one("stopwatch")
    elapsed = row["elapsed"] + (now - row["started_at"] if row["running"] else 0)
    changed = False
    if action == "start":
        changed = not row["running"] and phone.put("stopwatch", "main", running=True, started_at=now)
    elif action == "stop":
        changed = row["running"] and phone.put("stopwatch", "main", running=False, started_at=None, elapsed=elapsed)
    elif action == "lap":
        if not row["running"]:
            raise PhoneError(Code.CONFLICT, "the stopwatch is not running", accepted={"action": "start"})
        changed = phone.put("stopwatch", "main", laps=[*row["laps"], elapsed])
    elif action == "reset":
        changed = phone.put("stopwatch", "main", running=False, started_at=None, elapsed=0, laps=[])
        elapsed = 0
    row = phone.one("stopwatch")
    answer: Row = {"running": row["running"], "elapsedSeconds": elapsed, "laps": row["laps"]}
    return answer if action == "read" else {"changed": changed, **answer}
