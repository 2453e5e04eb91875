"""From the raw logs of an ablation to its numbers: curves, paired differences, and which orderings hold.

The rules are those of the decision record, fixed before the published seeds were run. Nothing here knows what came out.

Arms are compared where everything else is equal: the same task of the same evaluation set, the same seed, the same update.
Intervals are 95 % of a bootstrap in two levels: seeds are drawn with replacement, then tasks within each, the same tasks for
both arms. Five seeds are few, and an interval over them is honest about tasks and only roughly so about seeds; so every
seed's own difference is shown beside it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from harness.errors import UserError

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
DRAWS = 2000
MARGIN = 0.01
"""Success within one point counts as the same."""
SAVING = 0.325
"""The published saving of output tokens."""
REGIMES = ("progress", "outcome", "efficiency")
Verdict = Literal["holds", "on average", "fails", "reversed"]


@dataclass(frozen=True)
class Evaluation:
    """One evaluation set at one update: whether each task was solved, and with how many tokens and calls."""

    success: Numbers
    tokens: Numbers
    calls: Numbers

    @property
    def rate(self) -> float:
        """Share of the tasks that were solved."""
        return float(self.success.mean())

    @property
    def spent(self) -> float:
        """Mean output tokens of the successful episodes; NaN without one."""
        return _ratio(float((self.success * self.tokens).sum()), float(self.success.sum()))


@dataclass(frozen=True)
class Run:
    """One training as its logs tell it. ``evaluations`` are by set and update; ``updates`` are the journal's lines."""

    label: str
    seed: int
    evaluations: Mapping[str, Mapping[int, Evaluation]]
    updates: Sequence[Mapping[str, Any]]
    phi: Sequence[tuple[int, Mapping[str, float]]]
    broken: int = 0
    """Evaluated episodes without a valid verdict, which count as failures."""

    @property
    def last(self) -> int:
        """The update of the last evaluation."""
        return max(update for found in self.evaluations.values() for update in found)


@dataclass(frozen=True)
class Interval:
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


@dataclass(frozen=True)
class Comparison:
    """Two arms on one set at one update. ``success`` is the difference first minus second; ``tokens`` the ratio of the mean
    tokens of successful episodes, first over second. ``by_seed`` holds both, for each seed that the two arms have in common.
    """

    first: str
    second: str
    where: str
    update: int
    success: Interval
    tokens: Interval
    by_seed: Mapping[int, tuple[float, float]]


@dataclass(frozen=True)
class Ordering:
    """A statement, what it rests on, and what became of it; ``seeds`` counts those in which it holds by itself."""

    claim: str
    where: str
    verdict: Verdict
    measured: Interval
    seeds: int
    of: int


def read_runs(out: Path) -> list[Run]:
    """Every training of the folder that was evaluated at least once, also one that is not at its end.

    Raises ``UserError`` where there is none, or where a log cannot be read.
    """
    found = [run for folder in sorted((out / "runs").glob("*/seed-*")) if (run := _read(folder)) is not None]
    if not found:
        raise UserError("no training has been evaluated yet", where=str(out), expected="the folder of an ablation")
    return sorted(found, key=lambda run: (run.label, run.seed))


def last_shared(runs: Sequence[Run]) -> int:
    """The last update at which every run was evaluated on every set. All begin with an evaluation at 0."""
    return max(set.intersection(*(set(found) for run in runs for found in run.evaluations.values())), default=0)


def compare(runs: Sequence[Run], first: str, second: str, where: str, *, update: int | None = None) -> Comparison | None:
    """The two arms over the seeds that both have, by default at the last update that all runs share; None without a seed."""
    at = last_shared(runs) if update is None else update
    pairs = {  # in the order of the seeds, since the runs are
        run.seed: (run.evaluations[where][at], other.evaluations[where][at])
        for run in runs
        for other in runs
        if (run.label, other.label) == (first, second) and run.seed == other.seed
        if at in run.evaluations.get(where, {}) and at in other.evaluations.get(where, {})
    }
    if not pairs:
        return None
    gaps, ratios = _measure(list(pairs.values()))
    drawn_gaps, drawn_ratios = _resample(list(pairs.values()))
    return Comparison(
        first,
        second,
        where,
        at,
        _interval(float(gaps.mean()), drawn_gaps),
        _interval(float(ratios.mean()), drawn_ratios),
        {seed: (float(gaps[place]), float(ratios[place])) for place, seed in enumerate(pairs)},
    )


