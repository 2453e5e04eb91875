"""The assistant's tools on the phone itself; its memory and its sub-agents, of the same domain, belong to the harness."""

from .assistant import (
    control_live_translation,
    manage_assistant_history,
    read_screen,
    set_assistant_preferences,
    summarize_notifications,
)
from .routines import manage_routine

__all__ = [
    "manage_routine",
    "set_assistant_preferences",
    "summarize_notifications",
    "control_live_translation",
    "read_screen",
    "manage_assistant_history",
]
