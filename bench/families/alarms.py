"""Families about alarms and timers."""

from harness.contract import FollowUp, Friction, PastTurn, Patch

from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, family
from ..wording import Wording

TIME = ("Time Management",)

REPEATING = Wording(
    train=(
        "![set|create|add|make] an alarm for {time} {on_days}[, called| labelled| with the name] {title}",
        "![wake me|get me up|ring] at {time} {on_days}[, and call the alarm {title}|, label it {title}]",
        "[I want|I need|I'd like] an alarm [named|called] {title} at {time}, repeating {days}",
        "{title} alarm: {time}, {days}",
    ),
    held=(
        "{days} I have to be up at {time}; have something ring then under the name {title}",
        "!make sure the phone rings at {time} {on_days} and shows {title}",
    ),
    zh_train=("![设|定]一个{time}的闹钟，{days}重复，[标题|名字]叫{title}", "{days}{time}叫我，闹钟名称{title}"),
    zh_held=("我{days}{time}得起来，闹钟写上{title}",),
    wide=(
        "alarm {time} {on_days}[,|] {title}",
        "[I get up|I'm getting up] at {time} {on_days}, so I need an alarm [for that, named|called] {title}",
        "could there be an alarm {on_days} at {time}[, titled|, with the label] {title}?",
        "so that I don't oversleep {on_days}, [wake me|have the phone wake me] at {time}[ and title the alarm|. Name the alarm] {title}",
        "!schedule a [recurring|repeating] alarm {on_days} for {time}[, title|, label] {title}",
        "{days}, {time}: alarm [{title}|with the title {title}]",
        "[my shift starts early|it's a habit of mine], so please [wake me|get me out of bed] at {time} {on_days}. The alarm [is called|should say] {title}.",
        "[an alarm clock|one repeating alarm] for {title}: {on_days} at {time}",
        "![give me|get me] a wake-up call {on_days} at {time} and [name|label] it {title}",
        "{title} [needs|gets] an alarm, {time} {on_days}",
    ),
    zh_wide=(
        "{title}闹钟，{days}{time}[响|]",
        "!加一个[重复|循环]闹钟：{time}，{days}，[备注|标签]{title}",
        "[怕睡过头|总起不来]，{days}{time}[响个闹钟|闹一下]，[标题|名字]是{title}",
    ),
)


@family(split="train", behaviour="grounding", domains=TIME, languages=("en", "en", "zh"))
def repeating_alarm(draw: Draw) -> Draft:
    """One alarm with a time, days and a name."""
    time, days, title = draw.time(), draw.weekdays(2, 5), draw.title()

    def witness(play: Play) -> None:
        play.call("manage_alarm", why="A repeating alarm is wanted.", action="create", time=time, title=title, days=days)
        play.finish(draw.tongue(f"The alarm {title} rings at {time}.", f"闹钟“{title}”会在{time}响。"))

    request = draw.say(REPEATING, time=draw.say_time(time), title=title, days=draw.say_days(days),
                       on_days=draw.say_on_days(days))  # fmt: skip
    return Draft(request, witness)


MOVED = Wording(
    train=(
        "![move|shift|change|push] my {title} alarm to {time}",
        "my {title} alarm [should|has to|needs to] [ring|go off] at {time} [instead|from now on]",
        "[I want|I need] the alarm [called|named] {title} to [ring|go off] at {time}, not when it does now",
        "{title} alarm: new time {time}",
    ),
    held=(
        "the one that rings for {title} is at the wrong hour, {time} would be right",
        "!have the existing {title} alarm sound at {time}",
    ),
    zh_train=("![把|将]{title}的闹钟改到{time}", "{title}那个闹钟[换成|调到]{time}"),
    zh_held=("提醒我{title}的闹钟时间不对，应该是{time}",),
    wide=(
        "!reschedule the {title} alarm [to|for] {time}",
        "the {title} alarm has to change, [I need it at|make it] {time}",
        "could my {title} alarm [be set to|be changed to|go to] {time}?",
        "[from now on|starting today] {time} for the {title} alarm[, please|]",
        "[I've got a new schedule|my timetable is different now], so the {title} alarm needs to be at {time}",
        "alarm {title} [over to|to] {time}[ please|]",
        "!set the time of [my|the] alarm {title} to {time}[ instead|]",
        "there's an alarm [called|named] {title}, [its time should be|change its time to] {time}",
        "!adjust {title}, the alarm, [so that it rings|to ring] at {time}",
        "{time} [is when|is the time] my alarm {title} should ring, [please update it|not the time it has now]",
    ),
    zh_wide=(
        "{title}闹钟[以后|从现在起]{time}响",
        "!修改闹钟{title}，[新时间|时间设为]{time}",
        "叫{title}的闹钟[我想|要]{time}响，[调一下|改一下]",
    ),
)


