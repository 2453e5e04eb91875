"""Security and privacy: every tool, every error it declares, and exactly what it writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.contract import Json
from harness.environments.phone.errors import Code
from tests.harness.environments.phone.driving import (
    Fails,
    Patches,
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

DOMAIN = "Security & Privacy"
OFFLINE = {"radios/wifi": {"on": False}, "radios/mobile_data": {"on": False}}
UNLOCKED: Patches = {"device/lock": {"pin": None}, "screen_lock/main": {"method": "swipe"}}
GUEST: Patches = {"active_user/main": {"user": id_of(phone_of(), "users", "Guest")}}
LOST: dict[str, Json] = {"on": True, "lost": True, "message": "Please call", "number": "+447700900999"}
LONG = "river-Stone-77"

WORKS = [
    Works("set_screen_lock", {"currentCode": "2580", "newCode": "9137"}, {"device/lock/pin": "9137"},
          {"method": "pin", "changed": True}),
    Works("set_screen_lock", {"method": "password", "currentCode": "2580", "newCode": LONG},
          {"device/lock/pin": LONG, "screen_lock/main/method": "password"}, {"method": "password"}),
    Works("set_screen_lock", {"method": "pin", "newCode": "4040"},
          {"device/lock/pin": "4040", "screen_lock/main/method": "pin"}, patches=UNLOCKED),
    Works("set_screen_lock", {"lockAfterSeconds": "5", "showNotifications": "none"},
          {"screen_lock/main/lock_after_seconds": 5, "screen_lock/main/notifications": "none"}),
    Works("set_screen_lock", {"method": "pin"}, {}, {"changed": False}),
    Works("set_screen_lock", {"method": "swipe", "currentCode": "2580"},
          {"device/lock/pin": None, "screen_lock/main/method": "swipe", "biometric_unlock/fingerprint/on": False,
           **{f"biometrics/{name}/{field}": None for name in ("Right thumb", "Left index") for field in ("kind", "name")}}),
    Works("manage_biometric", {"action": "list"}, {}, {"unlock": {"fingerprint": True, "face": False}}),
    Works("manage_biometric", {"action": "add", "kind": "face", "pin": "2580"},
          {"biometrics/*/kind": "face", "biometrics/*/name": "Face", "biometric_unlock/face/on": True}, {"name": "Face"}),
    Works("manage_biometric", {"action": "add", "kind": "fingerprint", "name": "Ring finger", "pin": "2580"},
          {"biometrics/*/kind": "fingerprint", "biometrics/*/name": "Ring finger"}),
    Works("manage_biometric", {"action": "remove", "name": "left INDEX"},
          {"biometrics/Left index/kind": None, "biometrics/Left index/name": None}, {"removed": "Left index"}),
    Works("manage_biometric", {"action": "disable", "kind": "fingerprint"}, {"biometric_unlock/fingerprint/on": False}),
    Works("manage_biometric", {"action": "enable", "kind": "fingerprint"}, {}, {"changed": False}),
    Works("manage_private_space", {"action": "status"}, {}, {"unlocked": False, "apps": None}, profile="marcus"),
    Works("manage_private_space", {"action": "status"}, {}, {"unlocked": True, "apps": ["Dragon Quest Rush"]},
          profile="marcus", patches={"private_space/main": {"unlocked": True}}),
    Works("manage_private_space", {"action": "unlock", "pin": "1379"}, {"private_space/main/unlocked": True},
          profile="marcus"),
    Works("manage_private_space", {"action": "lock"}, {}, {"changed": False}),
    Works("manage_private_space", {"action": "hide", "appName": "Strava"}, {"private_apps/*/app": "Strava"},
          {"app": "Strava", "hidden": True}),
    Works("manage_private_space", {"action": "unhide", "appName": "Dragon"}, {"private_apps/Dragon Quest Rush/app": None},
          {"hidden": False}, profile="marcus", patches={"private_space/main": {"unlocked": True}}),
    Works("manage_saved_password", {"action": "search", "site": "net"}, {}, {"total": 1}),
    Works("manage_saved_password", {"action": "search", "maxResults": 3}, {}, {"total": 35}, profile="marcus"),
    Works("manage_saved_password", {"action": "reveal", "site": "netflix", "pin": "2580"}, {},
          {"username": "emma.clarke@example.co.uk", "password": "Quiet*Lamp*44"}),
    Works("manage_saved_password", {"action": "save", "site": "Strava", "username": "emma", "password": LONG},
          {"passwords/*/name": "Strava", "passwords/*/username": "emma", "passwords/*/password": LONG,
           "passwords/*/leaked": False}, {"created": True}),
    Works("manage_saved_password",
          {"action": "save", "site": "netflix", "username": "emma.clarke@example.co.uk", "password": LONG},
          {"passwords/Netflix/password": LONG}, {"created": False, "changed": True}),
    Works("manage_saved_password",
          {"action": "save", "site": "netflix", "username": "emma.clarke@example.co.uk", "password": "Quiet*Lamp*44"},
          {}, {"created": False, "changed": False}),
    Works("manage_saved_password", {"action": "delete", "site": "Waitrose"},
          dict.fromkeys(f"passwords/Waitrose/{field}" for field in ("leaked", "name", "password", "username"))),
    Works("manage_saved_password", {"action": "check"}, {}, {"checked": 5, "total": 0}),
    Works("set_sensor_access", {"sensor": "camera", "enabled": False}, {"sensors/camera/on": False}, {"changed": True}),
    Works("set_sensor_access", {"sensor": "microphone", "enabled": True}, {}, {"changed": False}),
    Works("get_privacy_dashboard", {}, {}, {"total": 3, "blockedForAll": []}),
    Works("get_privacy_dashboard", {"permission": "microphone", "appName": "WhatsApp", "hours": 12}, {},
          {"total": 1, "uses": [{"app": "WhatsApp", "permission": "microphone", "time": "2026-03-02T04:11"}]}),
    Works("run_security_scan", {}, {}, {"apps": [], "settings": [], "safe": True}),
    Works("run_security_scan", {"target": "settings"}, {},
          {"settings": ["usb debugging is on", "微信 may install unknown apps"], "safe": False}, profile="liwei"),
    Works("set_install_source", {"appName": "Chrome", "allowed": True},
          {"install_sources/*/app": "Chrome", "install_sources/*/allowed": True}, {"changed": True}),
    Works("set_install_source", {"appName": "Chrome", "allowed": False}, {}, {"changed": False}),
    Works("set_install_source", {"appName": "Chrome", "allowed": False}, {"install_sources/Chrome/allowed": False},
          profile="marcus"),
    Works("manage_sim_pin", {"action": "status"}, {}, {"sims": [{"sim": "sim1", "pinOn": False}]}),
    Works("manage_sim_pin", {"action": "enable", "pin": "1234"}, {"sim_pins/sim1/on": True}, {"pinOn": True}),
    Works("manage_sim_pin", {"action": "disable", "sim": "personal", "pin": "0000"}, {"sim_pins/sim1/on": False},
          {"sim": "sim1", "pinOn": False}, profile="marcus"),
    Works("manage_sim_pin", {"action": "change", "sim": "sim2", "pin": 5678, "newPin": "2468"},
          {"sim_pins/sim2/pin": "2468"}, {"pinOn": True}, profile="liwei"),
    Works("manage_find_my_phone", {"action": "status"}, {}, {"on": True, "lost": False, "message": None}),
    Works("manage_find_my_phone", {"action": "turn_on"}, {"find_my_phone/main/on": True}, profile="marcus"),
    Works("manage_find_my_phone", {"action": "turn_off", "pin": "2580"}, {"find_my_phone/main/on": False}),
    Works("manage_find_my_phone", {"action": "mark_lost", "message": "Please call", "number": "+44 7700 900999"},
          {"find_my_phone/main/lost": True, "find_my_phone/main/message": "Please call",
           "find_my_phone/main/number": "+447700900999", "device/lock/locked": True}, {"lost": True}),
    Works("manage_find_my_phone", {"action": "mark_found", "pin": "2580"},
          {"find_my_phone/main/lost": False, "find_my_phone/main/message": None, "find_my_phone/main/number": None,
           "device/lock/locked": False}, {"lost": False},
          patches={"find_my_phone/main": LOST, "device/lock": {"locked": True}}),
]  # fmt: skip

FAILS = [
    Fails("set_screen_lock", {}, Code.MISSING_ARGUMENT),
    Fails("set_screen_lock", {"currentCode": "2580"}, Code.MISSING_ARGUMENT),
    Fails("set_screen_lock", {"newCode": "9137"}, Code.MISSING_ARGUMENT),
    Fails("set_screen_lock", {"method": "password", "currentCode": "2580"}, Code.MISSING_ARGUMENT),
    Fails("set_screen_lock", {"currentCode": "1111", "newCode": "9137"}, Code.PERMISSION_DENIED),
    Fails("set_screen_lock", {"currentCode": "2580", "newCode": "123"}, Code.INVALID_ARGUMENT),
    Fails("set_screen_lock", {"currentCode": "2580", "newCode": "12a4"}, Code.INVALID_ARGUMENT),
    Fails("set_screen_lock", {"method": "password", "currentCode": "2580", "newCode": "12345"}, Code.INVALID_ARGUMENT),
    Fails("set_screen_lock", {"method": "swipe", "currentCode": "2580", "newCode": "1234"}, Code.INVALID_ARGUMENT),
    Fails("set_screen_lock", {"method": "swipe", "currentCode": "1379"}, Code.PRECONDITION_FAILED, "marcus"),
    Fails("manage_biometric", {"action": "remove", "name": "Toe"}, Code.NOT_FOUND),
    Fails("manage_biometric", {"action": "remove", "name": "Right thumb"}, Code.AMBIGUOUS, "marcus",
          {"biometrics/Left thumb": {"name": "Right thumb"}}),
    Fails("manage_biometric", {"action": "remove"}, Code.MISSING_ARGUMENT),
    Fails("manage_biometric", {"action": "add", "kind": "fingerprint", "name": "right thumb", "pin": "2580"},
          Code.ALREADY_EXISTS),
    Fails("manage_biometric", {"action": "add", "kind": "face", "pin": "1379"}, Code.CONFLICT, "marcus"),
    Fails("manage_biometric", {"action": "add", "kind": "face", "pin": "0000"}, Code.PERMISSION_DENIED),
    Fails("manage_biometric", {"action": "add", "kind": "face"}, Code.MISSING_ARGUMENT),
    Fails("manage_biometric", {"action": "add", "pin": "2580"}, Code.MISSING_ARGUMENT),
    Fails("manage_biometric", {"action": "add", "kind": "face", "pin": "1"}, Code.PRECONDITION_FAILED, patches=UNLOCKED),
    Fails("manage_biometric", {"action": "enable", "kind": "face"}, Code.PRECONDITION_FAILED),
    Fails("manage_private_space", {"action": "hide"}, Code.MISSING_ARGUMENT),
    Fails("manage_private_space", {"action": "hide", "appName": "Nope"}, Code.NOT_FOUND),
    Fails("manage_private_space", {"action": "hide", "appName": "Ch"}, Code.AMBIGUOUS, "marcus"),
    Fails("manage_private_space", {"action": "hide", "appName": "Phone"}, Code.UNSUPPORTED),
    Fails("manage_private_space", {"action": "hide", "appName": "Strava"}, Code.PRECONDITION_FAILED, patches=UNLOCKED),
    Fails("manage_private_space", {"action": "unhide", "appName": "Dragon Quest Rush"}, Code.PERMISSION_DENIED, "marcus"),
    Fails("manage_private_space", {"action": "unhide", "appName": "Strava"}, Code.NOT_FOUND,
          patches={"private_space/main": {"unlocked": True}}),
    Fails("manage_private_space", {"action": "unlock", "pin": "0000"}, Code.PERMISSION_DENIED),
    Fails("manage_private_space", {"action": "unlock"}, Code.MISSING_ARGUMENT),
    Fails("manage_saved_password", {"action": "reveal", "site": "Facebook", "pin": "2580"}, Code.NOT_FOUND),
    Fails("manage_saved_password", {"action": "delete", "passwordId": "pw_0000"}, Code.NOT_FOUND),
    Fails("manage_saved_password", {"action": "reveal", "site": "Netflix", "pin": "4471"}, Code.AMBIGUOUS, "aisha"),
    Fails("manage_saved_password", {"action": "reveal", "site": "Netflix", "pin": "1111"}, Code.PERMISSION_DENIED),
    Fails("manage_saved_password", {"action": "reveal", "site": "Netflix"}, Code.MISSING_ARGUMENT),
    Fails("manage_saved_password", {"action": "reveal", "pin": "2580"}, Code.MISSING_ARGUMENT),
    Fails("manage_saved_password", {"action": "save", "site": "Strava", "username": "emma"}, Code.MISSING_ARGUMENT),
    Fails("manage_saved_password", {"action": "search"}, Code.PERMISSION_DENIED, patches=GUEST),
    Fails("manage_saved_password", {"action": "reveal", "site": "Netflix", "pin": "1"}, Code.PRECONDITION_FAILED,
          patches=UNLOCKED),
    Fails("get_privacy_dashboard", {"appName": "Nope"}, Code.NOT_FOUND),
    Fails("get_privacy_dashboard", {"appName": "Ch"}, Code.AMBIGUOUS, "marcus"),
    Fails("get_privacy_dashboard", {"hours": 0}, Code.INVALID_ARGUMENT),
    Fails("set_install_source", {"appName": "Nope", "allowed": True}, Code.NOT_FOUND),
    Fails("set_install_source", {"appName": "Ch", "allowed": True}, Code.AMBIGUOUS, "marcus"),
    Fails("manage_sim_pin", {"action": "enable", "sim": "sim7", "pin": "1234"}, Code.NOT_FOUND),
    Fails("manage_sim_pin", {"action": "enable", "pin": "1234"}, Code.AMBIGUOUS, "marcus"),
    Fails("manage_sim_pin", {"action": "enable", "pin": "9999"}, Code.PERMISSION_DENIED),
    Fails("manage_sim_pin", {"action": "enable"}, Code.MISSING_ARGUMENT),
    Fails("manage_sim_pin", {"action": "change", "pin": "1234"}, Code.MISSING_ARGUMENT),
    Fails("manage_sim_pin", {"action": "change", "pin": "1234", "newPin": "12"}, Code.INVALID_ARGUMENT),
    Fails("manage_sim_pin", {"action": "change", "pin": "1234", "newPin": "4321"}, Code.PRECONDITION_FAILED),
    Fails("manage_find_my_phone", {"action": "turn_on"}, Code.PRECONDITION_FAILED, "marcus",
          {"radios/location": {"on": False}}),
    Fails("manage_find_my_phone", {"action": "mark_lost"}, Code.PRECONDITION_FAILED, "marcus"),
    Fails("manage_find_my_phone", {"action": "mark_lost"}, Code.PRECONDITION_FAILED, patches=UNLOCKED),
    Fails("manage_find_my_phone", {"action": "mark_lost"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_find_my_phone", {"action": "turn_off", "pin": "0000"}, Code.PERMISSION_DENIED),
    Fails("manage_find_my_phone", {"action": "mark_found"}, Code.MISSING_ARGUMENT),
    Fails("manage_find_my_phone", {"action": "turn_off", "pin": "2580"}, Code.CONFLICT,
          patches={"find_my_phone/main": LOST}),
]  # fmt: skip


@pytest.mark.parametrize("case", WORKS, ids=str)
def test_a_call_answers_and_writes_exactly_this(case: Works) -> None:
    case.check()


@pytest.mark.parametrize("case", FAILS, ids=str)
def test_a_call_fails_with_this_code_and_changes_nothing(case: Fails) -> None:
    case.check()


def test_every_tool_action_and_declared_error_has_a_case() -> None:
    assert len(tools_of(DOMAIN)) == 10
    assert_covered(DOMAIN, WORKS, FAILS)


def test_a_new_code_is_the_one_that_opens_apps() -> None:
    phone = phone_of("liwei")
    call(phone, "set_screen_lock", currentCode="8866", newCode="2026")
    assert failure(phone, "manage_app_lock", action="unlock", appName="支付宝", pin="8866") == Code.PERMISSION_DENIED
    call(phone, "manage_app_lock", action="unlock", appName="支付宝", pin="2026")


def test_biometrics_go_with_the_screen_lock() -> None:
    phone = phone_of()
    call(phone, "set_screen_lock", method="swipe", currentCode="2580")
    assert not phone.state.rows("biometrics")
    assert failure(phone, "manage_biometric", action="enable", kind="fingerprint") == Code.PRECONDITION_FAILED


def test_unlock_ends_with_the_last_biometric() -> None:
    phone = phone_of()
    call(phone, "manage_biometric", action="remove", name="Right thumb")
    assert field_of(phone, "biometric_unlock/fingerprint/on") is True
    call(phone, "manage_biometric", action="remove", name="Left index")
    assert field_of(phone, "biometric_unlock/fingerprint/on") is False


def test_a_phone_keeps_five_fingerprints_and_names_them_by_itself() -> None:
    phone = phone_of()
    names = [call(phone, "manage_biometric", action="add", kind="fingerprint", pin="2580")["name"] for _ in range(3)]
    assert names == ["Finger 3", "Finger 4", "Finger 5"]
    assert failure(phone, "manage_biometric", action="add", kind="fingerprint", pin="2580") == Code.CONFLICT


@pytest.mark.parametrize("action", ["search", "check", "delete", "save"])
def test_only_reveal_shows_a_password(action: str) -> None:
    phone = phone_of("marcus")
    known = {row["password"] for row in phone.state.rows("passwords").values()}
    more = {"save": {"username": "jo", "password": "Yankees2019"}, "delete": {"username": "jess.moore@example.com"}}
    site = {} if action in ("search", "check") else {"site": "Netflix"}
    answer = str(call(phone, "manage_saved_password", action=action, **site, **more.get(action, {})))
    assert not any(password in answer for password in known)


def test_the_user_name_tells_two_passwords_of_a_site_apart() -> None:
    asked = {"action": "reveal", "site": "Netflix", "username": "sameer.rahman@example.in", "pin": "4471"}
    assert call(phone_of("aisha"), "manage_saved_password", **asked)["password"] == "cricketFan11"


def test_a_check_tells_leaked_reused_and_weak_passwords() -> None:
    found = call(phone_of("aisha"), "manage_saved_password", action="check")["passwords"]
    assert {row["site"]: row["problems"] for row in found} == {
        "Amazon India": ["reused"],
        "PayPal": ["reused"],
        "IRCTC": ["leaked", "weak"],
        "Electricity board": ["weak"],
    }


def test_a_scan_is_clean_once_its_findings_are_dealt_with() -> None:
    phone = phone_of("marcus", {"developer/usb_debugging": {"computer": None}})
    found = call(phone, "run_security_scan")
    assert [row["app"] for row in found["apps"]] == ["Candy Blocks", "Snapseed"]
    assert len(found["settings"]) == 5
    for app in ("Candy Blocks", "Snapseed"):
        call(phone, "uninstall_app", appName=app)
    for app in ("Chrome", "Firefox", "Telegram"):
        call(phone, "set_install_source", appName=app, allowed=False)
    call(phone, "manage_find_my_phone", action="turn_on")
    call(phone, "set_developer_option", option="usb_debugging", enabled=False)
    assert call(phone, "run_security_scan") == {"apps": [], "settings": [], "safe": True}


def test_a_scan_sees_a_missing_screen_lock() -> None:
    phone = phone_of(patches=UNLOCKED)
    assert call(phone, "run_security_scan", target="settings")["settings"] == ["no screen lock"]


def test_the_dashboard_looks_back_as_far_as_asked_and_shows_blocked_sensors() -> None:
    phone = phone_of("marcus")
    totals = [call(phone, "get_privacy_dashboard", hours=hours)["total"] for hours in (1, 24, 168)]
    assert 0 < totals[0] < totals[1] < totals[2] == 60
    call(phone, "set_sensor_access", sensor="camera", enabled=False)
    assert call(phone, "get_privacy_dashboard")["blockedForAll"] == ["camera"]


@given(seed=st.integers(0, 10_000), profile=st.sampled_from(["emma", "liwei", "marcus", "aisha"]))
def test_random_calls_fail_only_as_declared_and_repeat_exactly(seed: int, profile: str) -> None:
    digest = run_random_calls(DOMAIN, profile, seed).state.digest()
    assert digest == run_random_calls(DOMAIN, profile, seed).state.digest()
