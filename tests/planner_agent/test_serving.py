"""The commands that serve, as processes: they say where they are, answer real clients, and stop when they are told to."""

import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from openai import OpenAI
from typer.testing import CliRunner

from harness.contract import Action, Call, Message, MessageKind, PolicyRef
from harness.environments.phone.profiles import names
from harness.models.fake_server import FakeModelServer, say, slowly
from harness.policy import PolicyRequest, Reply
from planner_agent.cli import app
from tests.import_rules import ROOT

PATIENT = 300.0
WORKSHOP = Path(__file__).parents[1] / "harness" / "mcp" / "workshop.py"


class Process:
    """A command under way: the address that it prints, and how it ends."""

    def __init__(self, running: "subprocess.Popen[str]") -> None:
        self._running = running
        self.said = ""
        self.url = ""
        assert running.stderr is not None
        for line in running.stderr:
            self.said += line
            if match := re.search(r"http://\S+?(?=/v1|/mcp)", line):
                self.url = match[0]
                break
        assert self.url, self.said

    def tell(self, number: int) -> None:
        self._running.send_signal(number)

    def end(self) -> int:
        self.said += self._running.communicate(timeout=PATIENT)[1]
        return self._running.returncode


@contextmanager
def command(*words: str, **environment: str) -> Iterator[Process]:
    line = [sys.executable, "-m", "planner_agent", *words]
    variables = {"PATH": "", "OMP_NUM_THREADS": "1", **environment}
    with subprocess.Popen(line, cwd=ROOT, stderr=subprocess.PIPE, text=True, env=variables) as running:
        try:
            yield Process(running)
        finally:
            running.kill()


def ask(url: str, model: str, key: str = "none") -> Any:
    api = OpenAI(base_url=f"{url}/v1", api_key=key, max_retries=0, timeout=PATIENT)
    return api.chat.completions.create(model=model, messages=[{"role": "user", "content": "Dim the screen"}])


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_answers_and_stops_once_answers_under_way_have_ended(number: int) -> None:
    with FakeModelServer([slowly(say("Done."), 1.0)]) as model:
        settings = {"PLANNER_AGENT_API_BASE": model.url, "PLANNER_AGENT_TOKEN": "right"}
        with command("serve", "--policy", "openai/fake", "--port", "0", **settings) as served:
            header = {"Authorization": "Bearer right"}
            listed = httpx.get(f"{served.url}/v1/models", headers=header, timeout=PATIENT).json()["data"]
            assert [item["id"] for item in listed] == [f"agent/{name}" for name in names()]
            said: list[Any] = []
            asking = threading.Thread(target=lambda: said.append(ask(served.url, "agent/emma", "right")))
            asking.start()
            while not model.requests:
                asking.join(0.05)
            served.tell(number)
            asking.join(PATIENT)
            assert said[0].choices[0].message.content == "Done."
            assert served.end() == 0
            assert served.said.rstrip().endswith("Stopped.") and "right" not in served.said


@pytest.mark.slow
def test_the_shipped_base_is_served_as_a_model_too() -> None:
    with command("serve", "--policy", "embedded", "--port", "0") as served:
        listed = httpx.get(f"{served.url}/v1/models", timeout=PATIENT).json()["data"]
        assert listed[0]["id"] == "planner" and len(listed) == 1 + len(names())


def test_serve_does_not_open_a_door_to_the_network() -> None:
    result = CliRunner().invoke(app, ["serve", "--policy", "random", "--host", "0.0.0.0"])
    assert result.exit_code == 2 and "whoever reaches this machine" in result.stderr


# -- the phone over MCP


async def set_an_alarm(streams: Sequence[Any]) -> Any:
    async with ClientSession(streams[0], streams[1]) as session:
        await session.initialize()
        listed = await session.list_tools()
        made = await session.call_tool("manage_alarm", {"action": "create", "time": "06:50"})
        return [tool.name for tool in listed.tools], made.structuredContent


