"""The failure diagnostician: who is at fault for a failed run, found by replaying it with one component swapped.

Asking a model is weak evidence; our world can be reset. The witness must still solve the task, or the data is at fault.
The same seed must fail again, or the run is flaky. The first turn that leaves the way to the goal is the candidate step;
from there on one component at a time is replaced by an oracle, and the run is continued by the same policy.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bench.statistics import wilson
from harness.contract import (
    Action,
    Capability,
    Diagnosis,
    Side,
    SwapResult,
    Task,
    Trajectory,
    Turn,
    Witness,
    canonical,
)
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode, replay
from harness.instructions import Eta
from harness.policy import Policy

from .expert import Guide

REPLAYS = 3
SWAP_SEEDS = 5


@dataclass(frozen=True)
class Bench:
    """What a diagnosis needs to replay: the policy under study and the world it ran in.

    ``drawing`` goes on after a swap in the place of ``policy``, if given: one that always takes the likeliest token does the
    same under every seed, and five times the same is no evidence.
    """

    policy: Policy
    environment: Callable[[], PhoneEnvironment]
    eta: Eta
    drawing: Policy | None = None
    replays: int = REPLAYS
    swap_seeds: int = SWAP_SEEDS


def diagnose(
    failures: Sequence[Trajectory],
    tasks: Mapping[str, Task],
    witnesses: Mapping[str, Witness],
    bench: Bench,
    *,
    progress: Callable[[int], None] = lambda _: None,
) -> list[Diagnosis]:
    """One diagnosis a failed trajectory, in order."""
    found = []
    for trajectory in failures:
        found.append(diagnose_one(trajectory, tasks[trajectory.task_id], witnesses[trajectory.task_id], bench))
        progress(1)
    return found


def diagnose_one(trajectory: Trajectory, task: Task, witness: Witness, bench: Bench) -> Diagnosis:
    """The whole procedure for one failed run."""
    if not trajectory.verification.valid:
        return _verdict(trajectory, Side.ENVIRONMENT, "outage", trajectory.verification.reason)
    guide = Guide(task, witness, bench.environment().catalogue)
    if not _expert_finishes(with_tools(task, witness), (), guide, bench, trajectory.seed):
        return _verdict(trajectory, Side.DATA, "infeasible_task", "the witness does not solve the task any more")
    again = [Episode(task, bench.environment(), bench.eta, seed=trajectory.seed) for _ in range(bench.replays)]
    if solved := _play_on(again, bench.policy):
        text = f"{solved} of {bench.replays} runs with the same seed succeed"
        return _verdict(trajectory, Side.UNKNOWN, "flaky", text, flaky=True)
    step, code, text = divergence(trajectory, task, guide, bench)
    swaps = _swaps(trajectory, task, guide, bench, step)
    harness = [swap for swap in swaps if swap.component != "next_action" and swap.low > 0.5]
    next_action = any(swap.component == "next_action" and swap.low > 0.5 for swap in swaps)
    if harness and next_action:
        side = Side.INTERACTION
    elif harness:
        side = Side.HARNESS
    elif next_action:
        side = Side.MODEL
    else:
        prefix = [turn.action for turn in trajectory.turns[:step]]
        able = _expert_finishes(task, prefix, guide, bench, trajectory.seed)  # in the harness as it is
        side = Side.MODEL if able else Side.UNKNOWN
        text += "; this step alone put right, the run still fails" + ("" if able else ", and so does the expert from there")
    if harness:
        part = harness[0].component
        code, text = f"{part}_missing", f"with the oracle's {part.replace('_', ' ')} the run succeeds; {text}"
    return _verdict(trajectory, side, code, text, step=step, swaps=tuple(swaps))


def _verdict(
    trajectory: Trajectory,
    side: Side,
    code: str,
    text: str,
    *,
    step: int | None = None,
    swaps: tuple[SwapResult, ...] = (),
    flaky: bool = False,
) -> Diagnosis:
    return Diagnosis(
        trajectory_id=trajectory.id,
        task_id=trajectory.task_id,
        side=side,
        code=code,
        step=step,
        explanation=text,
        swaps=swaps,
        flaky=flaky,
    )


# -- where and how


def divergence(trajectory: Trajectory, task: Task, guide: Guide, bench: Bench) -> tuple[int, str, str]:
    """The first turn that leaves the way to the goal: its index, the kind of mistake, and words about it.

    A turn leaves the way if afterwards the expert, continuing from there, no longer solves the task, or if it was the last
    word before the goal was reached. Where the budget ran out, turn by turn would still do; there it is the first of the
    wasted turns.
    """
    supplied = with_tools(task, guide.witness)
    actions = [turn.action for turn in trajectory.turns]
    for index in range(len(actions)):
        if not _expert_finishes(supplied, actions[: index + 1], guide, bench, trajectory.seed):
            if trajectory.end == "budget":
                index = _first_wasted(supplied, actions[: index + 1], guide, bench, trajectory.seed)
            before = _replayed(task, actions[:index], bench, trajectory.seed)
            wanted = next(iter(guide.remaining(before)), None)
            code, text = name_mistake(trajectory.turns[index], wanted, trajectory.turns[:index])
            return index, code, text
    if trajectory.end == "budget":
        return len(trajectory.turns) - 1, "budget", "the budget ran out while the task could still be solved"
    return len(trajectory.turns) - 1, "stopped_early", "the episode ended although the task could still be solved"


def _first_wasted(task: Task, actions: Sequence[Action], guide: Guide, bench: Bench, seed: int) -> int:
    """The first of the last turns after which as much is left to do as at their end."""
    left = [
        len(guide.remaining(_replayed(task, actions[:count], bench, seed))) for count in range(len(actions) + 1)
    ]  # fmt: skip
    return next(index for index in range(len(actions)) if left[index] <= left[-1])


def name_mistake(turn: Turn, wanted: Action | None, earlier: Sequence[Turn]) -> tuple[str, str]:
    """What kind of mistake a turn is, compared with what the witness would have done there."""
    if turn.action.malformed:
        return "format", f"the output could not be read: {turn.action.malformed}"
    if turn.action.message is not None:
        kind = turn.action.message.kind.value
        if wanted is not None and wanted.message is not None:
            if kind == wanted.message.kind.value:
                return "wrong_answer", f"said {turn.action.message.text[:120]!r}"
            return "wrong_ending", f"sent a {kind} where a {wanted.message.kind.value} was due"
        code = {"finish": "stopped_early", "refuse": "gave_up", "clarify": "needless_question"}[kind]
        return code, f"sent a {kind} with work left to do"
    made = [canonical([call.name, call.arguments]) for item in earlier for call in item.action.calls]
    if any(canonical([call.name, call.arguments]) in made for call in turn.action.calls):
        return "repeated_failing_call", "made the same call again"
    if wanted is None or wanted.message is not None:
        return "stopped_late", "went on acting when everything was done"
    names = {call.name for call in wanted.calls}
    for call in turn.action.calls:
        if call.name not in names:
            return "wrong_tool", f"called {call.name}, due was {', '.join(sorted(names))}"
        right = next(item for item in wanted.calls if item.name == call.name)
        wrong = sorted(
            name
            for name in call.arguments.keys() | right.arguments.keys()
            if call.arguments.get(name) != right.arguments.get(name)
        )
        if wrong:
            code = "wrong_reference" if any(name.endswith(("Id", "Ids")) for name in wrong) else "bad_arguments"
            seen = {name: call.arguments.get(name) for name in wrong}
            return code, f"{call.name} with {seen}, due was { {name: right.arguments.get(name) for name in wrong} }"
    return "missing_step", "left out a call that was due in this turn"


def _replayed(task: Task, actions: Sequence[Action], bench: Bench, seed: int) -> Episode:
    return replay(task, actions, bench.environment(), bench.eta, seed=seed)


def _expert_finishes(task: Task, prefix: Sequence[Action], guide: Guide, bench: Bench, seed: int) -> bool:
    """Whether the witness's remaining turns, played after the prefix, still solve the task."""
    episode = replay(task, prefix, bench.environment(), bench.eta, seed=seed)
    guide.finish(episode)
    return episode.verify().success


