"""What all commands share: option types, examples in the help, and where output goes.

Results go to stdout, progress and errors to stderr. With ``--json`` stdout holds exactly one JSON document. Exit codes:
0 done, 1 the answer is no (or a fault of ours), 2 unusable input, 130 interrupted.
"""

import json
import sys
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

StopAfter = Annotated[
    int,
    typer.Option(
        "--stop-after",
        min=0,
        metavar="N",
        help="Stop when N episodes in a row had no answer from the endpoint, retries included; resumed, the run makes them "
        "again. 0: go on, and record each as an infrastructure failure.",
    ),
]
Exclude = Annotated[
    list[str] | None,
    typer.Option("--exclude", metavar="TRAJECTORY", help="Approve without this one; repeat it. The page lists their names."),
]

DEFAULT_RUNS_ROOT = Path("runs")


def examples(*lines: str) -> str:
    """The ``epilog`` of a command: command lines that work as printed."""
    return "\n\n".join(["Examples:", *(f"  {line}" for line in lines)])


def writable_file(path: Path | None) -> Path | None:
    """The path itself: the callback of an option that names a file to write; ``-`` is no file.

    Raises ``UserError`` where nothing can be written, before a command has begun its work.
    """
    from harness.atomic import kind_of
    from harness.errors import UserError

    if path is None or path == Path("-"):
        return path
    if path.is_dir() or (path.exists() and not path.is_file()):
        raise UserError(
            f"cannot write here: {kind_of(path)} stands there", where=str(path), expected="a file, or a new name"
        )
    writable_folder(path.parent)
    return path


def writable_folder(path: Path | None) -> Path | None:
    """The same for a folder, which need not be there yet."""
    from harness.atomic import check_folder

    if path is not None:
        check_folder(path)
    return path


def print_json(value: "Json") -> None:
    """The one JSON document of a command that was given ``--json``."""
    unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    print(json.dumps(value, indent=2, ensure_ascii=not unicode))


def console(*, stderr: bool = False) -> "Console":
    """A console for tables, progress and colour."""
    from rich.console import Console

    return Console(stderr=stderr)
