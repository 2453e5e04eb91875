"""Near misses of a witness, and how many of them a task's verifier rejects.

A verifier that accepts the witness proves little; one that rejects every plan which is almost the witness proves much.
Mutants that leave the phone, the ordering that the task asks for and the words exactly as the witness does are no misses;
they are counted apart as equivalent. So are those that beside this only move the time on a row that the witness leaves
alone, such as when an app that is open anyway was last opened.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal, TypeAlias

from harness.contract import Action, BehaviourCheck, Call, Change, Json, StateCheck, Task, ToolCallCheck, Witness

from .environment import PhoneEnvironment
from .replay import DONE, Step, play, play_steps, spell, swapped, unrelated_writes, with_call, with_calls, without
from .tables import TABLES
from .tools import Catalogue, Risk
from .verify import IGNORED, call_matches, path_matches, plain

Kind = Literal[
    "drop_step",
    "swap_steps",
    "change_argument",
    "other_record",
    "touch_record",
    "unrelated_write",
    "stop_early",
    "claim_only",
]


LONGEST = 24 * 3600
"""Seconds that no episode takes: a time that it wrote lies no longer ago."""


@dataclass(frozen=True)
class Mutant:
    """A plan that is almost the witness. ``detail`` says what was done to it."""

    kind: Kind
    actions: tuple[Action, ...]
    detail: str


@dataclass(frozen=True)
class MutationReport:
    """How many mutants of each kind there were and were rejected, and which were wrongly accepted."""

    made: Counter[str]
    rejected: Counter[str]
    equivalent: Counter[str]
    survivors: tuple[Mutant, ...]


def near_misses(task: Task, witness: Witness, catalogue: Catalogue) -> Iterator[Mutant]:
    """Every near miss of the witness, in a fixed order."""
    actions = witness.turns
    _, steps = play_steps(task, actions, catalogue)
    start = play(task, (), catalogue)
    writing = [step for step in steps if step.writes]
    for step in writing:
        yield Mutant("drop_step", without(actions, step), spell(step.call))
    for first, second in dependent_steps(task, steps):
        detail = f"{spell(first.call)} <-> {spell(second.call)}"
        yield Mutant("swap_steps", swapped(actions, first, second), detail)
    for step in writing:
        tool = catalogue[step.call.name]
        for name, value in step.call.arguments.items():
            for other in _others(value, tool.parameters["properties"].get(name, {})):
                call = step.call.model_copy(update={"arguments": {**step.call.arguments, name: other}})
                if tool.risk_of(call.arguments) is not Risk.READ:
                    detail = f"{step.call.name}.{name}: {value!r} -> {other!r}"
                    yield Mutant("change_argument", with_call(actions, step, call), detail)
        for call, detail in _with_other_records(step.call, catalogue, start):
            yield Mutant("other_record", with_call(actions, step, call), detail)
            calls = list(actions[step.turn].calls)
            calls.insert(step.position + 1, call.model_copy(update={"id": f"{call.id}_more"}))
            yield Mutant("touch_record", with_calls(actions, {step.turn: calls}), f"{detail} as well")
    written = {change.table for step in steps for change in step.entry.writes}
    for extra in unrelated_writes(task, written, catalogue):
        yield Mutant("unrelated_write", (extra, *actions), spell(extra.calls[0]))
    ending = tuple(actions[-1:]) if actions and actions[-1].message else (DONE,)
    for turn in sorted({step.turn for step in writing} - {0}):
        yield Mutant("stop_early", (*actions[:turn], *ending), f"after turn {turn}")
    if writing:
        claims = tuple(action for action in actions if action.message is not None)
        yield Mutant("claim_only", claims or (DONE,), "says it is done")


def dependent_steps(task: Task, steps: Sequence[Step]) -> Iterator[tuple[Step, Step]]:
    """The pairs of steps whose order the task's check fixes."""
    check = task.completion.check
    if isinstance(check, StateCheck):
        for first, then in check.before:
            early = [step for step in steps if call_matches(first, step.entry)]
            late = [step for step in steps if call_matches(then, step.entry)]
            if early and late:
                yield early[0], late[0]
    elif isinstance(check, (ToolCallCheck, BehaviourCheck)):
        for wanted in check.calls:
            for parent in wanted.after:
                early = [step for step in steps if step.call.name == check.calls[parent].name]
                late = [step for step in steps if step.call.name == wanted.name and step not in early[:1]]
                if early and late:
                    yield early[0], late[-1]


