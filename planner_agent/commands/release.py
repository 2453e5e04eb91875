"""``planner-agent release``: look at frozen data, recompute what it claims, compare two of them."""

from pathlib import Path
from typing import Annotated

import typer

from planner_agent.conventions import JsonOutput, console, examples, print_json

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Frozen training data: show, verify, compare.")
PLACES = ("", "release", "curate/release")


@app.callback()
def release() -> None:
    """Groups the commands on releases."""


@app.command(epilog=examples("planner-agent release verify runs/flywheel-0-0", "planner-agent release verify FOLDER --json"))
def verify(
    folder: Annotated[Path, typer.Argument(metavar="RELEASE", help="A release folder, or a run that made one.")],
    json_output: JsonOutput = False,
) -> None:
    """Recompute every hash, count and share of a release; the first that does not hold is an error."""
    from agents.release import verify_release

    found = verify_release(folder_of(folder))
    if json_output:
        print_json(found)
        return
    console().print(f"{found['id']}: {found['verdict']}", markup=False, highlight=False)


@app.command(epilog=examples("planner-agent release show runs/flywheel-0-0", "planner-agent release show FOLDER --json"))
def show(
    folder: Annotated[Path, typer.Argument(metavar="RELEASE", help="A release folder, or a run that made one.")],
    json_output: JsonOutput = False,
) -> None:
    """Say what a release holds, who approved it, and which gaps it answers."""
    from agents.release import read_release

    place = folder_of(folder)
    found, _ = read_release(place)
    if json_output:
        print_json(found.model_dump(mode="json", exclude={"added", "removed", "answers"}) | {"folder": str(place)})
        return
    out = console()
    lines = [found.id, f"  folder      {place}", f"  parent      {found.parent or 'none'}"]
    if found.decision is not None:
        by = "by rule, not by a person" if found.decision.by == "rule" else "by a person"
        lines.append(f"  {found.decision.verdict:<11} {by} ({found.decision.reviewer}) {found.decision.note}".rstrip())
    lines += [f"  {count:>9}   {name.replace('_', ' ')}" for name, count in found.counts.items()]
    lines += [f"  {100 * share:>7.1f} %   of the mixture {name.replace('_', ' ')}" for name, share in found.sampling.items()]
    lines.append(f"  {len(found.answers):>9}   gaps answered, {len(found.added)} added and {len(found.removed)} removed")
    for line in lines:
        out.print(line, markup=False, highlight=False, soft_wrap=True)


@app.command(
    epilog=examples(
        "planner-agent release diff runs/flywheel-0-0 runs/flywheel-0-1",
        "planner-agent release diff OLD NEW --json",
    )
)
def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="A release folder, or a run that made one.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="The later one.")],
    json_output: JsonOutput = False,
) -> None:
    """Say what the later release adds and drops, and which gap each addition answers."""
    from agents.release import diff_releases

    found = diff_releases(folder_of(old), folder_of(new))
    if json_output:
        print_json(found)
        return
    out = console()
    out.print(f"{found['from']} -> {found['to']}", markup=False, highlight=False)
    out.print(f"  {found['added']} added, {found['removed']} removed, {found['kept']} kept", highlight=False)
    for gap, count in found["added_by_gap"].items():
        out.print(f"  {count:>6}  added for {gap}", markup=False, highlight=False)
    for name, (before, after) in found["sampling"].items():
        out.print(f"  {name.replace('_', ' ')}: {_share(before)} -> {_share(after)} of the mixture", highlight=False)


def _share(value: float | None) -> str:
    return "none" if value is None else f"{100 * value:.1f} %"


def folder_of(given: Path) -> Path:
    """The release folder that is meant: the folder itself, or the one that a run made."""
    from agents.release import MANIFEST

    return next((given / place for place in PLACES if (given / place / MANIFEST).is_file()), given)
