"""The rows of this domain."""

from ...tables import TABLES, Table

DOMAIN = "Time Management"

TABLES.register([
    Table("alarms", "alarms of the clock app", prefix="al", volatile=("created",)),
    Table("alarm_settings", "how every alarm rings: one row, main"),
    Table("timers", "countdowns: running, paused or done", prefix="tm", volatile=("created", "ends_at", "remaining")),
    Table("stopwatch", "the stopwatch: one row, main", volatile=("started_at", "elapsed", "laps")),
    Table("world_clocks", "cities shown in the clock app", prefix="wc"),
    Table("events", "calendar events; start and end are local times in the event's own zone", prefix="ev",
          volatile=("created",)),
    Table("reminders", "things to be reminded of; time is the phone's local time", prefix="rm", volatile=("created",)),
    Table("bedtime", "the sleep schedule: one row, main"),
])  # fmt: skip
