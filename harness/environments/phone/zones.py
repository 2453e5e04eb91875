"""Time zones and the cities that stand for them, the same on every machine.

The rules come from the ``tzdata`` package, never from the operating system, whose copy may be older, newer or absent.
"""

import unicodedata
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple
from zoneinfo import ZoneInfo

from .arguments import WEEKDAYS
from .errors import Code, PhoneError, not_found


class City(NamedTuple):
    """A place and the zone that its clocks follow."""

    name: str
    zone: str


_CITIES = tuple(
    City(name.strip(), zone)
    for zone, names in {
        "Africa/Cairo": "Cairo",
        "Africa/Johannesburg": "Johannesburg, Cape Town",
        "Africa/Lagos": "Lagos, Abuja",
        "Africa/Nairobi": "Nairobi",
        "America/Anchorage": "Anchorage",
        "America/Argentina/Buenos_Aires": "Buenos Aires",
        "America/Bogota": "Bogota",
        "America/Chicago": "Chicago, Houston, Dallas, Austin, New Orleans, Minneapolis",
        "America/Denver": "Denver, Salt Lake City",
        "America/Halifax": "Halifax",
        "America/Lima": "Lima",
        "America/Los_Angeles": "Los Angeles, San Francisco, Seattle, San Diego, Las Vegas",
        "America/Mexico_City": "Mexico City",
        "America/New_York": "New York, Boston, Washington, Miami, Atlanta, Philadelphia",
        "America/Phoenix": "Phoenix",
        "America/Santiago": "Santiago",
        "America/Sao_Paulo": "Sao Paulo, Rio de Janeiro",
        "America/St_Johns": "St. John's",
        "America/Toronto": "Toronto, Montreal, Ottawa",
        "America/Vancouver": "Vancouver",
        "Asia/Bangkok": "Bangkok",
        "Asia/Colombo": "Colombo",
        "Asia/Dhaka": "Dhaka",
        "Asia/Dubai": "Dubai, Abu Dhabi",
        "Asia/Ho_Chi_Minh": "Ho Chi Minh City",
        "Asia/Hong_Kong": "Hong Kong",
        "Asia/Jakarta": "Jakarta",
        "Asia/Karachi": "Karachi",
        "Asia/Kathmandu": "Kathmandu",
        "Asia/Kolkata": "Kolkata, Mumbai, Delhi, New Delhi, Bengaluru, Chennai, Hyderabad, Pune, Jaipur",
        "Asia/Kuala_Lumpur": "Kuala Lumpur",
        "Asia/Manila": "Manila",
        "Asia/Riyadh": "Riyadh",
        "Asia/Seoul": "Seoul, Busan",
        "Asia/Shanghai": "Shanghai, Beijing, Guangzhou, Shenzhen, Hangzhou, Chengdu, Nanjing, Wuhan, Xi'an",
        "Asia/Singapore": "Singapore",
        "Asia/Taipei": "Taipei",
        "Asia/Tehran": "Tehran",
        "Asia/Tokyo": "Tokyo, Osaka, Kyoto",
        "Atlantic/Reykjavik": "Reykjavik",
        "Australia/Adelaide": "Adelaide",
        "Australia/Brisbane": "Brisbane",
        "Australia/Perth": "Perth",
        "Australia/Sydney": "Sydney, Canberra",
        "Australia/Melbourne": "Melbourne",
        "Europe/Amsterdam": "Amsterdam",
        "Europe/Athens": "Athens",
        "Europe/Berlin": "Berlin, Munich, Hamburg, Frankfurt",
        "Europe/Brussels": "Brussels",
        "Europe/Copenhagen": "Copenhagen",
        "Europe/Dublin": "Dublin",
        "Europe/Helsinki": "Helsinki",
        "Europe/Istanbul": "Istanbul, Ankara",
        "Europe/Lisbon": "Lisbon, Porto",
        "Europe/London": "London, Manchester, Edinburgh, Bristol, Leeds",
        "Europe/Madrid": "Madrid, Barcelona",
        "Europe/Moscow": "Moscow",
        "Europe/Oslo": "Oslo",
        "Europe/Paris": "Paris, Lyon, Nice",
        "Europe/Prague": "Prague",
        "Europe/Rome": "Rome, Milan, Florence, Venice",
        "Europe/Stockholm": "Stockholm",
        "Europe/Vienna": "Vienna",
        "Europe/Warsaw": "Warsaw",
        "Europe/Zurich": "Zurich, Geneva",
        "Pacific/Auckland": "Auckland, Wellington",
        "Pacific/Honolulu": "Honolulu",
        "Pacific/Kiritimati": "Kiritimati",
    }.items()
    for name in names.split(", ")
)

