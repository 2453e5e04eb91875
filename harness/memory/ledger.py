"""The record of a memory in SQLite: versions are only added, one row each, and exactly one of a record is its head.

A *partition* is what is stored together: one user's shared records in one workspace, or one agent's private ones there.
Keyword postings change in the same transaction. Whoever calls holds the transaction.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from harness.contract import Json
from harness.contract import digest as digest_of
from harness.errors import expect

from .keywords import LIVE, PAST, REVIEW, KeywordIndex
from .record import Kind, Scope, Source, Stored, load
from .schema import TABLES, VERSION, first_form, is_first_form

_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
_ROW = "seq, partition, shelf, body"


@dataclass(frozen=True)
class Version:
    """A stored version with its place: row number, partition, and the keyword shelf that it stands on."""

    seq: int
    partition: int
    record: Stored
    shelf: int | None


class Ledger:
    """Reads and adds versions."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.words = KeywordIndex(db)

    def prepare(self) -> None:
        """Makes the tables that are missing, and carries records of the first form over."""
        earlier = first_form(self._db) if is_first_form(self._db) else []
        for statement in TABLES.split(";"):
            self._db.execute(statement)
        for user, key, version, text, category, created, updated, status in earlier:
            part = self.partition(Scope(user), private=False)
            record = Stored(
                key, version, text, category=category, created=created, observed=updated,
                valid_from=created if version == 1 else updated, valid_to=updated if status == "retracted" else "",
                status="retracted" if status == "retracted" else "active",
            )  # fmt: skip
            if status == "forgotten":
                self.bury(part, key, version=version)
            else:
                self.add(part, record)
        self._db.execute(f"PRAGMA user_version = {VERSION}")

    # -- partitions

    def partition(self, scope: Scope, *, private: bool) -> int:
        """The number of the partition that a scope writes to, made if need be."""
        key = (scope.workspace, scope.user, scope.agent if private else "")
        query = "SELECT number FROM partitions WHERE workspace = ? AND user = ? AND agent = ?"
        row = self._db.execute(query, key).fetchone()
        if row is None:
            self._db.execute("INSERT INTO partitions (workspace, user, agent) VALUES (?, ?, ?)", key)
            row = self._db.execute(query, key).fetchone()
        return int(row[0])

    def readable(self, scope: Scope) -> list[int]:
        """The partitions that a scope may see: the shared one and its agent's own. Nothing else ever reaches a reader."""
        expect(scope, Scope, "scope", "a Scope, which says whose memory is meant")
        return self._partitions("AND agent IN ('', ?)", scope.workspace, scope.user, scope.agent)

    def owned(self, scope: Scope) -> list[int]:
        """All partitions of the scope's user in the workspace, other agents' too: for erasing and withdrawing."""
        expect(scope, Scope, "scope", "a Scope, which says whose memory is meant")
        return self._partitions("", scope.workspace, scope.user)

    def _partitions(self, more: str, *key: str) -> list[int]:
        query = f"SELECT number FROM partitions WHERE workspace = ? AND user = ? {more} ORDER BY number"
        return [int(row[0]) for row in self._db.execute(query, key)]

    def new_id(self, partitions: Sequence[int], partition: int) -> str:
        """A short id that no record of these partitions ever had. It tells nothing about other users."""
        while True:
            self._db.execute("UPDATE partitions SET made = made + 1 WHERE number = ?", (partition,))
            workspace, user, agent, made = self._db.execute(
                "SELECT workspace, user, agent, made FROM partitions WHERE number = ?", (partition,)
            ).fetchone()
            raw = blake2b(f"{workspace}/{user}/{agent}/{made}".encode(), digest_size=8).digest()
            key = "mem_" + "".join(_BASE32[byte & 31] for byte in raw[: 4 if made < 5_000 else 6])
            if self.head(partitions, key) is None:
                return key

    # -- reading

    def head(self, partitions: Sequence[int], key: str) -> Version | None:
        """The current version of a record, whatever its status; None if these partitions never had it."""
        return next(self._versions(partitions, "current = 1 AND id = ?", key), None)

    def heads(self, partitions: Sequence[int], keys: Iterable[str]) -> list[Version]:
        """The current versions of several records."""
        return [version for key in keys if (version := self.head(partitions, key)) is not None]

    def heads_at(self, places: Iterable[tuple[int, str]]) -> list[Version]:
        """The current versions of the records at (partition, id) places."""
        keys: dict[int, list[str]] = {}
        for partition, key in places:
            keys.setdefault(partition, []).append(key)
        found: list[Version] = []
        for partition, wanted in sorted(keys.items()):
            marks = ",".join("?" * len(wanted))
            found += self._versions([partition], f"current = 1 AND id IN ({marks})", *wanted, order="id")
        return found

    def history(self, partitions: Sequence[int], key: str) -> list[Version]:
        """Every version of a record that holds anything, oldest first."""
        return list(self._versions(partitions, "id = ? AND status <> 'forgotten'", key, order="version"))

    def holder(self, partition: int, address: str) -> Version | None:
        """The active record at an address."""
        if not address:
            return None
        clause = "current = 1 AND status = 'active' AND address <> '' AND address = ?"
        return next(self._versions([partition], clause, address), None)

    def twin(self, partition: int, record: Stored) -> Version | None:
        """The active record that says the same already."""
        clause = "current = 1 AND status = 'active' AND identity = ?"
        return next(self._versions([partition], clause, identity(record)), None)

    def active(self, partitions: Sequence[int], kinds: Sequence[Kind]) -> list[Version]:
        """The active records of these kinds, oldest first."""
        marks = ",".join("?" * len(kinds))
        clause = f"current = 1 AND status = 'active' AND kind IN ({marks})"
        return list(self._versions(partitions, clause, *kinds, order="number, partition"))

    def everything(self, partitions: Sequence[int], kinds: Sequence[Kind]) -> list[Version]:
        """All versions of all records of these kinds, in the order of their creation."""
        marks = ",".join("?" * len(kinds))
        clause = f"status <> 'forgotten' AND kind IN ({marks})"
        return list(self._versions(partitions, clause, *kinds, order="number, partition, version"))

    def rows(self, partitions: Sequence[int], seqs: Sequence[int]) -> dict[int, Version]:
        """Versions by row number."""
        marks = ",".join("?" * len(seqs))
        return {version.seq: version for version in self._versions(partitions, f"seq IN ({marks})", *seqs)}

    def neighbours(self, partition: int, source: Source) -> list[Version]:
        """The active records of the turns before and after, in the same session."""
        if source.turn is None or not source.trace:
            return []
        clause = "current = 1 AND status = 'active' AND trace <> '' AND trace = ? AND turn IN (?, ?)"
        return list(self._versions([partition], clause, source.trace, source.turn - 1, source.turn + 1))

    def derived(self, partitions: Sequence[int], key: str) -> list[Version]:
        """The records that were made from this one, as they are now."""
        found = []
        for partition in partitions:
            rows = self._db.execute(
                "SELECT id FROM derivations WHERE partition = ? AND source = ? ORDER BY id", (partition, key)
            ).fetchall()
            found += self.heads([partition], [row[0] for row in rows])
        return found

    def _versions(
        self, partitions: Sequence[int], clause: str, *values: object, order: str = "partition"
    ) -> Iterator[Version]:
        marks = ",".join("?" * len(partitions))
        query = f"SELECT {_ROW} FROM versions WHERE partition IN ({marks}) AND {clause} ORDER BY {order}"
        for seq, partition, shelf, body in self._db.execute(query, (*partitions, *values)).fetchall():
            yield Version(seq, partition, load(body), shelf)

    # -- changing

    def add(self, partition: int, record: Stored) -> Version:
        """Makes this version the head of its record; postings, and the version that was the head, follow."""
        before = self.head([partition], record.id)
        if before is None:
            number = self._next_number(partition)
        else:
            number = self._step_down(before, record)
        cursor = self._db.execute(
            "INSERT INTO versions (partition, id, version, number, current, status, kind, address, identity, trace, turn, "
            "body) VALUES (?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)",
            (partition, record.id, record.version, number, record.status, record.kind, record.address, identity(record),
             record.source.trace, record.source.turn, record.dump()),
        )  # fmt: skip
        added = Version(int(cursor.lastrowid or 0), partition, record, None)
        if record.status == "active":
            self._shelve(added, REVIEW if record.kind == "review" else LIVE)
        self._db.executemany(
            "INSERT OR IGNORE INTO derivations VALUES (?, ?, ?)",
            [(partition, key, record.id) for key in record.derived_from],
        )
        return added

    def erase(self, partition: int, key: str) -> None:
        """Removes every version of a record and its postings. The row that stays says only that the id was used."""
        row = self._db.execute(
            "SELECT number, version FROM versions WHERE partition = ? AND id = ? AND current = 1", (partition, key)
        ).fetchone()
        for version in self.history([partition], key):
            self._shelve(version, None)
        self._db.execute("DELETE FROM versions WHERE partition = ? AND id = ?", (partition, key))
        self._db.execute("DELETE FROM derivations WHERE partition = ? AND (source = ? OR id = ?)", (partition, key, key))
        self.bury(partition, key, version=row[1] + 1, number=row[0])

    def bury(self, partition: int, key: str, *, version: int, number: int | None = None) -> None:
        """Leaves a row without content, so that the id is never given again and the vectors are known to be gone."""
        if number is None:
            number = self._next_number(partition)
        self._db.execute(
            "INSERT INTO versions (partition, id, version, number, current, status, kind, address, identity, trace, body) "
            "VALUES (?, ?, ?, ?, 1, 'forgotten', '', '', '', '', ?)",
            (partition, key, version, number, Stored(key, version, "", status="forgotten").dump()),
        )

    def drop(self, partition: int) -> None:
        """Removes a partition with all that it holds."""
        self.words.drop(partition)
        for table in ("versions", "derivations", "indexed"):
            self._db.execute(f"DELETE FROM {table} WHERE partition = ?", (partition,))
        self._db.execute("DELETE FROM partitions WHERE number = ?", (partition,))

    def _next_number(self, partition: int) -> int:
        query = "SELECT MAX(number) FROM versions WHERE partition = ? AND current = 1"
        return (self._db.execute(query, (partition,)).fetchone()[0] or 0) + 1

    def _step_down(self, head: Version, successor: Stored) -> int:
        """The head becomes an earlier version, found in questions about the past. Returns the number of its record."""
        past = head.record.kind != "review" and (successor.status != "active" or successor.text != head.record.text)
        if head.shelf is not None:
            self._shelve(head, PAST if past else None)
        self._db.execute("UPDATE versions SET current = 0 WHERE seq = ?", (head.seq,))
        return int(self._db.execute("SELECT number FROM versions WHERE seq = ?", (head.seq,)).fetchone()[0])

    def _shelve(self, version: Version, shelf: int | None) -> None:
        if version.shelf is not None:
            self.words.remove(version.partition, version.shelf, version.seq, version.record.text)
        if shelf is not None:
            self.words.add(version.partition, shelf, version.seq, version.record.text)
        self._db.execute("UPDATE versions SET shelf = ? WHERE seq = ?", (shelf, version.seq))


def identity(record: Stored) -> str:
    """What makes two active records one: the same words about the same thing; of an episode, also the same turn."""
    said: list[Json] = [record.kind, " ".join(record.text.casefold().split()), record.address]
    if record.kind == "episodic":
        said += [record.source.trace, record.source.turn]
    if record.kind == "prospective":
        said += [record.condition, record.valid_from, record.valid_to]
    return digest_of(said).removeprefix("sha256:")[:32]
