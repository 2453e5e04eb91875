"""Reading skills, and every way in which a folder is not one."""

from pathlib import Path

import pytest

from harness.catalogue import full_catalogue
from harness.errors import UserError
from harness.skills import SHIPPED, load_skills, skill_tools

GOOD = "---\nname: tea-time\ndescription: Make tea.\nmetadata:\n  tools: manage_alarm\n---\nBoil water.\n"


def _write(library: Path, text: str, name: str = "tea-time") -> Path:
    folder = library / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "SKILL.md").write_text(text, encoding="utf-8")
    return folder


def test_every_shipped_skill_brings_tools_that_exist() -> None:
    library = load_skills(SHIPPED)
    assert len(library) >= 8
    names = [f"skill__{name}" for name in library]
    assert [name for name in full_catalogue() if name.startswith("skill__")] == names


def test_shipped_instructions_are_short_and_one_skill_brings_no_tools() -> None:
    library = load_skills(SHIPPED)
    assert all(len(skill.instructions.splitlines()) <= 8 for skill in library.values())
    assert [name for name, skill in library.items() if not skill.tools] == ["arbitrate"]


def test_a_later_library_replaces_a_skill_and_keeps_the_others(tmp_path: Path) -> None:
    _write(tmp_path, GOOD.replace("tea-time", "wake-plan"), "wake-plan")
    library = load_skills(SHIPPED, tmp_path)
    assert library["wake-plan"].instructions == "Boil water."
    assert library.keys() == load_skills(SHIPPED).keys()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Boil water.", "no frontmatter"),
        ("---\nname: [tea\n---\nBoil.", "line 2, column 11: not valid YAML"),
        ("---\n- tea\n---\nBoil.", "not a mapping"),
        (GOOD.replace("name: tea-time\n", ""), "'name' is missing"),
        (GOOD.replace("description: Make tea.\n", ""), "'description' is missing"),
        (GOOD.replace("name: tea-time", "name: Tea Time"), "not allowed"),
        (GOOD.replace("name: tea-time", "name: coffee"), "differs from its folder"),
        (GOOD.replace("tools: manage_alarm", "tools: 7"), "metadata.tools is unfit"),
        (GOOD.replace("Boil water.\n", ""), "no instructions"),
        (GOOD.replace("Make tea.", "[" * 5000), "nested too deeply"),
        (GOOD.replace("Make tea.", '"\\ud800"'), "half of a surrogate pair"),
        (GOOD.replace("Make tea.", "!!binary aGVsbG8="), "the value is a bytes"),
    ],
)
def test_what_is_not_a_skill_is_an_error_that_names_the_file(tmp_path: Path, text: str, says: str) -> None:
    _write(tmp_path, text)
    with pytest.raises(UserError, match=says) as caught:
        load_skills(tmp_path)
    assert "SKILL.md" in caught.value.where


def test_a_folder_without_skill_file_and_a_missing_library_are_errors(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match=r"no SKILL\.md"):
        load_skills(tmp_path)
    with pytest.raises(UserError, match="no such folder"):
        load_skills(tmp_path / "nowhere")


def test_unknown_tools_are_named(tmp_path: Path) -> None:
    _write(tmp_path, GOOD.replace("manage_alarm", "manage_alarm brew_tea pour_tea"))
    with pytest.raises(UserError, match="brew_tea, pour_tea"):
        skill_tools(load_skills(tmp_path), {"manage_alarm"})


def test_a_skill_in_another_encoding_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    (_write(tmp_path, GOOD) / "SKILL.md").write_bytes(GOOD.encode() + b"Caf\xe9\n")
    with pytest.raises(UserError, match=r"SKILL\.md: byte 0xe9 in text line 8 is not UTF-8"):
        load_skills(tmp_path)


def test_a_byte_order_mark_and_fields_that_look_like_dates_are_read(tmp_path: Path) -> None:
    _write(tmp_path, "\ufeff" + GOOD.replace("metadata:", "updated: 2026-13-45\nmask: 0x_\nmetadata:"))
    assert load_skills(tmp_path)["tea-time"].description == "Make tea."
