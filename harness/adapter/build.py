"""Compiling an instruction folder against the deployed tools: what it covers, what it leaves open, how long it is.

What cannot work is a ``UserError`` that names the file, the field and what was expected there. The rest is a record to keep
beside a deployment, by which a tool whose schema changed since is found.
"""

from collections.abc import Mapping
from difflib import get_close_matches

from pydantic import BaseModel, ConfigDict

from harness.catalogue import catalogue_for
from harness.contract import digest
from harness.environments.phone.tools import Tool
from harness.errors import UserError
from harness.instructions import Eta
from harness.recall import check_hints
from harness.skills import Skill
from harness.skills.admission import check_papers
from harness.skills.procedure import FILE as PROCEDURE

from .guidance import NOTES, Adapter, compile_adapter
from .mentions import Mentions
from .scenarios import Guidance

CLOSEST = 5
"""How many pairs of tools with much the same hints are reported."""


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Fragment(_Strict):
    """One fragment: the tools that select it, those of them that it does not name, others that it does; its length."""

    selected_by: tuple[str, ...]
    skill: str | None
    misses: tuple[str, ...]
    beyond: tuple[str, ...]
    characters: int


class Closeness(_Strict):
    """Two tools, and how many of a hundred hints of the one with fewer speak for the other too."""

    tools: tuple[str, str]
    percent: int


class Build(_Strict):
    """What was compiled. ``digest`` changes with the instructions, with the schema of any tool and with any skill.

    No scenario claims the ``exempt`` tools and the ``external`` ones of MCP servers, recall has no hints for ``unhinted``
    ones, and ``unmapped`` skills are given by their loaders alone. Lengths are in characters; ``longest`` bounds what one
    request is told.
    """

    eta: str
    digest: str
    tools: dict[str, str]
    skills: dict[str, str]
    scenarios: dict[str, Fragment]
    exempt: tuple[str, ...]
    external: tuple[str, ...]
    unhinted: tuple[str, ...]
    unmapped: tuple[str, ...]
    preferred: dict[str, str]
    closest: tuple[Closeness, ...]
    general: int
    protocol: int
    longest: int

    def changed_since(self, earlier: "Build") -> list[str]:
        """The tools and skills that an earlier build knew otherwise or not at all, and those that are gone."""
        now, then = {**self.tools, **self.skills}, {**earlier.tools, **earlier.skills}
        return sorted(name for name in now.keys() | then.keys() if now.get(name) != then.get(name))


def build(eta: Eta, tools: Mapping[str, Tool], skills: Mapping[str, Skill]) -> Build:
    """Compiles a configuration against deployed tools and offered skills. Raises ``UserError`` for what cannot work."""
    check_hints({*tools, *catalogue_for(eta)}, eta)  # a backend may offer fewer tools than the hints are about
    adapter = compile_adapter(eta, tools, skills)
    callable_tools = {name: tool for name, tool in tools.items() if tool.kind != "skill"}
    external = tuple(name for name, tool in tools.items() if tool.kind == "external")
    check_skills(skills, callable_tools)
    _check_substitutes(eta, callable_tools)
    closest = _closest(eta)
    guidance = eta.guidance
    if guidance is not None:
        _check_map(guidance, callable_tools, adapter, _place(eta))
        _check_limits(guidance, adapter, eta)
    tool_digests = {name: digest(tool.schema()) for name, tool in tools.items()}
    skill_digests = {name: _digest_of(skill) for name, skill in skills.items()}
    scenarios = {} if guidance is None else {name: _fragment(name, guidance, adapter) for name in guidance.scenarios}
    mapped = {fragment.skill for fragment in scenarios.values()}
    return Build(
        eta=eta.version,
        digest=digest([eta.digest, tool_digests, skill_digests]),
        tools=tool_digests,
        skills=skill_digests,
        scenarios=scenarios,
        exempt=guidance.exempt if guidance else (),
        external=external,
        unhinted=tuple(name for name in tools if name not in eta.hints and name not in external),
        unmapped=tuple(name for name in skills if name not in mapped),
        preferred=guidance.prefer if guidance else {},
        closest=closest,
        general=len(eta.general),
        protocol=len(adapter.protocol),
        longest=_longest(adapter),
    )


def _digest_of(skill: Skill) -> str:
    procedure = [skill.procedure.model_dump(mode="json", exclude_defaults=True)] if skill.procedure else []
    return digest([skill.description, skill.tools, skill.instructions, *procedure])


def _place(eta: Eta) -> str:
    return f"eta {eta.version}, scenarios.yaml"


def check_skills(skills: Mapping[str, Skill], tools: Mapping[str, Tool]) -> None:
    """Every call in a skill's instructions and in its procedure can be made, and one that was admitted is as it was then.

    Raises ``UserError``.
    """
    mentions = Mentions(tools)
    for skill in skills.values():
        check_papers(skill.folder)
        skill.check(tools)
        where = str(skill.folder / "SKILL.md")
        mentions.check(skill.instructions, where)
        absent = [name for name in mentions.tools(skill.instructions) if name not in skill.tools]
        if skill.tools and absent:
            raise UserError(f"the steps need `{absent[0]}`", where=where, expected="it among metadata.tools")
        for name, step in skill.procedure.steps.items() if skill.procedure else ():
            for call in step.calls:
                mentions.check(call, f"{skill.folder / PROCEDURE}, field `steps.{name}`")


