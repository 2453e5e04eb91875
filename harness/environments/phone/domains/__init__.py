"""The domains of the phone: one module each, all of one shape (tables, rules of their own, tools).

A domain knows the phone's core and no other domain.
"""

from importlib import import_module
from types import ModuleType

from ..tools import Catalogue, Tool

DOMAINS: tuple[str, ...] = (
    "time_management",
    "utilities_productivity",
    "calls_communication",
    "apps_storage",
    "network_connectivity",
    "devices_cross_device",
    "display_sound",
    "travel_lifestyle",
    "input_interaction",
    "ai_assistant",
    "audio_entertainment",
    "system_settings",
    "security_privacy",
)
"""Module names, in the order in which their tools are listed."""


def modules() -> list[ModuleType]:
    """The domain modules, imported."""
    return [import_module(f"{__name__}.{name}") for name in DOMAINS]


def tools_of(module: ModuleType) -> list[Tool]:
    """The tools that a module defines, in the order of the source."""
    return [value for value in vars(module).values() if isinstance(value, Tool)]


def phone_tools() -> Catalogue:
    """Every tool of the phone itself."""
    import_module("harness.environments.phone.laws")
    return Catalogue(tool for module in modules() for tool in tools_of(module))
