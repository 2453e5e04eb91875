"""``planner-agent gate``: a person's word on a proposed release; the run then goes on."""

import json
from pathlib import Path
from typing import Annotated

import typer

from planner_agent.commands.flywheel import SETTINGS_FILE, go_on, report
from planner_agent.conventions import JsonOutput, examples

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.command(
    epilog=examples(
        "planner-agent gate runs/flywheel-0-0 --approve --reviewer ada",
        "planner-agent gate runs/flywheel-0-0 --reject --note 'too few recoveries'",
    )
)
def gate(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The run folder that waits.")],
    approve: Annotated[bool, typer.Option("--approve/--reject", help="Freeze the release and go on, or stop here.")],
    reviewer: Annotated[str, typer.Option(help="Who decides; it stands in the release.")] = "person",
    note: Annotated[str, typer.Option(help="Why.")] = "",
    json_output: JsonOutput = False,
) -> None:
    """Approve or reject the release that a flywheel run proposes; an approved run continues to its report."""
    from agents.release import Proposal
    from graphs.settings import Settings
    from harness.errors import UserError
    from harness.records import read_json

    saved = folder / SETTINGS_FILE
    if not saved.is_file():
        raise UserError("no run waits here", where=str(folder), expected="the folder of a `flywheel run`")
    begun = json.loads(saved.read_text(encoding="utf-8"))
    proposal = read_json(folder / "curate" / "proposal.json", Proposal)
    kind = "approve" if approve else "reject"
    answer = {"type": kind, "reviewer": reviewer, "message": note, "proposal": proposal.digest()}
    settings = Settings(**{**begun["settings"], "reviewer": "person"})
    report(folder, go_on(folder, settings, begun["given"], answer), json_output)
