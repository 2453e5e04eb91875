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
    Beyond("draws", r"\bdraw(?:ing)?\b|\bsketch\b|画一", r"draw|sketch"),
    Beyond("turns speech or a video into text", r"\btranscribe\b(?!.{0,20}voicemail)|\b(?:from|in)\b.{0,40}\.(?:mp4|mov)\b|转成文字", r"transcri|speech"),
    Beyond("reads the content of a file", r"\b(?:in|from|through)\b.{0,30}\.(?:txt|csv|md|pdf|docx)\b", r"read_file|file_content"),
    Beyond("switches the torch", r"\b(?:torch|flashlight)\b|手电筒", r"torch|flashlight"),
    Beyond("knows what a note is marked as", r"\bnote\b.{0,60}\bmarked as\b", r"note_kind"),
)  # fmt: skip


def lacking(request: str, catalogue: Catalogue) -> str | None:
    """What no tool of the catalogue does, of what the request asks for; None where nothing of the list is asked for."""
    for item in FUNCTIONS:
        if re.search(item.words, request, re.IGNORECASE) and not any(re.search(item.tool, name) for name in catalogue):
            return f"no tool {item.says}"
    return None
