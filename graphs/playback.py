"""An episode as a graph's state records it: played back on a fresh phone, which costs a millisecond and makes every node
resumable. What happened is a list of events: actions with their consent, answers of the user, failures of the policy."""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, Protocol

from harness.catalogue import catalogue_for
from harness.contract import Action, Task
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode
from harness.errors import expect
from harness.instructions import load
from harness.policy import Reply


class Setting(Protocol):
    """What a context says about the harness."""

    @property
    def eta(self) -> str: ...

    @property
    def seed(self) -> int: ...


def check_context(context: Any) -> None:
    """Raises ``UserError`` for a field of a graph's context that is of another type; paths need not be text."""
    kinds: Mapping[str, tuple[type, ...]] = {"seed": (int,), "eta": (str, Path), "memory": (str, Path)}
    for item in fields(context):
        expect(getattr(context, item.name), kinds.get(item.name, (str,)), item.name, item.metadata["description"])


def episode_of(state: Mapping[str, Any], setting: Setting) -> Episode:
    """The episode of the task in ``state``, taken through its events."""
    task = Task.model_validate(state["task"])
    eta = load(setting.eta)
    episode = Episode(task, PhoneEnvironment(catalogue_for(eta)), eta, seed=setting.seed, live=is_live(state))
    for event in state["events"]:
        if "answer" in event:
            episode.answer(event["answer"])
        else:
            episode.advance(reply_of(event), consent=consent_of(event))
    return episode


def is_live(state: Mapping[str, Any]) -> bool:
    """Whether a person is there to answer, and not a script."""
    return bool(state["task"]["source"]["constructor"] == "ask")


def consent_of(event: Mapping[str, Any]) -> dict[int, bool] | None:
    """What the user said to the calls of an event that needed a yes; None where nobody was asked."""
    return {int(place): word for place, word in event["consent"].items()} if "consent" in event else None


def reply_of(event: Mapping[str, Any]) -> Reply:
    """What the policy said."""
    if "failure" in event:
        return Reply(None, failure=event["failure"])
    return Reply(Action.model_validate(event["action"]), raw=event["raw"], latency_ms=event["latency_ms"])
