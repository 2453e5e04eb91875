"""Our rollouts beside TRL's own environment loop: both play the same episodes, token by token, and are timed alike."""

import inspect
import json
from pathlib import Path
from typing import Any

import pytest
import torch

from harness.contract import Budget, Split, Task
from harness.errors import UserError
from harness.instructions import load
from harness.models.render import render
from planner_train.rl.comparison import PARTS, Watch, compare, environment_for, trl_trainer
from planner_train.rl.rollouts import Engine
from planner_train.rl.settings import RLSettings
from tests.harness.tasks import alarm_task
from tests.planner_train.test_rl_tokens import CALL, play, spelled, with_loss
from tests.planner_train.tiny import tiny_model, tokenizer, write_checkpoint

TURNS = [spelled(CALL), spelled("Done.")]
SETTINGS = RLSettings(updates=1, tasks=1, group=2, turn_tokens=48, threads=1)
TASK: Task = alarm_task(name="train-0").model_copy(update={"split": Split.TRAIN, "budget": Budget(turns=4, tokens=48)})


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that knows one episode by heart: a call, what the phone answers, a word to the user."""
    _, transcript, _ = play(TASK, TURNS)
    model = tiny_model()
    ids = torch.tensor([transcript.context])
    labels = ids.masked_fill(~torch.tensor([[False] * len(transcript.prompt) + transcript.sampled]), -100)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    for _ in range(80):
        optimizer.zero_grad()
        model(input_ids=ids, labels=labels).loss.backward()
        optimizer.step()
    with torch.no_grad():
        model.model.norm.weight.mul_(4)  # sure of itself, so that sampling has no choice
        assert model(input_ids=ids, labels=labels).loss.item() < 1e-3
    return write_checkpoint(model, tmp_path_factory.mktemp("learned"))


def test_the_loop_of_trl_plays_the_episode_that_ours_plays(start: Path, tmp_path: Path) -> None:
    """Prompt, sampled turns, the text of results and the mask: what is compared is speed and nothing else."""
    from planner_train.checkpoints import load_model

    watch = Watch()
    trainer = trl_trainer(start, [TASK], load(), tmp_path, SETTINGS, turns=4, watch=watch)
    trainer.model.train()
    theirs = trainer._generate_and_score_completions(next(iter(trainer.get_train_dataloader())))
    ours = Engine([TASK], SETTINGS, load()).sample(*load_model(start), [("train-0", 0), ("train-0", 1)], 0)
    for row, episode in enumerate(ours):
        ids, mask, _ = episode.transcript.trained()
        own = theirs["completion_mask"][row].bool()
        assert theirs["prompt_ids"][row][theirs["prompt_mask"][row].bool()].tolist() == episode.transcript.prompt
        assert theirs["completion_ids"][row][own].tolist() == ids
        assert theirs["tool_mask"][row][own].bool().tolist() == mask
        assert with_loss(episode.transcript) == TURNS and episode.outcome.success
    assert trainer._metrics["train"]["rewards/success/mean"] == [1.0]
    assert (watch.episodes, watch.turns, watch.tokens) == (2, 4, sum(item.transcript.written for item in ours))


def test_a_turn_of_trl_is_no_longer_than_one_of_ours_and_there_are_no_more_of_them(start: Path, tmp_path: Path) -> None:
    settings = SETTINGS.model_copy(update={"turn_tokens": 5})
    watch = Watch()
    trainer = trl_trainer(start, [TASK], load(), tmp_path, settings, turns=1, watch=watch)
    made = trainer._generate_and_score_completions(next(iter(trainer.get_train_dataloader())))
    assert made["completion_ids"].tolist() == [TURNS[0][:5]] * 2 and watch.turns == 2
    assert (trainer.temperature, trainer.top_p, trainer.top_k) == (1.0, 1.0, 0)
    whole = trl_trainer(start, [TASK], load(), tmp_path, SETTINGS, turns=1, watch=watch)
    made = whole._generate_and_score_completions(next(iter(whole.get_train_dataloader())))
    assert made["completion_ids"].tolist() == [TURNS[0]] * 2


def test_the_tools_of_an_environment_are_those_that_the_harness_offers() -> None:
    messages, kind = environment_for(TASK, load().unguided(), Watch())
    offered = {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")} - {"reset"}
    episode = Engine([TASK], SETTINGS, load()).eta
    assert "manage_alarm" in offered and len(offered) >= 5
    assert all(f"{name}(" in messages[0]["content"] for name in offered) and not episode.settings.guided
    assert len(render(messages, tokenizer(), generate=True).ids) > 100


def test_both_are_counted_and_timed_over_the_same_updates(start: Path, tmp_path: Path) -> None:
    found = compare(start, [TASK], load(), tmp_path, settings=SETTINGS, turns=4)
    for pace in (found.ours, found.trl):
        assert (pace.updates, pace.episodes, pace.turns) == (1, 2, 4)
        assert pace.tokens == 2 * sum(len(turn) for turn in TURNS)
        assert all(pace.cpu[name] > 0 for name in PARTS)
        assert 0 < pace.wall["rollouts"] < pace.wall["updates"]
        made = pace.document()
        assert sum(made["shares"].values()) == pytest.approx(1.0, abs=1e-3)
        assert made["rollouts_per_cpu_s"] == pytest.approx(2 / pace.rollout_cpu, rel=1e-3)
        assert made["trained_tokens_per_cpu_s"] == pytest.approx(pace.tokens / pace.cpu["trainer"], rel=1e-3)
        assert made["updates_per_cpu_s"] == pytest.approx(1 / sum(pace.cpu.values()), rel=1e-3)
    assert found.ratios["rollouts_per_cpu_s"] == pytest.approx(found.trl.rollout_cpu / found.ours.rollout_cpu, rel=0.02)
    json.dumps(found.document(), allow_nan=False)


def test_updates_that_warm_up_do_not_count() -> None:
    watch = Watch(warm_up=1)
    for episodes in (3, 5):
        watch.begin_update()
        watch.episodes = episodes
        watch.end_update()
    assert (watch.pace.updates, watch.pace.episodes) == (1, 5)


def test_time_in_the_phone_after_the_rollouts_is_the_phone_s_and_not_the_loop_s(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("planner_train.rl.comparison.time.process_time", lambda: now[0])

    def spend(seconds: float) -> None:
        now[0] += seconds

    watch = Watch()
    watch.begin_update()
    spend(1)  # the trainer fetches prompts
    watch.begin_rollouts()
    with watch.in_phone():
        spend(2)
    spend(4)
    watch.model += 3.0
    watch.end_rollouts()
    with watch.in_phone():  # verdicts
        spend(8)
    spend(16)
    watch.end_update()
    assert watch.pace.cpu == {"model": 3.0, "harness": 1.0, "phone": 10.0, "trainer": 17.0}


def test_tasks_that_the_loop_of_trl_cannot_play_are_left_out_and_too_few_are_refused(start: Path, tmp_path: Path) -> None:
    from harness.contract import FollowUp

    asking: Any = alarm_task(name="train-1", followups=(FollowUp(after="clarify", text="At seven."),))
    with pytest.raises(UserError, match="0 tasks can be played by TRL's loop"):
        compare(start, [asking], load(), tmp_path, settings=SETTINGS)


def test_the_command_says_how_many_times_faster_and_where_the_time_goes(
    start: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from typer.testing import CliRunner

    from planner_agent.cli import app

    monkeypatch.setattr("bench.suite.make", lambda *given, **named: iter([(TASK, None)]))
    asked = ["bench", "rollouts", "--small", "--policy", f"local:{start}", "--tasks", "1", "--group", "2"]
    made = CliRunner().invoke(app, [*asked, "--json"])
    assert made.exit_code == 0, made.output
    found = json.loads(made.stdout)
    assert found["ours"]["episodes"] == found["trl"]["episodes"] == 2 and found["asked"]["turns"] == 4
    assert set(found["ours"]["shares"]) == set(PARTS)
    refused = CliRunner().invoke(app, ["bench", "rollouts", "--policy", "nothing"])
    assert refused.exit_code != 0 and "this is no model" in f"{refused.output}{refused.exception}"
