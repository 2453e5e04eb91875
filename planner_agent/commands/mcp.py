"""``planner-agent mcp``: the phone as an MCP server, and what other MCP servers offer a planner."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner_agent.conventions import JsonOutput, Seed, console, examples, print_json

if TYPE_CHECKING:
    from harness.environments.phone.tools import Catalogue

app = typer.Typer(
    add_completion=False, no_args_is_help=True, help="The phone as an MCP server, and tools of other MCP servers."
)
DRAIN_SECONDS = 5.0


@app.callback()
def mcp() -> None:
    """Groups the commands on the Model Context Protocol."""


@app.command(
    epilog=examples(
        "planner-agent mcp serve --profile emma",
        "planner-agent mcp serve --profile liwei --domain 'Time Management'",
        "planner-agent mcp serve --http --port 8001",
    )
)
def serve(
    profile: Annotated[str, typer.Option(help="Whose phone; `planner-agent phone profiles` lists them.")] = "emma",
    domain: Annotated[
        list[str] | None,
        typer.Option("--domain", metavar="NAME", help="Only the tools of this domain; any part of its name. Repeat it."),
    ] = None,
    http: Annotated[bool, typer.Option("--http", help="Serve over HTTP instead of on standard input and output.")] = False,
    host: Annotated[
        str, typer.Option(help="With --http: the address; any but this machine's own needs a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="With --http: the port; 0 takes a free one.")] = 8001,
    token: Annotated[
        str | None,
        typer.Option(envvar="PLANNER_AGENT_TOKEN", metavar="TEXT", help="With --http: what clients must send as their key."),
    ] = None,
    seed: Seed = 0,
) -> None:
    """Serve the tools of a simulated phone to any MCP client; each session has a fresh phone of its own."""
    from agents.asking import task_of
    from harness.mcp_server import phone_app, phone_server, serve_standard_streams
    from planner_agent import __version__

    server = phone_server(task_of("", profile), _of_domains(domain or []), version=__version__, seed=seed)
    if not http:
        import anyio

        anyio.run(serve_standard_streams, server)
        return
    from harness.serving.listen import address, check_exposure, open_socket, run

    out = console(stderr=True)
    hosts = check_exposure(host, token)
    with open_socket(host, port) as listening:
        place = address(listening)
        run(
            phone_app(server, token=token, hosts=hosts),
            listening,
            drain_seconds=DRAIN_SECONDS,
            ready=lambda: out.print(f"Serving the phone of {profile} at {place}/mcp until Ctrl-C", highlight=False),
        )
    out.print("Stopped.")


def _of_domains(asked: list[str]) -> "Catalogue":
    """What acts by itself, of these domains or of all; skill loaders serve our own planner only."""
    from harness.catalogue import full_catalogue
    from harness.environments.phone.tools import Catalogue
    from harness.errors import UserError

    offered = [tool for tool in full_catalogue().values() if tool.kind != "skill"]
    known = sorted({tool.domain for tool in offered})
    chosen = {domain for name in asked for domain in known if name.casefold() in domain.casefold()}
    for name in asked:
        if not any(name.casefold() in domain.casefold() for domain in known):
            raise UserError(f"unknown domain {name!r}", where="--domain", expected=f"a part of one of: {', '.join(known)}")
    return Catalogue(tool for tool in offered if not asked or tool.domain in chosen)


@app.command(epilog=examples("planner-agent mcp tools servers.yaml", "planner-agent mcp tools servers.yaml --json"))
def tools(
    servers: Annotated[Path, typer.Argument(metavar="FILE", help="The file that lists the servers.")],
    json_output: JsonOutput = False,
) -> None:
    """Start the MCP servers that a file lists, and show their tools as a planner would see them."""
    from harness.mcp_client import external_tools, read_servers

    with external_tools(read_servers(servers)) as found:
        if json_output:
            print_json([{"name": item.name, "risk": item.risk.value, "schema": item.schema()} for item in found])
            return
        out = console()
        for item in found:
            out.print(f"{item.risk.value:<12} {item.signature}", markup=False, highlight=False, soft_wrap=True)
        out.print(f"\n{len(found)} tool{'' if len(found) == 1 else 's'}.", highlight=False)
