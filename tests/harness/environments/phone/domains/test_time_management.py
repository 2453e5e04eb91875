"""Time management: every tool, every error it declares, exactly what it writes, and what falls due when."""

from datetime import date, timedelta
from itertools import islice, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.contract import Json
from harness.environments.phone.domains.time_management import recurrence
from harness.environments.phone.errors import Code
from harness.environments.phone.phone import Phone
from harness.environments.phone.profiles import load_profile
from tests.harness.environments.phone.driving import (
    Fails,
    Works,
    assert_covered,
    call,
    failure,
    phone_of,
    run_random_calls,
    tools_of,
)

DOMAIN = "Time Management"
NO_CALENDAR = {"permissions/assistant.calendar": {"granted": False}}


def row_id(table: str, title: str, profile: str = "emma") -> str:
    rows = load_profile(profile).rows(table)
    return next(key for key, row in rows.items() if title in (row.get("title"), row.get("city")))


WAKE, WEEKEND, AIRPORT = (row_id("alarms", title) for title in ("Wake up", "Weekend", "Airport"))
STAND_UP, REVIEW, YOGA = (row_id("events", title) for title in ("Team stand-up", "Quarterly review", "Yoga"))
PLANTS, LIBRARY, TICKETS = (
    row_id("reminders", title) for title in ("Water the plants", "Renew the library books", "Book train tickets")
)
NEW_YORK = row_id("world_clocks", "New York")
TWO_AT_SEVEN = {f"alarms/{WEEKEND}": {"time": "07:00"}}
TWO_YOGAS = {f"events/{REVIEW}": {"title": "yoga"}}
TWO_BOOKS = {f"reminders/{PLANTS}": {"title": "Renew the library books"}}


def timer(**fields: Json) -> dict[str, Json]:
    row = {"id": "tm_tea", "title": "Tea", "seconds": 300, "state": "running", "ends_at": 1772443140, "remaining": None}
    return {**row, "created": 1772442840, **fields}


RUNNING = {"timers/tm_tea": timer()}
PAUSED = {"timers/tm_tea": timer(state="paused", ends_at=None, remaining=100)}
TWO_TIMERS = {**RUNNING, "timers/tm_egg": timer(id="tm_egg", title="Egg")}
LAPPING = {"stopwatch/main": {"running": True, "started_at": 1772442780, "elapsed": 0, "laps": []}}


def gone(table: str, key: str, *fields: str) -> dict[str, Json]:
    return {f"{table}/{key}/{field}": None for field in fields}


