"""Whether the suite measures what it claims: what solves its tasks must, what does not must not.

Per task, on the phone itself: the witness passes, and so does every other order of its calls that comes to the same thing;
near misses of it fail; what it writes could be known. Through the harness: empty, random, refusing and asking planners solve
what they honestly should, which is next to nothing.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import pairwise

from harness.contract import BehaviourCheck, Json, Task, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.lint import lint
from harness.environments.phone.mutation import dependent_steps, mutate, trace
from harness.environments.phone.replay import Step, play, play_steps, spell, swapped
from harness.environments.phone.tools import Catalogue
from harness.instructions import Eta
from harness.policies import open_policy
from harness.rollout import Start, rollout

from .planner_bench import Suite

FLOORS = ("empty", "random", "refuse", "ask")


@dataclass(frozen=True)
class Finding:
    """Something that a person should look at. ``kind`` is what rule it breaks."""

    task: str
    kind: str
    detail: str


@dataclass
class Soundness:
    """Shares in [0, 1] over the runs of a split, and what was found. Near misses are counted by kind."""

    split: str
    tasks: int = 0
    runs: int = 0
    witness: float = 0.0
    witness_through_harness: float = 0.0
    floors: dict[str, float] = field(default_factory=dict)
    refusing_is_right: float = 0.0
    asking_is_right: float = 0.0
    near_misses: Counter[str] = field(default_factory=Counter)
    rejected: Counter[str] = field(default_factory=Counter)
    equivalent: Counter[str] = field(default_factory=Counter)
    orders: int = 0
    orders_accepted: int = 0
    survivors: list[Finding] = field(default_factory=list)
    problems: list[Finding] = field(default_factory=list)
    drafts_rejected: int = 0

    @property
    def near_miss_rejected(self) -> float:
        """The share of near misses that fail, of those that differ from the witness at all."""
        counted = self.near_misses.total() - self.equivalent.total()
        return self.rejected.total() / counted if counted else 1.0

    def document(self) -> dict[str, Json]:
        """All of it as one JSON document."""
        return {
            **vars(self),
            "near_misses": dict(self.near_misses),
            "rejected": dict(self.rejected),
            "equivalent": dict(self.equivalent),
            "survivors": [asdict(item) for item in self.survivors],
            "problems": [asdict(item) for item in self.problems],
            "near_miss_rejected": self.near_miss_rejected,
            "ok": self.ok,
        }

    @property
    def ok(self) -> bool:
        """Whether the suite is what it claims to be."""
        return (
            self.witness == 1.0
            and self.floors["empty"] == 0.0
            and self.floors["random"] < 0.01
            and self.floors["refuse"] <= self.refusing_is_right
            and self.floors["ask"] <= self.asking_is_right
            and self.near_miss_rejected >= 0.99
            and self.orders_accepted == self.orders
            and not self.problems
        )


def measure(suite: Suite, catalogue: Catalogue, eta: Eta, *, report: Callable[[int], None] = lambda done: None) -> Soundness:
    """Attacks every task of the suite. ``report`` is told how many were."""
    found = Soundness(suite.split, suite.tasks, len(suite.items), drafts_rejected=len(suite.rejected))
    passed = 0
    seen: set[str] = set()
    for done, item in enumerate(suite.items, start=1):
        passed += _passes(item.task, item.witness, catalogue)
        if item.base not in seen:  # on the phone both routings are one task
            seen.add(item.base)
            _attack(found, item.task, item.witness, catalogue)
        report(done)
    tasks = [item.task for item in suite.items]
    found.witness = passed / len(tasks)
    found.refusing_is_right = sum(_wants(task, "refuse") for task in tasks) / len(tasks)
    found.asking_is_right = sum(_wants(task, "clarify") for task in tasks) / len(tasks)
    found.witness_through_harness = _solved(suite, "witness", catalogue, eta)
    found.floors = {name: _solved(suite, name, catalogue, eta) for name in FLOORS}
    return found


def _attack(found: Soundness, task: Task, witness: Witness, catalogue: Catalogue) -> None:
    found.problems += [Finding(task.id, item.code, item.detail) for item in lint(task, witness, catalogue).problems]
    report = mutate(task, witness, catalogue)
    found.near_misses += report.made
    found.rejected += report.rejected
    found.equivalent += report.equivalent
    found.survivors += [Finding(task.id, item.kind, item.detail) for item in report.survivors]
    for detail, accepted in _other_orders(task, witness, catalogue):
        found.orders += 1
        found.orders_accepted += accepted
        if not accepted:
            found.problems.append(Finding(task.id, "order_rejected", detail))


def _other_orders(task: Task, witness: Witness, catalogue: Catalogue) -> Iterator[tuple[str, bool]]:
    """Neighbouring calls in each other's place, where no order is asked for and the phone ends up the same."""
    gold, steps = play_steps(task, witness.turns, catalogue)
    bound = [(first.turn, then.turn) for first, then in dependent_steps(task, steps)]
    for first, then in pairwise(steps):
        if any(first.turn <= early and late <= then.turn for early, late in bound):
            continue
        actions = swapped(witness.turns, first, then)
        environment, played = play_steps(task, actions, catalogue)
        if _same_work(task, gold, environment) and _answers(steps) == _answers(played):
            yield f"{spell(first.call)} <-> {spell(then.call)}", environment.verify().success


def _same_work(task: Task, one: PhoneEnvironment, other: PhoneEnvironment) -> bool:
    return trace(task, one)[0] == trace(task, other)[0]


def _answers(steps: Sequence[Step]) -> Counter[str]:
    """What was answered, whatever the order."""
    return Counter(f"{spell(step.call)} {step.feedback.status} {step.feedback.payload}" for step in steps)


def _passes(task: Task, witness: Witness, catalogue: Catalogue) -> bool:
    return play(task, witness.turns, catalogue).verify().success


def _wants(task: Task, kind: str) -> bool:
    check = task.completion.check
    return isinstance(check, BehaviourCheck) and check.message == kind


def _solved(suite: Suite, policy: str, catalogue: Catalogue, eta: Eta) -> float:
    acting = open_policy(policy, witnesses=suite.witnesses)
    starts = [Start(item.task) for item in suite.items]
    made = rollout(starts, acting, environment=lambda: PhoneEnvironment(catalogue), eta=eta)
    return sum(item.verification.success for item in made) / len(starts)
