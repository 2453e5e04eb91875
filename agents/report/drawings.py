"""Plots as inline SVG that take their colours from the page, so that they are readable in light and in dark.

Matplotlib draws with stand-in colours, which are then replaced by the page's CSS variables.
"""

import io
import re
from collections.abc import Sequence

import matplotlib

matplotlib.use("svg")

from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from bench.statistics import Estimate, Share

from .measures import Comparison

INK, MUTED, FAINT, BEFORE, AFTER = "#010203", "#020304", "#030405", "#040506", "#050607"
_VARIABLES = {INK: "ink", MUTED: "muted", FAINT: "line", BEFORE: "before", AFTER: "after"}

WIDTH = 4.4
"""In inches: narrow, so that the letters are readable on a phone."""

_STYLE = {
    "svg.fonttype": "none",
    "font.size": 8.5,
    "font.sans-serif": ["DejaVu Sans"],
    "text.color": INK,
    "axes.edgecolor": FAINT,
    "axes.labelcolor": MUTED,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.6,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "legend.frameon": False,
    "figure.constrained_layout.use": True,
}


def success_by_slice(rows: Sequence[tuple[str, Comparison]]) -> str:
    """Shares of solved tasks before and after, one line a slice, with their intervals."""
    with pyplot.rc_context(_STYLE):
        figure, axes = pyplot.subplots(figsize=(WIDTH, 0.52 * len(rows) + 0.65))
        for index, (_, item) in enumerate(rows):
            place = len(rows) - 1 - index
            _whisker(axes, item.before, place + 0.14, BEFORE, "before" if index == 0 else None)
            _whisker(axes, item.after, place - 0.14, AFTER, "after" if index == 0 else None)
        axes.set_yticks(range(len(rows)), [label for label, _ in reversed(rows)], color=INK)
        axes.set_xlim(-2, 102)
        axes.set_ylim(-0.6, len(rows) - 0.4)
        axes.set_xticks(range(0, 101, 25), [f"{value} %" for value in range(0, 101, 25)])
        axes.grid(visible=False, axis="y")
        axes.spines["left"].set_visible(False)
        _legend_above(axes)
        return svg(figure, "success by slice, before and after training")


def _legend_above(axes: Axes) -> None:
    """The legend where it hides nothing."""
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2, borderaxespad=0, handletextpad=0.4)


def _whisker(axes: Axes, item: Share | Estimate | None, place: float, colour: str, label: str | None) -> None:
    if item is None:
        return
    low, value, high = 100 * item.low, 100 * item.value, 100 * item.high
    axes.plot([low, high], [place, place], color=colour, linewidth=2.4, alpha=0.55, solid_capstyle="round")
    axes.plot([value], [place], "o", color=colour, markersize=6.5, label=label)


def training_curve(rows: Sequence[dict[str, float]]) -> str:
    """The loss over the steps of the cold start, as logged and as a running mean."""
    steps, losses = [row["step"] for row in rows], [row["loss"] for row in rows]
    window = max(1, len(rows) // 20)
    smooth = [sum(losses[max(0, i - window) : i + 1]) / len(losses[max(0, i - window) : i + 1]) for i in range(len(losses))]
    with pyplot.rc_context(_STYLE):
        figure, axes = pyplot.subplots(figsize=(WIDTH, 2.3))
        axes.plot(steps, losses, color=BEFORE, linewidth=0.9, alpha=0.6, label="as logged")
        axes.plot(steps, smooth, color=AFTER, linewidth=1.8, label="running mean")
        axes.set_xlabel("step")
        axes.set_ylabel("loss a token")
        axes.set_ylim(bottom=0)
        _legend_above(axes)
        return svg(figure, "training curve")


def rl_curve(rows: Sequence[dict[str, float]]) -> str:
    """Reward and success, output tokens, and the regimes of the groups over the updates of reinforcement learning."""
    updates = [row["update"] for row in rows]
    panels = (
        ("of a group", (("care/reward", BEFORE, "reward"), ("care/success", AFTER, "success"))),
        ("output tokens", (("care/tokens", BEFORE, "an episode"), ("care/tokens/success", AFTER, "a solved episode"))),
    )
    regimes = (("progress", FAINT), ("outcome", BEFORE), ("efficiency", AFTER))
    with pyplot.rc_context(_STYLE):
        figure, places = pyplot.subplots(3, 1, figsize=(WIDTH, 5.4), sharex=True)
        for axes, (label, lines) in zip(places, panels, strict=False):
            for name, colour, says in lines:
                known = [(row["update"], row[name]) for row in rows if name in row]
                axes.plot(*zip(*known, strict=True) if known else ((), ()), "o-", color=colour, markersize=3.5, label=says)
            axes.set_ylabel(label)
            axes.set_ylim(bottom=min(0.0, axes.get_ylim()[0]))
            axes.xaxis.get_major_locator().set_params(integer=True)
            _legend_above(axes)
        floor = [0.0] * len(rows)
        for name, colour in regimes:
            shares = [row.get(f"care/regime/{name}/share", 0.0) for row in rows]
            places[-1].bar(updates, shares, bottom=floor, width=0.8, color=colour, label=name)
            floor = [low + share for low, share in zip(floor, shares, strict=True)]
        places[-1].set_ylabel("groups by regime")
        places[-1].set_xlabel("update")
        places[-1].grid(visible=False, axis="x")
        places[-1].legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, borderaxespad=0, handletextpad=0.4)
        return svg(figure, "reinforcement learning")


