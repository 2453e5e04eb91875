"""Wishes about display, sound and typing: sizes, colours, tones, vibration, quiet hours, keyboards, gestures, keys."""

from collections.abc import Mapping
from typing import Any

from harness.contract import Json

from ..world import Unfit, World
from .forms import Form, add_forms
from .slots import OFF, OTHERWISE, Slot, choice, length, level, listed, moment, name, on_off, person, seen, text, value

SET = (
    "set change make put switch turn use adjust choose select pick give to mode setting level size my as want "
    "设置 设为 设成 调成 调到 改成 改为 换成 切换到 切换 设 调 换 模式"
)
_SIZES = (
    ("largest", r"\b(?:largest|biggest|huge|maximum|max|(?:as )?(?:large|big) as possible)\b|最大"), ("large", r"\b(?:large|big)\b|大号"),
    ("small", r"\b(?:small(?:est)?|tiny)\b|小号|最小"), ("default", r"\b(?:default|normal|medium|standard|regular)\b|默认|标准|正常"),
)  # fmt: skip
_LADDER = ("small", "default", "large", "largest")
_LOOK_DISPLAY = (("get_display_sound_settings", {"section": "display"}),)
_STRENGTHS = (
    ("off", r"\b(?:off|no|none|disable)\b|关闭|关掉"), ("light", r"\b(?:light|weak|gentle|soft)\b|轻|弱"),
    ("medium", r"\bmedium\b|中"), ("strong", r"\b(?:strong|hard|heavy)\b|强"),
)  # fmt: skip
_FONT = r"\b(?:fonts?|text|letters?|writing)\b(?: sizes?)?|字体(?:大小)?|字号|文字(?:大小)?"
_ZOOM = r"\bdisplay size\b|\b(?:screen )?zoom\b|显示大小"
_NO_TEXT = r"\b(?:send|message|bold|contrast|shortcut|note|copy|translate|says?|tell|reply)\b|短信|粗体"


def _stepped(argument: str, row: str, up: str, down: str) -> Slot:
    """One step up or down from what the display shows now."""

    def read(clause: Any, world: World) -> Json:
        step = 1 if clause.take(up) else -1 if clause.take(down) else 0
        place = _LADDER.index(str(world.table("display")[row][argument])) + step
        if step and not 0 <= place < len(_LADDER):
            raise Unfit("missing_entity", f"the size is {_LADDER[place - step]} already, and there is no other beyond it")
        return _LADDER[place] if step else None

    return Slot(argument, read, OTHERWISE)


_LARGER = r"\b(?:bigger|larger|up|increase|enlarge)\b(?: a (?:bit|little))?|大一点|大些|放大|调大|变大"
_SMALLER = r"\b(?:smaller|down|decrease|reduce|shrink)\b(?: a (?:bit|little))?|小一点|小些|缩小|调小|变小"


