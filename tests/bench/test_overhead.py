"""The share of prompt tokens that a prefix cache would serve."""

import pytest

from bench.overhead import PrefixShare, measure_prefixes, prefix_share
from harness.catalogue import full_catalogue
from harness.errors import UserError
from harness.instructions import load


def test_the_shares_are_those_of_a_count_by_hand() -> None:
    first = [[1, 2, 3], [1, 2, 3, 4, 5]]  # 3 of the second prompt were sent before
    second = [[1, 2, 9], [1, 2, 9, 8]]  # 2 of its first prompt in the other episode, 3 of its second in its own
    assert prefix_share([first, second]) == PrefixShare(2, 4, 15, 6 / 15, 8 / 15)


def test_a_prompt_that_does_not_begin_with_the_one_before_gives_up_what_follows() -> None:
    assert prefix_share([[[1, 2, 3, 4], [1, 7, 3, 4, 5, 6]]]).same_episode == 1 / 10
    assert prefix_share([[[1, 2, 3], [1, 2]]]).same_episode == 2 / 5
    assert prefix_share([[[1, 2]], [[2, 1]]]).any_episode == 0


def test_nothing_sent_has_no_share() -> None:
    with pytest.raises(UserError, match="no prompt has a token"):
        prefix_share([[], []])


def test_the_context_of_an_episode_grows_so_most_of_it_was_sent_before() -> None:
    share = measure_prefixes(full_catalogue(), load())
    assert share.turns > 2 * share.episodes > 0
    assert 0.5 < share.same_episode < share.any_episode < 1
