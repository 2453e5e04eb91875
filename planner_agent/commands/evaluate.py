"""``planner-agent evaluate``: policies on slices of the suite, with intervals, and paired tests between policies."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner_agent.conventions import (
    DEFAULT_RUNS_ROOT,
    JsonOutput,
    RunsRoot,
    Seed,
    StopAfter,
    console,
    examples,
    print_json,
)

if TYPE_CHECKING:
    from bench.evaluate import Score
    from bench.statistics import Share
    from harness.contract import Json, Task
    from harness.instructions import Eta
    from harness.policy import Policy

app = typer.Typer(add_completion=False)
DEFAULT_SLICES = "test-entities,test-phrasings,test-families"


@app.command(
    epilog=examples(
        "planner-agent evaluate",
        "planner-agent evaluate --policy embedded --policy local:runs/train-0/train/checkpoint --per-family 2",
        "planner-agent evaluate --slices test-entities --families all --per-family 1",
        "planner-agent evaluate --policy witness --slices dev-entities,dev-families --per-family 1 --json",
        "planner-agent evaluate --policy openai/my-model --slices test-families --run runs/my-model",
    )
)
def evaluate(
    policy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="POLICY",
            help="witness, empty, random, refuse, ask, embedded, local:PATH or PROVIDER/MODEL; repeat it to compare. "
            "The newest trained planner if not given.",
        ),
    ] = None,
    slices: Annotated[
        str, typer.Option(metavar="NAMES", help="Slices of the suite, as a comma list; test slices steer nothing.")
    ] = DEFAULT_SLICES,
    per_family: Annotated[int, typer.Option(min=1, help="Tasks for each family in each slice.")] = 4,
    families: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="Training families to score in the slices of seen families, as a comma list, or `all`; without it all but "
            "plain requests: the ones that `flywheel run` trains and scores.",
        ),
    ] = "",
    folder: Annotated[
        Path | None, typer.Option("--run", metavar="FOLDER", help="Run folder; the same one continues a killed run.")
    ] = None,
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    stop_after: StopAfter = 0,
    seed: Seed = 0,
    runs: RunsRoot = DEFAULT_RUNS_ROOT,
    json_output: JsonOutput = False,
) -> None:
    """Run policies on tasks that training never saw; say how many each solves, with 95 % intervals.

    A quick comparison; with --per-family 1 and the same seed on the very tasks that `flywheel run` scores. For a figure to
    report, with a suite of fixed size and digest, use `planner-agent bench run`.
    """
    from bench.suite import SLICES, make
    from graphs.constructor import families_in
    from graphs.inputs import eta_in
    from graphs.settings import Settings
    from harness.catalogue import full_catalogue
    from harness.contract import Split, digest
    from harness.errors import UserError
    from harness.policies import open_policy
    from harness.records import read_jsonl, write_jsonl_atomic
    from harness.runs import RunPlan, Stage
    from planner_agent.checkpoints import default_policy
    from planner_agent.single_stage import do_stage

    chosen = list(dict.fromkeys(name.strip() for name in slices.split(",") if name.strip()))
    unknown = sorted(set(chosen) - set(SLICES))
    if unknown or not chosen:
        message = f"no slice {unknown[0]!r}" if unknown else "no slice is named"
        raise UserError(message, where="--slices", expected=f"some of {', '.join(SLICES)}")
    asked = Settings(families=families)
    seen = set(families_in(asked))
    names = list(dict.fromkeys(policy or [default_policy(runs)]))
    harness = eta_in(eta)
    opened = {name: open_policy(name, witnesses={}) for name in names}
    plan = RunPlan(
        seed=seed,
        settings={
            "slices": chosen,
            "per_family": per_family,
            "policies": len(names),
            "families": sorted(asked.chosen_families()),
        },
        models={f"policy {number}": item.ref.digest or item.ref.name for number, item in enumerate(opened.values())},
        harness_version=harness.version,
    )
    place = folder or runs / f"evaluate-{digest(plan.model_dump(mode='json')).removeprefix('sha256:')[:8]}"

    def work(stage: Stage) -> "tuple[list[str], dict[str, Json]]":
        outputs: list[str] = []
        for part in chosen:
            whole = SLICES[part].families is not Split.TRAIN
            made = make(part, per_family, full_catalogue(), seed=seed)
            pairs = [(task, witness) for task, witness in made if whole or task.family in seen]
            write_jsonl_atomic(stage.path / f"{part}.tasks.jsonl", [task for task, _ in pairs])
            outputs.append(f"{part}.tasks.jsonl")
            witnesses = {witness.task_id: witness for _, witness in pairs}
            for number, name in enumerate(names):
                acting = open_policy(name, witnesses=witnesses) if name == "witness" else opened[name]
                target = stage.path / f"{part}.{number}.jsonl"
                label = f"{name}, {part}"
                run_policy(target, [task for task, _ in pairs], acting, harness, seed, label, stop_after=stop_after)
                outputs.append(target.name)
        return outputs, {}

    do_stage(place, "evaluate", plan, work)
    from bench.evaluate import score
    from harness.contract import Task, Trajectory

    found: dict[str, list[Score]] = {}
    scored: dict[str, int] = {}
    for part in chosen:
        tasks = read_jsonl(place / "evaluate" / f"{part}.tasks.jsonl", Task)
        trajectories = [
            read_jsonl(place / "evaluate" / f"{part}.{number}.jsonl", Trajectory) for number in range(len(names))
        ]
        found[part] = [score(tasks, made) for made in trajectories]
        scored[part] = len({task.family for task in tasks})
    if json_output:
        by_slice = {part: as_json(names, scores) for part, scores in found.items()}
        print_json({"run": str(place), "families": dict(scored), "slices": by_slice})
        return
    draw(found, names, scored, default=not families)
    console().print(f"\nTrajectories: {place / 'evaluate'}", markup=False, highlight=False, soft_wrap=True)


def run_policy(
    target: Path, tasks: "list[Task]", policy: "Policy", eta: "Eta", seed: int, label: str, *, stop_after: int = 0
) -> None:
    """Runs a policy over tasks, so that a kill loses nothing. The witness knows the ids that the task's own seed gives."""
    from bench.running import run_tasks
    from harness.policy import WitnessPolicy
    from harness.rollout import Start
    from planner_agent.driving import progress_display

    own_seed = 0 if isinstance(policy, WitnessPolicy) else seed
    with progress_display() as show:

        def report(done: int, _: object) -> None:
            show({"step": label, "done": done, "total": len(tasks), "note": ""})

        run_tasks(target, [Start(task, own_seed) for task in tasks], policy, eta, stop_after=stop_after, report=report)


