"""``planner-agent harness``: a harness configuration, compiled against the tools that are deployed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner_agent.conventions import External, JsonOutput, console, examples, print_json, writable_file

if TYPE_CHECKING:
    from harness.adapter.build import Build

app = typer.Typer(add_completion=False, no_args_is_help=True, help="A harness configuration and the tools it is for.")


@app.callback()
def harness() -> None:
    """Groups the commands on harness configurations."""


@app.command(
    epilog=examples(
        "planner-agent harness build",
        "planner-agent harness build --eta v2 --json",
        "planner-agent harness build --eta v2 --mcp servers.yaml --out build.json",
        "planner-agent harness build --eta v2 --against build.json",
    )
)
def build(
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    mcp: External = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", callback=writable_file, help="Keep what was compiled there, as JSON.")
    ] = None,
    against: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="An earlier build; exit with 1 if a tool or a skill is not what it was then."),
    ] = None,
    json_output: JsonOutput = False,
) -> None:
    """Compile a configuration against the deployed tools: what it covers, what it leaves open, how long it is.

    What cannot work, such as a text that names a tool that does not exist, is one message and the exit code 2.
    """
    from harness.adapter.build import Build
    from harness.adapter.build import build as compile_folder
    from harness.catalogue import catalogue_for
    from harness.instructions import load
    from harness.mcp_client import catalogue_with
    from harness.records import read_json, write_json_atomic
    from harness.skills import offered_skills

    configuration = load(eta)
    earlier = read_json(against, Build) if against is not None else None
    with catalogue_with(mcp, catalogue_for(configuration)) as catalogue:
        made = compile_folder(configuration, catalogue, offered_skills(configuration.settings.libraries))
    changed = made.changed_since(earlier) if earlier is not None else []
    if out is not None:
        write_json_atomic(out, made)
    if json_output:
        print_json({**made.model_dump(mode="json"), "changed": changed} if earlier else made.model_dump(mode="json"))
    else:
        _show(made)
        if earlier is not None:
            print(f"changed since {earlier.eta}: {', '.join(changed) or 'nothing'}")
    raise typer.Exit(1 if changed else 0)


def _show(made: "Build") -> None:
    out = console()
    out.print(f"eta {made.eta}, {len(made.tools)} tools, {len(made.skills)} skills", style="bold", highlight=False)
    claimed = sum(len(fragment.selected_by) for fragment in made.scenarios.values())
    lines = [
        f"digest      {made.digest}",
        f"map         {len(made.scenarios)} scenarios claim {claimed} tools; {len(made.exempt)} are exempt, "
        f"{len(made.external)} external",
        f"lengths     rules {made.general}, protocol {made.protocol}, guidance at most {made.longest} characters a request",
    ]
    if made.unhinted:
        lines.append(f"no hints    {', '.join(made.unhinted)}")
    if made.unmapped:
        lines.append(f"by loader   {', '.join(made.unmapped)}")
    if made.preferred:
        settled = ", ".join(f"{tool} ({scenario})" for tool, scenario in made.preferred.items())
        lines.append(f"settled     {settled}")
    lines += [f"close       {' and '.join(item.tools)} share {item.percent} % of their hints" for item in made.closest]
    for line in lines:
        out.print(line, markup=False, highlight=False, soft_wrap=True)
    for name, fragment in made.scenarios.items():
        source = f"skill {fragment.skill}" if fragment.skill else "text"
        says = f"  {name}: {', '.join(fragment.selected_by)} -> {source}, {fragment.characters} characters"
        says += f"; does not name {', '.join(fragment.misses)}" if fragment.misses and not fragment.skill else ""
        says += f"; names also {', '.join(fragment.beyond)}" if fragment.beyond else ""
        out.print(says, markup=False, highlight=False, soft_wrap=True)
