"""The command line: found by file name, taught by examples, bounded errors."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from harness.errors import UserError
from planner_agent.boundary import ErrorBoundary
from planner_agent.cli import SECTIONS, app


def every_command() -> dict[str, Any]:
    """The command lines that do something, without their options, and their commands."""
    found = {}

    def visit(path: str, command: Any) -> None:
        if hasattr(command, "commands"):
            for name, child in command.commands.items():
                visit(f"{path} {name}", child)
        else:
            found[path] = command

    visit("planner-agent", typer.main.get_command(app))
    return found


COMMANDS = every_command()


def example_lines(command: Any) -> list[str]:
    return [line.strip() for line in (command.epilog or "").split("\n\n")[1:]]


def bounded(failure: BaseException) -> typer.Typer:
    """A command line whose one command fails in the given way."""
    failing = typer.Typer(cls=ErrorBoundary, pretty_exceptions_enable=False)

    @failing.callback()
    def root(show_traceback: bool = typer.Option(False, "--traceback")) -> None:
        """A root."""

    @failing.command()
    def fail() -> None:
        """Fails."""
        raise failure

    return failing


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_says_what_it_does_and_shows_examples(path: str) -> None:
    command = COMMANDS[path]
    assert command.help
    assert example_lines(command), "give the command epilog=examples(...)"
    assert all(option.help for option in command.params if option.name != "help")


@pytest.mark.parametrize("path", COMMANDS)
def test_every_example_is_a_command_line_of_that_command(path: str) -> None:
    for line in example_lines(COMMANDS[path]):
        assert line.startswith(path)
        arguments = shlex.split(line.removeprefix(path))
        COMMANDS[path].make_context(path, arguments)


def test_the_first_steps_in_the_root_help_are_commands() -> None:
    root = typer.main.get_command(app)
    steps = [line.strip() for line in (root.epilog or "").split("\n\n") if line.startswith("  ")]
    for step in steps:
        assert any(step.startswith(path) for path in COMMANDS), step


def test_sections_name_no_command_twice() -> None:
    names = [name for section in SECTIONS.values() for name in section]
    assert len(names) == len(set(names))


def test_version_is_that_of_the_distribution() -> None:
    from importlib.metadata import version

    result = CliRunner().invoke(app, ["--version"])
    assert result.stdout == f"planner-agent {version('planner-agent')}\n"


def test_a_mistyped_command_gets_a_suggestion_and_code_2() -> None:
    result = CliRunner().invoke(app, ["docter"])
    assert result.exit_code == 2
    assert "doctor" in result.stderr


def test_a_user_error_is_one_message_with_place_and_expectation_and_code_2() -> None:
    failure = UserError("the field is missing", where="a.yaml, field `seed`", expected="a number")
    result = CliRunner().invoke(bounded(failure), ["fail"])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == ("Error: the field is missing\n  where:    a.yaml, field `seed`\n  expected: a number\n")


@pytest.mark.parametrize("line", [["phone", "show", "a\udce9"], ["--a\ud800"]])
def test_an_argument_that_is_no_text_is_refused_before_anything_is_done(line: list[str]) -> None:
    result = CliRunner().invoke(app, line)
    assert result.exit_code == 2
    assert f"argument {len(line)}, {line[-1]!a}" in result.output and "not UTF-8" in result.output


def test_a_name_too_long_for_a_file_is_said_and_is_no_fault_of_ours() -> None:
    result = CliRunner().invoke(app, ["construct", "--requests", "x" * 300])
    assert result.exit_code == 2
    assert "too long" in result.output and "fault of planner-agent" not in result.output


def test_an_unexpected_error_is_a_fault_of_ours_with_code_1_and_a_way_to_the_traceback() -> None:
    result = CliRunner().invoke(bounded(KeyError("alarm")), ["fail"])
    assert result.exit_code == 1
    assert "KeyError: 'alarm' (test_cli.py, line" in result.stderr
    assert "planner-agent --traceback" in result.stderr
    assert "Traceback (most recent call last)" not in result.stderr


def test_the_traceback_is_printed_on_request() -> None:
    result = CliRunner().invoke(bounded(KeyError("alarm")), ["--traceback", "fail"])
    assert result.exit_code == 1
    assert "Traceback (most recent call last)" in result.stderr


@pytest.mark.parametrize(
    ("module", "expected"),
    [("peft", "'.[lora]'"), ("mcp.client", "'.[mcp]'"), ("chromadb", "`make install`")],
)
def test_a_missing_package_says_what_to_install(module: str, expected: str) -> None:
    result = CliRunner().invoke(bounded(ModuleNotFoundError(f"No module named {module!r}", name=module)), ["fail"])
    assert result.exit_code == 2
    assert expected in result.stderr


def test_a_missing_module_of_ours_is_a_fault_of_ours() -> None:
    result = CliRunner().invoke(bounded(ModuleNotFoundError("No module", name="harness.nowhere")), ["fail"])
    assert result.exit_code == 1


def test_where_even_typer_is_missing_the_message_says_what_to_do() -> None:
    code = "import sys; sys.modules['typer'] = None; from planner_agent.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "the package `typer" in done.stderr
    assert "make install" in done.stderr


INTERRUPTED = """
import sys, time
from pathlib import Path
import typer
from harness.runs import RunFolder, RunPlan
from planner_agent.boundary import ErrorBoundary

