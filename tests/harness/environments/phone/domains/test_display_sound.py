"""Display and sound: every tool, every error it declares, exactly what it writes, and the schedules that fire."""

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

DOMAIN = "Display & Sound"
SAVER = {"modes/battery_saver": {"on": True}}
NIGHT = {"startTime": "22:00", "endTime": "7:00"}

WORKS = [
    Works("set_brightness", {"level": 30}, {"display/brightness/level": 30}, {"changed": True}),
    Works("set_brightness", {"level": 55}, {}, {"changed": False}),
    Works("set_auto_brightness", {"enabled": False}, {"display/brightness/auto": False}),
    Works("set_dark_mode", {"mode": "on"}, {"night_display/dark_mode/on": True}, {"on": True}),
    Works("set_dark_mode", {"mode": "schedule", **NIGHT},
          {"night_display/dark_mode/scheduled": True, "night_display/dark_mode/start": "22:00",
           "night_display/dark_mode/end": "07:00"}, {"on": False}),
    Works("set_eye_comfort", {"mode": "on", "intensity": 80},
          {"night_display/eye_comfort/on": True, "night_display/eye_comfort/intensity": 80}),
    Works("set_eye_comfort", {"mode": "off"}, {"night_display/eye_comfort/scheduled": False}, profile="aisha"),
    Works("set_font_size", {"size": "large"}, {"display/font_size/size": "large"}),
    Works("set_display_size", {"size": "small"}, {"display/display_size/size": "small"}),
    Works("set_auto_rotate", {"enabled": True}, {"display/rotation/auto": True}),
    Works("set_screen_timeout", {"seconds": "120"}, {"display/screen_timeout/seconds": 120}),
    Works("set_refresh_rate", {"rate": 60}, {"display/refresh_rate/rate": "60"}),
    Works("set_color_mode", {"mode": "cinema"}, {"display/color_mode/mode": "cinema"}),
    Works("set_always_on_display", {"mode": "off"}, {"display/always_on/mode": "off"}),
    Works("manage_wallpaper", {"action": "list"}, {}, {"now": {"home": "Dunes", "lock": "Forest"}}),
    Works("manage_wallpaper", {"action": "set", "wallpaper": "night sky", "screen": "lock"},
          {"display/wallpaper/lock": "Night sky"}),
    Works("manage_wallpaper", {"action": "set", "wallpaper": "Forest"}, {"display/wallpaper/home": "Forest"}),
    Works("get_display_sound_settings", {"section": "display"}, {}, {"brightness": 55, "darkMode": {"on": False}}),
    Works("get_display_sound_settings", {"section": "sound"}, {},
          {"ringer": "normal", "tones": {"ringtone": "Over the Horizon", "notification": "Ping", "alarm": "Morning birds"}}),
    Works("set_volume", {"stream": "media", "level": 20}, {"sound/volume/media": 20}),
    Works("set_ringer_mode", {"mode": "silent"}, {"sound/ringer/mode": "silent"}),
    Works("manage_do_not_disturb", {"action": "status"}, {}, {"on": False, "exceptions": []}),
    Works("manage_do_not_disturb", {"action": "turn_on", "mode": "alarms_only"},
          {"dnd/main/on": True, "dnd/main/mode": "alarms_only"}, {"until": None}),
    Works("manage_do_not_disturb", {"action": "turn_on", "until": "2026-03-02T12:00"},
          {"dnd/main/on": True, "dnd/main/until": "2026-03-02T12:00"}, {"mode": "priority", "until": "2026-03-02T12:00"}),
    Works("manage_do_not_disturb", {"action": "turn_on", "durationMinutes": 30},
          {"dnd/main/on": True, "dnd/main/minutes": 30}, {"until": "2026-03-02T09:44"}),
    Works("manage_do_not_disturb", {"action": "turn_off"}, {}, {"on": False, "changed": False}),
    Works("manage_dnd_schedule", {"action": "list"}, {}, {"schedules": []}),
    Works("manage_dnd_schedule", {"action": "create", "name": "Sleep", **NIGHT, "days": ["weekdays"]},
          {"dnd_schedules/*/name": "Sleep", "dnd_schedules/*/start": "22:00", "dnd_schedules/*/end": "07:00",
           "dnd_schedules/*/days": ["mon", "tue", "wed", "thu", "fri"], "dnd_schedules/*/mode": "priority",
           "dnd_schedules/*/enabled": True}, {"created": True}),
    Works("manage_dnd_schedule", {"action": "update", "name": "gym", "endTime": "20:00"}, {"dnd_schedules/Gym/end": "20:00"},
          profile="marcus"),
    Works("manage_dnd_schedule", {"action": "enable", "name": "Movie night"}, {"dnd_schedules/Movie night/enabled": True},
          profile="marcus"),
    Works("manage_dnd_schedule", {"action": "disable", "name": "Gym"},
          {"dnd_schedules/Gym/enabled": False}, profile="marcus"),
    Works("manage_dnd_schedule", {"action": "delete", "name": "Gym"},
          dict.fromkeys([f"dnd_schedules/Gym/{field}" for field in ("days", "enabled", "end", "mode", "name", "start")]),
          {"deleted": True}, "marcus"),
    Works("manage_dnd_exception", {"action": "list"}, {}, {"exceptions": []}),
    Works("manage_dnd_exception", {"action": "add", "kind": "contact", "name": "mum"},
          {"dnd_exceptions/*/kind": "contact", "dnd_exceptions/*/name": "Mum", "dnd_exceptions/*/contact": "Mum"}),
    Works("manage_dnd_exception", {"action": "add", "kind": "app", "name": "clock"},
          {"dnd_exceptions/*/kind": "app", "dnd_exceptions/*/name": "Clock"}),
    Works("manage_dnd_exception", {"action": "add", "kind": "repeat_callers"}, {}, {"changed": False}, "marcus"),
    Works("manage_dnd_exception", {"action": "remove", "kind": "repeat_callers"},
          {"dnd_exceptions/repeat_callers/kind": None, "dnd_exceptions/repeat_callers/name": None}, profile="marcus"),
    Works("manage_tone", {"action": "list", "kind": "alarm"}),
    Works("manage_tone", {"action": "set", "kind": "ringtone", "tone": "marimba"},
          {"chosen_tones/main/ringtone": "Marimba"}),
    Works("set_vibration", {"kind": "touch", "level": "strong"}, {"sound/vibration/touch": "strong"}),
    Works("set_sound_effect", {"effect": "equalizer", "value": "movie"}, {"sound/effects/equalizer": "movie"}),
    Works("manage_reading_aid", {"action": "get"}, {}, {"magnification": True, "bold_text": False}),
    Works("manage_reading_aid", {"action": "set", "aid": "bold_text", "enabled": True}, {"reading_aids/bold_text/on": True}),
]  # fmt: skip

