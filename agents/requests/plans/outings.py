"""Wishes about being out and about: weather, ways, places, taxis, food, tables and tickets, parcels, money, sport, recipes."""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from bench.scenario import Play
from harness.contract import Behaviour, Json, Patch
from harness.environments.phone.phone import fold

from ..clauses import Clause
from ..values import number_of
from ..world import Unfit, World, is_name
from .forms import Form, add_forms
from .registry import Step, plan, the_one
from .settings import count_words, hours_words
from .slots import OTHERWISE, Slot, choice, length, listed, money, name, number, person, place, value

# -- weather

_WEATHER = r"\bweather\b|\bforecast\b|\btemperature\b|\bhow (?:hot|cold|warm)\b|\b(?:rain(?:ing|y)?|snow(?:ing)?|umbrella|sunny|windy)\b|天气|气温|下雨|下雪|多少度"
_WEATHER_WORDS = (
    "what what's what'll how how's is it going to be like gonna will weather forecast for in at there tell show check give do the need take an umbrella look outside today's tomorrow's today tomorrow temperature "
    "天气 怎么样 如何 会 吗 预报 什么 查 查一下 告诉 多少 度"
)
_SKIES = {
    "sunny": ("晴", "sun"), "partly cloudy": ("多云", "some clouds"), "cloudy": ("阴", "多云", "clouds"), "rain": ("雨", "rainy"), "snow": ("雪", "snowy"),
    "thunderstorm": ("雷", "thunder", "thunderstorms"), "fog": ("雾", "foggy"),
}  # fmt: skip
"""How the tool calls the sky, and how else it may be said."""
_HALF_DAY = r"\b(?:morning|afternoon|evening|night)\b"


@plan(cue=_WEATHER, words=_WEATHER_WORDS, answers=True)
def weather(clause: Clause, world: World) -> Step | None:
    """The weather of a day here or in a city: what it will be like, or only how warm, or whether it rains."""
    if clause.has(
        r"\b(?:if|when|alert|warn|notify|remind|monitor|thermostat|set|turn|oven|battery|phone|room|week(?:end)?|next|hourly|days|unit|fahrenheit)\b|提醒|如果|周末|下周"
    ):
        return None
    if clause.has(_HALF_DAY):
        raise Unfit("missing_tool", "get_weather knows days, not parts of a day")
    rain = bool(clause.take(r"\b(?:(?:going to|will it|is it) )?(?:rain(?:ing|y)?|umbrella)\b|下雨|带伞"))
    warmth = bool(clause.take(r"\b(?:temperature|how (?:hot|cold|warm))\b|气温|多少度"))
    if clause.has(r"\b(?:snow(?:ing)?|sunny|windy)\b|下雪"):
        return None
    clause.take(r"\bweather\b(?: forecast)?|\bforecast\b|天气(?:预报)?")
    day = clause.value("date")
    city = clause.name_after(r"\b(?:in|for|at)\b(?= (?-i:[A-Z]))", stop=r"\s+(?:today|tomorrow|be)\b")
    if (
        city is None
        and (chinese := clause.take(r"[\u3400-\u9fff]{2,4}(?=[的今明后会]|$|\x00|怎么样|如何)"))
        and chinese[0] not in ("怎么样", "如何", "怎么", "天气", "会不会")
    ):
        city = chinese[0].removesuffix("的")
    given: dict[str, Json] = {"place": city, "date": day}
    given = {key: item for key, item in given.items() if item is not None}
    tried = world.attempt("get_weather", given)
    if tried.refusal is not None and not world.earlier:
        raise tried.refusal
    if city:
        world.note_entity("place", city)
    spoken: list[list[str]] = []
    today = world.draw.today.isoformat()

    def act(play: Play) -> str:
        found = play.call("get_weather", why="Look at the forecast.", **given)
        row = found["forecast"][0]
        if rain:
            spoken.append([f"{row['rainChance']}%", str(row["rainChance"])])
            return world.say(f"The chance of rain is {row['rainChance']}%.", f"降雨概率{row['rainChance']}%。")
        if warmth and day in (None, today) and "now" in found:
            spoken.append([str(found["now"]["temperatureC"])])
            return world.say(f"It is {found['now']['temperatureC']} degrees now.", f"现在{found['now']['temperatureC']}度。")
        spoken.extend([[str(row["highC"])], *([] if warmth else [[str(row["condition"]), *_SKIES[row["condition"]]]])])
        sky = world.say(row["condition"], _SKIES[row["condition"]][0])
        return world.say(f"{sky}, {row['lowC']} to {row['highC']} degrees.", f"{sky}，{row['lowC']}到{row['highC']}度。")

    return Step(act, says=spoken)


_LOOKOUTS = (("temperature", r"\b(?:temperature|degrees|heat)\b|气温|温度"), ("rain", r"\b(?:rain|chance of rain)\b|下雨|降雨"), ("wind", r"\bwind\b|风"), ("air_quality", r"\bair quality\b|空气质量"))  # fmt: skip
_SIDES = (("below", r"\b(?:drops?|falls?|goes|gets|is|costs?)?(?: down)? ?(?:below|under|less than|cheaper than)\b|低于|跌破|降到"), ("above", r"\b(?:rises?|goes|gets|climbs?|is)?(?: up)? ?(?:above|over|more than|exceeds?)\b|高于|超过|涨到"))  # fmt: skip
_ALERT = r"\b(?:alert|notify|tell|let me know|warn|ping|watch|monitor|track)\b|提醒|通知|告诉|监控"

# -- ways and places

_GO = r"\b(?:navigate|navigation|directions|take me|drive|route|guide me|how (?:do|can) i get|get me|show me the way|walk|cycle|lead me)\b|导航|怎么(?:去|走)|带我去|路线"
_MODES = (
    ("walk", r"\b(?:on foot|walk(?:ing)?(?: directions)?|by foot)\b|步行|走路"), ("cycle", r"\b(?:by bike|cycl(?:e|ing)|bik(?:e|ing))(?: directions)?\b|骑(?:车|行)"),
    ("transit", r"\b(?:by|on|via|using|with) (?:public )?(?:transport|transit|bus|train|metro|subway|tube)\b|\bpublic transport\b|公交|地铁"), ("drive", r"\b(?:by car|driv(?:e|ing))\b|开车|驾车"),
)  # fmt: skip
_PLACES = (
    ("restaurant", r"\b(?:restaurants?|place to eat|somewhere to eat)\b|餐厅|饭店|餐馆"), ("cafe", r"\b(?:caf[eé]s?|coffee(?: shops?| places?)?)\b|咖啡(?:店|馆|厅)?"), ("pharmacy", r"\b(?:pharmac(?:y|ies)|chemist'?s?|drug ?stores?)\b|药店|药房"),
    ("hospital", r"\b(?:hospitals?|a&e|emergency room)\b|医院"), ("petrol", r"\b(?:petrol|gas|fuel|filling) stations?\b|加油站"), ("parking", r"\b(?:car parks?|parking(?: lots?| garages?| spots?)?)\b|停车场"),
    ("supermarket", r"\b(?:supermarkets?|grocer(?:y|ies)(?: stores?)?)\b|超市"), ("station", r"\b(?:train|metro|railway|subway|tube) stations?\b|地铁站|火车站|车站"), ("bank", r"\b(?:banks?|atms?)\b|银行"),
    ("gym", r"\b(?:gyms?|fitness (?:studio|centre|center)s?)\b|健身房"), ("cinema", r"\b(?:cinemas?|movie theat(?:er|re)s?)\b|电影院"), ("museum", r"\bmuseums?\b|博物馆"), ("park", r"\bparks?\b|公园"), ("hotel", r"\bhotels?\b|酒店|宾馆"),
)  # fmt: skip


