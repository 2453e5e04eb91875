"""Tool recall: which tools of the catalogue a request is offered.

Two views are fused: words (BM25 over name, summary, arguments and aliases) and pieces of words (cosine over character
n-grams, which forgives inflection and joins Chinese). A needed tool that is not offered is the harness's failure.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from .environments.phone.tools import Catalogue, Tool
from .instructions import Eta, ToolHints

_WORD = re.compile(r"@[a-z]+|[a-z]+|\d+|[\u3400-\u9fff]")
_QUOTATION = re.compile(r"[\"“「].*?[\"”」]")
SHAPES = {
    "@time": re.compile(r"\b\d{1,2}:\d\d\b|\b\d{1,2} ?[ap]m\b|o'clock|\d点|half past|quarter (to|past)", re.IGNORECASE),
    "@date": re.compile(
        r"\b20\d\d-\d\d-\d\d\b|\d月\d|\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b|\btomorrow\b"
        r"|\b(january|february|march|april|june|july|august|september|october|november|december)\b|周[一二三四五六日]|明天",
        re.IGNORECASE,
    ),
    "@image": re.compile(r"\.(jpe?g|png|heic|webp)\b", re.IGNORECASE),
    "@document": re.compile(r"\.(pdf|docx?|xlsx?|pptx?|md|txt|csv)\b", re.IGNORECASE),
    "@money": re.compile(r"\b(USD|EUR|GBP|JPY|CNY|CHF|AUD|CAD|INR|SEK|NOK|DKK|PLN|CZK|KRW|SGD|HKD|NZD)\b|[$€£¥₹]"),
    "@percent": re.compile(r"\d ?%|\bpercent\b|百分之"),
    "@number": re.compile(r"\+?\d[\d ]{6,}"),
}
"""Shapes of values, as words that hints can name: a time speaks for an alarm or an event, a file name for file tools."""
_TOKEN = re.compile(r"[^\W_]+")
_SUFFIX = re.compile(r"(ing|ers|er|ed|es|s|e|ly)$")
_STOP = frozenset(
    "also appreciated cheers course dear else go hey hi kindly listen much now ok okay please quick right sure thank thanks think "
    "a an and are as at be but by can could do does for from get have how i if in into is it its just let me my need not of off on or "
    "our out please set so tell than that the their them then there these they this to up us want was what when which who will with "
    "would you your".split()
)
BM25_SHARE = 0.85
PHRASE = 3.0
"""What a whole phrase of people's words adds to a tool's words."""
PRIOR = 0.1
"""The head start of tools that are wanted often, for requests that say little."""
QUOTED = 0.25
"""What words inside quotation marks count: they are usually what to write, not what to do."""
_K1, _B = 1.2, 0.5
LEADERS, COMPANION = 4, 0.8
"""How many of the best tools draw in their companions, and at which share of their own score."""


class Recall:
    """An index over one catalogue. ``top`` is pure: the same text gives the same tools in the same order."""

    def __init__(self, catalogue: Catalogue, eta: Eta) -> None:
        self.names = list(catalogue)
        hints = [eta.hints.get(name, ToolHints()) for name in self.names]
        documents = [_document(catalogue[name], hint.words) for name, hint in zip(self.names, hints, strict=True)]
        places = {name: index for index, name in enumerate(self.names)}
        self._companions = [[places[name] for name in hint.companions if name in places] for hint in hints]
        self._prior = [PRIOR * (name in eta.settings.recall.common) for name in self.names]
        self._ranking = lru_cache(maxsize=4096)(self._rank)  # an episode that is replayed asks the same again
        self._phrases = [
            (phrase.casefold(), index) for index, hint in enumerate(hints) for phrase in hint.words if _is_phrase(phrase)
        ]
        words = [Counter(_words(text)) for text in documents]
        mean = sum(sum(item.values()) for item in words) / len(words)
        present = Counter(word for item in words for word in item)
        self._postings: dict[str, list[tuple[int, float]]] = {}
        for index, item in enumerate(words):
            length = _K1 * (1 - _B + _B * sum(item.values()) / mean)
            for word, count in item.items():
                idf = math.log(1 + (len(words) - present[word] + 0.5) / (present[word] + 0.5))
                self._postings.setdefault(word, []).append((index, idf * count * (_K1 + 1) / (count + length)))
        grams = [Counter(_grams(text)) for text in documents]
        spread = Counter(gram for item in grams for gram in item)
        self._weight = {gram: math.log(1 + len(grams) / count) for gram, count in spread.items()}
        self._grams: dict[str, list[tuple[int, float]]] = {}
        for index, item in enumerate(grams):
            norm = math.sqrt(sum((count * self._weight[gram]) ** 2 for gram, count in item.items())) or 1.0
            for gram, count in item.items():
                self._grams.setdefault(gram, []).append((index, count * self._weight[gram] / norm))

    def top(self, texts: Sequence[str], count: int, *, among: frozenset[str] | None = None) -> list[str]:
        """The best tools for a request and its history; later texts weigh more."""
        ranked = self._ranking(tuple(texts))
        return [name for name in ranked if among is None or name in among][:count]

    def _rank(self, texts: tuple[str, ...]) -> list[str]:
        scores = list(self._prior)
        for age, text in enumerate(reversed(texts)):
            share = 1.0 if age == 0 else 0.4 / age
            for index, score in enumerate(self._fused(text)):
                scores[index] += share * score
        leaders = sorted(range(len(scores)), key=lambda index: (-scores[index], self.names[index]))[:LEADERS]
        for score, companions in [(scores[index], self._companions[index]) for index in leaders]:
            for companion in companions:
                scores[companion] = max(scores[companion], COMPANION * score)
        order = sorted(range(len(self.names)), key=lambda index: (-scores[index], self.names[index]))
        return [self.names[index] for index in order]

    def _fused(self, text: str) -> list[float]:
        """One score a tool, at most one: words and phrases, and the shapes of words."""
        lexical, shape = [0.0] * len(self.names), [0.0] * len(self.names)
        intent, quoted = _apart(text)
        for words, share in ((intent, 1.0), (quoted, QUOTED)):
            for word in sorted(set(_words(words))):
                for index, score in self._postings.get(word, ()):
                    lexical[index] += share * score
        padded = " " + " ".join(_TOKEN.findall(intent.casefold())) + " "
        for phrase, index in self._phrases:
            if (f" {phrase} " if phrase.isascii() else phrase) in padded:
                lexical[index] += PHRASE
        for gram, count in sorted(Counter(_grams(intent)).items()):
            for index, score in self._grams.get(gram, ()):
                shape[index] += count * self._weight[gram] * score
        top_lexical, top_shape = max(lexical) or 1.0, max(shape) or 1.0
        return [
            BM25_SHARE * a / top_lexical + (1 - BM25_SHARE) * b / top_shape for a, b in zip(lexical, shape, strict=True)
        ]


_INDICES: dict[tuple[int, str], tuple[Catalogue, Recall]] = {}  # holds the catalogue, so that its id stays its own


def recall_for(catalogue: Catalogue, eta: Eta) -> Recall:
    """The index of a catalogue under a configuration, built once a process."""
    key = (id(catalogue), eta.digest)
    if key not in _INDICES:
        _INDICES[key] = (catalogue, Recall(catalogue, eta))
    return _INDICES[key][1]


def recalled(needed: Iterable[str], offered: Iterable[str]) -> bool:
    """Whether every needed tool was offered."""
    return set(needed) <= set(offered)


def _document(tool: Tool, aliases: Sequence[str]) -> str:
    name = _split_name(tool.name)
    properties: Mapping[str, Mapping[str, object]] = tool.parameters["properties"]
    arguments = " ".join(f"{_split_name(key)} {_enum_text(schema)}" for key, schema in properties.items())
    return " ".join((name, name, tool.summary, tool.domain, arguments, *aliases, *aliases))


def _enum_text(schema: Mapping[str, object]) -> str:
    values = schema.get("enum", ())
    return " ".join(_split_name(str(value)) for value in values) if isinstance(values, list) else ""


def _split_name(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ")


@lru_cache(maxsize=20_000)
def _stem(word: str) -> str:
    return _SUFFIX.sub("", word) if len(word) > 4 else word


def _words(text: str) -> list[str]:
    tokens = _WORD.findall(text.casefold())
    words = [_stem(token) for token in tokens if token not in _STOP and not token.isdigit()]
    cjk = [token for token in tokens if "\u3400" <= token <= "\u9fff"]
    return words + [a + b for a, b in pairwise(cjk)] + [name for name, pattern in SHAPES.items() if pattern.search(text)]


def _is_phrase(text: str) -> bool:
    """Several words, or more than one Chinese character: what must occur as it stands."""
    return " " in text or (not text.isascii() and len(text) > 1)


def _apart(text: str) -> tuple[str, str]:
    """A request without and with only what stands in quotation marks."""
    quoted = " ".join(match[0] for match in _QUOTATION.finditer(text))
    return _QUOTATION.sub(" ", text), quoted


def _grams(text: str) -> list[str]:
    pieces = []
    for token in re.findall(r"[a-z]+|[\u3400-\u9fff]+", text.casefold()):
        if token in _STOP:
            continue
        padded = f" {token} "
        size = 4 if token.isascii() else 2
        pieces += [padded[i : i + size] for i in range(max(1, len(padded) - size + 1))]
    return pieces
