"""The fixed recipe of the ablation: every number that decides its result, read from ``recipe.yaml`` and nowhere else."""

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, model_validator

from harness.configs import load_yaml
from harness.errors import UserError
from harness.validation import validate
from planner_train.care import ARMS, CareSettings
from planner_train.rl.settings import RLSettings

SHIPPED = Path(__file__).parent / "recipe.yaml"
Share = Field(ge=0, le=1)


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Manner(_Strict):
    """How often a demonstration does each of the things that cost tokens; ``demonstrations.py`` says what they are."""

    announce: float = Share
    derive: float = Share
    in_full: float = Share
    """Of the derivations, those with every step written out; the others hold the results alone."""
    again: float = Share
    look: float = Share
    read_back: float = Share
    remark: float = Share
    report: float = Share


class Shape(_Strict):
    """The size of the planner, a Qwen3-architecture model with tied embeddings."""

    layers: int = Field(ge=1)
    width: int = Field(ge=8)
    heads: int = Field(ge=1)
    hidden: int = Field(ge=8)

    @model_validator(mode="after")
    def _heads_divide(self) -> "Shape":
        if self.width % self.heads or self.width // self.heads % 2:
            raise ValueError(f"a width of {self.width} has no {self.heads} heads of an even size")
        return self


class ColdStart(_Strict):
    """Supervised learning of the demonstrations, from random weights."""

    demonstrations: int = Field(ge=1)
    """For each training family."""
    steps: int = Field(ge=1)
    batch: int = Field(ge=1)
    matrix_lr: float = Field(gt=0)
    lr: float = Field(gt=0)
    decay: float = Field(ge=0, le=1)
    """Share of the steps over which the rate falls to nothing at the end."""
    manner: Manner


class Recipe(_Strict):
    """``seeds`` and ``arms`` are what is run unless something else is asked for; ``sweep`` are the values of lambda_eff."""

    seeds: tuple[int, ...] = Field(min_length=1)
    arms: tuple[str, ...] = Field(min_length=1)
    sweep: tuple[float, ...] = Field(min_length=1)
    tasks: int = Field(ge=1)
    """Training tasks for each training family."""
    evaluated: int = Field(ge=1)
    """Of these, tasks for each training family in the fixed evaluation set ``train``."""
    held_out: int = Field(ge=1)
    """Tasks for each held-out family in the fixed evaluation set ``held-out``."""
    steering: int = Field(ge=1)
    """Tasks for each held-out family in the set ``dev``, which the controller reads and no result is taken from."""
    shape: Shape
    cold_start: ColdStart
    rl: RLSettings

    @model_validator(mode="after")
    def _arms_exist(self) -> "Recipe":
        for name in self.arms:
            if name not in ARMS:
                raise ValueError(f"there is no arm {name!r}; expected one of {', '.join(ARMS)}")
        if self.evaluated > self.tasks:
            raise ValueError(f"{self.evaluated} tasks are evaluated of {self.tasks} that are trained on")
        return self

    def settings(self, arm: str, seed: int, lambda_eff: float | None = None) -> RLSettings:
        """The settings of one training. A ``lambda_eff`` takes the place of the recipe's and is held: nothing moves it."""
        care = self.rl.care.model_copy(update={"switches": ARMS[arm]})
        if lambda_eff is not None:
            phi = care.phi.model_copy(update={"lambda_eff": lambda_eff})
            care = care.model_copy(update={"phi": phi, "switches": ARMS[arm].model_copy(update={"controller": False})})
        return self.rl.model_copy(update={"care": CareSettings.model_validate(care.model_dump()), "seed": seed})


def load_recipe(path: Path = SHIPPED, *, small: bool = False) -> Recipe:
    """The recipe in a file, with what its section ``small`` says instead. Raises ``UserError`` naming the field."""
    content: Any = load_yaml(path)
    if not isinstance(content, dict) or "recipe" not in content:
        raise UserError("the file holds no recipe", where=str(path), expected="sections `recipe` and `small`")
    fields = _merged(content["recipe"], content.get("small") or {}) if small else content["recipe"]
    return validate(fields, Recipe, str(path))


def _merged(whole: Any, change: Any) -> Any:
    if not (isinstance(whole, dict) and isinstance(change, dict)):
        return change
    return {**whole, **{name: _merged(whole.get(name), value) for name, value in change.items()}}
