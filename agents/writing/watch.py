"""The collector's second monitor: a model reads a live episode and says whether the expert should take over.

It is asked only where the rules see nothing wrong, once a round for all episodes together. It decides who acts next and
nothing else: the expert's turns, how often it may take over and the verdict stay with code, and the reason is recorded.
"""

from collections.abc import Sequence

from harness.episode import Episode
from prompts import load

from .critique import spelled_turns
from .writer import RefusedError, Writer, read_object, text_field

STEP = "watch turns"
LONGEST = 300


class TurnWatch:
    """Why the expert should take over each episode; None where it should not, or where no usable answer came."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def __call__(self, episodes: Sequence[Episode]) -> list[str | None]:
        prompts = [_prompt(episode) for episode in episodes]
        answers = self._writer.ask_all(STEP, prompts, lambda number, reply: _reason(reply, len(episodes[number].turns)))
        return [f"model: {answer}" if answer else None for answer in answers]


def _reason(reply: str, count: int) -> str:
    """Why to take over; empty for going on. Raises ``RefusedError`` for an answer about another turn than the last."""
    values = read_object(reply)
    if values.get("turn") != count:
        raise RefusedError("speaks of another turn than the last")
    if values.get("take_over") not in (True, False):
        raise RefusedError("says neither true nor false under take_over")
    return " ".join(text_field(values, "reason", LONGEST).split()) if values["take_over"] else ""


def _prompt(episode: Episode) -> str:
    return load(
        "collector/watch",
        request=episode.task.request,
        tools=", ".join(episode.exposed),
        turns=spelled_turns(episode.turns),
        turn=len(episode.turns),
    )
