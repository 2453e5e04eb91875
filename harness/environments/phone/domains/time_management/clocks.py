"""What time and date it is, here and elsewhere, and arithmetic with dates."""

from datetime import date, datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ... import zones
from ...arguments import FIRST_YEAR, LAST_YEAR, WEEKDAYS, Date, Moment, Text
from ...errors import Code, PhoneError, missing
from ...phone import Phone
from ...tools import Risk, tool
from .recurrence import add_months, add_workdays, count_workdays
from .tables import DOMAIN

Unit = Literal["days", "workdays", "weeks", "months", "years"]


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS),
)
def manage_world_clock(phone: Phone, action: Literal["add", "remove", "list"], city: Text | None = None) -> Json:
    """Add a city to the world clock, remove it, or list the cities with their time.

    city: a city, or a time zone such as Europe/London.
    """
    if action == "list":
        rows = phone.state.rows("world_clocks").values()
        return {"clocks": [{"city": row["city"], **_time_in(phone, row["zone"])} for row in rows]}
    if city is None:
        raise missing("city", "a city or time zone")
    place = zones.find_city(city)
    found = phone.find("world_clocks", city=place.name, zone=place.zone)
    if action == "add":
        if found:
            return {"clockId": found[0][0], "created": False}
        return {"clockId": phone.add("world_clocks", "wc", city=place.name, zone=place.zone), "created": True}
    if not found:
        shown = [row["city"] for row in phone.state.rows("world_clocks").values()]
        raise PhoneError(Code.NOT_FOUND, f"{place.name} is not in the world clock", accepted=shown)
    phone.remove("world_clocks", found[0][0])
    return {"clockId": found[0][0], "removed": True}


@tool(DOMAIN, errors=(Code.NOT_FOUND, Code.AMBIGUOUS))
def get_current_time(phone: Phone, city: Text | None = None) -> Json:
    """Tell the date and time here or in a city.

    city: a city, or a time zone such as Europe/London; none means here.
    """
    return _time_in(phone, zones.find_city(city).zone if city else str(phone.zone))


def _time_in(phone: Phone, key: str) -> dict[str, Json]:
    moment = datetime.fromtimestamp(phone.state.now, zones.zone(key))
    return {
        "now": moment.isoformat()[:16],
        "weekday": WEEKDAYS[moment.weekday()],
        "zone": key,
        "utcOffset": moment.isoformat()[-6:],
    }


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(Code.NOT_FOUND, Code.AMBIGUOUS))
def set_time_zone(phone: Phone, zone: Text | None = None, automatic: bool | None = None) -> Json:
    """Set the phone's time zone by hand, or let the network set it.

    zone: a city, or a time zone such as Europe/London; turns automatic off.
    """
    clock = phone.one("device", "clock")
    if zone is not None and automatic:
        raise PhoneError(Code.INVALID_ARGUMENT, "give a zone or automatic, not both", accepted=["zone", "automatic"])
    if zone is not None:
        changed = phone.put("device", "clock", zone=zones.find_city(zone).zone, auto_zone=False)
    elif automatic is not None:
        key = clock["network_zone"] if automatic else clock["zone"]
        changed = phone.put("device", "clock", zone=key, auto_zone=automatic)
    else:
        raise missing("zone", "a city, a time zone, or automatic")
    clock = phone.one("device", "clock")
    return {"changed": changed, "zone": clock["zone"], "automatic": clock["auto_zone"]}


@tool(DOMAIN, errors=(Code.NOT_FOUND, Code.AMBIGUOUS))
def convert_time_zone(phone: Phone, time: Moment, fromZone: Text | None = None, toZone: Text | None = None) -> Json:
    """Tell what a local date and time is in another time zone.

    fromZone: city or time zone of the given time; none means here.
    toZone: city or time zone asked for; none means here.
    """
    if fromZone is None and toZone is None:
        raise missing("toZone", "a city or time zone")
    here = str(phone.zone)
    source = zones.find_city(fromZone).zone if fromZone else here
    target = zones.find_city(toZone).zone if toZone else here
    converted = zones.to_local(zones.to_epoch(time, source), target)
    shift = date.fromisoformat(converted[:10]) - date.fromisoformat(time[:10])
    return {"from": {"time": time, "zone": source}, "to": {"time": converted, "zone": target}, "dayShift": shift.days}


@tool(DOMAIN)
def calculate_date(
    phone: Phone,
    startDate: Date | None = None,
    amount: Annotated[int, Field(ge=-100_000, le=100_000)] | None = None,
    unit: Unit = "days",
    endDate: Date | None = None,
) -> Json:
    """Add days, workdays, weeks, months or years to a date, or count what lies between two dates.

    startDate: where to start; none means today.
    amount: how many units to add; negative goes back.
    endDate: count up to this date instead of adding.
    """
    start = date.fromisoformat(startDate) if startDate else phone.local.date()
    if amount is not None and endDate is not None:
        raise PhoneError(Code.INVALID_ARGUMENT, "give amount or endDate, not both", accepted=["amount", "endDate"])
    if endDate is not None:
        end = date.fromisoformat(endDate)
        return {"amount": _count(start, end, unit), "unit": unit, "days": (end - start).days}
    if amount is None:
        raise missing("amount", "how many units to add, or endDate to count up to")
    try:
        end = _add(start, amount, unit)
    except (ValueError, OverflowError):
        end = date.max
    if not FIRST_YEAR <= end.year <= LAST_YEAR:
        raise PhoneError(Code.INVALID_ARGUMENT, f"the result lies outside {FIRST_YEAR} to {LAST_YEAR}")
    return {"date": end.isoformat(), "weekday": WEEKDAYS[end.weekday()]}


def _add(start: date, amount: int, unit: Unit) -> date:
    if unit == "workdays":
        return add_workdays(start, amount)
    if unit in ("months", "years"):
        return add_months(start, amount * (12 if unit == "years" else 1))
    return start + timedelta(days=amount * (7 if unit == "weeks" else 1))


def _count(start: date, end: date, unit: Unit) -> int:
    """Whole units from ``start`` to ``end``; negative when ``end`` comes first."""
    if unit == "workdays":
        return count_workdays(start, end)
    if end < start:
        return -_count(end, start, unit)
    days = (end - start).days
    if unit in ("months", "years"):
        months = (end.year - start.year) * 12 + end.month - start.month
        months -= add_months(start, months) > end
        return months // (12 if unit == "years" else 1)
    return days // (7 if unit == "weeks" else 1)
