"""What the tests of the graphs share: tasks, policies that follow a script, and processes that die at a chosen moment."""

import os
import signal
import time
from collections.abc import Callable, Sequence
from functools import cache

from bench.scenario import FAMILIES, build
from bench.suite import families_of
from harness.catalogue import full_catalogue
from harness.contract import Action, Capability, Message, MessageKind, PolicyRef, Split, Task, Witness
from harness.policy import PolicyRequest, Reply

FEW = "moved_alarm,named_timer,new_note"
"""Three training families that are quick to construct."""


@cache
def some_tasks() -> tuple[tuple[Task, Witness], ...]:
    """Two tasks of each capability, and one in which the user answers a question."""
    families = [item for part in Capability for item in families_of(Split.TRAIN, part)[:2]]
    families.append(FAMILIES["alarm_without_a_time"])
    return tuple(build(item, number, full_catalogue()) for number, item in enumerate(families))


class Scripted:
    """Answers with the next reply of its script, whoever asks."""

    ref = PolicyRef(name="scripted")

    def __init__(self, *replies: Reply) -> None:
        self._replies = list(replies)

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        """The reply for the turn that is asked about."""
        return [self._replies[request.turn] for request in requests]


def says(kind: MessageKind, text: str) -> Reply:
    """A reply in words."""
    return Reply(Action(message=Message(kind=kind, text=text)))


def dies(work: Callable[[], object]) -> bool:
    """Does the work in a process of its own; whether that process was killed before it came to the end."""
    child = os.fork()
    if child == 0:
        try:
            work()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def kill_self() -> None:
    """Ends this process as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(60)
