"""What comes to the door: taxis, food, parcels. How far they are follows from the time, so nothing is written on the way."""

from datetime import timedelta
from typing import Annotated, Literal

from pydantic import BeforeValidator, WithJsonSchema

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import resolve_named
from ...phone import Phone, fold
from ...rules import RULES, Schedule
from ...state import Row
from ...tools import Risk, tool
from .places import distance, find_spot, here, is_open, minutes
from .tables import DOMAIN, chance
from .wallet import PAYING, charge, currency, price, refund

_BASE, _PER_KM = {"economy": 2.5, "comfort": 4.0, "van": 6.0}, {"economy": 1.2, "comfort": 1.7, "van": 2.2}
"""Dollars to get in, and a kilometre."""
_FREE_CANCELLATION, _CANCELLATION_USD = 120, 5.0
_LONGEST_RIDE = 300
_LISTED = 10


def _tell(phone: Phone, app: str, title: str, text: str) -> None:
    phone.add("notifications", "nt", app=app, title=title, text=text, time=phone.state.now)


def _next_of(moments: list[int], after: int) -> int | None:
    return min((moment for moment in moments if moment > after), default=None)


# -- taxis


def _ride_moment(phone: Phone, row: Row, after: int) -> int | None:
    return None if row["cancelled"] else _next_of([row["pickup_at"], row["arrives_at"]], after)


def _ride_news(phone: Phone, key: str, row: Row) -> None:
    waits = phone.state.now < row["arrives_at"]
    _tell(
        phone, "taxi", "Your driver is here" if waits else "Ride completed", row["pickup"] if waits else row["destination"]
    )


RULES.schedule(Schedule("rides", _ride_moment, _ride_news))


def _ride_status(phone: Phone, row: Row) -> str:
    if row["cancelled"]:
        return "cancelled"
    now = phone.state.now
    return "driver_coming" if now < row["pickup_at"] else "on_the_way" if now < row["arrives_at"] else "completed"


def _current_ride(phone: Phone) -> Row | None:
    return next(
        (row for _, row in phone.find("rides", cancelled=False) if row["arrives_at"] > phone.state.now),
        None,
    )


@tool(
    DOMAIN,
    risk=Risk.COSTLY,
    risks={"estimate": Risk.READ, "status": Risk.READ, "cancel": Risk.OUTBOUND},
    errors=(*PAYING, Code.PERMISSION_DENIED, Code.CONFLICT, Code.UNSUPPORTED),
    seconds=3,
)
def manage_ride(
    phone: Phone,
    action: Literal["estimate", "order", "cancel", "status"],
    destination: Text | None = None,
    pickup: Text | None = None,
    rideType: Literal["economy", "comfort", "van"] = "economy",
    paymentMethod: Text | None = None,
) -> Json:
    """Order a taxi or ride, see its price first, where the driver is, or cancel it.

    destination: a saved place such as home, a place or a city.
    pickup: where the ride starts; where the phone is if not given.
    """
    current = _current_ride(phone)
    if action == "status":
        return {"active": None if current is None else _ride_line(phone, current)}
    if action == "cancel":
        if current is None:
            raise not_found("ride", "active")
        return _cancel_ride(phone, current)
    if destination is None:
        raise missing("destination", "a saved place, place or city")
    phone.require("internet")
    start = find_spot(phone, pickup) if pickup is not None else here(phone)
    end = find_spot(phone, destination)
    kilometres = distance(start, end)
    if kilometres > _LONGEST_RIDE:
        raise PhoneError(Code.UNSUPPORTED, f"{end.name} is {kilometres:g} km away; rides go up to {_LONGEST_RIDE} km")
    fare = price(phone, _BASE[rideType] + _PER_KM[rideType] * kilometres)
    wait, travel = 2 + chance(start.name, rideType) % 7, minutes(kilometres, "drive")
    estimate = {"pickup": start.name, "destination": end.name, "rideType": rideType, "km": kilometres,
                "price": fare, "currency": currency(phone)}  # fmt: skip
    if action == "estimate":
        return {**estimate, "pickupMinutes": wait, "rideMinutes": travel}
    if current is not None:
        message = f"a ride to {current['destination']} is active"
        raise PhoneError(Code.CONFLICT, message, accepted={"rideId": current["id"]})
    paid = charge(phone, fare, "taxi", paymentMethod, end.name)
    now = phone.state.now
    key = phone.add("rides", "rd", pickup=start.name, destination=end.name, type=rideType, total=fare, payment=paid["id"],
                    cancelled=False, ordered_at=now, pickup_at=now + wait * 60,
                    arrives_at=now + (wait + travel) * 60)  # fmt: skip
    return {"rideId": key, **estimate, "pickupAt": phone.to_local(now + wait * 60)}


