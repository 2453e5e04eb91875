"""The rollout engine: order, independence of how many live at once, who acts."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from harness.catalogue import full_catalogue
from harness.contract import Action, Call, Message, MessageKind, PolicyRef, Task, Trajectory, Witness
from harness.environments.base import Observation
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode
from harness.errors import UserError
from harness.instructions import load
from harness.policy import EmptyPolicy, Flow, PolicyRequest, RandomPolicy, Reply, WitnessPolicy
from harness.rollout import Choice, Outage, Start, rollout
from tests.harness.tasks import alarm_task

CATALOGUE = full_catalogue()
TASKS = [alarm_task(name=f"alarm-{number}") for number in range(9)]


def plan(name: str) -> Witness:
    call = Call(id="c0", name="manage_alarm", arguments={"action": "create", "time": "07:15"})
    finish = Message(kind=MessageKind.FINISH, text="Done.")
    return Witness(task_id=name, turns=(Action(calls=(call,)), Action(message=finish)))


WITNESSES = {task.id: plan(task.id) for task in TASKS}


def environment() -> PhoneEnvironment:
    return PhoneEnvironment(CATALOGUE)


def test_trajectories_come_in_the_order_of_the_tasks() -> None:
    policy = WitnessPolicy(WITNESSES)
    made = list(rollout([Start(task) for task in TASKS], policy, environment=environment, eta=load(), live=4))
    assert [item.task_id for item in made] == [task.id for task in TASKS]
    assert all(item.verification.success for item in made)


def test_how_many_live_at_once_changes_no_trajectory() -> None:
    def digests(live: int) -> list[str]:
        starts = [Start(task, seed=3) for task in TASKS]
        return [item.digest() for item in rollout(starts, RandomPolicy(), environment=environment, eta=load(), live=live)]

    assert digests(1) == digests(3) == digests(50)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"starts": TASKS}, r"one of the starts is Task\(.* \(expected Start\(task\)\)"),
        ({"policy": "random"}, r"the policy is 'random' \(expected what .*open_policy opens\)"),
        ({"environment": PhoneEnvironment(CATALOGUE)}, r"environment is no function \(expected a function that makes"),
        ({"eta": "v1"}, r"eta is 'v1' \(expected a harness configuration"),
        ({"live": 0}, r"live is 0 \(expected at least one"),
        ({"live": "3"}, r"live is '3' \(expected how many"),
    ],
)
def test_an_argument_that_is_none_is_named_with_what_was_expected(wrong: dict[str, Any], said: str) -> None:
    right = {"starts": [Start(TASKS[0])], "policy": EmptyPolicy(), "environment": environment, "eta": load()}
    given = {**right, **wrong}
    with pytest.raises(UserError, match=said):
        list(rollout(given.pop("starts"), given.pop("policy"), **given))


def test_the_empty_policy_solves_nothing() -> None:
    made = rollout([Start(task) for task in TASKS], EmptyPolicy(), environment=environment, eta=load())
    assert not any(item.verification.success for item in made)


def test_a_director_lets_another_policy_act_and_the_record_says_so() -> None:
    expert, learner = WitnessPolicy(WITNESSES), EmptyPolicy()

    def direct(episodes: Sequence[Episode]) -> list[Choice]:
        return [Choice(learner) if item.turns else Choice(expert, "expert", "starts badly") for item in episodes]

    made = next(rollout([Start(TASKS[0])], learner, environment=environment, eta=load(), director=direct))
    assert [turn.actor for turn in made.turns] == ["expert", "learner"]
    assert made.turns[0].monitor == "starts badly"
    assert made.policy.name == "empty"


def test_policies_are_asked_once_a_round_for_all_that_wait() -> None:
    class Counting:
        ref = PolicyRef(name="counting")

        def __init__(self) -> None:
            self.rounds: list[int] = []
            self.inner = WitnessPolicy(WITNESSES)

        def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
            self.rounds.append(len(requests))
            return self.inner.respond(requests)

    policy = Counting()
    list(rollout([Start(task) for task in TASKS], policy, environment=environment, eta=load(), live=9))
    assert policy.rounds == [9, 9]


class Dawdling:
    """Answers one request at a time, and the even tasks late; it notes how many requests are under way."""

    ref = PolicyRef(name="dawdling")

    def __init__(self) -> None:
        self.inner = WitnessPolicy(WITNESSES)
        self.waiting: dict[int, PolicyRequest] = {}
        self.most = 0
        self.order: list[str] = []

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        return self.inner.respond(requests)

    def flow(self) -> Flow:
        return self

    def submit(self, key: int, request: PolicyRequest) -> None:
        self.waiting[key] = request
        self.most = max(self.most, len(self.waiting))

    def finished(self) -> list[tuple[int, Reply]]:
        if not self.waiting:
            return []
        key = min(self.waiting, key=lambda number: (int(self.waiting[number].task_id[-1]) % 2 == 0, number))
        request = self.waiting.pop(key)
        self.order.append(request.task_id)
        return [(key, self.inner.respond([request])[0])]


def test_an_episode_moves_on_when_its_answer_is_ready_and_its_place_is_filled_anew() -> None:
    policy = Dawdling()
    starts = [Start(task) for task in TASKS]
    made = list(rollout(starts, policy, environment=environment, eta=load(), live=3))
    assert [item.task_id for item in made] == [task.id for task in TASKS]
    assert all(item.verification.success for item in made)
    assert policy.most == 3
    assert policy.order.index("alarm-3") < policy.order.index("alarm-0")  # filled anew before the first has come to its end
    expected = rollout(starts, WitnessPolicy(WITNESSES), environment=environment, eta=load(), live=9)
    assert [item.turns for item in made] == [item.turns for item in expected]


class Worlds:
    """Makes environments and remembers which are open."""

    def __init__(self, broken: str = "") -> None:
        self.open: list[PhoneEnvironment] = []
        self.opened = 0
        outer = self

        class World(PhoneEnvironment):
            def reset(self, task: Task, *, seed: int = 0) -> Observation:
                outer.opened += 1
                outer.open.append(self)
                if task.id == broken:
                    raise OSError("this world does not start")
                return super().reset(task, seed=seed)

            def close(self) -> None:
                outer.open.remove(self)

        self.make = lambda: World(CATALOGUE)

    def rollout(self, policy: WitnessPolicy, live: int = 4) -> Iterator[Trajectory]:
        return rollout([Start(task) for task in TASKS], policy, environment=self.make, eta=load(), live=live)


def test_every_environment_is_closed_once_its_episode_is_recorded() -> None:
    worlds = Worlds()
    for count, _ in enumerate(worlds.rollout(WitnessPolicy(WITNESSES), live=1), start=1):
        assert worlds.opened == count
        assert worlds.open == []
    assert worlds.opened == len(TASKS)


def test_environments_are_closed_when_the_caller_stops_early() -> None:
    worlds = Worlds()
    made = worlds.rollout(WitnessPolicy(WITNESSES))
    next(made)
    assert worlds.open
    made.close()  # type: ignore[attr-defined]  # rollout is a generator
    assert worlds.open == []


def test_environments_are_closed_when_one_does_not_start() -> None:
    worlds = Worlds(broken=TASKS[2].id)
    with pytest.raises(OSError, match="does not start"):
        list(worlds.rollout(WitnessPolicy(WITNESSES)))
    assert worlds.opened == 3
    assert worlds.open == []


def test_environments_are_closed_when_a_policy_fails() -> None:
    class Failing(WitnessPolicy):
        def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
            raise OSError("the policy is gone")

    worlds = Worlds()
    with pytest.raises(OSError, match="policy is gone"):
        list(worlds.rollout(Failing(WITNESSES)))
    assert worlds.opened == 4
    assert worlds.open == []


class Faltering(EmptyPolicy):
    """Has no answer for the tasks whose numbers are given."""

    def __init__(self, lost: set[int]) -> None:
        self.lost = {f"alarm-{number}" for number in lost}

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        answers = super().respond(requests)
        lost = [request.task_id in self.lost for request in requests]
        return [Reply(None, failure="down") if gone else reply for gone, reply in zip(lost, answers, strict=True)]


@pytest.mark.parametrize(
    ("lost", "stop_after", "kept"),
    [
        ({2, 3, 4, 6}, 3, 2),  # the third in a row stops it, and those before it are not recorded
        ({2, 3, 5, 6, 8}, 3, None),
        ({2, 3, 4, 6}, 1, 2),
        ({0, 1, 2, 3, 4, 5, 6, 7, 8}, 0, None),
        ({7, 8}, 3, None),  # the end comes first
    ],
)
def test_so_many_lost_episodes_in_a_row_stop_a_run(lost: set[int], stop_after: int, kept: int | None) -> None:
    policy, made = Faltering(lost), list[Trajectory]()
    starts = [Start(task) for task in TASKS]
    run = Outage(stop_after).watch(rollout(starts, policy, environment=environment, eta=load(), live=2))
    if kept is None:
        made.extend(run)
        assert [item.task_id for item in made] == [task.id for task in TASKS]
        assert {number for number, item in enumerate(made) if item.end == "infrastructure"} == lost
        return
    with pytest.raises(UserError, match=r"empty: .*had no answer: .*down.*expected an endpoint that answers"):
        made.extend(run)
    assert [item.task_id for item in made] == [task.id for task in TASKS[:kept]]


def test_what_is_watched_in_parts_is_counted_as_one() -> None:
    outage, starts = Outage(3), [Start(task) for task in TASKS[:3]]

    def part(lost: set[int]) -> list[Trajectory]:
        made = rollout(starts, Faltering(lost), environment=environment, eta=load())
        return list(outage.watch(made))

    assert len(part({1, 2})) == 3
    with pytest.raises(UserError, match="3 episodes in a row had no answer"):
        part({0})
