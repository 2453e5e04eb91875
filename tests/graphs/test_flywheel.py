"""The flywheel from the command line: killed anywhere, resumed by the same command, decided once, clear about bad input."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from agents.constructor import Gap
from agents.release import verify_release
from harness.contract import Release
from harness.instructions import SHIPPED
from harness.policies import forget_policies, open_policy
from harness.records import file_digest, read_json, write_jsonl_atomic
from harness.runs import read_manifest
from planner_agent.cli import app
from tests.graphs.play import FEW

ROOT = Path(__file__).parents[2]
SHORT = ("--small", "--minutes", "0.05", "--workers", "1")
TINY = (*SHORT, "--families", FEW, "--per-family", "2")

KILLS = (
    ("os.rename", "/manifest.json"),
    ("os.rename", "construct/proven.tasks.jsonl"),
    ("open", "collect/trajectories.jsonl"),
    ("os.rename", "curate/proposal.json"),
    ("os.rename", "release/release.json"),
    ("os.rename", "train/checkpoint"),
    ("open", "evaluate/test-families.after.jsonl"),
    ("os.rename", "diagnose/diagnoses.jsonl"),
    ("os.rename", "analyse/done.json"),
)
"""One moment in each stage, before what is named is there."""


def in_a_process(
    *arguments: str, hash_seed: str = "0", trap: Sequence[str] = (), module: str = ""
) -> "subprocess.CompletedProcess[str]":
    module = module or ("tests.graphs.killed" if trap else "planner_agent")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": hash_seed, "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        [sys.executable, "-m", module, *trap, "flywheel", "run", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.fixture(scope="session")
def unbroken(base: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A run that nothing interrupted, and what its command printed."""
    run = tmp_path_factory.mktemp("unbroken") / "run"
    arguments = (*TINY, "--workers", "2", "--base-model", str(base), "--reviewer", "auto", "--run", str(run), "--json")
    done = in_a_process(*arguments, hash_seed="1")
    assert done.returncode == 0, done.stderr
    return run, json.loads(done.stdout)


def command(*arguments: str) -> Result:
    """The command line in this process."""
    return CliRunner().invoke(app, list(arguments), terminal_width=200)


def _stopped(*given: object, **settings: object) -> None:
    raise KeyboardInterrupt


def begin(folder: Path, base: Path, *more: str) -> Result:
    """A tiny run; one with a parent takes the families that the parent's gaps name."""
    settings = SHORT if "--parent" in more else TINY
    return command("flywheel", "run", *settings, "--base-model", str(base), "--run", str(folder), *more)


@pytest.mark.slow
def test_the_status_of_a_finished_run_names_its_report(unbroken: tuple[Path, dict[str, Any]]) -> None:
    run, _ = unbroken
    shown = command("flywheel", "status", str(run))
    assert shown.exit_code == 0
    assert f"{run}: finished" in shown.output
    assert f"Report: {run / 'report.html'}" in shown.output


# -- kills


