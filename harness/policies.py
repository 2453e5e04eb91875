"""Opening a policy by its name, the same way everywhere: command line, graphs, bench.

``empty``, ``random``, ``refuse`` and ``ask`` are floors, ``witness`` is the ceiling, ``forgetful:LAPSE`` is that but for one
lapse, ``local:PATH`` is a checkpoint folder (``embedded`` the shipped base), and anything else is a model that LiteLLM
reaches, such as ``openai/gpt-x`` at its endpoint.
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from harness.contract import Witness
from harness.errors import UserError, expect

from .forgetful import LAPSES, PREFIX, ForgetfulPolicy
from .policy import AskPolicy, EmptyPolicy, Policy, RandomPolicy, RefusePolicy, WitnessPolicy

NAMES = "witness, forgetful:LAPSE, empty, random, refuse, ask, embedded, local:PATH or PROVIDER/MODEL"

_FLOORS: dict[str, type[Policy]] = {
    "empty": EmptyPolicy, "random": RandomPolicy, "refuse": RefusePolicy, "ask": AskPolicy,
}  # fmt: skip


def open_policy(name: str, *, witnesses: Mapping[str, Witness] | None = None) -> Policy:
    """The policy of that name. Raises ``UserError`` for a name or a folder that means nothing."""
    expect(name, str, "the name of a policy", NAMES)
    if name in _FLOORS:
        return _FLOORS[name]()
    if name == "witness" or name.startswith(PREFIX):
        lapse = name.removeprefix(PREFIX)
        if name != "witness" and lapse not in LAPSES:
            raise UserError(f"unknown lapse {lapse!r}", expected=f"{PREFIX} and one of {', '.join(LAPSES)}")
        if witnesses is None:
            raise UserError(f"the policy {name} needs tasks that come with witnesses", expected=NAMES)
        expect(witnesses, Mapping, "witnesses", "witnesses by the id of their task")
        return WitnessPolicy(witnesses) if name == "witness" else ForgetfulPolicy(lapse, witnesses)
    if name == "embedded" or name.startswith("local:"):
        from .models.local_policy import embedded_base

        return _open_checkpoint(embedded_base() if name == "embedded" else Path(name.removeprefix("local:")))
    if "/" in name:
        from .models.endpoint import endpoint_model
        from .models.endpoint_policy import EndpointPolicy

        return EndpointPolicy(endpoint_model(name))
    raise UserError(f"unknown policy {name!r}", expected=NAMES)


def _open_checkpoint(folder: Path) -> Policy:
    """The policy of a checkpoint folder. A process keeps the last two open, so that each turn need not load one again."""
    files = sorted(path for path in folder.glob("*") if path.is_file()) if folder.is_dir() else []
    return _loaded(folder, tuple((path.name, path.stat().st_size, path.stat().st_mtime_ns) for path in files))


def forget_policies() -> None:
    """Closes the checkpoints that are kept open. What a policy remembers of past episodes changes the last bits of what it
    computes, so work that must come out the same after a kill begins without it."""
    _loaded.cache_clear()


@lru_cache(maxsize=2)
def _loaded(folder: Path, files: tuple[tuple[str, int, int], ...]) -> Policy:
    """The checkpoint as it stands: ``files`` tell its versions apart."""
    from .models.local_policy import LocalPolicy

    return LocalPolicy.load(folder)


def is_local(name: str) -> bool:
    """Whether a policy reads and writes the text format of local checkpoints."""
    return name == "embedded" or name.startswith("local:")
