"""A real device: what adb writes is read back, what it cannot do is said, and the cable is never cut."""

from collections.abc import Sequence
from typing import Any

import pytest

from harness.contract import (
    Action,
    Behaviour,
    BehaviourCheck,
    Call,
    Capability,
    Completion,
    Confidence,
    Expected,
    Feedback,
    GoldCall,
    GoldChange,
    InitialState,
    Json,
    Message,
    MessageKind,
    Patch,
    Source,
    Split,
    StateCheck,
    Status,
    Task,
    ToolCallCheck,
)
from harness.environments.device.adb import FORBIDDEN, DeviceLostError, ForbiddenError, connect, outputs, script
from harness.environments.device.environment import DeviceEnvironment
from harness.environments.device.support import SUPPORTED, obstacles
from harness.errors import UserError
from tests.harness.environments.device.android import FakeAdbServer, FakeAndroid
from tests.harness.environments.phone.driving import catalogue

PUT, VOLUME = "settings put system", "cmd media_session volume --stream"
FINISH = Action(message=Message(kind=MessageKind.FINISH, text="Done."))


def change(path: str, value: Json) -> GoldChange:
    table, key, field = path.split("/")
    return GoldChange(table=table, key=key, field=field, after=Expected(value=value))


def task(*changes: GoldChange, patches: tuple[Patch, ...] = (), check: Any = None) -> Task:
    return Task(
        id="t",
        family="f",
        split=Split.TRAIN,
        source=Source(constructor="test"),
        capability=Capability.TOOL_USE,
        behaviour=Behaviour.GROUNDING,
        domains=(),
        difficulty=1,
        request="Do it.",
        initial=InitialState(profile="emma", patches=patches),
        completion=Completion(check=check or StateCheck(changes=changes)),
    )


def environment_on(android: FakeAndroid, **options: Any) -> DeviceEnvironment:
    return DeviceEnvironment(catalogue(), android, sleep=lambda _: None, **options)


def started(android: FakeAndroid, *changes: GoldChange, **options: Any) -> DeviceEnvironment:
    environment = environment_on(android, **options)
    environment.reset(task(*(changes or (change("radios/wifi/on", False),))))
    android.sent.clear()
    return environment


def call(environment: DeviceEnvironment, tool: str, **arguments: Json) -> Feedback:
    (answer,) = environment.step(Action(calls=(Call(id="c", name=tool, arguments=arguments),)))
    return answer


@pytest.mark.parametrize(
    ("tool", "arguments", "path", "value", "command"),
    [
        ("set_airplane_mode", {"enabled": True}, "radios/airplane/on", True, "cmd connectivity airplane-mode enable"),
        ("set_wifi", {"enabled": False}, "radios/wifi/on", False, "svc wifi disable"),
        ("set_bluetooth", {"enabled": False}, "radios/bluetooth/on", False, "svc bluetooth disable"),
        ("set_mobile_data", {"enabled": False}, "radios/mobile_data/on", False, "svc data disable"),
        ("set_location", {"enabled": False}, "radios/location/on", False, "cmd location set-location-enabled false"),
        ("set_data_saver", {"enabled": True}, "radios/data_saver/on", True, "cmd netpolicy set restrict-background true"),
        ("set_brightness", {"level": 40}, "display/brightness/level", 40, f"{PUT} screen_brightness 102"),
        ("set_auto_brightness", {"enabled": False}, "display/brightness/auto", False, f"{PUT} screen_brightness_mode 0"),
        ("set_font_size", {"size": "large"}, "display/font_size/size", "large", f"{PUT} font_scale 1.15"),
        ("set_auto_rotate", {"enabled": True}, "display/rotation/auto", True, f"{PUT} accelerometer_rotation 1"),
        ("set_screen_timeout", {"seconds": 120}, "display/screen_timeout/seconds", 120, f"{PUT} screen_off_timeout 120000"),
        ("set_dark_mode", {"mode": "on"}, "night_display/dark_mode/on", True, "cmd uimode night yes"),
        ("set_volume", {"stream": "media", "level": 50}, "sound/volume/media", 50, f"{VOLUME} 3 --set 8"),
        ("set_ringer_mode", {"mode": "vibrate"}, "sound/ringer/mode", "vibrate", "cmd audio set-ringer-mode VIBRATE"),
        ("manage_do_not_disturb", {"action": "turn_on"}, "dnd/main/on", True, "cmd notification set_dnd priority"),
    ],
)  # fmt: skip
def test_a_tool_writes_through_adb_and_is_believed_when_read_back(
    tool: str, arguments: dict[str, Json], path: str, value: Json, command: str
) -> None:
    android = FakeAndroid()
    environment = started(android, change(path, value))
    answer = call(environment, tool, **arguments)
    assert answer.status is Status.OK, answer.error
    assert command in android.writes()
    table, key, field = path.split("/")
    assert environment.phone.state.rows(table)[key][field] == value
    environment.step(FINISH)
    verdict = environment.verify()
    checked = next(item for item in verdict.checks if item.name == path)
    assert checked.passed and verdict.confidence is Confidence.READBACK and verdict.valid
    if tool != "set_airplane_mode":
        assert verdict.success, verdict.checks


