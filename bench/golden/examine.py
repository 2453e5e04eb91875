"""Plays every way of every golden task on the phone and through the whole harness; says what verdicts hold against it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from harness.contract import Action, Json, Task, Verification, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.replay import play
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError, each
from harness.instructions import Eta
from harness.policy import WitnessPolicy
from harness.rollout import Start, rollout

from .shape import Golden, Plan

_PLACEHOLDER = re.compile(r"<(\w+)>")


@dataclass(frozen=True)
class Way:
    """One plan for one golden task, with the turns as they are carried out. ``fails``: see ``Wrong``; empty must pass."""

    scenario: str
    name: str
    kind: Literal["witness", "other", "wrong"]
    task: Task
    turns: Plan
    why: str = ""
    fails: tuple[str, ...] = ()


@dataclass(frozen=True)
class Finding:
    """What both verdicts held against a way; nothing where it passed."""

    way: Way
    phone: tuple[str, ...]
    harness: tuple[str, ...]

    @property
    def right(self) -> bool:
        """Whether both verdicts are what the golden task says, for the reason that it says."""
        return not self.differs

    @property
    def differs(self) -> str:
        """Where a verdict is not what the golden task says; empty where both are."""
        stated = self.way.fails
        found = []
        for place, held in (("phone", self.phone), ("harness", self.harness)):
            found += [f"{place}: not stated: {reason}" for reason in held if not reason.startswith(stated)]
            found += [f"{place}: not found: {start}" for start in stated if not _found(start, held)]
        return "; ".join(found)

    def document(self) -> dict[str, Json]:
        """The finding as one JSON object."""
        way = self.way
        return {
            "scenario": way.scenario, "way": way.name, "kind": way.kind, "why": way.why, "right": self.right,
            "stated": list(way.fails), "phone": list(self.phone), "harness": list(self.harness),
        }  # fmt: skip


def _found(start: str, held: Sequence[str]) -> bool:
    return any(reason.startswith(start) for reason in held)


def document(found: Sequence[Finding]) -> dict[str, Json]:
    """All findings as one JSON document."""
    return {"ok": all(item.right for item in found), "ways": [item.document() for item in found]}


def examine(golden: Iterable[Golden], catalogue: Catalogue, eta: Eta) -> list[Finding]:
    """Every way of every task, played twice. Raises ``UserError`` for a plan that cannot be played."""
    tasks = each(golden, Golden, "golden tasks", "golden tasks, such as GOLDEN.values()")
    ways = [way for item in tasks for way in ways_of(item, catalogue)]
    plans = {way.task.id: Witness(task_id=way.task.id, turns=way.turns) for way in ways}
    made = rollout(
        [Start(way.task) for way in ways], WitnessPolicy(plans), environment=lambda: PhoneEnvironment(catalogue), eta=eta
    )
    return [
        Finding(way, held_against(play(way.task, way.turns, catalogue).verify()), held_against(run.verification))
        for way, run in zip(ways, made, strict=True)
    ]


def ways_of(golden: Golden, catalogue: Catalogue) -> Iterator[Way]:
    """The witness, the other good ways and the wrong ones, each for a task of its own name."""
    yield _way(golden, "witness", "witness", golden.witness, catalogue)
    for name, plan in golden.others.items():
        yield _way(golden, name, "other", plan, catalogue)
    for name, wrong in golden.wrong.items():
        yield _way(golden, name, "wrong", wrong.plan, catalogue, wrong.why, wrong.fails)


def _way(
    golden: Golden, name: str, kind: Literal["witness", "other", "wrong"], plan: Plan, catalogue: Catalogue,
    why: str = "", fails: tuple[str, ...] = (),
) -> Way:  # fmt: skip
    task = golden.task.model_copy(update={"id": f"{golden.task.id}/{name}"})
    return Way(golden.scenario, name, kind, task, carried_out(golden.task, plan, catalogue), why, fails)


def witness_of(golden: Golden, catalogue: Catalogue) -> Witness:
    """The known solution as a record."""
    return Witness(task_id=golden.task.id, turns=carried_out(golden.task, golden.witness, catalogue))


def carried_out(task: Task, plan: Plan, catalogue: Catalogue) -> Plan:
    """The plan with what its calls answer in place of every ``<name>``, and an id for each call.

    Raises ``UserError`` when a name was not answered before.
    """
    environment = play(task, (), catalogue)
    answered: dict[str, str] = {}
    turns: list[Action] = []
    for number, action in enumerate(plan):
        calls = tuple(
            item.model_copy(update={"id": f"c{number}_{index}", "arguments": _filled(item.arguments, answered, task)})
            for index, item in enumerate(action.calls)
        )
        message = action.message and action.message.model_copy(update={"text": _filled(action.message.text, answered, task)})
        turns.append(action.model_copy(update={"calls": calls, "message": message}))
        for answer in environment.step(turns[-1]):
            answered |= {name: _spelled(value) for name, value in (answer.payload or {}).items()}
    return tuple(turns)


def _filled(value: Json, answered: dict[str, str], task: Task) -> Json:
    if isinstance(value, dict):
        return {name: _filled(item, answered, task) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_filled(item, answered, task) for item in value]
    if not isinstance(value, str):
        return value

    def answer(found: re.Match[str]) -> str:
        if found[1] not in answered:
            raise UserError(
                f"nothing answered {found[0]}", where=task.id, expected=f"one of {', '.join(answered) or 'none'}"
            )
        return answered[found[1]]

    return _PLACEHOLDER.sub(answer, value)


def _spelled(value: Json) -> str:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def held_against(verdict: Verification) -> tuple[str, ...]:
    """Why a run failed, as ``check: detail``; empty when it passed."""
    failed = [f"{item.name}: {item.detail}" for item in (*verdict.checks, *verdict.gates) if not item.passed]
    return (*failed, *verdict.violations, *(() if verdict.valid else (f"invalid: {verdict.reason}",)))
