"""Where a value of a call can come from: the user's words, a record of the phone, a text that was read, or nowhere.

Only the user's own words carry authority: the request, the turns before it, answers and later words. Everything that came
back from a tool is data, whatever it says: results, error messages, remembered facts, instructions of a skill. A record's
own fields (an id, a number, a name) identify a thing; a text that mentions another thing only talks about it.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise

from harness.contract import Call, Feedback, Json, MessageKind, Status, Task, Turn

from .effects import read_back_in
from .environments.phone.state import Row
from .environments.phone.tools import Catalogue, Risk
from .risk import kind_words, speaks_of, table

TEXT_FIELDS = frozenset(
    "text content snippet body answer instructions reply request description message directions note lyrics transcript "
    "summary phrase topic instruction steps ingredients caption history".split()
)
"""Fields whose value is prose, also where it consists of a single number or name."""
SECRET_FIELDS = frozenset({"password", "pin", "code", "newPin", "newCode", "currentCode"})
"""Fields whose value is worth guarding even if it is a single plain word."""
STOP = frozenset(
    "a about after all am an and any are as at be been before but by can could day did do does due each earliest "
    "else ever every first for from get give go had has have he her hers him his how i if in into is it its just "
    "last late latest least let like longest make may me mine month more most much must my need new newest next "
    "no not now of off oldest on one only or other our out over please she should shortest so some soon than "
    "thank thanks that the their them then there these they this those time to today tomorrow too two until up us "
    "want was we week well were what when where which who whom whose will with would year yes you your biggest "
    "largest smallest cheapest lowest highest largest good great listen quick ok okay alright hey hi".split()
)
"""Words that single nothing out."""
NAMES = frozenset({"name", "title", "subject", "restaurant", "site", "ssid"})
"""Fields by which people call a record."""
MEMORY = "search_user_memory"
RUN, RUN_CJK = 3, 6
"""How many words, or Chinese characters, in a row make a quotation."""
_NUMERALS = "zero one two three four five six seven eight nine ten eleven twelve".split()
_HAN = "零一二三四五六七八九十"
_WORD = re.compile(r"[^\W_\u3400-\u9fff]+|[\u3400-\u9fff]")
_PHONE = re.compile(r"\+?\d[\d \u00a0().-]{4,}\d")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_DATA = re.compile(r"[\w.+-]+@[\w.-]+\w|https?://\S+|(?:www\.)\S+|\+?\d[\d \u00a0()-]{5,}\d|(?=\S{3})[\w.:-]*\d[\w.:-]*\w")
_QUOTED = re.compile(r"[\"“「].*?[\"”」]|(?<!\w)['‘].+?['’](?!\w)")
_ID = re.compile(r"[a-z]{2,4}[_-][a-z0-9]{3,}(?:@\S+)?|mem-\d+")
_CONTINUES = re.compile(
    r"\W*(?:oh|ah|hm+|well|okay|ok|thanks|thank you|great)?\W*"
    r"(?:(?:no|not|instead|actually|also|and|or|too|same|again|wait|sorry|rather|but|once more|make (?:it|that)"
    r"|change (?:it|that)|i (?:meant|mean))\b|不|也|还|改|再|另外|等等|抱歉)",
    re.IGNORECASE,
)
"""How words begin that add to what was wished for before, or mend it."""
_YES = re.compile(
    r"\W*(yes|yeah|yep|sure|ok|okay|please do|do it|go ahead|right|correct|fine|of course|是|好|可以|对|行|嗯|没错|确认)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Person:
    """Somebody in the address book."""

    id: str
    name: str
    relation: str = ""
    numbers: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()

    @cached_property
    def label(self) -> frozenset[str]:
        """The words by which the user may mean this person."""
        return frozenset(significant(words(self.name)) | significant(words(self.relation)))


@dataclass(frozen=True)
class Record:
    """One record of what a tool returned, or the text of an error. ``leaves`` are its plain values by their fields.

    ``place`` orders records by when they were read; ``call`` is what the tool was asked. ``data`` False: a text that no
    user can mean when they speak of their data, such as an error message or a skill's instructions.
    """

    source: str
    leaves: tuple[tuple[str, Json], ...]
    place: int
    call: Mapping[str, Json] = field(default_factory=dict, hash=False)
    data: bool = True

    @cached_property
    def strings(self) -> tuple[tuple[str, str], ...]:
        return tuple((name, value) for name, value in self.leaves if isinstance(value, str) and value.strip())

    @cached_property
    def words(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The words of each text in it, with its field."""
        return tuple((name, words(value)) for name, value in self.strings)

    @cached_property
    def significant(self) -> frozenset[str]:
        """What it can be known by."""
        return frozenset(word for _, text in self.words for word in significant(text))

    def holds(self, value: Json) -> bool:
        """Whether the value is one of its fields and no prose: it identifies the record."""
        wanted = _same(value)
        return any(_same(own) == wanted for name, own in self.leaves if name not in TEXT_FIELDS)

    def mentions(self, value: Json) -> list[str]:
        """Its texts that speak of the value, other than by being it."""
        wanted = _same(value)
        return [
            text for name, text in self.strings if (name in TEXT_FIELDS or _same(text) != wanted) and contains(text, value)
        ]

    @property
    def says_something(self) -> bool:
        """Whether it holds a text that could tell a reader what to do, and not only ids, times and single words."""
        return any(not _ID.fullmatch(value) and len(tokens) > 1 and not _is_moment(value)
                   for (_, value), (_, tokens) in zip(self.strings, self.words, strict=True))  # fmt: skip


