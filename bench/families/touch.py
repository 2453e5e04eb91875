"""Families about the keyboard, gestures, what the home screen holds, and what the screen shows."""

from harness.contract import Friction

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, family
from ..wording import Wording

INPUT = ("Input & Interaction",)

EXPAND = Wording(
    train=(
        "[when|whenever] I type {shortcut} [the keyboard should write|write|I want to see]: {text}",
        "[let|make] {shortcut} stand for this[, whatever it stood for before|]: {text}",
        "[text shortcut|abbreviation] {shortcut}[, replace an old one|], for: {text}",
        "[I want|I'd like] to type just {shortcut} for: {text}",
        "!turn {shortcut}, when I type it, into: {text}",
    ),
    held=(
        "the abbreviation {shortcut} ought to save me from typing all of this, {text}",
        "!teach the keyboard the short form {shortcut}, which means {text}",
    ),
    zh_train=(
        "[以后|今后]我打{shortcut}就[变成|出来]：{text}",
        "[快捷短语|缩写]{shortcut}，[代表|内容是]：{text}",
        "!让{shortcut}[代替|表示]：{text}",
    ),
    zh_held=("我懒得打全，输入{shortcut}就该出现{text}",),
    wide=(
        "!expand {shortcut} [to|into]: {text}",
        "I [keep typing|always write] the same thing, so make {shortcut} a shortcut for: {text}",
        "[text replacement|typing shortcut]: {shortcut} [stands for|expands to]: {text}",
        "could typing {shortcut} [produce|give me] this: {text}",
        "when {shortcut} is typed, [replace it with|insert]: {text}",
        "{shortcut} [is short for|abbreviates]: {text}",
        "!save {shortcut} as [an abbreviation|my abbreviation] for: {text}",
        "to be quicker on the keyboard, {shortcut} [should become|should turn into]: {text}",
        "!set up {shortcut} so that the keyboard [writes|fills in]: {text}",
        "whatever {shortcut} [meant|was] before, [now it's|from now on it's]: {text}",
    ),
    zh_wide=(
        "!设[一个|个]快捷短语{shortcut}：{text}",
        "打字时{shortcut}[自动替换成|替换为]：{text}",
        "{shortcut}[是|当作]这句话的缩写：{text}",
    ),
)


@family(split="train", behaviour="boundary", domains=INPUT, difficulty=2, languages=("en", "en", "zh"))
def shortcut_for_a_phrase(draw: Draw) -> Draft:
    """A new abbreviation, unless it stands for something else already: then it changes."""
    rows, shortcut, text = Rows(draw), draw.pick(entities.SHORTCUTS), draw.phrase()
    rows.thin("text_shortcuts", draw.integer(1, 3))
    rows.add("text_shortcuts", "sx", shortcut=draw.pick(entities.SHORTCUTS), phrase=draw.phrase())
    exists = draw.chance(0.45)
    if exists:
        rows.add("text_shortcuts", "sx", shortcut=shortcut, phrase=draw.phrase())

    def witness(play: Play) -> None:
        why = f"{shortcut} is to become the phrase."
        play.call("manage_text_shortcut", why=why, fails=exists, action="add", shortcut=shortcut, phrase=text)
        if exists:
            why = f"{shortcut} exists, so it changes."
            play.call("manage_text_shortcut", why=why, action="update", shortcut=shortcut, phrase=text)
        play.finish(draw.tongue(f"{shortcut} now becomes: {text}", f"输入{shortcut}会变成：{text}"))

    return Draft(
        draw.say(EXPAND, shortcut=shortcut, text=text), witness, patches=rows.patches,
        free={"text_shortcuts/phrase": [text]},
    )  # fmt: skip