_NAMESAKES = (
    City("Portland, Oregon", "America/Los_Angeles"),
    City("Portland, Maine", "America/New_York"),
    City("San Jose, California", "America/Los_Angeles"),
    City("San Jose, Costa Rica", "America/Costa_Rica"),
    City("Birmingham, England", "Europe/London"),
    City("Birmingham, Alabama", "America/Chicago"),
)
"""Cities that share a name; the name alone is ambiguous."""

_ALIASES = {
    "nyc": "new york", "la": "los angeles", "sf": "san francisco", "washington dc": "washington",
    "saigon": "ho chi minh city", "bombay": "mumbai", "bangalore": "bengaluru",
    "calcutta": "kolkata", "madras": "chennai", "xian": "xi'an",
    "北京": "beijing", "上海": "shanghai", "广州": "guangzhou", "深圳": "shenzhen",
    "杭州": "hangzhou", "成都": "chengdu", "南京": "nanjing", "武汉": "wuhan",
    "西安": "xi'an", "香港": "hong kong", "台北": "taipei", "东京": "tokyo",
    "大阪": "osaka", "首尔": "seoul", "新加坡": "singapore", "曼谷": "bangkok",
    "悉尼": "sydney", "墨尔本": "melbourne", "伦敦": "london", "巴黎": "paris",
    "柏林": "berlin", "罗马": "rome", "莫斯科": "moscow", "迪拜": "dubai",
    "纽约": "new york", "洛杉矶": "los angeles", "旧金山": "san francisco", "芝加哥": "chicago",
    "多伦多": "toronto", "孟买": "mumbai",
}  # fmt: skip


@cache
def zone(key: str) -> ZoneInfo:
    """The zone of an IANA name. Raises ``ValueError`` for a name that is none."""
    if _keys().get(key.casefold()) != key:
        raise ValueError(f"{key!r} is no IANA time zone such as Europe/London")
    with files("tzdata").joinpath("zoneinfo", *key.split("/")).open("rb") as data:
        return ZoneInfo.from_file(data, key=key)


@cache
def _keys() -> dict[str, str]:
    """Every IANA name by its case-folded form."""
    return {key.casefold(): key for key in files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()}


@cache
def _by_name() -> dict[str, City]:
    cities = {_plain(city.name): city for city in (*_CITIES, *_NAMESAKES)}
    return cities | {_plain(alias): cities[_plain(name)] for alias, name in _ALIASES.items()}


def _plain(name: str) -> str:
    """A place name without case, accents and double spaces."""
    split = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(letter for letter in split if not unicodedata.combining(letter)).split())


@lru_cache(maxsize=4096)
def find_city(name: str) -> City:
    """The city or IANA zone of that name. Raises ``PhoneError`` NOT_FOUND, or AMBIGUOUS with the candidates."""
    wanted = _plain(name)
    city = _by_name().get(wanted)
    if city is not None:
        return city
    key = _keys().get(name.strip().casefold().replace(" ", "_"))
    if key is not None:
        return City(key.rsplit("/", 1)[-1].replace("_", " "), key)
    namesakes = [city.name for city in _NAMESAKES if _plain(city.name).split(",")[0] == wanted]
    if namesakes:
        raise PhoneError(Code.AMBIGUOUS, f"{len(namesakes)} cities are called {name!r}", accepted=list(namesakes))
    raise not_found("city or time zone", name, "a large city, or a name such as Europe/London")


@lru_cache(maxsize=65536)
def to_epoch(moment: str, key: str) -> int:
    """Seconds since the epoch of a local date and time such as 2026-03-02T18:30 in a zone.

    A time that the clocks skip counts as if they had not yet moved; of a time that comes twice, the first is meant.
    """
    return int(datetime.fromisoformat(moment).replace(tzinfo=zone(key)).timestamp())


@lru_cache(maxsize=65536)
def to_local(epoch: int, key: str) -> str:
    """The local date and time of an epoch in a zone: 2026-03-02T18:30."""
    return datetime.fromtimestamp(epoch, zone(key)).isoformat()[:16]


@lru_cache(maxsize=4096)
def to_words(epoch: int, key: str) -> str:
    """The weekday, local date and time of an epoch in a zone, whatever the locale: Mon 2026-03-02 18:30."""
    moment = datetime.fromtimestamp(epoch, zone(key))
    return f"{WEEKDAYS[moment.weekday()].title()} {moment.isoformat(' ')[:16]}"


def next_time(time: str, key: str, after: int, days: Collection[str] = ()) -> int:
    """The first epoch > ``after`` at which clocks in a zone show ``time`` on one of ``days`` (none: any day)."""
    start = datetime.fromtimestamp(after, zone(key)).date()
    for ahead in range(9):
        day = start + timedelta(days=ahead)
        if not days or WEEKDAYS[day.weekday()] in days:
            moment = to_epoch(f"{day.isoformat()}T{time}", key)
            if moment > after:
                return moment
    raise ValueError(f"no {time} within nine days")  # days is a non-empty subset of the week
