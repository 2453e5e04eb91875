"""The server through LiteLLM, as other programs and our own policies reach it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from harness.errors import UserError
from harness.models import library
from harness.models.endpoint import endpoint_model
from harness.models.errors import EndpointError
from tests.harness.serving.doubles import CALLS, PATIENT, Scripted, break_off, echo, hello, served, speak

litellm = library.litellm()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    models = (Scripted("agent/echo", echo), Scripted("speak", speak), Scripted("break", break_off))
    with served(*models, token="right") as address:
        yield address


def ask(url: str, model: str, key: str = "right", **settings: Any) -> Any:
    return litellm.completion(
        model=f"openai/{model}",
        messages=hello(),
        api_base=f"{url}/v1",
        api_key=key,
        max_retries=0,
        timeout=PATIENT,
        **settings,
    )


def spelled(message: Any) -> list[tuple[str, Any]]:
    return [(call.function.name, json.loads(call.function.arguments)) for call in message.tool_calls]


def test_a_name_with_a_slash_reaches_its_model(url: str) -> None:
    assert ask(url, "agent/echo").choices[0].message.content == "hello"


def test_calls_and_thoughts_arrive_whole_and_streamed(url: str) -> None:
    whole = ask(url, "speak")
    chunks = list(ask(url, "speak", stream=True, stream_options={"include_usage": True}))
    streamed = litellm.stream_chunk_builder(chunks)
    for answer in (whole, streamed):
        choice = answer.choices[0]
        assert (choice.message.content, choice.finish_reason) == ("I look.", "tool_calls")
        assert choice.message.reasoning_content == "Let me see."
        assert spelled(choice.message) == [(call.name, call.arguments) for call in CALLS]
        assert answer.usage.total_tokens == 12


def test_errors_arrive_as_what_they_are(url: str) -> None:
    with pytest.raises(litellm.AuthenticationError):
        ask(url, "speak", key="wrong")
    with pytest.raises(litellm.NotFoundError):
        ask(url, "nobody")
    with pytest.raises(litellm.BadRequestError, match="n: 2 is not supported here"):
        ask(url, "speak", n=2)


def test_our_own_endpoint_client_tells_what_to_mend_from_what_to_try_again(url: str) -> None:
    def ask_ours(model: str, key: str) -> str:
        chat = endpoint_model(f"openai/{model}", api_base=f"{url}/v1", api_key=key, attempts=1, timeout=PATIENT)
        return str(chat.invoke("hello").text)

    assert ask_ours("agent/echo", "right") == "hello"
    with pytest.raises(UserError, match="401"):
        ask_ours("agent/echo", "wrong")
    with pytest.raises(EndpointError, match="the model is gone"):
        ask_ours("break", "right")
