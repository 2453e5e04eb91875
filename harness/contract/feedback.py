"""What the world answers to one call, in one form for every backend."""

from enum import StrEnum

from .record import Json, Part, Record


class Status(StrEnum):
    OK = "ok"
    ERROR = "error"
    PENDING = "pending"


class ErrorType(StrEnum):
    """The closed set of reasons for which a call can fail."""

    UNKNOWN_TOOL = "unknown_tool"
    INVALID_ARGUMENT = "invalid_argument"
    MISSING_ARGUMENT = "missing_argument"
    PERMISSION_DENIED = "permission_denied"
    NOT_FOUND = "not_found"
    AMBIGUOUS = "ambiguous"
    CONFLICT = "conflict"
    UNAVAILABLE = "unavailable"
    RUNTIME_ERROR = "runtime_error"
    BLOCKED = "blocked"
    TIMEOUT = "timeout"


class Effect(StrEnum):
    """What became of a failed call: nothing was written, it was carried out, or nobody knows."""

    NONE = "none"
    APPLIED = "applied"
    UNKNOWN = "unknown"


class CallError(Part):
    """Why a call failed and what would be accepted. ``code`` is the backend's own finer code."""

    type: ErrorType
    code: str
    message: str
    retryable: bool = False
    effect: Effect = Effect.NONE
    accepted: Json = None


class Change(Part):
    """One field of the state that a call wrote. ``before`` or ``after`` is None where the row did not or does not exist."""

    table: str
    key: str
    field: str
    before: Json = None
    after: Json = None


class Feedback(Record):
    """The answer to one call. ``changes`` are the writes that the policy may see."""

    call_id: str
    tool: str
    status: Status
    error: CallError | None = None
    payload: Json = None
    changes: tuple[Change, ...] = ()
    notices: tuple[str, ...] = ()
