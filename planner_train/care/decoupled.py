"""Decoupled CARE: quality and thrift are two advantages that are added, so that neither rescales the other.

    quality     Q_i = (R_i - mean R) / max(sigma_R, 1 / sqrt(k))          over the k valid episodes
    thrift      T_i = lambda_eff * clip((c - e_i) / c, -1, 1)             for a success, 0 for a failure
    advantage   A_i = Q_i + T_i,  and at least 0 for a success in a group that also has failures

where c is the mean cost of the group's successes. 1 / sqrt(k) is the deviation of a single success among k episodes, so
outcomes alone are scaled as in GRPO and only tiny differences of progress are not blown up. T is never divided by a
deviation: a success that costs half of what its peers cost earns lambda_eff / 2, in any group and on any scale of cost, so
lambda_eff reads as an exchange rate. Failing fast earns nothing, and no slow success is pushed below the failures beside it.
"""

from typing import Any, TypeAlias

import numpy as np

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]


def decoupled(rewards: Numbers, success: Numbers, cost: Numbers, lambda_eff: float, spread: float) -> tuple[Numbers, bool]:
    """The advantages of at least two valid episodes, and whether the floor took the place of their deviation.

    ``rewards`` hold success and progress only; ``lambda_eff`` is 0 where the group is not competent.
    """
    quality = np.zeros(len(rewards))
    floored = False
    if np.ptp(rewards) > spread:
        deviation, floor = float(rewards.std(ddof=1)), len(rewards) ** -0.5
        floored = deviation < floor * (1.0 - 1e-9)  # a single success stands exactly on the floor
        quality = (rewards - rewards.mean()) / max(deviation, floor)
    advantages = quality + _thrift(success, cost, lambda_eff, spread)
    if 0.0 < success.mean() < 1.0:
        advantages = np.where(success == 1.0, np.maximum(advantages, 0.0), advantages)
    return advantages, floored


def _thrift(success: Numbers, cost: Numbers, lambda_eff: float, spread: float) -> Numbers:
    won = success == 1.0
    if lambda_eff == 0.0 or not won.any() or np.ptp(cost[won]) <= spread:
        return np.zeros(len(cost))
    usual = cost[won].mean()
    return np.where(won, lambda_eff * np.clip((usual - cost) / usual, -1.0, 1.0), 0.0)