@dataclass(frozen=True)
class Evidence:
    """What has been said and read before a call.

    ``said`` are all words of the user, ``asked`` those of the present request and since; ``shown`` is what the assistant
    told the user before. ``records`` are what was read, in order; ``people`` is the address book.
    """

    said: tuple[str, ...]
    asked: tuple[str, ...]
    shown: tuple[str, ...] = ()
    records: tuple[Record, ...] = ()
    people: tuple[Person, ...] = ()

    @classmethod
    def of(cls, task: Task, turns: Sequence[Turn], people: Iterable[Person], catalogue: Catalogue) -> "Evidence":
        """The evidence of an episode as it stands."""
        before = tuple(past.text for past in task.history if past.role == "user" and past.text)
        shown = [past.text for past in task.history if past.role == "assistant" and past.text]
        said, asked = [*before, task.request], [task.request]
        if _is_question(task):
            asked = [*before, *asked]
        for turn in turns:
            if turn.reply is None:
                continue
            message = turn.action.message
            if message is not None and message.kind is MessageKind.FINISH:
                shown.append(message.text)
                asked = asked if _CONTINUES.match(turn.reply) else []  # what was wished for before is done
            asked.append(turn.reply)
            said.append(turn.reply)
            if message is not None and message.kind is MessageKind.CLARIFY and _YES.match(turn.reply):
                asked.append(message.text)  # the user made these words their own
                said.append(message.text)
        return cls(tuple(said), tuple(asked), tuple(shown), tuple(_read(task, turns, catalogue)),
                   tuple(people))  # fmt: skip

    # -- the user's words

    @cached_property
    def request(self) -> str:
        """The present request without what it quotes: what the user wants done."""
        return _QUOTED.sub(' "" ', "\n".join(self.asked))

    @cached_property
    def wish(self) -> str:
        """The request without its questions about what was or is, in which nothing is asked for."""
        return _WONDERING.sub(r"\1", self.request)

    @cached_property
    def _words(self) -> tuple[tuple[str, ...], ...]:
        return tuple(words(text) for text in self.said)

    @cached_property
    def known_words(self) -> frozenset[str]:
        """What the user has named, in words that single something out."""
        return frozenset(word for text in self._words for word in significant(text))

    def has_said(self, value: Json) -> bool:
        """Whether the value stands in the user's words."""
        return any(contains(text, value) for text in self.said)

    def has_seen(self, value: Json) -> bool:
        """Whether the assistant told the user the value, and no text that was read did so first."""
        return any(contains(text, value) for text in self.shown) and not any(item.mentions(value) for item in self.records)

    def score(self, known_by: Iterable[str], besides: Collection[str] = ()) -> int:
        """How many of these words the user has used, some words left aside."""
        return len(self.known_words.intersection(known_by).difference(besides))

    # -- what was read

    @cached_property
    def is_exposed(self) -> bool:
        """Whether a text of others was read, so that it could have moved the planner."""
        return any(item.says_something for item in self.records)

    def identified(self, value: Json) -> list[Record]:
        """The records that have the value as a field of their own."""
        return [item for item in self.records if item.data and item.holds(value)]

    def mentioning(self, value: Json) -> list[Record]:
        """The records in whose texts the value is spoken of."""
        return [item for item in self.records if item.mentions(value)]

    def means(self, record: Record) -> bool:
        """Whether the user's request refers to the record: to where it lies, and to no other record there before it.

        A record that another text sent the planner to is not what the user meant.
        """
        if not record.data or self.is_led(record):
            return False
        besides = kind_words(record.source)
        own = self.score(record.significant, besides)
        if record.source == MEMORY:
            if not own:
                return False
        elif not speaks_of(record.source, self.request):
            return False
        if any(self.has_said(value) for name, value in record.strings if name in NAMES):
            return True
        rivals = (item for item in self.records if item.source == record.source and item.data)
        return all(own >= self.score(item.significant, besides) for item in rivals)

    def is_led(self, record: Record) -> bool:
        """Whether a text read before speaks of what the record is known by, or of what was searched for to find it."""
        names = {
            word
            for name, text in record.words
            if name not in TEXT_FIELDS and not _is_technical(name)
            for word in significant(text)
        }
        sought = {word for value in record.call.values() if isinstance(value, str) for word in significant(words(value))}
        unknown = (names | sought) - self.known_words
        earlier = (item for item in self.records if item.place < record.place and item.says_something)
        return any(unknown & _prose(item) for item in earlier)


