"""What a call can do to the world, and what the user must have said before it may: the table ``risk.yaml`` and its reader.

The catalogue gives every tool a class. Here a call is raised above it where it carries other calls in its arguments, such
as the steps of a routine, or lets others in. ``python -m harness.risk`` prints the classes of all tools as a table.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from harness.configs import read_yaml
from harness.contract import Json
from harness.errors import UserError

from .environments.phone.tools import Arguments, Catalogue, Risk, Tool

TABLE = Path(__file__).with_suffix(".yaml")
ORDER = tuple(Risk)
"""The classes, from harmless to final."""
GUARDED = frozenset({Risk.OUTBOUND, Risk.COSTLY, Risk.IRREVERSIBLE})
"""Classes of calls that need the user's word."""
RAISED: Mapping[str, Risk] = {
    "manage_call_forwarding.enable": Risk.OUTBOUND,
    "manage_contact.create": Risk.OUTBOUND,
    "manage_contact.update": Risk.OUTBOUND,
}
"""Calls that can be undone, and yet decide where calls and messages go until they are."""
CARRIERS: Mapping[str, str] = {"manage_routine": "steps"}
"""Tools whose argument holds calls of other tools, each a dict with ``tool`` and ``arguments``."""

DETERMINERS = frozenset(
    "a an the my his her their our your this that these those last latest newest first next any some no every each of in by "
    "from for with unread missed new old which what whose another other it's is was".split()
)
"""After these a word such as "text" is a thing and not an act."""
_AFTERWARDS = re.compile(r"\b(after|before|besides|with) (that|this) $", re.IGNORECASE)
_BEFORE = re.compile(r"([\w'’]+)[\s\"“「]+$")


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Rule(_Strict):
    """What the gate looks at in one kind of call; the fields name arguments, ``risk.yaml`` says which are which."""

    act: str
    thing: str | None = None
    to: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    what: tuple[str, ...] = ()
    sum: tuple[str, ...] = ()


class Words(_Strict):
    """How people say something: verbs and nouns that their neighbour tells apart, and regular expressions."""

    says: str = ""
    verbs: tuple[str, ...] = ()
    nouns: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()

    def found_in(self, text: str, *, inflected: bool = False) -> bool:
        """Whether the text speaks of it; ``inflected`` takes its words in any form and place, as where somebody reports."""
        return any(re.search(phrase, text, re.IGNORECASE) for phrase in self.phrases) or any(
            inflected or _is_thing(text, match) is wants_thing
            for words, wants_thing in ((self.verbs, False), (self.nouns, True))
            for match in _any_of(words, inflected).finditer(text)
        )


class _Table(_Strict):
    calls: dict[str, Rule]
    acts: dict[str, Words]
    things: dict[str, str]
    sources: dict[str, Words]
    neutral: tuple[str, ...]


@dataclass(frozen=True)
class Nested:
    """A call that another one carries in its arguments."""

    name: str
    arguments: Arguments


@cache
def table() -> _Table:
    """The rules as shipped. Raises ``UserError`` for a rule that names no act or thing of the table."""
    found = read_yaml(TABLE, _Table)
    for name, rule in found.calls.items():
        for field, value, known in (("act", rule.act, found.acts), ("thing", rule.thing, found.things)):
            if value is not None and value not in known:
                where = f"{TABLE.name}, calls, {name}, field `{field}`"
                raise UserError(f"there is no {field} {value!r}", where=where, expected=f"one of {', '.join(known)}")
    return found


def rule_of(name: str, arguments: Mapping[str, Json]) -> Rule | None:
    """The rule of a call, for its action or for the whole tool; None for a call that nothing is known of."""
    calls = table().calls
    return calls.get(f"{name}.{arguments.get('action')}") or calls.get(name)


def risk_of(tool: Tool, arguments: Arguments, catalogue: Catalogue) -> Risk:
    """The class of one call: the highest of its own and of those that it carries."""
    own = max(tool.risk_of(arguments), RAISED.get(f"{tool.name}.{arguments.get('action')}", Risk.READ), key=ORDER.index)
    return max([own, *(_nested_risk(call, catalogue) for call in nested(tool.name, arguments))], key=ORDER.index)