def with_tools(task: Task, witness: Witness) -> Task:
    """The task with every tool that its witness needs offered from the start."""
    needed = {call.name for action in witness.turns for call in action.calls}
    tools = tuple(sorted({*task.resources.tools, *needed}))
    return task.model_copy(update={"resources": task.resources.model_copy(update={"tools": tools})})


# -- swaps


def _swaps(trajectory: Trajectory, task: Task, guide: Guide, bench: Bench, step: int) -> list[SwapResult]:
    """One component replaced at a time, each over several seeds of the policy."""
    witness = guide.witness
    prefix = [turn.action for turn in trajectory.turns[:step]]
    needed = {call.name for action in witness.turns for call in action.calls}
    swaps: list[SwapResult] = []
    if needed - set(trajectory.tools) - {name for turn in trajectory.turns for name in turn.exposed}:
        swaps.append(_swap("tool_exposure", with_tools(task, witness), [], bench, trajectory.seed))
    if task.capability is Capability.MEMORY and not _gates_passed(trajectory, "memory "):
        searches = [action for action in witness.turns if any(call.name == "search_user_memory" for call in action.calls)]
        swaps.append(_swap("memory_hits", task, searches, bench, trajectory.seed))
    if task.capability is Capability.SKILLS and not _gates_passed(trajectory, "skill "):
        loads = [action for action in witness.turns if any(call.name.startswith("skill__") for call in action.calls)]
        swaps.append(_swap("skill", task, loads, bench, trajectory.seed))
    before = _replayed(task, prefix, bench, trajectory.seed)
    wanted = next(iter(guide.remaining(before)), None)
    if wanted is not None:
        swaps.append(_swap("next_action", task, [*prefix, wanted], bench, trajectory.seed))
    return swaps


def _swap(component: str, task: Task, forced: Sequence[Action], bench: Bench, seed: int) -> SwapResult:
    """Plays the forced actions, then lets the policy go on; how often the task is then solved."""
    episodes = [replay(task, forced, bench.environment(), bench.eta, seed=seed) for _ in range(bench.swap_seeds)]
    for offset, episode in enumerate(episodes):
        episode.seed = seed + offset
    flips = _play_on(episodes, bench.drawing or bench.policy)
    share = wilson(flips, bench.swap_seeds)
    return SwapResult(
        component=component, flips=flips, trials=bench.swap_seeds, low=round(share.low, 4), high=round(share.high, 4)
    )


def _play_on(episodes: Sequence[Episode], policy: Policy) -> int:
    """Lets a policy go on in all episodes, one call for those that wait; how many are then solved."""
    while live := [episode for episode in episodes if not episode.done]:
        replies = policy.respond([episode.request() for episode in live])
        for episode, reply in zip(live, replies, strict=True):
            episode.advance(reply)
    return sum(episode.verify().success for episode in episodes)


def _gates_passed(trajectory: Trajectory, prefix: str) -> bool:
    return all(gate.passed for gate in trajectory.verification.gates if gate.name.startswith(prefix))