WORKS = [
    Works(
        "manage_alarm",
        {"action": "create", "time": "7:15", "days": ["weekdays"], "title": "Bus"},
        {
            "alarms/*/time": "07:15",
            "alarms/*/title": "Bus",
            "alarms/*/days": ["mon", "tue", "wed", "thu", "fri"],
            "alarms/*/enabled": True,
        },
        {"created": True},
    ),
    Works(
        "manage_alarm",
        {"action": "create", "time": "06:15", "title": "airport"},
        {f"alarms/{AIRPORT}/enabled": True},
        {"alarmId": AIRPORT, "created": False, "changed": True},
    ),
    Works("manage_alarm", {"action": "update", "alarmId": WAKE, "time": "06:45"}, {f"alarms/{WAKE}/time": "06:45"}),
    Works("manage_alarm", {"action": "enable", "title": "Wake up"}, {}, {"changed": False}),
    Works("manage_alarm", {"action": "disable", "time": "07:00"}, {f"alarms/{WAKE}/enabled": False}, {"changed": True}),
    Works(
        "manage_alarm",
        {"action": "delete", "alarmId": AIRPORT},
        gone("alarms", AIRPORT, "time", "title", "days", "enabled"),
        {"deleted": True},
    ),
    Works("manage_alarm", {"action": "list"}),
    Works(
        "set_alarm_preferences",
        {"snoozeMinutes": 5, "vibrate": True},
        {"alarm_settings/main/snooze_minutes": 5},
        {"changed": True, "gradual_volume": True},
    ),
    Works(
        "manage_timer",
        {"action": "start", "seconds": 240, "title": "Eggs"},
        {"timers/*/title": "Eggs", "timers/*/seconds": 240, "timers/*/state": "running"},
        {"endsAt": "2026-03-02T09:18"},
    ),
    Works(
        "manage_timer",
        {"action": "extend", "seconds": 60},
        {"timers/tm_tea/seconds": 360},
        {"remaining": 360},
        patches=RUNNING,
    ),
    Works(
        "manage_timer",
        {"action": "extend", "seconds": 60, "title": "tea"},
        {"timers/tm_tea/seconds": 360},
        {"remaining": 160},
        patches=PAUSED,
    ),
    Works("manage_timer", {"action": "pause"}, {"timers/tm_tea/state": "paused"}, {"remaining": 300}, patches=RUNNING),
    Works("manage_timer", {"action": "pause"}, {}, {"changed": False, "remaining": 100}, patches=PAUSED),
    Works("manage_timer", {"action": "resume"}, {"timers/tm_tea/state": "running"}, {"remaining": 100}, patches=PAUSED),
    Works(
        "manage_timer",
        {"action": "cancel", "timerId": "tm_egg"},
        gone("timers", "tm_egg", "title", "seconds", "state"),
        patches=TWO_TIMERS,
    ),
    Works("manage_timer", {"action": "list"}, {}, {"timers": []}),
    Works("manage_stopwatch", {"action": "start"}, {"stopwatch/main/running": True}, {"changed": True}),
    Works(
        "manage_stopwatch", {"action": "stop"}, {"stopwatch/main/running": False}, {"elapsedSeconds": 60}, patches=LAPPING
    ),
    Works("manage_stopwatch", {"action": "lap"}, {}, {"laps": [60]}, patches=LAPPING),
    Works(
        "manage_stopwatch", {"action": "reset"}, {"stopwatch/main/running": False}, {"elapsedSeconds": 0}, patches=LAPPING
    ),
    Works("manage_stopwatch", {"action": "read"}, {}, {"running": False, "elapsedSeconds": 0}),
    Works(
        "manage_world_clock",
        {"action": "add", "city": "东京"},
        {"world_clocks/*/city": "Tokyo", "world_clocks/*/zone": "Asia/Tokyo"},
        {"created": True},
    ),
    Works("manage_world_clock", {"action": "add", "city": "new york"}, {}, {"clockId": NEW_YORK, "created": False}),
    Works("manage_world_clock", {"action": "remove", "city": "NYC"}, gone("world_clocks", NEW_YORK, "city", "zone")),
    Works("manage_world_clock", {"action": "list"}),
    Works(
        "get_current_time",
        {},
        {},
        {"now": "2026-03-02T09:14", "weekday": "mon", "zone": "Europe/London", "utcOffset": "+00:00"},
    ),
    Works("get_current_time", {"city": "Kathmandu"}, {}, {"now": "2026-03-02T14:59", "utcOffset": "+05:45"}),
    Works(
        "set_time_zone",
        {"zone": "Tokyo"},
        {"device/clock/zone": "Asia/Tokyo", "device/clock/auto_zone": False},
        {"changed": True},
    ),
    Works("set_time_zone", {"automatic": True}, {}, {"changed": False, "zone": "Europe/London"}),
    Works("set_time_zone", {"automatic": False}, {"device/clock/auto_zone": False}, {"automatic": False}),
    Works(
        "convert_time_zone",
        {"time": "2026-03-02T22:00", "toZone": "Tokyo"},
        {},
        {"to": {"time": "2026-03-03T07:00", "zone": "Asia/Tokyo"}, "dayShift": 1},
    ),
    Works(
        "convert_time_zone",
        {"time": "2026-03-02T01:00", "fromZone": "Asia/Shanghai", "toZone": "new york"},
        {},
        {"to": {"time": "2026-03-01T12:00", "zone": "America/New_York"}, "dayShift": -1},
    ),
    Works("calculate_date", {"amount": 10}, {}, {"date": "2026-03-12", "weekday": "thu"}),
    Works("calculate_date", {"startDate": "2024-02-29", "amount": 1, "unit": "years"}, {}, {"date": "2025-02-28"}),
    Works("calculate_date", {"startDate": "2026-01-31", "amount": 1, "unit": "months"}, {}, {"date": "2026-02-28"}),
    Works("calculate_date", {"startDate": "2026-03-06", "amount": 3, "unit": "workdays"}, {}, {"date": "2026-03-11"}),
    Works("calculate_date", {"amount": -2, "unit": "weeks"}, {}, {"date": "2026-02-16"}),
    Works("calculate_date", {"endDate": "2026-12-25"}, {}, {"amount": 298, "days": 298}),
    Works("calculate_date", {"endDate": "2026-03-09", "unit": "workdays"}, {}, {"amount": 5, "days": 7}),
    Works("calculate_date", {"startDate": "2026-01-31", "endDate": "2026-03-01", "unit": "months"}, {}, {"amount": 1}),
    Works("calculate_date", {"startDate": "2026-03-20", "endDate": "2026-03-02", "unit": "weeks"}, {}, {"amount": -2}),
    Works(
        "create_event",
        {"title": "Swim", "start": "2026-03-02T14:30", "location": "Lido", "remindMinutes": 30},
        {
            "events/*/title": "Swim",
            "events/*/start": "2026-03-02T14:30",
            "events/*/end": "2026-03-02T15:30",
            "events/*/zone": "Europe/London",
            "events/*/location": "Lido",
            "events/*/attendees": [],
            "events/*/repeat": "never",
            "events/*/excluded": [],
            "events/*/remind_minutes": 30,
            "events/*/calendar": "personal",
        },
        {"created": True, "overlaps": [REVIEW]},
    ),
    Works(
        "create_event",
        {"title": "quarterly review", "start": "2026-03-02T14:00", "calendar": "work"},
        {},
        {"eventId": REVIEW, "created": False},
    ),
    Works(
        "update_event",
        {"eventId": "Quarterly review", "start": "2026-03-02T15:30"},
        {f"events/{REVIEW}/start": "2026-03-02T15:30", f"events/{REVIEW}/end": "2026-03-02T16:30"},
        {"eventId": REVIEW, "changed": True},
    ),
    Works("update_event", {"eventId": REVIEW, "title": "Quarterly review"}, {}, {"changed": False}),
    Works("update_event", {"eventId": REVIEW, "end": "2026-03-02T16:00"}, {f"events/{REVIEW}/end": "2026-03-02T16:00"}),
    Works(
        "update_event",
        {"eventId": YOGA, "start": "2026-03-10T19:00", "occurrence": "2026-03-10"},
        {
            f"events/{YOGA}/excluded": ["2026-03-10"],
            "events/*/title": "Yoga",
            "events/*/start": "2026-03-10T19:00",
            "events/*/end": "2026-03-10T20:00",
            "events/*/zone": "Europe/London",
            "events/*/location": "Lumen Studio",
            "events/*/attendees": [],
            "events/*/repeat": "never",
            "events/*/excluded": [],
            "events/*/remind_minutes": 60,
            "events/*/calendar": "personal",
        },
        {"seriesId": YOGA},
    ),
    Works("delete_event", {"eventId": YOGA, "occurrence": "2026-03-17"}, {f"events/{YOGA}/excluded": ["2026-03-17"]}),
    Works(
        "delete_event",
        {"eventId": "quarterly review"},
        gone(
            "events",
            REVIEW,
            "title",
            "start",
            "end",
            "zone",
            "location",
            "attendees",
            "repeat",
            "excluded",
            "remind_minutes",
            "calendar",
        ),
        {"deleted": True},
    ),
    Works("search_events", {"query": "helen"}, {}, {"total": 1}),
    Works("search_events", {"query": "stand-up"}, {}, {"total": 1}),
    Works("search_events", {"calendar": "work"}, {}, {"total": 6}),
    Works("search_events", {"fromDate": "2026-03-08", "toDate": "2026-03-08"}, {}, {"total": 1}),
    Works(
        "find_free_time",
        {"date": "2026-03-02", "minutes": 90},
        {},
        {
            "slots": [
                {"start": "2026-03-02T10:30", "end": "2026-03-02T14:00"},
                {"start": "2026-03-02T15:00", "end": "2026-03-02T18:00"},
            ]
        },
    ),
    Works("find_free_time", {"date": "2026-03-14", "minutes": 60}, {}, {"total": 1}),
    Works(
        "manage_reminder",
        {"action": "create", "title": "Vote", "time": "2026-05-07T08:00"},
        {
            "reminders/*/title": "Vote",
            "reminders/*/time": "2026-05-07T08:00",
            "reminders/*/repeat": "never",
            "reminders/*/done": False,
        },
        {"created": True},
    ),
    Works(
        "manage_reminder",
        {"action": "update", "reminderId": TICKETS, "time": "2026-03-03T09:00"},
        {f"reminders/{TICKETS}/time": "2026-03-03T09:00", f"reminders/{TICKETS}/done": False},
    ),
    Works(
        "manage_reminder", {"action": "complete", "title": "renew the library books"}, {f"reminders/{LIBRARY}/done": True}
    ),
    Works(
        "manage_reminder",
        {"action": "complete", "reminderId": PLANTS},
        {f"reminders/{PLANTS}/time": "2026-03-09T17:30"},
        {"nextTime": "2026-03-09T17:30"},
    ),
    Works(
        "manage_reminder",
        {"action": "delete", "reminderId": LIBRARY},
        gone("reminders", LIBRARY, "title", "time", "repeat", "done"),
    ),
    Works("manage_reminder", {"action": "list"}, {}, {"total": 2}),
    Works("manage_bedtime", {"action": "get"}, {}, {"bedtime": "22:45", "wakeTime": "07:00", "sleepMinutes": 495}),
    Works("manage_bedtime", {"action": "set", "bedtime": "22:30"}, {"bedtime/main/bedtime": "22:30"}, {"sleepMinutes": 510}),
]

