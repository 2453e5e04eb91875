"""Requests as they come in: what is taken, and what is wrong with the rest, by the field's name."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.serving.protocol import ApiError, ChatRequest, Chosen, read_request

USER = {"role": "user", "content": "hello"}


def tool(name: str = "find", **function: Any) -> dict[str, Any]:
    return {"type": "function", "function": {"name": name, **function}}


def call(key: str, name: str = "find") -> dict[str, Any]:
    return {"id": key, "type": "function", "function": {"name": name, "arguments": "{}"}}


def calling(*keys: str) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": [call(key) for key in keys]}


def answering(key: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": key, "content": "found"}


def read(**fields: Any) -> ChatRequest:
    body = json.dumps({"model": "m", "messages": [USER], **fields}).encode()
    return read_request(body, messages=6, tools=2)


def refused(**fields: Any) -> ApiError:
    with pytest.raises(ApiError) as caught:
        read(**fields)
    assert caught.value.status == 400
    assert caught.value.body["error"]["type"] == "invalid_request_error"
    return caught.value


def test_content_is_text_in_whatever_form_it_comes() -> None:
    parts = [{"type": "text", "text": "good "}, {"type": "text", "text": "day"}]
    said = read(messages=[{"role": "user", "content": parts}, {"role": "assistant"}, USER]).messages
    assert [message.content for message in said] == ["good day", "", "hello"]


def test_messages_come_back_as_clients_keep_them() -> None:
    kept: Any = {
        "role": "assistant",
        "content": "hi",
        "refusal": None,
        "annotations": [],
        "audio": None,
        "function_call": None,
    }
    assert read(messages=[USER, kept, USER]).messages[1].content == "hi"


def test_one_stop_text_and_one_tool_choice_may_stand_alone() -> None:
    request = read(stop="\n", tools=[tool()], tool_choice={"type": "function", "function": {"name": "find"}})
    assert request.stops == ("\n",) and request.tool_choice == Chosen("find")


def test_a_tool_may_be_called_like_a_mode_of_choice() -> None:
    assert read(tools=[tool("auto")], tool_choice={"type": "function", "function": {"name": "auto"}}).tool_choice == Chosen(
        "auto"
    )


def test_the_newer_limit_wins_over_the_older_one() -> None:
    assert read(max_tokens=5, max_completion_tokens=9).limit == 9
    assert read(max_tokens=5).limit == 5 and read().limit is None


def test_fields_that_ask_for_nothing_are_taken() -> None:
    neutral = {"n": 1, "top_p": 1.0, "frequency_penalty": 0, "presence_penalty": 0.0, "logprobs": False, "logit_bias": {}}
    labels = {"user": "u", "metadata": {"a": "b"}, "store": False, "response_format": {"type": "text"}}
    assert read(**neutral, **labels).model == "m"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n", 2),
        ("top_p", 0.9),
        ("frequency_penalty", 0.5),
        ("logprobs", True),
        ("response_format", {"type": "json_object"}),
        ("reasoning_effort", "high"),
    ],
)
def test_what_no_model_here_can_do_is_refused_by_name(name: str, value: Any) -> None:
    error = refused(**{name: value})
    assert (error.code, error.param) == ("unsupported_parameter", name)


@pytest.mark.parametrize(
    ("fields", "param"),
    [
        ({"messages": []}, "messages"),
        ({"messages": "hello"}, "messages"),
        ({"messages": [{"role": "bot", "content": ""}]}, "messages[0].role"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "messages[0].content"),
        ({"messages": [{"role": "user", "content": 3}]}, "messages[0].content"),
        ({"messages": [USER] * 7}, "messages"),
        ({"temperature": 3}, "temperature"),
        ({"temperature": "1"}, "temperature"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"stream": "yes"}, "stream"),
        ({"stop": 3}, "stop"),
        ({"stop": ["a"] * 5}, "stop"),
        ({"tools": [tool("two words")]}, "tools[0].function.name"),
        ({"tools": [tool(), tool()]}, "tools"),
        ({"tools": [tool("a"), tool("b"), tool("c")]}, "tools"),
        ({"tool_choice": "any"}, "tool_choice"),
        ({"tool_choice": "required"}, "tool_choice"),
        ({"tools": [tool()], "tool_choice": {"type": "function", "function": {"name": "fly"}}}, "tool_choice"),
        ({"functions": []}, "functions"),
        ({"model": None}, "model"),
    ],
)
def test_a_wrong_field_is_named(fields: dict[str, Any], param: str) -> None:
    assert refused(**fields).param == param


@pytest.mark.parametrize(
    ("messages", "problem"),
    [
        ([USER, answering("a")], "'a', which no call right before it"),
        ([USER, calling("a"), USER], "must answer first: a"),
        ([USER, calling("a", "b"), answering("a")], "no tool message answers b"),
        ([USER, calling("a"), answering("a"), answering("a")], "'a', which no call right before it"),
        ([USER, calling("a", "a"), answering("a")], "two calls have the same id"),
        ([{**USER, "tool_calls": [call("a")]}, answering("a")], "only the assistant calls tools"),
        ([USER, {"role": "assistant", "content": "hi"}], "nothing is asked"),
    ],
)
def test_answers_of_tools_stand_right_behind_their_calls(messages: list[Any], problem: str) -> None:
    assert problem in refused(messages=messages).message


def test_answers_may_come_in_any_order() -> None:
    assert len(read(messages=[USER, calling("a", "b"), answering("b"), answering("a")]).messages) == 4


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"", "not valid JSON"),
        (b"{", "not valid JSON"),
        (b"[]", "an object"),
        (b"\xff", "not UTF-8"),
        (b'{"model": "a", "model": "b"}', "stands there twice"),
        (b'{"seed": NaN}', "NaN is not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"seed": ' + b"9" * 5_000 + b"}", "too many digits"),
    ],
)
def test_a_body_that_is_no_request_is_an_error_in_words(body: bytes, problem: str) -> None:
    with pytest.raises(ApiError) as caught:
        read_request(body, messages=6, tools=2)
    assert problem in caught.value.message and caught.value.status == 400


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["role", "content", "type"]), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(sorted(ChatRequest.model_fields)), JSON))
def test_any_json_is_either_a_request_or_refused_with_a_reason(body: dict[str, Any]) -> None:
    try:
        read_request(json.dumps(body).encode(), messages=6, tools=2)
    except ApiError as error:
        assert error.status == 400 and error.message


def test_half_a_character_in_arguments_is_refused_and_what_is_no_json_is_not() -> None:
    def body(arguments: str) -> bytes:
        call = {"id": "a", "type": "function", "function": {"name": "see", "arguments": arguments}}
        answer = {"role": "tool", "tool_call_id": "a", "content": "{}"}
        said = [{"role": "user", "content": "x"}, {"role": "assistant", "tool_calls": [call]}, answer]
        return json.dumps({"model": "m", "messages": said}).encode()

    for arguments in ('{"a": "\\ud83d\\ude00"}', "{broken", "[" * 5_000, "9" * 5_000):
        read_request(body(arguments), messages=9, tools=9)
    with pytest.raises(ApiError, match="half of a character") as caught:
        read_request(body('{"a": "\\ud800"}'), messages=9, tools=9)
    assert caught.value.status == 400 and caught.value.param == "messages[1].tool_calls[0].function.arguments"
