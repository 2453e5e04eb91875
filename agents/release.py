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
    Record,
    Release,
    ReviewState,
    Task,
    Trajectory,
    Witness,
    digest,
)
from harness.errors import UserError
from harness.records import file_digest, read_json, read_jsonl, write_json_atomic, write_jsonl_atomic, write_text_atomic

from .curator import LEARNED, weigh

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


class Proposal(Record):
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


@dataclass(frozen=True)
class Contents:
    """The data of a proposal or of a release that was read back."""

    trajectories: Sequence[Trajectory]
    records: Sequence[CuratedRecord]
    tasks: Sequence[Task]
    witnesses: Sequence[Witness]


def extend(parent: Contents, new: Contents) -> Contents:
    """What a release on top of another one holds: what the parent had approved, and everything new.

    A trajectory of a task that the new ones have again is replaced. Weights are balanced over all that is approved.
    """
    again = {item.task_id for item in new.trajectories}
    approved = {record.trajectory_id for record in _approved(parent) if record.task_id not in again}
    old_records = [record for record in parent.records if record.trajectory_id in approved]
    known = {record.task_id for record in old_records}
    tasks = [*(task for task in parent.tasks if task.id in known), *new.tasks]
    return Contents(
        trajectories=[*(item for item in parent.trajectories if item.id in approved), *new.trajectories],
        records=weigh([*old_records, *new.records], {task.id: task for task in tasks}),
        tasks=tasks,
        witnesses=[*(item for item in parent.witnesses if item.task_id in known), *new.witnesses],
    )


def proposal_quality(contents: Contents) -> dict[str, Json]:
    """The indicators a reviewer looks at first."""
    approved = [record for record in contents.records if record.review == "approved"]
    reasons = Counter(record.reasons[0].split(":")[0] for record in contents.records if record.reasons)
    return {
        "solved_share": round(sum(record.success for record in contents.records) / max(1, len(contents.records)), 4),
        "recovery_share": round(sum(bool(record.recovered) for record in approved) / max(1, len(approved)), 4),
        "masked_turns": sum(len(record.erroneous) for record in approved),
        "families": len({record.task_id.rsplit("-", 4)[0] for record in approved}),
        "reasons": dict(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))[:8]),
    }


def propose(contents: Contents, samples: Sequence[str], quality: Mapping[str, Json], parent: Release | None) -> Proposal:
    """Describes what a release of these contents would be, against its parent."""
    approved = _approved(contents)
    tasks = {task.id: task for task in contents.tasks}
    ids = sorted(record.trajectory_id for record in approved)
    before = {name for answer in parent.answers for name in answer.records} if parent else set()
    gaps: dict[str, list[str]] = {}
    for record in approved:
        gaps.setdefault(tasks[record.task_id].source.gap or "none", []).append(record.trajectory_id)
    return Proposal(
        parent=parent.id if parent else None,
        added=tuple(name for name in ids if name not in before),
        removed=tuple(sorted(before - set(ids))),
        counts=counts_of(contents),
        sampling=sampling_of(contents),
        answers=tuple(
            GapAnswer(gap=gap, decision="construct and collect", records=tuple(sorted(made)))
            for gap, made in sorted(gaps.items())
        ),
        quality=dict(quality),
        samples=tuple(samples),
        contents=digest([record.digest() for record in contents.records]),
    )


def counts_of(contents: Contents) -> dict[str, int]:
    """How much there is, by kind and by the curator's decision."""
    return {
        "trajectories": len(_approved(contents)),
        "tasks": len(contents.tasks),
        **{f"records_{state.value}": sum(item.review is state for item in contents.records) for state in ReviewState},
    }


def sampling_of(contents: Contents) -> dict[str, float]:
    """The share of the training mixture that each capability has by the weights of its records."""
    tasks = {task.id: task for task in contents.tasks}
    shares: dict[str, float] = {}
    for record in _approved(contents):
        capability = tasks[record.task_id].capability.value
        shares[capability] = shares.get(capability, 0.0) + record.weight
    total = sum(shares.values()) or 1.0
    return {name: round(value / total, 6) for name, value in sorted(shares.items())}


