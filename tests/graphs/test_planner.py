"""The planner graph: the same episode as a rollout, in nodes that can be stopped and resumed anywhere."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.types import Command

import graphs.planner
from agents.remembering import OWNER
from graphs.planner import Context, build, graph, trajectory_of
from harness.contract import Action, Call, MessageKind, Task, Witness
from harness.episode import NO_ANSWER, Episode
from harness.errors import UserError
from harness.memory.store import MemoryStore
from harness.policy import Policy, PolicyRequest, Reply
from tests.graphs.play import Scripted, dies, kill_self, says, some_tasks

CONFIG: Any = {"configurable": {"thread_id": "t"}}
QUESTION = says(MessageKind.CLARIFY, "Which one?")
DONE = says(MessageKind.FINISH, "Done.")


def given(task: Task, witness: Witness) -> Any:
    return {"task": task.model_dump(mode="json"), "witness": witness.model_dump(mode="json")}


def by_graph(task: Task, witness: Witness, context: Context) -> str:
    compiled = build().compile(checkpointer=InMemorySaver())
    compiled.invoke(given(task, witness), CONFIG, context=context)
    return trajectory_of(compiled.get_state(CONFIG).values, context).to_json()


def use(monkeypatch: pytest.MonkeyPatch, policy: Policy) -> None:
    monkeypatch.setattr(graphs.planner, "open_policy", lambda *args, **kwargs: policy)


def test_five_lines_carry_out_a_request() -> None:
    from langchain_core.messages import HumanMessage

    from graphs.planner import Context, graph

    result = graph.invoke({"messages": [HumanMessage("Set an alarm for 7:15")]}, context=Context(policy="empty"))
    assert result["outcome"] == {"end": "finish", "turns": 1, "changes": [], "failure": ""}


def test_a_task_of_the_suite_ends_with_its_verdict() -> None:
    task, witness = some_tasks()[0]
    result = graph.invoke(given(task, witness), context=Context(policy="witness"))
    assert result["outcome"]["verification"]["success"]
    assert result["messages"][0] == HumanMessage(task.request, id=result["messages"][0].id)


def test_every_answer_of_a_turn_is_shown_when_the_budget_notice_comes_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def look_up(turn: int, number: int) -> Call:
        return Call(id=f"c{number}", name="search_user_memory", arguments={"query": f"word{turn} of {number}"})

    turns = [Action(calls=tuple(look_up(turn, number) for number in range(2))) for turn in range(15)]
    use(monkeypatch, Scripted(*(Reply(action) for action in turns)))
    result = graph.invoke({"messages": [HumanMessage("Set an alarm for 7:15")]})
    assert result["outcome"]["end"] == "budget"
    assert len([message for message in result["messages"] if isinstance(message, AIMessage)]) == 15
    assert len([message for message in result["messages"] if isinstance(message, ToolMessage)]) == 30


def test_a_run_killed_before_or_in_any_node_resumes_to_the_same_trajectory(tmp_path: Path) -> None:
    task, witness = next(pair for pair in some_tasks() if pair[0].followups)
    context = Context(policy="witness")
    expected = by_graph(task, witness, context)
    points, killed = 0, True
    while killed:
        points += 1
        path = tmp_path / f"{points}.sqlite"
        killed = dies(_run_until(points, path, given(task, witness), context))
        with SqliteSaver.from_conn_string(str(path)) as saver:
            compiled = build().compile(checkpointer=saver)
            begun = compiled.get_state(CONFIG).next
            compiled.invoke(None if begun else given(task, witness), CONFIG, context=context)
            assert trajectory_of(compiled.get_state(CONFIG).values, context).to_json() == expected, points
    assert points > 2 * 3 * len(witness.turns)


def _run_until(point: int, path: Path, payload: Any, context: Context) -> Callable[[], None]:
    """Runs the graph and dies at its ``point``-th event: a node begins, or a node has ended."""

    def work() -> None:
        with SqliteSaver.from_conn_string(str(path)) as saver:
            compiled = build().compile(checkpointer=saver)
            events = compiled.stream(payload, CONFIG, context=context, stream_mode="tasks", durability="sync")
            for number, _ in enumerate(events, start=1):
                if number == point:
                    kill_self()

    return work


@pytest.mark.parametrize(
    "answer, words",
    [
        ("The second one", "The second one"),
        ({"decisions": [{"type": "respond", "message": "The second one"}]}, "The second one"),
        ([{"type": "response", "args": "The second one"}], "The second one"),
        ({"type": "response", "args": "第二个"}, "第二个"),
        ({"decisions": [{"type": "reject"}]}, NO_ANSWER),
        ([{"type": "ignore", "args": None}], NO_ANSWER),
    ],
)
def test_the_user_answers_in_either_dialect(answer: Any, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Scripted(QUESTION, DONE))
    compiled = build().compile(checkpointer=InMemorySaver())
    asked = compiled.invoke({"messages": [HumanMessage("Delete the alarm")]}, CONFIG)
    (interrupt,) = asked["__interrupt__"]
    assert interrupt.value["action_requests"][0]["args"] == {"question": "Which one?"}
    result = compiled.invoke(Command(resume=answer), CONFIG)
    assert result["outcome"]["end"] == "finish"
    assert [message.text for message in result["messages"]] == ["Delete the alarm", "Which one?", words, "Done."]


@pytest.mark.parametrize(
    "answer", ["", 3, [], {"decisions": []}, {"decisions": [{"type": "respond"}]}, {"decisions": "yes"}, {"args": [1]}]
)
def test_an_answer_that_says_nothing_is_asked_for_again(answer: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, Scripted(QUESTION, DONE))
    compiled = build().compile(checkpointer=InMemorySaver())
    compiled.invoke({"messages": [HumanMessage("Delete the alarm")]}, CONFIG)
    (again,) = compiled.invoke(Command(resume=answer), CONFIG)["__interrupt__"]
    assert "cannot be read" in again.value["action_requests"][0]["description"]
    assert compiled.invoke(Command(resume="The first"), CONFIG)["outcome"]["end"] == "finish"


def test_a_policy_that_cannot_be_reached_makes_an_invalid_run_and_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    task, witness = some_tasks()[0]
    use(monkeypatch, Scripted(Reply(None, failure="connection refused")))
    outcome = graph.invoke(given(task, witness))["outcome"]
    assert (outcome["end"], outcome["failure"], outcome["turns"]) == ("infrastructure", "connection refused", 0)
    assert not outcome["verification"]["valid"]


@pytest.mark.parametrize(
    "payload, context, message",
    [
        ({"messages": []}, Context(), "no request"),
        ({"task": {"id": "x"}}, Context(), r"task, field `family`.*required"),
        ({"messages": [HumanMessage("Hi there")]}, Context(profile="nobody"), "nobody"),
        ({"messages": [HumanMessage("Hi there")]}, Context(policy="clever"), "clever"),
        ({"messages": [HumanMessage("Hi there")]}, Context(policy="witness"), "witnesses"),
        ({"messages": [HumanMessage("Hi there")]}, Context(policy="empty", eta="v0"), "v0"),
    ],
)
def test_input_that_means_nothing_is_named(payload: Any, context: Context, message: str) -> None:
    with pytest.raises(UserError, match=message):
        graph.invoke(payload, context=context)


def test_checkpoints_hold_records_and_no_objects(tmp_path: Path) -> None:
    task, witness = some_tasks()[0]
    path = tmp_path / "checkpoints.sqlite"
    with SqliteSaver.from_conn_string(str(path)) as saver:
        compiled = build().compile(checkpointer=saver)
        compiled.invoke(given(task, witness), CONFIG, context=Context(policy="witness"))
    with sqlite3.connect(path) as database:
        blobs = [row[0] for row in database.execute("select checkpoint from checkpoints")]
    assert blobs
    assert not any(b"harness.contract" in blob for blob in blobs)


def remembers(text: str) -> Reply:
    call = Call(id="c1", name="add_user_memory", arguments={"text": text, "memoryCategory": "preference"})
    return Reply(Action(calls=(call,)))


REMEMBER: Any = {"messages": [HumanMessage("Remember what I told you")]}


def texts_in(folder: Path) -> list[str]:
    with MemoryStore(folder) as store:
        return [record.text for record in store.records(OWNER)]


def test_what_one_request_remembers_the_next_one_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context = Context(memory=str(tmp_path))
    use(monkeypatch, Scripted(remembers("Likes jazz"), DONE))
    assert graph.invoke(REMEMBER, context=context)["outcome"]["memory"] == "kept"
    assert texts_in(tmp_path) == ["Likes jazz"]
    search = Call(id="c1", name="search_user_memory", arguments={"query": "jazz"})
    use(monkeypatch, Scripted(Reply(Action(calls=(search,))), DONE))
    found = graph.invoke(REMEMBER, context=context)["messages"]
    assert any(isinstance(message, ToolMessage) and "Likes jazz" in str(message.content) for message in found)
    assert "memory" not in graph.invoke(REMEMBER, context=Context())["outcome"]


def test_a_run_that_is_killed_while_it_writes_its_memory_writes_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "memory"
    with MemoryStore(folder) as store:
        old = store.write(OWNER, "Gym on Mondays", "routine").record
        gone = store.write(OWNER, "Drives a Mini").record
    assert old is not None and gone is not None
    changes = (
        Call(id="c1", name="update_user_memory", arguments={"memoryId": old.id, "text": "Gym on Fridays"}),
        Call(id="c2", name="delete_user_memory", arguments={"memoryId": gone.id}),
        *remembers("Likes jazz").action.calls,  # type: ignore[union-attr]
    )
    use(monkeypatch, Scripted(Reply(Action(calls=changes)), DONE))
    words: Any = {"messages": [HumanMessage("Remember what I told you, update it, forget the car")]}
    context, path = Context(memory=str(folder)), tmp_path / "checkpoints.sqlite"

    def killed_after_writing() -> None:
        kept = graphs.planner.keep

        def keep_and_die(folder: Path, versions: Mapping[str, int], episode: Episode) -> str:
            kept(folder, versions, episode)
            kill_self()
            return ""

        monkeypatch.setattr(graphs.planner, "keep", keep_and_die)
        with SqliteSaver.from_conn_string(str(path)) as saver:
            build().compile(checkpointer=saver).invoke(words, CONFIG, context=context, durability="sync")

    assert dies(killed_after_writing)
    assert sorted(texts_in(folder)) == ["Gym on Fridays", "Likes jazz"]
    with SqliteSaver.from_conn_string(str(path)) as saver:
        compiled = build().compile(checkpointer=saver)
        assert compiled.get_state(CONFIG).next == ("write_memory",)
        assert compiled.invoke(None, CONFIG, context=context)["outcome"]["memory"] == "kept"
    with MemoryStore(folder) as store:
        assert [(record.text, record.version) for record in store.records(OWNER)] == [
            ("Gym on Fridays", 2),
            ("Likes jazz", 1),
        ]


def test_a_change_that_another_process_made_meanwhile_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with MemoryStore(tmp_path) as store:
        record = store.write(OWNER, "Gym on Mondays").record
    assert record is not None
    key = record.id

    class Slow(Scripted):
        def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
            if requests[0].turn == 1:
                with MemoryStore(tmp_path) as store:
                    store.revise(OWNER, key, "Gym on Tuesdays", expected=1)
            return super().respond(requests)

    change = Call(id="c1", name="update_user_memory", arguments={"memoryId": record.id, "text": "Gym on Fridays"})
    use(monkeypatch, Slow(Reply(Action(calls=(change,))), DONE))
    said = graph.invoke({"messages": [HumanMessage("Update what you remember")]}, context=Context(memory=str(tmp_path)))
    assert "was changed meanwhile" in said["outcome"]["memory"]
    assert texts_in(tmp_path) == ["Gym on Tuesdays"]


def test_a_task_brings_its_own_memory() -> None:
    task, witness = some_tasks()[0]
    with pytest.raises(UserError, match="a task brings its own memory"):
        graph.invoke(given(task, witness), context=Context(policy="witness", memory="folder"))
