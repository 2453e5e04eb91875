"""The measurements of the memory: files are read as published, every method ranks the same, a broken memory is seen."""

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from bench.memory import DEPTHS, METHODS, measure, shares, tune
from bench.memory_growth import measure as measure_growth
from bench.memory_history import Fact, Reader, make_history, small_talk, window
from bench.memory_history import measure as measure_history
from bench.memory_suites import Conversation, Question, Unit, read_suite
from harness.errors import UserError
from harness.memory.embedding import HashingEmbedder, Vectors
from harness.memory.ranking import Ranking

FILES = Path(__file__).parent / "memory_suites"


# Files --------------------------------------------------------------------------------------------------------------


def test_locomo_is_read_with_its_misspelt_evidence() -> None:
    (talk,) = read_suite("locomo", FILES / "locomo.json")
    assert [unit.id for unit in talk.units][:6] == ["D1:1", "D1:2", "D1:3", "D1:4", "D1:5", "D2:1"]
    assert talk.units[1] == Unit(
        "D1:2",
        "Theo: Great, I glazed a blue vase for my aunt. [shares a photo of a blue vase on a shelf]",
        "Theo", "D1", 1, "2023-05-08T13:56",
    )  # fmt: skip
    evidence = {item.text: item.evidence for item in talk.questions}
    assert evidence["Why did Mara stop rowing?"] == ("D2:4", "D1:3") and evidence["Does Theo own a kiln?"] == ("D3:2",)
    assert (len(talk.questions), talk.skipped) == (6, 2)
    assert [item.category for item in talk.questions[:2]] == ["single-hop", "temporal"]


def test_longmemeval_is_read_with_a_haystack_for_each_question() -> None:
    first, second = read_suite("longmemeval", FILES / "longmemeval.json")
    assert first.questions == (Question("What colour did I paint the fence?", ("1:0",), "single-session-user"),)
    assert [(unit.id, unit.speaker, unit.date) for unit in first.units][2:] == [
        ("1:0", "user", "2023-05-21T10:00"),
        ("1:1", "assistant", "2023-05-21T10:00"),
    ]
    assert (second.questions, second.skipped, first.skipped) == ((), 1, 0)


def test_beam_is_read_however_deep_its_turns_and_however_its_questions_are_written() -> None:
    first, second = read_suite("beam", FILES / "beam.jsonl")
    assert [unit.id for unit in first.units] == [unit.id for unit in first.units if unit.text] == list("012345")
    assert [unit.session for unit in first.units] == ["0-0", "0-0", "0-1", "0-1", "1-0", "1-0"]
    assert {item.category: item.evidence for item in first.questions} == {
        "knowledge_update": ("2", "4"),
        "information_extraction": ("0",),
    }
    assert first.skipped == 1 and second.questions[0].evidence == ("0",)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("locomo", "{", "no JSON"),
        ("locomo", '[{"qa": []}]', "sample 1 has no 'conversation'"),
        (
            "locomo",
            '[{"conversation": {"session_1": [{"dia_id": "x", "speaker": "A", "text": "b"}]}, "qa": []}]',
            "called 'x'",
        ),
        ("beam", '{"chat": [], "probing_questions": "no dict"}', "sample 1 cannot be read"),
        (
            "beam",
            '{"chat": [[{"role": "u", "content": "a", "id": 1}, {"role": "u", "content": "b", "id": 1}]], '
            '"probing_questions": {}}',
            "two turns have the same id",
        ),
        ("longmemeval", "[3]", "sample 1 cannot be read"),
        ("other", "[]", "no suite of long conversations 'other'"),
    ],
)
def test_a_file_that_is_something_else_is_said(tmp_path: Path, name: str, text: str, says: str) -> None:
    path = tmp_path / "data.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=says):
        read_suite(name, path)
    with pytest.raises(UserError, match="cannot be read"):
        read_suite("locomo", tmp_path / "nowhere.json")


# Recall -------------------------------------------------------------------------------------------------------------


def test_recall_counts_the_share_of_the_evidence_that_is_found() -> None:
    question = Question("?", ("a", "b", "c", "d"), "x")
    assert shares(question, ["a", "x", "y", "z", "w", "b", "a"]) == {5: 0.25, 10: 0.5}


def test_every_method_is_measured_on_the_same_questions_and_the_memory_finds_what_is_there() -> None:
    found = measure(read_suite("locomo", FILES / "locomo.json"), HashingEmbedder())
    assert (found.questions, found.skipped, found.units) == (6, 2, 11)
    assert set(found.recall) == set(METHODS) and all(set(item) == set(DEPTHS) for item in found.recall.values())
    assert found.recall["memory"][10].value == 1.0, "ten of eleven turns, evidence included"
    assert all(found.recall[name][10].n == 6 for name in METHODS)
    assert set(found.differences) == set(METHODS) - {"memory"}
    assert sum(row["memory"].n for row in found.by_category.values()) == 6


