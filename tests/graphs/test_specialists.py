"""The specialists' graphs: five lines each, resumable, equal for equal settings, clear about bad input."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

import agents.spread
import graphs.collector
from agents.constructor import Gap
from graphs import collector, curator
from graphs.settings import Settings
from harness.catalogue import full_catalogue
from harness.chunks import chunks, whole_chunks
from harness.contract import Diagnosis, Release, Task, Trajectory
from harness.environments.hybrid import Backend, Hybrid, missing_tools
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError
from harness.records import file_digest, read_json, read_jsonl, write_jsonl_atomic
from tests.graphs.conftest import SMALL
from tests.graphs.play import FEW, dies, kill_self

CONFIG: Any = {"configurable": {"thread_id": "t"}}


def files_of(folder: Path) -> dict[str, str]:
    return {path.name: file_digest(path) for path in sorted(folder.iterdir()) if path.suffix == ".jsonl"}


def to_curate(made: dict[str, str], out: Path) -> Any:
    given = {name: made[name] for name in ("tasks_file", "witnesses_file")}
    return {**given, "trajectories_file": made["expert"], "out": str(out)}


def waiting(made: dict[str, str], out: Path) -> Any:
    """A curator that waits for its reviewer."""
    compiled = curator.build().compile(checkpointer=InMemorySaver())
    compiled.invoke(to_curate(made, out), CONFIG, context=SMALL)
    return compiled


# -- five lines of Python


def test_five_lines_construct_tasks(tmp_path: Path) -> None:
    from graphs.constructor import graph
    from graphs.settings import Settings

    settings = Settings(families="moved_alarm", per_family=3, workers=1)
    result = graph.invoke({"out": str(tmp_path)}, context=settings)
    assert result["yields"]["drafted"] == 3
    assert len(read_jsonl(tmp_path / "tasks.jsonl", Task)) == result["yields"]["kept"] > 0


def test_five_lines_collect_trajectories(made: dict[str, str], tmp_path: Path) -> None:
    from graphs.collector import graph

    given: Any = {"out": str(tmp_path), "tasks_file": made["tasks_file"], "witnesses_file": made["witnesses_file"]}
    collected = graph.invoke(given, context=SMALL)["collected"]
    assert collected["solved"] == collected["trajectories"] == collected["tasks"] == 6


def test_a_mixed_collection_runs_every_task_on_its_own_backend_and_keeps_their_order(
    made: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Elsewhere(PhoneEnvironment):
        backend = "simulated"

    def mixed(text: str, catalogue: Catalogue, *, model: str, seed: int) -> Hybrid:
        assert (text, model) == ("phone, simulated", "openai/fake")
        able = missing_tools(catalogue)
        one, other = Backend(lambda: PhoneEnvironment(catalogue), able), Backend(lambda: Elsewhere(catalogue), able, live=1)
        return Hybrid({"phone": one, "simulated": other}, seed=seed)

    monkeypatch.setattr(graphs.collector, "open_backends", mixed)
    settings = replace(SMALL, backends="phone, simulated", model="openai/fake")
    given: Any = {"out": str(tmp_path), "tasks_file": made["tasks_file"], "witnesses_file": made["witnesses_file"]}
    collected = collector.graph.invoke(given, context=settings)["collected"]
    tasks = read_jsonl(Path(made["tasks_file"]), Task)
    runs = read_jsonl(tmp_path / "trajectories.jsonl", Trajectory)
    mix = mixed("phone, simulated", full_catalogue(), model="openai/fake", seed=settings.seed)
    assert [(item.task_id, item.backend) for item in runs] == [(task.id, mix.assign(task)) for task in tasks]
    assert collected["phone"] + collected["simulated"] == collected["tasks"] == collected["solved"] == len(tasks)
    assert min(collected["phone"], collected["simulated"]) > 0


def test_five_lines_curate_a_release(made: dict[str, str], tmp_path: Path) -> None:
    from graphs.curator import graph

    result = graph.invoke(to_curate(made, tmp_path), context=Settings(reviewer="auto"))
    assert result["decision"]["by"] == "rule"
    assert read_json(tmp_path / "release" / "release.json", Release).id == result["release"]


def test_five_lines_diagnose_failures(made: dict[str, str], tmp_path: Path) -> None:
    from graphs.diagnostician import graph

    given: Any = to_curate(made, tmp_path) | {"trajectories_file": made["failed"], "policy": "empty"}
    assert graph.invoke(given, context=SMALL)["sides"] == {"model": 2}
    assert {item.code for item in read_jsonl(tmp_path / "diagnoses.jsonl", Diagnosis)} == {"stopped_early"}


def test_five_lines_analyse_results(made: dict[str, str], tmp_path: Path) -> None:
    from graphs.analyst import graph

    given: Any = {"out": str(tmp_path), "tasks_file": made["tasks_file"], "trajectories_file": made["failed"]}
    assert sum(graph.invoke(given, context=SMALL)["classes"].values()) == 3
    assert {gap.family for gap in read_jsonl(tmp_path / "gaps.jsonl", Gap)} <= set(FEW.split(","))


# -- equal results


def test_how_many_processes_prove_and_replay_changes_nothing(
    made: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from graphs.constructor import graph

    monkeypatch.setattr(agents.spread, "FEW", 0)
    settings = Settings(families=FEW, per_family=2, eval_per_family=1, workers=2, reviewer="auto")
    graph.invoke({"out": str(tmp_path / "made")}, context=settings)
    assert files_of(tmp_path / "made") == files_of(Path(made["tasks_file"]).parent)
    for workers in (1, 2):
        curator.graph.invoke(to_curate(made, tmp_path / str(workers)), context=replace(settings, workers=workers))
    assert files_of(tmp_path / "1") == files_of(tmp_path / "2") != {}


def test_a_collection_killed_between_chunks_ends_with_the_same_file(
    made: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(graphs.collector, "chunks", partial(chunks, size=2))
    monkeypatch.setattr(graphs.collector, "whole_chunks", partial(whole_chunks, size=2))
    given: Any = to_curate(made, tmp_path)
    target = tmp_path / "trajectories.jsonl"
    seen = []
    for point in (1, 2):
        assert dies(_collect_until(point, given))
        seen.append(len(target.read_bytes().splitlines()))
        with target.open("ab") as file:
            file.write(target.read_bytes().splitlines()[0] + b'\n{"id": "torn')
    collector.graph.invoke(given, context=SMALL)
    assert seen == [2, 6], "the run was to die in different chunks"
    assert target.read_bytes() == Path(made["expert"]).read_bytes()


def _collect_until(point: int, given: Any) -> Callable[[], None]:
    """Collects, and dies when so many chunks are on disk."""

    def work() -> None:
        append, written = graphs.collector.append_jsonl, 0

        def counted(path: Path | str, records: Any) -> int:
            nonlocal written
            count, written = append(path, records), written + 1
            if written == point:
                kill_self()
            return count

        graphs.collector.append_jsonl = counted  # in a process of its own, which ends here
        collector.graph.invoke(given, context=SMALL)

    return work


# -- the gate


@pytest.mark.parametrize(
    "answer, reviewer",
    [
        ("approve", "person"),
        ({"decisions": [{"type": "approve"}]}, "person"),
        ({"type": "approve", "reviewer": "ada", "message": "good"}, "ada"),
        ([{"type": "accept", "args": None}], "person"),
    ],
)
def test_an_approval_in_either_dialect_freezes_the_release(
    answer: Any, reviewer: str, made: dict[str, str], tmp_path: Path
) -> None:
    result = waiting(made, tmp_path).invoke(Command(resume=answer), CONFIG, context=SMALL)
    release = read_json(tmp_path / "release" / "release.json", Release)
    assert release.id == result["release"]
    assert release.decision is not None
    assert (release.decision.by, release.decision.reviewer) == ("person", reviewer)


@pytest.mark.parametrize("answer", ["reject", {"decisions": [{"type": "reject", "message": "thin"}]}, [{"type": "ignore"}]])
def test_a_rejection_in_either_dialect_freezes_nothing(answer: Any, made: dict[str, str], tmp_path: Path) -> None:
    result = waiting(made, tmp_path).invoke(Command(resume=answer), CONFIG, context=SMALL)
    assert (result["decision"]["verdict"], result["release"]) == ("rejected", "")
    assert not (tmp_path / "release").exists()


@pytest.mark.parametrize("answer", ["maybe", 7, {"decisions": "approve"}, {"type": "approve", "proposal": "sha256:other"}])
def test_an_unclear_answer_or_one_about_another_proposal_is_asked_for_again(
    answer: Any, made: dict[str, str], tmp_path: Path
) -> None:
    compiled = waiting(made, tmp_path)
    (again,) = compiled.invoke(Command(resume=answer), CONFIG, context=SMALL)["__interrupt__"]
    description = again.value["action_requests"][0]["description"]
    assert "cannot read the answer" in description or "another" in description
    assert not (tmp_path / "release").exists()
    assert compiled.invoke(Command(resume="approve"), CONFIG, context=SMALL)["release"]


def test_a_proposal_that_is_changed_while_it_waits_cannot_be_approved(made: dict[str, str], tmp_path: Path) -> None:
    compiled = waiting(made, tmp_path)
    proposal = tmp_path / "proposal.json"
    proposal.write_text(proposal.read_text().replace('"parent": null', '"parent": "rel-0"'))
    with pytest.raises(UserError, match=r"proposal\.json: the proposal was changed"):
        compiled.invoke(Command(resume="approve"), CONFIG, context=SMALL)


# -- bad input


@pytest.mark.parametrize(
    "line, message",
    [
        ('{"id": "g", "count": 2, "family": "no_such_family"}', "no_such_family"),
        ('{"id": "g", "count": 2, "family": "lost_earbuds"}', "only training families"),
        ('{"id": "g", "family": "moved_alarm"}', r"line 1, field `count`.*missing"),
        ('{"id": "g", "count": "two"}', r"line 1, field `count`"),
    ],
)
def test_a_gap_that_cannot_be_answered_is_named(line: str, message: str, tmp_path: Path) -> None:
    from graphs.constructor import graph

    gaps = tmp_path / "gaps.jsonl"
    gaps.write_text(line + "\n")
    with pytest.raises(UserError, match=message):
        graph.invoke({"out": str(tmp_path / "out"), "gaps_file": str(gaps)}, context=SMALL)


def test_a_trajectory_of_an_unknown_task_is_named(made: dict[str, str], tmp_path: Path) -> None:
    tasks = read_jsonl(Path(made["tasks_file"]), Task)
    write_jsonl_atomic(tmp_path / "fewer.jsonl", tasks[1:])
    given = to_curate(made, tmp_path) | {"tasks_file": str(tmp_path / "fewer.jsonl")}
    for part, extra in ((curator, {}), (graphs.analyst, {}), (graphs.diagnostician, {"policy": "empty"})):
        with pytest.raises(UserError, match=tasks[0].id):
            part.graph.invoke(given | extra | {"trajectories_file": made["failed"]}, context=SMALL)


def test_a_task_without_its_witness_is_named(made: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    given = to_curate(made, tmp_path) | {"witnesses_file": str(tmp_path / "none.jsonl")}
    with pytest.raises(UserError, match="witness"):
        collector.graph.invoke(given, context=SMALL)


def test_an_arm_that_needs_a_learner_says_so(made: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(UserError, match="learner"):
        collector.graph.invoke(to_curate(made, tmp_path) | {"arm": "error"}, context=SMALL)


@pytest.mark.parametrize(
    "given, message",
    [
        ({"per_family": 0}, "per_family is 0.*1 to 100000"),
        ({"seed": "x"}, "seed is 'x'.*whole number"),
        ({"minutes": True}, "minutes is True.*number"),
        ({"slip_rate": float("nan")}, "slip_rate is nan"),
        ({"reviewer": "nobody"}, "reviewer is 'nobody'.*person or auto"),
        ({"families": " , "}, "families is ' , ', which names none.*all, or nothing"),
    ],
)
def test_a_setting_that_means_nothing_is_named(given: Any, message: str) -> None:
    with pytest.raises(UserError, match=message):
        Settings(**given)