@family(split="train", behaviour="reference", domains=TIME, difficulty=2, languages=("en", "en", "zh"))
def moved_alarm(draw: Draw) -> Draft:
    """An alarm that exists, known by its name, gets another time."""
    rows, titles = Rows(draw), [draw.title() for _ in range(3)]
    rows.thin("alarms", draw.integer(0, 4))
    times = [draw.time() for _ in titles]
    for title, time in zip(titles, times, strict=True):
        rows.alarm(time, title, draw.weekdays(0, 2))
    which = draw.integer(0, 2)
    title, new = titles[which], draw.time()

    def witness(play: Play) -> None:
        found = play.call("manage_alarm", why=f"The id of the {title} alarm is needed.", action="list")
        key = next(alarm["id"] for alarm in found["alarms"] if alarm["title"] == title)
        play.call("manage_alarm", why=f"{key} is the {title} alarm.", action="update", alarmId=key, time=new)
        play.finish(draw.tongue(f"The alarm {title} now rings at {new}.", f"闹钟“{title}”已改到{new}。"))

    return Draft(draw.say(MOVED, title=title, time=draw.say_time(new)), witness, patches=rows.patches)


UNTIMED = Wording(
    train=(
        "![set|make|add] an alarm [called|named] {title}{when}",
        "[I need|I want|I'd like] an alarm for {title}{when}",
        "![add|put in] a wake-up alarm, name it {title}{when}",
        "new alarm{when}, title {title}",
    ),
    held=("!let something ring under the name {title}{when}", "{title} is what the new alarm shall be called{when}"),
    wide=(
        "!create an alarm[, title|, label] {title}{when}",
        "could I [have|get] an alarm {title}{when}?",
        "alarm [for |]{title}{when}",
        "[I want to wake up for it|I mustn't oversleep], so [set|give me] an alarm named {title}{when}",
        "[I have|there's] {title} [coming up|to get up for], so [wake me|ring]{when} with an alarm of that name",
        "!ring{when} [with the label|with the title] {title}",
        "the phone should [wake me|ring]{when}; [call|name] the alarm {title}",
        "!put an alarm on my phone{when}, it's [called|for] {title}",
        "I'd be [glad|happy] about an alarm{when}, [name|label]: {title}",
        "one more alarm{when} please, [called |it's for |]{title}",
    ),
)
TIME_ANSWER = Wording(
    train=("{time}", "[at|make it|let's say] {time}", "{time}[, please| please]", "oh sorry, {time}"),
    held=("I thought of {time}", "{time} would be good"),
    wide=(
        "[for |]{time}[, thanks|]",
        "{time} [works|is fine|will do]",
        "[hm|well|right], {time}",
        "[set it to|put it at] {time}",
        "I [want|need] it at {time}",
        "[my bad|right, I forgot that], {time}",
        "[let's go with|go for] {time}",
    ),
)


