"""The human gate: answers in every dialect, never an approval by misunderstanding; the rule that stands in."""

from typing import Any

import pytest

from agents.release import Proposal
from agents.review import MIN_RECORDS, read_answer, review_by_rule
from harness.errors import UserError


def proposal(trajectories: int = 50, quarantined: int = 0) -> Proposal:
    return Proposal(
        parent=None,
        added=(),
        removed=(),
        counts={"trajectories": trajectories, "records_quarantined": quarantined},
        sampling={},
        answers=(),
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
