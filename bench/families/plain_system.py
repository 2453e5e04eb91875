"""Plain requests about power, language and formats, the device itself, accounts, emergencies and digital wellbeing."""

from datetime import timedelta
from typing import Any

from .. import entities
from ..draw import Draw
from ..plain import About, Slots, flips, on_or_off, plain, wish
from ..rows import Rows
from ..scenario import Draft, family

SYSTEM = ("System Settings",)
Told = tuple[str, list[tuple[str, ...]]]


def _other(draw: Draw, options: tuple[Any, ...], wanted: Any) -> Any:
    """Any other one of the options: what the phone has until now."""
    return draw.choice([option for option in options if option != wanted])


# -- power


def _saver(draw: Draw, rows: Rows) -> Slots:
    enabled = draw.chance(0.6)
    rows.put("device", "battery", level=draw.integer(35, 90), charging=False)
    rows.put("modes", "battery_saver", on=not enabled, remembered={})
    return {**on_or_off(draw, enabled), "mode": "standard" if enabled else "off"}


def _because(about: About, on: tuple[str, str], off: tuple[str, str]) -> About:
    """The slots of something to switch on or off, with a reason to give for it: ``why``."""

    def reasoned(draw: Draw, rows: Rows) -> Slots:
        slots = about(draw, rows)
        return {**slots, "why": draw.tongue(*(on if slots["enabled"] else off))}

    return reasoned


def _uncharged(draw: Draw, rows: Rows) -> Slots:
    rows.put("device", "battery", level=draw.integer(35, 90), charging=False)
    return {}


def _saver_level(draw: Draw, rows: Rows) -> Slots:
    level = draw.integer(5, 60, 5)
    rows.put("power_settings", "main", saver_at=0)
    rows.put("device", "battery", level=draw.integer(65, 95), charging=False)
    return {"level": level}


def _saver_never(draw: Draw, rows: Rows) -> Slots:
    rows.put("power_settings", "main", saver_at=draw.integer(5, 30, 5))
    return {}


def _limit(draw: Draw, rows: Rows) -> Slots:
    limits = (80, 85, 90, 95, 100)
    percent = draw.choice(limits)
    rows.put("power_settings", "main", charging_limit=_other(draw, limits, percent))
    return {"percent": percent}


def _off_at(draw: Draw, rows: Rows) -> Slots:
    time = draw.time(21, 23)
    return {"time": time, "said": draw.say_time(time)}


def _on_at(draw: Draw, rows: Rows) -> Slots:
    time, days = draw.time(5, 9), draw.weekdays(1, 4)
    rows.put("power_schedule", "power_on", enabled=False)
    return {"time": time, "said": draw.say_time(time), "days": days, "on_days": draw.say_on_days(days)}


def _planned(draw: Draw, rows: Rows) -> Slots:
    event = draw.choice(("power_off", "power_on"))
    rows.put("power_schedule", event, enabled=True, time="23:40" if event == "power_off" else "06:40")
    return {"event": event, "state": draw.tongue(event.removeprefix("power_"), "关机" if event == "power_off" else "开机")}


def _charge(draw: Draw, rows: Rows) -> Slots:
    rows.put("device", "battery", level=draw.integer(31, 97), charging=False)
    return {}


def _tell_charge(draw: Draw, payload: Any, slots: Slots) -> Told:
    level = str(payload["level"])
    return draw.tongue(f"The battery is at {level} percent.", f"电量还有{level}%。"), [(level,)]


def _health(draw: Draw, rows: Rows) -> Slots:
    rows.put("power_settings", "main", health=draw.integer(71, 99))
    return {}


def _tell_health(draw: Draw, payload: Any, slots: Slots) -> Told:
    health = str(payload["healthPercent"])
    return draw.tongue(f"The battery's health is {health} percent.", f"电池健康度为{health}%。"), [(health,)]


def _drain(draw: Draw, rows: Rows) -> Slots:
    rows.clear("battery_usage")
    for percent in (draw.integer(30, 45), draw.integer(5, 25)):
        key = rows.app(draw.pick(entities.STORE_APPS))
        rows.put("battery_usage", key, app=key, percent=percent)
    return {}


def _tell_drain(draw: Draw, payload: Any, slots: Slots) -> Told:
    app = payload["topApps"][0]["app"]
    return draw.tongue(f"{app} uses the most battery.", f"最耗电的是{app}。"), [(app,)]


