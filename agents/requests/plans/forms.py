"""Wishes that one call carries out, written as tables: what words ask for it, and how each of its arguments is read.

The reader is the same for all of them. It tries the call on the phone as the task starts: what the wish takes for granted
is arranged, a phone that is as wanted already is put into another state first, and a refusal says what is missing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from bench.scenario import Play
from harness.contract import Behaviour, Json

from ..clauses import Clause
from ..world import Unfit, World
from .registry import PLANS, Plan, Step
from .slots import OTHERWISE, Slot

Given = Callable[[World, Mapping[str, Json]], object]
Tell = Callable[[Any], Sequence[str | Sequence[str]]]
Calls = tuple[tuple[str, dict[str, Json]], ...]


@dataclass(frozen=True)
class Form:
    """One kind of wish.

    cue: what must occur; it is taken once the arguments are read. also: what must occur too, in any place. unless: what makes
    it another wish. words: what may occur besides.
    given: what the wish takes for granted, put on the phone where the call cannot do anything without it.
    undo: arguments of the call that leads to the contrary state. first: reads that a planner needs before the call.
    tell: for a question, what must be said of the answer; each item is a text or the ways to say it.
    done: what the user is told, English and Chinese; it may name arguments and ``{answer}``.
    free: field of a row that the call makes -> argument whose words it must hold.
    """

    name: str
    tool: str
    cue: str
    slots: tuple[Slot, ...] = ()
    fixed: Mapping[str, Json] = field(default_factory=dict)
    words: str = ""
    also: str = ""
    unless: str = ""
    given: tuple[Given, ...] = ()
    undo: Mapping[str, Json] = field(default_factory=dict)
    first: Calls = ()
    then: Calls = ()
    tell: Tell | None = None
    done: tuple[str, str] = ("Done.", "已完成。")
    free: Mapping[str, str] = field(default_factory=dict)
    check: Literal["state", "calls"] = "state"
    reads: bool = False

    def read(self, clause: Clause, world: World) -> Step | None:
        """The step that the clause asks for. Raises ``Unfit`` where it says too little or the phone cannot do it."""
        if (self.unless and clause.has(self.unless)) or (self.also and not clause.has(self.also)):
            return None
        arguments = dict(self.fixed)
        lacking = []
        for slot in self.slots:
            found = slot.read(clause, world)
            if found is not None:
                arguments[slot.argument] = found
            elif slot.asks == OTHERWISE:
                return None
            elif slot.asks and slot.argument not in arguments:
                lacking.append(slot.asks)
        clause.take(self.cue)
        if lacking:
            raise Unfit("incomplete", f"does not say {lacking[0]}")
        if not clause.rest(self.words.split()):
            self._prepare(world, arguments)
        return self._step(world, arguments)

    def _step(self, world: World, arguments: dict[str, Json]) -> Step:
        says: list[list[str]] = []
        free: dict[str, list[str]] = {
            place: [str(arguments[name])] for place, name in self.free.items() if name in arguments
        }

        def act(play: Play) -> str:
            for tool, look in self.first:
                play.call(tool, why="Look how it is now.", **look)
            payload = play.call(self.tool, why=f"{self.tool} does that.", **arguments)
            for tool, more in self.then:
                play.call(tool, why="That completes it.", **more)
            told = [[item] if isinstance(item, str) else list(item) for item in self.tell(payload)] if self.tell else []
            says.extend(told)
            return world.say(*self.done).format(**arguments, answer=", ".join(words[0] for words in told))

        behaviour = Behaviour.REFERENCE if self.first else Behaviour.GROUNDING
        return Step(act, says, free, behaviour, self.check, reads=(self.tool,) if self.reads else ())

    # -- the phone

    def _prepare(self, world: World, arguments: Mapping[str, Json]) -> None:
        """Sees to it that the call does something on this phone. Raises ``Unfit`` where that cannot be."""
        if world.earlier or self._works(world, arguments):
            return  # what an earlier part of the request does counts too: then the play decides
        for given in self.given:
            given(world, arguments)
            if self._works(world, arguments):
                return
        tried = world.attempt(self.tool, arguments)
        if tried.refusal is not None:
            raise tried.refusal
        if self.tell is not None:
            raise Unfit("unverifiable", "nothing on this phone answers the question, so no words prove the answer")
        for contrary in self._contraries(arguments):
            world.arrange(self.tool, **contrary)
            if self._works(world, arguments):
                return
        raise Unfit("unverifiable", "the phone is already as the request wants it")

    def _works(self, world: World, arguments: Mapping[str, Json]) -> bool:
        """Whether the call is carried out and changes something, or answers the question."""
        tried = world.attempt(self.tool, arguments)
        if tried.refusal is not None:
            return False
        return bool(self.tell(tried.payload)) if self.tell else tried.changes or self.check == "calls"

    def _contraries(self, arguments: Mapping[str, Json]) -> list[dict[str, Json]]:
        found = [{**arguments, **self.undo}] if self.undo else []
        for slot in self.slots:
            if slot.argument in arguments:
                others = [value for value in slot.others if value != arguments[slot.argument]]
                found += [{**arguments, slot.argument: value} for value in others]
        return found


FORMS: dict[str, Form] = {}


def add_forms(*forms: Form) -> None:
    """Registers each as a plan, in order."""
    for form in forms:
        if form.name in PLANS:
            raise ValueError(f"two plans are called {form.name!r}")
        FORMS[form.name] = form
        answers = form.tell is not None or form.reads
        PLANS[form.name] = Plan(form.name, form.cue, frozenset(form.words.split()), form.read, answers)
