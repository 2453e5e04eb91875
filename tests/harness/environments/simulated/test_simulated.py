"""The simulated phone: a model may invent answers, and code decides which may be believed."""

import json
import random
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from harness.contract import (
    Action,
    Behaviour,
    Call,
    Capability,
    Completion,
    Confidence,
    Expected,
    Friction,
    GoldChange,
    InitialState,
    Json,
    Message,
    MessageKind,
    Source,
    Split,
    StateCheck,
    Status,
    Task,
)
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.errors import Code, PhoneError
from harness.environments.phone.tools import Arguments
from harness.environments.simulated.answer import UnreadableError, Worked, read
from harness.environments.simulated.contradictions import contradictions
from harness.environments.simulated.environment import simulated_environment
from harness.models.endpoint import endpoint_model
from harness.models.fake_server import FakeModelServer, Received, Scripted, fail, say
from harness.models.text import text_model
from tests.harness.environments.phone.driving import catalogue, phone_of, random_call
from tests.harness.environments.simulated.truthful import TruthfulModel, true_answer

GOLD = (
    GoldChange(table="alarms", key="*", field="time", after=Expected(value="07:15")),
    GoldChange(table="alarms", key="*", field="title", after=Expected(value="Gym")),
    GoldChange(table="alarms", key="*", field="days", after=Expected(match="any")),
    GoldChange(table="alarms", key="*", field="enabled", after=Expected(value=True)),
)
BY_CODE = (Code.PERMISSION_DENIED, Code.DEVICE_BOOTING, Code.DEVICE_OFF)
"""Refusals that are decided before a model is asked."""
CREATE = {"action": "create", "time": "7:15", "title": "Gym"}
NEW_ALARM = {"time": "07:15", "title": "Gym", "days": [], "enabled": True}
FINISH = Action(message=Message(kind=MessageKind.FINISH, text="The alarm is set."))


def task(*friction: Friction) -> Task:
    return Task(
        id="t",
        family="alarms",
        split=Split.TRAIN,
        source=Source(constructor="test"),
        capability=Capability.TOOL_USE,
        behaviour=Behaviour.GROUNDING,
        domains=("time_management",),
        difficulty=1,
        request="Wake me at 7:15 for the gym.",
        initial=InitialState(profile="emma", friction=friction),
        completion=Completion(check=StateCheck(changes=GOLD)),
    )


def ok(payload: Json, *writes: Json) -> str:
    return json.dumps({"status": "ok", "payload": payload, "writes": list(writes)})


def write(table: str, key: str, fields: Json) -> Json:
    return {"table": table, "key": key, "fields": fields}


def scripted(*answers: str) -> Callable[[str], str]:
    left = iter(answers)
    return lambda prompt: next(left)


def played(ask: Callable[[str], str], calls: Iterable[Arguments], tool: str = "manage_alarm", **options: Any) -> Any:
    """An environment in which these calls were made, and their feedback."""
    environment = simulated_environment(catalogue(), ask, **options)
    environment.reset(task())
    answers = [
        environment.step(Action(calls=(Call(id="c0", name=tool, arguments=dict(arguments)),)))[0] for arguments in calls
    ]
    return environment, answers


def test_a_truthful_model_gives_the_same_episode_as_the_programmatic_phone() -> None:
    model = TruthfulModel(catalogue())
    simulated, real = simulated_environment(catalogue(), model), PhoneEnvironment(catalogue())
    model.environment = simulated
    actions = [
        Action(calls=(Call(id="a", name="manage_alarm", arguments={"action": "list"}),)),
        Action(calls=(Call(id="b", name="manage_alarm", arguments=CREATE),)),
        Action(calls=(Call(id="c", name="manage_alarm", arguments={"action": "delete", "alarmId": "al_none"}),)),
        FINISH,
    ]
    for environment in (simulated, real):
        environment.reset(task(), seed=3)
    for action in actions:
        assert simulated.step(action) == real.step(action)
    assert simulated.snapshot() == real.snapshot()
    verdict = simulated.verify()
    assert verdict.success and verdict.valid and verdict.confidence is Confidence.JUDGED
    assert real.verify().success and real.verify().confidence is Confidence.EXACT


def test_the_truth_is_never_taken_for_a_contradiction() -> None:
    checked = 0
    for seed in range(12):
        phone, draw = phone_of(["emma", "marcus", "liwei", "aisha"][seed % 4], seed=seed), random.Random(seed)
        for _ in range(40):
            tool = draw.choice(list(catalogue().values()))
            try:
                arguments = tool.validate(random_call(tool, phone, draw))
            except PhoneError:
                continue
            answer = true_answer(phone, catalogue(), tool.name, arguments)
            if not isinstance(answer, Worked) and answer.code in BY_CODE:
                continue
            assert contradictions(phone, tool, arguments, answer) == [], f"{tool.name}({arguments})"
            phone.call(tool.name, arguments)
            checked += 1
    assert checked > 300


