"""Whom a run tells of itself: nobody, unless the environment of the user says so."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SECRET = "key-that-nobody-may-see"
RUN = """
import json, sys
called = []
def listen(event, arguments):
    if event == "socket.getaddrinfo" or event == "socket.connect" and isinstance(arguments[1], tuple):
        called.append([event, str(arguments)])
sys.addaudithook(listen)
from graphs.planner import Context, graph
made = graph.invoke({"messages": [("user", "Set an alarm for seven")]}, context=Context(policy="random", memory=sys.argv[1]))
assert made["outcome"], made
from langchain_core.tracers.langchain import wait_for_all_tracers
wait_for_all_tracers()
if len(sys.argv) > 2:
    from langchain_core.tracers.langchain import get_client
    get_client().flush()
print(json.dumps(called))
"""


def played(memory: Path, *more: str, **environment: str) -> list[list[str]]:
    """A run of the planner's graph with a memory; the addresses that its process looked up or called."""
    plain = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("LANGSMITH", "LANGCHAIN", "OTEL", "LANGGRAPH"))
    }
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(memory), *more],
        cwd=ROOT, env={**plain, "OPENAI_API_KEY": SECRET, **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: list[list[str]] = json.loads(done.stdout.splitlines()[-1])
    return found


@contextmanager
def collector() -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """A server that takes whatever is sent: its address, and the paths and bodies that came."""
    came: list[tuple[str, bytes]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            came.append((self.path, self.rfile.read(int(self.headers.get("Content-Length") or 0))))
            self.send_response(200)
            self.end_headers()

        def do_GET(self) -> None:
            self.send_response(404)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", came
    finally:
        server.shutdown()
        server.server_close()


def test_a_run_calls_nobody(tmp_path: Path) -> None:
    assert played(tmp_path) == []


def test_langsmith_is_told_where_the_environment_asks_for_it_and_never_a_key(tmp_path: Path) -> None:
    with collector() as (address, came):
        asked = {"LANGSMITH_TRACING": "true", "LANGSMITH_ENDPOINT": address, "LANGSMITH_API_KEY": "mine"}
        called = played(tmp_path, **asked)
    assert called, "the listener hears a call"
    assert any(path.startswith("/runs") for path, _ in came)
    assert all(SECRET.encode() not in body for _, body in came)


def test_open_telemetry_is_told_where_the_environment_asks_for_it(tmp_path: Path) -> None:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http", reason="comes with the extra studio")
    with collector() as (address, came):
        asked = {
            "LANGSMITH_TRACING": "true", "LANGSMITH_OTEL_ENABLED": "true", "LANGSMITH_OTEL_ONLY": "true",
            "LANGSMITH_ENDPOINT": address, "LANGSMITH_API_KEY": "mine", "OTEL_EXPORTER_OTLP_ENDPOINT": address,
        }  # fmt: skip
        played(tmp_path, "otel", **asked)
    assert {path for path, _ in came} == {"/v1/traces"}
    assert all(SECRET.encode() not in body for _, body in came)
