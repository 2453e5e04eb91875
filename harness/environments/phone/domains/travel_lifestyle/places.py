"""The map: where the phone is, what is around, the favourites, and the way there."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import asin, cos, radians, sin, sqrt
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from harness.contract import Json

from ... import zones
from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import name_matches, resolve_named
from ...phone import Phone, fold
from ...rules import RULES, Schedule
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

Category = Literal[
    "restaurant", "cafe", "hotel", "shop", "supermarket", "pharmacy", "hospital", "petrol", "parking", "station", "airport",
    "park", "museum", "gym", "bank", "cinema",
]  # fmt: skip
Mode = Literal["drive", "walk", "cycle", "transit"]
Count = Annotated[int, Field(ge=1, le=20)]
LOCATING = (Code.PERMISSION_DENIED, Code.PRECONDITION_FAILED)
"""What can go wrong with finding out where the phone is."""
_HOME, _WORK = ("home", "my home", "家", "家里", "我家"), ("work", "office", "my office", "公司", "单位", "办公室")
_DETOUR = 1.3
"""How much longer roads are than the straight line."""


class Spot(NamedTuple):
    """Somewhere on the map."""

    name: str
    latitude: float
    longitude: float
    city: str


@cache
def cities() -> Mapping[str, tuple[float, float, int, int, int, int]]:
    """City -> latitude, longitude, mean temperature, its yearly swing, chance of rain in percent, air quality index."""
    table = json.loads(files(__package__).joinpath("cities.json").read_text(encoding="utf-8"))
    return {name: tuple(values) for name, values in table.items()}


def find_city(name: str) -> str:
    """The city's own name. Raises ``PhoneError`` NOT_FOUND, or AMBIGUOUS with the candidates."""
    city = zones.find_city(name).name
    if city not in cities():
        raise not_found("city", name, "a large city such as London")
    return city


def here(phone: Phone) -> Spot:
    """Where the phone is. Raises ``PhoneError``: PERMISSION_DENIED, or PRECONDITION_FAILED while location is off."""
    phone.require_permission("location")
    phone.require("location")
    label = phone.one("radios", "location")["place"]
    for row in phone.state.rows("saved_places").values():
        if row["kind"] == label or fold(row["name"]) == fold(label):
            return _spot(row)
    return find_spot(phone, label)


def find_spot(phone: Phone, name: str) -> Spot:
    """What a name or id means: a favourite, a place on the map, or a city. Raises ``PhoneError`` NOT_FOUND or AMBIGUOUS."""
    saved = _saved(phone, name)
    if saved is not None:
        return _spot(saved)
    try:
        return _spot(resolve_named(phone, "places", "place", name, ("name", "address")))
    except PhoneError as error:
        if error.code is Code.AMBIGUOUS:
            raise
        try:
            city = find_city(name)
        except PhoneError:
            raise error from None
    return Spot(city, *cities()[city][:2], city)


def _saved(phone: Phone, name: str) -> Row | None:
    rows = phone.state.rows("saved_places")
    wanted = fold(name)
    kind = "home" if wanted in _HOME else "work" if wanted in _WORK else None
    return rows.get(name) or next(
        (row for row in rows.values() if row["kind"] == kind or fold(row["name"]) == wanted), None
    )  # fmt: skip


def _spot(row: Row) -> Spot:
    return Spot(row["name"], row["latitude"], row["longitude"], row["city"])


def distance(start: Spot, end: Spot) -> float:
    """Kilometres by road."""
    height, width = radians(end.latitude - start.latitude), radians(end.longitude - start.longitude)
    across = sin(height / 2) ** 2 + cos(radians(start.latitude)) * cos(radians(end.latitude)) * sin(width / 2) ** 2
    return round(12742 * asin(sqrt(across)) * _DETOUR, 1)


def minutes(kilometres: float, mode: str) -> int:
    """How long the way takes."""
    long = kilometres > 30
    speed = {"walk": 4.8, "cycle": 16, "transit": 70 if long else 22, "drive": 85 if long else 28}[mode]
    return max(1, round(kilometres / speed * 60) + (6 if mode == "transit" else 0))


