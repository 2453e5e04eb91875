"""An endpoint as a planner policy: every kind of answer becomes an action, a malformed action, or a failure."""

import json
import time
from copy import deepcopy
from typing import Any

import pytest

from harness.contract import Action, Call, MessageKind, Tokens
from harness.errors import UserError
from harness.models.chat_messages import to_langchain
from harness.models.endpoint import endpoint_model
from harness.models.endpoint_policy import EndpointPolicy
from harness.models.fake_server import (
    FakeModelServer,
    Received,
    Scripted,
    ToolCall,
    calls,
    cut,
    fail,
    nothing,
    rambling,
    say,
    slowly,
)
from harness.policy import PolicyRequest, Reply

TOOL = {
    "type": "function",
    "function": {
        "name": "set_alarm",
        "description": "Sets an alarm.",
        "parameters": {"type": "object", "properties": {"time": {"type": "string"}}},
    },
}


def request(text: str = "wake me", number: int = 0, **fields: Any) -> PolicyRequest:
    messages = [{"role": "system", "content": "You act on a phone."}, {"role": "user", "content": text}]
    defaults: dict[str, Any] = {"messages": messages, "tools": [TOOL], "seed": 7, "max_tokens": 512}
    return PolicyRequest(episode_id=f"e{number}", task_id="t", turn=0, **{**defaults, **fields})


def policy_at(server: FakeModelServer, **options: Any) -> EndpointPolicy:
    model = endpoint_model("openai/fake", api_base=server.url, attempts=2, pause=0.01, timeout=60)
    return EndpointPolicy(model, **options)


def reply_to(scripted: Scripted, **fields: Any) -> Reply:
    with FakeModelServer(lambda _: scripted) as server:
        (reply,) = policy_at(server).respond([request(**fields)])
        return reply


def action_for(scripted: Scripted, **fields: Any) -> Action:
    action = reply_to(scripted, **fields).action
    assert action is not None
    return action


def test_native_calls_become_calls_and_words_beside_them_thought() -> None:
    tokens = Tokens(prompt=90, completion=20, cached=64)
    scripted = Scripted(
        text="Two alarms.",
        thought="First 7, then 8.",
        calls=(ToolCall("set_alarm", {"time": "07:00"}), ToolCall("set_alarm", {"time": "08:00"})),
        tokens=tokens,
    )
    action = action_for(scripted)
    assert action.calls == (
        Call(id="c0", name="set_alarm", arguments={"time": "07:00"}),
        Call(id="c1", name="set_alarm", arguments={"time": "08:00"}),
    )
    assert action.thought == "First 7, then 8.\n\nTwo alarms." and action.tokens == tokens


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("The alarm is set.", MessageKind.FINISH, "The alarm is set."),
        ("[ask] At what time?", MessageKind.CLARIFY, "At what time?"),
        ("[ASK]  At what time?", MessageKind.CLARIFY, "At what time?"),
        ("[refuse] The bank app is locked.", MessageKind.REFUSE, "The bank app is locked."),
        ("闹钟已设好。", MessageKind.FINISH, "闹钟已设好。"),
    ],
)
def test_words_become_a_message_whose_tag_tells_its_kind(text: str, kind: MessageKind, words: str) -> None:
    message = action_for(say(text)).message
    assert message is not None and (message.kind, message.text) == (kind, words)


def test_reasoning_is_kept_as_thought_whether_apart_or_in_think_tags() -> None:
    assert action_for(say("Done.", thought="It is easy.")).thought == "It is easy."
    inline = action_for(say("<think>It is easy.</think>Done."))
    assert inline.thought == "It is easy." and inline.message is not None and inline.message.text == "Done."


