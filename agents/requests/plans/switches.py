"""Wishes about what is on or off: radios, modes, aids. One table, and one plan that reads it."""

from dataclasses import dataclass

from bench.scenario import Play
from harness.contract import Json

from ..clauses import Clause
from ..world import World
from .registry import Step, plan
from .slots import OFF, ON

Calls = tuple[tuple[str, dict[str, Json]], ...]


@dataclass(frozen=True)
class Switch:
    """Something that is on or off, and the call for each. ``needs``: calls that lead to where it can be on."""

    english: str
    chinese: str
    noun: str
    calls: tuple[Calls, Calls]
    needs: Calls = ()


def _enabled(tool: str, **more: Json) -> tuple[Calls, Calls]:
    return ((tool, {**more, "enabled": True}),), ((tool, {**more, "enabled": False}),)


def _values(tool: str, argument: str, on: Json, off: Json, **more: Json) -> tuple[Calls, Calls]:
    return ((tool, {**more, argument: on}),), ((tool, {**more, argument: off}),)


def _actions(tool: str, **more: Json) -> tuple[Calls, Calls]:
    return _values(tool, "action", "turn_on", "turn_off", **more)


_DEVELOPER: Calls = (("set_developer_option", {"option": "developer_mode", "enabled": True}),)
SWITCHES = (
    Switch("Airplane mode", "飞行模式", r"(?:air ?plane|aeroplane|flight) mode|飞行模式", _enabled("set_airplane_mode")),
    Switch("Wi-Fi", "无线网", r"\bwi-?fi\b|\bwlan\b|无线网络?|wifi", _enabled("set_wifi")),
    Switch("Bluetooth", "蓝牙", r"\bbluetooth\b|蓝牙", _enabled("set_bluetooth")),
    Switch("Roaming", "漫游", r"(?:data )?roaming|(?:数据)?漫游", _enabled("set_data_roaming")),
    Switch("The data saver", "省流量模式", r"data saver|省流量(?:模式)?|流量节省", _enabled("set_data_saver")),
    Switch("Mobile data", "移动数据", r"(?:mobile|cellular) data|移动数据|数据流量", _enabled("set_mobile_data")),
    Switch("NFC", "NFC", r"\bnfc\b", _enabled("set_nfc")),
    Switch("Location", "定位", r"\blocation(?: services?)?\b|\bgps\b|定位(?:服务)?|位置服务", _enabled("set_location")),
    Switch("The hotspot", "热点", r"\b(?:personal |mobile )?hot ?spot\b|(?:个人)?热点", _actions("manage_hotspot")),
    Switch("Dark mode", "深色模式", r"\b(?:dark|night) (?:mode|theme)\b|(?:深色|暗色|夜间|暗黑)模式", _values("set_dark_mode", "mode", "on", "off")),
    Switch(
        "Night light", "护眼模式", r"\bnight ?light\b|\bblue light filter\b|\beye comfort\b(?: mode)?|护眼(?:模式)?",
        _values("set_eye_comfort", "mode", "on", "off"),
    ),
    Switch("Automatic brightness", "自动亮度", r"\b(?:auto(?:matic)?|adaptive)[ -]?brightness\b|自动亮度", _enabled("set_auto_brightness")),
    Switch("Auto-rotate", "自动旋转", r"\bauto(?:matic)?[ -]?(?:screen )?rotat(?:e|ion)\b|自动旋转", _enabled("set_auto_rotate")),
    Switch("Always-on display", "息屏显示", r"\balways[ -]on(?: display| screen)?\b|息屏显示", _values("set_always_on_display", "mode", "always", "off")),
    Switch("Do not disturb", "勿扰模式", r"\bdo[ -]not[ -]disturb\b|\bdnd\b|(?:勿扰|免打扰)(?:模式)?", _actions("manage_do_not_disturb")),
    Switch("Mono audio", "单声道", r"\bmono(?: audio| sound)?\b|单声道(?:音频)?", _values("set_sound_effect", "value", "on", "off", effect="mono_audio")),
    Switch("Spatial audio", "空间音频", r"\bspatial audio\b|空间音频", _values("set_sound_effect", "value", "on", "off", effect="spatial_audio")),
    Switch("Bold text", "粗体文字", r"\bbold (?:text|font)\b|粗体(?:文字|字体)?", _enabled("manage_reading_aid", action="set", aid="bold_text")),
    Switch("Magnification", "放大手势", r"\bmagnif(?:ication|ier)\b|放大手势", _enabled("manage_reading_aid", action="set", aid="magnification")),
    Switch("High contrast text", "高对比度文字", r"\bhigh[ -]contrast(?: text)?\b|高对比度(?:文字)?", _enabled("manage_reading_aid", action="set", aid="high_contrast_text")),
    Switch("Live captions", "实时字幕", r"\b(?:live )?captions?\b|实时字幕", _enabled("manage_reading_aid", action="set", aid="live_captions")),
    Switch("Colour correction", "色彩校正", r"\bcolou?r correction\b|色彩校正", _enabled("manage_reading_aid", action="set", aid="color_correction")),
    Switch("TalkBack", "TalkBack", r"\btalk ?back\b|\bscreen reader\b|屏幕朗读|读屏", _enabled("manage_accessibility", action="set", feature="talkback")),
    Switch("Voice access", "语音控制", r"\bvoice access\b|语音控制", _enabled("manage_accessibility", action="set", feature="voice_access")),
    Switch("Flash alerts", "闪光提醒", r"\bflash (?:alerts?|notifications?)\b|闪光提醒", _enabled("manage_accessibility", action="set", feature="flash_alerts")),
    Switch("Autocorrect", "自动更正", r"\bauto[ -]?correct(?:ion)?\b|自动(?:更正|纠错)", _enabled("set_typing_aid", aid="autocorrect")),
    Switch("Word suggestions", "联想输入", r"\b(?:word |typing |text )?(?:suggestions|predictions?)\b|\bpredictive text\b|联想(?:输入|词)?", _enabled("set_typing_aid", aid="suggestions")),
    Switch("Auto-capitalization", "自动大写", r"\bauto(?:matic)?[ -]capitali[sz]ation\b|自动大写", _enabled("set_typing_aid", aid="auto_capitalization")),
    Switch("Spell check", "拼写检查", r"\bspell(?:ing)?[ -]?check(?:er|ing)?\b|拼写检查", _enabled("set_typing_aid", aid="spell_check")),
    Switch("Glide typing", "滑行输入", r"\b(?:glide|swipe) typing\b|滑行输入", _enabled("set_typing_aid", aid="glide_typing")),
    Switch("Voice typing", "语音输入", r"\bvoice typing\b|\bdictation\b|语音输入", _enabled("set_voice_typing")),
    Switch("One-handed mode", "单手模式", r"\bone[ -]hand(?:ed)? mode\b|单手模式", _enabled("set_touch_option", option="one_handed_mode")),
    Switch("High touch sensitivity", "高灵敏度触控", r"\b(?:glove mode|(?:high )?touch sensitivity)\b|手套模式", _enabled("set_touch_option", option="high_sensitivity")),
    Switch("Extreme battery saver", "超级省电模式", r"\b(?:extreme|ultra|super) (?:battery saver|power saving)(?: mode)?\b|(?:超级|极限)省电(?:模式)?", _values("set_battery_saver", "mode", "extreme", "off")),
    Switch("The battery saver", "省电模式", r"\bbattery sav(?:er|ing)(?: mode)?\b|\b(?:power[ -]sav(?:er|ing)|low power)(?: mode)?\b|省电(?:模式)?", _values("set_battery_saver", "mode", "standard", "off")),
    Switch("Focus mode", "专注模式", r"\bfocus mode\b|专注模式", _actions("manage_focus_mode")),
    Switch("Game mode", "游戏模式", r"\b(?:game|gaming) (?:mode|booster)\b|游戏模式", _actions("manage_game_mode")),
    Switch("Developer mode", "开发者模式", r"\bdeveloper (?:mode|options)\b|开发者(?:模式|选项)", _enabled("set_developer_option", option="developer_mode")),
    Switch("USB debugging", "USB 调试", r"\busb debugging\b|usb ?调试", _enabled("set_developer_option", option="usb_debugging"), _DEVELOPER),
    Switch("Wireless debugging", "无线调试", r"\bwireless debugging\b|无线调试", _enabled("set_developer_option", option="wireless_debugging"), _DEVELOPER),
    Switch("The backup", "备份", r"\b(?:cloud |automatic )?backups?\b|云?备份", _actions("manage_backup")),
    Switch("Background sync", "后台同步", r"\b(?:background|auto)[ -]?sync\b|(?:后台|自动)同步", _enabled("set_account_sync")),
    Switch("Emergency SOS", "紧急求助", r"\b(?:emergency )?sos\b|紧急求助", _enabled("set_emergency_sos")),
    Switch("Find My Phone", "查找手机", r"\bfind my (?:phone|device)\b|查找(?:我的)?手机", _actions("manage_find_my_phone")),
    Switch("Fingerprint unlock", "指纹解锁", r"\b(?:unlock(?:ing)? (?:with|by) )?finger ?print(?: unlock(?:ing)?)?\b|指纹(?:解锁)?", _values("manage_biometric", "action", "enable", "disable", kind="fingerprint")),
    Switch("Face unlock", "面部解锁", r"\bface (?:unlock|id|recognition)\b|(?:面部|人脸)(?:解锁|识别)", _values("manage_biometric", "action", "enable", "disable", kind="face")),
    Switch("Camera access", "相机权限", r"\bcamera access\b|相机(?:使用)?权限", _enabled("set_sensor_access", sensor="camera")),
    Switch("Microphone access", "麦克风权限", r"\b(?:mic|microphone)(?: access)?\b|麦克风(?:权限)?", _enabled("set_sensor_access", sensor="microphone")),
    Switch("Shuffle", "随机播放", r"\bshuffle(?: mode| play)?\b|随机播放", _values("set_playback_mode", "shuffle", True, False)),
    Switch("Autoplay", "自动播放", r"\bauto[ -]?play\b|自动播放", _values("manage_streaming_settings", "autoplay", True, False, action="set")),
    Switch("Alarm vibration", "闹钟振动", r"\balarm vibration\b|闹钟[振震]动", _values("set_alarm_preferences", "vibrate", True, False)),
    Switch("The sleep schedule", "睡眠计划", r"\b(?:bedtime (?:mode|schedule)|sleep schedule)\b|睡眠(?:模式|计划)", _enabled("manage_bedtime", action="set")),
    Switch("Double tap to wake", "双击亮屏", r"\bdouble[ -]tap(?:ping)? (?:to wake|the screen to wake)\b|双击(?:亮屏|唤醒)", _values("manage_gesture", "function", "wake", "off", action="set", gesture="double_tap_to_wake")),
    Switch("Lift to wake", "抬起亮屏", r"\b(?:lift|raise)[ -]to[ -]wake\b|抬起(?:亮屏|唤醒)", _values("manage_gesture", "function", "wake", "off", action="set", gesture="lift_to_wake")),
    Switch("Flip to mute", "翻转静音", r"\bflip[ -]to[ -](?:mute|silence|shush)\b|翻转静音", _values("manage_gesture", "function", "mute", "off", action="set", gesture="flip_to_mute")),
    Switch("The three-finger screenshot", "三指截屏", r"\bthree[ -]finger (?:screenshots?|swipe)\b|三指(?:下滑|截屏)", _values("manage_gesture", "function", "screenshot", "off", action="set", gesture="three_finger_swipe")),
    Switch("Theatre mode of the watch", "手表影院模式", r"\btheat(?:re|er) mode\b|影院模式", _enabled("manage_watch", action="set", setting="theater_mode")),
)  # fmt: skip
"""What stands first is looked for first: a longer name before one that is part of it."""
_STARTS = r"\b(?:start|use|go into|enter|allow|resume)\b|进入|启动|允许"
_STOPS = r"\b(?:stop|kill|exit|leave|quit|block|pause)\b|退出|停止|禁止"
_INTO = r"\b(?:switch|change|go|put|set)\b.*\b(?:to|into|in)\b|切换到|调成|设为|换成"


