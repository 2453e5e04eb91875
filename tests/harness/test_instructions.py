"""Reading eta: shipped and own folders, and what is said of one that cannot be used."""

import shutil
from pathlib import Path

import pytest

from harness.errors import UserError
from harness.instructions import SHIPPED, load, read


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped configuration to spoil."""
    return Path(shutil.copytree(SHIPPED / "v1", tmp_path / "mine"))


def edit(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_copy_is_the_same_configuration_and_a_change_is_another(folder: Path) -> None:
    assert load(folder).version == load("v1").version
    read.cache_clear()
    edit(folder, "general.md", "phone", "telephone")
    assert load(folder).version != load("v1").version


def test_words_and_companions_are_texts_or_lists(folder: Path) -> None:
    hints = "manage_alarm: {words: 'wake me, 闹钟', with: [manage_timer, manage_note]}\n"
    (folder / "recall.yaml").write_text(hints, encoding="utf-8")
    hint = load(folder).hints["manage_alarm"]
    assert hint.words == ("wake me", "闹钟")
    assert hint.companions == ("manage_timer", "manage_note")


def test_no_hints_at_all_are_fine(folder: Path) -> None:
    (folder / "recall.yaml").write_text("", encoding="utf-8")
    assert load(folder).hints == {}


@pytest.mark.parametrize("text", ["[]", "0", "false", "''"])
def test_hints_that_are_no_mapping_are_named(folder: Path, text: str) -> None:
    (folder / "recall.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=r"recall\.yaml"):
        load(folder)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("settings.yaml", "version: v1", "version: !!binary aGVsbG8=", "field `version`"),
        ("settings.yaml", "version: v1", 'version: "\\ud800"', "field `version`"),
        ("settings.yaml", "always: [search_user_memory]", "always: !!set {search_user_memory}", "field `recall.always`"),
    ],
)
def test_what_json_cannot_hold_is_named(folder: Path, name: str, old: str, new: str, said: str) -> None:
    edit(folder, name, old, new)
    with pytest.raises(UserError, match=rf"{name}, {said}"):
        load(folder)


def test_an_unknown_configuration_is_named_with_the_shipped_ones() -> None:
    with pytest.raises(UserError, match=r"no harness configuration 'v9'.*v1"):
        load("v9")


@pytest.mark.parametrize("name", ["settings.yaml", "general.md", "recall.yaml"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(UserError, match=name):
        load(folder)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("settings.yaml", "tool_format: compact", "tool_fromat: compact", "tool_fromat"),
        ("settings.yaml", "tool_format: compact", "tool_format: xml", "tool_format"),
        ("settings.yaml", "  tools: 15", "  tools: 0", r"settings\.yaml, field `recall\.tools"),
        ("settings.yaml", "  tools: 15", "  tools: [", "settings.yaml, line"),
        ("recall.yaml", "manage_alarm:\n  words:", "manage_alarm:\n  word:", r"recall\.yaml, field `manage_alarm\.word"),
    ],
)
def test_a_wrong_field_is_named(folder: Path, name: str, old: str, new: str, said: str) -> None:
    edit(folder, name, old, new)
    with pytest.raises(UserError, match=said):
        load(folder)


def test_a_configuration_that_tells_a_planner_nothing_is_refused(folder: Path) -> None:
    (folder / "general.md").write_text(" \n", encoding="utf-8")
    with pytest.raises(UserError, match=r"general\.md: the file is empty .*expected the rules"):
        load(folder)


def test_settings_that_hold_nothing_are_refused(folder: Path) -> None:
    (folder / "settings.yaml").write_text("# nothing\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"settings\.yaml: the value is None .*expected names and values"):
        load(folder)


def test_text_that_is_not_utf_8_is_refused(folder: Path) -> None:
    (folder / "general.md").write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match="not UTF-8"):
        load(folder)