FAILS = [
    Fails("manage_alarm", {"action": "create"}, Code.MISSING_ARGUMENT),
    Fails("manage_alarm", {"action": "update", "time": "07:00"}, Code.MISSING_ARGUMENT),
    Fails("manage_alarm", {"action": "update", "alarmId": WAKE}, Code.MISSING_ARGUMENT),
    Fails("manage_alarm", {"action": "create", "time": "25:00"}, Code.INVALID_ARGUMENT),
    Fails("manage_alarm", {"action": "create", "time": "07:00", "days": ["monthly"]}, Code.INVALID_ARGUMENT),
    Fails("manage_alarm", {"action": "delete", "alarmId": "al_none"}, Code.NOT_FOUND),
    Fails("manage_alarm", {"action": "disable", "time": "07:00"}, Code.AMBIGUOUS, patches=TWO_AT_SEVEN),
    Fails("set_alarm_preferences", {}, Code.MISSING_ARGUMENT),
    Fails("set_alarm_preferences", {"snoozeMinutes": 0}, Code.INVALID_ARGUMENT),
    Fails("manage_timer", {"action": "start"}, Code.MISSING_ARGUMENT),
    Fails("manage_timer", {"action": "extend"}, Code.MISSING_ARGUMENT, patches=RUNNING),
    Fails("manage_timer", {"action": "pause"}, Code.NOT_FOUND),
    Fails("manage_timer", {"action": "resume", "timerId": "tm_tea"}, Code.NOT_FOUND,
          patches={"timers/tm_tea": timer(state="done", ends_at=None)}),
    Fails("manage_timer", {"action": "cancel"}, Code.AMBIGUOUS, patches=TWO_TIMERS),
    Fails("manage_stopwatch", {"action": "lap"}, Code.CONFLICT),
    Fails("manage_world_clock", {"action": "add"}, Code.MISSING_ARGUMENT),
    Fails("manage_world_clock", {"action": "remove", "city": "Tokyo"}, Code.NOT_FOUND),
    Fails("manage_world_clock", {"action": "add", "city": "Portland"}, Code.AMBIGUOUS),
    Fails("get_current_time", {"city": "Atlantis"}, Code.NOT_FOUND),
    Fails("get_current_time", {"city": "San Jose"}, Code.AMBIGUOUS),
    Fails("set_time_zone", {}, Code.MISSING_ARGUMENT),
    Fails("set_time_zone", {"zone": "Paris", "automatic": True}, Code.INVALID_ARGUMENT),
    Fails("set_time_zone", {"zone": "../../etc/passwd"}, Code.NOT_FOUND),
    Fails("set_time_zone", {"zone": "Birmingham"}, Code.AMBIGUOUS),
    Fails("convert_time_zone", {"time": "2026-03-02T22:00"}, Code.MISSING_ARGUMENT),
    Fails("convert_time_zone", {"time": "2026-03-02T22:00", "toZone": "Narnia"}, Code.NOT_FOUND),
    Fails("convert_time_zone", {"time": "2026-03-02T22:00", "fromZone": "Portland"}, Code.AMBIGUOUS),
    Fails("calculate_date", {}, Code.MISSING_ARGUMENT),
    Fails("calculate_date", {"amount": 1, "endDate": "2026-03-03"}, Code.INVALID_ARGUMENT),
    Fails("calculate_date", {"amount": -100_000, "unit": "years"}, Code.INVALID_ARGUMENT),
    Fails("create_event", {"title": "x", "start": "2026-03-02T10:00", "end": "2026-03-02T10:00"}, Code.INVALID_ARGUMENT),
    Fails("create_event", {"title": "x", "start": "2026-03-02T10:00", "repeatUntil": "2026-04-01"}, Code.INVALID_ARGUMENT),
    Fails("create_event", {"title": "x", "start": "2026-03-02"}, Code.INVALID_ARGUMENT),
    Fails("create_event", {"title": "x"}, Code.MISSING_ARGUMENT),
    Fails("create_event", {"title": "x", "start": "2026-03-02T10:00"}, Code.PERMISSION_DENIED, patches=NO_CALENDAR),
    Fails("update_event", {"eventId": REVIEW}, Code.MISSING_ARGUMENT),
    Fails("update_event", {"eventId": "Golf", "location": "x"}, Code.NOT_FOUND),
    Fails("update_event", {"eventId": YOGA, "location": "x", "occurrence": "2026-03-11"}, Code.NOT_FOUND),
    Fails("update_event", {"eventId": "Yoga", "location": "x"}, Code.AMBIGUOUS, patches=TWO_YOGAS),
    Fails("update_event", {"eventId": REVIEW, "location": "x"}, Code.PERMISSION_DENIED, patches=NO_CALENDAR),
    Fails("delete_event", {"eventId": REVIEW, "occurrence": "2026-03-03"}, Code.NOT_FOUND),
    Fails("delete_event", {"eventId": "Yoga"}, Code.AMBIGUOUS, patches=TWO_YOGAS),
    Fails("delete_event", {"eventId": REVIEW}, Code.PERMISSION_DENIED, patches=NO_CALENDAR),
    Fails("search_events", {"fromDate": "2026-03-02", "toDate": "2026-03-01"}, Code.INVALID_ARGUMENT),
    Fails("search_events", {}, Code.PERMISSION_DENIED, patches=NO_CALENDAR),
    Fails("find_free_time", {"date": "2026-03-02", "minutes": 30, "toTime": "08:00"}, Code.INVALID_ARGUMENT),
    Fails("find_free_time", {"date": "2026-03-02", "minutes": 30}, Code.PERMISSION_DENIED, patches=NO_CALENDAR),
    Fails("manage_reminder", {"action": "create", "title": "x"}, Code.MISSING_ARGUMENT),
    Fails("manage_reminder", {"action": "create", "time": "2026-03-03T10:00"}, Code.MISSING_ARGUMENT),
    Fails("manage_reminder", {"action": "create", "title": "x", "time": "2026-03-02T09:00"}, Code.INVALID_ARGUMENT),
    Fails("manage_reminder", {"action": "update", "title": "x"}, Code.MISSING_ARGUMENT),
    Fails("manage_reminder", {"action": "update", "reminderId": PLANTS}, Code.MISSING_ARGUMENT),
    Fails("manage_reminder", {"action": "delete", "reminderId": "rm_none"}, Code.NOT_FOUND),
    Fails("manage_reminder", {"action": "delete", "title": "Renew the library books"}, Code.AMBIGUOUS, patches=TWO_BOOKS),
    Fails("manage_bedtime", {"action": "set"}, Code.MISSING_ARGUMENT),
]  # fmt: skip