@family(split="train", behaviour="boundary", domains=TIME, difficulty=2)
def alarm_without_a_time(draw: Draw) -> Draft:
    """The time may be missing, and then only the user knows it; its twin says it."""
    title, time = draw.title(), draw.time()
    missing = draw.chance(0.65)
    said = draw.say_time(time)

    def witness(play: Play) -> None:
        if missing:
            play.ask(f"What time should the alarm {title} ring?", why="No time was given.")
        play.call("manage_alarm", why=f"The time is {time}.", action="create", time=time, title=title)
        play.finish(f"The alarm {title} rings at {time}.")

    request = draw.say(UNTIMED, title=title, when="" if missing else f" at {said}")
    if not missing:
        return Draft(request, witness)
    answer = draw.say(TIME_ANSWER, bare=True, time=said)
    return Draft(
        request,
        witness,
        check="behaviour",
        followups=[FollowUp(after="clarify", text=answer, asks=("time", "when", "o'clock", "hour"))],
        friction=[Friction(kind="missing_parameter", params={"note": "time"})],
    )


RULE = Wording(
    train=(
        "[by the way, |just so you know, |for the record: ]alarms [only on weekdays|on weekdays only], please",
        "[from now on|from today] every alarm [you set|I ask for] is for weekdays only",
        "[I never get up early at the weekend|My weekends are sacred], so [alarms are|keep alarms] for weekdays only",
    ),
    held=("whatever alarm I ask for later, it repeats Monday to Friday", "no alarm of mine may ring at the weekend"),
    wide=(
        "[I only need|I only want] alarms [on weekdays|from Monday to Friday], [remember that|keep that in mind]",
        "![set|make] my alarms [for weekdays only|for weekdays and nothing else] [from now on|in future]",
        "[note that|you should know that] [I sleep in|nobody wakes me] on Saturdays and Sundays, so alarms are [just |]for weekdays",
        "when I ask for an alarm, [I always mean|make it] [weekdays|Monday to Friday] only",
        "alarms: weekdays only, [as a rule|always]",
        "[could|can] all [my|the] alarms from now on [be|repeat] on weekdays only?",
        "[on weekends I sleep late|at weekends I like to sleep], [which is why|so] every new alarm should [repeat|ring] on weekdays only",
        "[for all alarms to come|as for future alarms]: Monday, Tuesday, Wednesday, Thursday and Friday[, not the weekend|]",
    ),
)
PAIR = Wording(
    train=(
        "![set|add|make] two alarms: {title} at {time} and {other} at {later}",
        "alarms please: {time} for {title}, {later} for {other}",
        "![wake me|ring] at {time} for {title} and again at {later} for {other}",
        "[I need|I want] a {title} alarm at {time} and a {other} alarm at {later}",
    ),
    held=(
        "one alarm {title}, {time}, then another one {other}, {later}",
        "!have {title} ring at {time}, {other} at {later}",
    ),
    wide=(
        "two alarms[ please|]: {time} {title}, {later} {other}",
        "!create an alarm {title} for {time} and [one more|another], {other}, for {later}",
        "at {time} I need an alarm [named|called] {title}, and at {later} [one more|another one], {other}",
        "could I get alarms for {title} at {time} and [for |]{other} at {later}?",
        "{title} {time}, {other} {later}: [an alarm for each|alarms for both], please",
        "[it's a long day|I have a lot on], so [set|add] {title} as an alarm at {time} and {other} as [one|another] at {later}",
        "!schedule alarms: {title}, {time}, [as well as|and] {other}, {later}",
        "[one alarm|the first alarm] goes to {time} and is called {title}, the [other|second] to {later} with the name {other}",
        "!get me up at {time} with [the|an] alarm {title}, then ring again at {later}, [name|label] {other}",
    ),
)
CHAT = (
    ("What's the capital of Peru?", "Lima."),
    ("How many feet are in a mile?", "5,280."),
    ("Tell me a word for very small.", "Minuscule."),
    ("Is a tomato a fruit?", "Botanically, yes."),
    ("What rhymes with moon?", "Spoon, for example."),
    ("How do you spell rhythm?", "R-h-y-t-h-m."),
    ("Who painted the Night Watch?", "Rembrandt."),
    ("Which planet is the largest?", "Jupiter."),
)


def small_talk(draw: Draw, turns: int) -> list[PastTurn]:
    """Unrelated turns between something said and the moment it matters."""
    chosen = draw.rng.sample(CHAT, turns)
    return [
        turn
        for question, answer in chosen
        for turn in (PastTurn(role="user", text=question), PastTurn(role="assistant", text=answer))
    ]