def freeze(folder: Path, contents: Contents, proposal: Proposal, decision: Decision) -> Release:
    """Writes the release; one that stands there already and is the same is left as it is.

    Raises ``UserError`` for a decision that rejects, for one about another proposal, and where another release stands.
    """
    if decision.shown != proposal.digest():
        raise UserError("the decision is about another proposal than this one", expected="a new review")
    if decision.verdict == "rejected":
        raise UserError(f"the reviewer {decision.reviewer} rejected this proposal: {decision.note or 'no reason given'}")
    if decision.excluded:
        contents = leave_out(contents, decision)
        proposal = _edited(proposal, contents, decision.excluded)
    if (folder / MANIFEST).exists():
        frozen, _ = read_release(folder)
        if frozen.decision != decision:
            raise UserError("another release stands here, and a release never changes", where=str(folder))
        return frozen
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
        id="",
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
    release = release.model_copy(update={"id": content_id(release)})
    write_json_atomic(folder / MANIFEST, release)
    return release


def leave_out(contents: Contents, decision: Decision) -> Contents:
    """The contents after an edit: what it excludes is rejected in the reviewer's name, and the rest balanced anew."""
    tasks = {task.id: task for task in contents.tasks}
    gone = {"review": ReviewState.REJECTED, "reviewer": decision.reviewer, "reasons": ("left out at the gate",)}
    records = (
        record.model_copy(update=gone) if record.trajectory_id in decision.excluded else record
        for record in contents.records
    )
    return Contents(contents.trajectories, weigh(records, tasks), contents.tasks, contents.witnesses)


def _edited(proposal: Proposal, contents: Contents, excluded: Sequence[str]) -> Proposal:
    """The proposal as the edit makes it; what was shown keeps its digest in the decision."""
    gone = set(excluded)
    answers = (
        answer.model_copy(update={"records": tuple(name for name in answer.records if name not in gone)})
        for answer in proposal.answers
    )
    return proposal.model_copy(
        update={
            "added": tuple(name for name in proposal.added if name not in gone),
            "removed": tuple(sorted({*proposal.removed, *(gone - set(proposal.added))})),
            "counts": counts_of(contents),
            "sampling": sampling_of(contents),
            "answers": tuple(answer for answer in answers if answer.records),
            "quality": proposal_quality(contents),
        }
    )


def content_id(release: Release) -> str:
    """The name of a release: the digest of everything that its manifest says, the decision included."""
    return "rel-" + digest(release.model_dump(mode="json", exclude={"id"})).removeprefix("sha256:")[:12]


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
    if release.id != content_id(release):
        message = f"the manifest is not what was frozen: it calls itself {release.id}"
        raise UserError(message, where=str(folder / MANIFEST), expected=content_id(release))
    for name, expected in release.files.items():
        if not (folder / name).is_file():
            raise UserError("a file of the release is missing", where=str(folder / name), expected=f"the file {expected}")
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
    """Recomputes every hash, count and share of a release. Raises ``UserError`` at the first thing that is not so."""
    release, contents = read_release(folder)
    approved = _approved(contents)
    digests = {item.id: item.digest() for item in contents.trajectories}
    for record in approved:
        if digests.get(record.trajectory_id) != record.trajectory_digest:
            raise UserError("the record is of another trajectory", where=record.trajectory_id)
    names = {record.trajectory_id for record in approved}
    strangers = sorted(digests.keys() - names)
    if strangers:
        raise UserError(f"holds trajectories that nobody approved: {strangers[:3]}", where=str(folder / TRAJECTORIES))
    held_out = [task.id for task in contents.tasks if task.split != "train"]
    if held_out:
        raise UserError(f"holds tasks that are not for training: {held_out[:3]}", where=str(folder / TASKS))
    unknown = sorted({record.task_id for record in approved} - {task.id for task in contents.tasks})
    if unknown:
        raise UserError(f"holds trajectories of tasks that it lacks: {unknown[:3]}", where=str(folder / TASKS))
    counts, sampling = counts_of(contents), sampling_of(contents)
    for said, found in ((release.counts, counts), (release.sampling, sampling)):
        for name in sorted({*said, *found}):
            if said.get(name) != found.get(name):
                message = f"{name}: the release says {said.get(name)}, its files hold {found.get(name)}"
                raise UserError(message, where=str(folder / MANIFEST))
    return {"id": release.id, "files": len(release.files), **counts, "verdict": "every hash, count and share holds"}


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
    edit = f", {len(decision.excluded)} left out" if decision.excluded else ""
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

Approved by {by} ({decision.reviewer}{edit}). Made by programs on a simulated phone; nothing here comes from a real device or
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
    return [record for record in contents.records if record.review in LEARNED]
