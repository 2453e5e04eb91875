"""Plain requests about getting somewhere, and about food, parcels, money, recipes and sport."""

from datetime import datetime, timedelta
from typing import Any

from harness.environments.phone.domains.travel_lifestyle.places import find_city

from .. import entities
from ..answers import time_words
from ..draw import Draw
from ..plain import About, Slots, plain, wish
from ..rows import Rows
from ..scenario import Draft, UnsuitableError, family

TRAVEL = ("Travel & Lifestyle",)
CITIES_ZH = (
    "北京", "广州", "成都", "杭州", "西安", "武汉", "南京", "香港", "东京", "首尔", "曼谷", "新加坡", "悉尼", "巴黎", "伦敦", "纽约",
    "柏林", "罗马", "莫斯科", "迪拜", "多伦多",
)  # fmt: skip
Told = tuple[str, list[tuple[str, ...]]]


def _venue(draw: Draw) -> str:
    return draw.pick(entities.VENUES_ZH if draw.language == "zh" else entities.VENUES)


def _city(draw: Draw) -> str:
    """A city as it is said; the phone knows it under its Chinese name too."""
    return draw.pick(CITIES_ZH if draw.language == "zh" else entities.CITIES)


def _product(draw: Draw) -> str:
    return draw.pick(entities.PRODUCTS_ZH if draw.language == "zh" else entities.PRODUCTS)


def _number(value: float) -> tuple[str, ...]:
    """The ways to write an amount."""
    value = int(value) if value == int(value) else value
    return tuple(dict.fromkeys((f"{value:,}", f"{value}", f"{value:,.2f}", f"{value:.2f}", f"{value:,.1f}", f"{value:.1f}")))


def _named(draw: Draw, found: list[Any], field: str = "name") -> Told:
    """The names of what was found, and that each has to be said."""
    names = [row[field] for row in found]
    return draw.tongue(f"Found: {', '.join(names)}.", f"有{'、'.join(names)}。"), [(name,) for name in names]


# -- getting somewhere

MODES = {"drive": ("by car", "开车"), "walk": ("on foot", "走路"), "cycle": ("by bike", "骑车"),
         "transit": ("by public transport", "坐公交")}  # fmt: skip


def _places(draw: Draw, rows: Rows) -> Slots:
    """Two places on the map, nobody on the way."""
    place, other, mode = _venue(draw), _venue(draw), draw.choice(sorted(MODES))
    for name, km in ((place, draw.integer(3, 9)), (other, 1)):
        rows.place(name, km=km)
    rows.clear("rides")
    rows.put("navigation", "main", destination=None, stops=[], route=[], arrives_at=None)
    return {"place": place, "other": other, "mode": mode, "how": draw.tongue(*MODES[mode]), "name": draw.title()}


def _driving(draw: Draw, rows: Rows) -> Slots:
    """Guidance to the first place, half an hour from it."""
    slots = _places(draw, rows)
    key = next(patch.key for patch in rows.patches if patch.fields and patch.fields.get("name") == slots["place"])
    spot = next(patch.fields for patch in rows.patches if patch.key == key)
    assert spot is not None
    arrives = rows.now + 60 * draw.integer(25, 50)
    rows.put("navigation", "main", destination=slots["place"], mode="drive", kilometres=21.5, started_at=rows.now - 300,
             route=[[slots["place"], spot["latitude"], spot["longitude"], spot["city"]]], arrives_at=arrives)  # fmt: skip
    return slots


def _tell_arrival(draw: Draw, payload: Any, slots: Slots) -> Told:
    time = payload["arrival"][11:16]
    return draw.tongue(f"You arrive at {time}.", f"{time}到。"), [tuple(time_words(time))]


def _favourite(draw: Draw, rows: Rows) -> Slots:
    place, name, new = _venue(draw), draw.title(), draw.title()
    rows.place(place, km=draw.integer(2, 9))
    home = next(row for row in rows.base.rows("saved_places").values() if row["kind"] == "home")
    for title in (name, draw.title()):
        where = draw.tongue(
            f"{draw.integer(2, 90)} {draw.pick(entities.FAMILY)} Street", f"{draw.place()}路{draw.integer(2, 90)}号"
        )
        rows.add("saved_places", "fv", name=title, kind="favourite", address=where, city=home["city"],
                 latitude=round(home["latitude"] + draw.integer(2, 30) / 1000, 4), longitude=home["longitude"])  # fmt: skip
    return {"place": place, "name": name, "new": new, "spot": draw.title()}


CATEGORIES = {"pharmacy": ("pharmacy", "药店"), "petrol": ("petrol station", "加油站"), "supermarket": ("supermarket", "超市"),
              "cafe": ("cafe", "咖啡馆"), "bank": ("bank", "银行"), "hospital": ("hospital", "医院"), "cinema": ("cinema", "电影院"),
              "museum": ("museum", "博物馆"), "parking": ("car park", "停车场"), "hotel": ("hotel", "酒店"),
              "gym": ("gym", "健身房"), "restaurant": ("restaurant", "餐馆")}  # fmt: skip


def _nearby(draw: Draw, rows: Rows) -> Slots:
    category, place = draw.choice(sorted(CATEGORIES)), _venue(draw)
    rows.place(place, km=0.05, category=category)
    return {"category": category, "said": draw.tongue(*CATEGORIES[category])}


def _tell_nearest(draw: Draw, payload: Any, slots: Slots) -> Told:
    name, said = payload["places"][0]["name"], slots["said"]
    return draw.tongue(f"The nearest {said} is {name}.", f"最近的{said}是{name}。"), [(name,)]


SKIES = {"sunny": ("sunny", "晴"), "cloudy": ("cloudy", "多云"), "rain": ("rain", "雨"), "snow": ("snow", "雪"),
         "fog": ("fog", "雾"), "thunderstorm": ("thunderstorm", "雷")}  # fmt: skip


def _weather(draw: Draw, rows: Rows) -> Slots:
    city, day = _city(draw), draw.day(1, 7)
    sky, rain = draw.choice(sorted(SKIES)), draw.integer(5, 95, 5)
    high = draw.integer(-4, 1) if sky == "snow" else draw.integer(4, 34)
    rows.put("forecasts", f"{find_city(city)}@{day.isoformat()}", condition=sky, highC=high, lowC=high - 6, rainChance=rain)
    return {"city": city, "day": day.isoformat(), "on": draw.say_on(day), "rain": rain}


def _tell_sky(draw: Draw, payload: Any, slots: Slots) -> Told:
    day = payload["forecast"][0]
    sky, high = SKIES[day["condition"]], str(day["highC"])
    report = draw.tongue(f"The forecast says {sky[0]}, up to {high} degrees.", f"预报是{sky[1]}，最高{high}度。")
    return report, [sky if sky[0] != "rain" else (*sky, "rainy"), (high,)]


def _tell_rain(draw: Draw, payload: Any, slots: Slots) -> Told:
    chance = str(payload["forecast"][0]["rainChance"])
    return draw.tongue(f"The chance of rain is {chance} %.", f"降雨概率{chance}%。"), [(chance,)]


