"""Time management: alarms, timers, clocks and zones, date arithmetic, the calendar, reminders, bedtime."""

from .alarms import manage_alarm, set_alarm_preferences
from .bedtime import manage_bedtime
from .calendar import create_event, delete_event, find_free_time, search_events, update_event
from .clocks import calculate_date, convert_time_zone, get_current_time, manage_world_clock, set_time_zone
from .reminders import manage_reminder
from .timers import manage_stopwatch, manage_timer

__all__ = [
    "manage_alarm",
    "set_alarm_preferences",
    "manage_timer",
    "manage_stopwatch",
    "manage_world_clock",
    "get_current_time",
    "set_time_zone",
    "convert_time_zone",
    "calculate_date",
    "create_event",
    "update_event",
    "delete_event",
    "search_events",
    "find_free_time",
    "manage_reminder",
    "manage_bedtime",
]
