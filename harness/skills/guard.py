"""The plan guard: tells a planner that a call would violate the procedure of a skill that it has loaded.

Nothing is put in order for it. A call that would is held back once, with the reason; sent again, it is carried out. So is a
last message while something that a step must be followed by is still to come. All that the guard knows is what was called
and answered in the episode, so it is a function of the turns, the same in every replay and fork.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from harness.contract import Call, Feedback, Json, MessageKind, Status, Turn, canonical
from harness.instructions import Eta

from .loader import offered_skills
from .procedure import Pattern, Procedure, Seen, Step, pattern, spelled
from .tools import PREFIX

WOULD_VIOLATE = "WOULD_VIOLATE"
"""The code of a call that was held back."""

Procedures = Mapping[str, Procedure]
"""Procedures by the tool that loads their skill."""


def procedures_for(eta: Eta) -> Procedures:
    """The procedures of the skills on offer, by their loaders; none where the configuration wants no guard."""
    return _procedures(eta.settings.libraries) if eta.settings.plan_guard else {}


@cache
def _procedures(libraries: tuple[str, ...]) -> Procedures:
    skills = offered_skills(libraries).values()
    return {PREFIX + skill.name: skill.procedure for skill in skills if skill.procedure is not None}


def objections(procedures: Procedures, turns: Sequence[Turn], calls: Sequence[Call]) -> dict[int, str]:
    """The calls of the next turn that would violate a loaded procedure, by their places, with what is wrong.

    An earlier call of the same turn counts for what it sets, since calls are carried out in order, but not for what its
    answer gives, which the planner has not seen. A call that was held back before is meant, and not objected to again.
    """
    found: dict[int, str] = {}
    if not procedures:
        return found
    insisted = {_spelling(call) for call, answer in _answered(turns) if _was_held_back(answer)}
    for loader, procedure in _loaded(procedures, turns):
        course = _Course(procedure, turns)
        for place, call in enumerate(calls):
            wrong = course.objection(call)
            if wrong and place not in found and _spelling(call) not in insisted:
                found[place] = f"{loader.removeprefix(PREFIX)}: {wrong}"
            if place not in found:
                course.take(call, None)
    return found


def unfinished(procedures: Procedures, turns: Sequence[Turn]) -> list[str]:
    """What is still to come before the planner says that it is done; nothing when it has said so once already."""
    if not procedures or any(_is_finish(turn) and turn.reply is None for turn in turns):
        return []
    return [
        f"{loader.removeprefix(PREFIX)}: {says}"
        for loader, procedure in _loaded(procedures, turns)
        for says in _Course(procedure, turns).owed()
    ]


class _Course:
    """How far a procedure has come in an episode, calls before its skill was loaded included."""

    def __init__(self, procedure: Procedure, turns: Sequence[Turn]) -> None:
        self._procedure = procedure
        self._facts: dict[str, str] = {}
        self._owed: dict[str, str] = {}
        self._seen: list[tuple[Call, Feedback]] = []
        for call, answer in _answered(turns):
            if _was_held_back(answer):
                continue
            self._seen.append((call, answer))
            if answer.status is Status.OK:
                self.take(call, answer)

    def take(self, call: Call, answer: Feedback | None) -> None:
        """A call that was carried out, or, without an answer, that will be."""
        for step in self._steps(call):
            for fact in step.clears:
                self._facts.pop(fact, None)
            given = [field for field in step.gives if answer is not None and _has(answer.payload, field)]
            for fact in (*given, *step.sets):
                self._facts[fact] = call.name
                self._owed.pop(fact, None)
            self._owed |= dict.fromkeys(step.then, call.name)

    def objection(self, call: Call) -> str:
        """What is wrong with a call that comes next, or nothing."""
        for step in self._steps(call):
            for fact in step.needs:
                if fact not in self._facts:
                    return f"{call.name} needs {fact} first, from {self._sources(fact)}"
            undone = next((fact for fact in step.clears if fact in self._facts), None)
            if undone is not None:
                return f"{call.name} undoes what {self._facts[undone]} did ({undone}), which therefore comes after it"
            if step.when is not None and (wrong := self._unlike(call, step.when)):
                return wrong
        return ""

    def owed(self) -> list[str]:
        """What must follow steps that were made, and has not."""
        return [f"after {name} comes {fact}, with {self._sources(fact)}" for fact, name in self._owed.items()]

    def _steps(self, call: Call) -> list[Step]:
        steps = self._procedure.steps.values()
        return [step for step in steps if pattern(step.call).fits(call.name, call.arguments)]

    def _sources(self, fact: str) -> str:
        return " or ".join(self._procedure.steps[name].call for name in self._procedure.makers(fact))

    def _unlike(self, call: Call, seen: Seen) -> str:
        """How the last answer differs from what it must have shown, or nothing."""
        wanted = pattern(seen.answer)
        answer = self._last_answer(wanted)
        if answer is None:
            return f"{call.name} depends on the answer to {seen.answer}, which was not called"
        failed = answer.status is not Status.OK
        if seen.fails:
            return "" if failed else f"{call.name} is for when {wanted.tool} fails, and it did not"
        if failed:
            return f"{call.name} depends on the answer to {seen.answer}, which failed"
        values = [spelled(value) for value in _values(answer.payload, seen.field)]
        if seen.lacks:
            own = spelled(call.arguments.get(seen.lacks))
            present = own.casefold() in (value.casefold() for value in values)
            return f"{wanted.tool} shows that {seen.field} {own!r} is there already" if present else ""
        allowed = [spelled(value) for value in seen.is_]
        if any(value in allowed for value in values):
            return ""
        return f"{call.name} is for when {seen.field} is {' or '.join(allowed)}, and {wanted.tool} said {', '.join(values)}"

    def _last_answer(self, wanted: Pattern) -> Feedback | None:
        fitting = (answer for call, answer in reversed(self._seen) if wanted.fits(call.name, call.arguments))
        return next(fitting, None)


def _loaded(procedures: Procedures, turns: Sequence[Turn]) -> Iterator[tuple[str, Procedure]]:
    """The procedures whose skills were loaded, in the order of their loading."""
    loaded = [answer.tool for _, answer in _answered(turns) if answer.status is Status.OK and answer.tool in procedures]
    for name in dict.fromkeys(loaded):
        yield name, procedures[name]


def _answered(turns: Sequence[Turn]) -> Iterator[tuple[Call, Feedback]]:
    for turn in turns:
        yield from zip(turn.action.calls, turn.feedback, strict=True)


def _was_held_back(answer: Feedback) -> bool:
    return answer.error is not None and answer.error.code == WOULD_VIOLATE


def _is_finish(turn: Turn) -> bool:
    return turn.action.message is not None and turn.action.message.kind is MessageKind.FINISH


def _spelling(call: Call) -> str:
    return canonical([call.name, call.arguments])


def _has(payload: Json, field: str) -> bool:
    return isinstance(payload, Mapping) and field in payload


def _values(payload: Json, field: str) -> Collection[Json]:
    """The values at a dotted path; of a list, those of all its items."""
    found: list[Json] = [payload]
    for part in field.split("."):
        found = [item for value in found for item in (value if isinstance(value, list) else [value])]
        found = [value[part] for value in found if isinstance(value, Mapping) and part in value]
    return [item for value in found for item in (value if isinstance(value, list) else [value])]