FLIGHTS = (
    ("London", "Paris"), ("London", "Rome"), ("London", "Berlin"), ("London", "Dublin"), ("London", "Lisbon"),
    ("New York", "Chicago"), ("New York", "Miami"), ("New York", "Boston"), ("Kolkata", "Delhi"), ("Kolkata", "Mumbai"),
)  # fmt: skip
FLIGHTS_ZH = (("上海", "北京"), ("上海", "广州"), ("上海", "成都"), ("伦敦", "巴黎"), ("伦敦", "罗马"), ("伦敦", "柏林"))
HOTELS = (
    "London", "Paris", "Rome", "Berlin", "Tokyo", "New York", "Hangzhou", "Delhi", "Lisbon", "Amsterdam", "Barcelona",
    "Edinburgh", "Chicago", "Singapore",
)  # fmt: skip
HOTELS_ZH = ("伦敦", "巴黎", "罗马", "柏林", "东京", "纽约", "杭州", "成都", "北京", "广州", "香港", "新加坡")
"""Between which cities the inventory has flights every day, and where it has hotels."""


def _flight(draw: Draw, rows: Rows) -> Slots:
    start, end = draw.choice(FLIGHTS_ZH if draw.language == "zh" else FLIGHTS)
    day = draw.day(3, 20)
    return {"start": start, "end": end, "day": day.isoformat(), "on": draw.say_on(day)}


def _tell_flight(draw: Draw, payload: Any, slots: Slots) -> Told:
    if not payload["offers"]:
        raise UnsuitableError("every flight of that day is sold out")
    price = _number(payload["offers"][0]["total"])
    return draw.tongue(f"The cheapest costs {price[0]}.", f"最便宜的{price[0]}。"), [price]


def _stay(draw: Draw, rows: Rows) -> Slots:
    first = draw.day(3, 15)
    last = first + timedelta(days=draw.integer(2, 4))
    return {"city": draw.choice(HOTELS_ZH if draw.language == "zh" else HOTELS), "first": first.isoformat(), "last": last.isoformat(),
            "from": draw.say_date(first), "to": draw.say_date(last)}  # fmt: skip


def _tell_hotel(draw: Draw, payload: Any, slots: Slots) -> Told:
    if not payload["offers"]:
        raise UnsuitableError("every hotel is full")
    name = payload["offers"][0]["name"]
    return draw.tongue(f"The cheapest is {name}.", f"最便宜的是{name}。"), [(name,)]


def _booked(draw: Draw, rows: Rows) -> Slots:
    place = draw.pick(entities.VENUES_ZH if draw.language == "zh" else entities.RESTAURANTS)
    rows.clear("bookings")
    for name in (place, _venue(draw)):
        start = f"{draw.day(3, 15).isoformat()}T{draw.choice(('18:00', '19:00', '19:30', '20:30'))}"
        key = rows.place(name, category="restaurant", tables=True)
        rows.add("bookings", "rv", kind="table", offer=f"{key}@{start}", name=name, start=start, zone=str(draw.now.tzinfo),
                 people=2, total=0.0, flexible=True, payment=None, status="booked", refunded=0.0,
                 created=rows.now - 90_000)  # fmt: skip
    return {"place": place}


def _tell_bookings(draw: Draw, payload: Any, slots: Slots) -> Told:
    return _named(draw, payload["bookings"])


RIDES = {"economy": ("an economy", "经济型"), "comfort": ("a comfort", "舒适型"), "van": ("a van", "商务型")}


def _ride(draw: Draw, rows: Rows) -> Slots:
    kind = draw.choice(sorted(RIDES))
    return {**_places(draw, rows), "kind": kind, "said": draw.tongue(*RIDES[kind])}


def _tell_fare(draw: Draw, payload: Any, slots: Slots) -> Told:
    fare = _number(payload["price"])
    return draw.tongue(f"It would cost {fare[0]}.", f"大概{fare[0]}。"), [fare]


def _coming(draw: Draw, rows: Rows) -> Slots:
    """A taxi that was ordered five minutes ago and comes in twenty."""
    slots = _places(draw, rows)
    method = next(key for key, row in rows.base.rows("payment_methods").items() if row["default"])
    paid = rows.add("payments", "py", amount=18.0, payee="taxi", method=method, note=slots["place"], refunded=0.0,
                    time=rows.now - 300)  # fmt: skip
    pickup = rows.now + 60 * draw.integer(15, 25)
    rows.add("rides", "rd", pickup=draw.tongue("Home", "家"), destination=slots["place"], type="economy", total=18.0, payment=paid,
             cancelled=False, ordered_at=rows.now - 300, pickup_at=pickup, arrives_at=pickup + 1500)  # fmt: skip
    return slots


def _tell_ride(draw: Draw, payload: Any, slots: Slots) -> Told:
    time = payload["active"]["pickupAt"][11:16]
    return draw.tongue(f"It picks you up at {time}.", f"{time}来接你。"), [tuple(time_words(time))]


