"""Everything a planner can call: the phone's tools, memory, sub-agents, and a loader for every skill."""

from collections.abc import Mapping
from functools import cache

from .environments.phone.domains import phone_tools
from .environments.phone.tools import Catalogue
from .errors import expect
from .instructions import Eta, Settings
from .memory.tools import memory_tools
from .skills import Skill, offered_skills, skill_tools
from .subagents import subagent_tools

SHIPPED_LIBRARIES: tuple[str, ...] = Settings.model_fields["libraries"].default
"""The skills that are offered, and that tasks are made with, where no configuration says otherwise."""


def full_catalogue(skills: Mapping[str, Skill] | None = None) -> Catalogue:
    """The catalogue of the phone with these skills (None: the shipped ones), which is built once a process.

    Raises ``UserError`` when a skill brings a tool that does not exist.
    """
    if skills is None:
        return _of(SHIPPED_LIBRARIES)
    expect(skills, Mapping, "skills", "skills by name, as harness.skills.load_skills returns them")
    return _with(skills)


def catalogue_for(eta: Eta) -> Catalogue:
    """The catalogue under a configuration, which names the libraries of skills on offer. Built once a process.

    Raises ``UserError`` for a library that is none, and when a skill brings a tool that does not exist.
    """
    expect(eta, Eta, "eta", "a harness configuration, as harness.instructions.load returns it")
    return _of(eta.settings.libraries)


@cache
def _of(libraries: tuple[str, ...]) -> Catalogue:
    return _with(offered_skills(libraries))


def _with(skills: Mapping[str, Skill]) -> Catalogue:
    tools = [*phone_tools().values(), *memory_tools(), *subagent_tools()]
    return Catalogue([*tools, *skill_tools(skills, {item.name for item in tools})])
