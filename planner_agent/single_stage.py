"""One stage of the loop on its own: its run folder, its inputs found by name, resumed like any run.

A stage that is run alone has a folder with one stage in it. Sources are named as folders: a run (its own or one of the whole
loop), or any folder that holds the files.
"""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from planner_agent.conventions import console

if TYPE_CHECKING:
    from harness.contract import Json
    from harness.runs import FinishedStage, RunPlan, Stage

STAGES = ("", "construct", "collect", "curate", "release")
"""Where in a run folder files are looked for; the first is the folder itself."""


def find_file(source: Path, name: str) -> Path:
    """The file of that name in a folder or in a stage of the run that lies there. Raises ``UserError`` if there is none."""
    from harness.errors import UserError

    for stage in STAGES:
        if (source / stage / name).is_file():
            return source / stage / name
    expected = "a run folder, or a folder that holds the file"
    raise UserError(f"there is no {name}", where=str(source), expected=expected)


def do_stage(
    place: Path, name: str, plan: "RunPlan", work: "Callable[[Stage], tuple[list[str], Mapping[str, Json]]]"
) -> "FinishedStage":
    """Does a stage in a run folder of its own, unless it is finished there; says on stderr what a resumed run should know.

    ``work`` returns the names of the outputs and the facts.
    """
    from harness.records import write_json_atomic
    from harness.runs import RunFolder

    with RunFolder(place, plan) as run:
        for notice in run.notices:
            console(stderr=True).print(notice, markup=False, soft_wrap=True)
        stage = run.stage(name, plan.inputs)
        if stage.finished is not None:
            return stage.finished
        started = time.monotonic()
        outputs, facts = work(stage)
        write_json_atomic(stage.path / "timing.json", {"seconds": round(time.monotonic() - started, 2)})
        return stage.finish(outputs, facts)
