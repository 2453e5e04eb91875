"""Jobs for sub-agents: what each shall do, in which order, and how far it has come.

A job is one session: it is started, carries out its instructions one by one, and is finished. Jobs that need nothing of each
other take turns on the phone; a job that needs another waits for it and takes over what it made, by name, as in
``post $t1.files``. A job has its instructions from the start, or a goal, for which a model gives them one by one
(``harness.subagents.worker``). What a reference cannot be resolved to never starts, and a job that fails cancels none beside
it. All of this is pure: ``due`` says whose turn it is, ``next_call`` which call that is, ``after`` what its answer means.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from harness.contract import CallError, Effect, Feedback, Json
from harness.environments.phone.tools import Arguments, Tool
from harness.errors import UserError

from . import automation, coach, document, gui, image, search
from .sessions import Agent

AGENTS: Mapping[str, tuple[Agent, Tool]] = {
    agent.name: (agent, entry)
    for agent, entry in (
        (gui.AGENT, gui.control_gui_agent),
        (search.AGENT, search.control_search_agent),
        (image.AGENT, image.control_image_agent),
        (automation.AGENT, automation.control_automation_agent),
        (document.AGENT, document.control_document_agent),
        (coach.AGENT, coach.control_language_coach),
    )
}
"""The six by name, each with its entry tool."""

AGAIN = 2
"""How often a call is repeated that failed, surely without effect, for a reason that may pass."""

_REFERENCE = re.compile(r"\$([a-z][a-z0-9_]*)\.([A-Za-z]\w*)")
_PROTOCOL = frozenset({"sessionId", "status", "next", "changed", "files"})

State = Literal["waiting", "open", "done", "failed", "over_budget", "blocked"]


class Job(BaseModel):
    """One session of one sub-agent. ``target``, ``instructions`` and ``goal`` may refer to what another job gave:
    ``$t1.files``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
    agent: Literal["gui", "search", "image", "automation", "document", "coach"]
    target: str | None = None
    """What the session is about: app, source, picture, trigger, format or language."""
    instructions: tuple[str, ...] = ()
    goal: str = ""
    """What shall be reached, in place of instructions; a model then gives these."""
    needs: tuple[str, ...] = ()
    """Jobs that must be done before, besides those that are referred to."""
    budget: Annotated[int, Field(ge=1)] = 8
    """Calls that it may make; the one that closes its session is not counted."""

    @model_validator(mode="after")
    def _has_work(self) -> "Job":
        if bool(self.instructions) == bool(self.goal.strip()):
            raise ValueError("a job has instructions or a goal, and not both")
        return self

    @property
    def texts(self) -> tuple[str, ...]:
        """Everything that was said of it in words."""
        return (self.target or "", self.goal, *self.instructions)

    @property
    def entry(self) -> str:
        """The tool that it calls."""
        return AGENTS[self.agent][1].name

    @property
    def most_calls(self) -> int:
        """Calls that its session can take at most, closing it included."""
        return self.budget + 1 + AGAIN

    @property
    def before(self) -> tuple[str, ...]:
        """Every job that it waits for."""
        referred = [match[1] for text in self.texts for match in _REFERENCE.finditer(text)]
        return tuple(dict.fromkeys((*self.needs, *referred)))


