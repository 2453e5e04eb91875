"""Families that need what the user told earlier: one record, several, conflicting ones, incomplete ones, none."""

from harness.contract import FollowUp, Friction, Json

from .. import entities
from ..answers import time_words
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, family
from ..wording import Wording
from .memory_records import ASSISTANT, Shelf, require_quiet, two_titles

TIMED = ("AI Assistant", "Time Management")


def _gets_up(draw: Draw, title: str, time: str) -> str:
    return draw.choice(
        draw.tongue(
            f"Gets up at {time} for {title}.|For {title} the alarm is at {time}.|Wake-up time for {title}: {time}.",
            f"{title}的日子{time}起床。|{title}要{time}起来。",
        ).split("|")
    )


def _find(play: Play, query: str, wanted: str, why: str = "") -> dict[str, Json]:
    """Searches memory and returns the record with that id."""
    thought = why or f"What is remembered about {query}?"
    found = play.call("search_user_memory", why=thought, query=query)
    return next(record for record in found["records"] if record["id"] == wanted)


USUAL_TIME = Wording(
    train=(
        "![set|make|add] [my usual|the usual] alarm for {title}",
        "![wake me|get me up] for {title} at the [usual time|time I always take|hour you know]",
        "[I have|there is] {title} tomorrow, [set|make] an alarm [called|named] {title} at [my usual time|the time you know]",
        "{title} alarm, [same time as always|time as usual|you know when]",
    ),
    held=(
        "you remember when I rise for {title}, so have the phone ring then",
        "!let me not oversleep {title}; the hour is the one I told you once",
    ),
    wide=(
        "could you [create|put in] an alarm for {title} at [the hour I told you|my normal time]?",
        "I [must not|don't want to] miss {title}, [so an alarm|so please put an alarm] at [the usual hour|my regular time]",
        "[alarm|wake-up alarm] {title}, [usual hour|the regular time|my standard time]",
        "!create [an alarm|the alarm] {title} for [the time I normally get up for it|the time I always get up then]",
        "so that I [get up|wake up] for {title}, I [need|want] [the alarm|an alarm] at [my regular hour|the time I "
        "told you about]",
        "{title} [is coming up|is on again], so [the|my] [alarm|wake-up] [as usual|at the same hour as always], please",
        "I've told you [when I get up|at what time I wake up] for {title}. [An alarm for that|Please set an alarm for it]",
        "[it's {title} again|I have {title} again], [alarm|set the alarm] at [the normal time|the same time as always]",
        "!schedule [my|the] {title} alarm [at|for] [the hour I prefer|my standard time]",
    ),
    zh_train=("![设|定]一个{title}的闹钟，[老时间|还是平时的时间]", "{title}[按老时间|照平常的点]叫我"),
    zh_held=("你知道我{title}几点起，到点让手机响",),
    zh_wide=(
        "{title}的闹钟，[照旧|和平时一样]",
        "我有{title}，[帮我定闹钟|来个闹钟]，[时间照常|还是那个点]",
        "能不能按[我说过的|平时的]时间给{title}[定|加]个闹钟？",
        "[别让我错过|我不想错过]{title}，[老时间|平常那个时间]设闹钟",
    ),
)


@family(split="train", capability="memory", behaviour="grounding", domains=TIMED, difficulty=2, languages=("en", "en", "zh"))
def memory_usual_alarm(draw: Draw) -> Draft:
    """An alarm at a time that only memory holds; a look-alike record must not be taken."""
    shelf, (title, other) = Shelf(draw), two_titles(draw)
    time, decoy = draw.time(5, 9), draw.time(10, 12)
    gold = shelf.add(_gets_up(draw, title, time))
    shelf.add(_gets_up(draw, other, decoy))
    shelf.clutter()

    def witness(play: Play) -> None:
        _find(play, title, gold, f"The usual time for {title} is remembered.")
        play.call("manage_alarm", why=f"For {title} it is {time}.", action="create", time=time, title=title)
        play.finish(draw.tongue(f"The alarm {title} rings at {time}.", f"闹钟“{title}”会在{time}响。"))

    return Draft(draw.say(USUAL_TIME, title=title), witness, memory=shelf.records, gold_memory=[gold])