FAILS = [
    Fails("set_brightness", {"level": 90}, Code.BLOCKED_BY_MODE, patches=SAVER),
    Fails("set_brightness", {"level": 101}, Code.INVALID_ARGUMENT),
    Fails("set_refresh_rate", {"rate": "120"}, Code.BLOCKED_BY_MODE, patches=SAVER),
    Fails("set_refresh_rate", {"rate": "75"}, Code.INVALID_ARGUMENT),
    Fails("set_screen_timeout", {"seconds": 45}, Code.INVALID_ARGUMENT),
    Fails("set_dark_mode", {"mode": "schedule", "endTime": "07:00"}, Code.MISSING_ARGUMENT),
    Fails("set_dark_mode", {"mode": "schedule", "startTime": "07:00", "endTime": "07:00"}, Code.INVALID_ARGUMENT),
    Fails("manage_wallpaper", {"action": "set", "wallpaper": "Mars"}, Code.NOT_FOUND),
    Fails("manage_wallpaper", {"action": "set"}, Code.MISSING_ARGUMENT),
    Fails("manage_tone", {"action": "set", "kind": "ringtone", "tone": "Ping"}, Code.NOT_FOUND),
    Fails("manage_tone", {"action": "set", "tone": "Ping"}, Code.MISSING_ARGUMENT),
    Fails("manage_tone", {"action": "set", "kind": "alarm"}, Code.MISSING_ARGUMENT),
    Fails("set_sound_effect", {"effect": "mono_audio", "value": "movie"}, Code.INVALID_ARGUMENT),
    Fails("manage_do_not_disturb", {"action": "turn_on", "until": "2026-03-01T12:00"}, Code.INVALID_ARGUMENT),
    Fails("manage_do_not_disturb", {"action": "turn_on", "until": "2026-03-03T12:00", "durationMinutes": 5},
          Code.INVALID_ARGUMENT),
    Fails("manage_dnd_schedule", {"action": "delete"}, Code.MISSING_ARGUMENT),
    Fails("manage_dnd_schedule", {"action": "delete", "name": "Nap"}, Code.NOT_FOUND),
    Fails("manage_dnd_schedule", {"action": "delete", "name": "Gym"}, Code.AMBIGUOUS, "marcus",
          {"dnd_schedules/Church": {"name": "Gym"}}),
    Fails("manage_dnd_schedule", {"action": "create", "startTime": "22:00"}, Code.MISSING_ARGUMENT),
    Fails("manage_dnd_schedule", {"action": "create", "startTime": "22:00", "endTime": "22:00"}, Code.INVALID_ARGUMENT),
    Fails("manage_dnd_schedule", {"action": "update", "name": "Gym"}, Code.MISSING_ARGUMENT, "marcus"),
    Fails("manage_dnd_schedule", {"action": "update", "name": "Gym", "startTime": "19:15"}, Code.INVALID_ARGUMENT, "marcus"),
    Fails("manage_dnd_exception", {"action": "add", "kind": "contact", "name": "Nobody Known"}, Code.NOT_FOUND),
    Fails("manage_dnd_exception", {"action": "remove", "kind": "app", "name": "Clock"}, Code.NOT_FOUND),
    Fails("manage_dnd_exception", {"action": "add", "kind": "contact", "name": "Alex Rivera"}, Code.AMBIGUOUS, "marcus"),
    Fails("manage_dnd_exception", {"action": "add", "kind": "contact", "name": "Mum"}, Code.PERMISSION_DENIED,
          patches={"permissions/assistant.contacts": {"granted": False}}),
    Fails("manage_dnd_exception", {"action": "add", "name": "Mum"}, Code.MISSING_ARGUMENT),
    Fails("manage_dnd_exception", {"action": "add", "kind": "app"}, Code.MISSING_ARGUMENT),
    Fails("manage_reading_aid", {"action": "set", "enabled": True}, Code.MISSING_ARGUMENT),
    Fails("manage_reading_aid", {"action": "set", "aid": "bold_text"}, Code.MISSING_ARGUMENT),
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


def wait_until(phone: Phone, moment: str) -> None:
    phone.pass_time(phone.to_epoch(moment) - phone.state.now)


def dnd(phone: Phone) -> Json:
    return call(phone, "manage_do_not_disturb", action="status")


def test_brightness_may_be_lowered_under_the_battery_saver() -> None:
    phone = phone_of(patches={**SAVER, "display/brightness": {"level": 50}})
    call(phone, "set_brightness", level=10)
    call(phone, "set_auto_brightness", enabled=False)
    assert failure(phone, "set_brightness", level=51) == Code.BLOCKED_BY_MODE


def test_a_dark_mode_schedule_across_midnight_turns_it_on_and_off() -> None:
    phone = phone_of(patches={"routines/Wind down": {"enabled": False}})  # it would turn dark mode on for good at 22:30
    call(phone, "set_dark_mode", mode="schedule", **NIGHT)
    wait_until(phone, "2026-03-02T21:59")
    assert field_of(phone, "night_display/dark_mode/on") is False
    wait_until(phone, "2026-03-02T22:00")
    assert field_of(phone, "night_display/dark_mode/on") is True
    wait_until(phone, "2026-03-03T07:00")
    assert field_of(phone, "night_display/dark_mode/on") is False


def test_a_schedule_that_is_running_takes_effect_at_once() -> None:
    answer = call(phone_of(), "set_eye_comfort", mode="schedule", startTime="09:00", endTime="10:00")
    assert answer == {"on": True, "changed": True}


def test_do_not_disturb_ends_when_its_time_is_up() -> None:
    phone = phone_of()
    call(phone, "manage_do_not_disturb", action="turn_on", durationMinutes=30)
    wait_until(phone, "2026-03-02T09:43")
    assert dnd(phone)["on"] is True
    wait_until(phone, "2026-03-02T09:45")
    assert dnd(phone) == {"on": False, "exceptions": []}


def test_a_schedule_starts_on_its_days_only_and_ends_in_the_morning() -> None:
    phone = phone_of()  # a Monday
    call(phone, "manage_dnd_schedule", action="create", days=["tue"], mode="alarms_only", **NIGHT)
    wait_until(phone, "2026-03-02T23:00")
    assert dnd(phone)["on"] is False
    wait_until(phone, "2026-03-03T22:00")
    assert dnd(phone) == {"on": True, "mode": "alarms_only", "until": "2026-03-04T07:00", "exceptions": []}
    wait_until(phone, "2026-03-04T07:00")
    assert dnd(phone)["on"] is False


def test_a_schedule_never_shortens_what_was_turned_on_by_hand() -> None:
    phone = phone_of()
    call(phone, "manage_do_not_disturb", action="turn_on", mode="total_silence")
    call(phone, "manage_dnd_schedule", action="create", startTime="10:00", endTime="11:00")
    wait_until(phone, "2026-03-02T11:30")
    assert dnd(phone) == {"on": True, "mode": "total_silence", "until": None, "exceptions": []}


def test_a_schedule_keeps_local_hours_over_the_change_to_summer_time() -> None:
    phone = phone_of(clock="2026-03-28T20:00:00+00:00")
    call(phone, "manage_dnd_schedule", action="create", startTime="23:30", endTime="06:30")
    wait_until(phone, "2026-03-28T23:30")
    assert dnd(phone)["until"] == "2026-03-29T06:30"
    wait_until(phone, "2026-03-29T06:30")
    assert phone.state.now == 1774762200 and dnd(phone)["on"] is False  # 05:30 UTC


def test_the_same_schedule_is_not_made_twice() -> None:
    phone = phone_of()
    first = call(phone, "manage_dnd_schedule", action="create", name="Sleep", **NIGHT)
    call(phone, "manage_dnd_schedule", action="disable", scheduleId=first["scheduleId"])
    again = call(phone, "manage_dnd_schedule", action="create", name="Sleep", **NIGHT)
    assert again == {"scheduleId": first["scheduleId"], "created": False, "changed": True}
    daily = call(phone, "manage_dnd_schedule", action="create", name="Sleep", days=["daily"], **NIGHT)
    assert daily == {"scheduleId": first["scheduleId"], "created": False, "changed": False}
    call(phone, "manage_dnd_schedule", action="update", name="Sleep", days=["mon"])
    call(phone, "manage_dnd_schedule", action="update", name="Sleep", days=["everyday"])
    assert field_of(phone, "dnd_schedules/Sleep/days") == []


def test_a_schedule_is_renamed_by_its_id() -> None:
    phone = phone_of("marcus")
    key = id_of(phone, "dnd_schedules", "Gym")
    call(phone, "manage_dnd_schedule", action="update", scheduleId=key, name="Workout")
    assert phone.row("dnd_schedules", key)["name"] == "Workout"


def test_swapping_two_reading_aids_leaves_the_font_alone() -> None:
    phone = phone_of()
    before = phone.state.rows("display")
    for aid, on in call(phone, "manage_reading_aid", action="get").items():
        if aid in ("magnification", "bold_text"):
            call(phone, "manage_reading_aid", action="set", aid=aid, enabled=not on)
    aids = call(phone, "manage_reading_aid", action="get")
    assert (aids["magnification"], aids["bold_text"]) == (False, True)
    assert phone.state.rows("display") is before


@given(seed=st.integers(0, 10_000), profile=st.sampled_from(["emma", "liwei", "marcus", "aisha"]))
def test_random_calls_fail_only_as_declared_and_repeat_exactly(seed: int, profile: str) -> None:
    digest = run_random_calls(DOMAIN, profile, seed).state.digest()
    assert digest == run_random_calls(DOMAIN, profile, seed).state.digest()
