"""YAML that people write: plain values, errors with file, line and field."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from harness.configs import load_yaml, parse_yaml, read_yaml
from harness.contract.record import Part
from harness.errors import UserError


class Limits(Part):
    steps: int
    budget: float = 1.0


class Config(Part):
    name: str
    limits: Limits


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("07:15", "07:15"),
        ("on", "on"),
        ("no", "no"),
        ("2026-03-02", "2026-03-02"),
        ("007", "007"),
        ("1_000", "1_000"),
        ("0x1F", "0x1F"),
        ("true", True),
        ("~", None),
        ("", None),
        ("-3", -3),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        (".5", 0.5),
    ],
)
def test_only_null_booleans_and_decimal_numbers_are_not_text(text: str, value: object) -> None:
    found = parse_yaml(f"key: {text}\n", "x")
    assert found == {"key": value}
    assert type(found["key"]) is type(value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "Zs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc", max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(json_values)
def test_what_a_yaml_writer_quotes_is_read_again(value: object) -> None:
    assert parse_yaml(yaml.safe_dump(value, allow_unicode=True), "x") == value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name: a\nname: b\n", "line 2, column 1: not valid YAML: the key `name` stands there twice"),
        ("name: [a\n", "line 2, column 1: not valid YAML: expected ',' or ']'"),
        ("name: !!python/object:os.system x\n", "line 1, column 7: not valid YAML: could not determine"),
        ("name: a\nlimits: {steps: many}\n", "field `limits.steps`: the value is 'many' (expected a valid integer"),
        ("name: a\nlimits: {steps: 3, stpes: 4}\n", "field `limits.stpes`: the field is unknown"),
        ("limits: {steps: 3}\n", "field `name`: the field is missing"),
        ("- a\n", "the value is ['a'] (expected "),
        ("\x00", "not valid YAML: "),
    ],
)
def test_a_malformed_config_is_named_with_its_place(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as caught:
        read_yaml(path, Config)
    assert str(caught.value).startswith(str(path))
    assert expected in str(caught.value)


def test_a_well_formed_config_is_read(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("name: a\nlimits: &l {steps: 3}\n", encoding="utf-8")
    assert read_yaml(path, Config) == Config(name="a", limits=Limits(steps=3))
    assert load_yaml(path) == {"name": "a", "limits": {"steps": 3}}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 2000, "nested too deeply"),
        ("a: " + "9" * 5000, "cannot be read"),
        ("a: !!bool maybe", "cannot be read"),
        ("a: !!timestamp soon", "cannot be read"),
        ("a: !!timestamp 2026-03-02", "the value is a date"),
        ("b: [{a: !!set {x}}]", "the value is a set"),
        ("a: !!binary aGVsbG8=", "the value is a bytes"),
        ("a: 1e400", "the value is inf"),
        ('a: "\\ud800"', "half of a surrogate pair"),
        ("? [a, b]\n: 1", "cannot be read|not valid YAML|no text"),
        ("1: a", "the key 1 is no text"),
        ("a: &x [*x]", "holds itself"),
    ],
)
def test_yaml_that_python_cannot_hold_is_an_error_with_its_place(text: str, says: str) -> None:
    with pytest.raises(UserError, match=says) as caught:
        parse_yaml(text, "settings.yaml")
    assert caught.value.where.startswith("settings.yaml")


def test_a_value_that_is_not_plain_is_named_with_its_field() -> None:
    with pytest.raises(UserError, match=r"settings.yaml, field `b\[1\]\.c`: the value is a set \(expected a text"):
        parse_yaml("b: [1, {c: !!set {x}}]", "settings.yaml")


def test_aliases_that_multiply_are_checked_once() -> None:
    laughs = "\n".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30))
    assert len(parse_yaml(f"a0: &a0 ha\n{laughs}\n", "x")) == 30
