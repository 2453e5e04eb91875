"""Dialogues about what is remembered: what was said a few turns ago, or is said next, decides what is right.

Each family needs the user more than once. Small talk stands between what matters and the request that relies on it.
"""

import re

from harness.contract import Call, FollowUp, Friction, PastTurn

from .. import entities
from ..answers import time_words
from ..dialogue import small_talk
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, family
from ..wording import Wording
from .memory_records import ASSISTANT, MEMORY, Shelf, draw_topics, require_quiet, two_titles

TIMED = ("AI Assistant", "Time Management")
LANGUAGES = ("en", "en", "zh")


def _where(draw: Draw) -> str:
    return draw.place() if draw.language == "zh" else draw.pick(entities.VENUES)


def _held_at(draw: Draw, title: str, place: str) -> str:
    return draw.tongue(f"Has {title} at {place}.", f"{title}在{place}。")


def _up_at(draw: Draw, title: str, time: str) -> str:
    return draw.tongue(f"Gets up at {time} for {title}.", f"{title}的日子{time}起床。")


def _in_figures(draw: Draw, time: str) -> str:
    """A time as people say it, though not in words alone: a record that is to hold it must be writable from what was said."""
    said = draw.say_time(time)
    while not re.search(r"\d", said):
        said = draw.say_time(time)
    return said


def _said(draw: Draw, wording: Wording, **slots: object) -> str:
    """Words inside a dialogue, which begin as a sentence does."""
    text = draw.say(wording, bare=True, **slots)
    return text[:1].upper() + text[1:]


def _then(draw: Draw, wording: Wording, **slots: object) -> list[FollowUp]:
    """What the user says once the first answer is there."""
    return [FollowUp(after="finish", text=_said(draw, wording, **slots))]


def _heard(draw: Draw, text: str) -> list[PastTurn]:
    """Something the user mentions, and an answer that promises nothing."""
    answer = draw.choice(draw.tongue("I see.|All right.|Good to know.", "知道了。|好的。|明白。").split("|"))
    return [PastTurn(role="user", text=text), PastTurn(role="assistant", text=answer)]


def _chat(draw: Draw, exchanges: int = 1) -> tuple[PastTurn, ...]:
    return small_talk(draw.rng, draw.language, held=True, exchanges=exchanges)


MENTIONED = Wording(
    held=(
        "I have signed up for {title}, over at {place}",
        "by the way, I have {title} at {place}",
        "so I'll be at {place} for {title}",
        "they told me to come to {place} for {title}",
    ),
    zh_held=("我报名了{title}，在{place}", "对了，{title}是在{place}", "听说{title}安排在{place}"),
)
KEPT = Wording(
    held=(
        "![remember|keep in mind] what I [told you|said] about {title}",
        "what I mentioned about {title} [a moment ago|before]: [keep it in mind|do not forget it]",
        "{title}, as I said: into your memory",
        "I'll ask you next month where I have {title}, so [hold on to|save] what I told you.",
        "!remember what I said about {other}, no, about {title}",
        "you can let the rest of our talk go, but the place of {title} should stay in your memory",
    ),
    zh_held=(
        "[把|请把]我刚才说的{title}的事记下来",
        "我前面提到过{title}在哪儿，你[记住|记一下]",
        "记住我说过的{other}，不对，是{title}那件",
    ),
)


@family(split="test", capability="memory", behaviour="reference", domains=ASSISTANT, difficulty=2, languages=LANGUAGES)
def memory_said_on_the_way(draw: Draw) -> Draft:
    """Two facts were mentioned in passing; one of them shall be remembered, and a look-alike record stays."""
    shelf, (title, stored), other = Shelf(draw), two_titles(draw), draw.title()
    place = _where(draw)
    shelf.add(_held_at(draw, stored, _where(draw)))
    shelf.clutter()
    facts = [(title, place), (other, _where(draw))]
    draw.rng.shuffle(facts)
    history = [turn for name, at in facts for turn in _heard(draw, _said(draw, MENTIONED, title=name, place=at))]

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"Is something known about {title}?", query=title)
        play.call("add_user_memory", why=f"{title} is at {place}, as said.", text=_held_at(draw, title, place))
        play.finish(draw.tongue(f"I will remember that {title} is at {place}.", f"记住了：{title}在{place}。"))

    return Draft(
        draw.say(KEPT, title=title, other=other), witness, offer=MEMORY, memory=shelf.records,
        history=[*history, *_chat(draw)], free={"memory/text": [title, place], "memory/category": []},
    )  # fmt: skip


