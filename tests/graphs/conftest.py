"""What is made once: tasks, expert trajectories, runs of a policy that does nothing, a base that trains in seconds."""

from pathlib import Path
from typing import Any

import pytest

from graphs import collector, constructor
from graphs.settings import Settings
from harness.models.local_policy import embedded_base
from tests.graphs.play import FEW

SMALL = Settings(families=FEW, per_family=2, eval_per_family=1, workers=1, diagnoses=2)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The files of a small loop, under the names that the graphs give their inputs."""
    folder = tmp_path_factory.mktemp("made")
    constructor.graph.invoke({"out": str(folder / "tasks")}, context=SMALL)
    files: Any = {f"{name}_file": str(folder / "tasks" / f"{name}.jsonl") for name in ("tasks", "witnesses")}
    arms: dict[str, Any] = {"expert": {}, "failed": {"arm": "learner", "learner": "empty"}}
    for name, given in arms.items():
        chosen: Any = {"out": str(folder / name), **files, **given}
        collector.graph.invoke(chosen, context=SMALL)
        files[name] = str(folder / name / "trajectories.jsonl")
    assert Path(files["failed"]).is_file()
    return files


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of two small layers with the shipped tokenizer, whose window is too short for it to say anything."""
    import torch
    from transformers import AutoTokenizer, Qwen3Config, Qwen3ForCausalLM

    folder = tmp_path_factory.mktemp("base")
    tokenizer = AutoTokenizer.from_pretrained(embedded_base())
    torch.manual_seed(0)
    heads = {"num_attention_heads": 2, "num_key_value_heads": 2, "head_dim": 16}
    sizes = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "max_position_embeddings": 64}
    Qwen3ForCausalLM(Qwen3Config(vocab_size=len(tokenizer), **heads, **sizes)).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
