"""Supervised cold start: a planner model learns the approved turns of a release.

TRL's `SFTTrainer` trains on `input_ids` and `labels` that we make ourselves: loss falls on the model's own turns
that the curator did
not mark as erroneous, and on nothing else; the normaliser is the number of such tokens in the batch. The text is
rendered by the function that generation uses, so a trained prefix and a generated one are the same tokens.

The run is seeded and can be killed at any moment: the same call continues from the last whole checkpoint and ends
in the same weights.
"""

from __future__ import annotations

import gc
import hashlib
import json
import math
import random
import shutil
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from harness.contract import CuratedRecord, Json, Release, ReviewState, Task, Trajectory, digest
from harness.errors import UserError, each, expect, path_of
from harness.models.local_policy import embedded_base
from harness.models.render import render, render_text
from harness.process import return_free_memory
from harness.records import file_digest, iter_jsonl, read_json, read_jsonl, write_text_atomic
from planner_train import adapters, processes
from planner_train.checkpoints import claim, fixed_threads, identify, last_whole, load_model, mark_whole, write_model
from planner_train.embedded.drills import copy_drill, word_drill
from planner_train.embedded.entities import other_entities
from planner_train.precision import has_bfloat16
from planner_train.shapes import places, rounded

IGNORED = -100
"""The label of a token without loss."""
ROOMY = 2_900_000_000
"""Bytes above which freed memory goes back to the system after a step."""
SMALL = 50_000_000
"""Below so many parameters a model is trained as the embedded one is."""

Progress = Callable[[int, int], None]
"""Called with steps done and steps in all."""


class LoraSettings(BaseModel):
    """Low-rank adapters in place of full training (needs the extra `lora`)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    rank: int = Field(16, ge=1)
    alpha: int = Field(32, ge=1)
    dropout: float = Field(0.0, ge=0, lt=1)


class ColdStartConfig(BaseModel):
    """What decides a cold start besides its data and its base model."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seed: int = 0
    minutes: float = Field(3.5, gt=0)
    """Nominal length. It is turned into a number of tokens of trajectories by `tokens_per_second`, never measured:
    results do not depend on the clock."""
    tokens_per_second: int = Field(9_000, ge=1)
    batch: int = Field(8, ge=1)
    """Trajectories a step; those of similar length share a step."""
    micro: int = Field(4, ge=1)
    """Trajectories of one forward and backward pass of a process, at most. Two passes of four hold half of what one of
    eight does, and a heap of that size need not be trimmed after each step."""
    max_length: int = Field(2048, ge=64)
    """Longer trajectories lose their end, which is counted and reported."""
    optimizer: Literal["auto", "muon", "adamw"] = "auto"
    """`auto` takes Muon with AdamW for full training of small models (`SMALL`), else AdamW."""
    matrix_lr: float = Field(0.004, gt=0)
    lr: float = Field(0.0008, gt=0)
    adamw_lr: float = Field(2e-5, gt=0)
    """The rate where AdamW trains everything; adapters take ten times as much."""
    warmup: float = Field(0.03, ge=0, lt=1)
    thinning: float = Field(0.75, ge=0, le=1)
    """Share of the samples that show a few of the candidate tools only. It makes most samples short, and none of
    them easier to copy from."""
    drills: int = Field(1, ge=0)
    """For small models (`SMALL`): copying drills behind each sample. A release holds few names, and a small model that
    sees only those soon copies no others."""
    strangers: float = Field(0.5, ge=0, le=1)
    """For small models: share of the samples that get other words in the place of their names, titles and places, common or
    made up, for the same reason."""
    save_every: int = Field(100, ge=1)
    threads: int = Field(2, ge=1)
    bf16: bool | None = None
    """Matrix products in bfloat16; weights and optimizer stay in float32, but for frozen weights beside adapters. Unset,
    they are where the machine has such products, which is what most of a cold start's time hangs on."""
    activation_checkpointing: bool = False
    """Keeps a layer's input only and computes its insides again for the backward pass."""
    lora: LoraSettings | None = None

    @property
    def halved(self) -> bool:
        """Whether matrix products are made in bfloat16 here."""
        return has_bfloat16() if self.bf16 is None else self.bf16

    def of_a_pass(self, share: int) -> int:
        """How many of the ``share`` that a process has of a step make one forward and backward pass: passes are equal."""
        return max(count for count in range(1, min(self.micro, share) + 1) if share % count == 0)


