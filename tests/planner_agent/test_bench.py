"""The bench's commands: one document each, a report that can be read, input that cannot be used."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from bench.planner_bench import generate
from bench.soak import Look, Soak
from harness.catalogue import full_catalogue
from harness.contract import Task, Witness
from harness.environments.phone.replay import play
from harness.records import read_jsonl
from planner_agent.cli import app


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["bench", *(str(argument) for argument in arguments)])


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ceiling and the floor on a part of the dev split."""
    root = tmp_path_factory.mktemp("bench")
    for policy in ("witness", "empty"):
        line = ["run", "--policy", policy, "--split", "dev", "--limit", "20", "--out", root / policy]
        result = invoke(*line, "--json", root / f"{policy}.json")
        assert result.exit_code == 0, result.output
        assert "overall" in result.stdout and "Report:" in result.stdout
    return root


def document(*arguments: object) -> Any:
    result = invoke(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_the_result_says_how_sure_each_number_is_and_holds_every_run(runs: Path) -> None:
    best = json.loads((runs / "witness.json").read_text(encoding="utf-8"))
    assert best["n"] == best["valid"] == 20 and best["coverage"] == 1.0
    assert best["overall"] > 0.9 and set(best["by_capability"]) == {"tool_use", "memory", "skills", "sub_agent"}
    low, high = best["intervals"]["overall"]
    assert low < best["overall"] <= high
    assert len(best["rows"]) == best["runs"] > 20
    assert {"task_id", "base", "group", "success", "turns", "tokens_out", "failure"} <= best["rows"][0].keys()
    assert json.loads((runs / "empty.json").read_text(encoding="utf-8"))["overall"] == 0.0


def test_the_report_is_one_page_with_plots_and_links_to_episodes_that_exist(runs: Path) -> None:
    page = (runs / "empty" / "report.html").read_text(encoding="utf-8")
    for title in ("capability", "behaviour", "domain", "friction", "difficulty"):
        assert f"success by {title}" in page, title
    assert "runs by steps" in page and "failures by kind" in page
    assert 'src="http' not in page and "<script" not in page
    task = generate("dev", full_catalogue(), limit=20).items[0].task
    link = f"episodes/{task.family}.html#{task.id}"
    assert link in page
    episodes = (runs / "empty" / "episodes" / f"{task.family}.html").read_text(encoding="utf-8")
    assert f'id="{task.id}"' in episodes and "../report.html" in episodes


def test_compare_tells_the_ceiling_from_the_floor_and_a_run_from_itself_not(runs: Path) -> None:
    found = document("compare", runs / "witness", runs / "empty.json")["contrasts"]
    assert found[0]["name"] == "overall" and found[0]["verdict"] == "the first is better"
    same = document("compare", runs / "witness", runs / "witness.json")["contrasts"]
    assert {item["verdict"] for item in same} == {"no difference shown"}
    assert "no difference shown" in invoke("compare", runs / "empty", runs / "empty").stdout


def test_an_export_holds_tasks_that_their_witnesses_solve(tmp_path: Path) -> None:
    tasks, witnesses = tmp_path / "tasks.jsonl", tmp_path / "witnesses.jsonl"
    made = document("export", tasks, "--split", "dev", "--limit", "8", "--witnesses", witnesses)
    read = read_jsonl(tasks, Task)
    assert (made["tasks"], made["runs"], made["pinned"]) == (8, len(read), False)
    for task, witness in zip(read, read_jsonl(witnesses, Witness), strict=True):
        assert play(task, witness.turns, full_catalogue()).verify().success


def test_an_export_does_not_overwrite_its_tasks_with_their_witnesses(tmp_path: Path) -> None:
    file = tmp_path / "both.jsonl"
    refused = invoke("export", file, "--split", "dev", "--limit", "2", "--witnesses", tmp_path / "." / "both.jsonl")
    assert refused.exit_code == 2 and "it is the file of the tasks too" in refused.stderr and not file.exists()


def test_soundness_and_coverage_are_one_document_each() -> None:
    sound = document("soundness", "--split", "dev", "--limit", "6")
    assert sound["ok"] and sound["witness"] == 1.0 and sound["near_miss_rejected"] >= 0.99
    assert {"tasks", "empty", "random", "refuse_all", "ask_all", "survivors"} <= sound.keys()
    found = document("coverage")
    assert found["families"] >= 89 and not [gap for gap in found["gaps"] if "scenario" in gap]


@pytest.mark.parametrize(("more", "code"), [(0, 0), (3, 1)])
def test_a_soak_fails_when_memory_grows_and_says_of_what(more: int, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = [Look(number, number / 100, 10**8, 10**6 + more * number, 10**5) for number in range(250, 5001, 250)]
    found = Soak(5000, 0, 2500, 2450, 9000, 200, 8, 50.0, tuple(looks), {"phone.Left": 2500})
    monkeypatch.setattr("bench.soak.soak", lambda *_, **__: found)
    shown = invoke("soak")
    assert shown.exit_code == code and "100 a second" in shown.stdout and "2,450 of 2,500" in shown.stdout
    assert ("memory grows" in shown.stdout) is ("2,500 more phone.Left" in shown.stdout) is bool(code)
    printed = invoke("soak", "--json")
    assert printed.exit_code == code and json.loads(printed.stdout)["ok"] is not bool(code)


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{}")
    for more in ([], ["--resume"]):
        result = invoke("run", "--policy", "empty", "--split", "dev", "--limit", "1", "--out", tmp_path, *more)
        assert result.exit_code == 2, result.output
        assert "the folder holds other things: manifest.json" in result.stderr
    assert [item.name for item in tmp_path.iterdir()] == ["manifest.json"]


def test_a_place_for_runs_that_cannot_be_written_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("runs").write_text("mine")
    result = invoke("run", "--policy", "empty", "--split", "dev", "--limit", "1")
    assert result.exit_code == 2
    assert "cannot write here" in result.stderr


def test_a_field_that_a_result_lacks_is_named(tmp_path: Path) -> None:
    (tmp_path / "e.json").write_text("{}")
    result = invoke("compare", tmp_path / "e.json", tmp_path / "e.json")
    assert result.exit_code == 2
    assert "the field 'rows' is missing" in result.stderr


def test_an_interrupted_run_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bench.suite_run.run_suite", interrupt)
    result = invoke("run", "--policy", "empty", "--out", tmp_path)
    assert result.exit_code == 130
    assert "--resume" in result.stderr and str(tmp_path) in result.stderr


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["run", "--policy", "hal"], "unknown policy"),
        (["run", "--policy", "empty", "--split", "tests"], "no split 'tests'"),
        (["run", "--policy", "empty", "--suite", "other"], "no suite 'other'"),
        (["run", "--policy", "empty", "--harness", "v99"], "no harness configuration"),
        (["run", "--policy", "empty", "--redo-failures"], "nothing to redo"),
        (["run", "--policy", "empty", "--price-in", "1"], "one of the two prices is missing"),
        (["compare", "nowhere", "nowhere"], "there is no result"),
    ],
)
def test_what_cannot_be_used_is_said_with_what_was_expected(
    line: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = invoke(*line)
    assert result.exit_code == 2, result.exception
    assert says in f"{result.exception} {result.output}"
