"""Wording: how one request is said in many ways.

A phrasing is a small grammar: ``[a|b|c]`` chooses one branch (a branch may be empty, brackets nest) and ``{slot}`` is
filled in. A phrasing that starts with ``!`` is a command, so "could you" may stand before it. Around the body stand
openers and closers. Training draws from one set of phrasings and surroundings and the held-out splits from another, so
that nothing in a held-out request was ever put that way before.
"""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from harness.errors import UserError


@dataclass(frozen=True, kw_only=True)
class Wording:
    """The phrasings of one family: for training and held out, in English and, where given, in Chinese.

    ``wide`` are further ways to say it that training tasks have beside ``train``; the tests of seen phrasings draw from
    ``train`` alone. A family that is itself held out has only held-out ones.
    """

    train: Sequence[str] = ()
    held: Sequence[str] = ()
    wide: Sequence[str] = ()
    zh_train: Sequence[str] = ()
    zh_held: Sequence[str] = ()
    zh_wide: Sequence[str] = ()

    def bodies(self, language: str, *, held: bool, wide: bool = False) -> Sequence[str]:
        """The phrasings to draw from. Raises ``UserError`` when the family has none in that language."""
        if held:
            found = self.zh_held if language == "zh" else self.held
        else:
            found = self.zh_train if language == "zh" else self.train
        if not found:
            raise UserError(f"the family has no {'held-out ' if held else ''}phrasing in {language!r}")
        if wide and not held:
            return (*found, *(self.zh_wide if language == "zh" else self.wide))
        return found


OPENERS = {
    ("en", False): ("", "", "", "", "Hey, ", "Hi, ", "Please ", "Could you ", "Can you ", "OK, ", "Quick one: ",
                    "I need you to ", "Would you "),
    ("en", True): ("", "", "", "Alright, ", "Listen, ", "When you get a second, ", "One thing: ", "Be a dear and ",
                   "Go ahead and "),
    ("zh", False): ("", "", "", "请", "麻烦", "帮我", "你好，"),
    ("zh", True): ("", "", "劳驾", "给我", "嘿，"),
}  # fmt: skip
CLOSERS = {
    ("en", False): ("", "", "", "", "", " Thanks!", ", please", ", thanks", " Cheers."),
    ("en", True): ("", "", "", "", ", if you would", " Much appreciated.", " That's all."),
    ("zh", False): ("", "", "", "，谢谢", "。"),
    ("zh", True): ("", "", "，拜托了", "，多谢"),
}  # fmt: skip


def compose(
    bodies: Sequence[str], slots: Mapping[str, object], rng: random.Random, *, language: str, held: bool, bare: bool
) -> str:
    """One request. ``bare`` leaves opener and closer away, for follow-ups and words inside a dialogue."""
    pattern = rng.choice(bodies)
    form = _AFTER_A_STOP.sub(lambda found: f"{found[1]}{{{found[2].capitalize()}}}", expand(pattern.removeprefix("!"), rng))
    body = fill(form, {**slots, **{name.capitalize(): _capital(str(value)) for name, value in slots.items()}})
    if bare:
        return body
    quotes = form.endswith(_FREE_TEXT)  # whatever followed would read as a part of the quoted words
    one_sentence = not re.search(r"[.?!]\"?\s+[\w{]", form) and "{rule}" not in form
    commands = pattern.startswith("!") and one_sentence
    openers = [o for o in OPENERS[language, held] if commands or not o.endswith(_BEFORE_A_COMMAND)]
    openers = [o for o in openers if not (quotes and _asks(o))]
    opener = rng.choice(openers)
    polite = "please" in f"{opener}{body}".casefold()
    closers = [c for c in CLOSERS[language, held] if not (polite and "please" in c)]
    closer = "" if quotes else rng.choice(closers)
    if opener and not form.startswith("{") and not re.match(r"I\b|[A-Z]{2}|Wi-Fi|Bluetooth", body):
        body = body[0].lower() + body[1:]
    if _asks(opener):
        closer = "?"
    elif body.endswith(("?", "!", ".", "。", "？")):
        closer = closer if closer.startswith(" ") else ""
    elif closer.startswith(" "):
        closer = "." + closer
    text = opener + body + closer
    if not opener and form.startswith("{") and not form.startswith(_SPOKEN):
        return text
    return _capital(text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _asks(opener: str) -> bool:
    return opener.endswith("you ") and opener != "I need you to "


_BEFORE_A_COMMAND = ("you ", "Please ", "to ", "and ", "请", "麻烦", "帮我", "劳驾", "给我")
_FREE_TEXT = ("{text}", "{content}")
_SPOKEN = ("{on}", "{days}", "{when}", "{nth}", "{length}", "{rule}")
_AFTER_A_STOP = re.compile(r"([.?!]\s+)\{(on|days|when|nth|length|rule)\}")
"""Slots that are plain words and may be capitalised; any other one, such as a file name, is said exactly as it is."""


def expand(pattern: str, rng: random.Random) -> str:
    """Chooses a branch of every bracket, innermost first. Raises ``UserError`` for brackets that do not pair."""
    inner = re.compile(r"\[([^\[\]]*)\]")
    text = pattern
    while match := inner.search(text):
        text = text[: match.start()] + rng.choice(match[1].split("|")) + text[match.end() :]
    if "[" in text or "]" in text:
        raise UserError("a phrasing has a bracket without its partner", where=repr(pattern))
    return re.sub(" {2,}", " ", text).strip()


def fill(text: str, slots: Mapping[str, object]) -> str:
    """Fills the slots. Raises ``UserError`` that names a slot without a value."""
    try:
        return text.format(**slots)
    except KeyError as error:
        raise UserError(f"slot {error} has no value", where=repr(text), expected=f"one of {sorted(slots)}") from None