def test_every_listed_tool_exists_and_drives_only_fields_that_can_be_written() -> None:
    from harness.environments.device.mirror import FIELDS

    for name, support in SUPPORTED.items():
        assert name in catalogue() and set(support.accepts) <= set(catalogue()[name].parameters["properties"])
        assert all(FIELDS[path].write for path in support.drives)


def test_what_the_device_does_of_itself_with_a_write_is_read_and_not_assumed() -> None:
    android = FakeAndroid()
    environment = started(android, change("radios/airplane/on", True))
    call(environment, "set_airplane_mode", enabled=True)
    assert android.writes() == ["cmd connectivity airplane-mode enable"]
    state = environment.phone.state
    assert state.rows("radios")["wifi"]["on"] is False and state.rows("radios")["mobile_data"]["on"] is True


def test_a_write_that_the_device_drops_is_an_error_with_unknown_effect_and_no_success() -> None:
    android = FakeAndroid(deaf="svc wifi")
    environment = started(android)
    answer = call(environment, "set_wifi", enabled=False)
    assert answer.error is not None and answer.error.code == "UNAVAILABLE" and answer.error.effect == "unknown"
    assert "radios/wifi/on" in answer.error.message
    environment.step(FINISH)
    assert not environment.verify().success and environment.verify().valid


def test_a_write_that_the_device_takes_late_still_counts() -> None:
    android = FakeAndroid(deaf="svc wifi")
    environment = started(android)
    call(environment, "set_wifi", enabled=False)
    android.settings["global"]["wifi_on"] = "0"
    environment.step(FINISH)
    assert environment.verify().success


def test_what_changes_by_itself_is_nobodys_side_effect() -> None:
    android = FakeAndroid()
    environment = started(android)
    android.battery, android.running = 71, {"org.telegram.messenger"}
    android.settings["system"]["accelerometer_rotation"] = "1"
    call(environment, "set_wifi", enabled=False)
    android.battery = 70
    environment.step(FINISH)
    assert environment.verify().success, environment.verify().checks
    assert environment.phone.state.rows("device")["battery"]["level"] == 70


def test_the_start_is_prepared_and_the_device_given_back_as_it_was_found() -> None:
    android = FakeAndroid()
    android.settings["global"]["wifi_on"] = "0"
    environment = environment_on(android)
    seen = environment.reset(task(change("radios/wifi/on", False), change("display/brightness/level", 20)))
    assert android.settings["global"]["wifi_on"] == "1", "a task that turns Wi-Fi off starts with it on"
    assert (seen.device, seen.zone, seen.now) == ("Pixel 9", "Europe/London", "Mon 2026-03-02 09:14")
    call(environment, "set_wifi", enabled=False)
    call(environment, "set_brightness", level=20)
    call(environment, "set_volume", stream="media", level=90)
    environment.close()
    assert android.settings["global"]["wifi_on"] == "0" and android.settings["system"]["screen_brightness"] == "138"
    assert android.volumes[3] == [5, 15]
    android.sent.clear()
    environment.close()
    assert not android.sent


def test_patches_of_a_task_reach_the_device() -> None:
    android = FakeAndroid()
    patch = Patch(table="radios", key="bluetooth", fields={"on": False})
    environment_on(android).reset(task(change("radios/bluetooth/on", True), patches=(patch,)))
    assert android.settings["global"]["bluetooth_on"] == "0"


