"""Scenario families: typed generators of executable tasks.

A family draws entities, sets up the phone, words the request and *plays* a witness on the live phone. What must come out
is read off that play (the state's difference, or the calls), never written by hand beside it, so a task and its witness
cannot disagree.
"""

import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from harness.contract import (
    Action,
    Behaviour,
    BehaviourCheck,
    Budget,
    Call,
    Capability,
    Check,
    Completion,
    Expected,
    FollowUp,
    Friction,
    Gates,
    GoldCall,
    GoldChange,
    Holdout,
    InitialState,
    Json,
    Language,
    MemoryRecord,
    Message,
    MessageKind,
    PastTurn,
    Patch,
    Resources,
    Source,
    Split,
    StateCheck,
    Task,
    ToolCallCheck,
    Witness,
)
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.rules import fire_due
from harness.environments.phone.tables import TABLES
from harness.environments.phone.tools import Catalogue, Risk
from harness.environments.phone.verify import IGNORED, contains, path_matches
from harness.errors import UserError, expect

from .answers import Answers
from .draw import Draw

VERSION = "families-1"
ATTEMPTS = 20
QUIET_SECONDS = 600
FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError)
"""What code raises that is wrong, as opposed to a draw that does not fit."""


class UnsuitableError(Exception):
    """Raised by a family when what it drew does not fit the profile, such as a day without a free hour: draw again."""


class FamilyError(UserError):
    """A family's code is at fault, as when it takes the first of no rows: something to mend, and no draft to pass over."""


class Play:
    """A witness in the making: each method is one turn, carried out on the live phone as it is written down."""

    def __init__(self, environment: PhoneEnvironment, followups: Sequence[FollowUp]) -> None:
        self.environment = environment
        self.turns: list[Action] = []
        self._followups = list(followups)

    def call(self, tool: str, *, why: str = "", fails: bool = False, **arguments: Json) -> Any:
        """One call in a turn of its own; returns its payload, or its error as a dict when it is meant to fail."""
        return self.calls((tool, arguments), why=why, fails=fails)[0]

    def calls(self, *calls: tuple[str, Mapping[str, Json]], why: str = "", fails: bool = False) -> list[Any]:
        """Several independent calls in one turn. ``why`` is the planner's thought before it acts."""
        made = tuple(
            Call(id=f"c{len(self.turns)}_{index}", name=name, arguments=_given(arguments))
            for index, (name, arguments) in enumerate(calls)
        )
        action = Action(thought=why, calls=made)
        answers = self.environment.step(action)
        self.turns.append(action)
        for answer in answers:
            if (answer.error is not None) != fails:
                became = "worked" if fails else "failed"
                raise UserError(f"witness call {answer.tool} {became}: {answer.error or answer.payload}")
        return [answer.error.model_dump(mode="json") if answer.error else answer.payload for answer in answers]

    def ask(self, text: str, *, why: str = "") -> str:
        """Asks the user; returns the scripted answer, or nothing where none is left.

        Raises ``UserError`` when answers are scripted and the question fits none of them.
        """
        self._say(MessageKind.CLARIFY, text, why)
        waiting = [item for item in self._followups if item.after == "clarify"]
        for item in waiting:
            if not item.asks or any(contains(text, word) for word in item.asks):
                self._followups.remove(item)
                return item.text
        if waiting:
            raise UserError(f"no scripted answer fits the question {text!r}", expected=f"a word of {waiting[0].asks}")
        return ""

    def finish(self, text: str, *, why: str = "") -> str:
        """Reports completion; returns what the user says next, if anything is scripted."""
        self._say(MessageKind.FINISH, text, why)
        for index, item in enumerate(self._followups):
            if item.after == "finish":
                return self._followups.pop(index).text
        return ""

    def refuse(self, text: str, *, why: str = "") -> None:
        """Says honestly that it cannot or must not be done."""
        self._say(MessageKind.REFUSE, text, why)

    def _say(self, kind: MessageKind, text: str, why: str) -> None:
        action = Action(thought=why, message=Message(kind=kind, text=text))
        self.environment.step(action)
        self.turns.append(action)