@pytest.mark.parametrize(
    ("arguments", "answer", "problem"),
    [
        ({"action": "list"}, ok({}, write("alarms", "new1", NEW_ALARM)), "only reads"),
        (CREATE, ok({}, write("alarms", "al_mine", NEW_ALARM)), "does not exist; a new row has the key new1"),
        (CREATE, ok({}, write("alarms", "new1", {**NEW_ALARM, "snooze": 5})), "has no field snooze"),
        (CREATE, ok({}, write("alarms", "new1", {"time": "07:15"})), "lacks days"),
        (CREATE, ok({}, write("alarms", "new1", {**NEW_ALARM, "enabled": "yes"})), "is a boolean, not a string"),
        (CREATE, ok({}, write("alarm_clocks", "new1", NEW_ALARM)), "there is no table alarm_clocks"),
        (CREATE, ok({}, write("device", "new1", {"level": 3})), "device/new1 does not exist"),
        (CREATE, ok({}, write("alarms", "al_gone", None)), "cannot be removed"),
        (CREATE, ok({"alarmId": "new2"}, write("alarms", "new1", NEW_ALARM)), "names new2"),
        (CREATE, ok({"alarmId": "al_zzzz"}), "names al_zzzz, which does not exist"),
        (CREATE, ok({}, write("chosen_tones", "main", {"alarm": "tn_none"})), "no row of tones"),
        ({"action": "list"}, '{"status": "error", "code": "NO_SPACE", "message": "full"}', "never fails with NO_SPACE"),
    ],
)
def test_contradictions_are_found_and_said(arguments: Arguments, answer: str, problem: str) -> None:
    phone = phone_of("emma")
    tool = catalogue()["manage_alarm"]
    found = contradictions(phone, tool, tool.validate(arguments), read(answer))
    assert any(problem in item for item in found), found


def test_shown_rows_must_be_as_the_tables_have_them() -> None:
    phone, tool = phone_of("emma"), catalogue()["manage_alarm"]
    key, row = next(iter(phone.state.rows("alarms").items()))
    shown = {"alarms": [{"id": key, "time": "03:00", "title": row["title"]}]}
    assert "is '03:00', the table" in contradictions(phone, tool, {"action": "list"}, read(ok(shown)))[0]
    missing = json.dumps({"status": "error", "code": "NOT_FOUND", "message": f"no alarm {key}"})
    arguments = {"action": "delete", "alarmId": key}
    assert "but it is a row of alarms" in contradictions(phone, tool, arguments, read(missing))[0]


def test_a_row_that_shows_a_name_for_a_reference_that_shares_an_id_or_that_is_not_in_a_list_is_no_contradiction() -> None:
    phone = phone_of("marcus")
    key, row = next(iter(phone.state.rows("episodes").items()))
    podcast = phone.row("podcasts", row["podcast"])["name"]
    for name, problems in ((podcast, 0), ("Another podcast", 1)):
        shown = read(ok({"id": key, "podcast": name}))
        assert len(contradictions(phone, catalogue()["manage_podcast"], {"action": "list"}, shown)) == problems
    song = next(iter(phone.state.rows("tracks")))
    missing = read(json.dumps({"status": "error", "code": "NOT_FOUND", "message": f"no song {song}"}))
    queue = catalogue()["manage_play_queue"]
    assert contradictions(phone, queue, {"action": "remove", "trackId": song}, missing) == []
    assert contradictions(phone, queue, {"action": "add", "trackId": song}, missing) != []
    photo, device = write("photos", "new1", {"tags": []}), write("device", "new1", {"tags": []})
    camera = catalogue()["control_camera"]
    assert not [
        text for text in contradictions(phone, camera, {"action": "take_photo"}, read(ok({}, photo))) if "exist" in text
    ]
    assert [
        text for text in contradictions(phone, camera, {"action": "take_photo"}, read(ok({}, device))) if "exist" in text
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I would rather not.", "no JSON object"),
        ('{"status": "ok", "payload": {', "no JSON object"),
        ('{"status": "ok", "payload": {]}', "not one valid JSON object"),
        ('{"status": "ok", "payload": {"level": NaN}}', "NaN is not JSON"),
        ('{"status": "maybe"}', "status"),
        ('{"status": "ok"}', "payload"),
        ('{"status": "error", "code": "OOPS", "message": ""}', "code"),
        ('{"status": "ok", "payload": {}, "extra": 1}', "extra"),
        ('{"a":' * 100_000 + "}", "not one valid JSON object"),
    ],
)
def test_what_is_no_answer_is_said_with_its_reason(text: str, reason: str) -> None:
    with pytest.raises(UnreadableError, match=reason):
        read(text)


