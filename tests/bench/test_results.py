"""The score of a run: weights, the full denominator, and what may be said of two runs."""

import json
from pathlib import Path

import pytest

from bench.evaluate import Row
from bench.results import Result, Run, compare, overall, read_result
from bench.statistics import Estimate, mean_estimate, weighted
from harness.errors import UserError

SETTINGS = {
    "suite": "planner-bench", "split": "test", "suite_digest": "sha256:a", "suite_is_pinned": True, "limit": None,
    "policy": "witness", "harness": "v1@x", "seed": 0,
}  # fmt: skip


def run(number: int, capability: str, success: bool, *, valid: bool = True, base: str = "", family: str = "f") -> Run:
    row = Row(
        task_id=f"{capability}-{number}", family=family, capability=capability, behaviour="grounding", success=success,
        valid=valid, progress=float(success), turns=3, calls=2, tokens_in=10, tokens_out=5, tokens_cached=0,
        end="finish" if valid else "infrastructure", false_completion=False, false_refusal=False, malformed=0,
        domains=("Time Management",), language="en", difficulty=1,
        failure="" if success else "changed nothing" if valid else "infrastructure",
    )  # fmt: skip
    return Run(base or row.task_id, "skills" if capability == "skills" else capability, row)


def runs(hits: dict[str, int], total: int = 10) -> tuple[Run, ...]:
    return tuple(run(number, name, number < good) for name, good in hits.items() for number in range(total))


EVEN = {"tool_use": 8, "memory": 6, "skills": 4, "sub_agent": 2}


def test_the_overall_score_weighs_the_capabilities_as_published() -> None:
    assert overall(runs(EVEN)).value == pytest.approx(0.5 * 0.8 + 0.2 * 0.6 + 0.2 * 0.4 + 0.1 * 0.2)


def test_invalid_runs_are_failures_of_the_score_and_missing_from_the_coverage() -> None:
    broken = (*runs(EVEN)[:-10], *(run(number, "sub_agent", False, valid=False) for number in range(10)))
    result = Result(SETTINGS, broken)
    assert (result.n, result.valid, result.coverage) == (40, 30, 0.75)
    assert result.overall.value == pytest.approx(0.5 * 0.8 + 0.2 * 0.6 + 0.2 * 0.4)
    assert result.overall_of_valid.value == pytest.approx((0.5 * 0.8 + 0.2 * 0.6 + 0.2 * 0.4) / 0.9)
    assert result.document()["infrastructure_failures"] == 10


def test_a_skill_task_counts_once_by_the_mean_of_its_routings() -> None:
    both = [run(number, "skills", number % 2 == 0 or number < 4, base=f"task-{number // 2}") for number in range(8)]
    result = Result(SETTINGS, tuple(both))
    assert result.n == 4
    assert result.by_capability["skills"].value == pytest.approx((1 + 1 + 0.5 + 0.5) / 4)
    assert result.by_capability["skills"].n == 4


def test_the_interval_of_the_sum_is_as_wide_as_its_parts_make_it() -> None:
    one = Estimate(0.5, 0.4, 0.6, 100)
    assert weighted([(1.0, one)]) == one
    halves = weighted([(0.5, one), (0.5, one)])
    assert halves.value == 0.5 and halves.low == pytest.approx(0.5 - 0.1 / 2**0.5)
    assert mean_estimate([1.0] * 20).low < 1.0 == mean_estimate([1.0] * 20).high


def test_families_are_fewer_than_tasks_so_their_interval_is_wider() -> None:
    made = tuple(
        run(number, name, family_number < 2, family=f"{name}-{family_number}")
        for name in EVEN
        for number, family_number in ((n, n // 50) for n in range(200))
    )
    result = Result(SETTINGS, made)
    low, high = result.family_interval()
    assert high - low > 2 * (result.overall.high - result.overall.low)


def test_a_result_survives_its_file(tmp_path: Path) -> None:
    result = Result(SETTINGS, runs(EVEN))
    (tmp_path / "result.json").write_text(json.dumps(result.document()), encoding="utf-8")
    again = read_result(tmp_path)
    assert again.runs == result.runs and again.overall == result.overall
    assert read_result(tmp_path / "result.json").settings == SETTINGS


@pytest.mark.parametrize(
    ("text", "says"), [("{}", "no result of the bench"), ("[", "no JSON"), (None, "there is no result")]
)
def test_what_is_no_result_is_said_to_be_none(text: str | None, says: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "result.json").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=says):
        read_result(tmp_path)


def test_equal_runs_and_chance_differences_show_no_difference() -> None:
    one = Result(SETTINGS, runs(EVEN))
    other = Result(SETTINGS, runs({**EVEN, "tool_use": 9}))
    for item in (*compare(one, one), *compare(one, other)):
        assert item.words == "no difference shown", item
    assert compare(one, other)[0].gained == 1 and compare(one, other)[0].lost == 0


def test_a_large_difference_is_shown_with_its_direction() -> None:
    weak = Result(SETTINGS, runs(dict.fromkeys(EVEN, 20), 100))
    strong = Result(SETTINGS, runs(dict.fromkeys(EVEN, 80), 100))
    first = compare(weak, strong)[0]
    assert first.words == "the second is better" and first.p < 1e-6 and first.low > 0.4
    assert compare(strong, weak)[0].words == "the first is better"
    assert [item.name for item in compare(weak, strong)] == ["overall", *EVEN]


def test_results_of_different_tasks_are_not_compared() -> None:
    with pytest.raises(UserError, match="of different tasks"):
        compare(Result(SETTINGS, runs(EVEN)), Result({**SETTINGS, "suite_digest": "sha256:b"}, runs(EVEN)))
