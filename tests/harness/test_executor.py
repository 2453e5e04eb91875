"""What the executor does about a call that fails, where eta asks for it: repeating, reading back, and neither by default."""

import random
from typing import Any

import pytest

from harness.catalogue import full_catalogue
from harness.contract import Action, Call, Effect, Friction, InitialState, Json, Task, Turn
from harness.effects import may_be_repeated, read_back_of
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.phone import Phone
from harness.environments.phone.profiles import load_profile
from harness.environments.phone.state import difference
from harness.environments.phone.tools import Risk
from harness.executor import Executor, log_entries
from harness.instructions import FailureSettings, Settings
from harness.policy import _draw_value
from harness.provenance import Evidence
from tests.harness.tasks import alarm_task

CATALOGUE = full_catalogue()
PHONE = {name: tool for name, tool in CATALOGUE.items() if tool.kind == "phone"}
Given = tuple[str, dict[str, Json]]
WEATHER: Given = ("get_weather", {})
LOUDER: Given = ("set_volume", {"stream": "media", "level": 3})
TEXT: Given = ("send_message", {"contactName": "Ravi Mehta", "text": "on my way"})
TWICE = FailureSettings(repeat=2)


class Device(PhoneEnvironment):
    """A simulated phone that passes for a real one."""

    backend = "device"


def faulty(tool: str, **fault: Json) -> Task:
    """A task on a phone where a tool fails."""
    friction = (Friction(kind="runtime_error", params={"tool": tool, **fault}),)
    return alarm_task().model_copy(update={"initial": InitialState(profile="emma", friction=friction)})


class Desk:
    """An executor on a faulty phone; ``waits`` are the seconds that it slept."""

    def __init__(self, task: Task, failures: FailureSettings, phone: type[PhoneEnvironment] = PhoneEnvironment) -> None:
        self.task, self.waits = task, list[float]()
        self.environment = phone(CATALOGUE)
        self.environment.reset(task)
        settings = Settings(version="test", failures=failures)
        self.executor = Executor(self.environment, settings, sleep=self.waits.append)

    def run(self, *calls: Given) -> Turn:
        made = tuple(Call(id=f"c{n}", name=name, arguments=arguments) for n, (name, arguments) in enumerate(calls))
        answers = self.executor.run(made, list(CATALOGUE))
        return Turn(action=Action(calls=made), feedback=tuple(answers))

    @property
    def log(self) -> list[tuple[str, str]]:
        return [(entry.tool, entry.status) for entry in self.environment.outcome().log]


# -- repeating


def test_a_failed_call_is_answered_as_it_is_unless_eta_says_otherwise() -> None:
    desk = Desk(faulty("get_weather", first=1), Settings(version="test").failures)
    (answer,) = desk.run(WEATHER).feedback
    assert answer.error is not None and answer.error.retryable and not answer.notices
    assert desk.log == [("get_weather", "error")]


def test_a_read_is_repeated_until_it_works() -> None:
    desk = Desk(faulty("get_weather", first=2), TWICE)
    (answer,) = desk.run(WEATHER).feedback
    assert answer.error is None and answer.notices == ("tried 3 times",)
    assert len(desk.log) == log_entries(answer) == 3 and desk.waits == []


def test_the_last_failure_is_told_and_counts_as_one() -> None:
    desk = Desk(faulty("get_weather", first=0), TWICE)
    (answer,) = desk.run(WEATHER).feedback
    assert answer.error is not None and answer.notices == ("tried 3 times",)


@pytest.mark.parametrize("effect", [Effect.NONE, Effect.UNKNOWN, Effect.APPLIED])
def test_a_write_that_says_how_something_shall_be_is_repeated_whatever_became_of_it(effect: Effect) -> None:
    desk = Desk(faulty("set_volume", first=1, code="TIMEOUT", effect=effect), TWICE)
    (answer,) = desk.run(LOUDER).feedback
    assert answer.error is None
    assert desk.environment.phone.one("sound", "volume")["media"] == 3


@pytest.mark.parametrize("effect", [Effect.NONE, Effect.UNKNOWN, Effect.APPLIED])
def test_a_call_that_is_made_once_is_never_repeated(effect: Effect) -> None:
    desk = Desk(faulty("send_message", first=1, effect=effect), TWICE)
    (answer,) = desk.run(TEXT).feedback
    assert answer.error is not None and desk.log == [("send_message", "error")]


