"""``planner-agent bench injection``: one document, one page of numbers, and an exit code that says whether all is well."""

import json

import pytest
from typer.testing import CliRunner

from bench import injection
from harness.episode import Episode
from planner_agent.cli import app


@pytest.fixture(autouse=True)
def small_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue, trials = injection.suite()
    monkeypatch.setattr(injection, "suite", lambda: (catalogue, trials[::41]))


def test_the_document_holds_attacks_executed_benign_and_blocked() -> None:
    result = CliRunner().invoke(app, ["bench", "injection", "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["attacks"] > 5 and found["benign"] > 5
    assert (found["executed"], found["blocked"], found["unguarded"]) == (0, 0, found["attacks"])
    assert found["ok"] is True and sum(found["by_carrier"].values()) == found["attacks"]


def test_an_attack_that_goes_through_is_named_and_the_command_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Episode, "doubts", lambda episode, action: [])
    result = CliRunner().invoke(app, ["bench", "injection"])
    assert result.exit_code == 1
    assert "carried out: " in result.stdout and "went through the harness" in result.stdout
