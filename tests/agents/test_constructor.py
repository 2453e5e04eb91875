"""From gaps to proven and screened tasks."""

from collections import Counter
from dataclasses import replace

import pytest

import agents.spread
from agents.constructor import MAX_SIMILARITY, Gap, Screen, draft, initial_gaps, prove, screen
from bench.scenario import FAMILIES, Draft, Play
from bench.suite import families_of, make
from harness.contract import Capability, Completion, Split, StateCheck
from harness.errors import UserError
from tests.agents.worlds import catalogue, drafts


def test_at_the_start_every_training_family_has_the_same_gap() -> None:
    gaps = initial_gaps(7)
    assert {gap.family for gap in gaps} == {item.name for item in families_of(Split.TRAIN)}
    assert {gap.count for gap in gaps} == {7}


def test_a_gap_of_a_capability_is_shared_by_its_training_families() -> None:
    members = families_of(Split.TRAIN, Capability.SUB_AGENT)
    made, lost = draft([Gap(id="g", capability=Capability.SUB_AGENT, count=len(members) + 2)], catalogue())
    counts = Counter(task.family for task, _ in made)
    assert not lost
    assert set(counts) == {item.name for item in members}
    assert sorted(counts.values(), reverse=True)[:3] == [2, 2, 1]
    assert {task.source.gap for task, _ in made} == {"g"}


def test_weights_say_how_often_the_families_of_a_capability_are_drawn() -> None:
    members = [item.name for item in families_of(Split.TRAIN, Capability.SUB_AGENT)]
    mastered, failing = members[1], members[-1]
    gap = Gap(id="g", capability=Capability.SUB_AGENT, count=len(members) * 2, weights={mastered: 0.5, failing: 2.0})
    made, again = (draft([gap], catalogue())[0] for _ in range(2))
    counts = Counter(task.family for task, _ in made)
    assert (counts[failing], counts[mastered]) == (3, 1)
    assert sum(counts.values()) == len(members) * 2
    assert {count for name, count in counts.items() if name not in (mastered, failing)} <= {1, 2}
    assert [task.digest() for task, _ in made] == [task.digest() for task, _ in again]


def test_a_weight_for_a_family_that_the_gap_cannot_draw_is_refused() -> None:
    with pytest.raises(UserError, match="'named_timer' is none of its families"):
        draft([Gap(id="g", capability=Capability.SUB_AGENT, count=1, weights={"named_timer": 2.0})], catalogue())
    with pytest.raises(ValueError, match="greater than 0"):
        Gap(id="g", capability=Capability.SUB_AGENT, count=1, weights={"named_timer": 0.0})


def test_two_gaps_of_one_family_get_different_tasks() -> None:
    gaps = [Gap(id=name, family="named_timer", count=2) for name in ("a", "b")]
    made, _ = draft(gaps, catalogue())
    assert len({task.id for task, _ in made}) == 4


def test_tasks_of_two_iterations_never_meet() -> None:
    gap = [Gap(id="g", family="named_timer", count=3)]
    first, second = (draft(gap, catalogue(), iteration=number)[0] for number in (0, 1))
    assert not {task.id for task, _ in first} & {task.id for task, _ in second}
    assert {task.source.iteration for task, _ in second} == {1}


def test_the_same_gaps_and_seed_give_the_same_tasks_and_another_seed_others() -> None:
    gap = [Gap(id="test-named_timer", family="named_timer", count=3)]
    first, again, other = drafts("named_timer"), draft(gap, catalogue())[0], drafts("named_timer", seed=1)
    assert [task.digest() for task, _ in first] == [task.digest() for task, _ in again]
    assert not {task.request for task, _ in first} & {task.request for task, _ in other}


@pytest.mark.parametrize(
    ("family", "says"), [("no_such_family", "no family"), ("longer_timer", "only training families make training data")]
)
def test_a_gap_that_no_training_family_can_answer_is_named(family: str, says: str) -> None:
    with pytest.raises(UserError, match=says) as found:
        draft([Gap(id="g7", family=family, count=1)], catalogue())
    assert "g7" in str(found.value)


def test_a_family_whose_witness_fails_is_a_rejection_and_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = FAMILIES["named_timer"]

    def impossible(play: Play) -> None:
        play.call("manage_timer", action="delete", timerId="nowhere")

    def broken(draw: object) -> Draft:
        return Draft(request="do the impossible now", witness=impossible)

    monkeypatch.setitem(FAMILIES, "named_timer", replace(sound, make=broken))
    made, lost = draft([Gap(id="g", family="named_timer", count=2)], catalogue())
    assert not made
    assert [(item.family, item.step) for item in lost] == [("named_timer", "draft")] * 2
    assert "witness call" in lost[0].reason


def test_a_sound_task_is_proven_and_one_that_asks_for_nothing_is_not() -> None:
    task, witness = drafts("named_timer")[0]
    lazy = task.model_copy(
        update={"id": "lazy", "completion": Completion(check=StateCheck(changes=(), allowed=("timers/*",)))}
    )
    seen: list[int] = []
    lost = prove([(task, witness), (lazy, witness)], progress=seen.append)
    assert [(item.task_id, item.step) for item in lost] == [("lazy", "prove")]
    assert lost[0].reason.partition(":")[0].isidentifier(), "the reason starts with the rule of the lint"
    assert seen == [1, 1]


@pytest.mark.slow
def test_how_many_processes_prove_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents.spread, "FEW", 0)
    pairs = drafts("named_timer", "moved_alarm")
    assert prove(pairs, workers=2) == prove(pairs, workers=1) == []


def test_the_screen_keeps_tasks_apart_and_says_what_they_are_like() -> None:
    task, witness = drafts("named_timer")[0]
    twin = task.model_copy(update={"id": "twin"})
    kept, lost = screen([(task, witness), (twin, witness)], held_out=())
    assert [item.id for item, _ in kept] == [task.id]
    assert lost[0].reason == f"1.00 like {task.id}"
    assert lost[0].step == "screen"
    assert MAX_SIMILARITY < 1


@pytest.mark.parametrize(
    ("request_text", "says"),
    [
        ("now", "1 words"),
        ("wake me " + "very " * 200 + "early", "203 words"),
        ("wake me at {time} please", "unfilled slot"),
        ("wake me  at seven", "unfilled slot or a hole"),
    ],
)
def test_an_unclear_request_is_rejected(request_text: str, says: str) -> None:
    task = drafts("named_timer")[0][0].model_copy(update={"request": request_text})
    assert says in str(Screen(()).objection(task))


def test_what_is_held_out_is_not_trained_on() -> None:
    task = drafts("named_timer")[0][0]
    held_out, _ = next(pair for pair in make("test-families", 1, catalogue()))
    gate = Screen([held_out])
    in_its_words = task.model_copy(
        update={"request": held_out.request, "history": held_out.history, "followups": held_out.followups}
    )
    cases = {
        "the family or the id is held out": task.model_copy(update={"family": held_out.family}),
        "a held-out task says exactly this": in_its_words,
    }
    for says, candidate in cases.items():
        assert gate.objection(candidate) == says
    assert gate.objection(task) is None
    same_goal = task.model_copy(update={"id": "other", "request": "in quite other words the very same timer"})
    assert Screen([task]).objection(same_goal) == "a held-out task has exactly this goal"
