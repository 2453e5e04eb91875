"""The task constructor: from a list of gaps to proven, screened, executable tasks.

choose gaps -> draft -> prove -> screen -> emit. A draft comes from a scenario family; its witness is played on the live
phone, its verifier is attacked by near misses, and what passes is compared with what is kept and with everything held
out. Every rejection keeps its reason, and the yield of each step is part of the result.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from bench.families import load_families
from bench.scenario import FAMILIES, Family, build
from bench.suite import families_of
from harness.catalogue import full_catalogue
from harness.contract import Capability, Language, Record, Split, Task, Witness, digest
from harness.environments.phone.lint import lint
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError

from .similarity import Neighbours
from .spread import spread

MAX_SIMILARITY = 0.8
MIN_WORDS = 2
MAX_WORDS = 120

Step = Literal["draft", "prove", "screen"]


class Gap(Record):
    """What is missing: a family, or any family of a capability, and how many tasks of it to make.

    ``weights`` says how often the families of a capability are drawn, in proportion; one that is not named has weight 1.
    """

    id: str
    count: int
    capability: Capability | None = None
    family: str | None = None
    weights: dict[str, Annotated[float, Field(gt=0, allow_inf_nan=False)]] = Field(default_factory=dict)
    reason: str = ""


class Rejection(Record):
    """A draft that was not kept, at which step and why."""

    task_id: str
    family: str
    step: Step
    reason: str


Draft = tuple[Task, Witness]


def initial_gaps(per_family: int) -> list[Gap]:
    """The gaps before anything was measured: every training family, equally."""
    return [
        Gap(id=f"start-{item.name}", family=item.name, capability=item.capability, count=per_family, reason="no data yet")
        for item in families_of(Split.TRAIN)
    ]


def draft(
    gaps: Sequence[Gap], catalogue: Catalogue, *, seed: int = 0, iteration: int = 0
) -> tuple[list[Draft], list[Rejection]]:
    """Plays a witness for every task that the gaps ask for. A family whose witness fails is a rejection, not a crash.

    Numbers of different iterations never meet. Raises ``UserError`` for a gap that no training family can answer.
    """
    kept: list[Draft] = []
    lost: list[Rejection] = []
    taken: Counter[str] = Counter()
    for gap in gaps:
        for item in _families_for(gap):
            number = iteration * 100_000 + taken[item.name]
            taken[item.name] += 1
            try:
                kept.append(build(item, number, catalogue, seed=seed, iteration=iteration, gap=gap.id))
            except UserError as error:
                name = f"{item.name}/{number}"
                lost.append(Rejection(task_id=name, family=item.name, step="draft", reason=str(error)))
    return kept, lost


def _families_for(gap: Gap) -> Iterator[Family]:
    """The family of each draft that a gap asks for: in turn, as often as its weight says."""
    load_families()
    if gap.family is not None and gap.family not in FAMILIES:
        raise UserError(f"no family {gap.family!r}", where=f"gap {gap.id}", expected="a registered family")
    chosen = [FAMILIES[gap.family]] if gap.family else families_of(Split.TRAIN, gap.capability)
    if not chosen or any(item.split is not Split.TRAIN for item in chosen):
        raise UserError("only training families make training data", where=f"gap {gap.id}")
    strangers = sorted(gap.weights.keys() - {item.name for item in chosen})
    if strangers:
        raise UserError(f"{strangers[0]!r} is none of its families", where=f"gap {gap.id}, field `weights`")
    drawn: Counter[str] = Counter()
    for _ in range(gap.count):
        item = min(chosen, key=lambda item: (drawn[item.name] + 1) / gap.weights.get(item.name, 1.0))  # ties: by name
        drawn[item.name] += 1
        yield item


def prove(drafts: Sequence[Draft], *, workers: int = 1, progress: Callable[[int], None] = lambda _: None) -> list[Rejection]:
    """Lints every draft; those that fail come back with what is wrong. The answer does not depend on ``workers``."""
    lost = []
    for (task, _), problems in zip(drafts, spread(_problems, drafts, workers), strict=True):
        progress(1)
        if problems:
            lost.append(Rejection(task_id=task.id, family=task.family, step="prove", reason="; ".join(problems)))
    return lost


def _problems(candidate: Draft) -> list[str]:
    task, witness = candidate
    return [f"{problem.code}: {problem.detail}" for problem in lint(task, witness, full_catalogue()).problems]


def screen(drafts: Sequence[Draft], *, held_out: Iterable[Task]) -> tuple[list[Draft], list[Rejection]]:
    """Keeps what is clear, unlike what is already kept, and far from everything held out."""
    gate = Screen(held_out)
    kept: list[Draft] = []
    lost: list[Rejection] = []
    for task, witness in drafts:
        objection = gate.objection(task)
        if objection:
            lost.append(Rejection(task_id=task.id, family=task.family, step="screen", reason=objection))
        else:
            gate.keep(task)
            kept.append((task, witness))
    return kept, lost


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
        leak = self.leak(task)
        if leak:
            return leak
        name, likeness = self._neighbours(task).closest(_spoken(task))
        if likeness > MAX_SIMILARITY:
            return f"{likeness:.2f} like {name}"
        return None

    def leak(self, task: Task) -> str | None:
        """What of the task is held out, or None."""
        if task.family in self._families or task.id in self._ids:
            return "the family or the id is held out"
        if _spoken(task) in self._requests:
            return "a held-out task says exactly this"
        if _has_goal(task) and (task.family, _goal(task)) in self._goals:
            return "a held-out task has exactly this goal"
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
