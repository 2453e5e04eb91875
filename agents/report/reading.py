"""A run folder as the report needs it: what every stage left, and None where a stage did not run."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

from agents.analyst import Analysis
from agents.constructor import Gap, Rejection
from agents.release import MANIFEST as RELEASE_FILE
from agents.release import Proposal
from agents.requests import RequestReport
from bench.suite import SLICES
from harness.contract import CuratedRecord, Decision, Diagnosis, Json, Release, Task, Trajectory, Witness
from harness.errors import UserError
from harness.records import iter_jsonl, open_for_reading, read_json, read_jsonl
from harness.runs import RunManifest, read_manifest


@dataclass(frozen=True)
class SliceResult:
    """One slice of the evaluation: its tasks, and the trajectories of the planners on them.

    ``cold`` is the planner between cold start and reinforcement learning, in a run that had both.
    """

    name: str
    says: str
    tasks: list[Task]
    witnesses: list[Witness]
    before: list[Trajectory]
    cold: list[Trajectory]
    after: list[Trajectory]


class Iteration:
    """The stages of one run. Small files are read at once, long ones when they are asked for."""

    def __init__(self, run: Path) -> None:
        self.path = run
        self.manifest: RunManifest = read_manifest(run)
        self.rejections = _lines(run / "construct" / "rejections.jsonl", Rejection)
        self.asked = _lines(run / "construct" / "gaps.jsonl", Gap)
        self.records = _lines(run / "curate" / "records.jsonl", CuratedRecord)
        self.proposal = _one(run / "curate" / "proposal.json", Proposal)
        self.release = _one(run / "curate" / "release" / RELEASE_FILE, Release)
        self.diagnoses = _lines(run / "diagnose" / "diagnoses.jsonl", Diagnosis)
        self.analysis = _one(run / "analyse" / "analysis.json", Analysis)
        self.slices = _slices(run / "evaluate")
        self.curve = read_curve(run / "train")
        self.rl_curve = read_rl_curve(run / "rl")
        self.seconds = read_seconds(run)

    @property
    def decision(self) -> Decision | None:
        """What the gate decided, where it did."""
        return self.release.decision if self.release else None

    def facts(self, stage: str) -> dict[str, Json]:
        """What a stage noted for others; empty where it did not finish."""
        finished = self.manifest.stages.get(stage)
        return finished.facts if finished else {}

    def training_tasks(self) -> Iterator[Task]:
        """The tasks that the constructor kept."""
        return _stream(self.path / "construct" / "tasks.jsonl", Task)

    def collected(self) -> Iterator[Trajectory]:
        """The trajectories of the collection, in order."""
        return _stream(self.path / "collect" / "trajectories.jsonl", Trajectory)

    def model_steps(self) -> dict[str, dict[str, Any]]:
        """Which steps used a language model, by name, and what they made of its answers."""
        stages = self.manifest.stages.values()
        return {name: use for stage in stages for name, use in stage.facts.get("model_steps", {}).items()}

    def summary(self) -> str:
        """The analyst's findings in a model's words; empty where no model was asked or its words did not hold."""
        path = self.path / "analyse" / "summary.txt"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def requests(self) -> RequestReport | None:
        """A person's own requests and what became of them, where some were given."""
        return _one(self.path / "construct" / "requests.json", RequestReport)


def read_curve(folder: Path) -> list[dict[str, float]]:
    """The training curve: one row a logged step. Empty where the stage left none."""
    path = folder / "curve.jsonl"
    rows = read_objects(path) if path.exists() else []
    curve = [{name: float(value) for name, value in row.items() if _is_number(value)} for row in rows]
    return [row for row in curve if {"step", "loss"} <= row.keys()]


def read_rl_curve(folder: Path) -> list[dict[str, float]]:
    """The curve of reinforcement learning: one row an update, without the numbers that nothing stands behind."""
    path = folder / "updates.jsonl"
    rows = read_objects(path) if path.exists() else []
    curve = [{name: float(value) for name, value in row.items() if _is_number(value)} for row in rows]
    return [row for row in curve if "update" in row]


def read_objects(path: Path) -> list[dict[str, Any]]:
    """The rows of a JSON Lines file that is no record of ours. Raises ``UserError`` where one is no JSON object."""
    rows = []
    with open_for_reading(path) as file:
        for number, line in enumerate(file, start=1):
            try:
                row = json.loads(line)
            except ValueError:
                row = None
            if not isinstance(row, dict):
                raise UserError("not a JSON object", where=f"{path}, line {number}", expected="one JSON object a line")
            rows.append(row)
    return rows


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _slices(folder: Path) -> list[SliceResult]:
    """The slices that were evaluated, in the suite's order. A planner that did not run on one has no trajectories there."""
    found = []
    for name, part in SLICES.items():
        if (folder / f"{name}.tasks.jsonl").exists():
            found.append(
                SliceResult(
                    name=name,
                    says=part.says,
                    tasks=read_jsonl(folder / f"{name}.tasks.jsonl", Task),
                    witnesses=_lines(folder / f"{name}.witnesses.jsonl", Witness),
                    before=_lines(folder / f"{name}.before.jsonl", Trajectory),
                    cold=_lines(folder / f"{name}.cold.jsonl", Trajectory),
                    after=_lines(folder / f"{name}.after.jsonl", Trajectory),
                )
            )
    return found


def read_seconds(run: Path) -> dict[str, float]:
    """How long each stage took in the process that finished it."""
    found = {}
    for path in sorted(run.glob("*/timing.json")):
        value = read_object(path).get("seconds")
        if _is_number(value):
            found[path.parent.name] = float(value)
    return found


def read_object(path: Path) -> dict[str, Any]:
    """The one JSON object of a file. Raises ``UserError`` where it holds something else."""
    with open_for_reading(path) as file:
        try:
            value = json.load(file)
        except ValueError:
            value = None
    if not isinstance(value, dict):
        raise UserError("not a JSON object", where=str(path), expected="one JSON object")
    return value


def _one(path: Path, model: Any) -> Any:
    return read_json(path, model) if path.exists() else None


def _lines(path: Path, model: Any) -> list[Any]:
    return read_jsonl(path, model) if path.exists() else []


def _stream(path: Path, model: Any) -> Iterator[Any]:
    return iter_jsonl(path, model) if path.exists() else iter(())