def _given(arguments: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in arguments.items() if value is not None}


@dataclass
class Draft:
    """What a family decides about one task; ``build`` turns it into records.

    check: ``state`` (final minus initial equals what the witness did), ``calls`` (its effectful calls, exactly), or
    ``behaviour`` (its last message's kind, plus whatever it changed).
    says: each inner tuple is a set of alternatives of which one must be said to the user. rivals: other answers, which
    must not be said beside it; those that the witness's own reads show are found without being named (``answers.py``).
    free: ``table/field``, ``table/id/field`` or ``tool.argument`` -> words that a free text must contain (empty list:
    anything); read after the witness was played, so ids made in it can be used.
    made: the same fields -> ``table/field`` of a row that the episode makes: its generated value must be named there.
    without: the same fields -> words that must not be there, such as the other candidates.
    order: pairs of call patterns, the first before the second. reads: read calls that must happen (with ``calls``).
    """

    request: str
    witness: Callable[[Play], None]
    check: Literal["state", "calls", "behaviour"] = "state"
    says: Sequence[Sequence[str]] = ()
    rivals: Sequence[str] = ()
    free: Mapping[str, Sequence[str]] = field(default_factory=dict)
    made: Mapping[str, str] = field(default_factory=dict)
    without: Mapping[str, Sequence[str]] = field(default_factory=dict)
    order: Sequence[tuple[str, str]] = ()
    reads: Sequence[str] = ()
    ordered: bool = False
    patches: Sequence[Patch] = ()
    memory: Sequence[MemoryRecord] = ()
    friction: Sequence[Friction] = ()
    history: Sequence[PastTurn] = ()
    followups: Sequence[FollowUp] = ()
    skills: Sequence[str] = ()
    subagents: Sequence[str] = ()
    gold_memory: Sequence[str] = ()
    gold_skills: Sequence[str] = ()
    offer: Sequence[str] = ()
    allowed: Sequence[str] = ()
    forbidden: Sequence[str] = ()
    clock: str | None = None  # None: the draw's
    turns: int = 15
    routing: Literal["mixed", "skill_only"] = "mixed"


@dataclass(frozen=True)
class Family:
    """A generator of tasks of one kind. ``split`` is whose family it is: only train families appear in training."""

    name: str
    split: Split
    capability: Capability
    behaviour: Behaviour
    domains: tuple[str, ...]
    difficulty: int
    languages: tuple[str, ...]
    make: Callable[[Draw], Draft]


FAMILIES: dict[str, Family] = {}


def family(
    *,
    split: Split | str,
    capability: Capability | str = Capability.TOOL_USE,
    behaviour: Behaviour | str,
    domains: Sequence[str],
    difficulty: int = 1,
    languages: Sequence[str] = ("en",),
) -> Callable[[Callable[[Draw], Draft]], Callable[[Draw], Draft]]:
    """Registers a family under its function's name. ``difficulty`` is the number of calls a good run needs."""

    def decorate(make: Callable[[Draw], Draft]) -> Callable[[Draw], Draft]:
        name = make.__name__
        if name in FAMILIES:
            raise ValueError(f"two families are called {name!r}")
        FAMILIES[name] = Family(
            name, Split(split), Capability(capability), Behaviour(behaviour), tuple(domains), difficulty,
            tuple(languages), make,
        )  # fmt: skip
        return make

    return decorate


