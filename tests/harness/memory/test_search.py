"""Keyword ranking of short texts."""

from harness.memory.search import Bm25, spread, stem, terms


def test_endings_do_not_keep_words_apart() -> None:
    assert len({stem(word) for word in ("run", "runs", "running")}) == 1
    assert len({stem(word) for word in ("city", "cities")}) == 1
    assert len({stem(word) for word in ("like", "likes", "liked")}) == 1


def test_chinese_is_split_into_pairs_and_numbers_stay() -> None:
    assert terms("健身房 7:30 gym") == ["健身", "身房", "7", "30", "gym"]


def test_rare_words_weigh_more_than_common_ones() -> None:
    scores = Bm25(["coffee with milk", "coffee at noon", "tea with lemon", "coffee beans"]).scores("coffee lemon")
    assert max(range(4), key=scores.__getitem__) == 2


def test_nothing_shared_scores_zero_and_nothing_indexed_is_no_error() -> None:
    assert Bm25(["blue pot"]).scores("the red car") == [0.0]
    assert Bm25([]).scores("car") == []


def test_equal_scores_spread_to_zero() -> None:
    assert spread([2.0, 2.0]) == [0.0, 0.0] and spread([1.0, 3.0]) == [0.0, 1.0] and spread([]) == []
