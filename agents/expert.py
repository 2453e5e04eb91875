"""The expert: follows a task's witness from wherever an episode stands, with natural slips from which it recovers.

A slip is a call that the phone refuses (a missing argument, a wrong value, a mistyped name), so it never changes the
state; the next turn is the right one. That is where recovery data comes from.
"""

import random
import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from harness.contract import Action, Call, Feedback, Json, Message, MessageKind, PolicyRef, Status, Task, Witness
from harness.environments.phone.replay import play_steps
from harness.environments.phone.tools import Catalogue
from harness.episode import Episode
from harness.policy import PolicyRequest, Reply, witness_of

SLIP_KINDS = ("missing_argument", "wrong_value", "mistyped_tool", "stale_id")


class Expert:
    """A policy that needs to see the episode: ``look`` decides its next action, ``respond`` hands it over."""

    ref = PolicyRef(name="expert", revision="witness-guided")

    def __init__(self, witnesses: Mapping[str, Witness], *, slip_rate: float = 0.0) -> None:
        self._witnesses = witnesses
        self._slip_rate = slip_rate
        self._guides: dict[str, Guide] = {}
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
        task = episode.task
        if task.id not in self._guides:
            self._guides[task.id] = Guide(task, witness_of(task.id, self._witnesses), episode.environment.catalogue)
        left = self._guides[task.id].remaining(episode)
        if not left:
            return Action(message=Message(kind=MessageKind.FINISH, text="That is done."))
        if not is_offered(left[0], episode):
            return Action(message=Message(kind=MessageKind.REFUSE, text="I have no tool for that."))
        return left[0]


class Guide:
    """A task's witness as advice for an episode that may stand anywhere.

    It knows which of the witness's calls fail when it is played, for those failures are part of the plan, and which ids
    its calls made, for an episode with another seed or another past gives other ids to the same things.
    """

    def __init__(self, task: Task, witness: Witness, catalogue: Catalogue) -> None:
        self.witness = witness
        _, steps = play_steps(task, witness.turns, catalogue)
        self._steps = {(step.turn, step.position): step.feedback for step in steps}

    def remaining(self, episode: Episode) -> list[Action]:
        """The witness turns that are still to do, in order, compared with what the episode has done and said.

        A call that failed counts as done only where the witness's own call fails too. Where the witness tries again and
        the episode was spared the failure, the attempt that worked stands for both.
        """
        past = _Past(episode)
        left: list[Action] = []
        for index, action in enumerate(self.witness.turns):
            if action.message is not None:
                if left or not past.said(action.message.kind):
                    message = action.message.model_copy(update={"text": past.own(action.message.text)})
                    left.append(action.model_copy(update={"message": message}))
                continue
            missing = tuple(
                past.spell(call)
                for position, call in enumerate(action.calls)
                if left or not past.did(call, self._steps[index, position])
            )
            if missing:
                left.append(action.model_copy(update={"calls": missing}))
        return left

    def finish(self, episode: Episode) -> None:
        """Plays what remains, to the end of the episode or to the first tool that it is not offered."""
        while not episode.done and (left := self.remaining(episode)) and is_offered(left[0], episode):
            episode.advance(Reply(left[0]), actor="expert")


def is_offered(action: Action, episode: Episode) -> bool:
    """Whether the episode offers every tool that the action calls."""
    return all(call.name in episode.exposed for call in action.calls)


class _Past:
    """What an episode has done, used up piece by piece; and how ids of the witness are called in it."""

    def __init__(self, episode: Episode) -> None:
        answered = [
            (call, answer) for turn in episode.turns for call, answer in zip(turn.action.calls, turn.feedback, strict=False)
        ]
        self._worked = [pair for pair in answered if pair[1].status is not Status.ERROR]
        self._failed = [pair for pair in answered if pair[1].status is Status.ERROR]
        self._said = [turn.action.message.kind for turn in episode.turns if turn.action.message]
        self._names: dict[str, str] = {}

    def said(self, kind: MessageKind) -> bool:
        """Whether a message of this kind was sent; each counts once."""
        if kind in self._said:
            self._said.remove(kind)
            return True
        return False

    def did(self, call: Call, planned: Feedback) -> bool:
        """Whether the call was made and ended as planned; each counts once."""
        wanted = self.spell(call)
        if planned.status is Status.ERROR:
            if found := _find(wanted, self._failed):
                self._failed.remove(found)
            return bool(found or _find(wanted, self._worked))
        found = _find(wanted, self._worked)
        if found is not None:
            self._worked.remove(found)
            self._learn(_made(planned), _made(found[1]))
        return found is not None

    def spell(self, call: Call) -> Call:
        """The call with the episode's own ids."""
        return call.model_copy(update={"arguments": {name: self.own(value) for name, value in call.arguments.items()}})

    def own(self, value: Json) -> Json:
        """A value with the episode's own ids, also where an id stands inside a text, as in a file's name."""
        if isinstance(value, list):
            return [self.own(item) for item in value]
        if isinstance(value, str):
            for theirs, ours in self._names.items():
                value = re.sub(rf"(?<![A-Za-z0-9]){re.escape(theirs)}(?![A-Za-z0-9])", ours, value)
        return value

    def _learn(self, planned: Sequence[str], made: Sequence[str]) -> None:
        """Notes how rows that the witness's call made are called here. The part behind the prefix is what names share."""
        for theirs, ours in zip(planned, made, strict=False):
            if theirs != ours:
                self._names[theirs.rpartition("_")[2]] = ours.rpartition("_")[2]


def _find(wanted: Call, among: Sequence[tuple[Call, Feedback]]) -> tuple[Call, Feedback] | None:
    return next((pair for pair in among if (pair[0].name, pair[0].arguments) == (wanted.name, wanted.arguments)), None)


def _made(answer: Feedback) -> list[str]:
    """The ids of the rows that a call made, in order."""
    return [str(change.after) for change in answer.changes if change.field == "id" and change.before is None]


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
    """Whether the phone refuses the call for what is wrong with it: a slip must not use up an obstacle of the task."""
    if call.name not in episode.exposed:
        return True
    trial = episode.environment.fork()
    answer = trial.step(Action(calls=(call,)))[0]
    return answer.status is Status.ERROR and trial.outcome().log[-1].fault is None
