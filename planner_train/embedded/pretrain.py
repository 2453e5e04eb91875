"""Pretrain the base of the embedded planner from synthetic text: `python -m planner_train.embedded.pretrain OUT`.

How it differs from a textbook pretraining run: the weights start with an induction circuit written into them
(`induction.py`), since
finding one from scratch costs most of a run on two cores; the loss weighs the model's own turns fully and a sample of the
context lightly; and batches are cut by length so that little is computed on padding. `recipe.json` holds every
number; the run
is seeded, writes a checkpoint every 200 steps and continues from it when started again.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import torch

from harness.models.render import render, render_text
from planner_train.embedded import episodes, lexicon
from planner_train.embedded.drills import Sample, copy_drill, word_drill
from planner_train.embedded.growth import insert_layer
from planner_train.embedded.induction import plant_induction
from planner_train.embedded.manual import manual_exercise
from planner_train.embedded.renamed import MAKERS, renamed_episodes
from planner_train.embedded.tokenizer import train_tokenizer
from planner_train.optim import MuonWithAdamW
from planner_train.precision import has_bfloat16
from planner_train.shapes import places, rounded

Recipe = dict[str, Any]


def load_recipe(path: Path | None = None) -> Recipe:
    """The shipped recipe or one from a file."""
    text = (
        path.read_text(encoding="utf-8")
        if path
        else resources.files(__package__).joinpath("recipe.json").read_text(encoding="utf-8")
    )
    recipe: Recipe = json.loads(text)
    return recipe


def tokenizer_corpus(recipe: Recipe) -> Iterator[str]:
    """Synthetic dialogues, then words in proportion to their frequency, so that common words become single tokens."""
    dialogues = recipe["tokenizer"]["dialogues"]
    for number in range(dialogues):
        rng = random.Random(f"{recipe['seed']}/tokenizer/{number}")
        yield render_text(episodes.sample(rng, recipe["tokenizer"]["most_tools"], 0.15))
    for rank, word in enumerate(lexicon.common_words()):
        count = max(1, dialogues * 4 // (rank + 400))
        yield " ".join([word] * count + [word.capitalize()] * (count // 3))
    for word in lexicon.EVERYDAY:
        yield " ".join([word] * (dialogues // 120) + [word.capitalize()] * (dialogues // 240))
    for character in sorted(set(lexicon.HANZI)):
        yield " ".join([character] * (dialogues // 300))


def weigh(messages: list[episodes.Message], tokenizer: Any, rng: random.Random, loss: dict[str, float]) -> Sample:
    """Token ids and their loss weights: 1 on the model's turns, 0 on masked ones, light on a sample of the context."""
    rendered = render(messages, tokenizer)
    masked = [bool(m.get("masked")) for m in messages if m["role"] == "assistant"]
    weights = [
        (0.0 if masked[turn] else 1.0)
        if turn >= 0
        else (loss["context_weight"] if rng.random() < loss["context_share"] else 0.0)
        for turn in rendered.turns
    ]
    return rendered.ids, weights


