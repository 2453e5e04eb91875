"""Trainings of the ablation: planned, killed, repeated, added to."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch

from harness.errors import UserError
from harness.records import file_digest
from planner_train.ablation import jobs
from planner_train.ablation.cold_start import learn, new_model
from planner_train.ablation.demonstrations import demonstrate
from planner_train.ablation.families import make
from planner_train.ablation.jobs import Job, plan
from planner_train.ablation.recipe import SHIPPED, load_recipe
from planner_train.ablation.running import is_done, run
from planner_train.care import ARMS
from tests.planner_train.ablation.settings import tiny, words


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two arms of one seed, in processes, from begin to end."""
    out = tmp_path_factory.mktemp("whole")
    run(out, tiny(), plan(tiny(), ["vanilla", "care"], [7]))
    return out


def files(folder: Path) -> dict[str, bytes]:
    """Everything that a training leaves and no clock measured."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "timing.jsonl"
    }


def test_a_run_leaves_raw_logs_of_every_part(whole: Path) -> None:
    for arm in ("vanilla", "care"):
        folder = whole / "runs" / arm / "seed-7"
        evals = [json.loads(line) for line in (folder / "evals.jsonl").read_text().splitlines()]
        assert [(line["update"], line["set"]) for line in evals] == [
            (update, name) for update in (0, 2, 3) for name in ("dev", "train", "held-out")
        ]
        assert {line["set"]: line["n"] for line in evals} == {"dev": 5, "train": 10, "held-out": 5}
        assert len((folder / "updates.jsonl").read_text().splitlines()) == 3
    start = [(whole / f"runs/{arm}/seed-7/evals.jsonl").read_text().splitlines()[:3] for arm in ("vanilla", "care")]
    assert start[0] == start[1], "all arms of a seed start from the same planner"


def test_what_is_done_is_not_done_again_and_another_recipe_is_refused(whole: Path) -> None:
    before = files(whole)
    told: list[tuple[str, int, int]] = []
    run(whole, tiny(), plan(tiny(), ["care"], [7]), progress=lambda *what: told.append(what))
    assert told == [("cold start", 0, 0), ("training", 1, 1)]
    assert files(whole) == before
    with pytest.raises(UserError, match="another ablation is under way here"):
        run(whole, tiny(tasks=2), plan(tiny(), ["care"], [7]))


def test_a_killed_run_goes_on_and_ends_the_same(whole: Path, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from tests.planner_train.ablation.settings import tiny;"
        "from planner_train.ablation.jobs import plan; from planner_train.ablation.running import run;"
        "run(Path(sys.argv[1]), tiny(), plan(tiny(), ['care'], [7]))"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    log = tmp_path / "runs/care/seed-7/updates.jsonl"
    first = subprocess.Popen(command, cwd=Path(__file__).parents[3], start_new_session=True)
    try:
        for _ in range(6000):
            if log.exists() and log.read_text().count("\n") >= 1:
                break
            assert first.poll() is None, "it ended before it could be killed"
            time.sleep(0.05)
        else:
            pytest.fail("no update within five minutes")
    finally:
        os.kill(first.pid, signal.SIGKILL)  # its worker lives on, and must not disturb who comes next
        first.wait()
    run(tmp_path, tiny(), plan(tiny(), ["care"], [7]))
    assert files(tmp_path / "runs/care/seed-7") == files(whole / "runs/care/seed-7")
    assert files(tmp_path / "starts") == files(whole / "starts")


def test_a_part_that_fails_says_why(tmp_path: Path) -> None:
    recipe = tiny()
    broken = recipe.model_copy(update={"rl": recipe.rl.model_copy(update={"report_to": ("nobody",)})})
    with pytest.raises(UserError, match=r"a part failed: .*nobody"):
        run(tmp_path, broken, plan(broken, ["vanilla"], [7]))
    assert not is_done(Job("vanilla", 7), tmp_path)


def test_a_plan_goes_seed_by_seed_and_a_sweep_holds_lambda() -> None:
    recipe = load_recipe()
    assert [(job.seed, job.arm) for job in plan(recipe, ["vanilla", "care"], [3, 1])] == [
        (3, "vanilla"), (3, "care"), (1, "vanilla"), (1, "care"),
    ]  # fmt: skip
    swept = plan(recipe, recipe.arms, [0], sweep=True)
    assert [job.label for job in swept] == [f"care-lambda-{value:g}" for value in recipe.sweep]
    made = recipe.settings("care", 0, 0.8)
    assert made.care.phi.lambda_eff == 0.8 and not made.care.switches.controller
    with pytest.raises(UserError, match="there is no arm 'caring'"):
        plan(recipe, ["caring"], [0])


def test_arms_differ_by_their_switches_alone() -> None:
    recipe = load_recipe()
    fields = [recipe.settings(arm, 0).model_dump() for arm in ARMS]
    for made in fields:
        del made["care"]["switches"]
    assert all(made == fields[0] for made in fields)
    assert recipe.seeds == (0, 1, 2, 3, 4) and recipe.arms == ("vanilla", "care", "uncalibrated")


def test_a_recipe_that_cannot_be_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "recipe.yaml"
    path.write_text("seeds: [0]\n")
    with pytest.raises(UserError, match="the file holds no recipe"):
        load_recipe(path)
    text = (Path(jobs.__file__).parent / "recipe.yaml").read_text()
    path.write_text(text.replace("arms: [vanilla, care, uncalibrated]", "arms: [vanilla, caring]"))
    with pytest.raises(UserError, match="there is no arm 'caring'"):
        load_recipe(path)
    path.write_text(text.replace("width: 80", "width: 81"))
    with pytest.raises(UserError, match="a width of 81 has no 4 heads"):
        load_recipe(path)


def test_a_cold_start_learns_what_it_is_shown() -> None:
    recipe = tiny()
    manner = recipe.cold_start.manner
    shown = [demonstrate(make("direct_media", number), manner, jobs.harness(), words(), 0) for number in range(4)]
    change = {"cold_start": recipe.cold_start.model_copy(update={"steps": 60})}
    model = new_model(recipe.shape, len(words()), 0)
    losses = learn(model, shown, recipe.model_copy(update=change), 0, words().pad_token_id)
    assert losses[-1] < 0.5 * losses[0]
    assert all(torch.isfinite(item).all() for item in model.parameters())


def test_the_recipe_is_the_one_that_the_decision_record_fixed() -> None:
    """Whoever changes the recipe says so there, and why."""
    page = Path(jobs.__file__).parents[2] / "docs" / "decisions" / "0017-the-ablation-is-fixed-before-it-is-run.md"
    assert file_digest(SHIPPED) in page.read_text(encoding="utf-8")
