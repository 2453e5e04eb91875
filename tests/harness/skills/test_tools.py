"""Skill loaders as tools."""

from harness.catalogue import full_catalogue
from harness.environments.phone.phone import Phone
from harness.environments.phone.profiles import load_profile
from harness.environments.phone.tools import Catalogue, Risk


def test_loading_a_skill_returns_instructions_and_tools_and_writes_nothing() -> None:
    phone = Phone(load_profile("emma"), full_catalogue())
    result = phone.call("skill__safe-shutdown", {"reason": "a note must be saved first"})
    assert result.payload["tools"] == ["manage_note", "control_power"]
    assert "Save the note first" in result.payload["instructions"] and "missing" not in result.payload
    assert not result.writes


def test_a_tool_that_this_phone_lacks_is_said() -> None:
    rest = Catalogue(tool for tool in full_catalogue().values() if tool.name != "manage_note")
    result = Phone(load_profile("emma"), rest).call("skill__safe-shutdown", {"reason": "power off"})
    assert result.payload["tools"] == ["control_power"] and result.payload["missing"] == ["manage_note"]


def test_a_loader_needs_a_reason_and_says_what_the_skill_is_for() -> None:
    tool = full_catalogue()["skill__wake-plan"]
    assert tool.signature == "skill__wake-plan(reason)" and tool.kind == "skill" and tool.risk is Risk.READ
    assert "woken" in tool.summary
    result = Phone(load_profile("emma"), full_catalogue()).call("skill__wake-plan", {})
    assert result.error is not None and result.error.code == "MISSING_ARGUMENT"
