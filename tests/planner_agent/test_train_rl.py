"""``planner-agent train rl``: from constructed tasks to a checkpoint, resumed like any run, bad input named."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from bench.scenario import FAMILIES, build
from bench.suite import families_of
from harness.catalogue import full_catalogue
from harness.contract import Holdout, Split
from harness.instructions import SHIPPED
from harness.records import write_jsonl_atomic
from harness.runs import read_manifest
from planner_agent.cli import app
from tests.planner_train.tiny import coin_tasks, tiny_model, write_checkpoint

SMALL = "turn_tokens: 4\nmicro: 2\neval_every: 1\nthreads: 1\n"


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tasks of one family, a planner that knows nothing, and settings for a run of seconds."""
    root = tmp_path_factory.mktemp("rl")
    families_of(Split.TRAIN)
    family = FAMILIES["named_timer"]
    made = [
        build(family, number, full_catalogue(), split=Split.TRAIN, holdout=Holdout.NONE, seed=0)[0] for number in range(2)
    ]
    write_jsonl_atomic(root / "construct" / "tasks.jsonl", made)
    write_checkpoint(tiny_model(), root / "train" / "checkpoint")
    (root / "small.yaml").write_text(SMALL)
    return root


def small(folder: Path, *more: object) -> list[object]:
    options = ["--config", folder / "small.yaml", "--updates", 1, "--tasks", 1, "--group", 2, "--dev-per-family", 1]
    return ["train", "rl", folder, *options, *more]


def test_a_run_leaves_a_policy_and_says_how_fast_it_was(folder: Path, tmp_path: Path) -> None:
    result = invoke(*small(folder, "--run", tmp_path / "run", "--arm", "vanilla", "--json"))
    assert result.exit_code == 0, result.stderr
    document: dict[str, Any] = json.loads(result.stdout)
    assert document["facts"]["episodes"] == 2 and document["policy"].startswith("local:")
    assert set(document["facts"]["after"]) == {"dev"}
    shares = [document["speed"][f"share_{name}"] for name in ("model", "phone", "harness", "trainer")]
    assert sum(shares) == pytest.approx(1, abs=0.01) and document["speed"]["rollouts_per_second"] > 0
    before = read_manifest(tmp_path / "run").digest()
    again = invoke(*small(folder, "--run", tmp_path / "run", "--arm", "vanilla"))
    assert again.exit_code == 0 and "rollouts per second" in again.stdout
    assert read_manifest(tmp_path / "run").digest() == before
    other = invoke(*small(folder, "--run", tmp_path / "run", "--arm", "care"))
    assert other.exit_code == 2 and "switches" in other.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--arm", "fancy"], "there is no arm 'fancy'"),
        (["--group", "1"], "group"),
        (["--group", "3"], "does not divide"),
        (["--policy", "local:nowhere"], "this is no model"),
        (["--report-to", "fancyboard"], "fancyboard"),
        (["--lr", "nan"], "lr"),
    ],
)
def test_what_cannot_be_used_is_named(folder: Path, tmp_path: Path, options: list[str], message: str) -> None:
    result = invoke(*small(folder, "--run", tmp_path / "run", *options))
    assert result.exit_code == 2 and message in result.stderr


