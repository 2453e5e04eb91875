"""What the memory takes as it grows: a write until it is acknowledged, a search in one scope, a search right after a write.

Records are spread over scopes of equal size. Times are by the clock and of this process's processor; on a busy machine only
the second says what the work is. As a peer, one Chroma collection that holds everything and filters by scope.
"""

import random
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import quantiles
from typing import TypeVar

from harness.memory.chroma import Collection
from harness.memory.embedding import Embedder
from harness.memory.operations import Write
from harness.memory.record import Scope
from harness.memory.retrieval import DEPTH
from harness.memory.store import MemoryStore

from .memory_history import small_talk

SIZES = (1_000, 3_000, 10_000, 30_000, 100_000)
SCOPES = 10
REPEATS = 100
_BATCH = 1_000

T = TypeVar("T")


@dataclass(frozen=True)
class Timing:
    """Milliseconds: the median and the 95th of a hundred, by the clock and of the processor."""

    wall_p50: float
    wall_p95: float
    cpu_p50: float
    cpu_p95: float


@dataclass(frozen=True)
class Growth:
    """One size. ``import_ms`` is processor time a record for writing and indexing in bulk; ``filter`` is the peer."""

    records: int
    a_scope: int
    import_ms: float
    megabytes: float
    write: Timing
    search: Timing
    search_after_write: Timing
    filter: Timing | None


class _Stopwatch:
    """Times calls."""

    def __init__(self) -> None:
        self._wall: list[float] = []
        self._cpu: list[float] = []

    def time(self, call: Callable[[], T]) -> T:
        wall, cpu = time.perf_counter(), time.process_time()
        result = call()
        self._wall.append(1000 * (time.perf_counter() - wall))
        self._cpu.append(1000 * (time.process_time() - cpu))
        return result

    def timing(self) -> Timing:
        wall, cpu = (quantiles(values, n=100) for values in (self._wall, self._cpu))
        return Timing(wall[49], wall[94], cpu[49], cpu[94])


def measure(
    embedder: Embedder,
    *,
    sizes: Sequence[int] = SIZES,
    scopes: int = SCOPES,
    peer: bool = True,
    repeats: int | None = None,
    seed: int = 0,
    report: Callable[[int], None] | None = None,
) -> list[Growth]:
    """Grows one store through the sizes and times so many writes, and twice as many searches, at each.

    ``report`` is told how many records the store holds.
    """
    rng = random.Random(f"growth/{seed}")
    repeats = repeats or REPEATS
    found = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        store = stack.enter_context(MemoryStore(folder / "memory", embedder))
        everything = Collection(folder / "peer", "everything") if peer else None
        if everything is not None:
            stack.callback(everything.close)
        users = [Scope(f"user{number}") for number in range(scopes)]
        held = [0] * scopes
        for size in sorted(sizes):
            started = time.process_time()
            added = _fill(store, users, held, size, rng, report)
            spent = (time.process_time() - started) / max(1, len(added))
            if everything is not None:
                _fill_peer(everything, added, embedder)
            found.append(_measured(store, users, held, rng, everything, embedder, 1000 * spent, folder / "memory", repeats))
    return found


def _fill(
    store: MemoryStore,
    users: Sequence[Scope],
    held: list[int],
    size: int,
    rng: random.Random,
    report: Callable[[int], None] | None,
) -> list[tuple[int, str]]:
    """Writes records until there are so many in all, each user's in batches. Returns what was added, with its user."""
    added: list[tuple[int, str]] = []
    share = size // len(users)
    for number, user in enumerate(users):
        while held[number] < share:
            count = min(_BATCH, share - held[number])
            texts = [f"{small_talk(rng)}, note {held[number] + place}" for place in range(count)]
            assert store.apply(user, [Write(text, date="2026-01-01") for text in texts]).ok
            held[number] += count
            added += [(number, text) for text in texts]
            if report is not None:
                report(sum(held))
        store.index(user)
    return added


def _fill_peer(everything: Collection, added: Sequence[tuple[int, str]], embedder: Embedder) -> None:
    present = everything.count()
    for start in range(0, len(added), _BATCH):
        part = added[start : start + _BATCH]
        ids = [str(present + start + place) for place in range(len(part))]
        everything.put(ids, [f"user{number}" for number, _ in part], embedder.embed([text for _, text in part]))


def _measured(
    store: MemoryStore,
    users: Sequence[Scope],
    held: list[int],
    rng: random.Random,
    everything: Collection | None,
    embedder: Embedder,
    import_ms: float,
    folder: Path,
    repeats: int,
) -> Growth:
    write, search, after, peer = (_Stopwatch() for _ in range(4))

    def query() -> str:
        return f"what about: {small_talk(rng)}"

    for user in users:
        store.search(user, query())  # opens the index
    for _ in range(2 * repeats):
        user, asked = rng.choice(users), query()
        search.time(partial(store.search, user, asked))
    if everything is not None:
        everything.nearest(embedder.embed([query()])[0], DEPTH, ["user0"])
        for _ in range(2 * repeats):
            vector, kind = embedder.embed([query()])[0], f"user{rng.randrange(len(users))}"
            peer.time(partial(everything.nearest, vector, DEPTH, [kind]))
    for place in range(repeats + repeats // 2):
        number = rng.randrange(len(users))
        text = f"{small_talk(rng)}, note {held[number]} of {number}"
        held[number] += 1
        watch = write if place < repeats else _Stopwatch()
        outcome = watch.time(partial(store.write, users[number], text))
        assert outcome.ok
        if place >= repeats:
            hits = after.time(partial(store.search, users[number], text, 1))
            assert hits[0].record == outcome.record, "a write is visible to the next read"
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return Growth(
        sum(held), sum(held) // len(users), import_ms, size / 1e6, write.timing(), search.timing(), after.timing(),
        None if everything is None else peer.timing(),
    )  # fmt: skip
