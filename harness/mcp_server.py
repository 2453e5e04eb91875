"""A simulated phone as an MCP server: its tools, each with what a call can do to the world.

Every session has a phone of its own, fresh from its profile, which is gone when the session ends. The risk classes of tools
become MCP's hints, worst case first where it depends on an action; the exact classes stand in the tool's ``_meta``.
"""

import logging
import sys
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from copy import deepcopy
from typing import Any

from harness.context import describe
from harness.contract import Action, Call, Json, Task
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Catalogue, Risk, Tool
from harness.errors import UserError

logging.getLogger("mcp").addHandler(logging.NullHandler())

INSTRUCTIONS = (
    "The simulated phone of {owner}: {device}, {locale}. It was {now} ({zone}) when the session began, and its "
    "clock goes on only with calls. Look up what you do not know and never invent ids. An error says what would be "
    "accepted instead."
)
MOST_SESSIONS = 64
"""Sessions over HTTP at a time, each with its phone."""
_FROM_HARMLESS_TO_FINAL = tuple(Risk)


def phone_server(task: Task, catalogue: Catalogue, *, version: str, seed: int = 0) -> Any:
    """An ``mcp`` server for the phone that ``task`` begins with. ``catalogue`` is what clients are offered.

    Raises ``UserError`` for a phone that cannot be set up.
    """
    from mcp.server.lowlevel import Server
    from mcp.types import CallToolResult, TextContent

    if any(tool.kind == "skill" for tool in catalogue.values()):
        raise UserError(
            "skill loaders serve our own planner only", where="catalogue", expected="tools that act by themselves"
        )
    tools = [_listed(tool) for tool in catalogue.values()]

    @asynccontextmanager
    async def session(_: Any) -> AsyncIterator[PhoneEnvironment]:
        environment = PhoneEnvironment(catalogue)
        environment.reset(task, seed=seed)
        yield environment

    seen = PhoneEnvironment(catalogue)
    observation = seen.reset(task, seed=seed)
    words = INSTRUCTIONS.format(
        owner=seen.phone.one("device", "info")["owner"],
        device=observation.device,
        locale=observation.locale,
        now=observation.now,
        zone=observation.zone,
    )
    server: Any = Server("planner-agent-phone", version=version, instructions=words, lifespan=session)

    async def list_tools() -> list[Any]:
        return tools

    async def call_tool(name: str, arguments: dict[str, Json]) -> Any:
        environment = server.request_context.lifespan_context
        answer = environment.step(Action(calls=(Call(id="", name=name, arguments=arguments),)))[0]
        text = TextContent(type="text", text=describe(answer, sys.maxsize))
        failed = answer.error is not None
        return CallToolResult(content=[text], structuredContent=None if failed else answer.payload, isError=failed)

    server.list_tools()(list_tools)
    server.call_tool(validate_input=False)(call_tool)  # the phone's own message says what would be accepted
    return server


async def serve_standard_streams(server: Any) -> None:
    """Serves one session on standard input and output, until the client closes them."""
    from mcp.server.stdio import stdio_server

    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def phone_app(server: Any, *, token: str | None, hosts: Sequence[str] = ()) -> Any:
    """The ASGI application that serves it over MCP's streamable HTTP at ``/mcp``; see ``harness.serving.guard``."""
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from mcp.server.transport_security import TransportSecuritySettings
    from starlette.applications import Starlette
    from starlette.routing import Route

    from harness.serving.guard import guarded

    rules = TransportSecuritySettings(
        enable_dns_rebinding_protection=bool(hosts),
        allowed_hosts=[name for host in hosts for name in (host, f"{host}:*")],
        allowed_origins=[
            f"{scheme}://{host}{port}" for scheme in ("http", "https") for host in hosts for port in ("", ":*")
        ],
    )
    manager = StreamableHTTPSessionManager(server, security_settings=rules, max_sessions=MOST_SESSIONS)

    @asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        async with manager.run():
            yield

    app = Starlette(routes=[Route("/mcp", endpoint=manager.asgi_app)], lifespan=lifespan)
    return guarded(app, token=token, hosts=hosts)


def hints(risks: Iterable[Risk]) -> dict[str, bool]:
    """MCP's hints for a tool whose calls can be of these classes."""
    worst = max(risks, key=_FROM_HARMLESS_TO_FINAL.index)
    return {
        "readOnlyHint": worst is Risk.READ,
        "destructiveHint": worst in (Risk.COSTLY, Risk.IRREVERSIBLE),
        "openWorldHint": worst in (Risk.OUTBOUND, Risk.COSTLY),
    }


def _listed(tool: Tool) -> Any:
    from mcp.types import Tool as Listed
    from mcp.types import ToolAnnotations

    schema = deepcopy(tool.schema()["function"]["parameters"])
    for name, own in tool.parameters["properties"].items():
        if "sig" in own:  # the form of a value, which JSON Schema has no word for
            words = [text for text in (own.get("description"), f"Form: {own['sig']}") if text]
            schema["properties"][name]["description"] = " ".join(words)
    classes = {"risk": tool.risk.value, **({"risks": dict(tool.risks)} if tool.risks else {})}
    return Listed(
        name=tool.name,
        description=tool.summary,
        inputSchema={**schema, "additionalProperties": False},
        annotations=ToolAnnotations(**hints({tool.risk, *tool.risks.values()})),
        _meta={"domain": tool.domain, **classes},
    )
