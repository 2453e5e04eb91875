"""Which tasks each batch of rollouts is about: seeded passes over all tasks, none twice in a batch while others are left."""

import random
from collections.abc import Sequence

from harness.contract import Split, Task
from harness.errors import UserError, expect


def schedule(ids: Sequence[str], batches: int, size: int, seed: int) -> list[list[str]]:
    """``batches`` lists of ``size`` ids. Each pass over the ids is shuffled anew; a short last part begins the next pass."""
    rng = random.Random(f"rl schedule/{seed}")
    waiting: list[str] = []
    made = []
    for _ in range(batches):
        batch: list[str] = []
        while len(batch) < size:
            if not waiting:
                waiting = list(ids)
                rng.shuffle(waiting)
                waiting.sort(key=lambda name: name in batch)  # what the batch holds already comes last
            batch.append(waiting.pop(0))
        made.append(batch)
    return made


def check_tasks(train: Sequence[Task], dev: Sequence[Task]) -> None:
    """Raises ``UserError`` where there are none, or where a task's split says that it may not be used so."""
    for name, tasks, allowed in (("training", train, {Split.TRAIN}), ("dev", dev, {Split.TRAIN, Split.DEV})):
        expect(tasks, (list, tuple), f"the list of {name} tasks", "tasks")
        if not tasks:
            raise UserError(f"there are no {name} tasks", where="reinforcement learning", expected="at least one")
        for task in tasks:
            expect(task, Task, f"one of the {name} tasks", "a Task")
            if task.split not in allowed:
                wanted = " or ".join(sorted(allowed))
                raise UserError(f"it is of the {task.split} split", where=f"{name} task {task.id}", expected=wanted)
