"""Where a run of the loop stands, for a person: its stages with their state, their time, and what each came to.

A stage's facts are what it wrote down for later stages; here they become a few words. A fact that a stage did not write,
as in a run of an earlier version, is left out.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table

Facts = Mapping[str, Any]


@dataclass(frozen=True)
class Line:
    """One stage. ``seconds`` is None where no clock was read, as for a stage that is not finished."""

    stage: str
    state: str
    seconds: float | None
    says: str


def stand_of(facts: Mapping[str, Facts], stages: tuple[str, ...], *, running: bool, waiting: bool) -> str:
    """What the run as a whole is doing, in a few words. ``facts`` are those of the finished stages, by their names."""
    left = [name for name in stages if name not in facts]
    if running:
        return "a process is working on it"
    if waiting:
        return "waits for a decision"
    if _rejected(facts):
        return f"ended: the release was rejected by {facts['release'].get('reviewer', 'its reviewer')}"
    return f"stopped before {left[0]}" if left else "finished"


def lines_of(
    facts: Mapping[str, Facts], stages: tuple[str, ...], seconds: Mapping[str, float], *, running: bool, waiting: bool
) -> list[Line]:
    """One line a stage, in their order. ``seconds`` is how long each took, by the clock."""
    left = [name for name in stages if name not in facts]
    lines = []
    for name in stages:
        if name in facts:
            state = "rejected" if name == "release" and _rejected(facts) else "done"
            lines.append(Line(name, state, seconds.get(name), describe(name, facts[name])))
            continue
        first = name == left[0]
        state = "-" if not first or _rejected(facts) else "running" if running else "waits for you" if waiting else "next"
        lines.append(Line(name, state, None, ""))
    return lines


def table_of(lines: list[Line]) -> "Table":
    """The lines as a table."""
    from rich.markup import escape
    from rich.table import Table

    from agents.report.rendering import duration

    styles = {"done": "green", "rejected": "red", "running": "cyan", "waits for you": "yellow", "next": "yellow"}
    table = Table(box=None, padding=(0, 2, 0, 0))
    for title in ("stage", "state", "time"):
        table.add_column(title, no_wrap=True, justify="right" if title == "time" else "left")
    table.add_column("what it came to", overflow="fold")
    for line in lines:
        style = styles.get(line.state, "dim")
        table.add_row(
            line.stage,
            f"[{style}]{line.state}[/]",
            "" if line.seconds is None else duration(line.seconds),
            escape(line.says),
        )
    return table


def describe(stage: str, facts: Facts) -> str:
    """The key figures of a finished stage, in words; the steps that a language model took part in stand at the end."""
    said = [part for part in _SAYS[stage](facts) if part]
    used = facts.get("model_steps")
    if used:
        said.append(f"a language model took part in: {', '.join(sorted(used))}")
    return ("\n" if stage == "evaluate" else "; ").join(said)


# -- one function a stage


def _construct(facts: Facts) -> Iterator[str]:
    yield _of(facts, "kept", "drafted", "{0} tasks kept of {1} drafted")
    yield _count(facts, "requests_tasks", "tasks from your own requests")


def _collect(facts: Facts) -> Iterator[str]:
    yield _of(facts, "solved", "trajectories", "{0} of {1} trajectories solve their task")
    yield _count(facts, "recovered_errors", "of them after a failed call")


def _curate(facts: Facts) -> Iterator[str]:
    counts, quality = facts.get("counts", {}), facts.get("quality", {})
    yield _count(counts, "trajectories", "trajectories proposed")
    for kind in ("rejected", "quarantined", "corrected"):
        yield _count(counts, f"records_{kind}", kind)
    yield _count(quality, "masked_turns", "mistaken turns left out of the loss")


def _release(facts: Facts) -> Iterator[str]:
    by = "by a rule, not by a person" if facts.get("by") == "rule" else f"by {facts.get('reviewer', 'its reviewer')}"
    yield f"{facts.get('verdict', 'decided')} {by}"
    yield _count(facts, "excluded", "trajectories left out")
    yield str(facts.get("note") or "")
    yield str(facts.get("release") or "")


def _train(facts: Facts) -> Iterator[str]:
    yield _of(facts, "steps", "samples", "{0} steps on {1} samples")
    if "first_loss" in facts and "last_loss" in facts:
        yield f"loss {facts['first_loss']:.3f} -> {facts['last_loss']:.3f}"
    yield _count(facts, "dropped", "trajectories with nothing to learn")


def _rl(facts: Facts) -> Iterator[str]:
    yield _of(facts, "updates", "episodes", "{0} updates on {1} episodes")
    yield _count(facts, "updates_skipped", "updates without anything to learn")
    yield _count(facts, "episodes_invalid", "episodes left out")


def _evaluate(facts: Facts) -> Iterator[str]:
    from bench.suite import SLICES

    for name, part in SLICES.items():
        if f"{name}.after" not in facts:
            continue
        solved, total = facts[f"{name}.after"]
        earlier = {"before": facts.get(f"{name}.before"), "before RL": facts.get(f"{name}.cold")}
        known = ", ".join(f"{when}: {counts[0]}" for when, counts in earlier.items() if counts is not None)
        says = part.says if name.startswith("test") else f"{name.partition('-')[0]}: {part.says}"
        yield f"{solved} of {total} {f'({known}) ' if known else ''}{says}"


def _diagnose(facts: Facts) -> Iterator[str]:
    counts = {name: number for name, number in facts.items() if isinstance(number, int)}
    if counts:
        total = sum(counts.values())
        yield f"{total} failed runs replayed, at fault: {', '.join(f'{name} {n}' for name, n in sorted(counts.items()))}"
    else:
        yield "no failed run to explain"


def _analyse(facts: Facts) -> Iterator[str]:
    counts = [f"{number} {name}" for name, number in sorted(facts.items()) if isinstance(number, int)]
    yield f"families: {', '.join(counts)}" if counts else "no family was classed"


_SAYS: Mapping[str, Callable[[Facts], Iterator[str]]] = {
    "construct": _construct,
    "collect": _collect,
    "curate": _curate,
    "release": _release,
    "train": _train,
    "rl": _rl,
    "evaluate": _evaluate,
    "diagnose": _diagnose,
    "analyse": _analyse,
}


def _of(facts: Facts, part: str, whole: str, text: str) -> str:
    if part not in facts or whole not in facts:
        return ""
    return text.format(f"{facts[part]:,}", f"{facts[whole]:,}")


def _count(facts: Facts, name: str, text: str) -> str:
    """A number or the length of a list with what it counts; nothing for none."""
    value = facts.get(name, 0)
    number = len(value) if isinstance(value, list) else value
    return f"{number:,} {text}" if number else ""


def _rejected(facts: Mapping[str, Facts]) -> bool:
    return facts.get("release", {}).get("verdict") == "rejected"
