"""What nothing that is trained on may come near: the tasks of every evaluation slice."""

from functools import cache

from bench.suite import SLICES, make
from harness.catalogue import full_catalogue
from harness.contract import Task


@cache
def held_out_tasks(per_family: int, seed: int) -> tuple[Task, ...]:
    """All tasks of all slices, as an evaluation of this size would draw them."""
    catalogue = full_catalogue()
    return tuple(task for name in SLICES for task, _ in make(name, per_family, catalogue, seed=seed))


@cache
def held_out_requests(per_family: int, seed: int) -> tuple[str, ...]:
    """What the users of unseen families say."""
    return tuple(task.request for task in held_out_tasks(per_family, seed) if task.holdout == "family")
