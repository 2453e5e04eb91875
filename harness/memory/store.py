"""A user's memory between episodes: SQLite is the record, Chroma a derived index, and every guarantee is a transaction.

A write is acknowledged after SQLite has synced it, is found by the next read of any process, and needs no embedder. Reads
and searches see the partitions of their scope and nothing else. Forgetting removes every byte: records, postings, vectors,
what was derived from them, and the caches of this process. Use one store object a process; other processes may use the
same folder at the same time.
"""

import shutil
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from filelock import FileLock

from harness.contract import Json, MemoryRecord
from harness.errors import UserError, each, expect, path_of

from .changes import Change, with_derived
from .chroma import VectorsError
from .embedding import Embedder, EmbedderError, HashingEmbedder, Vectors, clear_caches
from .ledger import Ledger, Version
from .operations import Applied, Complete, Operation, Outcome, Retract, Revise, Write
from .ranking import Candidate, Place, Ranking, copies_last, is_temporal, rank
from .recalled import holds_recalled, render
from .record import KINDS, Kind, Scope, Source, Stored, check_moment, end_of_day
from .retrieval import DEPTH, Wish, gather, neighbours, version_at
from .schema import connect, is_first_form, is_prepared, unusable
from .vectors import Progress, VectorIndex

T = TypeVar("T")
PATIENCE_S = 10.0
"""How long forgetting waits for readers in other processes."""
EXPANDED = 20
"""The best so many bring their neighbours in the session with them."""
RECALLED: tuple[Kind, ...] = tuple(kind for kind in KINDS if kind != "review")
"""The kinds that a search looks at unless it names others."""


@dataclass(frozen=True)
class Hit:
    """A found record and its score; higher is better. ``dense`` is False when the vectors could not be asked."""

    record: Stored
    score: float
    dense: bool


@dataclass(frozen=True)
class Recalled:
    """What was recalled, as text for a planner and as the hits that it was made of."""

    text: str
    hits: tuple[Hit, ...]


