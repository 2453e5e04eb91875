"""LiteLLM as a LangChain chat model with exactly one layer of retries, a real deadline, and errors people can act on.

Import it through ``harness.models.endpoint`` only: LiteLLM costs seconds and 200 MB. LiteLLM, its provider clients and
langchain-litellm each retry on their own account, which multiplies; here all of theirs are off. A client's time-out
counts from byte to byte, so that an endpoint that sends blanks to keep a connection open would hold a call for ever;
here an attempt ends after ``request_timeout`` seconds and a call, retries and pauses included, after ``deadline``.
"""

import asyncio
import queue
import random
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

from langchain_core.outputs import ChatGenerationChunk
from langchain_litellm import ChatLiteLLM
from openai import OpenAIError
from pydantic import Field, PrivateAttr, SecretStr
from tenacity import AsyncRetrying, RetryCallState, Retrying, retry_if_exception, stop_after_attempt, stop_before_delay

from harness.errors import UserError

from . import library
from .endpoint import takes_tools
from .errors import EndpointError, UnreadableAnswerError, explain, is_transient

litellm = library.litellm()

Answer = TypeVar("Answer")
LONGEST_PAUSE = 30.0


class EndpointChat(ChatLiteLLM):
    """A chat model behind an endpoint. ``secret`` is its key; ``attempts`` and ``deadline`` (seconds) bound one call.

    Streams are retried until their first chunk; one that breaks later is reported, since part of it has been read.
    """

    secret: SecretStr | None = None
    request_timeout: float = 60.0
    attempts: int = Field(default=4, ge=1)
    deadline: float = Field(default=180.0, gt=0)
    pause: float = Field(default=0.5, ge=0)
    _jitter: random.Random = PrivateAttr(default_factory=lambda: random.Random(0))

    @property
    def endpoint(self) -> str:
        """What this model is called in messages: its name and where it is served, without credentials."""
        return f"model {self.model}" + (f" at {self.api_base}" if self.api_base else "")

    def completion_with_retry(self, run_manager: Any = None, **kwargs: Any) -> Any:
        """One completion, retried where that can help. Raises ``UserError`` or ``EndpointError``."""
        state: RetryCallState | None = None
        try:
            for attempt in Retrying(**self._policy()):
                state = attempt.retry_state
                with attempt:
                    return self._attempt(kwargs, state)
        except Exception as error:
            raise self._explained(error, state.attempt_number if state else 0) from None
        raise AssertionError("a retrying loop returns or raises")

    async def acompletion_with_retry(self, run_manager: Any = None, **kwargs: Any) -> Any:
        """The same for callers that run an event loop."""
        state: RetryCallState | None = None
        try:
            async for attempt in AsyncRetrying(**self._policy()):
                state = attempt.retry_state
                with attempt:
                    limit = self._limit(state)
                    request = self.client.acompletion(**{**kwargs, "timeout": limit})
                    return _checked(await asyncio.wait_for(request, limit), kwargs)
        except Exception as error:
            raise self._explained(error, state.attempt_number if state else 0) from None
        raise AssertionError("a retrying loop returns or raises")

    def _stream(self, *args: Any, **kwargs: Any) -> Iterator[ChatGenerationChunk]:
        try:
            yield from super()._stream(*args, **kwargs)
        except OpenAIError as error:
            raise self._explained(error, 1) from None

    async def _astream(self, *args: Any, **kwargs: Any) -> AsyncIterator[ChatGenerationChunk]:
        try:
            async for chunk in super()._astream(*args, **kwargs):
                yield chunk
        except OpenAIError as error:
            raise self._explained(error, 1) from None

    def bind_tools(self, tools: Any, *args: Any, **kwargs: Any) -> Any:
        """The model with tools. Raises ``UserError`` for one to which LiteLLM would silently not pass them."""
        if tools and not takes_tools(self.model, self.api_base):
            raise UserError("LiteLLM passes no tools to it", where=self.endpoint, expected="a model with tool calling")
        return super().bind_tools(tools, *args, **kwargs)

    def _resolve_api_key(self, model: str | None = None, custom_llm_provider: str | None = None) -> str | None:
        return self.secret.get_secret_value() if self.secret else None

    def _attempt(self, kwargs: dict[str, Any], state: RetryCallState) -> Any:
        limit = self._limit(state)
        return _checked(_within(limit, lambda: self.client.completion(**{**kwargs, "timeout": limit})), kwargs)

    def _policy(self) -> dict[str, Any]:
        return {
            "stop": stop_after_attempt(self.attempts) | stop_before_delay(self.deadline),
            "wait": self._wait,
            "retry": retry_if_exception(is_transient),
            "reraise": True,
        }

    def _wait(self, state: RetryCallState) -> float:
        """Doubling pauses, spread so that many callers do not return at once, never shorter than the endpoint asks."""
        own = min(self.pause * 2 ** (state.attempt_number - 1), LONGEST_PAUSE) * self._jitter.uniform(0.5, 1.0)
        error = state.outcome.exception() if state.outcome else None
        return max(own, _retry_after(error) or 0.0)

    def _limit(self, state: RetryCallState) -> float:
        elapsed = state.seconds_since_start or 0.0
        return max(0.001, min(self.request_timeout, self.deadline - elapsed))

    def _explained(self, error: Exception, attempts: int) -> Exception:
        if isinstance(error, UserError):
            return error
        return explain(error, endpoint=self.endpoint, secret=self._resolve_api_key(), attempts=attempts)


def _within(seconds: float, work: Callable[[], Answer]) -> Answer:
    """The work's result, or ``TimeoutError`` when it is not there in time; the work is then left to end by itself."""
    results: queue.SimpleQueue[tuple[Answer | None, BaseException | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            results.put((work(), None))
        except BaseException as error:  # whatever it is belongs to the caller
            results.put((None, error))

    threading.Thread(target=run, name="endpoint-attempt", daemon=True).start()
    try:
        result, error = results.get(timeout=seconds)
    except queue.Empty:
        raise TimeoutError(f"no complete answer within {seconds:.3g} s") from None
    if error is not None:
        raise error
    return result  # type: ignore[return-value]  # there is a result where there is no error


def _checked(response: Any, kwargs: dict[str, Any]) -> Any:
    """The response, unless it is a complete one that holds no choice at all, or a message that no assistant sends."""
    if kwargs.get("stream"):
        return response
    choices = response.get("choices")
    if not choices:
        raise EndpointError("the answer holds no choices")
    roles = {choice["message"].role for choice in choices} - {"assistant"}
    if roles:
        said = f"its message is of the role {', '.join(sorted(roles))} instead of assistant"
        raise UnreadableAnswerError(f"the answer does not follow the protocol: {said}")
    return response


def _retry_after(error: BaseException | None) -> float | None:
    """Seconds the endpoint asks to wait: a number, or a date, which is read against the endpoint's own clock."""
    headers = getattr(error, "litellm_response_headers", None) or {}
    value = headers.get("retry-after")
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        pause = parsedate_to_datetime(value) - parsedate_to_datetime(headers.get("date") or "")
    except (TypeError, ValueError):
        return None
    return max(0.0, pause.total_seconds())
