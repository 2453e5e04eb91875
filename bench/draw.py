"""Drawing: everything random about one task comes from one seeded ``Draw``, entity pools kept apart by split.

Every entity word belongs to exactly one pool, decided by a hash of the word, so train, dev, gate and test never share a
name, a title or a place, however the lists grow.
"""

import random
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import blake2b
from typing import TypeVar
from zoneinfo import ZoneInfo

from harness.environments.phone.arguments import WEEKDAYS
from harness.environments.phone.profiles import load_profile

from . import entities
from .wording import Wording, compose

T = TypeVar("T")
POOLS = ("train", "dev", "gate", "test")
_SHARES = {"train": 70, "dev": 10, "gate": 10, "test": 10}
PROFILES = {"en": ("emma", "marcus", "aisha"), "zh": ("liwei",)}
"""Whose phones tasks are drawn on, by language: in training these alone."""
UNSEEN_PROFILES = {"en": ("grace", "lena", "noah"), "zh": ("yuting",)}
"""Phones that come in addition for the held-out pools, so that training never sees what is on them."""


def pool_of(word: str) -> str:
    """The pool that a word belongs to."""
    point = blake2b(word.casefold().encode(), digest_size=4).digest()[0] * 100 // 256
    for pool, share in _SHARES.items():
        if point < share:
            return pool
        point -= share
    return "test"


@cache
def _of_pool(words: tuple[str, ...], pool: str) -> tuple[str, ...]:
    return tuple(word for word in words if pool_of(word) == pool)


@cache
def _profile_texts(profile: str) -> tuple[frozenset[str], frozenset[str], str]:
    """What the profile's rows hold: every word, every text as a whole, and all of it: what a task adds must differ."""
    found: set[str] = set()
    texts: dict[str, None] = {}

    def look(value: object) -> None:
        if isinstance(value, str):
            texts[value.strip().casefold()] = None
            found.update(re.split(r"[\W_]+", value.casefold()))
        elif isinstance(value, dict):
            for item in value.values():
                look(item)
        elif isinstance(value, list):
            for item in value:
                look(item)

    look(load_profile(profile).tables)
    return frozenset(found), frozenset(texts), "\n".join(texts)


def _is_known(word: str, profile: str) -> bool:
    words, _, text = _profile_texts(profile)
    plain = word.casefold()
    return any(part in words for part in plain.split()) if plain.isascii() else plain in text


def _is_a_name(word: str, profile: str) -> bool:
    """Whether something in the profile is called just that: tools take names without regard to case."""
    return word.casefold() in _profile_texts(profile)[1]


@cache
def _fresh(words: tuple[str, ...], pool: str, profile: str) -> tuple[str, ...]:
    """The words of a pool that a profile does not hold; where few are left, those that name nothing in it."""
    mine = _of_pool(words, pool)
    fresh = tuple(word for word in mine if not _is_known(word, profile))
    return fresh if len(fresh) >= 3 else tuple(word for word in mine if not _is_a_name(word, profile))