def test_apps_are_opened_closed_and_listed() -> None:
    android = FakeAndroid()
    environment = started(android, labels={"org.telegram.messenger": "Telegram"})
    assert call(environment, "open_app", appName="Spotify").status is Status.OK
    assert android.front == "com.spotify.music"
    listed = call(environment, "search_apps", running=True).payload
    assert [sorted(row) for row in listed["apps"]] == [["id", "name", "running"]] * 2
    assert call(environment, "close_app", appName="Spotify").status is Status.OK
    assert "com.spotify.music" not in android.running and android.front == "com.android.launcher3"
    assert call(environment, "open_app", appName="telegram").status is Status.OK
    assert call(environment, "open_app", appName="Netflix").error is not None


def test_an_app_that_does_not_come_to_the_front_is_an_error() -> None:
    environment = started(FakeAndroid(deaf="^monkey"))
    answer = call(environment, "open_app", appName="Spotify")
    assert answer.error is not None and "Spotify is not in front" in answer.error.message


def test_an_alarm_is_read_back_where_the_device_lists_it_and_claimed_otherwise() -> None:
    gold = (change("alarms/*/time", "06:40"), change("alarms/*/title", "It's time; reboot"))
    for shows, confidence in ((True, Confidence.READBACK), (False, Confidence.CLAIMED)):
        android = FakeAndroid(shows_alarms=shows)
        environment = environment_on(android)
        environment.reset(task(*gold, change("alarms/*/enabled", True)))
        answer = call(environment, "manage_alarm", action="create", time="6:40", title="It's time; reboot")
        assert answer.status is Status.OK, answer.error
        environment.step(FINISH)
        assert environment.verify().confidence is confidence
        assert all(item.passed for item in environment.verify().checks if item.name.startswith("alarms"))
    days = call(environment, "manage_alarm", action="create", time="8:00", days=["mon", "sun"])
    assert days.status is Status.OK and any("DAYS 2,1" in command for command in android.writes())
    assert call(environment, "manage_timer", action="start", seconds=300).status is Status.OK


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("set_dark_mode", {"mode": "schedule", "startTime": "20:00", "endTime": "07:00"}),
        ("set_bluetooth", {"enabled": True, "discoverable": True}),
        ("manage_alarm", {"action": "list"}),
        ("manage_do_not_disturb", {"action": "turn_on", "durationMinutes": 30}),
        ("search_apps", {"sortBy": "size"}),
    ],
)
def test_what_adb_cannot_do_is_refused_with_what_it_can(tool: str, arguments: dict[str, Json]) -> None:
    android = FakeAndroid()
    answer = call(started(android), tool, **arguments)
    assert answer.error is not None and answer.error.code == "UNSUPPORTED" and answer.error.accepted
    assert not android.writes()


def test_tools_that_a_device_cannot_carry_out_are_not_offered() -> None:
    environment = environment_on(FakeAndroid())
    seen = environment.reset(task(change("radios/wifi/on", False)))
    assert "set_wifi" in seen.tools and "send_message" not in seen.tools and "control_power" not in seen.tools


def test_a_field_that_this_device_does_not_show_cannot_be_driven() -> None:
    android = FakeAndroid()
    environment = started(android)
    del android.settings["system"]["font_scale"]
    answer = call(environment, "set_font_size", size="large")
    assert answer.error is not None and answer.error.code == "UNSUPPORTED"
    assert "does not show display/font_size/size" in answer.error.message


def test_a_command_that_the_device_refuses_is_told_in_its_words() -> None:
    android = FakeAndroid()
    environment = started(android)
    android.refuses = "^svc"
    answer = call(environment, "set_wifi", enabled=False)
    assert answer.error is not None and "Security exception: not allowed" in answer.error.message


def test_a_lost_device_ends_calls_as_offline_and_makes_the_episode_invalid() -> None:
    android = FakeAndroid()
    environment = started(android)
    android.lost = True
    answer = call(environment, "set_wifi", enabled=False)
    assert answer.error is not None and answer.error.code == "DEVICE_OFFLINE" and answer.error.effect == "unknown"
    verdict = environment.verify()
    assert not verdict.valid and "closed" in verdict.reason
    environment.close()


def test_a_device_that_does_not_answer_or_obey_at_the_start_is_an_infrastructure_failure() -> None:
    with pytest.raises(DeviceLostError):
        environment_on(FakeAndroid(lost=True)).reset(task(change("radios/wifi/on", False)))
    android = FakeAndroid(deaf="svc wifi")
    android.settings["global"]["wifi_on"] = "0"
    with pytest.raises(DeviceLostError, match="does not take radios/wifi/on"):
        environment_on(android).reset(task(change("radios/wifi/on", False)))


