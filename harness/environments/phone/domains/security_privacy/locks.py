"""What keeps others out: the screen lock, fingerprints and faces, the private space, the PIN of a SIM card."""

import re
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import resolve_app, resolve_sim
from ...phone import Phone
from ...rules import RULES
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN, require_code

FINGERS = 5
"""How many fingerprints a phone keeps; it keeps one face."""
Kind = Literal["fingerprint", "face"]
Delay = Annotated[
    Literal[0, 5, 15, 30, 60, 300, 600],
    BeforeValidator(lambda value: int(value) if str(value).isdecimal() else value),
]


def _sim_code(value: object) -> str:
    text = str(value).strip()
    if not re.fullmatch(r"[0-9]{4,8}", text):
        raise ValueError("expected 4 to 8 digits")
    return text


SimCode = Annotated[str, BeforeValidator(_sim_code), WithJsonSchema({"type": "string", "description": "4 to 8 digits"})]


# -- screen lock


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(Code.PERMISSION_DENIED, Code.PRECONDITION_FAILED))
def set_screen_lock(
    phone: Phone,
    method: Literal["swipe", "pin", "password"] | None = None,
    currentCode: Text | None = None,
    newCode: Text | None = None,
    lockAfterSeconds: Delay | None = None,
    showNotifications: Literal["all", "hide_sensitive", "none"] | None = None,
) -> Json:
    """Change the screen lock: PIN or password, no lock at all, how soon the phone locks, notifications on the lock screen.

    method: swipe is no lock.
    currentCode: the PIN or password until now, to change method or code.
    newCode: PIN of 4 to 16 digits, or password of 4 to 16 characters with a letter.
    """
    now = phone.one("screen_lock")
    given: Row = {"method": method, "lock_after_seconds": lockAfterSeconds, "notifications": showNotifications}
    fields = {name: value for name, value in given.items() if value is not None}
    if not fields and newCode is None:
        raise missing("method", "a method, newCode, lockAfterSeconds or showNotifications")
    wanted = method or now["method"]
    changed = False
    if newCode is not None or wanted != now["method"]:
        code = _new_code(wanted, newCode)
        if now["method"] != "swipe":
            require_code(phone, currentCode, "currentCode")
        changed = phone.put("device", "lock", pin=code)
    changed |= phone.put("screen_lock", "main", **fields)
    return {"method": wanted, "changed": changed}


def _new_code(method: str, code: str | None) -> str | None:
    """The code that goes with a method. Raises ``PhoneError`` when it does not fit."""
    if method == "swipe":
        if code is not None:
            raise PhoneError(Code.INVALID_ARGUMENT, "swipe has no code; choose pin or password", accepted=["pin"])
        return None
    if code is None:
        raise missing("newCode", f"the new {method}")
    fits = re.fullmatch(r"[0-9]{4,16}" if method == "pin" else r"(?=.*[^\W\d_])\S{4,16}", code)
    if not fits:
        wants = "4 to 16 digits" if method == "pin" else "4 to 16 characters, at least one of them a letter"
        raise PhoneError(Code.INVALID_ARGUMENT, f"newCode: a {method} has {wants}", accepted={"newCode": wants})
    return code


# -- fingerprints and faces


