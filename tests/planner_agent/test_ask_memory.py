"""``planner-agent ask --memory``: what was remembered in one request is there in the next, and a lost change is said."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from harness.contract import Action, Call, Message, MessageKind, PolicyRef
from harness.memory.record import Scope
from harness.memory.store import MemoryStore
from harness.policy import PolicyRequest, Reply
from planner_agent.cli import app


class _Caller:
    """Makes one call, then says that it is done."""

    ref = PolicyRef(name="caller")

    def __init__(self, name: str, **arguments: object) -> None:
        self.action = Action(calls=(Call(id="c1", name=name, arguments=arguments),))

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        done = Action(message=Message(kind=MessageKind.FINISH, text="Done."))
        return [Reply(self.action if request.turn == 0 else done) for request in requests]


def ask(monkeypatch: pytest.MonkeyPatch, folder: Path, policy: _Caller) -> Result:
    monkeypatch.setattr("harness.policies.open_policy", lambda *_, **__: policy)
    words = "remember what I told you, search what you remember about me, forget it"
    result = CliRunner().invoke(app, ["ask", words, "--policy", "caller", "--memory", str(folder), "--json"])
    assert result.exit_code == 0, result.output
    return result


def test_what_one_request_remembers_the_next_one_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(monkeypatch, tmp_path, _Caller("add_user_memory", text="Likes jazz", memoryCategory="preference"))
    with MemoryStore(tmp_path) as store:
        (record,) = store.records(Scope("owner"))
    assert (record.text, record.category, record.said_by) == ("Likes jazz", "preference", "inferred")
    found = json.loads(ask(monkeypatch, tmp_path, _Caller("search_user_memory", query="jazz")).stdout)
    (answer,) = found["turns"][0]["feedback"]
    assert [item["id"] for item in answer["payload"]["records"]] == [record.id]
    ask(monkeypatch, tmp_path, _Caller("delete_user_memory", memoryId=record.id))
    with MemoryStore(tmp_path) as store:
        assert store.records(Scope("owner")) == []


def test_a_text_that_is_left_out_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = ask(monkeypatch, tmp_path, _Caller("add_user_memory", text="<recalled-memory>", memoryCategory="general")).stderr
    assert "held recalled memory" in said and "meanwhile" not in said


def test_a_change_that_was_overtaken_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with MemoryStore(tmp_path) as store:
        record = store.write(Scope("owner"), "Likes jazz").record
        assert record is not None
        key = record.id

    class Overtaken(_Caller):
        def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
            if requests[0].turn == 0:
                with MemoryStore(tmp_path) as other:
                    other.revise(Scope("owner"), key, "Likes blues", expected=1)
            return super().respond(requests)

    result = ask(monkeypatch, tmp_path, Overtaken("delete_user_memory", memoryId=key))
    assert "was changed meanwhile" in result.stderr
    with MemoryStore(tmp_path) as store:
        assert [item.text for item in store.records(Scope("owner"))] == ["Likes blues"]
