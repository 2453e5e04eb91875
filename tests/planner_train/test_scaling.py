"""Recipes, checks and arithmetic: the numbers are those of the real models, and what cannot work is named beforehand."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
import yaml

from harness.errors import UserError
from harness.models.local_policy import embedded_base
from planner_train.cold_start import ColdStartConfig, LoraSettings
from planner_train.rl.settings import RLSettings
from planner_train.scaling import architecture, recipe
from planner_train.scaling.architecture import Architecture
from planner_train.scaling.estimate import GIB, activation_bytes, cold_start_estimate, rl_estimate
from planner_train.scaling.layout import FOLDER, Layout, check_cold_start, check_processes, check_rl
from planner_train.scaling.recipe import Plan

PUBLISHED = {
    "qwen3-0.6b": 596_049_920,
    "qwen3-1.7b": 1_720_574_976,
    "qwen3-4b": 4_022_468_096,
    "qwen3-8b": 8_190_735_360,
    "qwen3-14b": 14_768_307_200,
    "qwen3-32b": 32_762_123_264,
}
RL = RLSettings(tasks=4, group=4, micro=2, bf16=True)


# -- parameters


def test_the_shipped_architectures_have_the_parameters_of_the_published_models() -> None:
    assert {name: architecture.shipped(name).parameters for name in architecture.names()} == PUBLISHED


def real_model(shape: Architecture) -> Any:
    """The model that transformers makes of these numbers, without memory behind its weights."""
    from transformers import AutoConfig, AutoModelForCausalLM

    fields = shape.model_dump(exclude={"model_type"})
    with torch.device("meta"):
        return AutoModelForCausalLM.from_config(AutoConfig.for_model(shape.model_type, **fields))


@pytest.mark.parametrize("kind", ["qwen3", "qwen2", "llama"])
@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("bias", [True, False])
def test_parameters_are_counted_as_transformers_makes_them(kind: str, tied: bool, bias: bool) -> None:
    shape = Architecture(
        model_type=kind,
        vocab_size=100,
        hidden_size=32,
        intermediate_size=80,
        num_hidden_layers=3,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=8,
        max_position_embeddings=64,
        tie_word_embeddings=tied,
        attention_bias=bias,
    )
    assert shape.parameters == sum(parameter.numel() for parameter in real_model(shape).parameters())


def test_a_local_configuration_is_read_and_one_that_cannot_be_counted_is_named(tmp_path: Path) -> None:
    shape = architecture.read(embedded_base())
    assert (shape.hidden_size, shape.num_hidden_layers) == (256, 5)
    file = tmp_path / "config.json"
    file.write_text('{"model_type": "mamba", "vocab_size": 9, "hidden_size": 8, "num_attention_heads": 2}')
    with pytest.raises(UserError, match=r"config.json"):
        architecture.read(tmp_path)
    with pytest.raises(UserError, match="there is no such file"):
        architecture.read(tmp_path / "none")
    with pytest.raises(UserError, match=r"no architecture 'qwen9'.*qwen3-8b"):
        architecture.shipped("qwen9")


# -- memory


def kept_bytes(layers: int, bf16: bool) -> int:
    """What autograd keeps of a forward pass of a small model, beside the weights themselves."""
    from transformers import Qwen3Config, Qwen3ForCausalLM

    model = Qwen3ForCausalLM(
        Qwen3Config(
            vocab_size=64,
            hidden_size=64,
            intermediate_size=192,
            num_hidden_layers=layers,
            num_attention_heads=4,
            num_key_value_heads=2,
            head_dim=32,
        )
    ).train()
    weights = {parameter.untyped_storage().data_ptr() for parameter in model.parameters()}
    kept: dict[int, Any] = {}

    def note(tensor: Any) -> Any:
        storage = tensor.untyped_storage()
        if storage.data_ptr() not in weights:
            kept[storage.data_ptr()] = storage  # held, so that no address comes twice
        return tensor

    hooks = torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor)
    with hooks, torch.autocast("cpu", dtype=torch.bfloat16, enabled=bf16):
        model.get_decoder()(input_ids=torch.zeros((4, 256), dtype=torch.long), use_cache=False)
    return sum(storage.nbytes() for storage in kept.values())


@pytest.mark.parametrize("bf16", [True, False])
def test_activations_are_estimated_as_autograd_keeps_them(bf16: bool) -> None:
    shape = Architecture(
        model_type="qwen3",
        vocab_size=64,
        hidden_size=64,
        intermediate_size=192,
        num_hidden_layers=1,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=32,
        max_position_embeddings=512,
    )
    copies = 2 * sum(wide * narrow for wide, narrow in shape.matrices) if bf16 else 0
    measured = (kept_bytes(3, bf16) - kept_bytes(2, bf16) - copies) / (4 * 256)
    assert measured <= activation_bytes(shape, bf16=bf16) * 1.01 <= measured * 1.05


def test_the_memory_of_full_training_is_sixteen_bytes_a_parameter_split_as_the_layout_says() -> None:
    shape, config = architecture.shipped("qwen3-8b"), ColdStartConfig(bf16=False, batch=8)
    state = lambda layout: {
        name: cold_start_estimate(config, layout, shape).held[name].bytes for name in ("weights", "gradients", "optimizer")
    }
    size = shape.parameters
    assert state(Layout()) == {"weights": 4 * size, "gradients": 4 * size, "optimizer": 8 * size}
    assert state(Layout(devices=8, sharding="zero2")) == {
        "weights": 4 * size,
        "gradients": 4 * size // 8,
        "optimizer": size,
    }
    for sharding in ("fsdp", "zero3"):
        assert sum(state(Layout(devices=8, sharding=sharding)).values()) == 2 * size


def test_adapters_leave_weights_in_sixteen_bits_and_train_a_small_share() -> None:
    shape = architecture.shipped("qwen3-8b")
    made = cold_start_estimate(ColdStartConfig(lora=LoraSettings(rank=16)), Layout(), shape)
    assert made.trained == shape.adapter_parameters(16) < shape.parameters // 100
    assert made.held["weights"].bytes == 2 * shape.parameters + 4 * made.trained
    assert made.held["optimizer"].bytes == 8 * made.trained


def test_checkpointing_and_smaller_passes_need_less() -> None:
    shape = architecture.shipped("qwen3-0.6b")
    peak = lambda **change: rl_estimate(RL.model_copy(update=change), Layout(), shape).passing["activations"].bytes
    assert peak(activation_checkpointing=True) < peak() and peak(micro=1) == peak() // 2 == peak(window=2048)


def test_the_peak_says_what_dominates_it_that_it_is_a_bound_and_what_one_in_a_pass_would_take() -> None:
    shape = architecture.read(embedded_base())
    whole, one = (rl_estimate(RLSettings(micro=micro), Layout(), shape) for micro in (None, 1))
    shown = "\n".join(whole.lines())
    assert "most of it for activations" in shown
    assert "all 32 episodes of a pass have 4,096 tokens" in shown
    assert f"it is {one.total / GIB:.2f} GiB" in shown and one.total < whole.total / 8
    assert "On a CPU it is less still" in shown
    assert not any("On a CPU" in line for line in rl_estimate(RLSettings(), Layout(gib=80), shape).bound)
    cold = cold_start_estimate(ColdStartConfig(micro=1), Layout(), shape)
    assert cold.bound == ("An upper bound: trajectories of 2,048 tokens, the longest there may be, one in a pass.",)
    assert cold.facts()["bound"] == list(cold.bound)


def test_whoever_samples_keeps_the_keys_and_values() -> None:
    shape = architecture.shipped("qwen3-0.6b")
    alone = rl_estimate(RL, Layout(gib=80), shape)
    assert alone.passing["KV cache"].bytes == 16 * 4096 * 2 * 28 * 8 * 128 * 4 and not alone.server
    served = rl_estimate(RL.model_copy(update={"vllm": "http://there"}), Layout(gib=80, servers=2), shape)
    assert "KV cache" not in served.passing
    free = 2 * 0.9 * 80 * GIB - 2 * shape.parameters
    assert served.server["tokens of cache"] == pytest.approx(free / (2 * 28 * 8 * 128 * 2), rel=1e-3)


def test_what_does_not_fit_is_said_with_what_takes_most() -> None:
    shape = architecture.shipped("qwen3-32b")
    with pytest.raises(UserError, match=r"takes about .* GiB of a device, most of it for optimizer.*at most 80 GiB"):
        Plan(ColdStartConfig(batch=1, activation_checkpointing=True), Layout(gib=80), shape, "mine").check()
    change = {"vllm": "http://there", "tasks": 16, "micro": 1, "window": 512, "activation_checkpointing": True}
    split = Layout(devices=16, gib=60, sharding="fsdp", servers=1)
    with pytest.raises(UserError, match=r"mine, field servers: .*server's cache holds 0 tokens.*more devices"):
        Plan(RL.model_copy(update=change), split, shape, "mine").check()
    Plan(RL.model_copy(update=change), split.model_copy(update={"servers": 2}), shape, "mine").check()


def test_batches_are_counted_for_both_trainings() -> None:
    shape = architecture.shipped("qwen3-0.6b")
    rl = rl_estimate(RL.model_copy(update={"iterations": 2}), Layout(devices=2), shape, tasks=10).batch
    assert rl["episodes of an update"] == 16 and rl["episodes of a device"] == 8
    assert rl["passes of an update on a device"] == 4 and rl["tokens of an update at most"] == 16 * 4096
    assert rl["updates of an epoch"] == 6 and rl["episodes of the run"] == 800
    config = ColdStartConfig(batch=8, micro=2, max_length=1000, minutes=1, tokens_per_second=1000)
    cold = cold_start_estimate(config, Layout(devices=2), shape, samples=100).batch
    assert cold["passes of a step on a device"] == 2 and cold["tokens of a step at most"] == 8000
    assert cold["steps of the run at least"] == 8 and cold["steps of an epoch"] == 12


# -- checks


@pytest.mark.parametrize(
    ("change", "layout", "message"),
    [
        ({}, Layout(devices=3), r"field tasks: 4 cannot be split evenly over 3 devices.*a multiple of 3"),
        ({"micro": 3}, Layout(), r"field micro: 16 episodes of a device cannot.* passes of 3.*a divisor of 16"),
        ({"window": 64}, Layout(), r"field window: a prompt of 100 tokens and a turn of 160 do not fit 64.*at least 260"),
        ({"window": 65536}, Layout(), r"field window: 65536 is more than the 40960 positions of the model"),
        ({}, Layout(devices=2, sharding="zero3"), r"field sharding: zero3 is DeepSpeed.*fsdp or none"),
        ({}, Layout(devices=2, sharding="fsdp"), r"field vllm: no device holds the whole weights"),
        ({"vllm": "http://there"}, Layout(), r"field servers: a vLLM server is named and has no device"),
        ({"vllm": "http://there"}, Layout(servers=3), r"field servers: 16 cannot be split evenly over 3"),
        (
            {"vllm": "http://there", "optimizer": "muon"},
            Layout(devices=2, sharding="fsdp", servers=1),
            r"field optimizer: muon needs whole matrices",
        ),
        (
            {"vllm": "http://there", "lora": LoraSettings()},
            Layout(devices=2, sharding="fsdp", servers=1),
            r"field lora: adapters are merged into whole weights",
        ),
    ],
)
def test_settings_of_reinforcement_learning_that_do_not_go_together_are_named(
    change: dict[str, Any], layout: Layout, message: str
) -> None:
    shape = architecture.shipped("qwen3-0.6b")
    check_rl(RL, Layout(devices=2), shape, prompt_tokens=100)
    with pytest.raises(UserError, match=message):
        check_rl(RL.model_copy(update={"micro": None, **change}), layout, shape, prompt_tokens=100)


@pytest.mark.parametrize(
    ("change", "layout", "message"),
    [
        ({}, Layout(devices=3), r"field batch: 8 cannot be split evenly over 3 devices"),
        ({"max_length": 65536}, Layout(), r"field max_length: 65536 is more than the 40960"),
        ({"optimizer": "muon"}, Layout(devices=2, sharding="zero2"), r"field optimizer: muon"),
        ({"lora": LoraSettings()}, Layout(devices=2, sharding="fsdp"), r"field lora"),
    ],
)
def test_settings_of_a_cold_start_that_do_not_go_together_are_named(
    change: dict[str, Any], layout: Layout, message: str
) -> None:
    shape = architecture.shipped("qwen3-0.6b")
    check_cold_start(ColdStartConfig(micro=2), Layout(devices=2, sharding="fsdp"), shape)
    with pytest.raises(UserError, match=message):
        check_cold_start(ColdStartConfig().model_copy(update=change), layout, shape)


def test_another_number_of_processes_than_the_recipe_asks_for_is_refused_with_the_command_that_starts_them() -> None:
    layout = Layout(devices=16, sharding="fsdp")
    check_processes(16, layout)
    with pytest.raises(UserError, match=r"1 process was started.*fsdp.yaml --num_processes 16 --num_machines 2"):
        check_processes(1, layout)
    assert Layout().launcher() == "planner-agent"


# -- recipes


def test_there_is_a_recipe_for_every_size_with_adapters_and_without() -> None:
    assert recipe.names() == [f"{size}-{kind}" for size in PUBLISHED for kind in ("full", "lora")]


@pytest.mark.parametrize("name", recipe.names())
def test_a_shipped_recipe_divides_goes_together_and_fits(name: str) -> None:
    made = recipe.load(name)
    assert made.base_model.lower() == f"qwen/{made.architecture}" and name.startswith(made.architecture)
    assert (made.rl.lora is not None) == (made.cold_start.lora is not None) == name.endswith("lora")
    for settings in (made.cold_start, made.rl):
        Plan.of(made, settings, name).check()
    assert f"--tensor-parallel-size {made.layout.servers} " in made.vllm_command()


def test_fields_that_are_given_replace_those_of_the_file_and_are_checked(tmp_path: Path) -> None:
    assert recipe.load("qwen3-8b-lora", rl={"tasks": 2}).rl.tasks == 2
    with pytest.raises(UserError, match=r"field `rl.tasks`"):
        recipe.load("qwen3-8b-lora", rl={"tasks": 0})
    with pytest.raises(UserError, match=r"no recipe 'qwen3-9b'.*qwen3-8b-lora"):
        recipe.load("qwen3-9b")
    (tmp_path / "mine.yaml").write_text(recipe.find("qwen3-8b-lora").read_text().replace("tasks:", "taks:"))
    with pytest.raises(UserError, match=r"mine.yaml, field `rl.taks`: the field is unknown"):
        recipe.load(str(tmp_path / "mine.yaml"))


# -- configurations of the launcher


def launch_files() -> Iterator[Path]:
    return iter(sorted(FOLDER.glob("*.yaml")))


@pytest.mark.parametrize("path", launch_files(), ids=lambda path: path.stem)
def test_accelerate_reads_every_shipped_configuration(path: Path) -> None:
    from accelerate.commands.config.config_args import load_config_from_file

    made = load_config_from_file(str(path))
    kinds = {"ddp": "MULTI_GPU", "fsdp": "FSDP", "zero2": "DEEPSPEED", "zero3": "DEEPSPEED"}
    assert made.distributed_type.value == kinds[path.stem] and made.mixed_precision == "bf16"
    if path.stem.startswith("zero"):
        assert made.deepspeed_config["zero_stage"] == int(path.stem[-1])


def test_the_fields_for_fsdp_are_those_of_the_installed_launcher() -> None:
    from accelerate.commands.launch import launch_command_parser

    known = set(vars(launch_command_parser().parse_args(["script.py"])))
    given = yaml.safe_load((FOLDER / "fsdp.yaml").read_text())["fsdp_config"]
    assert set(given) <= known
    given = yaml.safe_load((FOLDER / "zero3.yaml").read_text())["deepspeed_config"]
    assert set(given) <= known | {"zero3_save_16bit_model", "deepspeed_multinode_launcher"}


def test_every_layout_has_its_configuration() -> None:
    for sharding in ("none", "fsdp", "zero2", "zero3"):
        assert Layout(devices=2, sharding=sharding).config_file.is_file()