def test_content_that_is_no_text_is_malformed_and_nothing_else_is_said(recwarn: pytest.WarningsRecorder) -> None:
    message = {"role": "assistant", "content": [{"type": "text", "text": "Done."}]}
    choice = {"index": 0, "finish_reason": "stop", "message": message}
    document = {"id": "x", "object": "chat.completion", "created": 1, "model": "fake", "choices": [choice]}
    reply = reply_to(Scripted(body=json.dumps(document).encode()))
    assert reply.failure is None and reply.action is not None
    assert "does not follow the protocol" in (reply.action.malformed or "")
    assert [str(item.message) for item in recwarn if "Pydantic" in str(item.message)] == []


@pytest.mark.parametrize(
    ("scripted", "reason"),
    [
        (nothing(), "the output is empty"),
        (say("   \n "), "the output is empty"),
        (say("", thought="Hm."), "a thought only"),
        (say("[ask] "), "nothing stands after"),
        (calls(ToolCall("set_alarm", '{"time": "07:1')), "are not valid JSON"),
        (calls(ToolCall("set_alarm", "07:15")), "are not valid JSON"),
        (calls(ToolCall("set_alarm", '["07:15"]')), "are list, not a JSON object"),
        (calls(ToolCall("set_alarm", '"07:15"')), "are str, not a JSON object"),
        (calls(ToolCall("set_alarm", '{"time": NaN}')), "NaN"),
        (calls(ToolCall("set_alarm", '{"time": "\\ud800"}')), "half a character"),
        (calls(ToolCall("set_alarm", '{"a": ' * 30_000)), "nested too deeply"),
        (calls(ToolCall(None, "{}")), "no name"),
        (say('<tool_call>{"name": "set_alarm", "arg'), "a tool call is not valid JSON"),
        (say('<tool_call>["set_alarm"]</tool_call>'), "must read"),
        (say('<tool_call>{"name": "set_alarm", "arguments": "07:15"}</tool_call>'), "must read"),
        (say('<tool_call>{"arguments": {}}</tool_call>'), "no name"),
        (calls(ToolCall("", "{}")), "no name"),
        (calls(ToolCall("set_alarm", {"time": "07:15"}), ToolCall("set_alarm", "{")), "are not valid JSON"),
        (say("and so on", finish_reason="length"), "cut off at 512 tokens"),
        (rambling(10_000), "10000 tokens; at most 512"),
    ],
)
def test_what_cannot_be_read_is_malformed_with_its_reason(scripted: Scripted, reason: str) -> None:
    reply = reply_to(scripted)
    assert reply.failure is None and reply.action is not None and reply.action.malformed is not None
    assert reason in reply.action.malformed
    Action.from_json(reply.action.to_json())


def test_unknown_tools_and_wrong_types_are_left_to_the_executor() -> None:
    action = action_for(calls(ToolCall("fly_to_moon", {"time": 7}), ToolCall("set_alarm", "")))
    assert [item.name for item in action.calls] == ["fly_to_moon", "set_alarm"]
    assert action.calls[0].arguments == {"time": 7} and action.calls[1].arguments == {}


def test_calls_written_into_the_text_are_read_as_calls() -> None:
    one = '<tool_call>\n{"name": "set_alarm", "arguments": {"time": "07:00"}}\n</tool_call>'
    action = action_for(say(f"Two alarms.\n{one}\n{one.replace('07', '08')}"))
    assert [item.arguments for item in action.calls] == [{"time": "07:00"}, {"time": "08:00"}]
    assert [item.id for item in action.calls] == ["c0", "c1"] and action.thought == "Two alarms."


def test_raw_keeps_words_and_broken_arguments_as_they_came() -> None:
    assert reply_to(say("[ask] When?")).raw == "[ask] When?"
    raw = json.loads(reply_to(calls(ToolCall("set_alarm", '{"time": "07:1'))).raw)
    assert raw["tool_calls"] == [{"name": "set_alarm", "arguments": '{"time": "07:1'}]


def test_half_characters_in_words_do_not_reach_the_record() -> None:
    reply = reply_to(Scripted(body=_completion_body('"broken \\ud83d text"')))
    assert reply.action is not None and reply.action.message is not None
    assert reply.action.message.text == "broken \ufffd text"
    (reply.raw + reply.action.to_json()).encode()


