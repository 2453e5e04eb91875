"""The rollout engine: order, independence of how many live at once, who acts."""

from collections.abc import Sequence

from harness.catalogue import full_catalogue
from harness.contract import Action, Call, Message, MessageKind, PolicyRef, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode
from harness.instructions import load
from harness.policy import EmptyPolicy, PolicyRequest, RandomPolicy, Reply, WitnessPolicy
from harness.rollout import Choice, Start, rollout
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


def test_the_empty_policy_solves_nothing() -> None:
    made = rollout([Start(task) for task in TASKS], EmptyPolicy(), environment=environment, eta=load())
    assert not any(item.verification.success for item in made)


def test_a_director_lets_another_policy_act_and_the_record_says_so() -> None:
    expert, learner = WitnessPolicy(WITNESSES), EmptyPolicy()

    def direct(episode: Episode) -> Choice:
        return Choice(learner) if episode.turns else Choice(expert, "expert", "starts badly")

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
