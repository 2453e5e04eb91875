"""A vector for a text without a model: words and pieces of words hashed into a fixed number of places.

It joins inflected words, misspellings and Chinese, needs no download, and gives the same vector on every machine. A
sentence encoder can stand in its place: whatever has a name, a width and ``embed``.
"""

import math
from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import Protocol

from .search import terms


class EmbedderError(Exception):
    """The embedder cannot answer now. Keyword search goes on without it."""


class Embedder(Protocol):
    """Turns texts into vectors. ``name`` identifies the space: vectors of another name are never compared with these."""

    name: str

    def embed(self, texts: Sequence[str]) -> list[list[float]]: ...


class HashingEmbedder:
    """Signed feature hashing of stems and character trigrams, with damped counts and unit length."""

    def __init__(self, width: int = 384) -> None:
        self.width = width
        self.name = f"hashing-{width}"

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> list[float]:
        vector = [0.0] * self.width
        for feature, count in _features(text).items():
            raw = int.from_bytes(blake2b(feature.encode(), digest_size=8).digest(), "big")
            sign = 1.0 if raw & 1 else -1.0
            vector[(raw >> 1) % self.width] += sign * (1 + math.log(count)) * (1.0 if feature[0] == "w" else 0.4)
        norm = math.sqrt(sum(value * value for value in vector))
        if norm == 0:
            vector[0] = norm = 1.0
        return [value / norm for value in vector]


def _features(text: str) -> Counter[str]:
    found: Counter[str] = Counter()
    for term in terms(text):
        found["w" + term] += 1
        padded = f"<{term}>"
        found.update("g" + padded[i : i + 3] for i in range(len(padded) - 2))
    return found
