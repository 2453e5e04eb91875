"""The chat-completions protocol as it comes in: requests, what is wrong with them, and errors in OpenAI's shape.

What a request asks for and a model cannot do is refused with the field's name. Nothing that would change an answer is
passed over in silence; fields that only label a request (``user``, ``metadata``, ...) are.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from harness.contract import Json
from harness.errors import UserError
from harness.validation import validate_json


@dataclass
class ApiError(Exception):
    """An error that a client sees: its HTTP status, a message, and OpenAI's type, code and param."""

    status: int
    message: str
    code: str | None = None
    param: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.message

    @property
    def body(self) -> dict[str, Json]:
        """The error as the protocol spells it."""
        kind = _TYPES.get(self.status, "invalid_request_error" if self.status < 500 else "server_error")
        return {"error": {"message": self.message, "type": kind, "param": self.param, "code": self.code}}


_TYPES = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class _Lenient(BaseModel):
    """Messages come back as clients keep them, with fields that say nothing to a planner."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


def _plain_text(value: Json) -> Json:
    """The content of a message as one text."""
    if value is None:
        return ""
    if isinstance(value, list):
        texts = [part["text"] for part in value if _is_text(part)]
        if len(texts) == len(value):
            return "".join(texts)
    if not isinstance(value, str):
        raise ValueError("it must be text or a list of parts of type `text`; images, sound and files are not taken")
    return value


def _is_text(part: Json) -> bool:
    return isinstance(part, dict) and part.get("type") == "text" and isinstance(part.get("text"), str)


def _one_or_many(value: Json) -> Json:
    return [value] if isinstance(value, str) else value


def _whole_characters(value: str) -> str:
    """Arguments without halves of characters, which JSON can escape and no text can hold."""
    try:
        json.dumps(json.loads(value), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("the arguments hold half of a character (a lone surrogate)") from None
    except (ValueError, RecursionError):
        return value  # no JSON, which is read as the words that were written
    return value


def _choice(value: Json) -> Json:
    """A choice of tools: none, auto or required, or the one function that shall be called."""
    if value is None or value in ("none", "auto", "required"):
        return value
    function = value.get("function") if isinstance(value, dict) and value.get("type") == "function" else None
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        raise ValueError('it must be "none", "auto", "required" or {"type": "function", "function": {"name": ...}}')
    return Chosen(function["name"])


@dataclass(frozen=True)
class Chosen:
    """The one tool that must be called."""

    name: str


class CalledFunction(_Lenient):
    name: str
    arguments: Annotated[str, AfterValidator(_whole_characters)]


class ToolCall(_Lenient):
    """A call in an assistant message; ``arguments`` are JSON in a string."""

    id: str
    type: Literal["function"] = "function"
    function: CalledFunction


class Message(_Lenient):
    """One message of the conversation. ``content`` is plain text, whatever form it came in."""

    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: Annotated[str, BeforeValidator(_plain_text)] = ""
    tool_calls: list[ToolCall] | None = None
    tool_call_id: str | None = None
    reasoning_content: str | None = None


class Function(_Part):
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
    description: str | None = None
    parameters: dict[str, Any] | None = None
    strict: bool | None = None


class Tool(_Part):
    """A tool that the client carries out itself."""

    type: Literal["function"]
    function: Function


class StreamOptions(_Part):
    include_usage: bool | None = None
    include_obfuscation: bool | None = None


class ChatRequest(_Part):
    """The body of a request. The last group of fields is known and changes nothing here."""

    model: str
    messages: Annotated[list[Message], Field(min_length=1)]
    tools: list[Tool] | None = None
    tool_choice: Annotated[Any, BeforeValidator(_choice)] = None
    parallel_tool_calls: bool | None = None
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    max_completion_tokens: Annotated[int, Field(ge=1)] | None = None
    seed: int | None = None
    stop: Annotated[list[str] | None, BeforeValidator(_one_or_many)] = None

    n: Any = None
    top_p: Any = None
    frequency_penalty: Any = None
    presence_penalty: Any = None
    logit_bias: Any = None
    logprobs: Any = None
    top_logprobs: Any = None
    response_format: Any = None
    modalities: Any = None
    reasoning_effort: Any = None

    metadata: Any = None
    prompt_cache_key: Any = None
    prompt_cache_retention: Any = None
    safety_identifier: Any = None
    service_tier: Any = None
    store: Any = None
    user: Any = None

    @property
    def limit(self) -> int | None:
        """How many tokens the answer may have, if the client says."""
        return self.max_completion_tokens or self.max_tokens

    @property
    def stops(self) -> tuple[str, ...]:
        """Texts at which the answer ends."""
        return tuple(text for text in self.stop or () if text)


NEUTRAL: dict[str, tuple[Json, ...]] = {
    "n": (1,),
    "top_p": (1,),
    "frequency_penalty": (0,),
    "presence_penalty": (0,),
    "logit_bias": ({},),
    "logprobs": (False,),
    "top_logprobs": (0,),
    "response_format": ({"type": "text"},),
    "modalities": (["text"],),
    "reasoning_effort": (),
}
"""Fields that are not supported, with the values that ask for nothing."""


def read_request(body: bytes, *, messages: int, tools: int) -> ChatRequest:
    """The request in a body with at most so many messages and tools. Raises ``ApiError`` with status 400."""
    try:
        request = validate_json(body, ChatRequest, "body")
    except UserError as error:
        place = error.where.partition("`")[2].rstrip("`") or None
        expected = f" (expected {error.expected})" if error.expected else ""
        raise ApiError(400, f"{place or error.where}: {error.message}{expected}", "invalid_value", place) from None
    for name, values in NEUTRAL.items():
        value = getattr(request, name)
        if value is not None and value not in values:
            wish = f"or send {json.dumps(values[0])}" if values else "as this server has no such setting"
            message = f"{name}: {json.dumps(value)[:80]} is not supported here; leave it out, {wish}"
            raise ApiError(400, message, "unsupported_parameter", name)
    for name, found, most in (("messages", request.messages, messages), ("tools", request.tools or (), tools)):
        if len(found) > most:
            raise ApiError(400, f"{name}: there are {len(found)}, at most {most} are taken", "array_above_max_length", name)
    if len(request.stops) > 4:
        raise ApiError(400, "stop: at most four texts", "array_above_max_length", "stop")
    _check_tools(request)
    _check_order(request.messages)
    return request


def _check_tools(request: ChatRequest) -> None:
    names = [tool.function.name for tool in request.tools or ()]
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    if twice is not None:
        raise ApiError(400, f"tools: two are called {twice!r}", "invalid_value", "tools")
    choice = request.tool_choice
    if choice is not None and not names and choice not in ("none", "auto"):
        raise ApiError(400, "tool_choice: there are no tools to choose from", "invalid_value", "tool_choice")
    if isinstance(choice, Chosen) and choice.name not in names:
        raise ApiError(400, f"tool_choice: no tool is called {choice.name!r}", "invalid_value", "tool_choice")


def _check_order(messages: Sequence[Message]) -> None:
    """Answers of tools stand right behind the calls that they answer, one for each; and something is left to be said."""
    waiting: set[str] = set()
    for place, message in enumerate(messages):
        where = f"messages[{place}]"
        if message.role == "tool":
            if message.tool_call_id not in waiting:
                said = f"answers {message.tool_call_id!r}, which no call right before it is waiting for"
                raise ApiError(400, f"{where}: this tool message {said}", "invalid_value", f"{where}.tool_call_id")
            waiting.discard(message.tool_call_id)
            continue
        if waiting:
            missing = ", ".join(sorted(waiting))
            raise ApiError(400, f"{where}: tool messages must answer first: {missing}", "invalid_value", where)
        if message.tool_calls:
            if message.role != "assistant":
                raise ApiError(400, f"{where}: only the assistant calls tools", "invalid_value", f"{where}.tool_calls")
            waiting = {call.id for call in message.tool_calls}
            if len(waiting) < len(message.tool_calls):
                raise ApiError(400, f"{where}: two calls have the same id", "invalid_value", f"{where}.tool_calls")
    if waiting:
        missing = ", ".join(sorted(waiting))
        raise ApiError(400, f"messages: no tool message answers {missing}", "invalid_value", "messages")
    if messages[-1].role == "assistant":
        raise ApiError(400, "messages: the last one is the assistant's own; nothing is asked", "invalid_value", "messages")
