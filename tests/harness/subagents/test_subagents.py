"""The six sub-agents on the phone backend."""

from typing import Any

import pytest

from harness.environments.phone.laws import internet
from harness.environments.phone.phone import Phone, Result
from harness.environments.phone.profiles import load_profile
from harness.environments.phone.tools import Catalogue, Risk
from harness.subagents import subagent_tools

GUI, DOCUMENT = "control_gui_agent", "control_document_agent"


@pytest.fixture
def phone() -> Phone:
    assert internet.__doc__
    live = Phone(load_profile("emma"), Catalogue(subagent_tools()), seed=3)
    live.state.write("files", "fi_aaaa", {"id": "fi_aaaa", "name": "beach.jpg"})
    return live


def _error(result: Result) -> str:
    assert result.error is not None, result.payload
    return result.error.code


def test_start_execute_status_finish_is_one_session(phone: Phone) -> None:
    started = phone.call(GUI, {"action": "start", "appName": "snapseed"})
    session = started.payload["sessionId"]
    done = phone.call(GUI, {"action": "execute", "sessionId": session, "instruction": "brighten beach.jpg"})
    (made,) = done.payload["files"]
    status = phone.call(GUI, {"action": "status", "sessionId": session})
    assert status.payload["appName"] == "Snapseed" and status.payload["files"] == [made] and not status.writes
    assert phone.call(GUI, {"action": "finish", "sessionId": session}).payload["files"] == [made]
    row = phone.row("subagents", session)
    assert (row["status"], row["instructions"]) == ("finished", ["brighten beach.jpg"])
    assert [r["name"] for r in phone.state.rows("artifacts").values()] == [made]


def test_start_with_an_instruction_leaves_the_same_rows_as_start_and_execute(phone: Phone) -> None:
    other = phone.fork()
    phone.call(GUI, {"action": "start", "appName": "Reddit", "instruction": "post beach.jpg"})
    key = other.call(GUI, {"action": "start", "appName": "Reddit"}).payload["sessionId"]
    other.call(GUI, {"action": "execute", "sessionId": key, "instruction": "post beach.jpg"})
    for table in ("subagents", "app_actions"):
        assert phone.state.rows(table) == other.state.rows(table)


def test_a_second_gui_session_conflicts_and_names_the_open_one(phone: Phone) -> None:
    session = phone.call(GUI, {"action": "start", "appName": "Canva"}).payload["sessionId"]
    second = phone.call(GUI, {"action": "start", "appName": "Reddit"})
    assert _error(second) == "CONFLICT" and second.error is not None
    assert second.error.accepted == {"sessionId": session}
    phone.call(GUI, {"action": "finish", "sessionId": session})
    assert phone.call(GUI, {"action": "start", "appName": "Reddit"}).ok


def test_other_agents_may_have_several_sessions(phone: Phone) -> None:
    for _ in range(2):
        assert phone.call(DOCUMENT, {"action": "start", "format": "md", "instruction": "a list"}).ok


def test_an_unsupported_app_is_answered_with_the_supported_ones(phone: Phone) -> None:
    result = phone.call(GUI, {"action": "start", "appName": "Insta"})
    assert _error(result) == "UNSUPPORTED" and result.error is not None
    assert "Instagram" in result.error.accepted["appName"]


def test_a_file_that_is_named_must_exist(phone: Phone) -> None:
    result = phone.call(GUI, {"action": "start", "appName": "Reddit", "instruction": "post mountain.jpg"})
    assert _error(result) == "NOT_FOUND" and not phone.state.rows("subagents")


def test_files_are_recognised_within_any_script_and_a_longer_name_hides_a_shorter_one(phone: Phone) -> None:
    phone.state.write("files", "fi_bbbb", {"id": "fi_bbbb", "name": "long beach.jpg"})
    phone.state.write("files", "fi_cccc", {"id": "fi_cccc", "name": "报告.pdf"})
    phone.call(GUI, {"action": "start", "appName": "小红书", "instruction": "发布报告.pdf和Long Beach.jpg，配文：好"})
    assert [row["files"] for row in phone.state.rows("app_actions").values()] == [["报告.pdf", "long beach.jpg"]]


def test_a_file_that_one_agent_made_can_be_handed_to_the_next(phone: Phone) -> None:
    (name,) = phone.call(DOCUMENT, {"action": "start", "format": "pdf", "instruction": "trip report"}).payload["files"]
    posted = phone.call(GUI, {"action": "start", "appName": "Reddit", "instruction": f"post {name}"})
    assert posted.ok and [row["files"] for row in phone.state.rows("app_actions").values()] == [[name]]


