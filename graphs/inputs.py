"""The files that graphs are given: read whole, with every reference to a task checked, so that a mix-up is named at once."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from agents.release import read_release
from harness.catalogue import catalogue_for, full_catalogue
from harness.contract import Task, Trajectory, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tables import TABLES
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError
from harness.instructions import Eta, load
from harness.recall import check_hints
from harness.records import iter_jsonl
from planner_train.checkpoints import load_model

from .settings import Settings


def eta_in(where: str) -> Eta:
    """The harness configuration. Raises ``UserError`` for one that speaks of a tool or a library that is not there."""
    eta = load(where)
    check_hints({*catalogue_for(eta), *full_catalogue()}, eta)
    return eta


def check_foundations(settings: Settings, parent: str = "") -> None:
    """Reads what a run of the loop stands on to its end, so that no late stage finds something amiss.

    Raises ``UserError`` for a harness configuration, a parent release or a base model that cannot be used.
    """
    eta_in(settings.eta)
    if parent:
        read_release(Path(parent))
    if settings.base_model:
        load_model(Path(settings.base_model))


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


def check_tasks(file: str, tasks: Iterable[Task], catalogue: Catalogue) -> None:
    """Sets up the phone of every task. Raises ``UserError`` with the line of the first that cannot be played or judged."""
    phone, tables = PhoneEnvironment(catalogue), {table.name for table in TABLES.all()}
    for number, task in enumerate(tasks, start=1):
        where = f"{file}, line {number}, field"
        budget = task.budget
        if budget.turns < 1 or budget.tokens < 1 or budget.questions < 0:
            expected = "turns and tokens of at least 1, questions of at least 0"
            raise UserError("the budget lets nothing be done", where=f"{where} `budget`", expected=expected)
        named = [(f"initial.patches[{at}]", patch.table) for at, patch in enumerate(task.initial.patches)]
        gold = getattr(task.completion.check, "changes", ())
        named += [(f"completion.check.changes[{at}]", change.table) for at, change in enumerate(gold)]
        for field, table in named:
            if table not in tables:
                near = get_close_matches(table, tables, n=1)
                expected = f"`{near[0]}`, perhaps" if near else "a table of the phone"
                raise UserError(f"there is no table {table!r}", where=f"{where} `{field}.table`", expected=expected)
        try:
            phone.reset(task)
        except UserError as error:
            expected = error.expected or "a phone that the profile, the patches and the friction allow"
            raise UserError(error.message, where=f"{where} `initial`", expected=expected) from None


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