ONCE = Wording(
    held=(
        "{title} begins later tomorrow, so I get up at {time} for it, [just this once|only this time]",
        "for {title} I get up at {time} this time, [not when I usually do|as an exception]",
        "they moved {title} for once, I can stay in bed until {time}",
        "just for tomorrow, {title} means getting up at {time}",
    ),
    zh_held=("明天{title}推迟了，我{time}再起，就这一次", "{title}这次例外，{time}起床就行", "只有明天，{title}我{time}起"),
)
SET_FOR = Wording(
    held=(
        "![set|make] an alarm for {title}",
        "{title} needs an alarm, at the time I [told you|gave you]",
        "an alarm for {title}, then",
        "I'd better not rely on my luck. Please set the alarm for {title}.",
        "!set the alarm for {other}, no, for {title} first",
        "could I have an alarm for {title}, given what I said?",
    ),
    zh_held=("[设|定]一个{title}的闹钟", "{title}的闹钟，按我刚说的[设|定]", "先定{other}的，不，先定{title}的闹钟"),
)
OTHER_TOO = Wording(
    held=(
        "[and|now] one for {other}, at [the usual|my usual] time",
        "good. {other} as well, at the hour I always take",
        "an alarm for {other} also, you know when",
        "while we are at it, I have to get up for {other}, too. The usual time, as ever",
        "and one for {other} at nine, no, at the time I normally get up for it",
    ),
    zh_held=("[再来|再设]一个{other}的，老时间", "还有{other}，照平时的点叫我", "{other}也要闹钟，时间和往常一样"),
)


@family(split="test", capability="memory", behaviour="conditional", domains=TIMED, difficulty=3, languages=LANGUAGES)
def memory_only_this_once(draw: Draw) -> Draft:
    """What was said for once overrides a record without changing it; for the other thing the record holds."""
    shelf, (title, other) = Shelf(draw), two_titles(draw)
    usual, once, others = draw.time(5, 6), draw.time(8, 9), draw.time(5, 8)
    require_quiet(draw, once, others)
    shelf.add(_up_at(draw, title, usual))
    gold = shelf.add(_up_at(draw, other, others))
    shelf.clutter(1)
    history = [*_heard(draw, _said(draw, ONCE, title=title, time=draw.say_time(once))), *_chat(draw)]

    def witness(play: Play) -> None:
        play.call("manage_alarm", why=f"This time it is {once}.", action="create", time=once, title=title)
        play.finish(draw.tongue(f"The alarm {title} rings at {once}.", f"闹钟“{title}”会在{once}响。"))
        play.call("search_user_memory", why=f"The usual time for {other} is remembered.", query=other)
        play.call("manage_alarm", why=f"For {other} it is {others}.", action="create", time=others, title=other)
        play.finish(draw.tongue(f"The alarm {other} rings at {others}.", f"闹钟“{other}”会在{others}响。"))

    return Draft(
        draw.say(SET_FOR, title=title, other=other), witness, offer=MEMORY, memory=shelf.records, history=history,
        followups=_then(draw, OTHER_TOO, other=other), gold_memory=[gold],
    )  # fmt: skip


AS_EVER = Wording(
    held=(
        "![set|make] my usual alarm for {title}",
        "{title} alarm, same hour as ever",
        "I've got {title} again, so wake me when you always do for that.",
        "!see to my alarm for {title}, I told you once when that is",
        "!wake me at noon, no, at my normal hour for {title}",
    ),
    zh_held=("[设|定]{title}的闹钟，老时间", "又有{title}了，照平时的点叫我", "中午叫我，不，按{title}平时的时间叫我"),
)
NO_LONGER = Wording(
    held=(
        "that has changed: from now on it is {time}. [Change|Correct] the alarm, and remember it",
        "it is {time} these days, so put both the alarm and your memory right",
        "no, {time}, and not only today: move the alarm and remember the new hour",
        "oh, that was the old time. I get up at {time} for it now, so correct the alarm and update your memory",
        "make that {time}, please, and remember this hour in place of the old one",
    ),
    zh_held=(
        "不对，以后都是{time}，闹钟和你记的都改一下",
        "那是以前的，现在是{time}，[把闹钟改了|闹钟调一下]，也记住",
        "改成{time}，往后都这样，闹钟和记忆一起更新",
    ),
)


