"""A device for tests: enough of Android's shell to be read, written and disturbed, alone or behind an adb server."""

import re
import shlex
import socketserver
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from harness.environments.device.adb import DeviceLostError, Output, outputs, script

RINGER = {"SILENT": "0", "VIBRATE": "1", "NORMAL": "2"}
ZEN = {"off": "0", "priority": "1", "none": "2", "alarms": "3"}


def _settings() -> dict[str, dict[str, str]]:
    return {
        "global": {
            "airplane_mode_on": "0", "wifi_on": "1", "bluetooth_on": "1", "mobile_data": "1", "zen_mode": "0",
            "mode_ringer": "2",
        },
        "system": {
            "screen_brightness": "137", "screen_brightness_mode": "0", "font_scale": "1.0", "accelerometer_rotation": "0",
            "screen_off_timeout": "60000",
        },
        "secure": {"location_mode": "3"},
    }  # fmt: skip


@dataclass
class FakeAndroid:
    """Its state, the commands it was sent, and what is wrong with it: ``deaf`` commands have no effect."""

    settings: dict[str, dict[str, str]] = field(default_factory=_settings)
    volumes: dict[int, list[int]] = field(default_factory=lambda: {stream: [5, 15] for stream in range(6)})
    night: str = "no"
    saver: str = "disabled"
    battery: int = 80
    packages: tuple[str, ...] = ("com.spotify.music", "com.whatsapp", "org.telegram.messenger")
    running: set[str] = field(default_factory=lambda: {"com.whatsapp"})
    front: str = "com.android.launcher3"
    now: int = 1_772_442_840
    next_alarm: str = ""
    shows_alarms: bool = True
    deaf: str = "^$"
    refuses: str = "^$"
    lost: bool = False
    serial: str = "fake-1"
    wireless: bool = False
    sent: list[str] = field(default_factory=list)

    def run(self, commands: Sequence[str]) -> list[Output]:
        """As a connected device: through the same script and the same reading of its output."""
        if self.lost:
            raise DeviceLostError(f"{self.serial}: closed")
        return outputs(self.shell(script(commands)), len(commands))

    def shell(self, text: str) -> str:
        """What a shell prints for a script."""
        self.now += 1
        pieces = [piece for piece in re.split(r"; s=\$\?; echo; echo @@\$s(?:; )?", text) if piece]
        printed = []
        for piece in pieces:
            output, status = self._execute(piece)
            printed.append(f"{output}\n@@{status}\n")
        return "".join(printed)

    def writes(self) -> list[str]:
        """The commands that change something."""
        reads = r"settings list|dumpsys|ps |pm list|date|getprop|cmd uimode night$|.*--get$|cmd netpolicy get"
        return [command for command in self.sent if not re.match(reads, command)]

    def _execute(self, command: str) -> tuple[str, int]:
        self.sent.append(command)
        if re.search(self.deaf, command):
            return "", 0
        if re.search(self.refuses, command):
            return "Security exception: not allowed", 255
        words = shlex.split(command)
        match words:
            case ["settings", "list", space]:
                return "\n".join(f"{name}={value}" for name, value in self.settings[space].items()), 0
            case ["settings", "put", space, name, value]:
                self.settings[space][name] = value
            case ["cmd", "connectivity", "airplane-mode", word]:
                on = word == "enable"
                self.settings["global"] |= {"airplane_mode_on": str(int(on)), "wifi_on": "0" if on else "1"}
                self.settings["global"] |= {"bluetooth_on": "0" if on else "1"}
            case ["svc", radio, word]:
                name = {"wifi": "wifi_on", "bluetooth": "bluetooth_on", "data": "mobile_data"}[radio]
                self.settings["global"][name] = "1" if word == "enable" else "0"
            case ["cmd", "location", "set-location-enabled", word]:
                self.settings["secure"]["location_mode"] = "3" if word == "true" else "0"
            case ["cmd", "netpolicy", "get", _]:
                return f"Restrict background status: {self.saver}", 0
            case ["cmd", "netpolicy", "set", _, word]:
                self.saver = "enabled" if word == "true" else "disabled"
            case ["cmd", "uimode", "night"]:
                return f"Night mode: {self.night}", 0
            case ["cmd", "uimode", "night", word]:
                self.night = word
            case ["cmd", "notification", "set_dnd", word]:
                self.settings["global"]["zen_mode"] = ZEN[word]
            case ["cmd", "audio", "set-ringer-mode", word]:
                self.settings["global"]["mode_ringer"] = RINGER[word]
            case ["cmd", "media_session", "volume", "--stream", stream, "--get"]:
                now, most = self.volumes[int(stream)]
                return f"[V] will get volume\n[V] volume is {now} in range [0..{most}]", 0
            case ["cmd", "media_session", "volume", "--stream", stream, "--set", level]:
                self.volumes[int(stream)][0] = int(level)
            case ["dumpsys", "battery"]:
                return f"Current Battery Service state:\n  AC powered: false\n  status: 3\n  level: {self.battery}", 0
            case ["dumpsys", "alarm", *_]:
                return f"Next alarm clock information:\n  user:0 time:1 = {self.next_alarm}", 0
            case ["dumpsys", "activity", *_]:
                return f"  mResumedActivity: ActivityRecord{{1 u0 {self.front}/.Main t1}}", 0
            case ["ps", *_]:
                return "\n".join(["NAME", "init", *sorted(self.running)]), 0
            case ["pm", "list", "packages", "-3"]:
                return "\n".join(f"package:{name}" for name in self.packages), 0
            case ["monkey", "-p", package, *_]:
                self.running.add(package)
                self.front = package
            case ["am", "force-stop", package]:
                self.running.discard(package)
                self.front = "com.android.launcher3" if self.front == package else self.front
            case ["am", "start", "-a", action, *extras]:
                if action.endswith("SET_ALARM") and self.shows_alarms:
                    given = dict(zip(extras[1::3], extras[2::3], strict=False))
                    hour, minute = (int(given[f"android.intent.extra.alarm.{name}"]) for name in ("HOUR", "MINUTES"))
                    self.next_alarm = f"2026-03-03 {hour:02d}:{minute:02d}:00.000"
            case ["date", "+%s"]:
                return str(self.now), 0
            case ["getprop", name]:
                known = {"timezone": "Europe/London", "model": "Pixel 9", "locale": "en-GB"}
                return known[name.rsplit(".", 1)[1]], 0
            case _:
                return f"{words[0]}: inaccessible or not found", 127
        return "", 0


