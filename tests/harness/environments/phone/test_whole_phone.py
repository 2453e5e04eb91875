"""The whole phone: what holds after any calls of any domains, on any profile, and which writes can be taken back.

Rules that have a test of their own stand in ``test_laws.py``; here the domains meet each other.
"""

import random
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.catalogue import full_catalogue
from harness.contract import Json
from harness.environments.phone.errors import Code
from harness.environments.phone.phone import Phone, Result
from harness.environments.phone.profiles import load_profile, names
from harness.environments.phone.state import State, difference
from harness.environments.phone.tables import TABLES
from harness.environments.phone.tools import Arguments, Tool
from tests.harness.environments.phone.driving import (
    ARGUMENT_ERRORS,
    assert_references_hold,
    call,
    field_of,
    is_unchanged,
    phone_of,
    random_call,
)

ANY_TIME = frozenset({Code.DEVICE_OFF, Code.DEVICE_BOOTING})
"""Errors of the phone, not of a tool."""
LOGS = {"calls": "started", "messages": "time", "notifications": "time", "payments": "time", "permission_usage": "at",
        "print_jobs": "time", "transfers": "time", "assistant_history": "time", "recognized_songs": "time"}  # fmt: skip
"""Tables that grow as time goes on, and the field that says when a row was added."""
ONE_AT_MOST = [("casts", "state", "active"), ("players", "state", "playing"), ("calls", "status", "active"),
               ("calls", "status", "ringing"), ("pc_links", "connected", True)]  # fmt: skip
EXACTLY_ONE = [("keyboards", "default"), ("keyboard_languages", "selected"), ("payment_methods", "default")]
CALLABLE = [tool.name for tool in full_catalogue().values() if tool.kind != "skill"]
HARMLESS = [name for name in CALLABLE if name not in ("control_power", "manage_scheduled_power")]

steps = st.lists(st.tuples(st.sampled_from(CALLABLE), st.integers(0, 2**20)), min_size=1, max_size=25)
long_steps = st.lists(st.tuples(st.sampled_from(HARMLESS), st.integers(0, 2**20)), min_size=30, max_size=60)


def whole_phone(profile: str, seed: int = 0) -> Phone:
    return Phone(load_profile(profile), full_catalogue(), seed)


def played(phone: Phone, calls: list[tuple[str, int]]) -> Iterator[tuple[Tool, State, Result]]:
    """Each call with its tool, the state before it and what became of it; a step's number draws its arguments."""
    for name, number in calls:
        tool, before = full_catalogue()[name], phone.state.fork()
        yield tool, before, phone.call(name, random_call(tool, phone, random.Random(number)))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(names()), steps)
def test_a_call_ends_with_an_answer_or_an_error_that_its_tool_declares(profile: str, calls: list[tuple[str, int]]) -> None:
    phone = whole_phone(profile)
    for tool, before, result in played(phone, calls):
        assert phone.state.now > before.now
        if result.error is None:
            continue
        allowed = {*ARGUMENT_ERRORS, *ANY_TIME, *tool.errors} | ({Code.PERMISSION_DENIED} if tool.permission else set())
        assert result.error.code in allowed, f"{tool.name}({result.arguments}): {result.error}"
        if not result.writes:  # what the clock set off while a refused call took its second is nobody's doing
            assert is_unchanged(before, phone.state)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(names()), long_steps)
