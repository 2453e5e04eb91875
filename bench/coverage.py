"""What the families cover: domains, behaviours, friction, scenarios, languages, phrasings, tools; and what none does yet."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import product

from harness.contract import Behaviour, Capability, Holdout, Json, Split
from harness.environments.phone.friction import KINDS
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError

from .draw import Draw
from .families import load_families
from .scenario import FAMILIES, Family, UnsuitableError, build
from .wording import Wording

SCENARIOS: dict[str, tuple[str, ...]] = {
    "memory against live state": ("memory_trip_monitor", "memory_missing_alarm", "memory_missing_todo"),
    "tool-confirmed state over dialogue": ("cast_moved_to_another_screen",),
    "prerequisite before a blocking action": ("note_before_power_off", "text_before_restart"),
    "conditional under an order constraint": ("silence_before_noise_reduction", "skill_focus_on_condition"),
    "tool substitution": ("conversion_for_a_friend", "skill_converter_out_of_order"),
    "dependent sub-agents": ("subagent_document_then_post", "subagent_edit_then_post"),
    "incomplete memory": ("memory_fragment_then_detail", "memory_fragment_then_steps"),
    "interacting effects": ("airplane_mode_but_one_radio", "airplane_mode_but_two_radios"),
    "minimal scoped change": ("swapped_reading_aids", "skill_reading_aids_swapped", "swapped_watch_settings"),
    "coordinated memory revision": ("memory_revise_two", "memory_moved_city"),
    "constraint across turns": ("alarms_on_weekdays_only", "reminders_at_the_usual_hour"),
    "deixis over accumulated state": ("the_second_of_three_alarms", "the_middle_of_three_rules"),
}
"""The twelve behaviours that the suite must show, with the families that show them."""
PATIENCE = 12
"""Tasks of a family in a row that show nothing new before it counts as known: obstacles and wishes are drawn by chance."""
CHINESE = "zh"


@dataclass(frozen=True)
class Cell:
    """Families that ask for this behaviour in this domain against this obstacle (``none``: against none)."""

    domain: str
    behaviour: str
    friction: str
    families: int


@dataclass
class Coverage:
    """How many families cover what, and what none does. ``phrasings`` is a family's number of wordings in English.

    ``cells`` cross domain, behaviour and friction; ``test_friction`` and ``test_chinese`` (by capability) are of the test
    split's families alone, since what is reported comes from them.
    """

    families: int = 0
    by_split: Counter[str] = field(default_factory=Counter)
    by_capability: Counter[str] = field(default_factory=Counter)
    by_domain: Counter[str] = field(default_factory=Counter)
    by_behaviour: Counter[str] = field(default_factory=Counter)
    by_friction: Counter[str] = field(default_factory=Counter)
    by_language: Counter[str] = field(default_factory=Counter)
    by_check: Counter[str] = field(default_factory=Counter)
    cells: list[Cell] = field(default_factory=list)
    test_friction: Counter[str] = field(default_factory=Counter)
    test_chinese: Counter[str] = field(default_factory=Counter)
    scenarios: dict[str, int] = field(default_factory=dict)
    phrasings: dict[str, int] = field(default_factory=dict)
    tools: int = 0
    tools_used: int = 0
    unused_tools: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)

    def document(self) -> dict[str, Json]:
        """All of it as one JSON document."""
        plain = {name: dict(value) if isinstance(value, Counter) else value for name, value in vars(self).items()}
        return {**plain, "cells": [asdict(cell) for cell in self.cells]}


def measure(catalogue: Catalogue, *, least_families: int = 89, least_phrasings: int = 5) -> Coverage:
    """Looks at every family that is registered."""
    load_families()
    found = Coverage(families=len(FAMILIES))
    used: set[str] = set()
    cells: Counter[tuple[str, str, str]] = Counter()
    for item in FAMILIES.values():
        frictions, checks, tools, languages = _look(item, catalogue)
        used |= tools
        cells.update(product(item.domains, [item.behaviour.value], sorted(frictions) or ["none"]))
        if item.split is Split.TEST:
            found.test_friction.update(frictions)
            found.test_chinese[item.capability.value] += CHINESE in languages
        found.by_split[item.split.value] += 1
        found.by_capability[item.capability.value] += 1
        found.by_behaviour[item.behaviour.value] += 1
        found.by_domain.update(item.domains)
        found.by_friction.update(frictions)
        found.by_check.update(checks)
        found.by_language.update(languages)
        found.phrasings[item.name] = phrasings(item)
    found.cells = [Cell(*cell, count) for cell, count in sorted(cells.items())]
    phone = [name for name, tool in catalogue.items() if tool.kind == "phone"]
    found.tools = len(phone)
    found.unused_tools = sorted(set(phone) - used)
    found.tools_used = found.tools - len(found.unused_tools)
    found.scenarios = {name: sum(member in FAMILIES for member in members) for name, members in SCENARIOS.items()}
    domains = {catalogue[name].domain for name in phone}
    if found.families < least_families:
        found.gaps.append(f"{found.families} families; at least {least_families} are wanted")
    found.gaps += _lacking("domain", domains, found.by_domain)
    found.gaps += _lacking("behaviour", [item.value for item in Behaviour], found.by_behaviour)
    found.gaps += _lacking("capability", [item.value for item in Capability], found.by_capability)
    found.gaps += _lacking("friction", KINDS, found.by_friction)
    found.gaps += _lacking("scenario", SCENARIOS, Counter(found.scenarios))
    found.gaps += _lacking("test split's friction", KINDS, found.test_friction)
    found.gaps += _lacking("test split's Chinese in", found.test_chinese, found.test_chinese)
    few = sorted(name for name, count in found.phrasings.items() if count < least_phrasings)
    if few:
        found.gaps.append(f"fewer than {least_phrasings} phrasings: {', '.join(few)}")
    return found


def _lacking(what: str, names: Iterable[str], counts: Counter[str]) -> Sequence[str]:
    return [f"no family for the {what} {name}" for name in sorted(names) if not counts[name]]


def _look(item: Family, catalogue: Catalogue) -> tuple[set[str], set[str], set[str], set[str]]:
    """The friction, checks, tools and languages of its tasks, as many as show something that none before them did."""
    shown = set[str](), set[str](), set[str](), set[str]()
    holdout = Holdout.NONE if item.split is Split.TRAIN else Holdout.FAMILY
    number = in_vain = 0
    while in_vain < PATIENCE:
        in_vain += 1
        number += 1
        try:
            task, witness = build(item, number - 1, catalogue, split=item.split, holdout=holdout)
        except UserError:  # `bench soundness` counts drafts that fail; here others of the family speak for it
            continue
        looks: tuple[set[str], ...] = (
            {obstacle.kind for obstacle in task.initial.friction},
            {task.completion.check.kind},
            {call.name for action in witness.turns for call in action.calls},
            {task.language.value},
        )
        for known, seen in zip(shown, looks, strict=True):
            if seen - known:
                known |= seen
                in_vain = 0
    return shown


class _Listening(Draw):
    """A draw that notes in which wording the request is said."""

    heard: Wording | None = None
    _is_whole = False

    def say(self, wording: Wording, *, bare: bool = False, **slots: object) -> str:
        """The request, as ever. A whole one counts before words inside a dialogue."""
        if self.heard is None or not (bare or self._is_whole):
            self.heard, self._is_whole = wording, not bare
        return super().say(wording, bare=bare, **slots)


def phrasings(item: Family) -> int:
    """In how many ways the family words its request in English, training and held-out ones together."""
    ways: set[str] = set()
    pool = item.split.value
    for number in range(12):
        draw = _Listening(f"phrasings/{item.name}/{number}", pool=pool, held=item.split is not Split.TRAIN)
        try:
            item.make(draw)
        except UnsuitableError:
            pass
        if draw.heard is not None:
            ways |= {*draw.heard.train, *draw.heard.held}
    return len(ways)
