"""Evaluation: run a policy over tasks and say how it did, by slice, with intervals.

The score counts every task: a missing, invalid or infrastructure-failed run is not a success, and coverage says how many
were valid.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from harness.contract import CheckResult, Task, Trajectory, Verification
from harness.errors import each, expect

from .statistics import Share, wilson

IN_ORDER = "first tasks, then their trajectories"
"""What ``row_of``, ``rows_of`` and ``score`` take."""


@dataclass(frozen=True)
class Row:
    """One task's outcome, flat, for tables and paired tests."""

    task_id: str
    family: str
    capability: str
    behaviour: str
    success: bool
    valid: bool
    progress: float
    turns: int
    calls: int
    tokens_in: int
    tokens_out: int
    tokens_cached: int
    end: str
    false_completion: bool
    false_refusal: bool
    malformed: int
    domains: tuple[str, ...] = ()
    friction: tuple[str, ...] = ()
    difficulty: int = 0
    language: str = ""
    latency_ms: float = 0.0
    failure: str = ""
    """Why it is no success, as ``failure_kind`` says; empty for one."""


@dataclass(frozen=True)
class Score:
    """How one policy did on one slice."""

    overall: Share
    by_capability: dict[str, Share]
    by_behaviour: dict[str, Share]
    by_family: dict[str, Share]
    coverage: Share
    ends: dict[str, int]
    rows: tuple[Row, ...] = field(repr=False)

    def tokens_out_per_success(self) -> float | None:
        """Mean output tokens of the successful episodes; None without a success."""
        spent = [row.tokens_out for row in self.rows if row.success]
        return sum(spent) / len(spent) if spent else None


def row_of(task: Task, trajectory: Trajectory) -> Row:
    """The outcome of one trajectory. Raises ``UserError`` for other arguments."""
    expect(task, Task, "the task", IN_ORDER)
    expect(trajectory, Trajectory, "the trajectory", IN_ORDER)
    verdict = trajectory.verification
    return Row(
        task_id=task.id,
        family=task.family,
        capability=task.capability.value,
        behaviour=task.behaviour.value,
        success=verdict.success and verdict.valid,
        valid=verdict.valid,
        progress=verdict.progress,
        turns=trajectory.cost.turns,
        calls=trajectory.cost.calls,
        tokens_in=trajectory.cost.tokens.prompt,
        tokens_out=trajectory.cost.tokens.completion,
        tokens_cached=trajectory.cost.tokens.cached,
        end=trajectory.end,
        false_completion=verdict.false_completion,
        false_refusal=verdict.false_refusal,
        malformed=sum(turn.action.malformed is not None for turn in trajectory.turns),
        **_of_task(task),
        latency_ms=sum(turn.latency_ms for turn in trajectory.turns),
        failure="" if verdict.success and verdict.valid else failure_kind(trajectory),
    )


def missing_row(task: Task) -> Row:
    """The outcome of a task that was never run: no success, and not valid."""
    return Row(
        task_id=task.id,
        family=task.family,
        capability=task.capability.value,
        behaviour=task.behaviour.value,
        success=False,
        valid=False,
        progress=0.0,
        turns=0,
        calls=0,
        tokens_in=0,
        tokens_out=0,
        tokens_cached=0,
        end="missing",
        false_completion=False,
        false_refusal=False,
        malformed=0,
        **_of_task(task),
        failure="never run",
    )


def _of_task(task: Task) -> dict[str, Any]:
    """What a row says of its task whatever became of it."""
    return {
        "domains": task.domains,
        "friction": tuple(sorted({item.kind for item in task.initial.friction})),
        "difficulty": task.difficulty,
        "language": task.language.value,
    }


def failure_kind(trajectory: Trajectory) -> str:
    """Why an episode is no success, in a few words: the first reason that applies, from the outside in."""
    verdict = trajectory.verification
    missed = [check.name for check in verdict.checks if not check.passed]
    if not verdict.valid:
        return "infrastructure"
    if trajectory.turns and all(turn.action.malformed is not None for turn in trajectory.turns):
        return "unreadable output"
    if verdict.violations:
        return "forbidden write"
    if verdict.false_refusal:
        return "refused what can be done"
    if trajectory.end == "clarify" and not any(name.startswith("message") for name in missed):
        return "asked and stopped"
    if trajectory.end == "budget":
        return "ran out of steps or went in circles"
    if not missed:
        return "skill not loaded" if all("skill" in gate.name for gate in _missed_gates(verdict)) else "memory not looked up"
    if all(name.startswith("says") for name in missed):
        return "did not say what was asked"
    if all(name.startswith("no unrelated") for name in missed):
        return "did more than was asked"
    if any(name.startswith("message") for name in missed):
        return "acted where it should have asked or refused"
    return "did something else" if any(entry.writes for entry in trajectory.evidence.log) else "changed nothing"


def _missed_gates(verdict: Verification) -> list[CheckResult]:
    return [gate for gate in verdict.gates if not gate.passed]


def rows_of(tasks: Iterable[Task], trajectories: Iterable[Trajectory]) -> tuple[Row, ...]:
    """One row a task, in the order of ``tasks``; a trajectory of another task is left out.

    Raises ``UserError`` for anything but tasks and trajectories.
    """
    tasks = list(each(tasks, Task, "tasks", IN_ORDER))
    found: Mapping[str, Trajectory] = {
        item.task_id: item for item in each(trajectories, Trajectory, "trajectories", IN_ORDER)
    }
    return tuple(row_of(task, found[task.id]) if task.id in found else missing_row(task) for task in tasks)


def score(tasks: Sequence[Task], trajectories: Iterable[Trajectory]) -> Score:
    """The score over all ``tasks``; one without a trajectory counts as a failure, in every group it belongs to.

    Raises ``UserError`` for anything but tasks and trajectories, such as the two in each other's place.
    """
    return score_rows(rows_of(tasks, trajectories))


def score_rows(rows: Sequence[Row]) -> Score:
    """The score of these outcomes. Raises ``UserError`` for anything but rows."""
    rows = tuple(each(rows, Row, "rows", "what rows_of returns"))
    return Score(
        overall=wilson(sum(row.success for row in rows), len(rows)),
        by_capability=_by(rows, lambda row: row.capability),
        by_behaviour=_by(rows, lambda row: row.behaviour),
        by_family=_by(rows, lambda row: row.family),
        coverage=wilson(sum(row.valid for row in rows), len(rows)),
        ends=dict(sorted(Counter(row.end for row in rows).items())),
        rows=rows,
    )


def _by(rows: Iterable[Row], key: Callable[[Row], str]) -> dict[str, Share]:
    groups: dict[str, list[bool]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row.success)
    return {name: wilson(sum(hits), len(hits)) for name, hits in sorted(groups.items())}
