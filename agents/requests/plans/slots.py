"""How one argument of a call is read off a person's words: a choice, a number, a time, somebody, or what is on the phone."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from harness.contract import Json
from harness.environments.phone.lookups import name_matches
from harness.environments.phone.phone import fold

from ..clauses import Clause
from ..world import Unfit, World

Read = Callable[[Clause, World], Json]
OFF = r"\boff\b|\b(?:disable|deactivate)\b|关闭|关掉|关了|关上|停用|关"
ON = r"\bon\b|\b(?:enable|activate)\b|打开|开启|启用|开一?下?"
MOST = r"\b(?:max(?:imum)?|full(?:est)?|highest|brightest|loudest|all the way up)\b|最大|最亮|最高|最响"
LEAST = r"\b(?:min(?:imum)?|lowest|darkest|dimmest|quietest|all the way down)\b|最小|最暗|最低"


OTHERWISE = "-"
"""For ``asks``: where this is not said, the wish is another one."""


@dataclass(frozen=True)
class Slot:
    """One argument. ``read`` takes it from the clause, or gives None where it is not said.

    asks: what is missing then, or OTHERWISE; without it the argument may be left out. others: values that a phone may have instead, for
    one that has the wanted value already.
    """

    argument: str
    read: Read
    asks: str = ""
    others: tuple[Json, ...] = ()


def seen(*options: tuple[Json, str]) -> str:
    """A cue that finds the words of some options and leaves them to the slot that takes them."""
    return f"(?={'|'.join(words for _, words in options)})"


def choice(argument: str, *options: tuple[Json, str], asks: str = "") -> Slot:
    """One of some values, each with the words for it; the first whose words occur."""

    def read(clause: Clause, world: World) -> Json:
        return next((value for value, words in options if clause.take(words)), None)

    return Slot(argument, read, asks, tuple(dict.fromkeys(value for value, _ in options)))


def on_off(argument: str = "enabled", on: Json = True, off: Json = False, asks: str = "whether on or off") -> Slot:
    """On or off, never both."""

    def read(clause: Clause, world: World) -> Json:
        no, yes = clause.take(OFF), clause.take(ON)
        return None if bool(no) == bool(yes) else off if no else on

    return Slot(argument, read, asks, (on, off))


def number(argument: str, low: float, high: float, *, kinds: Sequence[str] = ("number",), asks: str = "") -> Slot:
    """A number of one of these kinds. Raises ``Unfit`` for one that the phone does not take."""

    def read(clause: Clause, world: World) -> Json:
        value = clause.value(*kinds)
        if value is not None and not low <= value <= high:
            raise Unfit("missing_tool", f"{argument} goes from {low:g} to {high:g}, {value:g} is asked for")
        return value

    return Slot(argument, read, asks, tuple(value for value in (low, high) if value in (round(low), round(high))))


def level(argument: str, asks: str) -> Slot:
    """Percent, also in words: as bright as possible, half."""

    def read(clause: Clause, world: World) -> Json:
        return percent(clause)

    return Slot(argument, read, asks, (35, 60))


def percent(clause: Clause) -> int | None:
    """How much, in percent. Raises ``Unfit`` for a change by so much."""
    if clause.has(r"\bby (?:\d|half|a )|(?:提高|降低|增加|减少)了?\d"):
        raise Unfit("not_understood", "no plan reads a change by so much, only what it shall be")
    for words, value in ((MOST, 100), (LEAST, 0), (r"\bhalf(?:way)?\b|一半", 50)):
        if clause.take(words):
            return value
    found = clause.value("percent", "number")
    return int(found) if found is not None and 0 <= found <= 100 else None


def length(argument: str, seconds: int, asks: str = "", others: tuple[Json, ...] = ()) -> Slot:
    """A length of time in units of so many seconds. Raises ``Unfit`` for one between two units."""

    def read(clause: Clause, world: World) -> Json:
        span = clause.value("span")
        if span is not None and (span % seconds or not span):
            raise Unfit("missing_tool", f"{argument} takes whole {'minutes' if seconds == 60 else 'hours'}")
        return None if span is None else span // seconds

    return Slot(argument, read, asks, others)


def value(argument: str, kind: str, asks: str = "") -> Slot:
    """The first value of a kind: a time of day, a day, days of the week, an amount of money, an address."""
    return Slot(argument, lambda clause, world: clause.value(kind), asks)


def money(argument: str, asks: str = "", *, bare: str = "") -> Slot:
    """An amount in the phone's own currency, without a currency where ``bare`` occurs. Raises ``Unfit`` for another."""

    def read(clause: Clause, world: World) -> Json:
        found = clause.value("money")
        if found is not None:
            world.require_currency(clause.text)
        return found if found is not None or not (bare and clause.has(bare)) else clause.value("number")

    return Slot(argument, read, asks)


