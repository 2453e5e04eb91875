"""Skills: folders that say in plain text how a kind of job is done and which tools it takes."""

from .loader import SHIPPED, Skill, load_skills
from .tools import skill_tools

__all__ = ["SHIPPED", "Skill", "load_skills", "skill_tools"]
