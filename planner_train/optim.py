"""The optimizer of small models: Muon for the weight matrices, AdamW for embeddings and norms.

With AdamW alone a model of a few million parameters does not learn to copy in minutes; with Muon it does. Both
stand behind one
`torch.optim.Optimizer`, so that any trainer and scheduler drives them as one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

import torch

from planner_train.precision import has_bfloat16

COEFFICIENTS = (3.4445, -4.775, 2.0315)
"""Of the quintic that moves singular values between 0 and 1 to about 1 in five rounds (Jordan et al., 2024)."""


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
        self.muon = Muon(matrices, lr=matrix_lr, weight_decay=weight_decay, momentum=momentum) if matrices else None
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


class Muon(torch.optim.Optimizer):
    """Momentum whose every step is made orthogonal, for weight matrices (Jordan et al., 2024).

    It steps as `torch.optim.Muon` does with Nesterov momentum, which makes its products in bfloat16 everywhere; here they
    are in 32 bits where the machine only imitates 16.
    """

    def __init__(
        self, matrices: Iterable[torch.nn.Parameter], *, lr: float, weight_decay: float = 0.0, momentum: float = 0.95
    ) -> None:
        super().__init__(matrices, {"lr": lr, "weight_decay": weight_decay, "momentum": momentum})
        self.dtype = torch.bfloat16 if has_bfloat16() else torch.float32

    def step(self, closure: Callable[[], float] | None = None) -> float | None:
        """One step of every matrix that has a gradient."""
        loss = None if closure is None else closure()
        with torch.no_grad():
            for group in self.param_groups:
                for matrix in group["params"]:
                    if matrix.grad is not None:
                        self._move(matrix, group)
        return loss

    def _move(self, matrix: torch.nn.Parameter, group: dict[str, Any]) -> None:
        state = self.state[matrix]
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = torch.zeros_like(matrix)
        mean = state["momentum_buffer"].lerp_(matrix.grad, 1 - group["momentum"])
        step = orthogonal(matrix.grad.lerp(mean, group["momentum"]), self.dtype)
        rows, columns = matrix.shape
        matrix.mul_(1 - group["lr"] * group["weight_decay"])
        matrix.add_(step, alpha=-group["lr"] * math.sqrt(max(1.0, rows / columns)))


def orthogonal(matrix: torch.Tensor, dtype: torch.dtype, rounds: int = 5) -> torch.Tensor:
    """The matrix with its singular values moved to about 1, by Newton and Schulz's iteration in ``dtype``."""
    near, square, fourth = COEFFICIENTS
    tall = matrix.size(0) > matrix.size(1)
    found = matrix.to(dtype).T if tall else matrix.to(dtype)
    found = found / found.norm().clamp(min=1e-7)
    for _ in range(rounds):
        gram = found @ found.T
        found = torch.addmm(found, torch.addmm(gram, gram, gram, beta=square, alpha=fourth), found, beta=near)
    return found.T if tall else found


def is_embedding(name: str) -> bool:
    """Whether a parameter is an embedding or the output head, which Muon is not for."""
    return "embed" in name or "lm_head" in name