def _navigating(world: World, arguments: Mapping[str, Json]) -> None:
    """Navigation to a place far away is running."""
    world.arrange("control_navigation", action="start", destination=world.say("Berlin", "北京"))


def _ride(world: World, arguments: Mapping[str, Json]) -> None:
    """A taxi was ordered a minute before and is still to come."""
    method = next(key for key, row in world.table("payment_methods").items() if row["default"])
    paid = world.rows.add(
        "payments", "py", amount=9.5, payee="taxi", method=method, note="", refunded=0.0, time=world.rows.now - 60
    )
    world.rows.add("rides", "rd", pickup=world.say("Home", "家"), destination=world.draw.place(), type="economy", total=9.5, payment=paid, cancelled=False,
                   ordered_at=world.rows.now - 60, pickup_at=world.rows.now + 1200, arrives_at=world.rows.now + 3000)  # fmt: skip


add_forms(
    Form("price_alert", "manage_monitor", _ALERT, (choice("condition", *_SIDES, asks=OTHERWISE), listed("subject", "products", "product", marker=r"\bprice of(?: the| an?)?\b|\bif(?: the| an?)?(?= (?-i:[A-Z]))|\bwhen(?: the| an?)?(?= (?-i:[A-Z]))", asks="the price of what", stop=r"\s+(?:drops?|falls?|goes|gets|is|costs?|rises?)\b"), money("threshold", "which price", bare=r"\d")),
         fixed={"action": "create", "kind": "price"}, words="me if when the price of a an drops falls goes gets is costs drop fall go get tell let know to set an alert for alert in 价格 如果 当 的 时 时候 设置 到", also=r"\b(?:price|costs?|drops?|falls?|cheaper)\b|价格|元", unless=r"\b(?:rain|temperature|wind|battery|stock|share)\b", done=("I am watching the price of {subject}.", "已开始关注{subject}的价格。")),
    Form("weather_alert", "manage_monitor", _ALERT, (choice("kind", *_LOOKOUTS, asks=OTHERWISE), choice("condition", *_SIDES, asks=OTHERWISE), name("subject", r"\bin\b(?= (?-i:[A-Z]))", "in which city", stop=r"\s+(?:drops?|falls?|goes|gets|is|rises?|exceeds?)\b"), number("threshold", -100, 1000, kinds=("percent", "number"), asks="which value")),
         fixed={"action": "create"}, words="me if when the in drops falls goes gets is rises drop tell let know to set an alert for degrees celsius percent km/h of chance 如果 当 的 时 度", unless=r"\b(?:price|costs?|fahrenheit)\b|价格", done=("I am watching the weather in {subject}.", "已开始关注天气。")),
    Form("navigate", "control_navigation", _GO, (choice("avoidTolls", (True, r"\b(?:but |and )?(?:avoid(?:ing)?|without|no) (?:any )?tolls?(?: roads?)?\b|避开收费|不走收费(?:路|站)?")), choice("mode", *_MODES[:3]), choice("mode", _MODES[3]), place("destination", r"\b(?:navigate|directions|take me|drive|route|get|way|guide me|walk|cycle|lead me|navigation)(?: me)? to\b|\bto\b|导航(?:去|到)|带我去|去|到", "where to")),
         fixed={"action": "start"}, words="navigate directions take me drive route guide get how do can i show the way to start give navigation please from here walk cycle walking driving cycling a on by 导航 去 到 怎么 走 路线 带 规划", unless=r"\bnavigate the\b|\b(?:stop(?:ping)?|via|taxi|cab|uber|ride|train ticket|flight|cancel|shuttle|note|fastest|long|far|photo|app|folder|screen|on the way|before)\b|打车|停|取消|途经|多久|多远",
         given=(lambda world, arguments: world.arrange("control_navigation", action="stop"),), done=("Navigation to {destination} is running.", "正在导航去{destination}。")),
    Form("stop_navigation", "control_navigation", r"\b(?:stop|end|cancel|exit)\b(?=.*\b(?:navigat\w+|directions|guidance|route)\b)|(?:停止|结束|取消|退出)导航", (), fixed={"action": "stop"}, words="the navigation navigating directions guidance route current my", given=(_navigating,), done=("Navigation has ended.", "导航已结束。")),
    Form("add_stop", "control_navigation", r"\b(?:add (?:a )?stop|stop (?:off )?at)\b|途经|加一?个途经点", (place("destination", r"\b(?:stop (?:off )?at|stop at|at)\b|途经", "where to stop"),), fixed={"action": "add_stop"}, words="add a stop at on the way route to my first navigation current before", unless=r"\b(?:navigate|take me|drive|directions|record\w*|home|work)\b", given=(_navigating,), done=("{destination} is a stop on the way.", "已添加途经点{destination}。")),
    Form("save_place", "manage_saved_place", r"\b(?:save|add|mark|favou?rite|star|bookmark|pin|create|drop)\b|收藏|保存|添加", (place("place", r"\b(?:marker|pin|place) (?:for|at|on)\b|\b(?:save|mark|favou?rite|star|bookmark|add)\b(?= (?-i:[A-Z]))|收藏|保存", OTHERWISE), Slot("name", lambda clause, world: clause.name_after(r"\b(?:as|called|named)\b(?! a\b| an\b| my fav)|名为|叫做?") or (world.entities[-1].name if world.entities else None))), fixed={"action": "save"},
         words="save add mark star bookmark as a an to my saved favourite favorite favourites favorites places location place marker pin for in on maps map the app 收藏 保存 地点 位置 地图 到", also=r"\b(?:place|places|location|marker|map|maps|pin)\b|地点|地图|位置", unless=r"\b(?:photo|note|event|contact|share|home ?screen|song|playlist|track|waypoints?|wallpaper|sharing|turn)\b", done=("The place is saved.", "地点已收藏。")),
    Form("cancel_ride", "manage_ride", r"\bcancel\b(?=.*\b(?:taxi|cab|ride|uber|car|driver)\b)|取消(?=.*(?:打车|出租|叫的?车|行程|用车))", (), fixed={"action": "cancel"}, words="my the current taxi cab ride uber car driver that i ordered 打车 出租车 的 叫 车 行程 订单", given=(_ride,), done=("The ride is cancelled.", "已取消用车。")),
    Form("cancel_booking", "manage_booking", r"\bcancel\b|取消", (listed("bookingId", "bookings", "booking", asks=OTHERWISE),), fixed={"action": "cancel"}, words="my the booking reservation table flight train hotel at for ticket tickets to 我的 预订 的 订单", done=("The booking is cancelled.", "预订已取消。")),
    Form("ride_status", "manage_ride", r"\b(?:where(?:'s| is)|how far(?: away)? is|when (?:does|will|is))\b(?=.*\b(?:taxi|cab|ride|uber|driver)\b)|(?:司机|车)(?=.*(?:到哪|哪里|多久))", (), fixed={"action": "status"}, words="my the taxi cab ride uber driver arrive arriving be here get now coming 到 哪里 哪 了 多久 还要", given=(_ride,), tell=lambda found: [[found["active"]["pickupAt"][11:]]] if found["active"] else [], done=("Your driver is there at {answer}.", "司机{answer}到。")),
)  # fmt: skip