@pytest.mark.parametrize("case", WORKS, ids=str)
def test_success_answers_and_writes_exactly_this(case: Works) -> None:
    case.check()


@pytest.mark.parametrize("case", FAILS, ids=str)
def test_failure_has_its_code_and_changes_nothing(case: Fails) -> None:
    case.check()


def test_there_are_sixteen_tools_and_every_action_and_error_has_a_case() -> None:
    assert len(tools_of(DOMAIN)) == 16
    assert_covered(DOMAIN, WORKS, FAILS)


@pytest.mark.parametrize("profile", ["emma", "liwei", "marcus", "aisha"])
@given(seed=st.integers(0, 10_000))
def test_random_calls_never_escape_and_failures_change_nothing(profile: str, seed: int) -> None:
    first, second = (run_random_calls(DOMAIN, profile, seed) for _ in range(2))
    assert first.state.digest() == second.state.digest()


def told(phone: Phone) -> list[tuple[str, str]]:
    """What the clock, calendar and reminders announced, with the local time."""
    rows = [row for row in phone.state.rows("notifications").values() if row["app"] in ("clock", "calendar", "reminders")]
    return [(phone.to_local(row["time"]), row["title"] if row["app"] == "calendar" else row["text"]) for row in rows]


def only(phone: Phone, table: str, **row: Json) -> None:
    """Empties every scheduled table and puts one row."""
    for name in ("alarms", "timers", "events", "reminders"):
        for key in list(phone.state.rows(name)):
            phone.state.write(name, key, None)
    phone.put("bedtime", "main", enabled=False)
    phone.state.write(table, "xx_test", {"id": "xx_test", **row})
    phone.state.next_due = None


