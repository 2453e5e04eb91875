"""One call of the simulated phone: the model is asked, its answer read and checked, and only then believed.

An answer that cannot be used is returned to the model once, with the reasons. If the second is no better, the call fails for
the planner and the episode is rejected: its record says so and nobody trains on it.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from harness.contract import Json
from prompts import load

from ..phone.errors import Code, PhoneError
from ..phone.phone import Phone
from ..phone.tools import Arguments, Catalogue, Risk, Tool
from .answer import Answer, UnreadableError, Worked, read
from .contradictions import allowed_codes, contradictions, is_new, known_table, payload_contradictions

Ask = Callable[[str], str]
"""A language model: prompt in, text out. It raises an ``OSError`` when it gives no answer."""

ALWAYS_SHOWN = ("device", "radios", "modes")
_NOTES = "simulated"


@dataclass(frozen=True)
class Simulator:
    """Plays single calls. The model may answer one ``attempts`` times; ``characters`` bounds the tables it is shown."""

    ask: Ask
    attempts: int = 2
    characters: int = 24_000

    def run(self, phone: Phone, tool: Tool, arguments: Arguments) -> Json:
        """The payload of one call, its writes done. Raises ``PhoneError``; notes in the phone why an episode is rejected."""
        notes = phone.scratch.setdefault(_NOTES, {})
        moment = f"{phone.state.revision} {phone.state.now // 60}"
        repeat = f"{tool.name} {json.dumps(arguments, sort_keys=True)} at {moment}"
        answer = notes.get(repeat) or self._believed(phone, tool, arguments, notes)
        if not isinstance(answer, Worked):
            raise PhoneError(answer.code, answer.message, accepted=answer.accepted)
        if not answer.writes:
            notes[repeat] = answer  # the same question to the same phone has the same answer
        payload = _apply(phone, answer)
        problems = list(payload_contradictions(phone, payload))
        if problems:  # a rule of the phone made something else of the writes than the model said
            raise _reject(notes, tool, problems)
        return payload

    def _believed(self, phone: Phone, tool: Tool, arguments: Arguments, notes: dict[str, Any]) -> Answer:
        problems: list[str] = []
        for _ in range(self.attempts):
            prompt = self._prompt(phone, tool, arguments, problems)
            try:
                answer = read(self.ask(prompt))
            except UnreadableError as error:
                problems = [str(error)]
                continue
            except OSError as error:
                notes.setdefault("rejected", f"the model that plays the phone gave no answer: {error}")
                raise PhoneError(Code.UNAVAILABLE, f"{tool.name} did not answer") from None
            problems = contradictions(phone, tool, arguments, answer)
            if not problems:
                return answer
        raise _reject(notes, tool, problems)

    def _prompt(self, phone: Phone, tool: Tool, arguments: Arguments, problems: list[str]) -> str:
        shown, hidden = _tables(phone, tool, arguments, self.characters)
        return load(
            "simulated/call",
            now=phone.local.strftime("%a %Y-%m-%d %H:%M"),
            zone=str(phone.zone),
            tables=shown,
            hidden=", ".join(hidden),
            tool=json.dumps(tool.schema()["function"], ensure_ascii=False),
            effect="only reads" if tool.risk_of(arguments) is Risk.READ else "may change rows",
            call=json.dumps({"name": tool.name, "arguments": arguments}, ensure_ascii=False),
            codes=", ".join(code.value for code in allowed_codes(tool)),
            problems=problems,
        )


def simulated_catalogue(catalogue: Catalogue, simulator: Simulator, only: Iterable[str] | None = None) -> Catalogue:
    """The catalogue with its phone tools (or ``only`` these) played by the simulator; everything else stays code."""
    chosen = frozenset(only) if only is not None else frozenset(t.name for t in catalogue.values() if t.kind == "phone")
    return Catalogue(_played(tool, simulator) if tool.name in chosen else tool for tool in catalogue.values())


def rejection(phone: Phone) -> str:
    """Why the episode of this phone must not be believed; empty when it may."""
    return str(phone.scratch.get(_NOTES, {}).get("rejected", ""))


def _reject(notes: dict[str, Any], tool: Tool, problems: list[str]) -> PhoneError:
    """The end of a call that cannot be believed. The first reason of an episode is kept."""
    notes.setdefault("rejected", f"{tool.name}: " + "; ".join(problems[:3]))
    return PhoneError(Code.INTERNAL, f"{tool.name} failed inside the phone")


def _played(tool: Tool, simulator: Simulator) -> Tool:
    def run(phone: Phone, **arguments: Json) -> Json:
        return simulator.run(phone, tool, arguments)

    return replace(tool, run=run)


def _apply(phone: Phone, answer: Worked) -> Json:
    """Does the writes through the phone, so that its rules hold, and puts real ids for new ones."""
    ids: dict[str, Json] = {}
    for write in answer.writes:
        if is_new(write.key) and write.fields is not None:
            ids[write.key] = phone.new_id(write.table, known_table(write.table).prefix)
    for write in answer.writes:
        if write.fields is None:
            phone.remove(write.table, write.key)
        elif write.key in ids:
            when = dict.fromkeys(known_table(write.table).volatile, phone.state.now)
            phone.put(write.table, ids[write.key], **{**when, **_renamed(write.fields, ids), "id": ids[write.key]})
        else:
            phone.put(write.table, write.key, **_renamed(write.fields, ids))
    return _renamed(answer.payload, ids)


def _renamed(value: Json, ids: dict[str, Json]) -> Json:
    if isinstance(value, str):
        return ids.get(value, value)
    if isinstance(value, list):
        return [_renamed(item, ids) for item in value]
    if isinstance(value, dict):
        return {key: _renamed(item, ids) for key, item in value.items()}
    return value


def _tables(phone: Phone, tool: Tool, arguments: Arguments, characters: int) -> tuple[str, list[str]]:
    """The tables as the model sees them, those closest to the call first and only whole ones, and the names of the rest."""
    words = _words(f"{tool.name} {tool.summary} {' '.join(tool.parameters['properties'])} {arguments}")

    def distance(name: str) -> tuple[int, int, str]:
        own, described = _words(name), _words(known_table(name).says)
        return -(name in ALWAYS_SHOWN), -(3 * len(own & words) + len(described & words)), name

    lines, hidden = [], []
    for name in sorted(phone.state.tables, key=distance):
        line = f"{name}: {json.dumps(phone.state.tables[name], ensure_ascii=False)}"
        if len(line) > characters:
            hidden.append(name)
            continue
        characters -= len(line)
        lines.append(line)
    return "\n".join(lines), hidden


def _words(text: str) -> frozenset[str]:
    """Lower-case words without a plural s; camelCase is taken apart."""
    return frozenset(word.lower().rstrip("s") for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", text))
