"""The human gate: answers in every dialect, never an approval by misunderstanding; the rule that stands in."""

from typing import Any

import pytest

from agents.release import Proposal
from agents.review import MIN_RECORDS, read_answer, review_by_rule
from harness.contract import GapAnswer
from harness.errors import UserError


def proposal(trajectories: int = 50, quarantined: int = 0) -> Proposal:
    return Proposal(
        parent=None,
        added=(),
        removed=(),
        counts={"trajectories": trajectories, "records_quarantined": quarantined},
        sampling={},
        answers=(GapAnswer(gap="g", decision="made", records=("a/0", "b/0")),),
        quality={},
        samples=(),
        contents="sha256:00",
    )


def test_the_rule_approves_what_is_large_and_clean_and_says_that_it_is_a_rule() -> None:
    decision = review_by_rule(proposal())
    assert (decision.verdict, decision.by, decision.reviewer) == ("approved", "rule", "rule:gate")
    assert decision.shown == proposal().digest()


@pytest.mark.parametrize(
    ("given", "note"),
    [
        (proposal(MIN_RECORDS - 1), "only 4 trajectories"),
        (proposal(50, quarantined=6), "6 records are in quarantine"),
        (proposal(0, quarantined=1), "only 0 trajectories"),
    ],
)
def test_the_rule_rejects_what_is_small_or_doubtful_and_says_why(given: Proposal, note: str) -> None:
    decision = review_by_rule(given)
    assert decision.verdict == "rejected"
    assert note in decision.note


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("approve", "approved"),
        ({"type": "reject", "message": "no"}, "rejected"),
        ({"decisions": [{"type": "approve"}]}, "approved"),
        ([{"type": "accept", "args": None}], "approved"),
        ([{"type": "ignore", "args": None}], "rejected"),
    ],
)
def test_decisions_and_inbox_responses_are_read(answer: Any, verdict: str) -> None:
    decision = read_answer(answer, proposal())
    assert (decision.verdict, decision.by) == (verdict, "person")


@pytest.mark.parametrize("answer", [None, "", "yes", 1, {}, [], {"type": "response", "args": "hm"}, {"decisions": []}, [[]]])
def test_what_cannot_be_read_is_an_error_and_never_an_approval(answer: Any) -> None:
    with pytest.raises(UserError, match="cannot read the answer"):
        read_answer(answer, proposal())


def test_the_answer_carries_who_and_why_and_what_was_shown() -> None:
    decision = read_answer({"type": "reject", "reviewer": "ada", "message": "thin", "proposal": "sha256:11"}, proposal())
    assert (decision.reviewer, decision.note, decision.shown) == ("ada", "thin", "sha256:11")
    assert read_answer("approve", proposal()).shown == proposal().digest()


@pytest.mark.parametrize(
    "answer",
    [
        {"type": "edit", "exclude": ["b/0"]},
        {"decisions": [{"type": "edit", "edited_action": {"name": "freeze_release", "args": {"exclude": ["b/0"]}}}]},
        [{"type": "edit", "args": {"action": "freeze_release", "args": {"exclude": ["b/0", "b/0"]}}}],
    ],
)
def test_an_edit_leaves_out_trajectories_wherever_tools_put_them(answer: Any) -> None:
    decision = read_answer(answer, proposal())
    assert (decision.verdict, decision.excluded) == ("edited", ("b/0",))


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("edit", "changes nothing"),
        ({"type": "edit", "exclude": []}, "changes nothing"),
        ({"type": "edit", "exclude": "a/0"}, "changes nothing"),
        ({"type": "edit", "exclude": ["z/0"]}, "z/0, which is not in the proposal"),
    ],
)
def test_an_edit_that_says_nothing_or_names_a_stranger_is_an_error(answer: Any, says: str) -> None:
    with pytest.raises(UserError, match=says):
        read_answer(answer, proposal())
