"""A whole run: it learns, it can be killed, and nothing that goes wrong in it is trained on or goes unsaid."""

import itertools
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from harness.contract import Split
from harness.errors import UserError
from planner_train.care import CareSettings, Evidence, Outcome, Phi, Proposal, Ranges, arm
from planner_train.rl import learning
from planner_train.rl.learning import RLResult, learn
from planner_train.rl.rollouts import Clock, Sampled
from planner_train.rl.settings import RLSettings
from planner_train.rl.transcript import Transcript
from tests.planner_train.tiny import coin_model, coin_tasks, tokenizer, write_checkpoint

SETTINGS = RLSettings(
    updates=6, tasks=2, group=4, micro=4, turn_tokens=4, eval_every=3, save_every=2, lr=1e-2, warmup=1, threads=1
)
TASKS, DEV = coin_tasks(3), coin_tasks(2, Split.DEV)


@pytest.fixture(scope="session")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_checkpoint(coin_model(), tmp_path_factory.mktemp("coin"))


@pytest.fixture(scope="module")
def whole(start: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run from begin to end."""
    out = tmp_path_factory.mktemp("whole")
    learn(TASKS, DEV, out, start=start, settings=SETTINGS)
    return out


def run(start: Path, out: Path, **change: Any) -> RLResult:
    return learn(TASKS, DEV, out, start=start, settings=SETTINGS.model_copy(update=change))


def lines(out: Path, name: str) -> list[dict[str, Any]]:
    path = out / f"{name}.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def files(out: Path) -> dict[str, bytes]:
    """Everything that a run leaves and no clock measured."""
    return {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name != "timing.jsonl"
    }


def weights(out: Path) -> bytes:
    return (out / "checkpoint" / "model.safetensors").read_bytes()


# -- learning


def test_it_learns_what_is_rewarded(start: Path, tmp_path: Path) -> None:
    result = run(start, tmp_path, updates=20, eval_every=20, save_every=20)
    updates = lines(tmp_path, "updates")
    rates = [line["care/success"] for line in updates]
    assert rates[0] < 0.8 and sum(rates[-6:]) / 6 > 0.85
    assert result.facts["after"]["dev"][0] == 1.0
    assert max(line["care/drift/max"] for line in updates) < 1e-3


def test_a_journal_says_of_every_update_episode_and_evaluation_what_happened(whole: Path) -> None:
    updates = lines(whole, "updates")
    assert [line["update"] for line in updates] == [1, 2, 3, 4, 5, 6]
    assert [line["update"] for line in lines(whole, "timing")] == [1, 2, 3, 4, 5, 6]
    assert not any("time" in name for line in updates for name in line)
    assert {"seconds/model", "seconds/phone", "seconds/harness", "step_time"} <= set(lines(whole, "timing")[0])
    assert [(line["update"], line["n"]) for line in lines(whole, "evals")] == [(0, 2), (3, 2), (6, 2)]
    tables = sorted(whole.glob("rollouts/batch-*.jsonl"))
    assert [path.stem for path in tables] == [f"batch-{number:05d}" for number in range(6)]
    for line, path in zip(updates, tables, strict=True):
        rows = [json.loads(text) for text in path.read_text().splitlines()]
        assert len(rows) == 8 and len({row["task"] for row in rows}) == 2
        assert line["care/success"] == pytest.approx(sum(row["success"] for row in rows) / 8)
        for row in rows:
            assert row["success"] == (row["texts"] == ["yes"])
            assert row["success"] or row["advantage"] <= 0


def test_the_result_is_a_checkpoint_that_a_planner_can_be_opened_from(whole: Path) -> None:
    from harness.policies import open_policy

    assert open_policy(f"local:{whole / 'checkpoint'}").ref.digest.startswith("sha256:")
    facts = json.loads((whole / "checkpoint" / "manifest.json").read_text())["facts"]
    assert facts["episodes"] == 48 and facts["updates"] == 6 and not (whole / "trainer").exists()


def test_the_controller_decides_at_every_evaluation_and_the_next_batch_obeys(start: Path, tmp_path: Path) -> None:
    class Asking:
        def propose(self, phi: Phi, history: Sequence[Evidence], ranges: Ranges) -> Proposal:
            return Proposal(values={"p_low": phi.p_low + 0.125}, reason="more")

    learn(TASKS, DEV, tmp_path, start=start, settings=SETTINGS, proposer=Asking())
    decisions = lines(tmp_path, "decisions")
    assert [line["update"] for line in decisions] == [3, 6]
    assert decisions[0]["after"]["p_low"] == decisions[1]["before"]["p_low"] == 0.375
    assert decisions[0]["evidence"]["train"]["success"] == pytest.approx(
        sum(line["care/success"] for line in lines(tmp_path, "updates")[:3]) / 3, abs=1e-5
    )
    for batch in range(6):
        rows = [json.loads(text) for text in (tmp_path / f"rollouts/batch-{batch:05d}.jsonl").read_text().splitlines()]
        for group in (rows[:4], rows[4:]):
            rate = sum(row["success"] for row in group) / 4
            assert (group[0]["regime"] == "progress") == (rate < (0.25 if batch < 3 else 0.375))


def test_an_arm_without_a_controller_keeps_its_phi(start: Path, tmp_path: Path) -> None:
    run(start, tmp_path, care=arm("vanilla"))
    assert lines(tmp_path, "decisions") == []


# -- killed and repeated


def test_a_killed_run_continues_with_the_batch_that_would_have_come_next(start: Path, whole: Path, tmp_path: Path) -> None:
    script = (
        "import pathlib, sys; sys.path.insert(0, '.'); import harness\n"
        "from tests.planner_train.test_rl_learning import DEV, SETTINGS, TASKS, learn\n"
        "learn(TASKS, DEV, pathlib.Path(sys.argv[1]), start=pathlib.Path(sys.argv[2]), settings=SETTINGS)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path), str(start)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 300
    while not (tmp_path / "rollouts" / "batch-00003.jsonl").exists() and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert (tmp_path / "trainer").is_dir() and not (tmp_path / "checkpoint").exists()
    seen: list[int] = []
    learn(TASKS, DEV, tmp_path, start=start, settings=SETTINGS, progress=lambda done, total: seen.append(done))
    assert seen[0] > 1, "it did not begin anew"
    assert files(tmp_path) == files(whole)


def test_a_checkpoint_that_was_not_written_to_its_end_is_not_used(start: Path, whole: Path, tmp_path: Path) -> None:
    torn = tmp_path / "trainer" / "checkpoint-4"
    torn.mkdir(parents=True)
    (torn / "model.safetensors").write_bytes(b"half")
    (tmp_path / "updates.jsonl").write_text('{"update":1}\n{"upd')
    run(start, tmp_path)
    assert files(tmp_path) == files(whole)


def test_a_finished_run_is_returned_and_another_plan_is_refused(start: Path, whole: Path) -> None:
    before = files(whole)
    assert run(start, whole).facts["updates"] == 6
    assert files(whole) == before
    with pytest.raises(UserError, match="another run ended here"):
        run(start, whole, lr=1e-3)


def test_a_run_under_way_is_continued_with_the_same_plan_only(start: Path, tmp_path: Path) -> None:
    (tmp_path / "trainer").mkdir()
    (tmp_path / "trainer" / "identity.json").write_text("{}")
    with pytest.raises(UserError, match="another reinforcement learning run is under way"):
        run(start, tmp_path)


# -- what goes wrong


def played(
    monkeypatch: pytest.MonkeyPatch, play: Callable[[int, int], Outcome], dev: Sequence[Outcome] = (Outcome(True, 1.0),) * 2
) -> None:
    """Lets made-up episodes of the given outcomes take the place of rollouts; ``play`` is given batch and place."""
    word = tokenizer()("yes", add_special_tokens=False)["input_ids"]

    class Playing:
        def __init__(self, tasks: Any, settings: RLSettings, eta: Any, **_: Any) -> None:
            self.by_id = {task.id: task for task in tasks}
            self.settings, self.clock = settings, Clock()

        def sample(self, model: Any, tokenizer: Any, rows: Sequence[tuple[str, int]], batch: int) -> list[Sampled]:
            made = []
            for task_id, number in rows:
                place = number % self.settings.group
                outcome = play(batch, place)
                transcript = Transcript([5, 6, 7])
                transcript.write([*word, 8 + place], [-1.0] * (len(word) + 1), ended=True)
                reason = "" if outcome.valid else "the line is dead"
                made.append(Sampled(self.by_id[task_id], transcript, outcome, "finish", ("",), reason))
            return made

        def evaluate(self, model: Any, tokenizer: Any, tasks: Sequence[Any], name: str) -> list[Sampled]:
            reason = lambda outcome: "" if outcome.valid else "the line is dead"
            return [
                Sampled(task, Transcript([]), outcome, "finish", ("",), reason(outcome))
                for task, outcome in zip(tasks, dev, strict=True)
            ]

    monkeypatch.setattr("planner_train.rl.learning.Engine", Playing)


def weights_after_each(monkeypatch: pytest.MonkeyPatch) -> list[torch.Tensor]:
    """The weights as they are after each update, once the run is over."""
    seen: list[torch.Tensor] = []
    original = learning._Run.after

    def after(self: Any, update: int) -> None:
        seen.append(torch.cat([parameter.detach().flatten().clone() for parameter in self.trainer.model.parameters()]))
        original(self, update)

    monkeypatch.setattr(learning._Run, "after", after)
    return seen


def moved(seen: Sequence[torch.Tensor]) -> list[bool]:
    """Whether each update but the first changed them."""
    return [not torch.equal(one, other) for one, other in itertools.pairwise(seen)]


def test_batches_without_signal_move_no_weight_not_even_by_momentum(
    start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(
        monkeypatch,
        lambda batch, place: Outcome(bool(place % 2) or batch in (2, 3), 1.0 if place % 2 or batch in (2, 3) else 0.0),
    )
    seen = weights_after_each(monkeypatch)
    run(start, tmp_path)
    assert moved(seen) == [True, False, False, True, True]
    assert [line["care/updates/skipped"] for line in lines(tmp_path, "updates")] == [0, 0, 1, 1, 0, 0]
    assert [line["care/groups/no_spread"] for line in lines(tmp_path, "updates")] == [0, 0, 2, 2, 0, 0]
    assert [(event["update"], event["what"], event["why"]) for event in lines(tmp_path, "events")] == [
        (update, what, why)
        for update in (3, 4)
        for what, why in [("group teaches nothing", "all rewards are equal")] * 2
        + [("update skipped", "no episode has an advantage")]
    ]


def test_a_loss_that_is_no_number_is_counted_and_its_update_moves_nothing(
    start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from trl import GRPOTrainer

    original = GRPOTrainer.compute_loss
    passes: list[int] = []

    def compute_loss(
        self: Any, model: Any, inputs: Any, return_outputs: bool = False, num_items_in_batch: Any = None
    ) -> Any:
        loss = original(self, model, inputs, return_outputs, num_items_in_batch)
        passes.append(self.state.global_step)
        return loss * float("nan") if passes[-1] == 2 or (passes[-1] == 3 and passes.count(3) == 1) else loss

    monkeypatch.setattr(GRPOTrainer, "compute_loss", compute_loss)
    played(monkeypatch, lambda batch, place: Outcome(bool(place % 2), float(place % 2)))
    seen = weights_after_each(monkeypatch)
    result = run(start, tmp_path)
    assert moved(seen) == [True, False, False, True, True]
    assert result.facts["losses_no_number"] == 3 and result.facts["updates_skipped"] == 2
    assert [(event["update"], event["why"]) for event in lines(tmp_path, "events")] == [
        (3, "a loss is no number"),
        (4, "a loss is no number"),
    ]
    assert all(line["loss"] is not None for line in lines(tmp_path, "updates"))


def test_a_gradient_that_is_no_number_is_counted_and_moves_nothing(
    start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from trl import GRPOTrainer

    original = GRPOTrainer.compute_loss

    def compute_loss(
        self: Any, model: Any, inputs: Any, return_outputs: bool = False, num_items_in_batch: Any = None
    ) -> Any:
        loss = original(self, model, inputs, return_outputs, num_items_in_batch)
        if self.state.global_step == 3:
            loss.register_hook(lambda slope: slope * float("inf"))
        return loss

    monkeypatch.setattr(GRPOTrainer, "compute_loss", compute_loss)
    played(monkeypatch, lambda batch, place: Outcome(bool(place % 2), float(place % 2)))
    seen = weights_after_each(monkeypatch)
    result = run(start, tmp_path)
    assert moved(seen) == [True, True, False, True, True]
    assert result.facts["updates_skipped"] == result.facts["gradients_no_number"] == 1
    assert lines(tmp_path, "updates")[3]["care/updates/gradient_no_number"] == 1
    assert lines(tmp_path, "updates")[3]["grad_norm"] is None
    assert [(event["update"], event["why"]) for event in lines(tmp_path, "events")] == [(4, "a gradient is no number")]


def test_episodes_that_are_left_out_are_counted_and_explained(
    start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(monkeypatch, lambda batch, place: Outcome(bool(place % 2), float(place % 2), valid=place != 0 or batch != 1))
    result = run(start, tmp_path)
    assert result.facts["episodes_invalid"] == 2
    events = lines(tmp_path, "events")
    assert [event["update"] for event in events] == [2, 2]
    assert events[0]["what"] == "episode left out" and events[0]["why"] == "the line is dead"


def test_a_group_with_fewer_than_two_valid_episodes_is_dropped_and_counted(
    start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(monkeypatch, lambda batch, place: Outcome(bool(place % 2), float(place % 2), valid=place == 1 or batch != 1))
    seen = weights_after_each(monkeypatch)
    result = run(start, tmp_path)
    assert result.facts["groups_too_few_valid"] == 2
    silent = [event for event in lines(tmp_path, "events") if event["what"] == "group teaches nothing"]
    assert [(event["update"], event["why"]) for event in silent] == [(2, "fewer than two valid episodes")] * 2
    assert {event["task"] for event in silent} <= {task.id for task in TASKS}
    assert moved(seen) == [False, True, True, True, True]


def test_a_run_in_which_nothing_works_stops_and_says_why(
    start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(monkeypatch, lambda batch, place: Outcome(False, valid=False))
    with pytest.raises(UserError, match=r"in 3 batches .*most often: the line is dead \(expected environments that work\)"):
        run(start, tmp_path, patience=3)


def test_outputs_that_run_on_are_cut_off_counted_and_explained(start: Path, tmp_path: Path) -> None:
    """With one token a turn nobody can end it."""
    result = run(start, tmp_path, updates=1, turn_tokens=1, eval_every=1, save_every=1)
    assert result.facts["turns_cut_off"] == result.facts["turns"] == 8
    (event,) = (event for event in lines(tmp_path, "events") if event["what"] == "turns cut off")
    assert (event["update"], event["turns"]) == (1, 8) and "a turn of 1 tokens" in event["why"]
    rows = [json.loads(text) for text in (tmp_path / "rollouts/batch-00000.jsonl").read_text().splitlines()]
    assert all((row["turns"], row["cut"], row["success"]) == (1, 1, False) for row in rows)


def test_an_evaluated_episode_that_broke_is_no_failure_of_the_policy(
    start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(
        monkeypatch, lambda batch, place: Outcome(bool(place % 2), 0.0), [Outcome(True, 1.0), Outcome(False, valid=False)]
    )
    run(start, tmp_path, updates=1, eval_every=1, save_every=1)
    assert [(line["success"], line["valid"], line["n"]) for line in lines(tmp_path, "evals")] == [(1.0, 1, 2)] * 2
    events = [event for event in lines(tmp_path, "events") if event["what"] == "evaluated episode left out"]
    assert [(event["update"], event["set"], event["task"], event["why"]) for event in events] == [
        (update, "dev", DEV[1].id, "the line is dead") for update in (0, 1)
    ]


def test_an_evaluation_without_a_valid_episode_decides_nothing(
    start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(monkeypatch, lambda batch, place: Outcome(bool(place % 2), 0.0), [Outcome(False, valid=False)] * 2)
    run(start, tmp_path, updates=1, eval_every=1, save_every=1)
    assert [line["success"] for line in lines(tmp_path, "evals")] == [None, None]
    assert lines(tmp_path, "decisions") == []


# -- trackers

BOARD = """
import json, pathlib
class SummaryWriter:
    def __init__(self, log_dir, purge_step):
        self.file = pathlib.Path(log_dir) / "written.jsonl"
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.write("purge", None, purge_step)
    def write(self, *line):
        with self.file.open("a") as out:
            out.write(json.dumps(line) + "\\n")
    add_scalar = write
    def add_text(self, *_): pass
    def flush(self): pass
    def close(self): pass
"""


def test_tensorboard_shows_updates_regimes_and_evaluations_and_outlives_the_run(
    start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A writer of the same interface stands in for the package, which need not be installed."""
    package = tmp_path / "site" / "tensorboardX"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(BOARD)
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.setitem(sys.modules, "torch.utils.tensorboard", None)
    played(monkeypatch, lambda batch, place: Outcome(bool(place % 2), float(place % 2)))
    out = tmp_path / "out"
    run(start, out, updates=2, eval_every=1, save_every=2, report_to=("tensorboard",))
    monkeypatch.delitem(sys.modules, "tensorboardX")
    written = [json.loads(line) for line in (out / "tensorboard" / "written.jsonl").read_text().splitlines()]
    steps: dict[str, list[int]] = {}
    for name, _, step in written:
        steps.setdefault(name, []).append(step)
    assert steps["purge"] == [1] and steps["train/loss"] == steps["train/care/regime/outcome/share"] == [1, 2]
    assert steps["eval/dev/success"] == [0, 1, 2] and "eval/dev/tokens_of_successes" in steps
    assert {name: value for name, value, step in written if step == 2}["train/care/success"] == 0.5


def test_whatever_tracker_is_named_is_told_the_same(start: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from transformers import TrainerCallback
    from transformers.integrations import integration_utils

    told: list[tuple[int, set[str]]] = []

    class Recorder(TrainerCallback):
        def on_log(self, args: Any, state: Any, control: Any, **fields: Any) -> None:
            told.append((state.global_step, set(fields["logs"])))

    monkeypatch.setitem(integration_utils.INTEGRATION_TO_CALLBACK, "recorder", Recorder)
    played(monkeypatch, lambda batch, place: Outcome(bool(place % 2), float(place % 2)))
    run(start, tmp_path, updates=1, eval_every=1, save_every=1, report_to=("recorder",))
    evaluated = {"eval_dev/success", "eval_dev/tokens", "eval_dev/tokens_of_successes", "eval_dev/calls_of_successes"}
    assert [(step, names & evaluated) for step, names in told if names & evaluated] == [(0, evaluated), (1, evaluated)]
    (logged,) = (names for step, names in told if "loss" in names)
    assert {"care/success", "care/groups/no_spread", "care/regime/outcome/tokens", "grad_norm"} <= logged


# -- what cannot be used


def test_a_tracker_that_nobody_knows_is_refused(start: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="report_to fancyboard"):
        run(start, tmp_path, report_to=("fancyboard",))


def test_tasks_and_checkpoints_that_cannot_be_used_are_named_before_anything_is_written(start: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with pytest.raises(UserError, match="of the test split"):
        learn(coin_tasks(1, Split.TEST), DEV, out, start=start, settings=SETTINGS)
    with pytest.raises(UserError, match="no model folder"):
        learn(TASKS, DEV, out, start=tmp_path / "nothing", settings=SETTINGS)
    assert not out.exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"tasks": "tasks.jsonl"}, r"the list of training tasks is 'tasks.jsonl' \(expected tasks\)"),
        ({"dev": [(DEV[0], None)]}, r"one of the dev tasks is \(Task\(.* \(expected a Task\)"),
        ({"settings": {"updates": 2}}, r"settings is \{'updates': 2\} \(expected RLSettings\)"),
        ({"start": "nowhere"}, r"nowhere: this is no model folder"),
    ],
)
def test_an_argument_that_is_none_is_named_before_anything_is_written(
    start: Path, tmp_path: Path, wrong: dict[str, Any], said: str
) -> None:
    given: dict[str, Any] = {"tasks": TASKS, "dev": DEV, "out": str(tmp_path / "out"), "start": start, **wrong}
    with pytest.raises(UserError, match=said):
        learn(**given)
    assert not (tmp_path / "out").exists()


def test_further_sets_are_evaluated_beside_dev(start: Path, tmp_path: Path) -> None:
    settings = SETTINGS.model_copy(update={"updates": 2, "eval_every": 2, "care": CareSettings()})
    result = learn(TASKS, DEV, tmp_path, start=start, settings=settings, watch={"train": TASKS})
    assert [(line["update"], line["set"], line["n"]) for line in lines(tmp_path, "evals")] == [
        (0, "dev", 2), (0, "train", 3), (2, "dev", 2), (2, "train", 3),
    ]  # fmt: skip
    assert set(result.facts["after"]) == {"dev", "train"}