def _shortened(kilometres: float) -> list[str]:
    """A distance, exactly or to the kilometre."""
    return list(dict.fromkeys([f"{kilometres:g}", *([f"{kilometres:.0f}"] if kilometres >= 5 else [])]))


_RIDE = r"\b(?:taxi|cab|uber|lyft|ride|ride ?share)\b|打车|打的|叫(?:个|一辆|辆)?(?:出租)?车|出租车|网约车"
_RIDE_TYPES = (("comfort", r"\b(?:comfort|comfortable|premium)\b|舒适(?:型)?"), ("van", r"\b(?:van|xl|six[ -]seater)\b|商务车|六座"), ("economy", r"\b(?:economy|cheap(?:est)?)\b|经济(?:型)?"))  # fmt: skip

add_forms(
    Form("ride", "manage_ride", _RIDE, (choice("rideType", *_RIDE_TYPES), place("pickup", r"\bfrom\b|从", stop=r"\s+to\b|去|到", anywhere=False), place("destination", r"\bto\b|去|到", "where to")), fixed={"action": "order"}, words="order book call get me a an take taxi cab uber lyft ride to from need want hail 打车 叫车 去 到 从 叫 一辆 个 车 我要 出租车 打的",
         unless=r"\b(?:cancel|where|how much|cost|price|estimate|tomorrow|tonight|at \d|for \d|status|share|install|app|when|price)\b|取消|多少钱|明天|点", done=("A ride to {destination} is ordered.", "已叫车去{destination}。")),
    Form("how_far", "manage_ride", r"\bhow far\b|多远", (place("destination", r"\b(?:to|is|from here to)\b|到|离", "to where"),), fixed={"action": "estimate"}, words="how far away is it to from here the drive 有 离 这里 到 这儿 我", unless=r"\b(?:run|ran|walk|walked|did|cycle|cycled|swim|swam|hike|parcel|package|taxi|driver)\b|跑|走了|快递|司机", tell=lambda found: [_shortened(float(found["km"]))], done=("It is {answer} km.", "{answer}公里。")),
    Form("how_long", "manage_ride", r"\bhow long\b|多久", (place("destination", r"\bto\b|到|去", "to where"),), fixed={"action": "estimate"}, words="how long does it take will would to drive get by car from here the is drive 开车 要 到 去 多久 需要", also=r"\b(?:drive|by car)\b|开车", unless=r"\b(?:run|walk|cycle|bike|train|bus|foot|taxi)\b|步行|骑", tell=lambda found: [hours_words(int(found["rideMinutes"]))], done=("It takes {answer} minutes.", "需要{answer}分钟。")),
    Form("ride_price", "manage_ride", r"\bhow much\b|\b(?:price|cost|estimate|fare)\b|多少钱", (choice("rideType", *_RIDE_TYPES), place("destination", r"\bto\b|去|到", "where to")), fixed={"action": "estimate"}, words="how much would does will is a taxi cab uber lyft ride cost to the be price of for fare estimate what's what from here 打车 去 到 要 多少钱 出租车", also=_RIDE, unless=r"\b(?:book|order)\b|从",
         tell=lambda found: [[f"{found['price']:g}", f"{found['price']:.2f}"]], done=("That costs about {answer}.", "大约{answer}。")),
)  # fmt: skip


@plan(
    cue="|".join(words for _, words in _PLACES),
    words="find show search look for me a an the nearest closest nearby near near me around here is there any where where's what's what are some good open now place places in close by to my location 找 附近 最近 哪里 有 有没有 查 的 家 一家 搜索 哪个 在哪 周边",
    answers=True,
)
def nearby(clause: Clause, world: World) -> Step | None:
    """The nearest place of a kind, here or near somewhere."""
    if clause.has(
        r"\b(?:book|table|reserve|order|save|delete|navigate|directions|take me|route|message|event|stay|night|rating|rated|cheap\w*|best|vegan|italian|chinese|indian|car park ticket|account|balance|app)\b|订|预订|导航|评分|余额|应用"
    ):
        return None
    if not clause.has(r"\b(?:near(?:est|by)?|closest|around|find|where|close by)\b|附近|最近|找|哪|周边"):
        return None
    kind = next((item for item, words in _PLACES if clause.take(words)), None)
    opened = bool(clause.take(r"\bopen(?: right)? now\b|(?:现在)?(?:还)?(?:开门|营业)的?")) or None
    clause.take(r"\b(?:near|around|close to) (?:me|here|my location)\b|我?附近")
    near = clause.name_after(r"\b(?:near|around|close to|in)\b(?= (?:the )?(?-i:[A-Z]))")
    near = world.place(near) if near else None
    given: dict[str, Json] = {"category": kind, "near": near, "openNow": opened}
    given = {key: item for key, item in given.items() if item is not None}
    tried = world.attempt("search_places", given)
    if tried.refusal is not None and not world.earlier:
        raise tried.refusal
    if tried.refusal is None and not tried.payload["places"]:
        raise Unfit("missing_entity", f"the map of this phone has no {kind} there")
    spoken: list[str] = []

    def act(play: Play) -> str:
        nearest = play.call("search_places", why="Look at the map.", **given)["places"][0]
        spoken.append(str(nearest["name"]))
        return world.say(f"{nearest['name']}, {nearest['address']}.", f"{nearest['name']}，{nearest['address']}。")

    return Step(act, says=[spoken])


