"""Copying by construction: a Qwen3 model starts with the two attention layers that copying needs, instead of finding them.

Learning to copy from scratch is a long plateau followed by a jump; on two cores the plateau costs most of a run. The
circuit behind it is known, so it is written into the initial weights: the heads of the first layer look one, two, three ...
tokens back, and the heads of the second attend to what followed an earlier occurrence of the last few tokens. One token of
context is not enough here: spaces and digits are tokens of their own, so "what followed a space" says nothing. Everything
else starts at random and quietly, and every weight is trained as usual.

Residual stream: dimension 0 is a constant; then a token's identity; then, for each head of the first layer, a projection of
the identity of the token that far back. Needs a large RoPE theta, so that some rotary pairs hardly turn within a context.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch

SLOW = 0.004
"""Radians a position below which a rotary pair counts as unmoved."""
FAST_PAIRS = 4
"""How many of the fastest pairs tell neighbours apart."""


def plant_induction(
    model: Any, *, gain: float, weights: Sequence[float] = (1.0, 1.0, 0.7), strength: float = 8.0, seed: int = 0
) -> None:
    """Write the circuit into a fresh `Qwen3ForCausalLM` with tied embeddings.

    `gain` scales queries and keys, which Qwen3 normalises. `weights` say how much the current token, the one before it and
    so on count in a match. `strength` is that of the copied token against the current one. Raises `ValueError` for a model
    whose shape cannot hold the circuit.
    """
    config = model.config
    width, head, heads = config.hidden_size, config.head_dim, config.num_attention_heads
    theta = config.rope_parameters["rope_theta"]
    half = head // 2
    speed = [theta ** (-2 * pair / head) for pair in range(half)]
    slow = [pair for pair in range(half) if speed[pair] < SLOW]
    size = width - 1 - heads * head
    if config.num_hidden_layers < 2 or config.num_key_value_heads != heads or len(weights) > heads:
        raise ValueError("needs two layers, a key head for every head, and at most one weight a head")
    if len(slow) < 4 or size < head or half - len(slow) < FAST_PAIRS:
        raise ValueError("needs slow and fast rotary pairs, and room beside the heads for a token's identity")
    generator = torch.Generator().manual_seed(seed)

    def rotation(side: int) -> torch.Tensor:
        return torch.linalg.qr(torch.randn(side, side, generator=generator))[0]

    identity = slice(1, 1 + size)
    back = [slice(1 + size + index * head, 1 + size + (index + 1) * head) for index in range(heads)]
    with torch.no_grad():
        embedding = model.model.embed_tokens.weight
        embedding.zero_()
        embedding[:, 0] = 0.5
        embedding[:, identity] = torch.randn(embedding.shape[0], size, generator=generator) / math.sqrt(size)
        look, match = model.model.layers[0].self_attn, model.model.layers[1].self_attn
        for layer in (look, match):
            for projection in (layer.q_proj, layer.k_proj, layer.v_proj, layer.o_proj):
                projection.weight.zero_()
            layer.q_norm.weight.fill_(gain)
            layer.k_norm.weight.fill_(gain)
        carry = rotation(size)[:head] * math.sqrt(size / head)
        copy = torch.zeros(heads * head, size)
        copy[: min(size, heads * head)] = rotation(size)[: heads * head]
        for index in range(heads):
            rows = slice(index * head, (index + 1) * head)
            for pair in range(FAST_PAIRS):
                first, second, turn = rows.start + pair, rows.start + half + pair, speed[pair] * (index + 1)
                look.k_proj.weight[first, 0] = 1.0
                look.q_proj.weight[first, 0] = math.cos(turn)
                look.q_proj.weight[second, 0] = -math.sin(turn)
            look.v_proj.weight[rows, identity] = carry
            look.o_proj.weight[back[index], rows] = torch.eye(head)
            still = [rows.start + pair for pair in slow] + [rows.start + half + pair for pair in slow]
            for lag, weight in enumerate(weights):
                code = rotation(head)[: len(still)]
                if lag == 0:
                    match.q_proj.weight[still, identity] = weight * code @ carry
                else:
                    match.q_proj.weight[still, back[lag - 1]] = weight * code
                match.k_proj.weight[still, back[lag]] = weight * code
            match.v_proj.weight[rows, identity] = copy[rows]
            match.o_proj.weight[identity, rows] = strength * copy[rows].T
        for layer in model.model.layers:
            layer.mlp.down_proj.weight.mul_(0.1)
        for layer in model.model.layers[2:]:
            layer.self_attn.o_proj.weight.mul_(0.1)
