"""Calls: made, taken, logged, forwarded, filtered and answered by voicemail."""

from typing import Literal

from harness.contract import Json

from ...arguments import PhoneNumber, Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import resolve_contact
from ...phone import Phone
from ...state import Row
from ...tools import Risk, tool
from .reach import (
    DOMAIN,
    REACHING,
    CallApp,
    Count,
    current_call,
    newest_first,
    recipient_of,
    refuse_blocked,
    require_channel,
    with_name,
)


@tool(DOMAIN, risk=Risk.OUTBOUND, permission="phone", errors=(*REACHING, Code.CONFLICT))
def make_call(
    phone: Phone,
    contactId: str | None = None,
    contactName: Text | None = None,
    number: PhoneNumber | None = None,
    app: CallApp = "phone",
    speaker: bool = False,
) -> Json:
    """Call a contact or a number.

    contactName: full name, or enough of it to be the only match.
    """
    who = recipient_of(phone, contactId, contactName, number)
    require_channel(phone, app)
    refuse_blocked(phone, who.address)
    key = phone.add(
        "calls", "ca", contact=who.contact, number=who.address, app=app, direction="out", status="active",
        started=phone.state.now, seconds=0, muted=False, speaker=speaker,
    )  # fmt: skip
    return {"callId": key, "number": who.address, "status": "active"}


@tool(DOMAIN, risk=Risk.REVERSIBLE, permission="phone", errors=(Code.NOT_CONNECTED, Code.CONFLICT, Code.PERMISSION_DENIED))
def control_call(
    phone: Phone, action: Literal["answer", "decline", "end", "mute", "unmute", "speaker_on", "speaker_off"]
) -> Json:
    """Answer or decline the ringing call; end, mute or put on speaker the active one."""
    wanted = "ringing" if action in ("answer", "decline") else "active"
    call = current_call(phone, wanted)
    if call is None:
        raise PhoneError(Code.NOT_CONNECTED, f"there is no {wanted} call")
    changes: Row = {
        "answer": {"status": "active"},
        "decline": {"status": "declined"},
        "end": {"status": "ended", "seconds": phone.state.now - call["started"]},
        "mute": {"muted": True},
        "unmute": {"muted": False},
        "speaker_on": {"speaker": True},
        "speaker_off": {"speaker": False},
    }[action]
    return {"callId": call["id"], "changed": phone.put("calls", call["id"], **changes)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ}, permission="phone",
      errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.CONFLICT, Code.PERMISSION_DENIED))  # fmt: skip
def manage_call_log(
    phone: Phone,
    action: Literal["list", "delete"],
    callIds: list[str] | None = None,
    contactName: Text | None = None,
    number: PhoneNumber | None = None,
    kind: Literal["incoming", "outgoing", "missed"] | None = None,
    maxResults: Count = 5,
) -> Json:
    """List past calls, newest first, or delete entries.

    callIds: the entries to delete.
    """
    if action == "delete":
        if not callIds:
            raise missing("callIds", "ids of the entries to delete, from list")
        for key in callIds:
            if phone.row("calls", key)["status"] in ("active", "ringing"):
                raise PhoneError(Code.CONFLICT, f"call {key} is still going on")
            phone.remove("calls", key)
        return {"deleted": len(callIds)}
    contact = resolve_contact(phone, None, contactName)["id"] if contactName is not None else None

    def fits(row: Row) -> bool:
        if contact is not None and row["contact"] != contact:
            return False
        if number is not None and row["number"] != number:
            return False
        if kind == "missed":
            return bool(row["status"] == "missed")
        return kind is None or (row["direction"] == "in") == (kind == "incoming")

    found = newest_first([row for row in phone.state.rows("calls").values() if fits(row)], "started")
    return {"total": len(found), "calls": [_call_line(phone, row) for row in found[:maxResults]]}


def _call_line(phone: Phone, row: Row) -> Row:
    line: Row = {"id": row["id"], "number": row["number"], "direction": row["direction"], "status": row["status"],
                 "time": phone.to_local(row["started"]), "seconds": row["seconds"]}  # fmt: skip
    return with_name(phone, row, line)


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"get": Risk.READ}, permission="phone",
      errors=(Code.NO_SERVICE, Code.PERMISSION_DENIED))  # fmt: skip
def manage_call_forwarding(
    phone: Phone,
    action: Literal["get", "enable", "disable"],
    condition: Literal["always", "busy", "no_answer", "unreachable"] | None = None,
    number: PhoneNumber | None = None,
) -> Json:
    """Show or set where incoming calls are forwarded to.

    condition: when calls are forwarded.
    """
    if action == "get":
        rows = phone.state.rows("call_forwarding").items()
        return {"forwarding": {key: row["number"] for key, row in rows if row["on"]}}
    if condition is None:
        raise missing("condition", "always, busy, no_answer or unreachable")
    phone.require("cellular")
    if action == "disable":
        return {"condition": condition, "changed": phone.put("call_forwarding", condition, on=False, number=None)}
    if number is None:
        raise missing("number", "where calls go")
    return {"condition": condition, "changed": phone.put("call_forwarding", condition, on=True, number=number)}


