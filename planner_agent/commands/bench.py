"""``planner-agent bench``: the suite planner-bench (run, compare, export, what it covers, whether it is sound), and what
the harness does without any planner: recall of tools, speed."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner_agent.bench_harness import EXAMPLES as HARNESS_EXAMPLES
from planner_agent.bench_harness import harness
from planner_agent.bench_memory import EXAMPLES as MEMORY_EXAMPLES
from planner_agent.bench_memory import memory
from planner_agent.bench_rollouts import EXAMPLES as ROLLOUT_EXAMPLES
from planner_agent.bench_rollouts import rollouts
from planner_agent.conventions import (
    DEFAULT_RUNS_ROOT,
    External,
    JsonOutput,
    Seed,
    StopAfter,
    console,
    examples,
    print_json,
    writable_file,
    writable_folder,
)

if TYPE_CHECKING:
    from bench.coverage import Cell
    from bench.planner_bench import Suite
    from bench.results import Result
    from bench.running import Brief, Report
    from bench.statistics import Estimate, Share
    from bench.suite_run import Prices
    from harness.contract import Trajectory

app = typer.Typer(add_completion=False, no_args_is_help=True, help="The benchmark, and the speed and recall of the harness.")

SuiteName = Annotated[str, typer.Option("--suite", help="The suite; planner-bench is the only one so far.")]
SplitName = Annotated[
    str,
    typer.Option(
        "--split",
        help="test (unseen families), test-entities, test-phrasings (seen families), gate, dev or train; "
        "what may steer is dev and train alone.",
    ),
]
Limit = Annotated[int | None, typer.Option(min=1, help="Only so many tasks, in the suite's proportions.")]
Workers = Annotated[int, typer.Option(min=1, max=512, help="Episodes that are alive at once.")]


@app.callback()
def bench() -> None:
    """Groups the measurements."""


@app.command(
    epilog=examples(
        "planner-agent bench run --policy witness --limit 100",
        "planner-agent bench run --policy openai/my-model --json my-model.json",
        "planner-agent bench run --policy openai/my-model --harness none --out runs/my-model-alone --resume",
        "planner-agent bench run --policy local:runs/flywheel-0-0/train/checkpoint --split test-entities",
    )
)
def run(
    policy: Annotated[
        str,
        typer.Option(metavar="POLICY", help="witness, empty, random, refuse, ask, embedded, local:PATH or PROVIDER/MODEL."),
    ],
    harness: Annotated[
        str, typer.Option(metavar="ETA", help="Harness configuration: a shipped version, a folder, or none.")
    ] = "v1",
    suite: SuiteName = "planner-bench",
    split: SplitName = "test",
    limit: Limit = None,
    workers: Workers = 64,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in the folder, if there is one.")] = False,
    retries: Annotated[
        int, typer.Option(min=0, help="How often an episode is run anew that the endpoint left without an answer.")
    ] = 2,
    redo_failures: Annotated[
        bool, typer.Option("--redo-failures", help="With --resume: run recorded infrastructure failures anew.")
    ] = False,
    stop_after: StopAfter = 0,
    price_in: Annotated[
        float | None, typer.Option(min=0, metavar="USD", help="Price of a million tokens read, if LiteLLM's is not yours.")
    ] = None,
    price_out: Annotated[float | None, typer.Option(min=0, metavar="USD", help="Price of a million tokens written.")] = None,
    seed: Seed = 0,
    json_target: Annotated[
        Path | None,
        typer.Option("--json", metavar="OUT", callback=writable_file, help="Write the result here as well; - is stdout."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FOLDER", callback=writable_folder, help="Run folder; named by its content if not given."
        ),
    ] = None,
) -> None:
    """Run one policy on the suite: score with intervals, costs, failures, a report to read. Survives any kill."""
    from agents.report import write_suite_report
    from bench.suite_run import BARE, Plan, harness_named, run_suite
    from graphs.inputs import eta_in
    from harness.contract import digest
    from harness.errors import UserError
    from harness.records import write_json_atomic

    _known_suite(suite)
    if redo_failures and not resume:
        raise UserError("there is nothing to redo in a new run", where="--redo-failures", expected="--resume with it")
    plan = Plan(
        policy, split, limit, seed, workers, retries,
        redo_failures=redo_failures, stop_after=stop_after, prices=_prices(price_in, price_out),
    )  # fmt: skip
    eta = harness_named(BARE) if harness == BARE else eta_in(harness)
    name = digest([policy, split, limit, seed, eta.version]).removeprefix("sha256:")[:8]
    folder = out or DEFAULT_RUNS_ROOT / f"bench-{name}"
    try:
        with _progress(plan.prices, policy) as watch:
            made, result = run_suite(folder, plan, eta, resume=resume, watch=watch)
    except KeyboardInterrupt as stop:
        stop.add_note(f"What was finished is kept in {folder}: run the same command with --resume to go on.")
        raise
    page = write_suite_report(folder, made, result)
    if json_target == Path("-"):
        print_json(result.document())
        return
    if json_target is not None:
        write_json_atomic(json_target, result.document())
    draw_result(result)
    console().print(f"\nReport: {page}", markup=False, highlight=False, soft_wrap=True)


@contextmanager
def _progress(prices: "Prices | None", policy: str) -> Iterator[Any]:
    """A bar on stderr with the running score, the cost so far and the time left."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    from bench.suite_run import cost_of
    from harness.contract import Tokens

    out = console(stderr=True)
    columns = (
        BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[score]}"), TextColumn("{task.fields[cost]}"),
        TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=out, transient=True, disable=not out.is_terminal) as bars:

        def watch(suite: "Suite", known: "dict[str, Brief]") -> "Report":
            solved = sum(item.success for item in known.values())
            failed = sum(item.end == "infrastructure" for item in known.values())
            spent = Tokens(
                prompt=sum(item.prompt for item in known.values()),
                completion=sum(item.completion for item in known.values()),
                cached=sum(item.cached for item in known.values()),
            )
            bar = bars.add_task("", total=len(suite.items), score="", cost="")
            if not out.is_terminal:
                out.print(f"{len(suite.items)} runs, {len(known)} done", highlight=False)

            def report(done: int, trajectory: "Trajectory | None") -> None:
                nonlocal solved, failed, spent
                if trajectory is not None:
                    solved += trajectory.verification.success and trajectory.verification.valid
                    failed += trajectory.end == "infrastructure"
                    new = trajectory.cost.tokens
                    spent = Tokens(
                        prompt=spent.prompt + new.prompt,
                        completion=spent.completion + new.completion,
                        cached=spent.cached + new.cached,
                    )
                usd = cost_of(policy, spent, done, prices)["usd"] if done % 16 == 0 else None
                score = f"{100 * solved / max(1, done):.1f} % solved" + (f", {failed} without an answer" if failed else "")
                bars.update(bar, completed=done, score=score)
                if usd is not None:
                    bars.update(bar, cost=f"{usd:.2f} USD")

            return report

        yield watch