def build(
    item: Family,
    number: int,
    catalogue: Catalogue,
    *,
    split: Split = Split.TRAIN,
    holdout: Holdout = Holdout.NONE,
    language: str | None = None,
    seed: int = 0,
    iteration: int = 0,
    gap: str | None = None,
) -> tuple[Task, Witness]:
    """One task and its witness. ``number`` tells the tasks of a family apart; the same arguments always give the same task.

    Raises ``UserError`` when a witness call does not do what the family meant, or when nothing that is drawn fits the phone,
    and ``FamilyError``, which says where, when the family's own code fails.
    """
    expect(item, Family, "the family", "a Family, such as one of bench.scenario.FAMILIES by its name")
    expect(catalogue, Catalogue, "catalogue", "what harness.catalogue.full_catalogue returns")
    for attempt in range(ATTEMPTS):
        stream = f"{item.name}/{split.value}/{holdout.value}/{seed}/{number}/{attempt}"
        try:
            return _build(item, number, catalogue, stream, split, holdout, language, seed, iteration, gap)
        except UnsuitableError as problem:
            reason = str(problem)
        except UserError:
            raise
        except FAULTS as fault:
            raise FamilyError(
                f"family {item.name}, number {number}, seed {seed}, {split.value}/{holdout.value}: {_spell(fault, item)}"
            ) from fault
    raise UserError(f"{item.name} {number}: nothing suitable in {ATTEMPTS} draws: {reason}")


def _spell(fault: BaseException, item: Family) -> str:
    """A fault with the last place in the family's own module that it came through, if it did."""
    places = traceback.extract_tb(fault.__traceback__)
    own = [place for place in places if place.filename == item.make.__code__.co_filename]
    place = (own or places)[-1]
    return f"{type(fault).__name__}: {fault} ({Path(place.filename).name}, line {place.lineno}, in {place.name})"


def _build(
    item: Family, number: int, catalogue: Catalogue, stream: str, split: Split, holdout: Holdout,
    language: str | None, seed: int, iteration: int, gap: str | None,
) -> tuple[Task, Witness]:  # fmt: skip
    tongue = language or item.languages[number % len(item.languages)]
    pool = split.value if holdout in (Holdout.ENTITIES, Holdout.FAMILY) or split is Split.GATE else "train"
    held = holdout in (Holdout.PHRASINGS, Holdout.FAMILY)
    draw = Draw(stream, pool=pool, held=held, language=tongue)
    draft = item.make(draw)
    initial = InitialState(
        profile=draw.profile,
        patches=tuple(draft.patches),
        clock=draft.clock or draw.clock,
        memory=tuple(draft.memory),
        friction=tuple(draft.friction),
        seed=draw.rng.randrange(1 << 30),
    )
    task = Task(
        id=f"{item.name}-{split.value[:2]}-{holdout.value[:3]}-{seed}-{number:04d}",
        family=item.name,
        split=split,
        holdout=holdout,
        source=Source(constructor=VERSION, iteration=iteration, gap=gap),
        capability=item.capability,
        behaviour=item.behaviour,
        domains=item.domains,
        difficulty=item.difficulty,
        language=Language(tongue),
        history=tuple(draft.history),
        request=draft.request,
        followups=tuple(draft.followups),
        initial=initial,
        resources=Resources(
            skills=tuple(draft.skills),
            subagents=tuple(draft.subagents),
            routing=draft.routing,
        ),
        completion=Completion(check=StateCheck(changes=())),
        budget=Budget(turns=draft.turns),
    )
    environment = PhoneEnvironment(catalogue)
    seen = environment.reset(task)
    _require_quiet(environment)
    play = Play(environment, draft.followups)
    draft.witness(play)
    check = _check(draft, play, environment, catalogue)
    if isinstance(check, StateCheck) and not check.changes and not draft.says:
        raise UnsuitableError("the phone is already as the request wants it")
    answers = Answers(task, draft.says, play.turns, environment.outcome().log, now=seen.now) if _tells(check) else None
    completion = Completion(
        check=check,
        gates=Gates(memory=tuple(draft.gold_memory), skills=tuple(draft.gold_skills)),
        says=tuple(tuple(words) for words in draft.says) if draft.check != "behaviour" else (),
        bounds=answers.bounds() if answers else (),
        rivals=tuple(dict.fromkeys([*draft.rivals, *(answers.rivals() if answers else ())])),
        forbidden=tuple(draft.forbidden),
    )
    return task.model_copy(update={"completion": completion}), Witness(task_id=task.id, turns=tuple(play.turns))


