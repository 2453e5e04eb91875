"""Reads what a local model writes while it is still writing: thoughts, words and tool calls, as far as they are certain.

The grammar is the one of ``harness.models.parse``. Thoughts and words are passed on as they come; a call is held back until
it is complete and readable. What turns out to be no readable call is passed on as the words that were written.
"""

from collections.abc import Iterator

from harness.contract import Call
from harness.models.parse import CALL, CALL_END, THINK, THINK_END, parse, readable

from .answers import Delta


class Reader:
    """One answer under way. ``ended`` says that the rest is not wanted: a stop text, or one call too many.

    ``tools`` says whether calls are calls or words; ``most`` is how many are taken.
    """

    def __init__(self, *, stops: tuple[str, ...] = (), tools: bool = True, most: int | None = None) -> None:
        self._stops, self._tools, self._most = stops, tools, most
        self._text = ""
        self._place = 0
        self._state = "start"
        self._begins, self._blank = True, ""
        self.calls: list[Call] = []
        self.ended = False

    def read(self, text: str, *, complete: bool = False) -> list[Delta]:
        """What is new in ``text``, which is all that was written so far; ``complete`` says that nothing will follow."""
        self._text = text
        found: list[Delta] = []
        while not self.ended:
            step = list(self._step(complete))
            if not step:
                break
            found += [delta for delta in step if delta != Delta()]
        return found

    def _step(self, complete: bool) -> Iterator[Delta]:
        """One step forward; nothing when more must be known first. A step that says nothing is an empty ``Delta``."""
        rest = self._text[self._place :]
        if self._state == "start":
            begun = rest.lstrip()
            if not complete and THINK.startswith(begun):
                return
            thinks = begun.startswith(THINK)
            self._move(len(rest) - len(begun) + (len(THINK) if thinks else 0), "thought" if thinks else "words")
            yield Delta()
        elif self._state == "thought":
            yield from self._pass_on(rest, (THINK_END,), complete)
        elif self._state == "words":
            yield from self._pass_on(rest, (*((CALL,) if self._tools else ()), *self._stops), complete)
        else:
            body, closed, _ = rest.partition(CALL_END)
            if closed or complete:
                self._move(len(body) + len(closed), "words")
                yield self._call(CALL + body + closed)

    def _pass_on(self, rest: str, marks: tuple[str, ...], complete: bool) -> Iterator[Delta]:
        """The text up to the first mark, or as much of it as cannot be the beginning of one."""
        found = min(((rest.index(mark), mark) for mark in marks if mark in rest), default=None)
        thought = self._state == "thought"
        if found is not None:
            said = self._without_edges(rest[: found[0]], last=True)
            self.ended = found[1] in self._stops and not thought
            self._move(found[0] + len(found[1]), "words" if thought else "call")
        else:
            held = 0 if complete else max((_overlap(rest, mark) for mark in marks), default=0)
            kept = rest[: len(rest) - held]
            if not kept:
                return
            said = self._without_edges(kept, last=complete)
            self._place += len(kept)
        yield Delta(reasoning=said) if thought else Delta(content=said)

    def _without_edges(self, text: str, *, last: bool) -> str:
        """The text without blanks around the whole of a part, whose end is not known before ``last``."""
        whole = self._blank + text
        body = whole.rstrip()
        if not body:
            self._blank = "" if last or self._begins else whole
            return ""
        said = body.lstrip() if self._begins else body
        self._begins = False
        self._blank = "" if last else whole[len(body) :]
        return said

    def _move(self, by: int, state: str) -> None:
        self._place += by
        self._state = state
        self._begins, self._blank = True, ""

    def _call(self, written: str) -> Delta:
        action = parse(written)
        if not action.calls:
            return Delta(content=readable(written))
        call = action.calls[0].model_copy(update={"id": f"c{len(self.calls)}"})
        self.calls.append(call)
        self.ended = self._most is not None and len(self.calls) >= self._most
        return Delta(call=call)


def _overlap(text: str, mark: str) -> int:
    """How many letters at the end of a text could be the beginning of a mark."""
    return next((size for size in range(min(len(mark) - 1, len(text)), 0, -1) if text.endswith(mark[:size])), 0)
