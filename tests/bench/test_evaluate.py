"""Scores: over all tasks, whatever became of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bench.evaluate import missing_row, row_of, rows_of, score, score_rows
from bench.suite import make
from harness.catalogue import full_catalogue
from harness.contract import Task, Trajectory, Verification, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.errors import UserError
from harness.instructions import load
from harness.policy import EmptyPolicy, Policy, WitnessPolicy
from harness.rollout import Start, rollout

Pairs = Sequence[tuple[Task, Witness]]


@pytest.fixture(scope="module")
def pairs() -> Pairs:
    return list(make("dev-families", 1, full_catalogue()))


def play(pairs: Pairs, policy: Policy) -> list[Trajectory]:
    starts = [Start(task) for task, _ in pairs]
    return list(rollout(starts, policy, environment=lambda: PhoneEnvironment(full_catalogue()), eta=load()))


@pytest.fixture(scope="module")
def solved(pairs: Pairs) -> list[Trajectory]:
    return play(pairs, WitnessPolicy({witness.task_id: witness for _, witness in pairs}))


def tasks_of(pairs: Pairs) -> list[Task]:
    return [task for task, _ in pairs]


def test_the_witness_solves_what_the_empty_policy_does_not(pairs: Pairs, solved: list[Trajectory]) -> None:
    tasks = tasks_of(pairs)
    best, floor = score(tasks, solved), score(tasks, play(pairs, EmptyPolicy()))
    assert floor.overall.hits == 0
    assert best.overall.total == floor.overall.total == len(tasks)
    assert best.overall.hits == sum(item.verification.success for item in solved) > 0.9 * len(tasks)
    assert floor.ends == {"finish": len(tasks)}


def test_a_task_that_was_never_run_counts_as_a_failure_everywhere(pairs: Pairs, solved: list[Trajectory]) -> None:
    tasks = tasks_of(pairs)
    whole, half = score(tasks, solved), score(tasks, solved[::2])
    lost = len(solved) - len(solved[::2])
    assert half.overall.total == whole.overall.total
    assert half.ends["missing"] == lost
    assert half.coverage.hits == len(solved[::2])
    for group in ("by_capability", "by_behaviour", "by_family"):
        assert sum(item.total for item in getattr(half, group).values()) == len(tasks)
        assert sum(item.hits for item in getattr(half, group).values()) == half.overall.hits


def test_an_invalid_success_is_no_success_and_lowers_coverage(pairs: Pairs, solved: list[Trajectory]) -> None:
    verdict = Verification(success=True, progress=1.0, valid=False, reason="the device was unplugged")
    items = [solved[0].model_copy(update={"verification": verdict}), *solved[1:]]
    found, whole = score(tasks_of(pairs), items), score(tasks_of(pairs), solved)
    assert found.overall.hits == whole.overall.hits - 1
    assert found.coverage.hits == whole.coverage.hits - 1


def test_groups_add_up_to_the_whole(pairs: Pairs, solved: list[Trajectory]) -> None:
    found = score(tasks_of(pairs), solved)
    for group in (found.by_capability, found.by_behaviour, found.by_family):
        assert sum(item.hits for item in group.values()) == found.overall.hits
        assert list(group) == sorted(group)


def test_a_row_says_what_the_trajectory_says(pairs: Pairs, solved: list[Trajectory]) -> None:
    (task, _), item = pairs[0], solved[0]
    row = row_of(task, item)
    assert (row.task_id, row.family, row.turns, row.calls) == (task.id, task.family, len(item.turns), item.cost.calls)
    assert (row.end, row.progress, row.malformed) == (item.end, item.verification.progress, 0)
    assert missing_row(task).end == "missing" and not missing_row(task).valid


def test_rows_keep_the_order_of_the_tasks_and_ignore_strangers(pairs: Pairs, solved: list[Trajectory]) -> None:
    some = tasks_of(pairs)[3:1:-1]
    assert [row.task_id for row in rows_of(some, solved)] == [task.id for task in some]


def test_tokens_a_success_are_of_successes_only(pairs: Pairs, solved: list[Trajectory]) -> None:
    def with_tokens(item: Trajectory, count: int) -> Trajectory:
        tokens = item.cost.tokens.model_copy(update={"completion": count})
        return item.model_copy(update={"cost": item.cost.model_copy(update={"tokens": tokens})})

    failed = play(pairs[:1], EmptyPolicy())[0]
    items = [with_tokens(failed, 1000), *(with_tokens(item, 10) for item in solved[1:])]
    assert score(tasks_of(pairs), items).tokens_out_per_success() == 10
    assert score(tasks_of(pairs), [failed]).tokens_out_per_success() is None


def test_arguments_in_each_others_place_are_named(pairs: Pairs, solved: list[Trajectory]) -> None:
    wrong: Any = solved
    with pytest.raises(UserError, match=r"^one of the tasks is Trajectory\(.* \(expected first tasks, then their traj"):
        score(wrong, wrong)
    with pytest.raises(UserError, match=r"^one of the trajectories is Task\("):
        score(tasks_of(pairs), tasks_of(pairs))  # type: ignore[arg-type]
    with pytest.raises(UserError, match=r"^the trajectory is Task\("):
        row_of(tasks_of(pairs)[0], tasks_of(pairs)[0])  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", ["tasks.jsonl", Path("tasks.jsonl"), None, 3, [("a", "b")]])
def test_what_is_no_collection_of_tasks_or_trajectories_is_named(wrong: Any) -> None:
    for what, call in (("tasks", lambda: rows_of(wrong, [])), ("trajectories", lambda: rows_of([], wrong))):
        with pytest.raises(UserError, match=rf"the (list of )?{what} is .*expected first tasks, then"):
            call()
    with pytest.raises(UserError, match=r"the (list of )?rows is .*expected what rows_of returns"):
        score_rows(wrong)


def test_no_tasks_have_a_score_of_nothing() -> None:
    assert score([], []).overall.total == 0
