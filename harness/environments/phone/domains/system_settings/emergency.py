"""Emergencies: whom to call, what rescuers should know, and what the SOS gesture does."""

from typing import Annotated, Literal

from pydantic import BeforeValidator

from harness.contract import Json

from ...arguments import PhoneNumber, Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import resolve_contact
from ...phone import Phone
from ...rules import RULES
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

Countdown = Annotated[
    Literal[5, 10, 15, 30],
    BeforeValidator(lambda value: int(value) if str(value).isdecimal() else value),
]


@RULES.effect("emergency_contacts")
def sos_shares_no_location_with_nobody(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Without any emergency contact, SOS no longer shares the location."""
    if after is None and not phone.state.rows("emergency_contacts"):
        phone.put("emergency_sos", "main", share_location=False)


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"get": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PERMISSION_DENIED),
)
def manage_emergency_info(
    phone: Phone,
    action: Literal["get", "set_medical", "add_contact", "remove_contact"],
    contactId: Text | None = None,
    contactName: Text | None = None,
    bloodType: Literal["A+", "A-", "B+", "B-", "AB+", "AB-", "O+", "O-", "unknown"] | None = None,
    allergies: Text | None = None,
    medications: Text | None = None,
    conditions: Text | None = None,
) -> Json:
    """Show or set medical information such as blood type and allergies; add or remove an emergency contact.

    contactName: for add_contact and remove_contact.
    """
    if action == "get":
        chosen = phone.state.rows("emergency_contacts")
        names = [{"contactId": key, "name": phone.row("contacts", key)["name"]} for key in chosen]
        medical = phone.one("medical_info")
        shown = {"allergies": medical["allergies"], "medications": medical["medications"]}
        return {"contacts": names, "bloodType": medical["blood_type"], **shown, "conditions": medical["conditions"]}
    if action == "set_medical":
        given: Row = {"blood_type": bloodType, "allergies": allergies, "medications": medications, "conditions": conditions}
        fields = {name: value for name, value in given.items() if value is not None}
        if not fields:
            raise missing("bloodType", "blood type, allergies, medications or conditions")
        return {"changed": phone.put("medical_info", "main", **fields)}
    contact = resolve_contact(phone, contactId, contactName)
    answer: dict[str, Json] = {"contactId": contact["id"], "name": contact["name"]}
    if action == "add_contact":
        return {**answer, "changed": phone.put("emergency_contacts", contact["id"], contact=contact["id"])}
    if phone.state.get("emergency_contacts", contact["id"]) is None:
        raise not_found("emergency contact", contact["name"])
    phone.remove("emergency_contacts", contact["id"])
    return {**answer, "changed": True}


@tool(DOMAIN, risk=Risk.REVERSIBLE, errors=(Code.PRECONDITION_FAILED,))
def set_emergency_sos(
    phone: Phone,
    enabled: bool,
    countdownSeconds: Countdown | None = None,
    shareLocation: bool | None = None,
    callNumber: PhoneNumber | None = None,
) -> Json:
    """Turn emergency SOS on or off: pressing the power button five times calls for help.

    countdownSeconds: time to cancel before the call.
    shareLocation: send the location to the emergency contacts.
    callNumber: whom to call, such as 112.
    """
    if shareLocation and not phone.state.rows("emergency_contacts"):
        raise PhoneError(Code.PRECONDITION_FAILED, "there is no emergency contact to share the location with; add one first")
    given: Row = {"countdown_seconds": countdownSeconds, "share_location": shareLocation, "number": callNumber}
    fields = {name: value for name, value in given.items() if value is not None}
    return {"enabled": enabled, "changed": phone.put("emergency_sos", "main", on=enabled, **fields)}
