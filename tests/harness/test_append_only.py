"""Within an episode the context only grows, token for token: a prefix cache stays valid, training sees what was sampled."""

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from harness.catalogue import full_catalogue
from harness.contract import PolicyRef
from harness.environments.phone.environment import PhoneEnvironment
from harness.instructions import load
from harness.models.local_policy import embedded_base
from harness.models.render import Rendered, render
from harness.policy import Policy, PolicyRequest, Reply
from harness.rollout import Start, rollout
from tests.varied import policies, varied_tasks


class Recorded:
    """A policy, and every request that it was sent, by episode."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self.requests: dict[str, list[PolicyRequest]] = {}

    @property
    def ref(self) -> PolicyRef:
        return self._policy.ref

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        for request in requests:
            self.requests.setdefault(request.episode_id, []).append(request)
        return self._policy.respond(requests)


@cache
def tokenizer() -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(embedded_base())


def prompt(messages: Sequence[Any]) -> Rendered:
    return render(messages, tokenizer(), generate=True)


@pytest.mark.parametrize("name", ["witness", "random", "garbage"])
def test_each_prompt_begins_with_the_one_before_and_with_what_was_answered_to_it(name: str) -> None:
    policy = Recorded(policies()[name])
    starts = [Start(task, seed=1) for task, _ in varied_tasks()]
    made = list(rollout(starts, policy, environment=lambda: PhoneEnvironment(full_catalogue()), eta=load()))
    steps = 0
    for run in made:
        requests = policy.requests[run.id]
        whole = render(run.messages, tokenizer())
        before: Rendered | None = None
        for request in requests:
            now = prompt(request.messages)
            if before is not None:
                steps += 1
                length = len(before.ids)
                assert len(now.ids) > length and now.ids[:length] == before.ids, (run.id, request.turn)
                assert now.turns[:length] == before.turns
                assert now.turns[length] == before.turn_count, "what follows is the planner's own turn"
            before = now
        assert before is not None
        if run.end != "infrastructure":
            assert whole.ids[: len(before.ids)] == before.ids, "the record begins with the last prompt"
        offered = [[tool["function"]["name"] for tool in request.tools] for request in requests]
        assert all(later[: len(earlier)] == earlier for earlier, later in pairwise(offered))
    assert steps > 40
