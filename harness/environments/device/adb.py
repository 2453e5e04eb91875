"""The connection to a device: shell commands over adb, many in one round trip, and what must never be sent.

A run must not cut its own cable: USB debugging stays as it is, the device is neither switched off nor wiped, and a device
that is reached over Wi-Fi keeps its Wi-Fi.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from harness.errors import UserError

FORBIDDEN = re.compile(
    r"adb_enabled|adb_wifi_enabled|development_settings_enabled|sys\.usb"
    r"|^\s*(?:svc (?:usb|power)|reboot|setprop|su|wipe|recovery)\b"
)
_MARK = "@@"
_END = re.compile(rf"^{_MARK}(\d+)\r?$", re.MULTILINE)


class Output(NamedTuple):
    """What one command printed, and its exit status."""

    text: str
    status: int


class DeviceLostError(ConnectionError):
    """The device did not answer."""


class ForbiddenError(Exception):
    """A command that could cut the connection to the device, or harm it."""


class Device(Protocol):
    """Runs shell commands on one device. ``wireless`` says that the connection needs its Wi-Fi."""

    serial: str
    wireless: bool

    def run(self, commands: Sequence[str]) -> list[Output]: ...


def script(commands: Sequence[str]) -> str:
    """All commands as one, each followed by its exit status. Raises ``ForbiddenError``."""
    for command in commands:
        found = FORBIDDEN.search(command)
        if found:
            raise ForbiddenError(f"{found.group()!r} is never sent to a device")
    return "; ".join(f"{command}; s=$?; echo; echo {_MARK}$s" for command in commands)


def outputs(text: str, count: int) -> list[Output]:
    """The output of each of ``count`` commands of a script. Raises ``DeviceLostError`` when some did not end."""
    parts = _END.split(text)
    found = [Output(parts[index].strip(), int(parts[index + 1])) for index in range(0, len(parts) - 1, 2)]
    if len(found) != count:
        raise DeviceLostError(f"{len(found)} of {count} commands ended")
    return found


class AdbDevice:
    """A device that an adb server knows."""

    def __init__(self, device: Any, serial: str, timeout: float) -> None:
        self.serial = serial
        self.wireless = ":" in serial or "_tcp" in serial
        self._device, self._timeout = device, timeout

    def run(self, commands: Sequence[str]) -> list[Output]:
        """The outputs, in order. Raises ``DeviceLostError`` or ``ForbiddenError``."""
        from adbutils import AdbError

        try:
            text = self._device.shell(script(commands), timeout=self._timeout, rstrip=False)
        except (AdbError, OSError, RuntimeError) as error:
            raise DeviceLostError(f"{self.serial}: {error}") from None
        return outputs(text, len(commands))


def connect(
    serial: str | None = None, *, host: str | None = None, port: int | None = None, timeout: float = 20.0
) -> AdbDevice:
    """The device with that serial, or the only one there is. Raises ``UserError`` that says what to do."""
    try:
        from adbutils import AdbClient, AdbError
    except ImportError:
        raise UserError("real devices need adbutils", expected="pip install -c constraints.txt -e '.[device]'") from None
    client = AdbClient(host=host, port=port)
    try:
        states = {item.serial: item.state for item in client.list()}
    except (AdbError, OSError) as error:
        message = f"no adb server answers at {client.host}:{client.port}: {error}"
        raise UserError(message, where="adb", expected="a running server; `adb start-server` starts one") from None
    ready = sorted(name for name, state in states.items() if state == "device")
    if serial is None and len(ready) > 1:
        raise UserError(f"{len(ready)} devices are connected", where="adb", expected=f"one of: {', '.join(ready)}")
    chosen = serial or (ready[0] if ready else None)
    if chosen is None or chosen not in ready:
        seen = ", ".join(f"{name} ({state})" for name, state in sorted(states.items())) or "none"
        message = f"device {serial} is not ready; seen: {seen}" if serial else f"no device is ready; seen: {seen}"
        expected = "a device with USB debugging allowed for this computer, or a running emulator"
        raise UserError(message, where="adb", expected=expected)
    return AdbDevice(client.device(chosen), chosen, timeout)
