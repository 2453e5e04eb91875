"""Plain requests about the assistant itself: how it speaks, what it was asked, routines, the screen, live translation."""

from typing import Any

from harness.contract import Json

from .. import entities
from ..draw import Draw
from ..plain import Slots, on_or_off, plain, wish
from ..rows import Rows
from ..scenario import Draft, family

ASSISTANT = ("AI Assistant",)
Told = tuple[str, list[tuple[str, ...]]]

# -- how the assistant listens and speaks, and what it was asked

WAKE_WORDS = {
    "hey_assistant": ("Hey Assistant", "Hey Assistant"), "hey_phone": ("Hey Phone", "Hey Phone"),
    "xiaozhu": ("Xiaozhu", "小助"),
}  # fmt: skip
VOICES = {"warm": ("warm", "温暖"), "bright": ("bright", "明亮"), "calm": ("calm", "平静"), "deep": ("deep", "低沉")}
RATES = {
    "slow": (("slowly", "at a slow pace"), ("慢一些", "慢一点")), "fast": (("fast", "at a fast pace"), ("快一些", "快一点")),
    "normal": (("at normal speed", "at a normal pace"), ("恢复正常速度", "用正常速度")),
}  # fmt: skip
LANGUAGES = {
    "en": ("English", "英语"), "zh": ("Chinese", "中文"), "es": ("Spanish", "西班牙语"), "fr": ("French", "法语"),
    "de": ("German", "德语"), "ja": ("Japanese", "日语"), "hi": ("Hindi", "印地语"),
}  # fmt: skip


def _preference(draw: Draw, rows: Rows, field: str, options: dict[str, tuple[str, str]]) -> Slots:
    """One value of a preference; the phone has another one until now."""
    wanted = draw.choice(tuple(options))
    rows.put("assistant", "main", **{field: draw.choice([other for other in options if other != wanted])})
    return {"wanted": wanted, "said": draw.tongue(*options[wanted])}


def _wake_word(draw: Draw, rows: Rows) -> Slots:
    return _preference(draw, rows, "wakeWord", WAKE_WORDS)


def _listens(draw: Draw, rows: Rows) -> Slots:
    rows.put("assistant", "main", wakeWord=draw.choice(tuple(WAKE_WORDS)))
    return {}


def _voice(draw: Draw, rows: Rows) -> Slots:
    return _preference(draw, rows, "voice", VOICES)


def _rate(draw: Draw, rows: Rows) -> Slots:
    chosen = {rate: (draw.choice(english), draw.choice(chinese)) for rate, (english, chinese) in RATES.items()}
    return _preference(draw, rows, "speechRate", chosen)


def _speaks_always(draw: Draw, rows: Rows) -> Slots:
    rows.put("assistant", "main", spokenReplies="always")
    return {}


def _assistant_language(draw: Draw, rows: Rows) -> Slots:
    return _preference(draw, rows, "language", LANGUAGES)


def _quiet_when_locked(draw: Draw, rows: Rows) -> Slots:
    rows.put("assistant", "main", onLockScreen=False)
    return {}


def _topic(draw: Draw) -> str:
    return draw.pick(entities.TOPICS_ZH if draw.language == "zh" else entities.TOPICS)


def _asked(draw: Draw, rows: Rows) -> Slots:
    rows.clear("assistant_history")
    topic, other, number = _topic(draw), _topic(draw), draw.integer(21, 480)
    for about, told, ago in ((topic, number, 7000), (other, draw.integer(2, 19), 90_000)):
        request = draw.tongue(f"How much does the {about} cost?", f"{about}要多少钱？")
        reply = draw.tongue(f"About {told}.", f"大约{told}。")
        rows.add("assistant_history", "hx", request=request, reply=reply, time=rows.now - ago)
    return {"topic": topic}


def _tell_asked(draw: Draw, payload: Any, slots: Slots) -> Told:
    reply = payload["entries"][0]["reply"]
    number = "".join(character for character in reply if character.isdigit())
    return draw.tongue(f"I answered: {reply}", f"我当时回答：{reply}"), [(number,)]


