"""Long files that grow by whole chunks, so that work which was killed goes on where an unbroken run would stand.

What a policy answers may depend, in the last bit, on who shares its batch. A chunk that was written in part is therefore
done again as a whole.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TypeVar

from harness.atomic import replace_file
from harness.records import drop_torn_line

Item = TypeVar("Item")
CHUNK = 64


def whole_chunks(target: Path, total: int, size: int = CHUNK) -> int:
    """How many of ``total`` lines of the file are finished; cuts off a chunk that was written in part."""
    if not target.exists():
        return 0
    drop_torn_line(target)
    with target.open("rb") as file:
        found = sum(1 for _ in file)
    whole = total if found >= total else found - found % size
    if whole == found:
        return found
    with target.open("rb") as file:
        replace_file(target, list(islice(file, whole)))
    return whole


def chunks(items: Sequence[Item], done: int, size: int = CHUNK) -> Iterator[Sequence[Item]]:
    """What is left to do after ``done`` items, chunk by chunk."""
    for start in range(done, len(items), size):
        yield items[start : start + size]
