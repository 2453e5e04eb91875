"""What can be booked, and bookings.

An offer is not a row: its id names an entry of the inventory and the dates, so that looking for offers writes nothing
and the same search gives the same answer. Flights, trains, hotels and events come from ``offers.json``; tables from the
restaurants on the map.
"""

import datetime
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from harness.contract import Json

from ... import zones
from ...arguments import WEEKDAYS, Date, Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import resolve_named
from ...phone import Phone
from ...state import Row
from ...tools import Risk, tool
from .places import find_city
from .tables import DOMAIN, chance
from .wallet import PAYING, charge, currency, price, refund

Kind = Literal["flight", "train", "hotel", "table", "event"]
People = Annotated[int, Field(ge=1, le=12)]
HORIZON_DAYS = 330
"""How far ahead bookings open."""
_CHECK_IN, _DAY = "15:00", 86_400
_LARGEST_TABLE = 8
_TABLE_TIMES = ("12:00", "12:30", "13:00", "13:30", "18:00", "18:30", "19:00", "19:30", "20:00", "20:30", "21:00")
_LISTED = 10


class Connection(NamedTuple):
    """A flight or train that leaves every day, in local times of its two cities."""

    number: str
    kind: str
    carrier: str
    start: str
    end: str
    departs: str
    minutes: int
    usd: float
    seats: int
    flexible: bool


@dataclass(frozen=True)
class Offer:
    """Something bookable. ``unit`` is the price a person, for a hotel a room and the stay; ``left`` says how many."""

    id: str
    kind: str
    title: str
    start: str
    zone: str
    unit: float
    left: int
    flexible: bool
    details: Mapping[str, Json]

    @property
    def starts_at(self) -> int:
        return zones.to_epoch(self.start, self.zone)

    def units(self, people: int) -> int:
        """How many seats, rooms for two or tables so many people need."""
        return 1 if self.kind == "table" else (people + 1) // 2 if self.kind == "hotel" else people


@cache
def _inventory() -> dict[str, Json]:
    loaded: dict[str, Json] = json.loads(files(__package__).joinpath("offers.json").read_text(encoding="utf-8"))
    return loaded


@cache
def _connections() -> tuple[dict[str, Connection], dict[tuple[str, str, str], list[Connection]]]:
    """Every connection by its number, and by kind and cities."""
    rows = [Connection(*row) for row in _inventory()["timetable"]]
    between: dict[tuple[str, str, str], list[Connection]] = {}
    for row in rows:
        between.setdefault((row.kind, row.start, row.end), []).append(row)
    return {row.number: row for row in rows}, between


@cache
def _entries(name: str) -> dict[str, Row]:
    return {row["id"]: row for row in _inventory()[name]}


# -- making offers


def _offer(
    phone: Phone, key: str, kind: str, title: str, start: str, city: str, *, usd: float, left: int, flexible: bool,
    details: Mapping[str, Json],
) -> Offer:  # fmt: skip
    """An offer with what ``availability`` says of it."""
    known = phone.state.get("availability", key) or {}
    unit = known.get("price", price(phone, usd))
    zone = zones.find_city(city).zone
    return Offer(key, kind, title, start, zone, unit, known.get("left", left), flexible, details)


def _connection_offer(phone: Phone, row: Connection, day: str) -> Offer:
    key = f"{row.number}@{day}"
    ahead = (datetime.date.fromisoformat(day) - phone.local.date()).days
    usd = row.usd * (0.9 + chance(key, "fare") % 40 / 100) * (1.35 if ahead < 3 else 1)
    arrival = zones.to_epoch(f"{day}T{row.departs}", zones.find_city(row.start).zone) + row.minutes * 60
    details = {
        "carrier": row.carrier,
        "from": row.start,
        "to": row.end,
        "departure": f"{day}T{row.departs}",
        "arrival": zones.to_local(arrival, zones.find_city(row.end).zone),
        "flexible": row.flexible,
    }
    return _offer(phone, key, row.kind, f"{row.carrier} {row.number} {row.start} to {row.end}", f"{day}T{row.departs}",
                  row.start, usd=usd, left=max(0, row.seats - chance(key, "sold") % 10), flexible=row.flexible,
                  details=details)  # fmt: skip


def _hotel_offer(phone: Phone, row: Row, first: str, last: str) -> Offer:
    key = f"{row['id']}@{first}@{last}"
    nights = (datetime.date.fromisoformat(last) - datetime.date.fromisoformat(first)).days
    details = {"name": row["name"], "city": row["city"], "stars": row["stars"], "rating": row["rating"],
               "breakfast": row["breakfast"], "nights": nights}  # fmt: skip
    return _offer(phone, key, "hotel", f"{row['name']}, {row['city']}", f"{first}T{_CHECK_IN}", row["city"],
                  usd=row["usd"] * nights, left=max(0, row["rooms"] - chance(key, "sold") % 6), flexible=True,
                  details=details)  # fmt: skip