QUESTION = Wording(
    train=(
        "where [do I keep|did I put|have I left] the {thing}?",
        "[do you remember|can you remember|tell me] where the {thing} is?",
        "[I told you|you know] where I keep the {thing}, where was that?",
        "{thing}: where [is it|did I leave it]?",
    ),
    held=("the {thing} must be somewhere, what did I say about its place?", "in what spot would I find the {thing}?"),
    wide=(
        "[any idea|do you know] where the {thing} [is|might be]?",
        "I [can't find|am looking for|have lost] the {thing}, where [is it|did I say it is]?",
        "[looking for|need|searching] the {thing}. Where [was it|is it kept]?",
        "so that I don't [search|look] all over [the house|the place], where is the {thing}?",
        "[I've forgotten|I forgot] where I [put|left] the {thing}, [please tell me|can you help]?",
        "the {thing} [is kept where|lives where], [again|please]?",
        "where's [my|the] {thing}[ again|, please|]?",
        "!remind me where the {thing} is[ kept|]",
        "I [need|could use] the {thing} now; where [did I leave|do I have|is] it?",
        "I [must have|should have] mentioned where the {thing} is. [Where is that|So where is it]?",
    ),
    zh_train=("{thing}[放在哪里|放哪儿了|在哪]？", "[你记得|还记得]{thing}[在哪里|放哪了]吗？"),
    zh_held=("我说过{thing}收在什么地方？",),
    zh_wide=(
        "我[找不到|忘了]{thing}[，它|]在哪[儿|里]？",
        "{thing}呢？我[放|搁]哪[儿|里]了？",
        "能不能告诉我{thing}[在哪里|放在哪]？",
        "我[要用|在找]{thing}，[我跟你说过在哪|放哪里了]？",
    ),
)
_SPOTS = tuple(f"the {shape} {box}" for shape in entities.QUALIFIERS[:60] for box in ("drawer", "box", "shelf", "bag"))
_SPOTS_ZH = tuple(f"{topic}{box}" for topic in entities.TOPICS_ZH[:30] for box in ("抽屉", "盒子", "柜子"))


def _lies(draw: Draw, thing: str, spot: str) -> str:
    return draw.choice(
        draw.tongue(
            f"The {thing} is in {spot}.|Keeps the {thing} in {spot}.|Put the {thing} in {spot}.",
            f"{thing}在{spot}里。|{thing}放在{spot}里了。",
        ).split("|")
    )


def _spot(draw: Draw) -> str:
    return draw.pick(_SPOTS_ZH if draw.language == "zh" else _SPOTS)


@family(split="train", capability="memory", behaviour="grounding", domains=ASSISTANT, languages=("en", "en", "zh"))
def memory_where_is_it(draw: Draw) -> Draft:
    """A question that one record answers."""
    shelf, (thing, other) = Shelf(draw), two_titles(draw)
    thing, other = draw.tongue(f"{thing} folder", f"{thing}文件"), draw.tongue(f"{other} folder", f"{other}文件")
    spot, elsewhere = _spot(draw), _spot(draw)
    gold = shelf.add(_lies(draw, thing, spot), "place")
    shelf.add(_lies(draw, other, elsewhere), "place")
    shelf.clutter()

    def witness(play: Play) -> None:
        _find(play, thing, gold)
        play.finish(draw.tongue(f"The {thing} is in {spot}.", f"{thing}在{spot}里。"))

    return Draft(
        draw.say(QUESTION, thing=thing), witness, check="behaviour", says=[[spot.removeprefix("the ")]],
        rivals=[elsewhere.removeprefix("the ")], memory=shelf.records, gold_memory=[gold],
    )  # fmt: skip


