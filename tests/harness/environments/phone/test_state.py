"""Copy-on-write state: forks are independent, the base is never touched, differences and digests tell the truth."""

import copy

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule

from harness.environments.phone.profiles import load_profile, names
from harness.environments.phone.state import State, Tables, difference

KEYS = st.sampled_from(["a", "b", "c"])
TABLE = st.sampled_from(["notes", "alarms", "empty"])
ROWS = st.none() | st.fixed_dictionaries(
    {"id": KEYS}, optional={"n": st.integers(0, 3), "on": st.booleans(), "l": st.lists(KEYS)}
)
BASE: Tables = {"notes": {"a": {"id": "a", "n": 1}, "b": {"id": "b", "n": 2}}, "alarms": {"c": {"id": "c", "on": True}}}


def content(state: State) -> Tables:
    return {table: dict(rows) for table, rows in state.tables.items() if rows}


class Forks(RuleBasedStateMachine):
    """A growing family of forks, each held against a plain deep copy of what it should hold."""

    states = Bundle("states")

    def __init__(self) -> None:
        super().__init__()
        self.base = copy.deepcopy(BASE)
        self.expected: list[tuple[State, Tables]] = []

    @rule(target=states)
    def start(self) -> State:
        return self.keep(State(self.base, 1_000), copy.deepcopy(BASE))

    @rule(target=states, parent=states)
    def fork(self, parent: State) -> State:
        return self.keep(parent.fork(), copy.deepcopy(self.model(parent)))

    @rule(state=states, table=TABLE, key=KEYS, row=ROWS)
    def write(self, state: State, table: str, key: str, row: dict[str, object] | None) -> None:
        model = self.model(state).setdefault(table, {})
        before = model.get(key)
        written = len(state.journal)
        state.write(table, key, row)
        assert state.journal[written:] == [(table, key, before, row)]
        if row is None:
            model.pop(key, None)
        else:
            model[key] = copy.deepcopy(row)

    @rule(one=states, other=states)
    def compare(self, one: State, other: State) -> None:
        same = content(one) == content(other)
        assert same == (not difference(one, other))
        rebuilt = copy.deepcopy(content(one))
        for change in difference(one, other):
            row = rebuilt.setdefault(change.table, {}).setdefault(change.key, {})
            assert row.get(change.field) == change.before
            row[change.field] = change.after
        assert {key: without_none(row) for rows in rebuilt.values() for key, row in rows.items() if without_none(row)} == {
            key: without_none(row) for rows in content(other).values() for key, row in rows.items()
        }

    @invariant()
    def every_state_holds_its_own(self) -> None:
        assert self.base == BASE
        for state, model in self.expected:
            assert content(state) == {table: rows for table, rows in model.items() if rows}

    def keep(self, state: State, model: Tables) -> State:
        self.expected.append((state, model))
        return state

    def model(self, state: State) -> Tables:
        return next(model for kept, model in self.expected if kept is state)


def without_none(row: dict[str, object]) -> dict[str, object]:
    return {field: value for field, value in row.items() if value is not None}


TestForks = Forks.TestCase
TestForks.settings = settings(max_examples=40, stateful_step_count=25)


def test_a_fork_shares_every_table_until_it_writes() -> None:
    state = State(BASE, 0)
    twin = state.fork()
    assert all(twin.tables[name] is state.tables[name] for name in BASE)
    twin.write("notes", "a", {"id": "a", "n": 9})
    assert twin.tables["notes"] is not state.tables["notes"] and twin.tables["alarms"] is state.tables["alarms"]
    assert state.get("notes", "a") == {"id": "a", "n": 1}


def test_the_original_is_as_independent_of_its_fork_as_the_fork_of_it() -> None:
    state = State(BASE, 0)
    state.write("notes", "a", {"id": "a", "n": 5})
    twin = state.fork()
    state.write("notes", "a", {"id": "a", "n": 6})
    state.counters["notes"] = 3
    state.now = 99
    assert twin.get("notes", "a") == {"id": "a", "n": 5}
    assert (twin.counters, twin.now, twin.journal) == ({}, 0, [])


