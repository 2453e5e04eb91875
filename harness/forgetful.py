"""Forgetful planners: each follows its task's witness but for one lapse, so that what a part of the harness is worth can be
measured without any model.

They heed the harness and nothing else: a lapse is mended where a call is answered as not carried out, or with a notice, and
goes unnoticed where the harness says nothing. A lapse is a coroutine over turns: it yields what is done and is sent what was
answered. A policy keeps no state, so a request replays it from the first turn; choices depend on seed and episode alone.
"""

import json
import random
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import count, pairwise

from harness.contract import Action, Call, Json, Message, PolicyRef, Witness

from .executor import NOT_CARRIED_OUT
from .policy import PolicyRequest, WitnessPolicy, ending

MEMORY_SEARCH = "search_user_memory"
SKILL_LOADER = "skill__"
NOTICE = "Notice: "
PREFIX = "forgetful:"


@dataclass(frozen=True)
class Heard:
    """What came of one turn: its calls as they were made, the answer to each (None: cut, so unreadable), all notices."""

    calls: tuple[str, ...]
    answers: tuple[Json, ...]
    notices: tuple[str, ...]

    @property
    def refused(self) -> list[int]:
        """The places of calls that the harness did not carry out."""
        return [place for place, answer in enumerate(self.answers) if _code(answer) in NOT_CARRIED_OUT]


Lapse = Callable[[Sequence[Action], PolicyRequest], Generator[Action, Heard, None]]
"""A way through the witness's turns, given the request that is answered, for its seed and the tools that are offered."""


def no_memory_search(turns: Sequence[Action], request: PolicyRequest) -> Generator[Action, Heard, None]:
    """Acts without looking into the memory, until a call is not carried out."""
    left_out: list[Call] = []
    reminded = False
    for turn in turns:
        kept = turn.calls
        if not reminded:
            left_out += [call for call in turn.calls if call.name == MEMORY_SEARCH]
            kept = tuple(call for call in turn.calls if call.name != MEMORY_SEARCH)
            if turn.calls and not kept:
                continue
        heard = yield turn.model_copy(update={"calls": kept})
        if heard.refused and left_out and not reminded:
            reminded = True
            yield Action(thought="Memory may say more.", calls=tuple(left_out))
            yield _again(kept, heard.refused)


def stale_memory(turns: Sequence[Action], request: PolicyRequest) -> Generator[Action, Heard, None]:
    """Of remembered facts about the same thing it believes the oldest."""
    return _believing(lambda records: min(records, key=lambda record: str(record["date"])), turns)


def first_memory(turns: Sequence[Action], request: PolicyRequest) -> Generator[Action, Heard, None]:
    """Of remembered facts about the same thing it believes the one that the search puts first."""
    return _believing(lambda records: records[0], turns)


def wrong_skill(turns: Sequence[Action], request: PolicyRequest) -> Generator[Action, Heard, None]:
    """Loads another of the skills that are offered, and the right one once a call is not carried out."""
    owed: Call | None = None
    lapsed = False
    for turn in turns:
        load = next((call for call in turn.calls if call.name.startswith(SKILL_LOADER)), None)
        others = [] if load is None else [name for name in _offered(request) if _is_other_skill(name, load.name)]
        if load is not None and others and not lapsed:
            rng = random.Random(f"{request.seed}/{request.episode_id}/skill")
            other = rng.choice(sorted(others))
            heard = yield _renamed(turn, {load.id: other})
            lapsed = load.name not in heard.calls  # when it acted, no other may have been offered yet
            owed = load if lapsed else None
            continue
        heard = yield turn
        if owed is not None and heard.refused:
            yield Action(thought="That was the wrong skill.", calls=(owed,))
            yield _again(turn.calls, heard.refused)
            owed = None


def wrong_tool(turns: Sequence[Action], request: PolicyRequest) -> Generator[Action, Heard, None]:
    """Calls every tool by a wrong name, until an answer suggests one: from then on by the first that it suggests."""
    believed: dict[str, str] = {}
    for turn in turns:
        heard = yield _renamed(turn, {call.id: believed.get(call.name, misnamed(call.name)) for call in turn.calls})
        again = []
        for place in heard.refused:
            call, suggested = turn.calls[place], _suggestion(heard.answers[place])
            if suggested is not None and believed.setdefault(call.name, suggested) == suggested != heard.calls[place]:
                again.append(_anew(call.model_copy(update={"name": suggested})))
        if again:
            yield Action(thought="It has another name.", calls=tuple(again))