@dataclass(frozen=True)
class Example:
    """A trajectory to learn from. `start` messages stood there before the model acted; `masked` counts its turns
    from there."""

    id: str
    messages: Sequence[Mapping[str, Any]]
    start: int
    masked: frozenset[int] = frozenset()
    weight: float = 1.0

    @property
    def teaches(self) -> bool:
        """Whether any of its turns carries loss."""
        turns = sum(message["role"] == "assistant" for message in self.messages[self.start :])
        return any(turn not in self.masked for turn in range(turns))


@dataclass(frozen=True)
class Sample:
    """Token ids with labels; `cut` says how many tokens `max_length` took away, `cut_turns` how many learned turns
    lost something. The last `drilled` tokens are copying drills."""

    ids: list[int]
    labels: list[int]
    cut: int = 0
    cut_turns: int = 0
    drilled: int = 0

    @property
    def learned(self) -> int:
        """How many tokens of the trajectory carry loss. The first position predicts nothing, so it never counts."""
        return sum(label != IGNORED for label in self.labels[1 : len(self.labels) - self.drilled])


@dataclass(frozen=True)
class ColdStartResult:
    """What a cold start made. Everything here is the same on every run with the same inputs."""

    checkpoint: Path
    steps: int
    samples: int
    tokens: int
    learned_tokens: int
    dropped: tuple[str, ...]
    cut: int
    cut_turns: int
    losses: tuple[float, ...] = field(default=(), repr=False)

    def facts(self) -> dict[str, Json]:
        """For manifests and reports."""
        tail = self.losses[-5:]
        return {
            "steps": self.steps,
            "samples": self.samples,
            "tokens": self.tokens,
            "learned_tokens": self.learned_tokens,
            "dropped": len(self.dropped),
            "cut_samples": self.cut,
            "cut_turns": self.cut_turns,
            "first_loss": self.losses[0] if self.losses else None,
            "last_loss": round(sum(tail) / len(tail), 4) if tail else None,
        }


def read_examples(folder: Path | str) -> tuple[Release, list[Example]]:
    """The approved trajectories of a frozen release, with their erroneous turns masked and their share of the mixture.

    Raises `UserError` where a file is missing, malformed or not what was frozen.
    """
    folder = path_of(folder, "the folder of the release")
    if not (folder / "release.json").is_file():
        raise UserError("this is no release", where=str(folder), expected="a folder with release.json")
    release = read_json(folder / "release.json", Release)
    names = ("trajectories.jsonl", "records.jsonl", "tasks.jsonl")
    for name in names:
        if name not in release.files or not (folder / name).is_file():
            raise UserError("a file of the release is missing", where=str(folder / name))
        if file_digest(folder / name) != release.files[name]:
            raise UserError("the file is not what was frozen", where=str(folder / name), expected=release.files[name])
    approved = {
        record.trajectory_id: record
        for record in read_jsonl(folder / "records.jsonl", CuratedRecord)
        if record.review in (ReviewState.APPROVED, ReviewState.CORRECTED)
    }
    capability = {task.id: task.capability.value for task in read_jsonl(folder / "tasks.jsonl", Task)}
    taken = [
        (item.id, item.messages, item.prompt, approved[item.id])
        for item in iter_jsonl(folder / "trajectories.jsonl", Trajectory)  # evidence is large, and not learned from
        if item.id in approved
    ]
    weight: defaultdict[str, float] = defaultdict(float)
    for *_, record in taken:
        weight[capability[record.task_id]] += record.weight
    total = sum(weight.values()) or 1.0
    examples = []
    for name, messages, start, record in taken:
        group = capability[record.task_id]
        target = release.sampling.get(group, weight[group] / total)
        examples.append(
            Example(
                name,
                messages,
                start,
                frozenset(error.turn for error in record.erroneous) - frozenset(record.recovered),
                record.weight * target * total / weight[group] if weight[group] else 0.0,
            )
        )
    return release, examples


