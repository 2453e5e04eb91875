"""The wallet: payment methods, bills, money to people; and how every other tool of this domain takes a payment."""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing
from ...lookups import resolve_contact, resolve_named
from ...phone import Phone
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

Amount = Annotated[float, Field(ge=0.01, le=1_000_000, allow_inf_nan=False)]
PAYING = (Code.NO_SERVICE, Code.NOT_FOUND, Code.AMBIGUOUS, Code.PRECONDITION_FAILED)
"""What can go wrong with a payment."""
_SAME_PAYMENT_SECONDS = 60
_LISTED = 10


def currency(phone: Phone) -> str:
    """The currency of the phone's owner, in which every price is given."""
    return str(phone.one("wallet")["currency"])


def price(phone: Phone, usd: float) -> float:
    """A price of the inventories in the owner's currency, without fractions where a dollar costs more than five."""
    rate = phone.one("wallet")["per_dollar"]
    return float(round(usd * rate)) if rate > 5 else round(usd * rate, 2)


def choose_method(phone: Phone, name: str | None) -> Row:
    """The payment method of that name, else the default one, if it can still be used. Raises ``PhoneError``."""
    if name is not None:
        method = resolve_named(phone, "payment_methods", "payment method", name)
    else:
        default = phone.find("payment_methods", default=True)
        if not default:
            known = [row["name"] for row in phone.state.rows("payment_methods").values()]
            raise PhoneError(
                Code.PRECONDITION_FAILED, "there is no default payment method", accepted={"paymentMethod": known}
            )
        method = default[0][1]
    if method["expires"] is not None and method["expires"] < phone.to_local(phone.state.now)[:7]:
        raise PhoneError(Code.PRECONDITION_FAILED, f"{method['name']} expired in {method['expires']}")
    return method


def charge(phone: Phone, amount: float, payee: str, method: str | None, note: str = "") -> Row:
    """Takes a payment and returns its row. Raises ``PhoneError`` when it cannot be paid."""
    phone.require("internet")
    paid_from = choose_method(phone, method)
    balance = paid_from["balance"]
    if balance is not None:
        if balance < amount:
            message = f"{paid_from['name']} holds {balance:g}, {amount:g} are needed"
            raise PhoneError(Code.PRECONDITION_FAILED, message, accepted={"balance": balance})
        phone.put("payment_methods", paid_from["id"], balance=round(balance - amount, 2))
    key = phone.add("payments", "py", amount=amount, payee=payee, method=paid_from["id"], note=note, refunded=0.0,
                    time=phone.state.now)  # fmt: skip
    return phone.row("payments", key)


def refund(phone: Phone, payment_id: str, amount: float) -> None:
    """Gives back so much of a payment."""
    paid = phone.row("payments", payment_id)
    phone.put("payments", payment_id, refunded=round(paid["refunded"] + amount, 2))
    method = phone.state.get("payment_methods", paid["method"])
    if method is not None and method["balance"] is not None:
        phone.put("payment_methods", method["id"], balance=round(method["balance"] + amount, 2))


@tool(
    DOMAIN,
    risk=Risk.READ,
    risks={"set_default": Risk.REVERSIBLE, "pay_bill": Risk.COSTLY, "send": Risk.COSTLY},
    errors=(*PAYING, Code.PERMISSION_DENIED, Code.DUPLICATE_SUSPECTED),
    seconds=2,
)
def manage_wallet(
    phone: Phone,
    action: Literal["methods", "set_default", "bills", "pay_bill", "send", "history"],
    bill: Text | None = None,
    contactName: Text | None = None,
    amount: Amount | None = None,
    paymentMethod: Text | None = None,
    note: Text | None = None,
    again: bool = False,
) -> Json:
    """Pay a bill, send money to a person, list bills, cards and payments, or set the default card.

    bill: name or id of the bill to pay.
    contactName: who gets the money, by name or contact id.
    amount: in the owner's currency.
    paymentMethod: the default one if not given.
    again: send the same amount to the same person once more on purpose.
    """
    if action == "methods":
        names = ("id", "name", "kind", "balance", "expires", "default")
        shown = [{name: row[name] for name in names} for row in phone.state.rows("payment_methods").values()]
        return {"currency": currency(phone), "methods": shown}
    if action == "bills":
        rows = sorted((row for _, row in phone.find("bills", paid=False)), key=lambda row: (row["due"], row["id"]))
        bills = [{name: row[name] for name in ("id", "name", "amount", "due")} for row in rows[:_LISTED]]
        return {"total": len(rows), "currency": currency(phone), "bills": bills}
    if action == "history":
        rows = sorted(phone.state.rows("payments").values(), key=lambda row: (-row["time"], row["id"]))
        shown = [
            {name: row[name] for name in ("id", "amount", "payee", "note", "refunded")}
            | {"time": phone.to_local(row["time"])}
            for row in rows[:_LISTED]
        ]
        return {"total": len(rows), "currency": currency(phone), "payments": shown}
    if action == "set_default":
        if paymentMethod is None:
            raise missing("paymentMethod", "name or id of the payment method")
        chosen = choose_method(phone, paymentMethod)
        for key, _ in phone.find("payment_methods", default=True):
            phone.put("payment_methods", key, default=key == chosen["id"])
        phone.put("payment_methods", chosen["id"], default=True)
        return {"default": chosen["name"], "changed": not chosen["default"]}
    if action == "pay_bill":
        return _pay_bill(phone, bill, paymentMethod)
    return _send(phone, contactName, amount, paymentMethod, note, again)


def _pay_bill(phone: Phone, name: str | None, method: str | None) -> Json:
    if name is None:
        raise missing("bill", "name or id of the bill")
    row = resolve_named(phone, "bills", "bill", name, ("name", "amount", "due"))
    if row["paid"]:
        return {"billId": row["id"], "changed": False}
    paid = charge(phone, row["amount"], row["name"], method)
    phone.put("bills", row["id"], paid=True, payment=paid["id"])
    return {"billId": row["id"], "changed": True, "paid": row["amount"], **_spent(phone, paid)}


def _send(
    phone: Phone, who: str | None, amount: float | None, method: str | None, note: str | None, again: bool
) -> Json:  # fmt: skip
    if who is None:
        raise missing("contactName", "who gets the money")
    if amount is None:
        raise missing("amount", "how much to send")
    is_id = phone.state.get("contacts", who) is not None
    contact = resolve_contact(phone, who if is_id else None, who)
    since = phone.state.now - _SAME_PAYMENT_SECONDS
    same = [
        key for key, row in phone.find("payments", payee=contact["name"], amount=round(amount, 2)) if row["time"] >= since
    ]
    if same and not again:
        message = f"{contact['name']} got {amount:g} a moment ago; say again=true to send it once more"
        raise PhoneError(Code.DUPLICATE_SUSPECTED, message, accepted={"paymentId": same[0]})
    paid = charge(phone, round(amount, 2), contact["name"], method, note or "")
    return {"sent": paid["amount"], "to": contact["name"], **_spent(phone, paid)}


def _spent(phone: Phone, paid: Row) -> Row:
    """How a payment reads in an answer."""
    method = phone.row("payment_methods", paid["method"])
    return {"paymentId": paid["id"], "currency": currency(phone), "paymentMethod": method["name"]}
