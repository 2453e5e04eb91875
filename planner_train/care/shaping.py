"""From the outcomes of one group to its regime, rewards and advantages."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

import numpy as np

from harness.errors import UserError, each, expect

from .decoupled import decoupled
from .outcomes import Outcome
from .settings import CareSettings, Phi

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

SPREAD = 1e-6
"""Rewards that differ by no more than this are equal: what is left are the last bits of 32-bit measurements."""


class Regime(StrEnum):
    """What a group of that competence is rewarded for beside success."""

    PROGRESS = "progress"
    OUTCOME = "outcome"
    EFFICIENCY = "efficiency"

    @classmethod
    def of(cls, rate: float, phi: Phi) -> "Regime":
        """The regime at a success rate; each begins at its lower threshold."""
        if rate < phi.p_low:
            return cls.PROGRESS
        return cls.OUTCOME if rate < phi.p_high else cls.EFFICIENCY


@dataclass(frozen=True, eq=False)
class Shaped:
    """What became of one group. Rewards and advantages stand in the order of the episodes, 0 for invalid ones.

    ``silent`` says why the group teaches nothing, and is empty for one that does. ``regime`` is None where fewer than two
    episodes were valid, so that there is no competence to speak of. ``floored`` says that a floor took the place of the
    group's own deviation.
    """

    regime: Regime | None
    rate: float
    rewards: Numbers
    advantages: Numbers
    floored: bool = False
    silent: str = ""


TOO_FEW = "fewer than two valid episodes"
NO_SPREAD = "all rewards are equal"


def shape_group(outcomes: Sequence[Outcome], settings: CareSettings) -> Shaped:
    """Rewards and advantages of the episodes of one task. Raises ``UserError`` for an empty group."""
    expect(settings, CareSettings, "settings", "CareSettings, such as arm('care')")
    outcomes = list(each(outcomes, Outcome, "outcomes", "the outcomes of a group's episodes"))
    cost = [settings.cost.of(item) if item.valid else 0.0 for item in outcomes]
    return shape(
        [item.success for item in outcomes],
        [item.progress for item in outcomes],
        cost,
        [item.valid for item in outcomes],
        settings,
    )


def shape(
    success: Sequence[float], progress: Sequence[float], cost: Sequence[float], valid: Sequence[bool], settings: CareSettings
) -> Shaped:
    """The same on plain numbers, one of each an episode: success 0 or 1, progress and cost in [0, 1].

    Invalid episodes may hold anything, NaN included; they get zero and shift nobody. Raises ``UserError`` for an empty
    group, columns of different length, and numbers outside their ranges.
    """
    use = _flags(valid)
    s = _column("success", success, use)
    p = _column("progress", progress, use)
    e = _column("cost", cost, use)
    if not np.isin(s, (0.0, 1.0)).all():
        raise UserError(f"success is {s[~np.isin(s, (0.0, 1.0))][0]}", where="group", expected="0 or 1")
    count = int(use.sum())
    if count < 2:
        nothing = np.zeros(len(use))
        return Shaped(None, float(s.sum() / count) if count else 0.0, nothing, nothing, silent=TOO_FEW)
    phi, switches = settings.phi, settings.switches
    rate = float(s.sum() / count)
    regime = Regime.of(rate, phi)
    competent = regime is Regime.EFFICIENCY
    rewards = s
    if regime is Regime.PROGRESS and switches.progress:
        rewards = s + phi.lambda_prog * p
    if (competent and switches.efficiency in ("calibrated", "uncalibrated")) or switches.efficiency == "constant":
        rewards = s - phi.lambda_eff * e
    floored = False
    if switches.efficiency == "decoupled":
        advantages, floored = decoupled(rewards, s, e, phi.lambda_eff if competent else 0.0, SPREAD)
    elif np.ptp(rewards) <= SPREAD:
        advantages = np.zeros(count)
    else:
        deviation = float(rewards.std(ddof=1))
        if competent and switches.efficiency == "calibrated":
            floored = phi.anchor > deviation
            deviation = max(deviation, phi.anchor)
        advantages = (rewards - rewards.mean()) / (deviation + settings.eps)
    silent = "" if advantages.any() else NO_SPREAD
    return Shaped(regime, rate, _spread_out(rewards, use), _spread_out(advantages, use), floored, silent)


def _flags(valid: Sequence[bool]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    given = np.asarray(valid)
    if given.ndim != 1 or not len(given):
        raise UserError(
            "the group is empty" if given.size == 0 else "the group is no list", where="group", expected="episodes"
        )
    if not np.isin(given, (0, 1)).all():
        raise UserError("valid holds something else than true and false", where="group", expected="one flag an episode")
    return given.astype(bool)


def _column(name: str, values: Sequence[float], use: np.ndarray[Any, np.dtype[np.bool_]]) -> Numbers:
    """The valid episodes' numbers, in double precision whatever precision they come in."""
    column = np.asarray(values, dtype=np.float64)
    if column.shape != use.shape:
        raise UserError(
            f"{name} has shape {column.shape}", where="group", expected=f"one number for each of {len(use)} episodes"
        )
    outside = use & ~((column >= 0.0) & (column <= 1.0))  # NaN compares false, so it is outside
    if outside.any():
        place = int(outside.argmax())
        raise UserError(f"{name} is {column[place]}", where=f"group, episode {place}", expected="a number from 0 to 1")
    return column[use]


def _spread_out(values: Numbers, use: np.ndarray[Any, np.dtype[np.bool_]]) -> Numbers:
    whole = np.zeros(len(use))
    whole[use] = values
    return whole
