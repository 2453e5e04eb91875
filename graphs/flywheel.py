"""The flywheel: construct -> collect -> curate -> human gate -> cold start -> evaluate -> diagnose -> analyse -> report.

Where it is asked for, a short run of reinforcement learning comes between the cold start and the evaluation.

One iteration in one run folder. Every node is one stage: finished stages are checked and kept, so a run that was killed
continues with the same input and ends with the same digests. Only the review waits for a person, and a run is decided once.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NotRequired

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command
from pydantic import with_config
from typing_extensions import TypedDict

from agents.release import Proposal
from agents.requests import read_requests
from agents.writing.writer import check_model, model_steps
from bench.suite import SLICES as ALL_SLICES
from bench.suite import make
from harness.catalogue import full_catalogue
from harness.contract import Decision, Json, Release, Split, Task, Trajectory, Witness, digest
from harness.errors import UserError
from harness.instructions import load
from harness.models.local_policy import embedded_base
from harness.policies import forget_policies
from harness.records import (
    file_digest,
    read_json,
    read_jsonl,
    write_json_atomic,
    write_jsonl_atomic,
)
from harness.runs import RunFolder, RunPlan, Stage

from . import analyst, collector, constructor, curator, diagnostician
from .evaluation import beside, evaluate
from .progress import note, progress
from .settings import Settings

SLICES = ("test-entities", "test-phrasings", "test-families", "dev-entities", "dev-families")
STAGES = ("construct", "collect", "curate", "release", "train", "evaluate", "diagnose", "analyse")
"""The stages of every run, in the order in which they come."""
RL_DEV = 16
"""Dev tasks, spread over the families, that the reinforcement learning watches itself on."""


@with_config(use_attribute_docstrings=True)
class Input(TypedDict):
    """Where the run lives, and what it builds on."""

    run: str
    """Run folder; a new one, or one that was begun with the same settings."""
    gaps_file: NotRequired[str]
    """Gaps that an earlier iteration's analyst found."""
    parent: NotRequired[str]
    """Folder of the release that this iteration builds on."""


@with_config(use_attribute_docstrings=True)
class Output(TypedDict):
    """What one iteration made."""

    facts: dict[str, Json]
    """The facts of every stage, by its name."""
    decision: dict[str, Json]
    """The reviewer's word on the release: verdict, reviewer, whether a person or a rule, and a note."""
    report: str
    """Path of the HTML report; empty when the release was rejected."""


class State(Input, Output):
    """What the nodes hand on."""


# -- the plan


def plan_of(given: Mapping[str, Any], settings: Settings) -> RunPlan:
    """What decides the run. It reads every input from outside, so a bad one is found before anything is written."""
    inputs, models = dict[str, str](), dict[str, str]()
    check_model(settings.model)
    constructor.gaps_of(settings, given.get("gaps_file", ""))
    if given.get("gaps_file"):
        inputs["gaps"] = file_digest(Path(given["gaps_file"]))
    if given.get("parent"):
        inputs["parent"] = read_json(Path(given["parent"]) / "release.json", Release).digest()
    if settings.requests:
        read_requests(Path(settings.requests))
        inputs["requests"] = file_digest(Path(settings.requests))
    models["base"] = _model_digest(base_of(settings))
    version = load(settings.eta).version
    return RunPlan(seed=settings.seed, settings=settings.decisive(), inputs=inputs, models=models, harness_version=version)


def stages_of(plan: RunPlan) -> tuple[str, ...]:
    """The stages of a run with that plan."""
    place = STAGES.index("evaluate")
    return (*STAGES[:place], "rl", *STAGES[place:]) if plan.settings.get("rl_updates") else STAGES


def base_of(settings: Settings) -> Path:
    """The folder of the base model that the run trains."""
    return Path(settings.base_model) if settings.base_model else embedded_base()


def _model_digest(folder: Path) -> str:
    if not (folder / "config.json").is_file():
        raise UserError("this is no model", where=str(folder), expected="a folder with config.json and model.safetensors")
    kinds = (".json", ".safetensors", ".jinja", ".txt")
    files = [path for path in sorted(folder.iterdir()) if path.suffix in kinds and path.is_file()]
    return digest({path.name: _digest_once(path, path.stat().st_size, path.stat().st_mtime_ns) for path in files})


@cache
def _digest_once(path: Path, size: int, changed: int) -> str:
    """The digest of a file that is asked for at every stage; ``size`` and ``changed`` tell its versions apart."""
    return file_digest(path)


# -- stages


