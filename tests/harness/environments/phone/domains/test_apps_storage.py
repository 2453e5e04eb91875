"""Apps and storage: every tool, every error it declares, and exactly what it writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.contract import Json
from harness.environments.phone.errors import Code
from harness.environments.phone.phone import Phone
from tests.harness.environments.phone.driving import (
    Fails,
    Works,
    assert_covered,
    call,
    failure,
    field_of,
    id_of,
    phone_of,
    run_random_calls,
    tools_of,
)

DOMAIN = "Apps & Storage"
OFFLINE = {"radios/wifi": {"on": False}, "radios/mobile_data": {"on": False}}
FULL = {"device/storage": {"free_mb": 0.1}}
NO_FILES = {"permissions/assistant.files": {"granted": False}}
LOCKED = {"apps/WhatsApp": {"locked": True}}
TWINS = {"apps/Strava": {"name": "Maps"}}
SAME_NAME = {"files/Track 01.mp3": {"name": "budget.pdf"}}
SAME_PLACE = {"files/Track 01.mp3": {"name": "budget.pdf", "folder": "Documents/Work"}}
BINNED_TWIN = {"files/Track 01.mp3": {"name": "cv.zip", "folder": "Downloads"}}
INSTALLER = {
    "files/fi_aaaa": {"id": "fi_aaaa", "name": "game.apk", "folder": "Downloads", "type": "apk", "size_mb": 100.0,
                      "modified": 1772000000, "trashed": False}
}  # fmt: skip
COPY = {
    "files/fi_aaaa": {"id": "fi_aaaa", "name": "Budget.pdf", "folder": "Downloads", "type": "document", "size_mb": 3.4,
                      "modified": 1772000000, "trashed": False}
}  # fmt: skip
URL = "https://example.org/guides/Map.pdf?v=2"
FREE = 41200


def file(name: str, folder: str, kind: str) -> dict[str, Json]:
    return {"files/*/name": name, "files/*/folder": folder, "files/*/type": kind, "files/*/trashed": False}


def gone(name: str) -> dict[str, Json]:
    return {f"files/{name}/{field}": None for field in ("name", "folder", "type", "trashed")}


def free(megabytes: float) -> dict[str, Json]:
    return {"device/storage/free_mb": megabytes}


def denied(tool: str, arguments: dict[str, Json]) -> Fails:
    return Fails(tool, arguments, Code.PERMISSION_DENIED, patches=NO_FILES)


APP_FIELDS = (
    "name", "package", "category", "version", "latest", "size_mb", "cache_mb", "data_mb", "system", "running",
    "notifications", "locked", "background",
)  # fmt: skip
RENAME = {"action": "rename", "fileName": "budget.pdf", "newName": "plan.txt"}
MOVE = {"action": "move", "fileName": "budget.pdf", "folder": "documents/work"}

MAPS_USES = [key for key, _ in phone_of().find("permission_usage", app=id_of(phone_of(), "apps", "Maps"))]

WORKS = [
    Works("search_apps", {"query": "what"}, {}, {"total": 1}),
    Works("search_apps", {"category": "Tools", "running": True}, {}, {"total": 1}),
    Works("search_apps", {"updatable": True, "sortBy": "size"}, {}, {"total": 4}),
    Works("search_app_store", {"query": "chess"}, {},
          {"apps": [{"name": "Chess Arena", "category": "games", "sizeMb": 90, "rating": 4.0, "installed": False}]}),
    Works("search_app_store", {"query": "Finance"}, {}, {"total": 2}),
    Works("install_app", {"appName": "chess arena"},
          {"apps/*/name": "Chess Arena", "apps/*/package": "com.chess.arena", "apps/*/category": "games",
           "apps/*/version": "2.2.0", "apps/*/latest": "2.2.0", "apps/*/size_mb": 90, "apps/*/cache_mb": 0,
           "apps/*/data_mb": 0, "apps/*/system": False, "apps/*/running": False, "apps/*/notifications": True,
           "apps/*/locked": False, "apps/*/background": "optimized", **free(FREE - 90)}, {"changed": True}),
    Works("install_app", {"appName": "WhatsApp"}, {}, {"changed": False}),
    Works("uninstall_app", {"appName": "Maps"},
          {**{f"apps/Maps/{name}": None for name in APP_FIELDS},
           **{f"permissions/maps.location/{name}": None for name in ("app", "permission", "granted")},
           **{f"permission_usage/{key}/{name}": None for key in MAPS_USES for name in ("app", "at", "permission")},
           **{f"home_items/Maps/{name}": None for name in ("kind", "name", "app", "area", "page")},
           "default_apps/maps/app": None, **free(FREE + 474.6)}),
    Works("update_app", {"appName": "BBC News"}, {"apps/BBC News/version": "2.9.0"}, {"updated": ["BBC News"]}),
    Works("update_app", {"everything": True},
          {"apps/Gmail/version": "14.7.0", "apps/WhatsApp/version": "10.9.0", "apps/Strava/version": "6.3.0",
           "apps/BBC News/version": "2.9.0"}, {"changed": True}),
    Works("open_app", {"appName": "maps"}, {"apps/Maps/running": True, "device/*/app": "Maps"}, {"changed": True}),
    Works("close_app", {"appName": "com.whatsapp"}, {"apps/WhatsApp/running": False}, {"changed": True}),
    Works("close_app", {"appName": "Maps"}, {}, {"changed": False}),
    Works("clear_app_data", {"appName": "Strava", "what": "cache"}, {"apps/Strava/cache_mb": 0, **free(FREE + 78.7)},
          {"freedMb": 78.7}),
    Works("clear_app_data", {"appName": "Strava", "what": "data"},
          {"apps/Strava/cache_mb": 0, "apps/Strava/data_mb": 0, **free(FREE + 84.5)}, {"freedMb": 84.5}),
    Works("manage_app_permission", {"action": "grant", "appName": "assistant", "permission": "files"},
          {"permissions/assistant.files/granted": True}, patches=NO_FILES),
    Works("manage_app_permission", {"action": "grant", "appName": "Maps", "permission": "contacts"},
          {"permissions/*/app": "maps", "permissions/*/permission": "contacts", "permissions/*/granted": True}),
    Works("manage_app_permission", {"action": "revoke", "appName": "Photos", "permission": "photos"},
          {"permissions/photos.photos/granted": False}, {"changed": True}),
    Works("manage_app_permission", {"action": "list", "permission": "location"}),
    Works("manage_default_app", {"action": "get", "role": "browser"}, {}, {"defaults": {"browser": "Chrome"}}),
    Works("manage_default_app", {"action": "set", "role": "browser", "appName": "BBC News"},
          {"default_apps/browser/app": "BBC News"}, {"changed": True}),
    Works("set_app_notifications", {"appName": "Duolingo", "enabled": False}, {"apps/Duolingo/notifications": False}),
    Works("set_background_limit", {"appName": "WhatsApp", "mode": "restricted"},
          {"apps/WhatsApp/background": "restricted", "apps/WhatsApp/running": False}),
    Works("manage_app_lock", {"action": "lock", "appName": "WhatsApp"},
          {"apps/WhatsApp/locked": True, "apps/WhatsApp/running": False}),
    Works("manage_app_lock", {"action": "unlock", "appName": "WhatsApp", "pin": "2580"}, {"apps/WhatsApp/locked": False},
          patches=LOCKED),
    Works("manage_app_lock", {"action": "list"}, {}, {"locked": ["WhatsApp"]}, patches=LOCKED),
    Works("search_files", {"query": "presentation", "folder": "documents"}, {}, {"total": 2}),
    Works("search_files", {"type": "document", "largerThanMb": 6.5, "sortBy": "size"}, {}, {"total": 2}),
    Works("search_files", {"sortBy": "name", "maxResults": 1}, {}, {"total": 19}),
    Works("create_folder", {"path": "documents/Trips/Rome"},
          {}, {"folder": "Documents/Trips/Rome", "created": True}),
    Works("create_folder", {"path": "/documents/WORK/"}, {}, {"folder": "Documents/Work", "created": False}),
    Works("manage_file", RENAME, {"files/budget.pdf/name": "plan.txt"}, {"changed": True}),
    Works("manage_file", MOVE, {"files/budget.pdf/folder": "Documents/Work"}, {"changed": True}),
    Works("manage_file", {**MOVE, "folder": "Documents"}, {}, {"changed": False}),
    Works("manage_file", {**MOVE, "action": "copy", "newName": "budget 2.pdf"},
          {**file("budget 2.pdf", "Documents/Work", "document"), **free(FREE - 3.4)}, {"created": True}),
    Works("delete_file", {"fileName": "budget.pdf"}, {"files/budget.pdf/trashed": True}, {"inTrash": True}),
    Works("delete_file", {"fileId": "fi_2deg", "permanent": True}, {**gone("budget.pdf"), **free(FREE + 3.4)}),
    Works("manage_trash", {"action": "list"}, {}, {"total": 2}),
    Works("manage_trash", {"action": "restore", "fileId": "fi_tyzb"}, {"files/cv.zip/trashed": False},
          {"folder": "Downloads"}),
    Works("manage_trash", {"action": "empty"}, {**gone("cv.zip"), **gone("Screenshot_007.jpg"), **free(FREE + 74.5)},
          {"deleted": 2, "freedMb": 74.5}),
    Works("compress_files", {"fileIds": ["fi_2deg", "fi_r6s7"], "archiveName": "papers"},
          {**file("papers.zip", "Documents", "archive"), **free(round(FREE - 4.6, 1))}, {"sizeMb": 4.6}),
    Works("download_file", {"url": URL}, {**file("Map.pdf", "Downloads", "document"), **free(41151.2)}),
    Works("get_storage_status", {}, {}, {"freeMb": FREE, "totalMb": 128000, "trashMb": 74.5}),
    Works("clean_storage", {"target": "trash"}, {**gone("cv.zip"), **gone("Screenshot_007.jpg"), **free(FREE + 74.5)}),
    Works("clean_storage", {"target": "apks"}, {**gone("game.apk"), **free(FREE + 100)}, {"freedMb": 100.0},
          patches=INSTALLER),
    Works("clean_storage", {"target": "duplicates"}, {**gone("Budget.pdf"), **free(FREE + 3.4)}, {"freedMb": 3.4},
          patches=COPY),
    Works("control_power", {"action": "lock_screen"}, {"device/lock/locked": True}),
    Works("control_power", {"action": "power_off"}),
    Works("control_power", {"action": "reboot"}),
]  # fmt: skip

FAILS = [
    Fails("search_app_store", {"query": "chess"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("install_app", {"appName": "Nowhere"}, Code.NOT_FOUND),
    Fails("install_app", {"appName": "Chess Arena"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("install_app", {"appName": "Chess Arena"}, Code.NO_SPACE, patches=FULL),
    Fails("uninstall_app", {"appName": "Nowhere"}, Code.NOT_FOUND),
    Fails("uninstall_app", {"appName": "Maps"}, Code.AMBIGUOUS, patches=TWINS),
    Fails("uninstall_app", {"appName": "Phone"}, Code.UNSUPPORTED),
    Fails("update_app", {"appName": "Nowhere"}, Code.NOT_FOUND),
    Fails("update_app", {"appName": "Maps"}, Code.AMBIGUOUS, patches=TWINS),
    Fails("update_app", {"everything": True}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("update_app", {}, Code.MISSING_ARGUMENT),
    Fails("update_app", {"appName": "Maps", "everything": True}, Code.INVALID_ARGUMENT),
    Fails("open_app", {"appName": "Nowhere"}, Code.NOT_FOUND),
    Fails("open_app", {"appName": "Maps"}, Code.AMBIGUOUS, patches=TWINS),
    Fails("open_app", {"appName": "WhatsApp"}, Code.PRECONDITION_FAILED, patches=LOCKED),
    Fails("open_app", {"appName": "Maps"}, Code.BLOCKED_BY_MODE, patches={"modes/extreme_saver": {"on": True}}),
    Fails("close_app", {"appName": "Nowhere"}, Code.NOT_FOUND),
    Fails("close_app", {"appName": "Maps"}, Code.AMBIGUOUS, patches=TWINS),
    Fails("clear_app_data", {"appName": "Nowhere", "what": "cache"}, Code.NOT_FOUND),
    Fails("clear_app_data", {"appName": "Maps", "what": "cache"}, Code.AMBIGUOUS, patches=TWINS),
    Fails("manage_app_permission", {"action": "list", "appName": "Nowhere"}, Code.NOT_FOUND),
    Fails("manage_app_permission", {"action": "list", "appName": "Maps"}, Code.AMBIGUOUS, patches=TWINS),
    Fails("manage_app_permission", {"action": "grant", "appName": "Maps"}, Code.MISSING_ARGUMENT),
    Fails("manage_app_permission", {"action": "grant", "permission": "files"}, Code.MISSING_ARGUMENT),
    Fails("manage_default_app", {"action": "set", "role": "maps", "appName": "Nowhere"}, Code.NOT_FOUND),
    Fails("manage_default_app", {"action": "set", "role": "maps", "appName": "Maps"}, Code.AMBIGUOUS, patches=TWINS),
    Fails("manage_default_app", {"action": "set", "role": "maps"}, Code.MISSING_ARGUMENT),
    Fails("manage_default_app", {"action": "set", "appName": "Maps"}, Code.MISSING_ARGUMENT),
    Fails("set_app_notifications", {"appName": "Nowhere", "enabled": True}, Code.NOT_FOUND),
    Fails("set_app_notifications", {"appName": "Maps", "enabled": True}, Code.AMBIGUOUS, patches=TWINS),
    Fails("set_background_limit", {"appName": "Nowhere", "mode": "optimized"}, Code.NOT_FOUND),
    Fails("set_background_limit", {"appName": "Maps", "mode": "optimized"}, Code.AMBIGUOUS, patches=TWINS),
    Fails("manage_app_lock", {"action": "lock", "appName": "Nowhere"}, Code.NOT_FOUND),
    Fails("manage_app_lock", {"action": "lock", "appName": "Maps"}, Code.AMBIGUOUS, patches=TWINS),
    Fails("manage_app_lock", {"action": "unlock", "appName": "WhatsApp", "pin": "0000"}, Code.PERMISSION_DENIED,
          patches=LOCKED),
    Fails("manage_app_lock", {"action": "unlock", "appName": "WhatsApp"}, Code.MISSING_ARGUMENT, patches=LOCKED),
    Fails("manage_app_lock", {"action": "lock"}, Code.MISSING_ARGUMENT),
    Fails("search_files", {"folder": "Nowhere"}, Code.NOT_FOUND),
    denied("search_files", {}),
    denied("create_folder", {"path": "A"}),
    Fails("create_folder", {"path": "../etc"}, Code.INVALID_ARGUMENT),
    denied("manage_file", MOVE),
    Fails("manage_file", {**MOVE, "fileName": "none.pdf"}, Code.NOT_FOUND),
    Fails("manage_file", {"action": "move", "fileId": "fi_tyzb", "folder": "Documents"}, Code.NOT_FOUND),
    Fails("manage_file", {**MOVE, "folder": "Nowhere"}, Code.NOT_FOUND),
    Fails("manage_file", MOVE, Code.AMBIGUOUS, patches=SAME_NAME),
    Fails("manage_file", {"action": "move", "fileId": "fi_2deg", "folder": "Documents/Work"}, Code.ALREADY_EXISTS,
          patches=SAME_PLACE),
    Fails("manage_file", {**MOVE, "action": "copy"}, Code.NO_SPACE, patches=FULL),
    Fails("manage_file", {"action": "rename", "fileName": "budget.pdf"}, Code.MISSING_ARGUMENT),
    Fails("manage_file", {"action": "move", "fileName": "budget.pdf"}, Code.MISSING_ARGUMENT),
    Fails("manage_file", {"action": "move", "folder": "Documents"}, Code.MISSING_ARGUMENT),
    Fails("manage_file", {**RENAME, "newName": "a/b.txt"}, Code.INVALID_ARGUMENT),
    Fails("manage_file", {**RENAME, "folder": "Documents"}, Code.INVALID_ARGUMENT),
    denied("delete_file", {"fileName": "budget.pdf"}),
    Fails("delete_file", {"fileName": "none.pdf"}, Code.NOT_FOUND),
    Fails("delete_file", {"fileName": "budget.pdf"}, Code.AMBIGUOUS, patches=SAME_NAME),
    denied("manage_trash", {"action": "list"}),
    Fails("manage_trash", {"action": "restore", "fileId": "fi_2deg"}, Code.NOT_FOUND),
    Fails("manage_trash", {"action": "restore", "fileId": "fi_tyzb"}, Code.ALREADY_EXISTS, patches=BINNED_TWIN),
    Fails("manage_trash", {"action": "restore"}, Code.MISSING_ARGUMENT),
    denied("compress_files", {"fileIds": ["fi_2deg"], "archiveName": "a"}),
    Fails("compress_files", {"fileIds": ["fi_none"], "archiveName": "a"}, Code.NOT_FOUND),
    Fails("compress_files", {"fileIds": ["fi_2deg"], "archiveName": "Track 01.mp3", "folder": "Music"}, Code.ALREADY_EXISTS,
          patches={"files/Track 01.mp3": {"name": "Track 01.mp3.zip"}}),
    Fails("compress_files", {"fileIds": ["fi_2deg"], "archiveName": "a"}, Code.NO_SPACE, patches=FULL),
    denied("download_file", {"url": URL}),
    Fails("download_file", {"url": URL, "folder": "Nowhere"}, Code.NOT_FOUND),
    Fails("download_file", {"url": URL, "folder": "Documents", "fileName": "budget.pdf"}, Code.ALREADY_EXISTS),
    Fails("download_file", {"url": URL}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("download_file", {"url": URL}, Code.NO_SPACE, patches=FULL),
    Fails("download_file", {"url": "ftp:/x"}, Code.INVALID_ARGUMENT),
    denied("clean_storage", {"target": "cache"}),
]  # fmt: skip
BULK = {("create_folder", "documents/Trips/Rome"), ("control_power", "power_off"), ("control_power", "reboot")}
"""Calls that write more rows than a table of cases reads well with; tests of their own say what they write."""


def _is_bulk(case: Works) -> bool:
    return (case.tool, case.arguments.get("path") or case.arguments.get("action")) in BULK


@pytest.mark.parametrize("case", [case for case in WORKS if not _is_bulk(case)], ids=str)
def test_tool_answers_and_writes_exactly_that(case: Works) -> None:
    case.check()


@pytest.mark.parametrize("case", FAILS, ids=str)
def test_tool_refuses_and_changes_nothing(case: Fails) -> None:
    case.check()


def test_domain_has_its_twenty_three_tools_and_all_are_covered() -> None:
    assert len(tools_of(DOMAIN)) == 23
    assert_covered(DOMAIN, WORKS, FAILS)


def _changed_paths(phone: Phone, tool: str, **arguments: Json) -> set[str]:
    result = phone.call(tool, arguments)
    assert result.error is None
    return {f"{change.table}/{change.key}/{change.field}" for change in result.changes()}


def test_a_folder_is_made_with_the_folders_above_it() -> None:
    phone = phone_of()
    paths = _changed_paths(phone, "create_folder", path="documents/Trips/Rome")
    assert paths == {f"folders/Documents/{name}/{field}" for name in ("Trips", "Trips/Rome") for field in ("id", "created")}


def test_power_off_stops_apps_and_every_later_call_fails() -> None:
    phone = phone_of()
    call(phone, "control_power", action="power_off")
    assert not any(row["running"] for row in phone.state.rows("apps").values())
    assert failure(phone, "search_apps") == Code.DEVICE_OFF


def test_reboot_takes_a_while_and_then_the_phone_works_again() -> None:
    phone = phone_of()
    seconds = call(phone, "control_power", action="reboot")["readyInSeconds"]
    assert failure(phone, "search_apps") == Code.DEVICE_BOOTING
    phone.pass_time(seconds)
    call(phone, "search_apps")


def test_clearing_all_caches_frees_what_the_status_says() -> None:
    phone = phone_of("marcus")
    status = call(phone, "get_storage_status")
    freed = call(phone, "clean_storage", target="cache")["freedMb"]
    after = call(phone, "get_storage_status")
    assert freed == status["cachesMb"] and after["cachesMb"] == 0
    assert after["freeMb"] == pytest.approx(status["freeMb"] + freed, abs=0.05)


def test_a_revoked_permission_is_granted_along_the_path_that_the_error_names() -> None:
    phone = phone_of(patches=NO_FILES)
    error = phone.call("search_files", {}).error
    assert error is not None
    call(phone, "manage_app_permission", **error.accepted)
    call(phone, "search_files")


def test_uninstalled_app_can_be_installed_again_without_its_permissions() -> None:
    phone = phone_of()
    call(phone, "uninstall_app", appName="WhatsApp")
    assert failure(phone, "send_message", text="Hi", contactName="Mum", app="whatsapp") == Code.NOT_FOUND
    call(phone, "install_app", appName="WhatsApp")
    assert "whatsapp" not in call(phone, "manage_app_permission", action="list", appName="WhatsApp")["granted"]
    call(phone, "send_message", text="Hi", contactName="Mum", app="whatsapp")


def test_opened_app_comes_to_the_front_and_leaves_it_when_closed() -> None:
    phone = phone_of()
    call(phone, "open_app", appName="Maps")
    assert phone.one("device", "foreground")["app"] == id_of(phone, "apps", "Maps")
    call(phone, "close_app", appName="Maps")
    assert phone.one("device", "foreground")["app"] is None


def test_a_file_leaves_the_trash_for_good_only_with_permanent() -> None:
    phone = phone_of()
    key = id_of(phone, "files", "budget.pdf")
    call(phone, "delete_file", fileId=key)
    assert failure(phone, "delete_file", fileId=key) == Code.NOT_FOUND
    call(phone, "delete_file", fileId=key, permanent=True)
    assert phone.state.get("files", key) is None


def test_the_same_address_downloads_the_same_size() -> None:
    first, second = (call(phone_of(profile), "download_file", url=URL) for profile in ("emma", "marcus"))
    assert first["sizeMb"] == second["sizeMb"]


def test_locked_app_is_found_but_not_opened_until_unlocked() -> None:
    phone = phone_of("marcus")
    locked = call(phone, "manage_app_lock", action="list")["locked"]
    assert locked and failure(phone, "open_app", appName=locked[0]) == Code.PRECONDITION_FAILED
    call(phone, "manage_app_lock", action="unlock", appName=locked[0], pin=field_of(phone, "device/lock/pin"))
    call(phone, "open_app", appName=locked[0])


@given(seed=st.integers(0, 10_000), profile=st.sampled_from(["emma", "liwei", "marcus", "aisha"]))
def test_random_calls_fail_only_as_declared_and_repeat_exactly(seed: int, profile: str) -> None:
    digest = run_random_calls(DOMAIN, profile, seed, besides=["control_power"]).state.digest()
    assert digest == run_random_calls(DOMAIN, profile, seed, besides=["control_power"]).state.digest()
