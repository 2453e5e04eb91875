"""Risk classes and rules: every call that needs the user's word has a rule, and the page shows every tool's class."""

from pathlib import Path

import pytest

from harness import risk
from harness.catalogue import full_catalogue
from harness.environments.phone.tools import Risk
from harness.errors import UserError
from harness.risk import GUARDED, Words, as_markdown, risk_of, rule_of, speaks_of, table
from tests.documents import text_of


def test_every_guarded_call_has_a_rule_whose_arguments_exist() -> None:
    catalogue = full_catalogue()
    ruled = set()
    for name, tool in catalogue.items():
        properties = tool.parameters["properties"]
        for action in properties.get("action", {}).get("enum", [None]):
            arguments = {"action": action} if action else {}
            if risk_of(tool, arguments, catalogue) not in GUARDED:
                continue
            rule = rule_of(name, arguments)
            assert rule is not None, (name, action)
            assert {*rule.to, *rule.sets, *rule.says, *rule.what, *rule.sum} <= set(properties), name
            ruled |= {name, f"{name}.{action}"}
    assert set(table().calls) <= ruled, "a rule of a call that needs no word, or that does not exist"


def test_sources_and_neutral_tools_exist() -> None:
    assert {*table().sources, *table().neutral} <= set(full_catalogue())


def test_the_page_shows_the_class_of_every_tool() -> None:
    catalogue = full_catalogue()
    shown = as_markdown(catalogue)
    assert shown in text_of("docs/safety.md"), "python -m harness.risk prints the table as it must stand there"
    assert shown.count("\n") - 1 == sum(tool.kind != "skill" for tool in catalogue.values()) == 212


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("manage_wallet", {"action": "bills"}, Risk.READ),
        ("manage_wallet", {"action": "send"}, Risk.COSTLY),
        ("manage_contact", {"action": "update", "contactId": "x", "number": "1"}, Risk.OUTBOUND),
        ("manage_routine", {"action": "create", "steps": [{"tool": "set_wifi", "arguments": {}}]}, Risk.REVERSIBLE),
        ("manage_routine", {"action": "create", "steps": [{"tool": "send_message", "arguments": {}}]}, Risk.OUTBOUND),
        ("manage_routine", {"action": "create", "steps": ["send_message", {"tool": 3, "arguments": 4}]}, Risk.REVERSIBLE),
    ],
)
def test_a_call_is_as_risky_as_what_it_carries(name: str, arguments: dict[str, object], expected: Risk) -> None:
    catalogue = full_catalogue()
    assert risk_of(catalogue[name], arguments, catalogue) is expected


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Text Anna", True),
        ("please text Anna", True),
        ("Read Anna's text", False),
        ("Read me the text", False),
        ("After that text Anna", True),
        ("Let's text Anna", True),
        ("a text for Anna", False),
    ],
)
def test_a_word_is_an_act_unless_it_is_a_thing(text: str, found: bool) -> None:
    assert Words(verbs=("text",)).found_in(text) is found
    assert Words(nouns=("text",)).found_in(text) is not found


def test_a_tool_without_an_entry_is_known_by_its_name() -> None:
    assert speaks_of("get_lyrics", "send her the lyrics")
    assert not speaks_of("get_lyrics", "send her the song")


def test_a_table_that_names_an_unknown_act_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "risk.yaml"
    text = risk.TABLE.read_text(encoding="utf-8")
    path.write_text(text.replace("make_call: {act: call,", "make_call: {act: shout,"), encoding="utf-8")
    monkeypatch.setattr(risk, "TABLE", path)
    with pytest.raises(UserError, match=r"make_call.*'shout'"):
        table.__wrapped__()
