"""What a model writes, read while it writes: in pieces of any size it comes to the same."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.models.parse import parse
from harness.models.render import call_text
from harness.serving.answers import Delta
from harness.serving.reader import Reader

CALL = call_text("find", {"what": "a <b>"})
OTHER = call_text("see", {})


def pieces(text: str, step: int, reader: Reader) -> list[Delta]:
    said: list[Delta] = []
    for end in range(0, len(text), step):
        said += reader.read(text[:end])
    return said + reader.read(text, complete=True)


def read(text: str, step: int = 1, **settings: object) -> tuple[str, str, list[str]]:
    """Thoughts, words and calls of a text that comes so many letters at a time."""
    said = pieces(text, step, Reader(**settings))  # type: ignore[arg-type]
    calls = [f"{delta.call.name} {json.dumps(delta.call.arguments)}" for delta in said if delta.call]
    return "".join(delta.reasoning for delta in said), "".join(delta.content for delta in said), calls


@pytest.mark.parametrize("step", [1, 3, 1000])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello there.", ("", "Hello there.", [])),
        ("<think>\nWhich one?\n\nThe\nlast.\n</think>\n\n[ask] Which?", ("Which one?\n\nThe\nlast.", "[ask] Which?", [])),
        (f"<think>\nSo.\n</think>\n\n{CALL}", ("So.", "", ['find {"what": "a <b>"}'])),
        (f"{CALL}\n{OTHER}\n", ("", "", ['find {"what": "a <b>"}', "see {}"])),
        (f"I look.\n{CALL}", ("", "I look.", ['find {"what": "a <b>"}'])),
        ("<think>\nnever ending", ("never ending", "", [])),
        ("a < b <tool", ("", "a < b <tool", [])),
        ("<tool_call>\n{broken\n</tool_call>", ("", "<tool_call>\n{broken\n</tool_call>", [])),
        ('<tool_call>\n{"name": "find"', ("", '<tool_call>\n{"name": "find"', [])),
        ("  \n ", ("", "", [])),
        ("", ("", "", [])),
        ("one\n\n two \n", ("", "one\n\n two", [])),
    ],
)
def test_thoughts_words_and_calls_are_told_apart(text: str, expected: tuple[str, str, list[str]], step: int) -> None:
    assert read(text, step) == expected


def test_words_are_passed_on_before_the_end_but_no_more_than_is_certain() -> None:
    reader = Reader()
    assert reader.read("One <tool_") == [Delta(content="One")]
    assert reader.read("One <tool_box") == [Delta(content=" <tool_box")]
    assert reader.read("One <tool_box ") == []


def test_a_call_is_passed_on_when_it_is_whole() -> None:
    reader = Reader()
    assert reader.read(CALL[:-1]) == []
    (delta,) = reader.read(CALL)
    assert delta.call is not None and delta.call.arguments == {"what": "a <b>"}


def test_a_stop_text_ends_the_words_and_is_not_said() -> None:
    reader = Reader(stops=("STOP", "\n\n"))
    said = pieces("one ST\n\ntwo STOP", 1, reader)
    assert "".join(delta.content for delta in said) == "one ST" and reader.ended


def test_thoughts_are_not_stopped() -> None:
    assert read("<think>\nSTOP it\n</think>\n\nfine STOP no", stops=("STOP",)) == ("STOP it", "fine", [])


def test_without_tools_a_call_is_words() -> None:
    assert read(CALL, tools=False) == ("", CALL, [])


def test_no_more_calls_are_taken_than_are_wanted() -> None:
    reader = Reader(most=1)
    said = pieces(f"{CALL}\n{OTHER}", 1, reader)
    assert [delta.call.name for delta in said if delta.call] == ["find"] and reader.ended


MARKS = ["<think>", "</think>", "<tool_call>", "</tool_call>", '{"name": "x", "arguments": {}}', "a", " ", "\n", "<"]


@given(st.lists(st.sampled_from(MARKS), max_size=12).map("".join))
def test_any_text_comes_to_the_same_in_any_pieces(text: str) -> None:
    assert read(text, 1) == read(text, 4) == read(text, 10_000)


@given(st.lists(st.sampled_from(MARKS), max_size=12).map("".join))
def test_a_well_formed_turn_is_read_as_the_harness_reads_it(text: str) -> None:
    action = parse(text)
    if action.calls:
        assert read(text)[2] == [f"{call.name} {json.dumps(call.arguments)}" for call in action.calls]
    if action.message is not None:
        assert read(text) == (action.thought, text.strip() if not action.thought else action.message.text, [])
