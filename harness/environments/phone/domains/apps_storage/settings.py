"""What apps may do: permissions, default roles, notifications, background work, and the lock on single apps."""

from typing import Literal

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing
from ...lookups import resolve_app
from ...phone import ASSISTANT, Phone, fold
from ...tools import Risk, tool
from .apps import FINDING
from .space import DOMAIN

Permission = Literal[
    "contacts", "calendar", "messages", "phone", "location", "camera", "microphone", "files", "notifications", "photos"
]
Role = Literal["browser", "sms", "phone", "email", "maps", "music", "gallery", "assistant", "launcher"]


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ}, errors=FINDING)
def manage_app_permission(
    phone: Phone,
    action: Literal["grant", "revoke", "list"],
    appName: Text | None = None,
    permission: Permission | None = None,
) -> Json:
    """Grant or revoke a permission of an app, or list permissions.

    appName: an installed app, or assistant for yourself.
    """
    app = None
    if appName is not None:
        app = ASSISTANT if fold(appName) == ASSISTANT else str(fold(resolve_app(phone, appName)["name"]))
    if action == "list":
        rows = phone.state.rows("permissions").values()
        granted: dict[str, list[str]] = {}
        for row in rows:
            if row["granted"] and app in (None, row["app"]) and permission in (None, row["permission"]):
                granted.setdefault(row["app"], []).append(row["permission"])
        return {"granted": granted}
    if app is None:
        raise missing("appName", "an installed app, or assistant")
    if permission is None:
        raise missing("permission", "such as contacts or location")
    changed = phone.put("permissions", f"{app}.{permission}", app=app, permission=permission, granted=action == "grant")
    return {"app": app, "permission": permission, "granted": action == "grant", "changed": changed}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"get": Risk.READ}, errors=FINDING)
def manage_default_app(
    phone: Phone, action: Literal["get", "set"], role: Role | None = None, appName: Text | None = None
) -> Json:
    """Show which apps are the defaults, or choose another one.

    role: what the app is the default for.
    """
    if action == "get":
        chosen = {}
        for key, row in phone.state.rows("default_apps").items():
            app = phone.state.get("apps", row["app"]) if row["app"] else None
            if role in (None, key):
                chosen[key] = app["name"] if app else None
        return {"defaults": chosen}
    if role is None:
        raise missing("role", "such as browser or sms")
    if appName is None:
        raise missing("appName", "an installed app")
    app = resolve_app(phone, appName)
    return {"role": role, "app": app["name"], "changed": phone.put("default_apps", role, app=app["id"])}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=FINDING)
def set_app_notifications(phone: Phone, appName: Text, enabled: bool) -> Json:
    """Turn an app's notifications on or off."""
    app = resolve_app(phone, appName)
    changed = phone.put("apps", app["id"], notifications=enabled)
    return {"appId": app["id"], "notifications": enabled, "changed": changed}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=FINDING)
def set_background_limit(phone: Phone, appName: Text, mode: Literal["unrestricted", "optimized", "restricted"]) -> Json:
    """Limit what an app may do in the background; restricted also stops it now."""
    app = resolve_app(phone, appName)
    return {"appId": app["id"], "background": mode, "changed": phone.put("apps", app["id"], background=mode)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ}, errors=(*FINDING, Code.PERMISSION_DENIED))
def manage_app_lock(
    phone: Phone, action: Literal["lock", "unlock", "list"], appName: Text | None = None, pin: Text | None = None
) -> Json:
    """Lock an app behind the device PIN, unlock it, or list locked apps.

    pin: the device PIN, to unlock.
    """
    if action == "list":
        return {"locked": [row["name"] for row in phone.state.rows("apps").values() if row["locked"]]}
    if appName is None:
        raise missing("appName", "an installed app")
    app = resolve_app(phone, appName)
    if action == "unlock":
        if pin is None:
            raise missing("pin", "the device PIN")
        if pin != phone.one("device", "lock")["pin"]:
            raise PhoneError(Code.PERMISSION_DENIED, "the PIN is wrong")
    changed = phone.put("apps", app["id"], locked=action == "lock")
    return {"appId": app["id"], "locked": action == "lock", "changed": changed}
