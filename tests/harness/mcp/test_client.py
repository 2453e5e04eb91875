"""Tools of a real MCP server, run as a process: joined to the catalogue, and every way it can fail is feedback."""

import os
import signal
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest

from agents.asking import task_of
from harness.catalogue import full_catalogue
from harness.contract import Action, Call, Effect, Feedback, Json
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.errors import Code, PhoneError
from harness.environments.phone.tools import Catalogue, Risk, Tool
from harness.episode import Episode
from harness.errors import UserError
from harness.instructions import load
from harness.json_schema import resolved
from harness.mcp_client import LONGEST_ANSWER, Server, _checker, _Session, external_tools, read_servers
from harness.policy import Reply
from harness.recall import recall_for

WORKSHOP = str(Path(__file__).with_name("workshop.py"))


PATIENT = 300.0
"""Seconds that a test waits for what must come, on a machine with much else to do."""


def workshop(**settings: Any) -> Server:
    patient = {"start_seconds": PATIENT, "call_seconds": PATIENT}
    return Server(command=sys.executable, args=(WORKSHOP,), **{**patient, **settings})


@pytest.fixture(scope="module")
def tools() -> Iterator[dict[str, Tool]]:
    with external_tools({"shop": workshop()}) as found:
        yield {tool.name: tool for tool in found}


@pytest.fixture(scope="module")
def strict() -> Iterator[dict[str, Tool]]:
    """The same server, as a person has it who takes little from it and trusts it little."""
    settings = workshop(tools=("wait", "add", "refuse"), risks={"refuse": Risk.REVERSIBLE}, trusted=False, call_seconds=0.5)
    with external_tools({"shop": settings}) as found:
        yield {tool.name: tool for tool in found}


@pytest.fixture(scope="module")
def phone(tools: dict[str, Tool]) -> PhoneEnvironment:
    environment = PhoneEnvironment(Catalogue([*full_catalogue().values(), *tools.values()]))
    environment.reset(task_of("tidy up", "emma"))
    return environment


def ask(phone: PhoneEnvironment, tool: str, /, **arguments: Any) -> Feedback:
    return phone.step(Action(calls=(Call(id="c0", name=f"shop__{tool}", arguments=arguments),)))[0]


def failure(answer: Feedback) -> tuple[str, str, str]:
    assert answer.error is not None
    return answer.error.code, answer.error.message, answer.error.effect.value


# -- what joins


def test_names_are_those_of_server_and_tool_in_letters_that_models_take(tools: dict[str, Tool]) -> None:
    assert next(iter(tools)).startswith("shop__a_name_with_signs_")
    assert list(tools)[1:] == [f"shop__{name}" for name in sorted(
        "add build die draw echo fail number publish ramble refuse remember wait".split())]  # fmt: skip


def test_a_tool_is_shown_by_one_line_and_the_first_paragraph_of_its_description(tools: dict[str, Tool]) -> None:
    tool = tools["shop__build"]
    expected = "shop__build(parts:[{}], colour?:red|blue, count?:int, weight?:num, label?, phone?)"
    assert (tool.signature, tool.summary, tool.kind) == (expected, "The tool build.", "external")
    assert tool.schema()["function"]["parameters"]["required"] == ["parts"]


@pytest.mark.parametrize(
    ("name", "risk"),
    [
        ("add", Risk.READ),
        ("remember", Risk.REVERSIBLE),
        ("publish", Risk.OUTBOUND),
        ("build", Risk.IRREVERSIBLE),
        ("refuse", Risk.IRREVERSIBLE),
    ],
)
def test_annotations_say_the_risk_and_without_them_it_is_the_worst(tools: dict[str, Tool], name: str, risk: Risk) -> None:
    assert tools[f"shop__{name}"].risk is risk


def test_the_file_chooses_tools_and_has_the_last_word_on_risk(strict: dict[str, Tool]) -> None:
    assert {name: tool.risk for name, tool in strict.items()} == {
        "shop__add": Risk.IRREVERSIBLE,
        "shop__refuse": Risk.REVERSIBLE,
        "shop__wait": Risk.IRREVERSIBLE,
    }


def test_recall_offers_them_like_every_other(phone: PhoneEnvironment) -> None:
    assert "shop__publish" in recall_for(phone.catalogue, load()).top(["publish it"], 3)


# -- calls


def test_structured_content_is_the_payload(phone: PhoneEnvironment) -> None:
    assert ask(phone, "add", a=2, b=3).payload == {"sum": 5}


def test_arguments_reach_the_server_without_nulls_whatever_they_are_called(phone: PhoneEnvironment) -> None:
    answer = ask(phone, "echo", parts=[{"name": "x"}], phone="here", count=None, label="é")
    assert answer.payload == {"arguments": {"parts": [{"name": "x"}], "phone": "here", "label": "é"}}


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ({"a": 1}, "MISSING_ARGUMENT", "b is required"),
        ({"a": 1, "b": "x"}, "INVALID_ARGUMENT", "b: 'x' is not of type 'integer'"),
        ({"a": 1, "b": 2, "c": 3}, "INVALID_ARGUMENT", "shop__add has no argument 'c'"),
    ],
)
def test_wrong_arguments_are_told_before_the_server_is_asked(
    phone: PhoneEnvironment, arguments: dict[str, Any], code: str, message: str
) -> None:
    answer = ask(phone, "add", **arguments)
    assert failure(answer) == (code, message, "none")
    assert answer.error is not None and answer.error.accepted


