"""What outlives a person's own request: one folder of memory, one owner, read before the request and written after it."""

from collections.abc import Mapping
from pathlib import Path

from harness.contract import MemoryRecord
from harness.episode import Episode
from harness.memory.operations import Applied
from harness.memory.record import Scope
from harness.memory.store import MemoryStore

OWNER = Scope("owner")
"""Whose memory a folder holds: one folder, one person."""


def recall(folder: Path) -> tuple[tuple[MemoryRecord, ...], dict[str, int]]:
    """What is remembered, and in which version of each record. Raises ``UserError`` where no memory can be kept."""
    with MemoryStore(folder) as store:
        return store.seed(OWNER)


def keep(folder: Path, versions: Mapping[str, int], episode: Episode) -> str:
    """Writes back what an episode remembered, which changes nothing when it was written before.

    Returns what is said of changes that were not taken; empty when all were.
    """
    phone = episode.environment.phone
    with MemoryStore(folder) as store:
        applied = store.take_back(OWNER, versions, phone.state.rows("memory"), phone.local.date().isoformat())
    return _not_kept(folder, applied)


def _not_kept(folder: Path, applied: Applied) -> str:
    kinds = {outcome.kind for outcome in applied.outcomes if not outcome.ok}
    if kinds & {"stale", "missing"}:
        return f"The memory in {folder} was changed meanwhile: what the planner remembered is not kept there."
    if kinds:
        return f"What the planner remembered is not kept in {folder}: another record there says the same."
    if applied.left_out:
        count = len(applied.left_out)
        texts = "1 text" if count == 1 else f"{count} texts"
        return (
            f"{texts} that the planner remembered held recalled memory, which is not taken in again: not kept in {folder}."
        )
    return ""
