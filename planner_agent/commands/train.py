"""``planner-agent train``: a planner learns a release."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner_agent.conventions import DEFAULT_RUNS_ROOT, JsonOutput, RunsRoot, Seed, console, examples, print_json

if TYPE_CHECKING:
    from harness.contract import Json

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Training of the planner.")


@app.callback()
def train() -> None:
    """Groups the ways of training."""


@app.command(
    name="cold-start",
    epilog=examples(
        "planner-agent train cold-start runs/curate-0",
        "planner-agent train cold-start runs/flywheel-0-0 --minutes 10 --run runs/longer",
        "planner-agent train cold-start RELEASE --base-model PATH --lora-rank 16",
    ),
)
def cold_start(
    source: Annotated[Path, typer.Argument(metavar="RELEASE", help="A release folder, or a run that made one.")],
    folder: Annotated[
        Path | None, typer.Option("--run", metavar="FOLDER", help="Run folder; the same one continues a killed run.")
    ] = None,
    minutes: Annotated[
        float, typer.Option(help="Length in nominal minutes of two cores: a number of tokens, not a clock.")
    ] = 3.5,
    base_model: Annotated[
        Path | None, typer.Option(metavar="PATH", help="Folder of the base model; the embedded planner's if not given.")
    ] = None,
    lora_rank: Annotated[
        int | None, typer.Option(min=1, help="Train low-rank adapters of this rank instead of everything.")
    ] = None,
    seed: Seed = 0,
    runs: RunsRoot = DEFAULT_RUNS_ROOT,
    json_output: JsonOutput = False,
) -> None:
    """Supervised cold start: loss on the approved turns of a release and on nothing else; the checkpoint is a planner."""
    from agents.release import verify_release
    from harness.contract import digest
    from harness.errors import UserError
    from harness.models.local_policy import embedded_base
    from harness.records import file_digest
    from harness.runs import RunPlan, Stage
    from planner_agent.commands.release import folder_of
    from planner_agent.driving import progress_display
    from planner_agent.single_stage import do_stage
    from planner_train.cold_start import ColdStartConfig, LoraSettings
    from planner_train.cold_start import cold_start as learn

    release = folder_of(source)
    verified = verify_release(release)
    base = base_model or embedded_base()
    if not (base / "config.json").is_file():
        raise UserError("this is no model", where=str(base), expected="a folder with config.json and model.safetensors")
    if minutes <= 0:
        raise UserError(f"minutes is {minutes}", where="--minutes", expected="a number above 0")
    lora = LoraSettings(rank=lora_rank, alpha=2 * lora_rank) if lora_rank is not None else None
    config = ColdStartConfig(seed=seed, minutes=minutes, lora=lora)
    weights = sorted([*base.glob("*.safetensors"), *base.glob("*.json")])
    plan = RunPlan(
        seed=seed,
        settings=config.model_dump(mode="json", exclude={"seed"}),
        inputs={"release": str(verified["id"])},
        models={"base": digest({path.name: file_digest(path) for path in weights})},
    )
    place = folder or runs / f"train-{seed}"

    def work(stage: Stage) -> "tuple[list[str], dict[str, Json]]":
        with progress_display() as show:

            def report(done: int, total: int) -> None:
                show({"step": "cold start", "done": done, "total": total, "note": ""})

            result = learn(release, stage.path, base_model=base, config=config, progress=report)
        made = [path.relative_to(stage.path).as_posix() for path in sorted(result.checkpoint.iterdir())]
        curve = ["curve.jsonl"] if (stage.path / "curve.jsonl").is_file() else []
        return [*made, *curve], result.facts()

    facts: dict[str, Any] = do_stage(place, "train", plan, work).facts
    policy = f"local:{place / 'train' / 'checkpoint'}"
    if json_output:
        print_json({"run": str(place), "policy": policy, "facts": facts})
        return
    out = console()
    for name, value in facts.items():
        out.print(f"  {name.replace('_', ' '):<34} {value}", markup=False, highlight=False)
    out.print(f"\nPolicy: {policy}", markup=False, highlight=False, soft_wrap=True)
    out.print(f"Next:   planner-agent evaluate --policy {policy}", markup=False, highlight=False, soft_wrap=True)
