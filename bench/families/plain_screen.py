"""Plain requests about what the screen looks like, and about aids for reading it."""

from collections.abc import Sequence
from typing import Any

from ..draw import Draw
from ..plain import Slots, kept, one_of, plain, switch, wish
from ..rows import Rows
from ..scenario import Draft, UnsuitableError, family

DISPLAY = ("Display & Sound",)

SIZES = {"small": ("small", "小"), "default": ("default", "默认"), "large": ("large", "大"), "largest": ("largest", "最大")}
TIMEOUTS = {
    15: ("15 seconds", "15秒"), 30: ("30 seconds", "30秒"), 60: ("one minute", "1分钟"), 120: ("2 minutes", "2分钟"),
    300: ("5 minutes", "5分钟"), 600: ("10 minutes", "10分钟"), 1800: ("half an hour", "半小时"),
}  # fmt: skip
RATES = {
    "60": ("60 hertz", "60赫兹"),
    "90": ("90 Hz", "90赫兹"),
    "120": ("120 hertz", "120赫兹"),
    "auto": ("automatic", "自动"),
}
COLOURS = {"natural": ("natural", "自然"), "vivid": ("vivid", "鲜艳"), "cinema": ("cinema", "影院")}
SLEEPING = {"always": ("always", "始终"), "tap": ("after a tap", "轻点后"), "off": ("never", "从不")}


def _brightness(draw: Draw, rows: Rows) -> Slots:
    level = draw.integer(5, 95)
    rows.put("display", "brightness", level=level + 5 if level < 50 else level - 5)
    return {"level": level}


def _portion(draw: Draw, rows: Rows) -> Slots:
    level, said, zh = draw.choice(((100, "maximum", "最高"), (50, "half", "一半")))
    rows.put("display", "brightness", level=30)
    return {"level": level, "said": draw.tongue(said, zh)}


def _hours(draw: Draw, rows: Rows) -> Slots:
    start, end = draw.time(19, 23), draw.time(5, 7)
    return {"start": start, "end": end, "from": draw.say_time(start), "to": draw.say_time(end)}


def _warmth(draw: Draw, rows: Rows) -> Slots:
    return {"level": draw.integer(10, 95, 5)}


def _wallpaper(draw: Draw, rows: Rows) -> Slots:
    name = draw.place()
    rows.add("wallpapers", "wp", name=name)
    screen, where, zh = draw.choice(
        ((None, "", ""), ("home", " on the home screen", "主屏幕的"), ("lock", " on the lock screen", "锁屏的"))
    )
    return {"name": name, "screen": screen, "where": draw.tongue(where, zh)}


def _new_wallpaper(draw: Draw, rows: Rows) -> Slots:
    if len(rows.base.rows("wallpapers")) > 5:
        raise UnsuitableError("the list of wallpapers is long")
    rows.add("wallpapers", "wp", name=draw.place())
    return {}


