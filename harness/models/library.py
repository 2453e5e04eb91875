"""LiteLLM, imported late and made quiet: it costs seconds to import and prints advice to standard output."""

import warnings
from typing import Any


def litellm() -> Any:
    """The LiteLLM module."""
    import litellm as module

    module.suppress_debug_info = True
    warnings.filterwarnings("ignore", message="Pydantic serializer warnings", category=UserWarning)
    return module
