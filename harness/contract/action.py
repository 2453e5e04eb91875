"""What a policy does in one turn: a list of independent calls, or one message to the user."""

from enum import StrEnum

from pydantic import Field, model_validator

from .record import Json, Part, Record


class Call(Part):
    """One structured call of a phone tool, a memory tool, a skill loader or a sub-agent entry."""

    id: str
    name: str
    arguments: dict[str, Json] = Field(default_factory=dict)


class MessageKind(StrEnum):
    """What a message to the user means for the episode."""

    FINISH = "finish"
    CLARIFY = "clarify"
    REFUSE = "refuse"


class Message(Part):
    """Words for the user. ``finish`` and ``refuse`` end the episode; ``clarify`` asks and waits for an answer."""

    kind: MessageKind
    text: str


class Tokens(Part):
    """Token counts of one model turn. ``cached`` is the share of ``prompt`` that a prefix cache could serve."""

    prompt: int = 0
    completion: int = 0
    cached: int = 0


class Action(Record):
    """One turn of a policy. Several calls in one turn are independent of each other.

    ``malformed`` says why the model's output could not be read as calls or a message; such an action is answered with
    feedback, it is never an error of the program.
    """

    thought: str = ""
    calls: tuple[Call, ...] = ()
    message: Message | None = None
    malformed: str | None = None
    tokens: Tokens = Tokens()

    @model_validator(mode="after")
    def _one_kind(self) -> "Action":
        kinds = bool(self.calls) + (self.message is not None) + (self.malformed is not None)
        if kinds != 1:
            raise ValueError("an action is either calls, or a message, or malformed: exactly one of the three")
        return self
