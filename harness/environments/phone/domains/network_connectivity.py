"""Network and connectivity: the radios, the networks that are joined through them, SIM cards, VPN and data use.

What one radio does to another (airplane mode, hotspot, battery saver) stands in ``laws.py``.
"""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ..arguments import Text
from ..errors import Code, PhoneError, missing, not_found
from ..lookups import resolve_sim
from ..phone import Phone, fold
from ..state import Row
from ..tables import TABLES, Table
from ..tools import Risk, tool

DOMAIN = "Network & Connectivity"

TABLES.register([
    Table("wifi_networks", "Wi-Fi networks in range or saved; the password is never shown", prefix="wn"),
    Table("vpn_profiles", "VPN connections that were set up", prefix="vp"),
    Table("sims", "SIM cards, one row a slot: sim1, sim2"),
    Table("data_usage", "megabytes of this billing cycle, one row an app"),
    Table("data_plan", "main: limit, warning and the day on which the billing cycle starts"),
])  # fmt: skip

Gigabytes = Annotated[float, Field(gt=0, le=10_000)]
_BARS = ("none", "weak", "fair", "good", "excellent")


# -- switches


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_airplane_mode(phone: Phone, enabled: bool) -> Json:
    """Turn airplane mode on or off; on drops Wi-Fi, Bluetooth, mobile data and hotspot, off restores them."""
    return {"enabled": enabled, "changed": phone.put("radios", "airplane", on=enabled)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_wifi(phone: Phone, enabled: bool) -> Json:
    """Turn Wi-Fi on or off."""
    changed = phone.put("radios", "wifi", on=enabled)
    return {"enabled": enabled, "changed": changed, "network": _joined(phone)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_bluetooth(phone: Phone, enabled: bool, discoverable: bool | None = None) -> Json:
    """Turn Bluetooth on or off; off disconnects headphones and other accessories.

    discoverable: whether other devices can see the phone; only while Bluetooth is on.
    """
    if discoverable and not enabled:
        raise PhoneError(Code.INVALID_ARGUMENT, "a phone without Bluetooth cannot be discoverable", accepted=[False])
    fields: Row = {"on": enabled} if discoverable is None else {"on": enabled, "discoverable": discoverable}
    return {"enabled": enabled, "changed": phone.put("radios", "bluetooth", **fields)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(Code.BLOCKED_BY_MODE, Code.PRECONDITION_FAILED))
def set_mobile_data(phone: Phone, enabled: bool) -> Json:
    """Turn mobile data on or off; it needs a SIM card and no airplane mode."""
    return {"enabled": enabled, "changed": phone.put("radios", "mobile_data", on=enabled)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_data_roaming(phone: Phone, enabled: bool) -> Json:
    """Allow or forbid mobile data abroad."""
    return {"enabled": enabled, "changed": phone.put("radios", "mobile_data", roaming=enabled)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_nfc(phone: Phone, enabled: bool) -> Json:
    """Turn NFC on or off, which contactless payment and tap to share use."""
    return {"enabled": enabled, "changed": phone.put("radios", "nfc", on=enabled)}


@tool(DOMAIN, risk=Risk.REVERSIBLE)
def set_data_saver(phone: Phone, enabled: bool) -> Json:
    """Turn the data saver on or off; while it is on, apps use no data in the background and no hotspot runs."""
    return {"enabled": enabled, "changed": phone.put("radios", "data_saver", on=enabled)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(Code.BLOCKED_BY_MODE,))
def set_location(
    phone: Phone, enabled: bool, mode: Literal["high_accuracy", "battery_saving", "device_only"] | None = None
) -> Json:
    """Turn location services on or off; navigation, weather here and location sharing need them.

    mode: how the position is found; without it the mode stays.
    """
    fields: Row = {"on": enabled} if mode is None else {"on": enabled, "mode": mode}
    changed = phone.put("radios", "location", **fields)
    return {"enabled": enabled, "mode": phone.one("radios", "location")["mode"], "changed": changed}


# -- Wi-Fi networks


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"scan": Risk.READ, "list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.PRECONDITION_FAILED),
)
def manage_wifi_network(
    phone: Phone,
    action: Literal["scan", "list", "join", "disconnect", "forget"],
    ssid: Text | None = None,
    password: Text | None = None,
) -> Json:
    """Scan for Wi-Fi networks, list the saved ones, join, disconnect from or forget one.

    ssid: name of the network, for join and forget.
    password: for join, when the network is secured and not saved.
    """
    if action == "list":
        return {"networks": [_network(row) for _, row in phone.find("wifi_networks", saved=True)], "joined": _joined(phone)}
    if action == "scan":
        phone.require("wifi")
        found = sorted(phone.find("wifi_networks", inRange=True), key=lambda item: -item[1]["signal"])
        return {"networks": [_network(row) for _, row in found[:10]], "total": len(found), "joined": _joined(phone)}
    if action == "disconnect":
        return {"changed": phone.put("radios", "wifi", ssid=None)}
    if ssid is None:
        raise missing("ssid", "name of the network")
    if action == "forget":
        return _forget(phone, ssid)
    return _join(phone, ssid, password)


def _join(phone: Phone, ssid: str, password: str | None) -> Json:
    """Joins the strongest network of that name that is in range and saves it."""
    phone.require("wifi")
    in_range = phone.find("wifi_networks", ssid=ssid, inRange=True)
    if not in_range:
        known = [row["ssid"] for _, row in phone.find("wifi_networks", inRange=True)[:8]]
        raise not_found("Wi-Fi network in range", ssid, known)
    key, row = max(in_range, key=lambda item: item[1]["signal"])
    if row["security"] != "open" and not (row["saved"] and password is None):
        if password is None:
            raise missing("password", f"the password of {row['ssid']}")
        if password != row["password"]:
            raise PhoneError(Code.INVALID_ARGUMENT, f"the password of {row['ssid']} is wrong")
    changed = phone.put("wifi_networks", key, saved=True)
    changed |= phone.put("radios", "wifi", ssid=row["ssid"], band=row["band"])
    return {"joined": row["ssid"], "changed": changed}


def _forget(phone: Phone, ssid: str) -> Json:
    saved = phone.find("wifi_networks", ssid=ssid, saved=True)
    if not saved:
        raise not_found("saved Wi-Fi network", ssid, [row["ssid"] for _, row in phone.find("wifi_networks", saved=True)[:8]])
    for key, row in saved:
        if row["inRange"]:
            phone.put("wifi_networks", key, saved=False)
        else:
            phone.remove("wifi_networks", key)
    if fold(phone.one("radios", "wifi")["ssid"]) == fold(ssid):
        phone.put("radios", "wifi", ssid=None)
    return {"forgotten": saved[0][1]["ssid"], "changed": True}


def _network(row: Row) -> Json:
    bars = _BARS[min(4, row["signal"] // 20)]
    return {"ssid": row["ssid"], "security": row["security"], "saved": row["saved"], "signal": bars}


def _joined(phone: Phone) -> str | None:
    wifi = phone.one("radios", "wifi")
    return str(wifi["ssid"]) if wifi["on"] and wifi["ssid"] else None


# -- hotspot, VPN, SIM cards


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"status": Risk.READ},
    errors=(Code.PRECONDITION_FAILED, Code.BLOCKED_BY_MODE),
)
def manage_hotspot(
    phone: Phone,
    action: Literal["turn_on", "turn_off", "configure", "status"],
    name: Text | None = None,
    password: Annotated[str, Field(min_length=8, max_length=63)] | None = None,
    band: Literal["2.4GHz", "5GHz"] | None = None,
    autoOffMinutes: Annotated[int, Field(ge=0, le=120)] | None = None,
) -> Json:
    """Share mobile data as a Wi-Fi hotspot: turn it on or off, configure it, or show it with its password.

    password: at least 8 characters.
    autoOffMinutes: turn off after that long without devices; 0 means never.
    """
    row = phone.one("radios", "hotspot")
    if action == "status":
        shown = {field: row[field] for field in ("on", "name", "password", "band")}
        return {**shown, "autoOffMinutes": row["auto_off_minutes"]}
    given: Row = {"name": name, "password": password, "band": band, "auto_off_minutes": autoOffMinutes}
    fields = {field: value for field, value in given.items() if value is not None}
    if action == "configure":
        if not fields:
            raise missing("name", "a new name, password, band or autoOffMinutes")
        return {"changed": phone.put("radios", "hotspot", **fields)}
    if fields and action == "turn_off":
        raise PhoneError(Code.INVALID_ARGUMENT, "turn_off takes no settings; use configure", accepted=["configure"])
    return {"on": action == "turn_on", "changed": phone.put("radios", "hotspot", on=action == "turn_on", **fields)}


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.ALREADY_EXISTS, Code.NO_SERVICE),
)
def manage_vpn(
    phone: Phone,
    action: Literal["connect", "disconnect", "add", "remove", "list"],
    name: Text | None = None,
    server: Text | None = None,
    protocol: Literal["wireguard", "openvpn", "ikev2"] | None = None,
) -> Json:
    """Connect or disconnect the VPN, add, remove or list VPN profiles.

    name: the profile.
    server: host name, for add.
    protocol: for add; wireguard unless given.
    """
    if action == "list":
        rows = phone.state.rows("vpn_profiles").values()
        shown = [{field: row[field] for field in ("name", "server", "protocol")} for row in rows]
        return {"profiles": shown, "connected": _vpn_name(phone)}
    if action == "disconnect":
        return {"changed": phone.put("radios", "vpn", on=False)}
    if name is None:
        raise missing("name", "name of the VPN profile")
    same = phone.find("vpn_profiles", name=name)
    if action == "add":
        if server is None:
            raise missing("server", "host name of the VPN server")
        if same:
            known = {"server": same[0][1]["server"]}
            raise PhoneError(Code.ALREADY_EXISTS, f"there is a VPN profile {name!r}", accepted=known)
        phone.add("vpn_profiles", "vp", name=name, server=server, protocol=protocol or "wireguard")
        return {"added": name}
    if not same:
        raise not_found("VPN profile", name, [row["name"] for row in phone.state.rows("vpn_profiles").values()])
    key = same[0][0]
    if action == "remove":
        if phone.one("radios", "vpn")["profile"] == key:
            phone.put("radios", "vpn", on=False, profile=None)
        phone.remove("vpn_profiles", key)
        return {"removed": name}
    phone.require("internet")
    return {"connected": same[0][1]["name"], "changed": phone.put("radios", "vpn", on=True, profile=key)}


def _vpn_name(phone: Phone) -> str | None:
    vpn = phone.one("radios", "vpn")
    return str(phone.row("vpn_profiles", vpn["profile"])["name"]) if vpn["on"] else None


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ}, errors=(Code.NOT_FOUND, Code.AMBIGUOUS))
def manage_sim(
    phone: Phone,
    action: Literal["list", "set_default"],
    purpose: Literal["calls", "messages", "data"] | None = None,
    sim: Text | None = None,
) -> Json:
    """List the SIM cards, or choose which one calls, messages or mobile data use.

    sim: its label, carrier or slot such as sim1.
    """
    defaults = phone.one("radios", "sim_defaults")
    sims = phone.state.rows("sims")
    if action == "list":
        return {"sims": [dict(row) for row in sims.values()], "defaults": dict(defaults)}
    if purpose is None:
        raise missing("purpose", "calls, messages or data")
    if sim is None:
        raise missing("sim", f"one of {', '.join(sims)}")
    slot = resolve_sim(phone, sim)
    return {"sim": slot, "changed": phone.put("radios", "sim_defaults", **{purpose: slot})}


