"""The image agent: says what is on a picture, or makes an edited copy of it."""

import re

from harness.contract import Json
from harness.environments.phone.arguments import Text
from harness.environments.phone.errors import Code, PhoneError, missing
from harness.environments.phone.phone import Phone
from harness.environments.phone.state import Row
from harness.environments.phone.tables import TABLES, Table
from harness.environments.phone.tools import Risk, tool

from .sessions import DOMAIN, PROTOCOL_ERRORS, RISKS, SECONDS, Action, Agent, converse, make_file, require_file

TABLES.register([Table("captions", "what is on a picture: one row a file name, field text")])

EDITS: dict[str, str] = {
    "crop": r"crop|裁剪",
    "rotate": r"rotat|旋转",
    "bright": r"bright|亮",
    "blur": r"blur|模糊",
    "cutout": r"background|抠图|背景",
    "mono": r"black and white|gr[ae]y|黑白",
    "resize": r"resize|smaller|缩小",
}
"""Name of the edit -> what asks for it."""
_ASKS = re.compile(r"what|who|where|which|how|describ|read|see|show|text|\?|什么|谁|哪|描述|文字|读|看|？", re.IGNORECASE)


def _admit(phone: Phone, name: str | None) -> str:
    if name is None:
        raise missing("fileName", "name of the picture")
    return require_file(phone, name)


def _work(phone: Phone, picture: str, instruction: str) -> Row:
    edits = [edit for edit, pattern in EDITS.items() if re.search(pattern, instruction, re.IGNORECASE)]
    if not edits:
        if not _ASKS.search(instruction):
            raise PhoneError(
                Code.UNSUPPORTED,
                "the image agent knows no such edit; ask about the picture or name one",
                accepted=list(EDITS),
            )
        caption = phone.state.get("captions", picture)
        return {"description": caption["text"] if caption else f"a picture called {picture}"}
    stem, _, suffix = picture.rpartition(".")
    name = make_file(phone, f"{stem}_{edits[0]}", suffix, kind="photo", content=" ".join(edits), sources=[picture])
    return {"files": [name]}


AGENT = Agent("image", "fileName", _admit, _work)


@tool(
    DOMAIN, kind="subagent", risk=Risk.REVERSIBLE, risks=RISKS, seconds=SECONDS, errors=(*PROTOCOL_ERRORS, Code.UNSUPPORTED)
)
def control_image_agent(
    phone: Phone, action: Action, fileName: Text | None = None, instruction: Text | None = None, sessionId: str | None = None
) -> Json:
    """Let the image agent describe or read a picture, or make an edited copy: crop, rotate, brighten, blur, black and white.

    fileName: the picture, for start.
    instruction: what to find out, or which edit to make.
    sessionId: for execute, status and finish.
    """
    return converse(phone, AGENT, action, fileName, instruction, sessionId)
