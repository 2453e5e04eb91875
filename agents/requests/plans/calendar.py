"""Wishes about the calendar: events made, deleted and asked about."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from bench.answers import time_words
from bench.draw import MONTHS
from bench.scenario import Play
from harness.contract import Behaviour, Json

from ..clauses import Clause
from ..world import Unfit, World
from .registry import Step, plan, the_one
from .settings import count_words

Event = dict[str, Any]
_REPEATS = (
    ("weekdays", r"\bevery weekday\b|\bweekdays\b|每个?工作日"), ("daily", r"\b(?:every day|daily)\b|每天"),
    ("biweekly", r"\b(?:every (?:two|other|2nd|second) weeks?|biweekly|fortnightly)\b|每两周"),
    ("weekly", r"\b(?:every week|weekly|each week)\b|每周"), ("monthly", r"\b(?:every month|monthly)\b|每月"),
    ("yearly", r"\b(?:every year|yearly|annually)\b|每年"),
)  # fmt: skip
_WORDS = (
    "event events calendar calendars entry appointment meeting meetings schedule scheduled diary agenda create add make put book enter new plan set up starting "
    "starts start last lasts lasting long recurring recurs repeating repeats forever each occurrence every titled called title description "
    "location place place: 日历 日程 日程表 事件 安排 会议 新建 创建 添加 加 加入 记 时间 时长 持续 地点 标题 开始 预约 约 一场 有"
)

_TITLE_EDGES = " ".join(word for word in _WORDS.split() if word not in ("会议", "预约", "约"))
"""What a title does not begin or end with: a Chinese one may end with what kind of event it is."""


@plan(
    cue=r"\b(?:event|calendar|appointment|meeting|diary|schedule|book)\b|日历|日程|会议|预约",
    words=_WORDS,
)
def new_event(clause: Clause, world: World) -> Step | None:
    """An entry with title, start, and what else is said."""
    if not clause.has(r"\b(?:create|add|make|put|book|enter|schedule|new|plan|set up)\b|新建|创建|添加|加|安排|预约|约"):
        return None
    if clause.has(
        r"\b(?:delete|remove|cancel|what|which|when|do i|move|reschedule|folder|note|table|flight|hotel|taxi|train|tickets?|address book)\b|删除|取消|什么|哪些"
    ):
        return None
    description = clause.text_after(
        r"\b(?:with (?:the |a )?description|(?:the )?(?:event )?description(?: (?:should be|is|being))?)\b|描述(?:是|为)?|备注(?:是|为)?"
    )
    if description and "description" not in world.catalogue["create_event"].parameters["properties"]:
        raise Unfit("missing_tool", "create_event takes no description")
    repeat = next((name for name, words in _REPEATS if clause.take(words)), None)
    place = clause.name_after(r"\b(?:location|place|venue)(?: is| being)?\b|地点(?:是|在)?")
    day, times, span = clause.value("date"), clause.values("time"), clause.value("span")
    if day is None or not times:
        raise Unfit("incomplete", f"does not say {'on which day' if day is None else 'at what time'} the event is")
    title = clause.name_after(r"\b(?:titled|called|named|title(?: of)?|for the event)\b|标题(?:是|为)?|名为|叫做?")
    title = title or clause.value("text") or clause.leftover(_TITLE_EDGES)
    if not title:
        raise Unfit("incomplete", "says no title for the event")
    if re.search("约好|约了|记到|帮我", title):
        return None  # a sentence that was not taken apart
    start = f"{day}T{times[0]}"
    end = f"{day}T{times[1]}" if len(times) == 2 else None
    if span and end is None:
        end = (datetime.fromisoformat(start) + timedelta(seconds=span)).isoformat()[:16]
    people = clause.known_name(world.names("contacts", "name"))
    given: dict[str, Json] = {"description": description} if description else {}
    given |= {"end": end, "location": place, "repeat": repeat, "attendees": [people] if people else None}

    def act(play: Play) -> str:
        play.call("create_event", why=f"{title} starts at {start}.", title=title, start=start, **given)
        return world.say(
            f"{title} is in the calendar for {start.replace('T', ' ')}.", f"“{title}”已加入日历：{start.replace('T', ' ')}。"
        )

    return Step(act)


@plan(
    cue=r"\b(?:events?|calendar|appointments?|meetings?|schedule)\b|日历|日程|会议",
    words="event events calendar appointment appointments meeting meetings scheduled schedule delete remove cancel clear erase all every everything titled called title "
    "named 删除 删掉 取消 清空 所有 全部 日历 日程 会议 事件 安排",
)
def deleted_events(clause: Clause, world: World) -> Step | None:
    """All events of a day, or the one of a title."""
    if not clause.take(r"\b(?:delete|remove|cancel|clear|erase)\b|删除|删掉|取消|清空"):
        return None
    title = clause.name_after(r"\b(?:titled|called|named|title)\b|标题(?:是|为)?|名为") or clause.value("text")
    title = title or clause.known_name(world.names("events", "title"))
    day, time = clause.value("date"), clause.value("time")
    if title is None and (day is None or not clause.take(r"\b(?:all|every|everything)\b|所有|全部|清空")):
        raise Unfit("incomplete", "does not say which event to delete")
    if title is not None:
        _require_event(world, title, day, time)
    elif day is not None:
        _fill_day(world, day)

    def act(play: Play) -> str:
        query: dict[str, Json] = {"query": title} if title else {}
        if day:
            query |= {"fromDate": day, "toDate": day, "maxResults": 20}
        found = play.call("search_events", why="Find what is meant.", **query)["events"]
        doomed = [
            item
            for item in found
            if (title is None or item["title"].casefold() == title.casefold())
            and (time is None or item["start"][11:] == time)
        ]
        for item in doomed:
            only = day if item.get("repeat") else None
            play.call("delete_event", why=f"{item['title']} goes.", eventId=item["id"], occurrence=only)
        return world.say(f"Deleted {len(doomed)} from the calendar.", f"已从日历中删除{len(doomed)}项。")

    return Step(act, behaviour=Behaviour.REFERENCE)


_ASK_WORDS = (
    "event events calendar appointment appointments meeting meetings schedule scheduled diary agenda what which when where tell show list have any titles "
    "next upcoming first happening planned location place held many number 日历 日程 会议 安排 事件 什么 哪些 有什么 什么时候 几点 哪里 在哪 地点 告诉我 看看 查 查看 多少 下一个 最近"
)
_ASKING = r"\b(?:what|which|when|where|do i|have i|show|list|tell|how many|is there)\b|什么|哪|几|多少|查|看|告诉"


@plan(
    cue=r"\b(?:events?|calendar|appointments?|meetings?|schedule|diary|agenda)\b|日历|日程|会议|安排",
    words=_ASK_WORDS,
    answers=True,
)
def asked_events(clause: Clause, world: World) -> Step | None:
    """What is in the calendar on a day, in a week, at a time, between two times, or after one."""
    if not clause.has(_ASKING) or clause.has(r"\b(?:delete|remove|add|create|where|location|with)\b|删除|添加|地点|在哪"):
        return None
    if clause.has(r"\bmeetings?\b|会议"):
        raise Unfit("unverifiable", "which events are meetings nobody can tell from the calendar")
    counted = bool(clause.take(r"\bhow many\b|多少|几个"))
    first_only = bool(clause.take(r"\bfirst\b|第一"))
    after = bool(clause.take(r"\bafter\b|之后|以后"))
    between = bool(clause.take(r"\bbetween\b"))
    span, day, times = clause.value("range"), clause.value("date"), clause.values("time")
    if span is None and day is None:
        return None
    first, last = span or (day, day)
    chosen = _chooser(times, after=after, between=between or len(times) == 2, first_only=first_only)
    if not chosen(_events(world, first, last)):
        _fill_day(world, first if day else _within(first, last, world), times)
    if not chosen(_events(world, first, last)):
        raise Unfit("unverifiable", "no event answers the question, so no words prove the answer")
    spoken: list[list[str]] = []

    def act(play: Play) -> str:
        found = play.call("search_events", why="Look at the days in question.", fromDate=first, toDate=last, maxResults=20)
        titles = list(dict.fromkeys(item["title"] for item in chosen(found["events"])))
        if counted:
            spoken.append(count_words(len(chosen(found["events"]))))
            return world.say(f"There are {len(chosen(found['events']))}.", f"有{len(chosen(found['events']))}个。")
        spoken.extend([title] for title in titles)
        return ", ".join(titles)

    return Step(act, says=spoken)


@plan(cue=r"\b(?:next|upcoming)\b|下一个|下一场|最近", words=_ASK_WORDS, answers=True)
def next_event(clause: Clause, world: World) -> Step | None:
    """What comes next, or when somebody is met next."""
    if (
        not clause.has(r"\b(?:events?|appointments?|meetings?)\b|日程|会议|安排")
        or clause.peek("range")
        or clause.peek("date")
    ):
        return None
    person = clause.name_after(r"\bwith\b|[和跟与](?=\w)", stop=r"的|\s+in\b")
    asks_when = clause.has(r"\bwhen\b|什么时候|几点")
    now = world.draw.now.isoformat()[:16]
    if person:
        world.note_entity(
            "person", person, added=not any(person in row["attendees"] for row in world.table("events").values())
        )
        if world.entities[-1].added:
            _add_event(world, day=world.draw.day(1, 5).isoformat(), attendees=[person])
    spoken: list[list[str]] = []

    def act(play: Play) -> str:
        found = play.call("search_events", why="Look ahead.", query=person)["events"]
        event = the_one([item for item in found if item["start"] > now], "coming event")
        if person or asks_when:
            spoken.extend(said_moment(event["start"]))
            return _written(event["start"])
        spoken.append([event["title"]])
        return str(event["title"])

    return Step(act, says=spoken)


@plan(cue=r"\b(?:location|where|place)\b|地点|在哪", words=_ASK_WORDS, answers=True)
def event_place(clause: Clause, world: World) -> Step | None:
    """Where an event is held."""
    if not clause.has(r"\b(?:event|appointment|meeting|calendar)\b|日程|会议|日历"):
        return None
    title = clause.known_name(world.names("events", "title")) or clause.value("text")
    title = title or clause.name_after(
        r"\b(?:location|place|address) of(?: the| my)?\b|\bwhere is(?: the| my)?\b",
        stop=r"\s+(?:event|appointment|meeting)\b",
    )
    if title is None:
        raise Unfit("incomplete", "does not say which event")
    rows = [item for item in _coming(world, title) if item["title"].casefold() == title.casefold()]
    world.note_entity("event", title, added=not rows)
    if not rows:
        _add_event(world, title=title, day=world.draw.day(1, 9).isoformat())
    elif not rows[0].get("location"):
        world.rows.put("events", rows[0]["id"], location=world.draw.place())
    spoken: list[list[str]] = []

    def act(play: Play) -> str:
        found = play.call("search_events", why=f"Find {title}.", query=title)["events"]
        place = str(the_one(found, "event", title=title)["location"])
        spoken.append([place])
        return place

    return Step(act, says=spoken)


# -- events of a day


def _events(world: World, first: str, last: str) -> list[Event]:
    found = world.ask("search_events", fromDate=first, toDate=last, maxResults=20)
    if found and found["total"] > 20:
        raise Unfit("missing_entity", f"this phone has {found['total']} events then, more than a search shows")
    return list(found["events"]) if found else []


def _coming(world: World, title: str) -> list[Event]:
    found = world.ask("search_events", query=title)
    return list(found["events"]) if found else []


def _chooser(
    times: Sequence[str], *, after: bool, between: bool, first_only: bool
) -> Callable[[Sequence[Event]], list[Event]]:
    """Which of a day's events are asked for."""

    def choose(events: Sequence[Event]) -> list[Event]:
        kept = list(events)
        if between and len(times) == 2:
            kept = [item for item in kept if item["start"][11:] < times[1] and item["end"][11:] > times[0]]
        elif after and times:
            kept = [item for item in kept if item["start"][11:] > times[0]]
        elif times:
            kept = [item for item in kept if item["start"][11:] <= times[0] < item["end"][11:]]
        return kept[:1] if first_only else kept

    return choose


