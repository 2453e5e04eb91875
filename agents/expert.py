"""The expert: follows a task's witness from wherever an episode stands, with natural slips from which it recovers.

A slip is a call that the phone refuses (a missing argument, a wrong value, a mistyped name), so it never changes the
state; the next turn is the right one. That is where recovery data comes from.
"""

import random
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from harness.contract import Action, Call, Message, MessageKind, PolicyRef, Status, Witness
from harness.episode import Episode
from harness.policy import PolicyRequest, Reply

SLIP_KINDS = ("missing_argument", "wrong_value", "mistyped_tool", "stale_id")


class Expert:
    """A policy that needs to see the episode: ``look`` decides its next action, ``respond`` hands it over."""

    ref = PolicyRef(name="expert", revision="witness-guided")

    def __init__(self, witnesses: Mapping[str, Witness], *, slip_rate: float = 0.0) -> None:
        self._witnesses = witnesses
        self._slip_rate = slip_rate
        self._next: dict[str, Action] = {}

    def look(self, episode: Episode) -> Action:
        """The action that the expert takes next; kept until ``respond`` is asked for it."""
        action = self._right(episode)
        if action.calls and not _just_slipped(episode):
            rng = random.Random(f"slip/{episode.id}/{episode.seed}/{len(episode.turns)}")
            if rng.random() < self._slip_rate:
                action = slip(action, episode, rng) or action
        self._next[episode.id] = action
        return action

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        """The actions decided by ``look``."""
        return [Reply(self._next.pop(request.episode_id)) for request in requests]

    def _right(self, episode: Episode) -> Action:
        """The first witness turn that the episode has not done yet, or an honest ending."""
        for turn in remaining(self._witnesses[episode.task.id], episode):
            return turn
        return Action(message=Message(kind=MessageKind.FINISH, text="That is done."))


def remaining(witness: Witness, episode: Episode) -> list[Action]:
    """The witness turns that are still to do, compared with the calls that worked and what was said, in order."""
    done = [
        (call.name, call.arguments)
        for turn in episode.turns
        for call, answer in zip(turn.action.calls, turn.feedback, strict=False)
        if answer.status is Status.OK or _meant_to_fail(witness, call)
    ]
    said = [turn.action.message.kind for turn in episode.turns if turn.action.message]
    left: list[Action] = []
    for action in witness.turns:
        if left:
            left.append(action)
        elif action.message is not None:
            if action.message.kind in said:
                said.remove(action.message.kind)
            else:
                left.append(action)
        else:
            missing = [call for call in action.calls if (call.name, call.arguments) not in done]
            for call in action.calls:
                if (call.name, call.arguments) in done:
                    done.remove((call.name, call.arguments))
            if missing:
                left.append(action.model_copy(update={"calls": tuple(missing)}))
    return left


def _meant_to_fail(witness: Witness, call: Call) -> bool:
    """Whether the witness itself makes this very call; then its failure was part of the plan."""
    return any(
        (call.name, call.arguments) == (item.name, item.arguments) for turn in witness.turns for item in turn.calls
    )


def _just_slipped(episode: Episode) -> bool:
    last = episode.turns[-1] if episode.turns else None
    return last is not None and any(answer.status is Status.ERROR for answer in last.feedback)


def slip(action: Action, episode: Episode, rng: random.Random) -> Action | None:
    """The action with a natural mistake in its first call, if the phone refuses it without changing anything."""
    call = action.calls[0]
    for kind in rng.sample(SLIP_KINDS, len(SLIP_KINDS)):
        wrong = _mistake(kind, call, episode, rng)
        if wrong is not None and _is_refused(wrong, episode):
            return Action(thought=action.thought, calls=(wrong,))
    return None


def _mistake(kind: str, call: Call, episode: Episode, rng: random.Random) -> Call | None:
    arguments = dict(call.arguments)
    if kind == "mistyped_tool":
        name = call.name.replace("manage_", "set_") if "manage_" in call.name else call.name + "s"
        close = get_close_matches(call.name, [n for n in episode.exposed if n != call.name], n=1)
        return call.model_copy(update={"name": rng.choice([name, *close])})
    names = [name for name in arguments if name != "action"]
    if not names:
        return None
    if kind == "missing_argument":
        arguments.pop(rng.choice(names))
    elif kind == "wrong_value":
        name = rng.choice(names)
        if not isinstance(arguments[name], str):
            return None
        arguments[name] = arguments[name][:-1] or "x"
    else:
        ids = [name for name in names if name.endswith("Id")]
        if not ids or not isinstance(arguments[ids[0]], str):
            return None
        text = arguments[ids[0]]
        arguments[ids[0]] = text[:-2] + text[-1] + text[-2]
    return call.model_copy(update={"arguments": arguments})


def _is_refused(call: Call, episode: Episode) -> bool:
    if call.name not in episode.exposed:
        return True
    trial = episode.environment.fork().step(Action(calls=(call,)))[0]
    return trial.status is Status.ERROR
