"""What of the phone's tables a real device shows: where each field is read, and how it is written.

Fields are read from another place than they are written to wherever Android has two. Several fields share a source, so that
a whole mirror costs one round trip.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from shlex import quote

from harness.contract import Json

from ..phone.arguments import WEEKDAYS
from ..phone.state import Row, State
from .adb import Output

Path = tuple[str, str, str]
"""Table, key and field."""


@dataclass(frozen=True)
class Field:
    """One field: the command that shows it, how its text is read, and the command that writes the row's new value.

    ``write`` gets the row as it shall be and the source's present text; None marks a field that can only be read. ``agrees``
    says whether a text shows a value, where a device is coarser than the phone's tables.
    """

    source: str
    read: Callable[[str], Json]
    write: Callable[[Row, str], str] | None = None
    agrees: Callable[[Json, str], bool] | None = None

    def shows(self, value: Json, text: str) -> bool:
        """Whether the device shows this value. Raises ``ValueError`` for a text that cannot be read."""
        return self.agrees(value, text) if self.agrees else self.read(text) == value


def _setting(name: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        found = re.search(rf"^{name}=(.+)$", text, re.MULTILINE)
        if not found or found[1].strip() == "null":
            raise ValueError(f"there is no setting {name}")
        return found[1].strip()

    return read


def _switch(source: str, name: str, on: Sequence[str], write: Callable[[bool], str], column: str = "on") -> Field:
    setting = _setting(name)
    return Field(source, lambda text: setting(text) in on, lambda row, _: write(row[column]))


def _match(pattern: str, text: str) -> re.Match[str]:
    found = re.search(pattern, text, re.MULTILINE)
    if not found:
        raise ValueError(f"nothing fits {pattern!r}")
    return found


def _word(value: bool, yes: str, no: str) -> str:
    return yes if value else no


GLOBAL, SYSTEM, SECURE = (f"settings list {space}" for space in ("global", "system", "secure"))
BATTERY, RUNNING = "dumpsys battery", "ps -A -o NAME"
ALARMS = "dumpsys alarm | grep -m1 -A3 'Next alarm clock'"
PACKAGES = "pm list packages -3"
RESUMED = "dumpsys activity activities | grep -m1 ResumedActivity"
CLOCK, ZONE, MODEL, LOCALE = (
    "date +%s",
    "getprop persist.sys.timezone",
    "getprop ro.product.model",
    "getprop persist.sys.locale",
)
_SIZES = {"small": 0.85, "default": 1.0, "large": 1.15, "largest": 1.3}
_ZEN = {"1": "priority", "2": "total_silence", "3": "alarms_only"}
_ZEN_WORDS = {"priority": "priority", "total_silence": "none", "alarms_only": "alarms"}
_RINGER = {"0": "silent", "1": "vibrate", "2": "normal"}
_STREAMS = {"call": 0, "system": 1, "ring": 2, "media": 3, "alarm": 4, "notification": 5}


def _brightness(text: str) -> int:
    return round(int(_setting("screen_brightness")(text)) * 100 / 255)


def _font_size(text: str) -> str:
    scale = float(_setting("font_scale")(text))
    return min(_SIZES, key=lambda size: abs(_SIZES[size] - scale))


def _dnd_command(row: Row, _: str) -> str:
    return f"cmd notification set_dnd {_ZEN_WORDS[row['mode']] if row['on'] else 'off'}"


def _dnd_mode(text: str) -> str:
    return _ZEN[_setting("zen_mode")(text)]


def _dnd_agrees(mode: Json, text: str) -> bool:
    """A device that is not silenced does not tell its mode, so any will do."""
    zen = _setting("zen_mode")(text)
    return zen == "0" or _ZEN[zen] == mode


def _volume(stream: str) -> Field:
    def span(text: str) -> tuple[int, int]:
        found = _match(r"volume is (\d+) in range \[\d+\.\.(\d+)\]", text)
        return int(found[1]), int(found[2])

    def percent(text: str) -> int:
        now, most = span(text)
        return round(now * 100 / most)

    def step(level: int, text: str) -> int:
        return round(level * span(text)[1] / 100)

    number = _STREAMS[stream]
    return Field(
        f"cmd media_session volume --stream {number} --get",
        percent,
        lambda row, text: f"cmd media_session volume --stream {number} --set {step(row[stream], text)}",
        lambda level, text: step(level, text) == span(text)[0],
    )


FIELDS: Mapping[Path, Field] = {
    ("radios", "airplane", "on"): _switch(
        GLOBAL, "airplane_mode_on", "1", lambda on: f"cmd connectivity airplane-mode {_word(on, 'enable', 'disable')}"
    ),
    ("radios", "wifi", "on"): _switch(GLOBAL, "wifi_on", "12", lambda on: f"svc wifi {_word(on, 'enable', 'disable')}"),
    ("radios", "bluetooth", "on"): _switch(
        GLOBAL, "bluetooth_on", "12", lambda on: f"svc bluetooth {_word(on, 'enable', 'disable')}"
    ),
    ("radios", "mobile_data", "on"): _switch(
        GLOBAL, "mobile_data", "1", lambda on: f"svc data {_word(on, 'enable', 'disable')}"
    ),
    ("radios", "location", "on"): _switch(
        SECURE, "location_mode", "123", lambda on: f"cmd location set-location-enabled {_word(on, 'true', 'false')}"
    ),
    ("radios", "data_saver", "on"): Field(
        "cmd netpolicy get restrict-background",
        lambda text: _match(r"status: (enabled|disabled)", text)[1] == "enabled",
        lambda row, _: f"cmd netpolicy set restrict-background {_word(row['on'], 'true', 'false')}",
    ),
    ("display", "brightness", "level"): Field(
        SYSTEM,
        _brightness,
        lambda row, _: f"settings put system screen_brightness {round(row['level'] * 255 / 100)}",
        lambda level, text: int(_setting("screen_brightness")(text)) == round(level * 255 / 100),
    ),
    ("display", "brightness", "auto"): _switch(
        SYSTEM, "screen_brightness_mode", "1", lambda on: f"settings put system screen_brightness_mode {int(on)}", "auto"
    ),
    ("display", "font_size", "size"): Field(
        SYSTEM, _font_size, lambda row, _: f"settings put system font_scale {_SIZES[row['size']]}"
    ),
    ("display", "rotation", "auto"): _switch(
        SYSTEM, "accelerometer_rotation", "1", lambda on: f"settings put system accelerometer_rotation {int(on)}", "auto"
    ),
    ("display", "screen_timeout", "seconds"): Field(
        SYSTEM,
        lambda text: int(_setting("screen_off_timeout")(text)) // 1000,
        lambda row, _: f"settings put system screen_off_timeout {row['seconds'] * 1000}",
    ),
    ("night_display", "dark_mode", "on"): Field(
        "cmd uimode night",
        lambda text: _match(r"Night mode: (\w+)", text)[1] == "yes",
        lambda row, _: f"cmd uimode night {_word(row['on'], 'yes', 'no')}",
    ),
    ("dnd", "main", "on"): Field(GLOBAL, lambda text: _setting("zen_mode")(text) != "0", _dnd_command),
    ("dnd", "main", "mode"): Field(GLOBAL, _dnd_mode, _dnd_command, _dnd_agrees),
    ("sound", "ringer", "mode"): Field(
        GLOBAL,
        lambda text: _RINGER[_setting("mode_ringer")(text)],
        lambda row, _: f"cmd audio set-ringer-mode {row['mode'].upper()}",
    ),
    **{("sound", "volume", stream): _volume(stream) for stream in _STREAMS},
    ("device", "battery", "level"): Field(BATTERY, lambda text: int(_match(r"level: (\d+)", text)[1])),
    ("device", "battery", "charging"): Field(BATTERY, lambda text: _match(r"status: (\d)", text)[1] in "25"),
    ("device", "clock", "zone"): Field(ZONE, lambda text: _match(r"^[\w+/-]+$", text)[0]),
    ("device", "info", "model"): Field(MODEL, lambda text: _match(r"^.+$", text)[0]),
    ("device", "info", "locale"): Field(LOCALE, lambda text: _match(r"^[\w-]+$", text)[0]),
}
"""Every field that a device shows, apart from its apps."""

SOURCES: tuple[str, ...] = tuple(
    dict.fromkeys((*(field.source for field in FIELDS.values()), CLOCK, PACKAGES, RUNNING, RESUMED, ALARMS))
)


@dataclass(frozen=True)
class Reading:
    """What a device showed at one moment: the text of every source."""

    texts: Mapping[str, str]

    @classmethod
    def of(cls, answers: Sequence[Output]) -> "Reading":
        return cls({source: answer.text for source, answer in zip(SOURCES, answers, strict=True)})

    def value(self, path: Path) -> Json:
        """The value of a field; None where this device does not show it."""
        field = FIELDS[path]
        try:
            return field.read(self.texts[field.source])
        except (ValueError, KeyError):
            return None

    def shows(self, path: Path, value: Json) -> bool:
        """Whether the field has this value, as far as the device can tell."""
        field = FIELDS[path]
        if value is None:
            return False
        try:
            return field.shows(value, self.texts[field.source])
        except (ValueError, KeyError):
            return False

    def command(self, path: Path, row: Row) -> str:
        """The command that gives the field its value in ``row``. Only for a field that can be written and is shown."""
        field = FIELDS[path]
        assert field.write is not None
        return field.write(row, self.texts[field.source])

    @property
    def now(self) -> int | None:
        """Seconds since the epoch by the device's clock."""
        return int(self.texts[CLOCK]) if self.texts[CLOCK].isdigit() else None

    def apps(self, labels: Mapping[str, str]) -> dict[str, Row]:
        """The apps that a person installed, as rows of the phone's table; what adb cannot tell has a neutral value."""
        running = set(self.texts[RUNNING].split())
        packages = sorted(re.findall(r"^package:([\w.]+)$", self.texts[PACKAGES], re.MULTILINE))
        return {app_id(package): _app(package, labels, package in running) for package in packages}

    @property
    def foreground(self) -> str | None:
        """The package that is in front."""
        found = re.search(r" ([\w.]+)/", self.texts[RESUMED])
        return found[1] if found else None

    def lists_alarm(self, moment: datetime) -> bool:
        """Whether the device has an alarm clock set for that local minute; it only tells about the next one."""
        return moment.strftime("%Y-%m-%d %H:%M:") in self.texts[ALARMS]


