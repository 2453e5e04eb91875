"""System settings: power, language and formats, the device itself, accounts and users, digital wellbeing, emergencies."""

from .accounts import manage_account, manage_backup, manage_user, set_account_sync
from .device import (
    manage_accessibility,
    manage_device_info,
    manage_system_update,
    reset_settings,
    set_auto_update,
    set_developer_option,
)
from .emergency import manage_emergency_info, set_emergency_sos
from .language import manage_language, set_date_time_format, set_regional_preferences
from .power import get_battery_status, manage_scheduled_power, set_battery_saver, set_charging_limit
from .wellbeing import get_screen_time, manage_focus_mode, set_app_timer

__all__ = [
    "get_battery_status", "get_screen_time", "manage_accessibility", "manage_account", "manage_backup",
    "manage_device_info", "manage_emergency_info", "manage_focus_mode", "manage_language", "manage_scheduled_power",
    "manage_system_update", "manage_user", "reset_settings", "set_account_sync", "set_app_timer", "set_auto_update",
    "set_battery_saver", "set_charging_limit", "set_date_time_format", "set_developer_option", "set_emergency_sos",
    "set_regional_preferences",
]  # fmt: skip
