"""How alike two texts are, and whether a set of texts leaks into another: the screens of data that is learned from."""

import re
from collections.abc import Iterable, Sequence

_TOKEN = re.compile(r"[^\W\d_]+|\d+|[\u3400-\u9fff]")


def tokens(text: str) -> list[str]:
    """Words, numbers and single Chinese characters, case folded."""
    pieces: list[str] = []
    for token in _TOKEN.findall(text.casefold()):
        pieces += list(token) if "\u3400" <= token[0] <= "\u9fff" else [token]
    return pieces


def ngrams(text: str, size: int) -> frozenset[tuple[str, ...]]:
    """The word n-grams of a text; a shorter text is one n-gram."""
    words = tokens(text)
    if len(words) <= size:
        return frozenset([tuple(words)])
    return frozenset(tuple(words[i : i + size]) for i in range(len(words) - size + 1))


def jaccard(left: frozenset[tuple[str, ...]], right: frozenset[tuple[str, ...]]) -> float:
    """Shared share of two sets of n-grams, in [0, 1]."""
    union = len(left | right)
    return len(left & right) / union if union else 1.0


class Neighbours:
    """The texts kept so far; answers which of them is most like a new one, by word bigrams."""

    def __init__(self) -> None:
        self._kept: list[tuple[str, frozenset[tuple[str, ...]]]] = []
        self._holders: dict[tuple[str, ...], list[int]] = {}

    def closest(self, text: str) -> tuple[str | None, float]:
        """The name of the most similar kept text and its similarity; None where nothing shares a bigram."""
        grams = ngrams(text, 2)
        candidates = sorted({index for gram in grams for index in self._holders.get(gram, ())})
        best, name = 0.0, None
        for index in candidates:
            likeness = jaccard(grams, self._kept[index][1])
            if likeness > best:
                name, best = self._kept[index][0], likeness
        return name, best

    def keep(self, name: str, text: str) -> None:
        """Adds a text under a name."""
        grams = ngrams(text, 2)
        for gram in grams:
            self._holders.setdefault(gram, []).append(len(self._kept))
        self._kept.append((name, grams))


def leaks(texts: Iterable[tuple[str, str]], forbidden: Sequence[str], *, size: int = 8) -> dict[str, str]:
    """Which named texts share an n-gram of ``size`` words with a forbidden text; the shared words by name."""
    known = {gram for text in forbidden for gram in ngrams(text, size) if len(gram) == size}
    found: dict[str, str] = {}
    for name, text in texts:
        hit = min(ngrams(text, size) & known, default=None)
        if hit is not None:
            found[name] = " ".join(hit)
    return found
