"""LangGraph state machines: one module a graph, wiring only.

Each module exports ``build() -> StateGraph`` and ``graph``, compiled bare, so that Studio and the library can each add
their own checkpointer. Work is done by ``agents``, ``planner_train`` and ``bench``; large data stays in files, and the
state carries paths, counts and digests.
"""

from harness.process import apply_process_defaults

apply_process_defaults()
