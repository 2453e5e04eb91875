"""The tables of this domain and their rules."""

from typing import Annotated

from pydantic import Field

from ...phone import Phone
from ...rules import RULES
from ...state import Row
from ...tables import TABLES, Table

DOMAIN = "Apps & Storage"

TABLES.register([
    Table("apps", "installed apps", prefix="ap", volatile=("last_used",)),
    Table("app_store", "apps that can be installed", prefix="st"),
    Table("default_apps", "which app does what by default; one row a role", references={"app": "apps"}),
    Table("files", "files of the user, those in the trash included", prefix="fi",
          volatile=("modified", "size_mb")),
    Table("folders", "folders, named by their path", volatile=("created",)),
])  # fmt: skip

Count = Annotated[int, Field(ge=1, le=50)]


def size_of(app: Row) -> float:
    """What an app takes up: itself, its data, its cache."""
    return float(app["size_mb"] + app["data_mb"] + app["cache_mb"])


@RULES.effect("apps")
def removed_app_leaves_no_trace(phone: Phone, before: Row | None, after: Row | None) -> None:
    """An app that is gone holds no permission and is nobody's default."""
    if after is not None or before is None:
        return
    name = before["name"].casefold()
    for key in [key for key, row in phone.state.rows("permissions").items() if row["app"] == name]:
        phone.remove("permissions", key)
    for role, row in list(phone.state.rows("default_apps").items()):
        if row["app"] == before["id"]:
            phone.put("default_apps", role, app=None)


@RULES.effect("apps")
def locked_or_restricted_app_stops(phone: Phone, before: Row | None, after: Row | None) -> None:
    """An app that becomes locked or restricted in the background does not keep running."""
    if before is None or after is None or not after["running"]:
        return
    locks = after["locked"] and not before["locked"]
    restricts = after["background"] == "restricted" and before["background"] != "restricted"
    if locks or restricts:
        phone.put("apps", after["id"], running=False)


@RULES.effect("device", "power")
def power_off_stops_apps(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Switching off or restarting stops every app."""
    if after is None or after["state"] == "on":
        return
    for key, row in list(phone.state.rows("apps").items()):
        if row["running"]:
            phone.put("apps", key, running=False)
