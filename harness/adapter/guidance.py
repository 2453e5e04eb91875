"""Guidance at request time: a pure function from the exposed tools to text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from harness.catalogue import full_catalogue
from harness.environments.phone.tools import Catalogue, Tool
from harness.errors import UserError, expect
from harness.instructions import Eta
from harness.skills import Skill, offered_skills

from .mentions import Mentions
from .scenarios import Guidance, Limits, Scenario

NOTES = "notes"


@dataclass(frozen=True)
class Adapter:
    """A compiled instruction folder. ``fragments`` are the lines of each scenario, ``scenario_of`` is one for each tool."""

    protocol: str = ""
    notes: tuple[str, ...] = ()
    fragments: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    scenario_of: Mapping[str, str] = field(default_factory=dict)
    loaders: frozenset[str] = frozenset()
    limits: Limits = field(default_factory=Limits)
    mentions: Mentions = field(default_factory=lambda: Mentions({}))

    def guidance(self, exposed: Sequence[str]) -> str:
        """What is said beside these tools, of which those that fit the request best come first; "" for nothing.

        Where a skill loader is among them this is the skill protocol alone: what a skill says is for the planner to load.
        Otherwise lines about tools that are not exposed are left out; a fragment that finds no room is passed over whole.
        """
        if not self.loaders.isdisjoint(exposed):
            return self.protocol
        names = dict.fromkeys(self.scenario_of[tool] for tool in exposed if tool in self.scenario_of)
        said: list[str] = []
        room, places = self.limits.context, self.limits.scenarios
        for name, lines in [(NOTES, self.notes), *((name, self.fragments[name]) for name in names)]:
            if name != NOTES and places == 0:
                break
            kept = [line for line in (self.mentions.reachable(line, exposed) for line in lines) if line is not None]
            text = "\n".join((f"{name}:", *kept))
            if kept and len(text) < room:
                said.append(text)
                room -= len(text) + 1
                places -= name != NOTES
        return "\n".join(said)


def compile_adapter(eta: Eta, tools: Mapping[str, Tool], skills: Mapping[str, Skill]) -> Adapter:
    """The adapter of a configuration among these tools and skills; one that says nothing where eta has no scenarios.

    Raises ``UserError``, naming file and field, for a text that names a tool, an argument or a value that does not exist,
    for a scenario whose tools are all unknown or whose skill is, and for a tool that selects more than one scenario.
    """
    guidance = eta.guidance
    if guidance is None:
        return Adapter()
    place = f"eta {eta.version}, scenarios.yaml"
    loaders = frozenset(name for name, tool in tools.items() if tool.kind == "skill")
    mentions = Mentions({name: tool for name, tool in tools.items() if name not in loaders})
    mentions.check(guidance.protocol, f"{place}, field `protocol`")
    mentions.check(guidance.notes, f"{place}, field `notes`")
    fragments = {}
    for name, scenario in guidance.scenarios.items():
        where = f"{place}, field `scenarios.{name}"
        if name == NOTES:
            raise UserError(f"no scenario may be called `{NOTES}`", where=f"{where}`", expected="another name")
        unknown = [tool for tool in scenario.tools if tool not in tools or tool in loaders]
        if unknown:
            message = f"there is no tool `{unknown[0]}`" + (
                "" if len(unknown) < len(scenario.tools) else ": nothing serves it"
            )
            raise UserError(message, where=f"{where}.tools`", expected="tools that are deployed, no skill loaders")
        text, where = _text(scenario, skills, where)
        mentions.check(text, where)
        fragments[name] = _lines(text)
    return Adapter(
        protocol=guidance.protocol.strip(),
        notes=_lines(guidance.notes),
        fragments=fragments,
        scenario_of=_unique(guidance, place),
        loaders=loaders,
        limits=guidance.limits,
        mentions=mentions,
    )


def _text(scenario: Scenario, skills: Mapping[str, Skill], where: str) -> tuple[str, str]:
    """What a scenario says, and where that stands."""
    if scenario.skill is None:
        return scenario.text, f"{where}.text`"
    if scenario.skill not in skills:
        known = "one of " + ", ".join(skills)
        raise UserError(f"there is no skill `{scenario.skill}`", where=f"{where}.skill`", expected=known)
    skill = skills[scenario.skill]
    strange = [tool for tool in scenario.tools if tool not in skill.tools]
    if strange:
        message = f"the skill `{skill.name}` does not bring `{strange[0]}`"
        raise UserError(message, where=f"{where}.tools`", expected=f"some of {', '.join(skill.tools) or 'nothing'}")
    return skill.instructions, str(skill.folder / "SKILL.md")


def _unique(guidance: Guidance, place: str) -> dict[str, str]:
    """The one scenario that each tool selects."""
    claims: dict[str, list[str]] = {}
    for name, scenario in guidance.scenarios.items():
        for tool in dict.fromkeys(scenario.tools):
            claims.setdefault(tool, []).append(name)
    for tool, name in guidance.prefer.items():
        if name not in claims.get(tool, ()) or len(claims[tool]) == 1:
            message = f"`{tool}: {name}` settles nothing"
            expected = "a tool that several scenarios claim, and one of these"
            raise UserError(message, where=f"{place}, field `prefer`", expected=expected)
    for tool, names in claims.items():
        if len(names) > 1 and tool not in guidance.prefer:
            message = f"`{tool}` selects several scenarios: {', '.join(names)}"
            raise UserError(message, where=f"{place}, field `scenarios`", expected=f"a line `{tool}: NAME` in `prefer`")
    return {tool: guidance.prefer.get(tool, names[0]) for tool, names in claims.items()}


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


_ADAPTERS: dict[tuple[int, str], tuple[Catalogue, Adapter]] = {}  # holds the catalogue, so that its id stays its own


def adapter_for(catalogue: Catalogue, eta: Eta) -> Adapter:
    """The adapter of a configuration on a phone, compiled once a process. Raises ``UserError``.

    A backend may have fewer tools than the instructions are about: what it lacks is not exposed, so nothing is said of it.
    """
    expect(catalogue, Catalogue, "catalogue", "what harness.catalogue.full_catalogue returns")
    expect(eta, Eta, "eta", "a harness configuration, as harness.instructions.load returns it")
    key = (id(catalogue), eta.digest)
    if key not in _ADAPTERS:
        known = {**full_catalogue(), **catalogue}
        _ADAPTERS[key] = (catalogue, compile_adapter(eta, known, offered_skills(eta.settings.libraries)))
    return _ADAPTERS[key][1]
