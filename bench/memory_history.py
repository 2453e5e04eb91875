"""How a growing history hurts who reads it whole, and how little who remembers: the same reader with both.

A made-up history mentions facts about people among small talk that names the same people; a quarter of the facts change
later. Questions ask for what holds last. The reader is fixed and plain: it takes the passage that shares the most with the
question, the later one among about equals, and is right if the value stands in it. It reads either the end of the history,
as much as its window holds, or what the memory recalls, which is never more than the window; reading the whole history
without any window shows what the reader itself could do.
"""

import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from harness.memory.embedding import Embedder
from harness.memory.operations import Write
from harness.memory.record import Scope, Source
from harness.memory.search import Bm25
from harness.memory.store import MemoryStore

from .statistics import Estimate, mean_estimate, paired_difference

WINDOW = 2_000
"""Words that the reader sees at once; a Chinese character is a word."""
SIZES = (100, 300, 1_000, 3_000, 10_000)
QUESTIONS = 200
SESSION = 40
_READER = Scope("reader")
_ALIKE = 0.9
"""Passages with more than this part of the best score are about equal to it."""

_PEOPLE = (
    "Ida Tom Bea Karl Nora Finn Greta Hugo Ines Jonas Kira Liam Mona Nils Olga Piet Rosa Sven Tilda Uwe Vera Walt Yara Zeno "
    "Amal Boris Celia Dario Edith Farid"
).split()
_PEOPLE_ZH = "李伟 王芳 张敏 刘洋 陈静 杨帆 赵磊 黄丽 周杰 吴倩".split()
_TOWNS = "Leeds Bath Oslo Turin Ghent Porto Krakow Graz Lyon Malmo Cork Split Basel Bruges Siena".split()
_TOWNS_ZH = "杭州 苏州 成都 厦门 青岛 大理 桂林 扬州 洛阳 昆明".split()
_THINGS = "lamp kettle ladder bicycle curtain piano printer tent suitcase hammock jigsaw kite teapot rucksack canoe".split()
_DEEDS = "repaired borrowed painted sold found lost carried photographed hid cleaned measured wrapped".split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
_MOODS = "old green heavy borrowed broken tiny expensive noisy dusty favourite".split()


@dataclass(frozen=True)
class _Attribute:
    """What can be true of a person: how it is asked, said first, said when it changes, and its values."""

    asked: str
    said: tuple[str, ...]
    changed: tuple[str, ...]
    values: tuple[str, ...]


_ATTRIBUTES = (
    _Attribute(
        "Who is {p}'s dentist?", ("{p}'s dentist is Dr {v}", "{p} has Dr {v} as a dentist"),
        ("{p} has a new dentist, Dr {v}", "{p}'s dentist is Dr {v} now"),
        ("Hale", "Lund", "Moss", "Quill", "Rowe", "Stark", "Thorne", "Vance"),
    ),
    _Attribute(
        "Which town does {p} live in?", ("{p} lives in {v}", "{p} told me she has a flat to live in, in {v}"),
        ("{p} moved, she lives in {v} now",), tuple(_TOWNS),
    ),
    _Attribute(
        "What car does {p} drive?", ("{p} drives a {v}", "The car that {p} drives is a {v}"),
        ("{p} drives another car now, a {v}",), ("Mini", "Panda", "Volvo", "Beetle", "Tesla", "Skoda", "Twingo"),
    ),
    _Attribute(
        "What is {p}'s cat called?", ("{p}'s cat is called {v}", "The cat at {p}'s place is called {v}"),
        ("{p} has a new cat, it is called {v}",), ("Miso", "Taro", "Pixel", "Nimbus", "Olive", "Waffle", "Ziggy"),
    ),
    _Attribute(
        "What is {p} allergic to?", ("{p} is allergic to {v}", "No {v} for {p}, who is allergic to it"),
        ("It turned out that {p} is allergic to {v} instead",), ("peanuts", "celery", "shellfish", "mustard", "sesame"),
    ),
    _Attribute(
        "Which instrument does {p} play?", ("{p} plays the {v}", "The instrument of {p} is the {v}"),
        ("{p} gave it up and plays the {v} as an instrument now",), ("cello", "oboe", "banjo", "harp", "tuba", "viola"),
    ),
    _Attribute(
        "What is the number of {p}'s locker?", ("{p}'s locker has the number {v}", "Locker number {v} belongs to {p}"),
        ("{p} changed to locker number {v}",), tuple(str(number) for number in range(211, 260, 3)),
    ),
)  # fmt: skip
_ATTRIBUTES_ZH = (
    _Attribute("{p}住在哪个城市？", ("{p}住在{v}",), ("{p}搬家了，现在住在{v}",), tuple(_TOWNS_ZH)),
    _Attribute(
        "{p}对什么过敏？", ("{p}对{v}过敏",), ("医生说{p}其实是对{v}过敏",), ("花生", "海鲜", "芒果", "牛奶", "花粉")
    ),
    _Attribute(
        "{p}养的猫叫什么？", ("{p}养的猫叫{v}",), ("{p}又养了一只猫，叫{v}",), ("豆豆", "年糕", "汤圆", "芝麻", "可乐")
    ),
)


