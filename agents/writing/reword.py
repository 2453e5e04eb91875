"""The constructor's requests in other words, by a model: kept only if the task is still the same task.

Every value of the original must survive: what the witness passes on or the goal holds, every time, day and number, every
quoted text and every name. Nothing is negated that was not, no tool is named, and the reworded task must pass the lint as
the original did. Whatever fails one of these keeps its own words.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from harness.contract import Json, Language, StateCheck, Task, ToolCallCheck, Witness
from harness.environments.phone.lint import lint
from harness.environments.phone.profiles import load_profile
from harness.environments.phone.tools import Catalogue
from harness.environments.phone.verify import contains, plain
from prompts import load

from ..requests.values import find_values
from ..similarity import jaccard, leaks, ngrams
from .writer import RefusedError, Writer, read_object, text_field

STEP = "reword requests"
MOST = 160
"""How many requests of one construction are reworded, spread over the families."""
LONGEST = 600
TOO_ALIKE = 0.9
_NEGATION = re.compile(
    r"\b(?:not|no|never|n't|without|unless|except|instead|don't|doesn't|isn't|won't)\b|[不没别勿除]", re.IGNORECASE
)
_CHINESE = re.compile("[\u3400-\u9fff]")
_NAME = re.compile(r"(?<=[^.?!:] )[A-Z][\w'’-]+|\b\w+_\w+\b|\b[A-Z]{2,}\b")
Draft = tuple[Task, Witness]


def reword_requests(
    drafts: Sequence[Draft],
    catalogue: Catalogue,
    writer: Writer,
    *,
    held_out: Sequence[str] = (),
    progress: Callable[[int], None] = lambda _: None,
) -> list[Draft]:
    """The drafts, some of them in other words, in order."""
    places = choose(drafts)
    prompts = [_prompt(drafts[place]) for place in places]

    def check(number: int, reply: str) -> Task:
        task, witness = drafts[places[number]]
        request = text_field(read_object(reply), "request", LONGEST)
        _require_same(task, witness, request, catalogue)
        if leaks([(task.id, request)], held_out):
            raise RefusedError("comes near something held out")
        changed = task.model_copy(update={"request": request})
        if lint(changed, witness, catalogue).problems:
            raise RefusedError("the lint objects to the reworded task")
        return changed

    reworded = writer.ask_all(STEP, prompts, check, progress)
    result = list(drafts)
    for place, task in zip(places, reworded, strict=True):
        if task is not None:
            result[place] = (task, drafts[place][1])
    return result


def choose(drafts: Sequence[Draft], most: int = MOST) -> list[int]:
    """Which drafts to reword: at most so many, families in turn. A request inside a dialogue keeps its words."""
    by_family: dict[str, list[int]] = {}
    for place, (task, _) in enumerate(drafts):
        if not task.history and not task.followups:
            by_family.setdefault(task.family, []).append(place)
    chosen: list[int] = []
    rounds = max((len(places) for places in by_family.values()), default=0)
    for number in range(rounds):
        chosen += [places[number] for _, places in sorted(by_family.items()) if number < len(places)]
    return sorted(chosen[:most])


def _prompt(draft: Draft) -> str:
    task, witness = draft
    keep = ", ".join(f'"{text}"' for text in kept_words(task, witness)) or "nothing in particular"
    language = "Chinese" if task.language is Language.CHINESE else "English"
    return load("constructor/reword", request=task.request, language=language, keep=keep)


def kept_words(task: Task, witness: Witness) -> list[str]:
    """What of a request must stay as it is: values of the witness and the goal, quoted texts, names."""
    said = [text for text in _values_of(task, witness) if len(text) > 1 and contains(task.request, text)]
    quoted = [
        str(item.value)
        for item in find_values(task.request, _today(task))
        if item.kind in ("text", "file", "email", "phone", "url")
    ]
    named = _NAME.findall(task.request)
    found = dict.fromkeys(text for text in (*quoted, *said, *named))
    return [text for text in found if not any(text != other and plain(text) in plain(other) for other in found)]


def _values_of(task: Task, witness: Witness) -> Iterator[str]:
    for turn in witness.turns:
        for call in turn.calls:
            yield from _texts(call.arguments)
    check = task.completion.check
    if isinstance(check, StateCheck):
        for change in check.changes:
            yield from _texts(change.after.value)
    if isinstance(check, ToolCallCheck):
        for wanted in check.calls:
            yield from _texts({name: item.value for name, item in wanted.arguments.items()})


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _texts(item)


def _require_same(task: Task, witness: Witness, request: str, catalogue: Catalogue) -> None:
    """Raises ``RefusedError`` for words that do not say the same."""
    if "{" in request or "\n" in request:
        raise RefusedError("is no single spoken request")
    if bool(_CHINESE.search(request)) != bool(_CHINESE.search(task.request)):
        raise RefusedError("is in another language")
    if plain(request) == plain(task.request) or jaccard(ngrams(request, 2), ngrams(task.request, 2)) > TOO_ALIKE:
        raise RefusedError("says it in the same words")
    lost = [text for text in kept_words(task, witness) if not contains(request, text)]
    if lost:
        raise RefusedError("loses a value of the original")
    today = _today(task)
    if _meant(request, today) != _meant(task.request, today):
        raise RefusedError("changes a time, a day or a number")
    if len(_NEGATION.findall(request)) != len(_NEGATION.findall(task.request)):
        raise RefusedError("negates what was not negated, or the other way round")
    if any(name in request and name not in task.request for name in catalogue):
        raise RefusedError("names a tool")


def _meant(text: str, today: date) -> list[str]:
    """The times, days, lengths and numbers of a text, as they are meant."""
    kinds = ("date", "range", "days", "time", "span", "money", "percent", "number", "phone")
    return sorted(f"{item.kind} {item.value}" for item in find_values(text, today) if item.kind in kinds)


def _today(task: Task) -> date:
    """The phone's date as the task starts."""
    state = load_profile(task.initial.profile, task.initial.clock)
    row = state.get("device", "clock")
    zone = ZoneInfo(str(row["zone"])) if row else None
    return datetime.fromtimestamp(state.now, zone).date()