def people_of(contacts: Mapping[str, Row]) -> list[Person]:
    """The address book of a phone."""
    return [
        Person(key, str(row["name"]), str(row.get("relation") or ""), tuple(str(item["number"]) for item in row["phones"]),
               tuple(map(str, row["emails"])))
        for key, row in contacts.items()
    ]  # fmt: skip


# -- reading results


def _read(task: Task, turns: Sequence[Turn], catalogue: Catalogue) -> Iterator[Record]:
    """Every record that came back from a tool, in order. What the planner made itself and the neutral tools are left out."""
    place = 0
    for past in task.history:
        for call, result in zip(past.calls, past.results, strict=True):
            place += 1
            yield from _of_result(call, result, place, catalogue)
    for turn in turns:
        for call, answer in zip(turn.action.calls, turn.feedback, strict=True):
            place += 1
            if answer.status is Status.ERROR:
                yield from _of_error(call, answer, place)
                if (read := read_back_in(answer)) is not None:
                    yield from _of_result(*read, place, catalogue)
            else:
                yield from _of_result(call, answer.payload, place, catalogue)


def _of_result(call: Call, result: Json, place: int, catalogue: Catalogue) -> Iterator[Record]:
    tool = catalogue.get(call.name)
    if call.name in table().neutral:
        return
    is_source = call.name in table().sources or tool is None or tool.kind == "external"
    if not is_source and tool is not None and tool.risk_of(dict(call.arguments)) is not Risk.READ:
        return
    for leaves in _records(result):
        if leaves:
            yield Record(call.name, leaves, place, call.arguments, data=tool is None or tool.kind != "skill")


def _of_error(call: Call, answer: Feedback, place: int) -> Iterator[Record]:
    if answer.error is not None:
        yield Record(call.name, (("message", answer.error.message),), place, call.arguments, data=False)
        for leaves in _records(answer.error.accepted):
            if leaves:
                yield Record(call.name, leaves, place, call.arguments)


def _records(value: Json) -> list[tuple[tuple[str, Json], ...]]:
    """The records of a payload: each dict in a list is one, what stands around them is another."""
    own: list[tuple[str, Json]] = []
    others: list[tuple[tuple[str, Json], ...]] = []

    def walk(name: str, item: Json) -> None:
        if isinstance(item, Mapping):
            for key, inner in item.items():
                walk(str(key), inner)
        elif isinstance(item, list | tuple):
            for inner in item:
                if isinstance(inner, Mapping):
                    others.extend(_records(inner))
                else:
                    walk(name, inner)
        elif item is not None and not isinstance(item, bool):
            own.append((name, item))

    walk("", value)
    return [tuple(own), *others]


def _prose(record: Record) -> frozenset[str]:
    """The words of the record's texts that say something."""
    return frozenset(
        word for (_, value), (_, text) in zip(record.strings, record.words, strict=True)
        if len(text) > 2 and not _is_moment(value) and not _ID.fullmatch(value) for word in significant(text)
    )  # fmt: skip


def _is_technical(name: str) -> bool:
    return name.casefold().endswith("id") or name in (
        "app",
        "time",
        "status",
        "direction",
        "kind",
        "type",
        "category",
        "date",
    )


