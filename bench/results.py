"""The result of one run of ``planner-bench``: the weighted score, its parts with intervals, and one row a run.

Every number counts every task: a run that is missing, invalid or broken by its infrastructure is a failure in the score, and
the coverage says how many were valid. A skill task counts by the mean of its two routings.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from harness.contract import Json
from harness.errors import UserError, each

from .evaluate import Row
from .planner_bench import WEIGHTS
from .statistics import Estimate, mcnemar, mean_estimate, weighted

DRAWS = 2000


@dataclass(frozen=True)
class Run:
    """One run of one task. ``base`` is the task; ``group`` the part of the suite it belongs to."""

    base: str
    group: str
    row: Row


@dataclass(frozen=True)
class Result:
    """What a run of the suite came to. ``settings`` say what was run: suite, split, policy, harness, seed."""

    settings: Mapping[str, Json]
    runs: tuple[Run, ...] = field(repr=False)
    cost: Mapping[str, Json] = field(default_factory=dict)

    def __post_init__(self) -> None:
        list(each(self.runs, Run, "runs", "runs, each of a row and where it belongs"))

    @property
    def n(self) -> int:
        """How many tasks were asked for."""
        return len({item.base for item in self.runs})

    @property
    def valid(self) -> int:
        """How many tasks have valid runs only."""
        return self.n - len({item.base for item in self.runs if not item.row.valid})

    @property
    def coverage(self) -> float:
        """The share of tasks with valid runs only."""
        return self.valid / self.n if self.n else 0.0

    @property
    def overall(self) -> Estimate:
        """The weighted score over the full denominator."""
        return overall(self.runs)

    @property
    def overall_of_valid(self) -> Estimate:
        """The same over the valid runs only: what the policy did where the infrastructure held."""
        return overall([item for item in self.runs if item.row.valid])

    def by(self, key: Callable[[Run], Iterable[object]]) -> dict[str, Estimate]:
        """Success by whatever ``key`` says of a run; one run may stand in several places."""
        found: dict[str, list[Run]] = {}
        for item in self.runs:
            for name in key(item):
                found.setdefault(str(name), []).append(item)
        return {name: mean_estimate(task_values(items)) for name, items in sorted(found.items())}

    @property
    def by_capability(self) -> dict[str, Estimate]:
        found = self.by(lambda item: [item.row.capability])
        return {name: found[name] for name in WEIGHTS if name in found}

    @property
    def slices(self) -> dict[str, dict[str, Estimate]]:
        """Every way in which the report cuts the score."""
        return {
            "capability": self.by_capability,
            "part": self.by(lambda item: [item.group]),
            "routing": self.by(lambda item: [_routing(item)] if item.group == "skills" else []),
            "behaviour": self.by(lambda item: [item.row.behaviour]),
            "domain": self.by(lambda item: item.row.domains),
            "friction": self.by(lambda item: item.row.friction or ["none"]),
            "difficulty": self.by(lambda item: [item.row.difficulty]),
            "language": self.by(lambda item: [item.row.language]),
            "family": self.by(lambda item: [item.row.family]),
        }

    @property
    def failures(self) -> dict[str, int]:
        """How often each kind of failure occurred, the most frequent first."""
        return dict(Counter(item.row.failure for item in self.runs if item.row.failure).most_common())

    def family_interval(self) -> tuple[float, float]:
        """A 95 % interval of the overall score that draws whole families: how sure it is for families not in the suite.

        It is never narrower than the interval over tasks, as it would be where all families are alike.
        """
        families: dict[str, dict[str, list[Run]]] = {}
        for item in self.runs:
            families.setdefault(item.row.capability, {}).setdefault(item.row.family, []).append(item)
        rng = random.Random(0)
        means = {
            capability: [(len(values), sum(values)) for values in map(task_values, names.values())]
            for capability, names in families.items()
        }
        total = sum(WEIGHTS[name] for name in means)
        scores = []
        for _ in range(DRAWS):
            score = 0.0
            for capability, pairs in means.items():
                drawn = rng.choices(pairs, k=len(pairs))
                score += WEIGHTS[capability] / total * sum(hits for _, hits in drawn) / sum(count for count, _ in drawn)
            scores.append(score)
        scores.sort()
        over_tasks = self.overall
        return min(over_tasks.low, scores[int(0.025 * DRAWS)]), max(over_tasks.high, scores[int(0.975 * DRAWS) - 1])

    def document(self) -> dict[str, Json]:
        """The result as one JSON document."""
        low, high = self.family_interval()
        return {
            **self.settings,
            "n": self.n,
            "runs": len(self.runs),
            "valid": self.valid,
            "coverage": self.coverage,
            "overall": self.overall.value,
            "overall_of_valid": self.overall_of_valid.value,
            "by_capability": {name: item.value for name, item in self.by_capability.items()},
            "weights": {name: WEIGHTS[name] for name in self.by_capability},
            "intervals": {
                "overall": [self.overall.low, self.overall.high],
                "overall_over_families": [low, high],
                **{name: [item.low, item.high] for name, item in self.by_capability.items()},
            },
            "slices": {name: {key: asdict(item) for key, item in found.items()} for name, found in self.slices.items()},
            "failures": self.failures,
            "infrastructure_failures": sum(item.row.failure == "infrastructure" for item in self.runs),
            "cost": dict(self.cost),
            "rows": [{"base": item.base, "group": item.group, **asdict(item.row)} for item in self.runs],
        }


def task_values(runs: Iterable[Run]) -> list[float]:
    """What each task is worth, 0 to 1: the mean of its runs."""
    tasks: dict[str, list[bool]] = {}
    for item in runs:
        tasks.setdefault(item.base, []).append(item.row.success)
    return [sum(hits) / len(hits) for hits in tasks.values()]


def overall(runs: Sequence[Run]) -> Estimate:
    """The weighted score. Where a part of the suite is missing, the weights of the others are scaled up."""
    found = {
        name: mean_estimate(task_values([item for item in runs if item.row.capability == name]))
        for name in WEIGHTS
        if any(item.row.capability == name for item in runs)
    }
    total = sum(WEIGHTS[name] for name in found)
    return weighted([(WEIGHTS[name] / total, item) for name, item in found.items()]) if found else Estimate(0.0, 0.0, 1.0, 0)


def _routing(item: Run) -> str:
    return item.row.task_id.removeprefix(f"{item.base}-")


# -- reading and comparing


def read_result(where: Path) -> Result:
    """The result in a run's folder, or in a JSON file that ``bench run --json`` wrote. Raises ``UserError``."""
    path = where / "result.json" if where.is_dir() else where
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise UserError("there is no result", where=str(path), expected="what `bench run` wrote") from None
    except (ValueError, UnicodeDecodeError):
        raise UserError("this is no JSON", where=str(path), expected="what `bench run` wrote") from None
    try:
        runs = tuple(_read_row(dict(line)) for line in document["rows"])
        settings = {name: document[name] for name in SETTINGS}
    except KeyError as error:
        message = f"this is no result of the bench: the field {error} is missing"
        raise UserError(message, where=str(path), expected="what `bench run` wrote") from None
    except (TypeError, ValueError) as error:
        message = f"this is no result of the bench: {type(error).__name__} {error}"
        raise UserError(message, where=str(path), expected="what `bench run` wrote") from None
    return Result(settings, runs, document.get("cost", {}))


