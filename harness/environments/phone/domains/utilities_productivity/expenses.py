"""The expense log."""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Date, Text
from ...errors import Code, missing
from ...phone import Phone
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

Category = Literal["food", "transport", "shopping", "bills", "health", "fun", "other"]
Amount = Annotated[float, Field(ge=0.01, le=10_000_000, allow_inf_nan=False)]
_LISTED = 10


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ, "summary": Risk.READ},
    errors=(Code.NOT_FOUND,),
)
def manage_expense(
    phone: Phone,
    action: Literal["add", "update", "delete", "list", "summary"],
    expenseId: str | None = None,
    amount: Amount | None = None,
    category: Category | None = None,
    description: Text | None = None,
    date: Date | None = None,
) -> Json:
    """Log, change, delete or list expenses, or sum up a month.

    amount: in the phone's own currency.
    category: what it was for; list and summary keep to it.
    date: day of the expense, today if not given; list and summary take its month.
    """
    if action in ("list", "summary"):
        return _report(phone, action, category, (date or phone.to_local(phone.state.now))[:7])
    if action == "add":
        if amount is None:
            raise missing("amount", "how much was spent")
        key = phone.add("expenses", "ex", amount=round(amount, 2), category=category or "other",
                        description=description or "", date=date or phone.to_local(phone.state.now)[:10],
                        created=phone.state.now)  # fmt: skip
        return {"expenseId": key, "created": True}
    if expenseId is None:
        raise missing("expenseId", "id of the expense")
    key = phone.resolve("expenses", "expense", key=expenseId)
    if action == "delete":
        phone.remove("expenses", key)
        return {"expenseId": key, "deleted": True}
    fields: Row = {
        "amount": round(amount, 2) if amount is not None else None,
        "category": category,
        "description": description,
        "date": date,
    }
    given = {name: value for name, value in fields.items() if value is not None}
    if not given:
        raise missing("amount", "a new amount, category, description or date")
    return {"expenseId": key, "changed": phone.put("expenses", key, **given)}


def _report(phone: Phone, action: str, category: str | None, month: str) -> Json:
    found = [
        row
        for row in phone.state.rows("expenses").values()
        if row["date"].startswith(month) and (category is None or row["category"] == category)
    ]
    total = round(sum(row["amount"] for row in found), 2)
    if action == "list":
        found.sort(key=lambda row: (row["date"], row["id"]), reverse=True)
        names = ("id", "amount", "category", "description", "date")
        shown = [{name: row[name] for name in names} for row in found[:_LISTED]]
        return {"month": month, "count": len(found), "sum": total, "expenses": shown}
    sums: dict[str, float] = {}
    for row in found:
        sums[row["category"]] = round(sums.get(row["category"], 0) + row["amount"], 2)
    return {"month": month, "count": len(found), "sum": total, "byCategory": dict(sorted(sums.items()))}