def _with_other_records(call: Call, catalogue: Catalogue, start: PhoneEnvironment) -> Iterator[tuple[Call, str]]:
    """The call with records in the place of one that it names by its id or name: the task's own look-alikes come last."""
    properties = catalogue[call.name].parameters["properties"]
    for name, value in call.arguments.items():
        if isinstance(value, str) and "enum" not in properties.get(name, {}):
            others = _records_beside(value, start)
            for other in dict.fromkeys([*others[-1:], *others[:1]]):
                changed = call.model_copy(update={"arguments": {**call.arguments, name: other}})
                yield changed, f"{call.name}.{name}: {value!r} -> {other!r}"


def _records_beside(value: str, start: PhoneEnvironment) -> list[str]:
    """What the other rows of the first table are called in which a row has this id, or else this name."""
    tables = start.phone.state.tables
    for rows in tables.values():
        if value in rows:
            return [key for key in rows if key != value]
    for rows in tables.values():
        names = [str(row["name"]) for row in rows.values() if isinstance(row.get("name"), str)]
        if any(plain(name) == plain(value) for name in names):
            return [name for name in names if plain(name) != plain(value)]
    return []


def _others(value: Json, schema: dict[str, Json]) -> list[Json]:
    """Other values of the same kind: a neighbour for what has neighbours, another word for what has not."""
    if "enum" in schema:
        return [other for other in schema["enum"] if other != value][:2]
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, (int, float)):
        return [value + 1]
    if isinstance(value, (list, tuple)):
        return [list(value[:-1])] if len(value) > 1 else []
    if not isinstance(value, str):
        return []
    if re.fullmatch(r"\d{1,2}:\d{2}", value):
        later = datetime.strptime(value, "%H:%M") + timedelta(minutes=10)  # noqa: DTZ007 - a time of day has no zone
        return [later.strftime("%H:%M")]
    try:
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
            return [(date.fromisoformat(value) + timedelta(days=1)).isoformat()]
        if re.fullmatch(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}", value):
            return [(datetime.fromisoformat(value) + timedelta(hours=1)).isoformat()[:16]]
    except ValueError:
        return []
    if re.fullmatch(r"\+?[\d\s().-]{3,}", value):
        return [value[:-1] + ("1" if value[-1] != "1" else "2")]
    return ["Quillon Vexley"]


def mutate(task: Task, witness: Witness, catalogue: Catalogue) -> MutationReport:
    """Plays every near miss and has it judged."""
    gold = trace(task, play(task, witness.turns, catalogue))
    made, rejected, equivalent = Counter[str](), Counter[str](), Counter[str]()
    survivors = []
    for mutant in near_misses(task, witness, catalogue):
        environment = play(task, mutant.actions, catalogue)
        made[mutant.kind] += 1
        if not environment.verify().success:
            rejected[mutant.kind] += 1
        elif trace(task, environment, like=gold) == gold:
            equivalent[mutant.kind] += 1
        else:
            survivors.append(mutant)
    return MutationReport(made, rejected, equivalent, tuple(survivors))


Trace: TypeAlias = tuple[list[tuple[str, str, str, str]], list[str], list[tuple[str, str]]]
"""Changes as table, key, field and value; the tools that wrote, in order where order counts; messages as kind and text."""


def trace(task: Task, environment: PhoneEnvironment, *, like: Trace | None = None) -> Trace:
    """What an episode comes to: what it changed, in which order where order counts, and what it said.

    ``like`` is what another one comes to. Rows that this one touched and that one did not are then passed over where
    nothing but times moved: these do no harm, while a time that is missing says what was not done.
    """
    outcome = environment.outcome()
    check = task.completion.check
    ordered = isinstance(check, ToolCallCheck) or (isinstance(check, StateCheck) and bool(check.before))
    order = [entry.tool for entry in outcome.log if entry.writes] if ordered else []
    changes = [change for change in outcome.delta if not path_matches(change, IGNORED)]
    if like is not None:
        known = {(table, key) for table, key, _, _ in like[0]}
        known |= {(change.table, change.key) for change in changes if not _is_time(change, environment.phone.state.now)}
        changes = [change for change in changes if (change.table, change.key) in known]
    return sorted(map(_plain_change, changes)), order, [(message.kind, message.text) for message in outcome.messages]


def _is_time(change: Change, now: int) -> bool:
    """Whether the change says when something was done and nothing else; a place in a song or a file's size says more."""
    volatile = TABLES.is_volatile(change.table, change.field)
    return volatile and isinstance(change.after, int) and 0 <= now - change.after < LONGEST


def _plain_change(change: Change) -> tuple[str, str, str, str]:
    volatile = TABLES.is_volatile(change.table, change.field)
    return change.table, change.key, change.field, "" if volatile else repr(change.after)
