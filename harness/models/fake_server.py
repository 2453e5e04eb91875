"""A model endpoint that says what its script tells it to: the test double for every model behind HTTP.

It is a real server on a real socket and speaks the chat-completions protocol (plain and streamed, tools, usage), so
that clients, time-outs and retries are exercised as they are in use. A script is a list of replies, one for each request
in the order of arrival, or a function from the request to a reply::

    with FakeModelServer([call("set_alarm", time="07:15"), say("Done.")]) as server:
        model = endpoint_model("openai/fake", api_base=server.url)

Besides good replies it can fail with any status, wait, dribble, cut the connection, and send what is no JSON.
"""

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from harness.contract import Json, Tokens


@dataclass(frozen=True)
class ToolCall:
    """One native tool call. ``arguments`` as a string are sent as they are, broken JSON included."""

    name: str | None
    arguments: Mapping[str, Json] | str
    id: str | None = None


@dataclass(frozen=True)
class Scripted:
    """One reply. ``body`` replaces the whole answer; ``cut`` closes the connection half-way through it.

    ``delay`` seconds pass before the first byte; ``drip`` sends a blank that often for the time of the delay, as busy
    endpoints do to keep a connection open. ``tokens`` None counts words.
    """

    text: str | None = None
    thought: str = ""
    calls: tuple[ToolCall, ...] = ()
    finish_reason: str | None = None
    tokens: Tokens | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    delay: float = 0.0
    drip: float = 0.0
    cut: bool = False


def say(text: str, *, thought: str = "", tokens: Tokens | None = None, finish_reason: str | None = None) -> Scripted:
    """A reply in words."""
    return Scripted(text=text, thought=thought, tokens=tokens, finish_reason=finish_reason)


def call(name: str, /, **arguments: Json) -> Scripted:
    """A reply that calls one tool."""
    return Scripted(calls=(ToolCall(name, arguments),))


def calls(*items: ToolCall, text: str | None = None, thought: str = "") -> Scripted:
    """A reply with several tool calls, or with calls of which something is wrong."""
    return Scripted(text=text, thought=thought, calls=items)


def nothing() -> Scripted:
    """A reply with neither words nor calls."""
    return Scripted()