def batches(recipe: Recipe, phase: dict[str, Any], tokenizer: Any, skip: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Endless padded batches of about `phase["tokens"]` tokens; batch i depends on the seed and i only through its pool."""
    pool_number = 0
    produced = 0
    while True:
        rng = random.Random(f"{recipe['seed']}/{phase['name']}/{pool_number}")
        renamed = renamed_episodes(
            rng, recipe["seed"], phase.get("often"), phase.get("others_share", 0.0), phase.get("makers", MAKERS),
            phase.get("chinese", 1.0),
        )  # fmt: skip
        pool_number += 1
        samples: list[Sample] = []
        total = 0
        while total < phase["tokens"] * 40:
            if rng.random() < phase["copy_share"]:
                item = copy_drill(rng, len(tokenizer)) if rng.random() < 0.5 else word_drill(rng, len(tokenizer))
            elif rng.random() < phase.get("manual_share", 0.0):
                item = weigh(manual_exercise(rng, phase["most_tools"]), tokenizer, rng, recipe["loss"])
            elif rng.random() < phase.get("renamed_share", 0.0):
                messages, before = next(renamed)
                shown = [{**m, "masked": m["role"] == "assistant" and place < before} for place, m in enumerate(messages)]
                item = weigh(shown, tokenizer, rng, recipe["loss"] | {"context_share": 0.05})
            else:
                item = weigh(episodes.sample(rng, phase["most_tools"], phase["drill_share"]), tokenizer, rng, recipe["loss"])
            if len(item[0]) <= 2048:
                samples.append(item)
                total += len(item[0])
        samples.sort(key=lambda sample: len(sample[0]))
        made: list[list[Sample]] = [[]]
        for sample in samples:
            if made[-1] and (len(made[-1]) + 1) * len(sample[0]) > phase["tokens"]:
                made.append([])
            made[-1].append(sample)
        made = made[:-1] if len(made) > 1 else made
        rng.shuffle(made)
        for batch in made:
            produced += 1
            if produced > skip:
                yield pad(batch)


def pad(batch: list[Sample]) -> tuple[torch.Tensor, torch.Tensor]:
    """Right-padded ids and weights; with causal attention no mask is needed."""
    width = rounded(max(len(ids) for ids, _ in batch))
    ids = torch.zeros(len(batch), width, dtype=torch.long)
    weights = torch.zeros(len(batch), width)
    for row, (tokens, marks) in enumerate(batch):
        ids[row, : len(tokens)] = torch.tensor(tokens)
        weights[row, : len(marks)] = torch.tensor(marks)
    return ids, weights


def loss_of(model: Any, ids: torch.Tensor, weights: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Weighted next-token loss; logits are made only where a weight is. Returns loss, hits and their weights."""
    hidden = model.model(input_ids=ids, use_cache=False).last_hidden_state[:, :-1]
    marks = weights[:, 1:].flatten()
    chosen, count = places(marks > 0)
    logits = model.lm_head(hidden.flatten(0, 1)[chosen])[:count].float()
    target, mark = ids[:, 1:].flatten()[chosen[:count]], marks[chosen[:count]]
    losses = torch.nn.functional.cross_entropy(logits, target, reduction="none")
    return (losses * mark).sum() / mark.sum(), logits.argmax(-1) == target, mark


@torch.no_grad()
def call_accuracy(model: Any, tokenizer: Any, seed: str, count: int, most_tools: int) -> dict[str, float]:
    """Teacher-forced exactness on fresh dialogues: the share of calls whose every token is the model's first choice."""
    start, end = tokenizer.convert_tokens_to_ids(["<tool_call>", "</tool_call>"])
    right = seen = tokens = hits = 0
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        rendered = render(episodes.sample(rng, most_tools, 0.0), tokenizer)
        ids = torch.tensor([rendered.ids])
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=has_bfloat16()):
            logits = model(input_ids=ids, use_cache=False).logits[0, :-1]
        good = logits.argmax(-1).eq(ids[0, 1:]).tolist()
        good = [False, *good]
        inside: int | None = None
        for position, (token, turn) in enumerate(zip(rendered.ids, rendered.turns, strict=True)):
            if turn < 0:
                continue
            tokens += 1
            hits += good[position]
            if token == start:
                inside = position
            elif token == end and inside is not None:
                seen += 1
                right += all(good[inside + 1 : position + 1])
                inside = None
    return {"calls_exact": round(right / max(1, seen), 4), "model_tokens": round(hits / max(1, tokens), 4)}


def learning_rate(step: int, total: int, settings: dict[str, float]) -> float:
    """Warm up, hold, decay linearly to a share: a factor on the base rate."""
    if step < settings["warmup_steps"]:
        return (step + 1) / settings["warmup_steps"]
    decay = settings["decay_share"] * total
    left = (total - step) / decay
    return min(1.0, settings["final_lr_share"] + (1 - settings["final_lr_share"]) * left)


def build_model(recipe: Recipe, tokenizer: Any) -> Any:
    """A fresh Qwen3 model with tied embeddings that can already copy."""
    from transformers import Qwen3Config, Qwen3ForCausalLM

    settings = dict(recipe["model"])
    theta = settings.pop("rope_theta")
    config = Qwen3Config(
        vocab_size=len(tokenizer),
        tie_word_embeddings=True,
        rope_parameters={"rope_type": "default", "rope_theta": theta},
        bos_token_id=None,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        **settings,
    )
    model = Qwen3ForCausalLM(config)
    plant_induction(model, gain=recipe["induction"]["gain"], seed=recipe["seed"])
    return model


def grown(model: Any, phases: list[dict[str, Any]], done: int) -> Any:
    """The model with the layers that the phases begun in its first ``done`` steps have put in."""
    reached = 0
    for phase in phases:
        if "grow" in phase and reached < done:
            model = insert_layer(model, phase["grow"])
        reached += phase["steps"]
    return model


def optimizer_of(model: Any, recipe: Recipe) -> MuonWithAdamW:
    """A fresh optimizer; each group keeps its own rate as ``initial_lr``."""
    settings = recipe["optimizer"]
    optimizer = MuonWithAdamW(model, matrix_lr=settings["matrix_lr"], lr=settings["lr"])
    for group in optimizer.param_groups:
        group["initial_lr"] = group["lr"]
    return optimizer


