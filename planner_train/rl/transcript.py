"""The tokens of one episode, exactly as the model read and wrote them.

A transcript only grows: what the harness says is tokenised once, when it is said, and what the model says is kept as the ids
that were sampled. So nothing is ever tokenised again, and the loss falls on the sampled ids whatever their text would come
to. Prompt, results, notices, the user's words and the mark that closes a turn which was cut off carry none.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Transcript:
    """``prompt`` is what stood there before the model's first turn; ``ids`` is everything since, and ``sampled`` says of
    each token whether the model wrote it. ``logprobs`` are of the moment of sampling, 0 for tokens that were only read."""

    prompt: list[int]
    ids: list[int] = field(default_factory=list)
    sampled: list[bool] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    turns: int = 0
    cut: int = 0
    """Turns that were cut off before the model ended them."""
    respelled: int = 0
    """Turns that a fresh rendering of the conversation would spell otherwise than they were written."""

    @property
    def context(self) -> list[int]:
        """All tokens so far."""
        return [*self.prompt, *self.ids]

    @property
    def written(self) -> int:
        """How many tokens the model wrote: those that carry the loss."""
        return sum(self.sampled)

    def read(self, ids: Sequence[int]) -> None:
        """Adds what the model is told."""
        self.ids += ids
        self.sampled += [False] * len(ids)
        self.logprobs += [0.0] * len(ids)

    def write(self, ids: Sequence[int], logprobs: Sequence[float], *, ended: bool) -> None:
        """Adds one turn of the model. ``ended`` is false for a turn that was cut off."""
        self.ids += ids
        self.sampled += [True] * len(ids)
        self.logprobs += [float(value) for value in logprobs]
        self.turns += 1
        self.cut += not ended

    def trained(self) -> tuple[list[int], list[bool], list[float]]:
        """Tokens, mask and log-probabilities up to the last token that the model wrote."""
        end = max((place + 1 for place, own in enumerate(self.sampled) if own), default=0)
        return self.ids[:end], self.sampled[:end], self.logprobs[:end]
