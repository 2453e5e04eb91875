"""Jobs of sub-agents as a graph: handoffs, sessions that fail, budgets, one phone; and its part in the planner's graph."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.types import Command

import graphs.planner
import graphs.subagents
from agents.asking import task_of
from bench.golden import GOLDEN
from graphs.planner import trajectory_of
from graphs.subagents import Context, build, graph
from harness.catalogue import full_catalogue
from harness.contract import Action, Call, Friction, Json, MessageKind
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode
from harness.errors import UserError
from harness.instructions import load
from harness.policy import PolicyRequest, Reply
from tests.graphs.play import Scripted, dies, kill_self, says

CONFIG: Any = {"configurable": {"thread_id": "t"}}
GUI, DOCUMENT = "control_gui_agent", "control_document_agent"
WRITE: Any = {"id": "t1", "agent": "document", "target": "md", "instructions": ["Trip to Oslo"]}
POST: Any = {"id": "t2", "agent": "gui", "target": "Instagram", "instructions": ["post $t1.files"]}
LOOK_UP: Any = {"id": "t3", "agent": "search", "instructions": ["how high is Mount Fuji"]}


def run(*jobs: Any, faults: Sequence[dict[str, Json]] = (), kind: str = "runtime_error") -> dict[str, Any]:
    """The jobs on a phone that suffers the faults; each job's result by its id, and the outcome."""
    task = task_of("Write about Oslo, open Canva for a poster, and post on Instagram and Reddit", "emma")
    friction = tuple(Friction(kind=kind, params=fault) for fault in faults)
    task = task.model_copy(update={"initial": task.initial.model_copy(update={"friction": friction})})
    made = graph.invoke({"jobs": list(jobs), "task": task.model_dump(mode="json")})
    return {**{item["id"]: item for item in made["results"]}, **made["outcome"]}


def streamed(*jobs: Any) -> list[str]:
    """The calls in the order in which they were made."""
    return [event["step"] for event in graph.stream({"jobs": list(jobs)}, stream_mode="custom")]


def instructions(made: dict[str, Any]) -> dict[str, list[str]]:
    return {row["target"]: row["instructions"] for row in made["sessions"]}


ONE_OF_EACH: tuple[Any, ...] = (
    WRITE,
    POST,
    LOOK_UP,
    {"id": "t4", "agent": "automation", "target": "rain in Oslo", "instructions": ["notify me"]},
    {"id": "t5", "agent": "coach", "target": "fr", "instructions": ["at the market"]},
    {"id": "t6", "agent": "gui", "target": "Canva", "instructions": ["a poster for the fair"]},
    {"id": "t7", "agent": "image", "target": "$t6.files", "instructions": ["crop it"]},
)


def test_all_six_do_their_work_on_one_phone() -> None:
    made = graph.invoke({"jobs": list(ONE_OF_EACH)}, context=Context(profile="liwei"))
    assert [item["state"] for item in made["results"]] == ["done"] * 7
    given = {item["id"]: item["result"] for item in made["results"]}
    assert "3776" in given["t3"]["answer"]
    assert given["t7"]["files"][0].startswith(given["t6"]["files"][0].removesuffix(".png") + "_crop")
    tables = {change["table"] for change in made["outcome"]["changes"]}
    assert tables >= {"subagents", "artifacts", "app_actions", "automations", "lessons"}
    assert all(row["status"] == "finished" for row in made["outcome"]["sessions"])


def test_a_dependent_job_starts_when_the_first_is_finished_and_carries_the_name_of_its_file() -> None:
    assert streamed(POST, WRITE) == [f"{job} {step}" for job in ("t1", "t2") for step in ("start", "execute", "finish")]
    made = run(POST, WRITE)
    (name,) = made["t1"]["result"]["files"]
    assert instructions(made) == {"md": ["Trip to Oslo"], "Instagram": [f"post {name}"]}
    posts = [
        change["after"] for change in made["changes"] if change["table"] == "app_actions" and change["field"] == "files"
    ]
    assert posts == [[name]]
    assert {row["target"]: row["needs"] for row in made["sessions"]}["Instagram"] == [made["t1"]["session"]]


