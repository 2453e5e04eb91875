"""The suite ``planner-bench``: 1,705 tasks in the shape of the published mobile planner benchmark, with content of our own.

Tool use 1,040, memory 376 (176 of one turn, 200 in a dialogue), skills 200 (each run twice: phone tools beside the skills,
and through the skills alone), sub-agents 89. Everything is generated from one seed. ``planner_bench.json`` pins the digests;
``planner-agent bench pin`` writes that file anew after families or the phone were changed on purpose.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, count, islice
from pathlib import Path
from typing import Literal

from harness.contract import Capability, Holdout, Split, Task, Witness
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError, expect

from .dialogue import in_dialogue
from .scenario import Family, FamilyError, build
from .suite import SLICES, Slice, families_of, suite_digest

NAME = "planner-bench"
SEED = 1705
"""Of the suite; no other slice is drawn from it, so looking at slices does not spend the suite."""
PINS = Path(__file__).with_suffix(".json")
IN_DIALOGUE = 5000
"""Where a family's numbers for dialogues begin, so that no dialogue repeats a task of one turn."""
PATIENCE = 40
"""Drafts in a row that bring nothing new before a family counts as exhausted."""
DIALOGUE_SHARE = 6
"""A family of dialogues gives so large a part of its group (a sixth) before tasks of one turn are put into a dialogue."""

SPLITS: dict[str, Slice] = {
    "test": SLICES["test-families"],
    "test-entities": SLICES["test-entities"],
    "test-phrasings": SLICES["test-phrasings"],
    "gate": SLICES["gate-families"],
    "dev": SLICES["dev-families"],
    "train": Slice("train", Split.TRAIN, Holdout.NONE, Split.TRAIN, "what training draws from: fit, not skill"),
}


@dataclass(frozen=True)
class Group:
    """A part of the suite with a size of its own. ``turns`` limits it to tasks of one turn, or to dialogues."""

    name: str
    capability: Capability
    size: int
    turns: Literal["any", "one", "many"] = "any"


GROUPS = (
    Group("tool_use", Capability.TOOL_USE, 1040),
    Group("memory_single_turn", Capability.MEMORY, 176, "one"),
    Group("memory_multi_turn", Capability.MEMORY, 200, "many"),
    Group("skills", Capability.SKILLS, 200),
    Group("sub_agent", Capability.SUB_AGENT, 89),
)
TASKS = sum(group.size for group in GROUPS)
WEIGHTS: Mapping[str, float] = {"tool_use": 0.5, "memory": 0.2, "skills": 0.2, "sub_agent": 0.1}
"""Of the capabilities in the overall score."""
ROUTINGS: tuple[Literal["mixed", "skill_only"], ...] = ("mixed", "skill_only")


@dataclass(frozen=True)
class Item:
    """One run of the suite. Both routings of a skill task share their ``base``; elsewhere it is the task's own id."""

    base: str
    group: str
    task: Task
    witness: Witness


@dataclass(frozen=True)
class Rejected:
    """A draft that its family could not finish, as when what was drawn for it collides with what the phone holds."""

    family: str
    number: int
    reason: str


@dataclass(frozen=True)
class Suite:
    """One split: its runs, group by group, and the drafts that were passed over."""

    split: str
    items: tuple[Item, ...]
    rejected: tuple[Rejected, ...] = ()

    @property
    def tasks(self) -> int:
        """How many tasks there are; one that is run under two routings counts once."""
        return len({item.base for item in self.items})

    @property
    def digest(self) -> str:
        """The identity of the split's content."""
        return suite_digest(item.task for item in self.items)

    @property
    def witnesses(self) -> dict[str, Witness]:
        return {item.task.id: item.witness for item in self.items}


def generate(split: str, catalogue: Catalogue, *, limit: int | None = None, seed: int = SEED) -> Suite:
    """One split of the suite. ``limit`` takes so many tasks, in the proportions of the groups.

    Raises ``UserError`` for an unknown split, and for one whose families cannot fill a group; ``FamilyError`` when the code
    of a family is at fault, since passing over its tasks would change the suite without a word.
    """
    part = split_named(split)
    expect(catalogue, Catalogue, "catalogue", "what harness.catalogue.full_catalogue returns")
    expect(limit or 0, int, "limit", "a number of tasks")
    if limit is not None and limit < 0:
        raise UserError(f"limit is {limit}", where="generate", expected="a number of tasks, 0 or more")
    rejected: list[Rejected] = []
    items = tuple(
        item
        for group, size in zip(GROUPS, _sizes(limit), strict=True)
        for task, witness in _of_group(part, group, size, catalogue, seed, rejected)
        for item in _runs(group, task, witness)
    )
    return Suite(split, items, tuple(rejected))


def split_named(split: str) -> Slice:
    """The split of that name. Raises ``UserError`` for one that does not exist."""
    expect(split, str, "the name of a split", f"one of {', '.join(SPLITS)}")
    if split not in SPLITS:
        raise UserError(f"{NAME} has no split {split!r}", where="--split", expected=f"one of {', '.join(SPLITS)}")
    return SPLITS[split]


