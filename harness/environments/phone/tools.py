"""Tools: one typed Python function each, from which the schema, the validation and the compact signature are derived.

A tool's function takes the phone first and the call's arguments by keyword, and returns its payload as a dict. It
reads and writes through the phone only and raises ``PhoneError`` for whatever it cannot do. Its docstring starts with
one sentence that says what it is for; lines of the form ``argument: text`` describe its arguments.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from harness.contract import Json
from harness.errors import each

from .errors import Code, PhoneError

Arguments = dict[str, Json]


class Risk(StrEnum):
    """What a call can do to the world, from harmless to final."""

    READ = "read"
    REVERSIBLE = "reversible"
    OUTBOUND = "outbound"
    COSTLY = "costly"
    IRREVERSIBLE = "irreversible"


@dataclass(frozen=True)
class Tool:
    """One callable of the catalogue. ``risks`` overrides ``risk`` for single values of the ``action`` argument.

    ``permission`` is what the assistant app must hold; ``seconds`` is what a call costs on the virtual clock;
    ``provides`` names the capability, so that a failing tool can be replaced by another one that provides it.
    """

    name: str
    domain: str
    run: Callable[..., Json]
    summary: str
    parameters: Mapping[str, Json]
    signature: str
    model: type[BaseModel] = field(repr=False)
    kind: Literal["phone", "memory", "skill", "subagent", "external"] = "phone"
    risk: Risk = Risk.READ
    risks: Mapping[str, Risk] = field(default_factory=dict)
    errors: tuple[Code, ...] = ()
    permission: str | None = None
    seconds: int = 1
    provides: str | None = None
    _parse: Callable[[Arguments], BaseModel] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_parse", self.model.__pydantic_validator__.validate_python)

    def risk_of(self, arguments: Arguments) -> Risk:
        """The risk class of one call."""
        return self.risks.get(str(arguments.get("action")), self.risk)

    def validate(self, arguments: Arguments) -> Arguments:
        """The arguments in canonical form. Raises ``PhoneError`` that names the argument and what it expects."""
        try:
            parsed = self._parse(arguments)
        except ValidationError as error:
            raise self._explain(error) from None
        given = parsed.model_fields_set
        return {name: value for name, value in vars(parsed).items() if name in given and value is not None}

    def _explain(self, error: ValidationError) -> PhoneError:
        first = error.errors(include_url=False, include_context=False)[0]
        name = str(first["loc"][0]) if first["loc"] else "arguments"
        properties = self.parameters["properties"]
        if first["type"] == "missing":
            return PhoneError(Code.MISSING_ARGUMENT, f"{name} is required", accepted={name: properties[name]})
        if first["type"] == "extra_forbidden":
            return PhoneError(Code.INVALID_ARGUMENT, f"{self.name} has no argument {name!r}", accepted=sorted(properties))
        path = ".".join(str(part) for part in first["loc"])
        reason = first["msg"].removeprefix("Value error, ")
        return PhoneError(Code.INVALID_ARGUMENT, f"{path}: {reason}", accepted={name: properties.get(name)})

    def schema(self) -> Json:
        """The tool as the chat-completions API describes it, to be read only: every caller gets the same one."""
        return self._schema

    @cached_property
    def _schema(self) -> Json:
        properties = {
            name: {key: value for key, value in schema.items() if key != "sig"}
            for name, schema in self.parameters["properties"].items()
        }
        parameters = {**self.parameters, "properties": properties}
        return {"type": "function", "function": {"name": self.name, "description": self.summary, "parameters": parameters}}


class Catalogue(Mapping[str, Tool]):
    """The tools that a phone carries out, by name, in a fixed order."""

    def __init__(self, tools: Iterable[Tool]) -> None:
        self._tools: dict[str, Tool] = {}
        for item in each(tools, Tool, "tools", "tools, as @tool makes them"):
            if item.name in self._tools:
                raise ValueError(f"two tools are called {item.name!r}")
            self._tools[item.name] = item
        self.names = tuple(self._tools)
        self._parts: dict[frozenset[str], Catalogue] = {}
        self._kinds: dict[str, frozenset[str]] = {}

    def without(self, names: frozenset[str]) -> "Catalogue":
        """The catalogue of a phone that lacks these tools; made once for each set of names."""
        if names not in self._parts:
            self._parts[names] = Catalogue(item for item in self.values() if item.name not in names)
        return self._parts[names]

    def of_kind(self, kind: str) -> frozenset[str]:
        """The names of the tools of one kind, such as ``skill``."""
        if kind not in self._kinds:
            self._kinds[kind] = frozenset(item.name for item in self.values() if item.kind == kind)
        return self._kinds[kind]

    def __getitem__(self, name: str) -> Tool:
        return self._tools[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)


def tool(
    domain: str,
    *,
    risk: Risk = Risk.READ,
    risks: Mapping[str, Risk] | None = None,
    errors: tuple[Code, ...] = (),
    permission: str | None = None,
    seconds: int = 1,
    kind: Literal["phone", "memory", "skill", "subagent", "external"] = "phone",
    provides: str | None = None,
    name: str | None = None,
) -> Callable[[Callable[..., Json]], Tool]:
    """Turns a typed function into a ``Tool``. ``errors`` are the codes it can raise besides argument errors."""

    def decorate(function: Callable[..., Json]) -> Tool:
        title = name or function.__name__
        summary, notes = _documentation(function)
        model = _arguments_model(title, function, notes)
        parameters = _parameters(model)
        return Tool(
            name=title,
            domain=domain,
            run=function,
            summary=summary,
            parameters=parameters,
            signature=write_signature(title, parameters),
            model=model,
            kind=kind,
            risk=risk,
            risks=dict(risks or {}),
            errors=errors,
            permission=permission,
            seconds=seconds,
            provides=provides,
        )

    return decorate


def _documentation(function: Callable[..., Json]) -> tuple[str, dict[str, str]]:
    text = inspect.getdoc(function)
    if not text:
        raise TypeError(f"{function.__qualname__}: a tool needs a docstring that says what it is for")
    head, _, rest = text.partition("\n\n")
    return " ".join(head.split()), dict(re.findall(r"^(\w+): (.+)$", rest, re.MULTILINE))


def _arguments_model(name: str, function: Callable[..., Json], notes: Mapping[str, str]) -> type[BaseModel]:
    hints = get_type_hints(function, include_extras=True)
    fields: dict[str, Any] = {}
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        default = ... if parameter.default is inspect.Parameter.empty else parameter.default
        fields[parameter.name] = (hints[parameter.name], Field(default, description=notes.get(parameter.name)))
    unknown = notes.keys() - fields.keys()
    if unknown:
        raise TypeError(f"{name}: the docstring describes arguments that do not exist: {sorted(unknown)}")
    return create_model(name, __config__=ConfigDict(extra="forbid"), **fields)


def _parameters(model: type[BaseModel]) -> dict[str, Json]:
    raw = model.model_json_schema()
    properties = {key: _plain(value, raw.get("$defs", {})) for key, value in raw.get("properties", {}).items()}
    return {"type": "object", "properties": properties, "required": raw.get("required", [])}


def _plain(schema: dict[str, Json], definitions: dict[str, Json]) -> dict[str, Json]:
    """A property without titles, references and the null branch of an optional type."""
    if "$ref" in schema:
        target = definitions[schema["$ref"].rsplit("/", 1)[1]]
        schema = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
    if "anyOf" in schema:
        branches = [branch for branch in schema["anyOf"] if branch.get("type") != "null"]
        rest = {key: value for key, value in schema.items() if key not in ("anyOf", "default")}
        schema = {**_plain(branches[0], definitions), **rest} if len(branches) == 1 else {**rest, "anyOf": branches}
    if "items" in schema and isinstance(schema["items"], dict):
        schema = {**schema, "items": _plain(schema["items"], definitions)}
    return {key: value for key, value in schema.items() if key != "title" and value is not None}


def write_signature(name: str, parameters: Mapping[str, Json]) -> str:
    """A tool as one line: its name and arguments, ``?`` after those that may be left out, then their kinds.

    ``parameters`` is an object's JSON Schema with ``properties`` and ``required``.
    """
    required = set(parameters["required"])
    parts = []
    for key, schema in parameters["properties"].items():
        kind = _kind(schema)
        parts.append(f"{key}{'' if key in required else '?'}{':' + kind if kind else ''}")
    return f"{name}({', '.join(parts)})"


def _kind(schema: Mapping[str, Json]) -> str:
    """How a type reads in a signature; a plain string reads as nothing."""
    if "sig" in schema:
        return str(schema["sig"])
    if "const" in schema:
        return str(schema["const"])
    if "enum" in schema:
        return "|".join(str(value) for value in schema["enum"])
    if schema.get("type") == "array":
        return f"[{_kind(schema.get('items', {}))}]"
    return {"integer": "int", "number": "num", "boolean": "bool", "object": "{}"}.get(str(schema.get("type")), "")
