"""Episodes about things that nobody has heard of: other words in the place of an episode's names, titles and places.

The training pools hold some thousand words, and titles are put together from far fewer. A small model learns those by
heart and then cuts a stranger short: asked for an alarm called "important pottery", it writes "pottery". What has to be
learned is to copy, so a share of the episodes gets words drawn from the whole lexicon or made up. Words that only
held-out pools have are never drawn.
"""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from bench import entities
from bench.draw import pool_of

from . import lexicon

Message = dict[str, Any]
KEPT = 0.15
"""Share of an episode's words that stay what they are."""
INVENTED = 0.25
"""Share of the new words that are made up from syllables."""
SHORTEST = 3
"""Letters of the shortest word that is replaced: ids of rows begin with two."""
_NAMES = re.compile(r'"(?:title|name|artist|place|text|listName|location)": "([^"]*)"')
"""What results call things by."""
_WORD = re.compile(rf'[A-Za-z]{{{SHORTEST},}}(?!":)')


@cache
def _pools() -> tuple[frozenset[str], frozenset[str]]:
    """The words of training entities, and those that only held-out entities have."""
    train: set[str] = set()
    held: set[str] = set()
    for name, entries in vars(entities).items():
        if name.isupper() and isinstance(entries, tuple):
            for entry in entries:
                words = {word.casefold() for word in _WORD.findall(entry)}
                (train if pool_of(entry) == "train" else held).update(words)
    return frozenset(train), frozenset(held - train)


@cache
def _known() -> tuple[str, ...]:
    """Common words that may stand for an entity."""
    _, held = _pools()
    usual = (word for word in lexicon.common_words() if word.isascii() and word.isalpha() and word.islower())
    return tuple(sorted({word for word in usual if len(word) >= SHORTEST and word not in held}))


def other_entities(messages: Sequence[Mapping[str, Any]], rng: random.Random) -> list[Mapping[str, Any]]:
    """The same conversation about other things: words of entities that a user says and a call or a result has
    too are replaced.

    Words that a signature lists among its options stay, and so do the names of fields.
    """
    train, _ = _pools()
    system = str(messages[0]["content"])
    said = _words(str(message["content"]) for message in messages if message["role"] == "user")
    passed = _words(text for message in messages for call in message.get("tool_calls") or () for text in _texts(call))
    results = (str(message["content"]) for message in messages if message["role"] == "tool")
    passed |= _words(name for text in results for name in _NAMES.findall(text))
    options = _words(re.findall(r":([\w|-]+\|[\w|-]+)", system))
    others = {word: _other(rng) for word in sorted((said & passed & train) - options) if rng.random() >= KEPT}

    def replace(found: re.Match[str]) -> str:
        word, other = found[0], others.get(found[0].casefold())
        return word if other is None else other.capitalize() if word[0].isupper() else other

    def change(value: Any) -> Any:
        if isinstance(value, str):
            return _WORD.sub(replace, value)
        if isinstance(value, list):
            return [change(item) for item in value]
        if isinstance(value, dict):
            return {name: change(item) for name, item in value.items()}
        return value

    changed: list[Mapping[str, Any]] = []
    for message in messages:
        new = {name: value if name in ("role", "tool_call_id") else change(value) for name, value in message.items()}
        if message["role"] == "system":
            head, mark, tail = system.partition("Tools:\n")
            new["content"] = change(head) + mark + tail
        if message.get("tool_calls"):
            new["tool_calls"] = [_with_arguments(call, change(_arguments(call))) for call in message["tool_calls"]]
        changed.append(new)
    return changed


def _other(rng: random.Random) -> str:
    return lexicon.invented(rng).casefold() if rng.random() < INVENTED else rng.choice(_known())


def _words(texts: Iterator[str] | Sequence[str]) -> set[str]:
    return {word.casefold() for text in texts for word in re.findall(r"[A-Za-z]+", text)}


def _texts(call: Mapping[str, Any]) -> Iterator[str]:
    """Every text among the arguments of a call."""

    def within(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict | list):
            for item in value.values() if isinstance(value, dict) else value:
                yield from within(item)

    return within(_arguments(call))


def _arguments(call: Mapping[str, Any]) -> Any:
    return call["function"]["arguments"]


def _with_arguments(call: Mapping[str, Any], arguments: Any) -> Message:
    return {**call, "function": {**call["function"], "arguments": arguments}}