class Draw:
    """The random choices of one task. ``pool`` is whose entities may be used; ``held`` asks for held-out phrasings.

    ``now`` is the phone's local time at the start of the task and ``clock`` the same as the task stores it. It is drawn,
    so that no date is the only one that a request of some kind was ever heard on.
    """

    def __init__(self, stream: str, *, pool: str, held: bool, language: str = "en") -> None:
        self.rng = random.Random(stream)
        self.pool = pool
        self.held = held
        self.language = language
        phones = PROFILES[language] + (() if pool == "train" else UNSEEN_PROFILES[language])
        self.profile = phones[0] if len(phones) == 1 else self.rng.choice(phones)
        self._used: set[str] = set()
        self.now = self._start()
        self.clock = self.now.astimezone(UTC).isoformat()

    def _start(self) -> datetime:
        """A time of day within three weeks after the profile's own start."""
        state = load_profile(self.profile)
        row = state.get("device", "clock")
        assert row is not None
        day = datetime.fromtimestamp(state.now, ZoneInfo(row["zone"])) + timedelta(days=self.integer(0, 20))
        return day.replace(hour=self.integer(8, 19), minute=self.integer(0, 59), second=0, microsecond=0)

    def settle(self, profile: str) -> None:
        """Goes over to another profile's phone, at a time of its own."""
        self.profile = profile
        self.now = self._start()
        self.clock = self.now.astimezone(UTC).isoformat()

    @property
    def today(self) -> date:
        """The phone's local date at the start of the task."""
        return self.now.date()

    # -- words

    def say(self, wording: Wording, *, bare: bool = False, **slots: object) -> str:
        """The request in one of its phrasings."""
        bodies = wording.bodies(self.language, held=self.held, wide=self.pool == "train")
        return compose(bodies, slots, self.rng, language=self.language, held=self.held, bare=bare)

    def choice(self, options: Sequence[T]) -> T:
        """One of the options, whatever the pool."""
        return self.rng.choice(list(options))

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def integer(self, low: int, high: int, step: int = 1) -> int:
        """A whole number from ``low`` to ``high``, both included, in steps."""
        return self.rng.randrange(low, high + 1, step)

    def pick(self, words: Sequence[str]) -> str:
        """A word of this task's pool that the profile does not hold and that was not drawn before in the task."""
        fresh = [word for word in _fresh(tuple(words), self.pool, self.profile) if self._is_apart(word)]
        unused = [word for word in words if word not in self._used and not _is_a_name(word, self.profile)]
        word = self.rng.choice(fresh or unused)
        self._used.add(word)
        return word

    def _is_apart(self, word: str) -> bool:
        """Whether no word drawn so far starts the other, so that a search for one never finds the other."""
        return not any(word.startswith(used) or used.startswith(word) for used in self._used)

    def tongue(self, english: str, chinese: str) -> str:
        """The one of two texts that is in the task's language."""
        return chinese if self.language == "zh" else english

    # -- entities

    def first_name(self) -> str:
        return self.pick(entities.GIVEN_ZH if self.language == "zh" else entities.GIVEN)

    def person(self) -> str:
        """A full name, both parts of this pool."""
        if self.language == "zh":
            return self.pick(entities.FAMILY_ZH) + self.pick(entities.GIVEN_ZH)
        return f"{self.pick(entities.GIVEN)} {self.pick(entities.FAMILY)}"

    def title(self) -> str:
        """What an alarm, event, note or list is called: two words, or one."""
        if self.language == "zh":
            head = self.pick(entities.QUALIFIERS_ZH) if self.chance(0.6) else ""
            return head + self.pick(entities.TOPICS_ZH)
        if self.chance(0.25):
            return self.pick(entities.TOPICS)
        return f"{self.pick(entities.QUALIFIERS)} {self.pick(entities.TOPICS)}"

    def phrase(self) -> str:
        """A short message or note body of a few words, such as a person would write."""
        chinese = self.language == "zh"
        template = self.pick(entities.PHRASES_ZH if chinese else entities.PHRASES)
        thing = self.pick(entities.TOPICS_ZH if chinese else entities.TOPICS) if "{thing}" in template else ""
        place = self.place() if "{place}" in template else ""
        return template.format(thing=thing, place=place, number=self.integer(2, 40))

    def groceries(self, low: int = 1, high: int = 3) -> list[str]:
        """Things to buy."""
        words = entities.GROCERIES_ZH if self.language == "zh" else entities.GROCERIES
        return [self.pick(words) for _ in range(self.integer(low, high))]

    def file_name(self, suffix: str = "pdf") -> str:
        """The name of a document."""
        return f"{self.pick(entities.FILE_STEMS)}.{suffix}"

    def place(self) -> str:
        return self.pick(entities.PLACES_ZH if self.language == "zh" else entities.PLACES)

    def phone_number(self) -> str:
        return f"+4477{self.integer(0, 99_999_999):08d}"

    def time(self, low: int = 6, high: int = 22, step: int = 5) -> str:
        """A time of day as the phone keeps it, 24-hour HH:MM."""
        minutes = self.integer(low * 60, high * 60 + 55, step)
        return f"{minutes // 60:02d}:{minutes % 60:02d}"

    def day(self, low: int = 1, high: int = 20) -> date:
        """A date so many days after today."""
        return self.today + timedelta(days=self.integer(low, high))

    def moment(self, low: int = 1, high: int = 20, *, hours: tuple[int, int] = (7, 20)) -> str:
        """A local date and time after today, as tools take it."""
        return f"{self.day(low, high).isoformat()}T{self.time(*hours, step=15)}"

    def weekdays(self, low: int = 1, high: int = 3) -> list[str]:
        """Some days of the week in order."""
        chosen = self.rng.sample(list(WEEKDAYS), self.integer(low, high))
        return [day for day in WEEKDAYS if day in chosen]

    def row_id(self, prefix: str) -> str:
        """An id for a row that the task adds to the phone."""
        return f"{prefix}_{''.join(self.rng.choice('abcdefghjkmnpqrstuvwxyz234567') for _ in range(4))}"

    # -- how values are said

    def say_time(self, time: str) -> str:
        """A time as people say it: 07:15, 7:15 am, quarter past seven in the morning."""
        return say_time(time, self.rng, self.language)

    def say_days(self, days: Sequence[str]) -> str:
        """Days as people say them: Mondays and Fridays, weekdays."""
        return say_days(days, self.rng, self.language)

    def say_on_days(self, days: Sequence[str]) -> str:
        """Days with their preposition: on Mondays and Fridays, every Monday and Friday, daily."""
        said = self.say_days(days)
        if self.language == "zh" or said.startswith(("every", "daily")):
            return said
        if said == "Monday to Friday":
            return f"from {said}"
        if said[-1] == "s":
            return f"on {said}"
        return self.choice((f"on {said}", f"every {said}"))

    def say_date(self, day: date | str) -> str:
        """A date as people say it: tomorrow, 14 March, March 14, 2026-03-14."""
        return say_date(_as_date(day), self.today, self.rng, self.language)

    def say_on(self, day: date | str) -> str:
        """A date with its preposition where it takes one: on 14 March, tomorrow."""
        said = self.say_date(day)
        return said if self.language == "zh" or said in ("today", "tomorrow") else f"on {said}"

    def say_moment(self, moment: str) -> str:
        """A date and time with their prepositions: tomorrow at 7 pm, at 19:00 on 14 March."""
        return self._say_moment(moment, "on ", "at ")

    def say_when(self, moment: str) -> str:
        """A date and time that follow a preposition of their own: tomorrow at 7 pm, 19:00 on 14 March."""
        return self._say_moment(moment, "", "")

    def _say_moment(self, moment: str, on: str, at: str) -> str:
        day, time = moment.split("T")
        said, clock = self.say_date(day), self.say_time(time)
        if self.language == "zh":
            return f"{said}{clock}"
        if said in ("today", "tomorrow"):
            return self.choice((f"{said} at {clock}", f"{at}{clock} {said}"))
        return self.choice((f"{on}{said} at {clock}", f"{at}{clock} on {said}"))

    def say_minutes(self, minutes: int) -> str:
        """A length of time: 45 minutes, 45 min, an hour, 2 hours."""
        return say_minutes(minutes, self.rng, self.language)

    def say_list(self, items: Sequence[str]) -> str:
        """Things one after another: a, b and c."""
        if self.language == "zh":
            return "、".join(items)
        return (
            items[0] if len(items) == 1 else ", ".join(items[:-1]) + self.choice((" and ", ", and ", " plus ")) + items[-1]
        )


