"""Who is let in: the token, and the names that a server on this machine answers to.

Without a token only programs of this machine shall reach a server. A web page that somebody has open runs on this machine
too; it can be made to call ``http://its.name`` which leads to 127.0.0.1, and then the name in the request is not ours.
"""

import hmac
from collections.abc import Sequence

from starlette.datastructures import Headers
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from .protocol import ApiError

LOCAL_HOSTS = ("127.0.0.1", "localhost", "::1", "[::1]")


def guarded(app: ASGIApp, *, token: str | None, hosts: Sequence[str] = (), open_paths: Sequence[str] = ()) -> ASGIApp:
    """The application behind the checks; ``open_paths`` want no token."""
    checked: ASGIApp = _TokenCheck(app, token, open_paths) if token else app
    return TrustedHostMiddleware(checked, allowed_hosts=list(hosts)) if hosts else checked


class _TokenCheck:
    """Refuses requests without ``Authorization: Bearer TOKEN``."""

    def __init__(self, app: ASGIApp, token: str, open_paths: Sequence[str]) -> None:
        self._app, self._token, self._open = app, token.encode(), frozenset(open_paths)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in self._open or self._fits(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        error = ApiError(401, "the token is missing or wrong; send it as `Authorization: Bearer TOKEN`", "invalid_api_key")
        headers = {"WWW-Authenticate": "Bearer"}
        await JSONResponse(error.body, status_code=error.status, headers=headers)(scope, receive, send)

    def _fits(self, headers: Headers) -> bool:
        kind, _, given = headers.get("authorization", "").partition(" ")
        return kind.casefold() == "bearer" and hmac.compare_digest(given.strip().encode(), self._token)
