"""The chat-completions protocol as it goes out: one answer, whole or in chunks.

A model says its answer piece by piece (``Delta``) and ends with a ``Finish``. Both forms of an answer are made from the
same pieces, so a stream holds exactly what the whole answer would.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

from harness.contract import Call, Json, Tokens

from .protocol import ChatRequest

Reason = Literal["stop", "length", "tool_calls"]


@dataclass(frozen=True)
class Delta:
    """A piece of an answer: words for the user, thoughts, or one whole tool call."""

    content: str = ""
    reasoning: str = ""
    call: Call | None = None


@dataclass(frozen=True)
class Finish:
    """The end of an answer: why it ended, what it took, and what this server adds to the protocol."""

    reason: Reason
    tokens: Tokens
    extra: Mapping[str, Json] = field(default_factory=dict)


class Listener(Protocol):
    """Who an answer is for. ``wanted`` turns False when nobody waits for it any more; the model then stops."""

    @property
    def wanted(self) -> bool: ...

    def say(self, delta: Delta) -> None: ...


class ServedModel(Protocol):
    """What stands behind one model name. ``answer`` is called from many threads at once; it raises ``ApiError``."""

    @property
    def id(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...

    def answer(self, request: ChatRequest, listener: Listener) -> Finish: ...


@dataclass(frozen=True)
class Envelope:
    """What stands around every piece of one answer. ``created`` is in seconds since the epoch."""

    id: str
    created: int
    model: str
    fingerprint: str

    def _wrap(self, kind: str, choices: list[Json], **rest: Json) -> dict[str, Json]:
        head = {"id": self.id, "object": kind, "created": self.created, "model": self.model}
        return {**head, "system_fingerprint": self.fingerprint, "choices": choices, **rest}

    def whole(self, deltas: Iterable[Delta], finish: Finish) -> dict[str, Json]:
        """The answer of a request without ``stream``."""
        said = list(deltas)
        content, reasoning = "".join(delta.content for delta in said), "".join(delta.reasoning for delta in said)
        calls = [_spelled(delta.call) for delta in said if delta.call is not None]
        message: dict[str, Json] = {"role": "assistant", "content": content or (None if calls else ""), "refusal": None}
        if reasoning:
            message["reasoning_content"] = reasoning
        if calls:
            message["tool_calls"] = calls
        choice = {"index": 0, "message": message, "finish_reason": finish.reason, "logprobs": None}
        return self._wrap("chat.completion", [choice], usage=_usage(finish.tokens), **finish.extra)

    def first(self, *, usage: bool) -> dict[str, Json]:
        """The chunk that opens a stream; with ``usage`` the chunks say that it comes later."""
        return self._chunk({"role": "assistant", "content": ""}, usage)

    def pieces(self, delta: Delta, index: int, *, usage: bool) -> list[dict[str, Json]]:
        """The chunks of one piece; ``index`` counts the calls before it."""
        if delta.call is None:
            said = {"content": delta.content, "reasoning_content": delta.reasoning}
            return [self._chunk({name: text}, usage) for name, text in said.items() if text]
        whole = _spelled(delta.call)
        head = {**whole, "index": index, "function": {**whole["function"], "arguments": ""}}
        tail = {"index": index, "function": {"arguments": whole["function"]["arguments"]}}
        return [self._chunk({"tool_calls": [part]}, usage) for part in (head, tail)]

    def last(self, finish: Finish, *, usage: bool) -> list[dict[str, Json]]:
        """The chunk with the reason of the end, and the one with the usage if it was asked for."""
        end = self._chunk({}, usage, finish.reason) | dict(finish.extra)
        return [end, self._wrap("chat.completion.chunk", [], usage=_usage(finish.tokens))] if usage else [end]

    def _chunk(self, delta: dict[str, Json], usage: bool, reason: Reason | None = None) -> dict[str, Json]:
        choice = {"index": 0, "delta": delta, "finish_reason": reason, "logprobs": None}
        return self._wrap("chat.completion.chunk", [choice], **({"usage": None} if usage else {}))


def _spelled(call: Call) -> dict[str, Json]:
    arguments = json.dumps(call.arguments, ensure_ascii=False)
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _usage(tokens: Tokens) -> dict[str, Json]:
    return {
        "prompt_tokens": tokens.prompt,
        "completion_tokens": tokens.completion,
        "total_tokens": tokens.prompt + tokens.completion,
        "prompt_tokens_details": {"cached_tokens": tokens.cached},
    }
