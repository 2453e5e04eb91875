"""A user's memory between episodes: SQLite owns the records, Chroma holds vectors that can be rebuilt at any time.

Every change is a new row, one a version, and is acknowledged only after SQLite has synced it. The index follows the
order of those rows and remembers how far it got, so a process killed in between costs nothing but catching up. Chroma
never sees a text: only ids and vectors, so forgetting a record leaves no copy behind. Write through one store object a
process; other processes may use the same folder.
"""

import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, Literal

from filelock import FileLock

from harness.contract import Json, MemoryRecord
from harness.errors import UserError

from .embedding import Embedder, EmbedderError, HashingEmbedder
from .search import Bm25, spread

KEYWORD_SHARE = 0.3
"""Weight of BM25 against the vectors, each stretched to 0..1."""
_BASE32 = "abcdefghijklmnopqrstuvwxyz234567"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS versions (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, user TEXT NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
    text TEXT NOT NULL, category TEXT NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'retracted', 'forgotten')), UNIQUE (user, id, version)
);
CREATE TABLE IF NOT EXISTS indexed (embedder TEXT PRIMARY KEY, seq INTEGER NOT NULL);
"""
_COLUMNS = "id, version, text, category, created, updated, status"
_LATEST = "version = (SELECT MAX(version) FROM versions AS later WHERE later.user = v.user AND later.id = v.id)"


@dataclass(frozen=True)
class Stored:
    """One version of one record. ``created`` and ``updated`` are dates that the caller names."""

    id: str
    version: int
    text: str
    category: str
    created: str
    updated: str
    status: Literal["active", "retracted", "forgotten"] = "active"


@dataclass(frozen=True)
class Outcome:
    """What became of one operation. ``record`` is the new version, or what stood in the way."""

    kind: Literal["created", "revised", "retracted", "unchanged", "duplicate", "stale", "missing"]
    record: Stored | None = None

    @property
    def ok(self) -> bool:
        return self.kind not in ("duplicate", "stale", "missing")


@dataclass(frozen=True)
class Create:
    """A new record. ``id`` is kept if no record of this user ever had it."""

    text: str
    category: str = "general"
    date: str = ""
    id: str | None = None


@dataclass(frozen=True)
class Revise:
    """A new version of a record that is still at ``expected``."""

    id: str
    expected: int
    text: str
    category: str | None = None
    date: str = ""


@dataclass(frozen=True)
class Retract:
    """The record is no longer true; its history stays."""

    id: str
    expected: int
    date: str = ""


Operation = Create | Revise | Retract


@dataclass(frozen=True)
class Hit:
    """A found record and its mixed score in 0..1. ``dense`` is False when the vectors could not be asked."""

    record: Stored
    score: float
    dense: bool


class MemoryStore:
    """The records of all users in one folder. Access is by user: nothing reads across."""

    def __init__(self, folder: Path, embedder: Embedder | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.embedder: Embedder = embedder or HashingEmbedder()
        self._lock = threading.RLock()
        self._index_lock = FileLock(str(folder / "index.lock"))
        self._seen = -1
        self._client: Any = None
        path = folder / "memory.sqlite3"
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
        except sqlite3.OperationalError as error:
            raise UserError(f"the memory cannot be opened: {error}", where=str(path), expected="a SQLite file") from None
        try:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
                self._db.execute(f"PRAGMA {pragma}")
            self._db.executescript(_SCHEMA)
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise UserError(f"the memory cannot be opened: {error}", where=str(path), expected="a SQLite file") from None

    def close(self) -> None:
        """Closes both files. What was acknowledged is already safe."""
        with self._lock:
            if self._client is not None:
                self._client.close()
                self._client = None
            self._db.close()

    def __enter__(self) -> "MemoryStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- reading

    def records(self, user: str) -> list[Stored]:
        """The active records, oldest first."""
        with self._lock:
            rows = self._db.execute(
                f"SELECT {_COLUMNS} FROM versions AS v WHERE user = ? AND status = 'active' AND {_LATEST} "
                "ORDER BY (SELECT MIN(seq) FROM versions AS first WHERE first.user = v.user AND first.id = v.id)",
                (user,),
            ).fetchall()
        return [Stored(*row) for row in rows]

    def history(self, user: str, record: str) -> list[Stored]:
        """Every version of a record, oldest first; empty when the user never had it."""
        with self._lock:
            rows = self._db.execute(
                f"SELECT {_COLUMNS} FROM versions WHERE user = ? AND id = ? ORDER BY version", (user, record)
            ).fetchall()
        return [Stored(*row) for row in rows]

    def search(self, user: str, query: str, limit: int = 5) -> list[Hit]:
        """The best active records for a query, by words and vectors together; newest first among equals."""
        records = self.records(user)
        if not records:
            return []
        words = spread(Bm25([record.text for record in records]).scores(query))
        near = self._similarities(user, query, len(records))
        if near is None:
            mixed = words
        else:
            dense = spread([near.get(record.id, min(near.values(), default=0.0)) for record in records])
            mixed = [KEYWORD_SHARE * w + (1 - KEYWORD_SHARE) * d for w, d in zip(words, dense, strict=True)]
        hits = [Hit(record, round(score, 6), near is not None) for record, score in zip(records, mixed, strict=True)]
        hits.sort(key=lambda hit: hit.record.id)
        hits.sort(key=lambda hit: (hit.score, hit.record.updated), reverse=True)
        return hits[:limit]

    # -- writing

    def create(self, user: str, text: str, category: str = "general", date: str = "") -> Outcome:
        """A new record, or ``duplicate`` with the active one that says the same."""
        return self.apply(user, [Create(text, category, date)])[0]

    def revise(self, user: str, record: str, text: str, *, expected: int, date: str = "") -> Outcome:
        """A new version, ``stale`` with the current one, or ``missing``."""
        return self.apply(user, [Revise(record, expected, text, date=date)])[0]

    def retract(self, user: str, record: str, *, expected: int, date: str = "") -> Outcome:
        """Ends a record, or says ``stale`` or ``missing``."""
        return self.apply(user, [Retract(record, expected, date)])[0]

    def apply(self, user: str, operations: Sequence[Operation]) -> list[Outcome]:
        """Several operations in one transaction: when one is refused, none is carried out."""
        with self._lock, self._transaction():
            outcomes = [self._carry_out(user, operation) for operation in operations]
            if not all(outcome.ok for outcome in outcomes):
                self._db.execute("ROLLBACK")
                return outcomes
        return outcomes

    def forget(self, user: str, record: str) -> bool:
        """Erases every version of a record, text and all. Returns whether there was one."""
        with self._lock:
            with self._transaction():
                last = self._current(user, record)
                if last is None:
                    return False
                self._db.execute("DELETE FROM versions WHERE user = ? AND id = ?", (user, record))
                self._insert(user, Stored(record, last.version + 1, "", "", "", "", "forgotten"))
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._catch_up()
        return True

    # -- an episode

    def seed(self, user: str) -> tuple[tuple[MemoryRecord, ...], dict[str, int]]:
        """What an episode starts with, and the version of each record, which ``take_back`` wants to see again."""
        records = self.records(user)
        rows = tuple(
            MemoryRecord(id=item.id, text=item.text, category=item.category, created=item.updated) for item in records
        )
        return rows, {item.id: item.version for item in records}

    def take_back(
        self, user: str, seeded: Mapping[str, int], rows: Mapping[str, Mapping[str, Json]], date: str
    ) -> list[Outcome]:
        """Writes through what an episode changed in its table ``memory``, all of it or nothing."""
        operations: list[Operation] = [Retract(key, version, date) for key, version in seeded.items() if key not in rows]
        for key, row in rows.items():
            if key not in seeded:
                operations.append(Create(row["text"], row["category"], row.get("created") or date, key))
                continue
            before = self.history(user, key)[seeded[key] - 1]
            if (before.text, before.category) != (row["text"], row["category"]):
                operations.append(Revise(key, seeded[key], row["text"], row["category"], row.get("updated") or date))
        return self.apply(user, operations)

    # -- the versions

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        if self._db.in_transaction:
            self._db.execute("COMMIT")

    def _carry_out(self, user: str, operation: Operation) -> Outcome:
        if isinstance(operation, Create):
            return self._create(user, operation)
        current = self._current(user, operation.id)
        if current is None or current.status != "active":
            return Outcome("missing", current)
        if current.version != operation.expected:
            return Outcome("stale", current)
        if isinstance(operation, Retract):
            ended = Stored(current.id, current.version + 1, current.text, current.category, current.created,
                           operation.date or current.updated, "retracted")  # fmt: skip
            return Outcome("retracted", self._insert(user, ended))
        category = operation.category or current.category
        if (operation.text, category) == (current.text, current.category):
            return Outcome("unchanged", current)
        revised = Stored(current.id, current.version + 1, operation.text, category, current.created,
                         operation.date or current.updated)  # fmt: skip
        return Outcome("revised", self._insert(user, revised))

    def _create(self, user: str, operation: Create) -> Outcome:
        same = operation.text.strip().casefold()
        twin = next((item for item in self.records(user) if item.text.strip().casefold() == same), None)
        if twin is not None:
            return Outcome("duplicate", twin)
        key = operation.id
        if key is None or self._current(user, key) is not None:
            key = self._new_id(user)
        made = Stored(key, 1, operation.text, operation.category, operation.date, operation.date)
        return Outcome("created", self._insert(user, made))

    def _new_id(self, user: str) -> str:
        count = self._db.execute("SELECT COUNT(DISTINCT id) FROM versions WHERE user = ?", (user,)).fetchone()[0]
        while True:
            count += 1
            raw = blake2b(f"{user}/{count}".encode(), digest_size=4).digest()
            key = "mem_" + "".join(_BASE32[byte & 31] for byte in raw)
            if self._current(user, key) is None:
                return key

    def _current(self, user: str, record: str) -> Stored | None:
        row = self._db.execute(
            f"SELECT {_COLUMNS} FROM versions WHERE user = ? AND id = ? ORDER BY version DESC LIMIT 1", (user, record)
        ).fetchone()
        return Stored(*row) if row else None

    def _insert(self, user: str, record: Stored) -> Stored:
        self._db.execute(
            f"INSERT INTO versions (user, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (user, record.id, record.version, record.text, record.category, record.created, record.updated, record.status),
        )
        return record

    # -- the derived index

    def rebuild_index(self) -> None:
        """Throws the vectors away and computes them anew from the records."""
        with self._lock, self._index_lock:
            self._open_index()
            self._client.delete_collection(self._collection_name)
            self._db.execute("DELETE FROM indexed WHERE embedder = ?", (self.embedder.name,))
            self._open_index()
            self._catch_up()

    def _similarities(self, user: str, query: str, count: int) -> dict[str, float] | None:
        """Cosine of the query with the user's nearest records, or None when the vectors cannot be asked."""
        from chromadb.errors import ChromaError

        with self._lock:
            try:
                self._catch_up()
                vector = self.embedder.embed([query])
                found = self._collection.query(
                    query_embeddings=vector,
                    n_results=min(count, 200),
                    where={"user": user},
                    include=["distances", "metadatas"],
                )
            except (EmbedderError, ChromaError):
                return None
        pairs = zip(found["metadatas"][0], found["distances"][0], strict=True)
        return {str(metadata["id"]): 1.0 - float(distance) for metadata, distance in pairs}

    def _catch_up(self) -> None:
        """Brings the index to the last committed version. Whoever finds it behind does the work."""
        with self._index_lock:
            done = self._indexed()
            if self._client is None or done != self._seen:  # another process wrote: this client would not see it
                self._open_index()
            rows = self._db.execute(
                "SELECT user, id, text, status, seq FROM versions WHERE seq > ? ORDER BY seq", (done,)
            ).fetchall()
            if rows:
                self._index(rows)
                done = rows[-1][4]
                self._db.execute("INSERT OR REPLACE INTO indexed VALUES (?, ?)", (self.embedder.name, done))
            self._seen = done

    def _index(self, rows: Sequence[tuple[str, str, str, str, int]]) -> None:
        latest = {(user, record): (text, status) for user, record, text, status, _ in rows}
        active = [(user, record, text) for (user, record), (text, status) in latest.items() if status == "active"]
        gone = [_point(user, record) for (user, record), (_, status) in latest.items() if status != "active"]
        for start in range(0, len(active), 500):
            batch = active[start : start + 500]
            self._collection.upsert(
                ids=[_point(user, record) for user, record, _ in batch],
                embeddings=self.embedder.embed([text for _, _, text in batch]),
                metadatas=[{"user": user, "id": record} for user, record, _ in batch],
            )
        if gone:
            self._collection.delete(ids=gone)

    def _indexed(self) -> int:
        row = self._db.execute("SELECT seq FROM indexed WHERE embedder = ?", (self.embedder.name,)).fetchone()
        return int(row[0]) if row else 0

    @property
    def _collection_name(self) -> str:
        return f"memory-{self.embedder.name}"

    def _open_index(self) -> None:
        import chromadb
        from chromadb.config import Settings

        if self._client is not None:
            self._client.close()
        self._client = chromadb.PersistentClient(str(self.folder / "index"), settings=Settings(anonymized_telemetry=False))
        self._collection = self._client.get_or_create_collection(
            self._collection_name, embedding_function=None, metadata={"hnsw:space": "cosine"}
        )


def _point(user: str, record: str) -> str:
    return f"{user}/{record}"
