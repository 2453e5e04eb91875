"""The rollout engine: many live episodes, in one thread or each in its own.

``rollout`` keeps one thread's worth of requests under way and moves each episode on when its answer is ready, which is what
a local model needs: its batches stay full. ``rollout_apart`` gives every episode a thread, which is what an endpoint needs.

Both drive ``Episode`` and nothing else. Every episode depends only on its task, its seed and the policy's answers, so how
many are alive at once changes the speed and never the result.
"""

import itertools
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass

from harness.contract import Task, Trajectory
from harness.errors import UserError, each, expect

from .environments.phone.environment import PhoneEnvironment
from .episode import Actor, Episode
from .instructions import Eta
from .policy import Flow, Policy, flow_of


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


AHEAD = 4
"""How many finished episodes, as a multiple of the live ones, may wait for an earlier one that is not finished."""
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

    ``live`` bounds how many are under way, and with them the memory. ``director`` may let another policy act turn by turn;
    the record still names ``policy``, and each turn says who acted. Every environment is closed once its episode is
    recorded, and also when an episode fails or the caller stops early. Raises ``UserError`` for arguments that are none.
    """
    _check(policy, environment, eta, live)
    choose = director or (lambda episodes: [Choice(policy) for _ in episodes])
    waiting = iter(each(starts, Start, "starts", "Start(task)"))
    window: deque[Episode] = deque()
    table = _Table(choose)
    try:
        while True:
            while window and window[0].done:
                episode = window.popleft()
                with closing(episode.environment):
                    made = episode.trajectory(policy.ref)
                yield made
            room = min(live - table.under_way, live * AHEAD - len(window))
            begun = len(window)
            for start in itertools.islice(waiting, max(0, room)):
                window.append(_begin(start, environment(), eta))
            if not window:
                return
            table.seat([episode for episode in itertools.islice(window, begun, None) if not episode.done])
            table.step()
    finally:
        with ExitStack() as left:
            for episode in window:
                left.callback(episode.environment.close)


def _check(policy: object, environment: object, eta: object, live: int) -> None:
    """Raises ``UserError`` for arguments with which no episode could begin."""
    if not hasattr(policy, "respond"):
        raise UserError(f"the policy is {policy!r}", where="rollout", expected="what harness.policies.open_policy opens")
    if not callable(environment):
        raise UserError("environment is no function", where="rollout", expected="a function that makes an environment")
    expect(eta, Eta, "eta", "a harness configuration, as harness.instructions.load returns it")
    expect(live, int, "live", "how many episodes are under way at a time")
    if live < 1:
        raise UserError(f"live is {live}", where="rollout", expected="at least one episode at a time")


class _Table:
    """Episodes that wait for an answer, and the flows that the answers come from."""

    def __init__(self, choose: Director) -> None:
        self._choose = choose
        self._flows: dict[int, Flow] = {}
        self._seated: dict[int, tuple[Episode, Choice]] = {}
        self._numbers = itertools.count()

    @property
    def under_way(self) -> int:
        return len(self._seated)

    def seat(self, episodes: Sequence[Episode]) -> None:
        """Asks for the next turn of each."""
        for episode, choice in zip(episodes, self._choose(episodes) if episodes else (), strict=True):
            number = next(self._numbers)
            self._seated[number] = episode, choice
            self._flow(choice.policy).submit(number, episode.request())

    def _flow(self, policy: Policy) -> Flow:
        if id(policy) not in self._flows:
            self._flows[id(policy)] = flow_of(policy)
        return self._flows[id(policy)]

    def step(self) -> None:
        """Moves on the episodes whose answers are ready, and asks for their next turns."""
        going_on = []
        for flow in list(self._flows.values()):
            for number, reply in flow.finished():
                episode, choice = self._seated.pop(number)
                episode.advance(reply, actor=choice.actor, monitor=choice.monitor)
                if not episode.done:
                    going_on.append(episode)
        self.seat(going_on)


def _begin(start: Start, environment: PhoneEnvironment, eta: Eta) -> Episode:
    with ExitStack() as failed:
        failed.callback(environment.close)
        expect(start.task, Task, "the task of a start", "Start(task)")
        episode = Episode(start.task, environment, eta, seed=start.seed, name=start.name)
        failed.pop_all()
    return episode


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
    waiting = iter(each(starts, Start, "starts", "Start(task)"))
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
