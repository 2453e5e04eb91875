"""The plan guard: it says what a call would violate, once, and never stands in the way of a planner that means it."""

from typing import Any

import pytest

from agents.asking import task_of
from harness.catalogue import catalogue_for
from harness.contract import Action, Call, ErrorType, Feedback, Message, MessageKind, Status, Task
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode, replay
from harness.instructions import Eta, load
from harness.policy import Reply
from harness.skills import EVERYDAY, SHIPPED, load_skills
from harness.skills.guard import procedures_for

ETA = load("v2")
GUARDED = ETA.model_copy(update={"settings": ETA.settings.model_copy(update={"plan_guard": True})})


def task(loader: str, turns: int) -> Task:
    """An open task that offers a skill and what it brings."""
    made = task_of("do it", "emma")
    brought = load_skills(SHIPPED, EVERYDAY)[loader.removeprefix("skill__")].tools
    resources = made.resources.model_copy(update={"tools": (loader, *brought)})
    return made.model_copy(update={"resources": resources, "budget": made.budget.model_copy(update={"turns": turns})})


def calls(*made: tuple[str, dict[str, Any]]) -> Action:
    return Action(calls=tuple(Call(id=f"c{place}", name=name, arguments=given) for place, (name, given) in enumerate(made)))


def finish(text: str = "Done.") -> Action:
    return Action(message=Message(kind=MessageKind.FINISH, text=text))


class Planner:
    """Somebody who has loaded one skill and calls what it brings."""

    def __init__(self, skill: str, eta: Eta = GUARDED, *, loads: bool = True, turns: int = 12) -> None:
        loader = f"skill__{skill}"
        self.episode = Episode(task(loader, turns), PhoneEnvironment(catalogue_for(eta)), eta)
        if loads:
            assert self.call((loader, {"reason": "it fits"}))[0].status is Status.OK

    def call(self, *made: tuple[str, dict[str, Any]]) -> tuple[Feedback, ...]:
        turn = self.episode.advance(Reply(calls(*made)))
        assert turn is not None
        return turn.feedback

    def objection(self, *made: tuple[str, dict[str, Any]]) -> str:
        """What the last of these calls is held back for, or nothing."""
        error = self.call(*made)[-1].error
        return error.message if error is not None and error.code == "WOULD_VIOLATE" else ""


OFF = ("control_power", {"action": "power_off"})
SAVE = ("manage_note", {"action": "create", "title": "Keys", "content": "Under the mat"})
BLUETOOTH = ("set_bluetooth", {"enabled": True})
FLY = ("set_airplane_mode", {"enabled": True})


def test_a_step_that_needs_an_answer_waits_for_it_and_the_reason_names_the_call() -> None:
    planner = Planner("safe-shutdown")
    (answer,) = planner.call(OFF)
    assert answer.error is not None and answer.error.type is ErrorType.BLOCKED and answer.error.retryable
    assert "safe-shutdown: control_power needs noteId first, from manage_note(action=create)" in answer.error.message
    assert not planner.episode.done, "the phone is on"
    assert not planner.objection(SAVE)
    assert not planner.objection(OFF)


def test_an_answer_of_the_same_turn_has_not_been_seen() -> None:
    planner = Planner("safe-shutdown")
    saved, off = planner.call(SAVE, OFF)
    assert saved.status is Status.OK
    assert off.error is not None and off.error.code == "WOULD_VIOLATE"


def test_what_the_planner_sends_again_is_meant_and_carried_out() -> None:
    planner = Planner("airplane-wireless")
    assert planner.objection(BLUETOOTH, FLY) and not planner.objection(FLY)
    radios = planner.episode.environment.phone.state.rows("radios")
    assert radios["airplane"]["on"] and not radios["bluetooth"]["on"]


@pytest.mark.parametrize("together", [True, False])
def test_a_reset_after_what_it_undoes_is_said_also_within_a_turn(together: bool) -> None:
    planner = Planner("airplane-wireless")
    if together:
        said = planner.objection(BLUETOOTH, FLY)
    else:
        assert not planner.objection(BLUETOOTH)
        said = planner.objection(FLY)
    assert "set_airplane_mode undoes what set_bluetooth did (bluetooth)" in said
    right = Planner("airplane-wireless")
    assert not right.objection(FLY, BLUETOOTH)


def test_nothing_is_put_in_order_for_the_planner() -> None:
    planner = Planner("airplane-wireless")
    planner.call(BLUETOOTH, FLY)
    radios = planner.episode.environment.phone.state.rows("radios")
    assert radios["bluetooth"]["on"] and not radios["airplane"]["on"], "only what nobody objected to"


