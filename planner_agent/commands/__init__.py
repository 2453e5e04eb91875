"""One module a command or group of commands; ``planner_agent.cli`` finds them by their file names.

A module defines ``app``, made with ``typer.Typer(add_completion=False, help=...)``:

- a *group* (``phone tools``, ``phone show``) gives it ``no_args_is_help=True`` and an empty ``@app.callback()``;
- a *single command* (``doctor``) has one ``@app.command()`` and no callback.

Modules import at the top only the standard library, typer and ``planner_agent.conventions``; the work is imported
inside the command, so that ``--help`` stays fast. Every command carries ``epilog=examples(...)``, and a test parses
the examples. A path argument does not say ``exists=True``: the reader of the file says what is wrong with it.
"""
