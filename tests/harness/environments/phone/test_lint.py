"""The task lint: a sound task passes, and each rule finds the fault that it is for."""

from typing import Any

import pytest

from harness.contract import FollowUp, Friction, GoldCall, MemoryRecord, Task, Witness
from harness.environments.phone.lint import lint
from harness.environments.phone.replay import play, read_calls
from tests.harness.environments.phone.tasks import (
    MUM,
    act,
    acts,
    behaviour,
    calls,
    catalogue,
    change,
    gold,
    say,
    state,
    task,
    witness,
)

SAVE = act("manage_voicemail", action="save", voicemailId="vm_7arz")
VOICEMAILS = act("manage_voicemail", action="list")
SAVED = state(change("voicemails/vm_7arz/saved", True))
TEXT = act("send_message", text="On my way", contactName="Mum")


def codes(item: Task, plan: Witness) -> set[str]:
    return {problem.code for problem in lint(item, plan, catalogue()).problems}


def test_a_sound_state_task_has_no_problems() -> None:
    report = lint(task("Save the voicemail.", SAVED), witness(VOICEMAILS, SAVE, say()), catalogue())
    assert report.ok and report.optional == ()


def test_a_sound_call_task_has_no_problems() -> None:
    item = task("Tell Mum: on my way.", calls(gold("send_message", text="On my way", contactName="Mum")))
    assert lint(item, witness(TEXT, say()), catalogue()).ok


def test_a_sound_refusal_and_a_sound_question_have_no_problems() -> None:
    refusal = task("Teleport me.", behaviour("refuse", ("teleport",)))
    assert lint(refusal, witness(say("I have no tool to teleport.", "refuse")), catalogue()).ok
    question = task("Text Chloe: late.", behaviour("clarify", ("which", "Adams")))
    assert lint(question, witness(act("search_contacts", query="Chloe"), say("Which Chloe?", "clarify")), catalogue()).ok


def test_a_witness_that_fails_is_reported_with_what_failed() -> None:
    (problem,) = lint(task("Save the voicemail.", SAVED), witness(say()), catalogue()).problems
    assert problem.code == "witness_fails" and "voicemails/vm_7arz/saved" in problem.detail


def test_a_step_that_is_not_needed_is_optional() -> None:
    heard = act("manage_voicemail", action="mark_heard", voicemailId="vm_7arz")
    item = task("Save the voicemail.", state(change("voicemails/vm_7arz/saved", True), allowed=["voicemails/*/heard"]))
    report = lint(item, witness(VOICEMAILS, heard, SAVE, say()), catalogue())
    assert report.ok and len(report.optional) == 1 and "mark_heard" in report.optional[0]


def test_an_empty_goal_is_passed_by_finishing() -> None:
    assert "finish_passes" in codes(task("Do it.", state()), witness(say()))


def test_a_goal_that_holds_already_is_found() -> None:
    item = task("Save the voicemail.", state(allowed=["voicemails/*"]))
    assert {"already_satisfied", "finish_passes"} <= codes(item, witness(VOICEMAILS, SAVE, say()))


def test_words_that_anybody_says_are_found() -> None:
    assert "finish_passes" in codes(task("Are you done?", state(), says=[["done"]]), witness(say("Done.")))


@pytest.mark.parametrize("kind", ["refuse", "clarify", "finish"])
def test_a_message_that_may_say_anything_is_found(kind: str) -> None:
    assert "unsaid" in codes(task("Hm.", behaviour(kind)), witness(say("Hm.", kind)))


def test_an_empty_list_of_words_is_found() -> None:
    item = task("Save the voicemail.", SAVED, says=[["saved", ""]])
    assert "unsaid" in codes(item, witness(VOICEMAILS, SAVE, say("It is saved.")))


def test_a_verifier_that_overlooks_writes_is_found() -> None:
    item = task("Save the voicemail.", state(change("voicemails/vm_7arz/saved", True), allowed=["*"]))
    assert "unrelated_write_passes" in codes(item, witness(VOICEMAILS, SAVE, say()))


def test_an_order_that_the_verifier_cannot_see_is_found() -> None:
    item = task("Look for Mum, then for Ravi.", calls(gold("search_contacts"), gold("search_contacts", (0,))))
    plan = witness(act("search_contacts", query="Mum"), act("search_contacts", query="Ravi"), say())
    assert "swap_passes" in codes(item, plan)
    strict = calls(gold("search_contacts", query="Mum"), gold("search_contacts", (0,), query="Ravi"))
    assert codes(task("Look for Mum, then for Ravi.", strict), plan) == set()


def test_calls_of_one_turn_that_depend_on_each_other_are_found() -> None:
    folder = ("create_folder", {"path": "Trips"})
    move = ("manage_file", {"action": "move", "fileName": "budget.pdf", "folder": "Trips"})
    free = [change("folders/Trips/id", "Trips"), change("folders/Trips/created", None, "any")]
    item = task("Make Trips and move budget.pdf there.", state(*free, change("files/fi_2deg/folder", "Trips")))
    assert codes(item, witness(acts(folder, move), say())) == {"turn_order"}
    assert codes(item, witness(acts(folder), acts(move), say())) == set()


