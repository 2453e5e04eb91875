"""The planted circuit copies before any training, and a shape that cannot hold it is refused."""

from typing import Any

import pytest
import torch

from planner_train.embedded.induction import plant_induction


def fresh(theta: float = 1e8, **changes: Any) -> Any:
    from transformers import Qwen3Config, Qwen3ForCausalLM

    shape = {
        "vocab_size": 600,
        "hidden_size": 256,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 4,
        "head_dim": 32,
        "tie_word_embeddings": True,
    }
    torch.manual_seed(0)
    return Qwen3ForCausalLM(
        Qwen3Config(**{**shape, **changes}, rope_parameters={"rope_type": "default", "rope_theta": theta})
    )


def copied(model: Any, unit: torch.Tensor) -> float:
    """The share of a repetition's tokens, after its first, that the model predicts."""
    ids = torch.cat([unit, unit], 1)
    with torch.inference_mode():
        guessed = model(input_ids=ids).logits.argmax(-1)
    start = unit.shape[1]
    return float((guessed[:, start:-1] == ids[:, start + 1 :]).float().mean())


def test_a_repeated_sequence_is_copied_before_any_training() -> None:
    model = fresh()
    unit = torch.randint(0, 600, (4, 120), generator=torch.Generator().manual_seed(1))
    assert copied(model, unit) < 0.05
    plant_induction(model, gain=3.0)
    assert copied(model, unit) > 0.9


def test_what_follows_a_common_token_is_told_apart_by_the_tokens_before_it() -> None:
    """Every second token is the same one, as spaces are in text."""
    model = fresh()
    plant_induction(model, gain=3.0)
    unit = torch.randint(1, 600, (4, 60), generator=torch.Generator().manual_seed(2))
    unit[:, ::2] = 0
    assert copied(model, unit) > 0.8


@pytest.mark.parametrize("changes", [{"num_hidden_layers": 1}, {"num_key_value_heads": 2}, {"hidden_size": 128}])
def test_a_shape_that_cannot_hold_the_circuit_is_refused(changes: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="needs"):
        plant_induction(fresh(**changes), gain=3.0)


def test_a_theta_that_turns_every_pair_is_refused() -> None:
    with pytest.raises(ValueError, match="slow"):
        plant_induction(fresh(theta=50.0), gain=3.0)
