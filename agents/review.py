"""The human gate: what is shown, how an answer is read, and the rule that stands in where nobody is asked.

Answers are read in both dialects that people send: a decision (``approve``, ``edit``, ``reject``) and an Agent Inbox
response (``accept``, ``edit``, ``ignore``, ``response``). What cannot be read is an error, never an approval.
"""

from collections import Counter

from harness.contract import Decision, Json
from harness.errors import UserError

from .release import Contents, Proposal

AUTO = "auto"
MIN_RECORDS = 5
MAX_QUARANTINE = 0.1
_VERDICTS = {"approve": "approved", "accept": "approved", "edit": "edited", "reject": "rejected", "ignore": "rejected"}


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


def review_by_rule(proposal: Proposal) -> Decision:
    """Approves a proposal that is large enough and has few doubtful records; the record says that a rule did so."""
    kept = proposal.counts["trajectories"]
    doubtful = proposal.counts.get("records_quarantined", 0)
    objections = []
    if kept < MIN_RECORDS:
        objections.append(f"only {kept} trajectories, at least {MIN_RECORDS} are needed")
    if doubtful > MAX_QUARANTINE * max(1, kept):
        objections.append(f"{doubtful} records are in quarantine")
    return Decision(
        verdict="rejected" if objections else "approved",
        reviewer="rule:gate",
        by="rule",
        shown=proposal.digest(),
        note="; ".join(objections),
    )


def read_answer(answer: Json, proposal: Proposal) -> Decision:
    """A person's answer as a decision about this proposal. Raises ``UserError`` for an answer that says nothing clear."""
    item = answer["decisions"][0] if isinstance(answer, dict) and answer.get("decisions") else answer
    item = item[0] if isinstance(item, list) and item else item
    if isinstance(item, str):
        item = {"type": item}
    kind = str(item.get("type", "")) if isinstance(item, dict) else ""
    if kind not in _VERDICTS:
        raise UserError(f"cannot read the answer {str(answer)[:120]!r}", expected="type approve, edit or reject")
    shown = str(item.get("proposal") or proposal.digest())
    return Decision(
        verdict=_VERDICTS[kind],
        reviewer=str(item.get("reviewer") or "person"),
        by="person",
        shown=shown,
        note=str(item.get("message") or item.get("args") or ""),
    )
