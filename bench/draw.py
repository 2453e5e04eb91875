"""Drawing: everything random about one task comes from one seeded ``Draw``, entity pools kept apart by split.

Every entity word belongs to exactly one pool, decided by a hash of the word, so train, dev, gate and test never share a
name, a title or a place, however the lists grow.
"""

import random
from collections.abc import Sequence
from datetime import date, timedelta
from hashlib import blake2b
from typing import TypeVar

from harness.environments.phone.arguments import WEEKDAYS

from . import entities
from .wording import Wording, compose

T = TypeVar("T")
POOLS = ("train", "dev", "gate", "test")
_SHARES = {"train": 70, "dev": 10, "gate": 10, "test": 10}


def pool_of(word: str) -> str:
    """The pool that a word belongs to."""
    point = blake2b(word.casefold().encode(), digest_size=4).digest()[0] * 100 // 256
    for pool, share in _SHARES.items():
        if point < share:
            return pool
        point -= share
    return "test"


class Draw:
    """The random choices of one task. ``pool`` is whose entities may be used; ``held`` asks for held-out phrasings."""

    def __init__(self, stream: str, *, pool: str, held: bool, language: str = "en") -> None:
        self.rng = random.Random(stream)
        self.pool = pool
        self.held = held
        self.language = language
        self.profile = "liwei" if language == "zh" else self.rng.choice(("emma", "marcus", "aisha"))
        self._ids = 0
        self._used: set[str] = set()

    # -- words

    def say(self, wording: Wording, *, bare: bool = False, **slots: object) -> str:
        """The request in one of its phrasings."""
        bodies = wording.bodies(self.language, held=self.held)
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
        """A word of this task's pool that was not drawn before in the task."""
        mine = [word for word in words if pool_of(word) == self.pool and word not in self._used]
        word = self.rng.choice(mine or [word for word in words if word not in self._used])
        self._used.add(word)
        return word

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
            return self.pick(entities.TOPICS_ZH)
        if self.chance(0.25):
            return self.pick(entities.TOPICS)
        return f"{self.pick(entities.QUALIFIERS)} {self.pick(entities.TOPICS)}"

    def phrase(self) -> str:
        """A short message or note body of a few words, such as a person would write."""
        if self.language == "zh":
            return self.pick(entities.PHRASES_ZH)
        return self.pick(entities.PHRASES).format(thing=self.pick(entities.TOPICS), place=self.pick(entities.PLACES))

    def place(self) -> str:
        return self.pick(entities.PLACES_ZH if self.language == "zh" else entities.PLACES)

    def phone_number(self) -> str:
        return f"+4477{self.integer(0, 99_999_999):08d}"

    def time(self, low: int = 6, high: int = 22, step: int = 5) -> str:
        """A time of day as the phone keeps it, 24-hour HH:MM."""
        minutes = self.integer(low * 60, high * 60 + 55, step)
        return f"{minutes // 60:02d}:{minutes % 60:02d}"

    def day_after(self, today: date, low: int = 1, high: int = 20) -> date:
        return today + timedelta(days=self.integer(low, high))

    def weekdays(self, low: int = 1, high: int = 3) -> list[str]:
        """Some days of the week in order."""
        chosen = self.rng.sample(list(WEEKDAYS), self.integer(low, high))
        return [day for day in WEEKDAYS if day in chosen]

    def row_id(self, prefix: str) -> str:
        """An id for a row that the task adds to the phone."""
        self._ids += 1
        return f"{prefix}_{''.join(self.rng.choice('abcdefghjkmnpqrstuvwxyz234567') for _ in range(4))}"

    # -- how values are said

    def say_time(self, time: str) -> str:
        """A time as people say it: 07:15, 7:15 am, quarter past seven in the morning."""
        return say_time(time, self.rng, self.language)

    def say_days(self, days: Sequence[str]) -> str:
        """Days as people say them: Mondays and Fridays, weekdays."""
        return say_days(days, self.rng, self.language)


_NUMBERS = ("twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")
_DAY_NAMES = dict(zip(WEEKDAYS, ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"), strict=True))  # fmt: skip
_DAY_NAMES_ZH = dict(zip(WEEKDAYS, ("周一", "周二", "周三", "周四", "周五", "周六", "周日"), strict=True))


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
