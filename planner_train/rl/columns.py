"""Outcomes as the columns of numbers in which they travel through TRL's reward functions, and back.

TRL gathers rewards over processes as one matrix with a row an episode and a column a reward function. The raw measurements
take that way, so that what CARE sees of a group is the same however its episodes are spread over processes.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

from planner_train.care import Cost, Outcome

COLUMNS = ("success", "progress", "tokens", "calls", "violations", "cost", "valid")
"""``valid`` is never empty; the others are, for an episode that is not valid."""
WEIGHTS = [1.0, *[0.0] * (len(COLUMNS) - 1)]
"""What TRL itself shows as the reward is success alone; the advantages that it makes of it are replaced."""


def measure(outcomes: Sequence[Outcome], cost: Cost) -> dict[str, list[float | None]]:
    """The columns of these episodes."""
    rows = [
        (
            (
                float(item.success),
                item.progress,
                float(item.tokens),
                float(item.calls),
                float(item.violations),
                cost.of(item),
                1.0,
            )
            if item.valid
            else (*[None] * (len(COLUMNS) - 1), 0.0)
        )
        for item in outcomes
    ]
    return {name: [row[place] for row in rows] for place, name in enumerate(COLUMNS)}


def reward_functions() -> list[Callable[..., list[float | None]]]:
    """TRL reward functions that hand on the columns, each under its own name."""

    def reader(name: str) -> Callable[..., list[float | None]]:
        def read(**fields: Any) -> list[float | None]:
            column: list[float | None] = fields[name]
            return column

        read.__name__ = name
        return read

    return [reader(name) for name in COLUMNS]


def outcomes_of(matrix: Sequence[Sequence[float]]) -> tuple[list[Outcome], list[float]]:
    """The outcomes that rows of the matrix stand for, and their costs."""
    outcomes, costs = [], []
    for row in matrix:
        field = dict(zip(COLUMNS, row, strict=True))
        valid = field["valid"] == 1.0
        success = valid and field["success"] == 1.0
        outcomes.append(
            Outcome(
                success=success,
                progress=min(1.0, field["progress"]),
                tokens=int(field["tokens"]),
                calls=int(field["calls"]),
                violations=int(field["violations"]),
            )
            if valid
            else Outcome(success=False, valid=False)
        )
        costs.append(field["cost"] if valid else math.nan)
    return outcomes, costs
