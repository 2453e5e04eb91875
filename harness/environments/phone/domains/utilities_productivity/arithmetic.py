"""The calculator: a small parser over decimal numbers, so that nothing is evaluated as code and 0.1 + 0.2 is 0.3."""

import decimal
import math
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from harness.contract import Json

from ...errors import Code, PhoneError
from ...phone import Phone
from ...tools import tool
from .tables import DOMAIN

_CONTEXT = decimal.Context(
    prec=34, Emax=300, Emin=-300, rounding=decimal.ROUND_HALF_EVEN,
    traps=[decimal.Overflow, decimal.InvalidOperation, decimal.DivisionByZero],
)  # fmt: skip
_TOKEN = re.compile(r"\s*([0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?|\.[0-9]+|[A-Za-z_]+|\*\*|[-+*/^%(),])")
_SPELLINGS = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "（": "(", "）": ")", "％": "%", "，": ","})
_DEPTH = 40
_DIGITS = decimal.Context(prec=12, rounding=decimal.ROUND_HALF_EVEN)


def number(value: Decimal) -> int | float:
    """A decimal as a plain number: whole where it is whole, else of at most 12 significant digits."""
    for candidate in (value, _DIGITS.plus(value)):
        if abs(candidate) < 10**15 and candidate == candidate.to_integral_value():
            return int(candidate)
    return float(_DIGITS.plus(value))


def evaluate(expression: str) -> Decimal:
    """The value of an arithmetic expression. Raises ``ValueError`` that says what is wrong with it."""
    try:
        result = _Parser(expression).value()
    except decimal.DivisionByZero:
        raise ValueError("division by zero") from None
    except decimal.Overflow:
        raise ValueError("the result is too large") from None
    except decimal.InvalidOperation:
        raise ValueError("not defined for these numbers") from None
    if not result.is_finite():
        raise ValueError("the result is not a number")
    return result


def _round(value: Decimal, places: Decimal = Decimal(0)) -> Decimal:
    if places != places.to_integral_value() or not -20 <= places <= 20:
        raise ValueError("round takes a whole number of places between -20 and 20")
    return value.quantize(Decimal(1).scaleb(-int(places)), rounding=decimal.ROUND_HALF_UP, context=_CONTEXT)


def _by_float(function: Callable[[float], float]) -> Callable[[Decimal], Decimal]:
    return lambda value: Decimal(repr(round(function(float(value)), 12)))


_FUNCTIONS: dict[str, tuple[int, int, Callable[..., Decimal]]] = {
    "sqrt": (1, 1, _CONTEXT.sqrt),
    "abs": (1, 1, _CONTEXT.abs),
    "round": (1, 2, _round),
    "floor": (1, 1, lambda value: value.to_integral_value(decimal.ROUND_FLOOR)),
    "ceil": (1, 1, lambda value: value.to_integral_value(decimal.ROUND_CEILING)),
    "min": (1, 20, lambda *values: min(values)),
    "max": (1, 20, lambda *values: max(values)),
    "ln": (1, 1, _CONTEXT.ln),
    "log": (1, 1, _CONTEXT.log10),
    "exp": (1, 1, _CONTEXT.exp),
    "sin": (1, 1, _by_float(math.sin)),
    "cos": (1, 1, _by_float(math.cos)),
    "tan": (1, 1, _by_float(math.tan)),
}
_CONSTANTS = {"pi": Decimal("3.141592653589793238462643383279503"), "e": Decimal("2.718281828459045235360287471352662")}


