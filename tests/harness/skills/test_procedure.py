"""Procedures: what is wrong with one is said with its place, and what the shipped ones claim is so on the phone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.adapter.build import build
from harness.catalogue import catalogue_for, full_catalogue
from harness.environments.phone.phone import Phone
from harness.environments.phone.profiles import load_profile
from harness.errors import UserError
from harness.instructions import load
from harness.skills import EVERYDAY, SHIPPED, load_skills
from harness.skills.loader import read_skill
from harness.skills.procedure import FILE, Procedure, Step, pattern

SKILLS = load_skills(SHIPPED, EVERYDAY)
PROCEDURES = {name: skill.procedure for name, skill in SKILLS.items() if skill.procedure is not None}
VALUES: dict[str, Any] = {"true": True, "false": False}
MORE = {"set_brightness": {"level": 80}}

GOOD = """
steps:
  look:
    call: manage_alarm(action=list)
    gives: [alarms]
  create:
    call: manage_alarm(action=create, title=...)
    needs: [alarms]
    when: {answer: manage_alarm(action=list), field: alarms.title, lacks: title}
"""


def skill_with(
    folder: Path, procedure: str, steps: str = "1. manage_alarm(action=list).", tools: str = "manage_alarm"
) -> Path:
    place = folder / "my-alarms"
    (place / "references").mkdir(parents=True)
    head = f"---\nname: my-alarms\ndescription: Alarms.\nmetadata:\n  tools: {tools}\n---\n{steps}\n"
    (place / "SKILL.md").write_text(head, encoding="utf-8")
    (place / FILE).write_text(procedure, encoding="utf-8")
    return place


def test_every_skill_with_tools_has_a_procedure_and_the_one_that_arbitrates_has_none() -> None:
    assert PROCEDURES.keys() == SKILLS.keys() - {"arbitrate"}


def test_a_procedure_is_no_part_of_what_loading_a_skill_says() -> None:
    phone = Phone(load_profile("emma"), full_catalogue())
    loaded = phone.call("skill__safe-shutdown", {"reason": "it fits"})
    assert loaded.payload == {
        "instructions": SKILLS["safe-shutdown"].instructions,
        "tools": ["manage_note", "control_power"],
    }


def test_a_pattern_fits_calls_with_its_values_and_whatever_stands_for_dots() -> None:
    off = pattern("control_power(action=power_off|reboot)")
    assert off.fits("control_power", {"action": "reboot"}) and not off.fits("control_power", {"action": "lock_screen"})
    assert not off.fits("control_power", {}) and not off.fits("make_call", {"action": "reboot"})
    radio = pattern("set_bluetooth(enabled=true)")
    assert radio.fits("set_bluetooth", {"enabled": True}) and not radio.fits("set_bluetooth", {"enabled": False})
    named = pattern("manage_alarm(action=create, title=...)")
    assert named.fits("manage_alarm", {"action": "create", "title": "Gym", "time": "07:00"})
    assert not named.fits("manage_alarm", {"action": "create", "title": None})


def test_the_order_follows_from_needs_and_from_what_is_cleared() -> None:
    steps = {
        "note": Step(call="b()", needs=("id",)),
        "wanted": Step(call="c()", sets=("radio",)),
        "id": Step(call="d()", gives=("id",)),
        "reset": Step(call="a()", clears=("radio",)),
    }
    order = Procedure(steps=steps).order()
    assert order.index("id") < order.index("note") and order.index("reset") < order.index("wanted")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("gives: [alarms]", "", r"steps\.create\.needs`: no step gives or sets `alarms`"),
        ("manage_alarm(action=list)\n", "manage_alarm\n", r"steps\.look`: `manage_alarm` is no call"),
        ("call: manage_alarm(action=create", "call: send_message(text=..", "does not bring .*own: manage_alarm"),
        ("needs: [alarms]", "needs: [alarms]\n    undo: delete_file(fileId=...)", "does not bring"),
        ("lacks: title", "lacks: label", r"steps\.create\.when`: .*no argument `label`.*expected action, title"),
        ("lacks: title", "lacks: title, fails: true", "one of fails, is and lacks"),
        (", field: alarms.title", "", "a field of the answer"),
        ("gives: [alarms]", "gives: [alarms]\n    needs: [made]", r"steps\.look\.needs"),
        ("gives: [alarms]", "gives: [alarms]\n    needs: [alarms]", "no order suits look, create"),
        ("needs:", "need:", "need"),
        ("steps:", "steps: {}\nother:", "field `steps`.*1 more problem"),
    ],
)
def test_what_makes_no_sense_is_said_with_its_place(tmp_path: Path, old: str, new: str, says: str) -> None:
    assert old in GOOD
    with pytest.raises(UserError, match=says) as caught:
        read_skill(skill_with(tmp_path, GOOD.replace(old, new, 1)))
    assert "procedure.yaml" in str(caught.value)


def test_instructions_in_another_order_than_the_procedures_are_refused(tmp_path: Path) -> None:
    good = "1. manage_alarm(action=list).\n2. manage_alarm(action=create, title=...)."
    assert read_skill(skill_with(tmp_path / "good", GOOD, good)).procedure is not None
    bad = "1. manage_alarm(action=create, title=...).\n2. manage_alarm(action=list)."
    with pytest.raises(
        UserError, match=r"speaks of manage_alarm\(action=create, title=...\) before manage_alarm\(action=list\)"
    ):
        read_skill(skill_with(tmp_path / "bad", GOOD, bad))


def test_a_reset_that_the_instructions_put_last_is_refused(tmp_path: Path) -> None:
    procedure = """
