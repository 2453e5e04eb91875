"""Norms written out give the library's numbers, forward and backward, and change nothing that is saved."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from transformers import Qwen3Config, Qwen3ForCausalLM
from transformers.models.qwen3.modeling_qwen3 import Qwen3RMSNorm

from planner_train.norms import WrittenOut, write_out


def pair(size: int) -> tuple[Qwen3RMSNorm, Qwen3RMSNorm]:
    theirs, ours = Qwen3RMSNorm(size), Qwen3RMSNorm(size)
    with torch.no_grad():
        ours.weight.copy_(theirs.weight.normal_(1, 0.5))
    write_out(ours)
    assert type(ours) is WrittenOut
    return theirs, ours


@given(
    shape=st.lists(st.integers(1, 5), min_size=1, max_size=3),
    size=st.sampled_from([8, 32, 256]),
    scale=st.sampled_from([1e-4, 1.0, 1e3]),
    seed=st.integers(0, 99),
)
def test_norms_and_their_gradients_are_those_of_the_library(shape: list[int], size: int, scale: float, seed: int) -> None:
    torch.manual_seed(seed)
    theirs, ours = pair(size)
    given_ = torch.randn(*shape, size) * scale
    above = torch.randn_like(given_)
    results = []
    for norm in (theirs, ours):
        x = given_.clone().requires_grad_()
        y = norm(x)
        y.backward(above)
        results.append((y.detach(), x.grad, norm.weight.grad))
    for expected, found in zip(*results, strict=True):
        torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5 * float(expected.abs().max()) + 1e-9)


def test_what_is_halved_comes_back_halved() -> None:
    theirs, ours = pair(32)
    x = torch.randn(7, 3, 32).bfloat16().requires_grad_()
    y = ours(x)
    y.sum().backward()
    assert x.grad is not None
    assert x.grad.dtype is torch.bfloat16
    torch.testing.assert_close(y, theirs(x), rtol=1e-2, atol=1e-2)


@pytest.mark.parametrize("halved", [False, True])
def test_a_model_learns_as_before(halved: bool) -> None:
    config = Qwen3Config(
        vocab_size=64, hidden_size=32, intermediate_size=48, num_hidden_layers=2, num_attention_heads=2,
        num_key_value_heads=2, head_dim=16, tie_word_embeddings=True, use_cache=False,
    )  # fmt: skip
    torch.manual_seed(0)
    theirs = Qwen3ForCausalLM(config)
    ours = Qwen3ForCausalLM(config)
    ours.load_state_dict(theirs.state_dict())
    write_out(ours)
    assert sum(isinstance(module, WrittenOut) for module in ours.modules()) == 9
    assert ours.state_dict().keys() == theirs.state_dict().keys()
    ids = torch.randint(0, 64, (3, 20))
    for model in (theirs, ours):
        with torch.autocast("cpu", torch.bfloat16, enabled=halved):
            model(input_ids=ids, labels=ids).loss.backward()
    near = 5e-2 if halved else 1e-4
    for (name, expected), (_, found) in zip(theirs.named_parameters(), ours.named_parameters(), strict=True):
        assert expected.grad is not None and found.grad is not None
        difference = (found.grad - expected.grad).norm() / expected.grad.norm()
        assert float(difference) < near, name
