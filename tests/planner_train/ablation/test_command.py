"""The command ``planner-agent train ablation``."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from harness.records import write_json_atomic
from planner_agent.cli import app
from tests.planner_train.ablation.settings import tiny
from tests.planner_train.ablation.test_analysis import steady, write


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--report"], "no ablation was begun here"),
        (["--report", "--sweep"], "other options choose what to run"),
        (["--sweep", "--arm", "vanilla"], "a sweep is of CARE alone"),
        (["--arm", "caring"], "there is no arm 'caring'"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_written(options: list[str], said: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["train", "ablation", "--out", str(tmp_path / "out"), *options])
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())
    assert not (tmp_path / "out").exists()


def test_a_report_is_made_from_the_logs_alone(tmp_path: Path) -> None:
    write(tmp_path, "vanilla", steady(0.9, 60))
    write(tmp_path, "care", steady(0.9, 39))
    write_json_atomic(tmp_path / "recipe.json", tiny())
    result = CliRunner().invoke(app, ["train", "ablation", "--out", str(tmp_path), "--report", "--json"])
    assert result.exit_code == 0, result.output
    made = json.loads(result.stdout)
    assert made["report"] == str(tmp_path / "report.md")
    assert {item["verdict"] for item in made["analysis"]["orderings"]} == {"holds"}
