"""Families about radios and networks, display and sound."""

from harness.contract import FollowUp, Friction

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, UnsuitableError, family
from ..wording import Wording

NETWORK = ("Network & Connectivity",)
DISPLAY = ("Display & Sound",)

ABOARD = Wording(
    train=(
        "![turn on|switch on|enable] [airplane|flight] mode but [keep|leave] {radio} [on|running]",
        "[I'm boarding|The plane leaves]: [airplane|flight] mode [on|please], [though|but] I still need {radio}",
        "[airplane|flight] mode on, {radio} on as well",
        "[I want|I need] {radio} [during the flight|on board], so [put|set] the phone in [airplane|flight] mode [with|but keep] it",
    ),
    held=(
        "everything that radiates must be off except {radio}: use the mode for planes",
        "we are about to take off; the phone has to be ready for that, and {radio} must work all the same",
    ),
    wide=(
        "{radio} [has to|must] survive [airplane|flight] mode: [activate|engage] the mode and bring {radio} back",
        "so that I can [fly|go on board], [airplane|flight] mode on, [with|and also] {radio} on",
        "[could|can] the phone go into [airplane|flight] mode [with {radio} still on|while {radio} stays active]?",
        "!put me in [airplane|flight] mode, [leaving {radio} up|but {radio} needs to stay up][ please|]",
        "[about to fly|at the gate now|just sat down on the plane]. [flight|airplane] mode, but not {radio}, [that "
        "stays on|I use that]",
        "plane mode w/ {radio} [still going|left on]",
        "[my flight is boarding|boarding has started], could you [activate|engage] [flight|airplane] mode and make "
        "sure {radio} still works[ afterwards|]?",
        "I can't do without {radio} [up there|on the plane]. [Flight|Airplane] mode [otherwise|for the rest], please",
        "!go to [flight|airplane] mode, with the exception of {radio}[, which I use|, which I still want]",
    ),
    zh_train=("![打开|开启]飞行模式，但是[保留|别关]{radio}", "要登机了，飞行模式[打开|开一下]，{radio}还要用"),
    zh_held=("马上起飞，手机调成飞行模式，不过{radio}得继续能用",),
    zh_wide=(
        "飞行模式开一下，{radio}[别断|不要关|照样开着]",
        "[快登机了|我上飞机了]，[帮忙开飞行模式|切到飞行模式]，{radio}除外",
        "我飞机上还要用{radio}，[所以开飞行模式时把它留着|开了飞行模式之后再把它打开]",
        "能不能[开飞行模式|进飞行模式][但|同时]让{radio}[保持打开|一直开着]？",
    ),
)


@family(split="train", behaviour="conditional", domains=NETWORK, difficulty=2, languages=("en", "en", "zh"))
def airplane_mode_but_one_radio(draw: Draw) -> Draft:
    """Airplane mode drops the radio that is still wanted, so it comes first and the radio after it."""
    radio = draw.choice(("bluetooth", "wifi"))
    said = {"bluetooth": draw.tongue("Bluetooth", "蓝牙"), "wifi": draw.tongue("Wi-Fi", "无线网")}[radio]

    def witness(play: Play) -> None:
        play.call("set_airplane_mode", why=f"Airplane mode drops {radio}, so it goes first.", enabled=True)
        play.call(f"set_{radio}", why=f"{radio} is still wanted.", enabled=True)
        play.finish(draw.tongue(f"Airplane mode is on and {said} too.", f"飞行模式已打开，{said}也开着。"))

    return Draft(draw.say(ABOARD, radio=said), witness)


BOTH = Wording(
    held=(
        "[airplane|flight] mode please, but with [Wi-Fi and Bluetooth|Bluetooth and Wi-Fi] [working|switched on]",
        "!cut the phone off from the mobile network for the flight; [headphones and on-board internet|Wi-Fi and Bluetooth] must go on working",
        "I board in a minute: flight mode, yet neither Bluetooth nor Wi-Fi may stay off",
        "!prepare the phone for take-off and then bring back both Wi-Fi and Bluetooth",
        "flight mode, Wi-Fi and Bluetooth on",
        "they're closing the doors. Airplane mode now, but I want Wi-Fi and Bluetooth back on for the film and my headphones.",
        "!turn on airplane mode but keep Wi-Fi on, oh, and Bluetooth too",
    ),
)


@family(split="test", behaviour="conditional", domains=NETWORK, difficulty=3)
def airplane_mode_but_two_radios(draw: Draw) -> Draft:
    """A neighbour of the one radio: both come back after airplane mode."""

    def witness(play: Play) -> None:
        play.call("set_airplane_mode", why="Airplane mode drops both, so it goes first.", enabled=True)
        play.calls(
            ("set_bluetooth", {"enabled": True}),
            ("set_wifi", {"enabled": True}),
            why="Bluetooth and Wi-Fi are still wanted.",
        )
        play.finish("Airplane mode is on, and so are Bluetooth and Wi-Fi.")

    return Draft(draw.say(BOTH), witness)


