"""Near misses: every kind is made, a strict verifier rejects them all, and a loose one is found out."""

from typing import get_args

from harness.contract import Task, Witness
from harness.environments.phone.mutation import Kind, MutationReport, mutate, near_misses, trace
from harness.environments.phone.replay import play
from tests.harness.environments.phone.tasks import act, calls, catalogue, change, gold, say, state, task, witness

TEXT = act("send_message", text="On my way", contactName="Mum")
SAVE = act("manage_voicemail", action="save", voicemailId="vm_7arz")
FORWARD = act("manage_call_forwarding", action="enable", condition="busy", number="+447700900203")
PLAN = witness(TEXT, SAVE, FORWARD, say())
STRICT = task("Text Mum, then save the voicemail and forward calls.", calls(
    gold("send_message", text="On my way", contactName="Mum"),
    gold("manage_voicemail", (0,), action="save", voicemailId="vm_7arz"),
    gold("manage_call_forwarding", action="enable", condition="busy", number="+447700900203"),
))  # fmt: skip


def report(item: Task, plan: Witness = PLAN) -> MutationReport:
    return mutate(item, plan, catalogue())


def test_every_kind_of_near_miss_is_made() -> None:
    kinds = {mutant.kind for mutant in near_misses(STRICT, PLAN, catalogue())}
    assert kinds == set(get_args(Kind))


def test_near_misses_are_the_same_every_time() -> None:
    assert list(near_misses(STRICT, PLAN, catalogue())) == list(near_misses(STRICT, PLAN, catalogue()))


def test_a_strict_verifier_rejects_every_near_miss() -> None:
    found = report(STRICT)
    assert found.survivors == () and found.made == found.rejected + found.equivalent
    assert found.rejected["drop_step"] == 3 and found.rejected["swap_steps"] == 1


def test_a_verifier_that_allows_everything_is_found_out() -> None:
    loose = task("Save it.", state(change("voicemails/vm_7arz/saved", True), allowed=["*"]))
    kinds = {mutant.kind for mutant in report(loose).survivors}
    assert {"drop_step", "unrelated_write"} <= kinds


def test_a_verifier_that_does_not_care_for_neighbouring_records_is_found_out() -> None:
    plan = witness(act("manage_alarm", action="disable", alarmId="al_rkxo"), say())
    off = change("alarms/al_rkxo/enabled", False)
    found = report(task("No alarm at seven.", state(off, allowed=["alarms/*"])), plan)
    assert {mutant.kind for mutant in found.survivors} == {"touch_record"}
    assert found.rejected["other_record"] == found.made["other_record"] > 0
    assert report(task("No alarm at seven.", state(off)), plan).survivors == ()


def test_a_record_that_is_known_by_its_name_gives_way_to_others_of_its_kind() -> None:
    details = [mutant.detail for mutant in near_misses(STRICT, PLAN, catalogue()) if mutant.kind == "other_record"]
    assert len(set(details)) == 2 and all(detail.startswith("send_message.contactName: 'Mum' -> ") for detail in details)


def test_a_verifier_that_forgets_the_order_makes_no_swaps() -> None:
    unordered = task("Do all.", calls(*[call.model_copy(update={"after": ()}) for call in STRICT.completion.check.calls]))  # type: ignore[union-attr]
    assert report(unordered).made["swap_steps"] == 0


def test_a_mutant_that_comes_to_the_same_is_no_miss() -> None:
    plan = witness(act("create_folder", path="Trips"), act("create_folder", path="Trips/Rome"), say())
    gold_changes = [
        change(f"folders/{path}/{field}", path if field == "id" else None, "exact" if field == "id" else "any")
        for path in ("Trips", "Trips/Rome")
        for field in ("id", "created")
    ]
    found = report(task("Make Trips and Trips/Rome.", state(*gold_changes)), plan)
    assert found.equivalent["drop_step"] == 1 and found.survivors == ()


OPEN = task("Open the settings.", state(change("apps/ap_hn5m/running", True)))
"""Of the other apps, the phone app runs already."""


def test_opening_an_app_that_is_open_already_is_no_miss() -> None:
    found = report(OPEN, witness(act("open_app", appName="Settings"), say()))
    assert found.equivalent["touch_record"] == 1 and found.survivors == ()
    assert found.rejected["touch_record"] == found.made["touch_record"] - 1 > 0


def test_an_episode_is_like_another_whatever_else_was_opened_but_not_without_what_that_one_opened() -> None:
    settings, phone = act("open_app", appName="Settings"), act("open_app", appName="Phone")
    less, more = (play(OPEN, actions, catalogue()) for actions in ([settings], [settings, phone]))
    assert trace(OPEN, more) != trace(OPEN, less) == trace(OPEN, more, like=trace(OPEN, less))
    assert trace(OPEN, less, like=trace(OPEN, more)) != trace(OPEN, more)


def test_a_verifier_that_does_not_see_that_only_a_time_is_missing_is_found_out() -> None:
    plan = witness(act("open_app", appName="Settings"), act("manage_backup", action="back_up_now"), say())
    survivors = [(mutant.kind, mutant.detail) for mutant in report(OPEN, plan).survivors]
    assert ("drop_step", 'manage_backup({"action": "back_up_now"})') in survivors


def test_a_place_in_a_book_that_moved_as_well_is_a_miss() -> None:
    environment = play(OPEN, [], catalogue())
    before = trace(OPEN, environment)
    book = next(iter(environment.phone.state.rows("audiobooks")))
    environment.phone.put("audiobooks", book, position=17)
    assert trace(OPEN, environment, like=before) != before


def test_a_witness_without_writes_has_no_steps_to_damage() -> None:
    plan = witness(act("search_contacts", query="Mum"), say("+447700900201"))
    found = report(task("What is Mum's number?", state(), says=[["+447700900201"]]), plan)
    assert set(found.made) == {"unrelated_write"} and found.survivors == ()
