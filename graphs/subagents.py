"""Sub-agents: accept_jobs -> choose -> (confirm ->) start | step | look | finish -> choose, until nothing is left -> report.

Of a job with a goal the model behind its sub-agent is asked for the next instruction, in ask_worker, before a step.
A session is started, takes its steps and is finished, each of them one call of the agent's entry tool on the one phone that
all of them share. ``graph`` runs whole jobs (``harness.subagents.jobs``: needs, references, budgets, failures). ``turn`` has
the same nodes for the calls of one turn, and is what the planner's graph runs when its planner calls sub-agents.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NotRequired

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command
from pydantic import with_config
from typing_extensions import TypedDict

from agents.asking import task_of
from harness.contract import Action, Call, Feedback, Json, Message, MessageKind, Task
from harness.errors import UserError, expect
from harness.gate import Doubt
from harness.policies import open_policy
from harness.policy import Reply
from harness.subagents.jobs import AGENTS, Course, Job, after, check, due, next_call, over_budget, wants_instruction
from harness.subagents.sessions import overview
from harness.subagents.worker import request, told
from harness.validation import validate

from .consent import word_on
from .playback import check_context, consent_of, episode_of, is_live, reply_of
from .progress import note

Node = Literal["start", "step", "look", "finish"]
NODES: tuple[Node, ...] = ("start", "step", "look", "finish")
_NODE_OF: Mapping[str, Node] = {"start": "start", "status": "look", "finish": "finish"}


@dataclass(frozen=True)
class Context:
    """On whose phone."""

    profile: str = field(default="emma", metadata={"description": "Whose phone; `planner-agent phone profiles` lists them."})
    eta: str = field(default="v1", metadata={"description": "Harness configuration: a shipped version or a folder."})
    seed: int = field(default=0, metadata={"description": "Seed of ids and of everything random."})
    policy: str = field(
        default="", metadata={"description": "The model behind jobs with a goal: PROVIDER/MODEL or local:PATH; empty: none."}
    )

    def __post_init__(self) -> None:
        check_context(self)


# -- jobs


@with_config(use_attribute_docstrings=True)
class Input(TypedDict):
    """Jobs, and the phone that they are done on."""

    jobs: list[dict[str, Json]]
    """Jobs: id, agent (gui, search, image, automation, document, coach), target, instructions or goal; needs, budget."""
    task: NotRequired[dict[str, Json]]
    """A task record on whose phone the jobs are done, and whose verdict is asked for, instead of a profile's."""


@with_config(use_attribute_docstrings=True)
class Output(TypedDict):
    """What came of them."""

    results: list[dict[str, Json]]
    """Of each job: id, state (done, failed, over_budget, blocked), session, result, error, why it was blocked, calls."""
    outcome: dict[str, Json]
    """The sessions, what changed on the phone, and for tasks the verdict."""


class State(Input, Output):
    """``courses`` say how far each job has come; ``turn`` is the call that was chosen and not yet made."""

    courses: dict[str, dict[str, Json]]
    events: list[dict[str, Json]]
    turn: NotRequired[dict[str, Json] | None]


def accept_jobs(state: State, runtime: Runtime[Context]) -> dict[str, object]:
    """Checks the jobs and opens the phone that they share, with the six entry tools on offer."""
    context = runtime.context or Context()
    expect(context, Context, "the context", "Context(profile=..., eta=...)")
    jobs = _jobs(state)
    check(jobs)
    if not context.policy and (goals := [job.id for job in jobs if job.goal]):
        raise UserError(f"no model works for {', '.join(goals)}", where="policy", expected="one, for jobs with a goal")
    if state.get("task"):
        task = validate(state["task"], Task, "task")
    else:
        said = "; ".join(" ".join(filter(None, job.texts)) for job in jobs)
        task = task_of(said, context.profile)
    task = task.model_copy(
        update={
            "resources": task.resources.model_copy(update={"tools": tuple(entry.name for _, entry in AGENTS.values())}),
            "budget": task.budget.model_copy(update={"turns": sum(job.most_calls for job in jobs) + 1}),
        }
    )
    opened: dict[str, Any] = {"task": task.model_dump(mode="json"), "events": []}
    episode_of(opened, context)
    return {**opened, "courses": {job.id: Course().model_dump(mode="json") for job in jobs}, "turn": None}


