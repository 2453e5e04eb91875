"""Two processes over gloo make what one makes, and each of them runs whole groups."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from planner_train import processes
from tests.import_rules import ROOT
from tests.planner_train.spread import SETTINGS, run
from tests.planner_train.tiny import coin_model, write_checkpoint


@dataclass(frozen=True)
class Ran:
    """Where the same trainings were done by one process and by two, and the model that they began with."""

    one: Path
    two: Path
    start: Path

    def assert_same_weights(self, kind: str) -> None:
        """Equal to rounding, of which AdamW makes the most where a gradient is next to nothing."""
        folders = (self.one / kind / "checkpoint", self.two / kind / "checkpoint", self.start)
        ours, theirs, before = (load_file(folder / "model.safetensors") for folder in folders)
        assert ours.keys() == theirs.keys() == before.keys()
        distance = lambda left, right: sum(float((left[name] - right[name]).square().sum()) for name in left) ** 0.5
        assert distance(ours, before) > 0.1
        assert distance(ours, theirs) < 1e-3 * distance(ours, before)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    root = tmp_path_factory.mktemp("spread")
    made = Ran(root / "one", root / "two", write_checkpoint(coin_model(), root / "start"))
    run(made.start, made.one)
    launcher = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc-per-node", "2"]
    command = [*launcher, "-m", "tests.planner_train.spread", str(made.start), str(made.two)]
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    return made


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.slow
def test_reinforcement_learning_in_two_processes_is_that_of_one(ran: Ran) -> None:
    one, two = ran.one / "rl", ran.two / "rl"
    ran.assert_same_weights("rl")
    tables = sorted(one.glob("rollouts/*.jsonl"))
    assert len(tables) == SETTINGS.updates
    for table in tables:
        ours, theirs = lines(table), lines(two / "rollouts" / table.name)
        assert len(ours) == SETTINGS.tasks * SETTINGS.group
        for here, there in zip(ours, theirs, strict=True):
            assert here.pop("advantage") == pytest.approx(there.pop("advantage"), abs=1e-5)
            assert here == there
    assert lines(one / "evals.jsonl") == lines(two / "evals.jsonl")
    updates = list(zip(lines(one / "updates.jsonl"), lines(two / "updates.jsonl"), strict=True))
    assert len(updates) == SETTINGS.updates
    for here, there in updates:
        counted = [name for name in here if name.startswith(("care/episodes", "care/turns", "care/groups", "care/success"))]
        assert counted and {name: here[name] for name in counted} == {name: there[name] for name in counted}


@pytest.mark.slow
def test_a_cold_start_in_two_processes_is_that_of_one(ran: Ran) -> None:
    ran.assert_same_weights("cold-start")
    folders = (ran.one / "cold-start", ran.two / "cold-start")
    ours, theirs = (json.loads((folder / "checkpoint" / "manifest.json").read_text()) for folder in folders)
    assert ours["steps"] == theirs["steps"] >= 3
    assert ours.pop("losses") == pytest.approx(theirs.pop("losses"), abs=1e-3)
    assert ours == theirs


def test_one_process_exchanges_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    assert processes.gather([1, 2]) == [1, 2] and processes.from_first("all") == "all"
    processes.wait_for_all()
    assert processes.is_first() and not torch.distributed.is_initialized()


def test_how_a_launcher_splits_a_model_is_read_from_its_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    from harness.errors import UserError

    monkeypatch.delenv("ACCELERATE_USE_FSDP", raising=False)
    monkeypatch.delenv("ACCELERATE_USE_DEEPSPEED", raising=False)
    assert processes.sharding() == "none"
    monkeypatch.setenv("ACCELERATE_USE_DEEPSPEED", "true")
    monkeypatch.setenv("ACCELERATE_DEEPSPEED_ZERO_STAGE", "3")
    assert processes.sharding() == "zero3"
    monkeypatch.setenv("ACCELERATE_DEEPSPEED_ZERO_STAGE", "1")
    with pytest.raises(UserError, match="zero_stage is 1"):
        processes.sharding()
    monkeypatch.setenv("ACCELERATE_USE_FSDP", "true")
    assert processes.sharding() == "fsdp"
