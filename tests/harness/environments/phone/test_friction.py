"""Friction: every kind does what it declares, is counted per fork, and malformed declarations are refused."""

import pytest

from harness.contract import Action, Feedback, Friction, Json, Patch
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.friction import apply_patches, parse
from harness.errors import UserError
from tests.harness.environments.phone.driving import phone_of
from tests.harness.environments.phone.tasks import MUM, act, catalogue, say, state, task

SEND = act("send_message", text="Hi", contactName="Mum")
RULES = act("manage_call_rule", action="create", kind="unknown")
LIST = act("manage_call_rule", action="list")


def started(*friction: Friction) -> PhoneEnvironment:
    environment = PhoneEnvironment(catalogue())
    environment.reset(task("Anything.", state(), friction=friction))
    return environment


def obstacle(kind: str, **params: Json) -> Friction:
    return Friction(kind=kind, params=params)


def code(environment: PhoneEnvironment, action: Action) -> str:
    (answer,) = environment.step(action)
    return answer.error.code if answer.error else "ok"


def only(environment: PhoneEnvironment, action: Action) -> Feedback:
    (answer,) = environment.step(action)
    return answer


def test_runtime_error_fails_the_first_calls_and_then_lets_go() -> None:
    environment = started(obstacle("runtime_error", tool="send_message", first=2))
    assert [code(environment, SEND) for _ in range(3)] == ["UNAVAILABLE", "UNAVAILABLE", "ok"]
    assert [entry.fault for entry in environment.outcome().log] == ["UNAVAILABLE", "UNAVAILABLE", None]


def test_runtime_error_without_a_number_never_lets_go() -> None:
    environment = started(obstacle("runtime_error", tool="send_message", code="TIMEOUT"))
    assert [code(environment, SEND) for _ in range(5)] == ["TIMEOUT"] * 5


def test_runtime_error_can_be_limited_to_some_arguments() -> None:
    environment = started(obstacle("runtime_error", tool="send_message", where={"contactName": "Mum"}))
    assert code(environment, SEND) == "UNAVAILABLE"
    assert code(environment, act("send_message", text="Hi", number=MUM)) == "ok"


def test_runtime_error_that_was_applied_writes_and_says_so() -> None:
    environment = started(obstacle("runtime_error", tool="send_message", first=1, code="TIMEOUT", effect="applied"))
    answer = only(environment, SEND)
    assert answer.error is not None and answer.error.effect == "applied" and answer.payload is None
    assert any(change.table == "messages" for change in environment.outcome().delta)


def test_runtime_error_leaves_other_tools_alone() -> None:
    assert code(started(obstacle("runtime_error", tool="make_call")), SEND) == "ok"


def test_broken_tool_always_fails_and_is_not_worth_retrying() -> None:
    environment = started(obstacle("broken_tool", tool="send_message", substitute="send_email"))
    for _ in range(3):
        answer = only(environment, SEND)
        assert answer.error is not None and answer.error.code == "BROKEN_TOOL" and not answer.error.retryable
    assert "substitute" not in answer.model_dump_json(), "how to get around it is for the planner to find"


def test_dropped_write_looks_done_and_only_reading_back_can_tell() -> None:
    environment = started(obstacle("dropped_write", tool="manage_call_rule", first=1))
    assert code(environment, LIST) == "ok", "reading does not use the fault up"
    answer = only(environment, RULES)
    assert answer.error is None and answer.payload["created"] and not answer.changes
    assert only(environment, LIST).payload == {"rules": []}
    only(environment, RULES)
    assert len(only(environment, LIST).payload["rules"]) == 1


def test_dropped_write_still_costs_time() -> None:
    environment = started(obstacle("dropped_write", tool="send_message"))
    before = environment.phone.state.now
    only(environment, SEND)
    assert environment.phone.state.now == before + 2


def test_database_conflict_stops_writes_only_and_a_retry_helps() -> None:
    environment = started(obstacle("database_conflict", tool="manage_call_rule"))
    assert code(environment, LIST) == "ok"
    answer = only(environment, RULES)
    assert answer.error is not None and answer.error.code == "CONFLICT" and answer.error.retryable
    assert code(environment, RULES) == "ok"


def test_state_mutation_happens_after_the_nth_success_and_hides_from_the_planner() -> None:
    patches = [{"table": "voicemails", "key": "vm_7arz", "fields": None}]
    environment = started(obstacle("state_mutation", tool="search_contacts", nth=2, patches=patches))
    look = act("search_contacts", query="Mum")
    environment.step(look)
    assert environment.phone.state.get("voicemails", "vm_7arz")
    answer = only(environment, look)
    assert environment.phone.state.get("voicemails", "vm_7arz") is None
    assert not answer.changes and environment.outcome().delta == ()
    environment.step(look)
    assert environment.outcome().log[1].fault == "state_mutation"
    assert environment.outcome().log[2].fault is None