LEAVES = Wording(
    train=(
        "[when|at what time] do I leave for {title} [these days|now]?",
        "[tell me|remind me] [when|at what time] I [leave|have to leave] for {title}",
        "[what is|what's] my [present|current] leaving time for {title}?",
        "{title}: when do I leave?",
    ),
    held=("off to {title} I go, but at what hour as things stand?", "!say at what hour I set out for {title} nowadays"),
    wide=(
        "when [should|must] I [leave|head out|go] for {title}[ nowadays|]?",
        "I [forgot|don't remember] when I leave for {title}, [what time is it now|what's the time these days]?",
        "could you [say|tell me] at what time I [currently leave|leave now] for {title}?",
        "[departure|leaving] time for {title}, [the current one|the latest one]?",
        "my leaving time for {title} [changed|has changed] [once|at some point], what is it [now|today]?",
        "to be [on time|punctual], when do I [leave|go out] for {title}?",
        "at what [hour|time] do I [go|leave home] for {title} [now|at present]?",
        "time I leave for {title} [now|these days][, please|?]",
        "[I'm unsure|not sure any more], when do I [leave|head off] for {title} [at the moment|currently]?",
    ),
    zh_train=("我[现在|如今]去{title}几点出门？", "[告诉我|说一下]去{title}[几点|什么时候]出门"),
    zh_held=("眼下我去{title}是几点动身？",),
    zh_wide=(
        "我去{title}[该|要]几点[走|出门]？",
        "能不能告诉我，[目前|现在]去{title}几点出门？",
        "{title}的出门时间[现在|目前]是几点？",
        "我忘了[现在|如今]几点出门去{title}，[是几点|说一下]？",
    ),
)


@family(split="train", capability="memory", behaviour="revision", domains=ASSISTANT, languages=("en", "en", "zh"))
def memory_newer_fact_wins(draw: Draw) -> Draft:
    """Two records disagree; the later one holds."""
    shelf, title = Shelf(draw), draw.title()
    old, new = draw.time(6, 9), draw.time(10, 12)
    if draw.chance(0.5):
        old, new = new, old
    said = draw.tongue("Leaves for {title} at {time}.", "去{title}{time}出门。")
    stale = shelf.add(said.format(title=title, time=old), days_ago=draw.integer(60, 200))
    gold = shelf.add(said.format(title=title, time=new), days_ago=draw.integer(3, 40))
    shelf.clutter()

    def witness(play: Play) -> None:
        record = _find(play, title, gold)
        play.finish(
            draw.tongue(f"You leave for {title} at {new}.", f"你现在{new}出门去{title}。"),
            why=f"The record of {record['date']} is the later one: {new}.",
        )

    return Draft(
        draw.say(LEAVES, title=title), witness, check="behaviour", says=[time_words(new)],
        rivals=time_words(old), memory=shelf.records, gold_memory=[gold, stale],
    )  # fmt: skip


NEWEST_ALARM = Wording(
    held=(
        "![set|make] an alarm [called|named] {title} for when I [now|currently] leave for {title}",
        "[I need|I want] an alarm [named|called] {title} at my [present|current] leaving time for {title}",
        "![ring|remind me with an alarm] when I have to leave for {title}, [name|call] it {title}",
        "alarm {title} at [the time I leave for it|my leaving time]",
        "the moment I set out for {title}, as it stands today, should ring under that name",
        "!have something named {title} sound at my departure for it, by the latest I told you",
        "my leaving time for {title} has changed before, so take the latest and set an alarm {title} for it.",
        "!set an alarm at seven, no, at the time I leave for {title} these days, and call it {title}",
    ),
)


@family(split="test", capability="memory", behaviour="revision", domains=TIMED, difficulty=2)
def memory_alarm_from_newer_fact(draw: Draw) -> Draft:
    """An alarm at the time that the later of two disagreeing records holds."""
    shelf, title = Shelf(draw), draw.title()
    old, new = draw.time(6, 9), draw.time(10, 12)
    require_quiet(draw, new)
    stale = shelf.add(f"Leaves for {title} at {old}.", days_ago=draw.integer(60, 200))
    gold = shelf.add(f"Leaves for {title} at {new} now.", days_ago=draw.integer(3, 40))
    shelf.clutter()

    def witness(play: Play) -> None:
        record = _find(play, title, gold)
        why = f"The record of {record['date']} is the later one: {new}."
        play.call("manage_alarm", why=why, action="create", time=new, title=title)
        play.finish(f"The alarm {title} rings at {new}.")

    return Draft(draw.say(NEWEST_ALARM, title=title), witness, memory=shelf.records, gold_memory=[gold, stale])


