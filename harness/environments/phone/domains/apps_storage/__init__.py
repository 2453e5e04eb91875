"""Apps and storage: installed apps and the store, what they may do, files, space, and switching the phone off."""

from .apps import clear_app_data, close_app, install_app, open_app, search_app_store, search_apps, uninstall_app, update_app
from .files import compress_files, create_folder, delete_file, download_file, manage_file, manage_trash, search_files
from .settings import (
    manage_app_lock,
    manage_app_permission,
    manage_default_app,
    set_app_notifications,
    set_background_limit,
)
from .storage import clean_storage, control_power, get_storage_status

__all__ = [
    "clean_storage", "clear_app_data", "close_app", "compress_files", "control_power", "create_folder", "delete_file",
    "download_file", "get_storage_status", "install_app", "manage_app_lock", "manage_app_permission",
    "manage_default_app", "manage_file", "manage_trash", "open_app", "search_app_store", "search_apps", "search_files",
    "set_app_notifications", "set_background_limit", "uninstall_app", "update_app",
]  # fmt: skip
