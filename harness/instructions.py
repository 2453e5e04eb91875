"""eta, the instruction configuration: one versioned folder of plain text and YAML that people edit and diffs show.

``load`` reads a folder into one frozen object and checks every field, so that a typo is found before anything runs.
"""

from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel, field_validator

from harness.configs import load_yaml
from harness.contract import Json, digest
from harness.errors import UserError, path_of
from harness.records import open_for_reading
from harness.validation import decode, validate

from .adapter.scenarios import Guidance

SHIPPED = Path(__file__).parent / "eta"
DEFAULT = "v1"


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RecallSettings(_Strict):
    tools: int = Field(15, ge=1, le=64)
    always: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    skills: int = Field(2, ge=0, le=16)
    skills_among: int | None = Field(None, ge=1)
    followup: int = Field(4, ge=0, le=32)


class FeedbackSettings(_Strict):
    characters: int = Field(1600, ge=200)
    malformed: int = Field(400, ge=0)
    unreadable: int = Field(3, ge=1)
    suggestions: bool = True  # the answer to the name of no offered tool names the offered ones that come closest


class ToolHints(_Strict):
    """What recall knows of one tool: words that people use for it, and tools that it draws in behind itself.

    Both are written as text with commas, which people read, and YAML parses, faster than long lists.
    """

    words: tuple[str, ...] = ()
    companions: tuple[str, ...] = Field((), alias="with")

    @field_validator("words", "companions", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        return tuple(part.strip() for part in value.split(",")) if isinstance(value, str) else value


class _Hints(RootModel[dict[str, ToolHints]]):
    """What ``recall.yaml`` holds."""


class NoticeSettings(_Strict):
    """``substitutes`` are tools that do the job of another one, which are named when that has failed repeatedly."""

    repeated_call: bool = True
    repeated_failure: int = Field(2, ge=1)
    substitutes: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    budget_left: int = Field(2, ge=0)
    stuck: int = Field(4, ge=2)


class FailureSettings(_Strict):
    """What is done when a call fails, before the planner hears of it.

    A call that may be made twice is repeated up to ``repeat`` times after a failure that may pass; on real devices and
    servers after ``wait`` seconds, doubled each time. With ``read_back`` a call that is made once, and of which nobody knows
    whether it was carried out, is answered with what a read then shows.
    """

    repeat: int = Field(0, ge=0, le=5)
    wait: float = Field(0.5, ge=0, le=60)
    read_back: bool = False


class Settings(_Strict):
    """The fields of ``settings.yaml``.

    ``based_on`` is a shipped version whose texts and hints hold where the folder has none. ``libraries`` are the skills on
    offer: folders of ``harness/skills`` by name, or any folder by path; a later one replaces skills of an earlier one.
    With ``plan_guard`` a call that would violate the procedure of a loaded skill is held back once, with the reason.
    """

    version: str
    based_on: str | None = None
    libraries: tuple[str, ...] = ("library",)
    recall: RecallSettings = RecallSettings()
    tool_format: Literal["compact", "json"] = "compact"
    guided: bool = False
    calls: int = Field(8, ge=1)
    plan_guard: bool = False
    feedback: FeedbackSettings = FeedbackSettings()
    notices: NoticeSettings = NoticeSettings()
    failures: FailureSettings = FailureSettings()


class Eta(_Strict):
    """Everything that the harness says and decides by configuration. ``digest`` identifies its content."""

    settings: Settings
    general: str
    hints: dict[str, ToolHints] = Field(default_factory=dict)
    guidance: Guidance | None = None
    digest: str

    @property
    def version(self) -> str:
        """Name and the first digits of the digest, as manifests and trajectories carry it."""
        return f"{self.settings.version}@{self.digest.removeprefix('sha256:')[:12]}"

    def unguided(self) -> "Eta":
        """The same for sampling from a model as it is: a guided sample has other probabilities than the model gives it."""
        return self.model_copy(update={"settings": self.settings.model_copy(update={"guided": False})})


def load(where: str | Path = DEFAULT) -> Eta:
    """Reads a shipped version by name, or a folder by path.

    Raises ``UserError`` that names the file, the field and what was expected.
    """
    return read(path_of(where, "the harness configuration"))


def folder_of(where: str | Path) -> Path:
    """The folder that ``load`` reads."""
    return Path(where) if Path(where).is_dir() else SHIPPED / where


@cache
def read(where: Path) -> Eta:
    """What ``load`` reads, once a process."""
    folder = folder_of(where)
    if not folder.is_dir():
        shipped = ", ".join(sorted(item.name for item in SHIPPED.iterdir() if item.is_dir()))
        raise UserError(f"no harness configuration {str(where)!r}", expected=f"a folder, or one of: {shipped}")
    settings = load_yaml(folder / "settings.yaml")
    validate(settings, Settings, str(folder / "settings.yaml"))  # an error names the file
    base = _base(settings, folder)
    content = {
        "settings": settings,
        "general": _read_text(_own(folder, "general.md", base)),
        "hints": _hints(_own(folder, "recall.yaml", base)),
    }
    validate(content["hints"], _Hints, str(_own(folder, "recall.yaml", base)))
    if base is not None and (folder / "recall.yaml").exists():
        content["hints"] = {**_hints(base / "recall.yaml"), **content["hints"]}
    scenarios = folder / "scenarios.yaml"
    if scenarios.exists():
        content["guidance"] = load_yaml(scenarios)
        validate(content["guidance"], Guidance, str(scenarios))  # an error names the file
    return validate({**content, "digest": digest(content)}, Eta, str(folder))


def _base(settings: Json, folder: Path) -> Path | None:
    """The shipped version that a folder's settings build on."""
    name = settings.get("based_on") if isinstance(settings, dict) else None
    if name is None:
        return None
    shipped = sorted(item.name for item in SHIPPED.iterdir() if item.is_dir() and item != folder)
    if name not in shipped:
        where = f"{folder / 'settings.yaml'}, field `based_on`"
        raise UserError(f"there is no configuration {name!r}", where=where, expected=f"one of: {', '.join(shipped)}")
    return SHIPPED / name


def _own(folder: Path, name: str, base: Path | None) -> Path:
    """The folder's own file, or where it has none, the one that it builds on."""
    return folder / name if base is None or (folder / name).exists() else base / name


def _hints(path: Path) -> Json:
    """What the file holds; an empty one holds no hints."""
    found = load_yaml(path)
    return {} if found is None else found


def _read_text(path: Path) -> str:
    with open_for_reading(path) as file:
        text = decode(file.read(), str(path)).strip()
    if not text:
        raise UserError("the file is empty", where=str(path), expected="the rules that a planner is told in every episode")
    return text
