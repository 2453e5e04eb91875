"""What a call leaves behind when its answer does not say: the table ``effects.yaml`` and its reader.

A read, and a write that says how something shall be, can be made again. Any other write is made once: when nobody knows
whether it was carried out, a read shows what became of it, and the planner goes on from there.
"""

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from harness.configs import read_yaml
from harness.contract import Call, CallError, Effect, ErrorType, Feedback, Json

from .environments.phone.tools import Arguments, Catalogue, Risk, Tool
from .skills.procedure import pattern

TABLE = Path(__file__).with_suffix(".yaml")
READ_BACK = "read_back"
"""Under which name the payload of a failed call holds what it was read back with."""
_LOOKS = ("list", "status", "get")
"""Actions with which a tool shows what it has done."""


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Idempotent(_Strict):
    prefixes: tuple[str, ...]
    actions: frozenset[str]
    except_: frozenset[str] = Field(alias="except")


class _Table(_Strict):
    idempotent: _Idempotent
    read_back: dict[str, str]


@cache
def table() -> _Table:
    """The table as shipped."""
    return read_yaml(TABLE, _Table)


def may_be_repeated(tool: Tool, arguments: Arguments) -> bool:
    """Whether a call can be made twice without doing more than once: a read, or an idempotent write.

    Of a stranger's write nobody knows.
    """
    risk = tool.risk_of(arguments)
    if risk is Risk.READ:
        return True
    known, action = table().idempotent, str(arguments.get("action"))
    if risk is not Risk.REVERSIBLE or tool.kind == "external" or {tool.name, f"{tool.name}.{action}"} & known.except_:
        return False
    return tool.name.startswith(known.prefixes) or action in known.actions


def may_pass(error: CallError | None) -> bool:
    """Whether a failure is one that the same call may not meet again."""
    return error is not None and (error.retryable or error.type is ErrorType.TIMEOUT)


def is_unsure(answer: Feedback) -> bool:
    """Whether nobody knows if the call was carried out."""
    return answer.error is not None and answer.error.effect is Effect.UNKNOWN


def read_back_of(call: Call, catalogue: Catalogue) -> Call | None:
    """The read that shows what became of a call, or None where none is known."""
    reads = table().read_back
    text = reads.get(f"{call.name}.{call.arguments.get('action')}") or reads.get(call.name)
    tool = catalogue.get(call.name)
    if text is None and tool is not None:
        look = next((action for action in _LOOKS if tool.risks.get(action) is Risk.READ), None)
        text = f"{call.name}(action={look})" if look is not None else None
    if text is None:
        return None
    wanted = pattern(text)
    values = {name: _filled(name, given[0] if given else "", call) for name, given in wanted.arguments.items()}
    arguments = {name: value for name, value in values.items() if value is not None}
    return Call(id=call.id, name=wanted.tool, arguments=arguments) if wanted.tool in catalogue else None


def _filled(name: str, value: str, call: Call) -> Json:
    if not value:
        return call.arguments.get(name)
    return call.arguments.get(value[1:-1]) if value.startswith("{") else value


def with_read_back(answer: Feedback, read: Call, found: Json) -> Feedback:
    """The answer with what its call was read back with."""
    seen = {"tool": read.name, "arguments": read.arguments, "answer": found}
    return answer.model_copy(update={"payload": {READ_BACK: seen}})


def read_back_in(answer: Feedback) -> tuple[Call, Json] | None:
    """The read that an answer holds beside its error, and what that said."""
    if answer.error is None or not isinstance(answer.payload, dict) or READ_BACK not in answer.payload:
        return None
    seen = answer.payload[READ_BACK]
    return Call(id=answer.call_id, name=seen["tool"], arguments=seen["arguments"]), seen["answer"]
