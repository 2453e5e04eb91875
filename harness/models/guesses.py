"""What a text is likely to go on with, so that a model reads several tokens at once where it would write one.

A planner writes much that stands in its context, and much that it wrote in other episodes. A pass over keys and values
costs little more for six tokens than for one, and shows which of the guesses are what the model would have written; the
rest is forgotten. So guesses change how long a text takes and never what it says (prompt lookup decoding, Saxena 2023).
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Sequence

LENGTHS = (4, 2, 1)
"""How many last tokens are looked up, the longest first."""
CAPACITY = 100_000
"""Continuations that are remembered, the longest unused forgotten first."""
_CODE = "I"
_SIZE = array(_CODE).itemsize


class Guesses:
    """Continuations by the tokens before them: from the text itself, else from what was written before."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._written: OrderedDict[bytes, bytes] = OrderedDict()

    def learn(self, prompt: Sequence[int], ids: Sequence[int]) -> None:
        """Remembers what was written after a prompt."""
        text = array(_CODE, [*prompt[-max(LENGTHS) :], *ids]).tobytes()
        first = len(text) - _SIZE * len(ids)
        for place in range(first, len(text), _SIZE):
            for length in LENGTHS:
                if place >= _SIZE * length:
                    key = text[place - _SIZE * length : place]
                    self._written[key] = text[place : place + _SIZE]
                    self._written.move_to_end(key)
        while len(self._written) > CAPACITY:
            self._written.popitem(last=False)

    def after(self, ids: Sequence[int], most: int) -> list[int]:
        """Up to ``most`` tokens that may come next, as many as can be guessed."""
        text = array(_CODE, ids).tobytes()
        begun = len(text)
        wanted = begun + _SIZE * min(most, self._most)
        while len(text) < wanted:
            found = self._found(text, wanted - len(text))
            if not found:
                break
            text += found
        return array(_CODE, text[begun:]).tolist()

    def _found(self, text: bytes, room: int) -> bytes:
        for length in LENGTHS:
            key = text[-_SIZE * length :]
            place = _last(text, key)
            if place >= 0:
                return text[place : place + room]
            if key in self._written:
                return self._written[key]
        return b""


def _last(text: bytes, key: bytes) -> int:
    """Where that begins which followed the key the last time before the end of the text; below 0 where nothing did."""
    end = len(text) - _SIZE
    while (place := text.rfind(key, 0, end)) >= 0:
        if place % _SIZE == 0:
            return place + len(key)
        end = place + len(key) - 1
    return -1