def rambling(words: int) -> Scripted:
    """A reply of that many tokens which pays no heed to the limit it was given."""
    return Scripted(text="and then " * (words // 2))


def fail(
    status: int, message: str = "scripted failure", *, code: str | None = None, retry_after: str | float | None = None
) -> Scripted:
    """An HTTP error."""
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    body = json.dumps({"error": {"message": message, "type": "scripted", "code": code}}).encode()
    return Scripted(status=status, headers=headers, body=body)


def garbage(body: bytes = b'{"choices": [{"mess') -> Scripted:
    """A reply with status 200 that is no JSON."""
    return Scripted(body=body)


def cut() -> Scripted:
    """A connection that breaks in the middle of the answer."""
    return Scripted(text="half of an answer that never", cut=True)


def slowly(reply: Scripted, delay: float, *, drip: float = 0.0) -> Scripted:
    """The same reply, later."""
    return replace(reply, delay=delay, drip=drip)


@dataclass(frozen=True)
class Received:
    """One request that reached the server. ``key`` is what came as the bearer token."""

    path: str
    body: Mapping[str, Any]
    key: str

    @property
    def last(self) -> str:
        """The content of the last message, which is what most scripts look at."""
        return str(self.body["messages"][-1].get("content") or "")


Script = Sequence[Scripted] | Callable[[Received], Scripted]


class FakeModelServer:
    """Serves a script on a free port of this machine, from ``with`` to the end of its block.

    ``requests`` is what arrived, in order. With ``api_key`` every other key is answered with 401; with ``models`` every
    other model with 404. A list that is used up is answered with 400, so that one request too many is noticed.
    """

    def __init__(self, script: Script, *, api_key: str | None = None, models: Sequence[str] = ()) -> None:
        self.requests: list[Received] = []
        self._script, self._api_key, self._models = script, api_key, tuple(models)
        self._lock = threading.Lock()
        self._served = 0
        self.closing = threading.Event()
        self._server = _Server(("127.0.0.1", 0), self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def url(self) -> str:
        """The base address, as a client's ``api_base``."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Stops serving; replies that are still waiting are dropped."""
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def answer(self, received: Received) -> Scripted:
        """Records a request and chooses its reply."""
        with self._lock:
            self.requests.append(received)
            if self._api_key is not None and received.key != self._api_key:
                return fail(401, f"Incorrect API key provided: {received.key}")
            if self._models and received.body.get("model") not in self._models:
                return fail(404, f"The model `{received.body.get('model')}` does not exist")
            if callable(self._script):
                return self._script(received)
            self._served += 1
            if self._served > len(self._script):
                return fail(400, f"the script has {len(self._script)} replies; this is request {self._served}")
            return self._script[self._served - 1]


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], double: FakeModelServer) -> None:
        super().__init__(address, _Handler)
        self.double = double

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that hangs up (it gave up waiting, say) is part of the play."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: requests are kept, not printed."""

    def do_GET(self) -> None:
        if self.path.rstrip("/") == "/v1/models":
            self._send(Scripted(body=b'{"object": "list", "data": []}'), b'{"object": "list", "data": []}')
        else:
            self._refuse(f"no such path: {self.path}")

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path.rstrip("/") != "/v1/chat/completions":
            self._refuse(f"no such path: {self.path}")
            return
        body = json.loads(raw)
        key = self.headers.get("Authorization", "").removeprefix("Bearer ")
        reply = self.server.double.answer(Received(self.path, body, key))
        number = len(self.server.double.requests)
        if body.get("stream") and reply.body is None:
            self._send(reply, _events(reply, body, number), "text/event-stream")
        else:
            self._send(reply, reply.body if reply.body is not None else _completion(reply, body, number))

    def _refuse(self, message: str) -> None:
        reply = fail(404, message)
        self._send(reply, reply.body or b"")

    def _send(self, reply: Scripted, body: bytes, kind: str = "application/json") -> None:
        beats = round(reply.delay / reply.drip) if reply.drip else 0
        if not beats:
            self.server.double.closing.wait(reply.delay)
        self.send_response_only(reply.status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body) + beats))
        for name, value in reply.headers.items():
            self.send_header(name, value)
        self.end_headers()
        for _ in range(beats):
            self.wfile.write(b" ")
            self.server.double.closing.wait(reply.drip)
        self.wfile.write(body[: len(body) // 2] if reply.cut else body)
        self.close_connection = self.close_connection or reply.cut


def _completion(reply: Scripted, request: Mapping[str, Any], number: int) -> bytes:
    message: dict[str, Json] = {"role": "assistant", "content": reply.text}
    if reply.thought:
        message["reasoning_content"] = reply.thought
    if reply.calls:
        message["tool_calls"] = _tool_calls(reply)
    choice = {"index": 0, "message": message, "finish_reason": _finish_reason(reply)}
    return json.dumps(_envelope("chat.completion", [choice], request, number, _usage(reply, request))).encode()


def _events(reply: Scripted, request: Mapping[str, Any], number: int) -> bytes:
    """The same reply as server-sent events: a word or half of a call's arguments at a time."""
    chunks = [_envelope("chat.completion.chunk", [_delta(item)], request, number) for item in _deltas(reply)]
    chunks.append(_envelope("chat.completion.chunk", [_delta({}, _finish_reason(reply))], request, number))
    if (request.get("stream_options") or {}).get("include_usage"):
        chunks.append(_envelope("chat.completion.chunk", [], request, number, _usage(reply, request)))
    return b"".join(b"data: " + json.dumps(chunk).encode() + b"\n\n" for chunk in chunks) + b"data: [DONE]\n\n"


def _deltas(reply: Scripted) -> Iterator[dict[str, Json]]:
    yield {"role": "assistant", "content": ""}
    for word in reply.thought.split(" ") if reply.thought else ():
        yield {"reasoning_content": word + " "}
    for word in (reply.text or "").split(" ") if reply.text else ():
        yield {"content": word + " "}
    for index, item in enumerate(_tool_calls(reply)):
        arguments = item["function"]["arguments"]
        middle = len(arguments) // 2
        head = {**item, "index": index, "function": {**item["function"], "arguments": arguments[:middle]}}
        yield {"tool_calls": [head]}
        yield {"tool_calls": [{"index": index, "function": {"arguments": arguments[middle:]}}]}


def _delta(delta: dict[str, Json], finish_reason: str | None = None) -> dict[str, Json]:
    return {"index": 0, "delta": delta, "finish_reason": finish_reason}


def _tool_calls(reply: Scripted) -> list[dict[str, Any]]:
    return [
        {
            "id": item.id if item.id is not None else f"call_{index}",
            "type": "function",
            "function": {
                "name": item.name,
                "arguments": item.arguments if isinstance(item.arguments, str) else json.dumps(dict(item.arguments)),
            },
        }
        for index, item in enumerate(reply.calls)
    ]


def _finish_reason(reply: Scripted) -> str:
    return reply.finish_reason or ("tool_calls" if reply.calls else "stop")


def _usage(reply: Scripted, request: Mapping[str, Any]) -> dict[str, Json]:
    tokens = reply.tokens or Tokens(
        prompt=sum(len(str(message.get("content") or "").split()) for message in request["messages"]),
        completion=len(f"{reply.thought} {reply.text or ''}".split()) + len(reply.calls),
    )
    return {
        "prompt_tokens": tokens.prompt,
        "completion_tokens": tokens.completion,
        "total_tokens": tokens.prompt + tokens.completion,
        "prompt_tokens_details": {"cached_tokens": tokens.cached},
    }


def _envelope(
    kind: str, choices: list[Any], request: Mapping[str, Any], number: int, usage: Mapping[str, Json] | None = None
) -> dict[str, Json]:
    envelope = {"id": f"chatcmpl-{number}", "object": kind, "created": 0, "model": request.get("model")}
    envelope["choices"] = choices
    return {**envelope, "usage": usage} if usage is not None else envelope
