"""``planner-agent schema``: the records of the contract as JSON Schema."""

from pathlib import Path
from typing import Annotated

import typer

from planner_agent.conventions import JsonOutput, examples, print_json, writable_folder

app = typer.Typer(add_completion=False, no_args_is_help=True, help="The records of the contract as JSON Schema.")


@app.callback()
def schema() -> None:
    """Groups the commands on schemas."""


@app.command(
    epilog=examples(
        "planner-agent schema export",
        "planner-agent schema export --to /tmp/schemas",
        "planner-agent schema export --check",
    )
)
def export(
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="FOLDER", help="Where the files go; the package's own folder if not given."),
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit with 1 if a file is missing, stale or too many.")
    ] = False,
    json_output: JsonOutput = False,
) -> None:
    """Write one JSON Schema a record, or check that the files there are those of the code."""
    from planner_agent.schemas import PACKAGE_FOLDER, export_schemas, stale_schemas

    if check:
        stale = stale_schemas(to)
        if json_output:
            print_json({"stale": stale})
        else:
            print("\n".join(f"stale: {name}" for name in stale) or "Every schema is that of the code.")
        raise typer.Exit(1 if stale else 0)
    paths = export_schemas(writable_folder(to or PACKAGE_FOLDER))
    if json_output:
        print_json({"written": [str(path) for path in paths]})
    else:
        print("\n".join(str(path) for path in paths))
