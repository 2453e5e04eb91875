"""Rules: guards refuse before a write, effects follow it, requirements are asked by name, and a failure leaves no trace."""

import pytest

from harness.contract import Effect, Json
from harness.environments.phone.errors import RETRYABLE, TYPES, Code, PhoneError
from harness.environments.phone.phone import DROP, Phone
from harness.environments.phone.rules import RULES, Rules
from harness.environments.phone.state import Row, State, Tables
from harness.environments.phone.tools import Catalogue, Risk, tool
from tests.harness.environments.phone.driving import failure, phone_of


@tool("Test", risk=Risk.REVERSIBLE, errors=(Code.CONFLICT,), seconds=5)
def set_lamp(phone: Phone, on: bool, thenFail: bool = False) -> Json:
    """Switch the lamp."""
    phone.add("log", "lg", on=on)
    changed = phone.put("lamps", "main", on=on)
    if thenFail:
        raise PhoneError(Code.CONFLICT, "the fuse blew")
    return {"changed": changed}


@tool("Test", permission="lamp", errors=(Code.PERMISSION_DENIED,))
def read_lamp(phone: Phone) -> Json:
    """Read the lamp."""
    return {"on": phone.one("lamps")["on"]}


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Rules:
    """No rules but those of the test."""
    fresh = Rules()
    monkeypatch.setattr("harness.environments.phone.phone.RULES", fresh)
    monkeypatch.setattr("harness.environments.phone.rules.RULES", fresh)
    return fresh


def lamp_phone(**more: dict[str, Row]) -> Phone:
    device: dict[str, Row] = {"power": {"state": "on", "ready_at": None}, "clock": {"zone": "UTC"}}
    tables: Tables = {"device": device, "lamps": {"main": {"on": False}, "desk": {"on": False}}, "permissions": {}, **more}
    return Phone(State(tables, 1_000), Catalogue([set_lamp, read_lamp]))


def test_a_guard_refuses_before_anything_is_written(rules: Rules) -> None:
    @rules.guard("lamps", "main")
    def no_light(phone: Phone, before: Row | None, after: Row | None) -> None:
        """The lamp stays off."""
        assert before == {"on": False} and phone.one("lamps") == before
        raise PhoneError(Code.CONFLICT, "the lamp stays off")

    phone = lamp_phone()
    assert failure(phone, "set_lamp", on=True) == Code.CONFLICT
    assert not phone.state.rows("log")


def test_an_effect_follows_the_write_and_is_part_of_the_call(rules: Rules) -> None:
    @rules.effect("lamps", "main")
    def desk_follows(phone: Phone, before: Row | None, after: Row | None) -> None:
        """The desk lamp follows the main one."""
        assert after is not None and phone.one("lamps") == after
        phone.put("lamps", "desk", on=after["on"])

    phone = lamp_phone()
    result = phone.call("set_lamp", {"on": True})
    assert [(write.table, write.key) for write in result.writes if write.table == "lamps"] == [
        ("lamps", "main"),
        ("lamps", "desk"),
    ]


def test_rules_of_a_row_do_not_watch_its_neighbours_and_those_of_a_table_watch_all(rules: Rules) -> None:
    seen: list[str] = []

    @rules.effect("lamps", "desk")
    def desk_only(phone: Phone, before: Row | None, after: Row | None) -> None:
        """Watches the desk lamp."""
        seen.append("desk")

    @rules.effect("lamps")
    def all_lamps(phone: Phone, before: Row | None, after: Row | None) -> None:
        """Watches every lamp."""
        seen.append("all")

    phone = lamp_phone()
    phone.put("lamps", "main", on=True)
    assert seen == ["all"]
    phone.put("lamps", "desk", on=True)
    assert sorted(seen) == ["all", "all", "desk"]


def test_setting_what_already_holds_wakes_no_rule(rules: Rules) -> None:
    @rules.guard("lamps")
    def never(phone: Phone, before: Row | None, after: Row | None) -> None:
        """No write at all."""
        raise AssertionError("woken by a write that changes nothing")

    phone = lamp_phone()
    assert phone.put("lamps", "main", on=False) is False
    assert phone.state.revision == 0


def test_a_rule_that_does_not_say_what_it_states_is_refused(rules: Rules) -> None:
    def silent(phone: Phone, before: Row | None, after: Row | None) -> None:
        pass

    with pytest.raises(TypeError, match="needs a docstring"):
        rules.guard("lamps")(silent)


def test_a_requirement_is_asked_by_name(rules: Rules) -> None:
    @rules.requires("daylight")
    def daylight(phone: Phone) -> None:
        """It is day."""
        raise PhoneError(Code.PRECONDITION_FAILED, "it is night")

    with pytest.raises(PhoneError, match="night"):
        lamp_phone().require("daylight")
    assert rules.requirements() == ["daylight"]


def test_a_failed_call_leaves_no_trace_but_a_second(rules: Rules) -> None:
    phone = lamp_phone()
    twin = phone.fork()
    assert failure(phone, "set_lamp", on=True, thenFail=True) == Code.CONFLICT
    assert phone.state.now == 1_001
    done, fresh = phone.call("set_lamp", {"on": True}), twin.call("set_lamp", {"on": True})
    assert [write.key for write in done.writes] == [write.key for write in fresh.writes], "ids were not used up"


