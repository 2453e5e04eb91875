"""Families whose skill is about daily things: power, focus, casting, waking, meetings, units, reading, calls."""

from harness.contract import Friction, Json, Patch
from harness.environments.phone.profiles import load_profile

from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, UnsuitableError, family
from ..wording import Wording
from .skills_offer import load, offered, routed

SHUTDOWN = Wording(
    train=(
        "![write down|note|save a note] {text} and [then|after that] {end} the phone",
        "[before you|first, before you] {end} the phone, [note|write down|save a note]: {text}",
        "[I must not forget|note this]: {text}. [Then|After that] {end} the phone",
        "note {text}, then {end}",
    ),
    held=(
        "the phone may {end} once the words {text} are kept in a note",
        "!{end} the phone, but let {text} be on record as a note beforehand",
    ),
    wide=(
        "could you [keep|put] '{text}' in a note and [afterwards|then] {end} the phone?",
        "!{end} the phone, [but not before|only after] [noting|writing down] '{text}'",
        "first [a note|a new note] with '{text}', [after that|then] {end} the phone",
        "I'm [done for the day|going to bed], so {end} the phone, [just|only] [note|write down] '{text}' before",
        "so that it isn't [lost|forgotten], [jot down|note] {text}. [Then you can|And then] {end} the phone",
        "note: {text}. [phone after that|Next]: {end}",
        "[save|keep] '{text}' [in|as] a note and, [when that is done|once it's saved], {end} the phone",
        "I [want|need] '{text}' in a note [before|and only then] you {end} the phone",
        "[two jobs|two things]: [note|write down] '{text}', and {end} the phone [afterwards|at the end]",
    ),
    zh_train=("![记下|写个便签]：{text}，[然后|之后]{end}", "{end}之前先[记一下|写进便签]：{text}"),
    zh_held=("把{text}存成便签，存好了就{end}",),
    zh_wide=(
        "先[建|写]个便签：{text}，[再|之后]{end}",
        "我要{end}了，[先|{end}前先]把“{text}”[写进|记在]便签里",
        "能不能[先记下|先便签记]“{text}”，[再|然后]{end}？",
    ),
)


@family(
    split="train", capability="skills", behaviour="conditional", difficulty=3, languages=("en", "en", "zh"),
    domains=("AI Assistant", "Utilities & Productivity", "Apps & Storage"),
)  # fmt: skip
def skill_note_before_power_off(draw: Draw) -> Draft:
    """The note is saved and has its id before the phone goes off."""
    text, end = draw.phrase(), draw.tongue(draw.choice(("power off", "shut down", "switch off")), "关机")

    def witness(play: Play) -> None:
        load(play, "safe-shutdown", "a note, then power off")
        play.call("manage_note", why="The note comes first.", action="create", content=text)
        play.call("control_power", why="The note is saved.", action="power_off")
        play.finish(
            draw.tongue(f"The note is saved: {text}. Then the phone will {end}.", f"便签已存：{text}。手机随即关机。")
        )

    return Draft(
        draw.say(SHUTDOWN, text=text, end=end), witness, gold_skills=["safe-shutdown"], routing=routed(draw),
        offer=offered(draw, "safe-shutdown"), order=[("manage_note(action=create)", "control_power")],
        free={"notes/title": [], "notes/content": [text]}, allowed=["device/power/ready_at"],
    )  # fmt: skip


