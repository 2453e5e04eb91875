"""Rules between domains: one test a rule, that every rule has one, and invariants that no sequence of calls breaks."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from harness.contract import Json
from harness.environments.phone import laws
from harness.environments.phone.errors import Code, PhoneError
from harness.environments.phone.phone import Phone
from harness.environments.phone.rules import RULES
from tests.harness.environments.phone.driving import Patches, call, failure, field_of, id_of, patch, phone_of

CAST = {"action": "start", "targetDeviceName": "Bedroom TV"}
USB_CAST = {"action": "start", "targetDeviceName": "书房电脑", "connectionMethod": "usb"}
AIRPLANE = {"radios/airplane": {"on": True}, "radios/wifi": {"on": False}, "radios/mobile_data": {"on": False}}


def is_on(phone: Phone, *radios: str) -> list[bool]:
    return [phone.one("radios", radio)["on"] for radio in radios]


def notify(phone: Phone, app: str) -> bool:
    """Whether a notification of that app arrives silenced."""
    key = phone.add("notifications", "nt", app=app, title="t", text="x", time=phone.state.now)
    return bool(phone.row("notifications", key).get("silenced", False))


def ring(phone: Phone, contact: str | None, number: str = "+447700900999") -> bool:
    """Whether a call that comes in is silenced; it ends as missed."""
    key = phone.add("calls", "ca", contact=contact, number=number, app="phone", direction="in", status="ringing",
                    started=phone.state.now, seconds=0, muted=False, speaker=False)  # fmt: skip
    phone.put("calls", key, status="missed")
    return bool(phone.row("calls", key).get("silenced", False))


# -- radios


def test_airplane_mode_drops_radios() -> None:
    phone = phone_of("marcus")
    call(phone, "manage_hotspot", action="turn_on")
    call(phone, "set_airplane_mode", enabled=True)
    assert is_on(phone, "wifi", "bluetooth", "mobile_data", "hotspot") == [False] * 4
    call(phone, "set_airplane_mode", enabled=False)
    assert is_on(phone, "wifi", "bluetooth", "mobile_data", "hotspot") == [True, True, True, False]
    assert phone.one("radios", "airplane")["remembered"] == {}


def test_airplane_mode_restores_only_what_was_on() -> None:
    phone = phone_of(patches={"radios/bluetooth": {"on": False}})
    call(phone, "set_airplane_mode", enabled=True)
    call(phone, "set_airplane_mode", enabled=True)  # the second call forgets nothing
    call(phone, "set_airplane_mode", enabled=False)
    assert is_on(phone, "wifi", "bluetooth", "mobile_data") == [True, False, True]


def test_wifi_and_bluetooth_can_be_raised_again_in_airplane_mode() -> None:
    phone = phone_of()
    call(phone, "set_airplane_mode", enabled=True)
    call(phone, "set_wifi", enabled=True)
    call(phone, "set_bluetooth", enabled=True)
    assert is_on(phone, "airplane", "wifi", "bluetooth", "mobile_data") == [True, True, True, False]
    phone.require("internet")


def test_bluetooth_before_airplane_mode_is_lost() -> None:
    phone = phone_of(patches={"radios/bluetooth": {"on": False}})
    call(phone, "set_bluetooth", enabled=True)
    call(phone, "set_airplane_mode", enabled=True)
    assert is_on(phone, "bluetooth") == [False]


def test_mobile_data_needs_a_cellular_radio() -> None:
    assert failure(phone_of(patches=AIRPLANE), "set_mobile_data", enabled=True) == Code.BLOCKED_BY_MODE
    no_sim = phone_of(patches={"radios/sim": {"present": False}, "radios/mobile_data": {"on": False}})
    assert failure(no_sim, "set_mobile_data", enabled=True) == Code.PRECONDITION_FAILED
    call(phone_of(patches=AIRPLANE), "set_data_roaming", enabled=True)


def test_hotspot_ends_without_mobile_data() -> None:
    phone = phone_of()
    call(phone, "manage_hotspot", action="turn_on")
    call(phone, "set_mobile_data", enabled=False)
    assert is_on(phone, "hotspot") == [False]


def test_hotspot_needs_mobile_data_and_battery() -> None:
    turn_on = {"action": "turn_on"}
    low = phone_of(patches={"device/battery": {"level": 5}})
    assert failure(low, "manage_hotspot", **turn_on) == Code.PRECONDITION_FAILED
    patch(low, {"device/battery": {"charging": True}})
    call(low, "manage_hotspot", **turn_on)
    no_data = phone_of(patches={"radios/mobile_data": {"on": False}})
    assert failure(no_data, "manage_hotspot", **turn_on) == Code.PRECONDITION_FAILED
    saving = phone_of(patches={"radios/data_saver": {"on": True}})
    assert failure(saving, "manage_hotspot", **turn_on) == Code.BLOCKED_BY_MODE


def test_hotspot_drops_wifi_on_phones_that_cannot_share() -> None:
    cannot, can = phone_of("emma"), phone_of("marcus")
    for phone in (cannot, can):
        call(phone, "manage_hotspot", action="turn_on")
    assert is_on(cannot, "hotspot", "wifi") == [True, False]
    assert is_on(can, "hotspot", "wifi") == [True, True]


def test_wifi_ends_the_hotspot_on_phones_that_cannot_share() -> None:
    phone = phone_of()
    call(phone, "manage_hotspot", action="turn_on")
    call(phone, "set_wifi", enabled=True)
    assert is_on(phone, "hotspot", "wifi") == [False, True]


def test_data_saver_ends_the_hotspot() -> None:
    phone = phone_of("marcus")
    call(phone, "manage_hotspot", action="turn_on")
    call(phone, "set_data_saver", enabled=True)
    assert is_on(phone, "hotspot") == [False]


@pytest.mark.parametrize(
    "cut",
    [("set_wifi", {"enabled": False}), ("set_airplane_mode", {"enabled": True}), ("manage_hotspot", {"action": "turn_on"})],
    ids=lambda cut: cut[0],
)
def test_wireless_links_end_without_wifi(cut: tuple[str, dict[str, Json]]) -> None:
    phone = phone_of()
    call(phone, "control_screen_casting", **CAST)
    call(phone, "manage_pc_link", action="connect", pcName="Emma's laptop")
    call(phone, cut[0], **cut[1])
    assert [(row["state"], row["reason"]) for row in phone.state.rows("casts").values()] == [("ended", "connection_lost")]
    assert field_of(phone, "pc_links/Emma's laptop/connected") is False
    assert call(phone, "control_screen_casting", action="status")["active"] is None


def test_a_usb_cast_survives_airplane_mode() -> None:
    phone = phone_of("liwei")
    call(phone, "control_screen_casting", **USB_CAST)
    call(phone, "set_airplane_mode", enabled=True)
    assert call(phone, "control_screen_casting", action="status")["active"]["connectionMethod"] == "usb"


def test_accessories_disconnect_without_bluetooth() -> None:
    phone = phone_of(patches={"radios/bluetooth": {"discoverable": True}})
    call(phone, "set_bluetooth", enabled=False)
    assert phone.find("bluetooth_devices", connected=True) == []
    assert field_of(phone, "audio_route/main/output") == "speaker"
    assert phone.one("radios", "bluetooth")["discoverable"] is False
    assert failure(phone, "manage_noise_control", action="set", mode="off") == Code.NOT_CONNECTED
    call(phone, "set_bluetooth", enabled=True)
    assert phone.find("bluetooth_devices", connected=True) == []


def test_casting_needs_a_link_and_battery() -> None:
    low = phone_of(patches={"device/battery": {"level": 4}})
    assert failure(low, "control_screen_casting", **CAST) == Code.PRECONDITION_FAILED
    patch(low, {"device/battery": {"charging": True}})
    call(low, "control_screen_casting", **CAST)
    no_wifi = phone_of("liwei", {"radios/wifi": {"on": False}})
    wireless = {"action": "start", "targetDeviceName": "客厅电视"}
    assert failure(no_wifi, "control_screen_casting", **wireless) == Code.PRECONDITION_FAILED
    call(no_wifi, "control_screen_casting", **USB_CAST)


# -- power and clock


def saver(phone: Phone, on: bool) -> None:
    phone.put("modes", "battery_saver", on=on)


def test_no_battery_saver_while_charging() -> None:
    phone = phone_of(patches={"device/battery": {"charging": True}})
    with pytest.raises(PhoneError, match="charging"):
        saver(phone, True)


def test_battery_saver_limits_the_phone() -> None:
    phone = phone_of("marcus")
    paths = ("radios/location/on", "modes/sync/on", "display/refresh_rate/rate", "display/brightness/level")
    before = [field_of(phone, path) for path in paths]
    saver(phone, True)
    assert [field_of(phone, path) for path in paths] == [False, False, "60", 50]
    saver(phone, False)
    assert [field_of(phone, path) for path in paths] == before
    assert field_of(phone, "modes/battery_saver/remembered") == {}


def test_battery_saver_gives_back_only_what_nobody_changed() -> None:
    phone = phone_of("marcus")
    saver(phone, True)
    call(phone, "set_brightness", level=20)
    saver(phone, False)
    assert field_of(phone, "display/brightness/level") == 20


def test_battery_saver_does_not_raise_a_dark_screen_nor_turn_on_what_was_off() -> None:
    phone = phone_of(patches={"display/brightness": {"level": 10}, "radios/location": {"on": False}})
    saver(phone, True)
    assert field_of(phone, "display/brightness/level") == 10
    saver(phone, False)
    assert field_of(phone, "radios/location/on") is False


def test_no_location_under_battery_saver() -> None:
    phone = phone_of()
    saver(phone, True)
    assert failure(phone, "set_location", enabled=True) == Code.BLOCKED_BY_MODE
    call(phone, "set_location", enabled=False)


def test_no_sync_under_battery_saver() -> None:
    phone = phone_of()
    saver(phone, True)
    with pytest.raises(PhoneError, match="background sync"):
        phone.put("modes", "sync", on=True)


def test_battery_saver_caps_brightness() -> None:
    phone = phone_of()
    saver(phone, True)
    assert failure(phone, "set_brightness", level=51) == Code.BLOCKED_BY_MODE
    call(phone, "set_brightness", level=49)


def test_battery_saver_caps_refresh_rate() -> None:
    phone = phone_of()
    saver(phone, True)
    assert failure(phone, "set_refresh_rate", rate="120") == Code.BLOCKED_BY_MODE
    call(phone, "set_refresh_rate", rate="60")


def test_charging_ends_the_battery_saver() -> None:
    phone = phone_of()
    saver(phone, True)
    phone.put("device", "battery", charging=True)
    assert field_of(phone, "modes/battery_saver/on") is False
    assert field_of(phone, "radios/location/on") is True


def test_an_empty_battery_switches_the_phone_off() -> None:
    phone = phone_of()
    phone.put("device", "battery", level=1)
    call(phone, "get_network_status")
    phone.put("device", "battery", level=0)
    assert failure(phone, "get_network_status") == Code.DEVICE_OFF


def test_switching_off_ends_casts() -> None:
    phone = phone_of("liwei")
    call(phone, "control_screen_casting", **USB_CAST)
    call(phone, "manage_pc_link", action="connect", pcName="书房电脑")
    phone.put("device", "power", state="off")
    assert [(row["state"], row["reason"]) for row in phone.state.rows("casts").values()] == [("ended", "power_off")]
    assert phone.find("pc_links", connected=True) == []


def test_a_new_time_zone_moves_what_is_due() -> None:
    phone = phone_of()  # 09:14 in London, 18:14 in Tokyo
    call(phone, "manage_dnd_schedule", action="create", startTime="18:30", endTime="19:00")
    phone.put("device", "clock", zone="Asia/Tokyo")
    phone.pass_time(20 * 60)
    assert field_of(phone, "dnd/main/on") is True


# -- apps that may not run now


def running(phone: Phone) -> set[str]:
    return {row["name"] for _, row in phone.find("apps", running=True)}


def test_battery_saver_starts_at_its_level() -> None:
    phone = phone_of()
    phone.put("device", "battery", level=21)
    assert not phone.one("modes", "battery_saver")["on"]
    phone.put("device", "battery", level=20)
    assert phone.one("modes", "battery_saver")["on"]
    saver(phone, False)  # whoever turns it off below the level is left alone
    phone.put("device", "battery", level=15)
    assert not phone.one("modes", "battery_saver")["on"]


def test_battery_saver_does_not_start_by_itself_while_charging_or_at_level_zero() -> None:
    idle: list[Patches] = [{"device/battery": {"charging": True}}, {"power_settings/main": {"saver_at": 0}}]
    for patches in idle:
        phone = phone_of(patches=patches)
        phone.put("device", "battery", level=3)
        assert not phone.one("modes", "battery_saver")["on"]


def test_extreme_saver_is_a_battery_saver() -> None:
    phone = phone_of()
    phone.put("modes", "extreme_saver", on=True)
    assert phone.one("modes", "battery_saver")["on"]
    charging = phone_of(patches={"device/battery": {"charging": True}})
    assert failure(charging, "set_battery_saver", mode="extreme") == Code.CONFLICT


def test_extreme_saver_ends_with_the_battery_saver() -> None:
    phone = phone_of()
    call(phone, "set_battery_saver", mode="extreme")
    phone.put("device", "battery", charging=True)
    assert [phone.one("modes", name)["on"] for name in ("battery_saver", "extreme_saver")] == [False, False]


def test_the_standard_saver_follows_the_extreme_one_without_giving_anything_back() -> None:
    phone = phone_of()
    call(phone, "set_battery_saver", mode="extreme")
    call(phone, "set_battery_saver", mode="standard")
    assert [phone.one("modes", name)["on"] for name in ("battery_saver", "extreme_saver")] == [True, False]
    assert is_on(phone, "location") == [False]
    call(phone, "set_battery_saver", mode="off")
    assert is_on(phone, "location") == [True]


def test_a_blocked_app_does_not_start() -> None:
    apps = {row["name"]: key for key, row in phone_of().state.rows("apps").items()}
    strava = {f"private_apps/{apps['Strava']}": {"app": apps["Strava"]}}
    blocked: list[tuple[str, Patches]] = [
        ("YouTube", {"modes/extreme_saver": {"on": True}}),
        ("YouTube", {"focus_mode/main": {"on": True}}),
        ("YouTube", {f"app_timers/{apps['YouTube']}": {"minutes": 25}}),
        ("Strava", strava),
    ]
    for name, patches in blocked:
        phone = phone_of(patches=patches)
        assert failure(phone, "open_app", appName=name) == Code.BLOCKED_BY_MODE
        call(phone, "open_app", appName="Clock")
    free = phone_of(
        patches={f"app_timers/{apps['YouTube']}": {"minutes": 26}, "private_space/main": {"unlocked": True}, **strava}
    )
    for name in ("YouTube", "Strava"):
        call(free, "open_app", appName=name)


@pytest.mark.parametrize(
    ("tool", "arguments", "app"),
    [
        ("set_battery_saver", {"mode": "extreme"}, "Spotify"),
        ("manage_focus_mode", {"action": "turn_on"}, "YouTube"),
        ("set_app_timer", {"appName": "Spotify", "minutes": 41}, "Spotify"),
        ("manage_private_space", {"action": "hide", "appName": "Spotify"}, "Spotify"),
    ],
)
def test_a_blocked_app_stops(tool: str, arguments: dict[str, Json], app: str) -> None:
    phone = phone_of()
    call(phone, "open_app", appName=app)
    call(phone, tool, **arguments)
    assert app not in running(phone)
    assert "Phone" in running(phone)


def test_an_app_stops_as_it_joins_a_running_focus_mode_and_as_the_private_space_is_locked() -> None:
    phone = phone_of()
    call(phone, "manage_focus_mode", action="turn_on")
    call(phone, "manage_focus_mode", action="add_app", appName="Spotify")
    assert "Spotify" not in running(phone)
    call(phone, "manage_private_space", action="unlock", pin="2580")
    call(phone, "manage_private_space", action="hide", appName="WhatsApp")
    assert "WhatsApp" in running(phone)
    call(phone, "manage_private_space", action="lock")
    assert "WhatsApp" not in running(phone)


# -- codes, users and sensors


def test_the_screen_lock_stays_while_something_is_locked_by_it() -> None:
    protected: list[Patches] = [
        {"apps/Strava": {"locked": True}},
        {f"private_apps/{id_of(phone_of(), 'apps', 'Strava')}": {"app": id_of(phone_of(), "apps", "Strava")}},
        {"find_my_phone/main": {"lost": True}},
    ]
    for patches in protected:
        locked = phone_of(patches=patches)
        assert failure(locked, "set_screen_lock", method="swipe", currentCode="2580") == Code.PRECONDITION_FAILED
        call(locked, "set_screen_lock", currentCode="2580", newCode="1470")
    call(phone_of(), "set_screen_lock", method="swipe", currentCode="2580")


def test_a_blocked_sensor_serves_no_app() -> None:
    phone = phone_of(patches={"camera_view/main": {"code": "https://example.com"}})
    call(phone, "set_sensor_access", sensor="camera", enabled=False)
    assert failure(phone, "manage_qr_code", action="scan") == Code.PERMISSION_DENIED
    phone.require_permission("microphone")
    call(phone, "set_sensor_access", sensor="camera", enabled=True)
    call(phone, "manage_qr_code", action="scan")


def test_only_the_owner_reaches_personal_data() -> None:
    phone = phone_of("marcus")
    call(phone, "manage_user", action="switch", user="Tyler")
    for permission in laws.PERSONAL:
        with pytest.raises(PhoneError, match="Tyler uses the phone"):
            phone.require_permission(permission)
    phone.require_permission("camera")
    call(phone, "manage_user", action="switch", user="owner", pin="1379")
    phone.require_permission("contacts")


# -- the name of the phone, and resets


def test_bluetooth_shows_the_name_of_the_phone() -> None:
    phone = phone_of()
    call(phone, "manage_device_info", action="rename", name="Pocket")
    assert field_of(phone, "radios/bluetooth/name") == "Pocket"


def test_a_network_reset_forgets_networks() -> None:
    phone = phone_of("marcus", {"radios/data_saver": {"on": True}, "radios/mobile_data": {"roaming": True}})
    call(phone, "set_airplane_mode", enabled=True)
    call(phone, "reset_settings", scope="network")
    assert is_on(phone, "wifi", "bluetooth", "mobile_data") == [True, True, True]
    assert is_on(phone, "airplane", "hotspot", "data_saver", "vpn") == [False] * 4
    assert phone.one("radios", "wifi")["ssid"] is None and not phone.one("radios", "mobile_data")["roaming"]
    assert not phone.find("wifi_networks", saved=True) and not phone.state.rows("vpn_profiles")
    assert phone.state.rows("wifi_networks") and not phone.find("bluetooth_devices", paired=True)


def test_a_network_reset_without_a_sim_card_leaves_mobile_data_off() -> None:
    phone = phone_of(patches={"radios/sim": {"present": False}, "radios/mobile_data": {"on": False}})
    call(phone, "reset_settings", scope="network")
    assert is_on(phone, "mobile_data") == [False]


def test_a_reset_of_app_preferences_frees_apps() -> None:
    phone = phone_of("marcus", {"apps/Uber": {"notifications": False, "background": "restricted"}})
    call(phone, "reset_settings", scope="app_preferences")
    assert not phone.find("apps", notifications=False) and not phone.find("install_sources", allowed=True)
    assert {row["background"] for row in phone.state.rows("apps").values()} == {"optimized"}


def test_an_accessibility_reset_turns_every_aid_off() -> None:
    phone = phone_of("marcus", {"reading_aids/bold_text": {"on": True}})
    call(phone, "reset_settings", scope="accessibility")
    assert not phone.find("accessibility", on=True) and not phone.find("reading_aids", on=True)


# -- do-not-disturb


def silence(phone: Phone, mode: str) -> None:
    call(phone, "manage_do_not_disturb", action="turn_on", mode=mode)


def test_do_not_disturb_silences_notifications() -> None:
    phone = phone_of()
    assert not notify(phone, "Chrome")
    silence(phone, "priority")
    call(phone, "manage_dnd_exception", action="add", kind="app", name="Messages")
    assert [notify(phone, app) for app in ("Chrome", "Messages", "clock")] == [True, False, False]
    silence(phone, "alarms_only")
    assert [notify(phone, app) for app in ("Messages", "clock")] == [True, False]
    silence(phone, "total_silence")
    assert notify(phone, "clock")


def test_an_alarm_rings_under_do_not_disturb_unless_silence_is_total() -> None:
    for mode, silenced in (("alarms_only", None), ("total_silence", True)):
        phone = phone_of()
        call(phone, "manage_alarm", action="create", time="09:30", title="Stand-up")
        silence(phone, mode)
        phone.pass_time(30 * 60)
        rung = phone.find("notifications", app="clock", text="Stand-up")
        assert [row.get("silenced") for _, row in rung] == [silenced]


def test_do_not_disturb_silences_calls() -> None:
    phone = phone_of()
    mum = id_of(phone, "contacts", "Mum")
    assert not ring(phone, None)
    silence(phone, "priority")
    call(phone, "manage_dnd_exception", action="add", kind="contact", name="Mum")
    assert not ring(phone, mum)
    assert ring(phone, None, "+447700900111")
    silence(phone, "alarms_only")
    assert ring(phone, mum)


def test_a_repeated_call_gets_through_if_that_is_allowed() -> None:
    phone = phone_of()
    silence(phone, "priority")
    assert ring(phone, None, "+447700900111") and ring(phone, None, "+447700900111")
    call(phone, "manage_dnd_exception", action="add", kind="repeat_callers")
    assert not ring(phone, None, "+447700900111")
    assert ring(phone, None, "+447700900222")
    phone.pass_time(16 * 60)
    assert ring(phone, None, "+447700900111")


# -- playback and recording


def play(phone: Phone, **what: Json) -> None:
    call(phone, "play_music", **(what or {"title": "Paper Boats"}))


def sound(phone: Phone) -> str:
    return str(field_of(phone, "players/audio/state"))


def call_in(phone: Phone) -> str:
    return phone.add("calls", "ca", contact=None, number="+447700900999", app="phone", direction="in", status="ringing",
                     started=phone.state.now, seconds=0, muted=False, speaker=False)  # fmt: skip


def test_no_playback_during_a_call() -> None:
    phone = phone_of()
    call(phone, "make_call", contactName="Mum")
    assert failure(phone, "play_music", title="Paper Boats") == Code.CONFLICT
    assert failure(phone, "play_video", title="Beginner sourdough") == Code.CONFLICT
    call(phone, "control_call", action="end")
    play(phone)


def test_no_recording_during_a_call() -> None:
    phone = phone_of()
    call_in(phone)
    assert failure(phone, "manage_voice_recording", action="start") == Code.CONFLICT
    call(phone, "control_call", action="decline")
    call(phone, "manage_voice_recording", action="start")


def test_a_call_interrupts_playback() -> None:
    phone = phone_of()
    play(phone)
    phone.pass_time(60)
    call_in(phone)
    assert sound(phone) == "paused"
    call(phone, "control_call", action="answer")
    phone.pass_time(300)
    call(phone, "control_call", action="end")
    assert sound(phone) == "playing"
    assert call(phone, "control_playback", action="status")["players"][0]["position"] == "1:03"


def test_what_was_paused_before_a_call_stays_paused_after_it() -> None:
    for pausing in ({"action": "pause"}, {"action": "stop"}):
        phone = phone_of()
        play(phone)
        call(phone, "make_call", contactName="Mum")
        call(phone, "control_playback", **pausing)
        call(phone, "control_call", action="end")
        assert sound(phone) != "playing"


def test_a_call_pauses_a_recording_that_then_waits() -> None:
    phone = phone_of()
    call(phone, "manage_voice_recording", action="start")
    call_in(phone)
    call(phone, "control_call", action="decline")
    assert field_of(phone, "recorder/main/state") == "paused"


def test_playback_pauses_without_its_headphones() -> None:
    phone = phone_of()
    play(phone)
    call(phone, "set_audio_output", output="speaker")
    assert sound(phone) == "playing"
    call(phone, "set_audio_output", output="Pixel Buds Pro")
    call(phone, "manage_bluetooth_device", action="disconnect", device="Pixel Buds Pro")
    assert sound(phone) == "paused"


def test_a_stream_pauses_without_its_connection() -> None:
    cuts: list[tuple[str, dict[str, Json]]] = [
        ("set_wifi", {"enabled": False}), ("set_airplane_mode", {"enabled": True}),
        ("manage_wifi_network", {"action": "disconnect"}),
    ]  # fmt: skip
    for tool, arguments in cuts:
        streaming, stored = phone_of(), phone_of()
        play(streaming, title="Northbound")
        play(stored)
        call(streaming, tool, **arguments)
        call(stored, tool, **arguments)
        assert sound(streaming) == "paused" and (sound(stored) == "playing" or tool == "set_airplane_mode"), tool


def test_a_stream_goes_on_over_mobile_data_if_it_may_use_it() -> None:
    phone = phone_of()
    call(phone, "manage_streaming_settings", action="set", streamOnMobileData=True)
    play(phone, title="Northbound")
    call(phone, "set_wifi", enabled=False)
    assert sound(phone) == "playing"
    call(phone, "set_data_saver", enabled=True)
    assert sound(phone) == "paused"


def test_game_mode_silences_notifications() -> None:
    phone = phone_of()
    call(phone, "manage_game_mode", action="turn_on")
    assert [notify(phone, app) for app in ("Chrome", "clock", "Phone")] == [True, False, False]
    call(phone, "manage_game_mode", action="turn_on", blockNotifications=False)
    assert not notify(phone, "Chrome")


# -- deletion


def test_deleted_contact_loses_its_exception() -> None:
    phone = phone_of()
    call(phone, "manage_dnd_exception", action="add", kind="contact", name="Mum")
    phone.remove("contacts", id_of(phone, "contacts", "Mum"))
    assert not phone.state.rows("dnd_exceptions")


def test_uninstalled_app_loses_its_exception() -> None:
    phone = phone_of()
    call(phone, "manage_dnd_exception", action="add", kind="app", name="Chrome")
    phone.remove("apps", id_of(phone, "apps", "Chrome"))
    assert not phone.state.rows("dnd_exceptions")


def test_what_is_known_about_an_app_goes_with_it() -> None:
    phone = phone_of("marcus", {"private_space/main": {"unlocked": True}})
    for name in ("Candy Blocks", "Dragon Quest Rush", "Telegram", "Instagram"):
        key = id_of(phone, "apps", name)
        call(phone, "uninstall_app", appName=name)
        assert not any(phone.state.get(table, key) for table in laws.ABOUT_APPS)
        assert not phone.find("permission_usage", app=key)
    assert all(phone.state.rows(table) for table in laws.ABOUT_APPS if table != "private_apps")


def test_deleted_contact_is_no_emergency_contact() -> None:
    phone = phone_of()
    call(phone, "manage_contact", action="delete", contactId=id_of(phone, "contacts", "James Clarke"))
    assert not phone.state.rows("emergency_contacts")
    assert field_of(phone, "emergency_sos/main/share_location") is False


def test_deleted_file_stays_in_history_by_name() -> None:
    phone = phone_of()
    key = next(key for key, row in phone.state.rows("files").items() if not row["trashed"])
    call(phone, "send_file_nearby", file=key, receiver="Tom's Pixel 8")
    call(phone, "print_document", file=key)
    name = phone.row("files", key)["name"]
    phone.remove("files", key)
    kept = [row for table in ("transfers", "print_jobs") for row in phone.state.rows(table).values()]
    assert [(row["file"], row["name"]) for row in kept] == [(None, name), (None, name)]


def test_deleted_file_leaves_the_gallery() -> None:
    phone = phone_of()
    photo = id_of(phone, "files", "IMG_20250823_001.jpg")
    memo = id_of(phone, "files", "Piano practice.m4a")
    for key in (photo, memo):
        call(phone, "delete_file", fileId=key)
        assert phone.state.get("photos", key) or phone.state.get("recordings", key)
        call(phone, "delete_file", fileId=key, permanent=True)
    assert not phone.state.get("photos", photo) and not phone.state.get("recordings", memo)
    assert not any(photo in row["photos"] for row in phone.state.rows("photo_albums").values())


# -- requirements


@pytest.mark.parametrize(
    ("requirement", "met", "patches"),
    [
        ("internet", True, {"radios/mobile_data": {"on": False}}),
        ("internet", True, {"radios/wifi": {"on": False}}),
        ("internet", True, {"radios/wifi": {"ssid": None}}),
        ("internet", False, {"radios/wifi": {"ssid": None}, "radios/mobile_data": {"on": False}}),
        ("internet", False, AIRPLANE),
        ("cellular", True, {"radios/mobile_data": {"on": False}}),
        ("cellular", False, AIRPLANE),
        ("cellular", False, {"radios/sim": {"present": False}}),
        ("bluetooth", True, {}),
        ("bluetooth", False, {"radios/bluetooth": {"on": False}}),
        ("wifi", True, {"radios/wifi": {"ssid": None}}),
        ("wifi", False, {"radios/wifi": {"on": False}}),
        ("location", True, {}),
        ("location", False, {"radios/location": {"on": False}}),
        ("streaming", True, {"radios/mobile_data": {"on": False}}),
        ("streaming", False, {"radios/wifi": {"ssid": None}}),
        ("streaming", True, {"radios/wifi": {"ssid": None}, "streaming/main": {"on_mobile_data": True}}),
        (
            "streaming",
            False,
            {"radios/wifi": {"ssid": None}, "streaming/main": {"on_mobile_data": True}, "radios/data_saver": {"on": True}},
        ),
        ("streaming", False, AIRPLANE),
        ("owner", True, {}),
        ("owner", False, {"active_user/main": {"user": id_of(phone_of(), "users", "Guest")}}),
    ],
)
def test_a_requirement_is_met_or_refused(requirement: str, met: bool, patches: dict[str, dict[str, Json]]) -> None:
    phone = phone_of(patches=patches)
    if met:
        phone.require(requirement)
    else:
        with pytest.raises(PhoneError):
            phone.require(requirement)


# -- guidance, live translation, the home screen


def test_navigation_ends_without_location() -> None:
    phone = phone_of()
    call(phone, "control_navigation", action="start", destination="work")
    call(phone, "set_location", enabled=False)
    assert call(phone, "control_navigation", action="status") == {"navigating": False}


def test_the_battery_saver_ends_navigation_for_it_turns_location_off() -> None:
    phone = phone_of()
    call(phone, "control_navigation", action="start", destination="work")
    phone.put("modes", "battery_saver", on=True)
    assert field_of(phone, "navigation/main/destination") is None


def test_switching_off_ends_navigation_and_translation() -> None:
    phone = phone_of()
    call(phone, "control_navigation", action="start", destination="work")
    call(phone, "control_live_translation", action="start", mode="captions", targetLanguage="fr")
    call(phone, "control_power", action="reboot")
    assert field_of(phone, "navigation/main/destination") is None and not field_of(phone, "live_translation/main/on")


def test_translating_a_call_needs_a_call() -> None:
    phone = phone_of()
    start = {"action": "start", "mode": "call", "targetLanguage": "fr"}
    assert failure(phone, "control_live_translation", **start) == Code.PRECONDITION_FAILED
    call(phone, "control_live_translation", **{**start, "mode": "captions"})
    assert failure(phone, "control_live_translation", **start) == Code.PRECONDITION_FAILED
    call(phone, "make_call", contactName="Mum")
    assert call(phone, "control_live_translation", **start)["changed"]


def test_translation_of_a_call_ends_with_it() -> None:
    phone = phone_of()
    for mode, goes_on in (("call", False), ("captions", True)):
        call(phone, "make_call", contactName="Mum")
        call(phone, "control_live_translation", action="start", mode=mode, targetLanguage="fr")
        call(phone, "control_call", action="end")
        assert field_of(phone, "live_translation/main/on") is goes_on


def test_uninstalled_app_leaves_the_home_screen() -> None:
    phone = phone_of("marcus")
    assert len(phone.find("home_items", name="Spotify")) == 3
    call(phone, "uninstall_app", appName="Spotify")
    assert phone.find("home_items", name="Spotify") == []


def test_deleted_contact_leaves_the_home_screen() -> None:
    phone = phone_of()
    call(phone, "manage_home_screen", action="add", kind="contact", name="Nathan Cole")
    call(phone, "manage_contact", action="delete", contactId=id_of(phone, "contacts", "Nathan Cole"))
    assert phone.find("home_items", kind="contact") == []


# -- every rule, and what holds after any sequence of calls


def test_every_law_has_a_test_of_its_name() -> None:
    stated = [law.run.__name__ for law in RULES.all() if law.run.__module__ == laws.__name__]
    stated += [gate.__name__ for gate in RULES.gates]
    assert len(stated) > 20
    assert [name for name in stated if f"test_{name}" not in globals()] == []


class Invariants(RuleBasedStateMachine):
    """Any sequence of calls that touch radios, casts, power and silence."""

    phone: Phone

    @initialize(profile=st.sampled_from(["emma", "liwei", "marcus", "aisha"]), level=st.sampled_from([3, 50]))
    def start(self, profile: str, level: int) -> None:
        self.phone = phone_of(profile, {"device/battery": {"level": level}})
        self.before_airplane = is_on(self.phone, "wifi", "bluetooth", "mobile_data")

    @rule(enabled=st.booleans())
    def airplane(self, enabled: bool) -> None:
        was_on = is_on(self.phone, "airplane") == [True]
        radios = ("wifi", "bluetooth", "mobile_data")
        if enabled and not was_on:
            self.before_airplane = is_on(self.phone, *radios)
        call(self.phone, "set_airplane_mode", enabled=enabled)
        if enabled and not was_on:
            assert is_on(self.phone, *radios, "hotspot") == [False] * 4
        if was_on and not enabled:
            now = is_on(self.phone, *radios)
            assert all(after or not before for before, after in zip(self.before_airplane, now, strict=True))

    @rule(
        tool=st.sampled_from(["set_wifi", "set_bluetooth", "set_mobile_data", "set_data_saver", "set_location"]),
        enabled=st.booleans(),
    )
    def switch(self, tool: str, enabled: bool) -> None:
        self.phone.call(tool, {"enabled": enabled})

    @rule(action=st.sampled_from(["turn_on", "turn_off"]))
    def hotspot(self, action: str) -> None:
        self.phone.call("manage_hotspot", {"action": action})

    @rule(action=st.sampled_from(["start", "stop"]), screen=st.integers(0, 7), method=st.sampled_from(["wireless", "usb"]))
    def cast(self, action: str, screen: int, method: str) -> None:
        targets = [row["name"] for row in self.phone.state.rows("cast_targets").values()]
        name = targets[screen % len(targets)]
        arguments = {"action": action, "targetDeviceName": name, "connectionMethod": method} if action == "start" else {}
        self.phone.call("control_screen_casting", arguments or {"action": "stop"})

    @rule(device=st.integers(0, 30), action=st.sampled_from(["connect", "disconnect", "pair", "unpair"]))
    def accessory(self, device: int, action: str) -> None:
        keys = list(self.phone.state.rows("bluetooth_devices"))
        self.phone.call("manage_bluetooth_device", {"action": action, "device": keys[device % len(keys)]})

    @rule(action=st.sampled_from(["connect", "disconnect"]), computer=st.integers(0, 2))
    def pc(self, action: str, computer: int) -> None:
        names = [row["name"] for row in self.phone.state.rows("pc_links").values()]
        self.phone.call("manage_pc_link", {"action": action, "pcName": names[computer % len(names)]})

    @rule(on=st.booleans())
    def battery_saver(self, on: bool) -> None:
        saver(self.phone, on)

    @rule(level=st.integers(0, 100), rate=st.sampled_from(["auto", "60", "120"]))
    def display(self, level: int, rate: str) -> None:
        self.phone.call("set_brightness", {"level": level})
        self.phone.call("set_refresh_rate", {"rate": rate})

    @rule(minutes=st.integers(1, 600))
    def quiet(self, minutes: int) -> None:
        call(self.phone, "manage_do_not_disturb", action="turn_on", durationMinutes=minutes)

    @rule(minutes=st.integers(1, 600))
    def wait(self, minutes: int) -> None:
        self.phone.pass_time(minutes * 60)

    @invariant()
    def one_cast_at_most_and_only_over_a_link_that_is_there(self) -> None:
        active = self.phone.find("casts", state="active")
        assert len(active) <= 1
        assert is_on(self.phone, "wifi") == [True] or all(row["method"] == "usb" for _, row in active)
        assert all(row["reason"] for _, row in self.phone.find("casts", state="ended"))

    @invariant()
    def a_hotspot_has_something_to_share_and_an_antenna(self) -> None:
        if is_on(self.phone, "hotspot") == [True]:
            assert is_on(self.phone, "mobile_data", "data_saver") == [True, False]
            assert is_on(self.phone, "wifi") == [False] or self.phone.one("radios", "hotspot")["shares_wifi"]

    @invariant()
    def airplane_mode_means_no_mobile_data(self) -> None:
        if is_on(self.phone, "airplane") == [True]:
            assert is_on(self.phone, "mobile_data", "hotspot") == [False, False]
            assert set(self.phone.one("radios", "airplane")["remembered"]) == set(laws.RADIOS_UNDER_AIRPLANE)
        else:
            assert self.phone.one("radios", "airplane")["remembered"] == {}

    @invariant()
    def nothing_is_connected_without_its_radio(self) -> None:
        if is_on(self.phone, "bluetooth") == [False]:
            assert self.phone.find("bluetooth_devices", connected=True) == []
        if is_on(self.phone, "wifi") == [False]:
            assert self.phone.find("pc_links", connected=True) == []
        assert len(self.phone.find("pc_links", connected=True)) <= 1

    @invariant()
    def sound_comes_out_of_something_connected(self) -> None:
        output = self.phone.one("audio_route")["output"]
        assert output == "speaker" or self.phone.row("bluetooth_devices", output)["connected"]

    @invariant()
    def the_battery_saver_holds_its_limits(self) -> None:
        if self.phone.one("modes", "battery_saver")["on"]:
            assert is_on(self.phone, "location") == [False]
            assert field_of(self.phone, "display/brightness/level") <= laws.SAVER_BRIGHTNESS
            assert field_of(self.phone, "display/refresh_rate/rate") == laws.SAVER_REFRESH_RATE

    @invariant()
    def do_not_disturb_is_never_overdue(self) -> None:
        dnd = self.phone.one("dnd")
        assert not dnd["on"] or dnd["expires"] is None or dnd["expires"] > self.phone.state.now


TestInvariants = Invariants.TestCase
TestInvariants.settings = settings(max_examples=100, stateful_step_count=30, deadline=None)
