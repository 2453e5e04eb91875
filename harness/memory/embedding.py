"""A vector for a text without a model: words and pieces of words hashed into a fixed number of places.

It joins inflected words, misspellings and Chinese, needs no download, and gives the same vector on every machine. A
sentence encoder (``encoder.py``) can stand in its place, or whatever else has a name, a share and ``embed``.
"""

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from harness.errors import UserError

from .search import stem, terms

Vectors = NDArray[np.float32]


class EmbedderError(Exception):
    """The embedder cannot answer now. Keyword search goes on without it."""


class Embedder(Protocol):
    """Turns texts into vectors.

    ``name`` identifies the space: vectors of another name are never compared with these, and a new name means a new index.
    ``keyword_share`` is the weight of BM25, 0 to 1, that goes well with its similarities.
    """

    name: str
    keyword_share: float

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One row of unit length a text. Raises ``EmbedderError`` (or an ``OSError``) when it cannot answer now."""


class HashingEmbedder:
    """Signed feature hashing of stems and character trigrams, with damped counts and unit length.

    It knows no synonyms, so words decide more beside it than beside a trained encoder.
    """

    def __init__(self, width: int = 384) -> None:
        if not 8 <= width <= 4096:
            raise UserError(f"a vector of {width} numbers", where="hashing embedder", expected="8 to 4096")
        self.width = width
        self.name = f"hashing-{width}"
        self.keyword_share = 0.6

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = np.zeros((len(texts), self.width), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            self._fill(row, text)
        return vectors

    def _fill(self, row: Vectors, text: str) -> None:
        values = [0.0] * self.width
        for feature, count in _features(text).items():
            raw = _hash(feature)
            weight = (1 + math.log(count)) * (1.0 if feature[0] == "w" else 0.4)
            values[(raw >> 1) % self.width] += weight if raw & 1 else -weight
        norm = math.sqrt(math.fsum(value * value for value in values))
        if norm == 0:
            values[0] = norm = 1.0
        row[:] = [value / norm for value in values]


def open_embedder(name: str) -> Embedder:
    """``hashing``, ``hashing-WIDTH``, or a sentence-transformers model: a folder, or a name on the hub it comes from."""
    kind, _, width = name.partition("-")
    if kind == "hashing" and (not width or width.isdigit()):
        return HashingEmbedder(int(width)) if width else HashingEmbedder()
    from .encoder import SentenceEncoder

    return SentenceEncoder(name)


def clear_caches() -> None:
    """Drops the words that are kept only to be faster, so that what is forgotten does not live on in them."""
    _hash.cache_clear()
    stem.cache_clear()


def _features(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for term in terms(text):
        found["w" + term] += 1
        padded = f"<{term}>"
        found.update("g" + padded[i : i + 3] for i in range(len(padded) - 2))
    return found


@lru_cache(maxsize=50_000)
def _hash(feature: str) -> int:
    return int.from_bytes(blake2b(feature.encode(), digest_size=8).digest(), "big")
