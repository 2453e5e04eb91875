"""What joins two domains: guards, effects and requirements over tables that no single domain owns.

Grouped by what starts them: radios, power and clock, apps, codes and users, resets, do-not-disturb, deletion; then the
requirements that tools ask for by name. Each rule states itself in its docstring, and each has a test of its own.
"""

from .errors import Code, PhoneError
from .phone import Phone
from .rules import RULES
from .state import Row

RADIOS_UNDER_AIRPLANE = ("wifi", "bluetooth", "mobile_data", "hotspot")
LOW_BATTERY = 5
"""Percent at and below which casting and hotspot refuse to start."""
SAVER_BRIGHTNESS = 50
"""Percent above which the battery saver allows no brightness."""
SAVER_REFRESH_RATE = "60"
ABOUT_APPS = (
    "app_usage", "battery_usage", "app_timers", "focus_apps", "private_apps", "install_sources", "app_threats",
)  # fmt: skip
"""Tables whose rows are named by an app."""
PERSONAL = frozenset({"contacts", "calendar", "messages", "phone", "files", "photos"})
"""Permissions to the owner's personal data."""
REPEAT_CALL_SECONDS = 15 * 60
"""Within which a second call of the same number counts as a repeated one."""


def _turned_on(before: Row | None, after: Row | None) -> bool:
    return after is not None and bool(after["on"]) and not (before is not None and before["on"])


def _turned_off(before: Row | None, after: Row | None) -> bool:
    return before is not None and after is not None and bool(before["on"]) and not after["on"]


# -- radios


