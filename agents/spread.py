"""Work on many items in several processes: Python alone uses one core."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Item = TypeVar("Item")
Found = TypeVar("Found")

CHUNK = 16
"""Items that a process is handed at a time."""
FEW = 256
"""Fewer items are done here: other processes take seconds to begin."""


def spread(function: Callable[[Item], Found], items: Sequence[Item], workers: int) -> Iterator[Found]:
    """What ``function`` makes of every item, in their order, whatever the number of ``workers``.

    With more than one, the function and the items have to be picklable.
    """
    if workers == 1 or len(items) < FEW:
        yield from map(function, items)
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            yield from pool.map(function, items, chunksize=CHUNK)
