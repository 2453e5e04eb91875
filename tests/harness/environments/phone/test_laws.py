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
from tests.harness.environments.phone.driving import call, failure, field_of, id_of, patch, phone_of

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


def test_deleted_file_stays_in_history_by_name() -> None:
    phone = phone_of()
    key = next(key for key, row in phone.state.rows("files").items() if not row["trashed"])
    call(phone, "send_file_nearby", file=key, receiver="Tom's Pixel 8")
    call(phone, "print_document", file=key)
    name = phone.row("files", key)["name"]
    phone.remove("files", key)
    kept = [row for table in ("transfers", "print_jobs") for row in phone.state.rows(table).values()]
    assert [(row["file"], row["name"]) for row in kept] == [(None, name), (None, name)]


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
    ],
)
def test_a_requirement_is_met_or_refused(requirement: str, met: bool, patches: dict[str, dict[str, Json]]) -> None:
    phone = phone_of(patches=patches)
    if met:
        phone.require(requirement)
    else:
        with pytest.raises(PhoneError):
            phone.require(requirement)


# -- every rule, and what holds after any sequence of calls


def test_every_law_has_a_test_of_its_name() -> None:
    stated = [law for law in RULES.all() if law.run.__module__ == laws.__name__]
    assert len(stated) > 20
    assert [law.name for law in stated if f"test_{law.name}" not in globals()] == []


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
