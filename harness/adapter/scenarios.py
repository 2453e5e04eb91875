"""``scenarios.yaml`` of an eta folder: what may be said beside the offered tools, and how much of it."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator


def _split(value: object) -> object:
    return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value


Names = Annotated[tuple[str, ...], BeforeValidator(_split)]
"""Names as a list, or as one text with commas between them."""


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Limits(_Strict):
    """Bounds on injected text, in characters: of ``general.md``, of one fragment, of all guidance of a request.

    ``scenarios`` is how many scenarios a request is told about at most.
    """

    general: int = Field(600, ge=1)
    fragment: int = Field(600, ge=1)
    context: int = Field(1600, ge=1)
    scenarios: int = Field(3, ge=1)


class Scenario(_Strict):
    """One kind of job. Any of ``tools`` selects it; what is said is its own ``text`` or the instructions of a ``skill``."""

    tools: Names = Field(min_length=1)
    skill: str | None = None
    text: str = ""

    @model_validator(mode="after")
    def _one_source(self) -> "Scenario":
        if (self.skill is None) == (not self.text.strip()):
            raise ValueError("a scenario has either a `skill` or a `text`")
        return self


class Guidance(_Strict):
    """The whole file. ``protocol`` is all that is said where skill loaders are offered; ``notes`` come with every request.

    A tool that several scenarios claim needs a line in ``prefer``; a tool that no scenario claims must be ``exempt``.
    """

    limits: Limits = Limits()
    protocol: str = Field(min_length=1)
    notes: str = ""
    scenarios: dict[str, Scenario] = Field(min_length=1)
    prefer: dict[str, str] = Field(default_factory=dict)
    exempt: Names = ()
