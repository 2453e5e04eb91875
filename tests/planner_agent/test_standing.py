"""`flywheel status`: where a run stands is seen at a glance, whatever came of it, and a program gets the plain facts."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from graphs.flywheel import STAGES
from harness.records import write_json_atomic
from harness.runs import RunFolder, RunPlan
from planner_agent import standing
from planner_agent.cli import app

FACTS: dict[str, dict[str, Any]] = {
    "construct": {"drafted": 4320, "proven": 4313, "kept": 4101, "model_steps": {"reword": {"asked": 3}}},
    "collect": {"tasks": 4101, "trajectories": 4101, "solved": 4026, "recovered_errors": 1238},
    "curate": {
        "proposal": "sha256:063c7a3a",
        "counts": {"records_rejected": 76, "records_quarantined": 0, "trajectories": 4025},
        "quality": {"masked_turns": 1107},
    },
    "release": {"verdict": "approved", "by": "rule", "reviewer": "rule:gate", "excluded": [], "release": "rel-1"},
    "train": {"steps": 629, "samples": 3776, "first_loss": 0.5, "last_loss": 0.1, "dropped": 0},
    "evaluate": {"test-entities.before": [1, 108], "test-entities.after": [74, 108], "dev-entities.after": [73, 108]},
    "diagnose": {"model": 11, "harness": 1},
    "analyse": {"undecided": 73, "unstable": 58},
}


def run_with(folder: Path, facts: Mapping[str, Mapping[str, Any]]) -> Path:
    """A run folder in which these stages are finished."""
    with RunFolder(folder, RunPlan(seed=0)) as run:
        for name, found in facts.items():
            stage = run.stage(name)
            write_json_atomic(stage.path / "timing.json", {"seconds": 75.0})
            stage.finish([], found)
    return folder


def status(folder: Path, *more: str) -> str:
    result = CliRunner().invoke(app, ["flywheel", "status", str(folder), *more], env={"COLUMNS": "160"})
    assert result.exit_code == 0, result.stderr
    return result.stdout


def line_of(shown: str, stage: str) -> str:
    return next(line for line in shown.splitlines() if line.startswith(f"{stage} "))


def test_a_finished_run_shows_state_time_and_key_figures_of_every_stage(tmp_path: Path) -> None:
    shown = status(run_with(tmp_path / "run", FACTS))
    assert "run: finished" in shown and "report.html" in shown
    for name in STAGES:
        assert "done" in line_of(shown, name) and "1 min 15 s" in line_of(shown, name)
    assert "4,101 tasks kept of 4,320 drafted; a language model took part in: reword" in shown
    assert "4,025 trajectories proposed; 76 rejected; 1,107 mistaken turns" in shown
    assert "approved by a rule, not by a person" in shown
    assert "629 steps on 3,776 samples; loss 0.500 -> 0.100" in shown
    assert "74 of 108 (before: 1) seen families, unseen entities" in shown
    assert "73 of 108 dev: seen families, unseen entities" in shown
    assert "12 failed runs replayed, at fault: harness 1, model 11" in shown


def test_a_run_with_reinforcement_learning_has_a_stage_more(tmp_path: Path) -> None:
    learned = {"updates": 5, "episodes": 160, "updates_skipped": 1, "episodes_invalid": 0, "settings": {"lr": 0.0002}}
    facts = {**FACTS, "evaluate": {**FACTS["evaluate"], "test-entities.cold": [70, 108]}}
    folder = tmp_path / "run"
    with RunFolder(folder, RunPlan(seed=0, settings={"rl_updates": 5})) as run:
        for name in STAGES:
            run.stage(name).finish([], facts[name])
    assert "stopped before rl" in status(folder)
    with RunFolder(folder, RunPlan(seed=0, settings={"rl_updates": 5})) as run:
        run.stage("rl").finish([], learned)
    shown = status(folder)
    assert "run: finished" in shown and [line.split()[0] for line in shown.splitlines() if " done " in line][4:6] == [
        "train",
        "rl",
    ]
    assert "5 updates on 160 episodes; 1 updates without anything to learn" in shown
    assert "74 of 108 (before: 1, before RL: 70) seen families, unseen entities" in shown


def test_digests_and_names_of_files_are_not_shown(tmp_path: Path) -> None:
    shown = status(run_with(tmp_path / "run", FACTS))
    assert "sha256" not in shown and "jsonl" not in shown and "model_steps" not in shown and "{" not in shown


def test_a_run_that_stopped_says_before_what(tmp_path: Path) -> None:
    made = {name: FACTS[name] for name in STAGES[:4]}
    shown = status(run_with(tmp_path / "run", made))
    assert "stopped before train" in shown
    assert "next" in line_of(shown, "train") and "next" not in line_of(shown, "evaluate")
    assert "report.html" not in shown


def test_a_rejected_run_has_ended_and_nothing_comes_next(tmp_path: Path) -> None:
    made = {name: FACTS[name] for name in STAGES[:3]}
    made["release"] = {"verdict": "rejected", "by": "person", "reviewer": "ada", "note": "too few [of them]", "release": ""}
    shown = status(run_with(tmp_path / "run", made))
    assert "ended: the release was rejected by ada" in shown
    assert "rejected by ada; too few [of them]" in line_of(shown, "release")
    assert "next" not in shown


def test_a_process_at_work_and_a_gate_that_waits_are_named() -> None:
    made = {name: FACTS[name] for name in STAGES[:3]}
    assert standing.stand_of(made, STAGES, running=True, waiting=False) == "a process is working on it"
    assert standing.stand_of(made, STAGES, running=False, waiting=True) == "waits for a decision"
    for running, waiting, state in ((True, False, "running"), (False, True, "waits for you"), (False, False, "next")):
        lines = standing.lines_of(made, STAGES, {}, running=running, waiting=waiting)
        assert [line.state for line in lines] == ["done"] * 3 + [state] + ["-"] * 4


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_that_noted_little_is_no_error(stage: str) -> None:
    assert "{" not in standing.describe(stage, {})


def test_json_gives_the_facts_as_they_are(tmp_path: Path) -> None:
    folder = run_with(tmp_path / "run", FACTS)
    found = json.loads(status(folder, "--json"))
    assert found["stages"] == FACTS and found["running"] is False
    assert found["seconds"] == dict.fromkeys(FACTS, 75.0)
