"""What training needs to know of one finished episode, and what its execution cost."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real

from pydantic import BaseModel, ConfigDict, Field, model_validator

from harness.errors import UserError


@dataclass(frozen=True)
class Outcome:
    """The measurements of one episode.

    ``progress`` is the verified share of sub-goals in [0, 1], less what was violated. ``tokens`` counts what the policy
    itself wrote, ``calls`` its tool calls, ``violations`` forbidden or unrelated writes. An episode that is not ``valid``
    was broken by something other than the policy; its other fields mean nothing. ``name`` appears in messages only.

    Raises ``UserError`` that names the episode and the field.
    """

    success: bool
    progress: float = 0.0
    tokens: int = 0
    calls: int = 0
    violations: int = 0
    valid: bool = True
    backend: str = "phone"
    name: str = ""

    def __post_init__(self) -> None:
        where = f"episode {self.name}" if self.name else "an episode"
        for field in ("success", "valid"):
            if getattr(self, field) not in (0, 1):  # bool, or a 0 or 1 that a table of numbers holds
                raise UserError(f"{field} is {getattr(self, field)!r}", where=where, expected="true or false")
        if not (_is_number(self.progress) and 0.0 <= self.progress <= 1.0):  # also false for NaN
            raise UserError(f"progress is {self.progress!r}", where=where, expected="a number from 0 to 1")
        for field in ("tokens", "calls", "violations"):
            value = getattr(self, field)
            if not (_is_number(value) and math.isfinite(value) and value >= 0 and value == int(value)):
                raise UserError(f"{field} is {value!r}", where=where, expected="a whole number of at least 0")
        if self.success and self.violations:
            message = f"it succeeded with {self.violations} violations"
            raise UserError(message, where=where, expected="no violations in a success: its verdict contradicts itself")


def _is_number(value: object) -> bool:
    return isinstance(value, Real)  # those of numpy among them


class Cost(BaseModel):
    """The normalised execution cost e in [0, 1]: a convex mix of output tokens and calls, each over its cap and clipped.

    ``call_prices`` prices a call by backend, where one is dearer than on the simulated phone (1).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    token_cap: int = Field(512, ge=1)
    call_cap: int = Field(12, ge=1)
    token_share: float = Field(0.9, ge=0, le=1)
    """Weight of the tokens; calls have the rest."""
    call_prices: Mapping[str, float] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _prices_are_prices(self) -> "Cost":
        for backend, price in self.call_prices.items():
            if not 0.0 <= price < math.inf:
                raise ValueError(f"the price of a call on {backend} is {price}; expected a number of at least 0")
        return self

    def of(self, outcome: Outcome) -> float:
        """What the episode cost."""
        tokens = min(1.0, outcome.tokens / self.token_cap)
        calls = min(1.0, outcome.calls * self.call_prices.get(outcome.backend, 1.0) / self.call_cap)
        return self.token_share * tokens + (1.0 - self.token_share) * calls