def alarm(time: str, *days: str) -> dict[str, Json]:
    return {"time": time, "title": "", "days": list(days), "enabled": True, "created": 0}


def event(start: str, end: str, **more: Json) -> dict[str, Json]:
    row: dict[str, Json] = {
        "title": "Meet",
        "start": start,
        "end": end,
        "zone": "Europe/London",
        "location": None,
        "attendees": [],
    }
    return {**row, "repeat": "never", "until": None, "excluded": [], "remind_minutes": 0, "calendar": "work", **more}


HOUR, DAY = 3600, 86_400


def test_a_one_time_alarm_rings_once_and_switches_itself_off() -> None:
    phone = phone_of()
    key = call(phone, "manage_alarm", action="create", time="10:00", title="Call Tom")["alarmId"]
    phone.pass_time(3 * DAY)
    assert told(phone).count(("2026-03-02T10:00", "Call Tom")) == 1
    assert phone.row("alarms", key)["enabled"] is False


def test_a_repeating_alarm_rings_on_its_days_only() -> None:
    phone = phone_of()
    only(phone, "alarms", **alarm("07:00", "wed", "sat"))
    phone.pass_time(8 * DAY)
    assert [moment for moment, _ in told(phone)] == ["2026-03-04T07:00", "2026-03-07T07:00"]