@RULES.effect("radios", "airplane")
def airplane_mode_drops_radios(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Airplane mode turns Wi-Fi, Bluetooth, mobile data and hotspot off, and restores the first three when it ends."""
    assert after is not None
    if _turned_on(before, after):
        remembered = {name: phone.one("radios", name)["on"] for name in RADIOS_UNDER_AIRPLANE}
        phone.put("radios", "airplane", remembered=remembered)
        for name in RADIOS_UNDER_AIRPLANE:
            phone.put("radios", name, on=False)
    elif _turned_off(before, after):
        for name, was_on in after.get("remembered", {}).items():
            if was_on and name != "hotspot":
                phone.put("radios", name, on=True)
        phone.put("radios", "airplane", remembered={})


@RULES.guard("radios", "mobile_data")
def mobile_data_needs_a_cellular_radio(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Mobile data cannot be turned on in airplane mode or without a SIM card."""
    if not _turned_on(before, after):
        return
    if phone.one("radios", "airplane")["on"]:
        raise PhoneError(Code.BLOCKED_BY_MODE, "airplane mode is on, so mobile data stays off")
    if not phone.one("radios", "sim")["present"]:
        raise PhoneError(Code.PRECONDITION_FAILED, "mobile data needs a SIM card, and there is none")


@RULES.effect("radios", "mobile_data")
def hotspot_ends_without_mobile_data(phone: Phone, before: Row | None, after: Row | None) -> None:
    """The hotspot turns off when mobile data does: there is nothing left to share."""
    if _turned_off(before, after):
        phone.put("radios", "hotspot", on=False)


@RULES.guard("radios", "hotspot")
def hotspot_needs_mobile_data_and_battery(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A hotspot starts only with mobile data on, the data saver off and more than 5 % battery or a charger."""
    if not _turned_on(before, after):
        return
    if not phone.one("radios", "mobile_data")["on"]:
        raise PhoneError(Code.PRECONDITION_FAILED, "the hotspot needs mobile data, which is off")
    if phone.one("radios", "data_saver")["on"]:
        raise PhoneError(Code.BLOCKED_BY_MODE, "the data saver is on, so the hotspot stays off")
    _require_battery(phone, "the hotspot")


@RULES.effect("radios", "hotspot")
def hotspot_drops_wifi_on_phones_that_cannot_share(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Starting a hotspot turns Wi-Fi off on a phone whose antenna cannot do both."""
    if _turned_on(before, after) and after is not None and not after["shares_wifi"]:
        phone.put("radios", "wifi", on=False)


@RULES.effect("radios", "wifi")
def wifi_ends_the_hotspot_on_phones_that_cannot_share(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Turning Wi-Fi on turns the hotspot off on a phone whose antenna cannot do both."""
    if _turned_on(before, after) and not phone.one("radios", "hotspot")["shares_wifi"]:
        phone.put("radios", "hotspot", on=False)


@RULES.effect("radios", "data_saver")
def data_saver_ends_the_hotspot(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Turning the data saver on turns the hotspot off."""
    if _turned_on(before, after):
        phone.put("radios", "hotspot", on=False)


@RULES.effect("radios", "wifi")
def wireless_links_end_without_wifi(phone: Phone, before: Row | None, after: Row | None) -> None:
    """When Wi-Fi turns off, a wireless cast ends as connection_lost and the PC link disconnects; a USB cast stays."""
    if _turned_off(before, after):
        end_casts(phone, "connection_lost", method="wireless")
        disconnect_pc(phone)


@RULES.effect("radios", "bluetooth")
def accessories_disconnect_without_bluetooth(phone: Phone, before: Row | None, after: Row | None) -> None:
    """When Bluetooth turns off, every accessory disconnects and the phone is no longer discoverable."""
    if _turned_off(before, after):
        phone.put("radios", "bluetooth", discoverable=False)
        for key, _ in phone.find("bluetooth_devices", connected=True):
            phone.put("bluetooth_devices", key, connected=False)


@RULES.guard("casts")
def casting_needs_a_link_and_battery(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A cast starts only above 5 % battery or on a charger, and a wireless one only with Wi-Fi on."""
    if before is not None or after is None:
        return
    if after["method"] == "wireless":
        wifi(phone)
    _require_battery(phone, "casting")


# -- power and clock


@RULES.guard("modes", "battery_saver")
def no_battery_saver_while_charging(phone: Phone, before: Row | None, after: Row | None) -> None:
    """The battery saver cannot be turned on while the phone charges."""
    if _turned_on(before, after) and phone.one("device", "battery")["charging"]:
        raise PhoneError(Code.CONFLICT, "the phone is charging, so the battery saver stays off")


@RULES.effect("modes", "battery_saver")
def battery_saver_limits_the_phone(phone: Phone, before: Row | None, after: Row | None) -> None:
    """The battery saver turns location and sync off, caps brightness and refresh rate, and gives them back at its end.

    A value that was changed in the meantime stays as it was set.
    """
    assert after is not None
    if _turned_on(before, after):
        brightness = phone.one("display", "brightness")["level"]
        limits: list[tuple[str, str, str, object]] = [
            ("radios", "location", "on", False),
            ("modes", "sync", "on", False),
            ("display", "refresh_rate", "rate", SAVER_REFRESH_RATE),
            ("display", "brightness", "level", min(brightness, SAVER_BRIGHTNESS)),
        ]
        remembered = {}
        for table, key, field, limit in limits:
            value = phone.one(table, key)[field]
            if value != limit:
                remembered[f"{table}/{key}/{field}"] = {"was": value, "limit": limit}
                phone.put(table, key, **{field: limit})
        phone.put("modes", "battery_saver", remembered=remembered)
    elif _turned_off(before, after):
        for path, kept in after.get("remembered", {}).items():
            table, key, field = path.split("/")
            if phone.one(table, key)[field] == kept["limit"]:
                phone.put(table, key, **{field: kept["was"]})
        phone.put("modes", "battery_saver", remembered={})


@RULES.effect("device", "battery")
def battery_saver_starts_at_its_level(phone: Phone, before: Row | None, after: Row | None) -> None:
    """The battery saver starts by itself when the battery, not charging, falls to the level that was chosen for it."""
    assert before is not None and after is not None
    if after["level"] <= phone.one("power_settings")["saver_at"] < before["level"] and not after["charging"]:
        phone.put("modes", "battery_saver", on=True)


@RULES.effect("modes", "extreme_saver")
def extreme_saver_is_a_battery_saver(phone: Phone, before: Row | None, after: Row | None) -> None:
    """The extreme battery saver turns the battery saver on."""
    if _turned_on(before, after):
        phone.put("modes", "battery_saver", on=True)


@RULES.effect("modes", "battery_saver")
def extreme_saver_ends_with_the_battery_saver(phone: Phone, before: Row | None, after: Row | None) -> None:
    """When the battery saver ends, so does the extreme one."""
    if _turned_off(before, after):
        phone.put("modes", "extreme_saver", on=False)


@RULES.guard("radios", "location")
def no_location_under_battery_saver(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Location cannot be turned on while the battery saver is on."""
    if _turned_on(before, after):
        _refuse_under_saver(phone, "location stays off")


@RULES.guard("modes", "sync")
def no_sync_under_battery_saver(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Background sync cannot be turned on while the battery saver is on."""
    if _turned_on(before, after):
        _refuse_under_saver(phone, "background sync stays off")


@RULES.guard("display", "brightness")
def battery_saver_caps_brightness(phone: Phone, before: Row | None, after: Row | None) -> None:
    """While the battery saver is on, brightness cannot be raised above 50 %."""
    assert before is not None and after is not None
    if after["level"] > SAVER_BRIGHTNESS and after["level"] != before["level"]:
        _refuse_under_saver(phone, f"brightness stays at or below {SAVER_BRIGHTNESS}")


@RULES.guard("display", "refresh_rate")
def battery_saver_caps_refresh_rate(phone: Phone, before: Row | None, after: Row | None) -> None:
    """While the battery saver is on, the refresh rate stays at 60 Hz."""
    assert before is not None and after is not None
    if after["rate"] != SAVER_REFRESH_RATE and after["rate"] != before["rate"]:
        _refuse_under_saver(phone, f"the refresh rate stays at {SAVER_REFRESH_RATE}")


@RULES.effect("device", "battery")
def charging_ends_the_battery_saver(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Plugging the charger in turns the battery saver off."""
    assert after is not None
    if after["charging"]:
        phone.put("modes", "battery_saver", on=False)


@RULES.effect("device", "battery")
def an_empty_battery_switches_the_phone_off(phone: Phone, before: Row | None, after: Row | None) -> None:
    """At 0 % without a charger the phone switches itself off."""
    assert after is not None
    if after["level"] <= 0 and not after["charging"]:
        phone.put("device", "power", state="off")


@RULES.effect("device", "power")
def switching_off_ends_casts(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Switching off or restarting ends every cast, a USB one too, and the PC link."""
    assert before is not None and after is not None
    if before["state"] == "on" and after["state"] != "on":
        end_casts(phone, "power_off")
        disconnect_pc(phone)


@RULES.effect("device", "clock")
def a_new_time_zone_moves_what_is_due(phone: Phone, before: Row | None, after: Row | None) -> None:
    """What is planned by the local clock falls due by the new zone as soon as the phone's zone changes."""
    assert before is not None and after is not None
    if after["zone"] != before["zone"]:
        phone.state.next_due = None


# -- apps that may not run now


@RULES.guard("apps")
def a_blocked_app_does_not_start(phone: Phone, before: Row | None, after: Row | None) -> None:
    """An app does not start against the extreme battery saver, focus mode, its used-up timer or a locked private space."""
    if after is None or not after["running"] or (before is not None and before["running"]):
        return
    reason = _blocks(phone, after)
    if reason is not None:
        raise PhoneError(Code.BLOCKED_BY_MODE, f"{after['name']} does not start: {reason}")


@RULES.effect("modes", "extreme_saver")
@RULES.effect("focus_mode")
@RULES.effect("focus_apps")
@RULES.effect("app_timers")
@RULES.effect("private_space")
@RULES.effect("private_apps")
def a_blocked_app_stops(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A running app stops as soon as it could not be started any more."""
    for key, row in list(phone.state.rows("apps").items()):
        if row["running"] and _blocks(phone, row) is not None:
            phone.put("apps", key, running=False)


def _blocks(phone: Phone, app: Row) -> str | None:
    """Why an app may not run now, if so."""
    state, key = phone.state, app["id"]
    if not app["system"] and phone.one("modes", "extreme_saver")["on"]:
        return "the extreme battery saver is on"
    if state.get("focus_apps", key) and phone.one("focus_mode")["on"]:
        return "focus mode is on"
    if state.get("private_apps", key) and not phone.one("private_space")["unlocked"]:
        return "the private space is locked"
    timer, usage = state.get("app_timers", key), state.get("app_usage", key)
    if timer and usage and usage["minutes"].get(phone.local.date().isoformat(), 0) >= timer["minutes"]:
        return f"its {timer['minutes']} minutes of today are used up"
    return None


# -- codes, users and sensors


@RULES.guard("device", "lock")
def the_screen_lock_stays_while_something_is_locked_by_it(phone: Phone, before: Row | None, after: Row | None) -> None:
    """The PIN or password cannot be removed while apps are locked or hidden behind it, or the phone is marked as lost."""
    assert before is not None and after is not None
    if after["pin"] is not None or before["pin"] is None:
        return
    locked = [row["name"] for _, row in phone.find("apps", locked=True)]
    if locked or phone.state.rows("private_apps") or phone.one("find_my_phone")["lost"]:
        message = "the screen lock protects locked apps, the private space or a lost phone; release them first"
        raise PhoneError(Code.PRECONDITION_FAILED, message, accepted={"lockedApps": locked})


@RULES.gate
def a_blocked_sensor_serves_no_app(phone: Phone, permission: str) -> None:
    """No app can use the camera or the microphone while it is blocked for all."""
    sensor = phone.state.get("sensors", permission)
    if sensor is not None and not sensor["on"]:
        allow = {"sensor": permission, "enabled": True}
        raise PhoneError(Code.PERMISSION_DENIED, f"the {permission} is blocked for all apps", accepted=allow)


@RULES.gate
def only_the_owner_reaches_personal_data(phone: Phone, permission: str) -> None:
    """While a guest or another user has the phone, contacts, calendar, messages, calls, files and photos are hidden."""
    if permission in PERSONAL:
        owner(phone)


# -- the name of the phone, and resets


@RULES.effect("about", "main")
def bluetooth_shows_the_name_of_the_phone(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Renaming the phone renames it for Bluetooth."""
    assert after is not None
    phone.put("radios", "bluetooth", name=after["name"])


@RULES.effect("resets", "network")
def a_network_reset_forgets_networks(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A network reset forgets Wi-Fi networks, VPN and paired devices, and sets the radios to their defaults."""
    for name in ("airplane", "hotspot", "data_saver"):
        phone.put("radios", name, on=False)
    phone.put("radios", "vpn", on=False, profile=None)
    for key in list(phone.state.rows("vpn_profiles")):
        phone.remove("vpn_profiles", key)
    for key, row in list(phone.state.rows("wifi_networks").items()):
        if row["inRange"]:
            phone.put("wifi_networks", key, saved=False)
        else:
            phone.remove("wifi_networks", key)
    for key, _ in phone.find("bluetooth_devices", paired=True):
        phone.put("bluetooth_devices", key, paired=False, connected=False)
    phone.put("radios", "wifi", on=True, ssid=None)
    phone.put("radios", "bluetooth", on=True, discoverable=False)
    phone.put("radios", "mobile_data", on=phone.one("radios", "sim")["present"], roaming=False)


@RULES.effect("resets", "app_preferences")
def a_reset_of_app_preferences_frees_apps(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A reset of app preferences allows every app notifications and background work, and no app to install others."""
    for key in list(phone.state.rows("apps")):
        phone.put("apps", key, notifications=True, background="optimized")
    for key in list(phone.state.rows("install_sources")):
        phone.put("install_sources", key, allowed=False)


@RULES.effect("resets", "accessibility")
def an_accessibility_reset_turns_every_aid_off(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A reset of accessibility turns every accessibility feature and reading aid off."""
    for table in ("accessibility", "reading_aids"):
        for key in list(phone.state.rows(table)):
            phone.put(table, key, on=False)


# -- do-not-disturb


@RULES.effect("notifications")
def do_not_disturb_silences_notifications(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Do-not-disturb marks new notifications silenced, except its allow-list; alarms ring unless silence is total."""
    if before is not None or after is None:
        return
    mode = _dnd_mode(phone)
    if mode is None or (after["app"] == "clock" and mode != "total_silence"):
        return
    if not (mode == "priority" and phone.find("dnd_exceptions", kind="app", name=after["app"])):
        phone.put("notifications", after["id"], silenced=True)


@RULES.effect("calls")
def do_not_disturb_silences_calls(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Do-not-disturb marks a ringing call silenced, except from allowed contacts and, if allowed, repeated callers."""
    if before is not None or after is None or after["status"] != "ringing":
        return
    mode = _dnd_mode(phone)
    if mode is None or (mode == "priority" and _may_ring(phone, after)):
        return
    phone.put("calls", after["id"], silenced=True)


def _dnd_mode(phone: Phone) -> str | None:
    dnd = phone.one("dnd")
    return str(dnd["mode"]) if dnd["on"] else None


def _may_ring(phone: Phone, call: Row) -> bool:
    if call["contact"] and phone.find("dnd_exceptions", kind="contact", contact=call["contact"]):
        return True
    if not phone.find("dnd_exceptions", kind="repeat_callers"):
        return False
    since = phone.state.now - REPEAT_CALL_SECONDS
    return any(
        row["id"] != call["id"] and row["direction"] == "in" and row["started"] >= since
        for _, row in phone.find("calls", number=call["number"])
    )


# -- playback and recording


@RULES.guard("players")
def no_playback_during_a_call(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Nothing starts to play while a call rings or is active."""
    starts = after is not None and after["state"] == "playing" and not (before is not None and before["state"] == "playing")
    if starts and _in_call(phone):
        raise PhoneError(Code.CONFLICT, "a call is going on; end it first")


@RULES.guard("recorder")
def no_recording_during_a_call(phone: Phone, before: Row | None, after: Row | None) -> None:
    """The voice recorder does not run while a call rings or is active."""
    if after is not None and after["state"] == "recording" and _in_call(phone):
        raise PhoneError(Code.CONFLICT, "a call is going on; end it first")


@RULES.effect("calls")
def a_call_interrupts_playback(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A call pauses what is playing, and that goes on when no call is left; it pauses a voice recording for good."""
    players = phone.state.rows("players")
    if _in_call(phone):
        for key in [key for key, row in players.items() if row["state"] == "playing"]:
            phone.put("players", key, state="paused", held=True)
        if phone.one("recorder")["state"] == "recording":
            phone.put("recorder", "main", state="paused")
    else:
        for key in [key for key, row in players.items() if row["held"]]:
            phone.put("players", key, state="playing", held=False)


@RULES.effect("audio_route")
def playback_pauses_without_its_headphones(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Playback pauses when the headphones or speaker that it came from disconnect, and does not blare from the phone."""
    assert before is not None
    device = phone.state.get("bluetooth_devices", before["output"])
    if device is not None and not device["connected"]:
        for key in list(phone.state.rows("players")):
            _halt(phone, key)


@RULES.effect("radios", "wifi")
@RULES.effect("radios", "mobile_data")
@RULES.effect("radios", "data_saver")
def a_stream_pauses_without_its_connection(phone: Phone, before: Row | None, after: Row | None) -> None:
    """What streams pauses when the internet is gone, or only mobile data that it must not use is left."""
    streams = [key for key, row in phone.state.rows("players").items() if row["stream"]]
    if not streams:
        return
    try:
        phone.require("streaming")
    except PhoneError:
        for key in streams:
            _halt(phone, key)


@RULES.effect("notifications")
def game_mode_silences_notifications(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Game mode that blocks notifications marks new ones silenced, except those of the clock and the phone app."""
    if before is not None or after is None or after["app"].casefold() in ("clock", "phone"):
        return
    game = phone.one("game_mode")
    if game["on"] and game["block_notifications"]:
        phone.put("notifications", after["id"], silenced=True)


def _in_call(phone: Phone) -> bool:
    return any(row["status"] in ("ringing", "active") for row in phone.state.rows("calls").values())


def _halt(phone: Phone, player: str) -> None:
    """Pauses a player for good, also one that waits for the end of a call."""
    state = phone.one("players", player)["state"]
    phone.put("players", player, state="paused" if state == "playing" else state, held=False)


# -- what goes with something that is deleted


@RULES.effect("contacts")
def deleted_contact_loses_its_exception(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Deleting a contact takes it off the do-not-disturb allow-list."""
    if after is None and before is not None:
        _forget_exceptions(phone, kind="contact", contact=before["id"])


@RULES.effect("apps")
def uninstalled_app_loses_its_exception(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Uninstalling an app takes it off the do-not-disturb allow-list."""
    if after is None and before is not None:
        _forget_exceptions(phone, kind="app", name=before["name"])


@RULES.effect("apps")
def what_is_known_about_an_app_goes_with_it(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Uninstalling an app removes its usage, timer, warnings and places in focus mode and private space."""
    if after is None and before is not None:
        for table in ABOUT_APPS:
            if phone.state.get(table, before["id"]) is not None:
                phone.remove(table, before["id"])
        for key, _ in phone.find("permission_usage", app=before["id"]):
            phone.remove("permission_usage", key)


@RULES.effect("contacts")
def deleted_contact_is_no_emergency_contact(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Deleting a contact takes it off the emergency contacts."""
    if after is None and before is not None and phone.state.get("emergency_contacts", before["id"]) is not None:
        phone.remove("emergency_contacts", before["id"])


@RULES.effect("files")
def deleted_file_stays_in_history_by_name(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Transfers and print jobs keep the name of a file that is deleted for good, and point at nothing."""
    if after is None and before is not None:
        for table in ("transfers", "print_jobs"):
            for key, _ in phone.find(table, file=before["id"]):
                phone.put(table, key, file=None)


@RULES.effect("files")
def deleted_file_leaves_the_gallery(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A picture, video or recording that is deleted for good leaves the gallery, its albums and the recorder's list."""
    if after is not None or before is None:
        return
    key = before["id"]
    for table in ("photos", "recordings"):
        if phone.state.get(table, key) is not None:
            phone.remove(table, key)
    for album, row in list(phone.state.rows("photo_albums").items()):
        if key in row["photos"]:
            phone.put("photo_albums", album, photos=[photo for photo in row["photos"] if photo != key])


def _forget_exceptions(phone: Phone, **fields: str) -> None:
    for key, _ in phone.find("dnd_exceptions", **fields):
        phone.remove("dnd_exceptions", key)


# -- guidance, live translation, the home screen


@RULES.effect("radios", "location")
def navigation_ends_without_location(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Turning location off ends the navigation that runs."""
    if _turned_off(before, after):
        end_navigation(phone)


@RULES.effect("device", "power")
def switching_off_ends_navigation_and_translation(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Switching off or restarting ends navigation and live translation."""
    assert before is not None and after is not None
    if before["state"] == "on" and after["state"] != "on":
        end_navigation(phone)
        phone.put("live_translation", "main", on=False)


@RULES.guard("live_translation", "main")
def translating_a_call_needs_a_call(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Live translation of a call starts only while a call is active."""
    if (
        _turned_on(before, after)
        and after is not None
        and after["mode"] == "call"
        and not phone.find("calls", status="active")
    ):
        raise PhoneError(Code.PRECONDITION_FAILED, "there is no active call to translate")


@RULES.effect("calls")
def translation_of_a_call_ends_with_it(phone: Phone, before: Row | None, after: Row | None) -> None:
    """When a call ends, so does its live translation."""
    if before is None or before["status"] != "active" or (after is not None and after["status"] == "active"):
        return
    if phone.one("live_translation")["mode"] == "call":
        phone.put("live_translation", "main", on=False)


@RULES.effect("apps")
def uninstalled_app_leaves_the_home_screen(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Uninstalling an app removes its icons and widgets."""
    if after is None and before is not None:
        for key, _ in phone.find("home_items", app=before["id"]):
            phone.remove("home_items", key)


@RULES.effect("contacts")
def deleted_contact_leaves_the_home_screen(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Deleting a contact removes its shortcuts from the home screen."""
    if after is None and before is not None:
        for key, _ in phone.find("home_items", contact=before["id"]):
            phone.remove("home_items", key)


# -- what tools ask for by name


@RULES.requires("internet")
def internet(phone: Phone) -> None:
    """Wi-Fi joined to a network, or mobile data."""
    joined = phone.one("radios", "wifi")
    if not (joined["on"] and joined["ssid"]) and not phone.one("radios", "mobile_data")["on"]:
        raise PhoneError(Code.NO_SERVICE, "no internet: Wi-Fi is not joined and mobile data is off")


@RULES.requires("cellular")
def cellular(phone: Phone) -> None:
    """A SIM card and no airplane mode."""
    if phone.one("radios", "airplane")["on"]:
        raise PhoneError(Code.NO_SERVICE, "no cellular service: airplane mode is on")
    if not phone.one("radios", "sim")["present"]:
        raise PhoneError(Code.NO_SERVICE, "no cellular service: there is no SIM card")


@RULES.requires("bluetooth")
def bluetooth(phone: Phone) -> None:
    """Bluetooth is on."""
    if not phone.one("radios", "bluetooth")["on"]:
        raise PhoneError(Code.PRECONDITION_FAILED, "Bluetooth is off")


@RULES.requires("wifi")
def wifi(phone: Phone) -> None:
    """Wi-Fi is on."""
    if not phone.one("radios", "wifi")["on"]:
        raise PhoneError(Code.PRECONDITION_FAILED, "Wi-Fi is off")


@RULES.requires("location")
def location(phone: Phone) -> None:
    """Location is on."""
    if not phone.one("radios", "location")["on"]:
        raise PhoneError(Code.PRECONDITION_FAILED, "location is off")


@RULES.requires("owner")
def owner(phone: Phone) -> None:
    """The phone's owner uses it, not a guest or another user."""
    active = phone.row("users", phone.one("active_user")["user"])
    if active["kind"] != "owner":
        message = f"{active['name']} uses the phone; switch back to its owner first"
        raise PhoneError(Code.PERMISSION_DENIED, message, accepted={"action": "switch", "user": "owner"})


# -- shared by the rules above


def end_casts(phone: Phone, reason: str, **fields: str) -> None:
    """Ends the running cast, if its fields fit, and keeps why."""
    for key, _ in phone.find("casts", state="active", **fields):
        phone.put("casts", key, state="ended", reason=reason)


def end_navigation(phone: Phone) -> None:
    """Ends the running guidance, if there is one."""
    phone.put("navigation", "main", destination=None, stops=[], route=[])


def disconnect_pc(phone: Phone) -> None:
    """Ends the link with a computer, if there is one."""
    for key, _ in phone.find("pc_links", connected=True):
        phone.put("pc_links", key, connected=False)


def _refuse_under_saver(phone: Phone, consequence: str) -> None:
    if phone.one("modes", "battery_saver")["on"]:
        raise PhoneError(Code.BLOCKED_BY_MODE, f"the battery saver is on, so {consequence}")


def _require_battery(phone: Phone, what: str) -> None:
    battery = phone.one("device", "battery")
    if battery["level"] <= LOW_BATTERY and not battery["charging"]:
        raise PhoneError(Code.PRECONDITION_FAILED, f"{what} needs more than {LOW_BATTERY} % battery")