def moment(argument: str, asks: str = "") -> Slot:
    """A day and a time; today or the next day where no day is said."""

    def read(clause: Clause, world: World) -> Json:
        day, time = clause.value("date"), clause.value("time")
        if time is None:
            if day is not None:
                raise Unfit("incomplete", "does not say at what time")
            return None
        today = world.draw.now.date()
        later = today if time > world.draw.now.strftime("%H:%M") else today + timedelta(days=1)
        return f"{day or later.isoformat()}T{time}"

    return Slot(argument, read, asks)


def text(argument: str, marker: str, asks: str = "") -> Slot:
    """Words to be written, in quotation marks or after a marker."""
    return Slot(argument, lambda clause, world: clause.text_after(marker) or clause.value("text"), asks)


def name(argument: str, marker: str, asks: str = "", stop: str = "") -> Slot:
    """What something new is called."""
    return Slot(argument, lambda clause, world: clause.name_after(marker, stop) or clause.value("text"), asks)


def listed(
    argument: str, table: str, what: str, *, marker: str = "", field: str = "name", asks: str = "", stop: str = "",
    add: Callable[[World, str], object] | None = None, **fields: Json,
) -> Slot:  # fmt: skip
    """Something that is on the phone, by its name as the person says it.

    What the phone lacks is added with ``add``. Raises ``Unfit`` where it cannot be, with what there is instead.
    """

    def read(clause: Clause, world: World) -> Json:
        rows = [row for row in world.table(table).values() if all(row.get(key) == value for key, value in fields.items())]
        names = sorted({str(row[field]) for row in rows if row[field]})
        known = clause.known_name([item for item in names if table != "apps" or _is_meant(item, clause.text)])
        if known is None and table == "apps" and clause.app is not None:
            known = clause.app if any(fold(clause.app) == fold(item) for item in names) else None
        quoted = clause.peek("text") is not None
        said = known or (clause.name_after(marker, stop) if marker else None) or (clause.value("text") if marker else None)
        if said is None and table == "apps" and asks != OTHERWISE:
            said = clause.capitalised()
        if said is None or (known is None and not quoted and not world.may_be_added(said)):
            return None  # words that are no name point at something else
        said = re.sub(rf"\s+{re.escape(what)}$", "", said, flags=re.IGNORECASE)
        if not any(fold(item) == fold(said) or name_matches(said, item) for item in names):
            if add is None or not world.may_be_added(said):
                raise Unfit("missing_entity", f"this phone has no {what} {said!r}" + _instead(names))
            add(world, said)
            world.note_entity(what, said, added=True)
        else:
            world.note_entity(what, said)
        return said

    return Slot(argument, read, asks)


_PLAIN = frozenset(
    "phone messages clock camera photos files maps settings contacts launcher assistant calendar music".split()
)


def _is_meant(name: str, text: str) -> bool:
    """Whether a text means the app of that name: one called by a common word only where it is written so."""
    return name.casefold() not in _PLAIN or name in text or f"{name.casefold()} app" in text.casefold()


def _instead(names: Sequence[str]) -> str:
    return f"; it has {', '.join(names[:8])}" if names else ""


def app(argument: str = "appName", asks: str = "which app", marker: str = "") -> Slot:
    """An installed app."""
    return listed(argument, "apps", "app", marker=marker, asks=asks, stop=r"\s+apps?\b")


def person(argument: str, marker: str, asks: str = "who is meant", stop: str = "") -> Slot:
    """Somebody of the address book; whoever it lacks is added."""

    def read(clause: Clause, world: World) -> Json:
        said = clause.known_name(world.names("contacts", "name")) or clause.name_after(marker, stop) or clause.capitalised()
        if said is not None:
            world.contact(said)
        return said

    return Slot(argument, read, asks)


_OWN = r"home|work|office|家里?|公司"


def place(argument: str, marker: str, asks: str = "", stop: str = "", *, anywhere: bool = True) -> Slot:
    """A saved place, a place on the map or a city; a place that the map lacks is added.

    anywhere: a known one need not stand behind the marker.
    """

    def read(clause: Clause, world: World) -> Json:
        names = [*world.names("saved_places", "name"), *world.names("places", "name")]
        exact = "|".join(sorted(map(re.escape, names), key=lambda item: (-len(item), item)))
        led = clause.take(rf"(?:{marker})\s*(?:the |my )?(?P<place>{exact}|{_OWN})(?![A-Za-z])")
        said = led["place"] if led else None
        if said is None and anywhere:
            said = clause.known_name(names)
            own = None if said else clause.take(rf"\b(?:my )?(?P<own>{_OWN})\b|回(?P<zh>家)|(?<=去|到)(?P<to>家|公司)")
            said = said or (own and (own["own"] or own["zh"] or own["to"]))
        said = said or clause.name_after(rf"(?:{marker})(?: the| my)?", stop) or (clause.value("text") if anywhere else None)
        return None if said is None else world.place(said)

    return Slot(argument, read, asks)
