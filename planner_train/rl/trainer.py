"""TRL's GRPO trainer with our rollouts and CARE's advantages. What is overridden is listed, and checked, in ``contract``."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from planner_train import processes
from planner_train.care import CareSettings, Outcome, Shaped, shape, summary

from .columns import WEIGHTS, measure, outcomes_of
from .contract import check
from .rollouts import Engine, Sampled
from .scoring import score
from .settings import RLSettings

OnBatch = Callable[[int, Sequence[Sampled], Sequence[float], Sequence[Shaped]], None]
"""Told of every batch of rollouts: its number, its episodes with their advantages, and its groups, of all processes."""


def trainer_class() -> type[Any]:
    """The trainer; a function, because importing TRL takes seconds. Raises ``UserError`` for a TRL that we do not know."""
    check()
    os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")  # that `rollout_func` may change is what `check` is for
    import torch
    from trl import GRPOTrainer

    class CareTrainer(GRPOTrainer):
        """``care`` is asked anew for every batch, so that a controller may move phi."""

        def __init__(self, *, engine: Engine, care: Callable[[], CareSettings], on_batch: OnBatch, **arguments: Any) -> None:
            self._engine, self._care, self._on_batch = engine, care, on_batch
            self._episodes: list[Sampled] = []
            self._columns: Any = None
            self._logps: Any = None
            self._own: Any = None
            self._notes: dict[str, list[float]] = {}
            self.has_signal = True
            """Whether any advantage of the present batch, in any process, is not zero."""
            self.is_broken = False
            """Whether a loss since the last update was no number."""
            super().__init__(rollout_func=_rollout, **arguments)

        @property
        def batch(self) -> int:
            """The number of the present batch of rollouts."""
            return int(self.state.global_step) // self.num_iterations

        def roll_out(self, prompts: Sequence[str]) -> dict[str, Any]:
            """One episode for each prompt, which is a task's id."""
            first = self.accelerator.process_index * len(prompts)
            rows = [(task_id, first + number) for number, task_id in enumerate(prompts)]
            model = self.accelerator.unwrap_model(self.model)
            training = model.training
            try:
                self._episodes = self._engine.sample(model, self.processing_class, rows, self.batch)
            finally:
                model.train(training)
            filler = self.processing_class.pad_token_id
            prompt_ids, ids, mask, logprobs = [], [], [], []
            for episode in self._episodes:
                own, sampled, logs = episode.transcript.trained() if episode.outcome.valid else ([], [], [])
                prompt_ids.append(episode.transcript.prompt or [filler])
                ids.append(own or [filler])  # TRL looks at the last token of every row
                mask.append([int(value) for value in sampled] or [0])
                logprobs.append(logs or [0.0])
            columns = measure([episode.outcome for episode in self._episodes], self._care().cost)
            return {"prompt_ids": prompt_ids, "completion_ids": ids, "env_mask": mask, "logprobs": logprobs, **columns}

        def _calculate_rewards(self, inputs: Any, prompts: Any, completions: Any, completion_ids_list: Any) -> Any:
            self._columns = super()._calculate_rewards(inputs, prompts, completions, completion_ids_list)
            return self._columns

        def _generate_and_score_completions(self, inputs: Any) -> Any:
            """TRL's batch with CARE's advantages in the place of TRL's."""
            made = super()._generate_and_score_completions(inputs)
            size, care = self.num_generations, self._care()
            outcomes, costs = outcomes_of(self._columns.tolist())
            groups = [slice(start, start + size) for start in range(0, len(outcomes), size)]
            shaped = [_shape(outcomes[group], costs[group], care) for group in groups]
            advantages = [float(value) for group in shaped for value in group.advantages]
            self.has_signal = any(advantages)
            first = self.accelerator.process_index * len(inputs)
            own = advantages[first : first + len(inputs)]
            made["advantages"] = torch.tensor(own, dtype=torch.float32, device=made["advantages"].device)
            self.note(summary((outcomes[group], found) for group, found in zip(groups, shaped, strict=True)))
            episodes = processes.gather(self._episodes)
            self.note(_turns(episodes))
            self._on_batch(self.batch, episodes, advantages, shaped)
            return made

        def _get_per_token_logps_and_entropies(
            self, model: Any, input_ids: Any, attention_mask: Any, logits_to_keep: int, *arguments: Any, **fields: Any
        ) -> Any:
            """TRL's numbers; on a CPU from ``score``, since TRL scores every token of prompts and results there.

            ``score`` goes past the wrapper that averages gradients over processes, so several take TRL's way.
            """
            alone = self.accelerator.num_processes == 1
            if self._own is None or input_ids.device.type != "cpu" or hasattr(model, "peft_config") or not alone:
                found = super()._get_per_token_logps_and_entropies(
                    model, input_ids, attention_mask, logits_to_keep, *arguments, **fields
                )
            else:
                found = (*score(self.accelerator.unwrap_model(model), input_ids, attention_mask, self._own), None)
            self._logps = found[0]
            return found

        def compute_loss(self, model: Any, inputs: Any, return_outputs: bool = False, num_items_in_batch: Any = None) -> Any:
            """TRL's loss; one that is no number is counted, and its update is skipped.

            ``drift`` is how far the log-probabilities of the sampled tokens lie from those at the moment of sampling, before
            the first step on them: more than rounding would mean that training sees other tokens than were sampled.
            """
            self._own = own = (inputs["completion_mask"] * inputs["tool_mask"]).bool()
            loss = super().compute_loss(model, inputs, return_outputs, num_items_in_batch)
            self._own = None
            gap = (self._logps.detach() - inputs["sampling_per_token_logps"])[own].abs()
            if gap.numel() and self.state.global_step % self.num_iterations == 0:
                self.note({"drift/mean": gap.mean().item(), "drift/max": gap.max().item()})
            broken = not math.isfinite(loss.item())
            self.is_broken |= broken
            self.note({"losses_no_number": float(broken)})
            if broken and self.accelerator.num_processes > 1:
                return torch.nan_to_num(loss) * 0.0  # the other processes wait for gradients of this one
            return torch.zeros((), device=loss.device, requires_grad=True) if broken else loss

        def log(self, logs: dict[str, float], start_time: float | None = None) -> None:
            """Adds what was noted since the last time: maxima of maxima, sums of counts, means of all else."""
            for name, values in self._notes.items():
                known = [value for value in values if not math.isnan(value)]
                if known:
                    logs[f"care/{name}"] = _join(name, known)
            self._notes = {}
            super().log(logs, start_time)

        def report(self, values: dict[str, float]) -> None:
            """Tells the trackers numbers that no update made."""
            super(GRPOTrainer, self).log(dict(values))

        def note(self, values: dict[str, float]) -> None:
            """Keeps numbers for the next line of the log."""
            for name, value in values.items():
                self._notes.setdefault(name, []).append(value)

    def _rollout(prompts: Sequence[str], trainer: CareTrainer) -> dict[str, Any]:
        return trainer.roll_out(prompts)

    return CareTrainer