LUNCH = Wording(
    train=(
        "![book|plan|schedule] {meal} with {person} {on} at [her|their] favourite place, at my usual {meal} time",
        "{meal} with {person} {on}: [my usual time|the usual time], [her favourite|the favourite] place, [put it in the calendar|add it]",
        "![enter|add] {meal} with {person} {on} in my calendar, [where she likes it best|at the favourite place], usual {meal} time",
        "[I am having|I'm having] {meal} with {person} {on}; [put|enter] it in the calendar with my usual {meal} time and the favourite place of {person}",
    ),
    held=(
        "I share {meal} with {person} {on}, so my diary needs it: the hour I always take, the spot {person} likes most",
        "!make a diary entry for {meal} {on} with {person}, at the hour and the spot you know of",
    ),
    wide=(
        "could you [put|enter] {meal} with {person} [in|into] my calendar {on}? [Same time as ever|My usual {meal} "
        "time], at the favourite place of {person}",
        "!schedule {meal} with {person} {on}, my [normal|regular] {meal} time, at {person}'s favourite [place|spot]",
        "{person} and I [are having|will have] {meal} {on}. [Calendar entry, please|Please make an event of it]: "
        "usual {meal} time, {person}'s favourite place",
        "{meal} {person} {on}, usual {meal} time, [favourite spot of {person}|{person}'s favourite place][, into "
        "the calendar|]",
        "I [have invited|invited] {person} to {meal} {on}, [at|in] the place {person} likes [best|most]. [Add it to|Put it in] "
        "my calendar at my usual {meal} time",
        "new [event|calendar entry]: {meal} with {person} {on}, [when|at the time] I [usually have|always have] "
        "{meal}, at {person}'s favourite [place|restaurant]",
        "so that I [keep it free|don't forget], [block|book] {meal} with {person} {on} in my calendar: my usual "
        "{meal} time, {person}'s favourite place",
        "{on} it's {meal} with {person}, [calendar please|please add that], usual {meal} time and the "
        "[place|venue] that {person} [prefers|likes best]",
        "I [want|need] an event for {meal} with {person} {on}, [time as usual|at my usual {meal} time], where "
        "{person} likes it most",
    ),
)


@family(split="train", capability="memory", behaviour="conditional", domains=TIMED, difficulty=3)
def memory_meal_with_friend(draw: Draw) -> Draft:
    """An event whose place and time stand in two records."""
    shelf, person, venue = Shelf(draw), draw.first_name(), draw.pick(entities.VENUES)
    meal, day = draw.choice(("lunch", "dinner", "brunch")), draw.day().isoformat()
    time = draw.time(11, 19, 15)
    place = shelf.add(f"Favourite place of {person}: {venue}.", "person")
    hour = shelf.add(f"Usual {meal} time is {time}.")
    shelf.add(f"Favourite place of {draw.first_name()}: {draw.pick(entities.VENUES)}.", "person")
    shelf.clutter(1)
    title = f"{meal.capitalize()} with {person}"

    def witness(play: Play) -> None:
        play.calls(
            ("search_user_memory", {"query": f"favourite place of {person}"}),
            ("search_user_memory", {"query": f"usual {meal} time"}),
            why=f"Needed: the favourite place of {person} and the usual {meal} time.",
        )
        play.call("create_event", why=f"Place {venue}, time {time}.", title=title, start=f"{day}T{time}", location=venue)
        play.finish(f"{title} is set for {time} at {venue}.")

    return Draft(
        draw.say(LUNCH, meal=meal, person=person, on=draw.say_on(day)), witness, free={"events/title": [meal, person], "events/attendees": []}, memory=shelf.records, gold_memory=[place, hour],
    )  # fmt: skip


