"""LiteLLM, imported late and made quiet: it costs seconds to import and prints advice to standard output."""

from typing import Any


def litellm() -> Any:
    """The LiteLLM module."""
    import litellm as module

    module.suppress_debug_info = True
    return module
