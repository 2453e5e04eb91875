"""The report of one iteration: gathers what the stages left, measures it, and fills the page."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from bench.recall import absent_tools
from bench.statistics import Share, wilson
from bench.suite import suite_digest
from harness.catalogue import full_catalogue
from harness.contract import Diagnosis, Task, Trajectory
from harness.errors import UserError
from harness.instructions import Eta, load

from . import drawings
from .conversation import Conversation, converse
from .measures import Comparison, Measured, compare, ends, failure_kinds, gains, masked, reasons, recovered
from .reading import Iteration, SliceResult
from .rendering import write_page

REPORT = "report.html"
LABELS = {
    "test-entities": "seen families,\nnew entities",
    "test-phrasings": "seen families,\nnew phrasings",
    "test-families": "new families",
    "dev-entities": "dev: seen families,\nnew entities",
    "dev-families": "dev: new families",
}
MOST_TURNS = 15


def write(run: Path) -> Path:
    """Writes the report into the run folder and returns its path."""
    it = Iteration(run)
    measured = [Measured(part) for part in it.slices]
    return write_page(
        run / REPORT,
        "report.html.j2",
        it=it,
        measured=measured,
        says={item.name: item.says for item in measured},
        overall={item.name: item.overall() for item in measured},
        by_capability=lambda item: item.by(lambda row: row.capability),
        by_behaviour=lambda item: item.by(lambda row: row.behaviour),
        gains=gains(measured),
        plots=plots(it, measured),
        families=families(it, measured),
        rejections=reasons((item.step, item.reason, item.task_id) for item in it.rejections),
        curation=curation(it),
        ends={item.name: (ends(item.before), ends(item.after)) for item in measured},
        kinds={item.name: (failure_kinds(item.before), failure_kinds(item.after)) for item in measured},
        diagnoses=diagnoses(it),
        recall=recall(it),
        digests={part.name: suite_digest(part.tasks) for part in it.slices},
        stories=stories(it),
        requests=it.requests(),
    )


def plots(it: Iteration, measured: Sequence[Measured]) -> dict[str, Markup]:
    """The drawings of the page, by name; one without data is left out."""
    drawn: dict[str, str] = {}
    if measured:
        rows = [(LABELS.get(item.name, item.name), item.overall()) for item in measured]
        drawn["success"] = drawings.success_by_slice(rows)
        before = [row.turns for item in measured for row in item.before if row.turns]
        after = [row.turns for item in measured for row in item.after if row.turns]
        if before or after:
            most = min(MOST_TURNS, max(before + after))
            drawn["turns"] = drawings.histogram(before, after, "turns an episode", most)
    if len(it.curve) > 1:
        drawn["curve"] = drawings.training_curve(it.curve)
    if it.rl_curve:
        drawn["rl"] = drawings.rl_curve(it.rl_curve)
    return {name: Markup(text) for name, text in drawn.items()}


# -- families


@dataclass(frozen=True)
class FamilyLine:
    """One family in every slice that has it, and how much of it was learned from."""

    name: str
    capability: str
    behaviour: str
    learned: int
    cells: dict[str, Comparison]

    def order(self) -> tuple[float, str]:
        """Best first, by what was measured after training."""
        shares = [item.after for item in self.cells.values() if item.after]
        return -sum(item.hits for item in shares) / max(1, sum(item.total for item in shares)), self.name


def families(it: Iteration, measured: Sequence[Measured]) -> dict[str, list[FamilyLine]]:
    """The families that training saw and those that it did not see, each with its slices."""
    tasks = {task.id: task for part in it.slices for task in part.tasks}
    approved = {record.task_id for record in it.records if record.review in ("approved", "corrected")}
    learned = Counter(task.family for task in it.training_tasks() if task.id in approved)
    lines: dict[str, list[FamilyLine]] = {"seen": [], "unseen": []}
    for name in sorted({task.family for task in tasks.values()}):
        example = next(task for task in tasks.values() if task.family == name)
        cells = {item.name: _of_family(item, name) for item in measured}
        line = FamilyLine(
            name=name,
            capability=example.capability.value,
            behaviour=example.behaviour.value,
            learned=learned[name],
            cells={key: cell for key, cell in cells.items() if cell.before or cell.after},
        )
        lines["unseen" if example.holdout == "family" else "seen"].append(line)
    return {kind: sorted(found, key=FamilyLine.order) for kind, found in lines.items()}


def _of_family(item: Measured, name: str) -> Comparison:
    before = [row for row in item.before if row.family == name]
    after = [row for row in item.after if row.family == name]
    return compare(item.name, before, after)


# -- data


@dataclass(frozen=True)
class CurationSummary:
    """What became of the collected trajectories."""

    states: list[tuple[str, int]]
    reasons: list[object]
    masked: list[tuple[str, str, int]]
    with_masked: int
    with_recovery: int
    approved: int


def curation(it: Iteration) -> CurationSummary | None:
    """The curator's decisions in numbers; None where it did not run."""
    if not it.records:
        return None
    approved = [record for record in it.records if record.review in ("approved", "corrected")]
    others = [record for record in it.records if record.reasons and record not in approved]
    return CurationSummary(
        states=Counter(record.review.value for record in it.records).most_common(),
        reasons=list(reasons((record.review.value, record.reasons[0], record.trajectory_id) for record in others)),
        masked=masked(approved),
        with_masked=sum(bool(record.erroneous) for record in approved),
        with_recovery=sum(bool(record.recovered) for record in approved),
        approved=len(approved),
    )


