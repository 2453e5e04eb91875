"""Recall: what a request is offered, whoever asks and however the catalogue is ordered."""

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.catalogue import full_catalogue
from harness.contract import PastTurn, Resources, Task
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Catalogue
from harness.episode import Episode
from harness.errors import UserError
from harness.instructions import Eta, ToolHints, load
from harness.recall import SHAPES, Recall, check_hints, recall_for
from tests.harness.tasks import alarm_task

REQUESTS = [
    json.loads(line) for line in (Path(__file__).parent / "recall_requests.jsonl").read_text(encoding="utf-8").splitlines()
]
"""What strangers might ask for, much of it indirectly, with the tools that they need; written by hand."""
LOADERS = frozenset(name for name, tool in full_catalogue().items() if tool.kind == "skill")

FRESH = Recall(full_catalogue(), load())
BACKWARDS = Recall(Catalogue(reversed(list(full_catalogue().values()))), load())

texts = st.sampled_from([row["request"] for row in REQUESTS]) | st.text(max_size=40)


def recall() -> Recall:
    return recall_for(full_catalogue(), load())


def offered(request: str, *, history: tuple[str, ...] = (), **resources: object) -> list[str]:
    """What an episode offers at its start."""
    past = tuple(PastTurn(role="user", text=text) for text in history)
    task: Task = alarm_task().model_copy(
        update={"request": request, "history": past, "resources": Resources.model_validate(resources)}
    )
    return Episode(task, PhoneEnvironment(full_catalogue()), load()).exposed


def missing(row: dict[str, object]) -> set[str]:
    """Needed tools that are not among the tools of a request, put together as an episode does."""
    settings = load().settings.recall
    request, needs = [str(row["request"])], row["needs"]
    assert isinstance(needs, list)
    chosen = [*settings.always, *recall().top(request, settings.skills, among=LOADERS)]
    rest = [name for name in recall().top(request, settings.tools) if name not in chosen]
    return set(needs) - {*chosen, *rest[: settings.tools - len(chosen)]}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_strangers_are_offered_what_they_need(language: str) -> None:
    rows = [row for row in REQUESTS if row["language"] == language]
    missed = [f"{row['request']} lacks {sorted(missing(row))}" for row in rows if missing(row)]
    assert len(missed) <= 0.05 * len(rows), missed


def test_the_requests_of_strangers_need_every_kind_of_tool() -> None:
    needed = {name for row in REQUESTS for name in row["needs"]}
    assert needed <= set(full_catalogue())
    assert {name for name, tool in full_catalogue().items() if tool.kind != "skill"} <= needed
    assert sum(row["language"] == "zh" for row in REQUESTS) > 100


def test_a_request_takes_little_time() -> None:
    index = Recall(full_catalogue(), load())
    started = time.process_time()
    for row in REQUESTS:
        index.top([row["request"]], 15)
    assert (time.process_time() - started) / len(REQUESTS) < 0.005


@given(texts)
def test_the_same_text_gives_the_same_tools_from_a_new_index(text: str) -> None:
    assert FRESH.top([text], 15) == recall().top([text], 15)


@given(texts)
def test_the_order_of_the_catalogue_does_not_matter(text: str) -> None:
    assert BACKWARDS.top([text], 15) == recall().top([text], 15)


@given(texts, st.integers(1, 30), st.sets(st.sampled_from(sorted(full_catalogue())), max_size=40))
def test_top_gives_the_best_of_the_allowed(text: str, count: int, names: set[str]) -> None:
    among = frozenset(names)
    found = recall().top([text], count, among=among)
    assert len(found) == len(set(found)) == min(count, len(among))
    assert found == [name for name in recall().top([text], 1000) if name in among][:count]


def test_an_episode_offers_as_many_tools_as_it_may() -> None:
    assert len(offered("Wake me at 7")) == 15
    assert len(offered("Wake me at 7", recall=8)) == 8


def test_tools_that_a_task_demands_and_that_are_always_offered_are_there() -> None:
    exposed = offered("Wake me at 7", tools=("set_nfc", "manage_vpn"))
    assert {"set_nfc", "manage_vpn", "search_user_memory", "manage_alarm"} <= set(exposed)
    assert len(exposed) == 15


def test_with_skills_only_no_tool_of_the_phone_is_offered() -> None:
    exposed = offered("Wake me at 7", routing="skill_only")
    assert {full_catalogue()[name].kind for name in exposed} == {"memory", "subagent", "skill"}
    assert "skill__wake-plan" in exposed


def test_a_request_that_says_little_leans_on_what_was_said_before() -> None:
    assert "print_document" not in offered("The same again")
    assert "print_document" in offered("The same again", history=("Print menu.pdf", "Done."))


