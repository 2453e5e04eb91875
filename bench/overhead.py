"""What we add to a model's own time, and what the growing context saves of it.

``measure``: many episodes at once against an endpoint that answers after a fixed delay. ``measure_prefixes``: the share of
prompt tokens that a prefix cache would serve, since a context only grows and since system turns begin alike.

The endpoint is a scripted server in a process of its own, on this machine, so everything that is measured is this process's:
episodes, phone, context, conversion, and the client library with its HTTP. Processor time a step bounds how many steps a
second one process can keep going. What the client library takes is measured by itself, on requests of the same kind.
"""

import multiprocessing
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from harness.contract import Task, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Catalogue
from harness.episode import Episode
from harness.errors import UserError
from harness.instructions import Eta
from harness.models import library
from harness.models.endpoint import endpoint_model
from harness.models.endpoint_policy import EndpointPolicy
from harness.models.fake_server import FakeModelServer, Received, Scripted, call, say, slowly
from harness.models.local_policy import embedded_base
from harness.models.render import render
from harness.policy import Reply
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


@dataclass(frozen=True)
class PrefixShare:
    """How much of what is sent to a local model was sent before. Shares are of all tokens of all prompts.

    ``same_episode``: the tokens that a prompt has in common, from its start, with the episode's previous prompt.
    ``any_episode``: with that one or any prompt of an earlier episode, whichever reaches further.
    """

    episodes: int
    turns: int
    prompt_tokens: int
    same_episode: float
    any_episode: float


def prefix_share(episodes: Iterable[Sequence[Sequence[int]]]) -> PrefixShare:
    """The shares over episodes, each the token ids of its prompts in order. The cache that is assumed forgets nothing."""
    children: dict[tuple[int, int], int] = {}  # a tree of all that was sent: (node, token) -> node
    count = turns = total = own = known = 0
    for prompts in episodes:
        count += 1
        before: Sequence[int] = ()
        for prompt in prompts:
            turns, total = turns + 1, total + len(prompt)
            pairs = zip(before, prompt, strict=False)
            own += next((place for place, (old, new) in enumerate(pairs) if old != new), min(len(before), len(prompt)))
            node, is_known = 0, True
            for token in prompt:
                found = children.get((node, token))
                is_known = is_known and found is not None
                known += is_known
                node = children.setdefault((node, token), len(children) + 1) if found is None else found
            before = prompt
    if not total:
        raise UserError("no prompt has a token", expected="at least one episode with a turn")
    return PrefixShare(count, turns, total, own / total, known / total)


def measure_prefixes(catalogue: Catalogue, eta: Eta, *, per_family: int = 1, seed: int = 0) -> PrefixShare:
    """The shares over the solutions of the slice dev-entities, one after another, with the embedded planner's tokenizer."""
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(embedded_base())
    pairs = make("dev-entities", per_family, catalogue, seed=seed)
    return prefix_share(list(_prompts(task, witness, catalogue, eta, tokenizer)) for task, witness in pairs)


def _prompts(task: Task, witness: Witness, catalogue: Catalogue, eta: Eta, tokenizer: Any) -> Iterator[list[int]]:
    episode = Episode(task, PhoneEnvironment(catalogue), eta)
    for action in witness.turns:
        if episode.done:
            return
        yield render(episode.request().messages, tokenizer, generate=True).ids
        episode.advance(Reply(action))


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
