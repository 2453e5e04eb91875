"""The rollout engine: many live episodes, in one batch or each on its own.

``rollout`` calls the policy once for all episodes that wait, which is what a local model needs. ``rollout_apart`` lets every
episode go at its own pace, which is what an endpoint needs: nobody waits for the slowest answer.

Both drive ``Episode`` and nothing else. Every episode depends only on its task, its seed and the policy's answers, so how
many are alive at once changes the speed and never the result.
"""

import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass

from harness.contract import Task, Trajectory

from .environments.phone.environment import PhoneEnvironment
from .episode import Actor, Episode
from .instructions import Eta
from .policy import Policy, Reply


@dataclass(frozen=True)
class Start:
    """One episode to run: a task, a seed, and a name that no other episode of the run has."""

    task: Task
    seed: int = 0
    name: str | None = None


@dataclass(frozen=True)
class Choice:
    """Who acts next in an episode, and why the monitor thinks so."""

    policy: Policy
    actor: Actor = "learner"
    monitor: str | None = None


Director = Callable[[Sequence[Episode]], Sequence[Choice]]
"""Chooses who acts next in each of the live episodes; with one policy it is a constant."""


def rollout(
    starts: Iterable[Start],
    policy: Policy,
    *,
    environment: Callable[[], PhoneEnvironment],
    eta: Eta,
    live: int = 32,
    director: Director | None = None,
) -> Iterator[Trajectory]:
    """Runs every episode to its end and yields trajectories in the order of ``starts``.

    ``live`` bounds how many are alive, and with them the memory. ``director`` may let another policy act turn by turn; the
    record still names ``policy``, and each turn says who acted. Every environment is closed once its episode is recorded,
    and also when an episode fails or the caller stops early.
    """
    choose = director or (lambda episodes: [Choice(policy) for _ in episodes])
    waiting = iter(starts)
    window: deque[Episode] = deque()
    exhausted = False
    try:
        while True:
            while not exhausted and len(window) < live:
                start = next(waiting, None)
                if start is None:
                    exhausted = True
                    break
                window.append(_begin(start, environment(), eta))
            while window and window[0].done:
                episode = window.popleft()
                with closing(episode.environment):
                    made = episode.trajectory(policy.ref)
                yield made
            if not window:
                if exhausted:
                    return
                continue
            _step([episode for episode in window if not episode.done], choose)
    finally:
        with ExitStack() as left:
            for episode in window:
                left.callback(episode.environment.close)


def _begin(start: Start, environment: PhoneEnvironment, eta: Eta) -> Episode:
    with ExitStack() as failed:
        failed.callback(environment.close)
        episode = Episode(start.task, environment, eta, seed=start.seed, name=start.name)
        failed.pop_all()
    return episode


def _step(episodes: list[Episode], choose: Director) -> None:
    """One turn of every live episode, one call for each policy that acts."""
    choices = choose(episodes)
    groups: dict[int, list[int]] = {}
    for index, choice in enumerate(choices):
        groups.setdefault(id(choice.policy), []).append(index)
    for members in groups.values():
        policy = choices[members[0]].policy
        replies: list[Reply] = policy.respond([episodes[index].request() for index in members])
        for index, reply in zip(members, replies, strict=True):
            episodes[index].advance(reply, actor=choices[index].actor, monitor=choices[index].monitor)


def rollout_apart(
    starts: Iterable[Start],
    policy: Policy,
    *,
    environment: Callable[[], PhoneEnvironment],
    eta: Eta,
    live: int = 64,
    again: int = 0,
) -> Iterator[Trajectory]:
    """Runs every episode in a thread of its own, ``live`` at a time, and yields trajectories as they come to their ends.

    An episode that an infrastructure failure ended is run ``again`` from its start, so many times at most. What the policy
    raises is raised here, at once; episodes under way are then left alone.
    """
    waiting = iter(starts)
    turn = threading.Lock()
    done: queue.SimpleQueue[Trajectory | BaseException | None] = queue.SimpleQueue()
    stop = threading.Event()

    def work() -> None:
        try:
            while not stop.is_set():
                with turn:
                    start = next(waiting, None)
                if start is None:
                    break
                done.put(_whole(start, policy, environment, eta, again))
        except BaseException as error:  # belongs to the caller
            done.put(error)
        else:
            done.put(None)

    threads = [threading.Thread(target=work, name=f"episode-{number}", daemon=True) for number in range(live)]
    for thread in threads:
        thread.start()
    alive = live
    try:
        while alive:
            found = done.get()
            if isinstance(found, BaseException):
                raise found
            if found is None:
                alive -= 1
            else:
                yield found
    finally:
        stop.set()


def _whole(
    start: Start, policy: Policy, environment: Callable[[], PhoneEnvironment], eta: Eta, again: int
) -> Trajectory:  # fmt: skip
    """One episode from its start to its end, tried anew where the infrastructure failed."""
    while True:
        episode = Episode(start.task, environment(), eta, seed=start.seed, name=start.name)
        while not episode.done:
            episode.advance(policy.respond([episode.request()])[0])
        if episode.end != "infrastructure" or again == 0:
            return episode.trajectory(policy.ref)
        again -= 1