# -- tables, food, tickets

_PEOPLE = r"\b(?:for|party of|of) (?P<n>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?: (?:people|persons?|guests|of us|adults))?(?! ?(?:pm|am|o'clock|:|minutes|nights?|days?))|(?P<zh>[一两二三四五六七八九十\d]+)(?:个人|人|位)"


def _people(clause: Clause) -> int | None:
    found = clause.take(_PEOPLE)
    count = number_of(found["n"] or found["zh"]) if found else None
    if clause.take(r"\b(?:just |only )?for (?:me|myself)\b"):
        count = count or 1.0
    return int(count) if count else None


@plan(
    cue=r"\b(?:table|reservation|reserve|book)\b|订(?!阅)|预订|预约",
    words="book reserve make get a table reservation at for in the restaurant on me us please 订 预订 预约 个 位 桌 座 餐厅 在 张 位子 位置 一个 的",
)
def table(clause: Clause, world: World) -> Step | None:
    """A table at a restaurant, at a time, for so many people."""
    if not clause.has(r"\btable\b|\breservation\b|\breserve\b|餐厅|桌|位|座|个人") or clause.has(
        r"\b(?:cancel|change|move|event|calendar|note|remind\w*|hotel|room|flight|train)\b|取消|日历|酒店|机票"
    ):
        return None
    people = _people(clause)
    day, time = clause.value("date"), clause.value("time")
    where = clause.known_name(world.names("places", "name")) or clause.name_after(
        r"\bat\b(?= (?:the )?(?-i:[A-Z]))|\bin\b(?= (?-i:[A-Z]))|在", stop=r"\s+(?:for|at|on)\b|订|预订"
    )
    if where is None:
        raise Unfit("incomplete", "does not say at which restaurant")
    for lacking, what in ((day, "on which day"), (time, "at what time"), (people, "for how many people")):
        if lacking is None:
            raise Unfit("incomplete", f"does not say {what} the table shall be booked")
    _restaurant(world, where, tables=True)
    found = world.attempt(
        "search_offers", {"kind": "table", "place": where, "date": day, "people": people, "maxResults": 20}
    )
    if found.refusal is not None:
        raise found.refusal
    start = f"{day}T{time}"
    if not any(offer["time"] == start for offer in found.payload["offers"]):
        key = next(str(row["id"]) for row in world.table("places").values() if fold(row["name"]) == fold(where))
        world.rows.put("availability", f"{key}@{start}", id=f"{key}@{start}", left=2)
        again = world.attempt(
            "search_offers", {"kind": "table", "place": where, "date": day, "people": people, "maxResults": 20}
        )
        if again.refusal is not None or not any(offer["time"] == start for offer in again.payload["offers"]):
            raise Unfit("missing_entity", f"{where} takes no reservation for {start.replace('T', ' ')}")

    def act(play: Play) -> str:
        offers = play.call(
            "search_offers",
            why="See which tables are free.",
            kind="table",
            place=where,
            date=day,
            people=people,
            maxResults=20,
        )["offers"]
        play.call(
            "manage_booking",
            why=f"{time} is free.",
            action="book",
            offerId=the_one(offers, "table", time=start)["offerId"],
            people=people,
        )
        return world.say(
            f"A table at {where} is booked for {start.replace('T', ' ')}.",
            f"已在{where}订好{start.replace('T', ' ')}的位子。",
        )

    return Step(act, behaviour=Behaviour.REFERENCE)


def _restaurant(world: World, said: str, *, tables: bool) -> None:
    """The restaurant of that name; one that the map lacks is added."""
    rows = [row for row in world.table("places").values() if fold(row["name"]) == fold(said)]
    world.note_entity("restaurant", said, added=not rows)
    if not rows:
        if not world.may_be_added(said):
            raise Unfit(
                "missing_entity", f"the map of this phone has no restaurant {said!r}, and that is no name to add one by"
            )
        world.rows.place(said, category="restaurant", tables=tables, opens="08:00", closes="23:30")
    elif rows[0]["category"] not in ("restaurant", "cafe"):
        raise Unfit("missing_entity", f"{said} is no restaurant on the map of this phone")


@plan(
    cue=r"\b(?:order|get)\b|点|叫|订",
    words="pizza burger food takeaway order get me us some a an from the for delivery delivered takeaway takeout and of please to with food 点 叫 订 外卖 一份 份 个 一个 从 的 和 送到 我要",
)
def food(clause: Clause, world: World) -> Step | None:
    """Dishes of a restaurant that delivers, as they stand on its menu."""
    if clause.has(
        r"\b(?:taxi|cab|uber|ride|table|tickets?|flight|cancel|app|text|call|note|directions|cheapest|status|where|cups?|pounds?)\b|取消|打车|车"
    ):
        return None
    menus = {str(world.table("places")[key]["name"]): menu for key, menu in world.table("menus").items()}
    where = clause.known_name(sorted(menus))
    said = where or clause.name_after(r"\bfrom\b(?= (?:the )?(?-i:[A-Z]))|从", stop=r"\s+(?:to|for)\b|点|叫")
    if said is None:
        if clause.has(r"\b(?:order|get me|get us)\b|点|叫") and clause.has(
            r"\b(?:pizza|burger|food|takeaway|takeout|sushi|noodles|curry|salad|coffee|lunch|dinner|breakfast|kebab|tacos?|fries|chinese|thai|indian)\b|外卖|奶茶|咖啡|面|饭|火锅"
        ):
            raise Unfit("incomplete", "does not say from which restaurant")
        return None
    if where is None and not world.may_be_added(said):
        return None
    if where is None:
        raise Unfit("missing_entity", f"no restaurant {said!r} delivers to this phone; {', '.join(sorted(menus))} do")
    dishes = [str(item["name"]) for item in menus[where]["items"]]
    target = clause.take(r"\b(?:to|at) (?:my )?(?P<to>home|work|(?:the )?office)\b|送到(?P<zh>家|公司)")
    items: list[str] = []
    while (dish := clause.known_name(dishes)) is not None:
        before = clause.text.casefold().partition(dish.casefold())[0].rstrip()
        counted = re.search(r"(?:\b(?P<n>two|three|2|3|4|four)|(?P<zh>[两二三2-4])份)(?: portions of| x)?$", before)
        times = (
            {"two": 2, "three": 3, "four": 4, "两": 2, "二": 2, "三": 3}.get(counted["n"] or counted["zh"], 0)
            or int(counted["n"] or counted["zh"])
            if counted
            else 1
        )
        if counted:
            clause.take(rf"\b{counted['n']}\b" if counted["n"] else rf"{counted['zh']}份")
        items += [dish] * times
    if not items:
        raise Unfit("incomplete", f"does not say which dishes of {where}: {', '.join(dishes[:6])}")
    place_to = (target["to"] or target["zh"]) if target else None
    given: dict[str, Json] = {
        "restaurant": where,
        "items": items,
        "deliverTo": place_to.removeprefix("the ") if place_to else None,
    }
    given = {key: item for key, item in given.items() if item is not None}
    tried = world.attempt("manage_food_order", {"action": "order", **given})
    if tried.refusal is not None and not world.earlier:
        raise tried.refusal
    world.note_entity("restaurant", where)

    def act(play: Play) -> str:
        play.call("manage_food_order", why="See what stands on the menu.", action="menu", restaurant=where)
        play.call("manage_food_order", why="All of it is there.", action="order", **given)
        return world.say("The food is ordered.", "已下单。")

    return Step(act, behaviour=Behaviour.REFERENCE)


