"""``planner-agent ask``: one request, in a person's own words, on a simulated phone."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner_agent.conventions import (
    DEFAULT_RUNS_ROOT,
    External,
    JsonOutput,
    RunsRoot,
    Seed,
    console,
    examples,
    print_json,
    writable_file,
    writable_folder,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from harness.contract import Change, Turn
    from harness.episode import Episode
    from harness.policy import Policy

app = typer.Typer(add_completion=False)


@app.command(
    epilog=examples(
        'planner-agent ask "set an alarm for 7:15 on weekdays"',
        'planner-agent ask "把亮度调到40" --profile liwei',
        'planner-agent ask "text Sophie that I am late" --policy openai/my-model --trace trace.json',
    )
)
def ask(
    request: Annotated[str, typer.Argument(metavar="REQUEST", help="What you want, in your own words.")],
    profile: Annotated[str, typer.Option(help="Whose phone; `planner-agent phone profiles` lists them.")] = "emma",
    policy: Annotated[
        str | None,
        typer.Option(metavar="POLICY", help="local:PATH or PROVIDER/MODEL; without one the newest trained planner."),
    ] = None,
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    memory: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", callback=writable_folder, help="Keep what the planner remembers here, across requests."
        ),
    ] = None,
    mcp: External = None,
    trace: Annotated[
        Path | None, typer.Option(metavar="FILE", callback=writable_file, help="Write the whole trace there, as JSON.")
    ] = None,
    seed: Seed = 0,
    runs: RunsRoot = DEFAULT_RUNS_ROOT,
    json_output: JsonOutput = False,
) -> None:
    """Let the planner carry out one request; prints its thoughts, its calls and the phone's answers as they come."""
    from agents.asking import task_of
    from agents.remembering import keep, recall
    from harness.catalogue import catalogue_for
    from harness.environments.phone.environment import PhoneEnvironment
    from harness.episode import Episode
    from harness.errors import UserError
    from harness.instructions import load
    from harness.mcp_client import catalogue_with
    from harness.policies import open_policy
    from harness.records import write_json_atomic
    from planner_agent.checkpoints import default_policy

    if not request.strip():
        raise UserError("the request is empty", expected="a few words")
    name = policy or default_policy(runs)
    chosen = open_policy(name)
    records, versions = recall(memory) if memory is not None else ((), {})
    task = task_of(request, profile, memory=records)
    out = console(stderr=json_output)
    if policy is None:
        out.print(f"  planner {name}", markup=False, highlight=False, soft_wrap=True)
    harness = load(eta)
    with catalogue_with(mcp, catalogue_for(harness)) as catalogue:
        episode = Episode(task, PhoneEnvironment(catalogue), harness, seed=seed, live=True)
        while not episode.done:
            turn = step(episode, chosen, lambda question: _permission(question, json_output))
            if turn is not None:
                show(turn, out)
            if episode.waiting:
                episode.answer(_answer(json_output))
    evidence = episode.environment.evidence()
    if memory is not None:
        says = keep(memory, versions, episode)
        if says:
            console(stderr=True).print(says, markup=False, soft_wrap=True)
    trajectory = episode.trajectory(chosen.ref)
    if trace is not None:
        write_json_atomic(trace, trajectory)
    if json_output:
        print_json(
            {
                "end": episode.end,
                "failure": episode.failure,
                "turns": [turn.model_dump(mode="json") for turn in episode.turns],
                "changes": [change.model_dump(mode="json") for change in evidence.delta],
            }
        )
    else:
        if episode.end == "budget":
            out.print("\nThe planner was stopped before it came to an end: out of turns, or unreadable.")
        _show_changes(evidence.delta)
    if episode.end == "infrastructure":
        console(stderr=True).print(f"The model could not be reached: {episode.failure}", markup=False)
    if episode.end in ("budget", "infrastructure"):
        raise typer.Exit(1)


def step(episode: "Episode", policy: "Policy", allow: "Callable[[str], bool]") -> "Turn | None":
    """One turn of the policy; ``allow`` puts a question to the person wherever a call needs a yes."""
    reply = policy.respond([episode.request()])[0]
    doubts = episode.doubts(reply.action) if reply.action is not None else []
    return episode.advance(reply, consent={doubt.place: allow(doubt.question) for doubt in doubts})


def show(turn: "Turn", out: "Console") -> None:
    """One turn as a person reads it."""

    lines = []
    if turn.action.thought:
        lines.append(f"  thinks  {turn.action.thought}")
    for call, answer in zip(turn.action.calls, turn.feedback, strict=True):
        lines.append(f"  calls   {call.name} {json.dumps(call.arguments, ensure_ascii=False)}")
        if answer.error is not None:
            lines.append(f"  error   {answer.error.code}: {answer.error.message}")
        else:
            lines.append(f"  gets    {_short(json.dumps(answer.payload, ensure_ascii=False))}")
        lines += [f"  notice  {notice}" for notice in answer.notices]
    if turn.action.message is not None:
        lines.append(f"  {turn.action.message.kind.value:<7} {turn.action.message.text}")
    if turn.action.malformed is not None:
        lines.append(f"  unreadable output ({turn.action.malformed}): {_short(turn.raw)}")
    for line in lines:
        out.print(line, markup=False, highlight=False, soft_wrap=True)


def _short(text: str, limit: int = 300) -> str:
    return text if len(text) <= limit else f"{text[:limit]} ... ({len(text)} characters)"


def _answer(json_output: bool) -> str:
    if json_output or not sys.stdin.isatty():
        answer = "I have nothing to add."
        console(stderr=json_output).print(f"  you     {answer} (nobody is at the terminal)", markup=False, highlight=False)
        return answer
    return str(typer.prompt("  you    "))


def _permission(question: str, json_output: bool) -> bool:
    if json_output or not sys.stdin.isatty():
        out = console(stderr=json_output)
        out.print(f"  asks    {question}\n  you     No. (nobody is at the terminal)", markup=False, highlight=False)
        return False
    return typer.confirm(f"  asks    {question}", default=False)


def _show_changes(delta: "tuple[Change, ...]") -> None:
    from agents.plainly import changes_in_words

    lines = changes_in_words(delta)
    out = console()
    out.print("\nWhat changed on the phone:" if lines else "\nNothing changed on the phone.")
    for line in lines:
        out.print(f"  {line}", markup=False, highlight=False, soft_wrap=True)