# -- finding places


@tool(DOMAIN, errors=(Code.NO_SERVICE, Code.NOT_FOUND, Code.AMBIGUOUS, *LOCATING), seconds=2)
def search_places(
    phone: Phone,
    query: Text | None = None,
    category: Category | None = None,
    near: Text | None = None,
    openNow: bool = False,
    minRating: Annotated[float, Field(ge=0, le=5)] | None = None,
    maxResults: Count = 5,
) -> Json:
    """Find places on the map near here or near a place: restaurants, cafes, pharmacies, petrol stations. Nearest first.

    query: part of the name, a cuisine or a street.
    near: a saved place, place or city; where the phone is if not given.
    """
    phone.require("internet")
    centre = find_spot(phone, near) if near is not None else here(phone)
    now = phone.local.isoformat()[11:16]
    found = [
        (distance(centre, _spot(row)), row)
        for row in phone.state.rows("places").values()
        if (category is None or row["category"] == category)
        and (minRating is None or row["rating"] >= minRating)
        and (not openNow or is_open(row, now))
        and (query is None or name_matches(query, f"{row['name']} {row['kind']} {row['address']}"))
    ]
    found.sort(key=lambda item: (item[0], item[1]["id"]))
    names = ("id", "name", "kind", "address", "rating", "opens", "closes")
    shown = [{name: row[name] for name in names} | {"km": kilometres} for kilometres, row in found[:maxResults]]
    return {"near": centre.name, "total": len(found), "places": shown}


def is_open(place: Row, time: str) -> bool:
    """Whether a place is open at a local time; equal hours mean day and night."""
    opens, closes = place["opens"], place["closes"]
    if opens == closes:
        return True
    return bool(opens <= time < closes if opens < closes else time >= opens or time < closes)


# -- favourites


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.ALREADY_EXISTS, *LOCATING),
)
def manage_saved_place(
    phone: Phone,
    action: Literal["save", "rename", "remove", "list"],
    name: Text | None = None,
    place: Text | None = None,
    newName: Text | None = None,
) -> Json:
    """Save, rename, remove or list favourite places of the maps app, home and work among them.

    name: what it is called: home, work, or any other name; a new home or work replaces the old one.
    place: the place, saved place or city to save, by id or name; where the phone is if not given.
    """
    if action == "list":
        rows = phone.state.rows("saved_places").values()
        names = ("id", "name", "kind", "address")
        return {"total": len(rows), "savedPlaces": [{name: row[name] for name in names} for row in list(rows)[:10]]}
    if name is None:
        raise missing("name", "what the saved place is called")
    old = _saved(phone, name)
    if action == "save":
        return _save_place(phone, name, place, old)
    if old is None:
        raise not_found("saved place", name, [row["name"] for row in phone.state.rows("saved_places").values()][:10])
    if action == "remove":
        phone.remove("saved_places", old["id"])
        return {"savedPlaceId": old["id"], "removed": True}
    if newName is None:
        raise missing("newName", "the new name")
    _require_free(phone, newName, old["id"])
    return {"savedPlaceId": old["id"], "changed": phone.put("saved_places", old["id"], name=newName, kind=_kind(newName))}


def _save_place(phone: Phone, name: str, place: str | None, old: Row | None) -> Json:
    spot = find_spot(phone, place) if place is not None else here(phone)
    known = phone.find("places", name=spot.name, latitude=spot.latitude)
    fields = {
        "kind": _kind(name), "address": known[0][1]["address"] if known else spot.name, "city": spot.city,
        "latitude": spot.latitude, "longitude": spot.longitude,
    }  # fmt: skip
    if old is None:
        return {"savedPlaceId": phone.add("saved_places", "fv", name=name, **fields), "created": True}
    if old["kind"] == "favourite":
        same = old["latitude"] == spot.latitude and old["longitude"] == spot.longitude
        if not same:
            _require_free(phone, name, None)
        return {"savedPlaceId": old["id"], "created": False}
    return {"savedPlaceId": old["id"], "created": False, "changed": phone.put("saved_places", old["id"], **fields)}


