"""The files that graphs are given: read whole, with every reference to a task checked, so that a mix-up is named at once."""

from pathlib import Path

from harness.contract import Task, Trajectory, Witness
from harness.errors import UserError
from harness.records import iter_jsonl


def tasks_in(file: str) -> dict[str, Task]:
    """The tasks of a file by id, in order. Raises ``UserError`` for an id that stands there twice, and for an empty file."""
    tasks: dict[str, Task] = {}
    for number, task in enumerate(iter_jsonl(Path(file), Task), start=1):
        if task.id in tasks:
            raise UserError(
                f"the task {task.id} stands there twice", where=f"{file}, line {number}", expected="each id once"
            )
        tasks[task.id] = task
    if not tasks:
        raise UserError("there is no task", where=file, expected="tasks, one a line")
    return tasks


def witnesses_in(file: str, tasks: dict[str, Task]) -> dict[str, Witness]:
    """The witnesses of a file by task id. Raises ``UserError`` for a task that has none."""
    witnesses = {item.task_id: item for item in iter_jsonl(Path(file), Witness)}
    missing = [name for name in tasks if name not in witnesses]
    if missing:
        message = f"the task {missing[0]} has no witness there ({len(missing)} of {len(tasks)} have none)"
        raise UserError(message, where=file, expected="the witnesses of these very tasks")
    return witnesses


def trajectories_in(file: str, tasks: dict[str, Task]) -> list[Trajectory]:
    """The trajectories of a file. Raises ``UserError`` for one that is of none of the tasks, and for an empty file."""
    found = []
    for number, item in enumerate(iter_jsonl(Path(file), Trajectory), start=1):
        if item.task_id not in tasks:
            where = f"{file}, line {number}, field `task_id`"
            raise UserError(f"there is no task {item.task_id}", where=where, expected="trajectories of these very tasks")
        found.append(item)
    if not found:
        raise UserError("there is no trajectory", where=file, expected="trajectories, one a line")
    return found
