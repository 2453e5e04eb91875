"""An environment that may fail: whatever it raises, and however long it hangs, ends one episode and says why.

A training run lives for hours on environments that are played by models or stand on a desk. None of their faults may end it,
and none may look like a failure of the policy.
"""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Self, TypeVar

from harness.contract import (
    Action,
    CallError,
    ErrorType,
    Evidence,
    Feedback,
    PolicyRef,
    Status,
    Task,
    Verification,
)
from harness.environments.base import Observation
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Catalogue
from harness.policy import PolicyRequest, Reply

Found = TypeVar("Found")


class GuardedEnvironment(PhoneEnvironment):
    """Another environment behind a guard, for one episode.

    ``failure`` says what went wrong first, and is empty as long as nothing did; from then on the inner environment is left
    alone, calls are answered with an error, and the verdict is invalid. ``seconds`` is the time spent inside, by ``timer``.
    """

    def __init__(
        self,
        make: Callable[[], PhoneEnvironment],
        catalogue: Catalogue,
        deadline: float,
        timer: Callable[[], float] = time.perf_counter,
    ) -> None:
        super().__init__(catalogue)
        self.failure = ""
        self.seconds = 0.0
        self._make, self._deadline, self._timer = make, deadline, timer
        self._inner: PhoneEnvironment

    def reset(self, task: Task, *, seed: int = 0) -> Observation:
        """Makes the inner environment and starts the task there; nothing can be seen where that fails."""

        def begin() -> Observation:
            self._inner = self._make()
            return self._inner.reset(task, seed=seed)

        seen = self._guarded("reset", begin)
        if seen is None:
            return Observation(now="", zone="", locale="", device="", tools=())
        self.catalogue, self.phone = self._inner.catalogue, self._inner.phone
        return seen

    def step(self, action: Action) -> list[Feedback]:
        """What the inner environment answers, or one error for each call."""
        answers = self._guarded("step", lambda: self._inner.step(action))
        if answers is not None:
            return answers
        error = CallError(type=ErrorType.RUNTIME_ERROR, code="ENVIRONMENT_FAILED", message=self.failure)
        return [Feedback(call_id=call.id, tool=call.name, status=Status.ERROR, error=error) for call in action.calls]

    def verify(self) -> Verification:
        """The inner verdict, or an invalid one that says what failed."""
        verdict = self._guarded("verify", lambda: self._inner.verify())
        return verdict or Verification(success=False, progress=0.0, valid=False, reason=self.failure)

    def evidence(self) -> Evidence:
        """The inner evidence, empty where it failed."""
        return self._guarded("evidence", lambda: self._inner.evidence()) or Evidence(state_before="", state_after="")

    def fork(self) -> Self:
        """A guarded fork of the inner environment; one that answers errors only, where that cannot be forked."""
        twin = type(self)(self._make, self.catalogue, self._deadline, self._timer)
        inner = self._guarded("fork", lambda: self._inner.fork())
        twin.failure = self.failure
        if inner is not None:
            twin._inner, twin.phone = inner, inner.phone
        return twin

    def close(self) -> None:
        """Closes the inner environment, unless it hangs or was never made, and lets go of it."""
        if hasattr(self, "_inner"):
            self._guarded("close", self._inner.close)
            del self._inner

    def _guarded(self, doing: str, work: Callable[[], Found]) -> Found | None:
        """What the work returns; None once anything failed. A step that hangs is left behind in its thread."""
        if self.failure:
            return None
        found: list[Found] = []
        failed: list[BaseException] = []

        def run() -> None:
            try:
                found.append(work())
            except BaseException as error:  # a thread cannot raise into the one that waits for it
                failed.append(error)

        started = self._timer()
        thread = threading.Thread(target=run, name=f"environment {doing}", daemon=True)
        thread.start()
        thread.join(self._deadline)
        self.seconds += self._timer() - started
        if failed:
            self.failure = f"{doing} raised {type(failed[0]).__name__}: {failed[0]}"
        elif not found:
            self.failure = f"{doing} took longer than {self._deadline:g} s"
        return found[0] if found and not failed else None


class _GuardedSimulation(GuardedEnvironment):
    backend = "simulated"


class _GuardedDevice(GuardedEnvironment):
    backend = "device"


GUARDS: dict[str, type[GuardedEnvironment]] = {
    "phone": GuardedEnvironment,
    "simulated": _GuardedSimulation,
    "device": _GuardedDevice,
}
"""The guard for each backend, since an episode asks its environment which it is."""


class BrokenPolicy:
    """Ends the episodes whose environment failed; ``reasons`` holds why, by episode."""

    ref = PolicyRef(name="broken environment")

    def __init__(self) -> None:
        self.reasons: dict[str, str] = {}

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        """An infrastructure failure for each."""
        return [Reply(None, failure=self.reasons[request.episode_id]) for request in requests]
