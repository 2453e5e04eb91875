"""One small turn of the loop, made once: tasks, expert trajectories, and runs of a policy that does nothing."""

from pathlib import Path
from typing import Any

import pytest

from graphs import collector, constructor
from graphs.settings import Settings
from tests.graphs.play import FEW

SMALL = Settings(families=FEW, per_family=2, eval_per_family=1, workers=1, diagnoses=2)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of a small loop, under the names that the graphs give their inputs."""
    folder = tmp_path_factory.mktemp("made")
    constructor.graph.invoke({"out": str(folder / "tasks")}, context=SMALL)
    files: Any = {f"{name}_file": str(folder / "tasks" / f"{name}.jsonl") for name in ("tasks", "witnesses")}
    arms: dict[str, Any] = {"expert": {}, "failed": {"arm": "learner", "learner": "empty"}}
    for name, given in arms.items():
        chosen: Any = {"out": str(folder / name), **files, **given}
        collector.graph.invoke(chosen, context=SMALL)
        files[name] = str(folder / name / "trajectories.jsonl")
    assert Path(files["failed"]).is_file()
    return files
