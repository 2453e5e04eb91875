"""The planner model itself behind a model name: a local checkpoint, with the tools that the client brings and carries out.

A request is rendered as in training: the rules, the tools as one signature line each, the conversation. Where tools are
offered, only calls of them with arguments of their schemas can be written. Requests that are under way at the same time are
written in one batch. Without a ``temperature`` the likeliest token is taken each time, so
that equal requests get equal answers.
"""

import json
import threading
from collections.abc import Mapping, Sequence

from harness.contract import Json, Tokens, digest
from harness.environments.phone.tools import write_signature
from harness.json_schema import parameters, resolved
from harness.models.guide import Guide, Guides
from harness.models.local import LocalModel, Writing
from harness.models.render import escape, render
from harness.policy import ChatMessage

from .answers import Delta, Finish, Listener, Reason
from .protocol import ApiError, ChatRequest, Chosen, Message, Tool
from .reader import Reader

MOST_TOKENS = 512
"""Tokens of an answer whose request names no limit."""
GLANCE = 0.02
"""Seconds between two looks at what was written: several tokens of a small model, less than one of a large one."""


class ServedPlanner:
    """One checkpoint. ``rules`` are its system text where a request brings none; ``fingerprint`` names its weights."""

    def __init__(self, name: str, model: LocalModel, *, rules: str, fingerprint: str) -> None:
        self.id, self.fingerprint = name, fingerprint
        self._model, self._rules = model, rules
        self._guides, self._lock = Guides(model.tokenizer, model.stop), threading.Lock()
        self._room = int(getattr(model.model.config, "max_position_embeddings", 1 << 20))

    def answer(self, request: ChatRequest, listener: Listener) -> Finish:
        """Writes one answer. Raises ``ApiError`` for a conversation that does not fit and for tools that cannot be shown."""
        messages = to_messages(request, self._rules)
        prompt = render(messages, self._model.tokenizer, generate=True).ids
        room = self._room - len(prompt)
        if room < 1:
            message = f"the model's context has {self._room} tokens; the messages and tools come to {len(prompt)}"
            raise ApiError(400, message, "context_length_exceeded", "messages")
        one = request.parallel_tool_calls is False
        reader = Reader(stops=request.stops, tools=_offers_tools(request), most=1 if one else None)
        writing = self._model.begin(
            prompt,
            max_tokens=min(request.limit or MOST_TOKENS, room),
            seed=request.seed or 0,
            temperature=request.temperature or 0.0,
            name=digest(messages[:2]),
            guide=self._guide(request),
        )
        self._follow(writing, reader, listener, _Names(messages))
        tokens = Tokens(prompt=len(prompt), completion=len(writing.ids))
        return Finish(_reason(writing, reader), tokens)

    def _guide(self, request: ChatRequest) -> Guide | None:
        """What keeps calls to the tools that are offered and to their schemas, as far as these can be enforced."""
        if not _offers_tools(request):
            return None
        choice = request.tool_choice
        must_call = isinstance(choice, Chosen) or choice == "required"
        trees = {
            tool.function.name: resolved(_schema(tool))
            for tool in request.tools or ()
            if not isinstance(choice, Chosen) or tool.function.name == choice.name
        }
        with self._lock:
            try:
                return self._guides.of(_functions(trees), must_call=must_call)
            except ValueError:  # a schema says what no grammar can
                simple = {name: parameters(tree) for name, tree in trees.items()}
            try:
                return self._guides.of(_functions(simple), must_call=must_call)
            except ValueError as error:  # nothing satisfies it, or its numbers are beyond all measure
                reason = str(error).partition("\n")[0]
                raise ApiError(400, f"{self._place(request, simple)}: {reason}", "invalid_value", "tools") from None

    def _place(self, request: ChatRequest, trees: Mapping[str, dict[str, Json]]) -> str:
        """Where the first tool stands that makes no grammar of its own."""
        for place, tool in enumerate(request.tools or ()):
            name = tool.function.name
            try:
                self._guides.of(_functions({name: trees[name]} if name in trees else {}))
            except ValueError:
                return f"tools[{place}].function.parameters"
        return "tools"

    def _follow(self, writing: Writing, reader: Reader, listener: Listener, names: "_Names") -> None:
        """Passes on what is written until it is complete, or no more of it is wanted."""
        failures: list[BaseException] = []
        writer = threading.Thread(target=self._write, args=(writing, failures), name="serving-writer", daemon=True)
        writer.start()
        complete = False
        while not complete:
            writer.join(GLANCE)
            complete = not writer.is_alive()
            if failures:
                raise failures[0]
            for delta in reader.read(self._text(writing, complete), complete=complete):
                listener.say(names.given(delta))
            if reader.ended or not listener.wanted:
                writing.limit = 0  # it leaves the batch
                complete = True
        if writing.failure is not None:
            raise writing.failure

    def _write(self, writing: Writing, failures: list[BaseException]) -> None:
        try:
            self._model.write([writing])
        except BaseException as error:  # it belongs to the thread that waits for the answer
            failures.append(error)

    def _text(self, writing: Writing, complete: bool) -> str:
        """What was written so far, without half of a character that is still to come."""
        ids = list(writing.ids)
        stopped = bool(ids) and ids[-1] in writing.stop
        text: str = self._model.tokenizer.decode(ids[:-1] if stopped else ids)
        return text if complete else text.rstrip("\ufffd")


