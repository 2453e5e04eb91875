"""Tool recall: which tools of the catalogue a request is offered.

Evidence for a tool is the words and phrases by which people ask for it and the shapes of the values they mention, each
weighed by how few tools it speaks for. What speaks for a tool comes from its documentation and from eta's hints. A
second, weaker view compares pieces of words, which forgives slips and inflection. A needed tool that is not offered is
the harness's failure.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from .catalogue import catalogue_for, full_catalogue
from .environments.phone.tools import Catalogue, Tool
from .errors import UserError
from .instructions import Eta, ToolHints

_DAY = r"(mon|tues|wednes|thurs|fri|satur|sun)days?"
_MONTH = r"(january|february|march|april|june|july|august|september|october|november|december)"
_COUNT = r"(\d+|an?|one|two|three|five|ten|twenty|thirty|forty|half an)"
_NUMERAL = "[0-9一二三四五六七八九十两半]"
SHAPES = {
    "@time": rf"\b\d{{1,2}}:\d\d\b|\b\d{{1,2}} ?[ap]m\b|o'clock|half past|quarter (to|past)|\b(at|by|till|until) \d{{1,2}}\b|{_NUMERAL}点",
    "@date": rf"\b20\d\d-\d\d-\d\d\b|\b\d{{1,2}}(st|nd|rd|th)\b|\b{_DAY}\b|\b{_MONTH}\b|\btomorrow\b|月{_NUMERAL}|{_NUMERAL}[号日]|周[一二三四五六日末]|明天|后天",
    "@weekday": rf"\b{_DAY}\b|\b(weekdays|weekends?)\b|\bevery (day|night|morning|evening)\b|周[一二三四五六日末]|工作日|每[天晚]",
    "@duration": rf"\b{_COUNT} ?(s|secs?|seconds?|mins?|minutes?|h|hours?)\b|{_NUMERAL}个?(秒|分钟|小时)",
    "@image": r"\.(jpe?g|png|heic|webp)\b",
    "@document": r"\.(pdf|docx?|xlsx?|pptx?|md|txt|csv)\b",
    "@url": r"https?://|\bwww\.",
    "@email": r"\w@\w",
    "@money": r"\b(usd|eur|gbp|jpy|cny|chf|aud|cad|inr|sek|nok|dkk|pln|czk|krw|sgd|hkd|nzd)\b|[$€£¥₹]|\d\.\d\d\b|\d[块元]",
    "@percent": r"\d ?%|\bpercent\b|百分之",
    "@number": r"\+?\d[\d ]{6,}",
    "@password": r"\b[a-z]+\d{3,}\b",
    "@unit": r"\d ?(km|kilo|mile|mph|feet|foot|ft|inch|yard|met(re|er)|cm|centi|pound|lbs?|kg|ounce|oz|lit|gallon|cups?|acre|degree|°)|英[里尺寸]|公[里斤]|磅",
    "@quote": r"[\"“「].*[\"”」]|: \w",
    "@question": r"[?？]$|^(who|what|when|where|which|how|is|are|do|did|has|have)\b|[吗呢]",
    "@person": r"(?-i:\b[A-Z][a-z]+ [A-Z][a-z]+\b|(?<=[a-z] )[A-Z][a-z]+\b)",
    "@app": r"(?-i:\b[A-Z][a-z]+[A-Z][a-z]+)",
}
"""Shapes of values, as words that hints can name: a time speaks for an alarm or an event, a file name for file tools."""
_SHAPES = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in SHAPES.items()}
_STOP = frozenset(
    "a about ahead also am an and appreciated are as at be been but by can cheers could course dear did do does else for from get go "
    "got had has have he her hey hi him his how i if in into is it its just kindly let listen me much my need not now of off ok okay "
    "on one or our out please quick right set she should so sure than thank thanks that the their them then there these they thing "
    "think this to up us want was we well were what when which who will with would you your".split()
)
"""Words that say nothing alone; in phrases they count."""
_FILLER = _STOP - {"get", "let", "set"} | {"like"}
"""Words that a clause may begin with before it comes to its point."""
_TOKEN = re.compile(r"@[a-z]+|\^|\.\.\.|[a-z]+|\d+|[\u3400-\u9fff]")
_CLAUSE = re.compile(r"[,.;:!?，。；：！？、]+(?=\s|$|[^\x00-\x7f])|\b(?:and|then|but)\b")
_QUOTATION = re.compile(r"[\"“「].*?[\"”」]|(?<!\w)['‘].+?['’](?!\w)")
_JOINED = re.compile(r"(?<![a-z])(wi|e|to)-(?=[a-z])|(?<=\w)['’](?=\w)")
"""What is written in one: Wi-Fi, e-mail, to-do, and apostrophes."""

PLACES = {"hint": 1.0, "phrase": 0.5, "name": 0.5, "summary": 0.3, "argument": 0.2}
"""What a word counts by where it stands: in a hint of its own, within a longer hint, in the documentation."""
PHRASE = 1.5
"""What a whole phrase counts against a word."""
QUOTED = 0.25
"""What words inside quotation marks count: they are usually what to write, not what to do."""
GAP = 4
"""How many words `...` in a phrase stands for at most."""
PIECES = 0.2
"""The share of the view of word pieces."""
FLOOR = 12.0
"""Evidence below which a text is taken to say little, so that its accidents are not blown up."""
HISTORY = 0.8
"""What the text before counts, the one before that half as much, and so on."""
PRIOR = 0.05
"""The head start of tools that are wanted often, for requests that say little."""
LEADERS, COMPANION = 3, 0.6
"""How many of the best tools draw in their companions, and at which share of their own score."""


class Recall:
    """An index over one catalogue. ``top`` is pure: the same text gives the same tools in the same order."""

    def __init__(self, catalogue: Catalogue, eta: Eta) -> None:
        self.names = sorted(catalogue)
        hints = [eta.hints.get(name, ToolHints()) for name in self.names]
        places = {name: index for index, name in enumerate(self.names)}
        self._companions = [[places[name] for name in hint.companions if name in places] for hint in hints]
        self._prior = [PRIOR * (name in eta.settings.recall.common) for name in self.names]
        self._ranking = lru_cache(maxsize=4096)(self._rank)  # an episode that is replayed asks the same again

        words: dict[str, dict[int, float]] = defaultdict(dict)
        phrases: dict[tuple[str, ...], dict[int, float]] = defaultdict(dict)
        pieces: dict[str, dict[int, float]] = defaultdict(dict)
        for index, (name, hint) in enumerate(zip(self.names, hints, strict=True)):
            for place, text in _documentation(catalogue[name], hint):
                for word in _words(text):
                    words[word][index] = max(words[word].get(index, 0.0), PLACES[place])
            thing = _split_name(name).partition(" ")[2] or name  # what the name's verb is about
            for pattern in filter(None, map(_pattern, (thing, *filter(_is_phrase, hint.words)))):
                phrases[pattern][index] = PHRASE
            counts = Counter(piece for _, text in _documentation(catalogue[name], hint) for piece in _pieces(text))
            norm = math.sqrt(sum(count**2 for count in counts.values()))
            for piece, count in counts.items():
                pieces[piece][index] = count / norm
        self._words = {word: self._weighed(found) for word, found in words.items()}
        self._pieces = {piece: self._weighed(found) for piece, found in pieces.items()}
        self._phrases: dict[str, list[tuple[tuple[str, ...], list[tuple[int, float]]]]] = defaultdict(list)
        for pattern, found in phrases.items():
            self._phrases[pattern[0]].append((pattern, self._weighed(found)))

    def _weighed(self, found: Mapping[int, float]) -> list[tuple[int, float]]:
        """Tools with their evidence, which is worth the more the fewer tools share it."""
        rarity = math.log(1 + len(self.names) / sum(found.values()))
        return [(index, value * rarity) for index, value in found.items()]

    def top(self, texts: Sequence[str], count: int, *, among: frozenset[str] | None = None) -> list[str]:
        """The best tools for a request and its history; later texts weigh more."""
        ranked = self._ranking(tuple(texts))
        return [name for name in ranked if among is None or name in among][:count]

    def _rank(self, texts: tuple[str, ...]) -> list[str]:
        scores = list(self._prior)
        for age, text in enumerate(reversed(texts)):
            share = 1.0 if age == 0 else HISTORY / age
            for index, score in enumerate(self._fused(text)):
                scores[index] += share * score
        leaders = sorted(range(len(scores)), key=lambda index: (-scores[index], index))[:LEADERS]
        for score, companions in [(scores[index], self._companions[index]) for index in leaders]:
            for companion in companions:
                scores[companion] = max(scores[companion], COMPANION * score)
        return [self.names[index] for index in sorted(range(len(scores)), key=lambda index: (-scores[index], index))]

    def _fused(self, text: str) -> list[float]:
        """One score a tool, at most about one: words and phrases, and pieces of words."""
        evidence, similar = [0.0] * len(self.names), [0.0] * len(self.names)
        intent, quoted = _QUOTATION.sub(' "" ', text), " ".join(_QUOTATION.findall(text))
        for part, share in ((intent, 1.0), (quoted, QUOTED)):
            for word in sorted({*_words(part), *_shapes(part)}):
                for index, value in self._words.get(word, ()):
                    evidence[index] += share * value
        for found in self._matches(intent):
            for index, value in found:
                evidence[index] += value
        for piece, count in sorted(Counter(_pieces(intent)).items()):
            for index, value in self._pieces.get(piece, ()):
                similar[index] += count * value
        most, nearest = max(FLOOR, *evidence), max(similar) or 1.0
        return [(1 - PIECES) * a / most + PIECES * b / nearest for a, b in zip(evidence, similar, strict=True)]

    def _matches(self, text: str) -> Iterator[list[tuple[int, float]]]:
        """The evidence of every hinted phrase that stands in a text."""
        tokens, starts = _tokens(text)
        for place, token in enumerate(tokens):
            for pattern, found in self._phrases.get(token, ()):
                if _fits(pattern, tokens, place):
                    yield found
            for pattern, found in self._phrases.get("^", ()) if place in starts else ():
                if _fits(pattern[1:], tokens, place):
                    yield found


_INDICES: dict[tuple[int, str], tuple[Catalogue, Recall]] = {}  # holds the catalogue, so that its id stays its own


def recall_for(catalogue: Catalogue, eta: Eta) -> Recall:
    """The index of a catalogue under a configuration, built once a process.

    Raises ``UserError`` when the configuration speaks of what neither this catalogue nor the shipped one has.
    """
    key = (id(catalogue), eta.digest)
    if key not in _INDICES:
        check_hints(
            {*catalogue, *full_catalogue(), *catalogue_for(eta)}, eta
        )  # a backend may offer fewer tools than the hints are about
        _INDICES[key] = (catalogue, Recall(catalogue, eta))
    return _INDICES[key][1]


def check_hints(tools: Collection[str], eta: Eta, folder: Path | None = None) -> None:
    """Raises ``UserError`` when a configuration speaks of a tool or a shape of values that does not exist.

    ``folder`` is where the configuration lies, for the message; without one it names the version.
    """
    home = f"eta {eta.version}, " if folder is None else f"{folder}/"
    settings = eta.settings.recall
    named = [("settings.yaml, field `recall.always`", name) for name in settings.always]
    named += [("settings.yaml, field `recall.common`", name) for name in settings.common]
    for tool, hint in eta.hints.items():
        named += [(f"recall.yaml, field `{tool}`", tool)]
        named += [(f"recall.yaml, field `{tool}.with`", name) for name in hint.companions]
    for place, name in named:
        if name not in tools:
            raise _unknown("tool", name, home + place, tools)
    for tool, hint in eta.hints.items():
        for word in hint.words:
            if word.startswith("@") and word not in SHAPES:
                raise _unknown("shape of values", word, f"{home}recall.yaml, field `{tool}.words`", SHAPES)
            if not word.startswith("@") and not set(_pattern(word)) - {"^", "..."}:
                where = f"{home}recall.yaml, field `{tool}.words`"
                raise UserError(f"`{word}` holds no word", where=where, expected="English or Chinese words")


def _unknown(kind: str, name: str, where: str, known: Iterable[str]) -> UserError:
    near = get_close_matches(name, sorted(known), n=1)
    expected = f"`{near[0]}`, perhaps" if near else f"a {kind} that exists"
    return UserError(f"there is no {kind} `{name}`", where=where, expected=expected)


def _documentation(tool: Tool, hint: ToolHints) -> Iterator[tuple[str, str]]:
    """The texts about a tool, each with its place."""
    yield "name", _split_name(tool.name)
    yield "summary", tool.summary
    properties: Mapping[str, Mapping[str, object]] = tool.parameters["properties"]
    for key, schema in properties.items():
        values = schema.get("enum", ())
        yield "argument", " ".join(map(_split_name, (key, *map(str, values if isinstance(values, list) else ()))))
    for text in hint.words:
        yield "phrase" if _is_phrase(text) else "hint", text


def _split_name(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ")


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    """A word without its ending, alike for copy, copies, copied and copying; shapes stay."""
    if not word.isalpha():
        return word
    for ending in ("ing", "ed", "es", "s", "ly"):
        short = word.removesuffix(ending)
        if short == word or len(short) < 3:
            continue
        if (not short.endswith("s")) if ending == "s" else re.search("[aeiouy]", short):  # VPNs have no vowel
            word = short
            break
    if len(word) > 3:
        word = word.removesuffix("e")
        if word[-1] == word[-2]:
            word = word[:-1]
    return word[:-1] + "y" if word.endswith("i") else word


def _tokens(text: str) -> tuple[list[str], set[int]]:
    """Stems, numbers and Chinese characters, and the places of those that start a clause, courtesies left aside."""
    tokens: list[str] = []
    starts: set[int] = set()
    for clause in _CLAUSE.split(_JOINED.sub(r"\1", text.casefold())):
        found = _TOKEN.findall(clause)
        first = next((place for place, token in enumerate(found) if token not in _FILLER), None)
        if first is not None:
            starts.add(len(tokens) + first)
        tokens += map(_stem, found)
    return tokens, starts


def _words(text: str) -> list[str]:
    """Stems that say something alone, and pairs of Chinese characters."""
    tokens = _TOKEN.findall(_JOINED.sub(r"\1", text.casefold()))
    words = [_stem(token) for token in tokens if token not in _STOP and token.isascii() and not token.isdigit()]
    pairs = [a + b for a, b in pairwise(tokens) if not a.isascii() and not b.isascii()]
    return words + pairs


def _shapes(text: str) -> list[str]:
    return [name for name, pattern in _SHAPES.items() if pattern.search(text)]


def _is_phrase(text: str) -> bool:
    """Several words, the first word of a clause, or Chinese: what must occur as it stands."""
    return " " in text or "^" in text or "-" in text or not text.isascii()


def _pattern(phrase: str) -> tuple[str, ...]:
    return tuple(map(_stem, _TOKEN.findall(_JOINED.sub(r"\1", phrase.casefold()))))


def _fits(pattern: Sequence[str], tokens: Sequence[str], place: int) -> bool:
    """Whether a pattern stands at a place; the first after a gap is taken."""
    slack = 0
    for part in pattern:
        if part == "...":
            slack = GAP
            continue
        window = tokens[place : place + slack + 1]
        if part not in window:
            return False
        place += window.index(part) + 1
        slack = 0
    return True


def _pieces(text: str) -> list[str]:
    """Four letters in a row of each word, its edges included; Chinese characters, alone and in pairs."""
    pieces: list[str] = []
    for word in re.findall(r"[a-z]+|[\u3400-\u9fff]+", text.casefold()):
        if not word.isascii():
            pieces += [*word, *map("".join, pairwise(word))]
        elif word not in _STOP:
            pieces += [f" {word} "[i : i + 4] for i in range(max(1, len(word) - 1))]
    return pieces
