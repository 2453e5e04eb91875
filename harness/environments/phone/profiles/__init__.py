"""Base profiles: whose phone it is. One folder a profile, one JSON file a domain, each holding that domain's tables."""

import json
from datetime import UTC, datetime
from functools import cache, lru_cache
from importlib.resources import files
from typing import cast

from harness.errors import UserError

from ..domains import modules
from ..phone import Phone
from ..rules import fire_due
from ..state import State, Tables
from ..tools import Catalogue


@cache
def names() -> tuple[str, ...]:
    """The profiles that exist, sorted."""
    return tuple(sorted(item.name for item in files(__name__).iterdir() if item.joinpath("core.json").is_file()))


@cache
def _tables(profile: str) -> Tables:
    if profile not in names():
        raise UserError(f"unknown phone profile {profile!r}", expected=f"one of {', '.join(names())}")
    tables: Tables = {}
    folder = files(__name__).joinpath(profile)
    for item in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if item.name.endswith(".json"):
            for table, rows in json.loads(item.read_text(encoding="utf-8")).items():
                tables.setdefault(table, {}).update(rows)
    return tables


@cache
def _digests(profile: str) -> dict[str, str]:
    """Digests of the profile's tables, filled in as they are asked for, whatever the clock."""
    return {}


@lru_cache(maxsize=256)
def _base(profile: str, clock: str | None) -> State:
    """The state to fork from. What falls due next is looked up here, once, and not in every episode."""
    modules()  # their schedules say what can fall due
    tables = _tables(profile)
    state = State(tables, _epoch(clock or cast(str, tables["device"]["clock"]["starts"])), _digests(profile))
    fire_due(Phone(state, Catalogue(())), state.now)
    return state


def load_profile(profile: str, clock: str | None = None) -> State:
    """A state of its own over the profile's shared tables. ``clock`` is UTC in ISO 8601; None keeps the profile's."""
    return _base(profile, clock).fork()


def _epoch(moment: str) -> int:
    try:
        parsed = datetime.fromisoformat(moment)
    except ValueError:
        raise UserError(f"the clock is {moment!r}", expected="a moment in ISO 8601, as 2026-03-02T08:00+00:00") from None
    return int((parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)).timestamp())
