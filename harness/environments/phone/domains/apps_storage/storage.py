"""How full the storage is, clearing it up, and the power of the device."""

from typing import Literal

from harness.contract import Json

from ...errors import Code
from ...phone import Phone, fold
from ...state import Row
from ...storage import use_space
from ...tools import Risk, tool
from .files import empty_trash, kept
from .space import DOMAIN, size_of

RESTART_SECONDS = 45


@tool(DOMAIN)
def get_storage_status(phone: Phone) -> Json:
    """Show how much storage is free and what takes it up."""
    storage = phone.one("device", "storage")
    apps = phone.state.rows("apps").values()
    by_type: dict[str, float] = {}
    for row in kept(phone):
        by_type[row["type"]] = round(by_type.get(row["type"], 0.0) + row["size_mb"], 1)
    trash = sum(row["size_mb"] for row in phone.state.rows("files").values() if row["trashed"])
    return {
        "totalMb": storage["total_mb"],
        "freeMb": storage["free_mb"],
        "appsMb": round(sum(map(size_of, apps)), 1),
        "cachesMb": round(sum(row["cache_mb"] for row in apps), 1),
        "filesMb": by_type,
        "trashMb": round(trash, 1),
    }


@tool(DOMAIN, risk=Risk.IRREVERSIBLE, permission="files", seconds=5, errors=(Code.PERMISSION_DENIED,))
def clean_storage(phone: Phone, target: Literal["cache", "trash", "apks", "duplicates"]) -> Json:
    """Free storage: clear all app caches, empty the trash, delete installer files or duplicate files."""
    if target == "trash":
        return {"freedMb": empty_trash(phone)}
    if target == "cache":
        caches = [row for row in phone.state.rows("apps").values() if row["cache_mb"]]
        for row in caches:
            phone.put("apps", row["id"], cache_mb=0)
        freed = round(sum(row["cache_mb"] for row in caches), 1)
    else:
        doomed = _installers(phone) if target == "apks" else _duplicates(phone)
        for row in doomed:
            phone.remove("files", row["id"])
        freed = round(sum(row["size_mb"] for row in doomed), 1)
    use_space(phone, -freed)
    return {"freedMb": freed}


def _installers(phone: Phone) -> list[Row]:
    return [row for row in kept(phone) if row["type"] == "apk"]


def _duplicates(phone: Phone) -> list[Row]:
    """Every file but the oldest of those with the same name and size."""
    first: dict[tuple[Json, Json], Row] = {}
    doomed = []
    for row in sorted(kept(phone), key=lambda item: (item["modified"], item["id"])):
        if first.setdefault((fold(row["name"]), row["size_mb"]), row) is not row:
            doomed.append(row)
    return doomed


@tool(DOMAIN, risk=Risk.IRREVERSIBLE, risks={"lock_screen": Risk.REVERSIBLE})
def control_power(phone: Phone, action: Literal["power_off", "reboot", "lock_screen"]) -> Json:
    """Switch the phone off, restart it or lock its screen; after power_off nothing more can be done."""
    if action == "lock_screen":
        return {"changed": phone.put("device", "lock", locked=True)}
    if action == "power_off":
        phone.put("device", "power", state="off", ready_at=None)
        return {"power": "off"}
    ready = phone.state.now + RESTART_SECONDS
    phone.put("device", "power", state="rebooting", ready_at=ready)
    return {"power": "rebooting", "readyInSeconds": RESTART_SECONDS}