app = typer.Typer(cls=ErrorBoundary, pretty_exceptions_enable=False)

@app.callback()
def root() -> None: ...

@app.command()
def work(folder: Path) -> None:
    with RunFolder(folder, RunPlan(seed=1)):
        print("started", flush=True)
        time.sleep(30)

app()
"""


def test_an_interrupt_ends_with_130_and_says_how_to_go_on(tmp_path: Path) -> None:
    run = tmp_path / "run"
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, "work", str(run)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None and process.stdout.readline() == "started\n"
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=20)
    assert process.returncode == 130
    assert f"What is finished is kept in {run}" in stderr
    assert "Traceback" not in stderr


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    command = f"{shlex.quote(sys.executable)} -m planner_agent schema export --to {tmp_path} --json | head -c 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, env={**os.environ})
    assert "Unexpected" not in done.stderr


def shell(command: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """What a command line comes to in a shell, where `pa` is ours."""
    words = f'pa() {{ {shlex.quote(sys.executable)} -m planner_agent "$@"; }}; set -o pipefail; {command}'
    return subprocess.run(
        ["bash", "-c", words], capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


def test_a_pipe_that_is_closed_early_ends_the_command_without_a_word() -> None:
    done = shell("pa phone tools | head -n 1")
    assert "(" in done.stdout.splitlines()[0]
    assert done.stderr == ""


def test_a_full_disk_is_said_and_is_no_fault_of_ours() -> None:
    for command in ("pa phone tools --json > /dev/full", "pa phone profiles > /dev/full"):
        done = shell(command)
        assert (done.returncode, done.stderr) == (2, "Error: cannot write: No space left on device\n"), command


def test_a_terminal_without_our_characters_gets_their_numbers() -> None:
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    shown = shell("pa phone show liwei", **ascii_only)
    assert shown.returncode == 0, shown.stderr
    assert "\\u" in shown.stdout
    printed = shell("pa phone show liwei --json", PYTHONIOENCODING="ascii")
    assert printed.returncode == 0, printed.stderr
    assert json.loads(printed.stdout) == json.loads(shell("pa phone show liwei --json", PYTHONIOENCODING="utf-8").stdout)


@pytest.mark.parametrize(
    "line",
    [
        "ask hi --policy embedded --trace {folder}",
        "ask hi --policy embedded --trace {file}/x.json",
        "ask hi --policy embedded --trace {pipe}",
        "ask hi --policy embedded --memory {file}",
        "bench export {folder} --split dev",
        "bench export {file}/x.jsonl --split dev",
        "bench export {folder}/x.jsonl --split dev --witnesses {folder}",
        "bench run --policy empty --split dev --limit 1 --out {folder}/run --json {file}/x.json",
        "bench run --policy empty --split dev --limit 1 --out {file}",
        "bench harness --limit 1 --out {file}",
        "harness build --out {folder}",
        "schema export --to {file}",
        "schema export --to {file}/x",
        "train ablation --small --out {file}",
    ],
)
def test_an_output_that_cannot_be_written_is_said_before_the_work(line: str, tmp_path: Path) -> None:
    places = {"folder": tmp_path / "folder", "file": tmp_path / "file", "pipe": tmp_path / "pipe"}
    places["folder"].mkdir()
    places["file"].write_text("mine")
    os.mkfifo(tmp_path / "pipe")
    result = CliRunner().invoke(app, line.format(**places).split())
    assert result.exit_code == 2, (result.exception, result.output)
    assert result.stderr.startswith("Error: cannot write here: ") and "expected:" in result.stderr
    assert list(places["folder"].iterdir()) == []
    assert places["file"].read_text() == "mine"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_one_may_not_write_in_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    result = CliRunner().invoke(app, ["schema", "export", "--to", str(tmp_path / "new")])
    assert result.exit_code == 2
    assert "permission denied" in result.stderr


def test_phone_tools_of_an_unknown_domain_lists_the_domains() -> None:
    result = CliRunner().invoke(app, ["phone", "tools", "--domain", "zzz"])
    assert result.exit_code == 2
    assert "Time Management" in result.stderr


def test_phone_tools_lists_them_and_json_is_one_document() -> None:
    text = CliRunner().invoke(app, ["phone", "tools", "--domain", "time"])
    assert text.exit_code == 0, text.stderr
    assert "manage_alarm(" in text.stdout
    listed = {tool["name"]: tool for tool in json.loads(CliRunner().invoke(app, ["phone", "tools", "--json"]).stdout)}
    assert len(listed) == 212 and {"search_user_memory", "control_gui_agent"} <= listed.keys()
    assert {"domain", "effect", "permission", "errors", "schema", "signature"} <= listed["manage_alarm"].keys()
    assert (listed["manage_alarm"]["effect"], listed["manage_alarm"]["effects"]) == ("reversible", {"list": "read"})
    assert listed["control_gui_agent"]["effect"] == "outbound"


def test_phone_show_gives_the_schema_a_model_is_given() -> None:
    shown = json.loads(CliRunner().invoke(app, ["phone", "show", "manage_alarm", "--json"]).stdout)
    assert shown["schema"]["function"]["name"] == "manage_alarm"
    assert shown["signature"].startswith("manage_alarm(")


def test_phone_show_says_what_a_profile_holds() -> None:
    result = CliRunner().invoke(app, ["phone", "show", "emma"])
    assert result.exit_code == 0, result.stderr
    assert "Emma Clarke" in result.stdout and "contacts (10): the address book" in result.stdout
    assert "James Clarke" in result.stdout and "and 6 more" in result.stdout
    tables = json.loads(CliRunner().invoke(app, ["phone", "show", "emma", "--json"]).stdout)
    assert len(tables["contacts"]) == 10


def test_phone_show_of_an_unknown_name_suggests_one() -> None:
    assert "`emma`" in CliRunner().invoke(app, ["phone", "show", "ema"]).stderr


def test_phone_show_of_an_unknown_tool_suggests_one() -> None:
    result = CliRunner().invoke(app, ["phone", "show", "manage_alarms"])
    assert result.exit_code == 2
    assert "`manage_alarm`" in result.stderr


def test_phone_profiles_names_owners() -> None:
    result = CliRunner().invoke(app, ["phone", "profiles"])
    assert result.exit_code == 0
    assert "Emma Clarke" in result.stdout
