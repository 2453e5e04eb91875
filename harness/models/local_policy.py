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

from .local import LocalModel
from .parse import parse, readable
from .render import render

TURN_TOKENS = 224
"""A turn of a planner is short; what runs on longer is cut off and reported as such."""


class LocalPolicy:
    """Answers all requests of a turn with one batched generation. `temperature` 0 decodes greedily."""

    def __init__(
        self, model: LocalModel, ref: PolicyRef, *, temperature: float = 0.0, turn_tokens: int = TURN_TOKENS
    ) -> None:
        self.model, self._ref = model, ref
        self._temperature, self._turn_tokens = temperature, turn_tokens

    @classmethod
    def load(cls, path: Path, *, temperature: float = 0.0, turn_tokens: int = TURN_TOKENS) -> Self:
        """A policy over a checkpoint folder. Raises `UserError` for a folder that cannot be loaded."""
        model = LocalModel.load(path)
        return cls(
            model,
            PolicyRef(name=f"local:{path.name}", digest=_digest(path)),
            temperature=temperature,
            turn_tokens=turn_tokens,
        )

    @property
    def ref(self) -> PolicyRef:
        """The checkpoint's folder name and the digest of its weights."""
        return self._ref

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        """One reply a request, in order."""
        started = time.perf_counter()
        tokenizer = self.model.tokenizer
        prompts = [render(request.messages, tokenizer, generate=True).ids for request in requests]
        room = getattr(self.model.model.config, "max_position_embeddings", 1 << 20)
        limits = [
            max(0, min(request.max_tokens, self._turn_tokens, room - len(p)))
            for request, p in zip(requests, prompts, strict=True)
        ]
        seeds = [_stream(request) for request in requests]
        names = [f"{request.episode_id}/{request.seed}" for request in requests]
        made = self.model.generate(prompts, max_tokens=limits, seeds=seeds, temperature=self._temperature, names=names)
        latency = (time.perf_counter() - started) * 1000.0 / max(1, len(requests))
        replies = []
        for prompt, generation in zip(prompts, made, strict=True):
            text = readable(tokenizer.decode(generation.ids[:-1] if generation.stopped else generation.ids))
            action: Action = parse(
                text, tokens=Tokens(prompt=len(prompt), completion=len(generation.ids)), cut_off=not generation.stopped
            )
            extra = {"token_ids": generation.ids, "logprobs": generation.logprobs}
            replies.append(Reply(action, text, latency, extra=extra))
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
