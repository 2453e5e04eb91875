"""Network and connectivity: every tool, every error it declares, and exactly what it writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.environments.phone.errors import Code
from tests.harness.environments.phone.driving import (
    Fails,
    Works,
    assert_covered,
    call,
    phone_of,
    run_random_calls,
    tools_of,
)

DOMAIN = "Network & Connectivity"
OFFLINE = {"radios/wifi": {"on": False}, "radios/mobile_data": {"on": False}}

WORKS = [
    Works("set_airplane_mode", {"enabled": False}, {}, {"changed": False}),
    Works("set_wifi", {"enabled": False}, {"radios/wifi/on": False}, {"changed": True, "network": None}),
    Works("set_wifi", {"enabled": True}, {}, {"changed": False, "network": "Clarke-Home"}),
    Works("set_bluetooth", {"enabled": True, "discoverable": True}, {"radios/bluetooth/discoverable": True}),
    Works("set_mobile_data", {"enabled": False}, {"radios/mobile_data/on": False}),
    Works("set_data_roaming", {"enabled": True}, {"radios/mobile_data/roaming": True}),
    Works("set_nfc", {"enabled": True}, {"radios/nfc/on": True}),
    Works("set_data_saver", {"enabled": True}, {"radios/data_saver/on": True}),
    Works("set_location", {"enabled": False}, {"radios/location/on": False}, {"mode": "high_accuracy"}),
    Works("set_location", {"enabled": True, "mode": "device_only"}, {"radios/location/mode": "device_only"}),
    Works("manage_wifi_network", {"action": "scan"}, {}, {"total": 3, "joined": "Clarke-Home"}),
    Works("manage_wifi_network", {"action": "list"}, {}, {"joined": "Clarke-Home"}),
    Works("manage_wifi_network", {"action": "disconnect"}, {"radios/wifi/ssid": None}, {"changed": True}),
    Works("manage_wifi_network", {"action": "join", "ssid": "clarke-guest", "password": "welcome2clarke"},
          {"wifi_networks/Clarke-Guest/saved": True, "radios/wifi/ssid": "Clarke-Guest",
           "radios/wifi/band": "2.4GHz"}, {"joined": "Clarke-Guest"}),
    Works("manage_wifi_network", {"action": "join", "ssid": "Clarke-Home"}, {}, {"changed": False}),
    Works("manage_wifi_network", {"action": "forget", "ssid": "Costa WiFi"},
          dict.fromkeys(f"wifi_networks/Costa WiFi/{field}"
                        for field in ("band", "inRange", "saved", "security", "signal", "ssid"))),
    Works("manage_wifi_network", {"action": "forget", "ssid": "Clarke-Home"},
          {"wifi_networks/Clarke-Home/saved": False, "radios/wifi/ssid": None}),
    Works("manage_hotspot", {"action": "status"}, {}, {"on": False, "password": "sunflower42"}),
    Works("manage_hotspot", {"action": "configure", "name": "Picnic"}, {"radios/hotspot/name": "Picnic"}),
    Works("manage_hotspot", {"action": "turn_on", "password": "blueberries"},
          {"radios/hotspot/on": True, "radios/hotspot/password": "blueberries"}, profile="marcus"),
    Works("manage_hotspot", {"action": "turn_off"}, {}, {"changed": False}),
    Works("manage_vpn", {"action": "list"}, {}, {"connected": None}),
    Works("manage_vpn", {"action": "connect", "name": "hartley vpn"},
          {"radios/vpn/on": True, "radios/vpn/profile": "Hartley VPN"},
          {"connected": "Hartley VPN"}),
    Works("manage_vpn", {"action": "disconnect"}, {}, {"changed": False}),
    Works("manage_vpn", {"action": "add", "name": "Home", "server": "vpn.example"},
          {"vpn_profiles/*/name": "Home", "vpn_profiles/*/server": "vpn.example", "vpn_profiles/*/protocol": "wireguard"}),
    Works("manage_vpn", {"action": "remove", "name": "Hartley VPN"},
          dict.fromkeys([f"vpn_profiles/Hartley VPN/{f}" for f in ("name", "protocol", "server")])),
    Works("manage_sim", {"action": "list"}, {}, {"defaults": {"calls": "sim1", "messages": "sim1", "data": "sim1"}}),
    Works("manage_sim", {"action": "set_default", "purpose": "data", "sim": "work"}, {"radios/sim_defaults/data": "sim2"},
          {"sim": "sim2"}, profile="marcus"),
    Works("get_network_status", {}, {}, {"wifi": True, "network": "Clarke-Home", "carrier": "O2", "vpn": None}),
    Works("manage_data_usage", {"action": "get"}, {}, {"limitGb": None, "warningGb": 8.0}),
    Works("manage_data_usage", {"action": "set_limit", "gigabytes": 12}, {"data_plan/main/limit_gb": 12.0}),
    Works("manage_data_usage", {"action": "set_warning", "gigabytes": 6.5}, {"data_plan/main/warning_gb": 6.5}),
    Works("manage_data_usage", {"action": "clear_limit"}, {"data_plan/main/limit_gb": None}, profile="aisha"),
]  # fmt: skip

FAILS = [
    Fails("set_bluetooth", {"enabled": False, "discoverable": True}, Code.INVALID_ARGUMENT),
    Fails("set_mobile_data", {"enabled": True}, Code.BLOCKED_BY_MODE,
          patches={"radios/airplane": {"on": True}, "radios/mobile_data": {"on": False}}),
    Fails("set_mobile_data", {"enabled": True}, Code.PRECONDITION_FAILED,
          patches={"radios/sim": {"present": False}, "radios/mobile_data": {"on": False}}),
    Fails("set_location", {"enabled": True}, Code.BLOCKED_BY_MODE,
          patches={"radios/location": {"on": False}, "modes/battery_saver": {"on": True}}),
    Fails("manage_wifi_network", {"action": "scan"}, Code.PRECONDITION_FAILED, patches={"radios/wifi": {"on": False}}),
    Fails("manage_wifi_network", {"action": "join", "ssid": "Nowhere"}, Code.NOT_FOUND),
    Fails("manage_wifi_network", {"action": "join", "ssid": "Costa WiFi"}, Code.NOT_FOUND),
    Fails("manage_wifi_network", {"action": "forget", "ssid": "BT-Q7ZK3"}, Code.NOT_FOUND),
    Fails("manage_wifi_network", {"action": "join"}, Code.MISSING_ARGUMENT),
    Fails("manage_wifi_network", {"action": "join", "ssid": "BT-Q7ZK3"}, Code.MISSING_ARGUMENT),
    Fails("manage_wifi_network", {"action": "join", "ssid": "BT-Q7ZK3", "password": "guess"}, Code.INVALID_ARGUMENT),
    Fails("manage_hotspot", {"action": "turn_on"}, Code.PRECONDITION_FAILED, patches={"radios/mobile_data": {"on": False}}),
    Fails("manage_hotspot", {"action": "turn_on"}, Code.BLOCKED_BY_MODE, patches={"radios/data_saver": {"on": True}}),
    Fails("manage_hotspot", {"action": "configure"}, Code.MISSING_ARGUMENT),
    Fails("manage_hotspot", {"action": "configure", "password": "short"}, Code.INVALID_ARGUMENT),
    Fails("manage_hotspot", {"action": "turn_off", "name": "x"}, Code.INVALID_ARGUMENT),
    Fails("manage_vpn", {"action": "connect", "name": "Hartley VPN"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_vpn", {"action": "connect", "name": "Mars"}, Code.NOT_FOUND),
    Fails("manage_vpn", {"action": "add", "name": "Hartley VPN", "server": "x"}, Code.ALREADY_EXISTS),
    Fails("manage_vpn", {"action": "add", "name": "New"}, Code.MISSING_ARGUMENT),
    Fails("manage_vpn", {"action": "remove"}, Code.MISSING_ARGUMENT),
    Fails("manage_sim", {"action": "set_default", "purpose": "data", "sim": "sim9"}, Code.NOT_FOUND),
    Fails("manage_sim", {"action": "set_default", "purpose": "data", "sim": "Jio"}, Code.AMBIGUOUS, "aisha",
          {"sims/sim2": {"carrier": "Jio"}}),
    Fails("manage_sim", {"action": "set_default", "sim": "sim1"}, Code.MISSING_ARGUMENT),
    Fails("manage_sim", {"action": "set_default", "purpose": "data"}, Code.MISSING_ARGUMENT),
    Fails("get_network_status", {"speedTest": True}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_data_usage", {"action": "set_limit"}, Code.MISSING_ARGUMENT),
    Fails("manage_data_usage", {"action": "set_limit", "gigabytes": 0}, Code.INVALID_ARGUMENT),
]  # fmt: skip


@pytest.mark.parametrize("case", WORKS, ids=str)
def test_a_call_answers_and_writes_exactly_this(case: Works) -> None:
    case.check()


@pytest.mark.parametrize("case", FAILS, ids=str)
def test_a_call_fails_with_this_code_and_changes_nothing(case: Fails) -> None:
    case.check()


def test_every_tool_action_and_declared_error_has_a_case() -> None:
    assert len(tools_of(DOMAIN)) == 14
    assert_covered(DOMAIN, WORKS, FAILS)


def test_no_payload_shows_the_password_of_a_network() -> None:
    shown = str(call(phone_of("marcus"), "manage_wifi_network", action="list"))
    assert "BellNet" in shown and "sunnyside77" not in shown


def test_a_forgotten_network_asks_for_its_password_again() -> None:
    phone = phone_of()
    call(phone, "manage_wifi_network", action="forget", ssid="Clarke-Home")
    assert phone.call("manage_wifi_network", {"action": "join", "ssid": "Clarke-Home"}).error is not None
    call(phone, "manage_wifi_network", action="join", ssid="Clarke-Home", password="primrose88")


def test_removing_the_connected_vpn_disconnects_it() -> None:
    phone = phone_of()
    call(phone, "manage_vpn", action="connect", name="Hartley VPN")
    call(phone, "manage_vpn", action="remove", name="Hartley VPN")
    assert phone.one("radios", "vpn") == {"on": False, "profile": None}


def test_a_speed_test_repeats_for_the_same_seed_and_needs_no_write() -> None:
    first, again = phone_of(seed=4), phone_of(seed=4)
    speed = call(first, "get_network_status", speedTest=True)["speed"]
    assert speed == call(again, "get_network_status", speedTest=True)["speed"]
    assert speed["downMbps"] > speed["upMbps"] > 0


def test_data_usage_lists_the_hungriest_apps_first_and_no_more_than_asked() -> None:
    usage = call(phone_of("marcus"), "manage_data_usage", action="get", maxResults=3)
    assert [app["app"] for app in usage["apps"]] == ["Netflix", "YouTube", "TikTok"]


@given(seed=st.integers(0, 10_000), profile=st.sampled_from(["emma", "liwei", "marcus", "aisha"]))
def test_random_calls_fail_only_as_declared_and_repeat_exactly(seed: int, profile: str) -> None:
    digest = run_random_calls(DOMAIN, profile, seed).state.digest()
    assert digest == run_random_calls(DOMAIN, profile, seed).state.digest()
