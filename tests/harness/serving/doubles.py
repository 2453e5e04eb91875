"""A served model that says what a test tells it to, and the client that asks it."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from openai import OpenAI

from harness.contract import Call, Tokens
from harness.serving.answers import Delta, Finish, Listener
from harness.serving.app import build_app
from harness.serving.jobs import Limits
from harness.serving.listen import running
from harness.serving.protocol import ApiError, ChatRequest

PATIENT = 120.0
"""Seconds that a test waits for what must come."""
TOKENS = Tokens(prompt=7, completion=5, cached=3)
DONE = Finish("stop", TOKENS)
CALLS = (
    Call(id="call_1", name="find", arguments={"what": "é"}),
    Call(id="call_2", name="see", arguments={}),
)


class Scripted:
    """Answers by a function of the request and the listener."""

    fingerprint = "fp_test"

    def __init__(self, name: str, play: Callable[[ChatRequest, Listener], Finish]) -> None:
        self.id, self._play = name, play

    def answer(self, request: ChatRequest, listener: Listener) -> Finish:
        return self._play(request, listener)


class Ear:
    """A listener that remembers; ``patience`` is how many pieces it wants to hear."""

    def __init__(self, patience: int = 1_000_000) -> None:
        self.heard: list[Delta] = []
        self._patience = patience

    @property
    def wanted(self) -> bool:
        return len(self.heard) < self._patience

    def say(self, delta: Delta) -> None:
        self.heard.append(delta)


class Held:
    """A play that begins, and then waits until it is let go or nobody wants it."""

    def __init__(self) -> None:
        self.begun, self.let_go, self.left = threading.Event(), threading.Event(), threading.Event()

    def __call__(self, request: ChatRequest, listener: Listener) -> Finish:
        listener.say(Delta(content="so "))
        self.begun.set()
        while listener.wanted and not self.let_go.wait(0.01):
            continue
        if not listener.wanted:
            self.left.set()
        listener.say(Delta(content="be it"))
        return DONE


def speak(request: ChatRequest, listener: Listener) -> Finish:
    """Thoughts, words and two calls."""
    for delta in (Delta(reasoning="Let me "), Delta(reasoning="see."), Delta(content="I "), Delta(content="look.")):
        listener.say(delta)
    for call in CALLS:
        listener.say(Delta(call=call))
    return Finish("tool_calls", TOKENS, {"phone": {"end": "asks"}})


def echo(request: ChatRequest, listener: Listener) -> Finish:
    """The last message."""
    listener.say(Delta(content=request.messages[-1].content))
    return DONE


def refuse(request: ChatRequest, listener: Listener) -> Finish:
    raise ApiError(400, "too long", "context_length_exceeded", "messages")


def break_off(request: ChatRequest, listener: Listener) -> Finish:
    """Fails amid the answer."""
    listener.say(Delta(content="half of "))
    raise ApiError(502, "the model is gone", "model_unavailable")


def blunder(request: ChatRequest, listener: Listener) -> Finish:
    """A fault of the program, with something in its message that no client shall see."""
    raise KeyError("secret-path")


def blunder_late(request: ChatRequest, listener: Listener) -> Finish:
    listener.say(Delta(content="half of "))
    raise KeyError("secret-path")


@contextmanager
def served(*models: Any, token: str | None = None, hosts: tuple[str, ...] = (), **limits: Any) -> Iterator[str]:
    """The address of a server of these models."""
    with running(build_app(models, limits=Limits(**limits), token=token, hosts=hosts), drain_seconds=1) as url:
        yield url


def client(url: str, key: str = "none") -> OpenAI:
    return OpenAI(base_url=f"{url}/v1", api_key=key, max_retries=0, timeout=PATIENT)


def hello(text: str = "hello") -> list[Any]:
    return [{"role": "user", "content": text}]
