"""The report of one policy on the suite: scores, costs and failures on one page, the episodes to read beside it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bench.planner_bench import WEIGHTS, Suite, split_named
from bench.results import Result, Run
from bench.running import Brief, briefs, read_at
from bench.statistics import Estimate
from bench.suite_run import TIMING, TRAJECTORIES
from harness.contract import Json

from .conversation import Conversation, converse
from .drawings import bars, distribution, whiskers
from .rendering import write_page

PAGE, EPISODES = "report.html", "episodes"
DRAWN = ("capability", "part", "routing", "behaviour", "domain", "friction", "difficulty", "language")


@dataclass(frozen=True)
class Line:
    """One family in the table, with the page of its episodes."""

    name: str
    capability: str
    behaviour: str
    estimate: Estimate
    page: str


def write(folder: Path, suite: Suite, result: Result) -> Path:
    """Writes the pages and returns the path of the first."""
    known = briefs(folder / TRAJECTORIES)
    for family in sorted({item.row.family for item in result.runs}):
        _write_episodes(folder, family, suite, result, known)
    solved = [item.row for item in result.runs if item.row.success]
    others = [item.row for item in result.runs if not item.row.success and item.row.end != "missing"]
    plots = [
        (f"By {name}", whiskers({key.replace("_", " "): item for key, item in found.items()}, f"success by {name}"))
        for name in DRAWN
        if len(found := result.slices[name]) > 1
    ]
    plots.append(("Steps", distribution([r.turns for r in solved], [r.turns for r in others], "steps", "runs by steps")))
    if any(row.tokens_out for row in (*solved, *others)):
        spent = [r.tokens_out for r in solved], [r.tokens_out for r in others]
        plots.append(("Tokens", distribution(*spent, "output tokens", "runs by output tokens")))
    if result.failures:
        plots.append(("Failures", bars(result.failures, "failures by kind")))
    low, high = result.family_interval()
    return write_page(
        folder / PAGE,
        "suite.html.j2",
        result=result,
        settings=result.settings,
        split=split_named(str(result.settings["split"])),
        weights=WEIGHTS,
        over_families=Estimate(result.overall.value, low, high, result.n),
        plots=plots,
        families=_families(result),
        failed=_failed(result),
        lost=sum(item.row.failure == "infrastructure" for item in result.runs),
        missing=sum(item.row.end == "missing" for item in result.runs),
        timing=_timing(folder),
        rejected=suite.rejected,
    )


def _families(result: Result) -> list[Line]:
    rows = {item.row.family: item.row for item in result.runs}
    return [
        Line(name, rows[name].capability, rows[name].behaviour, item, _page(name))
        for name, item in result.slices["family"].items()
    ]


def _failed(result: Result) -> dict[str, list[Run]]:
    """Some runs of each kind of failure, to read."""
    found: dict[str, list[Run]] = {}
    for item in result.runs:
        if item.row.failure and item.row.end != "missing":
            found.setdefault(item.row.failure, []).append(item)
    return {kind: found[kind][:12] for kind in result.failures if kind in found}


def _page(family: str) -> str:
    return f"{EPISODES}/{family}.html"


def _write_episodes(folder: Path, family: str, suite: Suite, result: Result, known: Mapping[str, Brief]) -> None:
    """All episodes of one family, failed ones first."""
    tasks = {item.task.id: item.task for item in suite.items if item.task.family == family and item.task.id in known}
    reasons = {item.row.task_id: item.row.failure for item in result.runs}
    read = read_at(folder / TRAJECTORIES, [known[name].place for name in tasks])
    stories: list[Conversation] = [converse(item.task_id, reasons[item.task_id], tasks[item.task_id], item) for item in read]
    stories.sort(key=lambda story: (not reasons[story.trajectory.task_id], story.trajectory.task_id))
    write_page(folder / _page(family), "episodes.html.j2", family=family, stories=stories)


def _timing(folder: Path) -> Mapping[str, Json]:
    path = folder / TIMING
    found: Mapping[str, Json] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found
