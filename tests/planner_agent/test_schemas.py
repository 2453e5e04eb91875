"""The exported JSON Schemas and the code say the same."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from harness.contract import RECORDS
from planner_agent.cli import app
from planner_agent.schemas import export_schemas, stale_schemas


def test_the_schemas_in_the_package_are_those_of_the_code() -> None:
    assert stale_schemas() == [], "run `planner-agent schema export`"


def test_export_writes_one_file_a_record_and_leaves_what_is_not_its_own(tmp_path: Path) -> None:
    (tmp_path / "notes.json").write_text("{}")
    paths = export_schemas(tmp_path)
    assert {path.stem for path in paths} == {record.__name__ for record in RECORDS}
    assert sorted(tmp_path.iterdir()) == sorted([*paths, tmp_path / "notes.json"])
    assert (tmp_path / "notes.json").read_text() == "{}"
    assert stale_schemas(tmp_path) == []


def test_in_the_package_the_schemas_of_records_that_are_gone_are_stale_and_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("planner_agent.schemas.PACKAGE_FOLDER", tmp_path)
    (tmp_path / "Old.json").write_text("{}")
    assert "Old.json" in stale_schemas()
    assert sorted(export_schemas()) == sorted(tmp_path.iterdir())
    assert stale_schemas() == []


def test_check_names_what_is_stale_and_writes_nothing(tmp_path: Path) -> None:
    export_schemas(tmp_path)
    (tmp_path / "Task.json").write_text("{}")
    (tmp_path / "Action.json").unlink()
    (tmp_path / "notes.json").write_text("{}")
    result = CliRunner().invoke(app, ["schema", "export", "--check", "--to", str(tmp_path)])
    assert result.exit_code == 1
    assert result.stdout.split() == ["stale:", "Action.json", "stale:", "Task.json"]
    assert (tmp_path / "Task.json").read_text() == "{}"
