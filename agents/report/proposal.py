"""The page of the human gate: what a release would hold, how good it looks, and episodes to read before deciding."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from agents.release import Contents, Proposal
from agents.review import review_by_rule
from harness.contract import CuratedRecord

from .conversation import Conversation, converse
from .measures import masked, reasons
from .rendering import write_page

PAGE = "proposal.html"
MOST_SAMPLES = 60
OPEN_SAMPLES = 3


@dataclass(frozen=True)
class GapLine:
    """What one gap asked for and how many trajectories answer it."""

    gap: str
    trajectories: int


def write(folder: Path, proposal: Proposal, contents: Contents) -> Path:
    """Writes the page into the curator's folder and returns its path."""
    tasks = {task.id: task for task in contents.tasks}
    taken = ("approved", "corrected")
    approved = [record for record in contents.records if record.review in taken]
    others = [record for record in contents.records if record.review not in taken]
    kept = Counter(tasks[record.task_id].capability.value for record in approved)
    return write_page(
        folder / PAGE,
        "proposal.html.j2",
        proposal=proposal,
        folder=folder,
        rule=review_by_rule(proposal),
        kept=kept,
        families=len({tasks[record.task_id].family for record in approved}),
        languages=Counter(tasks[record.task_id].language.value for record in approved),
        behaviours=Counter(tasks[record.task_id].behaviour.value for record in approved),
        reasons=reasons((record.review.value, " ".join(record.reasons[:1]), record.trajectory_id) for record in others),
        quarantined=[record for record in others if record.review == "quarantined"],
        masked=masked(approved),
        gaps=[GapLine(answer.gap, len(answer.records)) for answer in proposal.answers],
        samples=samples(proposal, contents),
        open_samples=OPEN_SAMPLES,
    )


def samples(proposal: Proposal, contents: Contents) -> list[Conversation]:
    """The drawn trajectories, those with masked turns first: they need a reader most."""
    tasks = {task.id: task for task in contents.tasks}
    records: dict[str, CuratedRecord] = {record.trajectory_id: record for record in contents.records}
    drawn = set(proposal.samples)
    found = [item for item in contents.trajectories if item.id in drawn]
    found.sort(key=lambda item: (not records[item.id].erroneous, item.id))
    return [
        converse(
            item.task_id,
            "",
            tasks[item.task_id],
            item,
            errors=records[item.id].erroneous,
            recovered=records[item.id].recovered,
        )
        for item in found[:MOST_SAMPLES]
    ]
