"""A planner policy over a local checkpoint: renders the conversation, generates in a batch, parses the text.

It keeps no state between turns: the prompt is rendered from the request alone, so any turn can be asked again after a crash.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Self

from harness.contract import Action, PolicyRef, Tokens
from harness.errors import UserError
from harness.policy import PolicyRequest, Reply

from .guide import Guides
from .local import LocalModel, Writing
from .parse import parse, readable
from .render import render

TURN_TOKENS = 160
"""A turn of a planner is short (the longest witness turn has 124 tokens); what runs on is cut off and reported as such."""


class LocalPolicy:
    """Answers all requests of a turn with one batched generation. `temperature` 0 decodes greedily."""

    def __init__(
        self, model: LocalModel, ref: PolicyRef, *, temperature: float = 0.0, turn_tokens: int = TURN_TOKENS
    ) -> None:
        self.model, self._ref = model, ref
        self._temperature, self._turn_tokens = temperature, turn_tokens
        self._guides = Guides(model.tokenizer, model.stop)

    @classmethod
    def load(cls, path: Path | str, *, temperature: float = 0.0, turn_tokens: int = TURN_TOKENS) -> Self:
        """A policy over a checkpoint folder. Raises `UserError` for a folder that cannot be loaded."""
        path = Path(path)
        model = LocalModel.load(path)
        return cls(
            model,
            PolicyRef(name=f"local:{path.name}", digest=_digest(path)),
            temperature=temperature,
            turn_tokens=turn_tokens,
        )

    def drawing(self, temperature: float) -> Self:
        """The same model, which draws its tokens."""
        return type(self)(self.model, self._ref, temperature=temperature, turn_tokens=self._turn_tokens)

    @property
    def ref(self) -> PolicyRef:
        """The checkpoint's folder name and the digest of its weights."""
        return self._ref

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        """One reply a request, in order."""
        flow = self.flow()
        for place, request in enumerate(requests):
            flow.submit(place, request)
        replies: dict[int, Reply] = {}
        while len(replies) < len(requests):
            replies.update(flow.finished())
        return [replies[place] for place in range(len(requests))]

    def flow(self) -> _LocalFlow:
        """Answers that come as they are ready, so that what is ready early need not wait for what is long."""
        return _LocalFlow(self)

    def begin(self, request: PolicyRequest) -> Writing:
        """Starts to write the answer to a request."""
        prompt = render(request.messages, self.model.tokenizer, generate=True).ids
        room = getattr(self.model.model.config, "max_position_embeddings", 1 << 20) - len(prompt)
        return self.model.begin(
            prompt,
            max_tokens=max(0, min(request.max_tokens, self._turn_tokens, room)),
            seed=_stream(request),
            temperature=self._temperature,
            name=f"{request.episode_id}/{request.seed}",
            guide=self._guides.lenient(request.tools) if request.guided else None,
        )

    def reply(self, written: Writing, latency_ms: float) -> Reply:
        """The answer that was written."""
        made = written.result()
        text = readable(self.model.tokenizer.decode(made.ids[:-1] if made.stopped else made.ids))
        tokens = Tokens(prompt=len(written.prompt), completion=len(made.ids))
        action: Action = parse(text, tokens=tokens, cut_off=not made.stopped)
        return Reply(action, text, latency_ms, extra={"token_ids": made.ids, "logprobs": made.logprobs})


class _LocalFlow:
    """Requests under way with one local model."""

    def __init__(self, policy: LocalPolicy) -> None:
        self._policy = policy
        self._waiting: dict[int, tuple[Writing, float]] = {}

    def submit(self, key: int, request: PolicyRequest) -> None:
        self._waiting[key] = (self._policy.begin(request), time.perf_counter())

    def finished(self) -> list[tuple[int, Reply]]:
        if not self._waiting:
            return []
        self._policy.model.write([written for written, _ in self._waiting.values()])
        ready = [key for key, (written, _) in self._waiting.items() if written.done]
        now = time.perf_counter()
        replies = []
        for key in ready:
            written, since = self._waiting.pop(key)
            replies.append((key, self._policy.reply(written, (now - since) * 1000.0)))
        return replies


def embedded_base() -> Path:
    """The folder of the shipped base, found without importing the training package."""
    spec = find_spec("planner_train")
    places = list(spec.submodule_search_locations or []) if spec else []
    for place in places:
        folder = Path(place) / "embedded" / "weights"
        if (folder / "config.json").is_file():
            return folder
    raise UserError(
        "the embedded planner's base is not installed", expected="planner_train/embedded/weights; see its README"
    )


def _stream(request: PolicyRequest) -> int:
    name = f"{request.seed}/{request.episode_id}/{request.turn}"
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:7], "big")


def _digest(path: Path) -> str:
    total = hashlib.sha256()
    for weights in sorted(path.glob("*.safetensors")):
        total.update(weights.read_bytes())
    return f"sha256:{total.hexdigest()}"