@dataclass(frozen=True)
class Fact:
    """A value that was told in a turn, and the question about it."""

    turn: int
    question: str
    value: str


@dataclass(frozen=True)
class History:
    """Turns from the oldest on, and every fact in the order in which it was told."""

    turns: tuple[str, ...]
    facts: tuple[Fact, ...]

    def known(self, size: int) -> list[Fact]:
        """Of each question, the last fact told in the first ``size`` turns."""
        return list({fact.question: fact for fact in self.facts if fact.turn < size}.values())


def make_history(size: int, seed: int = 0) -> History:
    """A history of so many turns; about every twelfth tells a fact, while there are facts left to tell."""
    rng = random.Random(f"history/{seed}")
    open_facts = [(person, item) for person in _PEOPLE for item in _ATTRIBUTES]
    open_facts += [(person, item) for person in _PEOPLE_ZH for item in _ATTRIBUTES_ZH]
    rng.shuffle(open_facts)
    told: dict[tuple[str, _Attribute], str] = {}
    turns: list[str] = []
    facts: list[Fact] = []
    for turn in range(size):
        if rng.random() > 1 / 12 or not (open_facts or told):
            turns.append(small_talk(rng))
            continue
        if told and (not open_facts or rng.random() < 0.25):
            person, attribute = rng.choice(list(told))
            value = rng.choice([item for item in attribute.values if item != told[person, attribute]])
            wording = rng.choice(attribute.changed)
        else:
            person, attribute = open_facts.pop()
            value, wording = rng.choice(attribute.values), rng.choice(attribute.said)
        told[person, attribute] = value
        turns.append(_wrapped(wording.format(p=person, v=value), rng))
        facts.append(Fact(turn, attribute.asked.format(p=person), value))
    return History(tuple(turns), tuple(facts))


def small_talk(rng: random.Random) -> str:
    """A turn that tells nothing that is asked about, though it may name the same people and things."""
    if rng.random() < 0.15:
        person, town = rng.choice(_PEOPLE_ZH), rng.choice(_TOWNS_ZH)
        return rng.choice(
            (
                f"昨天和{person}聊到了{town}的天气，很有意思",
                f"{person}说周末想去{town}玩两天",
                f"我给{person}发了一张猫的照片",
            )
        )
    one, two = rng.sample(_PEOPLE, 2)
    thing, mood, deed, day = rng.choice(_THINGS), rng.choice(_MOODS), rng.choice(_DEEDS), rng.choice(_DAYS)
    return rng.choice(
        (
            f"{one} {deed} the {mood} {thing} on {day}",
            f"I met {one} and {two} on {day} and we talked about the {thing}",
            f"{one} asked {two} about the car, the cat and the {thing}",
            f"On {day} {one} sent me a picture of the {mood} {thing} from {rng.choice(_TOWNS)}",
            f"Did you know that {two} {deed} the {thing} while {one} was at the dentist",
            f"{one} wants to see {rng.choice(_TOWNS)} before {day}, with {two} and the {mood} {thing}",
        )
    )