def test_independent_jobs_go_side_by_side() -> None:
    assert streamed(WRITE, LOOK_UP) == [f"{job} {step}" for step in ("start", "execute", "finish") for job in ("t1", "t3")]


def test_there_is_one_screen_so_jobs_in_apps_go_one_after_the_other() -> None:
    other = {"id": "t4", "agent": "gui", "target": "Reddit", "instructions": ["post hello"]}
    made = run({**POST, "instructions": ["post hi"]}, other)
    assert (made["t2"]["state"], made["t4"]["state"]) == ("done", "done")


def test_a_wrong_app_name_is_answered_with_the_right_ones_and_what_needs_it_never_starts() -> None:
    wrong = {"id": "t1", "agent": "gui", "target": "Insta", "instructions": ["a poster"]}
    last = {"id": "t4", "agent": "coach", "target": "fr", "instructions": ["greetings"], "needs": ["t2"]}
    made = run(wrong, POST, LOOK_UP, last)
    assert (made["t1"]["state"], made["t1"]["error"]["code"]) == ("failed", "UNSUPPORTED")
    assert "Instagram" in made["t1"]["error"]["accepted"]["appName"]
    assert (made["t2"]["state"], made["t2"]["blocked"]) == ("blocked", "needs t1, which is failed")
    assert (made["t4"]["state"], made["t4"]["blocked"]) == ("blocked", "needs t2, which is blocked")
    assert (made["t2"]["calls"], made["t4"]["calls"]) == (0, 0)
    assert made["t3"]["state"] == "done"


def test_what_was_not_given_is_named_and_blocks() -> None:
    made = run(WRITE, {**POST, "instructions": ["post $t1.answer"]})
    assert made["t2"]["blocked"] == "needs answer of t1, which gave files"


def test_a_session_that_fails_half_way_is_closed_and_keeps_what_it_made() -> None:
    edits = {"id": "t1", "agent": "gui", "target": "Canva", "instructions": ["a poster", "post lost.jpg", "a card"]}
    after = {"id": "t4", "agent": "gui", "target": "Reddit", "instructions": ["post hello"]}
    made = run(edits, POST, after)
    assert (made["t1"]["state"], made["t1"]["error"]["code"], made["t1"]["calls"]) == ("failed", "NOT_FOUND", 3)
    assert len(made["t1"]["result"]["files"]) == 1
    assert made["t2"]["state"] == "blocked"
    assert made["t4"]["state"] == "done", "a session that failed must not hold the screen"
    assert instructions(made) == {"Canva": ["a poster"], "Reddit": ["post hello"]}
    assert all(row["status"] == "finished" for row in made["sessions"])


def test_a_failure_that_may_pass_is_tried_again_but_not_for_ever() -> None:
    execute: dict[str, Json] = {"tool": DOCUMENT, "where": {"action": "execute"}}
    made = run(WRITE, faults=[{**execute, "first": 2}])
    assert (made["t1"]["state"], made["t1"]["calls"], instructions(made)) == ("done", 4, {"md": ["Trip to Oslo"]})
    made = run(WRITE, faults=[execute])
    assert (made["t1"]["state"], made["t1"]["error"]["code"], made["t1"]["calls"]) == ("failed", "UNAVAILABLE", 4)


@pytest.mark.parametrize(("effect", "calls"), [("applied", 3), ("unknown", 4)])
def test_a_step_whose_answer_is_lost_is_looked_up_and_never_done_twice(effect: str, calls: int) -> None:
    lost: dict[str, Json] = {
        "tool": DOCUMENT,
        "first": 1,
        "where": {"action": "execute"},
        "code": "TIMEOUT",
        "effect": effect,
    }
    made = run(WRITE, {"id": "t2", "agent": "document", "instructions": ["a booklet of $t1.files"]}, faults=[lost])
    assert (made["t1"]["state"], made["t1"]["calls"]) == ("done", calls)
    (name,) = made["t1"]["result"]["files"]
    assert instructions(made) == {"md": ["Trip to Oslo"], "pdf": [f"a booklet of {name}"]}


def test_a_start_whose_answer_is_lost_is_not_repeated() -> None:
    made = run(WRITE, faults=[{"tool": DOCUMENT, "first": 1, "code": "TIMEOUT", "effect": "applied"}])
    assert (made["t1"]["state"], made["t1"]["calls"], len(made["sessions"])) == ("failed", 1, 1)