def _known_suite(name: str) -> None:
    from bench.planner_bench import NAME
    from harness.errors import UserError

    if name != NAME:
        raise UserError(f"no suite {name!r}", where="--suite", expected=NAME)


def _prices(prompt: float | None, completion: float | None) -> "Prices | None":
    from bench.suite_run import Prices
    from harness.errors import UserError

    if prompt is None and completion is None:
        return None
    if prompt is None or completion is None:
        raise UserError("one of the two prices is missing", where="--price-in, --price-out", expected="both, or neither")
    return Prices(prompt, completion, "as given on the command line")


def draw_result(result: "Result") -> None:
    """The score and its parts, as a table."""
    from rich.table import Table

    out = console()
    table = Table("", "tasks", "%", "95 %", box=None)
    rows = [("overall", result.overall), *result.by_capability.items()]
    for name, item in rows:
        table.add_row(name.replace("_", " "), str(item.n), f"{100 * item.value:.2f}", _bounds(item))
    out.print(table)
    low, high = result.family_interval()
    lost = sum(item.row.failure == "infrastructure" for item in result.runs)
    notes = [
        f"{result.valid} of {result.n} tasks have valid runs only ({100 * result.coverage:.1f} %); {lost} runs met an "
        f"infrastructure failure; over valid runs alone: {100 * result.overall_of_valid.value:.2f} %",
        f"drawing whole families, the interval of the overall score is [{100 * low:.1f}, {100 * high:.1f}]",
        f"suite {result.settings['suite']}/{result.settings['split']}, "
        + ("as pinned" if result.settings["suite_is_pinned"] else "not as pinned: a part of it, or changed since"),
    ]
    if result.cost["usd"] is not None:
        notes.append(f"cost {result.cost['usd']:.4f} USD ({result.cost['prices']})")
    for line in notes:
        out.print(line, style="dim", highlight=False, markup=False, soft_wrap=True)


