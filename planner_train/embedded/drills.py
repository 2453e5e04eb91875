"""Copying drills: random tokens that come again, so that nothing but copying predicts them.

A model that trains on text soon copies the words of that text better than any others, and a cold start sees few words.
Drills are short, and keep the circuit of `induction.py` able to copy every token there is.
"""

from __future__ import annotations

import random

Sample = tuple[list[int], list[float]]
"""Token ids and the weight of the loss on each."""

LENGTH = 96


def copy_drill(rng: random.Random, vocabulary: int) -> Sample:
    """A random sequence again and again, in half of the cases cut and filled; loss on what follows the first of each."""
    broken = rng.random() < 0.5
    length = rng.randint(6, 45)
    unit = [rng.randrange(vocabulary) for _ in range(length)]
    ids, weights = list(unit), [0.0] * length
    while len(ids) < LENGTH:
        start = rng.randrange(length - 2) if broken else 0
        piece = unit[start:]
        filler = [rng.randrange(vocabulary) for _ in range(rng.choice((0, 1, 3)) if broken else 0)]
        ids += filler + piece
        weights += [0.0] * (len(filler) + 1) + [1.0] * (len(piece) - 1)
    return ids[:LENGTH], weights[:LENGTH]


def word_drill(rng: random.Random, vocabulary: int) -> Sample:
    """Words of a few random tokens, then the same words in another order; loss on all but the first token of each."""
    words: list[list[int]] = []
    while sum(map(len, words)) < LENGTH // 2:
        words.append([rng.randrange(vocabulary) for _ in range(rng.choice((2, 2, 3, 4)))])
    ids = [token for word in words for token in word]
    weights = [0.0] * len(ids)
    for word in rng.sample(words, len(words)):
        ids += word
        weights += [0.0] + [1.0] * (len(word) - 1)
    return ids, weights
