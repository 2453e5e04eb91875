"""``planner-agent harness``: a harness configuration, compiled against the tools that are deployed."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner_agent.conventions import External, JsonOutput, console, examples, print_json, writable_file, writable_folder

if TYPE_CHECKING:
    from harness.adapter.build import Build
    from harness.skills.admission import Examination

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


@app.command(
    epilog=examples(
        "planner-agent harness admit drafts/nap runs/collect-expert-0 --into skills",
        "planner-agent harness admit drafts/nap runs/collect-expert-0 --into skills --approve 3f9a1c0b2d4e --reviewer ada",
        "planner-agent harness admit drafts/nap runs/collect-expert-0 --into skills --policy openai/my-model --json",
    )
)
def admit(
    skill: Annotated[Path, typer.Argument(metavar="SKILL", help="The skill: a folder with a SKILL.md.")],
    source: Annotated[
        Path, typer.Argument(metavar="TRAJECTORIES", help="Runs that support it: a run, or a folder with the files.")
    ],
    into: Annotated[
        Path, typer.Option(metavar="LIBRARY", callback=writable_folder, help="The folder of skills that it shall come into.")
    ],
    eta: Annotated[str, typer.Option(help="The configuration that shall offer it: a shipped version or a folder.")] = "v1",
    policy: Annotated[
        str | None,
        typer.Option(metavar="POLICY", help="Who plays the tasks with and without it; otherwise the recorded calls do."),
    ] = None,
    approve: Annotated[
        str | None, typer.Option(metavar="DIGEST", help="Your word on what was shown: the digest that stood there.")
    ] = None,
    reviewer: Annotated[str, typer.Option(help="Who decides; it stands in the skill's papers.")] = "person",
    note: Annotated[str, typer.Option(help="Why.")] = "",
    json_output: JsonOutput = False,
) -> None:
    """Examine a skill that was learned or written, show what came of it, and on your word put it into a library.

    The exit code is 1 if there are objections to it.
    """
    from graphs.inputs import tasks_in, trajectories_in
    from harness.contract import Decision
    from harness.errors import UserError
    from harness.instructions import load
    from harness.policies import open_policy
    from harness.skills.admission import admit as put_into
    from harness.skills.examination import examine
    from planner_agent.single_stage import find_file

    tasks = tasks_in(str(find_file(source, "tasks.jsonl")))
    runs = trajectories_in(str(find_file(source, "trajectories.jsonl")), tasks)
    player = open_policy(policy) if policy is not None else None
    found = examine(skill, tasks, runs, load(eta), player)
    shown = found.digest().removeprefix("sha256:")[:12]
    place = None
    if approve is not None and not found.objections:
        if approve != shown:
            message = f"what is shown now has the digest {shown}; nothing was admitted"
            raise UserError(message, where=f"--approve {approve}", expected="a look at it, then your word again")
        decision = Decision(verdict="approved", reviewer=reviewer, by="person", shown=found.digest(), note=note)
        place = put_into(skill, into, found, decision)
    if json_output:
        print_json({**found.model_dump(mode="json"), "shown": shown, "admitted": None if place is None else str(place)})
    else:
        _show_examined(found)
        out = console()
        if place is not None:
            out.print(f"Admitted by {reviewer}: {place}", markup=False, highlight=False, soft_wrap=True)
        elif not found.objections:
            again = f"planner-agent harness admit {skill} {source} --into {into}"
            out.print(f"Read it, then  {again} ... --approve {shown}", markup=False, highlight=False, soft_wrap=True)
    raise typer.Exit(1 if found.objections else 0)


def _show_examined(found: "Examination") -> None:
    """The whole text, since a person has to read it, and what was found out."""
    out = console()
    out.print(f"skill {found.skill}{', which replaces another' if found.replaces else ''}", style="bold", highlight=False)
    lines = [f"  {line}" for line in (found.description, *found.instructions.splitlines())]
    lines += [
        f"tools       {' '.join(found.tools) or 'none'}",
        f"files       {', '.join(found.files)}",
        f"support     {len(found.runs)} solved tasks of {len(found.families)} families ({', '.join(found.families)})",
        f"played by   {found.played}, under {found.eta}; it was offered in {len(found.offered)} of these tasks",
        f"solved      {len(found.without)} without it, {len(found.with_it)} with it",
        *(f"objection   {objection}" for objection in found.objections),
    ]
    for line in lines:
        out.print(line, markup=False, highlight=False, soft_wrap=True)
