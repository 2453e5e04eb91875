"""The memory tools of an episode. They work on the phone's table ``memory``, so that fork, difference, log and
verification treat what is remembered like everything else that a call can read or write.
"""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json
from harness.environments.phone.arguments import Text
from harness.environments.phone.errors import Code, PhoneError, not_found
from harness.environments.phone.phone import Phone, fold
from harness.environments.phone.state import Row
from harness.environments.phone.tools import Risk, Tool, tool

from .search import Bm25

DOMAIN = "AI Assistant"
Category = Literal["preference", "routine", "person", "place", "plan", "general"]
CATEGORIES: tuple[Category, ...] = ("preference", "routine", "person", "place", "plan", "general")
SEARCH = "search_user_memory"


def _shown(row: Row) -> Row:
    """A record as the planner sees it. ``date`` is when its text was last confirmed."""
    date = row.get("updated") or row["created"]
    return {"id": row["id"], "text": row["text"], "category": row["category"], "date": date}


@tool(DOMAIN, kind="memory", name=SEARCH)
def search_user_memory(
    phone: Phone,
    query: Text,
    memoryCategory: Category | None = None,
    maxResults: Annotated[int, Field(ge=1, le=20)] = 3,
) -> Json:
    """Search what the user told the assistant before: preferences, routines, people, places, plans. Best match first.

    query: words that the record should hold.
    """
    rows = [row for row in phone.state.rows("memory").values() if memoryCategory in (None, row["category"])]
    scores = Bm25([f"{row['text']} {row['category']}" for row in rows]).scores(query)
    hits = [(score, row) for score, row in zip(scores, rows, strict=True) if score > 0]
    hits.sort(key=lambda hit: hit[1]["id"])
    hits.sort(key=lambda hit: (round(hit[0], 9), _shown(hit[1])["date"]), reverse=True)
    return {"total": len(hits), "records": [_shown(row) for _, row in hits[:maxResults]]}


@tool(DOMAIN, kind="memory", risk=Risk.REVERSIBLE, errors=(Code.ALREADY_EXISTS,))
def add_user_memory(phone: Phone, text: Text, memoryCategory: Category = "general") -> Json:
    """Remember something new about the user. A fact that replaces an old one is an update, not an addition.

    text: one fact, as a full sentence.
    """
    for key, row in phone.state.rows("memory").items():
        if fold(row["text"]) == fold(text):
            raise PhoneError(Code.ALREADY_EXISTS, "this is remembered already", accepted={"memoryId": key})
    key = phone.add("memory", "mem", text=text, category=memoryCategory, created=phone.local.date().isoformat())
    return {"memoryId": key, "created": True}


@tool(DOMAIN, kind="memory", risk=Risk.REVERSIBLE, errors=(Code.NOT_FOUND,))
def update_user_memory(phone: Phone, memoryId: str, text: Text, memoryCategory: Category | None = None) -> Json:
    """Replace the text of a remembered fact that is no longer true.

    memoryId: id of the record that a search returned.
    """
    row = _record(phone, memoryId)
    category = memoryCategory or row["category"]
    if (row["text"], row["category"]) == (text, category):
        return {"memoryId": memoryId, "changed": False}
    phone.put("memory", memoryId, text=text, category=category, updated=phone.local.date().isoformat())
    return {"memoryId": memoryId, "changed": True}


@tool(DOMAIN, kind="memory", risk=Risk.REVERSIBLE, errors=(Code.NOT_FOUND,))
def delete_user_memory(phone: Phone, memoryId: str) -> Json:
    """Forget a remembered fact for good.

    memoryId: id of the record that a search returned.
    """
    _record(phone, memoryId)
    phone.remove("memory", memoryId)
    return {"memoryId": memoryId, "deleted": True}


def _record(phone: Phone, key: str) -> Row:
    row = phone.state.get("memory", key)
    if row is None:
        raise not_found("memory record", key)
    return row


def memory_tools() -> list[Tool]:
    """The four memory tools, in the order in which they are listed."""
    return [search_user_memory, add_user_memory, update_user_memory, delete_user_memory]
