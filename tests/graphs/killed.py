"""The command line in a process that dies at a chosen moment: ``python -m tests.graphs.killed EVENT PART ARGUMENTS``.

EVENT is an audit event, ``os.rename`` or ``open``. The process kills itself as ``kill -9`` does, before it renames something
to, or opens for writing, the first path that ends with PART.
"""

import os
import signal
import sys
from typing import Any


def main() -> None:
    """Installs the trap and runs the command line."""
    event, part = sys.argv[1:3]
    sys.argv = ["planner-agent", *sys.argv[3:]]

    def trap(name: str, arguments: tuple[Any, ...]) -> None:
        if name != event:
            return
        reading = name == "open" and not set(str(arguments[1] or "")) & set("wax+")
        path = str(arguments[1] if name == "os.rename" else arguments[0])
        if path.endswith(part) and not reading:
            os.kill(os.getpid(), signal.SIGKILL)

    from planner_agent.__main__ import main as command_line

    sys.addaudithook(trap)
    command_line()


if __name__ == "__main__":
    main()
