"""The vectors of the records in Chroma: an index that is derived from SQLite and may be thrown away at any time.

Each partition has a collection of its own, in a folder of its own: a filter over one big collection takes time that grows
with everybody's records, and a folder can be removed for certain. SQLite notes how far the index got; what is newer, a
tail of at most ``TAIL`` records, is compared exactly, so that a write costs no indexing and the next read sees it all the
same. Chroma holds ids, kinds and vectors, never a text.

Chroma wants one writer, and a client does not see what other processes wrote: writing is under a file lock, and a client
is opened anew when the notes in SQLite say that somebody else has written. With ``server`` the collections lie on a
``chroma run`` instead.
"""

import shutil
import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
from filelock import FileLock, Timeout

from .chroma import BATCH, Collection, VectorsError, blank_unused, plain_name, remove_from_server, server_address
from .embedding import Embedder, Vectors
from .record import load

TAIL = 256
"""So many records may wait for the index; more are indexed before a search goes on."""
OPEN = 16
"""Clients that stay open; each holds about a dozen file handles."""
Progress = Callable[[int, int], None]
"""Is told how many records are done, of how many."""


@dataclass(frozen=True)
class _Note:
    """How far the index of a partition is: last row, points in the collection, and how often it was made anew."""

    seq: int = 0
    points: int = 0
    generation: int = 0


@dataclass(frozen=True)
class _Head:
    """The current version of a record. ``indexed`` says whether its vector belongs into the index."""

    seq: int
    id: str
    kind: str
    indexed: bool


@dataclass
class _Opened:
    """A collection as this process sees it. ``note`` is what SQLite said when it was opened or last written."""

    collection: Collection
    note: _Note


