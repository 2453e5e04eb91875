"""Slices: whose families, which holdout, disjoint from training and from each other, the same on every machine."""

from collections import Counter
from typing import Any

import pytest

from bench.suite import SLICES, families_of, make, suite_digest
from harness.catalogue import full_catalogue
from harness.contract import Capability, Split, Task
from harness.errors import UserError


@pytest.fixture(scope="module")
def slices() -> dict[str, list[Task]]:
    return {name: [task for task, _ in make(name, 1, full_catalogue())] for name in SLICES}


def test_each_slice_has_every_family_of_its_split_once(slices: dict[str, list[Task]]) -> None:
    for name, tasks in slices.items():
        part = SLICES[name]
        assert Counter(task.family for task in tasks) == Counter(item.name for item in families_of(part.families))
        assert {(task.split, task.holdout) for task in tasks} == {(part.split, part.holdout)}


def test_no_two_slices_share_a_task_and_none_is_for_training(slices: dict[str, list[Task]]) -> None:
    names = [task.id for tasks in slices.values() for task in tasks]
    assert len(names) == len(set(names))
    assert all(task.split is not Split.TRAIN for tasks in slices.values() for task in tasks)


def test_families_of_different_splits_are_disjoint_and_every_capability_is_everywhere() -> None:
    found = {split: {item.name for item in families_of(split)} for split in Split}
    assert sum(map(len, found.values())) == len(set().union(*found.values()))
    for split in Split:
        for capability in Capability:
            assert families_of(split, capability), f"{split.value} has no family of {capability.value}"


def test_unseen_families_are_not_trained_on_and_seen_ones_are(slices: dict[str, list[Task]]) -> None:
    trained = {item.name for item in families_of(Split.TRAIN)}
    for name, tasks in slices.items():
        seen = SLICES[name].families is Split.TRAIN
        assert all((task.family in trained) is seen for task in tasks)


def test_a_slice_is_the_same_whenever_it_is_made_and_another_seed_makes_another(slices: dict[str, list[Task]]) -> None:
    again = [task for task, _ in make("dev-families", 1, full_catalogue())]
    other = [task for task, _ in make("dev-families", 1, full_catalogue(), seed=1)]
    assert suite_digest(again) == suite_digest(slices["dev-families"]) != suite_digest(other)


def test_the_digest_does_not_depend_on_the_order(slices: dict[str, list[Task]]) -> None:
    tasks = slices["gate-families"]
    assert suite_digest(tasks) == suite_digest(reversed(tasks)) != suite_digest(tasks[1:])


def test_more_tasks_a_family_keep_the_ones_that_were_there(slices: dict[str, list[Task]]) -> None:
    two = {task.id for task, _ in make("gate-families", 2, full_catalogue())}
    assert {task.id for task in slices["gate-families"]} < two
    assert len(two) == 2 * len(slices["gate-families"])


def test_an_unknown_slice_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UserError, match="no slice 'test'") as found:
        list(make("test", 1, full_catalogue()))
    assert "test-entities" in found.value.expected


@pytest.mark.parametrize("per_family", [0, -1, "1", 1.5, True])
def test_a_slice_without_tasks_is_refused(per_family: Any) -> None:
    with pytest.raises(UserError, match=r"per_family is .*expected"):
        list(make("test-entities", per_family, full_catalogue()))