def test_a_write_that_was_silently_dropped_hands_over_no_file() -> None:
    made = run(WRITE, POST, faults=[{"tool": DOCUMENT, "first": 2}], kind="dropped_write")
    assert (made["t1"]["state"], made["t2"]["state"]) == ("failed", "blocked")


def test_a_budget_that_is_spent_ends_the_session_and_keeps_what_it_made() -> None:
    made = run({**WRITE, "instructions": ["Oslo", "Bergen", "Tromsø"], "budget": 3}, POST, LOOK_UP)
    assert (made["t1"]["state"], made["t1"]["calls"]) == ("over_budget", 3)
    assert len(made["t1"]["result"]["files"]) == 2
    assert made["t2"]["blocked"] == "needs t1, which is over budget"
    assert made["t3"]["state"] == "done"
    assert {row["status"] for row in made["sessions"]} == {"finished"}
    assert run({**WRITE, "budget": 2})["t1"]["state"] == "done", "closing the session is not counted"


class Worker(Scripted):
    """A model behind a sub-agent that follows a script; ``asked`` are the requests that it got."""

    def __init__(self, *replies: Reply) -> None:
        super().__init__(*replies)
        self.asked: list[PolicyRequest] = []

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        self.asked += requests
        return super().respond(requests)


def tell(instruction: str) -> Reply:
    return Reply(Action(calls=(Call(id="c", name="instruct", arguments={"instruction": instruction}),)))


def work(monkeypatch: pytest.MonkeyPatch, worker: Worker, *jobs: Any, **more: Any) -> dict[str, Any]:
    monkeypatch.setattr(graphs.subagents, "open_policy", lambda name: worker)
    task = task_of("Write about Oslo, open Canva for a poster, and post on Instagram and Reddit", "emma")
    made = graph.invoke({"jobs": list(jobs), "task": task.model_dump(mode="json")}, context=Context(policy="worker", **more))
    return {**{item["id"]: item for item in made["results"]}, **made["outcome"]}


REACH: Any = {"id": "t1", "agent": "gui", "target": "Canva", "goal": "a poster for the fair in two sizes"}