add_forms(
    Form("font_size", "set_font_size", _FONT, (choice("size", *_SIZES, asks=OTHERWISE),), words=SET + " on screen",
         unless=_NO_TEXT + rf"|{_LARGER}|{_SMALLER}", done=("The text is {size} now.", "字体大小已设置。")),
    Form("font_step", "set_font_size", _FONT, (_stepped("size", "font_size", _LARGER, _SMALLER),), words=SET + " on screen everywhere",
         unless=_NO_TEXT, first=_LOOK_DISPLAY, done=("The text is {size} now.", "字体大小已设置。")),
    Form("display_size", "set_display_size", _ZOOM, (choice("size", *_SIZES, asks="how large"),), words=SET,
         done=("The display size is {size} now.", "显示大小已设置。")),
    Form("refresh_rate", "set_refresh_rate", r"\brefresh rate\b|刷新率",
         (choice("rate", ("120", r"\b120 ?(?:hz|hertz)?\b|120"), ("90", r"\b90 ?(?:hz|hertz)?\b|90"), ("60", r"\b60 ?(?:hz|hertz)?\b|60"),
                 ("auto", r"\b(?:auto(?:matic)?|adaptive)\b|自动"), asks="which refresh rate"),),
         words=SET + " screen display hz 赫兹 屏幕", done=("The refresh rate is {rate}.", "刷新率已设置。")),
    Form("color_mode", "set_color_mode", r"\bcolou?rs?(?: mode)?\b|(?:色彩|颜色)(?:模式)?",
         (choice("mode", ("natural", r"\bnatural\b|自然"), ("vivid", r"\bvivid\b|鲜艳|鲜明"), ("cinema", r"\bcinema(?:tic)?\b|影院"), asks="which colour mode"),),
         words=SET + " screen display 屏幕", done=("The colours are {mode} now.", "色彩模式已设置。")),
    Form("wallpaper", "manage_wallpaper", r"\b(?:wallpaper|(?:screen )?background)\b|壁纸|墙纸",
         (choice("screen", ("lock", r"\block ?screen\b|锁屏"), ("home", r"\bhome ?screen\b|主屏(?:幕)?|桌面"), ("both", r"\bboth(?: screens)?\b")),
          listed("wallpaper", "wallpapers", "wallpaper", marker=r"\b(?:to|as)\b|换成|设为|改成", asks="which wallpaper", stop=r"\s+(?:wallpaper|one)\b")),
         fixed={"action": "set"}, words=SET + " one picture", unless=r"\b(?:photo|app|data|noise|sync)\b", done=("The wallpaper is {wallpaper}.", "壁纸已换成{wallpaper}。"),
         given=(lambda world, arguments: _another(world, "wallpapers", "manage_wallpaper", "wallpaper", arguments),)),
    Form("night_hours", "set_dark_mode", r"\b(?:dark|night) (?:mode|theme)\b|(?:深色|暗色|夜间)模式",
         (value("startTime", "time", OTHERWISE), value("endTime", "time", "until when")), fixed={"mode": "schedule"},
         words=SET + " turn on schedule between until every night automatically evening morning 从 到 每晚 每天 自动 打开 开启", done=("Dark mode runs from {startTime} to {endTime}.", "深色模式{startTime}到{endTime}自动开启。")),
    Form("comfort_hours", "set_eye_comfort", r"\bnight ?light\b|\bblue light filter\b|\beye comfort\b|护眼(?:模式)?",
         (value("startTime", "time", OTHERWISE), value("endTime", "time", "until when")), fixed={"mode": "schedule"},
         words=SET + " turn on schedule between until every night automatically 从 到 每晚 每天 自动 打开 开启", done=("Night light runs from {startTime} to {endTime}.", "护眼模式{startTime}到{endTime}自动开启。")),
)  # fmt: skip


def _another(world: World, table: str, tool: str, argument: str, arguments: Mapping[str, Json]) -> None:
    """Chooses something else of the same table before."""
    for row in world.table(table).values():
        if row["name"].casefold() != str(arguments[argument]).casefold():
            world.arrange(tool, **{**arguments, argument: row["name"]})
            return


# -- sound

_TONES = (
    ("notification", r"\b(?:notification|message|text)s? (?:sound|tone|ringtone)\b|(?:通知|短信)(?:铃声|提示音|声音?)"),
    ("alarm", r"\balarm (?:sound|tone|ringtone)\b|闹钟(?:铃声|声音?)"), ("ringtone", r"\bring ?tone\b|(?:来电)?铃声"),
)  # fmt: skip
_BUZZES = (
    ("ring", r"\b(?:calls?|ringing|ring)\b|来电|响铃"), ("notification", r"\bnotifications?\b|通知"), ("touch", r"\b(?:touch(?:es)?|haptics?|taps?)\b|触摸|触感"),
)  # fmt: skip
_DND = r"\bdo[ -]not[ -]disturb\b|\bdnd\b|(?:勿扰|免打扰)(?:模式)?"
_QUIET_MODES = (
    ("alarms_only", r"\b(?:alarms only|only alarms|alarms? can still ring)\b|仅限?闹钟|只允许闹钟"),
    ("total_silence", r"\b(?:total|complete|absolute) silence\b|完全静音|绝对安静"), ("priority", r"\bpriority(?: mode| only)?\b|优先"),
)  # fmt: skip


