"""The optimizer of small models: Muon for the weight matrices, AdamW for embeddings and norms.

With AdamW alone a model of a few million parameters does not learn to copy in minutes; with Muon it does. Both
stand behind one
`torch.optim.Optimizer`, so that any trainer and scheduler drives them as one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch


class MuonWithAdamW(torch.optim.Optimizer):
    """One optimizer over two: the groups of `matrices` are stepped by Muon, the others by AdamW.

    The parameter groups are shared with the inner optimizers, so a scheduler that sets `lr` on this one reaches them.
    """

    def __init__(
        self, model: torch.nn.Module, *, matrix_lr: float, lr: float, weight_decay: float = 0.0, momentum: float = 0.95
    ) -> None:
        matrices: list[torch.nn.Parameter] = []
        others: list[torch.nn.Parameter] = []
        for name, parameter in model.named_parameters():
            if parameter.requires_grad:
                (matrices if parameter.ndim == 2 and not is_embedding(name) else others).append(parameter)
        self.muon = (
            torch.optim.Muon(matrices, lr=matrix_lr, weight_decay=weight_decay, momentum=momentum, nesterov=True)
            if matrices
            else None
        )
        self.adamw = (
            torch.optim.AdamW(others, lr=lr, betas=(0.9, 0.95), eps=1e-10, weight_decay=0.0, foreach=True)
            if others
            else None
        )
        self.parts = [part for part in (self.muon, self.adamw) if part is not None]
        groups = [group for part in self.parts for group in part.param_groups]
        super().__init__(groups, {})
        self._share()

    def _share(self) -> None:
        """Let the inner optimizers read and write this one's groups and state."""
        start = 0
        for part in self.parts:
            count = len(part.param_groups)
            part.param_groups = self.param_groups[start : start + count]
            part.state = self.state
            start += count

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:
        """One step of both."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for part in self.parts:
            part.step()
        return loss

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Restore groups and state, and keep the inner optimizers on them."""
        super().load_state_dict(state_dict)
        self._share()


def is_embedding(name: str) -> bool:
    """Whether a parameter is an embedding or the output head, which Muon is not for."""
    return "embed" in name or "lm_head" in name
