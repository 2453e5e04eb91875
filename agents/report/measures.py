"""What the report says in numbers: before against after with intervals and paired tests, costs, ends, yields.

A difference is claimed only where the intervals do not overlap and the paired test agrees; everything else is "no
difference shown".
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bench.evaluate import Row, rows_of
from bench.statistics import Share, mcnemar, paired_difference, wilson
from harness.contract import CuratedRecord, Trajectory

from .reading import SliceResult

ALPHA = 0.05
FEWEST_PAIRS = 6
"""Pairs that can show a difference at all: the sign test of five that all agree is above ``ALPHA``."""
ENDS = {
    "finish": "said it was done",
    "refuse": "refused",
    "clarify": "asked and got no further answer",
    "budget": "ran out of turns",
    "device_off": "switched the phone off",
    "infrastructure": "could not reach the model",
    "missing": "was never run",
}


@dataclass(frozen=True)
class Comparison:
    """The same tasks before and after training. ``gained`` are solved only after, ``lost`` only before."""

    name: str
    before: Share | None
    after: Share | None
    gained: int = 0
    lost: int = 0
    p: float | None = None

    @property
    def words(self) -> str:
        """What may be claimed."""
        if self.before is None or self.after is None:
            return "not measured on both"
        apart = self.before.high < self.after.low or self.after.high < self.before.low
        if self.p is None or self.p >= ALPHA:
            return "no difference shown"
        if not apart:
            return "no difference shown: intervals overlap"
        return "higher after training" if self.after.value > self.before.value else "lower after training"


@dataclass(frozen=True)
class Cost:
    """Tokens of one planner on one slice: means an episode, means of the solved ones, and all that was spent a success."""

    planner: str
    episodes: int
    solved: int
    tokens_in: float
    tokens_out: float
    cached: float
    out_solved: float | None
    all_solved: float | None
    turns: float


@dataclass(frozen=True)
class Difference:
    """The mean of what came after minus what was before, in pairs, with its bootstrap 95 % interval."""

    value: float
    low: float
    high: float
    pairs: int

    @property
    def words(self) -> str:
        """What may be claimed. A bootstrap of a few pairs that agree knows no doubt, so few pairs show nothing."""
        if self.low <= 0 <= self.high or self.pairs < FEWEST_PAIRS:
            return "no difference shown"
        return "higher" if self.value > 0 else "lower"


@dataclass(frozen=True)
class Gain:
    """What reinforcement learning changed on some tasks: success on all, output tokens on those solved both times."""

    name: str
    compared: Comparison
    success: Difference
    solved_twice: int
    tokens: Difference | None


class Measured:
    """The rows of the planners on one slice."""

    def __init__(self, part: SliceResult) -> None:
        self.name, self.says = part.name, part.says
        self.before = rows_of(part.tasks, part.before) if part.before else ()
        self.cold = rows_of(part.tasks, part.cold) if part.cold else ()
        self.after = rows_of(part.tasks, part.after) if part.after else ()

    def overall(self) -> Comparison:
        """The whole slice."""
        return compare(self.name, self.before, self.after)

    def by(self, key: Callable[[Row], str]) -> list[Comparison]:
        """The slice in groups, by name."""
        names = sorted({key(row) for row in (*self.before, *self.after)})
        return [
            compare(name, [row for row in self.before if key(row) == name], [row for row in self.after if key(row) == name])
            for name in names
        ]

    def costs(self) -> list[Cost]:
        """What each planner spent."""
        planners = (("before", self.before), ("before RL", self.cold), ("after", self.after))
        return [cost(name, rows) for name, rows in planners if rows]


def compare(name: str, before: Sequence[Row], after: Sequence[Row]) -> Comparison:
    """Rows of the same tasks in the same order; either side may be missing as a whole."""
    if not before or not after:
        return Comparison(name, share(before) if before else None, share(after) if after else None)
    first, second = [row.success for row in before], [row.success for row in after]
    return Comparison(
        name,
        share(before),
        share(after),
        gained=sum(b and not a for a, b in zip(first, second, strict=True)),
        lost=sum(a and not b for a, b in zip(first, second, strict=True)),
        p=mcnemar(first, second),
    )


def gains(measured: Sequence[Measured]) -> list[Gain]:
    """What reinforcement learning changed, by slice and on all tasks together; empty where none was measured."""
    parts = [item for item in measured if item.cold and item.after]
    found = [gain(item.name, item.cold, item.after) for item in parts]
    if len(parts) > 1:
        cold, after = [row for item in parts for row in item.cold], [row for item in parts for row in item.after]
        found.append(gain("all together", cold, after))
    return found


def gain(name: str, before: Sequence[Row], after: Sequence[Row]) -> Gain:
    """Rows of the same tasks in the same order, both without a gap."""
    twice = [(b, a) for b, a in zip(before, after, strict=True) if b.success and a.success]
    return Gain(
        name,
        compare(name, before, after),
        _difference([row.success for row in before], [row.success for row in after]),
        len(twice),
        _difference([b.tokens_out for b, _ in twice], [a.tokens_out for _, a in twice]) if twice else None,
    )


def _difference(before: Sequence[float], after: Sequence[float]) -> Difference:
    return Difference(*paired_difference(before, after), pairs=len(before))


def share(rows: Sequence[Row]) -> Share:
    """The share of solved tasks."""
    return wilson(sum(row.success for row in rows), len(rows))


def cost(planner: str, rows: Sequence[Row]) -> Cost:
    """Tokens and turns of one planner on some tasks."""
    solved = [row for row in rows if row.success]
    spent = sum(row.tokens_in + row.tokens_out for row in rows)
    return Cost(
        planner=planner,
        episodes=len(rows),
        solved=len(solved),
        tokens_in=_mean([row.tokens_in for row in rows]),
        tokens_out=_mean([row.tokens_out for row in rows]),
        cached=sum(row.tokens_cached for row in rows) / max(1, sum(row.tokens_in for row in rows)),
        out_solved=_mean([row.tokens_out for row in solved]) if solved else None,
        all_solved=spent / len(solved) if solved else None,
        turns=_mean([row.turns for row in rows]),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def ends(rows: Iterable[Row]) -> list[tuple[str, int, int]]:
    """How episodes ended: words, how many, and how many of them were solved; the most frequent first."""
    counts: Counter[str] = Counter()
    solved: Counter[str] = Counter()
    for row in rows:
        counts[row.end] += 1
        solved[row.end] += row.success
    return [(ENDS.get(name, name), count, solved[name]) for name, count in counts.most_common()]


def failure_kinds(rows: Iterable[Row]) -> list[tuple[str, int]]:
    """What kinds of failure there are, as the verdicts tell them; an episode may show several."""
    failed = [row for row in rows if not row.success]
    counts = {
        "failed episodes": len(failed),
        "reported success that was not there": sum(row.false_completion for row in failed),
        "refused what could be done": sum(row.false_refusal for row in failed),
        "gave output that could not be read": sum(row.malformed > 0 for row in failed),
        "made no call at all": sum(row.calls == 0 for row in failed),
        "came at least half of the way": sum(row.progress >= 0.5 for row in failed),
        "invalid: infrastructure, or never run": sum(not row.valid for row in failed),
    }
    return [(name, count) for name, count in counts.items() if count]


@dataclass(frozen=True)
class Reason:
    """A reason for which something was not kept: how often, and one case of it."""

    step: str
    reason: str
    count: int
    example: str


def reasons(found: Iterable[tuple[str, str, str]], limit: int = 12) -> list[Reason]:
    """Groups (step, reason, name) by what the reasons share when names and numbers are left out."""
    groups: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for step, text, name in found:
        groups.setdefault((step, _gist(text)), []).append((text, name))
    ranked = sorted(groups.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    return [
        Reason(step, gist, len(cases), f"{cases[0][1]}: {cases[0][0]}" if cases[0][0] != gist else cases[0][1])
        for (step, gist), cases in ranked[:limit]
    ]


def _gist(text: str) -> str:
    """A reason without what differs from case to case."""
    first = text.split("; ")[0]
    code, colon, rest = first.partition(": ")
    if colon and re.fullmatch(r"[a-z_]+", code):
        return code.replace("_", " ")
    gist = re.sub(r"'[^']*'|\"[^\"]*\"", "...", first)
    gist = re.sub(r"\b[\w/-]*\d[\w/.-]*", "#", gist)
    return f"{code}: {rest.split(':')[0]}" if colon and len(gist) > 90 else gist


def masked(records: Iterable[CuratedRecord]) -> list[tuple[str, str, int]]:
    """The turns that get no loss, by the signal that found them and their kind."""
    counts = Counter((item.signal, item.kind) for record in records for item in record.erroneous)
    return [(signal, kind, count) for (signal, kind), count in sorted(counts.items())]


def recovered(trajectory: Trajectory) -> bool:
    """Whether a call failed and the task was solved all the same."""
    failed = any(answer.error is not None for turn in trajectory.turns for answer in turn.feedback)
    return failed and trajectory.verification.success
