"""What phones do and the catalogue does not: so that a request is told which tool it lacks, not just that it was not read.

An entry speaks up only as long as no tool of the catalogue has a name that fits; once somebody writes the tool, it is silent.
"""

import re
from dataclasses import dataclass

from harness.environments.phone.tools import Catalogue

from .clauses import compiled


@dataclass(frozen=True)
class Beyond:
    """A function that people ask for: what words ask for it, and how a tool for it would be called."""

    says: str
    words: str
    tool: str


FUNCTIONS = (
    Beyond("works inside a web page", r"\b(?:web ?page|website|\w+\.html|click the button|fill in the form)\b|(?:打开|在).{0,8}网页", r"browser|page"),
    Beyond("opens or saves a web page in the browser", r"\b(?:bookmark|open) (?:this|the) (?:page|site|tab)\b|\b(?:open|close|new|incognito|private) (?:a |an |all )?(?:new |incognito |private )?(?:browser )?tabs?\b|\bbrowsing history\b|标签页|浏览记录", r"browser|page"),
    Beyond("draws", r"^(?:please )?(?:draw|sketch)\b|\bdraw (?:a|an|me|the)\b|\b(?:create|make|new|start) (?:a |the )?(?:new )?(?:drawing|sketch)\b|画一", r"draw|sketch"),
    Beyond("keeps playlists of video files", r"\bplaylist\b.{0,60}\bfiles\b|\bplaylist\b.{0,90}\.(?:mp4|mov|mkv|avi|webm)\b", r"video_playlist"),
    Beyond("keeps recorded tracks of a way", r"\btracks?\b.{0,30}\bwaypoints?\b|\bgpx\b|\brecord (?:my |a )?(?:route|track)\b|轨迹", r"track_recording|gpx"),
    Beyond("turns speech or a video into text", r"\btranscri(?:be|ption)\b(?!.{0,20}voicemail)|\b(?:from|in)\b.{0,40}\.(?:mp4|mov)\b|转成文字|转文字", r"transcri|speech_to_text"),
    Beyond("reads the content of a file", r"\b(?:in|from|through)\b.{0,30}\.(?:txt|csv|md|pdf|docx)\b", r"read_file|file_content"),
    Beyond("exports a playlist", r"\bexport\b.{0,20}\bplaylist\b|导出.{0,6}歌单", r"export"),
    Beyond("switches the torch", r"\b(?:turn|switch|put|flash)\b.{0,15}\b(?:torch|flash ?light)\b|\b(?:torch|flash ?light) (?:on|off)\b|(?:打开|关闭|关掉|开|关).{0,4}手电筒", r"torch|flashlight"),
    Beyond("knows what a note is marked as", r"\bnote\b.{0,60}\bmarked as\b", r"note_kind"),
    Beyond("records the screen", r"\b(?:screen[ -]?record(?:ing|er)?|record (?:my |the |this )?(?:phone )?screen|record (?:what'?s )?on (?:my|the) screen)\b|录屏|录(?:一下|制)?屏幕|屏幕录制", r"screen_record"),
    Beyond("records a phone call", r"\brecord (?:this|the|my|a) (?:phone )?call\b|\bcall recording\b|通话录音", r"record_call|call_record"),
    Beyond("tracks a workout while it goes on", r"\b(?:start|begin|track|pause|stop|end|record)\b.{0,25}\b(?:workout|exercise|training session|run(?:ning)? (?:session|workout)|jog)\b(?!.{0,20}\bstrava\b)|开始(?:锻炼|跑步|运动|训练)", r"live_workout|track_workout"),
    Beyond("freezes or orders bank cards", r"\b(?:freeze|unfreeze|block|cancel|report|order)\b.{0,20}\b(?:bank |debit |credit )?card\b|冻结.{0,6}卡|挂失", r"bank_card|card_control"),
    Beyond("trades shares", r"\b(?:buy|sell)\b.{0,20}\b(?:shares?|stocks?|bitcoin|crypto)\b|(?:买|卖).{0,6}(?:股票|比特币|基金)", r"stock|share_price"),
    Beyond("makes video calls", r"\b(?:video[ -]?call|facetime)\b|视频(?:通话|电话)", r"video_call"),
    Beyond("writes to groups", r"\bgroup (?:chat|message|text)\b|\b(?:message|text) (?:the |my )?(?:family|work|\w+) group\b|群(?:聊|里|消息)", r"group"),
    Beyond("tells how traffic is", r"\b(?:how(?:\'s| is| bad is)|check|what(?:\'s| is)|any)\b.{0,15}\btraffic\b|路况|堵不堵|会堵车", r"traffic"),
    Beyond("shows the password of a saved Wi-Fi network", r"\b(?:what(?:'s| is)|show|tell)\b.{0,20}\b(?:wi-?fi|network) password\b|(?:wi-?fi|无线|网络)密码是", r"wifi_password"),
    Beyond("tells the status of flights and checks in", r"\b(?:flight status|check ?in (?:for|to) (?:my|the) flight|(?:show|open|get)\b.{0,12}\bboarding pass|is my flight)\b|值机|登机牌|航班(?:状态|动态)", r"flight_status|check_in"),
    Beyond("measures with the phone's sensors", r"\b(?:compass|spirit level|measure (?:the|this|my)|heart ?rate|blood (?:pressure|oxygen)|decibels?|metronome|tune my guitar|guitar tuner)\b|指南针|水平仪|心率|血压|血氧|节拍器", r"compass|measure|metronome|heart"),
    Beyond("logs weight, sleep, water or food", r"\b(?:log|record|track|note)\b.{0,25}\b(?:weight|sleep|water|calories|glass(?:es)? of water|period|mood)\b|\bhow (?:did i|well did i) sleep\b|记录(?:体重|睡眠|喝水|饮食)|喝水打卡", r"health|body|sleep_log"),
    Beyond("scans documents", r"^(?:please |can you )?scan\b.{0,15}\b(?:document|receipt|page|letter|paper)s?\b|扫描(?:文件|文档|发票)", r"scan_document"),
    Beyond("signs documents or fills in forms", r"\b(?:sign|annotate|fill (?:in|out))\b.{0,20}\b(?:pdf|document|form|contract)\b|签署", r"edit_document|sign_"),
    Beyond("splits the screen", r"\bsplit[ -]?screen\b|\bpicture[ -]in[ -]picture\b|\bside by side\b|分屏|画中画|小窗", r"split_screen|picture_in"),
    Beyond("opens doors or controls cameras and alarms of the home", r"\b(?:unlock|lock|open)\b.{0,15}\b(?:front |back |garage )?(?:door|gate|garage)\b|\b(?:doorbell|security camera|burglar alarm)\b|门锁|门铃|开门", r"door|security_camera"),
    Beyond("controls a TV", r"\b(?:change|switch)\b.{0,15}\b(?:tv )?channel\b|\bturn (?:on|off) the tv\b|\bturn the tv (?:on|off)\b|换台|(?:打开|关闭|关掉)电视", r"tv_remote"),
    Beyond("moves money between accounts or asks for money", r"\brequest\b.{0,20}\b(?:money|\d+)\b.{0,20}\bfrom\b|\bsplit the bill\b|收款|AA制", r"request_money"),
    Beyond("restores the phone to factory settings", r"\bfactory reset\b|\berase (?:everything|all data|the phone)\b|恢复出厂", r"factory"),
    Beyond("changes the IMEI, root or boot loader", r"\b(?:root|jailbreak)\b.{0,10}\bphone\b|刷机|越狱", r"root"),
    Beyond("charges another device", r"\b(?:reverse|wireless) (?:wireless )?charg(?:e|ing)\b|反向充电", r"reverse_charg"),
)  # fmt: skip


UNKNOWN = r"\bfrom\b.{0,40}\.(?:jpe?g|png|heic)\b|\b(?:receipt|photo|picture)\.(?:png|jpe?g)\b"
"""Asks for what is on a picture that only the person has seen."""


def lacking(request: str, catalogue: Catalogue) -> str | None:
    """What no tool of the catalogue does, of what the request asks for; None where nothing of the list is asked for."""
    for item in FUNCTIONS:
        if compiled(item.words).search(request) and not any(re.search(item.tool, name) for name in catalogue):
            return f"no tool {item.says}"
    return None
