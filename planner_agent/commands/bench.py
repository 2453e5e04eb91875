"""``planner-agent bench``: what the harness can do before any planner acts: recall of tools, and speed."""

from typing import TYPE_CHECKING, Annotated

import typer

from planner_agent.conventions import JsonOutput, Seed, console, examples, print_json

if TYPE_CHECKING:
    from bench.statistics import Share

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Measure the harness: recall of tools, speed.")


@app.callback()
def bench() -> None:
    """Groups the measurements."""


@app.command(epilog=examples("planner-agent bench recall", "planner-agent bench recall --per-family 3 --json"))
def recall(
    per_family: Annotated[int, typer.Option(min=1, help="Tasks for each family in each slice.")] = 5,
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    seed: Seed = 0,
    json_output: JsonOutput = False,
) -> None:
    """Say for how many requests the tools that their solution needs are offered, by slice, language and domain."""
    from dataclasses import asdict

    from bench.recall import measure
    from harness.catalogue import full_catalogue
    from harness.instructions import load
    from planner_agent.commands.evaluate import share_json

    harness = load(eta)
    with console(stderr=True).status("asking for the tools of every task"):
        report = measure(full_catalogue(), harness, per_family=per_family, seed=seed)
    size = harness.settings.recall.tools
    groups = {"slice": report.by_split, "language": report.by_language, "domain": report.by_domain}
    if json_output:
        shares = {f"by_{name}": {key: share_json(item) for key, item in found.items()} for name, found in groups.items()}
        rest = {name: value for name, value in asdict(report).items() if not name.startswith("by_")}
        print_json({"tools": size, **shares, **rest})
        return
    from rich.table import Table

    out = console()
    for name, found in groups.items():
        table = Table(name, "requests", f"recall@{size}", "95 % interval", box=None)
        for key, item in found.items():
            table.add_row(key, str(item.total), f"{100 * item.value:.1f} %", _interval(item))
        out.print(table)
        out.print()
    out.print("Missed most:", style="bold")
    for name, count in list(report.missed.items())[:10]:
        out.print(f"  {count:>4}  {name}", markup=False, highlight=False)
    ratio = report.schema_characters / max(1, report.compact_characters)
    sizes = (
        f"All tools are {report.compact_characters:,} characters as signatures; JSON schemas take {ratio:.1f} times as many"
    )
    out.print(f"\n{report.milliseconds:.2f} ms a request. {sizes}.", highlight=False, soft_wrap=True)


@app.command(epilog=examples("planner-agent bench throughput", "planner-agent bench throughput --json"))
def throughput(
    per_family: Annotated[int, typer.Option(min=1, help="Tasks for each family whose solutions are played.")] = 2,
    repeats: Annotated[int, typer.Option(min=1, help="How often each part is timed; the fastest counts.")] = 3,
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    seed: Seed = 0,
    json_output: JsonOutput = False,
) -> None:
    """Time the phone and the harness in one process, without any planner: resets, steps, turns, verdicts."""
    from dataclasses import asdict

    from bench.throughput import measure
    from harness.catalogue import full_catalogue
    from harness.instructions import load

    with console(stderr=True).status("playing solutions"):
        found = measure(full_catalogue(), load(eta), per_family=per_family, repeats=repeats, seed=seed)
    if json_output:
        print_json(asdict(found))
        return
    out = console()
    for value, unit, says in (
        (f"{found.resets:,.0f}", "resets/s", "a profile with the task's changes, memory and obstacles"),
        (f"{found.phone_steps:,.0f}", "phone steps/s", "one call: checks, rules, virtual time, feedback, log"),
        (f"{found.turns:,.0f}", "turns/s", "whole episodes: reset, recall, context, request, calls, notices"),
        (f"{found.verify_ms:.2f}", "ms a verdict", "difference of states, checkers, gates"),
        (f"{found.snapshot_ms:.2f}", "ms a snapshot", "digest of the whole state"),
        (f"{found.fork_ms:.3f}", "ms a fork", "an independent phone at the same point"),
    ):
        out.print(f"  {value:>10}  {unit:<15} {says}", markup=False, highlight=False, soft_wrap=True)
    scope = f"{found.tasks} tasks with {found.calls} calls, one process, the fastest of {repeats}"
    out.print(f"\n{scope}; no planner is in these numbers.", highlight=False, soft_wrap=True)


def _interval(item: "Share") -> str:
    return rf"\[{100 * item.low:.1f}, {100 * item.high:.1f}]"
