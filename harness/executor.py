"""The executor: puts the calls of one turn through the gate, carries them out, and adds the notices that keep a planner
from going in circles. Where eta asks for it, it repeats what may be repeated after a failure that may pass, and reads back
what became of a call of which nobody knows.

It never decides for the planner. A tool that was not offered is not carried out, and the answer names the closest ones
that were; nor are calls beyond the limit of a turn, nor those that need the user's word and do not have it, nor, once,
those that would violate the procedure of a loaded skill; their answers say so.
"""

import difflib
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from harness.contract import Action, Call, CallError, ErrorType, Feedback, Status, canonical, compact

from .effects import is_unsure, may_be_repeated, may_pass, read_back_in, read_back_of, with_read_back
from .environments.phone.environment import PhoneEnvironment
from .gate import Doubt
from .instructions import Settings
from .skills.guard import WOULD_VIOLATE

LOOP = "the same call was made before with the same answer; use new evidence, another tool, or tell the user"
TOO_MANY = "not carried out: a turn takes at most {limit} calls; look at the answers before you send more"
GUESSING = "{tool} failed {count} times; further variations are guesses: use new evidence, another tool, or ask"
SUBSTITUTES = "for what {tool} does there are also: {names}"
UNCONFIRMED = "not carried out without the user's word: {reason} Ask the user, or leave it"
DECLINED = "not carried out: the user was asked and said no"
CONFIRMED = "the user was asked and said yes"
REPEATED = "tried {count} times"
READ_BACK = "nobody knows whether this was carried out; {tool} says now: {answer}"
VIOLATES = "not carried out, it would violate {what}. If it is meant, send it again"
NOT_CARRIED_OUT = frozenset({"UNKNOWN_TOOL", "TOO_MANY_CALLS", "NEEDS_CONFIRMATION", "DECLINED", WOULD_VIOLATE})
"""Codes of calls that never reached the environment, so that its log has no entry of them."""


_TRIES = re.compile(REPEATED.format(count=r"(\d+)"))


def log_entries(answer: Feedback) -> int:
    """How many entries a call has left in the environment's log; all but the first stand after those of its whole turn."""
    if answer.error is not None and answer.error.code in NOT_CARRIED_OUT:
        return 0
    tries = next((int(match[1]) for match in map(_TRIES.fullmatch, answer.notices) if match), 1)
    return tries + (read_back_in(answer) is not None)