def choose(
    state: State, runtime: Runtime[Context]
) -> Command[Literal["ask_worker", "confirm", "start", "step", "look", "finish", "report"]]:
    """Whose turn it is and with which call; jobs that can no longer start are marked."""
    courses, job = due(_jobs(state), _courses(state))
    update: dict[str, Any] = {"courses": {name: course.model_dump(mode="json") for name, course in courses.items()}}
    if job is None:
        return Command(update=update, goto="report")
    if wants_instruction(job, courses[job.id]):
        return Command(update={**update, "turn": {"job": job.id}}, goto="ask_worker")
    call = Call(id=f"{job.id}_{len(state['events'])}", name=job.entry, arguments=next_call(job, courses))
    update["turn"] = {"job": job.id, **_event(call)}
    waits = is_live(state) and _doubts(state, call, runtime)
    return Command(update=update, goto="confirm" if waits else _node_of(call))


def ask_worker(state: State, runtime: Runtime[Context]) -> dict[str, object]:
    """Asks the model behind a job for its next instruction."""
    context = runtime.context or Context()
    name, courses = str((state.get("turn") or {})["job"]), _courses(state)
    job = next(item for item in _jobs(state) if item.id == name)
    reply = open_policy(context.policy).respond([request(job, courses, seed=context.seed)])[0]
    course = over_budget(job, told(courses[name], reply))
    return {"courses": {**state["courses"], name: course.model_dump(mode="json")}, "turn": None}


def confirm(state: State, runtime: Runtime[Context]) -> Command[Literal["start", "step", "look", "finish"]]:
    """Waits for the user's yes or no to the call; without a yes its job fails."""
    turn = state.get("turn") or {}
    (call,) = Action.model_validate(turn["action"]).calls
    (doubt,) = _doubts(state, call, runtime)
    return Command(update={"turn": {**turn, "consent": {"0": word_on(doubt)}}}, goto=_node_of(call))


def make_call(state: State, runtime: Runtime[Context]) -> dict[str, object]:
    """Makes the call that was chosen and says how far that brings its job."""
    event = dict(state.get("turn") or {})
    name = str(event.pop("job"))
    job = next(item for item in _jobs(state) if item.id == name)
    turn = episode_of(state, runtime.context or Context()).advance(reply_of(event), consent=consent_of(event))
    assert turn is not None, "an action was given"
    (call,), (answer,) = turn.action.calls, turn.feedback
    _announce(f"{name} {call.arguments['action']}", answer)
    course = after(job, _courses(state)[name], call.arguments, answer)
    courses = {**state["courses"], name: course.model_dump(mode="json")}
    return {"events": [*state["events"], event], "courses": courses, "turn": None}


def report(state: State, runtime: Runtime[Context]) -> dict[str, object]:
    """Says what came of each job and what changed on the phone."""
    episode = episode_of(state, runtime.context or Context())
    results: list[dict[str, Json]] = []
    for name, course in _courses(state).items():
        kept = course.model_dump(mode="json", include={"session", "result", "error", "blocked", "calls"})
        results.append({"id": name, "state": course.state, **kept})
    outcome: dict[str, Json] = {
        "sessions": overview(episode.environment.phone),
        "changes": [change.model_dump(mode="json") for change in episode.environment.evidence().delta],
    }
    if not is_live(state):
        said = "; ".join(f"{item['id']}: {item['state']}" for item in results)
        episode.advance(Reply(Action(message=Message(kind=MessageKind.FINISH, text=said))))
        outcome["verification"] = episode.verify().model_dump(mode="json")
    return {"results": results, "outcome": outcome}


def _jobs(state: Mapping[str, Any]) -> list[Job]:
    return [validate(item, Job, f"jobs[{place}]") for place, item in enumerate(state.get("jobs") or ())]


