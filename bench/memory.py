"""Evidence recall of the memory on published long conversations, beside plain BM25, plain dense search and their fusion.

Every method ranks the same turns for the same questions in the same run. The plain ones see all turns at once and compare
exactly; ``mix`` is the convex mix alone; ``memory`` is what a user gets: the store on disk with its indexes, neighbours and
priors. Recall at k is the share of a question's evidence that stands among the first k, averaged over questions.
"""

import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import numpy as np

from harness.memory.embedding import Embedder
from harness.memory.operations import Write
from harness.memory.ranking import Candidate, Ranking, mixed
from harness.memory.record import Scope, Source, Stored
from harness.memory.search import Bm25
from harness.memory.store import MemoryStore

from .memory_suites import Conversation, Question
from .statistics import Estimate, mean_estimate, paired_difference

METHODS = ("bm25", "dense", "rrf", "mix", "memory")
DEPTHS = (5, 10)
_RRF = 60
_READER = Scope("reader")

Ranked = dict[str, list[str]]
"""Ids of units by method, best first."""


@dataclass
class RecallReport:
    """Recall by method and depth, by category, against the plain methods, and what the memory took a question."""

    conversations: int = 0
    units: int = 0
    questions: int = 0
    skipped: int = 0
    recall: dict[str, dict[int, Estimate]] = field(default_factory=dict)
    by_category: dict[str, dict[str, Estimate]] = field(default_factory=dict)
    differences: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    milliseconds: dict[str, float] = field(default_factory=dict)


def measure(
    conversations: Sequence[Conversation],
    embedder: Embedder,
    *,
    ranking: Ranking | None = None,
    report: Callable[[int], None] | None = None,
) -> RecallReport:
    """Ranks every question with every method. ``report`` is told how many conversations are done."""
    made = RecallReport(len(conversations), skipped=sum(item.skipped for item in conversations))
    rows: list[tuple[str, dict[str, dict[int, float]]]] = []
    spent = {"write": 0.0, "search": 0.0}
    for number, conversation in enumerate(conversations, start=1):
        made.units += len(conversation.units)
        plain = _Plain(conversation, embedder)
        with tempfile.TemporaryDirectory() as folder, MemoryStore(Path(folder), embedder, ranking=ranking) as store:
            started = time.process_time()
            remember(store, conversation)
            spent["write"] += time.process_time() - started
            for question in conversation.questions:
                found = plain.rank(question.text)
                started = time.process_time()
                found["memory"] = recall_from(store, question.text)
                spent["search"] += time.process_time() - started
                rows.append((question.category, {name: shares(question, found[name]) for name in METHODS}))
        if report is not None:
            report(number)
    made.questions = len(rows)
    made.milliseconds = {
        "a turn": 1000 * spent["write"] / max(1, made.units),
        "a question": 1000 * spent["search"] / max(1, made.questions),
    }
    for name in METHODS:
        made.recall[name] = {depth: mean_estimate([row[name][depth] for _, row in rows]) for depth in DEPTHS}
        for category in sorted({category for category, _ in rows}):
            values = [row[name][DEPTHS[-1]] for kind, row in rows if kind == category]
            made.by_category.setdefault(category, {})[name] = mean_estimate(values)
    ours = [row["memory"][DEPTHS[-1]] for _, row in rows]
    for name in METHODS[:-1]:
        made.differences[name] = paired_difference([row[name][DEPTHS[-1]] for _, row in rows], ours)
    return made


def tune(
    conversations: Sequence[Conversation], embedder: Embedder, report: Callable[[int], None] | None = None
) -> tuple[list[Ranking], Estimate]:
    """Weights chosen on one half of the conversations and measured on the other, both ways.

    Returns the two choices and recall at the greater depth over all questions, each asked with weights that never saw its
    conversation.
    """
    grid = [
        Ranking(keyword_share=share, before=before, after=before / 2)
        for share, before in product((0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8), (0.0, 0.2, 0.4, 0.6))
    ]
    table: list[list[list[float]]] = []  # by conversation, setting, question
    for number, conversation in enumerate(conversations, start=1):
        with tempfile.TemporaryDirectory() as folder, MemoryStore(Path(folder), embedder) as store:
            remember(store, conversation)
            settings = []
            for ranking in grid:
                store.ranking = ranking
                found = [shares(item, recall_from(store, item.text))[DEPTHS[-1]] for item in conversation.questions]
                settings.append(found)
            table.append(settings)
        if report is not None:
            report(number)
    chosen, held_out = [], []
    for half in (0, 1):
        sums = [sum(sum(row[place]) for row in table[half::2]) for place in range(len(grid))]
        best = max(range(len(grid)), key=sums.__getitem__)
        chosen.append(grid[best])
        held_out += [value for row in table[1 - half :: 2] for value in row[best]]
    return chosen, mean_estimate(held_out)


def remember(store: MemoryStore, conversation: Conversation) -> None:
    """Writes every turn as an episodic record and indexes them."""
    writes = [
        Write(
            unit.text,
            kind="episodic",
            date=unit.date,
            source=Source(trace=unit.session, turn=unit.turn, speaker=unit.speaker),
            id=unit.id,
        )
        for unit in conversation.units
    ]
    applied = store.apply(_READER, writes)
    assert applied.ok, "turns of one conversation never stand in each other's way"
    store.index(_READER)


def recall_from(store: MemoryStore, query: str, limit: int = DEPTHS[-1]) -> list[str]:
    """Ids of the units that the memory finds, best first."""
    return [hit.record.id for hit in store.search(_READER, query, limit)]


def shares(question: Question, found: Sequence[str]) -> dict[int, float]:
    """By depth, the share of the evidence that is found there."""
    return {depth: len(set(question.evidence) & set(found[:depth])) / len(question.evidence) for depth in DEPTHS}


class _Plain:
    """The methods that are not ours, over one conversation in memory."""

    def __init__(self, conversation: Conversation, embedder: Embedder) -> None:
        self._ids = [unit.id for unit in conversation.units]
        texts = [unit.text for unit in conversation.units]
        self._words = Bm25(texts)
        self._vectors = embedder.embed(texts)
        self._embedder = embedder

    def rank(self, query: str) -> Ranked:
        words = np.asarray(self._words.scores(query))
        near = self._vectors @ self._embedder.embed([query])[0]
        by_words, by_near = _order(words), _order(near)
        fused = np.zeros(len(self._ids))
        for order in (by_words, by_near):
            fused[order] += 1 / (_RRF + 1 + np.arange(len(order)))
        items = [
            Candidate((0, key), Stored(key, 1, ""), float(word), float(close))
            for key, word, close in zip(self._ids, words, near, strict=True)
        ]
        scores: Mapping[tuple[int, str], float] = mixed(items, self._embedder.keyword_share, dense=True)
        mix = np.asarray([scores[(0, key)] for key in self._ids])
        orders = {"bm25": by_words, "dense": by_near, "rrf": _order(fused), "mix": _order(mix)}
        return {name: [self._ids[place] for place in order] for name, order in orders.items()}


def _order(scores: np.ndarray[tuple[int], np.dtype[np.float64]]) -> list[int]:
    """Places from the best on; among equals the earlier turn."""
    return [int(place) for place in np.argsort(-scores, kind="stable")]
