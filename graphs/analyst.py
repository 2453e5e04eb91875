"""RL-feedback analyst: classify results -> propose data.

Input: dev results and diagnoses. Output: findings by family and the gaps that the next construction should answer.
"""

from pathlib import Path
from typing import NotRequired

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from pydantic import with_config
from typing_extensions import TypedDict

from agents.analyst import Analysis, analyse
from agents.writing import open_writer, summarise
from bench.evaluate import row_of
from harness.contract import Diagnosis
from harness.records import read_json, read_jsonl, write_json_atomic, write_jsonl_atomic, write_text_atomic

from .constructor import families_in
from .inputs import check_input, tasks_in, trajectories_in
from .progress import note
from .settings import Settings


@with_config(use_attribute_docstrings=True)
class Input(TypedDict):
    """Results to learn from."""

    out: str
    """Folder for the analysis."""
    tasks_file: str
    """JSON Lines of the dev tasks."""
    trajectories_file: str
    """JSON Lines of the dev trajectories."""
    diagnoses_file: NotRequired[str]
    """JSON Lines of diagnoses of the failures."""


@with_config(use_attribute_docstrings=True)
class Output(TypedDict):
    """Families by class."""

    classes: dict[str, int]


class State(Input, Output):
    """What the nodes hand on."""


def classify_results(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Classifies families by their intervals and splits the next budget over what failed."""
    settings = runtime.context or Settings()
    check_input(state, Input)
    tasks = tasks_in(state["tasks_file"])
    rows = [row_of(tasks[item.task_id], item) for item in trajectories_in(state["trajectories_file"], tasks)]
    given = state.get("diagnoses_file")
    diagnoses = read_jsonl(Path(given), Diagnosis) if given else []
    trained = families_in(settings)
    budget = settings.per_family * len(trained) // 4
    result = analyse(rows, diagnoses, trained=trained, budget=budget, iteration=settings.iteration + 1)
    write_json_atomic(Path(state["out"]) / "analysis.json", result)
    return {}


def propose_data(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Writes the gaps for the next construction and counts the classes; a configured model sums them up."""
    settings = runtime.context or Settings()
    result = read_json(Path(state["out"]) / "analysis.json", Analysis)
    writer = open_writer(settings.model, Path(state["out"]))
    summary = summarise(result, writer) if writer is not None else None
    if summary is not None:
        write_text_atomic(Path(state["out"]) / "summary.txt", summary)
    write_jsonl_atomic(Path(state["out"]) / "gaps.jsonl", result.gaps)
    classes: dict[str, int] = {}
    for finding in result.findings:
        classes[finding.verdict] = classes.get(finding.verdict, 0) + 1
    note("analyse", ", ".join(f"{count} {name}" for name, count in sorted(classes.items())))
    return {"classes": dict(sorted(classes.items()))}


def build() -> StateGraph[State, Settings, Input, Output]:
    """The graph, not yet compiled."""
    builder = StateGraph(State, context_schema=Settings, input_schema=Input, output_schema=Output)
    builder.add_node("classify_results", classify_results)
    builder.add_node("propose_data", propose_data)
    builder.add_edge(START, "classify_results")
    builder.add_edge("classify_results", "propose_data")
    builder.add_edge("propose_data", END)
    return builder


graph: CompiledStateGraph[State, Settings, Input, Output] = build().compile(name="analyst")