@family(split="train", behaviour="reference", domains=TIME, difficulty=2)
def alarms_on_weekdays_only(draw: Draw) -> Draft:
    """A rule that was said several turns ago holds for both alarms now."""
    title, other, time, later = draw.title(), draw.title(), draw.time(5, 8), draw.time(9, 20)
    weekdays = ["mon", "tue", "wed", "thu", "fri"]
    history = [
        PastTurn(role="user", text=draw.say(RULE)),
        PastTurn(role="assistant", text="Understood: alarms on weekdays only."),
        *small_talk(draw, draw.integer(1, 2)),
    ]

    def witness(play: Play) -> None:
        play.calls(
            ("manage_alarm", {"action": "create", "time": time, "title": title, "days": weekdays}),
            ("manage_alarm", {"action": "create", "time": later, "title": other, "days": weekdays}),
            why="Alarms are for weekdays only, as said before.",
        )
        play.finish(f"On weekdays {title} rings at {time} and {other} at {later}.")

    request = draw.say(PAIR, title=title, other=other, time=draw.say_time(time), later=draw.say_time(later))
    return Draft(request, witness, history=history)


NTH = Wording(
    train=(
        "![turn off|switch off|disable] the {nth} one",
        "the {nth} [one|alarm] [isn't needed|is not needed|can be off][ for now| after all|]",
        "[I don't need|No need for] the {nth} [one|alarm] [any more|after all], [turn|switch] it off",
        "!stop the {nth} of [them|these|those] from ringing, but keep it",
    ),
    held=("of the three, let the {nth} stay quiet, without removing it", "!silence alarm number {number} of those"),
    wide=(
        "!deactivate the {nth} [one|alarm]",
        "the {nth} [one|alarm] off[, please|]",
        "could the {nth} [one|alarm] be [disabled|switched off]?",
        "[I changed my mind about|I can do without] the {nth} one, [disable it|turn it off] but don't delete it",
        "the {nth} of those alarms [mustn't|shouldn't] ring, [just switch it off|disable it]",
        "!put the {nth} one out of action, [don't delete it|without deleting it]",
        "of the alarms [we just set|I just gave you], [turn off|disable] the {nth}",
        "{nth} alarm: [off|disable]",
        "[I won't be needing|I won't need] the {nth} one right now, so [turn|switch] it off",
        "!keep the {nth} alarm but [disable it|have it off]",
    ),
)


@family(split="train", behaviour="reference", domains=TIME, difficulty=2)
def the_second_of_three_alarms(draw: Draw) -> Draft:
    """Deixis over what was set in the dialogue: the first, the middle, the last one."""
    rows, titles = Rows(draw), [draw.title() for _ in range(3)]
    rows.thin("alarms", draw.integer(0, 3))
    times = [draw.time() for _ in titles]
    history = []
    for title, time in zip(titles, times, strict=True):
        history += [
            PastTurn(role="user", text=draw.choice((f"Set an alarm {title} for {time}", f"{title} alarm at {time} please"))),
            PastTurn(role="assistant", text=f"The alarm {title} rings at {time}."),
        ]
    order = draw.rng.sample(range(3), 3)
    for index in order:
        rows.alarm(times[index], titles[index])
    which = draw.integer(0, 2)
    nth = draw.choice((("first",), ("second", "middle"), ("last", "third"))[which])

    def witness(play: Play) -> None:
        found = play.call("manage_alarm", why=f"The {nth} one is {titles[which]}; its id is needed.", action="list")
        key = next(alarm["id"] for alarm in found["alarms"] if alarm["title"] == titles[which])
        play.call("manage_alarm", why=f"{key} is {titles[which]}.", action="disable", alarmId=key)
        play.finish(f"The alarm {titles[which]} is off.")

    request = draw.say(NTH, nth=nth, number=which + 1)
    return Draft(
        request, witness, patches=rows.patches, history=history,
        friction=[Friction(kind="obfuscated_reference", params={"note": nth})],
    )  # fmt: skip


