"""What is said at request time: chosen by the exposed tools alone, and nothing of it where skill loaders are exposed."""

import itertools
import random
from collections.abc import Iterator

import pytest

from bench.scenario import build as build_task
from bench.suite import families_of
from harness.adapter.guidance import NOTES, Adapter, adapter_for, compile_adapter
from harness.catalogue import catalogue_for, full_catalogue
from harness.contract import Split, Task
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode
from harness.instructions import load
from harness.skills import offered_skills
from tests.harness.tasks import alarm_task

V2 = load("v2")
CATALOGUE = catalogue_for(V2)
ADAPTER = adapter_for(CATALOGUE, V2)


def of_scenarios(text: str) -> list[str]:
    """The headings of a guidance."""
    return [line.removesuffix(":") for line in text.splitlines() if line.removesuffix(":") in (NOTES, *ADAPTER.fragments)]


def begin(task: Task, eta: str = "v2") -> Episode:
    configuration = load(eta)
    return Episode(task, PhoneEnvironment(catalogue_for(configuration)), configuration)


def with_tools(*names: str) -> Task:
    """A task that demands these tools and gets no others."""
    task = alarm_task()
    return task.model_copy(update={"resources": task.resources.model_copy(update={"tools": names, "recall": 1})})


def some_tasks(*, every: int) -> Iterator[Task]:
    for family in itertools.islice(families_of(Split.TRAIN), 0, None, every):
        yield build_task(family, 0, full_catalogue())[0]


# -- selection


def test_an_exposed_tool_brings_its_scenario_and_the_notes_come_first() -> None:
    said = ADAPTER.guidance(["manage_alarm"])
    assert of_scenarios(said) == [NOTES, "wake-plan"]
    assert "update its time instead of creating another" in said


def test_the_tools_that_fit_best_decide_which_scenarios_find_a_place() -> None:
    tools = ["manage_alarm", "manage_ride", "search_events", "convert_unit", "manage_wallet"]
    assert of_scenarios(ADAPTER.guidance(tools)) == [NOTES, "wake-plan", "on-the-way", "calendar"]
    assert of_scenarios(ADAPTER.guidance(tools[::-1])) == [NOTES, "pay-bill", "unit-fallback", "calendar"]


def test_lines_about_absent_tools_are_left_out_and_lists_keep_what_is_there() -> None:
    whole, part = ADAPTER.guidance(["search_events", "update_event", "delete_event"]), ADAPTER.guidance(["delete_event"])
    assert "update_event(eventId=..., occurrence=...) or delete_event(eventId=..., occurrence=...)" in whole
    assert "search_events" not in part and "update_event" not in part
    assert "Of a series, delete_event(eventId=..., occurrence=...) touches one date" in part


def test_a_scenario_without_a_line_left_is_not_mentioned() -> None:
    assert of_scenarios(ADAPTER.guidance(["search_apps"])) == [NOTES]


def test_nothing_goes_beyond_the_room_and_no_tool_is_named_that_is_not_exposed() -> None:
    names = sorted(ADAPTER.scenario_of)
    for seed in range(200):
        exposed = random.Random(seed).sample(names, 15)
        said = ADAPTER.guidance(exposed)
        assert len(said) <= ADAPTER.limits.context
        assert set(ADAPTER.mentions.tools(said)) <= set(exposed)
        assert len(of_scenarios(said)) <= 1 + ADAPTER.limits.scenarios
        assert said == ADAPTER.guidance(exposed)


def test_a_fragment_that_finds_no_room_is_passed_over_whole() -> None:
    guidance = V2.guidance
    assert guidance is not None
    short = V2.model_copy(update={"guidance": guidance.model_copy(update={"limits": guidance.limits.model_copy(
        update={"context": 500})})})  # fmt: skip
    said = compile_adapter(short, CATALOGUE, offered_skills(V2.settings.libraries)).guidance(
        ["manage_wallet", "manage_alarm"]
    )
    assert of_scenarios(said) == [NOTES, "wake-plan"]


# -- nothing is given away


@pytest.mark.parametrize("loader", ["skill__wake-plan", "skill__pay-bill", "skill__arbitrate"])
def test_with_a_loader_exposed_the_protocol_is_all_that_is_said(loader: str) -> None:
    assert ADAPTER.guidance(["manage_alarm", "manage_wallet", loader]) == ADAPTER.protocol


def test_contexts_with_loaders_hold_no_line_of_any_scenario() -> None:
    secrets = {line for lines in ADAPTER.fragments.values() for line in lines} | set(ADAPTER.notes)
    secrets |= {line.partition(". ")[2] for line in secrets if line[0].isdigit()}
    with_loaders = without = 0
    demanded = with_tools("manage_alarm", "manage_wallet", "skill__pay-bill")
    for task in (demanded, *some_tasks(every=6)):
        episode = begin(task)
        text = episode.context.messages[0]["content"]
        if any(name.startswith("skill__") for name in episode.exposed):
            with_loaders += 1
            assert ADAPTER.protocol in text
            assert not [line for line in secrets if line and line in text]
        else:
            without += 1
            assert ADAPTER.protocol not in text
            assert [line for line in secrets if line in text]
    assert with_loaders >= 3 and without >= 3, "the sample says something about both"


def test_the_protocol_names_no_skill_no_tool_and_no_scenario() -> None:
    words = set(ADAPTER.protocol.replace(",", " ").replace(".", " ").split())
    assert words.isdisjoint({*CATALOGUE, *offered_skills(V2.settings.libraries), *ADAPTER.fragments})


# -- what stays as it was


def test_v1_says_nothing_beside_the_tools_and_offers_the_same_catalogue() -> None:
    v1 = load("v1")
    assert v1.guidance is None
    assert adapter_for(full_catalogue(), v1) == Adapter(mentions=adapter_for(full_catalogue(), v1).mentions)
    assert catalogue_for(v1) is full_catalogue()
    assert len(CATALOGUE) == len(full_catalogue()) + 9


def test_contexts_of_v1_are_rules_time_and_signatures_and_nothing_else() -> None:
    for task in some_tasks(every=12):
        episode = begin(task, "v1")
        seen = episode.environment.reset(task, seed=0)
        signatures = [full_catalogue()[name].signature for name in episode.exposed]
        now = f"Now: {seen.now} ({seen.zone}). Phone: {seen.device}, {seen.locale}."
        assert episode.context.messages[0]["content"] == "\n".join((load("v1").general, now, "Tools:", *signatures))


def test_a_loader_that_is_not_among_the_best_is_not_offered_unless_demanded() -> None:
    def loaders(episode: Episode) -> set[str]:
        return {name for name in episode.exposed if name.startswith("skill__")}

    assert loaders(begin(alarm_task(), "v1")) == {"skill__airplane-wireless", "skill__arbitrate", "skill__wake-plan"}
    assert loaders(begin(alarm_task())) == {"skill__wake-plan"}
    assert "skill__pay-bill" in begin(with_tools("skill__pay-bill")).exposed
