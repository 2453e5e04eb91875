"""The cold start of the ablation: a small planner from random weights and demonstrations, one for each seed.

Loss is on the planner's own tokens alone, as in every training here. All arms of a seed start from the same weights.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from harness.contract import Json, Split
from harness.instructions import Eta
from planner_train.checkpoints import fixed_threads, write_model
from planner_train.optim import MuonWithAdamW

from .demonstrations import Demonstration, demonstrate
from .families import families, make
from .recipe import Recipe, Shape
from .vocabulary import tokenizer

FIRST = 100_000
"""The number of the first task that is demonstrated, far from those that are trained and evaluated on."""


def start(out: Path, recipe: Recipe, seed: int, eta: Eta, *, progress: Callable[[int, int], None] | None = None) -> Path:
    """Writes ``out/checkpoint``, unless it is there. The result depends on recipe, seed and harness alone."""
    target = out / "checkpoint"
    if (target / "manifest.json").is_file():
        return target
    words = tokenizer(eta)
    count = recipe.cold_start.demonstrations
    shown = [
        demonstrate(make(name, number), recipe.cold_start.manner, eta, words, seed)
        for number in range(FIRST, FIRST + count)
        for name in families(Split.TRAIN)
    ]
    out.mkdir(parents=True, exist_ok=True)
    with fixed_threads(1):
        model = new_model(recipe.shape, len(words), seed)
        losses = learn(model, shown, recipe, seed, words.pad_token_id, progress)
    facts: Json = {
        "seed": seed,
        "parameters": sum(item.numel() for item in model.parameters()),
        "demonstrations": len(shown),
        "tokens": sum(sum(item.own) for item in shown) // len(shown),
        "loss": [round(value, 4) for value in losses[:: max(1, len(losses) // 20)]],
    }
    return write_model(out, model, words, facts)


def new_model(shape: Shape, vocabulary: int, seed: int) -> Any:
    """A planner with random weights."""
    import torch
    from transformers import Qwen3Config, Qwen3ForCausalLM

    torch.manual_seed(seed)
    config = Qwen3Config(
        vocab_size=vocabulary,
        hidden_size=shape.width,
        intermediate_size=shape.hidden,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        num_key_value_heads=shape.heads,
        head_dim=shape.width // shape.heads,
        max_position_embeddings=1024,
        rope_parameters={"rope_type": "default", "rope_theta": 10_000.0},
        tie_word_embeddings=True,
    )
    return Qwen3ForCausalLM(config)


def learn(
    model: Any,
    shown: Sequence[Demonstration],
    recipe: Recipe,
    seed: int,
    filler: int,
    progress: Callable[[int, int], None] | None = None,
) -> list[float]:
    """Trains the model and returns the loss of every step."""
    import torch

    settings = recipe.cold_start
    optimizer = MuonWithAdamW(model, matrix_lr=settings.matrix_lr, lr=settings.lr)
    falls = max(1, round(settings.decay * settings.steps))
    rate = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: min(1.0, (settings.steps - step) / falls))
    rng = random.Random(f"cold start/{seed}")
    waiting: list[Demonstration] = []
    losses = []
    model.train()
    for step in range(settings.steps):
        batch: list[Demonstration] = []
        while len(batch) < settings.batch:
            if not waiting:
                waiting = rng.sample(shown, len(shown))
            batch.append(waiting.pop())
        longest = max(len(item.ids) for item in batch)
        ids = torch.tensor([item.ids + [filler] * (longest - len(item.ids)) for item in batch])
        own = torch.tensor([item.own + [False] * (longest - len(item.ids)) for item in batch])
        states = model.get_decoder()(input_ids=ids[:, :-1], use_cache=False).last_hidden_state  # padding is on the right
        logits = model.get_output_embeddings()(states[own[:, 1:]])
        loss = torch.nn.functional.cross_entropy(logits, ids[:, 1:][own[:, 1:]])
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        rate.step()
        losses.append(loss.item())
        if progress is not None:
            progress(step + 1, settings.steps)
    return losses
