"""The LiteLLM path, against a real server over HTTP."""

import asyncio
import json
import pickle
import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest

from harness.contract import Tokens
from harness.errors import UserError
from harness.models.endpoint import API_KEY, configured_model, endpoint_model, takes_tools
from harness.models.errors import EndpointError
from harness.models.fake_server import (
    FakeModelServer,
    Script,
    Scripted,
    call,
    cut,
    fail,
    garbage,
    say,
    slowly,
)
from harness.models.price import cost_usd

KEY = "sk-test-0123456789abcdef"
TOOL = {
    "type": "function",
    "function": {"name": "set_alarm", "description": "Sets an alarm.", "parameters": {"type": "object", "properties": {}}},
}


@pytest.fixture(autouse=True, scope="module")
def _warm() -> None:
    """The first call ever pays for imports and caches; no test's clock should."""
    with FakeModelServer([say("hi")]) as server:
        model_at(server).invoke("hello")


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("PLANNER_AGENT_MODEL", "PLANNER_AGENT_API_BASE", "PLANNER_AGENT_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    yield


def model_at(server: FakeModelServer, **options: Any) -> Any:
    return endpoint_model("openai/fake", **{"api_base": server.url, "api_key": KEY, "pause": 0.01, **options})


def ask(script: Script, **options: Any) -> tuple[Any, int, float]:
    """What one call gives or raises, how many requests the server saw, and how long it took."""
    with FakeModelServer(script) as server:
        model = model_at(server, **options)
        started = time.perf_counter()
        try:
            result: Any = model.invoke("hello")
        except Exception as error:
            result = error
        return result, len(server.requests), time.perf_counter() - started


def test_plain_answer_with_usage_and_cached_tokens() -> None:
    tokens = Tokens(prompt=100, completion=7, cached=64)
    answer, requests, _ = ask([say("Good morning.", tokens=tokens)])
    assert answer.text == "Good morning." and requests == 1
    assert answer.usage_metadata["input_tokens"] == 100
    assert answer.usage_metadata["input_token_details"]["cache_read"] == 64


def test_bound_tools_reach_the_server_and_calls_come_back() -> None:
    with FakeModelServer([call("set_alarm", time="07:15")]) as server:
        answer = model_at(server).bind_tools([TOOL]).invoke("wake me")
        assert server.requests[0].body["tools"][0]["function"]["name"] == "set_alarm"
    assert answer.tool_calls[0]["name"] == "set_alarm" and answer.tool_calls[0]["args"] == {"time": "07:15"}


@pytest.mark.parametrize(
    "mishap",
    [fail(500), fail(502), fail(503), fail(504), fail(429), fail(408), cut(), garbage(), garbage(b""), garbage(b"[]"),
     garbage(b"<html>busy</html>"), garbage(b'{"choices": []}'), garbage(b'{"choices": null, "error": {"message": "x"}}')],
)  # fmt: skip
def test_passing_mishaps_are_retried_once_each(mishap: Scripted) -> None:
    answer, requests, _ = ask([mishap, mishap, say("there")])
    assert getattr(answer, "text", answer) == "there" and requests == 3


@pytest.mark.parametrize("mishap", [fail(500), fail(429), cut(), garbage()])
def test_attempts_are_counted_exactly(mishap: Scripted) -> None:
    error, requests, _ = ask(lambda _: mishap, attempts=3)
    assert isinstance(error, EndpointError) and requests == 3
    assert "openai/fake" in str(error) and "3 attempts" in str(error)


@pytest.mark.parametrize(
    ("status", "hint"),
    [(400, "settings"), (401, "PLANNER_AGENT_API_KEY"), (402, "credit"), (403, "key"), (404, "/models"), (422, "settings")],
)
def test_refusals_are_never_retried_and_say_what_to_mend(status: int, hint: str) -> None:
    error, requests, _ = ask([fail(status, "no way"), say("never asked")])
    assert isinstance(error, UserError) and requests == 1
    assert "http://127.0.0.1" in error.where and "no way" in error.message and hint in error.expected


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_hosted_model_without_a_key_says_where_to_put_one(provider: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (API_KEY, f"{provider.upper()}_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UserError, match="401") as caught:
        endpoint_model(f"{provider}/any-model", pause=60, deadline=600).invoke("Hello")
    assert API_KEY in caught.value.expected


def test_an_empty_account_is_not_retried_although_its_status_says_too_many_requests() -> None:
    error, requests, _ = ask([fail(429, "You exceeded your quota", code="insufficient_quota"), say("never asked")])
    assert isinstance(error, UserError) and requests == 1 and "credit" in error.expected


def test_a_conversation_beyond_the_context_window_fails_alone() -> None:
    error, requests, _ = ask([fail(400, "This model's maximum context length is 4096 tokens")])
    assert isinstance(error, EndpointError) and requests == 1


def test_retry_after_is_honoured() -> None:
    answer, requests, seconds = ask([fail(429, retry_after="0.4"), say("there")])
    assert answer.text == "there" and requests == 2 and 0.4 <= seconds < 10


def test_retry_after_as_a_date_is_read_by_the_clock_of_the_server() -> None:
    dates = {"Date": "Mon, 02 Mar 2026 09:14:00 GMT", "Retry-After": "Mon, 02 Mar 2026 10:14:00 GMT"}
    reply = Scripted(status=503, headers=dates, body=b"{}")
    error, requests, seconds = ask([reply, say("never asked")], deadline=30)
    assert isinstance(error, EndpointError) and requests == 1 and seconds < 10


def test_a_pause_beyond_the_deadline_is_not_begun() -> None:
    error, requests, seconds = ask([fail(429, retry_after=60), say("never asked")], deadline=30)
    assert isinstance(error, EndpointError) and requests == 1 and seconds < 10


def test_a_silent_endpoint_is_left_after_the_timeout_and_asked_again() -> None:
    answer, requests, seconds = ask([slowly(say("late"), 60), say("there")], timeout=1)
    assert answer.text == "there" and requests == 2 and seconds < 10


def test_an_endpoint_that_dribbles_blanks_does_not_outlast_the_timeout() -> None:
    error, requests, seconds = ask(lambda _: slowly(say("late"), 60, drip=0.05), timeout=0.5, attempts=2)
    assert isinstance(error, EndpointError) and requests == 2 and seconds < 10
    assert "within 0.5 s" in str(error)


def test_the_deadline_bounds_all_attempts_together() -> None:
    error, _, seconds = ask(lambda _: slowly(say("late"), 60), timeout=0.4, attempts=50, deadline=1)
    assert isinstance(error, EndpointError) and seconds < 10


def test_nobody_listens() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        base = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"
    with pytest.raises(EndpointError, match=base):
        endpoint_model("openai/fake", api_base=base, attempts=2, pause=0.01).invoke("hello")


def test_the_key_is_sent_and_never_shown(caplog: pytest.LogCaptureFixture) -> None:
    with FakeModelServer([say("hi")], api_key=KEY) as server:
        model = model_at(server)
        assert model.invoke("hello").text == "hi"
        assert KEY not in repr(model) and KEY not in str(model) and KEY not in str(model.model_dump())
        with pytest.raises(UserError) as caught:
            model_at(server, api_key="sk-wrong-0123456789").invoke("hello")
    assert "sk-wrong" not in str(caught.value) and "***" in str(caught.value)
    assert caught.value.__cause__ is None and caught.value.__suppress_context__
    assert KEY not in caplog.text and "sk-wrong" not in caplog.text
    assert pickle.loads(pickle.dumps(caught.value)).where == caught.value.where


def test_a_key_of_another_provider_is_not_sent_to_a_server_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with FakeModelServer([say("hi")]) as server:
        endpoint_model("openai/fake", api_base=server.url).invoke("hello")
        assert server.requests[0].key == "none"


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    assert configured_model() is None
    with FakeModelServer([say("hi")], api_key=KEY, models=["fake"]) as server:
        monkeypatch.setenv("PLANNER_AGENT_MODEL", "openai/fake")
        monkeypatch.setenv("PLANNER_AGENT_API_BASE", server.url)
        monkeypatch.setenv("PLANNER_AGENT_API_KEY", KEY)
        model = configured_model()
        assert model is not None and model.invoke("hello").text == "hi"


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "PLANNER_AGENT_MODEL"),
        ({"model": "nonsense"}, "names no provider"),
        ({"model": "openai/x", "api_base": "ftp://a"}, "no web address"),
        ({"model": "openai/x", "api_base": "http://user:pass@a/v1"}, "user name or password"),
        ({"model": "openai/x", "attempts": 0}, "attempts"),
        ({"model": "openai/x", "temperature": 7}, "temperature"),
    ],
)
def test_settings_that_cannot_work_are_said_at_once(options: dict[str, Any], text: str) -> None:
    with pytest.raises(UserError, match=text) as caught:
        endpoint_model(**options)
    assert "pass" not in str(caught.value).replace("password", "")