def orderings(runs: Sequence[Run], wheres: Sequence[str]) -> list[Ordering]:
    """The claims of the decision record on each set, at the last update."""
    made = []
    for where in wheres:
        care, plain, pair = (
            compare(runs, "care", "vanilla", where),
            compare(runs, "uncalibrated", "vanilla", where),
            compare(runs, "uncalibrated", "care", where),
        )
        if care is not None:
            made.append(_above(f"CARE succeeds as often as vanilla, less {100 * MARGIN:g} point", care, -MARGIN))
            made.append(_below(f"CARE needs at least {100 * SAVING:g} % fewer tokens than vanilla", care, 1 - SAVING))
        if pair is not None:
            made.append(_below("without calibration it is shorter than CARE", pair, 1.0))
            made.append(_under("without calibration it succeeds less often than CARE", pair))
        if plain is not None:
            made.append(_under("without calibration it succeeds less often than vanilla", plain))
    return made


def curve(runs: Sequence[Run], label: str, where: str, what: Literal["success", "tokens"]) -> dict[int, dict[int, float]]:
    """Of each seed of an arm, its value at every evaluated update."""
    return {
        run.seed: {
            update: item.rate if what == "success" else item.spent
            for update, item in sorted(run.evaluations.get(where, {}).items())
        }
        for run in runs
        if run.label == label
    }


def band(seeds: Mapping[int, Mapping[int, float]]) -> dict[int, Interval]:
    """Mean over the seeds with a bootstrap interval over them, at the updates that all of them reached."""
    if not seeds:
        return {}
    shared = sorted(set.intersection(*(set(values) for values in seeds.values())))
    rng = np.random.default_rng(0)
    made = {}
    for update in shared:
        values = np.array([found[update] for found in seeds.values()])
        values = values[~np.isnan(values)]
        if len(values):
            draws = rng.choice(values, (DRAWS, len(values))).mean(1)
            made[update] = _interval(float(values.mean()), draws)
    return made


def regime_shares(runs: Sequence[Run], label: str, *, window: int = 25) -> dict[int, dict[str, float]]:
    """Mean share of the groups in each regime over the seeds, in windows of so many updates, by the window's end."""
    found: dict[int, dict[str, list[float]]] = {}
    for run in runs:
        if run.label != label:
            continue
        for line in run.updates:
            end = -(-int(line["update"]) // window) * window
            for regime in REGIMES:
                share = line.get(f"care/regime/{regime}/share")
                if share is not None:
                    found.setdefault(end, {}).setdefault(regime, []).append(float(share))
    return {
        end: {regime: sum(values) / len(values) for regime, values in shares.items()}
        for end, shares in sorted(found.items())
    }


def _read(folder: Path) -> Run | None:
    evaluations: dict[str, dict[int, Evaluation]] = {}
    broken = 0
    for line in _lines(folder / "evals.jsonl"):
        won, tokens, calls = np.array(line["episodes"], dtype=np.float64).T
        evaluations.setdefault(line["set"], {})[int(line["update"])] = Evaluation(won, tokens, calls)
        broken += int(line["n"]) - int(line["valid"])
    if not evaluations:
        return None
    phi = [(int(line["update"]), line["after"]) for line in _lines(folder / "decisions.jsonl")]
    return Run(
        label=folder.parent.name,
        seed=int(folder.name.removeprefix("seed-")),
        evaluations=evaluations,
        updates=_lines(folder / "updates.jsonl"),
        phi=phi,
        broken=broken,
    )


def _lines(path: Path) -> list[dict[str, Any]]:
    """A log's lines; a last one that a kill has torn is not there yet."""
    if not path.is_file():
        return []
    made = []
    text = path.read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(keepends=True), start=1):
        if not line.endswith("\n"):
            break
        try:
            made.append(json.loads(line))
        except ValueError as error:
            raise UserError(f"it cannot be read: {error}", where=f"{path}, line {number}", expected="JSON") from None
    return made


