"""Runs a graph from the command line: checkpoints in the run folder, progress on stderr, resume after any kill."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planner_agent.conventions import console

if TYPE_CHECKING:
    from langgraph.graph import StateGraph

CHECKPOINTS = ".checkpoints.sqlite"


@dataclass(frozen=True)
class Driven:
    """Where a run stands: its values, and the question that it waits with, if it does."""

    values: dict[str, Any]
    question: dict[str, Any] | None


def drive(
    builder: "StateGraph[Any, Any, Any, Any]",
    given: dict[str, Any],
    *,
    context: object,
    folder: Path,
    thread: str,
    answer: object | None = None,
) -> Driven:
    """Runs the graph to its end or to its next question.

    A thread that was begun goes on where its last checkpoint stands; ``answer`` resumes one that waits.
    """
    from langgraph.checkpoint.sqlite import SqliteSaver
    from langgraph.types import Command

    folder.mkdir(parents=True, exist_ok=True)
    with SqliteSaver.from_conn_string(str(folder / CHECKPOINTS)) as saver:
        graph = builder.compile(checkpointer=saver)
        config: Any = {"configurable": {"thread_id": thread}, "recursion_limit": 1000}
        begun = graph.get_state(config)
        if begun.values and not begun.next:
            return Driven(begun.values, None)
        payload: Any = given if not begun.values and not begun.next else None
        if answer is not None:
            payload = Command(resume=answer)
        with progress_display() as show:
            for _, event in graph.stream(
                payload, config, context=context, stream_mode="custom", subgraphs=True, durability="sync"
            ):
                show(event)
        state = graph.get_state(config)
        question = state.interrupts[0].value if state.interrupts else None
        return Driven(state.values, question)


@contextmanager
def progress_display() -> Iterator[Any]:
    """Draws progress events: a bar for each step under way, a line for each finished one."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    out = console(stderr=True)
    columns = (
        TextColumn("{task.description:<34}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bars:
        tasks: dict[str, Any] = {}

        def show(event: dict[str, Any]) -> None:
            if event["note"]:
                out.print(f"{event['step']:<12} {event['note']}", markup=False, highlight=False)
                return
            step = event["step"]
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=event["total"])
                if not out.is_terminal:
                    out.print(f"{step}: {event['total']} to do", markup=False, highlight=False)
            bars.update(tasks[step], completed=event["done"], total=event["total"])
            if event["done"] >= event["total"]:
                bars.update(tasks[step], visible=False)

        yield show
