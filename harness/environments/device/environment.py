"""One episode on a real device.

The programmatic tool runs on a mirror of the device and so decides what shall be written; adb writes it; the device is read
again and what it shows becomes the state. A field that the device does not take is an error with an unknown effect. What
changes by itself (battery, apps in the background) is nobody's side effect: it moves the start of the episode along.
"""

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Self

from harness.contract import Confidence, Effect, Json, Task, Verification
from harness.errors import UserError

from ..base import Observation
from ..phone.domains.time_management.alarms import next_time
from ..phone.environment import PhoneEnvironment
from ..phone.errors import Code, PhoneError
from ..phone.phone import Phone
from ..phone.state import Row, State, Write
from ..phone.tools import Catalogue, Tool
from . import mirror
from .adb import Device, DeviceLostError, ForbiddenError
from .mirror import FIELDS, SOURCES, Path, Reading
from .support import CREATED, SUPPORTED, Support, obstacles, prepared

PAUSES = (0.0, 0.5, 1.0, 2.0, 3.0)
"""Seconds between looks at a device that has not yet taken a write: radios and apps need a moment."""
FOREGROUND = "foreground"
FRONT: Path = ("device", FOREGROUND, "app")
NEEDS_WIFI = frozenset({("radios", "airplane", "on"), ("radios", "wifi", "on")})