def app_id(package: str) -> str:
    """The id of an app's row, the same for the same package."""
    return f"ap_{blake2b(package.encode(), digest_size=4).hexdigest()}"


def overlay(state: State, path: Path, value: Json) -> None:
    """Puts one field into a state behind the tools' back."""
    table, key, name = path
    before = state.get(table, key) or {}
    if before.get(name) != value:
        state.write(table, key, {**before, name: value})


def launch(package: str) -> str:
    """Brings an app to the front as a tap on its icon does."""
    return f"monkey -p {quote(package)} -c android.intent.category.LAUNCHER 1"


def stop(package: str) -> str:
    """Ends an app."""
    return f"am force-stop {quote(package)}"


def set_alarm(row: Row) -> str:
    """Hands an alarm to the clock app."""
    hour, minute = row["time"].split(":")
    days = ",".join(str((WEEKDAYS.index(day) + 1) % 7 + 1) for day in row["days"])
    extras = f"--ei {_EXTRA}HOUR {int(hour)} --ei {_EXTRA}MINUTES {int(minute)} --ez {_EXTRA}SKIP_UI true"
    extras += f" --es {_EXTRA}MESSAGE {quote(row['title'])}" if row["title"] else ""
    extras += f" --eial {_EXTRA}DAYS {days}" if days else ""
    return f"am start -a android.intent.action.SET_ALARM {extras}"


def set_timer(row: Row) -> str:
    """Hands a countdown to the clock app."""
    title = f" --es {_EXTRA}MESSAGE {quote(row['title'])}" if row["title"] else ""
    length = f"--ei {_EXTRA}LENGTH {row['seconds']} --ez {_EXTRA}SKIP_UI true"
    return f"am start -a android.intent.action.SET_TIMER {length}{title}"


_EXTRA = "android.intent.extra.alarm."
_COMMON = frozenset({"com", "org", "net", "android", "google", "app", "apps", "mobile", "client", "music"})


def _label(package: str) -> str:
    words = [word for word in package.split(".") if word not in _COMMON]
    return (words[0] if words else package).replace("_", " ").title()


def _app(package: str, labels: Mapping[str, str], running: bool) -> Row:
    return {
        "id": app_id(package),
        "name": labels.get(package) or _label(package),
        "package": package,
        "category": "",
        "version": "",
        "latest": "",
        "size_mb": 0,
        "cache_mb": 0,
        "data_mb": 0,
        "system": False,
        "running": running,
        "notifications": True,
        "locked": False,
        "background": "optimized",
        "last_used": 0,
    }
