"""The scripted policies, and opening a policy by its name."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from harness.catalogue import full_catalogue
from harness.errors import UserError
from harness.models.local_policy import embedded_base
from harness.policies import open_policy
from harness.policy import PolicyRequest, RandomPolicy
from planner_agent.cli import app


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


@pytest.mark.parametrize("bounds", [{"minimum": 200}, {"minimum": 5, "maximum": 1}, {"maximum": -4}])
def test_bounds_with_nothing_between_them_draw_a_number_all_the_same(bounds: dict[str, int]) -> None:
    parameters = {"type": "object", "properties": {"level": {"type": "integer", **bounds}}, "required": ["level"]}
    tool = {"type": "function", "function": {"name": "lamp__dim", "parameters": parameters}}
    asked = [PolicyRequest(f"e{number}", "t", 0, [], [tool], seed=0) for number in range(8)]
    calls = [call for reply in RandomPolicy().respond(asked) for call in (reply.action.calls if reply.action else ())]
    assert calls and all(isinstance(call.arguments["level"], int) for call in calls)


@pytest.mark.parametrize("name", ["nothing", "witness", "local:/no/such/folder", Path("runs"), None])
def test_a_policy_that_cannot_be_opened_says_what_is_expected(name: Any) -> None:
    with pytest.raises(UserError) as raised:
        open_policy(name)
    assert raised.value.expected


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "tokenizer.json"])
def test_a_checkpoint_with_a_link_that_leads_nowhere_is_one_clear_message(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "checkpoint"
    folder.mkdir()
    for path in embedded_base().iterdir():
        if path.is_file():
            (folder / path.name).symlink_to(path)
    (folder / name).unlink()
    (folder / name).symlink_to(name)  # to itself
    with pytest.raises(UserError) as raised:
        open_policy(f"local:{folder}")
    assert raised.value.where == str(folder)
    assert "checkpoint" in str(raised.value)
    result = CliRunner().invoke(app, ["ask", "hello", "--policy", f"local:{folder}"])
    assert result.exit_code == 2
    assert "Traceback" not in result.output