def guessed_ids(turns: Sequence[Action], request: PolicyRequest) -> Generator[Action, Heard, None]:
    """Guesses an id, one variation after the other, and looks it up only once it is told that these are guesses."""
    calls = [call for turn in turns for call in turn.calls]
    needed = next(((call, key) for call in calls for key in call.arguments if key.endswith("Id")), None)
    if needed is not None:
        call, key = needed
        for number in count(1):
            guess = {**call.arguments, key: f"{call.arguments[key]}_{number}"}
            made = Call(id=f"guess{number}", name=call.name, arguments=guess)
            heard = yield Action(thought="It may have this id.", calls=(made,))
            if heard.notices or not any(map(_code, heard.answers)):
                break
    for turn in turns:
        _ = yield turn


LAPSES: Mapping[str, Lapse] = {
    made.__name__.replace("_", "-"): made
    for made in (no_memory_search, stale_memory, first_memory, wrong_skill, wrong_tool, guessed_ids)
}


class ForgetfulPolicy(WitnessPolicy):
    """The witness with one lapse. Raises ``KeyError`` for a lapse that does not exist."""

    def __init__(self, lapse: str, witnesses: Mapping[str, Witness]) -> None:
        super().__init__(witnesses)
        self._lapse = LAPSES[lapse]
        self.ref = PolicyRef(name=f"{PREFIX}{lapse}")

    def _next(self, request: PolicyRequest) -> Action:
        way = self._lapse(self._witnesses[request.task_id].turns, request)
        try:
            action = next(way)
            for heard in _heard(request):
                action = way.send(heard)
        except StopIteration:
            return ending("Nothing is left to do.")
        return action


# -- what was heard


def _heard(request: PolicyRequest) -> list[Heard]:
    """What came of each turn so far: the planner's own are the last so many of the assistant's."""
    spoken = [place for place, message in enumerate(request.messages) if message["role"] == "assistant"]
    own = spoken[len(spoken) - request.turn :]
    found = []
    for begin, end in pairwise([*own, len(request.messages)]):
        calls = tuple(call["function"]["name"] for call in request.messages[begin].get("tool_calls", ()))
        results = [str(message["content"]) for message in request.messages[begin + 1 : end] if message["role"] == "tool"]
        lines = [line for text in results for line in text.split("\n") if line.startswith(NOTICE)]
        found.append(Heard(calls, tuple(map(_read, results)), tuple(line.removeprefix(NOTICE) for line in lines)))
    return found


def _read(text: str) -> Json:
    try:
        return json.loads(text.partition(f"\n{NOTICE}")[0])
    except ValueError:  # a long result is cut
        return None


def _code(answer: Json) -> str | None:
    return answer.get("error") if isinstance(answer, dict) else None


def _suggestion(answer: Json) -> str | None:
    accepted = answer.get("accepted") if isinstance(answer, dict) and _code(answer) == "UNKNOWN_TOOL" else None
    return str(accepted[0]) if accepted else None


def _offered(request: PolicyRequest) -> list[str]:
    return [str(tool["function"]["name"]) for tool in request.tools]


# -- doing it otherwise


def _is_other_skill(name: str, than: str) -> bool:
    return name.startswith(SKILL_LOADER) and name != than


def _renamed(turn: Action, names: Mapping[str, str]) -> Action:
    calls = tuple(call.model_copy(update={"name": names.get(call.id, call.name)}) for call in turn.calls)
    return turn.model_copy(update={"calls": calls})


def _again(calls: Sequence[Call], places: Sequence[int]) -> Action:
    return Action(thought="Now again.", calls=tuple(_anew(calls[place]) for place in places))


def _anew(call: Call) -> Call:
    return call.model_copy(update={"id": f"{call.id}_again"})


VERBS = {
    "add": "create", "change": "update", "check": "get", "control": "operate", "convert": "calculate", "create": "add",
    "delete": "remove", "find": "search", "get": "read", "make": "place", "manage": "edit", "open": "launch",
    "remove": "delete", "search": "find", "send": "write", "set": "change", "start": "run", "update": "change",
}  # fmt: skip
"""Verbs that a planner takes for each other."""