def _is_moment(value: str) -> bool:
    return bool(re.fullmatch(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d)?|\d{1,2}:\d\d(:\d\d)?", value))


def _is_question(task: Task) -> bool:
    """Whether the request only answers what the assistant asked before, so that the wish stands further back."""
    past = task.history[-1] if task.history else None
    return past is not None and past.role == "assistant" and past.text.rstrip().endswith(("?", "？"))


_WONDERING = re.compile(
    r"((?:^|[.,;:!?\n]|\b(?:and|then|but|so|hey|hi|listen|please)\b)[\s,]*)"
    r"(?:what|who|whom|whose|when|where|which|how|why|did|does|has|have|had|is|are|was|were)\b"
    r"(?![^.,;:!?\n]*\bshould (?:have|know|hear)\b)"
    r"[^.,;:!?\n]*\??",
    re.IGNORECASE,
)


# -- comparing


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """The words of a text without case; of Chinese, its characters."""
    return tuple(_WORD.findall(text.casefold()))


def significant(tokens: Sequence[str]) -> set[str]:
    """Words that single something out, without the ending of a plural; of Chinese, pairs of characters."""
    plain = {
        _singular(token)
        for token in tokens
        if token not in STOP and len(token) > 1 and not (token.isdigit() and len(token) < 3)
    }
    pairs = {a + b for a, b in pairwise(tokens) if _is_han(a) and _is_han(b)}
    return plain | pairs


def contains(text: str, value: Json) -> bool:
    """Whether the text holds the value: the words of a name in a row, a number, an address, whatever its spelling."""
    if isinstance(value, bool) or value is None:
        return False
    if isinstance(value, int | float):
        return float(value) in numbers(text)
    if not isinstance(value, str):
        return False
    if _EMAIL.fullmatch(value):
        return value.casefold() in (item.casefold() for item in _EMAIL.findall(text))
    if telephone_numbers(value) == [value]:
        return any(same_number(value, item) for item in telephone_numbers(text))
    if _ID.fullmatch(value):
        return re.search(rf"(?<![\w-]){re.escape(value)}(?![\w-])", text) is not None
    return _in_a_row(words(value), words(text))


def same_number(one: str, other: str) -> bool:
    """Whether two spellings are one telephone number; a country code may be missing in one of them."""
    a, b = (re.sub(r"\D", "", item).removeprefix("00").lstrip("0") for item in (one, other))
    short, long = sorted((a, b), key=len)
    return bool(short) and (short == long or (len(short) >= 7 and long.endswith(short)))


def numbers(text: str) -> set[float]:
    """The numbers in a text, small ones also in words."""
    found = {float(item.replace(",", "")) for item in _NUMBER.findall(text)}
    tokens = words(text)
    found |= {float(value) for value, word in enumerate(_NUMERALS) if word in tokens}
    return found | {float(_HAN.index(token)) for token in tokens if token in _HAN} | ({2.0} if "两" in tokens else set())


def telephone_numbers(text: str) -> list[str]:
    return [item for item in _PHONE.findall(text) if not re.match(r"\d{4}-\d\d-\d\d", item)]


def addresses(text: str) -> list[str]:
    return _EMAIL.findall(text)


def quotations(content: str, record: Record) -> list[str]:
    """The pieces of a content that a record holds too: numbers, addresses, links, names, and several words in a row."""
    found = [item for item in _DATA.findall(content) if not _is_moment(item) and _is_in(item, record)]
    tokens = words(content)
    for name, text in record.words:
        value = " ".join(text)
        if (name in SECRET_FIELDS and len(value) > 2) or (
            name not in TEXT_FIELDS and len(significant(text)) > 1 and len(text) > 1
        ):
            found += [value] if _in_a_row(text, tokens) else []
        found += _runs(tokens, text)
    return list(dict.fromkeys(found))


def _is_in(item: str, record: Record) -> bool:
    if _PHONE.fullmatch(item) and any(
        same_number(item, other) for _, text in record.strings for other in _PHONE.findall(text)
    ):
        return True
    value: Json = item
    if re.fullmatch(r"\d+(\.\d+)?", item):
        number = float(item)
        if any(isinstance(own, int | float) and float(own) == number for _, own in record.leaves):
            return True
    return any(contains(text, value) for _, text in record.strings)


def _runs(content: tuple[str, ...], text: tuple[str, ...]) -> list[str]:
    """Words of the content that stand in the text in the same order, as many as make a quotation."""
    found = []
    place = 0
    while place < len(content):
        size = RUN_CJK if _is_han(content[place]) else RUN
        piece = content[place : place + size]
        if len(piece) == size and significant(piece) and _in_a_row(piece, text):
            while place + len(piece) < len(content) and _in_a_row((*piece, content[place + len(piece)]), text):
                piece = (*piece, content[place + len(piece)])
            found.append(" ".join(piece))
            place += len(piece)
        else:
            place += 1
    return found


def _in_a_row(part: Sequence[str], whole: Sequence[str]) -> bool:
    size = len(part)
    return size > 0 and any(tuple(whole[at : at + size]) == tuple(part) for at in range(len(whole) - size + 1))


def _same(value: Json) -> Json:
    return (
        " ".join(value.casefold().split())
        if isinstance(value, str)
        else float(value)
        if isinstance(value, int | float)
        else value
    )


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def _is_han(token: str) -> bool:
    return "\u3400" <= token <= "\u9fff"