def test_the_first_write_copies_one_table_and_later_ones_none() -> None:
    state = State(BASE, 0).fork()
    state.write("notes", "a", None)
    mine = state.tables["notes"]
    state.write("notes", "b", None)
    assert state.tables["notes"] is mine and BASE["notes"].keys() == {"a", "b"}
    assert state.revision == 2


def test_a_fork_of_what_was_written_copies_again_and_leaves_it_alone() -> None:
    state = State(BASE, 0)
    state.write("notes", "a", {"id": "a", "n": 5})
    twin, mine = state.fork(), state.tables["notes"]
    twin.write("notes", "b", None)
    assert state.tables["notes"] is mine and mine["a"] == {"id": "a", "n": 5} and "b" in mine
    state.write("notes", "b", {"id": "b", "n": 6})
    assert "b" not in twin.rows("notes") and mine["b"] == BASE["notes"]["b"]


def test_what_is_placed_is_there_and_no_journal_tells_of_it() -> None:
    state = State(BASE, 0)
    assert state.place("notes", "a", {"id": "a", "n": 7}) == {"id": "a", "n": 1}
    assert state.get("notes", "a") == {"id": "a", "n": 7} and state.journal == []
    assert State(BASE, 0).get("notes", "a") == {"id": "a", "n": 1}


def test_a_digest_of_a_written_fork_is_never_taken_for_that_of_the_base() -> None:
    state = State(BASE, 0)
    written = state.fork()
    written.write("notes", "a", {"id": "a", "n": 7})
    assert written.fork().digest() != state.digest() == State(copy.deepcopy(BASE), 0).digest()
    assert written.fork().digest() == written.digest()


def test_a_missing_table_reads_as_empty_and_can_be_written() -> None:
    state = State({}, 0)
    assert state.get("notes", "a") is None and not state.rows("notes")
    state.write("notes", "a", {"id": "a"})
    assert list(state.rows("notes")) == ["a"]


def test_writing_back_what_was_there_is_no_difference() -> None:
    state = State(BASE, 0)
    twin = state.fork()
    twin.write("notes", "a", {"id": "a", "n": 7})
    twin.write("notes", "a", {"id": "a", "n": 1})
    assert difference(state, twin) == ()
    assert state.digest() == twin.digest()


@given(st.permutations(["a", "b", "c"]))
def test_the_digest_does_not_depend_on_the_order_of_writes(order: list[str]) -> None:
    one, other = State({}, 0), State({}, 0)
    for key in order:
        one.write("notes", key, {"id": key, "n": 1})
    for key in ("a", "b", "c"):
        other.write("notes", key, {"n": 1, "id": key})
    assert one.digest() == other.digest()


def test_the_digest_covers_content_time_and_counters() -> None:
    state = State(BASE, 0)
    digests = {state.digest()}
    for change in ("write", "now", "counters"):
        twin = state.fork()
        if change == "write":
            twin.write("notes", "a", {"id": "a", "n": 2})
        elif change == "now":
            twin.now = 1
        else:
            twin.counters["notes"] = 1
        digests.add(twin.digest())
    assert len(digests) == 4


def test_loading_a_profile_twice_shares_its_tables_and_leaves_them_alone() -> None:
    for name in names():
        first, second = load_profile(name), load_profile(name)
        before = second.digest()
        for table, rows in first.tables.items():
            assert rows is second.tables[table]
            for key in list(rows)[:3]:
                first.write(table, key, None)
        assert second.digest() == before == load_profile(name).digest()


def test_a_profile_can_start_at_another_time() -> None:
    state = load_profile("emma", "2026-03-29T00:30:00Z")
    assert state.now == 1774744200 and load_profile("emma").now == 1772442840
