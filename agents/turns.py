"""Which turns of a trajectory deserve no loss: the three signals of the curator, each recorded with its reason.

*Contract*: the output could not be read, or named a tool or an argument that does not exist. *Rule*: a refused call that
the very next turn mended. *Replay*: the episode is played again without the turn; harmful if the verdict improves,
redundant if nothing changes. A failure that the phone was told to inject is nobody's error, and neither is a refusal
that taught the planner something it could not know, nor a write that the user's later words undo.
"""

from collections.abc import Callable

from harness.contract import Action, Change, Status, Task, Trajectory, Turn, TurnError, canonical
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tables import TABLES
from harness.episode import replay
from harness.executor import NOT_CARRIED_OUT, log_entries
from harness.instructions import Eta

CONTRACT_CODES = frozenset({"INVALID_ARGUMENT", "MISSING_ARGUMENT", "UNKNOWN_TOOL"})


def erroneous_turns(
    task: Task, trajectory: Trajectory, environment: Callable[[], PhoneEnvironment], eta: Eta
) -> tuple[TurnError, ...]:
    """Every turn that should get no loss, at most one reason a turn, in order."""
    found: list[TurnError] = []
    injected = _injected(trajectory)
    for index, turn in enumerate(trajectory.turns):
        reason = _by_contract(index, turn)
        if reason is None and index not in injected:
            reason = _by_rule(index, turn, trajectory)
        if reason is None and turn.action.calls and index not in injected:
            reason = _by_replay(index, task, trajectory, environment, eta)
        if reason is not None:
            found.append(reason)
    return tuple(found)


def recovered_turns(trajectory: Trajectory, errors: tuple[TurnError, ...]) -> tuple[int, ...]:
    """Turns of calls that worked right after a refused one: they mend it and keep their loss."""
    wrong = {item.turn for item in errors}
    refused = {item.turn for item in errors if item.signal in ("contract", "rule")}
    return tuple(
        index
        for index, turn in enumerate(trajectory.turns)
        if index - 1 in refused and index not in wrong and turn.feedback
        and all(item.status is Status.OK for item in turn.feedback)
    )  # fmt: skip


def _injected(trajectory: Trajectory) -> set[int]:
    """The turns in which the phone failed because it was told to. Calls that were not carried out left no entry."""
    log = iter(trajectory.evidence.log)
    turns = set()
    for index, turn in enumerate(trajectory.turns):
        carried_out = [item for item in turn.feedback if item.error is None or item.error.code not in NOT_CARRIED_OUT]
        faults = [next(log).fault for _ in carried_out]  # the log moves on by all of them
        if any(faults):
            turns.add(index)
        for _ in range(sum(log_entries(item) - 1 for item in carried_out)):  # repeated tries, and what was read back
            next(log)
    return turns


def _by_contract(index: int, turn: Turn) -> TurnError | None:
    if turn.action.malformed:
        return TurnError(turn=index, kind="contract", signal="contract", reason=turn.action.malformed)
    for answer in turn.feedback:
        if answer.error is not None and answer.error.code in CONTRACT_CODES:
            reason = f"{answer.tool}: {answer.error.message}"
            return TurnError(turn=index, kind="contract", signal="contract", reason=reason)
    return None


def _by_rule(index: int, turn: Turn, trajectory: Trajectory) -> TurnError | None:
    """A refused call that the next turn makes again with other arguments, so that it works."""
    if index + 1 >= len(trajectory.turns):
        return None
    after = trajectory.turns[index + 1]
    mended = {answer.tool for answer in after.feedback if answer.status is Status.OK}
    for call, answer in zip(turn.action.calls, turn.feedback, strict=True):
        same = any(item.name == call.name and item.arguments == call.arguments for item in after.action.calls)
        if answer.error is not None and call.name in mended and not same:
            return TurnError(turn=index, kind="rule", signal="rule", reason=f"{answer.error.code}, mended by the next turn")
    return None


def _by_replay(
    index: int, task: Task, trajectory: Trajectory, environment: Callable[[], PhoneEnvironment], eta: Eta
) -> TurnError | None:
    """Plays the episode without the turn. Only writes and repeated calls can be found redundant: what a read told the
    planner cannot be seen in the state, and neither can a write that the user asked for and then asked to change."""
    turn = trajectory.turns[index]
    actions = [item.action for i, item in enumerate(trajectory.turns) if i != index]
    without = replay(task, actions, environment(), eta, seed=trajectory.seed)
    verdict, recorded = without.verify(), trajectory.verification
    if verdict.success and not recorded.success:
        return TurnError(turn=index, kind="harmful", signal="replay", reason="without this turn the task succeeds")
    writes = any(answer.changes for answer in turn.feedback)
    overtaken = any(later.reply for later in trajectory.turns[index:])
    if not _repeats(index, trajectory) and (not writes or overtaken):
        return None
    same = verdict.success == recorded.success and _content(without.environment.outcome().delta) == _content(
        trajectory.evidence.delta
    )
    if same:
        return TurnError(turn=index, kind="redundant", signal="replay", reason="without this turn nothing changes")
    return None


def _repeats(index: int, trajectory: Trajectory) -> bool:
    """Whether an earlier turn made every call of this one and got the same answers."""

    def spelled(turn: Turn) -> list[str]:
        return [
            canonical([call.name, call.arguments, answer.payload, answer.error and answer.error.code])
            for call, answer in zip(turn.action.calls, turn.feedback, strict=True)
        ]

    earlier = {text for turn in trajectory.turns[:index] for text in spelled(turn)}
    return set(spelled(trajectory.turns[index])) <= earlier


def _content(delta: tuple[Change, ...]) -> list[tuple[str, str, str]]:
    """A difference without ids and times of writing, which move when a turn is left out."""
    return sorted(
        (change.table, change.field, canonical(change.after))
        for change in delta
        if change.table != "notifications" and change.field != "id" and not TABLES.is_volatile(change.table, change.field)
    )


def actions_of(trajectory: Trajectory) -> list[Action]:
    """What was done, turn by turn."""
    return [turn.action for turn in trajectory.turns]