def _wrapped(fact: str, rng: random.Random) -> str:
    if any("\u3400" <= character <= "\u9fff" for character in fact):
        return f"{fact}。{rng.choice(('别忘了', '昨天刚听说的', '挺有意思'))}"
    return f"{rng.choice(('By the way', 'Just so you know', 'Oh and', 'Guess what'))}, {fact}"


class Reader:
    """The fixed reader, with the passages that it sees, oldest first."""

    def __init__(self, passages: Sequence[str]) -> None:
        self._passages = passages
        self._index = Bm25(passages)

    def answer(self, question: str) -> str:
        """The passage that it takes for the answer; empty if none shares a word with the question."""
        scores = self._index.scores(question)
        best = max(scores, default=0.0)
        if best == 0:
            return ""
        return next(self._passages[place] for place in reversed(range(len(scores))) if scores[place] > _ALIKE * best)

    def right(self, fact: Fact) -> float:
        """1 if the value stands in the answer, 0 if not."""
        return float(fact.value in self.answer(fact.question))


def window(turns: Sequence[str], words: int = WINDOW) -> list[str]:
    """The last turns that the window holds."""
    room, start = words, len(turns)
    while start and (room := room - _length(turns[start - 1])) >= 0:
        start -= 1
    return list(turns[start:])


def _length(text: str) -> int:
    chinese = sum("\u3400" <= character <= "\u9fff" for character in text)
    return chinese + sum(word.isascii() for word in text.split())


@dataclass(frozen=True)
class Point:
    """Accuracy at one length of history. ``gain`` is memory minus the truncated history, with its interval."""

    turns: int
    words: int
    questions: int
    direct: Estimate
    memory: Estimate
    whole: Estimate
    gain: tuple[float, float, float]


def measure(
    embedder: Embedder,
    *,
    sizes: Sequence[int] = SIZES,
    words: int = WINDOW,
    recalled: int = 10,
    questions: int = QUESTIONS,
    seed: int = 0,
    report: Callable[[int], None] | None = None,
) -> list[Point]:
    """Accuracy at each size, in one store that grows. ``report`` is told the sizes that are done."""
    history = make_history(max(sizes), seed)
    found = []
    with tempfile.TemporaryDirectory() as folder, MemoryStore(Path(folder), embedder) as store:
        done = 0
        for size in sorted(sizes):
            _remember(store, history.turns, done, size)
            done = size
            facts = history.known(size)
            asked = random.Random(f"questions/{seed}/{size}").sample(facts, min(questions, len(facts)))
            everything = history.turns[:size]
            truncated, unbounded = Reader(window(everything, words)), Reader(everything)
            direct = [truncated.right(fact) for fact in asked]
            memory = [Reader(window(_recall(store, fact.question, recalled), words)).right(fact) for fact in asked]
            whole = [unbounded.right(fact) for fact in asked]
            found.append(
                Point(
                    size, sum(map(_length, everything)), len(asked), mean_estimate(direct), mean_estimate(memory),
                    mean_estimate(whole), paired_difference(direct, memory),
                )
            )  # fmt: skip
            if report is not None:
                report(size)
    return found


def _remember(store: MemoryStore, turns: Sequence[str], start: int, end: int) -> None:
    first = date(2026, 1, 1)
    writes = [
        Write(
            turns[place],
            kind="episodic",
            date=(first + timedelta(days=place // SESSION)).isoformat(),
            source=Source(trace=f"s{place // SESSION}", turn=place % SESSION),
        )
        for place in range(start, end)
    ]
    assert store.apply(_READER, writes).ok, "turns of one history never stand in each other's way"
    store.index(_READER)


def _recall(store: MemoryStore, question: str, limit: int) -> list[str]:
    """What the memory finds, in the order in which it was said."""
    hits = [hit.record for hit in store.search(_READER, question, limit)]
    hits.sort(key=lambda record: (record.observed, record.source.turn or 0))
    return [record.text for record in hits]
