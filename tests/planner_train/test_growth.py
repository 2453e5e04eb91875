"""A model that grows by a layer computes what it did, and can learn with all of it."""

import pytest
import torch
from transformers import Qwen3Config, Qwen3ForCausalLM

from planner_train.embedded.growth import insert_layer


@pytest.fixture
def model() -> Qwen3ForCausalLM:
    torch.manual_seed(0)
    return Qwen3ForCausalLM(
        Qwen3Config(
            vocab_size=64,
            hidden_size=32,
            num_hidden_layers=2,
            num_attention_heads=2,
            num_key_value_heads=2,
            head_dim=16,
            intermediate_size=48,
            tie_word_embeddings=True,
        )
    )


@pytest.mark.parametrize("place", [0, 1])
def test_a_grown_model_says_the_same(model: Qwen3ForCausalLM, place: int) -> None:
    ids = torch.randint(0, 64, (3, 20), generator=torch.Generator().manual_seed(1))
    grown = insert_layer(model, place)
    assert grown.config.num_hidden_layers == 3
    torch.testing.assert_close(grown(ids).logits, model(ids).logits)
    written = grown.generate(ids[:1], max_new_tokens=5, do_sample=False, pad_token_id=0)
    assert written.equal(model.generate(ids[:1], max_new_tokens=5, do_sample=False, pad_token_id=0))


def test_the_new_layer_learns(model: Qwen3ForCausalLM) -> None:
    ids = torch.randint(0, 64, (3, 20), generator=torch.Generator().manual_seed(1))
    grown = insert_layer(model, 1)
    optimizer = torch.optim.SGD(grown.parameters(), lr=0.1)
    for _ in range(2):  # what stands before the silent projections gets a gradient from the second step on
        optimizer.zero_grad()
        grown(ids, labels=ids).loss.backward()
        optimizer.step()
    new = grown.model.layers[1]
    assert all(float(weight.grad.abs().max()) > 0 for weight in new.parameters() if weight.ndim == 2)
    assert float(new.self_attn.o_proj.weight.detach().abs().max()) > 0


def test_a_place_without_a_layer_is_named(model: Qwen3ForCausalLM) -> None:
    with pytest.raises(ValueError, match="no layer 2: the model has 2"):
        insert_layer(model, 2)
