"""The curator: what of the collected trajectories should be learned from, and why not the rest.

replay -> verdict -> turn errors -> attribution -> exact and near duplicates -> contamination -> balance -> sample for
people -> proposal. Completion (did it work?) and suitability (should we learn from it?) are separate decisions: failures
are kept in a set of their own, doubtful records go to quarantine, and nothing disappears.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from harness.contract import CuratedRecord, ReviewState, Task, Trajectory, canonical
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import replay
from harness.instructions import Eta

from .similarity import Neighbours, leaks
from .turns import actions_of, erroneous_turns, recovered_turns

NEAR_DUPLICATE = 0.9
LEARNED = (ReviewState.APPROVED, ReviewState.CORRECTED)
"""The decisions after which a record is learned from."""
RULE = "rule:curator"
SAMPLE_SHARE, SAMPLE_MIN = 0.05, 50


@dataclass
class Curation:
    """The curator's decisions, one a trajectory, in order."""

    records: list[CuratedRecord] = field(default_factory=list)
    leaked: dict[str, str] = field(default_factory=dict)

    def approved(self) -> list[CuratedRecord]:
        return [record for record in self.records if record.review is ReviewState.APPROVED]

    def counts(self) -> dict[str, int]:
        """How many records ended in each state, and how many turns are masked or recovered."""
        states = Counter(record.review.value for record in self.records)
        return {
            **{state.value: states[state.value] for state in ReviewState},
            "masked_turns": sum(len(record.erroneous) for record in self.approved()),
            "with_recovery": sum(bool(record.recovered) for record in self.approved()),
        }


def curate(
    trajectories: Iterable[Trajectory],
    tasks: Mapping[str, Task],
    *,
    environment: Callable[[], PhoneEnvironment],
    eta: Eta,
    held_out: Sequence[str] = (),
    progress: Callable[[int], None] = lambda _: None,
) -> Curation:
    """Decides on every trajectory. ``held_out`` are requests of unseen families that no record may share 8 words with."""
    items = list(trajectories)
    records = (examine(tasks[item.task_id], item, environment, eta) for item in items)
    return compared(records, items, tasks, held_out=held_out, progress=progress)


def compared(
    records: Iterable[CuratedRecord],
    trajectories: Sequence[Trajectory],
    tasks: Mapping[str, Task],
    *,
    held_out: Sequence[str] = (),
    progress: Callable[[int], None] = lambda _: None,
) -> Curation:
    """The decisions on trajectories that were examined one by one, after a look at them all: repeats, leaks, weights."""
    result = Curation()
    exact: dict[str, str] = {}
    near: dict[str, Neighbours] = {}
    for trajectory, record in zip(trajectories, records, strict=True):
        task = tasks[trajectory.task_id]
        if record.review is ReviewState.APPROVED:
            objection = _duplicate(task, trajectory, exact, near)
            if objection:
                record = record.model_copy(update={"review": ReviewState.REJECTED, "reasons": (objection,)})
        result.records.append(record)
        progress(1)
    requests = [(record.trajectory_id, tasks[record.task_id].request) for record in result.approved()]
    result.leaked = leaks(requests, held_out)
    result.records = [_quarantine_leak(record, result.leaked) for record in result.records]
    result.records = weigh(result.records, tasks)
    return result


def examine(task: Task, trajectory: Trajectory, environment: Callable[[], PhoneEnvironment], eta: Eta) -> CuratedRecord:
    """One trajectory by itself: is it what it claims, did it work, which turns were wrong?"""
    again = replay(task, actions_of(trajectory), environment(), eta, seed=trajectory.seed)
    verdict = again.verify()
    reasons: list[str] = []
    review = ReviewState.APPROVED
    if not trajectory.verification.valid:
        review, reasons = ReviewState.REJECTED, [f"invalid: {trajectory.verification.reason}"]
    elif again.environment.snapshot() != trajectory.evidence.state_after:
        review, reasons = ReviewState.QUARANTINED, ["replaying the actions ends in another state"]
    elif verdict.success != trajectory.verification.success:
        review, reasons = ReviewState.QUARANTINED, ["the recorded verdict is not what the state says"]
    elif not verdict.success:
        review, reasons = ReviewState.REJECTED, ["the task was not solved"]
    success = review is ReviewState.APPROVED
    errors = erroneous_turns(task, trajectory, environment, eta) if success else ()
    if success and len(errors) == len(trajectory.turns):
        review, reasons = ReviewState.REJECTED, ["no turn is left to learn from"]
    return CuratedRecord(
        trajectory_id=trajectory.id,
        trajectory_digest=trajectory.digest(),
        task_id=task.id,
        success=trajectory.verification.success,
        tags=tags(task, trajectory),
        attribution=None if trajectory.verification.success else attribution(trajectory),
        erroneous=errors,
        recovered=recovered_turns(trajectory, errors),
        review=review,
        reviewer=RULE,
        reasons=tuple(reasons),
    )


