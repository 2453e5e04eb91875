"""``planner-agent phone``: the tools of the programmatic phone and of the assistant on it, and whose phones there are."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from planner_agent.conventions import JsonOutput, console, examples, print_json

if TYPE_CHECKING:
    from harness.environments.phone.tools import Tool

SHOWN_ROWS = 4
"""How many rows of a table are shown of a profile; `--json` holds them all."""
app = typer.Typer(add_completion=False, no_args_is_help=True, help="The programmatic phone: its tools, its profiles.")


@app.callback()
def phone() -> None:
    """Groups the commands on the phone."""


@app.command(
    epilog=examples(
        "planner-agent phone tools",
        "planner-agent phone tools --domain 'Time Management'",
        "planner-agent phone tools --json",
    )
)
def tools(
    domain: Annotated[
        str | None, typer.Option("--domain", metavar="NAME", help="Only this domain; any part of its name will do.")
    ] = None,
    json_output: JsonOutput = False,
) -> None:
    """List the tools, by domain, in the compact form that the planner reads; memory and sub-agents are the assistant's."""
    chosen = _of_domain(list(_tools().values()), domain)
    if json_output:
        print_json([_facts(tool) for tool in chosen])
        return
    out = console()
    for number, title in enumerate(dict.fromkeys(tool.domain for tool in chosen)):
        members = [tool for tool in chosen if tool.domain == title]
        gap = "\n" if number else ""
        out.print(f"{gap}{title} ({len(members)})", style="bold", highlight=False)
        for tool in members:
            out.print(f"  {tool.signature}", soft_wrap=True, markup=False, highlight=False)
    count = f"{len(chosen)} tool{'' if len(chosen) == 1 else 's'}"
    out.print(f"\n{count}. `planner-agent phone show TOOL` says more of one.", highlight=False)


@app.command(
    epilog=examples(
        "planner-agent phone show manage_alarm",
        "planner-agent phone show manage_alarm --json",
        "planner-agent phone show emma",
    )
)
def show(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A tool of `phone tools`, or a profile of `phone profiles`.")],
    json_output: JsonOutput = False,
) -> None:
    """Show one tool (what it is for, its arguments, its effect, how it can fail, its schema) or what one profile holds."""
    from harness.environments.phone.profiles import names

    if name in names():
        _show_profile(name, json_output)
        return
    catalogue = _tools()
    if name not in catalogue:
        raise _unknown(name, [*catalogue, *names()], "tool or profile", "one that `phone tools` or `phone profiles` lists")
    facts = _facts(catalogue[name])
    if json_output:
        print_json(facts)
        return
    out = console()
    out.print(facts["signature"], style="bold", soft_wrap=True, markup=False, highlight=False)
    out.print(facts["summary"], markup=False, highlight=False)
    for label in ("domain", "effect", "effects", "permission", "errors", "seconds"):
        if facts[label]:
            out.print(f"  {label:<10} {_in_words(facts[label])}", markup=False, highlight=False)
    out.print_json(data=facts["schema"])


def _show_profile(name: str, json_output: bool) -> None:
    """The tables of a profile: what each is about, and its first rows in a few words."""
    from agents.plainly import row_in_words
    from harness.environments.phone.profiles import load_profile
    from harness.environments.phone.tables import TABLES

    tables = load_profile(name).tables
    if json_output:
        print_json(tables)
        return
    out = console()
    info, clock = tables["device"]["info"], tables["device"]["clock"]
    out.print(
        f"{info['owner']}, {info['model']}, {info['locale']}, {clock['zone']} from {clock['starts']}",
        style="bold",
        highlight=False,
    )
    for table in TABLES.all():
        rows = tables.get(table.name)
        if rows:
            out.print(
                f"\n{table.name} ({len(rows)}): {table.says}", style="bold", markup=False, highlight=False, soft_wrap=True
            )
            for key, row in list(rows.items())[:SHOWN_ROWS]:
                out.print(
                    f"  {key:<10} {row_in_words(row)}", markup=False, highlight=False, overflow="ellipsis", no_wrap=True
                )
            if len(rows) > SHOWN_ROWS:
                out.print(f"  and {len(rows) - SHOWN_ROWS} more", style="dim", highlight=False)


@app.command(epilog=examples("planner-agent phone profiles", "planner-agent phone profiles --json"))
def profiles(json_output: JsonOutput = False) -> None:
    """List whose phones there are, and how much each holds."""
    from harness.environments.phone.profiles import load_profile, names

    found = []
    for name in names():
        state = load_profile(name)
        rows = sum(len(table) for table in state.tables.values())
        found.append({"profile": name, "tables": len(state.tables), "rows": rows, **state.tables["device"]["info"]})
    if json_output:
        print_json(found)
        return
    for facts in found:
        print(f"{facts['profile']:<8} {facts['owner']}, {facts['model']}, {facts['locale']}: {facts['rows']} rows")


def _tools() -> "dict[str, Tool]":
    """The tools of the thirteen domains by name. Loaders of skills are not among them: there is one for each skill."""
    from harness.catalogue import full_catalogue

    return {name: tool for name, tool in full_catalogue().items() if tool.kind != "skill"}


def _of_domain(tools: "list[Tool]", asked: str | None) -> "list[Tool]":
    if asked is None:
        return tools
    chosen = [tool for tool in tools if asked.casefold() in tool.domain.casefold()]
    if not chosen:
        known = sorted({tool.domain for tool in tools})
        raise _unknown(asked, known, "domain", f"a part of one of: {', '.join(known)}")
    return chosen


def _facts(tool: "Tool") -> dict[str, object]:
    """What a program wants to know of a tool. ``effects`` are of the actions whose effect is another one."""
    return {
        "name": tool.name,
        "domain": tool.domain,
        "summary": tool.summary,
        "signature": tool.signature,
        "effect": tool.risk.value,
        "effects": {action: risk.value for action, risk in tool.risks.items()},
        "permission": tool.permission,
        "errors": [code.value for code in tool.errors],
        "seconds": tool.seconds,
        "schema": tool.schema(),
    }


def _in_words(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {item}" for key, item in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _unknown(name: str, known: Iterable[str], what: str, otherwise: str) -> Exception:
    from difflib import get_close_matches

    from harness.errors import UserError

    near = get_close_matches(name, sorted(known), n=3)
    wish = " or ".join(f"`{match}`" for match in near) + ", perhaps" if near else otherwise
    return UserError(f"unknown {what} {name!r}", expected=wish)
