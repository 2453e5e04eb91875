"""The flywheel's evaluation: slices of tasks before and after training, in several processes.

Python uses one core at a time, and no planner has anything to say to another. A process beside this one is told
what to do on its command line, reports how far it is on its standard output, and ends when its standard input does: with
this process, however this one ends. So a run that is begun again has its files to itself.
"""

import contextvars
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import harness
from harness.catalogue import catalogue_for
from harness.chunks import chunks, whole_chunks
from harness.contract import PolicyRef, Task, Trajectory
from harness.environments.phone.environment import PhoneEnvironment
from harness.errors import UserError
from harness.instructions import load
from harness.policies import forget_policies, open_policy
from harness.records import append_jsonl, iter_jsonl, read_jsonl
from harness.rollout import Start, rollout

LIVE = 16
"""Episodes of one process that are under way at once. More are no faster here, and each holds some megabytes."""
CHUNK = 256
"""Episodes that are written down together."""

Advance = Callable[[int], None]
"""Is told of so many more finished episodes."""


def evaluate(
    folder: Path, slices: Sequence[str], when: str, policy: str, seed: int, eta: str, advance: Advance
) -> dict[str, tuple[int, int]]:
    """Runs a policy over the tasks in ``{slice}.tasks.jsonl`` of each slice.

    Trajectories go to ``{slice}.{when}.jsonl``, in chunks that outlive a kill. Returns how many of how many were solved.
    """
    from planner_train.checkpoints import fixed_threads

    solved = {}
    with fixed_threads(1):
        for name in slices:
            tasks = read_jsonl(folder / f"{name}.tasks.jsonl", Task)
            solved[name] = _evaluate(folder / f"{name}.{when}.jsonl", tasks, policy, seed, eta, advance), len(tasks)
    return solved


def _evaluate(target: Path, tasks: Sequence[Task], policy: str, seed: int, eta: str, advance: Advance) -> int:
    done = whole_chunks(target, len(tasks), CHUNK)
    advance(done)
    if done < len(tasks):
        forget_policies()
        chosen, instructions = open_policy(policy), load(eta)
        catalogue = catalogue_for(instructions)
        for part in chunks(tasks, done, CHUNK):
            starts = [Start(task, seed) for task in part]
            made = rollout(starts, chosen, environment=lambda: PhoneEnvironment(catalogue), eta=instructions, live=LIVE)
            append_jsonl(target, _counted(map(_portable, made), advance))
    return sum(item.verification.success for item in iter_jsonl(target, Trajectory))


def _counted(items: Iterator[Trajectory], advance: Advance) -> Iterator[Trajectory]:
    for item in items:
        yield item
        advance(1)


def _portable(item: Trajectory) -> Trajectory:
    """Without what differs from machine to machine: latencies, and the path of the checkpoint."""
    turns = tuple(turn.model_copy(update={"latency_ms": 0.0}) for turn in item.turns)
    policy = PolicyRef(name=item.policy.name.split(":")[0], revision=item.policy.revision, digest=item.policy.digest)
    return item.model_copy(update={"turns": turns, "policy": policy})


@contextmanager
def beside(
    folder: Path, slices: Sequence[str], when: str, policy: str, seed: int, eta: str, advance: Advance
) -> Iterator[dict[str, tuple[int, int]]]:
    """Does what ``evaluate`` does in another process while the block runs; what it returns is there after the block.

    Raises ``UserError`` with the other process's own words if it failed. It is stopped if the block fails.
    """
    command = [sys.executable, "-m", __name__, str(folder.absolute()), when, policy, str(seed), eta, *slices]
    solved: dict[str, tuple[int, int]] = {}
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
            env=os.environ | {"PYTHONPATH": _import_path()},
        )  # fmt: skip
        told = contextvars.copy_context()  # progress is written to the stream of the graph that runs here
        listener = threading.Thread(target=told.run, args=(_listen, process, advance, solved))
        listener.start()
        try:
            yield solved
            listener.join()
            if process.wait() or solved.keys() != set(slices):
                errors.seek(0)
                said = errors.read().strip().splitlines()[-1:] or [f"exit code {process.returncode}"]
                raise UserError(f"the evaluation '{when}' failed: {said[0]}", where=str(folder))
        finally:
            process.kill()
            listener.join()
            process.wait()


def _import_path() -> str:
    """Where the other process finds the packages that this one uses."""
    own = str(Path(harness.__file__).parents[1])
    return os.pathsep.join([own, *filter(None, [os.environ.get("PYTHONPATH")])])


def _listen(process: "subprocess.Popen[str]", advance: Advance, solved: dict[str, tuple[int, int]]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        said = json.loads(line)
        if "slice" in said:
            solved[said["slice"]] = said["solved"], said["tasks"]
        else:
            advance(said["done"])


def _end_with_standard_input() -> None:
    os.read(sys.stdin.fileno(), 1)  # not through the stream, whose lock would be held at the end of the process
    os._exit(1)


def main() -> None:
    """What the other process does: FOLDER WHEN POLICY SEED ETA SLICE..."""
    threading.Thread(target=_end_with_standard_input, daemon=True).start()
    folder, when, policy, seed, eta, *slices = sys.argv[1:]

    def tell(**said: str | int) -> None:
        print(json.dumps(said), flush=True)

    for name, (count, tasks) in evaluate(
        Path(folder), slices, when, policy, int(seed), eta, lambda count: tell(done=count)
    ).items():
        tell(slice=name, solved=count, tasks=tasks)


if __name__ == "__main__":
    main()
