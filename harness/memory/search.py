"""Keyword search over short texts in any language: BM25 over lightly stemmed words and CJK bigrams.

Plain Python and deterministic, so that an episode, its fork and its replay see the same order on every machine.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

K1, B = 1.2, 0.75
_TOKEN = re.compile(r"[\u3400-\u9fff]+|[^\W_\u3400-\u9fff]+")
_STOP = frozenset(
    "a about an and are as at be by can do does for from had has have how i in is it its me my of on or our s she he "
    "so t that the their them they this to was we what when where which who will with you your 的 了 是 我 在 吗 呢".split()
)


class Bm25:
    """An index over documents that stay as they are; a document is known by its place."""

    def __init__(self, documents: Sequence[str]) -> None:
        counts = [Counter(terms(text)) for text in documents]
        lengths = [sum(count.values()) for count in counts]
        mean = (sum(lengths) / len(lengths) if lengths else 0.0) or 1.0
        self.size = len(counts)
        self._postings: dict[str, list[tuple[int, float]]] = {}
        for place, count in enumerate(counts):
            slack = K1 * (1 - B + B * lengths[place] / mean)
            for term, times in count.items():
                self._postings.setdefault(term, []).append((place, times * (K1 + 1) / (times + slack)))

    def scores(self, query: str) -> list[float]:
        """One score a document; 0 for a document that shares no word with the query."""
        found = [0.0] * self.size
        for term in dict.fromkeys(terms(query)):
            postings = self._postings.get(term, ())
            rarity = math.log(1 + (self.size - len(postings) + 0.5) / (len(postings) + 0.5))
            for place, weight in postings:
                found[place] += rarity * weight
        return found


def terms(text: str) -> list[str]:
    """The words of a text as the index knows them: stems of words, numbers as they are, pairs of Chinese characters."""
    found: list[str] = []
    for token in _TOKEN.findall(text.casefold()):
        if "\u3400" <= token[0] <= "\u9fff":
            found += [token[i : i + 2] for i in range(len(token) - 1)] or [token]
        elif token not in _STOP:
            found.append(stem(token))
    return [term for term in found if term not in _STOP]


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Takes the common English endings off, so that ``running``, ``runs`` and ``run`` meet."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    for ending in ("ing", "ed", "es", "ly", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls" else word


def spread(scores: Sequence[float]) -> list[float]:
    """Scores stretched to 0..1, so that two kinds of score can be mixed; equal scores all become 0."""
    low, high = (min(scores), max(scores)) if scores else (0.0, 0.0)
    return [(score - low) / (high - low) if high > low else 0.0 for score in scores]