def _as_date(day: date | str) -> date:
    return date.fromisoformat(day) if isinstance(day, str) else day


_NUMBERS = ("twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
_DAY_NAMES: dict[str, str] = dict(
    zip(WEEKDAYS, ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"), strict=True)
)
_DAY_NAMES_ZH: dict[str, str] = dict(zip(WEEKDAYS, ("周一", "周二", "周三", "周四", "周五", "周六", "周日"), strict=True))


def say_time(time: str, rng: random.Random, language: str = "en") -> str:
    """One of the ways to say a time of day."""
    hour, minute = map(int, time.split(":"))
    if language == "zh":
        part = "早上" if 5 <= hour < 12 else "下午" if 12 <= hour < 18 else "晚上" if hour >= 18 else "凌晨"
        clock = f"{(hour - 1) % 12 + 1}点" + (f"{minute}分" if minute else "")
        return rng.choice((time, part + clock))
    half = "am" if hour < 12 else "pm"
    twelve = (hour - 1) % 12 + 1
    forms = [time, f"{twelve}:{minute:02d} {half}", f"{twelve}:{minute:02d}{half}"]
    if minute == 0:
        forms += [f"{twelve} {half}", f"{twelve}{half}"]
    part = "in the morning" if hour < 12 else "in the afternoon" if hour < 18 else "in the evening"
    if minute == 15:
        forms.append(f"quarter past {_NUMBERS[hour % 12]} {part}")
    elif minute == 30:
        forms.append(f"half past {_NUMBERS[hour % 12]} {part}")
    elif minute == 45:
        forms.append(f"quarter to {_NUMBERS[(hour + 1) % 12]} {part}" if hour % 12 != 11 else time)
    return rng.choice(forms)


def say_days(days: Sequence[str], rng: random.Random, language: str = "en") -> str:
    """One of the ways to say a set of days."""
    chosen = list(days)
    if language == "zh":
        return {5: "工作日", 7: "每天"}.get(len(chosen), "、".join(_DAY_NAMES_ZH[day] for day in chosen))
    if chosen == list(WEEKDAYS[:5]):
        return rng.choice(("weekdays", "every weekday", "Monday to Friday"))
    if chosen == list(WEEKDAYS[5:]):
        return rng.choice(("weekends", "Saturday and Sunday"))
    if chosen == list(WEEKDAYS):
        return rng.choice(("every day", "daily"))
    plural = rng.random() < 0.5
    names = [_DAY_NAMES[day] + ("s" if plural else "") for day in chosen]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def say_date(day: date, today: date, rng: random.Random, language: str = "en") -> str:
    """One of the ways to say a date. The year is left out: it is the current one."""
    ahead = (day - today).days
    if language == "zh":
        near = {0: "今天", 1: "明天"}.get(ahead)
        return (
            near if near and rng.random() < 0.6 else rng.choice((f"{day.month}月{day.day}日", f"{day.month}月{day.day}号"))
        )
    near = {0: "today", 1: "tomorrow"}.get(ahead)
    if near and rng.random() < 0.6:
        return near
    month = MONTHS[day.month - 1]
    ending = "th" if 10 <= day.day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th")
    return rng.choice((day.isoformat(), f"{day.day} {month}", f"{month} {day.day}", f"the {day.day}{ending} of {month}"))


def say_minutes(minutes: int, rng: random.Random, language: str = "en") -> str:
    """One of the ways to say a length of time."""
    hours, rest = divmod(minutes, 60)
    if language == "zh":
        return f"{hours}小时" if hours and not rest else f"{minutes}分钟"
    if hours and not rest:
        return rng.choice(("an hour", "one hour", "60 minutes") if hours == 1 else (f"{hours} hours", f"{minutes} minutes"))
    return rng.choice((f"{minutes} minutes", f"{minutes} min", f"{minutes} mins"))
