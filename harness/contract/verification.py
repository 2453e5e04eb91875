"""The verdict on one episode. Success and validity are separate: a failed task is not an invalid record."""

from enum import StrEnum

from .record import Part, Record


class Confidence(StrEnum):
    """How the verdict was reached: read off the phone, read back from a device, only claimed, or judged by a model."""

    EXACT = "exact"
    READBACK = "readback"
    CLAIMED = "claimed"
    JUDGED = "judged"


class CheckResult(Part):
    name: str
    passed: bool
    detail: str = ""


class Verification(Record):
    """``progress`` is the share of verified sub-goals in [0, 1]; ``reason`` says why an episode is not ``valid``."""

    success: bool
    progress: float
    checks: tuple[CheckResult, ...] = ()
    gates: tuple[CheckResult, ...] = ()
    violations: tuple[str, ...] = ()
    confidence: Confidence = Confidence.EXACT
    valid: bool = True
    reason: str = ""
    false_completion: bool = False
    false_refusal: bool = False
    side_effects: int = 0
