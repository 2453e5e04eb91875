"""Settings that graphs share; Studio makes a form of them, the command line makes options of them."""

from dataclasses import asdict, dataclass, field, fields
from typing import Any

from harness.contract import Json
from harness.errors import UserError


def _setting(default: Any, says: str, *, low: float | None = None, high: float | None = None) -> Any:
    return field(default=default, metadata={"description": says, "low": low, "high": high})


@dataclass(frozen=True)
class Settings:
    """What decides a run of the loop. Equal settings and seed give equal results on every machine."""

    seed: int = _setting(0, "Seed of everything random.", low=0)
    iteration: int = _setting(0, "Which turn of the flywheel this is; later ones build on a parent release.", low=0)
    per_family: int = _setting(80, "Tasks to draft for each training family.", low=1, high=100_000)
    slip_rate: float = _setting(0.15, "Share of expert turns that start with a mistake to recover from.", low=0, high=1)
    eval_per_family: int = _setting(4, "Tasks for each family in each evaluation slice.", low=1, high=10_000)
    eta: str = _setting("v1", "Harness configuration: a shipped version or a folder.")
    base_model: str = _setting("", "Base model folder or hub id; empty: the embedded planner's base.")
    minutes: float = _setting(3.5, "Upper bound of the cold start in minutes of nominal work.", low=0.05, high=10_000)
    workers: int = _setting(2, "Processes that prove tasks; changes the speed only.", low=1, high=256)
    reviewer: str = _setting("person", "Who passes the gate: person (asks and waits) or auto (by rule).")
    model: str = _setting("", "Language model for wording, critique and explanations (LiteLLM syntax); empty: none.")
    diagnoses: int = _setting(12, "How many failed dev runs to diagnose by replay.", low=0, high=100_000)
    requests: str = _setting("", "File with a person's own requests (text or JSONL); empty: none.")

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            low, high = item.metadata["low"], item.metadata["high"]
            if (low is not None and value < low) or (high is not None and value > high):
                raise UserError(f"{item.name} is {value}", where="settings", expected=f"{low} to {high}")
        if self.reviewer not in ("person", "auto"):
            raise UserError(f"reviewer is {self.reviewer!r}", where="settings", expected="person or auto")

    def decisive(self) -> dict[str, Json]:
        """The settings that decide results. How many processes work does not, and who reviews stands in the decision."""
        return {name: value for name, value in asdict(self).items() if name not in ("workers", "reviewer")}


SMALL = {"per_family": 12, "eval_per_family": 1, "minutes": 0.4, "diagnoses": 3}
"""The small setting: a whole iteration in about two minutes, to see that it runs, not to see it learn."""
