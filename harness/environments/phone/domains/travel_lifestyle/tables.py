"""The rows of this domain, and chance that is the same on every machine."""

from hashlib import blake2b

from ...tables import TABLES, Table

DOMAIN = "Travel & Lifestyle"

TABLES.register([
    Table("places", "shops, restaurants, stations and the like on the map", prefix="lc"),
    Table("saved_places", "favourites of the maps app; kind home, work or favourite", prefix="fv"),
    Table("navigation", "the running guidance: one row, main", volatile=("started_at", "arrives_at")),
    Table("forecasts", "weather that is known rather than made up, named City@date"),
    Table("availability", "how much of an offer is left, named by its offerId; what has no row follows its inventory"),
    Table("bookings", "flights, trains, hotels, tables and events that were booked", prefix="rv", volatile=("created",),
          references={"payment": "payments"}),
    Table("rides", "taxis that were ordered", prefix="rd", volatile=("ordered_at", "pickup_at", "arrives_at"),
          references={"payment": "payments"}),
    Table("menus", "what a restaurant delivers, named by its place", references={"id": "places"}),
    Table("food_orders", "food that was ordered", prefix="fo", volatile=("ordered_at", "leaves_at", "arrives_at"),
          references={"place": "places", "payment": "payments"}),
    Table("parcels", "parcels on their way; stages say when they were or will be where", prefix="pk", volatile=("stages",)),
    Table("recipes", "the recipe book", prefix="rp", volatile=("created",)),
    Table("workouts", "the activity log", prefix="wo"),
    Table("daily_steps", "steps walked, one row a date; goal: the row named goal"),
    Table("products", "what has a price that can be watched; dated holds prices of single days", prefix="gd"),
    Table("monitors", "prices and weather that are watched", prefix="mo", volatile=("created",)),
    Table("wallet", "currency and what a dollar costs in it: one row, main"),
    Table("payment_methods", "cards, balances and bank accounts", prefix="pm"),
    Table("payments", "what was paid", prefix="py", volatile=("time",), references={"method": "payment_methods"}),
    Table("bills", "bills to pay", prefix="bl", references={"payment": "payments"}),
])  # fmt: skip


def chance(*of: object) -> int:
    """A number from 0 to 9999 that depends on nothing but what it is asked of."""
    return int.from_bytes(blake2b("/".join(map(str, of)).encode(), digest_size=4).digest()) % 10_000
