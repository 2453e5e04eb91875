"""Task constructor: choose gaps -> draft -> reword -> prove -> screen -> carry a person's requests -> emit.

Input: a folder to write to and, for later iterations, a file of gaps. Output: proven tasks, their witnesses, and every
rejection with its reason; of a person's own requests, what became of each.
"""

from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from typing import NotRequired

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from pydantic import with_config
from typing_extensions import TypedDict

from agents.constructor import Gap, Rejection, draft, initial_gaps, prove, screen
from agents.held_out import held_out_requests, held_out_tasks
from agents.requests import RequestReport, construct_from_requests, read_requests
from agents.writing import open_writer, reword_requests
from bench.plain import PREFIX
from bench.suite import families_of
from harness.catalogue import full_catalogue
from harness.contract import Split, Task, Witness
from harness.errors import UserError, expect
from harness.instructions import load
from harness.records import read_jsonl, write_json_atomic, write_jsonl_atomic

from .inputs import check_input
from .progress import note, progress
from .settings import Settings

ALL = "all"
"""Stands for every training family, plain requests too."""
REQUESTS = "requests.json"
"""What became of a person's own requests; written only where some were given."""


@with_config(use_attribute_docstrings=True)
class Input(TypedDict):
    """Where to write, and what is missing."""

    out: str
    """Folder for the results."""
    gaps_file: NotRequired[str]
    """JSON Lines of gaps; without it the chosen training families are drafted equally."""


@with_config(use_attribute_docstrings=True)
class Output(TypedDict):
    """Counts by step."""

    yields: dict[str, int]


class State(Input, Output):
    """What the nodes hand on; drafts themselves are files in ``out``."""


