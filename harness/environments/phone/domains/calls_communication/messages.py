"""Messages, mail and shared location."""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Moment, PhoneNumber, Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import resolve_contact, resolve_file
from ...phone import Phone
from ...state import Row
from ...tools import Risk, tool
from .reach import (
    DOMAIN,
    REACHING,
    ChatApp,
    Count,
    Email,
    MailApp,
    Recipient,
    deliver,
    newest_first,
    recipient_of,
    refuse_blocked,
    refuse_duplicate,
    require_channel,
    with_name,
)

MARKS: dict[str, Row] = {
    "mark_read": {"unread": False},
    "mark_unread": {"unread": True},
    "star": {"starred": True},
    "unstar": {"starred": False},
}


@tool(DOMAIN, risk=Risk.OUTBOUND, permission="messages", seconds=2, errors=(*REACHING, Code.DUPLICATE_SUSPECTED))
def send_message(
    phone: Phone,
    text: Text,
    app: ChatApp = "sms",
    contactId: str | None = None,
    contactName: Text | None = None,
    number: PhoneNumber | None = None,
    attachmentId: str | None = None,
    resend: bool = False,
) -> Json:
    """Send a text message to a contact or a number.

    contactName: full name, or enough of it to be the only match.
    attachmentId: id of a file to send along.
    resend: send it although the same message went out a moment ago.
    """
    who = recipient_of(phone, contactId, contactName, number)
    attachment = resolve_file(phone, attachmentId)["name"] if attachmentId is not None else ""
    require_channel(phone, app)
    refuse_blocked(phone, who.address)
    if not resend:
        refuse_duplicate(phone, app, who.address, text)
    return {"messageId": deliver(phone, app, who, text, attachment=attachment), "to": who.address, "status": "sent"}


@tool(DOMAIN, risk=Risk.OUTBOUND, risks={"list": Risk.READ, "cancel": Risk.REVERSIBLE}, permission="messages",
      errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PERMISSION_DENIED, Code.PRECONDITION_FAILED))  # fmt: skip
def manage_scheduled_message(
    phone: Phone,
    action: Literal["create", "cancel", "list"],
    scheduledId: str | None = None,
    text: Text | None = None,
    sendAt: Moment | None = None,
    app: ChatApp = "sms",
    contactName: Text | None = None,
    number: PhoneNumber | None = None,
) -> Json:
    """Schedule a message for later, cancel a scheduled one, or list them.

    sendAt: when it is sent, in the phone's time zone.
    """
    if action == "list":
        rows = [row for row in phone.state.rows("scheduled_messages").values() if row["status"] == "pending"]
        return {"scheduled": [_scheduled_line(phone, row) for row in rows]}
    if action == "cancel":
        if scheduledId is None:
            raise missing("scheduledId", "id of the scheduled message, from list")
        if phone.row("scheduled_messages", scheduledId)["status"] != "pending":
            raise PhoneError(Code.PRECONDITION_FAILED, "the message is not waiting any more")
        phone.remove("scheduled_messages", scheduledId)
        return {"scheduledId": scheduledId, "cancelled": True}
    if text is None:
        raise missing("text", "the message")
    if sendAt is None:
        raise missing("sendAt", "local date and time YYYY-MM-DDTHH:MM")
    moment = phone.to_epoch(sendAt)
    if moment <= phone.state.now:
        raise PhoneError(Code.INVALID_ARGUMENT, "sendAt is in the past", accepted={"after": phone.to_local(phone.state.now)})
    who = recipient_of(phone, None, contactName, number)
    key = phone.add("scheduled_messages", "sm", app=app, contact=who.contact, address=who.address, text=text,
                    send_at=moment, status="pending")  # fmt: skip
    return {"scheduledId": key, "to": who.address, "sendAt": sendAt}


def _scheduled_line(phone: Phone, row: Row) -> Row:
    line = {key: row[key] for key in ("id", "app", "address", "text")}
    return with_name(phone, row, {**line, "sendAt": phone.to_local(row["send_at"])})


@tool(DOMAIN, permission="messages", errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PERMISSION_DENIED))
def search_messages(
    phone: Phone,
    query: Text | None = None,
    contactName: Text | None = None,
    app: MailApp | None = None,
    direction: Literal["in", "out"] | None = None,
    unreadOnly: bool = False,
    maxResults: Count = 5,
) -> Json:
    """Find messages and e-mails, newest first.

    query: words in the text or subject.
    contactName: with whom.
    """
    contact = resolve_contact(phone, None, contactName)["id"] if contactName is not None else None
    words = query.casefold().split() if query else []

    def fits(row: Row) -> bool:
        if contact is not None and row["contact"] != contact:
            return False
        if (app is not None and row["app"] != app) or (direction is not None and row["direction"] != direction):
            return False
        if unreadOnly and not row["unread"]:
            return False
        if not words:
            return True
        text = f"{row['subject']} {row['text']}".casefold()
        return all(word in text for word in words)

    found = newest_first([row for row in phone.state.rows("messages").values() if fits(row)], "time")
    return {"total": len(found), "messages": [_message_line(phone, row) for row in found[:maxResults]]}


