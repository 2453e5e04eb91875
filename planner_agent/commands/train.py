"""``planner-agent train``: a planner learns a release, or from its own episodes."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from planner_agent.conventions import (
    DEFAULT_RUNS_ROOT,
    JsonOutput,
    Model,
    RunsRoot,
    Seed,
    console,
    examples,
    print_json,
    writable_folder,
)

if TYPE_CHECKING:
    from harness.contract import Json
    from planner_train.scaling.recipe import Plan, Recipe

RecipeName = Annotated[
    str | None,
    typer.Option(
        "--recipe",
        metavar="NAME",
        help="Recipe of a bigger model, see `train recipes`, or a YAML file; options override it.",
    ),
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Check everything and print the memory and batch arithmetic; train nothing.")
]

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
        "planner-agent train cold-start RELEASE --recipe qwen3-8b-lora --dry-run",
    ),
)
def cold_start(
    source: Annotated[Path, typer.Argument(metavar="RELEASE", help="A release folder, or a run that made one.")],
    folder: Annotated[
        Path | None, typer.Option("--run", metavar="FOLDER", help="Run folder; the same one continues a killed run.")
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(help="Length in nominal minutes of two cores: a number of tokens, not a clock.", show_default="3.5"),
    ] = None,
    base_model: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="Base model: a folder, a GGUF file or a name on the hub; the recipe's, or the embedded planner's.",
        ),
    ] = None,
    lora_rank: Annotated[
        int | None, typer.Option(min=1, help="Train low-rank adapters of this rank instead of everything.")
    ] = None,
    recipe: RecipeName = None,
    dry_run: DryRun = False,
    seed: Seed = 0,
    runs: RunsRoot = DEFAULT_RUNS_ROOT,
    json_output: JsonOutput = False,
) -> None:
    """Supervised cold start: loss on the approved turns of a release and on nothing else; the checkpoint is a planner."""
    from agents.release import verify_release
    from harness.contract import digest
    from harness.errors import UserError
    from harness.models.local_policy import embedded_base
    from harness.runs import RunPlan, Stage
    from harness.validation import validate
    from planner_agent.commands.release import folder_of
    from planner_agent.driving import progress_display
    from planner_agent.single_stage import do_stage
    from planner_train import processes
    from planner_train.checkpoints import identify
    from planner_train.cold_start import ColdStartConfig, ColdStartResult, read_examples
    from planner_train.cold_start import cold_start as learn
    from planner_train.scaling.recipe import load

    release = folder_of(source)
    verified = verify_release(release)
    if minutes is not None and not 0 < minutes <= 10_000:
        raise UserError(f"minutes is {minutes}", where="--minutes", expected="a number above 0 and at most 10000")
    fields: dict[str, Any] = {"seed": seed}
    fields |= {"minutes": minutes} if minutes is not None else {}
    fields |= {"lora": {"rank": lora_rank, "alpha": 2 * lora_rank}} if lora_rank is not None else {}
    chosen = load(recipe, cold_start=fields) if recipe else None
    config = chosen.cold_start if chosen else validate(fields, ColdStartConfig, "options")
    name = base_model or (chosen.base_model if chosen else "")
    base = _base(name) if name else embedded_base()
    if dry_run:
        rows = sum(example.teaches and example.weight > 0 for example in read_examples(release)[1])
        intended = _plan_of(chosen, recipe, config, base if base_model or not chosen else None)
        _show(intended, rows, chosen, ["train", "cold-start", str(release)], recipe, json_output)
        return
    if chosen:
        _check_start(chosen, _plan_of(chosen, recipe, config, base if base_model else None))
    plan = RunPlan(
        seed=seed,
        settings=config.model_dump(mode="json", exclude={"seed"}),
        inputs={"release": str(verified["id"])},
        models={"base": digest(identify(base))},
    )
    place = folder or runs / f"train-{seed}"

    def train_in(path: Path) -> ColdStartResult:
        with progress_display() as show:

            def report(done: int, total: int) -> None:
                show({"step": "cold start", "done": done, "total": total, "note": ""})

            return learn(release, path, base_model=base, config=config, progress=report)

    if not processes.is_first():  # the first one owns the run folder and reports
        train_in(place / "train")
        return

    def work(stage: Stage) -> "tuple[list[str], dict[str, Json]]":
        result = train_in(stage.path)
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


@app.command(
    name="rl",
    epilog=examples(
        "planner-agent train rl runs/flywheel-0-0",
        "planner-agent train rl runs/construct-0 --policy local:runs/train-0/train/checkpoint --updates 200",
        "planner-agent train rl runs/flywheel-0-0 --arm vanilla --run runs/vanilla",
        "planner-agent train rl runs/flywheel-0-0 --config my-settings.yaml --group 16",
        "planner-agent train rl runs/flywheel-0-0 --recipe qwen3-8b-lora --dry-run --json",
    ),
)
def rl(
    source: Annotated[
        Path, typer.Argument(metavar="TASKS", help="A run that constructed tasks, a release, or a folder with tasks.jsonl.")
    ],
    folder: Annotated[
        Path | None, typer.Option("--run", metavar="FOLDER", help="Run folder; the same one continues a killed run.")
    ] = None,
    policy: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Planner to start from: embedded or local:PATH; the run's own if not given."),
    ] = None,
    arm: Annotated[
        str | None, typer.Option(metavar="NAME", help="Reward arm: care, vanilla, or another of docs/care.md.")
    ] = None,
    updates: Annotated[int | None, typer.Option(help="Optimizer steps.", show_default="100")] = None,
    tasks: Annotated[int | None, typer.Option(help="Tasks of one batch of rollouts.", show_default="4")] = None,
    group: Annotated[int | None, typer.Option(help="Episodes of one task.", show_default="8")] = None,
    lr: Annotated[float | None, typer.Option(help="Learning rate.", show_default="5e-05")] = None,
    dev_per_family: Annotated[
        int, typer.Option(min=1, help="Dev tasks for each trained family, of entities that are not trained on.")
    ] = 2,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="YAML with any field of RLSettings; options given here override it.")
    ] = None,
    report_to: Annotated[
        str, typer.Option(metavar="NAMES", help="Trackers to log to as well, as a comma list: tensorboard, wandb, ...")
    ] = "",
    recipe: RecipeName = None,
    dry_run: DryRun = False,
    eta: Annotated[str, typer.Option(help="Harness configuration: a shipped version or a folder.")] = "v1",
    model: Model = None,
    seed: Seed = 0,
    runs: RunsRoot = DEFAULT_RUNS_ROOT,
    json_output: JsonOutput = False,
) -> None:
    """Online reinforcement learning: groups of episodes through the harness, advantages by CARE, steps by GRPO."""
    from bench.suite import make
    from graphs.inputs import check_tasks, eta_in
    from harness.backends import open_backends
    from harness.catalogue import catalogue_for, full_catalogue
    from harness.configs import load_yaml
    from harness.contract import Task, digest
    from harness.errors import UserError
    from harness.records import file_digest, read_jsonl
    from harness.runs import RunPlan, Stage
    from harness.validation import validate
    from planner_agent.driving import progress_display
    from planner_agent.single_stage import do_stage, find_file
    from planner_train import processes
    from planner_train.care import arm as arm_of
    from planner_train.rl.journal import outputs, speed
    from planner_train.rl.learning import RLResult, learn
    from planner_train.rl.settings import RLSettings
    from planner_train.scaling.recipe import load as load_recipe

    fields: Any = load_yaml(config) if config else {}
    if not isinstance(fields, dict):
        raise UserError("the file holds no settings", where=str(config), expected="names and values, one a line")
    fields["seed"] = seed
    given = {"updates": updates, "tasks": tasks, "group": group, "lr": lr}
    fields |= {name: value for name, value in given.items() if value is not None}
    if report_to:
        fields["report_to"] = [name.strip() for name in report_to.split(",")]
    chosen = load_recipe(recipe, rl=fields) if recipe else None
    settings = chosen.rl if chosen else validate(fields, RLSettings, str(config or "options"))
    if arm is not None:
        settings = settings.model_copy(update={"care": arm_of(arm, settings.care)})
    file = find_file(source, "tasks.jsonl")
    training = read_jsonl(file, Task)
    if dry_run:
        base = _start(policy, source, runs) if policy or not chosen else None
        intended = _plan_of(chosen, recipe, settings, base)
        _show(intended, len(training), chosen, ["train", "rl", str(source)], recipe, json_output)
        return
    start = _start(policy, source, runs)
    if chosen:
        _check_start(chosen, _plan_of(chosen, recipe, settings, start))
    harness = eta_in(eta)
    check_tasks(str(file), training, catalogue_for(harness))
    families = {task.family for task in training}
    dev = [task for task, _ in make("dev-entities", dev_per_family, full_catalogue(), seed=seed) if task.family in families]
    if not dev:
        raise UserError(
            "none of the tasks is of a training family, so there are no dev tasks",
            where=str(file),
            expected="tasks of families",
        )
    open_backends(settings.backends, catalogue_for(harness), model=model or "", seed=seed).groups([*training, *dev])
    files = sorted([*start.glob("*.safetensors"), *start.glob("*.json")])
    plan = RunPlan(
        seed=seed,
        settings={**settings.model_dump(mode="json", exclude={"seed"}), "dev_per_family": dev_per_family},
        inputs={"tasks": file_digest(file)},
        models={"start": digest({path.name: file_digest(path) for path in files}), "simulator": model or ""},
        harness_version=harness.version,
    )
    place = folder or runs / f"rl-{seed}"

    def train_in(path: Path) -> RLResult:
        with progress_display() as show:

            def report(done: int, total: int) -> None:
                show({"step": "reinforcement learning", "done": done, "total": total, "note": ""})

            return learn(
                training,
                dev,
                path,
                start=start,
                settings=settings,
                eta=harness,
                simulator=model or "",
                progress=report,
            )

    if not processes.is_first():  # the first one owns the run folder and reports
        train_in(place / "train")
        return

    def work(stage: Stage) -> "tuple[list[str], dict[str, Json]]":
        result = train_in(stage.path)
        return outputs(stage.path), result.facts

    facts: dict[str, Any] = do_stage(place, "train", plan, work).facts
    name = f"local:{place / 'train' / 'checkpoint'}"
    measured = speed(place / "train")
    if json_output:
        print_json({"run": str(place), "policy": name, "facts": facts, "speed": measured})
        return
    out = console()
    for label, value in {**facts, **measured}.items():
        out.print(f"  {label.replace('_', ' '):<34} {value}", markup=False, highlight=False)
    out.print(f"\nPolicy: {name}", markup=False, highlight=False, soft_wrap=True)
    out.print(f"Next:   planner-agent evaluate --policy {name}", markup=False, highlight=False, soft_wrap=True)


@app.command(
    name="ablation",
    epilog=examples(
        "planner-agent train ablation --small",
        "planner-agent train ablation --out runs/ablation",
        "planner-agent train ablation --out runs/ablation --arm fixed-phi --arm decoupled",
        "planner-agent train ablation --out runs/ablation --sweep",
        "planner-agent train ablation --out runs/ablation --report",
    ),
)
def ablation(
    out_folder: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", callback=writable_folder, help="Where it is kept; the same one continues or adds to it."
        ),
    ] = None,
    small: Annotated[
        bool, typer.Option("--small", help="One short seed of each arm: minutes, too little to learn from.")
    ] = False,
    arm: Annotated[
        list[str] | None, typer.Option("--arm", metavar="NAME", help="Run this arm in place of the recipe's; repeat it.")
    ] = None,
    seed: Annotated[
        list[int] | None, typer.Option("--seed", min=0, help="Run this seed in place of the recipe's; repeat it.")
    ] = None,
    sweep: Annotated[
        bool, typer.Option("--sweep", help="Run CARE with each lambda_eff of the recipe in place of the arms.")
    ] = False,
    report: Annotated[bool, typer.Option("--report", help="Run nothing; make the report of what the folder holds.")] = False,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Another recipe, with the sections of the shipped recipe.yaml.")
    ] = None,
    processes: Annotated[int, typer.Option(min=1, help="Trainings at a time, each on one thread.")] = 2,
    runs: RunsRoot = DEFAULT_RUNS_ROOT,
    json_output: JsonOutput = False,
) -> None:
    """Arms of CARE and plain RL, seed by seed, on a small planner with a fixed recipe; ends with a report."""
    import json

    from harness.errors import UserError
    from harness.records import read_json
    from planner_agent.driving import progress_display
    from planner_train.ablation.jobs import plan
    from planner_train.ablation.recipe import SHIPPED, Recipe, load_recipe
    from planner_train.ablation.report import write_report
    from planner_train.ablation.running import run

    place = out_folder or runs / ("ablation-small" if small else "ablation")
    if report:
        if arm or seed or sweep or config or small:
            raise UserError("other options choose what to run", where="--report", expected="--report and --out alone")
        if not (place / "recipe.json").is_file():
            raise UserError("no ablation was begun here", where=str(place), expected="the folder of an ablation")
        recipe = read_json(place / "recipe.json", Recipe)
    else:
        if sweep and arm:
            raise UserError("a sweep is of CARE alone", where="--sweep", expected="no --arm beside it")
        recipe = load_recipe(config or SHIPPED, small=small)
        jobs = plan(recipe, arm or recipe.arms, seed or recipe.seeds, sweep=sweep)
        with progress_display() as show:

            def tell(what: str, done: int, total: int) -> None:
                show({"step": what, "done": done, "total": total, "note": ""})

            run(place, recipe, jobs, processes=processes, progress=tell)
    page = write_report(place, recipe)
    if json_output:
        print_json({"report": str(page), "analysis": json.loads((place / "analysis.json").read_text(encoding="utf-8"))})
        return
    console().print(page.read_text(encoding="utf-8"), markup=False, highlight=False, soft_wrap=True)
    console().print(f"Report: {page}", markup=False, highlight=False, soft_wrap=True)


@app.command(
    name="recipes",
    epilog=examples("planner-agent train recipes", "planner-agent train recipes qwen3-8b-lora"),
)
def recipes(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="Print the file of this recipe.")] = None,
    json_output: JsonOutput = False,
) -> None:
    """Recipes of bigger models: what each trains on which devices; a name prints its file, to be copied and changed."""
    from planner_train.scaling.recipe import find, load, names

    if name is not None and not json_output:
        print(find(name).read_text(encoding="utf-8"), end="")
        return
    found = {each: load(each) for each in ([name] if name is not None else names())}
    if json_output:
        print_json({each: recipe.model_dump(mode="json") for each, recipe in found.items()})
        return
    for each, recipe in found.items():
        console().print(f"{each:<18} {recipe.description}", markup=False, highlight=False, soft_wrap=True)


def _base(name: str) -> "Path | str":
    """The base model of that name: a folder, a GGUF file, or what a hub calls so."""
    import re

    from harness.errors import UserError
    from planner_train.checkpoints import is_gguf

    place = Path(name)
    if (place / "config.json").is_file() or is_gguf(place):
        return place
    if not place.exists() and re.fullmatch(r"[\w.-]+/[\w.-]+", name) and not place.parent.is_dir():
        return name
    raise UserError(
        "this is no model", where=name, expected="a folder with config.json and weights, a GGUF file, or OWNER/NAME"
    )


def _plan_of(recipe: "Recipe | None", name: str | None, settings: Any, base: "Path | str | None") -> "Plan":
    """The training as it would start; ``base`` is the model where it is not the recipe's."""
    from harness.errors import UserError
    from planner_train.scaling.architecture import read
    from planner_train.scaling.layout import Layout
    from planner_train.scaling.recipe import Plan

    where = f"recipe {name}" if recipe else "options"
    if recipe and base is None:
        shape = recipe.shape
    elif isinstance(base, Path) and base.is_dir():
        shape = read(base)
    else:
        expected = "a folder with config.json, or --recipe without --base-model"
        raise UserError("its sizes are not known without reading it", where=str(base), expected=expected)
    layout = recipe.layout if recipe else Layout.started(servers=1 if getattr(settings, "vllm", "") else 0)
    return Plan(settings, layout, shape, where, recipe.prompt_tokens if recipe else 0)