FOCUS = Wording(
    train=(
        "[I need to concentrate|I have to focus]: do-not-disturb, and [cancel the noise|noise reduction] if my headphones [let sound through|are on transparency]",
        "![help me focus|quiet everything]: do-not-disturb first, then noise reduction [only if|in case] the headphones are in transparency mode",
        "focus time: [turn on|enable] do-not-disturb, and if the headphones are on transparency [switch|set] them to noise reduction",
        "do-not-disturb on, then headphones from transparency to noise reduction[, if they are in it|, if needed]",
    ),
    held=(
        "nobody may bother me, and should my headphones be transparent, have them block noise afterwards",
        "!grant me peace: no interruptions, next noise reduction where transparency is set at present",
    ),
    wide=(
        "could you [start|turn on] do-not-disturb and, if my headphones are in transparency mode, "
        "[change|switch] them to noise reduction [after that|afterwards]?",
        "I [have to study|must get work done]: do-not-disturb on, [then|and then] noise reduction, but only if my "
        "headphones are on transparency",
        "dnd, then [headphones|my headphones]: transparency -> noise reduction[, else leave them|]",
        "!activate do-not-disturb; [after that|next] [check|look at] the headphones, and if it's transparency, "
        "[choose|make it] noise reduction",
        "so that I can [concentrate|read], start do-not-disturb and [then|afterwards] move the headphones from "
        "transparency to noise reduction, if that's [how they are|the mode they're in]",
        "[open-plan office|it's noisy in here], [I need to focus|let me focus]. Do-not-disturb, then noise "
        "reduction [if|in case] the headphones are on transparency",
        "do-not-disturb first. [Are the headphones on transparency? Then|If the headphones are on transparency, then] noise "
        "reduction for them",
        "[focus|deep work], please: do-not-disturb, and noise reduction in place of transparency [if that's on|if "
        "the headphones are on it]",
        "my headphones may be in transparency mode: [if so|then] they [go|switch] to noise reduction, [but|though] "
        "only after do-not-disturb is on, [which I want|which I need] anyway",
    ),
    zh_train=(
        "[我要专心|专注时间]：先开勿扰，耳机要是通透模式就[换成|改成]降噪",
        "![打开|开启]勿扰，耳机在通透模式的话再[开降噪|切到降噪]",
    ),
    zh_held=("别让人打扰我，耳机若是通透，随后换降噪",),
    zh_wide=(
        "能不能[打开|开]勿扰，[之后|然后]耳机如果是通透就[切|换]成降噪？",
        "我要[学习|工作]了，[先勿扰|勿扰打开]，[再看耳机|然后看看耳机]，通透的话换降噪",
        "!开启勿扰模式，[接着|再]检查耳机，[通透模式就改|是通透就切换到]降噪",
    ),
)


@family(
    split="train", capability="skills", behaviour="conditional", difficulty=4, languages=("en", "en", "zh"),
    domains=("AI Assistant", "Display & Sound", "Devices & Cross-device"),
)  # fmt: skip
def skill_focus_on_condition(draw: Draw) -> Draft:
    """The noise mode is read, do-not-disturb goes on, and only one mode leads to the last step."""
    mode = draw.choice(("transparency", "noise_reduction", "off"))
    patches = _wearing(draw, mode)

    def witness(play: Play) -> None:
        load(play, "quiet-focus", "focus with a condition on the headphones")
        play.call("manage_noise_control", why="In which mode are the headphones?", action="get")
        play.call("manage_do_not_disturb", why=f"The mode is {mode}; do-not-disturb comes first.", action="turn_on")
        if mode == "transparency":
            why = "It is transparency, so noise reduction follows."
            play.call("manage_noise_control", why=why, action="set", mode="noise_reduction")
            play.finish(draw.tongue("Do-not-disturb and noise reduction are on.", "勿扰和降噪已开启。"))
        else:
            play.finish(
                draw.tongue(f"Do-not-disturb is on; the headphones stay on {mode}.", f"勿扰已开；耳机保持{mode}。"),
                why="It is not transparency, so the headphones stay.",
            )

    order = [("manage_do_not_disturb(action=turn_on)", "manage_noise_control(action=set)")] if mode == "transparency" else []
    return Draft(
        draw.say(FOCUS), witness, patches=patches, gold_skills=["quiet-focus"], routing=routed(draw),
        offer=offered(draw, "quiet-focus"), order=order,
    )  # fmt: skip


def _wearing(draw: Draw, mode: str) -> list[Patch]:
    """Exactly one pair of headphones that can do everything is connected, in that mode."""
    state = load_profile(draw.profile)
    pairs = state.rows("headphones")
    worn = next(key for key, row in pairs.items() if len(row["modes"]) == 3)
    patches = [
        Patch(table="bluetooth_devices", key=key, fields={"connected": key == worn, "inRange": True}) for key in pairs
    ]
    return [
        *patches,
        Patch(table="headphones", key=worn, fields={"noise": mode}),
        Patch(table="audio_route", key="main", fields={"output": worn}),
    ]


