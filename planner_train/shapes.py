"""Few shapes: rows and columns of a batch come in multiples of `GRAIN`.

A kernel for 16-bit matrices is made for each shape that comes along. Batches of ever other lengths ask for thousands of
them, which cost a small model a quarter of its time on two cores and more memory than everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

GRAIN = 64


def rounded(count: int) -> int:
    """The next multiple of `GRAIN`."""
    return -(-count // GRAIN) * GRAIN


def places(marked: torch.Tensor) -> tuple[torch.Tensor, int]:
    """Where a flat tensor is true, filled up to a round number with places where it is not; and how many are true."""
    import torch

    found = marked.nonzero().squeeze(1)
    rest = (~marked).nonzero().squeeze(1)
    return torch.cat([found, rest[: rounded(len(found)) - len(found)]]), len(found)