POWER = (
    wish(
        "set_battery_saver", "the battery saver {turned}", mode="{mode}",
        about=_because(_saver, ("there is no socket around", "附近没有插座"), ("I need full speed", "我要手机全速运行")),
        train="""!turn [{state} the battery saver|the battery saver {state}]
        battery saver {state}
        !switch [{state} power saving|power saving {state}]""",
        wide="""[put|I want] the battery saver {state}
        power saving mode {state}
        !set [the |]battery saver to {state}
        can I have the battery saver {state}?
        I'd like [battery saver|power saving] to be {state}
        battery saver {state}, {why}
        !{switch} the battery saver, {why}
        battery saving mode: {state}""",
        held="""low power mode: I'd prefer it {state} right now
        could you please make sure power saving mode is {state}?""",
        zh_train="""!{switch}省电模式
        !把省电模式{state}""", zh_wide="""省电模式{state}一下
        {why}，{switch}省电模式""", zh_held="电池的省电功能给我{state}",
        done=("The battery saver is {state}.", "省电模式已{state}。"),
    ),
    wish(
        "set_battery_saver", "the extreme battery saver on", about=_uncharged, mode="extreme",
        train="""!turn on [the |]extreme battery saver
        extreme battery saver on""",
        wide="""![start|activate|enable] the extreme [battery saver|power saving mode]
        extreme power saving[, please|]
        the battery has to last for days, use the extreme saver
        can you put the phone into extreme power saving?
        I want the extreme battery saver, only system apps need to run
        ![save|spare] as much battery as you [possibly |]can, extreme mode""",
        held="""no charger until Sunday, so use the strongest power saving, the extreme one
        let's go with the extreme battery saver until I'm back home""",
        zh_train="!打开超级省电模式", zh_wide="""超级省电[模式|]开一下
        要撑好几天，开超级省电""", zh_held="这两天没地方充电，改用超级省电吧",
        done=("The extreme battery saver is on.", "超级省电模式已打开。"),
    ),
    wish(
        "set_battery_saver", "the battery saver by itself at {level} percent", about=_saver_level, atPercent="{level}",
        train="""![start|turn on] the battery saver automatically at {level} percent
        battery saver [automatically at|from] {level} %""",
        wide="""[at|when the battery is at] {level} percent[,|] the battery saver should [start|come on] by itself
        !have power saving [start|kick in] by itself when I'm down to {level} percent
        automatic battery saver: {level} %
        I want the battery saver to [start|switch on] on its own at {level} percent
        !schedule the battery saver for {level} percent
        can the phone start saving power by itself at {level}%?""",
        held="""as soon as the battery drops to {level} percent, go into power saving mode automatically
        when there's only {level}% battery left, the phone should go to battery saver without asking me""",
        zh_train="电量到{level}%自动[打开|开启]省电模式", zh_wide="""!设成{level}%时自动省电
        自动省电的电量改成{level}%""", zh_held="等电量只剩{level}%，手机自己进入省电模式",
        done=("The battery saver starts by itself at {level} percent.", "电量到{level}%时会自动省电。"),
    ),
    wish(
        "set_battery_saver", "the battery saver never by itself", about=_saver_never, atPercent=0,
        train="""the battery saver should never [start|come on] by itself
        !don't start the battery saver automatically [any more|anymore]""",
        wide="""no automatic battery saver[, please|]
        !stop the battery saver from coming on by itself
        !turn off automatic power saving, I'll [do|start] it myself
        battery saver: only when I turn it on [myself|by hand], never automatically
        it annoys me that power saving starts on its own, [end|stop] that
        I never want the battery saver to start on its own""",
        held="""however low the battery gets, no battery saver unless I say so
        I don't like the battery saver switching on automatically, get rid of that""",
        zh_train="省电模式不要自动[打开|开启]", zh_wide="""!关掉自动省电
        省电模式以后我自己开，别自动开""", zh_held="电量低了也别自动进省电模式",
        done=("The battery saver no longer starts by itself.", "省电模式不会再自动打开。"),
    ),
    wish(
        "set_charging_limit", "charging up to {percent} percent", about=_limit, percent="{percent}",
        train="""!stop charging at {percent} percent
        charging limit {percent} %
        !charge [the phone |]only up to {percent} percent""",
        wide="""!set the charging limit to {percent} percent
        the phone should charge to {percent} percent[ and no further|]
        !limit [charging|the charge] to {percent}%
        can it stop charging at {percent} percent?
        I want the battery charged to {percent} percent at most
        !cap the charge at {percent}
        charge up to {percent} %, not [more|further]""",
        held="""{percent} percent is enough when the phone is plugged in, it shouldn't charge beyond that
        make {percent}% the maximum when the battery is charging""",
        zh_train="""充电上限[设为|改成]{percent}%
        !充到{percent}%就停""", zh_wide="""最多充到{percent}%
        充电限制{percent}%""", zh_held="充电的时候到{percent}%就别再充了",
        done=("Charging stops at {percent} percent.", "充到{percent}%就停。"),
    ),
    wish(
        "manage_scheduled_power", "off by itself every day at {time}", about=_off_at, action="set", event="power_off",
        time="{time}",
        train="""!turn the phone off [by itself|automatically] every day at {said}
        the phone should switch itself off daily at {said}""",
        wide="""!schedule [a daily|the daily] shutdown at {said}
        automatic power-off, every night, {said}
        every night at {said} the phone should shut down [by itself|on its own]
        !have the phone [power|shut] down on its own at {said} each day
        scheduled power off at {said}, every day
        I keep forgetting to switch it off at night, do that [by itself|automatically] at {said}""",
        held="""bedtime is {said}, so power the phone off automatically at that time every day
        is it possible to have the phone shut off at {said} every single day? Set that up""",
        zh_train="每天{said}自动关机", zh_wide="""!设个定时关机，每天{said}
        每天一到{said}手机就自己关机""", zh_held="天天{said}让手机自己关掉",
        done=("The phone switches itself off every day at {time}.", "手机每天{time}自动关机。"),
    ),
    wish(
        "manage_scheduled_power", "on by itself at {time} on some days", about=_on_at, action="set", event="power_on",
        time="{time}", days="{days}",
        train="""!turn the phone on [by itself|automatically] at {said} {on_days}
        the phone should switch itself on at {said} {on_days}""",
        wide="""!schedule power-on for {said} {on_days}
        automatic power-on of the phone: {said} {on_days}
        {on_days} at {said} the phone should start [up |]by itself
        !have it [power up|switch on] on its own at {said} {on_days}
        scheduled power on, {said}, {on_days}
        I switch it off at night, so let it come on by itself at {said} {on_days}""",
        held="""I need the phone to boot up automatically at {said} {on_days}
        set a time for the phone to turn itself on: {said}, {on_days}""",
        zh_train="{on_days}{said}自动开机", zh_wide="""!设个定时开机，{on_days}{said}
        {on_days}到{said}手机自己开机""", zh_held="我平时关着手机，{on_days}{said}让它自动开机",
        done=("The phone switches itself on at {time} {on_days}.", "手机{on_days}{time}自动开机。"),
    ),
    wish(
        "manage_scheduled_power", "no scheduled {event} any more", about=_planned, action="clear", event="{event}",
        train="""the phone should no longer [turn|switch] itself {state} [automatically|by itself]
        !cancel the [scheduled|automatic] power-{state}""",
        wide="""!delete the power-{state} schedule
        no [more |]automatic switching {state}, please
        scheduled power-{state}: remove it
        !clear the schedule for powering {state}
        I don't need the scheduled power-{state} [any more|anymore]
        !stop the phone from [turning|powering] itself {state} by the clock""",
        held="""I don't like the phone powering {state} automatically, get rid of that schedule
        every day the phone powers itself {state} on a timer, I want that schedule gone""",
        zh_train="!取消定时{state}", zh_wide="""不用定时{state}了
        !把自动{state}的定时关了""", zh_held="到点自动{state}那个设置，去掉吧",
        done=("The scheduled power-{state} is cancelled.", "定时{state}已取消。"),
    ),
    wish(
        "get_battery_status", "how full the battery is", about=_charge, tell=_tell_charge,
        train="""how [much battery is left|full is the battery]?
        battery level[?|]
        how many percent [have I|do I have] left?""",
        wide="""what's my battery at?
        !tell me the battery level
        how much charge is there in the battery?
        [check|what is] the battery percentage
        I'd like to know how much battery I've got
        do I have enough battery? What is it at, in percent?""",
        held="""roughly how much battery do I still have, in percent?
        !have a look at the battery and tell me what percentage is left""",
        zh_train="还[有|剩]多少电？", zh_wide="""电量多少？
        !看一下电池还剩百分之几""", zh_held="手机现在电量百分之几了",
    ),
    wish(
        "get_battery_status", "how healthy the battery is", about=_health, tell=_tell_health,
        train="""how [healthy|good] is my battery still?
        battery health[?|]""",
        wide="""what is the battery health in percent?
        !tell me the health of the battery
        how worn is the battery? What's its health in percent?
        !check [the|my] battery health
        I wonder if I need a new battery, what's its health?
        is the battery ageing? Give me its health""",
        held="""after all these years, is the battery still healthy? Give me the percentage
        is my battery still in good shape? Tell me the health percentage""",
        zh_train="电池健康度[是多少|怎么样]？", zh_wide="""!查一下电池健康
        电池老化了吗，健康度多少""", zh_held="这块电池还健康吗，百分之几",
    ),
    wish(
        "get_battery_status", "what uses the most battery", about=_drain, tell=_tell_drain,
        train="""which app uses the most battery?
        what's [draining|eating] my battery?""",
        wide="""my battery [runs down|empties] so fast, which app is [it|to blame]?
        !tell me which app [drains|eats up] the battery most
        biggest battery [user|drain] among the apps?
        what app is using up all the battery?
        top app by battery use
        !find out which app costs the most battery""",
        held="""something is killing my battery, which app is it?
        who's the biggest battery hog among my apps?""",
        zh_train="哪个应用最耗电？", zh_wide="""电掉得好快，是哪个应用在耗电
        !看看谁最费电""", zh_held="电用得这么快，是哪个软件费电",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=SYSTEM, languages=("en", "en", "zh"))
def plain_power(draw: Draw) -> Draft:
    """The battery, its saver and its limits, and when the phone switches itself off and on."""
    return plain(draw, POWER)


# -- language and formats

LANGUAGES = {
    "fr-FR": ("French", "法语"), "de-DE": ("German", "德语"), "it-IT": ("Italian", "意大利语"), "pl-PL": ("Polish", "波兰语"),
    "ar-EG": ("Arabic", "阿拉伯语"), "ja-JP": ("Japanese", "日语"), "ko-KR": ("Korean", "韩语"), "hi-IN": ("Hindi", "印地语"),
    "bn-IN": ("Bengali", "孟加拉语"), "ur-IN": ("Urdu", "乌尔都语"), "pt-BR": ("Portuguese", "葡萄牙语"),
}  # fmt: skip
REGIONS = (
    ("Canada", "加拿大"), ("Ireland", "爱尔兰"), ("Spain", "西班牙"), ("France", "法国"), ("Japan", "日本"),
    ("Singapore", "新加坡"), ("New Zealand", "新西兰"), ("Switzerland", "瑞士"), ("Brazil", "巴西"), ("Italy", "意大利"),
    ("Mexico", "墨西哥"), ("Norway", "挪威"), ("Poland", "波兰"), ("Portugal", "葡萄牙"), ("South Africa", "南非"),
    ("Sweden", "瑞典"),
)  # fmt: skip
HOURS = {"12h": ("12-hour", "12小时制"), "24h": ("24-hour", "24小时制")}
DATES = {"YYYY-MM-DD": "2026-12-31", "DD/MM/YYYY": "31/12/2026", "MM/DD/YYYY": "12/31/2026", "DD.MM.YYYY": "31.12.2026"}
DEGREES = {"celsius": ("Celsius", "摄氏度"), "fahrenheit": ("Fahrenheit", "华氏度")}
MEASURES = {"metric": ("metric", "公制"), "imperial": ("imperial", "英制")}
FIRST_DAYS = {"monday": ("Monday", "周一"), "saturday": ("Saturday", "周六"), "sunday": ("Sunday", "周日")}


def _first(rows: Rows) -> str:
    """The language that the phone speaks."""
    return str(rows.base.rows("regional")["main"]["languages"][0])


def _language(draw: Draw, rows: Rows) -> Slots:
    tag = draw.choice(tuple(LANGUAGES))
    rows.put("regional", "main", languages=[_first(rows), _other(draw, tuple(LANGUAGES), tag)])
    return {"language": draw.tongue(*LANGUAGES[tag])}


def _spoken(draw: Draw, rows: Rows) -> Slots:
    tags = draw.rng.sample(list(LANGUAGES), 2)
    rows.put("regional", "main", languages=[_first(rows), *tags])
    return {"language": draw.tongue(*LANGUAGES[draw.choice(tags)])}


def _region(draw: Draw, rows: Rows) -> Slots:
    return {"region": draw.tongue(*draw.choice(REGIONS))}


def _chooses(field: str, options: dict[str, tuple[str, str]]) -> About:
    """One of the options of a field of the region; the phone has another one until now."""

    def about(draw: Draw, rows: Rows) -> Slots:
        wanted = draw.choice(tuple(options))
        rows.put("regional", "main", **{field: _other(draw, tuple(options), wanted)})
        return {"wanted": wanted, "said": draw.tongue(*options[wanted])}

    return about


def _hours(draw: Draw, rows: Rows) -> Slots:
    wanted = draw.choice(tuple(HOURS))
    rows.put("regional", "main", hour_format=_other(draw, tuple(HOURS), wanted))
    rows.put("device", "clock", format24=wanted == "12h")
    return {"wanted": wanted, "said": draw.tongue(*HOURS[wanted])}


def _dates(draw: Draw, rows: Rows) -> Slots:
    wanted = draw.choice(tuple(DATES))
    rows.put("regional", "main", date_format=_other(draw, tuple(DATES), wanted))
    return {"wanted": wanted, "example": DATES[wanted], "said": draw.choice((wanted, DATES[wanted]))}


REGION = (
    wish(
        "manage_language", "{language} as the language of the phone", about=_language, action="set_primary",
        language="{language}",
        train="""!switch the phone to {language}
        !change the [system|phone's] language to {language}
        phone language: {language}""",
        wide="""![set|put] the phone['s language|] to {language}
        I want [the whole phone|all menus] in {language}
        the menus should be in {language}
        can the phone's language be {language}?
        system language {language}
        I'm learning {language}, so show me all menus in it
        !make {language} the [main|primary] language of the phone""",
        held="""everything on this phone should be displayed in {language} from now on
        I can't read these menus, I need the phone language to be {language}""",
        zh_train="""!把系统语言[改成|换成]{language}
        手机语言用{language}""", zh_wide="""!手机菜单换成{language}
        系统语言：{language}""", zh_held="界面上的字都用{language}显示",
        done=("The phone's language is {language} now.", "系统语言已改为{language}。"),
    ),
    wish(
        "manage_language", "{language} beside the other languages", about=_language, action="add", language="{language}",
        train="""!add {language} to the phone's languages
        [another|one more] system language: {language}""",
        wide="""!add {language} as a [second|further|secondary] system language
        I also speak {language}, [put|add] it [on|to] the list of languages
        {language} should be among the phone's languages too
        can you add {language} to the system languages?
        !put {language} on the phone's language list, [not as the first one|at the end]
        language list: add {language}""",
        held="""besides the one I have now, give me {language} as another phone language
        in the language settings I'd like {language} as an extra one, after my main language""",
        zh_train="!给手机添加{language}", zh_wide="""系统语言里[再|]加一个{language}
        !语言列表加上{language}""", zh_held="我还会{language}，加到手机的语言里",
        done=("{language} is among the phone's languages now.", "手机语言里已加上{language}。"),
    ),
    wish(
        "manage_language", "no {language} among the languages", about=_spoken, action="remove", language="{language}",
        train="""!remove {language} from the phone's languages
        !delete {language} from the [language list|list of languages]""",
        wide="""I don't need {language} among the system languages [any more|anymore]
        !take {language} off the phone's language list
        system languages: {language} can go
        can you remove the system language {language}?
        {language} should [disappear|go] from my phone's languages
        !drop {language} as a language of the phone""",
        held="""I never use {language}, so clear it out of the language settings
        {language} doesn't have to be in my phone's language list any longer""",
        zh_train="!把{language}从手机语言里[删掉|移除]", zh_wide="""系统语言里不要{language}了
        !删除系统语言{language}""", zh_held="语言列表里的{language}用不着了，去掉",
        done=("{language} is no longer among the phone's languages.", "已从手机语言中移除{language}。"),
    ),
    wish(
        "set_date_time_format", "the {wanted} clock", about=_hours, hourFormat="{wanted}",
        train="""!use the {said} clock
        !show [the |]time in {said} format
        {said} clock, please""",
        wide="""!switch to the {said} clock
        time format: {said}
        I [want|prefer] the {said} [clock|time format]
        can I have the time in {said} format?
        I'm not used to this clock, [give me|use] the {said} one
        the clock should be {said}
        !change the time format to {said}""",
        held="""I always get confused by the clock, could it be {said} instead?
        {said} time is easier for me to read, so put the clock that way""",
        zh_train="""时间[用|改成]{said}
        !换成{said}""", zh_wide="""时钟{said}显示
        我习惯{said}，时间格式改一下""", zh_held="手机上的时间按{said}显示",
        done=("The clock is {said} now.", "时间已改为{said}。"),
    ),
    wish(
        "set_date_time_format", "dates like {example}", about=_dates, dateFormat="{wanted}",
        train="""!show dates like {said}
        date format {said}
        !change the date format to {said}""",
        wide="""!set the date format to {said}
        dates should look like [this|that]: {said}
        I want [my |]dates in the form {said}
        can dates be shown as {said}?
        I keep [misreading|mixing up] the dates, use the format {said}
        dates please as {said}""",
        held="""where I come from we write dates as {said}, change the format to that
        it'd be easier if every date were written {said}""",
        zh_train="日期格式[换成|设为]{said}", zh_wide="""日期用{said}这种格式
        !把日期显示成{said}""", zh_held="年月日的写法改为{said}",
        done=("Dates look like {example} now.", "日期现在显示为{example}这种格式。"),
    ),
    wish(
        "set_regional_preferences", "the region {region}", about=_region, region="{region}",
        train="""!set [the|my] region to {region}
        !change the [phone's country|country of the phone] to {region}
        region: {region}""",
        wide="""!switch the region to {region}
        I've moved to {region}, set [that as my region|the region]
        the phone's region should be {region}
        can you change [my|the] region to {region}?
        I live in {region} now, so change the phone's region
        country settings: {region}""",
        held="""I'm staying in {region} for a year, so the phone's region needs to match
        for country or region, choose {region}""",
        zh_train="!把地区[改成|设为]{region}", zh_wide="""手机地区：{region}
        我搬到{region}了，地区改一下""", zh_held="国家和地区那里选{region}",
        done=("The region is {region} now.", "地区已设为{region}。"),
    ),
    wish(
        "set_regional_preferences", "temperatures in {wanted}", about=_chooses("temperature_unit", DEGREES),
        temperatureUnit="{wanted}",
        train="""!show temperatures in {said}
        temperature unit: {said}
        !use {said} for temperatures""",
        wide="""!set the temperature unit to {said}
        I [want|prefer] degrees {said}
        !change temperatures to {said}
        can I see temperatures in {said}?
        the other scale means nothing to me, temperatures in {said}, please
        {said} for all temperatures""",
        held="""I only understand temperatures when they're in {said}, so change it
        how about {said} as the unit for temperature?""",
        zh_train="温度单位[用|换成]{said}", zh_wide="""!气温用{said}显示
        温度改用{said}""", zh_held="天气预报里的温度给我显示{said}就好",
        done=("Temperatures are in {said} now.", "温度单位已改为{said}。"),
    ),
    wish(
        "set_regional_preferences", "{wanted} units", about=_chooses("measurement", MEASURES), measurementSystem="{wanted}",
        train="""!use {said} units
        {said} units, please
        !switch to the {said} system""",
        wide="""!set the units of measurement to {said}
        I want lengths and weights in {said} units
        units: {said}
        can I have {said} units?
        !change the measurement system to {said}
        distances and weights should be {said}""",
        held="""at school we only learned {said} measurements, so switch the phone over
        we use the {said} system where I live, so measure things that way""",
        zh_train="度量单位[用|换成]{said}", zh_wide="""!把单位切换到{said}
        长度和重量用{said}""", zh_held="我用惯了{said}单位，手机也这么显示",
        done=("Units are {said} now.", "度量单位已改为{said}。"),
    ),
    wish(
        "set_regional_preferences", "weeks from {wanted}", about=_chooses("first_day", FIRST_DAYS), firstDayOfWeek="{wanted}",
        train="""!start the week on {said}
        weeks should start on {said}
        first day of the week: {said}""",
        wide="""!set the first day of the week to {said}
        I want [my |]weeks to start [with|on] {said}
        my week starts on {said}, [change that|set the phone to that]
        can the week start on {said}?
        !let the week begin on {said}
        week start {said}""",
        held="""on the calendar, {said} has to be the first day of the week
        where I live, {said} is the start of the week, could the calendar follow that?""",
        zh_train="一周[从|由]{said}开始", zh_wide="""!把每周第一天设为{said}
        星期的第一天改成{said}""", zh_held="在我们那儿一周头一天是{said}，日历也按这个来",
        done=("The week starts on {said} now.", "每周从{said}开始。"),
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=SYSTEM, languages=("en", "en", "zh"))
def plain_region(draw: Draw) -> Draft:
    """Languages of the system, region and units, and how dates and times are written."""
    return plain(draw, REGION)


# -- the device

FACTS = {
    "imei": ("IMEI", "IMEI号"), "serialNumber": ("serial number", "序列号"), "androidVersion": ("Android version", "安卓版本"),
    "build": ("build number", "版本号"),
}  # fmt: skip
FEATURES = {
    "talkback": ("TalkBack", "TalkBack"), "voice_access": ("voice access", "语音控制"),
    "switch_access": ("switch access", "开关控制"), "sound_notifications": ("doorbell sound notifications", "门铃声音通知"),
    "flash_alerts": ("flash alerts", "闪光提醒"), "large_pointer": ("the large mouse pointer", "大鼠标指针"),
    "touch_assistance": ("touch assistance", "触控辅助菜单"),
}  # fmt: skip
NEEDS = {
    "voice_access": (("control the phone by voice alone", "steer the phone with spoken commands"), "用说话来操作手机"),
    "switch_access": (("operate the phone with an external switch",), "用外接开关操作手机"),
    "sound_notifications": (("be told when the doorbell rings", "be alerted when a baby cries"), "门铃响的时候得到提醒"),
    "flash_alerts": (("see a flash of light when alerts come in",), "来提醒时看到闪光"),
    "remove_animations": (("see no animations", "have the screen without animations"), "不看到动画效果"),
    "large_pointer": (("have a bigger mouse pointer",), "把鼠标指针变大"),
    "touch_assistance": (("have a floating touch menu",), "有个悬浮的触控菜单"),
}  # fmt: skip
DEVELOPER = {
    "developer_mode": ("developer mode", "开发者模式"), "usb_debugging": ("USB debugging", "USB调试"),
    "wireless_debugging": ("wireless debugging", "无线调试"), "show_taps": ('the "show taps" option', "“显示点按操作”"),
    "stay_awake": ('the "stay awake while charging" option', "“充电时不锁屏”"),
}  # fmt: skip
TARGETS = {"apps": ("app", "应用"), "system": ("system", "系统")}
HOW = {
    "off": ("off", "关闭"), "wifi_only": ("only over Wi-Fi", "仅在Wi-Fi下"), "always": ("over any network", "任何网络都可以"),
}  # fmt: skip
SCOPES = {
    "network": ("network settings", "网络设置"), "app_preferences": ("app preferences", "应用偏好设置"),
    "accessibility": ("accessibility settings", "无障碍设置"),
}  # fmt: skip


def _name(draw: Draw, rows: Rows) -> Slots:
    owner = draw.first_name()
    return {"name": draw.choice((f"{owner}'s phone", f"{owner} mobile")) if draw.language == "en" else f"{owner}的手机"}


def _fact(draw: Draw, rows: Rows) -> Slots:
    field = draw.choice(tuple(FACTS))
    rows.put("about", "main", imei=str(draw.integer(35 * 10**13, 36 * 10**13)), serial=f"R{draw.integer(10**8, 10**9 - 1)}X")
    build = f"B{draw.choice('PQRS')}{draw.integer(2, 9)}A.{draw.integer(240000, 269999)}"
    rows.put("system_update", "main", version=f"{draw.integer(15, 17)}.{draw.integer(1, 9)}", build=build)
    return {"field": field, "fact": draw.tongue(*FACTS[field])}


def _tell_fact(draw: Draw, payload: Any, slots: Slots) -> Told:
    value = payload[slots["field"]]
    return draw.tongue(f"The {slots['fact']} is {value}.", f"{slots['fact']}是{value}。"), [(value,)]


def _offer(rows: Rows, version: str, **fields: Any) -> None:
    """A system of that version is offered for the phone, and nothing stands against its installation."""
    rows.put(
        "system_update", "main", version="16", offer_version=version, offer_build="BP4A.261105.002", offer_patch="2026-11-05",
        offer_mb=640, **fields,
    )  # fmt: skip


def _update(draw: Draw, rows: Rows) -> Slots:
    version = f"16.{draw.integer(1, 9)}"
    _offer(rows, version, tonight=False, install_at=None)
    rows.put("device", "battery", level=draw.integer(50, 95), charging=False)
    return {"version": version}


def _update_tonight(draw: Draw, rows: Rows) -> Slots:
    _offer(rows, f"16.{draw.integer(1, 9)}", tonight=True, install_at=rows.now + 7 * 3600)
    return {}


def _tell_update(draw: Draw, payload: Any, slots: Slots) -> Told:
    version = payload["available"]["version"]
    return draw.tongue(f"Yes, version {version} is available.", f"有，可以更新到{version}。"), [(version,)]


def _auto_update(draw: Draw, rows: Rows) -> Slots:
    target, mode = draw.choice(tuple(TARGETS)), draw.choice(tuple(HOW))
    rows.put("auto_update", target, mode=_other(draw, tuple(HOW), mode))
    return {"target": target, "mode": mode, "kind": draw.tongue(*TARGETS[target]), "how": draw.tongue(*HOW[mode])}


def _feature(draw: Draw, rows: Rows) -> Slots:
    feature = draw.choice(tuple(FEATURES))
    return {**flips("accessibility", feature)(draw, rows), "feature": feature, "said": draw.tongue(*FEATURES[feature])}


def _need(draw: Draw, rows: Rows) -> Slots:
    feature = draw.choice(tuple(NEEDS))
    rows.put("accessibility", feature, on=False)
    english, chinese = NEEDS[feature]
    return {"feature": feature, "need": draw.tongue(draw.choice(english), chinese)}


def _developer(draw: Draw, rows: Rows) -> Slots:
    option, enabled = draw.choice(tuple(DEVELOPER)), draw.chance(0.5)
    for name in DEVELOPER:
        rows.put("developer", name, on=not enabled if name == option else name == "developer_mode")
    rows.put("developer", "usb_debugging", computer=None)
    if option == "developer_mode":
        for name in DEVELOPER:
            rows.put("developer", name, on=not enabled and name == option)
    return {**on_or_off(draw, enabled), "option": option, "said": draw.tongue(*DEVELOPER[option])}


def _scope(draw: Draw, rows: Rows) -> Slots:
    scope = draw.choice(tuple(SCOPES))
    rows.put("accessibility", "large_pointer", on=True)
    rows.app(draw.pick(entities.STORE_APPS), notifications=False)
    return {"scope": scope, "said": draw.tongue(*SCOPES[scope])}


DEVICE = (
    wish(
        "manage_device_info", "{name} as the name of the phone", about=_name, action="rename", name="{name}",
        train="""!rename [the|this] phone to {name}
        !call [the|this] phone {name}""",
        wide="""!change the name of [the|this] phone to {name}
        the phone should be called {name}
        I want [the|this] phone to be named {name}
        new device name: {name}
        can you name this phone {name}?
        so that others can tell whose it is, [name|rename] this phone {name}
        phone name {name}""",
        held="""!give my phone the name {name}
        I don't like what my phone is called, make the name {name}""",
        zh_train="!把手机改名为{name}", zh_wide="""手机的名字改成{name}
        这台手机就叫{name}""", zh_held="设备名称换成{name}",
        done=("The phone is called {name} now.", "手机已改名为{name}。"),
    ),
    wish(
        "manage_device_info", "the {field} of the phone", about=_fact, tell=_tell_fact, action="get",
        train="""what is the {fact} of [this|my] phone?
        !tell me the phone's {fact}
        {fact} of this phone?""",
        wide="""which {fact} does this phone have?
        I need the {fact} of my phone[ for the repair shop|]
        !look up [the phone's|this phone's] {fact}
        {fact}, please
        the support hotline asks for the {fact}, what is it?
        !read me the {fact} of this phone
        can you find out [the|this phone's] {fact}?""",
        held="""where do I see the {fact} of my phone? Tell me what it says
        in the phone's info, what does it give as the {fact}?""",
        zh_train="这手机的{fact}是多少？", zh_wide="""!查一下手机的{fact}
        客服要我的{fact}，是什么""", zh_held="关于本机里写的{fact}是啥",
    ),
    wish(
        "manage_system_update", "whether there is a system update", about=_update, tell=_tell_update, action="check",
        train="""is there a system update?
        !check for [a system update|system updates]""",
        wide="""is there a new version of Android for this phone?
        any system updates? Which version?
        !see if the phone has a new system version
        is my phone's software up to date?
        system update available?
        I heard there's a new Android, can I get it already?
        !look for a software update for the phone""",
        held="""does my phone need a system update or is it already on the latest version?
        !find out whether there's a newer Android version I could get""",
        zh_train="系统有更新吗？", zh_wide="""!检查一下系统更新
        手机系统有新版本吗""", zh_held="我这系统是不是最新的，有更新没有",
    ),
    wish(
        "manage_system_update", "the system update tonight", about=_update, action="install_tonight",
        train="""!install the system update tonight
        system update tonight[, please|]""",
        wide="""!schedule the system update for tonight
        the new Android can be installed tonight
        !update the phone's system tonight[ while I sleep|]
        do the system update [overnight|tonight], not now
        I want the system updated tonight
        can the system update run tonight?""",
        held="""!leave the system update until tonight when I'm asleep
        while I'm sleeping tonight the phone can do its system update""",
        zh_train="今晚[安装|装]系统更新", zh_wide="""!安排今晚更新系统
        系统今天夜里更新吧""", zh_held="今晚等我睡着了再装系统更新",
        done=("The system update will be installed tonight.", "系统更新将在今晚安装。"),
    ),
    wish(
        "manage_system_update", "no update tonight", about=_update_tonight, action="cancel",
        train="""!cancel the system update tonight
        !don't install the system update tonight""",
        wide="""no system update tonight[, please|]
        !call off tonight's system update
        I need the phone tonight, so cancel the system update
        tonight's update [is off|must not happen]
        can you stop the system update that's planned for tonight?
        the scheduled system update: cancel it""",
        held="""forget about tonight's system update, I changed my mind
        I don't want the phone updating tonight after all, skip the system update""",
        zh_train="!取消今晚的系统更新", zh_wide="""今晚别更新系统了
        !把预定的系统更新取消""", zh_held="今晚那个系统更新，我不想装了",
        done=("The system update of tonight is cancelled.", "今晚的系统更新已取消。"),
    ),
    wish(
        "manage_system_update", "the system update now", about=_update, check="calls", action="install",
        train="""!install the system update now
        !update the system now""",
        wide="""system update, right now
        !install the new Android version now, it may restart
        the phone may restart, [do|install] the system update now
        can you install the system update [right away|straight away]?
        I want the new system version now
        !start the installation of the system update now""",
        held="""I don't need the phone for a while, so let's get the system update done right now
        go for the system update this minute, a restart is fine""",
        zh_train="现在[安装|装]系统更新", zh_wide="""!马上更新系统
        系统更新现在就装，重启没关系""", zh_held="不用等晚上了，这就把系统更新装上",
        done=("The system update is installed; the phone restarts.", "系统更新已安装，手机正在重启。"),
    ),
    wish(
        "set_auto_update", "{target} updates: {mode}", about=_auto_update, target="{target}", mode="{mode}",
        train="""automatic {kind} updates: {how}
        !set automatic {kind} updates to {how}""",
        wide="""automatic updating, {kind}: {how}
        !change automatic {kind} updates to {how}
        I want automatic {kind} updates {how}
        can automatic {kind} updates be {how}?
        automatic {kind} updates should be {how}
        !set {kind} auto-update to {how}""",
        held="""for automatic {kind} updates I'd pick {how}
        my choice for {kind} updates running automatically is {how}""",
        zh_train="{kind}自动更新：{how}", zh_wide="""!把{kind}自动更新设为{how}
        {kind}的自动更新改成{how}""", zh_held="自动更新{kind}这一项，选{how}",
        done=("Automatic {kind} updates: {how}.", "{kind}自动更新：{how}。"),
    ),
    wish(
        "manage_accessibility", "{feature} {turned}", about=_feature, action="set", feature="{feature}", enabled="{enabled}",
        train="""!turn {state} {said}
        !switch {said} {state}
        accessibility: {said} {state}""",
        wide="""!turn {said} {state}[ again|]
        I want {said} {state}
        in the accessibility settings, {switch} {said}
        can you switch {state} {said}?
        {said} {state}
        !set {said} to {state}""",
        held="""under accessibility, I need {said} to be {state}
        my grandson says {said} should be {state}, can you change that for me?""",
        zh_train="""!{state}{said}
        !把{said}{state}""", zh_wide="""无障碍里的{said}{state}一下
        {said}给我{state}""", zh_held="辅助功能中的{said}，{state}",
        done=("Accessibility settings: {said} {state}.", "{said}已{state}。"),
    ),
    wish(
        "manage_accessibility", "{feature} on", about=_need, action="set", feature="{feature}", enabled=True,
        train="""I want to {need}
        !let me {need}
        I'd like to {need}""",
        wide="""!set the phone so that I can {need}
        can I {need}?
        I need to {need}[, turn that on|]
        is there an accessibility feature to {need}? Turn it on
        it would help me to {need}, please switch that on
        accessibility: I want to {need}""",
        held="""!find the accessibility option that lets me {need} and enable it
        since my accident I have to {need}, please set that up""",
        zh_train="我想{need}", zh_wide="""无障碍：我要{need}
        能不能让我{need}""", zh_held="我身体不方便，需要{need}，打开这个辅助功能",
        done=("The accessibility feature for that is on.", "对应的无障碍功能已打开。"),
    ),
    wish(
        "set_developer_option", "{option} {turned}", about=_developer, option="{option}", enabled="{enabled}",
        train="""!turn {said} {state}
        !switch {state} {said}""",
        wide="""in the developer options, turn {said} {state}
        I want {said} {state}
        developer settings: {said} {state}
        can you turn {state} {said}?
        {said} {state}[, please|]
        !switch {said} {state} for [my tests|testing]
        !{switch} {said}
        I'm [developing|testing] an app, {said} should be {state}""",
        held="""for my coding class, {said} needs to be {state}
        I'm about to test something from my laptop, so {said} has to be {state}""",
        zh_train="""!{state}{said}
        !把{said}{state}""", zh_wide="""开发者选项：{said}{state}
        我在调程序，{said}{state}一下""", zh_held="我写代码要用，{said}先{state}",
        done=("In the developer options, {said} is {state}.", "{said}已{state}。"),
    ),
    wish(
        "reset_settings", "the {scope} reset", about=_scope, scope="{scope}",
        train="""!reset the {said}
        !set the {said} back to their defaults""",
        wide="""{said}: [reset|back to the defaults]
        !restore the default {said}
        I want the {said} reset
        something's wrong with the {said}, reset them
        can you reset the {said}?
        !put all {said} back to [default|the factory state]""",
        held="""I messed up the {said}, so I need a full reset of those
        nothing works since I changed the {said}, go back to the original ones""",
        zh_train="!重置{said}", zh_wide="""!把{said}恢复默认
        {said}乱了，重置一下""", zh_held="{said}变回刚买时的样子",
        done=("The {said} are reset.", "{said}已重置。"),
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=SYSTEM, languages=("en", "en", "zh"))
def plain_device(draw: Draw) -> Draft:
    """The phone itself: name and numbers, updates, accessibility, options for developers, resets."""
    return plain(draw, DEVICE)


# -- accounts, backup, users

PROVIDERS = {"google": "Google", "microsoft": "Microsoft", "samsung": "Samsung", "xiaomi": "Xiaomi", "oneplus": "OnePlus"}
SYNCED = {
    "mail": ("e-mail", "邮件"), "contacts": ("contacts", "联系人"), "calendar": ("calendar", "日历"),
    "photos": ("photos", "照片"), "notes": ("notes", "笔记"),
}  # fmt: skip
SERVICES = list(SYNCED)
CONTENTS = {
    "apps": ("apps", "应用"), "photos": ("photos", "照片"), "messages": ("messages", "短信"), "contacts": ("contacts", "联系人"),
    "settings": ("settings", "设置"),
}  # fmt: skip


def _address(draw: Draw) -> str:
    return f"{draw.pick(entities.GIVEN).casefold()}{draw.integer(2, 98)}@example.com"


def _new_account(draw: Draw, rows: Rows) -> Slots:
    provider = draw.choice(tuple(PROVIDERS))
    return {"account": _address(draw), "provider": provider, "kind": PROVIDERS[provider]}


def _account(draw: Draw, rows: Rows, *synced: str) -> Slots:
    account = _address(draw)
    rows.add("accounts", "ac", name=account, provider="google", services=SERVICES, synced=list(synced),
             last_sync=rows.now - 7000)  # fmt: skip
    return {"account": account}


def _account_sync(draw: Draw, rows: Rows) -> Slots:
    enabled = draw.chance(0.5)
    return {**_account(draw, rows, *([] if enabled else SERVICES)), **on_or_off(draw, enabled)}


def _service_sync(draw: Draw, rows: Rows) -> Slots:
    enabled, service = draw.chance(0.5), draw.choice(SERVICES)
    account = _account(draw, rows, *[name for name in SERVICES if (name == service) != enabled])
    return {**account, **on_or_off(draw, enabled), "service": service, "said": draw.tongue(*SYNCED[service])}


def _no_backup(draw: Draw, rows: Rows) -> Slots:
    rows.put("backup", "main", on=False)
    return {}


def _backed_up(draw: Draw, rows: Rows) -> Slots:
    account = next(key for key, row in rows.base.rows("accounts").items() if row["provider"] != "work")
    rows.put("backup", "main", on=True, account=account)
    return {}


def _backup_over(draw: Draw, rows: Rows) -> Slots:
    wifi = draw.chance(0.5)
    rows.put("backup", "main", wifi_only=not wifi)
    english, chinese = ("over Wi-Fi only", "只用Wi-Fi") if wifi else ("over mobile data too", "流量也可以用")
    return {"wifi": wifi, "how": draw.tongue(english, chinese)}


def _contents(draw: Draw, rows: Rows) -> Slots:
    chosen = draw.rng.sample(list(CONTENTS), draw.integer(1, 3))
    kept = [name for name in CONTENTS if name in chosen]
    rows.put("backup", "main", include=[name for name in CONTENTS if name not in kept])
    return {"kept": kept, "said": draw.say_list([draw.tongue(*CONTENTS[name]) for name in kept])}


def _backup_size(draw: Draw, rows: Rows) -> Slots:
    rows.put("backup", "main", size_mb=draw.integer(1200, 29000))
    return {}


def _tell_backup_size(draw: Draw, payload: Any, slots: Slots) -> Told:
    size = str(payload["sizeMb"])
    return draw.tongue(f"The backup takes {size} MB.", f"备份占{size}MB。"), [(size, f"{payload['sizeMb']:,}")]


def _new_user(draw: Draw, rows: Rows) -> Slots:
    return {"name": draw.first_name()}


def _user(draw: Draw, rows: Rows) -> Slots:
    name = draw.first_name()
    rows.add("users", "us", name=name, kind="secondary")
    return {"name": name}


def _guest(draw: Draw, rows: Rows) -> Slots:
    return {"guest": draw.tongue("guest", "访客")}


ACCOUNTS = (
    wish(
        "manage_account", "the {kind} account {account}", about=_new_account, action="add", account="{account}",
        provider="{provider}",
        train="""!add my {kind} account {account}
        !sign in to my {kind} account {account}""",
        wide="""!add the {kind} account {account} to the phone
        another {kind} account: {account}
        I have a {kind} account, {account}, [add it|set it up here]
        can you set up my {kind} account {account} on this phone?
        new account: {account} at {kind}
        !log me in to {kind} as {account}""",
        held="""my {kind} login is {account}, I need that account on this phone
        I've just made a {kind} account, {account}, please connect it to this phone""",
        zh_train="!添加{kind}账号{account}", zh_wide="""!登录我的{kind}账号{account}
        手机上再加一个{kind}账号，{account}""", zh_held="我的{kind}账号是{account}，在这台手机上登一下",
        done=("The {kind} account {account} is added.", "已添加{kind}账号{account}。"),
    ),
    wish(
        "manage_account", "no account {account}", about=_account, action="remove", account="{account}",
        train="""!remove the account {account}
        !delete the account {account} from this phone""",
        wide="""!sign out of {account} on this phone
        the account {account} should be removed
        !take {account} off this phone
        I no longer use the account {account}, remove it
        can you remove {account} from the accounts?
        accounts: delete {account}""",
        held="""{account} isn't mine any more, that account shouldn't be on this phone
        I gave up my {account} account, clear it from this phone""",
        zh_train="!移除账号{account}", zh_wide="""!把账号{account}从手机上删掉
        {account}这个账号不用了，移除吧""", zh_held="把{account}退出登录，这个账号不留了",
        done=("The account {account} is removed.", "账号{account}已移除。"),
    ),
    wish(
        "set_account_sync", "sync of {account} {turned}", about=_account_sync, account="{account}", enabled="{enabled}",
        train="""!turn {state} sync for {account}
        !switch sync {state} for the account {account}""",
        wide="""sync {state} for {account}
        !{switch} sync for {account}
        I want the sync of {account} {state}
        can you switch {state} syncing for {account}?
        account {account}: sync {state}
        syncing of {account} should be {state}""",
        held="""could you make sure that sync is {state} for my account {account}?
        for my {account} account, data sync has to be {state}""",
        zh_train="!{state}{account}的同步", zh_wide="""!把{account}的同步{state}
        账号{account}同步{state}一下""", zh_held="{account}跟手机之间的数据同步，{state}",
        done=("Sync of {account} is {state}.", "{account}的同步已{state}。"),
    ),
    wish(
        "set_account_sync", "{service} sync of {account} {turned}", about=_service_sync, account="{account}",
        service="{service}", enabled="{enabled}",
        train="""!turn {state} {said} sync for {account}
        !switch the {said} sync of {account} {state}""",
        wide="""{said} sync {state}, account {account}
        I want the {said} sync of {account} {state}
        in the account {account}, turn {said} sync {state}
        can you turn {state} the {said} sync for {account}?
        account {account}: {said} sync {state}
        for {account}, only {said} sync should go {state}""",
        held="""for my {said} in {account}, put syncing {state}
        in {account} it's just the {said} I want sync {state} for""",
        zh_train="!{state}{account}的{said}同步", zh_wide="""!把{account}的{said}同步{state}
        账号{account}，{said}同步{state}""", zh_held="{account}里的{said}这一项，同步{state}",
        done=("The {said} sync of {account} is {state}.", "{account}的{said}同步已{state}。"),
    ),
    wish(
        "set_account_sync", "background sync {turned}", about=flips("modes", "sync"), enabled="{enabled}",
        train="""!turn {state} background sync
        !switch background sync {state}
        background sync {state}""",
        wide="""!turn background sync {state} for all accounts
        I want background sync {state}
        can you turn {state} background sync?
        background syncing should be {state}
        !{switch} background sync
        background sync for everything: {state}""",
        held="""could you get background syncing {state} across my accounts?
        for every account I have, automatic background syncing needs to be {state}""",
        zh_train="!{state}后台同步", zh_wide="""!把后台同步{state}
        所有账号的后台同步{state}一下""", zh_held="各个账号在后台自动同步，这个{state}",
        done=("Background sync is {state}.", "后台同步已{state}。"),
    ),
    wish(
        "manage_backup", "the backup on", about=_no_backup, action="turn_on",
        train="""!turn on [the |]cloud backup
        !back up [the|my] phone to the cloud regularly""",
        wide="""cloud backup on
        !switch cloud backup on
        I want [my|the] phone backed up to the cloud
        can you turn on cloud backup?
        I'm afraid of losing my data, turn the cloud backup on
        !activate the cloud backup""",
        held="""if I lose this phone I don't want to lose everything, so start backing it up to the cloud
        from today my phone should save a backup to the cloud automatically""",
        zh_train="!打开云备份", zh_wide="""云备份打开一下
        怕数据丢，把云备份开了""", zh_held="怕哪天手机坏了，以后自动备份到云上",
        done=("The cloud backup is on.", "云备份已打开。"),
    ),
    wish(
        "manage_backup", "backups {how}", about=_backup_over, action="configure", wifiOnly="{wifi}",
        train="""!let the [cloud |]backup run {how}
        [cloud |]backup {how}""",
        wide="""!set the [cloud |]backup to run {how}
        backups should run {how}
        I want the backup {how}
        can the cloud backup run {how}?
        the phone may back up {how}
        backup setting: {how}""",
        held="""when my phone backs up to the cloud, do it {how}
        I'd like the phone's backups to go {how}""",
        zh_train="备份{how}", zh_wide="""云备份设成{how}
        备份的时候{how}""", zh_held="上传云备份这件事，{how}",
        done=("Backups run {how}.", "备份已设为{how}。"),
    ),
    wish(
        "manage_backup", "a backup of {said} alone", about=_contents, action="configure", include="{kept}",
        train="""from now on, back up only {said}
        the [cloud |]backup should include only {said}""",
        wide="""!set the backup to {said} only
        backup contents: {said}, nothing else
        I want only {said} in the cloud backup
        can the backup cover just {said}?
        my cloud is [filling up|full], so from now on back up {said} only
        !limit the backup to {said}""",
        held="""for the cloud backup, {said} will do, leave out the rest
        don't back up everything, just {said} from now on""",
        zh_train="以后只备份{said}", zh_wide="""云备份只包括{said}
        备份内容改成{said}，别的不要""", zh_held="云上只存{said}的备份就够了",
        done=("The backup includes only {said}.", "备份只包括{said}。"),
    ),
    wish(
        "manage_backup", "a backup now", about=_backed_up, check="calls", action="back_up_now",
        train="""!back up the phone now
        !make a backup now""",
        wide="""backup now[, please|]
        !start a backup right now
        I want everything backed up now
        can you back up my phone right away?
        I'm about to travel, back up the phone now
        !run the cloud backup now""",
        held="""the phone goes in for repair today, do a backup before that, right now
        could we get a fresh backup of this phone into the cloud right now?""",
        zh_train="!现在备份一下手机", zh_wide="""!马上做一次云备份
        要出门了，先备份一下手机""", zh_held="手机要送修，现在先备份一份到云上",
        done=("The phone is backed up.", "手机已备份。"),
    ),
    wish(
        "manage_account", "{account} synced now", about=_account, check="calls", action="sync_now", account="{account}",
        train="""!sync {account} now
        !sync my account {account} now""",
        wide="""account {account}: sync now
        !synchronise {account} right away
        I want {account} synced now
        can you sync {account} right now?
        something's missing from {account}, sync it now
        !start a sync of {account}""",
        held="""I just changed something in my account {account} on my laptop, so sync the phone with it now
        I'm waiting for something in {account}, could that account be synced right now?""",
        zh_train="!现在同步{account}", zh_wide="""!马上同步一下账号{account}
        {account}少了东西，同步一次""", zh_held="我在电脑上改了账号{account}里的东西，手机这就同步一下",
        done=("{account} is synced.", "{account}已同步。"),
    ),
    wish(
        "manage_backup", "how large the backup is", about=_backup_size, tell=_tell_backup_size, action="status",
        train="""how [big|large] is my [cloud |]backup?
        how much space does the [cloud |]backup take?""",
        wide="""what's the size of the backup?
        !tell me how [large|big] the backup is
        size of my cloud backup?
        how many megabytes does my backup have?
        !check the size of the cloud backup
        my cloud is filling up, how much of it is the phone's backup?""",
        held="""my phone backup, how many megabytes is that in the cloud?
        how much of my cloud storage goes on the phone backup?""",
        zh_train="云备份[有多大|占多少空间]？", zh_wide="""!看看备份有多大
        备份一共多少兆""", zh_held="手机的备份在云上占了多少地方",
    ),
    wish(
        "manage_user", "a user {name}", about=_new_user, action="add", user="{name}",
        train="""!add a user [named |called |]{name}
        !create a user {name} on [the|this] phone""",
        wide="""new user: {name}
        {name} should get a user of their own on this phone
        !set up a [second|separate] user for {name}
        {name} will use this phone as well, add a user
        can you make a user account on the phone for {name}?
        another user of this phone, {name}""",
        held="""{name} and I share this phone, could there be a second user, {name}?
        I'd like {name} to have their own user profile on my phone""",
        zh_train="!添加用户{name}", zh_wide="""!给{name}建一个用户
        {name}也要用这台手机，加个用户""", zh_held="我跟{name}合用这手机，给{name}单独开个用户",
        done=("The user {name} is added.", "已添加用户{name}。"),
    ),
    wish(
        "manage_user", "no user {name}", about=_user, action="remove", user="{name}",
        train="""!remove the user {name}
        !delete the user {name} from [the|this] phone""",
        wide="""the user {name} can go
        {name} no longer uses this phone, delete that user
        !get rid of the user {name}
        can you remove {name} as a user of the phone?
        users: remove {name}
        I want the user {name} deleted""",
        held="""{name} has their own phone now, so their user profile here can be deleted
        there's still a user called {name} on my phone, take it off""",
        zh_train="!删除用户{name}", zh_wide="""!把用户{name}移除
        {name}不用这台手机了，把用户删掉""", zh_held="{name}有自己的手机了，这边的用户{name}可以删了",
        done=("The user {name} is removed.", "用户{name}已删除。"),
    ),
    wish(
        "manage_user", "over to the user {name}", about=_user, action="switch", user="{name}",
        train="""!switch to the user {name}
        !change to user {name}""",
        wide="""switch user: {name}
        {name} wants to use the phone now, switch over
        !let {name}'s user take over
        can you switch users, to {name}?
        !go to the user {name}
        user {name} now, please""",
        held="""I'm giving the phone to {name}, go over to their user account
        it's {name}'s turn with the phone, so switch users""",
        zh_train="!切换到用户{name}", zh_wide="""!换成{name}的用户
        {name}要用手机，切过去""", zh_held="轮到{name}用手机了，把用户换过去",
        done=("The phone is with the user {name} now.", "已切换到用户{name}。"),
    ),
    wish(
        "manage_user", "over to the guest", about=_guest, action="switch", user="{guest}",
        train="""!switch to [the |]guest[ mode|]
        guest mode[, please|]""",
        wide="""!start guest mode
        a friend wants to use my phone, switch to guest mode
        !put the phone in guest mode
        can you switch to the guest user?
        !change over to the guest
        I'm lending my phone to someone, guest mode on""",
        held="""someone's borrowing my phone for a minute, let them in as a guest
        my nephew wants to play on my phone, give him the guest user""",
        zh_train="!切换到访客[模式|]", zh_wide="""手机要借给朋友，用访客模式
        !进入访客模式""", zh_held="手机给同学玩一会儿，先进访客模式",
        done=("The phone is in guest mode.", "已切换到访客模式。"),
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=SYSTEM, languages=("en", "en", "zh"))
def plain_accounts(draw: Draw) -> Draft:
    """Accounts and what they sync, the backup, and who uses the phone."""
    return plain(draw, ACCOUNTS)


# -- emergencies and digital wellbeing

BLOOD = ("A+", "A-", "B+", "B-", "AB+", "AB-", "O+", "O-")
BLOOD_SAID = {"+": "positive", "-": "negative"}
MEDICINES = (
    ("ibuprofen", "布洛芬"), ("insulin", "胰岛素"), ("metformin", "二甲双胍"), ("aspirin", "阿司匹林"), ("warfarin", "华法林"),
    ("omeprazole", "奥美拉唑"), ("atorvastatin", "阿托伐他汀"), ("prednisone", "泼尼松"),
)  # fmt: skip
CONDITIONS = (
    ("asthma", "哮喘"), ("epilepsy", "癫痫"), ("diabetes", "糖尿病"), ("high blood pressure", "高血压"), ("migraine", "偏头痛"),
    ("heart disease", "心脏病"), ("anaemia", "贫血"), ("arthritis", "关节炎"),
)  # fmt: skip
PERIODS = {"today": ("today", "今天"), "yesterday": ("yesterday", "昨天"), "week": ("in the last seven days", "最近七天")}


def _blood(draw: Draw, rows: Rows) -> Slots:
    kind = draw.choice(BLOOD)
    rows.put("medical_info", "main", blood_type=_other(draw, BLOOD, kind))
    return {"kind": kind, "said": draw.tongue(draw.choice((kind, f"{kind[:-1]} {BLOOD_SAID[kind[-1]]}")), f"{kind}型")}


def _allergy(draw: Draw, rows: Rows) -> Slots:
    rows.put("medical_info", "main", allergies=None)
    foods = entities.GROCERIES_ZH if draw.language == "zh" else entities.GROCERIES
    return {"allergy": draw.pick([food for food in foods if food not in ("napkins", "食盐")])}


def _medicine(draw: Draw, rows: Rows) -> Slots:
    rows.put("medical_info", "main", medications=None)
    return {"medicine": draw.tongue(*draw.choice(MEDICINES))}


def _condition(draw: Draw, rows: Rows) -> Slots:
    rows.put("medical_info", "main", conditions=None)
    return {"condition": draw.tongue(*draw.choice(CONDITIONS))}


def _known_blood(draw: Draw, rows: Rows) -> Slots:
    rows.put("medical_info", "main", blood_type=draw.choice(BLOOD))
    return {}


def _tell_blood(draw: Draw, payload: Any, slots: Slots) -> Told:
    kind = payload["bloodType"]
    words = (kind, f"{kind[:-1]} {BLOOD_SAID[kind[-1]]}")
    return draw.tongue(f"Your blood type is {kind}.", f"你的血型是{kind}。"), [words]


def _someone(draw: Draw, rows: Rows) -> Slots:
    name = draw.person()
    rows.contact(name)
    return {"name": name}


def _emergency_contact(draw: Draw, rows: Rows) -> Slots:
    name = draw.person()
    key = rows.contact(name)
    rows.put("emergency_contacts", key, contact=key)
    return {"name": name}


def _countdown(draw: Draw, rows: Rows) -> Slots:
    options = (5, 10, 15, 30)
    seconds = draw.choice(options)
    rows.put("emergency_sos", "main", on=False, countdown_seconds=_other(draw, options, seconds))
    return {"seconds": seconds}


EMERGENCY = (
    wish(
        "manage_emergency_info", "the blood type {kind}", about=_blood, action="set_medical", bloodType="{kind}",
        train="""my blood type is {said}[, put that in my emergency information|, save that for emergencies]
        !set my blood type to {said}""",
        wide="""blood type {said}, for [the emergency information|emergencies]
        !enter {said} as my blood type
        in case of an accident: my blood type is {said}, please note it in the medical info
        can you put blood type {said} in my emergency info?
        I want blood type {said} in my medical information
        !change my blood type to {said}""",
        held="""{said} is my blood type, ambulance crews should see that in my emergency info
        in my medical info, could you fill in {said} for blood type?""",
        zh_train="""!把我的血型设为{said}
        我的血型是{said}，写进急救信息""", zh_wide="""急救信息里血型填{said}
        !医疗信息的血型改成{said}""", zh_held="万一出事，急救信息里要写清我是{said}血",
        done=("Your blood type is saved as {kind}.", "血型已设为{kind}。"),
    ),
    wish(
        "manage_emergency_info", "an allergy to {allergy}", about=_allergy, action="set_medical", allergies="{allergy}",
        train="""I'm allergic to {allergy}, [put that in my emergency information|add that to the medical info]
        !add to my medical information that I'm allergic to {allergy}""",
        wide="""emergency information: allergic to {allergy}
        !enter {allergy} as an allergy in my emergency info
        my medical info should say that I have an allergy to {allergy}
        allergies for the medical info: {allergy}
        I want rescuers to know that I'm allergic to {allergy}, put it in my medical info
        can you put in my emergency info that I'm allergic to {allergy}?""",
        held="""doctors need to know about my allergy to {allergy}, so note it in the medical info
        I get a bad allergic reaction to {allergy}, the emergency info should say so""",
        zh_train="我对{allergy}过敏，写进急救信息", zh_wide="""!急救信息里的过敏原填{allergy}
        医疗信息加上{allergy}过敏""", zh_held="我一碰{allergy}就过敏，急救信息要写上",
        done=("Your emergency information says that you are allergic to {allergy}.", "急救信息里已写明对{allergy}过敏。"),
    ),
    wish(
        "manage_emergency_info", "{medicine} as medication", about=_medicine, action="set_medical", medications="{medicine}",
        train="""I take {medicine}, [put that in my emergency information|add that to the medical info]
        !add to my medical information that I take {medicine}""",
        wide="""medication for the medical info: {medicine}
        !enter {medicine} under medications in my emergency info
        emergency information: I take {medicine}
        my medical info should say I'm on {medicine}
        can you put {medicine} down as my medication for emergencies?
        doctors should know in an emergency that I take {medicine}, put it in my medical info""",
        held="""my doctor has put me on {medicine}, so note it under medications in the emergency info
        for my medical info: the medication I'm on is {medicine}""",
        zh_train="我在吃{medicine}，写进急救信息", zh_wide="""!急救信息里的用药填{medicine}
        医疗信息写上我在用{medicine}""", zh_held="我现在吃{medicine}，急救信息的用药要补上",
        done=("Your emergency information says that you take {medicine}.", "急救信息里已写明在用{medicine}。"),
    ),
    wish(
        "manage_emergency_info", "the condition {condition}", about=_condition, action="set_medical", conditions="{condition}",
        train="""I have {condition}, [put that in my emergency information|add that to the medical info]
        !add to my medical information that I have {condition}""",
        wide="""medical condition for the emergency info: {condition}
        !enter {condition} under medical conditions
        emergency information: I have {condition}
        my medical info should say that I have {condition}
        can you put {condition} down as a medical condition for emergencies?
        doctors should know in an emergency that I have {condition}, put it in my medical info""",
        held="""I was diagnosed with {condition}, note that in my medical info for emergencies
        an ambulance should be able to see that I have {condition}, so it belongs in the emergency info""",
        zh_train="我有{condition}，写进急救信息", zh_wide="""!急救信息里的病症填{condition}
        医疗信息写上我有{condition}""", zh_held="我查出{condition}了，急救信息里要写上",
        done=("Your emergency information says that you have {condition}.", "急救信息里已写明有{condition}。"),
    ),
    wish(
        "manage_emergency_info", "the blood type that is saved", about=_known_blood, tell=_tell_blood, action="get",
        train="""what blood type is in my [emergency|medical] information?
        which blood type have I saved for emergencies?""",
        wide="""what's my blood type, according to the emergency info?
        !look up my blood type in the medical information
        !tell me the blood type in my emergency info
        I forgot my blood type, it's in the medical info, [what|which] is it?
        blood type in my medical info?
        is my blood type in the emergency information, and which is it?""",
        held="""the hospital is asking for my blood type, what does my medical info say?
        if somebody checked my emergency info, what blood type would they see?""",
        zh_train="急救信息里我的血型是什么？", zh_wide="""!查一下医疗信息里的血型
        我忘了血型，看看急救信息""", zh_held="医院问我血型，急救信息里存的是哪种",
    ),
    wish(
        "manage_emergency_info", "{name} as an emergency contact", about=_someone, action="add_contact", contactName="{name}",
        train="""!add {name} as an emergency contact
        !make {name} my emergency contact""",
        wide="""emergency contact: {name}
        {name} should be one of my emergency contacts
        I want {name} [called|informed] if something happens to me, [add|make] {name} an emergency contact
        can you add {name} to the emergency contacts?
        !put {name} on my list of emergency contacts
        new emergency contact, {name}""",
        held="""in an emergency {name} should be contacted too
        could {name} go on my emergency contacts, just in case?""",
        zh_train="!把{name}设为紧急联系人", zh_wide="""紧急联系人加上{name}
        !添加紧急联系人{name}""", zh_held="万一我出事，紧急联系人里要有{name}",
        done=("{name} is an emergency contact now.", "{name}已设为紧急联系人。"),
    ),
    wish(
        "manage_emergency_info", "{name} no emergency contact", about=_emergency_contact, action="remove_contact",
        contactName="{name}",
        train="""!remove {name} from my emergency contacts
        {name} should no longer be my emergency contact""",
        wide="""!delete {name} as an emergency contact
        {name} is not my emergency contact any more
        can you take {name} off the emergency contacts?
        emergency contacts: without {name}
        I don't want {name} as an emergency contact any longer
        !drop {name} from the list of emergency contacts""",
        held="""we've split up, so {name} shouldn't be one of my emergency contacts now
        I'd rather not have {name} called in an emergency, so off my emergency contacts""",
        zh_train="!把{name}从紧急联系人里移除", zh_wide="""紧急联系人不要{name}了
        !删除紧急联系人{name}""", zh_held="紧急联系人里的{name}可以去掉了",
        done=("{name} is no longer an emergency contact.", "{name}已不再是紧急联系人。"),
    ),
    wish(
        "set_emergency_sos", "emergency SOS {turned}", enabled="{enabled}",
        about=_because(flips("emergency_sos", "main"), ("I hike alone", "我一个人爬山"), ("I set it off by mistake", "老是误触")),
        train="""!turn {state} emergency SOS
        !switch emergency SOS {state}
        emergency SOS {state}""",
        wide="""I want emergency SOS {state}
        can you turn {state} [the |]emergency SOS?
        SOS by the power button: {state}
        !set emergency SOS to {state}
        the SOS function should be {state}
        emergency SOS {state}, {why}
        !{switch} emergency SOS, {why}""",
        held="""my mum asked about emergency SOS, can you make sure it's {state}?
        the SOS call when I press the power button five times: I'd like it {state}""",
        zh_train="""!{state}紧急求助
        !把SOS紧急求助{state}""", zh_wide="""紧急求助{state}一下
        {why}，{switch}紧急求助""", zh_held="连按五次电源键求救的功能，{state}",
        done=("Emergency SOS is {state}.", "紧急求助已{state}。"),
    ),
    wish(
        "set_emergency_sos", "emergency SOS with {seconds} seconds", about=_countdown, enabled=True,
        countdownSeconds="{seconds}",
        train="""!turn on emergency SOS with a countdown of {seconds} seconds
        emergency SOS on, {seconds} seconds countdown""",
        wide="""!switch on emergency SOS and give me {seconds} seconds to cancel
        I want SOS on, with {seconds} seconds before it calls
        emergency SOS: on, countdown {seconds} s
        can you turn on SOS with {seconds} seconds of countdown?
        !set up emergency SOS, {seconds} seconds to cancel
        SOS should be on and wait {seconds} seconds before the call""",
        held="""I want to be able to use emergency SOS, but with a {seconds} second countdown in case I press it by accident
        for hiking I'd like SOS active, and make the countdown {seconds} seconds""",
        zh_train="!打开紧急求助，倒计时{seconds}秒", zh_wide="""紧急求助打开，给我{seconds}秒取消
        SOS开起来，{seconds}秒后再拨""", zh_held="启用SOS求助，倒数{seconds}秒再打出去",
        done=("Emergency SOS is on with a countdown of {seconds} seconds.", "紧急求助已打开，倒计时{seconds}秒。"),
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=SYSTEM, languages=("en", "en", "zh"))
def plain_emergency(draw: Draw) -> Draft:
    """What rescuers should know, whom to call, and the SOS gesture."""
    return plain(draw, EMERGENCY)


def _app(draw: Draw, rows: Rows) -> Slots:
    app = draw.pick(entities.STORE_APPS)
    rows.app(app, category="social")
    return {"app": app}


def _app_limit(draw: Draw, rows: Rows) -> Slots:
    minutes = draw.choice((15, 20, 30, 40, 45, 60, 90, 120))
    return {**_app(draw, rows), "minutes": minutes, "said": draw.say_minutes(minutes)}


def _limited_app(draw: Draw, rows: Rows) -> Slots:
    app = draw.pick(entities.STORE_APPS)
    key = rows.app(app, category="social")
    rows.put("app_timers", key, app=key, minutes=draw.integer(20, 60, 10))
    return {"app": app}


def _focus_app(draw: Draw, rows: Rows) -> Slots:
    app = draw.pick(entities.STORE_APPS)
    key = rows.app(app, category="social")
    rows.put("focus_apps", key, app=key)
    return {"app": app}


def _used(draw: Draw, rows: Rows) -> Slots:
    period, app = draw.choice(tuple(PERIODS)), draw.pick(entities.STORE_APPS)
    key = rows.app(app, category="social")
    minutes = {(draw.today - timedelta(days=ago)).isoformat(): draw.integer(12, 130) for ago in range(4)}
    rows.put("app_usage", key, app=key, minutes=minutes)
    return {"app": app, "period": period, "when": draw.tongue(*PERIODS[period])}


def _tell_used(draw: Draw, payload: Any, slots: Slots) -> Told:
    app, minutes = payload["app"], str(payload["minutes"])
    return draw.tongue(f"{app} was used for {minutes} minutes.", f"{app}用了{minutes}分钟。"), [(minutes,)]


def _tell_total(draw: Draw, payload: Any, slots: Slots) -> Told:
    minutes = str(payload["totalMinutes"])
    return draw.tongue(f"The phone was used for {minutes} minutes.", f"手机一共用了{minutes}分钟。"), [(minutes,)]


WELLBEING = (
    wish(
        "set_app_timer", "{app} for {minutes} minutes a day", about=_app_limit, appName="{app}", minutes="{minutes}",
        train="""!limit {app} to {said} a day
        !set [a daily limit|an app timer] of {said} for {app}""",
        wide="""{app}: {said} a day at most
        I spend too much time in {app}, limit it to {said} a day
        no more than {said} a day in {app}
        can you limit {app} to {said} per day?
        I want to use {app} for {said} a day at most
        !restrict my use of {app} to {said} a day
        app timer {app} {said}""",
        held="""my parents say {said} of {app} a day is enough, so make that the limit
        stop me using {app} once I've been on it for {said} in a day""",
        zh_train="{app}每天最多用{said}", zh_wide="""!给{app}设每天{said}的限制
        我玩{app}太久了，一天限{said}""", zh_held="{app}一天只让我用{said}",
        done=("{app} may be used for {minutes} minutes a day.", "{app}每天最多用{minutes}分钟。"),
    ),
    wish(
        "set_app_timer", "no limit for {app}", about=_limited_app, appName="{app}", minutes=0,
        train="""!remove the [daily |]time limit [for|of] {app}
        no more time limit for {app}""",
        wide="""!delete the app timer of {app}
        I want to use {app} without a time limit again
        {app} should have no daily limit any more
        can you lift the daily limit on {app}?
        app timer for {app}: remove it
        !take the time limit off {app}""",
        held="""I don't want a daily limit on {app} now that I'm on holiday
        {app} keeps closing because of the app timer, get rid of that limit""",
        zh_train="!取消{app}的[使用|]时间限制", zh_wide="""{app}别限时了
        !把{app}的使用时限删掉""", zh_held="放假了，{app}不用再限制时长",
        done=("{app} has no time limit any more.", "{app}已不再限时。"),
    ),
    wish(
        "get_screen_time", "the time in {app}: {period}", about=_used, tell=_tell_used, appName="{app}", period="{period}",
        train="""how long did I use {app} {when}?
        how much time did I spend in {app} {when}?""",
        wide="""how many minutes was I in {app} {when}?
        screen time of {app} {when}?
        !tell me how long I was on {app} {when}
        my time in {app} {when}, please
        was I on {app} a lot {when}? How long?
        !check how long {app} was used {when}""",
        held="""how many minutes did {app} take up {when}?
        !add up the time I spent on {app} {when}""",
        zh_train="{when}我用了多久{app}？", zh_wide="""!看看{when}{app}用了多少分钟
        {app}{when}的使用时间""", zh_held="{when}在{app}上花了多长时间",
    ),
    wish(
        "get_screen_time", "the screen time: {period}", about=_used, tell=_tell_total, period="{period}",
        train="""what was my screen time {when}?
        how long did I use the phone {when}?""",
        wide="""how many minutes was I on my phone {when}?
        screen time {when}?
        !tell me my [total |]screen time {when}
        did I stare at my phone a lot {when}? How many minutes in all?
        !check how long the phone was used {when}
        my screen time {when}, please""",
        held="""roughly how much screen time did I have {when}, in minutes?
        my wife thinks I'm always on my phone, how long was it {when}?""",
        zh_train="{when}[我的|]屏幕使用时间是多少？", zh_wide="""{when}我一共用了多久手机？
        !看看{when}手机用了多少分钟""", zh_held="{when}盯着手机总共多长时间",
    ),
    wish(
        "manage_focus_mode", "focus mode {turned}", action="turn_{turned}",
        about=_because(flips("focus_mode", "main"), ("I have to study", "我要学习了"), ("I'm done working", "我忙完了")),
        train="""!turn {state} focus mode
        !switch focus mode {state}
        focus mode {state}""",
        wide="""I want focus mode {state}
        can you turn {state} focus mode?
        !set focus mode to {state}
        focus mode should be {state}[ now|]
        focus mode {state}, {why}
        !{switch} focus mode
        !{switch} focus mode, {why}""",
        held="""focus mode needs to be {state} while I'm in this meeting
        about focus mode, could it be {state}?""",
        zh_train="""!{switch}专注模式
        !把专注模式{state}""", zh_wide="""专注模式{state}一下
        {why}，{switch}专注模式""", zh_held="专注模式这会儿给我{state}",
        done=("Focus mode is {state}.", "专注模式已{state}。"),
    ),
    wish(
        "manage_focus_mode", "{app} among the distracting apps", about=_app, action="add_app", appName="{app}",
        train="""!add {app} to focus mode
        focus mode should pause {app} too""",
        wide="""!put {app} among the distracting apps
        {app} distracts me, add it to focus mode
        {app} should be paused in focus mode
        can focus mode pause {app} as well?
        distracting apps: add {app}
        !include {app} in focus mode""",
        held="""I keep opening {app} when I should be working, so block it in focus mode
        during focus mode {app} shouldn't open either""",
        zh_train="!把{app}加到专注模式", zh_wide="""{app}让我分心，加进专注模式
        专注模式里也要暂停{app}""", zh_held="开专注模式的时候，{app}也一起停掉",
        done=("Focus mode pauses {app} too.", "专注模式会暂停{app}。"),
    ),
    wish(
        "manage_focus_mode", "{app} no distracting app", about=_focus_app, action="remove_app", appName="{app}",
        train="""!remove {app} from focus mode
        focus mode should no longer pause {app}""",
        wide="""!take {app} off the distracting apps
        I need {app} for work, remove it from focus mode
        {app} should stay usable in focus mode
        can you take {app} out of focus mode?
        distracting apps: remove {app}
        focus mode without {app}[, please|]""",
        held="""I still need {app} during focus mode, don't block it
        when focus mode is on, {app} should keep working""",
        zh_train="!把{app}从专注模式里移除", zh_wide="""专注模式不要再暂停{app}
        {app}工作要用，别算分心应用""", zh_held="专注模式下{app}我还要用，别停它",
        done=("Focus mode no longer pauses {app}.", "专注模式不再暂停{app}。"),
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=SYSTEM, languages=("en", "en", "zh"))
def plain_wellbeing(draw: Draw) -> Draft:
    """How long apps and the phone are used, limits for a day, and focus mode."""
    return plain(draw, WELLBEING)