def _ride_line(phone: Phone, row: Row) -> Row:
    line = {"rideId": row["id"], "status": _ride_status(phone, row), "pickup": row["pickup"]}
    line |= {"destination": row["destination"], "pickupAt": phone.to_local(row["pickup_at"])}
    return {**line, "arrival": phone.to_local(row["arrives_at"]), "price": row["total"]}


def _cancel_ride(phone: Phone, row: Row) -> Json:
    """Free for two minutes, then a fee; impossible once the ride has begun."""
    phone.require("internet")
    now = phone.state.now
    if now >= row["pickup_at"]:
        raise PhoneError(Code.PRECONDITION_FAILED, f"the ride to {row['destination']} has begun")
    fee = 0.0 if now - row["ordered_at"] <= _FREE_CANCELLATION else min(row["total"], price(phone, _CANCELLATION_USD))
    refund(phone, row["payment"], round(row["total"] - fee, 2))
    phone.put("rides", row["id"], cancelled=True)
    return {"rideId": row["id"], "cancelled": True, "fee": fee, "refund": round(row["total"] - fee, 2)}


# -- food


def _food_moment(phone: Phone, row: Row, after: int) -> int | None:
    return None if row["cancelled"] else _next_of([row["leaves_at"], row["arrives_at"]], after)


def _food_news(phone: Phone, key: str, row: Row) -> None:
    coming = phone.state.now < row["arrives_at"]
    _tell(phone, "delivery", "Your food is on its way" if coming else "Your food is here", row["name"])


RULES.schedule(Schedule("food_orders", _food_moment, _food_news))


def _food_status(phone: Phone, row: Row) -> str:
    if row["cancelled"]:
        return "cancelled"
    now = phone.state.now
    return "preparing" if now < row["leaves_at"] else "on_the_way" if now < row["arrives_at"] else "delivered"


@tool(
    DOMAIN,
    risk=Risk.COSTLY,
    risks={"menu": Risk.READ, "status": Risk.READ, "cancel": Risk.OUTBOUND},
    errors=(*PAYING, Code.ALREADY_EXISTS, Code.UNSUPPORTED),
    seconds=3,
)
def manage_food_order(
    phone: Phone,
    action: Literal["menu", "order", "cancel", "status"],
    restaurant: Text | None = None,
    items: list[Text] | None = None,
    deliverTo: Text = "home",
    orderId: Text | None = None,
    paymentMethod: Text | None = None,
) -> Json:
    """Order food or takeaway for delivery, read the menu, follow or cancel an order.

    restaurant: by name or id.
    items: dishes as on the menu; a dish named twice is ordered twice.
    deliverTo: a saved place such as home or work.
    orderId: which order to cancel.
    """
    if action == "status":
        rows = [row for row in phone.state.rows("food_orders").values() if orderId in (None, row["id"])]
        rows.sort(key=lambda row: (-row["ordered_at"], row["id"]))
        return {"total": len(rows), "orders": [_food_line(phone, row) for row in rows[:5]]}
    if action == "cancel":
        if orderId is None:
            raise missing("orderId", "id of the order to cancel")
        return _cancel_food(phone, phone.row("food_orders", phone.resolve("food_orders", "order", key=orderId)))
    if restaurant is None:
        raise missing("restaurant", "name or id of the restaurant")
    phone.require("internet")
    place = resolve_named(phone, "places", "restaurant", restaurant, ("name", "address"))
    menu = phone.state.get("menus", place["id"])
    if menu is None:
        raise PhoneError(Code.UNSUPPORTED, f"{place['name']} does not deliver", accepted=_delivering(phone))
    if action == "menu":
        return {"restaurant": place["name"], "currency": currency(phone), "items": menu["items"], "fee": menu["fee"],
                "minimum": menu["minimum"], "openNow": is_open(place, phone.local.isoformat()[11:16])}  # fmt: skip
    if not items:
        raise missing("items", "dishes as on the menu")
    return _order_food(phone, place, menu, items, deliverTo, paymentMethod)


