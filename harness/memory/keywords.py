"""Keyword search in the SQLite file itself: BM25 over postings that change in the same transaction as the records.

So a write is found by the next read of any process, a killed one leaves nothing half done, and what is forgotten is gone
from here too. A search touches the postings of its own partitions only. Words that stand in very many records would cost
time and tell little: beyond ``BUDGET`` postings they no longer bring records in, they only add to the scores of the best.
"""

import math
import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import nlargest

from .search import K1, B, terms

LIVE, PAST, REVIEW = 0, 1, 2
"""The shelves of a partition: what is active, what was (for questions about the past), and review notes."""
BUDGET = 2_000
COMPLETED = 200


def best_of(scores: Mapping[int, float], count: int) -> list[tuple[float, int]]:
    """The greatest scores with their versions; among equals the newest."""
    return nlargest(count, zip(scores.values(), scores, strict=True))


class KeywordIndex:
    """Postings by partition, shelf and term. A document is known by the row number of its version."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def add(self, partition: int, shelf: int, seq: int, text: str) -> None:
        """Shelves a version. Call it inside a transaction, once a version and shelf."""
        counts = Counter(terms(text))
        length = counts.total()
        self._db.executemany(
            "INSERT INTO postings VALUES (?, ?, ?, ?, ?, ?)",
            [(partition, shelf, term, seq, times, length) for term, times in counts.items()],
        )
        self._db.executemany(
            "INSERT INTO vocabulary VALUES (?, ?, ?, 1) ON CONFLICT DO UPDATE SET records = records + 1",
            [(partition, shelf, term) for term in counts],
        )
        self._db.execute(
            "INSERT INTO shelves VALUES (?1, ?2, 1, ?3) ON CONFLICT DO UPDATE SET records = records + 1, words = words + ?3",
            (partition, shelf, length),
        )

    def remove(self, partition: int, shelf: int, seq: int, text: str) -> None:
        """Takes a version off a shelf on which it stands."""
        counts = Counter(terms(text))
        keys = [(partition, shelf, term) for term in counts]
        self._db.executemany(
            "DELETE FROM postings WHERE partition = ? AND shelf = ? AND term = ? AND seq = ?", [(*key, seq) for key in keys]
        )
        self._db.executemany(
            "UPDATE vocabulary SET records = records - 1 WHERE partition = ? AND shelf = ? AND term = ?", keys
        )
        self._db.executemany("DELETE FROM vocabulary WHERE partition = ? AND shelf = ? AND term = ? AND records <= 0", keys)
        self._db.execute(
            "UPDATE shelves SET records = records - 1, words = words - ? WHERE partition = ? AND shelf = ?",
            (counts.total(), partition, shelf),
        )

    def drop(self, partition: int) -> None:
        """Removes everything of a partition."""
        for table in ("postings", "vocabulary", "shelves"):
            self._db.execute(f"DELETE FROM {table} WHERE partition = ?", (partition,))

    def scores(self, places: Sequence[tuple[int, int]], query: str) -> dict[int, float]:
        """BM25 of the versions on these (partition, shelf) places that share a word with the query, as one collection."""
        size, words = self._size(places)
        if not size:
            return {}
        slack, scale = K1 * (1 - B), K1 * B * size / max(1, words)
        found: dict[int, float] = {}
        taken = 0
        for frequency, term in sorted((self._frequency(places, term), term) for term in dict.fromkeys(terms(query))):
            if not frequency:
                continue
            rarity = math.log(1 + (size - frequency + 0.5) / (frequency + 0.5))
            if taken and taken + frequency > BUDGET:
                rows = self._postings_of(places, term, [seq for _, seq in best_of(found, COMPLETED)])
            else:
                rows = self._postings(places, term)
                taken += len(rows)
            rarity *= K1 + 1
            for seq, times, length in rows:
                found[seq] = found.get(seq, 0.0) + rarity * times / (times + slack + scale * length)
        return found

    def _size(self, places: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """Records and words."""
        rows = [
            self._db.execute("SELECT records, words FROM shelves WHERE partition = ? AND shelf = ?", place).fetchone()
            for place in places
        ]
        return sum(row[0] for row in rows if row), sum(row[1] for row in rows if row)

    def _frequency(self, places: Sequence[tuple[int, int]], term: str) -> int:
        """How many records hold the term."""
        found = 0
        for partition, shelf in places:
            row = self._db.execute(
                "SELECT records FROM vocabulary WHERE partition = ? AND shelf = ? AND term = ?", (partition, shelf, term)
            ).fetchone()
            found += row[0] if row else 0
        return found

    def _postings(self, places: Sequence[tuple[int, int]], term: str) -> list[tuple[int, int, int]]:
        """Version, times and length, newest first, at most ``BUDGET`` a place."""
        rows: list[tuple[int, int, int]] = []
        for partition, shelf in places:
            rows += self._db.execute(
                "SELECT seq, times, length FROM postings WHERE partition = ? AND shelf = ? AND term = ? "
                "ORDER BY seq DESC LIMIT ?",
                (partition, shelf, term, BUDGET),
            )
        return rows

    def _postings_of(self, places: Sequence[tuple[int, int]], term: str, seqs: Sequence[int]) -> list[tuple[int, int, int]]:
        """The same for these versions only."""
        marks = ",".join("?" * len(seqs))
        rows: list[tuple[int, int, int]] = []
        for partition, shelf in places:
            rows += self._db.execute(
                "SELECT seq, times, length FROM postings WHERE partition = ? AND shelf = ? AND term = ? "
                f"AND seq IN ({marks})",
                (partition, shelf, term, *seqs),
            )
        return rows