CAST = Wording(
    train=(
        "![move|switch|bring] [the cast|what I am casting|the casting] to {target}",
        "[I want to|let me] [go on|continue] [watching|casting] on {target}",
        "![cast|mirror] to {target} instead, [the same way|with the same connection]",
        "[the cast|casting] to {target} [now|instead]",
    ),
    held=("my picture ought to be on {target} from here on", "!let {target} take over the screen I am sharing"),
    wide=(
        "could you [transfer|move over] the [cast|casting] to {target}?",
        "!change the [casting target|target of the cast] to {target}",
        "[wrong screen|I'm in the other room now], [cast|continue the cast] on {target}[, with the same connection|]",
        "{target} [should get|gets] the cast [now|from now on], [connected as before|same method]",
        "I'd [like|prefer] what I'm casting [to be|to show] on {target}",
        "cast -> {target}[, same connection| please|]",
        "so that [everyone|the others] can [see|watch], [transfer|shift] the cast over to {target}",
        "[stop the cast where it is|end the present cast] and [start|continue] it on {target}, the same way",
        "[can|could] the running cast [continue|be shown] on {target} instead?",
    ),
    zh_train=("![把投屏|投屏]换到{target}", "[改投到|换成投到]{target}，连接方式不变"),
    zh_held=("画面别放那边了，转到{target}上",),
    zh_wide=(
        "能不能把投屏[转|移]到{target}？",
        "我要在{target}上[继续看|接着投]，[投屏换过去|投屏改一下]",
        "!投屏[改|转移]到{target}，[方式照旧|连接不变]",
    ),
)


@family(
    split="train", capability="skills", behaviour="reference", difficulty=4, languages=("en", "en", "zh"),
    domains=("AI Assistant", "Devices & Cross-device"),
)  # fmt: skip
def skill_cast_moves_on(draw: Draw) -> Draft:
    """The running cast is stopped, then started on the new device with the method it had."""
    if draw.profile == "marcus":  # so many screens that the status would be long
        draw.profile = "emma"
    rows, method = Rows(draw), draw.choice(("wireless", "usb"))
    old, new = _screen(draw, rows), _screen(draw, rows)
    names = {patch.key: patch.fields["name"] for patch in rows.patches if patch.fields}
    rows.add(
        "casts", "cs", target=old, method=method, direction="phone_to_device", state="active", reason=None,
        started=rows.now - 600,
    )  # fmt: skip
    target = names[new]

    def witness(play: Play) -> None:
        load(play, "cast-handover", f"the cast moves to {target}")
        play.call("control_screen_casting", why="How is the running cast connected?", action="status")
        play.call("control_screen_casting", why=f"It is {method}; stop it first.", action="stop")
        why = f"Start on {target}, {method} as before."
        play.call("control_screen_casting", why=why, action="start", connectionMethod=method, targetDeviceName=target)
        play.finish(draw.tongue(f"Now casting to {target} by {method}.", f"已投屏到{target}。"))

    return Draft(
        draw.say(CAST, target=target), witness, patches=rows.patches, gold_skills=["cast-handover"], routing=routed(draw),
        offer=offered(draw, "cast-handover"),
        order=[("control_screen_casting(action=stop)", "control_screen_casting(action=start)")],
    )  # fmt: skip


def _screen(draw: Draw, rows: Rows) -> str:
    name = draw.tongue(f"{draw.place()} {draw.choice(('TV', 'Screen', 'Projector'))}", f"{draw.place()}电视")
    return rows.add(
        "cast_targets", "tg", name=name, type="tv", methods=["wireless", "usb"], directions=["phone_to_device"],
        online=True, plugged=True,
    )  # fmt: skip


