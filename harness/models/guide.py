"""Guided decoding: a local model can write only what the harness can read.

A turn is a thought, then text or tool calls; a call names one of the offered tools, with that tool's arguments, in the types
and options of its schema. Tokens that would leave this grammar are out of reach. What to do, and with which values, stays
the model's own choice, and so does whether it is wise. The text format is the one of ``render.py``.
"""

import json
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from harness.contract import Json

from .parse import CALL, CALL_END, THINK, THINK_END

if TYPE_CHECKING:
    from llguidance import LLMatcher

KEPT = 512
"""Sets of tools whose grammars are kept; to make one takes some milliseconds."""
SPELLING = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}
"""How ``render.py`` writes JSON."""
GRAMMAR = """%llguidance {{}}
start: think? {turn}
think: {think} TEXT {think_end} "\\n\\n"
calls: call ( "\\n" call )*
call: {call} "\\n" tool "\\n" {call_end}
TEXT: /[^<]+/
"""
"""``turn`` is what may follow the thought. Without tools, the rules of calls are left out."""


class Guide:
    """Follows one text: which token may come next.

    A schema may be more than the matcher can follow (a thousand arguments, an object that must hold itself), which shows
    only when a text comes to it. From there on any token may come, and who reads the text judges it.
    """

    def __init__(self, matcher: "LLMatcher") -> None:
        self._matcher = matcher
        self._allowed: Any = None

    def restrict(self, scores: Any) -> None:
        """Sets the scores of a tensor over the vocabulary to minus infinity where a token must not come."""
        import numpy
        import torch

        mask = numpy.frombuffer(self._matcher.compute_bitmask(), dtype=numpy.uint8)
        if self._matcher.is_error():
            return
        self._allowed = numpy.unpackbits(mask, bitorder="little", count=len(scores)).view(bool)
        scores[torch.from_numpy(~self._allowed)] = float("-inf")

    def accept(self, token: int) -> None:
        """Goes on by a token. Raises ``ValueError`` for one that must not come."""
        if self._matcher.is_error() or self._matcher.consume_token(token):
            return
        if self._allowed is None or not self._allowed[token]:  # else it was allowed, and is too much for the matcher
            raise ValueError(f"token {token} leaves the grammar of the turn")


class Guides:
    """Makes the guides for one tokenizer, whose ``stop`` tokens end a turn, and keeps the grammars."""

    def __init__(self, tokenizer: Any, stop: frozenset[int]) -> None:
        from llguidance.hf import from_tokenizer

        self._tokenizer = from_tokenizer(tokenizer, eos_token=sorted(stop))
        self._marks = {
            name: mark if self._is_one_token(tokenizer, mark) else json.dumps(mark)
            for name, mark in {"think": THINK, "think_end": THINK_END, "call": CALL, "call_end": CALL_END}.items()
        }
        self._kept: OrderedDict[str, LLMatcher] = OrderedDict()

    def _is_one_token(self, tokenizer: Any, mark: str) -> bool:
        found = tokenizer.convert_tokens_to_ids(mark)
        return isinstance(found, int) and found != tokenizer.unk_token_id and self._tokenizer.is_special_token(found)

    def of(self, tools: Sequence[Mapping[str, Json]], *, must_call: bool = False) -> Guide:
        """The guide of a turn that may, or must, call ``tools``, given as JSON schemas.

        Raises ``ValueError`` for a bad schema.
        """
        key = json.dumps([must_call, tools])
        if key not in self._kept:
            self._kept[key] = self._matcher(tools, must_call)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return Guide(self._kept[key].deep_copy())

    def lenient(self, tools: Sequence[Mapping[str, Json]]) -> Guide:
        """The guide of a turn in which a tool whose schema makes no grammar may be called with any arguments.

        Nothing may satisfy the schema of a stranger's tool. Who calls it is told so by the check of its arguments.
        """
        try:
            return self.of(tools)
        except ValueError:
            return self.of([tool if self._makes_grammar(tool) else _unchecked(tool) for tool in tools])

    def _makes_grammar(self, tool: Mapping[str, Json]) -> bool:
        try:
            self.of([tool])
        except ValueError:
            return False
        return True

    def _matcher(self, tools: Sequence[Mapping[str, Any]], must_call: bool) -> "LLMatcher":
        from llguidance import LLMatcher

        made = LLMatcher(self._tokenizer, grammar(tools, self._marks, must_call=must_call), log_level=0)
        if made.is_error():
            raise ValueError(f"the tools make no grammar: {made.get_error()}")
        return made


def grammar(tools: Sequence[Mapping[str, Any]], marks: Mapping[str, str], *, must_call: bool = False) -> str:
    """The grammar of a turn, in the Lark dialect of llguidance. ``marks`` are single tokens or quoted texts."""
    rules = [f"tool_{number}: %json {json.dumps(_call_schema(tool['function']))}" for number, tool in enumerate(tools)]
    if not rules:
        text = GRAMMAR.format(turn="TEXT", **marks)
        return "\n".join(line for line in text.splitlines() if not line.startswith("call"))
    text = GRAMMAR.format(turn="calls" if must_call else "( TEXT | calls )", **marks)
    names = " | ".join(f"tool_{number}" for number in range(len(rules)))
    return "\n".join((text + f"tool: {names}", *rules))


def _unchecked(tool: Mapping[str, Any]) -> dict[str, Any]:
    anything = {"type": "object", "additionalProperties": True}
    return {**tool, "function": {**tool["function"], "parameters": anything}}


def _call_schema(function: Mapping[str, Any]) -> dict[str, Any]:
    arguments = {"additionalProperties": False, **(function.get("parameters") or {"type": "object", "properties": {}})}
    return {
        "type": "object",
        "properties": {"name": {"const": function["name"]}, "arguments": arguments},
        "required": ["name", "arguments"],
        "additionalProperties": False,
        "x-guidance": SPELLING,
    }
