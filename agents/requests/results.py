"""What became of each request, and how many of them the product covers."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from harness.contract import Part, Record

from .world import Entity

Outcome = Literal[
    "task",
    "same_task",
    "missing_tool",
    "missing_entity",
    "incomplete",
    "not_understood",
    "unverifiable",
    "not_proven",
    "held_out",
]
MISSING: tuple[Outcome, ...] = (
    "missing_tool", "missing_entity", "incomplete", "not_understood", "unverifiable", "not_proven", "held_out"
)  # fmt: skip


class RequestPart(Part):
    """One thing that a request asks for, and the plan that reads it; ``problem`` where none does."""

    text: str
    plan: str | None = None
    problem: str = ""


class RequestResult(Part):
    """One request: the tools and entities that it speaks of, and the task it became or what is missing.

    ``recalled`` are the tools that the harness would offer; ``needed`` those that the witness used. ``family`` is the
    training family most like it. ``stands_in``: apps that the person names and the phone lacks, with the plan whose tools
    stand in for them.
    """

    id: str
    request: str
    outcome: Outcome
    reasons: tuple[str, ...] = ()
    task_id: str | None = None
    profile: str = ""
    parts: tuple[RequestPart, ...] = ()
    remarks: tuple[str, ...] = ()
    recalled: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    all_recalled: bool | None = None
    entities: tuple[Entity, ...] = ()
    stands_in: dict[str, str] = Field(default_factory=dict)
    family: str | None = None
    likeness: float = 0.0


class RequestReport(Record):
    """All requests of a file, and the counts."""

    results: tuple[RequestResult, ...]
    coverage: dict[str, int]


def coverage(results: Sequence[RequestResult]) -> dict[str, int]:
    """Requests that became tasks, those whose tools exist, and what the others lack. Counts are of requests.

    ``tasks`` are distinct: a request that repeats another word for word shares its task. ``tool_covered`` are all but
    those for which a tool is missing and those that no plan reads.
    """
    counts = Counter(item.outcome for item in results)
    carried = counts["task"] + counts["same_task"]
    unread = counts["missing_tool"] + counts["not_understood"]
    return {
        "requests": len(results),
        "carried": carried,
        "tasks": counts["task"],
        "with_added_entities": sum(any(e.added for e in item.entities) for item in results if item.task_id),
        "with_stand_in_apps": sum(bool(item.stands_in) for item in results if item.task_id),
        "needed_tools_recalled": sum(item.all_recalled is True for item in results),
        "tool_covered": len(results) - unread,
        **{name: counts[name] for name in MISSING},
    }
