"""Base profiles: whose phone it is. One folder a profile, one JSON file a domain, each holding that domain's tables."""

import json
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import cast

from harness.errors import UserError

from ..state import State, Tables


@cache
def names() -> tuple[str, ...]:
    """The profiles that exist, sorted."""
    return tuple(sorted(item.name for item in files(__name__).iterdir() if item.joinpath("core.json").is_file()))


@cache
def _base(profile: str) -> State:
    if profile not in names():
        raise UserError(f"unknown phone profile {profile!r}", expected=f"one of {', '.join(names())}")
    tables: Tables = {}
    folder = files(__name__).joinpath(profile)
    for item in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if item.name.endswith(".json"):
            for table, rows in json.loads(item.read_text(encoding="utf-8")).items():
                tables.setdefault(table, {}).update(rows)
    clock = cast(str, tables["device"]["clock"]["starts"])
    return State(tables, _epoch(clock))


def load_profile(profile: str, clock: str | None = None) -> State:
    """A state of its own over the profile's shared tables. ``clock`` is UTC in ISO 8601; None keeps the profile's."""
    state = _base(profile).fork()
    if clock is not None:
        state.now = _epoch(clock)
        state.next_due = None
    return state


def _epoch(moment: str) -> int:
    parsed = datetime.fromisoformat(moment)
    return int((parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).timestamp())
