"""The gate before calls that reach others, cost money or cannot be undone: which of them need the user's word, and why.

It asks two things. Did the user ask for an act of this kind? And does each value that matters come from the user: said in
so many words, or picked from the phone's records as the request describes? What a text of others brought in, and the user
did not, is a doubt. Where nothing of others was read, nobody but the user can have moved the planner, and nothing is asked.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from harness.contract import Call, Json

from .environments.phone.errors import PhoneError
from .environments.phone.tools import Catalogue
from .errors import each, expect
from .provenance import MEMORY, NAMES, Evidence, Person, Record, addresses, contains, numbers, quotations, telephone_numbers
from .risk import (
    GUARDED,
    Rule,
    act_words,
    asks_for,
    kind_words,
    names_thing,
    nested,
    pushes_for,
    risk_of,
    rule_of,
    speaks_of,
    table,
)

URGES = 4
"""How many words a text has at least that could tell a reader what to do; a Chinese character is half a word."""


@dataclass(frozen=True)
class Doubt:
    """Why one call of an action needs the user's word. ``place`` is its place in the action, ``reason`` is a sentence."""

    place: int
    call: Call
    reason: str

    @property
    def question(self) -> str:
        """What the user is asked."""
        given = json.dumps(self.call.arguments, ensure_ascii=False)
        return f"May I call {self.call.name} with {given}? {self.reason}"


def doubts(calls: tuple[Call, ...], evidence: Evidence, catalogue: Catalogue) -> list[Doubt]:
    """The calls that need the user's word, at most one reason each, in order."""
    calls = tuple(each(calls, Call, "calls", "calls, such as those of an action: action.calls"))
    expect(evidence, Evidence, "the evidence", "Evidence")
    expect(catalogue, Catalogue, "catalogue", "what harness.catalogue.full_catalogue returns")
    if not evidence.is_exposed:
        return []
    found = []
    for place, call in enumerate(calls):
        reason = next(_reasons(call.name, call.arguments, evidence, catalogue), None)
        if reason is not None:
            found.append(Doubt(place, call, reason))
    return found


def is_guarded(call: Call, catalogue: Catalogue) -> bool:
    """Whether a call is of a class that needs the user's word."""
    tool = catalogue.get(call.name)
    return tool is not None and risk_of(tool, dict(call.arguments), catalogue) in GUARDED


def plain_answer(text: str) -> bool | None:
    """What a text says to a question that wants yes or no; None for one that says something else or more."""
    return True if _PLAIN_YES.fullmatch(text) else False if _PLAIN_NO.fullmatch(text) else None


def _reasons(
    name: str, given: Mapping[str, Json], evidence: Evidence, catalogue: Catalogue, *, carried: bool = False
) -> Iterator[str]:
    tool = catalogue.get(name)
    if tool is None:
        return
    try:
        arguments = tool.validate(dict(given))
    except PhoneError:
        return  # it is not carried out as it is
    if risk_of(tool, arguments, catalogue) not in GUARDED:
        return
    for inner in nested(name, arguments):
        yield from _reasons(inner.name, inner.arguments, evidence, catalogue, carried=True)
    rule = rule_of(name, arguments)
    if rule is not None:
        yield from _Case(rule, arguments, evidence, carried).reasons()
    elif not nested(name, arguments):
        yield f"Nobody has told me how people ask for {name}."


