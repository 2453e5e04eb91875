"""Cold start: where the loss falls, what it is, and that a killed run ends in the same weights."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import torch

from harness.errors import UserError
from harness.models.local_policy import embedded_base
from harness.models.render import model_text
from planner_train.checkpoints import write_model
from planner_train.cold_start import IGNORED, ColdStartConfig, Example, RightPad, cold_start, encode, plan, thin
from tests.planner_train.tiny import tiny_model

CONFIG = ColdStartConfig(minutes=0.01, tokens_per_second=4_000, batch=2, save_every=2, threads=1)


@cache
def tiny_base(folder: Path) -> Path:
    """The shipped tokenizer with a random model of two small layers."""
    from transformers import AutoTokenizer, Qwen3Config, Qwen3ForCausalLM

    tokenizer = AutoTokenizer.from_pretrained(embedded_base())
    torch.manual_seed(0)
    config = Qwen3Config(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=2,
        head_dim=16,
        tie_word_embeddings=True,
    )
    Qwen3ForCausalLM(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_base(tmp_path_factory.mktemp("base"))


@cache
def tokenizer() -> Any:
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(embedded_base())


def example(number: int, masked: Sequence[int] = ()) -> Example:
    """Two earlier messages, then three turns of the model."""
    call = {"function": {"name": "water_fern", "arguments": {"fernId": f"fern-{number}"}}}
    tools = "\n".join(
        ["water_fern(fernId)", *(f"paint_{name}(id)" for name in ("gate", "wall", "door", "raft", "boat", "mast", "sail"))]
    )
    messages = (
        {"role": "system", "content": f"Now: Mon.\nTools:\n{tools}"},
        {"role": "user", "content": "Hello"},
        {"role": "assistant", "content": "Hi."},
        {"role": "user", "content": f"Water fern {number}"},
        {"role": "assistant", "content": "", "reasoning_content": "A slip.", "tool_calls": [call]},
        {"role": "tool", "content": '{"error": "missing"}'},
        {"role": "assistant", "content": "", "reasoning_content": "Mend it.", "tool_calls": [call]},
        {"role": "tool", "content": "{}"},
        {"role": "assistant", "content": f"Fern {number} is watered."},
    )
    return Example(f"e{number}", messages, 4, frozenset(masked))


EXAMPLES = [example(number, [0] if number % 2 else []) for number in range(6)]


def weights(folder: Path) -> bytes:
    return (folder / "checkpoint" / "model.safetensors").read_bytes()


def test_loss_falls_on_correct_turns_only_token_by_token() -> None:
    item = example(3, masked=[0])
    sample = encode(item, tokenizer(), 2048)
    runs: list[list[int]] = [[]]
    for label in sample.labels:
        if label == IGNORED:
            runs.append([])
        else:
            runs[-1].append(label)
    learned = [tokenizer().decode(run) for run in runs if run]
    assert learned == [model_text(item.messages[place]) + "<|im_end|>" for place in (6, 8)]
    assert all(label in (IGNORED, token) for token, label in zip(sample.ids, sample.labels, strict=True))


def test_turns_before_the_models_first_are_context_and_recovery_keeps_its_loss() -> None:
    sample = encode(example(1), tokenizer(), 2048)
    text = tokenizer().decode([label for label in sample.labels if label != IGNORED])
    assert "Hi." not in text
    assert "A slip." in text and "Mend it." in text


def test_what_max_length_cuts_is_counted() -> None:
    whole = encode(example(1), tokenizer(), 2048)
    sample = encode(example(1), tokenizer(), len(whole.ids) - 4)
    assert (sample.cut, sample.cut_turns) == (4, 1)


def test_samples_without_a_learned_token_are_dropped_and_counted(base: Path, tmp_path: Path) -> None:
    result = cold_start([*EXAMPLES, example(9, [0, 1, 2])], tmp_path, base_model=base, config=CONFIG)
    assert result.dropped == ("e9",)
    assert result.facts()["dropped"] == 1


def test_weights_of_the_mixture_decide_how_often_a_trajectory_comes() -> None:
    heavy = [Example(e.id, e.messages, e.start, e.masked, 3.0 if e.id == "e0" else 1.0) for e in EXAMPLES]
    config = CONFIG.model_copy(update={"minutes": 0.5, "thinning": 0.0})
    samples, _ = plan(heavy, tokenizer(), config)
    whole = {e.id: encode(e, tokenizer(), 2048).ids for e in heavy}
    counts = {name: sum(sample.ids == ids for sample in samples) for name, ids in whole.items()}
    assert counts["e0"] / counts["e1"] == pytest.approx(3.0, rel=0.25)


def test_thinning_keeps_every_called_tool_and_all_turns() -> None:
    item = example(2)
    short = thin(item.messages, 2)
    lines = short[0]["content"].partition("Tools:\n")[2].split("\n")
    assert "water_fern(fernId)" in lines and len(lines) == 3
    assert short[1:] == list(item.messages[1:])


@pytest.mark.parametrize("micro", [1, 4])
def test_loss_equals_a_hand_computation(base: Path, tmp_path: Path, micro: int) -> None:
    """The loss of the first step is the sum over learned tokens, divided by their number in the batch, however many passes
    make up the step."""
    from transformers import AutoModelForCausalLM

    config = CONFIG.model_copy(update={"minutes": 0.001, "bf16": False, "batch": 4, "micro": micro})
    result = cold_start(EXAMPLES, tmp_path, base_model=base, config=config)
    samples, _ = plan(EXAMPLES, tokenizer(), config, small=True)
    batch = RightPad(0)([{"input_ids": s.ids, "labels": s.labels} for s in samples[:4]])
    model = AutoModelForCausalLM.from_pretrained(base, dtype=torch.float32)
    total, count = 0.0, 0
    for ids, labels in zip(batch["input_ids"], batch["labels"], strict=True):
        with torch.no_grad():
            logs = torch.log_softmax(model(input_ids=ids[None]).logits[0], -1)
        for place in range(1, len(ids)):
            if labels[place] != IGNORED:
                total -= float(logs[place - 1, ids[place]])
                count += 1
    assert result.losses[0] == pytest.approx(total / count, abs=2e-3)


def test_a_share_is_read_in_equal_passes_of_at_most_micro() -> None:
    assert [ColdStartConfig(micro=4).of_a_pass(share) for share in (1, 2, 4, 6, 7, 8)] == [1, 2, 4, 3, 1, 4]


def test_same_inputs_give_the_same_weights(base: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        cold_start(EXAMPLES, tmp_path / name, base_model=base, config=CONFIG)
    assert weights(tmp_path / "a") == weights(tmp_path / "b")


def test_a_killed_run_continues_and_ends_in_the_same_weights(base: Path, tmp_path: Path) -> None:
    whole = cold_start(EXAMPLES, tmp_path / "whole", base_model=base, config=CONFIG)
    script = (
        "import sys, pathlib; sys.path.insert(0, 'tests/planner_train'); "
        "from test_cold_start import EXAMPLES, CONFIG, cold_start; "
        "cold_start(EXAMPLES, pathlib.Path(sys.argv[1]), base_model=pathlib.Path(sys.argv[2]), config=CONFIG)"
    )
    out = tmp_path / "killed"
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(out), str(base)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 120
    while not list(out.glob("trainer/checkpoint-*/whole")) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    resumed = cold_start(EXAMPLES, out, base_model=base, config=CONFIG)
    assert weights(out) == weights(tmp_path / "whole")
    assert resumed.facts() == whole.facts()


def test_a_checkpoint_that_was_not_written_to_its_end_is_not_used(base: Path, tmp_path: Path) -> None:
    whole = cold_start(EXAMPLES, tmp_path / "whole", base_model=base, config=CONFIG)
    (tmp_path / "torn" / "trainer" / "checkpoint-2").mkdir(parents=True)
    (tmp_path / "torn" / "trainer" / "checkpoint-2" / "model.safetensors").write_bytes(b"half")
    assert cold_start(EXAMPLES, tmp_path / "torn", base_model=base, config=CONFIG).facts() == whole.facts()


def test_a_finished_result_is_returned_and_another_plan_is_refused(base: Path, tmp_path: Path) -> None:
    first = cold_start(EXAMPLES, tmp_path, base_model=base, config=CONFIG)
    assert cold_start(EXAMPLES, tmp_path, base_model=base, config=CONFIG).facts() == first.facts()
    with pytest.raises(UserError, match="another cold start"):
        cold_start(EXAMPLES, tmp_path, base_model=base, config=CONFIG.model_copy(update={"seed": 5}))


def test_progress_and_curve_reach_the_last_step(base: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    result = cold_start(
        EXAMPLES, tmp_path, base_model=base, config=CONFIG, progress=lambda done, total: seen.append((done, total))
    )
    assert seen[-1] == (result.steps, result.steps)
    curve = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert curve[0]["step"] == 1 and all(set(line) == {"step", "loss", "lr"} for line in curve)


def test_a_folder_that_is_no_release_or_no_model_is_named(base: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no release"):
        cold_start(tmp_path / "nothing", tmp_path / "out", base_model=base, config=CONFIG)
    with pytest.raises(UserError, match="no model folder"):
        cold_start(EXAMPLES, tmp_path / "out", base_model=tmp_path, config=CONFIG)
    assert not (tmp_path / "out").exists()


def test_a_loss_that_is_no_number_ends_the_training_without_a_checkpoint(base: Path, tmp_path: Path) -> None:
    config = CONFIG.model_copy(update={"optimizer": "adamw", "adamw_lr": 1e30, "warmup": 0.0, "bf16": False})
    with pytest.raises(UserError, match=r"cold start: the loss of step [2-9] is no number"):
        cold_start(EXAMPLES, tmp_path, base_model=base, config=config)
    assert not (tmp_path / "checkpoint").exists()


def test_weights_that_are_no_numbers_are_not_written(tmp_path: Path) -> None:
    model = tiny_model()
    torch.nn.init.constant_(model.model.norm.weight, float("inf"))
    with pytest.raises(UserError, match=r"no numbers.*model\.norm\.weight"):
        write_model(tmp_path, model, tokenizer(), {})
    assert not list(tmp_path.iterdir())
