"""What a flywheel run was begun with, kept in its folder so that ``gate`` can go on with it.

The run is the folder that these stand in, wherever it lies now. Inputs from outside are kept as absolute paths, so that
another working directory finds them; no path enters a digest.
"""

from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from graphs.settings import Settings
from harness.errors import UserError
from harness.records import read_json, write_json_atomic

SETTINGS_FILE = ".settings.json"


class Begun(BaseModel):
    """Settings and inputs from outside of a run."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    settings: Settings
    given: dict[str, str]


def remember(folder: Path, begun: Begun) -> None:
    """Writes down what the run in the folder was begun with."""
    asked = begun.settings
    settings = replace(
        asked,
        eta=_absolute(asked.eta) if Path(asked.eta).is_dir() else asked.eta,
        requests=_absolute(asked.requests),
        base_model=_absolute(asked.base_model),
    )
    given = {name: _absolute(path) for name, path in begun.given.items()}
    write_json_atomic(folder / SETTINGS_FILE, Begun(settings=settings, given=given))


def _absolute(path: str) -> str:
    return str(Path(path).absolute()) if path else ""


def begun_with(folder: Path) -> Begun:
    """What the run in the folder was begun with. Raises ``UserError`` where no run was begun."""
    if not (folder / SETTINGS_FILE).is_file():
        raise UserError("no run was begun here", where=str(folder), expected="the folder of a `flywheel run`")
    return read_json(folder / SETTINGS_FILE, Begun)
