"""Steps that a model takes part in: what it proposes is checked, and without it everything goes on."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agents.analyst import Analysis, analyse
from agents.collector import MAX_HANDOVERS, collect
from agents.constructor import Draft
from agents.curator import curate
from agents.diagnostician import Bench, diagnose
from agents.writing import (
    TurnWatch,
    Writer,
    critique_records,
    explain_diagnoses,
    open_writer,
    reword_requests,
    summarise,
)  # fmt: skip
from agents.writing.critique import DISPUTED
from agents.writing.reword import choose, kept_words
from agents.writing.writer import model_steps
from bench.evaluate import row_of
from graphs.constructor import graph
from graphs.settings import Settings
from harness.contract import CuratedRecord, Task, Trajectory
from harness.errors import UserError
from harness.models.fake_server import FakeModelServer, Received, Scripted, cut, fail, garbage, nothing, rambling, say
from harness.records import read_jsonl, write_jsonl_atomic
from tests.agents.worlds import Mistaken, by_id, catalogue, drafts, environment, eta, play

Answer = Callable[[Received], Scripted]


def writer_at(server: FakeModelServer, folder: Path, **options: Any) -> Writer:
    found = open_writer("openai/fake", folder, **{"api_base": server.url, "attempts": 1, "pause": 0.01, **options})
    assert found is not None
    return found


def field(received: Received, label: str) -> str:
    """What stands behind a label in the prompt."""
    return next(line.split(": ", 1)[1] for line in received.last.splitlines() if line.startswith(label))


def answer(**values: Any) -> Scripted:
    return say(json.dumps(values, ensure_ascii=False))


# No model, no answer --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", ["", "none", "off"])
def test_without_a_model_there_is_no_writer(model: str, tmp_path: Path) -> None:
    assert open_writer(model, tmp_path) is None
    assert model_steps(tmp_path) == {}


def test_the_environment_may_name_the_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANNER_AGENT_MODEL", "openai/fake")
    monkeypatch.setenv("PLANNER_AGENT_API_BASE", "http://127.0.0.1:9/v1")
    assert open_writer("", tmp_path) is not None
    assert open_writer("none", tmp_path) is None


def test_an_endpoint_that_is_down_is_left_alone_and_the_run_goes_on(tmp_path: Path) -> None:
    pairs = drafts(count=6)
    with FakeModelServer(lambda _: fail(503)) as server:
        writer = writer_at(server, tmp_path)
        assert reword_requests(pairs, catalogue(), writer) == list(pairs)
        assert len(server.requests) == 16
    use = writer.uses["reword requests"]
    assert (use.asked, use.failed, use.skipped) == (0, 16, len(choose(pairs)) - 16)
    assert "no usable answer" in use.failure
    assert model_steps(tmp_path)["reword requests"]["failed"] == 16


def test_a_wrong_key_is_for_a_person_to_mend(tmp_path: Path) -> None:
    with FakeModelServer(lambda _: say("never"), api_key="right") as server, pytest.raises(UserError, match="key"):
        reword_requests(drafts(), catalogue(), writer_at(server, tmp_path, api_key="wrong"))


@pytest.mark.parametrize(
    "scripted",
    [
        say('{"request": "half an'), say("no JSON at all"), say('{"request": 7}'), say('["a list"]'), say('{"turns": [[[[['),
        nothing(), rambling(10_000), garbage(), cut(), say("{" * 3000),
    ],
)  # fmt: skip
def test_whatever_comes_back_nothing_breaks(scripted: Scripted, tmp_path: Path) -> None:
    pairs = drafts("named_timer")
    with FakeModelServer(lambda _: scripted) as server:
        writer = writer_at(server, tmp_path)
        assert reword_requests(pairs, catalogue(), writer) == list(pairs)
    use = writer.uses["reword requests"]
    assert use.kept == 0 and use.refused + use.failed == len(pairs)


def test_a_step_that_was_killed_asks_only_for_what_is_missing(tmp_path: Path) -> None:
    pairs = drafts(count=4)
    with FakeModelServer(_reword()) as server:
        whole = reword_requests(pairs, catalogue(), writer_at(server, tmp_path))
        asked = len(server.requests)
    kept = (tmp_path / "model_replies.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "model_replies.jsonl").write_bytes(b"".join(kept[:5]) + kept[5][:40])
    with FakeModelServer(_reword()) as server:
        again = reword_requests(pairs, catalogue(), writer_at(server, tmp_path))
        assert len(server.requests) == asked - 5
    assert again == whole


# Rewording ------------------------------------------------------------------------------------------------------------


def _reword(
    change: Callable[[str], str] = lambda text: f"Would it be possible for you to do the following thing: {text}",
) -> Answer:
    return lambda received: answer(request=change(field(received, "The request")))


def test_requests_are_reworded_and_stay_the_same_tasks(tmp_path: Path) -> None:
    pairs = drafts()
    with FakeModelServer(_reword()) as server:
        writer = writer_at(server, tmp_path)
        found = reword_requests(pairs, catalogue(), writer)
        prompts = [item.last for item in server.requests]
    chosen = choose(pairs)
    assert (writer.uses["reword requests"].kept, writer.uses["reword requests"].refused) == (len(chosen), 0)
    for place, ((before, witness), (after, same)) in enumerate(zip(pairs, found, strict=True)):
        words = f"Would it be possible for you to do the following thing: {before.request}"
        assert after == (before.model_copy(update={"request": words}) if place in chosen else before)
        assert same == witness
        asked = [prompt for prompt in prompts if before.request in prompt]
        assert len(asked) == (place in chosen)
        assert all(f'"{word}"' in prompt for word in kept_words(before, witness) for prompt in asked)


@pytest.mark.parametrize(
    ("family", "change", "reason"),
    [
        ("named_timer", lambda text: text, "says it in the same words"),
        ("named_timer", lambda text: f"kindly, {text.upper().lower()} and add a { '{slot}' }", "is no single spoken request"),
        ("named_timer", lambda text: "请帮我做一件事情，" + text, "is in another language"),
        ("named_timer", lambda text: "Would you please start some countdown of mine", "loses a value of the original"),
        ("named_timer", lambda text: f"This is what I would like you to do at 11:11 today: {text}", "changes a time, a day or a number"),
        ("named_timer", lambda text: f"Whatever you think of it, do not do this thing: {text}", "negates what was not negated, or the other way round"),
        ("named_timer", lambda text: f"Use the tool manage_timer for this wish of mine: {text}", "names a tool"),
        ("named_timer", lambda text: "so " * 300 + text, "more than 600 characters under request"),
    ],
)  # fmt: skip
def test_other_words_that_say_something_else_are_refused(
    family: str, change: Callable[[str], str], reason: str, tmp_path: Path
) -> None:
    pairs = drafts(family, count=1)
    with FakeModelServer(_reword(change)) as server:
        writer = writer_at(server, tmp_path)
        assert reword_requests(pairs, catalogue(), writer) == list(pairs)
    assert writer.uses["reword requests"].reasons == {reason: 1}


def test_words_that_come_near_something_held_out_are_refused(tmp_path: Path) -> None:
    pairs = drafts("named_timer", count=1)
    held_out = ["I wonder, would it be possible for you to do the following thing today"]
    with FakeModelServer(_reword()) as server:
        writer = writer_at(server, tmp_path)
        assert reword_requests(pairs, catalogue(), writer, held_out=held_out) == list(pairs)
    assert writer.uses["reword requests"].reasons == {"comes near something held out": 1}


# Critique -------------------------------------------------------------------------------------------------------------


def curated() -> tuple[tuple[Draft, ...], list[Trajectory], list[CuratedRecord]]:
    """Episodes of a family whose expert first looks and then writes, as the curator judges them."""
    pairs = drafts("moved_alarm", count=2)
    tasks, witnesses = by_id(pairs)
    made = play(pairs, Mistaken(witnesses))
    return pairs, made, curate(made, tasks, environment=environment, eta=eta()).records


def criticised(turns: list[dict[str, Any]], folder: Path) -> tuple[list[CuratedRecord], list[CuratedRecord], Writer]:
    pairs, made, records = curated()
    with FakeModelServer(lambda _: answer(turns=turns)) as server:
        writer = writer_at(server, folder)
        found = critique_records(
            records, {item.id: item for item in made}, by_id(pairs)[0], writer, environment=environment, eta=eta()
        )
    return records, found, writer


def test_a_critique_does_not_overrule_the_replay(tmp_path: Path) -> None:
    records, found, writer = criticised([{"turn": 2, "kind": "harmful", "reason": "I do not like it."}], tmp_path)
    for before, after in zip(records, found, strict=True):
        assert after.erroneous == before.erroneous
        assert DISPUTED in after.tags and "critique, turn 2: harmful: I do not like it." in after.reasons
    assert writer.uses["critique turns"].agreed == 0


def test_where_the_replay_cannot_tell_a_critique_counts_if_the_episode_works_without_the_turn(tmp_path: Path) -> None:
    records, found, _ = criticised([{"turn": 1, "kind": "redundant", "reason": "The id was known."}], tmp_path)
    for before, after in zip(records, found, strict=True):
        added = [item for item in after.erroneous if item not in before.erroneous]
        assert [(item.turn, item.kind, item.signal) for item in added] == [(0, "redundant", "critique")]


def test_no_criticism_is_agreement(tmp_path: Path) -> None:
    records, found, writer = criticised([], tmp_path)
    assert [item.erroneous for item in found] == [item.erroneous for item in records]
    assert writer.uses["critique turns"].agreed == len(records)


@pytest.mark.parametrize(
    ("turns", "reason"),
    [
        ([{"turn": 99, "kind": "harmful", "reason": "x"}], "speaks of a turn that does not exist"),
        ([{"turn": True, "kind": "harmful", "reason": "x"}], "speaks of a turn that does not exist"),
        ([{"turn": 1, "kind": "ugly", "reason": "x"}], "a criticism is neither harmful nor redundant"),
        ([{"turn": 1, "kind": "harmful"}], "no text under reason"),
        ("none", "no list under turns"),
    ],
)
def test_a_critique_of_what_is_not_there_is_refused(turns: Any, reason: str, tmp_path: Path) -> None:
    records, found, writer = criticised(turns, tmp_path)
    assert found == records
    assert writer.uses["critique turns"].reasons == {reason: len(records)}


# Second opinion -------------------------------------------------------------------------------------------------------


def explained(folder: Path, **values: Any) -> tuple[list[Any], list[Any], Writer, list[str]]:
    pairs = drafts("named_timer", count=2)
    tasks, witnesses = by_id(pairs)
    policy = Mistaken(witnesses, "stops_early")
    failures = play(pairs, policy)
    diagnoses = diagnose(failures, tasks, witnesses, Bench(policy, environment, eta(), replays=1, swap_seeds=1))
    with FakeModelServer(lambda _: answer(**values)) as server:
        writer = writer_at(server, folder)
        found = explain_diagnoses(diagnoses, {item.id: item for item in failures}, tasks, writer)
        return diagnoses, found, writer, [item.last for item in server.requests]


def test_the_models_label_stands_beside_the_replays_and_agreement_is_counted(tmp_path: Path) -> None:
    before, after, writer, prompts = explained(
        tmp_path, side="model", code="stopped_early", turn=1, explanation='In turn 1 it says "All done." and did nothing.'
    )
    for old, new, prompt in zip(before, after, prompts, strict=True):
        assert (new.side, new.code, new.step) == (old.side, old.code, old.step)
        assert new.model_label == "model/stopped_early"
        assert new.explanation.startswith(old.explanation) and "In turn 1 it says" in new.explanation
        assert old.explanation not in prompt
    assert writer.uses["explain failures"].agreed == sum(item.side == "model" for item in before)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"side": "fate"}, "names no side"),
        ({"code": "bad_luck"}, "names no known code"),
        ({"turn": 40}, "speaks of a turn that does not exist"),
        ({"explanation": "Turn 12 was wrong."}, "speaks of a turn that does not exist"),
        ({"explanation": ""}, "no text under explanation"),
    ],
)
def test_an_opinion_about_what_is_not_there_is_refused(change: dict[str, Any], reason: str, tmp_path: Path) -> None:
    good = {"side": "model", "code": "stopped_early", "turn": 1, "explanation": "It stopped."}
    before, after, writer, _ = explained(tmp_path, **{**good, **change})
    assert after == before
    assert writer.uses["explain failures"].reasons == {reason: len(before)}


# Summary --------------------------------------------------------------------------------------------------------------


def analysis() -> Analysis:
    pairs = drafts("named_timer", "calendar_entry", count=3)
    tasks, witnesses = by_id(pairs)
    rows = [row_of(tasks[item.task_id], item) for item in play(pairs, Mistaken(witnesses, "stops_early"))]
    return analyse(rows, [], trained=["named_timer"], budget=10, iteration=1)


@pytest.mark.parametrize(
    ("summary", "kept", "reason"),
    [
        ("named_timer was solved 0 of 3 times and calendar_entry as often.", True, ""),
        ("named_timer was solved 87.5 percent of the time.", False, "holds a number that is not in the findings"),
        ("weather_report was solved 0 of 3 times.", False, "names a family that is not in the findings"),
        ("", False, "no text under summary"),
    ],
)
def test_a_summary_holds_only_numbers_and_families_of_the_findings(
    summary: str, kept: bool, reason: str, tmp_path: Path
) -> None:
    with FakeModelServer(lambda _: answer(summary=summary)) as server:
        writer = writer_at(server, tmp_path)
        assert summarise(analysis(), writer) == (summary if kept else None)
    assert writer.uses["summarise findings"].reasons == ({} if kept else {reason: 1})


# The graphs -----------------------------------------------------------------------------------------------------------


def test_the_constructor_rewords_with_a_model_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: dict[str, Any] = {"per_family": 3, "eval_per_family": 1, "workers": 1, "families": "named_timer"}
    with FakeModelServer(_reword()) as server:
        monkeypatch.setenv("PLANNER_AGENT_API_BASE", server.url)
        graph.invoke({"out": str(tmp_path / "with")}, context=Settings(model="openai/fake", **chosen))
        assert server.requests
    graph.invoke({"out": str(tmp_path / "without")}, context=Settings(**chosen))
    reworded = read_jsonl(tmp_path / "with" / "tasks.jsonl", Task)
    assert all(task.request.startswith("Would it be possible") for task in reworded)
    assert model_steps(tmp_path / "with")["reword requests"]["kept"] == 3
    assert model_steps(tmp_path / "without") == {} and len(server.requests) == 3


def test_the_curator_asks_for_a_critique_with_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from graphs import curator

    pairs, made, _ = curated()
    write_jsonl_atomic(tmp_path / "tasks.jsonl", [task for task, _ in pairs])
    write_jsonl_atomic(tmp_path / "witnesses.jsonl", [witness for _, witness in pairs])
    write_jsonl_atomic(tmp_path / "trajectories.jsonl", made)
    given: curator.Input = {
        "out": str(tmp_path / "out"),
        **{f"{name}_file": str(tmp_path / f"{name}.jsonl") for name in ("tasks", "witnesses", "trajectories")},  # type: ignore[typeddict-item]
    }
    with FakeModelServer(lambda _: answer(turns=[{"turn": 2, "kind": "harmful", "reason": "no"}])) as server:
        monkeypatch.setenv("PLANNER_AGENT_API_BASE", server.url)
        curator.graph.invoke(given, context=Settings(model="openai/fake", reviewer="auto", eval_per_family=1))
    records = read_jsonl(tmp_path / "out" / "records.jsonl", CuratedRecord)
    assert records and all(DISPUTED in record.tags for record in records)
    assert model_steps(tmp_path / "out")["critique turns"]["asked"] == len(records)


# Watching -------------------------------------------------------------------------------------------------------------


def _watched(server: FakeModelServer, folder: Path, mistake: Any = "wrong_value") -> tuple[list[Trajectory], Writer]:
    """The arm in which a monitor may hand over, with a learner whose mistake no rule can see."""
    tasks, witnesses = by_id(drafts("calendar_entry"))
    learner, writer = Mistaken(witnesses, mistake), writer_at(server, folder)
    made = collect(
        tasks.values(), witnesses, environment=environment, eta=eta(), arm="error", learner=learner, watch=TurnWatch(writer)
    )
    return list(made), writer


def _judge(take_over: object, shift: int = 0) -> Answer:
    def judged(received: Received) -> Scripted:
        turn = received.last.split("Judge turn ")[1].split(",")[0]
        return answer(turn=int(turn) + shift, take_over=take_over, reason="another value was asked for")

    return judged


def test_where_the_rules_see_nothing_the_model_may_hand_over_and_its_reason_is_kept(tmp_path: Path) -> None:
    with FakeModelServer(_judge(True)) as server:
        made, writer = _watched(server, tmp_path)
        prompts = [item.last for item in server.requests]
    for item in made:
        assert [turn.actor for turn in item.turns[:2]] == ["learner", "expert"]
        assert item.turns[1].monitor == "model: another value was asked for"
        assert sum(turn.monitor is not None for turn in item.turns) <= MAX_HANDOVERS
        assert any(item.turns[0].action.calls[0].name in prompt for prompt in prompts)
    use = writer.uses["watch turns"]
    assert use.asked == use.kept == len(prompts) >= len(made)
    assert model_steps(tmp_path)["watch turns"]["asked"] == len(prompts)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (_judge(False), None),
        (_judge(True, shift=1), "speaks of another turn than the last"),
        (_judge("yes"), "says neither true nor false under take_over"),
        (lambda _: say("Looks bad."), "no JSON object in the answer"),
    ],
)
def test_without_a_usable_word_of_the_model_the_learner_goes_on(said: Answer, reason: str | None, tmp_path: Path) -> None:
    with FakeModelServer(said) as server:
        made, writer = _watched(server, tmp_path)
    assert {turn.actor for item in made for turn in item.turns} == {"learner"}
    assert not any(item.verification.success for item in made)
    assert list(writer.uses["watch turns"].reasons) == ([reason] if reason else [])


def test_what_the_rules_see_is_not_asked_about(tmp_path: Path) -> None:
    with FakeModelServer(_judge(True)) as server:
        made, _ = _watched(server, tmp_path, mistake="format")
        assert server.requests == []
    assert all("unreadable output" in str(item.turns[1].monitor) for item in made)
