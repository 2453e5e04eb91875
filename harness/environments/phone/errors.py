"""The closed set of reasons for which a phone refuses or fails a call, and how each reads in the contract."""

from dataclasses import dataclass, field
from enum import StrEnum

from harness.contract import CallError, Effect, ErrorType, Json


class Code(StrEnum):
    """The phone's own error codes."""

    INVALID_ARGUMENT = "INVALID_ARGUMENT"
    MISSING_ARGUMENT = "MISSING_ARGUMENT"
    UNKNOWN_TOOL = "UNKNOWN_TOOL"
    NOT_FOUND = "NOT_FOUND"
    AMBIGUOUS = "AMBIGUOUS"
    ALREADY_EXISTS = "ALREADY_EXISTS"
    CONFLICT = "CONFLICT"
    PRECONDITION_FAILED = "PRECONDITION_FAILED"
    BLOCKED_BY_MODE = "BLOCKED_BY_MODE"
    PERMISSION_DENIED = "PERMISSION_DENIED"
    NEEDS_CONFIRMATION = "NEEDS_CONFIRMATION"
    NOT_CONNECTED = "NOT_CONNECTED"
    NO_SERVICE = "NO_SERVICE"
    NO_SPACE = "NO_SPACE"
    TIMEOUT = "TIMEOUT"
    UNAVAILABLE = "UNAVAILABLE"
    BROKEN_TOOL = "BROKEN_TOOL"
    DEVICE_OFF = "DEVICE_OFF"
    DEVICE_BOOTING = "DEVICE_BOOTING"
    DEVICE_OFFLINE = "DEVICE_OFFLINE"
    UNSUPPORTED = "UNSUPPORTED"
    POLICY_DENIED = "POLICY_DENIED"
    DUPLICATE_SUSPECTED = "DUPLICATE_SUSPECTED"
    INTERNAL = "INTERNAL"


TYPES: dict[Code, ErrorType] = {
    Code.INVALID_ARGUMENT: ErrorType.INVALID_ARGUMENT,
    Code.MISSING_ARGUMENT: ErrorType.MISSING_ARGUMENT,
    Code.UNKNOWN_TOOL: ErrorType.UNKNOWN_TOOL,
    Code.NOT_FOUND: ErrorType.NOT_FOUND,
    Code.AMBIGUOUS: ErrorType.AMBIGUOUS,
    Code.ALREADY_EXISTS: ErrorType.CONFLICT,
    Code.CONFLICT: ErrorType.CONFLICT,
    Code.PRECONDITION_FAILED: ErrorType.BLOCKED,
    Code.BLOCKED_BY_MODE: ErrorType.BLOCKED,
    Code.PERMISSION_DENIED: ErrorType.PERMISSION_DENIED,
    Code.NEEDS_CONFIRMATION: ErrorType.BLOCKED,
    Code.NOT_CONNECTED: ErrorType.UNAVAILABLE,
    Code.NO_SERVICE: ErrorType.UNAVAILABLE,
    Code.NO_SPACE: ErrorType.BLOCKED,
    Code.TIMEOUT: ErrorType.TIMEOUT,
    Code.UNAVAILABLE: ErrorType.UNAVAILABLE,
    Code.BROKEN_TOOL: ErrorType.RUNTIME_ERROR,
    Code.DEVICE_OFF: ErrorType.UNAVAILABLE,
    Code.DEVICE_BOOTING: ErrorType.UNAVAILABLE,
    Code.DEVICE_OFFLINE: ErrorType.UNAVAILABLE,
    Code.UNSUPPORTED: ErrorType.BLOCKED,
    Code.POLICY_DENIED: ErrorType.BLOCKED,
    Code.DUPLICATE_SUSPECTED: ErrorType.CONFLICT,
    Code.INTERNAL: ErrorType.RUNTIME_ERROR,
}

RETRYABLE = frozenset({Code.UNAVAILABLE, Code.DEVICE_BOOTING, Code.DEVICE_OFFLINE})


@dataclass
class PhoneError(Exception):
    """Raised by a tool or a rule; the phone turns it into feedback, so it never reaches a caller.

    ``accepted`` says what would be accepted instead: a type, a list of values, or the candidates of an ambiguous name.
    """

    code: Code
    message: str
    accepted: Json = None
    effect: Effect = Effect.NONE
    retryable: bool | None = field(default=None)

    def to_contract(self) -> CallError:
        """The error as the contract spells it."""
        return CallError(
            type=TYPES[self.code],
            code=self.code.value,
            message=self.message,
            retryable=self.code in RETRYABLE if self.retryable is None else self.retryable,
            effect=self.effect,
            accepted=self.accepted,
        )


def missing(argument: str, expected: str) -> PhoneError:
    """An argument that this action needs was not given."""
    return PhoneError(Code.MISSING_ARGUMENT, f"{argument} is required here", accepted={argument: expected})


def not_found(what: str, name: object, known: Json = None) -> PhoneError:
    """Nothing of that kind carries that name or id. ``known`` may list what does."""
    return PhoneError(Code.NOT_FOUND, f"no {what} {name!r}", accepted=known)
