"""The activity log: workouts, and the steps of each day."""

import datetime
from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Date, Moment
from ...errors import Code, PhoneError, missing
from ...phone import Phone
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

Kind = Literal["run", "walk", "cycle", "swim", "hike", "strength", "yoga", "other"]
_LISTED = 10
_LONGEST = 366


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ, "summary": Risk.READ, "steps": Risk.READ},
    errors=(Code.NOT_FOUND,),
)
def manage_workout(
    phone: Phone,
    action: Literal["log", "update", "delete", "list", "summary", "steps"],
    workoutId: str | None = None,
    kind: Kind | None = None,
    start: Moment | None = None,
    minutes: Annotated[int, Field(ge=1, le=2880)] | None = None,
    distanceKm: Annotated[float, Field(ge=0, le=2000, allow_inf_nan=False)] | None = None,
    fromDate: Date | None = None,
    toDate: Date | None = None,
) -> Json:
    """Log a workout or activity such as a run, change, delete or list them, sum them up, or read the step count.

    start: when it began; just before now if not given.
    fromDate: first day for list, summary and steps; Monday of this week if not given.
    toDate: last day, today if not given.
    """
    if action in ("list", "summary", "steps"):
        first, last = _days(phone, fromDate, toDate)
        return _steps(phone, first, last) if action == "steps" else _report(phone, action, kind, first, last)
    fields: Row = {"kind": kind, "start": start, "minutes": minutes,
                   "kilometres": round(distanceKm, 3) if distanceKm is not None else None}  # fmt: skip
    given = {name: value for name, value in fields.items() if value is not None}
    if start is not None and phone.to_epoch(start) > phone.state.now:
        now = phone.to_local(phone.state.now)
        raise PhoneError(Code.INVALID_ARGUMENT, f"start: {start} is still to come", accepted={"start": f"up to {now}"})
    if action == "log":
        if kind is None:
            raise missing("kind", "run, walk, cycle, swim, hike, strength, yoga or other")
        if minutes is None:
            raise missing("minutes", "how long it took")
        workout = {"start": phone.to_local(phone.state.now - minutes * 60), "kilometres": None, **given}
        same = phone.find("workouts", **workout)
        if same:
            return {"workoutId": same[0][0], "created": False}
        return {"workoutId": phone.add("workouts", "wo", **workout), "created": True}
    if workoutId is None:
        raise missing("workoutId", "id of the workout")
    key = phone.resolve("workouts", "workout", key=workoutId)
    if action == "delete":
        phone.remove("workouts", key)
        return {"workoutId": key, "deleted": True}
    if not given:
        raise missing("minutes", "a new kind, start, minutes or distanceKm")
    return {"workoutId": key, "changed": phone.put("workouts", key, **given)}


def _days(phone: Phone, first: str | None, last: str | None) -> tuple[datetime.date, datetime.date]:
    today = phone.local.date()
    end = datetime.date.fromisoformat(last) if last is not None else today
    start = (
        datetime.date.fromisoformat(first)
        if first is not None
        else min(end, today - datetime.timedelta(days=today.weekday()))
    )
    if start > end:
        raise PhoneError(Code.INVALID_ARGUMENT, f"fromDate: {start} is after {end}", accepted={"fromDate": f"up to {end}"})
    return start, end


def _report(phone: Phone, action: str, kind: str | None, first: datetime.date, last: datetime.date) -> Json:
    begin, end = first.isoformat(), last.isoformat()
    rows = [
        row
        for row in phone.state.rows("workouts").values()
        if begin <= row["start"][:10] <= end and kind in (None, row["kind"])
    ]
    rows.sort(key=lambda row: (row["start"], row["id"]), reverse=True)
    period = {"from": begin, "to": end, "count": len(rows)}
    if action == "list":
        names = {"id": "id", "kind": "kind", "start": "start", "minutes": "minutes", "distanceKm": "kilometres"}
        return period | {"workouts": [{name: row[field] for name, field in names.items()} for row in rows[:_LISTED]]}
    kinds = sorted({row["kind"] for row in rows})
    return period | _sums(rows) | {"byKind": {name: _sums([row for row in rows if row["kind"] == name]) for name in kinds}}


def _sums(rows: list[Row]) -> dict[str, Json]:
    lengths = [row["kilometres"] or 0 for row in rows]
    return {
        "workouts": len(rows),
        "minutes": sum(row["minutes"] for row in rows),
        "distanceKm": round(sum(lengths), 3),
        "longestKm": max(lengths, default=0),
    }


def _steps(phone: Phone, first: datetime.date, last: datetime.date) -> Json:
    dates = [(first + datetime.timedelta(days=ahead)).isoformat() for ahead in range(min((last - first).days + 1, _LONGEST))]
    known = [(day, row["steps"]) for day in dates if (row := phone.state.get("daily_steps", day)) is not None]
    goal = phone.one("daily_steps", "goal")["steps"]
    shown = [{"date": day, "steps": steps} for day, steps in known[-14:]]
    return {"goal": goal, "total": sum(steps for _, steps in known), "days": shown}
