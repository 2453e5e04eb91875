"""Argument values of made-up tools: how a program writes them and how a person says them.

Every kind of value (a clock time, a duration, a weekday list, a name, a code, ...) knows its type in a signature,
the argument
names that usually carry it, a maker of values and the words that attach it to a request. The pair (written, said)
is what the
base learns: "a quarter past seven in the evening" against "19:15".
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from planner_train.embedded import lexicon

_ALTERNATION = re.compile(r"\{([^{}]*)\}")
_SLOT = re.compile(r"<(\w+)>")
_SPACES = re.compile(r" {2,}")


def phrase(rng: random.Random, pattern: str, **slots: str) -> str:
    """Expand `{a|b}` (nested) to one alternative each, then put `<slot>` values in; doubled spaces collapse before that."""
    while (match := _ALTERNATION.search(pattern)) is not None:
        choice = rng.choice(match.group(1).split("|"))
        pattern = pattern[: match.start()] + choice + pattern[match.end() :]
    pattern = _SPACES.sub(" ", pattern).strip()
    return _SLOT.sub(lambda m: slots[m.group(1)], pattern)


@dataclass(frozen=True)
class Value:
    """One argument value: what the call holds and how the request says it."""

    written: Any
    said: str


@dataclass(frozen=True)
class Kind:
    """A kind of argument value."""

    name: str
    suffix: str
    arguments: tuple[str, ...]
    make: Callable[[random.Random, datetime], Value]
    cues: tuple[str, ...]


@dataclass(frozen=True)
class Argument:
    """An argument of a made-up tool."""

    name: str
    kind: Kind
    required: bool = False
    choices: tuple[str, ...] = ()
    words: str = field(default="")

    @property
    def signature(self) -> str:
        """The argument as it stands in a compact signature line."""
        suffix = ":" + "|".join(self.choices) if self.choices else self.kind.suffix
        return f"{self.name}{'' if self.required else '?'}{suffix}"

    def value(self, rng: random.Random, now: datetime) -> Value:
        """Draw a value of the argument's kind."""
        if self.choices:
            written = rng.choice(self.choices)
            return Value(written, written.replace("_", " "))
        return self.kind.make(rng, now)


ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
TENS = "x x twenty thirty forty fifty sixty seventy eighty ninety".split()
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MONTHS = "January February March April May June July August September October November December".split()


