"""Tools: schema, signature and validation come from one typed function, and every tool of the phone is well-formed."""

from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from harness.contract import Json
from harness.environments.phone.arguments import Date, Days, Moment, Percent, PhoneNumber, Text, TimeOfDay
from harness.environments.phone.errors import Code, PhoneError
from harness.environments.phone.phone import Phone
from harness.environments.phone.tools import Arguments, Catalogue, Risk, Tool, tool
from tests.harness.environments.phone.driving import catalogue


@tool("Test", risk=Risk.REVERSIBLE, risks={"list": Risk.READ}, errors=(Code.NOT_FOUND,))
def manage_thing(
    phone: Phone,
    action: Literal["create", "list"],
    title: Text | None = None,
    time: TimeOfDay | None = None,
    days: Days | None = None,
    level: Percent = 50,
    ratio: float = 1.0,
    loud: bool = False,
    names: list[str] | None = None,
    mode: Literal["one"] = "one",
) -> Json:
    """Create or list things.

    title: what it is called.
    """
    return {}


def test_the_signature_is_compact_and_complete() -> None:
    assert manage_thing.signature == (
        "manage_thing(action:create|list, title?, time?:HH:MM, days?:[mon|tue|wed|thu|fri|sat|sun], level?:int, "
        "ratio?:num, loud?:bool, names?:[], mode?:one)"
    )


def test_the_schema_is_what_the_chat_completions_api_takes() -> None:
    schema = manage_thing.schema()
    function = schema["function"]
    assert (schema["type"], function["name"], function["description"]) == (
        "function",
        "manage_thing",
        "Create or list things.",
    )
    parameters = function["parameters"]
    assert parameters["required"] == ["action"]
    properties = parameters["properties"]
    assert properties["title"]["description"] == "what it is called."
    assert properties["level"] == {"default": 50, "maximum": 100, "minimum": 0, "type": "integer"}
    assert properties["action"]["enum"] == ["create", "list"]
    assert not any("sig" in item or "title" in item or "anyOf" in item for item in properties.values())


def test_arguments_reach_the_tool_in_canonical_form_and_in_the_order_of_the_signature() -> None:
    given_out_of_order = {"days": "weekends", "time": "7:05", "level": "30", "action": "create"}
    arguments = manage_thing.validate(given_out_of_order)
    assert arguments == {"action": "create", "time": "07:05", "days": ["sat", "sun"], "level": 30}
    assert list(arguments) == ["action", "time", "days", "level"]


def test_an_explicit_null_is_an_argument_not_given() -> None:
    assert manage_thing.validate({"action": "list", "title": None}) == {"action": "list"}


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ({}, Code.MISSING_ARGUMENT, "action is required"),
        ({"action": "list", "colour": "red"}, Code.INVALID_ARGUMENT, "manage_thing has no argument 'colour'"),
        ({"action": "delete"}, Code.INVALID_ARGUMENT, "action"),
        ({"action": "list", "time": "25:00"}, Code.INVALID_ARGUMENT, "time: expected a 24-hour time such as 07:15"),
        ({"action": "list", "level": 101}, Code.INVALID_ARGUMENT, "level"),
        ({"action": "list", "title": ""}, Code.INVALID_ARGUMENT, "title"),
        ({"action": "list", "names": [1]}, Code.INVALID_ARGUMENT, "names.0"),
        ({"action": None}, Code.INVALID_ARGUMENT, "action"),
    ],
)
def test_a_wrong_argument_is_named_with_what_it_expects(arguments: Arguments, code: Code, message: str) -> None:
    with pytest.raises(PhoneError) as caught:
        manage_thing.validate(arguments)
    assert caught.value.code is code and caught.value.message.startswith(message)
    assert caught.value.accepted


def test_risk_depends_on_the_action() -> None:
    assert manage_thing.risk_of({"action": "list"}) is Risk.READ
    assert manage_thing.risk_of({"action": "create"}) is Risk.REVERSIBLE


def test_a_tool_without_a_docstring_is_refused() -> None:
    def silent(phone: Phone) -> Json:
        return {}

    with pytest.raises(TypeError, match="needs a docstring"):
        tool("Test")(silent)