def _kind(name: str) -> str:
    return "home" if fold(name) in _HOME else "work" if fold(name) in _WORK else "favourite"


def _require_free(phone: Phone, name: str, besides: str | None) -> None:
    taken = _saved(phone, name)
    if taken is not None and taken["id"] != besides:
        accepted = {"savedPlaceId": taken["id"]}
        raise PhoneError(Code.ALREADY_EXISTS, f"another saved place is called {taken['name']!r}", accepted=accepted)


# -- guidance


def _arrival(phone: Phone, row: Row, after: int) -> int | None:
    return row["arrives_at"] if row["destination"] is not None and row["arrives_at"] > after else None


def _arrive(phone: Phone, key: str, row: Row) -> None:
    phone.add("notifications", "nt", app="maps", title="You have arrived", text=row["destination"], time=phone.state.now)


RULES.schedule(Schedule("navigation", _arrival, _arrive))


def _guides(phone: Phone) -> Row | None:
    """The guidance that still runs."""
    row = phone.one("navigation")
    return row if row["destination"] is not None and row["arrives_at"] > phone.state.now else None


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"status": Risk.READ},
    errors=(Code.NO_SERVICE, Code.NOT_FOUND, Code.AMBIGUOUS, Code.CONFLICT, *LOCATING),
    seconds=2,
)
def control_navigation(
    phone: Phone,
    action: Literal["start", "add_stop", "stop", "status"],
    destination: Text | None = None,
    mode: Mode = "drive",
    stops: list[Text] | None = None,
    avoidTolls: bool = False,
) -> Json:
    """Start or stop navigation: directions to a place, stops on the way, distance and arrival time.

    destination: a saved place such as home, a place, or a city, by name or id; for add_stop, the stop.
    stops: places to pass on the way, in order.
    """
    running = _guides(phone)
    if action == "stop":
        return {"changed": running is not None and phone.put("navigation", "main", destination=None, stops=[], route=[])}
    if action == "status":
        return {"navigating": running is not None, **(_guidance(phone, running) if running else {})}
    if destination is None:
        raise missing("destination", "a saved place, place or city")
    phone.require("internet")
    start, target = here(phone), find_spot(phone, destination)
    if action == "start":
        route, no_tolls = [*(find_spot(phone, stop) for stop in stops or []), target], avoidTolls
        if running is not None and running["route"][-1] != list(target):
            message = f"navigation to {running['destination']} is running; stop it first"
            raise PhoneError(Code.CONFLICT, message, accepted={"destination": running["destination"]})
    else:
        if running is None:
            raise PhoneError(Code.PRECONDITION_FAILED, "no navigation is running")
        mode, no_tolls = running["mode"], running["avoid_tolls"]
        *via, goal = (Spot(*spot) for spot in running["route"])
        route = [*via, target, goal]
    way = [start, *route]
    kilometres = round(sum(distance(*leg) for leg in pairwise(way)), 1)
    slower = 1.15 if no_tolls and mode == "drive" else 1
    seconds = round(minutes(kilometres, mode) * slower) * 60
    fields = {
        "destination": route[-1].name, "stops": [spot.name for spot in route[:-1]], "mode": mode,
        "avoid_tolls": no_tolls, "route": [list(spot) for spot in route],
    }  # fmt: skip
    same = running is not None and all(running[name] == value for name, value in fields.items())
    if not same:
        now = phone.state.now
        phone.put("navigation", "main", **fields, kilometres=kilometres, started_at=now, arrives_at=now + seconds)
    return {"changed": not same, **_guidance(phone, phone.one("navigation"))}


def _guidance(phone: Phone, row: Row) -> Row:
    return {
        "destination": row["destination"],
        "mode": row["mode"],
        "stops": row["stops"],
        "km": row["kilometres"],
        "arrival": phone.to_local(row["arrives_at"]),
    }
