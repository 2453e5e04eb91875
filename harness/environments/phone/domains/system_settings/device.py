"""The device itself: what it is, its system and updates, accessibility, options for developers, resets."""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ... import zones
from ...errors import Code, PhoneError, missing
from ...phone import Phone
from ...rules import RULES, Schedule
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

UPDATE_BATTERY = 30
"""Percent below which a system update needs the charger."""
INSTALL_SECONDS = 300
NIGHT = "02:00"
"""When an update is installed that should be installed tonight."""


# -- about the phone


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"get": Risk.READ})
def manage_device_info(
    phone: Phone, action: Literal["get", "rename"], name: Annotated[str, Field(min_length=1, max_length=60)] | None = None
) -> Json:
    """Show what is known about the phone: model, Android version, security patch, serial number, IMEI; or rename it.

    name: the new name of the device, which Bluetooth shows too.
    """
    if action == "rename":
        if name is None:
            raise missing("name", "the new name of the device")
        return {"name": name, "changed": phone.put("about", "main", name=name)}
    info, about, system = phone.one("device", "info"), phone.one("about"), phone.one("system_update")
    return {
        "name": about["name"],
        "model": info["model"],
        "owner": info["owner"],
        "androidVersion": system["version"],
        "build": system["build"],
        "securityPatch": system["patch"],
        "serialNumber": about["serial"],
        "imei": about["imei"],
        "language": info["locale"],
    }


# -- updates


def _require_update_conditions(phone: Phone, update: Row) -> None:
    phone.require("internet")
    battery, free = phone.one("device", "battery"), phone.one("device", "storage")["free_mb"]
    if battery["level"] < UPDATE_BATTERY and not battery["charging"]:
        raise PhoneError(Code.PRECONDITION_FAILED, f"the update needs {UPDATE_BATTERY} % battery or the charger")
    if update["offer_mb"] > free:
        message = f"the update needs {update['offer_mb']} MB, {free:g} MB are free"
        raise PhoneError(Code.NO_SPACE, message, accepted={"freeMb": free})


def _install(phone: Phone) -> None:
    """Installs the offered system and restarts. Raises ``PhoneError`` when battery, space or connection forbid it."""
    update = phone.one("system_update")
    _require_update_conditions(phone, update)
    phone.put(
        "system_update", "main", version=update["offer_version"], build=update["offer_build"], patch=update["offer_patch"],
        offer_version=None, offer_build=None, offer_patch=None, offer_mb=None, tonight=False, install_at=None,
    )  # fmt: skip
    phone.put("device", "info", android=int(update["offer_version"].split(".")[0]))
    phone.put("device", "power", state="rebooting", ready_at=phone.state.now + INSTALL_SECONDS)


def _tonight(phone: Phone, row: Row, after: int) -> int | None:
    return max(int(row["install_at"]), after + 1) if row["tonight"] else None


def _install_tonight(phone: Phone, key: str, row: Row) -> None:
    """The update is installed in the night if battery, space and connection allow it; otherwise the phone says why not."""
    try:
        _install(phone)
    except PhoneError as refusal:
        phone.put("system_update", key, tonight=False, install_at=None)
        text = f"not installed: {refusal.message}"
        phone.add("notifications", "nt", app="system", title="System update", text=text, time=phone.state.now)


RULES.schedule(Schedule("system_update", _tonight, _install_tonight))


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"check": Risk.READ, "install": Risk.IRREVERSIBLE},
    errors=(Code.NO_SERVICE, Code.PRECONDITION_FAILED, Code.NO_SPACE),
    seconds=3,
)
def manage_system_update(phone: Phone, action: Literal["check", "install", "install_tonight", "cancel"]) -> Json:
    """Check for a system update, install it now, which restarts the phone, or tonight, or cancel that."""
    row = phone.one("system_update")
    if action == "cancel":
        return {"changed": phone.put("system_update", "main", tonight=False, install_at=None)}
    if action == "check":
        phone.require("internet")
        offer = {"version": row["offer_version"], "securityPatch": row["offer_patch"], "sizeMb": row["offer_mb"]}
        return {
            "version": row["version"],
            "securityPatch": row["patch"],
            "available": offer if row["offer_version"] else None,
            "installsTonight": row["tonight"],
        }
    if row["offer_version"] is None:
        return {"version": row["version"], "upToDate": True, "changed": False}
    if action == "install_tonight":
        at = zones.next_time(NIGHT, phone.one("device", "clock")["zone"], phone.state.now)
        changed = not row["tonight"] and phone.put("system_update", "main", tonight=True, install_at=at)
        return {"installsAt": phone.to_local(at), "version": row["offer_version"], "changed": changed}
    _install(phone)
    return {"version": row["offer_version"], "power": "rebooting", "readyInSeconds": INSTALL_SECONDS, "changed": True}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_auto_update(phone: Phone, target: Literal["system", "apps"], mode: Literal["off", "wifi_only", "always"]) -> Json:
    """Choose whether the system or the apps update themselves: never, over Wi-Fi only, or always."""
    return {"target": target, "mode": mode, "changed": phone.put("auto_update", target, mode=mode)}


