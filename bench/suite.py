"""Suites: sets of tasks for one purpose, each made from one seed and known by its digest.

A slice says whose families are drawn from and what of a task was never seen in training. Train tasks come from the
constructor; a suite holds what measures: dev may steer, gate decides by scores, test steers nothing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from harness.contract import Capability, Holdout, Split, Task, Witness, digest
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError, each, expect

from .families import load_families
from .scenario import FAMILIES, Family, build


@dataclass(frozen=True)
class Slice:
    """One part of a suite. ``families`` is the split whose families it draws from."""

    name: str
    split: Split
    holdout: Holdout
    families: Split
    says: str


SLICES: dict[str, Slice] = {
    item.name: item
    for item in (
        Slice("test-entities", Split.TEST, Holdout.ENTITIES, Split.TRAIN, "seen families, unseen entities"),
        Slice("test-phrasings", Split.TEST, Holdout.PHRASINGS, Split.TRAIN, "seen families, unseen phrasings"),
        Slice("test-families", Split.TEST, Holdout.FAMILY, Split.TEST, "unseen families"),
        Slice("dev-entities", Split.DEV, Holdout.ENTITIES, Split.TRAIN, "seen families, unseen entities"),
        Slice("dev-families", Split.DEV, Holdout.FAMILY, Split.DEV, "unseen families"),
        Slice("gate-families", Split.GATE, Holdout.FAMILY, Split.GATE, "unseen families"),
    )
}


def families_of(split: Split, capability: Capability | None = None) -> list[Family]:
    """The families of a split, by name."""
    load_families()
    return [item for name, item in sorted(FAMILIES.items()) if item.split is split and capability in (None, item.capability)]


def make(name: str, per_family: int, catalogue: Catalogue, *, seed: int = 0) -> Iterator[tuple[Task, Witness]]:
    """The tasks of one slice with their witnesses, family by family.

    Raises ``UserError`` for an unknown slice, for a catalogue that is none and for less than one task a family.
    """
    expect(name, str, "the name of a slice", f"one of {', '.join(SLICES)}")
    expect(catalogue, Catalogue, "catalogue", "what harness.catalogue.full_catalogue returns")
    if name not in SLICES:
        raise UserError(f"no slice {name!r}", expected=f"one of {', '.join(SLICES)}")
    expect(per_family, int, "per_family", "a whole number of tasks for each family")
    if per_family < 1:
        raise UserError(f"per_family is {per_family}", where=f"slice {name}", expected="at least one task for each family")
    part = SLICES[name]
    for item in families_of(part.families):
        for number in range(per_family):
            yield build(item, number, catalogue, split=part.split, holdout=part.holdout, seed=seed)


def suite_digest(tasks: Iterable[Task]) -> str:
    """The identity of a set of tasks, whatever their order."""
    return digest(sorted(task.digest() for task in each(tasks, Task, "tasks", "tasks")))
