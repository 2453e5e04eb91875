"""One episode: the state machine between a planner and the world, with no loop of its own.

``request`` says what the planner is asked next, ``advance`` takes its reply one turn further. The batched rollout engine,
the planner graph and every caller in between drive the same two methods, so they cannot come to differ.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from harness.contract import (
    Action,
    Call,
    Cost,
    Effect,
    ErrorType,
    Feedback,
    FollowUp,
    Json,
    Message,
    MessageKind,
    PolicyRef,
    Status,
    Task,
    Tokens,
    Trajectory,
    Turn,
    Verification,
    canonical,
)

from .adapter.guidance import adapter_for
from .context import Context
from .environments.phone.environment import PhoneEnvironment
from .environments.phone.verify import contains
from .executor import Executor
from .gate import Doubt, doubts, is_guarded, plain_answer
from .instructions import Eta
from .policy import PolicyRequest, Reply
from .provenance import Evidence, people_of
from .recall import recall_for
from .skills.guard import objections, procedures_for, unfinished

End = Literal["finish", "refuse", "clarify", "budget", "device_off", "infrastructure"]
Actor = Literal["learner", "expert"]

MALFORMED = "Your last output could not be read: {reason}. Answer with a tool call or with a message to the user."
BUDGET = "Notice: {left} turns are left."
NOT_DONE = "Not finished yet: {what}. If you are done all the same, say so again."
NEW_TOOLS = "New tools:\n{signatures}"
NO_ANSWER = "I can't tell you that."

UNUSABLE = frozenset({ErrorType.UNKNOWN_TOOL, ErrorType.INVALID_ARGUMENT, ErrorType.MISSING_ARGUMENT})
"""Errors of calls that were not well formed, whatever the state of the phone."""


class Episode:
    """One task under way. ``seed`` joins the task's own; ``name`` tells apart episodes of one task.

    With ``live`` a person answers questions: a clarifying message leaves the episode ``waiting`` until ``answer``.
    """

    def __init__(
        self,
        task: Task,
        environment: PhoneEnvironment,
        eta: Eta,
        *,
        seed: int = 0,
        name: str | None = None,
        live: bool = False,
    ) -> None:
        self.task = task
        self.environment = environment
        self.eta = eta
        self.seed = seed
        self.id = name or f"{task.id}/{seed}"
        seen = environment.reset(task, seed=seed)
        self._recall = recall_for(environment.catalogue, eta)
        self._available = frozenset(seen.tools)
        self.exposed = self._first_tools()
        self._offered = tuple(self.exposed)
        self.context = Context(task, seen, eta, environment.catalogue, self.exposed, self._guidance())
        self.executor = Executor(environment, eta.settings)
        self._procedures = procedures_for(eta)
        self.turns: list[Turn] = []
        self.end: End | None = None
        self.failure = ""
        self.waiting = False
        self._live = live
        self._followups = list(task.followups)
        self._questions = 0

    # -- what the planner is asked

    def request(self) -> PolicyRequest:
        """The next request. Only valid while the episode goes on."""
        assert self.end is None, "the episode is over"
        schemas = [self.environment.catalogue[name].schema() for name in self.exposed]
        return PolicyRequest(
            episode_id=self.id,
            task_id=self.task.id,
            turn=len(self.turns),
            messages=list(self.context.messages),
            tools=schemas,
            seed=self.seed,
            max_tokens=self.task.budget.tokens,
            guided=self.eta.settings.guided,
        )

    @property
    def done(self) -> bool:
        return self.end is not None

    # -- one turn

    def doubts(self, action: Action) -> list[Doubt]:
        """The calls of an action that are not carried out without the user's word, each with the reason."""
        taken = action.calls[: self.eta.settings.calls]
        catalogue = self.environment.catalogue
        if not any(is_guarded(call, catalogue) for call in taken):
            return []
        people = people_of(self.environment.phone.state.rows("contacts"))
        found = doubts(taken, Evidence.of(self.task, self.turns, people, catalogue), catalogue)
        wrong = self.objections(action)
        found = [doubt for doubt in found if doubt.call.name in self.exposed and doubt.place not in wrong]
        return [doubt for doubt in found if self._would_do_something(taken, doubt)]

    def objections(self, action: Action) -> dict[int, str]:
        """The calls of an action that the plan guard holds back, by their places, each with what it would violate."""
        return objections(self._procedures, self.turns, action.calls[: self.eta.settings.calls])

    def _would_do_something(self, calls: Sequence[Call], doubt: Doubt) -> bool:
        """Whether the call would have an effect: one that fails on a copy of the phone may fail on the phone itself.

        What is carried out elsewhere has no copy to be tried on.
        """
        tried = [*(call for call in calls[: doubt.place] if call.name in self.exposed), doubt.call]
        catalogue = self.environment.catalogue
        if self.environment.backend != "phone" or any(catalogue[call.name].kind == "external" for call in tried):
            return True
        answer = self.environment.fork().step(Action(calls=tuple(tried)))[-1]
        return answer.error is None or answer.error.effect is not Effect.NONE

    def advance(
        self,
        reply: Reply,
        *,
        actor: Actor = "learner",
        monitor: str | None = None,
        consent: Mapping[int, bool] | None = None,
    ) -> Turn | None:
        """Takes one reply. Returns the turn, or None when the reply was an infrastructure failure.

        ``consent`` is what a person said to the action's ``doubts``, by the call's place; without it the scripted user is
        asked, and a call about which nobody says yes is not carried out.
        """
        if reply.failure is not None or reply.action is None:
            self.end, self.failure = "infrastructure", reply.failure or "the policy gave no answer"
            return None
        action = reply.action
        self.context.add_action(action, reply.raw)
        answers: list[Feedback] = []
        words: str | None = None
        added: list[str] = []
        if action.malformed is not None:
            self.context.add_user(MALFORMED.format(reason=action.malformed))
        elif action.message is not None and (left := self._unfinished(action.message)):
            self.context.add_user(NOT_DONE.format(what="; ".join(left)))
        elif action.message is not None:
            self.environment.step(action)
            words = self._answer(action.message)
            if words is not None:
                added = self._tools_for(words)
                self.context.add_user("\n".join((words, *self._announce(added))))
        else:
            found = self.doubts(action)
            heard = {doubt.place: self._word_on(doubt) for doubt in found} if consent is None else dict(consent)
            answers = self.executor.run(action.calls, self.exposed, found, heard, self.objections(action))
            added = self._tools_from(answers)
            self.context.add_feedback(answers)
            if added:
                self.context.add_user("\n".join(self._announce(added)))
        self.exposed += added
        turn = Turn(
            actor=actor,
            action=action,
            raw=reply.raw,
            feedback=tuple(answers),
            reply=words,
            exposed=tuple(added),
            monitor=monitor,
            latency_ms=round(reply.latency_ms, 3),
        )
        self.turns.append(turn)
        self._close_or_warn()
        return turn

    def answer(self, words: str) -> None:
        """What a person says to the question that the episode waits with."""
        assert self.waiting, "nobody asked"
        self.waiting = False
        added = self._tools_for(words)
        self.context.add_user("\n".join((words, *self._announce(added))))
        self.exposed += added
        self.turns[-1] = self.turns[-1].model_copy(update={"reply": words, "exposed": tuple(added)})
        self._close_or_warn()

    def _close_or_warn(self) -> None:
        if self.end is not None or self.waiting:
            return
        left = self.task.budget.turns - len(self.turns)
        patience = self.eta.settings.feedback.unreadable
        if len(self.turns) >= patience and all(_is_unusable(turn) for turn in self.turns[-patience:]):
            self.end = "budget"  # a model that cannot write a call is not asked until the budget is gone
        elif self._is_stuck() or left <= 0:
            self.end = "budget"
        elif left == self.eta.settings.notices.budget_left:
            self.context.add_user(BUDGET.format(left=left))

    def _is_stuck(self) -> bool:
        """Whether the last turns made the same calls and got the same answers, so that nothing new can come."""
        count = self.eta.settings.notices.stuck
        if len(self.turns) < count or not self.turns[-1].action.calls:
            return False
        done = [
            canonical(
                [
                    [[call.name, call.arguments] for call in turn.action.calls],
                    [[answer.payload, answer.error and answer.error.code] for answer in turn.feedback],
                ]
            )
            for turn in self.turns[-count:]
        ]
        return len(set(done)) == 1

    def _answer(self, message: Message) -> str | None:
        """What the scripted user says to a message; sets ``end`` where nothing follows."""
        if message.kind is MessageKind.REFUSE:
            self.end = "refuse"
            return None
        kind = message.kind.value
        waiting = [item for item in self._followups if item.after == kind]
        if message.kind is MessageKind.FINISH:
            if not waiting:
                self.end = "finish"
                return None
            return self._say(waiting[0])
        self._questions += 1
        if self._live and self._questions <= self.task.budget.questions:
            self.waiting = True
            return None
        if not waiting or self._questions > self.task.budget.questions:
            self.end = "clarify"
            return None
        fitting = [item for item in waiting if not item.asks or any(contains(message.text, word) for word in item.asks)]
        return self._say(fitting[0]) if fitting else NO_ANSWER

    def _unfinished(self, message: Message) -> list[str]:
        """What the plan guard finds still to come when the planner says that it is done and has turns left."""
        if message.kind is not MessageKind.FINISH or self.task.budget.turns - len(self.turns) <= 1:
            return []
        return unfinished(self._procedures, self.turns)

    def _word_on(self, doubt: Doubt) -> bool | None:
        """What the scripted user says about a call: a plain yes or no to a question of that kind, or nothing."""
        for item in self._followups:
            if item.after == "clarify" and any(contains(doubt.question, word) for word in item.asks):
                word = plain_answer(item.text)
                if word is not None:
                    self._followups.remove(item)
                    return word
        return None

    def _say(self, item: FollowUp) -> str:
        self._followups.remove(item)
        return item.text

    # -- tools

    def _first_tools(self) -> list[str]:
        """What is offered at the start: what the task demands, what eta always offers, and the best of recall.

        Where eta says so, a skill loader must be among the best few of all; not where tools come through skills alone.
        """
        settings = self.eta.settings.recall
        among, texts = self._available, self._texts()
        loaders = self.environment.catalogue.of_kind("skill")
        skills_alone = self.task.resources.routing == "skill_only"
        if skills_alone:
            among -= self.environment.catalogue.of_kind("phone")
        size = min(self.task.resources.recall, settings.tools)
        chosen = [name for name in (*self.task.resources.tools, *settings.always) if name in among]
        if settings.skills_among is not None and not skills_alone:
            among -= loaders.difference(self._recall.top(texts, settings.skills_among, among=among))
        chosen = list(dict.fromkeys([*chosen, *self._recall.top(texts, settings.skills, among=among & loaders)]))
        rest = [name for name in self._recall.top(texts, size, among=among) if name not in chosen]
        return sorted(chosen + rest[: max(0, size - len(chosen))])

    def _texts(self) -> list[str]:
        """What was said until now, the request last."""
        return [past.text for past in self.task.history if past.text] + [self.task.request]

    def _guidance(self) -> str:
        """What the Scenario Adapter says beside the tools of the start, those that fit the request best first."""
        adapter = adapter_for(self.environment.catalogue, self.eta)
        return adapter.guidance(self._recall.top(self._texts(), len(self.exposed), among=frozenset(self.exposed)))

    def _tools_for(self, words: str) -> list[str]:
        count = self.eta.settings.recall.followup
        if self.task.resources.routing == "skill_only":
            return []
        ranked = self._recall.top([words], count, among=self._available)
        return [name for name in ranked if name not in self.exposed]

    def _tools_from(self, answers: Sequence[Feedback]) -> list[str]:
        """Tools that a loaded skill brings, and those that recalled memories speak of."""
        added: list[str] = []
        for answer in answers:
            tool = self.environment.catalogue.get(answer.tool)
            if tool is None or answer.status is not Status.OK:
                continue
            payload: Mapping[str, Json] = answer.payload
            if tool.kind == "skill":
                added += [name for name in payload["tools"] if name in self._available]
            elif tool.name == "search_user_memory":
                added += self._tools_for(" ".join(record["text"] for record in payload["records"]))
        return [name for name in dict.fromkeys(added) if name not in self.exposed]

    def _announce(self, added: Sequence[str]) -> list[str]:
        if not added or self.eta.settings.tool_format != "compact":
            return []
        return [NEW_TOOLS.format(signatures=self.context.describe_tools(added))]

    # -- the record

    def verify(self) -> Verification:
        """The verdict on what was done so far; an infrastructure failure makes it invalid, never a failure."""
        verdict = self.environment.verify()
        if self.end == "infrastructure":
            verdict = verdict.model_copy(update={"success": False, "valid": False, "reason": self.failure})
        return verdict

    def trajectory(self, policy: PolicyRef) -> Trajectory:
        """The record of the episode as it stands."""
        prompt = sum(turn.action.tokens.prompt for turn in self.turns)
        completion = sum(turn.action.tokens.completion for turn in self.turns)
        cached = sum(turn.action.tokens.cached for turn in self.turns)
        return Trajectory(
            id=self.id,
            task_id=self.task.id,
            backend=self.environment.backend,
            policy=policy,
            harness=self.eta.version,
            seed=self.seed,
            messages=tuple(self.context.messages),
            prompt=self.context.prompt,
            tools=self._offered,
            turns=tuple(self.turns),
            end=self.end or "budget",
            evidence=self.environment.evidence(),
            verification=self.verify(),
            cost=Cost(
                tokens=Tokens(prompt=prompt, completion=completion, cached=cached),
                calls=sum(len(turn.action.calls) for turn in self.turns),
                turns=len(self.turns),
            ),
        )


def _is_unusable(turn: Turn) -> bool:
    """Whether a turn could not be read, or held no call that any phone could carry out."""
    if turn.action.calls:
        return all(answer.error is not None and answer.error.type in UNUSABLE for answer in turn.feedback)
    return turn.action.malformed is not None


def replay(task: Task, actions: Sequence[Action], environment: PhoneEnvironment, eta: Eta, *, seed: int) -> Episode:
    """Plays recorded actions through a fresh episode, as far as they go."""
    episode = Episode(task, environment, eta, seed=seed)
    for action in actions:
        if episode.done:
            break
        episode.advance(Reply(action))
    return episode
