"""Rollouts from a vLLM server: what is asked of it, and that its tokens are kept as they were sampled."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from harness.errors import UserError
from harness.instructions import load
from planner_train.rl.rollouts import Engine
from planner_train.rl.served import ServedModel
from planner_train.rl.settings import RLSettings
from tests.planner_train.tiny import coin_tasks, tiny_model, tokenizer

STOP = 2


class Server:
    """Answers as vLLM does: every text is the word yes and the end of the turn."""

    def __init__(self, answer: dict[str, Any] | None = None) -> None:
        self.asked: list[dict[str, Any]] = []
        yes = tokenizer().encode("yes", add_special_tokens=False)
        self._answer = answer or {"token_ids": [*yes, end()], "logprobs": {"token_logprobs": [-0.5] * len(yes) + [-0.25]}}

    def __call__(self, request: httpx.Request) -> httpx.Response:
        if request.url.path == "/v1/models":
            return httpx.Response(200, json={"data": [{"id": "served"}]})
        self.asked.append(json.loads(request.content))
        return httpx.Response(200, json={"choices": [self._answer]})

    def model(self) -> ServedModel:
        transport = httpx.MockTransport(self)
        return ServedModel("http://vllm:8000/", tiny_model(), tokenizer(), frozenset({end()}), transport)


def end() -> int:
    return int(tokenizer().convert_tokens_to_ids("<|im_end|>"))


def test_episodes_are_sampled_from_the_server_token_by_token() -> None:
    tasks, server = coin_tasks(1), Server()
    engine = Engine(tasks, RLSettings(turn_tokens=4, group=2, seed=3), load())
    engine.served = server.model()
    made = engine.sample(tiny_model(), tokenizer(), [(tasks[0].id, 0), (tasks[0].id, 1)], 0)
    assert [episode.outcome.success for episode in made] == [True, True]
    ids, mask, logs = made[0].transcript.trained()
    assert ids[-1] == end() and all(mask) and logs[-1] == -0.25
    asked = server.asked[0]
    assert asked["prompt"] == made[0].transcript.prompt and asked["temperature"] == 1.0 and asked["max_tokens"] == 4
    assert asked["model"] == "served" and asked["return_token_ids"] is True and asked["stop_token_ids"] == [end()]
    assert len({request["seed"] for request in server.asked}) == 2
    engine.served.close()


def test_an_evaluation_on_the_server_is_greedy() -> None:
    tasks, server = coin_tasks(2), Server()
    engine = Engine(tasks, RLSettings(turn_tokens=4), load())
    engine.served = server.model()
    assert all(sampled.outcome.success for sampled in engine.evaluate(tiny_model(), tokenizer(), tasks, "dev"))
    assert {request["temperature"] for request in server.asked} == {0.0}


@pytest.mark.parametrize(
    "answer", [{"text": "yes"}, {"token_ids": [1, 2], "logprobs": {"token_logprobs": [-1.0]}}, {"finish_reason": "stop"}]
)
def test_an_answer_without_tokens_breaks_the_episode_and_says_why(answer: dict[str, Any]) -> None:
    tasks = coin_tasks(1)
    engine = Engine(tasks, RLSettings(turn_tokens=4, attempts=1), load())
    engine.served = Server(answer).model()
    sampled = engine.sample(tiny_model(), tokenizer(), [(tasks[0].id, 0)], 0)
    for made in (*sampled, *engine.evaluate(tiny_model(), tokenizer(), tasks, "dev")):
        assert not made.outcome.valid and "the server sent no token ids" in made.reason


def test_a_server_that_is_not_there_is_named() -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    with pytest.raises(UserError, match=r"vllm http://nowhere: no vLLM server answers.*vllm serve"):
        ServedModel("http://nowhere", None, tokenizer(), frozenset({STOP}), httpx.MockTransport(refuse))


def test_the_trainer_is_told_to_send_its_weights_there(tmp_path: Path) -> None:
    from planner_train.rl.trainer import arguments

    made = arguments(tmp_path, RLSettings(vllm="http://vllm:8000", micro=4))
    assert made.use_vllm and made.vllm_mode == "server" and made.vllm_server_base_url == "http://vllm:8000"
    assert not arguments(tmp_path, RLSettings(micro=4)).use_vllm