TEXT_USUAL = Wording(
    train=(
        "![text|message|write to] {person} [my usual excuse|what I always write] for {title}",
        "![send] {person} the [usual|same old] excuse about {title}",
        "[I can't make it to|I'm skipping] {title}, [send {person} my usual excuse|let {person} know as always]",
        "{title} excuse to {person}, [the one I always use|as usual]",
    ),
    held=(
        "{person} should hear the line I normally use to get out of {title}",
        "!excuse me from {title} to {person}, in my own standing words",
    ),
    wide=(
        "could you [text|send] {person} the excuse [I always use|I normally give] for {title}?",
        "I [won't make|have to miss] {title}, [so please text {person}|text {person}] my [regular|standard] excuse",
        "{person} [should know|has to know] I'm not coming to {title}: [text them|send] the [excuse I always "
        "use|standard excuse]",
        "usual {title} excuse [to|for] {person}[, by text|, please|]",
        "!get me out of {title}: [my standard excuse|the excuse as ever] to {person} [by text|in a message]",
        "[no|can't do] {title} [today|this time], [send|text] {person} the excuse [you know|I told you]",
        "!message {person} [with|using] my [regular|standing] excuse for {title}",
        "so that {person} doesn't wait for me at {title}, [text|send] them the excuse I [usually|always] [give|use]",
        "I'm [not going to|dropping out of] {title}. [You know my excuse|You know what I always write], "
        "[text|send] it to {person}",
    ),
    zh_train=(
        "![给{person}发|发给{person}]我{title}[请假时|不去时]常说的那句话",
        "{title}我去不了，[给{person}发那句老话|照旧跟{person}说一声]",
    ),
    zh_held=("{title}我不去了，用我惯用的说法告诉{person}",),
    zh_wide=(
        "!用我{title}的老借口[给{person}发短信|短信告诉{person}]",
        "我[不能去|参加不了]{title}，把我[常用|一贯]的说法发给{person}",
        "能不能[发给|短信告诉]{person}我{title}[请假|缺席]时常说的话？",
        "{title}[请个假|不去了]，[发|短信]给{person}，[还是那句话|说法照旧]",
    ),
)


@family(
    split="train", capability="memory", behaviour="reference", domains=("AI Assistant", "Calls & Communication"), difficulty=2,
    languages=("en", "en", "zh"),
)  # fmt: skip
def memory_standing_excuse(draw: Draw) -> Draft:
    """A message whose words are remembered."""
    shelf, rows, (title, other) = Shelf(draw), Rows(draw), two_titles(draw)
    person, excuse = draw.person(), draw.phrase()
    rows.contact(person)
    said = draw.tongue("Excuse for {title}: {text}", "{title}请假时说：{text}")
    gold = shelf.add(said.format(title=title, text=excuse), "preference")
    shelf.add(said.format(title=other, text=draw.phrase()), "preference")
    shelf.clutter(1)

    def witness(play: Play) -> None:
        _find(play, title, gold, f"The excuse for {title} is remembered.")
        play.call("send_message", why=f"For {title} it is: {excuse}", text=excuse, contactName=person)
        play.finish(draw.tongue(f"Sent to {person}: {excuse}", f"已发给{person}：{excuse}"))

    return Draft(
        draw.say(TEXT_USUAL, person=person, title=title), witness, patches=rows.patches, memory=shelf.records,
        gold_memory=[gold],
    )  # fmt: skip


NICKNAME = Wording(
    held=(
        "![call|ring|phone] {nick}",
        "[I want|I need] to [talk to|speak with] {nick}, [call|ring] please",
        "![give] {nick} a [call|ring]",
        "{nick}, [phone call|on the phone], now",
        "get {nick} on the line for me",
        "!dial the one I call {nick}",
        "I haven't talked to {nick} in weeks. Would you ring them for me?",
        "!text, no, call {nick}",
    ),
)