DEFAULT_KEYS = Wording(
    train=(
        "![make {keyboard}|use {keyboard} as] [my|the] [default|standard] keyboard[, and enable it if it is disabled|]",
        "[I want|I'd like] to type with {keyboard} [from now on|by default][, enable it first if it is off|]",
        "{keyboard} as the default keyboard[, please|, switched on if it is not]",
        "![switch|change] to {keyboard} for typing, [turning it on|enabling it] first if [necessary|need be]",
        "[default|main] keyboard: {keyboard}[, which may have to be enabled|]",
    ),
    held=(
        "all my typing shall be done on {keyboard}, even if that one is still disabled",
        "!let {keyboard} come up wherever I write, no matter whether it is enabled yet",
    ),
    zh_train=(
        "![把|将]{keyboard}设为默认输入法[，没启用就先启用|]",
        "[以后|今后]打字默认用{keyboard}[，停用了就打开|]",
        "默认输入法[换成|改为]{keyboard}",
    ),
    zh_held=("我想到处都用{keyboard}打字，还没启用也没关系",),
    wide=(
        "!set {keyboard} as [the|my] default keyboard[, turning it on first if it isn't|]",
        "could {keyboard} be my [default|standard] keyboard[? Enable it if necessary|?]",
        "[keyboard for everything|my usual keyboard]: {keyboard}, by default",
        "[I prefer|I like] {keyboard} better than what I have, so make it the default keyboard[, enabling it if need be|]",
        "the default keyboard [should be|has to be] {keyboard}[; if it's turned off, turn it on|]",
        "I can't get used to this keyboard. [Change|Switch] the default to {keyboard}[ and enable it if it's off|].",
        "!replace my default keyboard [with|by] {keyboard}[, which may need enabling|]",
        "from today {keyboard} is [my keyboard|what I type on], make it the default[ and enable it if it isn't|]",
        "!choose {keyboard} as [default keyboard|the main keyboard][, enable first if disabled|]",
    ),
    zh_wide=(
        "!设{keyboard}为默认键盘[，未启用就启用|]",
        "默认键盘我要{keyboard}[，没开就先打开|]",
        "输入法[一直|以后都]用{keyboard}[，需要的话先启用|]，[设成默认|设为默认]",
    ),
)


@family(split="train", behaviour="conditional", domains=INPUT, difficulty=3, languages=("en", "en", "zh"))
def keyboard_by_default(draw: Draw) -> Draft:
    """Whether it must be enabled before is to be looked up."""
    rows = Rows(draw)
    names = [draw.pick(entities.KEYBOARDS_ZH if draw.language == "zh" else entities.KEYBOARDS) for _ in range(3)]
    states = [draw.chance(0.5), draw.chance(0.5), True]
    rows.clear("keyboards")
    for name, enabled in zip(names, states, strict=True):
        rows.add("keyboards", "kb", name=name, enabled=enabled, default=name == names[2])
    which = draw.integer(0, 1)
    keyboard = names[which]

    def witness(play: Play) -> None:
        found = play.call("manage_keyboard", why=f"Is {keyboard} enabled?", action="list")
        row = next(item for item in found["keyboards"] if item["name"] == keyboard)
        if not row["enabled"]:
            play.call("manage_keyboard", why=f"{keyboard} is disabled.", action="enable", keyboard=keyboard)
        play.call("manage_keyboard", why=f"{keyboard} is enabled.", action="set_default", keyboard=keyboard)
        play.finish(draw.tongue(f"{keyboard} is the default keyboard.", f"默认输入法是{keyboard}了。"))

    return Draft(draw.say(DEFAULT_KEYS, keyboard=keyboard), witness, patches=rows.patches)


GESTURES = {
    "double_press_power": (("pressing the power key twice", "a double press of the power button"), "连按两次电源键"),
    "back_tap": (("tapping the back of the phone", "a tap on the back"), "敲击手机背面"),
    "shake": (("shaking the phone", "a shake"), "摇一摇"),
}
FUNCTIONS = {
    "camera": (("open the camera", "bring up the camera"), "打开相机"),
    "flashlight": (("switch on the torch", "turn on the flashlight"), "打开手电筒"),
    "assistant": (("call the assistant", "bring up the assistant"), "叫出助理"),
    "wallet": (("open the wallet", "bring up my cards in the wallet"), "打开钱包"),
    "screenshot": (("take a screenshot", "capture the screen"), "截屏"),
}
CAN = {
    "double_press_power": ("camera", "flashlight", "assistant", "wallet"),
    "shake": ("flashlight", "assistant"),
    "back_tap": ("screenshot", "flashlight", "assistant", "camera"),
}
"""What these gestures can do on the phone."""
SAID = {
    "camera": ("camera",), "flashlight": ("flashlight", "torch"), "assistant": ("assistant",),
    "screenshot": ("screenshot", "screenshots", "screen"),
}  # fmt: skip
"""The words for a function of which one must be said."""


def _say_gesture(draw: Draw, gesture: str) -> str:
    english, chinese = GESTURES[gesture]
    return draw.tongue(draw.choice(english), chinese)


def _say_function(draw: Draw, function: str) -> str:
    english, chinese = FUNCTIONS[function]
    return draw.tongue(draw.choice(english), chinese)