def test_state_mutation_under_a_planners_change_shows_the_planners_change_only() -> None:
    patches = [{"table": "contacts", "key": "ct_zsc6", "fields": {"note": "moved"}}]
    environment = started(obstacle("state_mutation", tool="search_contacts", patches=patches))
    environment.step(act("search_contacts", query="Mum"))
    environment.step(act("manage_contact", action="update", contactId="ct_zsc6", relation="mum"))
    assert [(c.field, c.after) for c in environment.outcome().delta] == [("relation", "mum")]


def test_missing_tool_is_neither_offered_nor_carried_out() -> None:
    item = task("Anything.", state(), friction=[obstacle("missing_tool", tool="send_message")])
    environment = PhoneEnvironment(catalogue())
    assert "send_message" not in environment.reset(item).tools
    assert code(environment, SEND) == "UNKNOWN_TOOL"
    assert "send_message" in PhoneEnvironment(catalogue()).reset(task("Anything.", state())).tools


@pytest.mark.parametrize(
    "kind",
    ["missing_parameter", "permission_block", "ambiguous_entity", "obfuscated_reference", "contradictory_request",
     "extraneous_tools", "unsolvable"],
)  # fmt: skip
def test_obstacles_of_state_and_words_are_declared_and_act_by_themselves(kind: str) -> None:
    environment = started(obstacle(kind, note="only for reports"))
    assert code(environment, SEND) == "ok"


def test_several_obstacles_are_counted_apart() -> None:
    environment = started(
        obstacle("runtime_error", tool="send_message", first=1), obstacle("database_conflict", tool="send_message", first=1)
    )
    assert [code(environment, SEND) for _ in range(3)] == ["UNAVAILABLE", "CONFLICT", "ok"]


def test_each_fork_counts_for_itself() -> None:
    environment = started(obstacle("runtime_error", tool="send_message", first=1))
    twin = environment.fork()
    assert code(environment, SEND) == "UNAVAILABLE" and code(environment, SEND) == "ok"
    assert code(twin, SEND) == "UNAVAILABLE"


def test_a_call_with_bad_arguments_does_not_use_a_fault_up() -> None:
    environment = started(obstacle("runtime_error", tool="send_message", first=1))
    assert code(environment, act("send_message", text="Hi", colour="red")) == "INVALID_ARGUMENT"
    assert code(environment, SEND) == "UNAVAILABLE"


@pytest.mark.parametrize("bad", [obstacle("gremlin"), obstacle("broken_tool", tool="x"), obstacle("unsolvable", depth=2)])
def test_malformed_friction_is_refused_with_its_kind(bad: Friction) -> None:
    with pytest.raises(UserError, match=bad.kind):
        parse(bad)


def test_a_patch_that_removes_nothing_is_refused() -> None:
    with pytest.raises(UserError, match="contacts/ct_none"):
        apply_patches(phone_of(), (Patch(table="contacts", key="ct_none", fields=None),))


ALARM = {"id": "al_test", "time": "09:20", "title": "Patched", "days": [], "enabled": True, "created": 1757148007}


def ring(*patches: Patch, minutes: int = 10) -> list[str]:
    """The titles of what rings within so many minutes of the task's start, 09:14 in London."""
    environment = PhoneEnvironment(catalogue())
    environment.reset(task("Anything.", state(), patches=list(patches)))
    before = set(environment.phone.state.rows("notifications"))
    environment.phone.pass_time(60 * minutes)
    rows = environment.phone.state.rows("notifications").items()
    return [str(row["text"]) for key, row in rows if key not in before and row["title"] == "Alarm"]


def test_what_a_patch_adds_moves_or_removes_rings_when_it_should() -> None:
    added = Patch(table="alarms", key="al_test", fields=ALARM)
    assert ring(added) == ["Patched"] and ring(added, minutes=5) == []
    assert ring(added, Patch(table="alarms", key="al_test", fields={"time": "09:40"})) == []
    assert ring(added, Patch(table="alarms", key="al_test", fields=None)) == []
    assert ring(added, Patch(table="alarms", key="al_test", fields={"enabled": False})) == []


def test_a_patched_zone_counts_for_what_was_due_before_it_and_after() -> None:
    zone = Patch(table="device", key="clock", fields={"zone": "Europe/Berlin"})
    added = Patch(table="alarms", key="al_test", fields={**ALARM, "time": "10:20"})
    assert ring(added, zone) == ring(zone, added) == ["Patched"]
    assert ring(added) == []


def test_a_patch_that_leaves_a_row_without_what_it_falls_due_by_is_refused() -> None:
    with pytest.raises(UserError, match="alarms/al_half without 'enabled'"):
        ring(Patch(table="alarms", key="al_half", fields={"time": "09:20"}))


def test_a_message_meets_no_friction() -> None:
    environment = started(obstacle("runtime_error", tool="send_message"))
    assert environment.step(say()) == []