def _fill_day(world: World, day: str, times: Sequence[str] = ()) -> None:
    """Two events on a day that has none where the request looks, so that there is something to be found."""
    hour = int(times[0][:2]) if times else 9
    minutes = times[0][3:] if times else "30"
    for start in sorted({min(hour, 21), min(hour + 2, 22)}):
        _add_event(world, day=day, time=f"{start:02d}:{minutes}")
    if times:
        _add_event(world, day=day, time=f"{max(hour - 3, 0):02d}:15")
    world.note_entity("day", day, added=True)


def _within(first: str, last: str, world: World) -> str:
    """A day of a stretch that is not past."""
    return min(last, max(first, (world.draw.now.date() + timedelta(days=1)).isoformat()))


def _add_event(
    world: World, *, day: str, time: str | None = None, title: str | None = None, attendees: Sequence[str] = ()
) -> None:
    start = f"{day}T{time or world.draw.time(9, 17, 15)}"
    world.rows.event(title or world.draw.title(), start, location=world.draw.place(), attendees=attendees)


def _require_event(world: World, title: str, day: str | None, time: str | None) -> None:
    """The event that the request speaks of; one that the phone lacks is added where the request says."""
    rows = [
        item
        for item in (_events(world, day, day) if day else _coming(world, title))
        if item["title"].casefold() == title.casefold()
    ]
    if len(rows) > 1 and time is None:
        raise Unfit("missing_entity", f"{len(rows)} events of this phone are called {title}")
    world.note_entity("event", title, added=not rows)
    if not rows:
        _add_event(world, title=title, day=day or world.draw.day(1, 9).isoformat(), time=time)
        if day is not None:
            _add_event(world, day=day, time="20:15" if time != "20:15" else "19:15")


def said_moment(moment: str) -> list[list[str]]:
    """A date and a time of day, each in the ways that it may be said."""
    when = datetime.fromisoformat(moment)
    month, day = MONTHS[when.month - 1], when.day
    dates = [
        f"{month} {day}",
        f"{day} {month}",
        f"{month[:3]} {day}",
        f"{day} {month[:3]}",
        moment[:10],
        f"{when.month}月{day}日",
        f"{when.month}月{day}号",
    ]
    return [dates, time_words(moment[11:])]


def _written(moment: str) -> str:
    when = datetime.fromisoformat(moment)
    return f"{MONTHS[when.month - 1]} {when.day} {when.year} {moment[11:]}"