def _event_offer(phone: Phone, row: Row, day: str) -> Offer:
    key = f"{row['id']}@{day}"
    details = {"title": row["title"], "type": row["type"], "venue": row["venue"], "time": f"{day}T{row['time']}"}
    return _offer(phone, key, "event", f"{row['title']}, {row['venue']}", f"{day}T{row['time']}", row["city"],
                  usd=row["usd"], left=max(0, row["seats"] - chance(key, "sold") % 9), flexible=False,
                  details=details)  # fmt: skip


def _table_offer(phone: Phone, row: Row, start: str) -> Offer:
    key = f"{row['id']}@{start}"
    details = {"restaurant": row["name"], "time": start}
    return _offer(phone, key, "table", row["name"], start, row["city"], usd=0, left=int(chance(key) % 10 < 6), flexible=True,
                  details=details)  # fmt: skip


def _find_offer(phone: Phone, key: str) -> Offer:
    """The offer of that id, free or not. Raises ``PhoneError`` NOT_FOUND."""
    name, *moments = key.split("@")
    connection = _connections()[0].get(name)
    place = phone.state.get("places", name)
    try:
        days = [datetime.date.fromisoformat(moment[:10]) for moment in moments]
        if connection is not None and moments == [days[0].isoformat()]:
            return _connection_offer(phone, connection, moments[0])
        if name in _entries("hotels") and moments == [day.isoformat() for day in days] and days[0] < days[1]:
            return _hotel_offer(phone, _entries("hotels")[name], *moments)
        if name in _entries("events") and moments == [days[0].isoformat()] and _plays(_entries("events")[name], days[0]):
            return _event_offer(phone, _entries("events")[name], moments[0])
        times = [f"{days[0]}T{time}" for time in _table_times(place)] if place is not None and place["tables"] else []
        if place is not None and len(moments) == 1 and moments[0] in times:
            return _table_offer(phone, place, moments[0])
    except (ValueError, IndexError, TypeError):
        pass  # dates that are none, or of another number: no such offer
    raise not_found("offer", key, "an offerId that search_offers returned")


def _plays(event: Row, day: datetime.date) -> bool:
    return WEEKDAYS[day.weekday()] in event["days"]


def _table_times(place: Row) -> list[str]:
    opens, closes = place["opens"], place["closes"]
    until = closes if closes > opens else "24:00"
    return [time for time in _TABLE_TIMES if opens <= time < until]


def _search(phone: Phone, kind: str, place: str, origin: str | None, first: str, last: str | None) -> Iterator[Offer]:
    if kind in ("flight", "train"):
        if origin is None:
            raise missing("origin", "the city to leave from")
        for row in _connections()[1].get((kind, find_city(origin), find_city(place)), []):
            yield _connection_offer(phone, row, first)
    elif kind == "hotel":
        if last is None:
            raise missing("endDate", "the day of leaving")
        if last <= first:
            raise PhoneError(
                Code.INVALID_ARGUMENT, f"endDate: {last} is not after {first}", accepted={"endDate": "after date"}
            )
        city = find_city(place)
        for hotel in _entries("hotels").values():
            if hotel["city"] == city:
                yield _hotel_offer(phone, hotel, first, last)
    elif kind == "event":
        city = find_city(place)
        for event in _entries("events").values():
            if event["city"] == city and _plays(event, datetime.date.fromisoformat(first)):
                yield _event_offer(phone, event, first)
    else:
        restaurant = resolve_named(phone, "places", "restaurant", place, ("name", "address"))
        if not restaurant["tables"]:
            raise PhoneError(Code.UNSUPPORTED, f"{restaurant['name']} takes no reservations")
        for time in _table_times(restaurant):
            yield _table_offer(phone, restaurant, f"{first}T{time}")


# -- tools


@tool(DOMAIN, errors=(Code.NO_SERVICE, Code.NOT_FOUND, Code.AMBIGUOUS, Code.UNSUPPORTED), seconds=3)
def search_offers(
    phone: Phone,
    kind: Kind,
    place: Text,
    date: Date,
    origin: Text | None = None,
    endDate: Date | None = None,
    people: People = 1,
    sortBy: Literal["price", "time", "rating"] = "price",
    maxResults: Annotated[int, Field(ge=1, le=20)] = 5,
) -> Json:
    """Search flights, trains, hotel rooms, restaurant tables or event tickets that can be booked, with prices.

    place: city to go to or stay in; for table, the restaurant by name or id.
    date: day of travel, arrival or visit.
    origin: city of departure, for flight and train.
    endDate: day of leaving, for hotel.
    """
    phone.require("internet")
    _require_bookable(phone, date)
    now = phone.state.now
    found = [
        offer
        for offer in _search(phone, kind, place, origin, date, endDate)
        if offer.left >= offer.units(people) and offer.starts_at > now and not (kind == "table" and people > _LARGEST_TABLE)
    ]
    if sortBy == "rating":
        found.sort(key=lambda offer: (-offer.details.get("rating", 0), offer.id))
    elif sortBy == "time" or kind == "table":
        found.sort(key=lambda offer: (offer.start, offer.id))
    else:
        found.sort(key=lambda offer: (offer.unit, offer.id))
    shown = [
        {"offerId": offer.id, **offer.details, "total": _total(offer, people), "left": offer.left}
        for offer in found[:maxResults]
    ]
    return {"total": len(found), "people": people, "currency": currency(phone), "offers": shown}


