"""Running a policy over many tasks so that nothing is lost: each finished episode is on disk before the next counts.

A file of trajectories is the only memory of a run. A model behind an endpoint is asked for many episodes at once, each at
its own pace, and every episode is appended as it ends. Everything else answers in batches, which are appended whole, since
the last bits of what a local model computes may depend on who shares its batch.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.catalogue import catalogue_for
from harness.chunks import chunks, whole_chunks
from harness.contract import Json, Trajectory
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode
from harness.errors import UserError
from harness.instructions import Eta
from harness.models.endpoint_policy import EndpointPolicy
from harness.policy import Policy
from harness.records import append_jsonl, drop_torn_line, open_for_reading
from harness.rollout import Outage, Start, rollout, rollout_apart
from harness.validation import validate_json

Report = Callable[[int, Trajectory | None], None]
"""Told how many episodes are done: once before the first, then with every one that ends."""
WORKERS = 64


@dataclass(frozen=True)
class Brief:
    """What a line of the file comes to. ``place`` is where it begins; tokens are those of the whole episode."""

    place: int
    end: str
    success: bool
    turns: int
    prompt: int
    completion: int
    cached: int


CHUNK_TURNS = 4
"""How often the workers of a local model are refilled before what they did is written down, as one chunk."""


def run_tasks(
    target: Path,
    starts: Sequence[Start],
    policy: Policy,
    eta: Eta,
    *,
    workers: int = WORKERS,
    again: int = 0,
    redo_failures: bool = False,
    stop_after: int = 0,
    report: Report = lambda done, trajectory: None,
) -> None:
    """Runs what ``target`` does not hold yet. Killed at any point, the same call goes on where it was.

    ``workers`` episodes are alive at once. ``again`` is how often an episode that met an infrastructure failure is run anew
    before the failure is recorded; ``redo_failures`` runs those anew that were recorded: of two lines the later one counts.
    ``stop_after`` episodes in a row that met one stop the run, and are not recorded; 0: it goes on, whatever comes.
    Raises ``UserError`` for what a person must mend, such as a wrong key, an endpoint that never answered in the whole run,
    or a file that holds other episodes; what was finished until then is kept.
    """
    catalogue = catalogue_for(eta)

    def environment() -> PhoneEnvironment:
        return PhoneEnvironment(catalogue)

    if isinstance(policy, EndpointPolicy):
        drop_torn_line(target)
        _check_apart(target, starts)
        known = briefs(target)
        kept = {name for name, item in known.items() if not (redo_failures and item.end == "infrastructure")}
        rest = [start for start in starts if start.task.id not in kept]
        done, live = len(starts) - len(rest), min(workers, len(rest))
        report(done, None)
        if rest:  # what all episodes share is made now, by one thread and not by all of them at once
            Episode(rest[0].task, environment(), eta)
        made = rollout_apart(rest, policy, environment=environment, eta=eta, live=live, again=again)
        made = Outage(stop_after).watch(made)
        if all(item.end == "infrastructure" and not item.turns for item in known.values()):
            made = _once_heard(made, policy, live)
        for trajectory in made:
            append_jsonl(target, [trajectory])
            done += 1
            report(done, trajectory)
        return
    _check_batches(target, starts)
    size = workers * CHUNK_TURNS
    done = whole_chunks(target, len(starts), size)
    report(done, None)
    for part in chunks(starts, done, size):
        finished = list(rollout(part, policy, environment=environment, eta=eta, live=workers))
        append_jsonl(target, finished)
        for trajectory in finished:
            done += 1
            report(done, trajectory)


def _once_heard(made: Iterator[Trajectory], policy: Policy, patience: int) -> Iterator[Trajectory]:
    """The same episodes, held back until one had an answer.

    Raises ``UserError`` if the first ``patience`` of them had none: then it is the address, and no run of bad luck.
    """
    lost: list[Trajectory] = []
    for trajectory in made:
        if trajectory.turns or trajectory.end != "infrastructure":
            yield from (*lost, trajectory)
            break
        lost.append(trajectory)
        if len(lost) == patience:
            message = f"none of the first {patience} episodes had an answer: {trajectory.verification.reason}"
            raise UserError(message, where=policy.ref.name, expected="an endpoint that answers; nothing was recorded")
    yield from made


def briefs(target: Path) -> dict[str, Brief]:
    """What the file holds of each task; of two lines of one task the later one counts. A torn last line is passed over."""
    found: dict[str, Brief] = {}
    for number, place, line in _lines(target):
        try:
            tokens, verdict = line["cost"]["tokens"], line["verification"]
            found[line["task_id"]] = Brief(
                place, line["end"], verdict["success"] and verdict["valid"], len(line["turns"]),
                tokens["prompt"], tokens["completion"], tokens["cached"],
            )  # fmt: skip
        except (KeyError, TypeError):
            raise _no_trajectory(target, number) from None
    return found


def read_at(target: Path, places: Iterable[int]) -> list[Trajectory]:
    """The trajectories that begin at these places."""
    found = []
    with open_for_reading(target) as file:
        for place in places:
            file.seek(place)
            found.append(validate_json(file.readline(), Trajectory, f"{target}, at byte {place}"))
    return found


def _lines(target: Path) -> Iterator[tuple[int, int, dict[str, Json]]]:
    """Number, place and content of every whole line; a torn last one is passed over."""
    if not target.exists():
        return
    with open_for_reading(target) as file:
        place = 0
        for number, raw in enumerate(file, start=1):
            if not raw.endswith(b"\n"):
                break
            try:
                line = json.loads(raw)
            except (ValueError, RecursionError):
                raise _no_trajectory(target, number) from None
            if not isinstance(line, dict):
                raise _no_trajectory(target, number)
            yield number, place, line
            place += len(raw)


def _no_trajectory(target: Path, number: int) -> UserError:
    return UserError("the line is no trajectory", where=f"{target}, line {number}", expected="the file as a run left it")


def _check_batches(target: Path, starts: Sequence[Start]) -> None:
    """Raises ``UserError`` where the file does not hold the episodes of this run in their order, as batches are written."""
    for number, _, line in _lines(target):
        if number > len(starts):
            raise _other_episode(target, number, line, "no further line")
        start = starts[number - 1]
        if (line.get("task_id"), line.get("seed")) != (start.task.id, start.seed):
            raise _other_episode(target, number, line, f"task {start.task.id} with seed {start.seed}")


def _check_apart(target: Path, starts: Sequence[Start]) -> None:
    """The same where episodes are written as they end: each once, and once more after an infrastructure failure."""
    seeds = {start.task.id: start.seed for start in starts}
    ended: dict[str, Json] = {}
    for number, _, line in _lines(target):
        name = line.get("task_id")
        if not isinstance(name, str) or name not in seeds or line.get("seed") != seeds[name]:
            raise _other_episode(target, number, line, "a task of this run, with its seed")
        if ended.get(name, "infrastructure") != "infrastructure":
            raise _other_episode(target, number, line, "each task once")
        ended[name] = line.get("end")


def _other_episode(target: Path, number: int, line: dict[str, Json], expected: str) -> UserError:
    message = f"the line is of task {line.get('task_id')!r} with seed {line.get('seed')!r}"
    return UserError(message, where=f"{target}, line {number}", expected=expected)