def test_a_task_that_reading_disturbs_is_found() -> None:
    faults = [
        Friction(kind="state_mutation", params={"tool": "search_apps", "patches": [
            {"table": "voicemails", "key": "vm_7arz", "fields": None}]})
    ]  # fmt: skip
    item = task("Save the voicemail.", SAVED, friction=faults)
    assert "reading_fails" in codes(item, witness(VOICEMAILS, SAVE, say()))


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (gold("send_massage", text="Hi"), "gold_unknown_tool"),
        (gold("send_message", words="Hi"), "gold_unknown_argument"),
        (gold("send_message", text="Hi", app="pigeon"), "gold_invalid_argument"),
        (gold("send_message", text="Hi", number="+44 7700 900201"), "gold_not_canonical"),
    ],
)
def test_gold_calls_that_no_log_can_hold_are_found(call: GoldCall, code: str) -> None:
    problems = lint(task("Say hi.", calls(call)), witness(say()), catalogue()).problems
    assert code in {problem.code for problem in problems}


def test_an_id_that_nothing_told_is_found() -> None:
    report = lint(task("Save the voicemail.", SAVED), witness(SAVE, say()), catalogue())
    assert [problem.code for problem in report.problems] == ["provenance"]
    assert "vm_7arz" in report.problems[0].detail


def test_an_id_from_the_same_turn_was_not_known_in_time() -> None:
    together = acts(("manage_voicemail", {"action": "list"}), *[(call.name, call.arguments) for call in SAVE.calls])
    assert "provenance" in codes(task("Save the voicemail.", SAVED), witness(together, say()))


def _text_mum(request: str, **extra: object) -> set[str]:
    gold_call = gold("send_message", text="On my way", number=MUM)
    plan = witness(act("send_message", text="On my way", number=MUM), say())
    return codes(task(request, calls(gold_call), **extra), plan)  # type: ignore[arg-type]


def test_what_was_said_in_any_way_is_known() -> None:
    assert _text_mum("Tell +44 7700 900-201: on my way") == set()
    assert _text_mum("Tell her: on my way", followups=[FollowUp(after="clarify", text="+447700900201")]) == set()
    assert _text_mum("Tell her: on my way", memory=[MemoryRecord(id="mem_a", text="Mum is +447700900201")]) == set()
    assert _text_mum("Tell her: on my way") == {"provenance"}


def test_what_an_error_offers_is_known() -> None:
    item = task(
        "Text Chloe, the one who is a colleague: late.", calls(gold("send_message", text="late", contactId="ct_i2sn"))
    )
    ambiguous = act("send_message", text="late", contactName="Chloe")
    assert codes(item, witness(ambiguous, act("send_message", text="late", contactId="ct_i2sn"), say())) == set()


@pytest.mark.parametrize(
    ("request_text", "text", "known"),
    [
        ("Tell Mum that I will be late.", "late", True),
        ("Tell Mum that I will be late.", "tired", False),
        ("Tell Mum that I will be late.", "Sorry, I am going to be late tonight", True),
        ("Tell Mum that I will be late.", "Sorry, I am late because of Bob", False),
        ("Tell Mum that I will be late.", "Sorry, I am going to be 20 minutes late", False),
        ("告诉妈妈我要迟到了", "妈妈，我要迟到了", True),
        ("告诉妈妈我要迟到了", "今晚加班到很久", False),
    ],
)
def test_sentences_may_be_worded_freely_but_bring_in_no_names_and_numbers(request_text: str, text: str, known: bool) -> None:
    item = task(request_text + " Mum", calls(gold("send_message", text=text, contactName="Mum")))
    found = codes(item, witness(act("send_message", text=text, contactName="Mum"), say()))
    assert found == (set() if known else {"provenance"})


def test_a_planner_knows_the_names_of_tools() -> None:
    steps = [{"tool": "set_ringer_mode", "arguments": {"mode": "silent"}}]
    call: dict[str, Any] = {"action": "create", "routine": "Quiet", "trigger": "time", "time": "22:00", "steps": steps}
    plan = witness(act("manage_routine", **call), say())
    wanted = calls(gold("manage_routine", **call))
    assert codes(task("A routine Quiet: silent at 22:00.", wanted), plan) == set()
    assert codes(task("A routine Quiet: no sound at 22:00.", wanted), plan) == {"provenance"}


def test_reads_cover_every_looking_tool_and_write_nothing() -> None:
    item = task("Look.", state())
    reads = list(read_calls(catalogue()))
    names = {action.calls[0].name for action in reads}
    assert {"search_contacts", "manage_alarm", "get_storage_status"} <= names
    environment = play(item, reads, catalogue())
    assert environment.outcome().delta == ()
