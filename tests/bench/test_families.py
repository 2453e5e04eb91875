"""Scenario families for tool use: every one builds everywhere it may be asked to, and every task is sound."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from bench.draw import Draw
from bench.families import load_families
from bench.rows import Rows
from bench.scenario import FAMILIES, Draft, Family, FamilyError, Play, UnsuitableError, build
from bench.wording import Wording
from harness.contract import Action, Capability, FollowUp, Holdout, Message, MessageKind, Split, StateCheck, Task, Witness
from harness.environments.phone.domains import phone_tools
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.friction import parse
from harness.environments.phone.lint import lint
from harness.environments.phone.mutation import mutate
from harness.errors import UserError

load_families()
CATALOGUE = phone_tools()
MINE = {name: item for name, item in FAMILIES.items() if item.capability is Capability.TOOL_USE}
SLICES = {
    Split.TRAIN: (
        (Split.TRAIN, Holdout.NONE), (Split.TEST, Holdout.ENTITIES), (Split.TEST, Holdout.PHRASINGS),
        (Split.DEV, Holdout.ENTITIES),
    ),
    Split.DEV: ((Split.DEV, Holdout.FAMILY),),
    Split.GATE: ((Split.GATE, Holdout.FAMILY),),
    Split.TEST: ((Split.TEST, Holdout.FAMILY),),
}  # fmt: skip


@cache
def made(name: str, number: int, split: Split, holdout: Holdout) -> tuple[Task, Witness]:
    return build(MINE[name], number, CATALOGUE, split=split, holdout=holdout)


def tasks(item: Family, count: int) -> Iterator[tuple[Task, Witness]]:
    for split, holdout in SLICES[item.split]:
        for number in range(count):
            yield made(item.name, number, split, holdout)


def some(item: Family, count: int) -> list[Task]:
    """Tasks of the family's first slice only."""
    split, holdout = SLICES[item.split][0]
    return [made(item.name, number, split, holdout)[0] for number in range(count)]


def passes(task: Task, *actions: Action) -> bool:
    environment = PhoneEnvironment(CATALOGUE)
    environment.reset(task)
    for action in actions:
        environment.step(action)
    return environment.verify().success


def bare(kind: MessageKind) -> Action:
    return Action(message=Message(kind=kind, text="Done, but which one do you mean?"))


@pytest.mark.parametrize("name", sorted(MINE))
def test_the_witness_passes_and_lazy_plans_fail(name: str) -> None:
    for task, witness in tasks(MINE[name], 3):
        assert passes(task, *witness.turns), task.id
        assert not any(passes(task, bare(kind)) for kind in MessageKind), task.id


@pytest.mark.parametrize("name", sorted(MINE))
def test_the_lint_finds_nothing(name: str) -> None:
    for task, witness in tasks(MINE[name], 1):
        assert lint(task, witness, CATALOGUE).problems == (), task.id


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(MINE))
def test_thirty_tasks_of_every_slice_are_sound_and_near_misses_are_rejected(name: str) -> None:
    for number, (task, witness) in enumerate(tasks(MINE[name], 30)):
        assert passes(task, *witness.turns), task.id
        if number % 6 == 0:
            assert lint(task, witness, CATALOGUE).problems == (), task.id
            assert mutate(task, witness, CATALOGUE).survivors == (), task.id


def test_there_are_enough_families_and_their_splits_are_in_proportion() -> None:
    count = Counter(item.split for item in MINE.values())
    total = sum(count.values())
    assert total >= 34
    assert 0.5 <= count[Split.TRAIN] / total <= 0.7
    assert count[Split.TEST] >= 0.15 * total
    assert min(count[Split.DEV], count[Split.GATE]) >= 4


def test_every_domain_and_behaviour_is_trained_and_tested() -> None:
    domains = {
        "Time Management", "Network & Connectivity", "Display & Sound", "Calls & Communication",
        "Devices & Cross-device", "Utilities & Productivity", "Apps & Storage", "System Settings", "Security & Privacy",
        "Travel & Lifestyle", "AI Assistant",
    }  # fmt: skip
    behaviours = {"grounding", "conditional", "reference", "revision", "boundary"}
    for split in (Split.TRAIN, Split.TEST):
        chosen = [item for item in MINE.values() if item.split is split]
        assert {domain for item in chosen for domain in item.domains} >= domains
        assert {item.behaviour.value for item in chosen} == behaviours


def test_every_kind_of_friction_occurs_and_unsolvable_ones_have_a_solvable_twin() -> None:
    kinds: Counter[str] = Counter()
    for item in MINE.values():
        found = [[parse(friction) for friction in task.initial.friction] for task in some(item, 14)]
        kinds.update(one.kind for obstacles in found for one in obstacles)
        unsolvable = [any(one.kind == "unsolvable" for one in obstacles) for obstacles in found]
        assert not all(unsolvable), item.name
    assert kinds.keys() >= {
        "runtime_error", "broken_tool", "dropped_write", "state_mutation", "missing_tool", "database_conflict",
        "missing_parameter", "permission_block", "ambiguous_entity", "obfuscated_reference", "contradictory_request",
        "extraneous_tools", "unsolvable",
    }  # fmt: skip


