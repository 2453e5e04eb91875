"""One order out of words and vectors."""

from harness.memory.ranking import Candidate, Ranking, copies_last, is_temporal, lend, mixed, rank
from harness.memory.record import Source, Stored


def candidate(key: str, words: float = 0.0, near: float | None = None, **more: object) -> Candidate:
    return Candidate((1, key), Stored(key, 1, f"text of {key}", **more), words, near)  # type: ignore[arg-type]


def test_both_scores_are_scaled_before_they_are_mixed_and_what_is_unknown_is_less_than_the_least() -> None:
    items = [candidate("a", 8.0, 0.2), candidate("b", 4.0, 0.8), candidate("c", 0.0, None), candidate("d", 0.0, -0.3)]
    found = {key: round(score, 9) for (_, key), score in mixed(items[:3], 0.3, dense=True).items()}
    assert found == {"a": 0.475, "b": 0.85, "c": 0.0875}
    assert mixed(items, 0.3, dense=True)[1, "d"] == mixed(items, 0.3, dense=True)[1, "c"] == 0.0
    assert mixed(items, 0.3, dense=False) == {(1, "a"): 1.0, (1, "b"): 0.5, (1, "c"): 0.0, (1, "d"): 0.0}
    assert mixed([], 0.3, dense=True) == {}


def test_a_turn_gets_a_part_of_what_its_neighbours_have_and_only_in_its_session() -> None:
    turns = [candidate(f"t{n}", source=Source(trace="s", turn=n)) for n in range(3)]
    other = candidate("o", source=Source(trace="other", turn=1))
    scores = {item.place: score for item, score in zip([*turns, other], (0.0, 1.0, 0.0, 0.1), strict=True)}
    lent = lend([*turns, other], scores, Ranking(before=0.4, after=0.2))
    assert [lent[(1, key)] for key in ("t0", "t1", "t2", "o")] == [0.2, 1.0, 0.4, 0.1]


def test_priors_are_light_and_order_only_what_is_about_equal() -> None:
    items = [
        candidate("old", 5.0, observed="2026-01-01"),
        candidate("new", 5.0, observed="2026-02-01"),
        candidate("weighty", 5.0, observed="2026-01-01", importance=1.0),
        candidate("better", 6.0, observed="2025-01-01", importance=0.0),
        candidate("named", 4.9, observed="2026-01-01", source=Source(speaker="Ida")),
    ]
    order = [item.record.id for _, item in rank("what did Ida say", items, Ranking(), 0.3, dense=False)]
    assert order == ["better", "named", "weighty", "new", "old"]


def test_equal_scores_fall_back_on_date_and_id() -> None:
    items = [candidate("b"), candidate("a"), candidate("c", observed="2026-01-01")]
    order = [item.record.id for _, item in rank("x", items, Ranking(recency=0.0), 0.3, dense=True)]
    assert order == ["c", "a", "b"]


def test_copies_go_behind_but_are_not_lost() -> None:
    texts = ("the tennis club", "The tennis club!", "a chess club", "the tennis club")
    pairs = [(1.0, Candidate((1, str(n)), Stored(str(n), 1, text))) for n, text in enumerate(texts)]
    assert [item.record.id for _, item in copies_last(pairs, 3, 0.9)] == ["0", "2", "1"]
    assert [item.record.id for _, item in copies_last(pairs, 9, 0.9)] == ["0", "2", "1", "3"]


def test_questions_about_time_are_recognised_in_both_languages() -> None:
    assert all(is_temporal(text) for text in ("When did she move?", "what came before Rome", "她什么时候搬家", "上次见面"))
    assert not any(is_temporal(text) for text in ("which gym", "她喜欢什么", "the firstborn"))
