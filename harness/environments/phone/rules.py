"""Rules between domains, each an object with a name: guards, effects, requirements, gates and schedules.

A *guard* looks at a write before it happens and may refuse it; an *effect* follows a write. Both watch one table, or one
row of it. A *requirement* is a named condition that tools ask for. A *gate* may refuse what a permission would allow. A
*schedule* says when a row falls due and what then happens. Domains register the rules that concern only their own
tables; what joins two domains stands in ``laws.py``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .state import Row

if TYPE_CHECKING:
    from .phone import Phone

WriteHook = Callable[["Phone", Row | None, Row | None], None]
Check = Callable[["Phone"], None]
Gate = Callable[["Phone", str], None]


@dataclass(frozen=True)
class Rule:
    """One guard or effect on writes of ``table`` (``key`` None: every row)."""

    name: str
    table: str
    key: str | None
    guards: bool
    run: WriteHook
    says: str


@dataclass(frozen=True)
class Schedule:
    """Rows of ``table`` fall due at ``due(phone, row, after)``, the first epoch > ``after`` or None; then ``fire`` runs."""

    table: str
    due: Callable[["Phone", Row, int], int | None]
    fire: Callable[["Phone", str, Row], None]


class Rules:
    """Every rule of the phone, registered once at import and never changed afterwards."""

    def __init__(self) -> None:
        self._watching: dict[str, dict[str | None, tuple[Rule, ...]]] = {}
        self._requirements: dict[str, Check] = {}
        self.gates: tuple[Gate, ...] = ()
        self.schedules: dict[str, Schedule] = {}

    def all(self) -> list[Rule]:
        """Every guard and effect, by name."""
        known = (rule for watching in self._watching.values() for rules in watching.values() for rule in rules)
        return sorted(known, key=lambda rule: rule.name)

    def requirements(self) -> list[str]:
        """The names of all requirements."""
        return sorted(self._requirements)

    def watching(self, table: str, key: str) -> tuple[Rule, ...]:
        rules = self._watching.get(table)
        return rules.get(None, ()) + rules.get(key, ()) if rules else ()

    def scheduled(self, table: str) -> bool:
        return table in self.schedules

    def requirement(self, name: str) -> Check:
        return self._requirements[name]

    def _register(self, table: str, key: str | None, guards: bool) -> Callable[[WriteHook], WriteHook]:
        def decorate(function: WriteHook) -> WriteHook:
            says = " ".join((function.__doc__ or "").split())
            if not says:
                raise TypeError(f"rule {function.__name__} needs a docstring that states it")
            rule = Rule(function.__name__, table, key, guards, function, says)
            rules = self._watching.setdefault(table, {})
            rules[key] = (*rules.get(key, ()), rule)
            return function

        return decorate

    def guard(self, table: str, key: str | None = None) -> Callable[[WriteHook], WriteHook]:
        """Registers a check that runs before a write and raises ``PhoneError`` to refuse it."""
        return self._register(table, key, True)

    def effect(self, table: str, key: str | None = None) -> Callable[[WriteHook], WriteHook]:
        """Registers what follows a write."""
        return self._register(table, key, False)

    def requires(self, name: str) -> Callable[[Check], Check]:
        """Registers a named requirement that tools ask for with ``phone.require(name)``."""

        def decorate(function: Check) -> Check:
            self._requirements[name] = function
            return function

        return decorate

    def gate(self, function: Gate) -> Gate:
        """Registers a check on the use of any permission; it raises ``PhoneError`` PERMISSION_DENIED to refuse it."""
        self.gates += (function,)
        return function

    def schedule(self, rule: Schedule) -> None:
        """Registers when the rows of a table fall due."""
        self.schedules[rule.table] = rule


RULES = Rules()


_NEVER = 1 << 62


def fire_due(phone: "Phone", until: int) -> None:
    """Fires everything due up to ``until``, earliest first, and remembers when the next thing is due.

    Every scheduled row is asked once; after that only rows that fired or were written are asked again.
    """
    state = phone.state
    planned = _due_times(phone)
    while True:
        soonest = state.next_due = min(planned.values(), default=_NEVER)
        if soonest > until:
            return
        state.now = soonest
        written = len(state.journal)
        firing = sorted(name for name, due in planned.items() if due == soonest)
        for table, key in firing:
            row = state.get(table, key)  # an earlier one may have removed it
            if row is not None:
                RULES.schedules[table].fire(phone, key, row)
        if phone.state.next_due is None:  # what fired moved the clock itself
            planned = _due_times(phone)
            continue
        for table, key in {*firing, *((write.table, write.key) for write in state.journal[written:])}:
            schedule, row = RULES.schedules.get(table), state.get(table, key)
            due = schedule.due(phone, row, soonest) if schedule is not None and row is not None else None
            if due is None:
                planned.pop((table, key), None)
            else:
                planned[table, key] = due


def _due_times(phone: "Phone") -> dict[tuple[str, str], int]:
    """When each scheduled row falls due next, by table and key; rows that never will are left out."""
    planned: dict[tuple[str, str], int] = {}
    for table, schedule in RULES.schedules.items():
        for key, row in phone.state.rows(table).items():
            due = schedule.due(phone, row, phone.state.now)
            if due is not None:
                planned[table, key] = due
    return planned
