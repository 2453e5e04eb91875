"""Between the harness's records and LangChain's messages: the conversation one way, the model's answer back.

A chat model's answer can be wrong in many ways, and client libraries repair some of them in silence: arguments that are a
list become an empty object, a call that cannot be decoded disappears. Whatever is not a readable call or message becomes a
malformed action with its reason, so that the model is told and the failure is counted.
"""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from harness.context import TAGS
from harness.contract import Action, Call, Json, Message, MessageKind, Tokens, canonical
from harness.policy import ChatMessage

from .parse import is_deep

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage, BaseMessage

_KINDS = {tag.strip(): kind for kind, tag in TAGS.items() if tag}
_SILENCE = "(no output)"
_OPEN, _CLOSE = "<tool_call>", "</tool_call>"


class _MalformedError(Exception):
    """The answer cannot be read; the message says why."""


def to_langchain(messages: Sequence[ChatMessage], *, thoughts: bool = False) -> "list[BaseMessage]":
    """The conversation as LangChain messages.

    Calls get ids by their place, since some providers want them unique in the conversation and of nine characters; equal
    conversations so have equal bytes and hit a prefix cache. ``thoughts`` sends earlier reasoning back, which some
    providers need and others refuse.
    """
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

    converted: list[BaseMessage] = []
    pending: list[str] = []
    for index, message in enumerate(messages):
        role, content = message["role"], message.get("content") or ""
        if role == "system":
            converted.append(SystemMessage(content))
        elif role == "user":
            converted.append(HumanMessage(content))
        elif role == "tool":
            converted.append(ToolMessage(content, tool_call_id=pending.pop(0) if pending else _call_id(index, 0)))
        else:
            calls = [_tool_call(item, index, place) for place, item in enumerate(message.get("tool_calls") or ())]
            pending = [item["id"] for item in calls]
            extra = (
                {"reasoning_content": message["reasoning_content"]} if thoughts and message.get("reasoning_content") else {}
            )
            text = content if content or calls else _SILENCE
            converted.append(AIMessage(text, tool_calls=calls, additional_kwargs=extra))
    return converted


def to_action(message: "AIMessage", *, max_tokens: int) -> Action:
    """What the model decided, or why its answer cannot be read."""
    tokens = token_counts(message)
    text, thought = readable(str(message.text)).strip(), readable(_reasoning(message)).strip()
    try:
        _check_length(message, tokens, max_tokens)
        calls, words = _native_calls(message), text
        if not calls and _OPEN in text:
            calls, words = _written_calls(text), text.split(_OPEN, 1)[0].strip()
        if calls:
            thought = "\n\n".join(part for part in (thought, words) if part)
            return Action(thought=thought, calls=calls, tokens=tokens)
        return Action(thought=thought, message=_said(text, thought), tokens=tokens)
    except _MalformedError as error:
        return Action(thought=thought, malformed=str(error), tokens=tokens)


def exact_text(message: "AIMessage") -> str:
    """The model's words; with native calls, the whole answer as JSON with the arguments as they were sent."""
    words = readable(str(message.text))
    calls = [_raw_call(item) for item in message.additional_kwargs.get("tool_calls") or ()]
    calls = calls or [
        {"name": item["name"], "arguments": item["args"]} for item in (*message.tool_calls, *message.invalid_tool_calls)
    ]
    if not calls:
        return words
    return readable(json.dumps({"content": words, "tool_calls": calls}, ensure_ascii=False))


def token_counts(message: "AIMessage") -> Tokens:
    """Prompt, completion and cached tokens as the endpoint counted them; zeros where it did not, or counted below zero."""
    usage = message.usage_metadata
    if usage is None:
        return Tokens()
    prompt, completion = max(0, usage["input_tokens"]), max(0, usage["output_tokens"])
    cached = max(0, usage.get("input_token_details", {}).get("cache_read") or 0)
    return Tokens(prompt=prompt, completion=completion, cached=min(cached, prompt))


