"""Small tasks for the tests of verification, friction, environment, lint and mutation."""

from collections.abc import Sequence
from functools import cache

from harness.catalogue import full_catalogue
from harness.contract import (
    Action,
    Behaviour,
    BehaviourCheck,
    Call,
    Capability,
    Check,
    Completion,
    Expected,
    FollowUp,
    Friction,
    Gates,
    GoldCall,
    GoldChange,
    InitialState,
    Json,
    MemoryRecord,
    Message,
    MessageKind,
    Patch,
    Source,
    Split,
    StateCheck,
    Task,
    ToolCallCheck,
    Verification,
    Witness,
)
from harness.environments.phone.replay import play
from harness.environments.phone.tools import Catalogue

MUM = "+447700900201"


@cache
def catalogue() -> Catalogue:
    return full_catalogue()


def task(
    request: str,
    check: Check,
    *,
    says: Sequence[Sequence[str]] = (),
    gates: Gates | None = None,
    forbidden: Sequence[str] = (),
    friction: Sequence[Friction] = (),
    patches: Sequence[Patch] = (),
    memory: Sequence[MemoryRecord] = (),
    followups: Sequence[FollowUp] = (),
    profile: str = "emma",
) -> Task:
    return Task(
        id="t", family="tests", split=Split.TRAIN, source=Source(constructor="tests"), capability=Capability.TOOL_USE,
        behaviour=Behaviour.GROUNDING, domains=("Time Management",), difficulty=1, request=request,
        followups=tuple(followups),
        initial=InitialState(profile=profile, patches=tuple(patches), memory=tuple(memory), friction=tuple(friction)),
        completion=Completion(
            check=check, gates=gates or Gates(), says=tuple(tuple(words) for words in says), forbidden=tuple(forbidden)
        ),
    )  # fmt: skip


def act(name: str, /, **arguments: Json) -> Action:
    return Action(calls=(Call(id=name, name=name, arguments=arguments),))


def acts(*calls: tuple[str, dict[str, Json]]) -> Action:
    made = (Call(id=str(number), name=name, arguments=arguments) for number, (name, arguments) in enumerate(calls))
    return Action(calls=tuple(made))


def say(text: str = "Done.", kind: str = "finish") -> Action:
    return Action(message=Message(kind=MessageKind(kind), text=text))


def change(path: str, after: Json, match: str = "exact") -> GoldChange:
    table, rest = path.split("/", 1)
    key, field = rest.rsplit("/", 1)
    expected = Expected.model_validate({"value": after, "match": match})
    return GoldChange(table=table, key=key, field=field, after=expected)


def gold(name: str, after: tuple[int, ...] = (), **arguments: Json) -> GoldCall:
    return GoldCall(name=name, arguments={key: Expected(value=value) for key, value in arguments.items()}, after=after)


def calls(*items: GoldCall) -> ToolCallCheck:
    return ToolCallCheck(calls=items)


def state(*changes: GoldChange, before: Sequence[tuple[str, str]] = (), allowed: Sequence[str] = ()) -> StateCheck:
    return StateCheck(changes=changes, before=tuple(before), allowed=tuple(allowed))


def behaviour(message: str | None, *says: Sequence[str], changes: Sequence[GoldChange] = ()) -> BehaviourCheck:
    return BehaviourCheck.model_validate(
        {"message": message, "says": [tuple(words) for words in says], "changes": tuple(changes)}
    )


def verdict(item: Task, *actions: Action) -> Verification:
    return play(item, actions, catalogue()).verify()


def passes(item: Task, *actions: Action) -> bool:
    return verdict(item, *actions).success


def witness(*actions: Action) -> Witness:
    return Witness(task_id="t", turns=actions)
