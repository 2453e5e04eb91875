"""Entry point of ``planner-agent`` and ``python -m planner_agent``."""

import sys
from io import TextIOWrapper


def main() -> None:
    """Runs the command line; says what to do where even that cannot start."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a character gets its number
    try:
        from planner_agent.cli import app
    except ModuleNotFoundError as error:
        print(f"Error: the package `{error.name}` is missing from this environment ({sys.prefix}).", file=sys.stderr)
        print("Run `make install` in the project's folder, then .venv/bin/planner-agent.", file=sys.stderr)
        sys.exit(2)
    app(prog_name="planner-agent")


if __name__ == "__main__":
    main()