@family(split="test", capability="memory", behaviour="revision", domains=TIMED, difficulty=4, languages=LANGUAGES)
def memory_usual_hour_given_up(draw: Draw) -> Draft:
    """The remembered hour is used and then turns out to be an old one: both the alarm and the record change."""
    shelf, (title, other) = Shelf(draw), two_titles(draw)
    usual, new = draw.time(5, 6), draw.time(7, 9)
    require_quiet(draw, usual, new)
    gold = shelf.add(_up_at(draw, title, usual))
    shelf.add(_up_at(draw, other, draw.time(10, 12)))
    shelf.clutter(1)

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"The usual time for {title} is remembered.", query=title)
        made = play.call("manage_alarm", why=f"For {title} it is {usual}.", action="create", time=usual, title=title)
        play.finish(draw.tongue(f"The alarm {title} rings at {usual}.", f"闹钟“{title}”会在{usual}响。"))
        play.calls(
            ("manage_alarm", {"action": "update", "alarmId": made["alarmId"], "time": new}),
            ("update_user_memory", {"memoryId": gold, "text": _up_at(draw, title, new)}),
            why=f"The alarm and {gold} both change to {new}.",
        )
        play.finish(draw.tongue(f"{title} is at {new} now, also in my memory.", f"{title}已改为{new}，也记住了。"))

    return Draft(
        draw.say(AS_EVER, title=title), witness, offer=MEMORY, memory=shelf.records, gold_memory=[gold],
        followups=_then(draw, NO_LONGER, time=_in_figures(draw, new)),
        free={"memory/text": [title, new], "memory/category": []},
    )  # fmt: skip


PLANNED = Wording(
    held=(
        "I'm having {meal} with {person} {when}",
        "{person} and I are meeting for {meal} {when}",
        "guess what, {person} has time for {meal} {when}",
        "we've agreed on {meal} {when}, {person} and I",
    ),
    zh_held=("{when}我约了{person}吃{meal}", "{person}说{when}有空一起吃{meal}", "我和{person}定了{when}吃{meal}"),
)
WRITTEN_DOWN = Wording(
    held=(
        "![put|enter] the {meal} with {person} in my calendar, at the place {person} likes best",
        "my calendar needs that {meal}, and the place is the one {person} likes most",
        "calendar: the {meal} with {person}, at {person}'s favourite place",
        "I'd better write that {meal} down. Put it in the calendar, {person}'s favourite place as the location.",
        "!remind me, no, make it a calendar entry: {meal} with {person}, where {person} likes it most",
    ),
    zh_held=(
        "把和{person}的{meal}记到日历里，地点是{person}最喜欢的那家",
        "那顿{meal}加进日历，去{person}最爱去的地方",
        "提醒我，不，直接写进日历：和{person}吃{meal}，在{person}最喜欢的地方",
    ),
)
WHERE_TO = Wording(
    held=(
        "[and|now] text {person} where we meet",
        "good. Let {person} know the place by text",
        "does {person} know where? Better send a text with the name of the place",
        "a text to {person} would be nice, saying where we go",
        "call, no, just text {person} the place",
    ),
    zh_held=("再发短信告诉{person}在哪儿", "短信跟{person}说一下地点", "打电话，算了，发短信把地点告诉{person}"),
)
MEALS = {"brunch": ("早午餐", (10, 11)), "lunch": ("午饭", (12, 14)), "dinner": ("晚饭", (18, 20))}
"""In Chinese, and the hours at which one has it."""


