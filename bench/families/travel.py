"""Families about the way there, the weather, tables, taxis and what is watched for the user."""

from harness.contract import FollowUp, Friction

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, UnsuitableError, family
from ..wording import Wording

TRAVEL = ("Travel & Lifestyle",)


def _venue(draw: Draw) -> str:
    return draw.pick(entities.VENUES_ZH if draw.language == "zh" else entities.VENUES)


def _still(rows: Rows) -> None:
    """No guidance is running and no taxi is coming."""
    rows.clear("rides")
    rows.put("navigation", "main", destination=None, stops=[], route=[], arrives_at=None)


WAY = Wording(
    train=(
        "![take|guide|navigate] me to [the |]{place} {how}",
        "directions to {place}, {how}",
        "how do I get to {place} {how}? [Start|Begin] [guiding me|the navigation]",
        "[I want|I need] to go to {place} {how}, [show me the way|start the route]",
        "{place}, {how}: [navigate|lead me there]",
    ),
    held=("my way leads to {place}, {how}: guide me", "!bring up the route to {place}; I go {how}"),
    zh_train=("{how}去{place}，[导航|开始导航]", "带我去{place}，{how}"),
    zh_held=("我要{how}到{place}，带路吧",),
    wide=(
        "route to {place} {how}[, please| please|]",
        "I'm [heading|off] to {place} {how}, [navigate me|give me directions]",
        "could you [direct|navigate] me to {place}? [I'm going|I'll travel] {how}.",
        "what's the [best |]way to {place} {how}? [Navigate me, please|Start the route guidance]",
        "!start [navigating|directions|the navigation] to {place} {how}",
        "I don't know the way to {place}, [lead me there|navigate me there] {how}",
        "!set {place} as [the|my] destination and [start|go], {how}",
        "{place} {how}, [directions please|start the navigation please]",
        "I've got to be at {place} soon, so [lead|guide] me there {how}",
        "[satnav on|navigation on]: {place}, {how}",
    ),
    zh_wide=(
        "![开|启动]导航，目的地{place}，{how}",
        "{place}怎么走？我{how}，[导航过去|给我导航]",
        "去{place}不认识路，{how}，[指个路|开导航]",
    ),
)
VIA = Wording(
    train=(
        "[first I have to|I must also] [stop|go] by {stop}",
        "[oh, |and ][add|with] a stop at {stop}",
        "[let me|can we] pass by {stop} on the way",
        "{stop} comes [first|before that]",
    ),
    held=("I forgot {stop}, it lies on the way", "make that by way of {stop}"),
    zh_train=("先去一下{stop}", "[中途|路上]加一站{stop}"),
    zh_held=("顺路经过{stop}",),
    wide=(
        "[can you|could you] add {stop} [as a stop|in between]?",
        "I need to [drop in at|call at] {stop} [first|on the way]",
        "[via|through] {stop}[, please|]",
        "{stop} [too|as well], as a stop",
        "[wait|hang on], I [want|need] to stop at {stop} [on the way|before that]",
        "[let's stop|stop] at {stop} [on the way|before we get there]",
        "one stop more: {stop}[, on the way there|]",
    ),
    zh_wide=(
        "[还要|还得]先到{stop}停一下",
        "路上[停一下|停靠]{stop}",
        "{stop}也[去一下|要停]，[在去的路上|再继续走]",
    ),
)
HOW = {"drive": ("by car", "开车"), "walk": ("on foot", "走路"), "cycle": ("by bike", "骑车")}


