"""``planner-agent bench rollouts``: our rollout engine beside TRL's own environment loop."""

from pathlib import Path
from typing import Annotated

import typer

from planner_agent.conventions import JsonOutput, Seed, console, examples, print_json

EXAMPLES = examples(
    "planner-agent bench rollouts",
    "planner-agent bench rollouts --small --json",
    "planner-agent bench rollouts --policy local:runs/flywheel-0-0/train/checkpoint --group 16",
)


def rollouts(
    policy: Annotated[
        str, typer.Option(metavar="NAME", help="The planner that both sample from: embedded or local:PATH.")
    ] = "embedded",
    tasks: Annotated[int | None, typer.Option(min=1, help="Tasks of one batch.", show_default="4, small 2")] = None,
    group: Annotated[int | None, typer.Option(min=2, help="Episodes of one task.", show_default="8, small 4")] = None,
    updates: Annotated[
        int | None, typer.Option(min=1, help="Updates that count, after one to warm up.", show_default="4, small 1")
    ] = None,
    turns: Annotated[int | None, typer.Option(min=1, help="Turns of an episode.", show_default="8, small 4")] = None,
    threads: Annotated[int, typer.Option(min=1, help="Threads of both; more wait for each other in so small a model.")] = 1,
    small: Annotated[bool, typer.Option("--small", help="Less of everything, to see that it works.")] = False,
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    seed: Seed = 0,
    json_output: JsonOutput = False,
) -> None:
    """Run the same batches of online RL through our rollout engine and TRL's environment loop, and say where time goes."""
    import tempfile

    from bench.suite import make
    from harness.catalogue import full_catalogue
    from harness.errors import UserError
    from harness.instructions import load
    from harness.models.local_policy import embedded_base
    from planner_train.rl.comparison import PARTS, compare
    from planner_train.rl.settings import RLSettings

    start = embedded_base() if policy == "embedded" else Path(policy.removeprefix("local:"))
    if not (start / "config.json").is_file():
        raise UserError("this is no model", where=policy, expected="embedded, or local:FOLDER with config.json and weights")
    settings = RLSettings(
        seed=seed,
        threads=threads,
        tasks=tasks or (2 if small else 4),
        group=group or (4 if small else 8),
        updates=updates or (1 if small else 4),
    )
    harness = load(eta)
    played = [task for task, _ in make("dev-entities", 1, full_catalogue(), seed=seed)]
    with tempfile.TemporaryDirectory() as work, console(stderr=True).status("rolling out and training, both ways"):
        found = compare(start, played, harness, Path(work), settings=settings, turns=turns or (4 if small else 8))
    if json_output:
        print_json(found.document())
        return
    from rich.table import Table

    ours, trl, ratios = found.ours.document(), found.trl.document(), found.ratios
    table = Table("", "ours", "TRL", "times", box=None)
    for name, label in (
        ("rollouts_per_cpu_s", "rollouts a second of processor time"),
        ("rollouts_per_s", "rollouts a second by the clock"),
        ("generated_tokens_per_cpu_s", "generated tokens a second of processor time"),
        ("generated_tokens_per_s", "generated tokens a second by the clock"),
        ("trained_tokens_per_cpu_s", "trained tokens a second of processor time"),
        ("updates_per_cpu_s", "whole updates a second of processor time"),
        ("updates_per_s", "whole updates a second by the clock"),
    ):
        table.add_row(label, f"{ours[name]:,.4g}", f"{trl[name]:,.4g}", f"{ratios[name]:.1f}")
    for part in PARTS:
        label = "the loop around the model" if part == "harness" else part
        table.add_row(f"share of an update: {label}", *(f"{100 * made['shares'][part]:.1f} %" for made in (ours, trl)), "")
    out = console()
    out.print(table)
    asked = found.asked
    for line in (
        f"{ours['episodes']} episodes each; {ours['turns']} and {trl['turns']} turns with {ours['tokens']:,} and "
        f"{trl['tokens']:,} tokens of the planner",
        f"at most {asked['turns']} turns of {asked['turn_tokens']} tokens, temperature 1, {asked['threads']} threads",
    ):
        out.print(line, style="dim", highlight=False, markup=False, soft_wrap=True)
