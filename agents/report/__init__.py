"""The reports of an iteration and of a run of the suite, and the page of the human gate: a self-contained HTML file each."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agents.release import Contents, Proposal
    from bench.planner_bench import Suite
    from bench.results import Result


def write_report(run: Path) -> Path:
    """Writes ``report.html`` into a run folder and returns its path. Stages that did not run are named as such.

    Raises ``UserError`` for a folder that is no run, and for a file of a stage that is malformed.
    """
    from .iteration import write

    return write(run)


def write_proposal_page(folder: Path, proposal: "Proposal", contents: "Contents") -> Path:
    """Writes ``proposal.html`` beside the ``proposal.json`` of a curator's folder and returns its path."""
    from .proposal import write

    return write(folder, proposal, contents)


def write_suite_report(folder: Path, suite: "Suite", result: "Result") -> Path:
    """Writes ``report.html`` and, beside it, the episodes to read, into a folder of ``bench run``; returns its path."""
    from .suite import write

    return write(folder, suite, result)


__all__ = ["write_proposal_page", "write_report", "write_suite_report"]