@family(split="train", behaviour="revision", domains=TRAVEL, difficulty=2, languages=("en", "en", "zh"))
def stop_added_on_the_way(draw: Draw) -> Draft:
    """The guidance runs on; what comes later is a stop, not another destination."""
    rows, mode = Rows(draw), draw.choice(tuple(HOW))
    place, stop, other = (_venue(draw) for _ in range(3))
    for name, km in ((place, draw.integer(3, 9)), (stop, 2), (other, 1)):
        rows.place(name, km=km)
    _still(rows)

    def witness(play: Play) -> None:
        play.call("control_navigation", why=f"{HOW[mode][0]} to {place}.", action="start", destination=place, mode=mode)
        play.finish(draw.tongue(f"The way to {place} is shown.", f"已开始导航到{place}。"))
        play.call("control_navigation", why=f"{stop} lies on the way.", action="add_stop", destination=stop)
        play.finish(draw.tongue(f"The way goes by {stop}.", f"已加上途经点{stop}。"))

    words = draw.say(VIA, bare=True, stop=stop)
    request = draw.say(WAY, place=place, how=draw.tongue(*HOW[mode]))
    return Draft(
        request, witness, patches=rows.patches, followups=[FollowUp(after="finish", text=words[0].upper() + words[1:])]
    )


EVENT_PLACE = Wording(
    train=(
        "![take|guide|navigate] me to [the place of the {title}|where the {title} is]",
        "how do I get to the {title}? [Start|Begin] the directions",
        "[I have to leave for|I'm off to] the {title}, [show me the way|start navigating]",
        "directions to [the|my] {title}[, wherever it is|, see my calendar for the place]",
        "![look up|find] where the {title} is and [guide|navigate] me there",
    ),
    held=(
        "the {title} takes place somewhere, my calendar knows; get me there",
        "!lead the way to wherever I have the {title}",
    ),
    wide=(
        "!navigate to the [place|location|venue] [of|for] the {title} in my calendar",
        "where's the {title} [again|taking place]? [Take|Lead] me there[, please|]",
        "I [need|want] to go to the {title}. [The address should be in|You find the place in] my calendar, start the navigation",
        "{title}, [the event|that event in my calendar]: [navigate me there|directions]",
        "could you [get|bring] me to the {title}? I [don't remember|forgot] where it [is|takes place]",
        "time to go to the {title}, [route please|give me the route]",
        "I've [no idea|forgotten] where the {title} is, so [check my calendar|look in the calendar] and [take me there|start the directions]",
        "!start [route guidance|navigating] to the [event|calendar event] {title}",
        "[so that I'm not late|so I get there on time]: the way to the {title}, please, [its location is in the calendar|from the calendar]",
    ),
)


@family(
    split="train", behaviour="reference", domains=("Travel & Lifestyle", "Time Management", "Network & Connectivity"),
    difficulty=3,
)  # fmt: skip
def way_to_an_event(draw: Draw) -> Draft:
    """Where to go stands in the calendar; the phone must know where it is, and the error says so if it may not."""
    rows, title, off = Rows(draw), draw.title(), draw.chance(0.4)
    place, other = _venue(draw), _venue(draw)
    rows.place(place, km=draw.integer(2, 9))
    rows.place(other, km=1)
    rows.event(title, draw.moment(1, 3), location=place)
    rows.event(draw.title(), draw.moment(1, 3), location=other)
    _still(rows)
    if off:
        rows.put("radios", "location", on=False)

    def witness(play: Play) -> None:
        found = play.call("search_events", why=f"Find where the {title} is.", query=title)
        if len(found["events"]) != 1:
            raise UnsuitableError(f"the profile has more than one {title}")
        where = found["events"][0]["location"]
        play.call("control_navigation", why=f"It is at {where}.", fails=off, action="start", destination=where)
        if off:
            play.call("set_location", why="Location is off and is needed.", enabled=True)
            play.call("control_navigation", why="Location is on now.", action="start", destination=where)
        play.finish(f"The way to {where} is shown.")

    return Draft(draw.say(EVENT_PLACE, title=title), witness, patches=rows.patches)


