"""The figures of the ablation. Every seed is a thin line, an arm's mean a thick one, its interval over the seeds a band.

Equal logs give equal files.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .analysis import REGIMES, Run, band, curve, regime_shares
from .jobs import SETS

COLOURS = ("#444444", "#1764ab", "#c44e12", "#2a8a4a", "#8a3a9a", "#a08000", "#b03060", "#008a8a")
STYLE = {
    "svg.hashsalt": "ablation",
    "svg.fonttype": "none",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
}
NAMES = {"success": "success", "tokens": "tokens of a successful episode"}


def draw_curves(runs: Sequence[Run], labels: Sequence[str], path: Path) -> None:
    """Success and tokens of successful episodes over the updates, on both evaluation sets."""
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(2, len(SETS), figsize=(4.6 * len(SETS), 6.0), sharex=True, squeeze=False)
    for row, what in enumerate(("success", "tokens")):
        for column, where in enumerate(SETS):
            place = axes[row][column]
            for label, colour in zip(labels, _colours(len(labels)), strict=True):
                seeds = curve(runs, label, where, "success" if what == "success" else "tokens")
                for values in seeds.values():
                    place.plot(list(values), list(values.values()), color=colour, linewidth=0.6, alpha=0.5)
                mean = band(seeds)
                at, points = list(mean), list(mean.values())
                place.plot(at, [item.value for item in points], color=colour, linewidth=2.2, label=label)
                place.fill_between(
                    at, [item.low for item in points], [item.high for item in points], color=colour, alpha=0.12, linewidth=0
                )
            place.set_title(f"{where} families" if row == 0 else "")
            place.set_ylabel(NAMES[what] if column == 0 else "")
            place.set_xlabel("updates" if row == 1 else "")
    axes[0][0].legend()
    _save(figure, path)


def draw_regimes(runs: Sequence[Run], labels: Sequence[str], path: Path) -> None:
    """The share of the groups in each regime over the updates, an arm a panel."""
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(1, len(labels), figsize=(3.0 * len(labels), 2.6), sharey=True, squeeze=False)
    for place, label in zip(axes[0], labels, strict=True):
        shares = regime_shares(runs, label)
        place.stackplot(
            list(shares),
            [[found.get(regime, 0.0) for found in shares.values()] for regime in REGIMES],
            labels=REGIMES,
            colors=("#d9c27a", "#9fb4c7", "#5f9e6e"),
        )
        place.set_title(label)
        place.set_xlabel("updates")
        place.set_ylim(0, 1)
    axes[0][0].set_ylabel("share of groups")
    axes[0][-1].legend(loc="lower right")
    _save(figure, path)


def draw_sweep(runs: Sequence[Run], labels: Sequence[str], path: Path) -> None:
    """Success against tokens of successful episodes at the last update: every seed a dot, every arm's mean a large one."""
    pyplot = _pyplot()
    figure, axes = pyplot.subplots(1, len(SETS), figsize=(4.6 * len(SETS), 3.4), squeeze=False)
    for place, where in zip(axes[0], SETS, strict=True):
        for label, colour in zip(labels, _colours(len(labels)), strict=True):
            ends = [run.evaluations[where][run.last] for run in runs if run.label == label]
            if not ends:
                continue
            spent, won = [item.spent for item in ends], [item.rate for item in ends]
            place.scatter(spent, won, s=12, color=colour, alpha=0.6)
            place.scatter([sum(spent) / len(spent)], [sum(won) / len(won)], s=70, color=colour, label=label)
        place.set_title(f"{where} families")
        place.set_xlabel(NAMES["tokens"])
        place.set_ylabel("success")
    axes[0][0].legend()
    _save(figure, path)


def _colours(count: int) -> list[str]:
    return [COLOURS[place % len(COLOURS)] for place in range(count)]


def _pyplot() -> Any:
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    pyplot.rcParams.update(STYLE)
    return pyplot


def _save(figure: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})
    _pyplot().close(figure)
