"""Progress of long work, as custom stream events that the command line draws and Studio lists."""

from collections.abc import Callable
from typing import TypedDict

from langgraph.config import get_stream_writer


class Progress(TypedDict):
    """One event: ``done`` of ``total`` units of ``step`` are finished; ``note`` is a line worth reading."""

    step: str
    done: int
    total: int
    note: str


def progress(step: str, total: int) -> Callable[[int], None]:
    """A callback that counts units and reports about a hundred times."""
    write = get_stream_writer()
    every = max(1, total // 100)
    done = 0

    def advance(count: int = 1) -> None:
        nonlocal done
        before, done = done, done + count
        if done // every != before // every or done >= total:
            write(Progress(step=step, done=done, total=total, note=""))

    write(Progress(step=step, done=0, total=total, note=""))
    return advance


def note(step: str, text: str) -> None:
    """Reports a finished step in words."""
    get_stream_writer()(Progress(step=step, done=1, total=1, note=text))
