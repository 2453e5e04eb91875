"""Runs an ASGI application on a socket of this machine, until it is told to stop; then answers under way may end."""

import re
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import uvicorn

from harness.errors import UserError

from .guard import LOCAL_HOSTS


def check_exposure(host: str, token: str | None) -> tuple[str, ...]:
    """The names that the server answers to; empty for any.

    Raises ``UserError`` for an open door to the network, for an address that does not exist, and for a token that no client
    can send.
    """
    if token and not re.fullmatch(r"[!-~]+", token):
        raise UserError(
            "no header can carry it", where="token", expected="letters, digits and signs of ASCII, without blanks"
        )
    if host in LOCAL_HOSTS:
        return () if token else LOCAL_HOSTS
    _check_address(host)
    if not token:
        raise UserError("whoever reaches this machine could use it", where=f"host {host}", expected="a token, or 127.0.0.1")
    return ()


def _check_address(host: str) -> None:
    try:
        socket.getaddrinfo(host, None)
    except (OSError, UnicodeError):
        raise UserError("there is no such address", where=f"host {host}", expected="an address of this machine") from None


def open_socket(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one. Raises ``UserError``."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=128)
    except (OSError, OverflowError) as error:
        wish = "an address of this machine and a free port"
        raise UserError(f"cannot listen there: {error}", where=f"{host}, port {port}", expected=wish) from None


def address(listening: socket.socket) -> str:
    """The web address of a socket."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _server(app: Any, drain_seconds: float) -> uvicorn.Server:
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=max(1, round(drain_seconds)),
    )
    return uvicorn.Server(config)


def run(app: Any, listening: socket.socket, *, drain_seconds: float, ready: Callable[[], None]) -> None:
    """Serves until SIGINT or SIGTERM, then returns once answers under way have ended; ``ready`` is called before."""

    def stop(number: int, frame: FrameType | None) -> None:
        """Uvicorn has stopped by the time that it hands the signal on; nothing is left to be done."""

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        ready()
        _server(app, drain_seconds).run(sockets=[listening])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def running(app: Any, *, host: str = "127.0.0.1", port: int = 0, drain_seconds: float = 5.0) -> Iterator[str]:
    """Serves in a thread of this process while the block runs; gives the web address."""
    with open_socket(host, port) as listening:
        server = _server(app, drain_seconds)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, name="serving", daemon=True)
        place = address(listening)
        thread.start()
        try:
            yield place
        finally:
            server.should_exit = True
            thread.join()
