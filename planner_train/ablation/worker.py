"""One part of an ablation in a process of its own: ``python -m planner_train.ablation.worker OUT cold|ARM SEED [LAMBDA]``.

The folder holds the recipe. Only one process works on a part at a time: another waits for it, and then finds it done. A
worker whose parent is gone ends at its next update, so a run that was killed leaves nobody behind.
"""

from __future__ import annotations

import fcntl
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from harness.errors import UserError
from harness.process import apply_process_defaults
from harness.records import read_json

from .recipe import Recipe


def main(arguments: list[str]) -> int:
    """Exit code 0 when the part is done, 2 with a message when what it was given cannot be used."""
    from . import jobs

    out, what, seed = Path(arguments[0]), arguments[1], int(arguments[2])
    watch = _until_orphaned(os.getppid())
    try:
        recipe = read_json(out / "recipe.json", Recipe)
        if what == "cold":
            with _alone(jobs.start_folder(out, seed)):
                jobs.cold(seed, recipe, out, progress=watch)
        else:
            job = jobs.Job(what, seed, float(arguments[3]) if len(arguments) > 3 else None)
            with _alone(job.folder(out)):
                jobs.train(job, recipe, out, progress=watch)
    except UserError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _until_orphaned(parent: int) -> Callable[[int, int], None]:
    def check(done: int, total: int) -> None:
        if os.getppid() != parent:
            raise SystemExit(f"the process that started this one is gone; stopped at {done} of {total}")

    return check


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Waits until nobody else works in the folder. The system takes the lock back from whoever is killed."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with folder.with_name(f".{folder.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    apply_process_defaults()
    sys.exit(main(sys.argv[1:]))
