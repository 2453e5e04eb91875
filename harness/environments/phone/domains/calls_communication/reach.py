"""Who is meant by a call or a message, whether they can be reached, and the tables of this domain with their rules."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

from ...errors import Code, PhoneError
from ...lookups import require_app, resolve_contact
from ...phone import Phone
from ...rules import RULES, Schedule
from ...state import Row
from ...tables import TABLES, Table

DOMAIN = "Calls & Communication"

TABLES.register([
    Table("contacts", "the address book", prefix="ct"),
    Table("calls", "the call log; a ringing or active call is a row too", prefix="ca",
          volatile=("started", "seconds"), references={"contact": "contacts"}),
    Table("messages", "texts, chats and mail, received and sent", prefix="ms",
          volatile=("time",), references={"contact": "contacts"}),
    Table("scheduled_messages", "messages that are sent at a time", prefix="sm", references={"contact": "contacts"}),
    Table("blocked_numbers", "numbers that neither ring nor write", prefix="bn", references={"contact": "contacts"}),
    Table("call_rules", "filters for unwanted calls and messages", prefix="cr"),
    Table("call_forwarding", "where calls go: always, busy, no_answer, unreachable; one row each"),
    Table("voicemails", "recorded messages of callers", prefix="vm", references={"contact": "contacts"}),
    Table("location_shares", "who sees the phone's location, and until when", prefix="ls",
          volatile=("until",), references={"contact": "contacts"}),
])  # fmt: skip

ChatApp = Literal["sms", "whatsapp", "wechat", "telegram"]
CallApp = Literal["phone", "whatsapp", "wechat", "telegram"]
MailApp = Literal["sms", "whatsapp", "wechat", "telegram", "email"]
APP_PACKAGES = {"whatsapp": "com.whatsapp", "wechat": "com.tencent.mm", "telegram": "org.telegram"}
DUPLICATE_WINDOW = 60
REACHING = (Code.NOT_FOUND, Code.AMBIGUOUS, Code.PERMISSION_DENIED, Code.PRECONDITION_FAILED, Code.NO_SERVICE)
"""What can go wrong between a name and a delivered call or message."""


def _email(value: object) -> str:
    text = str(value).strip()
    local, at, host = text.partition("@")
    if not (local and at and "." in host.strip(".")) or " " in text:
        raise ValueError("expected an e-mail address such as anna@example.com")
    return text.lower()


Email = Annotated[str, BeforeValidator(_email), WithJsonSchema({"type": "string", "format": "email", "sig": "e-mail"})]
Count = Annotated[int, Field(ge=1, le=50)]


# -- rules of these tables


def _send_time(phone: Phone, row: Row, after: int) -> int | None:
    """A scheduled message is due once, at its time."""
    return row["send_at"] if row["status"] == "pending" and row["send_at"] > after else None


def _send_scheduled(phone: Phone, key: str, row: Row) -> None:
    """A scheduled message is sent when its time comes, or marked failed if there is no service then."""
    who = Recipient(row["contact"], row["address"])
    try:
        require_channel(phone, row["app"])
    except PhoneError as error:
        phone.put("scheduled_messages", key, status="failed")
        phone.add("notifications", "nt", app="messages", title="Message not sent", text=error.message, time=phone.state.now)
        return
    phone.put("scheduled_messages", key, status="sent")
    deliver(phone, row["app"], who, row["text"])


RULES.schedule(Schedule("scheduled_messages", _send_time, _send_scheduled))


@RULES.guard("calls")
def one_call_at_a_time(phone: Phone, before: Row | None, after: Row | None) -> None:
    """A call cannot become active while another one is."""
    if after is None or after["status"] != "active" or (before is not None and before["status"] == "active"):
        return
    current = current_call(phone, "active")
    if current is not None:
        raise PhoneError(Code.CONFLICT, "a call is active already", accepted={"callId": current["id"]})


@RULES.effect("radios", "airplane")
def airplane_mode_ends_calls(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Airplane mode ends the active call, and a ringing one counts as missed."""
    if before is None or after is None or before["on"] or not after["on"]:
        return
    for key, row in list(phone.state.rows("calls").items()):
        if row["status"] == "active":
            phone.put("calls", key, status="ended", seconds=phone.state.now - row["started"])
        elif row["status"] == "ringing":
            phone.put("calls", key, status="missed")