def test_the_environment_is_blamed_only_for_what_it_names(monkeypatch: pytest.MonkeyPatch) -> None:
    for given, where in (("nonsense", ""), (None, "PLANNER_AGENT_MODEL")):
        monkeypatch.setenv("PLANNER_AGENT_MODEL", "folly")
        with pytest.raises(UserError, match="names no provider") as caught:
            endpoint_model(given)
        assert caught.value.where == where


def test_tools_are_not_dropped_in_silence() -> None:
    assert takes_tools("openai/anything", "http://127.0.0.1:1/v1") and not takes_tools("petals/any")
    with pytest.raises(UserError, match="passes no tools"):
        endpoint_model("petals/any").bind_tools([TOOL])


def test_a_stream_brings_words_calls_and_usage() -> None:
    reply = Scripted(text="one two three", thought="hm", calls=call("set_alarm", time="07:15").calls)
    with FakeModelServer([reply]) as server:
        chunks = list(model_at(server).stream("hello"))
    whole = chunks[0]
    for chunk in chunks[1:]:
        whole = whole + chunk
    assert len(chunks) > 4 and whole.text.split() == ["one", "two", "three"]
    assert whole.tool_calls[0]["args"] == {"time": "07:15"}
    assert whole.usage_metadata["output_tokens"] == 5


