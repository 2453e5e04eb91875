"""The task constructor: from a list of gaps to proven, screened, executable tasks.

choose gaps -> draft -> prove -> screen -> emit. A draft comes from a scenario family; its witness is played on the live
phone, its verifier is attacked by near misses, and what passes is compared with what is kept and with everything held
out. Every rejection keeps its reason, and the yield of each step is part of the result.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from harness.environments.phone.lint import lint

from bench.scenario import FAMILIES, Family, build
from bench.suite import families_of
from harness.contract import Capability, Language, Part, Split, Task, Witness, digest
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError

from .similarity import Neighbours

MAX_SIMILARITY = 0.8
MIN_WORDS = 3
MAX_WORDS = 120

Step = Literal["draft", "prove", "screen"]


class Gap(Part):
    """What is missing: a family, or any family of a capability, and how many tasks of it to make."""

    id: str
    count: int
    capability: Capability | None = None
    family: str | None = None
    reason: str = ""


class Rejection(Part):
    """A draft that was not kept, at which step and why."""

    task_id: str
    family: str
    step: Step
    reason: str


@dataclass
class Construction:
    """What one construction made: tasks in the order they were kept, witnesses beside them, and every rejection."""

    tasks: list[Task] = field(default_factory=list)
    witnesses: list[Witness] = field(default_factory=list)
    rejections: list[Rejection] = field(default_factory=list)
    drafted: int = 0

    def yields(self) -> dict[str, int]:
        """How many drafts were made, and how many were left after each step."""
        lost = Counter(item.step for item in self.rejections)
        proven = self.drafted - lost["draft"] - lost["prove"]
        return {"drafted": self.drafted, "played": self.drafted - lost["draft"], "proven": proven, "kept": len(self.tasks)}


def initial_gaps(per_family: int) -> list[Gap]:
    """The gaps before anything was measured: every training family, equally."""
    return [
        Gap(id=f"start-{item.name}", family=item.name, capability=item.capability, count=per_family, reason="no data yet")
        for item in families_of(Split.TRAIN)
    ]


def construct(
    gaps: Sequence[Gap],
    catalogue: Catalogue,
    *,
    held_out: Iterable[Task],
    seed: int = 0,
    iteration: int = 0,
    progress: Callable[[int], None] = lambda _: None,
) -> Construction:
    """Makes tasks for every gap. ``held_out`` are the tasks that nothing may leak from; ``progress`` counts drafts."""
    result = Construction()
    screen = Screen(held_out)
    for gap in gaps:
        for item, number in drafts(gap, iteration):
            result.drafted += 1
            progress(1)
            rejected = _make(item, number, gap, catalogue, screen, result, seed=seed, iteration=iteration)
            if rejected is not None:
                result.rejections.append(rejected)
    return result


def drafts(gap: Gap, iteration: int) -> Iterator[tuple[Family, int]]:
    """The family and number of each draft for a gap. Numbers of different iterations never meet.

    Raises ``UserError`` for a gap that no training family can answer.
    """
    if gap.family is not None and gap.family not in FAMILIES:
        raise UserError(f"no family {gap.family!r}", where=f"gap {gap.id}", expected="a registered family")
    chosen = [FAMILIES[gap.family]] if gap.family else families_of(Split.TRAIN, gap.capability)
    if not chosen or any(item.split is not Split.TRAIN for item in chosen):
        raise UserError("only training families make training data", where=f"gap {gap.id}")
    for index in range(gap.count):
        yield chosen[index % len(chosen)], iteration * 100_000 + index // len(chosen)


def _make(
    item: Family,
    number: int,
    gap: Gap,
    catalogue: Catalogue,
    screen: "Screen",
    result: Construction,
    *,
    seed: int,
    iteration: int,
) -> Rejection | None:
    try:
        task, witness = build(item, number, catalogue, seed=seed, iteration=iteration, gap=gap.id)
    except UserError as error:
        return Rejection(task_id=f"{item.name}/{number}", family=item.name, step="draft", reason=str(error))
    report = lint(task, witness, catalogue)
    if report.problems:
        reason = "; ".join(str(problem) for problem in report.problems)
        return Rejection(task_id=task.id, family=item.name, step="prove", reason=reason)
    objection = screen.objection(task)
    if objection:
        return Rejection(task_id=task.id, family=item.name, step="screen", reason=objection)
    screen.keep(task)
    result.tasks.append(task)
    result.witnesses.append(witness)
    return None


class Screen:
    """Clarity, likeness to kept tasks of the family, and contamination against everything held out."""

    def __init__(self, held_out: Iterable[Task]) -> None:
        tasks = list(held_out)
        self._ids = {task.id for task in tasks}
        self._families = {task.family for task in tasks if task.holdout == "family"}
        self._requests = {_spoken(task) for task in tasks}
        self._goals = {(task.family, _goal(task)) for task in tasks if _has_goal(task)}
        self._kept: dict[str, Neighbours] = {}

    def objection(self, task: Task) -> str | None:
        """Why the task should not be kept, or None."""
        words = len(task.request.split()) if task.language is Language.ENGLISH else len(task.request) // 2
        if not MIN_WORDS <= words <= MAX_WORDS:
            return f"the request has {words} words, expected {MIN_WORDS} to {MAX_WORDS}"
        if "{" in task.request or "  " in task.request.strip():
            return "the request has an unfilled slot or a hole"
        if task.family in self._families or task.id in self._ids:
            return "the family or the id is held out"
        if _spoken(task) in self._requests:
            return "a held-out task says exactly this"
        if _has_goal(task) and (task.family, _goal(task)) in self._goals:
            return "a held-out task has exactly this goal"
        name, likeness = self._neighbours(task).closest(_spoken(task))
        if likeness > MAX_SIMILARITY:
            return f"{likeness:.2f} like {name}"
        return None

    def keep(self, task: Task) -> None:
        """Remembers a kept task."""
        self._neighbours(task).keep(task.id, _spoken(task))

    def _neighbours(self, task: Task) -> Neighbours:
        return self._kept.setdefault(task.family, Neighbours())


def _spoken(task: Task) -> str:
    """Everything the user says in a task."""
    said = [past.text for past in task.history if past.role == "user"]
    return " / ".join([*said, task.request, *(item.text for item in task.followups)])


def _goal(task: Task) -> str:
    return digest(task.completion.check.model_dump(mode="json"))


def _has_goal(task: Task) -> bool:
    """Whether the goal holds values of its own, so that an equal goal means an equal task."""
    check = task.completion.check
    return bool(check.changes) if check.kind == "state" else check.kind == "tool_call"
