"""The files that graphs are given: read whole, with every reference to a task checked, so that a mix-up is named at once."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from agents.release import read_release
from harness.adapter.build import check_substitutes
from harness.atomic import check_folder
from harness.catalogue import catalogue_for, full_catalogue
from harness.contract import GoldChange, StateCheck, Task, ToolCallCheck, Trajectory, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.replay import play
from harness.environments.phone.tables import TABLES
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError, path_of
from harness.instructions import Eta, folder_of, load
from harness.policy import witness_of
from harness.recall import check_hints
from harness.records import iter_jsonl
from harness.skills.loader import EVERYDAY, SHIPPED, load_skills
from harness.skills.tools import PREFIX
from planner_train.checkpoints import load_model

from .settings import Settings


def check_input(given: Mapping[str, Any], wanted: Any) -> None:
    """Raises ``UserError`` for a path that a graph's ``Input`` asks for and was not given, and for an ``out`` that can be no
    folder."""
    for name in sorted(wanted.__required_keys__):
        value: Any = given.get(name)  # anything may have been given, or nothing
        path = path_of(value, f"the input `{name}`")
        if name == "out":
            check_folder(path)


def eta_in(where: str) -> Eta:
    """The harness configuration. Raises ``UserError`` for one that speaks of a tool or a library that is not there."""
    eta = load(where)
    tools = {*catalogue_for(eta), *full_catalogue()}
    check_hints(tools, eta, folder_of(where))
    check_substitutes(tools, eta, folder_of(where))
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


def tools_of(catalogue: Catalogue) -> set[str]:
    """The tools of a catalogue, and those that it may leave out: the loaders of shipped skills that it does not offer."""
    return {*catalogue, *_everything_shipped()}


@cache
def _everything_shipped() -> frozenset[str]:
    return frozenset(full_catalogue(load_skills(SHIPPED, EVERYDAY)))


def check_tasks(
    file: str, tasks: Iterable[Task], catalogue: Catalogue, witnesses: Mapping[str, Witness] | None = None
) -> None:
    """Sets up the phone of every task. Raises ``UserError`` with the line of the first that cannot be played or judged.

    With ``witnesses`` a gold change must be of a field that the table's rows have, or that the task's witness writes.
    """
    phone, tools = PhoneEnvironment(catalogue), tools_of(catalogue)
    known = {
        "table": {table.name for table in TABLES.all()},
        "tool": tools,
        "skill": {name.removeprefix(PREFIX) for name in tools if name.startswith(PREFIX)},
    }
    fields: set[tuple[str, str]] = set()
    for number, task in enumerate(tasks, start=1):
        where = f"{file}, line {number}, field"
        budget = task.budget
        if budget.turns < 1 or budget.tokens < 1 or budget.questions < 0:
            expected = "turns and tokens of at least 1, questions of at least 0"
            raise UserError("the budget lets nothing be done", where=f"{where} `budget`", expected=expected)
        for kind, field, name in _names_in(task):
            _check_name(kind, name, known[kind], f"{where} `{field}`")
        try:
            phone.reset(task)
        except UserError as error:
            expected = error.expected or "a phone that the profile, the patches and the friction allow"
            raise UserError(error.message, where=f"{where} `initial`", expected=expected) from None
        for at, change in enumerate(_gold(task)):
            path = change.table, change.field
            if witnesses is None or change.field == "id" or path in fields:
                continue
            there = {name for row in phone.phone.state.rows(change.table).values() for name in row}
            if change.field not in there:  # a table without rows says nothing: then the witness does
                delta = play(task, witness_of(task.id, witnesses).turns, catalogue).evidence().delta
                there |= {item.field for item in delta if item.table == change.table}
            _check_name("field", change.field, there, f"{where} `completion.check.changes[{at}].field`")
            fields.add(path)


def _gold(task: Task) -> Sequence[GoldChange]:
    check = task.completion.check
    return () if isinstance(check, ToolCallCheck) else check.changes


def _names_in(task: Task) -> Iterator[tuple[str, str, str]]:
    """Whatever a task names that must exist: its kind, the field, the name."""
    check, resources = task.completion.check, task.resources
    for at, patch in enumerate(task.initial.patches):
        yield "table", f"initial.patches[{at}].table", patch.table
    for at, change in enumerate(_gold(task)):
        yield "table", f"completion.check.changes[{at}].table", change.table
    for at, call in enumerate(() if isinstance(check, StateCheck) else check.calls):
        yield "tool", f"completion.check.calls[{at}].name", call.name
    for at, name in enumerate(resources.tools):
        yield "tool", f"resources.tools[{at}]", name
    for at, name in enumerate(resources.skills):
        yield "skill", f"resources.skills[{at}]", name
    for at, name in enumerate(task.completion.gates.skills):
        yield "skill", f"completion.gates.skills[{at}]", name


def _check_name(kind: str, name: str, known: Collection[str], where: str) -> None:
    if name not in known:
        near = get_close_matches(name, sorted(known), n=1)
        owner = "the table" if kind == "field" else "the phone"
        expected = f"`{near[0]}`, perhaps" if near else f"a {kind} of {owner}"
        raise UserError(f"there is no {kind} {name!r}", where=where, expected=expected)


def witnesses_in(file: str, tasks: Mapping[str, Task], tools: Collection[str] | None = None) -> dict[str, Witness]:
    """The witnesses of a file by task id.

    Raises ``UserError`` for a task that has none or two, and for a call of a tool that is not among ``tools``, if these are
    given.
    """
    witnesses: dict[str, Witness] = {}
    for number, item in enumerate(iter_jsonl(Path(file), Witness), start=1):
        if item.task_id in witnesses:
            message = f"the task {item.task_id} has a second witness"
            raise UserError(message, where=f"{file}, line {number}", expected="one witness a task")
        witnesses[item.task_id] = item
        for turn, action in enumerate(item.turns if tools is not None else ()):
            for at, call in enumerate(action.calls):
                where = f"{file}, line {number}, field `turns[{turn}].calls[{at}].name`"
                _check_name("tool", call.name, tools or (), where)
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