class Executor:
    """Runs calls against one environment. Counters are of one episode; ``sleep`` waits so many seconds."""

    def __init__(
        self, environment: PhoneEnvironment, settings: Settings, *, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._environment = environment
        self._settings = settings
        self._sleep = sleep
        self._failures: Counter[str] = Counter()
        self._seen: dict[str, str] = {}

    def run(
        self,
        calls: Sequence[Call],
        exposed: Sequence[str],
        doubts: Sequence[Doubt] = (),
        consent: Mapping[int, bool | None] | None = None,
        objections: Mapping[int, str] | None = None,
    ) -> list[Feedback]:
        """One feedback a call, in order, with notices.

        ``doubts`` are the calls that need the user's word; ``consent`` says yes, no or nothing by a call's place.
        ``objections`` of the plan guard say by a call's place which procedure it would violate.
        """
        limit = self._settings.calls
        taken, surplus = calls[:limit], calls[limit:]
        said = {doubt.place: (consent or {}).get(doubt.place) for doubt in doubts}
        held = {doubt.place: doubt for doubt in doubts if not said[doubt.place]}
        wrong = objections or {}
        kept = {*held, *wrong}
        known = [call for place, call in enumerate(taken) if call.name in exposed and place not in kept]
        answered = self._environment.step(Action(calls=tuple(known))) if known else []
        done = iter([self._settled(call, answer) for call, answer in zip(known, answered, strict=True)])
        answers = []
        for place, call in enumerate(taken):
            if call.name not in exposed:
                answers.append(_not_offered(call, exposed if self._settings.feedback.suggestions else ()))
            elif place in wrong:
                answers.append(_objected(call, wrong[place]))
            elif place in held:
                answers.append(_held_back(held[place], declined=said[place] is False))
            else:
                answers.append(next(done))
        noticed = [
            self._notice(call, answer, exposed, (CONFIRMED,) if said.get(place) else ())
            for place, (call, answer) in enumerate(zip(taken, answers, strict=True))
        ]
        return noticed + [_too_many(call, limit) for call in surplus]

    def _settled(self, call: Call, answer: Feedback) -> Feedback:
        """The answer after what eta asks for when a call fails: a few more tries, or a look at what became of it."""
        wanted, catalogue = self._settings.failures, self._environment.catalogue
        if answer.error is None or call.name not in catalogue:
            return answer
        tool, arguments = catalogue[call.name], dict(call.arguments)
        if may_be_repeated(tool, arguments):
            tries = 1
            while may_pass(answer.error) and tries <= wanted.repeat:
                if self._environment.backend == "device" or tool.kind == "external":  # a simulated phone has its own clock
                    self._sleep(wanted.wait * 2 ** (tries - 1))
                (answer,) = self._environment.step(Action(calls=(call,)))
                tries += 1
            return answer.model_copy(update={"notices": (REPEATED.format(count=tries),)}) if tries > 1 else answer
        read = read_back_of(call, catalogue) if wanted.read_back and is_unsure(answer) else None
        if read is None:
            return answer
        (found,) = self._environment.step(Action(calls=(read,)))
        says = found.payload if found.error is None else found.error.message
        shown = compact(says)[: self._settings.feedback.characters]
        told = with_read_back(answer, read, says)
        return told.model_copy(update={"notices": (READ_BACK.format(tool=read.name, answer=shown),)})

    def _notice(self, call: Call, answer: Feedback, exposed: Sequence[str], notices: Sequence[str]) -> Feedback:
        notices = [*notices, *answer.notices]
        outcome = canonical([answer.payload, answer.error and answer.error.code])
        signature = canonical([call.name, call.arguments])
        if self._settings.notices.repeated_call and self._seen.get(signature) == outcome:
            notices.append(LOOP)
        self._seen[signature] = outcome
        if answer.status is Status.OK:
            self._failures[call.name] = 0
        else:
            self._failures[call.name] += 1
            if self._failures[call.name] >= self._settings.notices.repeated_failure:
                notices.append(GUESSING.format(tool=call.name, count=self._failures[call.name]))
                others = [name for name in self._settings.notices.substitutes.get(call.name, ()) if name in exposed]
                if others:
                    notices.append(SUBSTITUTES.format(tool=call.name, names=", ".join(others)))
        return answer.model_copy(update={"notices": tuple(notices)}) if notices else answer

    def fork(self, environment: PhoneEnvironment) -> "Executor":
        """The same counters over another environment."""
        twin = Executor(environment, self._settings, sleep=self._sleep)
        twin._failures, twin._seen = Counter(self._failures), dict(self._seen)
        return twin


def _not_offered(call: Call, suggested: Sequence[str]) -> Feedback:
    """The answer to the name of no offered tool, with the closest of those that may be suggested."""
    close = difflib.get_close_matches(call.name, suggested, n=3, cutoff=0.4)
    error = CallError(
        type=ErrorType.UNKNOWN_TOOL,
        code="UNKNOWN_TOOL",
        message=f"there is no tool {call.name[:80]!r}",
        accepted=close or list(suggested) or None,
    )
    return Feedback(call_id=call.id, tool=call.name, status=Status.ERROR, error=error)


def _held_back(doubt: Doubt, *, declined: bool) -> Feedback:
    message = DECLINED if declined else UNCONFIRMED.format(reason=doubt.reason)
    code = "DECLINED" if declined else "NEEDS_CONFIRMATION"
    error = CallError(type=ErrorType.BLOCKED, code=code, message=message)
    return Feedback(call_id=doubt.call.id, tool=doubt.call.name, status=Status.ERROR, error=error)


def _objected(call: Call, what: str) -> Feedback:
    error = CallError(type=ErrorType.BLOCKED, code=WOULD_VIOLATE, message=VIOLATES.format(what=what), retryable=True)
    return Feedback(call_id=call.id, tool=call.name, status=Status.ERROR, error=error)


def _too_many(call: Call, limit: int) -> Feedback:
    error = CallError(type=ErrorType.BLOCKED, code="TOO_MANY_CALLS", message=TOO_MANY.format(limit=limit), retryable=True)
    return Feedback(call_id=call.id, tool=call.name, status=Status.ERROR, error=error)