@family(
    split="test", capability="memory", behaviour="conditional", difficulty=3, languages=LANGUAGES,
    domains=("AI Assistant", "Time Management", "Calls & Communication"),
)  # fmt: skip
def memory_place_for_what_was_planned(draw: Draw) -> Draft:
    """When and with whom was said in the dialogue, where stands in a record; then the place is passed on."""
    shelf, rows, person = Shelf(draw), Rows(draw), draw.person()
    venue, elsewhere = (draw.pick(entities.VENUES_ZH if draw.language == "zh" else entities.VENUES) for _ in range(2))
    meal = draw.choice(tuple(MEALS))
    chinese, hours = MEALS[meal]
    said, when = draw.tongue(meal, chinese), draw.moment(1, 12, hours=hours)
    rows.contact(person)
    favourite = draw.tongue("Favourite place of {person}: {venue}.", "{person}最喜欢去{venue}。")
    gold = shelf.add(favourite.format(person=person, venue=venue), "person")
    shelf.add(favourite.format(person=draw.person(), venue=elsewhere), "person")
    shelf.clutter(1)
    title = draw.tongue(f"{meal.capitalize()} with {person}", f"和{person}吃{said}")
    plan = _said(draw, PLANNED, meal=said, person=person, when=draw.say_moment(when))

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"Which place does {person} like best?", query=person)
        play.call("create_event", why=f"It is {venue}, at {when}.", title=title, start=when, location=venue)
        play.finish(draw.tongue(f"{title} is in the calendar, at {venue}.", f"“{title}”已加入日历，在{venue}。"))
        text = draw.tongue(f"We meet at {venue}.", venue)
        play.call("send_message", why=f"{person} hears of {venue}.", text=text, contactName=person)
        play.finish(draw.tongue(f"{person} knows that it is {venue}.", f"已告诉{person}在{venue}。"))

    return Draft(
        draw.say(WRITTEN_DOWN, meal=said, person=person), witness, patches=rows.patches, memory=shelf.records,
        gold_memory=[gold], history=[*_heard(draw, plan), *_chat(draw)], followups=_then(draw, WHERE_TO, person=person),
        free={"events/title": [said, person], "events/attendees": [], "messages/text": [venue]},
    )  # fmt: skip


WHERE_IS = Wording(
    held=(
        "where do I have {title}?",
        "{title}: where was that?",
        "!tell me where I have {title}",
        "I've lost track. Where do I go for {title} these days?",
        "when, no, where do I have {title}?",
    ),
    zh_held=("我的{title}在哪儿来着？", "{title}是在什么地方？", "什么时候，不，在哪儿有{title}？"),
)
GIVEN_UP = Wording(
    held=(
        "thanks, but I have [given that up|stopped going]. Forget it",
        "that is over, [delete it from your memory|so there is no need to remember it]",
        "I won't be going there any more, so drop it from what you remember",
        "good that I asked: it can go, I'm done with it. Forget it for good",
        "keep, no, delete that, I don't do it any longer",
    ),
    zh_held=("那个我不去了，忘掉吧", "已经结束了，把这条记忆删掉", "记着，不，还是删了吧，我不再去了"),
)


@family(split="test", capability="memory", behaviour="reference", domains=ASSISTANT, difficulty=2, languages=LANGUAGES)
def memory_answered_then_forgotten(draw: Draw) -> Draft:
    """A record answers a question, and is no longer wanted after that."""
    shelf, (title, other) = Shelf(draw), two_titles(draw)
    place, elsewhere = _where(draw), _where(draw)
    gold = shelf.add(_held_at(draw, title, place))
    shelf.add(_held_at(draw, other, elsewhere))
    shelf.clutter()

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"What is remembered about {title}?", query=title)
        play.finish(draw.tongue(f"{title} is at {place}.", f"{title}在{place}。"), why=f"{gold} is about {title}.")
        play.call("delete_user_memory", why=f"{gold} is no longer wanted.", memoryId=gold)
        play.finish(draw.tongue(f"{title} is forgotten.", f"已忘掉{title}。"))

    return Draft(
        draw.say(WHERE_IS, title=title), witness, says=[[place]], rivals=[elsewhere], offer=MEMORY, memory=shelf.records,
        gold_memory=[gold], history=_chat(draw, draw.integer(0, 1)), followups=_then(draw, GIVEN_UP),
    )  # fmt: skip


MOVED_ONE = Wording(
    held=(
        "I have {topic} at {place} now, [remember that|update what you know]",
        "!remember that I have moved {topic} to {place}",
        "{topic}: {place} from now on, [for your memory|keep that in mind]",
        "there's a new place for {topic}. It is {place}, so correct your memory.",
        "I'll have {topic} at home, no, at {place} from now on, so change what you remember",
    ),
    zh_held=(
        "我的{topic}现在在{place}了，[记一下|你更新一下]",
        "![更新|改一下]你记的：{topic}换到{place}了",
        "{topic}以后在家里，不，在{place}，你记住",
    ),
)
THAT_ONE = Wording(
    held=(
        "{title}",
        "[I mean|sorry, I meant] {title}",
        "the {head} one",
        "oh, there are two of them? {title}, of course",
        "not {other}, {title}",
    ),
    zh_held=("{title}", "我说的是{title}", "不是{other}，是{title}"),
)


