"""Copying drills: only what stood there before is learned, and a cold start rehearses at its settled pace."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner_train.cold_start import IGNORED, ColdStartConfig, Sample, rehearse
from planner_train.embedded.drills import copy_drill, word_drill

VOCABULARY = 5_000


@given(st.integers(0, 10_000), st.sampled_from((copy_drill, word_drill)))
def test_every_learned_token_followed_the_same_token_before(seed: int, drill: object) -> None:
    assert callable(drill)
    ids, weights = drill(random.Random(seed), VOCABULARY)
    assert len(ids) == len(weights) and any(weights)
    for place, weight in enumerate(weights):
        if weight:
            pairs = list(itertools.pairwise(ids[:place]))
            assert (ids[place - 1], ids[place]) in pairs, "nothing before says which token comes"


@pytest.mark.parametrize("batches", [1, 6, 7])
def test_a_cold_start_rehearses_after_every_so_many_batches(batches: int) -> None:
    config = ColdStartConfig(batch=2, rehearsal=3)
    samples = [Sample([1, number], [IGNORED, number]) for number in range(2 * batches)]
    mixed = rehearse(samples, VOCABULARY, config)
    drills = [place for place, sample in enumerate(mixed) if len(sample.ids) > 2]
    assert [sample for sample in mixed if len(sample.ids) == 2] == samples
    assert drills == [place for start in range(6, len(mixed), 8) for place in (start, start + 1)]
    assert len(drills) == 2 * (batches // 3)
    assert rehearse(samples, VOCABULARY, config) == mixed