def test_domains_leave_each_other_whole(profile: str, calls: list[tuple[str, int]]) -> None:
    phone = whole_phone(profile)
    known = {table: set(phone.state.rows(table)) for table in LOGS}
    for tool, _, _ in played(phone, calls):
        for table, field, value in ONE_AT_MOST:
            assert len(phone.find(table, **{field: value})) <= 1, f"{tool.name}: {table} {value}"
        for table, field in EXACTLY_ONE:
            assert len(phone.find(table, **{field: True})) == 1, f"{tool.name}: {table}"
    assert_references_hold(phone.state)
    for table, field in LOGS.items():
        added = [row[field] for key, row in phone.state.rows(table).items() if key not in known[table]]
        assert added == sorted(added) and (not added or added[-1] <= phone.state.now), table
    for known_table in TABLES.all():
        rows = phone.state.rows(known_table.name)
        assert all(row.get("id", key) == key for key, row in rows.items()), known_table.name


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(names()), long_steps)
def test_the_same_calls_end_in_the_same_state_and_so_does_a_copy_taken_half_way(
    profile: str, calls: list[tuple[str, int]]
) -> None:
    first, second = whole_phone(profile, 7), whole_phone(profile, 7)
    half = len(calls) // 2
    for phone in (first, second):
        list(played(phone, calls[:half]))
    copy = second.fork()
    for phone in (first, second, copy):
        list(played(phone, calls[half:]))
    assert first.state.digest() == second.state.digest() == copy.state.digest()


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(names()), long_steps, steps)
def test_nothing_happens_on_a_phone_that_is_off(
    profile: str, before: list[tuple[str, int]], after: list[tuple[str, int]]
) -> None:
    phone = whole_phone(profile)
    list(played(phone, before))
    phone.put("device", "power", state="off")
    off = phone.state.fork()
    for tool, _, result in played(phone, after):
        assert result.error is not None and result.error.code == Code.DEVICE_OFF, tool.name
    phone.pass_time(7 * 86_400)
    assert is_unchanged(off, phone.state) and phone.state.now > off.now


# -- what can be taken back

SETTINGS: list[tuple[str, Arguments, str, str]] = [
    ("set_font_size", {}, "size", "display/font_size/size"),
    ("set_display_size", {}, "size", "display/display_size/size"),
    ("set_auto_rotate", {}, "enabled", "display/rotation/auto"),
    ("set_screen_timeout", {}, "seconds", "display/screen_timeout/seconds"),
    ("set_refresh_rate", {}, "rate", "display/refresh_rate/rate"),
    ("set_color_mode", {}, "mode", "display/color_mode/mode"),
    ("set_always_on_display", {}, "mode", "display/always_on/mode"),
    ("set_volume", {"stream": "alarm"}, "level", "sound/volume/alarm"),
    ("set_vibration", {"kind": "touch"}, "level", "sound/vibration/touch"),
    ("set_nfc", {}, "enabled", "radios/nfc/on"),
    ("set_location", {}, "enabled", "radios/location/on"),
    ("set_data_roaming", {}, "enabled", "radios/mobile_data/roaming"),
    ("manage_reading_aid", {"action": "set", "aid": "bold_text"}, "enabled", "reading_aids/bold_text/on"),
    ("manage_accessibility", {"action": "set", "feature": "flash_alerts"}, "enabled", "accessibility/flash_alerts/on"),
    ("set_typing_aid", {"aid": "glide_typing"}, "enabled", "typing_aids/glide_typing/on"),
    ("set_keyboard_layout", {}, "height", "keyboard/layout/height"),
    ("set_keyboard_feedback", {}, "vibration", "keyboard/feedback/vibration"),
    ("set_navigation_mode", {}, "mode", "touch/navigation/mode"),
    ("set_touch_option", {"option": "high_sensitivity"}, "enabled", "touch/high_sensitivity/on"),
    ("set_auto_update", {"target": "apps"}, "mode", "auto_update/apps/mode"),
    ("set_charging_limit", {}, "percent", "power_settings/main/charging_limit"),
    ("set_date_time_format", {}, "hourFormat", "regional/main/hour_format"),
    ("set_regional_preferences", {}, "temperatureUnit", "regional/main/temperature_unit"),
    ("set_screen_lock", {}, "lockAfterSeconds", "screen_lock/main/lock_after_seconds"),
    ("set_sensor_access", {"sensor": "camera"}, "enabled", "sensors/camera/on"),
    ("set_assistant_preferences", {}, "voice", "assistant/main/voice"),
    ("manage_streaming_settings", {"action": "set"}, "videoQuality", "streaming/main/video_quality"),
    ("set_playback_mode", {}, "repeat", "players/audio/repeat"),
]  # fmt: skip
"""A setter, its other arguments, the argument that it sets, and where the value lies."""


