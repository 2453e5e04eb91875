"""Running a policy over many tasks so that nothing is lost: each finished episode is on disk before the next counts.

A file of trajectories is the only memory of a run. A model behind an endpoint is asked for many episodes at once, each at
its own pace, and every episode is appended as it ends. Everything else answers in batches, which are appended whole, since
the last bits of what a local model computes may depend on who shares its batch.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.catalogue import catalogue_for
from harness.chunks import chunks, whole_chunks
from harness.contract import Trajectory
from harness.environments.phone.environment import PhoneEnvironment
from harness.instructions import Eta
from harness.models.endpoint_policy import EndpointPolicy
from harness.policy import Policy
from harness.records import append_jsonl, drop_torn_line, open_for_reading
from harness.rollout import Start, rollout, rollout_apart

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
    report: Report = lambda done, trajectory: None,
) -> None:
    """Runs what ``target`` does not hold yet. Killed at any point, the same call goes on where it was.

    ``workers`` episodes are alive at once. ``again`` is how often an episode that met an infrastructure failure is run anew
    before the failure is recorded; ``redo_failures`` runs those anew that were recorded: of two lines the later one counts.
    Raises ``UserError`` for what a person must mend, such as a wrong key; what was finished until then is kept.
    """
    catalogue = catalogue_for(eta)

    def environment() -> PhoneEnvironment:
        return PhoneEnvironment(catalogue)

    if isinstance(policy, EndpointPolicy):
        drop_torn_line(target)
        known = briefs(target)
        kept = {name for name, item in known.items() if not (redo_failures and item.end == "infrastructure")}
        rest = [start for start in starts if start.task.id not in kept]
        report(len(starts) - len(rest), None)
        made = rollout_apart(rest, policy, environment=environment, eta=eta, live=min(workers, len(rest)), again=again)
        for done, trajectory in enumerate(made, start=len(starts) - len(rest) + 1):
            append_jsonl(target, [trajectory])
            report(done, trajectory)
        return
    size = workers * CHUNK_TURNS
    done = whole_chunks(target, len(starts), size)
    report(done, None)
    for part in chunks(starts, done, size):
        finished = list(rollout(part, policy, environment=environment, eta=eta, live=workers))
        append_jsonl(target, finished)
        for trajectory in finished:
            done += 1
            report(done, trajectory)


def briefs(target: Path) -> dict[str, Brief]:
    """What the file holds of each task; of two lines of one task the later one counts. A torn last line is passed over."""
    found: dict[str, Brief] = {}
    if not target.exists():
        return found
    with open_for_reading(target) as file:
        place = 0
        for raw in file:
            if not raw.endswith(b"\n"):
                break
            line = json.loads(raw)
            tokens, verdict = line["cost"]["tokens"], line["verification"]
            found[line["task_id"]] = Brief(
                place, line["end"], verdict["success"] and verdict["valid"], len(line["turns"]),
                tokens["prompt"], tokens["completion"], tokens["cached"],
            )  # fmt: skip
            place += len(raw)
    return found


def read_at(target: Path, places: Iterable[int]) -> list[Trajectory]:
    """The trajectories that begin at these places."""
    found = []
    with open_for_reading(target) as file:
        for place in places:
            file.seek(place)
            found.append(Trajectory.from_json(file.readline()))
    return found
