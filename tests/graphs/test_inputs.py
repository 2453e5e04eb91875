"""What commands read before they write: tasks that can be played, configurations and releases without a surprise in them."""

import re
import shutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from graphs import constructor
from graphs.inputs import check_foundations, check_input, check_tasks, eta_in, tools_of, witnesses_in
from graphs.settings import Settings
from harness.catalogue import full_catalogue
from harness.contract import Action, Call, Task, Witness
from harness.errors import UserError
from harness.instructions import SHIPPED
from harness.records import write_jsonl_atomic
from planner_agent.cli import app
from tests.harness.tasks import alarm_task


def wrong(path: str, value: object) -> Task:
    """The small task with another value somewhere."""
    data: Any = alarm_task().model_dump(mode="json")
    place = data
    *way, last = path.split(".")
    for name in way:
        place = place[int(name) if name.isdigit() else name]
    place[last] = value
    return Task.model_validate(data)


BAD = {
    "profile": (wrong("initial.profile", "emmma"), r"line 2, field `initial`: unknown phone profile 'emmma'.*emma"),
    "clock": (wrong("initial.clock", "yesterday"), r"field `initial`: the clock is 'yesterday'.*ISO 8601"),
    "row": (
        wrong("initial.patches", [{"table": "alarms", "key": "al_none", "fields": None}]),
        r"field `initial`: patch removes alarms/al_none",
    ),
    "table of a patch": (
        wrong("initial.patches", [{"table": "allarms", "key": "a", "fields": {}}]),
        r"field `initial.patches\[0\].table`: there is no table 'allarms'.*`alarms`, perhaps",
    ),
    "table of the gold": (
        wrong("completion.check.changes.1.table", "qqq"),
        r"field `completion.check.changes\[1\].table`: there is no table 'qqq'.*a table of the phone",
    ),
    "budget": (wrong("budget.turns", -1), r"line 2, field `budget`: the budget lets nothing be done.*at least 1"),
    "questions": (wrong("budget.questions", -1), r"line 2, field `budget`: the budget lets nothing be done"),
    "field of the gold": (
        wrong("completion.check.changes.1.field", "tiem"),
        r"line 2, field `completion.check.changes\[1\].field`: there is no field 'tiem'.*`time`, perhaps",
    ),
    "skill": (
        wrong("resources.skills", ["wake-plan", "wake-plam"]),
        r"line 2, field `resources.skills\[1\]`: there is no skill 'wake-plam'.*`wake-plan`, perhaps",
    ),
    "skill of a gate": (
        wrong("completion.gates.skills", ["everything"]),
        r"field `completion.gates.skills\[0\]`: there is no skill 'everything'.*a skill of the phone",
    ),
    "tool on offer": (
        wrong("resources.tools", ["manage_alarn"]),
        r"field `resources.tools\[0\]`: there is no tool 'manage_alarn'.*`manage_alarm`, perhaps",
    ),
    "tool of the gold": (
        wrong("completion.check", {"kind": "tool_call", "calls": [{"name": "manage_alarn"}]}),
        r"field `completion.check.calls\[0\].name`: there is no tool 'manage_alarn'",
    ),
    "friction": (wrong("initial.friction", [{"kind": "gremlin"}]), r"field `initial`: friction 'gremlin'"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_task_that_no_phone_can_be_set_up_for_is_named_with_its_line_and_field(name: str) -> None:
    task, message = BAD[name]
    witnesses = {task.id: plan("manage_alarm")}
    check_tasks("t.jsonl", [alarm_task()], full_catalogue(), witnesses)
    with pytest.raises(UserError) as caught:
        check_tasks("t.jsonl", [alarm_task(), task], full_catalogue(), witnesses)
    assert re.search(message, str(caught.value)), str(caught.value)
    assert caught.value.expected


def plan(tool: str) -> Witness:
    """A witness of the small task that calls the tool twice."""
    calls = tuple(Call(id=f"c{at}", name=tool, arguments={"action": "list"}) for at in range(2))
    return Witness(task_id=alarm_task().id, turns=(Action(calls=calls[:1]), Action(calls=calls)))


def test_a_field_that_no_row_has_is_one_where_the_witness_writes_it() -> None:
    ride = wrong("completion.check.changes", [{"table": "memory", "key": "*", "field": "text", "after": {"value": "tea"}}])
    call = Call(id="c0", name="add_user_memory", arguments={"text": "I like tea"})
    writes = Witness(task_id=ride.id, turns=(Action(calls=(call,)),))
    check_tasks("t.jsonl", [ride], full_catalogue(), {ride.id: writes})
    with pytest.raises(UserError, match=r"changes\[0\].field`: there is no field 'text'"):
        check_tasks("t.jsonl", [ride], full_catalogue(), {ride.id: plan("manage_alarm")})


@pytest.mark.parametrize("name", ["analyst", "collector", "constructor", "curator", "diagnostician"])
def test_a_graph_names_the_input_that_is_missing(name: str) -> None:
    with pytest.raises(UserError, match=r"the input `\w+` is None.*expected a path"):
        import_module(f"graphs.{name}").graph.invoke({}, context=Settings())


@pytest.mark.parametrize("folder", ["file", "file/below", "a" * 300, "a\0b"])
def test_an_out_that_can_be_no_folder_is_refused_before_the_work(tmp_path: Path, folder: str) -> None:
    (tmp_path / "file").write_text("here", encoding="utf-8")
    with pytest.raises(UserError, match=r"cannot write here: .*expected (a|another) folder"):
        check_input({"out": str(tmp_path / folder)}, constructor.Input)
    check_input({"out": str(tmp_path / "new" / "below")}, constructor.Input)
    with pytest.raises(UserError, match="the input `out` is empty"):
        check_input({"out": ""}, constructor.Input)


def test_a_second_witness_of_a_task_is_refused(tmp_path: Path) -> None:
    task, file = alarm_task(), tmp_path / "witnesses.jsonl"
    write_jsonl_atomic(file, [plan("manage_alarm"), plan("manage_alarm")])
    with pytest.raises(UserError, match=rf"witnesses.jsonl, line 2: the task {task.id} has a second witness.*one witness"):
        witnesses_in(str(file), {task.id: task})


def test_a_witness_that_calls_what_is_no_tool_is_named_with_its_line_and_field(tmp_path: Path) -> None:
    task, file = alarm_task(), tmp_path / "witnesses.jsonl"
    tools = tools_of(full_catalogue())
    write_jsonl_atomic(file, [plan("skill__bedtime")])
    with pytest.raises(UserError, match=r"line 1, field `turns\[0\].calls\[0\].name`: there is no tool 'skill__bedtime'"):
        witnesses_in(str(file), {task.id: task}, tools)
    skill = plan("skill__battery-stretch")  # of a library that is not on offer here
    write_jsonl_atomic(file, [skill])
    assert witnesses_in(str(file), {task.id: task}, tools) == {task.id: skill}
    write_jsonl_atomic(tmp_path / "tasks.jsonl", [task])
    write_jsonl_atomic(file, [plan("manage_alarn")])
    refused = CliRunner().invoke(app, ["collect", str(tmp_path), "--run", str(tmp_path / "run")])
    assert refused.exit_code == 2 and not (tmp_path / "run").exists()
    assert "witnesses.jsonl, line 1, field `turns[0].calls[0].name`" in " ".join(refused.stderr.split())


def test_a_collection_of_such_tasks_writes_nothing(tmp_path: Path) -> None:
    task, _ = BAD["clock"]
    write_jsonl_atomic(tmp_path / "tasks.jsonl", [task])
    write_jsonl_atomic(tmp_path / "witnesses.jsonl", [Witness(task_id=task.id, turns=())])
    before = sorted(tmp_path.rglob("*"))
    result = CliRunner().invoke(app, ["collect", str(tmp_path), "--run", str(tmp_path / "run")])
    assert result.exit_code == 2, result.output
    assert "tasks.jsonl, line 1, field `initial`" in " ".join(result.stderr.split())
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("old", "new", "where", "message"),
    [
        ("search_user_memory", "search_user_memori", "settings.yaml, field `recall.always`", "no tool `search_user_memori`"),
        ("version: v1\n", "version: v1\nlibraries: [nowhere]\n", "nowhere", "no such folder of skills"),
        (
            "notices:\n",
            "notices:\n  substitutes: {convert_unit: [calculat]}\n",
            "settings.yaml, field `notices.substitutes`",
            "no tool `calculat`",
        ),
    ],
)
def test_a_configuration_of_what_is_not_there_is_refused_before_anything_is_written(
    old: str, new: str, where: str, message: str, tmp_path: Path
) -> None:
    eta = shutil.copytree(SHIPPED / "v1", tmp_path / "eta")
    text = (eta / "settings.yaml").read_text(encoding="utf-8")
    assert old in text
    (eta / "settings.yaml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(UserError, match=message) as caught:
        eta_in(str(eta))
    assert caught.value.where.removeprefix(f"{eta}/") == where and caught.value.expected
    with pytest.raises(UserError, match=message):
        check_foundations(Settings(eta=str(eta)))
    bench = ["--harness", str(eta), "--out", str(tmp_path / "run")]
    loop = ["--eta", str(eta), "--run", str(tmp_path / "run")]
    for line, options in (
        (["flywheel", "run", "--small"], loop),
        (["construct"], loop),
        (["evaluate", "--policy", "empty"], loop),
        (["bench", "run", "--policy", "empty"], bench),
        (["bench", "harness", "--policy", "empty"], bench),
    ):
        refused = CliRunner().invoke(app, [*line, *options])
        assert refused.exit_code == 2, (line, refused.output)
        assert message in refused.stderr, line
    assert sorted(path.name for path in tmp_path.iterdir()) == ["eta"]


def test_the_shipped_configurations_are_sound() -> None:
    for folder in SHIPPED.iterdir():
        if folder.is_dir():
            assert eta_in(folder.name).version.startswith(folder.name)


DAMAGE: dict[str, Callable[[Path], object]] = {
    "weights gone": lambda base: (base / "model.safetensors").unlink(),
    "weights torn": lambda base: (base / "model.safetensors").write_bytes(b"no weights"),
    "tokenizer torn": lambda base: (base / "tokenizer.json").write_text("{"),
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_base_is_refused_before_the_run_is_begun(name: str, base: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(base, tmp_path / "base")
    DAMAGE[name](folder)
    line = ["flywheel", "run", "--small", "--base-model", str(folder), "--run", str(tmp_path / "run")]
    refused = CliRunner().invoke(app, line, terminal_width=200)
    assert refused.exit_code == 2, refused.output
    assert refused.stderr.startswith("Error: the model cannot be loaded") and "expected:" in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["base"]
