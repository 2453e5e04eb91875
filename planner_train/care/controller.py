"""The bounded controller: every N updates it asks for a new phi, and lets through what the declared ranges allow.

Who proposes is exchangeable: ``RuleProposer`` follows a few rules, ``ModelProposer`` asks a language model. Dev results come
first in both. Whatever is proposed, no value leaves its range or moves by more than its step; what had to be clipped is
marked, and each decision carries the evidence it was made on. The controller moves phi only: every group still finds its
regime by its own success rate.
"""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field, model_validator

import prompts
from harness.errors import UserError, each, expect

from .settings import Phi

NAMES = ("p_low", "p_high", "lambda_prog", "lambda_eff")


class Range(BaseModel):
    """Where one number of phi may lie, and how far one decision may move it."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    low: float
    high: float
    step: float = Field(gt=0)

    @model_validator(mode="after")
    def _low_is_lower(self) -> "Range":
        if self.low > self.high:
            raise ValueError(f"the range goes from {self.low} to {self.high}; expected low <= high")
        return self


class Ranges(BaseModel):
    """The declared ranges. Any phi inside them is a valid one."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    p_low: Range = Range(low=0.125, high=0.5, step=0.125)
    p_high: Range = Range(low=0.75, high=0.95, step=0.0625)
    lambda_prog: Range = Range(low=0.1, high=0.8, step=0.1)
    lambda_eff: Range = Range(low=0.0, high=0.6, step=0.05)

    @model_validator(mode="after")
    def _corners_are_valid(self) -> "Ranges":
        Phi(p_low=self.p_low.high, p_high=self.p_high.low, lambda_prog=self.lambda_prog.low, lambda_eff=self.lambda_eff.low)
        Phi(
            p_low=self.p_low.low, p_high=self.p_high.high, lambda_prog=self.lambda_prog.high, lambda_eff=self.lambda_eff.high
        )
        return self


class Evidence(BaseModel):
    """What is known at one decision: the dev results, and training statistics since the last one (``summary``'s names)."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    update: int = Field(ge=0)
    dev_success: float = Field(ge=0, le=1)
    dev_tokens: float | None = Field(None, ge=0)
    """Mean output tokens of the successful dev episodes; None without one."""
    train: dict[str, float] = Field(default_factory=dict)


class Proposal(BaseModel):
    """The wanted values of phi by name, unnamed ones as they are, and why."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_inf_nan="strings")

    values: dict[str, float] = Field(default_factory=dict)
    reason: str = ""


