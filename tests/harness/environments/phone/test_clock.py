"""The virtual clock: what falls due fires in order, once, on its second; zones and days turn where they should."""

import os
import random
import subprocess
import sys
from datetime import date, datetime, time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.environments.phone import zones
from harness.environments.phone.phone import Phone
from harness.environments.phone.rules import Rules, Schedule
from harness.environments.phone.state import Row, State
from harness.environments.phone.tools import Catalogue
from tests.harness.environments.phone.driving import call, phone_of, random_call, tools_of


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Rules:
    """Bells and chimes and no other rule: a bell rings at its time, then every ``every`` seconds."""
    fresh = Rules()
    monkeypatch.setattr("harness.environments.phone.phone.RULES", fresh)
    monkeypatch.setattr("harness.environments.phone.rules.RULES", fresh)
    fresh.schedule(Schedule("bells", _due, _ring))
    fresh.schedule(Schedule("chimes", _due, _ring))
    return fresh


def _due(phone: Phone, row: Row, after: int) -> int | None:
    if row["at"] > after:
        return int(row["at"])
    every = row.get("every")
    return after + every - (after - row["at"]) % every if every else None


def _ring(phone: Phone, key: str, row: Row) -> None:
    phone.put("rung", f"{phone.state.now}-{key}", at=phone.state.now)
    for victim in row.get("silences", ()):
        phone.state.write("bells", victim, None)
    if row.get("starts"):
        phone.put("bells", "new", at=phone.state.now + row["starts"])


def bells(chimes: dict[str, Row] | None = None, **rows: Row) -> Phone:
    device: dict[str, Row] = {"power": {"state": "on", "ready_at": None}, "clock": {"zone": "UTC"}}
    return Phone(State({"device": device, "bells": rows, "chimes": chimes or {}}, 100), Catalogue(()))


def rung(phone: Phone) -> list[str]:
    return list(phone.state.rows("rung"))


def test_things_fire_in_order_of_their_time_and_each_on_its_second(rules: Rules) -> None:
    phone = bells(late={"at": 130}, early={"at": 110}, chimes={"middle": {"at": 120}})
    phone.pass_time(29)
    assert rung(phone) == ["110-early", "120-middle"] and phone.state.now == 129
    phone.pass_time(1)
    assert rung(phone)[-1] == "130-late"


def test_what_is_due_now_has_fired_already(rules: Rules) -> None:
    phone = bells(past={"at": 99}, present={"at": 100})
    phone.pass_time(1_000)
    assert rung(phone) == []


def test_a_repeating_thing_fires_as_often_as_time_passes(rules: Rules) -> None:
    phone = bells(tick={"at": 110, "every": 10})
    phone.pass_time(35)
    assert rung(phone) == ["110-tick", "120-tick", "130-tick"]


def test_two_things_of_one_second_both_fire_unless_the_first_removes_the_second(rules: Rules) -> None:
    phone = bells(a={"at": 110, "silences": ["c"]}, b={"at": 110}, c={"at": 110})
    phone.pass_time(10)
    assert rung(phone) == ["110-a", "110-b"]


def test_what_a_firing_thing_plans_fires_in_the_same_stretch_of_time(rules: Rules) -> None:
    phone = bells(a={"at": 110, "starts": 5}, z={"at": 120})
    phone.pass_time(20)
    assert rung(phone) == ["110-a", "115-new", "120-z"]


def test_a_thing_planned_later_but_due_sooner_is_not_missed(rules: Rules) -> None:
    phone = bells(a={"at": 500})
    phone.pass_time(1)
    phone.put("bells", "b", at=105)
    assert phone.state.next_due == 105
    phone.put("bells", "a", at=103)
    phone.state.write("chimes", "none", {"at": 99})
    phone.pass_time(10)
    assert rung(phone) == ["103-a", "105-b"]


def test_a_removed_thing_does_not_fire_and_the_rest_still_does(rules: Rules) -> None:
    phone = bells(a={"at": 105}, b={"at": 110})
    phone.pass_time(1)
    phone.remove("bells", "a")
    phone.pass_time(20)
    assert rung(phone) == ["110-b"]


def test_nothing_fires_while_the_phone_is_off(rules: Rules) -> None:
    phone = bells(a={"at": 105})
    phone.put("device", "power", state="off")
    phone.pass_time(20)
    assert rung(phone) == [] and phone.state.now == 120


def test_how_time_is_cut_up_makes_no_difference(rules: Rules) -> None:
    rows: dict[str, Row] = {"a": {"at": 110, "every": 7}, "b": {"at": 131, "starts": 3}, "c": {"at": 131}}
    whole, pieces = bells(**rows), bells(**rows)
    whole.pass_time(60)
    for _ in range(60):
        pieces.pass_time(1)
    assert whole.state.digest() == pieces.state.digest()


