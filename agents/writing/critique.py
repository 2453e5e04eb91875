"""The curator's fourth signal: a model's critique of turns, which never overrules the replay.

Where the replay can tell (a turn that wrote something or repeated a call) its word stands; a critique that says otherwise
is recorded as disputed. Where the replay cannot tell (a turn that only looked) a critique may mark the turn as redundant, if
the episode still succeeds without it.
"""

import json
import random
from collections.abc import Callable, Mapping, Sequence

from harness.contract import CuratedRecord, ReviewState, Task, Trajectory, Turn, TurnError
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import replay
from harness.instructions import Eta
from prompts import load

from .writer import RefusedError, Writer, read_object, text_field

STEP = "critique turns"
MOST = 120
"""How many records of one curation are read."""
SHOWN = 400
"""Characters of an answer that are shown."""
KINDS = ("harmful", "redundant")
DISPUTED, AGREED = "critique:disputed", "critique:agrees"
Criticism = tuple[int, str, str]
"""A turn, what is said to be wrong with it, and why."""


def critique_records(
    records: Sequence[CuratedRecord],
    trajectories: Mapping[str, Trajectory],
    tasks: Mapping[str, Task],
    writer: Writer,
    *,
    environment: Callable[[], PhoneEnvironment],
    eta: Eta,
    seed: int = 0,
    progress: Callable[[int], None] = lambda _: None,
) -> list[CuratedRecord]:
    """The records with what the critique adds, in order."""
    approved = [place for place, record in enumerate(records) if record.review is ReviewState.APPROVED]
    chosen = sorted(random.Random(f"critique/{seed}").sample(approved, min(MOST, len(approved))))
    read = [trajectories[records[place].trajectory_id] for place in chosen]
    prompts = [_prompt(tasks[item.task_id], item) for item in read]
    found = writer.ask_all(STEP, prompts, lambda number, reply: _criticisms(reply, len(read[number].turns)), progress)
    result = list(records)
    agreed = 0
    for place, trajectory, said in zip(chosen, read, found, strict=True):
        if said is not None:
            result[place] = _weigh(records[place], trajectory, tasks[trajectory.task_id], said, environment, eta)
            agreed += DISPUTED not in result[place].tags
    writer.note_agreement(STEP, agreed)
    return result


def _criticisms(reply: str, count: int) -> list[Criticism]:
    """What the answer says, turn by turn. Raises ``RefusedError`` for an answer about turns that do not exist."""
    listed = read_object(reply).get("turns")
    if not isinstance(listed, list):
        raise RefusedError("no list under turns")
    found: dict[int, Criticism] = {}
    for item in listed:
        if not isinstance(item, dict) or item.get("kind") not in KINDS:
            raise RefusedError("a criticism is neither harmful nor redundant")
        turn = item.get("turn")
        if not isinstance(turn, int) or isinstance(turn, bool) or not 1 <= turn <= count:
            raise RefusedError("speaks of a turn that does not exist")
        found[turn] = (turn - 1, str(item["kind"]), text_field(item, "reason", 400))
    return list(found.values())


def _weigh(
    record: CuratedRecord,
    trajectory: Trajectory,
    task: Task,
    said: Sequence[Criticism],
    environment: Callable[[], PhoneEnvironment],
    eta: Eta,
) -> CuratedRecord:
    """The record with the criticisms that hold; the others are recorded as disputed."""
    known = {item.turn for item in record.erroneous}
    added: list[TurnError] = []
    disputed: list[str] = []
    for turn, kind, reason in said:
        if turn in known:
            continue
        room = len(known) + len(added) + 1 < len(trajectory.turns)
        if (
            room
            and kind == "redundant"
            and _only_looked(trajectory.turns[turn])
            and _works_without(turn, trajectory, task, environment, eta)
        ):
            added.append(TurnError(turn=turn, kind="redundant", signal="critique", reason=reason))
        else:
            disputed.append(f"critique, turn {turn + 1}: {kind}: {reason}")
    tag = DISPUTED if disputed else AGREED
    errors = tuple(sorted((*record.erroneous, *added), key=lambda item: item.turn))
    return record.model_copy(
        update={"erroneous": errors, "tags": (*record.tags, tag), "reasons": (*record.reasons, *disputed)}
    )


def _only_looked(turn: Turn) -> bool:
    """Whether a turn made calls and changed nothing: there the replay cannot tell what it was good for."""
    return bool(turn.action.calls) and not any(answer.changes for answer in turn.feedback)


def _works_without(
    turn: int, trajectory: Trajectory, task: Task, environment: Callable[[], PhoneEnvironment], eta: Eta
) -> bool:
    actions = [item.action for number, item in enumerate(trajectory.turns) if number != turn]
    return replay(task, actions, environment(), eta, seed=trajectory.seed).verify().success


def _prompt(task: Task, trajectory: Trajectory) -> str:
    verdict = "the request was met" if trajectory.verification.success else "the request was not met"
    return load("curator/critique", request=task.request, outcome=verdict, turns=spelled_turns(trajectory.turns))


def spelled_turns(turns: Sequence[Turn]) -> str:
    """The turns of an episode, numbered from one, as people read them."""

    def spell(value: object) -> str:
        return json.dumps(value, ensure_ascii=False, default=str)

    lines = []
    for number, turn in enumerate(turns, start=1):
        lines.append(f"Turn {number}" + (f" (thinks: {turn.action.thought})" if turn.action.thought else ""))
        if turn.action.malformed:
            lines.append(f"  output that could not be read: {turn.action.malformed}")
        if turn.action.message:
            lines.append(f"  says ({turn.action.message.kind.value}): {turn.action.message.text}")
        for call, answer in zip(turn.action.calls, turn.feedback, strict=False):
            came = answer.error.message if answer.error else spell(answer.payload)
            lines.append(f"  calls {call.name}({spell(call.arguments)}) -> {answer.status.value}: {came[:SHOWN]}")
    return "\n".join(lines)
