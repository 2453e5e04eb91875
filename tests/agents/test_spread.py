"""Work in several processes: the same results in the same order."""

import os

from agents.spread import FEW, spread


def squared(number: int) -> tuple[int, int]:
    return number * number, os.getpid()


def test_results_keep_their_order_whatever_the_number_of_processes() -> None:
    numbers = range(FEW + 5)
    alone, shared = [*spread(squared, numbers, 1)], [*spread(squared, numbers, 2)]
    assert [value for value, _ in alone] == [value for value, _ in shared] == [number * number for number in numbers]
    assert {process for _, process in alone} == {os.getpid()}
    assert os.getpid() not in {process for _, process in shared}


def test_a_few_items_are_worth_no_process() -> None:
    assert {process for _, process in spread(squared, range(FEW - 1), 4)} == {os.getpid()}
    assert [*spread(squared, [], 2)] == []
