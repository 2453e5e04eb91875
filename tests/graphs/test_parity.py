"""The planner's graph, the batched rollout and episodes in threads write the same bytes, whatever task and policy."""

from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

import graphs.planner
from graphs.planner import Context, build, trajectory_of
from harness.catalogue import full_catalogue
from harness.environments.phone.environment import PhoneEnvironment
from harness.instructions import load
from harness.rollout import Start, rollout, rollout_apart
from tests.varied import policies, varied_tasks

SEEDS = {"witness": 0, "random": 7, "garbage": 3}


def environment() -> PhoneEnvironment:
    return PhoneEnvironment(full_catalogue())


@pytest.mark.parametrize("name", SEEDS)
def test_graph_and_rollout_write_the_same_bytes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    policy, seed = policies()[name], SEEDS[name]
    monkeypatch.setattr(graphs.planner, "open_policy", lambda *_, **__: policy)
    starts = [Start(task, seed) for task, _ in varied_tasks()]
    batched = rollout(starts, policy, environment=environment, eta=load(), live=5)
    expected = {run.task_id: run.to_json() for run in batched}
    apart = rollout_apart(starts, policy, environment=environment, eta=load(), live=3)
    assert {run.task_id: run.to_json() for run in apart} == expected

    compiled = build().compile(checkpointer=InMemorySaver())
    context = Context(policy=name, seed=seed)
    for task, witness in varied_tasks():
        config: Any = {"configurable": {"thread_id": task.id}}
        given: Any = {"task": task.model_dump(mode="json"), "witness": witness.model_dump(mode="json")}
        compiled.invoke(given, config, context=context)
        assert trajectory_of(compiled.get_state(config).values, context).to_json() == expected[task.id], task.id
