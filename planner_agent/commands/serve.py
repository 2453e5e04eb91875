"""``planner-agent serve``: the planner and its phones behind the chat-completions protocol of OpenAI."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from planner_agent.conventions import DEFAULT_RUNS_ROOT, External, RunsRoot, console, examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from harness.environments.phone.tools import Catalogue
    from harness.policy import Policy
    from harness.serving.answers import ServedModel

app = typer.Typer(add_completion=False)
PLANNER, AGENT = "planner", "agent"

Host = Annotated[str, typer.Option(help="The address to listen on; any but this machine's own needs a token.")]
Token = Annotated[
    str | None,
    typer.Option(
        envvar="PLANNER_AGENT_TOKEN", metavar="TEXT", show_envvar=True, help="What clients must send as their key."
    ),
]


@app.command(
    epilog=examples(
        "planner-agent serve --policy embedded",
        "planner-agent serve --policy local:runs/default/train/checkpoint --port 8080",
        "planner-agent serve --policy openai/my-model --mcp servers.yaml --parallel 16",
    )
)
def serve(
    policy: Annotated[
        str | None,
        typer.Option(metavar="POLICY", help="local:PATH or PROVIDER/MODEL; without one the newest trained planner."),
    ] = None,
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    host: Host = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes a free one.")] = 8000,
    token: Token = None,
    parallel: Annotated[int, typer.Option(min=1, help="How many answers are worked on at once.")] = 8,
    waiting: Annotated[int, typer.Option(min=0, help="How many more may wait; who comes then is sent away with 429.")] = 32,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long an answer may take, its waiting included.")] = 120.0,
    conversations: Annotated[int, typer.Option(min=1, help="How many conversations with the agent are remembered.")] = 256,
    mcp: External = None,
    runs: RunsRoot = DEFAULT_RUNS_ROOT,
) -> None:
    """Serve the planner to any client of OpenAI's chat completions.

    The model `planner` is a local checkpoint itself, with the client's tools. The models `agent/PROFILE` are the planner
    with its harness on a simulated phone: a request is carried out there, and the answer tells how it went.
    """
    from harness.catalogue import catalogue_for
    from harness.instructions import load
    from harness.mcp_client import catalogue_with
    from harness.policies import open_policy
    from harness.serving.app import build_app
    from harness.serving.jobs import Limits
    from harness.serving.listen import address, check_exposure, open_socket, run
    from planner_agent.checkpoints import default_policy

    limits = Limits(parallel=parallel, waiting=waiting, seconds=seconds)
    hosts = check_exposure(host, token)
    out = console(stderr=True)
    with open_socket(host, port) as listening, catalogue_with(mcp, catalogue_for(load(eta))) as catalogue:
        models = list(_models(open_policy(policy or default_policy(runs)), eta, catalogue, conversations))

        def ready() -> None:
            out.print(f"Serving {', '.join(model.id for model in models)}", markup=False, highlight=False, soft_wrap=True)
            out.print(f"at {address(listening)}/v1 until Ctrl-C", markup=False, highlight=False)

        served = build_app(models, limits=limits, token=token, hosts=hosts)
        run(served, listening, drain_seconds=limits.drain_seconds, ready=ready)
    out.print("Stopped.")


def _models(policy: "Policy", eta: str, catalogue: "Catalogue", conversations: int) -> "Iterator[ServedModel]":
    """The checkpoint itself, where the policy is one, and the agent on every phone."""
    from agents.asking import task_of
    from harness.environments.phone.environment import PhoneEnvironment
    from harness.environments.phone.profiles import names
    from harness.instructions import load
    from harness.models.local_policy import LocalPolicy
    from harness.serving.agent import Conversations, ServedAgent
    from harness.serving.planner import ServedPlanner

    loaded = load(eta)
    if isinstance(policy, LocalPolicy):
        yield ServedPlanner(PLANNER, policy.model, rules=loaded.general, fingerprint=policy.ref.digest or policy.ref.name)
    kept = Conversations(conversations)
    for profile in names():
        yield ServedAgent(
            f"{AGENT}/{profile}",
            policy,
            begin=partial(task_of, profile=profile),
            environment=partial(PhoneEnvironment, catalogue),
            eta=loaded,
            conversations=kept,
        )