def test_a_model_works_towards_a_goal_by_instructions_and_sees_its_own_session_only(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker(tell("a poster for the fair"), tell("another one, small"), says(MessageKind.FINISH, "Two posters."))
    made = work(monkeypatch, worker, REACH, LOOK_UP)
    assert (made["t1"]["state"], made["t1"]["result"]["message"]) == ("done", "Two posters.")
    assert instructions(made)["Canva"] == ["a poster for the fair", "another one, small"]
    assert len(made["t1"]["result"]["files"]) == 2 and made["t3"]["state"] == "done"
    last = list(worker.asked[-1].messages)
    assert all(last[: len(item.messages)] == list(item.messages) for item in worker.asked), "it only grows"
    assert "Canva" in str(last[0]["content"]) and last[1]["content"] == REACH["goal"]
    assert made["t1"]["result"]["files"][0] in str(last[3]["content"]) and "Fuji" not in str(last)


def test_a_model_hears_why_an_instruction_failed_and_may_give_another(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker(tell("put nothing.png on it"), tell("a poster"), says(MessageKind.FINISH, "Done."))
    made = work(monkeypatch, worker, REACH)
    assert made["t1"]["state"] == "done" and instructions(made)["Canva"] == ["a poster"]
    assert "nothing.png" in str(worker.asked[1].messages[-1]["content"])


@pytest.mark.parametrize(
    ("replies", "state", "code"),
    [
        ((says(MessageKind.REFUSE, "I cannot draw."),), "failed", "GAVE_UP"),
        ((Reply(None, failure="no connection"),), "failed", "MODEL_UNAVAILABLE"),
        ((Reply(Action(malformed="not JSON")),) * 9, "over_budget", None),
        ((Reply(Action(calls=(Call(id="c", name="make_call", arguments={}),))),) * 9, "over_budget", None),
        (tuple(tell(f"poster {number}") for number in range(9)), "over_budget", None),
    ],
)
def test_a_model_that_gives_up_fails_or_goes_on_for_ever_ends_its_job(
    monkeypatch: pytest.MonkeyPatch, replies: tuple[Reply, ...], state: str, code: str | None
) -> None:
    made = work(monkeypatch, Worker(*replies), {**REACH, "budget": 4})
    assert made["t1"]["state"] == state and made["t1"]["calls"] <= 4
    assert (made["t1"]["error"] or {"code": None})["code"] == code
    assert all(row["status"] == "finished" for row in made["sessions"]), "no session is left open"


def test_a_goal_takes_over_what_another_job_made_and_needs_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    post = {"id": "t2", "agent": "gui", "target": "Instagram", "goal": "post $t1.files"}
    worker = Worker(tell("look around"), says(MessageKind.FINISH, "Done."))
    made = work(monkeypatch, worker, WRITE, post)
    (name,) = made["t1"]["result"]["files"]
    assert worker.asked[0].messages[1]["content"] == f"post {name}" and made["t2"]["state"] == "done"
    with pytest.raises(UserError, match="no model works for t2"):
        graph.invoke({"jobs": [WRITE, post]})


def test_the_verdict_on_a_task_is_the_one_that_a_planner_gets() -> None:
    task = GOLDEN["dependent sub-agents"].task
    edit = {"id": "t1", "agent": "gui", "target": "Snapseed", "instructions": ["Vintage filter on IMG_4127.jpg"]}
    post: dict[str, Any] = {**POST, "instructions": ["post $t1.files with the caption First frost"]}
    assert graph.invoke({"jobs": [edit, post], "task": task.model_dump(mode="json")})["outcome"]["verification"]["success"]
    post |= {"instructions": ["post IMG_4127.jpg with the caption First frost"], "needs": ["t1"]}
    made = graph.invoke({"jobs": [edit, post], "task": task.model_dump(mode="json")})
    assert [item["state"] for item in made["results"]] == ["done", "done"]
    assert not made["outcome"]["verification"]["success"]


@pytest.mark.parametrize(
    ("jobs", "message"),
    [
        ([], "there are none"),
        ([{**WRITE, "agent": "cook"}], r"jobs\[0\], field `agent`"),
        ([{**WRITE, "instructions": []}], r"jobs\[0\]: a job has instructions or a goal"),
        ([{**WRITE, "goal": "a trip"}], r"jobs\[0\]: a job has instructions or a goal, and not both"),
        ([{**WRITE, "id": "T 1"}], r"jobs\[0\], field `id`"),
        ([{**WRITE, "budget": 0}], r"jobs\[0\], field `budget`"),
        ([WRITE, LOOK_UP, WRITE], r"jobs\[2\].*another job is called 't1'"),
        ([POST], r"jobs\[0\].*'t2' needs 't1', which is no job"),
        ([{**WRITE, "needs": ["t2"]}, POST, LOOK_UP], "jobs: t1, t2 wait for each other"),
        ([{**WRITE, "instructions": ["$t1.files again"]}], "t1 wait for each other"),
    ],
)
def test_jobs_that_cannot_be_done_are_refused_by_name(jobs: Any, message: str) -> None:
    with pytest.raises(UserError, match=message):
        graph.invoke({"jobs": jobs})


@pytest.mark.parametrize(("answer", "state", "code"), [("yes", "done", None), ("no", "failed", "DECLINED")])
def test_what_the_web_says_is_posted_only_with_the_users_word(answer: str, state: str, code: str | None) -> None:
    compiled = build().compile(checkpointer=InMemorySaver())
    post = {**POST, "instructions": ["post: $t3.answer"]}
    (asked,) = compiled.invoke({"jobs": [LOOK_UP, post]}, CONFIG)["__interrupt__"]
    assert asked.value["action_requests"][0]["name"] == GUI and "3776" in asked.value["action_requests"][0]["description"]
    made = compiled.invoke(Command(resume=answer), CONFIG)["results"][1]
    assert (made["state"], (made["error"] or {}).get("code")) == (state, code)


def killed_at(point: int, path: Path, compile_with: Callable[[Any], Any], given: Any, **options: Any) -> Callable[[], None]:
    """Runs a graph and dies at its ``point``-th event, those of graphs within it included."""

    def work() -> None:
        with SqliteSaver.from_conn_string(str(path)) as saver:
            events = compile_with(saver).stream(
                given, CONFIG, stream_mode="tasks", subgraphs=True, durability="sync", **options
            )
            for number, _ in enumerate(events, start=1):
                if number == point:
                    kill_self()

    return work


def resumed_from_everywhere(tmp_path: Path, compile_with: Callable[[Any], Any], given: Any, **options: Any) -> list[Any]:
    """The final states of runs that were killed at their first, second, ... event and resumed."""
    ends: list[Any] = []
    killed = True
    while killed:
        path = tmp_path / f"{len(ends)}.sqlite"
        killed = dies(killed_at(len(ends) + 1, path, compile_with, given, **options))
        with SqliteSaver.from_conn_string(str(path)) as saver:
            compiled = compile_with(saver)
            compiled.invoke(None if compiled.get_state(CONFIG).next else given, CONFIG, **options)
            ends.append(compiled.get_state(CONFIG).values)
    return ends


def test_a_run_killed_at_any_moment_resumes_to_the_same_result(tmp_path: Path) -> None:
    given: Any = {"jobs": [WRITE]}
    expected = graph.invoke(given)
    ends = resumed_from_everywhere(tmp_path, lambda saver: build().compile(checkpointer=saver), given)
    assert len(ends) > 2 * 9
    assert all((end["results"], end["outcome"]) == (expected["results"], expected["outcome"]) for end in ends)


# -- within the planner's graph

TURN = Action(
    calls=(
        Call(id="a", name=DOCUMENT, arguments={"action": "start", "format": "md", "instruction": "Oslo"}),
        Call(id="b", name="search_user_memory", arguments={"query": "Oslo"}),
        Call(id="c", name=GUI, arguments={"action": "start", "appName": "Insta"}),
        Call(id="d", name=DOCUMENT, arguments={"action": "status"}),
    )
)


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A task whose planner calls sub-agents, among other things, in one turn."""
    monkeypatch.setattr(
        graphs.planner, "open_policy", lambda *_, **__: Scripted(Reply(TURN), says(MessageKind.FINISH, "Done."))
    )
    task = task_of("Write about Oslo and post it on Instagram", "emma")
    tools = (DOCUMENT, GUI, "search_user_memory")
    task = task.model_copy(update={"resources": task.resources.model_copy(update={"tools": tools})})
    return {"task": task.model_dump(mode="json"), "messages": []}


def test_the_planners_turn_goes_through_the_sessions_call_by_call(planned: Any) -> None:
    compiled = graphs.planner.build().compile(checkpointer=InMemorySaver())
    parts: list[Any] = list(compiled.stream(planned, CONFIG, stream_mode=["updates", "custom"], subgraphs=True))
    inner = [(mode, part) for space, mode, part in parts if space and space[0].startswith("dispatch_subagents:")]
    nodes = [next(iter(part)) for mode, part in inner if mode == "updates"]
    assert nodes == ["choose", "start", "choose", "start", "choose", "look", "choose", "hand_back"]
    said = [(part["step"], part["note"]) for mode, part in inner if mode == "custom"]
    assert said == [(f"{DOCUMENT} start", "ok"), (f"{GUI} start", "UNSUPPORTED"), (f"{DOCUMENT} status", "ok")]
    (session,) = compiled.get_state(CONFIG).values["sessions"]
    assert (session["agent"], session["status"], session["instructions"]) == ("document", "open", ["Oslo"])
    assert len(session["files"]) == 1


def test_the_record_is_that_of_an_episode_that_knows_no_graph(planned: Any, tmp_path: Path) -> None:
    task = graphs.planner.validate(planned["task"], graphs.planner.Task, "task")
    episode = Episode(task, PhoneEnvironment(full_catalogue()), load("v1"), live=True)
    policy = Scripted(Reply(TURN), says(MessageKind.FINISH, "Done."))
    while not episode.done:
        episode.advance(policy.respond([episode.request()])[0])
    expected = episode.trajectory(policy.ref).to_json()

    def compile_with(saver: Any) -> Any:
        return graphs.planner.build().compile(checkpointer=saver)

    ends = resumed_from_everywhere(tmp_path, compile_with, planned)
    assert len(ends) > 20
    assert all(trajectory_of(end, graphs.planner.Context()).to_json() == expected for end in ends)
