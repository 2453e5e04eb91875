"""The arithmetic of a run before it starts: memory of a device by what takes it, and tokens, episodes and steps.

Estimates are meant to be a little too high. What they assume stands beside each number; memory that an allocator wastes, and
what else lives on the device, does not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from harness.contract import Json
from harness.errors import UserError
from planner_train.cold_start import SMALL, ColdStartConfig
from planner_train.rl.settings import RLSettings

from .architecture import Architecture
from .layout import Layout

GIB = 2**30
RUNTIME = 2 * GIB
"""What drivers and libraries take of an accelerator."""
SERVED = 0.9
"""Share of its devices' memory that a vLLM server takes by default."""
LOGIT_BYTES = 12
"""Of each logit: its value, a scaled copy and its gradient, in 32 bits."""


@dataclass(frozen=True)
class Part:
    """Bytes on one device, and how they come about."""

    bytes: int
    how: str


@dataclass(frozen=True)
class Estimate:
    """What a run takes. ``held`` lives throughout; of ``passing``, only the larger at a time."""

    name: str
    parameters: int
    trained: int
    held: dict[str, Part]
    passing: dict[str, Part]
    bound: tuple[str, ...]
    """What the peak takes for granted, a sentence a line: it is an upper bound, and of what."""
    batch: dict[str, int | float | None]
    server: dict[str, int] = field(default_factory=dict)
    gib: float | None = None

    @property
    def total(self) -> int:
        """Bytes of one training device at the peak."""
        return _peak(self.held, self.passing.values())

    @property
    def largest(self) -> str:
        """The part that takes most."""
        parts = {**self.held, **self.passing}
        return max(parts, key=lambda name: parts[name].bytes)

    def check_fit(self, where: str) -> None:
        """Raises ``UserError`` where the memory of a device is known and too small."""
        if self.gib is not None and self.total > self.gib * GIB:
            message = f"{self.name} takes about {self.total / GIB:.1f} GiB of a device, most of it for {self.largest}"
            expected = f"at most {self.gib:g} GiB: more devices that share, smaller passes, or a shorter context"
            raise UserError(message, where=f"{where}, field gib", expected=expected)
        if self.server and self.server["episodes at full length"] < 1:
            message = f"beside the weights a server's cache holds {self.server['tokens of cache']} tokens"
            raise UserError(message, where=f"{where}, field servers", expected="room for one window: more devices")

    def facts(self) -> dict[str, Json]:
        """For ``--json``; memory in bytes."""
        parts = {**self.held, **self.passing}
        return {
            "parameters": self.parameters,
            "trained_parameters": self.trained,
            "device_bytes": {name: part.bytes for name, part in parts.items()} | {"peak": self.total},
            "device_gib": self.gib,
            "bound": list(self.bound),
            "server": dict(self.server),
            "batch": dict(self.batch),
        }

    def lines(self) -> list[str]:
        """The same for people."""
        share = f"{self.trained / self.parameters:.1%} of them" if self.trained < self.parameters else "all"
        lines = [f"parameters {self.parameters:,}, trained {self.trained:,} ({share})", "", "memory of one training device"]
        lines += [f"  {name:<14} {part.bytes / GIB:>9.2f} GiB  {part.how}" for name, part in self.held.items()]
        for name, part in self.passing.items():
            lines.append(f"  {name:<14} {part.bytes / GIB:>9.2f} GiB  {part.how}")
        room = "" if self.gib is None else f"  of {self.gib:g}"
        lines += [f"  {'peak':<14} {self.total / GIB:>9.2f} GiB{room}  most of it for {self.largest}"]
        lines += [f"  {sentence}" for sentence in self.bound] + ["", "batches"]
        lines += [f"  {name:<34} {'not known' if value is None else f'{value:,}'}" for name, value in self.batch.items()]
        if self.server:
            lines += ["", "each device of the vLLM server"]
            lines += [f"  {name:<34} {value:,}" for name, value in self.server.items()]
        return lines


