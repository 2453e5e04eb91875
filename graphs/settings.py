"""Settings that graphs share; Studio makes a form of them, the command line makes options of them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from math import inf
from typing import Any

from harness.backends import read_shares
from harness.contract import Json
from harness.errors import UserError


def _setting(default: Any, says: str, *, low: float | None = None, high: float | None = None) -> Any:
    """A field whose metadata stands in the JSON Schema of the form, under the names that pydantic knows."""
    bounds = {name: bound for name, bound in (("ge", low), ("le", high)) if bound is not None}
    return field(default=default, metadata={"description": says, **bounds})


@dataclass(frozen=True)
class Settings:
    """What decides a run of the loop. Equal settings and seed give equal results on every machine."""

    seed: int = _setting(0, "Seed of everything random.", low=0)
    iteration: int = _setting(0, "Which turn of the flywheel this is; later ones build on a parent release.", low=0)
    per_family: int = _setting(40, "Tasks to draft for each training family.", low=1, high=100_000)
    families: str = _setting("", "Training families, as a comma list of names; all; or empty: all but the plain requests.")
    slip_rate: float = _setting(0.15, "Share of expert turns that start with a mistake to recover from.", low=0, high=1)
    eval_per_family: int = _setting(1, "Tasks for each family in each evaluation slice.", low=1, high=10_000)
    eta: str = _setting("v1", "Harness configuration: a shipped version or a folder.")
    base_model: str = _setting("", "Folder of a base model; empty: the embedded planner's base.")
    minutes: float = _setting(6.25, "Upper bound of the cold start in minutes of nominal work.", low=0.05, high=10_000)
    rl_updates: int = _setting(
        0, "Updates of reinforcement learning after the cold start; 0 leaves that stage out.", low=0, high=100_000
    )
    workers: int = _setting(2, "Processes that prove tasks and replay trajectories; changes speed only.", low=1, high=256)
    reviewer: str = _setting("person", "Who passes the gate: person (asks and waits) or auto (by rule).")
    backends: str = _setting("phone", "Where collection runs: phone, simulated, device; a mix as phone=3, simulated=1.")
    model: str = _setting("", "Language model to reword, watch, criticise and explain (LiteLLM syntax); empty: none.")
    diagnoses: int = _setting(8, "How many failed dev runs to diagnose by replay.", low=0, high=100_000)
    requests: str = _setting("", "File with a person's own requests (text or JSONL); empty: none.")

    def __post_init__(self) -> None:
        for item in fields(self):
            _check(item.name, getattr(self, item.name), item.type, item.metadata)
        read_shares(self.backends)
        if self.families and not self.chosen_families():
            message = f"families is {self.families!r}, which names none"
            raise UserError(message, where="settings, field `families`", expected="names with commas, all, or nothing")
        if self.reviewer not in ("person", "auto"):
            raise UserError(f"reviewer is {self.reviewer!r}", where="settings, field `reviewer`", expected="person or auto")

    def chosen_families(self) -> tuple[str, ...]:
        """What ``families`` says, each name once, in order."""
        return tuple(dict.fromkeys(name.strip() for name in self.families.split(",") if name.strip()))

    def decisive(self) -> dict[str, Json]:
        """The settings that decide results and are no paths.

        How many processes work decides nothing, and who reviews stands in the decision. What ``eta``, ``base_model`` and
        ``requests`` name is identified by its digest: a path means nothing on another machine. A stage that is left out
        decides nothing either.
        """
        left_out = {"workers", "reviewer", "eta", "base_model", "requests", "families"}
        left_out |= set() if self.rl_updates else {"rl_updates"}
        kept = {name: value for name, value in asdict(self).items() if name not in left_out}
        return {**kept, "families": sorted(self.chosen_families())}


_KINDS: dict[object, tuple[type, ...]] = {int: (int,), float: (int, float), str: (str,)}


def _check(name: str, value: object, kind: Any, metadata: Mapping[str, Any]) -> None:
    """Raises ``UserError`` for a setting of the wrong type or out of its bounds."""
    if isinstance(value, bool) or not isinstance(value, _KINDS[kind]):
        expected = {int: "a whole number", float: "a number", str: "text"}[kind]
        raise UserError(f"{name} is {value!r}", where=f"settings, field `{name}`", expected=expected)
    low, high = metadata.get("ge", -inf), metadata.get("le", inf)
    if isinstance(value, int | float) and not low <= value <= high:
        expected = f"{low} to {high}" if high != inf else f"at least {low}"
        raise UserError(f"{name} is {value}", where=f"settings, field `{name}`", expected=expected)


SMALL = {"per_family": 12, "eval_per_family": 1, "minutes": 0.4, "diagnoses": 3}
"""The small setting: a whole iteration in a few minutes, to see that it runs, not to see it learn."""