RESET = Wording(
    held=(
        "the {title} alarm comes at the wrong hour, it ought to be {time}",
        "!put the alarm for {title} to {time}",
        "alarm {title}: {time} now",
        "plans have changed, and {title} is no longer when it was. My alarm for it has to be at {time}.",
        "!delete the {title} alarm, no, keep it, but let it ring at {time}",
        "could the alarm called {title} ring at {time} rather than when it does?",
    ),
)


@family(split="dev", behaviour="boundary", domains=TIME, difficulty=4)
def alarm_that_changed_meanwhile(draw: Draw) -> Draft:
    """Between looking and writing the alarm is replaced, so its id must be looked up again."""
    rows, titles = Rows(draw), [draw.title() for _ in range(3)]
    rows.thin("alarms", draw.integer(0, 3))
    ids = [rows.alarm(draw.time(), title) for title in titles]
    which, new = draw.integer(0, 2), draw.time()
    title, fresh = titles[which], draw.row_id("al")
    replacement = {"id": fresh, "time": draw.time(), "title": title, "days": [], "enabled": True, "created": rows.now}
    mutation = [
        Patch(table="alarms", key=ids[which], fields=None),
        Patch(table="alarms", key=fresh, fields=replacement),
    ]

    def witness(play: Play) -> None:
        def find() -> str:
            found = play.call("manage_alarm", why=f"The id of the {title} alarm is needed.", action="list")
            return str(next(alarm["id"] for alarm in found["alarms"] if alarm["title"] == title))

        play.call("manage_alarm", why="Move it.", fails=True, action="update", alarmId=find(), time=new)
        play.call("manage_alarm", why="The id changed; this is the new one.", action="update", alarmId=find(), time=new)
        play.finish(f"The alarm {title} now rings at {new}.")

    patches = [patch.model_dump(mode="json") for patch in mutation]
    return Draft(
        draw.say(RESET, title=title, time=draw.say_time(new)), witness, patches=rows.patches,
        friction=[Friction(kind="state_mutation", params={"tool": "manage_alarm", "nth": 1, "patches": patches})],
    )  # fmt: skip


COUNTDOWN = Wording(
    train=(
        "![start|set|run] a {length} timer[ called| named| for] {title}",
        "![count down|time] {length} for {title}",
        "{title} timer, {length}",
        "[I need|I want] a timer [of|over] {length} [labelled|with the name|called] {title}",
    ),
    held=("!tell me when {length} have passed, under the name {title}", "{length} on the clock for {title}, starting now"),
    zh_train=("![开始|设]一个{length}的计时器，[叫|名字是]{title}", "{title}倒计时{length}"),
    zh_held=("从现在起过{length}提示我，名称{title}",),
    wide=(
        "timer {length}[,|] {title}",
        "!begin a countdown of {length}[, name|, label] {title}",
        "could you [time|run] {length} for me, [called|labelled] {title}?",
        "{title} [takes|needs] {length}, [start a timer|put a timer on]",
        "[I'm starting|I've just started] {title}, so put {length} on a timer [with that name|called that]",
        "so that I don't [lose track of time|overdo it]: a timer {title}, {length}",
        "!give me {length} [on a timer|as a timer] named {title}",
        "{length}[ from now|], timer [name|title] {title}",
        "I'd like a {title} timer [running for|set to] {length}",
        "!get a countdown going: {length}, [name |]{title}",
    ),
    zh_wide=(
        "!来个{length}的倒计时，[标题|名称]{title}",
        "{title}要{length}，[计时开始|开个计时器]",
        "计时{length}，[名称|写上]{title}",
    ),
)
LENGTHS = (2, 3, 5, 8, 10, 12, 15, 20, 25, 30, 40, 45, 50, 60, 90, 120)


@family(split="train", behaviour="grounding", domains=TIME, languages=("en", "en", "zh"))
def named_timer(draw: Draw) -> Draft:
    """A countdown of so many minutes, which the phone takes in seconds."""
    minutes, title = draw.choice(LENGTHS), draw.title()
    seconds = minutes * 60

    def witness(play: Play) -> None:
        why = f"{minutes} minutes are {seconds} seconds."
        play.call("manage_timer", why=why, action="start", title=title, seconds=seconds)
        play.finish(draw.tongue(f"The timer {title} runs for {minutes} minutes.", f"计时器“{title}”已开始，{minutes}分钟。"))

    request = draw.say(COUNTDOWN, length=draw.say_minutes(minutes), title=title)
    return Draft(request, witness, check="calls")


