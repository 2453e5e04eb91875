"""From made-up logs with known truth to intervals, verdicts and a report."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.errors import UserError
from planner_train.ablation.analysis import band, compare, curve, orderings, read_runs, regime_shares
from planner_train.ablation.jobs import SETS
from planner_train.ablation.report import write_report
from tests.planner_train.ablation.settings import tiny

SEEDS, TASKS = 5, 200
Episode = tuple[int, int, int]


def write(
    out: Path,
    label: str,
    episode: Callable[[random.Random, int], Episode],
    *,
    seeds: int = SEEDS,
    last: int = 3,
    salt: int = 0,
) -> None:
    """Logs of an arm: at the beginning everybody fails half the time at 50 tokens."""
    for seed in range(seeds):
        folder = out / "runs" / label / f"seed-{seed}"
        folder.mkdir(parents=True)
        lines = []
        for update in (0, last):
            for where in SETS:
                rng = random.Random(f"{where}/{seed}/{update}/{salt}")
                begin = lambda rng, task: (rng.randrange(2), 50, 2)
                made = [(episode if update else begin)(rng, task) for task in range(TASKS)]
                lines.append(json.dumps({"update": update, "set": where, "n": TASKS, "valid": TASKS, "episodes": made}))
        (folder / "evals.jsonl").write_text("\n".join(lines) + "\n")
        shares = [{"update": at, "care/regime/efficiency/share": at / 100, "care/loss": 0.0} for at in range(1, 51)]
        (folder / "updates.jsonl").write_text("".join(json.dumps(line) + "\n" for line in shares))


def steady(rate: float, tokens: int) -> Callable[[random.Random, int], Episode]:
    """Solves a fixed share of the tasks, the same ones, and needs half the tokens where it fails."""
    return lambda rng, task: (1, tokens, 3) if task < rate * TASKS else (0, tokens // 2, 1)


def noisy(rate: float, tokens: int) -> Callable[[random.Random, int], Episode]:
    return lambda rng, task: (int(rng.random() < rate), tokens, 3)


def test_a_comparison_is_paired_and_counts_tokens_of_successes(tmp_path: Path) -> None:
    write(tmp_path, "vanilla", steady(0.9, 60))
    write(tmp_path, "care", steady(0.9, 39))
    found = compare(read_runs(tmp_path), "care", "vanilla", "train")
    assert found is not None
    assert found.success.value == found.success.low == found.success.high == 0.0, "the same tasks: nothing is uncertain"
    assert found.tokens.value == pytest.approx(0.65)
    assert list(found.by_seed) == list(range(SEEDS))
    assert all(values == pytest.approx((0.0, 0.65)) for values in found.by_seed.values())


def test_short_failures_are_no_thrift(tmp_path: Path) -> None:
    write(tmp_path, "vanilla", lambda rng, task: (int(task < 100), 60, 3))
    write(tmp_path, "care", lambda rng, task: (int(task < 100), 60 if task < 100 else 1, 3))
    found = compare(read_runs(tmp_path), "care", "vanilla", "held-out")
    assert found is not None and found.tokens.value == 1.0


def test_the_picture_of_the_paper_is_recognised(tmp_path: Path) -> None:
    write(tmp_path, "vanilla", steady(0.95, 60))
    write(tmp_path, "care", steady(0.95, 38))
    write(tmp_path, "uncalibrated", steady(0.8, 30))
    assert {item.verdict for item in orderings(read_runs(tmp_path), SETS)} == {"holds"}
    assert all(item.seeds == item.of == SEEDS for item in orderings(read_runs(tmp_path), SETS))


def test_so_is_its_opposite_and_what_is_undecided(tmp_path: Path) -> None:
    write(tmp_path, "vanilla", steady(0.95, 30))
    write(tmp_path, "care", steady(0.8, 38))
    write(tmp_path, "uncalibrated", steady(0.95, 60))
    assert {item.verdict for item in orderings(read_runs(tmp_path), ("train",))} == {"reversed", "fails"}
    other = tmp_path / "noisy"
    write(other, "vanilla", noisy(0.9, 60), seeds=2)
    write(other, "care", noisy(0.9, 60), seeds=2, salt=1)
    by_claim = {item.claim[:13]: item.verdict for item in orderings(read_runs(other), ("train",))}
    assert by_claim["CARE succeeds"] in ("on average", "fails")
    assert by_claim["CARE needs at"] == "reversed"


def test_an_interval_holds_the_truth_about_as_often_as_it_says(tmp_path: Path) -> None:
    held = 0
    for number in range(20):
        out = tmp_path / str(number)
        write(out, "vanilla", noisy(0.8, 60), salt=2 * number)
        write(out, "care", noisy(0.85, 60), salt=2 * number + 1)
        found = compare(read_runs(out), "care", "vanilla", "train")
        assert found is not None
        held += found.success.low <= 0.05 <= found.success.high
    assert held >= 16


def test_curves_and_regimes_are_means_over_the_seeds(tmp_path: Path) -> None:
    write(tmp_path, "care", steady(0.9, 39))
    runs = read_runs(tmp_path)
    seeds = curve(runs, "care", "train", "tokens")
    assert {values[3] for values in seeds.values()} == {39.0}
    assert band(seeds)[3].value == 39.0 and list(band(seeds)) == [0, 3]
    assert regime_shares(runs, "care")[25]["efficiency"] == pytest.approx(sum(range(1, 26)) / 2500)


def test_a_training_that_is_not_at_its_end_is_compared_where_all_are_and_said_so(tmp_path: Path) -> None:
    write(tmp_path, "vanilla", steady(0.9, 60), seeds=3)
    write(tmp_path, "care", steady(0.9, 39), seeds=3, last=2)
    (tmp_path / "runs/vanilla/seed-0/evals.jsonl").open("a").write('{"update": 9, "se')  # a kill tore it
    text = write_report(tmp_path, tiny()).read_text()
    assert "Not finished" in text and "care seed 0 at 2" in text
    found = compare(read_runs(tmp_path), "care", "vanilla", "train")
    assert found is not None and found.update == 0, "they share no update but the first"


def test_broken_evaluations_are_counted_and_said(tmp_path: Path) -> None:
    write(tmp_path, "care", steady(0.9, 39), seeds=1)
    path = tmp_path / "runs/care/seed-0/evals.jsonl"
    path.write_text(path.read_text().replace(f'"valid": {TASKS}', f'"valid": {TASKS - 1}'))
    assert read_runs(tmp_path)[0].broken == 2 * len(SETS)
    assert "4 evaluated episodes had no valid verdict" in write_report(tmp_path, tiny()).read_text()


def test_logs_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no training has been evaluated yet"):
        read_runs(tmp_path)
    write(tmp_path, "care", steady(0.9, 39), seeds=1)
    path = tmp_path / "runs/care/seed-0/evals.jsonl"
    path.write_text("nonsense\n" + path.read_text())
    with pytest.raises(UserError, match=r"evals.jsonl, line 1: it cannot be read"):
        read_runs(tmp_path)


def test_a_report_is_the_same_from_the_same_logs_and_names_every_seed(tmp_path: Path) -> None:
    write(tmp_path, "vanilla", noisy(0.9, 60))
    write(tmp_path, "care", noisy(0.9, 39), salt=1)
    write(tmp_path, "care-lambda-0.5", noisy(0.85, 30), salt=2)
    names = ("report.md", "analysis.json", "figures/curves.svg", "figures/regimes.svg", "figures/sweep.svg")
    write_report(tmp_path, tiny())
    before = [(tmp_path / name).read_bytes() for name in names]
    write_report(tmp_path, tiny())
    assert before == [(tmp_path / name).read_bytes() for name in names]
    text = (tmp_path / "report.md").read_text()
    assert "not all of the recipe's own" in text
    assert all(f"| {label} | {seed} |" in text for label in ("vanilla", "care", "care-lambda-0.5") for seed in range(SEEDS))


def test_an_arm_without_a_success_has_no_tokens(tmp_path: Path) -> None:
    write(tmp_path, "vanilla", noisy(0.9, 60))
    write(tmp_path, "uncalibrated", noisy(0.0, 10))
    write_report(tmp_path, tiny())
    facts = json.loads((tmp_path / "analysis.json").read_text())
    assert facts["against_vanilla"][0]["tokens"] == [None, None, None]