PACK = Wording(
    train=(
        "if the chance of rain in {city} {on} is [above|over|more than] {limit} %, put '{wet}' on my to-do list, [otherwise|else] '{dry}'",
        "![check|look up] the rain in {city} {on}: [more than|over] {limit} % means the to-do '{wet}', [anything else|less] '{dry}'",
        "[I'm going|I travel] to {city} {on}. [Add the to-do|Note as a to-do] '{wet}' [if|should] rain [is|be] likelier than {limit} %, or else '{dry}'",
        "to-do for {city}: '{wet}' if it rains {on} with more than {limit} %, '{dry}' if not",
        "[weather|rain] in {city} {on}? [Over|Above] {limit} percent [add|put] '{wet}' on the list, [below|under] that '{dry}'",
    ),
    held=(
        "my list should say '{wet}' where {city} {on} gets rain with more than {limit} %, and '{dry}' in the other case",
        "see what {city} is in for {on}; rain above {limit} per cent calls for the to-do '{wet}', less than that for '{dry}'",
    ),
    wide=(
        "!put '{wet}' on my to-do list if the [risk|likelihood] of rain in {city} {on} [is over|exceeds] {limit} %, and '{dry}' [if not|otherwise]",
        "will it rain in {city} {on}? If that's more than {limit} % likely, [I need the to-do|create the to-do] '{wet}', [if not|otherwise] '{dry}'",
        "{city} {on}: rain [over|above] {limit} % = to-do '{wet}', [otherwise|else] '{dry}'",
        "I'm [packing for|off to] {city} and will be there {on}. [Check|Look at] the forecast: with rain above {limit} percent the to-do is '{wet}', otherwise '{dry}'",
        "depending on the [weather|forecast] for {city} {on}, make me a to-do: '{wet}' [if|when] rain is over {limit} % likely, else '{dry}'",
        "[one of two to-dos|one to-do, one of two]: '{wet}' for [a chance of rain|rain] above {limit} % in {city} {on}, '{dry}' for anything less",
        "could you [check|see] how likely rain is in {city} {on} and [note|write down] a to-do? Above {limit} %: '{wet}'. [Otherwise|If not]: '{dry}'",
        "'{wet}' or '{dry}', [only one of them|one of the two] goes on my to-do list: the first if {city} has more than {limit} % chance of rain {on}, the second if not",
        "unless rain in {city} {on} is more than {limit} % likely, [add '{dry}' to|put '{dry}' on] my to-do list; if it is, '{wet}'",
    ),
)


@family(
    split="train", behaviour="conditional", domains=("Travel & Lifestyle", "Utilities & Productivity"), difficulty=2
)  # fmt: skip
def todo_by_the_weather(draw: Draw) -> Draft:
    """One forecast decides which of two things is to be done; sometimes the forecast must be asked for twice."""
    rows, city, day = Rows(draw), draw.pick(entities.CITIES), draw.day(2, 8).isoformat()
    limit, rains, fails = draw.integer(30, 70, 10), draw.chance(0.5), draw.chance(0.25)
    wet, dry = draw.title(), draw.title()
    chance = draw.integer(limit + 3, 99) if rains else draw.integer(1, limit - 3)
    rows.put("forecasts", f"{city}@{day}", rainChance=chance)

    def witness(play: Play) -> None:
        if fails:
            play.call("get_weather", why=f"See whether {city} gets rain.", fails=True, place=city, date=day)
        why = "The service did not answer; once more." if fails else f"See whether {city} gets rain."
        found = play.call("get_weather", why=why, place=city, date=day)["forecast"][0]["rainChance"]
        title = wet if found > limit else dry
        why = f"{found} is {'more' if found > limit else 'not more'} than {limit}."
        play.call("manage_todo", why=why, action="create", title=title)
        play.finish(f'The chance of rain is {found} %, so "{title}" is on the list.')

    request = draw.say(PACK, city=city, on=draw.say_on(day), limit=limit, wet=wet, dry=dry)
    friction = [Friction(kind="runtime_error", params={"tool": "get_weather", "first": 1})] if fails else []
    return Draft(request, witness, patches=rows.patches, friction=friction)


