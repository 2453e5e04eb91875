"""What decides a reinforcement learning run beside its tasks, its model and its dev tasks."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from planner_train.care import CareSettings, Ranges
from planner_train.cold_start import LoraSettings


class RLSettings(BaseModel):
    """Everything is counted in updates, tasks, episodes and tokens; no clock decides anything but when to give up on a
    hanging environment."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    seed: int = Field(0, ge=0)
    # -- how much
    updates: int = Field(100, ge=1)
    """Optimizer steps."""
    tasks: int = Field(4, ge=1)
    """Tasks of one batch of rollouts."""
    group: int = Field(8, ge=2)
    """Episodes of one task: G."""
    micro: int | None = Field(None, ge=1)
    """Episodes of one forward and backward pass of a process, all that it has if not given; it bounds the memory and changes
    nothing else. On a CPU, episodes of one pass that share a prompt share the reading of it."""
    iterations: int = Field(1, ge=1)
    """Updates on the same rollouts."""
    # -- how
    care: CareSettings = CareSettings()
    ranges: Ranges = Ranges()
    loss: Literal["grpo", "dr_grpo"] = "grpo"
    """``grpo`` averages over an episode's tokens, then over episodes, as published; ``dr_grpo`` divides every episode by the
    same length and so has no bias towards long failures."""
    clip_low: float = Field(0.2, gt=0, lt=1)
    clip_high: float = Field(0.28, gt=0)
    optimizer: Literal["adamw", "muon"] = "adamw"
    lr: float = Field(5e-5, gt=0)
    matrix_lr: float = Field(5e-4, gt=0)
    """For the weight matrices, where ``muon`` trains them."""
    warmup: int = Field(5, ge=0)
    """Updates over which the rate rises."""
    max_grad_norm: float = Field(1.0, gt=0)
    lora: LoraSettings | None = None
    """Low-rank adapters in place of full training (needs the extra ``lora``); they are merged into the checkpoint."""
    bf16: bool = False
    """Matrix products of training in bfloat16, and frozen weights beside adapters too."""
    activation_checkpointing: bool = False
    """Keeps a layer's input only and computes its insides again for the backward pass."""
    # -- episodes
    turn_tokens: int = Field(160, ge=1)
    """Longest turn; what runs on is cut off, and the planner is told."""
    window: int = Field(4096, ge=64)
    """Tokens of context after which an episode can write no more."""
    live: int = Field(64, ge=1)
    attempts: int = Field(2, ge=1)
    """How often an episode that broke is run before it is left out of its group."""
    deadline: float = Field(60.0, gt=0)
    """Seconds that an environment may take for one step before it counts as hanging."""
    vllm: str = ""
    """Address of a vLLM server that samples the rollouts, as in ``http://127.0.0.1:8000``; the trainer itself if empty."""
    backends: str = "phone"
    """Where episodes run, as in ``phone=3, simulated=1``; each task keeps its backend."""
    patience: int = Field(10, ge=1)
    """Batches in a row without one valid group after which the run stops: something is wrong for good."""
    # -- records
    eval_every: int = Field(25, ge=1)
    """Updates between two evaluations on the dev tasks; the controller decides at each."""
    save_every: int = Field(25, ge=1)
    threads: int = Field(2, ge=1)
    report_to: tuple[str, ...] = ()
    """Trackers of transformers' trainer, each of which must be installed. ``tensorboard`` writes into a folder of that name
    beside the journal."""

    @model_validator(mode="after")
    def _shapes_divide(self) -> "RLSettings":
        if self.micro is not None and (self.tasks * self.group) % self.micro:
            raise ValueError(
                f"{self.tasks} tasks of {self.group} episodes are {self.tasks * self.group}, which micro = {self.micro} "
                "does not divide; expected a divisor"
            )
        for name in ("updates", "save_every", "eval_every"):
            if getattr(self, name) % self.iterations:
                raise ValueError(
                    f"{name} is {getattr(self, name)} and iterations {self.iterations}; expected a multiple, since a run "
                    "resumes where fresh rollouts begin"
                )
        return self

    @property
    def batches(self) -> int:
        """Batches of rollouts in the whole run."""
        return self.updates // self.iterations
