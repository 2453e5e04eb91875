"""What can be done to a memory, and what became of it: plain data, so that a changeset can be written down and replayed."""

from dataclasses import dataclass, field
from typing import Literal

from harness.contract import Json
from harness.errors import UserError, expect
from harness.validation import HALF

from .record import KINDS, NOWHERE, TRUST, Kind, SaidBy, Source, Stored, check_moment


@dataclass(frozen=True)
class Write:
    """A new record.

    With ``subject`` and ``attribute`` it has an address, which one active record holds at a time. ``replace`` lets it take
    the address from a record that is neither newer nor more trusted. ``id`` is kept if no record of this user ever had it.
    A prospective record is due from ``valid_from`` to ``valid_to`` once its ``condition``, if any, is met.
    """

    text: str
    kind: Kind = "long_term"
    category: str = "general"
    date: str = ""
    subject: str = ""
    attribute: str = ""
    value: Json = None
    said_by: SaidBy = "user"
    trust: float = 1.0
    source: Source = NOWHERE
    valid_from: str = ""
    valid_to: str = ""
    derived_from: tuple[str, ...] = ()
    applies_to: tuple[str, ...] = ()
    condition: str = ""
    importance: float = 0.5
    private: bool = False
    replace: bool = False
    id: str | None = None

    def __post_init__(self) -> None:
        _check_text(self.text, "Write.text")
        _check_dates("Write", self.date, self.valid_from, self.valid_to)
        _check_said_by(self.said_by, "Write.said_by")
        if self.kind not in KINDS:
            raise UserError(f"no kind of memory {self.kind!r}", where="Write.kind", expected=", ".join(KINDS))
        if bool(self.subject.strip()) != bool(self.attribute.strip()):
            raise UserError("half an address", where="Write.subject, Write.attribute", expected="both, or neither")
        for name in ("trust", "importance"):
            if not 0 <= getattr(self, name) <= 1:
                raise UserError(f"{getattr(self, name)} is out of range", where=f"Write.{name}", expected="0 to 1")


@dataclass(frozen=True)
class Revise:
    """A new version of a record that is still at ``expected``. ``value`` goes with the text; the address stays.

    ``valid_to`` None keeps the end that the record has; an empty one removes it.
    """

    id: str
    expected: int
    text: str
    category: str | None = None
    date: str = ""
    value: Json = None
    said_by: SaidBy = "user"
    source: Source = NOWHERE
    valid_from: str = ""
    valid_to: str | None = None

    def __post_init__(self) -> None:
        _check_text(self.text, "Revise.text")
        _check_dates("Revise", self.date, self.valid_from, self.valid_to or "")
        _check_said_by(self.said_by, "Revise.said_by")


@dataclass(frozen=True)
class Retract:
    """The record is no longer true from ``date`` on; its history stays."""

    id: str
    expected: int
    date: str = ""

    def __post_init__(self) -> None:
        check_moment(self.date, "Retract.date")


@dataclass(frozen=True)
class Complete:
    """A prospective record was carried out."""

    id: str
    expected: int
    date: str = ""

    def __post_init__(self) -> None:
        check_moment(self.date, "Complete.date")


Operation = Write | Revise | Retract | Complete

OutcomeKind = Literal[
    "created", "revised", "retracted", "completed", "unchanged",
    "conflict", "stale", "missing", "recalled", "protected",
]  # fmt: skip
_REFUSED = ("conflict", "stale", "missing", "recalled", "protected")


@dataclass(frozen=True)
class Outcome:
    """What became of one operation. ``record`` is the new version, or what stood in the way.

    ``unchanged``: it is so already. ``conflict``: ``record`` says the same or holds the address. ``stale``: ``record`` is
    the current version. ``missing``: nothing active that the scope may see. ``recalled``: the text is recalled memory.
    ``protected``: it would touch a record that the changeset promised not to touch.
    """

    kind: OutcomeKind
    record: Stored | None = None

    @property
    def ok(self) -> bool:
        return self.kind not in _REFUSED


@dataclass(frozen=True)
class Applied:
    """What became of a changeset: all of it was carried out, or, when ``ok`` is False, nothing.

    ``touched`` are the new versions that the scope may see. ``untouched`` are the digests of the records that were named as
    such, read in the same transaction after every change. ``left_out`` are the rows of an episode that were not taken back,
    because recalled memory stands in them.
    """

    outcomes: tuple[Outcome, ...]
    touched: tuple[Stored, ...] = ()
    untouched: dict[str, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return all(outcome.ok for outcome in self.outcomes)


def _check_text(text: str, where: str) -> None:
    expect(text, str, where, "text to remember")
    if not text.strip():
        raise UserError("there is nothing to remember", where=where, expected="a few words")
    if HALF.search(text):
        raise UserError("half of a surrogate pair is no text", where=where, expected="whole characters")


def _check_dates(name: str, date: str, valid_from: str, valid_to: str) -> None:
    check_moment(date, f"{name}.date")
    begin, end = check_moment(valid_from, f"{name}.valid_from") or date, check_moment(valid_to, f"{name}.valid_to")
    if begin and end and end <= begin:
        raise UserError(f"it ends at {end} and begins at {begin}", where=f"{name}.valid_to", expected="a later time")


def _check_said_by(said_by: str, where: str) -> None:
    if said_by not in TRUST:
        raise UserError(f"nobody called {said_by!r} says things", where=where, expected=", ".join(TRUST))