JOIN = Wording(
    train=(
        "![join|connect to] the [Wi-Fi|network] {ssid}, [the password is|password] {password}",
        "![get me on|use] the Wi-Fi {ssid} with [the password|] {password}",
        "[Wi-Fi|network]: {ssid}, password: {password}[, connect please|]",
        "the password for {ssid} is {password}, [join it|connect me|log in]",
    ),
    held=(
        "{password} opens the Wi-Fi called {ssid}; I want to be on it",
        "!have the phone use {ssid} from now on, key {password}",
    ),
    wide=(
        "Wi-Fi here is {ssid}, [pw|pass|code] {password}",
        "I [want|would like|need] to get online[ here|]: [the network is|network] {ssid}, the "
        "[key|passphrase|password] is {password}",
        "could the phone [hook up to|log on to|be connected to] {ssid}? [The password would be|Password:] {password}",
        "[they gave me|the waiter gave me|I was given] {password} as the password [of|for] {ssid}, so [please hook "
        "me up|connect my phone]",
        "!log [on to|into] {ssid} [using|with] the password {password}",
        "{ssid}, {password} [- connect me to that Wi-Fi|is the password, get me online]",
        "to [save my data|get internet], [join|hop on] {ssid}. The password [they use|there] is {password}",
        "!hook [my phone|me|the phone] up to {ssid}, [it wants|use] the password {password}",
        "with {password} as the [password|passphrase], please [sign in to|connect to] the [wireless network|WLAN] {ssid}",
        "[no signal in here|my data is nearly used up], can you [put|get] the phone on the Wi-Fi {ssid}? "
        "{password} is the [passcode|password]",
    ),
)


@family(split="train", behaviour="grounding", domains=NETWORK)
def wifi_with_a_password(draw: Draw) -> Draft:
    """A network in range is joined; another one is nearly called the same."""
    rows, ssid, password = Rows(draw), draw.pick(entities.WIFI_NAMES), draw.pick(entities.PASSWORDS)
    rows.wifi(ssid, password)
    stem = ssid.rpartition("-")[0]
    twin = draw.choice([name for name in (f"{stem}-Lobby", f"{stem}-Floor2", f"{stem}-Staff") if name != ssid])
    rows.wifi(twin, draw.pick(entities.PASSWORDS), signal=85)

    def witness(play: Play) -> None:
        play.call(
            "manage_wifi_network", why=f"{ssid} and its password are given.", action="join", ssid=ssid, password=password
        )
        play.finish(f"The phone is connected to {ssid}.")

    return Draft(draw.say(JOIN, ssid=ssid, password=password), witness, check="calls", patches=rows.patches)


ASK_KEY = Wording(
    held=(
        "![join|connect to] the [Wi-Fi|network] {ssid}{with_password}",
        "[I want|I'd like] to be on {ssid}{with_password}",
        "Wi-Fi, {ssid}{with_password}: [log me in|get me connected]",
        "!use the network called {ssid}{with_password}",
        "!get my phone onto {ssid}{with_password}",
        "I'm at a friend's place and the network here is called {ssid}. Connect my phone to it{with_password}",
        "!turn the Wi-Fi off, no, leave it, connect to {ssid}{with_password}",
    ),
    zh_held=(
        "![连上|连接]无线网{ssid}{with_password}",
        "我想[用|上]{ssid}这个网{with_password}",
        "这里的无线网叫{ssid}，连一下{with_password}",
    ),
)
KEY = Wording(
    held=(
        "{password}",
        "[it's|the key is|that would be] {password}",
        "oh, {password}",
        "[they say|the note says] it's {password}",
        "try {password}",
    ),
    zh_held=(
        "{password}",
        "密码是{password}",
        "写的是{password}",
    ),
)


@family(split="dev", behaviour="boundary", domains=NETWORK, difficulty=2, languages=("en", "en", "zh"))
def wifi_without_a_password(draw: Draw) -> Draft:
    """A secured network that is not saved: the password must be asked for, unless it was said."""
    rows, ssid, password = Rows(draw), draw.pick(entities.WIFI_NAMES), draw.pick(entities.PASSWORDS)
    rows.wifi(ssid, password)
    missing = draw.chance(0.65)

    def witness(play: Play) -> None:
        if missing:
            play.ask(
                draw.tongue(f"What is the password of {ssid}?", f"{ssid}的密码是什么？"),
                why=f"No password for {ssid} was given.",
            )
        play.call("manage_wifi_network", why="The password is known.", action="join", ssid=ssid, password=password)
        play.finish(draw.tongue(f"The phone is connected to {ssid}.", f"已连接{ssid}。"))

    said = draw.choice((f" with the password {password}", f", password {password}"))
    with_password = "" if missing else draw.tongue(said, f"，密码{password}")
    request = draw.say(ASK_KEY, ssid=ssid, with_password=with_password)
    if not missing:
        return Draft(request, witness, patches=rows.patches)
    return Draft(
        request, witness, check="behaviour", patches=rows.patches,
        followups=[FollowUp(after="clarify", text=draw.say(KEY, bare=True, password=password), asks=("password", "key", "密码"))],
        friction=[Friction(kind="missing_parameter", params={"note": "password"})],
    )  # fmt: skip