def restored(before: State, after: State) -> bool:
    """Whether nothing that tasks are judged by differs."""
    return not [change for change in difference(before, after) if not TABLES.is_volatile(change.table, change.field)]


@pytest.mark.parametrize("profile", names())
@pytest.mark.parametrize(("tool", "others", "argument", "path"), SETTINGS, ids=[f"{row[0]}" for row in SETTINGS])
def test_a_setting_that_is_set_back_leaves_no_trace(
    profile: str, tool: str, others: Arguments, argument: str, path: str
) -> None:
    phone = phone_of(profile)
    before, old = phone.state.fork(), field_of(phone, path)
    for value in _values(tool, argument):
        answer = call(phone, tool, **others, **{argument: value})
        assert answer["changed"] is (value != old), value
        assert field_of(phone, path) == value and restored(before, phone.state) is (value == old)
        call(phone, tool, **others, **{argument: old})
        assert restored(before, phone.state), value


def _values(tool: str, argument: str) -> list[Json]:
    """Every value of a closed type, the bounds of a number."""
    schema = full_catalogue()[tool].parameters["properties"][argument]
    if schema["type"] == "boolean":
        return [True, False]
    return list(schema["enum"]) if "enum" in schema else [schema["minimum"], schema["maximum"]]


@cache
def _first(table: str, field: str, value: Json) -> str:
    return whole_phone("marcus").find(table, **{field: value})[0][0]


PAIRS: list[tuple[str, tuple[str, str, Json], Arguments, Arguments]] = [
    ("manage_alarm", ("alarms", "enabled", True), {"action": "disable", "alarmId": "*"},
     {"action": "enable", "alarmId": "*"}),
    ("manage_todo", ("todos", "done", False), {"action": "complete", "todoId": "*"}, {"action": "reopen", "todoId": "*"}),
    ("manage_note", ("notes", "pinned", False), {"action": "pin", "noteId": "*"}, {"action": "unpin", "noteId": "*"}),
    ("manage_message", ("messages", "starred", False), {"action": "star", "messageIds": ["*"]},
     {"action": "unstar", "messageIds": ["*"]}),
    ("manage_favourite_song", ("tracks", "favourite", False), {"action": "add", "trackId": "*"},
     {"action": "remove", "trackId": "*"}),
    ("manage_photo", ("photos", "favourite", False), {"action": "favourite", "photoIds": ["*"]},
     {"action": "unfavourite", "photoIds": ["*"]}),
    ("manage_routine", ("routines", "enabled", True), {"action": "disable", "routine": "*"},
     {"action": "enable", "routine": "*"}),
    ("manage_monitor", ("monitors", "active", True), {"action": "pause", "monitorId": "*"},
     {"action": "resume", "monitorId": "*"}),
    ("manage_podcast", ("podcasts", "subscribed", False), {"action": "subscribe", "podcast": "*"},
     {"action": "unsubscribe", "podcast": "*"}),
    ("set_app_notifications", ("apps", "notifications", True), {"appName": "*", "enabled": False},
     {"appName": "*", "enabled": True}),
]  # fmt: skip
"""A tool, the row of Marcus's phone that it is used on, and two calls of which the second takes the first back."""


@pytest.mark.parametrize(("tool", "row", "do", "undo"), PAIRS, ids=[row[0] for row in PAIRS])
def test_an_action_and_its_opposite_leave_no_trace(
    tool: str, row: tuple[str, str, Json], do: Arguments, undo: Arguments
) -> None:
    phone, key = whole_phone("marcus"), _first(*row)
    before = phone.state.fork()
    call(phone, tool, **_with(do, key))
    assert not restored(before, phone.state)
    call(phone, tool, **_with(undo, key))
    assert restored(before, phone.state)


def _with(arguments: Arguments, key: str) -> Arguments:
    return {name: key if value == "*" else [key] if value == ["*"] else value for name, value in arguments.items()}
