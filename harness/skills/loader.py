"""Reads skills: a folder each, with a ``SKILL.md`` in the open format (YAML frontmatter, then instructions).

``metadata.tools`` names the tools that the skill brings, separated by spaces. Nothing is skipped: a folder that is not a
skill, a name that does not match, a tool that nobody knows, a procedure that makes no sense is an error that says where.
"""

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from harness.configs import parse_yaml
from harness.errors import UserError, path_of
from harness.records import open_for_reading
from harness.validation import decode

from .procedure import Procedure, read_procedure

SHIPPED = Path(__file__).parent / "library"
EVERYDAY = Path(__file__).parent / "everyday"
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_FRONTMATTER = re.compile(r"\A---\n(.*?)\n---\n(.*)\Z", re.DOTALL)


@dataclass(frozen=True)
class Skill:
    """One skill. ``description`` says when to use it; ``instructions`` are what loading it returns.

    ``procedure`` is what the format cannot say, if the folder has it: only the plan guard and the lint of skills read that.
    """

    name: str
    description: str
    tools: tuple[str, ...]
    instructions: str
    folder: Path
    procedure: Procedure | None = None

    def check(self, known: Container[str]) -> None:
        """Raises ``UserError`` when a tool of the skill is not known."""
        unknown = [name for name in self.tools if name not in known]
        if unknown:
            where = str(self.folder / "SKILL.md")
            raise UserError(f"skill {self.name!r} brings unknown tools: {', '.join(unknown)}", where=where)


def load_skills(*folders: Path | str) -> dict[str, Skill]:
    """The skills of several libraries by name; a later library replaces a skill of an earlier one.

    Raises ``UserError`` for a folder that is not there, and for a skill that is none.
    """
    found: dict[str, Skill] = {}
    for folder in (path_of(item, "a folder of skills") for item in folders):
        if not folder.is_dir():
            raise UserError("there is no such folder of skills", where=str(folder), expected="one folder a skill")
        for item in sorted(folder.iterdir()):
            if item.is_dir() and not item.name.startswith((".", "_")):
                skill = read_skill(item)
                found[skill.name] = skill
    return dict(sorted(found.items()))


def offered_skills(libraries: Iterable[str]) -> dict[str, Skill]:
    """The skills of the libraries that a configuration names: shipped ones by name, others by the path of their folder."""
    shipped = {folder.name: folder for folder in (SHIPPED, EVERYDAY)}
    return load_skills(*(shipped.get(name, Path(name)) for name in libraries))


def read_skill(folder: Path) -> Skill:
    """The skill of one folder. Raises ``UserError`` for anything the open format does not allow."""
    path = folder / "SKILL.md"
    if not path.is_file():
        raise UserError("the folder has no SKILL.md", where=str(folder))
    with open_for_reading(path) as file:
        text = decode(file.read(), str(path)).removeprefix("\ufeff")
    match = _FRONTMATTER.match(text.replace("\r\n", "\n"))
    if not match:
        raise UserError("the file has no frontmatter", where=str(path), expected="YAML between two lines of ---")
    head = parse_yaml(f"\n{match[1]}", str(path))  # after one line, so that an error names the file's
    if not isinstance(head, Mapping):
        raise UserError("the frontmatter is not a mapping", where=str(path), expected="name and description")
    name, description = _text(head, "name", 64, path), _text(head, "description", 1024, path)
    if not _NAME.fullmatch(name):
        raise UserError(f"name {name!r} is not allowed", where=str(path), expected="lower case words joined by hyphens")
    if name != folder.name:
        raise UserError(f"name {name!r} differs from its folder", where=str(path), expected=folder.name)
    instructions = match[2].strip()
    if not instructions:
        raise UserError("the skill has no instructions", where=str(path), expected="text after the frontmatter")
    tools = _tools(head, path)
    procedure = read_procedure(folder, tools, instructions)
    return Skill(name, " ".join(description.split()), tools, instructions, folder, procedure)


def _text(head: Mapping[str, object], key: str, limit: int, path: Path) -> str:
    value = head.get(key)
    if not isinstance(value, str) or not value.strip() or len(value) > limit:
        raise UserError(
            f"frontmatter field {key!r} is missing or unfit", where=str(path), expected=f"text of 1 to {limit} characters"
        )
    return value.strip()


def _tools(head: Mapping[str, object], path: Path) -> tuple[str, ...]:
    metadata = head.get("metadata", {})
    tools = metadata.get("tools", "") if isinstance(metadata, Mapping) else None
    if not isinstance(tools, str):
        raise UserError("metadata.tools is unfit", where=str(path), expected="tool names separated by spaces")
    return tuple(tools.split())