RuleKind = Literal["one_ring", "international", "marketing_sms", "unknown", "keyword"]


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ}, errors=(Code.NOT_FOUND,))
def manage_call_rule(
    phone: Phone,
    action: Literal["create", "update", "delete", "list"],
    ruleId: str | None = None,
    kind: RuleKind | None = None,
    keyword: Text | None = None,
    enabled: bool | None = None,
) -> Json:
    """Create, change, delete or list rules that filter unwanted calls and messages.

    kind: what is filtered; keyword filters messages that contain the word.
    """
    if action == "list":
        return {"rules": [dict(row) for row in phone.state.rows("call_rules").values()]}
    if action == "create":
        if kind is None:
            raise missing("kind", "one_ring, international, marketing_sms, unknown or keyword")
        if kind == "keyword" and keyword is None:
            raise missing("keyword", "the word to filter")
        word = keyword if kind == "keyword" else None
        on = enabled is not False
        same = phone.find("call_rules", kind=kind, keyword=word or "")
        if same:
            return {"ruleId": same[0][0], "created": False, "changed": phone.put("call_rules", same[0][0], enabled=on)}
        return {"ruleId": phone.add("call_rules", "cr", kind=kind, keyword=word or "", enabled=on), "created": True}
    if ruleId is None:
        raise missing("ruleId", "id of the rule, from list")
    row = phone.state.get("call_rules", ruleId)
    if row is None:
        raise not_found("rule", ruleId, [{"id": key, "kind": known["kind"]} for key, known in
                                         phone.state.rows("call_rules").items()])  # fmt: skip
    if action == "delete":
        phone.remove("call_rules", ruleId)
        return {"ruleId": ruleId, "deleted": True}
    if kind is not None and kind != row["kind"]:
        raise PhoneError(Code.INVALID_ARGUMENT, "the kind of a rule cannot change; create another rule")
    fields: Row = {"enabled": enabled, "keyword": keyword}
    given = {field: value for field, value in fields.items() if value is not None}
    if not given:
        raise missing("enabled", "true or false, or a new keyword")
    if keyword is not None and row["kind"] != "keyword":
        raise PhoneError(Code.INVALID_ARGUMENT, f"a rule of kind {row['kind']} has no keyword")
    return {"ruleId": ruleId, "changed": phone.put("call_rules", ruleId, **given)}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ},
      errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PERMISSION_DENIED, Code.PRECONDITION_FAILED))  # fmt: skip
def manage_blocked_number(
    phone: Phone,
    action: Literal["block", "unblock", "list"],
    number: PhoneNumber | None = None,
    contactName: Text | None = None,
) -> Json:
    """Block or unblock a number or a contact's number, or list what is blocked."""
    if action == "list":
        rows = phone.state.rows("blocked_numbers").values()
        return {"blocked": [with_name(phone, row, {"number": row["number"]}) for row in rows]}
    who = recipient_of(phone, None, contactName, number)
    known = phone.find("blocked_numbers", number=who.address)
    if action == "unblock":
        if not known:
            raise not_found("blocked number", who.address)
        phone.remove("blocked_numbers", known[0][0])
        return {"number": who.address, "changed": True}
    if not known:
        phone.add("blocked_numbers", "bn", number=who.address, contact=who.contact)
    return {"number": who.address, "changed": not known}


@tool(DOMAIN, risk=Risk.REVERSIBLE, risks={"list": Risk.READ, "delete": Risk.IRREVERSIBLE}, permission="phone",
      errors=(Code.NOT_FOUND, Code.PERMISSION_DENIED))  # fmt: skip
def manage_voicemail(
    phone: Phone, action: Literal["list", "mark_heard", "save", "delete"], voicemailId: str | None = None
) -> Json:
    """List voicemails with their transcripts, or mark one as heard, save or delete it."""
    if action == "list":
        return {
            "voicemails": [
                _voicemail_line(phone, row) for row in newest_first(phone.state.rows("voicemails").values(), "time")
            ]
        }
    if voicemailId is None:
        raise missing("voicemailId", "id of the voicemail, from list")
    if action == "delete":
        phone.remove("voicemails", voicemailId)
        return {"voicemailId": voicemailId, "deleted": True}
    phone.row("voicemails", voicemailId)
    fields: Row = {"heard": True} if action == "mark_heard" else {"saved": True}
    return {"voicemailId": voicemailId, "changed": phone.put("voicemails", voicemailId, **fields)}


def _voicemail_line(phone: Phone, row: Row) -> Row:
    line = {key: row[key] for key in ("id", "number", "text", "seconds", "heard", "saved")}
    return with_name(phone, row, {**line, "time": phone.to_local(row["time"])})
