"""Reading a local model's text: whatever it writes becomes an action."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.contract import Action, Call, MessageKind
from harness.models.parse import parse
from harness.models.render import call_text, model_text

PIECES = [
    "<think>",
    "</think>",
    "<tool_call>",
    "</tool_call>",
    "\n",
    '{"name": "a", "arguments": {}}',
    '{"name": ',
    "[ask]",
    "[refuse] x",
    "Done.",
    "NaN",
    "\ud800",
    "<|im_end|>",
]


def test_a_thought_and_two_calls_are_read() -> None:
    action = parse(f"<think>\nBoth.\n</think>\n\n{call_text('a', {'x': 1})}\n{call_text('b', {})}<|im_end|>")
    assert action.thought == "Both."
    assert action.calls == (Call(id="c0", name="a", arguments={"x": 1}), Call(id="c1", name="b", arguments={}))


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("Done.", MessageKind.FINISH, "Done."),
        ("[ask] When?", MessageKind.CLARIFY, "When?"),
        ("[Refuse] No.", MessageKind.REFUSE, "No."),
    ],
)
def test_the_tag_decides_what_a_message_means(text: str, kind: MessageKind, words: str) -> None:
    action = parse(text)
    assert action.message is not None
    assert (action.message.kind, action.message.text) == (kind, words)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("<think>\nhm\n</think>", "thought only"),
        ("<think>\nhm", "not closed with </think>"),
        ("<tool_call>\n{", "not closed with </tool_call>"),
        ('<tool_call>\n{"name": \n</tool_call>', "not valid JSON"),
        ("<tool_call>\n[]\n</tool_call>", "must read"),
        ('<tool_call>\n{"name": "a", "arguments": []}\n</tool_call>', "must read"),
        ('<tool_call>\n{"name": "", "arguments": {}}\n</tool_call>', "no name"),
        ('<tool_call>\n{"name": "a", "arguments": {"x": NaN}}\n</tool_call>', "no JSON value"),
        ('<tool_call>\n{"name": "a", "name": "b"}\n</tool_call>', "twice"),
        (call_text("a", {}) + " and more", "text stands after"),
        ("[ask]", "nothing stands after"),
        ("Done.</think>", "where a message was expected"),
        ("<tool_call>\n" + "[" * 100_000 + "\n</tool_call>", "nested too deeply"),
    ],
)
def test_unreadable_output_says_what_is_wrong(text: str, reason: str) -> None:
    assert reason in (parse(text).malformed or "")


def test_output_that_was_cut_off_is_malformed_whatever_it_holds() -> None:
    assert "cut off" in (parse("word " * 10_000, cut_off=True).malformed or "")


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=12).map("".join)), st.booleans())
def test_no_text_raises_and_every_action_can_be_recorded(text: str, cut_off: bool) -> None:
    action = parse(text, cut_off=cut_off)
    assert Action.from_json(action.to_json()) == action


NAMES = st.text(st.characters(categories=["L", "N"]), min_size=1)
VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.none(), st.text(st.characters(exclude_categories=["Cs"]))),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(NAMES, st.dictionaries(NAMES, VALUES, max_size=4)), min_size=1, max_size=3))
def test_what_rendering_writes_parsing_reads(calls: list[tuple[str, dict[str, Any]]]) -> None:
    if "</tool_call>" in json.dumps(calls):
        return
    message = {"reasoning_content": "t", "tool_calls": [{"name": name, "arguments": arguments} for name, arguments in calls]}
    assert [(call.name, call.arguments) for call in parse(model_text(message)).calls] == calls


def test_arguments_nested_deeper_than_records_can_hold_are_malformed() -> None:
    text = '<tool_call>{"name": "set_alarm", "arguments": {"time": ' + "[" * 500 + "]" * 500 + "}}</tool_call>"
    assert "nested too deeply" in (parse(text).malformed or "")
