"""Installed apps and the app store."""

from typing import Literal

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, not_found
from ...lookups import name_matches, require_app, resolve_app
from ...phone import Phone, fold
from ...state import Row
from ...storage import use_space
from ...tools import Risk, tool
from .space import DOMAIN, Count, size_of

FINDING = (Code.NOT_FOUND, Code.AMBIGUOUS)


def _app_line(row: Row) -> Row:
    line: Row = {"id": row["id"], "name": row["name"], "version": row["version"], "sizeMb": round(size_of(row), 1)}
    if row["version"] != row["latest"]:
        line["updateTo"] = row["latest"]
    for name in ("running", "locked", "system"):
        if row[name]:
            line[name] = True
    return {**line, "notifications": row["notifications"], "background": row["background"]}


@tool(DOMAIN)
def search_apps(
    phone: Phone,
    query: Text | None = None,
    category: Text | None = None,
    running: bool | None = None,
    updatable: bool | None = None,
    sortBy: Literal["name", "size", "last_used"] = "name",
    maxResults: Count = 8,
) -> Json:
    """Find installed apps, with version, size and settings.

    query: part of the name.
    category: such as social, finance, games.
    sortBy: size is largest first, last_used is the longest unused first.
    """

    def fits(row: Row) -> bool:
        return (
            (query is None or name_matches(query, row["name"]))
            and (category is None or fold(row["category"]) == fold(category))
            and (running is None or row["running"] is running)
            and (updatable is None or (row["version"] != row["latest"]) is updatable)
        )

    orders = {
        "name": lambda row: fold(row["name"]),
        "size": lambda row: -size_of(row),
        "last_used": lambda row: row["last_used"],
    }
    found = sorted((row for row in phone.state.rows("apps").values() if fits(row)), key=orders[sortBy])
    return {"total": len(found), "apps": [_app_line(row) for row in found[:maxResults]]}


@tool(DOMAIN, errors=(Code.NO_SERVICE,))
def search_app_store(phone: Phone, query: Text, maxResults: Count = 5) -> Json:
    """Find apps in the store by name or category."""
    phone.require("internet")
    found = [
        row
        for row in phone.state.rows("app_store").values()
        if name_matches(query, row["name"]) or fold(query) == fold(row["category"])
    ]
    lines = [
        {"name": row["name"], "category": row["category"], "sizeMb": row["size_mb"], "rating": row["rating"],
         "installed": bool(phone.find("apps", package=row["package"]))}
        for row in found[:maxResults]
    ]  # fmt: skip
    return {"total": len(found), "apps": lines}


@tool(DOMAIN, risk=Risk.REVERSIBLE, seconds=20, errors=(Code.NOT_FOUND, Code.NO_SERVICE, Code.NO_SPACE))
def install_app(phone: Phone, appName: Text) -> Json:
    """Install an app from the store.

    appName: its name in the store.
    """
    offers = phone.find("app_store", name=appName)
    if not offers:
        raise not_found("app in the store", appName)
    offer = offers[0][1]
    known = phone.find("apps", package=offer["package"])
    if known:
        return {"appId": known[0][0], "installed": True, "changed": False}
    phone.require("internet")
    use_space(phone, offer["size_mb"])
    key = phone.add(
        "apps", "ap", name=offer["name"], package=offer["package"], category=offer["category"], version=offer["version"],
        latest=offer["version"], size_mb=offer["size_mb"], cache_mb=0, data_mb=0, system=False, running=False,
        notifications=True, locked=False, background="optimized", last_used=phone.state.now,
    )  # fmt: skip
    return {"appId": key, "installed": True, "changed": True}


@tool(DOMAIN, risk=Risk.IRREVERSIBLE, seconds=5, errors=(*FINDING, Code.UNSUPPORTED))
def uninstall_app(phone: Phone, appName: Text) -> Json:
    """Uninstall an app with its data."""
    app = resolve_app(phone, appName)
    if app["system"]:
        raise PhoneError(Code.UNSUPPORTED, f"{app['name']} is part of the system and cannot be uninstalled")
    phone.remove("apps", app["id"])
    use_space(phone, -size_of(app))
    return {"appId": app["id"], "uninstalled": True}


@tool(DOMAIN, risk=Risk.REVERSIBLE, seconds=20, errors=(*FINDING, Code.NO_SERVICE))
def update_app(phone: Phone, appName: Text | None = None, everything: bool = False) -> Json:
    """Update one app, or every app that has an update.

    everything: update all apps.
    """
    if appName is None and not everything:
        raise PhoneError(Code.MISSING_ARGUMENT, "say which app, or everything", accepted=["appName", "everything"])
    if appName is not None and everything:
        raise PhoneError(Code.INVALID_ARGUMENT, "give appName or everything, not both", accepted=["appName"])
    apps = [resolve_app(phone, appName)] if appName is not None else list(phone.state.rows("apps").values())
    phone.require("internet")
    updated = [app["name"] for app in apps if phone.put("apps", app["id"], version=app["latest"])]
    return {"updated": updated, "changed": bool(updated)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(*FINDING, Code.PRECONDITION_FAILED, Code.BLOCKED_BY_MODE))
def open_app(phone: Phone, appName: Text) -> Json:
    """Open an app and bring it to the front."""
    app = require_app(phone, appName)
    changed = phone.put("apps", app["id"], running=True)
    phone.put("apps", app["id"], last_used=phone.state.now)
    phone.put("device", "foreground", app=app["id"])
    return {"appId": app["id"], "foreground": True, "changed": changed}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=FINDING)
def close_app(phone: Phone, appName: Text) -> Json:
    """Close an app and stop what it does in the background."""
    app = resolve_app(phone, appName)
    foreground = phone.state.get("device", "foreground")
    if foreground is not None and foreground["app"] == app["id"]:
        phone.put("device", "foreground", app=None)
    return {"appId": app["id"], "changed": phone.put("apps", app["id"], running=False)}


@tool(DOMAIN, risk=Risk.IRREVERSIBLE, errors=FINDING)
def clear_app_data(phone: Phone, appName: Text, what: Literal["cache", "data"]) -> Json:
    """Clear an app's cache, or all its data with accounts and settings."""
    app = resolve_app(phone, appName)
    freed = float(app["cache_mb"] + (app["data_mb"] if what == "data" else 0))
    fields: Row = {"cache_mb": 0} if what == "cache" else {"cache_mb": 0, "data_mb": 0, "running": False}
    changed = phone.put("apps", app["id"], **fields)
    use_space(phone, -freed)
    return {"appId": app["id"], "freedMb": round(freed, 1), "changed": changed}
