"""The programmatic phone behind the environment interface: one task, one phone, its log, and the verdict."""

from collections.abc import Callable
from typing import ClassVar, Literal, Self

from harness.contract import (
    Action,
    Evidence,
    Feedback,
    Json,
    LoggedCall,
    Message,
    Status,
    Task,
    Verification,
)
from harness.errors import expect

from ..base import Observation
from . import friction, zones
from .phone import Phone, Result
from .profiles import load_profile
from .state import State, difference
from .tools import Catalogue
from .verify import Outcome, verify


class PhoneEnvironment:
    """One episode on a programmatic phone. ``catalogue`` is everything it can carry out, memory and skills included."""

    backend: ClassVar[Literal["phone", "simulated", "device"]] = "phone"

    def __init__(self, catalogue: Catalogue) -> None:
        expect(catalogue, Catalogue, "catalogue", "what harness.catalogue.full_catalogue returns")
        self.catalogue = catalogue
        self.phone: Phone
        self._task: Task
        self._initial: State
        self._log: list[LoggedCall]
        self._messages: list[Message]
        self._turn: int

    def reset(self, task: Task, *, seed: int = 0) -> Observation:
        """Starts the task. ``seed`` joins the task's own seed in ids and random draws.

        Raises ``UserError`` for an unknown profile or malformed patches and friction.
        """
        expect(task, Task, "task", "a Task")
        initial = task.initial
        self._task, self._log, self._messages, self._turn = task, [], [], 0
        self.phone = phone = Phone(load_profile(initial.profile, initial.clock), self.catalogue, initial.seed + seed)
        state = phone.state
        for record in initial.memory:
            state.place("memory", record.id, record.model_dump(mode="json"))
        if initial.patches:
            friction.apply_patches(phone, initial.patches)
        if initial.friction:
            friction.install(phone, initial.friction)
        self._initial = state.fork()
        device, zone = phone.one("device", "info"), phone.one("device", "clock")["zone"]
        return Observation(
            now=zones.to_words(state.now, zone),
            zone=zone,
            locale=device["locale"],
            device=device["model"],
            tools=phone.catalogue.names,
        )

    def step(self, action: Action) -> list[Feedback]:
        """Carries out the calls of one turn in order, or records what was said."""
        expect(action, Action, "one of the actions", "an Action")
        self._turn += 1
        if action.message is not None:
            self._messages.append(action.message)
        answers = []
        for call in action.calls:
            result = self.phone.call(call.name, dict(call.arguments))
            self._log.append(_logged(self._turn - 1, result))
            answers.append(_feedback(call.id, result))
        return answers

    def verify(self) -> Verification:
        """The verdict on what was done so far."""
        return verify(self._task, self.outcome(), self.catalogue)

    def outcome(self) -> Outcome:
        """What the verifier looks at."""
        delta = difference(friction.baseline(self._initial, self.phone), self.phone.state)
        return Outcome(delta, tuple(self._log), tuple(self._messages))

    def evidence(self) -> Evidence:
        """State digests, difference and log, for the trajectory."""
        outcome = self.outcome()
        before, after = self._initial.digest(), self.phone.state.digest()
        return Evidence(state_before=before, state_after=after, delta=outcome.delta, log=outcome.log)

    @property
    def is_off(self) -> bool:
        """Whether the phone was switched off, so that nothing more can be done."""
        return bool(self.phone.one("device", "power")["state"] == "off")

    def snapshot(self) -> str:
        """The digest of the phone's state."""
        return self.phone.state.digest()

    def fork(self) -> Self:
        """An independent environment at the same point of the same task."""
        twin = type(self)(self.catalogue)
        twin._task, twin._initial, twin._turn = self._task, self._initial, self._turn
        twin._log, twin._messages = list(self._log), list(self._messages)
        twin.phone = self.phone.fork()
        return twin

    def close(self) -> None:
        """Nothing to release: a phone is only memory."""


# A step makes one of each of these: asking the validator itself takes a third less than calling the class.
_log_entry: Callable[[dict[str, Json]], LoggedCall] = LoggedCall.__pydantic_validator__.validate_python
_answer: Callable[[dict[str, Json]], Feedback] = Feedback.__pydantic_validator__.validate_python


def _logged(turn: int, result: Result) -> LoggedCall:
    error = result.error
    return _log_entry({
        "turn": turn,
        "tool": result.tool,
        "arguments": result.arguments,
        "status": "ok" if error is None else "error",
        "code": "" if error is None else error.code,
        "payload": result.payload,
        "writes": result.changes(),
        "fault": result.fault,
    })  # fmt: skip


def _feedback(call_id: str, result: Result) -> Feedback:
    return _answer({
        "call_id": call_id,
        "tool": result.tool,
        "status": Status.OK if result.error is None else Status.ERROR,
        "error": result.error,
        "payload": result.payload,
        "changes": result.changes(),
    })  # fmt: skip


EnvironmentFactory = Callable[[], PhoneEnvironment]
