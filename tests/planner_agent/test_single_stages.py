"""Stages of the loop run one by one: each in a folder of its own, resumed like any run, past a gate, bad input bounded."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from harness.contract import Task, Trajectory
from harness.models.fake_server import FakeModelServer, fail, say
from harness.records import read_jsonl
from harness.runs import read_manifest
from planner_agent.cli import app

FEW = "named_timer,moved_alarm,calendar_entry"


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def document(*arguments: object) -> Any:
    """The one JSON document that a command prints."""
    result = invoke(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tasks, trajectories and a release, made by the commands."""
    root = tmp_path_factory.mktemp("runs")
    for line in (
        ["construct", "--families", FEW, "--per-family", "3", "--workers", "1", "--run", root / "tasks"],
        ["collect", root / "tasks", "--slip-rate", "0.5", "--run", root / "collected"],
        ["curate", root / "collected", "--reviewer", "auto", "--run", root / "curated"],
    ):
        result = invoke(*line)
        assert result.exit_code == 0, result.stderr
    return root


# -- the way through


def test_tasks_become_trajectories_become_a_release(runs: Path) -> None:
    tasks = read_jsonl(runs / "tasks" / "construct" / "tasks.jsonl", Task)
    assert {task.family for task in tasks} == set(FEW.split(","))
    facts = {name: read_manifest(runs / name).stages for name in ("tasks", "collected", "curated")}
    assert facts["tasks"]["construct"].facts["kept"] == len(tasks)
    assert facts["collected"]["collect"].facts["solved"] == len(tasks)
    assert facts["curated"]["curate"].facts["decision"]["by"] == "rule"
    assert invoke("release", "verify", runs / "curated").exit_code == 0


def test_a_finished_stage_is_kept_and_says_the_same_again(runs: Path) -> None:
    before = read_manifest(runs / "tasks").digest()
    again = document("construct", "--families", FEW, "--per-family", "3", "--workers", "2", "--run", runs / "tasks")
    assert again["yields"]["drafted"] == 9
    assert read_manifest(runs / "tasks").digest() == before


def test_other_settings_in_the_same_folder_are_refused(runs: Path) -> None:
    result = invoke("construct", "--families", FEW, "--per-family", "4", "--run", runs / "tasks")
    assert result.exit_code == 2
    assert "per_family" in result.stderr


def test_a_run_of_the_whole_loop_is_a_source_too(runs: Path, tmp_path: Path) -> None:
    whole = tmp_path / "loop"
    (whole / "construct").mkdir(parents=True)
    for name in ("tasks.jsonl", "witnesses.jsonl"):
        (whole / "construct" / name).write_bytes((runs / "tasks" / "construct" / name).read_bytes())
    made = document("collect", whole, "--arm", "learner", "--learner", "empty", "--run", tmp_path / "run")
    assert made["collected"]["solved"] == 0


# -- the gate


def test_a_person_is_shown_the_release_before_a_word_counts(runs: Path, tmp_path: Path) -> None:
    line = ["curate", runs / "collected", "--run", tmp_path / "run"]
    early = invoke(*line, "--approve")
    assert early.exit_code == 2
    assert "was not put before you yet" in early.stderr
    shown = invoke(*line)
    assert shown.exit_code == 0
    assert "proposal.html" in shown.stdout and "--approve" in shown.stdout
    assert (tmp_path / "run" / "curate" / "proposal.html").is_file()
    assert not (tmp_path / "run" / "curate" / "release").exists()
    done = invoke(*line, "--approve", "--reviewer", "ada", "--note", "read ten of them")
    assert done.exit_code == 0, done.stderr
    assert "approved by ada" in done.stdout
    said = document("release", "show", tmp_path / "run")
    assert (said["decision"]["by"], said["decision"]["reviewer"]) == ("person", "ada")


def test_a_reviewer_can_leave_some_out(runs: Path, tmp_path: Path) -> None:
    line = ["curate", runs / "collected", "--run", tmp_path / "run"]
    added = json.loads((runs / "curated" / "curate" / "proposal.json").read_text())["added"]
    assert invoke(*line).exit_code == 0
    done = invoke(*line, "--approve", "--exclude", added[0], "--exclude", added[1], "--reviewer", "ada")
    assert done.exit_code == 0, done.stderr
    assert document("release", "verify", tmp_path / "run")["trajectories"] == len(added) - 2


