"""What children may see and hear, and how the phone behaves while a game is played."""

from typing import Annotated, Literal

from pydantic import BeforeValidator

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing
from ...phone import Phone
from ...rules import RULES
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

Age = Annotated[Literal[0, 7, 12, 16, 18], BeforeValidator(lambda value: int(value) if str(value).isdecimal() else value)]


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"get": Risk.READ}, errors=(Code.PERMISSION_DENIED,))
def manage_content_limit(
    phone: Phone,
    action: Literal["get", "set"],
    maxAge: Age | None = None,
    explicitMusic: bool | None = None,
    pin: Text | None = None,
) -> Json:
    """Show or set the parental limit: up to which age rating videos play, and whether explicit songs do (kids, children).

    maxAge: 18 allows every video.
    pin: the phone's PIN, to loosen the limit.
    """
    row = phone.one("content_limit")
    changed = {}
    if action == "set":
        given: Row = {"max_age": maxAge, "explicit_music": explicitMusic}
        fields = {name: value for name, value in given.items() if value is not None}
        if not fields:
            raise missing("maxAge", "maxAge or explicitMusic")
        if any(value > row[name] for name, value in fields.items()):
            if pin is None:
                raise missing("pin", "the phone's PIN, as the limit is loosened")
            if pin != phone.one("device", "lock")["pin"]:
                raise PhoneError(Code.PERMISSION_DENIED, "the PIN is wrong")
        changed = {"changed": phone.put("content_limit", "main", **fields)}
        row = phone.one("content_limit")
    return {"maxAge": row["max_age"], "explicitMusic": row["explicit_music"], **changed}


@RULES.guard("game_mode")
def battery_saver_forbids_high_performance(phone: Phone, before: Row | None, after: Row | None) -> None:
    """High performance in games cannot be chosen while the battery saver is on."""
    assert before is not None and after is not None
    if after["performance"] == "high" != before["performance"] and phone.one("modes", "battery_saver")["on"]:
        raise PhoneError(Code.BLOCKED_BY_MODE, "the battery saver is on, so games get no high performance")


@RULES.effect("modes", "battery_saver")
def battery_saver_ends_high_performance(phone: Phone, before: Row | None, after: Row | None) -> None:
    """The battery saver turns high performance in games into balanced."""
    assert after is not None
    if after["on"] and phone.one("game_mode")["performance"] == "high":
        phone.put("game_mode", "main", performance="balanced")


@RULES.effect("device", "power")
def switching_off_ends_game_mode(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Game mode is off after switching off or restarting."""
    assert after is not None
    if after["state"] != "on":
        phone.put("game_mode", "main", on=False)


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"status": Risk.READ}, errors=(Code.BLOCKED_BY_MODE,))
def manage_game_mode(
    phone: Phone,
    action: Literal["turn_on", "turn_off", "status"],
    performance: Literal["battery", "balanced", "high"] | None = None,
    blockNotifications: bool | None = None,
) -> Json:
    """Turn game mode (gaming, game booster) on or off, or show it: performance, and no notifications while playing.

    performance: for turn_on; kept from last time unless given.
    blockNotifications: for turn_on; alarms and calls still come through.
    """
    changed = {}
    if action != "status":
        given: Row = {"performance": performance, "block_notifications": blockNotifications}
        fields = {name: value for name, value in given.items() if value is not None} if action == "turn_on" else {}
        changed = {"changed": phone.put("game_mode", "main", on=action == "turn_on", **fields)}
    row = phone.one("game_mode")
    return {"on": row["on"], "performance": row["performance"], "blockNotifications": row["block_notifications"], **changed}
