"""Hybrid runs: who runs what is decided by ability, share, seed and id, and by nothing else."""

from collections import Counter

import pytest

from harness.contract import (
    Behaviour,
    Capability,
    Completion,
    Expected,
    Friction,
    GoldCall,
    GoldChange,
    InitialState,
    Resources,
    Source,
    Split,
    StateCheck,
    Task,
    ToolCallCheck,
)
from harness.environments.device.support import obstacles as device_obstacles
from harness.environments.hybrid import Backend, Hybrid, missing_tools
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.tools import Catalogue
from harness.environments.simulated.environment import simulated_environment
from harness.errors import UserError
from tests.harness.environments.phone.driving import catalogue

WIFI = StateCheck(changes=(GoldChange(table="radios", key="wifi", field="on", after=Expected(value=False)),))
CONTACT = StateCheck(changes=(GoldChange(table="contacts", key="*", field="name", after=Expected(value="Anna")),))


def task(name: str, check: StateCheck | ToolCallCheck = WIFI, *tools: str, friction: tuple[Friction, ...] = ()) -> Task:
    return Task(
        id=name,
        family="f",
        split=Split.TRAIN,
        source=Source(constructor="test"),
        capability=Capability.TOOL_USE,
        behaviour=Behaviour.GROUNDING,
        domains=(),
        difficulty=1,
        request="Do it.",
        initial=InitialState(profile="emma", friction=friction),
        resources=Resources(tools=tools),
        completion=Completion(check=check),
    )


def phone() -> PhoneEnvironment:
    return PhoneEnvironment(catalogue())


def hybrid(seed: int = 0, **shares: float) -> Hybrid:
    able = missing_tools(catalogue())
    backends = {
        "phone": Backend(phone, able, shares.get("phone", 0.0)),
        "simulated": Backend(lambda: simulated_environment(catalogue(), str), able, shares.get("simulated", 0.0)),
        "device": Backend(phone, device_obstacles, shares.get("device", 0.0)),
    }
    return Hybrid(backends, seed=seed)


def test_shares_are_met_and_the_choice_is_the_same_whatever_else_is_in_the_run() -> None:
    tasks = [task(f"task-{number}") for number in range(600)]
    mix = hybrid(phone=0.7, simulated=0.2, device=0.1)
    chosen = {item.id: mix.assign(item) for item in tasks}
    counts = Counter(chosen.values())
    assert 380 < counts["phone"] < 460 and 80 < counts["simulated"] < 160 and 30 < counts["device"] < 90
    assert {item.id: mix.assign(item) for item in reversed(tasks[::7])}.items() <= chosen.items()
    assert any(hybrid(1, phone=0.7, simulated=0.2, device=0.1).assign(item) != chosen[item.id] for item in tasks)


def test_a_backend_that_cannot_carry_a_task_is_passed_over() -> None:
    mix = hybrid(phone=0.1, device=0.9)
    assert {mix.assign(task(f"t{number}", CONTACT)) for number in range(40)} == {"phone"}
    assert "device" in {mix.assign(task(f"t{number}")) for number in range(40)}


def test_a_backend_without_a_share_gets_nothing() -> None:
    assert {hybrid(phone=1).assign(task(f"t{number}")) for number in range(40)} == {"phone"}


def test_a_task_that_nobody_can_carry_is_refused_with_every_reason() -> None:
    odd = ToolCallCheck(calls=(GoldCall(name="fly_to_moon"),))
    with pytest.raises(UserError, match=r"task t: .*phone: there is no tool fly_to_moon; device: fly_to_moon is no tool"):
        hybrid(phone=1, device=1).assign(task("t", odd))


def test_groups_keep_the_order_of_tasks_and_make_the_right_environments() -> None:
    mix = hybrid(phone=1, simulated=1)
    tasks = [task(f"t{number}") for number in range(30)]
    groups = mix.groups(tasks)
    assert sorted(groups) == ["phone", "simulated"]
    for name, group in groups.items():
        assert [item.id for item in group] == [item.id for item in tasks if mix.assign(item) == name]
        assert mix.make(name).backend == name


def test_distractors_and_friction_count_as_needed_tools() -> None:
    lacks = missing_tools(Catalogue([catalogue()["set_wifi"]]))
    broken = Friction(kind="broken_tool", params={"tool": "set_bluetooth", "substitute": "set_wifi"})
    assert lacks(task("t")) == []
    assert lacks(task("t", WIFI, "set_nfc", friction=(broken,))) == [
        "there is no tool set_nfc",
        "there is no tool set_bluetooth",
    ]


def test_shares_must_make_sense() -> None:
    with pytest.raises(UserError, match="share"):
        hybrid()
    with pytest.raises(UserError, match="share"):
        hybrid(phone=-1.0, device=2.0)