def choose_gaps(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Takes the given gaps, or asks every chosen training family for the same number."""
    settings = runtime.context or Settings()
    expect(settings, Settings, "the context", "Settings(per_family=..., families=...)")
    check_input(state, Input)
    expect(state.get("gaps_file", ""), (str, Path), "gaps_file", "a file of gaps, JSON Lines")
    write_jsonl_atomic(_file(state, "gaps"), gaps_of(settings, state.get("gaps_file", "")))
    return {}


def gaps_of(settings: Settings, file: str = "") -> list[Gap]:
    """The gaps that stand in the file; without one, those before anything was measured, of the chosen families.

    Raises ``UserError`` for an unknown family, and for a file without a gap where there are no requests to construct from.
    """
    given = read_jsonl(Path(file), Gap) if file else []
    if file and not given and not settings.requests:
        raise UserError("there is no gap to fill", where=file, expected="gaps, one a line; without a file all families")
    chosen = families_in(settings)
    return given if file else [gap for gap in initial_gaps(settings.per_family) if gap.family in chosen]


def families_in(settings: Settings) -> list[str]:
    """The training families that the settings choose. Raises ``UserError`` for an unknown one.

    Plain requests come when they are asked for: so many tools at once are more than a first cold start of minutes can hold.
    """
    trained, chosen = [item.name for item in families_of(Split.TRAIN)], settings.chosen_families()
    unknown = sorted({*chosen} - {*trained, ALL})
    if unknown:
        near = get_close_matches(unknown[0], trained, n=3)
        expected = f"a training family: {', '.join(near)}, perhaps" if near else "names of training families"
        raise UserError(f"no training family {unknown[0]!r}", where="settings, field `families`", expected=expected)
    if not chosen:
        return [name for name in trained if not name.startswith(PREFIX)]
    return trained if ALL in chosen else [name for name in trained if name in chosen]


def draft_tasks(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Plays a witness for every draft."""
    settings = runtime.context or Settings()
    gaps = read_jsonl(_file(state, "gaps"), Gap)
    drafts, lost = draft(gaps, full_catalogue(), seed=settings.seed, iteration=settings.iteration)
    _write(state, "drafted", drafts, lost)
    return {"yields": {"drafted": len(drafts) + len(lost), "played": len(drafts)}}


def reword_tasks(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Lets a configured model put requests into other words; without one nothing happens."""
    settings = runtime.context or Settings()
    writer = open_writer(settings.model, Path(state["out"]))
    drafts, lost = _read(state, "drafted")
    if writer is not None:
        held_out = held_out_requests(settings.eval_per_family, settings.seed)
        drafts = reword_requests(drafts, full_catalogue(), writer, held_out=held_out)
    _write(state, "reworded", drafts, lost)
    return {}


def prove_tasks(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Attacks every draft's verifier; drops those that do not hold."""
    settings = runtime.context or Settings()
    drafts, lost = _read(state, "reworded")
    failed = prove(drafts, workers=settings.workers, progress=progress("prove tasks", len(drafts)))
    names = {item.task_id for item in failed}
    kept = [pair for pair in drafts if pair[0].id not in names]
    _write(state, "proven", kept, [*lost, *failed])
    return {"yields": {**state["yields"], "proven": len(kept)}}


def screen_tasks(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Drops what is unclear, repeats another task, or comes near anything held out."""
    settings = runtime.context or Settings()
    drafts, lost = _read(state, "proven")
    kept, rejected = screen(drafts, held_out=held_out_tasks(settings.eval_per_family, settings.seed))
    _write(state, "screened", kept, [*lost, *rejected])
    return {"yields": {**state["yields"], "kept": len(kept)}}


def carry_requests(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Makes proven tasks of a person's own requests, where a file of them is given, or says what is missing."""
    settings = runtime.context or Settings()
    if not settings.requests:
        _write(state, "requested", [], [])
        return {}
    given = read_requests(Path(settings.requests))
    made, report = construct_from_requests(
        given,
        full_catalogue(),
        load(settings.eta),
        held_out=held_out_tasks(settings.eval_per_family, settings.seed),
        seed=settings.seed,
        iteration=settings.iteration,
        progress=progress("read requests", len(given)),
    )
    _write(state, "requested", made, [])
    write_json_atomic(Path(state["out"]) / REQUESTS, report)
    counts = report.coverage
    note("requests", f"{counts['carried']} of {counts['requests']} are carried, by {counts['tasks']} proven tasks")
    return {"yields": {**state["yields"], **_requested(report)}}


def _requested(report: RequestReport) -> dict[str, int]:
    return {name if name == "requests" else f"requests_{name}": count for name, count in report.coverage.items()}


def emit_tasks(state: State) -> dict[str, object]:
    """Writes the results under their final names."""
    screened, lost = _read(state, "screened")
    kept = [*screened, *_read(state, "requested")[0]]
    folder = Path(state["out"])
    if not kept:
        write_jsonl_atomic(folder / "rejections.jsonl", lost)
        raise UserError("no draft became a task", where=str(folder / "rejections.jsonl"), expected="drafts that pass")
    write_jsonl_atomic(folder / "tasks.jsonl", [task for task, _ in kept])
    write_jsonl_atomic(folder / "witnesses.jsonl", [witness for _, witness in kept])
    write_jsonl_atomic(folder / "rejections.jsonl", lost)
    for name in ("drafted", "reworded", "proven", "screened", "requested"):
        for kind in ("tasks", "witnesses", "rejections"):
            _file(state, f"{name}.{kind}").unlink(missing_ok=True)
    note("construct", f"{len(screened)} tasks kept of {state['yields']['drafted']} drafted")
    return {"yields": state["yields"]}


def _file(state: State, name: str) -> Path:
    return Path(state["out"]) / f"{name}.jsonl"


def _write(state: State, step: str, drafts: list[tuple[Task, Witness]], lost: list[Rejection]) -> None:
    write_jsonl_atomic(_file(state, f"{step}.tasks"), [task for task, _ in drafts])
    write_jsonl_atomic(_file(state, f"{step}.witnesses"), [witness for _, witness in drafts])
    write_jsonl_atomic(_file(state, f"{step}.rejections"), lost)


def _read(state: State, step: str) -> tuple[list[tuple[Task, Witness]], list[Rejection]]:
    tasks = read_jsonl(_file(state, f"{step}.tasks"), Task)
    witnesses = read_jsonl(_file(state, f"{step}.witnesses"), Witness)
    return list(zip(tasks, witnesses, strict=True)), read_jsonl(_file(state, f"{step}.rejections"), Rejection)


def build() -> StateGraph[State, Settings, Input, Output]:
    """The graph, not yet compiled."""
    builder = StateGraph(State, context_schema=Settings, input_schema=Input, output_schema=Output)
    steps = (choose_gaps, draft_tasks, reword_tasks, prove_tasks, screen_tasks, carry_requests, emit_tasks)
    for step in steps:
        builder.add_node(step.__name__, step)
    names = [START, *(step.__name__ for step in steps), END]
    for before, after in pairwise(names):
        builder.add_edge(before, after)
    return builder


graph: CompiledStateGraph[State, Settings, Input, Output] = build().compile(name="constructor")