@RULES.effect("contacts")
def deleted_contact_leaves_no_reference(phone: Phone, before: Row | None, after: Row | None) -> None:
    """Rows that name a deleted contact keep its number and lose the link; its location share ends."""
    if after is not None or before is None:
        return
    for table in ("calls", "messages", "scheduled_messages", "blocked_numbers", "voicemails"):
        for key, row in list(phone.state.rows(table).items()):
            if row["contact"] == before["id"]:
                phone.put(table, key, contact=None)
    for key, row in list(phone.state.rows("location_shares").items()):
        if row["contact"] == before["id"]:
            phone.remove("location_shares", key)


# -- finding and reaching people


@dataclass(frozen=True)
class Recipient:
    """Whom a call or message goes to. ``contact`` is None for a number that is in no contact."""

    contact: str | None
    address: str


def recipient_of(phone: Phone, contact_id: str | None, name: str | None, number: str | None) -> Recipient:
    """The one recipient that exactly one of id, name and number means."""
    given = sum(item is not None for item in (contact_id, name, number))
    if given == 0:
        raise PhoneError(Code.MISSING_ARGUMENT, "say who", accepted=["contactId", "contactName", "number"])
    if given > 1:
        raise PhoneError(Code.INVALID_ARGUMENT, "give one of contactId, contactName and number", accepted=["contactId"])
    if number is not None:
        return Recipient(owner_of(phone, number), number)
    contact = resolve_contact(phone, contact_id, name)
    if not contact["phones"]:
        raise PhoneError(Code.PRECONDITION_FAILED, f"{contact['name']} has no phone number")
    return Recipient(contact["id"], contact["phones"][0]["number"])


def owner_of(phone: Phone, number: str) -> str | None:
    """The contact to whom a number belongs."""
    for key, row in phone.state.rows("contacts").items():
        if any(entry["number"] == number for entry in row["phones"]):
            return key
    return None


def require_channel(phone: Phone, app: str) -> None:
    """Calls and texts need the cellular network; other apps need to be usable and the internet."""
    if app in APP_PACKAGES:
        require_app(phone, APP_PACKAGES[app])
        phone.require("internet")
    elif app == "email":
        phone.require("internet")
    else:
        phone.require("cellular")


def refuse_blocked(phone: Phone, number: str) -> None:
    blocked = phone.find("blocked_numbers", number=number)
    if blocked:
        raise PhoneError(Code.PRECONDITION_FAILED, f"{number} is blocked", accepted={"blocked": number})


def refuse_duplicate(phone: Phone, app: str, address: str, text: str) -> None:
    """The same words to the same address within a minute are probably a mistake."""
    for key, row in reversed(phone.state.tables["messages"].items()):
        if row["time"] < phone.state.now - DUPLICATE_WINDOW:
            return
        if row["direction"] == "out" and (row["app"], row["address"], row["text"]) == (app, address, text):
            raise PhoneError(
                Code.DUPLICATE_SUSPECTED,
                "the same message went to the same recipient a moment ago",
                accepted={"messageId": key, "resend": True},
            )


def deliver(phone: Phone, app: str, who: Recipient, text: str, subject: str = "", attachment: str = "") -> str:
    return phone.add(
        "messages", "ms", app=app, direction="out", contact=who.contact, address=who.address, subject=subject,
        text=text, attachment=attachment, time=phone.state.now, status="sent", unread=False, starred=False,
    )  # fmt: skip


def current_call(phone: Phone, *states: str) -> Row | None:
    for row in reversed(phone.state.tables["calls"].values()):
        if row["status"] in states:
            return dict(row)
    return None


def newest_first(rows: Iterable[Row], by: str) -> list[Row]:
    """Rows by a time of theirs, the latest first."""
    return sorted(rows, key=lambda row: (row[by], row["id"]), reverse=True)


def with_name(phone: Phone, row: Row, line: Row) -> Row:
    contact = phone.state.get("contacts", row["contact"]) if row["contact"] else None
    return {**line, "contactName": contact["name"]} if contact else line