@family(
    split="gate", capability="memory", behaviour="reference", domains=("AI Assistant", "Calls & Communication"), difficulty=2
)
def memory_call_by_nickname(draw: Draw) -> Draft:
    """A nickname that only memory explains."""
    shelf, rows = Shelf(draw), Rows(draw)
    person, stranger = draw.person(), draw.person()
    nick, other = (draw.pick(entities.QUALIFIERS).capitalize() + " " + name for name in ("Bear", "Fox"))
    rows.contact(person)
    rows.contact(stranger)
    gold = shelf.add(f"{nick} is what I call {person}.", "person")
    shelf.add(f"{other} is what I call {stranger}.", "person")
    shelf.clutter(1)

    def witness(play: Play) -> None:
        _find(play, nick, gold, f"No contact is called {nick}; memory may say who it is.")
        play.call("make_call", why=f"{nick} is {person}.", contactName=person)
        play.finish(f"Calling {person}.")

    return Draft(
        draw.say(NICKNAME, nick=nick), witness, patches=rows.patches, memory=shelf.records, gold_memory=[gold],
        friction=[Friction(kind="obfuscated_reference")],
    )  # fmt: skip


ANSWER = Wording(
    train=("{time}", "[at|make it|it is] {time}", "{time}[, please| please]", "oh, I never told you: {time}"),
    held=("I thought I had said {time}", "{time} it shall be"),
    wide=(
        "{time} [then|I'd say|would be good]",
        "[let's say|say|let's do] {time}",
        "[for|it should ring at|please set it for] {time}",
        "[hm|well|oh], {time}",
        "{time}[ is fine| works|, thanks]",
        "my usual time is {time}[, remember|]",
        "[wake me|ring] at {time}",
    ),
    zh_train=("{time}", "[就|那就]{time}吧"),
    zh_held=("没说过吗，{time}",),
    zh_wide=(
        "{time}[就行|好了|，谢谢]",
        "[定|设]在{time}",
        "[嗯|哦]，{time}",
    ),
)


@family(split="train", capability="memory", behaviour="boundary", domains=TIMED, difficulty=2, languages=("en", "en", "zh"))
def memory_usual_time_unknown(draw: Draw) -> Draft:
    """The same request as for the usual alarm, but nothing is remembered about it: ask, do not guess."""
    shelf, (title, other) = Shelf(draw), two_titles(draw)
    time = draw.time(5, 9)
    shelf.add(_gets_up(draw, other, draw.time(10, 12)))
    shelf.clutter()
    answer = FollowUp(after="clarify", text=draw.say(ANSWER, bare=True, time=draw.say_time(time)))

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"The usual time for {title} may be remembered.", query=title)
        play.ask(
            draw.tongue(f"At what time shall the alarm for {title} ring?", f"{title}的闹钟要几点响？"),
            why=f"Nothing is remembered about {title}.",
        )
        play.call("manage_alarm", why=f"The user said {time}.", action="create", time=time, title=title)
        play.finish(draw.tongue(f"The alarm {title} rings at {time}.", f"闹钟“{title}”会在{time}响。"))

    return Draft(
        draw.say(USUAL_TIME, title=title), witness, memory=shelf.records, followups=[answer],
        friction=[Friction(kind="missing_parameter", params={"note": "the time is nowhere"})],
    )  # fmt: skip


SCENE = Wording(
    train=(
        "![start|run|do] my {title} [settings|setup|routine]",
        "![set the phone up|prepare the phone] for {title} [as always|the way I like it]",
        "[it is time|time] for {title}, [set everything as usual|use my settings]",
        "{title} mode[, please|]",
    ),
    held=("the phone should be the way I want it for {title}", "!get things right for {title}, you know how I have them"),
    wide=(
        "could you [get|make] [the phone|everything] ready for {title}[, as usual|, the usual way]?",
        "!apply [the|my] [usual settings|settings] for {title}",
        "I'm [about to start|starting] {title}, [usual settings|the phone as usual, please|you know my settings]",
        "[the|my] {title} settings[, please| now|, now]",
        "so that I can [start with|begin] {title}, [put|bring] the phone into [the usual state|the state I told you about]",
        "{title} [is next|starts now], the [settings I like for it|settings I told you of], please",
        "!adjust the phone [for|to] {title}, [as I like it|like every time]",
        "[activate|switch to] what I [use|always use] for {title}",
        "I [need|want] the phone [like always|as always] for {title}",
        "[ready for|off to] {title}. [My settings, please|Set the phone up like I told you]",
    ),
    zh_train=("![启动|执行]我的{title}设置", "{title}时间到了，[按老规矩设置|照我的习惯调手机]"),
    zh_held=("手机调成我{title}时习惯的样子",),
    zh_wide=(
        "!按我的习惯[调好|设置]手机，[要|准备]{title}了",
        "我要[开始|去]{title}了，手机[照平时那样设|按老样子来]",
        "{title}的设置[来一下|打开|用上]",
        "能不能把手机[设成|调成]我{title}用的[设置|样子]？",
    ),
)
SCENE_DOMAINS = ("AI Assistant", "Display & Sound")


