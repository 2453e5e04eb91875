"""Backends by name and share: what can be written, and what is said of the rest."""

import pytest

from harness.backends import open_backends, read_shares
from harness.catalogue import full_catalogue
from harness.errors import UserError


def test_shares_are_read_and_one_name_needs_none() -> None:
    assert read_shares("phone") == {"phone": 1.0}
    assert read_shares(" phone=3, simulated = 0.5,device=0") == {"phone": 3.0, "simulated": 0.5, "device": 0.0}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is no backend"),
        ("emulator", "'emulator' is no backend"),
        ("phone,phone", "'phone' stands there twice"),
        ("phone=much", "the share of phone is 'much'"),
        ("phone=-1", "the share of phone is -1"),
        ("phone=inf", "the share of phone is inf"),
        ("phone=0", "no backend has a share"),
    ],
)
def test_what_cannot_be_read_is_named_with_what_is_expected(text: str, said: str) -> None:
    with pytest.raises(UserError) as found:
        read_shares(text)
    assert said in str(found.value)
    assert found.value.where == "backends"
    assert found.value.expected


def test_a_simulated_phone_needs_a_model_and_a_share_of_nothing_opens_nothing() -> None:
    with pytest.raises(UserError, match="simulated phone needs a model"):
        open_backends("phone, simulated", full_catalogue())
    assert open_backends("phone, simulated=0", full_catalogue()).live("phone") > 1
    with pytest.raises(UserError, match="no backend has a share"):
        open_backends("phone=0", full_catalogue())
