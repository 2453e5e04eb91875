"""Plain requests about how loud the phone is, and when it keeps quiet."""

from collections.abc import Sequence
from typing import Any

from .. import entities
from ..answers import time_words
from ..draw import Draw
from ..plain import About, Slots, kept, plain, switch, wish
from ..rows import Rows
from ..scenario import Draft, UnsuitableError, family

SOUND = ("Display & Sound",)
STREAMS = {
    "media": ("media", "媒体"), "ring": ("ringtone", "铃声"), "notification": ("notification", "通知"),
    "alarm": ("alarm", "闹钟"), "call": ("call", "通话"), "system": ("system", "系统"),
}  # fmt: skip
TONES = {
    "ringtone": ("ringtone", "来电铃声"), "notification": ("notification sound", "通知音"), "alarm": ("alarm sound", "闹钟铃声"),
}  # fmt: skip
VIBRATES = {
    "ring": ("for calls", "来电"), "notification": ("for notifications", "通知"), "touch": ("for touches", "触摸"),
}  # fmt: skip
STRENGTHS = {"off": ("no", "关闭"), "light": ("light", "弱"), "medium": ("medium", "中等"), "strong": ("strong", "强")}
EQUALIZER = {"flat": ("flat", "平直"), "music": ("music", "音乐"), "movie": ("movie", "电影"), "voice": ("voice", "人声")}
LISTED = 6
"""How many names somebody can be told at once."""


def _volume(draw: Draw, rows: Rows) -> Slots:
    stream, level = draw.choice(tuple(STREAMS)), draw.integer(5, 95)
    rows.put("sound", "volume", **{stream: level + 5 if level < 50 else level - 5})
    return {"stream": stream, "kind": draw.tongue(*STREAMS[stream]), "english": STREAMS[stream][0], "level": level}


def _media(draw: Draw, rows: Rows) -> Slots:
    return {**_volume(draw, rows), "stream": "media"}


def _end(draw: Draw, rows: Rows) -> Slots:
    level, said, zh = draw.choice(((100, "maximum", "最大"), (0, "zero", "零")))
    return {**_volume(draw, rows), "level": level, "said": draw.tongue(said, zh)}


def _ringer(mode: str) -> About:
    def about(draw: Draw, rows: Rows) -> Slots:
        rows.put("sound", "ringer", mode=draw.choice([other for other in ("normal", "vibrate", "silent") if other != mode]))
        return {}

    return about


def _tone(draw: Draw, rows: Rows) -> Slots:
    kind, name = draw.choice(tuple(TONES)), draw.pick(entities.SONGS_ZH if draw.language == "zh" else entities.SONGS)
    rows.add("tones", "tn", name=name, kind=kind)
    return {"kind": kind, "use": draw.tongue(*TONES[kind]), "name": name}


