"""The rows of this domain."""

from ...tables import TABLES, Table

DOMAIN = "System Settings"

TABLES.register([
    Table("power_settings", "main: at which level the battery saver starts, where charging stops, battery health"),
    Table("power_schedule", "when the phone switches itself on and off: power_on and power_off"),
    Table("battery_usage", "percent of the battery that an app used since the last charge; named by the app",
          references={"app": "apps"}),
    Table("regional", "main: languages, the first is the phone's; region, units, formats of date and time"),
    Table("accessibility", "aids for hearing, touch and voice, one row each"),
    Table("about", "main: name, serial number, IMEI"),
    Table("system_update", "main: the system that runs, the one that is offered, whether it is installed tonight",
          volatile=("install_at",)),
    Table("auto_update", "system and apps: when they update themselves"),
    Table("developer", "developer_mode and its options, one row each; computer is what debugs the phone over USB"),
    Table("resets", "when settings were last reset, one row a scope", volatile=("at",)),
    Table("accounts", "accounts that are signed in, what they can sync and what they do sync", prefix="ac",
          volatile=("last_sync",)),
    Table("backup", "main: the cloud backup", volatile=("last",), references={"account": "accounts"}),
    Table("users", "who can use the phone: owner, guest, others", prefix="us"),
    Table("active_user", "main: who uses it now", references={"user": "users"}),
    Table("app_usage", "minutes of use by local date; named by the app", references={"app": "apps"}),
    Table("app_timers", "minutes a day that an app may be used; named by the app", references={"app": "apps"}),
    Table("focus_mode", "main: whether distracting apps are paused"),
    Table("focus_apps", "the distracting apps; named by the app", references={"app": "apps"}),
    Table("emergency_contacts", "whom to call in an emergency; named by the contact", references={"contact": "contacts"}),
    Table("medical_info", "main: what rescuers can read on the lock screen"),
    Table("emergency_sos", "main: what pressing the power button five times does"),
])  # fmt: skip
