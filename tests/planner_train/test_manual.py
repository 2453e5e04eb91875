"""Exercises with the manual: right calls of the phone's own tools, and nothing that any task asks for."""

import random

from bench.families import load_families
from bench.scenario import FAMILIES, build
from harness.catalogue import full_catalogue
from harness.contract import Holdout, Split
from harness.models.render import render_text
from planner_train.embedded.manual import manual_exercise

CATALOGUE = full_catalogue()
EXERCISES = [manual_exercise(random.Random(f"test/{number}"), 8) for number in range(1500)]


def test_each_calls_one_shown_tool_with_arguments_of_it_in_the_order_of_its_signature() -> None:
    called = set()
    for system, user, turn in EXERCISES:
        (call,) = turn["tool_calls"]
        tool = CATALOGUE[call["name"]]
        called.add(tool.name)
        assert tool.signature in str(system["content"]).split("\n")
        assert tool.name in user["content"] or tool.summary in user["content"]
        order = list(tool.parameters["properties"])
        assert list(call["arguments"]) == sorted(call["arguments"], key=order.index)
        assert set(tool.parameters["required"]) <= set(call["arguments"])
    assert len(called) > 200


def test_no_exercise_holds_a_request_of_a_task() -> None:
    load_families()
    holdouts = {Split.TRAIN: Holdout.NONE}
    requests = [
        build(item, number, CATALOGUE, split=item.split, holdout=holdouts.get(item.split, Holdout.FAMILY))[
            0
        ].request.casefold()
        for item in FAMILIES.values()
        for number in range(2)
    ]
    runs = {run for text in requests for run in _runs(text)}
    for _, user, _ in EXERCISES:
        assert not _runs(str(user["content"]).casefold()) & runs, user


def _runs(text: str, size: int = 6) -> set[tuple[str, ...]]:
    words = text.split()
    return {tuple(words[start : start + size]) for start in range(len(words) - size + 1)}


def test_equal_seeds_give_equal_text() -> None:
    assert render_text(manual_exercise(random.Random("test/7"), 8)) == render_text(EXERCISES[7])
