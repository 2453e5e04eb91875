"""Sampling from a vLLM server: token ids in, token ids out, as from a local model.

Every text is a request of its own and starts at once; the server makes the batches. Weights reach it through TRL, which
sends them before each batch of rollouts. Its numbers depend on who shares a batch, so runs repeat in distribution only.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import httpx

from harness.errors import UserError
from harness.models.guide import Guide
from harness.models.local import Generation

PARALLEL = 64
"""Requests under way at once; what is beyond waits here instead of there."""
PATIENCE = httpx.Timeout(600.0, connect=10.0)
"""Seconds for a turn, which may wait for many others."""


@dataclass(eq=False)
class ServedText:
    """A text under way at the server."""

    prompt: Sequence[int]
    limit: int
    name: str | None
    answer: Future[Generation] | None

    @property
    def done(self) -> bool:
        """Whether nothing more will come."""
        return self.answer is None or self.answer.done()

    def result(self) -> Generation:
        """What was written. Raises what kept it from its end."""
        return Generation([], [], stopped=False) if self.answer is None else self.answer.result()


class ServedModel:
    """Stands where a ``LocalModel`` stands. ``model`` is the one in training, for its configuration.

    ``seconds`` is the time spent waiting. Raises ``UserError`` where no server answers at ``url``.
    """

    def __init__(
        self, url: str, model: Any, tokenizer: Any, stop: frozenset[int], transport: httpx.BaseTransport | None = None
    ) -> None:
        self.model, self.tokenizer, self.stop, self.seconds = model, tokenizer, stop, 0.0
        self._client = httpx.Client(base_url=url.rstrip("/"), timeout=PATIENCE, transport=transport)
        self._threads = ThreadPoolExecutor(PARALLEL, thread_name_prefix="vllm")
        try:
            self._served = str(self._client.get("/v1/models").raise_for_status().json()["data"][0]["id"])
        except (httpx.HTTPError, ValueError, LookupError, TypeError) as error:
            message = f"no vLLM server answers: {type(error).__name__}: {error}"
            raise UserError(message, where=f"vllm {url}", expected="the address of a running `vllm serve`") from None

    def begin(
        self,
        prompt: Sequence[int],
        *,
        max_tokens: int,
        seed: int = 0,
        temperature: float = 0.0,
        name: str | None = None,
        guide: Guide | None = None,
    ) -> ServedText:
        """Asks for a text. A ``guide`` works on logits, which the server keeps to itself, so there must be none."""
        assert guide is None, "rollouts and their evaluations are not guided"
        body = {
            "model": self._served,
            "prompt": list(prompt),
            "max_tokens": max_tokens,
            "temperature": temperature,
            "seed": seed & 0x7FFF_FFFF,
            "stop_token_ids": sorted(self.stop),
            "logprobs": 0,
            "return_token_ids": True,
            "skip_special_tokens": False,
        }
        return ServedText(prompt, max_tokens, name, self._threads.submit(self._ask, body) if max_tokens else None)

    def write(self, wanted: Sequence[ServedText]) -> None:
        """Waits until at least one of ``wanted`` is done."""
        started = time.perf_counter()
        waiting = [item.answer for item in wanted if item.answer is not None]
        if not any(item.done for item in wanted):
            wait(waiting, return_when=FIRST_COMPLETED)
        self.seconds += time.perf_counter() - started

    def close(self) -> None:
        """Lets go of the connections."""
        self._threads.shutdown(cancel_futures=True)
        self._client.close()

    def _ask(self, body: dict[str, Any]) -> Generation:
        answer = self._client.post("/v1/completions", json=body).raise_for_status().json()["choices"][0]
        ids, logs = answer.get("token_ids"), (answer.get("logprobs") or {}).get("token_logprobs")
        if not isinstance(ids, list) or not isinstance(logs, list) or len(ids) != len(logs):
            raise ValueError("the server sent no token ids with log-probabilities; vLLM 0.10.2 or later does")
        return Generation([int(token) for token in ids], [float(log) for log in logs], bool(ids) and ids[-1] in self.stop)