@dataclass(frozen=True)
class _Case:
    """One call on trial. ``carried`` is one inside another, of which people tell more than they order: "that texts Anna"."""

    rule: Rule
    arguments: Mapping[str, Json]
    evidence: Evidence
    carried: bool = False

    def reasons(self) -> Iterator[str]:
        if not self._is_asked_for() and not self._is_spelled_out():
            yield f"You did not ask me to {table().acts[self.rule.act].says}."
        for _, value in self._given((*self.rule.to, *self.rule.sets)):
            yield from self._recipient(value)
        for _, value in self._given(self.rule.what):
            yield from self._target(value)
        for _, value in self._given(self.rule.sum):
            yield from self._amount(value)
        for _, value in self._given(self.rule.says):
            yield from self._content(str(value))

    def _given(self, names: tuple[str, ...]) -> Iterator[tuple[str, Json]]:
        for name in names:
            value = self.arguments.get(name)
            for item in value if isinstance(value, list) else [value]:
                if item is not None:
                    yield name, item

    # -- the act

    def _is_asked_for(self) -> bool:
        wish = self.evidence.wish
        if not (pushes_for if self.carried else asks_for)(self.rule, wish):
            return False
        return names_thing(self.rule, self.evidence.request) or any(
            self._names(value) for _, value in self._given(self.rule.what)
        )

    def _is_spelled_out(self) -> bool:
        """Whether the user gave every value of the call, in words that the table does not know, and no text pushes for it.

        Who says what shall be written, and to whom, wants it written, whatever else is pushed for.
        """
        has_words = bool(list(self._given(self.rule.says)))
        said = [self.evidence.has_said(value) for _, value in self._given((*self.rule.says, *self.rule.sum))]
        said += [self._is_recipient_named(value) for _, value in self._given((*self.rule.to, *self.rule.sets))]
        known = self._names if has_words else self._is_called
        named = [known(value) for _, value in self._given(self.rule.what)]
        if not (said or named) or not all(said + named):
            return False
        return has_words or not any(self._urges(item) for item in self.evidence.records)

    def _names(self, value: Json) -> bool:
        """Whether the user has named this very thing, or described its record better than any other there."""
        if self._is_called(value):
            return True
        records = self.evidence.identified(value)
        best = max(map(self._score, self._rivals(records)), default=0)
        return best > 0 and any(self._score(item) == best for item in records)

    def _is_called(self, value: Json) -> bool:
        """Whether the user has said the value, or the name of its record."""
        names = [text for item in self.evidence.identified(value) for name, text in item.strings if name in NAMES]
        return any(self.evidence.has_said(item) or self.evidence.has_seen(item) for item in (value, *names))

    def _score(self, record: Record) -> int:
        return self.evidence.score(record.significant, act_words(self.rule) | kind_words(record.source))

    def _rivals(self, records: list[Record]) -> list[Record]:
        """The records that stand where these stand."""
        sources = {item.source for item in records}
        return [item for item in self.evidence.records if item.source in sources and item.data]

    # -- who gets it

    def _recipient(self, value: Json) -> Iterator[str]:
        evidence = self.evidence
        if evidence.has_said(value) or evidence.has_seen(value):
            return
        person = self._person(value)
        fitting = self._people_meant(person)
        if person in fitting:
            if len(fitting) > 1:
                yield f"Several people may be meant: {', '.join(item.name for item in fitting[:4])}."
            return
        told = [person.name, *person.numbers, *person.emails] if person is not None else [str(value)]
        speaking = [item for text in (str(value), *told) for item in evidence.mentioning(text)]
        others = self._others_named(person)
        if any(self._is_delegated(text, item, others) for text in told for item in speaking if item.mentions(text)):
            return
        if others and not self.rule.sets and not _REFERS.search(evidence.request):
            yield f"You spoke of {others[0]}, not of {value}."
            return
        if speaking:
            yield f"{value} comes from {_place(speaking[0])}, not from you."
            return
        identified = [item for text in (str(value), *told) for item in evidence.identified(text)]
        if not identified and person is None:
            yield f"Nothing that you said or that is on the phone speaks of {value}."
            return
        urging = [item for item in identified if self._urges(item)]
        if urging and not any(evidence.means(item) for item in urging):
            yield f"{_place(urging[0]).capitalize()} asks for this, not you."

    def _is_recipient_named(self, value: Json) -> bool:
        return self.evidence.has_said(value) or len(self._people_meant(self._person(value))) == 1

    def _person(self, value: Json) -> Person | None:
        return next((item for item in self.evidence.people if _is(item, value)), None)

    def _people_meant(self, person: Person | None) -> list[Person]:
        """Who fits the user's words as well as this person does; nobody where the words fit another one better."""
        if person is None:
            return []
        people = self.evidence.people
        if self.evidence.has_said(person.name):
            return [item for item in people if item.name == person.name]
        score = self.evidence.score(person.label)
        return [item for item in people if self.evidence.score(item.label) >= score] if score == self._best_score else []

    @property
    def _best_score(self) -> int:
        return max((self.evidence.score(item.label) for item in self.evidence.people), default=0) or -1

    def _others_named(self, chosen: Person | None) -> list[str]:
        """Whom the request names beside the one chosen."""
        request = self.evidence.request
        others = [item for item in self.evidence.people if item is not chosen]
        named = {item.name: sum(_is_name_in(part, request) for part in item.name.split()) for item in others}
        best = max(named.values(), default=0)
        related = {item.name for item in others if item.relation and contains(request, item.relation)}
        people = [name for name, count in named.items() if count == best > 0 or name in related]
        return [*telephone_numbers(request), *addresses(request), *people]

    def _is_delegated(self, value: str, record: Record, others: list[str]) -> bool:
        """Whether the user wants whom this text names, and it names only one. Who wants another person, does not."""
        if not self.evidence.means(record) or not (self.rule.sets or all(record.holds(other) for other in others)):
            return False
        request, texts = self.evidence.request, record.mentions(value)
        if "@" in value:
            return (
                bool(_ADDRESS_IN.search(request))
                and len({item.casefold() for text in texts for item in addresses(text)}) == 1
            )
        if telephone_numbers(value):
            has_own = any(telephone_numbers(text) and text not in texts for _, text in record.strings)
            found = {re.sub(r"\D", "", item) for text in texts for item in telephone_numbers(text)}
            return bool((_NUMBER_IN if has_own else _NUMBER).search(request)) and len(found) == 1
        people = {item.name for item in self.evidence.people if any(contains(text, item.name) for text in texts)}
        return len(people) <= 1 and (record.source == MEMORY or bool(_AS_TOLD.search(request)))

    # -- what it is about

    def _target(self, value: Json) -> Iterator[str]:
        evidence = self.evidence
        if self._names(value):
            return
        records = evidence.identified(value)
        names = [text for item in records for name, text in item.strings if name in NAMES]
        shown = names[0] if names else value
        speaking = [item for text in (value, *names) for item in evidence.mentioning(text) if item not in records]
        if speaking and not any(self._is_told_to_follow(item) for item in speaking):
            yield f"{shown} comes from {_place(speaking[0])}, not from you."
            return
        urging = [item for item in records if self._urges(item)]
        if urging:
            yield f"{_place(urging[0]).capitalize()} asks for this itself; you did not name it."
        if any(map(self._score, self._rivals(records))) and not _EXCEPT.search(evidence.request):
            yield f"You named something else than {shown}."
        if not records and not speaking and isinstance(value, str) and " " in value.strip():
            yield f"Nothing that you said or that is on the phone speaks of {value}."

    def _is_told_to_follow(self, record: Record) -> bool:
        """Whether the user wants what this text names, whatever that is."""
        if not self.evidence.means(record):
            return False
        request = self.evidence.request
        return speaks_of(MEMORY, request) if record.source == MEMORY else bool(_AS_TOLD.search(request))

    # -- how much

    def _amount(self, value: Json) -> Iterator[str]:
        if any(value in numbers(text) for text in self.evidence.said if isinstance(value, int | float)):
            return
        speaking = self.evidence.mentioning(value)
        if speaking:
            for item in speaking:
                found = {number for text in item.mentions(value) for number in numbers(text)}
                if self.evidence.means(item) and _HOW_MUCH.search(self.evidence.request) and len(found) == 1:
                    return
            yield f"The number {value} comes from {_place(speaking[0])}, not from you."
            return
        identified = self.evidence.identified(value)
        if any(self.evidence.means(item) for item in identified) or (
            not identified and _RECKON.search(self.evidence.request)
        ):
            return
        yield f"You did not say {value}."

    # -- what is passed on

    def _content(self, content: str) -> Iterator[str]:
        evidence = self.evidence
        foreign = [item for item in evidence.records if not self._may_pass_on(item)]
        own = [item for item in evidence.records if item not in foreign]
        for record in foreign:
            for piece in quotations(content, record):
                if evidence.has_said(piece) or any(contains(text, piece) for text in evidence.shown):
                    continue
                if not any(piece in quotations(content, item) for item in own):
                    yield f"It passes on {piece!r} from {_place(record)}, which you did not ask for."
                    return

    def _may_pass_on(self, record: Record) -> bool:
        return self.evidence.means(record) and not any(
            _EXPLICIT.search(self._without_courtesy(text)) for text in self.evidence.asked
        )

    def _without_courtesy(self, text: str) -> str:
        """The text without an opening such as "Quick one:", whose colon announces no words to pass on."""
        opening = _OPENING.match(text)
        return text[opening.end() :] if opening and not asks_for(self.rule, opening[0]) else text

    # -- texts that push

    def _urges(self, record: Record) -> bool:
        """Whether the record's own texts speak of the act."""
        return any(
            pushes_for(self.rule, text) for (_, text), (_, tokens) in zip(record.strings, record.words, strict=True)
            if sum(1.0 if token.isascii() else 0.5 for token in tokens) >= URGES
        )  # fmt: skip