class MemoryStore:
    """The memory of all users in one folder. Raises ``UserError`` when the folder holds something else or is damaged.

    ``server`` is the address of a ``chroma run`` that holds the vectors instead of the folder.
    """

    def __init__(
        self, folder: Path | str, embedder: Embedder | None = None, *, ranking: Ranking | None = None, server: str = ""
    ) -> None:
        self.folder = folder = path_of(folder, "the folder of the memory")
        self.embedder: Embedder = embedder or HashingEmbedder()
        self.ranking = ranking or Ranking()
        self.problem = ""
        """Why the last search had to do without vectors, or what could not be erased on opening; empty when all is well."""
        self._lock = threading.RLock()
        self._queries: OrderedDict[str, Vectors] = OrderedDict()
        self._file = folder / "memory.sqlite3"
        with _alone(folder), self._held():
            self._db = connect(self._file)
            self._ledger = Ledger(self._db)
            self._index = VectorIndex(self._db, folder, self.embedder, server)
            if is_first_form(self._db):
                shutil.rmtree(folder / "index", ignore_errors=True)  # it was laid out otherwise, and can be made anew
            if not is_prepared(self._db):
                with self._transaction():
                    self._ledger.prepare()
        try:
            with self._held():
                self._finish_erasing()
        except UserError as error:
            self.problem = str(error)

    def close(self) -> None:
        """Closes the files. Vectors that were computed are kept; what was acknowledged is safe without them."""
        with self._held():
            try:
                self._vectors_or_none(self._index.keep)
            finally:
                self._index.close()
                self._db.close()

    def __enter__(self) -> "MemoryStore":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- reading

    def records(self, scope: Scope, *, kinds: Sequence[Kind] = RECALLED, as_of: str = "") -> list[Stored]:
        """The active records, oldest first; with ``as_of``, what held at that time, as it was worded then."""
        moment = end_of_day(check_moment(as_of, "as_of"))
        with self._held():
            partitions = self._ledger.readable(scope)
            if not moment:
                return [version.record for version in self._ledger.active(partitions, kinds)]
            versions = self._ledger.everything(partitions, kinds)
        histories: dict[Place, list[Version]] = {}
        for version in versions:
            histories.setdefault((version.partition, version.record.id), []).append(version)
        held = [version_at(history, moment) for history in histories.values()]
        return [record for record in held if record is not None]

    def get(self, scope: Scope, record: str) -> Stored | None:
        """The record as it is now, whatever its status; None when the scope has no such record to see."""
        with self._held():
            found = self._ledger.head(self._ledger.readable(scope), record)
        return found.record if found is not None and found.record.status != "forgotten" else None

    def history(self, scope: Scope, record: str) -> list[Stored]:
        """Every version of a record, oldest first; empty when the scope has no such record to see."""
        with self._held():
            return [version.record for version in self._ledger.history(self._ledger.readable(scope), record)]

    def due(self, scope: Scope, now: str, met: Sequence[str] = ()) -> list[Stored]:
        """The prospective records to act on at this moment: begun, not over, not completed, without a condition that is not
        among ``met``. In the order in which they began."""
        moment = end_of_day(check_moment(now, "now"))
        found = [
            record
            for record in self.records(scope, kinds=("prospective",))
            if record.holds_at(moment) and record.condition in ("", *met)
        ]
        return sorted(found, key=lambda record: (record.valid_from, record.id))

    def search(
        self,
        scope: Scope,
        query: str,
        limit: int = 5,
        *,
        kinds: Sequence[Kind] = RECALLED,
        category: str = "",
        purpose: str = "",
        as_of: str = "",
    ) -> list[Hit]:
        """The best records for a query, by words and vectors together, best first.

        ``category`` and ``purpose`` leave out other categories and what may not be applied to the purpose. ``as_of`` asks
        what held at that time; what was worded otherwise then is found by its words, or through what took its place.
        """
        expect(query, str, "query", "text to search for")
        expect(limit, int, "limit", "how many records to find at most")
        moment = end_of_day(check_moment(as_of, "as_of"))
        depth = max(DEPTH, limit) * (4 if category or purpose else 1)  # some of what is found will be left out
        wish = Wish(query, kinds, category, purpose, moment, depth)
        with self._held():
            partitions = self._ledger.readable(scope)
            near = self._near(partitions, wish)
            with self._snapshot():
                candidates = gather(self._ledger, partitions, wish, near or {})
                ranked = self._rank(query, candidates, near)
                if not moment:
                    known = {item.place for item in candidates}
                    best = [item for _, item in ranked[:EXPANDED]]
                    added = neighbours(self._ledger, best, known, wish)
                    ranked = self._rank(query, [*candidates, *added], near) if added else ranked
        chosen = copies_last(ranked, limit, self.ranking.copy)
        return [Hit(item.record, score, near is not None) for score, item in chosen]

    def context(
        self,
        scope: Scope,
        query: str,
        limit: int = 5,
        *,
        characters: int = 2_000,
        kinds: Sequence[Kind] = RECALLED,
        purpose: str = "",
        as_of: str = "",
    ) -> Recalled:
        """What a planner is shown of a search: tagged text of bounded length. A question about time gets events in order."""
        hits = self.search(scope, query, limit, kinds=kinds, purpose=purpose, as_of=as_of)
        if is_temporal(query):
            hits.sort(key=lambda hit: (hit.record.valid_from or hit.record.observed, hit.record.source.turn or 0))
        return Recalled(render([hit.record for hit in hits], characters), tuple(hits))

    # -- writing

    def write(self, scope: Scope, text: str, category: str = "general", date: str = "") -> Outcome:
        """A new record without an address; for everything else there is ``apply`` with a ``Write``."""
        return self.apply(scope, [Write(text, category=category, date=date)]).outcomes[0]

    def revise(self, scope: Scope, record: str, text: str, *, expected: int, date: str = "") -> Outcome:
        """A new version, ``stale`` with the current one, or ``missing``."""
        return self.apply(scope, [Revise(record, expected, text, date=date)]).outcomes[0]

    def retract(self, scope: Scope, record: str, *, expected: int, date: str = "") -> Outcome:
        """Ends a record, and what was derived from it, or says ``stale`` or ``missing``."""
        return self.apply(scope, [Retract(record, expected, date)]).outcomes[0]

    def complete(self, scope: Scope, record: str, *, expected: int, date: str = "") -> Outcome:
        """Ends a prospective record because it was carried out, or says ``stale`` or ``missing``."""
        return self.apply(scope, [Complete(record, expected, date)]).outcomes[0]

    def apply(self, scope: Scope, operations: Sequence[Operation], *, untouched: Sequence[str] = ()) -> Applied:
        """Several operations in one transaction: when one is refused, none is carried out.

        ``untouched`` names records that must stay as they are, with proof. Raises ``UserError`` for one that is not there.
        """
        operations = list(each(operations, (Write, Revise, Retract, Complete), "operations", "Write, Revise and the like"))
        with self._held(), self._transaction() as abandon:
            change = Change(self._ledger, scope, untouched)
            outcomes = tuple(change.carry_out(operation) for operation in operations)
            applied = Applied(outcomes, change.touched(), change.proof())
            if not applied.ok:
                abandon()
                return Applied(outcomes)
        return applied

    def forget(self, scope: Scope, *records: str) -> int:
        """Erases records and all that was derived from them: every version, byte and vector. Returns how many went.

        The vectors that stay in the partition are written anew, which takes about a second for a thousand: name several
        records at once. Raises ``UserError`` when bytes cannot be removed now because another process reads or a Chroma
        server is away; no search finds the records any more, and the bytes go when the folder is next opened.
        """
        with self._held():
            with self._transaction():
                readable, owned = self._ledger.readable(scope), self._ledger.owned(scope)
                heads = self._ledger.heads(readable, dict.fromkeys(records))
                gone = with_derived(self._ledger, owned, heads)
                for head in gone:
                    self._ledger.erase(head.partition, head.record.id)
                    self._db.execute("INSERT OR IGNORE INTO erasing VALUES (?)", (head.partition,))
            self._finish_erasing()
        return len(gone)

    def forget_user(self, scope: Scope) -> int:
        """Erases everything of the scope's user in its workspace, private records of every agent too."""
        with self._held():
            with self._transaction():
                owned = self._ledger.owned(scope)
                gone = sum(len(self._ledger.everything([partition], KINDS)) for partition in owned)
                for partition in owned:
                    self._ledger.drop(partition)
                    self._db.execute("INSERT OR IGNORE INTO erasing VALUES (?)", (partition,))
            self._finish_erasing()
        return gone

    # -- an episode

    def seed(self, scope: Scope) -> tuple[tuple[MemoryRecord, ...], dict[str, int]]:
        """What an episode starts with, and the version of each record, which ``take_back`` wants to see again."""
        records = self.records(scope, kinds=("user_model", "long_term", "prospective"))
        rows = tuple(
            MemoryRecord(id=item.id, text=item.text, category=item.category, created=item.observed) for item in records
        )
        return rows, {item.id: item.version for item in records}

    def take_back(
        self,
        scope: Scope,
        seeded: Mapping[str, int],
        rows: Mapping[str, Mapping[str, Json]],
        date: str,
        *,
        trace: str = "",
    ) -> Applied:
        """Writes through what an episode changed in its table ``memory``, all of it or nothing.

        What is so already, as when this is done twice, is left as it is. A text that holds recalled memory is left out, and
        named in the answer's ``left_out``; the rest is kept without it.
        What a planner wrote is its reading of the user's words, so it is trusted as ``inferred``.
        """
        source = Source(trace=trace)
        now = {key: self.get(scope, key) for key in (*seeded, *rows)}
        active = {key for key, record in now.items() if record is not None and record.status == "active"}
        ended: list[Operation] = [
            Retract(key, version, date) for key, version in seeded.items() if key not in rows and key in active
        ]
        revised: list[Operation] = []
        new: list[Operation] = []
        left_out: list[str] = []
        for key, row in rows.items():
            before = next((item for item in self.history(scope, key) if item.version == seeded.get(key)), None)
            said = (row["text"], row["category"])
            current = now[key]
            if before is not None and (before.text, before.category) == said:
                continue
            if key in seeded and current is not None and key in active and (current.text, current.category) == said:
                continue
            if holds_recalled(row["text"]):
                left_out.append(key)
            elif key not in seeded:
                day = row.get("created") or date
                new.append(Write(row["text"], "long_term", row["category"], day, said_by="inferred", source=source, id=key))
            else:
                day = row.get("updated") or date
                revised.append(
                    Revise(key, seeded[key], row["text"], row["category"], day, said_by="inferred", source=source)
                )
        return replace(self.apply(scope, [*ended, *revised, *new]), left_out=tuple(left_out))

    # -- the derived index

    def index(self, scope: Scope, progress: Progress | None = None) -> None:
        """Computes the vectors that are missing now rather than in a search, as after an import or with a new embedder.

        Raises ``EmbedderError`` or ``VectorsError`` when that cannot be done.
        """
        with self._held():
            for partition in self._ledger.readable(scope):
                self._index.catch_up(partition, progress)

    def rebuild_index(self, scope: Scope, progress: Progress | None = None) -> None:
        """Throws the vectors away and computes them anew from the records. Raises as ``index`` does."""
        with self._held():
            for partition in self._ledger.readable(scope):
                self._index.rebuild(partition, progress)

    # -- within

    def _rank(
        self, query: str, candidates: Sequence[Candidate], near: Mapping[Place, float] | None
    ) -> list[tuple[float, Candidate]]:
        share = self.ranking.keyword_share
        share = self.embedder.keyword_share if share is None else share
        return rank(query, candidates, self.ranking, share, dense=near is not None)

    def _near(self, partitions: Sequence[int], wish: Wish) -> dict[Place, float] | None:
        """Similarity of the nearest records, or None when the vectors cannot be asked."""
        named = () if set(RECALLED) <= set(wish.kinds) else tuple(kind for kind in wish.kinds if kind != "review")

        def ask() -> dict[Place, float]:
            vector = self._query_vector(wish.query)
            return {
                (partition, key): similarity
                for partition in partitions
                for key, similarity in self._index.nearest(partition, vector, wish.depth, named).items()
            }

        return self._vectors_or_none(ask)

    def _query_vector(self, query: str) -> Vectors:
        if query not in self._queries:
            self._queries[query] = self.embedder.embed([query])[0]
            if len(self._queries) > 256:
                self._queries.popitem(last=False)
        self._queries.move_to_end(query)
        return self._queries[query]

    def _vectors_or_none(self, ask: Callable[[], T]) -> T | None:
        try:
            found = ask()
        except (EmbedderError, VectorsError, OSError) as error:
            self.problem = f"{type(error).__name__}: {error}"
            return None
        self.problem = ""
        return found

    @contextmanager
    def _held(self) -> Iterator[None]:
        """The store for this thread alone. What SQLite says of a damaged file becomes a ``UserError`` that names it."""
        with self._lock:
            try:
                yield
            except (sqlite3.IntegrityError, sqlite3.ProgrammingError, sqlite3.NotSupportedError):
                raise  # a fault of ours
            except sqlite3.DatabaseError as error:
                raise unusable(self._file, str(error), "used") from None

    @contextmanager
    def _transaction(self) -> Iterator[Callable[[], None]]:
        """A transaction that ends in a commit unless it is abandoned or something is raised."""
        abandoned = False

        def abandon() -> None:
            nonlocal abandoned
            abandoned = True

        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield abandon
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("ROLLBACK" if abandoned else "COMMIT")

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """Several reads of one state."""
        self._db.execute("BEGIN")
        try:
            yield
        finally:
            self._db.execute("COMMIT")

    def _finish_erasing(self) -> None:
        """Removes what forgetting left in vectors, log and caches, also where a killed process did not come so far.

        Raises ``UserError`` when some of it cannot be removed now; then the next one who opens the folder goes on.
        """
        partitions = [row[0] for row in self._db.execute("SELECT partition FROM erasing ORDER BY partition").fetchall()]
        if not partitions:
            return
        clear_caches()
        self._queries.clear()
        try:
            for partition in partitions:
                self._index.erase(partition)
        except VectorsError as error:
            raise self._half_erased(f"their vectors cannot be reached: {error}") from error
        until = time.monotonic() + PATIENCE_S
        while self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
            if time.monotonic() > until:
                raise self._half_erased("another process keeps their bytes in SQLite's log")
            time.sleep(0.05)
        self._db.execute("DELETE FROM indexed WHERE partition NOT IN (SELECT number FROM partitions)")
        self._db.execute("DELETE FROM erasing")

    def _half_erased(self, why: str) -> UserError:
        says = f"the records are forgotten, but {why}"
        return UserError(says, where=str(self.folder), expected="the folder to be opened once more when that has passed")


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """The folder, made if need be, for this process alone. Raises ``UserError`` where that cannot be."""
    lock = FileLock(str(folder / "index.lock"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except OSError as error:
        where = str(error.filename or folder)
        raise UserError(
            f"no memory can be kept here: {error.strerror}", where=where, expected="a folder to write in"
        ) from None
    try:
        yield
    finally:
        lock.release()