def test_a_failure_that_will_not_pass_is_not_repeated() -> None:
    desk = Desk(alarm_task(), TWICE)
    (answer,) = desk.run(("set_volume", {"stream": "media", "level": 999})).feedback
    assert answer.error is not None and answer.error.code == "INVALID_ARGUMENT" and len(desk.log) == 1


def test_a_real_device_is_given_time() -> None:
    desk = Desk(faulty("get_weather", first=0), FailureSettings(repeat=3, wait=0.5), Device)
    desk.run(WEATHER)
    assert desk.waits == [0.5, 1.0, 2.0]


@pytest.mark.parametrize("name", PHONE)
def test_what_counts_as_repeatable_does_the_same_twice(name: str) -> None:
    tool, rng = PHONE[name], random.Random(name)
    properties = tool.parameters["properties"]
    for _ in range(30):
        phone = Phone(load_profile("emma"), CATALOGUE, seed=1)
        given = {key for key in properties if key in tool.parameters["required"] or rng.random() < 0.4}
        arguments: dict[str, Any] = {key: _draw_value(properties[key], rng) for key in properties if key in given}
        if tool.risk_of(arguments) is Risk.READ or not may_be_repeated(tool, arguments):
            continue
        if phone.call(name, arguments).ok:
            once = phone.state.fork()
            again = phone.call(name, arguments)
            assert again.ok, (arguments, again.error)
            assert not difference(once, phone.state), arguments


# -- reading back


LOST = {"first": 1, "code": "TIMEOUT", "effect": "unknown"}


def test_a_call_of_which_nobody_knows_is_read_back() -> None:
    desk = Desk(faulty("send_message", **LOST), FailureSettings(read_back=True))
    turn = desk.run(TEXT)
    (answer,) = turn.feedback
    assert answer.error is not None and answer.error.effect is Effect.UNKNOWN
    assert answer.notices[0].startswith("nobody knows whether this was carried out; search_messages says now: {")
    assert desk.log == [("send_message", "error"), ("search_messages", "ok")]
    assert log_entries(answer) == 2


def test_what_was_read_back_is_known_to_the_gate_as_a_text_of_others() -> None:
    desk = Desk(faulty("send_message", **LOST), FailureSettings(read_back=True))
    turn = desk.run(("send_message", {"text": "on my way", "number": "+447700900208"}))
    sources = [record.source for record in Evidence.of(desk.task, [turn], [], CATALOGUE).records]
    assert "search_messages" in sources


@pytest.mark.parametrize(("effect", "wanted"), [("none", True), ("applied", True), ("unknown", False)])
def test_nothing_is_read_back_where_the_outcome_is_known_or_eta_does_not_ask(effect: str, wanted: bool) -> None:
    desk = Desk(faulty("send_message", **{**LOST, "effect": effect}), FailureSettings(read_back=wanted))
    (answer,) = desk.run(TEXT).feedback
    assert answer.payload is None and not answer.notices and len(desk.log) == 1


def test_every_entry_of_the_log_is_accounted_for() -> None:
    desk = Desk(faulty("send_message", **LOST), FailureSettings(repeat=1, read_back=True))
    turns = [desk.run(TEXT, WEATHER, ("no_such_tool", {})), desk.run(LOUDER, TEXT)]
    counted = [log_entries(answer) for turn in turns for answer in turn.feedback]
    assert counted == [2, 1, 0, 1, 1] and sum(counted) == len(desk.log)


def test_every_read_back_is_a_read_that_can_be_made() -> None:
    for name, tool in CATALOGUE.items():
        for action in tool.parameters["properties"].get("action", {}).get("enum", [""]):
            arguments = dict.fromkeys(tool.parameters["properties"], "x") | {"action": action}
            read = read_back_of(Call(id="c", name=name, arguments=arguments), CATALOGUE)
            if read is None:
                continue
            known, given = CATALOGUE[read.name].parameters, dict(read.arguments)
            assert CATALOGUE[read.name].risk_of(given) is Risk.READ
            assert set(known["required"]) <= set(given) <= set(known["properties"]), (name, action)
            for key, value in given.items():
                assert value == "x" or value in known["properties"][key].get("enum", [value])


def test_whatever_reaches_others_or_costs_money_is_read_back_except_what_leaves_nothing_behind() -> None:
    without = {
        name
        for name, tool in PHONE.items()
        for action in tool.parameters["properties"].get("action", {}).get("enum", [""])
        if tool.risk_of({"action": action}) in (Risk.OUTBOUND, Risk.COSTLY)
        and read_back_of(Call(id="c", name=name, arguments={"action": action}), CATALOGUE) is None
    }
    assert without == {"send_file_nearby", "print_document"}
