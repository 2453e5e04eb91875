"""What a batch of groups came to, in numbers for a log; competence regimes and successful episodes apart."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from .outcomes import Outcome
from .shaping import NO_SPREAD, TOO_FEW, Regime, Shaped


def summary(groups: Iterable[tuple[Sequence[Outcome], Shaped]]) -> dict[str, float]:
    """Means and shares over valid episodes and judged groups. A number that nothing stands behind is left out.

    Tokens of *successful* episodes have their own mean: the mean over all falls when failures become shorter, which is no
    thrift.
    """
    means: dict[str, list[float]] = defaultdict(list)
    counts = {"groups": 0, "groups/too_few_valid": 0, "groups/no_spread": 0, "episodes": 0, "episodes/invalid": 0}
    for outcomes, shaped in groups:
        counts["groups"] += 1
        counts["groups/too_few_valid"] += shaped.silent == TOO_FEW
        counts["groups/no_spread"] += shaped.silent == NO_SPREAD
        counts["episodes"] += len(outcomes)
        counts["episodes/invalid"] += sum(not item.valid for item in outcomes)
        for item in outcomes:
            if item.valid:
                _note_episode(means, item, "")
        if shaped.regime is None:
            continue
        for regime in Regime:
            means[f"regime/{regime}/share"].append(float(regime is shaped.regime))
        place = f"regime/{shaped.regime}/"
        means[f"{place}rate"].append(shaped.rate)
        means[f"{place}floored"].append(float(shaped.floored))
        for item, reward, advantage in zip(outcomes, shaped.rewards, shaped.advantages, strict=True):
            if item.valid:
                means["reward"].append(float(reward))
                means[f"{place}advantage"].append(abs(float(advantage)))
                _note_episode(means, item, place)
    return {
        **{name: float(count) for name, count in counts.items()},
        **{name: _mean(found) for name, found in means.items()},
    }


def _note_episode(means: dict[str, list[float]], item: Outcome, place: str) -> None:
    means[f"{place}success"].append(float(item.success))
    means[f"{place}tokens"].append(float(item.tokens))
    if item.success:
        means[f"{place}tokens/success"].append(float(item.tokens))
    if not place:
        means["progress"].append(item.progress)
        means["calls"].append(float(item.calls))
        means["violations"].append(float(item.violations))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