def _tone_of(kinds: tuple[tuple[str, str], ...]) -> tuple[Slot, ...]:
    return (choice("kind", *kinds, asks="which sound"),
            listed("tone", "tones", "tone", marker=r"\b(?:to|as)\b|换成|设为|改成|设成", asks="which tone"))  # fmt: skip


add_forms(
    Form("tone", "manage_tone", seen(*_TONES), _tone_of(_TONES), fixed={"action": "set"},
         words=SET + " sound tone", unless=r"\b(?:volume|effect|equali[sz]er|mute|off|on)\b|音量", done=("The {kind} is {tone} now.", "铃声已设为{tone}。"),
         given=(lambda world, arguments: _another(world, "tones", "manage_tone", "tone", arguments),)),
    Form("vibration", "set_vibration", r"\bvibrat(?:ion|e|ing)\b|\bhaptics?(?: feedback)?\b|[振震]动", (choice("kind", *_BUZZES, asks="for what: calls, notifications or touches"), choice("level", *_STRENGTHS, asks="how strong")),
         words=SET + " phone intensity strength for feedback 强度 turn", unless=r"\b(?:keyboard|keys?|typing|alarm)\b|键盘|闹钟", done=("The vibration is {level} now.", "振动已设置。")),
    Form("volume_unsaid", "set_volume", r"\b(?:turn|make|crank)\b.{0,20}?\b(?:up|down|louder|quieter|softer)\b|\b(?:louder|quieter)\b|(?:声音|音量)?(?:调?大|调?小)(?:一?点|声|些)", (choice("stream", asks="which volume: media, ring, notification, alarm or call"), level("level", "how loud")), words="it the music sound volume a bit little",
         unless=r"\b(?:brightness|bright|screen|text|font|heat\w*|temperature|light|lamp|event|meeting)\b|亮|字|屏幕"),
    Form("equalizer", "set_sound_effect", r"\b(?:sound )?equali[sz]er\b|均衡器", (choice("value", ("flat", r"\bflat\b"), ("music", r"\bmusic\b|音乐"), ("movie", r"\bmovies?\b|电影"), ("voice", r"\bvoice\b|人声"), asks="which preset"),),
         fixed={"effect": "equalizer"}, words=SET + " phone phone's sound preset", unless=r"\b(?:headphones?|buds|earbuds|bass|treble)\b|耳机", done=("The equalizer is set to {value}.", "均衡器已设置。")),
    Form("quiet_until", "manage_do_not_disturb", _DND, (choice("mode", *_QUIET_MODES), moment("until", OTHERWISE)), fixed={"action": "turn_on"},
         words=SET + " on until till enable activate leave keep 到 直到 打开 开启", unless=r"\b(?:every|daily|between|off)\b|每天|关", done=("Do not disturb is on until {until}.", "勿扰模式开到{until}。")),
    Form("quiet_mode", "manage_do_not_disturb", _DND, (choice("mode", *_QUIET_MODES, asks="which mode"), length("durationMinutes", 60)), fixed={"action": "turn_on"},
         words=SET + " on for enable activate with 打开 开启", unless=r"\boff\b|\buntil\b|关", done=("Do not disturb is on.", "勿扰模式已打开。")),
    Form("quiet_hours", "manage_dnd_schedule", rf"(?:{_DND})|\bquiet hours\b|安静时段", (value("startTime", "time", OTHERWISE), value("endTime", "time", "until when"), value("days", "days"), choice("mode", *_QUIET_MODES)),
         fixed={"action": "create"}, words=SET + " on schedule turn on automatically every day between until and nightly daily night each week create add 从 到 每天 自动 开启 打开 定时", unless=r"\b(?:delete|remove|off)\b|删除|取消",
         done=("Do not disturb turns on by itself from {startTime} to {endTime}.", "已设置{startTime}到{endTime}自动勿扰。")),
    Form("may_disturb", "manage_dnd_exception", r"\b(?:let|allow|except|exception)\b(?=.*(?:do[ -]not[ -]disturb|\bdnd\b))|允许(?=.*(?:勿扰|免打扰))",
         (person("name", r"\bfrom\b|\b(?:let|allow|except)\b|允许", "who may interrupt"),), fixed={"action": "add", "kind": "contact"},
         words="do not disturb dnd calls call ring through interrupt get come even during mode in when on always still reach add exception 来电 电话 勿扰模式 勿扰 免打扰 打扰 时", unless=r"\b(?:app|repeat)\b", done=("{name} gets through do not disturb.", "{name}可以打扰。")),
)  # fmt: skip

