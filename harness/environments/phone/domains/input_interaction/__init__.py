"""Input and interaction: keyboards, touch and gestures, keys and panels, the home screen."""

from .home import manage_home_screen
from .keyboards import (
    manage_keyboard,
    manage_keyboard_language,
    manage_text_shortcut,
    set_keyboard_feedback,
    set_keyboard_layout,
    set_typing_aid,
    set_voice_typing,
)
from .touch import manage_gesture, press_key, set_navigation_mode, set_touch_option

__all__ = [
    "manage_keyboard",
    "manage_keyboard_language",
    "set_typing_aid",
    "set_keyboard_layout",
    "set_keyboard_feedback",
    "manage_text_shortcut",
    "set_voice_typing",
    "set_navigation_mode",
    "manage_gesture",
    "set_touch_option",
    "press_key",
    "manage_home_screen",
]
