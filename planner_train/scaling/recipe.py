"""A recipe: one file with the base model, the devices and the settings of both trainings, checked as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, Field

from harness.configs import load_yaml, read_yaml
from harness.contract import Json
from harness.errors import UserError
from harness.validation import validate
from planner_train.cold_start import ColdStartConfig
from planner_train.rl.settings import RLSettings

from .architecture import Architecture, shipped
from .estimate import Estimate, cold_start_estimate, rl_estimate
from .layout import Layout, check_cold_start, check_rl

FOLDER = Path(__file__).parent / "recipes"


class Recipe(BaseModel):
    """What a recipe file holds. A field of ``cold_start`` or ``rl`` that is not given has its usual default."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    description: str
    base_model: str
    """Name on the Hugging Face hub, or a path."""
    architecture: str
    """Name of a shipped architecture, so that the arithmetic needs no hub."""
    layout: Layout
    prompt_tokens: int = Field(0, ge=0)
    """How long a prompt may get before the first turn; the window must hold it and a turn."""
    cold_start: ColdStartConfig
    rl: RLSettings

    @property
    def shape(self) -> Architecture:
        """The architecture itself."""
        return shipped(self.architecture)

    def vllm_command(self) -> str:
        """What starts the server that ``rl`` samples from; empty where it samples by itself."""
        if not self.rl.vllm:
            return ""
        return (
            f"VLLM_SERVER_DEV_MODE=1 vllm serve CHECKPOINT --tensor-parallel-size {self.layout.servers} "
            f"--max-model-len {self.rl.window} --dtype bfloat16 --logprobs-mode processed_logprobs "
            """--weight-transfer-config '{"backend": "nccl"}'"""
        )


@dataclass(frozen=True)
class Plan:
    """A training as it would be started: its settings, its devices, its model's shape. ``where`` names it in errors."""

    settings: ColdStartConfig | RLSettings
    layout: Layout
    architecture: Architecture
    where: str
    prompt_tokens: int = 0

    def check(self) -> None:
        """Raises ``UserError`` for the first thing that does not divide, does not go together, or does not fit."""
        self.check_shapes()
        self.estimate().check_fit(self.where)

    def check_shapes(self) -> None:
        """The same without the memory."""
        if isinstance(self.settings, RLSettings):
            check_rl(self.settings, self.layout, self.architecture, self.where, self.prompt_tokens)
        else:
            check_cold_start(self.settings, self.layout, self.architecture, self.where)

    def estimate(self, rows: int | None = None) -> Estimate:
        """The arithmetic, with so many trajectories or tasks."""
        if isinstance(self.settings, RLSettings):
            return rl_estimate(self.settings, self.layout, self.architecture, rows, self.prompt_tokens)
        return cold_start_estimate(self.settings, self.layout, self.architecture, rows)

    def missing(self) -> list[str]:
        """What this machine lacks to run it, in words. A dry run says it; several machines are not looked at together."""
        import torch

        packages = {"peft": self.settings.lora is not None, "deepspeed": self.layout.sharding in ("zero2", "zero3")}
        found = [f"the package {name}" for name, needed in packages.items() if needed and find_spec(name) is None]
        here = torch.cuda.device_count()
        if self.layout.gib is not None and here < self.layout.devices:
            found.append(f"{self.layout.devices - here} of {self.layout.devices} CUDA devices")
        return found

    @classmethod
    def of(cls, recipe: Recipe, settings: ColdStartConfig | RLSettings, name: str) -> Self:
        """The plan of a recipe with these settings."""
        return cls(settings, recipe.layout, recipe.shape, f"recipe {name}", recipe.prompt_tokens)


def names() -> list[str]:
    """The recipes that ship, smallest model first."""
    by_size = lambda name: (shipped(name.rsplit("-", 1)[0]).parameters, name)
    return sorted((path.stem for path in FOLDER.glob("*.yaml")), key=by_size)


def find(name: str) -> Path:
    """The file of a shipped recipe, or the path itself. Raises ``UserError`` where there is neither."""
    path = FOLDER / f"{name}.yaml"
    if path.is_file():
        return path
    if Path(name).suffix in (".yaml", ".yml"):
        return Path(name)
    raise UserError(f"there is no recipe {name!r}", where="recipe", expected=f"a YAML file, or one of {', '.join(names())}")


def load(name: str, cold_start: dict[str, Json] | None = None, rl: dict[str, Json] | None = None) -> Recipe:
    """The recipe of that name or path; given fields of its settings replace those in the file."""
    path = find(name)
    if not cold_start and not rl:
        return read_yaml(path, Recipe)
    content = load_yaml(path)
    if isinstance(content, dict):
        for section, fields in (("cold_start", cold_start), ("rl", rl)):
            if fields and isinstance(content.get(section), dict):
                content[section] |= fields
    return validate(content, Recipe, str(path))
