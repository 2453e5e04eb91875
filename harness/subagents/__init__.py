"""Sub-agents: specialists behind one entry tool each, all with the same session protocol."""

from harness.environments.phone.tools import Tool

from .automation import control_automation_agent
from .coach import control_language_coach
from .document import control_document_agent
from .gui import control_gui_agent
from .image import control_image_agent
from .search import control_search_agent


def subagent_tools() -> list[Tool]:
    """The six entry tools, in the order in which they are listed."""
    return [
        control_gui_agent,
        control_search_agent,
        control_image_agent,
        control_automation_agent,
        control_document_agent,
        control_language_coach,
    ]