# -- accessibility


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"get": Risk.READ})
def manage_accessibility(
    phone: Phone,
    action: Literal["get", "set"],
    feature: Literal[
        "talkback", "voice_access", "switch_access", "sound_notifications", "flash_alerts", "remove_animations",
        "large_pointer", "touch_assistance",
    ] | None = None,
    enabled: bool | None = None,
) -> Json:  # fmt: skip
    """Turn accessibility features such as the TalkBack screen reader or voice access on or off, or show them.

    feature: sound_notifications reports a doorbell, flash_alerts flashes the light, touch_assistance is a floating menu.
    """
    if action == "get":
        rows = phone.state.rows("accessibility").items()
        return {"features": {key: row["on"] for key, row in rows if feature in (None, key)}}
    if feature is None:
        raise missing("feature", "such as talkback")
    if enabled is None:
        raise missing("enabled", "true or false")
    return {"feature": feature, "enabled": enabled, "changed": phone.put("accessibility", feature, on=enabled)}


# -- developer options


@RULES.guard("developer")
def developer_options_need_developer_mode(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A developer option can be turned on only in developer mode."""
    assert before is not None and after is not None
    mode = before if before["option"] == "developer_mode" else phone.one("developer", "developer_mode")
    if after["option"] != "developer_mode" and after["on"] and not before["on"] and not mode["on"]:
        raise PhoneError(Code.PRECONDITION_FAILED, "developer mode is off; turn developer_mode on first")


@RULES.guard("developer", "usb_debugging")
def usb_debugging_stays_on_while_it_is_used(phone: Phone, before: Row | None, after: Row | None) -> None:
    """USB debugging cannot be turned off while a computer debugs the phone: it would cut its own cable."""
    assert before is not None and after is not None
    if before["on"] and not after["on"] and before["computer"]:
        raise PhoneError(Code.POLICY_DENIED, f"{before['computer']} debugs the phone over USB; unplug it first")


@RULES.effect("developer", "developer_mode")
def developer_mode_ends_with_its_options(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Turning developer mode off turns every developer option off."""
    assert after is not None
    if not after["on"]:
        for key in list(phone.state.rows("developer")):
            phone.put("developer", key, on=False)


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(Code.PRECONDITION_FAILED, Code.POLICY_DENIED))
def set_developer_option(
    phone: Phone,
    option: Literal["developer_mode", "usb_debugging", "wireless_debugging", "stay_awake", "show_taps"],
    enabled: bool,
) -> Json:
    """Turn developer options on or off: developer mode itself, USB or wireless debugging, stay awake, show taps.

    option: stay_awake keeps the screen on while charging.
    """
    if option == "wireless_debugging" and enabled:
        phone.require("wifi")
    return {"option": option, "enabled": enabled, "changed": phone.put("developer", option, on=enabled)}


# -- resets


@tool(DOMAIN, risk=Risk.IRREVERSIBLE, errors=(Code.PERMISSION_DENIED,), seconds=5)
def reset_settings(phone: Phone, scope: Literal["network", "app_preferences", "accessibility"]) -> Json:
    """Reset settings to their defaults: network, app preferences or accessibility; data stays.

    scope: network forgets Wi-Fi networks, VPN and paired devices; app_preferences allows notifications and background work.
    """
    phone.require("owner")
    phone.put("resets", scope, at=phone.state.now)
    return {"scope": scope, "reset": True}