@RULES.effect("device", "lock")
def biometrics_go_with_the_screen_lock(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Without a PIN or password, no fingerprint and no face stays enrolled."""
    assert after is not None
    if after["pin"] is None:
        for key in list(phone.state.rows("biometrics")):
            phone.remove("biometrics", key)


@RULES.effect("biometrics")
def unlock_ends_with_the_last_biometric(phone: Phone, before: Row | None, after: Row | None) -> None:
    """With the last fingerprint or face removed, its way of unlocking turns off."""
    if after is None and before is not None and not phone.find("biometrics", kind=before["kind"]):
        phone.put("biometric_unlock", before["kind"], on=False)


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ, "remove": Risk.IRREVERSIBLE},
    errors=(
        Code.NOT_FOUND, Code.AMBIGUOUS, Code.ALREADY_EXISTS, Code.CONFLICT, Code.PERMISSION_DENIED, Code.PRECONDITION_FAILED,
    ),
    seconds=3,
)  # fmt: skip
def manage_biometric(
    phone: Phone,
    action: Literal["list", "add", "remove", "enable", "disable"],
    kind: Kind | None = None,
    name: Annotated[str, Field(min_length=1, max_length=40)] | None = None,
    pin: Text | None = None,
) -> Json:
    """Add, remove or list fingerprints and faces, or turn fingerprint or face unlock on or off.

    name: such as Right thumb, for add and remove.
    pin: PIN or password of the screen lock, for add.
    """
    if action == "list":
        rows = phone.state.rows("biometrics").values()
        shown = [{field: row[field] for field in ("id", "kind", "name")} for row in rows if kind in (None, row["kind"])]
        return {"biometrics": shown, "unlock": {key: row["on"] for key, row in phone.state.rows("biometric_unlock").items()}}
    if action == "remove":
        if name is None:
            raise missing("name", "name or id of a fingerprint or face")
        key = name if phone.state.get("biometrics", name) else phone.resolve("biometrics", "biometric", name=name, kind=kind)
        row = phone.row("biometrics", key)
        phone.remove("biometrics", key)
        return {"id": key, "removed": row["name"]}
    if kind is None:
        raise missing("kind", "fingerprint or face")
    enrolled = phone.find("biometrics", kind=kind)
    if action == "add":
        require_code(phone, pin)
        return _enrol(phone, kind, name, enrolled)
    if action == "enable" and not enrolled:
        raise PhoneError(Code.PRECONDITION_FAILED, f"no {kind} is enrolled; add one first")
    return {"kind": kind, "changed": phone.put("biometric_unlock", kind, on=action == "enable")}


def _enrol(phone: Phone, kind: Kind, name: str | None, enrolled: list[tuple[str, Row]]) -> Json:
    if len(enrolled) >= (FINGERS if kind == "fingerprint" else 1):
        known = [row["name"] for _, row in enrolled]
        raise PhoneError(Code.CONFLICT, f"no more than {len(enrolled)} {kind} can be enrolled; remove one", accepted=known)
    title = name or ("Face" if kind == "face" else f"Finger {len(enrolled) + 1}")
    if phone.find("biometrics", kind=kind, name=title):
        raise PhoneError(Code.ALREADY_EXISTS, f"there is a {kind} {title!r}")
    key = phone.add("biometrics", "bm", kind=kind, name=title, added=phone.state.now)
    phone.put("biometric_unlock", kind, on=True)
    return {"id": key, "name": title, "kind": kind, "unlocks": True}


# -- private space


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"status": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.UNSUPPORTED, Code.PERMISSION_DENIED, Code.PRECONDITION_FAILED),
)
def manage_private_space(
    phone: Phone,
    action: Literal["status", "hide", "unhide", "unlock", "lock"],
    appName: Text | None = None,
    pin: Text | None = None,
) -> Json:
    """Hide an app in the private space or take it out again, lock or unlock that space, or show what is in it.

    appName: for hide and unhide; unhide needs the space unlocked.
    pin: PIN or password of the screen lock, to unlock.
    """
    unlocked = phone.one("private_space")["unlocked"]
    if action == "status":
        names = [phone.row("apps", key)["name"] for key in phone.state.rows("private_apps")]
        return {"unlocked": unlocked, "apps": names if unlocked else None}
    if action == "unlock":
        require_code(phone, pin)
    if action in ("unlock", "lock"):
        opened = action == "unlock"
        return {"unlocked": opened, "changed": phone.put("private_space", "main", unlocked=opened)}
    if appName is None:
        raise missing("appName", "an installed app")
    app = resolve_app(phone, appName)
    if action == "hide":
        if app["system"]:
            raise PhoneError(Code.UNSUPPORTED, f"{app['name']} is part of the system and cannot be hidden")
        if phone.one("device", "lock")["pin"] is None:
            raise PhoneError(Code.PRECONDITION_FAILED, "a private space needs a screen lock; set a PIN or password first")
        return {"app": app["name"], "hidden": True, "changed": phone.put("private_apps", app["id"], app=app["id"])}
    if not unlocked:
        raise PhoneError(Code.PERMISSION_DENIED, "the private space is locked; unlock it first")
    if phone.state.get("private_apps", app["id"]) is None:
        raise not_found("app in the private space", appName)
    phone.remove("private_apps", app["id"])
    return {"app": app["name"], "hidden": False, "changed": True}


# -- SIM cards


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"status": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PERMISSION_DENIED, Code.PRECONDITION_FAILED),
)
def manage_sim_pin(
    phone: Phone,
    action: Literal["status", "enable", "disable", "change"],
    sim: Text | None = None,
    pin: SimCode | None = None,
    newPin: SimCode | None = None,
) -> Json:
    """Turn the PIN of a SIM card on or off, change it, or show whether it is on.

    sim: label, carrier or slot such as sim1; needed with two cards.
    pin: the SIM's PIN until now, which differs from that of the screen.
    """
    if action == "status":
        return {"sims": [{"sim": key, "pinOn": row["on"]} for key, row in phone.state.rows("sim_pins").items()]}
    row = phone.row("sim_pins", resolve_sim(phone, sim))
    if pin is None:
        raise missing("pin", "the SIM's PIN until now")
    if action == "change" and newPin is None:
        raise missing("newPin", "4 to 8 digits")
    if action == "change" and not row["on"]:
        raise PhoneError(Code.PRECONDITION_FAILED, "the PIN of this SIM is off; enable it first")
    if pin != row["pin"]:
        raise PhoneError(Code.PERMISSION_DENIED, "the SIM's PIN is wrong")
    fields: Row = {"pin": newPin} if action == "change" else {"on": action == "enable"}
    changed = phone.put("sim_pins", row["sim"], **fields)
    return {"sim": row["sim"], "pinOn": row["on"] if action == "change" else action == "enable", "changed": changed}