@family(split="test", capability="memory", behaviour="boundary", domains=ASSISTANT, difficulty=3, languages=LANGUAGES)
def memory_which_of_the_two(draw: Draw) -> Draft:
    """Two records fit what the user wants changed: it is asked which one is meant, and only that one changes."""
    shelf, topic = Shelf(draw), draw.pick(draw_topics(draw))
    heads = [draw.pick(entities.QUALIFIERS_ZH if draw.language == "zh" else entities.QUALIFIERS) for _ in range(2)]
    titles = [f"{head}{draw.tongue(' ', '')}{topic}" for head in heads]
    keys = [shelf.add(_held_at(draw, title, _where(draw))) for title in titles]
    shelf.clutter()
    which, place = draw.integer(0, 1), _where(draw)
    title, gold = titles[which], keys[which]
    answer = _said(draw, THAT_ONE, title=title, head=heads[which], other=titles[1 - which])

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"What is remembered about {topic}?", query=topic)
        play.ask(
            draw.tongue(f"Which one: {titles[0]} or {titles[1]}?", f"是{titles[0]}还是{titles[1]}？"),
            why=f"Two records are about {topic}.",
        )
        play.call("update_user_memory", why=f"{gold} is {title}.", memoryId=gold, text=_held_at(draw, title, place))
        play.finish(draw.tongue(f"I will remember that {title} is at {place}.", f"记住了：{title}在{place}。"))

    return Draft(
        draw.say(MOVED_ONE, topic=topic, place=place), witness, check="behaviour", says=[heads], offer=MEMORY,
        memory=shelf.records, gold_memory=keys, history=_chat(draw, draw.integer(0, 1)),
        followups=[FollowUp(after="clarify", text=answer, asks=("which", "哪", *heads))],
        friction=[Friction(kind="ambiguous_entity", params={"note": topic})],
        free={"memory/text": [title, place], "memory/category": []},
    )  # fmt: skip


SAVE = Wording(
    held=(
        "remember that I have {title} at {place}",
        "keep in mind: {title} is at {place}",
        "{title}, {place}: remember that",
    ),
    zh_held=("记住，{title}在{place}", "再记一件：{title}在{place}"),
)
ONE_OF_BOTH = Wording(
    held=(
        "the {nth} [thing|one] I had you remember is wrong, it is at {place}",
        "!correct the {nth} of the two, that is at {place}",
        "of the two I had you remember, the {nth}: {place}",
        "I've looked it up now. The {nth} thing that I told you is at {place}, so change what you saved.",
        "the, let me see, {nth} one you were to remember is at {place}, I mixed it up",
    ),
    zh_held=("刚让你记的{nth}不对，是在{place}", "{nth}改一下，应该在{place}", "我查了一下，{nth}其实在{place}，你改过来"),
)


@family(split="dev", capability="memory", behaviour="reference", domains=ASSISTANT, languages=LANGUAGES)
def memory_one_of_both_saved(draw: Draw) -> Draft:
    """Two facts were saved in the dialogue; the user corrects one of them by its place in the order."""
    shelf = Shelf(draw)
    titles, places = [draw.title() for _ in range(2)], [_where(draw) for _ in range(2)]
    history: list[PastTurn] = []
    keys = []
    for number, (title, place) in enumerate(zip(titles, places, strict=True)):
        text = _held_at(draw, title, place)
        keys.append(shelf.add(text, days_ago=0))
        call = Call(id=f"h{number}", name="add_user_memory", arguments={"text": text})
        history += [
            PastTurn(role="user", text=_said(draw, SAVE, title=title, place=place)),
            PastTurn(role="assistant", calls=(call,), results=({"memoryId": keys[-1], "created": True},)),
            PastTurn(role="assistant", text=draw.tongue("I will remember it.", "记住了。")),
        ]
    shelf.clutter()
    which, right = draw.integer(0, 1), _where(draw)
    nth = draw.tongue(("first", "second")[which], ("第一件", "第二件")[which])

    def witness(play: Play) -> None:
        text = _held_at(draw, titles[which], right)
        play.call("update_user_memory", why=f"{keys[which]} was {titles[which]}.", memoryId=keys[which], text=text)
        play.finish(draw.tongue(f"Corrected: {titles[which]} is at {right}.", f"已更正：{titles[which]}在{right}。"))

    return Draft(
        draw.say(ONE_OF_BOTH, nth=nth, place=right), witness, offer=MEMORY, memory=shelf.records,
        history=[*history, *_chat(draw)], free={"memory/text": [titles[which], right], "memory/category": []},
        friction=[Friction(kind="obfuscated_reference", params={"note": nth})],
    )  # fmt: skip


