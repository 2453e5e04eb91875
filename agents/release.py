"""Releases: what a person, or a rule in a person's place, approved; frozen, content-addressed, verifiable.

A release folder holds the verified trajectories with the curator's records (for the cold start), the resettable tasks
(for online RL), failures apart, a conversational export, a card and ``release.json``, written last: a folder without it
is no release.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from harness.contract import (
    CuratedRecord,
    Decision,
    GapAnswer,
    Json,
    Part,
    Release,
    ReviewState,
    Task,
    Trajectory,
    Witness,
    digest,
)
from harness.errors import UserError
from harness.records import file_digest, read_json, read_jsonl, write_json_atomic, write_jsonl_atomic, write_text_atomic

MANIFEST = "release.json"
TRAJECTORIES, RECORDS, TASKS, WITNESSES, FAILURES, CONVERSATIONS, CARD = (
    "trajectories.jsonl",
    "records.jsonl",
    "tasks.jsonl",
    "witnesses.jsonl",
    "failures.jsonl",
    "conversations.jsonl",
    "README.md",
)


class Proposal(Part):
    """What is put before the reviewer. Its digest stands in the decision, so a changed proposal voids an approval."""

    parent: str | None
    added: tuple[str, ...]
    removed: tuple[str, ...]
    counts: dict[str, int]
    sampling: dict[str, float]
    answers: tuple[GapAnswer, ...]
    quality: dict[str, Json]
    samples: tuple[str, ...]
    contents: str
    """Digest of the records as proposed."""

    def digest(self) -> str:
        """The identity of what was shown."""
        return digest(self.model_dump(mode="json"))


@dataclass(frozen=True)
class Contents:
    """The data of a proposal or of a release that was read back."""

    trajectories: Sequence[Trajectory]
    records: Sequence[CuratedRecord]
    tasks: Sequence[Task]
    witnesses: Sequence[Witness]


def propose(contents: Contents, samples: Sequence[str], quality: Mapping[str, Json], parent: Release | None) -> Proposal:
    """Describes what a release of these contents would be, against its parent."""
    approved = _approved(contents)
    tasks = {task.id: task for task in contents.tasks}
    ids = sorted(record.trajectory_id for record in approved)
    before = set(parent.added) if parent else set()
    sampling: dict[str, float] = {}
    for record in approved:
        capability = tasks[record.task_id].capability.value
        sampling[capability] = sampling.get(capability, 0.0) + record.weight
    total = sum(sampling.values()) or 1.0
    gaps: dict[str, list[str]] = {}
    for record in approved:
        gaps.setdefault(tasks[record.task_id].source.gap or "none", []).append(record.trajectory_id)
    return Proposal(
        parent=parent.id if parent else None,
        added=tuple(name for name in ids if name not in before),
        removed=tuple(sorted(before - set(ids))),
        counts={
            "trajectories": len(approved),
            "tasks": len(contents.tasks),
            **{f"records_{s.value}": sum(r.review is s for r in contents.records) for s in ReviewState},
        },
        sampling={name: round(value / total, 6) for name, value in sorted(sampling.items())},
        answers=tuple(
            GapAnswer(gap=gap, decision="construct and collect", records=tuple(sorted(made)))
            for gap, made in sorted(gaps.items())
        ),
        quality=dict(quality),
        samples=tuple(samples),
        contents=digest([record.digest() for record in contents.records]),
    )


def freeze(folder: Path, contents: Contents, proposal: Proposal, decision: Decision) -> Release:
    """Writes the release. Raises ``UserError`` for a decision that rejects, or that was about something else."""
    if decision.shown != proposal.digest():
        raise UserError("the decision is about another proposal than this one", expected="a new review")
    if decision.verdict == "rejected":
        raise UserError(f"the reviewer {decision.reviewer} rejected this proposal: {decision.note or 'no reason given'}")
    approved = {record.trajectory_id for record in _approved(contents)}
    failures = {record.trajectory_id for record in contents.records if not record.success}
    folder.mkdir(parents=True, exist_ok=True)
    kept = [item for item in contents.trajectories if item.id in approved]
    write_jsonl_atomic(folder / TRAJECTORIES, kept)
    write_jsonl_atomic(folder / RECORDS, contents.records)
    write_jsonl_atomic(folder / TASKS, contents.tasks)
    write_jsonl_atomic(folder / WITNESSES, contents.witnesses)
    write_jsonl_atomic(folder / FAILURES, [item for item in contents.trajectories if item.id in failures])
    write_jsonl_atomic(folder / CONVERSATIONS, [conversation(item) for item in kept])
    write_text_atomic(folder / CARD, card(proposal, decision))
    names = (TRAJECTORIES, RECORDS, TASKS, WITNESSES, FAILURES, CONVERSATIONS, CARD)
    files = {name: file_digest(folder / name) for name in names}
    release = Release(
        id="rel-" + digest([files, proposal.digest()]).removeprefix("sha256:")[:12],
        parent=proposal.parent,
        files=files,
        counts=proposal.counts,
        sampling=proposal.sampling,
        added=proposal.added,
        removed=proposal.removed,
        answers=proposal.answers,
        quality=proposal.quality,
        decision=decision,
    )
    write_json_atomic(folder / MANIFEST, release)
    return release


def conversation(trajectory: Trajectory) -> Json:
    """One trajectory in the conversational format that TRL reads; arguments stay JSON text, so columns keep one type."""
    return {
        "id": trajectory.id,
        "messages": [
            {
                "role": message["role"],
                "content": message.get("content", ""),
                "reasoning_content": message.get("reasoning_content", ""),
                "tool_calls": json.dumps(message.get("tool_calls", []), ensure_ascii=False, sort_keys=True),
            }
            for message in trajectory.messages
        ],
    }


def read_release(folder: Path) -> tuple[Release, Contents]:
    """A frozen release and its data. Raises ``UserError`` where a file is missing, malformed or not what was frozen."""
    if not (folder / MANIFEST).is_file():
        raise UserError("this is no release", where=str(folder), expected=f"a folder with {MANIFEST}")
    release = read_json(folder / MANIFEST, Release)
    for name, expected in release.files.items():
        if not (folder / name).is_file():
            raise UserError("a file of the release is missing", where=str(folder / name))
        if file_digest(folder / name) != expected:
            raise UserError("the file is not what was frozen", where=str(folder / name), expected=expected)
    contents = Contents(
        trajectories=read_jsonl(folder / TRAJECTORIES, Trajectory),
        records=read_jsonl(folder / RECORDS, CuratedRecord),
        tasks=read_jsonl(folder / TASKS, Task),
        witnesses=read_jsonl(folder / WITNESSES, Witness),
    )
    return release, contents


def verify_release(folder: Path) -> dict[str, Json]:
    """Recomputes every hash and count of a release. Raises ``UserError`` at the first thing that is not so."""
    release, contents = read_release(folder)
    digests = {item.id: item.digest() for item in contents.trajectories}
    for record in _approved(contents):
        if digests.get(record.trajectory_id) != record.trajectory_digest:
            raise UserError("the record is of another trajectory", where=record.trajectory_id)
    counted = {"trajectories": len(contents.trajectories), "tasks": len(contents.tasks)}
    for name, count in counted.items():
        if release.counts.get(name) != count:
            said = release.counts.get(name)
            raise UserError(f"{name}: the release says {said}, its files hold {count}", where=str(folder))
    held_out = [task.id for task in contents.tasks if task.split != "train"]
    if held_out:
        raise UserError(f"holds tasks that are not for training: {held_out[:3]}", where=str(folder / TASKS))
    return {"id": release.id, "files": len(release.files), **counted, "verdict": "every hash and count holds"}


def diff_releases(old: Path, new: Path) -> dict[str, Json]:
    """What the newer release adds and drops, and which gap each addition answers."""
    first, before = read_release(old)
    second, after = read_release(new)
    ids_before = {item.id for item in before.trajectories}
    ids_after = {item.id for item in after.trajectories}
    answers = {name: answer.gap for answer in second.answers for name in answer.records}
    added = sorted(ids_after - ids_before)
    return {
        "from": first.id,
        "to": second.id,
        "added": len(added),
        "removed": len(ids_before - ids_after),
        "kept": len(ids_after & ids_before),
        "added_by_gap": dict(sorted(Counter(answers.get(name, "none") for name in added).items())),
        "sampling": {name: [first.sampling.get(name), second.sampling.get(name)] for name in sorted(second.sampling)},
    }


def card(proposal: Proposal, decision: Decision) -> str:
    """The data set card, with the header that ``datasets.load_dataset`` reads."""
    by = "a person" if decision.by == "person" else "rule, not by a person"
    rows = "\n".join(f"| {name} | {value} |" for name, value in sorted(proposal.counts.items()))
    shares = "\n".join(f"| {name} | {100 * value:.1f} % |" for name, value in proposal.sampling.items())
    return f"""---
configs:
- config_name: conversations
  data_files: {CONVERSATIONS}
  default: true
license: apache-2.0
---
# Trajectories of a mobile planner agent on a simulated phone

Approved by {by} ({decision.reviewer}). Made by programs on a simulated phone; nothing here comes from a real device or
person. `{TRAJECTORIES}` with `{RECORDS}` is for the supervised cold start (turns listed as erroneous get no loss),
`{TASKS}` for online RL, `{FAILURES}` holds what did not succeed.

| what | count |
|---|---|
{rows}

| capability | sampling share |
|---|---|
{shares}
"""


def _approved(contents: Contents) -> list[CuratedRecord]:
    return [record for record in contents.records if record.review in (ReviewState.APPROVED, ReviewState.CORRECTED)]