class VectorIndex:
    """Nearest records by partition. Whoever calls holds the store's lock, and no transaction."""

    def __init__(self, db: sqlite3.Connection, folder: Path, embedder: Embedder, server: str = "") -> None:
        self._db = db
        self._folder = folder / "index"
        self._embedder = embedder
        self._server = server_address(server) if server else None
        self._name = f"memory-{plain_name(embedder.name)}"
        self._lock = FileLock(str(folder / "index.lock"))
        self._opened: OrderedDict[int, _Opened] = OrderedDict()
        self._tail: dict[int, Vectors] = {}
        """Vectors of rows that are not indexed yet, by row number."""
        self._computed: set[int] = set()
        """The partitions of which there are such vectors."""

    def nearest(self, partition: int, vector: Vectors, count: int, kinds: Sequence[str] = ()) -> dict[str, float]:
        """Cosine similarity of the nearest records by id; of ``kinds`` only, if any are named.

        Raises what the embedder raises, and ``VectorsError``.
        """
        note = self._ready(partition)
        waiting = self._waiting(partition, note.seq)
        if len(waiting) > TAIL:
            self.catch_up(partition)
            note = self._ready(partition)
            waiting = self._waiting(partition, note.seq)
        self._embed(partition, waiting)
        newer = {head.id for head in waiting}
        near: dict[str, float] = {}
        if note.points:
            found = self._open(partition).nearest(vector, min(count + len(newer), note.points), kinds)
            near = {key: similarity for key, similarity in found.items() if key not in newer}
        for head in waiting:
            if head.indexed and (not kinds or head.kind in kinds):
                near[head.id] = float(self._tail[head.seq] @ vector)
        return near

    def catch_up(self, partition: int, progress: Progress | None = None) -> None:
        """Indexes what is newer than the index. A killed process goes on where the last batch ended."""
        with self._lock:
            waiting = self._waiting(partition, self._ready(partition).seq)
            for start in range(0, len(waiting), BATCH):
                self._index(partition, waiting[start : start + BATCH])
                if progress is not None:
                    progress(min(start + BATCH, len(waiting)), len(waiting))
            self._computed.discard(partition)
            if waiting:
                self._finish(partition)

    def rebuild(self, partition: int, progress: Progress | None = None) -> None:
        """Throws the partition's vectors away and computes them anew."""
        with self._lock:
            self.discard(partition)
            self.catch_up(partition, progress)

    def erase(self, partition: int) -> None:
        """Leaves no byte of a vector whose record is gone: removes the partition's files and writes what stays anew.

        The vectors that stay are carried over, not computed again; those of another embedder are made when they are needed.
        """
        with self._lock:
            try:
                note = self._ready(partition)
                ids, kinds, vectors = self._carried(partition, note)
            except VectorsError:
                ids = []
            self.discard(partition)
            if ids:
                self._open(partition).put(ids, kinds, vectors)
                self._write_note(partition, note.seq)
                self._finish(partition)
            self._tail.clear()

    def discard(self, partition: int) -> None:
        """Removes the partition's vectors, of every embedder, and notes that nothing is indexed."""
        with self._lock:
            self._close(partition)
            if self._server is None:
                shutil.rmtree(self._folder / str(partition), ignore_errors=True)
            else:
                remove_from_server(self._server, self._prefix(partition))
            self._db.execute(
                "INSERT INTO indexed VALUES (?, ?, 0, 0, 0) ON CONFLICT DO NOTHING", (partition, self._embedder.name)
            )
            self._db.execute(
                "UPDATE indexed SET seq = 0, points = 0, generation = generation + 1 WHERE partition = ?", (partition,)
            )

    def keep(self) -> None:
        """Indexes the partitions whose newest vectors were computed already, so that nobody has to compute them again."""
        for partition in sorted(self._computed):
            self.catch_up(partition)

    def close(self) -> None:
        """Closes every client, and blanks what Chroma wrote for a reader too, unless somebody writes, who will do it."""
        for partition in list(self._opened):
            place = self._place(partition)
            self._close(partition)
            if self._server is None:
                # a graph of a strange layout is made anew by whoever opens it
                with suppress(Timeout, VectorsError), self._lock.acquire(timeout=0):
                    blank_unused(place)

    # -- what waits

    def _waiting(self, partition: int, after: int) -> list[_Head]:
        """The heads that are newer than the index, oldest first."""
        rows = self._db.execute(
            "SELECT seq, id, kind, status FROM versions WHERE partition = ? AND seq > ? AND current = 1 ORDER BY seq",
            (partition, after),
        )
        return [_Head(seq, key, kind, status == "active" and kind != "review") for seq, key, kind, status in rows]

    def _embed(self, partition: int, waiting: Sequence[_Head]) -> None:
        """Vectors for all that waits. Vectors of rows that wait no longer are dropped."""
        missing = [head.seq for head in waiting if head.indexed and head.seq not in self._tail]
        if missing:
            vectors = self._embedder.embed([self._text(seq) for seq in missing])
            self._tail.update(zip(missing, vectors, strict=True))
            self._computed.add(partition)
        if len(self._tail) > 8 * TAIL + len(waiting):
            known = {head.seq for head in waiting}
            self._tail = {seq: vector for seq, vector in self._tail.items() if seq in known}

    def _text(self, seq: int) -> str:
        return load(self._db.execute("SELECT body FROM versions WHERE seq = ?", (seq,)).fetchone()[0]).text

    def _index(self, partition: int, waiting: Sequence[_Head]) -> None:
        self._embed(partition, waiting)
        present = [head for head in waiting if head.indexed]
        gone = [head.id for head in waiting if not head.indexed]
        if present:
            vectors = np.stack([self._tail[head.seq] for head in present])
            self._open(partition).put([head.id for head in present], [head.kind for head in present], vectors)
        if gone and self._note(partition).points:
            self._open(partition).remove(gone)
        self._write_note(partition, waiting[-1].seq)
        for head in waiting:
            self._tail.pop(head.seq, None)

    def _carried(self, partition: int, note: _Note) -> tuple[list[str], list[str], Vectors]:
        """Ids, kinds and vectors that the index holds of records that are as they were indexed; empty if it lacks any."""
        heads = {head.id: head for head in self._waiting(partition, 0) if head.indexed and head.seq <= note.seq}
        nothing: tuple[list[str], list[str], Vectors] = ([], [], np.zeros((0, 0), dtype=np.float32))
        if not note.points or not heads:
            return nothing
        held, vectors = self._open(partition).everything()
        places = [place for place, key in enumerate(held) if key in heads]
        if len(places) < len(heads):
            return nothing
        ids = [held[place] for place in places]
        return ids, [heads[key].kind for key in ids], vectors[places]

    # -- the collection

    def _note(self, partition: int) -> _Note:
        row = self._db.execute(
            "SELECT seq, points, generation FROM indexed WHERE partition = ? AND embedder = ?",
            (partition, self._embedder.name),
        ).fetchone()
        return _Note(*row) if row else _Note()

    def _write_note(self, partition: int, seq: int) -> None:
        note = _Note(seq, self._open(partition).count(), self._note(partition).generation)
        self._db.execute(
            "INSERT OR REPLACE INTO indexed VALUES (?, ?, ?, ?, ?)",
            (partition, self._embedder.name, note.seq, note.points, note.generation),
        )
        self._opened[partition].note = note

    def _ready(self, partition: int) -> _Note:
        """The note, after the collection was looked at: one that lacks points is thrown away and will be made anew."""
        if self._note(partition).points:
            self._open(partition)
        return self._note(partition)

    def _open(self, partition: int) -> Collection:
        """The collection as it is now; opened again if another process has written to it since."""
        opened = self._opened.get(partition)
        if opened is not None and opened.note == self._note(partition):
            self._opened.move_to_end(partition)
            return opened.collection
        with self._lock:
            self._close(partition)
            collection = self._connect(partition)
            if collection.count() < self._note(partition).points:
                collection.close()
                self.discard(partition)
                collection = self._connect(partition)
            while len(self._opened) >= OPEN:
                self._close(next(iter(self._opened)))
            self._opened[partition] = _Opened(collection, self._note(partition))
        return collection

    def _connect(self, partition: int) -> Collection:
        """Opens the collection. A folder that Chroma cannot read is removed: everything in it can be made anew."""
        if self._server is not None:
            return Collection(self._server, self._prefix(partition) + self._name)
        try:
            return Collection(self._place(partition), self._name)
        except VectorsError:
            self.discard(partition)
        return Collection(self._place(partition), self._name)

    def _place(self, partition: int) -> Path:
        """A new folder whenever the index is made anew: Chroma keeps what it knew of a folder while the process lives."""
        return self._folder / str(partition) / str(self._note(partition).generation)

    def _prefix(self, partition: int) -> str:
        """What the collections of a partition begin with on a server that other folders may use too."""
        return f"m{blake2b(str(self._folder.resolve()).encode(), digest_size=5).hexdigest()}-{partition}-"

    def _finish(self, partition: int) -> None:
        """Closes a collection that was written to; it is opened again when it is asked."""
        opened = self._opened.pop(partition, None)
        if opened is not None:
            opened.collection.finish()

    def _close(self, partition: int) -> None:
        opened = self._opened.pop(partition, None)
        if opened is not None:
            opened.collection.close()
