"""The record of one episode: who acted, what was done and answered, the evidence, and the verdict."""

from typing import Literal

from .action import Action, Tokens
from .feedback import Change, Feedback
from .record import Json, Part, Record
from .verification import Verification


class PolicyRef(Part):
    name: str
    revision: str = ""
    digest: str = ""


class Turn(Part):
    """One planner turn. ``exposed`` are tools that became callable in it; ``reply`` is the user's answer to a message."""

    actor: Literal["learner", "expert"] = "learner"
    action: Action
    raw: str = ""
    feedback: tuple[Feedback, ...] = ()
    reply: str | None = None
    notices: tuple[str, ...] = ()
    exposed: tuple[str, ...] = ()
    monitor: str | None = None
    latency_ms: float = 0.0


class LoggedCall(Part):
    """One line of the operation log: the call, its feedback's status and code, the fields it wrote, injected faults."""

    turn: int
    tool: str
    arguments: dict[str, Json]
    status: str
    code: str = ""
    payload: Json = None
    writes: tuple[Change, ...] = ()
    fault: str | None = None


class Evidence(Part):
    """What the verifier saw and the policy did not."""

    state_before: str
    state_after: str
    delta: tuple[Change, ...] = ()
    log: tuple[LoggedCall, ...] = ()


class Cost(Part):
    tokens: Tokens = Tokens()
    calls: int = 0
    turns: int = 0


class Trajectory(Record):
    """``messages`` are exactly what the planner saw and said, so that the record can be trained on as it is.

    The first ``prompt`` messages stood there before it acted; from there on the n-th assistant message is the n-th turn.
    ``tools`` are the names that were exposed at the start.
    """

    id: str
    task_id: str
    backend: Literal["phone", "simulated", "device"] = "phone"
    policy: PolicyRef
    harness: str
    seed: int
    messages: tuple[dict[str, Json], ...]
    prompt: int
    tools: tuple[str, ...] = ()
    turns: tuple[Turn, ...]
    end: Literal["finish", "refuse", "clarify", "budget", "device_off", "infrastructure"]
    evidence: Evidence
    verification: Verification
    cost: Cost
