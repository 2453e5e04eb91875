"""How fast our rollouts are beside TRL's own environment loop: one model, the same tasks and limits, one process.

TRL plays episodes as its ``environment_factory`` does: a whole batch is generated turn by turn with ``generate``, tools are
called one after another, and every turn reads the conversation anew. It gets what our engine gets: the same prompts and
tools (one environment a task, with the tools that the harness offers), the same text of every result, the same temperature,
number of turns, longest turn and window, the same batches, the same trainer settings. Both take real steps, at a rate that
leaves the weights as they are.

Only public hooks measure TRL: the environment, the reward function, the model's ``generate`` and callbacks.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from harness.catalogue import catalogue_for
from harness.context import describe
from harness.contract import Action, Budget, Call, Json, Task
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode
from harness.errors import UserError
from harness.instructions import Eta
from harness.models.parse import parse
from planner_train.care import arm
from planner_train.checkpoints import fixed_threads, load_model

from .columns import reward_functions
from .contract import check
from .rollouts import Engine, Sampled, world_seed
from .schedule import schedule
from .settings import RLSettings
from .trainer import arguments, trainer_class

STILL = 1e-12
"""A learning rate that moves no weight, so that both loops sample from one and the same model throughout."""
PARTS = ("model", "harness", "phone", "trainer")
RESPONSES: dict[str, Json] = {
    "defaults": {"role": "assistant"},
    "start_anchor": "<|im_start|>assistant\n",
    "fields": {
        "reasoning_content": {"open": "<think>", "close_pattern": r"</think>\s*", "content": "text"},
        "tool_calls": {
            "open": "<tool_call>",
            "close_pattern": r"</tool_call>\s*",
            "repeats": True,
            "content": "json",
            "transform": {"type": "function", "function": "{content}"},
        },
        "content": {"close_pattern": r"<\|im_end\|>\s*", "content": "text"},
    },
}
"""How transformers reads what a Qwen3 model writes, and so our text format; TRL sets it for templates that it knows."""


@dataclass
class Pace:
    """What one loop did and how long it took. ``cpu`` and ``wall`` are seconds of processor and of clock.

    ``cpu`` is told apart by where it went: into the model while it samples, what is around it (the harness, or TRL's loop),
    the phone, and what the trainer does with the episodes. The clock knows rollouts and whole updates only.
    """

    updates: int = 0
    episodes: int = 0
    turns: int = 0
    tokens: int = 0
    cpu: dict[str, float] = field(default_factory=lambda: dict.fromkeys(PARTS, 0.0))
    wall: dict[str, float] = field(default_factory=lambda: {"rollouts": 0.0, "updates": 0.0})

    @property
    def rollout_cpu(self) -> float:
        """Processor seconds of all rollouts."""
        return sum(self.cpu[name] for name in PARTS if name != "trainer")

    def document(self) -> dict[str, Json]:
        """Everything as JSON, with rates a second of processor time and of the clock, and the shares of an update."""
        whole = sum(self.cpu.values())
        return {
            "updates": self.updates,
            "episodes": self.episodes,
            "turns": self.turns,
            "tokens": self.tokens,
            "rollouts_per_cpu_s": _rate(self.episodes, self.rollout_cpu),
            "rollouts_per_s": _rate(self.episodes, self.wall["rollouts"]),
            "generated_tokens_per_cpu_s": _rate(self.tokens, self.rollout_cpu),
            "generated_tokens_per_s": _rate(self.tokens, self.wall["rollouts"]),
            "trained_tokens_per_cpu_s": _rate(self.tokens, self.cpu["trainer"]),
            "updates_per_cpu_s": _rate(self.updates, whole),
            "updates_per_s": _rate(self.updates, self.wall["updates"]),
            "shares": {name: round(self.cpu[name] / whole, 4) if whole else 0.0 for name in PARTS},
            "cpu_s": {name: round(self.cpu[name], 3) for name in PARTS},
            "wall_s": {name: round(seconds, 3) for name, seconds in self.wall.items()},
        }


@dataclass(frozen=True)
class Comparison:
    """Both loops, and what they were asked to do."""

    ours: Pace
    trl: Pace
    asked: dict[str, Json]

    @property
    def ratios(self) -> dict[str, float]:
        """How many times faster ours is, for every rate."""
        ours, trl = self.ours.document(), self.trl.document()
        rates = [name for name in ours if "_per_" in name]
        return {name: round(ours[name] / trl[name], 2) if trl[name] else 0.0 for name in rates}

    def document(self) -> dict[str, Json]:
        """Everything as JSON."""
        return {
            "asked": self.asked,
            "ours": self.ours.document(),
            "trl": self.trl.document(),
            "ratios": dict(self.ratios),
        }


def compare(
    start: Path, tasks: Sequence[Task], eta: Eta, work: Path, *, settings: RLSettings, turns: int = 6, warm_up: int = 1
) -> Comparison:
    """Runs ``settings.updates`` updates of each loop after ``warm_up`` that nobody counts; checkpoints would go to ``work``.

    Every task gets ``turns`` turns. Tasks with earlier dialogue or with a user who answers are left out, since TRL's loop
    has neither; nor has it words of the harness between turns, so an output that nobody can read ends an episode there and
    not here. Raises ``UserError`` for an unsupported TRL, a model that cannot be loaded, or when no task is left.
    """
    check()
    budget = Budget(turns=turns, tokens=settings.turn_tokens)
    chosen = [task.model_copy(update={"budget": budget}) for task in tasks if not task.history and not task.followups]
    if len(chosen) < settings.tasks:
        message = f"{len(chosen)} tasks can be played by TRL's loop"
        raise UserError(message, where="tasks", expected=f"at least {settings.tasks} without dialogue")
    own = {
        "updates": settings.updates + warm_up,
        "save_every": 10**6,
        "eval_every": 10**6,
        "care": arm("vanilla"),
        "warmup": 0,
    }
    settings = settings.model_copy(update=own)
    due = set(_rows(chosen, settings))
    chosen = [task for task in chosen if task.id in due]
    with fixed_threads(settings.threads):
        theirs = _time_trl(start, chosen, eta, work / "trl", settings, turns, warm_up)
        ours = _time_ours(start, chosen, eta, work / "ours", settings, warm_up)
    asked: dict[str, Json] = {
        "model": str(start),
        "tasks": len(chosen),
        "tasks_of_an_update": settings.tasks,
        "group": settings.group,
        "turns": turns,
        "turn_tokens": settings.turn_tokens,
        "window": settings.window,
        "threads": settings.threads,
        "temperature": 1.0,
    }
    return Comparison(ours, theirs, asked)


# -- ours


def _time_ours(start: Path, tasks: Sequence[Task], eta: Eta, work: Path, settings: RLSettings, warm_up: int) -> Pace:
    from datasets import Dataset

    model, tokenizer = load_model(start)
    watch = Watch(warm_up)
    engine = _TimedEngine(tasks, settings, eta, watch)

    def note(batch: int, episodes: Sequence[Sampled], *_: Any) -> None:
        watch.episodes += len(episodes)
        watch.turns += sum(item.transcript.turns for item in episodes)
        watch.tokens += sum(item.transcript.written for item in episodes)

    rows = _rows(tasks, settings)
    trainer = trainer_class()(
        engine=engine,
        care=lambda: settings.care,
        on_batch=note,
        model=model,
        args=_arguments(work, settings),
        reward_funcs=reward_functions(),
        train_dataset=Dataset.from_dict({"prompt": rows}),
        processing_class=tokenizer,
        optimizers=_still(model),
        callbacks=[watch.callback()],
    )
    return _run(trainer, watch)


class _TimedEngine(Engine):
    """The engine as it trains, with a processor's clock, which tells a watch of every batch."""

    def __init__(self, tasks: Sequence[Task], settings: RLSettings, eta: Eta, watch: Watch) -> None:
        super().__init__(tasks, settings, eta, timer=time.process_time)
        self._watch = watch

    def sample(self, model: Any, tokenizer: Any, rows: Sequence[tuple[str, int]], batch: int) -> list[Sampled]:
        watch = self._watch
        watch.begin_rollouts()
        made = super().sample(model, tokenizer, rows, batch)
        watch.end_rollouts()
        watch.model, watch.phone = self.clock.model, self.clock.phone
        self.clock = type(self.clock)()
        return made


# -- TRL's


class PhoneTools:
    """A phone as TRL wants an environment: ``reset``, and one method for each tool that the task offers.

    The harness begins the episode and carries out the calls, so prompts and results are worded as they are for our loop.
    """

    task: Task
    eta: Eta
    watch: Watch

    def reset(self, world: int, **row: Any) -> None:
        """Starts the task in the world of the row's seed; there is nothing to add to the prompt."""
        self.watch.begin_rollouts()
        with self.watch.in_phone():
            self._episode = Episode(self.task, PhoneEnvironment(catalogue_for(self.eta)), self.eta, seed=world)

    def _call(self, name: str, arguments: dict[str, Any]) -> str:
        with self.watch.in_phone():
            answers = self._episode.executor.run([Call(id="c0", name=name, arguments=arguments)], self._episode.exposed)
            return describe(answers[0], self.eta.settings.feedback.characters)

    def _success(self) -> float:
        with self.watch.in_phone():
            verdict = self._episode.environment.verify()
            return float(verdict.success and verdict.valid)

    def _finish(self, words: str) -> None:
        """Takes the message that ended the episode, which the verifier may ask for."""
        with self.watch.in_phone():
            action = parse(words)
            if action.message is not None:
                self._episode.environment.step(Action(message=action.message))


def environment_for(task: Task, eta: Eta, watch: Watch) -> tuple[list[dict[str, Any]], type[PhoneTools]]:
    """The messages that the task begins with, and its environment class."""
    episode = Episode(task, PhoneEnvironment(catalogue_for(eta)), eta)
    names = episode.exposed

    def method(name: str) -> Any:
        def call(self: PhoneTools, **arguments: Any) -> str:
            return self._call(name, arguments)

        call.__name__ = name
        call.__annotations__ = {"arguments": Any, "return": str}  # transformers makes a JSON schema of all that stands here
        call.__doc__ = f"{name} of the phone; its signature stands in the prompt.\n\nArgs:\n    arguments: As it says there."
        return call

    fields: dict[str, Any] = {name: method(name) for name in names}
    made = type("PhoneOfTask", (PhoneTools,), {**fields, "task": task, "eta": eta, "watch": watch})
    return [dict(message) for message in episode.request().messages], made


def trl_trainer(
    start: Path, tasks: Sequence[Task], eta: Eta, work: Path, settings: RLSettings, turns: int, watch: Watch
) -> Any:
    """TRL's own trainer over its own loop, with the limits of ``settings``."""
    os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
    from datasets import Dataset
    from trl import GRPOTrainer

    model, tokenizer = load_model(start)
    model.config.use_cache = True  # as TRL's users have it, and as generating needs it
    model.generation_config.eos_token_id = tokenizer.convert_tokens_to_ids("<|im_end|>")
    tokenizer.response_template = RESPONSES
    unguided = eta.unguided()
    made = {task.id: environment_for(task, unguided, watch) for task in tasks}
    rows = _rows(tasks, settings)

    def success(environments: Sequence[PhoneTools], completions: Sequence[Any], **_: Any) -> list[float]:
        watch.end_rollouts()
        for environment, messages in zip(environments, completions, strict=True):
            if messages and messages[-1]["role"] == "assistant":
                environment._finish(str(messages[-1].get("content") or ""))
        watch.episodes += len(environments)
        return [environment._success() for environment in environments]

    configured = _arguments(work, settings)
    configured.reward_weights = None
    configured.max_tool_calling_iterations = turns - 1  # after the first turn
    configured.generation_kwargs = {"max_new_tokens": settings.turn_tokens}
    trainer = GRPOTrainer(
        model=model,
        args=configured,
        reward_funcs=[success],
        train_dataset=Dataset.from_list(
            [
                {
                    "prompt": made[name][0],
                    "environment": name,
                    "world": world_seed(settings.seed, *divmod(row, settings.tasks)),
                }
                for row, name in enumerate(rows)
            ]
        ),
        processing_class=tokenizer,
        environment_factory={name: environment for name, (_, environment) in made.items()},
        optimizers=_still(model),
        callbacks=[watch.callback()],
    )
    _watch_generate(model, watch, tokenizer.convert_tokens_to_ids("<|im_end|>"))
    return trainer


def _time_trl(
    start: Path, tasks: Sequence[Task], eta: Eta, work: Path, settings: RLSettings, turns: int, warm_up: int
) -> Pace:
    watch = Watch(warm_up)
    return _run(trl_trainer(start, tasks, eta, work, settings, turns, watch), watch)


def _watch_generate(model: Any, watch: Watch, end: int) -> None:
    """Times the model's ``generate`` and counts what it wrote, each turn up to its end."""
    generate = model.generate

    def timed(*given: Any, **fields: Any) -> Any:
        started = time.process_time()
        made = generate(*given, **fields)
        watch.model += time.process_time() - started
        new = made[:, fields["input_ids"].size(1) :]
        ends = (new == end).int()
        watch.turns += len(new)
        watch.tokens += int((ends.cumsum(1) - ends == 0).sum())
        return made

    model.generate = timed


# -- both


class Watch:
    """Counts and clocks of the updates of one loop; those of the first ``warm_up`` updates are forgotten."""

    def __init__(self, warm_up: int = 0) -> None:
        self.pace = Pace()
        self._left = warm_up
        self.begin_update()

    def begin_update(self) -> None:
        """Forgets what was noted of the last update."""
        self.episodes = self.turns = self.tokens = 0
        self.model = self.phone = 0.0
        self._update = self._rollouts = (time.process_time(), time.perf_counter())
        self._rolling = False
        self._outside = 0.0
        self._rolled = (0.0, 0.0)

    def begin_rollouts(self) -> None:
        """The first environment of a batch starts; later calls mean nothing."""
        if not self._rolling:
            self._rolling, self._rollouts = True, (time.process_time(), time.perf_counter())

    def end_rollouts(self) -> None:
        """The episodes are over; what the phone does from now on, it does beside the loop."""
        self._rolling = False
        self._rolled = (time.process_time() - self._rollouts[0], time.perf_counter() - self._rollouts[1])

    def in_phone(self) -> _InPhone:
        """Counts a block as time in the phone."""
        return _InPhone(self)

    def end_update(self) -> None:
        """Adds the update to what counts, unless it was to warm up."""
        cpu, wall = time.process_time() - self._update[0], time.perf_counter() - self._update[1]
        if self._left:
            self._left -= 1
            return
        pace = self.pace
        pace.updates += 1
        pace.episodes += self.episodes
        pace.turns += self.turns
        pace.tokens += self.tokens
        pace.cpu["model"] += self.model
        pace.cpu["phone"] += self.phone
        pace.cpu["harness"] += self._rolled[0] - self.model - (self.phone - self._outside)
        pace.cpu["trainer"] += cpu - self._rolled[0] - self._outside
        pace.wall["rollouts"] += self._rolled[1]
        pace.wall["updates"] += wall

    def callback(self) -> Any:
        """The hooks into transformers' training loop."""
        from transformers import TrainerCallback

        watch = self

        class Each(TrainerCallback):
            def on_step_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
                watch.begin_update()

            def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
                watch.end_update()

        return Each()


class _InPhone:
    def __init__(self, watch: Watch) -> None:
        self._watch = watch

    def __enter__(self) -> None:
        self._started = time.process_time()

    def __exit__(self, *raised: object) -> None:
        seconds = time.process_time() - self._started
        self._watch.phone += seconds
        if not self._watch._rolling:
            self._watch._outside += seconds


def _run(trainer: Any, watch: Watch) -> Pace:
    from transformers import PrinterCallback

    trainer.remove_callback(PrinterCallback)
    trainer.train()
    return watch.pace


def _rows(tasks: Sequence[Task], settings: RLSettings) -> list[str]:
    """The tasks of all batches, in the order in which both trainers take them."""
    batches = schedule([task.id for task in tasks], settings.batches, settings.tasks, settings.seed)
    return [name for batch in batches for name in batch]


def _arguments(work: Path, settings: RLSettings) -> Any:
    made = arguments(work, settings)
    made.save_strategy = "no"
    return made


def _still(model: Any) -> tuple[Any, Any]:
    import torch

    optimizer = torch.optim.AdamW(model.parameters(), lr=STILL, weight_decay=0.0)
    return optimizer, torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1.0)


def _rate(count: int, seconds: float) -> float:
    return float(f"{count / seconds:.4g}") if seconds > 0 else 0.0
