"""What the harness is worth to a planner: one fixed policy on the same tasks with the whole harness and without it, or
without one part of it, in pairs; and what the harness costs, in milliseconds of this machine and in tokens, a step.

A planner of the forgetful family has one lapse, so its pairs tell which lapse which part makes up for. Only the tasks in
which it did otherwise than the known solution can say anything about that, so they are counted by themselves.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from pathlib import Path
from statistics import fmean
from typing import Any

import prompts
from harness.catalogue import catalogue_for, full_catalogue
from harness.contract import Action, Json, Task, Trajectory, Turn, digest
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Catalogue
from harness.episode import Episode
from harness.errors import UserError
from harness.executor import NOT_CARRIED_OUT
from harness.forgetful import LAPSES, PREFIX
from harness.instructions import Eta
from harness.models.local_policy import embedded_base
from harness.models.render import Segment, segments
from harness.policy import Reply
from harness.records import read_jsonl

from .planner_bench import Suite, generate
from .results import Contrast, Result, compare
from .statistics import mcnemar, paired_difference
from .suite_run import BARE, TRAJECTORIES, Plan, Watch, harness_named, run_suite, silent, unadvised

FAMILY = ("witness", *(f"{PREFIX}{name}" for name in LAPSES))
"""The planners that are measured where none is named."""
TIMED = 100
"""Episodes that are played again to be timed, at most."""


# -- the harness with a part taken away


def _recall(**changed: object) -> Callable[[Eta], dict[str, object]]:
    return lambda eta: {"recall": eta.settings.recall.model_copy(update=changed)}


@dataclass(frozen=True)
class Part:
    """A part of the harness that can be taken away. ``settings`` and ``texts`` are what then stands in eta instead."""

    says: str
    settings: Callable[[Eta], Mapping[str, object]] = lambda eta: {}
    texts: Callable[[Eta], Mapping[str, object]] = lambda eta: {}


PARTS: Mapping[str, Part] = {
    "rules": Part("the general rules but for the protocol", texts=lambda eta: {"general": prompts.load("bench/bare")}),
    "guidance": Part("what the Scenario Adapter says", texts=lambda eta: {"guidance": None}),
    "notices": Part("notices and warnings", silent),
    "suggestions": Part("names that come closest, when a tool is called that is not offered", unadvised),
    "signatures": Part("compact signatures: schemas are sent instead", lambda eta: {"tool_format": "json"}),
    "grammar": Part("the grammar by which a local model writes", lambda eta: {"guided": False}),
    "hints": Part("what recall knows beyond the tools' own documentation", texts=lambda eta: {"hints": {}}),
    "always": Part("tools that are offered whatever is asked, such as the memory search", _recall(always=())),
    "loaders": Part("places that are kept for skill loaders", _recall(skills=0)),
    "followup": Part("tools that later words and recalled memories bring", _recall(followup=0)),
}


def without(eta: Eta, name: str) -> Eta:
    """The harness that stands for what is taken away: a part's name, ``none``, a shipped version or a folder.

    Raises ``UserError`` where it is the harness itself, since nothing would be compared.
    """
    if name not in PARTS:
        found = _named(name)
    else:
        part = PARTS[name]
        settings = eta.settings.model_copy(update={**part.settings(eta), "version": f"{eta.settings.version}-{name}"})
        identity = digest({"without": name, "of": eta.digest})
        found = eta.model_copy(update={**part.texts(eta), "settings": settings, "digest": identity})
    if _content(found) == _content(eta):
        expected = f"{BARE}, another harness, or a part that {eta.version} has"
        raise UserError("nothing is taken away", where=f"--without {name}", expected=expected)
    return found


def _named(name: str) -> Eta:
    try:
        return harness_named(name)
    except UserError as error:
        expected = f"{BARE}, a harness configuration, or a part: {', '.join(PARTS)}"
        raise UserError(str(error), where=f"--without {name}", expected=expected) from None


def _content(eta: Eta) -> Json:
    return {**eta.model_dump(mode="json", exclude={"digest"}), "settings": {**eta.settings.model_dump(), "version": ""}}


# -- pairs


@dataclass(frozen=True)
class Lapsed:
    """The runs in which a forgetful planner did otherwise than the known solution: how many, and the shares that passed.

    ``low`` to ``high`` is the bootstrap 95 % interval of with minus without, ``p`` the exact McNemar test.
    """

    n: int
    without: float
    whole: float
    low: float
    high: float
    p: float


@dataclass(frozen=True)
class Cost:
    """What a step takes, the mean over all steps. ``ms``: processor time of the harness beyond the phone's own.

    ``tokens_read``: of the prompt; ``tokens_new``: those of them that no earlier step of the episode had, so that no prefix
    cache serves them. Both are counted with the embedded planner's tokenizer, schemas of tools included.
    """

    steps: int
    ms: float
    tokens_read: float
    tokens_new: float


@dataclass(frozen=True)
class Worth:
    """One planner with the whole harness and without a part. ``contrasts``: overall and by capability, without first."""

    policy: str
    without: str
    contrasts: tuple[Contrast, ...]
    lapsed: Lapsed | None
    cost: Cost
    cost_without: Cost

    def document(self) -> dict[str, Json]:
        """All of it as one JSON document."""
        return {**asdict(self), "contrasts": [{**asdict(item), "verdict": item.words} for item in self.contrasts]}


@dataclass(frozen=True)
class Arm:
    """One policy under one harness: its result, and what its episodes came to."""

    result: Result
    trajectories: Mapping[str, Trajectory]
    cost: Cost


def measure(
    folder: Path,
    policies: Sequence[str],
    eta: Eta,
    taken: Sequence[str],
    *,
    plan: Plan,
    resume: bool = False,
    watch: Callable[[str, str], Watch],
) -> Iterator[Worth]:
    """Runs every policy under the whole harness and without each of ``taken``, each run in a folder of its own, and yields
    the comparisons as they are had. ``plan`` says what else is run; ``watch`` is asked once a run, by policy and harness.

    Raises ``UserError`` for a part that is none, and for a folder that holds a run unless ``resume`` is asked for.
    """
    suite = generate(plan.split, full_catalogue(), limit=plan.limit)
    reduced = {name: without(eta, name) for name in taken}
    for policy in policies:
        arms = {}
        for name, harness in {"whole": eta, **reduced}.items():
            place = folder / _slug(policy) / _slug(name)
            arms[name] = _arm(place, policy, harness, suite, plan, resume=resume, watch=watch(policy, name))
        whole = arms.pop("whole")
        for name, other in arms.items():
            lapsed = _lapsed(suite, other, whole) if policy.startswith(PREFIX) else None
            contrasts = tuple(compare(other.result, whole.result))
            yield Worth(policy, name, contrasts, lapsed, whole.cost, other.cost)


def _slug(name: str) -> str:
    return "".join(sign if sign.isalnum() or sign in "-." else "-" for sign in name).strip("-.")


def _arm(place: Path, policy: str, eta: Eta, suite: Suite, plan: Plan, *, resume: bool, watch: Watch) -> Arm:
    own = Plan(policy, plan.split, plan.limit, plan.seed, plan.workers, plan.retries)
    _, result = run_suite(place, own, eta, suite=suite, resume=resume, watch=watch)
    found = {item.task_id: item for item in read_jsonl(place / TRAJECTORIES, Trajectory)}  # the later of two counts
    return Arm(result, found, cost_of_steps([item.task for item in suite.items], found, eta))


def _lapsed(suite: Suite, other: Arm, whole: Arm) -> Lapsed:
    """The pairs of runs of which one at least is not the known solution."""
    before: list[bool] = []
    after: list[bool] = []
    for item in suite.items:
        pair = [arm.trajectories[item.task.id] for arm in (other, whole)]
        if any(_said([turn.action for turn in made.turns]) != _said(item.witness.turns) for made in pair):
            for verdicts, made in zip((before, after), pair, strict=True):
                verdicts.append(made.verification.success and made.verification.valid)
    _, low, high = paired_difference(before, after)
    n = max(1, len(before))
    return Lapsed(len(before), sum(before) / n, sum(after) / n, low, high, mcnemar(before, after))


def _said(actions: Sequence[Action]) -> list[Json]:
    """What was called and said, without the thoughts."""
    return [[[[call.name, call.arguments] for call in item.calls], item.message and item.message.text] for item in actions]


# -- what it costs


def cost_of_steps(tasks: Iterable[Task], made: Mapping[str, Trajectory], eta: Eta) -> Cost:
    """What the steps of these episodes cost under the harness that they were made with."""
    known = [(task, made[task.id]) for task in tasks if task.id in made and made[task.id].turns]
    if not known:
        return Cost(0, 0.0, 0.0, 0.0)
    catalogue = Catalogue(catalogue_for(eta).values())  # a new one, for which recall has ranked nothing yet
    reads = [read for _, item in known for read in _reads(item, catalogue, eta)]
    ms = _harness_ms(known[:: -(-len(known) // TIMED)], catalogue, eta)
    return Cost(len(reads), ms, fmean(read for read, _ in reads), fmean(new for _, new in reads))


def _reads(made: Trajectory, catalogue: Catalogue, eta: Eta) -> Iterator[tuple[int, int]]:
    """For every step the tokens of its prompt, and those that the step before did not have.

    Schemas stand before the messages, so a tool that joins them makes all of the prompt new.
    """
    pieces = segments(made.messages)
    turns = [place for place, piece in enumerate(pieces) if piece.turn is not None][-len(made.turns) :]
    exposed = list(made.tools)
    seen = schemas = 0
    changed = True
    for turn, begin, place in zip(made.turns, [0, *turns], turns, strict=False):
        new = _tokens_of(pieces[begin:place])
        if changed:
            schemas = sum(_tokens(_schema(catalogue, name)) for name in exposed) if eta.settings.tool_format == "json" else 0
        seen += new
        yield seen + schemas, seen + schemas if changed and schemas else new
        changed = bool(turn.exposed) and schemas > 0
        exposed += turn.exposed


def _tokens_of(pieces: Iterable[Segment]) -> int:
    return sum(_tokens(piece.text) for piece in pieces)


def _schema(catalogue: Catalogue, name: str) -> str:
    return json.dumps(catalogue[name].schema(), ensure_ascii=False)


@lru_cache(maxsize=4096)
def _tokens(text: str) -> int:
    return len(_tokenizer().encode(text, add_special_tokens=False).ids)


@cache
def _tokenizer() -> Any:
    from tokenizers import Tokenizer

    return Tokenizer.from_file(str(embedded_base() / "tokenizer.json"))


def _harness_ms(episodes: Sequence[tuple[Task, Trajectory]], catalogue: Catalogue, eta: Eta) -> float:
    """Milliseconds of processor time a step that the harness takes beyond what the phone takes by itself."""
    warm = Catalogue(catalogue.values())
    for task, made in episodes:
        _play(task, made, warm, eta)  # fills what a process keeps, but not what the timed catalogue's recall does
    _play(*episodes[0], catalogue, eta)  # builds its indices
    harness = phone = 0.0
    for task, made in episodes:
        carried = [_carried_out(turn) for turn in made.turns]
        started = time.process_time()
        _play(task, made, catalogue, eta)
        between = time.process_time()
        environment = PhoneEnvironment(catalogue)
        environment.reset(task, seed=made.seed)
        for action in carried:
            environment.step(action)
        harness, phone = harness + between - started, phone + time.process_time() - between
    return 1000 * max(0.0, harness - phone) / sum(len(made.turns) for _, made in episodes)


def _play(task: Task, made: Trajectory, catalogue: Catalogue, eta: Eta) -> None:
    """The episode once more: contexts, requests, calls, feedback."""
    episode = Episode(task, PhoneEnvironment(catalogue), eta, seed=made.seed)
    for turn in made.turns:
        episode.request()
        episode.advance(Reply(turn.action, turn.raw))


def _carried_out(turn: Turn) -> Action:
    """What of a turn reached the phone."""
    answers = turn.feedback
    held = {item.call_id for item in answers if item.error is not None and item.error.code in NOT_CARRIED_OUT}
    return turn.action.model_copy(update={"calls": tuple(call for call in turn.action.calls if call.id not in held)})