def test_quoted_words_are_to_be_written_not_done() -> None:
    assert "set_airplane_mode" in recall().top(["Text Ann, then turn on the airplane mode"], 5)
    assert "set_airplane_mode" not in recall().top(['Text Ann "turn on the airplane mode"'], 5)


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("let ... know", "Let Ann and her mother know"),
        ("^tell", "Could you please tell Ann"),
        ("^tell", "It is late, so tell Ann"),
        ("copy", "I copied, you are copying"),
        ("to-do list", "a To-Do list"),
        ("wi-fi", "the WiFi"),
        ("don't", "I DON’T"),
        ("把...忘", "请把这件事忘了"),
    ],
)
def test_phrases_are_found(phrase: str, text: str) -> None:
    assert first_of_two(text, {"set_nfc": ToolHints(words=(phrase,))}) == "set_nfc"


@pytest.mark.parametrize(
    ("phrase", "text"),
    [
        ("let ... know", "Let us see what the other neighbours know"),
        ("let ... know", "You know whom to let go"),
        ("^tell", "Nobody can tell"),
        ("wake me", "me or wake"),
    ],
)
def test_phrases_that_stand_otherwise_are_only_their_words(phrase: str, text: str) -> None:
    bare = ToolHints(words=tuple(word.strip("^") for word in phrase.split() if word != "..."))
    assert first_of_two(text, {"set_nfc": ToolHints(words=(phrase,)), "manage_vpn": bare}) == "manage_vpn"


def first_of_two(text: str, hints: dict[str, ToolHints]) -> str:
    """Which of two tools that a text has nothing to do with comes first under these hints; manage_vpn by default."""
    index = Recall(full_catalogue(), eta_with(hints))
    return index.top([text], 1, among=frozenset({"manage_vpn", "set_nfc"}))[0]


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        ("@time", "at quarter to six"),
        ("@time", "早上七点"),
        ("@date", "on the 3rd"),
        ("@weekday", "every Monday"),
        ("@duration", "for 20 mins"),
        ("@image", "crop CAT.PNG"),
        ("@document", "合同.pdf"),
        ("@url", "get https://example.org"),
        ("@email", "to ann@example.org"),
        ("@money", "370 INR"),
        ("@percent", "at 40 %"),
        ("@number", "+44 7700 900123"),
        ("@password", "it is plum1234"),
        ("@unit", "85 miles"),
        ("@quote", 'say "hello"'),
        ("@question", "多少钱呢"),
        ("@person", "write to Ann"),
        ("@app", "SnapDoodle please"),
    ],
)
def test_values_speak_by_their_shape(shape: str, text: str) -> None:
    assert shape in SHAPES
    eta = eta_with({"set_nfc": ToolHints(words=(shape,))})
    other = eta_with({})
    before, after = (Recall(full_catalogue(), item).top([text], 1000).index("set_nfc") for item in (other, eta))
    assert after < before


def test_every_shape_that_hints_name_is_tested_and_known() -> None:
    check_hints(full_catalogue(), load())


@pytest.mark.parametrize(
    ("hints", "said"),
    [
        ({"manage_alarn": ToolHints()}, "no tool `manage_alarn`"),
        ({"manage_alarm": ToolHints.model_validate({"with": "manage_timr"})}, "no tool `manage_timr`"),
        ({"manage_alarm": ToolHints(words=("@tiem",))}, "no shape of values `@tiem`"),
        ({"manage_alarm": ToolHints(words=("wake me", "..."))}, "`...` holds no word"),
    ],
)
def test_hints_for_what_does_not_exist_are_refused(hints: dict[str, ToolHints], said: str) -> None:
    with pytest.raises(UserError) as error:
        check_hints(full_catalogue(), eta_with(hints))
    assert said in str(error.value)
    assert "recall.yaml" in error.value.where
    assert error.value.expected


def test_an_episode_does_not_start_with_hints_for_what_does_not_exist() -> None:
    typo = eta_with({"manage_alarn": ToolHints(words=("wake me",))}).model_copy(update={"digest": "sha256:typo"})
    with pytest.raises(UserError, match="no tool `manage_alarn`"):
        Episode(alarm_task(), PhoneEnvironment(full_catalogue()), typo)


def test_a_backend_with_fewer_tools_may_use_the_shipped_hints() -> None:
    few = Catalogue(tool for tool in full_catalogue().values() if tool.name in {"manage_alarm", "search_user_memory"})
    assert recall_for(few, load()).top(["wake me at 7"], 1) == ["manage_alarm"]


def test_settings_that_name_an_unknown_tool_are_refused() -> None:
    settings = load().settings
    wrong = settings.model_copy(update={"recall": settings.recall.model_copy(update={"always": ("search_memory",)})})
    with pytest.raises(UserError, match=r"settings\.yaml.*no tool `search_memory`.*search_user_memory"):
        check_hints(full_catalogue(), load().model_copy(update={"settings": wrong}))


def eta_with(hints: dict[str, ToolHints]) -> Eta:
    return load().model_copy(update={"hints": hints})
