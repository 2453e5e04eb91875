"""Every record survives its own text exactly, has one digest, and refuses what does not belong."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from harness.contract import (
    RECORDS,
    Action,
    BehaviourCheck,
    Call,
    Expected,
    Json,
    Message,
    MessageKind,
    Record,
    StateCheck,
    ToolCallCheck,
    canonical,
    digest,
)

TEXT = st.text(max_size=12)
SCALARS = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXT
VALUES: st.SearchStrategy[Json] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=5
)
CALLS = st.builds(Call, id=TEXT, name=TEXT, arguments=st.dictionaries(TEXT, VALUES, max_size=3))
ACTIONS = st.one_of(
    st.builds(
        Action,
        thought=TEXT,
        calls=st.lists(CALLS, min_size=1, max_size=2).map(tuple),
        message=st.none(),
        malformed=st.none(),
    ),
    st.builds(
        Action,
        message=st.builds(Message, kind=st.sampled_from(MessageKind), text=TEXT),
        calls=st.just(()),
        malformed=st.none(),
    ),
    st.builds(Action, malformed=TEXT, calls=st.just(()), message=st.none()),
)
st.register_type_strategy(Action, ACTIONS)
st.register_type_strategy(Call, CALLS)


def field_strategy(annotation: Any) -> st.SearchStrategy[Any]:
    """A strategy for one field; ``Any`` is a JSON value, text and floats stay small and finite."""
    if annotation is Any:
        return VALUES
    if annotation is str:
        return TEXT
    if annotation is float:
        return st.floats(allow_nan=False, allow_infinity=False)
    if annotation in (Action, Call):
        return ACTIONS if annotation is Action else CALLS
    arguments = getattr(annotation, "__args__", None)
    origin = getattr(annotation, "__origin__", None)
    if isinstance(annotation, type) and hasattr(annotation, "model_fields"):
        return model_strategy(annotation)
    if origin is tuple and arguments and arguments[-1] is Ellipsis:
        return st.lists(field_strategy(arguments[0]), max_size=2).map(tuple)
    if origin is tuple and arguments:
        return st.tuples(*(field_strategy(item) for item in arguments))
    if origin is dict and arguments:
        return st.dictionaries(TEXT, field_strategy(arguments[1]), max_size=2)
    if arguments and origin is not None and "Annotated" in str(type(annotation)):
        return field_strategy(origin)
    if arguments and (str(origin) == "typing.Union" or "UnionType" in type(annotation).__name__):
        return st.one_of(*(field_strategy(item) for item in arguments))
    return st.from_type(annotation)


def model_strategy(model: Any) -> st.SearchStrategy[Any]:
    """A strategy for a record or a part of one."""
    fields = {name: field_strategy(info.annotation) for name, info in model.model_fields.items() if name != "schema_version"}
    return st.builds(model, **fields)


@pytest.mark.parametrize("model", [item for item in RECORDS if item is not Action], ids=lambda item: item.__name__)
def test_a_record_survives_its_text_exactly(model: type[Record]) -> None:
    @given(model_strategy(model))
    @settings(max_examples=25)
    def check(record: Record) -> None:
        again = model.from_json(record.to_json())
        assert again.to_json() == record.to_json()
        assert again.digest() == record.digest()

    check()


@given(ACTIONS)
def test_an_action_survives_its_text_exactly(action: Action) -> None:
    assert Action.from_json(action.to_json()).digest() == action.digest()


@given(VALUES)
def test_the_canonical_form_is_json_and_one_for_equal_values(value: Json) -> None:
    text = canonical(value)
    assert canonical(json.loads(text)) == text
    assert digest(value) == digest(json.loads(text))


def test_the_order_of_keys_and_whole_floats_do_not_change_a_digest() -> None:
    assert digest({"a": 1, "b": 2.0}) == digest({"b": 2, "a": 1})
    assert digest({"a": 1}) != digest({"a": "1"})


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (-0.0, "0"),
        (1e16, "10000000000000000"),
        ([1e23, {"a": (2.0, None)}], '[99999999999999991611392,{"a":[2,null]}]'),
        ({"version": "1.0, and 1e+5", "size": 3.0}, '{"size":3,"version":"1.0, and 1e+5"}'),
        ([1.05, 1e-7, 1.5e10, True], "[1.05,1e-07,15000000000,true]"),
    ],
)
def test_a_whole_float_is_written_as_an_integer_however_large_and_nothing_else_is(value: Json, text: str) -> None:
    assert canonical(value) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_json_cannot_say_has_no_canonical_form(value: float) -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical(value)


@pytest.mark.parametrize("model", RECORDS, ids=lambda item: item.__name__)
def test_a_record_is_frozen_and_refuses_unknown_fields(model: type[Record]) -> None:
    with pytest.raises(ValidationError):
        model.model_validate({"surprise": 1})
    assert model.model_config["frozen"]
    assert model.model_config["extra"] == "forbid"


def test_an_action_is_exactly_one_of_calls_message_and_malformed() -> None:
    with pytest.raises(ValidationError, match="exactly one"):
        Action()
    with pytest.raises(ValidationError, match="exactly one"):
        Action(calls=(Call(id="c", name="x"),), malformed="no")


def test_a_check_is_known_by_its_kind() -> None:
    kinds = {check.model_fields["kind"].default for check in (StateCheck, ToolCallCheck, BehaviourCheck)}
    assert kinds == {"state", "tool_call", "behaviour"}


def test_words_that_must_not_occur_are_written_only_where_there_are_some() -> None:
    plain = Expected(value="ten", match="contains")
    assert plain.model_dump(mode="json") == {"value": "ten", "match": "contains"}
    assert Expected.model_validate_json(plain.model_dump_json()) == plain
    wary = plain.model_copy(update={"without": ("eleven",)})
    assert wary.model_dump(mode="json")["without"] == ["eleven"]
    assert Expected.model_validate_json(wary.model_dump_json()) == wary
