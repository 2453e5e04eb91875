"""The folder of one run: one folder a stage, a marker for each finished stage, one manifest, one process at a time.

A stage writes its files however it likes, then ``finish`` records what it was made from and the digests of its
outputs. A run that was killed is opened again with the same plan: finished stages are checked and kept, the others
run. Nothing here reads a clock, so an interrupted run and an uninterrupted one end with equal manifests; what is
measured (seconds, memory) belongs into files that a stage does not declare as outputs.
"""

import hashlib
import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout
from pydantic import Field

from harness.atomic import remove_asides
from harness.contract.record import Json, Part, Record, digest
from harness.errors import UserError
from harness.records import file_digest, read_json, write_json_atomic

MANIFEST = "manifest.json"
DONE = "done.json"
_LOCK = ".lock"
_OWNER = ".owner"


class RunPlan(Part):
    """What decides a run's results. A run folder belongs to one plan."""

    seed: int
    settings: dict[str, Json] = Field(default_factory=dict)
    inputs: dict[str, str] = Field(default_factory=dict)
    """Digest of each input from outside, by name."""
    models: dict[str, str] = Field(default_factory=dict)
    """Name and revision of each model that is used, by its part in the run."""
    harness_version: str = ""


class FinishedStage(Record):
    """The marker of a finished stage."""

    stage: str
    code: str
    inputs: dict[str, str]
    outputs: dict[str, str]
    """Digest of each output file, by its path in the stage's folder."""
    facts: dict[str, Json]
    """What later stages and reports want to know: counts, ids, digests."""


class RunManifest(Record):
    """What a run was made from and what it made."""

    plan: RunPlan
    code: tuple[str, ...]
    """Every code version that worked on the run, in order: more than one if the code changed before a resume."""
    stages: dict[str, FinishedStage] = Field(default_factory=dict)


class RunFolder:
    """Owner of a run's folder, as a context manager: inside it no other process can own the same folder."""

    def __init__(self, path: Path, plan: RunPlan) -> None:
        self.path = path
        self.plan = plan
        self.notices: list[str] = []
        """What a person should know about a resumed run."""
        self._lock = FileLock(path / _LOCK)

    def __enter__(self) -> Self:
        refuse_strangers(self.path, MANIFEST)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(timeout=1)
        except Timeout:
            raise _in_use(self.path) from None
        except OSError as error:
            message = f"cannot write here: {error.strerror}"
            raise UserError(message, where=str(self.path), expected="a folder that you may write in") from None
        try:
            (self.path / _OWNER).write_text(f"process {os.getpid()}", encoding="utf-8")
            remove_asides(self.path)
            self.manifest = self._begin_or_resume()
        except BaseException:
            self._leave()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if isinstance(error, KeyboardInterrupt):
            error.add_note(f"What is finished is kept in {self.path}: the same command continues there.")
        self._leave()

    def stage(self, name: str, inputs: Mapping[str, str] | None = None) -> "Stage":
        """The stage of that name, made from ``inputs`` (digests by name). A finished one is checked first."""
        stage = Stage(self, name, dict(inputs or {}))
        finished = self.manifest.stages.get(name)
        if finished:
            _check_finished(stage, finished)
        return stage

    def digest(self) -> str:
        """The identity of what the run was asked and what it made; where and when it ran is not part of it."""
        return self.manifest.digest()

    def _leave(self) -> None:
        (self.path / _OWNER).unlink(missing_ok=True)
        self._lock.release()

    def _begin_or_resume(self) -> RunManifest:
        path = self.path / MANIFEST
        if not path.exists():
            refuse_strangers(self.path, MANIFEST)
            manifest = RunManifest(plan=self.plan, code=(code_version(),))
        else:
            manifest = read_json(path, RunManifest)
            _check_same_plan(self.path, manifest.plan, self.plan)
            manifest = manifest.model_copy(update={"stages": _finished_stages(self.path)})
            if manifest.code[-1] != code_version():
                self.notices.append(f"{self.path}: begun with other code than this; finished stages are kept")
                manifest = manifest.model_copy(update={"code": (*manifest.code, code_version())})
        write_json_atomic(path, manifest)
        return manifest

    def _record(self, finished: FinishedStage) -> None:
        self.manifest = self.manifest.model_copy(update={"stages": {**self.manifest.stages, finished.stage: finished}})
        write_json_atomic(self.path / MANIFEST, self.manifest)