WAKE = Wording(
    train=(
        "![plan|see to] my waking for {title}: {time}",
        "[I have to|I must] [be up|get up] at {time} for {title}, [plan it|take care of it] without [doubles|a second alarm]",
        "![wake me|get me up] for {title} at {time}, [there shall be only one alarm for it|not with two alarms]",
        "waking plan: {title}, {time}[, one alarm|]",
    ),
    held=(
        "{time} is when {title} gets me out of bed; a single alarm must do",
        "!arrange my rising for {title}: {time}, no duplicates",
    ),
    wide=(
        "could you [make sure|see] that I'm [up|awake] at {time} for {title}, [with only one alarm|with one alarm, "
        "not two]?",
        "[alarm|wake-up] {title} {time}[, one only|, no second one]",
        "I [don't want to miss|can't miss] {title}. [Wake-up|Up] at {time}, and [just one|only a single] alarm for "
        "it, please",
        "!have me [up|awake] at {time} for {title}, [without|but no] duplicate alarms",
        "for {title} I [get up|need to be up] at {time}, [so plan my wake-up|please take care of the wake-up][, one alarm|]",
        "[there should be|I need] one alarm for {title}, at {time}[, not two|, and only that]",
        "{title} means [up|getting up] at {time}. [See to|Plan] my [wake-up|waking][, without a double|]",
        "so that I [don't oversleep|make it to] {title}, wake-up at {time}, [just the one alarm|no doubles], please",
        "!plan [my|the] wake-up for {title}: [at |]{time}[, a single alarm|]",
    ),
)


@family(
    split="train", capability="skills", behaviour="conditional", domains=("AI Assistant", "Time Management"), difficulty=3
)
def skill_wake_without_doubles(draw: Draw) -> Draft:
    """An alarm of that name may exist: then its time changes, otherwise one is made."""
    if draw.profile == "marcus":  # so many alarms that the list would be cut
        draw.profile = "aisha"
    rows, title, time = Rows(draw), draw.title(), draw.time(5, 9)
    exists = draw.chance(0.5)
    key = rows.alarm(draw.time(10, 12), title) if exists else ""
    if not exists:
        rows.alarm(draw.time(10, 12), draw.title())

    def witness(play: Play) -> None:
        load(play, "wake-plan", f"waking for {title}")
        play.call("manage_alarm", why=f"Is there an alarm {title} already?", action="list")
        if exists:
            play.call("manage_alarm", why=f"{key} is {title}: update it.", action="update", alarmId=key, time=time)
        else:
            play.call("manage_alarm", why=f"There is no {title} yet.", action="create", time=time, title=title)
        play.finish(f"The alarm {title} rings at {time}.")

    return Draft(
        draw.say(WAKE, title=title, time=draw.say_time(time)), witness, patches=rows.patches, gold_skills=["wake-plan"],
        routing=routed(draw), offer=offered(draw, "wake-plan"),
    )  # fmt: skip


MEETING = Wording(
    held=(
        "![set up|arrange] {title} with {person} {on}, {minutes}, [and tell|then message] [her|them]",
        "{title} with {person}, {minutes} {on}: [find a slot|look for a gap], [enter it|put it in the calendar] and [message|tell] {person}",
        "[I need|I want] {minutes} with {person} {on} for {title}; [fix it and let {person} know|arrange it and send word]",
        "![organize|plan] {title} {on} for {minutes} and inform {person}",
        "{person} and I should have {title} {on}, {minutes} long, in the first gap; {person} wants to hear when",
        "!get {title} with {person} going {on}: earliest gap of {minutes}, word to {person}",
        "I've been meaning to do {title} with {person}. Find {minutes} {on}, put it into my calendar and tell {person} when.",
        "!put {title} with {person} into my calendar {on}, no, look for a gap of {minutes} first, and tell {person}",
    ),
)


@family(
    split="test", capability="skills", behaviour="conditional", difficulty=5,
    domains=("AI Assistant", "Time Management", "Calls & Communication"),
)  # fmt: skip
def skill_meeting_in_first_gap(draw: Draw) -> Draft:
    """First free slot, event, message with the start time."""
    rows, person, title = Rows(draw), draw.person(), draw.title()
    rows.contact(person)
    day, minutes = draw.day(2, 12).isoformat(), draw.choice((30, 45, 60))
    rows.event(draw.title(), f"{day}T09:00", minutes=draw.choice((30, 60, 90)))
    free: dict[str, list[str]] = {"events/title": [title], "events/location": [], "events/attendees": []}

    def witness(play: Play) -> None:
        load(play, "meeting-setup", f"{title} with {person}")
        slots = play.call("find_free_time", why=f"Where is a gap of {minutes} minutes?", date=day, minutes=minutes)
        if not slots["slots"]:
            raise UnsuitableError(f"no gap of {minutes} minutes on {day}")
        start = slots["slots"][0]["start"]
        end = f"{day}T{_later(start[11:], minutes)}"
        play.call("create_event", why=f"The first gap starts at {start}.", title=title, start=start, end=end)
        said = start[11:]
        free["messages/text"] = [said]
        play.call("send_message", why=f"{person} hears {said}.", text=f"{title} at {said} on {day}", contactName=person)
        play.finish(f"{title} is on {day} at {said}; {person} knows.")

    request = draw.say(MEETING, title=title, person=person, on=draw.say_on(day), minutes=draw.say_minutes(minutes))
    return Draft(
        request, witness, patches=rows.patches, gold_skills=["meeting-setup"], routing=routed(draw), free=free,
        offer=offered(draw, "meeting-setup"), order=[("create_event", "send_message")],
    )  # fmt: skip