class FakeAdbServer(socketserver.ThreadingTCPServer):
    """Speaks as much of adb's own protocol as listing devices and running shell commands takes."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, devices: dict[str, tuple[str, FakeAndroid]]) -> None:
        super().__init__(("127.0.0.1", 0), _AdbHandler)
        self.devices = devices

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def __enter__(self) -> "FakeAdbServer":
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()


class _AdbHandler(socketserver.StreamRequestHandler):
    server: FakeAdbServer

    def handle(self) -> None:
        device: FakeAndroid | None = None
        while head := self.rfile.read(4):
            service = self.rfile.read(int(head, 16)).decode()
            if service == "host:version":
                self._okay(b"0029", sized=True)
            elif service in ("host:devices", "host:devices-l"):
                self._okay(
                    "".join(f"{name}\t{state}\n" for name, (state, _) in self.server.devices.items()).encode(), sized=True
                )
            elif service.startswith("host:tport:serial:"):
                device = self.server.devices[service.rsplit(":", 1)[1]][1]
                self._okay(bytes(8))
            elif service.startswith("shell:") and device is not None and not device.lost:
                self._okay(device.shell(service.removeprefix("shell:")).encode())
                return
            else:
                message = f"no service {service}".encode()
                self.wfile.write(b"FAIL" + b"%04x" % len(message) + message)
                return

    def _okay(self, body: bytes, *, sized: bool = False) -> None:
        self.wfile.write(b"OKAY" + (b"%04x" % len(body) if sized else b"") + body)
