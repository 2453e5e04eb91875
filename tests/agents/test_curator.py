"""What may be learned from: replays that do not match, duplicates, leaks, weights, samples."""

from collections.abc import Sequence

import pytest

from agents.curator import Curation, attribution, balance, curate, sample_for_people
from harness.contract import CheckResult, ReviewState, Trajectory, Verification
from tests.agents.worlds import FAMILIES, Mistake, Mistaken, by_id, drafts, environment, eta, play


def solved() -> list[Trajectory]:
    return play(drafts(), Mistaken(by_id(drafts())[1]))


def decided(items: Sequence[Trajectory], held_out: Sequence[str] = ()) -> Curation:
    tasks, _ = by_id(drafts())
    return curate(items, tasks, environment=environment, eta=eta(), held_out=held_out)


def test_solved_trajectories_are_approved_with_weights_of_mean_one_and_tags() -> None:
    result = decided(solved())
    assert {record.review for record in result.records} == {ReviewState.APPROVED}
    assert sum(record.weight for record in result.records) == pytest.approx(len(result.records), rel=1e-4)
    tasks, _ = by_id(drafts())
    for record in result.records:
        task = tasks[record.task_id]
        assert {"actor:learner", f"language:{task.language.value}", task.behaviour.value} <= set(record.tags)
    assert result.counts()["approved"] == len(drafts())


def test_the_records_are_of_these_very_trajectories() -> None:
    items = solved()
    result = decided(items)
    assert [record.trajectory_digest for record in result.records] == [item.digest() for item in items]


def test_a_recorded_end_state_that_the_actions_do_not_reach_is_quarantined() -> None:
    item = solved()[0]
    forged = item.model_copy(update={"evidence": item.evidence.model_copy(update={"state_after": "sha256:00"})})
    record = decided([forged]).records[0]
    assert record.review is ReviewState.QUARANTINED
    assert record.reasons == ("replaying the actions ends in another state",)
    assert record.weight == 0


def test_a_claimed_success_that_the_state_does_not_support_is_quarantined() -> None:
    _, witnesses = by_id(drafts())
    failed = play(drafts()[:1], Mistaken(witnesses, "stops_early"))[0]
    verdict = failed.verification.model_copy(update={"success": True})
    record = decided([failed.model_copy(update={"verification": verdict})]).records[0]
    assert record.review is ReviewState.QUARANTINED
    assert record.reasons == ("the recorded verdict is not what the state says",)


def test_an_action_that_was_changed_afterwards_is_quarantined() -> None:
    item = next(item for item in solved() if item.turns[0].action.calls)
    call = item.turns[0].action.calls[0]
    other = item.turns[0].action.model_copy(update={"calls": (call.model_copy(update={"name": "no_such_tool"}),)})
    turns = (item.turns[0].model_copy(update={"action": other}), *item.turns[1:])
    assert decided([item.model_copy(update={"turns": turns})]).records[0].review is ReviewState.QUARANTINED


def test_an_invalid_episode_is_rejected_with_its_reason() -> None:
    item = solved()[0]
    verdict = Verification(success=False, progress=0.0, valid=False, reason="the endpoint did not answer")
    record = decided([item.model_copy(update={"verification": verdict})]).records[0]
    assert record.review is ReviewState.REJECTED
    assert record.reasons == ("invalid: the endpoint did not answer",)
    assert record.attribution == "environment"


def test_the_same_episode_twice_is_learned_from_once() -> None:
    item = solved()[0]
    again = item.model_copy(update={"id": f"{item.id}-again"})
    first, second = decided([item, again]).records
    assert first.review is ReviewState.APPROVED
    assert (second.review, second.reasons) == (ReviewState.REJECTED, (f"the same as {item.id}",))
    assert second.weight == 0


def test_eight_words_of_a_held_out_request_put_a_record_into_quarantine() -> None:
    tasks, _ = by_id(drafts())
    items = solved()
    words = next(task.request for task in tasks.values() if len(task.request.split()) >= 8)
    leaked = [item for item in items if tasks[item.task_id].request == words]
    result = decided(items, held_out=[f"well then {words} or so"])
    quarantined = [record for record in result.records if record.review is ReviewState.QUARANTINED]
    assert [record.trajectory_id for record in quarantined] == [item.id for item in leaked]
    assert quarantined[0].reasons[0].startswith("shares words with a held-out task")


@pytest.mark.parametrize(
    ("mistake", "cause"),
    [
        ("stops_early", "stopped_early"),
        ("gives_up", "gave_up"),
        ("format", "format"),
        ("loops", "budget"),
        ("wrong_value", "overreach"),
    ],
)
def test_failures_are_kept_apart_with_a_first_word_on_their_cause(mistake: Mistake, cause: str) -> None:
    pairs = drafts("named_timer")[:1]
    tasks, witnesses = by_id(pairs)
    failed = play(pairs, Mistaken(witnesses, mistake))[0]
    assert not failed.verification.success
    record = curate([failed], tasks, environment=environment, eta=eta()).records[0]
    assert (record.review, record.reasons) == (ReviewState.REJECTED, ("the task was not solved",))
    assert record.attribution == cause
    assert record.erroneous == ()


def test_failed_gates_are_named_before_anything_else_that_failed() -> None:
    item = solved()[0]
    for name, cause in (("memory m1 was found", "memory_not_retrieved"), ("skill x was loaded", "skill_not_loaded")):
        verdict = Verification(success=False, progress=0.5, gates=(CheckResult(name=name, passed=False),))
        assert attribution(item.model_copy(update={"verification": verdict})) == cause


def test_rare_families_and_capabilities_weigh_more_but_at_most_twofold_each() -> None:
    pairs = drafts("named_timer", count=9) + drafts("memory_newer_fact_wins")[:1]
    weights = balance({task.id: task for task, _ in pairs})
    common, rare = weights[pairs[0][0].id], weights[pairs[-1][0].id]
    assert 1 < rare / common <= 16
    assert sum(weights.values()) == pytest.approx(len(pairs), rel=1e-4)
    assert balance({}) == {}


def test_people_are_shown_at_least_fifty_or_everything_drawn_by_seed() -> None:
    records = decided(solved()).records
    everything = sample_for_people(records)
    assert everything == sorted(record.trajectory_id for record in records)
    many = [record.model_copy(update={"trajectory_id": f"t{number}"}) for number in range(200) for record in records[:1]]
    assert len(sample_for_people(many)) == 50
    assert sample_for_people(many, seed=1) == sample_for_people(many, seed=1) != sample_for_people(many)


def test_curating_again_decides_the_same() -> None:
    items = solved()
    assert [record.digest() for record in decided(items).records] == [record.digest() for record in decided(items).records]
    assert len(items) == 3 * len(FAMILIES)