def _courses(state: State) -> dict[str, Course]:
    return {name: Course.model_validate(course) for name, course in state["courses"].items()}


def _event(call: Call) -> dict[str, Json]:
    return {"action": Action(calls=(call,)).model_dump(mode="json"), "raw": "", "latency_ms": 0.0}


def _doubts(state: State, call: Call, runtime: Runtime[Context]) -> list[Doubt]:
    return episode_of(state, runtime.context or Context()).doubts(Action(calls=(call,)))


def build() -> StateGraph[State, Context, Input, Output]:
    """The graph of jobs, not yet compiled."""
    builder = StateGraph(State, context_schema=Context, input_schema=Input, output_schema=Output)
    for node in (accept_jobs, choose, ask_worker, confirm, report):
        builder.add_node(node.__name__, node)
    builder.add_edge("ask_worker", "choose")
    for name in NODES:
        builder.add_node(name, make_call)
        builder.add_edge(name, "choose")
    builder.add_edge(START, "accept_jobs")
    builder.add_edge("accept_jobs", "choose")
    builder.add_edge("report", END)
    return builder


graph: CompiledStateGraph[State, Context, Input, Output] = build().compile(name="subagents")


# -- the calls of one turn of a planner


class TurnInput(TypedDict):
    """A planner's state with a turn that was planned and not yet carried out."""

    task: dict[str, Json]
    events: list[dict[str, Json]]
    pending: dict[str, Json]


class TurnOutput(TypedDict):
    """The sessions of the phone after the turn's calls."""

    sessions: list[dict[str, Json]]


class TurnState(TurnInput, TurnOutput):
    """``place`` is the turn's call that comes next."""

    place: NotRequired[int]


def next_of_turn(state: TurnState) -> Command[Literal["start", "step", "look", "finish", "hand_back"]]:
    """The turn's next call of a sub-agent; what stands before it goes with it."""
    calls = Action.model_validate(state["pending"]["action"]).calls
    for place in range(state.get("place", 0), len(calls)):
        if is_entry(calls[place]):
            return Command(update={"place": place}, goto=_node_of(calls[place]))
    return Command(goto="hand_back")


def play_call(state: TurnState, runtime: Runtime[Any]) -> dict[str, object]:
    """Takes the episode through the turn as far as the call that was chosen, and shows the call's answer."""
    event, place = state["pending"], state["place"]
    action = Action.model_validate(event["action"])
    so_far = {**event, "action": action.model_copy(update={"calls": action.calls[: place + 1]}).model_dump(mode="json")}
    episode = episode_of(state, runtime.context or Context())
    turn = episode.advance(reply_of(so_far), consent=consent_of(event))
    assert turn is not None, "an action was given"
    call = action.calls[place]
    _announce(f"{call.name} {call.arguments.get('action')}", turn.feedback[place])
    return {"place": place + 1, "sessions": overview(episode.environment.phone)}


def hand_back(state: TurnState) -> dict[str, object]:
    """Leaves the turn to the planner's graph, which records it whole."""
    return {}


def build_turn() -> StateGraph[TurnState, Any, TurnInput, TurnOutput]:
    """The graph of one turn, a node of the planner's graph."""
    builder = StateGraph(TurnState, input_schema=TurnInput, output_schema=TurnOutput)
    builder.add_node("choose", next_of_turn)
    builder.add_node(hand_back.__name__, hand_back)
    for name in NODES:
        builder.add_node(name, play_call)
        builder.add_edge(name, "choose")
    builder.add_edge(START, "choose")
    builder.add_edge("hand_back", END)
    return builder


def is_entry(call: Call) -> bool:
    """Whether a call goes to a sub-agent."""
    return any(call.name == entry.name for _, entry in AGENTS.values())


def _node_of(call: Call) -> Node:
    return _NODE_OF.get(str(call.arguments.get("action")), "step")


def _announce(step: str, answer: Feedback) -> None:
    note(step, answer.error.code if answer.error is not None else answer.status.value)