MOTION = Wording(
    train=(
        "{gesture} [should|is to|must] {function}",
        "[I want|I'd like] {gesture} to {function}",
        "![let|have] {gesture} {function}",
        "[from now on|from today] {gesture} [shall|should] {function}",
        "![set things up|arrange it] so that {gesture} will {function}",
    ),
    held=(
        "it would be handy if {gesture} did this: {function}",
        "!see that the phone will {function} on {gesture}",
    ),
    zh_train=(
        "[以后|今后]{gesture}就{function}",
        "![设成|设置成]{gesture}[可以|时]{function}",
        "我想{gesture}就能{function}",
    ),
    zh_held=("{gesture}的时候，手机应该{function}",),
    wide=(
        "[could|can] {gesture} {function} [from now on|in future]?",
        "by {gesture} I [want|would like] to {function}",
        "!use {gesture} [as a gesture to|as the way to] {function}",
        "gesture [setting|settings]: {gesture} = {function}",
        "so that I [can be quick|don't have to search], [let|make] {gesture} {function}",
        "I [always|constantly] need to {function}, so {gesture} [should do that|ought to do that]",
        "!set up {gesture} [so that it will|to] {function}",
        "to {function}, {gesture} should be [enough|all it takes]",
        "!configure the phone so {gesture} [makes it|lets me] {function}",
    ),
    zh_wide=(
        "!让{gesture}[用来|可以]{function}",
        "[想要|希望]{gesture}时{function}，[设一下|设置好]",
        "手势：{gesture}，[对应|功能是]{function}",
    ),
)


@family(split="train", behaviour="grounding", domains=INPUT, languages=("en", "en", "zh"))
def gesture_for_a_function(draw: Draw) -> Draft:
    """A motion gets one of the things that it can do."""
    rows, gesture = Rows(draw), draw.choice(tuple(CAN))
    function, before = draw.rng.sample((*CAN[gesture], "off"), 2)
    if function == "off":
        function, before = before, function
    rows.put("gestures", gesture, function=before)

    def witness(play: Play) -> None:
        why = f"{gesture} gets {function}."
        play.call("manage_gesture", why=why, action="set", gesture=gesture, function=function)
        play.finish(draw.tongue(f"{gesture} now does {function}.", f"{said_gesture}现在会{said_function}。"))

    said_gesture, said_function = _say_gesture(draw, gesture), _say_function(draw, function)
    return Draft(draw.say(MOTION, gesture=said_gesture, function=said_function), witness, patches=rows.patches)


OTHERWISE = {"shake": "a quick shake", "back_tap": "a tap on its back"}
"""Gestures as no request of a training family puts them."""
BEYOND = Wording(
    held=(
        "{gesture} [should|is to] {function}; [if|where] that is impossible, just say what it can do instead",
        "[I want|I'd like] {gesture} to {function}. [If the phone can't|Should it not work], tell me what else it could do",
        "!let {gesture} {function}, or tell me which things it is able to do if that is not one of them",
        "can {gesture} {function}? Then set it; if not, name what it can do and leave it",
        "{gesture}: {function}; if it can't, say what it can do",
        "with only one hand on the phone I'd like {gesture} to {function}. If the phone can't do that, tell me what that gesture can do instead.",
        "!let {gesture} do nothing, no, let it {function}, and if that's impossible just tell me what it can do",
    ),
)


@family(split="test", behaviour="boundary", domains=INPUT)
def gesture_beyond_the_phone(draw: Draw) -> Draft:
    """A neighbour of the gestures: some things a motion cannot do, and then nothing is to be set."""
    rows, gesture, impossible = Rows(draw), draw.choice(tuple(OTHERWISE)), draw.chance(0.55)
    wanted = [name for name in FUNCTIONS if (name not in CAN[gesture]) == impossible]
    function = draw.choice(wanted)
    rows.put("gestures", gesture, function="off")

    def witness(play: Play) -> None:
        why = f"{gesture} should get {function}."
        answer = play.call("manage_gesture", why=why, fails=impossible, action="set", gesture=gesture, function=function)
        if impossible:
            able = [name for name in answer["accepted"]["function"] if name != "off"]
            play.refuse(f"{gesture} can only do {', '.join(able)}.", why=f"It cannot do {function}.")
        else:
            play.finish(f"{gesture} now does {function}.")

    request = draw.say(BEYOND, gesture=OTHERWISE[gesture], function=_say_function(draw, function))
    if not impossible:
        return Draft(request, witness, patches=rows.patches)
    return Draft(
        request, witness, check="behaviour", patches=rows.patches, says=[SAID[name] for name in CAN[gesture]],
        friction=[Friction(kind="unsolvable", params={"note": "the gesture cannot do that"})],
    )  # fmt: skip