def test_a_branch_depends_on_what_was_seen() -> None:
    quiet = ("manage_do_not_disturb", {"action": "turn_on"})
    look = ("manage_noise_control", {"action": "get"})
    reduce = ("manage_noise_control", {"action": "set", "mode": "noise_reduction"})
    planner = Planner("quiet-focus")
    assert "needs mode first, from manage_noise_control(action=get)" in planner.objection(quiet, reduce)
    (seen,) = planner.call(look)
    assert seen.payload["mode"] == "transparency" and not planner.objection(reduce)
    other = Planner("quiet-focus")
    other.call(("manage_noise_control", {"action": "set", "mode": "off"}))
    other.call(quiet, look)
    assert "is for when mode is transparency, and manage_noise_control said off" in other.objection(reduce)


def test_what_is_there_already_is_not_made_twice() -> None:
    planner = Planner("wake-plan")
    (listed,) = planner.call(("manage_alarm", {"action": "list"}))
    title = next(alarm["title"] for alarm in listed.payload["alarms"] if alarm["title"])
    again = ("manage_alarm", {"action": "create", "time": "05:05", "title": title.upper()})
    assert f"manage_alarm shows that alarms.title {title.upper()!r} is there already" in planner.objection(again)
    assert not planner.objection(("manage_alarm", {"action": "create", "time": "05:05", "title": "Something new"}))


def test_a_substitute_is_for_when_the_first_choice_fails() -> None:
    by_hand = ("calculate", {"expression": "3 * 1.609344"})
    convert = ("convert_unit", {"category": "length", "value": 3, "fromUnit": "mi", "toUnit": "km"})
    planner = Planner("unit-fallback")
    assert "depends on the answer to convert_unit" in planner.objection(by_hand)
    assert planner.call(convert)[0].status is Status.OK
    assert "convert_unit fails, and it did not" in planner.objection(("calculate", {"expression": "3 * 1.6"}))
    broken = Planner("unit-fallback")
    assert broken.call(("convert_unit", {**convert[1], "toUnit": "parsecs"}))[0].status is Status.ERROR
    assert not broken.objection(by_hand)


def test_the_last_message_is_held_back_once_while_something_is_to_come() -> None:
    planner = Planner("meeting-setup")
    planner.call(("find_free_time", {"date": "2026-03-05", "minutes": 30}))
    made = planner.call(("create_event", {"title": "Talk", "start": "2026-03-05T09:00", "end": "2026-03-05T09:30"}))
    assert made[0].status is Status.OK
    planner.episode.advance(Reply(finish()))
    assert planner.episode.end is None
    said = planner.episode.context.messages[-1]["content"]
    assert "meeting-setup: after create_event comes word, with send_message(text=...)" in said
    planner.episode.advance(Reply(finish()))
    assert planner.episode.end == "finish", "who says so again is believed"


def test_with_one_turn_left_the_last_message_is_taken_as_it_is() -> None:
    planner = Planner("meeting-setup", turns=4)
    planner.call(("find_free_time", {"date": "2026-03-05", "minutes": 30}))
    planner.call(("create_event", {"title": "Talk", "start": "2026-03-05T09:00", "end": "2026-03-05T09:30"}))
    planner.episode.advance(Reply(finish()))
    assert planner.episode.end == "finish"


def test_a_skill_that_was_not_loaded_and_a_configuration_without_guard_object_to_nothing() -> None:
    assert not Planner("airplane-wireless", loads=False).objection(BLUETOOTH, FLY)
    assert not Planner("airplane-wireless", ETA).objection(BLUETOOTH, FLY)
    assert procedures_for(ETA) == {} and len(procedures_for(GUARDED)) == 19


def test_a_call_that_is_held_back_is_not_asked_about() -> None:
    planner = Planner("safe-shutdown")
    assert planner.episode.objections(calls(OFF)) and not planner.episode.doubts(calls(OFF))


def test_a_replay_is_the_same_and_an_episode_without_guard_is_what_it_was() -> None:
    played = Planner("safe-shutdown")
    played.call(OFF)
    played.call(SAVE)
    played.call(OFF)
    actions = [turn.action for turn in played.episode.turns]
    again = replay(played.episode.task, actions, PhoneEnvironment(catalogue_for(GUARDED)), GUARDED, seed=0)
    assert again.context.messages == played.episode.context.messages
    without = replay(played.episode.task, actions, PhoneEnvironment(catalogue_for(ETA)), ETA, seed=0)
    assert "violate" in str(again.context.messages) and "violate" not in str(without.context.messages)