HOTSPOT = Wording(
    train=(
        "![check|see] whether mobile data is on; [if not|if it is off], turn it on, then [start|turn on] the hotspot",
        "[start|turn on] the hotspot, [but|only] first [look|check] if mobile data is on and switch it on [if necessary|if it isn't]",
        "[I need|My laptop needs] the hotspot. If mobile data is off, [turn it on|enable it] [first|for that]",
        "hotspot on, [and before that|before which] mobile data on [if it is off|unless it is on already]",
    ),
    held=(
        "share my connection with the laptop; should mobile data be off, it must come on before that",
        "the hotspot shall run, and whatever it needs of mobile data shall be switched on too, if it is not",
    ),
    wide=(
        "!get the hotspot [going|running]. It needs mobile data, so [see if that is on|look at that first] and "
        "[switch|turn] it on [if not|otherwise]",
        "[my tablet has no internet|the train Wi-Fi is dead]: is mobile data on? [Enable it if it's off|If not, "
        "enable it], and [then|after that] [open|start] the hotspot",
        "first [make sure|check that] mobile data [is enabled|is on], [switching it on if it isn't|turn it on if "
        "it's not], then [launch|enable] the hotspot",
        "could you [get|bring] a hotspot up? [But|Only] [check|verify] mobile data before, it [may|might] be off "
        "and [then has to|would then have to] be turned on",
        "mobile data [on?|running?] if not, turn it on. [then|next] hotspot",
        "so that [my laptop|the kids' tablet] gets online I need [tethering|the hotspot], with mobile data [turned "
        "on before if it is off|enabled beforehand if it's off]",
        "for the hotspot [I need|it takes] mobile data; [have a look at it|check it], [put it on if it's "
        "off|activate it if it's off], and then [fire up|activate] the hotspot",
        "[please open|I'd like you to open] my hotspot [once|after] you have [checked|made sure] that mobile data "
        "is on, [enabling it if it is off|or turned it on]",
        "!enable the hotspot after a [glance|look] at mobile data: [off means|if it is off] you [enable|start] that "
        "one first",
    ),
)


@family(split="train", behaviour="conditional", domains=NETWORK, difficulty=3)
def hotspot_and_what_it_needs(draw: Draw) -> Draft:
    """Mobile data is looked at first; only when it is off is it turned on."""
    rows = Rows(draw)
    on = draw.chance(0.5)
    rows.put("radios", "mobile_data", on=on)

    def witness(play: Play) -> None:
        status = play.call("get_network_status", why="See whether mobile data is on.")
        if not status["mobile_data"]:
            play.call("set_mobile_data", why="Mobile data is off.", enabled=True)
        play.call("manage_hotspot", why="Mobile data is on, so the hotspot can start.", action="turn_on")
        play.finish("The hotspot is on.")

    return Draft(draw.say(HOTSPOT), witness, patches=rows.patches)


DATA = Wording(
    train=(
        "![limit|cap] mobile data [to|at] {limit} GB [and warn me|with a warning] at {warning} GB",
        "mobile data: [limit|at most] {limit} GB, [warning|warn me] at {warning} GB",
        "[warn me|I want a warning] at {warning} GB of mobile data[, and stop| and set the limit] at {limit} GB",
        "my [data plan|contract] has {limit} GB, [set that as|make that] the limit and warn me at {warning} GB",
    ),
    held=(
        "past {limit} GB no more mobile data; from {warning} GB on I want to be told",
        "tell me once {warning} GB are used up, and let {limit} GB be the end of it",
    ),
    wide=(
        "my [plan|tariff] [only has|includes] {limit} GB, so [cut off|cap] mobile data there, and [alert|notify] "
        "me at {warning} GB",
        "[data|mobile data] cap {limit} gigs, [alert|heads-up] at {warning}",
        "could I [get|have] [an alert|a warning] at {warning} GB of mobile data and a [hard cap|limit] at {limit} GB?",
        "so that I [don't pay extra|stay within my plan], [limit|restrict] mobile data to {limit} GB [with|and "
        "give me] a warning at {warning} GB",
        "!set the data [warning|alert] to {warning} GB and the [data limit|cap] to {limit} GB",
        "I [don't want to|must not] use more than {limit} GB of mobile data, [and a warning should come|and I want "
        "to be warned] at {warning} GB",
        "at {warning} GB of mobile data I should [see|get] a warning, [and the limit is|with the limit at] {limit} GB",
        "the [last bill was too high|bill was a shock]. [Please put|Put] a {limit} GB limit on mobile data and a "
        "warning on {warning} GB",
        "!make {limit} GB the [most|maximum] that mobile data may use, and [have the warning|let the warning] come "
        "at {warning} GB",
    ),
)


