"""Families that need memory, skills or sub-agents: each of their tasks is solvable, and only by doing the work."""

from collections import Counter

import pytest

from bench.families import load_families
from bench.scenario import FAMILIES, Family, build
from harness.catalogue import full_catalogue
from harness.contract import Action, Capability, Holdout, Message, MessageKind, Split, Task, Verification, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.lint import lint
from harness.environments.phone.mutation import mutate

load_families()
MINE = [item for item in FAMILIES.values() if item.capability is not Capability.TOOL_USE]
OWN_WORDS = ("reason", "instruction", "text", "trigger")
"""Arguments that a planner puts into words of its own; their content is judged, not their origin."""
DONE = Action(message=Message(kind=MessageKind.FINISH, text="Done."))
each_family = pytest.mark.parametrize("family", MINE, ids=lambda item: item.name)


def _places(family: Family) -> list[tuple[Split, Holdout]]:
    if family.split is not Split.TRAIN:
        return [(family.split, Holdout.FAMILY)]
    return [
        (Split.TRAIN, Holdout.NONE),
        (Split.DEV, Holdout.ENTITIES),
        (Split.GATE, Holdout.ENTITIES),
        (Split.TEST, Holdout.ENTITIES),
        (Split.TEST, Holdout.PHRASINGS),
    ]


def _tasks(family: Family, numbers: int) -> list[tuple[Task, Witness]]:
    return [
        build(family, number, full_catalogue(), split=split, holdout=holdout)
        for split, holdout in _places(family)
        for number in range(numbers)
    ]


def _judge(task: Task, turns: tuple[Action, ...]) -> Verification:
    environment = PhoneEnvironment(full_catalogue())
    environment.reset(task)
    for turn in turns:
        environment.step(turn)
    return environment.verify()


@each_family
def test_witness_passes_and_saying_done_does_not(family: Family) -> None:
    for task, witness in _tasks(family, 30):
        verdict = _judge(task, witness.turns)
        assert verdict.success, (task.id, [item for item in (*verdict.checks, *verdict.gates) if not item.passed])
        assert not _judge(task, (DONE,)).success, task.id


@each_family
def test_without_its_memory_search_or_its_skill_a_task_is_not_solved(family: Family) -> None:
    for task, witness in _tasks(family, 2):
        gates = task.completion.gates
        hidden = {"search_user_memory"} if gates.memory else {f"skill__{name}" for name in gates.skills}
        if not hidden:
            continue
        turns = tuple(
            turn.model_copy(update={"calls": tuple(call for call in turn.calls if call.name not in hidden)})
            for turn in witness.turns
        )
        assert not _judge(task, turns).success, task.id


@each_family
def test_lint_and_near_misses(family: Family) -> None:
    for task, witness in _tasks(family, 1):
        problems = lint(task, witness, full_catalogue()).problems
        left = [item for item in problems if item.code != "provenance" or _argument(item.detail) not in OWN_WORDS]
        assert left == [], task.id
        assert [mutant.detail for mutant in mutate(task, witness, full_catalogue()).survivors] == [], task.id


def _argument(detail: str) -> str:
    return detail.split(":")[0].rsplit(".", 1)[-1]


@each_family
def test_runs_are_short(family: Family) -> None:
    for task, witness in _tasks(family, 3):
        calls = [call for turn in witness.turns for call in turn.calls]
        assert len(calls) <= 6 and len(witness.turns) <= 6 and len(task.request) <= 220, task.id
        assert all(len(turn.thought.split()) <= 14 for turn in witness.turns), task.id


def test_every_capability_has_families_of_every_use_and_some_in_chinese() -> None:
    for capability in (Capability.MEMORY, Capability.SKILLS, Capability.SUB_AGENT):
        families = [item for item in MINE if item.capability is capability]
        assert {item.split for item in families} == set(Split)
        assert Counter(item.split for item in families)[Split.TRAIN] >= 0.45 * len(families)
        assert any("zh" in item.languages for item in families)


def test_skills_are_run_under_both_routings() -> None:
    tasks = [task for family in MINE if family.capability is Capability.SKILLS for task, _ in _tasks(family, 4)]
    assert {task.resources.routing for task in tasks} == {"mixed", "skill_only"}