def encode(example: Example, tokenizer: Any, max_length: int, messages: Sequence[Mapping[str, Any]] | None = None) -> Sample:
    """Token ids and labels of one trajectory. `messages` replaces its messages by others with the same turns."""
    shown = example.messages if messages is None else messages
    rendered = render(shown, tokenizer)
    before = sum(message["role"] == "assistant" for message in shown[: example.start])
    labels = [
        token if turn >= before and turn - before not in example.masked else IGNORED
        for token, turn in zip(rendered.ids, rendered.turns, strict=True)
    ]
    lost = {turn for turn, label in zip(rendered.turns[max_length:], labels[max_length:], strict=True) if label != IGNORED}
    return Sample(rendered.ids[:max_length], labels[:max_length], max(0, len(labels) - max_length), len(lost))


def thin(messages: Sequence[Mapping[str, Any]], keep: int) -> list[Mapping[str, Any]]:
    """The conversation with at most `keep` tools beside those that it calls in the system text's tool list.

    Which tools stay depends on the text alone (by a digest), so a rerun shows the same ones.
    """
    called = {call["function"]["name"] for message in messages for call in message.get("tool_calls") or ()}
    system = str(messages[0]["content"])
    head, mark, tail = system.partition("Tools:\n")
    if messages[0]["role"] != "system" or not mark:
        return list(messages)
    lines = tail.split("\n")
    spare = [line for line in lines if line.split("(", 1)[0] not in called]
    salt = f"{keep}\n{messages[1]['content'] if len(messages) > 1 else ''}\n"
    chosen = set(sorted(spare, key=lambda line: hashlib.sha256((salt + line).encode()).digest())[:keep])
    kept = [line for line in lines if line.split("(", 1)[0] in called or line in chosen]
    return [{**messages[0], "content": head + mark + "\n".join(kept)}, *messages[1:]]