@family(split="train", behaviour="grounding", domains=NETWORK, difficulty=2)
def data_limit_and_warning(draw: Draw) -> Draft:
    """Two numbers with two meanings, in either order."""
    limit = draw.integer(6, 60)
    warning = draw.integer(2, limit - 2)

    def witness(play: Play) -> None:
        play.calls(
            ("manage_data_usage", {"action": "set_limit", "gigabytes": limit}),
            ("manage_data_usage", {"action": "set_warning", "gigabytes": warning}),
            why=f"The limit is {limit}, the warning {warning}.",
        )
        play.finish(f"The limit is {limit} GB, the warning comes at {warning} GB.")

    return Draft(draw.say(DATA, limit=limit, warning=warning), witness, check="calls")


STREAMS = {
    "media": ("media", "music", "video"),
    "ring": ("ring", "ringtone"),
    "alarm": ("alarm",),
    "call": ("call", "in-call"),
}
LEVELS = Wording(
    train=(
        "![set|put|turn] [the |]brightness to {light} % and [the |]{stream} volume to {loud} %",
        "brightness {light} %, {stream} volume {loud} %",
        "[I want|I'd like] the [screen|display] at {light} percent and the {stream} volume at {loud} percent",
        "{stream} volume to {loud} %[, and|;] the [screen|display] brightness to {light} %",
    ),
    held=(
        "the screen should shine at {light} per cent and the {stream} sound play at {loud} per cent",
        "{loud} for how loud the {stream} is, {light} for how bright the display is, both in percent",
    ),
    wide=(
        "{light}% brightness[,| and] {loud}% {stream} volume",
        "could the [screen|display] brightness [be|go to] {light} % and the {stream} volume [be|go to] {loud} %?",
        "!adjust two things: brightness [to|->] {light} %, {stream} volume [to|->] {loud} %",
        "for [reading in bed|the train|tonight] I need brightness at {light} percent and {stream} volume at {loud} percent",
        "!bring the {stream} volume to {loud} % and the brightness to {light} %[, both please|]",
        "my [eyes|ears] [need|want] something else: brightness {light} %, and {loud} % for the {stream} volume",
        "volume for {stream} at {loud}, brightness at {light}[, percent of course|, in percent]",
        "[screen|display]: {light} % brightness. {stream} volume: {loud} %",
        "please [change|adjust] the {stream} volume to {loud} percent [while you set|and also set] brightness to "
        "{light} percent",
        "!dim or brighten the screen to {light} %, [then|and] take the {stream} volume to {loud} %",
    ),
    zh_train=("![把亮度调到|屏幕亮度]{light}%，{stream}音量[调到|设为]{loud}%", "{stream}音量{loud}%，亮度{light}%"),
    zh_held=("屏幕要{light}%那么亮，{stream}声音{loud}%就够",),
    zh_wide=(
        "亮度{light}%、{stream}音量{loud}%，[帮我调一下|这样设置]",
        "我想[把|让]{stream}音量变成{loud}%，[屏幕亮度|亮度]变成{light}%",
        "能不能把屏幕亮度[设成|改成]{light}%，{stream}音量[设成|改成]{loud}%？",
        "!将{stream}音量[设为|调整到]{loud}%，[同时|并]把亮度[设为|调整到]{light}%",
    ),
)
STREAMS_ZH = {"media": "媒体", "ring": "铃声", "alarm": "闹钟", "call": "通话"}


@family(split="train", behaviour="grounding", domains=DISPLAY, difficulty=2, languages=("en", "en", "zh"))
def brightness_and_volume(draw: Draw) -> Draft:
    """Two settings at once, each with its own percentage."""
    stream, light, loud = draw.choice(tuple(STREAMS)), draw.integer(5, 100), draw.integer(0, 100)

    def witness(play: Play) -> None:
        play.calls(
            ("set_brightness", {"level": light}),
            ("set_volume", {"stream": stream, "level": loud}),
            why=f"Brightness {light}, {stream} volume {loud}.",
        )
        play.finish(draw.tongue(f"Brightness {light} %, {stream} volume {loud} %.", f"亮度{light}%，音量{loud}%。"))

    said = STREAMS_ZH[stream] if draw.language == "zh" else draw.choice(STREAMS[stream])
    return Draft(draw.say(LEVELS, stream=said, light=light, loud=loud), witness, check="calls")


