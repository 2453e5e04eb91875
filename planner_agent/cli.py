"""The root of the command line: every module of ``planner_agent.commands``, imported only when it is asked for."""

import pkgutil
from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner_agent import __version__, commands
from planner_agent.boundary import ErrorBoundary

if TYPE_CHECKING:
    from typer._click import Command

SECTIONS = {
    "The loop": ("flywheel", "construct", "collect", "curate", "gate", "train", "evaluate", "release"),
    "The planner and its phone": ("ask", "phone", "harness", "serve", "mcp"),
    "Measuring and mending": ("bench", "doctor", "schema"),
}
"""How ``--help`` arranges the commands that exist; one that is not named here comes last."""


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
        raise TypeError("a command is a module of planner_agent.commands")

    def __delitem__(self, name: str) -> None:
        raise TypeError("a command is a module of planner_agent.commands")


class Root(ErrorBoundary):
    """The group of all commands."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = CommandModules()


app = typer.Typer(
    cls=Root,
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