def _later(time: str, minutes: int) -> str:
    total = int(time[:2]) * 60 + int(time[3:]) + minutes
    return f"{total // 60:02d}:{total % 60:02d}"


CONVERT = Wording(
    held=(
        "[how many|how much is that in] {to} [are|is] {value} {start}?",
        "![convert|turn] {value} {start} into {to}",
        "{value} {start} in {to}[, please|]",
        "[I need|I want to know] {value} {start} [in|as] {to}",
        "what does {value} {start} come to, expressed in {to}?",
        "!put {value} {start} in terms of {to}",
        "my cousin abroad wrote something about {value} {start}. How much is that in {to}?",
        "what are {value} {to}, no, {value} {start} in {to}?",
    ),
)
_FACTORS = (
    ("miles", "kilometres", "length", "mi", "km", "1.609344"),
    ("pounds", "kilograms", "weight", "lb", "kg", "0.45359237"),
    ("inches", "centimetres", "length", "in", "cm", "2.54"),
)


@family(
    split="dev",
    capability="skills",
    behaviour="boundary",
    domains=("AI Assistant", "Utilities & Productivity"),
    difficulty=3,
)
def skill_converter_out_of_order(draw: Draw) -> Draft:
    """The converter is broken: the skill gives the factor for the calculator."""
    start, to, category, short, short_to, factor = draw.choice(_FACTORS)
    value = draw.integer(12, 480)
    says: list[list[str]] = []

    def witness(play: Play) -> None:
        load(play, "unit-fallback", f"{start} to {to}")
        play.call(
            "convert_unit", why=f"Try the converter for {value} {start}.", fails=True, category=category, fromUnit=short,
            toUnit=short_to, value=value,
        )  # fmt: skip
        expression = f"{value} * {factor}"
        found = play.call("calculate", why=f"It is out of order; 1 {short} is {factor} {short_to}.", expression=expression)
        says.append(_roundings(found["result"]))
        play.finish(f"{value} {start} are {says[0][0]} {to}.")

    return Draft(
        draw.say(CONVERT, value=value, start=start, to=to), witness, check="behaviour", says=says,
        gold_skills=["unit-fallback"], routing=routed(draw), offer=offered(draw, "unit-fallback"),
        friction=[Friction(kind="broken_tool", params={"tool": "convert_unit", "substitute": "calculate"})],
    )  # fmt: skip


def _roundings(result: Json) -> list[str]:
    exact = str(result)
    return list(dict.fromkeys([exact, *(f"{float(result):.{places}f}" for places in (4, 3, 2, 1))]))


READING = Wording(
    held=(
        "![swap|exchange] {off} for {on}[, nothing else|, leave the rest]",
        "[instead of|rather than] {off} [I want|give me] {on}[, the font stays|]",
        "![turn|switch] {off} off and {on} on[, do not touch the font|]",
        "{on} in place of {off}[, please|]",
        "reading is easier for me with {on}, {off} can go, all else as it is",
        "!have {on} relieve {off}, font untouched",
        "my eyes are tired today and {off} doesn't help any more. Give me {on} in its place and leave the font alone.",
        "!turn on {off}, no, turn that off and {on} on instead, nothing else",
    ),
)
_AIDS = {
    "magnification": "magnification",
    "bold_text": "bold text",
    "high_contrast_text": "high contrast text",
    "live_captions": "live captions",
    "select_to_speak": "select to speak",
}


