"""What all commands share: option types, examples in the help, and where output goes.

Results go to stdout, progress and errors to stderr. With ``--json`` stdout holds exactly one JSON document. Exit codes:
0 done, 1 the answer is no (or a fault of ours), 2 unusable input, 130 interrupted.
"""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from harness.contract.record import Json

JsonOutput = Annotated[
    bool, typer.Option("--json", help="Print one JSON document instead of text; all else goes to stderr.")
]
Seed = Annotated[
    int, typer.Option("--seed", min=0, help="All chance is drawn from this number: equal seeds, equal digests.")
]
RunsRoot = Annotated[Path, typer.Option("--runs", metavar="FOLDER", help="The folder that holds the runs.")]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        envvar="PLANNER_AGENT_MODEL",
        metavar="PROVIDER/NAME",
        help="Language model for the steps that can use one, in LiteLLM's syntax; without one, programs do them.",
    ),
]
Endpoint = Annotated[
    str | None,
    typer.Option(
        "--endpoint",
        envvar="PLANNER_AGENT_API_BASE",
        metavar="URL",
        help="Base URL of an OpenAI-compatible server, as in http://127.0.0.1:8000/v1.",
    ),
]
External = Annotated[
    Path | None,
    typer.Option("--mcp", metavar="FILE", help="Join the tools of the MCP servers that this file lists."),
]

Exclude = Annotated[
    list[str] | None,
    typer.Option("--exclude", metavar="TRAJECTORY", help="Approve without this one; repeat it. The page lists their names."),
]

DEFAULT_RUNS_ROOT = Path("runs")


def examples(*lines: str) -> str:
    """The ``epilog`` of a command: command lines that work as printed."""
    return "\n\n".join(["Examples:", *(f"  {line}" for line in lines)])


def print_json(value: "Json") -> None:
    """The one JSON document of a command that was given ``--json``."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def console(*, stderr: bool = False) -> "Console":
    """A console for tables, progress and colour."""
    from rich.console import Console

    return Console(stderr=stderr)