def test_a_rejection_answers_no_and_freezes_nothing(runs: Path, tmp_path: Path) -> None:
    line = ["curate", runs / "collected", "--run", tmp_path / "run"]
    assert document(*line)["waits_for"]["action_requests"][0]["name"] == "freeze_release"
    done = invoke(*line, "--reject", "--note", "too few")
    assert done.exit_code == 1
    assert "rejected by person. too few" in done.stdout
    assert not (tmp_path / "run" / "curate" / "release").exists()
    assert invoke(*line).exit_code == 1, "the word stands"


def test_a_word_that_comes_too_late_or_leaves_out_what_is_not_there_is_refused(runs: Path, tmp_path: Path) -> None:
    line = ["curate", runs / "collected", "--run", tmp_path / "run"]
    assert invoke(*line).exit_code == 0
    unknown = invoke(*line, "--approve", "--exclude", "nope/0")
    assert unknown.exit_code == 2
    assert "nope/0, which is not in the proposal" in unknown.stderr
    assert invoke(*line, "--approve", "--reviewer", "ada").exit_code == 0
    for word in ("--reject", "--approve"):
        late = invoke(*line, word)
        assert late.exit_code == 2
        assert "already approved by ada" in late.stderr
    assert document(*line)["decision"]["reviewer"] == "ada"


def test_a_second_release_builds_on_the_first_and_diff_says_what_came(runs: Path, tmp_path: Path) -> None:
    more = ["construct", "--families", "new_note", "--per-family", "6", "--workers", "1", "--run", tmp_path / "more"]
    assert invoke(*more).exit_code == 0
    assert invoke("collect", tmp_path / "more", "--run", tmp_path / "played").exit_code == 0
    parent = runs / "curated" / "curate" / "release"
    line = ["curate", tmp_path / "played", "--parent", parent, "--reviewer", "auto", "--run", tmp_path / "second"]
    assert invoke(*line).exit_code == 0
    found = document("release", "diff", runs / "curated", tmp_path / "second")
    assert found["removed"] == 0
    assert found["kept"] == document("release", "verify", runs / "curated")["trajectories"]
    assert list(found["added_by_gap"]) == ["start-new_note"]
    text = invoke("release", "diff", runs / "curated", tmp_path / "second").stdout
    assert "added for start-new_note" in text


def test_show_says_who_approved_and_what_it_holds(runs: Path) -> None:
    text = invoke("release", "show", runs / "curated").stdout
    assert "by rule, not by a person" in text
    assert "of the mixture" in text and "trajectories" in text


# -- an endpoint that is out


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bool]]:
    """The fake endpoint that is asked; the list says of each request whether it is answered, the last one for the rest."""
    answers = [True]
    with FakeModelServer(lambda _: say("Done.") if take(answers) else fail(503, retry_after=0)) as server:
        monkeypatch.setenv("PLANNER_AGENT_API_BASE", server.url)
        monkeypatch.delenv("PLANNER_AGENT_API_KEY", raising=False)
        yield answers


def take(answers: list[bool]) -> bool:
    return answers.pop(0) if len(answers) > 1 else answers[0]


def test_a_collection_goes_on_without_an_answer_or_stops_as_told_and_is_resumed(
    runs: Path, endpoint: list[bool], tmp_path: Path
) -> None:
    line = ["collect", runs / "tasks", "--arm", "learner", "--learner", "openai/fake", "--run"]
    total = len(read_jsonl(runs / "tasks" / "construct" / "tasks.jsonl", Task))
    endpoint[:] = [False]
    made = document(*line, tmp_path / "on")["collected"]
    assert (made["trajectories"], made["turns"]) == (total, 0)
    lost = read_jsonl(tmp_path / "on" / "collect" / "trajectories.jsonl", Trajectory)
    assert {item.end for item in lost} == {"infrastructure"} and not any(item.verification.valid for item in lost)
    stopped = invoke(*line, tmp_path / "stops", "--stop-after", 2)
    assert stopped.exit_code == 2
    assert stopped.stderr.count("Error: 2 episodes in a row had no answer") == 1 and "expected:" in stopped.stderr
    endpoint[:] = [True]
    again = document(*line, tmp_path / "stops", "--stop-after", 3)["collected"]
    assert again["trajectories"] == total <= again["turns"]