# -- typing

_LANGUAGES = "English|Spanish|French|German|Italian|Portuguese|Japanese|Korean|Hindi|Bengali|Urdu|Arabic|Russian|Dutch|Polish|Turkish|Tamil|Thai|Vietnamese|Chinese"


def language(argument: str, asks: str = "which language") -> Slot:
    """A language by its English name, or its Chinese one."""

    def read(clause: Any, world: World) -> Json:
        found = clause.take(
            rf"\b(?:{_LANGUAGES})\b(?: \([A-Z]+\))?|(?:英|法|德|西班牙|意大利|葡萄牙|日|韩|印地|阿拉伯|俄|泰|越南)语|(?:英|中)文"
        )
        return found[0] if found else None

    return Slot(argument, read, asks)


_KEYBOARD = r"\bkeyboards?\b|键盘|输入法"
_GESTURES = (
    ("shake", r"\bshak(?:e|ing)\b|摇一摇"), ("back_tap", r"\b(?:back tap|tap(?:ping)? (?:on )?the back)\b|轻敲背面|背部轻敲"),
    ("double_press_power", r"\bdouble[ -]press(?:ing)?(?: the)? power(?: button| key)?\b|双击电源键"),
)  # fmt: skip
_FUNCTIONS = (
    ("flashlight", r"\b(?:flashlight|torch)\b|手电筒"), ("screenshot", r"\bscreen ?shots?\b|截屏|截图"), ("assistant", r"\bassistant\b|助手"),
    ("camera", r"\bcamera\b|相机"), ("wallet", r"\bwallet\b|钱包"),
)  # fmt: skip
_NAVIGATION = (
    ("gestures", r"\b(?:gesture navigation|navigation gestures|swipe navigation|full ?screen gestures)\b|(?:全面屏)?手势导航|全面屏手势"),
    ("three_buttons", r"\b(?:(?:three|3)[ -]?buttons?(?: navigation)?|navigation buttons)\b|三(?:键|按钮)(?:导航)?"),
)  # fmt: skip
_KEYS = (
    ("screenshot", r"\bscreen ?(?:shot|grab|cap(?:ture)?)\b|截个?屏|截个?图|屏幕截图"), ("recent_apps", r"\b(?:recent(?:ly used)? apps|app switcher|multitasking)\b|最近(?:任务|应用)"),
    ("quick_settings", r"\bquick settings\b(?: panel)?|快捷设置|控制中心"), ("notifications", r"\bnotification (?:shade|panel|bar|centre|center)\b|通知栏|通知中心"), ("power_menu", r"\bpower menu\b|电源菜单"),
)  # fmt: skip

