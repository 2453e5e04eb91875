"""Intervals and paired tests, so that no number is reported without saying how sure it is."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, sqrt

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
    if total == 0:
        return Share(0, 0, 0.0, 1.0)
    p, spread = hits / total, z * z / total
    middle = (p + spread / 2) / (1 + spread)
    half = z * sqrt(p * (1 - p) / total + spread / (4 * total)) / (1 + spread)
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    high = 1.0 if hits == total else min(1.0, middle + half)
    return Share(hits, total, low, high)


def mcnemar(before: Sequence[bool], after: Sequence[bool]) -> float:
    """The two-sided exact McNemar p-value of paired outcomes; 1.0 where no pair differs.

    Raises ``ValueError`` for sequences of different length.
    """
    if len(before) != len(after):
        raise ValueError(f"paired outcomes must have one length, got {len(before)} and {len(after)}")
    gained = sum(b and not a for a, b in zip(before, after, strict=True))
    lost = sum(a and not b for a, b in zip(before, after, strict=True))
    differing, fewer = gained + lost, min(gained, lost)
    if differing == 0:
        return 1.0
    tail = sum(comb(differing, k) for k in range(fewer + 1)) / 2**differing
    return min(1.0, 2 * tail)


def paired_difference(
    before: Sequence[float], after: Sequence[float], *, seed: int = 0, draws: int = 2000
) -> tuple[float, float, float]:
    """Mean of ``after`` minus ``before`` with a bootstrap 95 % interval over the pairs."""
    differences = [b - a for a, b in zip(before, after, strict=True)]
    if not differences:
        return 0.0, 0.0, 0.0
    rng = random.Random(seed)
    count = len(differences)
    means = sorted(sum(rng.choices(differences, k=count)) / count for _ in range(draws))
    return sum(differences) / count, means[int(0.025 * draws)], means[int(0.975 * draws) - 1]
