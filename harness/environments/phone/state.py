"""The phone's tables: copy-on-write over an immutable base, with a journal of every write.

A row is a plain dict that nobody changes in place; a write puts a new row into the state's own copy of one table, and that
into its own copy of the list of tables. Starting from a base, or forking, therefore copies nothing, whatever the size.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pydantic import TypeAdapter

from harness.contract import Change, Json, digest

Row = dict[str, Json]
Tables = dict[str, dict[str, Row]]


class Write(NamedTuple):
    """One write: the row before and after, None where it did not or does not exist."""

    table: str
    key: str
    before: Row | None
    after: Row | None


class State:
    """All tables of one phone, its virtual time (seconds since the epoch, UTC) and its id counters."""

    __slots__ = ("_base", "_digests", "_own", "_owned", "counters", "journal", "next_due", "now", "revision", "tables")

    def __init__(self, tables: Tables, now: int, digests: dict[str, str] | None = None) -> None:
        self.tables: Mapping[str, dict[str, Row]] = tables  # replaced, and never changed, by a write after a fork
        self._own: Tables | None = None  # ``tables``, once that is a copy of this state's own
        self._owned: set[str]  # the tables in ``_own`` that are copies as well
        self._base = tables
        self._digests = {} if digests is None else digests  # of the base's tables; every fork shares both
        self.counters: dict[str, int] = {}
        self.journal: list[Write] = []
        self.now = now
        self.revision = 0
        self.next_due: int | None = None  # None: not known, look at every scheduled row

    def fork(self) -> "State":
        """An independent copy that shares every table until one of the two writes to it."""
        twin = State.__new__(State)
        twin.tables = self.tables
        twin._own = self._own = None
        twin._base, twin._digests = self._base, self._digests
        twin.counters = dict(self.counters)
        twin.journal = []
        twin.now = self.now
        twin.revision = self.revision
        twin.next_due = self.next_due
        return twin

    def restore(self, backup: "State", written: int) -> None:
        """Goes back to ``backup``, a fork of this state made when the journal was ``written`` long; the time stays."""
        self.tables = backup.tables
        self._own = backup._own = None
        self.counters = dict(backup.counters)
        self.revision = backup.revision
        self.next_due = backup.next_due
        del self.journal[written:]

    def get(self, table: str, key: str) -> Row | None:
        """The row, to be read only."""
        rows = self.tables.get(table)
        return rows.get(key) if rows else None

    def rows(self, table: str) -> Mapping[str, Row]:
        """All rows of a table in insertion order, to be read only."""
        return self.tables.get(table, {})

    def write(self, table: str, key: str, row: Row | None) -> None:
        """Puts a whole row, or removes it with None. The caller never touches ``row`` again."""
        self.journal.append(Write(table, key, self.place(table, key, row), row))

    def place(self, table: str, key: str, row: Row | None) -> Row | None:
        """Writes what no journal tells of: what was there before anything was done. Returns the row before."""
        if self._own is None:
            self.tables = self._own = dict(self.tables)
            self._owned = set()
        if table not in self._owned:
            self._own[table] = dict(self._own.get(table, ()))
            self._owned.add(table)
        rows = self._own[table]
        before = rows.get(key)
        if row is None:
            rows.pop(key, None)
        else:
            rows[key] = row
        self.revision += 1
        return before

    def digest(self) -> str:
        """The identity of the content: tables, time and id counters."""
        tables = {name: self._table_digest(name, rows) for name, rows in self.tables.items()}
        return digest({"tables": tables, "now": self.now, "counters": self.counters})

    def _table_digest(self, name: str, rows: dict[str, Row]) -> str:
        """One table's digest; that of a base table, which never changes, is worked out once."""
        if rows is not self._base.get(name):
            return digest(rows)
        if name not in self._digests:
            self._digests[name] = digest(rows)
        return self._digests[name]


_changes = TypeAdapter(tuple[Change, ...]).validate_python  # made one by one they take twice as long


def changes_of(writes: Iterable[Write]) -> tuple[Change, ...]:
    """The fields that each write changed, in the order of their names."""
    found = []
    for table, key, before, after in writes:
        old, new = before or {}, after or {}
        for field in sorted([name for name in old.keys() | new.keys() if old.get(name) != new.get(name)]):
            change = {"table": table, "key": key, "field": field}
            if (value := old.get(field)) is not None:
                change["before"] = value
            if (value := new.get(field)) is not None:
                change["after"] = value
            found.append(change)
    return _changes(found) if found else ()


def difference(initial: State, final: State) -> tuple[Change, ...]:
    """``final`` minus ``initial``, field by field. Tables and rows that are still shared are skipped by identity."""
    found: list[Write] = []
    first, last = initial.tables, final.tables
    if first is last:
        return ()
    for table in sorted([name for name in first.keys() | last.keys() if first.get(name) is not last.get(name)]):
        old, new = first.get(table, {}), last.get(table, {})
        for key in sorted(old.keys() | new.keys()):
            before, after = old.get(key), new.get(key)
            if before is not after and before != after:
                found.append(Write(table, key, before, after))
    return changes_of(found)
