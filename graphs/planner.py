"""The planner agent: load_context -> plan -> (confirm ->) execute_tools -> observe -> (ask_user | plan | finish).

With a folder of memory it is read in recall_memory before the first plan, and written in write_memory before finish.
A turn that calls sub-agents is first taken through their sessions, call by call, by a graph of its own: dispatch_subagents.

The nodes drive the same ``Episode`` that rollouts drive. State holds the task and what happened since (actions, answers of
the user); every node plays that back on a fresh phone, which costs a millisecond and makes each node resumable anywhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage
from langgraph.graph import END, START, StateGraph
from langgraph.graph.message import add_messages
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command, interrupt
from pydantic import with_config
from typing_extensions import TypedDict

from agents.asking import task_of
from agents.remembering import keep, recall
from harness.contract import Action, Json, Task, Trajectory, Turn, Witness
from harness.episode import NO_ANSWER
from harness.errors import UserError, expect
from harness.policies import open_policy
from harness.policy import Policy
from harness.validation import validate

from . import subagents
from .consent import word_on
from .playback import check_context, consent_of, episode_of, is_live, reply_of
from .progress import note


@dataclass(frozen=True)
class Context:
    """Who plans, on whose phone."""

    policy: str = field(
        default="embedded",
        metadata={"description": "embedded, local:PATH, or PROVIDER/MODEL in LiteLLM syntax; random and empty are floors."},
    )
    profile: str = field(default="emma", metadata={"description": "Whose phone; `planner-agent phone profiles` lists them."})
    eta: str = field(default="v1", metadata={"description": "Harness configuration: a shipped version or a folder."})
    seed: int = field(default=0, metadata={"description": "Seed of ids and of everything random."})
    memory: str = field(
        default="", metadata={"description": "Folder that keeps what the planner remembers, across requests; empty: none."}
    )

    def __post_init__(self) -> None:
        check_context(self)


@with_config(use_attribute_docstrings=True)
class Input(TypedDict):
    """A request in the user's words; or a whole task, as the suite has them."""

    messages: Annotated[list[AnyMessage], add_messages]
    """The conversation; the last human message is the request."""
    task: NotRequired[dict[str, Json]]
    """A task record to run instead, with scripted user and verdict."""
    witness: NotRequired[dict[str, Json]]
    """Its witness, for the policy `witness`."""


@with_config(use_attribute_docstrings=True)
class Output(TypedDict):
    """What came of it."""

    messages: Annotated[list[AnyMessage], add_messages]
    outcome: dict[str, Json]
    """How it ended, what changed on the phone, and for tasks the verdict."""


class State(Input, Output):
    """``events`` are actions and answers in order; ``pending`` is the reply that was planned and not yet carried out.

    Its ``consent`` is what the user said to calls that need a yes, by the call's place in the action. ``sessions`` are those
    of sub-agents: whose, about what, how they stand, what they made, and which others' files they were given. ``versions``
    are those of the records that the folder of memory gave, ``unkept`` what is said of changes that it did not take.
    """

    events: list[dict[str, Json]]
    pending: NotRequired[dict[str, Json] | None]
    sessions: NotRequired[list[dict[str, Json]]]
    versions: NotRequired[dict[str, int]]
    unkept: NotRequired[str]


def load_context(state: State, runtime: Runtime[Context]) -> Command[Literal["recall_memory", "plan"]]:
    """Turns the request into an open task on the chosen phone, unless a task was given; both must make an episode."""
    context = runtime.context or Context()
    expect(context, Context, "the context", "Context(policy=..., profile=...)")
    if state.get("task"):
        if context.memory:
            raise UserError("a task brings its own memory", where="memory", expected="no folder beside a task")
        task = validate(state["task"], Task, "task")
        first: list[AnyMessage] = [] if state.get("messages") else [HumanMessage(task.request)]
    else:
        spoken = [message for message in state.get("messages", []) if isinstance(message, HumanMessage)]
        if not spoken:
            raise UserError("there is no request", where="messages", expected="at least one human message")
        task, first = task_of(str(spoken[-1].text), context.profile), []
    begun: dict[str, Any] = {"task": task.model_dump(mode="json"), "events": [], "pending": None}
    witness = _witness(state)
    if witness and witness.task_id != task.id:
        raise UserError(f"it is of {witness.task_id}", where="witness, field `task_id`", expected=task.id)
    episode_of(begun, context)
    return Command(update={**begun, "messages": first}, goto="recall_memory" if context.memory else "plan")


