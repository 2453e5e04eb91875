"""What the families cover: counted from what their tasks show, and what nothing covers is named."""

import pytest

from bench.coverage import Cell, measure
from bench.families import load_families
from bench.scenario import FAMILIES
from harness.catalogue import full_catalogue


def test_a_family_is_counted_where_its_tasks_belong_and_what_lacks_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    load_families()
    chosen = ("conversion_for_a_friend", "memory_said_on_the_way", "skill_meeting_in_first_gap", "note_before_power_off")
    monkeypatch.setattr("bench.coverage.FAMILIES", {name: FAMILIES[name] for name in chosen})
    found = measure(full_catalogue())
    assert found.families == 4 and found.by_capability == {"tool_use": 2, "memory": 1, "skills": 1}
    family = FAMILIES["conversion_for_a_friend"]
    here = {(cell.domain, cell.behaviour) for cell in found.cells if cell.friction == "broken_tool"}
    assert here == {(domain, family.behaviour.value) for domain in family.domains}
    without = [cell for cell in found.cells if cell.friction == "none"]
    assert sum(cell.families for cell in without) == sum(len(FAMILIES[name].domains) for name in chosen[1:])
    assert {"convert_unit", "calculate", "manage_note", "control_power"} & set(found.unused_tools) == set()
    assert found.test_chinese["memory"] == 1
    assert "no family for the test split's friction broken_tool" in found.gaps
    assert "no family for the scenario deixis over accumulated state" in found.gaps
    assert "4 families; at least 89 are wanted" in found.gaps


def test_the_document_holds_the_cells_as_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    load_families()
    monkeypatch.setattr("bench.coverage.FAMILIES", {"note_before_power_off": FAMILIES["note_before_power_off"]})
    found = measure(full_catalogue())
    family = FAMILIES["note_before_power_off"]
    assert found.cells == [Cell(domain, family.behaviour.value, "none", 1) for domain in sorted(family.domains)]
    assert found.document()["cells"] == [vars(cell) for cell in found.cells]
