"""Groups of episodes for one batch: run through the harness, tried again where they broke, with tokens and outcomes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from harness.backends import open_backends
from harness.catalogue import catalogue_for
from harness.contract import PolicyRef, Task, Trajectory
from harness.environments.hybrid import Hybrid
from harness.episode import Episode
from harness.errors import UserError
from harness.instructions import Eta
from harness.models.local import LocalModel
from harness.policy import Policy
from harness.rollout import Choice, Start, rollout
from planner_train.care import Outcome

from .guard import GUARDS, BrokenPolicy, GuardedEnvironment
from .sampling import FallibleModelPolicy, SamplingPolicy, TimedModel, stream
from .served import ServedModel
from .settings import RLSettings
from .transcript import Transcript


@dataclass(frozen=True)
class Sampled:
    """One episode of a group as training needs it. ``reason`` says why it is no valid one."""

    task: Task
    transcript: Transcript
    outcome: Outcome
    end: str
    texts: tuple[str, ...] = ()
    reason: str = ""
    attempts: int = 1


@dataclass
class Clock:
    """Seconds of a batch of rollouts, by where they went. Measured, so nothing may depend on it."""

    model: float = 0.0
    phone: float = 0.0
    harness: float = 0.0

    @property
    def total(self) -> float:
        return self.model + self.phone + self.harness


class Engine:
    """Runs episodes of known tasks on their backends: those of ``hybrid``, or those that the settings name.

    ``simulator`` names the model that plays simulated phones; ``clock`` goes by ``timer``. Raises ``UserError`` where two
    tasks have one id, or a task no backend that can carry it.
    """

    def __init__(
        self,
        tasks: Sequence[Task],
        settings: RLSettings,
        eta: Eta,
        *,
        simulator: str = "",
        hybrid: Hybrid | None = None,
        timer: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.by_id = {task.id: task for task in tasks}
        if len(self.by_id) < len(tasks):
            twice = next(task.id for task in tasks if self.by_id[task.id] is not task)
            raise UserError("two tasks have one id", where=f"task {twice}", expected="one task an id")
        self.settings, self.eta, self.clock, self._timer = settings, eta.unguided(), Clock(), timer
        self.served: ServedModel | None = None
        """The server that episodes are sampled from, in place of the model itself."""
        self._hybrid = hybrid or open_backends(settings.backends, catalogue_for(eta), model=simulator, seed=settings.seed)
        self._backend = {task.id: self._hybrid.assign(task) for task in tasks}

    def sample(self, model: Any, tokenizer: Any, rows: Sequence[tuple[str, int]], batch: int) -> list[Sampled]:
        """One episode for each row, which is a task's id and the episode's number in the batch, in the order of the rows.

        Everything random follows from seed, batch and number. The world's seed is that of the group: its episodes
        differ by what the policy does.
        """
        episodes: dict[int, Sampled] = {}
        for attempt in range(1, self.settings.attempts + 1):
            left = [number for number in range(len(rows)) if number not in episodes or not episodes[number].outcome.valid]
            if not left:
                break
            for number, made in self._once(model, tokenizer, {number: rows[number] for number in left}, batch, attempt):
                episodes[number] = made
        return [episodes[number] for number in range(len(rows))]

    def evaluate(self, model: Any, tokenizer: Any, tasks: Sequence[Task], name: str) -> list[Sampled]:
        """The tasks, one greedy episode each, without tokens. The tasks need not be those that are trained on."""
        writer: Any = self.served or LocalModel(model, tokenizer)
        policy = FallibleModelPolicy(writer, PolicyRef(name=name), turn_tokens=self.settings.turn_tokens)
        backend_of = {task.id: self._hybrid.assign(task) for task in tasks}
        episodes: dict[str, Sampled] = {}
        for attempt in range(1, self.settings.attempts + 1):
            left = {task.id: task for task in tasks if task.id not in episodes or not episodes[task.id].outcome.valid}
            starts = [Start(task, self.settings.seed, f"{name}/{task.id}") for task in left.values()]
            for made, _ in self._run(starts, policy, backend_of):
                task, backend = left[made.task_id], backend_of[made.task_id]
                written = made.cost.tokens.completion
                episodes[task.id] = _sampled(task, made, Transcript([]), written, backend, attempt)
        return [episodes[task.id] for task in tasks]

    def _once(
        self, model: Any, tokenizer: Any, rows: dict[int, tuple[str, int]], batch: int, attempt: int
    ) -> Iterable[tuple[int, Sampled]]:
        timed: Any = self.served or TimedModel(model, tokenizer, timer=self._timer)
        timed.seconds = 0.0
        policy = SamplingPolicy(
            timed,
            PolicyRef(name=f"batch {batch}"),
            turn_tokens=self.settings.turn_tokens,
            window=self.settings.window,
            seed=self.settings.seed,
        )
        numbers, starts = {}, []
        for row, (task_id, number) in rows.items():
            name = f"{batch}/{number}/{attempt}"
            world = world_seed(self.settings.seed, batch, number // self.settings.group)
            numbers[name] = row
            starts.append(Start(self.by_id[task_id], world, name))
        started, phone = self._timer(), 0.0
        for trajectory, seconds in self._run(starts, policy, self._backend):
            phone += seconds
            transcript = policy.transcripts.get(trajectory.id) or Transcript([])
            task, backend = self.by_id[trajectory.task_id], self._backend[trajectory.task_id]
            yield numbers[trajectory.id], _sampled(task, trajectory, transcript, transcript.written, backend, attempt)
        self.clock.model += timed.seconds
        self.clock.phone += phone
        self.clock.harness += self._timer() - started - timed.seconds - phone

    def _run(
        self, starts: Iterable[Start], policy: Policy, backend_of: dict[str, str]
    ) -> Iterable[tuple[Trajectory, float]]:
        """Trajectories, backend by backend, with the seconds that their environments took."""
        broken = BrokenPolicy()
        waiting = list(starts)
        for backend in dict.fromkeys(backend_of[start.task.id] for start in waiting):
            mine = [start for start in waiting if backend_of[start.task.id] == backend]
            guards: list[GuardedEnvironment] = []

            def environment(backend: str = backend, guards: list[GuardedEnvironment] = guards) -> GuardedEnvironment:
                make = lambda: self._hybrid.make(backend)
                guards.append(GUARDS[backend](make, catalogue_for(self.eta), self.settings.deadline, self._timer))
                return guards[-1]

            def direct(episodes: Sequence[Episode]) -> list[Choice]:
                choices = []
                for episode in episodes:
                    failure = getattr(episode.environment, "failure", "")
                    broken.reasons[episode.id] = failure
                    choices.append(Choice(broken) if failure else Choice(policy))
                return choices

            live = min(self.settings.live, self._hybrid.live(backend))
            made = rollout(mine, policy, environment=environment, eta=self.eta, live=live, director=direct)
            for number, trajectory in enumerate(made):
                yield trajectory, guards[number].seconds


def world_seed(seed: int, batch: int, group: int) -> int:
    """The seed of the world that the episodes of a group share."""
    return stream("world", seed, batch, group) & 0x7FFF_FFFF


def _sampled(
    task: Task, trajectory: Trajectory, transcript: Transcript, written: int, backend: str, attempt: int
) -> Sampled:
    verdict = trajectory.verification
    success = verdict.success and verdict.valid
    outcome = Outcome(
        success=success,
        progress=verdict.progress,
        tokens=written,
        calls=trajectory.cost.calls,
        violations=0 if success else len(verdict.violations) + verdict.side_effects,
        valid=verdict.valid,
        backend=backend,
        name=trajectory.id,
    )
    return Sampled(
        task=task,
        transcript=transcript,
        outcome=outcome,
        end=trajectory.end,
        texts=tuple(turn.raw for turn in trajectory.turns),
        reason="" if verdict.valid else verdict.reason or "the verdict is not valid",
        attempts=attempt,
    )