def test_alarms_keep_their_wall_clock_time_across_daylight_saving() -> None:
    phone = phone_of(clock="2026-03-28T12:00:00+00:00")
    only(phone, "alarms", **alarm("07:00", "sun", "mon"))
    phone.pass_time(2 * DAY)
    assert [moment for moment, _ in told(phone)] == ["2026-03-29T07:00", "2026-03-30T07:00"]


def test_an_alarm_in_the_hour_that_is_skipped_rings_once_after_it() -> None:
    phone = phone_of(clock="2026-03-28T12:00:00+00:00")
    only(phone, "alarms", **alarm("01:30"))
    phone.pass_time(2 * DAY)
    assert [moment for moment, _ in told(phone)] == ["2026-03-29T02:30"]


def test_an_alarm_in_the_hour_that_comes_twice_rings_once() -> None:
    phone = phone_of(clock="2026-10-24T12:00:00+00:00")
    only(phone, "alarms", **alarm("01:30", "sun"))
    phone.pass_time(2 * DAY)
    assert [row["time"] for row in phone.state.rows("notifications").values() if row["app"] == "clock"] == [1792888200]


def test_an_alarm_follows_the_phone_to_another_zone() -> None:
    phone = phone_of()
    only(phone, "alarms", **alarm("19:00"))
    call(phone, "set_time_zone", zone="Tokyo")
    phone.pass_time(2 * HOUR)
    assert told(phone) == [("2026-03-02T19:00", "19:00")]
    assert phone.state.now < 1772442840 + 3 * HOUR


def test_a_timer_ends_on_the_second_and_a_paused_one_does_not() -> None:
    phone = phone_of()
    only(phone, "alarms", **{**alarm("05:00"), "enabled": False})
    call(phone, "manage_timer", action="start", seconds=90, title="Tea")
    slow = call(phone, "manage_timer", action="start", seconds=60, title="Egg")["timerId"]
    call(phone, "manage_timer", action="pause", timerId=slow)
    phone.pass_time(86)
    assert told(phone) == []
    phone.pass_time(1)
    assert told(phone) == [("2026-03-02T09:15", "Tea")]
    phone.pass_time(DAY)
    states = {timer["title"]: timer["state"] for timer in call(phone, "manage_timer", action="list")["timers"]}
    assert states == {"Tea": "done", "Egg": "paused"}


def test_the_only_live_timer_needs_no_name_and_finished_ones_do_not_count() -> None:
    phone = phone_of(patches={**RUNNING, "timers/tm_egg": timer(id="tm_egg", state="done", ends_at=None)})
    assert call(phone, "manage_timer", action="pause")["timerId"] == "tm_tea"


def test_switching_off_loses_timers_and_the_stopwatch_but_keeps_alarms() -> None:
    phone = phone_of(patches={**TWO_TIMERS, **LAPPING})
    alarms = dict(phone.state.rows("alarms"))
    phone.put("device", "power", state="rebooting", ready_at=phone.state.now + 30)
    assert not phone.state.rows("timers")
    assert phone.one("stopwatch") == {"running": False, "started_at": None, "elapsed": 0, "laps": []}
    assert phone.state.rows("alarms") == alarms