_TRIP = (("flight", r"\bflights?\b|\bfly\b|机票|航班|飞"), ("train", r"\btrains?(?: tickets?)?\b|火车(?:票)?|高铁(?:票)?"))


@plan(
    cue=r"\b(?:flights?|fly|trains?)\b|机票|航班|火车|高铁",
    words="find search look show me book get buy a an the cheapest earliest flight flights train trains ticket tickets from to on for one fly leaving seat 找 查 订 买 一张 最便宜 最早 的 机票 航班 火车票 高铁票 从 到 去 飞 张",
    answers=True,
)
def trip(clause: Clause, world: World) -> Step | None:
    """A flight or train between two cities on a day: the cheapest or the first, found or booked."""
    if clause.has(
        r"\b(?:cancel|status|delayed|check ?in|my|return|round ?trip|back|remind\w*|mode|under|before|after|when|event|seat \w+|gate)\b|取消|往返|值机|提醒|退"
    ) or clause.peek("time"):
        return None
    kind = next((item for item, words in _TRIP if clause.take(words)), None)
    first = (
        "price"
        if clause.take(r"\b(?:the )?cheapest\b|最便宜")
        else "time"
        if clause.take(r"\b(?:the )?(?:earliest|first)\b|最早")
        else None
    )
    booked = bool(clause.take(r"\b(?:book|buy|get)\b|订|买"))
    people = _people(clause) or 1
    day = clause.value("date")
    origin = clause.name_after(r"\bfrom\b|从", stop=r"\s+(?:to|on)\b|到|去|飞")
    target = clause.name_after(r"\bto\b|到|去|飞", stop=r"\s+(?:on|from)\b|的")
    if kind is None:
        return None
    for lacking, what in (
        (target, "where to"),
        (origin, "from where"),
        (day, "on which day"),
        (first or not booked or None, "which one: the cheapest or the earliest"),
    ):
        if lacking is None:
            raise Unfit("incomplete", f"does not say {what}")
    given: dict[str, Json] = {
        "kind": kind,
        "place": target,
        "origin": origin,
        "date": day,
        "people": people if people > 1 else None,
        "sortBy": first if first == "time" else None,
    }
    given = {key: item for key, item in given.items() if item is not None}
    tried = world.attempt("search_offers", given)
    if tried.refusal is not None and not world.earlier:
        raise tried.refusal
    if tried.refusal is None and not tried.payload["offers"]:
        raise Unfit("missing_entity", f"there is no {kind} from {origin} to {target} on {day}")
    if not booked and first is None:
        return None
    spoken: list[list[str]] = []

    def act(play: Play) -> str:
        best = play.call("search_offers", why="See what there is.", **given)["offers"][0]
        if booked:
            play.call(
                "manage_booking",
                why="The first one is that.",
                action="book",
                offerId=best["offerId"],
                people=people if people > 1 else None,
            )
            return world.say(f"The {kind} to {target} is booked.", f"去{target}的票已订好。")
        spoken.append([f"{best['total']:g}", f"{best['total']:.2f}"] if first == "price" else [best["departure"][11:]])
        return f"{best['carrier']} {best['departure'][11:]}, {best['total']:g}"

    return Step(act, says=spoken, behaviour=Behaviour.REFERENCE)


# -- parcels and money


@plan(
    cue=r"\b(?:parcel|package|delivery|order|shipment|track)\b|包裹|快递",
    words="where where's is my the parcel package delivery shipment with track status of find out check show what's when will it arrive 哪里 到 哪 了 包裹 快递 查 查一下 的 我的 在",
    answers=True,
)
def tracked_parcel(clause: Clause, world: World) -> Step | None:
    """Where a parcel is."""
    if not clause.has(r"\b(?:where|where's|track|status|check)\b|哪|查") or clause.has(
        r"\b(?:add|remove|redirect|leave|neighbou?r|number|food|pizza|restaurant|when)\b|添加|删除|外卖"
    ):
        return None
    rows = list(world.table("parcels").values())
    said = clause.known_name([str(row["name"]) for row in rows])
    if said is None and len(rows) != 1:
        raise Unfit(
            "incomplete",
            f"does not say which parcel: {', '.join(str(row['name']) for row in rows[:8])}"
            if rows
            else "no parcel is on its way to this phone",
        )
    spoken: list[str] = []

    def act(play: Play) -> str:
        name_ = said or play.call("manage_parcel", why="See what is on its way.", action="list")["parcels"][0]["name"]
        found = play.call("manage_parcel", why="Track it.", action="track", parcel=name_)
        status = str(found["status"]).replace("_", " ")
        spoken.extend(dict.fromkeys([status, str(found["status"])]))
        return f"{name_}: {status}."

    return Step(act, says=[spoken])


_PAY = r"\bpay\b|交|缴|支付|付"
_MONEY_WORDS = "send pay transfer give wire me money to the for via with from using my card please dollars euros pounds rupees yuan 转 转账 给 发 付 红包 元 块 用 支付"


def _method() -> Slot:
    return listed("paymentMethod", "payment_methods", "payment method")