# -- status and data use


@tool(DOMAIN, errors=(Code.NO_SERVICE,))
def get_network_status(phone: Phone, speedTest: bool = False) -> Json:
    """Show which radios are on, what the phone is connected to, and on demand how fast it is.

    speedTest: also measure the connection; needs internet.
    """
    radios = phone.state.rows("radios")
    switches = ("airplane", "wifi", "bluetooth", "mobile_data", "hotspot", "nfc", "location", "data_saver")
    answer: dict[str, Json] = {name: radios[name]["on"] for name in switches}
    answer |= {
        "roaming": radios["mobile_data"]["roaming"],
        "network": _joined(phone),
        "vpn": _vpn_name(phone),
        "carrier": radios["sim"]["carrier"] if radios["sim"]["present"] else None,
    }
    if speedTest:
        phone.require("internet")
        answer["speed"] = _speed(phone)
    return answer


def _speed(phone: Phone) -> Json:
    """A measurement that depends on the connection: Wi-Fi by its signal, otherwise mobile data."""
    joined = _joined(phone)
    near = phone.find("wifi_networks", ssid=joined, inRange=True) if joined else []
    signal = max((row["signal"] for _, row in near), default=60)
    down = signal * 5 if joined else 48
    draw = phone.rng("speed_test")
    up = down // 4 + draw.randrange(5)
    return {"downMbps": down + draw.randrange(10), "upMbps": up, "pingMs": 12 + draw.randrange(30)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"get": Risk.READ})