steps:
  fly: {call: set_airplane_mode(enabled=true), clears: [bluetooth]}
  bluetooth: {call: set_bluetooth(enabled=true), sets: [bluetooth]}
"""
    steps = "1. set_bluetooth(enabled=true).\n2. set_airplane_mode(enabled=true)."
    with pytest.raises(UserError, match=r"speaks of set_bluetooth\(enabled=true\) before set_airplane_mode"):
        read_skill(skill_with(tmp_path, procedure, steps, "set_airplane_mode set_bluetooth"))


def test_a_call_that_the_deployed_tool_does_not_take_fails_the_build(tmp_path: Path) -> None:
    eta = load("v2")
    wrong = GOOD.replace("action=create, title", "action=invent, title")
    skills = {**SKILLS, "my-alarms": read_skill(skill_with(tmp_path, wrong))}
    with pytest.raises(UserError, match=r"procedure.yaml, field `steps.create`: .*takes no `invent` as `action`"):
        build(eta, catalogue_for(eta), skills)


def cleared() -> Iterator[Any]:
    """Every side effect that a shipped procedure declares: the step that clears, and the one that sets."""
    for name, procedure in PROCEDURES.items():
        for key, step in procedure.steps.items():
            for fact in step.clears:
                for maker in procedure.makers(fact):
                    yield pytest.param(step.call, procedure.steps[maker].call, id=f"{name}-{key}-{maker}")


@pytest.mark.parametrize(("clearer", "setter"), cleared())
def test_what_is_declared_to_be_cleared_is_cleared_by_the_phone(clearer: str, setter: str) -> None:
    def fields(*calls: str) -> set[tuple[str, str, str]]:
        """What the last of these calls writes on a fresh phone."""
        phone = Phone(load_profile("emma"), full_catalogue())
        result = None
        for text in calls:
            wanted = pattern(text)
            arguments = {key: VALUES.get(values[0], values[0]) for key, values in wanted.arguments.items() if values}
            result = phone.call(wanted.tool, {**MORE.get(wanted.tool, {}), **arguments})
        assert result is not None
        return {(change.table, change.key, change.field) for change in result.changes()}

    assert (fields(setter) | fields(clearer, setter)) & fields(setter, clearer)


@pytest.mark.parametrize("name", PROCEDURES)
def test_fields_that_an_answer_gives_are_in_the_answers_of_the_phone(name: str) -> None:
    procedure = PROCEDURES[name]
    asked = [(step, pattern(step.call)) for step in procedure.steps.values() if step.gives]
    examples: dict[str, dict[str, Any]] = {
        "find_free_time": {"date": "2026-03-05", "minutes": 30},
        "search_contacts": {"query": "a"},
        "manage_note": {"title": "Keys", "content": "Under the mat"},
        "calculate": {"expression": "2 * 3"},
        "convert_unit": {"category": "length", "fromUnit": "mi", "toUnit": "km", "value": 3},
        "convert_currency": {"amount": 3, "fromCurrency": "USD", "toCurrency": "EUR"},
        "get_privacy_dashboard": {"permission": "location"},
    }
    for step, wanted in asked:
        fixed = {key: values[0] for key, values in wanted.arguments.items() if values}
        phone = Phone(load_profile("emma"), full_catalogue())
        result = phone.call(wanted.tool, {**examples.get(wanted.tool, {}), **fixed})
        assert result.ok, result.error
        assert isinstance(result.payload, dict) and set(step.gives) <= result.payload.keys(), step.call