QUIET = Wording(
    train=(
        "[no calls|no disturbance|nothing] [for|over] the next {length}{but}",
        "![turn on|start|enable] do not disturb for {length}{but}",
        "[I have|I'm in] a meeting [for|of] {length}, [don't let anything disturb me|keep the phone quiet]{but}",
        "do not disturb, {length}{but}",
    ),
    held=("leave me in peace for {length}{but}", "during the coming {length} nobody may interrupt me{but}"),
    wide=(
        "I don't want [to be disturbed|any interruptions|to hear the phone] for {length}{but}",
        "!mute [everything|all interruptions] [with do not disturb|by do not disturb] for {length}{but}",
        "could you [put|set] the phone on do not disturb for {length}{but}?",
        "[taking a nap|baby's asleep|exam now|I'm giving a talk]. DND for {length}{but}",
        "DND {length}{but}",
        "for {length} [I need|I'd like] [some quiet|silence|rest], so do not disturb[ please|]{but}",
        "so that [nobody rings me up|I can work] for {length}, [activate|switch on] do not disturb{but}",
        "{length} of do not disturb[ starting now|]{but}",
        "!stop [calls and notifications|everything] from [coming through|getting to me] for {length}{but}",
        "I'm [busy|not available|going to rest] for {length}, so [switch|put] do not disturb on [until then|that long]{but}",
    ),
)
EXCEPT = {
    "alarms_only": (", only alarms may ring", ", except alarms", ", alarms are fine"),
    "total_silence": (", not even alarms", ", in total silence", ", and alarms must be silent too"),
}


@family(split="train", behaviour="grounding", domains=DISPLAY)
def undisturbed_for_a_while(draw: Draw) -> Draft:
    """Do-not-disturb in one of its modes for so many minutes."""
    minutes, mode = draw.choice((15, 20, 30, 40, 45, 60, 90, 120, 180)), draw.choice(tuple(EXCEPT))

    def witness(play: Play) -> None:
        why = f"{minutes} minutes, {mode.replace('_', ' ')}."
        play.call("manage_do_not_disturb", why=why, action="turn_on", mode=mode, durationMinutes=minutes)
        play.finish(f"Do not disturb is on for {minutes} minutes.")

    request = draw.say(QUIET, length=draw.say_minutes(minutes), but=draw.choice(EXCEPT[mode]))
    return Draft(request, witness, check="calls")


FOCUS = Wording(
    train=(
        "![turn on|enable] do not disturb [first|in any case]; then, if my headphones are {mode}, [switch|set] them to noise reduction",
        "do not disturb on. [After that|Then]: headphones that are {mode} [go|switch] to noise reduction, [otherwise leave them|any other mode stays]",
        "[look at|check] my headphones. Do not disturb comes on first, [and|then] if they are {mode}, noise reduction [comes next|after it]",
        "[I want to focus|time to concentrate]: first do not disturb, then noise reduction [but only if|if] the headphones are {mode}",
    ),
    held=(
        "silence the phone before anything else; afterwards my headphones go to noise reduction, provided that they are {mode} now",
        "noise reduction only where the headphones are {mode}, and not before do not disturb is on",
    ),
    wide=(
        "!activate do not disturb, and [only then|afterwards] set my headphones to noise reduction, [if|provided] "
        "they are {mode}",
        "I have to [study|work]. Do not disturb [goes|comes] on, then [see how|check whether] the headphones are "
        "{mode} and [if so|in that case] put them on noise reduction",
        "dnd on, then headphones to noise reduction [if|in case] they're {mode}",
        "could you [put|switch] do not disturb on and [then|after that] [use|choose] noise reduction on my headphones, "
        "[though|but] only if they are {mode}?",
        "so that I [can read|can think], start do not disturb; [next|then], should the headphones be {mode}, "
        "[change|turn] them to noise reduction",
        "headphones {mode}? Then noise reduction for them, but [do not disturb first|only after do not disturb is "
        "on]. Do not disturb [is wanted|goes on] either way",
        "[it's loud in here|the office is noisy]: do not disturb, and once that's on, noise reduction "
        "[if|as long as] my headphones are {mode}",
        "please turn do not disturb on, [have a look at|check] the headphones, and [if you find them|if they're] "
        "{mode}, go to noise reduction",
        "step one: do not disturb on. Step two: [if|in case] the headphones are {mode}, [choose|set] noise "
        "reduction[, else nothing|]",
    ),
)
MODES = {
    "transparency": ("on transparency", "in transparency mode", "letting sound through"),
    "off": ("without noise control", "switched to off"),
}


@family(split="train", behaviour="conditional", domains=("Display & Sound", "Devices & Cross-device"), difficulty=3)
def silence_before_noise_reduction(draw: Draw) -> Draft:
    """A condition that is read first, and an order in which the two switches must happen."""
    rows = Rows(draw)
    _only_headphones(rows, draw)
    wanted, actual = draw.choice(("transparency", "off")), draw.choice(("transparency", "off"))
    rows.put("headphones", _only_headphones(rows, draw), noise=actual)

    def witness(play: Play) -> None:
        found = play.call("manage_noise_control", why="See in which mode the headphones are.", action="get")
        play.call("manage_do_not_disturb", why="Do not disturb comes first.", action="turn_on")
        if found["mode"] == wanted:
            why = f"The headphones are on {wanted}."
            play.call("manage_noise_control", why=why, action="set", mode="noise_reduction")
            play.finish("Do not disturb is on and the headphones reduce noise.")
        else:
            why = f"The headphones are on {found['mode']}, not {wanted}."
            play.finish(f"Do not disturb is on; the headphones stay on {found['mode']}.", why=why)

    order = [("manage_do_not_disturb(action=turn_on)", "manage_noise_control(action=set)")] if wanted == actual else []
    request = draw.say(FOCUS, mode=draw.choice(MODES[wanted]))
    return Draft(request, witness, patches=rows.patches, order=order)


