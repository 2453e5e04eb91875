"""The human gate: what is shown, how an answer is read, and the rule that stands in where nobody is asked.

Answers are read in both dialects that people send: a decision (``approve``, ``edit``, ``reject``) and an Agent Inbox
response (``accept``, ``edit``, ``ignore``, ``response``). What cannot be read is an error, never an approval.
"""

from collections.abc import Iterable

from harness.contract import Decision, Json
from harness.errors import UserError

from .release import Proposal

AUTO = "auto"
MIN_RECORDS = 5
MAX_QUARANTINE = 0.1
_VERDICTS = {"approve": "approved", "accept": "approved", "edit": "edited", "reject": "rejected", "ignore": "rejected"}


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
    """A person's answer as a decision about this proposal; an edit names trajectories to leave out.

    Raises ``UserError`` for an answer that says nothing clear.
    """
    item = answer["decisions"][0] if isinstance(answer, dict) and answer.get("decisions") else answer
    item = item[0] if isinstance(item, list) and item else item
    if isinstance(item, str):
        item = {"type": item}
    kind = str(item.get("type", "")) if isinstance(item, dict) else ""
    if kind not in _VERDICTS:
        raise UserError(f"cannot read the answer {str(answer)[:120]!r}", expected="type approve, edit or reject")
    return Decision(
        verdict=_VERDICTS[kind],
        reviewer=str(item.get("reviewer") or "person"),
        by="person",
        shown=str(item.get("proposal") or proposal.digest()),
        note=str(item.get("message") or (item.get("args") if isinstance(item.get("args"), str) else "") or ""),
        excluded=_excluded(item, proposal) if kind == "edit" else (),
    )


def _excluded(item: dict[str, Json], proposal: Proposal) -> tuple[str, ...]:
    """The trajectories that an edit leaves out: under ``exclude``, in the answer itself or in the edited action."""
    names = next((place["exclude"] for place in _places(item) if place.get("exclude")), None)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise UserError("the edit changes nothing", expected="`exclude`: a list of trajectories to leave out")
    offered = {name for answer in proposal.answers for name in answer.records}
    strangers = sorted(set(names) - offered)
    if strangers:
        raise UserError(f"the edit leaves out {strangers[0]}, which is not in the proposal", expected="its trajectories")
    return tuple(sorted(set(names)))


def _places(item: dict[str, Json]) -> Iterable[dict[str, Json]]:
    """Where tools put what a person edited: a decision's edited action, or the arguments of an inbox response."""
    action, args = item.get("edited_action"), item.get("args")
    inner = args.get("args") if isinstance(args, dict) else None
    found = (item, action.get("args") if isinstance(action, dict) else None, args, inner)
    return [place for place in found if isinstance(place, dict)]
