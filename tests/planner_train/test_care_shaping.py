"""CARE's rewards and advantages: the published equations, and what must hold of every group."""

import statistics
from collections.abc import Sequence
from math import isclose, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import ValidationError

from harness.errors import UserError
from planner_train.care import ARMS, CareSettings, Cost, Outcome, Phi, Regime, Switches, arm, shape, shape_group, summary
from planner_train.care.shaping import NO_SPREAD, SPREAD, TOO_FEW

Columns = dict[str, Any]
"""One list a measurement, as long as the group."""
unit = st.floats(0, 1)
weight = st.floats(0, 0.99)
arms = st.sampled_from(sorted(ARMS))


@st.composite
def phis(draw: st.DrawFn) -> Phi:
    high = draw(st.floats(0.05, 0.95))
    return Phi(p_low=draw(st.floats(0, high)), p_high=high, lambda_prog=draw(weight), lambda_eff=draw(weight))


@st.composite
def groups(draw: st.DrawFn, least: int = 2, most: int = 12) -> Columns:
    """Columns of one group of valid episodes; a success has reached everything."""
    size = draw(st.integers(least, most))
    success = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    progress = [1.0 if won else draw(unit) for won in success]
    cost = draw(st.lists(unit, min_size=size, max_size=size))
    return {"success": success, "progress": progress, "cost": cost, "valid": [True] * size}


def settings(name: str, phi: Phi | None = None) -> CareSettings:
    return arm(name, CareSettings(phi=phi or Phi()))


def advantages(group: Columns, given_settings: CareSettings) -> np.ndarray[Any, Any]:
    return shape(**group, settings=given_settings).advantages


def by_hand(group: Columns, phi: Phi, *, calibrated: bool, eps: float) -> list[float]:
    """The published equations, word by word, in plain Python."""
    rate = sum(group["success"]) / len(group["success"])
    rewards = []
    for s, p, e in zip(group["success"], group["progress"], group["cost"], strict=True):
        if rate < phi.p_low:
            rewards.append(s + phi.lambda_prog * p)
        elif rate < phi.p_high:
            rewards.append(float(s))
        else:
            rewards.append(s - phi.lambda_eff * e)
    if max(rewards) - min(rewards) <= SPREAD:
        return [0.0] * len(rewards)
    sigma = statistics.stdev(rewards)
    if rate >= phi.p_high and calibrated:
        sigma = max(sigma, sqrt(phi.p_high * (1 - phi.p_high)))
    mean = statistics.fmean(rewards)
    return [(reward - mean) / (sigma + eps) for reward in rewards]


# -- the equations


@given(groups(), phis(), st.booleans())
def test_advantages_are_those_of_the_published_equations(group: Columns, phi: Phi, calibrated: bool) -> None:
    given_settings = settings("care" if calibrated else "uncalibrated", phi)
    expected = by_hand(group, phi, calibrated=calibrated, eps=given_settings.eps)
    assert np.allclose(advantages(group, given_settings), expected, rtol=1e-6, atol=1e-9)


@given(groups())
def test_the_vanilla_arm_is_grpo_and_nothing_else(group: Columns) -> None:
    success = [float(s) for s in group["success"]]
    sigma = statistics.stdev(success)
    expected = [(s - statistics.fmean(success)) / (sigma + 1e-4) for s in success]
    assert np.allclose(advantages(group, settings("vanilla")), expected, atol=1e-12)


@pytest.mark.parametrize(
    ("won", "of", "regime"),
    [
        (0, 8, "progress"),
        (1, 8, "progress"),
        (2, 8, "outcome"),
        (6, 8, "outcome"),
        (7, 8, "efficiency"),
        (8, 8, "efficiency"),
    ],
)
def test_each_regime_begins_at_its_lower_threshold(won: int, of: int, regime: str) -> None:
    assert Regime.of(won / of, Phi(p_low=0.25, p_high=0.875)) == regime


def test_a_decimal_threshold_is_met_by_the_group_that_meets_it() -> None:
    assert Regime.of(9 / 10, Phi(p_high=0.9)) is Regime.EFFICIENCY
    assert Regime.of(3 / 10, Phi(p_low=0.3)) is Regime.OUTCOME


