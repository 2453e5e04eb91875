"""Which numbers matrix products are made with: 16 bits where the machine has products of them, 32 bits elsewhere.

A processor without such products imitates them, three times as slowly as it makes those of 32 bits.
"""

from __future__ import annotations

from functools import cache

PRODUCTS = ("amx_bf16", "avx512_bf16", "bf16")
"""The names that processors give to matrix products in bfloat16."""


@cache
def has_bfloat16() -> bool:
    """Whether what a model is trained on here, a GPU or else the processor, makes products in bfloat16 by itself."""
    import torch

    if torch.cuda.is_available():
        return torch.cuda.is_bf16_supported(including_emulation=False)
    found = torch.cpu.get_capabilities()
    return any(found.get(name, False) for name in PRODUCTS)
