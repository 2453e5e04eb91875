"""The executor: carries out the calls of one turn and adds the notices that keep a planner from going in circles.

It never decides for the planner. A tool that was not offered is not carried out, and the answer names the closest ones
that were; nor are calls beyond the limit of a turn, whose answers say so.
"""

import difflib
from collections import Counter
from collections.abc import Sequence

from harness.contract import Action, Call, CallError, ErrorType, Feedback, Status, canonical

from .environments.base import Environment
from .instructions import Settings

LOOP = "the same call was made before with the same answer; use new evidence, another tool, or tell the user"
TOO_MANY = "not carried out: a turn takes at most {limit} calls; look at the answers before you send more"
GUESSING = "{tool} failed {count} times; further variations are guesses: use new evidence, another tool, or ask"


class Executor:
    """Runs calls against one environment. Counters are of one episode."""

    def __init__(self, environment: Environment, settings: Settings) -> None:
        self._environment = environment
        self._settings = settings
        self._failures: Counter[str] = Counter()
        self._seen: dict[str, str] = {}

    def run(self, calls: Sequence[Call], exposed: Sequence[str]) -> list[Feedback]:
        """One feedback a call, in order, with notices."""
        limit = self._settings.calls
        taken, surplus = calls[:limit], calls[limit:]
        known = [call for call in taken if call.name in exposed]
        done = iter(self._environment.step(Action(calls=tuple(known)))) if known else iter(())
        answers = [next(done) if call.name in exposed else _not_offered(call, exposed) for call in taken]
        noticed = [self._notice(call, answer) for call, answer in zip(taken, answers, strict=True)]
        return noticed + [_too_many(call, limit) for call in surplus]

    def _notice(self, call: Call, answer: Feedback) -> Feedback:
        notices = []
        outcome = canonical([answer.payload, answer.error and answer.error.code])
        signature = canonical([call.name, call.arguments])
        if self._seen.get(signature) == outcome:
            notices.append(LOOP)
        self._seen[signature] = outcome
        if answer.status is Status.OK:
            self._failures[call.name] = 0
        else:
            self._failures[call.name] += 1
            if self._failures[call.name] >= self._settings.notices.repeated_failure:
                notices.append(GUESSING.format(tool=call.name, count=self._failures[call.name]))
        return answer.model_copy(update={"notices": tuple(notices)}) if notices else answer

    def fork(self, environment: Environment) -> "Executor":
        """The same counters over another environment."""
        twin = Executor(environment, self._settings)
        twin._failures, twin._seen = Counter(self._failures), dict(self._seen)
        return twin


def _not_offered(call: Call, exposed: Sequence[str]) -> Feedback:
    close = difflib.get_close_matches(call.name, exposed, n=3, cutoff=0.4)
    error = CallError(
        type=ErrorType.UNKNOWN_TOOL,
        code="UNKNOWN_TOOL",
        message=f"there is no tool {call.name[:80]!r}",
        accepted=close or list(exposed),
    )
    return Feedback(call_id=call.id, tool=call.name, status=Status.ERROR, error=error)


def _too_many(call: Call, limit: int) -> Feedback:
    error = CallError(type=ErrorType.BLOCKED, code="TOO_MANY_CALLS", message=TOO_MANY.format(limit=limit), retryable=True)
    return Feedback(call_id=call.id, tool=call.name, status=Status.ERROR, error=error)
