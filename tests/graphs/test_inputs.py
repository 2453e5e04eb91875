"""What commands read before they write: tasks that can be played, configurations and releases without a surprise in them."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from graphs.inputs import check_foundations, check_tasks, eta_in
from graphs.settings import Settings
from harness.catalogue import full_catalogue
from harness.contract import Task, Witness
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
    "friction": (wrong("initial.friction", [{"kind": "gremlin"}]), r"field `initial`: friction 'gremlin'"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_task_that_no_phone_can_be_set_up_for_is_named_with_its_line_and_field(name: str) -> None:
    task, message = BAD[name]
    check_tasks("t.jsonl", [alarm_task()], full_catalogue())
    with pytest.raises(UserError) as caught:
        check_tasks("t.jsonl", [alarm_task(), task], full_catalogue())
    assert re.search(message, str(caught.value)), str(caught.value)
    assert caught.value.expected


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
    ("old", "new", "message"),
    [
        ("search_user_memory", "search_user_memori", "no tool `search_user_memori`"),
        ("version: v1\n", "version: v1\nlibraries: [nowhere]\n", "no such folder of skills"),
    ],
)
def test_a_configuration_of_what_is_not_there_is_refused_before_anything_is_written(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    eta = shutil.copytree(SHIPPED / "v1", tmp_path / "eta")
    text = (eta / "settings.yaml").read_text(encoding="utf-8")
    assert old in text
    (eta / "settings.yaml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(UserError, match=message):
        eta_in(str(eta))
    with pytest.raises(UserError, match=message):
        check_foundations(Settings(eta=str(eta)))
    for line in (["flywheel", "run", "--small"], ["construct"], ["evaluate", "--policy", "empty"]):
        refused = CliRunner().invoke(app, [*line, "--eta", str(eta), "--run", str(tmp_path / "run")])
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
