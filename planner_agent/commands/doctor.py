"""``planner-agent doctor``: checks an environment and says how to mend it."""

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from planner_agent.conventions import (
    DEFAULT_RUNS_ROOT,
    Endpoint,
    JsonOutput,
    Model,
    RunsRoot,
    console,
    examples,
    print_json,
)

if TYPE_CHECKING:
    from planner_agent.doctor import Finding

app = typer.Typer(add_completion=False, help="Check this environment and say how to mend it.")

_STYLES = {"ok": "green", "info": "blue", "warn": "yellow", "fail": "bold red"}


@app.command(
    epilog=examples(
        "planner-agent doctor",
        "planner-agent doctor --json",
        "planner-agent doctor --model openai/my-model --endpoint http://127.0.0.1:8000/v1",
    )
)
def doctor(
    runs: RunsRoot = DEFAULT_RUNS_ROOT,
    model: Model = None,
    endpoint: Endpoint = None,
    json_output: JsonOutput = False,
) -> None:
    """Check this environment and say how to mend it; exit with 1 if something fails.

    It looks at packages, threads, torch, memory, disk, SQLite, Chroma, adb and the model's endpoint.
    """
    from planner_agent.doctor import examine, is_healthy

    findings = examine(runs, model, endpoint)
    healthy = is_healthy(findings)
    if json_output:
        print_json({"healthy": healthy, "findings": [asdict(finding) for finding in findings]})
    else:
        _print(findings, healthy)
    raise typer.Exit(0 if healthy else 1)


def _print(findings: "list[Finding]", healthy: bool) -> None:
    from rich.text import Text

    out = console()
    for finding in findings:
        line = Text.assemble((f"{finding.status:<5}", _STYLES[finding.status]), f" {finding.check:<15} {finding.found}")
        out.print(line, soft_wrap=True)
        if finding.why:
            out.print(Text(f"{'':<22}why:  {finding.why}", style="dim"), soft_wrap=True)
        if finding.mend:
            out.print(Text(f"{'':<22}mend: {finding.mend}"), soft_wrap=True)
    failed = sum(finding.status == "fail" for finding in findings)
    warned = sum(finding.status == "warn" for finding in findings)
    verdict = "Nothing fails" if healthy else f"{failed} to mend"
    out.print(Text(f"\n{verdict}, {warned} warning{'' if warned == 1 else 's'}.", style="bold"))
