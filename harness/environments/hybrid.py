"""Hybrid runs: every task gets the backend it is run on, by what the backend can carry and by the shares that are wanted.

The choice depends on the task's id and the seed alone, so that it is the same when a run is resumed, whatever else is in it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from harness.contract import StateCheck, Task
from harness.errors import UserError

from .phone.environment import PhoneEnvironment
from .phone.friction import parse
from .phone.tools import Catalogue


@dataclass(frozen=True)
class Backend:
    """A place to run tasks. ``obstacles`` says why it cannot carry a task; ``share`` is its weight among those that can.

    ``live`` is how many episodes it can carry at once: a device has one state.
    """

    make: Callable[[], PhoneEnvironment]
    obstacles: Callable[[Task], Sequence[str]]
    share: float = 1.0
    live: int = 32


class Hybrid:
    """Backends by name, and which task runs on which."""

    def __init__(self, backends: Mapping[str, Backend], *, seed: int = 0) -> None:
        if not any(backend.share > 0 for backend in backends.values()) or any(item.share < 0 for item in backends.values()):
            raise UserError("no backend has a share", where="backends", expected="weights of at least 0, one above it")
        self._backends, self._seed = dict(backends), seed

    def assign(self, task: Task) -> str:
        """The name of the task's backend. Raises ``UserError`` with every backend's reason when none can carry it."""
        reasons = {name: backend.obstacles(task) for name, backend in self._backends.items() if backend.share > 0}
        able = {name: self._backends[name].share for name, reason in reasons.items() if not reason}
        if not able:
            said = "; ".join(f"{name}: {reason[0]}" for name, reason in reasons.items())
            raise UserError(f"no backend can carry it ({said})", where=f"task {task.id}", expected="a backend that can")
        point = _draw(f"{self._seed}/{task.id}") * sum(able.values())
        for name, share in able.items():
            point -= share
            if point < 0:
                return name
        return list(able)[-1]

    def groups(self, tasks: Iterable[Task]) -> dict[str, list[Task]]:
        """The tasks by backend, each group in the given order; a backend without a task is left out."""
        groups: dict[str, list[Task]] = {}
        for task in tasks:
            groups.setdefault(self.assign(task), []).append(task)
        return {name: groups[name] for name in self._backends if name in groups}

    def live(self, backend: str) -> int:
        """How many episodes that backend carries at once."""
        return self._backends[backend].live

    def make(self, backend: str) -> PhoneEnvironment:
        """A fresh environment of that backend."""
        return self._backends[backend].make()


def missing_tools(catalogue: Catalogue) -> Callable[[Task], list[str]]:
    """The obstacles of a backend that can do whatever its catalogue holds: tools that a task needs and it lacks."""

    def obstacles(task: Task) -> list[str]:
        check = task.completion.check
        named = [] if isinstance(check, StateCheck) else [call.name for call in check.calls]
        named += [*task.resources.tools, *(getattr(parse(item), "tool", None) or "" for item in task.initial.friction)]
        absent = dict.fromkeys(name for name in named if name and name not in catalogue)
        return [f"there is no tool {name}" for name in absent]

    return obstacles


def _draw(text: str) -> float:
    """A number in [0, 1) that depends on the text alone."""
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big") / 2**48
