"""``planner-agent bench harness``: what the harness is worth to a planner, and what it costs."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner_agent.conventions import DEFAULT_RUNS_ROOT, JsonOutput, Seed, console, examples, print_json, writable_folder

if TYPE_CHECKING:
    from bench.harness_worth import Worth
    from bench.planner_bench import Suite
    from bench.running import Brief, Report
    from bench.suite_run import Watch
    from harness.contract import Trajectory

EXAMPLES = examples(
    "planner-agent bench harness --limit 100",
    "planner-agent bench harness --policy witness --without hints --without always --without followup",
    "planner-agent bench harness --policy local:runs/flywheel-0-0/train/checkpoint --out runs/worth --resume --json",
    "planner-agent bench harness --policy openai/my-model --harness v2 --without guidance --limit 200",
)


def harness(
    policy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="POLICY",
            help="witness, forgetful:LAPSE, embedded, local:PATH, PROVIDER/MODEL, ...; repeat it. Otherwise the known "
            "solution, and that with one lapse after the other.",
        ),
    ] = None,
    harness: Annotated[str, typer.Option(metavar="ETA", help="The whole harness: a shipped version or a folder.")] = "v1",
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PART",
            help="What is taken away: none (all that helps), rules, guidance, notices, suggestions, signatures, grammar, "
            "hints, always, loaders or followup; or another harness. Repeat it.  [default: none]",
        ),
    ] = None,
    split: Annotated[
        str, typer.Option("--split", help="dev or train, which may steer, or another split of the suite.")
    ] = "dev",
    limit: Annotated[int | None, typer.Option(min=1, help="Only so many tasks, in the suite's proportions.")] = None,
    workers: Annotated[int, typer.Option(min=1, max=512, help="Episodes that are alive at once.")] = 64,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the runs in the folder, if there are any.")] = False,
    seed: Seed = 0,
    json_output: JsonOutput = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            callback=writable_folder,
            help="Folder of the runs; named by its content if not given.",
        ),
    ] = None,
) -> None:
    """Run planners on the same tasks with the whole harness and without it: differences in pairs, and what a step costs."""
    from bench.harness_worth import FAMILY, measure
    from bench.suite_run import BARE, Plan
    from graphs.inputs import eta_in
    from harness.contract import digest

    policies, taken = list(dict.fromkeys(policy or FAMILY)), list(dict.fromkeys(without or [BARE]))
    eta = eta_in(harness)
    name = digest([policies, taken, split, limit, seed, eta.version]).removeprefix("sha256:")[:8]
    folder = out or DEFAULT_RUNS_ROOT / f"harness-{name}"
    plan = Plan(policies[0], split, limit, seed, workers)
    found = []
    try:
        with _progress() as watch:
            for item in measure(folder, policies, eta, taken, plan=plan, resume=resume, watch=watch):
                found.append(item)
                if not json_output:
                    draw(item)
    except KeyboardInterrupt as stop:
        stop.add_note(f"What was finished is kept in {folder}: run the same command with --resume to go on.")
        raise
    if json_output:
        settings = {"harness": eta.version, "split": split, "limit": limit, "seed": seed, "folder": str(folder)}
        print_json({**settings, "comparisons": [item.document() for item in found]})
        return
    note = (
        "without, with: % of the tasks solved, overall weighted as the suite's score is; interval: paired bootstrap; "
        "p: exact McNemar test. A skill task counts once, by the mean of its two runs; lapses are counted by runs."
    )
    console().print(f"{note}\nRuns: {folder}", style="dim", highlight=False, markup=False, soft_wrap=True)


def draw(item: "Worth") -> None:
    """One comparison: overall, by capability, where a forgetful planner lapsed, and what a step costs."""
    out = console()
    title = f"{item.policy}, without {item.without}" if item.without != "none" else f"{item.policy}, without the harness"
    out.print(title, style="bold", markup=False, highlight=False)
    out.print(
        f"  {'':<10} {'n':>5} {'without':>8} {'with':>6} {'difference and 95 %':>22} {'won/lost':>9} {'p':>7}", style="dim"
    )
    for part in item.contrasts:
        name, pair = part.name.replace("_", " "), f"{part.gained}/{part.lost}"
        _row(name, part.n, part.first, part.second, (part.low, part.high), pair, part.p, part.words)
    lapsed = item.lapsed
    if lapsed is not None:
        _row("lapses", lapsed.n, lapsed.without, lapsed.whole, (lapsed.low, lapsed.high), "", lapsed.p, "")
    whole, other = item.cost, item.cost_without
    out.print(
        f"  a step: {whole.ms:.2f} ms of processor time (without: {other.ms:.2f}), {whole.tokens_read:,.0f} tokens read "
        f"({other.tokens_read:,.0f}), {whole.tokens_new:,.0f} of them new ({other.tokens_new:,.0f})\n",
        highlight=False, markup=False, soft_wrap=True,
    )  # fmt: skip


def _row(
    name: str, n: int, first: float, second: float, bounds: tuple[float, float], pair: str, p: float, words: str
) -> None:
    low, high = bounds
    change = f"{100 * (second - first):+.1f} [{100 * low:+.1f}, {100 * high:+.1f}]"
    chance = "<0.001" if p < 0.001 else f"{p:.3f}"
    line = f"  {name:<10} {n:>5} {100 * first:>8.1f} {100 * second:>6.1f} {change:>22} {pair:>9} {chance:>7}"
    if words:
        better = {"the second is better": "better with it", "the first is better": "better without it"}
        line += f"  {better.get(words, words)}"
    console().print(line, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def _progress() -> Iterator[Any]:
    """A bar on stderr for each run."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    out = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bars:

        def watch(policy: str, part: str) -> "Watch":
            bar = bars.add_task(policy if part == "whole" else f"{policy}, without {part}", total=None)

            def begin(suite: "Suite", known: Mapping[str, "Brief"]) -> "Report":
                bars.update(bar, total=len(suite.items))

                def report(done: int, trajectory: "Trajectory | None") -> None:
                    bars.update(bar, completed=done)

                return report

            return begin

        yield watch
