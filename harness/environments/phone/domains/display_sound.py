"""Display and sound: what the screen looks like, how loud the phone is, when it keeps quiet, and aids for reading.

Every setting is one row with the value that is wanted. What the battery saver forbids, and what do-not-disturb does to
calls and notifications, stands in ``laws.py``.
"""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from harness.contract import Json

from .. import zones
from ..arguments import Days, Moment, Percent, Text, TimeOfDay, kept_days
from ..errors import Code, PhoneError, missing, not_found
from ..lookups import resolve_app, resolve_contact
from ..phone import Phone
from ..rules import RULES, Schedule
from ..state import Row
from ..tables import TABLES, Table
from ..tools import Risk, tool

DOMAIN = "Display & Sound"

TABLES.register([
    Table("display", "brightness, font_size, display_size, rotation, screen_timeout, refresh_rate, color_mode, always_on, "
          "wallpaper: one row each", references={"home": "wallpapers", "lock": "wallpapers"}),
    Table("night_display", "dark_mode and eye_comfort: on, and the hours of a schedule"),
    Table("wallpapers", "pictures that can be set as wallpaper", prefix="wp"),
    Table("sound", "volume, ringer, vibration, effects: one row each"),
    Table("chosen_tones", "main: the tone of calls, notifications and alarms",
          references={"ringtone": "tones", "notification": "tones", "alarm": "tones"}),
    Table("tones", "sounds for calls, notifications and alarms", prefix="tn"),
    Table("dnd", "main: do-not-disturb now; minutes or until as they were asked for, expires is the epoch that follows",
          volatile=("expires",)),
    Table("dnd_schedules", "hours in which do-not-disturb turns itself on", prefix="ds"),
    Table("dnd_exceptions", "who and what may interrupt in priority mode", prefix="dx", references={"contact": "contacts"}),
    Table("reading_aids", "accessibility aids for seeing and reading, one row each"),
])  # fmt: skip

Switch = Literal["on", "off", "schedule"]
Size = Literal["small", "default", "large", "largest"]
DndMode = Literal["priority", "alarms_only", "total_silence"]
Rate = Annotated[Literal["auto", "60", "90", "120"], BeforeValidator(str)]
Timeout = Annotated[
    Literal[15, 30, 60, 120, 300, 600, 1800],
    BeforeValidator(lambda value: int(value) if str(value).isdecimal() else value),
]


# -- rules of these tables only


def _boundary(phone: Phone, after: int, time: str, days: list[str]) -> int:
    """The first epoch > ``after`` at which the phone's clock shows ``time`` on one of ``days`` (empty: any day)."""
    return zones.next_time(time, phone.one("device", "clock")["zone"], after, days)


def _is_within(phone: Phone, start: str, end: str) -> bool:
    """Whether the phone's time lies in a span that may cross midnight."""
    now = phone.local.strftime("%H:%M")
    return start <= now < end if start <= end else now >= start or now < end


def _night_due(phone: Phone, row: Row, after: int) -> int | None:
    if not row["scheduled"]:
        return None
    return min(_boundary(phone, after, row["start"], []), _boundary(phone, after, row["end"], []))


def _night_fire(phone: Phone, key: str, row: Row) -> None:
    """Dark mode and eye comfort turn on and off at the hours of their schedule."""
    phone.put("night_display", key, on=_is_within(phone, row["start"], row["end"]))


def _dnd_due(phone: Phone, row: Row, after: int) -> int | None:
    return max(int(row["expires"]), after + 1) if row["on"] and row["expires"] is not None else None


def _dnd_fire(phone: Phone, key: str, row: Row) -> None:
    """Do-not-disturb that was turned on until some time ends then."""
    phone.put("dnd", key, on=False, minutes=None, until=None, expires=None)


def _schedule_due(phone: Phone, row: Row, after: int) -> int | None:
    return _boundary(phone, after, row["start"], row["days"]) if row["enabled"] else None


def _schedule_fire(phone: Phone, key: str, row: Row) -> None:
    """A schedule turns do-not-disturb on, in its mode, until its end, unless it is on for longer already."""
    now, ends = phone.one("dnd"), _boundary(phone, phone.state.now, row["end"], [])
    if not now["on"] or (now["expires"] is not None and now["expires"] < ends):
        phone.put("dnd", "main", on=True, mode=row["mode"], minutes=None, until=phone.to_local(ends), expires=ends)


