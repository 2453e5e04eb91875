"""Diagnosis by replay: known faults, put in on purpose, are found where they were put in."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from agents.constructor import Draft
from agents.diagnostician import Bench, diagnose, diagnose_one
from harness.contract import Action, Diagnosis, PolicyRef, Side, Trajectory, Verification, Witness
from harness.instructions import Eta
from harness.policy import Policy, PolicyRequest, Reply, WitnessPolicy
from harness.rollout import Start, rollout
from tests.agents.worlds import Mistake, Mistaken, act, by_id, drafts, environment, eta, play, say


def bench(policy: Policy, harness: Eta | None = None) -> Bench:
    return Bench(policy, environment, harness or eta())


def failed(pair: Draft, policy: Policy, harness: Eta | None = None) -> Trajectory:
    made = next(iter(rollout([Start(pair[0])], policy, environment=environment, eta=harness or eta())))
    assert not made.verification.success
    return made


def diagnosed(pair: Draft, policy: Policy, harness: Eta | None = None) -> Diagnosis:
    return diagnose_one(failed(pair, policy, harness), *pair, bench(policy, harness))


class Once:
    """Follows the witness, but does something else at one turn."""

    ref = PolicyRef(name="once")

    def __init__(self, witness: Witness, turn: int, instead: Action) -> None:
        self._witness, self._turn, self._instead = witness, turn, instead

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        return [Reply(self._act(request)) for request in requests]

    def _act(self, request: PolicyRequest) -> Action:
        turns = self._witness.turns
        return self._instead if request.turn == self._turn else turns[min(request.turn, len(turns) - 1)]


@pytest.mark.parametrize(
    ("mistake", "code", "step"),
    [
        ("stops_early", "stopped_early", 0),
        ("gives_up", "gave_up", 0),
        ("asks_needlessly", "needless_question", 0),
        ("format", "format", 0),
        ("loops", "repeated_failing_call", 1),
        ("wrong_value", "bad_arguments", 0),
    ],
)
def test_a_mistake_of_the_model_is_named_with_its_turn(mistake: Mistake, code: str, step: int) -> None:
    pair = drafts("moved_alarm")[0] if mistake == "loops" else drafts("calendar_entry")[0]
    found = diagnosed(pair, Mistaken(by_id([pair])[1], mistake))
    assert (found.side, found.code, found.step) == (Side.MODEL, code, step)
    assert found.explanation
    assert not found.flaky


def test_a_wrong_id_is_a_wrong_reference_and_the_right_next_action_repairs_the_run() -> None:
    pair = next(pair for pair in drafts("the_second_of_three_alarms") if len(pair[1].turns) >= 3)
    witness = pair[1]
    index = next(i for i, a in enumerate(witness.turns) if any("alarmId" in call.arguments for call in a.calls))
    call = witness.turns[index].calls[0]
    listed = play([pair], Mistaken({pair[0].id: witness}))[0].turns[index - 1].feedback[0].payload
    others = [row["id"] for row in listed["alarms"] if row["id"] != call.arguments["alarmId"]]
    wrong = Action(calls=(call.model_copy(update={"arguments": {**call.arguments, "alarmId": others[0]}}),))
    found = diagnosed(pair, Once(witness, index, wrong))
    assert (found.side, found.code, found.step) == (Side.MODEL, "wrong_reference", index)
    assert [(swap.component, swap.flips, swap.trials) for swap in found.swaps] == [("next_action", 5, 5)]
    assert str(others[0]) in found.explanation


def test_a_run_that_is_wrong_at_more_than_one_step_is_still_the_models_fault_and_says_so() -> None:
    pair = drafts("calendar_entry")[0]
    found = diagnosed(pair, Mistaken(by_id([pair])[1], "gives_up"))
    assert found.side is Side.MODEL
    assert [(swap.component, swap.flips) for swap in found.swaps] == [("next_action", 0)]
    assert found.explanation.endswith("this step alone put right, the run still fails")


def test_after_a_swap_the_drawing_policy_goes_on() -> None:
    pair = drafts("calendar_entry")[0]
    hopeless = WitnessPolicy({pair[0].id: Witness(task_id=pair[0].id, turns=(say("No idea."),) * 9)})
    given = replace(bench(hopeless), drawing=WitnessPolicy({pair[0].id: pair[1]}))
    found = diagnose_one(failed(pair, hopeless), *pair, given)
    assert (found.side, found.swaps[0].flips) == (Side.MODEL, 5)


def test_a_stray_write_is_a_wrong_tool() -> None:
    pair = drafts("named_timer")[0]
    offered = pair[0].resources.model_copy(update={"tools": (*pair[0].resources.tools, "create_folder")})
    pair = (pair[0].model_copy(update={"resources": offered}), pair[1])
    found = diagnosed(pair, Once(pair[1], 0, act("create_folder", path="Stray/Folder")))
    assert (found.side, found.code) == (Side.MODEL, "wrong_tool")
    assert "create_folder" in found.explanation


def test_a_needed_tool_that_recall_hides_is_the_harness_s_fault() -> None:
    settings = eta().settings
    few = settings.model_copy(update={"recall": settings.recall.model_copy(update={"tools": 1, "always": ()})})
    blind = eta().model_copy(update={"settings": few})
    pair = next(p for p in drafts("named_timer", "moved_alarm", "calendar_entry") if _hidden(p, blind))
    found = diagnosed(pair, Mistaken(by_id([pair])[1]), blind)
    assert (found.side, found.code) == (Side.HARNESS, "tool_exposure_missing")
    swaps = {swap.component: (swap.flips, swap.trials) for swap in found.swaps}
    assert swaps["tool_exposure"] == (5, 5)
    assert swaps["next_action"][0] == 0, "without the tool the right action fails too"


def _hidden(pair: Draft, harness: Eta) -> bool:
    from harness.episode import Episode

    exposed = Episode(pair[0], environment(), harness).exposed
    return any(call.name not in exposed for action in pair[1].turns for call in action.calls)


def test_a_witness_that_no_longer_solves_its_task_puts_the_data_at_fault() -> None:
    pair = drafts("named_timer")[0]
    policy = Mistaken(by_id([pair])[1], "stops_early")
    stale = Witness(task_id=pair[0].id, turns=(say("Nothing to do."),))
    found = diagnose_one(failed(pair, policy), pair[0], stale, bench(policy))
    assert (found.side, found.code, found.step) == (Side.DATA, "infeasible_task", None)


def test_an_invalid_run_is_the_environment_s_fault() -> None:
    pair = drafts("named_timer")[0]
    policy = Mistaken(by_id([pair])[1], "stops_early")
    verdict = Verification(success=False, progress=0, valid=False, reason="the endpoint did not answer")
    item = failed(pair, policy).model_copy(update={"verification": verdict})
    found = diagnose_one(item, *pair, bench(policy))
    assert (found.side, found.code, found.explanation) == (Side.ENVIRONMENT, "outage", "the endpoint did not answer")


def test_a_run_that_succeeds_when_it_is_repeated_is_flaky_and_blames_nobody() -> None:
    class Moody:
        ref = PolicyRef(name="moody")

        def __init__(self, witness: Witness) -> None:
            self.asked = 0
            self._witness = witness

        def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
            self.asked += 1
            if self.asked == 1:
                return [Reply(say("No idea.")) for _ in requests]
            return [Reply(self._witness.turns[request.turn]) for request in requests]

    pair = drafts("named_timer")[0]
    found = diagnosed(pair, Moody(pair[1]))
    assert (found.side, found.code, found.flaky) == (Side.UNKNOWN, "flaky", True)
    assert "3 of 3" in found.explanation


def test_memory_that_was_never_searched_is_repaired_by_the_oracle_s_hits() -> None:
    class Forgetful:
        """Acts on what is in the conversation: with the search made for it, it goes on rightly."""

        ref = PolicyRef(name="forgetful")

        def __init__(self, witness: Witness) -> None:
            self._turns = witness.turns

        def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
            return [Reply(self._turns[r.turn] if r.turn else say("I do not know.", "refuse")) for r in requests]

    pair = next(pair for pair in drafts("memory_newer_fact_wins") if pair[1].turns[0].calls[0].name == "search_user_memory")
    found = diagnosed(pair, Forgetful(pair[1]))
    assert {swap.component: swap.flips for swap in found.swaps}["memory_hits"] == 5
    assert found.side in (Side.INTERACTION, Side.HARNESS)


def test_every_failure_gets_one_diagnosis_in_order() -> None:
    pairs = drafts()
    tasks, witnesses = by_id(pairs)
    policy = Mistaken(witnesses, "stops_early")
    failures = [item for item in play(pairs, policy) if not item.verification.success]
    seen: list[int] = []
    found = diagnose(failures, tasks, witnesses, bench(policy), progress=seen.append)
    assert [item.trajectory_id for item in found] == [item.id for item in failures]
    assert len(seen) == len(failures)


def test_a_diagnosis_is_the_same_every_time() -> None:
    pair = drafts("calendar_entry")[0]
    policy = Mistaken(by_id([pair])[1], "wrong_value")
    assert diagnosed(pair, policy).digest() == diagnosed(pair, policy).digest()