# -- failures


@dataclass(frozen=True)
class DiagnosedLine:
    """One diagnosis with the task it is about."""

    family: str
    request: str
    diagnosis: Diagnosis


def diagnoses(it: Iteration) -> list[DiagnosedLine]:
    """The diagnoses by side and code."""
    tasks = {task.id: task for part in it.slices for task in part.tasks}
    lines = [
        DiagnosedLine(tasks[item.task_id].family, tasks[item.task_id].request, item)
        for item in it.diagnoses
        if item.task_id in tasks
    ]
    return sorted(lines, key=lambda line: (line.diagnosis.side, line.diagnosis.code, line.family))


# -- recall


@dataclass(frozen=True)
class RecallLine:
    """For how many requests of a slice recall alone offers every needed tool."""

    name: str
    share: Share


@dataclass(frozen=True)
class RecallSummary:
    """Recall by slice; what it misses most; for how many tasks the needed tools are offered whatever recall says."""

    lines: list[RecallLine]
    size: int
    missed: list[tuple[str, int]]
    forced: Share


def recall(it: Iteration) -> RecallSummary | str:
    """Recall on the very tasks of the evaluation; or why it could not be measured."""
    if not it.slices:
        return "no slice was evaluated"
    eta = harness_of(it)
    if eta is None:
        return f"the run used the harness configuration {it.manifest.plan.harness_version}, and this version ships another"
    catalogue = full_catalogue()
    lines, missed, forced = [], Counter[str](), []
    for part in it.slices:
        tasks = {task.id: task for task in part.tasks}
        hits = []
        for witness in part.witnesses:
            task = tasks[witness.task_id]
            absent = absent_tools(task, witness, catalogue, eta)
            missed.update(absent)
            hits.append(not absent)
            forced.append({call.name for action in witness.turns for call in action.calls} <= set(task.resources.tools))
        if hits:
            lines.append(RecallLine(part.name, wilson(sum(hits), len(hits))))
    return RecallSummary(lines, eta.settings.recall.tools, missed.most_common(8), wilson(sum(forced), len(forced)))


def harness_of(it: Iteration) -> Eta | None:
    """The shipped harness configuration that the run used; None where it used another one."""
    version = it.manifest.plan.harness_version
    try:
        eta = load(version.partition("@")[0])
    except UserError:
        return None
    return eta if eta.version == version else None


# -- stories


def stories(it: Iteration) -> list[Conversation]:
    """One solved, one recovered and one failed episode. They come from dev slices: test episodes are for scores only."""
    told = []
    if pair := _best(it, _solves, _length):
        told.append(converse("Solved", "The trained planner, on a dev task.", *pair))
    if pair := _best(it, recovered, _length):
        says = "The trained planner, on a dev task: a call is refused, and it finds its way."
        told.append(converse("Recovered", says, *pair))
    elif pair := _recovered_by_expert(it):
        record = next(item for item in it.records if item.trajectory_id == pair[1].id)
        says = "The expert, while collecting data: no dev episode of the trained planner recovered from an error."
        told.append(converse("Recovered", says, *pair, errors=record.erroneous, recovered=record.recovered))
    if pair := _failed(it):
        why = next((item for item in it.diagnoses if item.trajectory_id == pair[1].id), None)
        diagnosis = f" Diagnosis ({why.side.value}): {why.explanation}." if why else ""
        told.append(converse("Failed", f"The trained planner, on a dev task.{diagnosis}", *pair))
    return told


Pair = tuple[Task, Trajectory]


def _solves(trajectory: Trajectory) -> bool:
    errors = any(answer.error for turn in trajectory.turns for answer in turn.feedback)
    return trajectory.verification.success and not errors and bool(trajectory.cost.calls)


def _length(trajectory: Trajectory) -> float:
    """Between two and four turns read best."""
    return abs(len(trajectory.turns) - 3)


def _dev(it: Iteration) -> Iterable[tuple[SliceResult, Pair]]:
    for part in it.slices:
        if part.name.startswith("dev"):
            tasks = {task.id: task for task in part.tasks}
            yield from ((part, (tasks[item.task_id], item)) for item in part.after if item.task_id in tasks)


def _best(it: Iteration, fits: Callable[[Trajectory], bool], rank: Callable[[Trajectory], float]) -> Pair | None:
    fitting = [pair for _, pair in _dev(it) if fits(pair[1])]
    return min(fitting, key=lambda pair: (rank(pair[1]), pair[1].id), default=None)


def _failed(it: Iteration) -> Pair | None:
    """A failed episode; a diagnosed one where there is one, and one in which something was done."""
    diagnosed = {item.trajectory_id for item in it.diagnoses}
    failed = [pair for _, pair in _dev(it) if not pair[1].verification.success and pair[1].verification.valid]
    return min(
        failed,
        key=lambda pair: (pair[1].id not in diagnosed, not pair[1].cost.calls, _length(pair[1]), pair[1].id),
        default=None,
    )


def _recovered_by_expert(it: Iteration) -> Pair | None:
    wanted = {record.trajectory_id: record for record in it.records if record.recovered and record.review == "approved"}
    found = next((item for item in it.collected() if item.id in wanted), None)
    if found is None:
        return None
    task = next((task for task in it.training_tasks() if task.id == found.task_id), None)
    return (task, found) if task is not None else None