HOW_WARM = Wording(
    held=(
        "how warm [does it get|will it be] in {city} {on}? I want the high in degrees",
        "what high [is expected|do they expect] for {city} {on}?",
        "!tell me the highest temperature of {city} {on}, as forecast",
        "{on} I am in {city}: up to how many degrees?",
        "{city}, {on}: the high?",
        "I'm packing for {city} and don't know about a coat. What's the high {on}?",
        "what's the weather, no, just the high, for {city} {on}?",
    ),
)


@family(split="test", behaviour="boundary", domains=TRAVEL)
def warmth_somewhere(draw: Draw) -> Draft:
    """Without a tool that knows the weather there is nothing to say but that; made-up degrees would be a lie."""
    rows, city, day = Rows(draw), draw.pick(entities.CITIES), draw.day(2, 8).isoformat()
    possible, high = draw.chance(0.55), draw.integer(3, 38)
    rows.put("forecasts", f"{city}@{day}", highC=high)

    def witness(play: Play) -> None:
        if possible:
            found = play.call("get_weather", why=f"See the forecast of {city}.", place=city, date=day)["forecast"][0]
            play.finish(f"Up to {found['highC']} degrees in {city}.")
        else:
            play.refuse(f"I have no way to see the weather of {city}.", why="Nothing here knows the weather.")

    request = draw.say(HOW_WARM, city=city, on=draw.say_on(day))
    if possible:
        return Draft(request, witness, patches=rows.patches, says=[(str(high),)])
    return Draft(
        request, witness, check="behaviour", patches=rows.patches, says=[("weather", "forecast", "temperature")],
        friction=[
            Friction(kind="missing_tool", params={"tool": "get_weather"}),
            Friction(kind="unsolvable", params={"note": "no tool"}),
        ],
    )  # fmt: skip


FOR_SURE = Wording(
    held=(
        "[pause|suspend] the price alert of the {product} and [check|verify] that it really is paused",
        "no more alerts about the {product} for now. Look afterwards whether that worked, and [repeat it|do it again] if not",
        "!let the monitor of the {product} rest, not delete it, and make sure that it does",
        "the {product} need not be watched for the moment; I want you to see for yourself that it isn't any longer",
        "{product} price alert: pause it, then check",
        "last time an alert went on although I had stopped it. Pause the one for the {product}, look whether it is paused, and if not do it again.",
        "!delete the price alert of the {product}, no, just pause it, and check that it is paused",
    ),
)


@family(split="test", behaviour="boundary", domains=TRAVEL, difficulty=3)
def alert_paused_for_sure(draw: Draw) -> Draft:
    """An ok may be empty: only reading back tells, and then it is done once more."""
    rows, product, other, lost = Rows(draw), draw.pick(entities.PRODUCTS), draw.pick(entities.PRODUCTS), draw.chance(0.6)
    rows.clear("monitors", kind="price")
    for name in (product, other):
        rows.product(name, 300)
        rows.add("monitors", "mo", kind="price", subject=name, condition="below", threshold=240.0, active=True,
                 created=rows.now - 900_000)  # fmt: skip

    def pause(play: Play, why: str) -> None:
        play.call("manage_monitor", why=why, action="pause", kind="price", subject=product)

    def witness(play: Play) -> None:
        pause(play, f"The alert of {product} is to rest.")
        found = play.call("manage_monitor", why="See whether it is paused.", action="list", kind="price")["monitors"]
        if next(row["active"] for row in found if row["subject"] == product):
            pause(play, "It is still active; once more.")
        play.finish(f"The alert of {product} is paused.")

    request = draw.say(FOR_SURE, product=product)
    if not lost:
        return Draft(request, witness, patches=rows.patches)
    friction = [Friction(kind="dropped_write", params={"tool": "manage_monitor", "first": 1})]
    return Draft(request, witness, patches=rows.patches, friction=friction)