TONGUES = {
    "fr": "French", "de": "German", "it": "Italian", "ja": "Japanese", "ko": "Korean", "nl": "Dutch", "pl": "Polish",
    "tr": "Turkish", "th": "Thai", "vi": "Vietnamese", "ru": "Russian", "ar": "Arabic",
}  # fmt: skip
TYPE_IN = Wording(
    held=(
        "[I want|I need] to type in {language} now[; if it is not on the keyboard, add it|, add it if it is missing]",
        "![switch|set] the keyboard to {language}, [adding it|which you may have to add] first",
        "keyboard in {language}, please; [put it there|add that language] if the keyboard does not have it yet",
        "my next words will be {language}, so the keyboard must be too, whether or not it knows that yet",
        "keyboard: {language}, and add it if need be",
        "I'm writing to my neighbours in {language} today. Set the keyboard to that, and if the language isn't there yet, add it.",
        "!set the keyboard to English, no, {language}, and add that language if it's missing",
    ),
)


@family(split="test", behaviour="conditional", domains=INPUT, difficulty=3)
def language_to_type_in(draw: Draw) -> Draft:
    """A neighbour of the default keyboard: a language is added only if it is missing, then selected."""
    rows, code, there = Rows(draw), draw.choice(tuple(TONGUES)), draw.chance(0.45)
    language = TONGUES[code]
    if there:
        rows.put("keyboard_languages", code, id=code, selected=False)

    def witness(play: Play) -> None:
        found = play.call("manage_keyboard_language", why=f"Is {language} there?", action="list")
        if all(item["language"] != language for item in found["languages"]):
            play.call("manage_keyboard_language", why=f"{language} is missing.", action="add", language=language)
        play.call("manage_keyboard_language", why=f"{language} is there.", action="select", language=language)
        play.finish(f"The keyboard types {language} now.")

    return Draft(draw.say(TYPE_IN, language=language), witness, patches=rows.patches)


SORTED = Wording(
    held=(
        "![put|move] {first} and {second} into the folder {folder} on [my|the] home screen",
        "on the home screen {first} and {second} [belong|should be] in the folder {folder}",
        "the icons of {first} and {second} take up too much room, tidy them away in {folder}",
        "!let the folder {folder} on my home screen swallow {first} and {second}",
        "home screen: {first} and {second} into the folder {folder}",
        "my home screen is a mess. Let's begin with {first} and {second}, they can both go into the folder {folder}.",
        "!move {third} and {first}, no, {first} and {second} into the folder {folder} on my home screen",
    ),
    zh_held=(
        "![把|将]桌面上的{first}和{second}放进文件夹{folder}",
        "桌面有点乱，{first}、{second}都收到{folder}文件夹里",
        "桌面上的{first}和{third}，不，{first}和{second}放进{folder}文件夹",
    ),
)


@family(split="test", behaviour="grounding", domains=INPUT, difficulty=2, languages=("en", "en", "zh"))
def icons_into_a_folder(draw: Draw) -> Draft:
    """Two of three icons move into one of two folders."""
    rows, names = Rows(draw), [draw.pick(entities.STORE_APPS) for _ in range(3)]
    folders = [draw.pick(entities.FOLDER_NAMES) for _ in range(2)]
    home = {"area": "home", "page": 2, "folder": None}
    for name in folders:
        rows.add("home_items", "hi", kind="folder", name=name, app=None, contact=None, **home)
    for name in names:
        rows.add("home_items", "hi", kind="app", name=name, app=rows.app(name), contact=None, **home)
    first, second = names[:2]
    folder = folders[draw.integer(0, 1)]

    def witness(play: Play) -> None:
        play.calls(
            *(("manage_home_screen", {"action": "move", "name": name, "folder": folder}) for name in (first, second)),
            why=f"{first} and {second} go into {folder}.",
        )
        play.finish(draw.tongue(f"{first} and {second} are in {folder}.", f"{first}和{second}已放进{folder}。"))

    return Draft(draw.say(SORTED, first=first, second=second, third=names[2], folder=folder), witness, patches=rows.patches)


SHOT = Wording(
    held=(
        "![take|make] a screenshot and send it to {name} with the words {text}",
        "{name} [must|should] see what is on my screen, [capture|photograph] it and send that along with {text}",
        "a picture of the screen as it is now goes to {name}, and the message with it is {text}",
        "!capture the screen for {name}, and as a message add {text}",
        "screenshot to {name}, message: {text}",
        "I can't explain what I'm seeing here. Take a screenshot, send it to {name} and write: {text}",
        "!send {name} a photo, no, a screenshot, with the words {text}",
    ),
)