@pytest.mark.slow
def test_a_phone_is_served_on_standard_streams() -> None:
    words = ["-m", "planner_agent", "mcp", "serve", "--profile", "liwei", "--domain", "time"]
    program = StdioServerParameters(command=sys.executable, args=words, cwd=ROOT)

    async def play() -> Any:
        async with stdio_client(program, errlog=subprocess.DEVNULL) as streams:
            return await set_an_alarm(streams)

    tools, made = anyio.run(play)
    assert "manage_timer" in tools and "send_message" not in tools and made["created"]


def test_a_client_that_leaves_ends_the_server_without_a_word() -> None:
    line = [sys.executable, "-m", "planner_agent", "mcp", "serve"]
    done = subprocess.run(line, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=ROOT, timeout=PATIENT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.slow
def test_a_phone_is_served_over_http_to_those_who_have_the_token() -> None:
    with command("mcp", "serve", "--http", "--port", "0", "--token", "right") as served:
        assert httpx.post(f"{served.url}/mcp", timeout=PATIENT).status_code == 401

        async def play() -> Any:
            line = httpx.AsyncClient(headers={"Authorization": "Bearer right"}, timeout=PATIENT)
            async with line, streamable_http_client(f"{served.url}/mcp", http_client=line) as streams:
                return await set_an_alarm(streams)

        assert anyio.run(play)[1]["created"]
        served.tell(signal.SIGTERM)
        assert served.end() == 0 and "Traceback" not in served.said


def test_an_unknown_domain_is_a_clear_error() -> None:
    result = CliRunner().invoke(app, ["mcp", "serve", "--domain", "cooking"])
    assert result.exit_code == 2 and "unknown domain 'cooking'" in result.stderr and "Time Management" in result.stderr


# -- tools of other servers


@pytest.fixture
def servers(tmp_path: Path) -> str:
    path = tmp_path / "servers.yaml"
    shop = {"command": sys.executable, "args": [str(WORKSHOP)], "tools": ["add"], "start_seconds": PATIENT}
    path.write_text(json.dumps({"servers": {"shop": shop}}))
    return str(path)


@pytest.mark.slow
def test_tools_of_other_servers_are_listed_as_a_planner_sees_them(servers: str) -> None:
    result = CliRunner().invoke(app, ["mcp", "tools", servers])
    assert result.exit_code == 0 and result.stdout == "read         shop__add(a:int, b:int)\n\n1 tool.\n"
    assert json.loads(CliRunner().invoke(app, ["mcp", "tools", servers, "--json"]).stdout)[0]["name"] == "shop__add"


class Adder:
    """Adds by the tool of elsewhere, and tells what it got."""

    ref = PolicyRef(name="adder")

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        return [self._next(request) for request in requests]

    def _next(self, request: PolicyRequest) -> Reply:
        last = request.messages[-1]
        if last["role"] == "tool":
            return Reply(Action(message=Message(kind=MessageKind.FINISH, text=f"It is {last['content']}.")))
        return Reply(Action(calls=(Call(id="c0", name="shop__add", arguments={"a": 2, "b": 3}),)))


@pytest.mark.slow
def test_a_request_may_use_tools_of_other_servers(servers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harness.policies.open_policy", lambda name: Adder())
    result = CliRunner().invoke(app, ["ask", "shop, add two and three", "--policy", "adder", "--mcp", servers, "--json"])
    assert result.exit_code == 0, result.stderr
    turns = json.loads(result.stdout)["turns"]
    assert turns[0]["feedback"][0]["payload"] == {"sum": 5} and turns[1]["action"]["message"]["text"] == 'It is {"sum": 5}.'


def test_a_file_that_lists_no_servers_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "servers.yaml"
    path.write_text("servers: {shop: {}}")
    result = CliRunner().invoke(app, ["mcp", "tools", str(path)])
    assert result.exit_code == 2 and "either a `command` or a `url`" in result.stderr
