"""``planner-agent curate``: from trajectories to a release, past a reviewer."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner_agent.conventions import DEFAULT_RUNS_ROOT, Exclude, JsonOutput, RunsRoot, Seed, console, examples, print_json

if TYPE_CHECKING:
    from harness.contract import Json
    from planner_agent.driving import Driven

app = typer.Typer(add_completion=False)
THREAD = "curate"
INPUTS = ("tasks.jsonl", "witnesses.jsonl", "trajectories.jsonl")


class Waiting(Exception):  # noqa: N818 - it is no error
    """The release waits for its reviewer; the stage stays open."""

    def __init__(self, driven: "Driven") -> None:
        super().__init__("the release waits for its reviewer")
        self.driven = driven


@app.command(
    epilog=examples(
        "planner-agent curate runs/collect-expert-0",
        "planner-agent curate runs/collect-expert-0 --approve --reviewer ada",
        "planner-agent curate runs/collect-expert-0 --approve --exclude new_note-tr-non-0-0003/0 --reviewer ada",
        "planner-agent curate runs/collect-expert-0 --reviewer auto --run runs/curated",
        "planner-agent curate runs/collect-error-0 --parent runs/curate-0/curate/release --run runs/second",
    )
)
def curate(
    source: Annotated[
        Path, typer.Argument(metavar="TRAJECTORIES", help="A run with trajectories, or a folder with the three files.")
    ],
    folder: Annotated[
        Path | None, typer.Option("--run", metavar="FOLDER", help="Run folder; the same one continues, and is decided on.")
    ] = None,
    approve: Annotated[
        bool | None,
        typer.Option("--approve/--reject", help="Your word on the release that this run has put before you."),
    ] = None,
    reviewer: Annotated[
        str, typer.Option(help="Who decides; it stands in the release. `auto`: a rule decides and says so.")
    ] = "person",
    note: Annotated[str, typer.Option(help="Why you decide so.")] = "",
    exclude: Exclude = None,
    parent: Annotated[
        Path | None, typer.Option(metavar="RELEASE", help="Folder of a release that this one builds on.")
    ] = None,
    eta: Annotated[str, typer.Option(help="Harness configuration that the trajectories were made with.")] = "v1",
    seed: Seed = 0,
    runs: RunsRoot = DEFAULT_RUNS_ROOT,
    json_output: JsonOutput = False,
) -> None:
    """Replay every trajectory, find the turns not to learn from, and put a release before its reviewer."""
    from agents.release import verify_release
    from graphs.inputs import eta_in, tasks_in, trajectories_in, witnesses_in
    from graphs.settings import Settings
    from harness.errors import UserError
    from harness.records import file_digest
    from harness.runs import RunPlan, Stage
    from planner_agent.commands.gate import already_decided
    from planner_agent.single_stage import do_stage, find_file

    files = {name: find_file(source, name) for name in INPUTS}
    tasks = tasks_in(str(files["tasks.jsonl"]))
    witnesses_in(str(files["witnesses.jsonl"]), tasks)
    trajectories_in(str(files["trajectories.jsonl"]), tasks)
    inputs = {name: file_digest(path) for name, path in files.items()}
    if parent is not None:
        inputs["parent"] = str(verify_release(parent)["id"])
    if exclude and not approve:
        raise UserError("nothing is approved, so nothing can be left out", where="--exclude", expected="--approve")
    if reviewer == "auto" and approve is not None:
        raise UserError("a rule decides, so there is nothing to approve or reject", where="--reviewer auto")
    settings = Settings(seed=seed, eta=eta, reviewer="auto" if reviewer == "auto" else "person")
    plan = RunPlan(seed=seed, inputs=inputs, harness_version=eta_in(eta).version)
    place = folder or runs / f"curate-{seed}"
    decided_before = True

    def work(stage: Stage) -> "tuple[list[str], dict[str, Json]]":
        nonlocal decided_before
        decided_before = False
        given = {"out": str(stage.path)} | ({"parent": str(parent)} if parent is not None else {})
        for name, path in files.items():
            shutil.copyfile(path, stage.path / name)
            given[name.replace(".jsonl", "_file")] = str(stage.path / name)
        driven = decide(stage.path, given, settings, approve, reviewer, note, exclude)
        decision = driven.values["decision"]
        frozen = ["release/release.json"] if decision["verdict"] != "rejected" else []
        return ["records.jsonl", "proposal.json", *frozen], {"decision": decision, "release": driven.values["release"]}

    try:
        facts = do_stage(place, "curate", plan, work).facts
    except Waiting as waiting:
        ask(place, source, waiting.driven, json_output)
        return
    if approve is not None and decided_before:
        raise already_decided(place, facts["decision"])
    tell(place, facts, json_output)


def decide(
    stage: Path,
    given: "dict[str, Json]",
    settings: object,
    approve: bool | None,
    reviewer: str,
    note: str,
    exclude: list[str] | None,
) -> "Driven":
    """Drives the curator to its end. Raises ``Waiting`` at the gate, unless a word on what was shown is given."""
    from graphs.curator import build
    from harness.errors import UserError
    from planner_agent.commands.gate import answer_of
    from planner_agent.driving import drive, look

    before = look(build(), folder=stage, thread=THREAD)
    driven = drive(build(), given, context=settings, folder=stage, thread=THREAD)
    if driven.question is None:
        return driven
    if approve is None:
        raise Waiting(driven)
    shown = _proposal(driven)
    if before is None or before.question is None or _proposal(before) != shown:
        message = "this release was not put before you yet; nothing was decided"
        raise UserError(message, where=str(stage / "proposal.html"), expected="a look at it, then your word again")
    answer = answer_of(approve, reviewer, note, exclude, stage / "proposal.json")
    return drive(build(), given, context=settings, folder=stage, thread=THREAD, answer=answer)


def _proposal(driven: "Driven") -> str:
    assert driven.question is not None
    return str(driven.question["action_requests"][0]["args"]["proposal"])


def ask(place: Path, source: Path, driven: "Driven", json_output: bool) -> None:
    """Says what waits and how to answer."""
    assert driven.question is not None
    if json_output:
        print_json({"run": str(place), "waits_for": driven.question})
        return
    out = console()
    again = f"planner-agent curate {source} --run {place}"
    for line in (
        f"\n{driven.question['action_requests'][0]['description']}",
        f"Read  {place / 'curate' / 'proposal.html'}",
        f"Then  {again} --approve --reviewer YOUR-NAME",
        f"or    {again} --reject --note WHY",
    ):
        out.print(line, markup=False, highlight=False, soft_wrap=True)


def tell(place: Path, facts: "dict[str, Json]", json_output: bool) -> None:
    """Says what was decided; a rejection is the answer no."""
    decision, release = facts["decision"], facts["release"]
    if json_output:
        print_json({"run": str(place), "decision": decision, "release": release})
    else:
        by = "by rule, not by a person" if decision["by"] == "rule" else f"by {decision['reviewer']}"
        out = console()
        out.print(f"The release was {decision['verdict']} {by}. {decision['note']}".rstrip(), markup=False)
        if release:
            out.print(f"{release}: {place / 'curate' / 'release'}", markup=False, highlight=False, soft_wrap=True)
            out.print(f"\nNext: planner-agent train cold-start {place}", markup=False, highlight=False, soft_wrap=True)
    if decision["verdict"] == "rejected":
        raise typer.Exit(1)
