"""Conversion between currencies at a fixed table of rates."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated

from pydantic import Field

from harness.contract import Json

from ...errors import Code, PhoneError
from ...phone import Phone
from ...tools import tool
from .arithmetic import number
from .tables import DOMAIN

AS_OF = "2026-01-02"
PER_DOLLAR = {
    "USD": "1", "EUR": "0.90", "GBP": "0.78", "CNY": "7.10", "JPY": "150", "INR": "86", "HKD": "7.80", "SGD": "1.32",
    "AUD": "1.52", "CAD": "1.38", "CHF": "0.85", "KRW": "1380", "SEK": "10.2", "MXN": "18.5", "AED": "3.67",
}  # fmt: skip
"""Round numbers near the real ones: the phone's world has no market."""


def _code(argument: str, name: str) -> str:
    code = name.strip().upper()
    if code not in PER_DOLLAR:
        raise PhoneError(Code.INVALID_ARGUMENT, f"{argument}: {name!r} is no known currency", accepted=sorted(PER_DOLLAR))
    return code


@tool(DOMAIN, errors=(Code.NO_SERVICE,))
def convert_currency(
    phone: Phone,
    amount: Annotated[float, Field(ge=0, le=1e12, allow_inf_nan=False)],
    fromCurrency: str,
    toCurrency: str,
) -> Json:
    """Convert an amount of money between currencies; needs internet.

    fromCurrency: three-letter code such as GBP.
    """
    source, target = _code("fromCurrency", fromCurrency), _code("toCurrency", toCurrency)
    phone.require("internet")
    rate = Decimal(PER_DOLLAR[target]) / Decimal(PER_DOLLAR[source])
    result = (Decimal(repr(amount)) * rate).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return {"result": number(result), "currency": target, "rate": float(round(rate, 6)), "asOf": AS_OF}
