"""What kinds of wishes can be read. Importing this package registers every plan; the order is the order of trying."""

from . import calendar, files, notes, people, settings, switches, time  # noqa: F401, I001  (registers, in this order)
from . import chores, connections, looks, media, outings, system, talk  # noqa: F401
from .registry import PLANS, Misread, Plan, Step, merged, read_parts

_ORDER = (
    "stopwatch", "timer", "running_timer", "alarm", "known_alarm", "reminder", "time_elsewhere",
    "new_event", "deleted_events", "next_event", "event_place", "asked_events",
    "answer", "sent_again", "forwarded", "shared_text", "new_contact", "deleted_contact", "blocked",
    "copied", "merged_notes", "new_note", "deleted_note", "new_expense", "deleted_expense",
    "asked_todos", "new_todo", "known_todo", "moved_file", "deleted_file", "renamed_file", "new_folder", "changed_note",
    "switches", "brightness", "volume", "ringer", "screen_timeout", "power", "smart_light",
    "install_app", "uninstall_app", "open_app", "close_app", "new_message", "call",
)  # fmt: skip

for _name in _ORDER:
    PLANS[_name] = PLANS.pop(_name)

__all__ = ["PLANS", "Misread", "Plan", "Step", "merged", "read_parts"]
