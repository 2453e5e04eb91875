"""The planner agent behind a model name: a request is carried out on a simulated phone, and the answer says how it went.

The first message of a conversation starts a fresh phone; each later one goes on where the conversation stood. The server
keeps the latest conversations and knows them by their words, so that a client sends nothing but its messages, can ask
again, and can go back and say something else: every answer leaves its own copy of the phone behind. What the planner
thinks and does on the way is streamed as ``reasoning_content``.

A call that needs the user's yes is put as a question; the next message answers it.
"""

import copy
import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from harness.contract import Json, Task, Tokens, Turn, digest
from harness.environments.phone.environment import PhoneEnvironment
from harness.episode import Episode
from harness.errors import UserError, expect
from harness.gate import plain_answer
from harness.instructions import Eta
from harness.policy import Policy, Reply

from .answers import Delta, Finish, Listener
from .protocol import ApiError, ChatRequest

LONGEST = 8_000
"""Characters of one message to the agent."""
STOPPED = "I was stopped before I came to an end."
SHOWN = 300
"""Characters of a result that are streamed."""


class Conversation(Episode):
    """An episode with a person, which goes on for as long as the person has something to say."""

    asking: Reply | None = None
    """A reply whose calls wait for the user's yes."""

    def fork(self) -> Self:
        """An independent conversation at the same point, with a phone of its own."""
        twin = copy.copy(self)
        twin.environment = self.environment.fork()
        twin.executor = self.executor.fork(twin.environment)
        twin.context = copy.copy(self.context)
        twin.context.messages = list(self.context.messages)
        twin.exposed, twin.turns, twin._followups = list(self.exposed), list(self.turns), list(self._followups)
        return twin

    def hear(self, words: str, *, turns: int) -> None:
        """The user's next words: an answer to what was asked, or another request, with so many turns to carry it out."""
        budget = self.task.budget.model_copy(update={"turns": len(self.turns) + turns})
        self.task = self.task.model_copy(update={"budget": budget})
        self._questions, self.failure, self.end = 0, "", None
        if self.asking is not None:
            word = plain_answer(words)
            self._settle(self.asking, word is True)
            if word is not None:
                return
        self.waiting = True
        self.answer(words)
        self.end = None  # whatever ended the conversation so far, the user goes on

    def _settle(self, reply: Reply, word: bool) -> None:
        """Carries out a reply with the user's word on the calls that needed it."""
        self.asking = None
        assert reply.action is not None, "only calls are asked about"
        self.advance(reply, consent={doubt.place: word for doubt in self.doubts(reply.action)})