Pair: TypeAlias = tuple[Evaluation, Evaluation]


def _sums(pair: Pair) -> Numbers:
    """What the two measures need of each task, as columns: the gap, and for both arms success and tokens of successes."""
    one, other = pair
    columns = (
        one.success - other.success,
        one.success,
        one.success * one.tokens,
        other.success,
        other.success * other.tokens,
    )
    return np.stack(columns, axis=1)


def _both(sums: Numbers, tasks: int) -> tuple[Numbers, Numbers]:
    """Difference of success and ratio of the tokens of successes, from sums over tasks. NaN where an arm has no success."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = (sums[:, 2] / sums[:, 1]) / (sums[:, 4] / sums[:, 3])
    return sums[:, 0] / tasks, ratio


def _measure(pairs: Sequence[Pair]) -> tuple[Numbers, Numbers]:
    """Both measures of each seed."""
    return _both(np.stack([_sums(pair).sum(0) for pair in pairs]), len(pairs[0][0].success))


def _resample(pairs: Sequence[Pair]) -> tuple[Numbers, Numbers]:
    """Both measures, means over seeds, of each draw of the bootstrap."""
    rng = np.random.default_rng(0)
    seeds, size = len(pairs), len(pairs[0][0].success)
    chosen = rng.integers(0, seeds, (DRAWS, seeds))
    gaps, ratios = np.zeros((DRAWS, seeds)), np.zeros((DRAWS, seeds))
    for slot in range(seeds):
        counts = rng.multinomial(size, np.full(size, 1.0 / size), DRAWS)
        for place, pair in enumerate(pairs):
            mine = chosen[:, slot] == place
            gaps[mine, slot], ratios[mine, slot] = _both(counts[mine] @ _sums(pair), size)
    return gaps.mean(1), ratios.mean(1)


def _ratio(above: float, below: float) -> float:
    return above / below if below else float("nan")


def _interval(value: float, draws: Sequence[float] | Numbers) -> Interval:
    known = np.asarray(draws, dtype=np.float64)
    known = known[np.isfinite(known)]
    low, high = np.percentile(known, [2.5, 97.5]) if len(known) else (float("nan"), float("nan"))
    return Interval(value, float(low), float(high))


def _above(claim: str, item: Comparison, bound: float) -> Ordering:
    found = item.success
    verdict: Verdict = "fails"
    if found.low > bound:
        verdict = "holds"
    elif found.value > bound:
        verdict = "on average"
    elif found.high < bound:
        verdict = "reversed"
    held = sum(gap > bound for gap, _ in item.by_seed.values())
    return Ordering(claim, item.where, verdict, found, held, len(item.by_seed))


def _under(claim: str, item: Comparison) -> Ordering:
    turned = _above(claim, _mirrored(item), 0.0)
    return Ordering(claim, item.where, turned.verdict, item.success, turned.seeds, turned.of)


def _mirrored(item: Comparison) -> Comparison:
    gap = item.success
    return Comparison(
        item.second,
        item.first,
        item.where,
        item.update,
        Interval(-gap.value, -gap.high, -gap.low),
        item.tokens,
        {seed: (-values[0], values[1]) for seed, values in item.by_seed.items()},
    )


def _below(claim: str, item: Comparison, bound: float) -> Ordering:
    found = item.tokens
    verdict: Verdict = "fails"
    if found.high < bound:
        verdict = "holds"
    elif found.value < bound:
        verdict = "on average"
    elif found.low > bound:
        verdict = "reversed"
    held = sum(ratio < bound for _, ratio in item.by_seed.values())
    return Ordering(claim, item.where, verdict, found, held, len(item.by_seed))
