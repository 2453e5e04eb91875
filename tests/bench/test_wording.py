"""Wording: grammars expand, slots are filled, and what surrounds a request never changes what it says."""

import random

import pytest

from bench.wording import CLOSERS, OPENERS, Wording, compose, expand, fill
from harness.errors import UserError


def said(*bodies: str, held: bool = False, count: int = 400, **slots: str) -> set[str]:
    rng = random.Random(7)
    return {compose(bodies, slots, rng, language="en", held=held, bare=False) for _ in range(count)}


def test_every_branch_of_a_bracket_comes_up_and_brackets_nest() -> None:
    rng = random.Random(1)
    found = {expand("[a|b[1|2]|]x", rng) for _ in range(200)}
    assert found == {"ax", "b1x", "b2x", "x"}


@pytest.mark.parametrize("pattern", ["[a|b", "a]"])
def test_a_bracket_without_its_partner_is_refused(pattern: str) -> None:
    with pytest.raises(UserError, match="bracket"):
        expand(pattern, random.Random(1))


def test_a_slot_without_a_value_is_named() -> None:
    with pytest.raises(UserError, match="time"):
        fill("at {time}", {"title": "x"})


def test_only_commands_follow_could_you() -> None:
    commands, statements = said("!wake me"), said("my alarm is wrong")
    assert any(text.startswith("Could you wake me") for text in commands)
    assert all(text.endswith("?") for text in commands if text.startswith(("Could you", "Can you", "Would you")))
    assert not any("you my" in text or text.startswith("Please") for text in statements)


def test_a_command_of_two_sentences_becomes_no_question() -> None:
    assert not any(text.endswith("?") for text in said('!send {n} "{text}". Leave the rest', n="Ada", text="hi"))


def test_nothing_is_appended_to_words_that_are_quoted_to_the_end() -> None:
    assert all(text.endswith("see you at noon") for text in said("!tell {n}: {text}", n="Ada", text="see you at noon"))


def test_names_keep_their_case_and_sentences_begin_with_a_capital() -> None:
    texts = said("{file} should be printed", file="plan_12.pdf")
    assert all("plan_12.pdf" in text for text in texts)
    assert all(text[0].isupper() for text in said("{on} I need an alarm", on="tomorrow"))


def test_please_is_said_once() -> None:
    assert not any(text.casefold().count("please") > 1 for text in said("{x}, please do it", x="now"))


def test_held_out_surroundings_are_not_those_of_training() -> None:
    for surroundings in (OPENERS, CLOSERS):
        for language in ("en", "zh"):
            seen, held = set(surroundings[language, False]), set(surroundings[language, True])
            assert seen & held <= {""}


def test_a_language_without_phrasings_is_an_error() -> None:
    with pytest.raises(UserError, match="held-out phrasing in 'zh'"):
        Wording(train=("a",), held=("b",)).bodies("zh", held=True)
