"""The server by OpenAI's own client: whole answers, streams, errors, limits, and who is let in."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import httpx
import openai
import pytest

from harness.errors import UserError
from harness.serving.listen import check_exposure, open_socket
from tests.harness.serving.doubles import (
    CALLS,
    PATIENT,
    Held,
    Scripted,
    blunder,
    blunder_late,
    break_off,
    client,
    echo,
    hello,
    refuse,
    served,
    speak,
)

MODELS = [
    Scripted("speak", speak),
    Scripted("agent/echo", echo),
    Scripted("refuse", refuse),
    Scripted("break", break_off),
    Scripted("blunder", blunder),
    Scripted("late", blunder_late),
]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served(*MODELS, body=100_000, messages=8) as address:
        yield address


def post(url: str, body: Any = None, **settings: Any) -> httpx.Response:
    whole = {"model": "agent/echo", "messages": hello()} if body is None else body
    return httpx.post(f"{url}/v1/chat/completions", json=whole, timeout=PATIENT, **settings)


def line_to(url: str) -> socket.socket:
    host, port = url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=PATIENT)


def error_of(answer: httpx.Response) -> dict[str, Any]:
    found: dict[str, Any] = answer.json()["error"]
    assert set(found) == {"message", "type", "param", "code"}
    return found


# -- answers


def test_a_whole_answer_has_words_thoughts_calls_usage_and_reason(url: str) -> None:
    answer = client(url).chat.completions.create(model="speak", messages=hello())
    choice = answer.choices[0]
    assert (choice.message.role, choice.message.content, choice.finish_reason) == ("assistant", "I look.", "tool_calls")
    assert choice.message.model_extra is not None and choice.message.model_extra["reasoning_content"] == "Let me see."
    assert [
        (call.id, call.function.name, json.loads(call.function.arguments)) for call in choice.message.tool_calls or ()
    ] == [(call.id, call.name, call.arguments) for call in CALLS]
    assert answer.usage is not None and answer.usage.total_tokens == 12
    assert answer.usage.prompt_tokens_details is not None and answer.usage.prompt_tokens_details.cached_tokens == 3
    assert answer.model_extra is not None and answer.model_extra["phone"] == {"end": "asks"}
    assert answer.system_fingerprint == "fp_test" and answer.model == "speak" and abs(answer.created - time.time()) < 3600


def test_a_stream_holds_what_the_whole_answer_holds(url: str) -> None:
    asked: Any = {"model": "speak", "messages": hello()}
    whole = client(url).chat.completions.create(**asked)
    with client(url).chat.completions.stream(**asked, stream_options={"include_usage": True}) as stream:
        chunks = [event.chunk for event in stream if event.type == "chunk"]
        final = stream.get_final_completion()
    streamed, expected = final.choices[0].message, whole.choices[0].message
    assert streamed.content == expected.content
    assert [call.function.model_dump(include={"name", "arguments"}) for call in streamed.tool_calls or ()] == [
        call.function.model_dump(include={"name", "arguments"}) for call in expected.tool_calls or ()
    ]
    assert "".join(chunk.choices[0].delta.model_extra.get("reasoning_content", "") for chunk in chunks if chunk.choices) == (
        "Let me see."
    )
    assert final.choices[0].finish_reason == "tool_calls" and final.usage == whole.usage
    assert chunks[0].choices[0].delta.role == "assistant"
    assert len({chunk.id for chunk in chunks}) == 1 and chunks[-1].choices == []


def test_usage_is_streamed_only_when_it_is_asked_for(url: str) -> None:
    plain = list(client(url).chat.completions.create(model="speak", messages=hello(), stream=True))
    assert all(chunk.usage is None and chunk.choices for chunk in plain)


def test_a_stream_is_sent_as_events_that_end_with_done(url: str) -> None:
    answer = post(url, {"model": "agent/echo", "messages": hello("größe"), "stream": True})
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = answer.text.split("\n\n")
    assert events[-2:] == ["data: [DONE]", ""] and all(event.startswith("data: ") for event in events[:-1])
    assert "größe" in answer.text


def test_the_first_words_come_before_the_last_are_known() -> None:
    held = Held()
    with served(Scripted("held", held)) as url:
        stream = client(url).chat.completions.create(model="held", messages=hello(), stream=True)
        said = [next(iter(stream)).choices[0].delta.content, next(iter(stream)).choices[0].delta.content]
        assert said == ["", "so "] and not held.let_go.is_set()
        held.let_go.set()
        assert [chunk.choices[0].delta.content for chunk in stream] == ["be it", None]


def test_models_are_listed_and_described(url: str) -> None:
    api = client(url)
    assert [model.id for model in api.models.list()] == [model.id for model in MODELS]
    assert api.models.retrieve("agent/echo").owned_by == "planner-agent"


# -- errors


@pytest.mark.parametrize(
    ("model", "kind", "code"),
    [
        ("nobody", openai.NotFoundError, "model_not_found"),
        ("refuse", openai.BadRequestError, "context_length_exceeded"),
        ("blunder", openai.InternalServerError, "internal_error"),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
def test_errors_are_those_that_the_client_knows(
    url: str, model: str, kind: type[openai.APIStatusError], code: str, stream: bool
) -> None:
    with pytest.raises(kind) as caught:
        client(url).chat.completions.create(model=model, messages=hello(), stream=stream)
    assert caught.value.code == code
    assert "secret-path" not in str(caught.value)


@pytest.mark.parametrize(("model", "words"), [("break", "the model is gone"), ("late", "the server made a mistake")])
def test_what_breaks_amid_a_stream_is_its_last_event(url: str, model: str, words: str) -> None:
    stream = client(url).chat.completions.create(model=model, messages=hello(), stream=True)
    said = []
    with pytest.raises(openai.APIError, match=words):
        for chunk in stream:
            said.append(chunk.choices[0].delta.content)
    assert said == ["", "half of "]


def test_a_wrong_field_is_a_bad_request_that_names_it(url: str) -> None:
    with pytest.raises(openai.BadRequestError) as caught:
        client(url).chat.completions.create(model="speak", messages=hello(), n=3)
    assert (caught.value.param, caught.value.code) == ("n", "unsupported_parameter")


def test_too_many_messages_are_refused(url: str) -> None:
    with pytest.raises(openai.BadRequestError, match="at most 8"):
        client(url).chat.completions.create(model="speak", messages=hello() * 9)


@pytest.mark.parametrize("length", ["known", "unknown"])
def test_a_body_that_is_too_large_is_refused(url: str, length: str) -> None:
    body = json.dumps({"model": "agent/echo", "messages": hello("x" * 200_000)}).encode()
    content = body if length == "known" else iter([body[:90_000], body[90_000:]])
    headers = {"Content-Type": "application/json"}
    answer = httpx.post(f"{url}/v1/chat/completions", content=content, headers=headers, timeout=PATIENT)
    assert answer.status_code == 413 and error_of(answer)["code"] == "body_too_large"


def test_a_body_that_does_not_come_is_given_up() -> None:
    with served(Scripted("echo", echo), body_seconds=0.3) as url, line_to(url) as line:
        line.sendall(
            b"POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 50\r\n\r\n{"
        )
        assert line.recv(100).startswith(b"HTTP/1.1 408")


def test_a_body_of_another_type_is_refused_as_web_pages_send_it_unasked(url: str) -> None:
    answer = post(url, None, headers={"Content-Type": "text/plain"})
    assert answer.status_code == 415 and "application/json" in error_of(answer)["message"]


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/v1/nothing", 404), ("GET", "/v1/chat/completions", 405)])
def test_wrong_paths_and_methods_have_the_same_shape_of_error(url: str, method: str, path: str, status: int) -> None:
    answer = httpx.request(method, url + path, timeout=PATIENT)
    assert answer.status_code == status and path in error_of(answer)["message"]


# -- limits


def in_background(work: Any) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def test_who_comes_when_all_places_are_taken_is_told_to_come_back() -> None:
    held = Held()
    with served(Scripted("held", held), Scripted("echo", echo), parallel=1, waiting=0) as url:
        first = in_background(lambda: client(url).chat.completions.create(model="held", messages=hello()))
        assert held.begun.wait(PATIENT)
        with pytest.raises(openai.RateLimitError) as caught:
            client(url).chat.completions.create(model="echo", messages=hello())
        assert caught.value.response.headers["retry-after"] == "1"
        assert httpx.get(f"{url}/health").json() == {"status": "ok", "running": 1, "waiting": 0}
        held.let_go.set()
        first.join(PATIENT)
        assert client(url).chat.completions.create(model="echo", messages=hello()).choices[0].message.content == "hello"


def test_who_finds_room_to_wait_is_answered_in_turn() -> None:
    held, said = Held(), []
    with served(Scripted("held", held), Scripted("echo", echo), parallel=1, waiting=1) as url:
        api = client(url)
        first = in_background(lambda: said.append(api.chat.completions.create(model="held", messages=hello())))
        assert held.begun.wait(PATIENT)
        second = in_background(lambda: said.append(api.chat.completions.create(model="echo", messages=hello())))
        while httpx.get(f"{url}/health").json()["waiting"] < 1:
            time.sleep(0.01)
        held.let_go.set()
        first.join(PATIENT)
        second.join(PATIENT)
    assert sorted(answer.choices[0].message.content for answer in said) == ["hello", "so be it"]


def test_an_answer_that_takes_too_long_is_given_up_and_its_model_stops() -> None:
    held = Held()
    with served(Scripted("held", held), parallel=1, seconds=0.3) as url:
        answer = post(url, {"model": "held", "messages": hello()})
        assert answer.status_code == 504 and error_of(answer)["code"] == "timeout"
        assert held.left.wait(PATIENT)
        with pytest.raises(openai.APIError, match=r"no complete answer within 0.3 seconds"):
            list(client(url).chat.completions.create(model="held", messages=hello(), stream=True))
        while httpx.get(f"{url}/health").json()["running"]:
            time.sleep(0.01)


@pytest.mark.parametrize("stream", [False, True])
def test_a_model_stops_when_its_client_hangs_up(stream: bool) -> None:
    held = Held()
    body = {"model": "held", "messages": hello(), "stream": stream}
    with served(Scripted("held", held), parallel=1) as url:
        raw = json.dumps(body).encode()
        head = "POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        with line_to(url) as line:
            line.sendall(f"{head}Content-Length: {len(raw)}\r\n\r\n".encode() + raw)
            assert held.begun.wait(PATIENT)
        assert held.left.wait(PATIENT)
        while httpx.get(f"{url}/health").json()["running"]:
            time.sleep(0.01)


def test_a_server_that_stops_lets_answers_come_to_their_end() -> None:
    held, said = Held(), []
    with served(Scripted("held", held)) as url:
        asking = in_background(lambda: said.append(client(url).chat.completions.create(model="held", messages=hello())))
        assert held.begun.wait(PATIENT)
        threading.Timer(0.2, held.let_go.set).start()
    asking.join(PATIENT)
    assert said[0].choices[0].message.content == "so be it"


# -- who is let in


@pytest.mark.parametrize("header", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Basic right"}])
def test_without_the_token_only_health_is_open(header: dict[str, str]) -> None:
    with served(Scripted("echo", echo), token="right") as url:
        assert httpx.get(f"{url}/health", headers=header).status_code == 200
        for path in ("/v1/models", "/v1/models/echo", "/v1/nothing"):
            answer = httpx.get(url + path, headers=header)
            assert answer.status_code == 401 and error_of(answer)["code"] == "invalid_api_key"
        assert post(url, headers=header).status_code == 401


def test_the_token_is_the_clients_key() -> None:
    with served(Scripted("echo", echo), token="right") as url:
        assert [model.id for model in client(url, "right").models.list()] == ["echo"]
        with pytest.raises(openai.AuthenticationError):
            client(url, "rightly").models.list()


def test_a_server_for_this_machine_answers_to_its_own_names_only() -> None:
    with served(Scripted("agent/echo", echo), hosts=("127.0.0.1", "localhost")) as url:
        assert post(url).status_code == 200
        assert post(url, headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.2", "::"])
def test_an_open_door_to_the_network_is_refused(host: str) -> None:
    with pytest.raises(UserError, match="whoever reaches this machine"):
        check_exposure(host, None)
    assert check_exposure(host, "secret") == ()


@pytest.mark.parametrize("host", ["256.1.1.1", "not a host"])
def test_no_token_is_asked_for_an_address_that_does_not_exist(host: str) -> None:
    with pytest.raises(UserError, match="no such address"):
        check_exposure(host, None)


def test_a_token_that_no_client_can_send_is_refused() -> None:
    with pytest.raises(UserError, match="no header"):
        check_exposure("127.0.0.1", "two words")


def test_a_port_that_is_taken_is_a_clear_error() -> None:
    with open_socket("127.0.0.1", 0) as taken, pytest.raises(UserError, match="cannot listen"):
        open_socket("127.0.0.1", taken.getsockname()[1])