SPEAKING = (
    wish(
        "set_assistant_preferences", "the wake word {wanted}", about=_wake_word, wakeWord="{wanted}",
        train="""!change your wake word to "{said}"
        !listen to "{said}"[ from now on|]""",
        wide="""wake word: "{said}"
        I want to wake you with "{said}"
        you should react when I say "{said}"
        can I call you with "{said}"?
        !use "{said}" as the wake word
        the wake word should be "{said}\"""",
        held="""I want a different wake word, how about "{said}"?
        I'd rather call out "{said}" when I want the assistant""",
        zh_train="!把唤醒词[改成|设为]“{said}”", zh_wide="""我想说“{said}”来叫你
        唤醒词用“{said}”""", zh_held="以后我一喊“{said}”，语音助手就出来",
        done=("The wake word is \"{said}\" now.", "唤醒词已改为“{said}”。"),
    ),
    wish(
        "set_assistant_preferences", "no wake word", about=_listens, wakeWord="off",
        train="""!turn off the wake word
        wake word off""",
        wide="""!stop listening for the wake word
        no wake word any more[, please|]
        you should not listen for a wake word
        can you stop reacting to the wake word?
        you woke up by accident again, turn the wake word off
        I don't want a wake word""",
        held="""you keep waking up when nobody called you, so no more wake word
        don't keep listening for a wake word, I'll press the button instead""",
        zh_train="!关闭唤醒词", zh_wide="""别再听唤醒词了
        唤醒词关掉吧，老是误唤醒""", zh_held="不用唤醒词了，我会按键叫你",
        done=("I no longer listen for a wake word.", "唤醒词已关闭。"),
    ),
    wish(
        "set_assistant_preferences", "the {wanted} voice", about=_voice, voice="{wanted}",
        train="""!change your voice to {said}
        !answer me in a {said} voice
        assistant voice: {said}""",
        wide="""!switch to the {said} voice
        I'd like you to have a {said} voice
        can you use a {said} voice?
        the assistant's voice should be {said}
        your voice gets on my nerves, try the {said} one
        {said} voice, please""",
        held="""of all your voices I like the {said} one best
        please talk to me in your {said} voice""",
        zh_train="!把你的声音换成{said}的", zh_wide="""助手音色：{said}
        用{said}的嗓音跟我说话""", zh_held="你说话的音色我喜欢{said}的那种",
        done=("My voice is {said} now.", "声音已换成{said}的。"),
    ),
    wish(
        "set_assistant_preferences", "{wanted} speech", about=_rate, speechRate="{wanted}",
        train="""!speak {said}[ from now on|]
        ![talk|speak] {said} to me""",
        wide="""you should speak {said}
        I want you to talk {said}
        can you read your answers out {said}?
        I have trouble following you, speak {said}
        assistant: speak {said}
        !say your answers {said} in future""",
        held="""when you talk to me, do it {said}
        it suits me better when you talk {said}""",
        zh_train="你说话{said}", zh_wide="""!说话{said}
        念回答的时候{said}""", zh_held="你讲话的速度我听不惯，{said}",
        done=("From now on I speak {said}.", "我说话会{said}。"),
    ),
    wish(
        "set_assistant_preferences", "no spoken replies", about=_speaks_always, spokenReplies="never",
        train="""!never speak your replies
        !don't read your answers aloud any more""",
        wide="""no spoken replies[, please|]
        !answer only in text from now on
        I'd like your replies on the screen alone, never aloud
        can you stop speaking your replies?
        spoken replies: never
        my colleagues can hear you, don't speak your replies at all""",
        held="""you never have to say anything out loud, written answers are enough
        keep your voice off, I'd rather read every reply""",
        zh_train="回答[永远|]不要[念|读]出来", zh_wide="""以后只用文字回答我
        !关掉语音回答""", zh_held="不管问你什么都别出声，写给我看",
        done=("I no longer speak my replies.", "以后不再念出回答。"),
    ),
    wish(
        "set_assistant_preferences", "spoken replies hands-free only", about=_speaks_always, spokenReplies="hands_free",
        train="""!speak your replies only in hands-free mode
        spoken replies only when hands-free""",
        wide="""!read answers aloud only when I'm hands-free
        I want spoken replies just for hands-free use
        you should speak only when I use you hands-free
        can you limit spoken replies to hands-free?
        spoken replies: hands-free only
        in the car, hands-free, speak your answers, otherwise don't""",
        held="""you can talk when I'm hands-free, otherwise just show me the answer
        unless I'm using you hands-free, keep your replies silent""",
        zh_train="只在免提时[念|读]出回答", zh_wide="""语音回答仅限免提
        !免提的时候才念回答""", zh_held="不是免提的时候，你回答就别出声",
        done=("I speak my replies only hands-free.", "只在免提时念出回答。"),
    ),
    wish(
        "set_assistant_preferences", "answers in {said}", about=_assistant_language, language="{wanted}",
        train="""!answer me in {said} from now on
        assistant language: {said}""",
        wide="""!change your language to {said}
        from now on speak {said} [with|to] me
        I want the assistant to speak {said}
        can you talk to me in {said} in future?
        !set the assistant's language to {said}
        I'm practising {said}, so always answer in it""",
        held="""it's easier for me if you always speak in {said}
        could {said} be the language my assistant talks to me in?""",
        zh_train="以后用{said}回答我", zh_wide="""助手语言：{said}
        !把你的语言改成{said}""", zh_held="语音助手以后都说{said}吧",
        done=("From now on I answer in {said}.", "以后我用{said}回答。"),
    ),
    wish(
        "set_assistant_preferences", "answers on the lock screen", about=_quiet_when_locked, onLockScreen=True,
        train="""you may answer on the lock screen
        !answer even when the phone is locked""",
        wide="""the assistant should work on the lock screen
        I want to use you without unlocking the phone
        can you be available on the lock screen?
        assistant on lock screen: on
        !let me talk to you while the phone is locked
        unlocking takes too long, be there on the lock screen""",
        held="""I'd like to ask the assistant things even while the phone is locked
        you don't need to wait until I unlock, reply on the lock screen too""",
        zh_train="锁屏时[也|]可以应答", zh_wide="""没解锁我也想用你
        !允许助手在锁屏上使用""", zh_held="手机锁着我也要能跟你说话",
        done=("I answer on the lock screen too.", "锁屏时我也会应答。"),
    ),
    wish(
        "manage_assistant_history", "an empty history", action="clear",
        train="""!clear your history
        !delete everything that I asked you""",
        wide="""!clear the assistant's history
        !forget all my earlier questions
        your history of my requests should be empty
        can you wipe your whole history?
        assistant history: clear all
        someone else gets this phone, delete all I ever asked you""",
        held="""!erase all of our conversations so far
        nothing I've asked you should be saved, so erase the history""",
        zh_train="!清空你的历史记录", zh_wide="""!把我问过你的全部删掉
        助手历史一条不留""", zh_held="咱们以前的对话记录全删了",
        done=("My history is cleared.", "历史记录已清空。"),
    ),
    wish(
        "manage_assistant_history", "what was answered about {topic}", about=_asked, tell=_tell_asked, action="search",
        query="{topic}",
        train="""what did you answer when I asked about the {topic}?
        !search your history for the {topic} and tell me the answer""",
        wide="""I asked you about the {topic} before, what was the answer?
        what did you tell me about the {topic} earlier?
        !look up what I asked you about the {topic}
        in your history, what did you reply about the {topic}?
        remind me what you said when I asked about the {topic}
        I forgot your answer about the {topic}, it's in the history""",
        held="""I remember asking you about the {topic}, what did you say back then?
        in our earlier chats, what was your answer on the {topic}?""",
        zh_train="我之前问{topic}，你怎么回答的？", zh_wide="""!在历史记录里找{topic}，告诉我答案
        上次问的{topic}你说了什么""", zh_held="之前跟你聊过{topic}，你给的答案是什么来着",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=ASSISTANT, languages=("en", "en", "zh"))
def plain_assistant(draw: Draw) -> Draft:
    """How the assistant listens and speaks, and what it was asked before."""
    return plain(draw, SPEAKING)


# -- routines

Deed = tuple[str, str, str, dict[str, Json]]
DEEDS: tuple[Deed, ...] = (
    ("turn on dark mode", "打开深色模式", "set_dark_mode", {"mode": "on"}),
    ("turn off Wi-Fi", "关闭Wi-Fi", "set_wifi", {"enabled": False}),
    ("turn off Bluetooth", "关闭蓝牙", "set_bluetooth", {"enabled": False}),
    ("turn on Bluetooth", "打开蓝牙", "set_bluetooth", {"enabled": True}),
    ("turn off mobile data", "关闭移动数据", "set_mobile_data", {"enabled": False}),
    ("turn on airplane mode", "打开飞行模式", "set_airplane_mode", {"enabled": True}),
    ("turn on NFC", "打开NFC", "set_nfc", {"enabled": True}),
)
EVENTS = {
    "wifi_connected": ("when Wi-Fi connects", "连上Wi-Fi时"), "wifi_disconnected": ("when Wi-Fi disconnects", "Wi-Fi断开时"),
    "charging": ("when I plug in the charger", "插上充电器时"), "unplugged": ("when I unplug the charger", "拔掉充电器时"),
    "battery_low": ("when the battery is low", "电量低时"),
}  # fmt: skip


def _event(draw: Draw, rows: Rows) -> Slots:
    trigger, deed = draw.choice(tuple(EVENTS)), draw.choice(DEEDS)
    return {
        "title": draw.title(), "trigger": trigger, "when": draw.tongue(*EVENTS[trigger]), "deed": draw.tongue(*deed[:2]),
        "steps": [{"tool": deed[2], "arguments": deed[3]}],
    }  # fmt: skip


def _add_routine(draw: Draw, rows: Rows, *, time: str | None = None, enabled: bool = True) -> str:
    """A routine that sets the volume of alarms, by hand or at a time."""
    title = draw.title()
    steps: list[Json] = [{"tool": "set_volume", "arguments": {"stream": "alarm", "level": draw.integer(3, 97)}}]
    rows.add("routines", "ro", name=title, trigger="time" if time else "manual", time=time, days=[], steps=steps,
             enabled=enabled, created=rows.now - 900_000)  # fmt: skip
    return title


def _routine(draw: Draw, rows: Rows) -> Slots:
    return {"title": _add_routine(draw, rows)}


def _switched_routine(draw: Draw, rows: Rows) -> Slots:
    enabled = draw.chance(0.5)
    title = _add_routine(draw, rows, time="22:50", enabled=not enabled)
    return {**on_or_off(draw, enabled), "title": title, "action": "enable" if enabled else "disable"}


def _timed_routine(draw: Draw, rows: Rows) -> Slots:
    time = draw.time(20, 22)
    return {"title": _add_routine(draw, rows, time="23:20"), "time": time, "said": draw.say_time(time)}


def _routine_days(draw: Draw, rows: Rows) -> Slots:
    days = draw.weekdays(1, 3)
    return {"title": _add_routine(draw, rows, time="22:40"), "days": days, "on_days": draw.say_on_days(days)}


ROUTINES = (
    wish(
        "manage_routine", "the routine {title}: {trigger}", about=_event, action="create", routine="{title}",
        trigger="{trigger}", steps="{steps}",
        train="""!make a routine {title}: {when}, {deed}
        new routine {title}: {deed} {when}""",
        wide="""routine {title}, {when}: {deed}
        {when}, the phone should {deed}, as the routine {title}
        !set up a routine called {title} to {deed} {when}
        I want the phone to {deed} {when}, call that routine {title}
        can you make a routine {title} to {deed} {when}?
        !create an automation {title}: {deed} {when}""",
        held="""!automate something for me: {deed} {when}, and name it {title}
        I'd like an automatic routine named {title}, so {when} it will {deed}""",
        zh_train="!建一个例程{title}：{when}{deed}", zh_wide="""例程{title}，{when}就{deed}
        {when}自动{deed}，例程叫{title}""", zh_held="我想要个叫{title}的例程，{when}自动{deed}",
        done=("The routine {title} is set up.", "例程“{title}”已创建。"),
    ),
    wish(
        "manage_routine", "the routine {title} now", about=_routine, action="run", routine="{title}",
        train="""!run the routine {title}
        !start the routine {title}[ now|]""",
        wide="""routine {title}, now
        !run my {title} routine
        it's time for the routine {title}
        can you start my routine {title}?
        I need the routine {title} now
        !execute the {title} routine""",
        held="""!do everything in my {title} routine right now
        !kick off the {title} routine""",
        zh_train="!运行例程{title}", zh_wide="""!现在跑一下例程{title}
        例程{title}开始吧""", zh_held="把{title}这个例程走一遍",
        done=("The routine {title} has run.", "例程“{title}”已运行。"),
    ),
    wish(
        "manage_routine", "the routine {title} {turned}", about=_switched_routine, action="{action}", routine="{title}",
        train="""!turn {state} the routine {title}
        !switch the routine {title} {state}""",
        wide="""routine {title}: {state}
        I want the routine {title} {state}
        !turn my {title} routine {state}
        can you switch {state} my routine {title}?
        the routine {title} should be {state}
        !{switch} the routine {title}""",
        held="""my {title} routine, could that be {state}?
        about the {title} routine, I need it {state} for the time being""",
        zh_train="!{state}例程{title}", zh_wide="""!把例程{title}{state}
        例程{title}{state}一下""", zh_held="{title}这个自动例程，{state}",
        done=("The routine {title} is {state}.", "例程“{title}”已{state}。"),
    ),
    wish(
        "manage_routine", "no routine {title}", about=_routine, action="delete", routine="{title}",
        train="""!delete the routine {title}
        !remove the routine {title}""",
        wide="""I don't need the routine {title} any more
        the routine {title} can go
        !get rid of my {title} routine
        can you delete my routine {title}?
        routines: delete {title}
        !throw out the routine {title}""",
        held="""I've stopped using the {title} routine, take it off my phone
        my {title} routine isn't useful any more, erase it""",
        zh_train="!删除例程{title}", zh_wide="""例程{title}不要了
        !把例程{title}删掉""", zh_held="{title}那个例程没用了，去掉",
        done=("The routine {title} is deleted.", "例程“{title}”已删除。"),
    ),
    wish(
        "manage_routine", "the routine {title} at {time}", about=_timed_routine, action="update", routine="{title}",
        time="{time}",
        train="""!change the time of the routine {title} to {said}
        the routine {title} should run at {said}""",
        wide="""!move the routine {title} to {said}
        routine {title}: new time {said}
        I want my routine {title} to start at {said}
        can you set the routine {title} to {said}?
        {said} would be better for the routine {title}, change that
        !let the {title} routine run at {said} instead""",
        held="""my {title} routine runs at the wrong time, it should be {said}
        could my {title} routine happen at {said} from now on?""",
        zh_train="!把例程{title}改到{said}", zh_wide="""例程{title}的时间换成{said}
        例程{title}，{said}运行""", zh_held="{title}那个例程还是{said}开始好",
        done=("The routine {title} runs at {time} now.", "例程“{title}”改到了{time}。"),
    ),
    wish(
        "manage_routine", "the routine {title} on some days", about=_routine_days, action="update", routine="{title}",
        days="{days}",
        train="""the routine {title} should run only {on_days}
        !let the routine {title} run {on_days} only""",
        wide="""!change the days of the routine {title}: only {on_days}
        routine {title}: {on_days}, no other days
        I need my routine {title} only {on_days}
        can the routine {title} run just {on_days}?
        !limit the {title} routine so that it runs {on_days} only
        {on_days} is enough for the routine {title}""",
        held="""there's no need to run {title} every day, I only want that routine {on_days}
        my {title} routine should happen {on_days} and not on other days""",
        zh_train="例程{title}只在{on_days}运行", zh_wide="""!把例程{title}的日子改成{on_days}
        例程{title}，{on_days}才跑""", zh_held="{title}那个例程不用天天来，{on_days}就行",
        done=("The routine {title} runs only {on_days}.", "例程“{title}”只在{on_days}运行。"),
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=ASSISTANT, languages=("en", "en", "zh"))
def plain_routines(draw: Draw) -> Draft:
    """What the phone does by itself: a routine made, run, switched, changed or deleted by its name."""
    return plain(draw, ROUTINES)


# -- the screen, notifications, live translation

PARTS = {
    "phone_numbers": ("phone number", "电话号码"), "emails": ("e-mail address", "邮箱地址"), "links": ("link", "链接"),
    "amounts": ("price", "金额"),
}  # fmt: skip


def _shown(draw: Draw, rows: Rows) -> dict[str, str]:
    """A page of a place with a number, an address, a link and a price; returns each by its kind, and the place."""
    place = draw.pick(entities.VENUES_ZH if draw.language == "zh" else entities.VENUES)
    name = draw.pick(entities.GIVEN).casefold()
    found = {
        "place": place, "phone_numbers": draw.phone_number(), "emails": f"{name}@example.com",
        "links": f"https://{name}.example/{draw.integer(100, 9999)}",
        "amounts": draw.tongue(f"£{draw.integer(12, 480)}", f"¥{draw.integer(12, 480)}"),
    }  # fmt: skip
    text = draw.tongue(
        "{place}. Call {phone_numbers} or write to {emails}. Tickets {amounts}, see {links} for more",
        "{place}。电话 {phone_numbers}，邮箱 {emails}。票价 {amounts}，详情 {links}",
    )
    rows.put("screen", "main", shown="app", app="Chrome", text=text.format_map(found))
    return found


def _part(draw: Draw, rows: Rows) -> Slots:
    found, part = _shown(draw, rows), draw.choice(tuple(PARTS))
    return {"part": part, "said": draw.tongue(*PARTS[part]), "value": found[part]}


def _tell_part(draw: Draw, payload: Any, slots: Slots) -> Told:
    value = payload[slots["part"]][0]
    return draw.tongue(f"The {slots['said']} on the screen: {value}", f"屏幕上的{slots['said']}：{value}"), [(value,)]


def _tell_screen(draw: Draw, payload: Any, slots: Slots) -> Told:
    return draw.tongue(f"It says: {payload['text']}", f"屏幕上写着：{payload['text']}"), [(slots["place"],)]


def _notifications(draw: Draw, rows: Rows) -> Slots:
    rows.clear("notifications")
    apps = [draw.pick(entities.STORE_APPS) for _ in range(2)]
    for app in apps:
        _notify(draw, rows, app, draw.integer(5, 300))
    return {"first": apps[0], "second": apps[1]}


def _notify(draw: Draw, rows: Rows, app: str, minutes_ago: int) -> str:
    title = draw.title()
    rows.add("notifications", "nt", app=app, title=title, text=draw.tongue("New entry", "有新内容"),
             time=rows.now - 60 * minutes_ago)  # fmt: skip
    return title


def _tell_notifications(draw: Draw, payload: Any, slots: Slots) -> Told:
    said = draw.tongue("; ", "；").join(f"{row['app']}: {row['title']}" for row in payload["newest"])
    return draw.tongue(f"You have these: {said}.", f"有这些通知：{said}。"), [(slots["first"],), (slots["second"],)]


def _app_notification(draw: Draw, rows: Rows) -> Slots:
    rows.clear("notifications")
    app, other = draw.pick(entities.STORE_APPS), draw.pick(entities.STORE_APPS)
    title = _notify(draw, rows, app, draw.integer(20, 300))
    _notify(draw, rows, other, draw.integer(1, 15))
    return {"app": app, "title": title}


def _tell_title(draw: Draw, payload: Any, slots: Slots) -> Told:
    row = payload["newest"][0]
    return draw.tongue(f"{row['app']} has this for you: {row['title']}.", f"{row['app']}的通知：{row['title']}。"), [
        (row["title"],)
    ]


def _recent_notification(draw: Draw, rows: Rows) -> Slots:
    rows.clear("notifications")
    hours = draw.integer(2, 12)
    title = _notify(draw, rows, draw.pick(entities.STORE_APPS), draw.integer(5, 100))
    _notify(draw, rows, draw.pick(entities.STORE_APPS), draw.integer(hours * 60 + 30, 1500))
    return {"hours": hours, "title": title}


def _languages(draw: Draw, rows: Rows) -> Slots:
    source, target = draw.rng.sample(list(LANGUAGES), 2)
    rows.put("live_translation", "main", on=False, mode=None, source="auto", target=None)
    rows.put("radios", "wifi", on=True)
    return {
        "source": source, "target": target, "from": draw.tongue(*LANGUAGES[source]), "into": draw.tongue(*LANGUAGES[target])
    }  # fmt: skip


def _call(draw: Draw, rows: Rows) -> Slots:
    rows.call(draw.phone_number(), status="active", minutes_ago=2)
    return _languages(draw, rows)


def _translating(draw: Draw, rows: Rows) -> Slots:
    mode, target = draw.choice(("captions", "conversation")), draw.choice(("es", "fr", "de", "ja", "hi"))
    rows.put("live_translation", "main", on=True, mode=mode, source="auto", target=target)
    return {}


READING = (
    wish(
        "read_screen", "the {said} on the screen", about=_part, tell=_tell_part, extract="{part}",
        train="""what {said} is on the screen?
        !read me the {said} on [the|my] screen""",
        wide="""which {said} do you see on my screen?
        {said} on the screen?
        !tell me the {said} that's on my screen
        I can't read it, what's the {said} on the screen?
        the {said} on my screen is too small for my eyes, read it to me
        can you read out the {said} on the screen?""",
        held="""there's a {said} on this page, what is it?
        I need the {said} from the page I have open, what does it say?""",
        zh_train="屏幕上的{said}是什么？", zh_wide="""!念一下屏幕上的{said}
        看不清，屏幕上写的{said}念给我听""", zh_held="屏幕这一页里有个{said}，报给我听",
    ),
    wish(
        "read_screen", "what is on the screen", about=_shown, tell=_tell_screen,
        train="""!read me what's on the screen
        what does it say on my screen?""",
        wide="""!read the screen[ to me|]
        what's on my screen right now?
        can you read the text on the screen?
        I don't have my glasses, what does the screen say?
        !read out everything on the screen
        screen text, please""",
        held="""I can't see this very well, could you read the whole screen out loud?
        what's written on this page I have open?""",
        zh_train="屏幕上写了什么？", zh_wide="""!念一下屏幕上的字
        没戴眼镜，屏幕上是什么内容""", zh_held="屏幕上这一页都写了些啥，读给我听",
    ),
    wish(
        "summarize_notifications", "all notifications", about=_notifications, tell=_tell_notifications,
        train="""!sum up my notifications
        what notifications do I have?""",
        wide="""!summarize my notifications
        what did I miss? Sum up the notifications
        notifications summary[, please|]
        !give me an overview of my notifications
        any notifications? From which apps?
        can you go through my notifications and tell me what's new?
        I was away from the phone, what notifications came in?""",
        held="""anything important in my notifications? Give me the short version
        I've been driving, tell me what notifications are waiting""",
        zh_train="!总结一下我的通知", zh_wide="""我有哪些通知？
        !看看有什么通知，说给我听""", zh_held="刚才没看手机，都来了什么通知",
    ),
    wish(
        "summarize_notifications", "the notifications of {app}", about=_app_notification, tell=_tell_title, app="{app}",
        train="""what notifications do I have from {app}?
        !sum up the notifications from {app}""",
        wide="""is there a notification from {app}? What about?
        !summarize what {app} has notified me of
        {app} notifications?
        any news from {app} among my notifications?
        !tell me what {app}'s notifications say
        only the notifications of {app}, what are they?""",
        held="""{app} buzzed earlier, what's the notification about?
        has {app} sent me something? Read me its notification""",
        zh_train="{app}有什么通知？", zh_wide="""!看看{app}的通知
        {app}发来的通知说了什么""", zh_held="{app}之前响了一下，是什么通知",
    ),
    wish(
        "summarize_notifications", "notifications of {hours} hours", about=_recent_notification, tell=_tell_title,
        sinceHours="{hours}",
        train="""what notifications came in the last {hours} hours?
        !sum up the notifications of the last {hours} hours""",
        wide="""notifications of the past {hours} hours?
        !summarize my notifications from the last {hours} hours
        I slept for {hours} hours, which notifications came in that time?
        which notifications did I get within the last {hours} hours?
        can you sum up what notifications I got in the past {hours} hours?
        only the notifications of the last {hours} hours, please""",
        held="""anything in my notifications from the past {hours} hours?
        I was busy for the last {hours} hours, can you tell me what notifications I missed?""",
        zh_train="最近{hours}小时有什么通知？", zh_wide="""!总结一下过去{hours}小时的通知
        这{hours}个小时里来了哪些通知""", zh_held="我忙了{hours}小时，这段时间有哪些通知",
    ),
    wish(
        "control_live_translation", "captions in {into}", about=_languages, action="start", mode="captions",
        targetLanguage="{target}",
        train="""!start live captions translated into {into}
        !show translated captions in {into}""",
        wide="""live translation: captions in {into}
        !turn on translated captions, into {into}
        I want live captions in {into}
        can you give me translated captions in {into}?
        I don't understand this film, start translated captions in {into}
        translated captions in {into}, please""",
        held="""whatever is playing, show me live subtitles translated into {into}
        this video isn't in my language, live captions in {into} would help""",
        zh_train="!打开{into}的实时翻译字幕", zh_wide="""!把正在播的实时翻译成{into}字幕
        看不懂，来个{into}的翻译字幕""", zh_held="这视频听不懂，实时配上{into}字幕",
        done=("Captions translated into {into} are on.", "{into}实时翻译字幕已打开。"),
    ),
    wish(
        "control_live_translation", "a conversation from {from} into {into}", about=_languages, action="start",
        mode="conversation", sourceLanguage="{source}", targetLanguage="{target}",
        train="""!interpret a conversation from {from} into {into}
        !start the interpreter for a conversation, {from} to {into}""",
        wide="""live translation of a conversation, from {from} into {into}
        !start conversation translation from {from} to {into}
        I'm talking with someone who speaks {from}, translate the conversation into {into} live
        can you interpret our conversation, {from} into {into}?
        I want a conversation translated live from {from} into {into}
        conversation interpreter: {from} to {into}""",
        held="""the lady here only speaks {from}, help us talk by translating our conversation into {into}
        we need an interpreter: the other person speaks {from} and I speak {into}""",
        zh_train="!开始对话翻译，{from}译成{into}", zh_wide="""对面的人说{from}，把对话实时译成{into}
        !当对话翻译，从{from}到{into}""", zh_held="对方只会说{from}，我们当面聊，实时翻译成{into}给我听",
        done=("I interpret the conversation from {from} into {into}.", "对话翻译已开始，{from}译成{into}。"),
    ),
    wish(
        "control_live_translation", "this call into {into}", about=_call, action="start", mode="call",
        targetLanguage="{target}",
        train="""!translate this call into {into}
        !start live translation of [the|this] call into {into}""",
        wide="""live translation for this call, into {into}
        !interpret the phone call into {into}
        I want this call translated into {into}
        can you translate the call I'm on into {into}?
        I don't understand the caller, translate the call into {into}
        call translation: {into}""",
        held="""the person on the phone isn't speaking my language, translate what they say into {into}
        can I have what they're saying on this call translated to {into} live?""",
        zh_train="!把这通电话翻译成{into}", zh_wide="""!通话实时译成{into}
        听不懂对方，电话翻译成{into}""", zh_held="对方电话里说的，实时翻成{into}给我",
        done=("This call is being translated into {into}.", "这通电话正在翻译成{into}。"),
    ),
    wish(
        "control_live_translation", "no live translation", about=_translating, action="stop",
        train="""!stop the live translation
        live translation off""",
        wide="""!end the live translation
        !turn off live translation
        I don't need the interpreter any more, stop it
        can you stop translating live?
        that's enough live translation
        the live interpreter can stop""",
        held="""we can understand each other now, so the live translation can end
        no more translating, we're done talking""",
        zh_train="!停止实时翻译", zh_wide="""!关掉实时翻译
        不用再同步翻译了""", zh_held="听得懂了，实时翻译可以停了",
        done=("The live translation has stopped.", "实时翻译已停止。"),
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=ASSISTANT, languages=("en", "en", "zh"))
def plain_reading(draw: Draw) -> Draft:
    """What stands on the screen, what the notifications say, and what other people say in another language."""
    return plain(draw, READING)