def plan(
    examples: Sequence[Example], tokenizer: Any, config: ColdStartConfig, *, small: bool = False
) -> tuple[list[Sample], list[str]]:
    """The samples in training order, and the ids of trajectories that have nothing to learn.

    A trajectory comes as often as its weight asks, spread evenly over the passes. Neighbours in the order have similar
    lengths, `config.batch` of them make a step, and steps are shuffled. Those for a small model hold drills too.
    """
    rng, copying = random.Random(f"cold start/{config.seed}"), random.Random(f"drills/{config.seed}")
    strangers = config.strangers if small else 0.0
    budget = config.minutes * 60 * config.tokens_per_second
    dropped = [example.id for example in examples if not example.teaches]
    usable = [example for example in examples if example.teaches and example.weight > 0]
    if not usable:
        raise UserError("nothing to learn: no trajectory has a turn that carries loss", expected="approved trajectories")
    mean = sum(example.weight for example in usable) / len(usable)
    share = {example.id: example.weight / mean for example in usable}
    offset = {example.id: rng.random() for example in usable}
    ordered: list[Sample] = []
    tokens, number = 0, 0
    while tokens < budget:
        drawn: list[tuple[Example, Sequence[Mapping[str, Any]]]] = []
        for example in usable:
            first, last = (math.floor(share[example.id] * step + offset[example.id]) for step in (number, number + 1))
            for _ in range(last - first):
                thinned = rng.random() < config.thinning
                shown = thin(example.messages, rng.randint(0, 6)) if thinned else example.messages
                drawn.append((example, other_entities(shown, rng) if rng.random() < strangers else shown))
        number += 1
        rng.shuffle(drawn)
        drawn.sort(key=lambda item: len(render_text(item[1])) // 64)
        steps = [drawn[start : start + config.batch] for start in range(0, len(drawn), config.batch)]
        steps = [step for step in steps if len(step) == config.batch] or steps
        rng.shuffle(steps)
        before = tokens
        for step in steps:
            samples = [encode(example, tokenizer, config.max_length, shown) for example, shown in step]
            dropped += [example.id for (example, _), sample in zip(step, samples, strict=True) if not sample.learned]
            samples = [sample for sample in samples if sample.learned]
            tokens += len(samples) * max((len(sample.ids) for sample in samples), default=0)
            for _ in range(config.drills if small else 0):
                samples = [drilled(sample, copying, len(tokenizer)) for sample in samples]
            ordered += samples
            if tokens >= budget:
                break
        if tokens == before:
            raise UserError("nothing to learn: max_length cuts every learned turn away", expected="a larger max_length")
    return ordered, sorted(set(dropped))


def drilled(sample: Sample, rng: random.Random, vocabulary: int) -> Sample:
    """The sample with a copying drill behind it, where it changes nothing of what the model sees before."""
    ids, weights = (copy_drill if rng.random() < 0.5 else word_drill)(rng, vocabulary)
    labels = [token if weight else IGNORED for token, weight in zip(ids, weights, strict=True)]
    return replace(sample, ids=sample.ids + ids, labels=sample.labels + labels, drilled=sample.drilled + len(ids))


@dataclass(frozen=True)
class RightPad:
    """Pads a batch on the right. Attention is causal, so real tokens never see padding and no mask is needed."""

    pad: int

    def __call__(self, rows: Sequence[Mapping[str, Sequence[int]]]) -> dict[str, Any]:
        """A batch of tensors."""
        import torch

        width = rounded(max(len(row["input_ids"]) for row in rows))
        ids = torch.full((len(rows), width), self.pad, dtype=torch.long)
        labels = torch.full((len(rows), width), IGNORED, dtype=torch.long)
        for place, row in enumerate(rows):
            ids[place, : len(row["input_ids"])] = torch.tensor(row["input_ids"])
            labels[place, : len(row["labels"])] = torch.tensor(row["labels"])
        positions = torch.arange(width).expand(len(rows), width)
        return {"input_ids": ids, "labels": labels, "position_ids": positions}


def cold_start(
    source: Path | str | Sequence[Example],
    out: Path | str,
    *,
    base_model: Path | str | None = None,
    config: ColdStartConfig | None = None,
    progress: Progress | None = None,
) -> ColdStartResult:
    """Train `base_model` (default: the embedded planner's base) on a release folder or on examples.

    Writes `out/checkpoint` (weights, tokenizer, manifest), `out/curve.jsonl` and, while it runs, `out/trainer`. A finished
    result is returned as it is. Raises `UserError` for a release or a base that cannot be used, before anything is written,
    and for a training that diverges.

    Under `accelerate launch` every process makes the same call and takes its part of each step; the first one writes.
    """
    out, settings = path_of(out, "out"), config or ColdStartConfig()
    expect(settings, ColdStartConfig, "config", "a ColdStartConfig")
    expect(base_model or "", (Path, str), "base_model", "a folder, a GGUF file or the name of a model")
    if settings.batch % processes.count():
        message = f"a batch of {settings.batch} for {processes.count()} processes"
        raise UserError(message, where="cold start", expected="a batch that divides by the processes")
    base = embedded_base() if base_model is None else base_model
    if isinstance(source, (Path, str)):
        release, examples = read_examples(source)
        data = release.digest()
    else:
        examples = list(each(source, Example, "examples", "a release folder, or a list of examples"))
        data = digest([[e.id, list(e.messages), e.start, sorted(e.masked), e.weight] for e in examples])
    identity = {"data": data, "base": identify(base), "config": settings.model_dump(mode="json")}
    manifest = out / "checkpoint" / "manifest.json"
    if manifest.is_file():
        finished = json.loads(manifest.read_text(encoding="utf-8"))
        if finished["identity"] == identity:
            return _result(out, finished)
        raise UserError(
            "another cold start ended here", where=str(out), expected="an empty folder, or the same data, base and settings"
        )
    with fixed_threads(settings.threads):
        result = _train(examples, out, base, settings, identity, progress)
    gc.collect()  # the trainer and its callbacks hold each other
    return_free_memory()
    return result


def _train(
    examples: Sequence[Example],
    out: Path,
    base: Path | str,
    config: ColdStartConfig,
    identity: dict[str, Json],
    progress: Progress | None,
) -> ColdStartResult:
    import torch
    from datasets import Dataset
    from transformers import PrinterCallback, set_seed
    from trl import SFTConfig

    from planner_train.norms import write_out

    set_seed(config.seed)
    work = out / "trainer"
    own = config.batch // processes.count()
    micro = config.of_a_pass(own)
    arguments = SFTConfig(  # before the model, which is split as it is read where the launcher says so
        output_dir=str(work),
        per_device_train_batch_size=micro,
        gradient_accumulation_steps=own // micro,
        max_length=None,  # cut and counted by `encode`
        dataset_kwargs={"skip_prepare_dataset": True},
        train_sampling_strategy="sequential",
        activation_checkpointing=config.activation_checkpointing,
        max_grad_norm=1.0,
        bf16=config.halved,
        use_cpu=not torch.cuda.is_available(),
        seed=config.seed,
        data_seed=config.seed,
        logging_steps=math.gcd(10, config.save_every),  # a resumed run then averages over the same steps
        logging_first_step=True,
        logging_nan_inf_filter=False,  # `TurnTrainer` ends a training whose loss is no number
        save_steps=config.save_every,
        save_total_limit=2,
        save_only_model=False,
        report_to="none",
        disable_tqdm=True,
        dataloader_num_workers=0,
        dataloader_pin_memory=False,
        remove_unused_columns=False,
    )
    split = processes.sharding() != "none"
    model, tokenizer = load_model(base, half=config.lora is not None and config.halved)
    small = _is_small(model) and config.lora is None
    if small:
        write_out(model)
    samples, dropped = plan(examples, tokenizer, config, small=small)
    samples = samples[
        : max(1, len(samples) // config.batch) * config.batch
    ]  # a rest would be a step more for a run resumed there
    steps = len(samples) // config.batch or 1
    rows = {"input_ids": [sample.ids for sample in samples], "labels": [sample.labels for sample in samples]}
    arguments.max_steps = steps
    if processes.is_first():
        out.mkdir(parents=True, exist_ok=True)
        claim(work, identity, "cold start")
    peft_config = adapters.peft_config(config.lora) if config.lora is not None else None
    pad = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else tokenizer.eos_token_id or 0
    optimizers = (None, None) if config.lora is not None or split else _optimizers(model, config, steps)
    if optimizers == (None, None):  # then the trainer makes them
        arguments.learning_rate = config.adamw_lr * (1 if config.lora is None else 10)
        arguments.warmup_steps = int(config.warmup * steps)
    trainer = _trainer_class()(
        model=model,
        args=arguments,
        train_dataset=Dataset.from_dict(rows),
        processing_class=tokenizer,
        data_collator=RightPad(int(pad)),
        optimizers=optimizers,
        peft_config=peft_config,
        callbacks=[_watch(out / "curve.jsonl", progress)],
    )
    trainer.remove_callback(PrinterCallback)  # it prints to stdout, which belongs to the caller; the curve is in a file
    last = processes.from_first(last_whole(work) if processes.is_first() else None)
    trainer.train(resume_from_checkpoint=str(last) if last else None)
    losses = tuple(round(float(line["loss"]), 4) for line in trainer.state.log_history if "loss" in line)
    whole = trainer.accelerator.get_state_dict(trainer.model_wrapped) if split and config.lora is None else None
    summary: dict[str, Json] = {
        "identity": identity,
        "steps": steps,
        "samples": len(samples),
        "tokens": sum(len(sample.ids) for sample in samples),
        "learned_tokens": sum(sample.learned for sample in samples),
        "dropped": sorted(dropped),
        "cut_samples": sum(sample.cut > 0 for sample in samples),
        "cut_turns": sum(sample.cut_turns for sample in samples),
        "losses": list(losses),
    }
    if processes.is_first():
        trained = trainer.model.merge_and_unload() if config.lora is not None else trainer.model
        write_model(out, trained, tokenizer, summary, weights=whole)
        shutil.rmtree(work)
    processes.wait_for_all()
    return _result(out, summary)


def _trainer_class() -> type[Any]:
    """TRL's trainer, with logits made only where a label asks for them.

    Seven of eight tokens here are context. Logits for all of them cost more than half of a step of a small model.
    The loss is the same
    number; several processes and adapters take TRL's own way.
    """
    import torch
    from trl import SFTTrainer

    class TurnTrainer(SFTTrainer):
        def training_step(self, *given: Any, **fields: Any) -> Any:
            loss = super().training_step(*given, **fields)
            if not torch.isfinite(loss):
                message = f"the loss of step {self.state.global_step + 1} is no number: {float(loss)}"
                raise UserError(message, where="cold start", expected="lower learning rates, or another base")
            return loss

        def compute_loss(
            self, model: Any, inputs: dict[str, Any], return_outputs: bool = False, num_items_in_batch: Any = None
        ) -> Any:
            if return_outputs or self.accelerator.num_processes > 1 or hasattr(model, "peft_config"):
                return super().compute_loss(model, inputs, return_outputs, num_items_in_batch)
            labels = inputs["labels"][:, 1:].flatten()
            learned, count = places(labels != IGNORED)
            with torch.autocast(inputs["input_ids"].device.type, dtype=torch.bfloat16, enabled=self.args.bf16):
                hidden = model.get_decoder()(
                    input_ids=inputs["input_ids"], position_ids=inputs["position_ids"], use_cache=False
                ).last_hidden_state[:, :-1]
                logits = model.get_output_embeddings()(hidden.flatten(0, 1)[learned])[:count]
            total = torch.nn.functional.cross_entropy(logits.float(), labels[learned[:count]], reduction="sum")
            return total / (count if num_items_in_batch is None else num_items_in_batch)

    return TurnTrainer


def _optimizers(model: Any, config: ColdStartConfig, steps: int) -> tuple[Any, Any]:
    """Optimizer and schedule: warm up, then a linear fall to a twentieth."""
    import torch

    from planner_train.optim import MuonWithAdamW

    if config.optimizer == "muon" or (config.optimizer == "auto" and _is_small(model)):
        optimizer: torch.optim.Optimizer = MuonWithAdamW(model, matrix_lr=config.matrix_lr, lr=config.lr)
    else:
        optimizer = torch.optim.AdamW(model.parameters(), lr=config.adamw_lr, betas=(0.9, 0.95), weight_decay=0.0)
    warmup = max(1, int(config.warmup * steps))

    def factor(step: int) -> float:
        return (step + 1) / warmup if step < warmup else max(0.05, (steps - step) / max(1, steps - warmup))

    return optimizer, torch.optim.lr_scheduler.LambdaLR(optimizer, factor)


def _is_small(model: Any) -> bool:
    return sum(parameter.numel() for parameter in model.parameters()) < SMALL


def _watch(curve: Path, progress: Progress | None) -> Any:
    """Marks whole checkpoints, writes the training curve and reports progress."""
    from transformers import TrainerCallback

    class Watch(TrainerCallback):
        def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            return_free_memory(above=ROOMY)
            if progress is not None and processes.is_first():
                progress(state.global_step, state.max_steps)

        def on_log(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            lines = [
                json.dumps({"step": e["step"], "loss": e["loss"], "lr": e["learning_rate"]})
                for e in state.log_history
                if "loss" in e
            ]
            if processes.is_first():
                write_text_atomic(curve, "".join(line + "\n" for line in lines))

        def on_save(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
            processes.wait_for_all()
            if processes.is_first():
                mark_whole(Path(args.output_dir) / f"checkpoint-{state.global_step}")

    return Watch()


def _result(out: Path, summary: Mapping[str, Json]) -> ColdStartResult:
    return ColdStartResult(
        checkpoint=out / "checkpoint",
        steps=summary["steps"],
        samples=summary["samples"],
        tokens=summary["tokens"],
        learned_tokens=summary["learned_tokens"],
        dropped=tuple(summary["dropped"]),
        cut=summary["cut_samples"],
        cut_turns=summary["cut_turns"],
        losses=tuple(summary["losses"]),
    )
