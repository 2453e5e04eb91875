"""Values as an answer says them: times of day, dates and numbers in running text, so that a right value's rivals are found.

Texts come in the form in which they are compared (``verify.plain``). A value is kept with everything that its words may
mean: "9:00" may be in the morning or in the evening, "09:00" and "9 pm" may not.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from harness.contract import ValueKind

NOON = 12 * 60
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_DATE = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?<!\d)\d{4}-(?P<month>\d{1,2})-(?P<day>\d{1,2})(?!\d)",
        r"(?<!\d)(?P<month>\d{1,2})月(?P<day>\d{1,2})[日号]?",
        rf"(?<![\d:.]){_DAY}(?: of)? {_MONTH}\b",
        rf"\b{_MONTH}\.? (?:the )?{_DAY}(?![\d:])",
    )
)
_HALF = r"(?P<half>[ap])\.?m\b"
_TIME = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?<![\d:.])(?P<hour>\d{{1,2}})[:.](?P<minute>\d{{2}}) ?{_HALF}",
        r"(?<![\d:.])(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::\d{2})?(?![\d:])",
        rf"(?<![\d:.])(?P<hour>\d{{1,2}}) ?(?:{_HALF}|o'clock)",
        r"(?<!\d)(?P<hour>\d{1,2})[点时](?:(?P<minute>\d{1,2})分?)?",
    )
)
_NUMBER = (re.compile(r"(?<![a-z0-9_])(?<!\d\.)(?<![a-z_]-)-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d_])"),)

Meanings = frozenset[int] | frozenset[tuple[int, int]] | frozenset[Decimal]


@dataclass(frozen=True)
class Value:
    """One value of a text, as it is written. ``meanings``: minutes of the day, (month, day) pairs, or a number."""

    text: str
    meanings: Meanings

    def agrees(self, known: "Value") -> bool:
        """Whether it may be the known value, or that value rounded."""
        return bool(self.meanings & known.meanings) or any(
            isinstance(mine, Decimal) and isinstance(its, Decimal) and _is_rounded(mine, its)
            for mine in self.meanings
            for its in known.meanings
        )


def values(text: str, kind: ValueKind) -> list[Value]:
    """The values of a kind in a text. The digits of dates and times are no numbers."""
    dates, rest = _take(text, _DATE, _date)
    times, rest = _take(rest, _TIME, _time)
    if kind is ValueKind.NUMBER:
        return _take(rest, _NUMBER, _number)[0]
    return dates if kind is ValueKind.DATE else times


def kind_of(word: str) -> ValueKind | None:
    """The kind of value that a word is as a whole; None for any other text."""
    return next((kind for kind in ValueKind if any(value.text == word for value in values(word, kind))), None)


def _take(
    text: str, patterns: tuple[re.Pattern[str], ...], read: Callable[[re.Match[str]], Meanings]
) -> tuple[list[Value], str]:
    """The values that the patterns find, and the text without them."""
    found: list[Value] = []
    for pattern in patterns:
        for match in pattern.finditer(text):
            if meanings := read(match):
                found.append(Value(match[0], meanings))
        text = pattern.sub(" | ", text)
    return found, text


def _date(match: re.Match[str]) -> Meanings:
    name, day = match["month"], int(match["day"])
    month = int(name) if name.isdecimal() else _MONTHS.index(name[:3]) + 1
    return frozenset({(month, day)} if 1 <= month <= 12 and 1 <= day <= 31 else ())


def _time(match: re.Match[str]) -> Meanings:
    parts = match.groupdict()
    hour, minute, half = int(parts["hour"]), int(parts.get("minute") or 0), parts.get("half")
    if hour > 24 or minute > 59:
        return frozenset[int]()
    if half:
        return frozenset({hour % 12 * 60 + minute + (NOON if half == "p" else 0)})
    now = hour % 24 * 60 + minute
    sure = hour > 12 or parts["hour"].startswith("0")
    return frozenset({now} if sure else {now % NOON, now % NOON + NOON})


def _number(match: re.Match[str]) -> Meanings:
    return frozenset({Decimal(match[0].replace(",", ""))})


def _is_rounded(value: Decimal, exact: Decimal) -> bool:
    """Whether ``value`` is ``exact`` with fewer decimals."""
    exponent = value.as_tuple().exponent
    assert isinstance(exponent, int)  # neither infinity nor NaN can be written in digits
    return 2 * abs(value - exact) <= Decimal(1).scaleb(exponent)
