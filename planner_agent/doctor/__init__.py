"""The doctor: looks an environment over and says, for each thing, how it is, why it matters and how to mend it.

Every check is a function of facts that are passed in, so that tests can show it any environment. Whatever could take
the process down or costs seconds to import (torch, Chroma, LiteLLM) is tried in a process of its own.
"""

from planner_agent.doctor.examination import examine, is_healthy
from planner_agent.doctor.finding import Finding, Status

__all__ = ["Finding", "Status", "examine", "is_healthy"]