def number_words(number: int) -> str:
    """A number from 0 to 999 in words."""
    if number < 20:
        return ONES[number]
    if number < 100:
        return TENS[number // 10] + (f"-{ONES[number % 10]}" if number % 10 else "")
    rest = f" and {number_words(number % 100)}" if number % 100 else ""
    return f"{ONES[number // 100]} hundred{rest}"


def say_time(rng: random.Random, hour: int, minute: int) -> str:
    """A clock time in one of the ways that people say it."""
    twelve = hour % 12 or 12
    half = "am" if hour < 12 else "pm"
    part = (
        "in the morning" if hour < 12 else "in the afternoon" if hour < 17 else "in the evening" if hour < 22 else "at night"
    )
    roll = rng.random()
    if hour in (0, 12) and minute == 0 and roll < 0.5:
        return "midnight" if hour == 0 else "noon"
    if roll < 0.22:
        return f"{hour:02d}:{minute:02d}"
    if roll < 0.28:
        return f"{hour}:{minute:02d}"
    if roll < 0.58:
        gap = rng.choice(("", " "))
        mark = rng.choice((half, half.upper(), f"{half[0]}.m."))
        return f"{twelve}{gap}{mark}" if minute == 0 else f"{twelve}:{minute:02d}{gap}{mark}"
    named = number_words(twelve) if rng.random() < 0.6 else str(twelve)
    following = number_words(twelve % 12 + 1) if rng.random() < 0.7 else str(twelve % 12 + 1)
    if minute == 0:
        return rng.choice((f"{named} {part}", f"{named} o'clock {part}", f"{twelve} {part}"))
    if minute == 30:
        return rng.choice((f"half past {named} {part}", f"{twelve}:30 {part}", f"{named} thirty {half}"))
    if minute == 15:
        return rng.choice(
            (f"{rng.choice(('', 'a '))}quarter past {named} {part}", f"{named} fifteen {half}", f"{twelve}:15 {part}")
        )
    if minute == 45:
        return rng.choice((f"{rng.choice(('', 'a '))}quarter to {following} {part}", f"{named} forty-five {half}"))
    if minute % 5 == 0 and rng.random() < 0.5:
        if minute < 30:
            return f"{number_words(minute)} past {named} {part}"
        return f"{number_words(60 - minute)} to {following} {part}"
    return f"{twelve}:{minute:02d} {part}"


def _time(rng: random.Random, now: datetime) -> Value:
    hour = rng.choice((rng.randrange(24), rng.randrange(6, 23)))
    minute = rng.choice((0, 0, 30, 15, 45, rng.randrange(12) * 5, rng.randrange(60)))
    return Value(f"{hour:02d}:{minute:02d}", say_time(rng, hour, minute))


def say_date(rng: random.Random, day: date, now: datetime) -> str:
    """A date as people say it; relative wording only where it is unambiguous."""
    distance = (day - now.date()).days
    relative = {0: "today", 1: "tomorrow", 2: "the day after tomorrow"}
    roll = rng.random()
    if distance in relative and roll < 0.7:
        return relative[distance]
    if 0 < distance < 7 and roll < 0.6:
        return rng.choice(("", "this ", "this coming ")) + lexicon.WEEKDAYS_LONG[day.weekday()]
    if distance in (3, 4, 5, 6, 7, 10, 14) and roll < 0.7:
        return {7: "in a week", 14: "in two weeks"}.get(
            distance, f"in {rng.choice((str(distance), number_words(distance)))} days"
        )
    month = MONTHS[day.month - 1]
    if rng.random() < 0.4:
        month = month[:3]
    ordinal = f"{day.day}{'th' if 10 < day.day < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day.day % 10, 'th')}"
    return rng.choice(
        (f"{month} {day.day}", f"{day.day} {month}", f"{month} {ordinal}", f"the {ordinal} of {month}", day.isoformat())
    )


def _date(rng: random.Random, now: datetime) -> Value:
    distance = rng.choice((0, 1, 1, 2, rng.randrange(3, 7), rng.randrange(3, 15), rng.randrange(1, 120)))
    day = now.date() + timedelta(days=distance)
    return Value(day.isoformat(), say_date(rng, day, now))


def _moment(rng: random.Random, now: datetime, joint: str) -> Value:
    day, clock = _date(rng, now), _time(rng, now)
    said = rng.choice((f"{day.said} at {clock.said}", f"{clock.said} on {day.written}", f"{day.said}, {clock.said}"))
    return Value(f"{day.written}{joint}{clock.written}", said)


def _days(rng: random.Random, now: datetime) -> Value:
    groups = {
        "every weekday": DAYS[:5],
        "on weekdays": DAYS[:5],
        "Monday to Friday": DAYS[:5],
        "on weekends": DAYS[5:],
        "every weekend": DAYS[5:],
        "every day": DAYS,
        "daily": DAYS,
    }
    if rng.random() < 0.35:
        said = rng.choice(list(groups))
        return Value(list(groups[said]), said)
    picks = sorted(rng.sample(range(7), rng.choice((1, 1, 2, 2, 3))))
    plural = rng.choice(("", "s"))
    names = [lexicon.WEEKDAYS_LONG[i] + plural for i in picks]
    return Value([DAYS[i] for i in picks], "on " + listed(names))


def listed(items: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


def _minutes(rng: random.Random, now: datetime) -> Value:
    minutes = rng.choice((5, 10, 15, 20, 25, 30, 40, 45, 50, 60, 75, 90, 105, 120, 150, 180, 240, rng.randint(1, 180)))
    return Value(minutes, say_duration(rng, minutes))


def say_duration(rng: random.Random, minutes: int) -> str:
    """A number of minutes as people say it."""
    hours, rest = divmod(minutes, 60)
    if rng.random() < 0.35 or (rest not in (0, 15, 30, 45) and hours):
        return f"{minutes} {rng.choice(('minutes', 'min', 'mins'))}"
    if minutes == 30:
        return rng.choice(("half an hour", "thirty minutes"))
    if hours == 0:
        return f"{number_words(minutes)} minute{'s' if minutes != 1 else ''}"
    unit = "an hour" if hours == 1 else f"{rng.choice((str(hours), number_words(hours)))} hours"
    if rest == 0:
        return unit
    if rest == 30:
        return rng.choice(
            ("an hour and a half" if hours == 1 else f"{number_words(hours)} and a half hours", f"{hours} h 30 min")
        )
    return f"{unit} and {rng.choice((str(rest), number_words(rest)))} minutes"


def _seconds(rng: random.Random, now: datetime) -> Value:
    if rng.random() < 0.5:
        seconds = rng.choice((5, 10, 15, 20, 30, 45, 50, 90))
        return Value(seconds, f"{rng.choice((str(seconds), number_words(seconds)))} seconds")
    minutes = rng.choice((1, 2, 3, 4, 5, 8, 10, 15, 20))
    said = "a minute" if minutes == 1 else f"{rng.choice((str(minutes), number_words(minutes)))} minutes"
    return Value(minutes * 60, said)


def _level(rng: random.Random, now: datetime) -> Value:
    level = rng.choice((rng.randint(0, 100), rng.randint(0, 20) * 5, rng.randint(0, 10)))
    extra = {50: ("half",), 100: ("the maximum", "full"), 0: ("zero", "the minimum")}.get(level, ())
    said = rng.choice((str(level), f"{level}%", f"{level} percent", number_words(level), str(level), *extra))
    return Value(level, said)


def _count(rng: random.Random, now: datetime) -> Value:
    count = rng.choice((rng.randint(1, 12), rng.randint(1, 40), rng.randint(2, 999)))
    return Value(count, str(count) if count > 30 or rng.random() < 0.5 else number_words(count))


def _decimal(rng: random.Random, now: datetime) -> Value:
    number = rng.choice((round(rng.uniform(0, 100), 1), round(rng.uniform(0, 20), 2), rng.randint(1, 40) / 2))
    return Value(number, str(number))


def _flag(rng: random.Random, now: datetime) -> Value:
    on = rng.random() < 0.5
    return Value(
        on, rng.choice(("on", "enabled", "yes", "active")) if on else rng.choice(("off", "disabled", "no", "inactive"))
    )


def _plain(maker: Callable[[random.Random], str]) -> Callable[[random.Random, datetime], Value]:
    def make(rng: random.Random, now: datetime) -> Value:
        text = maker(rng)
        return Value(text, text)

    return make


def _several(maker: Callable[[random.Random], str]) -> Callable[[random.Random, datetime], Value]:
    def make(rng: random.Random, now: datetime) -> Value:
        items = [maker(rng) for _ in range(rng.choice((1, 2, 2, 3, 4)))]
        return Value(items, listed(items))

    return make


def _kind(name: str, suffix: str, arguments: str, make: Callable[[random.Random, datetime], Value], *cues: str) -> Kind:
    return Kind(name, suffix, tuple(arguments.split()), make, cues)


TITLE = _kind(
    "title",
    "",
    "title name label subject heading topic caption alias nickname headline",
    _plain(lexicon.title),
    "called <v>",
    "named <v>",
    "titled <v>",
    "with the <a> <v>",
    "<a> <v>",
    'called "<v>"',
    "named '<v>'",
    'with "<v>" as <a>',
    '"<v>"',
    "<v>",
)
PERSON = _kind(
    "person",
    "",
    "contact recipient to person owner guest attendee assignee author sender client",
    _plain(lexicon.person),
    "for <v>",
    "to <v>",
    "with <v>",
    "and make <v> the <a>",
    "<a> <v>",
    "with <a> <v>",
)
TEXT = _kind(
    "text",
    "",
    "text message body content note comment description details memo",
    _plain(lexicon.sentence),
    'saying "<v>"',
    "that says <v>",
    "with the <a> '<v>'",
    'with "<v>" as the <a>',
    ": <v>",
    "saying <v>",
    "<a>: <v>",
    "and write <v>",
    'that reads "<v>"',
)
LEVEL = _kind(
    "level",
    ":int",
    "level value percent intensity strength position",
    _level,
    "to <v>",
    "at <v>",
    "<a> <v>",
    "with <a> <v>",
    "to a <a> of <v>",
)
COUNT = _kind(
    "count",
    ":int",
    "count limit quantity copies amount size number capacity",
    _count,
    "<a> <v>",
    "with a <a> of <v>",
    "with <a> <v>",
    "and <a> <v>",
    "(<a>: <v>)",
)
MINUTES = _kind(
    "minutes",
    ":int",
    "minutes durationMinutes duration_minutes lengthMin delayMinutes",
    _minutes,
    "for <v>",
    "lasting <v>",
    "of <v>",
    "that takes <v>",
    "with a length of <v>",
)
SECONDS = _kind(
    "seconds",
    ":int",
    "seconds durationSeconds timeoutSeconds delay_s",
    _seconds,
    "for <v>",
    "of <v>",
    "lasting <v>",
    "after <v>",
)
DECIMAL = _kind(
    "decimal",
    ":num",
    "price weight temperature distance rate height cost",
    _decimal,
    "<a> <v>",
    "with <a> <v>",
    "at a <a> of <v>",
    "(<a> <v>)",
)
FLAG = _kind(
    "flag",
    ":bool",
    "enabled active visible locked pinned shared urgent silent recurring",
    _flag,
    "with <a> <v>",
    "<a> <v>",
    "(<a>: <v>)",
    "and <a> <v>",
)
TIME = _kind(
    "time",
    ":HH:MM",
    "time at startTime when openTime pickupTime endTime departure due_time",
    _time,
    "at <v>",
    "for <v>",
    "<v>",
    "with <a> <v>",
    "at <v> sharp",
    "starting at <v>",
)
DATE = _kind(
    "date",
    ":YYYY-MM-DD",
    "date day startDate dueDate on due until",
    _date,
    "<v>",
    "for <v>",
    "on the date <v>",
    "dated <v>",
    "with <a> <v>",
)
MOMENT_T = _kind(
    "moment",
    ":YYYY-MM-DDTHH:MM",
    "start at when begin datetime startsAt",
    lambda r, n: _moment(r, n, "T"),
    "<v>",
    "for <v>",
    "starting <v>",
    "with <a> <v>",
)
MOMENT = _kind(
    "moment_spaced",
    ":YYYY-MM-DD HH:MM",
    "start at when begin datetime startsAt",
    lambda r, n: _moment(r, n, " "),
    "<v>",
    "for <v>",
    "starting <v>",
)
WEEKDAYS = _kind(
    "days", ":[mon|tue|wed|thu|fri|sat|sun]", "days weekdays repeatDays repeat", _days, "<v>", "repeating <v>", ", <v>,"
)
PHONE = _kind(
    "phone",
    "",
    "phone phoneNumber number mobile tel",
    _plain(lexicon.phone_number),
    "<v>",
    "at <v>",
    "with <a> <v>",
    "on <v>",
    "number <v>",
)
EMAIL = _kind(
    "email", "", "email address emailAddress mail cc", _plain(lexicon.email), "<v>", "to <v>", "with <a> <v>", "at <v>"
)
LINK = _kind("link", "", "url link website page", _plain(lexicon.link), "<v>", "from <v>", "with <a> <v>", "at <v>")
FILE = _kind(
    "file",
    "",
    "file path fileName attachment document source target",
    _plain(lexicon.file_name),
    "<v>",
    "from <v>",
    "with <a> <v>",
    "with <v> attached",
)
CODE = _kind(
    "code",
    "",
    "code password pin serial token key reference",
    _plain(lexicon.code),
    "with <a> <v>",
    "<a> <v>",
    "using <v>",
    "(<a> <v>)",
)
PLACE = _kind(
    "place",
    "",
    "location place address destination venue room",
    _plain(lexicon.place),
    "at <v>",
    "in <v>",
    "near <v>",
    "with <a> <v>",
    "<a> <v>",
)
TAGS = _kind(
    "tags",
    ":[..]",
    "tags items keywords names labels members guests",
    _several(lexicon.word),
    "with <a> <v>",
    "<a>: <v>",
    "containing <v>",
    "and <a> <v>",
)
PEOPLE = _kind(
    "people",
    ":[..]",
    "attendees members guests recipients participants",
    _several(lexicon.person),
    "with <v>",
    "for <v>",
    "and invite <v>",
    "<a>: <v>",
)
CHOICE = _kind(
    "choice",
    "",
    "mode type status priority color style category format unit theme level kind",
    _plain(lexicon.word),
    "<a> <v>",
    "with <a> <v>",
    "as <v>",
    "in <v> <a>",
    "to <v>",
    "(<v>)",
)
IDENT = _kind("ident", "", "id", _plain(lambda rng: lexicon.identifier(rng, "id")), "<v>")

FIELD_KINDS = (
    TITLE,
    PERSON,
    TEXT,
    LEVEL,
    COUNT,
    MINUTES,
    SECONDS,
    DECIMAL,
    FLAG,
    TIME,
    TIME,
    DATE,
    MOMENT_T,
    MOMENT,
    WEEKDAYS,
    PHONE,
    EMAIL,
    LINK,
    FILE,
    CODE,
    PLACE,
    TAGS,
    PEOPLE,
    CHOICE,
    CHOICE,
)
CHOICE_SETS = (
    "low medium high",
    "small medium large",
    "red green blue",
    "daily weekly monthly",
    "open closed",
    "draft final",
    "light dark auto",
    "slow normal fast",
    "public private",
    "north south east west",
    "new used",
    "celsius fahrenheit",
    "ascending descending",
    "work personal other",
    "walk drive transit",
    "none some all",
    "left right",
    "minor major critical",
    "paper plastic glass",
    "en de fr es zh",
)


def spoken(argument_name: str) -> str:
    """An argument's name as a person would say it: `startTime` and `start_time` are `start time`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", argument_name).replace("_", " ").lower()


def make_argument(
    rng: random.Random, kind: Kind, taken: set[str], required: bool, snake: bool, noun: str = ""
) -> Argument | None:
    """An argument of the kind under a name that is not taken yet; None when no name is left."""
    name = rng.choice(kind.arguments)
    if noun and rng.random() < 0.15:
        name = noun + name[0].upper() + name[1:]
    if snake:
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    if name in taken:
        return None
    taken.add(name)
    choices: tuple[str, ...] = ()
    if kind is CHOICE:
        if rng.random() < 0.5:
            choices = tuple(rng.choice(CHOICE_SETS).split())
        else:
            drawn = [lexicon.word(rng) for _ in range(rng.randint(2, 5))]
            if rng.random() < 0.25:
                drawn = [f"{entry}_{lexicon.word(rng)}" for entry in drawn]
            choices = tuple(dict.fromkeys(drawn))
    return Argument(name, kind, required, choices, spoken(name))