@family(
    split="train",
    capability="memory",
    behaviour="conditional",
    domains=SCENE_DOMAINS,
    difficulty=4,
    languages=("en", "en", "zh"),
)
def memory_fragment_then_detail(draw: Draw) -> Draft:
    """The first search finds a fragment that names a list; a second, focused one finds what is on it."""
    shelf, title = Shelf(draw), draw.title()
    name, other = draw.place(), draw.place()
    light, loud = draw.integer(10, 45, 5), draw.integer(5, 60, 5)
    first = shelf.add(draw.tongue(f"For {title} use the {name} list.", f"{title}用{name}清单。"))
    second = shelf.add(
        draw.tongue(f"{name} list: brightness {light}, media volume {loud}.", f"{name}清单：亮度{light}，媒体音量{loud}。")
    )
    shelf.add(draw.tongue(f"{other} list: brightness 70, media volume 80.", f"{other}清单：亮度70，媒体音量80。"))
    shelf.clutter(1)
    query = draw.tongue(f"{name} list", f"{name}清单")

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"The settings for {title} are remembered.", query=title)
        play.call("search_user_memory", why=f"That record only names the {query}.", query=query)
        play.calls(
            ("set_brightness", {"level": light}),
            ("set_volume", {"stream": "media", "level": loud}),
            why=f"{query}: brightness {light}, media volume {loud}.",
        )
        play.finish(draw.tongue(f"Brightness is {light}, media volume {loud}.", f"亮度{light}，媒体音量{loud}。"))

    return Draft(
        draw.say(SCENE, title=title), witness, memory=shelf.records, gold_memory=[first, second],
        offer=["set_brightness", "set_volume"],
    )  # fmt: skip


PLAN = Wording(
    held=(
        "!do what I always do on the phone for {title}",
        "I'm off to {title}, so [the phone should|let the phone] be [set|made ready] as I once explained",
        "{title}: the usual steps, [please|on this phone]",
        "you know my plan for {title}, don't you? Carry it out",
        "there is a fixed way in which I get the phone ready for {title}. It's time for it.",
        "!leave the phone as it is, no, get it ready for {title}, the way I like it",
    ),
)


@family(split="test", capability="memory", behaviour="conditional", domains=SCENE_DOMAINS, difficulty=4)
def memory_fragment_then_steps(draw: Draw) -> Draft:
    """As above with another routine: do-not-disturb, then an alarm."""
    shelf, title = Shelf(draw), draw.title()
    name, other, time = draw.place(), draw.place(), draw.time(5, 9)
    first = shelf.add(f"For {title} follow the {name} plan.")
    second = shelf.add(f"{name} plan: do-not-disturb in total silence mode, then an alarm {title} at {time}.")
    shelf.add(f"{other} plan: an alarm at {draw.time(10, 12)}.")
    shelf.clutter(1)

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"The settings for {title} are remembered.", query=title)
        play.call("search_user_memory", why=f"That record only names the {name} plan.", query=f"{name} plan")
        play.call("manage_do_not_disturb", why=f"First step of the {name} plan.", action="turn_on", mode="total_silence")
        play.call("manage_alarm", why=f"Then the alarm at {time}.", action="create", time=time, title=title)
        play.finish(f"Total silence is on and the alarm {title} rings at {time}.")

    return Draft(
        draw.say(PLAN, title=title), witness, memory=shelf.records, gold_memory=[first, second],
        order=[("manage_do_not_disturb(action=turn_on)", "manage_alarm(action=create)")],
    )  # fmt: skip
