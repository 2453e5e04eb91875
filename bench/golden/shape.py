"""What a golden task is made of, and the words to write one with: patches, past turns, completion data, plans."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from harness.contract import (
    Action,
    Behaviour,
    Call,
    Capability,
    Completion,
    Expected,
    GoldCall,
    GoldChange,
    InitialState,
    Json,
    Language,
    MemoryRecord,
    Message,
    MessageKind,
    PastTurn,
    Patch,
    Source,
    Split,
    Task,
)

VERSION = "golden-1"
ANY = Expected(match="any")
WEEKDAYS = ["mon", "tue", "wed", "thu", "fri"]

Plan = tuple[Action, ...]
"""Turns as they are written down: ``<name>`` in an argument or a message stands for what a call answered under that name
last (a list is joined), since nobody knows the id of a session or the name of a file before it is made."""


@dataclass(frozen=True)
class Wrong:
    """A plan that a planner might take and that must fail.

    fails: beginnings of ``check: detail``; the verdict must hold something against the plan for each, and nothing else.
    why: what is wrong with it, for people.
    """

    why: str
    plan: Plan
    fails: tuple[str, ...]


@dataclass(frozen=True)
class Golden:
    """One behaviour as a task. ``others`` are further plans that must pass, where the task leaves a choice."""

    scenario: str
    task: Task
    witness: Plan
    wrong: Mapping[str, Wrong]
    others: Mapping[str, Plan] = field(default_factory=dict)


def task(
    scenario: str,
    *,
    capability: Capability,
    behaviour: Behaviour,
    domains: Sequence[str],
    difficulty: int,
    request: str,
    initial: InitialState,
    completion: Completion,
    history: Sequence[PastTurn] = (),
    language: Language = Language.ENGLISH,
) -> Task:
    """A task that shows one of the twelve behaviours. Anybody may read it, so it belongs to the dev split."""
    slug = re.sub(r"\W+", "_", scenario)
    return Task(
        id=f"golden-{slug}", family=f"golden_{slug}", split=Split.DEV, source=Source(constructor=VERSION),
        capability=capability, behaviour=behaviour, domains=tuple(domains), difficulty=difficulty, language=language,
        history=tuple(history), request=request, initial=initial, completion=completion,
    )  # fmt: skip


# -- the phone and the dialogue before the request


def row(table: str, key: str, **fields: Json) -> Patch:
    """A row of the profile with these fields changed, or a new one if these are all of them."""
    return Patch(table=table, key=key, fields=fields)


def remembered(key: str, text: str, category: str, created: str) -> MemoryRecord:
    """A record of the user's memory; ``created`` is a date."""
    return MemoryRecord(id=key, text=text, category=category, created=created)


def user(text: str) -> PastTurn:
    """What the user said before."""
    return PastTurn(role="user", text=text)


def assistant(text: str) -> PastTurn:
    """What the assistant said before."""
    return PastTurn(role="assistant", text=text)


def called(tool: str, result: Json, **arguments: Json) -> PastTurn:
    """A call that the assistant made before, and its answer."""
    return PastTurn(role="assistant", calls=(Call(id="h", name=tool, arguments=arguments),), results=(result,))


# -- what must come out


def words(*wanted: str) -> Expected:
    """A free text that holds all of these words."""
    return Expected(value=list(wanted), match="contains")


def becomes(table: str, key: str, **fields: Json) -> tuple[GoldChange, ...]:
    """Fields of a row and their new values. With the key ``*`` (``*1``, ``*2`` for several) a row that the planner makes."""
    return tuple(
        GoldChange(table=table, key=key, field=name, after=value if isinstance(value, Expected) else Expected(value=value))
        for name, value in fields.items()
    )


def must_call(tool: str, *, after: Sequence[int] = (), **arguments: Json) -> GoldCall:
    """A call that has to happen, later than those of these numbers."""
    wanted = {name: value if isinstance(value, Expected) else Expected(value=value) for name, value in arguments.items()}
    return GoldCall(name=tool, arguments=wanted, after=tuple(after))


# -- what a planner does


def call(tool: str, thought: str = "", **arguments: Json) -> Action:
    """A turn of one call."""
    return Action(thought=thought, calls=(Call(id="c", name=tool, arguments=arguments),))


def together(*actions: Action) -> Action:
    """The calls of several turns in one, since none needs what another answers."""
    return Action(thought=actions[0].thought, calls=tuple(item for action in actions for item in action.calls))


def finish(text: str, thought: str = "") -> Action:
    """Reports that the work is done."""
    return Action(thought=thought, message=Message(kind=MessageKind.FINISH, text=text))


def ask(text: str) -> Action:
    """Asks the user something."""
    return Action(message=Message(kind=MessageKind.CLARIFY, text=text))


def refuse(text: str) -> Action:
    """Says that it cannot or must not be done."""
    return Action(message=Message(kind=MessageKind.REFUSE, text=text))