def test_a_device_on_wifi_keeps_its_wifi() -> None:
    android = FakeAndroid(wireless=True)
    environment = started(android, change("display/brightness/level", 20))
    for tool, enabled in (("set_wifi", False), ("set_airplane_mode", True)):
        answer = call(environment, tool, enabled=enabled)
        assert answer.error is not None and answer.error.code == "POLICY_DENIED" and "Wi-Fi" in answer.error.message
    assert not android.writes() and call(environment, "set_brightness", level=20).status is Status.OK


@pytest.mark.parametrize(
    "command",
    ["settings put global adb_enabled 0", "settings put global adb_wifi_enabled 0", "svc usb setFunctions mtp", "reboot",
     "settings put global development_settings_enabled 0", "setprop sys.usb.config none", " svc power shutdown"],
)  # fmt: skip
def test_nothing_that_cuts_the_cable_or_the_power_is_ever_sent(command: str) -> None:
    with pytest.raises(ForbiddenError):
        script(["date +%s", command])


def test_no_listed_command_is_forbidden() -> None:
    android = FakeAndroid()
    test_the_start_is_prepared_and_the_device_given_back_as_it_was_found()
    environment = started(android)
    call(environment, "open_app", appName="Spotify")
    assert not any(FORBIDDEN.search(command) for command in android.sent)


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (task(change("contacts/*/name", "Anna")), "contacts/\\*/name cannot be read back"),
        (
            task(change("radios/wifi/on", True), patches=(Patch(table="messages", key="m", fields=None),)),
            "cannot be prepared",
        ),
        (task(check=ToolCallCheck(calls=(GoldCall(name="send_message"),))), "send_message is no tool of a real device"),
        (task(check=BehaviourCheck(message="refuse")), "depends on the phone's own data"),
    ],
)
def test_a_task_that_a_device_cannot_carry_is_refused_with_its_reason(bad: Task, reason: str) -> None:
    assert obstacles(bad)
    with pytest.raises(UserError, match=reason):
        environment_on(FakeAndroid()).reset(bad)


def test_a_device_cannot_be_forked() -> None:
    with pytest.raises(UserError, match="cannot be copied"):
        started(FakeAndroid()).fork()


def test_half_an_answer_is_a_lost_device() -> None:
    with pytest.raises(DeviceLostError, match="1 of 2 commands ended"):
        outputs("first\n@@0\nsec", 2)


# -- over the protocol


def served(*devices: tuple[str, str]) -> tuple[FakeAdbServer, Sequence[FakeAndroid]]:
    androids = [FakeAndroid() for _ in devices]
    return FakeAdbServer({name: (state, a) for (name, state), a in zip(devices, androids, strict=True)}), androids


def test_a_whole_episode_through_adbutils_and_an_adb_server() -> None:
    server, (android,) = served(("emulator-5554", "device"))
    with server:
        device = connect(port=server.port)
        environment = DeviceEnvironment(catalogue(), device, sleep=lambda _: None)
        environment.reset(task(change("radios/wifi/on", False)))
        assert call(environment, "set_wifi", enabled=False).status is Status.OK
        environment.step(FINISH)
        assert environment.verify().success and android.settings["global"]["wifi_on"] == "0"
        android.lost = True
        assert call(environment, "set_wifi", enabled=True).error is not None
        assert not environment.verify().valid


@pytest.mark.parametrize(
    ("devices", "serial", "message"),
    [
        ((), None, "no device is ready; seen: none .*USB debugging"),
        ((("R5", "unauthorized"),), None, r"no device is ready; seen: R5 \(unauthorized\)"),
        ((("A", "device"), ("B", "device")), None, "2 devices are connected .*one of: A, B"),
        ((("A", "device"),), "Z", r"device Z is not ready; seen: A \(device\)"),
    ],
)
def test_what_is_wrong_with_the_connection_is_said(
    devices: tuple[tuple[str, str], ...], serial: str | None, message: str
) -> None:
    server, _ = served(*devices)
    with server, pytest.raises(UserError, match=message):
        connect(serial, port=server.port)


def test_a_serial_with_an_address_is_wireless() -> None:
    server, _ = served(("192.168.0.7:5555", "device"), ("cable", "device"))
    with server:
        assert connect("192.168.0.7:5555", port=server.port).wireless and not connect("cable", port=server.port).wireless