SETTINGS = ("suite", "split", "suite_digest", "suite_is_pinned", "limit", "policy", "harness", "seed")


def _read_row(line: dict[str, Json]) -> Run:
    base, group = line.pop("base"), line.pop("group")
    for name in ("domains", "friction"):
        line[name] = tuple(line[name])
    return Run(base, group, Row(**line))


@dataclass(frozen=True)
class Contrast:
    """Two results on the same tasks. ``gained`` tasks went better in the second; ``low`` to ``high`` is of the difference.

    ``p`` is the exact McNemar test; a skill task, with its two runs, counts once, by which result solved more of them.
    """

    name: str
    n: int
    first: float
    second: float
    low: float
    high: float
    gained: int
    lost: int
    p: float

    @property
    def words(self) -> str:
        """What may be claimed: a difference only where the exact test and the bootstrap interval both show one."""
        if self.p >= 0.05 or self.low <= 0 <= self.high:
            return "no difference shown"
        return "the second is better" if self.second > self.first else "the first is better"


def compare(first: Result, second: Result) -> list[Contrast]:
    """Overall and by capability. Raises ``UserError`` for results of different suites."""
    if first.settings["suite_digest"] != second.settings["suite_digest"]:
        message = f"the results are of different tasks ({_tasks_of(first)} and {_tasks_of(second)})"
        raise UserError(message, expected="two results of one suite, split, limit and version")
    after = {item.row.task_id: item for item in second.runs}
    pairs = [(item, after[item.row.task_id]) for item in first.runs]
    found = [_contrast("overall", pairs)]
    for name in first.by_capability:
        found.append(_contrast(name, [pair for pair in pairs if pair[0].row.capability == name]))
    return found


def _tasks_of(result: Result) -> str:
    """The suite and split, how much of it, and enough of the digest to tell versions apart."""
    identity = str(result.settings["suite_digest"]).removeprefix("sha256:")[:8]
    return f"{result.settings['suite']}/{result.settings['split']}, {result.n} tasks, {identity}"


def _contrast(name: str, pairs: Sequence[tuple[Run, Run]]) -> Contrast:
    changes = [value for values in _differences(pairs).values() for value in values]
    gained, lost = sum(value > 0 for value in changes), sum(value < 0 for value in changes)
    one, other = overall([item for item, _ in pairs]), overall([item for _, item in pairs])
    low, high = _bootstrap(pairs)
    return Contrast(
        name=name, n=one.n, first=one.value, second=other.value, low=low, high=high,
        gained=gained, lost=lost, p=mcnemar([False] * gained + [True] * lost, [True] * gained + [False] * lost),
    )  # fmt: skip


def _bootstrap(pairs: Sequence[tuple[Run, Run]]) -> tuple[float, float]:
    """A 95 % interval of the difference of the weighted scores; tasks are drawn in pairs, within each capability."""
    values = _differences(pairs)
    total = sum(WEIGHTS[name] for name in values)
    rng = random.Random(0)
    drawn = sorted(
        sum(WEIGHTS[name] / total * sum(rng.choices(items, k=len(items))) / len(items) for name, items in values.items())
        for _ in range(DRAWS)
    )
    return drawn[int(0.025 * DRAWS)], drawn[int(0.975 * DRAWS) - 1]


def _differences(pairs: Sequence[tuple[Run, Run]]) -> dict[str, list[float]]:
    """Second minus first, one number a task, by capability."""
    found: dict[str, dict[str, list[int]]] = {}
    for one, other in pairs:
        task = found.setdefault(one.row.capability, {}).setdefault(one.base, [])
        task.append(other.row.success - one.row.success)
    return {name: [sum(task) / len(task) for task in tasks.values()] for name, tasks in found.items()}
