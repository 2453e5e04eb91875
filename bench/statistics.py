"""Intervals and paired tests, so that no number is reported without saying how sure it is."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, sqrt
from numbers import Real

from harness.errors import UserError, each

Z95 = 1.959963984540054


@dataclass(frozen=True)
class Share:
    """A share of successes with its Wilson 95 % interval."""

    hits: int
    total: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share, 0 where nothing was counted."""
        return self.hits / self.total if self.total else 0.0

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}], n = {self.total}"


def wilson(hits: int, total: int, z: float = Z95) -> Share:
    """The Wilson score interval of a share. With nothing counted it is the whole of [0, 1]."""
    return Share(hits, total, *wilson_bounds(hits / total if total else 0.0, total, z))


def wilson_bounds(p: float, total: int, z: float = Z95) -> tuple[float, float]:
    """The Wilson score interval of a mean ``p`` in [0, 1] of ``total`` independent things, each worth 0 to 1.

    For things that are worth 0 or 1 it is the usual one; where they can be worth something between it is wider than needed.
    """
    if total == 0:
        return 0.0, 1.0
    spread = z * z / total
    middle = (p + spread / 2) / (1 + spread)
    half = z * sqrt(p * (1 - p) / total + spread / (4 * total)) / (1 + spread)
    return 0.0 if p == 0 else max(0.0, middle - half), 1.0 if p == 1 else min(1.0, middle + half)


@dataclass(frozen=True)
class Estimate:
    """A value in [0, 1] with its 95 % interval, from ``n`` things."""

    value: float
    low: float
    high: float
    n: int

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}], n = {self.n}"


def mean_estimate(values: Sequence[float]) -> Estimate:
    """The mean of values in [0, 1] with its Wilson interval."""
    value = sum(values) / len(values) if values else 0.0
    return Estimate(value, *wilson_bounds(value, len(values)), len(values))


def weighted(parts: Sequence[tuple[float, Estimate]]) -> Estimate:
    """A weighted sum of independent estimates; its interval joins theirs by the square root of summed squares.

    This is the method of variance estimates recovery (Zou and Donner, 2008): it keeps each part's skew near 0 and 1.
    """
    value = min(1.0, sum(weight * item.value for weight, item in parts))  # weights add up to 1, but for the last bit
    low = sqrt(sum((weight * (item.value - item.low)) ** 2 for weight, item in parts))
    high = sqrt(sum((weight * (item.high - item.value)) ** 2 for weight, item in parts))
    return Estimate(value, max(0.0, value - low), min(1.0, value + high), sum(item.n for _, item in parts))


def mcnemar(before: Sequence[bool], after: Sequence[bool]) -> float:
    """The two-sided exact McNemar p-value of paired outcomes; 1.0 where no pair differs.

    Raises ``UserError`` for anything but two rows of outcomes of one length.
    """
    pairs = _pairs(before, after)
    gained = sum(bool(b and not a) for a, b in pairs)
    lost = sum(bool(a and not b) for a, b in pairs)
    differing, fewer = gained + lost, min(gained, lost)
    if differing == 0:
        return 1.0
    tail = sum(comb(differing, k) for k in range(fewer + 1)) / 2**differing
    return min(1.0, 2 * tail)


def paired_difference(
    before: Sequence[float], after: Sequence[float], *, seed: int = 0, draws: int = 2000
) -> tuple[float, float, float]:
    """Mean of ``after`` minus ``before`` with a bootstrap 95 % interval over the pairs.

    Raises ``UserError`` for anything but two rows of outcomes of one length.
    """
    differences = [b - a for a, b in _pairs(before, after)]
    if not differences:
        return 0.0, 0.0, 0.0
    rng = random.Random(seed)
    count = len(differences)
    means = sorted(sum(rng.choices(differences, k=count)) / count for _ in range(draws))
    return sum(differences) / count, means[int(0.025 * draws)], means[int(0.975 * draws) - 1]


def _pairs(before: Sequence[float], after: Sequence[float]) -> list[tuple[float, float]]:
    """What each thing came to before and after."""
    wish = "one number or truth value for each thing, in the same order twice"
    one, other = (list(each(part, Real, "paired outcomes", wish)) for part in (before, after))
    if len(one) != len(other):
        raise UserError(f"paired outcomes must have one length, got {len(one)} and {len(other)}", expected=wish)
    return list(zip(one, other, strict=True))
