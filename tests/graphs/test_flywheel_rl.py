"""The flywheel with reinforcement learning after its cold start: killed in it, measured around it, left out by default."""

import json
import shutil
import signal
from pathlib import Path
from typing import Any

import pytest

from agents.report import write_report
from agents.report.reading import Iteration
from graphs.flywheel import STAGES, plan_of, stages_of
from graphs.settings import Settings
from harness.models.local_policy import embedded_base
from harness.records import file_digest
from harness.runs import read_manifest
from tests.agents.pages import Page
from tests.graphs.test_flywheel import TINY, command, in_a_process

WINDOW = 800
"""Tokens, so that an episode of the talker is short."""


@pytest.fixture(scope="module")
def talker(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of two small layers that has room to say something, which is never right."""
    import torch
    from transformers import AutoTokenizer, Qwen3Config, Qwen3ForCausalLM

    folder = tmp_path_factory.mktemp("talker")
    tokenizer = AutoTokenizer.from_pretrained(embedded_base())
    torch.manual_seed(0)
    heads = {"num_attention_heads": 2, "num_key_value_heads": 2, "head_dim": 16}
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "max_position_embeddings": WINDOW}
    Qwen3ForCausalLM(Qwen3Config(vocab_size=len(tokenizer), **heads, **sizes)).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def arguments(run: Path, talker: Path, updates: int = 2) -> tuple[str, ...]:
    given = ("--rl-updates", str(updates), "--base-model", str(talker), "--reviewer", "auto", "--run", str(run), "--json")
    return (*TINY, *given)


@pytest.fixture(scope="module")
def unbroken(talker: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A run with two updates that nothing interrupted, and what its command printed."""
    run = tmp_path_factory.mktemp("unbroken") / "run"
    done = in_a_process(*arguments(run, talker), hash_seed="1", module="tests.graphs.lucky")
    assert done.returncode == 0, done.stderr
    return run, json.loads(done.stdout)


@pytest.mark.slow
def test_it_learns_from_the_cold_start_and_is_evaluated_before_and_after(unbroken: tuple[Path, dict[str, Any]]) -> None:
    run, said = unbroken
    manifest = read_manifest(run)
    assert set(manifest.stages) == set(stages_of(manifest.plan)) == {*STAGES, "rl"}
    assert manifest.plan.settings["rl_updates"] == said["facts"]["rl"]["updates"] == 2
    assert said["facts"]["rl"]["settings"]["care"]["phi"]["p_high"] == 0.875
    assert said["facts"]["rl"]["episodes"] == 64 and said["facts"]["rl"]["updates_skipped"] == 0
    start = file_digest(run / "train" / "checkpoint" / "model.safetensors")
    end = file_digest(run / "rl" / "checkpoint" / "model.safetensors")
    assert manifest.stages["rl"].inputs["model.safetensors"] == start != end
    assert manifest.stages["evaluate"].inputs["model.safetensors"] == end
    spoken = [json.loads(line) for line in (run / "rl" / "rollouts" / "batch-00000.jsonl").read_text().splitlines()]
    assert any("".join(episode["texts"]) for episode in spoken)
    diagnosed = json.loads((run / "diagnose" / "trajectories.jsonl").read_text().splitlines()[0])
    assert diagnosed["policy"]["digest"] == end, "what is diagnosed is the planner that the run ends with"
    for part in Iteration(run).slices:
        assert [item.task_id for item in part.cold] == [item.task_id for item in part.after] == [t.id for t in part.tasks]
        assert {item.policy.digest for item in part.cold} == {start} and {item.policy.digest for item in part.after} == {end}
        assert said["facts"]["evaluate"][f"{part.name}.cold"][1] == len(part.tasks)


@pytest.mark.slow
def test_a_run_killed_while_it_learns_goes_on_with_the_next_batch_and_ends_the_same(
    talker: Path, unbroken: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    run = tmp_path / "run"
    shutil.copytree(unbroken[0], run)
    for name in ("rl", "evaluate", "diagnose", "analyse"):
        shutil.rmtree(run / name)
    (run / ".checkpoints.sqlite").unlink()
    for number, trap in enumerate((("os.rename", "rl/rollouts/batch-00001.jsonl"), ("os.rename", "rl/checkpoint"))):
        killed = in_a_process(*arguments(run, talker), hash_seed=str(number), trap=trap, module="tests.graphs.lucky")
        assert killed.returncode == -signal.SIGKILL, (trap, killed.stderr)
        assert "stopped before rl" in command("flywheel", "status", str(run)).stdout
        assert (run / "rl" / "rollouts" / "batch-00000.jsonl").is_file()
    done = in_a_process(*arguments(run, talker), module="tests.graphs.lucky")
    assert done.returncode == 0, done.stderr
    ours, theirs = read_manifest(run), read_manifest(unbroken[0])
    for name, stage in theirs.stages.items():
        assert ours.stages[name].outputs == stage.outputs, name
    assert ours.digest() == theirs.digest()
    assert {f"rollouts/batch-{number:05d}.jsonl" for number in range(2)} <= set(ours.stages["rl"].outputs)


@pytest.mark.slow
def test_the_report_shows_the_curve_and_the_paired_differences(unbroken: tuple[Path, dict[str, Any]]) -> None:
    run, _ = unbroken
    assert [row["update"] for row in Iteration(run).rl_curve] == [1, 2]
    page = Page(write_report(run))
    assert 'aria-label="reinforcement learning"' in page.html
    for text in ("Reinforcement learning", "groups by regime", "all together", "2 updates of reinforcement learning"):
        assert text in page.words, text
    assert "Not run here: a physical device" in page.words
    shown = command("flywheel", "status", str(run)).stdout
    assert "2 updates on 64 episodes" in shown and "before RL: 0" in shown and "finished" in shown


@pytest.mark.slow
def test_another_number_of_updates_is_another_run(talker: Path, unbroken: tuple[Path, dict[str, Any]]) -> None:
    for updates in (0, 3):
        other = command("flywheel", "run", *arguments(unbroken[0], talker, updates))
        assert other.exit_code == 2
        assert "the run was begun with settings.rl_updates = 2" in other.stderr


def test_without_updates_there_is_no_such_stage_and_nothing_of_it_in_the_plan() -> None:
    plan = plan_of({}, Settings(rl_updates=0))
    assert plan == plan_of({}, Settings())
    assert stages_of(plan) == STAGES and not any("rl" in name for name in plan.settings)
    assert plan != plan_of({}, Settings(rl_updates=1))


def test_less_than_no_update_is_refused(tmp_path: Path) -> None:
    refused = command("flywheel", "run", "--rl-updates", "-1", "--run", str(tmp_path / "run"))
    assert refused.exit_code == 2 and "--rl-updates" in refused.stderr
    assert not (tmp_path / "run").exists()