def _sizes(limit: int | None) -> list[int]:
    """How many tasks each group gives: all, or its share of ``limit`` by largest remainder."""
    sizes = [group.size for group in GROUPS]
    if limit is None or limit >= TASKS:
        return sizes
    shares = [limit * size / TASKS for size in sizes]
    counts = [int(share) for share in shares]
    by_rest = sorted(range(len(sizes)), key=lambda place: (counts[place] - shares[place], place))
    for place in by_rest[: limit - sum(counts)]:
        counts[place] += 1
    return counts


def _of_group(
    part: Slice, group: Group, size: int, catalogue: Catalogue, seed: int, rejected: list[Rejected]
) -> Iterator[tuple[Task, Witness]]:
    """Tasks of the group's families in turn; a family that has nothing new to say is passed over.

    Where dialogues are wanted, families of dialogues come first: what was said in them matters to the task.
    """
    families = families_of(part.families, group.capability)
    streams = {item.name: _of_family(item, part, group, catalogue, seed, rejected) for item in families}
    pairs = _in_turn(streams.values())
    if group.turns == "many":
        most = -(-group.size // DIALOGUE_SHARE)
        dialogues = [streams[item.name] for item in families if _holds_dialogues(item, part, catalogue, seed)]
        pairs = chain(_in_turn([islice(stream, most) for stream in dialogues]), pairs)
    given = 0
    for pair in islice(pairs, size):
        yield pair
        given += 1
    if given < size:
        message = f"the families of {part.name} give {given} tasks for {group.name}"
        if rejected:
            message += f"; last rejected: {rejected[-1].family} {rejected[-1].number}: {rejected[-1].reason}"
        raise UserError(message, expected=f"{size}: more families, or more that a family can ask for")


def _in_turn(streams: Iterable[Iterator[tuple[Task, Witness]]]) -> Iterator[tuple[Task, Witness]]:
    """One of each stream after the other, until all of them are empty."""
    left = list(streams)
    while left:
        for stream in tuple(left):
            pair = next(stream, None)
            if pair is None:
                left.remove(stream)
            else:
                yield pair


def _holds_dialogues(item: Family, part: Slice, catalogue: Catalogue, seed: int) -> bool:
    """Whether the user speaks more than once in the family's own tasks, as the first that can be built tells."""
    for number in range(IN_DIALOGUE, IN_DIALOGUE + PATIENCE):
        try:
            task, _ = build(item, number, catalogue, split=part.split, holdout=part.holdout, seed=seed)
        except UserError:  # counted when its turn to give a task comes
            continue
        return is_dialogue(task)
    return False


def _of_family(
    item: Family, part: Slice, group: Group, catalogue: Catalogue, seed: int, rejected: list[Rejected]
) -> Iterator[tuple[Task, Witness]]:
    """The distinct tasks of one family that fit the group. What has been asked on the same phone is not asked again."""
    seen: set[tuple[str, ...]] = set()
    in_vain = 0
    first = IN_DIALOGUE if group.turns == "many" else 0
    for number in count(first):
        if in_vain == PATIENCE:
            return
        in_vain += 1
        try:
            task, witness = build(item, number, catalogue, split=part.split, holdout=part.holdout, seed=seed)
        except FamilyError:
            raise
        except UserError as problem:
            rejected.append(Rejected(item.name, number, str(problem)))
            continue
        key = (task.initial.profile, task.request, *(reply.text for reply in task.followups))
        if key in seen or (group.turns == "one" and is_dialogue(task)):
            continue
        seen.add(key)
        in_vain = 0
        if group.turns == "many" and not is_dialogue(task):
            task = in_dialogue(task, held=part.holdout in (Holdout.FAMILY, Holdout.PHRASINGS))
            witness = witness.model_copy(update={"task_id": task.id})
        yield task, witness


def is_dialogue(task: Task) -> bool:
    """Whether the user speaks more than once."""
    return bool(task.history or task.followups)


def _runs(group: Group, task: Task, witness: Witness) -> Iterator[Item]:
    if group.capability is not Capability.SKILLS:
        yield Item(task.id, group.name, task, witness)
        return
    for routing in ROUTINGS:
        name = f"{task.id}-{routing}"
        routed = task.resources.model_copy(update={"routing": routing})
        copy = task.model_copy(update={"id": name, "resources": routed})
        yield Item(task.id, group.name, copy, witness.model_copy(update={"task_id": name}))


# -- identity


@cache
def pins() -> Mapping[str, Mapping[str, str | int]]:
    """What ``planner_bench.json`` says of each split: its digest, its tasks and runs."""
    found: Mapping[str, Mapping[str, str | int]] = json.loads(PINS.read_text(encoding="utf-8"))["splits"]
    return found


def pin(splits: Sequence[str], catalogue: Catalogue, path: Path = PINS) -> dict[str, dict[str, str | int]]:
    """Writes the digests of these splits as they are generated now; other splits keep theirs. Returns what it wrote."""
    from harness.records import write_json_atomic

    known = json.loads(path.read_text(encoding="utf-8"))["splits"] if path.exists() else {}
    made: dict[str, dict[str, str | int]] = {}
    for split in splits:
        suite = generate(split, catalogue)
        made[split] = {"digest": suite.digest, "tasks": suite.tasks, "runs": len(suite.items)}
    write_json_atomic(path, {"seed": SEED, "splits": {**known, **made}, "suite": NAME})
    pins.cache_clear()
    return made
