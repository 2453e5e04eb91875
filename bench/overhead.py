"""What we add to a model's own time: many episodes at once against an endpoint that answers after a fixed delay.

The endpoint is a scripted server in a process of its own, on this machine, so everything that is measured is this process's:
episodes, phone, context, conversion, and the client library with its HTTP. Processor time a step bounds how many steps a
second one process can keep going. What the client library takes is measured by itself, on requests of the same kind.
"""

import multiprocessing
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection

from harness.contract import Task
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Catalogue
from harness.episode import Episode
from harness.instructions import Eta
from harness.models import library
from harness.models.endpoint import endpoint_model
from harness.models.endpoint_policy import EndpointPolicy
from harness.models.fake_server import FakeModelServer, Received, Scripted, call, say, slowly
from harness.rollout import Start, rollout_apart

from .suite import make

STEPS = 6
"""Calls that the scripted model makes before it reports."""
CALLS = 120
"""Calls on which the client library is timed by itself."""


@dataclass(frozen=True)
class Overhead:
    """Processor time a step in milliseconds: all of it, what LiteLLM takes of it, and ``overhead_ms``, which is our part.

    ``steps_per_s`` is by the clock, with ``delay_ms`` of waiting in each step.
    """

    workers: int
    steps: int
    delay_ms: float
    total_ms: float
    client_ms: float
    overhead_ms: float
    steps_per_s: float


def measure(catalogue: Catalogue, eta: Eta, *, workers: int = 64, episodes: int = 128, delay: float = 0.2) -> Overhead:
    """Runs that many episodes, ``workers`` at a time, against an endpoint that takes ``delay`` seconds for an answer."""
    tasks = [task for task, _ in make("dev-entities", 1 + episodes // 76, catalogue)][:episodes]
    with _server(delay) as url:
        policy = EndpointPolicy(endpoint_model("openai/scripted", api_base=url))
        _run(tasks[:2], policy, catalogue, eta, 2)  # loads the client library
        clock, cpu = time.perf_counter(), time.process_time()
        steps = _run(tasks, policy, catalogue, eta, workers)
        clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
    with _server(0.0) as url:
        client = _client_seconds(url, tasks[: CALLS // STEPS], catalogue, eta)
    total = cpu / steps
    return Overhead(
        workers, steps, 1000 * delay, 1000 * total, 1000 * client, 1000 * max(0.0, total - client), steps / clock
    )


def _client_seconds(url: str, tasks: Sequence[Task], catalogue: Catalogue, eta: Eta) -> float:
    """Processor seconds of one call of LiteLLM alone, with the conversations that the tasks begin with."""
    completion = library.litellm().completion
    spent, calls = 0.0, 0
    for task in tasks:
        request = Episode(task, PhoneEnvironment(catalogue), eta).request()
        for _ in range(STEPS):
            started = time.process_time()
            completion(
                model="openai/scripted", api_base=url, api_key="none", messages=list(request.messages),
                tools=[dict(tool) for tool in request.tools], max_tokens=request.max_tokens, seed=0, max_retries=0,
            )  # fmt: skip
            spent, calls = spent + time.process_time() - started, calls + 1
    return spent / calls


def _run(tasks: Sequence[Task], policy: EndpointPolicy, catalogue: Catalogue, eta: Eta, workers: int) -> int:
    starts = [Start(task) for task in tasks]
    made = rollout_apart(starts, policy, environment=lambda: PhoneEnvironment(catalogue), eta=eta, live=workers)
    return sum(len(item.turns) for item in made)


def scripted(received: Received) -> Scripted:
    """Looks at something else in every step, then reports."""
    steps = sum(message["role"] == "assistant" for message in received.body["messages"])
    if steps >= STEPS:
        return say("Done.")
    names = sorted(tool["function"]["name"] for tool in received.body["tools"])
    return call(names[steps % len(names)])


def _serve(delay: float, link: Connection) -> None:
    with FakeModelServer(lambda received: slowly(scripted(received), delay)) as server:
        link.send(server.url)
        link.recv()


@contextmanager
def _server(delay: float) -> Iterator[str]:
    """The address of a scripted server in a process of its own."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(delay, theirs), daemon=True)
    process.start()
    try:
        yield ours.recv()
        ours.send("stop")
    finally:
        process.join(timeout=5)
        if process.is_alive():
            process.terminate()
