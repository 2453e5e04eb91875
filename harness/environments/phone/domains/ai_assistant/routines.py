"""Routines: calls of the phone's own tools that are carried out when their time or event comes."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from harness.contract import Json

from ... import zones
from ...arguments import Days, Text, TimeOfDay, kept_days
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import resolve_named
from ...phone import Phone
from ...rules import RULES, Schedule
from ...state import Row
from ...tools import Risk, Tool, tool
from .tables import DOMAIN

Trigger = Literal["time", "manual", "wifi_connected", "wifi_disconnected", "charging", "unplugged", "battery_low"]
LOW_BATTERY = 20
"""Percent at which battery_low starts routines."""
_NAME = "manage_routine"
_RUNNING = "routine"
"""Set in the phone's scratch while a routine runs."""
_REFUSED = (Risk.COSTLY, Risk.IRREVERSIBLE)
_LISTED = 10


def _step(value: object) -> Row:
    if not (isinstance(value, dict) and isinstance(value.get("tool"), str) and value.keys() <= {"tool", "arguments"}):
        raise ValueError('expected a step such as {"tool": "set_wifi", "arguments": {"enabled": false}}')
    arguments = value.get("arguments", {})
    if not (isinstance(arguments, dict) and all(isinstance(name, str) for name in arguments)):
        raise ValueError("expected the arguments of a step by their names")
    return {"tool": value["tool"], "arguments": arguments}


Step = Annotated[
    dict[str, Json],
    BeforeValidator(_step),
    WithJsonSchema({
        "type": "object", "properties": {"tool": {"type": "string"}, "arguments": {"type": "object"}}, "required": ["tool"],
        "sig": "{tool, arguments}",
    }),
]  # fmt: skip
Steps = Annotated[list[Step], Field(min_length=1, max_length=10)]


# -- when they run


def _next_run(phone: Phone, row: Row, after: int) -> int | None:
    if not row["enabled"] or row["trigger"] != "time":
        return None
    return zones.next_time(row["time"], phone.one("device", "clock")["zone"], after, row["days"])


def _fire(phone: Phone, key: str, row: Row) -> None:
    """Runs a routine and tells what became of it."""
    failed = _run(phone, row)
    text = f"{len(row['steps']) - len(failed)} of {len(row['steps'])} steps done"
    phone.add("notifications", "nt", app="assistant", title=f"Routine {row['name']}", text=text, time=phone.state.now)


RULES.schedule(Schedule("routines", _next_run, _fire))