@pytest.mark.slow
def test_a_run_killed_in_every_stage_ends_as_an_unbroken_one(
    base: Path, unbroken: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    run = tmp_path / "run"
    arguments = (*TINY, "--base-model", str(base), "--reviewer", "auto", "--run", str(run), "--json")
    for number, trap in enumerate(KILLS):
        killed = in_a_process(*arguments, hash_seed=str(number), trap=trap)
        assert killed.returncode == -signal.SIGKILL, (trap, killed.stderr)
    done = in_a_process(*arguments)
    assert done.returncode == 0, done.stderr

    ours, theirs = read_manifest(run), read_manifest(unbroken[0])
    for name, stage in theirs.stages.items():
        assert ours.stages[name].outputs == stage.outputs, name
    assert ours.digest() == theirs.digest()
    releases = [read_json(folder / "curate" / "release" / "release.json", Release) for folder in (run, unbroken[0])]
    assert releases[0].digest() == releases[1].digest()
    assert verify_release(run / "curate" / "release")["id"] == json.loads(done.stdout)["facts"]["release"]["release"]
    assert not list(run.rglob(".*.aside"))


@pytest.mark.slow
def test_a_finished_run_says_again_where_its_report_is_and_makes_nothing_anew(
    base: Path, unbroken: tuple[Path, dict[str, Any]]
) -> None:
    run, said = unbroken
    assert said["decision"]["by"] == "rule"
    assert Path(said["report"]).stat().st_size > 10_000
    before = {path: file_digest(path) for path in run.glob("*/*") if path.is_file()}
    again = begin(run, base, "--reviewer", "auto", "--json")
    assert again.exit_code == 0, again.stderr
    assert json.loads(again.stdout) == said
    assert {path: file_digest(path) for path in run.glob("*/*") if path.is_file()} == before


@pytest.mark.slow
def test_other_settings_or_a_changed_output_are_refused(base: Path, unbroken: tuple[Path, dict[str, Any]]) -> None:
    run, _ = unbroken
    other = begin(run, base, "--reviewer", "auto", "--seed", "1")
    assert other.exit_code == 2
    assert "the run was begun with seed = 0" in other.stderr
    tasks = run / "construct" / "tasks.jsonl"
    kept = tasks.read_bytes()
    tasks.write_bytes(kept + b"\n")
    changed = begin(run, base, "--reviewer", "auto")
    tasks.write_bytes(kept)
    assert changed.exit_code == 2
    assert "an output of a finished stage was changed" in changed.stderr
    assert str(tasks) in changed.stderr


@pytest.mark.slow
def test_the_next_iteration_builds_on_the_gaps_and_the_release_of_the_one_before(
    base: Path, unbroken: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    done = begin(tmp_path / "second", base, "--parent", str(unbroken[0]), "--iteration", "1")
    assert done.exit_code == 0, done.stderr
    proposal = json.loads((tmp_path / "second" / "curate" / "proposal.json").read_text())
    parent = read_json(unbroken[0] / "curate" / "release" / "release.json", Release)
    assert proposal["parent"] == parent.id
    assert len(proposal["added"]) > 0


def test_two_processes_do_not_work_in_one_run(base: Path, tmp_path: Path) -> None:
    from filelock import FileLock

    begin(tmp_path / "run", base)
    with FileLock(tmp_path / "run" / ".driver.lock"):
        second = begin(tmp_path / "run", base)
    assert second.exit_code == 2
    assert "another process drives this run" in second.stderr


def test_lost_or_broken_checkpoints_lose_no_finished_stage(base: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    begin(run, base)
    made = file_digest(run / "collect" / "trajectories.jsonl")
    checkpoints = run / ".checkpoints.sqlite"
    checkpoints.write_bytes(b"no database" * 100)
    broken = begin(run, base)
    assert broken.exit_code == 2
    assert str(checkpoints) in broken.stderr
    checkpoints.unlink()
    again = begin(run, base)
    assert again.exit_code == 0
    assert "planner-agent gate" in again.stdout
    assert file_digest(run / "collect" / "trajectories.jsonl") == made


# -- the gate


def test_a_waiting_run_asks_again_until_it_is_decided_once(base: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    for _ in range(2):
        waits = begin(run, base)
        assert waits.exit_code == 0, waits.stderr
        assert f"planner-agent gate {run} --approve" in waits.stdout
    assert not (run / "release").exists()
    rejected = command("gate", str(run), "--reject", "--reviewer", "ada", "--note", "too few recoveries")
    assert rejected.exit_code == 1
    assert "rejected by ada: too few recoveries" in rejected.stdout
    twice = command("gate", str(run), "--approve")
    assert twice.exit_code == 2
    assert "already rejected by ada" in twice.stderr
    over = begin(run, base, "--reviewer", "auto")
    assert over.exit_code == 1
    assert "rejected by ada" in over.stdout
    assert not (run / "curate" / "release").exists()


def test_the_gate_acts_on_the_folder_that_is_named_from_wherever_it_is_named(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("here", "elsewhere"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "here")
    shutil.copytree(base, "base")
    shutil.copytree(SHIPPED / "v1", "my-eta")
    waits = begin(Path("run"), Path("base"), "--eta", "my-eta")
    assert waits.exit_code == 0, waits.stderr
    shutil.copytree("run", "copy")
    monkeypatch.chdir(tmp_path / "elsewhere")
    rejected = command("gate", "../here/copy", "--reject", "--reviewer", "ada")
    assert rejected.exit_code == 1, rejected.stderr
    assert (tmp_path / "here" / "copy" / "release" / "decision.json").is_file()
    assert not (tmp_path / "here" / "run" / "release").exists()
    assert list(Path().iterdir()) == []


def test_an_edit_of_what_was_not_proposed_decides_nothing(base: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    begin(run, base)
    unknown = command("gate", str(run), "--approve", "--exclude", "no_such_trajectory/0")
    assert unknown.exit_code == 2
    assert "no_such_trajectory/0, which is not in the proposal" in unknown.stderr
    assert not (run / "release").exists()
    assert command("gate", str(run), "--reject").exit_code == 1


@pytest.mark.slow
def test_an_approved_run_goes_on_to_its_report_with_the_same_data(
    base: Path, unbroken: tuple[Path, dict[str, Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = tmp_path / "run"
    begin(run, base)
    assert "waits for a decision: planner-agent gate" in command("flywheel", "status", str(run)).stdout
    with monkeypatch.context() as patched:
        patched.setattr("planner_train.cold_start.cold_start", _stopped)
        assert command("gate", str(run), "--approve", "--reviewer", "ada").exit_code == 130
    assert "stopped before train" in command("flywheel", "status", str(run)).stdout
    approved = command("gate", str(run), "--approve", "--json")  # the word stands, so the run just goes on
    assert approved.exit_code == 0, approved.stderr
    said = json.loads(approved.stdout)
    assert (said["decision"]["by"], said["decision"]["reviewer"]) == ("person", "ada")
    assert "ada" in Path(said["report"]).read_text(encoding="utf-8")
    ours, theirs = (read_json(folder / "curate" / "release" / "release.json", Release) for folder in (run, unbroken[0]))
    names = ("trajectories.jsonl", "records.jsonl", "tasks.jsonl", "witnesses.jsonl", "conversations.jsonl")
    assert {name: ours.files[name] for name in names} == {name: theirs.files[name] for name in names}


def test_an_approval_of_a_proposal_that_has_changed_is_void(base: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    begin(run, base)
    proposal = run / "curate" / "proposal.json"
    proposal.write_text(proposal.read_text().replace('"parent": null', '"parent": "rel-0"'))
    tampered = command("gate", str(run), "--approve")
    assert tampered.exit_code == 2
    assert "changed" in tampered.stderr
    assert str(proposal) in tampered.stderr
    assert not (run / "curate" / "release").exists()

    (run / "curate" / "done.json").unlink()  # as the message advises
    again = begin(run, base)
    assert again.exit_code == 0, again.stderr
    assert command("gate", str(run), "--reject").exit_code == 1


def test_a_folder_without_a_run_and_a_run_before_its_gate_say_so(base: Path, tmp_path: Path) -> None:
    nothing = command("gate", str(tmp_path), "--approve")
    assert nothing.exit_code == 2
    assert "no run was begun here" in nothing.stderr
    begin(tmp_path / "run", base)
    (tmp_path / "run" / ".checkpoints.sqlite").unlink()
    early = command("gate", str(tmp_path / "run"), "--approve")
    assert early.exit_code == 2
    assert "not at its gate yet" in early.stderr


# -- checkpoints


def test_a_checkpoint_is_opened_once_and_again_when_it_changes_or_is_forgotten(base: Path, tmp_path: Path) -> None:
    checkpoint = shutil.copytree(base, tmp_path / "checkpoint")
    first = open_policy(f"local:{checkpoint}")
    assert open_policy(f"local:{checkpoint}") is first
    os.utime(checkpoint / "model.safetensors", ns=(1, 1))
    second = open_policy(f"local:{checkpoint}")
    assert second is not first
    forget_policies()
    assert open_policy(f"local:{checkpoint}") is not second


@pytest.mark.parametrize("damage", ["gone", "torn", "config"])
def test_a_damaged_checkpoint_is_one_clear_message(damage: str, base: Path, tmp_path: Path) -> None:
    checkpoint = shutil.copytree(base, tmp_path / "checkpoint")
    if damage == "gone":
        (checkpoint / "model.safetensors").unlink()
    elif damage == "torn":
        (checkpoint / "model.safetensors").write_bytes((base / "model.safetensors").read_bytes()[:1000])
    else:
        (checkpoint / "config.json").write_text("{")
    refused = command("ask", "Set an alarm for 7:15", "--policy", f"local:{checkpoint}")
    assert refused.exit_code == 2, refused.stderr
    assert refused.stderr.startswith("Error: the model cannot be loaded")
    assert str(checkpoint) in refused.stderr


# -- bad input


def gaps(folder: Path, line: str) -> str:
    (folder / "parent" / "analyse").mkdir(parents=True)
    (folder / "parent" / "analyse" / "gaps.jsonl").write_text(line + "\n")
    return str(folder / "parent")


def eta(folder: Path, settings: str, hints: str = "{}") -> str:
    (folder / "eta").mkdir()
    (folder / "eta" / "settings.yaml").write_text(settings)
    (folder / "eta" / "general.md").write_text("Be brief.")
    (folder / "eta" / "recall.yaml").write_text(hints)
    return str(folder / "eta")


def text(folder: Path, name: str, content: str) -> str:
    (folder / name).write_text(content)
    return str(folder / name)


BAD: dict[str, tuple[Any, str]] = {
    "minutes": (lambda _: ["--minutes", "0"], r"minutes is 0.*settings, field `minutes`"),
    "reviewer": (lambda _: ["--reviewer", "nobody"], r"reviewer is 'nobody'.*person or auto"),
    "family": (lambda _: ["--families", "moved_alrm"], r"no training family 'moved_alrm'.*moved_alarm"),
    "eta name": (lambda _: ["--eta", "v0"], r"no harness configuration 'v0'"),
    "eta folder": (
        lambda folder: ["--eta", eta(folder, "version: mine\nrecall: {tools: many}\n")],
        r"the value is 'many'.*eta/settings\.yaml, field `recall\.tools`",
    ),
    "eta hints": (
        lambda folder: ["--eta", eta(folder, "version: mine\n", "alarm: {words: 3}\n")],
        r"the value is 3.*eta/recall\.yaml, field `alarm\.words`",
    ),
    "eta yaml": (lambda folder: ["--eta", eta(folder, "version: [\n")], r"settings\.yaml"),
    "base model": (lambda folder: ["--base-model", str(folder / "none")], r"this is no model.*none.*config\.json"),
    "requests": (lambda folder: ["--requests", str(folder / "none.txt")], r"no such file.*none\.txt"),
    "empty requests": (lambda folder: ["--requests", text(folder, "r.txt", "\n")], r"holds no request.*r\.txt"),
    "broken requests": (
        lambda folder: ["--requests", text(folder, "r.jsonl", '{"request": 3}\n')],
        r"request.*r\.jsonl, line 1",
    ),
    "parent": (lambda folder: ["--iteration", "1", "--parent", str(folder / "none")], r"no such file.*none.*gaps\.jsonl"),
    "gaps": (
        lambda folder: ["--iteration", "1", "--parent", gaps(folder, '{"id": "g", "count": "two"}')],
        r"the value is 'two'.*gaps\.jsonl, line 1, field `count`",
    ),
    "release": (
        lambda folder: ["--iteration", "1", "--parent", gaps(folder, Gap(id="g", count=1, family="moved_alarm").to_json())],
        r"release\.json",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_clear_message_and_nothing_is_written(name: str, base: Path, tmp_path: Path) -> None:
    arguments, message = BAD[name]
    given = arguments(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    refused = begin(tmp_path / "run", base, *given)
    assert refused.exit_code == 2, (refused.stdout, refused.stderr)
    said = " ".join(refused.stderr.split())
    assert said.startswith("Error: ")
    assert re.search(message, said), said
    assert sorted(tmp_path.rglob("*")) == before


def test_a_folder_that_holds_other_things_is_left_alone(base: Path, tmp_path: Path) -> None:
    write_jsonl_atomic(tmp_path / "mine.jsonl", [])
    refused = begin(tmp_path, base)
    assert refused.exit_code == 2
    assert "the folder holds other things: mine.jsonl" in refused.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mine.jsonl"]
