"""A soak: thousands of episodes one after another in one process, and whether its memory stays what it was.

Every episode is a new task, of all families and slices in turn, whose known solution or random valid calls go through the
whole harness and become a trajectory. Caches that have a bound are emptied before memory is looked at: filling one is no
leak, and one without a bound would be. What still grows in the second half is kept for ever.
"""

import functools
import gc
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

from harness.catalogue import full_catalogue
from harness.contract import Json, Task, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError
from harness.instructions import Eta
from harness.policy import RandomPolicy, WitnessPolicy
from harness.process import resident_bytes
from harness.rollout import Start, rollout

from .planner_bench import SPLITS
from .scenario import FamilyError, build
from .suite import families_of

LOOKS = 20
"""How often memory is looked at; half of that fall into the second half."""
MORE_BLOCKS = 0.5
MORE_BYTES = 512.0
"""Growth an episode that counts as a leak. An object has at least one block; resident memory is rounded to whole pages and
arenas, so it is the coarser of the two."""
OURS = ("agents", "bench", "graphs", "harness", "planner_agent", "planner_train", "prompts")


@dataclass(frozen=True)
class Look:
    """Memory after so many episodes: resident bytes, allocated blocks, objects that the collector follows."""

    episodes: int
    seconds: float
    resident: int
    blocks: int
    objects: int


@dataclass(frozen=True)
class Soak:
    """What a soak found. ``seconds`` are of processor time, making the tasks included; ``solved`` are known solutions.

    ``grown`` are the types of which the second half left the most objects, with how many.
    """

    episodes: int
    unsuitable: int
    known: int
    solved: int
    steps: int
    families: int
    profiles: int
    seconds: float
    looks: tuple[Look, ...]
    grown: dict[str, int]

    @property
    def bytes_per_episode(self) -> float:
        """Growth of resident memory over the second half: the slope of a line through it."""
        return self._slope([look.resident for look in self._second])

    @property
    def blocks_per_episode(self) -> float:
        """The same of allocated blocks."""
        return self._slope([look.blocks for look in self._second])

    @property
    def ok(self) -> bool:
        """Whether memory stays what it was."""
        return self.blocks_per_episode <= MORE_BLOCKS and self.bytes_per_episode <= MORE_BYTES

    @property
    def _second(self) -> Sequence[Look]:
        return [look for look in self.looks if 2 * look.episodes >= self.episodes]

    def _slope(self, values: Sequence[int]) -> float:
        places = [look.episodes for look in self._second]
        middle, mean = sum(places) / len(places), sum(values) / len(values)
        spread = sum((place - middle) ** 2 for place in places)
        return sum((place - middle) * (value - mean) for place, value in zip(places, values, strict=True)) / spread

    def document(self) -> dict[str, Json]:
        """All of it as one JSON document."""
        return {
            **asdict(self),
            "episodes_per_s": self.episodes / self.seconds,
            "bytes_per_episode": self.bytes_per_episode,
            "blocks_per_episode": self.blocks_per_episode,
            "ok": self.ok,
        }


def soak(
    catalogue: Catalogue,
    eta: Eta,
    *,
    episodes: int = 20_000,
    seed: int = 0,
    report: Callable[[int], None] = lambda done: None,
) -> Soak:
    """Runs that many episodes, at least ``LOOKS``, of the suite's tasks on phones with the tools of ``catalogue``.

    ``report`` is told how many are done.
    """
    every = max(1, episodes // LOOKS)
    pairs = _pairs(full_catalogue(), seed)
    unsuitable = known = solved = steps = 0
    families, profiles = set[str](), set[str]()
    looks: list[Look] = []
    half: Counter[str] = Counter()
    started = time.process_time()

    def play(by_witness: bool) -> None:
        """One episode, of which nothing is left when memory is looked at."""
        nonlocal unsuitable, known, solved, steps
        while (pair := next(pairs)) is None:
            unsuitable += 1
        task, witness = pair
        policy = WitnessPolicy({task.id: witness}) if by_witness else RandomPolicy()
        start = Start(task, seed=seed)
        (made,) = rollout([start], policy, environment=lambda: PhoneEnvironment(catalogue), eta=eta)
        known += by_witness
        solved += by_witness and made.verification.success
        steps += made.cost.calls
        families.add(task.family)
        profiles.add(task.initial.profile)

    for done in range(1, episodes + 1):
        play(by_witness=done % 2 == 1)
        if done % every == 0:
            if 2 * done >= episodes and not half:
                half = _types()
            looks.append(_look(done, time.process_time() - started))
            report(done)
    grown = _types() - half
    return Soak(
        episodes, unsuitable, known, solved, steps, len(families), len(profiles),
        looks[-1].seconds, tuple(looks), dict(grown.most_common(8)),
    )  # fmt: skip


def _pairs(catalogue: Catalogue, seed: int) -> Iterator[tuple[Task, Witness] | None]:
    """New tasks without end, each slice's families in turn; None for a draft that does not fit its phone."""
    places = [(item, part) for part in SPLITS.values() for item in families_of(part.families)]
    places += places[: 1 - len(places) % 2]  # an odd number, so that each meets either policy
    number = 0
    while True:
        for item, part in places:
            try:
                yield build(item, number, catalogue, split=part.split, holdout=part.holdout, seed=seed)
            except FamilyError:
                raise
            except UserError:
                yield None
        number += 1


def _look(done: int, seconds: float) -> Look:
    for cache in _bounded_caches():
        cache.cache_clear()
    gc.collect()
    return Look(done, seconds, resident_bytes(), sys.getallocatedblocks(), len(gc.get_objects()))


def _bounded_caches() -> list["functools._lru_cache_wrapper[object]"]:
    """Those of this project, and those of functions written in C, which name no module."""
    return [
        item
        for item in gc.get_objects()
        if isinstance(item, functools._lru_cache_wrapper)
        and (item.__module__ is None or item.__module__.partition(".")[0] in OURS)
        and item.cache_parameters()["maxsize"] is not None
    ]


def _types() -> Counter[str]:
    return Counter(f"{type(item).__module__}.{type(item).__qualname__}" for item in gc.get_objects())
