"""The policy that rollouts are sampled from: a local model at temperature 1 that keeps the transcript of every episode.

It differs from ``LocalPolicy`` in one thing. Where that renders the whole conversation anew for every turn, this one adds
the tokens of what is new to those that it read and sampled before. The texts are the same wherever the model spells as the
rendering does; where it does not, the model goes on from what it really wrote, and training sees just that.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from typing import Any

from harness.contract import PolicyRef, Tokens
from harness.models.local import LocalModel, Writing
from harness.models.local_policy import LocalPolicy
from harness.models.parse import parse, readable
from harness.models.render import IM_END, encode, render, segments
from harness.policy import PolicyRequest, Reply

from .transcript import Transcript


class TimedModel(LocalModel):
    """A local model that notes how long it wrote, by ``timer``."""

    seconds: float = 0.0

    def __init__(self, model: Any, tokenizer: Any, *, timer: Callable[[], float] = time.perf_counter, **limits: int) -> None:
        super().__init__(model, tokenizer, **limits)
        self._timer = timer

    def write(self, wanted: Sequence[Writing]) -> None:
        started = self._timer()
        try:
            super().write(wanted)
        finally:
            self.seconds += self._timer() - started


class FallibleModelPolicy(LocalPolicy):
    """A failure of the model ends the episodes that it hit as infrastructure failures, and no others."""

    def reply(self, written: Writing, latency_ms: float) -> Reply:
        """The answer that was written, or why there is none."""
        try:
            written.result()
        except Exception as error:  # whatever it is, it hit this batch of texts and says nothing of the others
            return Reply(None, failure=f"the model failed: {type(error).__name__}: {error}")
        return self.read(written, latency_ms)

    def read(self, written: Writing, latency_ms: float) -> Reply:
        """The answer of a model that did not fail."""
        return super().reply(written, latency_ms)


class SamplingPolicy(FallibleModelPolicy):
    """``window`` bounds the context: what would be longer is cut off where it reaches it.

    ``transcripts`` holds the episodes by id. Turns of an episode must come in order, each once.
    """

    def __init__(self, model: LocalModel, ref: PolicyRef, *, turn_tokens: int, window: int, seed: int = 0) -> None:
        super().__init__(model, ref, temperature=1.0, turn_tokens=turn_tokens)
        self.transcripts: dict[str, Transcript] = {}
        self._window = min(window, getattr(model.model.config, "max_position_embeddings", window))
        self._seed = seed
        self._close = encode(IM_END, model.tokenizer)

    def begin(self, request: PolicyRequest) -> Writing:
        """Starts to write the next turn of an episode."""
        transcript = self._told(request)
        room = self._window - len(transcript.prompt) - len(transcript.ids)
        return self.model.begin(
            transcript.context,
            max_tokens=max(0, min(request.max_tokens, self._turn_tokens, room)),
            seed=stream(self._seed, request.episode_id, request.turn),
            temperature=self._temperature,
            name=request.episode_id,
        )

    def read(self, written: Writing, latency_ms: float) -> Reply:
        """The turn that was written, noted in the episode's transcript."""
        assert written.name is not None
        transcript = self.transcripts[written.name]
        if not transcript.turns and not written.limit:
            return Reply(None, failure=f"the prompt of {len(written.prompt)} tokens fills the window of {self._window}")
        made = written.result()
        transcript.write(made.ids, made.logprobs, ended=made.stopped)
        text = readable(self.model.tokenizer.decode(made.ids[:-1] if made.stopped else made.ids))
        action = parse(text, tokens=Tokens(prompt=len(written.prompt), completion=len(made.ids)), cut_off=not made.stopped)
        return Reply(action, text, latency_ms)

    def _told(self, request: PolicyRequest) -> Transcript:
        """The episode's transcript, with what was said since its last turn."""
        if request.turn == 0:
            prompt = render(request.messages, self.model.tokenizer, generate=True).ids
            transcript = self.transcripts[request.episode_id] = Transcript(prompt)
            return transcript
        transcript = self.transcripts[request.episode_id]
        assert transcript.turns == request.turn, "turns of an episode are asked in order, each once"
        pieces = segments(request.messages, generate=True)
        last = encode(pieces[-2].text, self.model.tokenizer)
        own = _last_turn(transcript)
        closed = bool(own) and own[-1] in self.model.stop
        transcript.respelled += last != (own if closed else [*own, *self._close])
        transcript.read([*([] if closed else self._close), *encode(pieces[-1].text, self.model.tokenizer)])
        return transcript


def _last_turn(transcript: Transcript) -> list[int]:
    """The tokens that the model wrote last."""
    start = len(transcript.sampled)
    while start and transcript.sampled[start - 1]:
        start -= 1
    return transcript.ids[start:]


def stream(*parts: Any) -> int:
    """The seed of one random stream, from whatever tells it from the others."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, parts)).encode()).digest()[:7], "big")
