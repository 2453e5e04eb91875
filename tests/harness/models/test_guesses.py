"""Guesses: what is looked up, and that they change how many passes a text takes and nothing that it says."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.models.guesses import LENGTHS, Guesses
from harness.models.guide import Guides
from harness.models.local import Generation, LocalModel
from harness.models.local_policy import embedded_base
from harness.models.render import render

TOKENS = st.lists(st.integers(0, 70_000), max_size=40)
TOOL = {
    "type": "function",
    "function": {
        "name": "set_alarm",
        "parameters": {"type": "object", "properties": {"time": {"type": "string"}}, "required": ["time"]},
    },
}
BASE = LocalModel.load(embedded_base())


def model(guesses: int) -> LocalModel:
    return LocalModel(BASE.model, BASE.tokenizer, guesses=guesses)


def prompt(text: str) -> list[int]:
    return render([{"role": "user", "content": text}], BASE.tokenizer, generate=True).ids


def test_a_text_that_repeats_itself_is_guessed_from_itself() -> None:
    assert Guesses(3).after([7, 8, 9, 5, 7, 8], 10) == [9, 5, 7]
    assert Guesses(9).after([7, 8, 9, 5, 7, 8], 2) == [9, 5]
    assert Guesses(3).after([1, 2, 3], 10) == []


def test_the_longest_context_that_is_known_decides() -> None:
    assert Guesses(1).after([1, 2, 3, 9, 4, 3, 8, 1, 2, 3], 1) == [9]  # after [2, 3], and not after the later [3]


def test_what_was_written_elsewhere_is_guessed_where_the_text_itself_says_nothing() -> None:
    guesses = Guesses(4)
    guesses.learn([1, 2], [3, 4, 5])
    assert guesses.after([1, 2], 9) == [3, 4, 5]
    guesses.learn([1, 2], [6])
    assert guesses.after([1, 2], 9)[0] == 6
    assert guesses.after([3], 9) == [4, 5]


@given(TOKENS, TOKENS, st.integers(0, 8), st.integers(0, 8))
def test_guesses_are_as_many_as_asked_for_at_most_and_tokens_that_were_seen(
    told: list[int], text: list[int], own: int, asked: int
) -> None:
    guesses = Guesses(own)
    guesses.learn([], told)
    found = guesses.after(text, asked)
    assert len(found) <= min(own, asked) and {*found} <= {*told, *text}


@given(TOKENS, st.sampled_from(LENGTHS))
def test_a_token_that_follows_is_never_read_across_the_bytes_of_two(text: list[int], length: int) -> None:
    for token in Guesses(1).after(text, 1):
        places = [place for place, other in enumerate(text) if other == token and place > 0]
        assert any(text[place - 1] == text[-1] for place in places)


def generated(guesses: int, **settings: Any) -> tuple[list[Generation], int]:
    """What a batch comes to, and in how many passes."""
    made, passes = model(guesses), 0
    forward = made.model.forward

    def counted(*given: Any, **fields: Any) -> Any:
        nonlocal passes
        passes += 1
        return forward(*given, **fields)

    prompts = [prompt(f"Repeat: {'copper harbor ' * number}end {number}") for number in range(1, 6)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(made.model, "forward", counted)
        return made.generate(prompts, max_tokens=[40, 7, 40, 1, 0], seeds=[*range(5)], **settings), passes


@pytest.mark.parametrize("settings", [{}, {"temperature": 0.7}, {"temperature": 4.0}])
def test_a_text_is_the_same_in_fewer_passes(settings: dict[str, Any]) -> None:
    (plain, alone), (guessed, together) = generated(0, **settings), generated(5, **settings)
    assert [item.ids for item in guessed] == [item.ids for item in plain]
    for one, other in zip(guessed, plain, strict=True):
        assert one.logprobs == pytest.approx(other.logprobs, abs=1e-4) and one.stopped == other.stopped
    assert together < alone or settings == {"temperature": 4.0}


def test_a_guided_text_keeps_to_its_grammar_and_is_the_same() -> None:
    guides = Guides(BASE.tokenizer, BASE.stop)
    texts = []
    for guesses in (0, 5):
        made = model(guesses)
        for _ in range(2):  # the second time it was all written before
            begun = made.begin(prompt("Wake me at 7:30"), max_tokens=60, guide=guides.of([TOOL], must_call=True))
            while not begun.done:
                made.write([begun])
            texts.append(begun.result().ids)
    assert texts[0] == texts[1] == texts[2] == texts[3] and '"set_alarm"' in BASE.tokenizer.decode(texts[0])


def test_a_conversation_goes_on_from_what_held_and_not_from_what_was_guessed() -> None:
    turns: dict[int, list[list[int]]] = {}
    for guesses in (0, 5):
        made, said = model(guesses), prompt("Repeat: copper harbor copper harbor copper harbor")
        for _ in range(3):
            answer = made.generate([said], max_tokens=24, names=["talk"])[0].ids
            turns.setdefault(guesses, []).append(answer)
            said = [*said, *answer, *prompt("Again: copper harbor copper harbor")]
    assert turns[0] == turns[5]