add_forms(
    Form("pay_bill", "manage_wallet", _PAY, (_method(), listed("bill", "bills", "bill", marker=r"\bpay(?: off)?(?: my| the)?\b|交|缴|支付", asks="which bill", stop=r"\s+bill\b")), fixed={"action": "pay_bill"}, words="pay my the bill for off with from using by card account 交 缴 支付 账单 费 用 一下", also=r"\bbills?\b|费|账单|\brent\b", unless=r"\b(?:back|to (?-i:[A-Z])|parking|all|when|remind\w*)\b|提醒|给", given=(lambda world, arguments: _owed(world, str(arguments["bill"])),), done=("The bill {bill} is paid.", "{bill}已缴。")),
    Form("send_money", "manage_wallet", r"\b(?:send|pay|transfer|give|wire)\b|转账?|发红包|付", (money("amount", OTHERWISE, bare=r"\b(?:pay|transfer|wire)\b|转账?"), _method(), name("note", r"\bfor(?: the)?\b(?= [a-z])|备注", stop=r"\s+(?:to|with|from)\b"), person("contactName", r"\b(?:to|pay|send|give)\b|给", "to whom the money goes")), fixed={"action": "send"},
         words=_MONEY_WORDS, unless=r"\b(?:bill|expense|spent|log|alert|message|text|e-?mail|request|every|monthly|saying|invoice|reminder|tip|note)\b|记账|短信|账单|每", free={"payments/note": "note"}, done=("The money is sent.", "已转账。")),
    Form("bills_due", "manage_wallet", r"\b(?:what|which|show|list|do i have|any)\b(?=.*\bbills?\b)|(?:什么|哪些|查).{0,6}账单", (), fixed={"action": "bills"}, words="what which show list me do i have my any bills unpaid open are due to pay left upcoming outstanding need 账单 待缴 未付 还有", unless=r"\b(?:when|how much|total|split|history)\b", tell=lambda found: [item["name"] for item in found["bills"]] if found["total"] <= 10 else [], done=("Open bills: {answer}.", "待缴账单：{answer}。")),
    Form("default_card", "manage_wallet", r"\bdefault (?:card|payment(?: method)?)\b|默认(?:支付|付款|卡)", (listed("paymentMethod", "payment_methods", "payment method", marker=r"\bto\b|\bmake\b|设为|改成", asks="which card"),), fixed={"action": "set_default"}, words="set change make use as my the to card 设为 改成 方式", done=("{paymentMethod} is the default now.", "默认支付方式已设置。"),
         given=(lambda world, arguments: _other_card(world, str(arguments["paymentMethod"])),)),
)  # fmt: skip


def _owed(world: World, bill: str) -> None:
    """The bill is still open."""
    for key, row in world.table("bills").items():
        if fold(row["name"]) == fold(bill):
            world.rows.put("bills", key, paid=False, payment=None)


def _other_card(world: World, wanted: str) -> None:
    for row in world.table("payment_methods").values():
        if (
            fold(row["name"]) != fold(wanted)
            and world.attempt("manage_wallet", {"action": "set_default", "paymentMethod": row["name"]}).refusal is None
        ):
            world.arrange("manage_wallet", action="set_default", paymentMethod=row["name"])
            return


# -- sport

_KINDS = (
    ("run", r"\b(?:runs?|ran|running|jog(?:ging|ged)?)\b|跑步?|跑了"), ("walk", r"\b(?:walk(?:s|ed|ing)?)\b|散步|走路|步行"), ("cycle", r"\b(?:cycl(?:e|ed|ing)|bik(?:e|ed|ing)(?: ride)?|bike rides?|rode)\b|骑(?:车|行)"),
    ("swim", r"\b(?:sw[iau]m(?:ming)?)\b|游泳|游了"), ("hike", r"\b(?:hik(?:e|es|ed|ing))\b|徒步|爬山"), ("strength", r"\b(?:strength(?: training)?|weights|weight ?lifting|gym session)\b|力量(?:训练)?"), ("yoga", r"\byoga\b|瑜伽"),
)  # fmt: skip
_DISTANCE = r"(?P<n>\d+(?:\.\d+)?) ?-?(?P<unit>km|k|kms|kilomet(?:re|er)s?|m|met(?:re|er)s?|mi|miles?|公里|千米|米)\b(?! ?/)"
_KM = {"k": 1.0, "公": 1.0, "千": 1.0, "mi": 1.609344}


def _kilometres(clause: Clause, world: World) -> Json:
    found = clause.take(_DISTANCE.replace(r"\b(?! ?/)", r"(?![A-Za-z])"))
    if not found:
        return None
    unit = found["unit"].casefold()
    if unit.startswith("mi"):
        raise Unfit("missing_tool", "manage_workout takes kilometres; miles would have to be converted first")
    factor = 1.0 if unit[0] in "k公千" else 0.001
    kilometres = round(float(found["n"]) * factor, 3)
    return int(kilometres) if kilometres == int(kilometres) else kilometres


def _began(clause: Clause, world: World) -> Json:
    """When a workout began; today where only a time is said."""
    vague = clause.has(r"\bthis (?:morning|afternoon|evening)\b|早上|上午|中午|下午|晚上")
    day, time = clause.value("date"), clause.value("time")
    if time is None and (vague or day is not None):
        if not vague and day == world.draw.today.isoformat():
            return None
        raise Unfit("incomplete", "does not say at what time the workout began")
    return f"{day or world.draw.today.isoformat()}T{time}" if time else None


add_forms(
    Form("log_workout", "manage_workout", r"\b(?:log|record|add|track|enter|save|note|put|i (?:just )?(?:went|did|ran|swam|cycled|walked|hiked))\b|记录|记一下|添加|记", (choice("kind", *_KINDS, asks=OTHERWISE), length("minutes", 60, "how long it took"), Slot("distanceKm", _kilometres), Slot("start", _began)), fixed={"action": "log"},
         words="log record add track a an my i did went for just of that took workout activity session exercise in at from the was today it minutes starting started covered ran run 一次 次 运动 锻炼 了 用了 公里 记录 今天", unless=r"\b(?:start(?! ?(?:ing|ed))|begin|will|tomorrow|delete|how|goal|remind\w*|note down)\b|开始|明天|提醒", done=("The workout is logged.", "运动已记录。")),
)  # fmt: skip


_SPORT = r"\b(?:activit(?:y|ies)|workouts?|runs?|ran|walks?|walked|cycl\w+|swim\w*|swam|hik\w+|yoga|strength|exercises?)\b|运动|锻炼|跑步|散步|骑车|游泳|徒步|瑜伽"
_SPORT_WORDS = "how many much what which was the total longest distance duration time covered in a an my did do i have for of activities activity workouts workout sessions session exercise long far were is are from to during far show list tell run walk swim ride 多少 多久 几 次 多远 总 距离 时间 哪些 什么 做 了 我 运动 锻炼 最长"


