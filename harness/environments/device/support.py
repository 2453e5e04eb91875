"""Which tools work on a real device: with which arguments, and which fields each one drives there.

What is not listed is not offered. An argument, or a value of one, that adb cannot carry out is refused as UNSUPPORTED.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from harness.contract import BehaviourCheck, Json, StateCheck, Task, ToolCallCheck

from ..phone.errors import Code, PhoneError
from ..phone.tables import TABLES
from ..phone.tools import Arguments
from .mirror import FIELDS, Path

CREATED = ("alarms", "timers")
"""Tables whose new rows are handed to an app of the device."""


@dataclass(frozen=True)
class Support:
    """``drives`` are the fields that the tool writes on the device; ``accepts`` are its arguments, None for any value.

    ``shows`` limits the rows of the payload to what a device really tells.
    """

    drives: tuple[Path, ...] = ()
    accepts: Mapping[str, tuple[Json, ...] | None] = field(default_factory=dict)
    shows: tuple[str, ...] = ()

    def check(self, tool: str, arguments: Arguments) -> None:
        """Raises ``PhoneError`` UNSUPPORTED for what adb cannot do."""
        for name, value in arguments.items():
            allowed = self.accepts.get(name, ())
            if value is not None and allowed is not None and value not in allowed:
                message = f"a real device cannot carry out {tool} with {name}={value!r}"
                accepted = {key: list(values) if values else "any value" for key, values in self.accepts.items()}
                raise PhoneError(Code.UNSUPPORTED, message, accepted=accepted)


def _switch(table: str, key: str, column: str = "on") -> Support:
    return Support(((table, key, column),), {"enabled": None})


SUPPORTED: Mapping[str, Support] = {
    "set_airplane_mode": _switch("radios", "airplane"),
    "set_wifi": _switch("radios", "wifi"),
    "set_bluetooth": _switch("radios", "bluetooth"),
    "set_mobile_data": _switch("radios", "mobile_data"),
    "set_location": _switch("radios", "location"),
    "set_data_saver": _switch("radios", "data_saver"),
    "set_brightness": Support((("display", "brightness", "level"), ("display", "brightness", "auto")), {"level": None}),
    "set_auto_brightness": _switch("display", "brightness", "auto"),
    "set_font_size": Support((("display", "font_size", "size"),), {"size": None}),
    "set_auto_rotate": _switch("display", "rotation", "auto"),
    "set_screen_timeout": Support((("display", "screen_timeout", "seconds"),), {"seconds": None}),
    "set_dark_mode": Support((("night_display", "dark_mode", "on"),), {"mode": ("on", "off")}),
    "set_volume": Support(
        tuple(path for path in FIELDS if path[:2] == ("sound", "volume")), {"stream": None, "level": None}
    ),
    "set_ringer_mode": Support((("sound", "ringer", "mode"),), {"mode": None}),
    "manage_do_not_disturb": Support((("dnd", "main", "on"), ("dnd", "main", "mode")), {"action": None, "mode": None}),
    "get_current_time": Support((), {"city": None}),
    "search_apps": Support((), {"query": None, "running": None, "maxResults": None}, shows=("id", "name", "running")),
    "open_app": Support((), {"appName": None}),
    "close_app": Support((), {"appName": None}),
    "manage_alarm": Support((), {"action": ("create",), "time": None, "title": None, "days": None}),
    "manage_timer": Support((), {"action": ("start",), "seconds": None, "title": None}),
}
"""By name of the tool."""


def obstacles(task: Task) -> list[str]:
    """Why a task cannot be set up or judged on a real device; empty when it can."""
    return list(dict.fromkeys(_obstacles(task)))


def prepared(task: Task) -> tuple[Path, ...]:
    """The fields that must be brought to the task's start: those it patches and those it is judged by."""
    named = {(patch.table, patch.key, name) for patch in task.initial.patches for name in patch.fields or ()}
    check = task.completion.check
    if not isinstance(check, ToolCallCheck):
        named |= {(change.table, change.key, change.field) for change in check.changes}
    else:
        named |= {path for call in check.calls if call.name in SUPPORTED for path in SUPPORTED[call.name].drives}
    return tuple(path for path in FIELDS if path in named and FIELDS[path].write)


def _obstacles(task: Task) -> Iterator[str]:
    for patch in task.initial.patches:
        for name in patch.fields or {"row": None}:
            if not _writable((patch.table, patch.key, name)):
                yield f"{patch.table}/{patch.key}/{name} cannot be prepared"
    for friction in task.initial.friction:
        if friction.kind == "state_mutation":
            yield "nothing else changes a real device at a set moment"
    for name in task.resources.skills + task.resources.subagents + task.completion.gates.memory:
        yield f"{name} belongs to the programmatic phone"
    check = task.completion.check
    for call in () if isinstance(check, StateCheck) else check.calls:
        if call.name not in SUPPORTED:
            yield f"{call.name} is no tool of a real device"
    changes = () if isinstance(check, ToolCallCheck) else check.changes
    for change in changes:
        if change.table not in CREATED and not _writable((change.table, change.key, change.field)):
            yield f"{change.table}/{change.key}/{change.field} cannot be read back"
    if isinstance(check, BehaviourCheck) and not check.calls and not check.changes:
        yield "what it is judged by depends on the phone's own data"


def _writable(path: Path) -> bool:
    if TABLES.is_volatile(path[0], path[2]):
        return True
    return path in FIELDS and FIELDS[path].write is not None
