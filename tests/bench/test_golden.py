"""Golden tasks: good ways pass, wrong ones fail for the stated reason, on the phone and through the harness."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from bench.coverage import SCENARIOS
from bench.golden import GOLDEN
from bench.golden.examine import Finding, carried_out, examine, witness_of
from bench.golden.shape import Golden, call, finish
from bench.planner_bench import Item, Suite
from bench.recall import absent_tools
from bench.scenario import QUIET_SECONDS
from bench.soundness import measure
from harness.catalogue import full_catalogue
from harness.contract import MessageKind, Task
from harness.environments.phone.replay import play
from harness.environments.phone.rules import fire_due
from harness.errors import UserError
from harness.instructions import load
from planner_agent.cli import app

EVERY = pytest.mark.parametrize("golden", GOLDEN.values(), ids=GOLDEN)


@pytest.fixture(scope="module")
def found() -> dict[tuple[str, str], Finding]:
    findings = examine(GOLDEN.values(), full_catalogue(), load())
    return {(item.way.scenario, item.way.name): item for item in findings}


def test_each_behaviour_has_one_task() -> None:
    assert list(GOLDEN) == list(SCENARIOS)
    assert len({item.task.id for item in GOLDEN.values()}) == len(GOLDEN)


@EVERY
def test_a_task_has_its_wrong_ways_with_a_reason_each(golden: Golden) -> None:
    assert len(golden.wrong) >= 3 and golden.others
    assert all(wrong.why and wrong.fails for wrong in golden.wrong.values())


@pytest.mark.parametrize(
    ("scenario", "name"), [(item.scenario, name) for item in GOLDEN.values() for name in ("witness", *item.others)]
)
def test_a_good_way_passes(scenario: str, name: str, found: dict[tuple[str, str], Finding]) -> None:
    finding = found[scenario, name]
    assert finding.phone == () and finding.harness == ()


@pytest.mark.parametrize(("scenario", "name"), [(item.scenario, name) for item in GOLDEN.values() for name in item.wrong])
def test_a_wrong_way_fails_for_the_stated_reason(scenario: str, name: str, found: dict[tuple[str, str], Finding]) -> None:
    finding = found[scenario, name]
    assert finding.phone and finding.harness
    assert finding.differs == ""
    assert finding.harness == finding.phone, "the harness offers what the wrong way needs, so it fails for nothing else"


def test_every_kind_of_wrong_way_is_among_them(found: dict[tuple[str, str], Finding]) -> None:
    """Too much, the wrong order, questions and refusals in place of work, guesses, what nobody may touch."""
    wrong = [item for item in found.values() if item.way.kind == "wrong"]
    ends = [item.way.turns[-1].message for item in wrong]
    assert {end.kind for end in ends if end} == set(MessageKind)
    held = [item.phone for item in wrong]
    assert any(_only(reasons, "no unrelated write") for reasons in held), "more than was asked for"
    assert any(" before " in reasons[0] for reasons in held), "the wrong order alone"
    assert any(_only(reasons, "memory ") for reasons in held), "a lucky guess"
    assert any(" was written" in reason for reasons in held for reason in reasons), "what nobody may touch"


def _only(reasons: Sequence[str], start: str) -> bool:
    return all(reason.startswith(start) for reason in reasons)


@EVERY
def test_what_the_witness_needs_is_recalled_by_the_words_alone(golden: Golden) -> None:
    assert golden.task.resources.tools == () and golden.task.resources.recall == 15
    catalogue = full_catalogue()
    assert absent_tools(golden.task, witness_of(golden, catalogue), catalogue, load()) == set()


@EVERY
def test_nothing_falls_due_meanwhile(golden: Golden) -> None:
    phone = play(golden.task, (), full_catalogue()).phone
    fire_due(phone, phone.state.now)
    assert phone.state.next_due is None or phone.state.next_due > phone.state.now + QUIET_SECONDS


@EVERY
def test_a_task_survives_the_record_format(golden: Golden) -> None:
    assert Task.from_json(golden.task.to_json()) == golden.task


@pytest.mark.slow
def test_the_tasks_are_as_sound_as_those_of_the_suite() -> None:
    """The lint, near misses of every witness, other orders of its calls, and planners that do nothing useful."""
    catalogue = full_catalogue()
    items = [Item(golden.task.id, "golden", golden.task, witness_of(golden, catalogue)) for golden in GOLDEN.values()]
    sound = measure(Suite("golden", tuple(items)), catalogue, load())
    assert sound.ok, (sound.problems, sound.survivors)
    assert sound.witness_through_harness == 1.0
    as_well = "manage_bluetooth_device.device: '小米耳机 4 Pro' -> '小米手表 S4' as well"  # named there as right too
    assert [found.detail for found in sound.survivors] == [as_well]
    assert not any(sound.floors.values())
    assert sound.orders >= 2 and sound.near_misses.total() > 100


# -- a golden task that says what is not so is found out


def _spoiled(name: str, **fields: object) -> str:
    golden = GOLDEN["deixis over accumulated state"]
    spoiled = replace(golden, wrong={name: replace(golden.wrong[name], **fields)})  # type: ignore[arg-type]
    (finding,) = [item for item in examine([spoiled], full_catalogue(), load()) if item.way.kind == "wrong"]
    assert finding.right is (finding.differs == "")
    return finding.differs


def test_another_reason_than_the_stated_one_is_found_out() -> None:
    assert _spoiled("throws it away") == ""
    assert "phone: not found: memory mem_x" in _spoiled("throws it away", fails=("memory mem_x",))
    partly = _spoiled("throws it away", fails=("call_rules/cr_abroad/enabled",))
    assert "harness: not stated: no unrelated write" in partly and "not found" not in partly


def test_a_wrong_way_that_passes_is_found_out() -> None:
    passing = GOLDEN["deixis over accumulated state"].witness
    assert "harness: not found: call_rules/" in _spoiled("throws it away", plan=passing)


def test_what_calls_answered_stands_in_later_turns() -> None:
    task = GOLDEN["prerequisite before a blocking action"].task
    made = call("manage_note", action="create", title="Bike")
    plan = carried_out(
        task, (made, call("manage_message", messageIds=["<noteId>"]), finish("It is <noteId>.")), full_catalogue()
    )
    (key,) = plan[1].calls[0].arguments["messageIds"]
    assert key.startswith("no_") and plan[2].message is not None and plan[2].message.text == f"It is {key}."
    assert [action.calls[0].id for action in plan[:2]] == ["c0_0", "c1_0"]
    with pytest.raises(UserError, match="<timerId>"):
        carried_out(task, (made, finish("It is <timerId>.")), full_catalogue())


# -- the command


def test_the_command_prints_every_way_and_its_verdicts() -> None:
    result = CliRunner().invoke(app, ["bench", "golden"])
    assert result.exit_code == 0, result.output
    ways = sum(1 + len(item.others) + len(item.wrong) for item in GOLDEN.values())
    assert f"{ways} ways through 12 tasks, {ways} as stated" in result.stdout


def test_the_command_says_no_when_a_verdict_is_not_as_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    golden = GOLDEN["deixis over accumulated state"]
    spoiled = replace(golden, witness=(finish("Done."),))
    monkeypatch.setattr("bench.golden.GOLDEN", {golden.scenario: spoiled})
    result = CliRunner().invoke(app, ["bench", "golden"])
    assert result.exit_code == 1
    assert "witness: phone: not stated: call_rules/cr_abroad/enabled" in result.stdout
    document = json.loads(CliRunner().invoke(app, ["bench", "golden", "--json"]).stdout)
    assert document["ok"] is False
    first = document["ways"][0]
    assert (first["kind"], first["right"], first["stated"]) == ("witness", False, [])
    assert first["phone"] == first["harness"] != []