class _Blind(HashingEmbedder):
    """Sees no difference between texts."""

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.tile(np.eye(1, self.width, dtype=np.float32), (len(texts), 1))


def _needles(count: int = 40) -> Conversation:
    """Each question names a word of one turn; the answer stands in the turn after it, which shares nothing with it."""
    rng = random.Random(3)
    units = []
    for turn in range(count):
        units += [
            Unit(f"q{turn}", f"Ann: what happened with topic{turn}x", "Ann", f"s{turn}", 0),
            Unit(f"a{turn}", f"Bob: {small_talk(rng)}", "Bob", f"s{turn}", 1),
        ]
    asked = tuple(Question(f"Tell me about topic{turn}x", (f"q{turn}", f"a{turn}"), "pair") for turn in range(count))
    return Conversation("needles", tuple(units), asked)


def test_a_useless_embedder_and_missing_neighbours_show_in_the_figures() -> None:
    conversation = [_needles()]
    good, blind = measure(conversation, HashingEmbedder()), measure(conversation, _Blind())
    alone = measure(conversation, HashingEmbedder(), ranking=Ranking(before=0.0, after=0.0))
    assert blind.recall["dense"][5].value < 0.2 < good.recall["dense"][5].value
    assert good.recall["memory"][5].value > 0.95 > 0.7 > alone.recall["memory"][5].value
    assert good.differences["bm25"][1] > 0.2, "the memory's gain is told with its interval"


def test_weights_are_measured_on_conversations_that_did_not_choose_them() -> None:
    halves = [_needles(8), _needles(9)]
    chosen, held_out = tune(halves, HashingEmbedder())
    assert len(chosen) == 2 and all(item.before > 0 for item in chosen)
    assert held_out.n == 17 and held_out.value > 0.9


# Growth -------------------------------------------------------------------------------------------------------------


def test_growth_is_measured_in_one_store_at_every_size() -> None:
    found = measure_growth(HashingEmbedder(64), sizes=(300, 900), scopes=3, repeats=10)
    assert [item.records for item in found] == [315, 915], "what was written while measuring counts"
    for item in found:
        assert item.filter is not None and item.megabytes > 0.1 and item.import_ms > 0
        for timing in (item.write, item.search, item.search_after_write, item.filter):
            assert 0 < timing.cpu_p50 <= timing.cpu_p95 and 0 < timing.wall_p50 <= timing.wall_p95
        assert item.write.cpu_p50 < 10 and item.search.cpu_p50 < 20, "milliseconds of processor time"


# History ------------------------------------------------------------------------------------------------------------


def test_a_history_is_drawn_from_its_seed_and_its_last_word_on_a_fact_counts() -> None:
    history = make_history(3000, seed=1)
    assert history == make_history(3000, seed=1) != make_history(3000, seed=2)
    assert make_history(500, seed=1).turns == history.turns[:500]
    known = {fact.question: fact for fact in history.known(3000)}
    assert len(known) < len(history.facts), "some facts change"
    for fact in history.facts:
        assert fact.value in history.turns[fact.turn]
        assert known[fact.question].turn >= fact.turn
    assert any("\u4e00" <= fact.question[0] <= "\u9fff" for fact in history.facts)


def test_the_reader_takes_the_later_of_equal_passages_and_nothing_that_shares_no_word() -> None:
    passages = ["Ida's dentist is Dr Hale", "a walk in Bath", "Ida's dentist is Dr Lund", "nothing"]
    assert Reader(passages).answer("Who is Ida's dentist?") == passages[2]
    assert Reader(passages).answer("Welche Farbe") == Reader([]).answer("Who?") == ""
    assert Reader(passages).right(Fact(0, "Who is Ida's dentist?", "Hale")) == 0.0


def test_a_window_holds_the_last_whole_turns() -> None:
    assert window(["one two", "three four five", "六七 eight"], 6) == ["three four five", "六七 eight"]
    assert window(["one two three"], 2) == []


def test_the_truncated_history_loses_what_the_memory_keeps() -> None:
    short, long = measure_history(HashingEmbedder(), sizes=(60, 1500), words=600, questions=60)
    assert short.direct.value == short.whole.value, "a short history fits into the window"
    assert long.direct.value < 0.4 and long.memory.value > long.direct.value + 0.3 and long.gain[1] > 0
    assert long.whole.n == long.questions == 60 and long.words > 600
