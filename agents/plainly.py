"""Rows of the phone, and what changed in them, in words: as the command line and the reports show them to people."""

from collections.abc import Iterable, Mapping

from harness.contract import Change, Json
from harness.environments.phone.tables import TABLES

LONGEST = 80
"""Characters of one value in a line about changes."""


def changes_in_words(delta: Iterable[Change]) -> list[str]:
    """What is different on the phone afterwards, one line a row; empty where nothing is.

    Left out is what nobody asks for: ids, when something was done, what is empty in a new row, and what apps announce by
    themselves.
    """
    rows: dict[tuple[str, str], list[Change]] = {}
    for change in delta:
        if change.table != "notifications":
            rows.setdefault((change.table, change.key), []).append(change)
    lines = []
    for (table, key), changes in rows.items():
        identity = next((change for change in changes if change.field == "id"), None)
        told = [change for change in changes if change.field != "id" and not TABLES.is_volatile(table, change.field)]
        place = f"{table}/{key}"
        if identity is None:
            # Where only a time moved, that is the news.
            steps = (f"{item.field} {_short(item.before)} -> {_short(item.after)}" for item in told or changes)
            lines.append(f"{place}: {', '.join(steps)}")
        elif identity.before is None:
            lines.append(f"{place} is new: {_fields((item.field, item.after) for item in told)}".removesuffix(": "))
        else:
            lines.append(f"{place} is gone: {_fields((item.field, item.before) for item in told)}".removesuffix(": "))
    return lines


def row_in_words(row: Mapping[str, Json]) -> str:
    """The fields of a row that say something, one after another."""
    told = {field: value for field, value in row.items() if field != "id" and value not in (None, "", [], {})}
    return ", ".join(f"{field} {value_in_words(value)}" for field, value in told.items())


def value_in_words(value: Json) -> str:
    """One value on one line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return f"[{', '.join(map(value_in_words, value))}]"
    if isinstance(value, dict):
        return f"({row_in_words(value)})"
    return " ".join(str(value).split())


def _fields(told: Iterable[tuple[str, Json]]) -> str:
    return ", ".join(f"{field} {_short(value)}" for field, value in told if value not in (None, "", [], {}))


def _short(value: Json) -> str:
    text = "nothing" if value in (None, "", [], {}) else value_in_words(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ... ({len(text)} characters)"
