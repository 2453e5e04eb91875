"""Soundness and coverage: a sound suite is called sound, and one that was spoiled is not."""

from dataclasses import replace

import pytest

from bench.coverage import SCENARIOS, phrasings
from bench.coverage import measure as cover
from bench.families import load_families
from bench.planner_bench import Item, Suite, generate
from bench.scenario import FAMILIES, build
from bench.soundness import measure
from harness.catalogue import full_catalogue
from harness.contract import BehaviourCheck, Completion, StateCheck
from harness.environments.phone.replay import DONE
from harness.instructions import load


@pytest.fixture(scope="module")
def suite() -> Suite:
    return generate("dev", full_catalogue(), limit=24)


def test_a_sound_suite_lets_solutions_pass_and_nothing_else(suite: Suite) -> None:
    found = measure(suite, full_catalogue(), load())
    assert found.ok, found
    assert found.witness == 1.0 and found.floors["empty"] == 0.0
    assert found.near_misses.total() > 5 * suite.tasks and found.orders > 0
    assert found.asking_is_right > 0


def test_a_checker_that_lets_everything_pass_is_found_out(suite: Suite) -> None:
    item = suite.items[0]
    task = item.task.model_copy(update={"completion": Completion(check=BehaviourCheck())})
    loose = replace(item, task=task, witness=item.witness.model_copy(update={"turns": (DONE,)}))
    found = measure(Suite("dev", (loose,)), full_catalogue(), load())
    assert not found.ok and found.floors["empty"] == 1.0
    assert {item.kind for item in found.problems} >= {"finish_passes", "unsaid"}


def test_a_checker_that_no_solution_passes_is_found_out(suite: Suite) -> None:
    item = next(item for item in suite.items if isinstance(item.task.completion.check, StateCheck))
    never = item.task.completion.model_copy(update={"says": (("xyzzy",),)})
    spoiled = replace(item, task=item.task.model_copy(update={"completion": never}))
    found = measure(Suite("dev", (spoiled,)), full_catalogue(), load())
    assert not found.ok and found.witness == 0.0


def test_near_misses_that_a_loose_checker_accepts_are_listed() -> None:
    load_families()
    task, witness = build(FAMILIES["swapped_reading_aids"], 0, full_catalogue())
    check = task.completion.check
    assert isinstance(check, StateCheck) and len(check.changes) > 1
    loose = check.model_copy(update={"changes": check.changes[:1], "allowed": ("*",)})
    task = task.model_copy(update={"completion": task.completion.model_copy(update={"check": loose})})
    found = measure(Suite("train", (Item(task.id, "tool_use", task, witness),)), full_catalogue(), load())
    assert not found.ok and found.near_miss_rejected < 1
    assert {"drop_step", "change_argument"} & {survivor.kind for survivor in found.survivors}
    assert all(survivor.task == task.id and survivor.detail for survivor in found.survivors)


def test_every_scenario_is_shown_by_families_that_exist() -> None:
    load_families()
    assert len(SCENARIOS) == 12
    assert {name for names in SCENARIOS.values() for name in names} <= FAMILIES.keys()


def test_coverage_counts_families_and_names_what_is_lacking() -> None:
    found = cover(full_catalogue(), least_families=10_000)
    assert found.families == len(FAMILIES) == sum(found.by_split.values()) == sum(found.by_capability.values())
    assert any("at least 10000" in gap for gap in found.gaps)
    assert not [gap for gap in found.gaps if gap.startswith("no family for the friction")]
    assert found.tools == found.tools_used + len(found.unused_tools)


def test_phrasings_are_those_of_the_request() -> None:
    load_families()
    assert phrasings(FAMILIES["named_timer"]) >= 5