def _only_headphones(rows: Rows, draw: Draw) -> str:
    """The one pair of headphones that is connected. Draws again for a phone with none or several."""
    devices = rows.base.rows("bluetooth_devices")
    connected = [key for key in rows.base.rows("headphones") if devices[key]["connected"]]
    if len(connected) != 1 or "noise_reduction" not in rows.base.rows("headphones")[connected[0]]["modes"]:
        raise UnsuitableError(f"{draw.profile} has not exactly one pair of headphones connected")
    return connected[0]


AIDS = {
    "magnification": ("magnifier", "magnification"),
    "bold_text": ("bold text", "bold letters"),
    "high_contrast_text": ("high contrast text", "contrast aid"),
    "live_captions": ("live captions", "captions"),
    "select_to_speak": ("select to speak", "reading aloud"),
    "color_correction": ("colour correction", "color correction"),
}
SWAP = Wording(
    train=(
        "![swap|exchange] {first} and {second}: [whichever|the one that] is on goes off and the other [one|] on",
        "of {first} and {second} one is on: [turn it off and the other on|make it the other one]",
        "[I have|I use] one of {first} and {second}; [switch|change] to the other one[ instead|], [nothing else changes|leave the rest]",
        "{first} and {second} [should trade places|swap], [don't touch the font|the font stays]",
    ),
    held=(
        "{first} or {second}, whichever helps me now, has to make way for the other of the two",
        "what is on of {first} and {second} shall be off, what is off shall be on; all other aids stay",
    ),
    wide=(
        "!flip {first} and {second}: one [of them|] is on now, I want [only the other|just the other one]",
        "[right now|currently] either {first} or {second} is [on|active]; [please make|make] it the other way round",
        "could you [switch|change over] between {first} and {second}? The one [in use|that's on] off, the other "
        "[one on|on instead]",
        "one aid is [active|running], {first} or {second}. [Disable it|Turn that off] and [enable|turn on] the other",
        "I'm [tired of|done with] the reading aid I have on, it's {first} or {second}, so [turn it off|off with "
        "it] and turn on the other of the two",
        "{first} / {second}: [turn off the active one, turn on the other|off the one that is on, on the one that is off]",
        "[find out|look] which of {first} and {second} is on, [disable that|turn that one off] and "
        "[enable|activate] the other",
        "so that I can [compare|try it], [toggle|reverse] {first} and {second}: on becomes off and [vice versa|off "
        "becomes on]",
        "!reverse the [states|settings] of {first} and {second}, [and nothing else|leaving the font alone]",
    ),
)


@family(split="train", behaviour="reference", domains=DISPLAY, difficulty=3)
def swapped_reading_aids(draw: Draw) -> Draft:
    """Exactly two aids change, by what they are now; every other one and the font stay."""
    rows = Rows(draw)
    first, second, *others = draw.rng.sample(list(AIDS), 6)
    first_on = draw.chance(0.5)
    for aid, on in ((first, first_on), (second, not first_on), (others[0], draw.chance(0.5))):
        rows.put("reading_aids", aid, on=on)

    def witness(play: Play) -> None:
        state = play.call("manage_reading_aid", why=f"See which of {first} and {second} is on.", action="get")
        play.calls(
            *(("manage_reading_aid", {"action": "set", "aid": aid, "enabled": not state[aid]}) for aid in (first, second)),
            why=f"{first if state[first] else second} is on, so the two swap.",
        )
        play.finish(f"{first} is {'off' if state[first] else 'on'}, {second} is {'off' if state[second] else 'on'}.")

    request = draw.say(SWAP, first=draw.choice(AIDS[first]), second=draw.choice(AIDS[second]))
    return Draft(request, witness, patches=rows.patches)


CAPPED = Wording(
    train=(
        "![set|put|turn] the brightness to {level} %[, but|;] {rule}",
        "brightness {level} %. {rule}",
        "[I want|I need] the [screen|display] at {level} percent, {rule}",
        "{rule}, [and|but] [set|put] the brightness at {level} %",
    ),
    held=("{level} per cent is how bright the screen has to be; {rule}", "!make the display shine at {level} %, {rule}"),
    wide=(
        "could you [bring|take] the screen brightness to {level} %, [and|but] {rule}?",
        "!adjust brightness to {level} %, [and|though] {rule}",
        "I [can't see anything|can hardly read this], so brightness to {level} percent please, [but|and] {rule}",
        "{level}% brightness, [and|but] {rule}",
        "{level} % [is what I want for|should be] the brightness. {rule}[, though|]",
        "[it's too dark|there's a glare], I'd like {level} % brightness here, {rule}",
        "the display [is not right|needs adjusting]: {level} % brightness. [And please|But please,] {rule}",
        "[screen|display] brightness should [go|be changed] to {level} %, {rule}",
        "!change the [screen|display] brightness to {level} %; [also|however,] {rule}",
    ),
)
KEEP_SAVER = (
    "leave the battery saver on",
    "the battery saver stays on",
    "don't touch the battery saver",
    "keep battery saver as it is",
)


