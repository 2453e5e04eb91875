"""A deeper model from a trained one: a layer is put in that at first passes on what it gets.

Its projections into the residual stream start at zero, so the model computes what it did before and learns from there.
"""

import copy
from typing import Any

import torch


@torch.no_grad()
def insert_layer(model: Any, place: int) -> Any:
    """A Qwen3 model with one more layer, a silent copy of layer ``place`` in front of it. ``model`` stays as it is.

    Raises ``ValueError`` for a place that is no layer's.
    """
    count = model.config.num_hidden_layers
    if not 0 <= place < count:
        raise ValueError(f"there is no layer {place}: the model has {count}")
    config = copy.deepcopy(model.config)
    config.num_hidden_layers = count + 1
    config.layer_types = ["full_attention"] * (count + 1)
    grown = type(model)(config)
    source = [*range(place), place, *range(place, count)]
    weights = model.state_dict()
    wanted = {}
    for name in grown.state_dict():
        parts = name.split(".")
        if parts[:2] == ["model", "layers"]:
            parts[2] = str(source[int(parts[2])])
        wanted[name] = weights[".".join(parts)]
    grown.load_state_dict(wanted)
    added = grown.model.layers[place]
    added.self_attn.o_proj.weight.zero_()
    added.mlp.down_proj.weight.zero_()
    return grown
