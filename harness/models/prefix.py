"""Keys and values of conversations under way, so that a turn computes only what is new since the last one.

The context of an episode only grows, so what was computed for its earlier turns stays valid token for token. Only what a
prompt really begins with is used; the rest (an edited turn, a forgotten entry) is computed afresh.
"""

from __future__ import annotations

import functools
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

    def first(self, count: int) -> Prefix | None:
        """Its first tokens; None where that is none at all."""
        if count >= len(self.ids):
            return self
        cut = tuple((keys[:, :count], values[:, :count]) for keys, values in self.layers)
        return Prefix(self.ids[:count], cut) if count > 0 else None


class PrefixStore:
    """The latest prefix of each conversation, at most ``capacity`` tokens in all, the longest unused forgotten first."""

    def __init__(self, capacity: int = 49_152) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[str, Prefix] = OrderedDict()
        self._tokens = 0

    def take(self, name: str | None, prompt: Sequence[int]) -> Prefix | None:
        """Removes the conversation's prefix and returns as much of it as ``prompt`` begins with, but its last token."""
        found = self._kept.pop(name, None) if name is not None else None
        if found is None:
            return None
        self._tokens -= len(found.ids)
        pairs = zip(found.ids, prompt[:-1], strict=False)
        shared = next((place for place, (mine, given) in enumerate(pairs) if mine != given), None)
        return found.first(min(len(found.ids), len(prompt) - 1) if shared is None else shared)

    def keep(self, name: str, prefix: Prefix) -> None:
        """Stores a conversation's prefix."""
        self._kept[name] = prefix
        self._tokens += len(prefix.ids)
        while self._tokens > self._capacity and self._kept:
            _, oldest = self._kept.popitem(last=False)
            self._tokens -= len(oldest.ids)


SPARE = 64
"""Tokens of room that a cache takes at a time."""


@functools.cache
def _roomy_layer() -> type[Any]:
    """transformers' growing cache layer, but with room ahead: its own copies all keys and values for every new token."""
    from transformers.cache_utils import DynamicLayer

    class RoomyLayer(DynamicLayer):
        keys: torch.Tensor
        values: torch.Tensor
        _room: tuple[torch.Tensor, torch.Tensor] | None = None

        def update(
            self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
        ) -> tuple[torch.Tensor, torch.Tensor]:
            if not self.is_initialized:
                self.lazy_initialization(key_states, value_states)
            have = self.get_seq_length()
            need = have + key_states.shape[-2]
            if self._room is None or need > self._room[0].shape[-2]:
                shape = (*key_states.shape[:-2], need + SPARE, key_states.shape[-1])
                room = key_states.new_empty(shape), value_states.new_empty((*shape[:-1], value_states.shape[-1]))
                if have:
                    room[0][..., :have, :], room[1][..., :have, :] = self.keys, self.values
                self._room = room
            keys, values = self._room
            keys[..., have:need, :], values[..., have:need, :] = key_states, value_states
            self.keys, self.values = keys[..., :need, :], values[..., :need, :]
            return self.keys, self.values

        def hold(self, room: tuple[torch.Tensor, torch.Tensor], have: int) -> None:
            """Takes keys and values whose first ``have`` places are filled."""
            self.lazy_initialization(*room)
            self._room = room
            self.keys, self.values = room[0][..., :have, :], room[1][..., :have, :]

        def batch_select_indices(self, indices: torch.Tensor) -> None:
            super().batch_select_indices(indices)
            self._room = None

    return RoomyLayer


def batched(prefixes: Sequence[Prefix | None], config: Any) -> Any:
    """A transformers cache whose rows hold the prefixes, padded on the left to the longest."""
    import torch
    from transformers import DynamicCache
    from transformers.cache_utils import DynamicLayer

    cache, roomy = DynamicCache(config=config), _roomy_layer()
    cache.layers = [roomy() if type(layer) is DynamicLayer else layer for layer in cache.layers]
    width = max((len(item.ids) for item in prefixes if item is not None), default=0)
    if width == 0:
        return cache
    with torch.inference_mode():
        for number, layer in enumerate(cache.layers):
            keys, values = (_padded(prefixes, number, kind, width) for kind in (0, 1))
            if isinstance(layer, roomy):
                layer.hold((keys, values), width)
            else:
                cache.update(keys[..., :width, :], values[..., :width, :], number)
    return cache


def _padded(prefixes: Sequence[Prefix | None], layer: int, kind: int, width: int) -> torch.Tensor:
    """Keys or values of one layer with room behind them. What stands before a prefix is masked, and must be numbers."""
    first = next(item for item in prefixes if item is not None).layers[layer][kind]
    whole = first.new_empty(len(prefixes), first.shape[0], width + SPARE, first.shape[2])
    for row, item in enumerate(prefixes):
        start = width - len(item.ids) if item is not None else width
        whole[row, :, :start] = 0
        if item is not None:
            whole[row, :, start:width] = item.layers[layer][kind]
    return whole


def extract(cache: Any, place: int, real: torch.Tensor, ids: Sequence[int]) -> Prefix:
    """The prefix of one row of a cache; ``real`` marks the positions that are no padding."""
    layers = tuple((layer.keys[place][:, real], layer.values[place][:, real]) for layer in cache.layers)
    return Prefix(tuple(ids), layers)