@family(split="train", behaviour="boundary", domains=DISPLAY)
def brightness_under_battery_saver(draw: Draw) -> Draft:
    """The battery saver allows no more than half the brightness and must stay on: sometimes it can be done, sometimes not."""
    rows = Rows(draw)
    rows.put("modes", "battery_saver", on=True, remembered={})
    rows.put("display", "brightness", level=draw.integer(5, 15))
    possible = draw.chance(0.55)
    level = draw.integer(16, 50) if possible else draw.integer(60, 100)

    def witness(play: Play) -> None:
        play.call("set_brightness", why=f"{level} % is wanted.", fails=not possible, level=level)
        if possible:
            play.finish(f"The brightness is {level} %.")
        else:
            play.refuse(
                f"The battery saver stays on, so {level} % brightness is not possible.", why="The battery saver blocks it."
            )

    request = draw.say(CAPPED, level=level, rule=draw.choice(KEEP_SAVER))
    if possible:
        return Draft(request, witness, patches=rows.patches)
    return Draft(
        request, witness, check="behaviour", says=[("battery saver", "saver", "power saving")], patches=rows.patches,
        friction=[Friction(kind="contradictory_request"), Friction(kind="unsolvable", params={"note": "capped"})],
    )  # fmt: skip


NIGHT = Wording(
    held=(
        "[dark mode|the dark theme] [from {start} to {end}|between {start} and {end}] [every night|each day]",
        "![have|let] the dark theme come at {start} and go at {end}",
        "after {start} I want a dark screen design, after {end} a light one again, automatically",
        "the dark look by schedule: on at {start}, off at {end}",
        "dark theme: {start} to {end}",
        "the bright screen keeps me awake at night. Turn it dark at {start} and light again at {end}, every day.",
        "!turn on dark mode, no, not all day, only from {start} to {end}",
    ),
    zh_held=(
        "深色模式[每天|每晚]{start}开，{end}关",
        "从{start}到{end}用深色主题，[自动切换|每天如此]",
        "深色模式一直开着，不，只要{start}到{end}",
    ),
)


@family(split="test", behaviour="grounding", domains=DISPLAY, languages=("en", "en", "zh"))
def dark_mode_by_schedule(draw: Draw) -> Draft:
    """Two times with two meanings."""
    start, end = draw.time(18, 22, 15), draw.time(5, 9, 15)

    def witness(play: Play) -> None:
        play.call("set_dark_mode", why=f"Dark from {start} to {end}.", mode="schedule", startTime=start, endTime=end)
        play.finish(draw.tongue(f"Dark mode is on from {start} to {end}.", f"深色模式：{start}到{end}。"))

    request = draw.say(NIGHT, start=draw.say_time(start), end=draw.say_time(end))
    return Draft(request, witness, check="calls")


ONLY_ONE = Wording(
    held=(
        "do not disturb, [but|only] {name} [may still reach me|can get through]",
        "[nobody|no one] but {name} should be able to disturb me from now on",
        "!let {name} through and keep everybody else away while do not disturb is on, beginning now",
        "I expect {name} to call, everyone else has to wait: quiet mode please",
        "do not disturb on, {name} excepted",
        "I've got an exam to study for, so keep everybody away from me except {name}, and start right now.",
        "!turn on do not disturb for everyone, no, let {name} through",
    ),
)


@family(split="test", behaviour="grounding", domains=("Display & Sound", "Calls & Communication"), difficulty=2)
def undisturbed_except_by_one(draw: Draw) -> Draft:
    """One person is let through, then do-not-disturb is turned on."""
    rows, name = Rows(draw), draw.person()
    rows.contact(name)
    rows.contact(draw.person())

    def witness(play: Play) -> None:
        play.call("manage_dnd_exception", why=f"{name} may interrupt.", action="add", kind="contact", name=name)
        play.call("manage_do_not_disturb", why="Everyone else may not.", action="turn_on", mode="priority")
        play.finish(f"Do not disturb is on; only {name} gets through.")

    return Draft(draw.say(ONLY_ONE, name=name), witness, patches=rows.patches)


