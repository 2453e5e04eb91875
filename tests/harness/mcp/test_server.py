"""The phone as an MCP server, by the library's own client: tools, hints, errors, and a phone for each session."""

import json
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Any

import anyio
import pytest
from mcp.shared.memory import create_connected_server_and_client_session

from agents.asking import task_of
from harness.catalogue import full_catalogue
from harness.environments.phone.tools import Catalogue, Risk
from harness.errors import UserError
from harness.mcp_server import hints, phone_server

OFFERED = Catalogue(tool for tool in full_catalogue().values() if tool.kind != "skill")


def with_clients(count: int, play: Callable[..., Awaitable[Any]]) -> Any:
    """What a play makes of so many clients of one server."""
    server = phone_server(task_of("", "emma"), OFFERED, version="1.2")

    async def run() -> Any:
        async with AsyncExitStack() as stack:
            opened = [create_connected_server_and_client_session(server) for _ in range(count)]
            return await play(*[await stack.enter_async_context(session) for session in opened])

    return anyio.run(run)


def test_every_tool_is_listed_with_its_schema_its_hints_and_its_exact_classes() -> None:
    async def play(client: Any) -> Any:
        return (await client.list_tools()).tools

    listed = {tool.name: tool for tool in with_clients(1, play)}
    assert list(listed) == list(OFFERED)
    alarm = listed["manage_alarm"]
    properties = alarm.inputSchema["properties"]
    assert properties["action"] == OFFERED["manage_alarm"].schema()["function"]["parameters"]["properties"]["action"]
    assert properties["time"]["description"].endswith("Form: HH:MM") and "sig" not in properties["time"]
    assert "Form" not in str(OFFERED["manage_alarm"].schema())  # everybody shares this one
    assert alarm.inputSchema["additionalProperties"] is False
    assert alarm.meta["risks"]["list"] == "read"
    for name, tool in listed.items():
        classes = {OFFERED[name].risk, *OFFERED[name].risks.values()}
        assert tool.annotations.readOnlyHint is (classes == {Risk.READ}), name
        assert tool.annotations.destructiveHint is bool(classes & {Risk.COSTLY, Risk.IRREVERSIBLE}), name


@pytest.mark.parametrize(
    ("classes", "read_only", "destructive", "open_world"),
    [
        ({Risk.READ}, True, False, False),
        ({Risk.REVERSIBLE, Risk.READ}, False, False, False),
        ({Risk.OUTBOUND}, False, False, True),
        ({Risk.READ, Risk.COSTLY}, False, True, True),
        ({Risk.IRREVERSIBLE, Risk.OUTBOUND}, False, True, False),
    ],
)
def test_the_worst_class_makes_the_hints(classes: set[Risk], read_only: bool, destructive: bool, open_world: bool) -> None:
    assert hints(classes) == {
        "readOnlyHint": read_only, "destructiveHint": destructive, "openWorldHint": open_world,
    }  # fmt: skip


def test_calls_act_on_the_phone_and_errors_say_what_would_be_accepted() -> None:
    async def play(client: Any) -> Any:
        made = await client.call_tool("manage_alarm", {"action": "create", "time": "06:50"})
        listed = await client.call_tool("manage_alarm", {"action": "list"})
        wrong = await client.call_tool("manage_alarm", {"action": "create", "time": "soon"})
        unknown = await client.call_tool("set_alarm", {})
        return made, listed, wrong, unknown

    made, listed, wrong, unknown = with_clients(1, play)
    assert made.structuredContent["created"] and json.loads(made.content[0].text) == made.structuredContent
    assert "06:50" in {alarm["time"] for alarm in listed.structuredContent["alarms"]}
    said = json.loads(wrong.content[0].text)
    assert wrong.isError and said["error"] == "INVALID_ARGUMENT" and "time" in said["accepted"]
    assert unknown.isError and json.loads(unknown.content[0].text)["error"] == "UNKNOWN_TOOL"


def test_each_session_has_a_fresh_phone_of_its_own() -> None:
    async def play(one: Any, other: Any) -> Any:
        await one.call_tool("manage_alarm", {"action": "create", "time": "06:50"})
        return await other.call_tool("manage_alarm", {"action": "list"})

    assert "06:50" not in {alarm["time"] for alarm in with_clients(2, play).structuredContent["alarms"]}


def test_a_client_is_told_whose_phone_it_is_and_when() -> None:
    async def play(client: Any) -> Any:
        return await client.initialize()

    words = with_clients(1, play)
    assert words.serverInfo.version == "1.2"
    assert "phone of Emma" in words.instructions and "2026" in words.instructions


def test_skill_loaders_and_unknown_phones_are_refused() -> None:
    with pytest.raises(UserError, match="skill loaders"):
        phone_server(task_of("", "emma"), full_catalogue(), version="1")
    with pytest.raises(UserError, match="unknown phone profile"):
        phone_server(task_of("", "nobody"), OFFERED, version="1")
