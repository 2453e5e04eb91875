"""The phone environment: reset, step, fork, snapshot, and what it shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.contract import Action, Friction, MemoryRecord, Patch
from harness.environments.base import Environment
from harness.environments.phone.environment import PhoneEnvironment
from harness.errors import UserError
from tests.harness.environments.phone.tasks import act, acts, catalogue, change, say, state, task

SAVED = task("Keep the voicemail.", state(change("voicemails/vm_7arz/saved", True)))
SAVE = act("manage_voicemail", action="save", voicemailId="vm_7arz")
ADD = act("manage_contact", action="create", name="Ida", number="+15550001")
PLANS = [SAVE, ADD, act("search_contacts", query="Mum"), act("send_message", text="Hi", contactName="Mum"), say()]


def environment_of(seed: int = 0) -> PhoneEnvironment:
    environment = PhoneEnvironment(catalogue())
    environment.reset(SAVED, seed=seed)
    return environment


def test_it_is_an_environment() -> None:
    environment: Environment = environment_of()
    environment.close()


def test_reset_shows_what_a_planner_may_know() -> None:
    observation = PhoneEnvironment(catalogue()).reset(SAVED)
    assert (observation.now, observation.zone, observation.locale) == ("Mon 2026-03-02 09:14", "Europe/London", "en-GB")
    assert observation.tools == tuple(catalogue())


def test_each_call_of_a_turn_is_answered_in_order() -> None:
    answers = environment_of().step(
        acts(("search_contacts", {"query": "Mum"}), ("nonsense", {}), ("make_call", {"number": 1}))
    )
    assert [answer.call_id for answer in answers] == ["0", "1", "2"]
    assert [answer.error.code if answer.error else "ok" for answer in answers] == ["ok", "UNKNOWN_TOOL", "INVALID_ARGUMENT"]


def test_a_message_and_a_malformed_action_are_answered_with_nothing() -> None:
    environment = environment_of()
    before = environment.snapshot()
    assert environment.step(say("Hello", "clarify")) == []
    assert environment.step(Action(malformed="no JSON")) == []
    assert environment.snapshot() == before
    assert [message.text for message in environment.outcome().messages] == ["Hello"]


def test_feedback_names_the_fields_that_were_written() -> None:
    (answer,) = environment_of().step(SAVE)
    assert [(c.table, c.key, c.field, c.before, c.after) for c in answer.changes] == [
        ("voicemails", "vm_7arz", "saved", False, True)
    ]


def test_turns_are_counted_in_the_log() -> None:
    environment = environment_of()
    for action in (SAVE, say("Well?", "clarify"), ADD):
        environment.step(action)
    assert [entry.turn for entry in environment.outcome().log] == [0, 2]


def test_patches_and_memory_are_part_of_the_start_and_not_of_the_difference() -> None:
    item = task(
        "Anything.", state(),
        patches=[Patch(table="contacts", key="ct_zsc6", fields={"name": "Mother"})],
        memory=[MemoryRecord(id="mem_aaaa", text="likes tea")],
    )  # fmt: skip
    environment = PhoneEnvironment(catalogue())
    environment.reset(item)
    assert environment.phone.row("contacts", "ct_zsc6")["name"] == "Mother"
    assert environment.phone.row("memory", "mem_aaaa")["text"] == "likes tea"
    assert environment.outcome().delta == ()


def test_unknown_profile_is_refused() -> None:
    with pytest.raises(UserError, match="nobody"):
        PhoneEnvironment(catalogue()).reset(task("Anything.", state(), profile="nobody"))


def test_two_environments_share_no_state() -> None:
    first, second = environment_of(), environment_of()
    first.step(SAVE)
    assert second.outcome().delta == ()
    assert environment_of().snapshot() == second.snapshot()


def test_reset_begins_anew() -> None:
    environment = environment_of()
    start = environment.snapshot()
    environment.step(SAVE)
    environment.step(say())
    environment.reset(SAVED)
    assert environment.snapshot() == start and environment.outcome().log == () and environment.outcome().messages == ()


def test_reset_forgets_the_friction_of_the_task_before() -> None:
    environment = PhoneEnvironment(catalogue())
    friction = [
        Friction(kind="broken_tool", params={"tool": "manage_voicemail", "substitute": "make_call"}),
        Friction(kind="missing_tool", params={"tool": "send_message"}),
    ]
    environment.reset(task("Anything.", state(), friction=friction))
    assert environment.step(SAVE)[0].error
    assert "send_message" in environment.reset(SAVED).tools
    assert environment.step(SAVE)[0].error is None


def test_seeds_decide_ids_and_nothing_else() -> None:
    payloads = [environment_of(seed).step(ADD)[0].payload["contactId"] for seed in (0, 0, 1)]
    assert payloads[0] == payloads[1] != payloads[2]


def test_switching_off_is_seen() -> None:
    environment = environment_of()
    assert not environment.is_off
    environment.step(act("control_power", action="power_off"))
    assert environment.is_off


def test_evidence_holds_digests_difference_and_log() -> None:
    environment = environment_of()
    start = environment.snapshot()
    environment.step(SAVE)
    evidence = environment.evidence()
    assert (evidence.state_before, evidence.state_after) == (start, environment.snapshot())
    assert evidence.delta == environment.outcome().delta and len(evidence.log) == 1


@given(plan=st.lists(st.sampled_from(PLANS), max_size=6), cut=st.integers(0, 6))
def test_a_fork_goes_on_exactly_as_the_original_would(plan: list[Action], cut: int) -> None:
    whole, parts = environment_of(), environment_of()
    for action in plan:
        whole.step(action)
    for action in plan[:cut]:
        parts.step(action)
    twin = parts.fork()
    frozen = twin.snapshot()
    for action in plan[cut:]:
        parts.step(action)
    assert twin.snapshot() == frozen, "the original does not reach into its fork"
    for action in plan[cut:]:
        twin.step(action)
    assert whole.snapshot() == parts.snapshot() == twin.snapshot()
    assert whole.verify() == parts.verify() == twin.verify()
    assert whole.outcome() == twin.outcome()


@given(plan=st.lists(st.sampled_from(PLANS), max_size=6))
def test_the_difference_is_the_sum_of_what_the_log_says(plan: list[Action]) -> None:
    environment = environment_of()
    for action in plan:
        environment.step(action)
    last = {(c.table, c.key, c.field): c.after for entry in environment.outcome().log for c in entry.writes}
    assert {(c.table, c.key, c.field): c.after for c in environment.outcome().delta} == last