def arguments(work: Path, settings: RLSettings) -> Any:
    """TRL's configuration for these settings; ``work`` holds the checkpoints."""
    import torch
    from trl import GRPOConfig

    own = settings.tasks * settings.group // processes.count()
    micro = settings.micro or own
    passes = own // micro
    served = {"use_vllm": True, "vllm_mode": "server", "vllm_server_base_url": settings.vllm} if settings.vllm else {}
    return GRPOConfig(
        output_dir=str(work),
        max_steps=settings.updates,
        per_device_train_batch_size=micro,
        gradient_accumulation_steps=passes,
        steps_per_generation=passes,
        num_generations=settings.group,
        num_iterations=settings.iterations,
        shuffle_dataset=False,  # the schedule is the data set, once through
        beta=0.0,
        epsilon=settings.clip_low,
        epsilon_high=settings.clip_high,
        loss_type=settings.loss,
        scale_rewards="group",
        reward_weights=WEIGHTS,
        temperature=1.0,
        max_completion_length=settings.window,  # the length that dr_grpo divides by; nothing is cut at it
        mask_truncated_completions=False,
        learning_rate=settings.lr,
        lr_scheduler_type="constant_with_warmup",  # this and the next three where TRL makes the optimizer
        warmup_steps=settings.warmup,
        adam_beta2=0.95,
        weight_decay=0.0,
        max_grad_norm=settings.max_grad_norm,
        bf16=settings.bf16,
        activation_checkpointing=settings.activation_checkpointing,
        use_cpu=not torch.cuda.is_available(),
        seed=settings.seed,
        data_seed=settings.seed,
        logging_steps=1,
        save_steps=settings.save_every,
        save_total_limit=2,
        save_only_model=False,
        report_to=[name for name in settings.report_to if name != "tensorboard"] or "none",  # which has its own place
        log_completions=False,
        disable_tqdm=True,
        dataloader_num_workers=0,
        dataloader_pin_memory=False,
        remove_unused_columns=False,
        **served,
    )


COUNTED = ("groups", "groups/", "episodes", "episodes/", "updates/", "turns/", "losses_no_number")


def _join(name: str, values: Sequence[float]) -> float:
    if name.endswith("/max"):
        return max(values)
    total = sum(values)
    return (
        total
        if any(name == kind or (kind.endswith("/") and name.startswith(kind)) for kind in COUNTED)
        else total / len(values)
    )


def _shape(outcomes: Sequence[Outcome], costs: Sequence[float], care: CareSettings) -> Shaped:
    return shape(
        [item.success for item in outcomes],
        [item.progress for item in outcomes],
        costs,
        [item.valid for item in outcomes],
        care,
    )


def _turns(episodes: Sequence[Sampled]) -> dict[str, float]:
    """Counts over the local episodes: what was cut off, spelled otherwise than rendered, or tried again."""
    return {
        "turns/all": float(sum(item.transcript.turns for item in episodes)),
        "turns/cut": float(sum(item.transcript.cut for item in episodes)),
        "turns/respelled": float(sum(item.transcript.respelled for item in episodes)),
        "episodes/tried_again": float(sum(item.attempts > 1 for item in episodes)),
        "episodes/no_tokens": float(sum(not item.transcript.written for item in episodes)),
    }