@pytest.mark.parametrize(("name", "code"), [("fly", Code.UNKNOWN_TOOL), ("", Code.UNKNOWN_TOOL)])
def test_an_unknown_tool_is_an_answer(rules: Rules, name: str, code: Code) -> None:
    assert failure(lamp_phone(), name) == code


def test_a_lacking_permission_says_how_to_grant_it(rules: Rules) -> None:
    result = lamp_phone().call("read_lamp", {})
    assert result.error is not None and result.error.code == Code.PERMISSION_DENIED
    assert result.error.accepted == {"appName": "assistant", "permission": "lamp", "action": "grant"}
    assert lamp_phone(permissions={"assistant.lamp": {"granted": True}}).call("read_lamp", {}).payload == {"on": False}


def test_a_phone_that_is_off_answers_nothing_and_fires_nothing(rules: Rules) -> None:
    phone = lamp_phone()
    phone.put("device", "power", state="off")
    assert failure(phone, "read_lamp") == Code.DEVICE_OFF


def test_a_restarting_phone_answers_again_when_it_is_ready(rules: Rules) -> None:
    phone = lamp_phone()
    phone.put("device", "power", state="rebooting", ready_at=phone.state.now + 3)
    codes = [phone.call("set_lamp", {"on": True}) for _ in range(4)]
    assert [result.error.code if result.error else None for result in codes] == [Code.DEVICE_BOOTING] * 3 + [None]
    assert {write.table for write in codes[-1].writes} == {"lamps", "log"}, "waking up is nothing that the call wrote"


def test_a_fault_without_effect_keeps_the_tool_from_running(rules: Rules) -> None:
    phone = lamp_phone()
    phone.faults = lambda *_: PhoneError(Code.UNAVAILABLE, "busy")
    result = phone.call("set_lamp", {"on": True})
    assert result.error is not None and result.error.retryable and result.fault == Code.UNAVAILABLE
    assert not result.writes and phone.one("lamps") == {"on": False}


def test_a_fault_with_effect_carries_the_call_out_and_loses_the_answer(rules: Rules) -> None:
    phone = lamp_phone()
    phone.faults = lambda *_: PhoneError(Code.TIMEOUT, "no answer", effect=Effect.APPLIED)
    result = phone.call("set_lamp", {"on": True})
    assert result.error is not None and result.payload is None
    assert result.writes and phone.one("lamps") == {"on": True}


def test_a_dropped_write_answers_ok_takes_its_time_and_writes_nothing(rules: Rules) -> None:
    phone = lamp_phone()
    phone.faults = lambda *_: DROP
    result = phone.call("set_lamp", {"on": True})
    assert result.ok and result.payload == {"changed": True} and not result.writes
    assert phone.one("lamps") == {"on": False} and phone.state.now == 1_005


def test_every_code_has_a_type_and_the_retryable_ones_are_known() -> None:
    assert TYPES.keys() == set(Code) >= RETRYABLE


def test_every_rule_of_the_phone_has_a_name_of_its_own_and_says_what_it_states() -> None:
    phone_of()
    rules = RULES.all()
    assert len({rule.name for rule in rules}) == len({rule.run for rule in rules})
    assert all(rule.says.endswith(".") for rule in rules)


@pytest.mark.parametrize(
    ("requirement", "patches", "code"),
    [
        ("internet", {"radios/wifi": {"on": False}, "radios/mobile_data": {"on": False}}, Code.NO_SERVICE),
        ("internet", {"radios/wifi": {"ssid": None}, "radios/mobile_data": {"on": False}}, Code.NO_SERVICE),
        ("cellular", {"radios/airplane": {"on": True}}, Code.NO_SERVICE),
        ("cellular", {"radios/sim": {"present": False}}, Code.NO_SERVICE),
        ("bluetooth", {"radios/bluetooth": {"on": False}}, Code.PRECONDITION_FAILED),
        ("wifi", {"radios/wifi": {"on": False}}, Code.PRECONDITION_FAILED),
        ("location", {"radios/location": {"on": False}}, Code.PRECONDITION_FAILED),
    ],
)
def test_a_requirement_holds_on_a_fresh_phone_and_fails_without_its_radio(
    requirement: str, patches: dict[str, Row], code: Code
) -> None:
    phone_of().require(requirement)
    with pytest.raises(PhoneError) as caught:
        phone_of(patches=patches).require(requirement)
    assert caught.value.code is code


def test_mobile_data_alone_is_internet() -> None:
    phone_of(patches={"radios/wifi": {"on": False}}).require("internet")


def test_a_new_time_zone_moves_what_is_due() -> None:
    phone = phone_of()
    phone.pass_time(1)
    assert phone.state.next_due is not None
    phone.put("device", "clock", format24=False)
    assert phone.state.next_due is not None
    phone.put("device", "clock", zone="Asia/Tokyo")
    assert phone.state.next_due is None