def manage_data_usage(
    phone: Phone,
    action: Literal["get", "set_limit", "set_warning", "clear_limit"],
    gigabytes: Gigabytes | None = None,
    maxResults: Annotated[int, Field(ge=1, le=50)] = 5,
) -> Json:
    """Show how much data this billing cycle used, by app, or set a limit or a warning for mobile data.

    gigabytes: for set_limit and set_warning.
    """
    plan = phone.one("data_plan")
    if action == "get":
        rows = phone.state.rows("data_usage").values()
        top = sorted(rows, key=lambda row: (-row["mobile_mb"] - row["wifi_mb"], row["app"]))
        return {
            "mobileGb": round(sum(row["mobile_mb"] for row in rows) / 1000, 2),
            "wifiGb": round(sum(row["wifi_mb"] for row in rows) / 1000, 2),
            "limitGb": plan["limit_gb"],
            "warningGb": plan["warning_gb"],
            "cycleDay": plan["cycle_day"],
            "apps": [
                {"app": row["app"], "mobileMb": row["mobile_mb"], "wifiMb": row["wifi_mb"]} for row in top[:maxResults]
            ],
        }
    if action == "clear_limit":
        return {"changed": phone.put("data_plan", "main", limit_gb=None)}
    if gigabytes is None:
        raise missing("gigabytes", "how much mobile data")
    field = "limit_gb" if action == "set_limit" else "warning_gb"
    return {field.removesuffix("_gb") + "Gb": gigabytes, "changed": phone.put("data_plan", "main", **{field: gigabytes})}
