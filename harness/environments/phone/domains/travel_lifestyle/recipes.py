"""The recipe book."""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, missing
from ...lookups import name_matches
from ...phone import Phone, fold
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

_LISTED = 10


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"read": Risk.READ, "list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS),
)
def manage_recipe(
    phone: Phone,
    action: Literal["create", "read", "update", "delete", "list"],
    recipeId: str | None = None,
    title: Text | None = None,
    ingredients: list[Text] | None = None,
    directions: Text | None = None,
    minutes: Annotated[int, Field(ge=1, le=1440)] | None = None,
    servings: Annotated[int, Field(ge=1, le=50)] | None = None,
    query: Text | None = None,
) -> Json:
    """Add, read, change, delete or find recipes in the recipe book: ingredients, directions, cooking time, servings.

    recipeId: which recipe; read and delete also accept its title instead.
    ingredients: one entry an ingredient, with its amount.
    minutes: how long it takes; for list, at most so long.
    query: words of the title, the ingredients or the directions, for list.
    """
    if action == "list":
        return _list(phone, query, minutes, servings)
    fields: Row = {"title": title, "ingredients": ingredients, "directions": directions, "minutes": minutes,
                   "servings": servings}  # fmt: skip
    given = {name: value for name, value in fields.items() if value is not None}
    if action == "create":
        if title is None:
            raise missing("title", "what the dish is called")
        recipe = {"ingredients": [], "directions": "", "minutes": None, "servings": None, **given}
        same = phone.find("recipes", **recipe)
        if same:
            return {"recipeId": same[0][0], "created": False}
        return {"recipeId": phone.add("recipes", "rp", **recipe, created=phone.state.now), "created": True}
    if action == "update":
        if recipeId is None:
            raise missing("recipeId", "id of the recipe to change")
        key = phone.resolve("recipes", "recipe", key=recipeId)
        if not given:
            raise missing("title", "a new title, ingredients, directions, minutes or servings")
        return {"recipeId": key, "changed": phone.put("recipes", key, **given)}
    key = phone.resolve("recipes", "recipe", key=recipeId, show="minutes", title=title)
    if action == "delete":
        phone.remove("recipes", key)
        return {"recipeId": key, "deleted": True}
    row = phone.row("recipes", key)
    return {"recipeId": key, **{name: row[name] for name in ("title", "ingredients", "directions", "minutes", "servings")}}


def _list(phone: Phone, query: str | None, minutes: int | None, servings: int | None) -> Json:
    def fits(row: Row) -> bool:
        text = " ".join((row["title"], *row["ingredients"], row["directions"]))
        return (
            (query is None or name_matches(query, text))
            and (minutes is None or (row["minutes"] is not None and row["minutes"] <= minutes))
            and (servings is None or row["servings"] == servings)
        )

    rows = [row for row in phone.state.rows("recipes").values() if fits(row)]
    rows.sort(key=lambda row: (str(fold(row["title"])), row["id"]))
    names = ("id", "title", "minutes", "servings")
    return {"total": len(rows), "recipes": [{name: row[name] for name in names} for row in rows[:_LISTED]]}
