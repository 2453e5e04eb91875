"""Travel and lifestyle: every tool, every error it declares, and exactly what it writes."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.contract import Json
from harness.environments.phone import zones
from harness.environments.phone.domains.travel_lifestyle.offers import _connections, _inventory
from harness.environments.phone.domains.travel_lifestyle.places import Spot, cities, distance, find_city, is_open
from harness.environments.phone.domains.travel_lifestyle.weather import weather_of
from harness.environments.phone.errors import Code
from harness.environments.phone.phone import Phone
from tests.harness.environments.phone.driving import (
    Fails,
    Works,
    assert_covered,
    call,
    failure,
    field_of,
    id_of,
    patch,
    phone_of,
    run_random_calls,
    tools_of,
)

DOMAIN = "Travel & Lifestyle"
OFFLINE = {"radios/wifi": {"on": False}, "radios/mobile_data": {"on": False}}
NO_LOCATION = {"radios/location": {"on": False}}
NOT_ALLOWED = {"permissions/assistant.location": {"granted": False}}
NO_DEFAULT = {"payment_methods/Visa 4821": {"default": False}}
POOR = {"payment_methods/Visa 4821": {"balance": 1.0}}
EXPIRED = "Old Visa"
TRAIN = "1E410@2026-03-09"
GUIDED = {
    "navigation/main": {"destination": "Work", "route": [["Work", 51.518, -0.084, "London"]], "arrives_at": 1 << 31,
                        "stops": [], "mode": "drive", "avoid_tolls": False, "kilometres": 4.4}
}  # fmt: skip
RIDE = {
    "payments/py_test": {"id": "py_test", "amount": 20.0, "payee": "taxi", "method": "pm_5w3f", "refunded": 0.0, "time": 0},
    "rides/rd_test": {"id": "rd_test", "pickup": "Home", "destination": "Work", "type": "economy", "total": 20.0,
                      "payment": "py_test", "cancelled": False, "ordered_at": 1772442840, "pickup_at": 1772443440,
                      "arrives_at": 1 << 40},
}  # fmt: skip
BEGUN = {**RIDE, "rides/rd_test": {**RIDE["rides/rd_test"], "pickup_at": 5}}
MEAL = {
    "payments/py_test": RIDE["payments/py_test"],
    "food_orders/fo_test": {"id": "fo_test", "name": "Dishoom", "place": "lc_pf7q", "items": ["Black daal", "Mango lassi"],
                            "total": 16.3, "payment": "py_test", "cancelled": False, "ordered_at": 1772442840,
                            "leaves_at": 1 << 40, "arrives_at": 1 << 41},
}  # fmt: skip
LEFT = {**MEAL, "food_orders/fo_test": {**MEAL["food_orders/fo_test"], "leaves_at": 5}}
TRIP = {
    "payments/py_test": RIDE["payments/py_test"],
    "bookings/rv_test": {"id": "rv_test", "kind": "train", "offer": TRAIN, "name": "To Leeds", "start": "2026-03-09T18:10",
                         "zone": "Europe/London", "people": 1, "total": 20.0, "flexible": True, "payment": "py_test",
                         "status": "booked", "refunded": 0.0},
}  # fmt: skip
GONE = {**TRIP, "bookings/rv_test": {**TRIP["bookings/rv_test"], "start": "2026-03-01T10:00"}}
TWINS = {"parcels/pk_test": {"id": "pk_test", "name": "Kitchen scales", "number": "AB12345678", "stages": []}}
ON_THE_VAN = {"parcels/Kitchen scales": {"stages": [{"status": "out_for_delivery", "place": "van", "at": 5}]}}
DISHES = ["Black daal", "mango lassi"]

WORKS = [
    Works("search_places", {"category": "pharmacy"}, {}, {"near": "Home", "total": 2}),
    Works("search_places", {"query": "pizza upper", "near": "work"}, {}, {"near": "Work", "total": 1}),
    Works("search_places", {"category": "restaurant", "openNow": True}, {}, {"total": 1}),
    Works("search_places", {"category": "cafe", "near": "上海", "minRating": 4.8}, {}, {"near": "Shanghai", "total": 0}),
    Works("manage_saved_place", {"action": "list"}, {}, {"total": 3}),
    Works("manage_saved_place", {"action": "save", "name": "Library", "place": "Central Library"},
          {"saved_places/*/name": "Library", "saved_places/*/kind": "favourite", "saved_places/*/city": "London",
           "saved_places/*/address": "Fieldway Crescent 2", "saved_places/*/latitude": 51.56,
           "saved_places/*/longitude": -0.088}, {"created": True}),
    Works("manage_saved_place", {"action": "save", "name": "work", "place": "Bristol"},
          {"saved_places/Work/address": "Bristol", "saved_places/Work/city": "Bristol", "saved_places/Work/latitude": 51.45,
           "saved_places/Work/longitude": -2.59}),
    Works("manage_saved_place", {"action": "rename", "name": "mum's house", "newName": "Mum"},
          {"saved_places/Mum's house/name": "Mum"}),
    Works("manage_saved_place", {"action": "remove", "name": "公司"},
          {f"saved_places/公司/{field}": None for field in ("name", "kind", "address", "city", "latitude", "longitude")},
          profile="liwei"),
    Works("control_navigation", {"action": "start", "destination": "office", "mode": "cycle"},
          {"navigation/main/destination": "Work", "navigation/main/mode": "cycle", "navigation/main/kilometres": 4.4,
           "navigation/main/route": [["Work", 51.518, -0.084, "London"]]}, {"km": 4.4, "arrival": "2026-03-02T09:30"}),
    Works("control_navigation", {"action": "start", "destination": "work"}, {}, {"changed": False}, patches=GUIDED),
    Works("control_navigation", {"action": "add_stop", "destination": "Bristol"},
          {"navigation/main/stops": ["Bristol"], "navigation/main/kilometres": 450.0,
           "navigation/main/route": [["Bristol", 51.45, -2.59, "Bristol"], ["Work", 51.518, -0.084, "London"]]},
          patches=GUIDED),
    Works("control_navigation", {"action": "stop"}, {"navigation/main/destination": None, "navigation/main/route": []},
          {"changed": True}, patches=GUIDED),
    Works("control_navigation", {"action": "status"}, {}, {"navigating": False}),
    Works("get_weather", {}, {}, {"city": "London", "now": {"temperatureC": 9, "condition": "rain"}}),
    Works("get_weather", {"place": "Tokyo", "date": "2026-03-05"}, {}, {"city": "Tokyo"}),
    Works("search_offers", {"kind": "train", "origin": "London", "place": "Edinburgh", "date": "2026-03-09"}, {},
          {"total": 3, "currency": "GBP"}),
    Works("search_offers", {"kind": "table", "place": "Dishoom", "date": "2026-03-06", "people": 9}, {}, {"total": 0}),
    Works("manage_booking", {"action": "list"}, {}, {"total": 1}),
    Works("manage_booking", {"action": "book", "offerId": TRAIN, "people": 2, "paymentMethod": "Monzo"},
          {"bookings/*/kind": "train", "bookings/*/offer": TRAIN, "bookings/*/name": "LNER 1E410 London to Edinburgh",
           "bookings/*/start": "2026-03-09T18:10", "bookings/*/zone": "Europe/London", "bookings/*/people": 2,
           "bookings/*/total": 115.82, "bookings/*/flexible": True, "bookings/*/payment": "py_aqdx",
           "bookings/*/status": "booked", "bookings/*/refunded": 0.0, "payments/*/amount": 115.82,
           "payments/*/refunded": 0.0,
           "payments/*/payee": "LNER 1E410 London to Edinburgh", "payments/*/method": "Monzo balance", "payments/*/note": "",
           "payment_methods/Monzo balance/balance": 224.68}),
    Works("manage_booking", {"action": "book", "offerId": "lc_pf7q@2026-03-06T18:30", "people": 4},
          {"bookings/*/kind": "table", "bookings/*/offer": "lc_pf7q@2026-03-06T18:30", "bookings/*/name": "Dishoom",
           "bookings/*/start": "2026-03-06T18:30", "bookings/*/zone": "Europe/London", "bookings/*/people": 4,
           "bookings/*/total": 0.0, "bookings/*/flexible": True, "bookings/*/status": "booked", "bookings/*/refunded": 0.0},
          {"total": 0.0}),
    Works("manage_booking", {"action": "cancel", "bookingId": "to leeds"},
          {"bookings/To Leeds/status": "cancelled", "bookings/To Leeds/refunded": 20.0, "payments/py_test/refunded": 20.0,
           "payment_methods/Monzo balance/balance": 360.5}, {"refund": 20.0}, patches=TRIP),
    Works("manage_ride", {"action": "status"}, {}, {"active": None}),
    Works("manage_ride", {"action": "estimate", "destination": "Heathrow"}, {},
          {"km": 33.4, "price": 33.21, "pickupMinutes": 4, "rideMinutes": 24}),
    Works("manage_ride", {"action": "order", "destination": "work", "rideType": "van"},
          {"rides/*/pickup": "Home", "rides/*/destination": "Work", "rides/*/type": "van", "rides/*/total": 12.23,
           "rides/*/payment": "py_aqdx", "rides/*/cancelled": False, "payments/*/amount": 12.23, "payments/*/payee": "taxi",
           "payments/*/note": "Work", "payments/*/method": "Visa 4821", "payments/*/refunded": 0.0}),
    Works("manage_ride", {"action": "cancel"},
          {"rides/rd_test/cancelled": True, "payments/py_test/refunded": 20.0,
           "payment_methods/Monzo balance/balance": 360.5}, {"fee": 0.0}, patches=RIDE),
    Works("manage_food_order", {"action": "menu", "restaurant": "Dishoom"}, {}, {"fee": 2.5, "openNow": True}),
    Works("manage_food_order", {"action": "order", "restaurant": "dishoom", "items": DISHES, "deliverTo": "work"},
          {"food_orders/*/name": "Dishoom", "food_orders/*/place": "Dishoom", "food_orders/*/deliver_to": "Work",
           "food_orders/*/items": ["Black daal", "Mango lassi"], "food_orders/*/total": 16.3,
           "food_orders/*/payment": "py_aqdx", "food_orders/*/cancelled": False, "payments/*/amount": 16.3,
           "payments/*/payee": "Dishoom", "payments/*/note": "", "payments/*/method": "Visa 4821",
           "payments/*/refunded": 0.0}),
    Works("manage_food_order", {"action": "cancel", "orderId": "fo_test"},
          {"food_orders/Dishoom/cancelled": True, "payments/py_test/refunded": 16.3,
           "payment_methods/Monzo balance/balance": 356.8}, {"refund": 16.3}, patches=MEAL),
    Works("manage_food_order", {"action": "status"}, {}, {"total": 1}),
    Works("manage_parcel", {"action": "list"}, {}, {"total": 1}),
    Works("manage_parcel", {"action": "add", "trackingNumber": "ab 1234-5678", "parcel": "Shoes"},
          {"parcels/*/name": "Shoes", "parcels/*/number": "AB12345678", "parcels/*/carrier": "FedEx",
           "parcels/*/instruction": "home"}),
    Works("manage_parcel", {"action": "track", "trackingNumber": "GK6693415660"}, {}, {"status": "in_transit"}),
    Works("manage_parcel", {"action": "redirect", "parcel": "scales", "instruction": "neighbour"},
          {"parcels/Kitchen scales/instruction": "neighbour"}),
    Works("manage_parcel", {"action": "remove", "parcel": "Kitchen scales"},
          {f"parcels/Kitchen scales/{field}": None for field in ("name", "number", "carrier", "instruction")}),
    Works("manage_recipe", {"action": "list", "query": "chickpeas", "minutes": 20}, {}, {"total": 1}, "marcus"),
    Works("manage_recipe", {"action": "create", "title": "Toast", "ingredients": ["bread"], "minutes": 5},
          {"recipes/*/title": "Toast", "recipes/*/ingredients": ["bread"], "recipes/*/directions": "",
           "recipes/*/minutes": 5}),
    Works("manage_recipe", {"action": "read", "title": "lentil soup"}, {}, {"minutes": 35, "servings": 4}),
    Works("manage_recipe", {"action": "update", "recipeId": "rp_qn5t", "servings": 2}, {"recipes/rp_qn5t/servings": 2}),
    Works("manage_recipe", {"action": "delete", "title": "Pancakes"},
          {f"recipes/rp_qn5t/{field}": None for field in ("title", "ingredients", "directions", "minutes", "servings")}),
    Works("manage_workout", {"action": "log", "kind": "run", "start": "2026-03-01T07:00", "minutes": 40, "distanceKm": 7},
          {"workouts/*/kind": "run", "workouts/*/start": "2026-03-01T07:00", "workouts/*/minutes": 40,
           "workouts/*/kilometres": 7.0}),
    Works("manage_workout", {"action": "log", "kind": "yoga", "minutes": 30},
          {"workouts/*/kind": "yoga", "workouts/*/start": "2026-03-02T08:44", "workouts/*/minutes": 30}),
    Works("manage_workout", {"action": "update", "workoutId": "wo_hnff", "minutes": 50}, {"workouts/wo_hnff/minutes": 50}),
    Works("manage_workout", {"action": "delete", "workoutId": "wo_hnff"},
          {f"workouts/wo_hnff/{field}": None for field in ("kind", "start", "minutes", "kilometres")}),
    Works("manage_workout", {"action": "list"}, {}, {"count": 1}),
    Works("manage_workout", {"action": "summary", "kind": "run", "fromDate": "2026-03-02"}, {},
          {"count": 1, "minutes": 52, "distanceKm": 9.79, "longestKm": 9.79}),
    Works("manage_workout", {"action": "steps"}, {}, {"goal": 8000, "days": [{"date": "2026-03-02", "steps": 1365}]}),
    Works("manage_monitor", {"action": "list"}, {}, {"total": 1}),
    Works("manage_monitor", {"action": "check", "kind": "price", "subject": "iPad"}, {}, {"value": 599.0, "unit": "GBP"}),
    Works("manage_monitor", {"action": "create", "kind": "rain", "subject": "伦敦", "condition": "above", "threshold": 60},
          {"monitors/*/kind": "rain", "monitors/*/subject": "London", "monitors/*/condition": "above",
           "monitors/*/threshold": 60.0, "monitors/*/active": True}, {"now": 85.0}),
    Works("manage_monitor", {"action": "update", "kind": "price", "subject": "ipad", "threshold": 500},
          {"monitors/mo_p4fp/threshold": 500.0}),
    Works("manage_monitor", {"action": "pause", "subject": "iPad Air"}, {"monitors/mo_p4fp/active": False}),
    Works("manage_monitor", {"action": "resume", "monitorId": "mo_p4fp"}, {}, {"changed": False}),
    Works("manage_monitor", {"action": "delete", "monitorId": "mo_p4fp"},
          {f"monitors/mo_p4fp/{field}": None for field in ("kind", "subject", "condition", "threshold", "active")}),
    Works("manage_wallet", {"action": "methods"}, {}, {"currency": "GBP"}),
    Works("manage_wallet", {"action": "bills"}, {}, {"total": 2}),
    Works("manage_wallet", {"action": "history"}, {}, {"total": 7}),
    Works("manage_wallet", {"action": "set_default", "paymentMethod": "monzo"},
          {"payment_methods/Visa 4821/default": False, "payment_methods/Monzo balance/default": True}, {"changed": True}),
    Works("manage_wallet", {"action": "set_default", "paymentMethod": "Visa 4821"}, {}, {"changed": False}),
    Works("manage_wallet", {"action": "pay_bill", "bill": "electricity"},
          {"bills/Electricity/paid": True, "bills/Electricity/payment": "py_aqdx", "payments/*/amount": 84.2,
           "payments/*/payee": "Electricity", "payments/*/method": "Visa 4821", "payments/*/note": "",
           "payments/*/refunded": 0.0}),
    Works("manage_wallet", {"action": "pay_bill", "bill": "Water"}, {}, {"changed": False}),
    Works("manage_wallet", {"action": "send", "contactName": "Ravi", "amount": 12.5, "note": "pizza"},
          {"payments/*/amount": 12.5, "payments/*/payee": "Ravi Mehta", "payments/*/method": "Visa 4821",
           "payments/*/note": "pizza", "payments/*/refunded": 0.0}),
]  # fmt: skip

FAILS = [
    Fails("search_places", {}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("search_places", {}, Code.PERMISSION_DENIED, patches=NOT_ALLOWED),
    Fails("search_places", {}, Code.PRECONDITION_FAILED, patches=NO_LOCATION),
    Fails("search_places", {"near": "Atlantis"}, Code.NOT_FOUND),
    Fails("search_places", {"near": "Pret A Manger"}, Code.AMBIGUOUS),
    Fails("manage_saved_place", {"action": "save"}, Code.MISSING_ARGUMENT),
    Fails("manage_saved_place", {"action": "save", "name": "Spot"}, Code.PERMISSION_DENIED, patches=NOT_ALLOWED),
    Fails("manage_saved_place", {"action": "save", "name": "Spot"}, Code.PRECONDITION_FAILED, patches=NO_LOCATION),
    Fails("manage_saved_place", {"action": "save", "name": "Spot", "place": "Pret"}, Code.AMBIGUOUS),
    Fails("manage_saved_place", {"action": "save", "name": "Mum's house", "place": "Leeds"}, Code.ALREADY_EXISTS),
    Fails("manage_saved_place", {"action": "rename", "name": "Home", "newName": "Work"}, Code.ALREADY_EXISTS),
    Fails("manage_saved_place", {"action": "rename", "name": "Home"}, Code.MISSING_ARGUMENT),
    Fails("manage_saved_place", {"action": "remove", "name": "Castle"}, Code.NOT_FOUND),
    Fails("control_navigation", {"action": "start"}, Code.MISSING_ARGUMENT),
    Fails("control_navigation", {"action": "start", "destination": "home"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("control_navigation", {"action": "start", "destination": "home"}, Code.PERMISSION_DENIED, patches=NOT_ALLOWED),
    Fails("control_navigation", {"action": "start", "destination": "home"}, Code.PRECONDITION_FAILED, patches=NO_LOCATION),
    Fails("control_navigation", {"action": "add_stop", "destination": "Boots"}, Code.PRECONDITION_FAILED),
    Fails("control_navigation", {"action": "start", "destination": "Narnia"}, Code.NOT_FOUND),
    Fails("control_navigation", {"action": "start", "destination": "Starbucks"}, Code.AMBIGUOUS, "marcus"),
    Fails("control_navigation", {"action": "start", "destination": "home"}, Code.CONFLICT, patches=GUIDED),
    Fails("get_weather", {}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("get_weather", {}, Code.PERMISSION_DENIED, patches=NOT_ALLOWED),
    Fails("get_weather", {}, Code.PRECONDITION_FAILED, patches=NO_LOCATION),
    Fails("get_weather", {"place": "Mordor"}, Code.NOT_FOUND),
    Fails("get_weather", {"place": "Pret A Manger"}, Code.AMBIGUOUS),
    Fails("get_weather", {"date": "2026-03-20"}, Code.INVALID_ARGUMENT),
    Fails("get_weather", {"date": "2026-03-01"}, Code.INVALID_ARGUMENT),
    Fails("search_offers", {"kind": "hotel", "place": "Paris", "date": "2026-03-09"}, Code.MISSING_ARGUMENT),
    Fails("search_offers", {"kind": "hotel", "place": "Paris", "date": "2026-03-09", "endDate": "2026-03-09"},
          Code.INVALID_ARGUMENT),
    Fails("search_offers", {"kind": "flight", "place": "Paris", "date": "2026-03-09"}, Code.MISSING_ARGUMENT),
    Fails("search_offers", {"kind": "event", "place": "Paris", "date": "2026-02-01"}, Code.INVALID_ARGUMENT),
    Fails("search_offers", {"kind": "event", "place": "London", "date": "2026-03-09"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("search_offers", {"kind": "event", "place": "Gotham", "date": "2026-03-09"}, Code.NOT_FOUND),
    Fails("search_offers", {"kind": "event", "place": "Portland", "date": "2026-03-09"}, Code.AMBIGUOUS),
    Fails("search_offers", {"kind": "table", "place": "Wagamama", "date": "2026-03-09"}, Code.UNSUPPORTED),
    Fails("manage_booking", {"action": "book"}, Code.MISSING_ARGUMENT),
    Fails("manage_booking", {"action": "cancel"}, Code.MISSING_ARGUMENT),
    Fails("manage_booking", {"action": "book", "offerId": TRAIN}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_booking", {"action": "book", "offerId": "XX1@2026-03-09"}, Code.NOT_FOUND),
    Fails("manage_booking", {"action": "book", "offerId": "1E410@9 March"}, Code.NOT_FOUND),
    Fails("manage_booking", {"action": "book", "offerId": "1E410@2026-03-09@2026-03-10"}, Code.NOT_FOUND),
    Fails("manage_booking", {"action": "book", "offerId": "ho_ttug@2026-03-09"}, Code.NOT_FOUND),
    Fails("manage_booking", {"action": "book", "offerId": "lc_pf7q@2026-03-06T18:31"}, Code.NOT_FOUND),
    Fails("manage_booking", {"action": "book", "offerId": TRAIN}, Code.PRECONDITION_FAILED, patches=NO_DEFAULT),
    Fails("manage_booking", {"action": "book", "offerId": TRAIN}, Code.PRECONDITION_FAILED, patches=POOR),
    Fails("manage_booking", {"action": "book", "offerId": "1E410@2026-03-01"}, Code.PRECONDITION_FAILED),
    Fails("manage_booking", {"action": "book", "offerId": "1E410@2028-03-01"}, Code.PRECONDITION_FAILED),
    Fails("manage_booking", {"action": "book", "offerId": TRAIN, "people": 9}, Code.CONFLICT),
    Fails("manage_booking", {"action": "book", "offerId": TRAIN}, Code.CONFLICT,
          patches={f"availability/{TRAIN}": {"left": 0}}),
    Fails("manage_booking", {"action": "book", "offerId": TRAIN}, Code.ALREADY_EXISTS, patches=TRIP),
    Fails("manage_booking", {"action": "cancel", "bookingId": "to leeds"}, Code.PRECONDITION_FAILED, patches=GONE),
    Fails("manage_booking", {"action": "cancel", "bookingId": "zoo"}, Code.NOT_FOUND),
    Fails("manage_booking", {"action": "cancel", "bookingId": "new york"}, Code.AMBIGUOUS, "marcus"),
    Fails("manage_ride", {"action": "order"}, Code.MISSING_ARGUMENT),
    Fails("manage_ride", {"action": "order", "destination": "work"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_ride", {"action": "order", "destination": "work"}, Code.PERMISSION_DENIED, patches=NOT_ALLOWED),
    Fails("manage_ride", {"action": "order", "destination": "work"}, Code.PRECONDITION_FAILED, patches=NO_LOCATION),
    Fails("manage_ride", {"action": "order", "destination": "Paris"}, Code.UNSUPPORTED),
    Fails("manage_ride", {"action": "order", "destination": "work"}, Code.CONFLICT, patches=RIDE),
    Fails("manage_ride", {"action": "cancel"}, Code.NOT_FOUND),
    Fails("manage_ride", {"action": "cancel"}, Code.PRECONDITION_FAILED, patches=BEGUN),
    Fails("manage_ride", {"action": "order", "destination": "Pret"}, Code.AMBIGUOUS),
    Fails("manage_ride", {"action": "order", "destination": "work", "paymentMethod": EXPIRED}, Code.PRECONDITION_FAILED,
          "marcus"),
    Fails("manage_food_order", {"action": "menu"}, Code.MISSING_ARGUMENT),
    Fails("manage_food_order", {"action": "cancel"}, Code.MISSING_ARGUMENT),
    Fails("manage_food_order", {"action": "order", "restaurant": "Dishoom"}, Code.MISSING_ARGUMENT),
    Fails("manage_food_order", {"action": "menu", "restaurant": "Dishoom"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_food_order", {"action": "menu", "restaurant": "Trullo"}, Code.UNSUPPORTED),
    Fails("manage_food_order", {"action": "menu", "restaurant": "Mos Eisley"}, Code.NOT_FOUND),
    Fails("manage_food_order", {"action": "menu", "restaurant": "Arsalan"}, Code.AMBIGUOUS, "aisha"),
    Fails("manage_food_order", {"action": "order", "restaurant": "Dishoom", "items": ["Pizza"]}, Code.NOT_FOUND),
    Fails("manage_food_order", {"action": "order", "restaurant": "Dishoom", "items": ["Garlic naan"]},
          Code.PRECONDITION_FAILED),
    Fails("manage_food_order", {"action": "order", "restaurant": "Franco Manca", "items": ["Margherita"] * 2},
          Code.PRECONDITION_FAILED),
    Fails("manage_food_order", {"action": "order", "restaurant": "Dishoom", "items": DISHES}, Code.ALREADY_EXISTS,
          patches=MEAL),
    Fails("manage_food_order", {"action": "cancel", "orderId": "fo_test"}, Code.PRECONDITION_FAILED, patches=LEFT),
    Fails("manage_parcel", {"action": "add"}, Code.MISSING_ARGUMENT),
    Fails("manage_parcel", {"action": "track"}, Code.MISSING_ARGUMENT),
    Fails("manage_parcel", {"action": "add", "trackingNumber": "short"}, Code.INVALID_ARGUMENT),
    Fails("manage_parcel", {"action": "redirect", "parcel": "scales"}, Code.MISSING_ARGUMENT),
    Fails("manage_parcel", {"action": "track", "parcel": "scales"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_parcel", {"action": "track", "parcel": "piano"}, Code.NOT_FOUND),
    Fails("manage_parcel", {"action": "track", "parcel": "scales"}, Code.AMBIGUOUS, patches=TWINS),
    Fails("manage_parcel", {"action": "redirect", "parcel": "scales", "instruction": "neighbour"}, Code.PRECONDITION_FAILED,
          patches=ON_THE_VAN),
    Fails("manage_recipe", {"action": "create"}, Code.MISSING_ARGUMENT),
    Fails("manage_recipe", {"action": "read"}, Code.MISSING_ARGUMENT),
    Fails("manage_recipe", {"action": "update", "title": "Toast"}, Code.MISSING_ARGUMENT),
    Fails("manage_recipe", {"action": "update", "recipeId": "rp_qn5t"}, Code.MISSING_ARGUMENT),
    Fails("manage_recipe", {"action": "read", "title": "Toast"}, Code.NOT_FOUND),
    Fails("manage_recipe", {"action": "delete", "title": "chickpea curry"}, Code.AMBIGUOUS, "marcus"),
    Fails("manage_workout", {"action": "log", "minutes": 30}, Code.MISSING_ARGUMENT),
    Fails("manage_workout", {"action": "log", "kind": "run"}, Code.MISSING_ARGUMENT),
    Fails("manage_workout", {"action": "log", "kind": "run", "minutes": 5, "start": "2026-03-03T07:00"},
          Code.INVALID_ARGUMENT),
    Fails("manage_workout", {"action": "list", "fromDate": "2026-03-05", "toDate": "2026-03-01"}, Code.INVALID_ARGUMENT),
    Fails("manage_workout", {"action": "delete"}, Code.MISSING_ARGUMENT),
    Fails("manage_workout", {"action": "update", "workoutId": "wo_hnff"}, Code.MISSING_ARGUMENT),
    Fails("manage_workout", {"action": "delete", "workoutId": "wo_none"}, Code.NOT_FOUND),
    Fails("manage_monitor", {"action": "create", "kind": "rain"}, Code.MISSING_ARGUMENT),
    Fails("manage_monitor", {"action": "check", "subject": "iPad"}, Code.MISSING_ARGUMENT),
    Fails("manage_monitor", {"action": "create", "kind": "rain", "subject": "Paris", "threshold": 5}, Code.MISSING_ARGUMENT),
    Fails("manage_monitor", {"action": "create", "kind": "rain", "subject": "Paris", "condition": "above"},
          Code.MISSING_ARGUMENT),
    Fails("manage_monitor", {"action": "update", "monitorId": "mo_p4fp"}, Code.MISSING_ARGUMENT),
    Fails("manage_monitor", {"action": "delete"}, Code.MISSING_ARGUMENT),
    Fails("manage_monitor", {"action": "check", "kind": "rain", "subject": "Paris"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_monitor", {"action": "check", "kind": "price", "subject": "Unicorn"}, Code.NOT_FOUND),
    Fails("manage_monitor", {"action": "check", "kind": "price", "subject": "MacBook"}, Code.AMBIGUOUS, "marcus"),
    Fails("manage_monitor", {"action": "create", "kind": "price", "subject": "iPad", "condition": "below", "threshold": 450},
          Code.ALREADY_EXISTS),
    Fails("manage_wallet", {"action": "set_default"}, Code.MISSING_ARGUMENT),
    Fails("manage_wallet", {"action": "set_default", "paymentMethod": EXPIRED}, Code.PRECONDITION_FAILED, "marcus"),
    Fails("manage_wallet", {"action": "pay_bill"}, Code.MISSING_ARGUMENT),
    Fails("manage_wallet", {"action": "pay_bill", "bill": "Yacht"}, Code.NOT_FOUND),
    Fails("manage_wallet", {"action": "pay_bill", "bill": "Electricity"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("manage_wallet", {"action": "send", "amount": 5}, Code.MISSING_ARGUMENT),
    Fails("manage_wallet", {"action": "send", "contactName": "Ravi"}, Code.MISSING_ARGUMENT),
    Fails("manage_wallet", {"action": "send", "contactName": "Ravi", "amount": 0}, Code.INVALID_ARGUMENT),
    Fails("manage_wallet", {"action": "send", "contactName": "Chloe", "amount": 5}, Code.AMBIGUOUS),
    Fails("manage_wallet", {"action": "send", "contactName": "Ravi", "amount": 5}, Code.PERMISSION_DENIED,
          patches={"permissions/assistant.contacts": {"granted": False}}),
    Fails("manage_wallet", {"action": "send", "contactName": "Ravi", "amount": 5, "paymentMethod": "Visa"},
          Code.DUPLICATE_SUSPECTED,
          patches={"payments/py_test": {"payee": "Ravi Mehta", "amount": 5.0, "time": 1772442830}}),
]  # fmt: skip


@pytest.mark.parametrize("case", WORKS, ids=str)
def test_a_call_answers_and_writes_exactly_this(case: Works) -> None:
    case.check()


@pytest.mark.parametrize("case", FAILS, ids=str)
def test_a_call_fails_with_this_code_and_changes_nothing(case: Fails) -> None:
    case.check()


def test_every_tool_action_and_declared_error_has_a_case() -> None:
    assert len(tools_of(DOMAIN)) == 13
    assert_covered(DOMAIN, WORKS, FAILS)


def told(phone: Phone, app: str) -> list[str]:
    """The titles of what an app told the user."""
    return [row["title"] for row in phone.state.rows("notifications").values() if row["app"] == app]


# -- places


def test_every_city_that_has_a_zone_is_on_the_map() -> None:
    assert {city.name for city in zones._by_name().values()} == cities().keys()
    assert all(find_city(name) == name for name in cities())


def test_distances_are_those_of_the_globe() -> None:
    london, paris = (Spot(name, *cities()[name][:2], name) for name in ("London", "Paris"))
    assert distance(london, paris) == pytest.approx(344 * 1.3, rel=0.01) and distance(paris, paris) == 0


@pytest.mark.parametrize(
    ("opens", "closes", "time", "is_it"),
    [("08:00", "18:00", "08:00", True), ("08:00", "18:00", "18:00", False), ("18:00", "02:00", "01:59", True),
     ("18:00", "02:00", "12:00", False), ("00:00", "00:00", "03:00", True)],
)  # fmt: skip
def test_opening_hours_may_pass_midnight(opens: str, closes: str, time: str, is_it: bool) -> None:
    assert is_open({"opens": opens, "closes": closes}, time) is is_it


def test_navigation_ends_by_arriving() -> None:
    phone = phone_of()
    call(phone, "control_navigation", action="start", destination="work")
    phone.pass_time(3600)
    assert told(phone, "maps") == ["You have arrived"]
    assert call(phone, "control_navigation", action="status") == {"navigating": False}
    call(phone, "control_navigation", action="start", destination="Bristol")


def test_two_places_of_one_name_are_two_destinations() -> None:
    phone = phone_of("marcus")
    first, second = (row["id"] for row in call(phone, "search_places", query="Starbucks")["places"][:2])
    call(phone, "control_navigation", action="start", destination=first)
    assert failure(phone, "control_navigation", action="start", destination=second) == Code.CONFLICT
    assert call(phone, "control_navigation", action="add_stop", destination=second)["stops"] == ["Starbucks"]


# -- weather


def test_weather_depends_on_place_and_date_alone() -> None:
    early, late = phone_of(seed=1), phone_of("marcus", clock="2026-03-04T23:00:00+00:00", seed=2)
    asked = {"place": "Paris", "date": "2026-03-05", "days": 3}
    assert call(early, "get_weather", **asked)["forecast"] == call(late, "get_weather", **asked)["forecast"]


def test_weather_follows_the_season_and_the_hemisphere() -> None:
    def mean(city: str, month: int) -> float:
        days = [datetime.date(2026, month, day) for day in range(1, 29)]
        return sum(weather_of(phone, city, day)["highC"] for day in days) / len(days)

    phone = phone_of()
    assert mean("Moscow", 1) < 0 < 15 < mean("Moscow", 7)
    assert mean("Sydney", 7) < mean("Sydney", 1)
    assert all(day["lowC"] < day["highC"] for day in call(phone, "get_weather", place="Delhi", days=10)["forecast"])


def test_a_known_forecast_replaces_the_made_up_one() -> None:
    phone = phone_of(patches={"forecasts/London@2026-03-03": {"condition": "snow", "rainChance": 100}})
    weather = call(phone, "get_weather", date="2026-03-03")["forecast"][0]
    assert (weather["condition"], weather["rainChance"]) == ("snow", 100) and weather["highC"] > weather["lowC"]


# -- offers and bookings


def test_every_offer_of_the_inventory_can_be_found_and_is_well_formed() -> None:
    numbers, between = _connections()
    assert len(numbers) == len(_inventory()["timetable"])
    assert {city for _, start, end in between for city in (start, end)} <= cities().keys()
    assert {row["city"] for row in [*_inventory()["hotels"], *_inventory()["events"]]} <= cities().keys()


@pytest.mark.parametrize(
    "asked",
    [{"kind": "flight", "origin": "London", "place": "New York"}, {"kind": "train", "origin": "London", "place": "Paris"},
     {"kind": "hotel", "place": "Rome", "endDate": "2026-03-12"}, {"kind": "event", "place": "New York"},
     {"kind": "table", "place": "Trullo"}],
)  # fmt: skip
def test_what_a_search_offers_can_be_booked_at_that_price(asked: dict[str, Json]) -> None:
    phone = phone_of()
    offers = call(phone, "search_offers", **asked, date="2026-03-10", people=2, maxResults=20)["offers"]
    for offer in offers:
        booked = call(phone, "manage_booking", action="book", offerId=offer["offerId"], people=2)
        assert booked["total"] == offer["total"]
    assert offers and len(phone.state.rows("bookings")) == len(offers) + 1


def test_searching_writes_nothing_and_repeats() -> None:
    phone = phone_of()
    asked = {"kind": "hotel", "place": "Tokyo", "date": "2026-04-01", "endDate": "2026-04-03"}
    before = phone.state.tables
    assert call(phone, "search_offers", **asked) == call(phone, "search_offers", **asked)
    assert phone.state.tables == before


def test_availability_of_an_offer_can_be_said_by_the_profile() -> None:
    phone = phone_of(patches={f"availability/{TRAIN}": {"left": 12, "price": 10.0}})
    assert call(phone, "manage_booking", action="book", offerId=TRAIN, people=12)["total"] == 120.0


@pytest.mark.parametrize(
    ("start", "flexible", "back"),
    [("2026-03-09T18:10", True, 20.0), ("2026-03-03T09:00", True, 10.0), ("2026-03-09T18:10", False, 0.0)],
)
def test_how_much_a_cancellation_gives_back(start: str, flexible: bool, back: float) -> None:
    phone = phone_of(
        patches={**TRIP, "bookings/rv_test": {**TRIP["bookings/rv_test"], "start": start, "flexible": flexible}}
    )
    assert call(phone, "manage_booking", action="cancel", bookingId="rv_test")["refund"] == back
    assert field_of(phone, "payments/py_test/refunded") == back
    again = call(phone, "manage_booking", action="cancel", bookingId="rv_test")
    assert again == {"bookingId": "rv_test", "changed": False, "refund": back}


def test_a_hotel_counts_rooms_for_two() -> None:
    phone = phone_of(patches={"availability/ho_ttug@2026-03-09@2026-03-11": {"left": 2, "price": 100.0}})
    offer = "ho_ttug@2026-03-09@2026-03-11"
    assert failure(phone, "manage_booking", action="book", offerId=offer, people=5) == Code.CONFLICT
    assert call(phone, "manage_booking", action="book", offerId=offer, people=3)["total"] == 200.0


# -- orders


def test_a_ride_comes_and_ends_with_the_clock() -> None:
    phone = phone_of()
    call(phone, "manage_ride", action="order", destination="work")
    assert call(phone, "manage_ride", action="status")["active"]["status"] == "driver_coming"
    phone.pass_time(9 * 60)
    assert told(phone, "taxi") == ["Your driver is here"]
    assert call(phone, "manage_ride", action="status")["active"]["status"] == "on_the_way"
    assert failure(phone, "manage_ride", action="cancel") == Code.PRECONDITION_FAILED
    phone.pass_time(3600)
    assert told(phone, "taxi") == ["Your driver is here", "Ride completed"]
    assert call(phone, "manage_ride", action="status")["active"] is None


def test_cancelling_a_ride_late_costs_a_fee() -> None:
    phone = phone_of(patches={**RIDE, "rides/rd_test": {**RIDE["rides/rd_test"], "ordered_at": 5}})
    answer = call(phone, "manage_ride", action="cancel")
    assert (answer["fee"], answer["refund"]) == (3.9, 16.1)
    phone.pass_time(3600)
    assert told(phone, "taxi") == []


def test_food_comes_with_the_clock() -> None:
    phone = phone_of()
    order = call(phone, "manage_food_order", action="order", restaurant="Dishoom", items=DISHES)["orderId"]
    seen = []
    for _ in range(8):
        line = call(phone, "manage_food_order", action="status", orderId=order)["orders"][0]
        seen.append(line["status"])
        phone.pass_time(600)
    assert list(dict.fromkeys(seen)) == ["preparing", "on_the_way", "delivered"]
    assert told(phone, "delivery") == ["Your food is on its way", "Your food is here"]
    assert failure(phone, "manage_food_order", action="cancel", orderId=order) == Code.PRECONDITION_FAILED
    call(phone, "manage_food_order", action="order", restaurant="Dishoom", items=DISHES)


def test_a_parcel_moves_and_tells_so() -> None:
    phone = phone_of()
    added = call(phone, "manage_parcel", action="add", trackingNumber="1Z999AA10123456784")
    assert call(phone, "manage_parcel", action="add", trackingNumber="1z999aa10123456784")["created"] is False
    phone.pass_time(4 * 86_400)
    line = call(phone, "manage_parcel", action="track", parcel=added["parcelId"])
    assert line["status"] == "delivered" and len(line["history"]) == 5
    assert told(phone, "parcels").count("Your parcel was delivered") == 2


# -- recipes, workouts, monitors, wallet


def test_the_same_recipe_is_not_added_twice_but_duplicates_can_be_told_apart() -> None:
    phone = phone_of()
    recipe = {"title": "Tea", "ingredients": ["water", "leaves"], "minutes": 4}
    first = call(phone, "manage_recipe", action="create", **recipe)
    assert call(phone, "manage_recipe", action="create", **recipe) == {"recipeId": first["recipeId"], "created": False}
    other = call(phone, "manage_recipe", action="create", **{**recipe, "minutes": 5})
    assert other["created"] and failure(phone, "manage_recipe", action="read", title="Tea") == Code.AMBIGUOUS


def test_a_summary_adds_up_what_a_list_shows() -> None:
    phone = phone_of("marcus")
    period = {"fromDate": "2026-10-01", "toDate": "2026-10-10", "kind": "run"}
    listed = call(phone, "manage_workout", action="list", **period)
    total = call(phone, "manage_workout", action="summary", **period)
    assert 0 < listed["count"] == len(listed["workouts"]) <= 10
    assert total["minutes"] == sum(row["minutes"] for row in listed["workouts"])
    assert total["longestKm"] == max(row["distanceKm"] for row in listed["workouts"])
    assert total["byKind"].keys() == {"run"}


def test_a_monitor_speaks_up_in_the_morning_while_its_condition_holds() -> None:
    low = {"2026-03-03": 480.0, "2026-03-04": 519.99, "2026-03-05": 520.0}
    phone = phone_of(patches={"products/iPad Air": {"dated": low}})
    for mornings in (1, 2, 2):
        phone.pass_time(86_400)
        assert told(phone, "monitors") == ["Monitor"] * mornings
    text = next(row["text"] for row in phone.state.rows("notifications").values() if row["app"] == "monitors")
    assert text == "iPad Air: price is 480, below 520"


def test_a_paused_monitor_and_one_without_internet_keep_silent() -> None:
    for patches in ({"monitors/mo_p4fp": {"active": False}}, OFFLINE):
        phone = phone_of(patches={"products/iPad Air": {"price": 1.0}, **patches})
        phone.pass_time(2 * 86_400)
        assert told(phone, "monitors") == []


def test_only_the_missing_monitor_is_made() -> None:
    phone = phone_of("liwei")
    wanted = {"action": "create", "kind": "air_quality", "condition": "above", "threshold": 120}
    error = phone.call("manage_monitor", {**wanted, "subject": "上海"}).error
    assert error is not None and error.code == Code.ALREADY_EXISTS and error.accepted["threshold"] == 150
    assert call(phone, "manage_monitor", **wanted, subject="Hangzhou")["created"]


def test_temperature_above_is_the_high_and_below_the_low() -> None:
    phone = phone_of(patches={"forecasts/London@2026-03-02": {"highC": 17, "lowC": 3}})
    asked = {"action": "check", "kind": "temperature", "subject": "London"}
    assert call(phone, "manage_monitor", **asked, condition="above")["value"] == 17
    assert call(phone, "manage_monitor", **asked, condition="below")["value"] == 3


def test_money_goes_twice_only_on_purpose() -> None:
    phone = phone_of()
    sent = {"action": "send", "contactName": "Sophie", "amount": 20}
    call(phone, "manage_wallet", **sent)
    assert failure(phone, "manage_wallet", **sent) == Code.DUPLICATE_SUSPECTED
    call(phone, "manage_wallet", **sent, again=True)
    phone.pass_time(120)
    call(phone, "manage_wallet", **sent)
    assert len(phone.find("payments", payee="Sophie Turner", amount=20.0)) == 3


def test_a_balance_is_never_overdrawn() -> None:
    phone = phone_of()
    sent = {"action": "send", "contactName": "Sophie", "paymentMethod": "Monzo balance"}
    call(phone, "manage_wallet", **sent, amount=340.5)
    assert field_of(phone, "payment_methods/Monzo balance/balance") == 0
    assert failure(phone, "manage_wallet", **sent, amount=0.01) == Code.PRECONDITION_FAILED


@pytest.mark.parametrize("profile", ["emma", "liwei", "marcus", "aisha"])
def test_profiles_are_consistent(profile: str) -> None:
    phone = phone_of(profile)
    assert len(phone.find("payment_methods", default=True)) == 1
    assert {row["subject"] for _, row in phone.find("monitors", kind="price")} <= {
        row["name"] for row in phone.state.rows("products").values()
    }
    for row in phone.state.rows("bookings").values():
        patch(phone, {f"availability/{row['offer']}": {"left": 12}, f"bookings/{row['id']}": {"status": "cancelled"}})
        if phone.state.now < zones.to_epoch(row["start"], row["zone"]):
            again = call(phone, "manage_booking", action="book", offerId=row["offer"])
            assert phone.row("bookings", again["bookingId"])["name"] == row["name"]
    assert id_of(phone, "saved_places", "Home" if profile != "liwei" else "家") in phone.state.rows("saved_places")


@given(seed=st.integers(0, 10_000), profile=st.sampled_from(["emma", "liwei", "marcus", "aisha"]))
def test_random_calls_fail_only_as_declared_and_repeat_exactly(seed: int, profile: str) -> None:
    digest = run_random_calls(DOMAIN, profile, seed).state.digest()
    assert digest == run_random_calls(DOMAIN, profile, seed).state.digest()
