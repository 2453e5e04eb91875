"""Devices: accessories over Bluetooth, screen casting, PC link, sharing nearby, the smart home and printers.

What happens to them when a radio goes off stands in ``laws.py``.
"""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ..arguments import Text
from ..errors import Code, PhoneError, missing, not_found
from ..lookups import resolve_file
from ..phone import Phone
from ..rules import RULES
from ..state import Row
from ..tables import TABLES, Table
from ..tools import Risk, tool

DOMAIN = "Devices & Cross-device"

TABLES.register([
    Table("bluetooth_devices", "accessories: known or in range, with their last place", prefix="bd", volatile=("seen",)),
    Table("headphones", "sound of headphones, keyed by Bluetooth device", references={"device": "bluetooth_devices"}),
    Table("watches", "settings of a watch, keyed by Bluetooth device", references={"device": "bluetooth_devices"}),
    Table("audio_route", "main: where sound comes out: speaker, earpiece or a Bluetooth device"),
    Table("cast_targets", "screens that can be cast to or from", prefix="tg"),
    Table("casts", "cast sessions, running and ended", prefix="cs", volatile=("started",),
          references={"target": "cast_targets"}),
    Table("pc_links", "computers that the phone works together with", prefix="pc"),
    Table("nearby_devices", "other people's and own devices that can receive files", prefix="nd"),
    Table("transfers", "files sent nearby", prefix="tr", volatile=("time",),
          references={"file": "files", "receiver": "nearby_devices"}),
    Table("smart_devices", "lights, plugs, heating and the like at home", prefix="sh"),
    Table("printers", "printers on the home network", prefix="pr"),
    Table("print_jobs", "what was sent to a printer", prefix="pj", volatile=("time",),
          references={"file": "files", "printer": "printers"}),
])  # fmt: skip

AUDIO = frozenset({"headphones", "earbuds", "speaker", "car"})
"""Types of accessory through which sound can be played."""
NoiseMode = Literal["off", "transparency", "noise_reduction"]


_TELLS_APART = {"bluetooth_devices": "place", "pc_links": "os", "nearby_devices": "owner", "printers": "place"}
"""What an ambiguous name is answered with beside the ids: the names are alike."""


def _device(phone: Phone, table: str, what: str, given: str, **fields: Json) -> str:
    """The id of the entry with that id or name. Raises ``PhoneError`` NOT_FOUND or AMBIGUOUS."""
    if phone.state.get(table, given) is not None:
        return given
    return phone.resolve(table, what, show=_TELLS_APART[table], name=given, **fields)


# -- rules of these tables only