def _tell_wallpapers(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    names = payload["wallpapers"]
    listed = draw.say_list(names)
    return draw.tongue(f"There are {listed}.", f"有{listed}。"), [(name,) for name in names]


def _tell_brightness(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    level = payload["brightness"]
    return draw.tongue(f"The brightness is at {level} percent.", f"亮度是{level}%。"), [(str(level),)]


SCREEN = (
    wish(
        "set_brightness", "brightness {level}", about=_brightness, level="{level}",
        done=("The brightness is at {level} percent.", "亮度已调到{level}%。"),
        train="""![set|put|change] the [screen |]brightness to {level}[%| percent]
        brightness {level}[%| percent]""",
        wide="""the screen should be at {level} percent brightness
        can I have the brightness at {level}[%| percent]?
        my eyes hurt, so {level} percent brightness is [enough|right] for me
        I can [hardly|barely] see anything, put the screen's brightness at {level} percent
        ![make|have] the screen {level} percent bright
        I [want|need] {level}[%| percent] brightness""",
        held="""!bring the screen brightness to {level} percent
        {level} percent would be a good brightness for this screen""",
        zh_train="![把|将]屏幕亮度[调到|设为]{level}%\n亮度{level}%", zh_wide="亮度要百分之{level}\n眼睛不舒服，屏幕亮度调成{level}%",
        zh_held="屏幕调亮或调暗到{level}%",
    ),
    wish(
        "set_brightness", "brightness {level}", about=_portion, level="{level}",
        done=("The brightness is at {level} percent.", "亮度已调到{level}%。"),
        train="""![set|put|turn] the brightness to {said}
        {said} [screen |]brightness""",
        wide="""the screen [needs|should have] {said} brightness
        I'm outside and want {said} brightness
        brightness: {said}
        could I get {said} brightness?""",
        held="""!adjust my screen so the brightness is at {said}
        the display is hard to look at, so bring its brightness to {said}""",
        zh_train="![把|将]亮度[调到|设成]{said}", zh_wide="屏幕亮度要{said}", zh_held="屏幕的亮度给我弄到{said}",
    ),
    *switch(
        "set_auto_brightness", "auto brightness", "自动亮度", said="[auto|automatic|adaptive] brightness",
        before=kept("display", "brightness", "auto"),
        on="""the screen should adapt [itself |]to the light[ around me|]
        ![let|make] the phone adjust the brightness by itself""",
        off="""the phone should stop adjusting the brightness by itself
        I'd rather set the brightness [myself|by hand], no automatic changes""",
        held_on="have the screen dim automatically when it gets dark",
        held_off="the screen shouldn't get brighter or darker on its own",
        zh_on="屏幕亮度跟着周围光线自己变", zh_off="亮度别再跟着光线变来变去",
    ),
    *switch(
        "set_dark_mode", "dark mode", "深色模式", said="[dark mode|the dark theme]", key="mode", values=("on", "off"),
        before=kept("night_display", "dark_mode"),
        on="""[everything is too white|white screens hurt], give me the dark theme
        ![switch|change] to [dark mode|the dark theme]""",
        off="""![switch|go] back to [light mode|the light theme]
        I [prefer|like] the light theme[ better|]""",
        held_on="black backgrounds are easier on my eyes, use those in apps and menus", held_off="I'd like apps and menus back on a white background",
        zh_on="界面换成黑底的", zh_off="界面换回白底的",
    ),
    wish(
        "set_dark_mode", "dark mode from {start} to {end}", about=_hours, mode="schedule", startTime="{start}", endTime="{end}",
        done=("Dark mode is on from {start} to {end}.", "深色模式从{start}到{end}开启。"),
        train="""[dark mode|the dark theme] from {from} to {to}
        !schedule [dark mode|the dark theme] from {from} [to|until] {to}""",
        wide="""I want dark mode [every night|] from {from} until {to}
        the dark theme should come on at {from} and go off at {to}
        ![use|turn on] dark mode between {from} and {to}
        dark mode schedule: {from} to {to}""",
        held="""I only want the dark look between {from} and {to}
        my screen should switch to dark mode at {from} and back to light at {to}""",
        zh_train="深色模式[从|]{from}到{to}", zh_wide="!设置深色模式{from}开，{to}关", zh_held="界面{from}变黑底，{to}变回白底",
    ),
    *switch(
        "set_eye_comfort", "eye comfort", "护眼模式", said="[eye comfort|the blue light filter|the night light of the screen]",
        key="mode", values=("on", "off"), before=kept("night_display", "eye_comfort"),
        on="""[less blue light|warmer colours], my eyes are tired
        the screen should have [warm|warmer] colours""",
        off="""the screen looks yellow, [no more|stop the] blue light filter
        the colours are too warm, end the eye comfort""",
        held_on="I'm reading in bed, cut down the blue light on the screen",
        held_off="why is my screen so orange? Put it back to normal colours",
        zh_on="睡前看手机，屏幕颜色暖一点，少点蓝光", zh_off="屏幕发黄，不想再滤蓝光了",
    ),
    wish(
        "set_eye_comfort", "eye comfort at {level} percent", about=_warmth, mode="on", intensity="{level}",
        done=("Eye comfort is on at {level} percent.", "护眼模式已打开，强度{level}%。"),
        train="""![turn|switch] on [eye comfort|the blue light filter] at {level}[%| percent]
        [eye comfort|blue light filter] at {level}[%| percent]""",
        wide="""I want the blue light filter on[,|] at {level} percent
        my eyes hurt, [use|start] the eye comfort at {level} percent [strength|intensity]
        the [screen|colours] should be {level} percent [warm|warmer], blue light filter on
        !filter blue light at {level} percent""",
        held="""the blue light filter should be on at {level} percent strength
        filter out the blue light for me, {level} percent strong""",
        zh_train="![打开|开启]护眼模式，强度{level}%", zh_wide="护眼模式开到{level}%", zh_held="滤蓝光，强度百分之{level}",
    ),
    wish(
        "set_eye_comfort", "eye comfort from {start} to {end}", about=_hours, mode="schedule", startTime="{start}",
        endTime="{end}", done=("Eye comfort is on from {start} to {end}.", "护眼模式从{start}到{end}开启。"),
        train="""[eye comfort|blue light filter] from {from} to {to}
        !schedule the blue light filter from {from} [to|until] {to}""",
        wide="""I want [eye comfort|the blue light filter] from {from} until {to}
        the blue light filter should come on at {from} and go off at {to}
        ![use|turn on] eye comfort between {from} and {to}
        in the evening my eyes get tired, eye comfort from {from} to {to}""",
        held="""I'd like less blue light every evening, starting {from} and ending {to}
        the screen should filter blue light between {from} and {to}""",
        zh_train="护眼模式[从|]{from}到{to}", zh_wide="!设置护眼模式{from}开，{to}关", zh_held="{from}到{to}之间滤掉蓝光",
    ),
    *switch(
        "set_auto_rotate", "auto-rotate", "自动旋转", said="[auto-rotate|screen rotation|automatic rotation]",
        before=kept("display", "rotation", "auto"),
        on="""the screen should turn when I turn the phone
        I'm watching a video sideways, [let|make] the screen rotate""",
        off="""the screen should not turn when I [lie down|turn the phone]
        ![lock|freeze] the screen rotation""",
        held_on="when I hold the phone sideways, the picture should rotate too",
        held_off="I'm lying in bed and the screen keeps rotating, make it stop",
        zh_on="手机横过来画面也要跟着横", zh_off="躺着看手机，画面别跟着转",
    ),
    wish(
        "set_screen_timeout", "screen off after {english}", about=one_of(TIMEOUTS, "display", "screen_timeout", "seconds"), seconds="{value}",
        done=("The screen turns off after {said}.", "屏幕会在{said}后熄灭。"),
        train="""![set|change] the screen timeout to {said}
        screen timeout {said}""",
        wide="""![turn|switch] the screen off after {said}[ without use|]
        the screen should stay on for {said}
        the screen keeps going [off|dark] at the wrong time, {said} would be right
        I want the screen to go off after {said}
        ![keep|leave] the screen on for {said} when I don't touch it""",
        held="""if I don't touch the phone for {said}, the screen can go off
        !wait {said} before the screen turns itself off""",
        zh_train="![把|将]息屏时间设为{said}\n{said}后息屏", zh_wide="屏幕[亮|保持]{said}再熄灭", zh_held="{said}没人碰，屏幕就自动熄灭",
    ),
    wish(
        "set_refresh_rate", "refresh rate: {english}", about=one_of(RATES, "display", "refresh_rate", "rate"), rate="{value}",
        done=("The refresh rate is {said}.", "刷新率已设为{said}。"),
        train="""![set|change|switch] the refresh rate to {said}
        refresh rate {said}""",
        wide="""I [want|need] the screen's refresh rate to be {said}
        scrolling [stutters|looks bad], put the refresh rate to {said}
        could the refresh rate be {said}?
        screen refresh rate: {said}""",
        held="""games look choppy with this refresh rate, make it {said}
        !adjust my screen refresh to {said}""",
        zh_train="![把|将]刷新率[调到|设为]{said}", zh_wide="屏幕刷新率要{said}", zh_held="屏幕刷新的频率改{said}",
    ),
    wish(
        "set_color_mode", "{english} colours", about=one_of(COLOURS, "display", "color_mode", "mode"), mode="{value}",
        done=("The screen shows {said} colours.", "屏幕色彩已设为{said}。"),
        train="""![set|change|switch] the [screen |]colour mode to {said}
        {said} colours""",
        wide="""I [want|prefer] {said} colours[ on the screen|]
        the screen's colours should be {said}
        the colours look wrong to me, [use|take] the {said} ones
        colour mode: {said}
        could the screen show {said} colours?""",
        held="""photos look off here, so change the screen to the {said} colour mode
        !change how the screen shows colours, I'd like {said}""",
        zh_train="![把|将]色彩模式[改成|设为]{said}", zh_wide="屏幕颜色要{said}的", zh_held="屏幕的色彩换成{said}",
    ),
    wish(
        "set_always_on_display", "always-on display: {english}", about=one_of(SLEEPING, "display", "always_on", "mode"), mode="{value}",
        done=("The sleeping screen shows the time: {said}.", "息屏显示已设为{said}。"),
        train="""![set|change] the always-on display to {said}
        always-on display: {said}""",
        wide="""the sleeping screen should show the time {said}
        the clock on the dark screen [should|is to] appear {said}
        I want the always-on display to show {said}
        ![show|display] the clock on the sleeping screen {said}""",
        held="""I'd like my always-on display set to {said}
        about the clock on the always-on display: it should show {said}""",
        zh_train="![把|将]息屏显示[设为|改成]{said}", zh_wide="息屏显示：{said}", zh_held="息屏的时候，时间{said}显示",
    ),
    wish(
        "manage_wallpaper", "the wallpaper {name}", about=_wallpaper, action="set", wallpaper="{name}", screen="{screen}",
        done=("The wallpaper is {name}{where} now.", "{where}壁纸换成{name}了。"),
        train="""![set|use] {name} as [the|my] wallpaper{where}
        wallpaper {name}{where}""",
        wide="""![change|switch] the wallpaper{where} to {name}
        [I want|I'd like] {name} as [the|my] wallpaper{where}
        I'm tired of my wallpaper, take {name}{where}
        can I have the wallpaper {name}{where}?
        ![put|show] the {name} wallpaper{where}""",
        held="""!swap my background{where} for {name}
        {name} would look nice as my wallpaper{where}""",
        zh_train="![把|将]{where}壁纸[换成|设为]{name}", zh_wide="{where}壁纸用{name}", zh_held="{where}壁纸我想要{name}",
    ),
    wish(
        "manage_wallpaper", "which wallpapers there are", about=_new_wallpaper, tell=_tell_wallpapers, action="list",
        train="""[which|what] wallpapers are there?
        ![list|show me] the wallpapers""",
        wide="""what wallpapers [do I have|can I choose from]?
        I want a new wallpaper, what is there[ to choose from|]?
        wallpapers[ to choose from|]: which?
        tell me [which|what] wallpapers I have""",
        held="""which pictures can I pick for my wallpaper?
        !go through the wallpapers I could use""",
        zh_train="有哪些壁纸", zh_wide="!列出[所有|]壁纸", zh_held="换壁纸的话，都有什么可以选",
    ),
    wish(
        "get_display_sound_settings", "how bright the screen is", about=_brightness, tell=_tell_brightness, section="display",
        train="""how bright is [the|my] screen?
        what is the [screen |]brightness[ set to|]?""",
        wide="""[what|which] brightness do I have [now|at the moment]?
        tell me how bright the screen is set
        current brightness?
        at [how many|what] percent is the brightness?""",
        held="""how many percent is my screen brightness at?
        !check how bright the display is right now""",
        zh_train="现在[屏幕|]亮度是多少", zh_wide="屏幕有多亮", zh_held="屏幕亮度现在是百分之几",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=DISPLAY, languages=("en", "en", "zh"))
def plain_screen(draw: Draw) -> Draft:
    """One thing about the screen: how bright it is, its colours, its background, when it goes dark."""
    return plain(draw, SCREEN)


AIDS = {
    "magnification": ("magnification", "放大"), "bold_text": ("bold text", "粗体"),
    "high_contrast_text": ("high-contrast text", "高对比度文字"), "live_captions": ("live captions", "实时字幕"),
    "select_to_speak": ("select to speak", "随选朗读"), "color_correction": ("colour correction", "色彩校正"),
}  # fmt: skip


def _aid_on(draw: Draw, rows: Rows) -> Slots:
    chosen = draw.rng.sample(list(AIDS), 2)
    for aid in AIDS:
        rows.put("reading_aids", aid, on=aid in chosen)
    return {}


def _tell_aids(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    names = [AIDS[aid] for aid, on in payload.items() if on]
    english, chinese = (draw.say_list([name[index] for name in names]) for index in (0, 1))
    return draw.tongue(f"On: {english}.", f"打开的有{chinese}。"), names


READING = (
    wish(
        "set_font_size", "{english} text", about=one_of(SIZES, "display", "font_size", "size"), size="{value}",
        done=("The text size is {said}.", "字体已设为{said}。"),
        train="""![set|change] the [font|text] size to {said}
        [font|text] size {said}""",
        wide="""I [want|need] the [font|text] size to be {said}
        the letters are [hard to read|not right for me], choose the {said} font size
        the text should be in the {said} size
        could you use the {said} font size?
        ![use|choose|take] the {said} text size""",
        held="""it's easier for me to read with the text set to {said}, so change the font size
        all the writing on my phone should be in the {said} font size""",
        zh_train="![把|将]字体大小[设为|改成]{said}", zh_wide="字号要{said}的", zh_held="手机上的字体用{said}的",
    ),
    wish(
        "set_display_size", "display size {english}", about=one_of(SIZES, "display", "display_size", "size"), size="{value}",
        done=("The display size is {said}.", "显示大小已设为{said}。"),
        train="""![set|change] the display size to {said}
        [display size|screen zoom] {said}""",
        wide="""everything on the screen, icons and all, should have the {said} size
        I want the {said} [display size|screen zoom]
        buttons and icons should be in the {said} size
        could you set the screen zoom to {said}?
        ![use|choose] the {said} display size""",
        held="""icons, buttons and everything should be displayed in the {said} size
        !adjust the size of things on the display to {said}, icons included""",
        zh_train="![把|将]显示大小[设为|改成]{said}", zh_wide="界面缩放用{said}", zh_held="图标按钮什么的，显示大小都用{said}的",
    ),
    *switch(
        "manage_reading_aid", "magnification", "屏幕放大功能", said="[screen |]magnification",
        before=kept("reading_aids", "magnification"), action="set", aid="magnification",
        on="""I want to be able to [zoom into|magnify] the screen
        things are too small for me, [I need|start] the screen magnifier""",
        off="""the screen zooms in by accident, [no|stop the] magnification
        I don't want to magnify the screen any more""",
        held_on="I'd like to magnify parts of the screen to read the small print", held_off="that screen magnifier is in my way, take it away",
        zh_on="屏幕上的东西太小，想放大了看", zh_off="老是误触把屏幕放大，这功能不要了",
    ),
    *switch(
        "manage_reading_aid", "bold text", "粗体文字", said="bold [text|letters]", before=kept("reading_aids", "bold_text"),
        action="set", aid="bold_text",
        on="""the letters are too thin, make [them|the text] bold
        ![show|write] all text in bold""",
        off="""the text should not be bold[ any more|]
        normal letters again, not bold""",
        held_on="thin letters are hard for me to read, I'd like bolder ones", held_off="I don't like this bold writing, thin letters are fine",
        zh_on="字太细了，加粗显示", zh_off="字别再加粗了",
    ),
    *switch(
        "manage_reading_aid", "high-contrast text", "高对比度文字", before=kept("reading_aids", "high_contrast_text"),
        action="set", aid="high_contrast_text",
        on="""the text should [stand out|have more contrast]
        I can't tell the text from the background, raise its contrast""",
        off="""the text has too much contrast
        text with normal contrast, please""",
        held_on="grey text on white is hard to see, give me higher contrast",
        held_off="the writing looks too harsh with all that contrast, put it back to normal",
        zh_on="文字跟背景分不清，对比强一些", zh_off="文字对比太强了，恢复普通的",
    ),
    *switch(
        "manage_reading_aid", "live captions", "实时字幕", said="live [captions|subtitles]", be="are",
        before=kept("reading_aids", "live_captions"), action="set", aid="live_captions",
        on="""I can't hear [well|videos], show captions for [whatever is|everything that is] said
        ![show|give me] subtitles for everything that plays""",
        off="""[no more|stop the] subtitles for what plays
        I can hear it, no captions needed""",
        held_on="caption everything people say in videos for me", held_off="I don't want captions on my videos any longer",
        zh_on="视频里说的话都给我打出字来", zh_off="视频里说的话不用再打成字了",
    ),
    *switch(
        "manage_reading_aid", "select to speak", "随选朗读", before=kept("reading_aids", "select_to_speak"),
        action="set", aid="select_to_speak",
        on="""I want to [select|mark] text and have it read out
        ![read|speak] text aloud when I select it""",
        off="""text that I select should not be read out
        !stop reading out what I select""",
        held_on="when I highlight some text, speak it out loud to me", held_off="don't speak the text I highlight any more",
        zh_on="我选中哪段文字就念哪段", zh_off="选中的文字别再念出来",
    ),
    *switch(
        "manage_reading_aid", "colour correction", "色彩校正", said="colour correction[ for colour blindness|]",
        before=kept("reading_aids", "color_correction"), action="set", aid="color_correction",
        on="""I'm colour-blind, [correct the colours|I need corrected colours]
        I can't tell red from green, correct the colours""",
        off="""the colours need no correction[ any more|]
        !stop correcting the colours""",
        held_on="I'm colour-blind, please adjust the screen's colours for that",
        held_off="the screen's colours don't have to be adjusted for colour blindness any more",
        zh_on="我是色弱，屏幕颜色帮我校正", zh_off="我不色弱，颜色别校正了",
    ),
    wish(
        "manage_reading_aid", "which reading aids are on", about=_aid_on, tell=_tell_aids, action="get",
        train="""which [reading aids|aids for reading] are on?
        ![list|show me] the reading aids that are on""",
        wide="""what do I have on to help me [read|see] the screen?
        which aids for [seeing|reading] have I turned on?
        reading aids that are on?
        tell me which reading aids are [active|in use]""",
        held="""which aids have I got switched on that make the screen easier to read?
        !go over the reading aids I'm using""",
        zh_train="开了哪些阅读辅助功能", zh_wide="有哪些[看屏幕的|阅读]辅助是开着的", zh_held="我现在用着哪几个阅读辅助功能",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=DISPLAY, languages=("en", "en", "zh"))
def plain_reading_aid(draw: Draw) -> Draft:
    """The size of what the screen shows, or an aid for seeing and reading it."""
    return plain(draw, READING)