def misnamed(tool: str) -> str:
    """A name that a planner may take for the tool's own; no shipped tool has it."""
    verb, _, rest = tool.partition("_")
    if tool.startswith(SKILL_LOADER):
        return f"load_{tool.removeprefix(SKILL_LOADER).replace('-', '_')}"
    return f"{VERBS[verb]}_{rest}" if verb in VERBS else f"use_{tool}"


# -- remembered facts

_TOKEN = re.compile(r"\d+(?:[:.-]\d+)*|[\u3400-\u9fff]|[^\W\d_\u3400-\u9fff]+")
_EDGE = {"digit": (r"(?<![\d:])", r"(?![\d:])"), "letter": (r"(?<![A-Za-z])", r"(?![A-Za-z])")}
Record = Mapping[str, Json]


def _believing(
    choose: Callable[[Sequence[Record]], Record], turns: Sequence[Action]
) -> Generator[Action, Heard, None]:  # fmt: skip
    """The witness's turns, said with the fact that is chosen where a search finds several about the same thing."""
    swap: dict[str, str] = {}
    for place, turn in enumerate(turns):
        heard = yield _respelled(turn, swap)
        for call, answer in zip(turn.calls, heard.answers, strict=False):
            if call.name == MEMORY_SEARCH and isinstance(answer, dict) and len(answer.get("records", ())) > 1:
                swap |= _confusion(str(call.arguments["query"]), answer["records"], turns[place + 1 :], choose)


def _confusion(
    query: str, records: Sequence[Record], later: Sequence[Action], choose: Callable[[Sequence[Record]], Record]
) -> dict[str, str]:
    """What is to be said instead of what, when another record than the one that is meant is believed."""
    used = set(_tokens(" ".join(map(_text_of, later))))
    asked = set(_tokens(query))
    meant = max(records, key=lambda record: (len(used & set(_tokens(record["text"]))), str(record["date"])))
    topic = asked & set(_tokens(meant["text"]))
    alike = [record for record in records if record is meant or _is_rival(record, meant, topic)]
    chosen = choose(alike)
    if chosen is meant:
        return {}
    return {**_differences(str(meant["text"]), str(chosen["text"])), str(meant["id"]): str(chosen["id"])}


def _is_rival(record: Record, meant: Record, topic: set[str]) -> bool:
    """Whether a record says something else about the same thing, in about the same words."""
    mine, other = _tokens(record["text"]), _tokens(meant["text"])
    return topic <= set(mine) and mine != other and SequenceMatcher(None, mine, other).ratio() >= 0.5


def _differences(old: str, new: str) -> dict[str, str]:
    """The stretches of a text that another one has something else for."""
    a, b = list(_TOKEN.finditer(old)), list(_TOKEN.finditer(new))
    matcher = SequenceMatcher(None, [item[0].casefold() for item in a], [item[0].casefold() for item in b])
    return {
        old[a[i].start() : a[j - 1].end()]: new[b[k].start() : b[n - 1].end()]
        for kind, i, j, k, n in matcher.get_opcodes()
        if kind == "replace"
    }


def _tokens(text: Json) -> list[str]:
    return [item.casefold() for item in _TOKEN.findall(str(text))]


def _text_of(action: Action) -> str:
    arguments = [value for call in action.calls for value in call.arguments.values()]
    return " ".join(map(str, [*arguments, action.message.text if action.message else ""]))


def _respelled(action: Action, swap: Mapping[str, str]) -> Action:
    """The same action, said with other values; a search is left as it is."""
    if not swap:
        return action
    edges = {old: _EDGE["digit"] if old[0].isdigit() else _EDGE["letter"] for old in swap}
    longest_first = sorted(swap, key=lambda old: (-len(old), old))
    pattern = re.compile("|".join(f"{edges[old][0]}{re.escape(old)}{edges[old][1]}" for old in longest_first))

    def spell(value: Json) -> Json:
        if isinstance(value, str):
            return pattern.sub(lambda found: swap[found[0]], value)
        if isinstance(value, list):
            return [spell(item) for item in value]
        return {key: spell(item) for key, item in value.items()} if isinstance(value, dict) else value

    calls = tuple(
        call if call.name == MEMORY_SEARCH else call.model_copy(update={"arguments": spell(call.arguments)})
        for call in action.calls
    )
    message = action.message and Message(kind=action.message.kind, text=spell(action.message.text))
    return action.model_copy(update={"calls": calls, "message": message})