WATCH = Wording(
    train=(
        "![tell me|let me know|notify me] [when|as soon as] the {product} [costs|is] less than {limit}",
        "[watch|keep an eye on] the price of the {product}, [alarm me|alert me] below {limit}",
        "price alert: {product} [under|below] {limit}",
        "[I'd buy|I want] the {product} [once|if] it [falls|drops] below {limit}, [watch it for me|keep watching]",
        "the {product} is too expensive; [tell me|say] when it is under {limit}",
    ),
    held=(
        "at less than {limit} I would take the {product}: see to it that I hear of that",
        "!have the {product} watched until the price is under {limit}",
    ),
    zh_train=("{product}低于{limit}元[告诉我|提醒我]", "[帮我盯着|关注]{product}的价格，[跌到|低于]{limit}以下就提醒"),
    zh_held=("{product}要是不到{limit}块了就说一声",),
    wide=(
        "!ping me when the {product} [drops|goes] below {limit}",
        "[too expensive for me right now|I won't pay the current price]: {product}. [Notify me|Let me know] [once|if] it's under {limit}",
        "could you [track|monitor] the price of the {product} and [warn|tell] me below {limit}?",
        "{product}: [tell me when it's below|notify me under] {limit}",
        "I'm [saving up for|waiting for a better price on] the {product}, [set|make] a price alert for [less than|anything under] {limit}",
        "!set up [a price watch|a price alert] for the {product}, [anything below|under] {limit}",
        "when the price of the {product} is [lower than|less than] {limit}, I [want|need] to know",
        "I'd like a [message|notification] [as soon as|when] the {product} can be had for less than {limit}",
        "!keep track of the price of the {product} and [say|tell me] when it's below {limit}",
    ),
    zh_wide=(
        "!设[一个|个]{product}的降价提醒，低于{limit}元",
        "{product}[有点贵|太贵了]，[降到|便宜到]{limit}元以下[通知我|叫我]",
        "[监控|盯]一下{product}的价格，目标是{limit}元以下",
    ),
)


@family(split="train", behaviour="boundary", domains=TRAVEL, difficulty=2, languages=("en", "en", "zh"))
def price_watched(draw: Draw) -> Draft:
    """A product is watched once: where it is already, the refusal names that monitor, and its threshold changes."""
    rows, known = Rows(draw), draw.chance(0.5)
    words = entities.PRODUCTS_ZH if draw.language == "zh" else entities.PRODUCTS
    product, other = draw.pick(words), draw.pick(words)
    price = draw.integer(60, 900, 10)
    limit = price - draw.integer(5, 50)
    for name in (product, other):
        rows.product(name, price)
    for name in (product, other) if known else (other,):
        rows.add("monitors", "mo", kind="price", subject=name, condition="below", threshold=price - 51.0, active=True,
                 created=rows.now - 900_000)  # fmt: skip

    def witness(play: Play) -> None:
        answer = play.call("manage_monitor", why=f"Watch for less than {limit}.", fails=known, action="create", kind="price",
                           subject=product, condition="below", threshold=limit)  # fmt: skip
        if known:
            key = answer["accepted"]["monitorId"]
            play.call("manage_monitor", why=f"{key} watches it already.", action="update", monitorId=key, threshold=limit)
        play.finish(draw.tongue(f"{product} is watched for less than {limit}.", f"{product}低于{limit}会提醒你。"))

    return Draft(draw.say(WATCH, product=product, limit=limit), witness, patches=rows.patches)


RAIN = Wording(
    held=(
        "both {first} and {second} should be watched for a chance of rain above {limit} %; [one of them|one] may be already, [leave it|don't touch that one]",
        "![make sure|see] that I am warned when rain in {first} or in {second} is likelier than {limit} %, [adding|setting up] only what is missing",
        "rain alerts over {limit} % for {first} and {second}: complete them, the ones I have stay as they are",
        "do I have rain warnings above {limit} per cent for {first} and {second}? Whichever lacks one gets it",
        "rain over {limit} %, {first} and {second}: add the missing alert",
        "I travel between {first} and {second} and hate getting wet. I want to be warned of rain above {limit} % in both, but one may have its alert already, so add only what's missing.",
        "!watch {first} and {second} for rain above {limit} %, no, only the one of the two that isn't watched yet",
    ),
)


