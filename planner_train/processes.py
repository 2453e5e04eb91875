"""Several processes of one training, as ``accelerate launch`` starts them: who writes files, and what all must agree on.

With one process all of this is nothing. The functions that exchange something must be called by every process, and after the
trainer's arguments were made, which open the connection.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal, TypeVar

from harness.errors import UserError

Sharding = Literal["none", "fsdp", "zero2", "zero3"]
Value = TypeVar("Value")


def count() -> int:
    """How many processes were started."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def rank() -> int:
    """The number of this one, from 0."""
    return int(os.environ.get("RANK", "0"))


def is_first() -> bool:
    """Whether this one writes the files."""
    return rank() == 0


def sharding() -> Sharding:
    """How the launcher was told to split the model. Raises ``UserError`` for a DeepSpeed stage that we do not use."""
    if os.environ.get("ACCELERATE_USE_FSDP", "").lower() == "true":
        return "fsdp"
    if os.environ.get("ACCELERATE_USE_DEEPSPEED", "").lower() == "true":
        stage = os.environ.get("ACCELERATE_DEEPSPEED_ZERO_STAGE", "2")
        if stage not in ("2", "3"):
            raise UserError(f"zero_stage is {stage}", where="configuration of accelerate launch", expected="2 or 3")
        return "zero2" if stage == "2" else "zero3"
    return "none"


def wait_for_all() -> None:
    """Goes on once every process has come here."""
    if count() > 1:
        from accelerate import PartialState

        PartialState().wait_for_everyone()


def gather(items: Sequence[Value]) -> list[Value]:
    """The items of all processes, in the order of their numbers."""
    if count() == 1:
        return list(items)
    from accelerate.utils import gather_object

    gathered: list[Value] = gather_object(list(items))
    return gathered


def from_first(value: Value) -> Value:
    """What the first process has."""
    if count() == 1:
        return value
    from accelerate.utils import broadcast_object_list

    box: list[Any] = [value]
    broadcast_object_list(box)
    first: Value = box[0]
    return first
