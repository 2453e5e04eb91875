"""``planner-agent flywheel``: one iteration of the loop, from tasks to a report, resumable at any moment."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner_agent.conventions import DEFAULT_RUNS_ROOT, JsonOutput, Model, RunsRoot, Seed, console, examples, print_json

if TYPE_CHECKING:
    from graphs.settings import Settings
    from planner_agent.driving import Driven

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="The whole loop: construct, collect, curate, train, measure."
)
THREAD = "flywheel"


@app.callback()
def flywheel() -> None:
    """Groups the commands on the loop."""


@app.command(
    epilog=examples(
        "planner-agent flywheel run --reviewer auto",
        "planner-agent flywheel run --small --reviewer auto --run runs/look",
        "planner-agent flywheel run --families moved_alarm,new_note --per-family 20 --minutes 1 --run runs/two",
        "planner-agent flywheel run --run runs/second --parent runs/first --iteration 1",
        "planner-agent flywheel run --rl-updates 5 --reviewer auto --run runs/with-rl",
    )
)
def run(
    folder: Annotated[
        Path | None, typer.Option("--run", metavar="FOLDER", help="Run folder; the same one continues a killed run.")
    ] = None,
    reviewer: Annotated[
        str, typer.Option(help="Who passes the gate: `person` stops and asks, `auto` lets a rule decide and says so.")
    ] = "person",
    small: Annotated[
        bool, typer.Option("--small", help="A whole iteration in a few minutes, too small to learn much.")
    ] = False,
    iteration: Annotated[int, typer.Option(min=0, help="Which turn of the flywheel this is.")] = 0,
    parent: Annotated[
        Path | None,
        typer.Option(metavar="RUN", help="Run folder of the iteration before; its gaps and release are built on."),
    ] = None,
    requests: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A person's own requests, text or JSON Lines, to construct from too.")
    ] = None,
    per_family: Annotated[int | None, typer.Option(min=1, help="Tasks to draft for each training family.")] = None,
    families: Annotated[
        str,
        typer.Option(
            metavar="NAMES",
            help="Training families to use, as a comma list, or `all`; without it all but plain requests.",
        ),
    ] = "",
    eval_per_family: Annotated[
        int | None, typer.Option(min=1, help="Tasks for each family in each evaluation slice.")
    ] = None,
    minutes: Annotated[float | None, typer.Option(help="Length of the cold start in nominal minutes.")] = None,
    rl_updates: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Updates of reinforcement learning after the cold start, a quarter of a minute each. "
            "0 leaves the stage out, as it is not shown yet that so few pay.",
            show_default="0",
        ),
    ] = None,
    base_model: Annotated[str, typer.Option(metavar="PATH", help="Base model; empty is the embedded planner's.")] = "",
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    workers: Annotated[int, typer.Option(min=1, help="Processes that prove tasks and replay trajectories.")] = 2,
    model: Model = None,
    seed: Seed = 0,
    runs: RunsRoot = DEFAULT_RUNS_ROOT,
    json_output: JsonOutput = False,
) -> None:
    """Run one iteration: tasks, trajectories, release, cold start, evaluation before and after, diagnosis, report."""
    from graphs.settings import SMALL, Settings
    from harness.errors import UserError

    if parent is not None and iteration == 0:
        message = "an iteration that builds on another is not the first"
        raise UserError(message, where="--iteration", expected="at least 1 beside --parent")
    if parent is not None and (families or per_family is not None):
        message = "the gaps of the iteration before say which families come, and how often"
        raise UserError(message, where="--families" if families else "--per-family", expected="neither beside --parent")
    chosen: dict[str, Any] = dict(SMALL) if small else {}
    options = {"per_family": per_family, "eval_per_family": eval_per_family, "minutes": minutes, "rl_updates": rl_updates}
    chosen |= {name: value for name, value in options.items() if value is not None}
    settings = Settings(
        seed=seed,
        iteration=iteration,
        families=families,
        eta=eta,
        base_model=base_model,
        workers=workers,
        reviewer=reviewer,
        model=model or "",
        requests=str(requests) if requests else "",
        **chosen,
    )
    place = folder or runs / f"flywheel-{'small-' if small else ''}{seed}-{iteration}"
    given: dict[str, str] = {}
    if parent is not None:
        given = {"gaps_file": str(parent / "analyse" / "gaps.jsonl"), "parent": str(parent / "curate" / "release")}
    driven = go_on(place, settings, given)
    report(place, driven, json_output)


@app.command(epilog=examples("planner-agent flywheel status runs/flywheel-0-0"))
def status(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The run folder.")], json_output: JsonOutput = False
) -> None:
    """Say where a run stands: each stage with its state, its time and what it came to."""
    from agents.report.reading import read_seconds
    from graphs.flywheel import build, stages_of
    from harness.runs import is_running, read_manifest
    from planner_agent import standing
    from planner_agent.driving import look

    manifest, running = read_manifest(folder), is_running(folder)
    stages = stages_of(manifest.plan)
    facts = {name: manifest.stages[name].facts for name in stages if name in manifest.stages}
    seconds = read_seconds(folder)
    if json_output:
        print_json({"running": running, "stages": facts, "seconds": seconds, "digest": manifest.digest()})
        return
    out = console()

    def say(text: str) -> None:
        out.print(text, markup=False, highlight=False, soft_wrap=True)

    asked = None if running or len(facts) == len(stages) else look(build(), folder=folder, thread=THREAD)
    waiting = asked is not None and asked.question is not None
    stand = standing.stand_of(facts, stages, running=running, waiting=waiting)
    way = f": planner-agent gate {folder} --approve (or --reject)" if waiting else ""
    say(f"{folder}: {stand}{way}\n")
    out.print(standing.table_of(standing.lines_of(facts, stages, seconds, running=running, waiting=waiting)))
    if waiting:
        say(f"\nTo read: {folder / 'curate' / 'proposal.html'}")
    elif len(facts) == len(stages):
        say(f"\nReport: {folder / 'report.html'}")


def go_on(place: Path, settings: "Settings", given: dict[str, str], answer: object | None = None) -> "Driven":
    """Runs the loop in a folder to its end or to the gate, and remembers the settings for the gate's command.

    ``given`` are the inputs from outside, as ``graphs.flywheel.Input`` names them: the run is the folder itself.
    Every input is read, and the folder's plan compared, before anything is written.
    """
    from graphs.flywheel import build, plan_of
    from graphs.inputs import check_foundations
    from harness.runs import RunFolder
    from planner_agent.begun import Begun, remember
    from planner_agent.driving import drive

    plan = plan_of(given, settings)
    check_foundations(settings, given.get("parent", ""))
    with RunFolder(place, plan) as folder:
        for notice in folder.notices:
            console(stderr=True).print(notice, markup=False, soft_wrap=True)
        remember(place, Begun(settings=settings, given=given))
    inputs = {**given, "run": str(place)}
    return drive(build(), inputs, context=settings, folder=place, thread=THREAD, answer=answer)


def report(place: Path, driven: "Driven", json_output: bool) -> None:
    """Says how the run ended, or what it waits for."""
    out = console(stderr=json_output)

    def say(text: str) -> None:
        out.print(text, markup=False, highlight=False, soft_wrap=True)

    if driven.question is not None:
        say(f"\n{driven.question['action_requests'][0]['description']}")
        say(f"Read {place / 'curate' / 'proposal.html'}, then: planner-agent gate {place} --approve (or --reject)")
        if json_output:
            print_json({"run": str(place), "waits_for": driven.question})
        return
    decision = driven.values["decision"]
    if json_output:
        print_json({"run": str(place)} | {name: driven.values[name] for name in ("decision", "report", "facts")})
    if decision["verdict"] == "rejected":
        say(f"The release was rejected by {decision['reviewer']}: {decision['note'] or 'no reason given'}")
        raise typer.Exit(1)
    if not json_output:
        say(f"\nReport: {driven.values['report']}")
