"""The report of an ablation, made from the raw logs alone: figures, tables, and words that say no more than they hold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from harness.contract import Json
from harness.records import write_json_atomic, write_text_atomic
from planner_train.care import ARMS

from .analysis import Comparison, Interval, Ordering, Run, compare, last_shared, orderings, read_runs, regime_shares
from .drawings import draw_curves, draw_regimes, draw_sweep
from .jobs import SETS
from .recipe import Recipe

WORDS = {
    "holds": "holds: the interval lies on the claimed side",
    "on average": "on average only: the mean lies on the claimed side, the interval does not",
    "fails": "fails: the mean lies on the other side, the interval reaches over",
    "reversed": "reversed: the interval lies on the other side",
}


def write_report(out: Path, recipe: Recipe) -> Path:
    """Writes ``report.md``, ``analysis.json`` and the figures. Raises ``UserError`` where nothing was run."""
    runs = read_runs(out)
    known = list(ARMS)
    labels = sorted({run.label for run in runs}, key=lambda name: (known.index(name) if name in known else 99, name))
    arms, sweep = [name for name in labels if name in known], [name for name in labels if name not in known]
    found = orderings(runs, SETS)
    against = [
        item
        for name in arms
        for where in SETS
        if name != "vanilla" and (item := compare(runs, name, "vanilla", where)) is not None
    ]
    figures = []
    if arms:
        draw_curves(runs, arms, out / "figures" / "curves.svg")
        draw_regimes(runs, arms, out / "figures" / "regimes.svg")
        figures += ["curves", "regimes"]
    if sweep:
        draw_sweep(runs, sweep + [name for name in arms if name in ("vanilla", "care")], out / "figures" / "sweep.svg")
        figures.append("sweep")
    write_json_atomic(out / "analysis.json", _facts(runs, labels, against, found))
    text = "\n".join(_page(recipe, runs, labels, figures, against, found)) + "\n"
    write_text_atomic(out / "report.md", text)
    return out / "report.md"


def _page(
    recipe: Recipe,
    runs: Sequence[Run],
    labels: Sequence[str],
    figures: Sequence[str],
    against: Sequence[Comparison],
    found: Sequence[Ordering],
) -> list[str]:
    seeds = sorted({run.seed for run in runs})
    at = last_shared(runs)
    unfinished = [f"{run.label} seed {run.seed} at {run.last}" for run in runs if run.last < recipe.rl.updates]
    published = set(seeds) == set(recipe.seeds)
    lines = [
        "# CARE against plain RL on a small planner",
        "",
        f"{len(runs)} trainings of {recipe.rl.updates} updates on {recipe.rl.tasks} groups of {recipe.rl.group} episodes; "
        f"seeds {', '.join(map(str, seeds))}"
        + (", those of the recipe." if published else ", not all of the recipe's own."),
        f"All comparisons are at update {at}. Evaluations are greedy, one episode a task.",
    ]
    if unfinished:
        lines.append(f"**Not finished**: {'; '.join(unfinished)}. What follows is preliminary.")
    if broken := sum(run.broken for run in runs):
        lines.append(f"**{broken} evaluated episodes had no valid verdict and count as failures.**")
    if len(seeds) < 3:
        lines.append(
            f"**With {len(seeds)} seed(s) the intervals tell of tasks only, and nothing of the spread over seeds.**"
        )
    lines += ["", *(f"![{name}](figures/{name}.svg)\n" for name in figures)]
    lines += ["## Arms at the end", "", *_arms(runs, labels, at)]
    if against:
        lines += ["", "## Against vanilla, paired by seed and task", "", *_comparisons(against)]
    if found:
        lines += ["", "## Which orderings hold", "", *_orderings(found)]
    lines += ["", "## Every seed", "", *_seeds(runs, labels)]
    return lines


def _arms(runs: Sequence[Run], labels: Sequence[str], at: int) -> list[str]:
    rows = [
        "| arm | seeds | set | success | tokens, successes | calls, successes | tokens, all |",
        "|---|---|---|---|---|---|---|",
    ]
    for label in labels:
        mine = [run for run in runs if run.label == label]
        for where in SETS:
            ends = [run.evaluations[where][at] for run in mine]
            mean = lambda values: sum(values) / len(values)
            calls = mean([float((item.success * item.calls).sum() / max(1.0, item.success.sum())) for item in ends])
            rows.append(
                f"| {label} | {len(mine)} | {where} | {mean([item.rate for item in ends]):.3f} | "
                f"{_shown(mean([item.spent for item in ends]))} | {calls:.2f} | "
                f"{mean([float(item.tokens.mean()) for item in ends]):.1f} |"
            )
    return rows


def _shown(tokens: float) -> str:
    return f"{tokens:.1f}" if math.isfinite(tokens) else "no success"


def _comparisons(against: Sequence[Comparison]) -> list[str]:
    rows = ["| arm | set | success minus vanilla's | tokens over vanilla's | seeds |", "|---|---|---|---|---|"]
    for item in against:
        rows.append(f"| {item.first} | {item.where} | {item.success} | {item.tokens} | {len(item.by_seed)} |")
    return rows


def _orderings(found: Sequence[Ordering]) -> list[str]:
    rows = ["| claim | set | verdict | measured | seeds in which it holds |", "|---|---|---|---|---|"]
    for item in found:
        rows.append(f"| {item.claim} | {item.where} | {item.verdict} | {item.measured} | {item.seeds} of {item.of} |")
    return [*rows, "", *(f"- *{name}*: {words}." for name, words in WORDS.items() if any(f.verdict == name for f in found))]


def _seeds(runs: Sequence[Run], labels: Sequence[str]) -> list[str]:
    rows = ["| arm | seed | " + " | ".join(f"{where}: begin, end" for where in SETS) + " | lambda_eff at the end |"]
    rows.append("|---|---|" + "---|" * len(SETS) + "---|")
    for label in labels:
        for run in (run for run in runs if run.label == label):
            cells = []
            for where in SETS:
                ends = [run.evaluations[where][min(run.evaluations[where])], run.evaluations[where][run.last]]
                cells.append(" to ".join(f"{item.rate:.3f} at {_shown(item.spent)}" for item in ends))
            phi = f"{run.phi[-1][1]['lambda_eff']:.2f}" if run.phi else "as begun"
            rows.append(f"| {label} | {run.seed} | {' | '.join(cells)} | {phi} |")
    return rows


def _facts(
    runs: Sequence[Run], labels: Sequence[str], against: Sequence[Comparison], found: Sequence[Ordering]
) -> dict[str, Json]:
    return {
        "runs": [
            {
                "arm": run.label,
                "seed": run.seed,
                "update": run.last,
                "end": {
                    where: {"success": _number(item.rate), "tokens": _number(item.spent)}
                    for where in SETS
                    if (item := run.evaluations[where].get(run.last)) is not None
                },
            }
            for run in runs
        ],
        "regimes": {
            label: {str(end): dict(shares) for end, shares in regime_shares(runs, label).items()} for label in labels
        },
        "against_vanilla": [_spell(item) for item in against],
        "orderings": [
            {
                "claim": item.claim,
                "set": item.where,
                "verdict": item.verdict,
                "measured": _numbers(item.measured),
                "seeds": [item.seeds, item.of],
            }
            for item in found
        ],
    }


def _spell(item: Comparison) -> Json:
    return {
        "arm": item.first,
        "set": item.where,
        "update": item.update,
        "success": _numbers(item.success),
        "tokens": _numbers(item.tokens),
        "by_seed": {str(seed): [_number(value) for value in values] for seed, values in item.by_seed.items()},
    }


def _numbers(item: Interval) -> Json:
    return [_number(value) for value in (item.value, item.low, item.high)]


def _number(value: float) -> Json:
    """JSON knows no number that is none, such as the tokens of no success."""
    return round(value, 6) if math.isfinite(value) else None
