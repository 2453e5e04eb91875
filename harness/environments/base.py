"""The interface of an environment: a small surface that every backend, and every other suite, can put on."""

from dataclasses import dataclass
from typing import Protocol, Self

from harness.contract import Action, Feedback, Task, Verification


@dataclass(frozen=True, slots=True)
class Observation:
    """What a planner may know before it acts. ``now`` is local; ``tools`` are the names the environment can carry out."""

    now: str
    zone: str
    locale: str
    device: str
    tools: tuple[str, ...]


class Environment(Protocol):
    """One episode's world.

    ``step`` answers each call of an action with one feedback, in order, and records a message. It never raises for what a
    planner does wrong. ``fork`` gives an independent environment in the same state; ``snapshot`` identifies the state.
    """

    def reset(self, task: Task, *, seed: int = 0) -> Observation: ...

    def step(self, action: Action) -> list[Feedback]: ...

    def verify(self) -> Verification: ...

    def snapshot(self) -> str: ...

    def fork(self) -> Self: ...

    def close(self) -> None: ...
