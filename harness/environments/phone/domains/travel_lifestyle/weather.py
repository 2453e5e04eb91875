"""The weather: made up from a city's climate and the date alone, so that it is the same whenever it is asked for."""

import datetime
from functools import lru_cache
from typing import Annotated

from pydantic import Field

from harness.contract import Json

from ... import zones
from ...arguments import Date, Text
from ...errors import Code, PhoneError
from ...phone import Phone
from ...tools import tool
from .places import LOCATING, cities, find_spot, here
from .tables import DOMAIN, chance

FORECAST_DAYS = 10
_MIDWINTER = 20
"""Day of the year on which the north is coldest."""


def weather_of(phone: Phone, city: str, day: datetime.date) -> dict[str, Json]:
    """The weather of one day. A row of ``forecasts`` replaces what it names."""
    return {**_made_up(city, day), **(phone.state.get("forecasts", f"{city}@{day.isoformat()}") or {})}


@lru_cache(maxsize=4096)
def _made_up(city: str, day: datetime.date) -> dict[str, Json]:
    latitude, _, mean, swing, rain, air = cities()[city]
    name = f"{city}@{day.isoformat()}"
    from_winter = abs((day.timetuple().tm_yday - _MIDWINTER + 182) % 365 - 182) / 182.5  # 0 in January, 1 in July
    season = 2 * (from_winter if latitude >= 0 else 1 - from_winter) - 1
    high = round(mean + swing * season + 4 + chance(name, "warmth") % 7 - 3)
    low = high - 5 - chance(name, "spread") % 5
    wet = chance(name, "rain") < rain * 100
    likely = 55 + chance(name, "likely") % 9 * 5 if wet else chance(name, "likely") % 7 * 5
    if wet:
        condition = "snow" if high <= 1 else "thunderstorm" if high >= 24 and chance(name, "storm") < 3000 else "rain"
    else:
        condition = ("sunny", "sunny", "partly cloudy", "cloudy", "fog")[chance(name, "sky") % (5 if high < 15 else 4)]
    return {
        "condition": condition,
        "highC": high,
        "lowC": low,
        "rainChance": likely,
        "windKmh": 4 + chance(name, "wind") % 34,
        "airQuality": air * (70 + chance(name, "air") % 70) // 100,
    }


def local_date(phone: Phone, city: str) -> datetime.date:
    """Today in that city."""
    return datetime.datetime.fromtimestamp(phone.state.now, zones.zone(zones.find_city(city).zone)).date()


@tool(DOMAIN, errors=(Code.NO_SERVICE, Code.NOT_FOUND, Code.AMBIGUOUS, *LOCATING), seconds=2)
def get_weather(
    phone: Phone,
    place: Text | None = None,
    date: Date | None = None,
    days: Annotated[int, Field(ge=1, le=FORECAST_DAYS)] = 1,
) -> Json:
    """Get the weather now or the forecast of the next days: temperature, rain, wind, air quality.

    place: a city, place or saved place; where the phone is if not given.
    date: first day of the forecast, today if not given.
    days: how many days.
    """
    phone.require("internet")
    city = (find_spot(phone, place) if place is not None else here(phone)).city
    today = local_date(phone, city)
    first = datetime.date.fromisoformat(date) if date is not None else today
    last = today + datetime.timedelta(days=FORECAST_DAYS)
    if not today <= first <= last:
        expected = {"date": f"{today.isoformat()} to {last.isoformat()}"}
        raise PhoneError(Code.INVALID_ARGUMENT, f"date: there is no forecast for {first.isoformat()}", accepted=expected)
    count = min(days, (last - first).days + 1)
    shown = [first + datetime.timedelta(days=ahead) for ahead in range(count)]
    answer: dict[str, Json] = {"city": city}
    if first == today:
        hour = datetime.datetime.fromtimestamp(phone.state.now, zones.zone(zones.find_city(city).zone)).hour
        weather = weather_of(phone, city, today)
        warmth = max(0.0, 1 - abs(hour - 15) / 10)
        now = round(weather["lowC"] + (weather["highC"] - weather["lowC"]) * warmth)
        answer["now"] = {"temperatureC": now, "condition": weather["condition"]}
    return answer | {"forecast": [{"date": day.isoformat(), **weather_of(phone, city, day)} for day in shown]}