def readable(text: str) -> str:
    """The text without halves of characters, which no file can hold."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _call_id(turn: int, place: int) -> str:
    return f"t{turn:04d}c{place:03d}"


def _tool_call(item: Json, turn: int, place: int) -> Any:
    function = item.get("function", item)
    return {"name": function["name"], "args": function["arguments"], "id": _call_id(turn, place), "type": "tool_call"}


def _reasoning(message: "AIMessage") -> str:
    return str(message.additional_kwargs.get("reasoning_content") or "")


def _check_length(message: "AIMessage", tokens: Tokens, max_tokens: int) -> None:
    reason = message.response_metadata.get("finish_reason") or message.response_metadata.get("stop_reason")
    if reason in ("length", "max_tokens"):
        raise _MalformedError(f"the output was cut off at {max_tokens} tokens before it was complete; be shorter")
    if tokens.completion > max_tokens:
        raise _MalformedError(f"the output has {tokens.completion} tokens; at most {max_tokens} are allowed")


def _native_calls(message: "AIMessage") -> tuple[Call, ...]:
    found = [(item["name"], item["args"]) for item in message.tool_calls]
    for invalid in message.invalid_tool_calls:
        arguments = (invalid["args"] or "").strip()
        if arguments:
            name = invalid["name"] or "a call"
            raise _MalformedError(f"the arguments of {name} are not valid JSON: {_fault(arguments)}")
        found.append((invalid["name"] or "", {}))
    raw = [_raw_call(item) for item in message.additional_kwargs.get("tool_calls") or ()]
    if len(raw) > len(found):
        raise _MalformedError("a tool call could not be decoded; send a name and one JSON object of arguments")
    for item in raw:
        _check_object(item)
    return tuple(_call(place, name, arguments) for place, (name, arguments) in enumerate(found))


def _written_calls(text: str) -> tuple[Call, ...]:
    """The calls of a model that writes them into its text, because its server does not take them out."""
    calls = []
    for place, piece in enumerate(text.split(_OPEN)[1:]):
        body = piece.split(_CLOSE, 1)[0].strip()
        try:
            value = json.loads(body)
        except (ValueError, RecursionError):
            raise _MalformedError(f"a tool call is not valid JSON: {_fault(body)}") from None
        arguments = value.get("arguments", {}) if isinstance(value, dict) else None
        if not isinstance(arguments, dict):
            raise _MalformedError('a tool call must read {"name": ..., "arguments": {...}}')
        calls.append(_call(place, str(value.get("name") or ""), arguments))
    return tuple(calls)


def _call(place: int, name: str, arguments: dict[str, Json]) -> Call:
    if not name:
        raise _MalformedError("a tool call has no name")
    if is_deep(arguments):
        raise _MalformedError(f"the arguments of {readable(name)} are nested too deeply")
    try:
        canonical(arguments).encode()
    except ValueError:
        reason = "hold NaN, infinity or half a character"
        raise _MalformedError(f"the arguments of {readable(name)} {reason}; send plain JSON") from None
    return Call(id=f"c{place}", name=readable(name), arguments=arguments)


def _raw_call(item: Any) -> dict[str, Any]:
    """A call as the client library kept it: a dict or an object, by version and provider."""
    plain = item if isinstance(item, dict) else item.model_dump()
    function = plain.get("function") or {}
    return {"name": function.get("name"), "arguments": function.get("arguments")}


def _check_object(call: dict[str, Any]) -> None:
    """Refuses arguments that are JSON but no object, which the client library has replaced by an empty object."""
    arguments = call["arguments"]
    try:
        value = json.loads(arguments) if isinstance(arguments, str) and arguments.strip() else arguments or {}
    except (ValueError, RecursionError):
        return  # these stand among the invalid calls
    if not isinstance(value, dict):
        raise _MalformedError(f"the arguments of {call['name']} are {type(value).__name__}, not a JSON object")


def _fault(text: str) -> str:
    try:
        json.loads(text)
    except ValueError as error:
        return str(error)
    except RecursionError:
        return "nested too deeply"
    return "not an object"


def _said(text: str, thought: str) -> Message:
    if not text:
        raise _MalformedError("the output holds a thought only; call a tool or answer" if thought else "the output is empty")
    for tag, kind in _KINDS.items():
        if text.casefold().startswith(tag):
            words = text[len(tag) :].strip()
            if not words:
                raise _MalformedError(f"nothing stands after {tag}")
            return Message(kind=kind, text=words)
    return Message(kind=MessageKind.FINISH, text=text)