def histogram(before: Sequence[int], after: Sequence[int], label: str, most: int) -> str:
    """How often each number occurs, before and after, side by side."""
    with pyplot.rc_context(_STYLE):
        figure, axes = pyplot.subplots(figsize=(WIDTH, 2.0))
        for values, colour, name, shift in ((before, BEFORE, "before", -0.2), (after, AFTER, "after", 0.2)):
            if values:
                counts = [sum(min(value, most) == place for value in values) for place in range(1, most + 1)]
                axes.bar([place + shift for place in range(1, most + 1)], counts, width=0.38, color=colour, label=name)
        axes.set_xlabel(label)
        axes.set_xticks(range(1, most + 1))
        axes.grid(visible=False, axis="x")
        _legend_above(axes)
        return svg(figure, f"episodes by {label}")


def whiskers(rows: dict[str, Estimate], title: str) -> str:
    """Values with their intervals, one line a name, the number of things behind each name."""
    with pyplot.rc_context(_STYLE):
        figure, axes = pyplot.subplots(figsize=(WIDTH, 0.27 * len(rows) + 0.5))
        for index, item in enumerate(reversed(rows.values())):
            _whisker(axes, item, index, AFTER, None)
        axes.set_yticks(range(len(rows)), [f"{name} ({item.n})" for name, item in reversed(rows.items())], color=INK)
        axes.set_xlim(-2, 102)
        axes.set_ylim(-0.6, len(rows) - 0.4)
        axes.set_xticks(range(0, 101, 25), [f"{value} %" for value in range(0, 101, 25)])
        axes.grid(visible=False, axis="y")
        axes.spines["left"].set_visible(False)
        return svg(figure, title)


def bars(rows: dict[str, int], title: str) -> str:
    """Counts, one bar a name."""
    with pyplot.rc_context(_STYLE):
        figure, axes = pyplot.subplots(figsize=(WIDTH, 0.27 * len(rows) + 0.5))
        axes.barh(range(len(rows)), list(reversed(rows.values())), height=0.6, color=BEFORE)
        axes.set_yticks(range(len(rows)), list(reversed(rows)), color=INK)
        axes.grid(visible=False, axis="y")
        axes.set_xlabel("runs")
        return svg(figure, title)


def distribution(solved: Sequence[float], others: Sequence[float], label: str, title: str) -> str:
    """How often each value occurs, solved runs and others on top of each other."""
    most = max([*solved, *others, 1])
    edges = [most * place / 20 for place in range(21)] if most > 30 else [place + 0.5 for place in range(int(most) + 1)]
    with pyplot.rc_context(_STYLE):
        figure, axes = pyplot.subplots(figsize=(WIDTH, 2.1))
        axes.hist(
            [solved, others], bins=edges, stacked=True, color=[AFTER, BEFORE], label=["solved", "not solved"], rwidth=0.9
        )
        axes.set_xlabel(label)
        axes.set_ylabel("runs")
        axes.grid(visible=False, axis="x")
        _legend_above(axes)
        return svg(figure, title)


def svg(figure: Figure, title: str) -> str:
    """The figure as an SVG element that scales with the page. Equal figures give equal text."""
    target = io.StringIO()
    with matplotlib.rc_context({**_STYLE, "svg.hashsalt": title}):
        figure.savefig(target, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    text = target.getvalue()
    text = text[text.index("<svg") :]
    for stand_in, name in _VARIABLES.items():
        text = text.replace(stand_in, f"var(--{name})")
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r"(font: [\d.]+px) [^;\"]*", r"\1 system-ui, sans-serif", text)
    opening = rf'<svg class="plot" viewBox="\1" role="img" aria-label="{title}">'
    text = re.sub(r'<svg [^>]*?viewBox="([^"]+)"[^>]*>', opening, text)
    return text.replace("xlink:href", "href")
