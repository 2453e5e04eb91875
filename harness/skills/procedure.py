"""What the steps of a skill need of each other, which the open SKILL.md format has no place for.

A skill may have a file ``references/procedure.yaml``. It names steps; each is a call, as in
``control_power(action=power_off|reboot)``, where ``...`` is any value. What an answer ``gives`` are its fields; what a call
``sets`` holds from then on, and what it ``clears`` no longer does. The order of the steps follows from that.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from harness.configs import read_yaml
from harness.contract import Json
from harness.errors import UserError

FILE = Path("references") / "procedure.yaml"
CALL = re.compile(r"(?<![\w-])([A-Za-z]\w*)\(([^()\n]*)\)")


@dataclass(frozen=True)
class Pattern:
    """The calls that a step is: a tool, and for some arguments the values that they may have (none: any value)."""

    tool: str
    arguments: Mapping[str, tuple[str, ...]]

    def fits(self, name: str, arguments: Mapping[str, Json]) -> bool:
        """Whether a call is one of these."""
        return name == self.tool and all(
            arguments.get(key) is not None and (not values or spelled(arguments[key]) in values)
            for key, values in self.arguments.items()
        )


@cache
def pattern(text: str) -> Pattern:
    """The pattern that is written as a call. Raises ``UserError`` for anything else."""
    match = CALL.fullmatch(text.strip())
    if match is None:
        raise UserError(f"`{text}` is no call", expected="a tool and its arguments, as in manage_alarm(action=list)")
    arguments = {}
    for part in filter(str.strip, match[2].split(",")):
        key, _, value = part.partition("=")
        arguments[key.strip()] = () if value.strip() in ("", "...") else tuple(map(str.strip, value.split("|")))
    return Pattern(match[1], arguments)


def spelled(value: Json) -> str:
    """A value as calls in texts have it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Seen(_Strict):
    """What the last answer to a call must have shown: that the call ``fails``, or of a field (``alarms.title``, of all
    alarms) that it ``is`` one of some values or ``lacks`` what the step has as this argument."""

    answer: str
    fails: bool = False
    field: str = ""
    is_: tuple[Json, ...] = Field((), alias="is")
    lacks: str = ""


class Step(_Strict):
    """A step. ``needs`` must hold before it, ``then`` must come to hold after it, ``when`` must have been seen."""

    call: str
    needs: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    clears: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    when: Seen | None = None
    undo: str | None = None

    @property
    def brings(self) -> tuple[str, ...]:
        """The facts that hold after it."""
        return (*self.gives, *self.sets)

    @property
    def calls(self) -> tuple[str, ...]:
        """Every call that it speaks of."""
        return (self.call, *([self.undo] if self.undo else ()), *([self.when.answer] if self.when else ()))


class Procedure(_Strict):
    """The steps of one skill by name. They need not all be made; ``order`` is that of those that are."""

    steps: dict[str, Step] = Field(min_length=1)

    def order(self) -> list[str]:
        """The steps in an order in which each finds what it needs and nothing is cleared after it was set.

        Raises ``UserError`` when there is none.
        """
        ordered: list[str] = []
        while left := [name for name in self.steps if name not in ordered]:
            ready = [name for name in left if self._is_ready(name, ordered)]
            if not ready:
                raise UserError(f"no order suits {', '.join(left)}", expected="needs and clears that do not go in circles")
            ordered.append(ready[0])
        return ordered

    def makers(self, fact: str) -> list[str]:
        """The steps after which a fact holds."""
        return [name for name, step in self.steps.items() if fact in step.brings]

    def clearers(self, fact: str) -> list[str]:
        """The steps after which a fact no longer holds."""
        return [name for name, step in self.steps.items() if fact in step.clears]

    def _is_ready(self, name: str, before: Collection[str]) -> bool:
        step = self.steps[name]
        met = all(any(maker in before for maker in self.makers(fact)) for fact in step.needs)
        return met and all(clearer in before for fact in step.brings for clearer in self.clearers(fact) if clearer != name)


def read_procedure(folder: Path, tools: Collection[str], instructions: str) -> Procedure | None:
    """The procedure of a skill's folder, or None where it has none.

    Raises ``UserError`` that names file and field for what makes no sense: a tool that the skill does not bring, a need that
    no step meets, steps that no order suits, or an order that is not the one of the instructions.
    """
    path = folder / FILE
    if not path.is_file():
        return None
    procedure = read_yaml(path, Procedure)
    facts = {fact for step in procedure.steps.values() for fact in step.brings}
    for name, step in procedure.steps.items():
        place = f"{path}, field `steps.{name}"
        for call in step.calls:
            _check_call(call, tools, f"{place}`")
        for field in ("needs", "clears", "then"):
            for fact in getattr(step, field):
                if fact not in facts:
                    known = ", ".join(sorted(facts)) or "a step that does"
                    raise UserError(f"no step gives or sets `{fact}`", where=f"{place}.{field}`", expected=known)
        if step.when is not None:
            _check_seen(step, step.when, f"{place}.when`")
    try:
        procedure.order()
    except UserError as error:
        raise UserError(error.message, where=f"{path}, field `steps`", expected=error.expected) from None
    _check_instructions(procedure, instructions, str(path))
    return procedure


def _check_call(call: str, tools: Collection[str], where: str) -> None:
    try:
        tool = pattern(call).tool
    except UserError as error:
        raise UserError(error.message, where=where, expected=error.expected) from None
    if tool not in tools:
        expected = "one of the skill's own: " + (", ".join(tools) or "none")
        raise UserError(f"`{call}` calls a tool that the skill does not bring", where=where, expected=expected)


def _check_seen(step: Step, seen: Seen, where: str) -> None:
    if sum(map(bool, (seen.fails, seen.is_, seen.lacks))) != 1:
        raise UserError("it must say one thing of the answer", where=where, expected="one of fails, is and lacks")
    if bool(seen.field) == seen.fails:
        raise UserError(
            "a field goes with `is` and `lacks`, and with them alone", where=where, expected="a field of the answer"
        )
    if seen.lacks and seen.lacks not in pattern(step.call).arguments:
        expected = ", ".join(pattern(step.call).arguments) or "an argument in `call`"
        raise UserError(f"the step's call has no argument `{seen.lacks}`", where=where, expected=expected)


def _check_instructions(procedure: Procedure, instructions: str, where: str) -> None:
    """The instructions name no step before one that it has to come after."""
    said: dict[str, int] = {}
    for match in CALL.finditer(instructions):
        mentioned = pattern(match[0])
        for name, step in procedure.steps.items():
            if _is_said(pattern(step.call), mentioned):
                said.setdefault(name, match.start())
    for name, place in said.items():
        step = procedure.steps[name]
        late = [
            other
            for fact in step.needs
            if (makers := [maker for maker in procedure.makers(fact) if maker in said])
            and all(said[maker] > place for maker in makers)
            for other in makers
        ]
        late += [
            other
            for fact in step.brings
            for other in procedure.clearers(fact)
            if other != name and said.get(other, place) > place
        ]
        if late:
            message = f"SKILL.md speaks of {step.call} before {procedure.steps[late[0]].call}"
            raise UserError(message, where=f"{where}, field `steps.{name}`", expected="the order that the step needs")


def _is_said(step: Pattern, mentioned: Pattern) -> bool:
    return step.tool == mentioned.tool and all(
        not values or set(mentioned.arguments.get(key, ())) & set(values) for key, values in step.arguments.items()
    )
