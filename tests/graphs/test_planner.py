"""The planner graph: the same episode as a rollout, in nodes that can be stopped and resumed anywhere."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.types import Command

import graphs.planner
from graphs.planner import Context, build, graph, trajectory_of
from harness.contract import Action, Call, MessageKind, Task, Witness
from harness.episode import NO_ANSWER
from harness.errors import UserError
from harness.policy import Policy, Reply
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
