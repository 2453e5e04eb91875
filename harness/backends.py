"""The backends that a run is asked for by name and share, as ``phone=3, simulated=1``; a run on one is a mix of one."""

from collections.abc import Callable

from .environments.device.support import obstacles as device_obstacles
from .environments.hybrid import Backend, Hybrid, missing_tools
from .environments.phone.environment import PhoneEnvironment
from .environments.phone.tools import Catalogue
from .errors import UserError

NAMES = ("phone", "simulated", "device")
EXPECTED = f"names out of {', '.join(NAMES)}, each with a share if there are several: `phone=3, simulated=1`"


def read_shares(text: str) -> dict[str, float]:
    """The share of each backend. Raises ``UserError`` for an unknown name, a share that is no number, and for nothing."""
    shares: dict[str, float] = {}
    for part in text.split(","):
        name, _, share = (piece.strip() for piece in part.partition("="))
        if name not in NAMES or name in shares:
            said = "stands there twice" if name in shares else "is no backend"
            raise UserError(f"{name!r} {said}", where="backends", expected=EXPECTED)
        try:
            shares[name] = float(share or 1)
        except ValueError:
            raise UserError(f"the share of {name} is {share!r}", where="backends", expected="a number") from None
        if not 0 <= shares[name] < float("inf"):
            raise UserError(f"the share of {name} is {share}", where="backends", expected="a number of at least 0")
    if not any(shares.values()):
        raise UserError("no backend has a share", where="backends", expected="shares of at least 0, one above it")
    return shares


def open_backends(text: str, catalogue: Catalogue, *, model: str = "", seed: int = 0) -> Hybrid:
    """The mix that ``text`` asks for. ``model`` plays the simulated phone; the device is the one that adb shows.

    Raises ``UserError`` for a backend that cannot be opened.
    """
    shares = {name: share for name, share in read_shares(text).items() if share > 0}
    able = missing_tools(catalogue)
    backends: dict[str, Backend] = {}
    for name, share in shares.items():
        if name == "phone":
            backends[name] = Backend(lambda: PhoneEnvironment(catalogue), able, share)
        elif name == "simulated":
            backends[name] = Backend(_simulated(catalogue, model), able, share)
        else:
            backends[name] = Backend(_device(catalogue), device_obstacles, share, live=1)
    return Hybrid(backends, seed=seed)


def _simulated(catalogue: Catalogue, model: str) -> Callable[[], PhoneEnvironment]:
    if not model:
        raise UserError("the simulated phone needs a model", where="backends", expected="--model PROVIDER/NAME")
    from .environments.simulated.environment import simulated_environment
    from .models.endpoint import endpoint_model
    from .models.text import text_model

    ask = text_model(endpoint_model(model))
    return lambda: simulated_environment(catalogue, ask)


def _device(catalogue: Catalogue) -> Callable[[], PhoneEnvironment]:
    from .environments.device.adb import connect
    from .environments.device.environment import DeviceEnvironment

    device = connect()
    return lambda: DeviceEnvironment(catalogue, device)
