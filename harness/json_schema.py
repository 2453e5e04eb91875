"""JSON Schemas of strangers (a client's tools, an MCP server's) in the form that our own tools have.

What comes from outside may refer to itself, grow without end and use every corner of the standard. ``resolved`` makes
one tree of it without references; ``parameters`` is what a planner is shown of that.
"""

import re
from collections.abc import Mapping

from harness.contract import Json

DEEPEST, LARGEST = 8, 2_000
"""Levels that references are followed, and parts that a schema may come to."""
FORMS = {"date": "YYYY-MM-DD", "time": "HH:MM:SSZ", "date-time": "YYYY-MM-DDTHH:MM:SSZ"}
"""How signatures spell the formats of JSON Schema."""
_TYPES = ("string", "integer", "number", "boolean", "array", "object", "null")
_PLAIN = frozenset({"const", "default", "description"})
_ONE = frozenset({"additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then"})
_MANY = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_NAMED = frozenset({"dependentSchemas", "patternProperties", "properties"})
_LEFT_OUT = frozenset({"definitions", "examples", "title", "unevaluatedItems", "unevaluatedProperties"})


def resolved(schema: Json) -> dict[str, Json]:
    """The schema of a tool's arguments as one tree: references followed, titles and definitions left out.

    What lies deeper than ``DEEPEST`` may be anything. Raises ``ValueError`` for what describes no object of arguments.
    """
    if not isinstance(schema, Mapping):
        raise ValueError("it is no JSON Schema object")
    tree = _Resolver(schema).resolve(schema, 0)
    if tree.get("type", "object") != "object":
        raise ValueError(f"it describes {tree['type']!r} instead of an object of arguments")
    required = tree.get("required", [])
    if not isinstance(required, list) or not all(isinstance(name, str) for name in required):
        raise ValueError("`required` is no list of names")
    properties = tree.get("properties", {})
    properties = {**properties, **{name: {} for name in required if name not in properties}}
    return {**tree, "type": "object", "properties": properties, "required": required}


def parameters(tree: Mapping[str, Json]) -> dict[str, Json]:
    """What a planner is shown of a resolved schema, and held to while it writes: names, types, options, bounds.

    Null that stands for leaving an argument out is left out, and dates and times are told by their form. Whatever else the
    schema demands is for a check of what was written.
    """
    properties = {name: _with_form(_simple(_without_null(schema))) for name, schema in tree["properties"].items()}
    return {"type": "object", "properties": properties, "required": list(tree["required"])}


class _Resolver:
    """Follows the references of one document, within bounds."""

    def __init__(self, document: Mapping[str, Json]) -> None:
        self._document = document
        self._parts = 0

    def resolve(self, node: Json, depth: int) -> dict[str, Json]:
        self._parts += 1
        if self._parts > LARGEST:
            raise ValueError(f"it has more than {LARGEST} parts")
        if isinstance(node, bool):
            return {} if node else {"not": {}}
        if not isinstance(node, Mapping):
            raise ValueError(f"{str(node)[:40]!r} stands where a schema was expected")
        if depth > DEEPEST:
            return {}
        if "$ref" in node:
            rest = {key: value for key, value in node.items() if key != "$ref"}
            return self.resolve({**self._target(node["$ref"]), **rest}, depth + 1)
        made: dict[str, Json] = {}
        for key, value in node.items():
            if key.startswith("$") or key in _LEFT_OUT or (key == "pattern" and not _compiles(value)):
                continue
            if key == "items" and isinstance(value, list):  # how older drafts spell it
                made["prefixItems"] = [self.resolve(item, depth + 1) for item in value]
            elif key in _ONE:
                made[key] = value if isinstance(value, bool) else self.resolve(value, depth + 1)
            elif key in _MANY and isinstance(value, list):
                made[key] = [self.resolve(item, depth + 1) for item in value]
            elif key in _NAMED and isinstance(value, Mapping):
                made[key] = {name: self.resolve(item, depth + 1) for name, item in value.items()}
            elif key in _MANY | _NAMED:
                raise ValueError(f"`{key}` is no {'list' if key in _MANY else 'object'} of schemas")
            elif key == "enum" and not isinstance(value, list):
                raise ValueError("`enum` is no list of values")
            else:
                made[key] = value
        return made

    def _target(self, reference: Json) -> Mapping[str, Json]:
        """What a reference within the document leads to; what lies elsewhere is never fetched and may be anything."""
        if not isinstance(reference, str) or not reference.startswith("#/"):
            return {}
        found: Json = self._document
        for part in reference[2:].split("/"):
            name = part.replace("~1", "/").replace("~0", "~")
            found = found.get(name) if isinstance(found, Mapping) else None
        if not isinstance(found, Mapping):
            raise ValueError(f"the reference {reference!r} leads nowhere")
        return found


def _compiles(pattern: Json) -> bool:
    """Whether Python reads a pattern; other dialects of regular expressions are left to who wrote them."""
    try:
        re.compile(pattern)
    except (re.error, TypeError, RecursionError, OverflowError):
        return False
    return True


def _simple(schema: Mapping[str, Json]) -> dict[str, Json]:
    """The schema in the few words that every interface of models, and guided decoding, understands."""
    made = {key: value for key, value in schema.items() if key in _PLAIN}
    made |= {key: schema[key] for key in ("minimum", "maximum") if _is_number(schema.get(key))}
    if schema.get("format") in FORMS:
        made["format"] = schema["format"]
    kinds = [kind for kind in _listed(schema.get("type")) if kind in _TYPES]
    if kinds:
        made["type"] = kinds[0] if len(kinds) == 1 else kinds
    if schema.get("enum"):
        made["enum"] = schema["enum"]
    if isinstance(schema.get("items"), Mapping):
        made["items"] = _simple(schema["items"])
    branches = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    if branches:
        made["anyOf"] = [_simple(branch) for branch in branches]
    if "properties" in schema:
        made["properties"] = {name: _simple(part) for name, part in schema["properties"].items()}
        made["required"] = [name for name in _listed(schema.get("required")) if name in made["properties"]]
    return made


def _is_number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _listed(value: Json) -> list[Json]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _with_form(schema: dict[str, Json]) -> dict[str, Json]:
    form = FORMS.get(str(schema.get("format")))
    return {**schema, "sig": form} if form is not None else schema


def _without_null(schema: Mapping[str, Json]) -> dict[str, Json]:
    kinds = schema.get("type")
    if isinstance(kinds, list):
        schema = {**schema, "type": [kind for kind in kinds if kind != "null"]}
    branches = schema.get("anyOf")
    if branches:
        kept = [branch for branch in branches if branch.get("type") != "null"]
        rest = {key: value for key, value in schema.items() if key != "anyOf"}
        schema = {**kept[0], **rest} if len(kept) == 1 else {**rest, "anyOf": kept}
    return {key: value for key, value in schema.items() if not (key == "default" and value is None)}
