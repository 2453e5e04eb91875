"""On which dates something repeats."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Literal

Repeat = Literal["never", "daily", "weekdays", "weekly", "biweekly", "monthly", "yearly"]

_LAST = date(2199, 12, 31)


def dates(first: date, repeat: str, start: date, until: date | None = None) -> Iterator[date]:
    """The dates from ``start`` on, ascending, of a series that begins at ``first``; ``until`` is its last day.

    A month or year without that day of the month is skipped, as calendars do (RFC 5545).
    """
    last = min(until or _LAST, _LAST)
    day = max(first, start)
    if repeat == "never":
        if start <= first <= last:
            yield first
    elif repeat in ("monthly", "yearly"):
        step = 1 if repeat == "monthly" else 12
        months = (day.year - first.year) * 12 + day.month - first.month
        months -= months % step
        while True:
            year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
            if year > last.year:
                return
            months += step
            found = _date_or_none(year, month + 1, first.day)
            if found is not None and found > last:
                return
            if found is not None and found >= day:
                yield found
    else:
        step = {"weekly": 7, "biweekly": 14}.get(repeat, 1)
        day += timedelta(days=-(day - first).days % step)
        while day <= last:
            if repeat != "weekdays" or day.weekday() < 5:
                yield day
            day += timedelta(days=step)


def _date_or_none(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def add_months(day: date, months: int) -> date:
    """The same day that many months later, or the last day of that month. Raises ``ValueError`` beyond year 9999."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    for shorter in range(4):
        found = _date_or_none(year, month + 1, day.day - shorter)
        if found is not None:
            return found
    raise ValueError(f"no such month: {year}-{month + 1}")


def add_workdays(day: date, amount: int) -> date:
    """The date that many Mondays to Fridays after (or before) ``day``."""
    weeks, rest = divmod(abs(amount), 5)
    direction = 1 if amount >= 0 else -1
    if amount and day.weekday() >= 5:  # from a weekend, counting starts at its near edge
        day += timedelta(days=4 - day.weekday() if direction > 0 else 7 - day.weekday())
    day += timedelta(weeks=weeks) * direction
    while rest:
        day += timedelta(days=direction)
        rest -= day.weekday() < 5
    return day


def count_workdays(start: date, end: date) -> int:
    """How many Mondays to Fridays lie after ``start`` and up to ``end``; negative when ``end`` comes first."""
    if end < start:
        return -count_workdays(end, start)
    weeks, rest = divmod((end - start).days, 7)
    return weeks * 5 + sum((start + timedelta(days=weeks * 7 + ahead)).weekday() < 5 for ahead in range(1, rest + 1))
