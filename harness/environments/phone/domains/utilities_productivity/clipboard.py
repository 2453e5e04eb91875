"""The clipboard."""

from typing import Literal

from harness.contract import Json

from ...arguments import Text
from ...errors import missing
from ...phone import Phone
from ...tools import Risk, tool
from .tables import DOMAIN

_KEPT = 10


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"read": Risk.READ})
def manage_clipboard(phone: Phone, action: Literal["copy", "read", "clear"], text: Text | None = None) -> Json:
    """Copy a text to the clipboard, read what is on it with what was before, or clear it.

    text: what to copy.
    """
    row = phone.one("clipboard")
    if action == "read":
        return {"text": row["text"], "history": row["history"]}
    if action == "clear":
        return {"changed": phone.put("clipboard", "main", text=None, history=[])}
    if text is None:
        raise missing("text", "what to copy")
    if text == row["text"]:
        return {"changed": False}
    earlier = [row["text"], *row["history"]] if row["text"] is not None else row["history"]
    return {"changed": phone.put("clipboard", "main", text=text, history=earlier[:_KEPT])}
