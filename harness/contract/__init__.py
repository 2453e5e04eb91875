"""The records that every stage reads and writes: action, feedback, verification, and what is built of them.

Pydantic only: no I/O, and nothing here imports the rest of the project.
"""

from .action import Action, Call, Message, MessageKind, Tokens
from .diagnosis import Diagnosis, FailureTrace, HarnessRevision, RoundReport, Side, SwapResult, TraceStep
from .feedback import CallError, Change, Effect, ErrorType, Feedback, Status
from .record import Json, Part, Record, canonical, compact, digest
from .release import CuratedRecord, Decision, GapAnswer, Release, ReviewState, TurnError
from .task import (
    Behaviour,
    BehaviourCheck,
    Bound,
    Budget,
    Capability,
    Check,
    Completion,
    Expected,
    FollowUp,
    Friction,
    Gates,
    GoldCall,
    GoldChange,
    Holdout,
    InitialState,
    Language,
    MemoryRecord,
    PastTurn,
    Patch,
    Resources,
    Source,
    Split,
    StateCheck,
    Task,
    ToolCallCheck,
    ValueKind,
    Witness,
)
from .trajectory import Cost, Evidence, LoggedCall, PolicyRef, Trajectory, Turn
from .verification import CheckResult, Confidence, Verification

RECORDS: tuple[type[Record], ...] = (
    Task, Witness, Action, Feedback, Verification, Trajectory, CuratedRecord, Release,
    FailureTrace, Diagnosis, HarnessRevision, RoundReport,
)  # fmt: skip
"""Every record that is stored on its own; each has an exported JSON Schema."""

__all__ = [
    "RECORDS", "Action", "Behaviour", "BehaviourCheck", "Bound", "Budget", "Call", "CallError", "Capability",
    "Change", "Check", "CheckResult", "Completion", "Confidence", "Cost", "CuratedRecord", "Decision", "Diagnosis",
    "Effect", "ErrorType", "Evidence", "Expected", "FailureTrace", "Feedback", "FollowUp", "Friction", "GapAnswer",
    "Gates", "GoldCall", "GoldChange", "HarnessRevision", "Holdout", "InitialState", "Json", "Language", "LoggedCall",
    "MemoryRecord", "Message", "MessageKind", "Part", "PastTurn", "Patch", "PolicyRef", "Record", "Release",
    "Resources", "ReviewState", "RoundReport", "Side", "Source", "Split", "StateCheck", "Status", "SwapResult",
    "Task", "Tokens", "ToolCallCheck", "TraceStep", "Trajectory", "Turn", "TurnError", "ValueKind", "Verification",
    "Witness", "canonical", "compact", "digest",
]  # fmt: skip