@family(split="test", behaviour="reference", domains=TRAVEL, difficulty=2)
def rain_watched_where_it_is_not(draw: Draw) -> Draft:
    """One of two cities is watched already; a third one has a threshold of its own."""
    rows, limit = Rows(draw), draw.integer(40, 80, 5)
    first, second, third = (draw.pick(entities.CITIES) for _ in range(3))
    watched = draw.choice((first, second))
    rows.clear("monitors", kind="rain")
    for city, threshold in ((third, limit - 15.0), (watched, float(limit))):
        rows.add("monitors", "mo", kind="rain", subject=city, condition="above", threshold=threshold, active=True,
                 created=rows.now - 900_000)  # fmt: skip

    def witness(play: Play) -> None:
        found = play.call("manage_monitor", why="See which city is watched.", action="list", kind="rain")
        known = {row["subject"] for row in found["monitors"]}
        city = next(name for name in (first, second) if name not in known)
        play.call("manage_monitor", why=f"{city} is missing.", action="create", kind="rain", subject=city, condition="above",
                  threshold=limit)  # fmt: skip
        play.finish(f"{city} is watched now too.")

    return Draft(draw.say(RAIN, first=first, second=second, limit=limit), witness, patches=rows.patches)


TABLE = Wording(
    train=(
        "![book|reserve] a table for {people} at {place} {on}[, |] at {time}",
        "{place}, table for {people}, {on} at {time}[: book it|]",
        "[I want|we'd like] to eat at {place} {on} at {time}, [there are {people} of us|{people} people]",
        "[get|find] us a table at {place}: {people} people, {on}, {time}",
        "table for {people} {on}, {place}, {time} [please|]",
    ),
    held=(
        "{people} of us will have dinner at {place} {on}; {time} is when we come, so let them keep a table",
        "!have {place} expect {people} guests {on} at {time}",
    ),
    zh_train=("[订|预订]{place}{on}{time}的位子，{people}个人", "{on}{time}在{place}订{people}人桌"),
    zh_held=("{people}个人{on}{time}要去{place}吃饭，留个桌",),
    wide=(
        "![arrange|organise] a table for {people} [at|in] {place}, {on}, {time}",
        "could we [have|get] a table at {place} {on} at {time}, for {people}?",
        "dinner at {place} {on}, {time}, [party|group] of {people}. [Reserve, please|Please book that]",
        "we're [going out|eating out] {on}, {people} of us, at {place}. [Reserve|Book] a table for {time}.",
        "[reservation|booking] for {people}: {place}, {on}, {time}",
        "I [need|would like] a reservation at {place} {on} at {time} for {people} [diners|people]",
        "[it's my birthday|friends are visiting], so [book|reserve] a table for {people} at {place} {on} at {time}",
        "at {time} {on} we'd like to [sit down|eat] at {place}, {people} [people|of us], [please reserve|book that for us]",
        "table {place}, {people} [people|persons], {on}, {time}",
    ),
    zh_wide=(
        "!在{place}[订|预约]一桌，{people}位，{on}{time}",
        "{on}{time}我们{people}个人想在{place}聚餐，[订个位|预订一下]",
        "{place}，{people}[位|人]，{on}{time}，[订位|预约一桌]",
    ),
)


