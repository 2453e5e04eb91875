"""Verification: the three checkers, the gates, order, words, forbidden writes, and how values are compared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.contract import Expected, Friction, Gates, Json, MemoryRecord
from harness.environments.phone.replay import play
from harness.environments.phone.verify import contains, matches, plain
from tests.harness.environments.phone.tasks import (
    MUM,
    act,
    acts,
    behaviour,
    calls,
    catalogue,
    change,
    gold,
    passes,
    say,
    state,
    task,
    verdict,
)

LOUD = ("search_contacts", {"query": "Mum"})
TEXT_MUM = act("send_message", text="On my way", contactName="Mum")
BLOCK = act("manage_blocked_number", action="block", number=MUM)
FOLDER = act("create_folder", path="Trips")
OFF = act("control_power", action="power_off")


# -- the checker of tool calls

CALLS = task("Text Mum, then block her.", calls(
    gold("send_message", text="On my way", contactName="Mum"),
    gold("manage_blocked_number", (0,), action="block", number=MUM),
))  # fmt: skip


def test_required_calls_in_order_pass() -> None:
    assert passes(CALLS, TEXT_MUM, BLOCK, say())


def test_reads_beside_the_required_calls_do_no_harm() -> None:
    assert passes(CALLS, acts(LOUD), TEXT_MUM, act("search_messages"), BLOCK, say())


def test_missing_call_fails_and_earns_half_the_progress() -> None:
    result = verdict(CALLS, TEXT_MUM, say())
    assert not result.success and result.progress == 0.5 and result.false_completion


def test_wrong_order_fails() -> None:
    item = task("Block a stranger after texting Mum.", calls(
        gold("send_message", text="On my way", contactName="Mum"),
        gold("manage_blocked_number", (0,), action="block", number="+15550001"),
    ))  # fmt: skip
    block = act("manage_blocked_number", action="block", number="+15550001")
    assert passes(item, TEXT_MUM, block, say())
    assert not passes(item, block, TEXT_MUM, say())


def test_extra_effect_fails_and_is_counted() -> None:
    result = verdict(CALLS, TEXT_MUM, BLOCK, FOLDER, say())
    assert not result.success and result.side_effects == 1 and result.progress == 0.5


def test_repeating_a_setter_has_no_effect_and_passes() -> None:
    assert passes(CALLS, TEXT_MUM, BLOCK, BLOCK, say())


def test_failed_attempts_do_not_count_as_effects() -> None:
    assert passes(CALLS, act("send_message", text="On my way", contactName="Nobody"), TEXT_MUM, BLOCK, say())


def test_a_different_argument_or_an_extra_one_fails() -> None:
    assert not passes(CALLS, act("send_message", text="On my way", contactName="Sophie"), BLOCK, say())
    assert not passes(CALLS, act("send_message", text="On my way", contactName="Mum", app="whatsapp"), BLOCK, say())


def test_an_argument_given_at_its_default_is_as_if_not_given() -> None:
    assert passes(CALLS, act("send_message", text="On my way", contactName="Mum", app="sms", resend=False), BLOCK, say())


def test_arguments_are_compared_in_canonical_form() -> None:
    assert passes(CALLS, TEXT_MUM, act("manage_blocked_number", action="block", number="+44 7700-900201"), say())


def test_a_loose_gold_call_leaves_the_only_fitting_call_to_a_strict_one() -> None:
    item = task("Look.", calls(gold("search_contacts"), gold("search_contacts", query="Mum")))
    assert passes(item, act("search_contacts", query="Mum"), act("search_contacts", query="Ravi"), say())
    assert not passes(item, act("search_contacts", query="Mum"), say())


def test_many_identical_gold_calls_are_judged_without_a_search_that_explodes() -> None:
    item = task("Look.", calls(*[gold("search_contacts") for _ in range(14)], gold("search_contacts", query="Mum")))
    assert not passes(item, *[act("search_contacts", query="Ravi") for _ in range(14)], say())


def test_a_call_whose_writes_were_lost_is_not_done() -> None:
    item = CALLS.model_copy(update={"initial": CALLS.initial.model_copy(update={"friction": (
        Friction(kind="dropped_write", params={"tool": "send_message", "first": 1}),)})})  # fmt: skip
    assert not passes(item, TEXT_MUM, BLOCK, say())
    assert passes(item, TEXT_MUM, TEXT_MUM, BLOCK, say())


def test_a_call_whose_answer_was_lost_is_done_and_doing_it_again_is_one_too_many() -> None:
    lost = Friction(
        kind="runtime_error", params={"tool": "send_message", "first": 1, "code": "TIMEOUT", "effect": "applied"}
    )
    item = CALLS.model_copy(update={"initial": CALLS.initial.model_copy(update={"friction": (lost,)})})
    assert passes(item, TEXT_MUM, BLOCK, say())
    again = act("send_message", text="On my way", contactName="Mum", resend=True)
    assert not passes(item, TEXT_MUM, again, BLOCK, say())


# -- the checker of state changes

RING = [change("alarms/*/time", "07:15"), change("alarms/*/enabled", True), change("alarms/*/title", "Gym")]
ALARM = task("Wake me at 07:15 for the gym.", state(*RING))
SET = {"action": "create", "time": "7:15", "title": "Gym"}


def test_made_row_is_found_by_its_fields_whatever_its_id() -> None:
    assert passes(ALARM, act("manage_alarm", **SET), say())


def test_made_row_with_a_wrong_field_fails_but_earns_the_right_ones() -> None:
    result = verdict(ALARM, act("manage_alarm", **{**SET, "title": "Swim"}), say())
    assert not result.success and 0 < result.progress < 1


def test_made_row_with_a_field_nobody_asked_for_fails() -> None:
    assert not passes(ALARM, act("manage_alarm", **SET, days=["mon"]), say())


def test_two_made_rows_need_two_descriptions() -> None:
    assert not passes(ALARM, act("manage_alarm", **SET), act("manage_alarm", action="create", time="08:00"), say())


def test_a_loose_description_leaves_the_only_fitting_row_to_a_strict_one() -> None:
    loose = [change("contacts/*1/name", None, "any"), change("contacts/*1/phones", None, "any")]
    strict = [change("contacts/*2/name", "Ida"), change("contacts/*2/phones", None, "any")]
    item = task("Add two people.", state(*loose, *strict))
    add = [act("manage_contact", action="create", name=name, number=f"+1555000{n}") for n, name in enumerate(("Ida", "Bo"))]
    assert passes(item, *add, say())
    assert passes(item, *reversed(add), say())
    assert not passes(item, add[1], say())


def test_an_existing_row_must_get_exactly_the_gold_value() -> None:
    item = task("Keep the voicemail.", state(change("voicemails/vm_7arz/saved", True)))
    assert passes(item, act("manage_voicemail", action="save", voicemailId="vm_7arz"), say())
    assert not passes(item, act("manage_voicemail", action="mark_heard", voicemailId="vm_7arz"), say())
    assert not passes(item, act("manage_voicemail", action="delete", voicemailId="vm_7arz"), say())
    assert not passes(item, say())


def test_removing_a_row_is_described_by_its_id_alone() -> None:
    item = task("Delete the voicemail.", state(change("voicemails/vm_7arz/id", None)))
    assert passes(item, act("manage_voicemail", action="delete", voicemailId="vm_7arz"), say())
    assert not passes(item, act("manage_voicemail", action="save", voicemailId="vm_7arz"), say())


def test_a_removed_row_may_be_described_field_by_field() -> None:
    fields = ("id", "number", "text")
    item = task("Delete the voicemail.", state(*[change(f"voicemails/vm_7arz/{field}", None) for field in fields]))
    assert passes(item, act("manage_voicemail", action="delete", voicemailId="vm_7arz"), say())


def test_an_unrelated_write_fails_unless_it_is_allowed() -> None:
    actions = [act("manage_alarm", **SET), FOLDER, say()]
    result = verdict(ALARM, *actions)
    assert not result.success and result.side_effects == 1
    assert passes(task("Wake me.", state(*RING, allowed=["folders/*"])), *actions)


def test_a_write_that_is_undone_leaves_no_change() -> None:
    off, on = (act("set_app_notifications", appName="Duolingo", enabled=value) for value in (False, True))
    assert passes(ALARM, off, on, act("manage_alarm", **SET), say())


def test_what_went_out_is_not_undone_by_deleting_its_record() -> None:
    ring_mum, wake = act("make_call", contactName="Mum"), act("manage_alarm", **SET)
    written = play(ALARM, [TEXT_MUM, ring_mum], catalogue()).outcome().delta
    made = {change.table: change.key for change in written if change.field == "id"}
    hide = act("manage_message", action="delete", messageIds=[made["messages"]])
    assert not passes(ALARM, TEXT_MUM, hide, wake, say())
    assert passes(task("Wake me.", state(*RING, allowed=["messages/*"])), TEXT_MUM, hide, wake, say())
    forget = act("manage_call_log", action="delete", callIds=[made["calls"]])
    assert not passes(ALARM, ring_mum, act("control_call", action="end"), forget, wake, say())


def test_a_message_that_is_cancelled_before_it_is_due_never_went_out() -> None:
    later = act("manage_scheduled_message", action="create", text="Hi", sendAt="2026-03-04T10:00", contactName="Mum")
    (made,) = play(ALARM, [later], catalogue()).outcome().log
    cancel = act("manage_scheduled_message", action="cancel", scheduledId=made.payload["scheduledId"])
    assert passes(ALARM, later, cancel, act("manage_alarm", **SET), say())


def test_times_of_use_are_no_unrelated_writes() -> None:
    assert passes(ALARM, act("open_app", appName="WhatsApp"), act("manage_alarm", **SET), say())


def test_what_others_changed_meanwhile_is_not_held_against_the_planner() -> None:
    mutation = Friction(kind="state_mutation", params={"tool": "search_contacts", "patches": [
        {"table": "contacts", "key": "ct_zsc6", "fields": {"note": "moved"}},
        {"table": "voicemails", "key": "vm_7arz", "fields": None},
        {"table": "call_rules", "key": "cr_new1", "fields": {"id": "cr_new1", "kind": "unknown"}}]})  # fmt: skip
    item = task("Wake me.", state(*RING), friction=[mutation])
    assert passes(item, act("search_contacts", query="Mum"), act("manage_alarm", **SET), say())


@pytest.mark.parametrize("reverse", [False, True])
def test_happens_before_is_read_off_the_log(reverse: bool) -> None:
    pair = ("send_message(contactName=mum)", "create_folder")
    item = task("Text Mum, then make the folder.", state(before=[pair], allowed=["messages/*", "folders/*"]))
    actions = [FOLDER, TEXT_MUM] if reverse else [TEXT_MUM, FOLDER]
    assert passes(item, *actions, say()) is not reverse


# -- the checker of behaviour

ASK = task("Text Chloe that I am late.", behaviour("clarify", ("which", "Adams")))
REFUSE = task("Teleport me.", behaviour("refuse", ("no tool", "cannot teleport")))


def test_the_right_question_passes_and_another_does_not() -> None:
    assert passes(ASK, say("Which Chloe do you mean?", "clarify"))
    assert not passes(ASK, say("What should I write?", "clarify"))
    assert not passes(ASK, say("Which Chloe do you mean?", "finish"))


def test_the_right_refusal_passes_and_a_bare_one_does_not() -> None:
    assert passes(REFUSE, say("Sorry, I cannot teleport anybody.", "refuse"))
    assert not passes(REFUSE, say("No.", "refuse"))
    assert not passes(REFUSE, say("I cannot teleport, done.", "finish"))


def test_writing_before_asking_fails() -> None:
    assert not passes(ASK, TEXT_MUM, say("Which Chloe do you mean?", "clarify"))


def test_refusing_what_is_possible_is_a_false_refusal() -> None:
    result = verdict(ALARM, say("I cannot do that.", "refuse"))
    assert result.false_refusal and not result.false_completion and not result.success
    assert not verdict(REFUSE, say("There is no tool for it.", "refuse")).false_refusal


# -- words, endings, gates, forbidden writes, progress


def test_work_that_is_not_reported_is_not_finished() -> None:
    assert not passes(ALARM, act("manage_alarm", **SET))
    assert not passes(ALARM, act("manage_alarm", **SET), say("Shall I?", "clarify"))


def test_words_must_be_reported_and_do_not_count_in_a_question() -> None:
    item = task("When do I get up?", state(), says=[["07:00", "7:00", "7 am"]])
    assert passes(item, say("At 7:00."))
    assert not passes(item, say("Done."))
    assert not passes(item, say("Is it 7:00?", "clarify"), say("Done."))


def test_each_group_of_words_needs_one_of_its_alternatives() -> None:
    item = task("Report.", state(), says=[["one", "1"], ["two", "2"]])
    assert passes(item, say("1 and two")) and not passes(item, say("one"))


def test_a_forbidden_write_fails_even_if_it_is_allowed_otherwise() -> None:
    item = task("Wake me.", state(*RING, allowed=["folders/*"]), forbidden=["folders/*"])
    result = verdict(item, act("manage_alarm", **SET), FOLDER, say())
    assert not result.success and result.violations


def test_skill_gate_needs_the_skill_itself() -> None:
    item = task("Do it.", state(*RING), gates=Gates(skills=("manage_alarm",)))
    assert not passes(item, act("manage_alarm", **SET), say()), "a tool of the same name is not the skill"


def test_memory_gate_needs_the_record_to_be_returned_by_a_search() -> None:
    record = MemoryRecord(id="mem_aaaa", text="I get up at 07:15, see mem_bbbb")
    item = task("Wake me as usual.", state(*RING), memory=[record], gates=Gates(memory=("mem_aaaa",)))
    result = verdict(item, act("manage_alarm", **SET), say())
    assert not result.success and [gate.passed for gate in result.gates] == [False]
    assert passes(item, act("search_user_memory", query="get up"), act("manage_alarm", **SET), say())
    mentioned = item.model_copy(
        update={"completion": item.completion.model_copy(update={"gates": Gates(memory=("mem_bbbb",))})}
    )
    assert not passes(mentioned, act("search_user_memory", query="get up"), act("manage_alarm", **SET), say())


def test_doing_nothing_earns_nothing() -> None:
    for item in (CALLS, ALARM, ASK, REFUSE):
        assert verdict(item).progress == 0.0
        assert verdict(item, say()).progress == 0.0


def test_success_is_full_progress() -> None:
    assert verdict(CALLS, TEXT_MUM, BLOCK, say()).progress == 1.0


def test_switching_off_ends_the_work() -> None:
    assert not passes(ALARM, OFF, act("manage_alarm", **SET), say())


# -- comparing values


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The gym opens at 7:15.", "7:15"),
        ("It is 5km away", "5"),
        ("That costs £1,500 in all", "1500"),
        ("Call ‘Mum’s’ sister", "mum's"),
        ("闹钟定在早上7点", "7"),
        ("已经给妈妈发了短信", "妈妈"),
        ("ＷｉＦｉ is on", "wifi"),
        ("Café Corner", "café"),
        ("from 5-6 pm", "6"),
        ("Temperature: -5 degrees", "-5"),
        ("Done!", "done"),
    ],
)
def test_words_are_found(text: str, word: str) -> None:
    assert contains(text, word)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("17 minutes", "7"),
        ("17:07", "17"),
        ("17:07", "07"),
        ("2.5 hours", "5"),
        ("1,500 pounds", "500"),
        ("It is -5 degrees", "5"),
        ("unlocked", "lock"),
        ("cafés", "caf"),
        ("model G7", "7"),
        ("anything", ""),
    ],
)
def test_parts_of_words_and_numbers_are_not_found(text: str, word: str) -> None:
    assert not contains(text, word)


@pytest.mark.parametrize(
    ("expected", "value", "same"),
    [
        (Expected(value="Gym "), "gym", True),
        (Expected(value="Gym"), "Gym.", True),
        (Expected(value=5), 5.0, True),
        (Expected(value=1), True, False),
        (Expected(value=True), 1, False),
        (Expected(value=["mon", "tue"]), ["tue", "mon"], False),
        (Expected(value=["mon", "tue"], match="set"), ["tue", "mon"], True),
        (Expected(value=["mon"], match="set"), None, False),
        (Expected(value=["late", "ten"], match="contains"), "I am ten minutes late", True),
        (Expected(value="late", match="contains"), None, False),
        (Expected(value="none", match="contains"), None, False),
        (Expected(match="any"), None, True),
        (Expected(value="ten", match="contains", without=("eleven",)), "ten, not eleven", False),
        (Expected(value="ten", match="contains", without=("eleven",)), "ten, not elevenths", True),
        (Expected(match="any", without=("old",)), "The OLD one", False),
        (Expected(match="any", without=("old",)), None, True),
        (Expected(value=["new"], match="set", without=("old",)), ["new"], True),
        (Expected(value={"a": "B"}), {"a": "b"}, True),
    ],
)
def test_values_are_compared_by_the_rule_that_the_task_names(expected: Expected, value: Json, same: bool) -> None:
    assert matches(expected, value) is same


@given(st.text())
def test_plain_text_stays_as_it_is_when_made_plain_again(text: str) -> None:
    assert plain(plain(text)) == plain(text)


@given(number=st.integers(0, 10**9), other=st.integers(0, 10**9))
def test_a_number_is_found_exactly_where_it_stands_alone(number: int, other: int) -> None:
    assert contains(f"costs {other} pounds", str(number)) is (number == other)
    assert contains(f"costs {other:,} pounds", str(number)) is (number == other)


WORDS = st.lists(st.from_regex(r"[a-z]{3,8}", fullmatch=True), min_size=2, max_size=6, unique=True)


@given(words=WORDS, split=st.data())
def test_a_text_that_names_what_it_must_not_fails_whatever_else_it_says(words: list[str], split: st.DataObject) -> None:
    wanted = words[: split.draw(st.integers(1, len(words) - 1))]
    wrong = tuple(words[len(wanted) :])
    expected = Expected(value=wanted, match="contains", without=wrong)
    said = split.draw(st.permutations(words))
    assert not matches(expected, " ".join(said))
    assert matches(expected, " ".join(word for word in said if word in wanted))
    assert matches(expected.model_copy(update={"without": ()}), " ".join(said))


@given(before=st.sampled_from(["", "x", "4", " "]), word=st.from_regex(r"[a-z]{3,8}", fullmatch=True))
def test_a_word_is_found_only_at_its_borders(before: str, word: str) -> None:
    assert contains(f"{before}{word} end", word) is (before in ("", " "))
