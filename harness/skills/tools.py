"""Skill loaders: one tool a skill. Calling it returns the instructions and the names of the tools it brings, which the
episode then exposes."""

from collections.abc import Container, Mapping

from harness.contract import Json
from harness.environments.phone.arguments import Text
from harness.environments.phone.phone import Phone
from harness.environments.phone.tools import Tool, tool

from .loader import Skill

DOMAIN = "AI Assistant"
PREFIX = "skill__"


def skill_tools(library: Mapping[str, Skill], known: Container[str]) -> list[Tool]:
    """A loader for each skill, in the order of the library.

    Raises ``UserError`` when a skill brings a tool that is not ``known``.
    """
    for skill in library.values():
        skill.check(known)
    return [_loader(skill) for skill in library.values()]


def _loader(skill: Skill) -> Tool:
    def load(phone: Phone, reason: Text) -> Json:
        present = [name for name in skill.tools if name in phone.catalogue]
        answer = {"instructions": skill.instructions, "tools": present}
        absent = [name for name in skill.tools if name not in phone.catalogue]
        return {**answer, "missing": absent} if absent else answer

    load.__doc__ = f"Load the skill: {skill.description}\n\nreason: why this skill fits the request."
    return tool(DOMAIN, kind="skill", name=PREFIX + skill.name)(load)
