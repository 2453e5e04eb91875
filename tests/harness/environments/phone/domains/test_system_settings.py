"""System settings: every tool, every error it declares, and exactly what it writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.contract import Json
from harness.environments.phone.errors import Code
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

DOMAIN = "System Settings"
OFFLINE = {"radios/wifi": {"on": False}, "radios/mobile_data": {"on": False}}
EVERY_DAY = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


def as_guest(profile: str = "emma") -> dict[str, dict[str, Json]]:
    return {"active_user/main": {"user": id_of(phone_of(profile), "users", "Guest")}}


def clarke(**fields: Json) -> dict[str, Json]:
    return {f"accounts/emma.clarke@example.co.uk/{name}": value for name, value in fields.items()}


REMEMBERED = {
    "radios/location/on": {"was": True, "limit": False},
    "modes/sync/on": {"was": True, "limit": False},
    "display/refresh_rate/rate": {"was": "auto", "limit": "60"},
    "display/brightness/level": {"was": 55, "limit": 50},
}
SAVED = {
    "modes/battery_saver/on": True,
    "modes/battery_saver/remembered": REMEMBERED,
    "radios/location/on": False,
    "modes/sync/on": False,
    "display/refresh_rate/rate": "60",
    "display/brightness/level": 50,
}
WORKS = [
    Works("get_battery_status", {"maxResults": 2}, {},
          {"level": 80, "charging": False, "saver": "off", "saverAtPercent": 20, "chargingLimit": 80, "healthPercent": 96}),
    Works("set_battery_saver", {"mode": "standard"}, SAVED, {"mode": "standard", "changed": True}),
    Works("set_battery_saver", {"mode": "off"}, {}, {"mode": "off", "changed": False}),
    Works("set_battery_saver", {"atPercent": 30}, {"power_settings/main/saver_at": 30}, {"atPercent": 30, "mode": "off"}),
    Works("set_battery_saver", {"mode": "extreme"},
          {**SAVED, "modes/extreme_saver/on": True, "apps/WhatsApp/running": False, "apps/Spotify/running": False},
          {"mode": "extreme", "changed": True}),
    Works("set_charging_limit", {"percent": 95}, {"power_settings/main/charging_limit": 95}, {"changed": True}),
    Works("set_charging_limit", {"percent": "80"}, {}, {"changed": False}),
    Works("manage_scheduled_power", {"action": "get"}, {},
          {"power_on": {"time": "07:00", "days": EVERY_DAY}, "power_off": None}, profile="liwei"),
    Works("manage_scheduled_power", {"action": "set", "event": "power_off", "time": "23:30"},
          {"power_schedule/power_off/enabled": True, "power_schedule/power_off/time": "23:30"}, {"days": EVERY_DAY}),
    Works("manage_scheduled_power", {"action": "clear", "event": "power_on"}, {"power_schedule/power_on/enabled": False},
          {"changed": True}, profile="liwei"),
    Works("manage_language", {"action": "list"}, {}, {"primary": "zh-CN"}, profile="liwei"),
    Works("manage_language", {"action": "add", "language": "german"}, {"regional/main/languages": ["en-GB", "de-DE"]},
          {"language": "de-DE", "primary": "en-GB"}),
    Works("manage_language", {"action": "add", "language": "en-gb"}, {}, {"changed": False}),
    Works("manage_language", {"action": "set_primary", "language": "英式英语"},
          {"regional/main/languages": ["en-GB", "zh-CN", "en-US"], "device/info/locale": "en-GB"}, {"primary": "en-GB"},
          profile="liwei"),
    Works("manage_language", {"action": "remove", "language": "zh-CN"},
          {"regional/main/languages": ["en-US"], "device/info/locale": "en-US"}, profile="liwei"),
    Works("set_regional_preferences", {"region": "France", "measurementSystem": "metric"},
          {"regional/main/region": "France", "regional/main/measurement": "metric"}, {"changed": True}),
    Works("set_regional_preferences", {"temperatureUnit": "celsius", "firstDayOfWeek": "monday"}, {}, {"changed": False}),
    Works("set_date_time_format", {"hourFormat": "12h", "dateFormat": "YYYY-MM-DD"},
          {"regional/main/hour_format": "12h", "regional/main/date_format": "YYYY-MM-DD", "device/clock/format24": False}),
    Works("manage_device_info", {"action": "get"}, {},
          {"model": "Pixel 9", "androidVersion": "16", "securityPatch": "2026-02-05", "serialNumber": "38211FDH2000QX"}),
    Works("manage_device_info", {"action": "rename", "name": "Emma's phone"},
          {"about/main/name": "Emma's phone", "radios/bluetooth/name": "Emma's phone"}, {"changed": True}),
    Works("manage_system_update", {"action": "check"}, {},
          {"version": "16", "available": {"version": "16.1", "securityPatch": "2026-03-05", "sizeMb": 640}}),
    Works("manage_system_update", {"action": "check"}, {}, {"available": None}, profile="aisha"),
    Works("manage_system_update", {"action": "install"},
          {"system_update/main/version": "16.1", "system_update/main/build": "BP3A.260305.014",
           "system_update/main/patch": "2026-03-05", "system_update/main/offer_version": None,
           "system_update/main/offer_build": None, "system_update/main/offer_patch": None,
           "system_update/main/offer_mb": None, "device/power/state": "rebooting",
           "device/power/ready_at": 1772442840 + 300, "apps/Phone/running": False, "apps/Messages/running": False,
           "apps/Launcher/running": False, "apps/WhatsApp/running": False, "apps/Spotify/running": False}),
    Works("manage_system_update", {"action": "install"}, {}, {"upToDate": True, "changed": False}, profile="aisha"),
    Works("manage_system_update", {"action": "install_tonight"}, {"system_update/main/tonight": True},
          {"installsAt": "2026-03-03T02:00"}),
    Works("manage_system_update", {"action": "cancel"}, {"system_update/main/tonight": False},
          patches={"system_update/main": {"tonight": True, "install_at": 1772503200}}),
    Works("set_auto_update", {"target": "apps", "mode": "always"}, {"auto_update/apps/mode": "always"}),
    Works("set_auto_update", {"target": "system", "mode": "wifi_only"}, {}, {"changed": False}),
    Works("manage_accessibility", {"action": "get", "feature": "talkback"}, {}, {"features": {"talkback": False}}),
    Works("manage_accessibility", {"action": "set", "feature": "talkback", "enabled": True},
          {"accessibility/talkback/on": True}),
    Works("set_developer_option", {"option": "developer_mode", "enabled": True}, {"developer/developer_mode/on": True}),
    Works("set_developer_option", {"option": "usb_debugging", "enabled": False}, {"developer/usb_debugging/on": False},
          profile="liwei"),
    Works("set_developer_option", {"option": "developer_mode", "enabled": False},
          {"developer/developer_mode/on": False, "developer/usb_debugging/on": False}, profile="liwei"),
    Works("reset_settings", {"scope": "accessibility"},
          {"accessibility/remove_animations/on": False, "accessibility/flash_alerts/on": False}, profile="marcus",
          patches={f"reading_aids/{aid}": {"on": False} for aid in phone_of("marcus").state.rows("reading_aids")}),
    Works("manage_account", {"action": "list"}, {}, {}),
    Works("manage_account", {"action": "add", "account": "emma@outlook.example", "provider": "microsoft"},
          {"accounts/*/name": "emma@outlook.example", "accounts/*/provider": "microsoft",
           "accounts/*/services": ["mail", "contacts", "calendar"], "accounts/*/synced": ["mail", "contacts", "calendar"]},
          {"added": "emma@outlook.example"}),
    Works("manage_account", {"action": "remove", "account": "work"},
          dict.fromkeys(f"accounts/e.clarke@hartley.example.co.uk/{field}"
                        for field in ("name", "provider", "services", "synced"))),
    Works("manage_account", {"action": "sync_now", "account": "google"}, {}, {"synced": ["emma.clarke@example.co.uk"]}),
    Works("set_account_sync", {"enabled": False}, {"modes/sync/on": False}, {"backgroundSync": False, "changed": True}),
    Works("set_account_sync", {"enabled": False, "account": "google", "service": "photos"},
          clarke(synced=["mail", "contacts", "calendar", "notes"])),
    Works("set_account_sync", {"enabled": True, "account": "google"}, {}, {"changed": False}),
    Works("manage_backup", {"action": "status"}, {}, {"on": True, "wifiOnly": True, "account": "emma.clarke@example.co.uk"}),
    Works("manage_backup", {"action": "turn_off"}, {"backup/main/on": False}),
    Works("manage_backup", {"action": "turn_on", "include": ["photos", "apps"], "wifiOnly": True},
          {"backup/main/on": True, "backup/main/account": "marcus.bell@example.com",
           "backup/main/include": ["apps", "photos"], "backup/main/wifi_only": True}, profile="marcus"),
    Works("manage_backup", {"action": "configure", "wifiOnly": False}, {"backup/main/wifi_only": False}),
    Works("manage_backup", {"action": "back_up_now"}, {}, {"lastBackup": "2026-03-02T09:14"}),
    Works("manage_user", {"action": "list"}, {}, {}),
    Works("manage_user", {"action": "switch", "user": "guest"}, {"active_user/main/user": "Guest"}, {"user": "Guest"}),
    Works("manage_user", {"action": "switch", "user": "owner", "pin": "2580"}, {"active_user/main/user": "Emma Clarke"},
          patches=as_guest()),
    Works("manage_user", {"action": "add", "user": "Sophie"}, {"users/*/name": "Sophie", "users/*/kind": "secondary"}),
    Works("manage_user", {"action": "remove", "user": "tyler"}, {"users/Tyler/name": None, "users/Tyler/kind": None},
          profile="marcus"),
    Works("get_screen_time", {"maxResults": 1}, {},
          {"totalMinutes": 153, "appsUsed": 6, "apps": [{"app": "Spotify", "minutes": 41, "limitMinutes": None}]}),
    Works("get_screen_time", {"appName": "YouTube"}, {}, {"minutes": 25, "limitMinutes": 60}),
    Works("set_app_timer", {"appName": "Spotify", "minutes": 90},
          {"app_timers/*/app": "Spotify", "app_timers/*/minutes": 90}, {"changed": True}),
    Works("set_app_timer", {"appName": "YouTube", "minutes": 45}, {"app_timers/YouTube/minutes": 45}),
    Works("set_app_timer", {"appName": "YouTube", "minutes": 0},
          {"app_timers/YouTube/minutes": None, "app_timers/YouTube/app": None}, {"minutes": None, "changed": True}),
    Works("manage_focus_mode", {"action": "status"}, {}, {"on": False, "apps": ["YouTube"]}),
    Works("manage_focus_mode", {"action": "turn_on"}, {"focus_mode/main/on": True}, {"on": True}),
    Works("manage_focus_mode", {"action": "turn_off"}, {}, {"changed": False}),
    Works("manage_focus_mode", {"action": "add_app", "appName": "WhatsApp"}, {"focus_apps/*/app": "WhatsApp"}),
    Works("manage_focus_mode", {"action": "remove_app", "appName": "YouTube"}, {"focus_apps/YouTube/app": None}),
    Works("manage_emergency_info", {"action": "get"}, {}, {"bloodType": "O+", "allergies": "penicillin"}),
    Works("manage_emergency_info", {"action": "set_medical", "allergies": "penicillin, nuts", "medications": "none"},
          {"medical_info/main/allergies": "penicillin, nuts", "medical_info/main/medications": "none"}),
    Works("manage_emergency_info", {"action": "add_contact", "contactName": "Mum"}, {"emergency_contacts/*/contact": "Mum"},
          {"name": "Mum", "changed": True}),
    Works("manage_emergency_info", {"action": "remove_contact", "contactName": "James"},
          {"emergency_contacts/James Clarke/contact": None, "emergency_sos/main/share_location": False}),
    Works("set_emergency_sos", {"enabled": False}, {"emergency_sos/main/on": False}),
    Works("set_emergency_sos", {"enabled": True, "countdownSeconds": "5", "callNumber": "112"},
          {"emergency_sos/main/countdown_seconds": 5, "emergency_sos/main/number": "112"}, {"changed": True}),
]  # fmt: skip

NO_RIGHT = {"permissions/assistant.contacts": {"granted": False}}
FAILS = [
    Fails("set_battery_saver", {"mode": "standard"}, Code.CONFLICT, patches={"device/battery": {"charging": True}}),
    Fails("set_battery_saver", {}, Code.MISSING_ARGUMENT),
    Fails("set_battery_saver", {"atPercent": 90}, Code.INVALID_ARGUMENT),
    Fails("set_charging_limit", {"percent": 70}, Code.INVALID_ARGUMENT),
    Fails("manage_scheduled_power", {"action": "set", "event": "power_off"}, Code.MISSING_ARGUMENT),
    Fails("manage_scheduled_power", {"action": "clear"}, Code.MISSING_ARGUMENT),
    Fails("manage_language", {"action": "add"}, Code.MISSING_ARGUMENT),
    Fails("manage_language", {"action": "add", "language": "Klingon"}, Code.NOT_FOUND),
    Fails("manage_language", {"action": "remove", "language": "French"}, Code.NOT_FOUND),
    Fails("manage_language", {"action": "set_primary", "language": "Spanish"}, Code.AMBIGUOUS),
    Fails("manage_language", {"action": "remove", "language": "en-GB"}, Code.PRECONDITION_FAILED),
    Fails("set_regional_preferences", {}, Code.MISSING_ARGUMENT),
    Fails("set_date_time_format", {}, Code.MISSING_ARGUMENT),
    Fails("manage_device_info", {"action": "rename"}, Code.MISSING_ARGUMENT),
    Fails("manage_system_update", {"action": "check"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_system_update", {"action": "install"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_system_update", {"action": "install"}, Code.PRECONDITION_FAILED,
          patches={"device/battery": {"level": 29}}),
    Fails("manage_system_update", {"action": "install"}, Code.NO_SPACE, patches={"device/storage": {"free_mb": 600}}),
    Fails("manage_accessibility", {"action": "set", "enabled": True}, Code.MISSING_ARGUMENT),
    Fails("manage_accessibility", {"action": "set", "feature": "talkback"}, Code.MISSING_ARGUMENT),
    Fails("set_developer_option", {"option": "usb_debugging", "enabled": True}, Code.PRECONDITION_FAILED),
    Fails("set_developer_option", {"option": "wireless_debugging", "enabled": True}, Code.PRECONDITION_FAILED, "liwei",
          {"radios/wifi": {"on": False}}),
    Fails("set_developer_option", {"option": "usb_debugging", "enabled": False}, Code.POLICY_DENIED, "marcus"),
    Fails("set_developer_option", {"option": "developer_mode", "enabled": False}, Code.POLICY_DENIED, "marcus"),
    Fails("reset_settings", {"scope": "network"}, Code.PERMISSION_DENIED, patches=as_guest()),
    Fails("reset_settings", {"scope": "factory"}, Code.INVALID_ARGUMENT),
    Fails("manage_account", {"action": "remove", "account": "nobody@example.com"}, Code.NOT_FOUND),
    Fails("manage_account", {"action": "remove", "account": "google"}, Code.AMBIGUOUS, "marcus"),
    Fails("manage_account", {"action": "add", "account": "emma.clarke@example.co.uk", "provider": "google"},
          Code.ALREADY_EXISTS),
    Fails("manage_account", {"action": "add", "account": "e@example.com", "provider": "google"}, Code.NO_SERVICE,
          patches=OFFLINE),
    Fails("manage_account", {"action": "sync_now"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_account", {"action": "list"}, Code.PERMISSION_DENIED, patches=as_guest()),
    Fails("manage_account", {"action": "add", "account": "e@example.com"}, Code.MISSING_ARGUMENT),
    Fails("manage_account", {"action": "remove"}, Code.MISSING_ARGUMENT),
    Fails("set_account_sync", {"enabled": True}, Code.BLOCKED_BY_MODE,
          patches={"modes/battery_saver": {"on": True}, "modes/sync": {"on": False}}),
    Fails("set_account_sync", {"enabled": False, "account": "xiaomi"}, Code.NOT_FOUND),
    Fails("set_account_sync", {"enabled": False, "account": "google"}, Code.AMBIGUOUS, "marcus"),
    Fails("set_account_sync", {"enabled": True, "account": "work", "service": "photos"}, Code.UNSUPPORTED),
    Fails("set_account_sync", {"enabled": True, "service": "photos"}, Code.MISSING_ARGUMENT),
    Fails("manage_backup", {"action": "back_up_now"}, Code.PRECONDITION_FAILED, "marcus"),
    Fails("manage_backup", {"action": "back_up_now"}, Code.PRECONDITION_FAILED, patches={"radios/wifi": {"on": False}}),
    Fails("manage_backup", {"action": "back_up_now"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_backup", {"action": "status"}, Code.PERMISSION_DENIED, patches=as_guest()),
    Fails("manage_backup", {"action": "configure"}, Code.MISSING_ARGUMENT),
    Fails("manage_backup", {"action": "turn_off", "wifiOnly": True}, Code.INVALID_ARGUMENT),
    Fails("manage_user", {"action": "switch", "user": "Zoe"}, Code.NOT_FOUND),
    Fails("manage_user", {"action": "switch"}, Code.MISSING_ARGUMENT),
    Fails("manage_user", {"action": "switch", "user": "owner"}, Code.MISSING_ARGUMENT, patches=as_guest()),
    Fails("manage_user", {"action": "switch", "user": "owner", "pin": "1111"}, Code.PERMISSION_DENIED, patches=as_guest()),
    Fails("manage_user", {"action": "add", "user": "Zoe"}, Code.PERMISSION_DENIED, patches=as_guest()),
    Fails("manage_user", {"action": "add", "user": "tyler"}, Code.ALREADY_EXISTS, "marcus"),
    Fails("manage_user", {"action": "remove", "user": "guest"}, Code.UNSUPPORTED),
    Fails("get_screen_time", {"appName": "Nope"}, Code.NOT_FOUND),
    Fails("get_screen_time", {"appName": "Ch"}, Code.AMBIGUOUS, "marcus"),
    Fails("set_app_timer", {"appName": "Nope", "minutes": 5}, Code.NOT_FOUND),
    Fails("set_app_timer", {"appName": "Ch", "minutes": 5}, Code.AMBIGUOUS, "marcus"),
    Fails("set_app_timer", {"appName": "Phone", "minutes": 5}, Code.UNSUPPORTED),
    Fails("manage_focus_mode", {"action": "add_app"}, Code.MISSING_ARGUMENT),
    Fails("manage_focus_mode", {"action": "remove_app", "appName": "Spotify"}, Code.NOT_FOUND),
    Fails("manage_focus_mode", {"action": "add_app", "appName": "Ch"}, Code.AMBIGUOUS, "marcus"),
    Fails("manage_focus_mode", {"action": "add_app", "appName": "Settings"}, Code.UNSUPPORTED),
    Fails("manage_emergency_info", {"action": "set_medical"}, Code.MISSING_ARGUMENT),
    Fails("manage_emergency_info", {"action": "add_contact"}, Code.MISSING_ARGUMENT),
    Fails("manage_emergency_info", {"action": "add_contact", "contactName": "Nobody"}, Code.NOT_FOUND),
    Fails("manage_emergency_info", {"action": "add_contact", "contactName": "Chloe"}, Code.AMBIGUOUS),
    Fails("manage_emergency_info", {"action": "remove_contact", "contactName": "Mum"}, Code.NOT_FOUND),
    Fails("manage_emergency_info", {"action": "add_contact", "contactName": "Mum"}, Code.PERMISSION_DENIED,
          patches=NO_RIGHT),
    Fails("set_emergency_sos", {"enabled": True, "shareLocation": True}, Code.PRECONDITION_FAILED, "aisha"),
]  # fmt: skip


@pytest.mark.parametrize("case", WORKS, ids=str)
def test_a_call_answers_and_writes_exactly_this(case: Works) -> None:
    case.check()


@pytest.mark.parametrize("case", FAILS, ids=str)
def test_a_call_fails_with_this_code_and_changes_nothing(case: Fails) -> None:
    case.check()


def test_every_tool_action_and_declared_error_has_a_case() -> None:
    assert len(tools_of(DOMAIN)) == 22
    assert_covered(DOMAIN, WORKS, FAILS)


def test_the_phone_switches_itself_off_at_the_planned_time_and_only_on_the_planned_days() -> None:
    phone = phone_of()  # Monday, 09:14
    call(phone, "manage_scheduled_power", action="set", event="power_off", time="23:00", days=["tue"])
    phone.pass_time(24 * 3600)
    assert field_of(phone, "device/power/state") == "on"
    phone.pass_time(24 * 3600)
    assert field_of(phone, "device/power/state") == "off"
    assert failure(phone, "get_battery_status") == Code.DEVICE_OFF


def test_a_cleared_plan_and_one_for_switching_on_do_nothing_to_a_phone_that_is_on() -> None:
    phone = phone_of("liwei")
    call(phone, "manage_scheduled_power", action="set", event="power_off", time="23:00")
    call(phone, "manage_scheduled_power", action="clear", event="power_off")
    phone.pass_time(48 * 3600)
    assert field_of(phone, "device/power/state") == "on"


def test_the_phone_speaks_its_first_language() -> None:
    phone = phone_of()
    call(phone, "manage_language", action="add", language="French")
    assert field_of(phone, "device/info/locale") == "en-GB"
    call(phone, "manage_language", action="set_primary", language="fr-FR")
    assert field_of(phone, "device/info/locale") == "fr-FR"
    call(phone, "manage_language", action="remove", language="français")
    assert field_of(phone, "device/info/locale") == "en-GB"


def test_an_update_restarts_the_phone_which_is_then_up_to_date() -> None:
    phone = phone_of()
    call(phone, "manage_system_update", action="install")
    assert failure(phone, "get_battery_status") == Code.DEVICE_BOOTING
    phone.pass_time(300)
    assert call(phone, "manage_device_info", action="get")["androidVersion"] == "16.1"
    assert call(phone, "manage_system_update", action="check")["available"] is None


def test_a_charging_phone_updates_at_any_level() -> None:
    phone = phone_of(patches={"device/battery": {"level": 5, "charging": True}})
    call(phone, "manage_system_update", action="install")


def test_an_update_planned_for_tonight_is_installed_at_two() -> None:
    phone = phone_of()
    call(phone, "manage_system_update", action="install_tonight")
    assert call(phone, "manage_system_update", action="install_tonight")["changed"] is False
    phone.pass_time(16 * 3600)
    assert field_of(phone, "system_update/main/version") == "16"
    phone.pass_time(3600)
    assert field_of(phone, "system_update/main/version") == "16.1"
    assert phone.find("notifications", title="System update") == []


def test_an_update_that_the_night_does_not_allow_is_reported() -> None:
    phone = phone_of()
    call(phone, "manage_system_update", action="install_tonight")
    call(phone, "set_wifi", enabled=False)
    call(phone, "set_mobile_data", enabled=False)
    phone.pass_time(24 * 3600)
    assert field_of(phone, "system_update/main/version") == "16"
    assert field_of(phone, "system_update/main/tonight") is False
    assert "no internet" in phone.find("notifications", title="System update")[0][1]["text"]


def test_developer_options_need_developer_mode() -> None:
    phone = phone_of()
    assert failure(phone, "set_developer_option", option="show_taps", enabled=True) == Code.PRECONDITION_FAILED
    call(phone, "set_developer_option", option="developer_mode", enabled=True)
    call(phone, "set_developer_option", option="show_taps", enabled=True)


def test_developer_mode_ends_with_its_options() -> None:
    phone = phone_of("liwei")
    call(phone, "set_developer_option", option="stay_awake", enabled=True)
    call(phone, "set_developer_option", option="developer_mode", enabled=False)
    assert phone.find("developer", on=True) == []


def test_usb_debugging_stays_on_while_it_is_used() -> None:
    phone = phone_of("marcus")
    assert failure(phone, "set_developer_option", option="usb_debugging", enabled=False) == Code.POLICY_DENIED
    free = phone_of("marcus", {"developer/usb_debugging": {"computer": None}})
    call(free, "set_developer_option", option="usb_debugging", enabled=False)
    call(free, "set_developer_option", option="usb_debugging", enabled=True)


def test_backup_ends_with_its_account() -> None:
    phone = phone_of()
    call(phone, "manage_account", action="remove", account="emma.clarke@example.co.uk")
    assert (phone.one("backup")["on"], phone.one("backup")["account"]) == (False, None)
    assert failure(phone, "manage_backup", action="turn_on") == Code.PRECONDITION_FAILED  # a work account holds none
    call(phone, "manage_account", action="add", account="new@example.com", provider="google")
    assert call(phone, "manage_backup", action="turn_on")["account"] == "new@example.com"


def test_sync_now_is_noted_for_every_account() -> None:
    phone = phone_of("marcus")
    assert len(call(phone, "manage_account", action="sync_now")["synced"]) == 5
    assert {row["lastSync"] for row in call(phone, "manage_account", action="list")["accounts"]} == {"2026-10-20T10:05"}


def test_a_guest_sees_no_personal_data_until_the_owner_is_back() -> None:
    phone = phone_of()
    call(phone, "manage_user", action="switch", user="guest")
    assert failure(phone, "search_contacts", query="Mum") == Code.PERMISSION_DENIED
    assert failure(phone, "manage_user", action="switch", user="owner") == Code.MISSING_ARGUMENT
    call(phone, "manage_app_permission", action="grant", appName="assistant", permission="contacts")
    assert failure(phone, "search_contacts", query="Mum") == Code.PERMISSION_DENIED
    call(phone, "manage_user", action="switch", user="Emma Clarke", pin="2580")
    assert call(phone, "search_contacts", query="Mum")["total"] == 1


def test_screen_time_counts_the_days_of_its_period() -> None:
    phone = phone_of()
    usage = phone.row("app_usage", id_of(phone, "apps", "YouTube"))["minutes"]
    assert call(phone, "get_screen_time", period="yesterday", appName="YouTube")["minutes"] == usage["2026-03-01"]
    assert call(phone, "get_screen_time", period="week", appName="YouTube")["minutes"] == sum(usage.values())
    phone.pass_time(24 * 3600)
    assert call(phone, "get_screen_time", period="today")["totalMinutes"] == 0
    assert call(phone, "get_screen_time", period="yesterday", appName="YouTube")["minutes"] == usage["2026-03-02"]


def test_a_new_app_has_neither_usage_nor_limit() -> None:
    assert call(phone_of(), "get_screen_time", appName="Strava") == {"app": "Strava", "minutes": 0, "limitMinutes": None}


def test_a_used_up_timer_opens_again_after_midnight() -> None:
    phone = phone_of("marcus")
    assert failure(phone, "open_app", appName="Candy Blocks") == Code.BLOCKED_BY_MODE
    phone.pass_time(14 * 3600)
    call(phone, "open_app", appName="Candy Blocks")


def test_sos_shares_no_location_with_nobody() -> None:
    phone = phone_of("marcus")
    call(phone, "manage_emergency_info", action="remove_contact", contactName="Mom")
    assert field_of(phone, "emergency_sos/main/share_location") is True
    for name in ("Tyler Bell", "Jessica Moore"):
        call(phone, "manage_emergency_info", action="remove_contact", contactName=name)
    assert field_of(phone, "emergency_sos/main/share_location") is False


@given(seed=st.integers(0, 10_000), profile=st.sampled_from(["emma", "liwei", "marcus", "aisha"]))
def test_random_calls_fail_only_as_declared_and_repeat_exactly(seed: int, profile: str) -> None:
    besides = ("manage_system_update", "manage_scheduled_power")  # what follows them is DEVICE_BOOTING or DEVICE_OFF
    digest = run_random_calls(DOMAIN, profile, seed, besides=besides).state.digest()
    assert digest == run_random_calls(DOMAIN, profile, seed, besides=besides).state.digest()