def cold_start_estimate(
    config: ColdStartConfig, layout: Layout, architecture: Architecture, samples: int | None = None
) -> Estimate:
    """A cold start; ``samples`` is how many trajectories there are to learn from."""
    small = architecture.parameters < SMALL
    muon = config.lora is None and (config.optimizer == "muon" or (config.optimizer == "auto" and small))
    rank = config.lora.rank if config.lora else None
    held = _state(architecture, layout, rank=rank, muon=muon, bf16=config.bf16 is not False)
    micro = config.of_a_pass(config.batch // layout.devices)
    activations = lambda rows: _activations(architecture, rows, config.max_length, config.max_length, config)
    passing = {"activations": activations(micro)}
    budget = round(config.minutes * 60 * config.tokens_per_second)
    step = config.batch * config.max_length
    return Estimate(
        name="the cold start",
        parameters=architecture.parameters,
        trained=_trained(architecture, rank),
        held=held,
        passing=passing,
        bound=_bound("trajectories", micro, config.max_length, _peak(held, [activations(1)])),
        batch={
            "trajectories of a step": config.batch,
            "trajectories of a pass on a device": micro,
            "passes of a step on a device": config.batch // layout.devices // micro,
            "tokens of a step at most": step,
            "tokens of the run": budget,
            "steps of the run at least": math.ceil(budget / step),
            "trajectories": samples,
            "steps of an epoch": None if samples is None else max(1, samples // config.batch),
        },
        gib=layout.gib,
    )


def rl_estimate(
    settings: RLSettings, layout: Layout, architecture: Architecture, tasks: int | None = None, prompt_tokens: int = 0
) -> Estimate:
    """A run of reinforcement learning on so many tasks, with episodes that use the whole window."""
    rank = settings.lora.rank if settings.lora else None
    held = _state(architecture, layout, rank=rank, muon=settings.optimizer == "muon", bf16=settings.bf16)
    own = settings.tasks * settings.group // layout.devices
    micro = settings.micro or own
    learned = settings.window - prompt_tokens
    activations = lambda rows: _activations(architecture, rows, settings.window, learned, settings)
    passing = {"activations": activations(micro)}
    server: dict[str, int] = {}
    if settings.vllm:
        server = _server(architecture, layout, settings.window)
    else:
        live, size = min(settings.live, own), 2 if rank else 4
        passing["KV cache"] = Part(
            live * settings.window * _cache_bytes(architecture, size),
            f"while sampling: {live} episodes of {settings.window} tokens in {8 * size} bits",
        )
    singly = _peak(held, [*(part for name, part in passing.items() if name != "activations"), activations(1)])
    bound = _bound("episodes", micro, settings.window, singly)
    if layout.gib is None and layout.devices == 1:
        bound += ("On a CPU it is less still: a group's prompt is read once, and sampled tokens alone have logits.",)
    episodes = settings.tasks * settings.group
    per_epoch = None if tasks is None else math.ceil(tasks / settings.tasks) * settings.iterations
    return Estimate(
        name="reinforcement learning",
        parameters=architecture.parameters,
        trained=_trained(architecture, rank),
        held=held,
        passing=passing,
        bound=bound,
        batch={
            "tasks of a batch": settings.tasks,
            "episodes of a task": settings.group,
            "episodes of an update": episodes,
            "updates on the same episodes": settings.iterations,
            "episodes of a device": own,
            "episodes of a pass on a device": micro,
            "passes of an update on a device": own // micro,
            "tokens of an update at most": episodes * settings.window,
            "updates of the run": settings.updates,
            "episodes of the run": settings.batches * episodes,
            "tasks": tasks,
            "updates of an epoch": per_epoch,
            "epochs of the run": None if per_epoch is None else round(settings.updates / per_epoch, 2),
        },
        server=server,
        gib=layout.gib,
    )


def activation_bytes(architecture: Architecture, *, bf16: bool) -> int:
    """Bytes that one layer keeps of one token for the backward pass, with attention that keeps no scores.

    Counted from what autograd saves: inputs of the norms and their products, query and key before and after norm and
    rotation, the output of attention, gate, its activation, the other branch and the product.
    """
    hidden, inner, heads = architecture.hidden_size, architecture.intermediate_size, architecture.query
    wide = heads + architecture.key_value
    return 26 * hidden + 8 * inner + 11 * wide if bf16 else 24 * hidden + 16 * inner + 17 * wide


def _peak(held: Mapping[str, Part], passing: Iterable[Part]) -> int:
    """Bytes of what lives throughout and of the largest of what passes."""
    return sum(part.bytes for part in held.values()) + max(part.bytes for part in passing)


def _bound(what: str, rows: int, length: int, singly: int) -> tuple[str, ...]:
    """What the peak assumes, and what it would be with one text a pass."""
    if rows == 1:
        return (f"An upper bound: {what} of {length:,} tokens, the longest there may be, one in a pass.",)
    return (
        f"An upper bound: all {rows} {what} of a pass have {length:,} tokens, the most there may be.",
        f"Shorter ones take less. With one in a pass (`micro: 1`) it is {singly / GIB:.2f} GiB, and learning is the same.",
    )


def _trained(architecture: Architecture, rank: int | None) -> int:
    return architecture.parameters if rank is None else architecture.adapter_parameters(rank)


def _state(architecture: Architecture, layout: Layout, *, rank: int | None, muon: bool, bf16: bool) -> dict[str, Part]:
    """What lives on a device throughout."""
    everything, trained = architecture.parameters, _trained(architecture, rank)
    spread = lambda count: "" if count == 1 else f" over {count} devices"
    shards, states = layout.weight_shards, layout.state_shards
    held: dict[str, Part] = {}
    if rank is None:
        held["weights"] = Part(4 * everything // shards, f"32 bits a parameter{spread(shards)}")
    else:
        held["weights"] = Part(2 * everything // shards + 4 * trained, "16 bits a frozen parameter, 32 an adapter's")
    held["gradients"] = Part(4 * trained // states, f"32 bits a trained parameter{spread(states)}")
    if muon:
        matrices = architecture.num_hidden_layers * sum(wide * narrow for wide, narrow in architecture.matrices)
        held["optimizer"] = Part(4 * matrices + 8 * (trained - matrices), "Muon: a moment of matrices; AdamW: two of others")
    else:
        held["optimizer"] = Part(8 * trained // states, f"AdamW: two moments in 32 bits{spread(states)}")
    if shards > 1:
        gathered = 2 * architecture.layer_parameters + architecture.embedding_parameters
        held["gathered"] = Part(2 * gathered, "two layers and the embeddings, whole, in 16 bits")
    elif bf16 and rank is None:
        held["16-bit copies"] = Part(2 * everything, "of the weights, for matrix products")
    if layout.devices > 1 and states == 1:
        held["buckets"] = Part(4 * trained, "gradients on their way between devices")
    if layout.gib is not None:
        held["runtime"] = Part(RUNTIME, "driver and libraries, assumed")
    return held


def _activations(
    architecture: Architecture, rows: int, length: int, learned: int, settings: ColdStartConfig | RLSettings
) -> Part:
    """Activations and logits of one pass of ``rows`` texts, of which ``learned`` tokens have logits."""
    tokens, layers = rows * length, architecture.num_hidden_layers
    layer = activation_bytes(architecture, bf16=settings.bf16 is not False)
    if settings.activation_checkpointing:
        kept = tokens * (layers * 4 * architecture.hidden_size + layer)
        how = f"{tokens:,} tokens: inputs of {layers} layers, insides of one"
    else:
        kept, how = tokens * layers * layer, f"{tokens:,} tokens in {layers} layers"
    logits = rows * learned * architecture.vocab_size * LOGIT_BYTES
    return Part(kept + logits, f"{how}; {logits / GIB:.2f} GiB of it logits")


def _cache_bytes(architecture: Architecture, size: int) -> int:
    """Bytes of keys and values of one token."""
    return 2 * architecture.num_hidden_layers * architecture.key_value * size


def _server(architecture: Architecture, layout: Layout, window: int) -> dict[str, int]:
    """Weights and cache of a vLLM server's devices, which share both."""
    weights = 2 * architecture.parameters // layout.servers
    found = {"bytes of weights": weights}
    if layout.gib is not None:
        room = int(SERVED * layout.gib * GIB) - weights
        tokens = max(0, room) * layout.servers // _cache_bytes(architecture, 2)
        found |= {"tokens of cache": tokens, "episodes at full length": tokens // window}
    return found
