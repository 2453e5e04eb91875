"""Reads the files of published long-conversation suites: what was said, what is asked, and which turns hold the answer.

LoCoMo, LongMemEval and BEAM come as JSON (one document or one a line). None of them is shipped here. One turn is one unit.
A question without evidence (one that cannot be answered, say) is counted and left out.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from harness.errors import UserError


@dataclass(frozen=True)
class Unit:
    """One turn. ``turn`` is its place in the session."""

    id: str
    text: str
    speaker: str
    session: str
    turn: int
    date: str = ""


@dataclass(frozen=True)
class Question:
    """What is asked, and the units that hold the answer."""

    text: str
    evidence: tuple[str, ...]
    category: str


@dataclass(frozen=True)
class Conversation:
    """One history with its questions; ``skipped`` more had no evidence in it."""

    id: str
    units: tuple[Unit, ...]
    questions: tuple[Question, ...]
    skipped: int = 0


def read_suite(name: str, path: Path) -> list[Conversation]:
    """The conversations of a file. Raises ``UserError`` when it is not one of that suite."""
    if name not in SUITES:
        raise UserError(f"no suite of long conversations {name!r}", where="--suite", expected=", ".join(SUITES))
    samples = _documents(path)
    found = []
    for number, sample in enumerate(samples, start=1):
        try:
            made = SUITES[name](sample, f"{number}")
            if len({unit.id for unit in made.units}) < len(made.units):
                raise ValueError("two turns have the same id")
            found.append(made)
        except (KeyError, TypeError, ValueError, AttributeError, SyntaxError) as error:
            what = f"has no {error}" if isinstance(error, KeyError) else f"cannot be read: {error}"
            expected = f"the published shape of {name}, as in docs/memory.md"
            raise UserError(f"sample {number} {what}", where=str(path), expected=expected) from None
    return found


def _documents(path: Path) -> list[Any]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"the file cannot be read: {error}", where=str(path), expected="JSON or JSON Lines") from None
    try:
        whole = json.loads(text)
        return whole if isinstance(whole, list) else [whole]
    except json.JSONDecodeError as error:
        why = error
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except json.JSONDecodeError:
        raise UserError(f"this is no JSON: {why}", where=str(path), expected="JSON or JSON Lines") from None


# LoCoMo -------------------------------------------------------------------------------------------------------------

_LOCOMO_TURN = re.compile(r"D:?(\d+):(\d+)")
_LOCOMO_KINDS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}


def _locomo(sample: Mapping[str, Any], number: str) -> Conversation:
    """``conversation.session_N`` lists turns with ``dia_id``; ``qa`` names such ids, some of them misspelt."""
    talk = sample["conversation"]
    units: list[Unit] = []
    for session in sorted(int(key.split("_")[1]) for key in talk if re.fullmatch(r"session_\d+", key)):
        date = _date(str(talk.get(f"session_{session}_date_time", "")), "%I:%M %p on %d %B, %Y")
        for turn, said in enumerate(talk[f"session_{session}"]):
            key = _LOCOMO_TURN.fullmatch(said["dia_id"])
            if key is None:
                raise ValueError(f"a turn is called {said['dia_id']!r}")
            caption = f" [shares {said['blip_caption']}]" if said.get("blip_caption") else ""
            text = f"{said['speaker']}: {said['text']}{caption}"
            units.append(Unit(f"D{int(key[1])}:{int(key[2])}", text, said["speaker"], f"D{session}", turn, date))
    present = {unit.id for unit in units}
    questions = []
    for asked in sample["qa"]:
        named = [f"D{int(a)}:{int(b)}" for a, b in _LOCOMO_TURN.findall(" ".join(asked.get("evidence", ())))]
        evidence = tuple(dict.fromkeys(key for key in named if key in present))
        if evidence:
            kind = _LOCOMO_KINDS.get(asked.get("category"), str(asked.get("category")))
            questions.append(Question(asked["question"], evidence, kind))
    name = str(sample.get("sample_id", number))
    return Conversation(name, tuple(units), tuple(questions), len(sample["qa"]) - len(questions))


# LongMemEval --------------------------------------------------------------------------------------------------------


def _longmemeval(sample: Mapping[str, Any], number: str) -> Conversation:
    """One question a sample, with a haystack of its own; turns that hold the answer carry ``has_answer``."""
    units: list[Unit] = []
    evidence: list[str] = []
    sessions = sample["haystack_sessions"]
    dates = sample.get("haystack_dates") or [""] * len(sessions)
    for place, (session, date) in enumerate(zip(sessions, dates, strict=True)):
        for turn, said in enumerate(session):
            unit = Unit(
                f"{place}:{turn}", said["content"], said["role"], f"{place}", turn,
                _date(re.sub(r"\s*\(\w+\)", "", date), "%Y/%m/%d %H:%M"),
            )  # fmt: skip
            if not unit.text.strip():
                continue
            units.append(unit)
            if said.get("has_answer"):
                evidence.append(unit.id)
    questions = (Question(sample["question"], tuple(evidence), sample["question_type"]),) if evidence else ()
    return Conversation(str(sample.get("question_id", number)), tuple(units), questions, 1 - len(questions))


# BEAM ---------------------------------------------------------------------------------------------------------------


def _beam(sample: Mapping[str, Any], number: str) -> Conversation:
    """``chat`` nests sessions of turns with ``id``; ``probing_questions`` by kind name them in ``source_chat_ids``."""
    units: list[Unit] = []
    for session, said in _turns(sample["chat"], ()):
        if said["content"].strip():
            name = "-".join(map(str, session[:-1])) or "0"
            units.append(Unit(str(said["id"]), said["content"], said["role"], name, len(units)))
    asked = sample["probing_questions"]
    if isinstance(asked, str):
        asked = _literal(asked)
    present = {unit.id for unit in units}
    questions, skipped = [], 0
    for kind, items in asked.items():
        for item in items:
            named = [str(key) for key in _numbers(item.get("source_chat_ids"))]
            evidence = tuple(dict.fromkeys(key for key in named if key in present))
            if evidence:
                questions.append(Question(item["question"], evidence, kind))
            else:
                skipped += 1
    return Conversation(str(sample.get("conversation_id", number)), tuple(units), tuple(questions), skipped)


def _turns(node: Any, place: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Mapping[str, Any]]]:
    """Turns at any depth, with the places of the lists around them."""
    if isinstance(node, Mapping):
        if "content" in node:
            yield place, node
            return
        node = node["turns"]
    for number, item in enumerate(node):
        yield from _turns(item, (*place, number))


def _numbers(node: Any) -> list[Any]:
    """Every id in a list, or in lists under names."""
    if isinstance(node, Mapping):
        return [found for item in node.values() for found in _numbers(item)]
    if isinstance(node, Sequence) and not isinstance(node, str):
        return [found for item in node for found in _numbers(item)]
    return [] if node is None else [node]


def _literal(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return ast.literal_eval(text)


def _date(text: str, form: str) -> str:
    """A moment as the memory writes it; empty when it is written otherwise."""
    try:
        return datetime.strptime(text.strip(), form).isoformat(timespec="minutes")  # noqa: DTZ007 - local, as it was said
    except ValueError:
        return ""


SUITES: dict[str, Callable[[Mapping[str, Any], str], Conversation]] = {
    "locomo": _locomo,
    "longmemeval": _longmemeval,
    "beam": _beam,
}