@family(split="train", behaviour="grounding", domains=TRAVEL, difficulty=2, languages=("en", "en", "zh"))
def table_for_some(draw: Draw) -> Draft:
    """What can be booked is looked up first; the offer of the right time is taken."""
    rows, people, day = Rows(draw), draw.integer(2, 8), draw.day(2, 20).isoformat()
    place = draw.pick(entities.VENUES_ZH if draw.language == "zh" else entities.RESTAURANTS)
    key = rows.place(place, category="restaurant", opens="17:30", closes="23:00", tables=True)
    times = ("18:00", "18:30", "19:00", "19:30", "20:00", "20:30", "21:00")
    free = sorted(draw.rng.sample(times, 3))
    time = draw.choice(free)
    for slot in times:
        rows.put("availability", f"{key}@{day}T{slot}", left=int(slot in free))

    def witness(play: Play) -> None:
        found = play.call("search_offers", why=f"See the tables at {place}.", kind="table", place=place, date=day,
                          people=people)  # fmt: skip
        offer = next(item["offerId"] for item in found["offers"] if item["time"].endswith(time))
        play.call("manage_booking", why=f"The one at {time}.", action="book", offerId=offer, people=people)
        play.finish(draw.tongue(f"A table for {people} at {place} at {time} is booked.", f"已订{place}{time}，{people}人。"))

    request = draw.say(TABLE, place=place, people=people, on=draw.say_on(day), time=draw.say_time(time))
    return Draft(request, witness, patches=rows.patches)


LATE_TABLE = Wording(
    held=(
        "a table for {people} at {place} {on}, at {first} [if there is one|if that's free], [otherwise|else] at {second}",
        "we are {people} and want to go to {place} {on}; {first} would be best, {second} will do if that is taken",
        "!see whether {place} has room for {people} {on} at {first}. No? Then {second}. Book the one that works",
        "{place} {on}, {people} guests: the table at {first}, or should it be gone the one at {second}",
        "{place}, {on}, table for {people}: {first}, else {second}",
        "we have something to celebrate, so book us a table for {people} at {place} {on}, at {first} if you can get it and at {second} if you can't.",
        "!book a table for {people} at {place} {on} at {second}, no, at {first}, and at {second} only if that's taken",
    ),
    zh_held=(
        "{on}{place}{people}个人，{first}有位就订，没有就{second}",
        "订{place}{on}{first}的{people}人桌，订不到就改{second}",
        "订{on}{place}{people}个人的位子，{second}，不，{first}，没有再订{second}",
    ),
)


@family(split="test", behaviour="conditional", domains=TRAVEL, difficulty=2, languages=("en", "en", "zh"))
def table_at_one_of_two_times(draw: Draw) -> Draft:
    """Which of the two times is free only the offers tell."""
    rows, people, day = Rows(draw), draw.integer(2, 8), draw.day(2, 20).isoformat()
    place = draw.pick(entities.VENUES_ZH if draw.language == "zh" else entities.RESTAURANTS)
    key = rows.place(place, category="restaurant", opens="17:30", closes="23:00", tables=True)
    times = ("18:00", "18:30", "19:00", "19:30", "20:00", "20:30", "21:00")
    first, second, *rest = draw.rng.sample(times, 7)
    free = {second, rest[0], first if draw.chance(0.5) else rest[1]}
    for slot in times:
        rows.put("availability", f"{key}@{day}T{slot}", left=int(slot in free))

    def witness(play: Play) -> None:
        found = play.call("search_offers", why=f"See the tables at {place}.", kind="table", place=place, date=day,
                          people=people)["offers"]  # fmt: skip
        offers = {item["time"][-5:]: item["offerId"] for item in found}
        time = first if first in offers else second
        why = f"{first} is free." if first in offers else f"{first} is taken, {second} is free."
        play.call("manage_booking", why=why, action="book", offerId=offers[time], people=people)
        play.finish(draw.tongue(f"A table for {people} at {place} at {time} is booked.", f"已订{place}{time}，{people}人。"))

    request = draw.say(LATE_TABLE, place=place, people=people, on=draw.say_on(day), first=draw.say_time(first),
                       second=draw.say_time(second))  # fmt: skip
    return Draft(request, witness, patches=rows.patches)


