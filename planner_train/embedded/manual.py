"""Exercises with the phone's manual: a tool named outright, or by its line in the manual, is to be called with given values.

They teach how the phone's tools and their arguments are called and written, and nothing of what people want from a phone: no
request of any family is in them. Without them the cold start spends most of its steps on spelling names.
"""

import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from harness.catalogue import full_catalogue
from harness.environments.phone.tools import Tool

from . import lexicon
from .episodes import Message, call_message, system_text
from .values import spoken

NAMED = ("Call {tool}: {values}", "{tool} with {values}", "Use {tool}, {values}", "{tool}, {values}", "Now {tool}: {values}")
TOLD = (
    "{line} With {values}",
    "Which tool is it: {line} Call it with {values}",
    "{values}. {line}",
    "Manual: {line} Here: {values}",
)
MOST_ARGUMENTS = 5


@cache
def _tools() -> tuple[Tool, ...]:
    return tuple(item for item in full_catalogue().values() if all(map(_is_plain, item.parameters["properties"].values())))


def _is_plain(schema: Mapping[str, Any]) -> bool:
    return schema.get("type") != "array" or schema["items"].get("type") == "string"


def manual_exercise(rng: random.Random, most_tools: int) -> list[Message]:
    """A short conversation that ends with the call."""
    tools = rng.sample(_tools(), rng.randint(2, most_tools))
    target = tools[0]
    now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=rng.randrange(60 * 24 * 700))
    lines = sorted(tool.signature for tool in tools)
    values = _values(target, rng)
    said = ", ".join(f"{name if rng.random() < 0.5 else spoken(name)} {_say(value)}" for name, value in values.items())
    pattern = rng.choice(NAMED if rng.random() < 0.5 else TOLD)
    request = pattern.format(tool=target.name, line=target.summary, values=said or "nothing else")
    return [
        {"role": "system", "content": system_text(rng, now, lines)},
        {"role": "user", "content": request},
        call_message(f"{target.name} does that.", [(target.name, values)]),
    ]


def _values(tool: Tool, rng: random.Random) -> dict[str, Any]:
    """Required arguments and some others, in the order of the signature."""
    required = tool.parameters.get("required", [])
    free = [name for name in tool.parameters["properties"] if name not in required]
    room = max(0, MOST_ARGUMENTS - len(required))
    taken = {*required, *rng.sample(free, rng.randint(0, min(room, len(free))))}
    return {name: _value(name, schema, rng) for name, schema in tool.parameters["properties"].items() if name in taken}


def _value(name: str, schema: Mapping[str, Any], rng: random.Random) -> Any:
    if "enum" in schema:
        return rng.choice(schema["enum"])
    kind = schema.get("type")
    if kind == "boolean":
        return rng.random() < 0.5
    if kind in ("integer", "number"):
        low = int(schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1))
        high = int(min(schema.get("maximum", low + 900), low + 900))
        return rng.randint(low, high) if kind == "integer" else round(rng.uniform(low, high), 2)
    if kind == "array":
        choices = schema["items"].get("enum")
        count = rng.randint(1, 3)
        return sorted(rng.sample(choices, count), key=choices.index) if choices else [_text(name, rng) for _ in range(count)]
    return _text(name, rng)


def _text(name: str, rng: random.Random) -> str:
    ending = name.casefold()
    if ending.endswith("id") or ending == "occurrence":
        letters = rng.choice("abcdefghijklmnop") + rng.choice("cdlmnrstvxz")
        return f"{letters}_{''.join(rng.choices('abcdefghijkmnpqrstuvwxyz23456789', k=4))}"
    if ending in ("start", "end", "sendat", "until"):
        return f"{_day(rng)}T{_hour(rng)}"
    if ending.endswith("date") or ending == "date":
        return _day(rng)
    if ending.endswith("time"):
        return _hour(rng)
    if ending in ("number", "callnumber"):
        return lexicon.phone_number(rng)
    if ending in ("pin", "newpin", "currentcode", "newcode"):
        return "".join(rng.choices("0123456789", k=rng.choice((4, 6))))
    makers = (lexicon.title, lexicon.person, lexicon.place, lexicon.sentence, lexicon.word, lexicon.file_name)
    return rng.choice(makers)(rng)


def _day(rng: random.Random) -> str:
    return f"2026-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"


def _hour(rng: random.Random) -> str:
    return f"{rng.randint(0, 23):02d}:{rng.choice(range(0, 60, 5)):02d}"


def _say(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, list) else str(value)