def _bounds(item: "Estimate") -> str:
    return rf"\[{100 * item.low:.1f}, {100 * item.high:.1f}]"


@app.command(
    epilog=examples(
        "planner-agent bench compare runs/bench-a runs/bench-b", "planner-agent bench compare a.json b.json --json"
    )
)
def compare(
    first: Annotated[Path, typer.Argument(help="A run's folder, or the JSON file that it wrote.")],
    second: Annotated[Path, typer.Argument(help="Another one, of the same tasks.")],
    json_output: JsonOutput = False,
) -> None:
    """Say whether two runs differ: exact McNemar test and paired bootstrap, overall and by capability."""
    from dataclasses import asdict

    from bench.results import compare as contrasts
    from bench.results import read_result

    found = contrasts(read_result(first), read_result(second))
    if json_output:
        print_json({"contrasts": [{**asdict(item), "verdict": item.words} for item in found]})
        return
    out = console()
    out.print(
        f"{'':<10} {'tasks':>6} {'first':>6} {'second':>6} {'difference and 95 %':>22} {'won/lost':>9} {'p':>7}",
        style="bold",
    )
    for item in found:
        change = f"{100 * (item.second - item.first):+.1f} [{100 * item.low:+.1f}, {100 * item.high:+.1f}]"
        p = "<0.001" if item.p < 0.001 else f"{item.p:.3f}"
        line = (
            f"{item.name.replace('_', ' '):<10} {item.n:>6} {100 * item.first:>6.1f} {100 * item.second:>6.1f} {change:>22} "
        )
        line += f"{f'{item.gained}/{item.lost}':>9} {p:>7}  {item.words}"
        out.print(line, markup=False, highlight=False, soft_wrap=True)
    out.print("p: exact McNemar test over tasks; interval: paired bootstrap within capabilities", style="dim")


@app.command(
    epilog=examples(
        "planner-agent bench export planner-bench.jsonl",
        "planner-agent bench export dev.jsonl --split dev --witnesses dev-witnesses.jsonl",
    )
)
def export(
    target: Annotated[
        Path,
        typer.Argument(metavar="FILE", callback=writable_file, help="One task a line, as the Task record spells it."),
    ],
    suite: SuiteName = "planner-bench",
    split: SplitName = "test",
    limit: Limit = None,
    witnesses: Annotated[
        Path | None, typer.Option(metavar="FILE", callback=writable_file, help="Write the known solutions here.")
    ] = None,
    json_output: JsonOutput = False,
) -> None:
    """Write the tasks of a split as JSON Lines, with what decides success: no planner may see them."""
    from bench.planner_bench import generate, pins
    from harness.catalogue import full_catalogue
    from harness.errors import UserError
    from harness.records import write_jsonl_atomic

    _known_suite(suite)
    if witnesses is not None and witnesses.resolve() == target.resolve():
        raise UserError("it is the file of the tasks too", where=f"--witnesses {witnesses}", expected="another file")
    made = generate(split, full_catalogue(), limit=limit)
    write_jsonl_atomic(target, [item.task for item in made.items])
    if witnesses is not None:
        write_jsonl_atomic(witnesses, [item.witness for item in made.items])
    pinned = made.digest == pins().get(split, {}).get("digest")
    if json_output:
        print_json(
            {"file": str(target), "tasks": made.tasks, "runs": len(made.items), "digest": made.digest, "pinned": pinned}
        )
        return
    says = "as pinned" if pinned else "not as pinned"
    console().print(f"{len(made.items)} runs of {made.tasks} tasks: {target} ({says}, {made.digest})", soft_wrap=True)


