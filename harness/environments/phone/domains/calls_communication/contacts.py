"""The address book."""

from typing import Literal

from harness.contract import Json

from ...arguments import PhoneNumber, Text
from ...errors import Code, PhoneError, missing
from ...lookups import name_matches
from ...phone import Phone, fold
from ...state import Row
from ...tools import Risk, tool
from .reach import DOMAIN, Count, Email


def _card(row: Row) -> Row:
    card: Row = {"id": row["id"], "name": row["name"], "numbers": [entry["number"] for entry in row["phones"]]}
    for name in ("emails", "relation", "favourite"):
        if row[name]:
            card[name] = row[name]
    return card


@tool(DOMAIN, permission="contacts", errors=(Code.PERMISSION_DENIED,))
def search_contacts(
    phone: Phone,
    query: Text | None = None,
    relation: Text | None = None,
    favourite: bool | None = None,
    maxResults: Count = 5,
) -> Json:
    """Find contacts by name, number, e-mail or relation.

    query: part of a name, number or e-mail address.
    relation: such as mother, boss, dentist.
    """
    digits = "".join(sign for sign in query or "" if sign.isdigit())

    def fits(row: Row) -> bool:
        if favourite is not None and row["favourite"] is not favourite:
            return False
        if relation is not None and fold(row["relation"]) != fold(relation):
            return False
        return (
            query is None
            or name_matches(query, row["name"])
            or fold(query) == fold(row["relation"])
            or any(query.casefold() in mail for mail in row["emails"])
            or (len(digits) >= 3 and any(digits in entry["number"] for entry in row["phones"]))
        )

    found = [row for row in phone.state.rows("contacts").values() if fits(row)]
    return {"total": len(found), "contacts": [_card(row) for row in found[:maxResults]]}


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    permission="contacts",
    errors=(Code.NOT_FOUND, Code.ALREADY_EXISTS, Code.PERMISSION_DENIED),
)
def manage_contact(
    phone: Phone,
    action: Literal["create", "update", "delete"],
    contactId: str | None = None,
    name: Text | None = None,
    number: PhoneNumber | None = None,
    email: Email | None = None,
    relation: Text | None = None,
    favourite: bool | None = None,
) -> Json:
    """Create, change or delete a contact.

    contactId: which contact, for update and delete.
    number: for update, replaces the first number.
    """
    if action == "create":
        if name is None:
            raise missing("name", "the person's name")
        if number is None and email is None:
            raise missing("number", "a phone number or an e-mail address")
        same = [key for key, row in phone.find("contacts", name=name) if number in _numbers(row)]
        if same:
            raise PhoneError(Code.ALREADY_EXISTS, f"{name} is a contact already", accepted={"contactId": same[0]})
        key = phone.add(
            "contacts", "ct", name=name, phones=[{"type": "mobile", "number": number}] if number else [],
            emails=[email] if email else [], relation=relation or "", favourite=bool(favourite), note="",
        )  # fmt: skip
        return {"contactId": key, "created": True}
    if contactId is None:
        raise missing("contactId", "id of the contact, from search_contacts")
    row = phone.row("contacts", contactId)
    if action == "delete":
        phone.remove("contacts", contactId)
        return {"contactId": contactId, "deleted": True}
    fields: Row = {"name": name, "relation": relation, "favourite": favourite}
    if number is not None:
        first = row["phones"][0]["type"] if row["phones"] else "mobile"
        fields["phones"] = [{"type": first, "number": number}, *row["phones"][1:]]
    if email is not None:
        fields["emails"] = [email, *row["emails"][1:]]
    given = {field: value for field, value in fields.items() if value is not None}
    if not given:
        raise missing("name", "a new name, number, email, relation or favourite")
    return {"contactId": contactId, "changed": phone.put("contacts", contactId, **given)}


def _numbers(row: Row) -> list[str]:
    return [entry["number"] for entry in row["phones"]]
