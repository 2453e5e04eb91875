"""Requests as people say them, about everything that the phone does: what each shall come to, or what it lacks.

``own_requests.jsonl`` holds one a line. ``calls`` are the witness's calls, each with the arguments that matter, and no
other call may change anything; ``gap`` is the kind of what is missing, and ``says`` a word of the reason.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.requests import PersonRequest, RequestResult, construct_from_requests
from agents.requests.languages import language_of
from agents.requests.plans.forms import FORMS, Form
from agents.requests.plans.switches import SWITCHES, Switch
from harness.catalogue import full_catalogue
from harness.contract import Task, Witness
from harness.environments.phone.lint import lint
from harness.environments.phone.tools import Risk
from harness.instructions import load

OWN = [json.loads(line) for line in Path(__file__).with_name("own_requests.jsonl").read_text(encoding="utf-8").splitlines()]
CATALOGUE = full_catalogue()
Read = dict[str, tuple[RequestResult, tuple[Task, Witness] | None]]


def read(*texts: str) -> list[tuple[RequestResult, tuple[Task, Witness] | None]]:
    requests = [PersonRequest(id=f"r{number}", request=text) for number, text in enumerate(texts)]
    made, report = construct_from_requests(requests, CATALOGUE, load())
    tasks = {task.id: (task, witness) for task, witness in made}
    return [(item, tasks.get(item.task_id or "")) for item in report.results]


@pytest.fixture(scope="module")
def own() -> Read:
    return {wish["id"]: found for wish, found in zip(OWN, read(*(wish["request"] for wish in OWN)), strict=True)}


def calls_of(witness: Witness) -> Iterator[tuple[str, dict[str, Any]]]:
    for turn in witness.turns:
        for call in turn.calls:
            yield call.name, dict(call.arguments)


def changing(calls: list[tuple[str, dict[str, Any]]]) -> list[str]:
    return [name for name, arguments in calls if CATALOGUE[name].risk_of(arguments) is not Risk.READ]


@pytest.mark.parametrize("wish", [item for item in OWN if "calls" in item], ids=lambda item: item["id"])
def test_a_request_comes_to_the_calls_that_it_means(wish: dict[str, Any], own: Read) -> None:
    result, made = own[wish["id"]]
    assert made is not None, (result.outcome, result.reasons)
    done = list(calls_of(made[1]))
    left = iter(done)
    for tool, arguments in wish["calls"]:
        assert any(name == tool and arguments.items() <= given.items() for name, given in left), (tool, arguments, done)
    assert changing(done) == [
        name for name, arguments in wish["calls"] if name in changing([(name, given) for name, given in done])
    ], done


@pytest.mark.parametrize("wish", [item for item in OWN if "gap" in item], ids=lambda item: item["id"])
def test_a_request_that_cannot_be_carried_says_what_it_lacks(wish: dict[str, Any], own: Read) -> None:
    result, made = own[wish["id"]]
    assert (result.outcome, made) == (wish["gap"], None)
    assert wish["says"] in " ".join(result.reasons)


# The tables -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS.values(), ids=lambda form: str(form.name))
def test_a_form_speaks_of_a_tool_and_arguments_that_exist(form: Form) -> None:
    properties = CATALOGUE[form.tool].parameters["properties"]
    assert {*form.fixed, *form.undo, *(slot.argument for slot in form.slots)} <= properties.keys()
    for name, value in {**form.fixed, **form.undo}.items():
        assert value in properties[name].get("enum", [value]), (name, value)
    for slot in form.slots:
        listed = properties[slot.argument].get("enum")
        assert listed is None or set(slot.others) <= set(listed), (slot.argument, slot.others)
    for tool, arguments in (*form.first, *form.then):
        assert CATALOGUE[tool].validate(arguments) == {**CATALOGUE[tool].validate(arguments), **arguments}
    for pattern in (form.cue, form.also, form.unless):
        re.compile(pattern)
    required = [name for name in CATALOGUE[form.tool].parameters["required"] if name not in form.fixed]
    asked = {slot.argument for slot in form.slots if slot.asks or slot.others}
    assert set(required) <= asked | {slot.argument for slot in form.slots}, required


@pytest.mark.parametrize("switch", SWITCHES, ids=lambda switch: str(switch.english))
def test_a_switch_has_a_call_for_on_and_another_for_off(switch: Switch) -> None:
    off, on = switch.calls[1], switch.calls[0]
    assert off != on
    for tool, arguments in (*off, *on, *switch.needs):
        assert CATALOGUE[tool].validate(arguments).items() >= arguments.items()


# What must never be carried out --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "is wifi on",
        "do I have bluetooth on?",
        "how do I turn on dark mode?",
        "turn on dark mode at sunset",
        "turn off dark mode for YouTube only",
        "turn on airplane mode at 10pm",
        "Take a screenshot every hour",
        "take three photos",
        "record a video for 10 seconds",
        "delete Instagram photos",
        "delete my Spotify account",
        "lock the screen rotation",
        "navigate to Mum's house by 6pm",
        "turn on do not disturb except for Mum",
        "limit YouTube to half an hour a day on weekends",
        "lower the brightness by 20%",
        "send 3 photos to Mum",
        "play Amber Hill by The Quiet on YouTube",
        "text Mum hello on Instagram",
        "transfer 500 pounds from savings to checking",
        "remind me to call Mum when I leave work",
        "update WhatsApp tonight",
        "turn on the lights at 7pm",
        "turn off location for WhatsApp",
        "only update apps over wifi automatically",
        "不要关闭蓝牙",
        "如果下雨就提醒我",
        "蓝牙打开了吗",
    ],
)
def test_what_means_something_else_is_not_carried_out(text: str) -> None:
    ((result, made),) = read(text)
    assert made is None, list(calls_of(made[1]))
    assert result.reasons


@pytest.mark.parametrize("text", ["send £20 to Ines Falk", "send $20 to Ines Falk", "给妈妈转200元"])
def test_money_is_sent_on_a_phone_that_pays_in_that_currency(text: str) -> None:
    ((result, made),) = read(text)
    assert made is not None, result.reasons
    assert result.profile == {"£": "emma", "$": "marcus", "元": "liwei"}[next(sign for sign in "£$元" if sign in text)]


def test_what_a_wish_takes_for_granted_is_arranged_and_the_task_is_proven() -> None:
    for text, table in (("pause the music", "players"), ("cancel my taxi", "rides"), ("answer the call", "calls")):
        ((result, made),) = read(text)
        assert made is not None, result.reasons
        assert table in {patch.table for patch in made[0].initial.patches}
        assert lint(*made, CATALOGUE).problems == ()


def test_a_phone_that_is_as_wanted_already_is_put_into_another_state_first() -> None:
    ((_, made),) = read("use the 24-hour clock")
    assert made is not None
    assert [patch.fields for patch in made[0].initial.patches if patch.table == "regional"] == [{"hour_format": "12h"}]


def test_little_that_is_left_over_makes_a_gap_and_much_makes_it_not_understood() -> None:
    (short, _), (long, _) = read("book a table somewhere nice", "book a table where my cousin proposed in front of the band")
    assert (short.outcome, long.outcome) == ("incomplete", "not_understood")
    assert "cousin" in long.reasons[0]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Stell bitte den Wecker auf sieben Uhr", "German"),
        ("Allume la lumière s'il te plaît", "French"),
        ("Pon una alarma para mañana", "Spanish"),
        ("明日の天気を教えて", "Japanese"),
        ("включи фонарик", "Russian"),
        ("turn on the wifi please", None),
        ("Bern", None),
    ],
)
def test_the_language_of_a_request_is_told(text: str, language: str | None) -> None:
    assert language_of(text) == language