@pytest.mark.parametrize("profile", ["emma", "liwei", "marcus", "aisha"])
@settings(max_examples=20)
@given(seed=st.integers(0, 10_000))
def test_remembering_what_is_due_next_changes_nothing(profile: str, seed: int) -> None:
    """A phone that looks everything up at every step ends in the same state as one that remembers."""
    remembering, forgetful = phone_of(profile), phone_of(profile)
    draw = random.Random(seed)
    tools = tools_of("Time Management")
    for _ in range(8):
        tool = draw.choice(tools)
        arguments = random_call(tool, remembering, draw)
        passed = draw.choice([0, 60, 3_600, 40_000, 200_000])
        forgetful.state.next_due = None
        assert remembering.call(tool.name, dict(arguments)).payload == forgetful.call(tool.name, dict(arguments)).payload
        forgetful.state.next_due = None
        remembering.pass_time(passed)
        forgetful.pass_time(passed)
        assert remembering.state.digest() == forgetful.state.digest()


# -- days and zones


def test_the_day_turns_within_a_call_at_one_second_to_midnight() -> None:
    phone = phone_of(clock="2026-03-02T23:59:59+00:00")
    key = call(phone, "manage_alarm", action="create", time="00:00", title="Midnight")["alarmId"]
    assert phone.local.isoformat() == "2026-03-03T00:00:00+00:00"
    assert [row["text"] for row in phone.state.rows("notifications").values() if row["app"] == "clock"] == ["Midnight"]
    assert phone.row("alarms", key)["enabled"] is False
    assert call(phone, "calculate_date", amount=0)["date"] == "2026-03-03"


def test_today_is_the_day_on_which_the_call_begins() -> None:
    phone = phone_of(clock="2026-12-31T23:59:59+00:00")
    assert call(phone, "calculate_date", amount=1)["date"] == "2027-01-01"
    assert call(phone, "calculate_date", amount=1)["date"] == "2027-01-02"


def test_today_depends_on_the_phones_zone_alone() -> None:
    phone = phone_of(clock="2026-03-02T12:00:00+00:00")
    call(phone, "set_time_zone", zone="Pacific/Kiritimati")
    assert call(phone, "get_current_time")["now"].startswith("2026-03-03T02:00")
    call(phone, "set_time_zone", zone="Honolulu")
    assert call(phone, "get_current_time")["now"].startswith("2026-03-02T02:00")


def test_the_local_clock_jumps_with_daylight_saving() -> None:
    spring = phone_of(clock="2026-03-29T00:59:59+00:00")
    assert spring.local.strftime("%H:%M:%S") == "00:59:59"
    spring.pass_time(1)
    assert spring.local.strftime("%H:%M:%S") == "02:00:00"
    autumn = phone_of("marcus", clock="2026-11-01T05:59:59+00:00")
    assert autumn.local.strftime("%H:%M:%S") == "01:59:59"
    autumn.pass_time(1)
    assert autumn.local.strftime("%H:%M:%S") == "01:00:00"


ZONES = st.sampled_from(
    ["Europe/London", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu", "Pacific/Kiritimati", "Australia/Lord_Howe"]
)


@given(st.integers(1_700_000_000, 1_900_000_000), ZONES)
def test_a_moment_survives_the_way_to_a_zone_and_back(epoch: int, key: str) -> None:
    minute = epoch - epoch % 60
    local = zones.to_local(minute, key)
    back = zones.to_epoch(local, key)
    assert zones.to_local(back, key) == local
    assert minute - back in (0, 1_800, 3_600), "only the second of two equal local times is read as the first"


@given(st.dates(date(1970, 1, 1), date(2199, 12, 31)), st.times(), ZONES)
def test_every_local_time_has_an_epoch(day: date, clock: time, key: str) -> None:
    text = f"{day.isoformat()}T{clock.isoformat()[:5]}"
    back = zones.to_local(zones.to_epoch(text, key), key)
    assert back == text or 0 < (datetime.fromisoformat(back) - datetime.fromisoformat(text)).total_seconds() <= 86_400


@pytest.mark.parametrize("name", ["Europe", "europe/london", "../etc/passwd", "", "Mars/Olympus", "/etc/localtime"])
def test_only_iana_names_are_zones(name: str) -> None:
    with pytest.raises(ValueError, match="no IANA time zone"):
        zones.zone(name)


_PROGRAM = """
import random
from tests.harness.environments.phone.driving import phone_of, random_call, tools_of
phone, draw = phone_of("marcus"), random.Random(7)
tools = tools_of("Time Management") + tools_of("Utilities & Productivity")
for _ in range(120):
    tool = draw.choice(tools)
    phone.call(tool.name, random_call(tool, phone, draw))
    phone.pass_time(5_000)
print(phone.state.digest())
"""


def test_neither_the_hosts_zone_nor_the_hash_seed_changes_the_digest() -> None:
    digests = set()
    for host_zone, hash_seed in (("Pacific/Kiritimati", "1"), ("America/New_York", "2")):
        environment = {**os.environ, "TZ": host_zone, "PYTHONHASHSEED": hash_seed}
        run = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, env=environment, check=False)
        assert run.returncode == 0, run.stderr
        digests.add(run.stdout.strip())
    assert len(digests) == 1
