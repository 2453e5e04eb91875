"""Process settings that must stand before torch or LiteLLM is imported, whoever the entry point is.

Two OpenMP threads that spin while they wait slow small models three- to sixtyfold as soon as anything else runs, and
LiteLLM tries for ten seconds to fetch a price list that it also carries. Transformers draws bars over our own progress.
A value that the user has set is kept.
"""

import ctypes
import os
import sys
from pathlib import Path

PROCESS_DEFAULTS = {
    "OMP_WAIT_POLICY": "PASSIVE",
    "GOMP_SPINCOUNT": "0",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "TOKENIZERS_PARALLELISM": "false",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
    "TRANSFORMERS_VERBOSITY": "error",
}


def apply_process_defaults() -> None:
    """Sets each of ``PROCESS_DEFAULTS`` that the environment does not set already."""
    for name, value in PROCESS_DEFAULTS.items():
        os.environ.setdefault(name, value)


def return_free_memory(above: int = 0) -> None:
    """Gives freed memory back to the system if the process holds more than ``above`` bytes.

    Tensors of ever other lengths leave gaps in the heap, which glibc keeps: gigabytes after some minutes of training or
    generating. Taking pages back costs time, hence the bound. Does nothing where the C library is another one.
    """
    if sys.platform != "linux" or resident_bytes() <= above:
        return
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def resident_bytes() -> int:
    """The memory that the process holds; where the system only tells its peak, that."""
    pages = Path("/proc/self/statm")
    if pages.exists():
        return int(pages.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
