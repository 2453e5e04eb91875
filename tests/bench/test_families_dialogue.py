"""Families of dialogues about memory: what an earlier or a later turn says decides, and who ignores it fails."""

import re

import pytest

from bench.families import load_families
from bench.scenario import FAMILIES, Family, build
from harness.catalogue import full_catalogue
from harness.contract import Action, Holdout, MessageKind, StateCheck, Task, Witness
from harness.environments.phone.lint import lint
from harness.environments.phone.replay import play

load_families()
MINE = [item for item in FAMILIES.values() if item.make.__module__ == "bench.families.memory_dialogue"]
NUMBERS = 12
each_family = pytest.mark.parametrize("family", MINE, ids=lambda item: item.name)


def _tasks(family: Family) -> list[tuple[Task, Witness]]:
    return [build(family, number, full_catalogue(), split=family.split, holdout=Holdout.FAMILY) for number in range(NUMBERS)]


def _passes(task: Task, *actions: Action) -> bool:
    return play(task, actions, full_catalogue()).verify().success


def _named(name: str) -> list[tuple[Task, Witness]]:
    return _tasks(FAMILIES[name])


def _with(action: Action, **arguments: str) -> Action:
    """The action with other arguments in its last call."""
    *rest, last = action.calls
    changed = last.model_copy(update={"arguments": {**last.arguments, **arguments}})
    return action.model_copy(update={"calls": (*rest, changed)})


def _added_instead(action: Action) -> Action:
    """The action with every update of a record turned into a new record of the same text."""
    calls = [
        call.model_copy(update={"name": "add_user_memory", "arguments": {"text": call.arguments["text"]}})
        if call.name == "update_user_memory"
        else call
        for call in action.calls
    ]
    return action.model_copy(update={"calls": tuple(calls)})


@each_family
def test_every_task_is_a_dialogue_in_both_languages(family: Family) -> None:
    tasks = [task for task, _ in _tasks(family)]
    assert all(task.history or task.followups for task in tasks)
    assert {task.language.value for task in tasks} == {"en", "zh"}
    assert len({(task.request, *(reply.text for reply in task.followups)) for task in tasks}) >= NUMBERS - 2


@each_family
def test_the_lint_finds_nothing(family: Family) -> None:
    for task, witness in _tasks(family)[:6]:
        assert lint(task, witness, full_catalogue()).problems == (), task.id


@each_family
def test_stopping_after_the_first_answer_fails(family: Family) -> None:
    for task, witness in _tasks(family):
        ends = [turn for turn, action in enumerate(witness.turns) if action.message is not None]
        assert _passes(task, *witness.turns)
        if len(ends) > 1:
            assert not _passes(task, *witness.turns[: ends[0] + 1]), task.id


def test_the_record_is_not_used_where_an_exception_was_said() -> None:
    for task, witness in _named("memory_only_this_once"):
        title = str(witness.turns[0].calls[0].arguments["title"])
        (record,) = [record.text for record in task.initial.memory if title in record.text]
        (usual,) = re.findall(r"\d\d:\d\d", record)
        assert not _passes(task, _with(witness.turns[0], time=usual), *witness.turns[1:]), task.id


@pytest.mark.parametrize("name", ["memory_hour_kept_for_later", "memory_usual_hour_given_up"])
def test_a_second_record_beside_the_old_one_is_no_correction(name: str) -> None:
    for task, witness in _named(name):
        turns = [_added_instead(turn) for turn in witness.turns]
        assert turns != list(witness.turns)
        assert not _passes(task, *turns), task.id


def test_changing_one_of_two_records_without_asking_fails() -> None:
    for task, witness in _named("memory_which_of_the_two"):
        unasked = [turn for turn in witness.turns if turn.message is None or turn.message.kind is not MessageKind.CLARIFY]
        assert len(unasked) == len(witness.turns) - 1
        assert not _passes(task, *unasked), task.id


def test_the_other_of_two_saved_facts_is_not_the_one_to_correct() -> None:
    for task, witness in _named("memory_one_of_both_saved"):
        saved = {str(result["memoryId"]) for turn in task.history for result in turn.results if isinstance(result, dict)}
        (other,) = saved - {witness.turns[0].calls[0].arguments["memoryId"]}
        assert not _passes(task, _with(witness.turns[0], memoryId=other), *witness.turns[1:]), task.id


def test_a_record_that_names_both_places_remembers_neither() -> None:
    for task, witness in _named("memory_one_place_of_two"):
        assert isinstance(task.completion.check, StateCheck)
        (wanted,) = [change.after for change in task.completion.check.changes if change.field == "text"]
        text = str(witness.turns[1].calls[0].arguments["text"])
        hedged = _with(witness.turns[1], text=f"{text} {wanted.without[0]}.")
        assert not _passes(task, witness.turns[0], hedged, *witness.turns[2:]), task.id
