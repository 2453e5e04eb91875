"""Skills: folders that say in plain text how a kind of job is done and which tools it takes."""

from .loader import EVERYDAY, SHIPPED, Skill, load_skills, offered_skills
from .tools import skill_tools

__all__ = ["EVERYDAY", "SHIPPED", "Skill", "load_skills", "offered_skills", "skill_tools"]
