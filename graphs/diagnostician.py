"""Failure diagnostician: select failures -> replay them with one part swapped -> explain.

Input: tasks, witnesses, trajectories, and the policy that made them. Output: one diagnosis a failure.
"""

from pathlib import Path

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from pydantic import with_config
from typing_extensions import TypedDict

from agents.diagnostician import Bench, diagnose
from agents.writing import explain_diagnoses, open_writer
from harness.catalogue import catalogue_for
from harness.contract import Diagnosis, Trajectory
from harness.environments.phone.environment import PhoneEnvironment
from harness.instructions import load
from harness.models.local_policy import LocalPolicy
from harness.policies import open_policy
from harness.records import read_jsonl, write_jsonl_atomic

from .inputs import check_input, tasks_in, trajectories_in, witnesses_in
from .progress import note, progress
from .settings import Settings

SWAP_TEMPERATURE = 0.5
"""At which a local model, which is greedy elsewhere, goes on after a swap."""


@with_config(use_attribute_docstrings=True)
class Input(TypedDict):
    """Runs to diagnose."""

    out: str
    """Folder for the diagnoses."""
    tasks_file: str
    """JSON Lines of the tasks."""
    witnesses_file: str
    """JSON Lines of their witnesses."""
    trajectories_file: str
    """JSON Lines of the trajectories; those that failed are diagnosed."""
    policy: str
    """The policy that made the trajectories: local:PATH or PROVIDER/MODEL."""


@with_config(use_attribute_docstrings=True)
class Output(TypedDict):
    """How often each side was at fault."""

    sides: dict[str, int]


class State(Input, Output):
    """What the nodes hand on."""


def select_failures(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Takes failed runs, one family after the other, until the configured number is reached."""
    settings = runtime.context or Settings()
    check_input(state, Input)
    tasks = tasks_in(state["tasks_file"])
    by_family: dict[str, list[Trajectory]] = {}
    for item in trajectories_in(state["trajectories_file"], tasks):
        if not item.verification.success:
            by_family.setdefault(tasks[item.task_id].family, []).append(item)
    chosen: list[Trajectory] = []
    while by_family and len(chosen) < settings.diagnoses:
        for name in sorted(by_family):
            if len(chosen) < settings.diagnoses:
                chosen.append(by_family[name].pop(0))
            if not by_family[name]:
                del by_family[name]
    write_jsonl_atomic(Path(state["out"]) / "failures.jsonl", chosen)
    return {}


def replay_failures(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Runs the whole procedure on every selected failure."""
    settings = runtime.context or Settings()
    failures = read_jsonl(Path(state["out"]) / "failures.jsonl", Trajectory)
    tasks = tasks_in(state["tasks_file"])
    witnesses = witnesses_in(state["witnesses_file"], tasks)
    found: list[Diagnosis] = []
    if failures:
        eta = load(settings.eta)
        catalogue = catalogue_for(eta)
        policy = open_policy(state["policy"], witnesses=witnesses)
        drawing = policy.drawing(SWAP_TEMPERATURE) if isinstance(policy, LocalPolicy) else None
        bench = Bench(policy, lambda: PhoneEnvironment(catalogue), eta, drawing)
        found = diagnose(failures, tasks, witnesses, bench, progress=progress("diagnose failures", len(failures)))
    write_jsonl_atomic(Path(state["out"]) / "diagnoses.jsonl", found)
    return {}


def explain_failures(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Counts sides. A configured model gives a second opinion; the explanations stand in the file."""
    settings = runtime.context or Settings()
    found = read_jsonl(Path(state["out"]) / "diagnoses.jsonl", Diagnosis)
    writer = open_writer(settings.model, Path(state["out"]))
    if writer is not None:
        failures = read_jsonl(Path(state["out"]) / "failures.jsonl", Trajectory)
        given = {item.id: item for item in failures}
        found = explain_diagnoses(found, given, tasks_in(state["tasks_file"]), writer)
        write_jsonl_atomic(Path(state["out"]) / "diagnoses.jsonl", found)
    sides: dict[str, int] = {}
    for item in found:
        sides[item.side.value] = sides.get(item.side.value, 0) + 1
    note("diagnose", ", ".join(f"{count} {name}" for name, count in sorted(sides.items())) or "no failures")
    return {"sides": dict(sorted(sides.items()))}


def build() -> StateGraph[State, Settings, Input, Output]:
    """The graph, not yet compiled."""
    builder = StateGraph(State, context_schema=Settings, input_schema=Input, output_schema=Output)
    builder.add_node("select_failures", select_failures)
    builder.add_node("replay_failures", replay_failures)
    builder.add_node("explain_failures", explain_failures)
    builder.add_edge(START, "select_failures")
    builder.add_edge("select_failures", "replay_failures")
    builder.add_edge("replay_failures", "explain_failures")
    builder.add_edge("explain_failures", END)
    return builder


graph: CompiledStateGraph[State, Settings, Input, Output] = build().compile(name="diagnostician")
