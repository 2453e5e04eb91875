"""The scripted policies, and opening a policy by its name."""

import pytest

from harness.catalogue import full_catalogue
from harness.errors import UserError
from harness.policies import open_policy
from harness.policy import PolicyRequest, RandomPolicy


def request(turn: int = 0, seed: int = 0) -> PolicyRequest:
    tools = [tool.schema() for tool in full_catalogue().values()]
    return PolicyRequest(episode_id="e", task_id="t", turn=turn, messages=[], tools=tools, seed=seed)


def test_random_calls_are_mostly_valid_and_repeat_with_the_seed() -> None:
    policy, catalogue = RandomPolicy(), full_catalogue()
    first = [policy.respond([request(turn)])[0].action for turn in range(200)]
    again = [policy.respond([request(turn)])[0].action for turn in range(200)]
    assert first == again
    calls = [call for action in first if action for call in action.calls]
    assert all(call.name in catalogue for call in calls)
    assert len({call.name for call in calls}) > 50


@pytest.mark.parametrize("name", ["nothing", "witness", "local:/no/such/folder"])
def test_a_policy_that_cannot_be_opened_says_what_is_expected(name: str) -> None:
    with pytest.raises(UserError) as raised:
        open_policy(name)
    assert raised.value.expected
