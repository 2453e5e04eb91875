"""``planner-agent collect``: trajectories for tasks, by the expert, by a learner, or by both in turn."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from planner_agent.conventions import DEFAULT_RUNS_ROOT, JsonOutput, Model, RunsRoot, Seed, console, examples, print_json

if TYPE_CHECKING:
    from harness.contract import Json

app = typer.Typer(add_completion=False)
COPIED = ("tasks.jsonl", "witnesses.jsonl")
"""What is kept beside the trajectories, so that they can be curated without anything else."""


@app.command(
    epilog=examples(
        "planner-agent collect runs/construct-0-0",
        "planner-agent collect runs/construct-0-0 --arm error --learner embedded",
        "planner-agent collect runs/construct-0-0 --backends phone=3,simulated=1 --model openai/my-model",
        "planner-agent collect runs/construct-0-0 --arm learner --learner openai/my-model --run runs/by-my-model",
    )
)
def collect(
    source: Annotated[
        Path, typer.Argument(metavar="TASKS", help="A run with tasks, or a folder with tasks.jsonl and witnesses.jsonl.")
    ],
    folder: Annotated[
        Path | None, typer.Option("--run", metavar="FOLDER", help="Run folder; the same one continues a killed run.")
    ] = None,
    arm: Annotated[
        Literal["expert", "error", "random", "learner"],
        typer.Option(help="Who acts: the expert; the learner, with the expert on error or at random; the learner alone."),
    ] = "expert",
    learner: Annotated[
        str, typer.Option(metavar="POLICY", help="embedded, local:PATH or PROVIDER/MODEL; every arm but expert needs one.")
    ] = "",
    slip_rate: Annotated[
        float, typer.Option(min=0, max=1, help="Share of expert turns that start with a mistake to recover from.")
    ] = 0.15,
    backends: Annotated[
        str, typer.Option(metavar="SHARES", help="Where tasks run: phone, simulated, device; a mix as phone=3,simulated=1.")
    ] = "phone",
    model: Model = None,
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    seed: Seed = 0,
    runs: RunsRoot = DEFAULT_RUNS_ROOT,
    json_output: JsonOutput = False,
) -> None:
    """Play every task to its end, verify it on the phone, and keep successes, failures and recoveries alike."""
    from agents.writing.writer import check_model, configured_model
    from graphs import collector
    from graphs.inputs import check_tasks, eta_in, tasks_in, witnesses_in
    from graphs.settings import Settings
    from harness.backends import read_shares
    from harness.catalogue import catalogue_for
    from harness.errors import UserError
    from harness.policies import open_policy
    from harness.records import file_digest
    from harness.runs import RunPlan, Stage
    from planner_agent.driving import drive
    from planner_agent.single_stage import do_stage, find_file

    tasks_file, witnesses_file = (find_file(source, name) for name in COPIED)
    tasks = tasks_in(str(tasks_file))
    witnesses_in(str(witnesses_file), tasks)
    if arm != "expert" and not learner:
        expected = "embedded, local:PATH or PROVIDER/MODEL"
        raise UserError(f"the arm {arm} needs a learner", where="--learner", expected=expected)
    ref = open_policy(learner).ref if learner and arm != "expert" else None
    settings = Settings(seed=seed, slip_rate=slip_rate, eta=eta, backends=backends, model=model or "")
    harness = eta_in(eta)
    check_tasks(str(tasks_file), tasks.values(), catalogue_for(harness))
    collector.backends_of(settings).groups(tasks.values())
    asks = arm == "error" or "simulated" in read_shares(backends)
    if asks:
        check_model(settings.model)
    models = {"learner": (ref.digest or ref.name) if ref else "", "model": configured_model(settings.model) if asks else ""}
    plan = RunPlan(
        seed=seed,
        settings={"arm": arm, "slip_rate": slip_rate, "backends": backends},
        inputs={path.name: file_digest(path) for path in (tasks_file, witnesses_file)},
        models={name: value for name, value in models.items() if value},
        harness_version=harness.version,
    )
    place = folder or runs / f"collect-{arm}-{seed}"

    def work(stage: Stage) -> "tuple[list[str], dict[str, Json]]":
        for path in (tasks_file, witnesses_file):
            shutil.copyfile(path, stage.path / path.name)
        given = {
            "out": str(stage.path),
            "tasks_file": str(stage.path / "tasks.jsonl"),
            "witnesses_file": str(stage.path / "witnesses.jsonl"),
            "arm": arm,
            "learner": learner if arm != "expert" else "",
        }
        driven = drive(collector.build(), given, context=settings, folder=stage.path, thread="collect")
        return ["trajectories.jsonl", *COPIED], driven.values["collected"]

    finished = do_stage(place, "collect", plan, work)
    if json_output:
        print_json({"run": str(place), "collected": finished.facts})
        return
    out = console()
    for name, count in finished.facts.items():
        out.print(f"  {name.replace('_', ' '):<34} {count}", markup=False, highlight=False)
    out.print(f"\nNext: planner-agent curate {place}", markup=False, highlight=False, soft_wrap=True)
