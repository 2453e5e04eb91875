"""Run folders: resumed with the same plan, refused with another, one process at a time, manifests without a clock."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from harness.errors import UserError
from harness.records import append_jsonl, write_jsonl_atomic
from harness.runs import RunFolder, RunPlan, is_running, list_runs, read_manifest

PLAN = RunPlan(seed=7, settings={"tasks": 3, "model": {"name": "tiny", "layers": 2}})


def work(path: Path, stages: tuple[str, ...], plan: RunPlan = PLAN) -> RunFolder:
    """A run of the given stages, each made from the one before; finished ones are kept."""
    with RunFolder(path, plan) as run:
        inputs: dict[str, str] = {}
        for name in stages:
            stage = run.stage(name, inputs)
            finished = stage.finished
            if finished is None:
                write_jsonl_atomic(stage.path / "out.jsonl", [{"stage": name, "seed": plan.seed}])
                (stage.path / "log.txt").write_text(str(path))
                finished = stage.finish(["out.jsonl"], {"rows": 1})
            inputs = {name: finished.outputs["out.jsonl"]}
    return run


def test_a_resumed_run_ends_like_an_unbroken_one(tmp_path: Path) -> None:
    unbroken = work(tmp_path / "a", ("construct", "collect", "curate"))
    work(tmp_path / "b", ("construct",))
    work(tmp_path / "b", ("construct", "collect"))
    resumed = work(tmp_path / "b", ("construct", "collect", "curate"))
    assert resumed.digest() == unbroken.digest()
    assert (tmp_path / "a" / "manifest.json").read_bytes() == (tmp_path / "b" / "manifest.json").read_bytes()
    assert resumed.notices == []


def test_another_seed_is_another_digest(tmp_path: Path) -> None:
    assert work(tmp_path / "a", ("s",)).digest() != work(tmp_path / "b", ("s",), RunPlan(seed=8)).digest()


def test_a_finished_stage_is_not_done_again(tmp_path: Path) -> None:
    work(tmp_path, ("construct",))
    (tmp_path / "construct" / "log.txt").write_text("untouched")
    work(tmp_path, ("construct", "collect"))
    assert (tmp_path / "construct" / "log.txt").read_text() == "untouched"


def test_a_marker_counts_even_if_the_manifest_was_not_written_after_it(tmp_path: Path) -> None:
    work(tmp_path, ("construct",))
    before = (tmp_path / "manifest.json").read_bytes()
    work(tmp_path, ("construct", "collect"))
    (tmp_path / "manifest.json").write_bytes(before)
    assert set(read_manifest(tmp_path).stages) == {"construct", "collect"}
    assert work(tmp_path, ("construct", "collect")).digest() == work(tmp_path, ("construct", "collect")).digest()


@pytest.mark.parametrize(
    ("plan", "expected"),
    [
        (PLAN.model_copy(update={"seed": 8}), "begun with seed = 7, and now seed = 8 is asked"),
        (
            RunPlan(seed=7, settings={"tasks": 3, "model": {"name": "tiny", "layers": 4}}),
            "begun with settings.model.layers = 2, and now settings.model.layers = 4 is asked",
        ),
        (PLAN.model_copy(update={"inputs": {"requests": "sha256:0"}}), "inputs.requests = None"),
    ],
)
def test_another_plan_is_refused_and_says_what_differs(tmp_path: Path, plan: RunPlan, expected: str) -> None:
    work(tmp_path, ("construct",))
    before = (tmp_path / "manifest.json").read_bytes()
    with pytest.raises(UserError, match=expected), RunFolder(tmp_path, plan):
        pytest.fail("the folder was opened")
    assert (tmp_path / "manifest.json").read_bytes() == before
    assert not (tmp_path / ".owner").exists()


def test_a_folder_of_other_things_is_refused(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"")
    with pytest.raises(UserError, match=r"holds other things: holiday\.jpg"):
        work(tmp_path, ("construct",))


def test_a_changed_or_lost_output_is_noticed(tmp_path: Path) -> None:
    work(tmp_path, ("construct",))
    output = tmp_path / "construct" / "out.jsonl"
    output.write_text("{}\n")
    with pytest.raises(UserError, match="was changed"):
        work(tmp_path, ("construct",))
    output.unlink()
    with pytest.raises(UserError, match="is gone"):
        work(tmp_path, ("construct",))
    (tmp_path / "construct" / "done.json").unlink()
    work(tmp_path, ("construct",))
    assert output.is_file()


def test_a_stage_made_from_other_inputs_is_refused(tmp_path: Path) -> None:
    work(tmp_path, ("construct",))
    with RunFolder(tmp_path, PLAN) as run, pytest.raises(UserError, match=r"other inputs \(inputs.tasks differs\)"):
        run.stage("construct", {"tasks": "sha256:1"})


def test_a_malformed_manifest_is_a_user_error(tmp_path: Path) -> None:
    work(tmp_path, ("construct",))
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    (tmp_path / "manifest.json").write_text(json.dumps({**manifest, "plan": {}}))
    with pytest.raises(UserError, match=r"manifest\.json, field `plan\.seed`: the field is missing"):
        work(tmp_path, ("construct",))


def test_a_change_of_code_is_noticed_and_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    work(tmp_path, ("construct",))
    monkeypatch.setattr("harness.runs.code_version", lambda: "sha256:new")
    run = work(tmp_path, ("construct", "collect"))
    assert len(run.manifest.code) == 2
    assert "begun with other code" in run.notices[0]
    assert run.manifest.stages["collect"].code == "sha256:new"


HOLDER = """
import sys, time
from pathlib import Path
from harness.runs import RunFolder, RunPlan
with RunFolder(Path(sys.argv[1]), RunPlan(seed=7)) as run:
    stage = run.stage("construct")
    (stage.path / ".half.jsonl.1.1.aside").write_text("half")
    print("holding", flush=True)
    time.sleep(60)
"""


def test_two_processes_cannot_own_one_folder_and_a_kill_frees_it(tmp_path: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None and holder.stdout.readline() == "holding\n"
    assert is_running(tmp_path)
    with pytest.raises(UserError, match=f"process {holder.pid} is working in this run folder"):
        work(tmp_path, ("construct",), RunPlan(seed=7))
    holder.send_signal(signal.SIGKILL)
    holder.communicate()
    assert not is_running(tmp_path)
    work(tmp_path, ("construct",), RunPlan(seed=7))
    assert list(tmp_path.rglob("*.aside")) == []


def test_an_interrupt_carries_a_note_on_how_to_go_on(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt) as caught, RunFolder(tmp_path, PLAN):
        raise KeyboardInterrupt
    assert caught.value.__notes__ == [f"What is finished is kept in {tmp_path}: the same command continues there."]
    assert not is_running(tmp_path)


def test_a_reader_needs_no_ownership(tmp_path: Path) -> None:
    with RunFolder(tmp_path / "r", PLAN) as run:
        stage = run.stage("construct")
        append_jsonl(stage.path / "out.jsonl", [{"a": 1}])
        stage.finish(["out.jsonl"], {"rows": 1})
        assert read_manifest(tmp_path / "r").stages["construct"].facts == {"rows": 1}
    assert list_runs(tmp_path) == [tmp_path / "r"]
    assert list_runs(tmp_path / "nowhere") == []
    with pytest.raises(UserError, match="no such run"):
        read_manifest(tmp_path / "nowhere")
