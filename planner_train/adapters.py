"""Low-rank adapters: what the optional package ``peft`` makes of our settings."""

from __future__ import annotations

from typing import Any, Protocol

from harness.errors import UserError


class Adapters(Protocol):
    """Settings of adapters, as ``LoraSettings`` has them."""

    @property
    def rank(self) -> int: ...

    @property
    def alpha(self) -> int: ...

    @property
    def dropout(self) -> float: ...


def peft_config(settings: Adapters) -> Any:
    """Adapters on every linear layer but the output head. Raises ``UserError`` where ``peft`` is not installed."""
    try:
        from peft import LoraConfig
    except ImportError:
        raise UserError(
            "low-rank adapters need the package peft", expected="pip install -c constraints.txt -e '.[lora]'"
        ) from None
    return LoraConfig(
        r=settings.rank,
        lora_alpha=settings.alpha,
        lora_dropout=settings.dropout,
        target_modules="all-linear",
        task_type="CAUSAL_LM",
    )