def test_a_second_answer_may_mend_the_first() -> None:
    prompts: list[str] = []
    answers = iter(
        [ok({}, write("alarms", "al_mine", NEW_ALARM)), ok({"alarmId": "new1"}, write("alarms", "new1", NEW_ALARM))]
    )

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return next(answers)

    environment, (feedback,) = played(ask, [CREATE])
    assert feedback.status is Status.OK and feedback.payload["alarmId"] in environment.phone.state.rows("alarms")
    assert "does not exist; a new row has the key" in prompts[1] and "could not be used" not in prompts[0]
    environment.step(FINISH)
    assert environment.verify().valid and environment.verify().success


def test_an_answer_that_stays_wrong_rejects_the_episode_and_changes_nothing() -> None:
    environment, (feedback,) = played(lambda _: "no", [CREATE])
    assert feedback.error is not None and feedback.error.code == "INTERNAL" and not environment.evidence().delta
    verdict = environment.verify()
    assert not verdict.valid and "manage_alarm" in verdict.reason and "no JSON object" in verdict.reason


def test_an_endpoint_without_an_answer_rejects_the_episode_and_is_no_exception() -> None:
    with FakeModelServer(lambda _: fail(500)) as server:
        model = endpoint_model("openai/fake", api_base=server.url, attempts=2, pause=0.01)
        environment, (feedback,) = played(text_model(model), [CREATE])
        assert len(server.requests) == 2
    assert feedback.error is not None and feedback.error.code == "UNAVAILABLE"
    assert not environment.verify().valid and "gave no answer" in environment.verify().reason


def test_a_model_behind_an_endpoint_plays_the_phone() -> None:
    def play(received: Received) -> Scripted:
        assert '"name": "manage_alarm", "arguments": {"action": "create", "time": "07:15"' in received.last
        return say("```json\n" + ok({"alarmId": "new1"}, write("alarms", "new1", NEW_ALARM)) + "\n```")

    with FakeModelServer(play) as server:
        environment, (feedback,) = played(text_model(endpoint_model("openai/fake", api_base=server.url)), [CREATE])
    environment.step(FINISH)
    assert feedback.status is Status.OK and environment.verify().success


def test_the_rules_of_the_phone_hold_whatever_the_model_says() -> None:
    answer = ok({"on": True}, write("radios", "airplane", {"on": True}))
    environment, (feedback,) = played(lambda _: answer, [{"enabled": True}], "set_airplane_mode")
    assert feedback.status is Status.OK, feedback
    assert environment.phone.state.get("radios", "wifi")["on"] is False


def test_code_refuses_bad_arguments_unknown_tools_and_injected_faults_without_asking() -> None:
    def never(prompt: str) -> str:
        raise AssertionError("the model was asked")

    environment, answers = played(never, [{"action": "dance"}, {"action": "create", "wrong": 1}])
    assert {answer.error.code for answer in answers} == {"INVALID_ARGUMENT"}
    assert environment.step(Action(calls=(Call(id="x", name="fly"),)))[0].error.code == "UNKNOWN_TOOL"
    fault = Friction(kind="runtime_error", params={"tool": "manage_alarm", "first": 1})
    environment.reset(task(fault))
    assert (
        environment.step(Action(calls=(Call(id="x", name="manage_alarm", arguments=CREATE),)))[0].error.code == "UNAVAILABLE"
    )
    assert environment.verify().valid


def test_the_same_question_has_the_same_answer_until_something_is_written() -> None:
    tick = iter(range(100))
    ask = scripted(*(ok({"alarms": [], "count": number}) for number in tick))
    _, answers = played(ask, [{"action": "list"}, {"action": "list"}])
    assert answers[0].payload == answers[1].payload


def test_a_fork_has_its_own_fate() -> None:
    environment, _ = played(scripted(ok({"alarms": []}), "no", "no"), [{"action": "list"}])
    twin = environment.fork()
    twin.step(Action(calls=(Call(id="x", name="manage_alarm", arguments=CREATE),)))
    assert not twin.verify().valid and environment.verify().valid


def test_only_the_named_tools_are_played() -> None:
    environment, answers = played(lambda _: "no", [CREATE], only=["manage_note"])
    assert answers[0].status is Status.OK and environment.verify().valid


def test_the_prompt_shows_whole_tables_close_to_the_call_and_names_the_rest() -> None:
    model = TruthfulModel(catalogue())
    environment = simulated_environment(catalogue(), model, characters=3000)
    model.environment = environment
    environment.reset(task())
    environment.step(Action(calls=(Call(id="x", name="manage_alarm", arguments=CREATE),)))
    (prompt,) = model.prompts
    assert "\nalarms: {" in prompt and "\ndevice: {" in prompt
    assert "\nmessages: {" not in prompt and "messages" in prompt.split("do not concern this call:")[1]
    assert len(prompt) < 8000
