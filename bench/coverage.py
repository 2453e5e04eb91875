"""What the families cover: domains, behaviours, friction, scenarios, languages, phrasings, tools; and what none does yet."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

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
SAMPLES = 4
"""Tasks a family that are looked at: some obstacles are drawn by chance."""


@dataclass
class Coverage:
    """How many families cover what, and what none does. ``phrasings`` is a family's number of wordings in English."""

    families: int = 0
    by_split: Counter[str] = field(default_factory=Counter)
    by_capability: Counter[str] = field(default_factory=Counter)
    by_domain: Counter[str] = field(default_factory=Counter)
    by_behaviour: Counter[str] = field(default_factory=Counter)
    by_friction: Counter[str] = field(default_factory=Counter)
    by_language: Counter[str] = field(default_factory=Counter)
    by_check: Counter[str] = field(default_factory=Counter)
    scenarios: dict[str, int] = field(default_factory=dict)
    phrasings: dict[str, int] = field(default_factory=dict)
    tools: int = 0
    tools_used: int = 0
    unused_tools: list[str] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)

    def document(self) -> dict[str, Json]:
        """All of it as one JSON document."""
        return {name: dict(value) if isinstance(value, Counter) else value for name, value in vars(self).items()}


def measure(catalogue: Catalogue, *, least_families: int = 89, least_phrasings: int = 5) -> Coverage:
    """Looks at every family that is registered."""
    load_families()
    found = Coverage(families=len(FAMILIES))
    used: set[str] = set()
    for item in FAMILIES.values():
        frictions, checks, tools, languages = _look(item, catalogue)
        used |= tools
        found.by_split[item.split.value] += 1
        found.by_capability[item.capability.value] += 1
        found.by_behaviour[item.behaviour.value] += 1
        found.by_domain.update(item.domains)
        found.by_friction.update(frictions)
        found.by_check.update(checks)
        found.by_language.update(languages)
        found.phrasings[item.name] = phrasings(item)
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
    few = sorted(name for name, count in found.phrasings.items() if count < least_phrasings)
    if few:
        found.gaps.append(f"fewer than {least_phrasings} phrasings: {', '.join(few)}")
    return found


def _lacking(what: str, names: Iterable[str], counts: Counter[str]) -> Sequence[str]:
    return [f"no family for the {what} {name}" for name in sorted(names) if not counts[name]]


def _look(item: Family, catalogue: Catalogue) -> tuple[set[str], set[str], set[str], set[str]]:
    """The friction, checks, tools and languages of some of its tasks."""
    frictions, checks, tools, languages = set[str](), set[str](), set[str](), set[str]()
    holdout = Holdout.NONE if item.split is Split.TRAIN else Holdout.FAMILY
    for number in range(SAMPLES):
        try:
            task, witness = build(item, number, catalogue, split=item.split, holdout=holdout)
        except UserError:  # `bench soundness` counts drafts that fail; here others of the family speak for it
            continue
        frictions |= {obstacle.kind for obstacle in task.initial.friction}
        checks.add(task.completion.check.kind)
        languages.add(task.language.value)
        tools |= {call.name for action in witness.turns for call in action.calls}
    return frictions, checks, tools, languages


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
