"""The varied episodes are varied: what they are there to show occurs in them."""

from harness.catalogue import full_catalogue
from harness.contract import Behaviour, Capability, Language
from harness.environments.phone.environment import PhoneEnvironment
from harness.instructions import load
from harness.rollout import Start, rollout
from tests.varied import policies, varied_tasks


def test_the_tasks_differ_in_what_they_ask_of_the_harness() -> None:
    tasks = [task for task, _ in varied_tasks()]
    assert len({task.id for task in tasks}) == len(tasks) >= 20
    assert {task.capability for task in tasks} == set(Capability)
    assert {task.behaviour for task in tasks} == set(Behaviour)
    assert {task.language for task in tasks} == set(Language)
    assert len({item.kind for task in tasks for item in task.initial.friction}) >= 6
    assert any(task.history for task in tasks) and any(task.followups for task in tasks)
    assert any(task.initial.memory for task in tasks)
    assert {task.resources.routing for task in tasks} == {"mixed", "skill_only"}


def test_the_policies_differ_in_what_they_do_to_it() -> None:
    starts = [Start(task) for task, _ in varied_tasks()]
    ends: dict[str, set[str]] = {}
    malformed, codes = 0, set()
    catalogue, tools = full_catalogue(), 0
    for name, policy in policies().items():
        for run in rollout(starts, policy, environment=lambda: PhoneEnvironment(catalogue), eta=load()):
            ends.setdefault(name, set()).add(run.end)
            malformed += sum(turn.action.malformed is not None for turn in run.turns)
            tools += sum(len(turn.exposed) for turn in run.turns)
            codes |= {answer.error.code for turn in run.turns for answer in turn.feedback if answer.error is not None}
    assert "finish" in ends["witness"]
    assert ends["garbage"] >= {"budget", "finish", "infrastructure"}
    assert malformed > 10 and tools > 20
    assert codes >= {"UNKNOWN_TOOL", "INVALID_ARGUMENT", "MISSING_ARGUMENT", "TOO_MANY_CALLS", "NOT_FOUND"}
