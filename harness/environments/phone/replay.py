"""Playing a list of actions from a task's start: what lint, mutation testing and diagnosis are made of."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from harness.contract import Action, Call, Feedback, Json, LoggedCall, Message, MessageKind, Task
from harness.errors import each

from .environment import PhoneEnvironment
from .state import difference
from .tools import Catalogue, Risk
from .verify import IGNORED, path_matches

DONE = Action(message=Message(kind=MessageKind.FINISH, text="Done."))
REFUSAL = Action(message=Message(kind=MessageKind.REFUSE, text="I cannot do that."))


def play(task: Task, actions: Iterable[Action], catalogue: Catalogue, *, seed: int = 0) -> PhoneEnvironment:
    """The environment after these actions."""
    environment = PhoneEnvironment(catalogue)
    environment.reset(task, seed=seed)
    for action in each(actions, Action, "actions", "actions, such as those of a witness: witness.turns"):
        environment.step(action)
    return environment


@dataclass(frozen=True)
class Step:
    """One call of a plan, where it stands there, and what became of it. ``writes``: it changed what tasks are judged by."""

    turn: int
    position: int
    call: Call
    entry: LoggedCall
    feedback: Feedback
    writes: bool


def play_steps(task: Task, actions: Sequence[Action], catalogue: Catalogue) -> tuple[PhoneEnvironment, list[Step]]:
    """The environment after these actions, and their calls one by one."""
    environment = play(task, (), catalogue)
    answers = [environment.step(action) for action in actions]
    log = iter(environment.outcome().log)
    steps = []
    for turn, action in enumerate(actions):
        for position, call in enumerate(action.calls):
            entry = next(log)
            writes = any(not path_matches(change, IGNORED) for change in entry.writes)
            steps.append(Step(turn, position, call, entry, answers[turn][position], writes))
    return environment, steps


def same_state(first: PhoneEnvironment, second: PhoneEnvironment) -> bool:
    """Whether two phones are in the same state: what equal snapshots mean, without computing any."""
    one, other = first.phone.state, second.phone.state
    return (one.now, one.counters) == (other.now, other.counters) and not difference(one, other)


def without(actions: Sequence[Action], step: Step) -> tuple[Action, ...]:
    """The plan without one call."""
    return with_calls(actions, {step.turn: [c for i, c in enumerate(actions[step.turn].calls) if i != step.position]})


def with_call(actions: Sequence[Action], step: Step, call: Call) -> tuple[Action, ...]:
    """The plan with another call in a step's place."""
    calls = list(actions[step.turn].calls)
    calls[step.position] = call
    return with_calls(actions, {step.turn: calls})


def swapped(actions: Sequence[Action], first: Step, second: Step) -> tuple[Action, ...]:
    """The plan with two calls in each other's place."""
    return with_call(with_call(actions, first, second.call), second, first.call)


def with_calls(actions: Sequence[Action], replaced: dict[int, Sequence[Call]]) -> tuple[Action, ...]:
    """The plan with other calls in some turns; a turn without calls disappears."""
    plan = []
    for turn, action in enumerate(actions):
        if turn not in replaced:
            plan.append(action)
        elif replaced[turn]:
            plan.append(action.model_copy(update={"calls": tuple(replaced[turn])}))
    return tuple(plan)


def acting(name: str, arguments: dict[str, Json]) -> Action:
    """A turn of one call."""
    return Action(calls=(Call(id="extra", name=name, arguments=arguments),))


UNRELATED: tuple[tuple[str, str, dict[str, Json]], ...] = (
    ("contacts", "manage_contact", {"action": "create", "name": "Quillon Vexley", "number": "+15555550199"}),
    ("alarms", "manage_alarm", {"action": "create", "time": "03:33", "title": "Quillon"}),
    ("folders", "create_folder", {"path": "Quillon/Vexley"}),
    ("call_rules", "manage_call_rule", {"action": "create", "kind": "keyword", "keyword": "quillon"}),
    ("blocked_numbers", "manage_blocked_number", {"action": "block", "number": "+15555550198"}),
)
"""Writes that no task asks for: the table that each writes, the tool, its arguments."""


def unrelated_writes(task: Task, written: set[str], catalogue: Catalogue) -> Iterator[Action]:
    """Writes that work at the start of the task and touch no table that its plan writes."""
    for table, tool, arguments in UNRELATED:
        if table not in written and tool in catalogue:
            action = acting(tool, arguments)
            if any(change.table == table for change in play(task, [action], catalogue).outcome().delta):
                yield action


def read_calls(catalogue: Catalogue) -> Iterator[Action]:
    """One harmless call of every phone tool that can only look, and of every looking action of the others."""
    for tool in catalogue.values():
        if tool.kind != "phone":
            continue
        properties, required = tool.parameters["properties"], tool.parameters["required"]
        choices = properties.get("action", {}).get("enum", [None])
        for action in choices:
            arguments: dict[str, Json] = {} if action is None else {"action": action}
            if tool.risk_of(arguments) is Risk.READ:
                missing = [name for name in required if name != "action"]
                yield acting(tool.name, arguments | {name: sample(properties[name]) for name in missing})


def sample(schema: dict[str, Json]) -> Json:
    """Some value that a property's schema accepts, where that is easy to tell."""
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "array":
        return [sample(schema.get("items", {}))]
    by_type: dict[str, Json] = {"integer": schema.get("minimum", 1), "number": 1, "boolean": False}
    return by_type.get(str(schema.get("type")), "a")


def spell(call: Call) -> str:
    """A call in one line, for reports."""
    return f"{call.name}({json.dumps(call.arguments, ensure_ascii=False)})"