@contextmanager
def _stage(state: State, settings: Settings, name: str, *inputs: Path) -> Iterator[Stage]:
    """The stage of the run, locked against other processes; how long it took is noted beside the results."""
    with RunFolder(Path(state["run"]), plan_of(state, settings)) as run:
        stage = run.stage(name, {path.name: file_digest(path) for path in inputs})
        started = time.monotonic()
        already = stage.finished is not None
        yield stage
        if not already:
            write_json_atomic(stage.path / "timing.json", {"seconds": round(time.monotonic() - started, 2)})


def _facts(state: State, name: str, facts: Mapping[str, Json]) -> dict[str, object]:
    return {"facts": {**state.get("facts", {}), name: dict(facts)}}


Work = Callable[[Stage], tuple[list[str], dict[str, Json]]]
"""Does a stage; returns its output files and its facts."""


def _run_stage(state: State, settings: Settings, name: str, inputs: tuple[Path, ...], work: Work) -> dict[str, object]:
    """Does the work of a stage unless it is finished."""
    with _stage(state, settings, name, *inputs) as stage:
        finished = stage.finished
        if finished is None:
            forget_policies()
            outputs, facts = work(stage)
            used = model_steps(stage.path)
            finished = stage.finish(outputs, {**facts, "model_steps": used} if used else facts)
        return _facts(state, name, finished.facts)


def _folder(state: State, name: str) -> Path:
    return Path(state["run"]) / name


# -- nodes


