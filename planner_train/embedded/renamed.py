"""Episodes of the training families as other phones would have them: every tool, argument and option has another name.

The base should already copy a stranger's name out of a sentence, turn "quarter past ten" into a time, read ids out of
results and end with a report. Training families show all that; what this phone's tools are called is what the cold start is
there to teach. Most episodes come from one of a few made-up makers, whose names for things stay the same, so that what a
request calls for can be learned; in the others every name is new, so that a signature has to be read. Only the train split
is drawn from: its families, its phrasings, its entities.
"""

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from bench.scenario import Family, build
from bench.suite import families_of
from harness.catalogue import Catalogue, full_catalogue
from harness.contract import Language, Split, Task, Witness
from harness.environments.phone.environment import PhoneEnvironment
from harness.errors import UserError
from harness.instructions import load
from harness.policy import WitnessPolicy
from harness.rollout import Start, rollout

from . import lexicon
from .entities import other_entities

Message = dict[str, Any]
CHUNK = 64
MAKERS = 6
"""How many made-up makers there are."""
STRANGERS = 0.25
"""Share of the episodes in which every name is new."""
SPARED = (0, 1, 2, 3, 4, 6, 8, 13)
"""How many tools beside the called ones an episode may offer; each as likely as another."""

Namer = Callable[[str], str]
"""Another word for a name of this phone; the same word for the same name."""
_SIGNATURE = re.compile(r"^([\w-]+)\((.*)\)$", re.MULTILINE)
_ARGUMENT = re.compile(r"(\w+)(\??)(?::([^,\[\]]+|\[[^\]]*\]))?(?:, |$)")


def renamed_episodes(
    rng: random.Random,
    seed: int,
    often: Mapping[str, float] | None = None,
    others: float = 0.0,
    makers: int = MAKERS,
    chinese: float = 1.0,
) -> Iterator[tuple[list[Message], int]]:
    """Endless solved episodes, each with the number of messages before the planner acts. Draws depend on ``rng`` only.

    ``often``: families that come so many times as often as one that is not named. ``others``: the share of the episodes that
    get other entities as well. ``makers``: how many of the makers' phones are met. ``chinese``: the share of the Chinese
    tasks that is kept.
    """
    catalogue, eta, families = full_catalogue(), load(), families_of(Split.TRAIN)
    shares = [(often or {}).get(item.name, 1.0) for item in families]
    while True:
        drawn = rng.choices(families, shares, k=CHUNK)
        chosen = [(item, 10_000 + rng.randrange(1 << 30)) for item in drawn]
        pairs = [pair for item, number in chosen for pair in _proven(item, number, catalogue, seed)]
        pairs = [pair for pair in pairs if pair[0].language is not Language.CHINESE or rng.random() < chinese]
        policy = WitnessPolicy({witness.task_id: witness for _, witness in pairs})
        starts = [Start(task) for task, _ in pairs]
        for made in rollout(starts, policy, environment=lambda: PhoneEnvironment(catalogue), eta=eta, live=CHUNK):
            if made.verification.success:
                namer = _stranger(rng) if rng.random() < STRANGERS else _maker(rng.randrange(makers), seed)
                messages: Sequence[Mapping[str, Any]] = _fewer_tools(made.messages, rng)
                if others and rng.random() < others:
                    messages = other_entities(messages, rng)
                yield rename(messages, namer), made.prompt


def _proven(item: Family, number: int, catalogue: Catalogue, seed: int) -> list[tuple[Task, Witness]]:
    """The task of a draw with its witness; nothing where the draw came out so that the witness fails."""
    try:
        return [build(item, number, catalogue, seed=seed)]
    except UserError:
        return []


def _maker(number: int, seed: int) -> Namer:
    """A made-up maker's names: they depend on the seed, the maker and the name only."""
    return lambda name: _word(random.Random(f"{seed}/maker/{number}/{name}"))


def _stranger(rng: random.Random) -> Namer:
    """New names, drawn as they are asked for."""
    known: dict[str, str] = {}
    return lambda name: known.setdefault(name, _word(rng))


def _fewer_tools(messages: Sequence[Mapping[str, Any]], rng: random.Random) -> list[Message]:
    """Keeps the called tools and a few others, so that most episodes are short."""
    called = {call["function"]["name"] for message in messages for call in message.get("tool_calls") or ()}
    head, _, tail = str(messages[0]["content"]).partition("Tools:\n")
    lines = tail.split("\n")
    others = [line for line in lines if line.split("(")[0] not in called]
    spared = set(rng.sample(others, min(len(others), rng.choice(SPARED))))
    kept = [line for line in lines if line.split("(")[0] in called or line in spared]
    return [{**messages[0], "content": head + "Tools:\n" + "\n".join(kept)}, *map(dict, messages[1:])]


def rename(messages: Sequence[Mapping[str, Any]], namer: Namer) -> list[Message]:
    """The same conversation under other names of tools, arguments and enumerated values."""
    names: dict[str, str] = {}
    arguments: dict[str, dict[str, str]] = {}
    values: dict[str, dict[str, dict[str, str]]] = {}

    def signature(match: re.Match[str]) -> str:
        tool = match[1]
        names.setdefault(tool, namer(tool) + "_" + namer(tool + "()"))
        mine, enums = arguments.setdefault(tool, {}), values.setdefault(tool, {})
        parts = []
        for name, optional, kind in _ARGUMENT.findall(match[2]):
            mine.setdefault(name, namer(f"{tool}.{name}") + namer(name).capitalize())
            if "|" in kind and not kind.startswith("["):
                known = enums.setdefault(name, {})
                for value in kind.split("|"):
                    known.setdefault(value, namer(f"{tool}.{name}={value}"))
                kind = "|".join(known[value] for value in kind.split("|"))
            parts.append(f"{mine[name]}{optional}{':' + kind if kind else ''}")
        return f"{names[tool]}({', '.join(parts)})"

    changed: list[Message] = []
    for message in messages:
        new = dict(message)
        if message["role"] in ("system", "user"):
            new["content"] = _SIGNATURE.sub(signature, str(message["content"]))
        changed.append(new)
    for new, message in zip(changed, messages, strict=True):  # a result may name tools before their lines come
        if message.get("tool_calls"):
            new["tool_calls"] = [_call(call, names, arguments, values) for call in message["tool_calls"]]
        if message["role"] == "tool":
            new["content"] = _mentions(str(message["content"]), names)
    return changed


def _call(
    call: Mapping[str, Any],
    names: Mapping[str, str],
    arguments: Mapping[str, Mapping[str, str]],
    values: Mapping[str, Mapping[str, Mapping[str, str]]],
) -> Message:
    tool = call["function"]["name"]
    given = {}
    for name, value in call["function"]["arguments"].items():
        enum = values.get(tool, {}).get(name, {})
        given[arguments.get(tool, {}).get(name, name)] = enum.get(value, value) if isinstance(value, str) else value
    return {**call, "function": {"name": names.get(tool, tool), "arguments": given}}


def _mentions(text: str, names: Mapping[str, str]) -> str:
    for old, new in names.items():
        text = text.replace(f'"{old}"', f'"{new}"')
    return text


def _word(rng: random.Random) -> str:
    return rng.choice(WORDS)


WORDS = tuple(sorted({word for word in lexicon.common_words() if word.isascii() and word.isalpha() and word.islower()}))
