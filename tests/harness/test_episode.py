"""The episode: what a planner is shown, what its replies do, how an episode ends."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from harness.catalogue import full_catalogue
from harness.contract import Action, Call, FollowUp, Json, Message, MessageKind, PolicyRef, Task
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode, replay
from harness.instructions import load
from harness.policy import Reply
from tests.harness.tasks import alarm_task


def episode(task: Task | None = None, *, live: bool = False) -> Episode:
    return Episode(task or alarm_task(), PhoneEnvironment(full_catalogue()), load(), live=live)


def act(*calls: tuple[str, Mapping[str, Json]]) -> Reply:
    made = tuple(Call(id=f"c{n}", name=name, arguments=dict(arguments)) for n, (name, arguments) in enumerate(calls))
    return Reply(Action(calls=made))


def say(kind: MessageKind, text: str = "Done.") -> Reply:
    return Reply(Action(message=Message(kind=kind, text=text)))


CREATE = ("manage_alarm", {"action": "create", "time": "7:15"})


def test_the_right_call_and_a_report_succeed() -> None:
    live = episode()
    live.advance(act(CREATE))
    live.advance(say(MessageKind.FINISH))
    assert live.end == "finish"
    assert live.verify().success


def test_work_without_a_report_is_not_finished() -> None:
    live = episode()
    live.advance(act(CREATE))
    assert not live.verify().success
    assert not live.done


def test_the_context_only_grows() -> None:
    live = episode()
    before: list[dict[str, Json]] = []
    broken = Reply(Action(malformed="not JSON"), raw="{{")
    for reply in (act(CREATE), act(("no_such_tool", {})), broken, say(MessageKind.FINISH)):
        shown = list(live.request().messages)
        assert shown[: len(before)] == before
        before = shown
        live.advance(reply)


def test_calls_beyond_the_limit_of_a_turn_are_answered_and_not_carried_out() -> None:
    live = episode()
    limit = live.eta.settings.calls
    many = [("manage_alarm", {"action": "create", "time": f"{8 + n // 60:02d}:{n % 60:02d}"}) for n in range(200)]
    turn = live.advance(act(*many))
    assert turn is not None
    assert [answer.status for answer in turn.feedback] == ["ok"] * limit + ["error"] * (200 - limit)
    assert {answer.error.code for answer in turn.feedback if answer.error} == {"TOO_MANY_CALLS"}
    assert not any(answer.notices for answer in turn.feedback)
    assert len(live.environment.outcome().log) == limit
    shown = [message for message in live.request().messages if message["role"] == "tool"]
    assert len(shown) == 200
    assert f"at most {limit} calls" in str(shown[-1]["content"])
    assert len({change.key for change in live.environment.outcome().delta if change.table == "alarms"}) == limit


def test_a_tool_that_was_not_offered_is_not_carried_out() -> None:
    live = episode()
    live.exposed = [name for name in live.exposed if name != "manage_alarm"]
    turn = live.advance(act(CREATE))
    assert turn is not None
    error = turn.feedback[0].error
    assert error is not None
    assert error.code == "UNKNOWN_TOOL"
    assert "manage_alarm" not in error.accepted
    assert live.environment.outcome().delta == ()


def test_an_unreadable_output_is_answered_and_many_in_a_row_end_the_episode() -> None:
    live = episode()
    live.advance(Reply(Action(malformed="not JSON"), raw="x" * 5000))
    assert "could not be read" in live.context.messages[-1]["content"]
    assert len(live.context.messages[-2]["content"]) == load().settings.feedback.malformed
    while not live.done:
        live.advance(Reply(Action(malformed="not JSON"), raw="x"))
    assert live.end == "budget"
    assert len(live.turns) == load().settings.feedback.unreadable


def test_turns_without_a_well_formed_call_end_the_episode_as_unreadable_ones_do() -> None:
    live = episode()
    while not live.done:
        live.advance(act((f"no_such_tool_{len(live.turns)}", {"query": f"word{len(live.turns)}"})))
    assert live.end == "budget"
    assert len(live.turns) == load().settings.feedback.unreadable


def test_one_well_formed_call_keeps_the_episode_going() -> None:
    live = episode()
    for number in range(2 * load().settings.feedback.unreadable):
        known = number % 2 == 1
        live.advance(act(("search_user_memory" if known else "no_such_tool", {"query": f"word{number}"})))
    assert not live.done


def test_the_budget_ends_an_episode_and_is_announced_before() -> None:
    live = episode()
    while not live.done:
        live.advance(act(("search_user_memory", {"query": f"word{len(live.turns)}"})))
    assert live.end == "budget"
    assert len(live.turns) == live.task.budget.turns
    assert any("2 turns are left" in str(message.get("content")) for message in live.context.messages)


def test_the_same_call_with_the_same_answer_is_noticed() -> None:
    live = episode()
    live.advance(act(("search_user_memory", {"query": "nothing like it"})))
    turn = live.advance(act(("search_user_memory", {"query": "nothing like it"})))
    assert turn is not None
    assert "made before" in turn.feedback[0].notices[0]


def test_a_turn_that_only_repeats_itself_ends_the_episode() -> None:
    live = episode()
    while not live.done:
        live.advance(act(("search_user_memory", {"query": "nothing like it"})))
    assert live.end == "budget"
    assert len(live.turns) == load().settings.notices.stuck


def test_repeated_failure_of_one_tool_is_noticed() -> None:
    live = episode()
    for time in ("25:00", "26:00"):
        turn = live.advance(act(("manage_alarm", {"action": "create", "time": time})))
    assert turn is not None
    assert "failed 2 times" in turn.feedback[0].notices[0]


@pytest.mark.parametrize("offered", [True, False])
def test_substitutes_of_a_tool_that_keeps_failing_are_named_if_they_are_on_offer(offered: bool) -> None:
    eta = load()
    notices = eta.settings.notices.model_copy(update={"substitutes": {"convert_unit": ("calculate", "no_such_tool")}})
    eta = eta.model_copy(update={"settings": eta.settings.model_copy(update={"notices": notices})})
    tools = ("convert_unit", "calculate") if offered else ("convert_unit",)
    task = alarm_task()
    task = task.model_copy(update={"resources": task.resources.model_copy(update={"tools": tools, "recall": 2})})
    live = Episode(task, PhoneEnvironment(full_catalogue()), eta)
    assert ("calculate" in live.exposed) is offered
    wrong = {"category": "length", "value": 3, "fromUnit": "mi"}
    said = []
    for unit in ("parsecs", "cubits"):
        turn = live.advance(act(("convert_unit", {**wrong, "toUnit": unit})))
        assert turn is not None
        said.append(" ".join(turn.feedback[0].notices))
    assert "calculate" not in said[0], "once may be an accident"
    assert ("for what convert_unit does there are also: calculate" in said[1]) is offered and "no_such_tool" not in said[1]


def test_an_infrastructure_failure_is_invalid_and_never_a_failure_of_the_policy() -> None:
    live = episode()
    assert live.advance(Reply(None, failure="connection refused")) is None
    verdict = live.verify()
    assert live.end == "infrastructure"
    assert not verdict.valid
    assert verdict.reason == "connection refused"


def test_a_scripted_answer_follows_the_question_that_asks_for_it() -> None:
    task = alarm_task(followups=(FollowUp(after="clarify", text="At 7:15.", asks=("time", "when")),))
    live = episode(task)
    turn = live.advance(say(MessageKind.CLARIFY, "At what time?"))
    assert turn is not None
    assert turn.reply == "At 7:15."
    live.advance(act(CREATE))
    live.advance(say(MessageKind.FINISH))
    assert live.verify().success


def test_a_question_that_misses_the_point_gets_no_help_and_no_answer_ends_it() -> None:
    task = alarm_task(followups=(FollowUp(after="clarify", text="At 7:15.", asks=("time",)),))
    live = episode(task)
    turn = live.advance(say(MessageKind.CLARIFY, "Which colour?"))
    assert turn is not None
    assert turn.reply == "I can't tell you that."
    other = episode()
    other.advance(say(MessageKind.CLARIFY, "Really?"))
    assert other.end == "clarify"


def test_a_person_answers_a_live_episode() -> None:
    live = episode(live=True)
    live.advance(say(MessageKind.CLARIFY, "Shall I set a timer?"))
    waited = live.waiting
    live.answer("Yes, a timer for ten minutes")
    assert (waited, live.waiting) == (True, False)
    assert live.context.messages[-1]["content"].startswith("Yes, a timer")
    assert "manage_timer" in live.exposed


def test_a_loaded_skill_brings_its_tools() -> None:
    live = episode()
    loader = "skill__wake-plan"
    if loader not in live.exposed:
        live.exposed.append(loader)
    live.exposed = [name for name in live.exposed if name != "manage_alarm"]
    turn = live.advance(act((loader, {"reason": "waking"})))
    assert turn is not None
    assert "manage_alarm" in turn.exposed
    assert "manage_alarm(" in str(live.context.messages[-1]["content"])


@given(st.lists(st.sampled_from(["create", "list", "broken", "unknown", "finish"]), max_size=6))
@settings(max_examples=25)
def test_a_replay_of_the_actions_ends_in_the_same_record(moves: list[str]) -> None:
    replies = {
        "create": act(CREATE),
        "list": act(("manage_alarm", {"action": "list"})),
        "broken": Reply(Action(malformed="no"), raw="no"),
        "unknown": act(("nothing", {})),
        "finish": say(MessageKind.FINISH),
    }
    live = episode()
    for move in moves:
        if not live.done:
            live.advance(replies[move])
    again = replay(live.task, [turn.action for turn in live.turns], PhoneEnvironment(full_catalogue()), load(), seed=0)
    ref = PolicyRef(name="test")
    first, second = live.trajectory(ref), again.trajectory(ref)
    assert first.evidence == second.evidence
    assert first.verification == second.verification
    assert [turn.feedback for turn in first.turns] == [turn.feedback for turn in second.turns]


def test_advancing_a_finished_episode_is_a_fault_of_the_caller() -> None:
    live = episode()
    live.advance(say(MessageKind.FINISH))
    with pytest.raises(AssertionError):
        live.request()
