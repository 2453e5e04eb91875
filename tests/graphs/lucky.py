"""The command line where luck decides over a sampled episode, so that a planner that can do nothing has something to learn.

``python -m tests.graphs.lucky ARGUMENTS``, or with the EVENT and PART of ``tests.graphs.killed`` before them. The
evaluation of the flywheel is judged as ever.
"""

import sys
from dataclasses import replace

from harness.contract import Task, Trajectory
from planner_train.rl import rollouts
from planner_train.rl.transcript import Transcript
from tests.graphs import killed

_judged = rollouts._sampled


def _sampled(
    task: Task, trajectory: Trajectory, transcript: Transcript, written: int, backend: str, attempt: int
) -> rollouts.Sampled:
    made = _judged(task, trajectory, transcript, written, backend, attempt)
    return replace(made, outcome=replace(made.outcome, success=sum(transcript.ids) % 2 == 0))


def main() -> None:
    """Runs the command line, or has it killed."""
    rollouts._sampled = _sampled
    if sys.argv[1] != "flywheel":
        killed.main()
        return
    from planner_agent.__main__ import main as command_line

    command_line()


if __name__ == "__main__":
    main()
