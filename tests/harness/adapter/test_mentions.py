"""How instructions speak of tools: finding, filtering and checking."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.adapter.mentions import Mentions
from harness.catalogue import full_catalogue
from harness.errors import UserError

TOOLS = {name: tool for name, tool in full_catalogue().items() if tool.kind != "skill"}
MENTIONS = Mentions(TOOLS)


def test_names_and_calls_are_found_in_order_and_once() -> None:
    text = "Read manage_alarm(action=list), then set_wifi or set_bluetooth(enabled=true); manage_alarm again."
    assert MENTIONS.tools(text) == ["manage_alarm", "set_wifi", "set_bluetooth"]


def test_a_word_that_is_also_a_tool_counts_only_as_a_call() -> None:
    assert MENTIONS.tools("Then calculate the sum, or convert_unit_twice.") == []
    assert MENTIONS.tools("Use calculate(expression=...).") == ["calculate"]


def test_a_list_keeps_what_is_offered_and_a_line_about_nothing_offered_goes() -> None:
    line = "Turn on set_wifi(enabled=true) or set_bluetooth(enabled=true) or set_nfc, as wanted."
    assert MENTIONS.reachable(line, ["set_wifi", "set_nfc"]) == "Turn on set_wifi(enabled=true) or set_nfc, as wanted."
    assert MENTIONS.reachable(line, ["manage_alarm"]) is None
    assert MENTIONS.reachable("First set_wifi, then set_nfc.", ["set_wifi"]) is None
    assert MENTIONS.reachable("Nothing is named here or there.", []) == "Nothing is named here or there."


@given(
    st.lists(st.sampled_from(sorted(TOOLS)), min_size=1, max_size=5, unique=True), st.sets(st.sampled_from(sorted(TOOLS)))
)
def test_no_line_names_a_tool_that_is_not_offered(named: list[str], offered: set[str]) -> None:
    calls = [f"{name}(...)" for name in named]
    said = MENTIONS.reachable("Use " + " or ".join(calls) + ".", offered)
    assert (said is None) == offered.isdisjoint(named)
    if said is not None:
        assert MENTIONS.tools(said) == [name for name in named if name in offered]


@pytest.mark.parametrize(
    ("text", "says", "expected"),
    [
        ("Call manage_alrm(action=list).", "manage_alrm", "`manage_alarm`, perhaps"),
        ("Look at set_wifi_speed first.", "set_wifi_speed", "perhaps"),
        ("Load skill__wake-plan.", "skill__wake-plan", ""),
        ("manage_alarm(action=list, colour=red)", "no argument `colour`", "alarmId"),
        ("manage_alarm(action=ring)", "takes no `ring` as `action`", "create"),
        ("set_wifi(enabled=on)", "takes no `on`", "one of true, false"),
        ("manage_alarm(time=07:15)", "lacks `action`", "`action=...`"),
    ],
)
def test_what_does_not_exist_is_named_with_its_place(text: str, says: str, expected: str) -> None:
    with pytest.raises(UserError) as caught:
        MENTIONS.check(text, "here")
    assert caught.value.where == "here"
    assert says in caught.value.message
    assert expected in caught.value.expected


def test_values_arguments_choices_and_placeholders_may_stand_there() -> None:
    MENTIONS.check("Set noise_reduction with manage_noise_control(action=set, mode=noise_reduction).", "here")
    MENTIONS.check("manage_monitor(action=create, kind=..., condition=above|below, threshold=...) (see above)", "here")