def _tell_tones(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    names = [tone["name"] for tone in payload["tones"]]
    listed = draw.say_list(names)
    return draw.tongue(f"You can choose {listed}.", f"可以选{listed}。"), [(name,) for name in names]


def _vibration(draw: Draw, rows: Rows) -> Slots:
    kind, (level, before) = draw.choice(tuple(VIBRATES)), draw.rng.sample(list(STRENGTHS), 2)
    rows.put("sound", "vibration", **{kind: before})
    where, much = draw.tongue(*VIBRATES[kind]), draw.tongue(*STRENGTHS[level])
    return {"kind": kind, "level": level, "for": where, "much": much}


def _equalizer(draw: Draw, rows: Rows) -> Slots:
    value, before = draw.rng.sample(list(EQUALIZER), 2)
    rows.put("sound", "effects", equalizer=before)
    return {"value": value, "said": draw.tongue(*EQUALIZER[value])}


def _tell_volume(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    level = payload["volume"][slots["stream"]]
    return draw.tongue(f"The {slots['kind']} volume is {level} percent.", f"{slots['kind']}音量是{level}%。"), [
        (str(level),)
    ]


LOUD = (
    wish(
        "set_volume", "{english} volume {level}", about=_volume, stream="{stream}", level="{level}",
        done=("The {kind} volume is at {level} percent.", "{kind}音量已调到{level}%。"),
        train="""![set|put|turn] the {kind} volume to {level}[%| percent]
        {kind} volume {level}[%| percent]""",
        wide="""the {kind} volume should be at {level} percent
        can I have the {kind} volume at {level}[%| percent]?
        the {kind} volume is not right for me, make it {level} percent
        ![change|adjust] the {kind} volume to {level}[%| percent]
        I [want|need] {level}[%| percent] for the {kind} volume""",
        held="""!bring the {kind} volume to {level} percent
        I'd like {kind} sounds at {level} percent volume""",
        zh_train="![把|将]{kind}音量[调到|设为]{level}%\n{kind}音量{level}%", zh_wide="{kind}音量要百分之{level}",
        zh_held="{kind}的声音给我弄到{level}%",
    ),
    wish(
        "set_volume", "media volume {level}", about=_media, stream="media", level="{level}",
        done=("The media volume is at {level} percent.", "媒体音量已调到{level}%。"),
        train="""![set|put|turn] the volume to {level}[%| percent]
        volume {level}[%| percent]""",
        wide="""![play|let] [music|videos] [at|have] {level} percent volume
        the [video|music] has the wrong volume, {level} percent would be right
        can I have {level} percent volume for [music|videos]?
        the volume of [music and videos|what I listen to] should be {level} percent
        ![turn|set] the [music|video] volume to {level}[%| percent]""",
        held="""the video I'm watching should play at {level} percent volume
        !bring the sound of my music and videos to {level} percent""",
        zh_train="![把|将]音量[调到|设为]{level}%\n音量{level}%", zh_wide="看视频的音量[调成|要]{level}%", zh_held="放歌的音量给我弄到百分之{level}",
    ),
    wish(
        "set_volume", "{english} volume at {level}", about=_end, stream="{stream}", level="{level}",
        done=("The {kind} volume is at {level} percent.", "{kind}音量已调到{level}%。"),
        train="""![set|put|turn] the {kind} volume to {said}
        {kind} volume [to|at] {said}""",
        wide="""the {kind} volume [should be|has to be] at {said}
        I want the {kind} volume at {said}
        could the {kind} volume go to {said}?
        {kind} volume: {said}""",
        held="""!pull the {kind} volume all the way to {said}
        I'd like {kind} sounds at {said} volume""",
        zh_train="![把|将]{kind}音量[调到|开到]{said}", zh_wide="{kind}音量要{said}", zh_held="{kind}的声音大小弄成{said}",
    ),
    wish(
        "set_ringer_mode", "silent", about=_ringer("silent"), mode="silent", done=("The phone is silent.", "手机已静音。"),
        train="""![put|set|switch] the phone [to|on] silent
        silent mode""",
        wide="""I'm in a [meeting|lecture], [put|set] the phone on silent
        [the phone|it] should make no sound when somebody calls
        ![mute|silence] the phone
        no ringing and no vibrating[ for now|]
        can the phone be silent[ now|]?""",
        held="""I'm at the movies, so set the ringer to silent
        the baby's asleep, so calls shouldn't ring or vibrate""",
        zh_train="![把|将]手机[调成|设为]静音\n静音模式", zh_wide="开会呢，手机静音", zh_held="来电话既别响也别震",
    ),
    wish(
        "set_ringer_mode", "only vibrate", about=_ringer("vibrate"), mode="vibrate",
        done=("The phone only vibrates now.", "手机只振动了。"),
        train="""![put|set|switch] the phone [to|on] vibrate
        vibrate mode""",
        wide="""the phone should [only|just] vibrate[ when somebody calls|]
        I'm in the library, let the phone only vibrate
        vibrate only, no ringing
        can the phone [just|only] vibrate [from now on|for now]?
        ![make|let] the phone vibrate instead of ringing""",
        held="""I'm in class, so the phone should buzz but not ring
        !turn the ringing off but keep the vibration""",
        zh_train="![把|将]手机[调成|设为]振动[模式|]\n振动模式", zh_wide="手机只[震动|振动]，别响铃", zh_held="来电话震一震就好，别出声",
    ),
    wish(
        "set_ringer_mode", "ring", about=_ringer("normal"), mode="normal", done=("The phone rings again.", "手机恢复响铃了。"),
        train="""![put|set|switch] the phone to ring mode
        ring mode""",
        wide="""the phone should ring[ again| aloud] when somebody calls
        I keep missing calls, [make|let] the phone ring[ again|]
        [no more silent mode|not silent any more], [let|make] it ring
        ![turn|switch] the ringer [back |]on
        I want to hear the phone ring again""",
        held="""my meeting's over, so the phone can make noise for calls again
        I'm expecting a call, so set the ringer back to normal""",
        zh_train="![把|将]手机[调回|设为]响铃[模式|]\n响铃模式", zh_wide="开完会了，手机恢复响铃", zh_held="有人打来我要听得见铃声",
    ),
    wish(
        "manage_tone", "{name} as {kind}", about=_tone, action="set", kind="{kind}", tone="{name}",
        done=("Your {use} is {name} now.", "{use}换成{name}了。"),
        train="""![set|use] {name} as [the|my] {use}
        {use}: {name}""",
        wide="""![change|switch] my {use} to {name}
        [I want|I'd like] {name} as my {use}
        I'm tired of my {use}, take {name}
        can I have {name} as [the|my] {use}?
        from now on {name} is my {use}""",
        held="""{name} would make a nice {use}, so go with that
        !swap my {use} for {name}""",
        zh_train="![把|将]{use}[换成|设为]{name}", zh_wide="{use}用{name}", zh_held="我想让{name}来当{use}",
    ),
    wish(
        "manage_tone", "which tones there are", action="list", kind="{kind}", tell=_tell_tones,
        about=lambda draw, rows: {"kind": (kind := draw.choice(tuple(TONES))), "use": draw.tongue(*TONES[kind])},
        train="""which {use}s are there?
        ![list|show me] the {use}s""",
        wide="""what {use}s [do I have|can I choose from]?
        I want another {use}, which are there?
        {use}s to choose from?
        tell me [which|what] {use}s the phone has""",
        held="""which sounds could I use as my {use}?
        !go through the {use} options on this phone""",
        zh_train="有哪些{use}", zh_wide="!列出所有{use}", zh_held="{use}都有什么可以选",
    ),
    wish(
        "set_vibration", "{level} vibration {kind}", about=_vibration, kind="{kind}", level="{level}",
        done=("There is {much} vibration {for} now.", "{for}振动已设为{much}。"),
        train="""{much} vibration {for}
        ![set|choose] {much} vibration {for}""",
        wide="""[I want|I'd like] {much} vibration {for}
        there should be {much} vibration {for}
        ![use|give me] {much} vibration {for}
        {for} I [want|need] {much} vibration
        can I have {much} vibration {for}?""",
        held="""{much} vibration would suit me better {for}
        {for} my phone should have {much} vibration""",
        zh_train="![把|将]{for}振动[设为|调成]{much}", zh_wide="{for}振动{much}", zh_held="{for}的震感我想要{much}",
    ),
    wish(
        "set_sound_effect", "equalizer {value}", about=_equalizer, effect="equalizer", value="{value}",
        done=("The phone's equalizer is on {said}.", "手机均衡器已设为{said}。"),
        train="""![set|put|switch] the phone's equalizer to {said}
        phone equalizer: {said}""",
        wide="""the phone's own equalizer should be on {said}
        I want the {said} equalizer for the phone's speaker
        the phone's speaker sounds odd, take the {said} equalizer
        could the phone's equalizer be set to {said}?
        ![use|choose] the {said} preset of the phone's equalizer""",
        held="""the phone itself would sound better with its equalizer at {said}
        !go with {said} on the equalizer of the phone itself""",
        zh_train="![把|将]手机均衡器[调到|设为]{said}", zh_wide="手机均衡器用{said}", zh_held="手机自带的均衡器我想听{said}的",
    ),
    *switch(
        "set_sound_effect", "spatial audio", "空间音频", said="[spatial audio|spatial sound]", key="value",
        values=("on", "off"), before=kept("sound", "effects", "spatial_audio", ("on", "off")), effect="spatial_audio",
        on="""sound should come from all around me
        I want surround sound for this film""",
        off="""sound should not come from all around me
        the surround sound makes me dizzy, no more of it""",
        held_on="I'd like movies to sound like I'm in a cinema, with surround sound",
        held_off="I don't like this surround sound, normal sound is fine",
        zh_on="看电影要有环绕的声音", zh_off="别再环绕声了，听着晕",
    ),
    *switch(
        "set_sound_effect", "mono audio", "单声道", said="[mono audio|mono sound]", key="value", values=("on", "off"),
        before=kept("sound", "effects", "mono_audio", ("on", "off")), effect="mono_audio",
        on="""[left and right|both sides] should play the same
        I'm deaf in one ear, [play|give me] everything in mono""",
        off="""[left and right|both sides] should differ again, stereo please
        ![go|switch] back to stereo""",
        held_on="I only hear with one ear, so combine the left and right sound",
        held_off="I've got both earbuds in again, so split the sound into left and right",
        zh_on="一只耳朵听不见，左右声道合在一起", zh_off="左右声道还是分开，要立体声",
    ),
    *switch(
        "set_sound_effect", "dialogue boost", "对白增强", said="[dialogue boost|the dialogue boost]", key="value",
        values=("on", "off"), before=kept("sound", "effects", "dialogue_boost", ("on", "off")), effect="dialogue_boost",
        on="""voices in films are too quiet, boost the dialogue
        ![boost|raise] the voices in films""",
        off="""voices in films need no boost[ any more|]
        !stop boosting the voices in films""",
        held_on="I can't hear what the actors are saying, make their voices clearer", held_off="the voices in movies don't have to be boosted, I can hear them fine",
        zh_on="电影里说话听不清，把人声对白加强一点", zh_off="电影里的对白不用再加强了",
    ),
    wish(
        "get_display_sound_settings", "how loud {english} sounds are", about=_volume, tell=_tell_volume, section="sound",
        train="""how [loud|high] is the {kind} volume?
        what is the {kind} volume[ set to|]?""",
        wide="""[what|which] {kind} volume do I have [now|at the moment]?
        tell me the {kind} volume
        current {kind} volume?
        at [how many|what] percent is the {kind} volume?""",
        held="""how many percent is my {kind} volume at?
        !check how loud the {kind} sound is set""",
        zh_train="{kind}音量[现在|]是多少", zh_wide="{kind}音量有多大", zh_held="{kind}的声音大小现在是百分之几",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=SOUND, languages=("en", "en", "zh"))
def plain_sound(draw: Draw) -> Draft:
    """How loud something is, what it sounds like, how it vibrates."""
    return plain(draw, LOUD)


# -- do-not-disturb

MODES = {
    "alarms_only": ("with alarms only", "仅限闹钟"), "total_silence": ("with total silence", "完全静音"),
    "priority": ("with priority only", "仅限优先"),
}  # fmt: skip


def _quiet(draw: Draw, rows: Rows, on: bool) -> Slots:
    rows.put("dnd", "main", on=not on, mode="priority", minutes=None, until=None, expires=None)
    return {}


def _mode(draw: Draw, rows: Rows) -> Slots:
    mode = draw.choice(tuple(MODES))
    return {**_quiet(draw, rows, True), "mode": mode, "with": draw.tongue(*MODES[mode])}


def _minutes(draw: Draw, rows: Rows) -> Slots:
    minutes = draw.integer(15, 180, 5)
    return {**_quiet(draw, rows, True), "minutes": minutes, "said": draw.say_minutes(minutes)}


def _until(draw: Draw, rows: Rows) -> Slots:
    time = draw.time(21, 22)
    return {**_quiet(draw, rows, True), "moment": f"{draw.today}T{time}", "time": time, "said": draw.say_time(time)}


def _is_quiet(draw: Draw, rows: Rows) -> Slots:
    slots = _until(draw, rows)
    ends = draw.now.replace(hour=int(slots["time"][:2]), minute=int(slots["time"][3:]))
    rows.put("dnd", "main", on=True, until=slots["moment"], expires=int(ends.timestamp()))
    return {}


def _tell_end(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    time = payload["until"][11:16]
    return draw.tongue(f"Do not disturb is on until {time}.", f"勿扰模式开到{time}。"), [time_words(time)]


def _hours(draw: Draw, rows: Rows) -> Slots:
    start, end, days = draw.time(19, 23), draw.time(5, 8), draw.weekdays()
    return {
        "start": start, "end": end, "from": draw.say_time(start), "to": draw.say_time(end), "list": days,
        "on": draw.say_on_days(days), "name": draw.title(),
    }  # fmt: skip


def _schedule(enabled: bool) -> About:
    """A schedule of the phone, and another one that is not meant."""

    def about(draw: Draw, rows: Rows) -> Slots:
        slots = _hours(draw, rows)
        for name in (slots["name"], draw.title()):
            rows.add(
                "dnd_schedules", "ds", name=name, start="21:30" if name == slots["name"] else "23:10", end="04:40",
                days=[], mode="priority", enabled=enabled,
            )  # fmt: skip
        return slots

    return about


def _tell_schedules(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    names = [schedule["name"] for schedule in payload["schedules"]]
    if len(names) > LISTED:
        raise UnsuitableError("the list of schedules is long")
    listed = draw.say_list(names)
    return draw.tongue(f"There are {listed}.", f"有{listed}。"), [(name,) for name in names]


def _may_interrupt(kind: str, listed: bool) -> About:
    """Somebody or an app that may interrupt, or does not yet."""

    def about(draw: Draw, rows: Rows) -> Slots:
        name = draw.person() if kind == "contact" else draw.pick(entities.STORE_APPS)
        key = rows.contact(name) if kind == "contact" else rows.app(name)
        if listed:
            rows.add("dnd_exceptions", "dx", kind=kind, name=name, contact=key if kind == "contact" else None)
        return {"name": name}

    return about


def _callers(listed: bool) -> About:
    def about(draw: Draw, rows: Rows) -> Slots:
        rows.clear("dnd_exceptions", kind="repeat_callers")
        if listed:
            rows.add("dnd_exceptions", "dx", kind="repeat_callers", name="repeat_callers", contact=None)
        return {}

    return about


def _tell_exceptions(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    names = [item["name"] for item in payload["exceptions"]]
    if "repeat_callers" in names:
        raise UnsuitableError("the list has more than names")
    listed = draw.say_list(names)
    return draw.tongue(f"{listed} may interrupt.", f"{listed}可以打扰。"), [(name,) for name in names]


DND = "do not disturb"
QUIET = (
    *switch(
        "manage_do_not_disturb", DND, "勿扰模式", key="action", values=("turn_on", "turn_off"), before=_quiet,
        on="""I don't want to be disturbed[ for now|]
        ![start|go into] do-not-disturb mode""",
        off="""I can be disturbed again
        ![end|stop|leave] do-not-disturb mode""",
        held_on="I need some peace and quiet, so don't let anyone disturb me", held_off="my nap is over, so calls and messages may disturb me again",
        zh_on="我想清静一下，谁也别打扰", zh_off="可以打扰我了，不用免打扰",
    ),
    wish(
        "manage_do_not_disturb", "do not disturb, {mode}", about=_mode, action="turn_on", mode="{mode}",
        done=("Do not disturb is on {with}.", "勿扰模式已打开：{with}。"),
        train="""![turn|switch] on do not disturb {with}
        do not disturb {with}""",
        wide="""I want do not disturb {with}
        don't disturb me, do not disturb {with}
        ![start|use] do-not-disturb mode {with}
        can I have do not disturb on {with}?
        do not disturb on, {with}""",
        held="""I'm taking a nap, put the phone in do-not-disturb {with}
        !set the phone so nobody can disturb me, {with}""",
        zh_train="![打开|开启]勿扰模式，{with}", zh_wide="勿扰模式开{with}", zh_held="让我清静会儿，免打扰开上，{with}",
    ),
    wish(
        "manage_do_not_disturb", "do not disturb for {minutes} minutes", about=_minutes, action="turn_on",
        durationMinutes="{minutes}", done=("Do not disturb is on for {said}.", "勿扰模式开启{said}。"),
        train="""do not disturb for {said}
        ![turn|switch] on do not disturb for {said}""",
        wide="""I don't want to be disturbed for {said}
        I have to concentrate, do not disturb for {said}
        ![start|use] do-not-disturb mode for {said}
        {said} of do not disturb
        can I have do not disturb for [the next |]{said}?""",
        held="""I'm taking a nap for {said}, don't let anything disturb me
        no interruptions for the next {said}, I need to focus""",
        zh_train="![打开|开启]勿扰模式{said}", zh_wide="{said}内[不要|别]打扰我", zh_held="免打扰开上，让我清静{said}",
    ),
    wish(
        "manage_do_not_disturb", "do not disturb until {time}", about=_until, action="turn_on", until="{moment}",
        done=("Do not disturb is on until {time}.", "勿扰模式开到{time}。"),
        train="""do not disturb until {said}[ today| tonight|]
        ![turn|switch] on do not disturb until {said}[ today|]""",
        wide="""I don't want to be disturbed until {said}[ today|]
        I have to work, do not disturb until {said}
        ![start|use] do-not-disturb mode until {said}
        can I have do not disturb until {said}?
        do not disturb on, till {said}[ today|]""",
        held="""don't let anything disturb me till {said} tonight
        no interruptions till {said} today, I need to focus""",
        zh_train="![打开|开启]勿扰模式到[今天|]{said}", zh_wide="今天{said}之前[不要|别]打扰我", zh_held="免打扰开上，让我清静到今晚{said}",
    ),
    wish(
        "manage_do_not_disturb", "until when do not disturb is on", about=_is_quiet, tell=_tell_end, action="status",
        train="""until when is do not disturb on?
        how long [is|will] do not disturb [still on|be on]?""",
        wide="""when does do not disturb end?
        do not disturb: until when?
        tell me when do not disturb goes off
        till what time [do I have|is] do not disturb[ on|]?""",
        held="""what time will do not disturb switch itself off?
        when will I start getting calls again after do not disturb?""",
        zh_train="勿扰模式开到几点", zh_wide="勿扰什么时候结束", zh_held="我的免打扰几点到头",
    ),
    wish(
        "manage_dnd_schedule", "do not disturb from {start} to {end}", about=_hours, action="create", startTime="{start}",
        endTime="{end}", days="{list}", done=("Do not disturb comes on from {start} to {end} {on}.", "{on}{start}到{end}自动勿扰。"),
        train="""do not disturb {on} from {from} to {to}
        !schedule do not disturb {on} from {from} [to|until] {to}""",
        wide="""I don't want to be disturbed {on} between {from} and {to}
        do not disturb should come on {on} at {from} and go off at {to}
        ![set|create] a do-not-disturb schedule {on} from {from} to {to}
        {on} from {from} until {to} I want do not disturb
        do-not-disturb schedule: {from} to {to} {on}""",
        held="""!keep the phone quiet {on} from {from} to {to} with a do-not-disturb schedule
        {on} nothing should disturb me from {from} to {to}, so make that a schedule""",
        zh_train="{on}{from}到{to}自动勿扰", zh_wide="!设置{on}{from}到{to}勿扰模式", zh_held="{on}从{from}到{to}都别来打扰",
    ),
    wish(
        "manage_dnd_schedule", "schedule {name} from {start} to {end}", about=_hours, action="create", name="{name}",
        startTime="{start}", endTime="{end}",
        done=("The do-not-disturb schedule {name} runs from {start} to {end}.", "勿扰时段{name}：{start}到{end}。"),
        train="""![set up|create|add] a do-not-disturb schedule {name} every day from {from} to {to}
        do-not-disturb schedule {name}: daily {from} to {to}""",
        wide="""I want a daily do-not-disturb schedule called {name} from {from} until {to}
        every day from {from} to {to} I don't want to be disturbed, call that schedule {name}
        ![make|plan] a do-not-disturb schedule called {name}, every day {from} to {to}
        can I have a daily do-not-disturb schedule {name} from {from} to {to}?""",
        held="""!put in a new do-not-disturb schedule named {name} for {from} to {to} every day
        I'd like do not disturb to come on every day from {from} to {to}, name that schedule {name}""",
        zh_train="!新建勿扰时段{name}，每天{from}到{to}", zh_wide="每天{from}到{to}勿扰，叫{name}", zh_held="定一个叫{name}的免打扰，每天{from}起{to}止",
    ),
    wish(
        "manage_dnd_schedule", "schedule {name} from {start} to {end}", about=_schedule(True), action="update", name="{name}",
        startTime="{start}", endTime="{end}",
        done=("The schedule {name} runs from {start} to {end} now.", "勿扰时段{name}改为{start}到{end}。"),
        train="""![change|move] the do-not-disturb schedule {name} to {from} until {to}
        do-not-disturb schedule {name}: now {from} to {to}""",
        wide="""the do-not-disturb schedule {name} should run from {from} to {to} instead
        ![shift|update] my do-not-disturb schedule {name}, it should start at {from} and end at {to}
        I sleep at other times now, the do-not-disturb schedule {name} should last from {from} until {to}
        can the do-not-disturb schedule {name} run from {from} to {to}?""",
        held="""my do-not-disturb schedule {name} has the wrong times, it should be {from} to {to}
        !adjust the times of the {name} do-not-disturb schedule to {from} till {to}""",
        zh_train="![把|将]勿扰时段{name}改[成|为]{from}到{to}", zh_wide="勿扰时段{name}换到{from}到{to}", zh_held="{name}那个免打扰，时间换成{from}起{to}止",
    ),
    wish(
        "manage_dnd_schedule", "schedule {name} off", about=_schedule(True), action="disable", name="{name}",
        done=("The schedule {name} is off.", "勿扰时段{name}已停用。"),
        train="""![turn|switch] off the do-not-disturb schedule {name}
        do-not-disturb schedule {name} off""",
        wide="""![disable|pause|deactivate] the do-not-disturb schedule {name}
        I'm on holiday, [switch|turn] the do-not-disturb schedule {name} off[ for now|]
        the do-not-disturb schedule {name} should be off but [kept|stay there]
        can the do-not-disturb schedule {name} be off for now?""",
        held="""I don't need the {name} do-not-disturb schedule at the moment, switch it off but don't delete it
        !stop the {name} do-not-disturb schedule from running for now""",
        zh_train="![停用|关闭]勿扰时段{name}", zh_wide="勿扰时段{name}先关掉", zh_held="{name}那个免打扰暂时别生效，留着",
    ),
    wish(
        "manage_dnd_schedule", "schedule {name} on", about=_schedule(False), action="enable", name="{name}",
        done=("The schedule {name} is on.", "勿扰时段{name}已启用。"),
        train="""![turn|switch] on the do-not-disturb schedule {name}
        do-not-disturb schedule {name} on""",
        wide="""![enable|activate] the do-not-disturb schedule {name}[ again|]
        the holiday is over, [switch|turn] the do-not-disturb schedule {name} back on
        the do-not-disturb schedule {name} should be on[ again|]
        can the do-not-disturb schedule {name} be on again?""",
        held="""!get my {name} do-not-disturb schedule going again
        I need the {name} do-not-disturb schedule again, so switch it back on""",
        zh_train="![启用|打开]勿扰时段{name}", zh_wide="勿扰时段{name}重新开起来", zh_held="{name}那个免打扰可以再生效了",
    ),
    wish(
        "manage_dnd_schedule", "no schedule {name}", about=_schedule(True), action="delete", name="{name}",
        done=("The schedule {name} is deleted.", "勿扰时段{name}已删除。"),
        train="""![delete|remove] the do-not-disturb schedule {name}
        do-not-disturb schedule {name}: delete[ it|]""",
        wide="""![get rid of|throw away|erase] the do-not-disturb schedule {name}
        I don't need the do-not-disturb schedule {name} any more, delete it
        the do-not-disturb schedule {name} can go[ for good|]
        can you delete my do-not-disturb schedule {name}?""",
        held="""the {name} do-not-disturb schedule is no use to me now, delete it completely
        !take the {name} do-not-disturb schedule off the list for good""",
        zh_train="![删除|删掉]勿扰时段{name}", zh_wide="勿扰时段{name}不要了，删了", zh_held="{name}那个免打扰永远去掉",
    ),
    wish(
        "manage_dnd_schedule", "which schedules there are", about=_schedule(True), tell=_tell_schedules, action="list",
        train="""which do-not-disturb schedules are there?
        ![list|show me] my do-not-disturb schedules""",
        wide="""what do-not-disturb schedules do I have?
        do-not-disturb schedules?
        tell me [which|what] schedules do not disturb has
        what are my do-not-disturb schedules called?""",
        held="""what schedules have I set up for do not disturb?
        !read me the do-not-disturb schedules on this phone""",
        zh_train="有哪些勿扰时段", zh_wide="!列出勿扰时段", zh_held="自动免打扰都设了哪几个",
    ),
    wish(
        "manage_dnd_exception", "{name} may interrupt", about=_may_interrupt("contact", False), action="add", kind="contact",
        name="{name}", done=("{name} may interrupt do not disturb.", "勿扰时{name}可以打进来。"),
        train="""![let {name} through|allow {name} to call] [when|while] do not disturb is on
        {name} may interrupt do not disturb""",
        wide="""![make|add] {name} [an exception|as an exception] to do not disturb
        calls from {name} should come through[ even|] in do not disturb
        {name} might need me, [let them through|allow them] during do not disturb
        I want {name} to reach me while do not disturb is on
        do-not-disturb exception: {name}""",
        held="""if {name} rings during do not disturb, I'd like to hear it
        even on do not disturb, a call from {name} should get through""",
        zh_train="!允许{name}在勿扰时打进来", zh_wide="勿扰模式下{name}可以打扰我", zh_held="免打扰的时候，{name}除外",
    ),
    wish(
        "manage_dnd_exception", "{name} may not interrupt", about=_may_interrupt("contact", True), action="remove",
        kind="contact", name="{name}", done=("{name} may not interrupt do not disturb any more.", "勿扰时{name}不能再打进来。"),
        train="""!don't let {name} through any more [when|while] do not disturb is on
        {name} may no longer interrupt do not disturb""",
        wide="""![take {name} off|remove {name} from] the exceptions to do not disturb
        calls from {name} should not come through in do not disturb[ any more|]
        {name} calls all the time, no exception for them in do not disturb any more
        do-not-disturb exceptions: remove {name}""",
        held="""{name} is allowed past do not disturb, take that exception away
        I don't want {name} getting through on do not disturb any longer""",
        zh_train="![不再允许|别再让]{name}在勿扰时打进来", zh_wide="!把{name}从勿扰例外里去掉", zh_held="免打扰的时候，{name}也别想找我了",
    ),
    wish(
        "manage_dnd_exception", "{name} may interrupt", about=_may_interrupt("app", False), action="add", kind="app",
        name="{name}", done=("The app {name} may interrupt do not disturb.", "勿扰时应用{name}可以通知。"),
        train="""![let the app {name} through|allow the app {name} to interrupt] [when|while] do not disturb is on
        the app {name} may interrupt do not disturb""",
        wide="""![make|add] the app {name} [an exception|as an exception] to do not disturb
        notifications of the app {name} should come through in do not disturb
        I must not miss anything from the app {name}, let it through in do not disturb
        do-not-disturb exception: the app {name}""",
        held="""even on do not disturb I'd like to get alerts from the {name} app
        the {name} app is important, so do not disturb shouldn't block it""",
        zh_train="!允许应用{name}在勿扰时通知我", zh_wide="勿扰模式下应用{name}可以打扰我", zh_held="免打扰的时候，{name}这个软件除外",
    ),
    wish(
        "manage_dnd_exception", "{name} may not interrupt", about=_may_interrupt("app", True), action="remove", kind="app",
        name="{name}", done=("The app {name} may not interrupt do not disturb any more.", "勿扰时应用{name}不能再通知。"),
        train="""!don't let the app {name} through any more [when|while] do not disturb is on
        the app {name} may no longer interrupt do not disturb""",
        wide="""![take the app {name} off|remove the app {name} from] the exceptions to do not disturb
        notifications of the app {name} should not come through in do not disturb[ any more|]
        the app {name} annoys me even in do not disturb, no exception for it any more
        do-not-disturb exceptions: remove the app {name}""",
        held="""the {name} app gets past do not disturb, take that exception away
        I don't want the {name} app getting past do not disturb any longer""",
        zh_train="![不再允许|别再让]应用{name}在勿扰时通知我", zh_wide="!把应用{name}从勿扰例外里去掉", zh_held="免打扰的时候，{name}这个软件也得安静",
    ),
    wish(
        "manage_dnd_exception", "repeat callers may interrupt", about=_callers(False), action="add", kind="repeat_callers",
        done=("Repeat callers may interrupt do not disturb.", "勿扰时重复来电可以打进来。"),
        train="""![let repeat callers through|allow repeat callers to ring] [when|while] do not disturb is on
        repeat callers may interrupt do not disturb""",
        wide="""whoever calls twice [in a row|within minutes] should come through do not disturb
        ![make|add] repeat callers an exception to do not disturb
        it may be urgent if somebody calls twice, let them through do not disturb
        do-not-disturb exception: repeat callers""",
        held="""if somebody rings me twice in a short time, do not disturb should let the call in
        even on do not disturb, people who call again right away should get through""",
        zh_train="!允许重复来电在勿扰时打进来", zh_wide="勿扰时同一个人连打两次就让他打进来", zh_held="免打扰时，有人紧接着又打一遍，就让它响",
    ),
    wish(
        "manage_dnd_exception", "repeat callers may not interrupt", about=_callers(True), action="remove",
        kind="repeat_callers", done=("Repeat callers may not interrupt do not disturb any more.", "勿扰时重复来电不能再打进来。"),
        train="""!don't let repeat callers through any more [when|while] do not disturb is on
        repeat callers may no longer interrupt do not disturb""",
        wide="""whoever calls twice in a row should not come through do not disturb any more
        ![take repeat callers off|remove repeat callers from] the exceptions to do not disturb
        people just call twice, so repeat callers shouldn't get through do not disturb
        do-not-disturb exceptions: remove repeat callers""",
        held="""if somebody rings me twice in a short time, do not disturb should block that too
        people who call again right away shouldn't get past do not disturb any longer""",
        zh_train="![不再允许|别再让]重复来电在勿扰时打进来", zh_wide="勿扰时连打两次也别让他打进来", zh_held="免打扰时，紧接着又打一遍的也别响",
    ),
    wish(
        "manage_dnd_exception", "who may interrupt", about=_may_interrupt("contact", True), tell=_tell_exceptions,
        action="list",
        train="""who may interrupt do not disturb?
        ![list|show me] the exceptions to do not disturb""",
        wide="""[which|what] exceptions does do not disturb have?
        do-not-disturb exceptions: which?
        tell me who [gets|comes] through when do not disturb is on
        who can reach me in do not disturb?""",
        held="""which people and apps can still reach me on do not disturb?
        !go over who's allowed past do not disturb""",
        zh_train="勿扰时谁可以打扰我", zh_wide="!列出勿扰的例外", zh_held="免打扰的时候哪些能找到我",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=SOUND, languages=("en", "en", "zh"))
def plain_quiet(draw: Draw) -> Draft:
    """Do-not-disturb: now, for a while, by a schedule, and who may interrupt it."""
    return plain(draw, QUIET)