def construct_tasks(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Makes and proves the training tasks."""
    settings = runtime.context or Settings()

    def work(stage: Stage) -> tuple[list[str], dict[str, Json]]:
        given: constructor.Input = {"out": str(stage.path)}
        if state.get("gaps_file"):
            given["gaps_file"] = state["gaps_file"]
        result = constructor.graph.invoke(given, context=settings)
        files = ["tasks.jsonl", "witnesses.jsonl", "rejections.jsonl", "gaps.jsonl"]
        return [*files, *([constructor.REQUESTS] if settings.requests else [])], result["yields"]

    return _run_stage(state, settings, "construct", (), work)


def collect_trajectories(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Lets the expert act on every task, with slips and recoveries."""
    settings = runtime.context or Settings()
    made = _folder(state, "construct")

    def work(stage: Stage) -> tuple[list[str], dict[str, Json]]:
        given: collector.Input = {
            "out": str(stage.path),
            "tasks_file": str(made / "tasks.jsonl"),
            "witnesses_file": str(made / "witnesses.jsonl"),
        }
        return ["trajectories.jsonl"], collector.graph.invoke(given, context=settings)["collected"]

    return _run_stage(state, settings, "collect", (made / "tasks.jsonl",), work)


def curate_records(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Examines the trajectories and proposes a release."""
    settings = runtime.context or Settings()

    def work(stage: Stage) -> tuple[list[str], dict[str, Json]]:
        given = _curator_state(state)
        curator.examine_records(given, runtime)
        curator.propose_release(given, runtime)
        proposal = read_json(stage.path / "proposal.json", Proposal)
        facts = {"proposal": proposal.digest(), "counts": proposal.counts, "quality": proposal.quality}
        return ["records.jsonl", "proposal.json"], facts

    return _run_stage(state, settings, "curate", (_folder(state, "collect") / "trajectories.jsonl",), work)


def review_release(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """The human gate. What was decided about this very proposal stands; about another one it is void, and asked again."""
    earlier = state.get("decision") or _frozen_decision(state)
    if earlier and earlier["shown"] == state["facts"]["curate"]["proposal"]:
        return {"decision": earlier}
    decision = curator.decide(_curator_state(state), runtime.context or Settings())
    return {"decision": decision.model_dump(mode="json")}


def _frozen_decision(state: State) -> dict[str, Json] | None:
    """The decision that the run folder holds, for a run whose checkpoints are gone."""
    path = _folder(state, "release") / "decision.json"
    return read_json(path, Decision).model_dump(mode="json") if path.exists() else None


def freeze_release(state: State, runtime: Runtime[Settings]) -> Command[Literal["train_planner", "__end__"]]:
    """Freezes the release if it was approved; a rejection is recorded, and the run is over."""
    settings = runtime.context or Settings()
    decision = state["decision"]
    rejected = decision["verdict"] == "rejected"

    def work(stage: Stage) -> tuple[list[str], dict[str, Json]]:
        given = _curator_state(state)
        given["decision"] = decision
        frozen = "" if rejected else curator.freeze_release(given)["release"]
        write_json_atomic(stage.path / "decision.json", decision)
        return ["decision.json"], {**decision, "release": frozen}

    update = _run_stage(state, settings, "release", (_folder(state, "curate") / "proposal.json",), work)
    if rejected:
        return Command(update={**update, "report": ""}, goto="__end__")
    return Command(update=update, goto="train_planner")


def train_planner(state: State, runtime: Runtime[Settings]) -> Command[Literal["reinforce_planner", "evaluate_planner"]]:
    """The supervised cold start on the release."""
    settings = runtime.context or Settings()
    release = _folder(state, "curate") / "release"

    def work(stage: Stage) -> tuple[list[str], dict[str, Json]]:
        from planner_train.cold_start import ColdStartConfig, cold_start

        config = ColdStartConfig(seed=settings.seed, minutes=settings.minutes)
        result = cold_start(
            release, stage.path, base_model=base_of(settings), config=config, progress=_steps_of("cold start")
        )
        files = [*sorted(result.checkpoint.iterdir()), stage.path / "curve.jsonl"]
        return [path.relative_to(stage.path).as_posix() for path in files if path.is_file()], result.facts()

    update = _run_stage(state, settings, "train", (release / "release.json",), work)
    return Command(update=update, goto="reinforce_planner" if settings.rl_updates else "evaluate_planner")


def reinforce_planner(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """A short run of online reinforcement learning on the tasks of the release, from the cold start's checkpoint."""
    settings = runtime.context or Settings()
    tasks, start = _folder(state, "curate") / "release" / "tasks.jsonl", _folder(state, "train") / "checkpoint"

    def work(stage: Stage) -> tuple[list[str], dict[str, Json]]:
        from planner_train.care import arm
        from planner_train.rl.journal import outputs
        from planner_train.rl.learning import learn
        from planner_train.rl.settings import RLSettings

        chosen = RLSettings(
            seed=settings.seed,
            updates=settings.rl_updates,
            care=arm("fixed-phi"),  # so few updates leave a controller nothing to decide on
            micro=8,
            lr=2e-4,
            warmup=1,
            eval_every=settings.rl_updates,
            save_every=1,
            threads=1,
        )
        dev = [task for task, _ in _slice("dev-entities", settings)]
        result = learn(
            read_jsonl(tasks, Task),
            dev[:: max(1, len(dev) // RL_DEV)][:RL_DEV],
            stage.path,
            start=start,
            settings=chosen,
            eta=load(settings.eta),
            progress=_steps_of("reinforcement learning"),
        )
        return outputs(stage.path), {**result.facts, "settings": chosen.model_dump(mode="json")}

    return _run_stage(state, settings, "rl", (tasks, start / "model.safetensors"), work)


def evaluate_planner(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """The test tasks before and after training; dev tasks, which steer, only after.

    Where reinforcement learning was part of the training, all of them also between it and the cold start.
    """
    settings = runtime.context or Settings()
    checkpoint = _trained(state, settings)

    def work(stage: Stage) -> tuple[list[str], dict[str, Json]]:
        outputs, facts = [], dict[str, Json]()
        slices = {name: _slice(name, settings) for name in SLICES}
        for name, pairs in slices.items():
            write_jsonl_atomic(stage.path / f"{name}.tasks.jsonl", [task for task, _ in pairs])
            write_jsonl_atomic(stage.path / f"{name}.witnesses.jsonl", [witness for _, witness in pairs])
            outputs += [f"{name}.tasks.jsonl", f"{name}.witnesses.jsonl"]
        others = {"before": (base_of(settings), tuple(name for name in SLICES if name.startswith("test")))}
        if settings.rl_updates:
            others["cold"] = _folder(state, "train") / "checkpoint", SLICES
        solved = {}
        with ExitStack() as processes:
            for when, (folder, names) in others.items():
                count = progress(f"evaluate {when}", sum(len(slices[name]) for name in names))
                other = beside(stage.path, names, when, f"local:{folder}", settings.seed, settings.eta, count)
                solved[when] = processes.enter_context(other)
            count = progress("evaluate after", sum(map(len, slices.values())))
            solved["after"] = evaluate(
                stage.path, SLICES, "after", f"local:{checkpoint}", settings.seed, settings.eta, count
            )
        for when, counted in solved.items():
            facts |= {f"{name}.{when}": list(counts) for name, counts in counted.items()}
            outputs += [f"{name}.{when}.jsonl" for name in counted]
        return outputs, facts

    return _run_stage(state, settings, "evaluate", (checkpoint / "model.safetensors",), work)


def diagnose_failures(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """Why dev runs failed."""
    settings = runtime.context or Settings()
    folder = _folder(state, "evaluate")

    def work(stage: Stage) -> tuple[list[str], dict[str, Json]]:
        _join_dev(folder, stage.path)
        given: diagnostician.Input = {
            "out": str(stage.path),
            "tasks_file": str(stage.path / "tasks.jsonl"),
            "witnesses_file": str(stage.path / "witnesses.jsonl"),
            "trajectories_file": str(stage.path / "trajectories.jsonl"),
            "policy": f"local:{_trained(state, settings)}",
        }
        sides = diagnostician.graph.invoke(given, context=settings)["sides"]
        return ["diagnoses.jsonl"], sides

    return _run_stage(state, settings, "diagnose", (folder / "dev-entities.after.jsonl",), work)


def analyse_feedback(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """What the next iteration should make."""
    settings = runtime.context or Settings()
    folder = _folder(state, "diagnose")

    def work(stage: Stage) -> tuple[list[str], dict[str, Json]]:
        given: analyst.Input = {
            "out": str(stage.path),
            "tasks_file": str(folder / "tasks.jsonl"),
            "trajectories_file": str(folder / "trajectories.jsonl"),
            "diagnoses_file": str(folder / "diagnoses.jsonl"),
        }
        classes = analyst.graph.invoke(given, context=settings)["classes"]
        return ["analysis.json", "gaps.jsonl"], classes

    return _run_stage(state, settings, "analyse", (folder / "diagnoses.jsonl",), work)


def write_report(state: State, runtime: Runtime[Settings]) -> dict[str, object]:
    """One self-contained page about the iteration."""
    from agents.report import write_report as render

    path = render(Path(state["run"]))
    note("report", str(path))
    return {"report": str(path)}


# -- helpers of the nodes


def _curator_state(state: State) -> Any:
    """What the curator's functions read of their own state."""
    made = _folder(state, "construct")
    given = {
        "out": str(_folder(state, "curate")),
        "tasks_file": str(made / "tasks.jsonl"),
        "witnesses_file": str(made / "witnesses.jsonl"),
        "trajectories_file": str(_folder(state, "collect") / "trajectories.jsonl"),
    }
    if "curate" in state.get("facts", {}):
        given["proposal"] = state["facts"]["curate"]["proposal"]
    return {**given, "parent": state["parent"]} if state.get("parent") else given


def _trained(state: State, settings: Settings) -> Path:
    """The checkpoint that the training ends with."""
    return _folder(state, "rl" if settings.rl_updates else "train") / "checkpoint"


def _steps_of(what: str) -> Callable[[int, int], None]:
    """Reports the steps of a training."""
    from langgraph.config import get_stream_writer

    write = get_stream_writer()
    return lambda done, total: write({"step": what, "done": done, "total": total, "note": ""})


def _slice(name: str, settings: Settings) -> list[tuple[Task, Witness]]:
    """The tasks of a slice; where it is about seen families, only of those that are trained on."""
    pairs = make(name, settings.eval_per_family, full_catalogue(), seed=settings.seed)
    if ALL_SLICES[name].families is not Split.TRAIN:
        return list(pairs)
    seen = constructor.families_in(settings)
    return [(task, witness) for task, witness in pairs if task.family in seen]


def _join_dev(source: Path, target: Path) -> None:
    """The dev slices as one set."""
    for kind, model, name in (
        ("tasks", Task, "tasks"),
        ("witnesses", Witness, "witnesses"),
        ("after", Trajectory, "trajectories"),
    ):
        parts = [part for part in SLICES if part.startswith("dev")]
        records = [item for part in parts for item in read_jsonl(source / f"{part}.{kind}.jsonl", model)]
        write_jsonl_atomic(target / f"{name}.jsonl", records)


def build() -> StateGraph[State, Settings, Input, Output]:
    """The graph, not yet compiled."""
    builder = StateGraph(State, context_schema=Settings, input_schema=Input, output_schema=Output)
    before = (construct_tasks, collect_trajectories, curate_records)
    after = (reinforce_planner, evaluate_planner, diagnose_failures, analyse_feedback, write_report)
    for node in (*before, review_release, freeze_release, train_planner, *after):
        builder.add_node(node.__name__, node)
    builder.add_edge(START, "construct_tasks")
    builder.add_edge("construct_tasks", "collect_trajectories")
    builder.add_edge("collect_trajectories", "curate_records")
    builder.add_edge("curate_records", "review_release")
    builder.add_edge("review_release", "freeze_release")
    for first, second in pairwise(after):
        builder.add_edge(first.__name__, second.__name__)
    builder.add_edge("write_report", END)
    return builder


graph: CompiledStateGraph[State, Settings, Input, Output] = build().compile(name="flywheel")