@RULES.effect("radios", "wifi")
def wifi_starts_routines(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Joining a Wi-Fi network, or losing it, runs the routines that wait for that."""
    joined, was_joined = _joined(after), _joined(before)
    if joined != was_joined:
        _happens(phone, "wifi_connected" if joined else "wifi_disconnected")


@RULES.effect("device", "battery")
def the_battery_starts_routines(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Plugging the charger in or out, or falling to 20 % without it, runs the routines that wait for that."""
    assert before is not None and after is not None
    if after["charging"] != before["charging"]:
        _happens(phone, "charging" if after["charging"] else "unplugged")
    if after["level"] <= LOW_BATTERY < before["level"] and not after["charging"]:
        _happens(phone, "battery_low")


def _joined(wifi: Row | None) -> bool:
    return wifi is not None and bool(wifi["on"] and wifi["ssid"])


def _happens(phone: Phone, trigger: str) -> None:
    """Runs what waits for an event; what a routine itself brings about starts no other one."""
    if _RUNNING not in phone.scratch:
        for key, row in phone.find("routines", trigger=trigger, enabled=True):
            _fire(phone, key, row)


def _run(phone: Phone, row: Row) -> list[Json]:
    """Carries out the steps in order and returns those that failed; a step that fails leaves no trace."""
    failed: list[Json] = []
    phone.scratch[_RUNNING] = row["id"]
    try:
        for step in row["steps"]:
            backup, written = phone.state.fork(), len(phone.state.journal)
            try:
                called = _tool(phone, step["tool"])
                if called.permission:
                    phone.require_permission(called.permission)
                called.run(phone, **called.validate(step["arguments"]))
            except PhoneError as error:
                phone.state.restore(backup, written)
                failed.append({"tool": step["tool"], "code": error.code.value, "message": error.message})
    finally:
        del phone.scratch[_RUNNING]
    return failed


# -- what they may do


def _tool(phone: Phone, name: str) -> Tool:
    found = phone.catalogue.get(name)
    if found is None:
        raise not_found("tool", name)
    return found


def _checked(phone: Phone, steps: list[Row]) -> list[Row]:
    """The steps with their arguments in canonical form. Raises ``PhoneError`` that says which step is wrong."""
    checked = []
    for number, step in enumerate(steps, 1):
        called = _tool(phone, step["tool"])
        if called.kind != "phone" or called.name == _NAME or called.risk_of(step["arguments"]) in _REFUSED:
            message = f"step {number}: a routine does not call {called.name} by itself: it may cost money or be final"
            raise PhoneError(Code.POLICY_DENIED, message)
        try:
            checked.append({"tool": called.name, "arguments": called.validate(step["arguments"])})
        except PhoneError as error:
            raise PhoneError(error.code, f"step {number}: {error.message}", accepted=error.accepted) from None
    return checked


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ, "run": Risk.OUTBOUND},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.ALREADY_EXISTS, Code.POLICY_DENIED),
)
def manage_routine(
    phone: Phone,
    action: Literal["create", "update", "enable", "disable", "run", "delete", "list"],
    routine: Text | None = None,
    trigger: Trigger | None = None,
    time: TimeOfDay | None = None,
    days: Days | None = None,
    steps: Steps | None = None,
) -> Json:
    """Create, change, switch, run, delete or list routines: what the phone does by itself at a time or an event.

    routine: name or id; for create, the name.
    trigger: what starts it; time needs time, and days if not every day.
    steps: calls of tools, in order.
    """
    if action == "list":
        rows = phone.state.rows("routines").values()
        names = ("id", "name", "trigger", "time", "days", "enabled", "steps")
        return {"total": len(rows), "routines": [{name: row[name] for name in names} for row in list(rows)[:_LISTED]]}
    if routine is None:
        raise missing("routine", "name or id of the routine")
    if action == "create":
        return _create(phone, routine, trigger or ("time" if time is not None else None), time, days, steps)
    row = resolve_named(phone, "routines", "routine", routine)
    key = row["id"]
    if action == "delete":
        phone.remove("routines", key)
        return {"routineId": key, "deleted": True}
    if action == "run":
        failed = _run(phone, row)
        return {"routineId": key, "done": len(row["steps"]) - len(failed), "failed": failed}
    if action in ("enable", "disable"):
        return {"routineId": key, "changed": phone.put("routines", key, enabled=action == "enable")}
    fields: Row = {
        "trigger": trigger or ("time" if time is not None else None),
        "time": time,
        "days": kept_days(days) if days is not None else None,
        "steps": _checked(phone, steps) if steps is not None else None,
    }
    given = {name: value for name, value in fields.items() if value is not None}
    if not given:
        raise missing("steps", "a new trigger, time, days or steps")
    if given.get("trigger") == "time" and time is None and row["time"] is None:
        raise missing("time", "24-hour HH:MM")
    return {"routineId": key, "changed": phone.put("routines", key, **given)}


def _create(
    phone: Phone, name: str, trigger: str | None, time: str | None, days: Days | None, steps: list[Row] | None
) -> Json:  # fmt: skip
    if trigger is None:
        raise missing("trigger", "what starts the routine")
    if trigger == "time" and time is None:
        raise missing("time", "24-hour HH:MM")
    if steps is None:
        raise missing("steps", 'calls such as {"tool": "set_wifi", "arguments": {"enabled": false}}')
    same = phone.find("routines", name=name)
    if same:
        raise PhoneError(Code.ALREADY_EXISTS, f"there is a routine {name!r} already", accepted={"routineId": same[0][0]})
    key = phone.add("routines", "ro", name=name, trigger=trigger, time=time, days=kept_days(days or []),
                    steps=_checked(phone, steps), enabled=True, created=phone.state.now)  # fmt: skip
    return {"routineId": key, "created": True}
