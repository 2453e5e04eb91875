"""What phones do and the catalogue does not: so that a request is told which tool it lacks, not just that it was not read.

An entry speaks up only as long as no tool of the catalogue has a name that fits; once somebody writes the tool, it is silent.
"""

import re
from dataclasses import dataclass

from harness.environments.phone.tools import Catalogue


@dataclass(frozen=True)
class Beyond:
    """A function that people ask for: what words ask for it, and how a tool for it would be called."""

    says: str
    words: str
    tool: str


FUNCTIONS = (
    Beyond("works inside a web page", r"\b(?:web ?page|website|\w+\.html|click the button|fill in the form)\b|网页", r"browser|page"),
    Beyond("takes photos or videos", r"\b(?:take|shoot|snap)\b.{0,20}\b(?:photo|picture|video|selfie)s?\b|拍照|拍一张|录像|自拍", r"camera|photo"),
    Beyond("records sound", r"\b(?:record|recording)\b.{0,20}\b(?:audio|voice|sound|clip|memo)s?\b|录音", r"record|sound_clip"),
    Beyond("draws", r"\bdraw(?:ing)?\b|\bsketch\b|画一", r"draw|sketch"),
    Beyond("plays music or keeps playlists", r"\bplay ?lists?\b|\bplaying queue\b|\bplay (?:the |some )?(?:song|music|album)\b|\bsongs\b|播放|歌单", r"^play|music|song"),
    Beyond("keeps recipes", r"\brecipes?\b|菜谱|食谱", r"recipe"),
    Beyond("marks places or tracks on a map", r"\b(?:location|favou?rite|map) (?:location )?marker\b|\bwaypoints?\b|\b(?:navigate|directions|route) to\b|导航", r"map|navigat|route"),
    Beyond("knows about workouts", r"\b(?:workouts?|activity|activities|steps|distance covered)\b|运动记录|步数", r"workout|activit|fitness"),
    Beyond("reads what is on a picture or in a video into text", r"\btranscribe\b|\b(?:from|with|in)\b.{0,40}\.(?:jpe?g|png|mp4)\b", r"transcri|ocr"),
    Beyond("reads the content of a file", r"\b(?:in|from|through)\b.{0,30}\.(?:txt|csv|md|pdf|docx)\b", r"read_file|file_content"),
    Beyond("shows weather", r"\bweather\b|\bforecast\b|天气", r"weather"),
    Beyond("switches the torch", r"\b(?:torch|flashlight)\b|手电筒", r"torch|flashlight"),
    Beyond("pays", r"\b(?:pay (?:for|my|the)|transfer money|order (?:a|an|some|me|two)|check ?out)\b|支付|转账|下单", r"^pay|^order|shop"),
    Beyond("knows what a note is marked as", r"\bnote\b.{0,60}\bmarked as\b", r"note_kind"),
)  # fmt: skip


def lacking(request: str, catalogue: Catalogue) -> str | None:
    """What no tool of the catalogue does, of what the request asks for; None where nothing of the list is asked for."""
    for item in FUNCTIONS:
        if re.search(item.words, request, re.IGNORECASE) and not any(re.search(item.tool, name) for name in catalogue):
            return f"no tool {item.says}"
    return None
