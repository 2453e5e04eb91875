"""Golden tasks, written by hand: one for each behaviour that the suite must show."""

from importlib import import_module

from .shape import Golden

_MODULES = (
    "memory_against_live_state",
    "tool_confirmed_state_over_dialogue",
    "prerequisite_before_a_blocking_action",
    "conditional_under_an_order_constraint",
    "tool_substitution",
    "dependent_subagents",
    "incomplete_memory",
    "interacting_effects",
    "minimal_scoped_change",
    "coordinated_memory_revision",
    "constraint_across_turns",
    "deixis_over_accumulated_state",
)
_ALL: tuple[Golden, ...] = tuple(import_module(f"{__name__}.{name}").GOLDEN for name in _MODULES)

GOLDEN: dict[str, Golden] = {item.scenario: item for item in _ALL}
"""Scenario -> its golden task, in the order of ``bench.coverage.SCENARIOS``."""
