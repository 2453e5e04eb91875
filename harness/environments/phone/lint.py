"""The task lint: whether a task, its witness and its verifier fit each other.

Everything is decided by playing plans on the phone: the witness passes, lazy plans and damaged ones do not, harmless
additions do no harm, nothing depends on luck, and the witness knows nothing that a planner could not know.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from harness.contract import Action, BehaviourCheck, Bound, Json, Message, MessageKind, Task, ValueKind, Witness
from harness.errors import expect

from .environment import PhoneEnvironment
from .errors import PhoneError
from .mutation import dependent_steps
from .replay import (
    DONE,
    REFUSAL,
    Step,
    play,
    play_steps,
    read_calls,
    same_state,
    spell,
    swapped,
    unrelated_writes,
    with_calls,
    without,
)
from .spoken import values
from .tools import Catalogue
from .verify import plain

SHORTEST = 3
"""Shorter texts than this occur everywhere, so their origin tells nothing."""


@dataclass(frozen=True)
class Problem:
    """One fault. ``code`` names the rule of the lint that is broken."""

    code: str
    detail: str


@dataclass(frozen=True)
class LintReport:
    """What the lint found. ``optional`` are steps that change something and are not needed to pass."""

    problems: tuple[Problem, ...]
    optional: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.problems


def lint(task: Task, witness: Witness, catalogue: Catalogue) -> LintReport:
    """Plays the witness and its variants. Raises ``UserError`` if the task cannot even be started."""
    expect(witness, Witness, "the witness", "a Witness")
    actions = witness.turns
    gold, steps = play_steps(task, actions, catalogue)
    verdict = gold.verify()
    if not verdict.success:
        failed = [item for item in (*verdict.checks, *verdict.gates) if not item.passed]
        reasons = "; ".join(f"{item.name}: {item.detail}" for item in failed)
        failure = Problem("witness_fails", reasons or "; ".join(verdict.violations))
        return LintReport((failure, *_gold_is_valid(task, catalogue)))
    optional = tuple(
        spell(step.call) for step in steps if step.writes and play(task, without(actions, step), catalogue).verify().success
    )
    problems = (
        *_words_to_say(task),
        *_gold_is_valid(task, catalogue),
        *_lazy(task, actions, steps, catalogue),
        *_harmless(task, actions, steps, catalogue),
        *_damaged(task, actions, steps, catalogue),
        *_hedged(task, actions, catalogue),
        *_deterministic(task, actions, gold, catalogue),
        *_provenance(task, steps, catalogue),
    )
    return LintReport(problems, optional)


def _expected_message(task: Task) -> str | None:
    check = task.completion.check
    return check.message if isinstance(check, BehaviourCheck) else None


def _words_to_say(task: Task) -> Iterator[Problem]:
    """A task that is solved by words must say which: otherwise any refusal, question or claim passes."""
    completion = task.completion
    check = completion.check
    if isinstance(check, BehaviourCheck) and not (check.says or check.calls or check.changes or completion.says):
        yield Problem("unsaid", f"any {check.message or 'ending'} passes: the check asks for no words and no calls")
    says = [*completion.says, *(check.says if isinstance(check, BehaviourCheck) else ())]
    if any(not words or not all(word.strip() for word in words) for words in says):
        yield Problem("unsaid", "an empty list of words, or an empty word, can never or always be said")


def _gold_is_valid(task: Task, catalogue: Catalogue) -> Iterator[Problem]:
    """Gold calls name tools and arguments that exist, in the canonical form in which the log will hold them."""
    check = task.completion.check
    for wanted in getattr(check, "calls", ()):
        tool = catalogue.get(wanted.name)
        if tool is None:
            yield Problem("gold_unknown_tool", wanted.name)
            continue
        unknown = wanted.arguments.keys() - tool.parameters["properties"].keys()
        if unknown:
            yield Problem("gold_unknown_argument", f"{wanted.name}: {', '.join(sorted(unknown))}")
            continue
        exact = {
            name: item.value for name, item in wanted.arguments.items() if item.match == "exact" and item.value is not None
        }
        try:
            canonical = tool.validate(exact)
        except PhoneError as error:
            if error.code.value != "MISSING_ARGUMENT":
                yield Problem("gold_invalid_argument", f"{wanted.name}: {error.message}")
            continue
        for name, value in canonical.items():
            if value != exact[name]:
                yield Problem("gold_not_canonical", f"{wanted.name}.{name}: {exact[name]!r} is logged as {value!r}")


def _lazy(task: Task, actions: tuple[Action, ...], steps: list[Step], catalogue: Catalogue) -> Iterator[Problem]:
    """Doing nothing, a bare message at once, and saying what the witness says without acting all fail."""
    expected = _expected_message(task)
    if play(task, (), catalogue).verify().success:
        yield Problem("idle_passes", "doing nothing passes")
    if expected != "finish" and play(task, (DONE,), catalogue).verify().success:
        yield Problem("finish_passes", "finishing at once passes")
    question = Action(message=Message(kind=MessageKind.CLARIFY, text="What do you mean?"))
    for action, kind in ((REFUSAL, "refuse"), (question, "clarify")):
        if play(task, (action,), catalogue).verify().success:
            if expected != kind:
                yield Problem(f"{kind}_passes", f"a bare {kind} at once passes")
            else:
                yield Problem("unsaid", f"any {kind} passes, whatever it says")
    if any(step.writes for step in steps):
        claims = tuple(action for action in actions if action.message is not None)
        if play(task, claims, catalogue).verify().success:
            yield Problem("already_satisfied", "the goal holds before anything is done")


def _harmless(task: Task, actions: tuple[Action, ...], steps: list[Step], catalogue: Catalogue) -> Iterator[Problem]:
    """Looking at everything, and doing the calls of one turn the other way round, still passes."""
    last = len(actions) - 1 if actions and actions[-1].message is not None else len(actions)
    reads = tuple(read_calls(catalogue))
    if not play(task, (*actions[:last], *reads, *actions[last:]), catalogue).verify().success:
        yield Problem("reading_fails", "the witness followed by harmless reads fails")
    reversed_turns = {turn: action.calls[::-1] for turn, action in enumerate(actions) if len(action.calls) > 1}
    if reversed_turns and not play(task, with_calls(actions, dict(reversed_turns)), catalogue).verify().success:
        yield Problem("turn_order", "calls of one turn depend on their order; they belong in turns of their own")


def _damaged(task: Task, actions: tuple[Action, ...], steps: list[Step], catalogue: Catalogue) -> Iterator[Problem]:
    """One unrelated write, or one swapped pair of ordered steps, fails. (Missing steps are reported as optional.)"""
    written = {change.table for step in steps for change in step.entry.writes}
    for extra in unrelated_writes(task, written, catalogue):
        if play(task, (extra, *actions), catalogue).verify().success:
            yield Problem("unrelated_write_passes", spell(extra.calls[0]))
        break
    for first, second in dependent_steps(task, steps):
        if play(task, swapped(actions, first, second), catalogue).verify().success:
            yield Problem("swap_passes", f"{spell(first.call)} <-> {spell(second.call)}")


def _hedged(task: Task, actions: tuple[Action, ...], catalogue: Catalogue) -> Iterator[Problem]:
    """The right answer together with another one fails."""
    completion = task.completion
    others = [[rival] for rival in completion.rivals]
    others += [_strangers(bound) for bound in completion.bounds]
    for words in others:
        hedge = Action(message=Message(kind=MessageKind.FINISH, text=f"Or {', '.join(words)}."))
        if play(task, (*actions, hedge), catalogue).verify().success:
            yield Problem("hedge_passes", f"the witness passes although it also says {', '.join(words)}")


_STRANGE = {
    ValueKind.TIME: [f"{hour:02d}:{minute:02d}" for hour in (3, 13) for minute in range(1, 60)],
    ValueKind.DATE: [f"2001-{month:02d}-{day:02d}" for month in range(1, 13) for day in range(1, 29)],
    ValueKind.NUMBER: [str(90_001 + 37 * step) for step in range(100)],
}
"""Values that hardly any task is about."""


def _strangers(bound: Bound) -> list[str]:
    """One value more than may stand beside the right one."""
    known = [value for word in bound.allowed for value in values(plain(word), bound.kind)]
    strange = (word for word in _STRANGE[bound.kind] if not any(map(values(word, bound.kind)[0].agrees, known)))
    return [next(strange) for _ in range(bound.most + 1)]


def _deterministic(
    task: Task, actions: tuple[Action, ...], gold: PhoneEnvironment, catalogue: Catalogue
) -> Iterator[Problem]:
    """The same plan ends in the same state, and so does a copy taken half-way."""
    if not same_state(play(task, actions, catalogue), gold):
        yield Problem("not_deterministic", "two runs of the witness end in different states")
    middle = len(actions) // 2
    original = play(task, actions[:middle], catalogue)
    copy = original.fork()
    for environment in (copy, original):
        for action in actions[middle:]:
            environment.step(action)
        if not same_state(environment, gold) or environment.verify() != gold.verify():
            yield Problem("fork_differs", "a copy taken half-way ends elsewhere")
            return


# -- provenance

LONGEST_VALUE = 3
"""A text of more words than this is a sentence that the planner may put in its own words."""
_CHINESE = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_EXEMPT = re.compile(r"\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}([t ]\d{2}:\d{2})?")


def _provenance(task: Task, steps: list[Step], catalogue: Catalogue) -> Iterator[Problem]:
    """Every text that the witness passes on was said to it or answered to an earlier call."""
    seen = [task.request, *(memory.text for memory in task.initial.memory), *(reply.text for reply in task.followups)]
    for turn in task.history:
        seen += [turn.text, *(_text(call.arguments) for call in turn.calls), *(map(_text, turn.results))]
    visible = plain(" ".join(seen))
    later: list[str] = []
    turn_now = -1
    for step in steps:
        if step.turn != turn_now:
            visible, later, turn_now = " ".join([visible, *map(plain, later)]), [], step.turn
        tool = catalogue.get(step.call.name)
        properties = tool.parameters["properties"] if tool else {}
        arguments = {} if tool and tool.kind == "skill" else step.call.arguments  # why a skill is loaded is free
        for name, value in arguments.items():
            for text in _texts(value):
                schema = properties.get(name, {})
                if text in catalogue or _closed(schema):  # a routine's steps name tools, which a planner can see
                    continue
                if not _known(text, visible) and not _known(text, plain(_text(schema))):
                    yield Problem("provenance", f"{step.call.name}.{name}: nothing said or answered {text!r} before")
        error = step.feedback.error
        later += [_text(step.feedback.payload), f"{error.message} {_text(error.accepted)}" if error else ""]


def _texts(value: Json) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, (list, tuple)):
        return [text for item in value for text in _texts(item)]
    if isinstance(value, dict):
        return [text for item in value.values() for text in _texts(item)]
    return []


def _closed(schema: dict[str, Json]) -> bool:
    """Whether the schema itself lists the values."""
    return "enum" in schema or "const" in schema or "enum" in schema.get("items", {})


def _known(text: str, visible: str) -> bool:
    """Whether a text could be written from what was visible.

    Names and numbers must have occurred, and half of the other words, but for a sentence of the planner's own. In
    Chinese, where words are not told apart, pairs of characters stand for words.
    """
    needle = plain(text)
    if len(needle) < SHORTEST or _EXEMPT.fullmatch(needle) or needle in visible:
        return True
    if re.fullmatch(r"[+\d\s().-]+", needle):
        return re.sub(r"\D", "", needle) in re.sub(r"(?<=\d)[\s().-]+(?=\d)", "", visible)
    numbers = re.findall(r"\d+", needle)
    if not all(number.lstrip("0") in visible for number in numbers):
        return False
    if _CHINESE.search(needle):
        pairs = [needle[at : at + 2] for at in range(len(needle) - 1) if len(_CHINESE.findall(needle[at : at + 2])) == 2]
        return 2 * sum(pair in visible for pair in pairs) >= len(pairs)
    spelled = re.findall(r"[\w'.-]*\w", text)
    sentence = len(spelled) > LONGEST_VALUE
    words = [word for word in spelled[sentence:] if len(word) >= SHORTEST]
    names = [word for word in words if word[0].isupper() or "_" in word or "." in word]
    if not all(plain(name) in visible for name in names):
        return False
    return sentence or 2 * sum(plain(word) in visible for word in words) >= len(words)


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