class DeviceEnvironment(PhoneEnvironment):
    """One episode on a device. ``labels`` names packages as people do; ``sleep`` waits between looks."""

    backend = "device"

    def __init__(
        self,
        catalogue: Catalogue,
        device: Device,
        *,
        labels: Mapping[str, str] | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        offered = (tool for tool in catalogue.values() if tool.kind != "phone" or tool.name in SUPPORTED)
        super().__init__(Catalogue(self._played(tool) if tool.kind == "phone" else tool for tool in offered))
        self._device, self._labels, self._sleep = device, dict(labels or {}), sleep
        self._found: dict[Path, Json] = {}
        self._driven: set[Path] = set()
        self._claims: list[str] = []
        self._lost = ""

    def reset(self, task: Task, *, seed: int = 0) -> Observation:
        """Starts the task with the device brought to its start.

        Raises ``UserError`` for a task that a device cannot carry, ``DeviceLostError`` when the device does not answer or
        does not take the start.
        """
        problems = obstacles(task)
        if problems:
            raise UserError("; ".join(problems[:4]), where=f"task {task.id}", expected="a task for the phone backend")
        self.close()
        seen = super().reset(task, seed=seed)
        self._driven, self._claims, self._lost = set(), [], ""
        reading = self._read()
        self._found = {path: reading.value(path) for path in FIELDS if FIELDS[path].write}
        self._prepare({path: _field(self.phone.state, path) for path in prepared(task)}, reading)
        reading = self._read()
        self._mirror(self.phone.state, reading, FIELDS)
        self._mirror_apps(self.phone.state, reading)
        for table in CREATED:
            for key in list(self.phone.state.rows(table)):
                self.phone.state.write(table, key, None)
        self.phone.state.journal.clear()
        self._initial = self.phone.state.fork()
        info = self.phone.one("device", "info")
        return replace(
            seen,
            now=self.phone.local.strftime("%a %Y-%m-%d %H:%M"),
            zone=str(self.phone.zone),
            locale=info["locale"],
            device=info["model"],
        )

    def verify(self) -> Verification:
        """The verdict on what the device shows now; ``claimed`` where something was handed over that it does not show."""
        try:
            self._follow()
        except DeviceLostError as error:
            self._lost = str(error)
        confidence = Confidence.CLAIMED if self._claims else Confidence.READBACK
        marks = {"confidence": confidence, "valid": not self._lost, "reason": self._lost}
        return super().verify().model_copy(update=marks)

    def fork(self) -> Self:
        """A device has one state; raises ``UserError``."""
        raise UserError("a real device cannot be copied", where=self._device.serial, expected="the phone backend for forks")

    def close(self) -> None:
        """Gives the device back as it was found. A device that is gone is left."""
        found, self._found = self._found, {}
        if not found:
            return
        try:
            reading = self._read()
            changed = {path: value for path, value in found.items() if value not in (None, reading.value(path))}
            self._write(self.phone, changed, reading, looks=1)
        except (DeviceLostError, PhoneError) as error:
            self._lost = str(error)

    def _prepare(self, wanted: Mapping[Path, Json], reading: Reading) -> None:
        where = f"device {self._device.serial}"
        try:
            left = self._write(self.phone, wanted, reading)
        except PhoneError as error:
            raise UserError(
                error.message, where=where, expected="a device that can be brought to the task's start"
            ) from None
        except ForbiddenError as error:
            raise UserError(str(error), where=where, expected="a device connected by cable, for this task") from None
        if left:
            raise DeviceLostError(f"{where} does not take {_spell(left)}")

    # -- calls

    def _played(self, tool: Tool) -> Tool:
        support = SUPPORTED[tool.name]

        def run(phone: Phone, **arguments: Json) -> Json:
            support.check(tool.name, arguments)
            try:
                return self._carry_out(phone, tool, support, arguments)
            except DeviceLostError as error:
                self._lost = str(error)
                raise PhoneError(Code.DEVICE_OFFLINE, "the device does not answer", effect=Effect.UNKNOWN) from None
            except ForbiddenError as error:
                raise PhoneError(Code.POLICY_DENIED, str(error)) from None

        return replace(tool, run=run, errors=(*tool.errors, Code.UNSUPPORTED, Code.DEVICE_OFFLINE, Code.POLICY_DENIED))

    def _carry_out(self, phone: Phone, tool: Tool, support: Support, arguments: dict[str, Json]) -> Json:
        reading = self._follow(phone)
        start = len(phone.state.journal)
        payload = tool.run(phone, **arguments)
        writes, wanted = phone.state.journal[start:], phone.state.fork()
        self._take_back(phone, writes)
        changed = {
            path: _field(wanted, path) for path in support.drives if _field(wanted, path) != _field(phone.state, path)
        }
        self._driven |= changed.keys()
        left = self._write(phone, changed, reading)
        if left:
            message = f"the device did not take {_spell(left)}"
            raise PhoneError(Code.UNAVAILABLE, message, retryable=False, effect=Effect.UNKNOWN)
        self._hand_over(phone, wanted, writes)
        after = self._read()
        self._mirror(phone.state, after, (path for path in FIELDS if FIELDS[path].write))
        self._mirror_apps(phone.state, after, {write.key for write in writes})
        for path, value in changed.items():
            mirror.overlay(phone.state, path, value)  # the value asked for, where the device is coarser
        return _shown(payload, support.shows)

    def _follow(self, phone: Phone | None = None) -> Reading:
        """Takes over what changed on the device by itself, in the mirror and in the start of the episode alike."""
        reading = self._read()
        state = (phone or self.phone).state
        before = len(state.journal)
        itself = [path for path in FIELDS if not reading.shows(path, _field(state, path))]
        self._mirror(state, reading, itself)
        self._mirror(self._initial, reading, (path for path in itself if path not in self._driven))
        shown = reading.apps(self._labels)
        moved = {key for key in {*state.rows("apps"), *shown} if state.get("apps", key) != shown.get(key)}
        if _field(state, FRONT) != self._front(reading):
            moved.add(FOREGROUND)
        for target in (state, self._initial):
            self._mirror_apps(target, reading, moved)
        del state.journal[before:]
        return reading

    def _take_back(self, phone: Phone, writes: Sequence[Write]) -> None:
        """Undoes in the mirror what a tool and the phone's rules wrote: the device will say what really happened."""
        for write in reversed(writes):
            phone.state.write(write.table, write.key, write.before)
        del phone.state.journal[len(phone.state.journal) - 2 * len(writes) :]

    def _hand_over(self, phone: Phone, wanted: State, writes: Sequence[Write]) -> None:
        """Starts and stops apps, and gives alarms and timers to the clock app."""
        for table, key in dict.fromkeys((write.table, write.key) for write in writes):
            row = wanted.get(table, key)
            if row is None:
                continue
            if table == "alarms":
                self._run(mirror.set_alarm(row))
                self._note_claim(phone, row)
            elif table == "timers":
                self._run(mirror.set_timer(row))
                self._claims.append(f"timer of {row['seconds']} s")
            elif (table, key) == ("device", FOREGROUND) and row["app"]:
                self._settle_app(wanted.rows("apps")[row["app"]], running=True)
            elif table == "apps" and not row["running"]:
                self._settle_app(row, running=False)
            if table in CREATED:
                phone.state.write(table, key, row)

    def _note_claim(self, phone: Phone, row: Row) -> None:
        ring = next_time(phone, row["time"], row["days"], phone.state.now)
        moment = datetime.fromtimestamp(ring or 0, phone.zone)
        if not self._read().lists_alarm(moment):
            self._claims.append(f"alarm at {row['time']}")

    def _settle_app(self, row: Row, *, running: bool) -> None:
        package = row["package"]
        self._run(mirror.launch(package) if running else mirror.stop(package))
        for pause in PAUSES:
            self._sleep(pause)
            reading = self._read()
            is_running = reading.apps(self._labels).get(row["id"], {}).get("running", False)
            if (reading.foreground == package) if running else not is_running:
                return
        what = "in front" if running else "stopped"
        raise PhoneError(Code.UNAVAILABLE, f"{row['name']} is not {what}", retryable=False, effect=Effect.UNKNOWN)

    # -- the device

    def _read(self) -> Reading:
        return Reading.of(self._device.run(SOURCES))

    def _run(self, *commands: str) -> None:
        for answer in self._device.run(commands) if commands else ():
            if answer.status or "Exception" in answer.text or answer.text.startswith("Error"):
                words = " ".join(answer.text.split())[:160] or f"status {answer.status}"
                raise PhoneError(Code.UNAVAILABLE, f"the device refused: {words}", retryable=False)

    def _write(
        self, phone: Phone, wanted: Mapping[Path, Json], reading: Reading, looks: int = len(PAUSES)
    ) -> dict[Path, Json]:
        """Writes fields and looks until the device shows them. Returns those that it does not show in the end."""
        missing = {path: value for path, value in wanted.items() if not reading.shows(path, value)}
        blind = [path for path in missing if reading.value(path) is None]
        if blind:
            raise PhoneError(Code.UNSUPPORTED, f"this device does not show {_spell(blind)}")
        if self._device.wireless and NEEDS_WIFI & missing.keys():
            raise ForbiddenError("the device is connected over Wi-Fi; this would cut the connection")
        rows: dict[tuple[str, str], Row] = {}
        for (table, key, name), value in wanted.items():
            rows.setdefault((table, key), dict(phone.state.get(table, key) or {}))[name] = value
        self._run(*dict.fromkeys(reading.command(path, rows[path[:2]]) for path in missing))
        for pause in PAUSES[:looks]:
            if not missing:
                break
            self._sleep(pause)
            reading = self._read()
            missing = {path: value for path, value in missing.items() if not reading.shows(path, value)}
        return missing

    def _mirror(self, state: State, reading: Reading, paths: Iterable[Path]) -> None:
        """Puts what the device shows of these fields into a state, and its clock."""
        for path in paths:
            value = reading.value(path)
            if value is not None and not reading.shows(path, _field(state, path)):
                mirror.overlay(state, path, value)
        state.now = reading.now or state.now

    def _mirror_apps(self, state: State, reading: Reading, only: Collection[str] | None = None) -> None:
        """Puts the device's apps into a state, or ``only`` these rows; ``foreground`` is a row of its own."""
        shown = reading.apps(self._labels)
        for key in sorted({*state.rows("apps"), *shown}):
            if (only is None or key in only) and state.get("apps", key) != shown.get(key):
                state.write("apps", key, shown.get(key))
        if only is None or FOREGROUND in only:
            mirror.overlay(state, FRONT, self._front(reading))

    def _front(self, reading: Reading) -> str | None:
        """The id of the app in front, if it is one of the user's."""
        front = mirror.app_id(reading.foreground) if reading.foreground else None
        return front if front in reading.apps(self._labels) else None


def _field(state: State, path: Path) -> Json:
    return (state.get(path[0], path[1]) or {}).get(path[2])


def _spell(paths: Iterable[Path]) -> str:
    return ", ".join("/".join(path) for path in paths)


def _shown(payload: Json, names: tuple[str, ...]) -> Json:
    """The payload with its lists of rows cut to fields that a device really tells."""
    if not names:
        return payload
    return {
        key: [{name: row[name] for name in names if name in row} for row in value] if isinstance(value, list) else value
        for key, value in payload.items()
    }