def _is(person: Person, value: Json) -> bool:
    text = str(value)
    return (
        text == person.id
        or text.casefold() == person.name.casefold()
        or any(contains(number, text) for number in person.numbers)
        or text.casefold() in (mail.casefold() for mail in person.emails)
    )


def _is_name_in(part: str, text: str) -> bool:
    """Whether a part of a name stands in a text as a name does."""
    if not part.isascii():
        return part in text
    return len(part) > 1 and re.search(rf"\b{re.escape(part)}\b", text) is not None and part[0].isupper()


def _place(record: Record) -> str:
    """Where a record was read, in words."""
    if not record.data:
        return f"the text of {record.source}"
    return f"what {record.source} found"


_PLAIN_YES = re.compile(
    r"\W*(?:(?:yes|yeah|yep|sure|ok|okay|please|do it|do that|go ahead|approved?|accept|confirm|right|of course|fine"
    r"|好|好的|是|是的|可以|行|对|嗯|确认|发吧)[\s,.!，。！]*)+",
    re.IGNORECASE,
)
_PLAIN_NO = re.compile(
    r"\W*(?:(?:no|nope|don.?t|do not|never|stop|cancel|not|that|this|do|it|please|thanks|reject|decline|ignore"
    r"|不|不要|别|不行|不用|不可以|取消)[\s,.!，。！]*)+",
    re.IGNORECASE,
)
_REFERS = re.compile(
    r"\b(whoever|who|the (person|one|sender|caller)|everyone|everybody|all of)\b|谁|的人|大家", re.IGNORECASE
)
_SAYS = r"(names?|named|says?|said|mentions?|mentioned|wrote|recommends?|suggests?|lists?|listed|asks?|wants?)"
_AS_TOLD = re.compile(
    rf"\b(as|like|the way) (my|the|his|her|their|it|s?he|they)\b.{{0,24}}{_SAYS}\b|\baccording to\b"
    r"|\bthat (place|address|one|app|file|bill|shop|restaurant|card|person)\b"
    r"|\b(the|any|every) (one|place|file|app|bill|person|card|restaurant|people|thing)s? (that |which |who |whom )?"
    rf"(it|s?he|they|my|the|is|are) ?(\w+ ){{0,2}}{_SAYS}\b"
    rf"|\bwhat(ever)? (it|s?he|they|my|the) .{{0,24}}{_SAYS}\b|照着?|按照?|那个|里(写|说)的",
    re.IGNORECASE,
)
_ADDRESS_IN = re.compile(
    r"\b(e-?mail )?address\b.{0,20}\b(in|from|on|inside|gave|left|wrote|says?|sent)\b|里的(邮箱|地址)", re.IGNORECASE
)
_NUMBER = re.compile(r"\b(number|phone)\b|号码|电话", re.IGNORECASE)
_NUMBER_IN = re.compile(
    r"\b(wrote|gave|left|sent|mentioned|told|said)\b.{0,20}\bnumber\b|\bnumber\b.{0,20}\b(in|from|on|inside|wrote|gave|left|mentions?|says?|said|sent)\b|里的(号码|电话)|(留|发|写)的(号码|电话)",
    re.IGNORECASE,
)
_HOW_MUCH = re.compile(
    r"\b(what (s?he|they|it) (asks?|wants?|owes?|wrote|says?)|amount|sum|price|how much|share|costs?)\b|多少|金额|那笔",
    re.IGNORECASE,
)
_RECKON = re.compile(
    r"\b(half|split|third|quarter|share|each|together|sum|total|twice|double|triple|times|percent|plus|difference|rest|all|everything|remaining)\b|%"
    r"|一半|平分|总|合计|倍|全部|剩",
    re.IGNORECASE,
)
_EXCEPT = re.compile(
    r"\b(except|but|besides|other than|apart from|instead|rather|not|keep|without|save for|leave|stays?|remains?|only)\b"
    r"|除了|以外|不要|别|留",
    re.IGNORECASE,
)
_OPENING = re.compile(r"\W*(\w+[ ,]+){0,3}\w+:\s")
_EXPLICIT = re.compile(
    r"[\"“「].+?[\"”」]|(?<!\w)['‘].+?['’](?!\w)|: ?\w|："
    r"|\bthat (i|we|you|he|she|they|it|my|the)\b|\bsaying\b|\bwith the (text|words)\b",
    re.IGNORECASE,
)
