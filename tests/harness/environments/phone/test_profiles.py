"""Profiles: eight phones of one shape and different owners, languages, zones and clutter, on which every tool can read."""

from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from harness.contract.record import canonical
from harness.environments.phone.profiles import load_profile, names
from harness.environments.phone.replay import read_calls
from harness.environments.phone.state import State
from harness.environments.phone.tables import TABLES
from tests.harness.environments.phone.driving import assert_references_hold, catalogue, phone_of

catalogue()  # its domains register the tables
BY_TYPE = {"smart_devices"}
"""Tables in which what a row holds depends on the kind of thing it is."""
LONGEST_ANSWER = 4_000
"""Characters."""
PREFIXED = [table.name for table in TABLES.all() if table.prefix and table.name not in BY_TYPE]


def size_of(state: State) -> int:
    """Bytes of the canonical JSON of all tables."""
    return len(canonical(state.tables).encode())


def test_eight_phones_speak_english_and_chinese_in_eight_zones() -> None:
    states = [load_profile(name) for name in names()]
    assert len(states) == 8
    assert {state.tables["device"]["info"]["locale"][:2] for state in states} == {"en", "zh"}
    assert len({state.tables["device"]["info"]["owner"] for state in states}) == 8
    assert len({ZoneInfo(state.tables["device"]["clock"]["zone"]) for state in states}) == 8


def test_phones_are_tidy_and_cluttered() -> None:
    sizes = sorted(size_of(load_profile(name)) for name in names())
    assert sizes[0] < 65_000 and sizes[-1] > 300_000
    assert all(larger < 2 * smaller for smaller, larger in pairwise(sizes))


@pytest.mark.parametrize("name", names())
def test_a_phone_has_every_table_and_ids_of_its_tables(name: str) -> None:
    state = load_profile(name)
    assert set(state.tables) == set(load_profile("emma").tables) <= {table.name for table in TABLES.all()}
    for table in TABLES.all():
        for key, row in state.rows(table.name).items():
            assert row.get("id", key) == key
            assert not table.prefix or key.startswith(f"{table.prefix}_"), f"{table.name}/{key}"
    assert_references_hold(state)


@pytest.mark.parametrize("table", PREFIXED)
def test_rows_of_a_table_have_the_same_fields_on_every_phone(table: str) -> None:
    shapes = {tuple(sorted(row)) for name in names() for row in load_profile(name).rows(table).values()}
    assert len(shapes) <= 1


@pytest.mark.parametrize("name", names())
def test_everything_can_be_read_from_every_phone_in_few_words(name: str) -> None:
    phone = phone_of(name)
    asked = [call for turn in read_calls(catalogue()) for call in turn.calls]
    answers = {call.name: phone.call(call.name, dict(call.arguments)).payload for call in asked}
    assert sum(payload is not None for payload in answers.values()) > len(asked) / 2
    assert [tool for tool, payload in answers.items() if len(canonical(payload)) > LONGEST_ANSWER] == []


@pytest.mark.parametrize("name", names())
def test_a_phone_left_alone_for_a_month_stays_on_and_whole(name: str) -> None:
    phone = phone_of(name)
    for _ in range(30):
        phone.pass_time(86_400)
    assert phone.one("device", "power")["state"] == "on"
    assert_references_hold(phone.state)