@plan(cue=_SPORT, words=_SPORT_WORDS, answers=True)
def asked_workouts(clause: Clause, world: World) -> Step | None:
    """How many workouts, of which kinds, how long or how far, on a day or in a stretch of days."""
    if not clause.has(r"\b(?:how|what|which|show|list)\b|多少|多久|几|哪|什么|多远") or clause.has(
        r"\b(?:event|calendar|to-?do|log|add|app uses|screen|battery|traffic|flight|route)\b|日程|日历"
    ):
        return None
    kind = next((item for item, words in _KINDS if clause.take(words)), None)
    other = clause.name_after(
        r"\b(?:how many|was my|in an?|for|distance of|duration of)\b(?= (?-i:[A-Z])\w+ activit)", stop=r"\s+activit\w+\b"
    )
    if other is not None:
        raise Unfit("missing_tool", f"manage_workout knows run, walk, cycle, swim, hike, strength and yoga, no kind {other}")
    days, span = clause.values("date"), clause.value("range")
    if clause.take(r"\byesterday\b"):
        days = [(world.draw.today - timedelta(days=1)).isoformat()]
    if not days and span is None:
        return None
    first, last = span or (days[0], days[-1])
    longest = bool(clause.take(r"\b(?:longest|furthest|farthest)\b|最长|最远"))
    far = bool(clause.take(r"\b(?:distance|how far|covered)\b|距离|多远"))
    counted = bool(clause.take(r"\bhow many\b(?! (?:minutes|hours|km|kilomet))|几次|多少次"))
    minutes = bool(clause.take(r"\b(?:how long|duration|how many minutes|how much time|total time)\b|多久|多长时间"))
    wanted = (
        "longestKm"
        if longest and far
        else "distanceKm"
        if far
        else "minutes"
        if minutes
        else "workouts"
        if counted
        else None
    )
    if wanted is None and not clause.has(r"\b(?:what|which)\b|什么|哪些"):
        return None
    last = min(last, world.draw.today.isoformat()) if span else last
    report = (
        world.ask("manage_workout", action="list", kind=kind, fromDate=first, toDate=last)
        if kind
        else world.ask("manage_workout", action="list", fromDate=first, toDate=last)
    )
    if not report or not report["count"]:
        at = min(last, world.draw.today.isoformat())
        for hour, minutes_ in ((6, 32), (7, 47)):
            world.rows.add(
                "workouts",
                "wo",
                kind=kind or ("run" if hour == 6 else "yoga"),
                start=f"{at}T{hour:02d}:15",
                minutes=minutes_,
                kilometres=None if hour == 7 and not kind else round(minutes_ / 8, 2),
            )
        world.note_entity("day", at, added=True)
    elif report["count"] > 10:
        raise Unfit("missing_entity", f"this phone has {report['count']} workouts then, more than a list shows")
    meters = bool(clause.has(r"\bmet(?:er|re)s\b"))
    spoken: list[list[str]] = []

    def act(play: Play) -> str:
        action = "list" if wanted is None else "summary"
        found = play.call(
            "manage_workout", why="Look at what was logged.", action=action, kind=kind, fromDate=first, toDate=last
        )
        if wanted is None:
            names = list(dict.fromkeys(str(item["kind"]) for item in found["workouts"]))
            spoken.extend([item] for item in names)
            return ", ".join(names)
        amount = found[wanted]
        spoken.append(
            count_words(int(amount))
            if wanted == "workouts"
            else [f"{amount:g}", f"{amount * 1000:g}"]
            if wanted.endswith("Km")
            else [f"{amount:g}"]
        )
        return f"{amount * 1000:g} m" if meters else f"{amount:g}"

    return Step(act, says=spoken)


add_forms(
    Form("steps", "manage_workout", r"\b(?:how many )?steps\b|步数|多少步", (value("fromDate", "date"),), fixed={"action": "steps"}, words="how many steps have done did i taken walked walk today so far yesterday do what's my step count 今天 走 了 多少 步 昨天", unless=r"\b(?:goal|week|month|note|recipe|set)\b|目标|本周", also=r"\b(?:today|yesterday)\b|今天|昨天",
         given=(lambda world, arguments: _walked(world, arguments),), tell=lambda found: [[str(found["days"][0]["steps"]), f"{found['days'][0]['steps']:,}"]] if len(found["days"]) == 1 else [], done=("{answer} steps.", "{answer}步。")),
)  # fmt: skip


def _walked(world: World, arguments: Mapping[str, Json]) -> None:
    """A step count for the day in question, which the profile may not reach to."""
    day = str(arguments.get("fromDate", world.draw.today.isoformat()))
    world.rows.put("daily_steps", day, id=day, steps=world.draw.integer(3100, 9900))


# -- recipes

_RECIPE = r"\brecipes?\b|菜谱|食谱"


@plan(
    cue=_RECIPE,
    words="add save create new put store write the following a recipe recipes for into in to my book app called named titled cookbook broccoli 添加 新建 保存 菜谱 食谱 名为 叫 一个",
)
def new_recipe(clause: Clause, world: World) -> Step | None:
    """Recipes by their names, perhaps with ingredients, directions, minutes and servings."""
    if (
        not clause.has(r"\b(?:add|save|create|new|put|store)\b|添加|新建|保存")
        or clause.has(r"\b(?:delete|remove|from (?:the )?\w+\.\w+|find|search|event|note)\b|删除|查")
        or clause.peek("file")
    ):
        return None
    minutes, servings = (
        clause.value("span"),
        clause.take(r"\b(?:serves|for) (?P<n>\d{1,2})(?: people| persons| servings)?\b|(?P<m>\d{1,2}) servings\b"),
    )
    ingredients = (
        clause.text_after(r"\b(?:with (?:the )?)?ingredients\b(?: are)?|食材|配料")
        if clause.has(r"\bingredients\b|食材|配料")
        else None
    )
    directions = (
        clause.text_after(r"\b(?:directions|instructions|method)\b(?: are)?|做法")
        if clause.has(r"\b(?:directions|instructions|method)\b|做法")
        else None
    )
    clause.take(r"\b(?:into|to|in) (?:the |my )?(?:(?-i:[A-Z])\w+ )?(?:recipe )?(?:app|book|cookbook|collection)\b")
    titles = (
        clause.text_after(r"[:：]")
        or clause.name_after(r"\b(?:called|named|titled|for|recipe)\b|名为|叫做?|菜谱|食谱")
        or clause.value("text")
    )
    if titles is None:
        raise Unfit("incomplete", "does not say what the recipe is called")
    names = [part.strip(" .。") for part in re.split(r"\s*[;；\n]\s*", titles) if part.strip(" .。")]
    if len(names) > 1 and (ingredients or directions):
        return None
    more: dict[str, Json] = {
        "minutes": minutes // 60 if minutes else None, "servings": int(servings["n"] or servings["m"]) if servings else None,
        "ingredients": [part.strip() for part in re.split(r"\s*[,，、]\s*", ingredients) if part.strip()] if ingredients else None, "directions": directions,
    }  # fmt: skip
    for key, row in world.table("recipes").items():
        if any(fold(row["title"]) == fold(item) for item in names):
            world.patches.append(Patch(table="recipes", key=key, fields=None))  # the person adds it, so it is not there yet

    def act(play: Play) -> str:
        for item in names:
            play.call("manage_recipe", why=f"{item} is new.", action="create", title=item, **more)
        return world.say(f"In the recipe book: {', '.join(names)}.", f"已添加菜谱：{'、'.join(names)}。")

    return Step(act)


