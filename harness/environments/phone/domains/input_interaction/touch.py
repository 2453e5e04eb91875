"""Touch: navigation, gestures, touch and stylus options, and the keys and panels that one can press."""

from typing import Literal

from harness.contract import Json

from ...errors import Code, PhoneError, missing
from ...phone import Phone
from ...state import Row
from ...storage import free_name, leave_file
from ...tools import Risk, tool
from .tables import DOMAIN

Gesture = Literal[
    "double_tap_to_wake", "lift_to_wake", "flip_to_mute", "double_press_power", "three_finger_swipe", "shake", "back_tap",
]  # fmt: skip
Function = Literal["off", "wake", "mute", "camera", "screenshot", "flashlight", "assistant", "wallet"]
FUNCTIONS: dict[str, tuple[str, ...]] = {
    "double_tap_to_wake": ("off", "wake"),
    "lift_to_wake": ("off", "wake"),
    "flip_to_mute": ("off", "mute"),
    "double_press_power": ("off", "camera", "flashlight", "assistant", "wallet"),
    "three_finger_swipe": ("off", "screenshot"),
    "shake": ("off", "flashlight", "assistant"),
    "back_tap": ("off", "screenshot", "flashlight", "assistant", "camera"),
}
"""What each gesture can do."""
SCREENSHOTS = "Pictures/Screenshots"
_SCREENSHOT_MB = 1.2


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_navigation_mode(
    phone: Phone, mode: Literal["gestures", "three_buttons"], backSensitivity: Literal["low", "medium", "high"] | None = None
) -> Json:
    """Choose gesture navigation or the three-button navigation bar, and how easily the back gesture answers."""
    fields: Row = {"mode": mode} | ({"backSensitivity": backSensitivity} if backSensitivity is not None else {})
    changed = phone.put("touch", "navigation", **fields)
    if mode == "three_buttons":  # the swipe down that starts it belongs to gesture navigation
        phone.put("touch", "one_handed_mode", on=False)
    row = phone.one("touch", "navigation")
    return {"mode": row["mode"], "backSensitivity": row["backSensitivity"], "changed": changed}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"get": Risk.READ}, errors=(Code.UNSUPPORTED,))
def manage_gesture(
    phone: Phone, action: Literal["get", "set"], gesture: Gesture | None = None, function: Function | None = None
) -> Json:
    """Read or set what a motion or gesture does: double tap to wake, lift to wake, flip to mute, shake, back tap.

    gesture: without it, get reads all of them.
    """
    if action == "get":
        names = [gesture] if gesture is not None else list(FUNCTIONS)
        return {"gestures": {name: phone.one("gestures", name)["function"] for name in names}}
    if gesture is None:
        raise missing("gesture", f"one of {', '.join(FUNCTIONS)}")
    if function is None:
        raise missing("function", f"one of {', '.join(FUNCTIONS[gesture])}")
    if function not in FUNCTIONS[gesture]:
        message = f"{gesture.replace('_', ' ')} cannot do {function}"
        raise PhoneError(Code.UNSUPPORTED, message, accepted={"function": list(FUNCTIONS[gesture])})
    return {"gesture": gesture, "function": function, "changed": phone.put("gestures", gesture, function=function)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(Code.PRECONDITION_FAILED, Code.UNSUPPORTED))
def set_touch_option(
    phone: Phone,
    option: Literal[
        "one_handed_mode", "high_sensitivity", "assistant_menu", "accidental_touch_protection", "stylus_handwriting",
        "stylus_hover_preview", "pointer_trail",
    ],
    enabled: bool,
) -> Json:  # fmt: skip
    """Turn a touch or stylus option on or off: one-handed mode, sensitivity for gloves, accidental touches, handwriting."""
    if enabled and option == "one_handed_mode" and phone.one("touch", "navigation")["mode"] != "gestures":
        raise PhoneError(Code.PRECONDITION_FAILED, "one-handed mode needs gesture navigation")
    if option.startswith("stylus") and not phone.one("touch", option)["present"]:
        raise PhoneError(Code.UNSUPPORTED, "this phone has no stylus")
    return {"option": option, "enabled": enabled, "changed": phone.put("touch", option, on=enabled)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(Code.NO_SPACE, Code.PRECONDITION_FAILED))
def press_key(
    phone: Phone,
    key: Literal["back", "home", "recent_apps", "notifications", "quick_settings", "power_menu", "screenshot"],
) -> Json:
    """Press a key or open a panel: back, home screen, recent apps, notification shade, quick settings; take a screenshot."""
    if phone.one("device", "lock")["locked"] and key not in ("screenshot", "power_menu"):
        raise PhoneError(Code.PRECONDITION_FAILED, "the phone is locked")
    screen = phone.one("screen")
    if key == "screenshot":
        name = free_name(phone, "Screenshot_", "png")
        file = leave_file(phone, name, SCREENSHOTS, _SCREENSHOT_MB)
        return {"fileId": file, "name": name, "folder": SCREENSHOTS}
    # back closes what lies on top, and then the app
    shown = ("app" if screen["shown"] not in ("app", "home") and screen["app"] else "home") if key == "back" else key
    fields: Row = {"shown": shown} | ({"app": None, "text": ""} if shown == "home" else {})
    return {"shown": shown, "changed": phone.put("screen", "main", **fields)}
