"""``planner-agent bench memory``: one document each, tables to read, input that cannot be used."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from planner_agent.cli import app

FILES = Path(__file__).parents[1] / "bench" / "memory_suites"


def invoke(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["bench", "memory", *(str(argument) for argument in arguments)])


def document(*arguments: object) -> Any:
    result = invoke(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("suite", ["locomo", "longmemeval", "beam"])
def test_recall_is_printed_for_every_method_side_by_side(suite: str) -> None:
    file = FILES / f"{suite}.{'jsonl' if suite == 'beam' else 'json'}"
    found = document("--suite", suite, "--data", file)
    assert list(found["methods"]) == ["bm25", "dense", "rrf", "mix", "memory"]
    for method in found["methods"].values():
        assert 0 <= method["recall@5"] <= method["recall@10"] <= 1
        assert {"recall@5", "recall@10"} == method["intervals"].keys()
    assert found["questions"] + found["skipped"] == {"locomo": 8, "longmemeval": 2, "beam": 4}[suite]
    page = invoke("--suite", suite, "--data", file).stdout
    assert all(name in page for name in ("bm25", "dense", "rrf", "mix", "memory", "recall@10"))


def test_tuned_weights_are_told_with_what_they_reach_on_the_other_half() -> None:
    tuned = document("--suite", "beam", "--data", FILES / "beam.jsonl", "--tune")["tuned"]
    assert len(tuned["weights"]) == 2 and 0 <= tuned["recall@10"] <= 1


def test_growth_and_history_are_tables_with_both_clocks_and_both_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bench.memory_growth.REPEATS", 10)
    grown = invoke("--growth", "--records", 1000, "--scopes", 2, "--embedder", "hashing-64")
    assert grown.exit_code == 0 and "by the processor" in grown.stdout and "by the clock" in grown.stdout
    points = document("--history", "--turns", 300, "--window", 300)["points"]
    assert [point["turns"] for point in points] == [100, 300]
    assert points[-1]["memory"]["value"] > points[-1]["direct"]["value"]
    assert "truncated" in invoke("--history", "--turns", 100).stdout


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ([], "one thing can be measured at a time"),
        (["--growth", "--history"], "one thing can be measured at a time"),
        (["--suite", "locomo"], "where is the file of locomo"),
        (["--suite", "dream", "--data", "x.json"], "no suite of long conversations 'dream'"),
        (["--suite", "locomo", "--data", "nowhere.json"], "the file cannot be read"),
        (["--growth", "--tune"], "no conversations to read"),
        (["--history", "--embedder", "./no-such-model"], "sentence encoder cannot be loaded"),
    ],
)
def test_what_cannot_be_used_is_said_with_what_was_expected(
    line: list[str], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    result = invoke(*line)
    assert says in f"{result.exception} {result.output}"
    assert result.exit_code != 0
