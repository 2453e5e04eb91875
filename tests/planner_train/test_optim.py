"""The optimizer of small models."""

import pytest
import torch

from planner_train import precision
from planner_train.optim import Muon, MuonWithAdamW, orthogonal


@pytest.mark.parametrize("shape", [(12, 5), (5, 12), (8, 8)])
def test_singular_values_come_to_about_one(shape: tuple[int, int]) -> None:
    made = orthogonal(torch.randn(shape, generator=torch.Generator().manual_seed(3)) * 7, torch.float32)
    assert made.shape == shape
    values = torch.linalg.svdvals(made)
    assert float(values.min()) > 0.6 and float(values.max()) < 1.3


def trained(optimizer: type[torch.optim.Optimizer], dtype: torch.dtype | None, **settings: float) -> list[torch.Tensor]:
    """Two matrices after five steps on the same loss."""
    torch.manual_seed(5)
    matrices = [torch.nn.Parameter(torch.randn(16, 40)), torch.nn.Parameter(torch.randn(40, 8))]
    made = optimizer(matrices, **settings)
    if dtype is not None:
        made.dtype = dtype
    given = torch.randn(30, 16)
    for _ in range(5):
        made.zero_grad()
        (torch.tanh(given @ matrices[0]) @ matrices[1]).square().mean().backward()
        made.step()
    return [matrix.detach() for matrix in matrices]


def test_in_16_bits_it_steps_to_the_bit_as_the_library_does() -> None:
    ours = trained(Muon, torch.bfloat16, lr=0.02, weight_decay=0.1, momentum=0.95)
    theirs = trained(torch.optim.Muon, None, lr=0.02, weight_decay=0.1, momentum=0.95)
    assert all(torch.equal(one, other) for one, other in zip(ours, theirs, strict=True))


def test_in_32_bits_it_steps_nearly_so() -> None:
    ours = trained(Muon, torch.float32, lr=0.02, weight_decay=0.1, momentum=0.95)
    theirs = trained(Muon, torch.bfloat16, lr=0.02, weight_decay=0.1, momentum=0.95)
    assert not torch.equal(ours[0], theirs[0])
    assert all(float((one - other).abs().max()) < 0.02 for one, other in zip(ours, theirs, strict=True))


def test_it_goes_on_from_a_saved_state_as_if_it_had_not_been_saved() -> None:
    def model() -> torch.nn.Module:
        torch.manual_seed(1)
        return torch.nn.Sequential(torch.nn.Linear(6, 9), torch.nn.LayerNorm(9), torch.nn.Linear(9, 4))

    def step(net: torch.nn.Module, optimizer: MuonWithAdamW) -> None:
        optimizer.zero_grad()
        net(torch.arange(12.0).reshape(2, 6)).square().mean().backward()
        optimizer.step()

    whole, first, second = model(), model(), model()
    straight, before = (MuonWithAdamW(net, matrix_lr=0.02, lr=0.01) for net in (whole, first))
    for _ in range(2):
        step(whole, straight)
        step(first, before)
    second.load_state_dict(first.state_dict())
    after = MuonWithAdamW(second, matrix_lr=0.02, lr=0.01)
    after.load_state_dict(before.state_dict())
    step(whole, straight)
    step(second, after)
    assert all(torch.equal(one, other) for one, other in zip(whole.parameters(), second.parameters(), strict=True))


@pytest.mark.parametrize(("name", "found"), [("amx_bf16", True), ("avx512_bf16", True), ("avx512_f", False)])
def test_precision_is_what_the_processor_says(monkeypatch: pytest.MonkeyPatch, name: str, found: bool) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: {name: True, "avx2": True})
    precision.has_bfloat16.cache_clear()
    try:
        assert precision.has_bfloat16() is found
        assert Muon([torch.nn.Parameter(torch.zeros(2, 2))], lr=1.0).dtype == (torch.bfloat16 if found else torch.float32)
    finally:
        precision.has_bfloat16.cache_clear()
