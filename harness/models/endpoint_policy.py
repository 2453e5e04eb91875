"""A planner behind any LangChain chat model: asks it concurrently, keeps the order, and never dies of what it answers."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from harness.contract import Action, PolicyRef, digest
from harness.policy import PolicyRequest, Reply

from .chat_messages import exact_text, to_action, to_langchain
from .errors import UnreadableAnswerError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


class EndpointPolicy:
    """Answers each request with one call of the model, ``concurrency`` of them at a time.

    A model that gives no usable answer makes a reply with ``failure``; ``failures`` are the exceptions that mean this, an
    ``EndpointError`` among them.
    A ``UserError`` (wrong key, unknown model) ends the run, since every request would meet it. ``thoughts`` sends earlier
    reasoning back with the conversation; ``seeded`` passes each request's seed.
    """

    def __init__(
        self,
        model: "BaseChatModel",
        *,
        name: str | None = None,
        concurrency: int = 16,
        thoughts: bool = False,
        seeded: bool = True,
        failures: tuple[type[Exception], ...] = (OSError,),
    ) -> None:
        self._model, self._concurrency = model, concurrency
        self._thoughts, self._seeded, self._failures = thoughts, seeded, failures
        self._ref = PolicyRef(name=name or _name(model), digest=digest(_settings(model, thoughts)))

    @property
    def ref(self) -> PolicyRef:
        """The model's name, and the digest of the settings that shape its answers."""
        return self._ref

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        """One reply a request, in their order. Raises ``UserError`` where the endpoint's settings cannot work."""
        if len(requests) < 2:
            return [self._ask(request) for request in requests]
        with ThreadPoolExecutor(min(self._concurrency, len(requests)), thread_name_prefix="endpoint") as pool:
            futures = [pool.submit(self._ask, request) for request in requests]
            try:
                return [future.result() for future in futures]
            except Exception:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _ask(self, request: PolicyRequest) -> Reply:
        tools = [deepcopy(dict(item)) for item in request.tools]  # adapters may change what they are given
        model = self._model.bind_tools(tools) if tools else self._model
        options: dict[str, Any] = {"max_tokens": request.max_tokens}
        if self._seeded:
            options["seed"] = request.seed
        started = time.perf_counter()
        try:
            message = model.invoke(to_langchain(request.messages, thoughts=self._thoughts), **options)
        except UnreadableAnswerError as error:
            return Reply(Action(malformed=str(error)), latency_ms=_since(started))
        except ValidationError as error:
            place = ".".join(str(part) for part in error.errors()[0]["loc"])
            reason = f"the answer does not follow the protocol: {place} is not what it should be"
            return Reply(Action(malformed=reason), latency_ms=_since(started))
        except self._failures as error:
            return Reply(None, latency_ms=_since(started), failure=str(error) or type(error).__name__)
        latency = _since(started)
        action = to_action(message, max_tokens=request.max_tokens)
        finish = message.response_metadata.get("finish_reason")
        return Reply(action, exact_text(message), latency, extra={"finish_reason": finish})


def _since(started: float) -> float:
    return (time.perf_counter() - started) * 1000.0


def _name(model: "BaseChatModel") -> str:
    return str(getattr(model, "model", None) or getattr(model, "model_name", None) or type(model).__name__)


def _settings(model: "BaseChatModel", thoughts: bool) -> dict[str, Any]:
    names = ("api_base", "temperature", "top_p", "top_k")
    return {"model": _name(model), "thoughts": thoughts, **{name: getattr(model, name, None) for name in names}}