def _require_bookable(phone: Phone, day: str) -> None:
    today = phone.local.date() - datetime.timedelta(days=1)  # further west it may still be yesterday
    last = today + datetime.timedelta(days=HORIZON_DAYS)
    if not today.isoformat() <= day <= last.isoformat():
        accepted = {"date": f"{phone.local.date().isoformat()} to {last.isoformat()}"}
        raise PhoneError(Code.INVALID_ARGUMENT, f"date: nothing can be booked for {day}", accepted=accepted)


def _total(offer: Offer, people: int) -> float:
    return round(offer.unit * offer.units(people), 2)


@tool(
    DOMAIN,
    risk=Risk.COSTLY,
    risks={"list": Risk.READ, "cancel": Risk.OUTBOUND},
    errors=(*PAYING, Code.ALREADY_EXISTS, Code.CONFLICT),
    seconds=5,
)
def manage_booking(
    phone: Phone,
    action: Literal["book", "cancel", "list"],
    offerId: Text | None = None,
    people: People = 1,
    bookingId: Text | None = None,
    paymentMethod: Text | None = None,
) -> Json:
    """Book a flight, train, hotel, restaurant table or event that a search found; cancel or list bookings.

    offerId: what to book, as search_offers returned it.
    people: for how many.
    bookingId: which booking to cancel; part of its title will do.
    paymentMethod: the default one if not given.
    """
    if action == "list":
        rows = [row for _, row in phone.find("bookings", status="booked") if _starts(row) > phone.state.now]
        rows.sort(key=lambda row: (_starts(row), row["id"]))
        names = ("id", "kind", "name", "start", "people", "total")
        return {"total": len(rows), "bookings": [{name: row[name] for name in names} for row in rows[:_LISTED]]}
    if action == "cancel":
        if bookingId is None:
            raise missing("bookingId", "id of the booking to cancel")
        return _cancel(phone, resolve_named(phone, "bookings", "booking", bookingId, ("name", "start", "status")))
    if offerId is None:
        raise missing("offerId", "an offerId that search_offers returned")
    return _book(phone, _find_offer(phone, offerId), people, paymentMethod)


def _starts(row: Row) -> int:
    return zones.to_epoch(row["start"], row["zone"])


def _book(phone: Phone, offer: Offer, people: int, method: str | None) -> Json:
    phone.require("internet")
    same = phone.find("bookings", offer=offer.id, status="booked")
    if same:
        raise PhoneError(Code.ALREADY_EXISTS, f"{offer.title} is booked already", accepted={"bookingId": same[0][0]})
    if offer.starts_at <= phone.state.now:
        raise PhoneError(Code.PRECONDITION_FAILED, f"{offer.title} started at {offer.start}")
    if offer.starts_at > phone.state.now + HORIZON_DAYS * _DAY:
        raise PhoneError(Code.PRECONDITION_FAILED, f"bookings open {HORIZON_DAYS} days ahead")
    if offer.left < offer.units(people) or (offer.kind == "table" and people > _LARGEST_TABLE):
        message = f"{offer.title} has no room for {people} at {offer.start}"
        raise PhoneError(Code.CONFLICT, message, accepted={"left": offer.left})
    total = _total(offer, people)
    paid = charge(phone, total, offer.title, method) if total else None
    key = phone.add("bookings", "rv", kind=offer.kind, offer=offer.id, name=offer.title, start=offer.start, zone=offer.zone,
                    people=people, total=total, flexible=offer.flexible, payment=paid["id"] if paid else None,
                    status="booked", refunded=0.0, created=phone.state.now)  # fmt: skip
    return {"bookingId": key, "title": offer.title, "start": offer.start, "total": total, "currency": currency(phone)}


def _cancel(phone: Phone, row: Row) -> Json:
    """Cancels a booking; how much comes back depends on its kind and on how long it is until it starts."""
    phone.require("internet")
    if row["status"] == "cancelled":
        return {"bookingId": row["id"], "changed": False, "refund": row["refunded"]}
    ahead = _starts(row) - phone.state.now
    if ahead <= 0:
        raise PhoneError(Code.PRECONDITION_FAILED, f"{row['name']} started at {row['start']}")
    back = round(row["total"] * _share(row["flexible"], ahead), 2)
    if back and row["payment"] is not None:
        refund(phone, row["payment"], back)
    phone.put("bookings", row["id"], status="cancelled", refunded=back)
    return {"bookingId": row["id"], "changed": True, "refund": back, "currency": currency(phone)}


def _share(flexible: bool, ahead: int) -> float:
    """What is given back: all of it until a day before, half of it after that; nothing of what is not flexible."""
    return 0.0 if not flexible else 1.0 if ahead >= _DAY else 0.5