class Conversations:
    """The latest conversations by their words, at most ``capacity`` of them. Thread-safe."""

    def __init__(self, capacity: int) -> None:
        expect(capacity, int, "capacity", "how many conversations are kept")
        self._capacity = capacity
        self._kept: OrderedDict[str, Conversation] = OrderedDict()
        self._lock = threading.Lock()

    def at(self, key: str) -> Conversation | None:
        """A copy of the conversation as it stood after these words."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found.fork()

    def keep(self, key: str, conversation: Conversation) -> None:
        """Keeps a conversation, which nobody changes from now on."""
        with self._lock:
            self._kept[key] = conversation
            self._kept.move_to_end(key)
            while len(self._kept) > self._capacity:
                self._kept.popitem(last=False)


class ServedAgent:
    """The agent on one kind of phone. ``begin`` makes a task of a request; ``environment`` makes the phone to run it on."""

    def __init__(
        self,
        name: str,
        policy: Policy,
        *,
        begin: Callable[[str], Task],
        environment: Callable[[], PhoneEnvironment],
        eta: Eta,
        conversations: Conversations,
    ) -> None:
        if not hasattr(policy, "respond"):
            raise UserError(f"the policy is {policy!r}", where=name, expected="what harness.policies.open_policy opens")
        for what, maker in (("begin", begin), ("environment", environment)):
            if not callable(maker):
                raise UserError(f"{what} is no function", where=name, expected="one that makes a task, or an environment")
        expect(eta, Eta, "eta", "a harness configuration, as harness.instructions.load returns it")
        expect(conversations, Conversations, "conversations", "Conversations(256), for as many of them")
        self.id = name
        self.fingerprint = "fp_" + digest([policy.ref.model_dump(mode="json"), eta.digest]).removeprefix("sha256:")[:12]
        self._policy, self._begin, self._environment, self._eta = policy, begin, environment, eta
        self._conversations = conversations

    def answer(self, request: ChatRequest, listener: Listener) -> Finish:
        """Carries out one request. Raises ``ApiError`` for what an agent does not take, and when no model can be had."""
        said = _Said.of(request)
        conversation = self._conversation(said, request)
        first = len(conversation.turns)
        question = ""
        while not (conversation.done or conversation.waiting or question) and listener.wanted:
            reply = self._ask(conversation)
            doubts = conversation.doubts(reply.action) if reply.action is not None else []
            if doubts:
                conversation.asking = reply
                question = "\n".join(doubt.question for doubt in doubts)
                break
            turn = conversation.advance(reply)
            if turn is None:
                raise ApiError(502, f"the planner's model gave no answer: {conversation.failure}", "model_unavailable")
            listener.say(Delta(reasoning=_shown(turn)))
        turns = conversation.turns[first:]
        words = question or _last_words(conversation)
        listener.say(Delta(content=words))
        if listener.wanted:
            self._conversations.keep(self._key(said.answered(words)), conversation)
        spent = [turn.action.tokens for turn in turns]
        tokens = Tokens(
            prompt=sum(item.prompt for item in spent),
            completion=sum(item.completion for item in spent),
            cached=sum(item.cached for item in spent),
        )
        phone = {
            "end": conversation.end or "asks",
            "turns": len(turns),
            "changes": [change.model_dump(mode="json") for change in conversation.environment.outcome().delta],
        }
        return Finish("length" if conversation.end == "budget" else "stop", tokens, {"phone": phone})

    def _conversation(self, said: "_Said", request: ChatRequest) -> Conversation:
        """A new conversation, or a copy of the one that these messages go on with."""
        if not said.past:
            task = self._begin(said.words)
            if request.limit is not None:
                budget = task.budget.model_copy(update={"tokens": min(task.budget.tokens, request.limit)})
                task = task.model_copy(update={"budget": budget})
            made = Conversation(task, self._environment(), self._eta, seed=request.seed or 0, live=True)
            if said.rules:
                opening = made.context.messages[0]
                made.context.messages[0] = {**opening, "content": f"{opening['content']}\n{said.rules}"}
            return made
        found = self._conversations.at(self._key(said.past))
        if found is None:
            message = (
                "messages: this conversation is not known here, or is known no more, and with it its phone is gone; "
                "begin a new one with a user message alone"
            )
            raise ApiError(400, message, "conversation_unknown", "messages")
        found.hear(said.words, turns=self._begin(said.words).budget.turns)
        return found

    def _ask(self, conversation: Conversation) -> Reply:
        try:
            reply = self._policy.respond([conversation.request()])[0]
        except UserError as error:  # the model's settings cannot work, which the client can only be told
            raise ApiError(502, f"the planner's model cannot be used: {error}", "model_unusable") from None
        if reply.extra.get("token_ids") == []:  # a local model that had no room for a single token
            message = "messages: the conversation has outgrown the planner's context; begin a new one"
            raise ApiError(400, message, "context_length_exceeded", "messages")
        return reply

    def _key(self, said: Sequence[Json]) -> str:
        return digest([self.id, list(said)])


@dataclass(frozen=True)
class _Said:
    """What stands in a request: the client's own rules, the dialogue up to the agent's last words, the user's next ones."""

    rules: str
    past: tuple[Json, ...]
    words: str

    @classmethod
    def of(cls, request: ChatRequest) -> "_Said":
        for name in ("tools", "stop", "temperature", "parallel_tool_calls"):
            if getattr(request, name):
                wish = "the agent has tools and settings of its own; leave it out, or ask the model `planner`"
                raise ApiError(400, f"{name}: {wish}", "unsupported_parameter", name)
        said = list(request.messages)
        rules = []
        while said and said[0].role in ("system", "developer"):
            rules.append(said.pop(0).content)
        dialogue: list[list[str]] = []
        for place, message in enumerate(said, len(rules)):
            where = f"messages[{place}]"
            if message.role not in ("user", "assistant") or message.tool_calls:
                wish = "the agent takes messages of the user and its own, after system messages at the beginning"
                raise ApiError(400, f"{where}: {wish}", "invalid_value", where)
            if len(message.content) > LONGEST:
                wish = f"at most {LONGEST} characters are taken, these are {len(message.content)}"
                raise ApiError(400, f"{where}: {wish}", "string_above_max_length", f"{where}.content")
            if dialogue and dialogue[-1][0] == message.role:
                dialogue[-1][1] += f"\n{message.content}"
            else:
                dialogue.append([message.role, message.content])
        *past, (_, words) = dialogue or [["user", ""]]
        if not words.strip():
            raise ApiError(400, "messages: the user says nothing", "invalid_value", "messages")
        rule = "\n".join(rules)
        return cls(rule, (["system", rule], *past) if past else (), words)

    def answered(self, words: str) -> tuple[Json, ...]:
        """The dialogue once it was answered, as the next request will bring it."""
        past = self.past or (["system", self.rules],)
        return (*past, ["user", self.words], ["assistant", words])


def _last_words(conversation: Conversation) -> str:
    """What the user is told in the end."""
    if conversation.end in ("budget", "device_off", "infrastructure") or not conversation.turns:
        return STOPPED
    message = conversation.turns[-1].action.message
    return message.text if message is not None else STOPPED


def _shown(turn: Turn) -> str:
    """A turn on its way, as a person reads it; words for the user come as content and are not repeated here."""
    lines = [turn.action.thought] if turn.action.thought else []
    for call, answer in zip(turn.action.calls, turn.feedback, strict=True):
        lines.append(f"> {call.name} {json.dumps(call.arguments, ensure_ascii=False)}")
        if answer.error is not None:
            lines.append(f"< {answer.error.code}: {answer.error.message}")
        else:
            lines.append(f"< {_short(json.dumps(answer.payload, ensure_ascii=False))}")
    if turn.action.malformed is not None:
        lines.append(f"(unreadable output: {turn.action.malformed})")
    return "".join(f"{line}\n" for line in lines)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]} ... ({len(text)} characters)"
