"""The simulated phone behind the environment interface: the programmatic one with tools that a model plays."""

from collections.abc import Iterable

from harness.contract import Confidence, Verification

from ..phone.environment import PhoneEnvironment
from ..phone.tools import Catalogue
from .simulator import Ask, Simulator, rejection, simulated_catalogue


class SimulatedEnvironment(PhoneEnvironment):
    """One episode on a phone whose tools a model plays. The verdict is only as good as the model, and says so."""

    backend = "simulated"

    def verify(self) -> Verification:
        """The verdict on the final state; not valid when an answer of the model had to be rejected."""
        reason = rejection(self.phone)
        marks = {"confidence": Confidence.JUDGED, "valid": not reason, "reason": reason}
        return super().verify().model_copy(update=marks)


def simulated_environment(
    catalogue: Catalogue, ask: Ask, *, only: Iterable[str] | None = None, attempts: int = 2, characters: int = 24_000
) -> SimulatedEnvironment:
    """An environment whose phone tools (or ``only`` these) are played by ``ask``, a function from prompt to text."""
    return SimulatedEnvironment(simulated_catalogue(catalogue, Simulator(ask, attempts, characters), only))
