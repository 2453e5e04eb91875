"""Security and privacy: locks and codes, saved passwords, what apps see and hear, and finding a lost phone."""

from .locks import manage_biometric, manage_private_space, manage_sim_pin, set_screen_lock
from .loss import manage_find_my_phone
from .passwords import manage_saved_password
from .privacy import get_privacy_dashboard, run_security_scan, set_install_source, set_sensor_access

__all__ = [
    "get_privacy_dashboard", "manage_biometric", "manage_find_my_phone", "manage_private_space", "manage_saved_password",
    "manage_sim_pin", "run_security_scan", "set_install_source", "set_screen_lock", "set_sensor_access",
]  # fmt: skip
