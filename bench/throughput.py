"""How fast the phone and the harness are, and what a step includes: numbers to plan rollouts with.

One process, one core, processor time. A *phone step* is one validated call with permission and fault checks, rules,
virtual time, feedback and log entry. A *turn* is what an episode does around it: the request with its messages and tool
schemas, the calls, the growing context, notices and recall. No policy is in any of these numbers.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from harness.contract import Task, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Catalogue
from harness.episode import Episode
from harness.instructions import Eta
from harness.policy import Reply

from .suite import make

WARM_UP = 20


@dataclass(frozen=True)
class Throughput:
    """Rates a second and times in milliseconds, over the witnesses of a slice."""

    tasks: int
    calls: int
    resets: float
    phone_steps: float
    turns: float
    verify_ms: float
    snapshot_ms: float
    fork_ms: float


def measure(catalogue: Catalogue, eta: Eta, *, per_family: int = 2, repeats: int = 3, seed: int = 0) -> Throughput:
    """Plays the witnesses of the slice dev-entities and times each part by itself; the fastest of ``repeats`` counts."""
    pairs = list(make("dev-entities", per_family, catalogue, seed=seed))
    for task, witness in pairs[:WARM_UP]:
        _play(task, witness, catalogue)
        _episode(task, witness, catalogue, eta)
    calls = sum(len(action.calls) for _, witness in pairs for action in witness.turns)
    turns = sum(len(witness.turns) for _, witness in pairs)
    environment = PhoneEnvironment(catalogue)
    reset = _fastest(repeats, lambda: [environment.reset(task) for task, _ in pairs])
    played = _fastest(repeats, lambda: [_play(task, witness, catalogue) for task, witness in pairs])
    episodes = _fastest(repeats, lambda: [_episode(task, witness, catalogue, eta) for task, witness in pairs])
    done = [_play(task, witness, catalogue) for task, witness in pairs]
    each = 1000 / len(pairs)
    return Throughput(
        tasks=len(pairs),
        calls=calls,
        resets=len(pairs) / reset,
        phone_steps=calls / max(1e-9, played - reset),
        turns=turns / episodes,
        verify_ms=each * _fastest(repeats, lambda: [item.verify() for item in done]),
        snapshot_ms=each * _fastest(repeats, lambda: [item.snapshot() for item in done]),
        fork_ms=each * _fastest(repeats, lambda: [item.fork() for item in done]),
    )


def _play(task: Task, witness: Witness, catalogue: Catalogue) -> PhoneEnvironment:
    environment = PhoneEnvironment(catalogue)
    environment.reset(task)
    for action in witness.turns:
        environment.step(action)
    return environment


def _episode(task: Task, witness: Witness, catalogue: Catalogue, eta: Eta) -> Episode:
    episode = Episode(task, PhoneEnvironment(catalogue), eta)
    for action in witness.turns:
        if episode.done:
            break
        episode.request()
        episode.advance(Reply(action))
    return episode


def _fastest(repeats: int, work: Callable[[], Sequence[object]]) -> float:
    """Processor seconds of the fastest of several runs: what other processes take away does not count."""
    times = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)
