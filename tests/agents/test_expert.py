"""The expert follows a witness from wherever an episode stands, and its slips teach recovery."""

import random

import pytest

from agents.collector import collect
from agents.expert import Expert, Guide, is_offered, slip
from bench.scenario import FAMILIES, build
from harness.contract import Action, Call, Holdout, MessageKind, Split, Status, Trajectory
from harness.episode import Episode, replay
from harness.policy import Reply
from tests.agents.worlds import act, by_id, catalogue, drafts, environment, eta, say

OBSTACLES = ("expense_into_a_locked_book", "currency_at_the_second_try", "conversion_for_a_friend")
IDS = ("reminder_revised_afterwards", "subagent_crop_picture")
NAMED_BY_ID = ("file_into_a_folder", "moved_alarm", "note_to_delete", "rescheduled_event")


def by_expert(*families: str, seed: int = 0, slip_rate: float = 0.0) -> list[Trajectory]:
    tasks, witnesses = by_id(drafts(*families))
    made = collect(tasks.values(), witnesses, environment=environment, eta=eta(), seed=seed, slip_rate=slip_rate)
    return list(made)


def episode_of(family: str, *, turns: int = 0) -> tuple[Episode, Guide]:
    """The first task of a family whose witness needs at least so many turns."""
    task, witness = next(pair for pair in drafts(family, count=8) if len(pair[1].turns) >= turns)
    return Episode(task, environment(), eta()), Guide(task, witness, catalogue())


def test_without_slips_it_solves_its_tasks_in_as_many_turns_as_the_witness() -> None:
    _, witnesses = by_id(drafts())
    for item in by_expert():
        assert item.verification.success, item.id
        assert len(item.turns) == len(witnesses[item.task_id].turns)
        assert {turn.actor for turn in item.turns} == {"expert"}


@pytest.mark.parametrize("name", ["subagent_document_then_post", "subagent_edit_then_post"])
@pytest.mark.parametrize("seed", [0, 1, 7])
def test_a_goal_about_a_generated_name_is_met_with_every_seed(name: str, seed: int) -> None:
    family = FAMILIES[name]
    holdout = Holdout.NONE if family.split is Split.TRAIN else Holdout.FAMILY
    task, witness = build(family, 0, catalogue(), split=family.split, holdout=holdout)
    (run,) = collect([task], {task.id: witness}, environment=environment, eta=eta(), seed=seed)
    assert run.verification.success
    (made,) = (change.after for change in run.evidence.delta if change.table == "artifacts" and change.field == "name")
    posts = [call for turn in run.turns for call in turn.action.calls if made in str(call.arguments.get("instruction"))]
    assert posts
    unnamed = posts[0].model_copy(update={"arguments": {**posts[0].arguments, "instruction": "post it"}})
    actions = [
        turn.action.model_copy(update={"calls": tuple(unnamed if call in posts else call for call in turn.action.calls)})
        for turn in run.turns
    ]
    assert not replay(task, actions, environment(), eta(), seed=seed).verify().success


def test_every_slip_is_refused_leaves_no_trace_and_is_mended_by_the_next_turn() -> None:
    slips = 0
    for item in by_expert(slip_rate=1.0):
        assert item.verification.success, item.id
        for index, turn in enumerate(item.turns):
            if any(answer.status is Status.ERROR for answer in turn.feedback):
                slips += 1
                assert not any(answer.changes for answer in turn.feedback)
                after = item.turns[index + 1].feedback
                assert after and all(answer.status is Status.OK for answer in after)
    assert slips > len(drafts())


def test_slips_come_in_every_kind() -> None:
    codes = {
        answer.error.code
        for item in by_expert(*NAMED_BY_ID, slip_rate=1.0)
        for turn in item.turns
        for answer in turn.feedback
        if answer.error
    }
    assert {"UNKNOWN_TOOL", "MISSING_ARGUMENT", "INVALID_ARGUMENT", "NOT_FOUND"} <= codes


def test_the_rate_decides_how_many_turns_start_with_a_slip() -> None:
    def failed(items: list[Trajectory]) -> int:
        return sum(answer.error is not None for item in items for turn in item.turns for answer in turn.feedback)

    none, some, all_ = (failed(by_expert(slip_rate=rate)) for rate in (0.0, 0.3, 1.0))
    assert none == 0 < some < all_


@pytest.mark.parametrize("family", OBSTACLES)
def test_a_slip_never_uses_up_an_obstacle_of_the_task(family: str) -> None:
    assert all(item.verification.success for item in by_expert(family, slip_rate=1.0))


@pytest.mark.parametrize("family", IDS)
def test_ids_that_another_seed_gives_are_followed(family: str) -> None:
    first, second = by_expert(family), by_expert(family, seed=1)
    assert all(item.verification.success for item in (*first, *second))
    assert first[0].turns[-2].action.calls != second[0].turns[-2].action.calls, "other ids, other arguments"


def test_a_call_that_failed_where_the_witness_succeeds_is_still_to_do() -> None:
    episode, guide = episode_of("headphones_connected_and_tuned", turns=3)
    effect = next(action for action in reversed(guide.witness.turns) if action.calls)
    turn = episode.advance(Reply(effect))
    assert turn is not None and turn.feedback[0].error is not None, "too early: they are not connected yet"
    guide.finish(episode)
    assert episode.verify().success


def test_where_the_obstacle_spared_the_episode_one_attempt_stands_for_both() -> None:
    episode, guide = episode_of("expense_into_a_locked_book", turns=3)
    first, again = guide.witness.turns[:2]
    assert first.calls[0].arguments == again.calls[0].arguments, "the witness tries again"
    wrong = first.calls[0].model_copy(update={"arguments": {**first.calls[0].arguments, "amount": 1}})
    episode.advance(Reply(Action(calls=(wrong,))))  # meets the locked book in the witness's place
    guide.finish(episode)
    calls = [answer.status for turn in episode.turns for answer in turn.feedback]
    assert calls == [Status.ERROR, Status.OK]
    assert episode.verify().success


def test_what_is_already_done_is_not_done_again() -> None:
    episode, guide = episode_of("volume_adjusted_afterwards")
    for action in guide.witness.turns[:2]:
        episode.advance(Reply(action))
    assert guide.remaining(episode) == list(guide.witness.turns[2:])


def test_without_the_tool_it_says_so_instead_of_trying_on() -> None:
    task, witness = drafts("named_timer")[0]
    few = eta().model_copy(
        update={
            "settings": eta().settings.model_copy(
                update={"recall": eta().settings.recall.model_copy(update={"tools": 1, "always": ()})}
            )
        }
    )
    episode = Episode(task, environment(), few)
    assert not is_offered(witness.turns[0], episode)
    action = Expert({task.id: witness}).look(episode)
    assert action.message is not None and action.message.kind is MessageKind.REFUSE


def test_a_call_that_cannot_go_wrong_without_harm_has_no_slip() -> None:
    episode, _ = episode_of("named_timer")
    harmless = Action(calls=(Call(id="c0", name=episode.exposed[0], arguments={}),))
    made = {str(slip(harmless, episode, random.Random(number))) for number in range(5)}
    assert all("Id" not in text for text in made)


def test_messages_count_once_each() -> None:
    episode, guide = episode_of("volume_adjusted_afterwards")
    episode.advance(Reply(act("set_volume", stream="media", level=1)))
    episode.advance(Reply(say("The volume is set.")))
    kinds = [action.message.kind for action in guide.remaining(episode) if action.message]
    assert len(kinds) == sum(action.message is not None for action in guide.witness.turns)
