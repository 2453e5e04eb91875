"""What the doctor says about one thing."""

from dataclasses import dataclass
from typing import Literal

Status = Literal["ok", "info", "warn", "fail"]
"""``info`` is a thing that may be so; ``warn`` costs speed or comfort; ``fail`` stops a command from working."""


@dataclass(frozen=True)
class Finding:
    """One finding. ``why`` and ``mend`` are empty where all is well."""

    check: str
    status: Status
    found: str
    why: str = ""
    mend: str = ""
