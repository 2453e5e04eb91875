"""What joins two domains: guards, effects and requirements over tables that no single domain owns."""

from .errors import Code, PhoneError
from .phone import Phone
from .rules import RULES
from .state import Row

RADIOS_UNDER_AIRPLANE = ("wifi", "bluetooth", "mobile_data", "hotspot")


@RULES.effect("radios", "airplane")
def airplane_mode_drops_radios(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Airplane mode turns Wi-Fi, Bluetooth, mobile data and hotspot off, and gives them back when it ends."""
    assert before is not None and after is not None
    if after["on"] == before["on"]:
        return
    if after["on"]:
        remembered = {name: phone.one("radios", name)["on"] for name in RADIOS_UNDER_AIRPLANE}
        phone.put("radios", "airplane", remembered=remembered)
        for name in RADIOS_UNDER_AIRPLANE:
            phone.put("radios", name, on=False)
    else:
        for name, was_on in after["remembered"].items():
            if was_on and name != "hotspot":
                phone.put("radios", name, on=True)
        phone.put("radios", "airplane", remembered={})


@RULES.guard("radios", "mobile_data")
def no_mobile_data_in_airplane_mode(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Mobile data cannot be turned on while airplane mode is on."""
    assert after is not None
    if after["on"] and phone.one("radios", "airplane")["on"]:
        raise PhoneError(Code.BLOCKED_BY_MODE, "airplane mode is on, so mobile data stays off")


@RULES.effect("device", "clock")
def a_new_time_zone_moves_what_is_due(phone: Phone, before: Row | None, after: Row | None) -> None:
    """What is planned by the local clock falls due by the new zone as soon as the phone's zone changes."""
    assert before is not None and after is not None
    if after["zone"] != before["zone"]:
        phone.state.next_due = None


@RULES.requires("internet")
def internet(phone: Phone) -> None:
    """Wi-Fi joined to a network, or mobile data."""
    wifi = phone.one("radios", "wifi")
    if not (wifi["on"] and wifi["ssid"]) and not phone.one("radios", "mobile_data")["on"]:
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
