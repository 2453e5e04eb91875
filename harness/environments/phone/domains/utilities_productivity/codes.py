"""QR codes: scanning one with the camera, making one."""

from typing import Literal

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, missing, not_found
from ...phone import Phone
from ...tools import Risk, tool
from .tables import DOMAIN

_LISTED = 10


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.PERMISSION_DENIED),
)
def manage_qr_code(
    phone: Phone,
    action: Literal["scan", "generate", "list"],
    content: Text | None = None,
    title: Text | None = None,
) -> Json:
    """Scan the QR code in front of the camera, make one, or list those made and scanned.

    content: text or address that a new code holds.
    title: name under which the code is kept.
    """
    if action == "list":
        rows = list(phone.state.rows("qr_codes").values())
        shown = [{name: row[name] for name in ("id", "kind", "title", "content")} for row in rows[: -_LISTED - 1 : -1]]
        return {"total": len(rows), "codes": shown}
    if action == "generate":
        if content is None:
            raise missing("content", "text or address for the code")
        kind = "made"
    else:
        phone.require_permission("camera")
        content = phone.one("camera_view")["code"]
        if content is None:
            raise not_found("QR code", "in front of the camera")
        kind = "scanned"
    same = phone.find("qr_codes", kind=kind, title=title or "", content=content)
    key = same[0][0] if same else phone.add(
        "qr_codes", "qr", kind=kind, title=title or "", content=content, created=phone.state.now
    )  # fmt: skip
    return {"codeId": key, "content": content, "created": not same}
