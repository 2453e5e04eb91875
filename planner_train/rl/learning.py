"""Online reinforcement learning of a planner with GRPO and CARE: one call, killed and repeated at will.

``learn`` samples groups of episodes through the harness, shapes their advantages, and lets TRL's trainer take the steps.
Every so many updates it evaluates on dev tasks, lets the controller decide, and saves. The same call continues from the last
whole checkpoint with the very batch that would have come next.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from harness.contract import Json, Task, digest
from harness.errors import UserError, expect
from harness.instructions import Eta, load
from harness.models.local import LocalModel
from harness.process import return_free_memory
from planner_train import adapters, processes
from planner_train.care import CareSettings, Controller, Decision, Evidence, Outcome, Proposer, RuleProposer, Shaped
from planner_train.checkpoints import claim, fixed_threads, identify, last_whole, load_model, mark_whole, write_model
from planner_train.scaling.layout import Layout, check_rl

from .columns import reward_functions
from .journal import Journal
from .rollouts import Engine, Sampled
from .schedule import check_tasks, schedule
from .served import ServedModel
from .settings import RLSettings
from .trainer import arguments, trainer_class

Progress = Callable[[int, int], None]
"""Called with updates done and updates in all."""


@dataclass(frozen=True)
class RLResult:
    """What a run made. ``facts`` are the same on every run with the same inputs."""

    checkpoint: Path
    facts: dict[str, Json]


def learn(
    tasks: Sequence[Task],
    dev: Sequence[Task],
    out: Path | str,
    *,
    start: Path | str,
    settings: RLSettings | None = None,
    watch: Mapping[str, Sequence[Task]] | None = None,
    eta: Eta | None = None,
    proposer: Proposer | None = None,
    simulator: str = "",
    progress: Progress | None = None,
) -> RLResult:
    """Trains the checkpoint ``start`` on ``tasks`` and writes ``out/checkpoint``, with the journal of the run beside it.

    ``dev`` steers the controller; ``watch`` names further sets of tasks to evaluate on, of the train or dev split.
    ``simulator`` names the model that plays simulated phones. A finished result is returned as it is. Raises ``UserError``
    for tasks, settings or a checkpoint that cannot be used, before anything is written.

    Under ``accelerate launch`` every process makes the same call: each runs whole groups, the first one writes.
    """
    out, start = Path(out), Path(start)
    chosen = settings or RLSettings()
    expect(chosen, RLSettings, "settings", "RLSettings")
    check_rl(chosen, Layout.started(servers=1 if chosen.vllm else 0))
    harness = eta or load()
    sets = {"dev": dev, **(watch or {})}
    for held in sets.values():
        check_tasks(tasks, held)
    identity = {
        "tasks": digest([task.digest() for task in tasks]),
        "evaluated": {name: digest([task.digest() for task in held]) for name, held in sets.items()},
        "start": identify(start),
        "harness": harness.version,
        "settings": chosen.model_dump(mode="json"),
    }
    manifest = out / "checkpoint" / "manifest.json"
    if manifest.is_file():
        finished = json.loads(manifest.read_text(encoding="utf-8"))
        if finished["identity"] == identity:
            return RLResult(out / "checkpoint", finished["facts"])
        expected = "an empty folder, or the same tasks, checkpoint and settings"
        raise UserError("another run ended here", where=str(out), expected=expected)
    engine = Engine(tasks, chosen, harness, simulator=simulator)
    with fixed_threads(chosen.threads):
        return _train(engine, sets, out, start, identity, proposer or RuleProposer(), progress)


def _train(
    engine: Engine,
    sets: Mapping[str, Sequence[Task]],
    out: Path,
    start: Path,
    identity: Json,
    proposer: Proposer,
    progress: Progress | None,
) -> RLResult:
    trainer_type = trainer_class()
    from datasets import Dataset
    from transformers import PrinterCallback

    settings = engine.settings
    _check_trackers(settings.report_to)
    work = out / "trainer"
    configured = arguments(work, settings)  # before the model, which is split as it is read where the launcher says so
    split = processes.sharding() != "none"
    model, tokenizer = load_model(start, half=settings.lora is not None and settings.bf16)
    if tokenizer.pad_token_id is None:
        tokenizer.pad_token = tokenizer.eos_token
    if settings.vllm:
        engine.served = ServedModel(settings.vllm, model, tokenizer, LocalModel(model, tokenizer).stop)
    journal = Journal(out, writes=processes.is_first())
    if processes.is_first():
        work.mkdir(parents=True, exist_ok=True)
        claim(work, identity, "reinforcement learning run")
    resumed = processes.from_first(last_whole(work) if processes.is_first() else None)
    done = int(resumed.name.removeprefix("checkpoint-")) if resumed else 0
    journal.rewind(done if resumed else -1, done // settings.iterations)
    processes.wait_for_all()
    run = _Run(engine, sets, journal, proposer, tokenizer, progress)
    rows = [
        name for batch in schedule(list(engine.by_id), settings.batches, settings.tasks, settings.seed) for name in batch
    ]
    trainer = trainer_type(
        engine=engine,
        care=lambda: run.care,
        on_batch=run.note_batch,
        model=model,
        args=configured,
        reward_funcs=reward_functions(),
        train_dataset=Dataset.from_dict({"prompt": rows}),
        processing_class=tokenizer,
        optimizers=_optimizer(model, settings) if settings.lora is None and not split else (None, None),
        peft_config=adapters.peft_config(settings.lora) if settings.lora else None,
        callbacks=[*_trackers(settings.report_to, out, done), run.callback()],
    )
    trainer.remove_callback(PrinterCallback)  # it prints to stdout, which belongs to the caller; the journal has it all
    run.trainer = trainer
    trainer.train(resume_from_checkpoint=str(resumed) if resumed else None)
    weights = trainer.accelerator.get_state_dict(trainer.model_wrapped) if split else None
    facts = processes.from_first(run.facts() if processes.is_first() else {})
    if processes.is_first():
        trained = trainer.model.merge_and_unload() if settings.lora else trainer.model
        write_model(out, trained, tokenizer, {"identity": identity, "facts": facts}, weights=weights)
        shutil.rmtree(work)
    processes.wait_for_all()
    return RLResult(out / "checkpoint", facts)


class _Run:
    """What lives as long as the training: phi, the journal, and the callback that keeps both."""

    def __init__(
        self,
        engine: Engine,
        sets: Mapping[str, Sequence[Task]],
        journal: Journal,
        proposer: Proposer,
        tokenizer: Any,
        progress: Progress | None,
    ) -> None:
        self.engine, self.sets, self.journal = engine, sets, journal
        self.trainer: Any = None
        self._tokenizer, self._progress = tokenizer, progress
        self._settings = engine.settings
        self._barren = 0
        fields = ("evidence", "before", "proposal", "clipped", "after")
        past = [Decision(**{name: line[name] for name in fields}) for line in journal.lines("decisions")]
        care = self._settings.care
        self._controller = Controller(care.phi, self._settings.eval_every, proposer, self._settings.ranges, past)

    @property
    def care(self) -> CareSettings:
        """The settings with the phi that holds now."""
        return self._settings.care.model_copy(update={"phi": self._controller.phi})

    def note_batch(
        self, batch: int, episodes: Sequence[Sampled], advantages: Sequence[float], groups: Sequence[Shaped]
    ) -> None:
        """Writes the table of a batch and what was wrong with it. Raises ``UserError`` when nothing works for long."""
        update = batch * self._settings.iterations + 1
        self.journal.write_batch(batch, episodes, advantages, groups)
        broken = [episode for episode in episodes if not episode.outcome.valid]
        self._tell(update, "episode left out", [_why(item) for item in broken])
        firsts = episodes[:: len(episodes) // len(groups)]
        silent = [(first, group) for first, group in zip(firsts, groups, strict=True) if group.silent]
        self._tell(
            update, "group teaches nothing", [{"task": first.task.id, "why": group.silent} for first, group in silent]
        )
        cut = [episode for episode in episodes if episode.transcript.cut]
        why = f"longer than a turn of {self._settings.turn_tokens} tokens or a window of {self._settings.window}"
        self._tell(update, "turns cut off", [{"turns": sum(item.transcript.cut for item in cut), "why": why}] if cut else [])
        self._barren = self._barren + 1 if all(group.regime is None for group in groups) else 0
        if self._barren >= self._settings.patience:
            why, _ = Counter(item.reason for item in broken).most_common(1)[0]
            message = f"in {self._barren} batches of rollouts no group had two valid episodes; most often: {why}"
            raise UserError(message, where=f"update {update}", expected="environments that work")

    def _tell(self, update: int, what: str, events: Sequence[Mapping[str, Json]]) -> None:
        self.journal.add("events", [{"update": update, "what": what, **event} for event in events])

    def evaluate(self, update: int) -> dict[str, dict[str, Any]]:
        """Runs every set once, greedily, each process a part of it, and writes down what came out."""
        model = self.trainer.accelerator.unwrap_model(self.trainer.model)
        training = model.training
        if self._settings.vllm:
            self.trainer.vllm_generation.sync_weights()
        found: dict[str, list[Sampled]] = {}
        try:
            for name, tasks in self.sets.items():
                own = range(processes.rank(), len(tasks), processes.count())
                made = self.engine.evaluate(model, self._tokenizer, [tasks[place] for place in own], name)
                of_place = dict(processes.gather(list(zip(own, made, strict=True))))
                found[name] = [of_place[place] for place in range(len(tasks))]
        finally:
            model.train(training)
        scores = {name: _scores([item.outcome for item in made]) for name, made in found.items()}
        self.journal.add("evals", [{"update": update, "set": name, **values} for name, values in scores.items()])
        for name, made in found.items():
            broken = [{"set": name, **_why(item)} for item in made if not item.outcome.valid]
            self._tell(update, "evaluated episode left out", broken)
        shown = {f"eval_{name}/{key}": values[key] for name, values in scores.items() for key in SHOWN}
        self.trainer.report({name: value for name, value in shown.items() if value is not None})
        return scores

    def after(self, update: int) -> None:
        """What is due after an update: an evaluation, and the controller's decision on it."""
        settings = self._settings
        if update % settings.eval_every and update != settings.updates:
            return
        scores = self.evaluate(update)["dev"]
        if scores["success"] is None:
            return  # no dev episode is valid, so nothing is known that a decision could rest on
        if settings.care.switches.controller and self._controller.is_due(update):
            evidence = Evidence(
                update=update,
                dev_success=scores["success"],
                dev_tokens=scores["tokens_of_successes"],
                train=self._statistics(),
            )
            decision = processes.from_first(self._controller.consider(evidence) if processes.is_first() else None)
            assert decision is not None
            if not processes.is_first():
                self._controller.decisions.append(decision)
            self.journal.add("decisions", [{"update": update, **decision.model_dump(mode="json")}])

    def _statistics(self) -> dict[str, float]:
        """Means of what CARE noted since the last decision."""
        past = self._controller.decisions
        since = past[-1].evidence.update if past else 0
        noted: dict[str, list[float]] = {}
        for line in self.journal.lines("updates"):
            for name, value in line.items():
                if line["update"] > since and name.startswith("care/") and value is not None:
                    noted.setdefault(name.removeprefix("care/"), []).append(value)
        return {name: round(sum(values) / len(values), 6) for name, values in sorted(noted.items())}

    def facts(self) -> dict[str, Json]:
        """The run in numbers, for manifests."""
        lines = self.journal.lines("updates")
        total = lambda name: int(sum(line.get(f"care/{name}") or 0 for line in lines))
        evals = self.journal.lines("evals")
        score = {f"{line['set']}.{line['update']}": [line["success"], line["tokens_of_successes"]] for line in evals}
        last = {name: score.get(f"{name}.{self._settings.updates}") for name in self.sets}
        return {
            "updates": self._settings.updates,
            "batches": self._settings.batches,
            "episodes": total("episodes"),
            "episodes_invalid": total("episodes/invalid"),
            "episodes_tried_again": total("episodes/tried_again"),
            "groups_without_spread": total("groups/no_spread"),
            "groups_too_few_valid": total("groups/too_few_valid"),
            "turns": total("turns/all"),
            "turns_cut_off": total("turns/cut"),
            "turns_respelled": total("turns/respelled"),
            "losses_no_number": total("losses_no_number"),
            "gradients_no_number": total("updates/gradient_no_number"),
            "updates_skipped": total("updates/skipped"),
            "phi": self._controller.phi.model_dump(),
            "before": {name: score.get(f"{name}.0") for name in self.sets},
            "after": last,
        }

    def callback(self) -> Any:
        """The hooks into transformers' training loop."""
        import torch
        from transformers import TrainerCallback

        run = self

        class Keep(TrainerCallback):
            def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
                if state.global_step == 0:
                    run.evaluate(0)

            def on_pre_optimizer_step(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
                """An update without signal, or with a loss or gradient that is no number, leaves the weights as they are."""
                trainer = run.trainer
                slopes = [parameter.grad for parameter in trainer.model.parameters() if parameter.grad is not None]
                own = (slope.to_local() if hasattr(slope, "to_local") else slope for slope in slopes)
                finite = all(bool(torch.isfinite(slope).all()) for slope in own)
                reasons = {NO_SIGNAL: not trainer.has_signal, NO_LOSS: trainer.is_broken, NO_GRADIENT: not finite}
                found = processes.gather([why for why, holds in reasons.items() if holds])
                if found:
                    for parameter in trainer.model.parameters():
                        parameter.grad = None  # the optimizer passes over it, its momentum too
                    why = ", ".join(dict.fromkeys(found))
                    run._tell(state.global_step + 1, "update skipped", [{"why": why}])
                trainer.note({"updates/skipped": float(bool(found)), "updates/gradient_no_number": float(not finite)})
                trainer.is_broken = False

            def on_log(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
                logs = kwargs["logs"]
                if "loss" not in logs:
                    return
                clock, step = run.engine.clock, state.global_step
                seconds = {f"seconds/{name}": getattr(clock, name) for name in ("model", "phone", "harness")}
                run.engine.clock = type(clock)()
                run.journal.add_update(step, {**logs, **seconds})
                run.after(step)
                return_free_memory()
                if run._progress is not None:
                    run._progress(step, state.max_steps)

            def on_save(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
                processes.wait_for_all()
                if processes.is_first():
                    mark_whole(Path(args.output_dir) / f"checkpoint-{state.global_step}")

        return Keep()


NO_SIGNAL = "no episode has an advantage"
NO_LOSS = "a loss is no number"
NO_GRADIENT = "a gradient is no number"
SHOWN = ("success", "tokens", "tokens_of_successes", "calls_of_successes")
"""What trackers are told of an evaluation."""


def _why(episode: Sampled) -> dict[str, Json]:
    return {"task": episode.task.id, "attempts": episode.attempts, "why": episode.reason}


def _scores(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Success and what was spent, over the valid episodes; each episode's own numbers for paired tests.

    ``success`` is None where no episode is valid.
    """
    valid = [item for item in outcomes if item.valid]
    won = [item for item in valid if item.success]
    mean = lambda values: round(sum(values) / len(values), 4) if values else None
    return {
        "n": len(outcomes),
        "valid": len(valid),
        "success": round(len(won) / len(valid), 6) if valid else None,
        "tokens": mean([item.tokens for item in valid]),
        "tokens_of_successes": mean([item.tokens for item in won]),
        "calls_of_successes": mean([item.calls for item in won]),
        "episodes": [[int(item.success), item.tokens, item.calls] for item in outcomes],
    }


def _optimizer(model: Any, settings: RLSettings) -> tuple[Any, Any]:
    """Optimizer and schedule: the rate rises, then stays."""
    import torch

    from planner_train.optim import MuonWithAdamW

    if settings.optimizer == "muon":
        optimizer: torch.optim.Optimizer = MuonWithAdamW(model, matrix_lr=settings.matrix_lr, lr=settings.lr)
    else:
        optimizer = torch.optim.AdamW(model.parameters(), lr=settings.lr, betas=(0.9, 0.95), weight_decay=0.0)
    factor = lambda step: min(1.0, (step + 1) / max(1, settings.warmup))
    return optimizer, torch.optim.lr_scheduler.LambdaLR(optimizer, factor)


def _trackers(names: Sequence[str], out: Path, update: int) -> list[Any]:
    """TensorBoard with a folder of its own: where transformers' trainer puts it, it would go with the checkpoints.

    What an earlier process wrote of updates after ``update`` is taken back.
    """
    if "tensorboard" not in names or not processes.is_first():
        return []
    from transformers.integrations import TensorBoardCallback

    try:
        board = import_module("torch.utils.tensorboard")
    except ImportError:
        board = import_module("tensorboardX")
    return [TensorBoardCallback(board.SummaryWriter(log_dir=str(out / "tensorboard"), purge_step=update + 1))]


def _check_trackers(names: Sequence[str]) -> None:
    """Raises ``UserError`` for a tracker that transformers does not know or that is not installed."""
    from transformers.integrations import get_reporting_integration_callbacks

    for name in names:
        try:
            for tracker in get_reporting_integration_callbacks([name]):
                tracker()
        except (RuntimeError, ValueError, ImportError) as error:
            raise UserError(str(error), where=f"report_to {name}", expected="an installed tracker") from None