def _check_substitutes(eta: Eta, tools: Mapping[str, Tool]) -> None:
    """Every tool that is said to do the job of another one is deployed, and so is that one."""
    for name, others in eta.settings.notices.substitutes.items():
        for tool in (name, *others):
            if tool not in tools:
                near = get_close_matches(tool, sorted(tools), n=1)
                where = f"eta {eta.version}, settings.yaml, field `notices.substitutes`"
                expected = f"`{near[0]}`, perhaps" if near else "tools that are deployed"
                raise UserError(f"there is no tool `{tool}`", where=where, expected=expected)


def _closest(eta: Eta) -> tuple[Closeness, ...]:
    """The pairs of tools whose hints overlap most. Raises ``UserError`` where nothing tells a tool from another."""
    hints = {name: frozenset(hint.words) for name, hint in eta.hints.items() if hint.words}
    found = []
    for name, words in hints.items():
        for other, others in hints.items():
            if name != other and words <= others:
                where = f"eta {eta.version}, recall.yaml, field `{name}.words`"
                message = f"every hint of `{name}` is one of `{other}` too"
                raise UserError(message, where=where, expected="words by which it alone is asked for")
            if name < other:
                found.append((round(100 * len(words & others) / min(len(words), len(others))), name, other))
    found.sort(key=lambda item: (-item[0], *item[1:]))
    return tuple(Closeness(tools=(name, other), percent=percent) for percent, name, other in found[:CLOSEST])


def _check_map(guidance: Guidance, tools: Mapping[str, Tool], adapter: Adapter, place: str) -> None:
    """Every deployed tool is claimed by a scenario or exempt, and never both; tools of MCP servers may be neither."""
    for name in guidance.exempt:
        if name not in tools:
            near = get_close_matches(name, sorted(tools), n=1)
            expected = f"`{near[0]}`, perhaps" if near else "tools that are deployed"
            raise UserError(f"there is no tool `{name}`", where=f"{place}, field `exempt`", expected=expected)
        if name in adapter.scenario_of:
            message = f"`{name}` is exempt, and the scenario `{adapter.scenario_of[name]}` claims it"
            raise UserError(message, where=f"{place}, field `exempt`", expected="one of the two")
    open_ends = [
        name
        for name, tool in tools.items()
        if tool.kind != "external" and name not in adapter.scenario_of and name not in guidance.exempt
    ]
    if open_ends:
        message = f"no scenario claims {', '.join(f'`{name}`' for name in open_ends[:CLOSEST])}"
        message += f" and {len(open_ends) - CLOSEST} more" if len(open_ends) > CLOSEST else ""
        raise UserError(
            message, where=f"{place}, field `scenarios`", expected="a scenario for each, or its name in `exempt`"
        )


def _check_limits(guidance: Guidance, adapter: Adapter, eta: Eta) -> None:
    limits, place = guidance.limits, _place(eta)
    lengths = {"protocol": len(adapter.protocol), "notes": _length(adapter.notes)}
    lengths |= {f"scenarios.{name}": _length(lines) for name, lines in adapter.fragments.items()}
    for name, length in lengths.items():
        if length > limits.fragment:
            where = f"{place}, field `{name}`"
            raise UserError(f"the text has {length} characters", where=where, expected=f"at most {limits.fragment}")
    if len(eta.general) > limits.general:
        message, where = f"the text has {len(eta.general)} characters", f"eta {eta.version}, general.md"
        raise UserError(message, where=where, expected=f"at most {limits.general}")
    longest = max(_said(name, lines) for name, lines in adapter.fragments.items())
    least = _said(NOTES, adapter.notes) + longest if adapter.notes else longest
    if least > limits.context:
        message = f"the longest scenario needs {least} characters, its heading and the notes included"
        raise UserError(message, where=f"{place}, field `limits.context`", expected=f"at least {least}")


def _length(lines: tuple[str, ...]) -> int:
    return len("\n".join(lines))


def _said(name: str, lines: tuple[str, ...]) -> int:
    """What a fragment takes of a request's room: its heading, its lines and their line breaks."""
    return len(name) + 2 + _length(lines) + 1


def _longest(adapter: Adapter) -> int:
    """A bound on what one request is told."""
    most = sorted((_said(name, lines) for name, lines in adapter.fragments.items()), reverse=True)
    told = sum(most[: adapter.limits.scenarios]) + (_said(NOTES, adapter.notes) if adapter.notes else 0)
    return max(len(adapter.protocol), min(told, adapter.limits.context)) if most else 0


def _fragment(name: str, guidance: Guidance, adapter: Adapter) -> Fragment:
    lines = adapter.fragments[name]
    selecting = tuple(tool for tool in guidance.scenarios[name].tools if adapter.scenario_of[tool] == name)
    named = adapter.mentions.tools("\n".join(lines))
    return Fragment(
        selected_by=selecting,
        skill=guidance.scenarios[name].skill,
        misses=tuple(tool for tool in selecting if tool not in named),
        beyond=tuple(tool for tool in named if tool not in selecting),
        characters=_length(lines),
    )