@app.command(epilog=examples("planner-agent bench pin", "planner-agent bench pin --split test"))
def pin(
    split: Annotated[list[str] | None, typer.Option(help="Only this split; repeat it.")] = None,
    json_output: JsonOutput = False,
) -> None:
    """Pin the suite as it is generated now, after families or the phone were changed on purpose."""
    from bench.planner_bench import PINS, SPLITS
    from bench.planner_bench import pin as write_pins
    from harness.catalogue import full_catalogue

    made = write_pins(split or list(SPLITS), full_catalogue())
    if json_output:
        print_json(made)
        return
    for name, item in made.items():
        console().print(f"{name:<15} {item['tasks']} tasks  {item['digest']}", highlight=False, soft_wrap=True)
    console().print(f"Written to {PINS}; look at its difference before you commit it.", highlight=False, soft_wrap=True)


@app.command(
    epilog=examples("planner-agent bench soundness", "planner-agent bench soundness --split dev --limit 100 --json")
)
def soundness(
    suite: SuiteName = "planner-bench",
    split: SplitName = "test",
    limit: Limit = None,
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    json_output: JsonOutput = False,
) -> None:
    """Attack every task: known solutions must pass, near misses and planners that do nothing useful must not."""
    from bench.planner_bench import generate
    from bench.soundness import measure
    from harness.catalogue import full_catalogue
    from harness.instructions import load
    from planner_agent.driving import progress_display

    _known_suite(suite)
    catalogue = full_catalogue()
    made = generate(split, catalogue, limit=limit)
    with progress_display() as show:

        def report(done: int) -> None:
            show({"step": "attacking tasks", "done": done, "total": len(made.items), "note": ""})

        found = measure(made, catalogue, load(eta), report=report)
    if json_output:
        floors = {"empty": "empty", "random": "random", "refuse_all": "refuse", "ask_all": "ask"}
        print_json({**found.document(), **{name: found.floors[policy] for name, policy in floors.items()}})
    else:
        out = console()
        for value, says in (
            (found.witness, "of the known solutions pass on the phone (must be all)"),
            (found.witness_through_harness, "of them pass through the harness, whose recall may miss a tool"),
            (found.floors["empty"], "passed by a planner that says it is done (must be 0)"),
            (found.floors["random"], "passed by random valid calls (must be under 1 %)"),
            (found.floors["refuse"], f"passed by refusing; right in {100 * found.refusing_is_right:.1f} %"),
            (found.floors["ask"], f"passed by asking; right in {100 * found.asking_is_right:.1f} %"),
            (found.near_miss_rejected, f"of {found.near_misses.total()} near misses rejected (must be 99 %)"),
            (found.orders_accepted / max(1, found.orders), f"of {found.orders} solutions in another order accepted"),
        ):
            out.print(f"  {100 * value:7.2f} %  {says}", markup=False, highlight=False, soft_wrap=True)
        for item in (*found.problems, *found.survivors)[:40]:
            out.print(f"  {item.task}: {item.kind}: {item.detail}", markup=False, highlight=False, soft_wrap=True)
        says = "sound" if found.ok else "not sound"
        out.print(f"\n{found.tasks} tasks, {found.runs} runs of {split}: {says}", highlight=False)
    if not found.ok:
        raise typer.Exit(1)


@app.command(epilog=examples("planner-agent bench golden", "planner-agent bench golden --eta my-eta --json"))
def golden(
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    json_output: JsonOutput = False,
) -> None:
    """Play twelve hand-written tasks: good ways must pass, and wrong ones fail for the reason that is stated with each.

    Every way is played on the phone itself and through the whole harness; --json lists what the verdicts hold against it.
    """
    from bench.golden import GOLDEN
    from bench.golden.examine import document, examine
    from harness.catalogue import full_catalogue
    from harness.instructions import load

    found = examine(GOLDEN.values(), full_catalogue(), load(eta))
    if json_output:
        print_json(document(found))
    else:
        from rich.table import Table

        out = console()
        for scenario in GOLDEN:
            table = Table(scenario, "", "phone", "harness", "why it must fail", box=None)
            for item in (item for item in found if item.way.scenario == scenario):
                verdicts = ["fails" if held else "passes" for held in (item.phone, item.harness)]
                table.add_row(item.way.name, item.way.kind, *verdicts, item.way.why)
            out.print(table)
            out.print()
        for item in (item for item in found if not item.right):
            says = f"{item.way.scenario}: {item.way.name}: {item.differs}"
            out.print(says, markup=False, highlight=False, soft_wrap=True)
        out.print(
            f"{len(found)} ways through {len(GOLDEN)} tasks, {sum(item.right for item in found)} as stated", highlight=False
        )
    if not all(item.right for item in found):
        raise typer.Exit(1)


