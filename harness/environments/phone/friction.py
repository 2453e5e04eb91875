"""Friction: declared obstacles, executed by code at fixed points of an episode and hidden from the planner.

Kinds that live in the state (a revoked permission, two contacts named alike) or in the words (a missing parameter, a
contradiction) need no code: a task declares them so that reports can count them. The kinds below act during the run.
"""

from typing import Annotated, Literal, get_args

from pydantic import Field, TypeAdapter, ValidationError

from harness.contract import Effect, Friction, Json, Part, Patch
from harness.errors import UserError

from .errors import Code, PhoneError
from .phone import DROP, Phone, Result
from .rules import RULES
from .state import State
from .tools import Arguments, Risk


class RuntimeFault(Part):
    """The first ``first`` calls of a tool fail (0: every call). ``where`` limits it to calls with these arguments."""

    kind: Literal["runtime_error"] = "runtime_error"
    tool: str
    first: int = 0
    code: Code = Code.UNAVAILABLE
    message: str = "the service did not answer"
    effect: Effect = Effect.NONE
    where: dict[str, Json] = Field(default_factory=dict)


class BrokenTool(Part):
    """A tool that always fails; ``substitute`` is the differently named tool that can do the same."""

    kind: Literal["broken_tool"] = "broken_tool"
    tool: str
    substitute: str
    message: str = "this tool is out of order"


class DroppedWrite(Part):
    """The first ``first`` calls of a tool answer ok but nothing is written: only a read-back can tell."""

    kind: Literal["dropped_write"] = "dropped_write"
    tool: str
    first: int = 1


class StateMutation(Part):
    """After the ``nth`` successful call of ``tool`` something else changes the phone."""

    kind: Literal["state_mutation"] = "state_mutation"
    tool: str
    nth: int = 1
    patches: tuple[Patch, ...]


class MissingTool(Part):
    """A tool that this phone does not have."""

    kind: Literal["missing_tool"] = "missing_tool"
    tool: str


class DatabaseConflict(Part):
    """The first ``first`` writes of a tool meet a locked database and change nothing; trying again helps."""

    kind: Literal["database_conflict"] = "database_conflict"
    tool: str
    first: int = 1


class Declared(Part):
    """An obstacle that lives in the state or in the words; listed so that reports can count it."""

    kind: Literal[
        "missing_parameter",
        "permission_block",
        "ambiguous_entity",
        "obfuscated_reference",
        "contradictory_request",
        "extraneous_tools",
        "unsolvable",
    ]
    note: str = ""


Obstacle = Annotated[
    RuntimeFault | BrokenTool | DroppedWrite | StateMutation | MissingTool | DatabaseConflict | Declared,
    Field(discriminator="kind"),
]
KINDS: tuple[str, ...] = tuple(
    kind for model in get_args(get_args(Obstacle)[0]) for kind in get_args(model.model_fields["kind"].annotation)
)
"""The kinds of friction that a task can declare."""
_PARSER: TypeAdapter[Obstacle] = TypeAdapter(Obstacle)


def parse(friction: Friction) -> Obstacle:
    """The typed obstacle. Raises ``UserError`` for an unknown kind or parameters of the wrong shape."""
    try:
        return _PARSER.validate_python({"kind": friction.kind, **friction.params})
    except ValidationError as error:
        raise UserError(f"friction {friction.kind!r} is malformed: {error.errors()[0]['msg']}") from None


PATCHED = "patched"
"""Where a phone remembers what changed behind the planner's back."""


def baseline(initial: State, phone: Phone) -> State:
    """The initial state plus what others changed since, so that the difference shows only what the planner did."""
    patched = phone.scratch.get(PATCHED)
    if not patched:
        return initial
    state = initial.fork()
    for patches in patched.values():
        for patch in patches:
            before = state.get(patch.table, patch.key)
            if patch.fields is not None:
                state.write(patch.table, patch.key, {**(before or {}), **patch.fields})
            elif before is not None:
                state.write(patch.table, patch.key, None)
    return state


def install(phone: Phone, friction: tuple[Friction, ...]) -> None:
    """Makes a phone suffer the obstacles. Counters live in the phone's scratch space, so that a fork has its own.

    Raises ``UserError`` for malformed ones.
    """
    declared = [parse(item) for item in friction]
    missing = frozenset(item.tool for item in declared if isinstance(item, MissingTool))
    if missing:
        phone.catalogue = phone.catalogue.without(missing)
    obstacles = [item for item in declared if not isinstance(item, (Declared, MissingTool))]
    if not obstacles:
        return
    phone.scratch["faults"], phone.scratch[PATCHED] = {}, {}

    def before_call(live: Phone, tool: str, arguments: Arguments) -> PhoneError | str | None:
        seen = live.scratch["faults"]
        for index, obstacle in enumerate(obstacles):
            if obstacle.tool != tool:
                continue
            if isinstance(obstacle, BrokenTool):
                return PhoneError(Code.BROKEN_TOOL, obstacle.message)
            if isinstance(obstacle, (RuntimeFault, DatabaseConflict, DroppedWrite)):
                if isinstance(obstacle, RuntimeFault):
                    if not obstacle.where.items() <= arguments.items():
                        continue
                elif live.catalogue[tool].risk_of(arguments) is Risk.READ:
                    continue
                count = seen[index] = seen.get(index, 0) + 1
                if obstacle.first and count > obstacle.first:
                    continue
                if isinstance(obstacle, RuntimeFault):
                    return PhoneError(obstacle.code, obstacle.message, effect=obstacle.effect)
                if isinstance(obstacle, DatabaseConflict):
                    return PhoneError(Code.CONFLICT, "the database is locked by another writer", retryable=True)
                return DROP
        return None

    def after_call(live: Phone, result: Result) -> None:
        seen = live.scratch["faults"]
        for index, obstacle in enumerate(obstacles):
            if isinstance(obstacle, StateMutation) and obstacle.tool == result.tool and result.ok:
                count = seen[index] = seen.get(index, 0) + 1
                if count == obstacle.nth:
                    apply_patches(live, obstacle.patches)
                    live.scratch[PATCHED][str(index)] = obstacle.patches
                    result.fault = "state_mutation"

    phone.faults = before_call
    phone.after_call = after_call


def apply_patches(phone: Phone, patches: tuple[Patch, ...]) -> None:
    """Changes the state behind the tools' back: no rule runs. Raises ``UserError`` for a row that cannot be patched."""
    state = phone.state
    for patch in patches:
        before = state.get(patch.table, patch.key)
        if patch.fields is None:
            if before is None:
                raise UserError(f"patch removes {patch.table}/{patch.key}, which does not exist")
            state.place(patch.table, patch.key, None)
        else:
            state.place(patch.table, patch.key, {**(before or {}), **patch.fields})
            if patch.key == "clock" and patch.table == "device":
                state.next_due = None
    for patch in patches:  # once all rows are as they shall be, since one may fall due by another
        row = state.get(patch.table, patch.key) if RULES.scheduled(patch.table) else None
        if row is not None:
            try:
                phone.expect(patch.table, row)
            except KeyError as field:
                raise UserError(f"the patches leave {patch.table}/{patch.key} without {field}") from None
