"""The tasks of the ablation: a phone on which thinking, looking twice and talking cost tokens, and only some of it pays.

- **Necessity**: the level to set is said directly, as a calculation of some steps, or as what one person wants who wants
  what another wants. The last two are out of reach of a small model that does not write intermediate results.
- **Caution**: now and then the first setting of a volume is lost: the phone answers as ever and writes nothing. Only reading
  the settings back tells. The brightness is always set, so reading that back buys nothing.
- **Waste** is not in the tasks; it is in how the demonstrations talk (``demonstrations.py``).

A family is a way of saying the level together with the setting it is for. Held-out families are pairs that no training task
and no demonstration joins, of parts that each are known. They belong to the ablation alone: they are not registered with
``bench``, and no suite, slice or release holds them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from bench.draw import Draw
from bench.scenario import Draft, Family, Play, build
from harness.catalogue import full_catalogue
from harness.contract import Behaviour, Capability, Friction, Holdout, Patch, Split, Task, Witness
from harness.errors import UserError

Kind = Literal["direct", "steps", "chain"]
KINDS: tuple[Kind, ...] = ("direct", "steps", "chain")
VOLUMES = ("media", "alarm", "call", "notification")
SETTINGS = ("brightness", *VOLUMES)
HELD: frozenset[tuple[Kind, str]] = frozenset(
    {("direct", "call"), ("steps", "alarm"), ("steps", "brightness"), ("chain", "media"), ("chain", "notification")}
)
"""The held-out pairs: each way of saying a level and each setting is among them, and among the others."""

PEOPLE = ("Anna", "Ben", "Carla", "David", "Emil", "Fiona", "Grace", "Hugo", "Ines", "Jonas")
STEPS = ("doubled", "plus 3", "plus 5", "minus 2")
LEVELS = range(1, 31)
BEFORE = range(40, 100, 10)
"""Levels before the task: none of them is ever asked for."""
DROPPED = 0.3
"""Share of the volume tasks whose first write is lost."""
PHONE, CLOCK = "emma", "2026-03-10T10:30:00+00:00"
TURNS = 8


@dataclass(frozen=True)
class Puzzle:
    """One request, and how its level is found: ``steps`` written in full, or only what comes out of each, ``results``."""

    kind: Kind
    setting: str
    request: str
    level: int
    steps: tuple[str, ...] = ()
    results: tuple[str, ...] = ()


@dataclass(frozen=True)
class Made:
    """A task with its proof and its solution."""

    task: Task
    witness: Witness
    puzzle: Puzzle


def phrase(setting: str) -> str:
    """A setting as people call it."""
    return setting if setting == "brightness" else f"{setting} volume"


def families(split: Split) -> list[str]:
    """The names of the families of the train or the dev split."""
    held = split is not Split.TRAIN
    return [f"{kind}_{item}" for kind in KINDS for item in SETTINGS if ((kind, item) in HELD) is held]


def make(name: str, number: int, *, seed: int = 0) -> Made:
    """One task of a family; the same arguments always make the same. Raises ``UserError`` for a name that no family has."""
    kind, setting = _parts(name)
    drawn: list[Puzzle] = []

    def draft(draw: Draw) -> Draft:
        draw.settle(PHONE)
        drawn.append(puzzle(kind, setting, draw.rng))
        return _draft(drawn[-1], draw.rng)

    held = (kind, setting) in HELD
    family = Family(
        name=name,
        split=Split.DEV if held else Split.TRAIN,
        capability=Capability.TOOL_USE,
        behaviour=Behaviour.REFERENCE if kind == "chain" else Behaviour.GROUNDING,
        domains=("Display & Sound",),
        difficulty=2,
        languages=("en",),
        make=draft,
    )
    task, witness = build(
        family,
        number,
        full_catalogue(),
        split=family.split,
        holdout=Holdout.FAMILY if held else Holdout.NONE,
        seed=seed,
    )
    return Made(task, witness, drawn[-1])


def tasks(split: Split, per_family: int, *, first: int = 0) -> list[Task]:
    """So many tasks of each family of a split, counted from ``first``, family after family within each number."""
    return [make(name, number).task for number in range(first, first + per_family) for name in families(split)]


def puzzle(kind: Kind, setting: str, rng: random.Random) -> Puzzle:
    """Draws a request of one kind for one setting."""
    if kind == "direct":
        level = rng.choice(LEVELS)
        return Puzzle(kind, setting, f"Set the {phrase(setting)} to {level}.", level)
    return _calculation(setting, rng) if kind == "steps" else _chain(setting, rng)


def _calculation(setting: str, rng: random.Random) -> Puzzle:
    """Three steps from a number. Doubling and adding do not commute, so the steps cannot be taken all at once."""
    while True:
        begin, steps = rng.randint(2, 9), [rng.choice(STEPS) for _ in range(3)]
        levels = [begin]
        for step in steps:
            levels.append(2 * levels[-1] if step == "doubled" else levels[-1] + _signed(step))
        if all(level in LEVELS for level in levels):
            break
    written = tuple(f"{step} is {level}" for step, level in zip(steps, levels[1:], strict=True))
    request = f"Set the {phrase(setting)} to {begin}, {', '.join(steps)}."
    return Puzzle("steps", setting, request, levels[-1], written, tuple(map(str, levels[1:])))


def _chain(setting: str, rng: random.Random) -> Puzzle:
    """Six people of whom three name a level and three want what another wants; one of these is two people from a level."""
    people = rng.sample(PEOPLE, 6)
    levels = rng.sample(LEVELS, 3)
    roots, middle, asked, other = people[:3], people[3], people[4], people[5]
    wants = {name: str(level) for name, level in zip(roots, levels, strict=True)}
    wants |= {middle: rng.choice(roots), asked: middle, other: rng.choice(roots)}
    said = [f"{name} wants {what}" if what.isdigit() else f"{name} wants what {what} wants" for name, what in wants.items()]
    rng.shuffle(said)
    root = wants[middle]
    steps = (
        f"{asked} wants what {middle} wants",
        f"{middle} wants what {root} wants",
        f"{root} wants {wants[root]}",
    )
    request = f"{'. '.join(said)}. Set the {phrase(setting)} as {asked} wants."
    return Puzzle("chain", setting, request, int(wants[root]), steps, (middle, root, wants[root]))


def _draft(item: Puzzle, rng: random.Random) -> Draft:
    before = rng.choice(BEFORE)
    lost = item.setting in VOLUMES and rng.random() < DROPPED
    row = ("display", "brightness", {"level": before}) if item.setting == "brightness" else None
    table, key, fields = row or ("sound", "volume", {item.setting: before})
    write, read = write_call(item), read_call(item)

    def witness(play: Play) -> None:
        play.calls(write, why=", ".join(item.steps))
        if level_read(play.calls(read)[0], item.setting) != item.level:
            play.calls(write)
        play.finish("Done.")

    return Draft(
        request=item.request,
        witness=witness,
        patches=(Patch(table=table, key=key, fields=dict(fields)),),
        friction=(Friction(kind="dropped_write", params={"tool": "set_volume", "first": 1}),) if lost else (),
        clock=CLOCK,
        turns=TURNS,
    )


def write_call(item: Puzzle) -> tuple[str, dict[str, str | int]]:
    """The call that sets what was asked."""
    if item.setting == "brightness":
        return "set_brightness", {"level": item.level}
    return "set_volume", {"stream": item.setting, "level": item.level}


def read_call(item: Puzzle) -> tuple[str, dict[str, str]]:
    """The call that reads it back."""
    return "get_display_sound_settings", {"section": "display" if item.setting == "brightness" else "sound"}


def level_read(payload: dict[str, object], setting: str) -> object:
    """What a read says the setting's level is."""
    volume = payload.get("volume")
    return volume.get(setting) if isinstance(volume, dict) else payload.get("brightness")


def _signed(step: str) -> int:
    word, number = step.split()
    return int(number) if word == "plus" else -int(number)


@cache
def _names() -> dict[str, tuple[Kind, str]]:
    return {f"{kind}_{item}": (kind, item) for kind in KINDS for item in SETTINGS}


def _parts(name: str) -> tuple[Kind, str]:
    if name not in _names():
        raise UserError(f"there is no family {name!r}", where="ablation", expected=f"one of {_listed(list(_names()))}")
    return _names()[name]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(sorted(names))
