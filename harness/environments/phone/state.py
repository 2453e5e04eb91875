"""The phone's tables: copy-on-write over an immutable base, with a journal of every write.

A row is a plain dict that nobody changes in place; a write puts a new row into the state's own copy of one table.
Starting from a base, or forking, therefore shares every table, and its cost does not grow with their size.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from harness.contract import Change, Json, digest

Row = dict[str, Json]
Tables = dict[str, dict[str, Row]]


class Write(NamedTuple):
    """One write: the row before and after, None where it did not or does not exist."""

    table: str
    key: str
    before: Row | None
    after: Row | None

    def changes(self) -> Iterator[Change]:
        """The fields that differ, in the order of their names."""
        return row_changes(self.table, self.key, self.before, self.after)


class State:
    """All tables of one phone, its virtual time (seconds since the epoch, UTC) and its id counters."""

    __slots__ = ("_digests", "_owned", "counters", "journal", "next_due", "now", "revision", "tables")

    def __init__(self, tables: Tables, now: int, digests: dict[str, tuple[dict[str, Row], str]] | None = None) -> None:
        self.tables = dict(tables)
        self._owned: set[str] = set()
        self._digests = {} if digests is None else digests  # of the base's tables; every fork shares it
        self.counters: dict[str, int] = {}
        self.journal: list[Write] = []
        self.now = now
        self.revision = 0
        self.next_due: int | None = None  # None: not known, look at every scheduled row

    def fork(self) -> "State":
        """An independent copy that shares every table until one of the two writes to it."""
        twin = State.__new__(State)
        twin.tables = dict(self.tables)
        twin._owned = set()
        self._owned = set()
        twin._digests = self._digests
        twin.counters = dict(self.counters)
        twin.journal = []
        twin.now = self.now
        twin.revision = self.revision
        twin.next_due = self.next_due
        return twin

    def restore(self, backup: "State", written: int) -> None:
        """Goes back to ``backup``, a fork of this state made when the journal was ``written`` long; the time stays."""
        self.tables = dict(backup.tables)
        self._owned = set()
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
        rows = self.tables.get(table)
        if table not in self._owned:
            rows = dict(rows) if rows else {}
            self.tables[table] = rows
            self._owned.add(table)
        assert rows is not None
        before = rows.get(key)
        if row is None:
            rows.pop(key, None)
        else:
            rows[key] = row
        self.revision += 1
        self.journal.append(Write(table, key, before, row))

    def digest(self) -> str:
        """The identity of the content: tables, time and id counters."""
        tables = {name: self._table_digest(name, rows) for name, rows in self.tables.items()}
        return digest({"tables": tables, "now": self.now, "counters": self.counters})

    def _table_digest(self, name: str, rows: dict[str, Row]) -> str:
        """One table's digest; that of a base table, which never changes, is worked out once."""
        known = self._digests.get(name)
        if known is not None and known[0] is rows:
            return known[1]
        made = digest(rows)
        if known is None and name not in self._owned:
            self._digests[name] = (rows, made)
        return made


def row_changes(table: str, key: str, before: Row | None, after: Row | None) -> Iterator[Change]:
    """The fields in which two versions of a row differ."""
    old, new = before or {}, after or {}
    for field in sorted(old.keys() | new.keys()):
        if old.get(field) != new.get(field):
            yield Change(table=table, key=key, field=field, before=old.get(field), after=new.get(field))


def difference(initial: State, final: State) -> tuple[Change, ...]:
    """``final`` minus ``initial``, field by field. Tables and rows that are still shared are skipped by identity."""
    found: list[Change] = []
    for table in sorted(initial.tables.keys() | final.tables.keys()):
        old, new = initial.tables.get(table, {}), final.tables.get(table, {})
        if old is new:
            continue
        for key in sorted(old.keys() | new.keys()):
            before, after = old.get(key), new.get(key)
            if before is not after and before != after:
                found.extend(row_changes(table, key, before, after))
    return tuple(found)