def test_an_evaluation_stops_as_told_and_is_resumed(endpoint: list[bool], tmp_path: Path) -> None:
    line = ["evaluate", "--policy", "openai/fake", "--slices", "dev-entities", "--families", FEW, "--per-family", "1"]
    line += ["--run", str(tmp_path / "run")]
    endpoint[:] = [True, False]
    stopped = invoke(*line, "--stop-after", "1")
    assert stopped.exit_code == 2 and "Error: an episode had no answer" in stopped.stderr
    endpoint[:] = [True]
    (found,) = document(*line)["slices"]["dev-entities"]
    assert found["coverage"]["hits"] == found["coverage"]["total"] == 3


# -- measuring


def test_evaluation_says_how_each_policy_does_with_intervals_and_resumes(tmp_path: Path) -> None:
    line = ["evaluate", "--policy", "witness", "--policy", "empty", "--slices", "dev-families", "--per-family", "1"]
    line += ["--run", str(tmp_path / "run")]
    first = document(*line)
    best, floor = first["slices"]["dev-families"]
    assert best["success"]["value"] > 0.9 and floor["success"]["hits"] == 0
    assert best["success"]["low"] < best["success"]["value"]
    assert floor["p_against_first"] < 0.001
    table = invoke(*line).stdout
    assert "dev-families" in table and "unseen families" in table and "McNemar" in table
    finished = (tmp_path / "run" / "evaluate" / "done.json").read_bytes()
    (tmp_path / "run" / "evaluate" / "done.json").unlink()
    target = tmp_path / "run" / "evaluate" / "dev-families.0.jsonl"
    whole = target.read_bytes()
    target.write_bytes(whole[: len(whole) // 2])
    assert document(*line)["slices"] == first["slices"]
    assert target.read_bytes() == whole
    assert (tmp_path / "run" / "evaluate" / "done.json").read_bytes() == finished


def test_evaluation_scores_the_families_that_the_loop_trains_and_others_where_they_are_named(tmp_path: Path) -> None:
    from graphs.constructor import families_in
    from graphs.settings import Settings

    line = ["evaluate", "--policy", "empty", "--per-family", "1"]
    own = document(*line, "--slices", "dev-entities", "--run", tmp_path / "own")
    assert own["slices"]["dev-entities"][0]["by_family"].keys() == set(families_in(Settings()))
    text = invoke(*line, "--slices", "dev-entities", "--run", tmp_path / "own").stdout
    assert f"{own['families']['dev-entities']} of " in text and "--families all" in text
    few = ["--slices", "dev-entities,dev-families", "--families", FEW, "--run", tmp_path / "few"]
    two = document(*line, *few)
    assert two["slices"]["dev-entities"][0]["by_family"].keys() == set(FEW.split(","))
    assert two["families"]["dev-families"] > 3, "unseen families are scored whatever is named"


def test_recall_and_throughput_are_one_document_each() -> None:
    recall = document("bench", "recall", "--per-family", "1")
    assert recall["tools"] == 15 and recall["by_slice"]["train"]["value"] > 0.9
    speed = document("bench", "throughput", "--per-family", "1", "--repeats", "1", "--live", "200", "--no-endpoint")
    assert speed["phone"]["steps_per_s"] > speed["phone"]["turns_per_s"] > 0
    assert speed["phone"]["live"] == 200 and speed["phone"]["live_steps_per_s"] > 0 < speed["phone"]["live_resets_per_s"]
    assert speed["phone"]["bytes_per_instance"] < 50_000
    assert "missing" in speed["bfcl"] or speed["bfcl"]["steps_per_s"] > 0
    assert speed["phone"]["calls"] > speed["phone"]["tasks"]
    assert 0.5 < speed["prefix"]["same_episode"] < speed["prefix"]["any_episode"] < 1


# -- bad input


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["construct", "--families", "named_timr", "--run", "{new}"], "named_timer"),
        (["construct", "--gaps", "{broken}", "--run", "{new}"], "not valid JSON"),
        (["construct", "--gaps", "{nowhere}", "--run", "{new}"], "no such file"),
        (["construct", "--gaps", "{hollow}/tasks.jsonl", "--run", "{new}"], "there is no gap to fill"),
        (["construct", "--model", "nonsense", "--run", "{new}"], "'nonsense' names no provider"),
        (["flywheel", "run", "--model", "nonsense", "--run", "{new}"], "'nonsense' names no provider"),
        (["flywheel", "run", "--parent", "{tasks}", "--iteration", "1", "--families", "all", "--run", "{new}"], "neither"),
        (["flywheel", "run", "--parent", "{tasks}", "--iteration", "1", "--per-family", "1", "--run", "{new}"], "neither"),
        (["construct", "--requests", "{nowhere}", "--run", "{new}"], "{nowhere}"),
        (["construct", "--eta", "{nowhere}", "--run", "{new}"], "no harness configuration"),
        (["collect", "{nowhere}", "--run", "{new}"], "there is no tasks.jsonl"),
        (["collect", "{folder}", "--run", "{new}"], "tasks.jsonl, line 1, field `id`"),
        (["collect", "{hollow}", "--run", "{new}"], "there is no task"),
        (["collect", "{tasks}", "--backends", "phone=0", "--run", "{new}"], "no backend has a share"),
        (["collect", "{tasks}", "--backends", "phone,simulated", "--run", "{new}"], "simulated phone needs a model"),
        (["collect", "{tasks}", "--arm", "error", "--run", "{new}"], "needs a learner"),
        (["collect", "{tasks}", "--arm", "learner", "--learner", "hal", "--run", "{new}"], "unknown policy"),
        (["curate", "{tasks}", "--run", "{new}"], "there is no trajectories.jsonl"),
        (["curate", "{unplayed}", "--run", "{new}"], "there is no trajectory"),
        (["curate", "{collected}", "--parent", "{tasks}", "--run", "{new}"], "this is no release"),
        (["curate", "{collected}", "--reviewer", "auto", "--approve", "--run", "{new}"], "a rule decides"),
        (["release", "verify", "{tasks}"], "this is no release"),
        (["train", "cold-start", "{tasks}", "--run", "{new}"], "this is no release"),
        (["train", "cold-start", "{curated}", "--minutes", "0", "--run", "{new}"], "a number above 0"),
        (["train", "cold-start", "{curated}", "--minutes", "nan", "--run", "{new}"], "a number above 0"),
        (["train", "cold-start", "{curated}", "--minutes", "inf", "--run", "{new}"], "at most 10000"),
        (["train", "cold-start", "{curated}", "--minutes", "1e300", "--run", "{new}"], "at most 10000"),
        (["train", "cold-start", "{curated}", "--base-model", "{tasks}", "--run", "{new}"], "this is no model"),
        (["train", "cold-start", "{curated}", "--recipe", "qwen9", "--run", "{new}"], "there is no recipe 'qwen9'"),
        (["train", "cold-start", "{curated}", "--recipe", "qwen3-8b-lora", "--run", "{new}"], "1 process was started"),
        (["train", "cold-start", "{curated}", "--base-model", "a/b", "--dry-run"], "its sizes are not known"),
        (["evaluate", "--policy", "empty", "--slices", "tests", "--run", "{new}"], "no slice 'tests'"),
        (["evaluate", "--policy", "hal", "--run", "{new}"], "unknown policy"),
        (["evaluate", "--policy", "empty", "--families", "moved_alrm", "--run", "{new}"], "moved_alarm, perhaps"),
        (["evaluate", "--runs", "{nowhere}", "--run", "{new}"], "no trained planner yet"),
    ],
)
def test_unusable_input_is_one_message_and_nothing_is_written(
    line: list[str], says: str, runs: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    write(folder / "tasks.jsonl", '{"nonsense": 1}\n')
    write(folder / "witnesses.jsonl", "")
    hollow, unplayed = tmp_path / "hollow", tmp_path / "unplayed"
    for place, source in ((hollow, None), (unplayed, runs / "tasks" / "construct")):
        place.mkdir()
        for name in ("tasks.jsonl", "witnesses.jsonl"):
            write(place / name, (source / name).read_text(encoding="utf-8") if source else "")
        write(place / "trajectories.jsonl", "")
    places = {
        "new": tmp_path / "new", "nowhere": tmp_path / "nowhere", "folder": folder, "tasks": runs / "tasks",
        "hollow": hollow, "unplayed": unplayed, "collected": runs / "collected",
        "curated": runs / "curated", "broken": write(tmp_path / "broken.jsonl", "{\n"),
    }  # fmt: skip
    result = invoke(*(part.format(**places) for part in line))
    assert result.exit_code == 2, (result.exit_code, result.stdout, result.stderr)
    assert result.stderr.startswith("Error: ")
    assert says.format(**places) in result.stderr
    assert not (tmp_path / "new").exists()


def test_where_no_draft_becomes_a_task_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphs.constructor.screen", lambda drafts, **_: ([], []))
    result = invoke(
        "construct", "--families", "named_timer", "--per-family", "1", "--workers", "1", "--run", tmp_path / "new"
    )
    assert result.exit_code == 2
    assert "no draft became a task" in result.stderr and "rejections.jsonl" in result.stderr


def test_trajectories_of_other_tasks_are_named(runs: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    folder.mkdir()
    for name in ("witnesses.jsonl", "trajectories.jsonl"):
        (folder / name).write_bytes((runs / "collected" / "collect" / name).read_bytes())
    lines = (runs / "collected" / "collect" / "tasks.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    write(folder / "tasks.jsonl", "".join(lines[1:]))
    result = invoke("curate", folder, "--run", tmp_path / "new")
    assert result.exit_code == 2
    assert "there is no task" in result.stderr and "trajectories.jsonl, line 1" in result.stderr


def test_a_dry_run_of_a_cold_start_counts_the_trajectories_of_the_release(runs: Path) -> None:
    own = document("train", "cold-start", runs / "curated", "--dry-run")
    assert own["batch"]["trajectories"] > 0 and own["parameters"] == own["trained_parameters"] < 50_000_000
    big = document("train", "cold-start", runs / "curated", "--recipe", "qwen3-8b-lora", "--lora-rank", "8", "--dry-run")
    assert big["parameters"] == 8_190_735_360 and big["batch"]["trajectories"] == own["batch"]["trajectories"]
    assert big["trained_parameters"] < own["parameters"] * 10 and "--num_processes 2" in big["launcher"]


def test_a_release_that_was_tampered_with_is_not_trained_on(runs: Path, tmp_path: Path) -> None:
    import shutil

    folder = shutil.copytree(runs / "curated" / "curate" / "release", tmp_path / "release")
    with (folder / "records.jsonl").open("a", encoding="utf-8") as file:
        file.write("{}\n")
    result = invoke("train", "cold-start", folder, "--run", tmp_path / "new")
    assert result.exit_code == 2
    assert "the file is not what was frozen" in result.stderr
    assert not (tmp_path / "new").exists()


@pytest.mark.slow
def test_a_release_trains_a_planner_that_opens_by_its_name(runs: Path, tmp_path: Path) -> None:
    from harness.policies import open_policy

    line = ["train", "cold-start", runs / "curated", "--minutes", "0.005", "--run", tmp_path / "trained"]
    made = document(*line)
    assert made["facts"]["learned_tokens"] > 0
    assert open_policy(made["policy"]).ref.digest.startswith("sha256:")
    assert document(*line) == made, "a finished stage says the same again"


def test_the_newest_planner_may_come_of_reinforcement_learning(tmp_path: Path) -> None:
    import os

    from planner_agent.checkpoints import default_policy

    for when, stage in enumerate(("rl", "train")):
        weights = tmp_path / "run" / stage / "checkpoint" / "model.safetensors"
        weights.parent.mkdir(parents=True)
        weights.touch()
        os.utime(weights, (when, when))
        assert default_policy(tmp_path) == f"local:{weights.parent}"
    os.utime(tmp_path / "run" / "rl" / "checkpoint" / "model.safetensors", (9, 9))
    assert default_policy(tmp_path) == f"local:{tmp_path / 'run' / 'rl' / 'checkpoint'}"
