"""Running the suite: against a real server that misbehaves, through a kill, and what the folder then holds."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.planner_bench import Suite, generate
from bench.results import Result
from bench.running import briefs
from bench.suite_run import SEAL, TRAJECTORIES, Plan, Prices, cost_of, harness_named, run_suite
from harness.catalogue import full_catalogue
from harness.contract import Tokens, Trajectory
from harness.errors import UserError
from harness.models.fake_server import FakeModelServer, Received, Scripted, cut, fail, garbage, say, slowly
from harness.recall import Recall
from harness.records import read_jsonl
from tests.import_rules import ROOT

LIMIT = 20


@pytest.fixture(autouse=True)
def _no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PLANNER_AGENT_API_KEY", raising=False)


def run(
    folder: Path, policy: str, monkeypatch: pytest.MonkeyPatch, url: str = "", *, resume: bool = False, **options: Any
) -> Result:  # fmt: skip
    if url:
        monkeypatch.setenv("PLANNER_AGENT_API_BASE", url)
    plan = Plan(policy, split="dev", limit=LIMIT, **options)
    return run_suite(folder, plan, harness_named("v1"), resume=resume)[1]


def suite() -> Suite:
    return generate("dev", full_catalogue(), limit=LIMIT)


def test_an_endpoint_is_asked_for_many_tasks_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    together, most, lock = 0, 0, threading.Lock()

    def script(_: Received) -> Scripted:
        nonlocal together, most
        with lock:
            together += 1
            most = max(most, together)
        timer = threading.Timer(0.3, leave)
        timer.daemon = True
        timer.start()
        return slowly(say("Done."), 0.3)

    def leave() -> None:
        nonlocal together
        with lock:
            together -= 1

    with FakeModelServer(script) as server:
        result = run(tmp_path, "openai/fake", monkeypatch, server.url, workers=16)
    assert most > 8
    assert result.n == LIMIT and result.coverage == 1.0
    assert result.cost["completion_tokens"] == sum(item.row.turns for item in result.runs)


def test_what_all_episodes_share_is_made_once_and_not_by_every_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    class Counted(Recall):
        def __init__(self, *given: Any) -> None:
            made.append(threading.current_thread().name)
            time.sleep(0.2)  # long enough for every thread to come and ask for it
            super().__init__(*given)

    monkeypatch.setattr("harness.recall.Recall", Counted)
    monkeypatch.setattr("harness.recall._INDICES", {})
    with FakeModelServer(lambda _: say("Done.")) as server:
        run(tmp_path, "openai/fake", monkeypatch, server.url, workers=16)
    assert made == [threading.main_thread().name]


MISHAPS: list[Callable[[], Scripted]] = [
    lambda: fail(500), lambda: fail(429, retry_after=0), cut, garbage, lambda: slowly(say("Done."), 0.2),
]  # fmt: skip


def test_mishaps_that_pass_cost_no_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[str] = Counter()

    def script(received: Received) -> Scripted:
        first = str(received.body["messages"])
        seen[first] += 1
        return MISHAPS[len(seen) % len(MISHAPS)]() if seen[first] == 1 else say("Done.")

    with FakeModelServer(script) as server:
        result = run(tmp_path, "openai/fake", monkeypatch, server.url)
    assert result.coverage == 1.0 and result.failures.get("infrastructure") is None
    assert max(seen.values()) == 2


@pytest.mark.slow
def test_an_endpoint_that_stays_away_is_recorded_apart_and_can_be_redone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = {item.task.request for item in suite().items[:3]}

    def script(received: Received) -> Scripted:
        texts = [str(message.get("content")) for message in received.body["messages"]]
        return fail(503) if any(text in lost for text in texts) else say("Done.")

    with FakeModelServer(script) as server:
        result = run(tmp_path, "openai/fake", monkeypatch, server.url, retries=1)
    assert result.failures["infrastructure"] == 3
    assert (result.n, result.valid) == (LIMIT, LIMIT - 3)
    asked = len(server.requests)
    with FakeModelServer(lambda _: say("Done.")) as server:
        again = run(tmp_path, "openai/fake", monkeypatch, server.url, resume=True)
        assert server.requests == [] and again.document() == result.document()
        redone = run(tmp_path, "openai/fake", monkeypatch, server.url, resume=True, redo_failures=True)
        assert len(server.requests) == 3 < asked
    assert redone.coverage == 1.0


def test_a_wrong_key_ends_the_run_and_keeps_what_was_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def script(received: Received) -> Scripted:
        return say("Done.") if len(server.requests) <= 5 else fail(401)

    with FakeModelServer(script) as server, pytest.raises(UserError, match="401"):
        run(tmp_path, "openai/fake", monkeypatch, server.url, workers=1)
    assert len(briefs(tmp_path / TRAJECTORIES)) == 5
    with FakeModelServer(lambda _: say("Done.")) as server:
        result = run(tmp_path, "openai/fake", monkeypatch, server.url, resume=True)
        assert len(server.requests) == sum(item.row.turns for item in result.runs) - 5


def test_an_endpoint_that_never_answered_is_told_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeModelServer(lambda _: fail(503, retry_after=0)) as server:
        with pytest.raises(UserError, match="none of the first 4 episodes had an answer"):
            run(tmp_path, "openai/fake", monkeypatch, server.url, workers=4, retries=0)
        assert briefs(tmp_path / TRAJECTORIES) == {}
    with FakeModelServer(lambda _: say("Done.")) as server:
        assert run(tmp_path, "openai/fake", monkeypatch, server.url, resume=True).coverage == 1.0


def test_an_outage_stops_a_run_that_was_told_so_and_a_resumed_one_lost_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(_: Received) -> Scripted:
        return say("Done.") if len(server.requests) <= 5 else fail(503, retry_after=0)

    with FakeModelServer(script) as server, pytest.raises(UserError, match=r"2 episodes in a row had no answer: .*scripted"):
        run(tmp_path, "openai/fake", monkeypatch, server.url, workers=1, retries=0, stop_after=2)
    assert [item.end for item in briefs(tmp_path / TRAJECTORIES).values()] == ["finish"] * 5
    with FakeModelServer(lambda _: say("Done.")) as server:
        assert run(tmp_path, "openai/fake", monkeypatch, server.url, resume=True).coverage == 1.0


@pytest.mark.slow
def test_a_killed_run_loses_no_task_and_runs_none_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "run" / TRAJECTORIES
    asked: list[str] = []

    def script(received: Received) -> Scripted:
        asked.append(str(received.body["messages"]))
        return slowly(say("Done."), 0.4)

    def lines() -> int:
        return target.read_bytes().count(b"\n") if target.exists() else 0

    with FakeModelServer(script) as server:
        monkeypatch.setenv("PLANNER_AGENT_API_BASE", server.url)
        command = [sys.executable, "-m", "planner_agent", "bench", "run", "--policy", "openai/fake", "--split", "dev"]
        command += ["--limit", str(LIMIT), "--workers", "4", "--out", str(tmp_path / "run")]
        process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 120
        while lines() < 6 and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
    finished = lines()
    assert 6 <= finished < len(suite().items)
    with target.open("ab") as file:
        file.write(b'{"schema_version":1,"id":"torn')  # what a kill in the middle of an append leaves
    before, kept = len(asked), {item.task_id for item in _whole_lines(target)}
    with FakeModelServer(script) as server:
        result = run(tmp_path / "run", "openai/fake", monkeypatch, server.url, resume=True)
    made = list(read_jsonl(target, Trajectory))
    assert len(asked) - before == sum(item.cost.turns for item in made if item.task_id not in kept)
    names = [item.task_id for item in made]
    assert Counter(names) == Counter(item.task.id for item in suite().items)
    assert kept <= set(names) and result.coverage == 1.0


def _whole_lines(target: Path) -> list[Trajectory]:
    return [Trajectory.from_json(line) for line in target.read_bytes().splitlines()[:-1]]


def test_a_broken_off_run_of_a_local_policy_ends_as_an_unbroken_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(tmp_path / "whole", "random", monkeypatch, workers=8)
    run(tmp_path / "broken", "random", monkeypatch, workers=8)
    target = tmp_path / "broken" / TRAJECTORIES
    target.write_bytes(target.read_bytes()[: target.stat().st_size // 2])
    again = run(tmp_path / "broken", "random", monkeypatch, workers=8, resume=True)
    assert target.read_bytes() == (tmp_path / "whole" / TRAJECTORIES).read_bytes()
    assert again.document() == whole.document()


def test_a_verdict_that_was_edited_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, "empty", monkeypatch)
    target = tmp_path / TRAJECTORIES
    whole = target.read_bytes()
    run(tmp_path, "empty", monkeypatch, resume=True)
    target.write_bytes(whole.replace(b'"success":false', b'"success":true', 1))
    with pytest.raises(UserError, match=f"{TRAJECTORIES}, line 1: the trajectory was changed"):
        run(tmp_path, "empty", monkeypatch, resume=True)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda lines: [lines[0].replace(b'"task_id":"', b'"task_id":"zz'), *lines[1:]], "line 1: the line is of task 'zz"),
        (lambda lines: [lines[1], lines[0], *lines[2:]], "line 1: the line is of task"),
        (lambda lines: [*lines, lines[0]], r"line \d+: .*no further line"),
        (lambda lines: [lines[0], b"[]\n", *lines[2:]], "line 2: the line is no trajectory"),
        (lambda lines: [lines[0], b"{}\n", *lines[2:]], "line 2: the line is no trajectory"),
    ],
)
def test_a_line_of_another_episode_is_refused(
    edit: Callable[[list[bytes]], list[bytes]], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, "empty", monkeypatch)
    target = tmp_path / TRAJECTORIES
    target.write_bytes(b"".join(edit(target.read_bytes().splitlines(keepends=True))))
    (tmp_path / SEAL).unlink()  # as where the run was killed
    with pytest.raises(UserError, match=says):
        run(tmp_path, "empty", monkeypatch, resume=True)


def test_an_endpoint_answers_each_task_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeModelServer(lambda _: say("Done.")) as server:
        run(tmp_path, "openai/fake", monkeypatch, server.url)
        target = tmp_path / TRAJECTORIES
        with target.open("ab") as file:
            file.write(target.read_bytes().splitlines(keepends=True)[0])
        (tmp_path / SEAL).unlink()
        with pytest.raises(UserError, match=r"line \d+: .*each task once"):
            run(tmp_path, "openai/fake", monkeypatch, server.url, resume=True)


def test_a_folder_is_not_run_over_by_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, "empty", monkeypatch)
    with pytest.raises(UserError, match="holds a run"):
        run(tmp_path, "empty", monkeypatch)
    with pytest.raises(UserError, match="another policy: 'empty', not 'random'"):
        run(tmp_path, "random", monkeypatch, resume=True)
    (tmp_path / "run.json").write_text("[", encoding="utf-8")
    with pytest.raises(UserError, match="no manifest"):
        run(tmp_path, "empty", monkeypatch, resume=True)


def test_tasks_that_never_ran_are_failures_of_the_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bench.suite_run import result_of

    whole = run(tmp_path, "witness", monkeypatch)
    target = tmp_path / TRAJECTORIES
    target.write_bytes(b"".join(target.read_bytes().splitlines(keepends=True)[:-4]))
    part = result_of(tmp_path, suite(), whole.settings)
    assert part.n == whole.n and part.overall.value < whole.overall.value
    assert part.failures["never run"] == 4 and part.coverage < 1.0
    assert sum(item.row.success for item in part.runs) == sum(item.row.success for item in whole.runs[:-4])


def test_prices_that_were_given_make_the_cost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeModelServer(lambda _: say("Done.")) as server:
        result = run(tmp_path, "openai/fake", monkeypatch, server.url, prices=Prices(1.0, 2.0, "a test"))
    cost = result.cost
    assert cost["usd"] == pytest.approx((cost["prompt_tokens"] + 2 * cost["completion_tokens"]) / 1e6, abs=1e-6)
    assert "a test" in cost["prices"] and "attempts that were lost" in cost["scope"]


def test_an_endpoint_that_counts_no_tokens_costs_nobody_knows_what() -> None:
    cost = cost_of("openai/fake", Tokens(), 5, Prices(1.0, 2.0, "a test"))
    assert (cost["usd"], cost["usd_per_1000_runs"]) == (None, None) and "no tokens" in str(cost["prices"])


def test_without_a_harness_nothing_helps_but_the_protocol(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare, full = harness_named("none"), harness_named("v1")
    assert bare.version != full.version and bare.version.startswith("none@")
    assert "[ask]" in bare.general and "[refuse]" in bare.general and len(bare.general) < len(full.general)
    with FakeModelServer(lambda _: say("Done.")) as server:
        monkeypatch.setenv("PLANNER_AGENT_API_BASE", server.url)
        run_suite(tmp_path, Plan("openai/fake", split="dev", limit=2), bare)
    body = server.requests[0].body
    assert len(body["tools"]) == 15
    assert json.dumps(body["tools"][0]["function"]["name"])[1:-1] + "(" not in body["messages"][0]["content"]