class Stage:
    """One stage of a run and its folder."""

    def __init__(self, run: RunFolder, name: str, inputs: dict[str, str]) -> None:
        self.run = run
        self.name = name
        self.inputs = inputs
        self.path = run.path / name
        self.path.mkdir(exist_ok=True)

    @property
    def finished(self) -> FinishedStage | None:
        """The marker, once the stage is finished."""
        return self.run.manifest.stages.get(self.name)

    def finish(self, outputs: Iterable[str | Path], facts: Mapping[str, Json] | None = None) -> FinishedStage:
        """Marks the stage as done. ``outputs`` are the files that count: later runs compare their digests."""
        paths = [self.path / output for output in outputs]
        finished = FinishedStage(
            stage=self.name,
            code=code_version(),
            inputs=self.inputs,
            outputs={path.relative_to(self.path).as_posix(): file_digest(path) for path in paths},
            facts=dict(facts or {}),
        )
        write_json_atomic(self.path / DONE, finished)
        self.run._record(finished)
        return finished


def refuse_strangers(folder: Path, manifest: str) -> None:
    """Raises ``UserError`` for a folder with things in it that is no run: one that lacks the run's manifest."""
    if not folder.is_dir() or (folder / manifest).exists():
        return
    strangers = sorted(entry.name for entry in folder.iterdir() if not entry.name.startswith("."))
    if strangers:
        message = f"the folder holds other things: {', '.join(strangers[:3])}"
        raise UserError(message, where=str(folder), expected="an empty folder, or one of an earlier run")


def read_manifest(path: Path) -> RunManifest:
    """The manifest of a run that anybody may be working on, its finished stages taken from their markers."""
    if not path.is_dir():
        raise UserError("there is no such run", where=str(path), expected="the folder of a run")
    manifest = read_json(path / MANIFEST, RunManifest)
    return manifest.model_copy(update={"stages": _finished_stages(path)})


def is_running(path: Path) -> bool:
    """Whether a process owns the run folder right now."""
    if not (path / _LOCK).exists():
        return False
    try:
        with FileLock(path / _LOCK, timeout=0):
            return False
    except Timeout:
        return True


def list_runs(root: Path) -> list[Path]:
    """The run folders directly under ``root``, by name."""
    if not root.is_dir():
        return []
    return sorted(path for path in root.iterdir() if (path / MANIFEST).is_file())


_PACKAGES = ("agents", "bench", "graphs", "harness", "planner_agent", "planner_train", "prompts")
_SOURCE_SUFFIXES = {".py", ".md", ".yaml", ".json", ".jsonl", ".safetensors"}


@cache
def code_version() -> str:
    """Digest of the project's own sources and data files as installed: the same in a checkout and in a wheel."""
    root = Path(__file__).parent.parent
    files = (path for package in _PACKAGES for path in (root / package).rglob("*"))
    sources = {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
        if path.suffix in _SOURCE_SUFFIXES and path.is_file()
    }
    return digest(sources)


def _finished_stages(path: Path) -> dict[str, FinishedStage]:
    markers = sorted(path.glob(f"*/{DONE}"))
    return {marker.parent.name: read_json(marker, FinishedStage) for marker in markers}


def _check_same_plan(path: Path, begun: RunPlan, asked: RunPlan) -> None:
    ours, theirs = asked.model_dump(mode="json"), begun.model_dump(mode="json")
    for place in sorted(ours):
        if ours[place] == theirs[place]:
            continue
        name, here, there = _first_difference(place, ours[place], theirs[place])
        message = f"the run was begun with {name} = {there!r}, and now {name} = {here!r} is asked"
        raise UserError(message, where=str(path), expected="the same settings, or another run folder")


def _first_difference(name: str, ours: Json, theirs: Json) -> tuple[str, Json, Json]:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in sorted({*ours, *theirs}):
            if ours.get(key) != theirs.get(key):
                return _first_difference(f"{name}.{key}", ours.get(key), theirs.get(key))
    return name, ours, theirs


def _check_finished(stage: Stage, finished: FinishedStage) -> None:
    again = f"what the stage left; remove {stage.path / DONE} to do the stage again"
    if finished.inputs != stage.inputs:
        name, _, _ = _first_difference("inputs", stage.inputs, finished.inputs)
        message = f"the finished stage was made from other inputs ({name} differs)"
        raise UserError(message, where=str(stage.path), expected=f"the inputs it had; remove {stage.path} to redo it")
    for output, expected in finished.outputs.items():
        path = stage.path / output
        if not path.is_file():
            raise UserError("an output of a finished stage is gone", where=str(path), expected=again)
        if file_digest(path) != expected:
            raise UserError("an output of a finished stage was changed", where=str(path), expected=again)


def _in_use(path: Path) -> UserError:
    owner = path / _OWNER
    who = owner.read_text(encoding="utf-8") if owner.exists() else "another process"
    message = f"{who} is working in this run folder"
    return UserError(message, where=str(path), expected="one process a run folder: wait for it, or name another")
