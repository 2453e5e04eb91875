"""The whole ablation: cold starts, then trainings, some processes at a time, killed and repeated at will.

Every part is a process with one thread, because a model this small gains nothing from two, and two processes use two cores
whole. A part that is done is not done again; one that was killed goes on from its last checkpoint and ends the same.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from harness.errors import UserError
from harness.records import write_json_atomic
from planner_train.checkpoints import claim

from .jobs import Job, start_folder
from .recipe import Recipe

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""
POLL = 0.5


def run(out: Path, recipe: Recipe, jobs: Sequence[Job], *, processes: int = 2, progress: Progress | None = None) -> None:
    """Carries out what of the jobs is not done yet.

    Raises ``UserError`` where the folder holds another recipe, or a part failed. Which seeds and arms are run is no part of
    the recipe's identity, so that further ones can be added to a folder.
    """
    out.mkdir(parents=True, exist_ok=True)
    fixed = recipe.model_dump(mode="json", exclude={"seeds", "arms", "sweep"})
    claim(out, fixed, "ablation")
    write_json_atomic(out / "recipe.json", recipe)
    tell = progress or (lambda what, done, total: None)
    cold = {
        str(start_folder(out, seed)): ["cold", str(seed)]
        for seed in dict.fromkeys(job.seed for job in jobs)
        if not (start_folder(out, seed) / "checkpoint" / "manifest.json").is_file()
    }
    _carry_out(out, cold, processes, lambda done: tell("cold start", done, len(cold)))
    waiting = {
        str(job.folder(out)): [job.arm, str(job.seed), *([] if job.lambda_eff is None else [str(job.lambda_eff)])]
        for job in jobs
        if not is_done(job, out)
    }
    begun = len(jobs) - len(waiting)
    _carry_out(out, waiting, processes, lambda done: tell("training", begun + done, len(jobs)))


def is_done(job: Job, out: Path) -> bool:
    """Whether the training came to its end."""
    return (job.folder(out) / "checkpoint" / "manifest.json").is_file()


def _carry_out(out: Path, parts: dict[str, list[str]], processes: int, tell: Callable[[int], None]) -> None:
    """Runs the parts, each a folder with a worker's arguments, so many at a time. On any failure the others are ended."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    waiting = list(parts.items())
    under_way: dict[subprocess.Popen[bytes], Path] = {}
    done = 0
    tell(done)
    try:
        while waiting or under_way:
            while waiting and len(under_way) < processes:
                folder, arguments = waiting.pop(0)
                log = Path(folder).with_name(f".{Path(folder).name}.log")
                log.parent.mkdir(parents=True, exist_ok=True)
                command = [sys.executable, "-m", "planner_train.ablation.worker", str(out), *arguments]
                with log.open("wb") as file:
                    under_way[subprocess.Popen(command, stdout=file, stderr=file, env=environment)] = log
            time.sleep(POLL)
            for process in [process for process in under_way if process.poll() is not None]:
                log = under_way.pop(process)
                if process.returncode:
                    said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
                    reason = said[-1] if said else f"exit code {process.returncode}"
                    raise UserError(f"a part failed: {reason}", where=str(log), expected="exit code 0; the file says more")
                done += 1
                tell(done)
    finally:
        for process in under_way:
            process.terminate()
        for process in under_way:
            process.wait()
