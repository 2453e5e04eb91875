"""Travel and lifestyle: the map, weather, bookings, orders, recipes, workouts, monitors, the wallet."""

from .monitors import manage_monitor
from .offers import manage_booking, search_offers
from .orders import manage_food_order, manage_parcel, manage_ride
from .places import control_navigation, manage_saved_place, search_places
from .recipes import manage_recipe
from .wallet import manage_wallet
from .weather import get_weather
from .workouts import manage_workout

__all__ = [
    "search_places",
    "manage_saved_place",
    "control_navigation",
    "get_weather",
    "search_offers",
    "manage_booking",
    "manage_ride",
    "manage_food_order",
    "manage_parcel",
    "manage_recipe",
    "manage_workout",
    "manage_monitor",
    "manage_wallet",
]