def tags(task: Task, trajectory: Trajectory) -> tuple[str, ...]:
    """What a trajectory shows: capability, behaviour, language, friction, and the actors."""
    friction = sorted({f"friction:{item.kind}" for item in task.initial.friction})
    actors = sorted({f"actor:{turn.actor}" for turn in trajectory.turns})
    return (task.capability.value, task.behaviour.value, f"language:{task.language.value}", *friction, *actors)


def attribution(trajectory: Trajectory) -> str:
    """A first word on why it failed, from the record alone; diagnosis says more."""
    verdict = trajectory.verification
    if not verdict.valid:
        return "environment"
    if any(turn.action.malformed for turn in trajectory.turns):
        return "format"
    if trajectory.end == "budget":
        return "budget"
    if verdict.false_refusal:
        return "gave_up"
    failed = [check.name for check in (*verdict.gates, *verdict.checks) if not check.passed]
    if any(name.startswith("memory ") for name in failed):
        return "memory_not_retrieved"
    if any(name.startswith("skill ") for name in failed):
        return "skill_not_loaded"
    if any(name.startswith("no unrelated") for name in failed) or verdict.violations:
        return "overreach"
    if trajectory.cost.calls == 0:
        return "stopped_early"
    return "bad_arguments_or_missing_step"


def weigh(records: Iterable[CuratedRecord], tasks: Mapping[str, Task]) -> list[CuratedRecord]:
    """The records with their sampling weights, balanced over those that are learned from; the others weigh nothing."""
    records = list(records)
    weights = balance({record.trajectory_id: tasks[record.task_id] for record in records if record.review in LEARNED})
    return [record.model_copy(update={"weight": weights.get(record.trajectory_id, 0.0)}) for record in records]


def balance(kept: Mapping[str, Task]) -> dict[str, float]:
    """Sampling weights with mean one: capabilities count equally up to a factor of two, families within one equally."""
    families = Counter(task.family for task in kept.values())
    capabilities = Counter(task.capability for task in kept.values())
    if not kept:
        return {}
    raw = {}
    for name, task in kept.items():
        by_family = len(kept) / (len(families) * families[task.family])
        by_capability = len(kept) / (len(capabilities) * capabilities[task.capability])
        raw[name] = min(2.0, max(0.5, by_family)) * min(2.0, max(0.5, by_capability))
    mean = sum(raw.values()) / len(raw)
    return {name: round(value / mean, 6) for name, value in raw.items()}


def sample_for_people(records: Sequence[CuratedRecord], *, seed: int = 0) -> list[str]:
    """Ids of the approved records that a person should read: at least fifty or five in a hundred, drawn by seed."""
    ids = [record.trajectory_id for record in records if record.review is ReviewState.APPROVED]
    count = min(len(ids), max(SAMPLE_MIN, round(SAMPLE_SHARE * len(ids))))
    return sorted(random.Random(f"sample/{seed}").sample(ids, count))


def _duplicate(task: Task, trajectory: Trajectory, exact: dict[str, str], near: dict[str, Neighbours]) -> str | None:
    """Why a record repeats an earlier one, or None; remembers it otherwise."""
    done = [[(c.name, c.arguments) for c in turn.action.calls] for turn in trajectory.turns]
    key = canonical([task.request, [past.text for past in task.history], done])
    if key in exact:
        return f"the same as {exact[key]}"
    text = f"{task.request} {canonical(done)}"
    kept = near.setdefault(task.family, Neighbours())
    name, likeness = kept.closest(text)
    if likeness > NEAR_DUPLICATE:
        return f"{likeness:.2f} like {name}"
    exact[key] = trajectory.id
    kept.keep(trajectory.id, text)
    return None


def _quarantine_leak(record: CuratedRecord, leaked: Mapping[str, str]) -> CuratedRecord:
    if record.trajectory_id not in leaked:
        return record
    reason = f"shares words with a held-out task: {leaked[record.trajectory_id]}"
    return record.model_copy(update={"review": ReviewState.QUARANTINED, "reasons": (reason,)})
