"""Wishes about clocks: stopwatch, timers, alarms, reminders."""

import re
from datetime import datetime, timedelta

from bench.scenario import Play

from ..clauses import Clause
from ..world import Unfit, World
from .registry import Step, plan, the_one


@plan(
    cue=r"\bstop ?watch\b|秒表",
    words="stopwatch stop watch start run begin pause reset read lap take timing running app 开始 启动 打开 暂停 停止 停 重置 清零 计时 秒表",
)
def stopwatch(clause: Clause, world: World) -> Step | None:
    """Start, stop or reset it. One that is to be stopped has been running for some minutes."""
    if clause.take(r"\breset\b|\bclear\b|重置|清零"):
        action = "reset"
    elif clause.take(r"\blap\b"):
        action = "lap"
    elif clause.take(r"\b(?:pause|stop)\b(?! ?watch)|暂停|停止|停"):
        action = "stop"
    elif clause.take(r"\b(?:start|run|begin|resume)\b|开始|启动|打开"):
        action = "start"
    else:
        return None
    world.arrange("manage_stopwatch", action="reset" if action == "start" else "start")

    def act(play: Play) -> str:
        play.call("manage_stopwatch", why=f"The stopwatch: {action}.", action=action)
        return world.say("The stopwatch does as you asked.", "秒表已按要求操作。")

    return Step(act)


@plan(
    cue=r"\btimer\b|\bcount ?down\b|计时器|倒计时|定时器|计时",
    words="timer countdown count down start set create make run put begin add new length long called 设 设置 设一个 定 开始 计时器 倒计时 定时器 计时 个 开",
)
def timer(clause: Clause, world: World) -> Step | None:
    """A new countdown of some length."""
    if clause.take(r"\b(?:do not|don'?t|without) start(?:ing)?(?: (?:it|the timer))?\b|不要(?:开始|启动)"):
        raise Unfit("missing_tool", "the timer tool starts every timer that it makes")
    if clause.has(r"\b(?:pause|resume|cancel|stop|delete|extend)\b|暂停|继续|取消|停止"):
        return None
    seconds = clause.value("span")
    if not seconds:
        raise Unfit("incomplete", "does not say how long the timer runs")
    title = clause.name_after(r"\b(?:called|named|labell?ed|titled|for the|for)\b|名为|叫做?")

    free: dict[str, list[str]] = {}

    def act(play: Play) -> str:
        made = play.call("manage_timer", why=f"{seconds} seconds.", action="start", seconds=seconds, title=title)
        free[f"timers/{made['timerId']}/title"] = [title] if title else []
        return world.say("The timer runs.", "计时器已开始。")

    return Step(act, free=free)


@plan(
    cue=r"\btimer\b|\bcount ?down\b|计时器|倒计时|定时器",
    words="timer countdown pause resume cancel stop delete continue running current active 暂停 继续 取消 停止 删除 计时器 倒计时 定时器 正在 运行",
)
def running_timer(clause: Clause, world: World) -> Step | None:
    """The one timer that is there: paused, resumed or cancelled."""
    kinds = (
        ("pause", r"\bpause\b|暂停"),
        ("resume", r"\b(?:resume|continue)\b|继续"),
        ("cancel", r"\b(?:cancel|stop|delete)\b|取消|停止|删除"),
    )
    action = next((name for name, words in kinds if clause.take(words)), None)
    if action is None or clause.peek("span"):
        return None
    if not world.table("timers"):
        world.arrange("manage_timer", action="start", seconds=3600)
        world.note_entity("timer", world.say("a running timer", "正在运行的计时器"), added=True)
        if action == "resume":
            world.arrange("manage_timer", action="pause")

    def act(play: Play) -> str:
        found = play.call("manage_timer", why="See which timer runs.", action="list")["timers"]
        play.call("manage_timer", why="There is one.", action=action, timerId=the_one(found, "timer")["id"])
        return world.say("The timer does as you asked.", "计时器已按要求操作。")

    return Step(act)


_ALARM_WORDS = (
    "alarm alarms set create make add new wake get put schedule for ring called morning up clock repeating recurring labelled "
    "闹钟 闹铃 设 设置 设一个 定 定一个 叫 醒 叫醒 起床 新建 添加 创建 加 个 响"
)


