"""Finding a lost phone."""

from typing import Literal

from harness.contract import Json

from ...arguments import PhoneNumber, Text
from ...errors import Code, PhoneError
from ...phone import Phone
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN, require_code


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"status": Risk.READ},
    errors=(Code.PRECONDITION_FAILED, Code.NO_SERVICE, Code.PERMISSION_DENIED, Code.CONFLICT),
    seconds=2,
)
def manage_find_my_phone(
    phone: Phone,
    action: Literal["status", "turn_on", "turn_off", "mark_lost", "mark_found"],
    message: Text | None = None,
    number: PhoneNumber | None = None,
    pin: Text | None = None,
) -> Json:
    """Turn Find My Phone on or off, put the phone into lost mode, which locks it and shows a message, or end that.

    message: shown on the lock screen, for mark_lost.
    number: whom the finder should call, for mark_lost.
    pin: PIN or password of the screen lock, for turn_off and mark_found.
    """
    row = phone.one("find_my_phone")
    if action == "status":
        return {"on": row["on"], "lost": row["lost"], "message": row["message"], "number": row["number"]}
    if action == "turn_on":
        phone.require("location")
        return {"on": True, "changed": phone.put("find_my_phone", "main", on=True)}
    if action == "mark_lost":
        return _mark_lost(phone, row, message, number)
    if action == "turn_off" and row["lost"]:
        raise PhoneError(Code.CONFLICT, "the phone is marked as lost; mark it as found first", accepted=["mark_found"])
    require_code(phone, pin)
    if action == "turn_off":
        return {"on": False, "changed": phone.put("find_my_phone", "main", on=False)}
    changed = phone.put("find_my_phone", "main", lost=False, message=None, number=None)
    phone.put("device", "lock", locked=False)
    return {"lost": False, "changed": changed}


def _mark_lost(phone: Phone, row: Row, message: str | None, number: str | None) -> Json:
    if not row["on"]:
        raise PhoneError(Code.PRECONDITION_FAILED, "Find My Phone is off; turn it on first")
    if phone.one("device", "lock")["pin"] is None:
        raise PhoneError(Code.PRECONDITION_FAILED, "lost mode needs a screen lock; set a PIN or password first")
    phone.require("internet")
    changed = phone.put("find_my_phone", "main", lost=True, message=message, number=number)
    changed |= phone.put("device", "lock", locked=True)
    return {"lost": True, "message": message, "number": number, "changed": changed}