def _tells(check: Check) -> bool:
    """Whether the words to say are an answer; a question names what it asks about, a refusal what it cannot do."""
    return not (isinstance(check, BehaviourCheck) and check.message in ("clarify", "refuse"))


def _require_quiet(environment: PhoneEnvironment) -> None:
    """Whether something rings or ends must not depend on how many calls a planner makes."""
    phone = environment.phone
    fire_due(phone, phone.state.now)  # fires nothing yet and finds out what is next
    if phone.state.next_due is not None and phone.state.next_due <= phone.state.now + QUIET_SECONDS:
        raise UnsuitableError("something falls due while the task is under way")


def _check(draft: Draft, play: Play, environment: PhoneEnvironment, catalogue: Catalogue) -> Check:
    changes = _gold_changes(draft, environment)
    if draft.check == "state":
        return StateCheck(changes=changes, before=tuple(draft.order), allowed=tuple(draft.allowed))
    if draft.check == "calls":
        return ToolCallCheck(calls=_gold_calls(draft, environment, catalogue))
    last = play.turns[-1].message
    kinds = [turn.message.kind for turn in play.turns if turn.message]
    kind = MessageKind.CLARIFY if MessageKind.CLARIFY in kinds else last.kind if last else MessageKind.FINISH
    calls = tuple(call for call in _gold_calls(draft, environment, catalogue) if call.name in draft.reads)
    return BehaviourCheck(message=kind.value, says=tuple(tuple(w) for w in draft.says), calls=calls, changes=changes)


def _gold_changes(draft: Draft, environment: PhoneEnvironment) -> tuple[GoldChange, ...]:
    """The witness's writes; rows it made are known by ``*1``, ``*2``; times of writing and new ids are left out."""
    delta = [change for change in environment.outcome().delta if not path_matches(change, (*IGNORED, *draft.allowed))]
    made = {(c.table, c.key): f"*{n}" for n, c in enumerate(
        (c for c in delta if c.field == "id" and c.before is None), start=1)}  # fmt: skip
    gold = []
    for change in delta:
        key = made.get((change.table, change.key), change.key)
        created = key.startswith("*")
        volatile = TABLES.is_volatile(change.table, change.field) and change.after is not None
        if volatile or (created and change.field == "id"):
            continue
        places = (f"{change.table}/{change.key}/{change.field}", f"{change.table}/{change.field}")
        words = next((draft.free[place] for place in places if place in draft.free), None)
        source = next((draft.made[place] for place in places if place in draft.made), None)
        after = _expected(change.after, words) if source is None else Expected(value=source, match="made")
        wrong = next((draft.without[place] for place in places if place in draft.without), ())
        if wrong:
            after = after.model_copy(update={"without": tuple(wrong)})
        gold.append(GoldChange(table=change.table, key=key, field=change.field, after=after))
    return tuple(gold)


def _gold_calls(draft: Draft, environment: PhoneEnvironment, catalogue: Catalogue) -> tuple[GoldCall, ...]:
    gold: list[GoldCall] = []
    for entry in environment.outcome().log:
        risk = catalogue[entry.tool].risk_of(entry.arguments) if entry.tool in catalogue else Risk.READ
        if entry.status != "ok" or (risk is Risk.READ and entry.tool not in draft.reads):
            continue
        arguments = {
            name: _expected(value, draft.free.get(f"{entry.tool}.{name}")) for name, value in entry.arguments.items()
        }
        after = (len(gold) - 1,) if draft.ordered and gold else ()
        gold.append(GoldCall(name=entry.tool, arguments=arguments, after=after))
    return tuple(gold)


def _expected(value: Json, words: Sequence[str] | None) -> Expected:
    if words is None:
        return Expected(value=value)
    return Expected(value=list(words), match="contains") if words else Expected(match="any")