def _delivering(phone: Phone) -> list[Json]:
    return [phone.row("places", key)["name"] for key in list(phone.state.rows("menus"))[:8]]


def _order_food(phone: Phone, place: Row, menu: Row, items: list[str], where: str, method: str | None) -> Json:
    prices = {fold(dish["name"]): dish for dish in menu["items"]}
    for item in items:
        if fold(item) not in prices:
            raise not_found("dish", item, [dish["name"] for dish in menu["items"]])
    dishes = [prices[fold(item)] for item in items]
    names = sorted(dish["name"] for dish in dishes)
    cost = round(sum(dish["price"] for dish in dishes), 2)
    if not is_open(place, phone.local.isoformat()[11:16]):
        hours = f"{place['opens']} to {place['closes']}"
        raise PhoneError(Code.PRECONDITION_FAILED, f"{place['name']} is closed; it opens {hours}")
    if cost < menu["minimum"]:
        message = f"{place['name']} delivers from {menu['minimum']:g}, this comes to {cost:g}"
        raise PhoneError(Code.PRECONDITION_FAILED, message, accepted={"minimum": menu["minimum"]})
    for row in phone.state.rows("food_orders").values():
        if row["place"] == place["id"] and row["items"] == names and _food_status(phone, row) in ("preparing", "on_the_way"):
            raise PhoneError(Code.ALREADY_EXISTS, "this order is on its way already", accepted={"orderId": row["id"]})
    target, start = find_spot(phone, where), find_spot(phone, place["id"])
    total = round(cost + menu["fee"], 2)
    paid = charge(phone, total, place["name"], method)
    now = phone.state.now
    leaves = now + menu["minutes"] * 60
    arrives = leaves + minutes(distance(start, target), "cycle") * 60
    key = phone.add("food_orders", "fo", name=place["name"], place=place["id"], items=names, deliver_to=target.name,
                    total=total, payment=paid["id"], cancelled=False, ordered_at=now, leaves_at=leaves,
                    arrives_at=arrives)  # fmt: skip
    return {"orderId": key, "total": total, "currency": currency(phone), "deliverTo": target.name,
            "arrival": phone.to_local(arrives)}  # fmt: skip


def _food_line(phone: Phone, row: Row) -> Row:
    line = {"orderId": row["id"], "restaurant": row["name"], "items": row["items"], "status": _food_status(phone, row)}
    return {**line, "arrival": phone.to_local(row["arrives_at"]), "total": row["total"]}


def _cancel_food(phone: Phone, row: Row) -> Json:
    """Free while the food is being prepared; impossible afterwards."""
    phone.require("internet")
    if row["cancelled"]:
        return {"orderId": row["id"], "changed": False}
    if _food_status(phone, row) != "preparing":
        raise PhoneError(Code.PRECONDITION_FAILED, f"the order from {row['name']} has left the kitchen")
    refund(phone, row["payment"], row["total"])
    phone.put("food_orders", row["id"], cancelled=True)
    return {"orderId": row["id"], "changed": True, "refund": row["total"]}


# -- parcels


def _tracking_number(value: object) -> str:
    text = str(value).replace(" ", "").replace("-", "").upper()
    if not (8 <= len(text) <= 24 and text.isascii() and text.isalnum() and any(sign.isdigit() for sign in text)):
        raise ValueError("expected a tracking number of 8 to 24 letters and digits")
    return text


TrackingNumber = Annotated[str, BeforeValidator(_tracking_number), WithJsonSchema({"type": "string", "sig": "number"})]
_CARRIERS = ("DHL", "UPS", "FedEx", "DPD")
_STAGES = (("registered", "sender", 0, "10:00"), ("in_transit", "depot", 0, "22:00"),
           ("in_transit", "local depot", 1, "21:00"),
           ("out_for_delivery", "van", 2, "08:00"), ("delivered", "", 2, "13:00"))  # fmt: skip
"""Status, where, and on which day and at what time after it was posted, of a parcel that a tracking number adds."""


def _parcel_moment(phone: Phone, row: Row, after: int) -> int | None:
    return _next_of([stage["at"] for stage in row["stages"] if stage["status"] in _ANNOUNCED], after)


