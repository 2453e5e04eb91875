"""Calls and communication: every tool, every error it declares, and exactly what it writes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.contract import Json
from harness.environments.phone.errors import Code
from harness.environments.phone.phone import Phone
from tests.harness.environments.phone.driving import (
    Fails,
    Works,
    assert_covered,
    call,
    failure,
    field_of,
    id_of,
    phone_of,
    run_random_calls,
    tools_of,
    written,
)

DOMAIN = "Calls & Communication"
MUM, SOPHIE = "+447700900201", "+447700900203"
STRANGER = "+447700900999"
AIRPLANE = {"radios/airplane": {"on": True}}
OFFLINE = {"radios/wifi": {"on": False}, "radios/mobile_data": {"on": False}}
NO_NUMBER: dict[str, dict[str, Json]] = {"contacts/Mum": {"phones": []}}
NO_LOCATION = {"radios/location": {"on": False}}
BLOCKED = {"blocked_numbers/bn_aaaa": {"id": "bn_aaaa", "number": STRANGER, "contact": None}}
RULE = {"call_rules/cr_aaaa": {"id": "cr_aaaa", "kind": "keyword", "keyword": "casino", "enabled": True}}
RINGING = {
    "calls/ca_aaaa": {
        "id": "ca_aaaa", "contact": None, "number": STRANGER, "app": "phone", "direction": "in", "status": "ringing",
        "started": 1772442000, "seconds": 0, "muted": False, "speaker": False,
    }
}  # fmt: skip
ACTIVE = {"calls/ca_aaaa": {**RINGING["calls/ca_aaaa"], "status": "active"}}
BOTH = {**ACTIVE, "calls/ca_bbbb": {**RINGING["calls/ca_aaaa"], "id": "ca_bbbb"}}
WAITING = {
    "scheduled_messages/sm_aaaa": {
        "id": "sm_aaaa", "app": "sms", "contact": None, "address": STRANGER, "text": "Hello", "send_at": 1772460000,
        "status": "pending",
    }
}  # fmt: skip
IDA = {
    "contacts/ct_aaaa": {
        "id": "ct_aaaa", "name": "Ida Quist", "phones": [], "emails": [], "relation": "friend", "favourite": False,
    }
}  # fmt: skip
SHARED = {
    "location_shares/ls_aaaa": {
        "id": "ls_aaaa", "contact": "ct_zsc6", "address": MUM, "app": "sms", "minutes": 60, "until": 1772450000,
    }
}  # fmt: skip


def lacking(permission: str) -> dict[str, dict[str, Json]]:
    return {f"permissions/assistant.{permission}": {"granted": False}}


def denied(tool: str, arguments: dict[str, Json], permission: str) -> Fails:
    return Fails(tool, arguments, Code.PERMISSION_DENIED, patches=lacking(permission))


def message(contact: str | None, address: str, text: str, **fields: Json) -> dict[str, Json]:
    row: dict[str, Json] = {
        "app": "sms", "direction": "out", "contact": contact, "address": address, "text": text, "status": "sent",
        "subject": "", "attachment": "", "unread": False, "starred": False, **fields,
    }  # fmt: skip
    return {f"messages/*/{name}": value for name, value in row.items() if value is not None}


def outgoing(contact: str | None, number: str, **fields: Json) -> dict[str, Json]:
    row: dict[str, Json] = {
        "app": "phone", "direction": "out", "contact": contact, "number": number, "status": "active", "muted": False,
        "speaker": False, **fields,
    }  # fmt: skip
    return {f"calls/*/{name}": value for name, value in row.items() if value is not None}


TO_MUM = {"text": "On my way", "contactName": "Mum"}
MAIL = {"subject": "Lunch", "body": "At one?", "contactName": "Sophie"}
LATER = {"action": "create", "text": "Hello", "sendAt": "2026-03-02T18:00", "contactName": "mum"}
SHARE = {"action": "start", "contactName": "Mum"}

WORKS = [
    Works("search_contacts", {"query": "chloe"}, {}, {"total": 2}),
    Works("search_contacts", {"query": "0900201"}, {}, {"total": 1}),
    Works("search_contacts", {"relation": "Dentist"}, {}, {"total": 1}),
    Works("search_contacts", {"favourite": True}, {}, {"total": 3}),
    Works("search_contacts", {"query": "张伟"}, {}, {"total": 2}, profile="liwei"),
    Works("manage_contact", {"action": "create", "name": "Ida Quist", "number": "+44 7700 900300", "favourite": True},
          {"contacts/*/name": "Ida Quist", "contacts/*/phones": [{"type": "mobile", "number": "+447700900300"}],
           "contacts/*/emails": [], "contacts/*/relation": "", "contacts/*/favourite": True, "contacts/*/note": ""}),
    Works("manage_contact", {"action": "update", "contactId": "ct_tzhs", "number": "+442079460012", "email": "A@b.uk"},
          {"contacts/Dr Harris/phones": [{"type": "mobile", "number": "+442079460012"},
                                         {"type": "work", "number": "+442079460098"}],
           "contacts/Dr Harris/emails": ["a@b.uk"]}),
    Works("manage_contact", {"action": "update", "contactId": "ct_zsc6", "favourite": True}, {}, {"changed": False}),
    Works("manage_contact", {"action": "delete", "contactId": "ct_aaaa"},
          {f"contacts/Ida Quist/{name}": None for name in ("name", "phones", "emails", "relation", "favourite")},
          {"deleted": True}, patches=IDA),
    Works("make_call", {"contactName": "mum"}, outgoing("Mum", MUM), {"number": MUM}),
    Works("make_call", {"number": "07700 900 999", "speaker": True}, outgoing(None, "07700900999", speaker=True)),
    Works("make_call", {"contactName": "Sophie", "app": "whatsapp"}, outgoing("Sophie Turner", SOPHIE, app="whatsapp")),
    Works("control_call", {"action": "answer"}, {"calls/ca_aaaa/status": "active"}, patches=RINGING),
    Works("control_call", {"action": "decline"}, {"calls/ca_aaaa/status": "declined"}, patches=RINGING),
    Works("control_call", {"action": "end"}, {"calls/ca_aaaa/status": "ended"}, patches=ACTIVE),
    Works("control_call", {"action": "mute"}, {"calls/ca_aaaa/muted": True}, patches=ACTIVE),
    Works("control_call", {"action": "unmute"}, {}, {"changed": False}, patches=ACTIVE),
    Works("control_call", {"action": "speaker_on"}, {"calls/ca_aaaa/speaker": True}, patches=ACTIVE),
    Works("control_call", {"action": "speaker_off"}, {}, {"changed": False}, patches=ACTIVE),
    Works("manage_call_log", {"action": "list", "kind": "missed"}, {}, {"total": 2}),
    Works("manage_call_log", {"action": "list", "number": STRANGER}, {}, {"total": 1}, patches=RINGING),
    Works("manage_call_log", {"action": "list", "contactName": "Ravi", "kind": "incoming"}),
    Works("manage_call_log", {"action": "delete", "callIds": ["ca_aaaa"]},
          {f"calls/ca_aaaa/{name}": None for name in ("number", "app", "direction", "status", "muted", "speaker")},
          {"deleted": 1}, patches={"calls/ca_aaaa": {**RINGING["calls/ca_aaaa"], "status": "missed"}}),
    Works("manage_call_forwarding", {"action": "get"}, {}, {"forwarding": {}}),
    Works("manage_call_forwarding", {"action": "enable", "condition": "busy", "number": MUM},
          {"call_forwarding/busy/on": True, "call_forwarding/busy/number": MUM}, {"changed": True}),
    Works("manage_call_forwarding", {"action": "disable", "condition": "busy"}, {}, {"changed": False}),
    Works("manage_call_rule", {"action": "list"}, {}, {"rules": []}),
    Works("manage_call_rule", {"action": "create", "kind": "one_ring"},
          {"call_rules/*/kind": "one_ring", "call_rules/*/keyword": "", "call_rules/*/enabled": True}, {"created": True}),
    Works("manage_call_rule", {"action": "create", "kind": "keyword", "keyword": "Casino"}, {}, {"created": False},
          patches=RULE),
    Works("manage_call_rule", {"action": "update", "ruleId": "cr_aaaa", "enabled": False},
          {"call_rules/cr_aaaa/enabled": False}, patches=RULE),
    Works("manage_call_rule", {"action": "delete", "ruleId": "cr_aaaa"},
          {f"call_rules/cr_aaaa/{name}": None for name in ("kind", "keyword", "enabled")}, patches=RULE),
    Works("manage_blocked_number", {"action": "list"}, {}, {"blocked": [{"number": STRANGER}]}, patches=BLOCKED),
    Works("manage_blocked_number", {"action": "block", "contactName": "Ravi Mehta"},
          {"blocked_numbers/*/number": "+447700900208", "blocked_numbers/*/contact": "Ravi Mehta"}, {"changed": True}),
    Works("manage_blocked_number", {"action": "block", "number": STRANGER}, {}, {"changed": False}, patches=BLOCKED),
    Works("manage_blocked_number", {"action": "unblock", "number": STRANGER}, {"blocked_numbers/bn_aaaa/number": None},
          patches=BLOCKED),
    Works("manage_voicemail", {"action": "list"}),
    Works("manage_voicemail", {"action": "mark_heard", "voicemailId": "vm_7arz"}, {"voicemails/vm_7arz/heard": True}),
    Works("manage_voicemail", {"action": "save", "voicemailId": "vm_7arz"}, {"voicemails/vm_7arz/saved": True}),
    Works("manage_voicemail", {"action": "delete", "voicemailId": "vm_7arz"},
          {f"voicemails/vm_7arz/{name}": None
           for name in ("contact", "number", "text", "seconds", "time", "heard", "saved")}),
    Works("send_message", TO_MUM, message("Mum", MUM, "On my way"), {"to": MUM, "status": "sent"}),
    Works("send_message", {"text": "Hi", "number": STRANGER}, message(None, STRANGER, "Hi")),
    Works("send_message", {"text": "Hi", "contactId": "ct_dw7t", "app": "whatsapp", "attachmentId": "fi_2deg"},
          message("Sophie Turner", SOPHIE, "Hi", app="whatsapp", attachment="budget.pdf")),
    Works("send_message", {"text": "Hi", "contactName": "妈妈", "app": "wechat"},
          message("妈妈", "+8613800010201", "Hi", app="wechat"), profile="liwei"),
    Works("manage_scheduled_message", LATER,
          {"scheduled_messages/*/app": "sms", "scheduled_messages/*/contact": "Mum", "scheduled_messages/*/address": MUM,
           "scheduled_messages/*/text": "Hello", "scheduled_messages/*/send_at": 1772474400,
           "scheduled_messages/*/status": "pending"}, {"sendAt": "2026-03-02T18:00"}),
    Works("manage_scheduled_message", {"action": "list"},
          {}, {"scheduled": [{"id": "sm_aaaa", "app": "sms", "address": STRANGER, "text": "Hello",
                              "sendAt": "2026-03-02T14:00"}]}, patches=WAITING),
    Works("manage_scheduled_message", {"action": "cancel", "scheduledId": "sm_aaaa"},
          {f"scheduled_messages/sm_aaaa/{name}": None for name in ("app", "address", "text", "send_at", "status")},
          patches=WAITING),
    Works("search_messages", {"unreadOnly": True}, {}, {"total": 4}),
    Works("search_messages", {"query": "invoice 20418", "app": "email"}, {}, {"total": 1}),
    Works("search_messages", {"direction": "out", "maxResults": 1}, {}, {"total": 5}),
    Works("manage_message", {"action": "mark_read", "messageIds": ["ms_byrs", "ms_rkvg"]},
          {"messages/ms_byrs/unread": False}, {"changed": 1}),
    Works("manage_message", {"action": "mark_unread", "messageIds": ["ms_rkvg"]}, {"messages/ms_rkvg/unread": True}),
    Works("manage_message", {"action": "star", "messageIds": ["ms_rkvg"]}, {"messages/ms_rkvg/starred": True}),
    Works("manage_message", {"action": "unstar", "messageIds": ["ms_rkvg"]}, {}, {"changed": 0}),
    Works("manage_message", {"action": "delete", "messageIds": ["ms_rkvg"]},
          {f"messages/ms_rkvg/{name}": None for name in (
              "app", "direction", "contact", "address", "subject", "text", "attachment", "status", "unread", "starred")},
          {"changed": 1}),
    Works("send_email", MAIL,
          message("Sophie Turner", "sophie.turner@example.co.uk", "At one?", app="email", subject="Lunch")),
    Works("send_email", {"subject": "Hi", "body": "There", "to": "New@Person.example", "attachmentId": "fi_2deg"},
          message(None, "new@person.example", "There", app="email", subject="Hi", attachment="budget.pdf")),
    Works("manage_location_sharing", SHARE,
          {"location_shares/*/contact": "Mum", "location_shares/*/address": MUM, "location_shares/*/app": "sms",
           "location_shares/*/minutes": 60}, {"created": True, "until": "2026-03-02T10:14"}),
    Works("manage_location_sharing", {**SHARE, "minutes": 90}, {"location_shares/ls_aaaa/minutes": 90},
          {"created": False}, patches=SHARED),
    Works("manage_location_sharing", {"action": "list"}, patches=SHARED),
    Works("manage_location_sharing", {"action": "stop", "contactName": "Mum"},
          {f"location_shares/ls_aaaa/{name}": None for name in ("contact", "address", "app", "minutes")}, patches=SHARED),
]  # fmt: skip

FAILS = [
    denied("search_contacts", {"query": "Mum"}, "contacts"),
    denied("manage_contact", {"action": "delete", "contactId": "ct_zsc6"}, "contacts"),
    Fails("manage_contact", {"action": "create", "name": "mum", "number": MUM}, Code.ALREADY_EXISTS),
    Fails("manage_contact", {"action": "update", "contactId": "ct_none", "name": "A"}, Code.NOT_FOUND),
    Fails("manage_contact", {"action": "update", "contactId": "ct_zsc6"}, Code.MISSING_ARGUMENT),
    Fails("manage_contact", {"action": "update", "name": "A"}, Code.MISSING_ARGUMENT),
    Fails("manage_contact", {"action": "create", "name": "A"}, Code.MISSING_ARGUMENT),
    Fails("manage_contact", {"action": "create", "number": MUM}, Code.MISSING_ARGUMENT),
    Fails("manage_contact", {"action": "create", "name": "A", "email": "no address"}, Code.INVALID_ARGUMENT),
    denied("make_call", {"number": MUM}, "phone"),
    denied("make_call", {"contactName": "Mum"}, "contacts"),
    Fails("make_call", {"contactName": "Zebedee"}, Code.NOT_FOUND),
    Fails("make_call", {"contactName": "Chloe"}, Code.AMBIGUOUS),
    Fails("make_call", {"contactName": "Mum"}, Code.PRECONDITION_FAILED, patches=NO_NUMBER),
    Fails("make_call", {"number": STRANGER}, Code.PRECONDITION_FAILED, patches=BLOCKED),
    Fails("make_call", {"number": STRANGER}, Code.NO_SERVICE, patches=AIRPLANE),
    Fails("make_call", {"number": STRANGER}, Code.CONFLICT, patches=ACTIVE),
    Fails("make_call", {}, Code.MISSING_ARGUMENT),
    Fails("make_call", {"number": MUM, "contactName": "Mum"}, Code.INVALID_ARGUMENT),
    denied("control_call", {"action": "end"}, "phone"),
    Fails("control_call", {"action": "end"}, Code.NOT_CONNECTED),
    Fails("control_call", {"action": "answer"}, Code.CONFLICT, patches=BOTH),
    denied("manage_call_log", {"action": "list"}, "phone"),
    Fails("manage_call_log", {"action": "delete", "callIds": ["ca_none"]}, Code.NOT_FOUND),
    Fails("manage_call_log", {"action": "delete", "callIds": ["ca_aaaa"]}, Code.CONFLICT, patches=ACTIVE),
    Fails("manage_call_log", {"action": "delete"}, Code.MISSING_ARGUMENT),
    Fails("manage_call_log", {"action": "list", "contactName": "Chloe"}, Code.AMBIGUOUS),
    denied("manage_call_forwarding", {"action": "get"}, "phone"),
    Fails("manage_call_forwarding", {"action": "disable", "condition": "busy"}, Code.NO_SERVICE, patches=AIRPLANE),
    Fails("manage_call_forwarding", {"action": "enable", "condition": "busy"}, Code.MISSING_ARGUMENT),
    Fails("manage_call_forwarding", {"action": "enable", "number": MUM}, Code.MISSING_ARGUMENT),
    Fails("manage_call_rule", {"action": "delete", "ruleId": "cr_none"}, Code.NOT_FOUND),
    Fails("manage_call_rule", {"action": "create"}, Code.MISSING_ARGUMENT),
    Fails("manage_call_rule", {"action": "create", "kind": "keyword"}, Code.MISSING_ARGUMENT),
    Fails("manage_call_rule", {"action": "update", "enabled": True}, Code.MISSING_ARGUMENT),
    Fails("manage_call_rule", {"action": "update", "ruleId": "cr_aaaa"}, Code.MISSING_ARGUMENT, patches=RULE),
    Fails("manage_call_rule", {"action": "update", "ruleId": "cr_aaaa", "kind": "unknown"}, Code.INVALID_ARGUMENT,
          patches=RULE),
    Fails("manage_call_rule", {"action": "update", "ruleId": "cr_aaaa", "keyword": "x"}, Code.INVALID_ARGUMENT,
          patches={"call_rules/cr_aaaa": {"id": "cr_aaaa", "kind": "unknown", "keyword": "", "enabled": True}}),
    denied("manage_blocked_number", {"action": "block", "contactName": "Mum"}, "contacts"),
    Fails("manage_blocked_number", {"action": "unblock", "number": MUM}, Code.NOT_FOUND),
    Fails("manage_blocked_number", {"action": "block", "contactName": "Chloe"}, Code.AMBIGUOUS),
    Fails("manage_blocked_number", {"action": "block", "contactName": "Mum"}, Code.PRECONDITION_FAILED, patches=NO_NUMBER),
    denied("manage_voicemail", {"action": "list"}, "phone"),
    Fails("manage_voicemail", {"action": "save", "voicemailId": "vm_none"}, Code.NOT_FOUND),
    Fails("manage_voicemail", {"action": "save"}, Code.MISSING_ARGUMENT),
    denied("send_message", TO_MUM, "messages"),
    Fails("send_message", {"text": "Hi", "contactName": "Zebedee"}, Code.NOT_FOUND),
    Fails("send_message", {"text": "Hi", "number": MUM, "attachmentId": "fi_tyzb"}, Code.NOT_FOUND),
    Fails("send_message", {"text": "Hi", "number": MUM, "app": "telegram"}, Code.NOT_FOUND),
    Fails("send_message", {"text": "Hi", "contactName": "Chloe"}, Code.AMBIGUOUS),
    Fails("send_message", {"text": "Hi", "number": STRANGER}, Code.PRECONDITION_FAILED, patches=BLOCKED),
    Fails("send_message", {"text": "Hi", "number": MUM, "app": "whatsapp"}, Code.PRECONDITION_FAILED,
          patches={"apps/WhatsApp": {"locked": True}}),
    Fails("send_message", TO_MUM, Code.NO_SERVICE, patches=AIRPLANE),
    Fails("send_message", {**TO_MUM, "app": "whatsapp"}, Code.NO_SERVICE, patches=OFFLINE),
    Fails("send_message", {"text": "Hi", "number": STRANGER}, Code.DUPLICATE_SUSPECTED, patches={
        "messages/ms_aaaa": {"id": "ms_aaaa", "app": "sms", "direction": "out", "contact": None, "address": STRANGER,
                             "text": "Hi", "time": 1772442830}}),
    denied("manage_scheduled_message", {"action": "list"}, "messages"),
    Fails("manage_scheduled_message", {"action": "cancel", "scheduledId": "sm_none"}, Code.NOT_FOUND),
    Fails("manage_scheduled_message", {"action": "cancel"}, Code.MISSING_ARGUMENT),
    Fails("manage_scheduled_message", {"action": "cancel", "scheduledId": "sm_aaaa"}, Code.PRECONDITION_FAILED,
          patches={"scheduled_messages/sm_aaaa": {**WAITING["scheduled_messages/sm_aaaa"], "status": "sent"}}),
    Fails("manage_scheduled_message", {**LATER, "contactName": "Chloe"}, Code.AMBIGUOUS),
    Fails("manage_scheduled_message", {**LATER, "sendAt": "2026-03-02T09:14"}, Code.INVALID_ARGUMENT),
    Fails("manage_scheduled_message", {"action": "create", "text": "Hello"}, Code.MISSING_ARGUMENT),
    Fails("manage_scheduled_message", {"action": "create"}, Code.MISSING_ARGUMENT),
    denied("search_messages", {}, "messages"),
    Fails("search_messages", {"contactName": "Zebedee"}, Code.NOT_FOUND),
    Fails("search_messages", {"contactName": "Chloe"}, Code.AMBIGUOUS),
    denied("manage_message", {"action": "star", "messageIds": ["ms_rkvg"]}, "messages"),
    Fails("manage_message", {"action": "star", "messageIds": ["ms_rkvg", "ms_none"]}, Code.NOT_FOUND),
    Fails("manage_message", {"action": "star", "messageIds": []}, Code.INVALID_ARGUMENT),
    denied("send_email", MAIL, "messages"),
    Fails("send_email", {**MAIL, "contactName": "Zebedee"}, Code.NOT_FOUND),
    Fails("send_email", {**MAIL, "contactName": "Chloe"}, Code.AMBIGUOUS),
    Fails("send_email", {**MAIL, "contactName": "Mum"}, Code.PRECONDITION_FAILED),
    Fails("send_email", MAIL, Code.NO_SERVICE, patches=OFFLINE),
    Fails("send_email", MAIL, Code.DUPLICATE_SUSPECTED, patches={
        "messages/ms_aaaa": {"id": "ms_aaaa", "app": "email", "direction": "out", "contact": None,
                             "address": "sophie.turner@example.co.uk", "text": "At one?", "time": 1772442830}}),
    Fails("send_email", {"subject": "Hi", "body": "There"}, Code.MISSING_ARGUMENT),
    Fails("send_email", {**MAIL, "to": "a@b.uk"}, Code.INVALID_ARGUMENT),
    denied("manage_location_sharing", {"action": "list"}, "location"),
    Fails("manage_location_sharing", {"action": "stop", "contactName": "Mum"}, Code.NOT_FOUND),
    Fails("manage_location_sharing", {"action": "stop"}, Code.MISSING_ARGUMENT),
    Fails("manage_location_sharing", {**SHARE, "contactName": "Chloe"}, Code.AMBIGUOUS),
    Fails("manage_location_sharing", SHARE, Code.PRECONDITION_FAILED, patches=NO_LOCATION),
    Fails("manage_location_sharing", {**SHARE, "app": "whatsapp"}, Code.NO_SERVICE, patches=OFFLINE),
]  # fmt: skip


@pytest.mark.parametrize("case", WORKS, ids=str)
def test_tool_answers_and_writes_exactly_that(case: Works) -> None:
    case.check()


@pytest.mark.parametrize("case", FAILS, ids=str)
def test_tool_refuses_and_changes_nothing(case: Fails) -> None:
    case.check()


def test_domain_has_its_fifteen_tools_and_all_are_covered() -> None:
    assert len(tools_of(DOMAIN)) == 15
    assert_covered(DOMAIN, WORKS, FAILS)


def _later(phone: Phone, seconds: int) -> None:
    phone.state.journal.clear()
    phone.pass_time(seconds)


def test_same_words_within_a_minute_are_suspected_and_resend_overrides() -> None:
    phone = phone_of()
    call(phone, "send_message", **TO_MUM)
    error = phone.call("send_message", TO_MUM).error
    assert error is not None and error.code == Code.DUPLICATE_SUSPECTED and error.accepted["resend"] is True
    call(phone, "send_message", **TO_MUM, resend=True)
    _later(phone, 62)
    call(phone, "send_message", **TO_MUM)


def test_other_words_another_recipient_or_another_app_are_no_duplicates() -> None:
    phone = phone_of()
    call(phone, "send_message", **TO_MUM)
    call(phone, "send_message", text="Later then", contactName="Mum")
    call(phone, "send_message", text="On my way", contactName="Sophie")
    call(phone, "send_message", text="On my way", contactName="Mum", app="whatsapp")


def test_ambiguous_recipient_names_the_candidates_and_an_id_resolves_it() -> None:
    phone = phone_of("marcus")
    error = phone.call("send_message", {"text": "Hi", "contactName": "Alex Rivera"}).error
    assert error is not None and [item["name"] for item in error.accepted] == ["Alex Rivera", "Alex Rivera"]
    call(phone, "send_message", text="Hi", contactId=error.accepted[1]["id"])


def test_full_name_wins_over_longer_names_that_contain_it() -> None:
    assert call(phone_of("liwei"), "make_call", contactName="张伟")["number"] == "+8613800010203"


def test_a_number_of_a_contact_is_recognised() -> None:
    phone = phone_of()
    result = phone.call("send_message", {"text": "Hi", "number": MUM})
    assert written(phone, result)["messages/*/contact"] == "Mum"


def test_messages_by_number_need_no_contacts_permission() -> None:
    call(phone_of(patches=lacking("contacts")), "send_message", text="Hi", number=MUM)


def test_texts_need_the_cellular_network_and_chats_only_the_internet() -> None:
    phone = phone_of(patches={**AIRPLANE, "radios/mobile_data": {"on": False}})
    assert failure(phone, "send_message", **TO_MUM) == Code.NO_SERVICE
    call(phone, "send_message", **TO_MUM, app="whatsapp")


def test_scheduled_message_is_sent_when_its_time_comes() -> None:
    phone = phone_of()
    key = call(phone, "manage_scheduled_message", **LATER)["scheduledId"]
    _later(phone, 9 * 3600)
    assert phone.row("scheduled_messages", key)["status"] == "sent"
    newest = list(phone.state.rows("messages").values())[-1]
    assert (newest["text"], newest["address"], phone.to_local(newest["time"])) == ("Hello", MUM, "2026-03-02T18:00")
    _later(phone, 9 * 3600)
    assert sum(row["text"] == "Hello" for row in phone.state.rows("messages").values()) == 1


def test_scheduled_message_fails_without_service_and_the_user_is_told() -> None:
    phone = phone_of(patches={**WAITING, **AIRPLANE})
    _later(phone, 9 * 3600)
    assert phone.row("scheduled_messages", "sm_aaaa")["status"] == "failed"
    assert any(row["title"] == "Message not sent" for row in phone.state.rows("notifications").values())


def test_scheduled_time_follows_daylight_saving() -> None:
    phone = phone_of(clock="2026-03-28T12:00:00+00:00")
    call(phone, "manage_scheduled_message", **{**LATER, "sendAt": "2026-03-29T08:00"})
    _later(phone, 19 * 3600 - 60)
    assert phone.find("scheduled_messages", status="pending")
    _later(phone, 60)
    assert phone.find("scheduled_messages", status="sent"), "08:00 British Summer Time is 07:00 UTC"


def test_airplane_mode_ends_the_call_and_misses_the_ringing_one() -> None:
    phone = phone_of(patches=BOTH)
    phone.put("radios", "airplane", on=True)
    assert phone.row("calls", "ca_aaaa")["status"] == "ended"
    assert phone.row("calls", "ca_bbbb")["status"] == "missed"


def test_only_one_call_is_active() -> None:
    phone = phone_of(patches=ACTIVE)
    error = phone.call("make_call", {"number": MUM}).error
    assert error is not None and error.accepted == {"callId": "ca_aaaa"}
    call(phone, "control_call", action="end")
    call(phone, "make_call", number=MUM)


def test_deleting_a_contact_keeps_its_messages_without_the_link() -> None:
    phone = phone_of(patches=SHARED)
    number = field_of(phone, "contacts/Mum/phones")[0]["number"]
    call(phone, "send_message", **TO_MUM)
    call(phone, "manage_contact", action="delete", contactId=id_of(phone, "contacts", "Mum"))
    rows = [row for row in phone.state.rows("messages").values() if row["address"] == number]
    assert rows and all(row["contact"] is None for row in rows)
    assert not phone.state.rows("location_shares")


def test_expired_location_share_is_not_listed() -> None:
    phone = phone_of(patches=SHARED)
    assert len(call(phone, "manage_location_sharing", action="list")["shares"]) == 1
    _later(phone, 3 * 3600)
    assert call(phone, "manage_location_sharing", action="list")["shares"] == []


@given(seed=st.integers(0, 10_000), profile=st.sampled_from(["emma", "liwei", "marcus", "aisha"]))
def test_random_calls_fail_only_as_declared_and_repeat_exactly(seed: int, profile: str) -> None:
    digest = run_random_calls(DOMAIN, profile, seed).state.digest()
    assert digest == run_random_calls(DOMAIN, profile, seed).state.digest()
