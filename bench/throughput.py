"""How fast the phone and the harness are, and what a step includes: numbers to plan rollouts with, a peer's beside them.

One process, one core, processor time. A *phone step* is one call: its arguments validated and made canonical; power,
permission and injected faults checked; the tool run as a transaction, rules and schedules on every write; virtual time; each
changed field with its values before and after; a feedback record and a log entry. A *turn* is what an episode does around
it: the request with its messages and tool schemas, the calls, the growing context, notices and recall. No policy is in any
of these numbers.
"""

import json
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice, zip_longest
from pathlib import Path

from harness.contract import Action, Json, Task, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.replay import play, read_calls
from harness.environments.phone.tools import Catalogue
from harness.episode import Episode
from harness.instructions import Eta
from harness.policy import Reply

from . import peer
from .suite import make

WARM_UP = 20
INSTANCES = 200
PASSES = 5
"""How often all tasks are started in one timing: a start is so short that fewer would mostly time the clock."""


@dataclass(frozen=True)
class PhoneSpeed:
    """Rates a second and times in milliseconds. ``steps_per_s`` is over both kinds of steps that follow it.

    ``witness_steps_per_s``: the calls of known solutions, most of which write. ``read_steps_per_s``: one call of everything
    in the catalogue that only looks. All three run one phone after another; ``live_resets_per_s`` and ``live_steps_per_s``
    (calls of solutions) start ``live`` phones and then let each make one call in turn, so that no cache holds them.
    ``bytes_per_instance``: what a further live phone takes after its solution was played.
    """

    tasks: int
    calls: int
    steps_per_s: float
    witness_steps_per_s: float
    read_steps_per_s: float
    resets_per_s: float
    verify_ms: float
    snapshot_ms: float
    fork_ms: float
    bytes_per_instance: int
    turns_per_s: float
    live: int
    live_resets_per_s: float
    live_steps_per_s: float


def measure(
    catalogue: Catalogue, eta: Eta, *, per_family: int = 2, repeats: int = 3, live: int = 10_000, seed: int = 0
) -> PhoneSpeed:
    """Plays the witnesses of the slice dev-entities and times each part by itself; the fastest of ``repeats`` counts."""
    pairs = list(make("dev-entities", per_family, catalogue, seed=seed))
    reads = list(read_calls(catalogue))
    for task, witness in pairs[:WARM_UP]:
        play(task, [*witness.turns, *reads], catalogue)
        _episode(task, witness, catalogue, eta)
    environment = PhoneEnvironment(catalogue)
    reset = _fastest(repeats, lambda: [environment.reset(task) for _ in range(PASSES) for task, _ in pairs]) / PASSES
    looked_at = [task for task, _ in pairs[:: max(1, len(pairs) // WARM_UP)]]
    witness_calls = sum(len(action.calls) for _, witness in pairs for action in witness.turns)
    read_calls_made = len(reads) * len(looked_at)
    acted = min(_steps(catalogue, [(task, witness.turns) for task, witness in pairs]) for _ in range(repeats))
    looked = min(_steps(catalogue, [(task, reads) for task in looked_at]) for _ in range(repeats))
    episodes = _fastest(repeats, lambda: [_episode(task, witness, catalogue, eta) for task, witness in pairs])
    done = [play(task, witness.turns, catalogue) for task, witness in pairs]
    each = 1000 / len(pairs)
    bytes_per_instance = _bytes(catalogue, pairs)
    live_resets, live_steps = _live(catalogue, pairs, live)
    return PhoneSpeed(
        tasks=len(pairs),
        calls=witness_calls + read_calls_made,
        steps_per_s=(witness_calls + read_calls_made) / (acted + looked),
        witness_steps_per_s=witness_calls / acted,
        read_steps_per_s=read_calls_made / looked,
        resets_per_s=len(pairs) / reset,
        verify_ms=each * _fastest(repeats, lambda: [item.verify() for item in done]),
        snapshot_ms=each * _fastest(repeats, lambda: [item.snapshot() for item in done]),
        fork_ms=each * _fastest(repeats, lambda: [item.fork() for item in done]),
        bytes_per_instance=bytes_per_instance,
        turns_per_s=sum(len(witness.turns) for _, witness in pairs) / episodes,
        live=live,
        live_resets_per_s=live_resets,
        live_steps_per_s=live_steps,
    )


def measure_peer(*, python: str | None = None, entries: int = 200, repeats: int = 3) -> dict[str, Json]:
    """The same of BFCL's multi-turn environment, by a Python that has ``bfcl-eval``; what is missing where it has not."""
    executable = python or sys.executable
    command = [executable, str(Path(peer.__file__).resolve()), str(entries), str(repeats)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False, env={**os.environ})
    except (OSError, subprocess.TimeoutExpired) as error:
        return {"missing": f"{executable} could not be run: {error}"}
    if done.returncode != 0:
        reason = (done.stderr.strip().splitlines() or ["it failed without a word"])[-1]
        return {"missing": f"bfcl-eval is not measured by {executable}: {reason}"}
    found: dict[str, Json] = json.loads(done.stdout.splitlines()[-1])
    return found


def _steps(catalogue: Catalogue, plans: Sequence[tuple[Task, Sequence[Action]]]) -> float:
    """Processor seconds of the calls alone."""
    spent = 0.0
    for task, actions in plans:
        environment = PhoneEnvironment(catalogue)
        environment.reset(task)
        acting = [action for action in actions if action.calls]
        started = time.process_time()
        for action in acting:
            environment.step(action)
        spent += time.process_time() - started
    return spent


def _live(catalogue: Catalogue, pairs: Sequence[tuple[Task, Witness]], count: int) -> tuple[float, float]:
    """Resets and steps a second with that many phones alive at once, each of which makes one call after all others did."""
    plans = [(task, [action for action in witness.turns if action.calls]) for task, witness in pairs]
    phones = [(PhoneEnvironment(catalogue), *plan) for plan in islice(cycle(plans), count)]
    started = time.process_time()
    for environment, task, _ in phones:
        environment.reset(task)
    resets = time.process_time() - started
    rounds = zip_longest(*(actions for _, _, actions in phones))
    made, started = 0, time.process_time()
    for turn in rounds:
        for (environment, _, _), action in zip(phones, turn, strict=True):
            if action is not None:
                environment.step(action)
                made += len(action.calls)
    return count / resets, made / (time.process_time() - started)


def _episode(task: Task, witness: Witness, catalogue: Catalogue, eta: Eta) -> Episode:
    episode = Episode(task, PhoneEnvironment(catalogue), eta)
    for action in witness.turns:
        if episode.done:
            break
        episode.request()
        episode.advance(Reply(action))
    return episode


def _bytes(catalogue: Catalogue, pairs: Sequence[tuple[Task, Witness]]) -> int:
    """What one more phone with its log takes, everything that phones share being there already."""
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        live = [play(task, witness.turns, catalogue) for task, witness in pairs[:INSTANCES]]
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return (after - before) // len(live)


def _fastest(repeats: int, work: Callable[[], Sequence[object]]) -> float:
    """Processor seconds of the fastest of several runs: what other processes take away does not count."""
    times = []
    for _ in range(repeats):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)
