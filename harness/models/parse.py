"""From the text that a local model wrote to an action. Nothing that a model can write raises an exception here.

The grammar is the one of `render.py`: a thought, then calls or a message to the user. Output that does not follow it
becomes a malformed action whose reason tells the model what to mend.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from harness.context import TAGS
from harness.contract import Action, Call, Message, MessageKind, Tokens, canonical

THINK, THINK_END = "<think>", "</think>"
CALL, CALL_END = "<tool_call>", "</tool_call>"
DEEPEST = 32
"""Levels of lists and objects that the arguments of a call may have."""
_KINDS = {tag.strip(): kind for kind, tag in TAGS.items() if tag}
_MARKUP = (THINK, THINK_END, CALL_END, "<tool_response>", "</tool_response>", "<|im_start|>", "<|im_end|>")


class _MalformedError(Exception):
    """The text cannot be read; the message says why."""


def parse(text: str, *, tokens: Tokens | None = None, cut_off: bool = False) -> Action:
    """The action that a model turn means. `cut_off` says that the token budget ended it before the model did."""
    counted = tokens or Tokens()
    text = readable(text).strip().removesuffix("<|im_end|>").strip()
    thought = ""
    try:
        thought, rest = _split_thought(text)
        if cut_off:
            raise _MalformedError("the output was cut off before it was complete; be shorter")
        if CALL in rest:
            words, calls = rest.split(CALL, 1)
            read = _calls(CALL + calls)
            return Action(thought="\n\n".join(part for part in (thought, words.strip()) if part), calls=read, tokens=counted)
        return Action(thought=thought, message=_message(rest, bool(thought)), tokens=counted)
    except _MalformedError as error:
        return Action(thought=thought, malformed=str(error), tokens=counted)


def readable(text: str) -> str:
    """The text without halves of characters, which no file can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _split_thought(text: str) -> tuple[str, str]:
    if not text.startswith(THINK):
        return "", text
    body, closed, rest = text[len(THINK) :].partition(THINK_END)
    if not closed:
        raise _MalformedError("the thought is not closed with </think>")
    return body.strip(), rest.strip()


def _calls(text: str) -> tuple[Call, ...]:
    calls: list[Call] = []
    rest = text
    while rest:
        if not rest.startswith(CALL):
            raise _MalformedError(f"text stands after a tool call: {rest[:40]!r}")
        body, closed, rest = rest[len(CALL) :].partition(CALL_END)
        if not closed:
            raise _MalformedError("a tool call is not closed with </tool_call>")
        calls.append(_call(body.strip(), len(calls)))
        rest = rest.strip()
    return tuple(calls)


def _call(body: str, place: int) -> Call:
    try:
        value = json.loads(body, object_pairs_hook=_once, parse_constant=_no_constant)
    except RecursionError:
        raise _MalformedError("a tool call is nested too deeply") from None
    except ValueError as error:
        raise _MalformedError(f"a tool call is not valid JSON: {error}") from None
    arguments = value.get("arguments", {}) if isinstance(value, dict) else None
    name = value.get("name") if isinstance(value, dict) else None
    if not isinstance(arguments, dict) or not isinstance(name, str):
        raise _MalformedError('a tool call must read {"name": ..., "arguments": {...}}')
    if not name.strip():
        raise _MalformedError("a tool call has no name")
    try:
        if is_deep(arguments):
            raise _MalformedError(f"the arguments of {readable(name)} are nested too deeply")
        canonical(arguments).encode("utf-8")
    except ValueError:
        raise _MalformedError(f"the arguments of {readable(name)} are no plain JSON") from None
    return Call(id=f"c{place}", name=readable(name), arguments=arguments)


def is_deep(value: Any) -> bool:
    """Whether a JSON value is nested deeper than any tool needs; what later walks it would run out of stack."""
    level = [value]
    for _ in range(DEEPEST):
        level = [item for part in level if isinstance(part, (dict, list)) for item in _inner(part)]
        if not level:
            return False
    return True


def _inner(part: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return part.values() if isinstance(part, dict) else part


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a field stands there twice")
    return made


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON value")


def _message(text: str, thought: bool) -> Message:
    if not text:
        raise _MalformedError("the output holds a thought only; call a tool or answer" if thought else "the output is empty")
    found = next((mark for mark in _MARKUP if mark in text), None)
    if found is not None:
        raise _MalformedError(f"{found} stands where a message was expected")
    for tag, kind in _KINDS.items():
        if text.casefold().startswith(tag):
            words = text[len(tag) :].strip()
            if not words:
                raise _MalformedError(f"nothing stands after {tag}")
            return Message(kind=kind, text=words)
    return Message(kind=MessageKind.FINISH, text=text)