def _check_start(recipe: "Recipe", plan: "Plan") -> None:
    """Raises ``UserError`` where the recipe does not work out, or other processes were started than it asks for."""
    from planner_train import processes
    from planner_train.scaling.layout import check_processes

    plan.check()
    check_processes(processes.count(), recipe.layout)


def _show(plan: "Plan", rows: int, recipe: "Recipe | None", command: list[str], name: str | None, json_output: bool) -> None:
    """Prints a dry run. Raises ``UserError`` for what does not divide before, for what does not fit after."""
    plan.check_shapes()
    estimate, missing = plan.estimate(rows), plan.missing()
    server = recipe.vllm_command() if recipe and estimate.server else ""
    start = f"{plan.layout.launcher()} {shlex.join([*command, *(['--recipe', name] if name else [])])}"
    if json_output:
        print_json({**estimate.facts(), "launcher": start, "vllm": server, "missing": missing})
    else:
        notes = {"Launcher": f"{start} (and your other options)", "Server": server, "Not here": "; ".join(missing)}
        out = console()
        for line in [*estimate.lines(), "", *(f"{f'{title}:':<10}{text}" for title, text in notes.items() if text)]:
            out.print(line, markup=False, highlight=False, soft_wrap=True)
    estimate.check_fit(plan.where)


def _start(policy: str | None, source: Path, runs: Path) -> Path:
    """The checkpoint folder that training starts from."""
    from harness.errors import UserError
    from harness.models.local_policy import embedded_base
    from planner_agent.checkpoints import default_policy

    if policy == "embedded":
        return embedded_base()
    own = source / "train" / "checkpoint"
    name = policy or (f"local:{own}" if (own / "config.json").is_file() else default_policy(runs))
    place = Path(name.removeprefix("local:"))
    if not (place / "config.json").is_file():
        raise UserError("this is no model", where=name, expected="embedded, or local:FOLDER with config.json and weights")
    return place