class _Names:
    """Ids of the calls of one answer: the same for the same conversation, and for no other turn of it."""

    def __init__(self, messages: Sequence[ChatMessage]) -> None:
        self._stem = digest(list(messages)).removeprefix("sha256:")[:16]

    def given(self, delta: Delta) -> Delta:
        if delta.call is None:
            return delta
        return Delta(call=delta.call.model_copy(update={"id": f"call_{self._stem}_{delta.call.id}"}))


def to_messages(request: ChatRequest, rules: str) -> list[ChatMessage]:
    """The conversation as the planner reads it. Raises ``ApiError`` for a tool whose parameters are no JSON Schema."""
    said = list(request.messages)
    opening = []
    while said and said[0].role in ("system", "developer"):
        opening.append(said.pop(0).content)
    system = "\n".join(opening) or rules
    if _offers_tools(request):
        system += "\nTools:\n" + "\n".join(_signatures(request))
    messages: list[ChatMessage] = [{"role": "system", "content": system}]
    order: dict[str | None, int] = {}
    answers: dict[int, ChatMessage] = {}
    for message in said:
        if message.role == "tool":  # answers are read without their ids, so they must stand in the order of the calls
            answers[order[message.tool_call_id]] = {"role": "tool", "content": message.content}
            continue
        messages += [answers[place] for place in sorted(answers)]
        answers = {}
        if message.role == "assistant":
            order = {call.id: place for place, call in enumerate(message.tool_calls or ())}
            messages.append(_own_turn(message))
        else:
            messages.append({"role": "user" if message.role == "user" else "system", "content": message.content})
    return messages + [answers[place] for place in sorted(answers)]


def _own_turn(message: Message) -> ChatMessage:
    """An earlier turn of the model, as it was written; no text in it can end the turn."""
    turn: ChatMessage = {"role": "assistant", "content": escape(message.content)}
    if message.reasoning_content:
        turn["reasoning_content"] = escape(message.reasoning_content)
    if message.tool_calls:
        turn["tool_calls"] = [
            {"name": call.function.name, "arguments": escape(_respelled(call.function.arguments))}
            for call in message.tool_calls
        ]
    return turn


def _respelled(arguments: str) -> str:
    """Arguments in the spelling that the model was trained on; what is no JSON stays as it is."""
    try:
        return json.dumps(json.loads(arguments), ensure_ascii=False)
    except (ValueError, RecursionError):
        return arguments


def _offers_tools(request: ChatRequest) -> bool:
    return bool(request.tools) and request.tool_choice != "none"


def _signatures(request: ChatRequest) -> list[str]:
    lines = []
    for place, tool in enumerate(request.tools or ()):
        try:
            tree = resolved(_schema(tool))
        except ValueError as error:
            where = f"tools[{place}].function.parameters"
            raise ApiError(400, f"{where}: the schema cannot be used: {error}", "invalid_value", where) from None
        lines.append(write_signature(tool.function.name, parameters(tree)))
    return lines


def _functions(schemas: Mapping[str, Json]) -> list[dict[str, Json]]:
    return [{"type": "function", "function": {"name": name, "parameters": tree}} for name, tree in schemas.items()]


def _schema(tool: Tool) -> Json:
    return tool.function.parameters or {"type": "object"}


def _reason(writing: Writing, reader: Reader) -> Reason:
    if reader.calls:
        return "tool_calls"
    return "stop" if reader.ended or writing.stopped else "length"
