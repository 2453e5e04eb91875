"""The planner's context: chat messages that only ever grow.

The system turn is fixed when the episode starts. What comes later (results, tools that a skill adds, notices, the user's
next words) is appended, so a prefix cache stays valid and training sees exactly the tokens that were sampled.
"""

import json
from collections.abc import Iterable, Sequence

from harness.contract import Action, Feedback, Json, MessageKind, Task

from .environments.base import Observation
from .environments.phone.tools import Catalogue
from .instructions import Eta
from .policy import ChatMessage

TAGS = {MessageKind.FINISH: "", MessageKind.CLARIFY: "[ask] ", MessageKind.REFUSE: "[refuse] "}
"""How the kind of a message is written at its start."""


class Context:
    """The messages of one episode. ``prompt`` is how many stood there before the planner acted.

    ``guidance`` is what the Scenario Adapter says beside the exposed tools.
    """

    def __init__(
        self, task: Task, seen: Observation, eta: Eta, catalogue: Catalogue, exposed: Sequence[str], guidance: str = ""
    ) -> None:
        self._eta = eta
        self._catalogue = catalogue
        self.messages: list[ChatMessage] = [{"role": "system", "content": self._system(seen, exposed, guidance)}]
        for number, past in enumerate(task.history):
            if past.role == "user":
                self._add("user", past.text)
                continue
            ids = [f"h{number}_{index}" for index in range(len(past.calls))]
            calls = [_spell_call(key, call.name, call.arguments) for key, call in zip(ids, past.calls, strict=True)]
            if calls:
                self.messages.append({"role": "assistant", "content": "", "tool_calls": calls})
                for key, call, result in zip(ids, past.calls, past.results, strict=True):
                    self._add_result(key, call.name, _dump(result))
            if past.text:
                self._add("assistant", past.text)
        self._add("user", task.request)
        self.prompt = len(self.messages)

    # -- growing

    def add_action(self, action: Action, raw: str) -> None:
        """What the planner said; unreadable output is kept, cut to the configured length."""
        message: ChatMessage = {"role": "assistant", "content": ""}
        if action.thought:
            message["reasoning_content"] = action.thought
        if action.message:
            message["content"] = TAGS[action.message.kind] + action.message.text
        elif action.calls:
            message["tool_calls"] = [_spell_call(call.id, call.name, call.arguments) for call in action.calls]
        else:
            message["content"] = raw[: self._eta.settings.feedback.malformed]
        self.messages.append(message)

    def add_feedback(self, answers: Iterable[Feedback]) -> None:
        """The answers to the calls of one turn, in order."""
        for answer in answers:
            text = describe(answer, self._eta.settings.feedback.characters)
            self._add_result(answer.call_id, answer.tool, text)

    def add_user(self, text: str) -> None:
        """The user's next words, or a word of the harness to the planner."""
        self._add("user", text)

    def describe_tools(self, names: Iterable[str]) -> str:
        """The signature lines of tools that became callable."""
        return "\n".join(self._catalogue[name].signature for name in names)

    # -- spelling

    def _system(self, seen: Observation, exposed: Sequence[str], guidance: str) -> str:
        parts = [self._eta.general, f"Now: {seen.now} ({seen.zone}). Phone: {seen.device}, {seen.locale}."]
        if self._eta.settings.tool_format == "compact":
            parts.append("Tools:\n" + self.describe_tools(exposed))
        if guidance:
            parts.append(guidance)
        return "\n".join(parts)

    def _add(self, role: str, content: str) -> None:
        self.messages.append({"role": role, "content": content})

    def _add_result(self, call_id: str, name: str, content: str) -> None:
        self.messages.append({"role": "tool", "tool_call_id": call_id, "name": name, "content": content})


def describe(answer: Feedback, limit: int) -> str:
    """One feedback as the planner reads it: the payload, or the error with what would be accepted, then notices."""
    body: Json = answer.payload
    if answer.error is not None:
        body = {"error": answer.error.code, "message": answer.error.message}
        if answer.error.accepted is not None:
            body["accepted"] = answer.error.accepted
        if answer.error.retryable:
            body["retryable"] = True
        if answer.error.effect != "none":
            body["effect"] = answer.error.effect.value
    text = _dump(body)
    if len(text) > limit:
        text = f"{text[:limit]} ... ({len(text) - limit} more characters were cut; narrow the request)"
    return "\n".join((text, *(f"Notice: {notice}" for notice in answer.notices)))


def _spell_call(key: str, name: str, arguments: dict[str, Json]) -> Json:
    return {"id": key, "type": "function", "function": {"name": name, "arguments": dict(arguments)}}


def _dump(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
