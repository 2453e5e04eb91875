"""A task: what the user wants, on which phone, and how success is decided. Its witness is a record of its own."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from .action import Action, Call
from .record import Json, Part, Record


class Split(StrEnum):
    """What a task may be used for: train; dev (steers and may be read); gate (scores only); test (never steers)."""

    TRAIN = "train"
    DEV = "dev"
    GATE = "gate"
    TEST = "test"


class Holdout(StrEnum):
    """What of a task was never seen in training: nothing, its entities, its phrasings, or the whole family."""

    NONE = "none"
    ENTITIES = "entities"
    PHRASINGS = "phrasings"
    FAMILY = "family"


class Capability(StrEnum):
    TOOL_USE = "tool_use"
    MEMORY = "memory"
    SKILLS = "skills"
    SUB_AGENT = "sub_agent"


class Behaviour(StrEnum):
    GROUNDING = "grounding"
    CONDITIONAL = "conditional"
    REFERENCE = "reference"
    REVISION = "revision"
    BOUNDARY = "boundary"


class Language(StrEnum):
    ENGLISH = "en"
    CHINESE = "zh"


class Source(Part):
    """Where a task comes from: constructor version, flywheel iteration, parent task, and the gap it answers."""

    constructor: str
    iteration: int = 0
    parent: str | None = None
    gap: str | None = None


class PastTurn(Part):
    """One recorded turn of the dialogue before the request. ``results`` are the payloads of ``calls``, in order."""

    role: Literal["user", "assistant"]
    text: str = ""
    calls: tuple[Call, ...] = ()
    results: tuple[Json, ...] = ()


class FollowUp(Part):
    """One scripted answer of the user. It is said after the planner sends a message of kind ``after``.

    ``asks`` are words of which at least one must occur in the planner's message (case folded); empty accepts any.
    """

    after: Literal["clarify", "finish"]
    text: str
    asks: tuple[str, ...] = ()


class Patch(Part):
    """One change to the base profile. ``fields`` None removes the row; otherwise they are merged into it."""

    table: str
    key: str
    fields: dict[str, Json] | None


class MemoryRecord(Part):
    """One record of the user's memory as the task starts."""

    id: str
    text: str
    category: str = "general"
    created: str = ""


class Friction(Part):
    """One declared obstacle, executed by code and hidden from the policy. ``kind`` names it; ``params`` are its own."""

    kind: str
    params: dict[str, Json] = Field(default_factory=dict)


class InitialState(Part):
    """The phone at the start: base profile, changes to it, clock (UTC, ISO 8601), memory, friction, seed of ids."""

    profile: str
    patches: tuple[Patch, ...] = ()
    clock: str | None = None
    memory: tuple[MemoryRecord, ...] = ()
    friction: tuple[Friction, ...] = ()
    seed: int = 0


class Resources(Part):
    """What the harness may expose. ``tools`` are candidates that must be offered (distractors); recall fills the rest."""

    skills: tuple[str, ...] = ()
    subagents: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    recall: int = 15
    routing: Literal["mixed", "skill_only"] = "mixed"


class Expected(Part):
    """How one argument or field is compared: ``exact`` after normalisation, or by required ``contains`` words, or any.

    ``made`` wants what the episode itself made: with the value ``table/field``, that field of every row made in the table
    must be named, such as a file name that nobody knows before. Only fields of state can be compared so.
    ``without`` are words that must not occur in the value, such as the other candidates: a text that names them all names
    none. Where there are none, the record does not mention it.
    """

    value: Json = None
    match: Literal["exact", "contains", "any", "set", "made"] = "exact"
    without: tuple[str, ...] = Field(default=(), exclude_if=lambda words: not words)


class GoldCall(Part):
    """A call that must occur. Arguments not listed are free unless they have a side effect of their own."""

    name: str
    arguments: dict[str, Expected] = Field(default_factory=dict)
    after: tuple[int, ...] = ()


class GoldChange(Part):
    """A field that must change to ``after``. ``key`` may be ``*`` for a row whose id is made during the episode."""

    table: str
    key: str
    field: str
    after: Expected


class ToolCallCheck(Part):
    """The required calls, order, fields and normalised values, and no extra call with a side effect."""

    kind: Literal["tool_call"] = "tool_call"
    calls: tuple[GoldCall, ...]


class StateCheck(Part):
    """Final state minus initial state equals the target delta. ``before`` are happens-before pairs of tool patterns."""

    kind: Literal["state"] = "state"
    changes: tuple[GoldChange, ...]
    before: tuple[tuple[str, str], ...] = ()
    allowed: tuple[str, ...] = ()


class BehaviourCheck(Part):
    """A rubric over the visible trajectory: the right message, the right words, the right calls and no writes besides."""

    kind: Literal["behaviour"] = "behaviour"
    message: Literal["finish", "clarify", "refuse"] | None = None
    says: tuple[tuple[str, ...], ...] = ()
    calls: tuple[GoldCall, ...] = ()
    changes: tuple[GoldChange, ...] = ()


Check = Annotated[ToolCallCheck | StateCheck | BehaviourCheck, Field(discriminator="kind")]


class Gates(Part):
    """Memory records that a search must have returned, and skills that must have been loaded."""

    memory: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()


class ValueKind(StrEnum):
    """Kinds of values that an answer can tell and a program can read out of it."""

    TIME = "time"
    DATE = "date"
    NUMBER = "number"


class Bound(Part):
    """How many values of a kind may be told, so that an answer which recites everything is none.

    ``allowed`` are values that compete with nothing: the right one, what the request says, what belongs to the same record.
    ``most`` is how many others may stand beside them.
    """

    kind: ValueKind
    allowed: tuple[str, ...] = ()
    most: int = 0


class Completion(Part):
    """How success is decided: one primary checker, the gates, and paths (``table/key/field`` globs) nobody may write.

    ``says`` are words that the user must be told, of each tuple one. ``bounds`` and ``rivals`` refuse hedging: too many
    values of a kind, and other answers that may not be told beside the right one.
    """

    check: Check
    gates: Gates = Gates()
    says: tuple[tuple[str, ...], ...] = ()
    bounds: tuple[Bound, ...] = ()
    rivals: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()


class Budget(Part):
    """Limits of one episode: planner turns, tokens of one turn, clarifying questions."""

    turns: int = 15
    tokens: int = 1024
    questions: int = 3


class Task(Record):
    """One executable task. It never prescribes a trajectory."""

    id: str
    family: str
    split: Split
    holdout: Holdout = Holdout.NONE
    source: Source
    capability: Capability
    behaviour: Behaviour
    domains: tuple[str, ...]
    difficulty: int
    language: Language = Language.ENGLISH
    history: tuple[PastTurn, ...] = ()
    request: str
    followups: tuple[FollowUp, ...] = ()
    initial: InitialState
    resources: Resources = Resources()
    completion: Completion
    budget: Budget = Budget()


class Witness(Record):
    """A plan that is known to solve a task. No policy that is measured sees it."""

    task_id: str
    turns: tuple[Action, ...]