def test_working_in_a_finished_session_is_refused(phone: Phone) -> None:
    session = phone.call(DOCUMENT, {"action": "start"}).payload["sessionId"]
    phone.call(DOCUMENT, {"action": "finish", "sessionId": session})
    late = phone.call(DOCUMENT, {"action": "execute", "sessionId": session, "instruction": "more"})
    assert _error(late) == "PRECONDITION_FAILED"
    assert phone.call(DOCUMENT, {"action": "finish", "sessionId": session}).payload["changed"] is False


@pytest.mark.parametrize("tool", subagent_tools(), ids=lambda tool: tool.name)
def test_every_agent_keeps_the_protocol(phone: Phone, tool: Any) -> None:
    assert _error(phone.call(tool.name, {"action": "execute", "instruction": "go"})) == "MISSING_ARGUMENT"
    assert _error(phone.call(tool.name, {"action": "finish", "sessionId": "sa_none"})) == "NOT_FOUND"
    listed = phone.call(tool.name, {"action": "status"})
    assert listed.ok and not listed.writes
    assert tool.risk_of({"action": "status"}) is Risk.READ and tool.risk_of({"action": "start"}) is not Risk.READ


def test_a_session_belongs_to_its_agent(phone: Phone) -> None:
    session = phone.call(DOCUMENT, {"action": "start"}).payload["sessionId"]
    assert _error(phone.call("control_language_coach", {"action": "status", "sessionId": session})) == "NOT_FOUND"


def test_gui_and_web_search_need_the_internet(phone: Phone) -> None:
    phone.put("radios", "wifi", on=False)
    phone.put("radios", "mobile_data", on=False)
    assert _error(phone.call(GUI, {"action": "start", "appName": "Reddit"})) == "NO_SERVICE"
    assert _error(phone.call("control_search_agent", {"action": "start"})) == "NO_SERVICE"
    assert phone.call("control_search_agent", {"action": "start", "source": "knowledge"}).ok


def test_the_search_agent_answers_from_its_source_or_not_at_all(phone: Phone) -> None:
    phone.state.write("knowledge", "kn_a", {"id": "kn_a", "source": "knowledge", "title": "Boiler", "text": "Code is 512."})
    ask = {"action": "start", "instruction": "code of the boiler"}
    assert phone.call("control_search_agent", {**ask, "source": "knowledge"}).payload["answer"] == "Code is 512."
    assert _error(phone.call("control_search_agent", {**ask, "source": "web", "instruction": "zebra"})) == "NOT_FOUND"
    high = {"action": "start", "instruction": "how high is Mount Fuji"}
    assert "3776" in phone.call("control_search_agent", high).payload["answer"]


def test_the_image_agent_describes_or_edits_a_picture_that_exists(phone: Phone) -> None:
    phone.state.write("captions", "beach.jpg", {"text": "two dogs at the sea"})
    look = {"action": "start", "fileName": "beach.jpg", "instruction": "what is on it"}
    assert phone.call("control_image_agent", look).payload["description"] == "two dogs at the sea"
    made = phone.call("control_image_agent", {**look, "instruction": "crop it"}).payload["files"]
    assert made[0].startswith("beach_crop_") and made[0].endswith(".jpg")
    assert _error(phone.call("control_image_agent", {**look, "instruction": "enchant it"})) == "UNSUPPORTED"
    assert _error(phone.call("control_image_agent", {"action": "start"})) == "MISSING_ARGUMENT"
    assert _error(phone.call("control_image_agent", {**look, "fileName": "x.jpg"})) == "NOT_FOUND"


def test_automations_are_listed_refused_twice_and_cancelled(phone: Phone) -> None:
    name = "control_automation_agent"
    setup = {"action": "start", "trigger": "rain in Oslo", "instruction": "notify me"}
    key = phone.call(name, setup).payload["automationId"]
    assert phone.call(name, {"action": "status"}).payload["automations"] == [
        {"id": key, "trigger": "rain in Oslo", "instruction": "notify me"}
    ]
    assert _error(phone.call(name, setup)) == "ALREADY_EXISTS"
    assert phone.call(name, {"action": "cancel", "automationId": key}).payload["changed"]
    assert phone.call(name, {"action": "status"}).payload["automations"] == []
    assert _error(phone.call(name, {"action": "cancel", "automationId": "au_none"})) == "NOT_FOUND"
    assert _error(phone.call(name, {"action": "cancel"})) == "MISSING_ARGUMENT"
    assert _error(phone.call(name, {"action": "start"})) == "MISSING_ARGUMENT"


def test_the_coach_plans_a_lesson_in_a_language_it_knows(phone: Phone) -> None:
    lesson = phone.call("control_language_coach", {"action": "start", "language": "fr", "instruction": "at the market"})
    assert lesson.payload["phrases"] and phone.row("lessons", lesson.payload["lessonId"])["topic"] == "at the market"
    assert _error(phone.call("control_language_coach", {"action": "start"})) == "MISSING_ARGUMENT"