RIDE = Wording(
    held=(
        "[a taxi|a cab] to {place} if it costs no more than {limit} {money}, [otherwise|else] [show me the way|guide me] by public transport",
        "what would a ride to {place} cost? [Up to|At most] {limit} {money}: order it. Dearer: I'll take the bus, start the directions for that",
        "I must get to {place}, by taxi where that stays within {limit} {money}, by public transport where it does not; start whichever it is",
        "!call me a car to {place} for {limit} {money} or less; beyond that, guide me there by bus and train",
        "{place}: taxi up to {limit} {money}, dearer than that start directions by public transport",
        "I'm late for {place}. Order a taxi if it costs {limit} {money} at most, and if it's more, start directions by public transport.",
        "!order me a taxi to {place}, no, wait, only up to {limit} {money}; if it's more, start directions by public transport",
    ),
)


@family(split="test", behaviour="conditional", domains=TRAVEL, difficulty=2)
def taxi_if_cheap_enough(draw: Draw) -> Draft:
    """The estimate decides between a taxi and the bus."""
    rows, place, near = Rows(draw), _venue(draw), draw.chance(0.5)
    wallet = rows.base.rows("wallet")["main"]
    limit = round(draw.integer(9, 25) * wallet["per_dollar"])
    rows.place(place, km=draw.integer(1, 2) if near else draw.integer(28, 40))
    rows.place(_venue(draw), km=5)
    _still(rows)

    def witness(play: Play) -> None:
        price = play.call("manage_ride", why="See what a taxi costs.", action="estimate", destination=place)["price"]
        if price <= limit:
            play.call("manage_ride", why=f"{price:g} is within {limit}.", action="order", destination=place)
            play.finish(f"A taxi to {place} is on its way for {price:g}.")
        else:
            play.call("control_navigation", why=f"{price:g} is more than {limit}.", action="start", destination=place,
                      mode="transit")  # fmt: skip
            play.finish(f"A taxi would cost {price:g}, so the way by public transport is shown.")

    money = {"GBP": "pounds", "USD": "dollars", "AUD": "dollars", "EUR": "euros", "INR": "rupees"}[wallet["currency"]]
    return Draft(draw.say(RIDE, place=place, limit=limit, money=money), witness, patches=rows.patches)


ENTRY = Wording(
    held=(
        "![put|write] my {place} booking into the calendar as {title}",
        "the table at {place} should be in my calendar[ too|], [called|under] {title}; look up when it is",
        "I booked {place} and forgot when. Make a calendar entry {title} out of that reservation",
        "{title} is what the calendar should call my reservation at {place}, at its time",
        "{title}: my booking at {place}, into the calendar",
        "I'm bound to miss the table I booked at {place}. Look up when it is and put it into the calendar as {title}.",
        "!remind me, no, make a calendar entry {title} for my booking at {place}, at the time it's booked for",
    ),
)


@family(split="test", behaviour="reference", domains=("Travel & Lifestyle", "Time Management"), difficulty=2)
def booking_in_the_calendar(draw: Draw) -> Draft:
    """The time of the event is that of the booking."""
    rows, title, places = Rows(draw), draw.title(), [draw.pick(entities.RESTAURANTS) for _ in range(2)]
    for place in places:
        start = f"{draw.day(2, 15).isoformat()}T{draw.choice(('18:00', '19:00', '19:30', '20:30'))}"
        key = rows.place(place, category="restaurant", tables=True)
        rows.add("bookings", "rv", kind="table", offer=f"{key}@{start}", name=place, start=start,
                 zone=str(draw.now.tzinfo), people=2, total=0.0, flexible=True, payment=None, status="booked",
                 refunded=0.0, created=rows.now - 90_000)  # fmt: skip

    def witness(play: Play) -> None:
        found = play.call("manage_booking", why=f"See when {places[0]} is booked.", action="list")
        start = next(item["start"] for item in found["bookings"] if item["name"] == places[0])
        play.call("create_event", why=f"{places[0]} is booked for {start}.", title=title, start=start)
        play.finish(f"{title} is in the calendar for {start}.")

    request = draw.say(ENTRY, place=places[0], title=title)
    return Draft(request, witness, patches=rows.patches)