@pytest.mark.parametrize("scripted", [fail(500), fail(429), cut(), slowly(say("late"), 60)])
def test_an_endpoint_without_an_answer_is_a_failure_and_no_exception(scripted: Scripted) -> None:
    with FakeModelServer(lambda _: scripted) as server:
        model = endpoint_model("openai/fake", api_base=server.url, attempts=2, pause=0.01, timeout=1.5)
        (reply,) = EndpointPolicy(model).respond([request()])
        assert len(server.requests) == 2
    assert reply.action is None and reply.failure is not None and "2 attempts" in reply.failure


def test_a_wrong_key_ends_the_run() -> None:
    with FakeModelServer(lambda _: say("hi"), api_key="right") as server:
        with pytest.raises(UserError, match="401"):
            policy_at(server, concurrency=2).respond([request(number=number) for number in range(20)])
        assert len(server.requests) < 20


def test_sixteen_requests_run_side_by_side_and_keep_their_order() -> None:
    def echo(received: Received) -> Scripted:
        return slowly(say(f"answer to {received.last}"), 0.5)

    with FakeModelServer(echo) as server:
        policy = policy_at(server)
        policy.respond([request()])
        started = time.perf_counter()
        replies = policy.respond([request(f"question {number}", number) for number in range(16)])
        seconds = time.perf_counter() - started
    texts = [reply.action.message.text for reply in replies if reply.action and reply.action.message]
    assert texts == [f"answer to question {number}" for number in range(16)]
    assert seconds < 4 and all(reply.latency_ms >= 500 for reply in replies)


def test_concurrency_is_bounded() -> None:
    with FakeModelServer(lambda _: slowly(say("ok"), 0.1)) as server:
        policy = policy_at(server, concurrency=2)
        policy.respond([request()])
        started = time.perf_counter()
        policy.respond([request(number=number) for number in range(6)])
        assert time.perf_counter() - started >= 0.3


def test_limit_and_seed_reach_the_server_and_no_tools_are_sent_where_none_are_exposed() -> None:
    with FakeModelServer([say("hi"), say("hi")]) as server:
        policy_at(server).respond([request(max_tokens=99)])
        policy_at(server, seeded=False).respond([request(tools=[])])
        first, second = (received.body for received in server.requests)
    assert first["max_tokens"] == 99 and first["seed"] == 7 and first["temperature"] == 0
    assert "seed" not in second and "tools" not in second


def test_a_conversation_keeps_its_pairs_of_calls_and_answers() -> None:
    messages = [
        {"role": "system", "content": "s"},
        {"role": "user", "content": "u"},
        _assistant("c0", "c1", thought="hm"),
        {"role": "tool", "tool_call_id": "c0", "content": "first"},
        {"role": "tool", "tool_call_id": "c1", "content": "second"},
        {"role": "assistant", "content": ""},
        {"role": "user", "content": "That could not be read."},
        _assistant("c0"),
        {"role": "tool", "tool_call_id": "c0", "content": "third"},
    ]
    with FakeModelServer([say("Done.")]) as server:
        policy_at(server).respond([request(messages=messages)])
        sent = server.requests[0].body["messages"]
    asked = [item["id"] for message in sent for item in message.get("tool_calls") or ()]
    answered = [message["tool_call_id"] for message in sent if message["role"] == "tool"]
    assert asked == answered and len(set(asked)) == 3 and all(len(item) == 9 for item in asked)
    assert [message["role"] for message in sent] == [message["role"] for message in messages]
    assert json.loads(sent[2]["tool_calls"][0]["function"]["arguments"]) == {"time": "07:15"}
    assert sent[5]["content"] and "reasoning_content" not in sent[2]


def test_earlier_thoughts_are_sent_back_only_where_wanted() -> None:
    history = [{"role": "user", "content": "u"}, _assistant("c0", thought="hm")]
    assert to_langchain(history, thoughts=True)[1].additional_kwargs == {"reasoning_content": "hm"}
    assert to_langchain(history)[1].additional_kwargs == {}


