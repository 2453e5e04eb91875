"""An episode as a conversation that a person can read: what was said, thought, called and answered, turn by turn."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from agents.plainly import changes_in_words
from harness.contract import Call, Feedback, Json, Task, Trajectory, Turn, TurnError

LONGEST = 360


@dataclass(frozen=True)
class Answered:
    """One call and what came back."""

    name: str
    arguments: list[tuple[str, str]]
    ok: bool
    answer: str
    notices: tuple[str, ...]


@dataclass(frozen=True)
class Said:
    """One entry. ``who`` is user, planner, expert or phone; ``masked`` says why the turn gets no loss."""

    who: str
    kind: str = ""
    thought: str = ""
    text: str = ""
    calls: list[Answered] = field(default_factory=list)
    masked: str = ""
    recovered: bool = False
    monitor: str = ""


@dataclass(frozen=True)
class Conversation:
    """One episode, ready to be drawn."""

    title: str
    says: str
    task: Task
    trajectory: Trajectory
    entries: list[Said]
    changes: list[str]
    missed: list[str]


def converse(
    title: str, says: str, task: Task, trajectory: Trajectory, *,
    errors: Iterable[TurnError] = (), recovered: Sequence[int] = (),
) -> Conversation:  # fmt: skip
    """The episode with its past, its turns and what came of it. ``errors`` are the turns that get no loss."""
    masks = {item.turn: f"{item.kind}: {item.reason}" for item in errors}
    entries = list(_past(task))
    entries.append(Said("user", text=task.request))
    for index, turn in enumerate(trajectory.turns):
        entries += _turn(turn, masks.get(index, ""), index in recovered)
    verdict = trajectory.verification
    failed = [check for check in (*verdict.gates, *verdict.checks) if not check.passed]
    return Conversation(
        title=title,
        says=says,
        task=task,
        trajectory=trajectory,
        entries=entries,
        changes=changes_in_words(trajectory.evidence.delta),
        missed=[f"{check.name}: {check.detail}" if check.detail else check.name for check in failed]
        + [f"violation: {item}" for item in verdict.violations],
    )


def _past(task: Task) -> Iterable[Said]:
    """The dialogue before the request."""
    for past in task.history:
        if past.role == "user":
            yield Said("user", text=past.text, kind="earlier")
        else:
            calls = [
                Answered(call.name, _spelled(call.arguments), True, short(_dump(result)), ())
                for call, result in zip(past.calls, past.results, strict=True)
            ]
            yield Said("planner", text=past.text, calls=calls, kind="earlier")


def _turn(turn: Turn, masked: str, recovered: bool) -> Iterable[Said]:
    action = turn.action
    who = "expert" if turn.actor == "expert" else "planner"
    calls = [_answered(call, answer) for call, answer in zip(action.calls, turn.feedback, strict=True)]
    text, kind = "", ""
    if action.message is not None:
        text, kind = action.message.text, action.message.kind.value
    elif action.malformed is not None:
        text, kind = short(turn.raw) or "(nothing)", f"unreadable: {action.malformed}"
    yield Said(
        who, kind=kind, thought=action.thought, text=text, calls=calls,
        masked=masked, recovered=recovered, monitor=turn.monitor or "",
    )  # fmt: skip
    if turn.reply is not None:
        yield Said("user", text=turn.reply)


def _answered(call: Call, answer: Feedback) -> Answered:
    if answer.error is not None:
        text = f"{answer.error.code}: {answer.error.message}"
        if answer.error.accepted:
            text += f" (accepted: {_dump(answer.error.accepted)})"
        return Answered(call.name, _spelled(call.arguments), False, short(text), answer.notices)
    return Answered(call.name, _spelled(call.arguments), True, short(_dump(answer.payload)), answer.notices)


def _spelled(arguments: Mapping[str, Json]) -> list[tuple[str, str]]:
    return [(name, short(value if isinstance(value, str) else _dump(value), 160)) for name, value in arguments.items()]


def _dump(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def short(text: str, limit: int = LONGEST) -> str:
    """A text cut to a readable length."""
    return text if len(text) <= limit else f"{text[:limit]} … ({len(text)} characters)"