LOUDER = Wording(
    train=(
        "![set|put|turn] the {stream} volume to {loud} %",
        "{stream} volume {loud} percent",
        "[I want|I'd like] the {stream} volume at {loud} %",
        "![make|have] the {stream} volume {loud} %",
    ),
    held=("the {stream} should play at {loud} per cent", "{loud} % would be right for the {stream} sound"),
    wide=(
        "could the {stream} volume [be|go to] {loud} %[, please|]?",
        "!adjust {stream} volume to {loud} percent",
        "{loud}% {stream} volume",
        "I need [my|the] {stream} volume [at|on|to be] {loud} %",
        "[I can't hear it properly|this isn't the right level], {stream} volume to {loud} %",
        "!take the {stream} volume to {loud} %[ for me|]",
        "for {stream}, [volume at|a volume of] {loud} percent",
        "the {stream} volume [has to be|needs to be|must be] {loud} %",
        "[please change|I'd like you to change] my {stream} volume [so that it's|to] {loud} percent",
    ),
    zh_train=("![把|将]{stream}音量[调到|设为]{loud}%", "{stream}音量{loud}%"),
    zh_held=("{stream}的声音{loud}%就好",),
    zh_wide=(
        "{stream}音量[给我|]改成{loud}%",
        "我要{stream}音量[是|在]{loud}%",
        "能把{stream}音量[弄到|变成]{loud}%吗？",
        "{loud}%的{stream}音量[就行|，设一下]",
    ),
)
ADJUST = Wording(
    train=(
        "[hm, |no, |sorry, ][too loud|too quiet|not quite right], {loud} % [please|is better]",
        "[better|rather] {loud} %",
        "![make|change] that {loud} [instead|after all]",
    ),
    held=("still not it; try {loud}", "I think {loud} would do better"),
    wide=(
        "[hmm|mm|oh], {loud} % [would be nicer|instead]",
        "{loud} %[, rather| after all|, actually]",
        "!put it at {loud} %[, please| instead]",
        "[can|could] you [do|make it] {loud} %?",
        "[that's not it|I changed my mind|that doesn't work for me], [I want|let's have] {loud} %",
        "[go to|let's go for|set it to] {loud} percent",
        "wait, {loud} [percent|%]",
    ),
    zh_train=("[不对，|还是]{loud}%吧", "改成{loud}%"),
    zh_held=("不太合适，换{loud}试试",),
    zh_wide=(
        "[算了|等等|嗯]，{loud}%",
        "[调到|设成]{loud}%[比较好|吧]",
        "我觉得[应该|得]{loud}%",
    ),
)


@family(split="train", behaviour="revision", domains=DISPLAY, difficulty=2, languages=("en", "en", "zh"))
def volume_adjusted_afterwards(draw: Draw) -> Draft:
    """After the first try the user wants another level of the same sound."""
    stream = draw.choice(tuple(STREAMS))
    first, second = draw.rng.sample(range(5, 100), 2)

    def witness(play: Play) -> None:
        play.call("set_volume", why=f"{stream} volume {first}.", stream=stream, level=first)
        play.finish(draw.tongue(f"The {stream} volume is {first} %.", f"音量已设为{first}%。"))
        play.call("set_volume", why=f"Still the {stream} volume, now {second}.", stream=stream, level=second)
        play.finish(draw.tongue(f"The {stream} volume is {second} % now.", f"音量已改为{second}%。"))

    words = draw.say(ADJUST, bare=True, loud=second)
    said = STREAMS_ZH[stream] if draw.language == "zh" else draw.choice(STREAMS[stream])
    request = draw.say(LOUDER, stream=said, loud=first)
    followups = [FollowUp(after="finish", text=words[0].upper() + words[1:])]
    return Draft(request, witness, check="calls", ordered=True, followups=followups)


HOURS = Wording(
    held=(
        "[keep the phone quiet|no disturbance] {on_days} from {start} to {end}, [call it|under the name] {title}",
        "quiet hours named {title}: {days}, {start} to {end}",
        "!have do not disturb come by itself at {start} and go at {end} {on_days}; {title} is the name",
        "{title} is a time when nobody may disturb me: {days}, {start} until {end}, every week",
        "I don't get anything done otherwise: do not disturb {on_days} from {start} to {end}, as a schedule called {title}.",
        "!keep the phone quiet all day {on_days}, no, just from {start} to {end}, and call that {title}",
    ),
)


@family(split="dev", behaviour="grounding", domains=DISPLAY)
def weekly_quiet_hours(draw: Draw) -> Draft:
    """A schedule with a name, two times and its days."""
    title, days, start, end = draw.title(), draw.weekdays(1, 4), draw.time(7, 14, 15), draw.time(15, 22, 15)

    def witness(play: Play) -> None:
        play.call(
            "manage_dnd_schedule", why=f"{title} from {start} to {end}.", action="create", name=title, startTime=start,
            endTime=end, days=days,
        )  # fmt: skip
        play.finish(f"{title}: do not disturb from {start} to {end}.")

    request = draw.say(
        HOURS, title=title, days=draw.say_days(days), on_days=draw.say_on_days(days), start=draw.say_time(start),
        end=draw.say_time(end),
    )  # fmt: skip
    return Draft(request, witness)
