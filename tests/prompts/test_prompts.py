"""Prompts are files with named fields, and a wrong field is noticed."""

from pathlib import Path

import pytest

import prompts
from harness.errors import UserError


def test_every_prompt_parses_and_starts_by_saying_what_it_is_for() -> None:
    for name in prompts.names():
        assert prompts.fields(name) is not None
        assert (prompts.FOLDER / f"{name}.md").read_text(encoding="utf-8").startswith("{#"), name


def test_the_explaining_comment_does_not_reach_the_model() -> None:
    values = {name: name.upper() for name in prompts.fields("simulated/call")}
    text = prompts.load("simulated/call", **values)
    assert text.startswith("You are the software") and "{#" not in text and "TABLES" in text


def test_missing_and_unknown_fields_are_named_with_what_is_expected() -> None:
    values = {name: "" for name in prompts.fields("simulated/call") if name != "tables"}
    with pytest.raises(
        UserError, match=r"prompt simulated/call: missing tables; unknown tabels .*exactly these fields: .*tables"
    ):
        prompts.load("simulated/call", **values, tabels="")


def test_an_unknown_prompt_lists_the_known_ones() -> None:
    with pytest.raises(UserError, match=r"no prompt 'nothing'.*simulated/call"):
        prompts.load("nothing")


def test_a_broken_file_is_named_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.md").write_text("fine\n{{ field")
    monkeypatch.setattr(prompts, "FOLDER", tmp_path)
    with pytest.raises(UserError, match=r"broken\.md, line 2"):
        prompts.load("broken", field="")


def test_values_are_never_read_as_templates() -> None:
    values = dict.fromkeys(prompts.fields("simulated/call"), "")
    assert "{{ 7 * 7 }} <b>" in prompts.load("simulated/call", **{**values, "call": "{{ 7 * 7 }} <b>"})
