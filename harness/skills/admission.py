"""Admission: how a skill that was learned, or that a user wrote, comes into a library.

An ``Examination`` is all that was found out about it. A person decides on what was shown, by its digest, so that a skill or
an evidence that changed since needs another look. What was admitted carries its papers with it, and an edit shows.
"""

import shutil
from pathlib import Path

from harness.contract import Decision, Record
from harness.errors import UserError
from harness.records import file_digest, read_json, write_json_atomic

PAPERS = Path("references") / "admission.json"
"""Where an admitted skill keeps its admission."""


class Examination(Record):
    """What a skill has shown. ``files`` are the digests of its folder's files; ``instructions`` are what loading returns.

    ``runs`` solved ``tasks``, of these ``families``, with its tools. ``played`` says what played the tasks again: the
    recorded calls, or a policy. ``offered`` are the tasks in which the skill could be loaded, ``without`` and ``with_it``
    those that were solved where the configuration lacks it and where it has it. With ``objections`` it is not admitted.
    """

    skill: str
    description: str
    instructions: str
    tools: tuple[str, ...]
    files: dict[str, str]
    replaces: bool
    eta: str
    runs: tuple[str, ...]
    tasks: tuple[str, ...]
    families: tuple[str, ...]
    played: str
    offered: tuple[str, ...]
    without: tuple[str, ...]
    with_it: tuple[str, ...]
    objections: tuple[str, ...]


class Admission(Record):
    """The papers of an admitted skill."""

    examination: Examination
    decision: Decision


def files_of(folder: Path) -> dict[str, str]:
    """The digest of each file of a skill by its path there, its own papers left out."""
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path != folder / PAPERS)
    return {path.relative_to(folder).as_posix(): file_digest(path) for path in found}


def admit(folder: Path, library: Path, examination: Examination, decision: Decision) -> Path:
    """Copies the skill with its papers into a library and returns its place there.

    Raises ``UserError`` for a skill with objections, a decision that is no approval or is about something else than this
    examination, a folder that changed since, and where another skill stands.
    """
    if examination.objections:
        message = f"the skill {examination.skill} is not fit: {examination.objections[0]}"
        raise UserError(message, where=str(folder), expected="a skill without objections")
    if decision.verdict != "approved":
        raise UserError(
            f"the skill was {decision.verdict} by {decision.reviewer}", where=str(folder), expected="an approval"
        )
    if decision.shown != examination.digest():
        message = "the approval is about another examination than this one; nothing was admitted"
        raise UserError(message, where=str(folder), expected="a look at what is shown now, then your word again")
    if files_of(folder) != examination.files:
        raise UserError("the skill has changed since it was examined", where=str(folder), expected="another examination")
    place, papers = library / examination.skill, Admission(examination=examination, decision=decision)
    if place.exists():
        if (place / PAPERS).is_file() and read_json(place / PAPERS, Admission) == papers:
            return place
        raise UserError("another skill stands here", where=str(place), expected="a new name, or the old one taken away")
    part = library / f".{examination.skill}.part"  # libraries are read without what begins with a dot
    shutil.rmtree(part, ignore_errors=True)
    shutil.copytree(folder, part, ignore=shutil.ignore_patterns(PAPERS.name))
    (part / PAPERS.parent).mkdir(exist_ok=True)
    write_json_atomic(part / PAPERS, papers)
    part.replace(place)
    return place


def check_papers(folder: Path) -> None:
    """Raises ``UserError`` where a skill is not what was admitted. One without papers was never to be admitted."""
    path = folder / PAPERS
    if not path.is_file():
        return
    admission = read_json(path, Admission)
    if admission.decision.shown != admission.examination.digest():
        raise UserError("the admission is about another skill", where=str(path), expected=admission.decision.shown)
    there, admitted = files_of(folder), admission.examination.files
    changed = sorted(name for name in there.keys() | admitted.keys() if there.get(name) != admitted.get(name))
    if changed:
        raise UserError(
            "the file is not what was admitted", where=str(folder / changed[0]), expected="another admission of the skill"
        )
