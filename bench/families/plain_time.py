"""Plain requests about time: timers and the stopwatch, clocks elsewhere, alarms and sleep, dates and plans."""

from collections.abc import Sequence
from typing import Any

from harness.environments.phone.zones import find_city

from .. import entities
from ..answers import time_words
from ..draw import MONTHS, Draw
from ..plain import Slots, kept, on_or_off, plain, switch, wish
from ..rows import Rows
from ..scenario import Draft, family

TIME = ("Time Management",)
Told = tuple[str, Sequence[Sequence[str]]]

CITIES_ZH = (
    "北京", "上海", "广州", "深圳", "杭州", "成都", "南京", "武汉", "西安", "香港", "台北", "东京", "大阪", "首尔", "新加坡", "曼谷",
    "悉尼", "墨尔本", "伦敦", "巴黎", "柏林", "罗马", "莫斯科", "迪拜", "纽约", "洛杉矶", "旧金山", "芝加哥", "多伦多", "孟买",
)  # fmt: skip
"""Cities that the phone knows by their Chinese names."""


# -- timers and the stopwatch


SECONDS = {"second": 1, "minute": 60, "hour": 3600}


def _length(draw: Draw, rows: Rows) -> Slots:
    """A length of time in seconds, as it is said by itself, and as it is said before the word timer.

    It is long enough not to end while the task is under way.
    """
    unit, low, high, half = draw.choice(
        (("second", 300, 500, False), ("minute", 5, 59, False), ("minute", 5, 59, False), ("minute", 5, 9, True),
         ("hour", 2, 6, True))
    )  # fmt: skip
    number, length = draw.integer(low, high, 10 if unit == "second" else 1), SECONDS[unit]
    article = "an" if number in (8, 11, 18) else "a"
    if half:
        said = draw.tongue(f"{number} and a half {unit}s", f"{number}分半" if unit == "minute" else f"{number}个半小时")
        sized = f"{article} {number}.5 {unit}"
    else:
        said = draw.say_minutes(number) if unit == "minute" else draw.tongue(f"{number} seconds", f"{number}秒")
        sized = f"{article} {number}{draw.choice((' ', '-'))}{unit}"
    seconds = number * length + (length // 2 if half else 0)
    return {"seconds": seconds, "said": said, "sized": draw.tongue(sized, said)}


def _thing(draw: Draw) -> str:
    """What a timer is for."""
    return draw.pick(entities.GROCERIES_ZH if draw.language == "zh" else entities.GROCERIES)


def _named_timer(draw: Draw, rows: Rows) -> Slots:
    return {**_length(draw, rows), "title": _thing(draw)}


def _put_timer(draw: Draw, rows: Rows, title: str, *, paused: bool = False) -> int:
    """A timer with so many minutes left."""
    left = draw.integer(12, 50)
    if paused:
        rows.add("timers", "tm", title=title, seconds=left * 60 + 600, state="paused", ends_at=None, remaining=left * 60,
                 created=rows.now - 900)  # fmt: skip
    else:
        rows.timer(title, left * 60 + 600, left * 60)
    return left


CONTROLS = {
    "pause": ((("pause", "hold"), "paused"), (("暂停",), "暂停")),
    "resume": ((("resume", "continue", "unpause"), "running again"), (("继续", "恢复"), "继续计时")),
    "cancel": ((("cancel", "delete", "get rid of"), "cancelled"), (("取消", "删掉"), "取消")),
}
"""What can be done to a timer: the ways to say it, and what the timer is then; in English and in Chinese."""


def _one_of_two_timers(draw: Draw, rows: Rows) -> Slots:
    action, title = draw.choice(tuple(CONTROLS)), _thing(draw)
    verbs, state = CONTROLS[action][draw.language == "zh"]
    rows.clear("timers")
    for name in draw.rng.sample((title, _thing(draw)), 2):
        _put_timer(draw, rows, name, paused=action == "resume")
    return {"action": action, "title": title, "verb": draw.choice(verbs), "state": state}


def _only_timer(draw: Draw, rows: Rows) -> Slots:
    rows.clear("timers")
    _put_timer(draw, rows, _thing(draw))
    return _length(draw, rows)


def _paused_timer(draw: Draw, rows: Rows) -> Slots:
    rows.clear("timers")
    return {"left": _put_timer(draw, rows, _thing(draw), paused=True)}


def _tell_left(draw: Draw, payload: Any, slots: Slots) -> Told:
    left = slots["left"]
    said = draw.tongue(f"There are {left} minutes left on your timer.", f"计时器还剩{left}分钟。")
    return said, [(f"{left}", f"{left} min", f"{left * 60}")]


def _stopwatch(draw: Draw, rows: Rows, *, running: bool) -> Slots:
    minutes, seconds = draw.integer(1, 48), draw.integer(1, 59)
    elapsed = minutes * 60 + seconds
    since = rows.now - elapsed if running else None
    rows.put("stopwatch", "main", running=running, started_at=since, elapsed=0 if running else elapsed, laps=[])
    return {"minutes": minutes, "seconds": seconds}


def _running_stopwatch(draw: Draw, rows: Rows) -> Slots:
    return _stopwatch(draw, rows, running=True)


def _stopped_stopwatch(draw: Draw, rows: Rows) -> Slots:
    return _stopwatch(draw, rows, running=False)


def _tell_elapsed(draw: Draw, payload: Any, slots: Slots) -> Told:
    minutes, seconds = slots["minutes"], slots["seconds"]
    said = draw.tongue(f"The stopwatch shows {minutes}:{seconds:02d}.", f"秒表显示{minutes}分{seconds}秒。")
    forms = (f"{minutes}:{seconds:02d}", f"{minutes:02d}:{seconds:02d}", f"{minutes}分{seconds}秒", f"{minutes}分钟{seconds}秒",
             f"{minutes} min {seconds} s", f"{minutes} minutes {seconds} seconds", f"{minutes} minutes and {seconds} seconds",
             f"{minutes * 60 + seconds}")  # fmt: skip
    return said, [forms]


TIMERS = (
    wish(
        "manage_timer", "A new timer of {seconds} seconds", about=_length, action="start", seconds="{seconds}",
        train="""![set|start] a timer for {said}
        ![set|start] {sized} timer
        timer[,| for] {said}""",
        wide="""![count down|give me a countdown of] {said}
        a timer of {said}[, please|, starting now|]
        can I [get|have] {sized} timer?
        [I need|I want] a timer [for|of] {said}
        [I'm off to do something else|I lose track of time|I have something to take out then], [set|start] {sized} timer
        new timer, {said}
        put {said} on a timer[ for me|], I'm [cooking|baking]""",
        held="""[beep|ring] when {said} are up, starting now
        I've got {said} until this is done, put a timer on""",
        zh_train="""![设|定]一个{said}的[计时器|倒计时]
        倒计时{said}""",
        zh_wide="""[计时器|定时]{said}
        我怕忘了时间，来个{said}的[计时|倒计时]""",
        zh_held="{said}后响铃提醒我，现在开始计时",
        done=("Your timer for {said} is running.", "{said}的计时器开始了。"),
    ),
    wish(
        "manage_timer", "A new timer, {title}, of {seconds} seconds", about=_named_timer, action="start",
        seconds="{seconds}", title="{title}",
        train="""![set|start] a timer [called|named] {title} for {said}
        ![set|start] {sized} timer [and call it|with the name|labelled] {title}""",
        wide="""{title} timer, {said}
        ![time|set a countdown for] my {title}: {said}, with {title} as its name
        I need {sized} timer [named|called] {title}
        can you [run|set up] {sized} timer [titled|labelled] {title}?
        new timer: {title}, {said}
        [I've several things on the stove|So I don't mix them up], [start|set] {sized} timer and name it {title}""",
        held="""!set up a countdown of {said} labelled {title}
        it's {said} for {title}, start a timer with that name""",
        zh_train="![设|开]一个{said}的计时器，[名字叫|叫]{title}",
        zh_wide="""{title}计时，{said}
        锅里东西多，[定|开]个叫{title}的计时器，{said}""",
        zh_held="{title}要{said}，用这个名字开个计时器",
        done=("The timer {title} is running for {said}.", "计时器“{title}”开始了，{said}。"),
    ),
    wish(
        "manage_timer", "The timer {title}: {action}", about=_one_of_two_timers, action="{action}", title="{title}",
        train="""!{verb} the {title} timer
        !{verb} the timer [called|named|for] {title}""",
        wide="""{title} timer: {verb}[ it|]
        can you {verb} my {title} timer?
        [I want|I'd like] to {verb} the {title} timer
        there's a timer [called|named] {title}, {verb} it
        of my two timers, {verb} the {title} one
        the {title} timer, {verb} that one[ for me|]""",
        held="""I set a timer for {title}, now I want to {verb} it
        !{verb} the countdown marked {title}, not the other one""",
        zh_train="!{verb}{title}的计时器",
        zh_wide="""叫{title}的计时器，{verb}[一下|]
        !{verb}计时器{title}""",
        zh_held="{title}那个倒计时，我想{verb}",
        done=("The {title} timer is {state}.", "计时器“{title}”已{state}。"),
    ),
    wish(
        "manage_timer", "The timer {said} longer", about=_only_timer, action="extend", seconds="{seconds}",
        train="""!add {said} to [the|my] timer
        ![make|let] the timer [{said} longer|run {said} longer]""",
        wide="""!extend [the|my] timer by {said}
        {said} more on the timer[ please|]
        [it's not done yet|I need longer|that was not enough], [give the timer another {said}|put another {said} on the timer]
        can the timer [go on for {said} more|get an extra {said}]?
        timer: plus {said}
        I need {said} extra on the running timer""",
        held="""!put {said} on top of what the timer has left
        the countdown's too short, give it {said} extra""",
        zh_train="!给计时器[加|再加]{said}",
        zh_wide="""计时器[延长|多走]{said}
        时间不够，计时器再加{said}""",
        zh_held="倒计时不够，往后延{said}",
        done=("I added {said} to your timer.", "计时器加了{said}。"),
    ),
    wish(
        "manage_timer", "How much is left on the timer", about=_paused_timer, tell=_tell_left, action="list",
        train="""how much time is left on [the|my] timer?
        how [long|many minutes] does [the|my] [paused |]timer [still |]have[ left|]?""",
        wide="""timer, how [much|long] left?
        !tell me [what is left|the time left] on [the|my] timer
        I paused the timer, what's [left on it|the remaining time]?
        can you check [the|my] timer and tell me [how long is left|the time it has left]?
        I [forgot|don't know] how much time the timer [still has|has left]""",
        held="""how many minutes does the countdown still have to go?
        what's the remaining time on the timer I paused?""",
        zh_train="计时器还[剩|有]多久？",
        zh_wide="""看看计时器还剩几分钟
        我暂停的计时器还剩多少时间？""",
        zh_held="暂停的倒计时还差几分钟到点？",
    ),
    wish(
        "manage_stopwatch", "The stopwatch on", action="start",
        train="""!start the stopwatch
        stopwatch[, go| on|, start]""",
        wide="""![get the stopwatch going|run the stopwatch]
        [I'm about to run a lap|I want to see how long this takes], start the stopwatch
        can you start [a|the] stopwatch?
        I need the stopwatch [now|running]
        stopwatch please, [from now|starting now]
        ![begin timing|clock] me with the stopwatch""",
        held="""I'm setting off now, let the stopwatch run
        !use the stopwatch to time me, I'm off""",
        zh_train="""![开始|启动]秒表
        秒表开始""",
        zh_wide="""我要跑步了，开秒表
        用秒表计时，现在开始""",
        zh_held="我出发了，让秒表走起来",
        done=("The stopwatch is running.", "秒表开始走了。"),
    ),
    wish(
        "manage_stopwatch", "The stopwatch stopped", about=_running_stopwatch, action="stop",
        train="""!stop the stopwatch
        stopwatch[ stop|, stop]""",
        wide="""!halt the stopwatch
        [I'm done|finish line|that's it], stop the stopwatch
        can you stop the stopwatch [now|for me]?
        the stopwatch [can|should] stop now
        I've [finished|reached the end], please stop the stopwatch""",
        held="""that's me over the line, stop timing on the stopwatch
        !freeze the stopwatch right there""",
        zh_train="![停止|停下]秒表",
        zh_wide="""秒表停
        我跑完了，[停掉|停]秒表""",
        zh_held="我到终点了，秒表别走了",
        done=("The stopwatch has stopped.", "秒表停了。"),
    ),
    wish(
        "manage_stopwatch", "A lap on the stopwatch", about=_running_stopwatch, check="calls", action="lap",
        train="""![take|record|mark] a lap[ on the stopwatch|]
        lap[ now|, stopwatch]""",
        wide="""stopwatch lap[, please|]
        [one lap done|that's a round], [note|record] a lap on the stopwatch
        can you [save|take] a lap time on the stopwatch?
        I [need|want] a lap [on the stopwatch|marked], it [should|can] keep running
        the stopwatch should [take|note] a lap here""",
        held="""!log this lap and let the stopwatch keep running
        !give me a split time on the stopwatch""",
        zh_train="秒表[计一圈|记一圈]",
        zh_wide="""这圈跑完了，秒表[记个圈|计次]
        !在秒表上记一圈""",
        zh_held="秒表别停，把这圈的时间记下来",
        done=("I recorded a lap.", "记了一圈。"),
    ),
    wish(
        "manage_stopwatch", "The stopwatch back to zero", about=_stopped_stopwatch, check="calls", action="reset",
        train="""!reset the stopwatch
        ![set|put] the stopwatch back to zero""",
        wide="""stopwatch [back to|to] zero
        !clear the stopwatch
        [next runner is coming|I want a fresh start], reset the stopwatch
        can you [zero|reset] the stopwatch?
        the stopwatch should [show|be at] zero again""",
        held="""!wipe the time off the stopwatch
        I don't need that stopwatch time any more, get it to 00:00""",
        zh_train="!秒表[归零|清零]",
        zh_wide="""!把秒表重置
        换个人跑，秒表清零""",
        zh_held="秒表上的时间清掉，回到零",
        done=("The stopwatch is at zero.", "秒表已归零。"),
    ),
    wish(
        "manage_stopwatch", "What the stopwatch shows", about=_stopped_stopwatch, tell=_tell_elapsed, action="read",
        train="""what does the stopwatch [say|show|read]?
        what's the time on the stopwatch?""",
        wide="""stopwatch[: time?|, what time?]
        !read me the stopwatch
        I stopped the stopwatch, how [long was it|much time is on it]?
        can you tell me what's on the stopwatch?
        I'd like to know [my time|how long it took] on the stopwatch""",
        held="""how long was my run, by the stopwatch?
        how much time has the stopwatch counted?""",
        zh_train="秒表[现在|]显示多少？",
        zh_wide="""看看秒表走了多久
        秒表停在多少了？""",
        zh_held="刚才用秒表计了多长时间？",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=TIME, languages=("en", "en", "zh"))
def plain_timers(draw: Draw) -> Draft:
    """A timer or the stopwatch."""
    return plain(draw, TIMERS)


# -- clocks of other places


def _city(draw: Draw, rows: Rows) -> Slots:
    return {"city": draw.pick(CITIES_ZH if draw.language == "zh" else entities.CITIES)}


def _shown_cities(draw: Draw, rows: Rows) -> Slots:
    """Two or three cities are on the world clock; one of them is ``city``."""
    rows.clear("world_clocks")
    cities = [_city(draw, rows)["city"] for _ in range(draw.integer(2, 3))]
    for city in cities:
        found = find_city(city)
        rows.add("world_clocks", "wc", city=found.name, zone=found.zone)
    return {"city": draw.choice(cities), "cities": cities}


def _tell_cities(draw: Draw, payload: Any, slots: Slots) -> Told:
    cities = slots["cities"]
    said = draw.tongue(f"Your world clock shows {', '.join(cities)}.", f"世界时钟里有{'、'.join(cities)}。")
    return said, [(city, find_city(city).name) for city in cities]


def _tell_now(draw: Draw, payload: Any, slots: Slots) -> Told:
    time, city = payload["now"][11:], slots["city"]
    return draw.tongue(f"It is {time} in {city}.", f"{city}现在是{time}。"), [time_words(time)]


def _moment_and_city(draw: Draw, rows: Rows) -> Slots:
    moment = draw.moment(1, 6, hours=(7, 21))
    return {**_city(draw, rows), "moment": moment, "when": draw.say_when(moment), "at": draw.say_moment(moment)}


def _tell_there(draw: Draw, payload: Any, slots: Slots) -> Told:
    day, time = payload["to"]["time"].split("T")
    said = draw.tongue(f"In {slots['city']} it will be {time} on {day}.", f"{slots['city']}那时是{day} {time}。")
    return said, [time_words(time)]


def _tell_here(draw: Draw, payload: Any, slots: Slots) -> Told:
    day, time = payload["to"]["time"].split("T")
    return draw.tongue(f"That is {time} on {day} for you.", f"你这里是{day} {time}。"), [time_words(time)]


def _zone_by_hand(draw: Draw, rows: Rows) -> Slots:
    rows.put("device", "clock", auto_zone=False)
    return {}


ZONES = (
    wish(
        "manage_world_clock", "{city} into the world clock", about=_city, action="add", city="{city}",
        train="""!add {city} to [the|my] world clock
        ![put|show] {city} [in|on] [the|my] world clock""",
        wide="""world clock: add {city}
        [a colleague of mine moved|my sister is moving] to {city}, add it to [the|my] world clock
        I['d like| want] to [have|see] {city} on [the|my] world clock
        can I have {city} on [the|my] world clock?
        {city} should [be|appear] [in|on] the world clock[ too|]
        ![include|save] {city} among [my|the] world clock cities""",
        held="""I have friends in {city} now, so show its time in the world clock too
        {city} is missing from the world clock, can you fix that?""",
        zh_train="![在世界时钟里|给世界时钟]添加{city}",
        zh_wide="""世界时钟[加上|加个]{city}
        同事搬去{city}了，加到世界时钟里""",
        zh_held="世界时钟里缺{city}，补上吧",
        done=("{city} is on your world clock.", "世界时钟里有{city}了。"),
    ),
    wish(
        "manage_world_clock", "{city} out of the world clock", about=_shown_cities, action="remove", city="{city}",
        train="""!remove {city} from [the|my] world clock
        ![take|delete] {city} [off|from] [the|my] world clock""",
        wide="""world clock: [remove|drop] {city}
        I don't need {city} [on|in] [the|my] world clock [any more|anymore]
        can you [get|take] {city} off my world clock?
        [the trip is over|my friend has left {city}], so take {city} off [the|my] world clock
        {city} can [go|disappear] from the world clock
        I'd like {city} gone from [the|my] world clock""",
        held="""why is {city} still in my world clock? Get rid of it
        !clear {city} out of the world clock""",
        zh_train="![从世界时钟里[删掉|移除]{city}|把世界时钟里的{city}[删掉|去掉]]",
        zh_wide="""世界时钟不要{city}了
        {city}出差结束了，从世界时钟里去掉""",
        zh_held="世界时钟里的{city}用不上了，拿掉吧",
        done=("{city} is off your world clock.", "世界时钟里没有{city}了。"),
    ),
    wish(
        "manage_world_clock", "The cities on the world clock", about=_shown_cities, tell=_tell_cities, action="list",
        train="""which cities are [on|in] [the|my] world clock?
        what [cities do I have|is] on [the|my] world clock?""",
        wide="""!list [the|my] world clock[ cities|]
        world clock, which cities?
        can you [tell me|read out] the cities on my world clock?
        I [forgot|don't remember] which cities I [put on|added to] the world clock
        !show me [the cities of|what's on] my world clock""",
        held="""what places did I save in the world clock?
        for which cities does the world clock show me the time?""",
        zh_train="世界时钟里有哪些城市？",
        zh_wide="""!列出世界时钟的城市
        我在世界时钟里加过哪些城市？""",
        zh_held="世界时钟现在显示哪几个地方？",
    ),
    wish(
        "get_current_time", "The time in {city}", about=_city, tell=_tell_now, city="{city}",
        train="""what time is it in {city}[ now| right now|]?
        what's the time in {city}?""",
        wide="""time in {city}[?|, please]
        how late is it in {city}[ now|]?
        !tell me [the time|what time it is] in {city}
        I [want|need] to [call|ring] someone in {city}, what time is it there?
        is it [late|early] in {city}? What time [exactly|is it there]?
        do you know [the current time|what time it is] in {city}?""",
        held="""what does the clock say in {city} right now?
        what's the local time in {city} at the moment?""",
        zh_train="""{city}现在几点？
        现在{city}是几点[了|]？""",
        zh_wide="""{city}[时间|几点了]
        我想给{city}的朋友打电话，那边现在几点？""",
        zh_held="这会儿{city}那边几点钟？",
    ),
    wish(
        "convert_time_zone", "{moment} here as time in {city}", about=_moment_and_city, tell=_tell_there, time="{moment}",
        toZone="{city}",
        train="""what time [is it|will it be] in {city} when it's {when} here?
        {when} here: what time is that in {city}?""",
        wide="""when it's {when} for me, what time is it in {city}?
        !convert {when} my time to {city} time
        [I have a call|my meeting is] {at} my time, what time is that in {city}?
        my {when} in {city} time?
        can you tell me what {when} here is in {city}?
        [they are in {city}|my friend is in {city}], what time do they have when it's {when} here?""",
        held="""I'm free {at} my time, what time would that be for someone in {city}?
        if we talk {at} our time, what's the local time over in {city}?""",
        zh_train="这里{when}的时候，{city}是几点？",
        zh_wide="""我这边{when}，{city}那边几点？
        !把我这里的{when}换算成{city}时间""",
        zh_held="我{when}开会，换成{city}当地时间是几点？",
    ),
    wish(
        "convert_time_zone", "{moment} in {city} as time here", about=_moment_and_city, tell=_tell_here, time="{moment}",
        fromZone="{city}",
        train="""what time [is it|will it be] here when it's {when} in {city}?
        {when} in {city}: what time is that [here|for me]?""",
        wide="""when it's {when} in {city}, what time is it [here|at my place]?
        !convert {when} {city} time to my time
        the [show|webinar|match] starts {at} {city} time, when is that [here|for me]?
        {city} time {when}, [my time|in my time]?
        can you tell me what {when} in {city} is [over here|in my time zone]?
        [they|the team] in {city} suggested {when} their time, what's that in my time?""",
        held="""it'll be {when} in {city}, so what time would that be where I live?
        someone in {city} wants to talk {at} their local time, what time is that where I am?""",
        zh_train="{city}{when}的时候，[我这里|这里]是几点？",
        zh_wide="""直播是{city}时间{when}，我这边几点？
        !把{city}的{when}换算成我这里的时间""",
        zh_held="{city}当地{when}开会，换成我这边的时间是几点？",
    ),
    wish(
        "set_time_zone", "The phone's time zone: {city}", about=_city, check="calls", zone="{city}",
        train="""!set [the|my] time zone to {city}
        ![change|switch] the phone's time zone to {city}""",
        wide="""time zone {city}[ please|]
        [the phone|my phone] should [use|be on] the time zone of {city}
        I'm [in|moving to] {city} and the clock is wrong, set the time zone to {city}[ by hand|]
        can you put [my phone|the phone] on {city} time?
        [I want|I'd like] the phone['s clock|] on {city} time[ from now on|]
        !make {city} [the|my] time zone""",
        held="""!use {city} as the time zone on this phone
        I live in {city} now, my phone should go by that time zone""",
        zh_train="![把时区|时区]设[为|成]{city}",
        zh_wide="""手机时区换成{city}
        我到{city}了，时间不对，时区改成{city}""",
        zh_held="手机时间以后按{city}的时区走",
        done=("The phone is on {city} time.", "手机时区已设为{city}。"),
    ),
    *switch(
        "set_time_zone", "automatic time zone", "自动时区", said="the automatic time zone", key="automatic", check="calls",
        before=kept("device", "clock", "auto_zone"),
        on="""[I travel a lot|I keep crossing borders], [let|have] the phone set its time zone [by itself|automatically]
        I don't want to set the time zone [by hand|myself] any more
        let the network [decide|set] the time zone""",
        off="""the time zone should not [change|set itself] automatically
        I [want to|would rather] set the time zone [by hand|myself] from now on
        [I live near a border|the clock keeps jumping], don't let the network [change|set] my time zone""",
        held_on="wherever I travel, the phone should pick the right time zone on its own",
        held_off="I'll pick the time zone myself, the phone shouldn't do it for me",
        zh_on="到哪儿手机都自己换成当地时区", zh_off="出国时手机别自己换时区",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=TIME, languages=("en", "en", "zh"))
def plain_zones(draw: Draw) -> Draft:
    """The time elsewhere, the world clock or the phone's time zone."""
    return plain(draw, ZONES)


# -- alarms


def _new_alarm(draw: Draw, rows: Rows) -> Slots:
    time = draw.time(5, 21)
    return {"time": time, "at": draw.say_time(time)}


def _repeating_alarm(draw: Draw, rows: Rows) -> Slots:
    days = draw.weekdays(1, 4)
    return {**_new_alarm(draw, rows), "days": days, "on_days": draw.say_on_days(days)}


def _alarms(draw: Draw, rows: Rows, *, enabled: bool = True) -> Slots:
    """Two alarms and no others; one of them is meant, by its title or its time."""
    rows.clear("alarms")
    times = draw.rng.sample([f"{hour:02d}:{minute:02d}" for hour in range(5, 22) for minute in (0, 15, 30, 45)], 2)
    titles = [draw.title() for _ in times]
    for time, title in zip(times, titles, strict=True):
        rows.alarm(time, title, draw.weekdays(1, 5), enabled=enabled)
    which = draw.integer(0, 1)
    time, at = times[which], draw.say_time(times[which])
    short = time if " in the " in at else at  # nobody says "the quarter past seven in the morning alarm"
    return {"time": time, "at": at, "short": short, "title": titles[which], "times": times}


def _alarm_on_or_off(draw: Draw, rows: Rows) -> Slots:
    enabled = draw.chance(0.5)
    action, verbs = ("enable", ("turn on", "switch on")) if enabled else ("disable", ("turn off", "switch off"))
    return {
        **_alarms(draw, rows, enabled=not enabled), **on_or_off(draw, enabled), "action": action,
        "verb": draw.tongue(draw.choice(verbs), "打开" if enabled else "关掉"),
    }  # fmt: skip


def _tell_alarms(draw: Draw, payload: Any, slots: Slots) -> Told:
    first, second = sorted(slots["times"])
    said = draw.tongue(f"Your alarms ring at {first} and {second}.", f"闹钟在{first}和{second}响。")
    return said, [time_words(time) for time in slots["times"]]


def _snooze(draw: Draw, rows: Rows) -> Slots:
    minutes = draw.integer(2, 30)
    return {"minutes": minutes, "said": draw.say_minutes(minutes)}


ALARMS = (
    wish(
        "manage_alarm", "An alarm at {time}", about=_new_alarm, action="create", time="{time}",
        train="""![set|create] an alarm for {at}
        !wake me [up |]at {at}
        alarm[ for| at|,] {at}""",
        wide="""I [need|have] to [get up|be up] at {at}, set an alarm
        can you [set|make] an alarm for {at}?
        new alarm, {at}[, once|]
        [I want|I'd like] an alarm at {at}
        ![get|have] me up at {at}
        my alarm [should|has to] [go off|ring] at {at}, make one
        [early start|I mustn't oversleep], alarm at {at}[ please|]""",
        held="""I need the phone to ring at {at} so I get out of bed
        don't let me sleep past {at}, alarm please""",
        zh_train="""![设|定]一个{at}的闹钟
        {at}[叫我起床|叫醒我]""",
        zh_wide="""闹钟{at}
        我{at}得起，[定|设]个闹钟""",
        zh_held="到{at}响闹铃叫我",
        done=("Your alarm is set for {time}.", "闹钟定在{time}了。"),
    ),
    wish(
        "manage_alarm", "An alarm at {time} on some days", about=_repeating_alarm, action="create", time="{time}",
        days="{days}",
        train="""![set|create] an alarm for {at} {on_days}
        !wake me [up |]at {at} {on_days}""",
        wide="""alarm {at} {on_days}
        I [get up|have to be up] at {at} {on_days}, make me an alarm [for it|for that]
        can I [have|get] an alarm at {at} {on_days}?
        I'd like to be woken at {at} {on_days}
        an alarm that [repeats|rings] {on_days} at {at}[, please|]
        [my shift starts early|school is on], so I need an alarm {on_days} at {at}""",
        held="""I need the phone to ring at {at} {on_days} so I get out of bed
        don't let me sleep past {at} {on_days}, alarm please""",
        zh_train="![设|定]一个{on_days}{at}的闹钟",
        zh_wide="""闹钟，{on_days}{at}[响|]
        我{on_days}{at}要起床，[定|设]个闹钟""",
        zh_held="{on_days}到{at}响闹铃叫我",
        done=("Your alarm is set for {time} {on_days}.", "闹钟定好了：{on_days}{time}。"),
    ),
    wish(
        "manage_alarm", "The alarm {title}: {turned}", about=_alarm_on_or_off, action="{action}", title="{title}",
        train="""!{verb} [the|my] {title} alarm
        !{verb} the alarm [called|named] {title}""",
        wide="""{title} alarm {state}
        can you {verb} [the|my] {title} alarm?
        [the|my] {title} alarm [should|has to] be {state}
        I want the {title} alarm {state}[ again|]
        don't delete the {title} alarm, just turn it {state}
        alarm {title}: {state}[, please|]""",
        held="""I made an alarm called {title}, now I want it {state}
        as for the alarm {title}, I'd like it {state}""",
        zh_train="!{verb}{title}的闹钟",
        zh_wide="""{title}闹钟{verb}
        !把叫{title}的闹钟{verb}""",
        zh_held="名字是{title}的闹铃，{verb}吧",
        done=("The {title} alarm is {state}.", "闹钟“{title}”已{state}。"),
    ),
    wish(
        "manage_alarm", "The alarm at {time}: {turned}", about=_alarm_on_or_off, action="{action}", time="{time}",
        train="""!{verb} [the|my] {short} alarm
        !{verb} the alarm at {at}""",
        wide="""{short} alarm {state}
        can you {verb} [the|my] alarm for {at}?
        the alarm at {at} [should|has to] be {state}
        I want [the|my] {short} alarm {state}[ again|]
        don't delete the {short} alarm, just turn it {state}
        alarm for {at}: {state}""",
        held="""there's an alarm that rings at {at}, I'd like that one {state}
        as for my {short} alarm, I'd like it {state}""",
        zh_train="!{verb}{at}的闹钟",
        zh_wide="""{at}闹钟{verb}
        !把{at}那个闹钟{verb}""",
        zh_held="{at}响的那个闹铃，{verb}吧",
        done=("The {time} alarm is {state}.", "{time}的闹钟已{state}。"),
    ),
    wish(
        "manage_alarm", "The alarm {title} deleted", about=_alarms, action="delete", title="{title}",
        train="""![delete|remove] [the|my] {title} alarm
        !delete the alarm [called|named] {title}""",
        wide="""{title} alarm, delete [it|that]
        can you get rid of [the|my] {title} alarm[ for good|]?
        I don't need the {title} alarm any more, delete it
        [the|my] {title} alarm can be deleted
        !throw out the alarm [called|with the name] {title}
        [I've changed jobs|things have changed], please remove the {title} alarm from my alarms""",
        held="""I won't be needing my {title} alarm, take it off the list
        !clear the {title} alarm from my phone""",
        zh_train="!删[除|掉]{title}的闹钟",
        zh_wide="""{title}闹钟不要了，删掉
        !把叫{title}的闹钟删了""",
        zh_held="{title}的闹铃以后用不上了，从列表里去掉",
        done=("The {title} alarm is deleted.", "闹钟“{title}”已删除。"),
    ),
    wish(
        "manage_alarm", "The alarm at {time} deleted", about=_alarms, action="delete", time="{time}",
        train="""![delete|remove] [the|my] {short} alarm
        !delete the alarm at {at}""",
        wide="""{short} alarm, delete [it|that]
        can you get rid of the alarm at {at}[ for good|]?
        I don't need the {short} alarm any more, delete it
        the alarm [for|at] {at} can be deleted
        !throw out the alarm at {at}""",
        held="""I won't be needing my {short} alarm, take it off the list
        !clear the alarm that rings at {at} from my phone""",
        zh_train="!删[除|掉]{at}的闹钟",
        zh_wide="""{at}的闹钟不要了，删掉
        !把{at}那个闹钟删了""",
        zh_held="{at}的闹铃以后用不上了，从列表里去掉",
        done=("The {time} alarm is deleted.", "{time}的闹钟已删除。"),
    ),
    wish(
        "manage_alarm", "Which alarms there are", about=_alarms, tell=_tell_alarms, action="list",
        train="""what alarms do I have?
        when do my alarms [ring|go off]?""",
        wide="""my alarms[?|, please]
        ![list|show|tell me] my alarms[ and their times|]
        which alarms are set[ on this phone|]?
        can you check which alarms I have [set|on this phone]?
        I forgot [what times my alarms are set for|when my alarms ring]
        what times are my alarms set for?""",
        held="""at what times will an alarm wake me?
        how many alarms do I have, and for what times?""",
        zh_train="我有哪些闹钟？",
        zh_wide="""!列出我的闹钟
        我的闹钟都定在几点？""",
        zh_held="手机上定了几个闹钟，都几点响？",
    ),
    wish(
        "set_alarm_preferences", "{minutes} minutes of snooze", about=_snooze, snoozeMinutes="{minutes}",
        train="""!set [the|my] alarm snooze to {said}
        ![make|let] the snooze last {said}""",
        wide="""snooze[ length|]: {said}
        [when I snooze|after I hit snooze], the alarm should [come back|ring again] after {said}
        can you change the snooze [time|length] to {said}?
        I want [a snooze of {said}|to snooze for {said} at a time]
        [I need more sleep|my snooze doesn't suit me], set snooze to {said}
        a snooze should be {said} [long|from now on]""",
        held="""when I press snooze, give me {said} more before the alarm goes off again
        !give me {said} every time I hit snooze""",
        zh_train="![把|]闹钟的[贪睡|稍后提醒]时间设为{said}",
        zh_wide="""贪睡改成{said}
        我按了贪睡以后，{said}再响""",
        zh_held="每次按稍后提醒，过{said}再响闹钟",
        done=("Snooze lasts {said} now.", "贪睡时间是{said}了。"),
    ),
    wish(
        "set_alarm_preferences", "Alarms that give up after {minutes} minutes", about=_snooze,
        silenceAfterMinutes="{minutes}",
        train="""alarms should [stop|silence themselves] [by themselves |]after {said}
        ![let|have] alarms fall silent automatically after {said}""",
        wide="""[auto-silence|automatic silence] for alarms: {said}
        an alarm that nobody [stops|turns off] should give up after {said}
        can you make alarms stop [ringing |]on their own after {said}?
        [the neighbours complain when I'm away|my flatmates hate it], so no alarm should ring [for |]longer than {said}
        I want alarms to [go quiet|fall silent] after {said}""",
        held="""if I don't turn an alarm off, it should stop ringing after {said}
        {said} of ringing is enough, then an alarm should switch itself off""",
        zh_train="闹钟响{said}[后|以后]自动停",
        zh_wide="""没人关的话，闹钟响{said}就停
        怕吵到邻居，闹钟最多响{said}""",
        zh_held="闹钟响太久烦人，过{said}自己安静下来",
        done=("Alarms stop by themselves after {said}.", "闹钟响{said}后会自动停。"),
    ),
    *switch(
        "set_alarm_preferences", "vibration for alarms", "闹钟振动", key="vibrate",
        before=kept("alarm_settings", "main", "vibrate"),
        on="""[my|the] alarms should vibrate[ too|]
        [I sleep with earplugs|I don't hear the alarm], so have alarms vibrate
        can you make my alarms vibrate?""",
        off="""[my|the] alarms should not vibrate
        [the buzzing on the nightstand is awful|it rattles on the table], no vibration for alarms
        can you stop my alarms from vibrating?""",
        held_on="the phone should buzz when an alarm rings",
        held_off="when an alarm goes off, I only want sound, no buzzing",
        zh_on="闹钟响的时候手机也要震", zh_off="闹钟响的时候手机别震",
    ),
    *switch(
        "set_alarm_preferences", "gradually rising alarm volume", "闹钟音量渐强", key="gradualVolume",
        before=kept("alarm_settings", "main", "gradual_volume"),
        on="""alarms should [start quietly and get louder|get louder bit by bit]
        [I get a fright every morning|loud alarms scare me], let alarms [start softly|grow louder slowly]
        can my alarms begin softly and get louder?""",
        off="""alarms should [be at full volume|ring loud] right from the start
        [I sleep through the soft beginning|a slow start doesn't wake me], so don't let alarms get louder bit by bit
        can my alarms be loud at once instead of getting louder slowly?""",
        held_on="I'd like my alarms to start at a low volume and build up",
        held_off="I want alarms at full volume straight away, no slow build-up",
        zh_on="闹钟的铃声要由小变大", zh_off="闹钟一开始就要最响，不要慢慢变大",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=TIME, languages=("en", "en", "zh"))
def plain_alarms(draw: Draw) -> Draft:
    """An alarm, or the way alarms ring."""
    return plain(draw, ALARMS)


# -- the sleep schedule


def _bedtime(draw: Draw, rows: Rows) -> Slots:
    rows.put("bedtime", "main", enabled=True)
    bed, wake = draw.time(20, 23), draw.time(5, 9)
    return {"bed": bed, "wake": wake, "bed_at": draw.say_time(bed), "wake_at": draw.say_time(wake)}


def _known_bedtime(draw: Draw, rows: Rows) -> Slots:
    slots = _bedtime(draw, rows)
    rows.put("bedtime", "main", bedtime=slots["bed"], wake_time=slots["wake"])
    return slots


def _tell_bedtime(draw: Draw, payload: Any, slots: Slots) -> Told:
    bed = slots["bed"]
    return draw.tongue(f"Your bedtime is {bed}.", f"就寝时间是{bed}。"), [time_words(bed)]


def _tell_wake(draw: Draw, payload: Any, slots: Slots) -> Told:
    wake = slots["wake"]
    return draw.tongue(f"It ends at {wake}.", f"起床时间是{wake}。"), [time_words(wake)]


def _sleep_days(draw: Draw, rows: Rows) -> Slots:
    days = draw.weekdays(1, 4)
    rows.put("bedtime", "main", enabled=True)
    return {"days": days, "said_days": draw.say_days(days), "on_days": draw.say_on_days(days)}


SLEEP = (
    wish(
        "manage_bedtime", "Bed at {bed}", about=_bedtime, action="set", bedtime="{bed}",
        train="""!set my bedtime to {bed_at}
        my bedtime [is|should be] {bed_at}[ now| from now on|]""",
        wide="""bedtime {bed_at}[ please|]
        I [want|would like] to go to bed at {bed_at}, change my bedtime
        can you [move|change] my bedtime to {bed_at}?
        [I'm always tired|I need another rhythm], make {bed_at} my bedtime
        in my sleep schedule, bedtime [should be|is] {bed_at}""",
        held="""I'm going to bed at {bed_at} from now on, update my bedtime
        !make it lights out at {bed_at} in my sleep schedule""",
        zh_train="!把就寝时间[设为|改成]{bed_at}",
        zh_wide="""就寝时间{bed_at}
        我想{bed_at}睡，就寝时间改一下""",
        zh_held="睡眠时间表里，上床的时间调到{bed_at}",
        done=("Your bedtime is {bed}.", "就寝时间是{bed}了。"),
    ),
    wish(
        "manage_bedtime", "Bed at {bed}, up at {wake}", about=_bedtime, action="set", bedtime="{bed}", wakeTime="{wake}",
        train="""!set my sleep schedule to {bed_at} until {wake_at}
        my sleep schedule [is|should be] from {bed_at} to {wake_at}""",
        wide="""sleep schedule: bedtime {bed_at}, wake-up {wake_at}
        I want to sleep from {bed_at} to {wake_at}, [adjust|change] my sleep schedule
        can you change the sleep schedule to {bed_at} - {wake_at}?
        [new job, new rhythm|I have a new routine], bedtime at {bed_at} and wake-up at {wake_at}[ in my sleep schedule|]
        bedtime {bed_at} and wake time {wake_at}[, please|]""",
        held="""I'll go to bed at {bed_at} and get up at {wake_at}, put that in my sleep schedule
        my new sleep times are {bed_at} for bed and {wake_at} for getting up""",
        zh_train="![把|]睡眠时间[设为|改成]{bed_at}到{wake_at}",
        zh_wide="""就寝{bed_at}，起床{wake_at}，[改|设]一下睡眠时间表
        我想{bed_at}睡、{wake_at}起，改睡眠时间表""",
        zh_held="我{bed_at}上床、{wake_at}起来，睡眠时间表照这个来",
        done=("Your sleep schedule runs from {bed} to {wake}.", "睡眠时间是{bed}到{wake}了。"),
    ),
    *switch(
        "manage_bedtime", "sleep schedule", "睡眠时间表", said="the sleep schedule", action="set",
        before=kept("bedtime", "main", "enabled"),
        on="""I want to [use|follow] my sleep schedule again
        [I've been going to bed too late|my nights are a mess], turn my sleep schedule on
        can you start my sleep schedule again?""",
        off="""[I'm on holiday|I work nights this month], turn my sleep schedule off
        I don't want to [follow|use] a sleep schedule [right now|at the moment]
        can you stop my sleep schedule for now?""",
        held_on="I need regular nights again, let my sleep schedule run",
        held_off="my sleep schedule can take a break for now",
        zh_on="重新按睡眠时间表来", zh_off="睡眠时间表先停一停",
    ),
    wish(
        "manage_bedtime", "When bedtime is", about=_known_bedtime, tell=_tell_bedtime, action="get",
        train="""when is my bedtime?
        what bedtime [do I have|is set]?""",
        wide="""my bedtime[?| is when?]
        what time [is my bedtime|am I supposed to go to bed]?
        !tell me [my bedtime|what my bedtime is]
        can you check what bedtime my sleep schedule has?
        I forgot what [bedtime I set|my bedtime is]""",
        held="""what time does my sleep schedule want me in bed?
        how late can I stay up before my bedtime?""",
        zh_train="我的就寝时间是几点？",
        zh_wide="""看看我的睡眠时间表，几点睡
        我设的就寝时间是几点来着？""",
        zh_held="睡眠时间表里我该几点上床？",
    ),
    wish(
        "manage_bedtime", "Up at {wake}", about=_bedtime, action="set", wakeTime="{wake}",
        train="""!set the wake-up time [of|in] my sleep schedule to {wake_at}
        my sleep schedule should end at {wake_at}""",
        wide="""sleep schedule: wake-up {wake_at}
        can you change my wake-up time in the sleep schedule to {wake_at}?
        the wake time of my sleep schedule [is|should be] {wake_at} now
        [I start work earlier|I can sleep longer], so put the wake-up in my sleep schedule at {wake_at}
        I want my sleep schedule to [last|go on] until {wake_at}""",
        held="""I get up at {wake_at} now, update my sleep schedule
        my bedtime stays the same, but the wake-up in the sleep schedule moves to {wake_at}""",
        zh_train="!把睡眠时间表的起床时间改成{wake_at}",
        zh_wide="""睡眠时间表，{wake_at}起床
        睡眠时间到{wake_at}结束，改一下""",
        zh_held="就寝不变，睡眠时间表改成{wake_at}起来",
        done=("Your sleep schedule ends at {wake}.", "睡眠时间表的起床时间是{wake}了。"),
    ),
    wish(
        "manage_bedtime", "The sleep schedule on some days", about=_sleep_days, action="set", days="{days}",
        train="""my sleep schedule should [apply|be active] {on_days}
        !use my sleep schedule {on_days}[ only|]""",
        wide="""sleep schedule: {said_days}
        can my sleep schedule [apply|run] {on_days}[ only|]?
        I only want the sleep schedule {on_days}
        !set the days of my sleep schedule to {said_days}
        [my week has changed|I have a new shift pattern], sleep schedule {on_days}, please""",
        held="""!keep me to my sleep schedule {on_days}, not on other days
        I need my regular bedtime {on_days}, so limit the sleep schedule to that""",
        zh_train="!睡眠时间表[改成|设为]{said_days}",
        zh_wide="""睡眠时间表只要{said_days}
        我换班了，睡眠时间表{said_days}生效""",
        zh_held="睡眠时间表别天天用，{said_days}就行",
        done=("Your sleep schedule applies {on_days}.", "睡眠时间表{said_days}生效。"),
    ),
    wish(
        "manage_bedtime", "When the sleep schedule ends", about=_known_bedtime, tell=_tell_wake, action="get",
        train="""what wake-up time does my sleep schedule have?
        when does my sleep schedule end?""",
        wide="""wake-up time in my sleep schedule?
        can you check when my sleep schedule wants me up?
        !tell me the wake time of my sleep schedule
        I forgot what wake-up time my sleep schedule has
        until when does my sleep schedule [run|last]?""",
        held="""at what time in the morning does my sleep schedule get me up?
        until when can I stay in bed according to my sleep schedule?""",
        zh_train="我的睡眠时间表几点起床？",
        zh_wide="""看看睡眠时间表的起床时间
        睡眠时间表到几点结束？""",
        zh_held="按睡眠时间表我该几点起来？",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=TIME, languages=("en", "en", "zh"))
def plain_sleep(draw: Draw) -> Draft:
    """The sleep schedule."""
    return plain(draw, SLEEP)


# -- dates and plans


UNITS = {
    "days": (10, 120, "天"), "workdays": (5, 40, "个工作日"), "weeks": (2, 20, "周"), "months": (2, 18, "个月"), "years": (2, 9, "年"),
}  # fmt: skip
"""How far away a date is asked for, least and most, and the word in Chinese."""


def _away(draw: Draw, rows: Rows) -> Slots:
    unit = draw.choice(tuple(UNITS))
    low, high, zh = UNITS[unit]
    amount, day = draw.integer(low, high), draw.day(2, 20).isoformat()
    words = draw.choice(("workdays", "working days")) if unit == "workdays" else unit
    said = draw.tongue(f"{amount} {words}", f"{amount}{zh}")
    return {"amount": amount, "back": -amount, "unit": unit, "said": said, "day": day, "date": _plain_date(draw, day)}


def _plain_date(draw: Draw, day: str) -> str:
    """A date that is not said as today or tomorrow."""
    return draw.tongue(f"{int(day[8:])} {MONTHS[int(day[5:7]) - 1]}", f"{int(day[5:7])}月{int(day[8:])}日")


def _tell_date(draw: Draw, payload: Any, slots: Slots) -> Told:
    year, month, day = map(int, payload["date"].split("-"))
    name = MONTHS[month - 1]
    nth = f"{day}" + ("th" if 10 <= day <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th"))
    forms = (f"{day} {name}", f"{name} {day}", f"{name} {nth}", f"{nth} {name}", f"{nth} of {name}", payload["date"],
             f"{month}月{day}日", f"{month}月{day}号")  # fmt: skip
    return draw.tongue(f"That is {day} {name} {year}.", f"是{year}年{month}月{day}日。"), [forms]


def _until(draw: Draw, rows: Rows) -> Slots:
    unit = draw.choice(("days", "workdays"))
    day = draw.day(10, 45).isoformat()
    words = ("days", "天") if unit == "days" else (draw.choice(("workdays", "working days")), "个工作日")
    return {"unit": unit, "units": draw.tongue(*words), "day": day, "date": _plain_date(draw, day)}


def _tell_count(draw: Draw, payload: Any, slots: Slots) -> Told:
    amount = payload["amount"]
    said = draw.tongue(f"There are {amount} {slots['units']} until {slots['date']}.", f"还有{amount}{slots['units']}。")
    return said, [(f"{amount}",)]


def _event(draw: Draw, rows: Rows) -> Slots:
    start = draw.moment()
    return {"title": draw.title(), "start": start, "at": draw.say_moment(start), "when": draw.say_when(start)}


def _event_somewhere(draw: Draw, rows: Rows) -> Slots:
    return {**_event(draw, rows), "place": draw.place()}


def _known_event(draw: Draw, rows: Rows) -> Slots:
    """An event that is known by its title, and what may become of it."""
    slots = _event(draw, rows)
    rows.event(slots["title"], slots["start"])
    minutes, other = draw.choice((5, 10, 15, 20, 30, 45, 60, 90, 120)), draw.moment()
    return {
        **slots, "place": draw.place(), "minutes": minutes, "said": draw.say_minutes(minutes), "new": other,
        "new_when": draw.say_when(other), "new_at": draw.say_moment(other),
    }  # fmt: skip


def _day_with_an_event(draw: Draw, rows: Rows) -> Slots:
    rows.clear("events")
    slots = _event(draw, rows)
    rows.event(slots["title"], slots["start"])
    day = slots["start"][:10]
    return {**slots, "day": day, "on": draw.say_on(day), "date": draw.say_date(day)}


def _tell_event(draw: Draw, payload: Any, slots: Slots) -> Told:
    title, time = slots["title"], slots["start"][11:]
    return draw.tongue(f"You have {title} at {time}.", f"{time}有{title}。"), [(title,), time_words(time)]


def _busy_morning(draw: Draw, rows: Rows) -> Slots:
    """A day that is taken from early on, and is free from some time of the day."""
    rows.clear("events")
    day, minutes = draw.day(1, 14).isoformat(), draw.choice((30, 45, 60, 90, 120))
    rows.event(draw.title(), f"{day}T08:30", minutes=draw.integer(60, 300, 15))
    return {"day": day, "on": draw.say_on(day), "minutes": minutes, "said": draw.say_minutes(minutes)}


def _tell_free(draw: Draw, payload: Any, slots: Slots) -> Told:
    time = payload["slots"][0]["start"][11:]
    return draw.tongue(f"You are free from {time}.", f"{time}起有空。"), [time_words(time)]


def _reminder(draw: Draw, rows: Rows) -> Slots:
    time = draw.moment()
    return {"title": draw.title(), "time": time, "at": draw.say_moment(time)}


def _reminders(draw: Draw, rows: Rows) -> Slots:
    """Two reminders and no others; one of them is meant."""
    rows.clear("reminders")
    slots = [_reminder(draw, rows) for _ in range(2)]
    for one in slots:
        rows.reminder(one["title"], one["time"])
    return {**draw.choice(slots), "titles": [one["title"] for one in slots]}


def _tell_reminders(draw: Draw, payload: Any, slots: Slots) -> Told:
    first, second = slots["titles"]
    said = draw.tongue(f"There are two: {first} and {second}.", f"有两条：{first}、{second}。")
    return said, [(first,), (second,)]


DATES = (
    wish(
        "calculate_date", "The date in {amount} {unit}", about=_away, tell=_tell_date, amount="{amount}", unit="{unit}",
        train="""what date is it in {said}?
        what's the date {said} from [now|today]?""",
        wide="""today plus {said}, [what date is that|which date]?
        [I have to answer|It's due] in {said}, what date is that?
        which day of the calendar [is|will it be] {said} from today?
        can you tell me [the date|what date we have] in {said}?
        date in {said}[?|, please]
        !tell me the date {said} from today""",
        held="""count {said} ahead from today, what date do you get?
        if I wait {said}, what date will we have?""",
        zh_train="{said}[后|以后]是几月几号？",
        zh_wide="""今天起{said}后是哪天？
        合同{said}后到期，那是几号？""",
        zh_held="从今天往后数{said}是几号？",
    ),
    wish(
        "calculate_date", "The date {amount} {unit} ago", about=_away, tell=_tell_date, amount="{back}", unit="{unit}",
        train="""what date was it {said} ago?
        what was the date {said} ago?""",
        wide="""today minus {said}, [what date is that|which date]?
        [I bought it|I started] {said} ago, what date was that?
        which day of the calendar was it {said} ago?
        can you tell me the date {said} back from today?
        date {said} ago[?|, please]""",
        held="""count {said} back from today, what date do you get?
        if something happened {said} ago, what was the date?""",
        zh_train="{said}[前|以前]是几月几号？",
        zh_wide="""今天往前{said}是哪天？
        我{said}前买的，那是几号？""",
        zh_held="从今天倒着数{said}是几号？",
    ),
    wish(
        "calculate_date", "The date {amount} {unit} after {day}", about=_away, tell=_tell_date, startDate="{day}",
        amount="{amount}", unit="{unit}",
        train="""what date is {said} after {date}?
        {date} plus {said}, [what date is that|which date]?""",
        wide="""[the contract starts|it begins] on {date} and [ends|runs out] {said} later, [on which date|what date is that]?
        starting from {date}, what's the date {said} later?
        can you tell me [the date|which date is] {said} after {date}?
        {said} from {date}, what date[ is that|]?
        !add {said} to {date} and tell me the date""",
        held="""count {said} ahead from {date}, what date do you get?
        say today were {date}, what would the date be {said} later?""",
        zh_train="{date}[之后|后]{said}是几号？",
        zh_wide="""从{date}算起，过{said}是哪天？
        {date}开始，{said}后到期，那是几号？""",
        zh_held="以{date}为起点往后数{said}是几号？",
    ),
    wish(
        "calculate_date", "How many {unit} until {day}", about=_until, tell=_tell_count, endDate="{day}", unit="{unit}",
        train="""how many {units} [is it |are there |]until {date}?
        how many {units} are left [until|before] {date}?""",
        wide="""{units} until {date}?
        [my holiday starts|the exam is] on {date}, how many {units} is that from now?
        can you count the {units} until {date}?
        how many {units} do I [have|still have] until {date}?
        !count the {units} from today to {date}""",
        held="""how far away is {date} in {units}?
        what's the number of {units} between today and {date}?""",
        zh_train="[离|距]{date}还有多少{units}？",
        zh_wide="""到{date}还剩几{units}？
        {date}考试，还有多少{units}？""",
        zh_held="今天到{date}隔了多少{units}？",
    ),
    wish(
        "manage_reminder", "A reminder, {title}, at {time}", about=_reminder, action="create", title="{title}",
        time="{time}",
        train="""!set a reminder [called|named] {title} {at}
        !create a reminder {at}: {title}""",
        wide="""reminder {title} {at}
        new reminder, {title}, {at}
        can you make a reminder [titled|called] {title} {at}?
        I need a reminder [with the title|saying] {title} {at}
        ![add|set up] a reminder {title} {at}
        [I'm forgetful|otherwise I'll forget], set a reminder {title} {at}""",
        held="""I mustn't forget {title}, remind me {at}
        !give me a nudge {at} with a reminder that says {title}""",
        zh_train="!{at}提醒我“{title}”",
        zh_wide="""提醒：{at}，“{title}”
        我怕忘，{at}提醒我“{title}”""",
        zh_held="{at}别让我忘了“{title}”",
        done=("I will remind you of {title}.", "到时会提醒你“{title}”。"),
    ),
    wish(
        "manage_reminder", "The reminder {title} done", about=_reminders, action="complete", title="{title}",
        train="""!mark the reminder {title} as [done|completed]
        the reminder {title} is done[, mark it|]""",
        wide="""reminder {title}: done
        I've [finished|taken care of] the reminder {title}
        can you [tick|check] off the reminder {title}?
        !complete [my|the] {title} reminder
        [good news|all set], the {title} reminder is done, [mark it as done|tick it off]""",
        held="""{title} is taken care of, cross it off my reminders
        !put a check mark next to {title} in my reminders""",
        zh_train="![把|]提醒{title}标为[完成|已完成]",
        zh_wide="""提醒{title}：做完了
        {title}我弄好了，提醒打个勾""",
        zh_held="提醒里的{title}我办妥了，勾掉",
        done=("The reminder {title} is done.", "提醒“{title}”已完成。"),
    ),
    wish(
        "manage_reminder", "The reminder {title} deleted", about=_reminders, action="delete", title="{title}",
        train="""!delete the reminder [called |]{title}
        !remove the {title} reminder""",
        wide="""reminder {title}: delete
        I don't need the {title} reminder any more, delete it
        can you get rid of the reminder {title}?
        !throw away [my|the] {title} reminder
        [plans changed|it fell through], delete the {title} reminder""",
        held="""you don't have to remind me of {title} any more, drop it from my reminders
        !clear {title} from my reminders""",
        zh_train="![把|]提醒{title}删[掉|了]",
        zh_wide="""提醒{title}不用了，删掉
        计划变了，{title}的提醒删了吧""",
        zh_held="不用再提醒我{title}了，撤掉吧",
        done=("The reminder {title} is deleted.", "提醒“{title}”已删除。"),
    ),
    wish(
        "manage_reminder", "Which reminders there are", about=_reminders, tell=_tell_reminders, action="list",
        train="""what reminders do I have?
        ![list|show] my reminders""",
        wide="""my reminders[?|, please]
        which reminders are [open|set]?
        can you [read|tell] me my reminders?
        do I have any reminders? Which[ ones|]?
        I want to [know|hear] my reminders""",
        held="""what are you going to remind me of?
        which things do I still have on my reminders list?""",
        zh_train="我有哪些提醒？",
        zh_wide="""!列出我的提醒
        还有什么提醒没完成？""",
        zh_held="你都要提醒我哪些事？",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=TIME, languages=("en", "en", "zh"))
def plain_dates(draw: Draw) -> Draft:
    """A date to work out, or a reminder."""
    return plain(draw, DATES)


EVENTS = (
    wish(
        "create_event", "{title} in the calendar at {start}", about=_event, title="{title}", start="{start}",
        train="""![put {title} in|add {title} to] my calendar {at}
        ![create|add] [an event|a calendar event] [called|named] {title} {at}""",
        wide="""calendar: {title}, {when}
        I have {title} {at}, [put it in|add it to] my calendar
        can you [make|add] a calendar entry {title} {at}?
        new event {title}, {when}
        [I keep forgetting things|so nobody books that time], add {title} to the calendar {at}
        ![enter|book] {title} {at} in my calendar""",
        held="""I've got {title} coming up {at}, pencil it into my calendar
        !block out time for {title} {at} in my calendar""",
        zh_train="![把|]{title}[加到|记到]日历，{at}",
        zh_wide="""日历：{at}{title}
        我{at}有{title}，加到日历里""",
        zh_held="{at}要{title}，日历上记一笔",
        done=("I put {title} in your calendar.", "日历里有{title}了。"),
    ),
    wish(
        "create_event", "{title} at {start} in {place}", about=_event_somewhere, title="{title}", start="{start}",
        location="{place}",
        train="""![put {title} in|add {title} to] my calendar {at}, [place|location]: {place}
        ![create|add] an event [called|named] {title} {at}, in {place}""",
        wide="""calendar: {title}, {when}, in {place}
        I have {title} in {place} {at}, [put it in|add it to] my calendar with the place
        can you make a calendar entry {title} {at}? It's in {place}
        new event {title}, {when}, location {place}""",
        held="""I've got to be in {place} {at} for {title}, make an event of it
        !pencil {title} into my calendar {at}, and put down {place} as the place""",
        zh_train="![把|]{title}[加到|记到]日历，{at}，地点{place}",
        zh_wide="""日历：{at}{title}，在{place}
        我{at}在{place}有{title}，加到日历里，写上地点""",
        zh_held="{at}要去{place}{title}，日历上记一笔",
        done=("I put {title} in {place} in your calendar.", "日历里有{title}了，地点{place}。"),
    ),
    wish(
        "delete_event", "{title} out of the calendar", about=_known_event, eventId="{title}",
        train="""![delete|remove] {title} from my calendar
        !delete the [event|calendar event] {title}""",
        wide="""{title} [is off|was called off], delete it from my calendar
        calendar: delete {title}
        can you take {title} out of my calendar?
        I don't want {title} in my calendar any more
        {title} isn't happening, [remove|delete] the event""",
        held="""{title} won't take place, clear it from my calendar
        !cross {title} off my calendar""",
        zh_train="![从日历里删掉{title}|把日历里的{title}删掉]",
        zh_wide="""{title}取消了，从日历里删了
        日历里{title}不要了""",
        zh_held="日历上的{title}不办了，划掉",
        done=("I deleted {title} from your calendar.", "日历里没有{title}了。"),
    ),
    wish(
        "update_event", "{title} at {new}", about=_known_event, eventId="{title}", start="{new}",
        train="""![move|shift] [the event |]{title} [in my calendar |]to {new_when}
        ![reschedule|move] {title} in my calendar to {new_when}""",
        wide="""[event|calendar event] {title}: new time {new_when}
        the {title} event was moved to {new_when}, [change|update] my calendar
        can you change the event {title} to {new_when}?
        !change the [start|time] of the event {title} to {new_when}""",
        held="""{title} in my calendar has the wrong time, it's actually {new_when}
        my {title} event now starts {new_at}, fix that in the calendar""",
        zh_train="![把|]日历里的{title}改到{new_when}",
        zh_wide="""日程{title}挪到{new_when}
        {title}推到{new_when}了，日历改一下""",
        zh_held="日历里{title}的时间写错了，应该是{new_when}",
        done=("I moved {title}, it is now {new_at}.", "{title}改到{new_when}了。"),
    ),
    wish(
        "update_event", "{title} in {place}", about=_known_event, eventId="{title}", location="{place}",
        train="""!set the [place|location] of the event {title} to {place}
        !change the [place|location] of {title} in my calendar to {place}""",
        wide="""[event|calendar event] {title}: location {place}
        the {title} event is in {place}, [add|put] that in my calendar
        can you [put|enter] {place} as the [place|location] of the event {title}?
        {title} in my calendar takes place in {place}, [note|add] the place""",
        held="""{place} is where {title} takes place, write that into the event
        my {title} event will be held in {place}, note that in the calendar""",
        zh_train="![把|]日历里{title}的地点[改成|设为]{place}",
        zh_wide="""日程{title}的地点：{place}
        {title}在{place}，日历里写上地点""",
        zh_held="日历里的{title}是在{place}，把地点补上",
        done=("I set the place of {title} to {place}.", "日历里{title}的地点是{place}了。"),
    ),
    wish(
        "update_event", "A reminder {minutes} minutes before {title}", about=_known_event, eventId="{title}",
        remindMinutes="{minutes}",
        train="""!remind me {said} before the [event|calendar event] {title}
        !set the reminder of the event {title} to {said} before""",
        wide="""event {title}: remind me {said} before
        I want to be reminded {said} before {title} in my calendar
        can you add a reminder {said} before the event {title}?
        [I'm always late|I need time to get there], remind me {said} before the event {title}""",
        held="""!give me a heads-up {said} before {title} in my calendar
        my calendar should alert me {said} ahead of {title}""",
        zh_train="!日历里的{title}提前{said}提醒我",
        zh_wide="""日程{title}，提前{said}提醒
        我老迟到，日历上的{title}开始前{said}提醒我""",
        zh_held="日历里的{title}快开始时，提前{said}叫我一声",
        done=("You will be reminded {said} before {title}.", "{title}开始前{said}会提醒你。"),
    ),
    wish(
        "search_events", "What is on {day}", about=_day_with_an_event, tell=_tell_event, fromDate="{day}", toDate="{day}",
        train="""what's [in|on] my calendar {on}?
        what [events do I have|do I have in my calendar] {on}?""",
        wide="""calendar {on}?
        !check my calendar for {date}
        do I have [anything|something] [planned|in the calendar] {on}? What[ is it|]?
        !show me my events {on}
        [I want to plan something|someone asked me out] {on}, what's in my calendar that day?
        can you tell me what my calendar says for {date}?""",
        held="""which appointments do I have {on}?
        how does my calendar look {on}?""",
        zh_train="我{on}日历上有什么[安排|事]？",
        zh_wide="""看看{on}的日历
        {on}我有什么日程？""",
        zh_held="{on}日历上都约了什么？",
    ),
    wish(
        "find_free_time", "{minutes} free minutes on {day}", about=_busy_morning, tell=_tell_free, date="{day}",
        minutes="{minutes}",
        train="""when am I free for {said} {on}?
        find [me |]{said} of free time {on}[, from when|: when does it begin]?""",
        wide="""when do I have {said} free {on}?
        I need {said} {on}, when is [there a gap in my calendar|my calendar free]?
        free time {on}, {said}: when?
        can you find a free slot of {said} {on}?
        !look for {said} without events {on}
        from when [am I|is my calendar] free for {said} {on}?""",
        held="""looking at my calendar, what time could I fit in {said} {on}?
        where's the first gap of {said} between my events {on}?""",
        zh_train="我{on}什么时候有{said}的空？",
        zh_wide="""{on}找{said}的空闲时间
        我需要{said}，{on}日历上几点有空？""",
        zh_held="{on}的日历上，几点能抽出{said}？",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=TIME, languages=("en", "en", "zh"))
def plain_calendar(draw: Draw) -> Draft:
    """An event of the calendar, or the time between events."""
    return plain(draw, EVENTS)
