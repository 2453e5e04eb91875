"""Devices: every tool, every error it declares, and exactly what it writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

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

DOMAIN = "Devices & Cross-device"
BLUETOOTH_OFF = {"radios/bluetooth": {"on": False}}
WIFI_OFF = {"radios/wifi": {"on": False}}
OFFLINE = {**WIFI_OFF, "radios/mobile_data": {"on": False}}
QUOTE = {"files/fi_test": {"id": "fi_test", "name": "Attic.pdf", "folder": "Documents", "trashed": False}}
TWO_QUOTES = {**QUOTE, "files/fi_more": {"id": "fi_more", "name": "Attic.pdf", "folder": "Download", "trashed": False}}
BUDS, BOSE = "Galaxy Buds3 Pro", "Bose QC Ultra"
BOTH_ON = {f"bluetooth_devices/{BOSE}": {"connected": True}}
START = {"action": "start", "targetDeviceName": "Bedroom TV"}

WORKS = [
    Works("manage_bluetooth_device", {"action": "scan"}, {}, {"total": 1}),
    Works("manage_bluetooth_device", {"action": "list"}),
    Works("manage_bluetooth_device", {"action": "pair", "device": "jbl flip 6"},
          {"bluetooth_devices/JBL Flip 6/paired": True, "bluetooth_devices/JBL Flip 6/connected": True,
           "audio_route/main/output": "JBL Flip 6"}),
    Works("manage_bluetooth_device", {"action": "connect", "device": BOSE},
          {f"bluetooth_devices/{BOSE}/connected": True, "audio_route/main/output": BOSE}, profile="marcus"),
    Works("manage_bluetooth_device", {"action": "connect", "device": BUDS}, {}, {"changed": False}, profile="marcus"),
    Works("manage_bluetooth_device", {"action": "disconnect", "device": "Pixel Buds Pro"},
          {"bluetooth_devices/Pixel Buds Pro/connected": False, "audio_route/main/output": "speaker"}),
    Works("manage_bluetooth_device", {"action": "unpair", "device": "VW Golf"}, {"bluetooth_devices/VW Golf/paired": False}),
    Works("manage_bluetooth_device", {"action": "rename", "device": "VW Golf", "newName": "Car"},
          {"bluetooth_devices/VW Golf/name": "Car"}),
    Works("get_accessory_battery", {"device": "Pixel Watch 3"}, {},
          {"accessories": [{"name": "Pixel Watch 3", "battery": 64, "connected": True}]}),
    Works("find_device", {"action": "locate", "device": "Luggage tag"}, {}, {"place": "Denver airport"}, "marcus"),
    Works("find_device", {"action": "ring", "device": "Keys tag"}, {"bluetooth_devices/Keys tag/ringing": True},
          profile="marcus"),
    Works("find_device", {"action": "stop", "device": "Keys tag"}, {}, {"changed": False}, "marcus"),
    Works("set_audio_output", {"output": "Speaker"}, {"audio_route/main/output": "speaker"}),
    Works("set_audio_output", {"output": "Pixel Buds Pro"}, {}, {"changed": False}),
    Works("manage_noise_control", {"action": "get"}, {}, {"device": "Pixel Buds Pro", "mode": "transparency"}),
    Works("manage_noise_control", {"action": "set", "mode": "noise_reduction"},
          {"headphones/Pixel Buds Pro/noise": "noise_reduction"}),
    Works("set_headphone_equalizer", {"preset": "podcast", "device": BOSE}, {f"headphones/{BOSE}/equalizer": "podcast"},
          profile="marcus", patches=BOTH_ON),
    Works("manage_watch", {"action": "status"}, {},
          {"device": "Pixel Watch 3", "notifications": True, "theater_mode": False}),
    Works("manage_watch", {"action": "set", "setting": "theater_mode", "enabled": True},
          {"watches/Pixel Watch 3/theater_mode": True}),
    Works("control_screen_casting", {"action": "status"}, {}, {"active": None}),
    Works("control_screen_casting", START,
          {"casts/*/target": "Bedroom TV", "casts/*/method": "wireless", "casts/*/direction": "phone_to_device",
           "casts/*/state": "active"}, {"target": "Bedroom TV", "connectionMethod": "wireless"}),
    Works("control_screen_casting", {"action": "start", "targetDeviceType": "computer", "connectionMethod": "usb",
                                     "castDirection": "device_to_phone"},
          {"casts/*/target": "书房电脑", "casts/*/method": "usb", "casts/*/direction": "device_to_phone",
           "casts/*/state": "active"}, profile="liwei"),
    Works("control_screen_casting", {"action": "stop"}, {}, {"changed": False}),
    Works("manage_pc_link", {"action": "status"}),
    Works("manage_pc_link", {"action": "connect", "pcName": "emma's laptop"}, {"pc_links/Emma's laptop/connected": True}),
    Works("manage_pc_link", {"action": "disconnect"}, {"pc_links/Marcus's ThinkPad/connected": False}, profile="marcus"),
    Works("manage_pc_link", {"action": "enable", "feature": "screen_mirroring"},
          {"pc_links/Marcus's ThinkPad/screen_mirroring": True}, profile="marcus"),
    Works("manage_pc_link", {"action": "disable", "feature": "file_transfer"},
          {"pc_links/Marcus's ThinkPad/file_transfer": False}, profile="marcus"),
    Works("send_file_nearby", {"file": "attic.pdf", "receiver": "Tom's Pixel 8"},
          {"transfers/*/file": "Attic.pdf", "transfers/*/name": "Attic.pdf", "transfers/*/receiver": "Tom's Pixel 8"},
          patches=QUOTE),
    Works("print_document", {"file": "fi_more", "copies": 2, "color": True},
          {"print_jobs/*/file": "Attic.pdf", "print_jobs/*/name": "Attic.pdf", "print_jobs/*/printer": "HP Envy 6400",
           "print_jobs/*/copies": 2, "print_jobs/*/color": True, "print_jobs/*/twoSided": False}, patches=TWO_QUOTES),
    Works("list_smart_home_devices", {"room": "kitchen", "deviceType": "light"}, {}, {"total": 2}, "marcus"),
    Works("control_smart_home_device", {"action": "turn_on", "device": "Bedside lamp"},
          {"smart_devices/Bedside lamp/on": True}),
    Works("control_smart_home_device", {"action": "turn_off", "device": "Ceiling light", "room": "Kitchen"},
          {"smart_devices/Ceiling light/on": False}, {"room": "Kitchen"}, "marcus"),
    Works("control_smart_home_device", {"action": "set", "device": "Thermostat", "setting": "temperature", "value": 18},
          {"smart_devices/Thermostat/temperature": 18}),
]  # fmt: skip

FAILS = [
    Fails("manage_bluetooth_device", {"action": "scan"}, Code.PRECONDITION_FAILED, patches=BLUETOOTH_OFF),
    Fails("manage_bluetooth_device", {"action": "connect", "device": "VW Golf"}, Code.PRECONDITION_FAILED),
    Fails("manage_bluetooth_device", {"action": "connect", "device": "JBL Flip 6"}, Code.PRECONDITION_FAILED),
    Fails("manage_bluetooth_device", {"action": "connect", "device": "Walkman"}, Code.NOT_FOUND),
    Fails("manage_bluetooth_device", {"action": "connect", "device": BOSE}, Code.AMBIGUOUS, "marcus",
          {"bluetooth_devices/Old AirPods": {"name": BOSE}}),
    Fails("manage_bluetooth_device", {"action": "connect"}, Code.MISSING_ARGUMENT),
    Fails("manage_bluetooth_device", {"action": "rename", "device": "VW Golf"}, Code.MISSING_ARGUMENT),
    Fails("get_accessory_battery", {"device": "JBL Flip 6"}, Code.NOT_FOUND),
    Fails("get_accessory_battery", {"device": BOSE}, Code.AMBIGUOUS, "marcus",
          {"bluetooth_devices/Old AirPods": {"name": BOSE}}),
    Fails("find_device", {"action": "locate", "device": "Keys tag"}, Code.NO_SERVICE, "marcus", OFFLINE),
    Fails("find_device", {"action": "ring", "device": "Luggage tag"}, Code.PRECONDITION_FAILED, "marcus"),
    Fails("find_device", {"action": "ring", "device": "Umbrella"}, Code.NOT_FOUND),
    Fails("find_device", {"action": "ring", "device": "Keys tag"}, Code.AMBIGUOUS, "marcus",
          {"bluetooth_devices/Luggage tag": {"name": "Keys tag"}}),
    Fails("set_audio_output", {"output": BOSE}, Code.NOT_CONNECTED, "marcus"),
    Fails("set_audio_output", {"output": "Galaxy Watch7"}, Code.UNSUPPORTED, "marcus"),
    Fails("set_audio_output", {"output": "Gramophone"}, Code.NOT_FOUND),
    Fails("set_audio_output", {"output": BOSE}, Code.AMBIGUOUS, "marcus", {"bluetooth_devices/Old AirPods": {"name": BOSE}}),
    Fails("manage_noise_control", {"action": "get"}, Code.NOT_CONNECTED,
          patches={"bluetooth_devices/Pixel Buds Pro": {"connected": False}}),
    Fails("manage_noise_control", {"action": "get", "device": BOSE}, Code.NOT_CONNECTED, "marcus"),
    Fails("manage_noise_control", {"action": "get"}, Code.AMBIGUOUS, "marcus", BOTH_ON),
    Fails("manage_noise_control", {"action": "get", "device": "Walkman"}, Code.NOT_FOUND),
    Fails("manage_noise_control", {"action": "get", "device": "Pixel Watch 3"}, Code.UNSUPPORTED),
    Fails("manage_noise_control", {"action": "set"}, Code.MISSING_ARGUMENT),
    Fails("set_headphone_equalizer", {"preset": "flat", "device": "Pixel Watch 3"}, Code.UNSUPPORTED),
    Fails("set_headphone_equalizer", {"preset": "flat", "device": "Walkman"}, Code.NOT_FOUND),
    Fails("set_headphone_equalizer", {"preset": "flat"}, Code.AMBIGUOUS, "marcus", BOTH_ON),
    Fails("set_headphone_equalizer", {"preset": "flat"}, Code.NOT_CONNECTED, "aisha"),
    Fails("manage_watch", {"action": "status"}, Code.NOT_CONNECTED,
          patches={"bluetooth_devices/Pixel Watch 3": {"connected": False}}),
    Fails("manage_watch", {"action": "status"}, Code.AMBIGUOUS,
          patches={"watches/bd_more": {}, "bluetooth_devices/bd_more": {"name": "Old watch", "connected": True}}),
    Fails("manage_watch", {"action": "set", "enabled": True}, Code.MISSING_ARGUMENT),
    Fails("manage_watch", {"action": "set", "setting": "theater_mode"}, Code.MISSING_ARGUMENT),
    Fails("control_screen_casting", {"action": "start"}, Code.MISSING_ARGUMENT),
    Fails("control_screen_casting", {"action": "start", "targetDeviceName": "Cinema"}, Code.NOT_FOUND),
    Fails("control_screen_casting", {"action": "start", "targetDeviceType": "tv"}, Code.AMBIGUOUS),
    Fails("control_screen_casting", {**START, "connectionMethod": "usb"}, Code.UNSUPPORTED),
    Fails("control_screen_casting", {**START, "castDirection": "device_to_phone"}, Code.UNSUPPORTED),
    Fails("control_screen_casting", {"action": "start", "targetDeviceType": "computer", "connectionMethod": "usb"},
          Code.PRECONDITION_FAILED),
    Fails("control_screen_casting", START, Code.PRECONDITION_FAILED, patches=WIFI_OFF),
    Fails("control_screen_casting", {"action": "start", "targetDeviceName": "Kitchen display"},
          Code.DEVICE_OFFLINE, "marcus"),
    Fails("control_screen_casting", START, Code.CONFLICT, patches={
        "casts/cs_test": {"id": "cs_test", "target": "tg_test", "method": "usb", "direction": "phone_to_device",
                          "state": "active"},
        "cast_targets/tg_test": {"id": "tg_test", "name": "Screen", "type": "tv"}}),
    Fails("manage_pc_link", {"action": "connect"}, Code.MISSING_ARGUMENT),
    Fails("manage_pc_link", {"action": "connect", "pcName": "Mainframe"}, Code.NOT_FOUND),
    Fails("manage_pc_link", {"action": "connect", "pcName": "Gaming PC"}, Code.AMBIGUOUS, "marcus",
          {"pc_links/Office iMac": {"name": "Gaming PC"}}),
    Fails("manage_pc_link", {"action": "connect", "pcName": "Gaming PC"}, Code.CONFLICT, "marcus"),
    Fails("manage_pc_link", {"action": "connect", "pcName": "Office iMac"}, Code.DEVICE_OFFLINE, "marcus"),
    Fails("manage_pc_link", {"action": "connect", "pcName": "Emma's laptop"}, Code.PRECONDITION_FAILED, patches=WIFI_OFF),
    Fails("manage_pc_link", {"action": "enable", "feature": "file_transfer"}, Code.NOT_CONNECTED),
    Fails("manage_pc_link", {"action": "enable"}, Code.MISSING_ARGUMENT),
    Fails("send_file_nearby", {"file": "Attic.pdf", "receiver": "Tom's Pixel 8"}, Code.PRECONDITION_FAILED,
          patches={**QUOTE, **BLUETOOTH_OFF}),
    Fails("send_file_nearby", {"file": "Attic.pdf", "receiver": "Mom's iPad"}, Code.PRECONDITION_FAILED, "marcus", QUOTE),
    Fails("send_file_nearby", {"file": "Attic.pdf", "receiver": "Galaxy S24"}, Code.AMBIGUOUS, "marcus", QUOTE),
    Fails("send_file_nearby", {"file": "Attic.pdf", "receiver": "Tom's Pixel 8"}, Code.AMBIGUOUS, patches=TWO_QUOTES),
    Fails("send_file_nearby", {"file": "No such.pdf", "receiver": "Tom's Pixel 8"}, Code.NOT_FOUND),
    Fails("print_document", {"file": "Attic.pdf"}, Code.PRECONDITION_FAILED, patches={**QUOTE, **WIFI_OFF}),
    Fails("print_document", {"file": "Attic.pdf", "printer": "Epson ET-2800"}, Code.PRECONDITION_FAILED, "marcus", QUOTE),
    Fails("print_document", {"file": "Attic.pdf", "printer": "Office LaserJet"}, Code.DEVICE_OFFLINE, "marcus", QUOTE),
    Fails("print_document", {"file": "Attic.pdf", "color": True}, Code.UNSUPPORTED, "marcus", QUOTE),
    Fails("print_document", {"file": "Attic.pdf", "twoSided": True}, Code.UNSUPPORTED, "liwei", QUOTE),
    Fails("print_document", {"file": "Attic.pdf"}, Code.AMBIGUOUS, patches=TWO_QUOTES),
    Fails("print_document", {"file": "Attic.pdf", "printer": "Press"}, Code.NOT_FOUND, patches=QUOTE),
    Fails("print_document", {"file": "Attic.pdf"}, Code.NOT_FOUND,
          patches={**QUOTE, "printers/HP Envy 6400": {"default": False}}),
    Fails("list_smart_home_devices", {}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("control_smart_home_device", {"action": "turn_on", "device": "Bedside lamp"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("control_smart_home_device", {"action": "turn_on", "device": "Ceiling light"}, Code.AMBIGUOUS, "marcus"),
    Fails("control_smart_home_device", {"action": "turn_on", "device": "Sauna", "room": "Cellar"}, Code.NOT_FOUND),
    Fails("control_smart_home_device", {"action": "turn_on", "device": "Garage light"}, Code.DEVICE_OFFLINE, "marcus"),
    Fails("control_smart_home_device", {"action": "set", "device": "Thermostat", "setting": "volume", "value": 3},
          Code.UNSUPPORTED),
    Fails("control_smart_home_device", {"action": "set", "device": "Thermostat", "setting": "temperature", "value": 60},
          Code.INVALID_ARGUMENT),
    Fails("control_smart_home_device", {"action": "set", "device": "Thermostat", "value": 20}, Code.MISSING_ARGUMENT),
    Fails("control_smart_home_device", {"action": "set", "device": "Thermostat", "setting": "temperature"},
          Code.MISSING_ARGUMENT),
]  # fmt: skip


@pytest.mark.parametrize("case", WORKS, ids=str)
def test_a_call_answers_and_writes_exactly_this(case: Works) -> None:
    case.check()


@pytest.mark.parametrize("case", FAILS, ids=str)
def test_a_call_fails_with_this_code_and_changes_nothing(case: Fails) -> None:
    case.check()


def test_every_tool_action_and_declared_error_has_a_case() -> None:
    assert len(tools_of(DOMAIN)) == 13
    assert_covered(DOMAIN, WORKS, FAILS)


def test_second_cast_conflicts_and_names_the_active_session() -> None:
    phone = phone_of()
    started = call(phone, "control_screen_casting", action="start", targetDeviceName="Living room TV")
    error = phone.call("control_screen_casting", START).error
    assert error is not None and error.code == Code.CONFLICT
    assert error.accepted["castId"] == started["castId"] and error.accepted["target"] == "Living room TV"
    assert error.accepted["connectionMethod"] == "wireless"


def test_a_cast_moves_by_stopping_it_and_starting_anew() -> None:
    phone = phone_of()
    call(phone, "control_screen_casting", action="start", targetDeviceName="Living room TV")
    stopped = call(phone, "control_screen_casting", action="stop")["stopped"]
    call(phone, "control_screen_casting", **START, connectionMethod=stopped["connectionMethod"])
    active = call(phone, "control_screen_casting", action="status")["active"]
    assert (active["target"], active["connectionMethod"]) == ("Bedroom TV", "wireless")
    assert [row["reason"] for row in phone.state.rows("casts").values()] == ["stopped", None]


def test_stopping_a_cast_that_does_not_run_there_is_refused() -> None:
    phone = phone_of()
    call(phone, "control_screen_casting", **START)
    wrong = failure(phone, "control_screen_casting", action="stop", targetDeviceName="Living room TV")
    assert wrong == Code.NOT_FOUND
    assert call(phone, "control_screen_casting", action="stop", targetDeviceType="tv")["changed"]


def test_noise_control_refuses_a_mode_that_the_headphones_lack() -> None:
    phone = phone_of("marcus", {"bluetooth_devices/Theo's Beats": {"connected": True}})
    arguments = {"action": "set", "mode": "transparency", "device": "Theo's Beats"}
    assert failure(phone, "manage_noise_control", **arguments) == Code.UNSUPPORTED


def test_sound_stays_where_it_is_when_another_device_disconnects() -> None:
    phone = phone_of("marcus", BOTH_ON)
    call(phone, "manage_bluetooth_device", action="disconnect", device=BOSE)
    assert field_of(phone, "audio_route/main/output") == id_of(phone, "bluetooth_devices", BUDS)


def test_ambiguous_receivers_are_told_apart_by_their_owners() -> None:
    phone = phone_of("marcus", QUOTE)
    error = phone.call("send_file_nearby", {"file": "fi_test", "receiver": "Galaxy S24"}).error
    assert error is not None and {item["owner"] for item in error.accepted} == {"neighbour in 4C", "Jess"}
    jess = next(item["id"] for item in error.accepted if item["owner"] == "Jess")
    call(phone, "send_file_nearby", file="fi_test", receiver=jess)


def test_sharing_and_printing_need_the_files_permission() -> None:
    phone = phone_of(patches={**QUOTE, "permissions/assistant.files": {"granted": False}})
    assert failure(phone, "send_file_nearby", file="fi_test", receiver="Tom's Pixel 8") == Code.PERMISSION_DENIED
    assert failure(phone, "print_document", file="fi_test") == Code.PERMISSION_DENIED


@given(seed=st.integers(0, 10_000), profile=st.sampled_from(["emma", "liwei", "marcus", "aisha"]))
def test_random_calls_fail_only_as_declared_and_repeat_exactly(seed: int, profile: str) -> None:
    digest = run_random_calls(DOMAIN, profile, seed).state.digest()
    assert digest == run_random_calls(DOMAIN, profile, seed).state.digest()
