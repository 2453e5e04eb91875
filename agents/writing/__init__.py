"""Steps that a configured model takes part in: what it proposes, a program checks."""

from .critique import critique_records
from .explain import explain_diagnoses
from .reword import reword_requests
from .summary import summarise
from .watch import TurnWatch
from .writer import StepUse, Writer, open_writer

__all__ = [
    "StepUse", "TurnWatch", "Writer", "critique_records", "explain_diagnoses", "open_writer", "reword_requests", "summarise",
]  # fmt: skip
