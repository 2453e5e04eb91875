"""Digital wellbeing: how long apps are used, limits for a day, and focus mode.

That a paused app does not start, and stops if it runs, stands in ``laws.py``.
"""

from collections.abc import Collection
from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import resolve_app
from ...phone import Phone
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

FINDING = (Code.NOT_FOUND, Code.AMBIGUOUS)


@tool(DOMAIN, errors=FINDING)
def get_screen_time(
    phone: Phone,
    period: Literal["today", "yesterday", "week"] = "today",
    appName: Text | None = None,
    maxResults: Annotated[int, Field(ge=1, le=50)] = 5,
) -> Json:
    """Show the screen time: how long the phone or an app was used today, yesterday or in the last seven days.

    appName: only this app.
    """
    today = phone.local.date()
    ago = {"today": range(1), "yesterday": range(1, 2), "week": range(7)}[period]
    dates = [(today - timedelta(days=days)).isoformat() for days in ago]
    if appName is not None:
        app = resolve_app(phone, appName)
        usage = phone.state.get("app_usage", app["id"])
        return {"app": app["name"], "minutes": _minutes(usage, dates), "limitMinutes": _limit(phone, app["id"])}
    used = [(_minutes(row, dates), row["app"]) for row in phone.state.rows("app_usage").values()]
    used = sorted((item for item in used if item[0]), reverse=True)
    apps = [
        {"app": phone.row("apps", key)["name"], "minutes": minutes, "limitMinutes": _limit(phone, key)}
        for minutes, key in used[:maxResults]
    ]
    return {"totalMinutes": sum(minutes for minutes, _ in used), "apps": apps, "appsUsed": len(used)}


def _minutes(usage: Row | None, dates: Collection[str]) -> int:
    return sum(usage["minutes"].get(date, 0) for date in dates) if usage else 0


def _limit(phone: Phone, app: str) -> int | None:
    row = phone.state.get("app_timers", app)
    return int(row["minutes"]) if row else None


def _pausable(phone: Phone, name: str) -> Row:
    app = resolve_app(phone, name)
    if app["system"]:
        raise PhoneError(Code.UNSUPPORTED, f"{app['name']} is part of the system and cannot be paused")
    return app


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(*FINDING, Code.UNSUPPORTED))
def set_app_timer(phone: Phone, appName: Text, minutes: Annotated[int, Field(ge=0, le=1440)]) -> Json:
    """Limit how long an app may be used a day; once the time is used up, it stays closed until midnight.

    minutes: a day; 0 removes the limit.
    """
    app = _pausable(phone, appName)
    answer: dict[str, Json] = {"app": app["name"], "minutes": minutes or None}
    if minutes:
        return {**answer, "changed": phone.put("app_timers", app["id"], app=app["id"], minutes=minutes)}
    limited = phone.state.get("app_timers", app["id"]) is not None
    if limited:
        phone.remove("app_timers", app["id"])
    return {**answer, "changed": limited}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"status": Risk.READ}, errors=(*FINDING, Code.UNSUPPORTED))
def manage_focus_mode(
    phone: Phone,
    action: Literal["status", "turn_on", "turn_off", "add_app", "remove_app"],
    appName: Text | None = None,
) -> Json:
    """Turn focus mode, which pauses distracting apps, on or off, choose these apps, or show them.

    appName: for add_app and remove_app.
    """
    if action == "status":
        names = [phone.row("apps", key)["name"] for key in phone.state.rows("focus_apps")]
        return {"on": phone.one("focus_mode")["on"], "apps": names}
    if action in ("turn_on", "turn_off"):
        on = action == "turn_on"
        return {"on": on, "changed": phone.put("focus_mode", "main", on=on)}
    if appName is None:
        raise missing("appName", "an installed app")
    if action == "add_app":
        app = _pausable(phone, appName)
        return {"app": app["name"], "changed": phone.put("focus_apps", app["id"], app=app["id"])}
    app = resolve_app(phone, appName)
    if phone.state.get("focus_apps", app["id"]) is None:
        raise not_found("app of focus mode", appName)
    phone.remove("focus_apps", app["id"])
    return {"app": app["name"], "changed": True}