_ANNOUNCED = {"out_for_delivery": "Your parcel comes today", "delivered": "Your parcel was delivered"}


def _parcel_news(phone: Phone, key: str, row: Row) -> None:
    _tell(phone, "parcels", _ANNOUNCED[_stage(phone, row)["status"]], row["name"])


RULES.schedule(Schedule("parcels", _parcel_moment, _parcel_news))


def _stage(phone: Phone, row: Row) -> Row:
    """Where a parcel is now."""
    reached: list[Row] = [stage for stage in row["stages"] if stage["at"] <= phone.state.now]
    return reached[-1] if reached else row["stages"][0]


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"track": Risk.READ, "list": Risk.READ, "redirect": Risk.OUTBOUND},
    errors=(Code.NO_SERVICE, Code.NOT_FOUND, Code.AMBIGUOUS, Code.PRECONDITION_FAILED),
    seconds=2,
)
def manage_parcel(
    phone: Phone,
    action: Literal["add", "track", "redirect", "remove", "list"],
    parcel: Text | None = None,
    trackingNumber: TrackingNumber | None = None,
    instruction: Literal["home", "neighbour", "pickup_point", "safe_place"] | None = None,
) -> Json:
    """Track a parcel or package, add a tracking number, say where it shall be left, remove or list parcels.

    parcel: which one, by name or id; for add, what to call it.
    trackingNumber: instead of parcel, or the one to add.
    instruction: where the courier leaves it, for redirect.
    """
    if action == "list":
        rows = phone.state.rows("parcels").values()
        return {"total": len(rows), "parcels": [_parcel_line(phone, row) for row in list(rows)[:_LISTED]]}
    if action == "add":
        if trackingNumber is None:
            raise missing("trackingNumber", "the parcel's tracking number")
        return _add_parcel(phone, trackingNumber, parcel)
    if parcel is None and trackingNumber is not None:
        row = phone.row("parcels", phone.resolve("parcels", "parcel", number=trackingNumber))
    elif parcel is not None:
        row = resolve_named(phone, "parcels", "parcel", parcel, ("name", "number"))
    else:
        raise missing("parcel", "name or id of the parcel")
    if action == "remove":
        phone.remove("parcels", row["id"])
        return {"parcelId": row["id"], "removed": True}
    phone.require("internet")
    if action == "track":
        past = [
            {"status": stage["status"], "place": stage["place"], "time": phone.to_local(stage["at"])}
            for stage in row["stages"]
            if stage["at"] <= phone.state.now
        ]
        return {**_parcel_line(phone, row), "history": past[-5:]}
    if instruction is None:
        raise missing("instruction", "home, neighbour, pickup_point or safe_place")
    status = _stage(phone, row)["status"]
    if status in _ANNOUNCED:
        raise PhoneError(Code.PRECONDITION_FAILED, f"{row['name']} is {status.replace('_', ' ')}; it cannot be redirected")
    return {"parcelId": row["id"], "changed": phone.put("parcels", row["id"], instruction=instruction)}


def _add_parcel(phone: Phone, number: str, name: str | None) -> Json:
    phone.require("internet")
    same = phone.find("parcels", number=number)
    if same:
        return {"parcelId": same[0][0], "created": False}
    posted = phone.local.date() - timedelta(days=chance(number, "age") % 2)
    stages = [
        {"status": status, "place": place, "at": phone.to_epoch(f"{posted + timedelta(days=days)}T{time}")}
        for status, place, days, time in _STAGES
    ]
    carrier = _CARRIERS[chance(number) % len(_CARRIERS)]
    name = name or f"Parcel {number[-4:]}"
    key = phone.add("parcels", "pk", name=name, number=number, carrier=carrier, instruction="home", stages=stages)
    return {"parcelId": key, "created": True, **_parcel_line(phone, phone.row("parcels", key))}


def _parcel_line(phone: Phone, row: Row) -> Row:
    stage = _stage(phone, row)
    line = {"parcelId": row["id"], "name": row["name"], "carrier": row["carrier"], "trackingNumber": row["number"]}
    arrives = phone.to_local(row["stages"][-1]["at"])
    return {**line, "status": stage["status"], "place": stage["place"], "delivery": arrives, "leaveAt": row["instruction"]}
