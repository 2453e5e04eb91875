"""``planner-agent construct``: proven tasks, from scenario families, from gaps, or from a person's own requests."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner_agent.conventions import DEFAULT_RUNS_ROOT, JsonOutput, Model, RunsRoot, Seed, console, examples, print_json

if TYPE_CHECKING:
    from harness.contract import Json

app = typer.Typer(add_completion=False)
OUTPUTS = ("tasks.jsonl", "witnesses.jsonl", "rejections.jsonl", "gaps.jsonl")


@app.command(
    epilog=examples(
        "planner-agent construct --per-family 5",
        "planner-agent construct --families moved_alarm,new_note --per-family 20 --run runs/alarms",
        "planner-agent construct --gaps runs/flywheel-0-0/analyse/gaps.jsonl --iteration 1 --run runs/more",
        "planner-agent construct --requests my-requests.txt --per-family 1 --run runs/mine",
    )
)
def construct(
    folder: Annotated[
        Path | None, typer.Option("--run", metavar="FOLDER", help="Run folder; the same one continues a killed run.")
    ] = None,
    per_family: Annotated[int, typer.Option(min=1, help="Tasks to draft for each training family.")] = 10,
    families: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="Training families to use, as a comma list, or `all`; without it all but plain requests.",
        ),
    ] = "",
    gaps: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Gaps to fill, JSON Lines, as an analysis writes them.")
    ] = None,
    requests: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A person's own requests, text or JSON Lines, to construct from too.")
    ] = None,
    iteration: Annotated[int, typer.Option(min=0, help="Which turn of the flywheel; tasks of two never meet.")] = 0,
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    workers: Annotated[int, typer.Option(min=1, help="Processes that prove tasks; changes the speed only.")] = 2,
    model: Model = None,
    seed: Seed = 0,
    runs: RunsRoot = DEFAULT_RUNS_ROOT,
    json_output: JsonOutput = False,
) -> None:
    """Draft tasks, prove each one on the phone, and keep those that are clear, new and far from everything held out."""
    from agents.requests import read_requests
    from agents.writing.writer import check_model
    from graphs import constructor
    from graphs.inputs import eta_in
    from graphs.settings import Settings
    from harness.records import file_digest
    from harness.runs import RunPlan, Stage
    from planner_agent.driving import drive
    from planner_agent.single_stage import do_stage

    settings = Settings(
        seed=seed,
        iteration=iteration,
        per_family=per_family,
        families=families,
        eta=eta,
        workers=workers,
        model=model or "",
        requests=str(requests) if requests else "",
    )
    check_model(settings.model)
    constructor.gaps_of(settings, str(gaps or ""))
    inputs: dict[str, str] = {}
    if gaps is not None:
        inputs["gaps"] = file_digest(gaps)
    if requests is not None:
        read_requests(requests)
        inputs["requests"] = file_digest(requests)
    plan = RunPlan(seed=seed, settings=settings.decisive(), inputs=inputs, harness_version=eta_in(settings.eta).version)
    place = folder or runs / f"construct-{seed}-{iteration}"

    def work(stage: Stage) -> "tuple[list[str], dict[str, Json]]":
        given = {"out": str(stage.path)} | ({"gaps_file": str(gaps)} if gaps is not None else {})
        driven = drive(constructor.build(), given, context=settings, folder=stage.path, thread="construct")
        outputs = [*OUTPUTS, *([constructor.REQUESTS] if requests is not None else [])]
        return outputs, driven.values["yields"]

    finished = do_stage(place, "construct", plan, work)
    if json_output:
        print_json({"run": str(place), "tasks": str(place / "construct" / "tasks.jsonl"), "yields": finished.facts})
        return
    out = console()
    for name, count in finished.facts.items():
        out.print(f"  {name.replace('_', ' '):<34} {count}", markup=False, highlight=False)
    out.print(f"\nTasks: {place / 'construct' / 'tasks.jsonl'}", markup=False, highlight=False, soft_wrap=True)
    out.print(f"Next:  planner-agent collect {place}", markup=False, highlight=False, soft_wrap=True)
