"""``planner-agent gate``: a person's word on a proposed release; the run then goes on."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner_agent.commands.flywheel import THREAD, go_on, report
from planner_agent.conventions import Exclude, JsonOutput, examples

if TYPE_CHECKING:
    from collections.abc import Mapping

    from harness.contract import Json
    from planner_agent.driving import Driven

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.command(
    epilog=examples(
        "planner-agent gate runs/flywheel-0-0 --approve --reviewer ada",
        "planner-agent gate runs/flywheel-0-0 --approve --exclude new_note-tr-non-0-0003/0",
        "planner-agent gate runs/flywheel-0-0 --reject --note 'too few recoveries'",
    )
)
def gate(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="The run folder that waits.")],
    approve: Annotated[bool, typer.Option("--approve/--reject", help="Freeze the release and go on, or stop here.")],
    reviewer: Annotated[str, typer.Option(help="Who decides; it stands in the release.")] = "person",
    note: Annotated[str, typer.Option(help="Why.")] = "",
    exclude: Exclude = None,
    json_output: JsonOutput = False,
) -> None:
    """Approve or reject the release that a flywheel run proposes; an approved run continues to its report."""
    from dataclasses import replace

    from graphs.flywheel import build
    from harness.errors import UserError
    from planner_agent.begun import begun_with
    from planner_agent.driving import look

    begun = begun_with(folder)
    settings = replace(begun.settings, reviewer="person")
    asked = look(build(), folder=folder, thread=THREAD)
    if approve and not exclude and _approved_and_stopped(asked):
        report(folder, go_on(folder, begun.settings, begun.given), json_output)
        return
    if asked is None or asked.question is None:
        raise _nothing_waits(folder, asked)
    shown = _proposal(asked)
    now = go_on(folder, settings, begun.given)
    if now.question is None or _proposal(now) != shown:
        message = "the proposal has changed since it was put before you; nothing was decided"
        raise UserError(
            message, where=str(folder / "curate" / "proposal.json"), expected="a look at it, then your word again"
        )
    answer = answer_of(approve, reviewer, note, exclude, folder / "curate" / "proposal.json")
    report(folder, go_on(folder, settings, begun.given, answer), json_output)


def answer_of(approve: bool, reviewer: str, note: str, exclude: list[str] | None, proposal: Path) -> "dict[str, Json]":
    """A person's word on the proposal in that file, as the gate reads it; leaving something out makes it an edit.

    Raises ``UserError`` for a word that the gate could not take.
    """
    from agents.release import Proposal
    from agents.review import read_answer
    from harness.records import read_json

    shown = read_json(proposal, Proposal)
    kind = "reject" if not approve else "edit" if exclude else "approve"
    answer: dict[str, Json] = {"type": kind, "reviewer": reviewer, "message": note, "proposal": shown.digest()}
    answer |= {"exclude": exclude} if exclude else {}
    read_answer(answer, shown)
    return answer


def already_decided(folder: Path, decision: "Mapping[str, Json]") -> Exception:
    """What is said of a word that comes too late."""
    from harness.errors import UserError

    message = f"the release was already {decision['verdict']} by {decision['reviewer']}"
    return UserError(message, where=str(folder), expected="a run that waits; a new look needs a new run folder")


def _approved_and_stopped(stand: "Driven | None") -> bool:
    """Whether the release was approved and the run was killed afterwards, so that the same word only has it go on."""
    if stand is None or stand.finished:
        return False
    decision = stand.values.get("decision")
    return decision is not None and decision["verdict"] != "rejected"


def _proposal(stand: "Driven") -> str:
    """The digest of the proposal that a waiting run has put before the reviewer."""
    assert stand.question is not None
    return str(stand.question["action_requests"][0]["args"]["proposal"])


def _nothing_waits(folder: Path, stand: "Driven | None") -> Exception:
    """Why there is nothing to decide in a run."""
    from harness.errors import UserError

    decision = stand.values.get("decision") if stand else None
    if decision:
        return already_decided(folder, decision)
    command = f"planner-agent flywheel run --run {folder}"
    return UserError("the run is not at its gate yet", where=str(folder), expected=f"`{command}` first, as it was begun")