def test_a_docstring_about_arguments_that_do_not_exist_is_refused() -> None:
    def stray(phone: Phone, size: int) -> Json:
        """Do it.

        colour: of the thing.
        """
        return {}

    with pytest.raises(TypeError, match="colour"):
        tool("Test")(stray)


def test_two_tools_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="manage_thing"):
        Catalogue([manage_thing, manage_thing])


# -- argument types

_EXAMPLES: dict[str, tuple[Any, list[tuple[Json, Json]], list[Json]]] = {
    "time": (
        TimeOfDay,
        [("7:15", "07:15"), (" 23:59 ", "23:59"), ("00:00", "00:00")],
        ["24:00", "7:60", "715", "7", 7.15, "", "٠٧:١٥", "7:15 pm", None, ["07:15"]],
    ),
    "date": (
        Date,
        [("2026-03-02", "2026-03-02"), ("20260302", "2026-03-02")],
        ["2026-02-30", "tomorrow", "02/03/2026", "1850-01-01", "2999-01-01", 5],
    ),
    "moment": (
        Moment,
        [("2026-03-02 18:30", "2026-03-02T18:30"), ("2026-03-02T18:30:59", "2026-03-02T18:30")],
        ["2026-03-02", "18:30", "2026-03-02T18:30Z", "2026-03-02T18:30+01:00", "0001-01-01T00:00", "9999-12-31T23:59"],
    ),
    "days": (
        Days,
        [("weekdays", ["mon", "tue", "wed", "thu", "fri"]), (["Sunday", "mon", "Mon"], ["mon", "sun"]), ([], [])],
        ["monthly", "someday", ["x"], [1], ["mo"]],
    ),
    "number": (
        PhoneNumber,
        [("+44 (0)7700 900-123", "+4407700900123"), (999, "999")],
        ["12", "call me", "+", "１２３４", "1" * 16],
    ),
}


def _single(kind: Any) -> Tool:
    def take(phone: Phone, value: Any) -> Json:
        """Take a value."""
        return {}

    take.__annotations__["value"] = kind
    return tool("Test")(take)


@pytest.mark.parametrize("name", list(_EXAMPLES))
def test_argument_types_keep_one_form_and_refuse_the_rest(name: str) -> None:
    kind, good, bad = _EXAMPLES[name]
    taker = _single(kind)
    for raw, canonical in good:
        assert taker.validate({"value": raw}) == {"value": canonical}
        assert taker.validate({"value": canonical}) == {"value": canonical}
    for raw in bad:
        with pytest.raises(PhoneError):
            taker.validate({"value": raw})


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=4))
def test_whatever_is_given_is_accepted_in_canonical_form_or_refused(value: Json) -> None:
    for kind, _, _ in _EXAMPLES.values():
        taker = _single(kind) if kind not in _TAKERS else _TAKERS[kind]
        _TAKERS[kind] = taker
        try:
            accepted = taker.validate({"value": value})
        except PhoneError as error:
            assert error.code is Code.INVALID_ARGUMENT
        else:
            assert taker.validate(accepted) == accepted


_TAKERS: dict[Any, Tool] = {}


def test_a_bounded_number_shows_its_bounds_and_no_more_in_the_signature() -> None:
    taker = _single(Annotated[int, Field(ge=1, le=5)])
    assert taker.signature == "take(value:int)"
    assert taker.parameters["properties"]["value"] == {"maximum": 5, "minimum": 1, "type": "integer"}


# -- every tool of the phone


@pytest.mark.parametrize("name", list(catalogue()))
def test_every_tool_of_the_phone_is_well_formed(name: str) -> None:
    item = catalogue()[name]
    properties = item.parameters["properties"]
    assert item.summary.endswith(".") and len(item.summary) < 200
    assert len(properties) <= 10
    assert item.signature.startswith(f"{name}(")
    actions = properties.get("action", {}).get("enum", [])
    assert set(item.risks) <= set(actions)
    assert not {Code.MISSING_ARGUMENT, Code.INVALID_ARGUMENT} & set(item.errors), "argument errors are understood"
    assert len(set(item.errors)) == len(item.errors)
    for schema in properties.values():
        assert "type" in schema or "enum" in schema or "const" in schema or "anyOf" in schema, schema
