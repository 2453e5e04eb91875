"""Copying by construction: a Qwen3 model starts with the two attention layers that copying needs, instead of finding them.

Learning to copy from scratch is a long plateau followed by a jump; on two cores the plateau costs most of a run. The
circuit behind it is known (a previous-token head, then an induction head that attends to what followed the last occurrence
of the current token), so it can be written into the initial weights. Everything else starts at random, and every weight is
trained as usual.

Residual stream: dimension 0 is a constant; the next ``n`` hold a token's identity, the ``n`` after those the identity of
the token before it. Needs a RoPE theta near one million, so that some rotary pairs are too slow to matter over a context.
"""

import math
from typing import Any

import torch

SLOW = 0.0015
"""Radians a position below which a rotary pair counts as unmoved within a context of a thousand tokens."""


def plant_induction(model: Any, *, gain: float = 2.0, seed: int = 0) -> None:
    """Writes a previous-token layer and an induction layer into the first two layers of a ``Qwen3ForCausalLM``.

    ``gain`` scales queries and keys (Qwen3 normalises both). Raises ``ValueError`` for a model without two layers or
    without slow rotary pairs.
    """
    config = model.config
    width, head, heads = config.hidden_size, config.head_dim, config.num_attention_heads
    theta = config.rope_parameters["rope_theta"]
    half = head // 2
    speed = [theta ** (-2 * pair / head) for pair in range(half)]
    slow = [pair for pair in range(half) if speed[pair] < SLOW]
    if config.num_hidden_layers < 2 or len(slow) < 4 or config.num_key_value_heads != heads:
        raise ValueError("needs two layers, as many key heads as heads, and at least four slow rotary pairs")
    generator = torch.Generator().manual_seed(seed)
    n = (width - 1) // 2
    identity, before = slice(1, 1 + n), slice(1 + n, 1 + 2 * n)

    def rotation() -> torch.Tensor:
        return torch.linalg.qr(torch.randn(n, n, generator=generator))[0]

    with torch.no_grad():
        embedding = model.model.embed_tokens.weight
        embedding.zero_()
        embedding[:, 0] = 0.5
        embedding[:, identity] = torch.randn(embedding.shape[0], n, generator=generator) / math.sqrt(n)
        previous, induction = model.model.layers[0].self_attn, model.model.layers[1].self_attn
        for layer in (previous, induction):
            for projection in (layer.q_proj, layer.k_proj, layer.v_proj, layer.o_proj):
                projection.weight.zero_()
            layer.q_norm.weight.fill_(gain)
            layer.k_norm.weight.fill_(gain)
        carry = rotation()
        for index in range(min(heads, n // head)):
            rows = slice(index * head, (index + 1) * head)
            for pair in range(3):  # the fastest pairs tell neighbours apart; the query looks one position back
                first, second = rows.start + pair, rows.start + half + pair
                previous.k_proj.weight[first, 0] = 1.0
                previous.q_proj.weight[first, 0] = math.cos(speed[pair])
                previous.q_proj.weight[second, 0] = -math.sin(speed[pair])
            part = carry[rows]
            previous.v_proj.weight[rows, identity] = part
            previous.o_proj.weight[before, rows] = part.T
            match = rotation()[: 2 * len(slow)]
            for order, pair in enumerate(slow):
                for weight, place in ((induction.q_proj.weight, identity), (induction.k_proj.weight, before)):
                    weight[rows.start + pair, place] = match[2 * order]
                    weight[rows.start + half + pair, place] = match[2 * order + 1]
            induction.v_proj.weight[rows, identity] = part
            induction.o_proj.weight[identity, rows] = 3.0 * part.T
        for layer in model.model.layers:  # what is still random starts quietly
            layer.mlp.down_proj.weight.mul_(0.1)
        for layer in model.model.layers[2:]:
            layer.self_attn.o_proj.weight.mul_(0.1)
