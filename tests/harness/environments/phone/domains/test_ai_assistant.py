"""The assistant's own tools on the phone: every tool, every error it declares, and exactly what it writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.contract import Json
from harness.environments.phone.domains.ai_assistant.routines import LOW_BATTERY
from harness.environments.phone.errors import Code
from harness.environments.phone.phone import Phone
from harness.environments.phone.rules import RULES
from harness.memory.tools import memory_tools
from harness.subagents import subagent_tools
from tests.harness.environments.phone.driving import (
    Fails,
    Works,
    assert_covered,
    call,
    field_of,
    id_of,
    patch,
    phone_of,
    run_random_calls,
    tools_of,
)

DOMAIN = "AI Assistant"
OFFLINE = {"radios/wifi": {"on": False}, "radios/mobile_data": {"on": False}}
NO_MICROPHONE = {"permissions/assistant.microphone": {"granted": False}}
NO_NOTIFICATIONS = {"permissions/assistant.notifications": {"granted": False}}
NEWS = {
    "notifications/nt_one1": {"id": "nt_one1", "app": "clock", "title": "Alarm", "text": "Wake up", "time": 1772400000},
    "notifications/nt_two2": {"id": "nt_two2", "app": "maps", "title": "Arrived", "text": "Work", "time": 1772440000},
    "notifications/nt_thr3": {"id": "nt_thr3", "app": "clock", "title": "Timer", "text": "Tea", "time": 1772442000},
}  # fmt: skip
QUIET = {"tool": "set_ringer_mode", "arguments": {"mode": "silent"}}
DIM = {"tool": "set_brightness", "arguments": {"level": 10}}
DARK = {"tool": "set_dark_mode", "arguments": {"mode": "on"}}
CREATE = {"action": "create", "routine": "Lunch", "time": "12:30", "steps": [QUIET]}

WORKS = [
    Works("manage_routine", {"action": "list"}, {}, {"total": 1}),
    Works("manage_routine", {**CREATE, "time": "7:05", "days": ["weekdays"]},
          {"routines/*/name": "Lunch", "routines/*/trigger": "time", "routines/*/time": "07:05", "routines/*/steps": [QUIET],
           "routines/*/days": ["mon", "tue", "wed", "thu", "fri"], "routines/*/enabled": True}),
    Works("manage_routine", {"action": "create", "routine": "Plugged in", "trigger": "charging", "steps": [DIM, DARK]},
          {"routines/*/name": "Plugged in", "routines/*/trigger": "charging", "routines/*/days": [],
           "routines/*/steps": [DIM, DARK], "routines/*/enabled": True}),
    Works("manage_routine", {"action": "update", "routine": "wind", "time": "22:00", "steps": [DIM]},
          {"routines/Wind down/time": "22:00", "routines/Wind down/steps": [DIM]}),
    Works("manage_routine", {"action": "enable", "routine": "Save power"}, {"routines/Save power/enabled": True},
          profile="marcus"),
    Works("manage_routine", {"action": "disable", "routine": "Wind down"}, {"routines/Wind down/enabled": False}),
    Works("manage_routine", {"action": "run", "routine": "Prayer time"}, {"sound/ringer/mode": "silent"},
          {"done": 1, "failed": []}, "aisha"),
    Works("manage_routine", {"action": "delete", "routine": "Wind down"},
          {f"routines/Wind down/{field}": None for field in ("name", "trigger", "time", "days", "steps", "enabled")}),
    Works("set_assistant_preferences", {"speechRate": "slow", "wakeWord": "off"},
          {"assistant/main/speechRate": "slow", "assistant/main/wakeWord": "off"}, {"voice": "warm"}),
    Works("set_assistant_preferences", {"language": "en"}, {}, {"changed": False}),
    Works("summarize_notifications", {}, {}, {"total": 3, "byApp": {"clock": 2, "maps": 1}}, patches=NEWS),
    Works("summarize_notifications", {"app": "Maps", "sinceHours": 1}, {},
          {"newest": [{"app": "maps", "title": "Arrived", "text": "Work", "time": "2026-03-02T08:26"}]},
          patches=NEWS),
    Works("control_live_translation", {"action": "status"}, {}, {"on": False}),
    Works("control_live_translation", {"action": "start", "mode": "conversation", "targetLanguage": "fr"},
          {"live_translation/main/on": True, "live_translation/main/mode": "conversation",
           "live_translation/main/target": "fr"}, {"sourceLanguage": "auto"}),
    Works("control_live_translation", {"action": "stop"}, {}, {"changed": False}),
    Works("read_screen", {}, {}, {"shown": "app", "app": "Chrome"}),
    Works("read_screen", {"extract": "phone_numbers"}, {}, {"phone_numbers": ["(718) 555-0134", "+1 718 555 0199"]},
          "marcus"),
    Works("read_screen", {"extract": "amounts"}, {}, {"amounts": ["168元"]}, "liwei"),
    Works("read_screen", {"extract": "links"}, {}, {"links": ["https://meituan.example/o/88231"]}, "liwei"),
    Works("read_screen", {"extract": "emails"}, {}, {"emails": ["clinic@banerjee.example"]}, "aisha"),
    Works("read_screen", {"extract": "times"}, {}, {"times": ["08:30", "18:00"]}),
    Works("read_screen", {}, {}, {"shown": "home", "text": ""}, patches={"screen/main": {"shown": "home"}}),
    Works("read_screen", {}, {}, {"text": "Alarm: Wake up\nArrived: Work\nTimer: Tea"},
          patches={**NEWS, "screen/main": {"shown": "notifications"}}),
    Works("manage_assistant_history", {"action": "search", "query": "ben nevis"}, {}, {"total": 1}),
    Works("manage_assistant_history", {"action": "delete", "entryIds": ["hx_test", "hx_test"]},
          {"assistant_history/hx_test/request": None, "assistant_history/hx_test/reply": None}, {"deleted": 1},
          patches={"assistant_history/hx_test": {"id": "hx_test", "request": "a", "reply": "b", "time": 5}}),
    Works("manage_assistant_history", {"action": "clear"},
          {f"assistant_history/{key}/{field}": None for key in ("hx_afdz", "hx_f6ow", "hx_spr4") for field in
           ("request", "reply")}, {"deleted": 3}),
]  # fmt: skip

FAILS = [
    Fails("manage_routine", {"action": "run", "routine": "Party"}, Code.NOT_FOUND),
    Fails("manage_routine", {**CREATE, "steps": [{"tool": "make_coffee"}]}, Code.NOT_FOUND),
    Fails("manage_routine", {"action": "run", "routine": "good"}, Code.AMBIGUOUS, "marcus"),
    Fails("manage_routine", {**CREATE, "routine": "wind down"}, Code.ALREADY_EXISTS),
    Fails("manage_routine", {**CREATE, "steps": [{"tool": "control_power", "arguments": {"action": "power_off"}}]},
          Code.POLICY_DENIED),
    Fails("manage_routine", {**CREATE, "steps": [{"tool": "manage_ride", "arguments": {"action": "order"}}]},
          Code.POLICY_DENIED),
    Fails("manage_routine", {**CREATE, "steps": [{"tool": "manage_routine", "arguments": {"action": "list"}}]},
          Code.POLICY_DENIED),
    Fails("manage_routine", {**CREATE, "steps": [QUIET, {"tool": "set_brightness", "arguments": {"level": 900}}]},
          Code.INVALID_ARGUMENT),
    Fails("manage_routine", {**CREATE, "steps": [{"tool": "set_brightness"}]}, Code.MISSING_ARGUMENT),
    Fails("manage_routine", {**CREATE, "steps": ["silence"]}, Code.INVALID_ARGUMENT),
    Fails("manage_routine", {**CREATE, "steps": [{"tool": "set_wifi", "arguments": [False]}]}, Code.INVALID_ARGUMENT),
    Fails("manage_routine", {**CREATE, "steps": []}, Code.INVALID_ARGUMENT),
    Fails("manage_routine", {"action": "create", "routine": "Lunch", "time": "12:30"}, Code.MISSING_ARGUMENT),
    Fails("manage_routine", {"action": "create", "routine": "Lunch", "steps": [QUIET]}, Code.MISSING_ARGUMENT),
    Fails("manage_routine", {"action": "create", "routine": "Lunch", "trigger": "time", "steps": [QUIET]},
          Code.MISSING_ARGUMENT),
    Fails("manage_routine", {"action": "update", "routine": "Wind down"}, Code.MISSING_ARGUMENT),
    Fails("manage_routine", {"action": "update", "routine": "Gym", "trigger": "time"}, Code.MISSING_ARGUMENT, "marcus"),
    Fails("manage_routine", {"action": "run"}, Code.MISSING_ARGUMENT),
    Fails("set_assistant_preferences", {}, Code.MISSING_ARGUMENT),
    Fails("summarize_notifications", {}, Code.PERMISSION_DENIED, patches=NO_NOTIFICATIONS),
    Fails("summarize_notifications", {"app": "Bank"}, Code.NOT_FOUND, patches=NEWS),
    Fails("control_live_translation", {"action": "start"}, Code.MISSING_ARGUMENT),
    Fails("control_live_translation", {"action": "start", "mode": "captions", "sourceLanguage": "en"},
          Code.INVALID_ARGUMENT),
    Fails("control_live_translation", {"action": "start", "mode": "captions"}, Code.PERMISSION_DENIED,
          patches=NO_MICROPHONE),
    Fails("control_live_translation", {"action": "start", "mode": "captions"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("control_live_translation", {"action": "start", "mode": "call"}, Code.PRECONDITION_FAILED),
    Fails("read_screen", {}, Code.PRECONDITION_FAILED, patches={"device/lock": {"locked": True}}),
    Fails("manage_assistant_history", {"action": "delete", "entryIds": ["hx_none"]}, Code.NOT_FOUND),
    Fails("manage_assistant_history", {"action": "delete"}, Code.MISSING_ARGUMENT),
]  # fmt: skip


@pytest.mark.parametrize("case", WORKS, ids=str)
def test_a_call_answers_and_writes_exactly_this(case: Works) -> None:
    case.check()


@pytest.mark.parametrize("case", FAILS, ids=str)
def test_a_call_fails_with_this_code_and_changes_nothing(case: Fails) -> None:
    case.check()


def test_every_tool_action_and_declared_error_has_a_case() -> None:
    assert len(tools_of(DOMAIN)) == 6
    assert_covered(DOMAIN, WORKS, FAILS)


def test_memory_and_sub_agents_complete_the_domain() -> None:
    others = [*memory_tools(), *subagent_tools()]
    assert {tool.domain for tool in others} == {DOMAIN}
    assert len({tool.name for tool in [*tools_of(DOMAIN), *others]}) == 16


# -- routines


def told(phone: Phone) -> list[str]:
    """What routines told the user."""
    rows = phone.state.rows("notifications").values()
    return [f"{row['title']}: {row['text']}" for row in rows if row["app"] == "assistant"]


def routine(phone: Phone, name: str, *steps: Json, **trigger: Json) -> None:
    call(phone, "manage_routine", action="create", routine=name, steps=list(steps), **trigger)


def test_a_routine_runs_when_its_time_comes_and_only_on_its_days() -> None:
    phone = phone_of("marcus")  # a Tuesday, 10:05
    routine(phone, "Focus", DARK, time="10:30", days=["wed"])
    phone.pass_time(3600)
    assert field_of(phone, "night_display/dark_mode/on") is False and told(phone) == []
    phone.pass_time(24 * 3600)
    assert field_of(phone, "night_display/dark_mode/on") is True and "Routine Focus: 1 of 1 steps done" in told(phone)


def test_a_routine_without_days_runs_every_day_by_the_clock_of_the_phone() -> None:
    phone = phone_of()
    routine(phone, "Noon", QUIET, time="12:00")
    call(phone, "set_time_zone", zone="Tokyo")
    for day in range(2):
        call(phone, "set_ringer_mode", mode="normal")
        phone.pass_time(24 * 3600)
        assert told(phone).count("Routine Noon: 1 of 1 steps done") == day + 1
    assert field_of(phone, "sound/ringer/mode") == "silent"


def test_all_seven_days_are_kept_as_no_days_which_mean_the_same() -> None:
    phone = phone_of()
    routine(phone, "Noon", QUIET, time="12:00", days=["daily"])
    assert field_of(phone, "routines/Noon/days") == []
    call(phone, "manage_routine", action="update", routine="Noon", days=["weekends"])
    assert field_of(phone, "routines/Noon/days") == ["sat", "sun"]
    call(phone, "manage_routine", action="update", routine="Noon", days=["weekdays", "weekends"])
    assert field_of(phone, "routines/Noon/days") == []


def test_a_disabled_or_deleted_routine_does_not_run() -> None:
    phone = phone_of()
    call(phone, "manage_routine", action="disable", routine="Wind down")
    phone.pass_time(24 * 3600)
    assert told(phone) == []
    call(phone, "manage_routine", action="enable", routine="Wind down")
    phone.pass_time(24 * 3600)
    assert told(phone) == ["Routine Wind down: 2 of 2 steps done"]
    call(phone, "manage_routine", action="delete", routine="Wind down")
    phone.pass_time(24 * 3600)
    assert len(told(phone)) == 1


def test_a_step_that_fails_leaves_no_trace_and_the_others_are_done() -> None:
    phone = phone_of()
    sneaky = {"tool": "manage_contact", "arguments": {"action": "create", "name": "Ann", "number": "+447700900001"}}
    routine(phone, "Mixed", QUIET, sneaky, DARK, trigger="manual")
    patch(phone, {"permissions/assistant.contacts": {"granted": False}})
    before = dict(phone.state.counters)
    answer = call(phone, "manage_routine", action="run", routine="Mixed")
    assert answer["done"] == 2 and [step["code"] for step in answer["failed"]] == [Code.PERMISSION_DENIED]
    assert phone.state.counters == before
    assert field_of(phone, "sound/ringer/mode") == "silent" and field_of(phone, "night_display/dark_mode/on") is True


def test_a_step_is_undone_even_after_it_wrote() -> None:
    phone = phone_of(patches={"modes/battery_saver": {"on": False}, "device/battery": {"charging": False}})
    order = {"tool": "control_screen_casting", "arguments": {"action": "start", "targetDeviceName": "Bedroom TV"}}
    routine(phone, "Cast", order, trigger="manual")
    call(phone, "manage_routine", action="run", routine="Cast")
    before = phone.state.fork()
    answer = call(phone, "manage_routine", action="run", routine="Cast")  # a second cast conflicts
    assert answer["failed"][0]["code"] == Code.CONFLICT
    assert phone.state.tables["casts"] == before.tables["casts"] and phone.state.counters == before.counters


@pytest.mark.parametrize(
    ("trigger", "path", "before", "after"),
    [
        ("wifi_disconnected", "radios/wifi", {}, {"on": False}),
        ("wifi_connected", "radios/wifi", {"on": False}, {"on": True}),
        ("charging", "device/battery", {}, {"charging": True}),
        ("unplugged", "device/battery", {"charging": True}, {"charging": False}),
        ("battery_low", "device/battery", {"level": LOW_BATTERY + 1}, {"level": LOW_BATTERY}),
    ],
)
def test_wifi_starts_routines_and_so_does_the_battery(
    trigger: str, path: str, before: dict[str, Json], after: dict[str, Json]
) -> None:
    phone = phone_of(patches={path: before})
    routine(phone, "Event", DARK, trigger=trigger)
    table, key = path.split("/")
    phone.put(table, key, **after)
    assert told(phone) == ["Routine Event: 1 of 1 steps done"] and field_of(phone, "night_display/dark_mode/on") is True
    phone.put(table, key, **after)
    assert len(told(phone)) == 1


def test_the_rules_of_routines_are_registered() -> None:
    assert {"wifi_starts_routines", "the_battery_starts_routines"} <= {rule.name for rule in RULES.all()}


def test_what_a_routine_brings_about_starts_no_other_one() -> None:
    phone = phone_of()
    on, off = ({"tool": "set_wifi", "arguments": {"enabled": value}} for value in (True, False))
    routine(phone, "Up", on, trigger="wifi_disconnected")
    routine(phone, "Down", off, trigger="wifi_connected")
    call(phone, "set_wifi", enabled=False)
    assert told(phone) == ["Routine Up: 1 of 1 steps done"] and field_of(phone, "radios/wifi/on") is True
    call(phone, "set_wifi", enabled=False)
    assert len(told(phone)) == 2, "the next event starts routines again"


def test_history_is_searched_newest_first() -> None:
    phone = phone_of("marcus")
    entries = call(phone, "manage_assistant_history", action="search", maxResults=20)["entries"]
    times = [entry["time"] for entry in entries]
    assert times == sorted(times, reverse=True) and len(times) == 20
    call(phone, "manage_assistant_history", action="delete", entryIds=[entries[0]["id"]])
    assert id_of(phone, "assistant_history", entries[0]["id"]) not in phone.state.rows("assistant_history")


@given(seed=st.integers(0, 10_000), profile=st.sampled_from(["emma", "liwei", "marcus", "aisha"]))
def test_random_calls_fail_only_as_declared_and_repeat_exactly(seed: int, profile: str) -> None:
    digest = run_random_calls(DOMAIN, profile, seed).state.digest()
    assert digest == run_random_calls(DOMAIN, profile, seed).state.digest()
