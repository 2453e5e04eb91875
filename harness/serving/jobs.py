"""Answers under way: each is worked out in a thread and read in the event loop, and there is a limit to everything.

At most ``parallel`` answers are worked on at once and ``waiting`` more wait for their turn; who comes then is sent away.
An answer that takes too long, or that nobody waits for any more, is abandoned: its thread stops at the next token or turn,
and holds its place until then.
"""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass

from .answers import Delta, Finish, ServedModel
from .protocol import ApiError, ChatRequest


@dataclass(frozen=True)
class Limits:
    """What one server takes on. ``seconds`` bound an answer, its waiting included; ``body`` is in bytes.

    ``body_seconds`` is how long a request may take to arrive, ``drain_seconds`` how long a server that is told to stop lets
    answers come to their end.
    """

    parallel: int = 8
    waiting: int = 32
    seconds: float = 120.0
    body: int = 4 * 1024 * 1024
    body_seconds: float = 30.0
    messages: int = 1_000
    tools: int = 128
    drain_seconds: float = 30.0


class Jobs:
    """The answers of one server. Belongs to one event loop."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.running = self.waiting = 0
        self._places = asyncio.Semaphore(limits.parallel)

    async def answer(self, model: ServedModel, request: ChatRequest) -> AsyncGenerator[Delta | Finish]:
        """The pieces of an answer, the ``Finish`` last. Raises ``ApiError``."""
        until = asyncio.get_running_loop().time() + self.limits.seconds
        await self._take_place(until)
        job = _Job(model, request, self._give_place_back)
        try:
            while True:
                try:
                    async with asyncio.timeout_at(until):
                        item = await job.items.get()
                except TimeoutError:
                    raise self._late() from None
                if isinstance(item, Exception):
                    raise item
                yield item
                if isinstance(item, Finish):
                    return
        finally:
            job.wanted = False

    async def _take_place(self, until: float) -> None:
        if self._places.locked() and self.waiting >= self.limits.waiting:
            raise ApiError(429, "too many requests are waiting", "rate_limit_exceeded", headers={"Retry-After": "1"})
        self.waiting += 1
        try:
            async with asyncio.timeout_at(until):
                await self._places.acquire()
        except TimeoutError:
            raise self._late() from None
        finally:
            self.waiting -= 1
        self.running += 1

    def _give_place_back(self) -> None:
        self.running -= 1
        self._places.release()

    def _late(self) -> ApiError:
        return ApiError(504, f"no complete answer within {self.limits.seconds:g} seconds", "timeout")


class _Job:
    """One answer: the ``Listener`` of the thread that works it out, and the queue that the event loop reads."""

    def __init__(self, model: ServedModel, request: ChatRequest, ended: Callable[[], None]) -> None:
        self.items: asyncio.Queue[Delta | Finish | Exception] = asyncio.Queue()
        self.wanted = True
        self._model, self._request, self._ended = model, request, ended
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._work, name=f"answer-{model.id}", daemon=True).start()

    def say(self, delta: Delta) -> None:
        """A piece of the answer, from the thread."""
        if delta != Delta():
            self._in_loop(lambda: self.items.put_nowait(delta))

    def _work(self) -> None:
        last: Finish | Exception
        try:
            last = self._model.answer(self._request, self)
        except Exception as error:  # it belongs to the task that reads the queue
            last = error
        self._in_loop(lambda: self.items.put_nowait(last))
        self._in_loop(self._ended)

    def _in_loop(self, act: Callable[[], None]) -> None:
        try:
            self._loop.call_soon_threadsafe(act)
        except RuntimeError:  # the server is gone
            self.wanted = False
