"""A person's word on a call that is not carried out without it: put as an interrupt, read in either dialect."""

from langgraph.types import interrupt

from harness.contract import Json
from harness.gate import Doubt, plain_answer


def word_on(doubt: Doubt) -> bool:
    """Waits for yes or no to one call; asks again for an answer that cannot be read. Belongs into a node of its own."""
    name, problem = doubt.call.name, ""
    while True:
        asked = {"name": name, "args": dict(doubt.call.arguments), "description": problem + doubt.question}
        review = {"action_name": name, "allowed_decisions": ["approve", "reject"]}
        answer = interrupt({"action_requests": [asked], "review_configs": [review]})
        word = _yes_or_no(answer)
        if word is not None:
            return word
        problem = f"The answer {str(answer)[:120]!r} cannot be read, expected is yes or no. "


def _yes_or_no(answer: Json) -> bool | None:
    """A person's word on a call: yes or no, a decision, or an Agent Inbox response; other words are no permission."""
    item = answer["decisions"] if isinstance(answer, dict) and isinstance(answer.get("decisions"), list) else answer
    item = item[0] if isinstance(item, list) and item else item
    if isinstance(item, dict):
        kind = item.get("type")
        if kind in ("approve", "accept"):
            return True
        if kind in ("ignore", "reject"):
            return False
        item = item.get("message") or item.get("args") or item.get("answer")
    if isinstance(item, bool):
        return item
    return plain_answer(item) is True if isinstance(item, str) and item.strip() else None