def test_a_stream_is_retried_until_it_begins_and_reported_when_it_breaks() -> None:
    with FakeModelServer([fail(500), say("there"), cut()]) as server:
        model = model_at(server)
        assert "".join(chunk.text for chunk in model.stream("hello")).strip() == "there"
        with pytest.raises(EndpointError):
            list(model.stream("hello"))
        assert len(server.requests) == 3


def test_the_asynchronous_way_retries_and_times_out_alike() -> None:
    with FakeModelServer([fail(500), slowly(say("late"), 60), say("there"), fail(401)]) as server:
        model = model_at(server, timeout=1)
        assert asyncio.run(model.ainvoke("hello")).text == "there"
        assert len(server.requests) == 3
        with pytest.raises(UserError):
            asyncio.run(model.ainvoke("hello"))


def test_a_script_that_is_used_up_says_so() -> None:
    with FakeModelServer([say("one")]) as server:
        model = model_at(server)
        model.invoke("hello")
        with pytest.raises(UserError, match="the script has 1 replies; this is request 2"):
            model.invoke("hello")


def test_prices_count_cached_tokens_at_their_own_rate_and_unknown_models_have_none() -> None:
    plain = cost_usd("openai/gpt-4o-mini", Tokens(prompt=1_000_000, completion=1_000_000))
    cached = cost_usd("openai/gpt-4o-mini", Tokens(prompt=1_000_000, completion=1_000_000, cached=1_000_000))
    assert plain == pytest.approx(0.75) and cached == pytest.approx(0.675)
    assert cost_usd("openai/fake", Tokens(prompt=5)) is None and cost_usd("nonsense", Tokens(prompt=5)) is None


@pytest.mark.parametrize("key", ["sk-k\u00e9y", "sk-1\n", " sk-1"])
def test_a_key_that_no_header_holds_is_said_at_once(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(API_KEY, key)
    with pytest.raises(UserError, match="cannot be sent") as caught:
        endpoint_model("openai/fake", api_base="http://127.0.0.1:9/v1")
    assert caught.value.where == API_KEY and key not in str(caught.value)


@pytest.mark.parametrize("code", [14, 5, 400, 429, 503, "rate_limited", None])
def test_an_error_in_the_body_of_a_good_answer_passes(code: int | str | None) -> None:
    body = json.dumps({"error": {"message": "overloaded", "code": code}}).encode()
    error, requests, _ = ask(lambda _: garbage(body), attempts=2)
    assert isinstance(error, EndpointError) and requests == 2 and "overloaded" in str(error)


def test_an_error_in_the_body_that_a_person_must_mend_ends_the_run() -> None:
    body = json.dumps({"error": {"message": "no such key", "code": 401}}).encode()
    error, requests, _ = ask(lambda _: garbage(body), attempts=2)
    assert isinstance(error, UserError) and requests == 1 and API_KEY in error.expected
