"""The one error that means: what a person gave us cannot be used, and this is how to mend it.

Readers of configs, task files, releases, checkpoints and eta folders raise it; the command line prints it as one
message and exits with code 2. Anything else that reaches the top is a fault of ours.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


class UserError(ValueError):
    """Says what is wrong, where it stands, and what was expected there.

    It is a ``ValueError``, whose message a LangGraph server shows; of other exceptions it shows the name only.
    """

    def __init__(self, message: str, *, where: str = "", expected: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where
        self.expected = expected

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        wish = f" (expected {self.expected})" if self.expected else ""
        return f"{place}{self.message}{wish}"

    def __reduce__(self) -> tuple[object, ...]:
        """Keyword arguments survive the way through a process pool."""
        return _rebuild, (self.message, self.where, self.expected)


def expect(value: object, kind: type | tuple[type, ...], what: str, expected: str) -> None:
    """Raises ``UserError`` where an argument is of another type, before it fails deep inside with a name nobody knows."""
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        said = repr(value)
        raise UserError(f"{what} is {said if len(said) <= _SHOWN else said[:_SHOWN] + ' ...'}", expected=expected)


def each(values: Iterable[T], kind: type | tuple[type, ...], what: str, expected: str) -> Iterator[T]:
    """The values one by one. Raises ``UserError`` where these are no collection, and at the first of another type."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        expect(values, (), f"the list of {what}", expected)
    for value in values:
        expect(value, kind, f"one of the {what}", expected)
        yield value


def path_of(value: Path | str, what: str) -> Path:
    """A path that may be given as text. Raises ``UserError`` for anything else, and for no text at all."""
    expect(value, (Path, str), what, "a path")
    if value == "":
        raise UserError(f"{what} is empty", expected="a path")
    return Path(value)


_SHOWN = 80
"""Characters that are shown of a wrong value."""


def _rebuild(message: str, where: str, expected: str) -> UserError:
    return UserError(message, where=where, expected=expected)