def test_groups_of_one_batch_are_each_in_their_own_regime() -> None:
    def group(won: int) -> list[Outcome]:
        return [Outcome(number < won, progress=1.0 if number < won else 0.4, tokens=50 + number) for number in range(8)]

    shaped = [shape_group(group(won), CareSettings()) for won in (1, 5, 8)]
    assert [item.regime for item in shaped] == [Regime.PROGRESS, Regime.OUTCOME, Regime.EFFICIENCY]
    alone = shape_group(group(5), CareSettings())
    assert alone.advantages.tolist() == shaped[1].advantages.tolist()


# -- the ranking of success over failure


@given(groups(), phis(), arms)
def test_no_arm_gives_a_failure_more_than_a_success(group: Columns, phi: Phi, name: str) -> None:
    assume(0 < sum(group["success"]) < len(group["success"]))
    shaped = shape(**group, settings=settings(name, phi))
    won = np.array(group["success"])
    assert shaped.rewards[won].min() > shaped.rewards[~won].max()
    assert shaped.advantages[won].min() >= shaped.advantages[~won].max()


@given(groups(), phis(), st.sampled_from(["vanilla", "care", "uncalibrated", "no-progress", "length-penalty"]))
def test_advantages_keep_the_order_of_rewards_and_sum_to_zero(group: Columns, phi: Phi, name: str) -> None:
    shaped = shape(**group, settings=settings(name, phi))
    order = np.argsort(shaped.rewards, kind="stable")
    assert (np.diff(shaped.advantages[order]) >= 0).all()
    assert abs(shaped.advantages.sum()) < 1e-6


# -- where the pressure acts


@given(groups(), phis(), st.sampled_from(["care", "uncalibrated", "decoupled", "no-progress", "vanilla"]), st.data())
def test_length_counts_in_competent_groups_only(group: Columns, phi: Phi, name: str, data: st.DataObject) -> None:
    size = len(group["success"])
    other = {**group, "cost": data.draw(st.lists(unit, min_size=size, max_size=size))}
    competent = sum(group["success"]) / size >= phi.p_high
    assume(not competent or name == "vanilla")
    assert advantages(group, settings(name, phi)).tolist() == advantages(other, settings(name, phi)).tolist()


@given(groups(), phis(), arms, st.data())
def test_progress_counts_in_groups_that_hardly_succeed_only(
    group: Columns, phi: Phi, name: str, data: st.DataObject
) -> None:
    size = len(group["success"])
    other = {**group, "progress": data.draw(st.lists(unit, min_size=size, max_size=size))}
    assume(sum(group["success"]) / size >= phi.p_low or not ARMS[name].progress)
    assert advantages(group, settings(name, phi)).tolist() == advantages(other, settings(name, phi)).tolist()


def test_among_failures_the_one_that_came_further_gets_more_and_vanilla_sees_no_difference() -> None:
    group = {"success": [0, 0, 0, 0], "progress": [0.0, 0.5, 0.0, 0.0], "cost": [0.1] * 4, "valid": [True] * 4}
    assert advantages(group, settings("care")).argmax() == 1
    assert not advantages(group, settings("vanilla")).any()


# -- calibration


@given(st.lists(unit, min_size=2, max_size=12), phis())
def test_the_spread_of_an_all_success_group_falls_with_lambda(cost: list[float], phi: Phi) -> None:
    assume(phi.lambda_eff * np.ptp(cost) > SPREAD)
    size = len(cost)
    group = {"success": [1] * size, "progress": [1.0] * size, "cost": cost, "valid": [True] * size}
    sigma = phi.lambda_eff * statistics.stdev(cost)
    expected = sigma / (max(sigma, phi.anchor) + CareSettings().eps)
    assert isclose(statistics.stdev(advantages(group, settings("care", phi))), expected, rel_tol=1e-6)


@given(st.lists(unit, min_size=2, max_size=12), st.floats(0.05, 0.99))
def test_without_calibration_it_is_one_whatever_lambda_is(cost: list[float], lambda_eff: float) -> None:
    assume(statistics.stdev(cost) > 0.1)
    size = len(cost)
    group = {"success": [1] * size, "progress": [1.0] * size, "cost": cost, "valid": [True] * size}
    spread = statistics.stdev(advantages(group, settings("uncalibrated", Phi(lambda_eff=lambda_eff))))
    assert isclose(spread, 1.0, abs_tol=0.03)