def test_no_request_names_a_tool() -> None:
    for item in MINE.values():
        for task, _ in tasks(item, 2):
            assert not set(re.findall(r"\w+", task.request)) & set(CATALOGUE), task.request


@pytest.mark.parametrize("name", sorted(MINE))
def test_requests_of_a_family_vary(name: str) -> None:
    assert len({task.request for task in some(MINE[name], 14)}) >= 8


def test_the_same_number_gives_the_same_task_and_witness() -> None:
    item = MINE["rescheduled_event"]
    assert build(item, 3, CATALOGUE) == build(item, 3, CATALOGUE)
    assert build(item, 3, CATALOGUE)[0].digest() != build(item, 3, CATALOGUE, seed=1)[0].digest()


def test_chinese_tasks_are_chinese_on_a_chinese_phone() -> None:
    task, _ = build(MINE["calendar_entry"], 0, CATALOGUE, language="zh")
    assert task.initial.profile == "liwei"
    assert re.search(r"[\u4e00-\u9fff]", task.request)


# -- the machinery that builds them

ALARM = Wording(train=("![set|make] an alarm at {time}",), held=("{time} alarm",))


def _family(draft: Draft | UnsuitableError) -> Family:
    def make(draw: Draw) -> Draft:
        if isinstance(draft, UnsuitableError):
            raise draft
        return draft

    return Family("sample", Split.TRAIN, Capability.TOOL_USE, next(iter(MINE.values())).behaviour, ("x",), 1, ("en",), make)


def _alarm(play: Play) -> None:
    play.call("manage_alarm", action="create", time="06:41", title="rowing")
    play.finish("It rings at 06:41.")


def test_what_must_come_out_is_read_off_the_play() -> None:
    task, _ = build(_family(Draft("alarm", _alarm)), 0, CATALOGUE)
    check = task.completion.check
    assert isinstance(check, StateCheck)
    assert {change.field: change.after.value for change in check.changes} == {
        "time": "06:41", "title": "rowing", "days": [], "enabled": True,
    }  # fmt: skip


def test_a_family_that_finds_nothing_suitable_says_so() -> None:
    with pytest.raises(UserError, match="no free hour"):
        build(_family(UnsuitableError("no free hour")), 0, CATALOGUE)


def test_a_request_that_is_fulfilled_already_is_drawn_again() -> None:
    def nothing(play: Play) -> None:
        play.finish("Done.")

    with pytest.raises(UserError, match="already"):
        build(_family(Draft("nothing", nothing)), 0, CATALOGUE)


def test_nothing_falls_due_while_a_task_is_under_way() -> None:
    def soon(draw: Draw) -> Draft:
        rows = Rows(draw)
        rows.timer("eggs", 300, 60)
        return Draft("alarm", _alarm, patches=rows.patches)

    with pytest.raises(UserError, match="falls due"):
        build(replace(_family(Draft("", _alarm)), make=soon), 0, CATALOGUE)


def test_a_witness_call_that_fails_unexpectedly_stops_the_build() -> None:
    def wrong(play: Play) -> None:
        play.call("manage_alarm", action="delete", alarmId="al_none")

    with pytest.raises(UserError, match="witness call manage_alarm failed"):
        build(_family(Draft("x", wrong)), 0, CATALOGUE)


@pytest.mark.parametrize("where", ["draft", "witness"])
def test_a_fault_in_a_familys_code_names_the_family_the_draw_and_the_line(where: str) -> None:
    def one_of(rows: list[str]) -> str:
        return random.Random(0).choice(rows)

    def witness(play: Play) -> None:
        play.finish(one_of([]))

    def make(draw: Draw) -> Draft:
        return Draft(one_of([]) if where == "draft" else "x", witness)

    with pytest.raises(FamilyError) as found:
        build(replace(_family(Draft("", _alarm)), make=make), 7, CATALOGUE, seed=3)
    for word in ("family sample, number 7, seed 3, train/none: IndexError", "test_families.py", "in one_of"):
        assert word in str(found.value)
    assert isinstance(found.value.__cause__, IndexError)


def test_a_question_must_fit_a_scripted_answer() -> None:
    def asks(play: Play) -> None:
        play.ask("What colour?")

    draft = Draft("x", asks, check="behaviour", followups=[FollowUp(after="clarify", text="7", asks=("time",))])
    with pytest.raises(UserError, match="no scripted answer"):
        build(_family(draft), 0, CATALOGUE)


def test_phrasings_come_from_the_half_that_was_asked_for() -> None:
    rng = random.Random(3)
    for _ in range(20):
        held = Draw(str(rng.random()), pool="train", held=True).say(ALARM, bare=True, time="7")
        seen = Draw(str(rng.random()), pool="train", held=False).say(ALARM, bare=True, time="7")
        assert held == "7 alarm"
        assert seen in {"set an alarm at 7", "make an alarm at 7"}