class Course(BaseModel):
    """How far a job has come. ``unsure``: nobody knows yet whether its last instruction was carried out.

    Of a job with a goal ``given`` are the model's instructions that were or will be carried out, ``talk`` all that it said
    and heard of them (a pair without an instruction: what could not be read), and ``ended`` says that it is done.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    session: str | None = None
    carried_out: int = 0
    calls: int = 0
    tries: int = 0
    unsure: bool = False
    closed: bool = False
    over_budget: bool = False
    error: CallError | None = None
    blocked: str = ""
    given: tuple[str, ...] = ()
    talk: tuple[tuple[str, Json], ...] = ()
    ended: bool = False
    result: dict[str, Json] = Field(default_factory=dict)
    """What it gave: ``files`` in the order in which they were made, and the latest of everything else."""

    @property
    def is_over(self) -> bool:
        return self.closed or bool(self.blocked) or (self.session is None and (self.over_budget or self.error is not None))

    @property
    def state(self) -> State:
        if self.blocked:
            return "blocked"
        if not self.is_over:
            return "open" if self.calls else "waiting"
        if self.error is not None:
            return "failed"
        return "over_budget" if self.over_budget else "done"


Courses = Mapping[str, Course]


def check(jobs: Sequence[Job]) -> None:
    """Raises ``UserError`` for jobs that share an id, need one that is not there, or wait for each other."""
    if not jobs:
        raise UserError("there are none", where="jobs", expected="at least one")
    ids = [job.id for job in jobs]
    for place, job in enumerate(jobs):
        where = f"jobs[{place}]"
        if job.id in ids[:place]:
            raise UserError(f"another job is called {job.id!r}", where=f"{where}, field `id`", expected="an id of its own")
        for name in job.before:
            if name not in ids:
                raise UserError(
                    f"{job.id!r} needs {name!r}, which is no job", where=where, expected=f"one of {', '.join(ids)}"
                )
    left = {job.id: set(job.before) for job in jobs}
    while free := [name for name, needs in left.items() if not needs & left.keys()]:
        for name in free:
            del left[name]
    if left:
        raise UserError(f"{', '.join(left)} wait for each other", where="jobs", expected="an order in which all can be done")


def due(jobs: Sequence[Job], courses: Courses) -> tuple[dict[str, Course], Job | None]:
    """The courses with every job marked that can no longer start, and the job whose turn it is, if any is left.

    Of those that can go on it is the one with the fewest calls, so that independent jobs go side by side. An agent with one
    screen works on one job at a time.
    """
    now = dict(courses)
    for job in _in_order(jobs):
        reason = _obstacle(job, now) if now[job.id].state == "waiting" else ""
        if reason:
            now[job.id] = now[job.id].model_copy(update={"blocked": reason})
    busy = {job.agent for job in jobs if now[job.id].state == "open" and AGENTS[job.agent][0].exclusive}
    able = [
        job
        for job in jobs
        if not now[job.id].is_over
        and all(now[name].state == "done" for name in job.before)
        and (now[job.id].state == "open" or job.agent not in busy)
    ]
    return now, min(able, key=lambda job: now[job.id].calls, default=None)


def wants_instruction(job: Job, course: Course) -> bool:
    """Whether the model behind a job with a goal is asked before its next call."""
    idle = course.session is not None and course.error is None and not (course.over_budget or course.unsure or course.ended)
    return bool(job.goal) and idle and course.carried_out == len(course.given)


def next_call(job: Job, courses: Courses) -> Arguments:
    """The arguments of the next call of a job's session, with what other jobs gave filled in."""
    course = courses[job.id]
    agent = AGENTS[job.agent][0]
    if course.session is None:
        target = {} if job.target is None else {agent.target: filled(job.target, courses)}
        return {"action": "start", **target}
    session = {"sessionId": course.session}
    if course.error is None and not course.over_budget:
        if course.unsure:
            return {"action": "status", **session}
        if course.carried_out < len(course.given):
            return {"action": "execute", **session, "instruction": course.given[course.carried_out]}
        if course.carried_out < len(job.instructions):
            instruction = filled(job.instructions[course.carried_out], courses)
            return {"action": "execute", **session, "instruction": instruction}
    return {"action": "finish", **session}


def after(job: Job, course: Course, arguments: Arguments, answer: Feedback) -> Course:
    """The course once a call was answered.

    What failed surely without effect and may pass is tried again. An instruction about whose effect nobody knows is looked
    up before anything else is done; a start of that kind is not repeated, since it could open a second session.
    """
    action = arguments["action"]
    course = course.model_copy(update={"calls": course.calls + (action != "finish")})
    before = course
    if answer.error is not None:
        course = _failed(course, action, answer.error)
    else:
        course = _answered(course, action, answer.payload)
    if job.goal and action in ("execute", "status"):
        course = _heard(before, course, action, answer)
    return over_budget(job, course)


