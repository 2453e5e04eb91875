"""Who acts when: the arms of the collection, the monitor, hand-overs and their limits."""

from collections.abc import Sequence
from itertools import groupby

import pytest

from agents.collector import EXPERT_TURNS, MAX_HANDOVERS, Arm, collect
from harness.contract import Action, PolicyRef, Trajectory
from harness.policy import Policy, PolicyRequest, Reply
from tests.agents.worlds import Mistaken, by_id, drafts, environment, eta, say

FAMILIES = ("headphones_connected_and_tuned", "calendar_entry", "conversion_for_a_friend", "reminder_revised_afterwards")


class Endless:
    """A learner that never gets anything right and never stops: unreadable output, turn after turn."""

    ref = PolicyRef(name="endless")

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        return [Reply(Action(malformed="not a call"), raw="}{") for _ in requests]


def run(arm: Arm, learner: Policy | None, *, seed: int = 0, live: int = 32) -> list[Trajectory]:
    tasks, witnesses = by_id(drafts(*FAMILIES))
    made = collect(
        tasks.values(), witnesses, environment=environment, eta=eta(), arm=arm, learner=learner, seed=seed, live=live
    )
    return list(made)


def actors(item: Trajectory) -> list[str]:
    return [turn.actor for turn in item.turns]


def handovers(item: Trajectory) -> int:
    return sum(actor == "expert" for actor, _ in groupby(actors(item)))


def learner(kind: str = "none") -> Mistaken:
    return Mistaken(by_id(drafts(*FAMILIES))[1], kind)  # type: ignore[arg-type]


@pytest.mark.parametrize("arm", ["error", "random", "learner"])
def test_an_arm_with_a_learner_needs_one(arm: Arm) -> None:
    with pytest.raises(ValueError, match=arm):
        run(arm, None)


def test_alone_the_expert_and_the_learner_act_alone_and_the_record_names_them() -> None:
    for arm, who in (("expert", "expert"), ("learner", "learner")):
        made = run(arm, learner())  # type: ignore[arg-type]
        assert {actor for item in made for actor in actors(item)} == {who}
        assert {item.policy.name for item in made} == {"expert" if who == "expert" else "mistaken"}


def test_a_sound_learner_keeps_control_until_the_budget_or_an_obstacle_says_otherwise() -> None:
    for item in run("error", learner()):
        for turn in item.turns:
            assert turn.monitor is None or "UNAVAILABLE" in turn.monitor or "BROKEN_TOOL" in turn.monitor


def test_on_an_error_the_expert_takes_over_says_why_and_gives_control_back() -> None:
    seen = []
    for item in run("error", Endless()):
        assert actors(item)[:2] == ["learner", "expert"]
        assert item.turns[1].monitor == "unreadable output: not a call"
        stretches = [(actor, len(list(group))) for actor, group in groupby(actors(item))]
        seen += [length for actor, length in stretches[:-1] if actor == "expert"]
    assert set(seen) <= {EXPERT_TURNS}


def test_no_episode_sees_more_than_two_hand_overs() -> None:
    made = run("error", Endless())
    assert max(handovers(item) for item in made) <= MAX_HANDOVERS
    late = [item for item in made if handovers(item) == MAX_HANDOVERS and item.end == "budget"]
    assert all(actors(item)[-1] == "learner" for item in late), "then the learner fails on its own"


def test_the_expert_rescues_what_the_learner_alone_does_not_solve() -> None:
    def solved(arm: Arm) -> int:
        return sum(item.verification.success for item in run(arm, Endless()))

    assert solved("learner") == 0
    assert solved("error") > len(FAMILIES)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [("loops", "the same call again"), ("wrong_tool", "UNKNOWN_TOOL"), ("format", "unreadable output")],
)
def test_the_monitor_says_what_it_saw(kind: str, reason: str) -> None:
    reasons = {turn.monitor for item in run("error", learner(kind)) for turn in item.turns if turn.monitor}
    assert any(reason in text for text in reasons), reasons


def test_the_random_arm_hands_over_by_seed_and_without_a_fault() -> None:
    first, again, other = run("random", learner()), run("random", learner()), run("random", learner(), seed=5)
    assert [item.digest() for item in first] == [item.digest() for item in again]
    assert [actors(item) for item in first] != [actors(item) for item in other]
    assert {turn.monitor for item in first for turn in item.turns if turn.monitor} == {"random"}


@pytest.mark.parametrize("arm", ["expert", "error"])
def test_how_many_episodes_are_alive_changes_nothing(arm: Arm) -> None:
    assert [item.digest() for item in run(arm, Endless(), live=1)] == [item.digest() for item in run(arm, Endless(), live=7)]


def test_a_word_that_ends_the_episode_ends_it_for_the_expert_too() -> None:
    class Hasty:
        ref = PolicyRef(name="hasty")

        def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
            return [Reply(say("Done.")) for _ in requests]

    made = [item for item in run("error", Hasty()) if len(item.turns) == 1]
    assert made and not any(item.verification.success for item in made)
