"""Forgetful planners: each does one thing wrong, and mends it only where the harness says something."""

import pytest

from bench.evaluate import failure_kind
from bench.families import load_families
from bench.harness_worth import without
from bench.scenario import FAMILIES, build
from harness.catalogue import full_catalogue
from harness.contract import Holdout, Split, Task, Trajectory, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.errors import UserError
from harness.forgetful import LAPSES, misnamed
from harness.instructions import Eta, load
from harness.policies import open_policy
from harness.rollout import Start, rollout


def made(family: str, routing: str = "mixed", number: int = 0) -> tuple[Task, Witness]:
    load_families()
    item = FAMILIES[family]
    holdout = Holdout.NONE if item.split is Split.TRAIN else Holdout.FAMILY
    task, witness = build(item, number, full_catalogue(), split=item.split, holdout=holdout)
    resources = task.resources.model_copy(update={"routing": routing})
    return task.model_copy(update={"resources": resources}), witness


def run(lapse: str, *pairs: tuple[Task, Witness], eta: Eta | None = None, live: int = 8) -> list[Trajectory]:
    policy = open_policy(f"forgetful:{lapse}", witnesses={task.id: witness for task, witness in pairs})
    starts = [Start(task) for task, _ in pairs]
    catalogue = full_catalogue()
    return list(rollout(starts, policy, environment=lambda: PhoneEnvironment(catalogue), eta=eta or load(), live=live))


def called(trajectory: Trajectory) -> list[str]:
    return [call.name for turn in trajectory.turns for call in turn.action.calls]


def test_without_a_look_into_the_memory_nothing_counts_that_only_it_could_tell() -> None:
    (trajectory,) = run("no-memory-search", made("memory_usual_alarm"))
    assert called(trajectory) == ["manage_alarm"]
    assert failure_kind(trajectory) == "memory not looked up"


def test_a_tool_that_only_a_recalled_memory_brings_reminds_of_the_memory() -> None:
    (trajectory,) = run("no-memory-search", made("memory_fragment_then_detail"))
    assert trajectory.verification.success
    refused, searched, again = (turn.action for turn in trajectory.turns[:3])
    assert {call.name for call in searched.calls} == {"search_user_memory"}
    assert [call.name for call in refused.calls] == [call.name for call in again.calls]


@pytest.mark.parametrize("number", [0, 2], ids=["en", "zh"])
def test_of_two_records_the_oldest_is_wrong_and_the_first_of_the_search_is_right(number: int) -> None:
    pair = made("memory_newer_fact_wins", number=number)
    (stale,), (first,) = run("stale-memory", pair), run("first-memory", pair)
    assert first.verification.success and not stale.verification.success
    assert called(stale) == called(first) == ["search_user_memory"]
    assert stale.turns[-1].action.message != first.turns[-1].action.message


def test_a_wrong_skill_is_noticed_where_tools_come_through_skills_alone() -> None:
    (alone,), (mixed,) = (run("wrong-skill", made("skill_converter_out_of_order", way)) for way in ("skill_only", "mixed"))
    wrong, tried, right = called(alone)[:3]
    assert wrong.startswith("skill__") and wrong != right == "skill__unit-fallback"
    assert tried == "convert_unit" and alone.verification.success
    assert failure_kind(mixed) == "skill not loaded"


def test_a_wrong_name_is_followed_by_the_first_that_the_answer_suggests() -> None:
    (trajectory,) = run("wrong-tool", made("computer_linked_for_a_feature"))
    for turn, then in zip(trajectory.turns, trajectory.turns[1:], strict=False):
        for answer in turn.feedback:
            if answer.error is not None and answer.error.code == "UNKNOWN_TOOL":
                assert answer.tool not in full_catalogue()
                assert answer.error.accepted[0] in [call.name for call in then.action.calls]
    assert any(name not in full_catalogue() for name in called(trajectory))


def test_no_wrong_name_is_the_name_of_a_tool() -> None:
    names = set(full_catalogue())
    assert not names & {misnamed(name) for name in names}


def test_guesses_end_with_the_notice_that_they_are_guesses_and_never_without_it() -> None:
    pair = made("subagent_cancel_monitor")
    (told,) = run("guessed-ids", pair)
    (untold,) = run("guessed-ids", pair, eta=without(load(), "notices"))
    assert told.verification.success and any(answer.notices for turn in told.turns for answer in turn.feedback)
    assert not untold.verification.success and untold.end == "budget"


@pytest.mark.parametrize("lapse", LAPSES)
def test_nothing_is_remembered_between_turns_and_nothing_else_is_changed(lapse: str) -> None:
    plain = made("alarm_that_changed_meanwhile")  # neither memory nor skills, and no id that is looked up
    pairs = [plain, made("memory_newer_fact_wins"), made("skill_converter_out_of_order"), made("subagent_cancel_monitor")]
    together, alone = run(lapse, *pairs), [run(lapse, pair, live=1)[0] for pair in pairs]
    assert [item.digest() for item in together] == [item.digest() for item in alone]
    if lapse not in ("wrong-tool", "guessed-ids"):
        assert [turn.action for turn in together[0].turns] == list(plain[1].turns)


def test_an_unknown_lapse_is_named_with_those_that_exist() -> None:
    with pytest.raises(UserError, match="daydreams") as raised:
        open_policy("forgetful:daydreams", witnesses={})
    assert "stale-memory" in str(raised.value.expected)
