"""The RL-feedback analyst: what dev results say about the data, and what should be made next.

Families are classified by intervals, not by eye: mastered, failing, unstable, or undecided. Where the pool has
examples of what fails, they get more weight; where more of the same would not help, the constructor is asked for more
variety. The proposal passes the same human gate as everything else.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from bench.evaluate import Row
from bench.statistics import wilson
from harness.contract import Capability, Diagnosis, Part, Record

from .constructor import Gap

MASTERED_LOW = 0.6
FAILING_HIGH = 0.5
UP, DOWN = 1.6, 0.5

Class = Literal["mastered", "unstable", "failing", "undecided", "ambiguous"]
"""``undecided``: never failed, but run too few times to be mastered; ``ambiguous``: too many runs are invalid."""

REPAIRS: dict[str, str] = {
    "wrong_tool": "tool routing",
    "tool_not_exposed": "tool routing",
    "bad_arguments": "argument grounding",
    "wrong_reference": "state tracking",
    "repeated_failing_call": "recovery",
    "format": "format",
    "stopped_early": "premature end",
    "gave_up": "premature end",
    "stopped_late": "premature end",
}
"""Which repair set a diagnosed cause belongs to."""


class Finding(Part):
    """One family's dev result and what it means."""

    family: str
    capability: Capability
    hits: int
    total: int
    low: float
    high: float
    verdict: Class
    causes: dict[str, int]


class Analysis(Record):
    """Findings, how often to draw each family next, in proportion, and gaps for the constructor that hold these factors."""

    findings: tuple[Finding, ...]
    factors: dict[str, float]
    gaps: tuple[Gap, ...]
    preserve: tuple[str, ...]
    repairs: dict[str, int]


def analyse(
    rows: Sequence[Row], diagnoses: Sequence[Diagnosis], *, trained: Sequence[str], budget: int, iteration: int
) -> Analysis:
    """What to make and weigh next. ``trained`` are the families that the pool has; ``budget`` is how many tasks to ask for.

    A family that was never trained cannot be re-weighted; its failures ask for neighbours of the same capability.
    """
    causes: dict[str, Counter[str]] = {}
    by_task = {row.task_id: row for row in rows}
    for item in diagnoses:
        if item.task_id in by_task:
            causes.setdefault(by_task[item.task_id].family, Counter())[item.code] += 1
    findings = [_finding(name, group, causes.get(name, Counter())) for name, group in _by_family(rows).items()]
    factors = {item.family: _factor(item) for item in findings if item.family in trained}
    repairs = Counter(REPAIRS.get(code, "other") for counter in causes.values() for code in counter.elements())
    return Analysis(
        findings=tuple(findings),
        factors=factors,
        gaps=tuple(_gaps(findings, factors, trained, budget, iteration)),
        preserve=tuple(item.family for item in findings if item.verdict == "mastered"),
        repairs=dict(sorted(repairs.items())),
    )


def _by_family(rows: Sequence[Row]) -> dict[str, list[Row]]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.family, []).append(row)
    return dict(sorted(groups.items()))


def _finding(name: str, rows: Sequence[Row], causes: Mapping[str, int]) -> Finding:
    valid = [row for row in rows if row.valid]
    share = wilson(sum(row.success for row in valid), len(valid))
    verdict: Class = "unstable"
    if len(valid) * 2 < len(rows):
        verdict = "ambiguous"
    elif share.low >= MASTERED_LOW:
        verdict = "mastered"
    elif share.high <= FAILING_HIGH:
        verdict = "failing"
    elif share.hits == share.total:
        verdict = "undecided"
    return Finding(
        family=name,
        capability=Capability(rows[0].capability),
        hits=share.hits,
        total=share.total,
        low=round(share.low, 4),
        high=round(share.high, 4),
        verdict=verdict,
        causes=dict(sorted(causes.items())),
    )


def _factor(item: Finding) -> float:
    if item.verdict == "mastered":
        return DOWN
    return UP if item.verdict in ("failing", "unstable") else 1.0


def _gaps(
    findings: Sequence[Finding], factors: Mapping[str, float], trained: Sequence[str], budget: int, iteration: int
) -> list[Gap]:
    """Splits the budget over what failed, by the lower bound of its failure rate, so that luck is not chased.

    The factors weigh the split, and within a capability its families: whoever passes the gaps on passes on the factors.
    """
    kinds = {item.family: item.capability for item in findings}
    need: dict[tuple[str | None, Capability], float] = {}
    for item in findings:
        misses = wilson(item.total - item.hits, item.total).low
        if misses > 0 and item.verdict != "ambiguous":
            key = (item.family if item.family in trained else None, item.capability)
            need[key] = need.get(key, 0.0) + misses * factors.get(item.family, 1.0)
    total = sum(need.values())
    gaps = []
    for (name, capability), weight in sorted(need.items(), key=lambda pair: (-pair[1], str(pair[0]))):
        count = round(budget * weight / total)
        if count:
            factor = factors.get(name or "", 1.0)
            reason = f"dev failures, lower bound {weight / factor:.2f}" + (f", weight {factor}" if factor != 1 else "")
            label = name or f"near-{capability.value}"
            weights = {} if name else {item: value for item, value in factors.items() if kinds[item] is capability}
            gaps.append(
                Gap(
                    id=f"i{iteration}-{label}",
                    family=name,
                    capability=capability,
                    count=count,
                    weights=weights,
                    reason=reason,
                )
            )
    return gaps
