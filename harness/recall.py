"""Tool recall: which tools of the catalogue a request is offered.

Two views are fused: words (BM25 over name, summary, arguments and aliases) and pieces of words (cosine over character
n-grams, which forgives inflection and joins Chinese). A needed tool that is not offered is the harness's failure.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from .environments.phone.tools import Catalogue, Tool
from .instructions import Eta, ToolHints

_WORD = re.compile(r"[a-z]+|\d+|[\u3400-\u9fff]")
_SUFFIX = re.compile(r"(ing|ers|er|ed|es|s|e|ly)$")
_STOP = frozenset(
    "a an and are as at be but by can could do does for from get have how i if in into is it its just let me my need not of off on or "
    "our out please set so tell than that the their them then there these they this to up us want was what when which who will with "
    "would you your".split()
)
BM25_SHARE = 0.7
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
        scores = [0.0] * len(self.names)
        for age, text in enumerate(reversed(texts)):
            share = 1.0 if age == 0 else 0.4 / age
            for index, score in enumerate(self._fused(text)):
                scores[index] += share * score
        for index, score in sorted(enumerate(list(scores)), key=lambda pair: -pair[1])[:LEADERS]:
            for companion in self._companions[index]:
                scores[companion] = max(scores[companion], COMPANION * score)
        order = sorted(range(len(self.names)), key=lambda index: (-scores[index], self.names[index]))
        return [self.names[i] for i in order if among is None or self.names[i] in among][:count]

    def _fused(self, text: str) -> list[float]:
        lexical, shape = [0.0] * len(self.names), [0.0] * len(self.names)
        for word in sorted(set(_words(text))):
            for index, score in self._postings.get(word, ()):
                lexical[index] += score
        grams = Counter(_grams(text))
        for gram, count in sorted(grams.items()):
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
    return words + [a + b for a, b in zip(cjk, cjk[1:], strict=False)]


def _grams(text: str) -> list[str]:
    pieces = []
    for token in re.findall(r"[a-z]+|[\u3400-\u9fff]+", text.casefold()):
        if token in _STOP:
            continue
        padded = f" {token} "
        size = 4 if token.isascii() else 2
        pieces += [padded[i : i + size] for i in range(max(1, len(padded) - size + 1))]
    return pieces
