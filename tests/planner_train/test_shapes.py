"""Round shapes: what is chosen is what was marked, and the loss does not know about the rest."""

import torch
from hypothesis import given
from hypothesis import strategies as st

from planner_train.cold_start import IGNORED, RightPad
from planner_train.shapes import GRAIN, places, rounded


@given(st.lists(st.booleans(), max_size=4 * GRAIN))
def test_marked_places_come_first_and_in_order(marks: list[bool]) -> None:
    chosen, count = places(torch.tensor(marks, dtype=torch.bool))
    assert chosen[:count].tolist() == [place for place, mark in enumerate(marks) if mark]
    assert not any(marks[place] for place in chosen[count:].tolist())
    assert len(chosen) == min(rounded(count), len(marks)), "a round number, or all there is"


@given(st.integers(0, 10_000))
def test_a_rounded_number_is_the_next_multiple(count: int) -> None:
    assert rounded(count) % GRAIN == 0
    assert 0 <= rounded(count) - count < GRAIN


def test_a_batch_is_padded_to_a_round_width_with_tokens_that_carry_no_loss() -> None:
    batch = RightPad(7)([{"input_ids": [1, 2, 3], "labels": [IGNORED, 2, 3]}, {"input_ids": [4], "labels": [4]}])
    assert batch["input_ids"].shape == (2, GRAIN)
    assert batch["input_ids"][:, :3].tolist() == [[1, 2, 3], [4, 7, 7]]
    assert (batch["labels"] != IGNORED).sum() == 3
    assert (batch["input_ids"][0, 3:] == 7).all()
