"""From dev results to classes, weights and gaps: by intervals, never by eye."""

from dataclasses import replace

import pytest

from agents.analyst import DOWN, UP, Class, analyse
from bench.evaluate import Row
from harness.contract import Diagnosis, Side

ROW = Row(
    task_id="", family="", capability="tool_use", behaviour="grounding", success=True, valid=True, progress=1.0, turns=2,
    calls=1, tokens_in=0, tokens_out=0, tokens_cached=0, end="finish", false_completion=False, false_refusal=False,
    malformed=0,
)  # fmt: skip


def rows(family: str, hits: int, total: int, *, capability: str = "tool_use", invalid: int = 0) -> list[Row]:
    made = [
        replace(ROW, task_id=f"{family}-{n}", family=family, capability=capability, success=n < hits) for n in range(total)
    ]
    lost = [
        replace(ROW, task_id=f"{family}-i{n}", family=family, capability=capability, success=False, valid=False)
        for n in range(invalid)
    ]
    return made + lost


def diagnosis(task_id: str, code: str) -> Diagnosis:
    return Diagnosis(trajectory_id=task_id, task_id=task_id, side=Side.MODEL, code=code, explanation="")


@pytest.mark.parametrize(
    ("hits", "total", "invalid", "verdict"),
    [
        (8, 8, 0, "mastered"),
        (18, 20, 0, "mastered"),
        (4, 4, 0, "undecided"),
        (1, 1, 0, "undecided"),
        (0, 4, 0, "failing"),
        (2, 20, 0, "failing"),
        (0, 2, 0, "unstable"),
        (3, 4, 0, "unstable"),
        (10, 20, 0, "unstable"),
        (1, 1, 3, "ambiguous"),
        (0, 0, 2, "ambiguous"),
    ],
)
def test_a_class_needs_an_interval_that_supports_it(hits: int, total: int, invalid: int, verdict: Class) -> None:
    result = analyse(rows("f", hits, total, invalid=invalid), [], trained=["f"], budget=10, iteration=1)
    assert result.findings[0].verdict == verdict
    assert (result.findings[0].hits, result.findings[0].total) == (hits, total)


def test_trained_families_are_weighed_and_unknown_ones_are_not() -> None:
    given = rows("good", 9, 9) + rows("bad", 0, 9) + rows("new", 0, 9) + rows("fine", 2, 2)
    result = analyse(given, [], trained=["good", "bad", "fine"], budget=10, iteration=1)
    assert result.factors == {"bad": UP, "fine": 1.0, "good": DOWN}
    assert result.preserve == ("good",)


def test_the_budget_goes_where_failure_is_sure_and_a_family_that_was_never_trained_asks_for_neighbours() -> None:
    given = rows("bad", 0, 9) + rows("worse", 0, 30) + rows("new", 0, 9, capability="memory") + rows("good", 9, 9)
    result = analyse(given, [], trained=["bad", "worse", "good"], budget=100, iteration=3)
    asked = {gap.id: gap.count for gap in result.gaps}
    assert set(asked) == {"i3-bad", "i3-worse", "i3-near-memory"}
    assert asked["i3-worse"] > asked["i3-bad"]
    assert abs(sum(asked.values()) - 100) <= 2
    near = next(gap for gap in result.gaps if gap.family is None)
    assert near.capability == "memory"


def test_the_gaps_carry_the_factors_to_the_next_construction() -> None:
    given = rows("bad", 0, 9) + rows("good", 9, 9) + rows("new", 0, 9) + rows("far", 9, 9, capability="memory")
    result = analyse(given, [], trained=["bad", "good", "far"], budget=100, iteration=2)
    counts = {gap.family: gap.count for gap in result.gaps}
    assert counts["bad"] / counts[None] == pytest.approx(UP, abs=0.05)
    near = next(gap for gap in result.gaps if gap.family is None)
    assert near.weights == {"bad": UP, "good": DOWN}


def test_a_single_failure_of_many_asks_for_less_than_many_of_many() -> None:
    given = rows("once", 29, 30) + rows("often", 10, 30)
    counts = {gap.family: gap.count for gap in analyse(given, [], trained=["once", "often"], budget=100, iteration=1).gaps}
    assert counts.get("once", 0) < counts["often"] / 10


def test_what_is_ambiguous_asks_for_nothing() -> None:
    result = analyse(rows("f", 0, 1, invalid=5), [], trained=["f"], budget=10, iteration=1)
    assert result.gaps == ()
    assert result.factors == {"f": 1.0}


def test_causes_are_counted_by_family_and_by_what_would_repair_them() -> None:
    given = rows("a", 0, 3) + rows("b", 0, 1)
    causes = [diagnosis("a-0", "wrong_tool"), diagnosis("a-1", "wrong_tool"), diagnosis("b-0", "bad_arguments")]
    causes += [diagnosis("a-2", "no_known_code"), diagnosis("stranger", "format")]
    result = analyse(given, causes, trained=["a", "b"], budget=10, iteration=1)
    assert {item.family: item.causes for item in result.findings} == {
        "a": {"no_known_code": 1, "wrong_tool": 2},
        "b": {"bad_arguments": 1},
    }
    assert result.repairs == {"argument grounding": 1, "other": 1, "tool routing": 2}


def test_without_failures_there_are_no_gaps() -> None:
    assert analyse(rows("f", 9, 9), [], trained=["f"], budget=10, iteration=1).gaps == ()
    assert analyse([], [], trained=[], budget=10, iteration=1).findings == ()
