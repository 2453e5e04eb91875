"""Which trainings an ablation consists of, and one of them from its start to its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.contract import Split
from harness.errors import UserError
from harness.instructions import Eta, load
from planner_train.care import ARMS
from planner_train.rl.learning import learn

from . import cold_start
from .families import tasks
from .recipe import Recipe

SETS = ("train", "held-out")
"""The evaluation sets that results are taken from."""
STEERING = 10_000
"""The number of the first task of held-out families that the controller sees."""


@dataclass(frozen=True)
class Job:
    """One arm with one seed. ``lambda_eff`` is given in a sweep, where it is held fixed."""

    arm: str
    seed: int
    lambda_eff: float | None = None

    @property
    def label(self) -> str:
        """The arm's name in reports and its folder's name."""
        return self.arm if self.lambda_eff is None else f"{self.arm}-lambda-{self.lambda_eff:g}"

    def folder(self, out: Path) -> Path:
        """Where the training lives."""
        return out / "runs" / self.label / f"seed-{self.seed}"


def plan(recipe: Recipe, arms: Sequence[str], seeds: Sequence[int], *, sweep: bool = False) -> list[Job]:
    """The trainings in the order in which they are begun: seed after seed, so that what is done early can be compared.

    A sweep is CARE with each value of lambda_eff, in place of the arms. Raises ``UserError`` for an arm that does not exist.
    """
    for name in arms:
        if name not in ARMS:
            raise UserError(f"there is no arm {name!r}", where="arms", expected=f"one of {', '.join(ARMS)}")
    if sweep:
        return [Job("care", seed, value) for seed in seeds for value in recipe.sweep]
    return [Job(arm, seed) for seed in dict.fromkeys(seeds) for arm in dict.fromkeys(arms)]


def harness() -> Eta:
    """The harness configuration of the ablation."""
    return load(Path(__file__).parent / "eta")


def start_folder(out: Path, seed: int) -> Path:
    """Where the cold start of a seed lives."""
    return out / "starts" / f"seed-{seed}"


def train(job: Job, recipe: Recipe, out: Path, *, progress: Callable[[int, int], None] | None = None) -> Path:
    """Runs the training, or goes on with it, and returns its checkpoint. The cold start of its seed must be there."""
    begin = start_folder(out, job.seed) / "checkpoint"
    if not (begin / "manifest.json").is_file():
        raise UserError("there is no cold start", where=str(begin), expected="the cold start of this seed, made before")
    sets = {
        "train": tasks(Split.TRAIN, recipe.evaluated),
        "held-out": tasks(Split.DEV, recipe.held_out),
    }
    made = learn(
        tasks(Split.TRAIN, recipe.tasks),
        tasks(Split.DEV, recipe.steering, first=STEERING),
        job.folder(out),
        start=begin,
        settings=recipe.settings(job.arm, job.seed, job.lambda_eff),
        watch=sets,
        eta=harness(),
        progress=progress,
    )
    return made.checkpoint


def cold(seed: int, recipe: Recipe, out: Path, *, progress: Callable[[int, int], None] | None = None) -> Path:
    """Makes the cold start of a seed, unless it is there."""
    return cold_start.start(start_folder(out, seed), recipe, seed, harness(), progress=progress)