def test_one_token_more_than_seven_peers_is_a_disaster_without_calibration_and_nothing_with_it() -> None:
    outcomes = [Outcome(True, 1.0, tokens=50) for _ in range(7)] + [Outcome(True, 1.0, tokens=51)]
    plain = abs(shape_group(outcomes, settings("uncalibrated")).advantages[-1])
    calibrated = abs(shape_group(outcomes, settings("care")).advantages[-1])
    assert plain > 1.5
    assert calibrated < 0.0015


@given(groups(), phis())
def test_calibration_never_strengthens_an_advantage(group: Columns, phi: Phi) -> None:
    plain, calibrated = (np.abs(advantages(group, settings(name, phi))) for name in ("uncalibrated", "care"))
    assert (calibrated <= plain + 1e-12).all()


@given(st.integers(2, 64), st.data(), st.floats(0.5, 0.95))
def test_outcomes_of_a_competent_group_never_deviate_more_than_the_anchor(
    size: int, data: st.DataObject, high: float
) -> None:
    """So for p_high of at least one half the floor is what counts, up to the difference of n and n - 1."""
    won = data.draw(st.integers(0, size))
    assume(won / size >= high)
    assert statistics.pstdev([1.0] * won + [0.0] * (size - won)) <= Phi(p_low=0, p_high=high).anchor + 1e-9


# -- decoupled


@given(groups(), phis(), st.floats(0.1, 1))
def test_decoupled_thrift_does_not_depend_on_the_scale_of_cost(group: Columns, phi: Phi, scale: float) -> None:
    """Unless the costs are so small that they count as equal."""
    won = [cost for cost, s in zip(group["cost"], group["success"], strict=True) if s]
    assume(not won or np.ptp(won) * scale > 10 * SPREAD or np.ptp(won) == 0)
    scaled = {**group, "cost": [cost * scale for cost in group["cost"]]}
    ours, theirs = (advantages(item, settings("decoupled", phi)) for item in (group, scaled))
    assert np.allclose(ours, theirs, atol=1e-9)


def test_decoupled_lambda_is_an_exchange_rate() -> None:
    group = {"success": [1] * 4, "progress": [1.0] * 4, "cost": [0.1, 0.3, 0.2, 0.2], "valid": [True] * 4}
    found = advantages(group, settings("decoupled", Phi(lambda_eff=0.3)))
    assert found.tolist() == pytest.approx([0.15, -0.15, 0.0, 0.0])


@given(groups(), phis())
def test_decoupled_pays_nothing_for_failing_fast(group: Columns, phi: Phi) -> None:
    lost = ~np.array(group["success"], dtype=bool)
    cheap = {**group, "cost": [0.0 if gone else cost for gone, cost in zip(lost, group["cost"], strict=True)]}
    ours, theirs = (advantages(item, settings("decoupled", phi)) for item in (group, cheap))
    assert ours[lost].tolist() == theirs[lost].tolist()


@given(groups(), phis())
def test_decoupled_pushes_no_success_below_zero_where_others_failed(group: Columns, phi: Phi) -> None:
    assume(0 < sum(group["success"]) < len(group["success"]))
    won = np.array(group["success"], dtype=bool)
    assert (advantages(group, settings("decoupled", phi))[won] >= 0).all()


@given(groups())
def test_decoupled_quality_is_grpo_on_outcomes_alone(group: Columns) -> None:
    same = {**group, "progress": [0.0] * len(group["success"]), "cost": [0.5] * len(group["success"])}
    ours, theirs = (advantages(same, settings(name)) for name in ("decoupled", "vanilla"))
    assert np.allclose(ours, theirs, rtol=1e-3)


def test_decoupled_quality_does_not_blow_up_tiny_differences_of_progress() -> None:
    group = {"success": [0] * 4, "progress": [0.0, 0.0, 0.0, 0.01], "cost": [0.5] * 4, "valid": [True] * 4}
    assert advantages(group, settings("decoupled"))[-1] == pytest.approx(0.00375 / 0.5)
    assert advantages(group, settings("care"))[-1] > 1