def as_json(names: list[str], scores: "list[Score]") -> "list[Json]":
    """The scores of all policies on one slice."""
    return [
        {
            "policy": name,
            "success": share_json(item.overall),
            "coverage": share_json(item.coverage),
            "by_capability": {key: share_json(value) for key, value in item.by_capability.items()},
            "by_behaviour": {key: share_json(value) for key, value in item.by_behaviour.items()},
            "by_family": {key: share_json(value) for key, value in item.by_family.items()},
            "ends": item.ends,
            "tokens_out_per_success": item.tokens_out_per_success(),
            "p_against_first": paired(scores[0], item) if index else None,
        }
        for index, (name, item) in enumerate(zip(names, scores, strict=True))
    ]


def share_json(item: "Share") -> "dict[str, Json]":
    """A share with its interval."""
    return {"hits": item.hits, "total": item.total, "value": item.value, "low": item.low, "high": item.high}


def paired(first: "Score", second: "Score") -> float:
    """The exact McNemar p-value of two policies on the same tasks."""
    from bench.statistics import mcnemar

    return mcnemar([row.success for row in first.rows], [row.success for row in second.rows])


def draw(found: "dict[str, list[Score]]", names: list[str], scored: dict[str, int], *, default: bool) -> None:
    """One table for all slices, and one for the groups of each. ``scored`` counts the families of each slice."""
    from rich.table import Table

    from bench.suite import SLICES

    out = console()
    table = Table(box=None)
    for title in ("slice", "policy", "solved", "%", "95 %", "valid", "tokens", "p"):
        left = title in ("slice", "policy")
        table.add_column(title, no_wrap=title != "policy", overflow="fold", justify="left" if left else "right")
    for part, scores in found.items():
        for index, (name, item) in enumerate(zip(names, scores, strict=True)):
            spent = item.tokens_out_per_success()
            p = paired(scores[0], item)
            table.add_row(
                "" if index else part,
                name,
                f"{item.overall.hits}/{item.overall.total}",
                f"{100 * item.overall.value:.1f}",
                _interval(item.overall),
                f"{100 * item.coverage.value:.0f} %",
                "-" if spent is None else f"{spent:.0f}",
                "" if not index else "< 0.001" if p < 0.001 else f"{p:.3f}",
            )
    out.print(table)
    notes = [f"{part}: {SLICES[part].says}, {_families(part, scored[part], default)}" for part in found]
    notes.append("tokens: mean output tokens of a solved episode; valid: episodes without a failure of infrastructure")
    if len(names) > 1:
        notes.append("p: exact paired McNemar test against the first policy")
    for line in notes:
        out.print(line, style="dim", highlight=False, soft_wrap=True)
    for part, scores in found.items():
        out.print()
        out.print(_details(part, scores, names))


def _families(part: str, scored: int, default: bool) -> str:
    """Which families a slice was scored on, and how to have the others."""
    from bench.suite import SLICES, families_of
    from harness.contract import Split

    if SLICES[part].families is not Split.TRAIN:
        return f"all {scored} of them"
    of = f"{scored} of {len(families_of(Split.TRAIN))} training families"
    return f"{of}, those of `flywheel run`; the rest are plain requests (--families all)" if default else of


def _details(part: str, scores: "list[Score]", names: list[str]) -> object:
    """Capabilities and behaviours of one slice, a column a policy."""
    from rich.table import Table

    table = Table(box=None)
    table.add_column(part, no_wrap=True)
    for name in names:
        table.add_column(name, min_width=19, overflow="fold")
    for kind in ("by_capability", "by_behaviour"):
        for group in getattr(scores[0], kind):
            shares = [getattr(item, kind)[group] for item in scores]
            cells = [f"{100 * s.value:>5.1f} {_interval(s)}" for s in shares]
            table.add_row(f"{group.replace('_', ' ')} ({shares[0].total})", *cells)
    return table


def _interval(item: "Share") -> str:
    return rf"\[{100 * item.low:.1f}, {100 * item.high:.1f}]"