TRIPS = (
    wish(
        "control_navigation", "To {place} {how}", about=_places, done=("The way to {place} is shown.", "已开始导航到{place}。"),
        action="start", destination="{place}", mode="{mode}",
        train="""!navigate to {place} {how}
        directions to {place} {how}""",
        wide="""{place} {how}, navigation please
        how do I get to {place} {how}? Start the directions.
        I'm going to {place} {how}, navigate me there
        !guide me to {place}, I'm going {how}
        can you take me to {place} {how} with the navigation?""",
        held="""I want to go to {place} {how}, show me the way
        !start the navigation to {place}, I'll be going {how}""",
        zh_train="{how}导航到{place}", zh_wide="我要{how}去{place}，[带路|开始导航]", zh_held="去{place}的路我不熟，我{how}，帮我导航",
    ),
    wish(
        "control_navigation", "To {place} without tolls", about=_places, done=("The way to {place} avoids tolls.", "去{place}的路线避开收费路段。"),
        action="start", destination="{place}", avoidTolls=True,
        train="""!navigate to {place} by car without toll roads
        driving directions to {place}, avoid tolls""",
        wide="""{place} by car, no tolls, start the navigation
        I'm driving to {place} and don't want to pay tolls, navigate me there
        !guide me to {place} by car and avoid toll roads
        how do I drive to {place} without tolls? Start the directions.
        can you navigate to {place} by car, avoiding tolls?""",
        held="""!take me to {place} by car on a route with no tolls
        !navigate me by car to {place}, but keep off the toll roads""",
        zh_train="开车导航到{place}，避开收费路段", zh_wide="我开车去{place}，不走收费的路，开导航", zh_held="自驾到{place}，不想交过路费，导航带路",
    ),
    wish(
        "control_navigation", "By way of {other}", about=_driving, done=("The way goes by {other}.", "已加上途经点{other}。"), action="add_stop",
        destination="{other}",
        train="""!add {other} as a stop on my route
        !add a stop at {other} on the way""",
        wide="""stop at {other} on the way[, please|]
        I have to stop at {other} before we get there, add it to the navigation
        !put {other} on my route as a stop
        I want to pass by {other} on the way
        can we go via {other}?""",
        held="""let's make a stop at {other} on this trip
        on the way there, take me past {other} too""",
        zh_train="![在路线上加一站|途中加一站]{other}", zh_wide="路上我想先停一下{other}", zh_held="路线里顺道加上{other}吧",
    ),
    wish(
        "control_navigation", "No more guidance", about=_driving, done=("The navigation is stopped.", "导航已停止。"), action="stop",
        train="""!stop the navigation
        !end navigation""",
        wide="""navigation off
        !turn off the directions
        I know the way from here, stop the navigation
        I don't need directions any more
        can you cancel the route?""",
        held="""I can find the rest myself, so no more navigation
        !quit the navigation""",
        zh_train="![停止|结束|关闭]导航", zh_wide="剩下的路我认识，导航关了吧", zh_held="不用再导航了",
    ),
    wish(
        "control_navigation", "When we arrive", about=_driving, tell=_tell_arrival, action="status",
        train="""when will I arrive?
        what's my arrival time?""",
        wide="""what time do we get there?
        ETA?
        !tell me the arrival time of my navigation
        what does the navigation say, when do I get there?
        I'm driving, at what time will I reach my destination?""",
        held="""what time will this route get me there?
        what arrival time does my route show? My friends are asking""",
        zh_train="我几点能到", zh_wide="[预计到达时间|导航上几点到达]是几点", zh_held="照导航看，什么时候能开到",
    ),
    wish(
        "manage_saved_place", "Save {place} as {spot}", about=_favourite, done=("{place} is saved as {spot}.", "{place}已存为{spot}。"),
        action="save", name="{spot}", place="{place}",
        train="""!save {place} in my places as {spot}
        !save {place} on the map under the name {spot}""",
        wide="""map favourite: {place}, called {spot}
        !add {place} to my saved places, name {spot}
        I want {place} among my favourite places, as {spot}
        I go to {place} a lot, save the place as {spot}
        can you bookmark {place} on the map and name it {spot}?""",
        held="""I want to find {place} again, so save it on the map with the name {spot}
        !keep {place} in my saved places and call it {spot}""",
        zh_train="![把|将]{place}收藏到地图，名字叫{spot}", zh_wide="地图收藏{place}，[名称|备注]{spot}", zh_held="地图上记一下{place}这个地方，标成{spot}",
    ),
    wish(
        "manage_saved_place", "{name} becomes {new}", about=_favourite, done=("The place is called {new} now.", "地点改名为{new}了。"),
        action="rename", name="{name}", newName="{new}",
        train="""!rename my saved place {name} to {new}
        the saved place {name} should be called {new}""",
        wide="""saved place {name}: rename to {new}
        !change the name of my map favourite {name} to {new}
        I want the saved place {name} renamed to {new}
        {name} isn't a good name for that saved place, make it {new}
        can you call my saved place {name} {new} instead?""",
        held="""the place I saved as {name} needs a new name: {new}
        my saved place {name} should be named {new} instead""",
        zh_train="![把|将]收藏的地点{name}改名为{new}", zh_wide="地图收藏{name}[改叫|重命名成]{new}", zh_held="地图上收藏的地点{name}，名字换成{new}",
    ),
    wish(
        "manage_saved_place", "No {name} any more", about=_favourite, done=("{name} is removed from your places.", "{name}已从收藏地点移除。"),
        action="remove", name="{name}",
        train="""!remove {name} from my saved places
        !delete the saved place {name}""",
        wide="""saved place {name}: delete
        I never go to {name} any more, remove it from my saved places
        !take {name} off my map favourites
        the saved place {name} can go
        can you delete {name} from the places I saved on the map?""",
        held="""I don't need {name} in my saved places any more
        !clear {name} from the places I've saved""",
        zh_train="![删除|移除]收藏的地点{name}", zh_wide="地图收藏里的{name}[不要了|去掉]", zh_held="{name}那地方不去了，地图上别存着",
    ),
    wish(
        "search_places", "The nearest {category}", about=_nearby, tell=_tell_nearest, category="{category}",
        train="""where's the nearest {said}?
        !find the nearest {said}""",
        wide="""nearest {said}[?|, please]
        is there a {said} near here?
        I need a {said}, which one is the closest?
        !look for a {said} around here and tell me which one is nearest
        what {said} is closest to me?""",
        held="""which {said} is the shortest walk from here?
        I'm looking for a {said} close by, the closest one there is""",
        zh_train="最近的{said}在哪", zh_wide="附近[有没有|哪里有]{said}，要最近的", zh_held="离我最近的{said}是哪家",
    ),
    wish(
        "get_weather", "The weather in {city}", about=_weather, tell=_tell_sky, place="{city}", date="{day}",
        train="""what's the weather like in {city} {on}?
        weather in {city} {on}?""",
        wide="""how's the weather going to be in {city} {on}?
        !check the forecast for {city} {on}: sky and the highest temperature
        I'm in {city} {on}, what will the weather be?
        forecast {city} {on}[, please|?]
        I want to know the weather in {city} {on}, with the high""",
        held="""I'm packing for {city} {on}: what's the weather, and how hot will it get?
        will it be nice in {city} {on}? Tell me the weather and the top temperature""",
        zh_train="{city}{on}天气怎么样", zh_wide="![查一下|看看]{city}{on}的天气和最高温度", zh_held="{on}在{city}天气好不好，最热几度",
    ),
    wish(
        "get_weather", "Whether {city} gets rain", about=_weather, tell=_tell_rain, place="{city}", date="{day}",
        train="""what's the chance of rain in {city} {on}?
        how likely is rain in {city} {on}?""",
        wide="""chance of rain, {city}, {on}?
        will it rain in {city} {on}? Give me the percentage.
        I'm going to {city} {on}, how likely is it to rain?
        !tell me the probability of rain for {city} {on}
        do I need an umbrella in {city} {on}? How many percent is the rain?""",
        held="""what are the chances that it rains in {city} {on}?
        how big is the risk of rain in {city} {on}, in percent?""",
        zh_train="{city}{on}下雨的概率是多少", zh_wide="{city}{on}会下雨吗，[概率多大|百分之几]", zh_held="{on}在{city}要不要带伞，降雨可能性多大",
    ),
    wish(
        "search_offers", "The cheapest flight to {end}", about=_flight, tell=_tell_flight, kind="flight", place="{end}", origin="{start}",
        date="{day}", sortBy="price",
        train="""how much is the cheapest flight from {start} to {end} {on}?
        what does the cheapest flight from {start} to {end} cost {on}?""",
        wide="""cheapest flight {start} to {end} {on}, what's the price?
        !find the cheapest flight from {start} to {end} {on} and tell me the price
        I want to fly from {start} to {end} {on}, how cheap can I get it?
        !look up what a flight from {start} to {end} costs at least {on}
        price of the cheapest flight {on}, {start} to {end}?""",
        held="""what's the least I can pay to fly from {start} to {end} {on}?
        I need a flight from {start} to {end} {on}, what does the cheapest one cost?""",
        zh_train="{on}从{start}到{end}最便宜的机票多少钱", zh_wide="![查一下|看看]{on}{start}飞{end}最低票价", zh_held="{on}想从{start}坐飞机去{end}，最便宜要花多少",
    ),
    wish(
        "search_offers", "The cheapest hotel in {city}", about=_stay, tell=_tell_hotel, kind="hotel", place="{city}", date="{first}",
        endDate="{last}", sortBy="price",
        train="""which is the cheapest hotel in {city} from {from} to {to}?
        !find the cheapest hotel in {city}, {from} to {to}""",
        wide="""cheapest hotel in {city}, arriving {from}, leaving {to}?
        I'm staying in {city} from {from} until {to}, which hotel is the cheapest?
        !search for hotels in {city} from {from} to {to} and name the cheapest
        where in {city} can I stay most cheaply from {from} to {to}? I need a hotel
        hotel {city}, {from} to {to}, the cheapest one[, please|]""",
        held="""I need a hotel in {city}, {from} to {to}: which one's cheapest?
        my trip to {city} is from {from} to {to}, what's the name of the cheapest hotel there?""",
        zh_train="{city}{from}到{to}最便宜的酒店是哪家", zh_wide="![查一下|找找]{city}的酒店，{from}入住，{to}退房，哪家最便宜", zh_held="{from}到{to}住{city}，花钱最少的酒店叫什么",
    ),
    wish(
        "manage_booking", "Cancel {place}", about=_booked, done=("The booking at {place} is cancelled.", "{place}的预订已取消。"),
        action="cancel", bookingId="{place}",
        train="""!cancel my booking at {place}
        !cancel the reservation at {place}""",
        wide="""booking {place}: cancel
        we can't make it to {place}, cancel the booking
        !call off my table at {place}
        I don't need the reservation at {place} any more, cancel it
        can you cancel the table I booked at {place}?""",
        held="""we're not going to {place} after all, so drop the reservation
        our plans changed, the booking at {place} has to be cancelled""",
        zh_train="取消{place}的预订", zh_wide="{place}[去不了了|不去了]，预订取消掉", zh_held="{place}订的那桌我们不去了，退掉",
    ),
    wish(
        "manage_booking", "What is booked", about=_booked, tell=_tell_bookings, action="list",
        train="""what have I booked?
        !list my bookings""",
        wide="""what bookings do I have?
        !show me my reservations
        bookings[?|, please]
        I forgot where I booked, which reservations are there?
        where do I have a booking in the next weeks?""",
        held="""where have I got reservations?
        !tell me everything I have booked""",
        zh_train="我都有哪些预订", zh_wide="![列出|看看]我的预订", zh_held="我预订了哪几家",
    ),
    wish(
        "manage_ride", "A taxi to {place}", about=_places, done=("A taxi to {place} is coming.", "去{place}的车叫好了。"), action="order",
        destination="{place}",
        train="""!order a taxi to {place}
        !call me a cab to {place}""",
        wide="""taxi to {place}[, please|]
        I need a taxi to {place}
        !get me a ride to {place}
        it's raining, order me a taxi to {place}
        can you book a cab to {place} right now?""",
        held="""I need someone to drive me to {place}, get me a taxi
        !have a cab pick me up and take me to {place}""",
        zh_train="![叫|打]一辆车去{place}", zh_wide="我要打车到{place}", zh_held="叫个出租送我去{place}",
    ),
    wish(
        "manage_ride", "A {kind} taxi to {place}", about=_ride, done=("The ride to {place} is ordered.", "去{place}的车叫好了。"), action="order",
        destination="{place}", rideType="{kind}",
        train="""!order {said} taxi to {place}
        !book {said} ride to {place}""",
        wide="""I need {said} taxi to {place}
        taxi to {place}, {said} one
        !get me {said} ride to {place}
        my legs are tired, order {said} taxi to {place}
        can you call {said} cab to {place}?""",
        held="""I want to go to {place} in {said} taxi
        !have {said} cab pick me up and take me to {place}""",
        zh_train="![叫|打]一辆{said}的车去{place}", zh_wide="打车到{place}，要{said}的", zh_held="去{place}，找个{said}的车来接我",
    ),
    wish(
        "manage_ride", "What a taxi to {place} costs", about=_places, tell=_tell_fare, action="estimate", destination="{place}",
        train="""how much is a taxi to {place}?
        what would a taxi to {place} cost?""",
        wide="""taxi fare to {place}?
        !estimate the price of a ride to {place}
        I'm thinking of taking a taxi to {place}, what's the price?
        !check how much a cab to {place} would be, don't order yet
        what do I pay for a taxi to {place}?""",
        held="""how expensive is it to take a cab to {place}?
        before I order a taxi: what's the fare to {place}?""",
        zh_train="打车去{place}要多少钱", zh_wide="![估一下|查一下]到{place}的打车费", zh_held="坐出租到{place}大概多少钱，先别叫车",
    ),
    wish(
        "manage_ride", "No taxi", about=_coming, done=("The taxi is cancelled.", "打的车已取消。"), action="cancel",
        train="""!cancel my taxi
        !cancel the ride""",
        wide="""taxi, cancel it
        I don't need the taxi any more
        !call off the cab I ordered
        a friend is giving me a lift, cancel my taxi
        can you cancel the ride that's coming?""",
        held="""I've decided to walk, so the taxi can be cancelled
        the cab I ordered doesn't have to come, I'm staying here""",
        zh_train="取消[打的车|我叫的车]", zh_wide="车不用了，[订单|行程]取消", zh_held="叫的车不用来接我了",
    ),
    wish(
        "manage_ride", "When the taxi comes", about=_coming, tell=_tell_ride, action="status",
        train="""when does my taxi come?
        what time will my taxi be here?""",
        wide="""where's my taxi, when is it here?
        taxi, when is it here?
        I'm waiting for my cab, at what time does it pick me up?
        !check when my ride arrives to pick me up
        what pickup time does my taxi have?""",
        held="""at what time can I expect the taxi I ordered?
        my cab is on its way, when is it due to pick me up?""",
        zh_train="我叫的车几点到", zh_wide="![看看|查一下]出租车什么时候来接我", zh_held="出租车大概几点能来",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=TRAVEL, languages=("en", "en", "zh"))
def plain_trips(draw: Draw) -> Draft:
    """The way somewhere, places, the weather, and what drives, flies or is booked."""
    return plain(draw, TRIPS)


# -- food, parcels, money, recipes, sport, and what is watched


def _dish(draw: Draw) -> str:
    if draw.language != "zh":
        return draw.pick(entities.RECIPES)
    return draw.pick(entities.GROCERIES_ZH) + draw.choice(("炒饭", "沙拉", "汤", "炖肉", "面"))


def _menu(draw: Draw, rows: Rows) -> Slots:
    place = draw.pick(entities.VENUES_ZH if draw.language == "zh" else entities.RESTAURANTS)
    key, dishes, rate = (
        rows.place(place, category="restaurant"),
        [_dish(draw) for _ in range(4)],
        rows.base.rows("wallet")["main"],
    )
    prices = [round(draw.integer(9, 24) * float(rate["per_dollar"])) for _ in dishes]
    items = [{"name": name, "price": price} for name, price in zip(dishes, prices, strict=True)]
    rows.put("menus", key, id=key, items=items, fee=2, minimum=4, minutes=30)
    wanted = dishes[: draw.integer(1, 2)]
    said = draw.tongue(" and ".join(wanted), "、".join(wanted))
    return {"place": place, "dishes": wanted, "dish": dishes[0], "said": said, "price": prices[0]}


def _tell_price(draw: Draw, payload: Any, slots: Slots) -> Told:
    price = str(slots["price"])
    return draw.tongue(f"{slots['dish']} costs {price}.", f"{slots['dish']}{price}元。"), [(price,)]


def _delivery(draw: Draw, rows: Rows) -> Slots:
    slots = _menu(draw, rows)
    key = next(patch.key for patch in rows.patches if patch.table == "menus")
    method = next(key for key, row in rows.base.rows("payment_methods").items() if row["default"])
    paid = rows.add(
        "payments", "py", amount=30.0, payee=slots["place"], method=method, note="", refunded=0.0, time=rows.now - 900
    )
    leaves = rows.now + 60 * draw.integer(12, 20)
    arrives = leaves + 60 * draw.integer(10, 20)
    rows.add("food_orders", "fo", name=slots["place"], place=key, items=sorted(slots["dishes"]), total=30.0, payment=paid,
             deliver_to=draw.tongue("Home", "家"), cancelled=False, ordered_at=rows.now - 900, leaves_at=leaves,
             arrives_at=arrives)  # fmt: skip
    return slots


def _tell_delivery(draw: Draw, payload: Any, slots: Slots) -> Told:
    time = payload["orders"][0]["arrival"][11:16]
    return draw.tongue(f"It arrives at {time}.", f"{time}送到。"), [tuple(time_words(time))]


SPOTS = {"neighbour": ("with the neighbour", "邻居家"), "pickup_point": ("at the pickup point", "自提点"),
         "safe_place": ("in a safe place", "安全的地方")}  # fmt: skip


def _parcel(draw: Draw, rows: Rows) -> Slots:
    """A parcel that arrives in two days, beside another one."""
    product, spot = _product(draw), draw.choice(sorted(SPOTS))
    for name in (product, _product(draw)):
        stages = zip(("registered", "in_transit", "out_for_delivery", "delivered"), ("sender", "depot", "van", ""),
                     (-40, -20, 42, 46), strict=True)  # fmt: skip
        rows.add(
            "parcels", "pk", name=name, number=f"PX{draw.integer(10**8, 10**9)}", carrier="DPD", instruction="home",
            stages=[{"status": status, "place": place, "at": rows.now + 3600 * hour} for status, place, hour in stages],
        )  # fmt: skip
    return {"product": product, "spot": spot, "where": draw.tongue(*SPOTS[spot]), "new": _product(draw),
            "number": f"QK{draw.integer(10**8, 10**9)}", "due": draw.now + timedelta(hours=46)}  # fmt: skip


def _tell_parcel(draw: Draw, payload: Any, slots: Slots) -> Told:
    due: datetime = slots["due"]
    said = draw.tongue(f"It comes on {due:%Y-%m-%d}.", f"{due.month}月{due.day}日送到。")
    return said, [(due.date().isoformat(), f"{due.month}月{due.day}日", f"{due:%B} {due.day}", f"{due.day} {due:%B}")]


def _recipe(draw: Draw, rows: Rows) -> Slots:
    """A recipe with a few ingredients, beside another one."""
    dish, new, minutes = _dish(draw), _dish(draw), draw.integer(15, 90, 5)
    holds = draw.groceries(3, 3)
    for title, takes, parts in ((dish, minutes, holds[:2]), (_dish(draw), draw.integer(15, 90, 5), holds[2:])):
        rows.add("recipes", "rp", title=title, ingredients=parts, directions=draw.tongue("Cook gently.", "小火慢煮。"),
                 minutes=takes, servings=2, created=rows.now - 900_000)  # fmt: skip
    return {"dish": dish, "new": new, "minutes": minutes, "servings": draw.integer(2, 8), "ingredient": holds[0],
            "length": draw.say_minutes(minutes)}  # fmt: skip


def _tell_minutes(draw: Draw, payload: Any, slots: Slots) -> Told:
    minutes = str(payload["minutes"])
    return draw.tongue(f"It takes {minutes} minutes.", f"要{minutes}分钟。"), [(minutes,)]


def _tell_recipes(draw: Draw, payload: Any, slots: Slots) -> Told:
    return _named(draw, payload["recipes"], "title")


COINS = {"GBP": ("pounds", "英镑"), "USD": ("dollars", "美元"), "INR": ("rupees", "卢比"), "CNY": ("yuan", "元"),
         "EUR": ("euros", "欧元"), "AUD": ("dollars", "澳元"), "HKD": ("dollars", "港币")}  # fmt: skip


def _bills(draw: Draw, rows: Rows) -> Slots:
    bill = f"{_venue(draw)}年费" if draw.language == "zh" else draw.pick(entities.BILLS)
    other = f"{_venue(draw)}年费" if draw.language == "zh" else draw.pick(entities.BILLS)
    rows.clear("bills")
    for name in (bill, other):
        rows.add("bills", "bl", name=name, amount=float(draw.integer(20, 180)), due=draw.day(2, 20).isoformat(), paid=False,
                 payment=None)  # fmt: skip
    return {"bill": bill}


def _tell_bills(draw: Draw, payload: Any, slots: Slots) -> Told:
    return _named(draw, payload["bills"])


def _payee(draw: Draw, rows: Rows) -> Slots:
    name, amount = draw.person(), draw.integer(8, 95)
    rows.contact(name)
    rows.contact(draw.person())
    coin = draw.tongue(*COINS[rows.base.rows("wallet")["main"]["currency"]])
    return {"name": name, "amount": amount, "said": draw.tongue(f"{amount} {coin}", f"{amount}{coin}")}


def _method(draw: Draw, rows: Rows) -> Slots:
    card = draw.tongue(f"{draw.pick(entities.SITES)} card", f"{draw.pick(entities.SITES)}卡")
    rows.add("payment_methods", "pm", name=card, kind="card", balance=None, expires=None, default=False)
    return {"card": card}


SPORTS = {"run": ("run", "跑步"), "walk": ("walk", "散步"), "cycle": ("bike ride", "骑车"), "swim": ("swim", "游泳"),
          "hike": ("hike", "徒步"), "yoga": ("yoga session", "瑜伽"), "strength": ("strength workout", "力量训练")}  # fmt: skip


def _workout(draw: Draw, rows: Rows) -> Slots:
    kind, time, minutes = draw.choice(sorted(SPORTS)), draw.time(5, 6), draw.integer(20, 75, 5)
    return {"kind": kind, "said": draw.tongue(*SPORTS[kind]), "start": f"{draw.today.isoformat()}T{time}", "minutes": minutes,
            "time": draw.say_time(time), "length": draw.say_minutes(minutes)}  # fmt: skip


def _week(draw: Draw, rows: Rows) -> Slots:
    kind = draw.choice(("run", "walk", "cycle", "swim", "hike"))
    rows.clear("workouts", kind=kind)
    for hour, tenths in ((5, draw.integer(21, 90)), (6, draw.integer(21, 90))):
        rows.add(
            "workouts", "wo", kind=kind, start=f"{draw.today.isoformat()}T{hour:02d}:05", minutes=40, kilometres=tenths / 10
        )
    english = {"run": "run", "walk": "walked", "cycle": "cycled", "swim": "swum", "hike": "hiked"}
    return {"kind": kind, "said": draw.tongue(english[kind], SPORTS[kind][1])}


def _tell_distance(draw: Draw, payload: Any, slots: Slots) -> Told:
    said = _number(payload["distanceKm"])
    return draw.tongue(f"That is {said[0]} km.", f"一共{said[0]}公里。"), [said]


def _steps(draw: Draw, rows: Rows) -> Slots:
    today = draw.today.isoformat()
    rows.put("daily_steps", today, id=today, steps=draw.integer(1200, 14_800))
    return {"today": today}


def _tell_steps(draw: Draw, payload: Any, slots: Slots) -> Told:
    said = _number(payload["days"][-1]["steps"])[:2]
    return draw.tongue(f"It was {said[0]} steps so far.", f"目前{said[0]}步。"), [said]


KINDS = {"temperature": ("the temperature", "气温", "°C"), "rain": ("the chance of rain", "降雨概率", "%"),
         "wind": ("the wind", "风速", "km/h"), "air_quality": ("the air quality index", "空气质量指数", "")}  # fmt: skip


def _watch(draw: Draw, rows: Rows) -> Slots:
    """A kind of weather in a city that nothing watches yet."""
    kind, city, above = draw.choice(sorted(KINDS)), _city(draw), draw.chance(0.7)
    limit = {"temperature": draw.integer(-5, 32), "rain": draw.integer(30, 90, 5), "wind": draw.integer(20, 60, 5)}
    threshold, (english, chinese, unit) = limit.get(kind, draw.integer(80, 180, 10)), KINDS[kind]
    return {"kind": kind, "city": city, "condition": "above" if above else "below", "threshold": threshold,
            "what": draw.tongue(english, chinese), "limit": f"{threshold} {unit}".strip(),
            "side": draw.tongue("above" if above else "below", "高于" if above else "低于")}  # fmt: skip


def _watched(*, active: bool = True) -> About:
    """A product whose price is watched, or no longer so."""

    def about(draw: Draw, rows: Rows) -> Slots:
        product = _product(draw)
        for name in (product, _product(draw)):
            rows.product(name, draw.integer(200, 900))
            rows.add("monitors", "mo", kind="price", subject=name, condition="below", threshold=180.0, active=active,
                     created=rows.now - 900_000)  # fmt: skip
        return {"product": product}

    return about


DAILY = (
    wish(
        "manage_food_order", "{said} from {place}", about=_menu, done=("Ordered from {place}: {said}.", "{place}的{said}点好了。"),
        action="order", restaurant="{place}", items="{dishes}",
        train="""!order {said} from {place}
        !order {said} from {place} for delivery""",
        wide="""takeaway from {place}: {said}
        I want {said} from {place}, order it
        I'm hungry, get me {said} from {place}
        !have {said} delivered from {place}
        can you order {said} at {place} to my home?""",
        held="""I'd like to eat {said} from {place}, have the food delivered
        !get {place} to deliver {said} to my door""",
        zh_train="![点|叫]{place}的外卖：{said}", zh_wide="饿了，在{place}点{said}", zh_held="让{place}把{said}送到家里来",
    ),
    wish(
        "manage_food_order", "What {dish} costs at {place}", about=_menu, tell=_tell_price, action="menu", restaurant="{place}",
        train="""what does {dish} cost at {place}, according to the menu?
        !look at the menu of {place}: how much is {dish}?""",
        wide="""menu of {place}, price of {dish}?
        how much is {dish} on the menu of {place}?
        I might order from {place}, what does {dish} cost there?
        !check the delivery menu of {place} for the price of {dish}
        what do they charge for {dish} at {place}?""",
        held="""how expensive is {dish} if I order it from {place}?
        what price does the menu of {place} give for {dish}?""",
        zh_train="{place}的菜单上{dish}多少钱", zh_wide="![看看|查一下]{place}的{dish}卖多少钱", zh_held="点一份{place}的{dish}要花多少钱",
    ),
    wish(
        "manage_food_order", "When the food comes", about=_delivery, tell=_tell_delivery, action="status",
        train="""when does my food arrive?
        what time does my food delivery come?""",
        wide="""where's my food, at what time does it come?
        food order, when is it here?
        I'm starving, at what time does my order from {place} arrive?
        !check my food order and tell me the arrival time
        when will {place} deliver?""",
        held="""at what time will the food I ordered from {place} get here?
        when can I expect my food order?""",
        zh_train="我的外卖几点到", zh_wide="![看看|查一下]{place}的外卖什么时候送到", zh_held="点的外卖大概几点能送来",
    ),
    wish(
        "manage_parcel", "Track {number} as {new}", about=_parcel, done=("The parcel {new} is tracked.", "已添加包裹{new}。"), action="add",
        trackingNumber="{number}", parcel="{new}",
        train="""!add the parcel {new} with the tracking number {number}
        new parcel {new}, tracking number {number}""",
        wide="""tracking number {number}, call the parcel {new}
        I've ordered the {new}, track it, the tracking number is {number}
        !start tracking {number}, it's the parcel {new}
        !add tracking number {number} under the name {new}
        can you track my parcel {new}? The number is {number}""",
        held="""I'm expecting the {new}, follow the parcel for me: tracking number {number}
        !track the delivery {number} for me and name it {new}""",
        zh_train="![添加|加一个]快递{new}，单号{number}", zh_wide="单号{number}，是{new}，[加到包裹里|跟踪一下]", zh_held="我买了{new}，快递单号是{number}，帮着跟一下",
    ),
    wish(
        "manage_parcel", "When {product} comes", about=_parcel, tell=_tell_parcel, action="track", parcel="{product}",
        train="""when does the parcel {product} arrive?
        on what day will my {product} be delivered?""",
        wide="""parcel {product}, delivery date?
        !track the parcel {product} and tell me the day of delivery
        I'm waiting for the {product} parcel, what day does it come?
        !check on which day my {product} gets here
        when is the delivery of the {product} due, which date?""",
        held="""what date will the {product} I ordered arrive?
        which day does the parcel with my {product} come?""",
        zh_train="快递{product}哪天到", zh_wide="![查一下|看看]{product}的包裹几号送到", zh_held="{product}的快递哪一天会送来",
    ),
    wish(
        "manage_parcel", "{product} {where}", about=_parcel, done=("The {product} will be left {where}.", "{product}会放{where}。"),
        action="redirect", parcel="{product}", instruction="{spot}",
        train="""!have the parcel {product} left {where}
        the parcel {product} should be left {where}""",
        wide="""parcel {product}: leave it {where}
        I won't be home, the {product} parcel should be left {where}
        !redirect the parcel {product}: {where}
        !tell the courier to leave the {product} {where}
        can the {product} parcel be left {where}?""",
        held="""nobody's home when the {product} comes, have that parcel left {where}
        !ask for the {product} parcel to be dropped off {where}""",
        zh_train="快递{product}放{where}", zh_wide="我不在家，{product}的包裹改放{where}", zh_held="{product}的快递送来时没人，叫快递员留在{where}",
    ),
    wish(
        "manage_parcel", "No {product} any more", about=_parcel, done=("The parcel {product} is off the list.", "包裹{product}已移除。"), action="remove",
        parcel="{product}",
        train="""!remove the parcel {product} from my parcels
        !stop tracking the parcel {product}""",
        wide="""parcel {product}: remove
        I don't need to track the {product} parcel any more
        !delete the parcel {product} from the list
        I'm not interested in the parcel {product} any longer, remove it
        can you take the {product} off my parcel list?""",
        held="""you don't have to follow the parcel {product} any more
        !drop the {product} from the parcels you're tracking""",
        zh_train="![移除|删除]包裹{product}", zh_wide="包裹{product}不用跟踪了，[删掉|去掉]", zh_held="{product}那个快递别再盯了",
    ),
    wish(
        "manage_recipe", "A recipe {new}", about=_recipe, done=("The recipe {new} is in the book.", "菜谱{new}已存好。"), action="create",
        title="{new}", minutes="{minutes}", servings="{servings}",
        train="""!add a recipe {new}: {length}, serves {servings}
        new recipe {new}, {length}, {servings} servings""",
        wide="""!save a recipe called {new}, it takes {length} and serves {servings}
        I want to add the recipe {new}: {servings} servings, {length}
        recipe {new}: {length}, for {servings} people
        my aunt makes a great {new}, add the recipe: {length}, {servings} servings
        can you create a recipe {new} for {servings} people that takes {length}?""",
        held="""I've got a new recipe for you to save, {new}: it takes {length} and feeds {servings}
        !write down a recipe for {new}: ready in {length}, enough for {servings}""",
        zh_train="![添加|新建]菜谱{new}，{length}，{servings}人份", zh_wide="存一个菜谱{new}：用时{length}，{servings}人份", zh_held="{new}这道菜记到菜谱里，做{length}，够{servings}个人吃",
    ),
    wish(
        "manage_recipe", "How long {dish} takes", about=_recipe, tell=_tell_minutes, action="read", title="{dish}",
        train="""how long does my recipe {dish} take?
        what's the cooking time in my recipe {dish}?""",
        wide="""recipe {dish}, how many minutes?
        !look in my recipe {dish}: how long does it take?
        I want to cook {dish} from my recipes, how much time do I need?
        !open the recipe {dish} and tell me the cooking time
        how many minutes does {dish} take, according to my recipe?""",
        held="""my recipe for {dish}, how many minutes does it need?
        how much time should I plan for {dish}, going by my recipe?""",
        zh_train="我的菜谱{dish}要做多久", zh_wide="![看看|查一下]菜谱{dish}要几分钟", zh_held="照我的菜谱做{dish}得花多长时间",
    ),
    wish(
        "manage_recipe", "A dish with {ingredient}", about=_recipe, tell=_tell_recipes, action="list", query="{ingredient}",
        train="""which of my recipes use {ingredient}?
        ![find|search] my recipes with {ingredient}""",
        wide="""recipes with {ingredient}[?|, please]
        what can I cook with {ingredient} from my recipe book?
        I've got {ingredient} left, which recipes do I have for that?
        !look for {ingredient} in my recipes
        can you list my recipes that contain {ingredient}?""",
        held="""I have {ingredient} in the fridge, which of my recipes could I make with it?
        what recipes have I saved that use {ingredient}?""",
        zh_train="我的菜谱里哪些用到{ingredient}", zh_wide="![搜|找]一下有{ingredient}的菜谱", zh_held="家里剩了{ingredient}，我的菜谱里有哪道能做",
    ),
    wish(
        "manage_recipe", "No {dish} any more", about=_recipe, done=("The recipe {dish} is deleted.", "菜谱{dish}已删除。"), action="delete",
        title="{dish}",
        train="""!delete the recipe {dish}
        !remove {dish} from my recipes""",
        wide="""delete recipe {dish}
        I don't like {dish}, delete the recipe
        !get rid of the recipe for {dish}
        the recipe {dish} can go
        can you take the recipe {dish} out of my recipe book?""",
        held="""nobody likes {dish}, throw the recipe out
        !erase my recipe for {dish}""",
        zh_train="![删除|删掉]菜谱{dish}", zh_wide="菜谱{dish}[不要了|没用了]，删了", zh_held="{dish}没人爱吃，从菜谱里去掉",
    ),
    wish(
        "manage_wallet", "Pay {bill}", about=_bills, done=("{bill} is paid.", "{bill}已付。"), action="pay_bill", bill="{bill}",
        train="""!pay the bill {bill}
        !pay my {bill} bill""",
        wide="""bill {bill}, pay it
        I want to pay the {bill} bill
        !settle the bill {bill}
        before I forget, pay the {bill} bill
        can you pay what I owe for {bill}?""",
        held="""the {bill} bill still has to be paid, do it now
        !take care of paying the {bill} bill""",
        zh_train="![付|交]{bill}", zh_wide="{bill}该交了，[付一下|付掉]", zh_held="{bill}那张账单结了吧",
    ),
    wish(
        "manage_wallet", "Which bills are open", about=_bills, tell=_tell_bills, action="bills",
        train="""which bills do I have to pay?
        !list my unpaid bills""",
        wide="""what bills are open?
        !show me the bills I still have to pay
        unpaid bills[?|, please]
        I've got my salary, which bills are waiting?
        can you check what bills are still unpaid?""",
        held="""what bills haven't I paid yet?
        !tell me which bills I still owe""",
        zh_train="我还有哪些账单没付", zh_wide="![列出|看看]没交的账单", zh_held="我还欠着哪几张账单",
    ),
    wish(
        "manage_wallet", "{said} to {name}", about=_payee, done=("{name} got {said}.", "已转给{name}{said}。"), action="send",
        contactName="{name}", amount="{amount}",
        train="""!send {said} to {name}
        !send {name} {said}""",
        wide="""{said} to {name}[, please|]
        I owe {name} {said}, send it
        !transfer {said} to {name}
        {name} paid for my lunch, send {said} back
        can you pay {name} {said}?""",
        held="""could {name} get {said} from my wallet?
        I have to pay {name} {said}, do it from my wallet""",
        zh_train="![给|向]{name}转{said}", zh_wide="我欠{name}{said}，转过去", zh_held="{name}替我垫了{said}，把钱转给人家",
    ),
    wish(
        "manage_wallet", "{card} is the default", about=_method, done=("{card} is the default.", "默认付款方式是{card}。"), action="set_default",
        paymentMethod="{card}",
        train="""!make the {card} my default payment method
        !set the {card} as the default for payments""",
        wide="""default payment method: {card}
        !use the {card} for all payments from now on
        I want the {card} to be my default card
        the bank changed my account, make the {card} the default
        can you set my default payment to the {card}?""",
        held="""unless I say otherwise, pay with the {card} from now on
        I'd like to pay with the {card} by default""",
        zh_train="默认付款方式[改成|设为]{card}", zh_wide="以后付款都用{card}", zh_held="没特别说的话，付款都走{card}",
    ),
    wish(
        "manage_workout", "{minutes} minutes of {kind}", about=_workout, done=("The {said} of {length} is logged.", "{said}{length}已记录。"),
        action="log", kind="{kind}", start="{start}", minutes="{minutes}",
        train="""!log a {said} of {length}, started at {time} today
        !record a workout: {said}, {length}, from {time} today""",
        wide="""workout: {said}, today at {time}, {length}
        I did a {said} today at {time} for {length}, log it
        !add a {said} to my workouts, {length}, today at {time}
        my {said} today began at {time} and took {length}, note the workout
        can you log my {said} from {time} today? It took {length}""",
        held="""today at {time} I did a {said}, {length} in total, save the workout
        !put a {said} in my workouts: today, starting at {time}, {length} long""",
        zh_train="![记录|记一下]运动：{said}，今天{time}开始，{length}", zh_wide="我今天{time}{said}了{length}，[记下来|记到运动里]", zh_held="{said}，今天{time}起，一共{length}，存到锻炼里",
    ),
    wish(
        "manage_workout", "How far this week", about=_week, tell=_tell_distance, action="summary", kind="{kind}",
        train="""how far have I {said} this week?
        how many kilometres have I {said} this week?""",
        wide="""this week, how many km have I {said}?
        !sum up how far I've {said} this week
        I want to know how far I've {said} this week
        total distance I've {said} this week?
        my coach asks how many kilometres I've {said} this week""",
        held="""what distance have I {said} this week?
        how much have I {said} this week, in kilometres?""",
        zh_train="这周我{said}了多少公里", zh_wide="本周{said}一共几公里", zh_held="这星期运动，{said}总共有多远",
    ),
    wish(
        "manage_workout", "Steps of today", about=_steps, tell=_tell_steps, action="steps", fromDate="{today}",
        train="""how many steps have I taken today?
        how many steps today?""",
        wide="""my steps today[?|, please]
        !tell me today's step count
        what's my step count today?
        have I walked enough today? How many steps is it?
        !check how many steps I've done today""",
        held="""how much have I walked today, in steps?
        what's the number of steps for today?""",
        zh_train="今天走了多少步", zh_wide="![看看|查一下]我今天的步数", zh_held="今天到现在一共几步",
    ),
    wish(
        "manage_monitor", "An alert for {what} in {city}", about=_watch, done=("You hear when {what} in {city} is {side} {limit}.", "{city}{what}{side}{limit}时会提醒你。"),
        action="create", kind="{kind}", subject="{city}", condition="{condition}", threshold="{threshold}",
        train="""!alert me when {what} in {city} is {side} {limit}
        !notify me when {what} in {city} goes {side} {limit}""",
        wide="""weather alert: {what} in {city} {side} {limit}
        I want to know when {what} in {city} is {side} {limit}
        !watch {what} in {city} and tell me if it's {side} {limit}
        my mother lives in {city}, warn me when {what} there is {side} {limit}
        can you monitor {what} in {city} and let me know when it's {side} {limit}?""",
        held="""!send me an alert if {what} in {city} gets {side} {limit}
        !let me know as soon as {what} in {city} is {side} {limit}""",
        zh_train="{city}{what}{side}{limit}[时提醒我|就通知我]", zh_wide="![监控|盯着]{city}的{what}，{side}{limit}告诉我", zh_held="要是{city}{what}{side}{limit}，给我发个提醒",
    ),
    wish(
        "manage_monitor", "The alert for {product} rests", about=_watched(), done=("The price alert for {product} is paused.", "{product}的降价提醒已暂停。"),
        action="pause", kind="price", subject="{product}",
        train="""!pause the price alert for the {product}
        !pause watching the price of the {product}""",
        wide="""price alert {product}: pause
        I want a break from the price alert for the {product}, pause it
        !put the price alert for the {product} on hold
        no price alerts for the {product} for now, pause them
        can you pause the {product} price alert?""",
        held="""!stop the price alert for the {product} for a while, but don't delete it
        !suspend the {product} price alert for now""",
        zh_train="暂停{product}的降价提醒", zh_wide="{product}的价格提醒先[停一停|暂停]", zh_held="{product}的降价提醒先别发，以后再说",
    ),
    wish(
        "manage_monitor", "The alert for {product} goes on", about=_watched(active=False), done=("The price of the {product} is watched again.", "{product}的降价提醒已恢复。"),
        action="resume", kind="price", subject="{product}",
        train="""!resume the price alert for the {product}
        !turn the paused price alert for the {product} back on""",
        wide="""price alert {product}: resume
        I'm interested in the {product} again, resume the price alert
        !restart the price alert for the {product}
        the paused price alert for the {product} should run again
        can you reactivate the {product} price alert?""",
        held="""I paused the price alert for the {product}, start it again
        !let the {product} price alert run again""",
        zh_train="恢复{product}的降价提醒", zh_wide="{product}的价格提醒[重新打开|接着用]", zh_held="{product}的价格又想盯了，之前停的那个提醒续上",
    ),
    wish(
        "manage_monitor", "No alert for {product}", about=_watched(), done=("The price alert for {product} is deleted.", "{product}的降价提醒已删除。"),
        action="delete", kind="price", subject="{product}",
        train="""!delete the price alert for the {product}
        !remove the {product} price alert""",
        wide="""price alert {product}: delete
        I've bought the {product}, delete the price alert
        !get rid of the price alert for the {product}
        I no longer need the price alert for the {product}, remove it
        can you delete the alert that watches the price of the {product}?""",
        held="""I don't care what the {product} costs any more, the price alert can go
        !cancel the price alert on the {product} for good""",
        zh_train="![删除|删掉]{product}的降价提醒", zh_wide="{product}已经买了，价格提醒删了吧", zh_held="{product}的价格不用再关心，那个提醒扔掉",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=TRAVEL, languages=("en", "en", "zh"))
def plain_daily(draw: Draw) -> Draft:
    """Food, a parcel, a recipe, a payment, a workout, or an alert."""
    return plain(draw, DAILY)
