"""Recall: measured where the witness needs a tool, with what a task forces left out."""

import pytest

from bench.recall import RecallReport, absent_tools, measure
from bench.suite import SLICES, make
from harness.catalogue import catalogue_for, full_catalogue
from harness.instructions import Eta, load


def with_tools(count: int) -> Eta:
    eta = load()
    recall = eta.settings.recall.model_copy(update={"tools": count, "always": (), "followup": 0})
    return eta.model_copy(update={"settings": eta.settings.model_copy(update={"recall": recall})})


@pytest.fixture(scope="module")
def report() -> RecallReport:
    return measure(full_catalogue(), load(), per_family=1)


def test_every_slice_language_and_domain_is_counted(report: RecallReport) -> None:
    assert set(report.by_split) == {"train", *SLICES}
    asked = sum(share.total for share in report.by_split.values())
    assert sum(share.total for share in report.by_language.values()) == asked
    assert sum(share.total for share in report.by_domain.values()) >= asked
    assert report.milliseconds > 0


def test_needed_tools_are_offered_for_at_least_nine_requests_in_ten(report: RecallReport) -> None:
    hits = sum(share.hits for share in report.by_split.values())
    assert hits >= 0.9 * sum(share.total for share in report.by_split.values()), report.missed


def test_what_was_missed_says_where_and_what(report: RecallReport) -> None:
    for name, count in report.missed.items():
        part, family, tool = name.split(": ")
        assert part in report.by_split and family and tool in full_catalogue()
        assert count > 0


def test_signatures_are_shorter_than_schemas(report: RecallReport) -> None:
    assert report.compact_characters * 3 < report.schema_characters


def test_tools_beside_the_phones_are_recalled_from_and_change_no_task(report: RecallReport) -> None:
    eta = load("v2")
    wide = measure(catalogue_for(eta), eta, per_family=1)
    assert len(catalogue_for(eta)) > len(full_catalogue()) and wide.compact_characters > report.compact_characters
    assert {name: share.total for name, share in wide.by_split.items()} == {
        name: share.total for name, share in report.by_split.items()
    }


def test_a_harness_that_offers_little_misses_more_and_names_the_tools() -> None:
    narrow, wide = with_tools(1), with_tools(64)
    pairs = list(make("dev-families", 1, full_catalogue()))
    missed = [absent_tools(task, witness, full_catalogue(), narrow) for task, witness in pairs]
    found = [absent_tools(task, witness, full_catalogue(), wide) for task, witness in pairs]
    assert sum(map(bool, found)) <= 0.1 * len(pairs) < sum(map(bool, missed))
    for (_, witness), names in zip(pairs, missed, strict=True):
        assert names <= {call.name for action in witness.turns for call in action.calls}


def test_a_tool_that_the_task_forces_does_not_count_as_recalled() -> None:
    task, witness = next(iter(make("test-entities", 1, full_catalogue())))
    needed = tuple({call.name for action in witness.turns for call in action.calls})
    forced = task.model_copy(update={"resources": task.resources.model_copy(update={"tools": needed})})
    for candidate in (task, forced):
        assert absent_tools(candidate, witness, full_catalogue(), with_tools(1)) == absent_tools(
            task, witness, full_catalogue(), with_tools(1)
        )