class Decision(BaseModel):
    """What was asked on what evidence, and what became of it. ``clipped`` names the values that were not let through."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    evidence: Evidence
    before: Phi
    proposal: Proposal
    clipped: tuple[str, ...] = ()
    after: Phi


class Proposer(Protocol):
    """Looks at phi and at the evidence of all decisions so far, the latest last, and says what it wants."""

    def propose(self, phi: Phi, history: Sequence[Evidence], ranges: Ranges) -> Proposal: ...


def decide(phi: Phi, proposal: Proposal, evidence: Evidence, ranges: Ranges) -> Decision:
    """Lets each proposed value through as far as its step and its range allow. A value that is no number changes nothing."""
    values, clipped = {name: float(getattr(phi, name)) for name in NAMES}, []
    for name, wanted in sorted(proposal.values.items()):
        if name not in NAMES or not math.isfinite(wanted):
            clipped.append(name)
            continue
        allowed: Range = getattr(ranges, name)
        near = min(max(wanted, values[name] - allowed.step), values[name] + allowed.step)
        taken = min(max(near, allowed.low), allowed.high)
        if abs(taken - wanted) > 1e-9:
            clipped.append(name)
        values[name] = round(taken, 6)
    return Decision(evidence=evidence, before=phi, proposal=proposal, clipped=tuple(clipped), after=Phi(**values))


@dataclass
class Controller:
    """Owns phi during a run. Its whole state is ``decisions``, so a resumed run continues where it was.

    ``begin`` is the phi of the start, which must lie inside the ranges. Raises ``UserError`` if it does not, or if
    decisions that are handed in do not follow from it.
    """

    begin: Phi
    every: int
    proposer: Proposer
    ranges: Ranges = field(default_factory=Ranges)
    decisions: list[Decision] = field(default_factory=list)

    def __post_init__(self) -> None:
        expect(self.begin, Phi, "begin", "a Phi")
        expect(self.ranges, Ranges, "ranges", "Ranges")
        expect(self.every, int, "every", "the number of updates between two decisions")
        if self.every < 1:
            raise UserError(f"it decides every {self.every} updates", where="controller", expected="a number of at least 1")
        for name in NAMES:
            value, allowed = getattr(self.begin, name), getattr(self.ranges, name)
            if not allowed.low <= value <= allowed.high:
                message = f"{name} starts at {value}"
                raise UserError(
                    message, where="controller", expected=f"a start in its range, {allowed.low} to {allowed.high}"
                )
        if not hasattr(self.proposer, "propose"):
            raise UserError(f"the proposer is {self.proposer!r}", where="controller", expected="one, such as RuleProposer()")
        phi = self.begin
        for number, decision in enumerate(each(self.decisions, Decision, "decisions", "decisions of a run before")):
            if decision.before != phi:
                raise UserError("it does not follow from the one before", where=f"decision {number}", expected=f"{phi}")
            phi = decision.after

    @property
    def phi(self) -> Phi:
        """What holds now."""
        return self.decisions[-1].after if self.decisions else self.begin

    def is_due(self, update: int) -> bool:
        """Whether a decision belongs after that update and was not made yet."""
        last = self.decisions[-1].evidence.update if self.decisions else 0
        expect(update, int, "update", "the number of updates so far")
        return update > last and update % self.every == 0

    def consider(self, evidence: Evidence) -> Decision:
        """Makes and remembers one decision."""
        expect(evidence, Evidence, "evidence", "Evidence")
        history = [*(item.evidence for item in self.decisions), evidence]
        decision = decide(self.phi, self.proposer.propose(self.phi, history, self.ranges), evidence, self.ranges)
        self.decisions.append(decision)
        return decision


@dataclass(frozen=True)
class RuleProposer:
    """Quality first: thrift is asked for only while dev success stands at its best.

    ``tolerance`` is how far dev success may lie under its best so far (a dev set of 100 tasks has a standard error of
    0.03 to 0.05), ``gain`` the share of tokens whose saving counts as going on by itself, ``many`` and ``few`` the shares of
    groups that call for more or less help with progress.
    """

    tolerance: float = 0.03
    gain: float = 0.02
    many: float = 0.5
    few: float = 0.05

    def propose(self, phi: Phi, history: Sequence[Evidence], ranges: Ranges) -> Proposal:
        """At most one step of each number, with the reasons."""
        now = history[-1]
        values: dict[str, float] = {}
        reasons = []
        best = max(item.dev_success for item in history)
        if now.dev_success < best - self.tolerance:
            values["lambda_eff"] = phi.lambda_eff - ranges.lambda_eff.step
            values["p_high"] = phi.p_high + ranges.p_high.step
            reasons.append(f"dev success {now.dev_success:.3f} fell under its best {best:.3f}: less pressure, later")
        elif now.train.get("regime/efficiency/share", 0.0) >= self.many and not self._saves(history):
            values["lambda_eff"] = phi.lambda_eff + ranges.lambda_eff.step
            reasons.append("dev success holds, most groups are competent, tokens do not fall by themselves: more pressure")
        hard = now.train.get("regime/progress/share")
        if hard is not None and hard >= self.many:
            values["lambda_prog"] = phi.lambda_prog + ranges.lambda_prog.step
            values["p_low"] = phi.p_low + ranges.p_low.step
            reasons.append(f"{hard:.0%} of the groups hardly succeed: more weight on progress")
        elif hard is not None and hard <= self.few:
            values["lambda_prog"] = phi.lambda_prog - ranges.lambda_prog.step
            reasons.append("hardly any group lacks success: less weight on progress")
        inside = {name: _into(value, getattr(ranges, name)) for name, value in values.items()}
        return Proposal(values=inside, reason="; ".join(reasons) or "nothing calls for a change")

    def _saves(self, history: Sequence[Evidence]) -> bool:
        spent = [item.dev_tokens for item in history if item.dev_tokens is not None]
        return len(spent) >= 2 and spent[-1] <= (1.0 - self.gain) * spent[-2]


def _into(value: float, allowed: Range) -> float:
    return min(max(value, allowed.low), allowed.high)


@dataclass(frozen=True)
class ModelProposer:
    """Asks a language model. An answer that cannot be read proposes nothing, and the reason says so."""

    ask: Callable[[str], str]

    def propose(self, phi: Phi, history: Sequence[Evidence], ranges: Ranges) -> Proposal:
        """What the model's JSON object says. Raises what the model's client raises."""
        text = self.ask(
            prompts.load(
                "controller/propose",
                phi=phi.model_dump_json(),
                ranges=ranges.model_dump_json(),
                history="\n".join(item.model_dump_json() for item in history),
            )
        )
        return _read(text)


def _read(text: str) -> Proposal:
    begin, end = text.find("{"), text.rfind("}")
    try:
        found = json.loads(text[begin : end + 1])
    except (ValueError, RecursionError) as error:
        return Proposal(reason=f"the answer could not be read: {error}")
    values = found.get("values", {}) if isinstance(found, Mapping) else None
    if not isinstance(values, Mapping) or not all(_is_number(value) for value in values.values()):
        return Proposal(reason="the answer could not be read: `values` is no object of numbers")
    return Proposal(values={str(name): float(value) for name, value in values.items()}, reason=str(found.get("reason", "")))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