def test_what_is_no_text_is_named_and_what_is_long_is_cut(phone: PhoneEnvironment) -> None:
    assert ask(phone, "draw").payload == {"text": "[image, image/png: 3 bytes]"}
    text = ask(phone, "ramble").payload["text"]
    assert text.startswith("and then ") and text.endswith("characters were cut)") and len(text) < LONGEST_ANSWER + 100


def test_a_failing_tool_says_why_and_what_may_have_happened(phone: PhoneEnvironment) -> None:
    assert failure(ask(phone, "fail")) == ("INTERNAL", "the shelf is empty", "none")
    assert failure(ask(phone, "refuse")) == ("INTERNAL", "not on a Sunday", "unknown")


def test_a_tool_that_takes_too_long_is_given_up(strict: dict[str, Tool]) -> None:
    with pytest.raises(PhoneError) as caught:
        strict["shop__wait"].run(None, seconds=3600)
    error = caught.value
    assert (error.code, error.message, error.effect) == (
        Code.TIMEOUT, "shop: no answer within 0.5 seconds", Effect.UNKNOWN,
    )  # fmt: skip


def test_calls_of_many_threads_get_their_own_answers(tools: dict[str, Tool]) -> None:
    sums: dict[int, Any] = {}
    threads = [
        threading.Thread(target=lambda n=n: sums.update({n: tools["shop__add"].run(None, a=n, b=1)})) for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sums == {n: {"sum": n + 1} for n in range(8)}


# -- a server that dies


def test_a_server_that_dies_is_feedback_and_starts_anew_for_the_next_call(phone: PhoneEnvironment) -> None:
    code, message, effect = failure(ask(phone, "die"))
    assert (code, effect) == ("UNAVAILABLE", "unknown")
    assert message == "shop: the server has stopped; it last wrote: out of paper"
    assert ask(phone, "add", a=1, b=2).payload == {"sum": 3}


def test_a_server_that_was_killed_between_two_calls_has_done_nothing(phone: PhoneEnvironment) -> None:
    os.kill(ask(phone, "number").payload["pid"], signal.SIGKILL)
    answer = ask(phone, "remember", text="x")
    while answer.error is None:  # until the death is noticed
        answer = ask(phone, "remember", text="x")
    assert answer.error.code == "UNAVAILABLE"
    assert ask(phone, "remember", text="x").payload == {"text": "done: remember"}


def test_a_call_that_is_sent_into_the_death_of_its_server_does_not_wait_for_an_answer() -> None:
    async def meanwhile(_: Any) -> None:
        await anyio.sleep_forever()

    async def dies_meanwhile() -> None:
        send, receive = anyio.create_memory_object_stream[Any]()
        session = _Session(receive)
        async with anyio.create_task_group() as group, send, session:
            group.start_soon(session.answer, meanwhile)
            await anyio.wait_all_tasks_blocked()

    with pytest.raises(ExceptionGroup) as caught:
        anyio.run(dies_meanwhile)
    assert str(caught.value.exceptions[0]) == "Connection closed"


def test_a_server_that_cannot_start_again_is_feedback_too(tmp_path: Path) -> None:
    program = tmp_path / "server.py"
    program.write_text(Path(WORKSHOP).read_text())
    server = workshop().model_copy(update={"args": (str(program),)})
    with external_tools({"shop": server}) as found:
        environment = PhoneEnvironment(Catalogue(found))
        environment.reset(task_of("tidy up", "emma"))
        program.write_text("raise SystemExit('no key')")
        assert failure(ask(environment, "die"))[0] == "UNAVAILABLE"
        message = "shop: the server does not start: Connection closed; it last wrote: no key"
        assert failure(ask(environment, "add", a=1, b=2)) == ("UNAVAILABLE", message, "none")


def test_an_episode_goes_on_when_a_server_dies_in_it(tools: dict[str, Tool]) -> None:
    environment = PhoneEnvironment(Catalogue([*full_catalogue().values(), *tools.values()]))
    episode = Episode(task_of("die, workshop", "emma"), environment, load(), live=True)
    assert "shop__die" in episode.exposed
    turn = episode.advance(Reply(Action(calls=(Call(id="c0", name="shop__die", arguments={}),))))
    assert turn is not None and turn.feedback[0].error is not None
    assert "UNAVAILABLE" in str(episode.context.messages[-1]["content"]) and not episode.done


# -- what cannot be used


def program(code: str, seconds: float) -> Server:
    return Server(command=sys.executable, args=("-c", code), start_seconds=seconds)


@pytest.mark.parametrize(
    ("server", "problem"),
    [
        (Server(command="nonesuch-program"), "does not start: .*No such file"),
        (program("raise SystemExit('no key')", PATIENT), "it last wrote: no key"),
        (program("print('hello')", PATIENT), "Connection closed"),
        (program("input(); input()", 0.5), "no answer in time"),
        (Server(url="http://127.0.0.1:9/mcp", start_seconds=PATIENT), "connection attempts failed"),
        (workshop(tools=("ad",)), "has no tool 'ad' .*`add`, perhaps"),
    ],
)
def test_a_server_that_cannot_be_used_is_a_clear_error_at_the_start(server: Server, problem: str) -> None:
    with pytest.raises(UserError, match=f"(?s){problem}"), external_tools({"shop": server}):
        pass


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "servers.yaml"
    path.write_text(textwrap.dedent(text))
    return path


def test_the_file_reads_variables_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_KEY", "k1")
    path = written(tmp_path, """
        servers:
          shop: {command: shop, args: ["--key=${SHOP_KEY}"], env: {KEY: "${SHOP_KEY}"}, call_seconds: 2}
          web: {url: "https://example.org/mcp", headers: {Authorization: "Bearer ${SHOP_KEY}"}, tools: [find]}
        """)  # fmt: skip
    servers = {name: server.filled() for name, server in read_servers(path).items()}
    assert servers["shop"].args == ("--key=k1",) and servers["shop"].env == {"KEY": "k1"}
    assert servers["web"].headers == {"Authorization": "Bearer k1"} and servers["web"].tools == ("find",)


def test_no_message_holds_the_value_of_a_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_KEY", "k-1234")
    code = "import sys; raise SystemExit('bad key ' + sys.argv[1])"
    server = Server(command=sys.executable, args=("-c", code, "${SHOP_KEY}"), start_seconds=PATIENT)
    with pytest.raises(UserError) as caught, external_tools({"shop": server}):
        pass
    assert "bad key ${SHOP_KEY}" in str(caught.value) and "k-1234" not in str(caught.value)


def _checks(schema: dict[str, Json], value: Json) -> bool:
    try:
        _checker("tool", resolved({"type": "object", "properties": {"a": schema}}))({"a": value})
    except PhoneError:
        return False
    return True


@pytest.mark.parametrize("pattern", [r"^(a+)+$", r"^a*a*a*a*a*b$", r"^(a|a)*$", r"^(?:a?){40}$"])
def test_a_pattern_that_may_take_for_ever_is_left_to_the_server(pattern: str) -> None:
    assert _checks({"type": "string", "pattern": pattern}, "a" * 60 + "!")
    assert _checks({"type": "object", "patternProperties": {pattern: {"type": "string"}}}, {"a" * 60 + "!": 1})
    closed = {"type": "object", "patternProperties": {pattern: {}}, "additionalProperties": False}
    assert _checks(closed, {"a" * 60 + "!": 1})


def test_a_plain_pattern_is_checked_in_texts_of_usual_length() -> None:
    plain = {"type": "string", "pattern": r"^[A-Z(+*]{3}-\d+\($"}
    assert _checks(plain, "AB+-12(") and not _checks(plain, "ab-12(")
    assert _checks(plain, "x" * 501)
    assert not _checks({"type": "object", "additionalProperties": False}, {"b": 1})


@pytest.mark.parametrize("seconds", ["1e14", "0", "86401"])
def test_a_wait_that_is_out_of_bounds_is_refused(tmp_path: Path, seconds: str) -> None:
    file = tmp_path / "servers.yaml"
    file.write_text(f"servers: {{s: {{command: x, call_seconds: {seconds}}}}}", encoding="utf-8")
    with pytest.raises(UserError, match=r"servers\.s\.call_seconds"):
        read_servers(file)


def test_the_file_of_other_programs_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, '{"mcpServers": {"shop": {"type": "stdio", "command": "shop", "args": ["x"], "env": {}}}}')
    assert read_servers(path)["shop"].command == "shop"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("servers: {shop: {}}", "either a `command` or a `url`"),
        ("servers: {shop: {command: a, url: 'http://b'}}", "either a `command` or a `url`"),
        ("servers: {shop: {url: 'ftp://b'}}", "no http"),
        ("servers: {shop: {command: a, type: http}}", "does not go with"),
        ("servers: {shop: {command: a, comand: b}}", "field `servers.shop.comand`"),
        ("servers: {shop: {command: a, risks: {x: harmless}}}", "servers.shop.risks.x"),
        ("servers: {shop: {command: a, env: {K: '${NOT_SET_HERE}'}}}", "NOT_SET_HERE.*is not set"),
        ("servers: {a__b: {command: a}}", "cannot be called 'a__b'"),
        ("servers: {skill: {command: a}}", "cannot be called 'skill'"),
        ("server: {}", "field"),
    ],
)
def test_a_wrong_file_is_a_clear_error(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(UserError, match=problem):
        read_servers(written(tmp_path, text))
