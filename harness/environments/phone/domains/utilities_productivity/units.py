"""Conversion between units of one kind."""

from decimal import Decimal
from functools import cache
from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...errors import Code, PhoneError
from ...phone import Phone
from ...tools import tool
from .arithmetic import number
from .tables import DOMAIN

Category = Literal["length", "weight", "temperature", "volume", "area", "speed", "duration", "data", "energy", "pressure"]

_UNITS: dict[str, dict[str, tuple[str, str]]] = {
    "length": {
        "mm": ("0.001", "millimetre millimeter 毫米"), "cm": ("0.01", "centimetre centimeter 厘米"),
        "m": ("1", "metre meter 米"), "km": ("1000", "kilometre kilometer 公里 千米"),
        "in": ("0.0254", "inch inches 英寸"), "ft": ("0.3048", "foot feet 英尺"), "yd": ("0.9144", "yard 码"),
        "mi": ("1609.344", "mile 英里"), "nmi": ("1852", "nautical_mile 海里"),
    },
    "weight": {
        "mg": ("0.000001", "milligram milligramme 毫克"), "g": ("0.001", "gram gramme 克"),
        "kg": ("1", "kilogram kilogramme kilo 公斤 千克"), "t": ("1000", "tonne metric_ton 吨"),
        "oz": ("0.028349523125", "ounce 盎司"), "lb": ("0.45359237", "pound lbs 磅"),
        "st": ("6.35029318", "stone"), "jin": ("0.5", "斤"),
    },
    "volume": {
        "ml": ("0.001", "millilitre milliliter 毫升"), "l": ("1", "litre liter 升"),
        "m3": ("1000", "cubic_metre cubic_meter"),
        "tsp": ("0.00492892159375", "teaspoon"), "tbsp": ("0.01478676478125", "tablespoon"),
        "cup": ("0.2365882365", "us_cup"), "floz": ("0.0295735295625", "fl_oz fluid_ounce"),
        "pt": ("0.473176473", "pint us_pint"), "gal": ("3.785411784", "gallon us_gallon 加仑"),
        "uk_pt": ("0.56826125", "uk_pint imperial_pint"), "uk_gal": ("4.54609", "uk_gallon imperial_gallon"),
    },
    "area": {
        "cm2": ("0.0001", "square_centimetre square_centimeter"), "m2": ("1", "square_metre square_meter sqm 平方米"),
        "km2": ("1000000", "square_kilometre square_kilometer 平方公里"), "ha": ("10000", "hectare 公顷"),
        "ft2": ("0.09290304", "square_foot square_feet sqft 平方英尺"), "ac": ("4046.8564224", "acre 英亩"),
        "mi2": ("2589988.110336", "square_mile"), "mu": ("666.6666666666666666666666667", "亩"),
    },
    "speed": {
        "m/s": ("1", "mps metre_per_second meter_per_second"),
        "km/h": ("0.2777777777777777777777777778", "kmh kph 公里每小时"),
        "mph": ("0.44704", "mi/h mile_per_hour miles_per_hour"), "kn": ("0.5144444444444444444444444444", "knot kt"),
    },
    "duration": {
        "ms": ("0.001", "millisecond 毫秒"), "s": ("1", "second sec 秒"), "min": ("60", "minute 分钟"),
        "h": ("3600", "hour hr 小时"), "d": ("86400", "day 天"), "wk": ("604800", "week 周"),
    },
    "data": {
        "bit": ("0.125", "bits"), "b": ("1", "byte"), "kb": ("1000", "kilobyte"), "mb": ("1000000", "megabyte"),
        "gb": ("1000000000", "gigabyte"), "tb": ("1000000000000", "terabyte"), "kib": ("1024", "kibibyte"),
        "mib": ("1048576", "mebibyte"), "gib": ("1073741824", "gibibyte"),
    },
    "energy": {
        "j": ("1", "joule 焦耳"), "kj": ("1000", "kilojoule 千焦"), "cal": ("4.184", "calorie 卡"),
        "kcal": ("4184", "kilocalorie 千卡 大卡"), "wh": ("3600", "watt_hour"), "kwh": ("3600000", "kilowatt_hour 千瓦时"),
    },
    "pressure": {
        "pa": ("1", "pascal 帕"), "hpa": ("100", "hectopascal"), "kpa": ("1000", "kilopascal 千帕"),
        "bar": ("100000", "bars"),
        "psi": ("6894.757293168361336722673445", "pound_per_square_inch"), "atm": ("101325", "atmosphere"),
        "mmhg": ("133.322387415", "毫米汞柱"),
    },
}  # fmt: skip
_TEMPERATURES = {
    "c": (Decimal(1), Decimal("273.15"), "celsius centigrade °c degc ℃ 摄氏度"),
    "f": (Decimal(5) / Decimal(9), Decimal("459.67"), "fahrenheit °f degf ℉ 华氏度"),
    "k": (Decimal(1), Decimal(0), "kelvin 开尔文"),
}
"""Factor and offset to kelvin: kelvin = (value + offset) * factor."""


@cache
def _names(category: str) -> dict[str, str]:
    """Every accepted spelling of a category's units."""
    spellings = {name: other for name, (_, other) in _UNITS.get(category, {}).items()}
    if category == "temperature":
        spellings = {name: other for name, (_, _, other) in _TEMPERATURES.items()}
    names = {_plain(word): name for name, words in spellings.items() for word in (name, *words.split())}
    return names | {f"{word}s": name for word, name in names.items() if len(word) > 2 and f"{word}s" not in names}


def _plain(name: str) -> str:
    return name.strip().casefold().replace("²", "2").replace("³", "3").replace(" ", "_").rstrip(".")


def _unit(category: str, argument: str, name: str) -> str:
    found = _names(category).get(_plain(name))
    if found is None:
        known = sorted(set(_names(category).values()))
        raise PhoneError(Code.INVALID_ARGUMENT, f"{argument}: {name!r} is no unit of {category}", accepted=known)
    return found


@tool(DOMAIN, provides="unit_conversion")
def convert_unit(
    phone: Phone,
    category: Category,
    fromUnit: str,
    toUnit: str,
    value: Annotated[float, Field(allow_inf_nan=False, ge=-1e15, le=1e15)],
) -> Json:
    """Convert a value between units of one category.

    fromUnit: symbol or name, such as km or mile.
    """
    source, target = _unit(category, "fromUnit", fromUnit), _unit(category, "toUnit", toUnit)
    amount = Decimal(repr(value))
    if category == "temperature":
        factor, offset, _ = _TEMPERATURES[source]
        kelvin = (amount + offset) * factor
        if kelvin < 0:
            raise PhoneError(Code.INVALID_ARGUMENT, "value: lies below absolute zero", accepted={"value": "a temperature"})
        factor, offset, _ = _TEMPERATURES[target]
        result = kelvin / factor - offset
    else:
        result = amount * Decimal(_UNITS[category][source][0]) / Decimal(_UNITS[category][target][0])
    return {"result": number(result), "unit": target}
