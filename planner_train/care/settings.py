"""phi, which the controller may move, and the switches that tell the arms of an ablation apart, which nothing moves."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from harness.errors import UserError, expect

from .outcomes import Cost

Efficiency = Literal["off", "calibrated", "uncalibrated", "decoupled", "constant"]


class Phi(BaseModel):
    """Thresholds of competence and weights of the shaped terms.

    Both weights stay below 1, so that no amount of progress or thrift outweighs a success. ``p_high`` lies strictly between
    0 and 1, because at either end the anchor of the calibration would be 0 and there would be none. With groups of eight,
    0.875 asks for seven successes; 0.75 already fires on lucky groups (at a success rate of 0.7 in 55 % of them).
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    p_low: float = Field(0.25, ge=0, lt=1)
    p_high: float = Field(0.875, gt=0, lt=1)
    lambda_prog: float = Field(0.5, ge=0, lt=1)
    lambda_eff: float = Field(0.3, ge=0, lt=1)

    @model_validator(mode="after")
    def _thresholds_in_order(self) -> "Phi":
        if self.p_low > self.p_high:
            raise ValueError(f"p_low is {self.p_low} and p_high {self.p_high}; expected p_low <= p_high")
        return self

    @property
    def anchor(self) -> float:
        """sigma_anchor: the deviation of outcomes at the threshold of competence."""
        return float((self.p_high * (1.0 - self.p_high)) ** 0.5)


class Switches(BaseModel):
    """Which parts of the method are on.

    ``efficiency`` is what happens in competent groups: nothing, CARE's calibrated pressure, the same without calibration,
    or the decoupled one; ``constant`` is the length penalty of the baseline, in every group alike.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    progress: bool = True
    efficiency: Efficiency = "calibrated"
    controller: bool = True


ARMS: dict[str, Switches] = {
    "vanilla": Switches(progress=False, efficiency="off", controller=False),
    "care": Switches(),
    "uncalibrated": Switches(efficiency="uncalibrated"),
    "fixed-phi": Switches(controller=False),
    "no-progress": Switches(progress=False),
    "decoupled": Switches(efficiency="decoupled"),
    "length-penalty": Switches(progress=False, efficiency="constant", controller=False),
}
"""The arms of the ablation by name. ``vanilla`` is GRPO as it is."""


class CareSettings(BaseModel):
    """Everything that turns outcomes into advantages. ``eps`` is added to deviations, as in TRL's GRPO."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    phi: Phi = Phi()
    switches: Switches = Switches()
    cost: Cost = Cost()
    eps: float = Field(1e-4, gt=0)


def arm(name: str, settings: CareSettings | None = None) -> CareSettings:
    """The settings with the switches of that arm. Raises ``UserError`` for a name that no arm has."""
    expect(name, str, "the name of an arm", f"one of {', '.join(ARMS)}")
    expect(settings or CareSettings(), CareSettings, "settings", "CareSettings")
    if name not in ARMS:
        raise UserError(f"there is no arm {name!r}", where="arm", expected=f"one of {', '.join(ARMS)}")
    return (settings or CareSettings()).model_copy(update={"switches": ARMS[name]})
