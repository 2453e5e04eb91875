"""Keys and values of conversations under way, so that a turn computes only what is new since the last one.

The context of an episode only grows, so what was computed for its earlier turns stays valid token for token. A stored
prefix is used only if it really is one; anything else (an edited conversation, a forgotten entry) is computed afresh.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True)
class Prefix:
    """Token ids and, for each layer, their keys and values, shaped (heads, tokens, head size)."""

    ids: tuple[int, ...]
    layers: tuple[tuple[torch.Tensor, torch.Tensor], ...]


class PrefixStore:
    """The latest prefix of each conversation, at most ``capacity`` tokens in all, the longest unused forgotten first."""

    def __init__(self, capacity: int = 131_072) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[str, Prefix] = OrderedDict()
        self._tokens = 0

    def take(self, name: str | None, prompt: Sequence[int]) -> Prefix | None:
        """Removes and returns the conversation's prefix if ``prompt`` goes on from it by at least one token."""
        found = self._kept.pop(name, None) if name is not None else None
        if found is None:
            return None
        self._tokens -= len(found.ids)
        size = len(found.ids)
        return found if size < len(prompt) and tuple(prompt[:size]) == found.ids else None

    def keep(self, name: str, prefix: Prefix) -> None:
        """Stores a conversation's prefix."""
        self._kept[name] = prefix
        self._tokens += len(prefix.ids)
        while self._tokens > self._capacity and self._kept:
            _, oldest = self._kept.popitem(last=False)
            self._tokens -= len(oldest.ids)


def batched(prefixes: Sequence[Prefix | None], config: Any) -> Any:
    """A transformers cache whose rows hold the prefixes, padded on the left to the longest."""
    import torch
    from transformers import DynamicCache

    cache = DynamicCache(config=config)
    width = max((len(item.ids) for item in prefixes if item is not None), default=0)
    if width == 0:
        return cache
    first = next(item for item in prefixes if item is not None)
    for layer, (keys, _) in enumerate(first.layers):
        shape = (len(prefixes), keys.shape[0], width, keys.shape[2])
        both = [keys.new_zeros(shape), keys.new_zeros(shape)]
        for row, item in enumerate(prefixes):
            if item is not None:
                for whole, part in zip(both, item.layers[layer], strict=True):
                    whole[row, :, width - len(item.ids) :] = part
        with torch.inference_mode():
            cache.update(both[0], both[1], layer)
    return cache


def extract(cache: Any, place: int, real: torch.Tensor, ids: Sequence[int]) -> Prefix:
    """The prefix of one row of a cache; ``real`` marks the positions that are no padding."""
    layers = tuple((layer.keys[place][:, real].clone(), layer.values[place][:, real].clone()) for layer in cache.layers)
    return Prefix(tuple(ids), layers)
