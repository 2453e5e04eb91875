"""Trajectory collector: assign backends -> roll out -> emit.

Input: tasks with witnesses, a folder, who acts. Output: one verified trajectory a task, failures and recoveries included.
"""

from functools import partial
from pathlib import Path
from typing import Literal, NotRequired

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from pydantic import with_config
from typing_extensions import TypedDict

from agents.collector import collect
from agents.writing import TurnWatch, open_writer
from agents.writing.writer import configured_model
from harness.backends import open_backends
from harness.catalogue import catalogue_for
from harness.chunks import chunks, whole_chunks
from harness.contract import Trajectory
from harness.environments.hybrid import Hybrid
from harness.errors import UserError
from harness.instructions import load
from harness.policies import open_policy
from harness.records import append_jsonl, iter_jsonl
from harness.rollout import Outage

from .inputs import check_input, tasks_in, witnesses_in
from .progress import note, progress
from .settings import Settings


@with_config(use_attribute_docstrings=True)
class Input(TypedDict):
    """What to roll out, and who acts."""

    out: str
    """Folder for the results."""
    tasks_file: str
    """JSON Lines of tasks."""
    witnesses_file: str
    """JSON Lines of their witnesses, for the expert."""
    arm: NotRequired[Literal["error", "random", "expert", "learner"]]
    """Who acts: expert (default), learner, or the learner with hand-overs on error or at random."""
    learner: NotRequired[str]
    """Policy of the learner: a checkpoint folder as local:PATH, or PROVIDER/MODEL."""
    stop_after: NotRequired[int]
    """Episodes in a row without an answer from the learner's endpoint that stop the run; 0 (default): it goes on."""


@with_config(use_attribute_docstrings=True)
class Output(TypedDict):
    """Counts of what was collected."""

    collected: dict[str, int]


class State(Input, Output):
    """What the nodes hand on."""


def assign_backends(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Gives every task the backend that it is run on, and counts them."""
    check_input(state, Input)
    tasks = tasks_in(state["tasks_file"])
    groups = backends_of(runtime.context or Settings()).groups(tasks.values())
    return {"collected": {"tasks": len(tasks), **{name: len(group) for name, group in groups.items()}}}


def backends_of(settings: Settings) -> Hybrid:
    """The backends that the settings ask for. Raises ``UserError`` for one that cannot be opened."""
    model = configured_model(settings.model)
    return open_backends(settings.backends, catalogue_for(load(settings.eta)), model=model, seed=settings.seed)


def roll_out(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Runs every task to its end; finished chunks outlive a kill."""
    settings = runtime.context or Settings()
    tasks = tasks_in(state["tasks_file"])
    witnesses = witnesses_in(state["witnesses_file"], tasks)
    target = _target(state)
    done = whole_chunks(target, len(tasks))
    advance = progress("collect trajectories", len(tasks))
    advance(done)
    arm = state.get("arm", "expert")
    if arm != "expert" and not state.get("learner"):
        raise UserError(f"the arm {arm!r} needs a learner", where="learner", expected="local:PATH or PROVIDER/MODEL")
    learner = open_policy(state["learner"]) if state.get("learner") else None
    writer = open_writer(settings.model, Path(state["out"])) if arm == "error" else None
    backends, outage = backends_of(settings), Outage(state.get("stop_after", 0))
    for part in chunks(list(tasks.values()), done):
        made: dict[str, Trajectory] = {}
        for name, group in backends.groups(part).items():
            played = collect(
                group,
                witnesses,
                environment=partial(backends.make, name),
                eta=load(settings.eta),
                arm=arm,
                learner=learner,
                watch=TurnWatch(writer) if writer is not None else None,
                slip_rate=settings.slip_rate,
                seed=settings.seed,
                live=backends.live(name),
            )
            made |= {item.task_id: item for item in outage.watch(played)}
        advance(append_jsonl(target, [made[task.id] for task in part]))
    return {}


def emit_counts(state: State) -> dict[str, object]:
    """Counts what was collected."""
    counts = {"trajectories": 0, "solved": 0, "turns": 0, "recovered_errors": 0}
    for item in iter_jsonl(_target(state), Trajectory):
        counts["trajectories"] += 1
        counts["solved"] += item.verification.success
        counts["turns"] += len(item.turns)
        failed = any(answer.error is not None for turn in item.turns for answer in turn.feedback)
        counts["recovered_errors"] += failed and item.verification.success
    note("collect", f"{counts['solved']} of {counts['trajectories']} trajectories solve their task")
    return {"collected": {**state["collected"], **counts}}


def _target(state: State) -> Path:
    return Path(state["out"]) / "trajectories.jsonl"


def build() -> StateGraph[State, Settings, Input, Output]:
    """The graph, not yet compiled."""
    builder = StateGraph(State, context_schema=Settings, input_schema=Input, output_schema=Output)
    builder.add_node("assign_backends", assign_backends)
    builder.add_node("roll_out", roll_out)
    builder.add_node("emit_counts", emit_counts)
    builder.add_edge(START, "assign_backends")
    builder.add_edge("assign_backends", "roll_out")
    builder.add_edge("roll_out", "emit_counts")
    builder.add_edge("emit_counts", END)
    return builder


graph: CompiledStateGraph[State, Settings, Input, Output] = build().compile(name="collector")
