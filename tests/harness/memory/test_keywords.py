"""Postings in SQLite: they rank as the plain index does, and cost little where a word is everywhere."""

import random
import sqlite3
from pathlib import Path

from harness.memory.keywords import BUDGET, LIVE, PAST, KeywordIndex
from harness.memory.operations import Write
from harness.memory.record import KINDS, Scope
from harness.memory.schema import TABLES
from harness.memory.search import Bm25
from harness.memory.store import MemoryStore

TEXTS = (
    "Emma takes her coffee with oat milk",
    "tea tea tea with milk",
    "常去的健身房在静安寺",
    "the of",
    "Milk the cow at the farm",
)


def index() -> KeywordIndex:
    db = sqlite3.connect(":memory:")
    db.executescript(TABLES)
    return KeywordIndex(db)


def test_scores_are_those_of_the_plain_index_whatever_was_shelved_elsewhere_and_removed() -> None:
    words = index()
    for seq, text in enumerate((*TEXTS, "coffee coffee milk milk")):
        words.add(7, LIVE, seq, text)
    words.add(8, LIVE, 100, "coffee with milk in another partition")
    words.add(7, PAST, 101, "coffee with milk of the past")
    words.remove(7, LIVE, len(TEXTS), "coffee coffee milk milk")
    plain = Bm25(TEXTS)
    for query in ("milk", "coffee and oat milk, milk", "健身房", "giraffe", ""):
        found = words.scores([(7, LIVE)], query)
        expected = {seq: score for seq, score in enumerate(plain.scores(query)) if score}
        assert found.keys() == expected.keys()
        assert all(abs(found[seq] - score) < 1e-9 for seq, score in expected.items())


def test_places_are_searched_as_one_collection() -> None:
    words = index()
    for seq, text in enumerate(TEXTS):
        words.add(seq % 3, LIVE, seq, text)
    found = words.scores([(part, LIVE) for part in range(3)], "oat milk")
    assert {seq: round(score, 9) for seq, score in found.items()} == {
        seq: round(score, 9) for seq, score in enumerate(Bm25(TEXTS).scores("oat milk")) if score
    }
    assert words.scores([], "milk") == {}


def test_a_word_that_stands_everywhere_adds_to_the_best_and_brings_nothing_in() -> None:
    words = index()
    rng = random.Random(0)
    for seq in range(BUDGET + 500):
        words.add(1, LIVE, seq, f"note about {'saffron' if seq % 1000 == 7 else 'nothing'} {rng.randrange(50)} note{seq}")
    words.add(1, LIVE, 900_000, "note about saffron nothing else")
    found = words.scores([(1, LIVE)], "a note about saffron")
    assert len(found) == 4, "those that hold the rare word"
    alone = words.scores([(1, LIVE)], "saffron")
    assert all(found[seq] > alone[seq] for seq in alone)
    everywhere = words.scores([(1, LIVE)], "note")
    assert len(everywhere) == BUDGET and 900_000 in everywhere and 0 not in everywhere, "the newest"


def test_nothing_is_left_behind_by_writing_revising_retracting_and_forgetting(tmp_path: Path) -> None:
    scope = Scope("emma")
    with MemoryStore(tmp_path) as store:
        for kind in KINDS:
            record = store.apply(scope, [Write("Gym on Mondays", kind=kind)]).outcomes[0].record
            assert record is not None
            store.revise(scope, record.id, "Gym on Tuesdays", expected=1)
            store.revise(scope, record.id, "Gym on Fridays", expected=2)
            store.retract(scope, record.id, expected=3)
            store.forget(scope, record.id)
        counts = [store._db.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] for name in ("postings", "vocabulary")]
        assert counts == [0, 0]
        assert set(store._db.execute("SELECT records, words FROM shelves").fetchall()) == {(0, 0)}