MEAL_TIME = Wording(
    held=(
        "when do I usually have {meal}?",
        "what's my usual time for {meal}?",
        "{meal}: what time as a rule?",
        "I'm making plans with a friend. At what time is my {meal}, normally?",
        "where, no, when do I normally have {meal}?",
    ),
    zh_held=("我一般几点吃{meal}？", "{meal}我平时什么时间吃？", "在哪，不，几点，我平常几点吃{meal}？"),
)
THEN_MEET = Wording(
    held=(
        "then put {meal} with {person} {on} into my calendar, at that time",
        "good. {meal} with {person} {on} at that hour, into the calendar, please",
        "at that hour {on} I'm meeting {person} for {meal}, so add it to the calendar",
        "remind me, no, make it a calendar entry: {meal} with {person} {on}, at that time",
        "{person} has time {on}. Let's have {meal} at my usual hour, so put that in the calendar",
    ),
    zh_held=(
        "那就把{on}和{person}的{meal}加到日历，就那个时间",
        "{on}和{person}吃{meal}，也是那个点，写进日历",
        "好，日历里加上：{on}和{person}{meal}，就按那个时间",
    ),
)


@family(split="dev", capability="memory", behaviour="reference", domains=TIMED, difficulty=2, languages=LANGUAGES)
def memory_answer_becomes_an_entry(draw: Draw) -> Draft:
    """A record answers a question; what the user plans next relies on that answer."""
    shelf, person, day = Shelf(draw), draw.person(), draw.day().isoformat()
    meal, other = draw.rng.sample(tuple(MEALS), 2)
    said, another = (draw.tongue(name, MEALS[name][0]) for name in (meal, other))
    time, otherwise = (draw.time(*MEALS[name][1], 15) for name in (meal, other))
    usual = draw.tongue("Usual {meal} time is {time}.", "平时{time}吃{meal}。")
    gold = shelf.add(usual.format(meal=said, time=time))
    shelf.add(usual.format(meal=another, time=otherwise))
    shelf.clutter(1)
    title = draw.tongue(f"{meal.capitalize()} with {person}", f"和{person}{said}")

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"The usual {meal} time is remembered.", query=said)
        play.finish(draw.tongue(f"You usually have {meal} at {time}.", f"你平时{time}吃{said}。"), why=f"It is {time}.")
        play.call("create_event", why=f"That time is {time}.", title=title, start=f"{day}T{time}")
        play.finish(draw.tongue(f"{title} is in the calendar at {time}.", f"“{title}”已加入日历，{time}。"))

    return Draft(
        draw.say(MEAL_TIME, meal=said), witness, says=[time_words(time)], memory=shelf.records, gold_memory=[gold],
        followups=_then(draw, THEN_MEET, meal=said, person=person, on=draw.say_on(day)),
        free={"events/title": [said, person], "events/attendees": [], "events/location": []},
    )  # fmt: skip


UP_AT = Wording(
    held=(
        "![set|make] an alarm for {title} at {time}",
        "{title} alarm, {time}",
        "I have to be up at {time} for {title}, so set an alarm",
        "I can't be late again. {title} needs an alarm at {time}.",
        "!wake me at noon, no, at {time}, for {title}",
    ),
    zh_held=("[设|定]一个{time}的{title}闹钟", "{title}那天{time}叫我", "中午叫我，不，{time}，为了{title}"),
)
FROM_NOW_ON = Wording(
    held=(
        "that is my hour for it from now on, [remember it|keep it in mind]",
        "and remember that time for the future",
        "it will always be that time, so your memory should say so",
        "next time I'd like you to know that hour without asking. Remember it",
        "forget, no, remember that time, it is my new one for {title}",
    ),
    zh_held=(
        "以后都是这个点，[记住|你记一下]",
        "把这个时间也记住，往后都这样",
        "忘掉，不，记住这个时间，{title}以后就这个点",
    ),
)