class _Parser:
    """Recursive descent: sums of products of powers of atoms; ``%`` before an operand is a remainder, else per cent."""

    def __init__(self, expression: str) -> None:
        self.tokens = _tokens(expression)
        self.position = 0
        self.depth = 0

    def value(self) -> Decimal:
        result = self.sum()
        if self.next is not None:
            raise ValueError(f"unexpected {self.next!r}")
        return result

    @property
    def next(self) -> str | None:
        return self.tokens[self.position] if self.position < len(self.tokens) else None

    def take(self, *wanted: str) -> str | None:
        token = self.next
        if token is None or token not in wanted:
            return None
        self.position += 1
        return token

    def expect(self, wanted: str) -> None:
        if self.take(wanted) is None:
            raise ValueError(f"expected {wanted!r}, got {self.next or 'the end'!r}")

    def sum(self) -> Decimal:
        self.depth += 1
        if self.depth > _DEPTH:
            raise ValueError(f"more than {_DEPTH} levels of brackets")
        result = self.product()
        while operator := self.take("+", "-"):
            operand = self.product()
            result = _CONTEXT.add(result, operand) if operator == "+" else _CONTEXT.subtract(result, operand)
        self.depth -= 1
        return result

    def product(self) -> Decimal:
        result = self.signed()
        while operator := self.take("*", "/", "%", "of"):
            operand = self.signed()
            if operator == "/":
                if not operand:
                    raise ValueError("division by zero")
                result = _CONTEXT.divide(result, operand)
            elif operator == "%":
                result = _CONTEXT.remainder(result, operand)
            else:
                result = _CONTEXT.multiply(result, operand)
        return result

    def signed(self) -> Decimal:
        negative = False
        while sign := self.take("-", "+"):
            negative ^= sign == "-"
        result = self.power()
        return -result if negative else result

    def power(self) -> Decimal:
        base = self.atom()
        while self.next == "%" and not self._starts_operand(self.position + 1):
            self.position += 1
            base = _CONTEXT.divide(base, Decimal(100))
        if self.take("^", "**") is None:
            return base
        self.depth += 1
        if self.depth > _DEPTH:
            raise ValueError(f"more than {_DEPTH} powers of powers")
        exponent = self.signed()
        self.depth -= 1
        return _CONTEXT.power(base, exponent)

    def _starts_operand(self, position: int) -> bool:
        token = self.tokens[position] if position < len(self.tokens) else ""
        return token == "(" or (token[:1].isalnum() and token != "of") or token[:1] == "."

    def atom(self) -> Decimal:
        token = self.next
        if token is None:
            raise ValueError("the expression ends too early")
        self.position += 1
        if token[0].isdigit() or token[0] == ".":
            return _CONTEXT.create_decimal(token)
        if token == "(":
            result = self.sum()
            self.expect(")")
            return result
        if token in _CONSTANTS:
            return _CONSTANTS[token]
        if token in _FUNCTIONS:
            return self.function(token)
        raise ValueError(f"unexpected {token!r}; known are {', '.join([*_FUNCTIONS, *_CONSTANTS])}")

    def function(self, name: str) -> Decimal:
        least, most, run = _FUNCTIONS[name]
        self.expect("(")
        values = [self.sum()]
        while self.take(","):
            values.append(self.sum())
        self.expect(")")
        if not least <= len(values) <= most:
            raise ValueError(f"{name} takes {least} to {most} numbers")
        return run(*values)


def _tokens(expression: str) -> list[str]:
    text = expression.translate(_SPELLINGS).rstrip().removesuffix("=").rstrip()
    found, position = [], 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise ValueError(f"unexpected {text[position:].strip()[:1]!r}")
        found.append(match[1].lower() if match[1][0].isalpha() else match[1])
        position = match.end()
    return found


@tool(DOMAIN, provides="unit_conversion")
def calculate(phone: Phone, expression: Annotated[str, Field(min_length=1, max_length=200)]) -> Json:
    """Work out an arithmetic expression, such as (19.99 * 3) * 15% or round(sqrt(2), 3).

    expression: + - * / ^ % and brackets; sqrt abs round floor ceil min max ln log exp sin cos tan; pi, e.
    """
    try:
        return {"result": number(evaluate(expression))}
    except ValueError as error:
        raise PhoneError(
            Code.INVALID_ARGUMENT, f"expression: {error}", accepted="an expression such as (19.99 * 3) / 2"
        ) from None
