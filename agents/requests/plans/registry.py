"""Request plans: for one kind of wish, how a person's words are read and what is then done on the phone.

A plan names its cue (what must occur), its words (what may occur without meaning anything more) and a reader. The reader
takes what it needs from the clause and returns a step; whatever it leaves open must be words that the plan knows.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from bench.scenario import Play
from harness.contract import Behaviour, Json
from harness.environments.phone.phone import fold
from harness.errors import UserError

from ..clauses import Clause, Wish, joined
from ..world import Lack, Unfit, World


@dataclass
class Step:
    """What one part of a request comes to. ``act`` does it and returns what the user is told.

    ``says``, ``free`` and ``reads`` are as in a scenario's draft; ``act`` may still fill the first two.
    """

    act: Callable[[Play], str]
    says: list[list[str]] = field(default_factory=list)
    free: dict[str, list[str]] = field(default_factory=dict)
    behaviour: Behaviour = Behaviour.GROUNDING
    check: Literal["state", "calls"] = "state"
    reads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Plan:
    """One kind of wish."""

    name: str
    cue: str
    words: frozenset[str]
    read: Callable[[Clause, World], Step | None]
    answers: bool = False
    """Whether it tells something: no other plan carries out what is asked as a question."""


PLANS: dict[str, Plan] = {}


def plan(
    *, cue: str, words: str = "", answers: bool = False
) -> Callable[[Callable[[Clause, World], Step | None]], Callable[[Clause, World], Step | None]]:
    """Registers a reader under its function's name. ``words`` are split at blanks."""

    def decorate(read: Callable[[Clause, World], Step | None]) -> Callable[[Clause, World], Step | None]:
        PLANS[read.__name__] = Plan(read.__name__, cue, frozenset(words.split()), read, answers)
        return read

    return decorate


@dataclass(frozen=True)
class Misread:
    """Why no plan reads a part: the closest attempt."""

    kind: Lack
    reason: str
    text: str
    plan: str | None = None


Reading = tuple[tuple[str, Plan, Step], ...]
"""The parts of a request, each with the plan that reads it and the step it comes to."""
TURNS = frozenset("don't not never no without unless if except but instead only before after when while until every".split())
"""Words that turn a wish into another one: where one is left over, what else is missing does not matter."""
FEW = 2
"""How many words may be left of a request that is said to lack something: with more of them it was not understood."""
_QUESTION = (
    r"^\W*(?:is|are|was|were|does|did|has|am|why|what|what's|whats|which|who|who's|when|when's|where|where's|how|how's)\b|^\W*(?:do|have) (?:i|you|we|they)\b"
    r"|是不是|有没有|什么|多少|为什么|怎么|哪里|哪个|在哪|几点|几个|了吗|^(?!.*(?:能|可以|帮|请)).*吗[?？]?$"
)
"""How a question begins that no courtesy is: "can you ..." asks for something to be done."""
_DEFINITE: tuple[Lack, ...] = ("missing_tool", "missing_entity", "incomplete", "unverifiable", "not_understood")


def read_parts(parts: Sequence[Wish], world: World, make_clause: Callable[[str], Clause]) -> Reading | Misread:
    """Reads every part. Where a part says too little, the next one is read together with it."""
    short: list[Misread] = []
    for count in range(1, len(parts) + 1):
        text = joined(parts[:count])
        mark = world.mark()
        found = read_clause(text, world, make_clause)
        if isinstance(found, Misread):
            short.append(found)
            continue
        world.earlier += 1
        rest = read_parts(parts[count:], world, make_clause) if count < len(parts) else ()
        world.earlier -= 1
        if not isinstance(rest, Misread):
            return ((text, *found), *rest)
        short.append(rest)
        world.back_to(mark)
    return min(short, key=lambda item: _DEFINITE.index(item.kind))


def _weight(words: Sequence[str]) -> int:
    """How many words these are; two Chinese signs count as one."""
    return sum(1 if word.isascii() else -(-len(word) // 2) for word in words)


def _unread(words: Sequence[str]) -> str:
    return f"not read by the closest plan: {', '.join(words)}"


def the_one(rows: Iterable[Any], what: str, **fields: Json) -> Any:
    """The first row with these fields of what the phone answered. Raises ``UserError`` when the phone shows none."""
    for row in rows:
        if all(fold(row.get(name)) == fold(value) for name, value in fields.items()):
            return row
    raise UserError(f"the phone shows no {what} {' '.join(map(str, fields.values()))}")


def read_clause(text: str, world: World, make_clause: Callable[[str], Clause]) -> tuple[Plan, Step] | Misread:
    """The first plan that reads every word of the part, with its step; or the closest attempt that fell short."""
    short: list[tuple[int, Misread]] = []
    for item in PLANS.values():
        clause = make_clause(text)
        if not clause.has(item.cue) or (not item.answers and clause.has(_QUESTION)):
            continue
        mark = world.mark()
        try:
            step = item.read(clause, world)
        except Unfit as problem:
            world.back_to(mark)
            left = clause.rest(sorted(item.words))
            turned = [
                word
                for word in left
                if word.casefold().replace("’", "'") in TURNS or re.search("如果|要是|除非|不要|别|没", word)
            ]
            unread = turned or (left if _weight(left) > FEW else [])
            kind, reason = problem.kind, problem.reason
            if unread and kind in ("incomplete", "missing_entity"):
                kind, reason = "not_understood", _unread(unread)
            short.append((_weight(left), Misread(kind, reason, text, item.name)))
            continue
        left = clause.rest(sorted(item.words)) if step else []
        if step and not left:
            world.stand_in(clause.app, item.name)
            return item, step
        world.back_to(mark)
        if step:
            short.append((_weight(left), Misread("not_understood", _unread(left), text, item.name)))
    if short:
        return min(short, key=lambda pair: pair[0])[1]
    return Misread("not_understood", "no plan is about this", text)


def merged(steps: Sequence[Step]) -> tuple[list[list[str]], Mapping[str, list[str]], Behaviour]:
    """Words to say, free fields and behaviour of several steps together."""
    free: dict[str, list[str]] = {}
    for step in steps:
        for path, words in step.free.items():
            free[path] = [*free.get(path, []), *words]
    behaviours = [step.behaviour for step in steps if step.behaviour is not Behaviour.GROUNDING]
    return [words for step in steps for words in step.says], free, behaviours[0] if behaviours else Behaviour.GROUNDING
