"""The suite: its published shape, its splits, its identity."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bench.draw import Draw
from bench.planner_bench import DIALOGUE_SHARE, GROUPS, PINS, SPLITS, TASKS, Suite, generate, is_dialogue, pin
from bench.scenario import FAMILIES, Draft, FamilyError
from bench.suite import families_of
from harness.catalogue import full_catalogue
from harness.contract import Capability, Split
from harness.environments.phone.replay import play
from harness.errors import UserError


@pytest.fixture(scope="module")
def whole() -> Suite:
    return generate("test", full_catalogue())


def test_the_suite_has_the_published_sizes(whole: Suite) -> None:
    bases = {item.base: item.group for item in whole.items}
    assert Counter(bases.values()) == {
        "tool_use": 1040, "memory_single_turn": 176, "memory_multi_turn": 200, "skills": 200, "sub_agent": 89,
    }  # fmt: skip
    assert (whole.tasks, TASKS, len(whole.items)) == (1705, 1705, 1905)


def test_fifteen_tools_and_fifteen_steps_are_offered_to_every_task(whole: Suite) -> None:
    assert {(item.task.resources.recall, item.task.budget.turns) for item in whole.items} == {(15, 15)}


def test_names_are_unique_and_no_request_is_made_twice_of_the_same_phone(whole: Suite) -> None:
    assert len({item.task.id for item in whole.items}) == len(whole.items)
    asked = {
        item.base: (item.group, item.task.family, item.task.initial.profile, item.task.request,
                    tuple(reply.text for reply in item.task.followups))
        for item in whole.items
    }  # fmt: skip
    assert len(set(asked.values())) == len(asked)


def test_skills_are_run_under_both_routings_and_are_otherwise_the_same_task(whole: Suite) -> None:
    runs = [item for item in whole.items if item.group == "skills"]
    assert Counter(item.task.resources.routing for item in runs) == {"mixed": 200, "skill_only": 200}
    for one, other in zip(runs[::2], runs[1::2], strict=True):
        assert one.base == other.base and one.task.initial == other.task.initial
        assert one.task.completion == other.task.completion


def test_memory_tasks_of_one_turn_are_none_of_several(whole: Suite) -> None:
    for item in whole.items:
        if item.group.startswith("memory"):
            assert is_dialogue(item.task) is (item.group == "memory_multi_turn")


def test_families_of_dialogues_come_before_tasks_that_are_put_into_one() -> None:
    train = [item.task for item in generate("train", full_catalogue()).items if item.group == "memory_multi_turn"]
    own = [not task.id.endswith("-dialogue") for task in train]
    count = Counter(task.family for task, native in zip(train, own, strict=True) if native)
    first = own.index(False)
    assert first == len(count) * -(-200 // DIALOGUE_SHARE) and 0 < first < len(train)
    assert all(task.history or task.followups for task in train)


def test_the_test_split_has_dialogues_enough(whole: Suite) -> None:
    tasks = [item.task for item in whole.items if item.group == "memory_multi_turn"]
    assert not [task.id for task in tasks if task.id.endswith("-dialogue")]
    assert len({task.family for task in tasks}) >= DIALOGUE_SHARE


def test_the_known_solution_of_every_task_passes(whole: Suite) -> None:
    failed = [i.task.id for i in whole.items if not play(i.task, i.witness.turns, full_catalogue()).verify().success]
    assert failed == []


@pytest.mark.parametrize("split", SPLITS)
def test_a_split_holds_families_of_its_own_and_its_tasks_say_so(split: str) -> None:
    part, some = SPLITS[split], generate(split, full_catalogue(), limit=40)
    names = {item.name for item in families_of(part.families)}
    assert {item.task.family for item in some.items} <= names
    assert {(item.task.split, item.task.holdout) for item in some.items} == {(part.split, part.holdout)}
    assert (part.split is Split.TRAIN) is (split == "train")


@pytest.mark.parametrize("limit", [1, 17, 100])
def test_a_part_of_the_suite_has_its_proportions_and_is_its_beginning(limit: int, whole: Suite) -> None:
    part = generate("test", full_catalogue(), limit=limit)
    assert part.tasks == limit
    assert {item.task.id for item in part.items} <= {item.task.id for item in whole.items}
    counts = Counter({item.base: item.group for item in part.items}.values())
    assert all(abs(counts[group.name] - limit * group.size / TASKS) < 1 for group in GROUPS)


@pytest.mark.slow
@pytest.mark.parametrize("split", SPLITS)
def test_the_suite_is_the_pinned_one(split: str) -> None:
    known = json.loads(PINS.read_text(encoding="utf-8"))["splits"][split]
    made = generate(split, full_catalogue())
    assert {"digest": made.digest, "tasks": made.tasks, "runs": len(made.items)} == known, (
        "the suite has changed; if that was meant: planner-agent bench pin"
    )


def test_pinning_writes_what_is_generated_and_keeps_the_other_splits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "pins.json"
    target.write_text(json.dumps({"splits": {"dev": {"digest": "sha256:x", "tasks": 1, "runs": 1}}}), encoding="utf-8")
    monkeypatch.setattr("bench.planner_bench.generate", lambda split, catalogue: generate(split, catalogue, limit=3))
    made = pin(["test"], full_catalogue(), target)
    written = json.loads(target.read_text(encoding="utf-8"))["splits"]
    assert written["test"] == made["test"] and made["test"]["tasks"] == 3
    assert written["dev"]["digest"] == "sha256:x"


def test_the_same_suite_twice_has_one_digest_and_another_seed_another() -> None:
    one, other = (generate("dev", full_catalogue(), limit=20) for _ in range(2))
    assert one.digest == other.digest != generate("dev", full_catalogue(), limit=20, seed=1).digest


def test_an_unknown_split_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UserError, match="no split 'tests'") as found:
        generate("tests", full_catalogue())
    assert "test-phrasings" in found.value.expected


def test_a_family_at_fault_stops_the_suite_and_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    first = families_of(Split.DEV, Capability.TOOL_USE)[0]

    def fails(draw: Draw) -> Draft:
        raise KeyError("colour")

    monkeypatch.setitem(FAMILIES, first.name, replace(first, make=fails))
    with pytest.raises(FamilyError, match=f"family {first.name}, number 0, seed 1705, dev/family: KeyError"):
        generate("dev", full_catalogue(), limit=40)


def test_families_that_cannot_fill_a_group_are_named_with_the_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.planner_bench.families_of", lambda split, capability: [])
    with pytest.raises(UserError, match="give 0 tasks for tool_use"):
        generate("test", full_catalogue())
