"""Notes."""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, missing
from ...phone import Phone
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

Tags = Annotated[list[Text], Field(max_length=10)]
_SNIPPET = 60


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"read": Risk.READ, "delete": Risk.IRREVERSIBLE},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS),
)
def manage_note(
    phone: Phone,
    action: Literal["create", "read", "update", "append", "pin", "unpin", "delete"],
    noteId: str | None = None,
    title: Text | None = None,
    content: Text | None = None,
    tags: Tags | None = None,
) -> Json:
    """Create, read, change, extend, pin or delete a note.

    noteId: id of a note; except for create and update, its exact title names it too.
    title: title of the note; for update, the new title.
    content: its text; append adds it as a new line.
    tags: all of its tags, not only new ones.
    """
    now = phone.state.now
    if action == "create":
        if title is None and content is None:
            raise missing("content", "text of the note, or a title")
        first_line = (content or "").strip().split("\n")[0][:_SNIPPET]
        key = phone.add("notes", "no", title=title or first_line, content=content or "", tags=list(tags or []),
                        pinned=False, created=now, modified=now)  # fmt: skip
        return {"noteId": key, "created": True}
    if action == "update":
        if noteId is None:
            raise missing("noteId", "id of the note to change")
        key = phone.resolve("notes", "note", key=noteId)
        fields: Row = {"title": title, "content": content, "tags": tags}
        given = {name: value for name, value in fields.items() if value is not None}
        if not given:
            raise missing("content", "a new title, content or tags")
        return {"noteId": key, "changed": _change(phone, key, given)}
    key = phone.resolve("notes", "note", key=noteId, show="content", title=title)
    row = phone.row("notes", key)
    if action == "read":
        return {"noteId": key, **{name: row[name] for name in ("title", "content", "tags", "pinned")}}
    if action == "delete":
        phone.remove("notes", key)
        return {"noteId": key, "deleted": True}
    if action == "append":
        if content is None:
            raise missing("content", "text to add")
        longer = f"{row['content']}\n{content}" if row["content"] else content
        return {"noteId": key, "changed": _change(phone, key, {"content": longer})}
    return {"noteId": key, "changed": phone.put("notes", key, pinned=action == "pin")}


def _change(phone: Phone, key: str, fields: Row) -> bool:
    """Changes a note; only a real change moves its time."""
    row = phone.row("notes", key)
    if all(row[name] == value for name, value in fields.items()):
        return False
    return phone.put("notes", key, **fields, modified=phone.state.now)


@tool(DOMAIN)
def search_notes(
    phone: Phone,
    query: Text | None = None,
    tag: Text | None = None,
    maxResults: Annotated[int, Field(ge=1, le=20)] = 5,
) -> Json:
    """Find notes by words or tag, pinned ones first, then the latest changed.

    query: words in the title or text; none finds all.
    """
    words = query.casefold().split() if query else []
    wanted = tag.strip().casefold() if tag else None
    found = [
        row
        for row in phone.state.rows("notes").values()
        if (wanted is None or any(wanted == mine.casefold() for mine in row["tags"]))
        and (not words or _has_all(words, f"{row['title']}\n{row['content']}".casefold()))
    ]
    found.sort(key=lambda row: (not row["pinned"], -row["modified"], row["id"]))
    return {"total": len(found), "notes": [_show(row) for row in found[:maxResults]]}


def _has_all(words: list[str], text: str) -> bool:
    return all(word in text for word in words)


def _show(row: Row) -> Row:
    text = " ".join(row["content"].split())
    snippet = text if len(text) <= _SNIPPET else text[: _SNIPPET - 1] + "…"
    return {"id": row["id"], "title": row["title"], "snippet": snippet, "tags": row["tags"], "pinned": row["pinned"]}