def recall_memory(state: State, runtime: Runtime[Context]) -> dict[str, object]:
    """Puts what the folder of memory holds onto the phone, where the planner can search it."""
    records, versions = recall(Path((runtime.context or Context()).memory))
    task = Task.model_validate(state["task"])
    task = task.model_copy(update={"initial": task.initial.model_copy(update={"memory": records})})
    return {"task": task.model_dump(mode="json"), "versions": versions}


def plan(state: State, runtime: Runtime[Context]) -> Command[Literal["confirm", "dispatch_subagents", "execute_tools"]]:
    """Asks the policy for the next action; a call that needs the user's word waits for it."""
    context = runtime.context or Context()
    episode = episode_of(state, context)
    reply = _policy(state, context).respond([episode.request()])[0]
    if reply.failure is not None or reply.action is None:
        failed = {"failure": reply.failure or "the policy gave no answer"}
        return Command(update={"pending": failed}, goto="execute_tools")
    action = reply.action.model_dump(mode="json")
    pending = {"action": action, "raw": reply.raw, "latency_ms": reply.latency_ms}
    waits = is_live(state) and episode.doubts(reply.action)
    return Command(update={"pending": pending}, goto="confirm" if waits else _carrier(pending))


def confirm(state: State, runtime: Runtime[Context]) -> Command[Literal["confirm", "dispatch_subagents", "execute_tools"]]:
    """Waits for the user's yes or no to one call; asks again for an answer that cannot be read."""
    pending = state.get("pending") or {}
    said: dict[str, bool] = pending.get("consent", {})
    doubts = episode_of(state, runtime.context or Context()).doubts(Action.model_validate(pending["action"]))
    doubt, *others = [item for item in doubts if str(item.place) not in said]
    consent = {**said, str(doubt.place): word_on(doubt)}
    return Command(update={"pending": {**pending, "consent": consent}}, goto="confirm" if others else _carrier(pending))


def execute_tools(state: State, runtime: Runtime[Context]) -> dict[str, object]:
    """Carries out what was planned and shows it with the phone's answers."""
    event = state.get("pending") or {}
    episode = episode_of(state, runtime.context or Context())
    before = len(episode.context.messages)
    turn = episode.advance(reply_of(event), consent=consent_of(event))
    done: dict[str, object] = {"events": [*state["events"], event], "pending": None}
    if turn is None:
        note("plan", episode.failure)
        return done
    _announce(turn)
    shown: list[AnyMessage] = [_spoken(turn.action, event)]
    for message in episode.context.messages[before:]:
        if message["role"] == "tool":
            shown.append(ToolMessage(str(message["content"]), tool_call_id=message["tool_call_id"], name=message["name"]))
    if turn.reply is not None:
        shown.append(HumanMessage(turn.reply))
    return {**done, "messages": shown}


def observe(state: State, runtime: Runtime[Context]) -> Command[Literal["plan", "ask_user", "write_memory", "finish"]]:
    """Decides whether the planner goes on, the user is asked, or the episode is over."""
    context = runtime.context or Context()
    episode = episode_of(state, context)
    if episode.waiting:
        return Command(goto="ask_user")
    if not episode.done:
        return Command(goto="plan")
    return Command(goto="write_memory" if context.memory else "finish")


def write_memory(state: State, runtime: Runtime[Context]) -> dict[str, object]:
    """Keeps what the planner remembered, changed and forgot in the folder of memory; once more changes nothing."""
    context = runtime.context or Context()
    return {"unkept": keep(Path(context.memory), state["versions"], episode_of(state, context))}