@RULES.effect("bluetooth_devices")
def sound_follows_the_connected_device(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Sound moves to headphones, speakers and cars as they connect, and back to the speaker when they disconnect."""
    if after is None or after["type"] not in AUDIO:
        return
    was_connected = before is not None and before["connected"]
    if after["connected"] and not was_connected:
        phone.put("audio_route", "main", output=after["id"])
    elif was_connected and not after["connected"] and phone.one("audio_route")["output"] == after["id"]:
        phone.put("audio_route", "main", output="speaker")


@RULES.guard("casts")
def one_cast_at_a_time(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A cast cannot start while another one runs; the refusal names the running one and replaces nothing."""
    if before is None and after is not None:
        running = phone.find("casts", state="active")
        if running:
            session = _session(phone, running[0][1])
            raise PhoneError(Code.CONFLICT, f"already casting: {session['target']}; stop it first", accepted=session)


@RULES.guard("pc_links")
def one_pc_at_a_time(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A computer cannot be linked while another one is."""
    if after is not None and after["connected"] and not (before is not None and before["connected"]):
        linked = phone.find("pc_links", connected=True)
        if linked:
            name = linked[0][1]["name"]
            raise PhoneError(Code.CONFLICT, f"already linked to {name}; disconnect it first", accepted={"connected": name})


# -- Bluetooth accessories


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"scan": Risk.READ, "list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PRECONDITION_FAILED),
    seconds=2,
)
def manage_bluetooth_device(
    phone: Phone,
    action: Literal["scan", "list", "pair", "connect", "disconnect", "unpair", "rename"],
    device: Text | None = None,
    newName: Text | None = None,
) -> Json:
    """Scan for Bluetooth devices, list the paired ones, pair, connect, disconnect, unpair or rename one.

    device: its name or id.
    newName: for rename.
    """
    if action == "list":
        return {"devices": [_accessory(row) for _, row in phone.find("bluetooth_devices", paired=True)[:20]]}
    if action == "scan":
        phone.require("bluetooth")
        found = phone.find("bluetooth_devices", inRange=True, paired=False)
        shown = [{"id": key, "name": row["name"], "type": row["type"]} for key, row in found[:10]]
        return {"devices": shown, "total": len(found)}
    if device is None:
        raise missing("device", "name or id of a Bluetooth device")
    key = _device(phone, "bluetooth_devices", "Bluetooth device", device)
    row = phone.row("bluetooth_devices", key)
    answer: dict[str, Json] = {"id": key, "device": row["name"]}
    if action == "unpair":
        return {**answer, "changed": phone.put("bluetooth_devices", key, paired=False, connected=False)}
    if action == "disconnect":
        return {**answer, "changed": phone.put("bluetooth_devices", key, connected=False)}
    if action == "rename":
        if newName is None:
            raise missing("newName", "the new name")
        return {"id": key, "device": newName, "changed": phone.put("bluetooth_devices", key, name=newName)}
    phone.require("bluetooth")
    if action == "connect" and not row["paired"]:
        raise PhoneError(Code.PRECONDITION_FAILED, f"{row['name']} is not paired; pair it first")
    if not row["inRange"]:
        raise PhoneError(Code.PRECONDITION_FAILED, f"{row['name']} is switched off or out of range")
    return {**answer, "changed": phone.put("bluetooth_devices", key, paired=True, connected=True)}


def _accessory(row: Row) -> Json:
    return {field: row[field] for field in ("id", "name", "type", "connected", "battery")}


@tool(DOMAIN, errors=(Code.NOT_FOUND, Code.AMBIGUOUS))
def get_accessory_battery(phone: Phone, device: Text | None = None) -> Json:
    """Show the battery of paired accessories, such as headphones, watch or pen.

    device: name or id; all of them without it.
    """
    if device is not None:
        key = _device(phone, "bluetooth_devices", "Bluetooth device", device, paired=True)
        chosen = [phone.row("bluetooth_devices", key)]
    else:
        chosen = [row for _, row in phone.find("bluetooth_devices", paired=True) if row["battery"] is not None]
    fields = ("name", "battery", "connected")
    return {"accessories": [{field: row[field] for field in fields} for row in chosen[:20]]}


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"locate": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PRECONDITION_FAILED, Code.NO_SERVICE),
    seconds=2,
)
def find_device(phone: Phone, action: Literal["locate", "ring", "stop"], device: Text) -> Json:
    """Find an own accessory such as earbuds, watch, tablet or tag: show its last place, make it ring, or stop that.

    device: name or id.
    """
    key = _device(phone, "bluetooth_devices", "device", device, paired=True)
    row = phone.row("bluetooth_devices", key)
    if action == "locate":
        phone.require("internet")
        seen = phone.to_local(row["seen"])
        return {"device": row["name"], "place": row["place"], "lastSeen": seen, "inRange": row["inRange"]}
    if action == "ring":
        phone.require("bluetooth")
        if not row["inRange"]:
            raise PhoneError(Code.PRECONDITION_FAILED, f"{row['name']} is out of range; last seen: {row['place']}")
    return {"device": row["name"], "changed": phone.put("bluetooth_devices", key, ringing=action == "ring")}


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.NOT_CONNECTED, Code.UNSUPPORTED),
)
def set_audio_output(phone: Phone, output: Text) -> Json:
    """Choose where sound comes out.

    output: speaker, earpiece, or name or id of a connected audio device.
    """
    place = output.strip().casefold()
    if place not in ("speaker", "earpiece"):
        place = _device(phone, "bluetooth_devices", "audio device", output, paired=True)
        row = phone.row("bluetooth_devices", place)
        if row["type"] not in AUDIO:
            raise PhoneError(Code.UNSUPPORTED, f"{row['name']} plays no sound")
        if not row["connected"]:
            raise PhoneError(Code.NOT_CONNECTED, f"{row['name']} is not connected; connect it first")
    return {"output": output, "changed": phone.put("audio_route", "main", output=place)}


# -- headphones and watch


def _worn(phone: Phone, table: str, what: str, device: str | None) -> str:
    """The connected headphones or watch: the named one, or the only one. Raises ``PhoneError``."""
    if device is not None:
        key = _device(phone, "bluetooth_devices", what, device, paired=True)
        name = phone.row("bluetooth_devices", key)["name"]
        if phone.state.get(table, key) is None:
            raise PhoneError(Code.UNSUPPORTED, f"{name} has no such settings")
        if not phone.row("bluetooth_devices", key)["connected"]:
            raise PhoneError(Code.NOT_CONNECTED, f"{name} is not connected; connect it first")
        return key
    devices = phone.state.rows("bluetooth_devices")
    connected = [key for key in phone.state.rows(table) if devices[key]["connected"]]
    if not connected:
        raise PhoneError(Code.NOT_CONNECTED, f"no {what} connected")
    if len(connected) > 1:
        candidates = [{"id": key, "name": devices[key]["name"]} for key in connected]
        raise PhoneError(Code.AMBIGUOUS, f"{len(connected)} {what} entries are connected", accepted=candidates)
    return connected[0]


_WORN_ERRORS = (Code.NOT_FOUND, Code.AMBIGUOUS, Code.NOT_CONNECTED, Code.UNSUPPORTED)


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"get": Risk.READ}, errors=_WORN_ERRORS)
def manage_noise_control(
    phone: Phone, action: Literal["get", "set"], mode: NoiseMode | None = None, device: Text | None = None
) -> Json:
    """Show or set the noise control of the connected headphones.

    mode: for set.
    device: name or id, if several are connected.
    """
    key = _worn(phone, "headphones", "headphones", device)
    row, name = phone.row("headphones", key), phone.row("bluetooth_devices", key)["name"]
    if action == "get":
        return {"device": name, "mode": row["noise"], "modes": list(row["modes"])}
    if mode is None:
        raise missing("mode", "off, transparency or noise_reduction")
    if mode not in row["modes"]:
        raise PhoneError(Code.UNSUPPORTED, f"{name} has no {mode} mode", accepted=list(row["modes"]))
    return {"device": name, "mode": mode, "changed": phone.put("headphones", key, noise=mode)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=_WORN_ERRORS)
def set_headphone_equalizer(
    phone: Phone,
    preset: Literal["flat", "bass_boost", "treble_boost", "vocal", "podcast", "dynamic"],
    device: Text | None = None,
) -> Json:
    """Set the equalizer of the connected headphones.

    device: name or id, if several are connected.
    """
    key = _worn(phone, "headphones", "headphones", device)
    return {"preset": preset, "changed": phone.put("headphones", key, equalizer=preset)}


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"status": Risk.READ},
    errors=(Code.NOT_CONNECTED, Code.AMBIGUOUS),
)
def manage_watch(
    phone: Phone,
    action: Literal["status", "set"],
    setting: Literal["notifications", "theater_mode", "raise_to_wake", "unlock_phone"] | None = None,
    enabled: bool | None = None,
) -> Json:
    """Show the settings of the connected watch, or turn one on or off.

    setting: for set; notifications mirrors those of the phone, unlock_phone unlocks it while the watch is worn.
    enabled: for set.
    """
    key = _worn(phone, "watches", "watch", None)
    row, device = phone.row("watches", key), phone.row("bluetooth_devices", key)
    if action == "status":
        settings = {name: row[name] for name in ("notifications", "theater_mode", "raise_to_wake", "unlock_phone")}
        return {"device": device["name"], "battery": device["battery"], **settings}
    if setting is None:
        raise missing("setting", "which setting")
    if enabled is None:
        raise missing("enabled", "true or false")
    return {"setting": setting, "enabled": enabled, "changed": phone.put("watches", key, **{setting: enabled})}


# -- casting and PC link


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"status": Risk.READ},
    errors=(
        Code.NOT_FOUND, Code.AMBIGUOUS, Code.CONFLICT, Code.PRECONDITION_FAILED, Code.UNSUPPORTED, Code.DEVICE_OFFLINE,
    ),
    seconds=2,
)  # fmt: skip
def control_screen_casting(
    phone: Phone,
    action: Literal["start", "stop", "status"],
    castDirection: Literal["phone_to_device", "device_to_phone"] | None = None,
    connectionMethod: Literal["wireless", "usb"] | None = None,
    targetDeviceType: Literal["tv", "computer", "tablet", "projector", "car"] | None = None,
    targetDeviceName: Text | None = None,
) -> Json:
    """Cast the screen to another device, stop casting, or show what is cast and what could be cast to.

    castDirection: phone_to_device unless given.
    connectionMethod: wireless unless given.
    targetDeviceType: which kind; enough alone if there is only one.
    targetDeviceName: name or id of the device.
    """
    running = phone.find("casts", state="active")
    if action == "status":
        targets = phone.state.rows("cast_targets").values()
        fields = ("name", "type", "methods", "online")
        return {
            "active": _session(phone, running[0][1]) if running else None,
            "targets": [{field: row[field] for field in fields} for row in targets],
        }
    if action == "stop":
        if not running:
            return {"stopped": None, "changed": False}
        key, row = running[0]
        if targetDeviceName is not None or targetDeviceType is not None:
            _cast_target(phone, targetDeviceName, targetDeviceType, [row["target"]])
        phone.put("casts", key, state="ended", reason="stopped")
        return {"stopped": _session(phone, row), "changed": True}
    if targetDeviceName is None and targetDeviceType is None:
        raise missing("targetDeviceName", "name of the device to cast to")
    target = _cast_target(phone, targetDeviceName, targetDeviceType, list(phone.state.rows("cast_targets")))
    row = phone.row("cast_targets", target)
    method, direction = connectionMethod or "wireless", castDirection or "phone_to_device"
    if method not in row["methods"]:
        raise PhoneError(Code.UNSUPPORTED, f"{row['name']} cannot be reached by {method}", accepted=list(row["methods"]))
    if direction not in row["directions"]:
        raise PhoneError(Code.UNSUPPORTED, f"{row['name']} cannot do {direction}", accepted=list(row["directions"]))
    if not row["online"]:
        raise PhoneError(Code.DEVICE_OFFLINE, f"{row['name']} does not answer; is it switched on?")
    if method == "usb" and not row["plugged"]:
        raise PhoneError(Code.PRECONDITION_FAILED, f"{row['name']} is not plugged in by USB")
    key = phone.add("casts", "cs", target=target, method=method, direction=direction, state="active", reason=None,
                    started=phone.state.now)  # fmt: skip
    return {"castId": key, "target": row["name"], "connectionMethod": method, "castDirection": direction}


def _cast_target(phone: Phone, name: str | None, kind: str | None, among: list[str]) -> str:
    """The one of the targets ``among`` that a name or id and a type mean. Raises ``PhoneError``."""
    if name in among:
        return name
    given: Row = {"name": name, "type": kind}
    found = phone.find("cast_targets", **{field: value for field, value in given.items() if value is not None})
    matches = [(key, row) for key, row in found if key in among]
    if not matches:
        known = [phone.row("cast_targets", key)["name"] for key in among[:8]]
        raise not_found("cast target", name or kind, known)
    if len(matches) > 1:
        candidates = [{"id": key, "name": row["name"], "type": row["type"]} for key, row in matches[:8]]
        raise PhoneError(Code.AMBIGUOUS, f"{len(matches)} cast targets match", accepted=candidates)
    return matches[0][0]


def _session(phone: Phone, row: Row) -> dict[str, Json]:
    target = phone.row("cast_targets", row["target"])
    return {"castId": row["id"], "target": target["name"], "targetDeviceType": target["type"],
            "connectionMethod": row["method"], "castDirection": row["direction"]}  # fmt: skip


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"status": Risk.READ},
    errors=(
        Code.NOT_FOUND, Code.AMBIGUOUS, Code.CONFLICT, Code.NOT_CONNECTED, Code.PRECONDITION_FAILED, Code.DEVICE_OFFLINE,
    ),
    seconds=2,
)  # fmt: skip
def manage_pc_link(
    phone: Phone,
    action: Literal["connect", "disconnect", "enable", "disable", "status"],
    pcName: Text | None = None,
    feature: Literal["screen_mirroring", "input_sharing", "clipboard_sharing", "file_transfer"] | None = None,
) -> Json:
    """Link the phone with a computer, end that, turn a feature of the link on or off, or show the links.

    pcName: for connect.
    feature: for enable and disable, on the linked computer.
    """
    if action == "status":
        fields = ("name", "connected", "online", "screen_mirroring", "input_sharing", "clipboard_sharing", "file_transfer")
        return {"computers": [{field: row[field] for field in fields} for row in phone.state.rows("pc_links").values()]}
    if action == "connect":
        if pcName is None:
            raise missing("pcName", "name of the computer")
        key = _device(phone, "pc_links", "computer", pcName)
        row = phone.row("pc_links", key)
        phone.require("wifi")
        if not row["online"]:
            raise PhoneError(Code.DEVICE_OFFLINE, f"{row['name']} does not answer; is it switched on?")
        return {"computer": row["name"], "changed": phone.put("pc_links", key, connected=True)}
    linked = phone.find("pc_links", connected=True)
    if action == "disconnect":
        for key, _ in linked:
            phone.put("pc_links", key, connected=False)
        return {"changed": bool(linked)}
    if feature is None:
        raise missing("feature", "which feature of the link")
    if not linked:
        raise PhoneError(Code.NOT_CONNECTED, "no computer is linked; connect one first")
    key, row = linked[0]
    changed = phone.put("pc_links", key, **{feature: action == "enable"})
    return {"computer": row["name"], "feature": feature, "enabled": action == "enable", "changed": changed}


# -- sharing, printing


@tool(
    DOMAIN,
    risk=Risk.OUTBOUND,
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PRECONDITION_FAILED),
    permission="files",
    seconds=3,
)
def send_file_nearby(phone: Phone, file: Text, receiver: Text) -> Json:
    """Send a file to a device nearby over Wi-Fi and Bluetooth.

    file: its name or id.
    receiver: name or id of the device.
    """
    phone.require("wifi")
    phone.require("bluetooth")
    found = _file(phone, file)
    key = _device(phone, "nearby_devices", "device nearby", receiver)
    row = phone.row("nearby_devices", key)
    if not row["visible"]:
        raise PhoneError(Code.PRECONDITION_FAILED, f"{row['name']} is not visible; ask its owner to open sharing")
    transfer = phone.add("transfers", "tr", file=found["id"], name=found["name"], receiver=key, time=phone.state.now)
    return {"transferId": transfer, "file": found["name"], "receiver": row["name"]}


def _file(phone: Phone, given: str) -> Row:
    by_id = phone.state.get("files", given) is not None
    return resolve_file(phone, given if by_id else None, None if by_id else given)


@tool(
    DOMAIN,
    risk=Risk.OUTBOUND,
    errors=(
        Code.NOT_FOUND, Code.AMBIGUOUS, Code.PRECONDITION_FAILED, Code.UNSUPPORTED, Code.DEVICE_OFFLINE,
    ),
    permission="files",
    seconds=3,
)  # fmt: skip
def print_document(
    phone: Phone,
    file: Text,
    printer: Text | None = None,
    copies: Annotated[int, Field(ge=1, le=99)] = 1,
    color: bool = False,
    twoSided: bool = False,
) -> Json:
    """Print a file on a printer of the Wi-Fi network.

    file: its name or id.
    printer: name or id; the default printer without it.
    """
    phone.require("wifi")
    found = _file(phone, file)
    if printer is None:
        default = phone.find("printers", default=True)
        if not default:
            raise not_found("default printer", "printer", [row["name"] for row in phone.state.rows("printers").values()])
        key = default[0][0]
    else:
        key = _device(phone, "printers", "printer", printer)
    row = phone.row("printers", key)
    if color and not row["color"]:
        raise PhoneError(Code.UNSUPPORTED, f"{row['name']} prints no colour", accepted={"color": False})
    if twoSided and not row["two_sided"]:
        raise PhoneError(Code.UNSUPPORTED, f"{row['name']} prints on one side only", accepted={"twoSided": False})
    if row["state"] == "offline":
        raise PhoneError(Code.DEVICE_OFFLINE, f"{row['name']} does not answer; is it switched on?")
    if row["state"] != "ready":
        raise PhoneError(Code.PRECONDITION_FAILED, f"{row['name']} cannot print: {row['state'].replace('_', ' ')}")
    job = phone.add("print_jobs", "pj", file=found["id"], name=found["name"], printer=key, copies=copies, color=color,
                    twoSided=twoSided, time=phone.state.now)  # fmt: skip
    return {"jobId": job, "file": found["name"], "printer": row["name"]}


# -- smart home


SmartType = Literal["light", "plug", "thermostat", "blind", "vacuum", "fan", "aircon", "speaker"]
_RANGES: dict[str, tuple[int, int]] = {
    "brightness": (1, 100), "temperature": (5, 35), "position": (0, 100), "speed": (1, 5), "volume": (0, 100),
}  # fmt: skip


@tool(DOMAIN, errors=(Code.NO_SERVICE,))
def list_smart_home_devices(phone: Phone, room: Text | None = None, deviceType: SmartType | None = None) -> Json:
    """List the devices of the smart home with their state.

    room: only there.
    deviceType: only these.
    """
    phone.require("internet")
    given: Row = {"room": room, "type": deviceType}
    found = phone.find("smart_devices", **{field: value for field, value in given.items() if value is not None})
    return {"devices": [dict(row) for _, row in found[:20]], "total": len(found)}


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.UNSUPPORTED, Code.DEVICE_OFFLINE, Code.NO_SERVICE),
    seconds=2,
)
def control_smart_home_device(
    phone: Phone,
    action: Literal["turn_on", "turn_off", "set"],
    device: Text,
    room: Text | None = None,
    setting: Literal["brightness", "temperature", "position", "speed", "volume"] | None = None,
    value: int | None = None,
) -> Json:
    """Turn a device of the smart home on or off, or change one of its settings.

    device: name or id.
    room: tells devices named alike apart.
    setting: for set; brightness, position and volume in percent, temperature in degrees Celsius, speed 1 to 5.
    value: for set.
    """
    phone.require("internet")
    key = device if phone.state.get("smart_devices", device) else _smart_device(phone, device, room)
    row = phone.row("smart_devices", key)
    if not row["online"]:
        raise PhoneError(Code.DEVICE_OFFLINE, f"{row['name']} does not answer")
    answer: dict[str, Json] = {"id": key, "device": row["name"], "room": row["room"]}
    if action != "set":
        return {**answer, "on": action == "turn_on", "changed": phone.put("smart_devices", key, on=action == "turn_on")}
    if setting is None:
        raise missing("setting", "which setting")
    if value is None:
        raise missing("value", f"the {setting}")
    if setting not in row:
        known = [name for name in _RANGES if name in row]
        raise PhoneError(Code.UNSUPPORTED, f"{row['name']} has no {setting}", accepted=known)
    low, high = _RANGES[setting]
    if not low <= value <= high:
        raise PhoneError(Code.INVALID_ARGUMENT, f"{setting} goes from {low} to {high}", accepted={"value": [low, high]})
    return {**answer, setting: value, "changed": phone.put("smart_devices", key, **{setting: value})}


def _smart_device(phone: Phone, name: str, room: str | None) -> str:
    fields = {"name": name} if room is None else {"name": name, "room": room}
    matches = phone.find("smart_devices", **fields)
    if not matches:
        raise not_found("smart home device", name if room is None else f"{name} in {room}")
    if len(matches) > 1:
        candidates = [{"id": key, "name": row["name"], "room": row["room"]} for key, row in matches[:8]]
        raise PhoneError(Code.AMBIGUOUS, f"{len(matches)} devices are called {name!r}", accepted=candidates)
    return matches[0][0]
