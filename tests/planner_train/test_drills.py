"""Copying drills: only what stood there before is learned, and behind a sample they leave it as it is."""

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from planner_train.cold_start import IGNORED, Sample, drilled
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


@given(st.integers(0, 10_000))
def test_a_drill_stands_behind_a_sample_and_leaves_it_as_it_is(seed: int) -> None:
    sample = Sample([1, 2, 3], [IGNORED, 2, 3])
    longer = drilled(drilled(sample, random.Random(seed), VOCABULARY), random.Random(seed), VOCABULARY)
    assert (longer.ids[:3], longer.labels[:3], longer.learned) == (sample.ids, sample.labels, sample.learned)
    assert len(longer.ids) == len(longer.labels) == 3 + longer.drilled
    assert longer.labels[3] == IGNORED, "a trajectory does not say which drill comes"
    assert longer == drilled(drilled(sample, random.Random(seed), VOCABULARY), random.Random(seed), VOCABULARY)
