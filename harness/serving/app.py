"""The web application: chat completions, the list of models, health. Every error has OpenAI's shape.

    POST /v1/chat/completions     GET /v1/models     GET /v1/models/NAME     GET /health

Everything under ``/v1`` wants the token where there is one; health is open.
"""

import asyncio
import itertools
import json
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import aclosing
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from harness.contract import Json, digest
from harness.errors import UserError, each

from .answers import Delta, Envelope, Finish, ServedModel
from .guard import guarded
from .jobs import Jobs, Limits
from .protocol import ApiError, read_request

Result = TypeVar("Result")
log = logging.getLogger(__name__)


class GoneError(Exception):
    """The client has hung up; there is nobody to answer."""


class Service:
    """The handlers, over some models by name."""

    def __init__(self, models: Sequence[ServedModel], limits: Limits) -> None:
        self._models = {model.id: model for model in models}
        self._limits = limits
        self._jobs = Jobs(limits)
        self._numbers = itertools.count(1)
        self._since = int(time.time())

    async def health(self, request: Request) -> Response:
        """Whether the server is there, and how much it has to do."""
        return _json({"status": "ok", "running": self._jobs.running, "waiting": self._jobs.waiting})

    async def models(self, request: Request) -> Response:
        """The names that ``model`` can have."""
        return _json({"object": "list", "data": [self._described(name) for name in self._models]})

    async def model(self, request: Request) -> Response:
        """One of them."""
        return _json(self._described(self._named(request.path_params["name"]).id))

    async def chat(self, request: Request) -> Response:
        """One answer, whole or as a stream."""
        body = await self._body(request)
        asked = read_request(body, messages=self._limits.messages, tools=self._limits.tools)
        model = self._named(asked.model)
        number = f"{digest(body.decode()).removeprefix('sha256:')[:16]}-{next(self._numbers)}"
        envelope = Envelope(f"chatcmpl-{number}", int(time.time()), model.id, model.fingerprint)
        items = self._jobs.answer(model, asked)
        if not asked.stream:
            return _json(await _unless_gone(request, _whole(items, envelope)))
        # what goes wrong before the first piece still gets a status of its own
        first = await _unless_gone(request, anext(items))
        usage = bool(asked.stream_options and asked.stream_options.include_usage)
        return StreamingResponse(
            _events(first, items, envelope, usage=usage),
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store"},
        )

    def _described(self, name: str) -> dict[str, Json]:
        return {"id": name, "object": "model", "created": self._since, "owned_by": "planner-agent"}

    def _named(self, name: str) -> ServedModel:
        if name not in self._models:
            message = f"there is no model {name[:80]!r}; there are: {', '.join(self._models)}"
            raise ApiError(404, message, "model_not_found", "model")
        return self._models[name]

    async def _body(self, request: Request) -> bytes:
        kind = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
        if kind != "application/json":  # a web page of others can send everything else without asking
            raise ApiError(415, f"the body is {kind or 'of no type'}; send application/json", "unsupported_media_type")
        most = self._limits.body
        body = bytearray()
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                async for chunk in request.stream():
                    body += chunk
                    if len(body) > most:
                        raise ApiError(413, f"the body has more than {most} bytes", "body_too_large", headers=_CLOSE)
        except TimeoutError:
            message = f"the body did not arrive within {self._limits.body_seconds:g} seconds"
            raise ApiError(408, message, "timeout", headers=_CLOSE) from None
        except ClientDisconnect:
            raise GoneError from None
        return bytes(body)


_CLOSE = {"Connection": "close"}


def build_app(
    models: Sequence[ServedModel], *, limits: Limits | None = None, token: str | None = None, hosts: Sequence[str] = ()
) -> Any:
    """The ASGI application. With a ``token`` clients must send it; ``hosts`` are the names it answers to, if not all."""
    for model in each(models, object, "models", "a list of models to serve"):
        if not hasattr(model, "answer"):
            raise UserError(f"one of the models is {model!r}", expected="a model to serve, such as ServedAgent")
    service = Service(models, limits or Limits())
    routes = [
        Route("/health", service.health, methods=["GET"]),
        Route("/v1/models", service.models, methods=["GET"]),
        Route("/v1/models/{name:path}", service.model, methods=["GET"]),
        Route("/v1/chat/completions", service.chat, methods=["POST"]),
    ]
    handlers = {ApiError: _api_error, HTTPException: _http_error, GoneError: _gone, Exception: _unexpected}
    return guarded(Starlette(routes=routes, exception_handlers=handlers), token=token, hosts=hosts, open_paths=("/health",))


async def _whole(items: AsyncGenerator[Delta | Finish], envelope: Envelope) -> dict[str, Json]:
    async with aclosing(items):
        deltas: list[Delta] = []
        async for item in items:
            if isinstance(item, Finish):
                return envelope.whole(deltas, item)
            deltas.append(item)
    raise AssertionError("an answer ends with its finish")


async def _events(
    first: Delta | Finish, items: AsyncGenerator[Delta | Finish], envelope: Envelope, *, usage: bool
) -> AsyncIterator[str]:
    """The answer as server-sent events; an error on the way is the last of them, as OpenAI's clients expect it."""
    calls = 0
    yield _event(envelope.first(usage=usage))
    try:
        async with aclosing(items):
            item = first
            while not isinstance(item, Finish):
                for chunk in envelope.pieces(item, calls, usage=usage):
                    yield _event(chunk)
                calls += item.call is not None
                item = await anext(items)
            for chunk in envelope.last(item, usage=usage):
                yield _event(chunk)
    except ApiError as error:
        yield _event(error.body)
        return
    except Exception:
        log.exception("an answer broke off")
        yield _event(_mistake().body)
        return
    yield "data: [DONE]\n\n"


def _event(value: Json) -> str:
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n"


async def _unless_gone(request: Request, work: Awaitable[Result]) -> Result:
    """The work's result. Raises ``GoneError`` as soon as the client hangs up; the work is then cancelled."""
    doing = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_hung_up(request))
    try:
        await asyncio.wait((doing, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not doing.done():
            raise GoneError
        return doing.result()
    finally:
        for task in (doing, leaving):
            task.cancel()


async def _hung_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        continue


def _json(value: Json, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return JSONResponse(value, status_code=status, headers=headers)


def _error(error: ApiError) -> Response:
    return _json(error.body, error.status, error.headers)


async def _api_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return _error(error)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = f"{request.method} {request.url.path[:80]}: {error.detail}"
    return _error(ApiError(error.status_code, message, headers=error.headers or {}))


async def _gone(request: Request, error: Exception) -> Response:
    """Goes to nobody; 499 is what web servers note for it."""
    return Response(status_code=499)


async def _unexpected(request: Request, error: Exception) -> Response:
    """A fault of ours: its traceback goes to the server's log and not to the client."""
    return _error(_mistake())


def _mistake() -> ApiError:
    return ApiError(500, "the server made a mistake; its log says more", "internal_error")