def test_the_same_settings_have_the_same_digest_and_others_another() -> None:
    def ref(**options: Any) -> str:
        return EndpointPolicy(endpoint_model("openai/fake", api_base="http://127.0.0.1:1/v1", **options)).ref.digest

    assert ref() == ref(api_key="another key") and ref() != ref(temperature=1.0)


def test_any_langchain_chat_model_will_do() -> None:
    from langchain_core.language_models import FakeListChatModel

    (reply,) = EndpointPolicy(FakeListChatModel(responses=["[ask] When?"])).respond([request(tools=[])])
    assert reply.action is not None and reply.action.message is not None
    assert reply.action.message.kind is MessageKind.CLARIFY


def test_a_model_that_edits_the_tools_which_it_is_given_changes_nobody_elses() -> None:
    from langchain_core.language_models import FakeListChatModel

    class Editing(FakeListChatModel):
        def bind_tools(self, tools: Any, **_: Any) -> Any:
            for item in tools:
                item["function"]["parameters"]["properties"].clear()
            return self

    before = deepcopy(TOOL)
    EndpointPolicy(Editing(responses=["Done."])).respond([request()])
    assert before == TOOL


def _assistant(*ids: str, thought: str = "") -> dict[str, Any]:
    function = {"name": "set_alarm", "arguments": {"time": "07:15"}}
    items = [{"id": item, "type": "function", "function": function} for item in ids]
    return {"role": "assistant", "content": "", "reasoning_content": thought, "tool_calls": items}


def _completion_body(content: str) -> bytes:
    message = f'{{"role": "assistant", "content": {content}}}'
    choice = f'{{"index": 0, "finish_reason": "stop", "message": {message}}}'
    return f'{{"id": "x", "object": "chat.completion", "created": 0, "model": "fake", "choices": [{choice}]}}'.encode()


def test_arguments_nested_deeper_than_records_can_hold_are_malformed() -> None:
    deep = '{"time": ' + "[" * 500 + "]" * 500 + "}"
    assert "nested too deeply" in (action_for(calls(ToolCall("set_alarm", deep))).malformed or "")


def test_an_answer_whose_fields_have_wrong_types_is_malformed() -> None:
    item = {"id": 1, "type": "function", "function": {"name": "set_alarm", "arguments": {"a": 1}}}
    choice = {"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "tool_calls": [item]}}
    body = json.dumps({"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]})
    assert "does not follow the protocol" in (action_for(Scripted(body=body.encode())).malformed or "")


@pytest.mark.parametrize("number", ["9" * 5_000, "-" + "9" * 100_000, "1e400"])
def test_a_number_that_no_program_can_hold_is_feedback_and_no_failure(number: str) -> None:
    scripted = calls(ToolCall("set_alarm", f'{{"time": {number}}}'))
    with FakeModelServer(lambda _: scripted) as server:
        (reply,) = policy_at(server).respond([request()])
        assert len(server.requests) == 1
    assert reply.failure is None
    assert reply.action is not None
    assert reply.action.malformed
    assert "set_int_max_str_digits" not in reply.action.malformed


@pytest.mark.parametrize("role", ["user", "system", "tool", "function"])
def test_a_message_of_another_role_is_malformed_and_not_asked_for_again(role: str) -> None:
    message = {"role": role, "content": "hi", "name": "f", "tool_call_id": "a"}
    body = json.dumps({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}).encode()
    with FakeModelServer(lambda _: Scripted(body=body)) as server:
        (reply,) = policy_at(server).respond([request()])
        assert len(server.requests) == 1
    assert reply.action is not None and role in str(reply.action.malformed)


def test_counts_below_zero_are_none() -> None:
    assert action_for(say("Done.", tokens=Tokens(prompt=-5, completion=-1, cached=-7))).tokens == Tokens()