def schedule_of(phases: list[dict[str, Any]], step: int) -> tuple[int, int]:
    """The first step and the end of the learning-rate schedule that a step belongs to; a phase may start a new one."""
    starts, reached = [0], 0
    for phase in phases:
        if phase.get("restart"):
            starts.append(reached)
        reached += phase["steps"]
    begin = max(start for start in starts if start <= step)
    return begin, min((start for start in starts if start > step), default=reached)


def save(model: Any, tokenizer: Any, folder: Path, dtype: torch.dtype = torch.bfloat16) -> None:
    """Write a folder that AutoModelForCausalLM and AutoTokenizer load; weights in bfloat16."""
    copy = type(model)(model.config)
    copy.load_state_dict(model.state_dict())
    copy.to(dtype).save_pretrained(folder, safe_serialization=True)
    tokenizer.save_pretrained(folder)


def pretrain(out: Path, recipe: Recipe, threads: int, checkpoint_every: int = 200, log_every: int = 25) -> dict[str, float]:
    """Run the recipe; returns the last measurements. A killed run continues from `out/checkpoint`."""
    from transformers import AutoTokenizer

    torch.set_num_threads(threads)
    torch.manual_seed(recipe["seed"])
    out.mkdir(parents=True, exist_ok=True)
    folder = out / "tokenizer"
    if not folder.exists():
        train_tokenizer(tokenizer_corpus(recipe), recipe["tokenizer"]["vocabulary"]).save_pretrained(folder)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    model = build_model(recipe, tokenizer)
    total = sum(phase["steps"] for phase in recipe["phases"])
    done = 0
    state = out / "checkpoint.pt"
    saved = torch.load(state, weights_only=True) if state.exists() else None
    if saved:
        done = saved["step"]
        model = grown(model, recipe["phases"], done)
        model.load_state_dict(saved["model"])
    optimizer = optimizer_of(model, recipe)
    if saved:
        optimizer.load_state_dict(saved["optimizer"])
    print(f"{sum(p.numel() for p in model.parameters()):,} parameters, {total} steps, from step {done}", flush=True)
    step = 0
    measured: dict[str, float] = {}
    log = (out / "log.jsonl").open("a", encoding="utf-8")
    for phase in recipe["phases"]:
        if step + phase["steps"] <= done:
            step += phase["steps"]
            continue
        begin, end = schedule_of(recipe["phases"], step)
        end = begin + phase["planned"] if "planned" in phase else end  # a phase that was cut short keeps its schedule
        if "grow" in phase and step >= done:
            model = insert_layer(model, phase["grow"])
            optimizer = optimizer_of(model, recipe)
        stream = batches(recipe, phase, tokenizer, skip=max(0, done - step))
        since, tokens, losses = time.perf_counter(), 0, 0.0
        first, last = max(step, done), step + phase["steps"]
        for step in range(first, last):
            ids, weights = next(stream)
            share = phase.get("lr_share", 1.0) * learning_rate(step - begin, end - begin, recipe["optimizer"])
            for group in optimizer.param_groups:
                group["lr"] = group["initial_lr"] * share
            with torch.autocast("cpu", dtype=torch.bfloat16, enabled=has_bfloat16()):
                loss, hit, mark = loss_of(model, ids, weights)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            tokens += ids.numel()
            losses += float(loss.detach())
            if (step + 1) % log_every == 0:
                own = mark == 1.0
                line = {
                    "step": step + 1,
                    "phase": phase["name"],
                    "loss": round(losses / log_every, 4),
                    "own_accuracy": round(float(hit[own].float().mean()), 4),
                    "tokens_per_s": round(tokens / (time.perf_counter() - since)),
                }
                print(json.dumps(line), file=log, flush=True)
                print(json.dumps(line), flush=True)
                since, tokens, losses = time.perf_counter(), 0, 0.0
            if (step + 1) % checkpoint_every == 0 or step + 1 == total:
                torch.save(
                    {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step + 1},
                    out / "checkpoint.aside",
                )
                (out / "checkpoint.aside").replace(state)
                model.eval()
                measured = call_accuracy(model, tokenizer, f"{recipe['seed']}/held-out", 60, 6)
                model.train()
                print(json.dumps({"step": step + 1, **measured}), file=log, flush=True)
                print(json.dumps({"step": step + 1, **measured}), flush=True)
                save(model, tokenizer, out / "model")
                since = time.perf_counter()
        step += 1
    return measured


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("out", type=Path, help="folder for tokenizer, checkpoint, log and model")
    parser.add_argument("--recipe", type=Path, default=None, help="a recipe other than the shipped one")
    parser.add_argument("--threads", type=int, default=2, help="CPU threads")
    options = parser.parse_args()
    print(pretrain(options.out, load_recipe(options.recipe), options.threads))


if __name__ == "__main__":
    main()
