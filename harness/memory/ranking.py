"""From what keywords and vectors found to one order: a convex mix, neighbours in a session, light priors, copies last.

Pure functions over candidates, so that a benchmark ranks exactly as the store does.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .record import Stored
from .search import terms

Place = tuple[int, str]
"""Partition and id: what a record is known by while it is ranked."""

_TEMPORAL = re.compile(
    r"\b(when|before|after|first|last|latest|earliest|since|until|how long|how often|order|sequence|timeline|then)\b"
    r"|什么时候|何时|几点|几号|之前|之后|以前|以后|先|后来|最近|上次|第一次|最后|多久|顺序",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Ranking:
    """The weights. ``keyword_share`` None takes the embedder's own; the rest of the mix is similarity.

    ``before`` and ``after`` are the parts of the score that the turns before and after lend to a turn of a session.
    ``speaker`` is added when the question names who spoke, ``importance`` and ``recency`` scale those of a record.
    A text that shares more than ``copy`` of its words with a better one goes to the end.
    """

    keyword_share: float | None = None
    before: float = 0.4
    after: float = 0.2
    speaker: float = 0.05
    importance: float = 0.04
    recency: float = 0.02
    copy: float = 0.9


@dataclass
class Candidate:
    """A record that may be an answer. ``near`` is None where the vectors did not name it."""

    place: Place
    record: Stored
    words: float = 0.0
    near: float | None = None


def mixed(candidates: Sequence[Candidate], keyword_share: float, *, dense: bool) -> dict[Place, float]:
    """BM25 and similarity, each scaled to 0..1, in a convex mix; only words without ``dense``.

    What shares no word has 0, and so has what points elsewhere; of what the vectors did not name, only so much is known
    that it is less near than all they named: it gets half of the least.
    """
    most = max((item.words for item in candidates), default=0.0) or 1.0
    words = {item.place: item.words / most for item in candidates}
    if not dense:
        return words
    known = [max(0.0, item.near) for item in candidates if item.near is not None]
    least, nearest = (min(known), max(known) or 1.0) if known else (0.0, 1.0)
    near = {item.place: (least / 2 if item.near is None else max(0.0, item.near)) / nearest for item in candidates}
    return {place: keyword_share * words[place] + (1 - keyword_share) * near[place] for place in words}


def lend(candidates: Sequence[Candidate], scores: Mapping[Place, float], ranking: Ranking) -> dict[Place, float]:
    """Scores with what the neighbours in the same session lend; a record outside sessions keeps its own."""
    turns = {
        (item.place[0], item.record.source.trace, item.record.source.turn): scores[item.place]
        for item in candidates
        if item.record.source.trace and item.record.source.turn is not None
    }
    found: dict[Place, float] = {}
    for item in candidates:
        score = scores[item.place]
        partition, source = item.place[0], item.record.source
        if source.trace and source.turn is not None:
            score += ranking.before * turns.get((partition, source.trace, source.turn - 1), 0.0)
            score += ranking.after * turns.get((partition, source.trace, source.turn + 1), 0.0)
        found[item.place] = score
    return found


def rank(
    query: str, candidates: Sequence[Candidate], ranking: Ranking, keyword_share: float, *, dense: bool
) -> list[tuple[float, Candidate]]:
    """The candidates with their scores, best first; among equals the newest, then the smallest id."""
    scores = lend(candidates, mixed(candidates, keyword_share, dense=dense), ranking)
    asked = query.casefold()
    dates = sorted({item.record.observed for item in candidates})
    age = {date: place / max(1, len(dates) - 1) for place, date in enumerate(dates)}
    found = []
    for item in candidates:
        record = item.record
        score = scores[item.place] + ranking.importance * (record.importance - 0.5) + ranking.recency * age[record.observed]
        speaker = record.source.speaker.casefold()
        score += ranking.speaker * bool(speaker and speaker in asked)
        found.append((round(score, 6), item))
    found.sort(key=lambda pair: pair[1].place)
    found.sort(key=lambda pair: (pair[0], pair[1].record.observed), reverse=True)
    return found


def copies_last(ranked: Sequence[tuple[float, Candidate]], limit: int, share: float) -> list[tuple[float, Candidate]]:
    """The first ``limit``, where what repeats a better one comes only after all that is new."""
    chosen: list[tuple[float, Candidate]] = []
    repeats: list[tuple[float, Candidate]] = []
    seen: list[frozenset[str]] = []
    for pair in ranked:
        if len(chosen) == limit:
            break
        words = frozenset(terms(pair[1].record.text))
        if words and any(len(words & other) > share * len(words | other) for other in seen):
            repeats.append(pair)
        else:
            chosen.append(pair)
            seen.append(words)
    return (chosen + repeats)[:limit]


def is_temporal(query: str) -> bool:
    """Whether the question is about when, or in which order."""
    return _TEMPORAL.search(query) is not None
