"""The trajectory collector: runs policies on tasks, lets the expert take over where the learner goes wrong, keeps all.

Arms, for comparison: ``error`` (learner first; a monitor of rules, and of a configured model where the rules see nothing,
hands over on trouble), ``random`` (hands over at random),
``expert`` and ``learner`` (one of them throughout). After a hand-over the expert acts for at least three turns; an
episode sees at most two hand-overs.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, get_args

from harness.contract import Status, Task, Trajectory, Witness, canonical
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode
from harness.errors import UserError, each, expect
from harness.instructions import Eta
from harness.policy import Policy
from harness.rollout import Choice, Start, rollout

from .expert import Expert

Arm = Literal["error", "random", "expert", "learner"]
EXPERT_TURNS = 3
MAX_HANDOVERS = 2
RANDOM_RATE = 0.2
Watch = Callable[[Sequence[Episode]], Sequence[str | None]]
"""A second monitor: why the expert should take over each of these episodes; None where it should not."""


def collect(
    tasks: Iterable[Task],
    witnesses: Mapping[str, Witness],
    *,
    environment: Callable[[], PhoneEnvironment],
    eta: Eta,
    arm: Arm = "expert",
    learner: Policy | None = None,
    watch: Watch | None = None,
    slip_rate: float = 0.0,
    seed: int = 0,
    live: int = 32,
) -> Iterator[Trajectory]:
    """One trajectory a task, in order. ``watch`` is asked in the arm ``error``, where the rules see no trouble.

    Raises ``UserError`` for an unknown arm, for one that needs a learner where none is given, and for other arguments.
    """
    if arm not in get_args(Arm):
        raise UserError(f"there is no arm {arm!r}", where="collect", expected=f"one of {', '.join(get_args(Arm))}")
    expect(witnesses, Mapping, "witnesses", "witnesses by the id of their task")
    expert = Expert(witnesses, slip_rate=slip_rate)
    if arm != "expert" and learner is None:
        raise UserError(f"the arm {arm!r} needs a learner", where="collect", expected="a policy as its learner")
    director = Switch(expert, learner, arm, watch)
    policy: Policy = learner if learner is not None and arm != "expert" else expert
    starts = (Start(task, seed) for task in each(tasks, Task, "tasks", "tasks"))
    return rollout(starts, policy, environment=environment, eta=eta, live=live, director=director)


class Switch:
    """Decides who acts next. It reads only the episode, so a resumed collection decides the same."""

    def __init__(self, expert: Expert, learner: Policy | None, arm: Arm, watch: Watch | None = None) -> None:
        self._expert = expert
        self._learner = learner
        self._arm = arm
        self._watch = watch if arm == "error" else None

    def __call__(self, episodes: Sequence[Episode]) -> list[Choice]:
        choices = [self._choose(episode) for episode in episodes]
        quiet = [
            place for place, choice in enumerate(choices) if choice.actor == "learner" and _may_step_in(episodes[place])
        ]
        if self._watch is not None and quiet:
            for place, reason in zip(quiet, self._watch([episodes[place] for place in quiet]), strict=True):
                if reason is not None:
                    choices[place] = self._hand_over(episodes[place], reason)
        return choices

    def _choose(self, episode: Episode) -> Choice:
        if self._arm == "expert" or self._learner is None:
            return self._hand_over(episode, None)
        if self._arm == "learner":
            return Choice(self._learner)
        actors = [turn.actor for turn in episode.turns]
        streak = next((n for n, actor in enumerate(reversed(actors)) if actor != "expert"), len(actors))
        if 0 < streak < EXPERT_TURNS:
            return self._hand_over(episode, None)
        reason = self._trouble(episode) if _handovers(episode) < MAX_HANDOVERS else None
        return self._hand_over(episode, reason) if reason else Choice(self._learner)

    def _hand_over(self, episode: Episode, reason: str | None) -> Choice:
        self._expert.look(episode)
        return Choice(self._expert, "expert", reason)

    def _trouble(self, episode: Episode) -> str | None:
        if self._arm == "random":
            rng = random.Random(f"handover/{episode.id}/{episode.seed}/{len(episode.turns)}")
            return "random" if rng.random() < RANDOM_RATE else None
        return monitor(episode)


def _handovers(episode: Episode) -> int:
    actors = [turn.actor for turn in episode.turns]
    return sum(now == "expert" and (i == 0 or actors[i - 1] != "expert") for i, now in enumerate(actors))


def _may_step_in(episode: Episode) -> bool:
    """Whether there is a turn of the learner to judge, and a hand-over left."""
    return bool(episode.turns) and episode.turns[-1].actor == "learner" and _handovers(episode) < MAX_HANDOVERS


def monitor(episode: Episode) -> str | None:
    """What is wrong with the learner's last turn, by rules; None where nothing is.

    It looks at what a program can be sure of: unreadable output, refused arguments, a repeated call, and a budget that
    is nearly spent without progress.
    """
    if not episode.turns or episode.turns[-1].actor == "expert":
        return None
    last = episode.turns[-1]
    if last.action.malformed:
        return f"unreadable output: {last.action.malformed}"
    for answer in last.feedback:
        if answer.status is Status.ERROR and answer.error is not None:
            return f"{answer.tool}: {answer.error.code}"
    made = [canonical([call.name, call.arguments]) for turn in episode.turns[:-1] for call in turn.action.calls]
    if any(canonical([call.name, call.arguments]) in made for call in last.action.calls):
        return "the same call again"
    if episode.task.budget.turns - len(episode.turns) <= EXPERT_TURNS + 1:
        return "the budget is nearly spent"
    return None
