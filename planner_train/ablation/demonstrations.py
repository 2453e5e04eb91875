"""What the planner of the ablation sees before it learns by itself: solved tasks, told at very different length.

Each demonstration is an episode that was played through the harness. It sets the right level and succeeds, but for those
that do not look whether a write was lost; what varies, each by a draw of its own, is what it writes and looks at on the way:

- announcing, deriving once more, looking before acting, remarks, a long report: **waste**;
- reading back what was set, which a lost write makes necessary: **caution**, and some demonstrations lack it;
- writing the steps to a level in full, only their results, or nothing: **necessity**. A level without its derivation is one
  that the planner will have to guess, which is how it comes to fail.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from harness.catalogue import full_catalogue
from harness.contract import Action, Call, Json, Message, MessageKind
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode
from harness.instructions import Eta
from harness.models.render import render
from harness.policy import Reply

from .families import Made, Puzzle, level_read, phrase, read_call, write_call
from .recipe import Manner

ANNOUNCE = "I will now set the {thing} for the user. "
AGAIN = ". Once more to be sure: {steps}"
LOOK = "First I look how it is set now."
READ_BACK = "Now I read it back to be sure."
NOTED = "It is {level}, as the user wants."
LOST = "It is {level}, so I set it again."
REPORT = "Done, the {thing} is {level} now."
SHORT = "Done."
WORDS = (
    "I", " I", " will", " now", " set", " the ", " for", " the", " user", "Once", " more", " to be", " sure", "First",
    " look", " how", " it", "Now", " read", " back", "It", " as", " so", " again", "Done", " is", "the", "user", "set", "as",
    "so",
)  # fmt: skip
"""The words of these texts as the vocabulary holds them."""


@dataclass(frozen=True)
class Demonstration:
    """Token ids of one episode, and for each whether the planner wrote it and is to learn it."""

    ids: list[int]
    own: list[bool]


def demonstrate(made: Made, manner: Manner, eta: Eta, tokenizer: Any, seed: int) -> Demonstration:
    """Plays a task in a drawn manner. The draw depends on the task and the seed alone."""
    rng = random.Random(f"demonstration/{seed}/{made.task.id}")
    episode = Episode(made.task, PhoneEnvironment(full_catalogue()), eta, seed=seed)
    for action in _actions(episode, made, manner, rng):
        episode.advance(Reply(action))
    text = render(episode.context.messages, tokenizer)
    return Demonstration(text.ids, [turn >= 0 for turn in text.turns])


def _actions(episode: Episode, made: Made, manner: Manner, rng: random.Random) -> Iterator[Action]:
    """The turns, one after another; a turn may depend on what the phone answered to the last."""
    item = made.puzzle
    drawn = {name: rng.random() < share for name, share in manner.model_dump().items()}
    write, read = write_call(item), read_call(item)
    if drawn["look"]:
        yield _call(*read, thought=LOOK if drawn["remark"] else "")
    yield _call(*write, thought=_thought(item, drawn))
    if drawn["read_back"]:
        yield _call(*read, thought=READ_BACK if drawn["remark"] else "")
        found = level_read(episode.turns[-1].feedback[0].payload, item.setting)
        if found != item.level:
            yield _call(*write, thought=LOST.format(level=found) if drawn["remark"] else "")
        noted = NOTED.format(level=item.level) if drawn["remark"] and found == item.level else ""
    else:
        noted = ""
    words = REPORT.format(thing=phrase(item.setting), level=item.level) if drawn["report"] else SHORT
    yield Action(thought=noted, message=Message(kind=MessageKind.FINISH, text=words))


def _thought(item: Puzzle, drawn: Mapping[str, bool]) -> str:
    """What is written before the level is set."""
    announced = ANNOUNCE.format(thing=phrase(item.setting)) if drawn["announce"] else ""
    if not drawn["derive"] or not item.steps:
        return announced.strip()
    steps = ", ".join(item.steps if drawn["in_full"] else item.results)
    again = AGAIN.format(steps=steps) if drawn["again"] else ""
    return f"{announced}{steps}{again}"


def _call(name: str, arguments: Mapping[str, Json], *, thought: str) -> Action:
    return Action(thought=thought, calls=(Call(id="c0", name=name, arguments=dict(arguments)),))
