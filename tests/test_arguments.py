"""What the pages show may be called with anything: a wrong argument gets one message that says what was expected."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphs.constructor
import graphs.planner
import graphs.subagents
from agents.asking import task_of
from agents.collector import collect
from bench.families import load_families
from bench.golden.examine import examine
from bench.planner_bench import generate
from bench.recall import measure
from bench.results import Result
from bench.scenario import FAMILIES, build
from bench.suite import make, suite_digest
from graphs.settings import Settings
from harness.adapter.guidance import adapter_for
from harness.catalogue import catalogue_for, full_catalogue
from harness.contract import Task
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.lint import lint
from harness.environments.phone.replay import play
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError
from harness.gate import doubts
from harness.instructions import load
from harness.memory.record import Scope
from harness.memory.store import MemoryStore
from harness.policies import open_policy
from harness.provenance import Evidence
from harness.records import file_digest, read_json, read_jsonl, write_jsonl_atomic
from harness.rollout import Start, rollout
from harness.serving.agent import Conversations, ServedAgent
from harness.serving.app import build_app
from harness.skills import SHIPPED, load_skills
from planner_train.care import Controller, Phi, RuleProposer, arm, shape_group

PLANNER: Any = graphs.planner.graph
CONSTRUCTOR: Any = graphs.constructor.graph
SUBAGENTS: Any = graphs.subagents.graph
CATALOGUE, ETA = full_catalogue(), load()
WRONG: list[Any] = ["nowhere", Path("nowhere"), ["nowhere"]]
"""Text, a path and a list, where something else is wanted; as paths they lead nowhere."""
TASK = task_of("dim the screen", "emma")


def environment() -> PhoneEnvironment:
    return PhoneEnvironment(CATALOGUE)


def in_memory(folder: Path, act: Callable[[MemoryStore], object]) -> None:
    with MemoryStore(folder) as store:
        act(store)


def agent(**changed: Any) -> ServedAgent:
    right = {"begin": task_of, "environment": environment, "eta": ETA, "conversations": Conversations(1)}
    return ServedAgent("agent/emma", changed.pop("policy", open_policy("random")), **{**right, **changed})


CALLS: dict[str, Callable[[Any], object]] = {
    "make, slice": lambda wrong: list(make(wrong, 1, CATALOGUE)),
    "make, catalogue": lambda wrong: list(make("dev-families", 1, wrong)),
    "suite_digest": suite_digest,
    "generate, split": lambda wrong: generate(wrong, CATALOGUE, limit=1),
    "generate, catalogue": lambda wrong: generate("dev", wrong, limit=1),
    "generate, limit": lambda wrong: generate("dev", CATALOGUE, limit=wrong),
    "build, family": lambda wrong: build(wrong, 0, CATALOGUE),
    "Result": lambda wrong: Result({}, wrong),
    "measure, catalogue": lambda wrong: measure(wrong, ETA, per_family=1),
    "measure, eta": lambda wrong: measure(CATALOGUE, wrong, per_family=1),
    "examine": lambda wrong: examine(wrong, CATALOGUE, ETA),
    "full_catalogue": full_catalogue,
    "catalogue_for": catalogue_for,
    "adapter_for, catalogue": lambda wrong: adapter_for(wrong, ETA),
    "adapter_for, eta": lambda wrong: adapter_for(CATALOGUE, wrong),
    "PhoneEnvironment": PhoneEnvironment,
    "reset": lambda wrong: environment().reset(wrong),
    "play": lambda wrong: play(TASK, wrong, CATALOGUE),
    "lint, witness": lambda wrong: lint(TASK, wrong, CATALOGUE),
    "load": load,
    "load_skills": load_skills,
    "open_policy": open_policy,
    "witnesses": lambda wrong: open_policy("witness", witnesses=wrong),
    "rollout, starts": lambda wrong: list(rollout(wrong, open_policy("random"), environment=environment, eta=ETA)),
    "rollout, task": lambda wrong: list(rollout([Start(wrong)], open_policy("random"), environment=environment, eta=ETA)),
    "Catalogue": Catalogue,
    "collect, tasks": lambda wrong: list(collect(wrong, {}, environment=environment, eta=ETA)),
    "collect, witnesses": lambda wrong: collect([TASK], wrong, environment=environment, eta=ETA),
    "collect, arm": lambda wrong: collect([TASK], {}, environment=environment, eta=ETA, arm=wrong),
    "task_of": lambda wrong: task_of([wrong], "emma"),  # type: ignore[arg-type]
    "task_of, profile": lambda wrong: task_of("dim the screen", [wrong]),  # type: ignore[arg-type]
    "read_json": lambda wrong: read_json(wrong, Task),
    "read_jsonl": lambda wrong: read_jsonl(wrong, Task),
    "file_digest": file_digest,
    "doubts, calls": lambda wrong: doubts(wrong, Evidence((), (), ()), CATALOGUE),
    "doubts, evidence": lambda wrong: doubts((), wrong, CATALOGUE),
    "ServedAgent, policy": lambda wrong: agent(policy=wrong),
    "ServedAgent, eta": lambda wrong: agent(eta=wrong),
    "ServedAgent, begin": lambda wrong: agent(begin=wrong),
    "ServedAgent, conversations": lambda wrong: agent(conversations=wrong),
    "build_app": build_app,
    "arm": arm,
    "shape_group": lambda wrong: shape_group(wrong, arm("care")),
    "Controller, begin": lambda wrong: Controller(wrong, 25, RuleProposer()),
    "Controller, proposer": lambda wrong: Controller(Phi(), 25, wrong),
    "Controller.consider": lambda wrong: Controller(Phi(), 25, RuleProposer()).consider(wrong),
    "planner, policy": lambda wrong: graphs.planner.Context(policy=[wrong]),  # type: ignore[arg-type]
    "planner, context": lambda wrong: PLANNER.invoke({"messages": [("user", "hi")]}, context=wrong),
    "constructor, context": lambda wrong: CONSTRUCTOR.invoke({"out": "made"}, context=wrong),
    "constructor, out": lambda wrong: CONSTRUCTOR.invoke({"out": [wrong]}, context=Settings()),
    "sub-agents, jobs": lambda wrong: SUBAGENTS.invoke({"jobs": wrong if isinstance(wrong, list) else [wrong]}),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("wrong", WRONG, ids=["text", "path", "list"])
def test_a_wrong_argument_gets_a_message(name: str, wrong: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=r"expected|there is no"):
        CALLS[name](wrong)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("wrong", ["emma", Path("emma"), []])
def test_a_memory_says_what_it_expected(wrong: Any, tmp_path: Path) -> None:
    emma = Scope("emma")
    for act in (
        lambda store: store.records(wrong),
        lambda store: store.search(wrong, "gym"),
        lambda store: store.write(wrong, "The gym is in Leeds"),
        lambda store: store.search(emma, [wrong]),
        lambda store: store.write(emma, [wrong]),
        lambda store: store.apply(emma, [wrong]),
        lambda store: store.search(emma, "gym", wrong),
    ):
        with pytest.raises(UserError, match="expected"):
            in_memory(tmp_path, act)


def test_a_path_may_be_given_as_text(tmp_path: Path) -> None:
    file = str(tmp_path / "tasks.jsonl")
    assert write_jsonl_atomic(file, [TASK]) == 1
    assert read_jsonl(file, Task) == [TASK] and file_digest(file) == file_digest(Path(file))
    assert load_skills(str(SHIPPED)) == load_skills(SHIPPED)
    with MemoryStore(str(tmp_path / "memory")) as store:
        assert store.folder == tmp_path / "memory"


def test_no_text_is_no_path() -> None:
    with pytest.raises(UserError, match=r"the file is empty \(expected a path\)"):
        read_jsonl("", Task)


def test_a_task_without_a_witness_is_named() -> None:
    load_families()
    task, _ = build(FAMILIES["moved_alarm"], 0, CATALOGUE)
    with pytest.raises(UserError, match=f"no witness of the task {task.id}"):
        list(rollout([Start(task)], open_policy("witness", witnesses={}), environment=environment, eta=ETA))
    with pytest.raises(UserError, match=f"no witness of the task {task.id}"):
        list(collect([task], {}, environment=environment, eta=ETA))