@plan(cue=r"\balarm\b|\bwake me\b|\bget me up\b|闹钟|闹铃|叫醒|叫我起床", words=_ALARM_WORDS)
def alarm(clause: Clause, world: World) -> Step | None:
    """A new alarm."""
    if clause.has(
        r"\b(?:delete|remove|cancel|turn|switch|disable|change|move|skip|dismiss|snooze|next|all|which|what|when|stop)\b|删除|取消|关|改|停|所有|全部|哪"
    ):
        return None
    title = clause.name_after(r"\b(?:called|named|labell?ed|titled|label|title)\b|名为|名字叫|标签")
    time, days = clause.value("time"), clause.value("days")
    if time is None:
        raise Unfit("incomplete", _no_time(clause))
    day = clause.value("date")
    if day is not None and not _rings_on(day, time, world.draw.now):
        raise Unfit("missing_tool", "an alarm rings once within a day or on days of the week; it takes no date")

    free: dict[str, list[str]] = {}

    def act(play: Play) -> str:
        made = play.call("manage_alarm", why=f"An alarm at {time}.", action="create", time=time, days=days, title=title)
        if title is None:
            free[f"alarms/{made['alarmId']}/title"] = []
        return world.say(f"The alarm is set for {time}.", f"闹钟已设为{time}。")

    return Step(act, free=free)


def _no_time(clause: Clause) -> str:
    """Why no time of day was read."""
    bare = clause.has(r"\b(?:at|for|by) \d{1,2}\b(?![:.%]|\d)")
    return "does not say whether that hour is in the morning or the evening" if bare else "does not say at what time"


def _rings_on(day: str, time: str, now: datetime) -> bool:
    """Whether an alarm without days, set now, rings at that time of that day first."""
    coming = now.date() if time > now.strftime("%H:%M") else now.date() + timedelta(days=1)
    return day == coming.isoformat()


@plan(
    cue=r"\balarm\b|闹钟",
    words="alarm delete remove cancel turn switch off disable my deactivate 闹钟 删除 删掉 取消 关闭 关掉 关 那个 的",
)
def known_alarm(clause: Clause, world: World) -> Step | None:
    """An alarm that is known by its time, deleted or switched off."""
    kinds = (
        ("delete", r"\b(?:delete|remove|cancel)\b|删除|删掉|取消"),
        ("disable", r"\b(?:turn|switch) off\b|\boff\b|\bdisable\b|\bdeactivate\b|关闭|关掉|关"),
    )
    action = next((name for name, words in kinds if clause.take(words)), None)
    time = clause.value("time")
    if action is None or time is None:
        return None
    same = [row for row in world.table("alarms").values() if row["time"] == time]
    if len(same) > 1:
        raise Unfit("missing_entity", f"{len(same)} alarms of this phone ring at {time}")
    world.note_entity("alarm", time, added=not same)
    if not same:
        world.rows.alarm(time, world.draw.title())
    elif action == "disable" and not same[0]["enabled"]:
        world.rows.put("alarms", same[0]["id"], enabled=True)

    def act(play: Play) -> str:
        found = play.call("manage_alarm", why="See the alarms.", action="list")["alarms"]
        key = the_one(found, "alarm", time=time)["id"]
        play.call("manage_alarm", why=f"{key} rings at {time}.", action=action, alarmId=key)
        return world.say("The alarm is taken care of.", "闹钟已处理。")

    return Step(act)


