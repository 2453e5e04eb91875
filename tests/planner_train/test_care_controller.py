"""The controller: whatever is proposed, phi stays in its ranges, moves by its steps, and every decision can be read."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from harness.errors import UserError
from planner_train.care import Controller, Decision, Evidence, ModelProposer, Phi, Proposal, Range, Ranges, RuleProposer
from planner_train.care.controller import NAMES, decide

RANGES = Ranges()
numbers = st.one_of(st.floats(allow_nan=True), st.floats(-1, 2))
proposals = st.dictionaries(st.sampled_from([*NAMES, "colour"]), numbers)


class Scripted:
    """Proposes what it was given, one after the other."""

    def __init__(self, *values: dict[str, float]) -> None:
        self.values = list(values)

    def propose(self, phi: Phi, history: Sequence[Evidence], ranges: Ranges) -> Proposal:
        return Proposal(values=self.values.pop(0), reason="because")


def evidence(update: int, success: float, tokens: float | None = None, **train: float) -> Evidence:
    return Evidence(update=update, dev_success=success, dev_tokens=tokens, train=train)


@given(st.lists(proposals, min_size=1, max_size=8))
def test_no_proposal_moves_phi_out_of_its_ranges_or_by_more_than_a_step(asked: list[dict[str, float]]) -> None:
    controller = Controller(Phi(), every=1, proposer=Scripted(*asked))
    for number in range(1, len(asked) + 1):
        made = controller.consider(evidence(number, 0.5))
        for name in NAMES:
            allowed, before, after = getattr(RANGES, name), getattr(made.before, name), getattr(made.after, name)
            assert allowed.low <= after <= allowed.high
            assert abs(after - before) <= allowed.step + 1e-6
            wanted = made.proposal.values.get(name, before)
            assert (name in made.clipped) == (not abs(after - wanted) <= 1e-9 + 5e-7)
        assert ("colour" in made.clipped) == ("colour" in made.proposal.values)


@given(st.lists(proposals, min_size=1, max_size=4))
def test_decisions_survive_a_file_and_a_resumed_controller_stands_where_it_was(asked: list[dict[str, float]]) -> None:
    first = Controller(Phi(), every=1, proposer=Scripted(*asked))
    for number in range(1, len(asked) + 1):
        first.consider(evidence(number, 0.5))
    kept = [Decision.model_validate_json(item.model_dump_json()) for item in first.decisions]
    again = Controller(Phi(), every=1, proposer=Scripted(), decisions=kept)
    assert again.phi == first.phi
    assert not again.is_due(len(asked)) and again.is_due(len(asked) + 1)


def test_decisions_of_another_run_are_refused() -> None:
    other = decide(Phi(lambda_eff=0.1), Proposal(), evidence(1, 0.5), RANGES)
    with pytest.raises(UserError, match="decision 0: it does not follow"):
        Controller(Phi(), every=1, proposer=RuleProposer(), decisions=[other])


def test_it_is_due_every_so_many_updates_and_not_before_the_first() -> None:
    controller = Controller(Phi(), every=25, proposer=RuleProposer())
    assert [update for update in range(60) if controller.is_due(update)] == [25, 50]


@pytest.mark.parametrize(
    ("every", "phi", "message"),
    [
        (0, Phi(), "every 0"),
        ("25", Phi(), r"every is '25' \(expected the number of updates"),
        (1, Phi(lambda_eff=0.9), "lambda_eff starts at 0.9"),
    ],
)
def test_an_impossible_start_is_refused(every: Any, phi: Phi, message: str) -> None:
    with pytest.raises(UserError, match=message):
        Controller(phi, every=every, proposer=RuleProposer())


def test_ranges_that_hold_an_invalid_phi_are_refused() -> None:
    with pytest.raises(ValidationError, match="p_low"):
        Ranges(p_low=Range(low=0.1, high=0.9, step=0.1))
    with pytest.raises(ValidationError):
        Ranges(lambda_eff=Range(low=0.0, high=1.0, step=0.1))
    with pytest.raises(ValidationError, match="low <= high"):
        Range(low=0.5, high=0.1, step=0.1)


# -- the rules


def rule(*history: Evidence, phi: Phi | None = None) -> dict[str, float]:
    return RuleProposer().propose(phi or Phi(), history, RANGES).values


def test_when_dev_success_falls_pressure_is_taken_back_whatever_training_says() -> None:
    found = rule(evidence(25, 0.80, 60), evidence(50, 0.70, 50, **{"regime/efficiency/share": 0.9}))
    assert found == {"lambda_eff": pytest.approx(0.25), "p_high": pytest.approx(0.9375)}


def test_pressure_grows_only_while_dev_holds_groups_are_competent_and_tokens_do_not_fall() -> None:
    competent = {"regime/efficiency/share": 0.6}
    assert rule(evidence(25, 0.8, 60), evidence(50, 0.8, 60, **competent)) == {"lambda_eff": pytest.approx(0.35)}
    assert rule(evidence(25, 0.8, 60), evidence(50, 0.8, 50, **competent)) == {}
    assert rule(evidence(25, 0.8, 60), evidence(50, 0.8, 60, **{"regime/efficiency/share": 0.1})) == {}


def test_many_hard_groups_ask_for_more_help_and_none_for_less() -> None:
    assert rule(evidence(25, 0.2, **{"regime/progress/share": 0.7})) == {
        "lambda_prog": pytest.approx(0.6),
        "p_low": pytest.approx(0.375),
    }
    assert rule(evidence(25, 0.2, **{"regime/progress/share": 0.0})) == {"lambda_prog": pytest.approx(0.4)}


def test_the_rules_ask_for_nothing_that_would_be_clipped() -> None:
    controller = Controller(Phi(), every=1, proposer=RuleProposer())
    for number in range(1, 40):
        success = 0.9 if number == 1 else 0.1
        assert controller.consider(evidence(number, success, **{"regime/progress/share": 0.9})).clipped == ()
    assert controller.phi == Phi(p_low=0.5, p_high=0.95, lambda_prog=0.8, lambda_eff=0.0)


# -- a model


def test_a_model_sees_phi_ranges_and_history_and_its_object_is_taken() -> None:
    seen = []

    def ask(prompt: str) -> str:
        seen.append(prompt)
        return 'Here: {"values": {"lambda_eff": 0.25}, "reason": "dev fell"}'

    made = Controller(Phi(), every=1, proposer=ModelProposer(ask)).consider(evidence(3, 0.625, 71))
    assert made.after.lambda_eff == 0.25 and made.proposal.reason == "dev fell" and made.clipped == ()
    assert '"dev_success":0.625' in seen[0] and '"lambda_prog":0.5' in seen[0] and '"step"' in seen[0]


@pytest.mark.parametrize(
    "answer",
    ["", "no idea", "{", '{"values": [1]}', '{"values": {"lambda_eff": "low"}}', '{"values": {"lambda_eff": true}}',
     '{"values": {"lambda_eff": NaN}}', '{"a":' * 50_000 + "}" * 50_000],
)  # fmt: skip
def test_an_answer_that_cannot_be_read_changes_nothing_and_says_so(answer: str) -> None:
    made = Controller(Phi(), every=1, proposer=ModelProposer(lambda prompt: answer)).consider(evidence(1, 0.5))
    assert made.after == Phi()
    assert made.proposal.values == {} and "could not be read" in made.proposal.reason


def test_a_model_that_asks_for_too_much_is_held_back_and_marked() -> None:
    answer = '{"values": {"lambda_eff": 0.95, "p_mid": 0.4}}'
    made = Controller(Phi(), every=1, proposer=ModelProposer(lambda prompt: answer)).consider(evidence(1, 0.5))
    assert made.after.lambda_eff == pytest.approx(0.35)
    assert made.clipped == ("lambda_eff", "p_mid")