add_forms(
    Form("key", "press_key", seen(*_KEYS), (choice("key", *_KEYS),), words="take a capture grab make do open show pull down bring up get go view see my screen 打开 看看 屏幕 个 张", unless=r"\b(?:photo|delete|send|share|find|show me my|last|edit|recording|gesture|swipe|tap|shake)\b|删除|发|三指|敲",
         done=("Done.", "已完成。")),
    Form("home_key", "press_key", r"\b(?:go|take me|return|back) (?:back )?to (?:the |my )?home ?screen\b|\bpress home\b|回到(?:主屏幕|桌面)", (), fixed={"key": "home"}, words="button key press now", given=(lambda world, arguments: world.arrange("open_app", appName=world.names("apps", "name")[0]),),
         done=("That is the home screen.", "已回到主屏幕。")),
    Form("keyboard_language", "manage_keyboard_language", _KEYBOARD, (choice("action", ("add", r"\b(?:add|install)\b|添加|增加|加"), ("remove", r"\b(?:remove|delete)\b|删除|移除"), ("select", r"\b(?:switch|change|use|select)\b|切换(?:到|成)?|换成|改成"), asks=OTHERWISE), language("language")),
         words=SET + " language typing type in so i can as layout 语言", unless=r"\b(?:system|phone|theme|default)\b", done=("The keyboard is set.", "键盘语言已设置。"),
         given=(lambda world, arguments: world.arrange("manage_keyboard_language", action="add", language=arguments["language"]),)),
    Form("default_keyboard", "manage_keyboard", rf"\bdefault (?:keyboard|input)\b|默认(?:键盘|输入法)|(?:{_KEYBOARD})(?=.*\bdefault\b)", (listed("keyboard", "keyboards", "keyboard", marker=r"\b(?:to|make|use)\b|换成|改成|设为", asks="which keyboard"),),
         fixed={"action": "set_default"}, words=SET + " default keyboard 键盘 输入法", given=(lambda world, arguments: _another(world, "keyboards", "manage_keyboard", "keyboard", arguments),), done=("{keyboard} is the default keyboard.", "默认输入法是{keyboard}。")),
    Form("keyboard_layout", "set_keyboard_layout", _KEYBOARD, (choice("mode", ("one_handed", r"\bone[ -]hand(?:ed)?\b|单手"), ("floating", r"\bfloat(?:ing)?\b|悬浮"), ("split", r"\bsplit\b|分体"), ("standard", r"\b(?:standard|normal|regular)\b|标准"), asks="how the keyboard shall look"),),
         words=SET + " layout mode", unless=r"\b(?:taller|shorter|height|theme|language|sound|vibrat\w+)\b|语言", done=("The keyboard is {mode} now.", "键盘已调整。")),
    Form("number_row", "set_keyboard_layout", r"\bnumber row\b|数字行", (on_off("numberRow"),), words=SET + " on the keyboard show add 键盘", done=("Done.", "已设置。")),
    Form("key_sound", "set_keyboard_feedback", r"\b(?:keyboard|key|typing) (?:clicks?|sounds?|noises?)\b|按键(?:音|声音)|键盘声音?", (on_off("sound"),), words=SET + " click", unless=r"vibrat", done=("Done.", "已设置。")),
    Form("shortcut", "manage_text_shortcut", r"\b(?:text|keyboard)? ?shortcut\b|快捷短语", (name("shortcut", r"\bshortcut\b|快捷短语", "what is typed", stop=r"\s+(?:for|that|which|expands?|becomes?|to|means?)\b"), text("phrase", r"\b(?:for|(?:that )?expands? (?:in)?to|becomes?|means?|to mean)\b|代表|变成", "what the shortcut becomes")),
         fixed={"action": "add"}, words="add create make new text keyboard shortcut 添加 新建", unless=r"\b(?:home ?screen|delete|remove|app)\b|删除|桌面", done=("The shortcut is there.", "快捷短语已添加。")),
    Form("gesture", "manage_gesture", seen(*_GESTURES), (choice("gesture", *_GESTURES, asks="which gesture"), choice("function", *_FUNCTIONS, ("off", OFF), asks="what the gesture shall do")),
         fixed={"action": "set"}, words=SET + " gesture phone screen do does open opens start starts launch take takes feature the 手势 屏幕 手机 后 时", done=("The gesture is set.", "手势已设置。")),
    Form("navigation_mode", "set_navigation_mode", seen(*_NAVIGATION), (choice("mode", *_NAVIGATION),), words=SET + " navigation mode on enable instead back old style bar classic 导航 方式 使用 打开 开启", unless=r"\b(?:off|map|route|directions?)\b", done=("The navigation is set.", "导航方式已设置。")),
)  # fmt: skip
