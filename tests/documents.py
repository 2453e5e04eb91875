"""What the pages for people hold that a program can check: Python blocks, command lines, links."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from planner_agent.cli import app
from tests.import_rules import ROOT

_FENCE = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ANY_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_SPAN = re.compile(r"`([^`\n]+)`")
PROGRAMS = ("planner-agent", "make", "source", "export", ".venv/bin/python", ".venv/bin/langgraph", "PYTHON=python3.12")


@dataclass(frozen=True)
class Block:
    """One Python block. ``line`` is where its first line stands in the page."""

    page: str
    line: int
    code: str

    def run(self, names: dict[str, Any]) -> None:
        """Runs the block as if it were typed into a session with these names; errors point into the page."""
        exec(compile("\n" * (self.line - 1) + self.code, self.page, "exec"), names)  # noqa: S102 - it is our own page


def pages() -> list[str]:
    """Every page for people, as a path from the root of the repository."""
    return ["README.md", "CONTRIBUTING.md", *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md")))]


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def python_blocks(page: str) -> list[Block]:
    """The Python blocks of a page, in order."""
    text = text_of(page)
    return [Block(page, text.count("\n", 0, match.start(1)) + 1, match[1]) for match in _FENCE.finditer(text)]


def command_lines(page: str) -> list[str]:
    """The lines that a page prints to be typed into a shell, without what a # explains."""
    text = _ANY_FENCE.sub("", text_of(page))
    lines = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    return [line for line in lines if line.split(" ", 1)[0] in PROGRAMS]


def mentioned_commands(page: str) -> list[str]:
    """The command lines that stand inside sentences; what is left out in them need not be given."""
    spans = _SPAN.findall(_ANY_FENCE.sub("", text_of(page)))
    return [span for span in spans if span.split(" ", 1)[0] in PROGRAMS and " " in span]


def links(page: str) -> list[str]:
    """Where a page's links lead."""
    return _LINK.findall(_ANY_FENCE.sub("", text_of(page)))


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings."""
    found = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().casefold().replace(" ", "-") for heading in found}


def check_command(line: str, *, whole: bool) -> None:
    """Fails unless the line is one that works here. ``whole`` False lets required arguments be missing."""
    words = shlex.split(line, comments=True)
    if "=" in words[0]:
        words = words[1:]
    if words[0] == "planner-agent":
        _check_ours(words[1:], whole)
    elif words[0] == "make":
        targets = set(re.findall(r"^([a-z-]+):", text_of("Makefile"), re.MULTILINE))
        assert set(words[1:]) <= targets, line
    elif words[:3] == [".venv/bin/python", "-m", "pytest"]:
        assert all((ROOT / word).exists() for word in words[3:] if "/" in word), line
    elif words[0] == ".venv/bin/python":
        extras = tomllib.loads(text_of("pyproject.toml"))["project"]["optional-dependencies"]
        assert words[1:6] == ["-m", "pip", "install", "-c", "constraints.txt"], line
        assert words[6] == "-e" and set(words[7].removeprefix(".[").removesuffix("]").split(",")) <= set(extras), line
    elif words[0] == "export":
        assert re.fullmatch(r"[A-Z_]+=\S+", words[1]), line
    else:
        assert words in (["source", ".venv/bin/activate"], [".venv/bin/langgraph", "dev"]), line


def _check_ours(words: list[str], whole: bool) -> None:
    command: Any = typer.main.get_command(app)
    path = "planner-agent"
    while words and not words[0].startswith("-") and hasattr(command, "commands"):
        assert words[0] in command.commands, f"{path} has no command {words[0]!r}"
        path, command, words = f"{path} {words[0]}", command.commands[words[0]], words[1:]
    if whole:
        command.make_context(path, words)
        return
    known = {name for option in command.params for name in (*option.opts, *option.secondary_opts)} | {"--help"}
    assert {word for word in words if word.startswith("--")} <= known, f"{path} {words}"


def every_line() -> Iterator[tuple[str, str, bool]]:
    """Page, command line, and whether it is printed as a whole."""
    for page in pages():
        yield from ((page, line, True) for line in command_lines(page))
        yield from ((page, line, False) for line in mentioned_commands(page))
