"""Gathering the records that may answer a query: scope first, then words and vectors, what held when, and neighbours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .keywords import LIVE, PAST, REVIEW, best_of
from .ledger import Ledger, Version
from .ranking import Candidate, Place
from .record import Kind, Stored

DEPTH = 50
"""How many records words and vectors may each bring in, or as many as are asked for if that is more."""


@dataclass(frozen=True)
class Wish:
    """What a search is about. ``moment`` is empty for now; an empty category or purpose lets everything through."""

    query: str
    kinds: Sequence[Kind]
    category: str = ""
    purpose: str = ""
    moment: str = ""
    depth: int = DEPTH

    def admits(self, record: Stored) -> bool:
        """Whether a record may be an answer at all."""
        return (
            record.kind in self.kinds
            and self.category in ("", record.category)
            and (not self.purpose or not record.applies_to or self.purpose in record.applies_to)
        )


def gather(ledger: Ledger, partitions: Sequence[int], wish: Wish, near: Mapping[Place, float]) -> list[Candidate]:
    """The records that share words with the query or are near it."""
    shelves = [LIVE, *([PAST] if wish.moment else []), *([REVIEW] if "review" in wish.kinds else [])]
    words = ledger.words.scores([(part, shelf) for part in partitions for shelf in shelves], wish.query)
    best = [seq for _, seq in best_of(words, wish.depth)]
    found: dict[Place, Candidate] = {}
    for version in ledger.rows(partitions, best).values():
        place = (version.partition, version.record.id)
        record = _worded_alike(ledger, version, wish.moment) if wish.moment else version.record
        if record is not None:
            candidate = found.setdefault(place, Candidate(place, record, near=near.get(place)))
            candidate.words = max(candidate.words, words[version.seq])
    for head in ledger.heads_at(place for place in near if place not in found):
        place = (head.partition, head.record.id)
        if head.record.status != "active":
            continue
        held = _held(ledger, head, wish.moment) if wish.moment else head.record
        if held is not None:
            own = (place[0], held.id)
            found.setdefault(own, Candidate(own, held, words.get(head.seq, 0.0), near[place]))
    return [item for item in found.values() if wish.admits(item.record)]


def neighbours(ledger: Ledger, best: Sequence[Candidate], known: set[Place], wish: Wish) -> list[Candidate]:
    """The turns before and after these, which may matter without sharing a word with the query."""
    found = []
    for item in best:
        if item.record.kind != "episodic":
            continue
        for version in ledger.neighbours(item.place[0], item.record.source):
            place = (version.partition, version.record.id)
            if place not in known and wish.admits(version.record):
                known.add(place)
                found.append(Candidate(place, version.record))
    return found


def version_at(versions: Sequence[Version], moment: str) -> Stored | None:
    """What a record said at a moment, given all its versions, oldest first; None if it did not hold then."""
    begun = [version.record for version in versions if version.record.valid_from <= moment]
    return begun[-1] if begun and begun[-1].holds_at(moment) else None


def _worded_alike(ledger: Ledger, version: Version, moment: str) -> Stored | None:
    """The record as it was at the moment, if it was worded as in this version."""
    held = version_at(ledger.history([version.partition], version.record.id), moment)
    return held if held is not None and held.text == version.record.text else None


def _held(ledger: Ledger, head: Version, moment: str) -> Stored | None:
    """What held at the moment of this record, or of what it took the place of."""
    current: Version | None = head
    while current is not None:
        held = version_at(ledger.history([head.partition], current.record.id), moment)
        if held is not None or not current.record.supersedes:
            return held
        current = ledger.head([head.partition], current.record.supersedes)
    return None
