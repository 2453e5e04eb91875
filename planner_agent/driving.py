"""Runs a graph from the command line: checkpoints in the run folder, progress on stderr, resume after any kill."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planner_agent.conventions import console

if TYPE_CHECKING:
    from langgraph.graph import StateGraph
    from langgraph.graph.state import CompiledStateGraph

CHECKPOINTS = ".checkpoints.sqlite"
DRIVER = ".driver.lock"


@dataclass(frozen=True)
class Driven:
    """Where a run stands: its values, the question that it waits with, and whether it came to its end."""

    values: dict[str, Any]
    question: dict[str, Any] | None
    finished: bool


def drive(
    builder: "StateGraph[Any, Any, Any, Any]",
    given: dict[str, Any],
    *,
    context: object,
    folder: Path,
    thread: str,
    answer: object | None = None,
) -> Driven:
    """Runs the graph to its end or to its next question; ``answer`` resumes one that waits.

    Without an answer the graph is always walked from its start, whatever became of it before: nodes that keep their results
    find them, check them and go on. So a result that was lost or changed since is noticed, and nothing stale is shown.
    """
    from langgraph.types import Command

    payload: Any = given if answer is None else Command(resume=answer)
    with _graph(builder, folder) as graph:
        config = _config(thread)
        with redirect_stdout(sys.stderr), progress_display() as show:  # stdout is for the command's own result
            for _, event in graph.stream(
                payload, config, context=context, stream_mode="custom", subgraphs=True, durability="sync"
            ):
                show(event)
        return _stand(graph, thread)


def look(builder: "StateGraph[Any, Any, Any, Any]", *, folder: Path, thread: str) -> Driven | None:
    """Where a run stands, without moving it; None if it was never begun."""
    if not (folder / CHECKPOINTS).is_file():
        return None
    with _graph(builder, folder) as graph:
        stand = _stand(graph, thread)
    return stand if stand.values else None


def _config(thread: str) -> Any:
    return {"configurable": {"thread_id": thread}}


def _stand(graph: "CompiledStateGraph[Any, Any, Any, Any]", thread: str) -> Driven:
    state = graph.get_state(_config(thread))
    question = state.interrupts[0].value if state.interrupts else None
    return Driven(state.values, question, finished=bool(state.values) and not state.next)


@contextmanager
def _graph(builder: "StateGraph[Any, Any, Any, Any]", folder: Path) -> "Iterator[CompiledStateGraph[Any, Any, Any, Any]]":
    """The graph with the run folder's checkpoints, which one process at a time may move."""
    import sqlite3

    from filelock import FileLock, Timeout
    from langgraph.checkpoint.sqlite import SqliteSaver

    from harness.errors import UserError

    folder.mkdir(parents=True, exist_ok=True)
    path = folder / CHECKPOINTS
    lock = FileLock(folder / DRIVER)
    try:
        lock.acquire(timeout=1)
    except Timeout:
        expected = "one process a run folder: wait for it, or name another folder"
        raise UserError("another process drives this run", where=str(folder), expected=expected) from None
    try:
        with SqliteSaver.from_conn_string(str(path)) as saver:
            try:
                saver.setup()
                saver.conn.execute("PRAGMA quick_check")
            except sqlite3.DatabaseError as error:
                expected = "checkpoints; remove the file and run the same command: what is finished is kept"
                raise UserError(f"the file cannot be used: {error}", where=str(path), expected=expected) from None
            yield builder.compile(checkpointer=saver)
    finally:
        lock.release()


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
                out.print(f"{event['step']:<12} {event['note']}", markup=False, highlight=False, soft_wrap=True)
                return
            step = event["step"]
            if step not in tasks:
                tasks[step] = bars.add_task(step, total=event["total"])
                if not out.is_terminal:
                    out.print(f"{step}: {event['total']} to do", markup=False, highlight=False, soft_wrap=True)
            bars.update(tasks[step], completed=event["done"], total=event["total"])
            if event["done"] >= event["total"]:
                bars.update(tasks[step], visible=False)

        yield show
