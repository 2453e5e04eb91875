"""The synthetic text is repeatable, well-formed, and holds nothing of the tasks that measure."""

import json
import random

import pytest

from bench.wording import CLOSERS, OPENERS
from harness.catalogue import full_catalogue
from harness.models.render import model_text, render_text
from planner_train.embedded import episodes, values

DIALOGUES = [episodes.dialogue(random.Random(f"test/{number}"), 8) for number in range(600)]


def test_no_tool_of_the_phone_appears() -> None:
    real = set(full_catalogue())
    for messages in DIALOGUES:
        lines = "\n".join(str(m["content"]) for m in messages if m["role"] in ("system", "user", "tool"))
        assert not {line.split("(")[0] for line in lines.split("\n") if "(" in line} & real
        assert not {call["name"] for m in messages for call in m.get("tool_calls", ())} & real


@pytest.mark.parametrize("language", ["en", "zh"])
def test_requests_use_no_opener_or_closer_of_the_held_out_splits(language: str) -> None:
    openers = tuple(text for text in OPENERS[(language, True)] if text)
    closers = tuple(text for text in CLOSERS[(language, True)] if text)
    for messages in DIALOGUES:
        for message in messages:
            if message["role"] == "user":
                assert not message["content"].startswith(openers), message["content"]
                assert not message["content"].endswith(closers), message["content"]


def test_equal_seeds_give_equal_text() -> None:
    again = episodes.dialogue(random.Random("test/7"), 8)
    assert render_text(again) == render_text(DIALOGUES[7])


def test_every_call_names_a_tool_that_was_shown_before_and_arguments_of_it() -> None:
    for messages in DIALOGUES:
        shown = ""
        for message in messages:
            for call in message.get("tool_calls", ()):
                line = next((line for line in shown.split("\n") if f"{call['name']}(" in line), None)
                assert line is not None, (call, shown)
                assert all(name in line for name in call["arguments"])
            shown += "\n" + str(message["content"])


def test_every_result_is_json_and_every_dialogue_ends_with_a_message() -> None:
    for messages in DIALOGUES:
        for message in messages:
            if message["role"] == "tool":
                json.loads(message["content"])
        assert messages[-1]["role"] == "assistant" and not messages[-1].get("tool_calls")
        assert model_text(messages[-1])


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (90, {"an hour and a half", "90 minutes", "90 min", "90 mins", "1 h 30 min"}),
        (30, {"half an hour", "thirty minutes", "30 minutes", "30 min", "30 mins"}),
    ],
)
def test_durations_are_said_as_people_say_them(minutes: int, said: set[str]) -> None:
    assert {values.say_duration(random.Random(n), minutes) for n in range(200)} <= said