def ask_user(state: State) -> dict[str, object]:
    """Waits for the user's answer to the planner's question; asks again for one that cannot be read."""
    question, problem = state["events"][-1]["action"]["message"]["text"], ""
    while True:
        asked = {"name": "ask_user", "args": {"question": question}, "description": problem + question}
        review = {"action_name": "ask_user", "allowed_decisions": ["respond", "reject"]}
        answer = interrupt({"action_requests": [asked], "review_configs": [review]})
        words = _words(answer)
        if words is not None:
            return {"events": [*state["events"], {"answer": words}], "messages": [HumanMessage(words)]}
        problem = f"The answer {str(answer)[:120]!r} cannot be read, expected are the user's words. "


def finish(state: State, runtime: Runtime[Context]) -> dict[str, object]:
    """Says how it ended and what changed."""
    context = runtime.context or Context()
    episode = episode_of(state, context)
    evidence = episode.environment.evidence()
    outcome: dict[str, Json] = {
        "end": episode.end,
        "turns": len(episode.turns),
        "changes": [change.model_dump(mode="json") for change in evidence.delta],
        "failure": episode.failure,
    }
    if "unkept" in state:
        outcome["memory"] = state["unkept"] or "kept"
    if episode.task.source.constructor != "ask":
        outcome["verification"] = episode.verify().model_dump(mode="json")
    return {"outcome": outcome}


def trajectory_of(state: Mapping[str, Any], context: Context) -> Trajectory:
    """The record of a run, from the state that its checkpoint holds: what a rollout of the same task would have written."""
    return episode_of(state, context).trajectory(_policy(state, context).ref)


def _carrier(pending: Mapping[str, Any]) -> Literal["dispatch_subagents", "execute_tools"]:
    """The node that a planned turn goes to."""
    calls = Action.model_validate(pending["action"]).calls
    return "dispatch_subagents" if any(subagents.is_entry(call) for call in calls) else "execute_tools"


def _witness(state: Mapping[str, Any]) -> Witness | None:
    given = state.get("witness")
    return validate(given, Witness, "witness") if given else None


def _policy(state: Mapping[str, Any], context: Context) -> Policy:
    witness = _witness(state)
    return open_policy(context.policy, witnesses={witness.task_id: witness} if witness else None)


def _announce(turn: Turn) -> None:
    """The turn as custom stream events, for whoever watches."""
    for call, answer in zip(turn.action.calls, turn.feedback, strict=True):
        note(call.name, answer.error.code if answer.error is not None else answer.status.value)
    if turn.action.message is not None:
        note(turn.action.message.kind.value, turn.action.message.text)
    if turn.action.malformed is not None:
        note("plan", f"unreadable output: {turn.action.malformed}")


def _spoken(action: Action, event: Mapping[str, Any]) -> AIMessage:
    text = action.message.text if action.message else str(event.get("raw", "")) if action.malformed else ""
    calls = [{"id": call.id, "name": call.name, "args": dict(call.arguments)} for call in action.calls]
    return AIMessage(text, tool_calls=calls, additional_kwargs={"thought": action.thought})


def _words(answer: Json) -> str | None:
    """A person's answer: text, a decision with a message, or an Agent Inbox response; who declines has nothing to say."""
    item = answer["decisions"] if isinstance(answer, dict) and isinstance(answer.get("decisions"), list) else answer
    item = item[0] if isinstance(item, list) and item else item
    if isinstance(item, dict):
        words = item.get("message") or item.get("args") or item.get("answer")
        item = NO_ANSWER if not words and item.get("type") in ("ignore", "reject") else words
    return item if isinstance(item, str) and item.strip() else None


def build() -> StateGraph[State, Context, Input, Output]:
    """The graph, not yet compiled."""
    builder = StateGraph(State, context_schema=Context, input_schema=Input, output_schema=Output)
    for node in (load_context, recall_memory, plan, confirm, execute_tools, observe, ask_user, write_memory, finish):
        builder.add_node(node.__name__, node)
    builder.add_node("dispatch_subagents", subagents.build_turn().compile(name="dispatch_subagents"))
    builder.add_edge(START, "load_context")
    builder.add_edge("recall_memory", "plan")
    builder.add_edge("dispatch_subagents", "execute_tools")
    builder.add_edge("execute_tools", "observe")
    builder.add_edge("ask_user", "plan")
    builder.add_edge("write_memory", "finish")
    builder.add_edge("finish", END)
    return builder


graph: CompiledStateGraph[State, Context, Input, Output] = build().compile(name="planner")
