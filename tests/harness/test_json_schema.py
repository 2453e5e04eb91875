"""Schemas of strangers: one tree without references, whatever they hold."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from transformers import AutoTokenizer

from harness.catalogue import full_catalogue
from harness.environments.phone.tools import write_signature
from harness.json_schema import DEEPEST, LARGEST, parameters, resolved
from harness.models.guide import Guides
from harness.models.local_policy import embedded_base


def signature(schema: Any) -> str:
    return write_signature("build", parameters(resolved(schema)))


def obj(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def test_references_are_followed_and_titles_left_out() -> None:
    schema = {
        "title": "Arguments",
        "$defs": {"colour": {"title": "Colour", "enum": ["red", "blue"]}, "a/b": {"type": "integer"}},
        **obj(colour={"$ref": "#/$defs/colour", "description": "of all"}, count={"$ref": "#/$defs/a~1b"}),
        "required": ["count"],
    }
    assert resolved(schema) == {
        **obj(colour={"enum": ["red", "blue"], "description": "of all"}, count={"type": "integer"}),
        "required": ["count"],
    }
    assert signature(schema) == "build(colour?:red|blue, count:int)"


def test_arguments_may_be_called_like_keywords() -> None:
    schema = obj(title={"type": "string"}, **{"$ref": {"type": "integer"}, "items": {"type": "boolean"}})
    assert signature(schema) == "build(title?, $ref?:int, items?:bool)"


def test_null_that_stands_for_leaving_out_is_not_shown_but_stays_allowed() -> None:
    schema = obj(
        count={"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}, weight={"type": ["number", "null"]}
    )
    assert signature(schema) == "build(count?:int, weight?:num)"
    assert resolved(schema)["properties"]["count"]["anyOf"] == [{"type": "integer"}, {"type": "null"}]


def test_dates_and_times_are_shown_by_their_form() -> None:
    day = {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]}
    schema = obj(day=day, at={"type": "string", "format": "date-time"}, mail={"type": "string", "format": "email"})
    assert signature(schema) == "build(day?:YYYY-MM-DD, at?:YYYY-MM-DDTHH:MM:SSZ, mail?)"


def test_our_own_tools_come_back_as_they_were() -> None:
    for tool in full_catalogue().values():
        properties = tool.parameters["properties"].values()
        if not any("sig" in schema for schema in properties):  # forms of values are not part of the standard
            shown = parameters(resolved(tool.schema()["function"]["parameters"]))
            assert write_signature(tool.name, shown) == tool.signature


def test_what_few_understand_is_not_shown_but_stays_for_the_check() -> None:
    odd = {"type": "string", "format": "weird", "pattern": "^(?=a)", "not": {"const": "b"}, "maxLength": 3}
    schema = obj(x=odd, y={"oneOf": [{"type": "integer"}, {"type": "string"}]}, z={"enum": []})
    shown = parameters(resolved({**schema, "required": ["w"]}))
    either = {"anyOf": [{"type": "integer"}, {"type": "string"}]}
    assert shown["properties"] == {"x": {"type": "string"}, "y": either, "z": {}, "w": {}}
    assert resolved(schema)["properties"]["x"] == odd


def test_guided_decoding_understands_whatever_is_shown() -> None:
    tokenizer = AutoTokenizer.from_pretrained(embedded_base())
    guides = Guides(tokenizer, frozenset({tokenizer.eos_token_id}))
    odd: list[Any] = [
        {"not": {}}, {"if": {}, "then": {}}, {"pattern": "^(?=a)b"}, {"format": "weird"}, {"format": "date-time"},
        {"oneOf": [{}, {}]}, {"allOf": [{}]}, {"enum": []}, {"type": "file"}, {"type": ["null"]}, {"uniqueItems": True},
        {"contains": {}}, {"items": False}, {"prefixItems": [{}]}, {"minItems": 10**9}, {"minimum": "1"}, {"const": None},
        {**obj(a={}), "required": ["b"]}, {"propertyNames": {}}, {"multipleOf": 0.1}, {"minimum": 5, "maximum": 3},
    ]  # fmt: skip
    for part in odd:
        shown = parameters(resolved(obj(x=part)))
        assert guides.of([{"type": "function", "function": {"name": "f", "parameters": shown}}]), part


def test_a_schema_that_holds_itself_ends() -> None:
    node: dict[str, Any] = {"type": "object", "properties": {"child": {"$ref": "#/$defs/node"}}}
    tree = resolved({"$defs": {"node": node}, **obj(root={"$ref": "#/$defs/node"})})
    depth, part = 0, tree
    while part.get("properties"):
        depth, part = depth + 1, next(iter(part["properties"].values()))
    assert 1 < depth <= DEEPEST
    assert resolved({"$defs": {"a": {"$ref": "#/$defs/a"}}, **obj(x={"$ref": "#/$defs/a"})})["properties"]["x"] == {}


def test_a_schema_that_grows_without_end_is_refused() -> None:
    laughs: dict[str, Any] = {f"d{n}": obj(**{f"p{k}": {"$ref": f"#/$defs/d{n + 1}"} for k in range(9)}) for n in range(9)}
    with pytest.raises(ValueError, match=f"more than {LARGEST} parts"):
        resolved({"$defs": {**laughs, "d9": {}}, **obj(x={"$ref": "#/$defs/d0"})})


def test_a_tuple_of_an_older_draft_is_read() -> None:
    schema = obj(x={"type": "array", "items": [{"type": "integer"}, {"type": "string"}]})
    assert resolved(schema)["properties"]["x"]["prefixItems"] == [{"type": "integer"}, {"type": "string"}]


def test_what_lies_elsewhere_is_never_fetched() -> None:
    assert resolved(obj(x={"$ref": "http://169.254.169.254/latest"}))["properties"]["x"] == {}


def test_a_pattern_of_another_dialect_is_left_to_who_wrote_it() -> None:
    assert resolved(obj(x={"type": "string", "pattern": r"^\p{L}+$"}))["properties"]["x"] == {"type": "string"}
    assert resolved(obj(x={"pattern": "^a$"}))["properties"]["x"] == {"pattern": "^a$"}


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        ([], "no JSON Schema object"),
        ({"type": "array"}, "describes 'array'"),
        (obj(x=3), "'3' stands where a schema was expected"),
        ({"properties": [1]}, "`properties` is no object"),
        (obj(x={"anyOf": {}}), "`anyOf` is no list"),
        (obj(x={"enum": 3}), "`enum` is no list"),
        ({"type": "object", "required": "x"}, "no list of names"),
        (obj(x={"$ref": "#/$defs/none"}), "leads nowhere"),
    ],
)
def test_what_describes_no_arguments_is_refused(schema: Any, problem: str) -> None:
    with pytest.raises(ValueError, match=problem.replace("$", r"\$")):
        resolved(schema)


KEYS = st.sampled_from(
    ["type", "properties", "items", "$ref", "anyOf", "required", "pattern", "enum", "additionalProperties", "x"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(KEYS, JSON, max_size=5))
def test_any_json_is_either_usable_or_refused_with_a_reason(schema: dict[str, Any]) -> None:
    try:
        tree = resolved(schema)
    except ValueError as error:
        assert str(error)
        return
    assert write_signature("x", parameters(tree)).startswith("x(")
