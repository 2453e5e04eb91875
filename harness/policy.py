"""The policy: whatever chooses the next action. Models and scripted policies share this one interface.

A policy answers many episodes at once, so that a local model can batch and an endpoint can work concurrently. It keeps no
state that an episode depends on: everything it needs is in the request, so any turn can be asked again after a crash.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from harness.contract import Action, Call, Json, Message, MessageKind, PolicyRef, Witness
from harness.errors import UserError, expect

ChatMessage = dict[str, Json]
"""One chat message as the chat-completions API spells it: role, content, and for turns of the model reasoning_content and
tool_calls (arguments as dicts); answers of tools have role ``tool`` and a tool_call_id."""


@dataclass(frozen=True)
class PolicyRequest:
    """One turn of one episode. ``messages`` only ever grow; ``tools`` are the exposed ones as JSON schemas."""

    episode_id: str
    task_id: str
    turn: int
    messages: Sequence[ChatMessage]
    tools: Sequence[Mapping[str, Json]]
    seed: int
    max_tokens: int = 512
    guided: bool = False
    """Whether a policy that can should write only what can be read, and calls only with arguments of their schema."""


@dataclass(frozen=True)
class Reply:
    """What a policy answers. ``raw`` is the exact text; ``failure`` says that no answer could be had (infrastructure)."""

    action: Action | None
    raw: str = ""
    latency_ms: float = 0.0
    failure: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


class Policy(Protocol):
    """Chooses actions. ``respond`` answers each request, in order; it raises only for faults of its own configuration."""

    @property
    def ref(self) -> PolicyRef:
        """Name, revision and digest, for the record."""
        ...

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]: ...


class Flow(Protocol):
    """Requests under way with one policy. ``key`` is the caller's name for a request."""

    def submit(self, key: int, request: PolicyRequest) -> None: ...

    def finished(self) -> list[tuple[int, Reply]]:
        """The answers that are ready; waits for at least one while any request is under way."""
        ...


@runtime_checkable
class FlowingPolicy(Policy, Protocol):
    """A policy that answers each request when it is ready, and not all of them together."""

    def flow(self) -> Flow: ...


class _Together:
    """The flow of any other policy: whatever was submitted is answered at once."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self._waiting: dict[int, PolicyRequest] = {}

    def submit(self, key: int, request: PolicyRequest) -> None:
        self._waiting[key] = request

    def finished(self) -> list[tuple[int, Reply]]:
        waiting, self._waiting = self._waiting, {}
        return list(zip(waiting, self._policy.respond(list(waiting.values())), strict=True))


def flow_of(policy: Policy) -> Flow:
    """A new flow of requests to a policy."""
    return policy.flow() if isinstance(policy, FlowingPolicy) else _Together(policy)


def witness_of(task: str, witnesses: Mapping[str, Witness]) -> Witness:
    """The witness of the task with that id. Raises ``UserError`` where there is none."""
    if task not in witnesses:
        raise UserError(
            f"there is no witness of the task {task}", where="witnesses", expected="one for each task, by its id"
        )
    found = witnesses[task]
    expect(found, Witness, f"the witness of {task}", "a Witness")
    return found


class WitnessPolicy:
    """Follows each task's witness, turn by turn: the proof that a task can be solved through the whole harness."""

    ref = PolicyRef(name="witness")

    def __init__(self, witnesses: Mapping[str, Witness]) -> None:
        self._witnesses = witnesses

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        """The witness's action for the turn, or a plain ending when it has none left."""
        return [Reply(self._next(request)) for request in requests]

    def _next(self, request: PolicyRequest) -> Action:
        turns = witness_of(request.task_id, self._witnesses).turns
        return turns[request.turn] if request.turn < len(turns) else ending("Nothing is left to do.")


class EmptyPolicy:
    """Finishes at once. What it solves, a task gives away for nothing."""

    ref = PolicyRef(name="empty")

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        """A finish without any work."""
        return [Reply(ending("Done.")) for _ in requests]


class RefusePolicy:
    """Refuses whatever is asked. What it solves, a task gives away to a planner that does nothing but decline."""

    ref = PolicyRef(name="refuse")

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        """A refusal at once."""
        refusal = Message(kind=MessageKind.REFUSE, text="I cannot do that: it is not possible or not allowed here.")
        return [Reply(Action(message=refusal)) for _ in requests]


class AskPolicy:
    """Answers whatever is said with a question. What it solves, a task gives away to a planner that never acts."""

    ref = PolicyRef(name="ask")
    question = Message(kind=MessageKind.CLARIFY, text="Which one do you mean, and when, where and for whom exactly?")

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        """A question in every turn."""
        return [Reply(Action(message=self.question)) for _ in requests]


class RandomPolicy:
    """Draws valid calls of exposed tools, and ends at random: the floor that a score must be read against."""

    ref = PolicyRef(name="random")

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        """One random valid call, or with probability one fifth an ending."""
        return [Reply(self._draw(request)) for request in requests]

    def _draw(self, request: PolicyRequest) -> Action:
        rng = random.Random(f"{request.seed}/{request.episode_id}/{request.turn}")
        if not request.tools or rng.random() < 0.2:
            kind = rng.choice(list(MessageKind))
            return Action(message=Message(kind=kind, text="Done." if kind is MessageKind.FINISH else "Which one?"))
        function = rng.choice(list(request.tools))["function"]
        parameters = function["parameters"]
        required = set(parameters.get("required", ()))
        arguments = {
            name: _draw_value(schema, rng)
            for name, schema in parameters["properties"].items()
            if name in required or rng.random() < 0.3
        }
        return Action(calls=(Call(id="c0", name=function["name"], arguments=arguments),))


def _draw_value(schema: Mapping[str, Json], rng: random.Random) -> Json:
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if "const" in schema:
        return schema["const"]
    kind = schema.get("type")
    if kind == "boolean":
        return rng.random() < 0.5
    if kind in ("integer", "number"):
        low, high = int(schema.get("minimum", 0)), int(schema.get("maximum", 100))
        return rng.randint(low, max(low, high))  # bounds of a stranger's tool may leave nothing between them
    if kind == "array":
        return [_draw_value(schema.get("items", {}), rng)]
    if kind == "object":
        return {}
    return rng.choice(("Anna", "07:30", "home", "2026-03-05", "42", "note", "+447700900321"))


def ending(text: str) -> Action:
    """A plain report that the work is done."""
    return Action(message=Message(kind=MessageKind.FINISH, text=text))
