"""YAML that people write: read without YAML 1.1's surprises, errors with file, line and field.

PyYAML reads ``07:15`` as 435, ``on`` as true and ``2026-03-02`` as a date, and of a repeated key it keeps the last in
silence. Here the core schema of YAML 1.2 holds, a bit stricter: only null, true, false and decimal numbers without
leading zeros are not text, and each key stands once.
"""

import math
import re
from pathlib import Path
from typing import Any

import yaml

from harness.contract.record import Json
from harness.errors import UserError
from harness.records import open_for_reading
from harness.validation import HALF, Model, decode, validate

_PLAIN = "YAML of names and values"


def read_yaml(path: Path, model: type[Model]) -> Model:
    """The one record of a YAML file."""
    return validate(load_yaml(path), model, str(path))


def load_yaml(path: Path) -> Json:
    """The plain value of a YAML file."""
    with open_for_reading(path) as file:
        return parse_yaml(decode(file.read(), str(path)), str(path))


def parse_yaml(text: str, where: str) -> Json:
    """The plain value of a YAML text; ``where`` names its place in an error."""
    try:
        value = yaml.load(text, Loader=_CoreSchemaLoader)
        _check_plain(value, where, "", {})
        return value
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        place = f"{where}, line {mark.line + 1}, column {mark.column + 1}" if mark else where
        raise UserError(f"not valid YAML: {error.problem}", where=place, expected=_PLAIN) from None
    except yaml.YAMLError as error:
        raise UserError(f"not valid YAML: {error}", where=where, expected=_PLAIN) from None
    except RecursionError:
        raise UserError("nested too deeply", where=where, expected="YAML of sensible depth") from None
    except UserError:
        raise
    except (ValueError, LookupError, AttributeError) as error:  # a value that its tag, or Python, cannot hold
        raise UserError(f"a value cannot be read: {error}", where=where, expected="plain YAML values") from None


def _check_plain(value: object, where: str, field: str, seen: dict[int, bool]) -> None:
    """Raises ``UserError`` for what JSON cannot hold: sets, bytes, dates, infinity, half characters, keys that are no text.

    ``seen`` holds the lists and mappings that were met, as aliases let one stand in many places: True once it is checked.
    """
    if value is None or isinstance(value, bool | int):
        return
    place = f"{where}, field `{field}`" if field else where
    if isinstance(value, list | dict):
        if seen.get(id(value)):
            return
        if id(value) in seen:
            raise UserError("the value holds itself", where=place, expected="plain YAML values")
        seen[id(value)] = False
        if isinstance(value, list):
            for number, part in enumerate(value):
                _check_plain(part, where, f"{field}[{number}]", seen)
        else:
            for key, part in value.items():
                if not isinstance(key, str) or HALF.search(key):
                    raise UserError(f"the key {key!r} is no text", where=place, expected="text, perhaps in quotation marks")
                _check_plain(part, where, f"{field}.{key}" if field else key, seen)
        seen[id(value)] = True
    elif isinstance(value, str):
        if HALF.search(value):
            raise UserError("half of a surrogate pair is no text", where=place, expected="whole characters")
    elif not isinstance(value, float) or not math.isfinite(value):
        kind = value if isinstance(value, float) else f"a {type(value).__name__}"
        raise UserError(f"the value is {kind}", where=place, expected="a text, number, list or mapping")


class _CoreSchemaLoader(yaml.SafeLoader):
    """YAML 1.2's core schema, each key once."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        seen: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):
                if key.value in seen:
                    problem = f"the key `{key.value}` stands there twice"
                    raise yaml.constructor.ConstructorError(problem=problem, problem_mark=key.start_mark)
                seen.add(key.value)
        return super().construct_mapping(node, deep=deep)


_CORE_SCHEMA = {
    "null": (r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    "bool": (r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    "int": (r"[-+]?(?:0|[1-9][0-9]*)", list("-+0123456789")),
    "float": (r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?", list("-+.0123456789")),
}

_CoreSchemaLoader.yaml_implicit_resolvers = {}
for _tag, (_pattern, _first) in _CORE_SCHEMA.items():
    _CoreSchemaLoader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(rf"^(?:{_pattern})$"), _first)