def test_a_task_that_cannot_be_played_and_a_configuration_of_what_is_not_there_are_named(
    folder: Path, tmp_path: Path
) -> None:
    eta = shutil.copytree(SHIPPED / "v1", tmp_path / "eta")
    text = (eta / "settings.yaml").read_text(encoding="utf-8")
    (eta / "settings.yaml").write_text(text.replace("search_user_memory", "search_user_memori"), encoding="utf-8")
    result = invoke(*small(folder, "--run", tmp_path / "run", "--eta", eta))
    assert result.exit_code == 2 and "eta/settings.yaml, field `recall.always`" in result.stderr
    tasks = (folder / "construct" / "tasks.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    wrong = json.loads(tasks[1]) | {"budget": {"turns": 0}}
    source = tmp_path / "tasks"
    source.mkdir()
    (source / "tasks.jsonl").write_text(tasks[0] + json.dumps(wrong) + "\n", encoding="utf-8")
    line = small(folder, "--run", tmp_path / "run", "--policy", f"local:{folder / 'train' / 'checkpoint'}")
    result = invoke(*[source if item == folder else item for item in line])
    assert result.exit_code == 2 and "tasks.jsonl, line 2, field `budget`" in result.stderr
    assert not (tmp_path / "run").exists()


def test_a_config_with_a_wrong_name_or_none_at_all_is_named(folder: Path, tmp_path: Path) -> None:
    simulated = ("backends: simulated\n", "simulated phone needs a model")
    for text, message in (("grop: 4\n", "grop"), ("- 1\n", "holds no settings"), simulated):
        (tmp_path / "bad.yaml").write_text(text)
        result = invoke("train", "rl", folder, "--config", tmp_path / "bad.yaml", "--run", tmp_path / "run")
        assert result.exit_code == 2 and message in result.stderr
        assert not (tmp_path / "run").exists()


def test_tasks_of_no_family_have_no_dev_tasks(folder: Path, tmp_path: Path) -> None:
    write_jsonl_atomic(tmp_path / "tasks.jsonl", coin_tasks(1))
    result = invoke(
        "train", "rl", tmp_path, "--policy", f"local:{folder / 'train' / 'checkpoint'}", "--run", tmp_path / "run"
    )
    assert result.exit_code == 2 and "no dev tasks" in result.stderr


# -- bigger models


def test_a_dry_run_prints_the_arithmetic_and_leaves_nothing(folder: Path, tmp_path: Path) -> None:
    result = invoke(*small(folder, "--run", tmp_path / "run", "--dry-run", "--json"))
    assert result.exit_code == 0, result.stderr
    document: dict[str, Any] = json.loads(result.stdout)
    assert document["parameters"] == sum(parameter.numel() for parameter in tiny_model().parameters())
    assert document["batch"]["tasks"] == 2 and document["batch"]["updates of an epoch"] == 2
    assert document["launcher"] == f"planner-agent train rl {folder}" and document["missing"] == []
    assert not (tmp_path / "run").exists()


def test_a_dry_run_of_a_recipe_needs_neither_its_model_nor_its_devices(folder: Path) -> None:
    result = invoke("train", "rl", folder, "--recipe", "qwen3-32b-full", "--tasks", 32, "--dry-run")
    assert result.exit_code == 0, result.stderr
    expected = ("32,762,123,264", "fsdp.yaml --num_processes 16", "of 16 CUDA devices", "vllm serve")
    for text in (*expected, "episodes of an update              256"):
        assert text in result.stdout


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--recipe", "qwen9"], "there is no recipe 'qwen9'"),
        (["--recipe", "qwen3-8b-full", "--tasks", "4", "--dry-run"], "4 cannot be split evenly over 6 devices"),
        (["--recipe", "qwen3-8b-lora", "--policy", "embedded"], "1 process was started"),
    ],
)
def test_a_recipe_that_does_not_work_out_is_refused_before_anything_starts(
    folder: Path, tmp_path: Path, options: list[str], message: str
) -> None:
    result = invoke("train", "rl", folder, "--run", tmp_path / "run", *options)
    assert result.exit_code == 2 and message in result.stderr and not (tmp_path / "run").exists()


def test_what_does_not_fit_is_shown_and_refused(folder: Path, tmp_path: Path) -> None:
    shown = invoke("train", "recipes", "qwen3-4b-lora")
    assert shown.exit_code == 0
    (tmp_path / "mine.yaml").write_text(shown.stdout.replace("gib: 48", "gib: 12"))
    result = invoke("train", "rl", folder, "--recipe", tmp_path / "mine.yaml", "--dry-run")
    assert result.exit_code == 2 and "of 12" in result.stdout and "at most 12 GiB" in result.stderr


def test_recipes_are_listed_smallest_first() -> None:
    lines = invoke("train", "recipes").stdout.splitlines()
    assert lines[0].startswith("qwen3-0.6b") and lines[-1].startswith("qwen3-32b") and len(lines) == 12
    assert json.loads(invoke("train", "recipes", "--json").stdout)["qwen3-8b-lora"]["base_model"] == "Qwen/Qwen3-8B"
