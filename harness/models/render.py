"""The planner's text format: one rendering for data, training and generation.

A conversation is a list of segments that only grows. Model segments hold exactly what the model wrote (thought,
calls or message,
and the end mark); prompt segments hold everything between. Each segment is tokenised on its own, so tokens that
were sampled or
trained on are never tokenised again, with any tokenizer. The text equals the shipped chat template's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

IM_START, IM_END = "<|im_start|>", "<|im_end|>"


@dataclass(frozen=True)
class Segment:
    """A piece of a rendered conversation; `turn` counts model turns from 0 and is None for prompt pieces."""

    text: str
    turn: int | None = None


@dataclass(frozen=True)
class Rendered:
    """Token ids with, for each token, the model turn that wrote it (-1 for prompt tokens)."""

    ids: list[int]
    turns: list[int]

    @property
    def turn_count(self) -> int:
        """How many model turns there are."""
        return max(self.turns, default=-1) + 1


def escape(text: str) -> str:
    """Outside text must not be able to end a turn: `<|` is parted."""
    return text.replace("<|", "< |")


def call_text(name: str, arguments: Mapping[str, Any] | str) -> str:
    """One tool call as the model writes it."""
    written = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    return f'<tool_call>\n{{"name": {json.dumps(name, ensure_ascii=False)}, "arguments": {written}}}\n</tool_call>'


def model_text(message: Mapping[str, Any]) -> str:
    """What the model wrote in an assistant message, without the end mark."""
    thought = message.get("reasoning_content") or ""
    content = message.get("content") or ""
    parts = [content] if content else []
    for call in message.get("tool_calls") or []:
        call = call.get("function", call)
        parts.append(call_text(call["name"], call["arguments"]))
    return (f"<think>\n{thought}\n</think>\n\n" if thought else "") + "\n".join(parts)


def segments(messages: Sequence[Mapping[str, Any]], generate: bool = False) -> list[Segment]:
    """Cut a conversation into segments; with `generate` it ends where the model would start to write.

    An assistant message may carry `raw`, the model's own text; it is used instead of a rendering of its parts.
    """
    pieces: list[Segment] = []
    prompt = ""
    turn = 0
    for position, message in enumerate(messages):
        role = message["role"]
        if role == "assistant":
            pieces.append(Segment(f"{prompt}{IM_START}assistant\n"))
            raw = message.get("raw")
            pieces.append(Segment((model_text(message) if raw is None else raw) + IM_END, turn))
            prompt, turn = "\n", turn + 1
        elif role == "tool":
            if position == 0 or messages[position - 1]["role"] != "tool":
                prompt += f"{IM_START}user"
            prompt += f"\n<tool_response>\n{escape(message['content'])}\n</tool_response>"
            if position + 1 == len(messages) or messages[position + 1]["role"] != "tool":
                prompt += f"{IM_END}\n"
        else:
            prompt += f"{IM_START}{role}\n{escape(message['content'])}{IM_END}\n"
    if generate:
        prompt += f"{IM_START}assistant\n"
    if prompt:
        pieces.append(Segment(prompt))
    return pieces


def render_text(messages: Sequence[Mapping[str, Any]], generate: bool = False) -> str:
    """The whole conversation as text."""
    return "".join(segment.text for segment in segments(messages, generate))


def encode(text: str, tokenizer: Any) -> list[int]:
    """Token ids of one segment."""
    ids: list[int] = tokenizer(text, add_special_tokens=False)["input_ids"]
    return ids


def render(messages: Sequence[Mapping[str, Any]], tokenizer: Any, generate: bool = False) -> Rendered:
    """Token ids of a conversation and who wrote each."""
    ids: list[int] = []
    turns: list[int] = []
    for segment in segments(messages, generate):
        piece = encode(segment.text, tokenizer)
        ids += piece
        turns += [-1 if segment.turn is None else segment.turn] * len(piece)
    return Rendered(ids, turns)