@plan(
    cue=_RECIPE,
    words="what quantity how much many amount of do i need for the recipe in to make are is there 多少 需要 菜谱 里 要 的",
    answers=True,
)
def recipe_amount(clause: Clause, world: World) -> Step | None:
    """How much of something a recipe takes."""
    asked = clause.take(
        r"\b(?:what (?:quantity|amount)|how (?:much|many)) (?:of )?(?P<what>[a-z]+(?: [a-z]+)?)(?= do i need| is in| are in| does)|需要多少(?P<zh>[\u3400-\u9fff]{1,4})"
    )
    title = (
        clause.known_name(world.names("recipes", "title"))
        or clause.value("text")
        or clause.name_after(r"\brecipe(?: for| called)?\b(?= (?-i:[A-Z]))")
    )
    if asked is None or title is None:
        return None
    word = asked["what"] or asked["zh"]
    rows = [row for row in world.table("recipes").values() if fold(row["title"]) == fold(title)]
    lines = [str(line) for row in rows for line in row["ingredients"] if word.casefold() in str(line).casefold()]
    if rows and len(lines) != 1:
        raise Unfit("missing_entity", f"the recipe {title} of this phone does not say how much {word} it takes")
    if not rows:
        lines = [f"{world.draw.integer(150, 400, 50)} g {word}"]
        world.rows.add(
            "recipes",
            "rp",
            title=title,
            ingredients=[*lines, "2 onions"],
            directions=world.draw.phrase(),
            minutes=30,
            servings=2,
            created=world.rows.now - 90_000,
        )
    world.note_entity("recipe", title, added=not rows)
    measure = re.match(r"\d+(?:[./]\d+)?(?: ?(?:g|kg|ml|l)\b)?", lines[0])
    if measure is None:
        raise Unfit("unverifiable", "the recipe says the amount in words that can be put in many ways")
    amount = measure[0]
    ways = [
        amount,
        *(
            amount.replace(f" {short}", f" {long}")
            for short, long in (
                ("g", "grams"),
                ("kg", "kilograms"),
                ("ml", "millilitres"),
                ("ml", "milliliters"),
                ("l", "litres"),
                ("l", "liters"),
            )
            if amount.endswith(f" {short}")
        ),
    ]

    def act(play: Play) -> str:
        found = play.call("manage_recipe", why=f"Read {title}.", action="read", title=title)
        line = next(str(line) for line in found["ingredients"] if word.casefold() in str(line).casefold())
        return line.replace(amount, ways[1], 1) if world.say("en", "zh") == "en" and len(ways) > 1 else line

    return Step(act, says=[ways])


@plan(
    cue=_RECIPE,
    words="delete remove the following recipe recipes for from my book app called all that use uses with in directions broccoli 删除 删掉 菜谱 食谱",
)
def deleted_recipe(clause: Clause, world: World) -> Step | None:
    """Recipes by their names, out of the book."""
    if not clause.take(r"\b(?:delete|remove)\b|删除|删掉"):
        return None
    if clause.has(r"\bduplicates?\b|重复"):
        raise Unfit("unverifiable", "of two equal recipes either may stay, and the checker can name only one")
    if clause.has(r"\b(?:that|which|with) (?:use|contain|need|have|take)\w*\b"):
        word = clause.name_after(r"\b(?:use|uses|contain|contains|need|needs)\b")
        if word is None:
            return None
        return _recipes_with(clause, world, word)
    clause.take(r"\bfrom (?:the |my )?(?:(?-i:[A-Z])\w+ )?(?:recipe )?(?:app|book|cookbook|collection)\b")
    known = clause.known_name(world.names("recipes", "title"))
    said = (
        clause.text_after(r"[:：]")
        or known
        or clause.value("text")
        or clause.name_after(r"\brecipe(?: for| called| named)?\b", stop=r"\s+recipe\b")
        or clause.leftover("delete remove the recipe recipes")
    )
    if said is None:
        raise Unfit("incomplete", "does not say which recipe")
    names = [part.strip(" .。") for part in re.split(r"\s*[,;，；、]\s*", said) if part.strip(" .。")]
    for item in names:
        if not any(fold(row["title"]) == fold(item) for row in world.table("recipes").values()):
            if not is_name(item):
                raise Unfit("missing_entity", f"this phone has no recipe {item!r}, and that is no name to add one by")
            world.rows.add(
                "recipes",
                "rp",
                title=item,
                ingredients=["2 onions"],
                directions=world.draw.phrase(),
                minutes=25,
                servings=2,
                created=world.rows.now - 90_000,
            )
            world.note_entity("recipe", item, added=True)

    def act(play: Play) -> str:
        for item in names:
            play.call("manage_recipe", why=f"{item} is its title.", action="delete", title=item)
        return world.say("Deleted.", "已删除。")

    return Step(act)


def _recipes_with(clause: Clause, world: World, word: str) -> Step:
    """Every recipe that mentions a word in its directions, or anywhere."""
    inside = clause.take(r"\bin (?:the|their) directions\b")
    fits: Callable[[Mapping[str, Any]], bool] = lambda row: (
        word.casefold()
        in (str(row["directions"]) if inside else f"{row['title']} {row['ingredients']} {row['directions']}").casefold()
    )
    if not any(map(fits, world.table("recipes").values())):
        for _ in range(2):
            world.rows.add(
                "recipes",
                "rp",
                title=world.draw.title(),
                ingredients=["1 onion", f"200 g {word}"],
                directions=f"Fry the onion, add the {word}, simmer for ten minutes.",
                minutes=25,
                servings=2,
                created=world.rows.now - 90_000,
            )
        world.note_entity("recipes", word, added=True)
    if sum(map(fits, world.table("recipes").values())) > 10:
        raise Unfit("missing_entity", "more recipes than a list shows")

    def act(play: Play) -> str:
        rows: Sequence[Any] = play.call("manage_recipe", why=f"Look for {word}.", action="list", query=word)["recipes"]
        for row in rows:
            read = play.call("manage_recipe", why="See where the word stands.", action="read", recipeId=row["id"])
            if fits(read):
                play.call("manage_recipe", why=f"{row['title']} uses it.", action="delete", recipeId=row["id"])
        return world.say("Deleted.", "已删除。")

    return Step(act, behaviour=Behaviour.REFERENCE)
