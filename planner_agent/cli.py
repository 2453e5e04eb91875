"""The root of the command line: finds commands, imports only the one that is asked for, and bounds errors.

Whatever goes wrong below ends here: a ``UserError`` as one clear message and exit code 2, an interrupt as 130 with a
word on how to go on, anything else as 1 with a way to see the traceback.
"""

import pkgutil
import sys
import traceback
from collections.abc import Iterator, MutableMapping
from errno import EPIPE
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
import typer.core

from harness.errors import UserError
from planner_agent import __version__, commands

if TYPE_CHECKING:
    from typer._click import Command

SECTIONS = {
    "The loop": ("flywheel", "construct", "collect", "curate", "gate", "train", "evaluate", "release"),
    "The planner and its phone": ("ask", "phone"),
    "Measuring and mending": ("bench", "doctor", "schema"),
}
"""How ``--help`` arranges the commands that exist; one that is not named here comes last."""

EXTRAS = {
    "adbutils": "device",
    "ipykernel": "notebook",
    "langchain_mcp_adapters": "mcp",
    "langgraph_api": "studio",
    "langgraph_cli": "studio",
    "mcp": "mcp",
    "nbclient": "notebook",
    "nbformat": "notebook",
    "peft": "lora",
}
"""The extra that brings an optional import."""


class CommandModules(MutableMapping[str, "Command"]):
    """The modules of ``planner_agent.commands`` as commands, each imported when it is looked up."""

    def __init__(self) -> None:
        found = [module.name for module in pkgutil.iter_modules(commands.__path__)]
        ordered = [name for section in SECTIONS.values() for name in section]
        self._names = sorted(found, key=lambda name: (ordered.index(name) if name in ordered else len(ordered), name))
        self._loaded: dict[str, Command] = {}

    def __getitem__(self, name: str) -> "Command":
        if name not in self._names:
            raise KeyError(name)
        if name not in self._loaded:
            command = typer.main.get_command(import_module(f"{commands.__name__}.{name}").app)
            command.name = name
            section = next((title for title, names in SECTIONS.items() if name in names), "More")
            command.rich_help_panel = section  # type: ignore[attr-defined]
            self._loaded[name] = command
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __setitem__(self, name: str, command: "Command") -> None:
        raise TypeError("commands are modules of planner_agent.commands")

    def __delitem__(self, name: str) -> None:
        raise TypeError("commands are modules of planner_agent.commands")


class Root(typer.core.TyperGroup):
    """The group of all commands, and the boundary of their errors."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = CommandModules()

    def invoke(self, ctx: Any) -> Any:
        """Runs the command; turns what it raises into a message and an exit code."""
        try:
            return super().invoke(ctx)
        except UserError as error:
            _say(error)
            raise typer.Exit(2) from None
        except KeyboardInterrupt as error:
            notes = getattr(error, "__notes__", ["Nothing that was finished is lost: run the same command again."])
            print("\nInterrupted.", *notes, sep="\n", file=sys.stderr)
            raise typer.Exit(130) from None
        except (typer.TyperException, typer.Abort, typer.Exit):
            raise
        except ModuleNotFoundError as error:
            if _is_ours(error.name):
                _confess(error, ctx.params["show_traceback"])
                raise typer.Exit(1) from None
            _say(_missing_package(error))
            raise typer.Exit(2) from None
        except Exception as error:
            if isinstance(error, OSError) and error.errno == EPIPE:
                raise
            _confess(error, ctx.params["show_traceback"])
            raise typer.Exit(1) from None


app = typer.Typer(
    cls=Root,
    add_completion=True,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=(
        "First steps:\n\n  planner-agent doctor\n\n  planner-agent flywheel run --reviewer auto\n\n"
        "Every command explains itself: planner-agent COMMAND --help"
    ),
)


def _print_version(asked: bool) -> None:
    if asked:
        print(f"planner-agent {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
    show_traceback: Annotated[
        bool, typer.Option("--traceback", help="Print the whole traceback of an unexpected error.")
    ] = False,
) -> None:
    """A phone planner agent that improves itself, one iteration of the loop at a time.

    It constructs tasks, collects trajectories, curates a release, trains, measures and diagnoses what still fails.
    """


def _say(error: UserError) -> None:
    typer.secho(f"Error: {error.message}", fg="red", err=True)
    if error.where:
        print(f"  where:    {error.where}", file=sys.stderr)
    if error.expected:
        print(f"  expected: {error.expected}", file=sys.stderr)


def _confess(error: Exception, show_traceback: bool) -> None:
    if show_traceback:
        traceback.print_exception(error)
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}"
    typer.secho(f"Unexpected error: {type(error).__name__}: {error} ({place})", fg="red", err=True)
    if not show_traceback:
        print("This is a fault of planner-agent, not of your input. For the whole traceback:", file=sys.stderr)
        print(f"  planner-agent --traceback {' '.join(sys.argv[1:])}", file=sys.stderr)


def _is_ours(module: str | None) -> bool:
    ours = {"agents", "bench", "graphs", "harness", "planner_agent", "planner_train", "prompts"}
    return (module or "").partition(".")[0] in ours


def _missing_package(error: ModuleNotFoundError) -> UserError:
    module = (error.name or "").partition(".")[0]
    if module in EXTRAS:
        install = f"pip install -c constraints.txt -e '.[{EXTRAS[module]}]'"
        return UserError(f"this needs the package `{module}`, which is optional", expected=f"`{install}` first")
    return UserError(
        f"the package `{module}` is missing from this environment",
        where=sys.prefix,
        expected="a complete environment: `make install`, then `planner-agent doctor`",
    )