@plan(
    cue="|".join(item.noun for item in SWITCHES),
    words="turn turned switch switched put set get make off on connection setting mode mine way change go feature "
    "设 成 设置 设为 模式 功能 切换到 调成 换成",
)
def switches(clause: Clause, world: World) -> Step | None:
    """On or off, for one radio or mode or for several."""
    if clause.has(r"\b(?:alarms?|timers?|routine|password|playlist|photos?)\b(?! vibration)|闹钟(?![振震])"):
        return None
    chosen = [item for item in SWITCHES if clause.take(item.noun)]
    off = bool(clause.take(OFF) or clause.take(_STOPS))
    on = bool(clause.take(ON) or clause.take(_STARTS) or (not off and clause.has(_INTO)))
    if not chosen or off == on:
        return None
    minutes = clause.value("span") if chosen[-1].english == "Do not disturb" and on else None
    extra: dict[str, Json] = {"durationMinutes": minutes // 60} if minutes else {}
    for item in chosen:
        for tool, arguments in (*item.needs, *item.calls[on]):
            world.arrange(tool, **arguments)
        for tool, arguments in item.calls[off]:
            tried = world.attempt(tool, {**arguments, **extra})
            if tried.refusal is not None and len(chosen) == 1 and not world.earlier:
                raise tried.refusal

    def act(play: Play) -> str:
        for item in chosen:
            for tool, arguments in item.calls[off]:
                play.call(tool, why=f"{item.english} goes {'on' if on else 'off'}.", **arguments, **extra)
        english = " and ".join(item.english for item in chosen)
        chinese = "、".join(item.chinese for item in chosen)
        return world.say(f"{english}: now {'on' if on else 'off'}.", f"{chinese}已{'打开' if on else '关闭'}。")

    return Step(act)