@given(st.lists(st.floats(0.2, 0.4), min_size=2, max_size=12))
def test_decoupled_thrift_of_an_all_success_group_sums_to_zero_and_stays_within_lambda(cost: list[float]) -> None:
    size = len(cost)
    group = {"success": [1] * size, "progress": [1.0] * size, "cost": cost, "valid": [True] * size}
    found = advantages(group, settings("decoupled"))
    assert abs(found.sum()) < 1e-9
    assert (np.abs(found) <= Phi().lambda_eff).all()


# -- order, invalid episodes, silence


@given(groups(), phis(), arms, st.randoms(use_true_random=False))
def test_the_order_of_episodes_only_orders_the_advantages(group: Columns, phi: Phi, name: str, random: Any) -> None:
    places = list(range(len(group["success"])))
    random.shuffle(places)
    shuffled = {key: [values[place] for place in places] for key, values in group.items()}
    assert np.allclose(advantages(shuffled, settings(name, phi)), advantages(group, settings(name, phi))[places], atol=1e-9)


@given(groups(), phis(), arms, st.integers(0, 12), st.floats(0, 1))
def test_an_invalid_episode_gets_zero_and_shifts_nobody(
    group: Columns, phi: Phi, name: str, place: int, junk: float
) -> None:
    place = min(place, len(group["success"]))
    more = {key: [*values[:place], None, *values[place:]] for key, values in group.items()}
    for key, value in (("success", junk), ("progress", float("nan")), ("cost", junk * 9), ("valid", False)):
        more[key][place] = value
    found = advantages(more, settings(name, phi))
    assert found[place] == 0.0
    assert np.delete(found, place).tolist() == advantages(group, settings(name, phi)).tolist()


@given(arms, st.integers(2, 12), st.booleans(), unit, unit)
def test_equal_episodes_teach_nothing(name: str, size: int, won: bool, progress: float, cost: float) -> None:
    shaped = shape([won] * size, [progress] * size, [cost] * size, [True] * size, settings(name))
    assert shaped.advantages.tolist() == [0.0] * size
    assert shaped.silent == NO_SPREAD


@pytest.mark.parametrize("name", sorted(ARMS))
def test_the_last_bits_of_32_bit_measurements_are_no_spread(name: str) -> None:
    third = np.float32(1) / np.float32(3)
    residue = [third, np.nextafter(third, np.float32(1)), third, np.float32(0.1) * 3 + np.float32(1 / 30)]
    for won in (0, 1):
        found = shape([won] * 4, residue, residue, [True] * 4, settings(name)).advantages
        assert found.tolist() == [0.0] * 4


@given(groups(), phis(), arms)
def test_measurements_in_16_bits_give_finite_advantages_near_the_exact_ones(group: Columns, phi: Phi, name: str) -> None:
    def rough(values: Sequence[float]) -> list[float]:
        """Rounded to the eight leading bits that bfloat16 has."""
        bits = np.asarray(values, dtype=np.float32).view(np.uint32) & np.uint32(0xFFFF0000)
        return [float(value) for value in bits.view(np.float32)]

    sixteen = {**group, "progress": rough(group["progress"]), "cost": rough(group["cost"])}
    assert np.isfinite(advantages(sixteen, settings(name, phi))).all()


def test_a_group_of_one_and_one_without_two_valid_episodes_get_zeros_and_say_why() -> None:
    alone = shape_group([Outcome(True, 1.0)], CareSettings())
    broken = shape_group([Outcome(True, 1.0), Outcome(False, valid=False), Outcome(False, valid=False)], CareSettings())
    for shaped in (alone, broken):
        assert not shaped.advantages.any() and shaped.regime is None and shaped.silent == TOO_FEW
    assert broken.advantages.shape == (3,)


