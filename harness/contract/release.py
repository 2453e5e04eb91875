"""What is learned from: curated records and the releases that freeze them."""

from enum import StrEnum
from typing import Literal

from pydantic import Field

from .record import Json, Part, Record


class ReviewState(StrEnum):
    APPROVED = "approved"
    CORRECTED = "corrected"
    REJECTED = "rejected"
    QUARANTINED = "quarantined"


class TurnError(Part):
    """Why a turn gets no loss. ``signal`` names which of the three signals, or a model's critique, found it."""

    turn: int
    kind: Literal["harmful", "redundant", "contract", "rule"]
    signal: Literal["contract", "rule", "replay", "critique"]
    reason: str


class CuratedRecord(Record):
    """The curator's decision on one trajectory. ``recovered`` are turns that mended an earlier error and keep their loss."""

    trajectory_id: str
    trajectory_digest: str
    task_id: str
    success: bool
    tags: tuple[str, ...] = ()
    attribution: str | None = None
    erroneous: tuple[TurnError, ...] = ()
    recovered: tuple[int, ...] = ()
    weight: float = 1.0
    review: ReviewState
    reviewer: str
    reasons: tuple[str, ...] = ()


class GapAnswer(Part):
    """One link of the chain gap -> decision -> data."""

    gap: str
    decision: str
    records: tuple[str, ...]


class Decision(Part):
    """Who approved what was shown. ``shown`` is the digest of the proposal as it was shown; ``excluded`` are the
    trajectories that an edit takes out."""

    verdict: Literal["approved", "edited", "rejected"]
    reviewer: str
    by: Literal["person", "rule"]
    shown: str
    note: str = ""
    excluded: tuple[str, ...] = ()


class Release(Record):
    """An immutable set of data. ``files`` maps a file's name to its content digest."""

    id: str
    parent: str | None = None
    files: dict[str, str] = Field(default_factory=dict)
    counts: dict[str, int] = Field(default_factory=dict)
    sampling: dict[str, float] = Field(default_factory=dict)
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    answers: tuple[GapAnswer, ...] = ()
    quality: dict[str, Json] = Field(default_factory=dict)
    decision: Decision | None = None
