"""What is remembered: whose it is, what one version of a record says, who said it, and when it holds.

Times are local ISO dates or moments, as the phone shows them, and always given by the caller; an empty one is unknown. A
record holds from ``valid_from`` until just before ``valid_to``. A plain date asked about means the end of that day.
"""

import json
import re
import sqlite3
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from typing import Any, Literal

from harness.contract import Json
from harness.contract import digest as digest_of
from harness.errors import UserError

Kind = Literal["user_model", "episodic", "long_term", "prospective", "review"]
"""``review`` records are notes about memory itself: kept and never recalled unless asked for."""
KINDS: tuple[Kind, ...] = ("user_model", "episodic", "long_term", "prospective", "review")
SaidBy = Literal["user", "tool", "inferred", "imported"]
TRUST: dict[SaidBy, float] = {"user": 1.0, "tool": 0.8, "inferred": 0.6, "imported": 0.4}
"""The most that a record may be trusted, by who said it. Nothing that a text says changes it."""
Status = Literal["active", "completed", "superseded", "retracted", "forgotten"]

_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?")


@dataclass(frozen=True)
class Scope:
    """Who reads and writes. An agent sees what is its user's in its workspace: the shared records and its own private ones.

    Nothing crosses a user or a workspace. Raises ``UserError`` without a user or a workspace.
    """

    user: str
    workspace: str = "default"
    agent: str = ""

    def __post_init__(self) -> None:
        for name in ("user", "workspace"):
            if not getattr(self, name):
                raise UserError(f"the {name} of a memory scope is empty", where=f"Scope.{name}", expected="a name")


@dataclass(frozen=True)
class Source:
    """Where a record comes from: the words as they were said, the session (``trace``), its turn, and who spoke."""

    text: str = ""
    trace: str = ""
    turn: int | None = None
    speaker: str = ""


NOWHERE = Source()


@dataclass(frozen=True)
class Stored:
    """One version of one record. ``observed`` is when this version was said, ``created`` when the first one was."""

    id: str
    version: int
    text: str
    kind: Kind = "long_term"
    category: str = "general"
    status: Status = "active"
    subject: str = ""
    attribute: str = ""
    value: Json = None
    said_by: SaidBy = "user"
    trust: float = 1.0
    source: Source = NOWHERE
    created: str = ""
    observed: str = ""
    valid_from: str = ""
    valid_to: str = ""
    supersedes: str = ""
    superseded_by: str = ""
    derived_from: tuple[str, ...] = ()
    applies_to: tuple[str, ...] = ()
    condition: str = ""
    importance: float = 0.5
    private: bool = False

    @property
    def address(self) -> str:
        """Whose what the record is about; empty when it is about nothing that can have one value only."""
        return address_of(self.subject, self.attribute)

    @property
    def authoritative(self) -> bool:
        """Whether the record may be taken for a fact about the user at all."""
        return self.kind != "review" and self.status == "active"

    def digest(self) -> str:
        """The identity of everything that the version says."""
        return digest_of(asdict(self))

    def holds_at(self, moment: str) -> bool:
        """Whether it was so at a moment (``end_of_day`` first). What ended at an unknown time holds at no known one."""
        if self.status != "active" and not self.valid_to:
            return False
        return self.valid_from <= moment and (not self.valid_to or moment < self.valid_to)

    def dump(self) -> str:
        """The version as JSON text."""
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


_TUPLES = ("derived_from", "applies_to")
_FIELDS = frozenset(field.name for field in fields(Stored))


def load(text: str) -> Stored:
    """The version that ``Stored.dump`` wrote; unknown fields of a later program are left out.

    Raises ``sqlite3.DataError`` for anything else, as SQLite does for a file that is damaged.
    """
    try:
        raw: dict[str, Any] = json.loads(text)
        if not _FIELDS.issuperset(raw):
            raw = {name: value for name, value in raw.items() if name in _FIELDS}
        raw["source"] = Source(**raw.get("source", {}))
        for name in _TUPLES:
            raw[name] = tuple(raw.get(name, ()))
        record = Stored(**raw)
        if not (isinstance(record.text, str) and isinstance(record.id, str) and type(record.version) is int):
            raise TypeError
    except (ValueError, TypeError, AttributeError, RecursionError):
        raise sqlite3.DataError(f"a version of a record cannot be read: {str(text)[:40]!r}") from None
    return record


def address_of(subject: str, attribute: str) -> str:
    """Subject and attribute as one key, whatever their case and spacing; empty unless both are given."""
    subject, attribute = (" ".join(part.casefold().split()) for part in (subject, attribute))
    return f"{subject}\t{attribute}" if subject and attribute else ""


def check_moment(text: str, where: str) -> str:
    """The text, if it is a local ISO date or moment or empty. Raises ``UserError`` otherwise."""
    if text:
        try:
            if not _MOMENT.fullmatch(text):
                raise ValueError
            datetime.fromisoformat(text)
        except ValueError:
            raise UserError(
                f"{text!r} is not a date", where=where, expected="2026-03-02 or 2026-03-02T08:30, without a zone"
            ) from None
    return text


def end_of_day(moment: str) -> str:
    """The last second of a plain date; a moment stays as it is."""
    return f"{moment}T23:59:59" if len(moment) == 10 else moment
