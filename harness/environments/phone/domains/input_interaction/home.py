"""The launcher: icons, widgets, contacts and folders on the home screen, in the dock and in the edge panel."""

from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import resolve_app, resolve_contact
from ...phone import Phone, fold
from ...rules import RULES
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN

Area = Literal["home", "dock", "edge_panel"]
Kind = Literal["app", "widget", "contact", "folder"]
ROOM = {"home": 20, "dock": 5, "edge_panel": 10}
"""How many items a page of the home screen, the dock and the edge panel hold."""
_LISTED = 20


@RULES.effect("home_items")
def items_follow_their_folder(phone: Phone, before: Row | None, after: Row | None) -> None:
    """What lies in a folder moves with it, and is left on its page when the folder is removed."""
    if before is None or before["kind"] != "folder":
        return
    place: Row = {"area": before["area"], "page": before["page"], "folder": None} if after is None else {
        "area": after["area"], "page": after["page"]}  # fmt: skip
    for key, _ in phone.find("home_items", folder=before["id"]):
        phone.put("home_items", key, **place)


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"list": Risk.READ},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.ALREADY_EXISTS, Code.NO_SPACE, Code.PERMISSION_DENIED),
)
def manage_home_screen(
    phone: Phone,
    action: Literal["list", "add", "remove", "move"],
    kind: Kind = "app",
    name: Text | None = None,
    area: Area | None = None,
    folder: Text | None = None,
    page: Annotated[int, Field(ge=1, le=7)] | None = None,
) -> Json:
    """Put an app icon, widget, contact or folder on the home screen, dock or edge panel; move, remove or list them.

    kind: a widget is named by its app.
    area: the home screen if not given.
    folder: folder of the home screen to put it into; without it, move takes it out.
    """
    if action == "list":
        rows = [row for row in phone.state.rows("home_items").values() if area in (None, row["area"])]
        rows.sort(key=lambda row: (row["area"], row["page"], row["id"]))
        return {"total": len(rows), "items": [_line(phone, row) for row in rows[:_LISTED]]}
    if name is None:
        raise missing("name", "app, contact or folder")
    if action == "add":
        return _add(phone, kind, name, area or "home", folder, page)
    row = _find(phone, kind, name, area if action == "remove" else None)
    if action == "remove":
        phone.remove("home_items", row["id"])
        return {"itemId": row["id"], "removed": True}
    inside = _folder(phone, folder) if folder is not None and kind != "folder" else None
    place = _place(phone, area or row["area"], inside, page or (row["page"] if area in (None, row["area"]) else 1), row)
    return {"itemId": row["id"], "changed": phone.put("home_items", row["id"], **place)}


def _add(phone: Phone, kind: str, name: str, area: str, folder: str | None, page: int | None) -> Json:
    item: Row = {"kind": kind, "name": name.strip(), "app": None, "contact": None}
    if kind in ("app", "widget"):
        app = resolve_app(phone, name)
        item |= {"name": app["name"], "app": app["id"]}
    elif kind == "contact":
        contact = resolve_contact(phone, None, name)
        item |= {"name": contact["name"], "contact": contact["id"]}
    inside = _folder(phone, folder) if folder is not None and kind != "folder" else None
    place = _place(phone, area, inside, page or 1, None)
    same = [row for row in _named(phone, kind, item["name"]) if row["area"] == place["area"]]
    if same:
        message = f"{item['name']} is there already"
        raise PhoneError(Code.ALREADY_EXISTS, message, accepted={"itemId": same[0]["id"]})
    return {"itemId": phone.add("home_items", "hi", **item, **place), "created": True}


def _place(phone: Phone, area: str, folder: Row | None, page: int, moved: Row | None) -> Row:
    """Where an item goes. Raises ``PhoneError`` NO_SPACE when there is no room; a folder holds any number."""
    if folder is not None:
        return {"area": folder["area"], "page": folder["page"], "folder": folder["id"]}
    page = page if area == "home" else 1
    there = phone.find("home_items", area=area, page=page, folder=None)
    if len([key for key, _ in there if moved is None or key != moved["id"]]) >= ROOM[area]:
        raise PhoneError(Code.NO_SPACE, f"{area.replace('_', ' ')} page {page} is full", accepted={"room": ROOM[area]})
    return {"area": area, "page": page, "folder": None}


def _named(phone: Phone, kind: str, name: str) -> list[Row]:
    return [row for _, row in phone.find("home_items", kind=kind, name=name)]


def _find(phone: Phone, kind: str, name: str, area: str | None) -> Row:
    """The one item of that kind and name, or of that id."""
    known = phone.state.get("home_items", name)
    found = [known] if known is not None else [row for row in _named(phone, kind, name) if area in (None, row["area"])]
    if not found:
        raise not_found(f"{kind} on the home screen", name)
    if len(found) > 1:
        candidates = [_line(phone, row) for row in found]
        raise PhoneError(Code.AMBIGUOUS, f"{name} is there {len(found)} times; say which by id", accepted=candidates)
    return found[0]


def _folder(phone: Phone, name: str) -> Row:
    known = phone.state.get("home_items", name)
    if known is not None and known["kind"] == "folder":
        return known
    folders = phone.find("home_items", kind="folder")
    for _, row in folders:
        if fold(row["name"]) == fold(name):
            return row
    raise not_found("folder on the home screen", name, [row["name"] for _, row in folders][:8])


def _line(phone: Phone, row: Row) -> Row:
    folder = phone.row("home_items", row["folder"])["name"] if row["folder"] else None
    return {**{name: row[name] for name in ("id", "kind", "name", "area", "page")}, "folder": folder}
