"""Where errors of commands end: one clear message and an exit code that programs can rely on.

2: what the person gave is unusable (``UserError``, or a package that is not installed). 130: interrupted, with a word
on how to go on. 1: a fault of ours, with a way to see the traceback.
"""

import os
import shlex
import sys
import traceback
from contextlib import suppress
from errno import EDQUOT, ENAMETOOLONG, ENOSPC, EPIPE, EROFS
from pathlib import Path
from typing import Any

import typer
import typer.core

from harness.errors import UserError

_OURS = {"agents", "bench", "graphs", "harness", "planner_agent", "planner_train", "prompts"}

EXTRAS = {
    "adbutils": "device",
    "anyio": "mcp",
    "gguf": "gguf",
    "ipykernel": "notebook",
    "jsonschema": "mcp",
    "langgraph_api": "studio",
    "langgraph_cli": "studio",
    "langgraph_sdk": "studio",
    "mcp": "mcp",
    "nbclient": "notebook",
    "nbformat": "notebook",
    "peft": "lora",
    "starlette": "serve",
    "uvicorn": "serve",
}
"""The extra that brings an optional import."""


class ErrorBoundary(typer.core.TyperGroup):
    """A group of commands out of which no error comes."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuses an argument that is no text, before anything is done with it: it could be written into no record."""
        for number, argument in enumerate(args, start=1):
            try:
                argument.encode()
            except UnicodeEncodeError:
                where = f"argument {number}, {argument!a}"
                _say(UserError("the argument is not UTF-8", where=where, expected="text in UTF-8"))
                raise typer.Exit(2) from None
        return list(super().parse_args(ctx, args))

    def invoke(self, ctx: Any) -> Any:
        """Runs the command; turns what it raises into a message and an exit code."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                if not sys.stdout.closed:  # as a server that speaks on it leaves it
                    sys.stdout.flush()  # what cannot be written is found here, and not when the interpreter ends
        except UserError as error:
            _say(error)
            raise typer.Exit(2) from None
        except KeyboardInterrupt as error:
            notes = getattr(error, "__notes__", ["Nothing that was finished is lost: run the same command again."])
            print("\nInterrupted.", *notes, sep="\n", file=sys.stderr)
            raise typer.Exit(130) from None
        except (typer.TyperException, typer.Abort, typer.Exit):
            raise
        except Exception as error:
            if isinstance(error, OSError) and error.errno == EPIPE:
                raise
            if isinstance(error, OSError) and error.errno in (ENOSPC, EDQUOT, EROFS):
                _say(UserError(f"cannot write: {error.strerror}", where=str(error.filename or "")))
                _drop_output()
                raise typer.Exit(2) from None
            if isinstance(error, OSError) and error.errno == ENAMETOOLONG:
                _say(UserError("the name is too long for a file", where=str(error.filename or ""), expected="a shorter one"))
                raise typer.Exit(2) from None
            if isinstance(error, ModuleNotFoundError) and _top_level(error) not in _OURS:
                _say(_missing_package(_top_level(error)))
                raise typer.Exit(2) from None
            _confess(error, show_traceback=ctx.params.get("show_traceback", False))
            raise typer.Exit(1) from None


def _say(error: UserError) -> None:
    typer.secho(f"Error: {error.message}", fg="red", err=True)
    if error.where:
        print(f"  where:    {error.where}", file=sys.stderr)
    if error.expected:
        print(f"  expected: {error.expected}", file=sys.stderr)


def _drop_output() -> None:
    """Lets go of what standard output could not take, which the interpreter would try to write again at its end."""
    with suppress(OSError), Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _confess(error: Exception, *, show_traceback: bool) -> None:
    if show_traceback:
        traceback.print_exception(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}"
    typer.secho(f"Unexpected error: {type(error).__name__}: {error} ({place})", fg="red", err=True)
    if not show_traceback:
        print("This is a fault of planner-agent, not of your input. For the whole traceback:", file=sys.stderr)
        print(f"  planner-agent --traceback {shlex.join(sys.argv[1:])}", file=sys.stderr)


def _top_level(error: ModuleNotFoundError) -> str:
    return (error.name or "").partition(".")[0]


def _missing_package(module: str) -> UserError:
    if module in EXTRAS:
        install = f"pip install -c constraints.txt -e '.[{EXTRAS[module]}]'"
        return UserError(f"this needs the package `{module}`, which is optional", expected=f"`{install}` first")
    return UserError(
        f"the package `{module}` is missing from this environment",
        where=sys.prefix,
        expected="a complete environment: `make install`, then `planner-agent doctor`",
    )
