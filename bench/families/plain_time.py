"""Plain requests about time: timers and the stopwatch, clocks elsewhere, alarms and sleep, dates and plans."""

from collections.abc import Sequence
from typing import Any

from harness.environments.phone.zones import find_city

from .. import entities
from ..answers import time_words
from ..draw import Draw
from ..plain import Slots, kept, plain, switch, wish
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
        (("second", 150, 300, False), ("minute", 3, 59, False), ("minute", 3, 59, False), ("minute", 3, 9, True),
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
        {said} on the timer[ please|, starting now|]
        can I [get|have] {sized} timer?
        [I need|I want] a timer [for|of] {said}
        [I'm off to do something else|I lose track of time|I have something to take out then], [set|start] {sized} timer
        new timer, {said}
        put {said} on [the|a] timer[ for me|], I'm [cooking|baking]""",
        held="""[beep|ring] when {said} [have passed|are up]
        {said} from now I want to hear a signal, so begin counting""",
        zh_train="""![设|定]一个{said}的[计时器|倒计时]
        倒计时{said}""",
        zh_wide="""[计时器|定时]{said}
        我怕忘了时间，来个{said}的[计时|倒计时]""",
        zh_held="过了{said}响一声，现在就开始算",
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
        held="""have {said} counted down under the name {title}
        {said}, please, and {title} should be written on that countdown""",
        zh_train="![设|开]一个{said}的计时器，[名字叫|叫]{title}",
        zh_wide="""{title}计时，{said}
        锅里东西多，[定|开]个叫{title}的计时器，{said}""",
        zh_held="名为{title}的倒计时，时长{said}",
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
        held="""the countdown with the name {title}: I want you to {verb} it
        {verb} whatever is counting for {title}""",
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
        held="""the countdown that is on should take {said} more than it would
        !prolong what is counting down by {said}""",
        zh_train="!给计时器[加|再加]{said}",
        zh_wide="""计时器[延长|多走]{said}
        时间不够，计时器再加{said}""",
        zh_held="正在走的倒计时往后推{said}",
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
        held="""my countdown stands still: where did it stop?
        what remains of the countdown?""",
        zh_train="计时器还[剩|有]多久？",
        zh_wide="""看看计时器还剩几分钟
        我暂停的计时器还剩多少时间？""",
        zh_held="倒计时停在哪儿了，还差多少？",
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
        held="""measure how long I take, beginning this instant
        let the time run upwards from zero, I am off""",
        zh_train="""![开始|启动]秒表
        秒表开始""",
        zh_wide="""我要跑步了，开秒表
        用秒表计时，现在开始""",
        zh_held="我出发了，从零开始掐表",
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
        held="""I have crossed the line, no more measuring
        freeze the time that is being taken""",
        zh_train="![停止|停下]秒表",
        zh_wide="""秒表停
        我跑完了，[停掉|停]秒表""",
        zh_held="我到终点了，别再掐表了",
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
        held="""note this round's time and go on measuring
        a split, please, while the watch keeps going""",
        zh_train="秒表[计一圈|记一圈]",
        zh_wide="""这圈跑完了，秒表[记个圈|计次]
        !在秒表上记一圈""",
        zh_held="这一圈的时间记下来，表接着走",
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
        held="""wipe the time that was taken, I begin anew later
        the measured time can go, nought is what I want to see""",
        zh_train="!秒表[归零|清零]",
        zh_wide="""!把秒表重置
        换个人跑，秒表清零""",
        zh_held="刚才掐的时间不要了，回到零",
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
        held="""which time did you take of my run?
        how long did I take, by your measuring?""",
        zh_train="秒表[现在|]显示多少？",
        zh_wide="""看看秒表走了多久
        秒表停在多少了？""",
        zh_held="刚才掐表掐了多长时间？",
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
        held="""among the cities whose time the clock app shows, {city} is missing
        list {city} with the other places in the clock app""",
        zh_train="![在世界时钟里|给世界时钟]添加{city}",
        zh_wide="""世界时钟[加上|加个]{city}
        同事搬去{city}了，加到世界时钟里""",
        zh_held="时钟应用的城市里还缺{city}",
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
        held="""among the places in the clock app, {city} is one too many
        the time in {city} no longer interests me, no need to list it in the clock app""",
        zh_train="![从世界时钟里[删掉|移除]{city}|把世界时钟里的{city}[删掉|去掉]]",
        zh_wide="""世界时钟不要{city}了
        {city}出差结束了，从世界时钟里去掉""",
        zh_held="时钟应用里{city}这个城市多余了",
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
        held="""for which places does the clock app show the time?
        name the towns I keep in the clock app""",
        zh_train="世界时钟里有哪些城市？",
        zh_wide="""!列出世界时钟的城市
        我在世界时钟里加过哪些城市？""",
        zh_held="时钟应用里我存了哪几个地方？",
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
        held="""over in {city}, what does the clock say at this moment?
        the hour in {city}, right this second?""",
        zh_train="""{city}现在几点？
        现在{city}是几点[了|]？""",
        zh_wide="""{city}[时间|几点了]
        我想给{city}的朋友打电话，那边现在几点？""",
        zh_held="这会儿{city}的钟走到哪儿了？",
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
        held="""I log on {at}; what does a clock in {city} show at that moment?
        translate {when} from my clock to one in {city}""",
        zh_train="这里{when}的时候，{city}是几点？",
        zh_wide="""我这边{when}，{city}那边几点？
        !把我这里的{when}换算成{city}时间""",
        zh_held="我{when}上线，{city}的人看表是几点？",
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
        held="""a clock in {city} will show {when}; what will mine show?
        put {when} as they count in {city} into the hours of where I am""",
        zh_train="{city}{when}的时候，[我这里|这里]是几点？",
        zh_wide="""直播是{city}时间{when}，我这边几点？
        !把{city}的{when}换算成我这里的时间""",
        zh_held="{city}的钟到了{when}，我的钟是几点？",
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
        held="""the clock of this device should go by the hours of {city}
        I live by {city} hours now, and so should the phone's clock""",
        zh_train="![把时区|时区]设[为|成]{city}",
        zh_wide="""手机时区换成{city}
        我到{city}了，时间不对，时区改成{city}""",
        zh_held="手机的钟以后按{city}那边走",
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
        held_on="wherever I land, the clock should adapt to the place of its own accord",
        held_off="even abroad, the clock must not adapt to the place of its own accord",
        zh_on="到哪儿都让手机的钟自己跟着当地走", zh_off="出了国手机的钟也别自己跟着改",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=TIME, languages=("en", "en", "zh"))
def plain_zones(draw: Draw) -> Draft:
    """The time elsewhere, the world clock or the phone's time zone."""
    return plain(draw, ZONES)