@family(split="test", behaviour="reference", domains=(*INPUT, "Calls & Communication"), difficulty=2)
def screen_sent_to_someone(draw: Draw) -> Draft:
    """A neighbour of the photo that is sent: the file is made first, and its id is in the answer."""
    rows, name, text = Rows(draw), draw.person(), draw.phrase()
    rows.contact(draw.person())
    rows.contact(name)

    def witness(play: Play) -> None:
        shot = play.call("press_key", why="The screen is captured first.", key="screenshot")
        why = f"{shot['name']} goes to {name}."
        play.call("send_message", why=why, text=text, contactName=name, attachmentId=shot["fileId"])
        play.finish(f"{name} has the screenshot.")

    return Draft(
        draw.say(SHOT, name=name, text=text), witness, patches=rows.patches, free={"messages/text": [text]},
    )  # fmt: skip


THUMB = Wording(
    held=(
        "[I only have one hand free|my other hand is full], [turn|switch] on one-handed mode, and if it needs gestures instead of buttons, [change that|so be it]",
        "![turn|switch] on one-handed mode; the navigation buttons [may|can] give way to gestures if they are in the way",
        "one-handed mode, please, [whatever navigation it takes|with gesture navigation if it takes that]",
        "!let me use the phone with one hand, the mode for that, and swap the buttons for gestures where it asks for it",
        "one-handed mode on, gestures instead of buttons if it needs them",
        "I'm carrying a baby on one arm. I need one-handed mode, and if the button navigation is in the way, switch to gestures.",
        "!switch to gestures, no, what I want is one-handed mode, and gestures only if it asks for them",
    ),
)


@family(split="dev", behaviour="boundary", domains=INPUT, difficulty=3)
def one_hand_only(draw: Draw) -> Draft:
    """One-handed mode needs gesture navigation, which may be on already."""
    rows, buttons = Rows(draw), draw.chance(0.6)
    rows.put("touch", "navigation", mode="three_buttons" if buttons else "gestures")
    rows.put("touch", "one_handed_mode", on=False)

    def witness(play: Play) -> None:
        arguments = {"option": "one_handed_mode", "enabled": True}
        play.calls(("set_touch_option", arguments), why="One-handed mode is wanted.", fails=buttons)
        if buttons:
            play.call("set_navigation_mode", why="It needs gestures, which are fine.", mode="gestures")
            play.calls(("set_touch_option", arguments), why="Gestures are on now.")
        play.finish("One-handed mode is on.")

    return Draft(draw.say(THUMB), witness, patches=rows.patches)


FEEL = Wording(
    held=(
        "[when|while] I type I want {vibration} vibration and {sound}",
        "![set|change] the keys to {vibration} vibration, and {sound}",
        "typing: vibration {vibration}, {sound}",
        "!let the keyboard answer my fingers with {vibration} vibration, {sound}",
        "under my fingers I'd like {vibration} vibration as I type, and {sound}.",
        "I keep mistyping, so give the keys {vibration} vibration, and {sound}.",
        "!set the keys to {other}, no, {vibration} vibration, and {sound}",
    ),
    zh_held=(
        "打字时振动[设为|要]{vibration}，{sound}",
        "!按键振动调成{vibration}，{sound}",
        "按键振动调成{other}，不，{vibration}，{sound}",
    ),
)
STRENGTHS = {"light": "弱", "medium": "中", "strong": "强"}


@family(split="gate", behaviour="grounding", domains=INPUT, languages=("en", "en", "zh"))
def feel_of_the_keys(draw: Draw) -> Draft:
    """Vibration of one strength, and a sound or none."""
    rows, (before, vibration), sound = Rows(draw), draw.rng.sample(list(STRENGTHS), 2), draw.chance(0.5)
    rows.put("keyboard", "feedback", vibration=before, sound=not sound)

    def witness(play: Play) -> None:
        why = f"Vibration {vibration}, sound {'on' if sound else 'off'}."
        play.call("set_keyboard_feedback", why=why, vibration=vibration, sound=sound)
        play.finish(draw.tongue(f"The keys vibrate: {vibration}. {why}", f"按键振动为{STRENGTHS[vibration]}，{said}。"))

    on, off = ("a sound with every key", "the click sound on"), ("no sound", "the click sound off")
    said = draw.tongue(draw.choice(on if sound else off), "打开按键音" if sound else "关掉按键音")
    strength, other = (draw.tongue(name, STRENGTHS[name]) for name in (vibration, before))
    return Draft(draw.say(FEEL, vibration=strength, other=other, sound=said), witness, patches=rows.patches)