@family(split="gate", capability="memory", behaviour="revision", domains=TIMED, difficulty=3, languages=LANGUAGES)
def memory_hour_kept_for_later(draw: Draw) -> Draft:
    """What was just done becomes what is remembered: an older record of it is replaced, a look-alike stays."""
    shelf, (title, other) = Shelf(draw), two_titles(draw)
    old, time = draw.time(5, 6), draw.time(7, 9)
    require_quiet(draw, time)
    gold = shelf.add(_up_at(draw, title, old))
    shelf.add(_up_at(draw, other, draw.time(10, 12)))
    shelf.clutter(1)

    def witness(play: Play) -> None:
        play.call("manage_alarm", why=f"The time is {time}.", action="create", time=time, title=title)
        play.finish(draw.tongue(f"The alarm {title} rings at {time}.", f"闹钟“{title}”会在{time}响。"))
        play.call("search_user_memory", why=f"Is an hour known for {title}?", query=title)
        play.call("update_user_memory", why=f"{gold} still says {old}.", memoryId=gold, text=_up_at(draw, title, time))
        play.finish(draw.tongue(f"I will remember {time} for {title}.", f"记住了：{title}是{time}。"))

    return Draft(
        draw.say(UP_AT, title=title, time=_in_figures(draw, time)), witness, offer=MEMORY, memory=shelf.records,
        gold_memory=[gold], followups=_then(draw, FROM_NOW_ON, title=title),
        free={"memory/text": [title, time], "memory/category": []},
    )  # fmt: skip


WEIGHED = Wording(
    held=(
        "I can't decide where to go for {title}, {first} or {second}",
        "for {title} there are two places, {first} and {second}, and both look fine",
        "{title} could be at {first}, or else at {second}",
    ),
    zh_held=("{title}不知道去{first}还是去{second}", "{title}有两个地方可选，{first}和{second}"),
)
DECIDED = Wording(
    held=(
        "I've made up my mind about {title}: the {nth} of the two. Remember that place and no other",
        "{title} will be at the {nth} one, so remember only that place",
        "!remember the {nth} place for {title}, and only that one",
        "the {nth} of the two it is. For {title}, keep just that place in mind",
        "forget, no, remember the {nth} of the two places for {title}, without the other",
    ),
    zh_held=(
        "{title}我选好了，{nth}，只[记住|记下]那个地方",
        "{title}定在{nth}，[记一下|你记住]，另一个不用记",
        "忘掉，不，记住，{title}还是{nth}好，只记那一个地方",
    ),
)


@family(split="gate", capability="memory", behaviour="reference", domains=ASSISTANT, difficulty=2, languages=LANGUAGES)
def memory_one_place_of_two(draw: Draw) -> Draft:
    """Two places were weighed in the dialogue; the one that is chosen is remembered, without the other."""
    shelf, (title, other) = Shelf(draw), two_titles(draw)
    places, which = [_where(draw) for _ in range(2)], draw.integer(0, 1)
    shelf.add(_held_at(draw, other, _where(draw)))
    shelf.clutter()
    nth = draw.tongue(("first", "second")[which], ("第一个", "第二个")[which])
    doubt = _said(draw, WEIGHED, title=title, first=places[0], second=places[1])

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"Is something known about {title}?", query=title)
        text = _held_at(draw, title, places[which])
        play.call("add_user_memory", why=f"The {nth} of the two was {places[which]}.", text=text)
        play.finish(draw.tongue(f"Remembered: {title} is at {places[which]}.", f"记住了：{title}在{places[which]}。"))

    return Draft(
        draw.say(DECIDED, title=title, nth=nth), witness, offer=MEMORY, memory=shelf.records,
        history=[*_heard(draw, doubt), *_chat(draw)], free={"memory/text": [title, places[which]], "memory/category": []},
        without={"memory/text": [places[1 - which]]},
        friction=[Friction(kind="obfuscated_reference", params={"note": nth})],
    )  # fmt: skip
