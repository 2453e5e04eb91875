"""The calendar: events, series of them, and the time between."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from harness.contract import Json

from ... import zones
from ...arguments import Date, Moment, Text, TimeOfDay
from ...errors import Code, PhoneError, missing, not_found
from ...phone import Phone
from ...rules import RULES, Schedule
from ...state import Row
from ...tools import Risk, tool
from .recurrence import Repeat, dates
from .tables import DOMAIN

Calendar = Literal["personal", "work", "family"]
Names = Annotated[list[Text], Field(max_length=30)]
Results = Annotated[int, Field(ge=1, le=20)]
Lead = Annotated[int, Field(ge=0, le=40_320)]

_DAY = 86_400
_parse = lru_cache(maxsize=65_536)(datetime.fromisoformat)


class Occurrence(NamedTuple):
    """One event on one date, in seconds since the epoch."""

    start: int
    end: int
    row: Row


def occurrences(row: Row, begin: int, finish: int) -> Iterator[Occurrence]:
    """The occurrences of an event that overlap ``begin`` to ``finish``, ascending."""
    key = row["zone"]
    if row["repeat"] == "never":
        start, end = zones.to_epoch(row["start"], key), zones.to_epoch(row["end"], key)
        if start < finish and end > begin:
            yield Occurrence(start, end, row)
        return
    opens = _parse(row["start"])
    length = _parse(row["end"]) - opens
    clock = row["start"][10:]
    until = date.fromisoformat(row["until"]) if row["until"] else None
    earliest = date.fromisoformat(zones.to_local(begin, key)[:10]) - timedelta(days=length.days + 1)
    for day in dates(opens.date(), row["repeat"], earliest, until):
        moment = day.isoformat() + clock
        start = zones.to_epoch(moment, key)
        if start >= finish:
            return
        end = zones.to_epoch((_parse(moment) + length).isoformat()[:16], key)
        if end > begin and moment[:10] not in row["excluded"]:
            yield Occurrence(start, end, row)


def _next_notice(phone: Phone, row: Row, after: int) -> int | None:
    """When the next occurrence is announced: ``remind_minutes`` before its start."""
    if row["remind_minutes"] is None:
        return None
    lead: int = row["remind_minutes"] * 60
    coming = occurrences(row, after + lead, zones.to_epoch("2199-12-31T23:59", "UTC"))
    return next((found.start - lead for found in coming if found.start - lead > after), None)


def _announce(phone: Phone, key: str, row: Row) -> None:
    text = f"in {row['remind_minutes']} minutes" if row["remind_minutes"] else "now"
    phone.add("notifications", "nt", app="calendar", title=row["title"], text=text, time=phone.state.now)


RULES.schedule(Schedule("events", _next_notice, _announce))


@tool(DOMAIN, risk=Risk.REVERSIBLE, permission="calendar", errors=(Code.PERMISSION_DENIED,))
def create_event(
    phone: Phone,
    title: Text,
    start: Moment,
    end: Moment | None = None,
    location: Text | None = None,
    attendees: Names | None = None,
    repeat: Repeat = "never",
    repeatUntil: Date | None = None,
    remindMinutes: Lead | None = None,
    calendar: Calendar = "personal",
) -> Json:
    """Add an event, or a series of events, to the calendar.

    end: one hour after the start if not given; whole days run from 00:00 to 00:00.
    repeatUntil: last day of a series.
    remindMinutes: how long before the start to be reminded.
    """
    zone = str(phone.zone)
    end = end or (_parse(start) + timedelta(hours=1)).isoformat()[:16]
    _check_span(start, end)
    if repeatUntil is not None and (repeat == "never" or repeatUntil < start[:10]):
        raise PhoneError(
            Code.INVALID_ARGUMENT,
            "repeatUntil: needs a repeat, and a day not before the start",
            accepted={"repeat": "daily, weekly, ...", "repeatUntil": f"from {start[:10]}"},
        )
    same = phone.find("events", title=title, start=start, end=end, zone=zone, calendar=calendar)
    if same:
        return {"eventId": same[0][0], "created": False}
    key = phone.add(
        "events", "ev", title=title, start=start, end=end, zone=zone, location=location, attendees=list(attendees or []),
        repeat=repeat, until=repeatUntil, excluded=[], remind_minutes=remindMinutes, calendar=calendar,
        created=phone.state.now,
    )  # fmt: skip
    overlapping = _between(phone, zones.to_epoch(start, zone), zones.to_epoch(end, zone))
    overlaps = [found.row["id"] for found in overlapping if found.row["id"] != key and not _is_whole_days(found.row)]
    return {"eventId": key, "created": True, "overlaps": overlaps[:5]}


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    permission="calendar",
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PERMISSION_DENIED),
)
def update_event(
    phone: Phone,
    eventId: Text,
    title: Text | None = None,
    start: Moment | None = None,
    end: Moment | None = None,
    location: Text | None = None,
    attendees: Names | None = None,
    remindMinutes: Lead | None = None,
    occurrence: Date | None = None,
) -> Json:
    """Change an event: title, time, place, people, reminder.

    eventId: id, or exact title.
    start: new start; without end the length stays.
    attendees: all of them, not only new ones.
    occurrence: change only this date of a series, which becomes an event of its own.
    """
    key = _which_event(phone, eventId)
    row = phone.row("events", key)
    fields: Row = {"title": title, "location": location, "attendees": attendees, "remind_minutes": remindMinutes}
    given = {name: value for name, value in fields.items() if value is not None}
    if not given and start is None and end is None:
        raise missing("title", "a new title, start, end, location, attendees or remindMinutes")
    single = _is_single_date(row, occurrence)
    if occurrence is not None and not single:
        begins = occurrence + str(row["start"])[10:]
        ends = (_parse(begins) + (_parse(row["end"]) - _parse(row["start"]))).isoformat()[:16]
        copy = {name: value for name, value in row.items() if name != "id"}
        copy |= {"start": begins, "end": ends, "repeat": "never", "until": None, "excluded": []}
        copy |= _new_span(phone, copy, start, end) | given | {"created": phone.state.now}
        phone.put("events", key, excluded=sorted([*row["excluded"], occurrence]))
        return {"eventId": phone.add("events", "ev", **copy), "seriesId": key, "changed": True}
    return {"eventId": key, "changed": phone.put("events", key, **_new_span(phone, row, start, end), **given)}


@tool(
    DOMAIN,
    risk=Risk.IRREVERSIBLE,
    permission="calendar",
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PERMISSION_DENIED),
)
def delete_event(phone: Phone, eventId: Text, occurrence: Date | None = None) -> Json:
    """Delete an event for good.

    eventId: id, or exact title.
    occurrence: delete only this date of a series and keep the rest.
    """
    key = _which_event(phone, eventId)
    row = phone.row("events", key)
    if _is_single_date(row, occurrence):
        phone.remove("events", key)
    else:
        phone.put("events", key, excluded=sorted([*row["excluded"], occurrence]))
    return {"eventId": key, "deleted": True}


@tool(DOMAIN, permission="calendar", errors=(Code.PERMISSION_DENIED,))
def search_events(
    phone: Phone,
    query: Text | None = None,
    fromDate: Date | None = None,
    toDate: Date | None = None,
    calendar: Calendar | None = None,
    maxResults: Results = 8,
) -> Json:
    """Find events by words and dates, earliest first.

    query: words in the title, place or names; without toDate a series then counts once.
    fromDate: first day; none means today.
    toDate: last day; none means a week on, or a year on with a query.
    """
    today = phone.local.date().isoformat()
    first = fromDate or today
    last = toDate or (date.fromisoformat(first) + timedelta(days=365 if query else 6)).isoformat()
    if last < first:
        raise PhoneError(Code.INVALID_ARGUMENT, "toDate: lies before fromDate", accepted={"toDate": f"from {first}"})
    begin = phone.to_epoch(f"{first}T00:00")
    finish = phone.to_epoch((date.fromisoformat(last) + timedelta(days=1)).isoformat() + "T00:00")
    words = query.casefold().split() if query else []
    found = _between(phone, begin, finish, words, calendar, once=bool(query) and toDate is None)
    zone = str(phone.zone)
    return {"total": len(found), "events": [_show(item, zone) for item in found[:maxResults]]}


@tool(DOMAIN, permission="calendar", errors=(Code.PERMISSION_DENIED,))
def find_free_time(
    phone: Phone,
    date: Date,
    minutes: Annotated[int, Field(ge=5, le=1440)],
    fromTime: TimeOfDay = "09:00",
    toTime: TimeOfDay = "18:00",
    maxResults: Results = 5,
) -> Json:
    """Find free time on a day, between its events; whole-day events do not count as busy.

    minutes: how long the free time must be at least.
    """
    begin, finish = phone.to_epoch(f"{date}T{fromTime}"), phone.to_epoch(f"{date}T{toTime}")
    if finish <= begin:
        raise PhoneError(Code.INVALID_ARGUMENT, "toTime: must come after fromTime", accepted={"toTime": f"after {fromTime}"})
    free_from = max(begin, -(-phone.state.now // 60) * 60)
    slots = []
    for item in [*_between(phone, begin, finish), None]:
        if item is not None and _is_whole_days(item.row):
            continue
        until = min(item.start, finish) if item is not None else finish
        if until - free_from >= minutes * 60:
            slots.append({"start": phone.to_local(free_from), "end": phone.to_local(until)})
        if item is not None:
            free_from = max(free_from, item.end)
    return {"total": len(slots), "slots": slots[:maxResults]}


def _between(
    phone: Phone, begin: int, finish: int, words: list[str] | None = None, calendar: str | None = None, once: bool = False
) -> list[Occurrence]:
    """Occurrences that overlap a span, ascending; ``once`` keeps the first of each series."""
    found: list[Occurrence] = []
    earliest, latest = zones.to_local(begin - 2 * _DAY, "UTC"), zones.to_local(finish + 2 * _DAY, "UTC")  # in any zone
    for row in phone.state.rows("events").values():
        if row["start"] > latest or (row["end"] < earliest and row["repeat"] == "never"):
            continue
        if calendar is not None and row["calendar"] != calendar:
            continue
        if words:
            text = " ".join([row["title"], row["location"] or "", *row["attendees"]]).casefold()
            if not all(word in text for word in words):
                continue
        for item in occurrences(row, begin, finish):
            found.append(item)
            if once:
                break
    found.sort(key=lambda item: (item.start, item.end, item.row["id"]))
    return found


def _show(item: Occurrence, zone: str) -> Row:
    row = item.row
    shown: Row = {"id": row["id"], "title": row["title"]}
    shown |= {"start": zones.to_local(item.start, zone), "end": zones.to_local(item.end, zone)}
    optional = {"location": row["location"], "attendees": row["attendees"], "calendar": row["calendar"]}
    shown |= {name: value for name, value in optional.items() if value}
    if row["repeat"] != "never":
        shown["repeat"] = row["repeat"]
    return shown


def _which_event(phone: Phone, name: str) -> str:
    """The event of that id, or the only one of that title."""
    if phone.state.get("events", name) is not None:
        return name
    return phone.resolve("events", "event", show="start", title=name)


def _is_single_date(row: Row, occurrence: str | None) -> bool:
    """Whether the whole event is meant. Raises ``PhoneError`` NOT_FOUND when it does not take place on that date."""
    if occurrence is None:
        return True
    day = date.fromisoformat(occurrence)
    until = date.fromisoformat(row["until"]) if row["until"] else None
    first = date.fromisoformat(row["start"][:10])
    if occurrence in row["excluded"] or next(dates(first, row["repeat"], day, until), None) != day:
        raise not_found("occurrence of that event on", occurrence)
    return bool(row["repeat"] == "never")


def _new_span(phone: Phone, row: Row, start: str | None, end: str | None) -> Row:
    """The fields of a new start or end, given in the phone's zone; nothing when neither is given."""
    if start is None and end is None:
        return {}
    here = str(phone.zone)
    if start is not None:
        end = end or (_parse(start) + (_parse(row["end"]) - _parse(row["start"]))).isoformat()[:16]
        zone = here
    else:
        assert end is not None
        start, zone = row["start"], row["zone"]
        end = end if zone == here else zones.to_local(zones.to_epoch(end, here), zone)
    _check_span(start, end)
    return {"start": start, "end": end, "zone": zone}


def _check_span(start: str, end: str) -> None:
    if end <= start:
        raise PhoneError(Code.INVALID_ARGUMENT, "end: must come after the start", accepted={"end": f"after {start}"})


def _is_whole_days(row: Row) -> bool:
    """Whether an event stands for whole days, such as a birthday or a holiday."""
    return bool(row["start"][11:] == row["end"][11:] == "00:00")
