"""Evidence of failures, what caused them, and the changes that follow."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from .record import Json, Part, Record


class Side(StrEnum):
    """Who is at fault. ``interaction`` means that a swap on either side repairs the run."""

    MODEL = "model"
    HARNESS = "harness"
    ENVIRONMENT = "environment"
    DATA = "data"
    INTERACTION = "interaction"
    UNKNOWN = "unknown"


class TraceStep(Part):
    """One step of a run; ``input`` and ``output`` are digests of exact contents in the store beside the trace."""

    index: int
    node: str
    kind: Literal["model", "memory", "skill", "tool", "sub_agent", "guard", "human"]
    input: str
    output: str
    call: str | None = None
    status: str = ""
    detail: dict[str, Json] = Field(default_factory=dict)


class FailureTrace(Record):
    """The preserved evidence of one run, failed or not. ``versions`` are digests of everything that took part."""

    run: str
    task_id: str
    family: str
    split: str
    seed: int
    versions: dict[str, str]
    state_before: str
    state_after: str
    success: bool
    failed_checks: tuple[str, ...] = ()
    steps: tuple[TraceStep, ...] = ()


class SwapResult(Part):
    """One component replaced by an oracle: how many of the replays then succeeded, with a Wilson 95 % interval."""

    component: str
    flips: int
    trials: int
    low: float
    high: float


class Diagnosis(Record):
    """Why one run failed. ``step`` is the earliest divergence from the goal's dependencies, if there is one."""

    trajectory_id: str
    task_id: str
    side: Side
    code: str
    step: int | None = None
    explanation: str
    swaps: tuple[SwapResult, ...] = ()
    flaky: bool = False
    model_label: str | None = None


class HarnessRevision(Record):
    """A proposed change with one mechanism and a falsifiable hypothesis."""

    id: str
    component: str
    kind: Literal["patch", "data_request", "training_run"]
    diff: str
    hypothesis: str
    slice: str
    motivated_by: tuple[str, ...]
    parents: tuple[str, ...] = ()
    status: Literal["proposed", "accepted", "rejected", "released", "rolled_back"] = "proposed"
    reason: str = ""


class RoundReport(Record):
    """What one round of co-evolution measured. Intervals are 95 %."""

    round: int
    model: str
    harness: str
    data: str
    success: dict[str, float]
    intervals: dict[str, tuple[float, float]]
    revisions: tuple[str, ...] = ()