MORE = Wording(
    held=(
        "![add|put] {length} [more to|extra to|on] the {title} timer",
        "the {title} timer [needs|should get] {length} more",
        "!let the {title} countdown run {length} longer",
        "{title} isn't done yet: prolong its countdown by {length}",
        "timer {title}, plus {length}",
        "I'm nowhere near done with {title}, so its timer may run [another|for another] {length}.",
        "!add an hour to the {title} timer, [no, that's too much|or rather not], [just|only] {length}",
    ),
    zh_held=(
        "{title}的计时器[再加|延长]{length}",
        "{title}还没好，[多给|再给]{length}倒计时",
        "{title}的计时器加一小时，不对，加{length}就够了",
        "倒计时{title}再来{length}",
    ),
)


@family(split="test", behaviour="reference", domains=TIME, languages=("en", "en", "zh"))
def longer_timer(draw: Draw) -> Draft:
    """One of several running countdowns goes on for longer."""
    rows, titles = Rows(draw), [draw.title() for _ in range(3)]
    for title in titles:
        rows.timer(title, 3600, draw.integer(900, 3000))
    title, minutes = draw.choice(titles), draw.choice(LENGTHS[:10])

    def witness(play: Play) -> None:
        why = f"{minutes} minutes are {minutes * 60} seconds."
        play.call("manage_timer", why=why, action="extend", title=title, seconds=minutes * 60)
        play.finish(
            draw.tongue(f"The timer {title} runs {minutes} minutes longer.", f"计时器“{title}”延长了{minutes}分钟。")
        )

    return Draft(draw.say(MORE, title=title, length=draw.say_minutes(minutes)), witness, patches=rows.patches)


SNOOZE = Wording(
    held=(
        "[from now on|as a rule] my alarms [should|shall] snooze for {snooze} minutes and give up after {silence}",
        "!let every alarm snooze {snooze} minutes, and fall silent after {silence} if I do not react",
        "alarms: snooze {snooze} minutes, silent after {silence} minutes",
        "I do not like how long my alarms snooze. Make it {snooze} minutes for all, and have them stop by themselves after {silence}",
        "I'd like {snooze} minutes of snooze with my alarms, and no ringing beyond {silence} minutes",
        "!let alarms snooze for {before} minutes, no, {snooze}, and stop ringing after {silence} minutes",
    ),
    zh_held=(
        "以后闹钟[稍后提醒|贪睡]设成{snooze}分钟，响{silence}分钟没人理就停",
        "所有闹钟的贪睡时间改为{snooze}分钟，{silence}分钟后自动不响",
        "闹钟贪睡{before}分钟，不，{snooze}分钟，响{silence}分钟就自己停",
    ),
)


@family(split="gate", behaviour="grounding", domains=TIME, languages=("en", "en", "zh"))
def how_long_alarms_snooze(draw: Draw) -> Draft:
    """Two numbers about how every alarm rings, each where it belongs; no alarm itself changes."""
    rows, (before, snooze) = Rows(draw), draw.rng.sample(range(3, 16), 2)
    rang, silence = draw.rng.sample(range(18, 46), 2)
    rows.put("alarm_settings", "main", snooze_minutes=before, silence_after_minutes=rang)

    def witness(play: Play) -> None:
        why = f"Snooze {snooze} minutes, silent after {silence}."
        play.call("set_alarm_preferences", why=why, snoozeMinutes=snooze, silenceAfterMinutes=silence)
        play.finish(
            draw.tongue(
                f"Alarms snooze for {snooze} minutes and stop after {silence}.",
                f"闹钟贪睡{snooze}分钟，响{silence}分钟后停止。",
            )
        )

    return Draft(draw.say(SNOOZE, before=before, snooze=snooze, silence=silence), witness, patches=rows.patches)
