"""What skill families share: the loaders that are offered, the routing, and loading one."""

from typing import Literal

from harness.skills import SHIPPED, load_skills

from ..draw import Draw
from ..scenario import Play


def offered(draw: Draw, *skills: str, others: int = 2) -> list[str]:
    """Loaders of the skills that are needed and of some that are not."""
    rest = [name for name in load_skills(SHIPPED) if name not in skills]
    names = [*skills, *draw.rng.sample(rest, others)]
    draw.rng.shuffle(names)
    return [f"skill__{name}" for name in names]


def routed(draw: Draw) -> Literal["mixed", "skill_only"]:
    """Whether phone tools are offered beside the skills, or come through them alone."""
    return "mixed" if draw.chance(0.5) else "skill_only"


def load(play: Play, skill: str, reason: str) -> None:
    """Loads a skill in a turn of its own."""
    play.call(f"skill__{skill}", why=f"This is a job for {skill}.", reason=reason)
