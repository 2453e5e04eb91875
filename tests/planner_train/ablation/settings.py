"""A recipe so small that a test can run it."""

from functools import cache
from typing import Any

from planner_train.ablation.jobs import harness
from planner_train.ablation.recipe import Recipe, load_recipe
from planner_train.ablation.vocabulary import tokenizer


def tiny(**change: Any) -> Recipe:
    """One layer, a few steps, three updates."""
    fields = load_recipe(small=True).model_dump()
    fields |= {"tasks": 1, "evaluated": 1, "held_out": 1, "steering": 1, "shape": None}
    fields["shape"] = {"layers": 1, "width": 16, "heads": 2, "hidden": 32}
    fields["cold_start"] |= {"demonstrations": 2, "steps": 6, "batch": 4}
    fields["rl"] |= {"updates": 3, "tasks": 2, "group": 4, "micro": 8, "turn_tokens": 8, "eval_every": 2, "save_every": 1}
    return Recipe.model_validate({**fields, **change})


@cache
def words() -> Any:
    """The tokenizer, which is made once."""
    return tokenizer(harness())