def test_the_stopwatch_counts_running_time_only() -> None:
    phone = phone_of()
    call(phone, "manage_stopwatch", action="start")
    phone.pass_time(99)
    assert call(phone, "manage_stopwatch", action="stop")["elapsedSeconds"] == 100
    phone.pass_time(500)
    call(phone, "manage_stopwatch", action="start")
    phone.pass_time(9)
    assert call(phone, "manage_stopwatch", action="read")["elapsedSeconds"] == 110


def test_a_series_keeps_its_wall_clock_time_across_daylight_saving() -> None:
    phone = phone_of(clock="2026-03-27T12:00:00+00:00")
    only(phone, "events", **event("2026-03-20T18:30", "2026-03-20T19:30", repeat="daily"))
    found = call(phone, "search_events", fromDate="2026-03-28", toDate="2026-03-30")["events"]
    assert [item["start"] for item in found] == ["2026-03-28T18:30", "2026-03-29T18:30", "2026-03-30T18:30"]
    phone.pass_time(3 * DAY)
    moments = [row["time"] for row in phone.state.rows("notifications").values() if row["app"] == "calendar"]
    assert [later - earlier for earlier, later in pairwise(moments)] == [DAY, DAY - HOUR]


def test_an_event_keeps_its_instant_when_the_phone_changes_zone() -> None:
    phone = phone_of()
    call(phone, "set_time_zone", zone="New York")
    found = call(phone, "search_events", query="Quarterly review")["events"]
    assert found[0]["start"] == "2026-03-02T09:00"
    call(phone, "update_event", eventId=REVIEW, end="2026-03-02T11:00")
    assert phone.row("events", REVIEW)["end"] == "2026-03-02T16:00"
    call(phone, "update_event", eventId=REVIEW, start="2026-03-02T10:00")
    row = phone.row("events", REVIEW)
    assert (row["start"], row["end"], row["zone"]) == ("2026-03-02T10:00", "2026-03-02T12:00", "America/New_York")


def test_an_event_is_announced_ahead_of_its_start_and_deleted_dates_are_not() -> None:
    phone = phone_of()
    only(phone, "events", **event("2026-03-03T10:00", "2026-03-03T11:00", repeat="daily", remind_minutes=15))
    call(phone, "delete_event", eventId="Meet", occurrence="2026-03-04")
    phone.pass_time(3 * DAY + HOUR)
    assert [moment for moment, _ in told(phone)] == ["2026-03-03T09:45", "2026-03-05T09:45"]


def test_a_moved_occurrence_leaves_the_rest_of_the_series() -> None:
    phone = phone_of()
    only(phone, "events", **event("2026-03-03T10:00", "2026-03-03T11:00", repeat="weekly"))
    call(phone, "update_event", eventId="Meet", start="2026-03-11T16:00", occurrence="2026-03-10")
    found = call(phone, "search_events", fromDate="2026-03-01", toDate="2026-03-20")["events"]
    assert [item["start"] for item in found] == ["2026-03-03T10:00", "2026-03-11T16:00", "2026-03-17T10:00"]


def test_an_event_over_midnight_is_found_on_both_days() -> None:
    phone = phone_of()
    only(phone, "events", **event("2026-03-03T22:00", "2026-03-04T02:00", repeat="weekly"))
    for day in ("2026-03-03", "2026-03-04", "2026-03-11"):
        assert call(phone, "search_events", fromDate=day, toDate=day)["total"] == 1
    assert call(phone, "search_events", fromDate="2026-03-05", toDate="2026-03-05")["total"] == 0


def test_a_series_ends_with_its_last_day() -> None:
    phone = phone_of()
    only(phone, "alarms", **alarm("05:00"))
    call(phone, "create_event", title="Course", start="2026-03-02T19:00", repeat="weekly", repeatUntil="2026-03-16")
    assert call(phone, "search_events", fromDate="2026-03-01", toDate="2026-06-01")["total"] == 3


def test_free_time_starts_now_at_the_earliest() -> None:
    phone = phone_of(clock="2026-03-02T16:20:30+00:00")
    slots = call(phone, "find_free_time", date="2026-03-02", minutes=30)["slots"]
    assert slots == [{"start": "2026-03-02T16:21", "end": "2026-03-02T18:00"}]


