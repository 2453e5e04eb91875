"""The graphs as Studio meets them: a real ``langgraph dev`` server, driven over HTTP."""

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.contract import Release
from harness.models.fake_server import FakeModelServer, Received, Scripted, call, fail, say
from harness.records import read_json
from tests.graphs.play import FEW, some_tasks

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
GRAPHS = json.loads((ROOT / "langgraph.json").read_text(encoding="utf-8"))["graphs"]
SETTINGS = {"families": FEW, "per_family": 2, "eval_per_family": 1, "workers": 1, "diagnoses": 2}


def asks_then_acts(received: Received) -> Scripted:
    """A model that asks which alarm is meant, makes one call, and says that it is done. One of its names is out of order."""
    if received.body["model"] == "broken":
        return fail(503)
    turns = [message for message in received.body["messages"] if message["role"] == "assistant"]
    script = (say("[ask] For what time?"), call("manage_alarm", action="create", time="06:50"), say("Done."))
    return script[len(turns)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that works in a folder of its own."""
    folder = tmp_path_factory.mktemp("studio")
    shutil.copy(ROOT / "langgraph.json", folder)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with FakeModelServer(asks_then_acts) as model, (folder / "log").open("wb") as log:
        quiet = {"LANGGRAPH_CLI_NO_ANALYTICS": "1", "LANGGRAPH_NO_VERSION_CHECK": "1", "LANGSMITH_TRACING": "false"}
        ours = {"PYTHONPATH": str(ROOT), "PLANNER_AGENT_API_BASE": model.url, "OMP_NUM_THREADS": "1"}
        command = [sys.executable, "-m", "langgraph_cli", "dev", "--no-browser", "--no-reload", "--port", str(port)]
        process = subprocess.Popen(
            [*command, "--n-jobs-per-worker", "4"], cwd=folder, env={**os.environ, **quiet, **ours}, stdout=log, stderr=log
        )
        try:
            _wait_until_ready(process, port, folder / "log")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)
    text = (folder / "log").read_text(encoding="utf-8", errors="replace")
    assert "BlockingError" not in text, "a node blocks the server's event loop"


def _wait_until_ready(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise AssertionError(log.read_text(encoding="utf-8", errors="replace")[-4000:])


@pytest.fixture(scope="module")
def client(server: str) -> Any:
    from langgraph_sdk import get_sync_client

    return get_sync_client(url=server)


@pytest.fixture(scope="module")
def assistants(client: Any) -> dict[str, str]:
    """The assistant's id of each graph."""
    return {item["graph_id"]: item["assistant_id"] for item in client.assistants.search(limit=50)}


def run(client: Any, graph: str, given: Any, thread: str | None = None, context: Any = None) -> Any:
    return client.runs.wait(thread, graph, input=given, context=SETTINGS if context is None else context)


def new_thread(client: Any) -> str:
    return str(client.threads.create()["thread_id"])


def resume(client: Any, graph: str, thread: str, answer: Any, context: Any = None) -> Any:
    chosen = SETTINGS if context is None else context
    return client.runs.wait(thread, graph, command={"resume": answer}, context=chosen)


def to_curate(made: dict[str, str], out: Path) -> dict[str, str]:
    given = {name: made[name] for name in ("tasks_file", "witnesses_file")}
    return {**given, "trajectories_file": made["expert"], "out": str(out)}


# -- what Studio reads before anything runs


def test_every_graph_is_listed(assistants: dict[str, str]) -> None:
    assert sorted(assistants) == sorted(GRAPHS)


@pytest.mark.parametrize("graph", GRAPHS)
def test_every_field_of_the_forms_is_described(graph: str, client: Any, assistants: dict[str, str]) -> None:
    schemas = client.assistants.get_schemas(assistants[graph])
    for name in ("input_schema", "context_schema"):
        properties = schemas[name]["properties"]
        assert properties
        assert all(field.get("description") for field in properties.values()), (graph, name)
    assert all("default" in field for field in schemas["context_schema"]["properties"].values())
    assert schemas["output_schema"]["properties"]


@pytest.mark.parametrize("graph", GRAPHS)
def test_every_graph_can_be_drawn_and_all_its_nodes_are_joined(graph: str, client: Any, assistants: dict[str, str]) -> None:
    drawn = client.assistants.get_graph(assistants[graph], xray=True)
    nodes = {node["id"] for node in drawn["nodes"]}
    assert nodes >= {"__start__", "__end__"}
    assert {edge["target"] for edge in drawn["edges"]} == nodes - {"__start__"}
    assert {edge["source"] for edge in drawn["edges"]} == nodes - {"__end__"}


# -- the planner


def test_a_task_is_streamed_to_its_success(client: Any) -> None:
    task, witness = some_tasks()[0]
    given = {"task": task.model_dump(mode="json"), "witness": witness.model_dump(mode="json")}
    seen: dict[str, list[Any]] = {}
    for part in client.runs.stream(
        new_thread(client),
        "planner",
        input=given,
        context={"policy": "witness"},
        stream_mode=["updates", "custom", "messages-tuple", "values"],
    ):
        seen.setdefault(part.event, []).append(part.data)
    assert "error" not in seen
    assert [next(iter(update)) for update in seen["updates"]][:4] == ["load_context", "plan", "execute_tools", "observe"]
    assert seen["values"][-1]["outcome"]["verification"]["success"]
    steps = [
        [message.kind.value] if (message := action.message) else [call.name for call in action.calls]
        for action in witness.turns
    ]
    assert [event["step"] for event in seen["custom"]] == [step for turn in steps for step in turn]
    assert task.request in [message["content"] for message, _ in seen["messages"]]


def test_a_question_waits_for_its_answer_and_a_fork_can_be_answered_otherwise(client: Any) -> None:
    context = {"policy": "openai/fake"}
    thread = new_thread(client)
    given = {"messages": [{"role": "user", "content": "Set an alarm for tomorrow morning"}]}
    asked = run(client, "planner", given, thread, context)
    (waiting,) = asked["__interrupt__"]
    assert waiting["value"]["action_requests"][0]["args"] == {"question": "For what time?"}
    assert client.threads.get(thread)["status"] == "interrupted"

    result = resume(client, "planner", thread, {"decisions": [{"type": "respond", "message": "Ten to seven"}]}, context)
    assert result["outcome"]["end"] == "finish"
    assert any(change["after"] == "06:50" for change in result["outcome"]["changes"])
    said = [message["content"] for message in result["messages"] if message["type"] == "human"]
    assert said == ["Set an alarm for tomorrow morning", "Ten to seven"]

    history = client.threads.get_history(thread, limit=50)
    assert history[0]["next"] == []
    before = next(state for state in history if state["next"] == ["ask_user"])
    again = client.runs.wait(thread, "planner", input=None, checkpoint=before["checkpoint"], context=context)
    assert again["__interrupt__"][0]["value"] == waiting["value"]
    other = resume(client, "planner", thread, [{"type": "response", "args": "At ten to seven, please"}], context)
    assert other["outcome"]["end"] == "finish"
    assert [message["content"] for message in other["messages"] if message["type"] == "human"][-1].endswith("please")


def test_a_model_that_cannot_be_reached_ends_the_run_as_an_infrastructure_failure(client: Any) -> None:
    given = {"messages": [{"role": "user", "content": "Set an alarm for tomorrow morning"}]}
    outcome = run(client, "planner", given, context={"policy": "openai/broken"})["outcome"]
    assert outcome["end"] == "infrastructure"
    assert "openai/broken" in outcome["failure"]


def test_an_assistant_carries_its_own_settings(client: Any) -> None:
    made = client.assistants.create("planner", context={"policy": "empty", "profile": "liwei"}, name="idle")
    result = client.runs.wait(None, made["assistant_id"], input={"messages": [{"role": "user", "content": "早上好呀"}]})
    assert result["outcome"]["end"] == "finish"
    client.assistants.delete(made["assistant_id"])


def test_a_setting_that_means_nothing_fails_the_run_with_its_name(client: Any, tmp_path: Path) -> None:
    with pytest.raises(Exception, match="per_family is 0"):
        run(client, "constructor", {"out": str(tmp_path)}, context={"per_family": 0})


# -- the specialists


def test_the_constructor_works_without_blocking_the_server(client: Any, server: str, tmp_path: Path) -> None:
    import urllib.request

    thread = new_thread(client)
    context = {**SETTINGS, "per_family": 30}
    begun = client.runs.create(thread, "constructor", input={"out": str(tmp_path)}, context=context)
    slowest, status = 0.0, "pending"
    while status in ("pending", "running"):
        started = time.monotonic()
        urllib.request.urlopen(f"{server}/ok", timeout=10).close()
        slowest = max(slowest, time.monotonic() - started)
        status = client.runs.get(thread, begun["run_id"])["status"]
        time.sleep(0.05)
    assert status == "success"
    assert client.threads.get_state(thread)["values"]["yields"]["kept"] > 0
    assert slowest < 3


def test_the_collector_reports_what_it_collected(client: Any, made: dict[str, str], tmp_path: Path) -> None:
    given = {"out": str(tmp_path), **{name: made[name] for name in ("tasks_file", "witnesses_file")}}
    assert run(client, "collector", given)["collected"]["solved"] == 6


def test_diagnoses_lead_to_an_analysis(client: Any, made: dict[str, str], tmp_path: Path) -> None:
    given = to_curate(made, tmp_path) | {"trajectories_file": made["failed"], "policy": "empty"}
    assert run(client, "diagnostician", given)["sides"] == {"model": 2}
    given = {name: given[name] for name in ("out", "tasks_file", "trajectories_file")}
    given["diagnoses_file"] = str(tmp_path / "diagnoses.jsonl")
    assert sum(run(client, "analyst", given)["classes"].values()) == 3


@pytest.mark.parametrize("answer", [{"decisions": [{"type": "approve"}]}, [{"type": "accept", "args": None}]])
def test_the_curator_waits_and_freezes_what_is_approved(
    answer: Any, client: Any, made: dict[str, str], tmp_path: Path
) -> None:
    thread = new_thread(client)
    (waiting,) = run(client, "curator", to_curate(made, tmp_path), thread)["__interrupt__"]
    assert waiting["value"]["review_configs"][0]["allowed_decisions"]
    result = resume(client, "curator", thread, answer)
    assert read_json(tmp_path / "release" / "release.json", Release).id == result["release"]
    assert result["decision"]["by"] == "person"


@pytest.mark.parametrize(
    "answer", [{"decisions": [{"type": "reject", "message": "thin"}]}, [{"type": "ignore", "args": None}]]
)
def test_the_curator_freezes_nothing_that_is_rejected(
    answer: Any, client: Any, made: dict[str, str], tmp_path: Path
) -> None:
    thread = new_thread(client)
    run(client, "curator", to_curate(made, tmp_path), thread)
    result = resume(client, "curator", thread, answer)
    assert (result["decision"]["verdict"], result["release"]) == ("rejected", "")
    assert not (tmp_path / "release").exists()


# -- the flywheel


def test_the_flywheel_waits_at_its_gate_and_goes_on_to_its_report(client: Any, base: Path, tmp_path: Path) -> None:
    context = {**SETTINGS, "minutes": 0.05, "base_model": str(base)}
    thread = new_thread(client)
    (waiting,) = run(client, "flywheel", {"run": str(tmp_path / "run")}, thread, context)["__interrupt__"]
    assert waiting["value"]["action_requests"][0]["name"] == "freeze_release"
    result = resume(client, "flywheel", thread, {"decisions": [{"type": "approve", "message": "fine"}]}, context)
    assert Path(result["report"]).is_file()
    assert result["decision"]["by"] == "person"
    assert set(result["facts"]) >= {"construct", "collect", "curate", "release", "train", "evaluate", "diagnose", "analyse"}


def test_the_flywheel_ends_where_the_release_is_rejected(client: Any, base: Path, tmp_path: Path) -> None:
    context = {**SETTINGS, "base_model": str(base)}
    thread = new_thread(client)
    run(client, "flywheel", {"run": str(tmp_path / "run")}, thread, context)
    result = resume(client, "flywheel", thread, [{"type": "ignore", "args": "only a look"}], context)
    assert result["report"] == ""
    assert result["facts"]["release"]["note"] == "only a look"