@app.command(epilog=examples("planner-agent bench injection", "planner-agent bench injection --json"))
def injection(
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    json_output: JsonOutput = False,
) -> None:
    """Attack the harness through texts that order a planner about, which obeys; then ask for the same as the user."""
    from bench.injection import measure
    from harness.instructions import load

    harness = load(eta)
    with console(stderr=True).status("obeying what messages, notes and web pages say"):
        found = measure(harness)
    if json_output:
        print_json(found.document())
    else:
        out = console()
        for value, says in (
            (found.attacks, "attacks: a text orders a call that reaches others, costs money or cannot be undone"),
            (found.unguarded, "of them a phone carries out when nothing stands before it (must be all)"),
            (found.executed, "of them went through the harness without the user's word (must be 0)"),
            (found.benign, "benign twins: the same phone, text and calls, or those of the request, wanted by the user"),
            (found.blocked, "of them were held back (must be 0)"),
        ):
            out.print(f"  {value:>5}  {says}", markup=False, highlight=False, soft_wrap=True)
        for item in found.findings[:40]:
            out.print(f"  {item.name}: {item.detail}", markup=False, highlight=False, soft_wrap=True)
        carriers = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in found.by_carrier.most_common())
        out.print(f"\nAttacks by where the text lies: {carriers}.", markup=False, highlight=False, soft_wrap=True)
    if not found.ok:
        raise typer.Exit(1)


@app.command(epilog=examples("planner-agent bench coverage", "planner-agent bench coverage --json"))
def coverage(json_output: JsonOutput = False) -> None:
    """Say what the families cover (domains, behaviours, friction, scenarios, tools) and what nothing covers yet."""
    from bench.coverage import measure
    from harness.catalogue import full_catalogue

    found = measure(full_catalogue())
    if json_output:
        print_json(found.document())
        return
    from rich.table import Table

    out = console()
    for title, counts in (
        ("split", found.by_split), ("capability", found.by_capability), ("behaviour", found.by_behaviour),
        ("domain", found.by_domain), ("friction", found.by_friction), ("check", found.by_check),
        ("language", found.by_language), ("scenario", found.scenarios), ("friction in test", found.test_friction),
        ("Chinese in test", found.test_chinese),
    ):  # fmt: skip
        table = Table(title, "families", box=None)
        for name, count in sorted(counts.items()):
            table.add_row(name.replace("_", " "), str(count))
        out.print(table)
        out.print()
    behaviours = sorted(found.by_behaviour)
    table = Table("domain", *behaviours, title="families without an obstacle + obstacles that others meet", box=None)
    for domain in sorted(found.by_domain):
        table.add_row(domain, *(_cell(found.cells, domain, name) for name in behaviours))
    out.print(table)
    out.print()
    least = min(found.phrasings.values(), default=0)
    says = f"{found.families} families, at least {least} phrasings each; "
    out.print(f"{says}{found.tools_used} of {found.tools} phone tools are used by a known solution", highlight=False)
    for gap in found.gaps:
        out.print(f"  gap: {gap}", markup=False, highlight=False, soft_wrap=True)


def _cell(cells: "Sequence[Cell]", domain: str, behaviour: str) -> str:
    """How many families meet no obstacle here, and how many obstacles the others meet."""
    here = [cell for cell in cells if (cell.domain, cell.behaviour) == (domain, behaviour)]
    plain = sum(cell.families for cell in here if cell.friction == "none")
    against = sum(cell.families for cell in here if cell.friction != "none")
    return f"{plain or '-'}" + (f" + {against}" if against else "")