def _message_line(phone: Phone, row: Row) -> Row:
    line: Row = {key: row[key] for key in ("id", "app", "direction", "address", "text")}
    for name in ("subject", "attachment", "unread", "starred"):
        if row[name]:
            line[name] = row[name]
    return with_name(phone, row, {**line, "time": phone.to_local(row["time"])})


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"delete": Risk.IRREVERSIBLE}, permission="messages",
      errors=(Code.NOT_FOUND, Code.PERMISSION_DENIED))  # fmt: skip
def manage_message(
    phone: Phone,
    action: Literal["mark_read", "mark_unread", "star", "unstar", "delete"],
    messageIds: Annotated[list[str], Field(min_length=1, max_length=50)],
) -> Json:
    """Mark messages as read or unread, star or delete them.

    messageIds: ids from search_messages.
    """
    changed = 0
    for key in messageIds:
        phone.row("messages", key)
        if action == "delete":
            phone.remove("messages", key)
            changed += 1
        else:
            changed += phone.put("messages", key, **MARKS[action])
    return {"changed": changed}


@tool(DOMAIN, risk=Risk.OUTBOUND, permission="messages", seconds=2, errors=(*REACHING, Code.DUPLICATE_SUSPECTED))
def send_email(
    phone: Phone,
    subject: Text,
    body: Text,
    to: Email | None = None,
    contactId: str | None = None,
    contactName: Text | None = None,
    attachmentId: str | None = None,
    resend: bool = False,
) -> Json:
    """Send an e-mail to an address or a contact.

    attachmentId: id of a file to attach.
    resend: send it although the same mail went out a moment ago.
    """
    who = _mail_recipient(phone, to, contactId, contactName)
    attachment = resolve_file(phone, attachmentId)["name"] if attachmentId is not None else ""
    require_channel(phone, "email")
    if not resend:
        refuse_duplicate(phone, "email", who.address, body)
    return {"messageId": deliver(phone, "email", who, body, subject, attachment), "to": who.address, "status": "sent"}


def _mail_recipient(phone: Phone, to: str | None, contact_id: str | None, name: str | None) -> Recipient:
    if to is not None and contact_id is None and name is None:
        owners = (key for key, row in phone.state.rows("contacts").items() if to in row["emails"])
        return Recipient(next(owners, None), to)
    if sum(item is not None for item in (to, contact_id, name)) != 1:
        code = Code.INVALID_ARGUMENT if to is not None or contact_id is not None else Code.MISSING_ARGUMENT
        raise PhoneError(code, "give one of to, contactId and contactName", accepted=["to", "contactId", "contactName"])
    contact = resolve_contact(phone, contact_id, name)
    if not contact["emails"]:
        raise PhoneError(Code.PRECONDITION_FAILED, f"{contact['name']} has no e-mail address")
    return Recipient(contact["id"], contact["emails"][0])


@tool(DOMAIN, risk=Risk.OUTBOUND, risks={"list": Risk.READ, "stop": Risk.REVERSIBLE}, permission="location",
      errors=REACHING)  # fmt: skip
def manage_location_sharing(
    phone: Phone,
    action: Literal["start", "stop", "list"],
    shareId: str | None = None,
    contactId: str | None = None,
    contactName: Text | None = None,
    app: ChatApp = "sms",
    minutes: Annotated[int, Field(ge=1, le=1440)] = 60,
) -> Json:
    """Share the phone's live location with a contact for a while, stop sharing, or list who sees it."""
    live = [row for row in phone.state.rows("location_shares").values() if row["until"] > phone.state.now]
    if action == "list":
        return {"shares": [_share_line(phone, row) for row in live]}
    if action == "stop":
        key = shareId or _share_with(resolve_contact(phone, contactId, contactName), live)
        phone.remove("location_shares", key)
        return {"shareId": key, "stopped": True}
    phone.require("location")
    who = recipient_of(phone, contactId, contactName, None)
    require_channel(phone, app)
    until = phone.state.now + minutes * 60
    for row in live:
        if row["contact"] == who.contact and row["app"] == app:
            changed = phone.put("location_shares", row["id"], minutes=minutes, until=until)
            return {"shareId": row["id"], "created": False, "changed": changed}
    key = phone.add("location_shares", "ls", contact=who.contact, address=who.address, app=app, minutes=minutes, until=until)
    return {"shareId": key, "created": True, "until": phone.to_local(until)}


def _share_with(contact: Row, live: list[Row]) -> str:
    for row in live:
        if row["contact"] == contact["id"]:
            return str(row["id"])
    raise not_found("location share", contact["name"])


def _share_line(phone: Phone, row: Row) -> Row:
    return with_name(phone, row, {"id": row["id"], "app": row["app"], "until": phone.to_local(row["until"])})
