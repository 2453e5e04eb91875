"""Intervals and tests against scipy's, and at their edges."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bench.statistics import mcnemar, paired_difference, wilson
from harness.errors import UserError


@given(total=st.integers(1, 500), share=st.floats(0, 1))
def test_the_interval_is_wilsons(total: int, share: float) -> None:
    hits = round(share * total)
    expected = stats.binomtest(hits, total).proportion_ci(0.95, method="wilson")
    found = wilson(hits, total)
    assert found.low == pytest.approx(expected.low, abs=1e-9)
    assert found.high == pytest.approx(expected.high, abs=1e-9)
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_nothing_counted_says_nothing() -> None:
    found = wilson(0, 0)
    assert (found.low, found.high, found.value) == (0.0, 1.0, 0.0)
    assert str(wilson(1, 4)) == "25.0 % [4.6, 69.9], n = 4"


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60))
def test_mcnemar_is_the_exact_binomial_test_of_the_pairs_that_differ(pairs: list[tuple[bool, bool]]) -> None:
    before, after = [a for a, _ in pairs], [b for _, b in pairs]
    gained, lost = sum(b and not a for a, b in pairs), sum(a and not b for a, b in pairs)
    expected = stats.binomtest(gained, gained + lost).pvalue if gained + lost else 1.0
    assert mcnemar(before, after) == pytest.approx(expected, abs=1e-12)
    assert mcnemar(before, after) == mcnemar(after, before)


def test_pairs_must_be_pairs() -> None:
    with pytest.raises(ValueError, match="1 and 2"):
        mcnemar([True], [True, False])
    with pytest.raises(UserError, match="1 and 2"):
        paired_difference([1.0], [1.0, 2.0])


@pytest.mark.parametrize("wrong", ["ab", ["a", "b"], None, 3])
def test_outcomes_are_numbers(wrong: Any) -> None:
    for test in (mcnemar, paired_difference):
        with pytest.raises(UserError, match=r"paired outcomes is .*expected one number or truth value for each thing"):
            test(wrong, wrong)


def test_the_bootstrap_interval_is_that_of_scipy_within_its_own_noise() -> None:
    rng = random.Random(7)
    before = [rng.random() for _ in range(200)]
    after = [value + rng.gauss(0.1, 0.3) for value in before]
    differences = [b - a for a, b in zip(before, after, strict=True)]
    expected = stats.bootstrap((differences,), lambda x, axis: x.mean(axis=axis), method="percentile", random_state=1)
    mean, low, high = paired_difference(before, after)
    assert mean == pytest.approx(sum(differences) / len(differences))
    assert low == pytest.approx(expected.confidence_interval.low, abs=0.01)
    assert high == pytest.approx(expected.confidence_interval.high, abs=0.01)


def test_the_bootstrap_repeats_by_seed_and_no_pairs_have_no_difference() -> None:
    values = [0.0, 1.0, 0.5, 0.25], [1.0, 0.5, 0.5, 1.0]
    assert paired_difference(*values, seed=3) == paired_difference(*values, seed=3)
    assert paired_difference([], []) == (0.0, 0.0, 0.0)
    assert paired_difference([1.0] * 5, [1.0] * 5) == (0.0, 0.0, 0.0)
