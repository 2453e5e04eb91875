"""The planner agent behind the protocol: conversations on a phone, told apart by their words."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import openai
import pytest

from agents.asking import task_of
from harness.catalogue import full_catalogue
from harness.contract import Action, Call, Json, Message, MessageKind, PolicyRef, Tokens
from harness.environments.phone.environment import PhoneEnvironment
from harness.environments.phone.phone import Phone
from harness.environments.phone.tools import Catalogue, Risk, tool
from harness.errors import UserError
from harness.instructions import load
from harness.models.local_policy import LocalPolicy, embedded_base
from harness.policy import PolicyRequest, Reply
from harness.serving.agent import LONGEST, STOPPED, Conversations, ServedAgent
from harness.serving.protocol import read_request
from tests.harness.serving.doubles import Ear, client, hello, served

SPENT = Tokens(prompt=10, completion=2)


def says(text: str, kind: MessageKind = MessageKind.FINISH) -> Reply:
    return Reply(Action(message=Message(kind=kind, text=text), tokens=SPENT))


def calls(name: str, **arguments: Any) -> Reply:
    return Reply(Action(thought=f"Now {name}.", calls=(Call(id="c0", name=name, arguments=arguments),), tokens=SPENT))


LIST = calls("manage_alarm", action="list")


class Planner:
    """Answers by what was said last: a function from the conversation to a reply."""

    ref = PolicyRef(name="test")

    def __init__(self, choose: Callable[[PolicyRequest], Reply]) -> None:
        self._choose = choose
        self.asked: list[PolicyRequest] = []

    def respond(self, requests: Sequence[PolicyRequest]) -> list[Reply]:
        self.asked += requests
        return [self._choose(request) for request in requests]


def alarms(request: PolicyRequest) -> Reply:
    """Sets the alarm that is asked for, then says so; asks when no time is said."""
    last = request.messages[-1]
    if last["role"] == "tool":
        return says("Done: " + str(len(request.messages)))
    words = str(last["content"]).split("New tools:")[0]
    if time := re.search(r"\d+:\d\d", words):
        return calls("manage_alarm", action="create", time=time[0])
    return says("When?", MessageKind.CLARIFY) if "alarm" in words else says("I would rather not.", MessageKind.REFUSE)


def agent(policy: Any, *, capacity: int = 50, catalogue: Any = None) -> ServedAgent:
    return ServedAgent(
        "agent/emma",
        policy,
        begin=lambda words: task_of(words, "emma"),
        environment=lambda: PhoneEnvironment(catalogue or full_catalogue()),
        eta=load(),
        conversations=Conversations(capacity),
    )


@contextmanager
def talking(policy: Any, **settings: Any) -> Iterator[Callable[..., Any]]:
    """A function that sends a conversation and gives back its answer."""
    with served(agent(policy, **settings)) as url:
        yield lambda messages, **rest: client(url).chat.completions.create(model="agent/emma", messages=messages, **rest)


def words(answer: Any) -> str:
    return str(answer.choices[0].message.content)


def told(answer: Any) -> dict[str, str]:
    return {"role": "assistant", "content": words(answer)}


def times(answer: Any) -> list[str]:
    """The times of alarms that were written in the conversation."""
    return [
        change["after"] for change in answer.phone["changes"] if (change["table"], change["field"]) == ("alarms", "time")
    ]


# -- one answer


def test_a_request_is_carried_out_and_told() -> None:
    with talking(Planner(alarms)) as ask:
        answer = ask(hello("Set an alarm for 7:15"))
        assert words(answer).startswith("Done") and answer.choices[0].finish_reason == "stop"
        assert times(answer) == ["07:15"] and (answer.phone["end"], answer.phone["turns"]) == ("finish", 2)
        assert answer.usage.prompt_tokens == 20 and answer.usage.completion_tokens == 4
        shown = answer.choices[0].message.reasoning_content
        assert shown.startswith('Now manage_alarm.\n> manage_alarm {"action": "create", "time": "7:15"}\n< {"alarmId": ')


def test_steps_are_streamed_as_they_are_made() -> None:
    served_agent, ear = agent(Planner(alarms)), Ear()
    body = b'{"model": "agent/emma", "messages": [{"role": "user", "content": "Set an alarm for 7:15"}]}'
    served_agent.answer(read_request(body, messages=5, tools=5), ear)
    assert ["content" if delta.content else "reasoning" for delta in ear.heard if delta != type(delta)()] == [
        "reasoning", "content",
    ]  # fmt: skip


def test_errors_of_the_phone_are_among_the_steps() -> None:
    wrong = calls("manage_alarm", action="create", time="soon")
    policy = Planner(lambda request: wrong if len(request.messages) < 3 else says("No."))
    with talking(policy) as ask:
        assert "< INVALID_ARGUMENT: time: expected" in ask(hello()).choices[0].message.reasoning_content


def test_a_planner_that_comes_to_no_end_is_stopped() -> None:
    with talking(Planner(lambda request: LIST)) as ask:
        answer = ask(hello())
        assert (words(answer), answer.choices[0].finish_reason, answer.phone["end"]) == (STOPPED, "length", "budget")


def test_nobody_asks_the_planner_on_when_nobody_listens() -> None:
    policy = Planner(lambda request: LIST)
    body = b'{"model": "agent/emma", "messages": [{"role": "user", "content": "list"}]}'
    agent(policy).answer(read_request(body, messages=5, tools=5), Ear(patience=2))
    assert len(policy.asked) == 2


def test_the_clients_own_rules_join_those_of_the_harness() -> None:
    policy = Planner(alarms)
    with talking(policy) as ask:
        ask([{"role": "system", "content": "Speak like a pirate."}, *hello("No thanks")])
    system = str(policy.asked[0].messages[0]["content"])
    assert system.startswith(load().general) and system.endswith("Speak like a pirate.")


# -- conversations


def test_a_question_is_answered_by_the_next_message() -> None:
    with talking(Planner(alarms)) as ask:
        said = hello("Set an alarm")
        question = ask(said)
        assert (words(question), question.phone["end"]) == ("When?", "asks")
        answer = ask([*said, told(question), *hello("At 7:15")])
        assert words(answer).startswith("Done") and times(answer) == ["07:15"]


@pytest.mark.parametrize("first", ["Set an alarm for 7:15", "Sing me a song"])
def test_after_an_end_the_user_may_go_on_in_the_same_context(first: str) -> None:
    policy = Planner(alarms)
    with talking(policy) as ask:
        said = hello(first)
        one = ask(said)
        two = ask([*said, told(one), *hello("Another alarm at 8:20")])
    assert two.phone["end"] == "finish" and len(times(two)) == (2 if "7:15" in first else 1)
    seen = [message["content"] for message in policy.asked[-1].messages if message["role"] == "user"]
    assert seen[0] == first and str(seen[1]).startswith("Another alarm at 8:20")


def test_every_request_has_a_budget_of_its_own() -> None:
    policy = Planner(lambda request: LIST if len(request.messages) % 3 else says("Seen."))
    limit = task_of("", "emma").budget.turns
    with talking(policy) as ask:
        said, spent = hello("look"), 0
        while spent <= limit:
            answer = ask(said)
            assert answer.phone["end"] == "finish"
            spent += answer.phone["turns"]
            said += [told(answer), *hello("look again")]


def test_the_same_words_twice_start_from_the_same_place() -> None:
    with talking(Planner(alarms)) as ask:
        said = hello("Set an alarm")
        said += [told(ask(said)), *hello("At 7:15")]
        one, other = ask(said), ask(said)
        assert one.phone == other.phone and times(one) == ["07:15"]


def test_the_user_may_go_back_and_say_something_else() -> None:
    with talking(Planner(alarms)) as ask:
        said = hello("Set an alarm for 7:15")
        first = ask(said)
        left, right = hello("Another alarm at 8:20"), hello("Sing me a song")
        assert len(times(ask([*said, told(first), *left]))) == 2
        assert len(times(ask([*said, told(first), *right]))) == 1


def test_messages_in_a_row_are_one() -> None:
    with talking(Planner(alarms)) as ask:
        said = [*hello("Set an alarm"), *hello("at 7:15")]
        answer = ask(said)
        assert times(answer) == ["07:15"]
        assert words(ask([*said, told(answer), *hello("Sing me a song")])) == "I would rather not."


def test_a_conversation_that_is_not_known_is_refused_and_not_made_up() -> None:
    with talking(Planner(alarms), capacity=1) as ask:
        said = hello("Set an alarm")
        known = [*said, told(ask(said)), *hello("At 7:15")]
        for messages in ([*said, {"role": "assistant", "content": "Never."}, *hello("At 7:15")], known):
            if messages is known:
                ask(hello("Sing me a song"))  # pushes the other out
            with pytest.raises(openai.BadRequestError, match="begin a new one") as caught:
                ask(messages)
            assert caught.value.code == "conversation_unknown"


# -- calls that need a yes


class Shelf:
    """A phone with a tool of elsewhere that cannot be undone, and a planner that a message talked into using it."""

    def __init__(self) -> None:
        self.wiped = 0

        @tool("External", risk=Risk.IRREVERSIBLE, kind="external")
        def wipe_shelf(phone: Phone) -> Json:
            """Wipe the shelf for good."""
            self.wiped += 1
            return {"wiped": True}

        self.catalogue = Catalogue([*full_catalogue().values(), wipe_shelf])

    def choose(self, request: PolicyRequest) -> Reply:
        said = [message["content"] for message in request.messages if message["role"] == "tool"]
        if len(said) < 2:
            return (calls("search_messages"), calls("wipe_shelf"))[len(said)]
        last = request.messages[-1]
        return says(f"The {last['role']} said: {str(last['content'])[:40]}")


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


ASKED = hello("What is new on the shelf of messages?")


@pytest.mark.parametrize(
    ("word", "wiped", "told_after"),
    [
        ("Yes, please", 1, 'The tool said: {"wiped": true}'),
        ("No", 0, 'The tool said: {"error": "DECLINED"'),
        ("Why would you?", 0, "The user said: Why would you?"),
    ],
)
def test_a_call_that_needs_a_yes_is_a_question_and_the_next_words_answer_it(
    shelf: Shelf, word: str, wiped: int, told_after: str
) -> None:
    with talking(Planner(shelf.choose), catalogue=shelf.catalogue) as ask:
        question = ask(ASKED)
        assert words(question).startswith("May I call wipe_shelf with {}?") and question.phone["end"] == "asks"
        assert shelf.wiped == 0
        answer = ask([*ASKED, told(question), *hello(word)])
        assert shelf.wiped == wiped
        assert words(answer).startswith(told_after)


def test_a_yes_to_one_copy_of_a_conversation_is_no_yes_to_another(shelf: Shelf) -> None:
    with talking(Planner(shelf.choose), catalogue=shelf.catalogue) as ask:
        question = ask(ASKED)
        ask([*ASKED, told(question), *hello("yes")])
        ask([*ASKED, told(question), *hello("no")])
        assert shelf.wiped == 1


# -- what is refused, and what fails


@pytest.mark.parametrize(
    ("messages", "settings", "param"),
    [
        (hello(), {"tools": [{"type": "function", "function": {"name": "find"}}]}, "tools"),
        (hello(), {"temperature": 0.5}, "temperature"),
        (hello(), {"stop": ["x"]}, "stop"),
        (hello(" "), {}, "messages"),
        (hello("x" * (LONGEST + 1)), {}, "messages[0].content"),
        ([*hello(), {"role": "system", "content": "x"}, *hello()], {}, "messages[1]"),
        ([{"role": "system", "content": "x"}], {}, "messages"),
    ],
)
def test_what_an_agent_does_not_take_is_refused_by_name(messages: Any, settings: Any, param: str) -> None:
    with talking(Planner(alarms)) as ask, pytest.raises(openai.BadRequestError) as caught:
        ask(messages, **settings)
    assert caught.value.param == param


def test_a_planner_without_a_model_is_an_error_that_leaves_the_conversation_as_it_was() -> None:
    broken = [Reply(None, failure="the line is dead")]
    policy = Planner(lambda request: broken.pop() if broken and "7:15" in str(request.messages[-1]) else alarms(request))
    with talking(policy) as ask:
        said = hello("Set an alarm")
        said += [told(ask(said)), *hello("At 7:15")]
        with pytest.raises(openai.InternalServerError, match="the line is dead") as caught:
            ask(said)
        assert caught.value.code == "model_unavailable"
        assert times(ask(said)) == ["07:15"]


def test_settings_of_the_planner_that_cannot_work_are_told() -> None:
    def fail(request: PolicyRequest) -> Reply:
        raise UserError("the key is wrong", expected="another one")

    with talking(Planner(fail)) as ask, pytest.raises(openai.InternalServerError, match="the key is wrong") as caught:
        ask(hello())
    assert caught.value.code == "model_unusable"


def test_a_conversation_that_has_outgrown_the_context_is_told_so() -> None:
    model = LocalPolicy.load(embedded_base())
    model.model.model.config.max_position_embeddings = 64
    with talking(model) as ask, pytest.raises(openai.BadRequestError, match="outgrown") as caught:
        ask(hello("Set an alarm for 7:15"))
    assert caught.value.code == "context_length_exceeded"


def test_a_limit_of_tokens_is_one_of_each_turn() -> None:
    policy = Planner(alarms)
    with talking(policy) as ask:
        ask(hello("Set an alarm for 7:15"), max_tokens=33)
    assert [request.max_tokens for request in policy.asked] == [33, 33]