@family(split="test", capability="skills", behaviour="reference", domains=("AI Assistant", "Display & Sound"), difficulty=5)
def skill_reading_aids_swapped(draw: Draw) -> Draft:
    """Two aids are read, exactly those two are swapped."""
    off, on = draw.rng.sample(list(_AIDS), 2)
    patches = [
        Patch(table="reading_aids", key=off, fields={"on": True}),
        Patch(table="reading_aids", key=on, fields={"on": False}),
    ]

    def witness(play: Play) -> None:
        load(play, "reading-comfort", f"{_AIDS[on]} instead of {_AIDS[off]}")
        play.calls(
            ("manage_reading_aid", {"action": "get", "aid": off}),
            ("manage_reading_aid", {"action": "get", "aid": on}),
            why=f"How are {_AIDS[off]} and {_AIDS[on]} now?",
        )
        play.call("manage_reading_aid", why=f"{_AIDS[off]} goes.", action="set", aid=off, enabled=False)
        play.call("manage_reading_aid", why=f"{_AIDS[on]} comes.", action="set", aid=on, enabled=True)
        play.finish(f"{_AIDS[on]} is on, {_AIDS[off]} is off.")

    return Draft(
        draw.say(READING, off=_AIDS[off], on=_AIDS[on]), witness, patches=patches, gold_skills=["reading-comfort"],
        routing=routed(draw), offer=offered(draw, "reading-comfort"), forbidden=["display/font_size/*"],
    )  # fmt: skip


SHIELD = Wording(
    train=(
        "![stop|keep away|shield me from] {kind}",
        "[I am tired of|I have had enough of|no more] {kind}, [do something|stop them]",
        "![protect|guard] me from {kind}",
        "{kind}: [not any more|shut them out]",
    ),
    held=("{kind} should not get through to me", "!spare me {kind} from today"),
    wide=(
        "could you [block|filter] {kind}[ for me|]?",
        "I [get|have] [too many|so many] {kind}, [please stop them|can you stop that]?",
        "!filter out {kind}",
        "[I'm fed up with|I hate|I can't stand] {kind}, [please block them|make them stop]",
        "{kind} [annoy me|get on my nerves], [keep them off|put an end to them]",
        "{kind} [must stop|have to stop]",
        "so that I [have|get] some [peace|quiet], [filter|block] {kind}",
        "[can|could] {kind} be [filtered|kept out|blocked]?",
        "I [don't want|want no] {kind} [any more|any longer]",
        "filter for {kind}[ on|, please| please]",
    ),
)
_KINDS = {
    "one_ring": "calls that ring once",
    "international": "calls from abroad",
    "marketing_sms": "advertising texts",
    "unknown": "unknown callers",
}


@family(
    split="train",
    capability="skills",
    behaviour="conditional",
    domains=("AI Assistant", "Calls & Communication"),
    difficulty=3,
)
def skill_shield_from_callers(draw: Draw) -> Draft:
    """A rule for that kind of caller may exist, switched off: then it is enabled, otherwise made."""
    rows, kind, exists = Rows(draw), draw.choice(list(_KINDS)), draw.chance(0.5)
    known = list(load_profile(draw.profile).rows("call_rules"))
    rows.patches += [Patch(table="call_rules", key=key, fields=None) for key in known]
    others = [name for name in _KINDS if name != kind]
    rows.add("call_rules", "cr", kind=draw.choice(others), keyword="", enabled=True)
    key = rows.add("call_rules", "cr", kind=kind, keyword="", enabled=False) if exists else ""

    def witness(play: Play) -> None:
        load(play, "call-shield", f"stop {_KINDS[kind]}")
        play.call("manage_call_rule", why=f"Is there a rule for {kind}?", action="list")
        if exists:
            play.call("manage_call_rule", why=f"{key} is {kind}, switched off.", action="update", ruleId=key, enabled=True)
        else:
            play.call("manage_call_rule", why=f"There is no {kind} rule yet.", action="create", kind=kind)
        play.finish(f"You are shielded from {_KINDS[kind]}.")

    return Draft(
        draw.say(SHIELD, kind=_KINDS[kind]), witness, patches=rows.patches, gold_skills=["call-shield"],
        routing=routed(draw), offer=offered(draw, "call-shield"),
    )  # fmt: skip