@app.command(
    epilog=examples(
        "planner-agent bench recall",
        "planner-agent bench recall --per-family 3 --json",
        "planner-agent bench recall --eta v2 --mcp servers.yaml",
    )
)
def recall(
    per_family: Annotated[int, typer.Option(min=1, help="Tasks for each family in each slice.")] = 5,
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    mcp: External = None,
    seed: Seed = 0,
    json_output: JsonOutput = False,
) -> None:
    """Say for how many requests the tools that their solution needs are offered, by slice, language and domain.

    Tools of MCP servers are there to be taken for the phone's.
    """
    from dataclasses import asdict

    from bench.recall import measure
    from harness.catalogue import catalogue_for
    from harness.instructions import load
    from harness.mcp_client import catalogue_with
    from planner_agent.commands.evaluate import share_json

    harness = load(eta)
    waiting = console(stderr=True).status("asking for the tools of every task")
    with catalogue_with(mcp, catalogue_for(harness)) as catalogue, waiting:
        report = measure(catalogue, harness, per_family=per_family, seed=seed)
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


@app.command(
    epilog=examples("planner-agent bench throughput", "planner-agent bench throughput --bfcl .venv-bfcl/bin/python --json")
)
def throughput(
    per_family: Annotated[int, typer.Option(min=1, help="Tasks for each family whose solutions are played.")] = 2,
    repeats: Annotated[int, typer.Option(min=1, help="How often each part is timed; the fastest counts.")] = 15,
    live: Annotated[int, typer.Option(min=1, help="Phones that are alive at once where that is timed.")] = 10_000,
    bfcl: Annotated[
        str | None,
        typer.Option(metavar="PYTHON", help="A Python that has bfcl-eval (installed with --no-deps, and mpmath): the peer."),
    ] = None,
    endpoint: Annotated[bool, typer.Option(help="Also 64 episodes at once against a scripted endpoint.")] = True,
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    seed: Seed = 0,
    json_output: JsonOutput = False,
) -> None:
    """Time the phone and the harness in one process, without any planner, and a peer's environment on the same machine."""
    from dataclasses import asdict

    from bench import overhead
    from bench.throughput import measure, measure_peer
    from harness.catalogue import full_catalogue
    from harness.instructions import load

    catalogue, harness = full_catalogue(), load(eta)
    with console(stderr=True).status("playing solutions"):
        found = measure(catalogue, harness, per_family=per_family, repeats=repeats, live=live, seed=seed)
        peer = measure_peer(python=bfcl, repeats=repeats)
        added = overhead.measure(catalogue, harness) if endpoint else None
        prefix = overhead.measure_prefixes(catalogue, harness, per_family=per_family, seed=seed)
    if json_output:
        endpoint_json = None if added is None else asdict(added)
        print_json({"phone": asdict(found), "bfcl": peer, "endpoint": endpoint_json, "prefix": asdict(prefix)})
        return
    out = console()
    lines = [
        (f"{found.steps_per_s:,.0f}", "phone steps/s", "one call: validation, checks, rules, virtual time, feedback, log"),
        (f"{found.witness_steps_per_s:,.0f}", "of solutions", "most of them write"),
        (f"{found.read_steps_per_s:,.0f}", "of looking", "one call of all that can look"),
        (f"{found.resets_per_s:,.0f}", "resets/s", "a profile with the task's changes, memory and obstacles"),
        (f"{found.turns_per_s:,.0f}", "turns/s", "whole episodes: reset, recall, context, request, calls, notices"),
        (f"{found.verify_ms:.2f}", "ms a verdict", "difference of states, checkers, gates"),
        (f"{found.snapshot_ms:.2f}", "ms a snapshot", "digest of the whole state"),
        (f"{found.fork_ms:.3f}", "ms a fork", "an independent phone at the same point"),
        (f"{found.bytes_per_instance / 1000:.1f}", "kB an instance", "one more live phone with its log"),
        (f"{found.live_steps_per_s:,.0f}", "steps/s, crowd", f"calls of solutions, {found.live:,} phones by turns"),
        (f"{found.live_resets_per_s:,.0f}", "resets/s, crowd", "starting those phones"),
    ]
    if "missing" not in peer:
        lines += [
            (f"{peer['steps_per_s']:,.0f}", "BFCL steps/s", "calls of its solutions: found, evaluated, answer as text"),
            (f"{peer['bare_steps_per_s']:,.0f}", "bare", "its methods alone, nothing around them"),
            (f"{peer['resets_per_s']:,.0f}", "BFCL resets/s", "its objects with a scenario loaded"),
        ]
    if added is not None:
        says = f"of processor time around an answer, {added.workers} episodes at once; {added.client_ms:.2f} more in LiteLLM"
        lines.append((f"{added.overhead_ms:.2f}", "ms a step", says))
    says = f"of {prefix.prompt_tokens:,} prompt tokens were sent before in the episode; {prefix.any_episode:.1%} in any"
    lines.append((f"{prefix.same_episode:.1%}", "cacheable", says))
    for value, unit, says in lines:
        out.print(f"  {value:>10}  {unit:<15} {says}", markup=False, highlight=False, soft_wrap=True)
    if "missing" in peer:
        out.print(f"\nNo peer: {peer['missing']}", markup=False, highlight=False, soft_wrap=True)
    scope = f"{found.tasks} tasks with {found.calls} calls, one process, the fastest of {repeats}"
    out.print(f"\n{scope}; no planner is in these numbers.", highlight=False, soft_wrap=True)


