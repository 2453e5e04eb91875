"""``planner-agent bench memory``: evidence recall on long conversations, speed as records grow, accuracy as histories do."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner_agent.conventions import JsonOutput, Seed, console, examples, print_json

if TYPE_CHECKING:
    from bench.memory import RecallReport
    from bench.memory_growth import Timing
    from harness.memory.embedding import Embedder

EXAMPLES = examples(
    "planner-agent bench memory --suite locomo --data locomo10.json",
    "planner-agent bench memory --suite longmemeval --data longmemeval_s.json --limit 50 --json",
    "planner-agent bench memory --suite locomo --data locomo10.json --embedder models/all-MiniLM-L6-v2 --tune",
    "planner-agent bench memory --growth --records 10000",
    "planner-agent bench memory --history",
)


def memory(
    suite: Annotated[
        str | None, typer.Option("--suite", help="locomo, longmemeval or beam: recall of the evidence, on your copy of it.")
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="FILE", help="The suite's file, as it is published.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first so many conversations.")] = None,
    tune: Annotated[
        bool, typer.Option("--tune", help="Also choose the weights on each half of the conversations for the other half.")
    ] = False,
    growth: Annotated[
        bool, typer.Option("--growth", help="Time writes and searches while the memory grows, beside a filtered collection.")
    ] = False,
    records: Annotated[int, typer.Option(min=1_000, help="With --growth: up to so many records.")] = 100_000,
    scopes: Annotated[int, typer.Option(min=1, help="With --growth: users that share the records equally.")] = 10,
    history: Annotated[
        bool, typer.Option("--history", help="Accuracy of one fixed reader with a truncated history and with the memory.")
    ] = False,
    turns: Annotated[int, typer.Option(min=100, help="With --history: up to so many turns.")] = 10_000,
    window: Annotated[int, typer.Option(min=50, help="With --history: words that the reader sees at once.")] = 2_000,
    embedder: Annotated[
        str,
        typer.Option(metavar="NAME", help="hashing, hashing-WIDTH, or a sentence-transformers model: a folder or a name."),
    ] = "hashing",
    seed: Seed = 0,
    json_output: JsonOutput = False,
) -> None:
    """Measure the memory: what it finds on published long conversations, its speed, and what it saves a reader."""
    from harness.errors import UserError
    from harness.memory.embedding import open_embedder

    if (suite is not None) + growth + history != 1:
        raise UserError(
            "one thing can be measured at a time", where="--suite, --growth, --history", expected="exactly one of them"
        )
    if suite is not None and data is None:
        raise UserError(f"where is the file of {suite}", where="--data", expected="your copy of it; none is shipped here")
    if suite is None and (data is not None or tune or limit is not None):
        raise UserError("there are no conversations to read", where="--data, --limit, --tune", expected="--suite with them")
    opened = open_embedder(embedder)
    if suite is not None and data is not None:
        _recall(suite, data, opened, limit, tune, json_output)
    elif growth:
        _growth(opened, records, scopes, seed, json_output)
    else:
        _history(opened, turns, window, seed, json_output)


def _recall(suite: str, data: Path, embedder: "Embedder", limit: int | None, tune: bool, json_output: bool) -> None:
    from bench.memory import DEPTHS, METHODS, measure
    from bench.memory import tune as choose
    from bench.memory_suites import read_suite

    conversations = read_suite(suite, data)[:limit]
    with _told("conversations", len(conversations)) as report:
        found = measure(conversations, embedder, report=report)
    chosen = None
    if tune:
        with _told("conversations, all weights", len(conversations)) as report:
            chosen = choose(conversations, embedder, report=report)
    if json_output:
        document = _recall_document(found, suite, data, embedder)
        if chosen is not None:
            document["tuned"] = {
                "weights": [
                    {"keyword_share": item.keyword_share, "before": item.before, "after": item.after} for item in chosen[0]
                ],
                f"recall@{DEPTHS[-1]}": chosen[1].value,
                "interval": [chosen[1].low, chosen[1].high],
            }
        print_json(document)
        return
    from rich.table import Table

    out = console()
    table = Table("method", *(f"recall@{depth}" for depth in DEPTHS), "95 %", f"memory better by, at {DEPTHS[-1]}", box=None)
    for name in METHODS:
        last = found.recall[name][DEPTHS[-1]]
        change = found.differences.get(name)
        says = "" if change is None else rf"{100 * change[0]:+.1f} \[{100 * change[1]:+.1f}, {100 * change[2]:+.1f}]"
        values = [f"{100 * found.recall[name][depth].value:.1f}" for depth in DEPTHS]
        table.add_row(name, *values, rf"\[{100 * last.low:.1f}, {100 * last.high:.1f}]", says)
    out.print(table)
    table = Table(f"recall@{DEPTHS[-1]} by kind", "questions", *METHODS, box=None)
    for kind, row in found.by_category.items():
        table.add_row(kind, str(row[METHODS[0]].n), *(f"{100 * row[name].value:.1f}" for name in METHODS))
    out.print()
    out.print(table)
    if chosen is not None:
        settings = " and ".join(f"{item.keyword_share} of words, {item.before} from the turn before" for item in chosen[0])
        out.print(f"\nTuned on one half for the other ({settings}): recall@{DEPTHS[-1]} {chosen[1]}", highlight=False)
    scope = (
        f"{found.questions} questions over {found.units} turns of {found.conversations} conversations; "
        f"{found.skipped} without evidence left out; embedder {embedder.name}"
    )
    times = ", ".join(f"{value:.2f} ms of processor time {name}" for name, value in found.milliseconds.items())
    out.print(f"\n{scope}\n{times}", highlight=False, soft_wrap=True)


def _recall_document(found: "RecallReport", suite: str, data: Path, embedder: "Embedder") -> dict[str, Any]:
    from bench.memory import DEPTHS, METHODS

    deepest = DEPTHS[-1]
    return {
        "suite": suite,
        "file": str(data),
        "embedder": embedder.name,
        "conversations": found.conversations,
        "turns": found.units,
        "questions": found.questions,
        "skipped": found.skipped,
        "methods": {
            name: {
                **{f"recall@{depth}": found.recall[name][depth].value for depth in DEPTHS},
                "intervals": {
                    f"recall@{depth}": [found.recall[name][depth].low, found.recall[name][depth].high] for depth in DEPTHS
                },
            }
            for name in METHODS
        },
        f"by_category_recall@{deepest}": {
            kind: {"questions": row[METHODS[0]].n, **{name: row[name].value for name in METHODS}}
            for kind, row in found.by_category.items()
        },
        f"memory_minus_recall@{deepest}": {name: list(change) for name, change in found.differences.items()},
        "cpu_ms": found.milliseconds,
    }


def _growth(embedder: "Embedder", records: int, scopes: int, seed: int, json_output: bool) -> None:
    from dataclasses import asdict

    from bench.memory_growth import SIZES, measure

    sizes = sorted({size for size in SIZES if size < records} | {records})
    with _told("records", records) as report:
        found = measure(embedder, sizes=sizes, scopes=scopes, seed=seed, report=report)
    if json_output:
        print_json({"embedder": embedder.name, "scopes": scopes, "sizes": [asdict(item) for item in found]})
        return
    from rich.table import Table

    out = console()
    for title, pick in (("processor", _cpu), ("clock", _wall)):
        head = ("records", "in a scope", "write", "search", "after a write", "filtered collection", "import", "MB")
        table = Table(*head, title=f"ms by the {title}: median (95th of 100)", title_justify="left", box=None)
        for item in found:
            cells = [pick(timing) for timing in (item.write, item.search, item.search_after_write, item.filter)]
            table.add_row(f"{item.records:,}", f"{item.a_scope:,}", *cells, f"{item.import_ms:.2f}", f"{item.megabytes:.0f}")
        out.print(table)
        out.print()
    says = "import is processor time a record; the filtered collection is Chroma alone: all scopes in one, filtered by scope"
    out.print(f"{says}; embedder {embedder.name}", style="dim", highlight=False, soft_wrap=True)


def _cpu(timing: "Timing | None") -> str:
    return "" if timing is None else f"{timing.cpu_p50:.1f} ({timing.cpu_p95:.1f})"


def _wall(timing: "Timing | None") -> str:
    return "" if timing is None else f"{timing.wall_p50:.1f} ({timing.wall_p95:.1f})"


def _history(embedder: "Embedder", turns: int, window: int, seed: int, json_output: bool) -> None:
    from dataclasses import asdict

    from bench.memory_history import SIZES, measure

    sizes = sorted({size for size in SIZES if size < turns} | {turns})
    with _told("turns", turns) as report:
        found = measure(embedder, sizes=sizes, words=window, seed=seed, report=report)
    if json_output:
        print_json({"embedder": embedder.name, "window_words": window, "points": [asdict(item) for item in found]})
        return
    from rich.table import Table

    out = console()
    table = Table("turns", "words", "questions", "truncated", "memory", "whole", "memory - truncated, 95 %", box=None)
    for item in found:
        shares = [f"{100 * share.value:.1f}" for share in (item.direct, item.memory, item.whole)]
        mean, low, high = (100 * value for value in item.gain)
        gain = rf"{mean:+.1f} \[{low:+.1f}, {high:+.1f}]"
        table.add_row(f"{item.turns:,}", f"{item.words:,}", str(item.questions), *shares, gain)
    out.print(table)
    says = f"% answered by the same reader, with a window of {window:,} words; whole: without any window"
    out.print(f"\n{says}; embedder {embedder.name}", style="dim", highlight=False, soft_wrap=True)


@contextmanager
def _told(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """How far it is, on stderr, where somebody looks."""
    out = console(stderr=True)
    with out.status(f"0 of {total} {what}") as status:
        yield lambda done: status.update(f"{done} of {total} {what}")
