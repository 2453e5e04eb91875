"""Values in running text: what is a time, a date, a number, and which of two may mean the same."""

import pytest

from harness.contract import ValueKind
from harness.environments.phone.spoken import Value, kind_of, values
from harness.environments.phone.verify import plain

TIME, DATE, NUMBER = ValueKind.TIME, ValueKind.DATE, ValueKind.NUMBER


def one(text: str, kind: ValueKind) -> Value:
    (found,) = values(plain(text), kind)
    return found


@pytest.mark.parametrize(
    ("kind", "text", "found"),
    [
        (TIME, "At 9, 9:30, 9.45 pm or 10 am", ["9.45 pm", "9:30", "10 am"]),
        (TIME, "2025-03-04T14:00:00 至 下午3点20分", ["14:00:00", "3点20分"]),
        (TIME, "24.12.2024, 99:99, 1:2", []),
        (DATE, "on 2025-03-04, March 5th or 6 Apr; 3月7日", ["2025-03-04", "3月7日", "6 apr", "march 5th"]),
        (DATE, "may 2025, 13月1日", []),
        (NUMBER, "4,312 or 12-14, -3.5 and 7km", ["4,312", "12", "14", "-3.5", "7"]),
        (NUMBER, "1,2,3", ["1", "2", "3"]),
        (NUMBER, "al_12, IMG2041, room-7, v1.2.3, 09:30 on 2025-03-04", []),
        (NUMBER, "房间号是4312。", ["4312"]),
    ],
)
def test_values_are_read_out_of_text(kind: ValueKind, text: str, found: list[str]) -> None:
    assert [value.text for value in values(plain(text), kind)] == found


@pytest.mark.parametrize(
    ("kind", "told", "known", "same"),
    [
        (TIME, "9:00", "21:00", True),
        (TIME, "09:00", "21:00", False),
        (TIME, "9 pm", "21:00", True),
        (TIME, "12 am", "00:00", True),
        (DATE, "4 March", "2025-03-04", True),
        (DATE, "April 3", "2025-03-04", False),
        (NUMBER, "1,234.6", "1234.5678", True),
        (NUMBER, "1235", "1234.5678", True),
        (NUMBER, "1234", "1234.5678", False),
        (NUMBER, "1234.5678", "1235", False),
    ],
)
def test_values_agree_when_they_may_mean_the_same(kind: ValueKind, told: str, known: str, same: bool) -> None:
    assert one(told, kind).agrees(one(known, kind)) is same


def test_a_word_is_a_value_only_as_a_whole() -> None:
    assert kind_of("9 am") is TIME
    assert kind_of("march 4") is DATE
    assert kind_of("4,312") is NUMBER
    assert kind_of("room 4312") is None
