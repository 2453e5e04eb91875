"""Calls and communication: contacts, calls and what filters them, messages, mail, voicemail, shared location."""

from .calls import (
    control_call,
    make_call,
    manage_blocked_number,
    manage_call_forwarding,
    manage_call_log,
    manage_call_rule,
    manage_voicemail,
)
from .contacts import manage_contact, search_contacts
from .messages import (
    manage_location_sharing,
    manage_message,
    manage_scheduled_message,
    search_messages,
    send_email,
    send_message,
)

__all__ = [
    "control_call", "make_call", "manage_blocked_number", "manage_call_forwarding", "manage_call_log",
    "manage_call_rule", "manage_contact", "manage_location_sharing", "manage_message", "manage_scheduled_message",
    "manage_voicemail", "search_contacts", "search_messages", "send_email", "send_message",
]  # fmt: skip
