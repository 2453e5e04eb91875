"""Everything a planner can call: the phone's tools, memory, sub-agents, and a loader for every skill."""

from collections.abc import Mapping
from functools import cache

from .environments.phone.domains import phone_tools
from .environments.phone.tools import Catalogue
from .memory.tools import memory_tools
from .skills import SHIPPED, Skill, load_skills, skill_tools
from .subagents import subagent_tools


def full_catalogue(skills: Mapping[str, Skill] | None = None) -> Catalogue:
    """The catalogue of the phone with these skills (None: the shipped ones), which is built once a process.

    Raises ``UserError`` when a skill brings a tool that does not exist.
    """
    return _shipped() if skills is None else _with(skills)


@cache
def _shipped() -> Catalogue:
    return _with(load_skills(SHIPPED))


def _with(skills: Mapping[str, Skill]) -> Catalogue:
    tools = [*phone_tools().values(), *memory_tools(), *subagent_tools()]
    return Catalogue([*tools, *skill_tools(skills, {item.name for item in tools})])
