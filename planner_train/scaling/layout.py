"""Over which devices a run is spread and how, and whether what is asked divides among them."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field

from harness.errors import UserError
from planner_train import processes
from planner_train.cold_start import ColdStartConfig
from planner_train.rl.settings import RLSettings

from .architecture import Architecture

FOLDER = Path(__file__).parent / "launch"
MACHINE = 8
"""Devices of one machine, beyond which a launch needs several."""

Sharding = processes.Sharding


class Layout(BaseModel):
    """The devices of a run. It decides what fits and how fast it is, and nothing about the result but rounding."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    devices: int = Field(1, ge=1)
    """Devices that train, with one process each."""
    gib: float | None = Field(None, gt=0)
    """Memory of one device in GiB; where it is not given, nothing is said about fitting."""
    sharding: Sharding = "none"
    """``none`` keeps everything on every device; ``zero2`` spreads gradients and optimizer over them, ``fsdp`` and ``zero3``
    the weights too."""
    servers: int = Field(0, ge=0)
    """Further devices, which serve rollouts with vLLM as one tensor-parallel group."""

    @classmethod
    def started(cls, servers: int = 0) -> Self:
        """The layout that the launcher of this process made."""
        return cls(devices=processes.count(), sharding=processes.sharding(), servers=servers)

    @property
    def weight_shards(self) -> int:
        """Into how many parts the weights are split."""
        return self.devices if self.sharding in ("fsdp", "zero3") else 1

    @property
    def state_shards(self) -> int:
        """Into how many parts gradients and optimizer are split."""
        return 1 if self.sharding == "none" else self.devices

    @property
    def config_file(self) -> Path:
        """The configuration of ``accelerate launch`` for this layout."""
        return FOLDER / f"{'ddp' if self.sharding == 'none' else self.sharding}.yaml"

    def launcher(self) -> str:
        """The beginning of the command line that starts every process; ``planner-agent`` alone where there is one."""
        if self.devices == 1 and self.sharding == "none":
            return "planner-agent"
        machines = -(-self.devices // MACHINE)
        several = f" --num_machines {machines} --machine_rank RANK --main_process_ip ADDRESS --main_process_port 29500"
        start = f"accelerate launch --config_file {self.config_file} --num_processes {self.devices}"
        return f"{start}{several if machines > 1 else ''} -m planner_agent"


def check_cold_start(
    config: ColdStartConfig, layout: Layout, architecture: Architecture | None = None, where: str = "cold start"
) -> None:
    """Raises ``UserError`` for the first field that does not go with the others; ``where`` names what they stand in."""
    check = _Check(where)
    check.divides("batch", config.batch, layout.devices, "devices")
    if architecture is not None:
        check.at_most("max_length", config.max_length, architecture.max_position_embeddings, "positions of the model")
        check.lora(config.lora is not None, layout)
    if config.optimizer == "muon" and layout.state_shards > 1:
        raise check.wrong("optimizer", "muon needs whole matrices on a device", "adamw, or sharding none")


def check_rl(
    settings: RLSettings,
    layout: Layout,
    architecture: Architecture | None = None,
    where: str = "reinforcement learning",
    prompt_tokens: int = 0,
) -> None:
    """Raises ``UserError`` for the first field that does not go with the others.

    ``prompt_tokens`` is how long a prompt may get before the first turn. Groups stay whole: each process runs all episodes
    of its tasks.
    """
    check = _Check(where)
    tasks = check.divides("tasks", settings.tasks, layout.devices, "devices, each with whole groups")
    episodes = tasks * settings.group
    check.passes(episodes, settings.micro)
    if prompt_tokens + settings.turn_tokens > settings.window:
        message = f"a prompt of {prompt_tokens} tokens and a turn of {settings.turn_tokens} do not fit {settings.window}"
        raise check.wrong("window", message, f"at least {prompt_tokens + settings.turn_tokens}")
    if layout.sharding in ("zero2", "zero3"):
        message = f"{layout.sharding} is DeepSpeed, which steps inside the backward pass, so no update could be skipped"
        raise check.wrong("sharding", message, "fsdp or none")
    if layout.weight_shards > 1 and not settings.vllm:
        message = "no device holds the whole weights, so none can sample"
        raise check.wrong("vllm", message, "the address of a vLLM server, or sharding none")
    if settings.vllm and not layout.servers:
        raise check.wrong("servers", "a vLLM server is named and has no device", "1 or more")
    if settings.optimizer == "muon" and layout.state_shards > 1:
        raise check.wrong("optimizer", "muon needs whole matrices on a device", "adamw, or sharding none")
    if architecture is not None:
        check.at_most("window", settings.window, architecture.max_position_embeddings, "positions of the model")
        check.lora(settings.lora is not None, layout)
        if layout.servers:
            check.divides(
                "servers", architecture.num_attention_heads, layout.servers, "devices, which share the attention heads"
            )


def check_processes(started: int, layout: Layout) -> None:
    """Raises ``UserError`` where another number of processes was started than the layout has devices."""
    if started != layout.devices:
        message = f"{started} process{'es were' if started > 1 else ' was'} started"
        expected = f"{layout.devices}, as in: {layout.launcher()} train ..."
        raise UserError(message, where="field devices of the recipe", expected=expected)


class _Check:
    """Findings about the fields of one place."""

    def __init__(self, where: str) -> None:
        self.where = where

    def wrong(self, field: str, message: str, expected: str) -> UserError:
        return UserError(message, where=f"{self.where}, field {field}", expected=expected)

    def divides(self, field: str, total: int, parts: int, what: str) -> int:
        """The quotient, where there is no rest."""
        if total % parts:
            raise self.wrong(field, f"{total} cannot be split evenly over {parts} {what}", f"a multiple of {parts}")
        return total // parts

    def passes(self, share: int, micro: int | None) -> None:
        """Whether the episodes of a device come out in passes of ``micro``."""
        if micro is not None and share % micro:
            message = f"{share} episodes of a device cannot be split evenly into passes of {micro}"
            raise self.wrong("micro", message, f"a divisor of {share}")

    def at_most(self, field: str, value: int, limit: int, what: str) -> None:
        if value > limit:
            raise self.wrong(field, f"{value} is more than the {limit} {what}", f"at most {limit}")

    def lora(self, used: bool, layout: Layout) -> None:
        """Adapters are merged into the weights at the end, so a device must hold them."""
        if used and layout.weight_shards > 1:
            message = f"adapters are merged into whole weights, which {layout.sharding} splits over {layout.devices} devices"
            raise self.wrong("lora", message, "sharding none or zero2, or full training")