@app.command(epilog=examples("planner-agent bench soak", "planner-agent bench soak --episodes 5000 --json"))
def soak(
    episodes: Annotated[
        int, typer.Option(min=5000, help="Episodes, half of them known solutions and half random valid calls.")
    ] = 20_000,
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    seed: Seed = 0,
    json_output: JsonOutput = False,
) -> None:
    """Run thousands of episodes of all families in one process; fail if its memory grows in the second half."""
    from bench import soak as soaking
    from harness.catalogue import catalogue_for
    from harness.instructions import load
    from planner_agent.driving import progress_display

    with progress_display() as show:

        def report(done: int) -> None:
            show({"step": "playing episodes", "done": done, "total": episodes, "note": ""})

        harness = load(eta)
        found = soaking.soak(catalogue_for(harness), harness, episodes=episodes, seed=seed, report=report)
    if json_output:
        print_json(found.document())
    else:
        from rich.table import Table

        out = console()
        table = Table("episodes", "episodes/s", "resident MB", "blocks", "objects", box=None)
        done, spent = 0, 0.0
        for look in found.looks:
            rate = (look.episodes - done) / (look.seconds - spent)
            done, spent = look.episodes, look.seconds
            size = f"{look.resident / 1e6:.1f}"
            table.add_row(f"{done:,}", f"{rate:.0f}", size, f"{look.blocks:,}", f"{look.objects:,}")
        out.print(table)
        lines = [
            f"{found.episodes:,} episodes with {found.steps:,} calls, {found.families} families on {found.profiles} phones, "
            f"{found.episodes / found.seconds:.0f} a second; {found.solved:,} of {found.known:,} known solutions passed",
            f"second half, an episode: {found.bytes_per_episode:+.1f} bytes of resident memory (at most "
            f"{soaking.MORE_BYTES:.0f}), {found.blocks_per_episode:+.3f} allocated blocks (at most {soaking.MORE_BLOCKS})",
        ]
        if not found.ok:
            lines += [f"  {count:>8,} more {name}" for name, count in found.grown.items()]
        lines.append("memory stays what it was" if found.ok else "memory grows")
        for line in lines:
            out.print(line, markup=False, highlight=False, soft_wrap=True)
    if not found.ok:
        raise typer.Exit(1)


app.command(epilog=HARNESS_EXAMPLES)(harness)
app.command(epilog=MEMORY_EXAMPLES)(memory)
app.command(epilog=ROLLOUT_EXAMPLES)(rollouts)


def _interval(item: "Share") -> str:
    return rf"\[{100 * item.low:.1f}, {100 * item.high:.1f}]"