def over_budget(job: Job, course: Course) -> Course:
    """The course, marked if its calls are spent and work is left."""
    is_left = course.unsure or (not course.ended if job.goal else course.carried_out < len(job.instructions))
    if course.calls >= job.budget and not course.is_over and is_left:
        return course.model_copy(update={"over_budget": course.error is None})
    return course


def _answered(course: Course, action: str, payload: Mapping[str, Json]) -> Course:
    settled = course.model_copy(update={"tries": 0, "unsure": False})
    if action == "start":
        return settled.model_copy(update={"session": payload["sessionId"]})
    if action == "finish":
        return settled.model_copy(update={"closed": True, "result": _result(course, payload["files"])})
    if action == "status":  # says which instructions were carried out, and what was made, but not what was answered
        known = {"carried_out": len(payload["instructions"]), "result": _result(course, payload["files"])}
        return settled.model_copy(update=known)
    files = [*course.result.get("files", []), *payload.get("files", [])]
    return settled.model_copy(update={"carried_out": course.carried_out + 1, "result": _result(course, files, payload)})


def _heard(before: Course, course: Course, action: str, answer: Feedback) -> Course:
    """The course with what the model hears of its instruction. One that failed is dropped: the model may give another."""
    instruction = course.given[-1] if course.given else ""
    if action == "execute" and course.error is not None:
        told: Json = {"error": course.error.message, "accepted": course.error.accepted}
        return course.model_copy(
            update={"error": None, "given": course.given[:-1], "talk": (*course.talk, (instruction, told))}
        )
    if course.carried_out == before.carried_out:
        return course  # it is tried again, or looked up
    payload = answer.payload if isinstance(answer.payload, Mapping) else {}
    heard = {name: value for name, value in payload.items() if name not in ("sessionId", "next")}
    return course.model_copy(update={"talk": (*course.talk, (instruction, heard))})


def _failed(course: Course, action: str, error: CallError) -> Course:
    known = error.effect is Effect.NONE
    if action == "execute" and not known:
        return course.model_copy(update={"unsure": True, "tries": 0})
    repeats = action in ("status", "finish") or known
    if repeats and (error.retryable or not known) and course.tries < AGAIN:
        return course.model_copy(update={"tries": course.tries + 1})
    return course.model_copy(update={"error": course.error or error, "tries": 0, "closed": action == "finish"})


def _result(course: Course, files: Sequence[Json], payload: Mapping[str, Json] | None = None) -> dict[str, Json]:
    """What a job gave, with what it was told last. The session's own list of files counts: a file may not have been kept."""
    told = {**course.result, **(payload or {})}
    kept = {name: value for name, value in told.items() if name not in _PROTOCOL}
    return {**kept, "files": list(files)} if files else kept


def _in_order(jobs: Sequence[Job]) -> list[Job]:
    """Jobs after those that they need; ``check`` has made sure that there is such an order."""
    ordered: list[Job] = []
    left = list(jobs)
    while left:
        waiting = {job.id for job in left}
        ordered += [job for job in left if not waiting & set(job.before)]
        left = [job for job in left if waiting & set(job.before)]
    return ordered


def _obstacle(job: Job, courses: Courses) -> str:
    """Why a job can never start, or nothing."""
    for name in job.before:
        state = courses[name].state
        if state in ("failed", "over_budget", "blocked"):
            return f"needs {name}, which is {state.replace('_', ' ')}"
    if all(courses[name].state == "done" for name in job.before):
        for text in job.texts:
            for name, what in _REFERENCE.findall(text):
                given = courses[name].result
                if what not in given:
                    return f"needs {what} of {name}, which gave {', '.join(sorted(given)) or 'nothing'}"
    return ""


def filled(text: str, courses: Courses) -> str:
    """A text with its references resolved."""
    return _REFERENCE.sub(lambda match: _spelled(courses[match[1]].result[match[2]]), text)


def _spelled(value: Json) -> str:
    if isinstance(value, list):
        return ", ".join(_spelled(item) for item in value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
