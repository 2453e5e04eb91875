"""The battery, its savers and limits, and switching off and on by the clock.

What the battery saver does to the phone, and when it may start, stands in ``laws.py``.
"""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from harness.contract import Json

from ... import zones
from ...arguments import WEEKDAYS, Days, TimeOfDay
from ...errors import Code, missing
from ...phone import Phone
from ...rules import RULES, Schedule
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

Limit = Annotated[
    Literal[80, 85, 90, 95, 100],
    BeforeValidator(lambda value: int(value) if str(value).isdecimal() else value),
]


def _switches_off(phone: Phone, row: Row, after: int) -> int | None:
    """An off phone does nothing by itself that anyone could see, so only switching off falls due."""
    if row["event"] != "power_off" or not row["enabled"]:
        return None
    return zones.next_time(row["time"], phone.one("device", "clock")["zone"], after, row["days"])


def _switch_off(phone: Phone, key: str, row: Row) -> None:
    """The phone switches itself off at the planned time."""
    phone.put("device", "power", state="off", ready_at=None)


RULES.schedule(Schedule("power_schedule", _switches_off, _switch_off))


def _saver(phone: Phone) -> str:
    if phone.one("modes", "extreme_saver")["on"]:
        return "extreme"
    return "standard" if phone.one("modes", "battery_saver")["on"] else "off"


@tool(DOMAIN)
def get_battery_status(phone: Phone, maxResults: Annotated[int, Field(ge=1, le=20)] = 5) -> Json:
    """Show the battery level, whether it charges, its health, the saver mode and which apps use the most battery."""
    battery, settings = phone.one("device", "battery"), phone.one("power_settings")
    usage = sorted(phone.state.rows("battery_usage").values(), key=lambda row: -row["percent"])
    return {
        "level": battery["level"],
        "charging": battery["charging"],
        "saver": _saver(phone),
        "saverAtPercent": settings["saver_at"],
        "chargingLimit": settings["charging_limit"],
        "healthPercent": settings["health"],
        "chargeCycles": settings["cycles"],
        "topApps": [{"app": phone.row("apps", row["app"])["name"], "percent": row["percent"]} for row in usage[:maxResults]],
    }


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(Code.CONFLICT,))
def set_battery_saver(
    phone: Phone,
    mode: Literal["off", "standard", "extreme"] | None = None,
    atPercent: Annotated[int, Field(ge=0, le=75)] | None = None,
) -> Json:
    """Turn the battery saver or the extreme battery saver on or off, or choose the level at which it starts by itself.

    mode: standard saves power: location and sync off, screen dimmer; extreme also leaves only system apps running.
    atPercent: battery level at which the standard saver starts by itself; 0 means never.
    """
    if mode is None and atPercent is None:
        raise missing("mode", "off, standard or extreme, or atPercent")
    changed = atPercent is not None and phone.put("power_settings", "main", saver_at=atPercent)
    if mode is not None:
        changed |= phone.put("modes", "battery_saver", on=mode != "off")
        changed |= phone.put("modes", "extreme_saver", on=mode == "extreme")
    return {"mode": _saver(phone), "atPercent": phone.one("power_settings")["saver_at"], "changed": changed}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_charging_limit(phone: Phone, percent: Limit) -> Json:
    """Set the level at which charging stops, which protects the battery; 100 charges it fully."""
    return {"percent": percent, "changed": phone.put("power_settings", "main", charging_limit=percent)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"get": Risk.READ})
def manage_scheduled_power(
    phone: Phone,
    action: Literal["get", "set", "clear"],
    event: Literal["power_on", "power_off"] | None = None,
    time: TimeOfDay | None = None,
    days: Days | None = None,
) -> Json:
    """Schedule the phone to switch itself off or on at a time of day, show or clear that schedule.

    days: every day unless given.
    """
    if action == "get":
        rows = phone.state.rows("power_schedule")
        return {key: {"time": row["time"], "days": row["days"]} if row["enabled"] else None for key, row in rows.items()}
    if event is None:
        raise missing("event", "power_on or power_off")
    if action == "clear":
        return {"event": event, "changed": phone.put("power_schedule", event, enabled=False)}
    if time is None:
        raise missing("time", "24-hour HH:MM")
    chosen = days or list(WEEKDAYS)
    changed = phone.put("power_schedule", event, enabled=True, time=time, days=chosen)
    return {"event": event, "time": time, "days": chosen, "changed": changed}