def test_a_repeating_reminder_speaks_up_until_it_is_deleted() -> None:
    phone = phone_of()
    only(phone, "reminders", title="Stretch", time="2026-03-02T11:00", repeat="weekdays", done=False, created=0)
    phone.pass_time(6 * DAY)
    assert [moment[8:10] for moment, _ in told(phone)] == ["02", "03", "04", "05", "06"]
    call(phone, "manage_reminder", action="delete", title="Stretch")
    phone.pass_time(6 * DAY)
    assert len(told(phone)) == 5


def test_a_completed_reminder_keeps_quiet() -> None:
    phone = phone_of()
    only(phone, "reminders", title="Stretch", time="2026-03-02T11:00", repeat="never", done=False, created=0)
    call(phone, "manage_reminder", action="complete", title="Stretch")
    phone.pass_time(DAY)
    assert told(phone) == []


def test_bedtime_is_announced_on_its_days() -> None:
    phone = phone_of()
    only(phone, "alarms", **{**alarm("05:00"), "enabled": False})
    call(phone, "manage_bedtime", action="set", enabled=True, bedtime="23:59", days=["fri", "sat"])
    phone.pass_time(7 * DAY)
    assert [moment for moment, _ in told(phone)] == ["2026-03-06T23:59", "2026-03-07T23:59"]


@pytest.mark.parametrize("name", ["São Paulo", "SAO PAULO", "america/sao_paulo", "Sao Paulo"])
def test_a_city_is_found_however_it_is_spelled(name: str) -> None:
    assert call(phone_of(), "get_current_time", city=name)["zone"] == "America/Sao_Paulo"


def test_an_ambiguous_city_is_answered_with_names_that_are_accepted() -> None:
    phone = phone_of()
    error = phone.call("get_current_time", {"city": "Portland"}).error
    assert error is not None
    zones = {call(phone, "get_current_time", city=name)["zone"] for name in error.accepted}
    assert zones == {"America/Los_Angeles", "America/New_York"}


def test_every_profile_has_the_rows_that_tools_take_for_granted() -> None:
    for profile in ("emma", "liwei", "marcus", "aisha"):
        phone = phone_of(profile)
        call(phone, "manage_bedtime", action="get")
        call(phone, "manage_stopwatch", action="read")
        call(phone, "set_alarm_preferences", vibrate=True)
        call(phone, "set_time_zone", automatic=True)


DATES = st.dates(date(2000, 1, 1), date(2100, 12, 31))


@given(DATES, DATES, st.sampled_from(["never", "daily", "weekdays", "weekly", "biweekly", "monthly", "yearly"]))
def test_a_series_looked_at_from_any_day_is_the_end_of_the_whole_series(first: date, start: date, repeat: str) -> None:
    until = first + timedelta(days=800)
    whole = list(recurrence.dates(first, repeat, date(1990, 1, 1), until))
    assert whole == sorted(set(whole)) and all(first <= day <= until for day in whole)
    assert list(recurrence.dates(first, repeat, start, until)) == [day for day in whole if day >= start]


def test_a_month_without_the_day_is_skipped() -> None:
    found = islice(recurrence.dates(date(2026, 1, 31), "monthly", date(2026, 1, 1)), 4)
    assert [day.isoformat() for day in found] == ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31"]
    leap = islice(recurrence.dates(date(2024, 2, 29), "yearly", date(2024, 3, 1)), 2)
    assert [day.year for day in leap] == [2028, 2032]


@given(DATES, st.integers(-500, 500))
def test_counting_workdays_undoes_adding_them(start: date, amount: int) -> None:
    end = recurrence.add_workdays(start, amount)
    assert amount == 0 or end.weekday() < 5
    if start.weekday() < 5 or amount >= 0:
        assert recurrence.count_workdays(start, end) == amount


@given(DATES, st.integers(-600, 600))
def test_adding_months_lands_in_that_month(start: date, months: int) -> None:
    end = recurrence.add_months(start, months)
    assert (end.year - start.year) * 12 + end.month - start.month == months
    assert end.day == start.day or (end.day < start.day and (end + timedelta(days=1)).day == 1)


def test_failures_say_what_would_be_accepted() -> None:
    phone = phone_of()
    assert failure(phone, "manage_reminder", action="create", title="x", time="2026-03-02T09:14") == Code.INVALID_ARGUMENT
    error = phone.call("manage_reminder", {"action": "create", "title": "x", "time": "2026-03-02T09:14"}).error
    assert error is not None and error.accepted == {"time": "after 2026-03-02T09:14"}