RULES.schedule(Schedule("night_display", _night_due, _night_fire))
RULES.schedule(Schedule("dnd", _dnd_due, _dnd_fire))
RULES.schedule(Schedule("dnd_schedules", _schedule_due, _schedule_fire))


# -- display


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(Code.BLOCKED_BY_MODE,))
def set_brightness(phone: Phone, level: Percent) -> Json:
    """Set the screen brightness.

    level: percent.
    """
    return {"level": level, "changed": phone.put("display", "brightness", level=level)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_auto_brightness(phone: Phone, enabled: bool) -> Json:
    """Let the phone adapt the brightness to the light around it, or not."""
    return {"enabled": enabled, "changed": phone.put("display", "brightness", auto=enabled)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_dark_mode(phone: Phone, mode: Switch, startTime: TimeOfDay | None = None, endTime: TimeOfDay | None = None) -> Json:
    """Turn the dark theme on or off, or have it follow a schedule.

    startTime: for schedule.
    endTime: for schedule.
    """
    return _set_night(phone, "dark_mode", mode, startTime, endTime, {})


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_eye_comfort(
    phone: Phone,
    mode: Switch,
    intensity: Percent | None = None,
    startTime: TimeOfDay | None = None,
    endTime: TimeOfDay | None = None,
) -> Json:
    """Turn the warm, blue-light reducing colours (night light) on or off, or have them follow a schedule.

    intensity: how warm, in percent.
    startTime: for schedule.
    endTime: for schedule.
    """
    return _set_night(phone, "eye_comfort", mode, startTime, endTime, {} if intensity is None else {"intensity": intensity})


def _set_night(phone: Phone, key: str, mode: str, start: str | None, end: str | None, fields: Row) -> Json:
    row = phone.one("night_display", key)
    start, end = start or row["start"], end or row["end"]
    if mode == "schedule":
        if start is None or end is None:
            raise missing("startTime" if start is None else "endTime", "24-hour HH:MM")
        if start == end:
            raise PhoneError(Code.INVALID_ARGUMENT, "startTime and endTime are the same")
        changed = phone.put("night_display", key, scheduled=True, start=start, end=end,
                            on=_is_within(phone, start, end), **fields)  # fmt: skip
    else:
        changed = phone.put("night_display", key, scheduled=False, on=mode == "on", **fields)
    return {"on": phone.one("night_display", key)["on"], "changed": changed}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_font_size(phone: Phone, size: Size) -> Json:
    """Set the size of text."""
    return {"size": size, "changed": phone.put("display", "font_size", size=size)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_display_size(phone: Phone, size: Size) -> Json:
    """Set the size of everything on the screen (zoom); text alone is set_font_size."""
    return {"size": size, "changed": phone.put("display", "display_size", size=size)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_auto_rotate(phone: Phone, enabled: bool) -> Json:
    """Let the screen turn with the phone, or keep it as it is."""
    return {"enabled": enabled, "changed": phone.put("display", "rotation", auto=enabled)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_screen_timeout(phone: Phone, seconds: Timeout) -> Json:
    """Set after how many seconds without use the screen turns off."""
    return {"seconds": seconds, "changed": phone.put("display", "screen_timeout", seconds=seconds)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(Code.BLOCKED_BY_MODE,))
def set_refresh_rate(phone: Phone, rate: Rate) -> Json:
    """Set how often a second the screen is redrawn.

    rate: in hertz; auto adapts it to the content.
    """
    return {"rate": rate, "changed": phone.put("display", "refresh_rate", rate=rate)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_color_mode(phone: Phone, mode: Literal["natural", "vivid", "cinema"]) -> Json:
    """Set how the screen renders colours."""
    return {"mode": mode, "changed": phone.put("display", "color_mode", mode=mode)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_always_on_display(phone: Phone, mode: Literal["off", "tap", "always"]) -> Json:
    """Show time and notifications on the sleeping screen: never, after a tap, or always."""
    return {"mode": mode, "changed": phone.put("display", "always_on", mode=mode)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ}, errors=(Code.NOT_FOUND,))
def manage_wallpaper(
    phone: Phone,
    action: Literal["list", "set"],
    wallpaper: Text | None = None,
    screen: Literal["home", "lock", "both"] = "both",
) -> Json:
    """List the wallpapers, or set one on the home screen, the lock screen or both.

    wallpaper: its name or id, for set.
    """
    rows = phone.state.rows("wallpapers")
    now = phone.one("display", "wallpaper")
    if action == "list":
        shown = {place: rows[now[place]]["name"] for place in ("home", "lock")}
        return {"wallpapers": [row["name"] for row in rows.values()], "now": shown}
    if wallpaper is None:
        raise missing("wallpaper", "name of a wallpaper")
    key = _pick(phone, "wallpapers", "wallpaper", wallpaper)
    places = ("home", "lock") if screen == "both" else (screen,)
    changed = phone.put("display", "wallpaper", **dict.fromkeys(places, key))
    return {"wallpaper": rows[key]["name"], "screen": screen, "changed": changed}


def _pick(phone: Phone, table: str, what: str, given: str, **fields: Json) -> str:
    """The id of the row with that id or name; names are unique in these tables."""
    if phone.state.get(table, given) is not None:
        return given
    matches = phone.find(table, name=given, **fields)
    if not matches:
        raise not_found(what, given, [row["name"] for _, row in phone.find(table, **fields)[:10]])
    return matches[0][0]


@tool(DOMAIN)
def get_display_sound_settings(phone: Phone, section: Literal["display", "sound"]) -> Json:
    """Show the settings of the display (brightness, theme, sizes) or of sound (volumes, ringer, tones)."""
    if section == "display":
        display, night = phone.state.rows("display"), phone.state.rows("night_display")
        return {
            "brightness": display["brightness"]["level"],
            "autoBrightness": display["brightness"]["auto"],
            "darkMode": _night_status(night["dark_mode"]),
            "eyeComfort": {**_night_status(night["eye_comfort"]), "intensity": night["eye_comfort"]["intensity"]},
            "fontSize": display["font_size"]["size"],
            "displaySize": display["display_size"]["size"],
            "autoRotate": display["rotation"]["auto"],
            "screenTimeout": display["screen_timeout"]["seconds"],
            "refreshRate": display["refresh_rate"]["rate"],
            "colorMode": display["color_mode"]["mode"],
            "alwaysOn": display["always_on"]["mode"],
        }
    sound, tones = phone.state.rows("sound"), phone.state.rows("tones")
    return {
        "volume": dict(sound["volume"]),
        "ringer": sound["ringer"]["mode"],
        "tones": {kind: tones[key]["name"] for kind, key in phone.one("chosen_tones").items()},
        "vibration": dict(sound["vibration"]),
        "effects": dict(sound["effects"]),
    }


def _night_status(row: Row) -> dict[str, Json]:
    status: dict[str, Json] = {"on": row["on"]}
    if row["scheduled"]:
        status |= {"start": row["start"], "end": row["end"]}
    return status


# -- sound


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_volume(
    phone: Phone, stream: Literal["media", "ring", "notification", "alarm", "call", "system"], level: Percent
) -> Json:
    """Set the volume of one kind of sound.

    level: percent; 0 is silent.
    """
    return {"stream": stream, "level": level, "changed": phone.put("sound", "volume", **{stream: level})}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_ringer_mode(phone: Phone, mode: Literal["normal", "vibrate", "silent"]) -> Json:
    """Let calls and notifications ring, only vibrate, or stay silent; volumes stay as they are."""
    return {"mode": mode, "changed": phone.put("sound", "ringer", mode=mode)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ}, errors=(Code.NOT_FOUND,))
def manage_tone(
    phone: Phone,
    action: Literal["list", "set"],
    kind: Literal["ringtone", "notification", "alarm"] | None = None,
    tone: Text | None = None,
) -> Json:
    """List the tones, or choose the ringtone, notification sound or alarm sound.

    tone: its name or id, for set.
    """
    fields = {} if kind is None else {"kind": kind}
    if action == "list":
        return {"tones": [{"name": row["name"], "kind": row["kind"]} for _, row in phone.find("tones", **fields)]}
    if kind is None:
        raise missing("kind", "ringtone, notification or alarm")
    if tone is None:
        raise missing("tone", "name of a tone")
    key = _pick(phone, "tones", f"{kind} tone", tone, kind=kind)
    if phone.row("tones", key)["kind"] != kind:
        raise not_found(f"{kind} tone", tone)
    changed = phone.put("chosen_tones", "main", **{kind: key})
    return {"tone": phone.row("tones", key)["name"], "changed": changed}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_vibration(
    phone: Phone,
    kind: Literal["ring", "notification", "touch"],
    level: Literal["off", "light", "medium", "strong"],
) -> Json:
    """Set how strongly the phone vibrates for calls, notifications or touches."""
    return {"kind": kind, "level": level, "changed": phone.put("sound", "vibration", **{kind: level})}


_EFFECTS: dict[str, tuple[str, ...]] = {
    "equalizer": ("flat", "music", "movie", "voice"),
    "spatial_audio": ("off", "on"),
    "mono_audio": ("off", "on"),
    "dialogue_boost": ("off", "on"),
}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_sound_effect(
    phone: Phone,
    effect: Literal["equalizer", "spatial_audio", "mono_audio", "dialogue_boost"],
    value: Literal["on", "off", "flat", "music", "movie", "voice"],
) -> Json:
    """Set a sound effect of the phone's own output; headphones have an equalizer of their own.

    value: on or off; for the equalizer flat, music, movie or voice.
    """
    if value not in _EFFECTS[effect]:
        raise PhoneError(Code.INVALID_ARGUMENT, f"{effect} cannot be {value}", accepted=list(_EFFECTS[effect]))
    return {"effect": effect, "value": value, "changed": phone.put("sound", "effects", **{effect: value})}


# -- do-not-disturb


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"status": Risk.READ})
def manage_do_not_disturb(
    phone: Phone,
    action: Literal["turn_on", "turn_off", "status"],
    mode: DndMode | None = None,
    durationMinutes: Annotated[int, Field(ge=1, le=10_080)] | None = None,
    until: Moment | None = None,
) -> Json:
    """Turn do-not-disturb on or off now, or show it; alarms still ring unless it is total_silence.

    mode: for turn_on; priority lets exceptions through and is meant unless given.
    durationMinutes: for how long; without it and until, it stays on.
    until: when it ends.
    """
    if action == "status":
        exceptions = [row["name"] for row in phone.state.rows("dnd_exceptions").values()]
        return {**_dnd_status(phone), "exceptions": exceptions}
    if action == "turn_off":
        changed = phone.put("dnd", "main", on=False, minutes=None, until=None, expires=None)
        return {**_dnd_status(phone), "changed": changed}
    if durationMinutes is not None and until is not None:
        raise PhoneError(Code.INVALID_ARGUMENT, "give durationMinutes or until, not both")
    expires = phone.to_epoch(until) if until else None
    if expires is not None and expires <= phone.state.now:
        raise PhoneError(Code.INVALID_ARGUMENT, f"until {until} is in the past")
    if durationMinutes is not None:
        expires = phone.state.now + durationMinutes * 60
    changed = phone.put("dnd", "main", on=True, mode=mode or "priority", minutes=durationMinutes, until=until,
                        expires=expires)  # fmt: skip
    return {**_dnd_status(phone), "changed": changed}


def _dnd_status(phone: Phone) -> dict[str, Json]:
    row = phone.one("dnd")
    if not row["on"]:
        return {"on": False}
    ends = None if row["expires"] is None else phone.to_local(row["expires"])
    return {"on": True, "mode": row["mode"], "until": ends}


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS),
)
def manage_dnd_schedule(
    phone: Phone,
    action: Literal["create", "update", "enable", "disable", "delete", "list"],
    scheduleId: str | None = None,
    name: Text | None = None,
    startTime: TimeOfDay | None = None,
    endTime: TimeOfDay | None = None,
    days: Days | None = None,
    mode: DndMode | None = None,
) -> Json:
    """Create, change, switch, delete or list the schedules by which do-not-disturb turns itself on.

    scheduleId: which schedule; without it, its name says which one. To rename one, give both.
    days: on which it starts; none means every day.
    mode: priority unless given.
    """
    if action == "list":
        fields = ("id", "name", "start", "end", "days", "mode", "enabled")
        return {"schedules": [{field: row[field] for field in fields} for row in phone.state.rows("dnd_schedules").values()]}
    if startTime is not None and startTime == endTime:
        raise PhoneError(Code.INVALID_ARGUMENT, "startTime and endTime are the same")
    if action == "create":
        return _create_dnd_schedule(phone, name, startTime, endTime, days, mode)
    key = phone.resolve("dnd_schedules", "do-not-disturb schedule", key=scheduleId, name=name)
    if action == "delete":
        phone.remove("dnd_schedules", key)
        return {"scheduleId": key, "deleted": True}
    if action in ("enable", "disable"):
        return {"scheduleId": key, "changed": phone.put("dnd_schedules", key, enabled=action == "enable")}
    row = phone.row("dnd_schedules", key)
    given: Row = {"start": startTime, "end": endTime, "days": None if days is None else kept_days(days), "mode": mode}
    if scheduleId is not None:
        given["name"] = name
    fresh = {field: value for field, value in given.items() if value is not None}
    if not fresh:
        raise missing("startTime", "a new startTime, endTime, days, mode or name")
    if fresh.get("start", row["start"]) == fresh.get("end", row["end"]):
        raise PhoneError(Code.INVALID_ARGUMENT, "the schedule would start and end at the same time")
    return {"scheduleId": key, "changed": phone.put("dnd_schedules", key, **fresh)}


def _create_dnd_schedule(
    phone: Phone, name: str | None, start: str | None, end: str | None, days: Days | None, mode: str | None
) -> Json:
    if start is None or end is None:
        raise missing("startTime" if start is None else "endTime", "24-hour HH:MM")
    fields: Row = {"start": start, "end": end, "days": kept_days(days or []), "mode": mode or "priority"}
    same = phone.find("dnd_schedules", name=name or "", **fields)
    if same:
        changed = phone.put("dnd_schedules", same[0][0], enabled=True)
        return {"scheduleId": same[0][0], "created": False, "changed": changed}
    return {"scheduleId": phone.add("dnd_schedules", "ds", name=name or "", **fields, enabled=True), "created": True}


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PERMISSION_DENIED),
)
def manage_dnd_exception(
    phone: Phone,
    action: Literal["add", "remove", "list"],
    kind: Literal["contact", "app", "repeat_callers"] | None = None,
    name: Text | None = None,
) -> Json:
    """Choose who and what may interrupt do-not-disturb in priority mode, or list them.

    name: the contact or app; repeat_callers (a second call within 15 minutes) has none.
    """
    if action == "list":
        rows = phone.state.rows("dnd_exceptions").values()
        return {"exceptions": [{"kind": row["kind"], "name": row["name"]} for row in rows]}
    if kind is None:
        raise missing("kind", "contact, app or repeat_callers")
    if kind != "repeat_callers" and name is None:
        raise missing("name", f"which {kind}")
    if action == "remove":
        listed = phone.find("dnd_exceptions", kind=kind, **({} if kind == "repeat_callers" else {"name": name}))
        if not listed:
            known = [row["name"] for row in phone.state.rows("dnd_exceptions").values()]
            raise not_found(f"{kind} exception", name or kind, known)
        phone.remove("dnd_exceptions", listed[0][0])
        return {"removed": listed[0][1]["name"]}
    contact = resolve_contact(phone, None, name) if kind == "contact" else None
    if kind == "app":
        label = str(resolve_app(phone, name or "")["name"])
    else:
        label = str(contact["name"]) if contact else kind
    contact_id = contact["id"] if contact else None
    if phone.find("dnd_exceptions", kind=kind, name=label, contact=contact_id):
        return {"added": label, "changed": False}
    phone.add("dnd_exceptions", "dx", kind=kind, name=label, contact=contact_id)
    return {"added": label, "changed": True}


# -- reading aids


Aid = Literal["magnification", "bold_text", "high_contrast_text", "live_captions", "select_to_speak", "color_correction"]


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"get": Risk.READ})
def manage_reading_aid(
    phone: Phone, action: Literal["get", "set"], aid: Aid | None = None, enabled: bool | None = None
) -> Json:
    """Show the aids for seeing and reading, or turn one on or off.

    aid: which one; get without it shows all.
    enabled: for set.
    """
    if action == "get":
        rows = phone.state.rows("reading_aids")
        return {name: row["on"] for name, row in rows.items() if aid in (None, name)}
    if aid is None:
        raise missing("aid", "which reading aid")
    if enabled is None:
        raise missing("enabled", "true or false")
    return {"aid": aid, "enabled": enabled, "changed": phone.put("reading_aids", aid, on=enabled)}
