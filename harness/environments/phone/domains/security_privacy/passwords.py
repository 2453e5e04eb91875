"""The password manager. Only ``reveal`` shows a password, and only to who knows the code of the screen lock."""

from collections import Counter
from typing import Annotated, Literal

from pydantic import Field

from harness.contract import Json

from ...arguments import Text
from ...errors import Code, PhoneError, missing, not_found
from ...lookups import CANDIDATES, name_matches
from ...phone import Phone, fold
from ...state import Row
from ...tools import Risk, tool
from .tables import DOMAIN, require_code

SHORT = 10
"""Characters below which a password is weak."""


def _password(phone: Phone, key: str | None, site: str | None, username: str | None) -> Row:
    """The one saved password that is meant. Raises ``PhoneError``: MISSING_ARGUMENT, NOT_FOUND or AMBIGUOUS."""
    if key is not None:
        return phone.row("passwords", key)
    if site is None:
        raise missing("site", "site or app of the password, or its passwordId")
    found = [row for row in _matching(phone, site) if username is None or fold(row["username"]) == fold(username)]
    exact = [row for row in found if fold(row["name"]) == fold(site)]
    found = exact or found
    if not found:
        raise not_found("saved password", site)
    if len(found) > 1:
        candidates = [_line(row) for row in found[:CANDIDATES]]
        raise PhoneError(Code.AMBIGUOUS, f"{len(found)} passwords match {site!r}", accepted=candidates)
    return found[0]


def _matching(phone: Phone, site: str) -> list[Row]:
    wanted = str(fold(site))
    rows = phone.state.rows("passwords").values()
    return [row for row in rows if wanted in row["name"].casefold() or name_matches(site, row["name"])]


def _line(row: Row) -> Row:
    return {"id": row["id"], "site": row["name"], "username": row["username"]}


@tool(
    DOMAIN,
    risk=Risk.REVERSIBLE,
    risks={"search": Risk.READ, "reveal": Risk.READ, "check": Risk.READ, "delete": Risk.IRREVERSIBLE},
    errors=(Code.NOT_FOUND, Code.AMBIGUOUS, Code.PERMISSION_DENIED, Code.PRECONDITION_FAILED),
)
def manage_saved_password(
    phone: Phone,
    action: Literal["search", "reveal", "save", "delete", "check"],
    passwordId: Text | None = None,
    site: Text | None = None,
    username: Text | None = None,
    password: Text | None = None,
    pin: Text | None = None,
    maxResults: Annotated[int, Field(ge=1, le=50)] = 8,
) -> Json:
    """Find, show, save or delete a saved password or login of a site or app, or check for weak, reused or leaked ones.

    site: site or app.
    password: for save; replaces the one that is saved for that site and user name.
    pin: PIN or password of the screen lock, without which reveal shows nothing.
    """
    phone.require("owner")
    if action == "check":
        return _check(phone, maxResults)
    if action == "search":
        rows = phone.state.rows("passwords").values()
        found = list(rows) if site is None else _matching(phone, site)
        return {"total": len(found), "passwords": [_line(row) for row in found[:maxResults]]}
    if action == "save":
        return _save(phone, site, username, password)
    row = _password(phone, passwordId, site, username)
    if action == "delete":
        phone.remove("passwords", row["id"])
        return {**_line(row), "deleted": True}
    require_code(phone, pin)
    return {**_line(row), "password": row["password"]}


def _save(phone: Phone, site: str | None, username: str | None, password: str | None) -> Json:
    for name, value in (("site", site), ("username", username), ("password", password)):
        if value is None:
            raise missing(name, f"the {name} to save")
    same = phone.find("passwords", name=site, username=username)
    if not same:
        key = phone.add(
            "passwords", "pw", name=site, username=username, password=password, leaked=False, saved=phone.state.now
        )  # fmt: skip
        return {"id": key, "site": site, "username": username, "created": True}
    key, row = same[0]
    changed = row["password"] != password and phone.put(
        "passwords", key, password=password, leaked=False, saved=phone.state.now
    )  # fmt: skip
    return {**_line(row), "created": False, "changed": changed}


def _check(phone: Phone, limit: int) -> Json:
    rows = list(phone.state.rows("passwords").values())
    times = Counter(row["password"] for row in rows)
    flagged = []
    for row in rows:
        weak = len(row["password"]) < SHORT or row["password"].isalpha() or row["password"].isdecimal()
        flags = {"leaked": row["leaked"], "reused": times[row["password"]] > 1, "weak": weak}
        problems = [name for name, found in flags.items() if found]
        if problems:
            flagged.append({**_line(row), "problems": problems})
    return {"checked": len(rows), "total": len(flagged), "passwords": flagged[:limit]}
