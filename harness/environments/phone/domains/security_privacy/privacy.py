"""What apps see and hear, who used what, and what endangers the phone."""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code
from ...lookups import resolve_app, risky_settings
from ...phone import Phone
from ...tools import Risk, tool
from .tables import DOMAIN

FINDING = (Code.NOT_FOUND, Code.AMBIGUOUS)


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_sensor_access(phone: Phone, sensor: Literal["camera", "microphone"], enabled: bool) -> Json:
    """Allow or block the camera or the microphone for all apps at once."""
    return {"sensor": sensor, "enabled": enabled, "changed": phone.put("sensors", sensor, on=enabled)}


@tool(DOMAIN, errors=FINDING)
def get_privacy_dashboard(
    phone: Phone,
    permission: Literal["camera", "microphone", "location", "contacts", "files", "photos"] | None = None,
    appName: Text | None = None,
    hours: Annotated[int, Field(ge=1, le=168)] = 24,
    maxResults: Annotated[int, Field(ge=1, le=50)] = 8,
) -> Json:
    """Show which apps used the camera, the microphone, the location or other private data, and when.

    hours: how far back.
    """
    app = resolve_app(phone, appName)["id"] if appName is not None else None
    since = phone.state.now - hours * 3600
    found = [
        row
        for row in phone.state.rows("permission_usage").values()
        if since <= row["at"] <= phone.state.now and permission in (None, row["permission"]) and app in (None, row["app"])
    ]
    found.sort(key=lambda row: -row["at"])
    uses = [
        {"app": phone.row("apps", row["app"])["name"], "permission": row["permission"], "time": phone.to_local(row["at"])}
        for row in found[:maxResults]
    ]
    blocked = [key for key, row in phone.state.rows("sensors").items() if not row["on"]]
    return {"total": len(found), "uses": uses, "blockedForAll": blocked}


@tool(DOMAIN, seconds=15)
def run_security_scan(phone: Phone, target: Literal["all", "apps", "settings"] = "all") -> Json:
    """Scan the phone for viruses, harmful apps and risky settings, and say what to do about them."""
    answer: dict[str, Json] = {}
    if target != "settings":
        answer["apps"] = [
            {"app": phone.row("apps", row["app"])["name"], "threat": row["threat"], "severity": row["severity"]}
            for row in phone.state.rows("app_threats").values()
        ]
    if target != "apps":
        answer["settings"] = risky_settings(phone)
    return {**answer, "safe": not any(answer.values())}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=FINDING)
def set_install_source(phone: Phone, appName: Text, allowed: bool) -> Json:
    """Allow or forbid an app, such as the browser, to install unknown apps (APK) from outside the store."""
    app = resolve_app(phone, appName)
    known = phone.state.get("install_sources", app["id"])
    if known is None and not allowed:
        return {"app": app["name"], "allowed": False, "changed": False}
    changed = phone.put("install_sources", app["id"], app=app["id"], allowed=allowed)
    return {"app": app["name"], "allowed": allowed, "changed": changed}