def nested(name: str, arguments: Mapping[str, Json]) -> list[Nested]:
    """The calls that a call carries in its arguments."""
    steps = arguments.get(CARRIERS.get(name, ""))
    if not isinstance(steps, list):
        return []
    carried = [step for step in steps if isinstance(step, Mapping)]
    given = [(str(step.get("tool")), step.get("arguments")) for step in carried]
    return [Nested(tool, dict(inner) if isinstance(inner, Mapping) else {}) for tool, inner in given]


def _nested_risk(call: Nested, catalogue: Catalogue) -> Risk:
    inner = catalogue.get(call.name)
    return inner.risk_of(call.arguments) if inner is not None else Risk.READ


# -- what the user must have said


def asks_for(rule: Rule, text: str) -> bool:
    """Whether a text asks for the act of a rule, whatever it is about."""
    return table().acts[rule.act].found_in(text)


def pushes_for(rule: Rule, text: str) -> bool:
    """Whether a text speaks of the act of a rule in any way."""
    return table().acts[rule.act].found_in(text, inflected=True)


def names_thing(rule: Rule, text: str) -> bool:
    """Whether a text names the kind of thing that the act is about; acts that need no thing are content with none."""
    return rule.thing is None or bool(re.search(table().things[rule.thing], text, re.IGNORECASE))


def act_words(rule: Rule) -> frozenset[str]:
    """Words that say what is done and to what kind of thing, and so do not tell one thing from another."""
    return frozenset({*table().acts[rule.act].verbs, *rule.what, rule.thing or ""})


def kind_words(source: str) -> frozenset[str]:
    """Words that say where something lies, and so do not tell one thing there from another."""
    words = table().sources.get(source)
    return frozenset(word.removesuffix("s") for word in words.nouns) if words is not None else frozenset()


def speaks_of(source: str, text: str) -> bool:
    """Whether a text refers to where this tool reads from."""
    words = table().sources.get(source)
    if words is not None:
        return words.found_in(text)
    own = [part for part in source.split("_") if part not in ("get", "manage", "search", "list", "control", "set")]
    return any(re.search(rf"\b{re.escape(part.rstrip('s'))}", text, re.IGNORECASE) for part in own)


@cache
def _any_of(words: tuple[str, ...], inflected: bool) -> re.Pattern[str]:
    """Each of these words with the ending -ing, or any ending; what never matches for none."""
    stems = "|".join(re.escape(word.removesuffix("e") if inflected else word) for word in words)
    endings = "e|s|es|d|ed|ing" if inflected else "ing"
    return re.compile(rf"\b(?:{stems})(?:{endings})?\b" if words else r"(?!)", re.IGNORECASE)


def _is_thing(text: str, match: re.Match[str]) -> bool:
    """Whether an article, a possessive or the like stands before a word; the "that" of "after that" is none."""
    before = _BEFORE.search(_AFTERWARDS.sub("then ", text[: match.start()]))
    word = before[1].casefold().replace("’", "'") if before is not None else ""
    return word in DETERMINERS or (word.endswith(("'s", "s'")) and word != "let's")


# -- the table of the documentation


def as_markdown(catalogue: Catalogue) -> str:
    """Every tool that is no skill loader with the class of its calls; actions of another class stand behind it."""
    lines = ["| tool | class | its actions of another class |", "| --- | --- | --- |"]
    for name in sorted(catalogue):
        tool = catalogue[name]
        if tool.kind == "skill":
            continue
        others = {action: risk for action, risk in tool.risks.items() if risk is not tool.risk}
        others |= {key.partition(".")[2]: risk for key, risk in RAISED.items() if key.partition(".")[0] == name}
        told = ", ".join(f"`{action}` {risk.value}" for action, risk in others.items())
        lines.append(f"| `{name}` | {tool.risk.value} | {told} |")
    return "\n".join(lines)


if __name__ == "__main__":
    from .catalogue import full_catalogue

    print(as_markdown(full_catalogue()))