@plan(
    cue=r"\balarms\b|闹钟",
    words="turn switch off on delete remove cancel disable enable clear all my the every alarms alarm of 关闭 关掉 删除 取消 打开 所有 全部 的 闹钟 关",
)
def all_alarms(clause: Clause, world: World) -> Step | None:
    """Every alarm switched off, switched on, or deleted."""
    if not clause.take(r"\b(?:all|every)\b(?: (?:of )?(?:my|the))?|所有|全部") or clause.peek("time") or clause.peek("days"):
        return None
    kinds = (
        ("delete", r"\b(?:delete|remove|clear)\b|删除|删掉"),
        ("disable", r"\boff\b|\b(?:disable|cancel)\b|关闭|关掉|取消|关"),
        ("enable", r"\bon\b|\benable\b|打开|开启"),
    )
    action = next((name for name, words in kinds if clause.take(words)), None)
    if action is None:
        return None
    rows = world.table("alarms")
    if len(rows) > 12:
        raise Unfit("missing_entity", f"this phone has {len(rows)} alarms, more than one episode can change")
    if action != "delete" and all(row["enabled"] == (action == "enable") for row in rows.values()):
        world.rows.alarm(world.draw.time(6, 9), world.draw.title(), enabled=action != "enable")

    def act(play: Play) -> str:
        for item in play.call("manage_alarm", why="See the alarms.", action="list")["alarms"]:
            if action == "delete" or item["enabled"] != (action == "enable"):
                play.call("manage_alarm", why=f"{item['time']} is one of them.", action=action, alarmId=item["id"])
        return world.say("The alarms are taken care of.", "闹钟已处理。")

    return Step(act)


_REMIND_WORDS = "remind reminder set create add make new put 提醒 提醒我 设 设置 一个 新建 添加 创建 要 记得"


@plan(cue=r"\bremind(?:er)?\b|提醒", words=_REMIND_WORDS)
def reminder(clause: Clause, world: World) -> Step | None:
    """To be reminded of something at a time."""
    if clause.has(r"\b(?:delete|remove|cancel|complete|list|show)\b|删除|取消"):
        return None
    day, time, span = clause.value("date"), clause.value("time"), clause.value("span")
    days = clause.value("days")
    if span and not time:
        moment = (world.draw.now + timedelta(seconds=span)).isoformat()[:16]
        clause.take(r"\bin(?=\W)|后")
    elif time:
        moment = f"{day or _next_day(time, world)}T{time}"
    else:
        raise Unfit("incomplete", _no_time(clause))
    if datetime.fromisoformat(moment) <= world.draw.now.replace(tzinfo=None):
        raise Unfit("incomplete", "the time to be reminded at is past")
    title = clause.text_after(r"\b(?:to|about|that|of)\b|提醒我|提醒") or clause.leftover(_REMIND_WORDS)
    if title is None:
        raise Unfit("incomplete", "does not say what to be reminded of")
    title = re.sub(r"\s+(?:on|at|by|in|for|from|this|every)$", "", title.strip(" ,，.。"))
    repeat = {7: "daily", 5: "weekdays", 1: "weekly"}.get(len(days)) if days else None
    if days and repeat is None:
        raise Unfit("missing_tool", "reminders repeat daily, on weekdays or weekly, not on chosen days")

    free: dict[str, list[str]] = {}

    def act(play: Play) -> str:
        made = play.call(
            "manage_reminder", why=f"A reminder for {moment}.", action="create", title=title, time=moment, repeat=repeat
        )
        free[f"reminders/{made['reminderId']}/title"] = [title]
        return world.say(f"I will remind you at {moment.replace('T', ' ')}.", f"到{moment.replace('T', ' ')}会提醒你。")

    return Step(act, free=free)


def _next_day(time: str, world: World) -> str:
    """Today, or tomorrow where that time is past."""
    today = world.draw.now.date()
    return (today if time > world.draw.now.strftime("%H:%M") else today + timedelta(days=1)).isoformat()


@plan(
    cue=r"\btime\b.*\bin\b|几点",
    words="what time tell show current local 现在 几点 几点了 时间 当地 什么 告诉我",
    answers=True,
)
def time_elsewhere(clause: Clause, world: World) -> Step | None:
    """What time it is in a city."""
    if clause.peek("time") or clause.peek("date"):
        return None
    city = clause.name_after(r"\btime\b.*?\bin\b") or clause.name_after(r"\bin\b")
    if city is None:
        return None
    spoken: list[str] = []

    def act(play: Play) -> str:
        now = play.call("get_current_time", why=f"The time in {city}.", city=city)["now"]
        spoken.append(now[11:])
        return f"{city}: {now[11:]}"

    return Step(act, says=[spoken])