# -- what cannot be


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"success": 0.5}, r"episode e3: success is 0.5 .*true or false"),
        ({"progress": float("nan")}, r"episode e3: progress is nan .*from 0 to 1"),
        ({"progress": 1.01}, r"progress is 1.01"),
        ({"progress": "0.5"}, r"progress is '0.5' .*a number from 0 to 1"),
        ({"tokens": "12"}, r"tokens is '12' .*whole number"),
        ({"tokens": -1}, r"episode e3: tokens is -1 .*at least 0"),
        ({"tokens": float("inf")}, r"tokens is inf"),
        ({"calls": 1.5}, r"calls is 1.5 .*whole number"),
        ({"violations": -2}, r"violations is -2"),
        ({"success": True, "violations": 2}, r"succeeded with 2 violations .*contradicts"),
    ],
)
def test_an_impossible_measurement_names_the_episode_and_the_field(change: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        Outcome(**{"success": False, "name": "e3", **change})


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        (([], [], [], []), "the group is empty"),
        (([1, 0], [1.0], [0.1, 0.1], [True, True]), r"progress has shape \(1,\) .*each of 2 episodes"),
        (([1, 0], [1.0, float("nan")], [0.1, 0.1], [True, True]), "group, episode 1: progress is nan"),
        (([1, 0], [1.0, 0.0], [0.1, 1.1], [True, True]), "cost is 1.1"),
        (([1, 0.5], [1.0, 0.0], [0.1, 0.1], [True, True]), "success is 0.5"),
        (([1, 0], [1.0, 0.0], [0.1, 0.1], [True, 2]), "valid holds something else"),
    ],
)
def test_impossible_columns_are_named(columns: tuple[Any, Any, Any, Any], message: str) -> None:
    with pytest.raises(UserError, match=message):
        shape(*columns, CareSettings())


@pytest.mark.parametrize(
    "change",
    [{"p_low": 0.9, "p_high": 0.5}, {"lambda_eff": 1.0}, {"lambda_prog": 1.0}, {"p_high": 1.0}, {"p_high": 0.0},
     {"p_low": float("nan")}, {"lambda_eff": -0.1}],
)  # fmt: skip
def test_a_phi_under_which_success_could_lose_is_refused(change: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        Phi(**change)


def test_the_name_of_an_arm_in_the_place_of_its_settings_is_told() -> None:
    settings: Any = "care"
    with pytest.raises(UserError, match=r"settings is 'care' \(expected CareSettings, such as arm\('care'\)\)"):
        shape_group([Outcome(success=True)] * 2, settings)


def test_an_unknown_arm_is_named_with_those_that_exist() -> None:
    with pytest.raises(UserError, match=r"no arm 'fancy' .*vanilla, care, uncalibrated"):
        arm("fancy")
    assert arm("care").switches == Switches() and arm("vanilla").phi == Phi()


# -- cost and the summary


def test_cost_is_a_mix_of_clipped_shares_and_a_call_can_be_dearer_elsewhere() -> None:
    cost = Cost(token_cap=100, call_cap=10, token_share=0.75, call_prices={"device": 4.0})
    assert cost.of(Outcome(True, tokens=50, calls=5)) == pytest.approx(0.75 * 0.5 + 0.25 * 0.5)
    assert cost.of(Outcome(True, tokens=50, calls=2, backend="device")) == pytest.approx(0.75 * 0.5 + 0.25 * 0.8)
    assert cost.of(Outcome(True, tokens=10_000, calls=99)) == 1.0
    with pytest.raises(ValidationError, match="price of a call on device is -1"):
        Cost(call_prices={"device": -1.0})


def test_the_summary_keeps_successful_episodes_and_regimes_apart() -> None:
    easy = [Outcome(True, 1.0, tokens=40 + number) for number in range(8)]
    hard = [Outcome(False, 0.5, tokens=100), Outcome(True, 1.0, tokens=60), Outcome(False, valid=False), Outcome(False)]
    broken = [Outcome(True, 1.0), Outcome(False, valid=False)]
    shaped = [shape_group(group, CareSettings()) for group in (easy, hard, broken)]
    found = summary(zip((easy, hard, broken), shaped, strict=True))
    judged = [float(reward) for reward in (*shaped[0].rewards, *shaped[1].rewards[[0, 1, 3]])]
    assert found["reward"] == pytest.approx(sum(judged) / len(judged))
    assert found["groups"] == 3 and found["groups/too_few_valid"] == 1 and found["episodes/invalid"] == 2
    assert found["regime/efficiency/share"] == found["regime/outcome/share"] == 0.5
    assert found["regime/efficiency/tokens/success"] == pytest.approx(43.5)
    assert found["regime/outcome/tokens"] == pytest.approx(160 / 3)
    assert found["regime/outcome/tokens/success"] == 60
    assert "regime/progress/rate" not in found
