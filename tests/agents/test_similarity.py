"""Likeness of texts and leaks between sets of texts."""

from agents.similarity import Neighbours, jaccard, leaks, ngrams, tokens


def test_words_numbers_and_chinese_signs_are_tokens_whatever_their_case() -> None:
    assert tokens("Call ANNA at 7:15, 然后关机") == ["call", "anna", "at", "7", "15", "然", "后", "关", "机"]


def test_a_text_shorter_than_an_ngram_is_one_ngram() -> None:
    assert ngrams("good night", 8) == frozenset({("good", "night")})


def test_jaccard_is_one_for_equal_and_nothing_for_foreign_texts() -> None:
    left, right = ngrams("wake me at seven", 2), ngrams("delete the last note", 2)
    assert jaccard(left, left) == 1.0
    assert jaccard(left, right) == 0.0
    assert jaccard(frozenset(), frozenset()) == 1.0


def test_the_closest_kept_text_is_found_with_its_likeness() -> None:
    kept = Neighbours()
    assert kept.closest("wake me at seven") == (None, 0.0)
    kept.keep("a", "wake me at seven")
    kept.keep("b", "wake me at eight on monday")
    name, likeness = kept.closest("wake me at seven please")
    assert name == "a"
    assert likeness == 3 / 4


def test_a_leak_is_eight_words_in_a_row_and_the_words_are_named() -> None:
    held_out = ["please put the red lantern on the second shelf before noon"]
    near = "now put the red lantern on the second shelf at once"
    far = "put the red lantern on a shelf, the second"
    assert leaks([("near", near), ("far", far)], held_out) == {"near": "put the red lantern on the second shelf"}


def test_short_held_out_texts_leak_into_nothing() -> None:
    assert leaks([("a", "call anna")], ["call anna"]) == {}
