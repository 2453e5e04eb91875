"""The phone's tables: copy-on-write over an immutable base, with a journal of every write.

A row is a plain dict that nobody changes in place; a write puts a new row into the state's own copy of one table. What a
state has written lies over its base, so starting from one, or forking, copies nothing of it, whatever its size.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pydantic import TypeAdapter

from harness.contract import Change, Json, digest

Row = dict[str, Json]
Tables = dict[str, dict[str, Row]]
_NONE: frozenset[str] = frozenset()


class Write(NamedTuple):
    """One write: the row before and after, None where it did not or does not exist."""

    table: str
    key: str
    before: Row | None
    after: Row | None


class State:
    """All tables of one phone, its virtual time (seconds since the epoch, UTC) and its id counters."""

    __slots__ = ("_base", "_digests", "_owned", "_written", "counters", "journal", "next_due", "now", "revision")

    def __init__(self, tables: Tables, now: int, digests: dict[str, str] | None = None) -> None:
        self._base = tables
        self._digests = {} if digests is None else digests  # of the base's tables; every fork shares both
        self._written: Tables = {}  # tables that differ from the base's; forks share it: never added to
        self._owned = _NONE  # those of them that no fork shares
        self.counters: dict[str, int] = {}
        self.journal: list[Write] = []
        self.now = now
        self.revision = 0
        self.next_due: int | None = None  # None: not known, look at every scheduled row

    def fork(self) -> "State":
        """An independent copy that shares every table until one of the two writes to it."""
        twin = State.__new__(State)
        twin._base, twin._digests = self._base, self._digests
        twin._written = self._written
        twin._owned = self._owned = _NONE
        twin.counters = dict(self.counters)
        twin.journal = []
        twin.now = self.now
        twin.revision = self.revision
        twin.next_due = self.next_due
        return twin

    def restore(self, backup: "State", written: int) -> None:
        """Goes back to ``backup``, a fork of this state made when the journal was ``written`` long; the time stays."""
        self._written = backup._written
        self._owned = backup._owned = _NONE
        self.counters = dict(backup.counters)
        self.revision = backup.revision
        self.next_due = backup.next_due
        del self.journal[written:]

    @property
    def tables(self) -> Tables:
        """Every table by its name, to be read only."""
        return {**self._base, **self._written}

    def get(self, table: str, key: str) -> Row | None:
        """The row, to be read only."""
        rows = self._written.get(table)
        if rows is None:
            rows = self._base.get(table)
        return rows.get(key) if rows else None

    def rows(self, table: str) -> Mapping[str, Row]:
        """All rows of a table in insertion order, to be read only."""
        rows = self._written.get(table)
        return rows if rows is not None else self._base.get(table, {})

    def write(self, table: str, key: str, row: Row | None) -> None:
        """Puts a whole row, or removes it with None. The caller never touches ``row`` again."""
        self.journal.append(Write(table, key, self.place(table, key, row), row))

    def place(self, table: str, key: str, row: Row | None) -> Row | None:
        """Writes what no journal tells of: what was there before anything was done. Returns the row before."""
        if table not in self._owned:
            self._written = {**self._written, table: dict(self.rows(table))}
            self._owned = self._owned | {table}
        rows = self._written[table]
        before = rows.get(key)
        if row is None:
            rows.pop(key, None)
        else:
            rows[key] = row
        self.revision += 1
        return before

    def digest(self) -> str:
        """The identity of the content: tables, time and id counters."""
        tables = self._base_digests() | {name: digest(rows) for name, rows in self._written.items()}
        return digest({"tables": tables, "now": self.now, "counters": self.counters})

    def _base_digests(self) -> dict[str, str]:
        """Those of the base's tables, which never change: they are worked out once."""
        if len(self._digests) < len(self._base):
            self._digests.update({name: digest(rows) for name, rows in self._base.items()})
        return self._digests

    def differing(self, other: "State") -> list[str]:
        """The tables, by name, that the two do not share."""
        mine, its = self._written, other._written
        names = mine.keys() | its.keys() if self._base is other._base else self.tables.keys() | other.tables.keys()
        return sorted([name for name in names if self.rows(name) is not other.rows(name)])


_changes = TypeAdapter(tuple[Change, ...]).validator.validate_python  # made one by one they take twice as long


def changes_of(writes: Iterable[Write]) -> tuple[Change, ...]:
    """The fields that each write changed, in the order of their names."""
    found = []
    for table, key, before, after in writes:
        old, new = before or {}, after or {}
        changed = [name for name, value in new.items() if old.get(name) != value]
        changed += [name for name, value in old.items() if name not in new and value is not None]
        for field in sorted(changed):
            change = {"table": table, "key": key, "field": field}  # a record told of all five takes twice the memory
            if (value := old.get(field)) is not None:
                change["before"] = value
            if (value := new.get(field)) is not None:
                change["after"] = value
            found.append(change)
    return _changes(found) if found else ()


def difference(initial: State, final: State) -> tuple[Change, ...]:
    """``final`` minus ``initial``, field by field. Tables and rows that are still shared are skipped by identity."""
    found: list[Write] = []
    for table in initial.differing(final):
        old, new = initial.rows(table), final.rows(table)
        for key in sorted([key for key in old.keys() | new.keys() if old.get(key) is not new.get(key)]):
            before, after = old.get(key), new.get(key)
            if before != after:
                found.append(Write(table, key, before, after))
    return changes_of(found)
