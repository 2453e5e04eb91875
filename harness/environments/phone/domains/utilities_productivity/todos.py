"""To-dos in named lists."""

from typing import Literal

from harness.contract import Json

from ...arguments import Date, Text
from ...errors import Code, missing
from ...phone import Phone
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

Priority = Literal["low", "normal", "high"]
_ORDER = {"high": 0, "normal": 1, "low": 2}
_LISTED = 10


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS),
)
def manage_todo(
    phone: Phone,
    action: Literal["create", "update", "complete", "reopen", "delete", "list"],
    todoId: str | None = None,
    title: Text | None = None,
    listName: Text | None = None,
    dueDate: Date | None = None,
    priority: Priority | None = None,
) -> Json:
    """Create, change, complete, reopen, delete or list to-dos.

    todoId: id of a to-do; except for create and update, its exact title names it too.
    title: what is to be done; for update, the new title.
    listName: which list; a new to-do goes to the list called to-do if not given.
    """
    if action == "list":
        return _list(phone, listName, dueDate, priority)
    if action == "create":
        if title is None:
            raise missing("title", "what is to be done")
        where = _list_name(phone, listName or "to-do")
        same = phone.find("todos", title=title, list=where, due=dueDate, done=False)
        if same:
            return {"todoId": same[0][0], "created": False}
        key = phone.add("todos", "td", title=title, list=where, due=dueDate, priority=priority or "normal", done=False,
                        created=phone.state.now)  # fmt: skip
        return {"todoId": key, "created": True}
    if action == "update":
        if todoId is None:
            raise missing("todoId", "id of the to-do to change")
        key = phone.resolve("todos", "to-do", key=todoId)
        place = _list_name(phone, listName) if listName else None
        fields: Row = {"title": title, "list": place, "due": dueDate, "priority": priority}
        given = {name: value for name, value in fields.items() if value is not None}
        if not given:
            raise missing("title", "a new title, listName, dueDate or priority")
        return {"todoId": key, "changed": phone.put("todos", key, **given)}
    key = _which(phone, todoId, title, listName, action)
    if action == "delete":
        phone.remove("todos", key)
        return {"todoId": key, "deleted": True}
    return {"todoId": key, "changed": phone.put("todos", key, done=action == "complete")}


def _list(phone: Phone, list_name: str | None, due: str | None, priority: str | None) -> Json:
    """The open to-dos: of one list, due up to a date, of one priority. Those due first come first."""
    wanted = list_name.strip().casefold() if list_name else None
    found = [
        row
        for row in phone.state.rows("todos").values()
        if not row["done"]
        and (wanted is None or row["list"].casefold() == wanted)
        and (due is None or (row["due"] is not None and row["due"] <= due))
        and (priority is None or row["priority"] == priority)
    ]
    found.sort(key=lambda row: (row["due"] or "9999", _ORDER[row["priority"]], row["id"]))
    names = ("id", "title", "list", "due", "priority")
    return {"total": len(found), "todos": [{name: row[name] for name in names} for row in found[:_LISTED]]}


def _list_name(phone: Phone, name: str) -> str:
    """The name of a list as it is already written, whatever the case it is asked for in."""
    wanted = name.strip()
    known = (row["list"] for row in phone.state.rows("todos").values())
    return next((str(found) for found in known if found.casefold() == wanted.casefold()), wanted)


def _which(phone: Phone, key: str | None, title: str | None, list_name: str | None, action: str) -> str:
    """The to-do of that id or title. Of those that share a title, the only one that the action would change is meant."""
    if key is None and title is not None and action in ("complete", "reopen"):
        place = {"list": list_name} if list_name else {}
        fitting = phone.find("todos", title=title, done=action == "reopen", **place)
        if len(fitting) == 1:
            return fitting[0][0]
    if key is None and title is None:
        raise missing("todoId", "id or title of the to-do")
    return phone.resolve("todos", "to-do", key=key, show="list", title=title, list=list_name)
