"""What we rely on inside TRL's GRPO trainer, held against the real one, and what we put in its place."""

import importlib.metadata
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import torch

from harness.errors import UserError
from planner_train.care import CareSettings, Outcome, Regime, arm, shape_group
from planner_train.rl.columns import reward_functions
from planner_train.rl.contract import METHODS, SUPPORTED, check
from planner_train.rl.rollouts import Sampled
from planner_train.rl.scoring import score
from planner_train.rl.settings import RLSettings
from planner_train.rl.trainer import arguments, trainer_class
from planner_train.rl.transcript import Transcript
from tests.planner_train.tiny import coin_tasks, tiny_model, tokenizer

SETTINGS = RLSettings(updates=4, tasks=2, group=4, micro=4, seed=7, threads=1)
TASKS = coin_tasks(2)


class Told:
    """Stands in for the engine: made-up episodes with what the outcomes say, of several turns and of unequal length."""

    def __init__(self, outcomes: Sequence[Outcome]) -> None:
        self.outcomes = outcomes
        self.asked: list[tuple[list[tuple[str, int]], int]] = []

    def sample(self, model: Any, tokenizer: Any, rows: Sequence[tuple[str, int]], batch: int) -> list[Sampled]:
        self.asked.append((list(rows), batch))
        model.eval()
        rng = random.Random(batch)
        made = []
        for number, outcome in enumerate(self.outcomes):
            transcript = Transcript([rng.randrange(10, 5000) for _ in range(6 + number)])
            for turn in range(1 + number % 3):
                ids = [rng.randrange(10, 5000) for _ in range(2 + number)]
                transcript.write(ids, [-8.0] * len(ids), ended=True)
                transcript.read([rng.randrange(10, 5000) for _ in range(5 - turn)])
            if not outcome.valid:
                transcript = Transcript([])
            made.append(Sampled(TASKS[number // 4], transcript, outcome, "finish", ("",), "" if outcome.valid else "broken"))
        return made


def outcomes(*won: int, invalid: Sequence[int] = ()) -> list[Outcome]:
    """Eight episodes of two groups."""
    return [
        Outcome(success=bool(value), progress=float(value), tokens=20 + number, valid=number not in invalid)
        for number, value in enumerate(won)
    ]


MIXED = outcomes(1, 0, 0, 1, 1, 1, 1, 1)


def make(folder: Path, told: Told, care: CareSettings | None = None, settings: RLSettings = SETTINGS) -> Any:
    from datasets import Dataset

    model = tiny_model()
    return trainer_class()(
        engine=told,
        care=lambda: care or CareSettings(),
        on_batch=lambda *_: None,
        model=model,
        args=arguments(folder, settings),
        reward_funcs=reward_functions(),
        train_dataset=Dataset.from_dict({"prompt": [task.id for task in TASKS] * settings.batches}),
        processing_class=tokenizer(),
        optimizers=(torch.optim.SGD(model.parameters(), lr=0.1), None),
    )


def batch_of(trainer: Any) -> Any:
    """The first batch of prompts, as TRL's own data loader gives it."""
    trainer.model.train()
    return next(iter(trainer.get_train_dataloader()))


# -- the contract


def test_the_installed_release_is_the_one_that_this_was_written_against() -> None:
    check()
    assert str(SUPPORTED) in ("<1.17,>=1.16", ">=1.16,<1.17")


def test_another_release_is_refused_before_anything_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planner_train.rl.contract.version", lambda name: "1.17.0")
    with pytest.raises(UserError, match=r"TRL 1.17.0 is installed \(expected trl.*1.16"):
        trainer_class()


@pytest.mark.parametrize("name", sorted(METHODS))
def test_a_method_that_is_gone_or_takes_something_else_is_named(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    from trl import GRPOTrainer

    monkeypatch.setattr(GRPOTrainer, name, lambda self, things: None)
    with pytest.raises(
        UserError, match=rf"GRPOTrainer.{name} of TRL {importlib.metadata.version('trl')} takes self, things"
    ):
        check()
    monkeypatch.setattr(GRPOTrainer, name, None)
    with pytest.raises(UserError, match=rf"has no GRPOTrainer.{name}"):
        check()


def test_rollouts_are_asked_for_whole_groups_side_by_side(tmp_path: Path) -> None:
    told = Told(MIXED)
    trainer = make(tmp_path, told)
    trainer._generate_and_score_completions(batch_of(trainer))
    rows, batch = told.asked[0]
    assert rows == [(TASKS[number // 4].id, number) for number in range(8)] and batch == 0
    assert trainer.model.training, "sampling leaves the model in training mode"


def test_tokens_mask_and_log_probabilities_reach_the_loss_as_they_were_sampled(tmp_path: Path) -> None:
    told = Told(MIXED)
    trainer = make(tmp_path, told)
    made = trainer._generate_and_score_completions(batch_of(trainer))
    for row, episode in enumerate(told.sample(trainer.model, None, [], 0)):
        ids, mask, logs = episode.transcript.trained()
        own = made["completion_mask"][row].bool()
        assert made["completion_ids"][row][own].tolist() == ids
        assert made["tool_mask"][row][own].bool().tolist() == mask
        assert made["sampling_per_token_logps"][row][own].tolist() == pytest.approx(logs)
        assert made["prompt_ids"][row][made["prompt_mask"][row].bool()].tolist() == episode.transcript.prompt


# -- advantages


def test_the_vanilla_arm_has_exactly_the_advantages_of_trl(tmp_path: Path) -> None:
    from trl import GRPOTrainer

    trainer = make(tmp_path, Told(MIXED), arm("vanilla"))
    inputs = batch_of(trainer)
    theirs = GRPOTrainer._generate_and_score_completions(trainer, inputs)["advantages"]
    ours = trainer._generate_and_score_completions(inputs)["advantages"]
    assert ours.tolist() == pytest.approx(theirs.tolist(), abs=1e-5)
    assert ours[:4].abs().min() > 0.5 and not ours[4:].any()


def test_the_advantages_that_the_loss_gets_are_those_of_care_group_by_group(tmp_path: Path) -> None:
    trainer = make(tmp_path, Told(MIXED))
    made = trainer._generate_and_score_completions(batch_of(trainer))["advantages"].tolist()
    shaped = [shape_group(MIXED[start : start + 4], CareSettings()) for start in (0, 4)]
    assert [item.regime for item in shaped] == [Regime.OUTCOME, Regime.EFFICIENCY]
    assert made == pytest.approx([value for item in shaped for value in item.advantages.tolist()], abs=1e-6)
    assert made[4] > made[7]


def test_an_invalid_episode_has_no_advantage_no_loss_and_no_say_in_its_group(tmp_path: Path) -> None:
    told = outcomes(1, 0, 0, 1, 1, 0, 1, 1, invalid=(1, 6))
    trainer = make(tmp_path, Told(told))
    made = trainer._generate_and_score_completions(batch_of(trainer))
    rest = shape_group([item for item in told[:4] if item.valid], CareSettings())
    assert made["advantages"].tolist()[:4] == pytest.approx(
        [rest.advantages[0], 0.0, rest.advantages[1], rest.advantages[2]], abs=1e-6
    )
    loss_mask = made["completion_mask"] * made["tool_mask"]
    assert not loss_mask[1].any() and not loss_mask[6].any() and loss_mask[0].any()


def test_the_numbers_of_the_log_keep_regimes_and_counts_apart(tmp_path: Path) -> None:
    trainer = make(tmp_path, Told(outcomes(1, 0, 0, 1, 1, 1, 1, 1, invalid=(1,))))
    trainer._generate_and_score_completions(batch_of(trainer))
    logs: dict[str, float] = {}
    trainer.log(logs)
    assert logs["care/episodes/invalid"] == 1 and logs["care/episodes"] == 8
    assert logs["care/regime/efficiency/share"] == logs["care/regime/outcome/share"] == 0.5
    assert logs["care/regime/efficiency/tokens/success"] == pytest.approx(25.5)
    assert logs["rewards/success/mean"] == pytest.approx(6 / 7)


# -- the loss


def gradient(trainer: Any, made: Any) -> torch.Tensor:
    """The gradient of one micro batch that holds the whole batch."""
    trainer.model.zero_grad()
    trainer.current_gradient_accumulation_steps = 1
    trainer.compute_loss(trainer.model, made).backward()
    return torch.cat([parameter.grad.flatten() for parameter in trainer.model.parameters() if parameter.grad is not None])


def by_hand(episodes: Sequence[Sampled], advantages: Sequence[float]) -> torch.Tensor:
    """Mean over an episode's own tokens, then over episodes, of advantage times log-probability; one by one, unpadded."""
    model = tiny_model()
    total = torch.zeros(())
    for episode, advantage in zip(episodes, advantages, strict=True):
        ids, mask, _ = episode.transcript.trained()
        if not any(mask):
            continue
        whole = torch.tensor([[*episode.transcript.prompt, *ids]])
        logs = torch.log_softmax(model(input_ids=whole).logits[0, :-1], -1)
        picked = logs.gather(-1, whole[0, 1:, None])[:, 0][len(episode.transcript.prompt) - 1 :]
        total = total - advantage * picked[torch.tensor(mask)].mean()
    (total / len(episodes)).backward()
    return torch.cat([parameter.grad.flatten() for parameter in model.parameters() if parameter.grad is not None])


@pytest.mark.parametrize("invalid", [(), (1, 6)])
def test_the_gradient_is_that_of_the_published_objective_on_the_sampled_tokens(
    tmp_path: Path, invalid: tuple[int, ...]
) -> None:
    told = Told(outcomes(1, 0, 0, 1, 1, 0, 1, 1, invalid=invalid))
    trainer = make(tmp_path, told)
    made = trainer._generate_and_score_completions(batch_of(trainer))
    expected = by_hand(told.sample(trainer.model, None, [], 0), made["advantages"].tolist())
    trainer.model.train()
    assert torch.allclose(gradient(trainer, made), expected, atol=1e-6) and expected.abs().max() > 1e-3


def test_scoring_the_sampled_tokens_only_gives_the_numbers_of_trl(tmp_path: Path) -> None:
    from trl import GRPOTrainer

    trainer = make(tmp_path, Told(MIXED))
    made = trainer._generate_and_score_completions(batch_of(trainer))
    own = (made["completion_mask"] * made["tool_mask"]).bool()
    ids = torch.cat([made["prompt_ids"], made["completion_ids"]], 1)
    mask = torch.cat([made["prompt_mask"], made["completion_mask"]], 1)
    theirs = GRPOTrainer._get_per_token_logps_and_entropies(
        trainer, trainer.model, ids, mask, own.size(1), compute_entropy=True
    )
    for mine, other in zip(score(trainer.model, ids, mask, own), theirs, strict=False):
        assert torch.allclose(mine[own], other[own], atol=1e-5) and not mine[~own].any()


def test_episodes_that_share_a_prompt_are_scored_as_if_each_were_alone() -> None:
    model = tiny_model()
    rng = random.Random(3)
    draw = lambda count: [rng.randrange(10, 5000) for _ in range(count)]
    prompts, lengths = {0: draw(9), 1: draw(5)}, [(0, 4), (1, 7), (0, 1), (0, 6), (1, 3)]
    rows = [(prompts[group], draw(length)) for group, length in lengths]
    kept, left = 7, 9
    ids, mask = torch.zeros((5, left + kept), dtype=torch.long), torch.zeros((5, left + kept), dtype=torch.long)
    own = torch.zeros((5, kept), dtype=torch.bool)
    for row, (prompt, completion) in enumerate(rows):
        ids[row, left - len(prompt) : left + len(completion)] = torch.tensor([*prompt, *completion])
        mask[row, left - len(prompt) : left + len(completion)] = 1
        own[row, : len(completion)] = torch.tensor([place % 3 != 1 for place in range(len(completion))])
    together, _ = score(model, ids, mask, own)
    weights = torch.arange(1.0, 1.0 + own.sum())
    together[own].dot(weights).backward()
    shared = torch.cat([parameter.grad.flatten() for parameter in model.parameters()])
    alone = torch.zeros_like(together)
    model.zero_grad()
    for row, (prompt, completion) in enumerate(rows):
        logs = torch.log_softmax(model(input_ids=torch.tensor([[*prompt, *completion]])).logits[0, len(prompt) - 1 : -1], -1)
        alone[row, : len(completion)] = logs.gather(-1, torch.tensor(completion)[:, None])[:, 0]
    assert torch.allclose(together[own], alone[own], atol=1e-5) and not together[~own].any()
    alone[own].dot(weights).backward()
    single = torch.cat([parameter.grad.flatten() for parameter in model.parameters()])
    assert torch.allclose(shared, single, atol=1e-4) and single.abs().max() > 0.1


def test_a_batch_in_which_nothing_was_sampled_has_a_loss_of_zero_and_a_gradient(tmp_path: Path) -> None:
    trainer = make(tmp_path, Told(outcomes(*[1] * 8, invalid=range(8))))
    made = trainer._generate_and_score_completions(batch_of(trainer))
    assert not gradient(trainer, made).any()


def test_advantages_of_each_token_would_be_taken_as_well(tmp_path: Path) -> None:
    """TRL's loss takes one advantage an episode or one a token."""
    trainer = make(tmp_path, Told(MIXED))
    made = trainer._generate_and_score_completions(batch_of(trainer))
    once = gradient(trainer, made)
    spread = {**made, "advantages": made["advantages"][:, None].expand_as(made["completion_ids"])}
    assert torch.allclose(gradient(trainer, spread), once, atol=1e-7)


def test_a_step_makes_what_succeeded_likelier_and_what_failed_less_likely(tmp_path: Path) -> None:
    told = Told(MIXED)
    trainer = make(tmp_path, told, settings=SETTINGS.model_copy(update={"warmup": 0}))
    episodes = told.sample(trainer.model, None, [], 0)

    def likelihood(episode: Sampled) -> float:
        ids, mask, _ = episode.transcript.trained()
        whole = torch.tensor([[*episode.transcript.prompt, *ids]])
        with torch.no_grad():
            logs = torch.log_softmax(trainer.model(input_ids=whole).logits[0, :-1], -1)
        picked = logs.gather(-1, whole[0, 1:, None])[:, 0][len(episode.transcript.prompt) - 1 :]
        return float(picked[torch.tensor(mask)].mean())

    before = [likelihood(episode) for episode in episodes]
    trainer.args.max_steps = 1
    trainer.train()
    gains = [likelihood(episode) - past for episode, past in zip(episodes, before, strict=True)]
    assert min(gains[0], gains[3]) > 0 > max(gains[1], gains[2])


def test_how_many_episodes_share_a_pass_changes_no_gradient(tmp_path: Path) -> None:
    def step(micro: int) -> torch.Tensor:
        trainer = make(tmp_path / str(micro), Told(MIXED), settings=SETTINGS.model_copy(update={"micro": micro}))
        trainer.args.max_steps = 1
        trainer.train()
        return torch.cat([parameter.detach().flatten() for parameter in trainer.model.parameters()])

    assert torch.allclose(step(8), step(2), atol=1e-6)


def test_rollouts_are_used_for_as_many_updates_as_the_settings_say(tmp_path: Path) -> None:
    told = Told(MIXED)
    trainer = make(tmp_path, told, settings=SETTINGS.model_copy(update={"iterations": 2, "save_every": 2, "eval_every": 2}))
    trainer.train()
    assert [batch for _, batch in told.asked] == [0, 1]


def test_how_far_the_log_probabilities_drifted_since_sampling_is_measured(tmp_path: Path) -> None:
    """The made-up log-probabilities are -8 throughout, which no model would have."""
    trainer = make(tmp_path, Told(MIXED))
    made = trainer._generate_and_score_completions(batch_of(trainer))
    gradient(trainer, made)
    logs: dict[str, float] = {}
    trainer.log(logs)
    assert logs["care/drift/max"] > 0.1
